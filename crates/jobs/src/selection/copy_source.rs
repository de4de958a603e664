//! Copies of games in a different order.
//!
//! The games were read and reported when they were copied, so nothing is reported of them here but what becomes of them.

use crate::common::failure::Failure;
use crate::formats::refine;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{GameEnd, GameSink, LocalSink, Piece, SinkFactory, with_steps};
use crate::selection::rows::{GamePlace, Row, SelectionRows};
use crate::settings::{Settings, WantedGames};
use crate::sources::text::replaying;
use crate::sources::tree_replay::TreeReplay;
use scoresheet_core::game::{self, AnyGames, GameFormat};
use scoresheet_core::location::Base;
use scoresheet_core::read::{self, KeepFaults, Record};
use scoresheet_core::tree::{Builder, Keep, Tree};
use scoresheet_files::{Block, FileError, Input, Kind, RunEvent, RunSettings, Source};
use scoresheet_spill::Pool;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Copies of games, and the order that they are to come in.
pub(crate) struct Arranged {
    copies: Pool,
    rows: SelectionRows,
}

impl Arranged {
    pub(crate) fn new(copies: Pool, rows: SelectionRows) -> Arranged {
        Arranged { copies, rows }
    }
}

/// A frame holds several games: how many bytes it has after this number, how many games, what is known of each, and
/// then their texts, each with [`GAP`] after it.
const FRAME: usize = 4 + 4;
/// What is known of a game: how long its text is, the place of its input among the others, its number, and whether it stays
/// one game among others.
const HEADER: usize = 4 + 4 + 8 + 1;
/// What keeps the texts of games apart.
const GAP: &[u8] = b"\n\n";
/// The meaning of the last byte of a header: the text is read alone, or may be read with its neighbours, or holds
/// several texts, each with its length before it: the game's own, and those of the games that are merged into it.
const ALONE: u8 = 0;
const CLEAN: u8 = 1;
const MERGED: u8 = 2;

/// Takes the games to an output.
///
/// # Errors
/// If the job is to stop, the copies cannot be read, or the output fails.
pub(crate) fn take(
    inputs: &[Input],
    arranged: Arranged,
    sink: &mut dyn GameSink<'_>,
    pass: &mut Pass<'_>,
) -> Result<(), Failure> {
    let (needs, factory) = (sink.needs(), sink.factory());
    let how = CopyReading { settings: pass.settings, records: needs.records, faults: needs.faults, factory: &*factory };
    let source = Source::from_reader("the sorted games", Box::new(Gathered::of(arranged)), &pass.settings.read.limits);
    let run = RunSettings { game_limit: usize::MAX, ..pass.run_settings(needs.block, None) };
    let split = (whole, |_: &[u8]| None);
    let mut failure = None;
    let done = scoresheet_files::run(
        source,
        &run,
        &split,
        |block: &Block| pieces(block.bytes(), &how),
        |event| {
            let outcome = match event {
                RunEvent::Tick => pass.tick(),
                RunEvent::Block(pieces, _) => pieces.into_iter().try_for_each(|(input, piece)| {
                    let name = inputs.get(input).map_or("", Input::name);
                    let at = BlockLocation { base: Base::default(), ..BlockLocation::start_of(input, name) };
                    sink.combine(pass, piece, &at, WantedGames::ALL)
                }),
            };
            match outcome {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => {
                    failure = Some(stop);
                    ControlFlow::Break(())
                }
            }
        },
    );
    failure.map_or(Ok(()), Err)?;
    done.map(|_| ()).map_err(|error| FileError::new(Kind::Unreadable, &error.path, error.message.clone()).into())
}

/// How many first bytes are whole frames.
fn whole(bytes: &[u8], _last: bool) -> Option<usize> {
    let mut end = 0;
    while let Some(frame) = Frame::of(&bytes[end..]) {
        end += frame.length;
    }
    (end > 0).then_some(end)
}

/// The texts of a game and of those that are merged into it.
fn texts(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = bytes.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        bytes = rest;
        Some(text)
    })
}

/// How copies are read for a sink.
struct CopyReading<'r, 's> {
    settings: &'r Settings,
    /// Whether the sink uses records, and which faults it needs.
    records: bool,
    faults: KeepFaults,
    factory: &'r dyn SinkFactory<'s>,
}

impl CopyReading<'_, '_> {
    /// Gives the games of a text to a local sink, under these numbers.
    fn read(&self, text: &[u8], format: &'static dyn GameFormat, local: &mut dyn LocalSink, numbers: &[u64]) {
        let reading = self.factory.reading(replaying(self.settings), format);
        let reading = read::Settings { keep_faults: reading.keep_faults.and(self.faults), ..reading };
        let (mut record, mut numbers) = (Record::new(), numbers.iter());
        let mut games = AnyGames::of(format, text, &reading);
        let mut number = 0;
        while with_steps!(local, |steps| games.next(&mut record, steps)) {
            // What was one game stays one, so there is a number for each.
            number = numbers.next().copied().unwrap_or(number);
            record.number = number;
            local.end(GameEnd::of(&record, self.settings));
        }
    }
}

/// Some games, as they are gathered.
struct Frame<'f> {
    length: usize,
    headers: &'f [u8],
    texts: &'f [u8],
}

impl<'f> Frame<'f> {
    /// The frame that these bytes start with; `None` if they have not all of it.
    fn of(bytes: &'f [u8]) -> Option<Frame<'f>> {
        let [a, b, c, d, e, f, g, h] = *bytes.first_chunk::<FRAME>()?;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let games = u32::from_le_bytes([e, f, g, h]) as usize;
        let (headers, texts) = bytes.get(FRAME..FRAME + length)?.split_at_checked(games * HEADER)?;
        Some(Frame { length: FRAME + length, headers, texts })
    }

    fn games(&self) -> impl Iterator<Item = Copy<'f>> + use<'f> {
        let mut texts = self.texts;
        self.headers.chunks_exact(HEADER).map_while(move |header| {
            let [a, b, c, d, e, f, g, h, number @ .., kind] = *header.first_chunk::<HEADER>()?;
            let (text, behind) = texts.split_at_checked(u32::from_le_bytes([a, b, c, d]) as usize)?;
            let all = texts;
            texts = behind.get(GAP.len()..)?;
            let input = u32::from_le_bytes([e, f, g, h]) as usize;
            Some(Copy { input, number: u64::from_le_bytes(number), kind, text, all })
        })
    }
}

/// A copy of a game in a frame.
#[derive(Clone, Copy)]
struct Copy<'f> {
    input: usize,
    number: u64,
    kind: u8,
    text: &'f [u8],
    /// The text, and those after it.
    all: &'f [u8],
}

/// The pieces of a block, each of games of one input, with the place of the input.
fn pieces(mut bytes: &[u8], how: &CopyReading<'_, '_>) -> Vec<(usize, Piece)> {
    let mut pieces = Vec::new();
    while let Some(frame) = Frame::of(bytes) {
        bytes = &bytes[frame.length..];
        let mut games = frame.games().peekable();
        while let Some(first) = games.next() {
            if first.kind == MERGED {
                pieces.extend(merged_piece(&first, how).map(|piece| (first.input, piece)));
                continue;
            }
            let (format, mut run) = (format_of(first.text), vec![first]);
            let goes_on = |next: &Copy<'_>| next.input == first.input && (next.kind, first.kind) == (CLEAN, CLEAN);
            while let Some(next) = games.next_if(goes_on) {
                run.push(next);
            }
            pieces.push((first.input, piece(&run, format, how)));
        }
    }
    pieces
}

/// A piece of games that follow each other.
fn piece(run: &[Copy<'_>], format: &'static dyn GameFormat, how: &CopyReading<'_, '_>) -> Piece {
    let mut local = how.factory.local(Some(format));
    let [first, .., last] = run else {
        run.iter().for_each(|copy| how.read(copy.text, format, &mut *local, &[copy.number]));
        return local.finish();
    };
    let length = first.all.len() - last.all.len() + last.text.len();
    let numbers: Vec<u64> = run.iter().map(|copy| copy.number).collect();
    how.read(&first.all[..length], format, &mut *local, &numbers);
    local.finish()
}

/// A piece of one game that has the annotation of others. A piece made of several texts has none of its own.
fn merged_piece(copy: &Copy<'_>, how: &CopyReading<'_, '_>) -> Option<Piece> {
    let all: Vec<_> = texts(copy.text).collect();
    let tree = merged(&all, how.settings)?;
    let mut local = how.factory.local(None);
    TreeReplay::new(how.records).give(&tree, copy.number, Vec::new(), &mut *local);
    Some(local.finish())
}

/// The first game with the annotation of the others.
fn merged(texts: &[&[u8]], settings: &Settings) -> Option<Tree> {
    let mut trees = texts.iter().filter_map(|text| tree(text, settings));
    let mut tree = trees.next()?;
    for other in trees {
        // Games that start elsewhere are not duplicates; if there is no room, the game stays as it is.
        let _ = tree.merge(&other);
    }
    Some(tree)
}

fn tree(text: &[u8], settings: &Settings) -> Option<Tree> {
    let format = format_of(text);
    // Whether the spelling is written is for the output to decide.
    let mut builder = Builder::new(Keep { spelling: true });
    let reading = read::Settings { keep_tags: true, ..replaying(settings) };
    AnyGames::of(format, text, &reading).next(&mut Record::new(), &mut builder).then(|| builder.finish())
}

/// The format of a copy: a document, or a text that is alone.
fn format_of(text: &[u8]) -> &'static dyn GameFormat {
    if text.starts_with(b"{\"") { game::bgnl() } else { refine::format_of(text) }
}

/// The copies in their order, in frames, as one stream.
struct Gathered {
    copies: Pool,
    rows: SelectionRows,
    headers: Vec<u8>,
    texts: Vec<u8>,
    ready: io::Cursor<Vec<u8>>,
}

impl Gathered {
    fn of(arranged: Arranged) -> Gathered {
        let Arranged { copies, rows } = arranged;
        Gathered { copies, rows, headers: Vec::new(), texts: Vec::new(), ready: io::Cursor::new(Vec::new()) }
    }

    /// Gathers the next games in a frame, about as many bytes as are read at once.
    fn gather(&mut self) -> io::Result<()> {
        self.headers.clear();
        self.texts.clear();
        while self.texts.len() < GATHERED
            && let Some(row) = self.rows.next()
        {
            self.append(&row?)?;
        }
        let mut frame = std::mem::take(self.ready.get_mut());
        frame.clear();
        if !self.headers.is_empty() {
            let length = self.headers.len() + self.texts.len();
            frame.extend((length as u32).to_le_bytes());
            frame.extend(((self.headers.len() / HEADER) as u32).to_le_bytes());
            frame.extend_from_slice(&self.headers);
            frame.extend_from_slice(&self.texts);
        }
        self.ready = io::Cursor::new(frame);
        Ok(())
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        let start = self.texts.len();
        if row.merged.is_empty() {
            self.copy(row.place)?;
        } else {
            for place in std::iter::once(&row.place).chain(&row.merged) {
                self.texts.extend(place.length.to_le_bytes());
                self.copy(*place)?;
            }
        }
        let length =
            u32::try_from(self.texts.len() - start).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        let kind = if !row.merged.is_empty() {
            MERGED
        } else if row.place.clean {
            CLEAN
        } else {
            ALONE
        };
        self.headers.extend(length.to_le_bytes());
        self.headers.extend(row.place.input.to_le_bytes());
        self.headers.extend(row.place.number.to_le_bytes());
        self.headers.push(kind);
        self.texts.extend_from_slice(GAP);
        Ok(())
    }

    fn copy(&mut self, place: GamePlace) -> io::Result<()> {
        let start = self.texts.len();
        self.texts.resize(start + place.length as usize, 0);
        self.copies.read(place.start, &mut self.texts[start..])?;
        Ok(())
    }
}

/// How many bytes are gathered at once.
const GATHERED: usize = 256 << 10;

impl Read for Gathered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ready.position() == self.ready.get_ref().len() as u64 {
            self.gather()?;
        }
        self.ready.read(buffer)
    }
}
