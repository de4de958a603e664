//! Builds the index of the positions of a Parquet file, and opens it for questions.

use crate::Settings;
use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::inputs::tables;
use crate::pipeline::host::Host;
use crate::sinks::table::sort_options;
use scoresheet_columns::Error;
use scoresheet_columns::index::{self, IndexOptions, PositionIndex, Stamp, Summary};
use scoresheet_core::error::Code;
use scoresheet_files::{FileError, Kind, Output};
use scoresheet_parallel::Cancel;
use std::fs::File;

/// Builds the index of the games in a Parquet file. It appears under its name when it is complete.
///
/// # Errors
/// The games cannot be read or lack columns, the output cannot be written, or the host stops the job.
pub fn build(games: &str, output: &str, settings: &Settings, host: &mut dyn Host) -> Result<Summary, Failure> {
    let file = opened(games)?;
    let out = Output::create(output, settings.write.force)?;
    out.share_as(&file).map_err(|error| Failure::not_written(&error, output))?;
    let options = IndexOptions {
        threads: settings.run.threads(),
        sort: sort_options(&settings.run),
        plies: settings.write.plies.unwrap_or(u16::MAX),
        cancel: Cancel::default(),
    };
    let built = in_background(&options.cancel, || index::build(file, out, &options), || host.tick(0, 0))?;
    let (out, summary) = built.map_err(|error| match error {
        Error::Io(_) => tables::not_written(error, output),
        error => tables::unreadable(games, &error).into(),
    })?;
    out.commit()?;
    Ok(summary)
}

/// Opens the index of the games in a Parquet file.
///
/// # Errors
/// One of the files cannot be read or is damaged, or the index was built from other games.
pub fn open(path: &str, games: &str) -> Result<PositionIndex, Failure> {
    let stamp = Stamp::of(&mut opened(games)?).map_err(|error| tables::unreadable(games, &error))?;
    let found = PositionIndex::open(opened(path)?).map_err(|error| damaged(path, &error))?;
    if found.is_of(stamp) {
        return Ok(found);
    }
    let message = format!("the index `{path}` was built from another version of `{games}`");
    Err(FileError { code: Code::FileStale, ..FileError::new(Kind::Damaged, path, message) }.into())
}

/// The failure to read an index.
pub fn damaged(path: &str, error: &Error) -> Failure {
    FileError { hint: Code::FileStale.spec().hint, ..tables::unreadable(path, error) }.into()
}

fn opened(path: &str) -> Result<File, Failure> {
    File::open(path)
        .map_err(|error| FileError::new(Kind::Unreadable, path, format!("cannot open `{path}`: {error}")).into())
}
