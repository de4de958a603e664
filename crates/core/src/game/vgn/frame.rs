//! Where the games of a file that may hold VGN and PGN start and end. Bytes of a binary game may look like anything, so the
//! only way to know is to go from game to game.

use super::binary::Units;
use super::lexer::{Lexer, Moves, Token};
use super::reader::Tags;
use super::text::Text;
use crate::eight::find;
use crate::error::Code;
use crate::game::{Dialect, pgn};
use crate::limits::Limits;
use alloc::vec::Vec;

/// The length of the leading part of `bytes` that is whole games, as [`crate::game::GameFormat::cut`] has it.
pub(super) fn cut(bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let mut whole = None;
    let mut at = 0;
    while let Some(end) = end_of_game(bytes, at, limits) {
        // A block that starts with `%` would start with an escaped line, which this may not be where it stands.
        if bytes.get(end) != Some(&b'%') {
            whole = Some(end);
        }
        at = end;
    }
    whole
}

/// Where the game that starts at `at` ends; `None` where more bytes are needed to know.
fn end_of_game(bytes: &[u8], at: usize, limits: &Limits) -> Option<usize> {
    is_another(bytes, at).ok()?;
    let tags = Tags::look(bytes, at, limits);
    if tags.end >= bytes.len() {
        return None;
    }
    if tags.dialect() == Dialect::Pgn && tags.known {
        return end_of_pgn(bytes, at, limits);
    }
    match tags.format() {
        _ if tags.limit || !tags.known => Lexer::next_bracket_line(bytes, tags.end),
        format if !format.binary => end_of_text(bytes, tags.end, limits),
        // Where that is broken nobody will ever know: what follows stays with the game.
        format => Units::new(bytes, tags.end, format, limits).to_end().ok(),
    }
}

/// Where a game of PGN ends: sure where another one was found behind it.
fn end_of_pgn(bytes: &[u8], at: usize, limits: &Limits) -> Option<usize> {
    let mut reader = pgn::Reader::new(bytes.get(at..)?, limits);
    reader.next_game();
    reader.skip();
    let end = at + reader.span().end;
    // A token is sure where it does not touch the end of what is known.
    let mut ahead = Lexer::new(bytes, end);
    let next = ahead.skip_space();
    let sure = match ahead.next_tag() {
        Some(_) => ahead.at() < bytes.len(),
        None => bytes.get(next..)?.iter().any(u8::is_ascii_whitespace),
    };
    sure.then_some(end)
}

/// Where the moves of a text game end that start at `start`: behind the marker outside variations, or where another tag
/// section starts. Only signs are looked at, so this is much faster than reading.
fn end_of_text(bytes: &[u8], start: usize, limits: &Limits) -> Option<usize> {
    let (mut at, mut depth) = (start, 0usize);
    loop {
        let stop = at + bytes.get(at..)?.iter().position(|byte| SIGNS[usize::from(*byte)])?;
        at = stop + 1;
        match bytes.get(stop)? {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'{' => at = find(bytes, stop, [b'}', b'}']) + 1,
            b';' => at = find(bytes, stop, [b'\n', b'\r']),
            b'%' if starts_line(bytes, stop) => at = find(bytes, stop, [b'\n', b'\r']),
            b'[' => {
                let mut lexer = Lexer::new(bytes, stop);
                let is_tag = matches!(lexer.next_tag(), Some((_, Token::Tag(_))));
                at = lexer.at();
                if at < bytes.len() && is_tag && starts_line(bytes, stop) {
                    return Some(stop);
                }
            }
            b'*' | b'-' => match marker_at(bytes, stop)? {
                // A number may be glued to it, and what else: reading tells.
                Some(word) if word > start && !ends_word(*bytes.get(word - 1)?) => {
                    let mut text = Text::new(bytes, start, Moves::Words, limits);
                    while text.next().is_some() {}
                    return Some(text.end()).filter(|end| *end < bytes.len());
                }
                Some(word) if depth == 0 => return Some(end_of_word(bytes, word)),
                Some(word) if is_last_marker(bytes, end_of_word(bytes, word))? => {
                    return Some(end_of_word(bytes, word));
                }
                _ => {}
            },
            _ => {}
        }
        if at >= bytes.len() {
            return None;
        }
    }
}

/// The bytes that may end a game, or hide what looks as if it did.
static SIGNS: [bool; 256] = {
    let mut table = [false; 256];
    let signs = b"(){;%[*-";
    let mut at = 0;
    while at < signs.len() {
        table[signs[at] as usize] = true;
        at += 1;
    }
    table
};

/// Where the marker starts that has its `*` or `-` at `at`, if there is one. The outer `None`: what follows is not known.
#[inline]
#[expect(clippy::option_option, reason = "not known, known not to be, known to be")]
fn marker_at(bytes: &[u8], at: usize) -> Option<Option<usize>> {
    let next = *bytes.get(at + 1)?;
    if bytes[at] == b'*' {
        return Some(ends_word(next).then_some(at));
    }
    if !matches!(next, b'0' | b'1') {
        return Some(None);
    }
    let before = &bytes[..at];
    for (left, right) in [(&b"1"[..], &b"0"[..]), (b"0", b"1"), (b"1/2", b"1/2")] {
        if before.ends_with(left) && bytes.get(at + 1..)?.starts_with(right) {
            let end = *bytes.get(at + 1 + right.len())?;
            if ends_word(end) {
                return Some(Some(at - left.len()));
            }
        }
    }
    // What is cut off may be the rest of a marker.
    if bytes.len() - at < b"-1/2 ".len() { None } else { Some(None) }
}

fn end_of_word(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| !ends_word(**byte)).count()
}

/// Whether a marker that stands in a variation and ends at `at` is the game's, as the reader has it; `None` where more bytes
/// are needed to know.
fn is_last_marker(bytes: &[u8], at: usize) -> Option<bool> {
    let mut ahead = Lexer::new(bytes, at);
    let last = super::text::is_last_marker(ahead);
    // Some token beyond decides, and it must be whole.
    while let Some((_, Token::Comment { .. } | Token::Escape(_))) = ahead.next() {}
    (ahead.at() < bytes.len()).then_some(last)
}

fn starts_line(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether the lexer ends a word at this byte.
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
        || matches!(byte, b'(' | b')' | b'{' | b'}' | b';' | b'$' | b'[' | b']')
}

/// Whether a game follows `at`.
///
/// # Errors
/// Nothing but comments does: these.
pub(super) fn is_another(bytes: &[u8], at: usize) -> Result<(), Vec<&[u8]>> {
    let mut lexer = Lexer::new(bytes, at);
    let mut comments = Vec::new();
    loop {
        match lexer.next_tag() {
            Some((_, Token::Comment { text, .. })) => comments.push(text),
            Some((_, Token::Escape(_))) => {}
            Some((_, Token::Fault(code, _))) if code.is_note() => {}
            Some((_, Token::Fault(Code::CommentUnclosed, _))) => {}
            Some(_) => return Ok(()),
            None if lexer.skip_space() < bytes.len() => return Ok(()),
            None => return Err(comments),
        }
    }
}
