//! Games by their numbers.
//!
//! These are the games that iteration yields, in the same order, for every format and compression of the input.
//! Archives and Parquet files store where each game is. All games of other inputs are packed as trees, in memory or a temporary
//! file, and not looked up in the input again.

use crate::archive_lookup::Shelf;
use crate::common::failure::Failure;
use crate::common::spool::temporary_files;
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignRead};
use crate::pipeline::host::Caller;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::Aside;
use crate::pipeline::report::Report;
use crate::pipeline::single_game::Whole;
use crate::pipeline::sink::{
    Complete, CountOnce, ForeignSupport, GameSink, GivenForeign, Needs, Piece, SinkFactory, content,
};
use crate::selection::first_pass::take_transformed;
use crate::settings::{OnError, Settings, WantedGames};
use crate::sinks::packed_trees::{Pack, PackedFactory, PackedGames, unpack};
use crate::sinks::trees::{ReadTree, TreeFactory};
use crate::table_lookup::TableShelf;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input, decompress};
use scoresheet_parallel::Lock;
use scoresheet_spill::Pool;
use std::sync::Arc;

/// The size of blocks. They are small, some hundred games, because their trees are all in memory.
const BLOCK: usize = 256 << 10;

/// How many bytes of packed games are held in memory.
const MEMORY: u64 = 4 << 20;

/// A game of an index.
pub enum Indexed {
    /// A tree, and the faults of the game.
    Tree(Box<ReadTree>),
    /// A game of the caller.
    Foreign(ForeignGame),
}

impl Indexed {
    fn tree(read: ReadTree) -> Indexed {
        Indexed::Tree(Box::new(read))
    }
}

/// Games by their numbers, from 0.
pub struct Index {
    parts: Vec<IndexPart>,
    /// The number of games.
    games: u64,
}

/// A part of an index.
struct IndexPart {
    /// The number of games before it.
    before: u64,
    what: What,
}

enum What {
    /// Some packed trees: their start in the pool, their length there, the end of each after decompression, and which
    /// of them are games of the index.
    Packed { packed: Arc<Lock<Unpacked>>, start: u64, length: usize, ends: Vec<u32>, kept: Vec<u32> },
    /// A text that the caller reads.
    Text(Arc<Whole>),
    /// An archive.
    Archive(Box<Shelf>),
    /// A Parquet file.
    Table(Box<TableShelf>),
}

/// The packed trees, with the block that was unpacked last, because consecutive requests are often for neighbours.
struct Unpacked {
    pool: Pool,
    block: usize,
    bytes: Vec<u8>,
}

/// The result of building an index.
pub(crate) struct Built {
    pub(crate) index: Index,
    pub(crate) report: Report,
    /// The first input that could not be read completely, unless the caller chose to only count errors.
    pub(crate) failed: Option<FileError>,
}

impl Index {
    /// The games of archives and Parquet files, of which nothing is read but their own indexes and footers; `None` if games must
    /// be read to know which ones there are.
    pub(crate) fn in_place(inputs: &[Input], settings: &Settings) -> Option<Index> {
        if !settings.takes_all_games() || inputs.is_empty() {
            return None;
        }
        let (mut parts, mut games) = (Vec::new(), 0);
        for input in inputs {
            let what = What::in_place(input, settings)?;
            let before = games;
            games += match &what {
                What::Archive(shelf) => shelf.games(),
                What::Table(shelf) => shelf.games(),
                What::Packed { .. } | What::Text(_) => 0,
            };
            parts.push(IndexPart { before, what });
        }
        Some(Index { parts, games: settings.selection.limit.map_or(games, |most| games.min(most)) })
    }

    /// Reads all games once, and sets bad ones aside.
    ///
    /// # Errors
    /// When the job is to stop, or one of the files cannot be written.
    pub(crate) fn build(
        inputs: &[Input],
        settings: &Settings,
        aside: Option<Aside>,
        caller: Caller<'_>,
    ) -> Result<Built, Failure> {
        let mut pass = Pass::new(settings, Depth::Positions, caller.host);
        let pool = Pool::new(MEMORY, &temporary_files());
        let (mut parts, mut games) = (Vec::new(), 0);
        let packed = Arc::new(Lock::new(Unpacked { pool, block: usize::MAX, bytes: Vec::new() }));
        let mut building = Building { packed, settings, foreign: caller.foreign, text: None };
        let keeping = Keeping { building: &mut building, parts: &mut parts, games: &mut games };
        pass.aside = aside;
        take_transformed(inputs, Box::new(keeping), &mut pass)?;
        pass.commit_aside()?;
        let failed = pass.unannounced();
        Ok(Built { index: Index { parts, games }, report: pass.report.finish(), failed })
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether all of them can be read, as far as that is known without decoding any.
    pub(crate) fn is_sound(&self) -> bool {
        let is_sound = |part: &IndexPart| match &part.what {
            What::Archive(shelf) => shelf.is_sound(),
            What::Packed { .. } | What::Text(_) | What::Table(_) => true,
        };
        self.parts.iter().all(is_sound)
    }

    /// Whether so many games were looked up that reading all of them would have been cheaper.
    pub(crate) fn is_worn(&self) -> bool {
        self.parts.iter().any(|part| matches!(&part.what, What::Table(shelf) if shelf.is_worn()))
    }

    /// The game of this number; `None` if there are fewer.
    ///
    /// # Errors
    /// If the temporary file or the archive cannot be read, or the caller cannot read the text.
    pub fn game(&self, number: u64, settings: &Settings, foreign: &dyn Foreign) -> Result<Option<Indexed>, Failure> {
        if number >= self.games {
            return Ok(None);
        }
        let at = self.parts.partition_point(|part| part.before <= number) - 1;
        let IndexPart { before, what } = &self.parts[at];
        match what {
            What::Text(whole) => Ok(whole.read(foreign, settings)?.game.map(Indexed::Foreign)),
            What::Archive(shelf) => {
                let read = shelf.game(number - before, settings)?;
                match shelf.document(&read) {
                    Some(whole) => Ok(whole.read(foreign, settings)?.game.map(Indexed::Foreign)),
                    None => Ok(Some(Indexed::tree(read))),
                }
            }
            What::Table(shelf) => shelf.game(number - before, settings).map(Indexed::tree).map(Some),
            What::Packed { packed, start, length, ends, kept } => {
                let place = kept[usize::try_from(number - before).unwrap_or(usize::MAX)] as usize;
                let size = ends.last().map_or(0, |&end| end as usize);
                let first = place.checked_sub(1).map_or(0, |before| ends[before] as usize);
                let mut packed = packed.lock();
                if packed.block != at {
                    packed.unpack((*start, *length), size).map_err(|error| not_kept(&error))?;
                    packed.block = at;
                }
                unpack(&packed.bytes[first..ends[place] as usize]).map(Indexed::tree).map(Some)
            }
        }
    }
}

impl What {
    /// The games of an input where they are, if it says where each of them is.
    fn in_place(input: &Input, settings: &Settings) -> Option<What> {
        if let Some(shelf) = Shelf::of(input, &settings.read) {
            return Some(What::Archive(Box::new(shelf)));
        }
        // Where errors end everything, those of games that are not requested do, too.
        let may_look_up = settings.read.on_error == OnError::Keep;
        may_look_up.then(|| TableShelf::of(input, settings)).flatten().map(|shelf| What::Table(Box::new(shelf)))
    }
}

impl Unpacked {
    fn unpack(&mut self, (start, length): (u64, usize), size: usize) -> std::io::Result<()> {
        let mut packed = vec![0; length];
        self.pool.read(start, &mut packed)?;
        self.block = usize::MAX;
        self.bytes = decompress(&packed, size)?;
        Ok(())
    }
}

fn not_kept(error: &std::io::Error) -> Failure {
    Failure::not_written(error, "the temporary copy of the games")
}

/// The state that outlives the pass that builds an index.
struct Building<'b> {
    packed: Arc<Lock<Unpacked>>,
    settings: &'b Settings,
    foreign: &'b dyn Foreign,
    /// The text that the caller has read last.
    text: Option<Arc<Whole>>,
}

/// The games that are added to an index.
struct Keeping<'k, 'b> {
    building: &'k mut Building<'b>,
    parts: &'k mut Vec<IndexPart>,
    games: &'k mut u64,
}

impl Keeping<'_, '_> {
    fn trees(&self) -> TreeFactory {
        let settings = self.building.settings;
        TreeFactory { block: BLOCK, spelling: settings.write.keep_spelling, strict: settings.read.strict }
    }

    fn keep(&mut self, games: u64, what: What) {
        self.parts.push(IndexPart { before: *self.games, what });
        *self.games += games;
    }
}

impl<'b> GameSink<'b> for Keeping<'_, 'b> {
    fn needs(&self) -> Needs<'b> {
        self.trees().needs(ForeignSupport::Taken(Some(self.building.foreign)))
    }

    fn factory(&self) -> Box<dyn SinkFactory<'b> + 'b> {
        Box::new(PackedFactory(self.trees()))
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let made: PackedGames = content(piece)?;
        let mut counted = CountOnce::default();
        let is_wanted = |number: u64| wanted.has(at.base.games + number);
        let wanted_ones = made.numbers.iter().filter(|(number, _)| is_wanted(*number));
        wanted_ones.for_each(|&(number, skipped)| counted.count(pass, number, skipped));
        let mut packed = made.numbers.iter().filter(|(_, skipped)| !skipped).map(|(number, _)| is_wanted(*number));
        for Pack { compressed, ends } in made.packs {
            let games = packed.by_ref().take(ends.len()).zip(0..);
            let kept: Vec<u32> = games.filter(|(wanted, _)| *wanted).map(|(_, place)| place).collect();
            if kept.is_empty() {
                continue;
            }
            let compressed = compressed.map_err(|error| not_kept(&error))?;
            let packed = Arc::clone(&self.building.packed);
            let start = packed.lock().pool.append(&compressed).map_err(|error| not_kept(&error))?;
            self.keep(kept.len() as u64, What::Packed { packed, start, length: compressed.len(), ends, kept });
        }
        Ok(())
    }

    fn read_foreign(&mut self, whole: &Arc<Whole>, settings: &Settings) -> Result<ForeignRead, Failure> {
        self.building.text = Some(Arc::clone(whole));
        whole.read(self.building.foreign, settings)
    }

    fn add_foreign(
        &mut self,
        pass: &mut Pass<'_>,
        given: GivenForeign<'_>,
        _at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        pass.report.skipped += u64::from(given.skip);
        pass.report.written += u64::from(!given.skip);
        if let Some(text) = self.building.text.take().filter(|_| !given.skip) {
            self.keep(1, What::Text(text));
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}
