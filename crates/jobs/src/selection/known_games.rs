//! Leaves out games that other files have already. What is known of these files is kept in an index beside them.

use super::duplicates::{Dropped, Reason};
use super::first_pass::{known_rows, unsorted};
use super::identity::{LENGTH, SOUND, UNPLAYED};
use super::known_file::{self, KnownFile, KnownGame, Stamp};
use super::loose_duplicates::Traits;
use super::operators::values;
use super::rows::{Row, SelectionRows};
use crate::common::failure::Failure;
use crate::common::spool::temporary_files;
use crate::inputs::arguments::{Argument, expand};
use crate::inputs::format;
use crate::pipeline::host::Host;
use crate::pipeline::pass::Pass;
use crate::settings::select::{Against, Equal};
use crate::settings::{OnError, Settings};
use scoresheet_core::error::Code;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input, Kind, Output, nameless};
use scoresheet_spill::{Merged, Sorter};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// What the name of a file is followed by in the name of its index.
const EXTENSION: &str = ".known";

/// A file whose games are left out.
struct KnownInput {
    /// Its place among all such files of the job.
    place: u32,
    /// The index, for messages.
    index: String,
    games: KnownFile,
}

/// The rows whose games are in none of the files, in their order.
///
/// # Errors
/// If a file cannot be read, or an index is damaged.
pub(super) fn leave_out(
    rows: SelectionRows,
    against: &Against,
    pass: &mut Pass<'_>,
    dropped: &mut Dropped,
) -> Result<SelectionRows, Failure> {
    let mut known = opened(against, pass)?;
    let sorter = || Sorter::new(pass.settings.run.sort_memory, &temporary_files());
    let by_hash = by_hash(rows, sorter()).map_err(|error| unsorted(&error))?;
    let mut kept = sorter();
    for entry in by_hash {
        let entry = entry.map_err(|error| unsorted(&error))?;
        let looked_up = LookedUp::read(entry.key(), entry.value()).map_err(|error| unsorted(&error))?;
        match looked_up.found(&mut known, against.by)? {
            Some((at, reason)) => dropped.add_known(looked_up.row()?.place, at, reason),
            None => kept.push(looked_up.place, looked_up.row),
        }
        .map_err(|error| unsorted(&error))?;
    }
    Ok(values(kept.finish().map_err(|error| unsorted(&error))?))
}

/// The rows by the hashes of their games, each with its place among them and the keys of its comparison.
fn by_hash(rows: SelectionRows, mut sorter: Sorter) -> io::Result<Merged> {
    let mut bytes = Vec::new();
    for (row, place) in rows.zip(0_u64..) {
        let mut row = row?;
        let key = row.keys.pop_front().unwrap_or_default();
        let (hash, traits) = key.split_at_checked(LENGTH).ok_or(io::ErrorKind::InvalidData)?;
        bytes.clear();
        bytes.extend(place.to_be_bytes());
        bytes.extend((traits.len() as u32).to_le_bytes());
        bytes.extend_from_slice(traits);
        row.write(&mut bytes);
        sorter.push(hash, &bytes)?;
    }
    sorter.finish()
}

/// The place of the file in which a game was found, its number there, and why it is the same.
type FoundGame = ((u32, u64), Reason);

/// A game that is looked up.
struct LookedUp<'e> {
    hash: &'e [u8],
    place: &'e [u8],
    soundness: u8,
    traits: Traits,
    /// The row, as bytes.
    row: &'e [u8],
}

impl<'e> LookedUp<'e> {
    fn read(hash: &'e [u8], value: &'e [u8]) -> io::Result<LookedUp<'e>> {
        let bad = || io::Error::from(io::ErrorKind::InvalidData);
        let (place, rest) = value.split_at_checked(size_of::<u64>()).ok_or_else(bad)?;
        let (length, rest) = rest.split_first_chunk().ok_or_else(bad)?;
        let (traits, row) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(bad)?;
        let (soundness, traits) = traits.split_first().ok_or_else(bad)?;
        Ok(LookedUp { hash, place, soundness: *soundness, traits: Traits::read(traits)?, row })
    }

    fn row(&self) -> Result<Row, Failure> {
        Row::read(self.row).map_err(|error| unsorted(&error))
    }

    /// The first file that has the game, with its number there, and why it is the same.
    fn found(&self, known: &mut [KnownInput], by: Equal) -> Result<Option<FoundGame>, Failure> {
        if self.soundness == UNPLAYED {
            return Ok(None);
        }
        for file in known {
            let found = file.games.find(self.hash, |game| {
                let other = Traits::read(game.traits)?;
                let reason = if self.soundness != SOUND || game.is_odd {
                    (self.traits.is_same(&other)).then_some(Reason::Exact)
                } else {
                    match by {
                        Equal::Exact => self.traits.has_same_names(&other).then_some(Reason::Exact),
                        Equal::Moves => Some(Reason::Moves),
                        Equal::Loose => self.traits.likeness(&other),
                    }
                };
                Ok(reason.map(|reason| (game.number, reason)))
            });
            if let Some((number, reason)) = found.map_err(|error| unreadable(&file.index, &error))? {
                return Ok(Some(((file.place, number), reason)));
            }
        }
        Ok(None)
    }
}

/// The files, with their indexes, which are built if they are missing or were made of other versions of the files.
fn opened(against: &Against, pass: &mut Pass<'_>) -> Result<Vec<KnownInput>, Failure> {
    let settings = settings_for(pass.settings);
    let arguments: Vec<_> = against.files.iter().cloned().map(Argument::from).collect();
    let mut known = Vec::new();
    for input in expand(&arguments, &settings)? {
        let place = pass.known.len() as u32;
        pass.known.push(input.name().to_owned());
        let beside = input.path().filter(|path| path.is_file() && keeps_index(&input, &settings));
        let index = beside.map(|path| format!("{}{EXTENSION}", path.to_string_lossy()));
        let games = match beside.zip(index.as_deref()) {
            Some((path, index)) => kept(&input, path, index, &settings, pass)?,
            None => temporary(&input, &settings, pass)?,
        };
        known.push(KnownInput { place, index: index.unwrap_or_default(), games });
    }
    Ok(known)
}

/// How such files are read: without the options that the job has for its inputs.
fn settings_for(job: &Settings) -> Settings {
    let mut settings = Settings::default();
    settings.read.limits = job.read.limits;
    // Damage would leave out games, and those would seem to be new.
    (settings.read.on_error, settings.read.says_on_error) = (OnError::Keep, false);
    (settings.run.threads, settings.run.sort_memory) = (job.run.threads, job.run.sort_memory);
    settings.callers = job.callers.clone();
    settings.callers.headers = Vec::new();
    settings
}

/// Whether an index is kept of a file: of others, all games are read anyway before they are looked at.
fn keeps_index(input: &Input, settings: &Settings) -> bool {
    let format = format(input, &settings.read);
    format.table().is_some() || format.archive().is_some()
}

/// The index that is beside a file, which is built if it is missing or stale.
fn kept(
    input: &Input,
    path: &Path,
    index: &str,
    settings: &Settings,
    pass: &mut Pass<'_>,
) -> Result<KnownFile, Failure> {
    let reading = |error: io::Error| Failure::from(FileError::reading(input.name(), &error));
    let stamp = || File::open(path).and_then(|mut file| Stamp::of(&mut file)).map_err(reading);
    let before = stamp()?;
    if let Ok(file) = File::open(index)
        && let Some(known) = KnownFile::open(file, Some(before)).map_err(|error| unreadable(index, &error))?
    {
        return Ok(known);
    }
    let Ok(mut out) = Output::create(index, true) else {
        // There is no room for it, or the folder may not be written to.
        return temporary(input, settings, pass);
    };
    let writing = |error: &io::Error| Failure::not_written(error, index);
    let rows = rows(input, settings, pass)?;
    known_file::write(&mut out, before, rows.0, rows.1).map_err(|error| writing(&error))?;
    out.commit()?;
    if stamp()? != before {
        let message = format!("cannot read `{}`: it was changed while it was read", input.name());
        return Err(FileError::new(Kind::Unreadable, input.name(), message).into());
    }
    let file = File::open(index).map_err(|error| unreadable(index, &error))?;
    let known = KnownFile::open(file, Some(before)).map_err(|error| unreadable(index, &error))?;
    known.ok_or_else(|| Failure::Internal("the index is of another file".to_owned()))
}

/// An index that is gone when the job is.
fn temporary(input: &Input, settings: &Settings, pass: &mut Pass<'_>) -> Result<KnownFile, Failure> {
    let rows = rows(input, settings, pass)?;
    let made = || {
        let file = nameless()?;
        let mut out = BufWriter::new(&file);
        known_file::write(&mut out, Stamp::NONE, rows.0, rows.1)?;
        out.flush()?;
        drop(out);
        KnownFile::open(file, None)
    };
    let known = made().map_err(|error| unsorted(&error))?;
    known.ok_or_else(|| Failure::Internal("the index is of another version".to_owned()))
}

/// The hash of a game, and its entry.
type HashedGame = (Vec<u8>, Vec<u8>);

/// How many games a file has, and their entries in the order of the hashes.
fn rows(
    input: &Input,
    settings: &Settings,
    pass: &mut Pass<'_>,
) -> Result<(u64, impl Iterator<Item = io::Result<HashedGame>> + use<>), Failure> {
    let mut host = Untold(&mut *pass.host);
    let mut reading = Pass::new(settings, Depth::Positions, &mut host);
    let rows = known_rows(input, &mut reading)?;
    let mut sorter = Sorter::new(settings.run.sort_memory, &temporary_files());
    let mut games = 0;
    let collect = || {
        for row in rows {
            let mut row = row?;
            let key = row.keys.pop_front().unwrap_or_default();
            let (hash, rest) = key.split_at_checked(LENGTH).ok_or(io::ErrorKind::InvalidData)?;
            let (soundness, traits) = rest.split_first().ok_or(io::ErrorKind::InvalidData)?;
            let mut game = Vec::new();
            KnownGame { number: row.place.number, is_odd: *soundness != SOUND, traits }.write(&mut game);
            sorter.push(hash, &game)?;
            games += 1;
        }
        sorter.finish()
    };
    let sorted = collect().map_err(|error| unsorted(&error))?;
    Ok((games, sorted.map(|entry| entry.map(|entry| (entry.key().to_vec(), entry.value().to_vec())))))
}

/// The caller of the job without its progress: the bytes read here are not those of the inputs.
struct Untold<'h>(&'h mut dyn Host);

impl Host for Untold<'_> {
    fn tick(&mut self, _bytes: u64, _games: u64) -> Result<(), Failure> {
        self.0.tick(0, 0)
    }
}

/// The failure to read an index.
fn unreadable(index: &str, error: &io::Error) -> Failure {
    let message = format!("cannot read the index `{index}`: {error}");
    let failure = FileError { code: Code::FileDamaged, ..FileError::new(Kind::Damaged, index, message) };
    FileError { hint: "remove it; it is built again when it is needed", ..failure }.into()
}
