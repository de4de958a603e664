//! A line of FEN, then a move's text: nothing panics, only legal moves are read, and each is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::notation::{self, Last, Validation};
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Kind, Position};

fuzz_target!(|bytes: &[u8]| {
    let (first, text) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (&b""[..], bytes),
    };
    let before = fen::read(first, None).map_or_else(|_| Position::start(), |(position, _)| position);
    for reading in notation::ALL {
        let Ok(named) = reading.read(&before, text, Validation::Full) else { continue };
        assert!(named.mv.kind == Kind::Null || before.is_legal(named.mv), "{}", reading.spec().id);
        for writing in notation::ALL {
            let mut written = Vec::new();
            if writing.write(&before, named.mv, Last::No, &mut written).is_ok() {
                let again = writing.read(&before, &written, Validation::Full).expect("what was written can be read");
                assert_eq!(again.mv, named.mv, "{}: {}", writing.spec().id, String::from_utf8_lossy(&written));
            }
        }
    }
});
