//! The formats that Python reads and writes: whole inputs handed over, games taken back. Nothing of them is imported before
//! the first such input or output is met.

use crate::explain::{Excerpt, explain, title_of};
use crate::failure::Failure;
use crate::fault;
use crate::formats::{Foreign, Format};
use crate::game::Game;
use crate::options;
use crate::settings::{OnError, Settings};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::{LOSSES, LossKind, Termination};
use scoresheet_core::limits;
use scoresheet_core::record::{Ending, Record};
use scoresheet_core::tally::{Tally, shown};
use scoresheet_core::tree::{NodeId, NoteKind, Tree};

/// The module of Python that does it.
const MODULE: &str = "scoresheet.infinite.foreign";

/// Something that cannot be said.
pub(crate) struct Lost {
    pub(crate) kind: LossKind,
    /// How often.
    pub(crate) count: u64,
    /// What is in its way, where that is not clear from its kind; else empty.
    why: String,
}

impl Lost {
    pub(crate) fn of(kind: LossKind, count: u64) -> Lost {
        Lost { kind, count, why: String::new() }
    }

    /// The place where it was lost, with the reason.
    pub(crate) fn at(&self, place: &str) -> String {
        if self.why.is_empty() { place.to_owned() } else { format!("{place}: {}", self.why) }
    }
}

/// What Python tells of something lost.
type ToldLoss = (String, u64, String);

/// One game, as Python has read it.
pub(crate) struct Read {
    /// None where nothing of it could be read, or somebody has it already.
    pub(crate) game: Option<Py<PyAny>>,
    /// Whether something of it could be read.
    pub(crate) is_game: bool,
    pub(crate) tally: Tally,
    /// Its first error.
    pub(crate) error: Option<Fault>,
    /// Its players and event.
    pub(crate) title: String,
}

impl Read {
    /// Nothing yet.
    fn new() -> Read {
        Read { game: None, is_game: false, tally: Tally::default(), error: None, title: String::new() }
    }

    /// Whether it is left out.
    pub(crate) fn is_skipped(&self, settings: &Settings) -> bool {
        !self.is_game || settings.on_error == OnError::Skip && self.error.is_some()
    }

    /// The failure that its error becomes where everything is to stop at it; `file` is none for a text of no file.
    pub(crate) fn raised(&self, bytes: &[u8], file: Option<&str>) -> Option<Failure> {
        let fault = self.error.clone()?;
        let excerpt = Excerpt::titled(bytes, &fault, self.title.clone());
        let report = explain(&fault, "error", file, excerpt.as_ref());
        Some(Failure::Input { file: file.map(str::to_owned), fault, report: Some(report) })
    }

    /// A game that is longer than the limit.
    pub(crate) fn too_long(bytes: &[u8], limit: u64) -> Read {
        let message = format!("the game is longer than {limit} bytes");
        let fault = Fault::new(Code::LimitGame, fault::place(bytes, bytes.len()), message, String::new());
        let mut read = Read { error: Some(fault.clone()), ..Read::new() };
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
    let mut read = Read::new();
    for told in &faults {
        read.add(&Told { told }, bytes, settings.strict_read)?;
    }
    let facts = game.as_ref().map_or_else(|| Ok(Facts::default()), Facts::of)?;
    read.count(&facts);
    if !faults.is_empty() {
        read.title = game.as_ref().map_or_else(String::new, title);
    }
    read.is_game = game.is_some();
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
pub(crate) fn to_native<'py>(game: &Bound<'py, PyAny>) -> PyResult<(Option<Bound<'py, Game>>, Vec<Lost>)> {
    let told = module(game.py())?.call_method1("to_native", (game,))?;
    let (game, lost): (Bound<'_, PyAny>, Vec<ToldLoss>) = told.extract()?;
    let game = if game.is_none() { None } else { Some(game.cast_into::<Game>()?) };
    Ok((game, kinds(lost)?))
}

/// A game of the core as one that Python writes: None where that cannot be.
pub(crate) fn from_native<'py>(game: &Bound<'py, Game>) -> PyResult<(Option<Bound<'py, PyAny>>, Vec<Lost>)> {
    let mut lost = unseen(&game.borrow().tree);
    if lost.iter().any(|lost| lost.kind == LossKind::UnplayedGame) {
        return Ok((None, lost));
    }
    let told = module(game.py())?.call_method1("from_native", (game,))?;
    let (game, more): (Option<Bound<'_, PyAny>>, Vec<ToldLoss>) = told.extract()?;
    lost.extend(kinds(more)?);
    Ok((game, lost))
}

/// What a game of the core holds that Python does not see and ICN cannot say.
fn unseen(tree: &Tree) -> Vec<Lost> {
    let notes = std::iter::once(NodeId::ROOT).chain(tree.walk()).flat_map(|node| tree.notes(node));
    let escapes = notes.filter(|note| note.kind == NoteKind::Escape).count() as u64;
    let lost = [(LossKind::UnplayedGame, u64::from(tree.unplayed().is_some())), (LossKind::EscapedLine, escapes)];
    lost.into_iter().filter(|(_, count)| *count > 0).map(|(kind, count)| Lost::of(kind, count)).collect()
}

fn kinds(lost: Vec<ToldLoss>) -> PyResult<Vec<Lost>> {
    let kind = |(id, count, why): ToldLoss| {
        let spec = LOSSES.iter().find(|spec| spec.id == id);
        let unknown = || Failure::Internal(format!("there is no loss `{id}`"));
        spec.map(|spec| Lost { kind: spec.kind, count, why })
            .ok_or_else(|| Python::attach(|py| unknown().into_exception(py)))
    };
    lost.into_iter().map(kind).collect()
}

/// A game as a text of its format, and what that cannot say. Of the choices those are taken that are the format's.
pub(crate) fn written(
    game: &Bound<'_, PyAny>,
    format: &'static Foreign,
    choices: &[(String, String)],
) -> PyResult<(String, Vec<Lost>)> {
    let chosen = PyDict::new(game.py());
    for (name, value) in choices {
        if options::find(Format::Foreign(format), name, false).is_some() {
            chosen.set_item(name, value)?;
        }
    }
    let told = module(game.py())?.call_method1("write_game", (game, format.id, chosen))?;
    let (text, lost): (String, Vec<ToldLoss>) = told.extract()?;
    Ok((text, kinds(lost)?))
}

/// What is counted of a game that was not read here.
pub(crate) fn tally_of(game: &Bound<'_, PyAny>) -> PyResult<Tally> {
    let mut read = Read::new();
    read.count(&Facts::of(game)?);
    Ok(read.tally)
}
