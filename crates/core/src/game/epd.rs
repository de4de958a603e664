//! Boards in EPD, one a line, with what is said of them. Read, each is a game without moves that starts there: its
//! operations are in the tag `EPD`, its `id` also as Event.

use super::format::FormatSpec;
use super::lines::{BOARDS, BoardLines, BoardResult, Boards, pattern, word};
use crate::notation::{Claim, Validation};
use crate::position::PositionNotation;
use crate::position::epd::{EPD as NOTATION, Epd as Said, TAG, is_field};
use crate::rules::Position;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Boards in EPD.
pub(in crate::game) static EPD: BoardLines = BoardLines {
    spec: &FormatSpec {
        id: "epd",
        title: "Lines of EPD",
        source: "PGN standard (1994), section 16.2",
        extensions: &["epd"],
        positions: &["epd"],
        pattern: Some(|| pattern::board(&crate::position::pattern::epd())),
        ..BOARDS
    },
    boards: &Operations,
    is_board: |line| {
        let (_, operations) = parts(line);
        let ended = operations.is_empty() || operations.ends_with(b";") && !operations[0].is_ascii_digit();
        ended && NOTATION.read(line, None, Validation::Full).is_ok()
    },
};

/// Boards with operations after them.
struct Operations;

impl Boards for Operations {
    fn tags<'a>(&self, line: &'a [u8]) -> Vec<(&'static [u8], &'a [u8])> {
        let (fields, operations) = parts(line);
        let mut tags = Vec::with_capacity(4);
        if let Some(id) = id(operations) {
            tags.push((&b"Event"[..], id));
        }
        tags.extend([(&b"SetUp"[..], &b"1"[..]), (b"FEN", fields)]);
        if !operations.is_empty() {
            tags.push((TAG.as_bytes(), operations));
        }
        tags
    }

    fn start(&self, line: &[u8]) -> Option<BoardResult> {
        Some(Said::read(line, None, Validation::Full).map(|(epd, notes)| (epd.position, notes)))
    }

    fn write(&self, position: &Position, tags: &[(String, String)], is_start: bool, out: &mut Vec<u8>) -> bool {
        let tag = |wanted: &str| tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        if let Some(operations) = tag(TAG).filter(|_| is_start)
            && let Ok(said) = Said::of(position, operations)
        {
            said.write(out);
            return true;
        }
        NOTATION.write(position, Claim::Any, out);
        let Some(event) = tag("Event").filter(|event| !matches!(*event, "" | "?")) else { return true };
        out.extend_from_slice(b" id \"");
        out.extend(event.bytes().map(|byte| match byte {
            b'"' => b'\'',
            byte if byte.is_ascii_control() => b' ',
            byte => byte,
        }));
        out.extend_from_slice(b"\";");
        !event.bytes().any(|byte| byte == b'"' || byte.is_ascii_control())
    }

    fn keeps(&self, tag: &str, start_is_written: bool) -> bool {
        tag == "Event" || tag == TAG && start_is_written
    }
}

/// The four fields of a line with the counts of checks after them, and the operations after that.
fn parts(line: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    for _ in 0..4 {
        match word(line, end, line.len()) {
            Some(found) => end = found.end,
            None => return (line, b""),
        }
    }
    let counts = |found: &Range<usize>| line.get(found.clone()).is_some_and(|word| is_field(without_end(word)));
    while let Some(found) = word(line, end, line.len()).filter(counts) {
        end = found.end;
    }
    let (fields, operations) = line.split_at(end);
    // Some writers end the fields like an operation.
    (without_end(fields), operations.trim_ascii())
}

/// A text without the semicolons at its end.
fn without_end(text: &[u8]) -> &[u8] {
    let whole = text.iter().rposition(|byte| *byte != b';').map_or(0, |last| last + 1);
    &text[..whole]
}

/// The operand of `id`.
fn id(operations: &[u8]) -> Option<&[u8]> {
    let mut rest = operations;
    loop {
        rest = rest.trim_ascii_start();
        let named = rest.strip_prefix(b"id").map(<[u8]>::trim_ascii_start).and_then(|rest| rest.strip_prefix(b"\""));
        if let Some(text) = named {
            let closing = text.iter().position(|byte| *byte == b'"')?;
            return text.get(..closing);
        }
        // The end of this operation: a semicolon outside of quotes.
        let mut quoted = false;
        let end = rest.iter().position(|byte| {
            quoted ^= *byte == b'"';
            *byte == b';' && !quoted
        });
        rest = rest.get(end? + 1..)?;
    }
}
