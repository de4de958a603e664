//! Copies of games in another order than they stood in.
//!
//! The games were read and reported when they were copied, so nothing is reported of them here but what becomes of them.

use crate::failure::Failure;
use crate::formats::refine;
use crate::outputs::{Ended, Make, Maker, Output};
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use crate::sources::given::TreeGiver;
use crate::sources::text::replaying;
use crate::transforms::rows::{Row, Rows};
use scoresheet_core::at::Base;
use scoresheet_core::game::{self, GameFormat, Games};
use scoresheet_core::read::{self, Record};
use scoresheet_core::tree::{Builder, Keep, Tree};
use scoresheet_files::{Block, FileError, Input, Kind, RunSettings, Source, Turn};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// Copies of games, and the order that they are to come in.
pub(crate) struct Arranged {
    copies: File,
    rows: Rows,
}

impl Arranged {
    pub(crate) fn new(copies: File, rows: Rows) -> Arranged {
        Arranged { copies, rows }
    }
}

/// What stands in front of each game in a block: the length of what follows, the place of the game's input among the others,
/// and its number. What follows are texts, each with its length before it: the game's own, and those of the games that are
/// merged into it.
const HEADER: usize = 8 + 4 + 8;

/// Takes the games to an output.
///
/// # Errors
/// When the job is to stop, the copies cannot be read, or the output fails.
pub(crate) fn take<O: Output>(
    inputs: &[Input],
    arranged: Arranged,
    out: &mut O,
    pass: &mut Pass<'_>,
) -> Result<(), Failure> {
    let (settings, make) = (pass.settings, out.make());
    let source = Source::from_reader("the sorted games", Box::new(Gathered::of(arranged)), &settings.limits);
    let run = RunSettings { game_limit: usize::MAX, ..pass.run_settings(make.block(), None) };
    let split = (whole, |_: &[u8]| None);
    let mut failure = None;
    let done = scoresheet_files::run(
        source,
        &run,
        &split,
        |block: &Block| pieces(block.bytes(), settings, &make),
        |turn| {
            let outcome = match turn {
                Turn::Tick => pass.tick(),
                Turn::Block(pieces, _) => pieces.into_iter().try_for_each(|(input, made)| {
                    let name = inputs.get(input).map_or("", Input::name);
                    let at = At { base: Base::default(), ..At::start_of(input, name) };
                    out.put(pass, made, &at, Wanted::ALL)
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

/// How many first bytes are whole games with their headers.
fn whole(bytes: &[u8], _last: bool) -> Option<usize> {
    let mut end = 0;
    while let Some((length, _)) = header(&bytes[end..])
        && bytes.len() - end >= HEADER + length
    {
        end += HEADER + length;
    }
    (end > 0).then_some(end)
}

fn header(bytes: &[u8]) -> Option<(usize, (usize, u64))> {
    let header: &[u8; HEADER] = bytes.first_chunk()?;
    let (length, rest) = header.split_first_chunk()?;
    let (input, number) = rest.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let number = u64::from_le_bytes(*number.first_chunk()?);
    Some((length, (u32::from_le_bytes(*input) as usize, number)))
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

/// The pieces of a block, each of games of one input, with the place of the input.
fn pieces<M: Make>(mut bytes: &[u8], settings: &Settings, make: &M) -> Vec<(usize, <M::Maker as Maker>::Made)> {
    let mut pieces = Vec::new();
    let mut current: Option<(usize, Option<&dyn GameFormat>, M::Maker)> = None;
    let id = |format: Option<&dyn GameFormat>| format.map(|format| format.spec().id);
    while let Some((length, (input, number))) = header(bytes) {
        let all: Vec<_> = texts(&bytes[HEADER..HEADER + length]).collect();
        bytes = &bytes[HEADER + length..];
        // What is made of several texts has none of its own.
        let format = if let [text] = *all { Some(format_of(text)) } else { None };
        if !current.as_ref().is_some_and(|(known, same, _)| *known == input && id(*same) == id(format)) {
            let before = current.replace((input, format, make.start(format)));
            pieces.extend(before.map(|(input, _, maker)| (input, maker.finish())));
        }
        let Some((_, _, maker)) = &mut current else { continue };
        match (all.as_slice(), format) {
            ([text], Some(format)) => {
                let reading = reading(settings, make, format);
                let mut record = Record::new();
                let mut games = Games::of(format, text, &reading);
                while games.next(&mut record, maker.sink()) {
                    record.number = number;
                    maker.end(Ended::of(&record, settings));
                }
            }
            _ => {
                if let Some(tree) = merged(&all, settings) {
                    TreeGiver::new(make).give(&tree, number, Vec::new(), maker);
                }
            }
        }
    }
    pieces.extend(current.map(|(input, _, maker)| (input, maker.finish())));
    pieces
}

/// The first game with the annotation of the others.
fn merged(texts: &[&[u8]], settings: &Settings) -> Option<Tree> {
    let mut trees = texts.iter().filter_map(|text| tree(text, settings));
    let mut tree = trees.next()?;
    for other in trees {
        // Games that start elsewhere are no duplicates; where there is no room, the game stays as it is.
        let _ = tree.merge(&other);
    }
    Some(tree)
}

fn tree(text: &[u8], settings: &Settings) -> Option<Tree> {
    let format = format_of(text);
    let mut builder = Builder::new(Keep { spelling: settings.keep_spelling });
    let reading = read::Settings { keep_tags: true, ..replaying(settings) };
    Games::of(format, text, &reading).next(&mut Record::new(), &mut builder).then(|| builder.finish())
}

fn reading<M: Make>(settings: &Settings, make: &M, format: &dyn GameFormat) -> read::Settings {
    let reading = make.reading(replaying(settings), format);
    read::Settings { keep_faults: reading.keep_faults.max(make.keep_faults()), ..reading }
}

/// The format of a copy: a document, or a text that stands alone.
fn format_of(text: &[u8]) -> &'static dyn GameFormat {
    if text.starts_with(b"{\"") { game::bgnl() } else { refine::format_of(text) }
}

/// The copies in their order, each with its header, as one stream.
struct Gathered {
    copies: File,
    rows: Rows,
    ready: io::Cursor<Vec<u8>>,
}

impl Gathered {
    fn of(arranged: Arranged) -> Gathered {
        Gathered { copies: arranged.copies, rows: arranged.rows, ready: io::Cursor::new(Vec::new()) }
    }

    /// Gathers the next games, about as many bytes as are read at once.
    fn gather(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(self.ready.get_mut());
        bytes.clear();
        while bytes.len() < GATHERED
            && let Some(row) = self.rows.next()
        {
            self.append(&row?, &mut bytes)?;
        }
        self.ready = io::Cursor::new(bytes);
        Ok(())
    }

    fn append(&mut self, row: &Row, bytes: &mut Vec<u8>) -> io::Result<()> {
        let places = || std::iter::once(&row.place).chain(&row.merged);
        let length: u64 = places().map(|place| u64::from(place.length) + 4).sum();
        bytes.extend(length.to_le_bytes());
        bytes.extend(row.place.input.to_le_bytes());
        bytes.extend(row.place.number.to_le_bytes());
        for place in places() {
            bytes.extend(place.length.to_le_bytes());
            let start = bytes.len();
            bytes.resize(start + place.length as usize, 0);
            self.copies.seek(SeekFrom::Start(place.start))?;
            self.copies.read_exact(&mut bytes[start..])?;
        }
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
