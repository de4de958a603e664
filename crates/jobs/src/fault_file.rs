//! A file of all faults of a job, errors and notes, one per line, as JSON or CSV.

use crate::failure::Failure;
use crate::line_file::{LineFile, Value, form_of, taken};
use crate::options::hint::{spelled, without_output};
use crate::settings::Settings;
use crate::style::Style;
use scoresheet_core::error::Fault;
use scoresheet_files::Input;

/// The fields of a fault, in order.
const FIELDS: [&str; 13] =
    ["file", "game", "ply", "line", "column", "byte", "bit", "code", "severity", "text", "message", "fen", "hint"];

/// The file, which appears when it is complete.
pub(crate) struct FaultFile {
    file: LineFile,
    style: Style,
    /// Whether the job writes no games.
    only_reads: bool,
}

impl std::fmt::Debug for FaultFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FaultFile").field("name", &self.file.name()).finish_non_exhaustive()
    }
}

impl FaultFile {
    /// The file that the settings request, if any.
    ///
    /// # Errors
    /// If the name says no form, or is that of an input or of the output, and where nothing can be written there.
    pub(crate) fn create(
        settings: &Settings,
        inputs: &[Input],
        output: Option<&str>,
    ) -> Result<Option<FaultFile>, Failure> {
        let Some(path) = settings.errors.as_deref() else { return Ok(None) };
        let form = form_of(path).ok_or_else(|| not_told(path))?;
        if let Some(what) = taken(path, inputs, output) {
            let message = format!("cannot write the errors to `{path}`: it is {what}");
            return Err(Failure::usage(message, "name another file with `{errors}`"));
        }
        let file = LineFile::create(path, form, &FIELDS, settings.force)?;
        Ok(Some(FaultFile { file, style: settings.style, only_reads: false }))
    }

    /// The same file for a job that writes no games, for which hints about bad games do not apply.
    pub(crate) fn only_reading(self) -> FaultFile {
        FaultFile { only_reads: true, ..self }
    }

    /// Adds a fault of an input, with its place there.
    pub(crate) fn add(&mut self, file: &str, fault: &Fault, severity: &str) {
        let known = |number: u64| if number > 0 { Value::Number(number) } else { Value::Nothing };
        let told = |text| if str::is_empty(text) { Value::Nothing } else { Value::Text(text) };
        let hint = if self.only_reads { without_output(fault.hint()) } else { fault.hint() };
        let (at, hint) = (&fault.at, spelled(hint, self.style));
        // Stored games have a number but no place in a text.
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
        self.file.add(&values);
    }

    /// Checks whether all faults could be written so far.
    ///
    /// # Errors
    /// If it could not.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        self.file.check()
    }

    /// Makes the file visible.
    ///
    /// # Errors
    /// If something of it could not be written.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        self.file.commit()
    }
}

/// The failure for a name that does not determine the format.
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
