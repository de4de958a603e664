//! `convert`: any input to any output.

mod to_columns;
mod to_foreign;
mod to_text;

use crate::failure::Failure;
use crate::formats::Format;
use crate::host::Caller;
use crate::options::fit;
use crate::outputs::{self, single::Single};
use crate::report::Report;
use crate::settings::Settings;
use scoresheet_files::{Input, Output};

/// Rewrites games. Without an output, they go to standard output.
///
/// # Errors
/// When something that is asked for cannot be, the output cannot be written, or everything is to stop at an error.
pub fn convert(
    inputs: &[Input],
    output: Option<&str>,
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<Report, Failure> {
    let to = outputs::format_of(output, settings)?;
    if let (None, Format::Columns(_)) = (output, to) {
        let message = format!("`{}` is not text, and no output is named", to.id());
        return Err(Failure::usage(message, "name a file with `-o`, or standard output with `-o -`"));
    }
    fit::check(settings, inputs, Some(to))?;
    if !to.spec().writes {
        let hint = "`scoresheet list formats` shows what is written";
        return Err(Failure::usage(format!("`{}` is read only", to.id()), hint));
    }
    let create = || Output::create(output.unwrap_or("-"), settings.force);
    match to {
        Format::Text(format) => to_text::run(inputs, (format, create()?), settings, caller),
        Format::Foreign(format) => {
            let out = Single::create(output, format, settings.force)?;
            to_foreign::run(inputs, (format, out), settings, caller)
        }
        Format::Columns(table) => to_columns::run(inputs, (table, create()?), settings, caller.host),
    }
}
