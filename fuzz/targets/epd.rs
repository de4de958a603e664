//! Any text read as a position with operations: nothing panics, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::notation::Validation;
use scoresheet_core::position::epd::Epd;

fuzz_target!(|text: &[u8]| {
    for validation in [Validation::Basic, Validation::Full] {
        let Ok((epd, _)) = Epd::read(text, None, validation) else { continue };
        let mut written = Vec::new();
        epd.write(&mut written);
        let shown = String::from_utf8_lossy(&written);
        let (again, _) =
            Epd::read(&written, Some(epd.position.rules()), validation).expect("what was written can be read");
        assert_eq!(again, epd, "{shown}");
        let mut twice = Vec::new();
        again.write(&mut twice);
        assert_eq!(written, twice, "{shown}");
    }
});
