//! `Node`: a move in a game, with the position it leads to.

use super::address;
use super::annotations::{self, AnnotationArguments};
use super::history::History;
use super::object::{FULL, Game};
use super::tracked::Changes;
use crate::commands::{evaluation, meaning, seconds, shown_arrow, shown_mark};
use crate::failure::{Failure, IntoException};
use crate::failure::{Texts, expected};
use crate::move_argument::move_argument;
use crate::moves::Move;
use crate::number::is_too_large;
use crate::position::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyInt, PyString};
use scoresheet_core::command::{Arrow, Command, CommandValue, Evaluation, SquareMark, duration_text};
use scoresheet_core::game::bgn::namespace;
use scoresheet_core::game::pgn::spelled_nag;
use scoresheet_core::notation::san;
use scoresheet_core::rules::{self, MoveKind, Position as Board, Square};
use scoresheet_core::text;
use scoresheet_core::tree::{Full, GameCounts, Nag, NodeId, NoteKind, NotePlace, Removal, Tree};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A move in a game with the position after it, or the start of a game, which has no move.
///
/// A node is looked up in its game each time it is used. If its move was deleted, it raises `UsageError`.
///
/// >>> import scoresheet
/// >>> node = scoresheet.parse("1. e4 {best by test} $1 e5 (1... c5) *").at(1)
/// >>> node.san, node.ply, node.comment, node.nags
/// ('e4', 1, 'best by test', [1])
/// >>> node.next.variations
/// [<Node 1... c5>]
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct Node {
    game: Py<Game>,
    edition: u32,
    /// A `KnownNode` as a number. It changes only when a walk reuses the object because nobody else has it. What it tells about
    /// the node besides its number is valid as long as `copied` is.
    known: AtomicU64,
    /// When a walk copied the rest of it from the tree; `None` for other nodes.
    copied: Option<CopyTime>,
}

/// When something was copied from the tree, so that it can be read without the game.
struct CopyTime {
    changes: Changes,
    /// The number of changes when it was copied.
    version: AtomicU64,
}

/// A node, and what is often asked about it: whether it has notes, and its move if that is a plain one.
#[derive(Clone, Copy)]
pub(super) struct KnownNode(u64);

impl KnownNode {
    const MOVE: u32 = 32;
    const HAS_NOTES: u64 = 1 << 48;
    const IS_PLAIN: u64 = 1 << 49;

    /// A node with this move, which may have notes.
    #[inline]
    pub(super) fn of((id, mv, has_notes): (NodeId, Option<rules::Move>, bool)) -> KnownNode {
        let notes = if has_notes { KnownNode::HAS_NOTES } else { 0 };
        let plain = mv.and_then(Move::shared_place);
        let plain = plain.map_or(0, |place| u64::from(place) << KnownNode::MOVE | KnownNode::IS_PLAIN);
        KnownNode(u64::from(id.number()) | notes | plain)
    }

    /// The node of which only the number is known.
    fn numbered(id: NodeId) -> KnownNode {
        KnownNode(u64::from(id.number()))
    }

    /// All of it as a number. That of the root is 0 if it has no notes.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// The node with this number.
    #[inline]
    pub(super) fn of_number(number: u64) -> KnownNode {
        KnownNode(number)
    }

    #[inline]
    pub(super) fn id(self) -> NodeId {
        NodeId::numbered(self.0 as u32)
    }

    /// The place of a plain move among the shared objects.
    #[inline]
    fn plain_move(self) -> Option<u16> {
        (self.0 & KnownNode::IS_PLAIN != 0).then_some((self.0 >> KnownNode::MOVE) as u16)
    }

    #[inline]
    fn has_notes(self) -> bool {
        self.0 & KnownNode::HAS_NOTES != 0
    }
}

/// The error for a node that has been deleted.
pub(super) fn stale() -> Failure {
    Failure::usage("this node is no longer in its game", "it was deleted, or the game was cut")
}

fn full(py: Python<'_>) -> impl Fn(Full) -> PyErr {
    move |full| Failure::usage(full.to_string(), FULL).into_exception(py)
}

impl Node {
    pub(super) fn new(game: &Bound<'_, Game>, id: NodeId) -> PyResult<Py<Node>> {
        let edition = game.borrow().edition;
        Node::with_edition(game, id, edition)
    }

    #[inline]
    pub(super) fn with_edition(game: &Bound<'_, Game>, id: NodeId, edition: u32) -> PyResult<Py<Node>> {
        let known = AtomicU64::new(KnownNode::numbered(id).number());
        Py::new(game.py(), Node { game: game.clone().unbind(), edition, known, copied: None })
    }

    /// A node for a walk, which makes it another node than the start before it is returned.
    pub(super) fn walked((game, edition): (Py<Game>, u32), changes: Changes) -> Node {
        let copied = CopyTime { version: AtomicU64::new(changes.count()), changes };
        let known = AtomicU64::new(KnownNode::numbered(NodeId::ROOT).number());
        Node { game, edition, known, copied: Some(copied) }
    }

    /// Makes this object another node of the same walk. Nobody else may have the object.
    #[inline]
    pub(super) fn become_other(&self, known: KnownNode, version: u64) {
        self.known.store(known.number(), Ordering::Relaxed);
        if let Some(copied) = &self.copied {
            copied.version.store(version, Ordering::Relaxed);
        }
    }

    #[inline]
    fn id(&self) -> NodeId {
        KnownNode::of_number(self.known.load(Ordering::Relaxed)).id()
    }

    /// What a walk copied about the node, if the game has not been changed since.
    #[inline]
    fn known(&self) -> Option<KnownNode> {
        let CopyTime { changes, version } = self.copied.as_ref()?;
        let is_valid = changes.count() == version.load(Ordering::Relaxed);
        is_valid.then(|| KnownNode::of_number(self.known.load(Ordering::Relaxed)))
    }

    /// The node, if it belongs to this game.
    pub(super) fn in_game(&self, game: &Bound<'_, Game>) -> PyResult<NodeId> {
        if !self.game.is(game) {
            let failure =
                Failure::usage("the node belongs to another game", "find it in this game, for example by `Game.at`");
            return Err(failure.into_exception(game.py()));
        }
        self.borrow_game(game.py()).map(|_| self.id())
    }

    /// The game, if it still contains the node.
    #[inline]
    fn borrow_game<'py>(&self, py: Python<'py>) -> PyResult<PyRef<'py, Game>> {
        let game = self.game.bind(py).try_borrow()?;
        if game.edition == self.edition && game.tree.holds(self.id()) {
            Ok(game)
        } else {
            Err(stale().into_exception(py))
        }
    }

    fn borrow_game_mut<'py>(&self, py: Python<'py>) -> PyResult<PyRefMut<'py, Game>> {
        let checked = self.borrow_game(py)?.check_played();
        checked.map_err(|failure| failure.into_exception(py))?;
        Ok(self.game.bind(py).try_borrow_mut()?)
    }

    fn other(&self, py: Python<'_>, id: NodeId) -> PyResult<Py<Node>> {
        Node::with_edition(self.game.bind(py), id, self.edition)
    }

    fn others(&self, py: Python<'_>, find: impl FnOnce(&Tree) -> Vec<NodeId>) -> PyResult<Vec<Py<Node>>> {
        let found = find(&self.borrow_game(py)?.tree);
        found.into_iter().map(|id| self.other(py, id)).collect()
    }

    /// Passes the position before the move to `look`.
    fn look_before<T>(&self, py: Python<'_>, look: impl FnOnce(&Board, &Tree) -> T) -> PyResult<Option<T>> {
        let game = self.borrow_game(py)?;
        Ok(game.tree.parent(self.id()).map(|parent| game.look(parent, |before| look(before, &game.tree))))
    }

    /// The move as the game has it. Not inlined: the way of plain moves would be longer.
    #[inline(never)]
    fn move_in_game(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let mv = self.borrow_game(py)?.tree.mv(self.id());
        mv.map(|mv| Move::object(py, mv)).transpose()
    }

    /// The comments as the game has them. Not inlined: the way of nodes without comments would be longer.
    #[inline(never)]
    fn comment_in_game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let game = self.borrow_game(py)?;
        let mut comments = game.tree.comments(self.id(), NotePlace::After);
        match (comments.next(), comments.next()) {
            (None, _) => Ok(PyString::new(py, "")),
            (Some(one), None) => Ok(PyString::new(py, text::flowing(one).trim())),
            (Some(one), Some(two)) => {
                let texts: Vec<_> = [one, two].into_iter().chain(comments).map(text::flowing).collect();
                let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
                Ok(PyString::new(py, &texts.join(" ")))
            }
        }
    }

    fn set_comments(&self, py: Python<'_>, place: NotePlace, comments: &[String]) -> PyResult<()> {
        let mut game = self.borrow_game_mut(py)?;
        game.tree.set_comments(self.id(), place, comments.iter().map(String::as_str)).map_err(full(py))
    }

    /// The value of the first command of a kind.
    fn first<T>(&self, py: Python<'_>, wanted: impl Fn(CommandValue<'_>) -> Option<T>) -> PyResult<Option<T>> {
        Ok(self.borrow_game(py)?.tree.commands(self.id()).find_map(|command| command.meaning().and_then(&wanted)))
    }

    /// The values of all commands of a kind.
    fn all<T>(&self, py: Python<'_>, wanted: impl Fn(CommandValue<'_>) -> Vec<T>) -> PyResult<Vec<T>> {
        Ok(self
            .borrow_game(py)?
            .tree
            .commands(self.id())
            .filter_map(|command| command.meaning())
            .flat_map(wanted)
            .collect())
    }

    fn set_value(&self, py: Python<'_>, name: &str, value: Option<&str>) -> PyResult<()> {
        self.borrow_game_mut(py)?.tree.set_command(self.id(), name, value).map_err(full(py))
    }

    fn set_time(&self, py: Python<'_>, name: &str, seconds: Option<f64>) -> PyResult<()> {
        // Beyond thousands of centuries, hundredths of a second are lost; a negative time is invalid.
        let text = seconds.map(|seconds| duration_text((seconds.clamp(0.0, 1e12) * 1000.0).round() as i64));
        self.set_value(py, name, text.as_deref())
    }

    fn written(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look_before(py, |before, tree| {
            let mut text = Vec::with_capacity(8);
            if let Some(mv) = tree.mv(self.id()) {
                san::write(before, mv, &mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    }
}

#[pymethods]
impl Node {
    /// Lets the garbage collector see the game, which may belong to a cycle: objects of subclasses can hold their nodes.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    /// The game that the node belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move; None at the start.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        match self.known().and_then(KnownNode::plain_move) {
            Some(place) => Ok(Some(Move::shared(py, place)?.clone_ref(py))),
            None => self.move_in_game(py),
        }
    }

    /// The number of half-moves up to here: 0 at the start, 1 after the first move.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.borrow_game(py)?.tree.ply(self.id()))
    }

    /// The address of the node, with which `Game.node` finds it: its ply in the mainline, or the ply of a move, the number
    /// of a variation on it and the number of a move in that variation, and so on for variations in it.
    ///
    /// All numbers count from 1; the address of the start is `"0"`. The address of a move does not change when
    /// annotations and moves are added.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 (1... c5) (1... e6 2. d4 d5 (2... c5)) *")
    /// >>> [(node.san, node.address) for node in game.walk()]
    /// [('e4', '1'), ('e5', '2'), ('c5', '2.1.1'), ('e6', '2.2.1'), ('d4', '2.2.2'), ('d5', '2.2.3'), ('c5', '2.2.3.1.1')]
    #[getter]
    fn address(&self, py: Python<'_>) -> PyResult<String> {
        Ok(address::written(&self.borrow_game(py)?.tree.address(self.id())))
    }

    /// The move in Standard Algebraic Notation; None at the start.
    ///
    /// >>> import scoresheet
    /// >>> [node.san for node in scoresheet.parse("1. e2-e4 e7e5 *").mainline()]
    /// ['e4', 'e5']
    #[getter]
    fn san(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.written(py)
    }

    /// The move as the input spells it, if the spelling was kept (`keep_spelling`); otherwise the same as `san`.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e2-e4 *", keep_spelling=True).at(1).text
    /// 'e2-e4'
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let spelled = self.borrow_game(py)?.tree.spelling(self.id()).map(str::to_owned);
        if spelled.is_some() { Ok(spelled) } else { self.written(py) }
    }

    /// The position before the move; None at the start.
    #[getter]
    fn before(&self, py: Python<'_>) -> PyResult<Option<Position>> {
        self.look_before(py, |before, _| Position::of(before.clone()))
    }

    /// The position after the move; the start position at the start.
    ///
    /// Going from node to node costs one move each; any other access costs the moves on the way there.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(self.borrow_game(py)?.look(self.id(), |position| Position::of(position.clone())))
    }

    /// How often the position after the move has occurred in the line that leads here, this time included.
    ///
    /// Positions are the same if their boards, the side to move, the castling rights and the legal captures en passant
    /// are.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *")
    /// >>> [node.repetitions for node in game.mainline()]
    /// [1, 1, 1, 2, 2]
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(History::of(&self.borrow_game(py)?.tree, self.id()).occurrences)
    }

    /// Whether a draw may be claimed by the fifty-move rule: each side made 50 moves without a capture or a pawn move.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.Game(fen="7k/8/8/8/8/8/8/KR6 w - - 99 90").add("Ka2").fifty_moves
    /// True
    #[getter]
    fn fifty_moves(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.borrow_game(py)?.look(self.id(), Board::may_claim_fifty_moves))
    }

    /// The Polyglot hashes of all positions from the start of the game to this node.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 e5 *").at(2)
    /// >>> len(node.hashes), node.hashes[-1] == node.position.hash
    /// (3, True)
    #[getter]
    fn hashes(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(History::of(&self.borrow_game(py)?.tree, self.id()).hashes)
    }

    /// How the rules end the game here, or which draw a player may claim; None if neither is the case.
    ///
    /// See `Outcome` for the reasons. Resignations, agreed draws and time are not considered.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. f3 e5 2. g4 Qh4# *").last.outcome()
    /// Outcome(result='0-1', reason='checkmate', claimable=False)
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let history = History::of(&self.borrow_game(py)?.tree, self.id());
        history.outcome(py)
    }

    /// Whether the rules forbid the move.
    #[getter]
    fn illegal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.borrow_game(py)?.tree.is_illegal(self.id()))
    }

    /// Whether it is a null move: nothing moves, and the turn passes.
    #[getter]
    fn null(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.borrow_game(py)?.tree.mv(self.id()).is_some_and(|mv| mv.kind == MoveKind::Null))
    }

    /// The comments after the move as one text on one line, `""` if there are none. Assigning it replaces all of them.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {a} {b} *")
    /// >>> game.at(1).comment
    /// 'a b'
    /// >>> game.at(1).comment = "c"
    /// >>> game.to("pgn").strip()
    /// '1. e4 {c} *'
    #[getter]
    fn comment<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        match self.known() {
            Some(known) if !known.has_notes() => Ok(intern!(py, "").clone()),
            _ => self.comment_in_game(py),
        }
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: Option<String>) -> PyResult<()> {
        let comments: Vec<String> = comment.into_iter().filter(|comment| !comment.is_empty()).collect();
        self.set_comments(py, NotePlace::After, &comments)
    }

    /// The commands in the comments after the move, `[%name value]`, in their order, each with its `meaning`.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 {[%clk 0:02:59.5] good [%mdl 64,128]} *").at(1)
    /// >>> [(command.name, command.value, command.meaning) for command in node.commands]
    /// [('clk', '0:02:59.5', 179.5), ('mdl', '64,128', ['64', '128'])]
    #[getter]
    fn commands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found: Vec<_> = {
            let game = self.borrow_game(py)?;
            let commands = game.tree.commands(self.id());
            commands.map(|command| (command.name.to_owned(), command.value.to_owned())).collect()
        };
        let class = py.import("scoresheet.game")?.getattr("Command")?;
        let made = found.iter().map(|(name, value)| {
            let command = Command { range: 0..0, name, value };
            class.call1((name, value, meaning(py, &command)?))
        });
        made.collect()
    }

    /// The mover's clock in seconds (`[%clk …]`); None if it is not given. It can be set.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {[%clk 0:03:00] good} *")
    /// >>> game.at(1).clock
    /// 180.0
    /// >>> game.at(1).clock = 59.5
    /// >>> game.at(1).comment
    /// '[%clk 0:00:59.5] good'
    #[getter]
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.first(py, |value| match value {
            CommandValue::Clock(ms) => Some(seconds(ms)),
            _ => None,
        })
    }

    #[setter]
    fn set_clock(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        self.set_time(py, "clk", seconds)
    }

    /// The time spent on the move in seconds (`[%emt …]`); None if it is not given. It can be set.
    #[getter]
    fn emt(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.first(py, |value| match value {
            CommandValue::Spent(ms) => Some(seconds(ms)),
            _ => None,
        })
    }

    #[setter]
    fn set_emt(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<()> {
        self.set_time(py, "emt", seconds)
    }

    /// The evaluation (`[%eval …]`) from White's side, with `cp`, `mate` and `depth`; None if it is not given. It can
    /// be set, also to a number in hundredths of a pawn.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {[%eval 0.35,22]} e5 {[%eval #-3]} *")
    /// >>> [(node.eval.cp, node.eval.mate, node.eval.depth) for node in game.mainline()]
    /// [(35, None, 22), (None, -3, None)]
    /// >>> game.at(1).eval = -120
    /// >>> game.at(1).comment
    /// '[%eval -1.20]'
    #[getter]
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.first(py, |value| match value {
            CommandValue::Evaluation(value, depth) => Some((value, depth)),
            _ => None,
        })?;
        found.map(|(value, depth)| evaluation(py, value, depth)).transpose()
    }

    #[setter]
    fn set_eval(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let refused = || Failure::usage("this is not an evaluation", "give hundredths of a pawn, or an `Evaluation`");
        let beyond = || {
            let hint =
                "hundredths of a pawn and moves to mate are -2147483648 to 2147483647, depths are 0 to 4294967295";
            Failure::usage("the evaluation is out of range", hint).into_exception(py)
        };
        let value = if given.is_none() {
            None
        } else if let Ok(cp) = given.extract::<i32>() {
            Some((Evaluation::Centipawns(cp), None))
        } else {
            let parts: PyResult<(Option<i32>, Option<i32>, Option<u32>)> = given.extract();
            let other = || expected("hundredths of a pawn or an `Evaluation`", given);
            // Only a number can be too large.
            let is_too_large = |error: &PyErr| is_too_large(error, py) || given.is_instance_of::<PyInt>();
            Some(match parts.map_err(|error| if is_too_large(&error) { beyond() } else { other() })? {
                (Some(cp), None, depth) => (Evaluation::Centipawns(cp), depth),
                (None, Some(mate), depth) => (Evaluation::Mate(mate), depth),
                _ => return Err(refused().into_exception(py)),
            })
        };
        self.set_value(
            py,
            "eval",
            value.map(|(value, depth)| CommandValue::Evaluation(value, depth).written()).as_deref(),
        )
    }

    /// The arrows (`[%cal …]`) with their squares and colours. They can be set in any form that `Position.svg` takes.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {[%cal Ge2e4,Rd1h5]} *")
    /// >>> game.at(1).arrows
    /// [Arrow(start=12, end=28, color='G'), Arrow(start=3, end=39, color='R')]
    /// >>> game.at(1).arrows = "e7e5"
    /// >>> game.at(1).comment
    /// '[%cal Ge7e5]'
    #[getter]
    fn arrows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.all(py, |value| if let CommandValue::Arrows(arrows) = value { arrows } else { Vec::new() })?;
        found.into_iter().map(|arrow| shown_arrow(py, arrow)).collect()
    }

    #[setter]
    fn set_arrows(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let arrows = py.import("scoresheet.drawing.marks")?.call_method1("arrows_of", (given,))?;
        let arrows: Vec<(u8, u8, char)> = arrows.extract()?;
        let arrow = |(from, to, color): (u8, u8, char)| Arrow {
            color: color as u8,
            from: Square::masked(from),
            to: Square::masked(to),
        };
        let value = CommandValue::Arrows(arrows.into_iter().map(arrow).collect()).written();
        self.set_value(py, "cal", Some(value.as_str()).filter(|value| !value.is_empty()))
    }

    /// The marked squares (`[%csl …]`) with their colours. They can be set in any form that `Position.svg` takes.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 {[%csl Re4]} *").at(1).squares
    /// [Mark(square=28, color='R')]
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.all(py, |value| if let CommandValue::Squares(marks) = value { marks } else { Vec::new() })?;
        found.into_iter().map(|mark| shown_mark(py, mark)).collect()
    }

    #[setter]
    fn set_squares(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let marks = py.import("scoresheet.drawing.marks")?.call_method1("squares_of", (given,))?;
        let marks: Vec<(u8, char)> = marks.extract()?;
        let mark = |(square, color): (u8, char)| SquareMark { color: color as u8, square: Square::masked(square) };
        let value = CommandValue::Squares(marks.into_iter().map(mark).collect()).written();
        self.set_value(py, "csl", Some(value.as_str()).filter(|value| !value.is_empty()))
    }

    /// Sets the value of any command, or removes the command if the value is None.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 {good} *").at(1)
    /// >>> node.set_command("mdl", "64")
    /// >>> node.comment
    /// '[%mdl 64] good'
    #[pyo3(signature = (name, value))]
    fn set_command(&self, py: Python<'_>, name: &str, value: Option<&str>) -> PyResult<()> {
        let odd = |text: &str| text.contains(|c: char| matches!(c, ']' | '}' | '{') || c.is_control());
        if name.is_empty() || name.contains(char::is_whitespace) || odd(name) || value.is_some_and(odd) {
            let failure = Failure::usage(
                format!("`[%{name}]` cannot be written with this value"),
                "a name has no spaces, and neither a name nor a value has brackets or braces",
            );
            return Err(failure.into_exception(py));
        }
        self.set_value(py, name, value)
    }

    /// The comments before the move, at the start of a variation: a list of texts, unchanged. It can be set.
    ///
    /// Comments between two moves of a line belong to the first of them; those before the first move of the game belong
    /// to `root`.
    #[getter]
    fn comments_before(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.borrow_game(py)?.tree.comments(self.id(), NotePlace::Before).map(str::to_owned).collect())
    }

    #[setter]
    fn set_comments_before(&self, py: Python<'_>, comments: Texts) -> PyResult<()> {
        self.set_comments(py, NotePlace::Before, &comments.0)
    }

    /// The comments after the move: a list of texts, unchanged. It can be set.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 { a } {b} *").at(1)
    /// >>> node.comments_after
    /// [' a ', 'b']
    #[getter]
    fn comments_after(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.borrow_game(py)?.tree.comments(self.id(), NotePlace::After).map(str::to_owned).collect())
    }

    #[setter]
    fn set_comments_after(&self, py: Python<'_>, comments: Texts) -> PyResult<()> {
        self.set_comments(py, NotePlace::After, &comments.0)
    }

    /// The NAGs of the move: numbers, or text for NAGs without a number (`"$5.1.2.1.1"`). It can be set to numbers or
    /// signs (`"!?"`).
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4! *")
    /// >>> game.at(1).nags
    /// [1]
    /// >>> game.at(1).nags = ["!?", 13]
    /// >>> game.to("pgn").strip()
    /// '1. e4 $5 $13 *'
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let game = self.borrow_game(py)?;
        let nags = game.tree.nags(self.id()).map(|nag| match nag.value {
            Some(value) => PyInt::new(py, value).into_any(),
            None => PyString::new(py, nag.spelled).into_any(),
        });
        Ok(nags.collect())
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags = nags_of(nags)?;
        let nags = nags.iter().map(|(value, spelled)| Nag { value: *value, spelled });
        self.borrow_game_mut(py)?.tree.set_nags(self.id(), nags).map_err(full(py))
    }

    /// Adds an annotation with its source to the move, after all others; at the start, to the game itself.
    ///
    /// The source is added to the game's list `bgn.sources`. BGN keeps everything. PGN cannot express sources, dates
    /// and `q`, and formats like it count them as the loss `attribution`.
    ///
    /// Args:
    ///     source: the id of the annotation's source, a text.
    ///     nag: a number from 0 to 255, a sign (`"!?"`), or any other text.
    ///     comment: the text of a comment.
    ///     alt: a line in place of the move: its moves in SAN as one text, which may have comments, NAGs and, in
    ///         parentheses, variations like those of PGN, or a list of texts and `Move`s. It is a variation of its own,
    ///         which `annotations` and `variations` return.
    ///     alt_name: the name of the line, a text.
    ///     date: the date of the annotation, a `datetime.date` or `"2022-03-04"`; None for the date of the game.
    ///     q: the source's own measure, a number.
    ///     info: facts about the source, a mapping of JSON values. A game stores them once per source.
    ///
    /// Raises:
    ///     UsageError: the annotation or its source is empty, the date or `q` is invalid, the game has other `info`
    ///         about the source, or there is no move that `alt` could replace. Nothing is added in these cases.
    ///     MoveError: a move of `alt` cannot be played; `byte` and `column` are its place in `alt`.
    ///     ReadError: something else in `alt` was not understood.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 {book} *")
    /// >>> game.at(2).annotate("AA2", nag=4, comment="Too early.", alt="1... c5 2. Nf3", date="2022-03-04", q=0.75)
    /// >>> for said in game.at(2).annotations:
    /// ...     print(said.source, said.nag, said.comment, said.alt, said.date, said.q)
    /// pgn None book None None None
    /// AA2 4 Too early. <Node 1... c5> 2022-03-04 0.75
    /// >>> print(game.to("pgn").strip())
    /// 1. e4 e5 {book} $4 {Too early.} (1... c5 2. Nf3) *
    #[pyo3(signature = (source, *, nag=None, comment=None, alt=None, alt_name=None, date=None, q=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn annotate(
        &self,
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        nag: Option<&Bound<'_, PyAny>>,
        comment: Option<String>,
        alt: Option<&Bound<'_, PyAny>>,
        alt_name: Option<String>,
        date: Option<&Bound<'_, PyAny>>,
        q: Option<&Bound<'_, PyAny>>,
        info: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let given = AnnotationArguments { source, nag, comment, alt, alt_name, date, q, info };
        annotations::annotate(&mut *self.borrow_game_mut(py)?, self.id(), py, &given)
    }

    /// Removes the annotations of a source from the move and returns how many there were, with their lines; at the start,
    /// those of the game itself. Evaluations, clocks and other commands in comments stay.
    ///
    /// Args:
    ///     source: the id of the source, a text. Annotations without a source belong to the name in the tag `Annotator`,
    ///         or to `"pgn"`.
    ///     nags: the numbers of NAGs, if only annotations with one of these go; None for all.
    ///     lines: whether their lines go, too. If not, an annotation with a line keeps that, its date and its `q`.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 {[%clk 0:03:00] good} *").at(1)
    /// >>> node.annotate("engine", nag=6, alt="1. d4")
    /// >>> node.remove_annotations("engine", nags=[2]), node.remove_annotations("engine", nags=[2, 6])
    /// (0, 1)
    /// >>> node.remove_annotations("pgn"), node.comment
    /// (1, '[%clk 0:03:00]')
    #[pyo3(signature = (source, *, nags=None, lines=true))]
    fn remove_annotations(&self, py: Python<'_>, source: &str, nags: Option<Vec<u8>>, lines: bool) -> PyResult<usize> {
        let removal = if lines { Removal::Whole } else { Removal::Words };
        let tree = &mut self.borrow_game_mut(py)?.tree;
        annotations::remove(tree, self.id(), (source, nags.as_deref()), removal).map_err(full(py))
    }

    /// The annotations of the move in their order, each with its `source`, `nag`, `comment`, `alt` (the first move of
    /// its line, a `Node`), `date` and `q`. Missing parts are None.
    ///
    /// Annotations without a source belong to the name in the tag `Annotator`, or to `"pgn"`. Commands in comments are
    /// `properties`.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 $1 {[%clk 0:03:00] good} (1. d4) *")
    /// >>> game.at(1).annotations
    /// [Annotation(source='pgn', nag=1, comment='good', alt=<Node 1. d4>, date=None, q=None)]
    #[getter]
    fn annotations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let game = self.borrow_game(py)?;
        annotations::annotations(&game.tree, self.id(), py, |line| Ok(self.other(py, line)?.into_any()))
    }

    /// The properties of the move, which are objective facts: a mapping from namespaces to mappings from keys to JSON
    /// values. It can be changed.
    ///
    /// The commands in the comments after the move are the text values of one namespace: `lichess` or `chesscom` if the
    /// tag `Site` or `Link` shows that site, otherwise `pgn`. Such text is written as a command, so every format with
    /// comments can hold it. Only BGN can express all other properties.
    ///
    /// >>> import scoresheet
    /// >>> node = scoresheet.parse("1. e4 {[%clk 0:03:00] good} *").at(1)
    /// >>> node.properties["mine"]["rush"] = [11.023, 0]
    /// >>> node.properties["pgn"]["eval"] = "0.3"
    /// >>> node.properties
    /// Properties({'mine': {'rush': [11.023, 0]}, 'pgn': {'eval': '0.3', 'clk': '0:03:00'}})
    /// >>> node.comment
    /// '[%eval 0.3] [%clk 0:03:00] good'
    #[getter]
    fn properties<'py>(slf: &Bound<'py, Node>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.game")?.getattr("Properties")?.call1((slf,))
    }

    #[setter]
    fn set_properties(slf: &Bound<'_, Node>, properties: &Bound<'_, PyAny>) -> PyResult<()> {
        Node::properties(slf)?.call_method1("_replace", (properties,)).map(drop)
    }

    /// The properties that are not commands, as JSON.
    fn _properties(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.borrow_game(py)?.tree.field(self.id(), "properties").map(str::to_owned))
    }

    fn _set_properties(&self, py: Python<'_>, properties: Option<&str>) -> PyResult<()> {
        self.borrow_game_mut(py)?.tree.set_field(self.id(), "properties", properties).map_err(full(py))
    }

    /// Replaces all commands in the comments after the move.
    fn _set_commands(&self, py: Python<'_>, commands: Vec<(String, String)>) -> PyResult<()> {
        annotations::set_commands(&mut self.borrow_game_mut(py)?.tree, self.id(), &commands).map_err(full(py))
    }

    /// The namespace of the game's commands.
    fn _namespace(&self, py: Python<'_>) -> PyResult<&'static str> {
        let tags = self.borrow_game(py)?.tree.tags_in_pgn().tags;
        let value = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        Ok(namespace(value("Site"), value("Link")))
    }

    /// How many of the games that `Game.merge` counted went through this node in their mainlines, and how many of these
    /// were won by White, drawn, and won by Black. None if no games were counted.
    ///
    /// >>> from scoresheet import Game, parse
    /// >>> openings = Game()
    /// >>> openings.merge(parse("1. e4 e5 1-0"), parse("1. e4 c5 0-1"), parse("1. d4 *"), counts=True)
    /// >>> [(node.san, node.counts.games) for node in openings.walk()]
    /// [('e4', 2), ('d4', 1), ('e5', 1), ('c5', 1)]
    /// >>> openings.root.counts
    /// Counts(games=3, white=1, draws=0, black=1)
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(GameCounts { games, white, draws, black }) = self.borrow_game(py)?.tree.counts(self.id()) else {
            return Ok(None);
        };
        py.import("scoresheet.game")?.getattr("Counts")?.call1((games, white, draws, black)).map(Some)
    }

    /// The words after the move that could not be played, up to the end of its variation; None if all could.
    #[getter]
    fn rest(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.borrow_game(py)?.tree.rest(self.id()).map(str::to_owned))
    }

    /// The words of each variation on this move in which no move could be played.
    #[getter]
    fn unplayed(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let game = self.borrow_game(py)?;
        let notes = game.tree.notes(self.id()).filter(|note| note.kind == NoteKind::Unplayed);
        Ok(notes.map(|note| note.text.to_owned()).collect())
    }

    /// The previous node; None at the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        let parent = self.borrow_game(py)?.tree.parent(self.id());
        parent.map(|id| self.other(py, id)).transpose()
    }

    /// The node that continues the line from here; None at the end.
    #[getter]
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        let next = self.borrow_game(py)?.tree.first_child(self.id());
        next.map(|id| self.other(py, id)).transpose()
    }

    /// All moves from here: the one that continues the line, then its variations.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Py<Node>>> {
        self.others(py, |tree| tree.children(self.id()).collect())
    }

    /// The alternatives to this move: the first move of each variation on it. The first move of a variation has none of
    /// its own; its alternatives are the variations on the move that it replaces.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *")
    /// >>> game.at(2).variations
    /// [<Node 1... c5>, <Node 1... e6>]
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Py<Node>>> {
        self.others(py, |tree| {
            let main = tree.is_first(self.id());
            let siblings = std::iter::successors(tree.next_sibling(self.id()), |sibling| tree.next_sibling(*sibling));
            if main { siblings.collect() } else { Vec::new() }
        })
    }

    /// The name of the variation that starts with this move; None if it has none. Only BGN can express it.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 *")
    /// >>> game.at(2).annotate("AA2", alt="1... c5 2. Nf3", alt_name="Sicilian")
    /// >>> game.at(2).variations[0].line_name
    /// 'Sicilian'
    #[getter]
    fn line_name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.borrow_game(py)?.tree.line_name(self.id()))
    }

    /// Whether the node belongs to the mainline.
    #[getter]
    fn is_mainline(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.borrow_game(py)?.tree.variation_start(self.id()).is_none())
    }

    /// Adds a move after this one: it continues the line or, if a move does already, becomes a variation. See
    /// `Game.add`.
    ///
    /// >>> from scoresheet import Game
    /// >>> game = Game()
    /// >>> game.root.add("e4").add("e5").add("Nf3").ply
    /// 3
    #[pyo3(signature = (r#move, *, notation="san", illegal=false))]
    fn add(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>, notation: &str, illegal: bool) -> PyResult<Py<Node>> {
        let wanted = move_argument(r#move, notation, illegal)?;
        let added = self.borrow_game_mut(py)?.add_move(self.id(), &wanted);
        self.other(py, added.map_err(|failure| failure.into_exception(py))?)
    }

    /// Moves the variation that contains this node before the previous one. See `Game.promote`.
    #[pyo3(signature = (*, to_mainline=false))]
    fn promote(&self, py: Python<'_>, to_mainline: bool) -> PyResult<bool> {
        let tree = &mut self.borrow_game_mut(py)?.tree;
        Ok(if to_mainline { tree.promote_to_mainline(self.id()) } else { tree.promote(self.id()) })
    }

    /// Exchanges this move for the next alternative to it. See `Game.demote`.
    fn demote(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.borrow_game_mut(py)?.tree.demote(self.id()))
    }

    /// Deletes this move and everything after it. See `Game.delete`.
    fn delete(&self, py: Python<'_>) -> PyResult<()> {
        Game::delete(self.game.bind(py), self)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Node>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let same = self.game.is(&other.game) && (self.id(), self.edition) == (other.id(), other.edition);
        match op {
            CompareOp::Eq => Ok(same.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!same).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, self.id(), self.edition).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(Some(before)) = self.before(py) else {
            return Ok(if self.borrow_game(py).is_ok() { "<Node start>" } else { "<Node deleted>" }.to_owned());
        };
        let dots = if before.0.turn() == scoresheet_core::rules::Color::White { "." } else { "..." };
        Ok(format!("<Node {}{dots} {}>", before.0.fullmove(), self.written(py)?.unwrap_or_default()))
    }
}

/// A NAG as a caller passes it: a number, `$` and numbers, or a sign.
fn nag_of(given: &Bound<'_, PyAny>) -> PyResult<(Option<u8>, String)> {
    if let Ok(number) = given.extract::<u8>() {
        return Ok((Some(number), String::new()));
    }
    let text: String = given.extract().map_err(|_| PyTypeError::new_err("a NAG is a number from 0 to 255, or text"))?;
    match spelled_nag(&text) {
        Some(nag) => Ok((nag, if nag.is_none() { text } else { String::new() })),
        None => {
            let hint = "use a number from 0 to 255, `$` and a number, or a sign such as `!?`";
            Err(Failure::usage(format!("`{text}` is not a NAG"), hint).into_exception(given.py()))
        }
    }
}

/// NAGs as a caller passes them: numbers and spellings.
fn nags_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<(Option<u8>, String)>> {
    let nags = given.try_iter().map_err(|_| expected("a list of NAGs", given))?;
    nags.map(|nag| nag_of(&nag?)).collect()
}
