//! Games to text and bytes: one in memory, or all that an iterable gives to a file.

use super::Game;
use crate::convert::{not_written, target};
use crate::failure::Failure;
use crate::formats::{self, Format};
use crate::options;
use crate::report::Report;
use crate::settings::Settings;
use crate::to_text::{check_single, write_options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use scoresheet_core::at::At;
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::loss::{Loss, LossKind};
use scoresheet_core::record::{Depth, Record};
use scoresheet_core::tally::Tally;
use scoresheet_core::teller::Teller;
use scoresheet_core::tree::Tree;
use scoresheet_files::Output;
use std::io::Write;

/// How much is written at once.
const ENOUGH: usize = 1 << 20;

/// A game told in a format.
struct Told {
    bytes: Vec<u8>,
    /// Whether the moves are bytes and not text.
    binary: bool,
    losses: Vec<Loss>,
}

fn told(game: &Game, format: &'static dyn GameFormat, options: &WriteOptions) -> Told {
    let mut teller = Teller::new(format.writer(options));
    game.tree.tell(At { game: 1, ..At::default() }, &mut teller, options.keep_spelling);
    let binary = teller.writer().notation().binary;
    // What parts it from another game is no part of it.
    let end = teller.bytes().len().saturating_sub(teller.writer().gap());
    teller.bytes().truncate(end);
    Told { binary, losses: teller.losses().to_vec(), bytes: std::mem::take(teller.bytes()) }
}

/// What `Game.to` gives.
pub(super) fn to<'py>(
    game: &Game,
    py: Python<'py>,
    format: &str,
    strict: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (format, options) = asked(py, format, options)?;
    let told = told(game, format, &options);
    if strict && !told.losses.is_empty() {
        let losses: Vec<String> =
            told.losses.iter().map(|loss| format!("{} {}", loss.count, loss.kind.spec().id)).collect();
        let message = format!("`{}` cannot say all of this game: {}", format.spec().id, losses.join(", "));
        return Err(Failure::Loss(message).into_exception(py));
    }
    Ok(match std::str::from_utf8(&told.bytes) {
        Ok(text) if !told.binary => PyString::new(py, text).into_any(),
        _ => PyBytes::new(py, &told.bytes).into_any(),
    })
}

/// What `Game.losses` gives.
pub(super) fn losses<'py>(
    game: &Game,
    py: Python<'py>,
    format: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let (format, options) = asked(py, format, options)?;
    let class = py.import("scoresheet.report")?.getattr("Loss")?;
    let losses = PyList::empty(py);
    for loss in told(game, format, &options).losses {
        losses.append(class.call1((loss.kind.spec().id, loss.count, place(&loss)))?)?;
    }
    Ok(losses)
}

/// Where in a game a loss is.
fn place(loss: &Loss) -> String {
    match loss.first.number {
        None if loss.kind == LossKind::UnplayedGame => "the game".to_owned(),
        Some((number, black)) => format!("move {number}{}", if black { "..." } else { "." }),
        None => "the tags".to_owned(),
    }
}

/// The format and the options that a call names.
fn asked(
    py: Python<'_>,
    format: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(&'static dyn GameFormat, WriteOptions)> {
    let named = |failure: Failure| failure.into_exception(py);
    let format = match formats::find(format).map_err(named)? {
        Format::Games(format) if format.spec().writes => format,
        other => {
            let message = format!("`{}` is not written one game at a time", other.id());
            return Err(named(Failure::usage(message, "`scoresheet.write` writes many games to a file")));
        }
    };
    let mut asked = WriteOptions::default();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        match name.as_str() {
            _ if value.is_none() => {}
            "keep_spelling" => asked.keep_spelling = value.extract()?,
            "sort_tags" => asked.sort_tags = value.extract()?,
            "export" => asked.export = value.extract()?,
            "moves" => {
                let moves: String = value.extract()?;
                options::one_of("move notation", format.spec().moves, format.spec().id, &moves).map_err(named)?;
                asked.moves = Some(moves);
            }
            "positions" => {
                let positions: String = value.extract()?;
                options::one_of("position notation", format.spec().positions, format.spec().id, &positions)
                    .map_err(named)?;
                asked.positions = Some(positions);
            }
            name => asked.choices.push(choice(format, name, &value)?),
        }
    }
    Ok((format, asked))
}

/// A choice that a caller makes among the options of a format.
fn choice(format: &'static dyn GameFormat, name: &str, value: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let named = |failure: Failure| failure.into_exception(value.py());
    let spec = format.spec();
    let Some(option) = options::find(Format::Games(format), name, false) else {
        let known: Vec<_> = spec.options.iter().filter(|option| !option.reads).map(|option| option.id).collect();
        let hint = if known.is_empty() {
            "it has none of its own".to_owned()
        } else {
            format!("known are {}", known.join(", "))
        };
        return Err(named(Failure::usage(format!("`{}` has no option `{name}`", spec.id), hint)));
    };
    let value = options::text_of(value)?;
    options::check_value(option, &value).map_err(named)?;
    Ok((name.to_owned(), value))
}

/// Writes the games that an iterable gives; the report as a dict. The output appears when it is complete. None, and nothing is
/// done, where the output holds columns: those are not written game by game.
#[pyfunction]
#[pyo3(signature = (games, output, options, progress=None))]
pub(crate) fn write_games<'py>(
    games: &Bound<'py, PyAny>,
    output: &str,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let py = games.py();
    let settings = Settings::of(options)?;
    let named = |failure: Failure| failure.into_exception(py);
    let Format::Games(format) = target(Some(output), &settings).map_err(named)? else {
        return Ok(None);
    };
    options::check(&settings, &[], Some(Format::Games(format))).map_err(named)?;
    let mut out = Output::create(output, settings.force).map_err(|error| named(error.into()))?;
    let options = write_options(&settings);
    let mut teller = Teller::new(format.writer(&options));
    let mut report = Report::new(settings.strict_read, Depth::Positions);
    let (mut written, mut gap) = (0, 0);
    for (game, number) in games.try_iter()?.zip(1..) {
        let game = game?;
        let game = game.cast::<Game>().map_err(|_| PyTypeError::new_err("what is written are games"))?.borrow();
        count(&game.tree, number, &mut report);
        if tell(&game.tree, number, &mut teller, &settings, &mut report) {
            report.written += 1;
            gap = teller.writer().gap();
        } else {
            report.skipped += 1;
        }
        if teller.bytes().len() >= ENOUGH {
            written += teller.bytes().len();
            flush(&mut teller, gap, &mut out).map_err(named)?;
            py.check_signals()?;
            if let Some(progress) = &progress {
                progress.call1(py, (written, number))?;
            }
        }
    }
    flush(&mut teller, gap, &mut out).map_err(named)?;
    check_single(format, report.written).map_err(named)?;
    py.detach(|| out.commit()).map_err(|error| named(error.into()))?;
    report.finish().to_dict(py).map(Some)
}

/// Writes all but the last bytes, which only part the last game from one behind it: those stay.
fn flush(teller: &mut Teller, gap: usize, out: &mut Output) -> Result<(), Failure> {
    let bytes = teller.bytes();
    let (games, _) = bytes.split_at(bytes.len().saturating_sub(gap));
    out.write_all(games).map_err(|error| not_written(&error, out.name()))?;
    let written = games.len();
    bytes.drain(..written);
    Ok(())
}

/// Tells a game, unless it may not lose what it would; `false` where it was not written.
fn tell(tree: &Tree, number: u64, teller: &mut Teller, settings: &Settings, report: &mut Report) -> bool {
    let start = teller.bytes().len();
    let before: Vec<(_, u64)> = teller.losses().iter().map(|loss| (loss.kind, loss.count)).collect();
    let told = tree.tell(At { game: number, ..At::default() }, teller, settings.keep_spelling);
    let mut lost = 0;
    for loss in teller.losses().iter() {
        let had = before.iter().find(|(kind, _)| *kind == loss.kind).map_or(0, |(_, count)| *count);
        lost += loss.count - had;
        report.add_loss(loss.kind.spec().id, loss.count - had, || format!("game {number}"));
    }
    let refused = settings.strict_write && lost > 0;
    if refused {
        teller.bytes().truncate(start);
    }
    told && !refused
}

/// Counts a game that was not read here.
fn count(tree: &Tree, number: u64, report: &mut Report) {
    let mut tally = Tally::default();
    tally.add_game(&Record { termination: tree.termination(), ..Record::new() });
    tally.plies = tree.mainline().count() as u64;
    report.add_stored(tally, number, b"", "games");
}
