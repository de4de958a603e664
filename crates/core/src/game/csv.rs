//! Comma-separated values: a header, then a row for each game, with its tags as columns and its moves in one, `moves`.
//!
//! Rows follow RFC 4180 but end with LF, as most tools write them; CRLF is read, too.

use super::format::{
    Block, FormatOptions, FormatSpec, GameFormat, NamedOptions, OptionSpec, ReadOptions, WriteOptions, preferring,
};
use super::lines::headings::{self, ColumnHeading, TableReading};
use super::lines::values::{self, Columns, RowWriter};
use super::lines::{BoardRow, RowFormat, RowReader, delimited, pattern, resync};
use super::text_output::{self, TextOutput};
use crate::error::Code;
use crate::limits::Limits;
use crate::notation::{self, MoveNotation};
use crate::read::GameReader;
use crate::text::BOM_UTF8;
use crate::write::GameWriter;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A table as text.
pub(super) struct Csv {
    pub(super) spec: &'static FormatSpec,
    /// Whether tabs separate the columns, regardless of their content.
    pub(super) tabbed: bool,
}

/// The format's entry in the registry.
pub(super) static CSV: Csv = Csv { spec: &SPEC, tabbed: false };

pub(super) static SPEC: FormatSpec = FormatSpec {
    id: "csv",
    title: "Comma-separated values",
    source: "RFC 4180 (2005), one game per row, its moves in one column",
    extensions: &["csv"],
    media: "text/csv",
    starts: true,
    options: &[
        delimited::READ,
        headings::RENAME,
        headings::PRESET,
        headings::MINUTES,
        delimited::WRITTEN,
        values::FIELDS,
        MARKER,
        FORMULAS,
        text_output::ENCODING,
        text_output::BOM,
    ],
    moves: || preferring(&["san", "uci"], notation::that_may_stand(|words| words.in_lines)),
    positions: &["fen"],
    lacks: values::LACKS,
    losses: values::LOSSES,
    pattern: Some(pattern::row),
    ..FormatSpec::EMPTY
};

const TAB: u8 = b'\t';

/// The option that sets whether a result may be among the moves.
pub(super) const MARKER: OptionSpec = OptionSpec {
    id: "marker",
    values: &["yes", "no"],
    default: "yes",
    doc: "`no` writes nothing after the moves, as many data sets do; by default, the result follows them if there is no column `Result`",
    reads: false,
};

/// The option for values that a spreadsheet would take for formulas.
pub(super) const FORMULAS: OptionSpec = OptionSpec {
    id: "formulas",
    values: &["keep", "safe"],
    default: "keep",
    doc: "`safe` writes a `'` before values that start with `=`, `+`, `-`, `@`, a tab or a CR, so that spreadsheets do not run them",
    reads: false,
};

/// Writes a `'` before each value that a spreadsheet would take for a formula; how many these are.
fn neutralise(values: &mut [String]) -> u64 {
    let runs = |value: &&mut String| value.starts_with(['=', '+', '-', '@', '\t', '\r']);
    values.iter_mut().filter(runs).map(|value| value.insert(0, '\'')).count() as u64
}

impl GameFormat for Csv {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detects(&self, head: &[u8]) -> bool {
        let usual = ReadOptions { limits: &Limits::default(), own: FormatOptions::NONE };
        let end = self.opening(head, false, &usual).unwrap_or(0);
        let start = separator(head).map_or(0, |(_, length)| length);
        let headings = CsvReading::default().headings(&head[..end], usual.limits);
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-. \t,;|\"\r\n\xef\xbb\xbf".contains(byte);
        !self.tabbed
            && headings.len() > 1
            && headings.iter().any(ColumnHeading::is_moves)
            && head[start..end].iter().all(plain)
    }

    fn claims(&self, head: &[u8]) -> bool {
        !head.starts_with(b"[")
    }

    fn opening(&self, bytes: &[u8], last: bool, _options: &ReadOptions<'_>) -> Option<usize> {
        let start = separator(bytes).map_or(0, |(_, length)| length);
        let end = delimited::row(bytes, start).map_or(bytes.len(), |header| header.end);
        (last || end < bytes.len()).then_some(end)
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        if last { Some(bytes.len()) } else { delimited::cut(bytes) }
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        resync(bytes)
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        let header =
            block.opening.or_else(|| block.bytes.get(..self.opening(block.bytes, true, options)?)).unwrap_or_default();
        let at = if block.opening.is_some() { 0 } else { header.len() };
        let mut own: CsvReading = options.own.get();
        if self.tabbed {
            own.delimiter = Some(TAB);
        }
        let headings = own.headings(header, options.limits);
        let rows = CsvRows { block: block.bytes, at, header, headings, delimiter: own.delimiter(header) };
        Box::new(RowReader::new(block.bytes, rows, notation::ALL[0], options.limits))
    }

    fn read_options(&self, given: &[(String, String)]) -> FormatOptions {
        FormatOptions::new(CsvReading::of(given))
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(CsvWriting::of(given))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        let CsvWriting { columns, delimiter, safe, marker, notation, text } = options.own.get();
        let delimiter = if self.tabbed { TAB } else { delimiter };
        let layout = move |values: &mut [String], out: &mut _| {
            let changed = if safe { neutralise(values) } else { 0 };
            delimited::write(values, delimiter, out);
            changed
        };
        Box::new(RowWriter::new(layout, columns, notation).with_marker(marker).encoded(text))
    }

    fn header(&self, options: &WriteOptions) -> Vec<u8> {
        let CsvWriting { columns, delimiter, text, .. } = options.own.get();
        let delimiter = if self.tabbed { TAB } else { delimiter };
        let mut out = text.mark().to_vec();
        delimited::write(&columns.names, delimiter, &mut out);
        out
    }
}

/// The options about writing that were given.
#[derive(Clone)]
struct CsvWriting {
    columns: Columns,
    delimiter: u8,
    /// Whether a spreadsheet runs no value as a formula.
    safe: bool,
    /// Whether the result follows the moves if no column has it.
    marker: bool,
    notation: &'static dyn MoveNotation,
    /// How text is encoded.
    text: TextOutput,
}

impl CsvWriting {
    /// The options that were given by name.
    fn of(given: &NamedOptions<'_>) -> CsvWriting {
        CsvWriting {
            columns: Columns::of(values::FIELDS.value(given.own)),
            delimiter: delimited::named(delimited::WRITTEN.value(given.own)).unwrap_or(b','),
            safe: FORMULAS.value(given.own) == "safe",
            marker: MARKER.value(given.own) == "yes",
            notation: given.notation(),
            text: TextOutput::of(given.own),
        }
    }
}

impl Default for CsvWriting {
    fn default() -> CsvWriting {
        CsvWriting::of(&NamedOptions::default())
    }
}

/// The options about reading that were given.
#[derive(Clone, Default)]
struct CsvReading {
    /// What parts the columns, if that was said.
    delimiter: Option<u8>,
    /// What the columns hold.
    table: TableReading,
}

impl CsvReading {
    /// The options that were given by name.
    fn of(given: &[(String, String)]) -> CsvReading {
        CsvReading { delimiter: delimited::named(delimited::READ.value(given)), table: TableReading::of(given) }
    }

    /// What parts the columns of this header.
    fn delimiter(&self, header: &[u8]) -> u8 {
        let told = || separator(header).map(|(sign, _)| sign);
        self.delimiter.or_else(told).unwrap_or_else(|| delimited::likeliest(header))
    }

    /// What the columns of this header hold.
    fn headings<'a>(&self, header: &'a [u8], limits: &Limits) -> Vec<ColumnHeading<'a>> {
        let most = usize::try_from(limits.tags).unwrap_or(usize::MAX);
        let delimiter = self.delimiter(header);
        let header = separator(header).map_or(header, |(_, length)| &header[length..]);
        self.table.headings(delimited::headings(header, delimiter).take(most))
    }
}

/// The delimiter that the line `sep=;` before a header, as spreadsheets read it, sets, and its length.
fn separator(bytes: &[u8]) -> Option<(u8, usize)> {
    let text = bytes.strip_prefix(BOM_UTF8).unwrap_or(bytes);
    let (line, _) = text.split_at_checked(SEPARATOR.len())?;
    let (sign, rest) = text[SEPARATOR.len()..].split_first().filter(|_| line.eq_ignore_ascii_case(SEPARATOR))?;
    let end = [&b"\r\n"[..], b"\n", b"\r"].into_iter().find(|end| rest.starts_with(end))?;
    let is_sign = delimited::signs().any(|known| known == *sign);
    is_sign.then(|| (*sign, bytes.len() - rest.len() + end.len()))
}

/// The start of that line.
const SEPARATOR: &[u8] = b"sep=";

/// The rows of a block.
struct CsvRows<'a> {
    block: &'a [u8],
    at: usize,
    /// The unchanged header.
    header: &'a [u8],
    headings: Vec<ColumnHeading<'a>>,
    delimiter: u8,
}

impl<'a> RowFormat<'a> for CsvRows<'a> {
    fn next(&mut self) -> Option<(Range<usize>, usize)> {
        let row = delimited::row(self.block, self.at)?;
        self.at = (row.end + 1).min(self.block.len());
        Some((row, self.at))
    }

    fn open(&mut self, row: Range<usize>, game: &mut BoardRow<'a>) {
        let moves = self.headings.iter().position(ColumnHeading::is_moves);
        if moves.is_none() {
            game.fault(row.start, Code::ColumnsMissing, self.header.trim_ascii());
        }
        let (mut at, text, mut quotes, mut columns, mut has_moves) = (row.start, &self.block[row], true, 0, false);
        for (column, field) in delimited::fields(text, self.delimiter).enumerate() {
            let (start, end) = (at, at + field.len());
            at = end + 1;
            columns = column + 1;
            match (self.headings.get(column), delimited::value(field)) {
                _ if field.is_empty() => {}
                (None, _) if column as u64 >= game.limits.tags => return game.fault(start, Code::LimitTags, field),
                (None, _) => return game.fault(start, Code::Stray, field),
                // Of several cells with moves, the first one counts.
                (Some(heading), Some(_)) if heading.is_moves() && core::mem::replace(&mut has_moves, true) => {
                    game.fault(start, Code::Stray, field);
                }
                (Some(heading), Some(value)) => {
                    let quote = usize::from(field.starts_with(b"\""));
                    game.value(start + quote..end - quote, heading, value);
                }
                (Some(heading), None) => {
                    quotes = false;
                    let ended = if delimited::is_open(text) { Code::DataTruncated } else { Code::Stray };
                    game.fault(start, ended, field);
                    game.value(start..end, heading, Cow::Borrowed(field));
                }
            }
        }
        // A quote after another sign that could part fields may open a value, too, and what follows is then part of it.
        let is_open = text.contains(&b'"') && delimited::is_open(text);
        if quotes && is_open {
            game.fault(at.min(self.at) - 1, Code::DataTruncated, b"");
        }
        if quotes && !is_open && !has_moves && moves.is_some_and(|moves| moves >= columns) {
            game.fault(at.min(self.at) - 1, Code::ColumnsMissing, b"");
        }
    }
}
