//! Where games start and end: cuts a stream into blocks of whole games, which can then be read in parallel.

use super::lexer::{MARK_REACH, PgnLexer, PgnToken, first_certain_mark, last_certain_mark, next_mark, unfinished_mark};
use super::reader::PgnReader;
use crate::game::format::Marks;
use crate::limits::Limits;

/// How a source is read in parts.
pub static MARKS: Marks = Marks { reach: MARK_REACH, first: first_certain_mark, prologue, count };

/// How many leading bytes of a source hold the comments before its first tag, in which no game starts; `None` if more
/// bytes are needed.
fn prologue(bytes: &[u8], limits: &Limits) -> Option<usize> {
    let mut reader = PgnReader::new(bytes, limits);
    pass_prologue(&mut reader)?;
    Some(reader.at())
}

/// Goes to the first tag or move of the first game; `None` if more bytes are needed.
fn pass_prologue(reader: &mut PgnReader<'_>) -> Option<()> {
    if !reader.next_game() {
        return None;
    }
    while reader.in_prologue() {
        reader.next_event()?;
    }
    Some(())
}

/// How many games are in whole games.
fn count(bytes: &[u8], limits: &Limits) -> u64 {
    let mut reader = PgnReader::new(bytes, limits);
    let mut games = 0;
    while reader.next_game() {
        games += 1;
    }
    games
}

/// The length of the leading part of `bytes` that is whole games; `bytes` starts where a game starts. `None`: more bytes are
/// needed. `last` means that none follow; the result is the length of `bytes` then.
///
/// However a text is cut, the reader finds the same games at the same places: a cut is only made where reading from the
/// start is sure to find the start of a game, and a reader carries nothing over from one game to the next.
pub fn cut(bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let mut reader = PgnReader::new(bytes, limits);
    // Comments before the first tag belong to the game that the tag opens, so no cut may separate them.
    pass_prologue(&mut reader)?;
    last_certain_mark(bytes, bytes.len()).filter(|&mark| mark >= reader.at()).or_else(|| cut_by_reading(bytes, reader))
}

/// The length of the first game of `bytes`, which start where it does; `None` if more bytes may change it.
pub fn first(bytes: &[u8], limits: &Limits) -> Option<usize> {
    let mut reader = PgnReader::new(bytes, limits);
    pass_prologue(&mut reader)?;
    reader.skip();
    Some(reader.span().end).filter(|&end| !reader.has_open_tag() && is_sure(bytes, end))
}

/// Whether a game surely starts at `start`, where reading has found one. For a tag, nothing after it matters except
/// the byte that ends it; other tokens may continue after a few blanks, and need a move after them.
fn is_sure(bytes: &[u8], start: usize) -> bool {
    /// No token that continues after blanks does so farther away.
    const REACH: usize = 16;
    let mut lexer = PgnLexer::starting_at(bytes, start);
    match lexer.next() {
        Some((_, PgnToken::Tag(_))) => lexer.at < bytes.len(),
        // Whether it does is known only once a tag was found after it.
        Some((_, PgnToken::Bracket(_))) | None => false,
        Some(_) => lexer.at + REACH < bytes.len() && lexer.span().is_some_and(|(_, end)| end + REACH < bytes.len()),
    }
}

/// How many bytes of games that only their numbers part are kept in one block.
const LONGEST_RUN: usize = 8 << 20;

/// The last place where `reader` finds the start of a game, and would do so with any bytes after it.
fn cut_by_reading(bytes: &[u8], mut reader: PgnReader<'_>) -> Option<usize> {
    let mut whole = None;
    loop {
        reader.skip();
        let start = reader.span().end;
        if reader.has_open_tag() || !is_sure(bytes, start) {
            return whole;
        }
        // A block that starts with `%` would start with an escaped line, but a game never does: this is a word. And the
        // note about a game that is ended by the number of the next one is found only if both are in one block.
        let is_noted = reader.restarts_game() && start < LONGEST_RUN;
        if bytes.get(start) != Some(&b'%') && !is_noted {
            whole = Some(start);
        }
        if !reader.next_game() {
            return whole;
        }
    }
}

/// Where the next game starts in `bytes`, which start within a game that is too long to be read. As an error: how many
/// leading bytes are surely of that game; the search continues with the others and the bytes after them.
///
/// # Errors
/// If no game starts in `bytes`.
pub fn resync(bytes: &[u8]) -> Result<usize, usize> {
    next_mark(bytes, 0).ok_or_else(|| unfinished_mark(bytes))
}
