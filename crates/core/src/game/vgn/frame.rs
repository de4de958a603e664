//! Finds the end of a VGN game, and whether another one follows.

use super::binary::Units;
use super::lexer::tags::may_go_on;
use super::lexer::{VgnLexer, VgnToken};
use super::tags::ReadTags;
use crate::dialect::vgn::codes::MovesCode;
use crate::error::Code;
use crate::limits::Limits;
use crate::swar::find;
use alloc::vec::Vec;

/// Where the game ends whose tags these are; `None` if more bytes are needed to know.
pub(in crate::game) fn end_of_game(bytes: &[u8], tags: &ReadTags<'_>, limits: &Limits) -> Option<usize> {
    match tags.format() {
        _ if !tags.known => VgnLexer::next_section(bytes, tags.end),
        _ if tags.limit => VgnLexer::next_bracket_line(bytes, tags.end),
        // The place of the damage cannot be found, so what follows stays with the game.
        format if format.binary => Units::new(bytes, tags.end, format, limits).skip_to_end().ok(),
        format => {
            let plain = if format.moves == MovesCode::Words { end_of_plain_words(bytes, tags.end) } else { None };
            plain.or_else(|| end_of_text(bytes, tags.end, format.moves))
        }
    }
}

/// Where the moves of a text game end that start at `start`, as the reader sees it: after the marker outside variations,
/// or where another tag section starts; `None` if more bytes are needed to know.
fn end_of_text(bytes: &[u8], start: usize, moves: MovesCode) -> Option<usize> {
    let mut lexer = VgnLexer::new(bytes, start);
    lexer.set_moves(moves);
    let mut depth = 0usize;
    loop {
        let (at, token) = lexer.next()?;
        match token {
            VgnToken::Move(_) | VgnToken::Number { .. } => {}
            VgnToken::Open => depth += 1,
            VgnToken::Close => depth = depth.saturating_sub(1),
            VgnToken::Termination(_) if depth == 0 || is_last_marker(bytes, lexer.at())? => {
                return Some(lexer.at()).filter(|end| *end < bytes.len());
            }
            VgnToken::Tag(_) if starts_line(bytes, at) => return Some(at),
            VgnToken::Fault(Code::CommentUnclosed, _) => return None,
            VgnToken::Fault(Code::TagSyntax, _) if may_go_on(bytes, at) => return None,
            _ => {}
        }
    }
}

/// The same for words, found without reading them, if there is nothing unusual among them: the marker is searched, and
/// text that may hide one is skipped. `None` means nothing.
fn end_of_plain_words(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0usize);
    loop {
        at = next_sign(bytes, at)?;
        match bytes.get(at)? {
            b'{' => at = find(bytes, at + 1, [b'}']) + 1,
            b';' => at = find(bytes, at, [b'\n', b'\r']),
            b'(' => (depth, at) = (depth + 1, at + 1),
            b')' => (depth, at) = (depth.saturating_sub(1), at + 1),
            _ if depth == 0 => return end_of_marker(bytes, at),
            _ => return None,
        }
    }
}

/// Where the marker whose first unusual byte is at `at` ends, if it is a separate word.
fn end_of_marker(bytes: &[u8], at: usize) -> Option<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\n');
    let start = if bytes.get(at) == Some(&b'*') { at } else { at.checked_sub(1)? };
    let rest = bytes.get(start..)?;
    let marker = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].into_iter().find(|marker| rest.starts_with(marker))?;
    let is_alone = bytes.get(..start)?.last().is_some_and(is_blank) && rest.get(marker.len()).is_some_and(is_blank);
    is_alone.then_some(start + marker.len())
}

/// The first place from `at` with a byte that no plain move or number has, or with a hyphen and a digit of a marker
/// after it; `None` if that is not seen.
fn next_sign(bytes: &[u8], mut at: usize) -> Option<usize> {
    const WIDTH: usize = 32;
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<{ WIDTH + 1 }>()) {
        // Of a length that is known and without a branch, so that it becomes vector code.
        let pairs = chunk[..WIDTH].iter().zip(&chunk[1..]);
        if pairs.fold(0, |any, (&byte, &next)| any | u8::from(is_sign(byte, next))) == 0 {
            at += WIDTH;
            continue;
        }
        let found = chunk.windows(2).position(|pair| MAY_BE_SIGN[usize::from(pair[0])] && is_sign(pair[0], pair[1]));
        return found.map(|index| at + index);
    }
    let rest = bytes.get(at..)?;
    rest.windows(2).position(|pair| is_sign(pair[0], pair[1])).map(|index| at + index)
}

#[inline(always)]
const fn is_sign(byte: u8, next: u8) -> bool {
    (byte.wrapping_sub(b'(') < 3)
        | (byte == b'/')
        | (byte == b'%')
        | (byte == b';')
        | (byte | 0x20 == b'{')
        | (byte == b'-') & (next | 1 == b'1')
}

/// The bytes for which [`is_sign`] may be true: most are not among them, and a table is quicker.
static MAY_BE_SIGN: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 256 {
        table[byte] = is_sign(byte as u8, b'1');
        byte += 1;
    }
    table
};

/// Whether a marker that is in a variation and ends at `at` is the game's, as the reader sees it; `None` if more bytes
/// are needed to know.
fn is_last_marker(bytes: &[u8], at: usize) -> Option<bool> {
    let mut ahead = VgnLexer::new(bytes, at);
    let last = super::text::is_last_marker(ahead);
    // Some token beyond decides, and it must be whole.
    loop {
        match ahead.next()? {
            (_, VgnToken::Comment { .. } | VgnToken::Escape(_)) => {}
            (_, VgnToken::Fault(code, _)) if code.is_note() => {}
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
/// Only comments follow: these.
pub(in crate::game) fn is_another(bytes: &[u8], at: usize) -> Result<(), Vec<&[u8]>> {
    let mut lexer = VgnLexer::new(bytes, at);
    if bytes.get(lexer.skip_space()) == Some(&b'[') {
        return Ok(());
    }
    let mut comments = Vec::new();
    loop {
        match lexer.next_tag() {
            Some((_, VgnToken::Comment { text, .. })) => comments.push(text),
            Some((_, VgnToken::Escape(_))) => {}
            Some((_, VgnToken::Fault(code, _))) if code.is_note() => {}
            Some((_, VgnToken::Fault(Code::CommentUnclosed, _))) => {}
            Some(_) => return Ok(()),
            None if lexer.skip_space() < bytes.len() => return Ok(()),
            None => return Err(comments),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// If the end of a game is found without reading its words, reading finds the same end.
    #[test]
    fn the_end_that_is_looked_for_is_the_one_that_is_read() {
        const PARTS: [&str; 26] = [
            "1. ",
            "Pe2-e4 ",
            "Pe7-e5\n",
            "Bg5-f6xN ",
            "KC ",
            "12.5 ",
            "$5 ",
            "$1-0 ",
            "O-O ",
            "0-0 ",
            "{ 1-0 } ",
            "{[%clk 0:01]} ",
            "(",
            ") ",
            "; 0-1\n",
            "% 1-0\n",
            "1-0 ",
            "1-0\n",
            "0-1\n\n",
            "1/2-1/2\n",
            "1/2 ",
            "*\n",
            "* ",
            "x*\t",
            "\n[A \"b\"]\n",
            "e4-1 ",
        ];
        let mut seed = 5u32;
        let mut found = 0;
        for _ in 0..50_000 {
            let mut text = String::from("[A \"b\"]\n\n");
            let start = text.len();
            for _ in 0..12 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Mostly plain moves.
                let index = if seed >> 30 < 3 { (seed >> 20) % 4 } else { seed >> 16 };
                text.push_str(PARTS[index as usize % PARTS.len()]);
            }
            let bytes = text.as_bytes();
            let Some(end) = end_of_plain_words(bytes, start) else { continue };
            assert_eq!(end_of_text(bytes, start, MovesCode::Words), Some(end), "{text}");
            found += 1;
        }
        assert!(found > 5_000, "{found}");
    }
}
