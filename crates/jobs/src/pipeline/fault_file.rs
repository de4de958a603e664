//! All faults of a job, errors and notes: a file with one per line, as JSON or CSV, or rows for the caller.

use crate::common::failure::Failure;
use crate::common::line_file::{FieldValue, LineFile, form_of, taken};
use crate::common::style::Style;
use crate::options::hints::{for_job, spelled};
use crate::pipeline::fault_rows::FaultRows;
use crate::settings::{OnError, Settings};
use scoresheet_core::error::Fault;
use scoresheet_files::Input;

/// The fields of a fault, in order.
pub(crate) const FIELDS: [&str; 13] =
    ["file", "game", "ply", "line", "column", "byte", "bit", "code", "severity", "text", "message", "fen", "hint"];

/// The faults on their way.
pub(crate) struct FaultFile {
    target: FaultTarget,
    style: Style,
    /// What the job does with bad games; `None` if it writes no games.
    on_error: Option<OnError>,
}

/// Where faults go.
enum FaultTarget {
    /// To a file, which appears when it is complete.
    File(Box<LineFile>),
    /// To the caller.
    Rows(FaultRows),
}

impl std::fmt::Debug for FaultFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match &self.target {
            FaultTarget::File(file) => file.name(),
            FaultTarget::Rows(_) => "rows",
        };
        f.debug_struct("FaultFile").field("name", &name).finish_non_exhaustive()
    }
}

impl FaultFile {
    /// The file that the settings request, if any.
    ///
    /// # Errors
    /// If the name implies no format, is that of an input or of the output, or cannot be written to.
    pub(crate) fn create(
        settings: &Settings,
        inputs: &[Input],
        output: Option<&str>,
    ) -> Result<Option<FaultFile>, Failure> {
        let Some(path) = settings.run.errors.as_deref() else { return Ok(None) };
        let form = form_of(path).ok_or_else(|| not_told(path))?;
        if let Some(what) = taken(path, inputs, output) {
            let message = format!("cannot write the errors to `{path}`: it is {what}");
            return Err(Failure::usage(message, "name another file with `{errors}`"));
        }
        let file = LineFile::create(path, form, &FIELDS, settings.write.force)?;
        Ok(Some(FaultFile::to(FaultTarget::File(Box::new(file)), settings)))
    }

    /// The faults as rows for the caller.
    pub(crate) fn rows(rows: FaultRows, settings: &Settings) -> FaultFile {
        FaultFile::to(FaultTarget::Rows(rows), settings)
    }

    fn to(target: FaultTarget, settings: &Settings) -> FaultFile {
        FaultFile { target, style: settings.run.style, on_error: Some(settings.read.on_error) }
    }

    /// The same file for a job that writes no games, so hints about bad games do not apply.
    pub(crate) fn only_reading(self) -> FaultFile {
        FaultFile { on_error: None, ..self }
    }

    /// Adds a fault of an input, with its place there.
    pub(crate) fn add(&mut self, file: &str, fault: &Fault, severity: &str) {
        let hint = spelled(for_job(fault.hint(), self.on_error), self.style);
        let values = FIELDS.map(|field| match field {
            "file" => told(file),
            "severity" => FieldValue::Text(severity),
            "hint" => told(&hint),
            field => value(field, fault),
        });
        match &mut self.target {
            FaultTarget::File(file) => file.add(&values),
            FaultTarget::Rows(rows) => rows.add(&values),
        }
    }

    /// Checks whether all faults could be written so far.
    ///
    /// # Errors
    /// If it could not.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        match &mut self.target {
            FaultTarget::File(file) => file.check(),
            FaultTarget::Rows(rows) => rows.check(),
        }
    }

    /// Makes the file visible, or passes the last rows on.
    ///
    /// # Errors
    /// If something of it could not be written.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self.target {
            FaultTarget::File(file) => file.commit(),
            FaultTarget::Rows(rows) => rows.commit(),
        }
    }
}

/// The value of a field about the fault itself.
pub(crate) fn value<'f>(field: &str, fault: &'f Fault) -> FieldValue<'f> {
    let known = |number: u64| if number > 0 { FieldValue::Number(number) } else { FieldValue::Nothing };
    let at = &fault.at;
    match field {
        "game" => known(at.game),
        "ply" => at.ply.map_or(FieldValue::Nothing, |ply| FieldValue::Number(ply.into())),
        "line" => known(at.line),
        "column" => known(at.column),
        // Stored games have a number and no place in a text.
        "byte" if at.line > 0 || at.byte > 0 => FieldValue::Number(at.byte),
        "bit" => at.bit.map_or(FieldValue::Nothing, FieldValue::Number),
        "code" => FieldValue::Text(fault.code.id()),
        "text" => told(&fault.text),
        "message" => FieldValue::Text(&fault.message),
        "fen" => fault.fen.as_deref().map_or(FieldValue::Nothing, FieldValue::Text),
        _ => FieldValue::Nothing,
    }
}

/// A text that may be missing.
fn told(text: &str) -> FieldValue<'_> {
    if text.is_empty() { FieldValue::Nothing } else { FieldValue::Text(text) }
}

/// The failure for a name that does not determine how the errors are written.
fn not_told(path: &str) -> Failure {
    let message = match path {
        "-" => "errors cannot be written to standard output".to_owned(),
        _ => format!("the format of the errors cannot be determined from the name `{path}`"),
    };
    Failure::usage(
        message,
        "use a name that ends in `.jsonl`, `.ndjson` or `.csv`, optionally followed by `.gz` or `.zst`",
    )
}
