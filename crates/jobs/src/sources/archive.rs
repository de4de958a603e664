//! Archives as inputs: their blocks are read in parallel.

use super::archive_blocks::{ArchiveDecoding, BlockPlace, InfiniteText, Read};
use super::{ArchiveInput, Current, foreign};
use crate::common::failure::Failure;
use crate::inputs::archive_bytes::ArchiveBytes;
use crate::inputs::archive_file::{open, unreadable};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::GameSink;
use crate::settings::WantedGames;
use scoresheet_archive::{Archive, BlockEntry};
use scoresheet_core::location;
use scoresheet_files::{FileError, FilePart, Kind};
use scoresheet_parallel::{Dispatcher, Options, dispatch};
use std::ops::{Range, RangeInclusive};

/// More than this part of an archive at a URL is read in one go.
const MOSTLY: u64 = 2;

/// How many tasks of each thread may be in flight.
const AHEAD: usize = 3;

/// Takes the games of an archive to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: ArchiveInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let Current { index, input, source, format } = current;
    let (name, progress) = (source.name().to_owned(), source.progress());
    pass.begin(&progress);
    let place = CurrentArchive { index, name: &name, part: input.as_part() };
    let opened = open(input, source, &pass.settings.read, |archive| {
        let runs = place.runs(pass, archive);
        runs.iter().map(|run| run.end - run.start).sum::<u64>() > archive.length() / MOSTLY
    });
    pass.report_trailing_bytes(&progress, &name)?;
    let before = pass.report.games();
    let archive = match opened {
        Ok(archive) => archive,
        Err(error) => {
            pass.done(InputCount {
                name: name.clone(),
                kind: format.spec.id,
                games: 0,
                bytes: input.size().unwrap_or(0),
            });
            return pass.file_error(error);
        }
    };
    archive.bytes().expect(place.runs(pass, &archive));
    take_blocks(pass, &archive, &place, sink)?;
    let (games, bytes) = (pass.report.games() - before, input.size().unwrap_or(archive.length()));
    if archive.is_cut() && !pass.is_done() {
        let message =
            format!("`{name}` is an archive whose end is missing or damaged: {games} games before that were read");
        let error = FileError::new(Kind::Damaged, &name, message);
        pass.file_error(FileError { byte: Some(archive.end()), ..error })?;
    }
    pass.done(InputCount { name: name.clone(), kind: format.spec.id, games, bytes });
    Ok(())
}

/// The input that is read.
struct CurrentArchive<'n> {
    index: usize,
    name: &'n str,
    /// The part of it that is read, if it is not read as a whole.
    part: Option<&'n FilePart>,
}

impl CurrentArchive<'_> {
    /// Whether a block is in the part that is read.
    fn has(&self, block: &BlockEntry) -> bool {
        self.part.is_none_or(|part| (part.start..part.end).contains(&block.place.byte))
    }

    /// How many games of the input come before the first block.
    fn before(&self) -> u64 {
        self.part.map_or(0, |part| part.before.games)
    }

    /// Where the blocks are that will be read, if they are at a URL; neighbors are one range.
    fn runs(&self, pass: &Pass<'_>, archive: &Archive<ArchiveBytes>) -> Vec<Range<u64>> {
        if !archive.bytes().is_remote() {
            return Vec::new();
        }
        let selected = pass.selected();
        let wanted = Pass::wanted(&pass.settings.selection, &selected, self.index, self.name);
        let reading = WantedBlocks { wanted, period: pass.settings.selection.period.as_ref() };
        let (mut before, mut left) = (self.before(), pass.left());
        let mut runs: Vec<Range<u64>> = Vec::new();
        for (_, block) in archive.index().blocks().filter(|(_, block)| self.has(block)) {
            let (most, taken) = wanted.reach(before, u64::from(block.games), left);
            if reading.has(block, before, most) {
                left -= taken;
                let place = block.place.byte..block.place.end();
                match runs.last_mut().filter(|last| last.end == place.start) {
                    Some(last) => last.end = place.end,
                    None => runs.push(place),
                }
            }
            before += u64::from(block.games);
            if left == 0 {
                break;
            }
        }
        runs
    }
}

/// The blocks that have games of use.
#[derive(Clone, Copy)]
struct WantedBlocks<'b> {
    wanted: WantedGames<'b>,
    /// The only days whose games are of use.
    period: Option<&'b RangeInclusive<u32>>,
}

impl WantedBlocks<'_> {
    /// Whether a block has any among its first games, after this many others.
    fn has(&self, block: &BlockEntry, before: u64, most: u64) -> bool {
        let is_in_period = self.period.is_none_or(|period| block.may_have_dates(period));
        let has_wanted = || self.wanted.are_all() || (before + 1..=before + most).any(|game| self.wanted.has(game));
        is_in_period && has_wanted()
    }
}

fn take_blocks(
    pass: &mut Pass<'_>,
    archive: &Archive<ArchiveBytes>,
    place: &CurrentArchive<'_>,
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let (settings, selected) = (pass.settings, pass.selected());
    let wanted = Pass::wanted(&settings.selection, &selected, place.index, place.name);
    let factory = sink.factory();
    let reading = ArchiveDecoding::new(archive, settings, &sink.needs(), &*factory);
    let together = reading.together();
    let blocks = Box::new(archive.index().blocks().filter(|(_, block)| place.has(block)));
    let before = place.before();
    let wanted = WantedBlocks { wanted, period: settings.selection.period.as_ref() };
    let mut blocks = ArchiveBlocks { pass, sink, place, reading: wanted, blocks, together, before };
    let threads = if settings.run.threads() < 2 { 0 } else { settings.run.threads() };
    let options = Options { in_flight: AHEAD * threads, ..Options::new(threads) };
    dispatch(&options, &mut blocks, |task| reading.read(task))
}

/// The blocks of an archive, and where their games go.
struct ArchiveBlocks<'b, 'p, 's> {
    pass: &'b mut Pass<'p>,
    sink: &'b mut dyn GameSink<'s>,
    place: &'b CurrentArchive<'b>,
    reading: WantedBlocks<'b>,
    blocks: Box<dyn Iterator<Item = (usize, &'b BlockEntry)> + 'b>,
    /// About how many games are read together.
    together: u64,
    /// The number of games before the next block.
    before: u64,
}

impl<'b> ArchiveBlocks<'b, '_, '_> {
    /// The next block, if any of its games is wanted.
    fn block(&mut self, group: usize, entry: &'b BlockEntry) -> Option<BlockPlace<'b>> {
        let (before, games) = (self.before, u64::from(entry.games));
        self.before += games;
        let (most, taken) = self.pass.reach(self.place.name, before, games);
        if !self.reading.has(entry, before, most) {
            self.pass.report.unread += games;
            return None;
        }
        self.pass.took(taken);
        Some(BlockPlace { group, entry, before, most })
    }
}

impl<'b> Dispatcher for ArchiveBlocks<'b, '_, '_> {
    type Task = Vec<BlockPlace<'b>>;
    type Output = Vec<Read>;
    type Error = Failure;

    fn next(&mut self) -> Option<Vec<BlockPlace<'b>>> {
        let (mut task, mut games) = (Vec::new(), 0);
        while games < self.together && !self.pass.is_done() {
            let Some((group, entry)) = self.blocks.next() else { break };
            if let Some(block) = self.block(group, entry) {
                games += block.most;
                task.push(block);
            }
        }
        (!task.is_empty()).then_some(task)
    }

    fn take(&mut self, task: Self::Task, found: Self::Output) -> Result<(), Failure> {
        let before = task.first().map_or(0, |block| block.before);
        let base = location::Base { games: before, ..location::Base::default() };
        let at = BlockLocation { base, ..BlockLocation::start_of(self.place.index, self.place.name) };
        for Read { tally, odd, piece, infinite, error } in found {
            self.pass.report.add_rows(tally);
            odd.into_iter().try_for_each(|odd| odd.count(self.pass, before, self.place.name))?;
            if let Some(piece) = piece {
                self.sink.combine(self.pass, piece, &at, self.reading.wanted)?;
            }
            if let Some(InfiniteText { number, document }) = infinite {
                foreign::take_document(self.pass, (number, document), &at, self.reading.wanted, self.sink)?;
            }
            if let Some(error) = error {
                self.pass.file_error(unreadable(self.place.name, &error))?;
            }
        }
        self.pass.tick_when_due()
    }

    fn tick(&mut self) -> Result<(), Failure> {
        self.pass.tick_when_due()
    }
}
