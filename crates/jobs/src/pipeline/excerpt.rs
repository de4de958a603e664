//! The report of one fault for people: what, where, and the line of the input with the place marked. The hint is added by
//! the caller that shows it, because only it knows the spelling of options.

use crate::common::failure::Failure;
use crate::formats::refine;
use scoresheet_core::error::{Detail, Fault};
use scoresheet_core::game::AnyGames;
use scoresheet_core::location::{Base, Extent, Location};
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::text::{self, Encoding};
use std::borrow::Cow;
use std::fmt::Write;

/// How many characters of a line are shown. With the number of the line and the signs of a line that continues, they
/// fit in a terminal of 80 columns.
const SHOWN: usize = 66;
/// How many of them are before the place, if as many follow it.
const BEFORE: usize = 30;
/// How many bytes of a line are examined before and after the place.
const LOOKED_AT: usize = 4 * SHOWN;
/// The longest title in characters.
const TITLE: usize = 120;

/// The part of the input around a fault.
pub struct Excerpt {
    /// The line, or the part of it that is near the place.
    line: String,
    /// The number of characters of the line before the place.
    before: usize,
    /// Characters that are marked.
    marked: usize,
    /// The game's players and event.
    title: String,
}

impl Excerpt {
    /// The part of `block` around a fault whose place is counted from the start of the block. Its games are PGN, or
    /// declare that they are VGN.
    pub(crate) fn of(block: &[u8], fault: &Fault) -> Option<Excerpt> {
        Excerpt::of_game(block, fault, None)
    }

    /// The same for a fault of the game that starts with this byte, if that is known. The games before it are then not
    /// read again to find the title.
    pub(crate) fn of_game(block: &[u8], fault: &Fault, start: Option<usize>) -> Option<Excerpt> {
        let excerpt = Excerpt::titled(block, fault, String::new())?;
        let (start, games) = start.map_or((0, fault.at.game), |start| (start, 1));
        Some(Excerpt { title: title_in(block, start, games), ..excerpt })
    }

    /// The same for a game whose players and event are known.
    pub fn titled(block: &[u8], fault: &Fault, title: String) -> Option<Excerpt> {
        // Data that can start at any bit cannot be shown as text.
        if fault.at.bit.is_some() {
            return None;
        }
        let at = usize::try_from(fault.at.byte).ok().filter(|&at| at <= block.len() && !block.is_empty())?;
        let (head, tail) = block.split_at(at);
        let start = head.iter().rposition(|&b| is_line_end(b)).map_or(0, |end| end + 1);
        let end = tail.iter().position(|&b| is_line_end(b)).unwrap_or(tail.len());
        let head = &head[start.max(at.saturating_sub(LOOKED_AT))..];
        let tail = &tail[..end.min(LOOKED_AT)];
        let encoding = if Encoding::of(head) == Encoding::Utf8 { Encoding::of(tail) } else { Encoding::Cp1252 };
        let (head, tail) = (text::decode(head, encoding), text::decode(tail, encoding));
        let behind = tail.chars().count().min(SHOWN - head.chars().count().min(BEFORE));
        let (mut line, before) = end_of(&head, SHOWN - behind);
        let (rest, length) = start_of(&tail, behind);
        line.push_str(&rest);
        let word = fault.text.trim_end_matches('…').chars().count();
        let marked = word.clamp(1, length.max(1));
        Some(Excerpt { line, before, marked, title })
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The last characters of the text before the place, at most this many, and their number.
fn end_of(text: &str, most: usize) -> (String, usize) {
    let count = text.chars().count();
    let cut = count.saturating_sub(most);
    let mut shown: String = text.chars().skip(cut).map(printable).collect();
    if cut > 0 {
        shown.insert(0, '…');
    }
    (shown, count - cut + usize::from(cut > 0))
}

/// The first characters of the text at the place, at most this many, and their number.
fn start_of(text: &str, most: usize) -> (String, usize) {
    let count = text.chars().count();
    let mut shown: String = text.chars().take(most).map(printable).collect();
    if count > most {
        shown.push('…');
    }
    (shown, count.min(most))
}

/// A line is shown on a terminal, so no character may move the cursor, and each must take one column.
fn printable(character: char) -> char {
    match character {
        '\t' => ' ',
        c if text::moves_terminal(c) => '\u{fffd}',
        c => c,
    }
}

/// The title of the game with this number of those that start with a byte of the block.
fn title_in(block: &[u8], start: usize, number: u64) -> String {
    let settings = Settings { depth: Depth::Tags, ..Settings::default() };
    let games = block.get(start..).unwrap_or_default();
    let mut games = AnyGames::of(refine::format_of(block), games, &settings);
    let mut record = Record::new();
    while record.number < number && games.next(&mut record, &mut ()) {}
    title_of(|name| record.tag(name).map(Cow::into_owned))
}

/// Players and event of a game, as `A - B, Club night`; empty if no tag has them.
pub fn title_of(tag: impl Fn(&'static str) -> Option<String>) -> String {
    let known = |name| tag(name).filter(|value| !matches!(value.as_str(), "" | "?"));
    let players: Vec<_> = ["White", "Black"].into_iter().filter_map(known).collect();
    let event = known("Event");
    let parts: Vec<_> = [Some(players.join(" - ")).filter(|p| !p.is_empty()), event].into_iter().flatten().collect();
    parts.join(", ").chars().take(TITLE).map(printable).collect()
}

/// The report of a fault whose place is that in the source.
pub fn explain(fault: &Detail, word: &str, file: Option<&str>, excerpt: Option<&Excerpt>) -> String {
    let mut out = format!("{word}: {}\n", fault.message);
    let line = fault.at.line.to_string();
    let gutter = " ".repeat(line.len());
    if let Some(file) = file {
        let place = place(fault, excerpt.map_or("", |excerpt| &excerpt.title));
        let at = if fault.at.line > 0 { format!(":{line}:{}", fault.at.column) } else { String::new() };
        let _ = writeln!(out, "{gutter} --> {file}{at}{place}");
    }
    if let Some(Excerpt { line: shown, before, marked, .. }) = excerpt {
        let blank = " ".repeat(*before);
        let _ = writeln!(out, "{gutter}  |\n {line} | {shown}\n{gutter}  | {blank}{}", "^".repeat(*marked));
    }
    if let Some(fen) = &fault.fen {
        let _ = writeln!(out, "{gutter}  = position: {fen}");
    }
    out.truncate(out.trim_end().len());
    out
}

/// The failure for a fault at which the job stops. The place of the fault is counted from the start of the block;
/// `base` is the text before the block.
pub(crate) fn raised(mut fault: Fault, base: &Base, block: &[u8], name: &str) -> Failure {
    let excerpt = Excerpt::of(block, &fault);
    fault.rebase(base);
    let report = explain(&fault, "error", Some(name), excerpt.as_ref());
    Failure::Input { file: Some(name.to_owned()), fault, report: Some(report) }
}

/// A place in a source of one game.
pub fn place_in(source: &[u8], byte: usize) -> Location {
    let byte = byte.min(source.len());
    let before = Extent::of(&source[..byte]);
    Location { byte: byte as u64, game: 1, line: before.lines + 1, column: before.columns + 1, ..Location::default() }
}

/// The place in brackets: the game with its title, the move, the byte.
fn place(fault: &Detail, title: &str) -> String {
    let mut parts = Vec::new();
    if fault.at.game > 0 {
        let title = if title.is_empty() { String::new() } else { format!(" \"{title}\"") };
        parts.push(format!("game {}{title}", fault.at.game));
    }
    if let Some((number, black)) = fault.at.number {
        parts.push(format!("move {number}{}", if black { "..." } else { "." }));
    }
    if fault.at.game > 0 || fault.at.byte > 0 {
        parts.push(format!("byte {}", fault.at.byte));
        parts.extend(fault.at.bit.map(|bit| format!("bit {bit}")));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
