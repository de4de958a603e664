//! Copies of games in another order than they stood in.
//!
//! The games were read and reported when they were copied, so nothing is reported of them here but what becomes of them.

use crate::failure::Failure;
use crate::formats::refine;
use crate::outputs::{Ended, Make, Maker, Output};
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use crate::sources::text::replaying;
use crate::transforms::rows::{Place, Row, Rows};
use scoresheet_core::at::Base;
use scoresheet_core::game::{self, GameFormat, Games};
use scoresheet_core::read::{self, Record};
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

/// What stands in front of the text of each game in a block: the length of the text, the place of the game's input among the
/// others, and its number.
const HEADER: usize = 4 + 4 + 8;

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
    let [a, b, c, d, e, f, g, h, number @ ..] = *header;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    Some((length, (u32::from_le_bytes([e, f, g, h]) as usize, u64::from_le_bytes(number))))
}

/// The pieces of a block, each of games of one input, with the place of the input.
fn pieces<M: Make>(mut bytes: &[u8], settings: &Settings, make: &M) -> Vec<(usize, <M::Maker as Maker>::Made)> {
    let mut pieces = Vec::new();
    let mut current: Option<(usize, &dyn GameFormat, M::Maker)> = None;
    while let Some((length, (input, number))) = header(bytes) {
        let text = &bytes[HEADER..HEADER + length];
        bytes = &bytes[HEADER + length..];
        let format = format_of(text);
        let goes_on = |(known, same, _): &(usize, &dyn GameFormat, M::Maker)| {
            *known == input && same.spec().id == format.spec().id
        };
        if !current.as_ref().is_some_and(goes_on) {
            let before = current.replace((input, format, make.start(Some(format))));
            pieces.extend(before.map(|(input, _, maker)| (input, maker.finish())));
        }
        if let Some((_, format, maker)) = &mut current {
            let reading = reading(settings, make, *format);
            let mut record = Record::new();
            let mut games = Games::of(*format, text, &reading);
            while games.next(&mut record, maker.sink()) {
                record.number = number;
                maker.end(Ended::of(&record, settings));
            }
        }
    }
    pieces.extend(current.map(|(input, _, maker)| (input, maker.finish())));
    pieces
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
            let Row { place, .. } = row?;
            self.append(place, &mut bytes)?;
        }
        self.ready = io::Cursor::new(bytes);
        Ok(())
    }

    fn append(&mut self, place: Place, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.extend(place.length.to_le_bytes());
        bytes.extend(place.input.to_le_bytes());
        bytes.extend(place.number.to_le_bytes());
        let start = bytes.len();
        bytes.resize(start + place.length as usize, 0);
        self.copies.seek(SeekFrom::Start(place.start))?;
        self.copies.read_exact(&mut bytes[start..])
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
