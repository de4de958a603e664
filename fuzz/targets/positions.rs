//! Any text read as a position in every notation: nothing panics, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::error::Code;
use scoresheet_core::position;

fuzz_target!(|text: &[u8]| {
    for notation in position::ALL {
        let Ok((board, _)) = notation.read(text) else { continue };
        let mut written = Vec::new();
        notation.write(&board, &mut written);
        let (again, notes) = notation.read(&written).expect("what was written can be read");
        // A text cannot name its rules, so rights that only Chess960 explains stay an assumption.
        let surprising = notes.iter().any(|&note| note != Code::Chess960Assumed);
        assert!(!surprising, "{}: {notes:?}", String::from_utf8_lossy(&written));
        let mut twice = Vec::new();
        notation.write(&again, &mut twice);
        assert_eq!(written, twice);
        // Nothing else crashes on what a notation lets through.
        let _ = (board.is_mate(), board.is_stalemate(), board.is_insufficient_material(), board.legal_moves());
    }
});
