//! Rules, a line of FEN, then a move's text: nothing panics, in full validation only legal moves are read,
//! each is written and read back the same, and any other is taken back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::notation::{self, Last, Validation};
use scoresheet_core::position::fen;
use scoresheet_core::rules::{MoveKind, Position, Rules};
use scoresheet_fuzz::rules_of;

fuzz_target!(|bytes: &[u8]| {
    let (rules, bytes) = rules_of(bytes);
    let (first, text) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (&b""[..], bytes),
    };
    let before = fen::read(first, rules)
        .map_or_else(|_| Position::start_of(rules.unwrap_or(Rules::STANDARD)), |(position, _)| position);
    for reading in notation::ALL {
        if let Ok(named) = reading.read(&before, text, Validation::Off) {
            let mut after = before.clone();
            let undo = after.play_unchecked(named.mv);
            after.take_back(&undo);
            assert_eq!(after, before, "{}", reading.spec().id);
        }
        let Ok(named) = reading.read(&before, text, Validation::Full) else { continue };
        assert!(named.mv.kind == MoveKind::Null || before.is_legal(named.mv), "{}", reading.spec().id);
        for writing in notation::ALL {
            let mut written = Vec::new();
            if writing.write(&before, named.mv, Last::No, &mut written).is_ok() {
                let again = writing.read(&before, &written, Validation::Full).expect("what was written can be read");
                assert_eq!(again.mv, named.mv, "{}: {}", writing.spec().id, String::from_utf8_lossy(&written));
            }
        }
    }
});
