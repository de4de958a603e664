//! Any text read as a position in every notation, by any rules: nothing panics, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::error::Code;
use scoresheet_core::notation::{Claim, Validation};
use scoresheet_core::position;
use scoresheet_fuzz::rules_of;

fuzz_target!(|bytes: &[u8]| {
    let (rules, text) = rules_of(bytes);
    for notation in position::ALL {
        for validation in [Validation::Basic, Validation::Full] {
            let Ok(read) = notation.read(text, rules, validation) else { continue };
            let board = read.position;
            let mut written = Vec::new();
            notation.write(&board, Claim::Any, &mut written);
            let again = notation.read(&written, rules, Validation::Basic).expect("what was written can be read");
            // A text cannot name its rules, so what only other rules explain stays an assumption; and no notation makes a
            // board legal that is not.
            let stays = [Code::Chess960Assumed, Code::RulesAssumed, Code::PositionIllegal];
            let surprising = again.notes.iter().any(|note| !stays.contains(note));
            assert!(!surprising, "{}: {:?}", String::from_utf8_lossy(&written), again.notes);
            let mut twice = Vec::new();
            notation.write(&again.position, Claim::Any, &mut twice);
            assert_eq!(written, twice);
            // Nothing else crashes on what a notation lets through.
            let _ = (board.is_mate(), board.is_stalemate(), board.is_insufficient_material(), board.legal_moves());
        }
    }
});
