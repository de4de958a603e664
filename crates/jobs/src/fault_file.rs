//! A file of all faults of a job, errors and notes, one per line, as JSON or CSV.

use crate::failure::Failure;
use crate::options::hint::{spelled, without_output};
use crate::settings::Settings;
use crate::style::Style;
use scoresheet_core::error::Fault;
use scoresheet_core::text::delimited_field;
use scoresheet_files::{Input, Output, PACKINGS};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is told of a fault, in this order.
const FIELDS: [&str; 13] =
    ["file", "game", "ply", "line", "column", "byte", "bit", "code", "severity", "text", "message", "fen", "hint"];

/// How the lines are written, and the endings of names that ask for it.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Csv,
}

const FORMS: [(&str, Form); 3] = [("jsonl", Form::Json), ("ndjson", Form::Json), ("csv", Form::Csv)];

/// What stands in a field.
enum Value<'v> {
    Nothing,
    Number(u64),
    Text(&'v str),
}

/// The file. It appears when it is complete.
pub(crate) struct FaultFile {
    out: Output,
    form: Form,
    style: Style,
    /// Whether the job writes no games.
    only_reads: bool,
    /// The line that is being made.
    line: String,
    /// Why a line could not be written. Nothing is written behind it.
    failed: Option<Failure>,
}

impl std::fmt::Debug for FaultFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FaultFile").field("name", &self.out.name()).finish_non_exhaustive()
    }
}

impl FaultFile {
    /// The file that the settings ask for, if they do.
    ///
    /// # Errors
    /// Where the name says no form, or is that of an input or of the output, and where nothing can be written there.
    pub(crate) fn create(
        settings: &Settings,
        inputs: &[Input],
        output: Option<&str>,
    ) -> Result<Option<FaultFile>, Failure> {
        let Some(path) = settings.errors.as_deref() else { return Ok(None) };
        let form = form_of(path)?;
        if let Some(what) = taken(path, inputs, output) {
            let message = format!("cannot write the errors to `{path}`: it is {what}");
            return Err(Failure::usage(message, "name another file with `{errors}`"));
        }
        let out = Output::create(path, settings.force)?;
        let mut file =
            FaultFile { out, form, style: settings.style, only_reads: false, line: String::new(), failed: None };
        if let Form::Csv = form {
            file.line = FIELDS.join(",");
            file.write_line();
        }
        Ok(Some(file))
    }

    /// The same file for a job that writes no games: what it could do with bad ones is no hint.
    pub(crate) fn only_reading(self) -> FaultFile {
        FaultFile { only_reads: true, ..self }
    }

    /// Adds a fault of an input, at its place in there.
    pub(crate) fn add(&mut self, file: &str, fault: &Fault, severity: &str) {
        if self.failed.is_some() {
            return;
        }
        let known = |number: u64| if number > 0 { Value::Number(number) } else { Value::Nothing };
        let told = |text| if str::is_empty(text) { Value::Nothing } else { Value::Text(text) };
        let hint = if self.only_reads { without_output(fault.hint()) } else { fault.hint() };
        let (at, hint) = (&fault.at, spelled(hint, self.style));
        // Stored games have a number and no place in a text.
        let is_placed = at.line > 0 || at.byte > 0;
        let values = [
            told(file),
            known(at.game),
            at.ply.map_or(Value::Nothing, |ply| Value::Number(ply.into())),
            known(at.line),
            known(at.column),
            if is_placed { Value::Number(at.byte) } else { Value::Nothing },
            at.bit.map_or(Value::Nothing, Value::Number),
            Value::Text(fault.code.id()),
            Value::Text(severity),
            told(&fault.text),
            Value::Text(&fault.message),
            fault.fen.as_deref().map_or(Value::Nothing, Value::Text),
            told(&hint),
        ];
        self.line.clear();
        match self.form {
            Form::Json => json(&values, &mut self.line),
            Form::Csv => csv(&values, &mut self.line),
        }
        self.write_line();
    }

    fn write_line(&mut self) {
        self.line.push('\n');
        if let Err(error) = self.out.write_all(self.line.as_bytes()) {
            self.failed = Some(Failure::not_written(&error, self.out.name()));
        }
    }

    /// Tells whether all could be written so far.
    ///
    /// # Errors
    /// Where it could not.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Has the file appear.
    ///
    /// # Errors
    /// Where something of it could not be written.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.check()?;
        Ok(self.out.commit()?)
    }
}

/// The form that the name of a file asks for, packed (`x.jsonl.zst`) or not.
fn form_of(path: &str) -> Result<Form, Failure> {
    let name = path.to_lowercase();
    let packed = PACKINGS.iter().find_map(|packing| name.strip_suffix(packing.ending)?.strip_suffix('.'));
    let told = packed.unwrap_or(&name);
    let form = FORMS.iter().find(|(ending, _)| told.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')));
    form.map(|(_, form)| *form).ok_or_else(|| {
        let message = match path {
            "-" => "errors cannot be written to standard output".to_owned(),
            _ => format!("the format of the errors cannot be determined from the name `{path}`"),
        };
        Failure::usage(
            message,
            "use a name that ends in `.jsonl`, `.ndjson` or `.csv`, optionally followed by `.gz` or `.zst`",
        )
    })
}

/// What else has this path.
fn taken(path: &str, inputs: &[Input], output: Option<&str>) -> Option<&'static str> {
    let whole = |path: &Path| -> PathBuf { path.canonicalize().unwrap_or_else(|_| path.to_owned()) };
    let own = whole(Path::new(path));
    if inputs.iter().filter_map(Input::path).any(|input| whole(input) == own) {
        return Some("an input");
    }
    output.is_some_and(|output| whole(Path::new(output)) == own).then_some("the output")
}

/// An object with a member for each field.
fn json(values: &[Value<'_>], line: &mut String) {
    for (number, (name, value)) in FIELDS.iter().zip(values).enumerate() {
        line.push_str(if number == 0 { "{\"" } else { ",\"" });
        line.push_str(name);
        line.push_str("\":");
        match value {
            Value::Nothing => line.push_str("null"),
            Value::Number(number) => _ = write!(line, "{number}"),
            Value::Text(text) => json_text(text, line),
        }
    }
    line.push('}');
}

fn json_text(text: &str, line: &mut String) {
    line.push('"');
    for letter in text.chars() {
        match letter {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            // All that may do something to a terminal, too.
            other if other.is_control() => _ = write!(line, "\\u{:04x}", u32::from(other)),
            other => line.push(other),
        }
    }
    line.push('"');
}

/// A row; what is not there is empty.
fn csv(values: &[Value<'_>], line: &mut String) {
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            line.push(',');
        }
        match value {
            Value::Nothing => {}
            Value::Number(number) => _ = write!(line, "{number}"),
            Value::Text(text) => line.push_str(&delimited_field(text, b',')),
        }
    }
}
