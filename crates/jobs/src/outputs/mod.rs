//! What jobs write, and where.

pub(crate) mod beside;
pub(crate) mod single;
pub(crate) mod text;

use crate::failure::Failure;
use crate::formats::{self, Format, detect};
use crate::settings::Settings;
use scoresheet_core::game::GameFormat;
use scoresheet_files::Output;
use std::io::Write;

/// What is written: told by the settings, else by the output's name, else games as text.
///
/// # Errors
/// Where the name does not say what.
pub(crate) fn format_of(output: Option<&str>, settings: &Settings) -> Result<Format, Failure> {
    if let Some(format) = settings.to {
        return Ok(format);
    }
    match output {
        None | Some("-") => Ok(Format::Text(formats::usual())),
        Some(name) => detect::of_name(name).ok_or_else(|| {
            let message = format!("the name `{name}` does not say what to write");
            Failure::usage(message, "name the format with `--to`")
        }),
    }
}

/// That no more games were written than a file of this format holds.
///
/// # Errors
/// Where it holds one.
pub(crate) fn check_single(format: &dyn GameFormat, written: u64) -> Result<(), Failure> {
    if format.spec().single && written > 1 {
        let message = format!("a file of `{}` holds one game, not {written}", format.spec().id);
        return Err(Failure::usage(message, "take one with `--limit 1` or `--where`"));
    }
    Ok(())
}

/// Writes all of an output; without a path, or to `-`, to standard output.
///
/// # Errors
/// Where it cannot be written.
pub fn write_whole(path: Option<&str>, data: &[u8], force: bool) -> Result<(), Failure> {
    let mut out = Output::create(path.unwrap_or("-"), force)?;
    out.write_all(data).map_err(|error| Failure::not_written(&error, out.name()))?;
    Ok(out.commit()?)
}
