//! Any text read as a pattern and as a library, and matched against moves of any bytes: nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::find::{Facts, Library, Matcher, Pattern};
use scoresheet_core::rules::{PackedMove, Position};

fuzz_target!(|input: (&str, Vec<u16>)| {
    let (text, moves) = input;
    if let Err(error) = Library::parse(text) {
        let _ = (error.place(text), text.get(error.at));
    }
    let Ok(pattern) = Pattern::parse(text) else { return };
    let mut matcher = Matcher::new(pattern.into());
    let played = || moves.iter().copied().map(PackedMove);
    let all = matcher.all(&Position::start(), &Facts::default(), played());
    assert_eq!(matcher.first(&Position::start(), &Facts::default(), played()), all.first().copied());
});
