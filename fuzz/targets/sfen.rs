//! A line of SFEN, then the row after a move: nothing panics, and a move that is found is written as a row that names
//! it again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::notation::{Last, MoveNotation, Validation};
use scoresheet_core::position::{PositionNotation, rows, sfen};
use scoresheet_core::rules::{MoveKind, Position};

fuzz_target!(|bytes: &[u8]| {
    let (first, text) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (&b""[..], bytes),
    };
    let before = sfen::SFEN.read(first, None, Validation::Off).map_or_else(|_| Position::start(), |read| read.position);
    for reading in rows::ALL {
        let _ = reading.repeats(&before, text);
        let legal = reading.read(&before, text, Validation::Full);
        let basic = reading.read(&before, text, Validation::Basic);
        let Ok(named) = reading.read(&before, text, Validation::Off) else {
            assert!(legal.is_err() && basic.is_err());
            continue;
        };
        if let Ok(legal) = legal {
            assert!(legal.mv.kind == MoveKind::Null || before.is_legal(legal.mv));
            assert!(!legal.illegal && legal.mv == named.mv && Ok(legal) == basic);
        }
        for writing in rows::ALL {
            let mut written = Vec::new();
            if writing.write(&before, named.mv, Last::No, &mut written).is_ok() {
                let again = writing.read(&before, &written, Validation::Off).expect("what was written can be read");
                assert_eq!((again.mv, again.illegal), (named.mv, named.illegal), "{}", writing.spec().id);
            }
        }
    }
});
