//! Where a game of VGN ends, and whether another one follows.

use super::binary::Units;
use super::lexer::tags::may_go_on;
use super::lexer::{Lexer, Token};
use super::tags::ReadTags;
use crate::dialect::vgn::codes::Moves;
use crate::error::Code;
use crate::limits::Limits;
use alloc::vec::Vec;

/// Where the game ends whose tags these are; `None` where more bytes are needed to know.
pub(in crate::game) fn end_of_game(bytes: &[u8], tags: &ReadTags<'_>, limits: &Limits) -> Option<usize> {
    match tags.format() {
        // Moves that nobody knows may be of any kind: where they end is never known.
        _ if !tags.known => None,
        _ if tags.limit => Lexer::next_bracket_line(bytes, tags.end),
        format if !format.binary => end_of_text(bytes, tags.end, format.moves),
        // Where that is broken nobody will ever know: what follows stays with the game.
        format => Units::new(bytes, tags.end, format, limits).skip_to_end().ok(),
    }
}

/// Where the moves of a text game end that start at `start`, as the reader has it: behind the marker outside variations, or
/// where another tag section starts; `None` where more bytes are needed to know.
fn end_of_text(bytes: &[u8], start: usize, moves: Moves) -> Option<usize> {
    let mut lexer = Lexer::new(bytes, start);
    lexer.set_moves(moves);
    let mut depth = 0usize;
    loop {
        let (at, token) = lexer.next()?;
        match token {
            Token::Move(_) | Token::Number { .. } => {}
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Termination(_) if depth == 0 || is_last_marker(bytes, lexer.at())? => {
                return Some(lexer.at()).filter(|end| *end < bytes.len());
            }
            Token::Tag(_) if starts_line(bytes, at) => return Some(at),
            Token::Fault(Code::CommentUnclosed, _) => return None,
            Token::Fault(Code::TagSyntax, _) if may_go_on(bytes, at) => return None,
            _ => {}
        }
    }
}

/// Whether a marker that stands in a variation and ends at `at` is the game's, as the reader has it; `None` where more bytes
/// are needed to know.
fn is_last_marker(bytes: &[u8], at: usize) -> Option<bool> {
    let mut ahead = Lexer::new(bytes, at);
    let last = super::text::is_last_marker(ahead);
    // Some token beyond decides, and it must be whole.
    loop {
        match ahead.next()? {
            (_, Token::Comment { .. } | Token::Escape(_)) => {}
            (_, Token::Fault(code, _)) if code.is_note() => {}
            _ => return (ahead.at() < bytes.len()).then_some(last),
        }
    }
}

fn starts_line(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether a game follows `at`.
///
/// # Errors
/// Nothing but comments does: these.
pub(in crate::game) fn is_another(bytes: &[u8], at: usize) -> Result<(), Vec<&[u8]>> {
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
