//! The games of an archive by their numbers: its index gives their places, and only the blocks that hold them are
//! decoded.
//!
//! The first game that is requested of a block comes alone. If another one is requested, more will be: then whole runs are
//! decoded, side by side, and kept. Thus a single game comes quickly, and many games at random do not cost much more than
//! all of them in order.

use crate::common::failure::Failure;
use crate::formats;
use crate::formats::foreign::DOCUMENT;
use crate::inputs::archive_bytes::ArchiveBytes;
use crate::inputs::archive_file::{in_place, unreadable};
use crate::pipeline::single_game::Whole;
use crate::pipeline::sink::{SinkFactory as _, content};
use crate::settings::{ReadSettings, Settings};
use crate::sinks::packed_trees::{pack, unpack};
use crate::sinks::trees::{MadeTree, ReadTree, TreeFactory};
use crate::sources::archive_blocks::BlockReading;
use crate::sources::text::replaying;
use crate::sources::tree_replay::infinite_document;
use scoresheet_archive::{Archive, ArchiveBlock, BlockEntry, Damage, Error};
use scoresheet_core::read::{self, KeepFaults};
use scoresheet_files::Input;
use scoresheet_parallel::{Lock, map};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// About how many bytes of games are kept.
const KEPT: usize = 64 << 20;

/// How many runs are decoded in parallel.
const RUNS: usize = 8;

/// An archive that stays open.
pub(crate) struct Shelf {
    name: String,
    file: ArchiveBytes,
    archive: Archive<ArchiveBytes>,
    blocks: Vec<Shelved>,
    games: u64,
    kept: Lock<DecodedBlocks>,
    /// Whether no section is damaged, once that was checked.
    is_sound: OnceLock<bool>,
}

/// Where a block is.
struct Shelved {
    group: usize,
    entry: BlockEntry,
    /// The number of games before it.
    before: u64,
}

impl Shelf {
    /// The archive that an input is; `None` if it must be read in order to know its games.
    pub(crate) fn of(input: &Input, settings: &ReadSettings) -> Option<Shelf> {
        let (file, archive) = in_place(input, settings)?;
        let (mut blocks, mut games) = (Vec::new(), 0);
        for (group, entry) in archive.index().blocks() {
            blocks.push(Shelved { group, entry: *entry, before: games });
            games += u64::from(entry.games);
        }
        Some(Shelf {
            name: input.name().to_owned(),
            file,
            archive,
            blocks,
            games,
            kept: Lock::default(),
            is_sound: OnceLock::new(),
        })
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Whether all games can be read, as far as checksums can detect it. That of an archive at a URL is not found out.
    pub(crate) fn is_sound(&self) -> bool {
        !self.file.is_remote() && *self.is_sound.get_or_init(|| self.archive.verify().is_ok())
    }

    /// The text of a game on a board without edges, which is a document; `None` for other games.
    pub(crate) fn document(&self, read: &ReadTree) -> Option<Whole> {
        let bytes = infinite_document(&read.tree)?.trim_ascii_end().as_bytes().to_vec();
        let size = bytes.len() as u64;
        Some(Whole { bytes, too_long: false, name: self.name.clone(), format: &DOCUMENT, to: None, size })
    }

    /// The game of this number, from 0, which must be there.
    ///
    /// # Errors
    /// If what holds it is damaged, or the file was written since it was opened.
    pub(crate) fn game(&self, number: u64, settings: &Settings) -> Result<ReadTree, Failure> {
        let at = self.blocks.partition_point(|block| block.before <= number).saturating_sub(1);
        let absent = || Failure::Internal(format!("the archive has no game {number}"));
        let shelved = self.blocks.get(at).ok_or_else(absent)?;
        let game = usize::try_from(number - shelved.before).map_err(|_| absent())?;
        let mut kept = self.kept.lock();
        if let Some(packed) = kept.game(at, game) {
            drop(kept);
            return unpack(&packed);
        }
        self.file.check(&self.name)?;
        let failed = |error: Error| Failure::File(unreadable(&self.name, &error));
        let mut block = match kept.take(at) {
            Some(block) => block,
            None => KeptBlock::new(self.archive.block(shelved.group, &shelved.entry).map_err(failed)?),
        };
        let found = block.decode(game, settings);
        kept.put(at, block);
        let damaged = |damage| failed(Error::Damaged { damage, byte: shelved.entry.place.byte });
        found.map_err(damaged).and_then(|packed| unpack(&packed))
    }
}

/// Blocks of which games were requested.
#[derive(Default)]
struct DecodedBlocks {
    blocks: HashMap<usize, KeptBlock>,
    /// About how many bytes they take.
    size: usize,
    /// How many games were requested.
    requests: u64,
}

impl DecodedBlocks {
    fn game(&mut self, at: usize, game: usize) -> Option<Arc<[u8]>> {
        self.requests += 1;
        let block = self.blocks.get_mut(&at)?;
        block.used = self.requests;
        block.games.get(game)?.clone()
    }

    fn take(&mut self, at: usize) -> Option<KeptBlock> {
        let block = self.blocks.remove(&at)?;
        self.size -= block.size;
        Some(block)
    }

    /// Keeps a block, and drops those that were not used for the longest time.
    fn put(&mut self, at: usize, mut block: KeptBlock) {
        block.measure();
        block.used = self.requests;
        self.size += block.size;
        while self.size > KEPT {
            let oldest = self.blocks.iter().min_by_key(|(_, block)| block.used).map(|(&at, _)| at);
            let Some(oldest) = oldest else { break };
            self.take(oldest);
        }
        self.blocks.insert(at, block);
    }
}

/// A block, and those of its games that were decoded.
struct KeptBlock {
    /// `None` once all games were decoded.
    block: Option<ArchiveBlock>,
    /// Games that are decoded one after another.
    runs: Vec<Range<usize>>,
    /// Packed trees.
    games: Vec<Option<Arc<[u8]>>>,
    /// When a game of it was requested last.
    used: u64,
    size: usize,
}

impl KeptBlock {
    fn new(block: ArchiveBlock) -> KeptBlock {
        KeptBlock { block: Some(block), runs: Vec::new(), games: Vec::new(), used: 0, size: 0 }
    }

    fn measure(&mut self) {
        let games = self.games.iter().flatten().map(|game| game.len());
        let list = self.games.len() * size_of::<Option<Arc<[u8]>>>();
        self.size = list + games.sum::<usize>() + self.block.as_ref().map_or(0, ArchiveBlock::size);
    }

    /// Decodes a game that is not there yet, and its neighbours.
    fn decode(&mut self, game: usize, settings: &Settings) -> Result<Arc<[u8]>, Damage> {
        let Some(block) = &self.block else { return Err(Damage::Content) };
        let ranges = if self.runs.is_empty() {
            self.runs = block.read(|games| Ok(games.runs()))?;
            self.games.resize(self.runs.last().map_or(0, |run| run.end), None);
            std::iter::once(game..game + 1).collect()
        } else {
            self.next_runs(game)
        };
        // Asking the system for its processors takes as long as reading some games.
        let threads = if ranges.len() > 1 { settings.run.threads() } else { 1 };
        let read = map(&ranges, threads, |range| decoded(block, range, settings));
        let mut damaged = None;
        for (range, (games, damage)) in ranges.iter().zip(read) {
            self.games[range.clone()].iter_mut().zip(games).for_each(|(place, game)| *place = Some(game));
            damaged = damaged.or(damage.filter(|_| range.contains(&game)));
        }
        if self.games.iter().all(Option::is_some) {
            self.block = None;
        }
        self.games.get(game).cloned().flatten().ok_or(damaged.unwrap_or(Damage::Content))
    }

    /// The run of a game, and the next ones that lack games.
    fn next_runs(&self, game: usize) -> Vec<Range<usize>> {
        let at = self.runs.partition_point(|run| run.end <= game);
        let (before, from) = self.runs.split_at(at);
        let lacks = |run: &&Range<usize>| self.games[(*run).clone()].iter().any(Option::is_none);
        from.iter().chain(before).filter(lacks).take(RUNS).cloned().collect()
    }
}

/// The packed trees of some games, up to the first one that is damaged.
fn decoded(block: &ArchiveBlock, range: &Range<usize>, settings: &Settings) -> (Vec<Arc<[u8]>>, Option<Damage>) {
    let factory = TreeFactory { block: 0, spelling: settings.write.keep_spelling, strict: settings.read.strict };
    let how = factory.reading(replaying(settings), formats::usual());
    let how = read::Settings { keep_faults: how.keep_faults.and(KeepFaults::OfGame), ..how };
    let mut reading = BlockReading::new((settings, &how), factory.local(None), false);
    let read = block.read(|games| {
        games.go_to(range.start)?;
        Ok(reading.games(games, (range.start as u64, range.len() as u64)).1)
    });
    let packed = |made: MadeTree| {
        let mut bytes = Vec::new();
        made.read.iter().for_each(|read| pack(read, &mut bytes));
        bytes.into()
    };
    let trees = reading.finish().piece.and_then(|piece| content::<Vec<MadeTree>>(piece).ok());
    let games = trees.into_iter().flatten().map(packed).collect();
    (games, read.unwrap_or_else(Some))
}
