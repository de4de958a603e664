//! Inputs that are read as one whole: files of foreign formats have one game or a few.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::{self, ForeignFormat};
use crate::pipeline::excerpt::{place_in, raised};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::single_game::Whole;
use crate::pipeline::sink::{GameSink, GivenForeign};
use crate::settings::WantedGames;
use crate::sources::ForeignInput;
use crate::sources::tree_replay::TreeReplay;
use scoresheet_core::location::Location;
use scoresheet_core::read::InfiniteDocument;
use scoresheet_files::{Block, FileError, RunEvent, RunSettings, Source};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// How many bytes are read at first.
const BLOCK: usize = 64 << 10;

/// Takes one foreign input, whole, to an output that holds its game in some way.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: ForeignInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let (settings, index, name) = (pass.settings, current.index, current.source.name().to_owned());
    let Some(whole) = pass.whole(current, sink.format())? else { return Ok(()) };
    let games = (whole.format.games)(&whole.bytes);
    if games.len() != 1 && !whole.too_long {
        let taken = take_several(pass, &whole, &games, index, sink)?;
        pass.done(InputCount { name, kind: whole.format.spec.id, games: taken, bytes: whole.size });
        return Ok(());
    }
    let read = sink.read_foreign(&whole, settings)?;
    let failure =
        if settings.read.raises(read.error.is_some()) { read.raised(&whole.bytes, Some(&name)) } else { None };
    if let Some(failure) = failure {
        return Err(failure);
    }
    pass.report.add_titled(read.tally.clone(), &whole.bytes, &name, &read.title);
    pass.take_whole(&name);
    let selected = pass.selected();
    if Pass::wanted(&settings.selection, &selected, index, &name).has(1) {
        let given = GivenForeign {
            game: read.game.as_ref(),
            document: None,
            number: 1,
            skip: read.is_skipped(&settings.read),
            faulty: read.error.is_some(),
        };
        put(pass, given, &BlockLocation::start_of(index, &name), sink)?;
    }
    pass.done(InputCount { name, kind: whole.format.spec.id, games: 1, bytes: whole.size });
    Ok(())
}

/// Puts a game of the caller's in its place: as it is, or as a tree.
///
/// # Errors
/// If the call fails, or the output fails.
pub(crate) fn put(
    pass: &mut Pass<'_>,
    given: GivenForeign<'_>,
    at: &BlockLocation<'_>,
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let needs = sink.needs();
    if !needs.foreign.is_by_steps() {
        let number = at.base.games + given.number;
        return sink.add_foreign(pass, GivenForeign { number, ..given }, at);
    }
    let mut local = sink.factory().local(None);
    TreeReplay::new(needs.records).give_foreign(needs.foreign, &given, &mut *local)?;
    sink.combine(pass, local.finish(), at, WantedGames::ALL)
}

/// Takes the games of a text that has several, or none; returns their number.
fn take_several(
    pass: &mut Pass<'_>,
    all: &Whole,
    games: &[Range<usize>],
    index: usize,
    sink: &mut dyn GameSink<'_>,
) -> Result<u64, Failure> {
    let (settings, mut taken) = (pass.settings, 0);
    let at = BlockLocation::start_of(index, &all.name);
    for (number, game) in (1..).zip(games) {
        let selected = pass.selected();
        let wanted = Pass::wanted(&settings.selection, &selected, index, &all.name);
        let game_text = GameText {
            bytes: all.bytes[game.clone()].to_vec(),
            format: all.format,
            number,
            text: &all.bytes,
            is_document: false,
        };
        take_one(pass, game_text, |byte| game.start + byte, &at, wanted, sink)?;
        taken = number;
        pass.took(u64::from(wanted.has(number)));
        if pass.is_done() {
            break;
        }
        pass.tick()?;
    }
    Ok(taken)
}

/// A game among others of a text.
struct GameText<'t> {
    bytes: Vec<u8>,
    format: &'static ForeignFormat,
    /// Its number in the text.
    number: u64,
    text: &'t [u8],
    /// Whether it is a document of BGN.
    is_document: bool,
}

/// Has the caller read a game, and takes it to an output. `place` returns where in the text a byte of the game comes
/// from.
fn take_one(
    pass: &mut Pass<'_>,
    game: GameText<'_>,
    place: impl Fn(usize) -> usize,
    at: &BlockLocation<'_>,
    wanted: WantedGames<'_>,
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let (settings, GameText { bytes, format, number, text, is_document }) = (pass.settings, game);
    let size = bytes.len() as u64;
    let whole = Whole { bytes, too_long: false, name: at.source.to_owned(), format, to: sink.format(), size };
    let whole = Arc::new(whole);
    let mut read = sink.read_foreign(&whole, settings)?;
    read.relocate(|found| {
        let there = place_in(text, place(usize::try_from(found.byte).unwrap_or(usize::MAX)));
        Location { game: number, ply: found.ply, number: found.number, ..there }
    });
    if let Some(fault) = read.error.clone().filter(|_| settings.read.raises(true)) {
        return Err(raised(fault, &at.base, text, at.source));
    }
    pass.report.add(std::mem::take(&mut read.tally), &at.base, text, at.source);
    if !wanted.has(at.base.games + number) {
        return Ok(());
    }
    let given = GivenForeign {
        game: read.game.as_ref(),
        document: is_document.then_some(whole.bytes.as_slice()),
        number,
        skip: read.is_skipped(&settings.read),
        faulty: read.error.is_some(),
    };
    put(pass, given, at, sink)
}

/// A game on a board without edges among the games of a block.
pub(crate) struct InfiniteGame {
    /// Its number in the block.
    pub(crate) number: u64,
    pub(crate) document: InfiniteDocument<'static>,
}

/// Has the caller read a game of a block, and takes it to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take_infinite(
    pass: &mut Pass<'_>,
    infinite: InfiniteGame,
    block: &Block,
    at: &BlockLocation<'_>,
    wanted: WantedGames<'_>,
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let InfiniteGame { number, mut document } = infinite;
    let bytes = std::mem::take(&mut document.json).into_owned();
    let game_text = GameText { bytes, format: &foreign::DOCUMENT, number, text: block.bytes(), is_document: true };
    take_one(pass, game_text, |byte| document.place(byte), at, wanted, sink)
}

/// Has the caller read the document of a game of this number, and takes it to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take_document(
    pass: &mut Pass<'_>,
    (number, bytes): (u64, Vec<u8>),
    at: &BlockLocation<'_>,
    wanted: WantedGames<'_>,
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let text = bytes.clone();
    let game_text = GameText { bytes, format: &foreign::DOCUMENT, number, text: &text, is_document: true };
    take_one(pass, game_text, |byte| byte, at, wanted, sink)
}

impl Pass<'_> {
    /// All of a foreign input; none if it cannot be read. `to` is the output format, if games are written.
    fn whole(&mut self, current: ForeignInput<'_>, to: Option<Format>) -> Result<Option<Arc<Whole>>, Failure> {
        let (source, format) = (current.source, current.format);
        let name = source.name().to_owned();
        let progress = source.progress();
        self.begin(&progress);
        let most = usize::try_from(self.settings.read.limits.game).unwrap_or(usize::MAX);
        let taken = self.all_bytes(source, most)?;
        let size = progress.read();
        self.report_trailing_bytes(&progress, &name)?;
        match taken {
            Ok((bytes, too_long)) => Ok(Some(Arc::new(Whole { bytes, too_long, name, format, to, size }))),
            Err(error) => {
                self.done(InputCount { name, kind: format.spec.id, games: 0, bytes: size });
                self.file_error(error).map(|()| None)
            }
        }
    }

    /// All bytes of an input, up to a limit, and whether there are more.
    ///
    /// # Errors
    /// If the job is to stop.
    pub(crate) fn all_bytes(
        &mut self,
        source: Source,
        game_limit: usize,
    ) -> Result<Result<(Vec<u8>, bool), FileError>, Failure> {
        let run = RunSettings { block_size: BLOCK, game_limit, ..RunSettings::default() };
        // A text ends only at its end.
        let split = (|bytes: &[u8], last: bool| last.then_some(bytes.len()), |_: &[u8]| None);
        let (mut taken, mut failure) = ((Vec::new(), false), None);
        let done = scoresheet_files::run(
            source,
            &run,
            &split,
            |_| (),
            |event| match event {
                RunEvent::Tick => match self.tick() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => {
                        failure = Some(stop);
                        ControlFlow::Break(())
                    }
                },
                RunEvent::Block((), block) => {
                    taken = (block.bytes().to_vec(), block.oversized);
                    ControlFlow::Break(())
                }
            },
        );
        match failure {
            Some(failure) => Err(failure),
            None => Ok(done.map(|_| taken)),
        }
    }
}
