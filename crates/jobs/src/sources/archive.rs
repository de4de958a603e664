//! Archives as inputs: their blocks are read side by side.

use super::text::replaying;
use super::{ArchiveInput, Current};
use crate::archive_file::{FileAt, open, unreadable};
use crate::failure::Failure;
use crate::formats;
use crate::outputs::{Ended, Make, Maker, Output};
use crate::pass::Pass;
use crate::report::InputCount;
use crate::settings::Settings;
use crate::sources::at::At;
use scoresheet_archive::{Archive, BlockEntry, BlockGames, Damage, Error, Given, each_in_order};
use scoresheet_core::at;
use scoresheet_core::read::{Depth, Record, Recorder, Tally};
use scoresheet_files::{FileError, Kind};

/// How many blocks each thread reads before their games go to the output.
const BLOCKS_OF_THREAD: usize = 4;

/// Takes the games of an archive to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take<O: Output>(pass: &mut Pass<'_>, current: ArchiveInput<'_>, out: &mut O) -> Result<(), Failure> {
    let Current { index, input, source, format } = current;
    let (name, progress) = (source.name().to_owned(), source.progress());
    pass.begin(&progress);
    let opened = open(input, source, pass.settings);
    pass.behind(&progress, &name)?;
    let before = pass.report.games();
    let archive = match opened {
        Ok(archive) => archive,
        Err(error) => {
            pass.done(InputCount { name, kind: format.spec().id, games: 0, bytes: input.size().unwrap_or(0) });
            return pass.file_error(error);
        }
    };
    take_blocks(pass, &archive, &Place { index, name: &name }, out)?;
    let (games, bytes) = (pass.report.games() - before, archive.length());
    if archive.is_cut() && !pass.is_done() {
        let message =
            format!("`{name}` is an archive whose end is missing or damaged: {games} games before that were read");
        let error = FileError::new(Kind::Damaged, &name, message);
        pass.file_error(FileError { byte: Some(archive.end()), ..error })?;
    }
    pass.done(InputCount { name, kind: format.spec().id, games, bytes });
    Ok(())
}

/// The input that is read.
struct Place<'n> {
    index: usize,
    name: &'n str,
}

/// A block that is to be read.
struct Task<'a> {
    group: usize,
    entry: &'a BlockEntry,
    /// How many games of the input come before it.
    before: u64,
    /// How many of its games are read.
    most: u64,
}

fn take_blocks<O: Output>(
    pass: &mut Pass<'_>,
    archive: &Archive<FileAt>,
    place: &Place<'_>,
    out: &mut O,
) -> Result<(), Failure> {
    let (settings, selected) = (pass.settings, pass.selected());
    let wanted = Pass::wanted(settings, &selected, place.index, place.name);
    let make = out.make();
    let (mut blocks, mut before) = (archive.index().blocks(), 0);
    let threads = settings.threads();
    while !pass.is_done() {
        let mut tasks = Vec::new();
        while tasks.len() < threads * BLOCKS_OF_THREAD && !pass.is_done() {
            let Some((group, entry)) = blocks.next() else { break };
            let games = u64::from(entry.games);
            let (most, taken) = pass.reach(place.name, before, games);
            let is_wanted = wanted.are_all() || (before + 1..=before + most).any(|number| wanted.has(number));
            if is_wanted {
                pass.took(taken);
                tasks.push(Task { group, entry, before, most });
            }
            before += games;
        }
        if tasks.is_empty() {
            break;
        }
        let work = |task: &Task<'_>| read_block(archive, task, settings, &make);
        for (task, read) in tasks.iter().zip(each_in_order(&tasks, threads, work)) {
            pass.report.add_rows(read.tally);
            let base = at::Base { games: task.before, ..at::Base::default() };
            let at = At { base, ..At::start_of(place.index, place.name) };
            if let Some(made) = read.made {
                out.put(pass, made, &at, wanted)?;
            }
            if let Some(error) = read.error {
                pass.file_error(unreadable(place.name, &error))?;
            }
            pass.tick_when_due()?;
        }
    }
    Ok(())
}

/// What was read of a block.
struct ReadBlock<T> {
    tally: Tally,
    made: Option<T>,
    error: Option<Error>,
}

/// Reads a block. If it is damaged, its games before the damage are read.
fn read_block<M: Make>(
    archive: &Archive<FileAt>,
    task: &Task<'_>,
    settings: &Settings,
    make: &M,
) -> ReadBlock<<M::Maker as Maker>::Made> {
    let damaged = |damage| Error::Damaged { damage, byte: task.entry.place.byte };
    let block = match archive.block(task.group, task.entry) {
        Ok(block) => block,
        Err(error) => return ReadBlock { tally: Tally::default(), made: None, error: Some(error) },
    };
    let mut sound = 0;
    let read = block.read(|games| Ok(BlockReading::new(settings, make).take(games, task.most, &mut sound)));
    match read {
        Ok((tally, made, None)) => ReadBlock { tally, made: Some(made), error: None },
        Ok((.., Some(damage))) => {
            // The sink has received a part of the damaged game, so the ones before it are read again.
            let again = block.read(|games| Ok(BlockReading::new(settings, make).take(games, sound, &mut 0)));
            let (tally, made) = again.map_or_else(|_| (Tally::default(), None), |(tally, made, _)| (tally, Some(made)));
            ReadBlock { tally, made, error: Some(damaged(damage)) }
        }
        Err(damage) => ReadBlock { tally: Tally::default(), made: None, error: Some(damaged(damage)) },
    }
}

/// Passes the games of a block to a maker.
pub(crate) struct BlockReading<'m, M: Make> {
    settings: &'m Settings,
    maker: M::Maker,
    recorder: Option<Recorder>,
    /// Whether nothing but tags is wanted.
    only_tags: bool,
    tally: Tally,
}

impl<'m, M: Make> BlockReading<'m, M> {
    /// Starts with the next game.
    pub(crate) fn new(settings: &'m Settings, make: &M) -> BlockReading<'m, M> {
        let records = make.wants_records();
        let reading = make.reading(replaying(settings), formats::usual());
        BlockReading {
            settings,
            maker: make.start(None),
            recorder: records.then(Recorder::new),
            only_tags: records && reading.depth <= Depth::Tags,
            tally: Tally::default(),
        }
    }

    /// Takes at most so many games, up to the first one that is damaged.
    pub(crate) fn take(
        mut self,
        games: &mut BlockGames<'_>,
        most: u64,
        sound: &mut u64,
    ) -> (Tally, <M::Maker as Maker>::Made, Option<Damage>) {
        let mut record = Record::new();
        for number in 1..=most {
            if let Err(damage) = self.game(games, number, &mut record) {
                return (self.tally, self.maker.finish(), Some(damage));
            }
            *sound += 1;
        }
        (self.tally, self.maker.finish(), None)
    }

    fn game(&mut self, games: &mut BlockGames<'_>, number: u64, record: &mut Record<'_>) -> Result<(), Damage> {
        let place = at::At { game: number, ..at::At::default() };
        let BlockReading { settings, maker, recorder, only_tags, tally } = self;
        let Some(recorder) = recorder else {
            let given = games.give(place, maker.sink())?;
            complete(record, number, given);
            tally.add_game(record);
            maker.end(Ended::of(record, settings));
            return Ok(());
        };
        let mut sinks = (&mut *recorder, maker.sink());
        let given = if *only_tags { games.give_tags(place, &mut sinks)? } else { games.give(place, &mut sinks)? };
        let mut record = recorder.record();
        complete(&mut record, number, given);
        tally.add_game(&record);
        maker.end(Ended::of(&record, settings));
        Ok(())
    }
}

/// Puts into a record what is known of a game that was read.
fn complete(record: &mut Record<'_>, number: u64, given: Given) {
    record.number = number;
    (record.ply_count, record.ending, record.termination) = (given.plies, given.ending, given.termination);
}
