//! The bad games of a job, which `repair` sets aside in a file of their own: unchanged, with the reasons, or
//! as a list of their errors.

use crate::common::failure::Failure;
use crate::common::line_file::{FieldValue, Form, LineFile, form_of, taken};
use crate::common::style::Style;
use crate::formats::{self, Format, detect};
use crate::options::hints::spelled;
use crate::pipeline::fault_file;
use crate::settings::{RunSettings, Settings};
use scoresheet_core::error::Fault;
use scoresheet_core::location::{Base, Location};
use scoresheet_core::read::Record;
use scoresheet_core::text::{Encoding, decode};
use scoresheet_files::{Input, Output};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// The fields of a line of a list.
const FIELDS: [&str; 12] =
    ["file", "game", "ply", "line", "column", "byte", "code", "message", "hint", "kept", "encoding", "game_text"];

/// A game with an error, found in a block.
pub(crate) struct BadGame {
    /// Its number in the block.
    number: u64,
    /// The place of its text in the block; `None` if the game has no text.
    text: Option<Range<usize>>,
    /// How many plies of it are kept; `None` if it is dropped.
    kept: Option<u32>,
    errors: Vec<Fault>,
    /// How many more errors and notes it has.
    left_out: u64,
}

impl BadGame {
    /// The game that was read into a record, if it has an error. `text` is the place of its text.
    pub(crate) fn of(record: &Record<'_>, text: Option<Range<usize>>, settings: &Settings) -> Option<BadGame> {
        let is_error = |fault: &&Fault| settings.read.strict || !fault.code.is_note();
        let errors: Vec<_> = record.faults.iter().filter(is_error).cloned().collect();
        let kept = (!settings.drops(record)).then_some(record.ply_count);
        let bad = BadGame { number: record.number, text, kept, errors, left_out: record.faults_left_out };
        (!bad.errors.is_empty()).then_some(bad)
    }

    /// A stored game of which only its number and its error are known.
    pub(crate) fn stored(number: u64, fault: &Fault) -> BadGame {
        BadGame { number, text: None, kept: None, errors: vec![fault.clone()], left_out: 0 }
    }

    /// The same game under another number.
    pub(crate) fn numbered(self, number: u64) -> BadGame {
        BadGame { number, ..self }
    }

    /// A note that its text is not that of its source.
    pub(crate) fn drop_text(&mut self) {
        self.text = None;
    }

    /// Whether it is written up to its error.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept.is_some()
    }
}

/// The place of the games of a block.
pub(crate) struct Origin<'o> {
    /// The name of the input.
    pub(crate) file: &'o str,
    /// What precedes the block.
    pub(crate) base: &'o Base,
    /// The text of the block.
    pub(crate) block: &'o [u8],
}

/// The file for bad games. It appears when it is complete.
pub(crate) struct Aside {
    path: String,
    written: RejectContent,
    style: Style,
}

/// What is written to the file.
enum RejectContent {
    List(LineFile),
    Texts(Texts),
}

impl Aside {
    /// The file that the settings request, if any. With `force`, an existing file is overwritten.
    ///
    /// # Errors
    /// If the name does not determine what to write, or nothing can be written there.
    pub(crate) fn asked(
        settings: &RunSettings,
        inputs: &[Input],
        output: Option<&str>,
        force: bool,
    ) -> Result<Option<Aside>, Failure> {
        let Some(path) = settings.repair.as_deref() else { return Ok(None) };
        let refused = |why: &str| {
            let message = format!("cannot write the bad games to `{path}`: {why}");
            Failure::usage(message, "name a file with `{repair}` that ends in `.pgn`, `.jsonl` or `.csv`")
        };
        if path == "-" {
            return Err(refused("they are not written to standard output"));
        }
        if let Some(what) = taken(path, inputs, output) {
            return Err(refused(&format!("it is {what}")));
        }
        if settings.errors.as_deref() == Some(path) || settings.duplicates.as_deref() == Some(path) {
            return Err(refused("another option writes that file"));
        }
        let written = match form_of(path) {
            Some(form) => RejectContent::List(list(path, form, force)?),
            None if detect::of_name(path).is_some_and(holds_reasons) => {
                RejectContent::Texts(Texts::create(path, force)?)
            }
            None => return Err(refused("its name does not end in `.pgn`, `.jsonl` or `.csv`")),
        };
        Ok(Some(Aside { path: path.to_owned(), written, style: settings.style }))
    }

    /// Checks that games of this format can be written there.
    ///
    /// # Errors
    /// If they cannot.
    pub(crate) fn check_input(&self, format: Format, name: &str) -> Result<(), Failure> {
        let path = &self.path;
        let (what, hint) = match (&self.written, format) {
            (_, format) if format.is_foreign() => {
                ("holds a game on a board without edges", "convert it without `{repair}`")
            }
            (RejectContent::List(_), _) => return Ok(()),
            (RejectContent::Texts(_), format) if holds_reasons(format) => return Ok(()),
            (RejectContent::Texts(_), _) => ("is not PGN", "a file that ends in `.jsonl` or `.csv` lists the errors"),
        };
        Err(Failure::usage(format!("cannot write the bad games of `{name}` to `{path}`: `{name}` {what}"), hint))
    }

    /// Writes the bad games of a block.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn add(&mut self, game: &BadGame, origin: &Origin<'_>) -> Result<(), Failure> {
        let number = origin.base.games + game.number;
        let place = |fault: &Fault| {
            let mut at = fault.at;
            at.rebase(origin.base);
            Fault::new(fault.code, Location { game: number, ..at }, fault.message.clone(), String::new())
        };
        let errors: Vec<Fault> = game.errors.iter().map(place).collect();
        let text = game.text.clone().and_then(|text| origin.block.get(text));
        match &mut self.written {
            RejectContent::Texts(texts) => texts.add(&reasons(origin.file, game, &errors), text.unwrap_or_default()),
            RejectContent::List(list) => {
                for (nth, fault) in errors.iter().enumerate() {
                    // The text is in the first line only: a game may have as many errors as words.
                    let line = Line { file: origin.file, fault, kept: game.kept, text: text.filter(|_| nth == 0) };
                    line.write(list, self.style);
                }
                list.check()
            }
        }
    }

    /// Writes the reason why a part of an input could not be read, or a game not be kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add_reason(&mut self, file: &str, fault: &Fault) -> Result<(), Failure> {
        match &mut self.written {
            RejectContent::Texts(texts) => {
                let mut line = String::new();
                reason(file, fault, &mut line);
                texts.add(&line, b"")
            }
            RejectContent::List(list) => {
                Line { file, fault, kept: None, text: None }.write(list, self.style);
                list.check()
            }
        }
    }

    /// Makes the file appear.
    ///
    /// # Errors
    /// If a part of it could not be written.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self.written {
            RejectContent::List(list) => list.commit(),
            RejectContent::Texts(texts) => Ok(texts.out.commit()?),
        }
    }
}

fn list(path: &str, form: Form, force: bool) -> Result<LineFile, Failure> {
    LineFile::create(path, form, &FIELDS, force)
}

/// Whether texts of this format can have the reasons between them as escaped lines: only PGN has such lines.
fn holds_reasons(format: Format) -> bool {
    format.id() == formats::usual().spec().id
}

/// A line of a list: an error.
struct Line<'l> {
    file: &'l str,
    fault: &'l Fault,
    kept: Option<u32>,
    /// The text of the game.
    text: Option<&'l [u8]>,
}

impl Line<'_> {
    fn write(&self, list: &mut LineFile, style: Style) {
        let hint = spelled(self.fault.hint(), style);
        let encoding = self.text.map(Encoding::of);
        let text = self.text.zip(encoding).map(|(text, encoding)| decode(text, encoding));
        let values = FIELDS.map(|field| match field {
            "file" => FieldValue::Text(self.file),
            "hint" if hint.is_empty() => FieldValue::Nothing,
            "hint" => FieldValue::Text(&hint),
            "kept" => self.kept.map_or(FieldValue::Nothing, |plies| FieldValue::Number(plies.into())),
            "encoding" => encoding.map_or(FieldValue::Nothing, |encoding| FieldValue::Text(name_of(encoding))),
            "game_text" => text.as_deref().map_or(FieldValue::Nothing, FieldValue::Text),
            field => fault_file::value(field, self.fault),
        });
        list.add(&values);
    }
}

/// The usual name of the encoding of a text in the input.
fn name_of(encoding: Encoding) -> &'static str {
    if encoding == Encoding::Utf8 { "utf-8" } else { "windows-1252" }
}

/// The escaped lines before a game.
fn reasons(file: &str, game: &BadGame, errors: &[Fault]) -> String {
    let mut lines = String::new();
    let number = errors.first().map_or(0, |fault| fault.at.game);
    let kept = match game.kept {
        None => "dropped".to_owned(),
        Some(1) => "1 ply kept".to_owned(),
        Some(plies) => format!("{plies} plies kept"),
    };
    escape(&format!("{file}, game {number}: {kept}"), &mut lines);
    errors.iter().for_each(|fault| reason("", fault, &mut lines));
    if game.left_out > 0 {
        escape(&format!("{} more errors and notes", game.left_out), &mut lines);
    }
    lines
}

/// An escaped line with an error.
fn reason(file: &str, fault: &Fault, lines: &mut String) {
    let mut line = String::new();
    let at = &fault.at;
    if !file.is_empty() {
        _ = write!(line, "{file}, ");
    }
    if at.line > 0 {
        _ = write!(line, "line {}, column {}, ", at.line, at.column);
    }
    _ = write!(line, "byte {}: {}: {}", at.byte, fault.code.id(), fault.message);
    escape(&line, lines);
}

/// Adds a line that readers of PGN ignore.
fn escape(text: &str, lines: &mut String) {
    lines.push_str("% ");
    lines.extend(text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
    lines.push('\n');
}

/// A file of PGN with the texts of bad games. Each is preceded by escaped lines and an empty line, at which a reader finds the
/// start of the game even if the previous one has an open comment.
struct Texts {
    out: Output,
    /// The last byte that was written.
    last: Option<u8>,
}

impl Texts {
    fn create(path: &str, force: bool) -> Result<Texts, Failure> {
        Ok(Texts { out: Output::create(path, force)?, last: None })
    }

    fn add(&mut self, reasons: &str, text: &[u8]) -> Result<(), Failure> {
        self.try_add(reasons.as_bytes(), text).map_err(|error| Failure::not_written(&error, self.out.name()))
    }

    fn try_add(&mut self, reasons: &[u8], text: &[u8]) -> io::Result<()> {
        let gap: &[u8] = match self.last {
            None => b"",
            Some(b'\n' | b'\r') => b"\n",
            Some(_) => b"\n\n",
        };
        for part in [gap, reasons, b"\n", text] {
            self.out.write_all(part)?;
            self.last = part.last().copied().or(self.last);
        }
        Ok(())
    }
}
