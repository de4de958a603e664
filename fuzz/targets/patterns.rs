//! Any text read as a pattern and as a library, and matched against moves of any bytes, which follow the first NUL: nothing
//! panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::find::{Library, Matcher, Pattern, PatternFacts};
use scoresheet_core::rules::{PackedMove, Position};

fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|byte| *byte == 0).unwrap_or(input.len());
    let Ok(text) = std::str::from_utf8(&input[..end]) else { return };
    if let Err(error) = Library::parse(text) {
        let _ = (error.place(text), text.get(error.at));
    }
    let Ok(pattern) = Pattern::parse(text) else { return };
    let mut matcher = Matcher::new(pattern.into());
    let words = input.get(end + 1..).unwrap_or_default().as_chunks::<2>().0;
    let played = || words.iter().map(|word| PackedMove(u16::from_le_bytes(*word)));
    let all = matcher.all(&Position::start(), &PatternFacts::default(), played());
    assert_eq!(matcher.first(&Position::start(), &PatternFacts::default(), played()), all.first().copied());
});
