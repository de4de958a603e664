//! What is written, and where to.

use crate::common::failure::Failure;
use crate::formats::{self, Format, Target, detect};
use crate::options::errors::Misfit;
use crate::pipeline::game_files::is_folder;
use crate::settings::WriteSettings;
use crate::sinks::split::Template;
use scoresheet_core::game::BASE64;
use scoresheet_files::Output as File;
use std::io::Write;

/// The output format: from the settings, else from the name of the output, else from the default for text.
///
/// # Errors
/// If the name does not determine the format.
pub(crate) fn format_of(output: Option<&str>, settings: &WriteSettings) -> Result<Format, Failure> {
    if let Some(format) = settings.to {
        return Ok(format);
    }
    match output {
        None | Some("-") => Ok(formats::usual().into()),
        Some(name) if is_folder(name) => Ok(formats::usual().into()),
        Some(name) => detect::of_output(name).ok_or_else(|| {
            let message = format!("the output format cannot be determined from the name `{name}`");
            Failure::usage(message, "name the format with `{to}`")
        }),
    }
}

/// Rejects a folder as the output of a format that writes all games to one file.
///
/// Only this function decides what a folder as an output means. The name of a folder that does not exist yet ends with
/// the path separator.
///
/// # Errors
/// For a folder.
pub(crate) fn check_folder(output: Option<&str>, to: Format) -> Result<(), Failure> {
    let is_whole = to.target() == Target::File && to.table().is_none();
    match output.filter(|name| is_whole && is_folder(name)) {
        Some(name) => Err(folder_refused(name)),
        None => Ok(()),
    }
}

/// Checks whether games can be added to an output: to a file of a format that can grow, or as new files to a folder.
///
/// # Errors
/// If they cannot.
pub(crate) fn check_append(template: Option<&Template>, to: Format, settings: &WriteSettings) -> Result<(), Failure> {
    match template {
        Some(template) if template.has_parts() => Ok(()),
        Some(_) => {
            let message = "games are appended to one file or as new parts, and the name of the output has no `{part}`";
            Err(Failure::usage(message, "add `{{part}}` to the name, or leave `{append}` out"))
        }
        None if !to.appends() => Err(Misfit::NotAppended(to).into()),
        None if settings.in_base64(to.spec()) => {
            let message = format!("games cannot be appended to a file of `{}` in base64", to.id());
            Err(Failure::usage(message, format!("leave `{}=yes` out", BASE64.id)))
        }
        None => Ok(()),
    }
}

fn folder_refused(name: &str) -> Failure {
    let within = name.trim_end_matches(std::path::is_separator);
    let hint = format!("name a file in it, such as `{within}{}games.pgn`", std::path::MAIN_SEPARATOR);
    Failure::usage(format!("cannot write `{name}`: it is a folder"), hint)
}

/// Writes a complete output; without a path, or to `-`, to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: Option<&str>, data: &[u8], force: bool) -> Result<(), Failure> {
    let mut out = File::create(path.unwrap_or("-"), force)?;
    out.write_all(data).map_err(|error| Failure::not_written(&error, out.name()))?;
    Ok(out.commit()?)
}
