//! Delimited text by RFC 4180: where rows end, which fields they have, and how a field is quoted. Knows nothing of
//! chess.
//!
//! A quote counts only if a field starts. So one that is in the middle of a field means itself, and no stray quote can
//! swallow the rows after it, unless a field starts with it.

use super::is_line_end;
use crate::game::format::OptionSpec;
use crate::text::{BOM_UTF8, delimited_field};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The options of formats that are written like this: what parts the fields.
pub(in crate::game) const READ: OptionSpec =
    OptionSpec { values: &["auto", "comma", "semicolon", "tab", "pipe"], default: "auto", reads: true, ..WRITTEN };
pub(in crate::game) const WRITTEN: OptionSpec = OptionSpec {
    id: "delimiter",
    values: &["comma", "semicolon", "tab", "pipe"],
    default: "comma",
    doc: "the separator between columns",
    reads: false,
};

/// What may part the fields of a row, the likeliest first.
const DELIMITERS: [(&str, u8); 4] = [("comma", b','), ("semicolon", b';'), ("tab", b'\t'), ("pipe", b'|')];

/// The signs that may part the fields of a row; the first one is written.
pub(in crate::game) fn signs() -> impl Iterator<Item = u8> {
    DELIMITERS.into_iter().map(|(_, sign)| sign)
}

/// The state of the reader at a byte of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    /// At the start of a field.
    Start,
    /// In a field without quotes.
    Bare,
    Quoted,
    /// After a quote that closes the field, unless another one follows.
    Closed,
}

impl CellState {
    /// The state after this byte. Rows are found without knowing what parts their fields.
    fn after(self, byte: u8) -> CellState {
        match (self, byte) {
            (CellState::Quoted, b'"') => CellState::Closed,
            (CellState::Quoted, _) | (CellState::Start | CellState::Closed, b'"') => CellState::Quoted,
            (_, b'\n' | b'\r') => CellState::Start,
            _ if DELIMITERS.iter().any(|(_, delimiter)| *delimiter == byte) => CellState::Start,
            _ => CellState::Bare,
        }
    }
}

/// The bytes, each with whether it is quoted.
fn quoted(bytes: &[u8]) -> impl Iterator<Item = (u8, bool)> {
    let mut state = CellState::Start;
    bytes.iter().map(move |byte| {
        state = state.after(*byte);
        (*byte, state == CellState::Quoted)
    })
}

/// The length of the leading part of `bytes` that is whole rows; `None` if not even one is.
pub(in crate::game) fn cut(bytes: &[u8]) -> Option<usize> {
    let ends = quoted(bytes).enumerate().filter(|(_, (byte, quoted))| is_line_end(*byte) && !quoted);
    ends.last().map(|(at, _)| at + 1)
}

/// The next row at or after `at` that holds anything, without its line end.
pub(in crate::game) fn row(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at + bytes.get(at..)?.iter().position(|byte| !is_line_end(*byte))?;
    let length = quoted(&bytes[start..]).position(|(byte, quoted)| is_line_end(byte) && !quoted);
    Some(start..length.map_or(bytes.len(), |length| start + length))
}

/// Whether a row ends within quotes.
pub(in crate::game) fn is_open(row: &[u8]) -> bool {
    quoted(row).last().is_some_and(|(_, quoted)| quoted)
}

/// The fields of a row, unchanged.
pub(in crate::game) fn fields(row: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut state = CellState::Start;
    row.split(move |byte| {
        state = state.after(*byte);
        *byte == delimiter && state != CellState::Quoted
    })
}

/// The fields of a header, without quotes and blanks around them.
pub(in crate::game) fn headings(header: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let header = header.strip_prefix(BOM_UTF8).unwrap_or(header);
    fields(header, delimiter).map(|field| {
        let field = field.trim_ascii();
        field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field)
    })
}

/// The delimiter of this row, if it is not known: the one that occurs most often.
pub(in crate::game) fn likeliest(row: &[u8]) -> u8 {
    let likeliest_last = DELIMITERS.iter().rev().map(|(_, delimiter)| *delimiter);
    likeliest_last.max_by_key(|delimiter| fields(row, *delimiter).count()).unwrap_or(b',')
}

/// What parts fields and has this name.
pub(in crate::game) fn named(name: &str) -> Option<u8> {
    DELIMITERS.iter().find(|(known, _)| *known == name).map(|(_, delimiter)| *delimiter)
}

/// The content of a field; `None` if its quotes are wrong.
pub(in crate::game) fn value(field: &[u8]) -> Option<Cow<'_, [u8]>> {
    let Some(inner) = field.strip_prefix(b"\"") else { return Some(Cow::Borrowed(field)) };
    let inner = inner.strip_suffix(b"\"")?;
    if !inner.contains(&b'"') {
        return Some(Cow::Borrowed(inner));
    }
    // Quotes are in pairs there, and each pair is one quote: every second piece between them is empty.
    let mut pieces = inner.split(|byte| *byte == b'"');
    let mut out = pieces.next().unwrap_or_default().to_vec();
    while let Some(between) = pieces.next() {
        let behind = pieces.next().filter(|_| between.is_empty())?;
        out.push(b'"');
        out.extend_from_slice(behind);
    }
    Some(Cow::Owned(out))
}

/// Appends a row.
pub(in crate::game) fn write(fields: &[String], delimiter: u8, out: &mut Vec<u8>) {
    for (number, field) in fields.iter().enumerate() {
        if number > 0 {
            out.push(delimiter);
        }
        out.extend_from_slice(delimited_field(field, delimiter).as_bytes());
    }
    out.push(b'\n');
}
