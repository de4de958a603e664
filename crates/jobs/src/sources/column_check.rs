//! Inputs that cannot be read as columns, and their error.

use crate::common::failure::Failure;
use crate::formats::detect;
use crate::inputs;
use crate::pipeline::pass::Pass;
use crate::settings::ReadSettings;
use scoresheet_core::error::Code;
use scoresheet_files::{FileError, Input, Kind};

/// Refuses inputs as columns if the names of all suggest that they have none. Only then are they looked at.
///
/// # Errors
/// If none has.
pub(crate) fn refuse_foreign(inputs: &[Input], settings: &ReadSettings) -> Result<(), Failure> {
    let named = |input: &Input| settings.from.or_else(|| detect::of_name(input.name()));
    if !inputs.iter().all(|input| named(input).is_some_and(|format| format.is_foreign())) {
        return Ok(());
    }
    match inputs.first() {
        Some(first) if inputs.iter().all(|input| is_foreign(input, settings)) => Err(no_columns(first)),
        _ => Ok(()),
    }
}

fn is_foreign(input: &Input, settings: &ReadSettings) -> bool {
    inputs::format(input, settings).is_foreign()
}

fn no_columns_message(input: &Input) -> String {
    format!("`{}` cannot be read as columns: games on boards without edges have none", input.name())
}

fn no_columns(input: &Input) -> Failure {
    let hint = "`{to=icn-json}` writes such games as JSON, and in Python `read` yields them one by one";
    Failure::usage(no_columns_message(input), hint)
}

/// Refuses an input as columns: all of a job if there is no other one, otherwise the input.
///
/// # Errors
/// If the job is to stop.
pub(crate) fn refuse_columns(pass: &mut Pass<'_>, inputs: &[Input], input: &Input) -> Result<(), Failure> {
    let settings = pass.settings;
    if inputs.len() == 1 || inputs.iter().all(|input| is_foreign(input, &settings.read)) {
        return Err(no_columns(input));
    }
    let refused = FileError::new(Kind::Unreadable, input.name(), no_columns_message(input));
    pass.file_error(FileError { code: Code::ColumnsBoard, ..refused })
}
