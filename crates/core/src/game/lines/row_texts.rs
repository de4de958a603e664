//! Texts of games made from the rows of tables that are not text, such as Parquet.
//!
//! Moves as PGN has them become a text of PGN, which is read much faster than any other. All else becomes a table of one row,
//! as CSV, whose reader knows more forms.

use super::delimited;
use super::headings::{CellTag, ColumnHeading, MOVES, TableReading};
use super::values::notation_of;
use crate::name::is_plain;
use crate::notation::other_than_san;
use crate::step::Termination;
use crate::swar;
use crate::text::push_escaped;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

/// The format of a text that was made from a row. Texts of PGN may follow each other: each is one game, whatever faults
/// it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// A game of PGN.
    Pgn,
    /// A header and a row.
    Csv,
}

/// Makes a text of a game from each row of a table.
/// ```
/// use scoresheet_core::game::{RowForm, RowTexts, TableReading};
///
/// let rows = RowTexts::new(&TableReading::default(), &["white", "winner", "movetext"]).expect("it has moves");
/// let mut out = Vec::new();
/// let cells = ["Ann", "white", "1. e4 e5 2. Qh5"];
/// assert_eq!(rows.append(|column| Some(cells[column].into()), &mut out), RowForm::Pgn);
/// assert_eq!(out, b"[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 1-0\n\n");
/// ```
#[derive(Clone, Debug)]
pub struct RowTexts {
    headings: Vec<ColumnHeading<'static>>,
    moves: usize,
}

impl RowTexts {
    /// For tables with these columns; `None` if none of them holds moves.
    pub fn new(reading: &TableReading, names: &[&str]) -> Option<RowTexts> {
        let headings = reading.headings(names.iter().map(|name| name.as_bytes()));
        let moves = headings.iter().position(ColumnHeading::is_moves)?;
        Some(RowTexts { headings: headings.into_iter().map(ColumnHeading::into_owned).collect(), moves })
    }

    /// What the columns hold.
    pub fn headings(&self) -> &[ColumnHeading<'static>] {
        &self.headings
    }

    /// Appends the text of a row to `out`; `cell` gives the text in a column, or `None` if there is nothing.
    pub fn append<'c>(&self, cell: impl Fn(usize) -> Option<Cow<'c, str>>, out: &mut Vec<u8>) -> RowForm {
        let moves = cell(self.moves).unwrap_or_default();
        let start = out.len();
        if is_movetext(&moves) && self.append_pgn(&cell, &moves, out).is_some() {
            return RowForm::Pgn;
        }
        out.truncate(start);
        self.append_csv(cell, moves, out);
        RowForm::Csv
    }

    /// The cells that are tags, each with its heading.
    fn tags<'c>(
        &self,
        cell: impl Fn(usize) -> Option<Cow<'c, str>>,
    ) -> impl Iterator<Item = (&ColumnHeading<'static>, Cow<'c, str>)> {
        let others = self.headings.iter().enumerate().filter(|(at, _)| *at != self.moves);
        others.filter_map(move |(at, heading)| Some((heading, cell(at)?))).filter(|(_, value)| !value.is_empty())
    }

    /// Appends the row as a game of PGN; `None` if it has text that a tag of PGN cannot hold unchanged.
    fn append_pgn<'c>(
        &self,
        cell: impl Fn(usize) -> Option<Cow<'c, str>>,
        moves: &str,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let (start, mut result) = (out.len(), None);
        for (heading, value) in self.tags(cell) {
            let CellTag { name, value, marker } = heading.tag(Cow::Borrowed(value.as_bytes()));
            let value = core::str::from_utf8(&value).ok()?;
            if matches!(&*name, b"FEN" | b"SetUp") || !is_plain(&name) || value.bytes().any(|byte| byte < b' ') {
                return None;
            }
            result = marker.or(result);
            out.push(b'[');
            out.extend_from_slice(&name);
            out.extend_from_slice(b" \"");
            push_escaped(value, out);
            out.extend_from_slice(b"\"]\n");
        }
        // Without a tag, the moves would continue the game before.
        if out.len() == start {
            return None;
        }
        out.push(b'\n');
        out.extend_from_slice(moves.as_bytes());
        let last = moves.rsplit(' ').next().unwrap_or_default();
        if let Some(result) = result.filter(|_| Termination::find(last).is_none()) {
            // It may be a result in another form.
            if !last.starts_with(|sign: char| sign.is_ascii_alphabetic() || matches!(sign, '}' | ')' | '$')) {
                return None;
            }
            out.push(b' ');
            out.extend_from_slice(result.as_str().as_bytes());
        }
        out.extend_from_slice(b"\n\n");
        Some(())
    }

    /// Appends a header, and the row.
    fn append_csv<'c>(&self, cell: impl Fn(usize) -> Option<Cow<'c, str>>, moves: Cow<'c, str>, out: &mut Vec<u8>) {
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (heading, value) in self.tags(cell) {
            let CellTag { name, value, .. } = heading.tag(Cow::Borrowed(value.as_bytes()));
            names.push(String::from_utf8_lossy(&name).into_owned());
            values.push(String::from_utf8_lossy(&value).into_owned());
        }
        names.push(MOVES.to_owned());
        values.push(moves.into_owned());
        delimited::write(&names, b',', out);
        delimited::write(&values, b',', out);
    }
}

/// Whether moves can follow the tags of a game of PGN unchanged: a line of movetext in which no other game can start, and
/// that ends what it begins.
fn is_movetext(moves: &str) -> bool {
    let bytes = moves.as_bytes();
    let starts = bytes.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'{');
    if !starts || other_than_san(notation_of(bytes)).is_some() {
        return false;
    }
    let last_word = bytes.iter().rposition(|byte| *byte == b' ').unwrap_or(0);
    let mut at = next_sign(bytes, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // The content of a comment starts nothing, but it must end.
            b'{' => at = swar::find(bytes, at, [b'}']),
            // A result ends a game.
            b'*' | b'/' if at >= last_word => {}
            b'-' if at >= last_word || !at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_digit()) => {}
            _ => return false,
        }
        at = next_sign(bytes, at + 1);
    }
    at == bytes.len()
}

/// The first place from `at` whose byte may start or end something else than a move, or the end.
fn next_sign(bytes: &[u8], mut at: usize) -> usize {
    let is_sign = |byte: u8| {
        // Without a branch, so that many bytes are looked at together.
        (byte >= 0x80)
            | (byte == b'{')
            | (byte == b'"')
            | (byte == b'<')
            | (byte == b';')
            | (byte == b'[')
            | (byte == b'\n')
            | (byte == b'\r')
            | (byte == b'*')
            | (byte == b'/')
            | (byte == b'-')
    };
    while let Some(many) = bytes.get(at..).and_then(|rest| rest.first_chunk::<32>()) {
        if many.iter().fold(false, |found, byte| found | is_sign(*byte)) {
            break;
        }
        at += many.len();
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| is_sign(*byte)).map_or(bytes.len().max(at), |place| at + place)
}
