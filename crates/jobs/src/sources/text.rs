//! Text inputs, cut into blocks of whole games that threads process in parallel.

use crate::common::failure::Failure;
use crate::common::number_set::Selection;
use crate::formats::Format;
use crate::formats::refine::Watch;
use crate::pipeline::excerpt::raised;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::{BadGame, Origin};
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::{GameEnd, GameSink, Needs, Piece, SinkFactory, with_steps};
use crate::settings::{RunSettings, Settings};
use crate::sources::TextInput;
use crate::sources::foreign::{self, InfiniteGame};
use scoresheet_core::error::Fault;
use scoresheet_core::game::{self, AnyGames, FormatOptions, GameFormat, ReadOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Extent;
use scoresheet_core::read::InfiniteDocument;
use scoresheet_core::read::{self, Depth, KeepFaults, Record, Tally};
use scoresheet_core::text::{self, Encoding};
use scoresheet_files::{Block, FileError, Kind, RunEvent, Split};
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How large blocks are at most if every fault is kept.
const FAULTY_BLOCK: usize = 128 << 10;

/// Takes one input of text to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: TextInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let (settings, index, needs, factory) = (pass.settings, current.index, sink.needs(), sink.factory());
    let mut how = TextReading::of(&current, settings, sink.format());
    how.reading = factory.reading(how.reading, how.format);
    how.reading.keep_faults = how.reading.keep_faults.and(needs.faults);
    how.sets_aside = pass.aside.is_some();
    how.takes_infinite = needs.foreign.is_any() && game::has_documents(how.format);
    if settings.run.repair.is_some() {
        // Which games are bad, and which are empty, shows only when their moves are played.
        (how.reading.depth, how.reading.keep_tags) = (Depth::Positions, true);
    }
    let selected = pass.selected();
    // A database goes by the numbers of all games.
    let passes_over = !sink.format().is_some_and(Format::is_database);
    let selection = selected.as_ref().and_then(|selected| selected.get(index)).filter(|_| passes_over);
    let work = |block: &Block, most: u64| make_block(&how, block, Wish { most, selection }, &*factory);
    // Faults are kept until their block is put in order: if all are wanted, smaller blocks hold fewer of them.
    let all_wanted = settings.run.wants_all_faults() || settings.run.repair.is_some();
    let size = if all_wanted { needs.block.min(FAULTY_BLOCK) } else { needs.block };
    let Needs { ahead, caller_works, .. } = needs;
    let blocks =
        TextBlocks { size, ahead, caller_works, opening: &how.opening, own: &how.own, watch: &how.watch, work };
    pass.text(current, &blocks, |pass, part, block, at| {
        let wanted = Pass::wanted(&settings.selection, &selected, index, at.source);
        match part {
            WorkedPart::Games(piece) => sink.combine_text(pass, piece, block, at, wanted),
            WorkedPart::Infinite(game) => foreign::take_infinite(pass, *game, block, at, wanted, sink),
        }
    })
}

/// Which games of a block are wanted.
struct Wish<'w> {
    /// How many at most.
    most: u64,
    /// The games that were selected of the input.
    selection: Option<&'w Selection>,
}

/// Reads games of a block and makes a piece of the output of those that are wanted.
fn make_block(how: &TextReading<'_>, block: &Block, wish: Wish<'_>, factory: &dyn SinkFactory<'_>) -> Worked {
    let most = wish.most;
    let selected = wish.selection.and_then(|selection| Some((selection, *selection.blocks.get(&block.start)?)));
    let passes_over = |number: u64| selected.is_some_and(|(selection, base)| !selection.numbers.has(base + number));
    let mut games = how.games(block);
    let mut record = Record::new();
    let mut local = factory.local(Some(how.format));
    let (mut first_error, mut bad) = (None, Vec::new());
    let (mut parts, mut infinite, mut is_empty, mut end) = (Vec::new(), 0, true, 0);
    while games.tally().games + infinite < most {
        let number = games.tally().games + infinite + 1;
        if let Some(document) = how.next_infinite(&mut games) {
            if !std::mem::replace(&mut is_empty, true) {
                let before = std::mem::replace(&mut local, factory.local(Some(how.format)));
                parts.push(WorkedPart::Games(before.finish()));
            }
            (infinite, end) = (infinite + 1, document.span.end);
            let game = InfiniteGame { number, document: document.into_owned() };
            parts.push(WorkedPart::Infinite(Box::new(game)));
            continue;
        }
        let passed_over = passes_over(number);
        let more = if passed_over {
            games.next(&mut record, &mut ())
        } else {
            with_steps!(local, |steps| games.next(&mut record, steps))
        };
        if !more {
            break;
        }
        (is_empty, end) = (false, record.byte as usize + record.text.len());
        if first_error.is_none() {
            first_error.clone_from(&record.first_error);
        }
        if how.sets_aside && record.first_error.is_some() {
            bad.extend(BadGame::of(&record, how.text_of(&record), how.settings));
        }
        if !passed_over {
            local.end(GameEnd::of(&record, how.settings));
        }
    }
    local.trailing(games.trailing());
    // More games of this block may follow.
    let cut = (games.tally().games + infinite == most).then(|| block.bytes().len().min(end));
    parts.push(WorkedPart::Games(local.finish()));
    Worked { cut, bad, infinite, extent: block.extent(), ..Worked::of(games, first_error, parts) }
}

/// How the games of a text are read.
pub(crate) struct TextReading<'s> {
    format: &'static dyn GameFormat,
    reading: read::Settings,
    settings: &'s Settings,
    /// Whether bad games are set aside.
    sets_aside: bool,
    /// Whether the caller reads the games on boards without edges.
    takes_infinite: bool,
    /// The format's own options.
    own: FormatOptions,
    /// The text before the first game, once that was read.
    opening: OnceLock<Vec<u8>>,
    /// Looks for games of another format.
    watch: Watch,
}

impl<'s> TextReading<'s> {
    /// As in the settings. Every move is played, and nothing kept of it. `to` is the format that is written.
    fn of(current: &TextInput<'_>, settings: &'s Settings, to: Option<Format>) -> TextReading<'s> {
        let format = current.format;
        let own = settings.read_options(format, to);
        let watch = Watch::new(format, settings.read.is_settled());
        let (reading, opening) = (replaying(settings), OnceLock::new());
        TextReading { format, reading, settings, sets_aside: false, takes_infinite: false, own, opening, watch }
    }

    /// The next game if the caller is to read it.
    fn next_infinite<'b>(&self, games: &mut AnyGames<'b>) -> Option<InfiniteDocument<'b>> {
        if self.takes_infinite { games.next_infinite() } else { None }
    }

    /// The place of a game's text in its block, unless it is binary.
    fn text_of(&self, record: &Record<'_>) -> Option<Range<usize>> {
        let start = record.byte as usize;
        self.format.spec().text.then_some(start..start + record.text.len())
    }

    /// The games of a block, which may end within one that is too long.
    fn games<'b>(&'b self, block: &'b Block) -> AnyGames<'b> {
        let bytes = block.bytes();
        let format = self.watch.format_of_block(bytes);
        let opening = self.opening.get().filter(|_| block.index > 0).map(Vec::as_slice);
        let options = ReadOptions { limits: &self.settings.read.limits, own: &self.own };
        let mut games =
            AnyGames::of_block(format, game::Block { bytes, opening, last: block.last }, &options, &self.reading);
        if let Some(start) = self.settings.read.start.position.as_ref().filter(|_| format.spec().starts) {
            games = games.starting(start);
        }
        if block.oversized { games.cut_short() } else { games }
    }
}

/// Reading in which every move is played, and nothing kept of it.
pub(crate) fn replaying(settings: &Settings) -> read::Settings {
    read::Settings {
        strict: settings.read.strict,
        limits: settings.read.limits,
        letters: settings.read.letters,
        validation: settings.validation(),
        only_pgn: settings.read.is_settled(),
        depth: Depth::Positions,
        keep_tags: true,
        keep_plies: false,
        keep_comments: false,
        keep_faults: kept_faults(&settings.run),
    }
}

/// Which faults are kept for the files that the settings request.
fn kept_faults(settings: &RunSettings) -> KeepFaults {
    let listed = if settings.wants_all_faults() { KeepFaults::All } else { KeepFaults::Firsts };
    listed.and(if settings.repair.is_some() { KeepFaults::OfGame } else { KeepFaults::Firsts })
}

/// What a worker made of a block.
struct Worked {
    tally: Tally,
    /// The number of games that the caller reads, which are not counted yet.
    infinite: u64,
    /// The first game's error, if everything is to stop at it.
    first_error: Option<Fault>,
    /// The games that are set aside.
    bad: Vec<BadGame>,
    /// The comments after the last game of the file, which belong to none.
    trailing: Vec<String>,
    /// Where the last wanted game ends, if others may follow in the block.
    cut: Option<usize>,
    /// How far the block moves the place in the source.
    extent: Extent,
    parts: Vec<WorkedPart>,
}

/// A part of what was made of a block.
enum WorkedPart {
    /// Some games.
    Games(Piece),
    /// A game that the caller reads.
    Infinite(Box<InfiniteGame>),
}

impl Worked {
    /// What was made of games that were read.
    fn of(games: AnyGames<'_>, first_error: Option<Fault>, parts: Vec<WorkedPart>) -> Worked {
        let texts = games.trailing().iter();
        let trailing = texts.map(|text| text::decode(text, Encoding::Each).into_owned()).collect();
        Worked {
            tally: games.into_tally(),
            infinite: 0,
            first_error,
            bad: Vec::new(),
            trailing,
            cut: None,
            extent: Extent::default(),
            parts,
        }
    }

    /// The number of its games.
    fn games(&self) -> u64 {
        self.tally.games + self.infinite
    }
}

/// How an input of text is worked on, block by block.
struct TextBlocks<'b, W> {
    /// How many bytes a block has.
    size: usize,
    /// How many blocks each thread may be ahead of the sink.
    ahead: usize,
    /// Whether the calling thread may work on blocks.
    caller_works: bool,
    /// Where the text before the first game is kept.
    opening: &'b OnceLock<Vec<u8>>,
    /// The format's own options.
    own: &'b FormatOptions,
    watch: &'b Watch,
    /// What is done with at most this many games of a block, on any thread.
    work: W,
}

impl Pass<'_> {
    /// Reads one input of text: the blocks are processed by as many threads as the settings allow; `each` gets the
    /// results in order.
    ///
    /// # Errors
    /// If the job is to stop, or `each` fails.
    fn text(
        &mut self,
        current: TextInput<'_>,
        blocks: &TextBlocks<'_, impl Fn(&Block, u64) -> Worked + Sync>,
        mut each: impl FnMut(&mut Self, WorkedPart, &Block, &BlockLocation<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut source, format, index) = (current.source, current.format, current.index);
        if !blocks.caller_works {
            source.spare_caller();
        }
        let name = source.name().to_owned();
        let progress = source.progress();
        let run =
            scoresheet_files::RunSettings { ahead: blocks.ahead, ..self.run_settings(blocks.size, progress.total()) };
        self.begin(&progress);
        let games_before = self.report.games();
        let begun = AtomicBool::new(false);
        let split = GameSplit {
            watch: blocks.watch,
            limits: self.settings.read.limits,
            own: blocks.own,
            opening: blocks.opening,
            begun,
            ended: AtomicBool::new(false),
        };
        let part = current.input.as_part();
        let mut at = BlockLocation::start_of(index, &name).behind(part.map(|part| part.before).unwrap_or_default());
        let mut failure = None;
        let done = scoresheet_files::run(
            source,
            &run,
            &split,
            |block| (blocks.work)(block, u64::MAX),
            |event| {
                let outcome = match event {
                    RunEvent::Tick => self.tick().map(|()| true),
                    RunEvent::Block(worked, block) => {
                        let worked = self.within_limit(worked, block, &blocks.work, &at);
                        self.take(worked, block, &mut at, &mut each)
                    }
                };
                match outcome {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(()),
                    Err(stop) => {
                        failure = Some(stop);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        let (games, bytes) = (self.report.games() - games_before, progress.read());
        let told = match (failure, done) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => self.file_error(error),
            (None, Ok(_)) if part.is_some() && blocks.watch.has_met() => self.file_error(not_in_parts(&name)),
            (None, Ok(_)) => self.report_odd_bytes(&progress, &name),
        };
        self.done(InputCount { name, kind: format.spec().id, games, bytes });
        told
    }

    /// The result of one block, with no more games than may still be taken. The workers do not know how many games the blocks
    /// before theirs have: the last one is done again, in part.
    fn within_limit(
        &self,
        worked: Worked,
        block: &Block,
        work: &impl Fn(&Block, u64) -> Worked,
        at: &BlockLocation<'_>,
    ) -> Worked {
        let (most, _) = self.reach(at.source, at.base.games, worked.games());
        if worked.games() > most { work(block, most) } else { worked }
    }

    /// Takes the result of one block; `false` when no more are wanted.
    fn take(
        &mut self,
        worked: Worked,
        block: &Block,
        at: &mut BlockLocation<'_>,
        each: &mut impl FnMut(&mut Self, WorkedPart, &Block, &BlockLocation<'_>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let games = worked.games();
        let (_, taken) = self.reach(at.source, at.base.games, games);
        if let Some(fault) = worked.first_error.filter(|_| self.settings.read.raises(true)) {
            return Err(raised(fault, &at.base, block.bytes(), at.source));
        }
        self.report.add(worked.tally, &at.base, block.bytes(), at.source);
        self.set_aside(&worked.bad, &Origin { file: at.source, base: &at.base, block: block.bytes() })?;
        self.report.trailing.extend(worked.trailing);
        self.took(taken);
        self.compare(&block.bytes()[..worked.cut.unwrap_or(block.bytes().len())])?;
        worked.parts.into_iter().try_for_each(|part| each(self, part, block, at))?;
        block.advance(&mut at.base, games, worked.extent);
        Ok(!self.is_done())
    }
}

/// The failure for a part of a file whose games turn out to be of another format.
fn not_in_parts(name: &str) -> FileError {
    let message = format!("cannot read `{name}` in parts: it also has games of VGN");
    let hint = "read it as a whole, or name its format with `{from_}`";
    FileError { hint, ..FileError::new(Kind::Unreadable, name, message) }
}

/// Where the games of a source end and begin.
struct GameSplit<'o> {
    watch: &'o Watch,
    limits: Limits,
    /// The format's own options.
    own: &'o FormatOptions,
    /// The text before the first game.
    opening: &'o OnceLock<Vec<u8>>,
    /// Whether a first block was cut, which holds the opening.
    begun: AtomicBool,
    /// Whether nothing after the last cut can be read.
    ended: AtomicBool,
}

impl GameSplit<'_> {
    /// Cuts bytes that start with a game.
    fn cut_games(&self, format: &dyn GameFormat, bytes: &[u8], last: bool) -> Option<usize> {
        let opening = self.opening.get().map(Vec::as_slice);
        let options = ReadOptions { limits: &self.limits, own: self.own };
        let cut = format.cut_block(game::Block { bytes, opening, last }, last, &options)?;
        self.ended.store(cut.ends, Relaxed);
        Some(cut.length)
    }
}

impl Split for GameSplit<'_> {
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        let format = self.watch.format_in(bytes);
        if self.begun.load(Relaxed) {
            return self.cut_games(format, bytes, last);
        }
        let options = ReadOptions { limits: &self.limits, own: self.own };
        let length = format.opening(bytes, last, &options)?;
        let (opening, games) = bytes.split_at_checked(length)?;
        self.opening.get_or_init(|| opening.to_vec());
        let cut = self.cut_games(format, games, last)?;
        self.begun.store(true, Relaxed);
        Some(length + cut)
    }

    fn resync(&self, bytes: &[u8]) -> Option<usize> {
        self.begun.store(true, Relaxed);
        self.watch.taken_for().resync(bytes).ok()
    }

    fn is_done(&self) -> bool {
        self.ended.load(Relaxed)
    }
}
