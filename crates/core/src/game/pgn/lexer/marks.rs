//! Places where a game certainly starts, regardless of the text before them: an empty line, then a tag.

use super::classes::{BOM, CLASS, SPACE};
use super::tags::{is_name, skip_blanks, skip_spaces, tag_opening};
use super::{PgnLexer, PgnToken};
use crate::swar::find;
use crate::text::line_ends;

/// Whether a line that starts at `at` opens a game after any empty line: `[`, a name, a blank and `"`.
/// Stricter than a tag among tags, because comments contain much that looks like one.
fn is_mark(text: &[u8], at: usize) -> bool {
    let Some((name, value)) = tag_opening(text, at) else { return false };
    let before_quote = value - at - 2;
    before_quote > name.len() && value - at <= LONGEST_OPENING && text.get(at + 1).is_some_and(|&b| is_name(b))
}

/// How long `[Name "` may be to count as the start of a game: what is kept while its end has not been read yet.
const LONGEST_OPENING: usize = 1024;

/// With the end of a line at `at`: the start of a game that follows one or more empty lines, or, as the error, where to
/// continue the search for one.
pub(super) fn mark_after_empty_line(text: &[u8], at: usize) -> Result<usize, usize> {
    let mut lines = 0;
    let mut line = at;
    let mut next = at;
    while let Some(b'\n' | b'\r') = text.get(next) {
        line = if text[next..].starts_with(b"\r\n") { next + 2 } else { next + 1 };
        lines += 1;
        next = skip_blanks(text, line);
    }
    let start = if text[line..].starts_with(BOM) { line + BOM.len() } else { line };
    if lines > 1 && is_mark(text, start) { Ok(start) } else { Err(line) }
}

/// The first start of a game after an empty line at or after `from`.
pub(in crate::game::pgn) fn next_mark(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at = line_end(text, at);
        if at >= text.len() {
            return None;
        }
        match mark_after_empty_line(text, at) {
            Ok(mark) => return Some(mark),
            Err(next) => at = next,
        }
    }
}

/// The last start of a game after an empty line, before `end`, that is one in any state of the reader.
///
/// In the moves, in a comment, in a variation and after a termination such a place always starts a game. Only in a tag
/// section it may not: if the last line that is not empty surely ends a tag section, the place is not part of one.
pub(in crate::game::pgn) fn last_certain_mark(text: &[u8], end: usize) -> Option<usize> {
    let mut end = end.min(text.len());
    loop {
        let at = text[..end].iter().rposition(|&b| b == b'[')?;
        if is_mark(text, at) && ends_moves(&text[..at]) {
            return Some(at);
        }
        end = at;
    }
}

/// How many bytes before the start of a game may hold the line that proves it: [`first_certain_mark`] looks no farther
/// back. It looks as far ahead as a start of a game is long, which is included.
pub(in crate::game::pgn) const MARK_REACH: usize = (64 << 10) + LONGEST_OPENING;

/// The first start of a game in `text` that is one in any state of the reader, and with any text before
/// `text`: the whole line that ends the game before it is in `text`, after another line that is not empty, and near it.
///
/// Whether a place is one depends on [`MARK_REACH`] bytes before it and on the bytes that start the game, and on nothing
/// else. Therefore a text may be searched in pieces that overlap by twice that.
pub(in crate::game::pgn) fn first_certain_mark(text: &[u8]) -> Option<usize> {
    let mut at = line_end(text, 0);
    loop {
        at = line_end(text, at);
        if at >= text.len() {
            return None;
        }
        match mark_after_empty_line(text, at) {
            Ok(mark) if follows_whole_moves(&text[mark.saturating_sub(MARK_REACH)..mark]) => {
                return Some(mark);
            }
            Ok(next) | Err(next) => at = next,
        }
    }
}

/// The same as [`ends_moves`], except that another non-empty line must precede that line.
fn follows_whole_moves(before: &[u8]) -> bool {
    text_before_moves(before).is_some_and(|earlier| !earlier.is_empty())
}

/// Whether `before` ends with a line that is surely none of a tag section, and one or more empty lines after it.
fn ends_moves(before: &[u8]) -> bool {
    text_before_moves(before).is_some()
}

/// What precedes that line, up to the last thing that is not white space, if there is such a line.
fn text_before_moves(before: &[u8]) -> Option<&[u8]> {
    let before = before.strip_suffix(BOM).unwrap_or(before);
    if !matches!(before.last(), Some(b'\n' | b'\r')) {
        return None;
    }
    let space = space_at_end(before);
    let filled = &before[..before.len() - space.len()];
    let line_start = filled.iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |end| end + 1);
    let earlier = &filled[..line_start];
    let earlier = &earlier[..earlier.len() - space_at_end(earlier).len()];
    (line_ends(space) > 1 && !opens_tag(earlier) && ends_section(filled, line_start)).then_some(earlier)
}

/// Whether `text` ends with a bracket that may open a tag whose name is in the next line.
fn opens_tag(text: &[u8]) -> bool {
    let bracket = text.iter().rposition(|&b| matches!(b, b'[' | b'\n' | b'\r'));
    bracket.is_some_and(|at| text[at] == b'[' && skip_spaces(text, at + 1).0 == text.len())
}

/// Whether the last line of `text`, which starts at `line_start`, is surely not in a tag section that continues after
/// it, whether the line starts in a comment or not.
fn ends_section(text: &[u8], line_start: usize) -> bool {
    let line = &text[line_start..];
    // The value of a tag may continue in this line.
    if line.windows(2).any(|pair| pair == b"\"]") {
        return false;
    }
    let ends_from = |start| tokens_end_section(PgnLexer::starting_at(text, start));
    let comment_end = line.iter().position(|&byte| byte == b'}').map(|at| line_start + at + 1);
    ends_from(line_start) && comment_end.is_none_or(ends_from)
}

/// Whether a tag section that reaches these tokens ends with them. A move number ends it, and so does a result, unless
/// something in brackets follows: then the result is among the tags. A tag may open another section.
fn tokens_end_section(mut lexer: PgnLexer<'_>) -> bool {
    let (mut in_moves, mut ended) = (false, false);
    while let Some((_, token)) = lexer.next() {
        match token {
            PgnToken::Zeros(_) | PgnToken::Number { dots: 1.., .. } => in_moves = true,
            PgnToken::Termination { .. } => ended = true,
            PgnToken::Bracket(_) => ended = false,
            PgnToken::Tag(_) => (in_moves, ended) = (false, false),
            _ => {}
        }
    }
    in_moves || ended
}

/// Where at the end of `text` a start of a game after an empty line may be in the making, of which the rest is to come.
pub(in crate::game::pgn) fn unfinished_mark(text: &[u8]) -> usize {
    let line_start = text.iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |end| end + 1);
    let line = &text[line_start..];
    let may_open = line.iter().all(|&b| is_name(b) || matches!(b, b' ' | b'\t' | b'['));
    if !may_open || line.len() > LONGEST_OPENING {
        return text.len();
    }
    // Two line ends make the empty line; the text before them does not matter.
    let space = space_at_end(&text[..line_start]);
    let ends = space.iter().enumerate().rev().filter(|&(_, &b)| b == b'\n' || b == b'\r');
    let kept = ends.map(|(at, _)| at).nth(3).unwrap_or(0);
    line_start - space.len() + kept
}

/// Whether the token at `at` directly follows an empty line.
#[inline(always)]
pub(in crate::game::pgn) fn follows_empty_line(text: &[u8], at: usize) -> bool {
    // Most lines follow one that ends with a sign.
    let behind_sign = matches!(text.get(..at), Some([.., b'!'..=b'~', b'\n'] | [.., b'!'..=b'~', b'\r', b'\n']));
    !behind_sign && is_behind_empty_line(text, at)
}

#[inline(never)]
fn is_behind_empty_line(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    line_ends(space_at_end(before.strip_suffix(BOM).unwrap_or(before))) > 1
}

/// The white space that `text` ends with.
fn space_at_end(text: &[u8]) -> &[u8] {
    let filled = text.iter().rposition(|&b| CLASS[usize::from(b)] != SPACE).map_or(0, |last| last + 1);
    &text[filled..]
}

/// The end of the line at `at`.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, [b'\n', b'\r'])
}
