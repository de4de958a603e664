//! The formats that Python reads and writes: whole inputs handed over, games taken back. Nothing of them is imported before
//! the first such input or output is met.

use crate::explain::{Excerpt, explain, title_of};
use crate::failure::Failure;
use crate::fault;
use crate::formats::{self, FOREIGN, Foreign, Format};
use crate::game::Game;
use crate::inputs::{self, Opened};
use crate::options;
use crate::pass::{At, Pass};
use crate::report::InputCount;
use crate::settings::{OnError, Settings};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scoresheet_core::at::Base;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::{LOSSES, LossKind, Termination};
use scoresheet_core::limits;
use scoresheet_core::record::{Ending, Record};
use scoresheet_core::tally::{Tally, shown};
use scoresheet_core::tree::{NodeId, NoteKind, Tree};
use scoresheet_files::{FileError, Input, Kind, RunSettings, Turn};
use std::ops::ControlFlow;

/// The module of Python that does it.
const MODULE: &str = "scoresheet.infinite.foreign";
/// How many bytes are read at first.
const BLOCK: usize = 64 << 10;

/// What cannot be said, and how often.
pub(crate) type Lost = Vec<(LossKind, u64)>;

/// One game, as Python has read it.
pub(crate) struct Read {
    /// None where nothing of it could be read.
    pub(crate) game: Option<Py<PyAny>>,
    pub(crate) tally: Tally,
    /// Its first error.
    pub(crate) error: Option<Fault>,
    /// Its players and event.
    title: String,
}

impl Read {
    /// The failure that its error becomes where everything is to stop at it; `file` is none for a text of no file.
    pub(crate) fn raised(&self, bytes: &[u8], file: Option<&str>) -> Option<Failure> {
        let fault = self.error.clone()?;
        let excerpt = Excerpt::titled(bytes, &fault, self.title.clone());
        let report = explain(&fault, "error", file, excerpt.as_ref());
        Some(Failure::Input { file: file.map(str::to_owned), fault, report: Some(report) })
    }

    /// A game that is longer than the limit.
    fn too_long(bytes: &[u8], limit: u64) -> Read {
        let message = format!("the game is longer than {limit} bytes");
        let fault = Fault::new(Code::LimitGame, fault::place(bytes, bytes.len()), message, String::new());
        let mut read = Read { game: None, tally: Tally::default(), error: Some(fault.clone()), title: String::new() };
        read.tally.add_fault(fault);
        read.count(&Facts::default());
        read
    }

    /// Counts a fault. Only the first ones are looked at closely: there may be as many as the text has words.
    fn add(&mut self, told: &Told<'_, '_>, bytes: &[u8], strict: bool) -> PyResult<()> {
        let (code, byte) = (told.code()?, told.byte()?);
        let earlier = self.error.as_ref().is_none_or(|first| (byte as u64) < first.at.byte);
        let first_error = earlier && (strict || !code.is_note());
        let fault = if first_error || self.tally.count(code) == 0 {
            told.placed(bytes)?
        } else {
            Fault::new(code, scoresheet_core::at::At::default(), String::new(), String::new())
        };
        if first_error {
            self.error = Some(fault.clone());
        }
        self.tally.add_fault(fault);
        Ok(())
    }

    fn count(&mut self, facts: &Facts) {
        self.tally.add_game(&Record {
            ply_count: facts.plies,
            termination: facts.termination,
            ending: facts.ending,
            first_error: self.error.clone(),
            ..Record::new()
        });
    }
}

/// What is counted of a game.
#[derive(Default)]
pub(crate) struct Facts {
    plies: u32,
    termination: Option<Termination>,
    ending: Ending,
}

impl Facts {
    fn of(game: &Bound<'_, PyAny>) -> PyResult<Facts> {
        let facts = module(game.py())?.call_method1("facts", (game,))?.cast_into::<PyDict>()?;
        let item = |name: &str| facts.get_item(name).map(|found| found.filter(|value| !value.is_none()));
        let is = |name: &str| Ok::<_, PyErr>(item(name)?.is_some_and(|value| value.is_truthy().unwrap_or(false)));
        let result: Option<String> = item("result")?.map(|result| result.extract()).transpose()?;
        Ok(Facts {
            plies: item("plies")?.map_or(Ok(0), |plies| plies.extract())?,
            termination: result.as_deref().and_then(termination),
            ending: Ending { mate: is("mate")?, stalemate: is("stalemate")? },
        })
    }
}

fn termination(result: &str) -> Option<Termination> {
    use Termination::{BlackWins, Draw, Unknown, WhiteWins};
    [WhiteWins, BlackWins, Draw, Unknown].into_iter().find(|termination| termination.as_str() == result)
}

fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(MODULE)
}

/// What an exception of Python means: errors of ours and whatever ends the program go on as they are.
pub(crate) fn failed(py: Python<'_>, error: PyErr) -> Failure {
    let ours = || py.import("scoresheet.errors").and_then(|errors| errors.getattr("ScoresheetError"));
    let is_ours = ours().is_ok_and(|class| error.matches(py, class).unwrap_or(false));
    if is_ours || !error.is_instance_of::<PyException>(py) {
        return Failure::Interrupted(Some(error));
    }
    Failure::Internal(error.to_string())
}

/// Works in Python, from whatever thread.
pub(crate) fn with_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Failure> {
    Python::attach(|py| work(py).map_err(|error| failed(py, error)))
}

/// Reads a game. `profile` is the dialect that was asked for.
pub(crate) fn read(
    py: Python<'_>,
    format: &Foreign,
    (bytes, name): (&[u8], &str),
    (settings, profile): (&Settings, Option<&str>),
) -> PyResult<Read> {
    let options = reading_options(py, settings, profile)?;
    let found = module(py)?.call_method1("read_game", (PyBytes::new(py, bytes), format.id, name, options))?;
    let (game, faults): (Option<Bound<'_, PyAny>>, Vec<Bound<'_, PyDict>>) = found.extract()?;
    let mut read = Read { game: None, tally: Tally::default(), error: None, title: String::new() };
    for told in &faults {
        read.add(&Told { told }, bytes, settings.strict_read)?;
    }
    let facts = game.as_ref().map_or_else(|| Ok(Facts::default()), Facts::of)?;
    read.count(&facts);
    if !faults.is_empty() {
        read.title = game.as_ref().map_or_else(String::new, title);
    }
    read.game = game.map(Bound::unbind);
    Ok(read)
}

fn reading_options<'py>(py: Python<'py>, settings: &Settings, profile: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    options.set_item("strict", settings.strict_read)?;
    options.set_item("profile", profile)?;
    let named = PyDict::new(py);
    for limit in limits::ALL {
        named.set_item(limit.id, settings.limits.get(limit.id))?;
    }
    options.set_item("limits", named)?;
    Ok(options)
}

/// A fault as Python tells it.
struct Told<'a, 'py> {
    told: &'a Bound<'py, PyDict>,
}

impl<'py> Told<'_, 'py> {
    fn item<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let found = self.told.get_item(name)?.filter(|value| !value.is_none());
        found.map(|value| value.extract().map_err(Into::into)).transpose()
    }

    fn code(&self) -> PyResult<Code> {
        let code: String = self.item("code")?.unwrap_or_default();
        fault::find(&code).map_err(|failure| failure.into_exception(self.told.py()))
    }

    fn byte(&self) -> PyResult<usize> {
        Ok(self.item("at")?.unwrap_or(0))
    }

    /// All of it, with its line and column.
    fn placed(&self, bytes: &[u8]) -> PyResult<Fault> {
        let at = scoresheet_core::at::At {
            // Numbers have no bounds there.
            ply: self.item("ply").unwrap_or(None),
            number: self.item("number").unwrap_or(None),
            ..fault::place(bytes, self.byte()?)
        };
        let text: String = self.item("text")?.unwrap_or_default();
        Ok(Fault::new(self.code()?, at, self.item("message")?.unwrap_or_default(), shown(text.as_bytes())))
    }
}

/// Players and event of a game; empty where no tag tells them.
fn title(game: &Bound<'_, PyAny>) -> String {
    let tags = game.getattr("tags").ok();
    title_of(|name| tags.as_ref()?.call_method1("get", (name,)).ok()?.extract().ok()?)
}

/// Whether an object is a game that a format of Python holds.
pub(crate) fn is_game(object: &Bound<'_, PyAny>) -> bool {
    let class = object.py().import("sys").and_then(|sys| sys.getattr("modules"));
    let class = class.and_then(|modules| modules.call_method1("get", ("scoresheet.infinite.game",)));
    let class = class.ok().filter(|module| !module.is_none()).and_then(|module| module.getattr("Game").ok());
    class.is_some_and(|class| object.is_instance(&class).unwrap_or(false))
}

/// The game as one of the core's: None where it has nothing to say.
pub(crate) fn to_native<'py>(game: &Bound<'py, PyAny>) -> PyResult<(Option<Bound<'py, Game>>, Lost)> {
    let told = module(game.py())?.call_method1("to_native", (game,))?;
    let (game, lost): (Bound<'_, PyAny>, Vec<(String, u64)>) = told.extract()?;
    let game = if game.is_none() { None } else { Some(game.cast_into::<Game>()?) };
    Ok((game, kinds(lost)?))
}

/// A game of the core as one that Python writes: None where that cannot be.
pub(crate) fn from_native<'py>(game: &Bound<'py, Game>) -> PyResult<(Option<Bound<'py, PyAny>>, Lost)> {
    let mut lost = unseen(&game.borrow().tree);
    if lost.iter().any(|(kind, _)| *kind == LossKind::UnplayedGame) {
        return Ok((None, lost));
    }
    let told = module(game.py())?.call_method1("from_native", (game,))?;
    let (game, more): (Option<Bound<'_, PyAny>>, Vec<(String, u64)>) = told.extract()?;
    lost.extend(kinds(more)?);
    Ok((game, lost))
}

/// What a game of the core holds that Python does not see and ICN cannot say.
fn unseen(tree: &Tree) -> Lost {
    let notes = std::iter::once(NodeId::ROOT).chain(tree.walk()).flat_map(|node| tree.notes(node));
    let escapes = notes.filter(|note| note.kind == NoteKind::Escape).count() as u64;
    let lost = [(LossKind::UnplayedGame, u64::from(tree.unplayed().is_some())), (LossKind::EscapedLine, escapes)];
    lost.into_iter().filter(|(_, count)| *count > 0).collect()
}

fn kinds(lost: Vec<(String, u64)>) -> PyResult<Lost> {
    let kind = |(id, count): (String, u64)| {
        let spec = LOSSES.iter().find(|spec| spec.id == id);
        let unknown = || Failure::Internal(format!("there is no loss `{id}`"));
        spec.map(|spec| (spec.kind, count)).ok_or_else(|| Python::attach(|py| unknown().into_exception(py)))
    };
    lost.into_iter().map(kind).collect()
}

/// A game as a text of its format, and what that cannot say. Of the choices those are taken that are the format's.
pub(crate) fn written(
    game: &Bound<'_, PyAny>,
    format: &'static Foreign,
    choices: &[(String, String)],
) -> PyResult<(String, Lost)> {
    let chosen = PyDict::new(game.py());
    for (name, value) in choices {
        if options::find(Format::Foreign(format), name, false).is_some() {
            chosen.set_item(name, value)?;
        }
    }
    let told = module(game.py())?.call_method1("write_game", (game, format.id, chosen))?;
    let (text, lost): (String, Vec<(String, u64)>) = told.extract()?;
    Ok((text, kinds(lost)?))
}

/// Refuses inputs as columns, where the names of all say that these have none. Only then are they looked at.
///
/// # Errors
/// Where none has.
pub(crate) fn refuse_foreign(inputs: &[Input], settings: &Settings) -> Result<(), Failure> {
    let named = |input: &Input| settings.from.or_else(|| formats::of_name(input.name()));
    if !inputs.iter().all(|input| matches!(named(input), Some(Format::Foreign(_)))) {
        return Ok(());
    }
    match inputs.first() {
        Some(first) if inputs.iter().all(|input| is_foreign(input, settings)) => Err(no_columns(first)),
        _ => Ok(()),
    }
}

fn is_foreign(input: &Input, settings: &Settings) -> bool {
    FOREIGN.iter().any(|format| format.id == inputs::kind(input, settings))
}

fn no_columns_message(input: &Input) -> String {
    format!("`{}` cannot be read as columns: the games of boards without edges have none", input.name())
}

fn no_columns(input: &Input) -> Failure {
    let hint = "`--to icn-json` writes such games as JSON, and in Python `read` gives them one by one";
    Failure::usage(no_columns_message(input), hint)
}

/// Refuses an input as columns: all of a job where there is no other one, else the input.
///
/// # Errors
/// When the job is to stop.
pub(crate) fn refuse_columns(pass: &mut Pass<'_>, inputs: &[Input], input: &Input) -> Result<(), Failure> {
    let settings = pass.settings;
    if inputs.len() == 1 || inputs.iter().all(|input| is_foreign(input, settings)) {
        return Err(no_columns(input));
    }
    let refused = FileError::new(Kind::Unreadable, input.name(), no_columns_message(input));
    pass.file_error(FileError { code: Code::ColumnsBoard, ..refused })
}

/// What is counted of a game that was not read here.
pub(crate) fn tally_of(game: &Bound<'_, PyAny>) -> PyResult<Tally> {
    let mut read = Read { game: None, tally: Tally::default(), error: None, title: String::new() };
    read.count(&Facts::of(game)?);
    Ok(read.tally)
}

impl Pass<'_> {
    /// Reads one input that Python reads, whole. `profile` is the dialect to read it in. `each` gets the game.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn foreign(
        &mut self,
        opened: Opened,
        (format, profile): (&'static Foreign, Option<&str>),
        each: impl FnOnce(&mut Self, Read, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = opened.source.name().to_owned();
        let progress = opened.source.progress();
        self.begin(&progress);
        let taken = self.whole(opened);
        let bytes = progress.read();
        let done = |pass: &mut Self, games| {
            pass.done(InputCount { name: name.clone(), kind: format.id, games, bytes });
        };
        let taken = match taken {
            Ok(Ok(taken)) => taken,
            Ok(Err(error)) => {
                done(self, 0);
                return self.file_error(error);
            }
            Err(failure) => return Err(failure),
        };
        let settings = self.settings;
        let read = match &taken {
            (text, true) => Read::too_long(text, settings.limits.game),
            (text, false) => with_python(|py| self::read(py, format, (text, &name), (settings, profile)))?,
        };
        if settings.on_error == OnError::Raise
            && let Some(failure) = read.raised(&taken.0, Some(&name))
        {
            return Err(failure);
        }
        self.report.add_titled(read.tally.clone(), &taken.0, &name, &read.title);
        self.take_whole(&name);
        each(self, read, &At { source: &name, base: Base::default() })?;
        done(self, 1);
        Ok(())
    }

    /// All bytes of an input, and whether there are more than a game may have.
    fn whole(&mut self, opened: Opened) -> Result<Result<(Vec<u8>, bool), FileError>, Failure> {
        let game_limit = usize::try_from(self.settings.limits.game).unwrap_or(usize::MAX);
        let run = RunSettings { threads: 1, block_size: BLOCK, game_limit };
        // Nothing but its end ends a text.
        let split = (|bytes: &[u8], last: bool| last.then_some(bytes.len()), |_: &[u8]| None);
        let (mut taken, mut failure) = ((Vec::new(), false), None);
        let done = scoresheet_files::run(
            opened.source,
            &run,
            &split,
            |_| (),
            |turn| match turn {
                Turn::Tick => match self.tick() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => {
                        failure = Some(stop);
                        ControlFlow::Break(())
                    }
                },
                Turn::Block((), block) => {
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
