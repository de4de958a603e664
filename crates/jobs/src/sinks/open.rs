//! Opens outputs of every kind of format.

use crate::common::failure::Failure;
use crate::formats::{self, Format, detect};
use crate::pipeline::foreign::Foreign;
use crate::pipeline::game_files::{Single, is_folder};
use crate::pipeline::sink::GameSink;
use crate::settings::Settings;
use crate::sinks::archive::ArchiveFile;
use crate::sinks::book::BookFile;
use crate::sinks::foreign::ForeignFiles;
use crate::sinks::split::{SplitFiles, Template};
use crate::sinks::store::StoreLoad;
use crate::sinks::table::TableFile;
use crate::sinks::text::TextFile;
use scoresheet_files::{Input, Output as File};
use std::io::Write;
use std::path::Path;

/// An output to open.
pub(crate) struct SinkRequest<'o> {
    /// Its path; `None` means standard output.
    pub(crate) output: Option<&'o str>,
    /// The inputs of the job.
    pub(crate) inputs: &'o [Input],
    pub(crate) settings: &'o Settings,
    pub(crate) foreign: &'o dyn Foreign,
}

impl<'o> SinkRequest<'o> {
    /// Opens an output of this format. Only this function knows how each kind of format is written.
    pub(crate) fn open(&self, to: Format) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, inputs, settings, foreign } = *self;
        check_folder(output, to)?;
        let template = Template::of(output, to, &settings.write)?;
        let create = || File::create(output.unwrap_or("-"), settings.write.force);
        Ok(match (to, template) {
            (Format::Text(format), Some(template)) => {
                Box::new(SplitFiles::create(format, template, inputs, &settings.write, foreign)?)
            }
            (Format::Text(format), None) => Box::new(TextFile::new(format, create()?, &settings.write, foreign)),
            (Format::Foreign(format), _) => {
                let out = Single::create(output, format, settings.write.force)?;
                Box::new(ForeignFiles { format, out, settings, foreign })
            }
            (Format::Store(format), _) => {
                Box::new(StoreLoad::open(format, output.unwrap_or_default(), inputs, settings)?)
            }
            (Format::Book(format), _) => Box::new(BookFile::create(format, create()?, settings, foreign)),
            (Format::Archive(format), _) => {
                let name = output.filter(|name| settings.write.append && Path::new(name).exists());
                Box::new(match name {
                    Some(name) => ArchiveFile::append(format, name, settings, foreign)?,
                    None => ArchiveFile::create(format, create()?, settings, foreign)?,
                })
            }
            (Format::Columns(format), _) => Box::new(TableFile::create(format, create()?, inputs, settings)?),
        })
    }
}

/// The output format: from the settings, else from the name of the output, else from the default for text.
///
/// # Errors
/// If the name does not say what.
pub(crate) fn format_of(output: Option<&str>, settings: &Settings) -> Result<Format, Failure> {
    if let Some(format) = settings.write.to {
        return Ok(format);
    }
    match output {
        None | Some("-") => Ok(Format::Text(formats::usual())),
        Some(name) if is_folder(name) => Ok(Format::Text(formats::usual())),
        Some(name) => detect::of_name(name).ok_or_else(|| {
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
    match (output, to) {
        (Some(name), Format::Columns(_) | Format::Book(_) | Format::Archive(_)) if is_folder(name) => {
            Err(folder_refused(name))
        }
        _ => Ok(()),
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
