//! Games to text and bytes: one in memory, or all that an iterable gives to a file.

use super::Game;
use crate::convert::{not_written, target};
use crate::failure::Failure;
use crate::foreign::{self, Lost};
use crate::formats::{self, Foreign, Format};
use crate::options;
use crate::report::Report;
use crate::settings::Settings;
use crate::single::Single;
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
pub(crate) struct Told {
    pub(crate) bytes: Vec<u8>,
    /// How many last bytes only part it from another game.
    pub(crate) gap: usize,
    /// Whether it could be written at all.
    pub(crate) written: bool,
    /// Whether the moves are bytes and not text.
    binary: bool,
    pub(crate) losses: Vec<Loss>,
}

pub(crate) fn told(game: &Game, format: &'static dyn GameFormat, options: &WriteOptions) -> Told {
    let mut teller = Teller::new(format.writer(options));
    let written = game.tree.tell(At { game: 1, ..At::default() }, &mut teller, options.keep_spelling);
    let (binary, gap) = (teller.writer().notation().binary, teller.writer().gap());
    Told { binary, gap, written, losses: teller.losses().to_vec(), bytes: std::mem::take(teller.bytes()) }
}

impl Told {
    /// The game without what parts it from another one.
    fn alone(&self) -> &[u8] {
        &self.bytes[..self.bytes.len().saturating_sub(self.gap)]
    }
}

/// What `Game.to` gives.
pub(super) fn to<'py>(
    game: &Bound<'py, Game>,
    format: &str,
    strict: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let (format, options) = asked(py, format, options)?;
    let format = match format {
        Asked::Native(format) => format,
        Asked::Foreign(format) => {
            let (text, lost) = told_in_python(game, format, &options)?;
            check_losses(format.id, &lost, strict || text.is_none()).map_err(|failure| failure.into_exception(py))?;
            return Ok(PyString::new(py, &text.unwrap_or_default()).into_any());
        }
    };
    let told = told(&game.borrow(), format, &options);
    let lost: Vec<_> = told.losses.iter().map(|loss| Lost::of(loss.kind, loss.count)).collect();
    check_losses(format.spec().id, &lost, strict).map_err(|failure| failure.into_exception(py))?;
    Ok(match std::str::from_utf8(told.alone()) {
        Ok(text) if !told.binary => PyString::new(py, text).into_any(),
        _ => PyBytes::new(py, told.alone()).into_any(),
    })
}

/// Refuses losses where reading is strict.
fn check_losses(format: &str, lost: &[Lost], strict: bool) -> Result<(), Failure> {
    if !strict || lost.is_empty() {
        return Ok(());
    }
    let losses: Vec<String> =
        lost.iter().map(|lost| lost.at(&format!("{} {}", lost.count, lost.kind.spec().id))).collect();
    Err(Failure::Loss(format!("`{format}` cannot say all of this game: {}", losses.join(", "))))
}

/// A game as a text of a format that Python writes, and what that cannot say.
fn told_in_python(
    game: &Bound<'_, Game>,
    format: &'static Foreign,
    options: &WriteOptions,
) -> PyResult<(Option<String>, Vec<Lost>)> {
    let (other, mut lost) = foreign::from_native(game)?;
    let Some(other) = other else { return Ok((None, lost)) };
    let (text, more) = foreign::written(&other, format, &options.choices)?;
    lost.extend(more);
    Ok((Some(text), lost))
}

/// What `Game.losses` gives.
pub(super) fn losses<'py>(
    game: &Bound<'py, Game>,
    format: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = game.py();
    let (format, options) = asked(py, format, options)?;
    let class = py.import("scoresheet.report")?.getattr("Loss")?;
    let losses = PyList::empty(py);
    let format = match format {
        Asked::Native(format) => format,
        Asked::Foreign(format) => {
            for lost in told_in_python(game, format, &options)?.1 {
                losses.append(class.call1((lost.kind.spec().id, lost.count, lost.at("the game")))?)?;
            }
            return Ok(losses);
        }
    };
    for loss in told(&game.borrow(), format, &options).losses {
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

/// A format that a game is written in.
#[derive(Clone, Copy)]
enum Asked {
    Native(&'static dyn GameFormat),
    Foreign(&'static Foreign),
}

/// The format and the options that a call names.
fn asked(py: Python<'_>, id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<(Asked, WriteOptions)> {
    let named = |failure: Failure| failure.into_exception(py);
    let format = formats::find(id).map_err(named)?;
    let written = match format {
        Format::Games(games) if games.spec().writes => Asked::Native(games),
        Format::Foreign(foreign) => Asked::Foreign(foreign),
        Format::Games(_) | Format::Columns(_) => {
            let message = format!("`{id}` is not written one game at a time");
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
                options::one_of("move notation", format.moves(), id, &moves).map_err(named)?;
                asked.moves = Some(moves);
            }
            "positions" => {
                let positions: String = value.extract()?;
                options::one_of("position notation", format.positions(), id, &positions).map_err(named)?;
                asked.positions = Some(positions);
            }
            name => asked.choices.push(choice(format, name, &value)?),
        }
    }
    Ok((written, asked))
}

/// A choice that a caller makes among the options of a format.
fn choice(format: Format, name: &str, value: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let named = |failure: Failure| failure.into_exception(value.py());
    let Some(option) = options::find(format, name, false) else {
        let known: Vec<_> = format.options().iter().filter(|option| !option.reads).map(|option| option.id).collect();
        let hint = if known.is_empty() {
            "it has none of its own".to_owned()
        } else {
            format!("known are {}", known.join(", "))
        };
        return Err(named(Failure::usage(format!("`{}` has no option `{name}`", format.id()), hint)));
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
    let to = target(Some(output), &settings).map_err(named)?;
    if !matches!(to, Format::Columns(_)) {
        options::check(&settings, &[], Some(to)).map_err(named)?;
    }
    let format = match to {
        Format::Games(format) => format,
        Format::Foreign(format) => return write_single(games, (output, format), &settings, progress).map(Some),
        Format::Columns(_) => return Ok(None),
    };
    let mut out = Output::create(output, settings.force).map_err(|error| named(error.into()))?;
    let options = write_options(&settings);
    let mut teller = Teller::new(format.writer(&options));
    let mut report = Report::new(settings.strict_read, Depth::Positions);
    let (mut written, mut gap) = (0, 0);
    for (game, number) in games.try_iter()?.zip(1..) {
        let given = game?;
        let (game, lost) = native(&given)?;
        let Some(game) = game.filter(|_| !settings.strict_write || lost.is_empty()) else {
            lost_in(&lost, number, &mut report);
            report.add_stored(foreign::tally_of(&given)?, number, b"", "games");
            report.skipped += 1;
            continue;
        };
        lost_in(&lost, number, &mut report);
        let game = game.borrow();
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

/// A game as one of the core's, whatever holds it; none where it has nothing to say.
fn native<'py>(game: &Bound<'py, PyAny>) -> PyResult<(Option<Bound<'py, Game>>, Vec<Lost>)> {
    match game.cast::<Game>() {
        Ok(game) => Ok((Some(game.clone()), Vec::new())),
        Err(_) if foreign::is_game(game) => foreign::to_native(game),
        Err(_) => Err(PyTypeError::new_err("what is written are games")),
    }
}

fn lost_in(lost: &[Lost], number: u64, report: &mut Report) {
    for lost in lost {
        report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&format!("game {number}")));
    }
}

/// Writes games to a format of one game a file.
fn write_single<'py>(
    games: &Bound<'py, PyAny>,
    (output, format): (&str, &'static Foreign),
    settings: &Settings,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = games.py();
    let named = |failure: Failure| failure.into_exception(py);
    let mut out = Single::create(Some(output), format, settings.force).map_err(named)?;
    let mut report = Report::new(settings.strict_read, Depth::Positions);
    let mut written = 0;
    for (given, number) in games.try_iter()?.zip(1..) {
        let given = given?;
        let (text, lost) = if let Ok(game) = given.cast::<Game>() {
            count(&game.borrow().tree, number, &mut report);
            told_in_python(game, format, &write_options(settings))?
        } else if foreign::is_game(&given) {
            report.add_stored(foreign::tally_of(&given)?, number, b"", "games");
            let (text, lost) = foreign::written(&given, format, &settings.choices)?;
            (Some(text), lost)
        } else {
            return Err(PyTypeError::new_err("what is written are games"));
        };
        lost_in(&lost, number, &mut report);
        let Some(text) = text.filter(|_| !settings.strict_write || lost.is_empty()) else {
            report.skipped += 1;
            continue;
        };
        out.write(text.as_bytes()).map_err(named)?;
        report.written += 1;
        written += text.len();
        py.check_signals()?;
        if let Some(progress) = &progress {
            progress.call1(py, (written, number))?;
        }
    }
    py.detach(|| out.commit()).map_err(named)?;
    report.finish().to_dict(py)
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
