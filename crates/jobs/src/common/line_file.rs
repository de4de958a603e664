//! Files with one line per item, all with the same fields: JSON or CSV.

use crate::common::failure::Failure;
use scoresheet_core::text::delimited_field;
use scoresheet_files::{COMPRESSIONS, Input, Output};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The format of the lines, and the file extensions that select it.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Json,
    Csv,
}

const FORMS: [(&str, Form); 3] = [("jsonl", Form::Json), ("ndjson", Form::Json), ("csv", Form::Csv)];

/// The value of a field.
pub(crate) enum FieldValue<'v> {
    Nothing,
    Number(u64),
    Text(&'v str),
}

/// A file of lines, which appears when it is complete.
pub(crate) struct LineFile {
    out: Output,
    form: Form,
    fields: &'static [&'static str],
    /// The current line.
    line: String,
    /// Why a line could not be written. Nothing is written after it.
    failed: Option<Failure>,
}

impl LineFile {
    /// A file with these fields in each line.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn create(
        path: &str,
        form: Form,
        fields: &'static [&'static str],
        force: bool,
    ) -> Result<LineFile, Failure> {
        let out = Output::create(path, force)?;
        let mut file = LineFile { out, form, fields, line: String::new(), failed: None };
        if let Form::Csv = form {
            file.line = fields.join(",");
            file.write_line();
        }
        Ok(file)
    }

    /// Its name for users.
    pub(crate) fn name(&self) -> &str {
        self.out.name()
    }

    /// Adds a line with a value for each field.
    pub(crate) fn add(&mut self, values: &[FieldValue<'_>]) {
        if self.failed.is_some() {
            return;
        }
        self.line.clear();
        match self.form {
            Form::Json => json(self.fields, values, &mut self.line),
            Form::Csv => csv(values, &mut self.line),
        }
        self.write_line();
    }

    fn write_line(&mut self) {
        self.line.push('\n');
        if let Err(error) = self.out.write_all(self.line.as_bytes()) {
            self.failed = Some(Failure::not_written(&error, self.out.name()));
        }
    }

    /// Checks whether all lines could be written so far.
    ///
    /// # Errors
    /// If it could not.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Makes the file visible.
    ///
    /// # Errors
    /// If something of it could not be written.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.check()?;
        Ok(self.out.commit()?)
    }
}

/// The format that the name of a file selects, compressed (`x.jsonl.zst`) or not; `None` if it selects none.
pub(crate) fn form_of(path: &str) -> Option<Form> {
    let name = path.to_lowercase();
    let packed = COMPRESSIONS.iter().find_map(|compression| name.strip_suffix(compression.ending)?.strip_suffix('.'));
    let told = packed.unwrap_or(&name);
    let form = FORMS.iter().find(|(ending, _)| told.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.')));
    form.map(|(_, form)| *form)
}

/// What else has this path.
pub(crate) fn taken(path: &str, inputs: &[Input], output: Option<&str>) -> Option<&'static str> {
    let whole = |path: &Path| -> PathBuf { path.canonicalize().unwrap_or_else(|_| path.to_owned()) };
    let own = whole(Path::new(path));
    if inputs.iter().filter_map(Input::path).any(|input| whole(input) == own) {
        return Some("an input");
    }
    output.is_some_and(|output| whole(Path::new(output)) == own).then_some("the output")
}

/// An object with a member for each field.
fn json(fields: &[&str], values: &[FieldValue<'_>], line: &mut String) {
    for (number, (name, value)) in fields.iter().zip(values).enumerate() {
        line.push_str(if number == 0 { "{\"" } else { ",\"" });
        line.push_str(name);
        line.push_str("\":");
        match value {
            FieldValue::Nothing => line.push_str("null"),
            FieldValue::Number(number) => _ = write!(line, "{number}"),
            FieldValue::Text(text) => json_text(text, line),
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
            // Also all characters that could affect a terminal.
            other if other.is_control() => _ = write!(line, "\\u{:04x}", u32::from(other)),
            other => line.push(other),
        }
    }
    line.push('"');
}

/// A row; missing values are empty.
fn csv(values: &[FieldValue<'_>], line: &mut String) {
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            line.push(',');
        }
        match value {
            FieldValue::Nothing => {}
            FieldValue::Number(number) => _ = write!(line, "{number}"),
            FieldValue::Text(text) => line.push_str(&delimited_field(text, b',')),
        }
    }
}
