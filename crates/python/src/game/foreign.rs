//! The games of infinite chess, which Python reads and writes. The module is imported for the first such game.

use crate::call::with_python;
use crate::failure::{Failure, IntoException};
use crate::fault;
use crate::game::object::Game;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scoresheet_core::edit::PlyRange;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::limits::{self, Limits};
use scoresheet_core::location::Location;
use scoresheet_core::loss::{LOSSES, LossKind, Losses};
use scoresheet_core::read::Ending;
use scoresheet_core::rules::Outcome;
use scoresheet_core::step::Termination;
use scoresheet_core::text::shown;
use scoresheet_core::tree::{NodeId, NoteKind, Tree};
use scoresheet_jobs::excerpt::{place_in, title_of};
use scoresheet_jobs::foreign::{Facts, FaultAt, Foreign, ForeignGame, ForeignRead, ForeignText, ForeignWriting, Lost};

/// The Python module for these games.
const MODULE: &str = "scoresheet.infinite.foreign";

/// A loss as Python returns it.
type LossRow = (String, u64, String);

/// The part of the package that reads and writes games of infinite chess. Its games are Python objects.
pub(crate) struct Infinite;

impl Foreign for Infinite {
    fn read(&self, text: &ForeignText<'_>) -> Result<ForeignRead, Failure> {
        with_python(|py| read(py, text))
    }

    fn tree_of(&self, game: &ForeignGame) -> Result<(Option<Tree>, Vec<Lost>), Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| {
            let told = module(py)?.call_method1("to_native", (game,))?;
            let (game, lost): (Option<Bound<'_, PyAny>>, Vec<LossRow>) = told.extract()?;
            Ok((game.map(tree).transpose()?, kinds(py, lost)?))
        })
    }

    fn same_tree(&self, game: &ForeignGame) -> Result<Option<Tree>, Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| {
            let same: Option<Bound<'_, PyAny>> = module(py)?.call_method1("same_native", (game,))?.extract()?;
            same.map(tree).transpose()
        })
    }

    fn cut(&self, game: &ForeignGame, plies: PlyRange) -> Result<Option<ForeignGame>, Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| {
            let kept: Option<Py<PyAny>> =
                module(py)?.call_method1("cut_game", (game, plies.before, plies.after))?.extract()?;
            Ok(kept.map(ForeignGame::new))
        })
    }

    fn document_of(&self, game: &ForeignGame) -> Result<(String, Vec<Lost>), Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| {
            let (document, lost): (String, Vec<LossRow>) =
                module(py)?.call_method1("document_of", (game,))?.extract()?;
            Ok((document, kinds(py, lost)?))
        })
    }

    fn game_of(&self, tree: &Tree) -> Result<(Option<ForeignGame>, Vec<Lost>), Failure> {
        let mut lost = unseen(tree);
        if lost.iter().any(|lost| lost.kind == LossKind::UnplayedGame) {
            return Ok((None, lost));
        }
        with_python(|py| {
            let game = Bound::new(py, Game::of(tree.clone()))?;
            let told = module(py)?.call_method1("from_native", (game,))?;
            let (game, more): (Option<Py<PyAny>>, Vec<LossRow>) = told.extract()?;
            for more in kinds(py, more)? {
                // Each kind occurs once, although a variation may be empty or contain moves.
                match lost.iter_mut().find(|known| known.kind == more.kind && known.why == more.why) {
                    Some(known) => known.count += more.count,
                    None => lost.push(more),
                }
            }
            Ok((game.map(ForeignGame::new), lost))
        })
    }

    fn write(&self, game: &ForeignGame, how: &ForeignWriting<'_>) -> Result<(Option<String>, Vec<Lost>), Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| {
            let chosen = PyDict::new(py);
            how.choices.iter().try_for_each(|(name, value)| chosen.set_item(name, value))?;
            let told = module(py)?.call_method1("write_game", (game, how.format.spec.id, chosen))?;
            let (text, lost): (Option<String>, Vec<LossRow>) = told.extract()?;
            Ok((text, kinds(py, lost)?))
        })
    }

    fn facts(&self, game: &ForeignGame) -> Result<Facts, Failure> {
        let game: &Py<PyAny> = game.get()?;
        with_python(|py| facts(game.bind(py)))
    }
}

/// The tree of a game of usual chess.
fn tree(game: Bound<'_, PyAny>) -> PyResult<Tree> {
    Ok(game.cast_into::<Game>()?.borrow().tree.clone())
}

fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(MODULE)
}

/// Whether an object is a game of infinite chess.
pub(crate) fn is_game(object: &Bound<'_, PyAny>) -> bool {
    let class = object.py().import("sys").and_then(|sys| sys.getattr("modules"));
    let class = class.and_then(|modules| modules.call_method1("get", ("scoresheet.infinite.game",)));
    let class = class.ok().filter(|module| !module.is_none()).and_then(|module| module.getattr("Game").ok());
    class.is_some_and(|class| object.is_instance(&class).unwrap_or(false))
}

fn read(py: Python<'_>, text: &ForeignText<'_>) -> PyResult<ForeignRead> {
    let options = PyDict::new(py);
    options.set_item("strict", text.strict)?;
    options.set_item("too_long", text.too_long)?;
    text.choices.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
    options.set_item("limits", limits_by_name(py, text.limits)?)?;
    let arguments = (PyBytes::new(py, text.bytes), text.format.spec.id, text.name, options);
    let found = module(py)?.call_method1("read_game", arguments)?;
    let (game, faults, is_game): (Bound<'_, PyAny>, Vec<Bound<'_, PyDict>>, bool) = found.extract()?;
    let mut read = ForeignRead::of(text);
    for dict in &faults {
        let fault = FaultDict { dict };
        let found = FaultAt { code: fault.code()?, byte: fault.byte()? };
        read.add_fault(found, text.strict, || fault.placed(text.bytes))?;
    }
    read.count(&if is_game { facts(&game)? } else { Facts::default() });
    if !faults.is_empty() {
        read.title = title(&game);
    }
    read.is_game = is_game;
    read.game = Some(ForeignGame::new(game.unbind()));
    Ok(read)
}

fn limits_by_name<'py>(py: Python<'py>, limits: &Limits) -> PyResult<Bound<'py, PyDict>> {
    let named = PyDict::new(py);
    limits::ALL.iter().try_for_each(|limit| named.set_item(limit.id, limits.get(limit.id)))?;
    Ok(named)
}

/// The counts for a game.
fn facts(game: &Bound<'_, PyAny>) -> PyResult<Facts> {
    let facts = module(game.py())?.call_method1("facts", (game,))?.cast_into::<PyDict>()?;
    let item = |name: &str| facts.get_item(name).map(|found| found.filter(|value| !value.is_none()));
    let is = |name: &str| Ok::<_, PyErr>(item(name)?.is_some_and(|value| value.is_truthy().unwrap_or(false)));
    let result: Option<String> = item("result")?.map(|result| result.extract()).transpose()?;
    Ok(Facts {
        plies: item("plies")?.map_or(Ok(0), |plies| plies.extract())?,
        termination: result.as_deref().and_then(termination),
        ending: Ending {
            outcome: match (is("mate")?, is("stalemate")?) {
                (true, _) => Some(Outcome::Checkmate),
                (false, true) => Some(Outcome::Stalemate),
                (false, false) => None,
            },
            winner: None,
        },
    })
}

fn termination(result: &str) -> Option<Termination> {
    use Termination::{BlackWins, Draw, Unknown, WhiteWins};
    [WhiteWins, BlackWins, Draw, Unknown].into_iter().find(|termination| termination.as_str() == result)
}

/// A fault as Python returns it.
struct FaultDict<'a, 'py> {
    dict: &'a Bound<'py, PyDict>,
}

impl<'py> FaultDict<'_, 'py> {
    fn item<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let found = self.dict.get_item(name)?.filter(|value| !value.is_none());
        found.map(|value| value.extract().map_err(Into::into)).transpose()
    }

    fn code(&self) -> PyResult<Code> {
        let code: String = self.item("code")?.unwrap_or_default();
        fault::find(&code).map_err(|failure| failure.into_exception(self.dict.py()))
    }

    fn byte(&self) -> PyResult<usize> {
        Ok(self.item("at")?.unwrap_or(0))
    }

    /// The complete fault, with its line and column.
    fn placed(&self, bytes: &[u8]) -> PyResult<Fault> {
        let at = Location {
            // Numbers are unbounded in Python.
            ply: self.item("ply").unwrap_or(None),
            number: self.item("number").unwrap_or(None),
            ..place_in(bytes, self.byte()?)
        };
        let text: String = self.item("text")?.unwrap_or_default();
        Ok(Fault::new(self.code()?, at, self.item("message")?.unwrap_or_default(), shown(text.as_bytes())))
    }
}

/// Players and event of a game; empty if no tag has them.
fn title(game: &Bound<'_, PyAny>) -> String {
    let tags = game.getattr("tags").ok();
    title_of(|name| tags.as_ref()?.call_method1("get", (name,)).ok()?.extract().ok()?)
}

/// What a tree contains that Python does not see and ICN cannot express.
fn unseen(tree: &Tree) -> Vec<Lost> {
    let mut lost = Losses::default();
    let is_played = tree.unplayed().is_none() && tree.start().rules().is_chess();
    lost.add(LossKind::UnplayedGame, u64::from(!is_played), Location::default());
    for note in std::iter::once(NodeId::ROOT).chain(tree.walk()).flat_map(|node| tree.notes(node)) {
        let kind = match note.kind {
            NoteKind::Escape => LossKind::EscapedLine,
            NoteKind::Bare => LossKind::Variation,
            NoteKind::Inner(_) => LossKind::InnerResult,
            NoteKind::Annotation => LossKind::Attribution,
            NoteKind::Field => LossKind::of_field(note.text),
            _ => continue,
        };
        lost.add(kind, 1, Location::default());
    }
    lost.iter().map(|loss| Lost::of(loss.kind, loss.count)).collect()
}

fn kinds(py: Python<'_>, lost: Vec<LossRow>) -> PyResult<Vec<Lost>> {
    let kind = |(id, count, why): LossRow| {
        let spec = LOSSES.iter().find(|spec| spec.id == id);
        let unknown = || Failure::Internal(format!("there is no loss `{id}`")).into_exception(py);
        spec.map(|spec| Lost { kind: spec.kind, count, why }).ok_or_else(unknown)
    };
    lost.into_iter().map(kind).collect()
}
