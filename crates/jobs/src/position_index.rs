//! Builds the index of the positions of a Parquet file, and opens it for questions.

use crate::Settings;
use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::formats::tables::PARQUET;
use crate::inputs::tables;
use crate::options::validation::check_place;
use crate::pipeline::host::Host;
use crate::settings::RunSettings;
use crate::sinks::table::sort_options;
use scoresheet_columns::Error;
use scoresheet_columns::file::PositionedFile;
use scoresheet_columns::index::{self, Bounds, IndexOptions, MoveTotals, PositionIndex, SearchBounds, Stamp, Summary};
use scoresheet_core::error::Code;
use scoresheet_core::rules::Position;
use scoresheet_files::{FileError, Kind, Output};
use scoresheet_parallel::Cancel;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// Builds the index of the games in a Parquet file. It appears under its name when it is complete. If the settings say so, and
/// there is one of the first games of the file, only the other games are added to it.
///
/// # Errors
/// The games cannot be read or lack columns, the output cannot be written, or the host stops the job.
pub fn build(games: &str, output: &str, settings: &Settings, host: &mut dyn Host) -> Result<Summary, Failure> {
    check_place(settings)?;
    let (file, write) = (opened_table(games)?, &settings.write);
    let adds = write.append && Path::new(output).exists();
    let earlier =
        if adds { Some(PositionIndex::open(opened(output)?).map_err(|error| damaged(output, &error))?) } else { None };
    let create = || {
        let out = Output::create(output, write.force || adds)?;
        out.share_as(&file).map_err(|error| Failure::not_written(&error, output))?;
        Ok::<_, Failure>(out)
    };
    let options = IndexOptions {
        threads: settings.run.threads(),
        sort: sort_options(&settings.run),
        plies: write.plies.unwrap_or(u16::MAX),
        cancel: Cancel::default(),
    };
    let failed = |error: Error| -> Failure {
        match error {
            Error::Io(_) => tables::not_written(error, output),
            error => tables::unreadable(games, &error).into(),
        }
    };
    let again = || file.try_clone().map_err(|error| failed(Error::Io(error)));
    if let Some(earlier) = earlier.filter(|_| options.plies == u16::MAX) {
        earlier.verify().map_err(|error| damaged(output, &error))?;
        let (out, file) = (create()?, again()?);
        let added = in_background(&options.cancel, || index::add(file, &earlier, out, &options), || host.tick(0, 0))?;
        // Systems that do not replace open files have to see it closed.
        drop(earlier);
        if let Some((out, summary)) = added.map_err(failed)? {
            out.commit()?;
            return Ok(summary);
        }
    }
    let (out, file) = (create()?, again()?);
    let built = in_background(&options.cancel, || index::build(file, out, &options), || host.tick(0, 0))?;
    let (out, summary) = built.map_err(failed)?;
    out.commit()?;
    Ok(summary)
}

/// The moves that an index has of a position, and the row of its only game, as [`PositionIndex::moves`] finds them; `paths` are
/// those of the index and of the games.
///
/// # Errors
/// One of the files cannot be read.
pub fn moves(
    index: &PositionIndex,
    (path, games): (&str, &str),
    hash: u64,
    bounds: &Bounds,
) -> Result<(MoveTotals, Option<u32>), Failure> {
    let mut is_stale = false;
    let opened = || {
        let mut file = File::open(games)?;
        // The games may have changed since the index was opened.
        is_stale = !index.is_of(Stamp::of(&mut file)?);
        if is_stale { Err(io::Error::other("its games have changed").into()) } else { Ok(PositionedFile::new(file)?) }
    };
    let found = index.moves(hash, bounds, opened);
    found.map_err(|error| if is_stale { stale(path, games) } else { damaged(path, &error) })
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
    Err(stale(path, games))
}

/// The moves played in a position in the games of a Parquet file, with their totals; `None` if the file lacks a column that
/// tells of them.
///
/// # Errors
/// The file cannot be read, or the host stops the search.
pub fn search(
    games: &str,
    position: &Position,
    bounds: &SearchBounds,
    (threads, host): (Option<usize>, &mut dyn Host),
) -> Result<Option<MoveTotals>, Failure> {
    let file = PositionedFile::new(opened(games)?).map_err(|error| tables::unreadable(games, &Error::Io(error)))?;
    let threads = RunSettings { threads, ..RunSettings::default() }.threads();
    let cancel = Cancel::default();
    let search = || index::search(file, position, bounds, (threads, &cancel));
    let found = in_background(&cancel, search, || host.tick(0, 0))?;
    found.map_err(|error| tables::unreadable(games, &error).into())
}

/// The failure to use an index of games that have changed.
fn stale(path: &str, games: &str) -> Failure {
    let message = format!("the index `{path}` was built from another version of `{games}`");
    FileError { code: Code::FileStale, ..FileError::new(Kind::Damaged, path, message) }.into()
}

/// The failure to read an index.
pub fn damaged(path: &str, error: &Error) -> Failure {
    FileError { hint: Code::FileStale.spec().hint, ..tables::unreadable(path, error) }.into()
}

/// The same for games, which people may have in another format.
fn opened_table(games: &str) -> Result<File, Failure> {
    let (mut file, mut head) = (opened(games)?, [0; 8]);
    if file.read_exact(&mut head).is_err() || !(PARQUET.starts)(&head) {
        let message = format!("cannot index `{games}`: it is not a Parquet file");
        let failure = FileError { code: Code::FileKind, ..FileError::new(Kind::Damaged, games, message) };
        let hint = "`scoresheet convert` makes one, for example with `-o games.parquet`";
        return Err(FileError { hint, ..failure }.into());
    }
    file.rewind().map_err(|error| tables::unreadable(games, &Error::Io(error)))?;
    Ok(file)
}

fn opened(path: &str) -> Result<File, Failure> {
    File::open(path)
        .map_err(|error| FileError::new(Kind::Unreadable, path, format!("cannot open `{path}`: {error}")).into())
}
