//! `Game`: a tree of moves that Python holds, and its operations.

use super::address::node_of;
use super::faults::{PickledFault, exceptions, pickled, unpickled};
use super::from_end;
use super::history::History;
use super::lines::Lines;
use super::merge;
use super::node::Node;
use super::tracked::TrackedTree;
use super::walk::{Order, Walk};
use super::write;
use crate::boards::{from_fen, refused, rules_of};
use crate::failure::{Failure, IntoException};
use crate::failure::{Texts, expected};
use crate::fields::operations;
use crate::move_argument::{MoveArgument, move_argument};
use crate::moves::SquareArgument;
use crate::number::Number;
use crate::opening;
use crate::position::Position;
use crate::undo::EarlierArguments;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyList, PyTuple, PyType};
use scoresheet_core::dialect;
use scoresheet_core::error::Fault;
use scoresheet_core::game::edit_text;
use scoresheet_core::name;
use scoresheet_core::position::epd::{self, Epd};
use scoresheet_core::position::fen;
use scoresheet_core::rules;
use scoresheet_core::step::{Dialect, Termination};
use scoresheet_core::text::printable;
use scoresheet_core::tree::{Cursor, Full, Merging, NodeId, NotePlace, Strip, Tree, TreeTags};
use scoresheet_jobs::{ReadTree, TreeFaults};
use scoresheet_parallel::Lock;

/// The hint for a game that cannot hold more.
pub(super) const FULL: &str =
    "a game holds at most 2^32 nodes, notes and bytes of text; write the rest as another game";

/// What is said if the moves of a game are needed that could not be played.
pub(super) const NOT_PLAYED: &str = "the moves of this game could not be played";

/// A game: its tags, its moves with all variations, comments and NAGs, and its result. All of it can be changed.
///
/// Returned by `parse` and by iterating over `read`, or created empty: `tags` is a mapping, and `fen` and `variant`
/// give the start, as in `Position`; the tags then contain it too.
///
/// A `Node` is a move together with the position after it; the start of the game is a node without a move. Nodes are
/// looked up on demand, so a game needs little more memory than its text. Games are equal if all their contents are.
/// They can be pickled, and both `copy.copy` and `copy.deepcopy` copy everything.
///
/// >>> import scoresheet
/// >>> game = scoresheet.parse("1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *")
/// >>> [node.san for node in game.mainline()]
/// ['e4', 'e5', 'Nf3']
/// >>> game.at(1).comment
/// 'best'
/// >>> [variation.san for variation in game.at(2).variations]
/// ['c5']
/// >>> game.add("Nc6").ply
/// 4
/// >>> game.tags["White"] = "Somebody"
/// >>> print(game.to("pgn").strip())
/// [White "Somebody"]
/// <BLANKLINE>
/// 1. e4 {best} 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *
#[pyclass(subclass, weakref, module = "scoresheet")]
pub(crate) struct Game {
    pub(crate) tree: TrackedTree,
    /// A position that moves with its caller from node to node.
    pub(super) cursor: Lock<Option<Box<Cursor>>>,
    /// How often the nodes were renumbered, which makes earlier `Node` objects invalid.
    pub(super) edition: u32,
    /// The faults of the game.
    faults: TreeFaults,
}

impl Game {
    pub(crate) fn of(tree: Tree) -> Game {
        Game { tree: TrackedTree::of(tree), cursor: Lock::new(None), edition: 0, faults: TreeFaults::default() }
    }

    /// A game that was read.
    pub(crate) fn read(read: ReadTree) -> Game {
        Game { faults: read.found, ..Game::of(read.tree) }
    }

    /// Passes the position at a node to `look`.
    pub(crate) fn look<T>(&self, node: NodeId, look: impl FnOnce(&rules::Position) -> T) -> T {
        let mut cursor = self.cursor.lock();
        let cursor = cursor.get_or_insert_with(|| Box::new(Cursor::new(&self.tree)));
        look(cursor.go(&self.tree, node))
    }

    /// The positions of the mainline.
    pub(super) fn history(&self) -> History {
        History::of(&self.tree, self.tree.end_of(NodeId::ROOT))
    }

    /// Replaces the tree, whose nodes are renumbered.
    pub(super) fn replace(&mut self, tree: Tree) {
        *self.tree = tree;
        self.edition += 1;
        self.forget_position();
    }

    pub(super) fn forget_position(&mut self) {
        *self.cursor.get_mut() = None;
    }

    /// The node of this ply in the mainline; negative plies count from the end: -1 is the last.
    fn counted(&self, ply: &Number) -> Result<NodeId, Failure> {
        let plies = self.tree.ply(self.tree.end_of(NodeId::ROOT));
        match ply.below() {
            Some(back) if back <= u64::from(plies) + 1 => {
                self.in_mainline(&Number::Fits((u64::from(plies) + 1 - back) as u32))
            }
            _ => self.in_mainline(ply),
        }
    }

    /// The node of this ply in the mainline.
    fn in_mainline(&self, ply: &Number) -> Result<NodeId, Failure> {
        ply.get().and_then(|ply| self.node_at(ply)).ok_or_else(|| {
            let plies = self.tree.ply(self.tree.end_of(NodeId::ROOT));
            Failure::usage(format!("there is no ply {ply} in the mainline"), format!("it has {plies}"))
        })
    }

    fn node_at(&self, ply: u32) -> Option<NodeId> {
        match ply.checked_sub(1) {
            None => Some(NodeId::ROOT),
            Some(before) => self.tree.mainline().nth(before as usize),
        }
    }

    /// Removes the moves before one ply of the mainline and after another.
    fn cut_to(&mut self, before: Option<&Number>, after: Option<&Number>) -> Result<(), Failure> {
        let first = match before {
            Some(Number::Fits(ply)) => Some(self.in_mainline(&Number::Fits(ply.saturating_sub(1)))?),
            Some(beyond) => Some(self.in_mainline(beyond)?),
            None => None,
        };
        match after {
            Some(Number::Fits(ply)) => _ = self.tree.cut_after(*ply),
            Some(below @ Number::Below(_)) => _ = self.in_mainline(below)?,
            // No moves follow such a ply.
            Some(Number::Above(_)) | None => {}
        }
        match first {
            Some(node) if node != NodeId::ROOT && self.tree.holds(node) => {
                let cut = self.tree.cut_before(node).map_err(|full| Failure::usage(full.to_string(), FULL))?;
                self.replace(cut);
                Ok(())
            }
            Some(node) if node != NodeId::ROOT => Err(Failure::usage(
                "nothing is left between `before` and `after`",
                "`before` comes after `after` in the game",
            )),
            _ => Ok(()),
        }
    }

    /// Adds a move after a node, unless it exists.
    pub(super) fn add_move(&mut self, parent: NodeId, wanted: &MoveArgument<'_>) -> Result<NodeId, Failure> {
        self.check_played()?;
        let (mv, illegal) = self.look(parent, |before| wanted.find(before))?;
        match self.tree.child(parent, mv) {
            Some(child) => Ok(child),
            None => self.tree.add(parent, mv, illegal).map_err(|full| Failure::usage(full.to_string(), FULL)),
        }
    }

    /// Sets a tag, and the start of the game if the tag defines it.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        check_name(name)?;
        let mut tags = self.tree.tags().clone();
        tags.set(name, value).map_err(|full| Failure::usage(full.to_string(), FULL))?;
        self.set_tags_and_start(tags)
    }

    fn remove(&mut self, name: &str) -> Result<bool, Failure> {
        let mut tags = self.tree.tags().clone();
        let removed = tags.remove(name);
        self.set_tags_and_start(tags).map(|()| removed)
    }

    /// Makes a position the start, which the tags then describe; returns how many moves were deleted.
    fn restarted(&mut self, fen: Option<&str>, variant: Option<&str>) -> Result<usize, Failure> {
        if self.tree.unplayed().is_some() {
            let hint = "create a game that starts there: `Game(fen=…)`";
            return Err(Failure::usage(NOT_PLAYED, hint));
        }
        if self.tree.dialect() != Dialect::Pgn {
            let hint = "write it as PGN and read that: `parse(game.to(\"pgn\"))`";
            return Err(Failure::usage("the tags of this game are not those of PGN", hint));
        }
        let start = from_fen(fen, variant)?;
        let mut tags = self.tree.tags().clone();
        for name in ["SetUp", "FEN", "Variant"] {
            tags.remove(name);
        }
        let full = |full: Full| Failure::usage(full.to_string(), FULL);
        if start.rules() != rules::Rules::STANDARD {
            tags.set("Variant", &dialect::variant_tag(&start)).map_err(full)?;
        }
        let written = fen::write(&start, fen::Style::default());
        if start != start_of_tags(&tags)? {
            tags.set("SetUp", "1").map_err(full)?;
            tags.set("FEN", &written).map_err(full)?;
        }
        let deleted = self.tree.restart(&start);
        *self.tree.tags_mut() = tags;
        self.forget_position();
        Ok(deleted)
    }

    /// Replaces the tags and sets the start of the game accordingly.
    fn set_tags_and_start(&mut self, tags: TreeTags) -> Result<(), Failure> {
        let told = |tags: &TreeTags| ["FEN", "Variant"].map(|name| tags.get(name).map(str::to_owned));
        if told(&tags) != told(self.tree.tags()) && self.tree.dialect() == Dialect::Pgn {
            let start = start_of_tags(&tags)?;
            if start != self.tree.start() && !self.tree.set_start(&start) {
                let hint = "create a game that starts there: `Game(fen=…)`";
                return Err(Failure::usage("the start of a game with moves cannot be changed", hint));
            }
            self.forget_position();
        }
        self.tell(tags, None)
    }

    /// Replaces the tags and, unless it is `None`, the marker after the moves.
    fn tell(&mut self, tags: TreeTags, marker: Option<Option<Termination>>) -> Result<(), Failure> {
        if self.tree.tell(tags, marker, edit_text) {
            return Ok(());
        }
        let hint = "only the tags and the result of a game of PGN can be changed then";
        Err(Failure::usage(NOT_PLAYED, hint))
    }

    /// Checks that the game has moves that can be changed, not only their text.
    pub(super) fn check_played(&self) -> Result<(), Failure> {
        if self.tree.unplayed().is_none() {
            return Ok(());
        }
        let hint = "correct the tags that say how it starts, and read it again: `parse(game.to(\"pgn\"))`";
        Err(Failure::usage(NOT_PLAYED, hint))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (tags=None, *, fen=None, variant=None))]
    fn new(
        py: Python<'_>,
        tags: Option<&Bound<'_, PyAny>>,
        fen: Option<&str>,
        variant: Option<&str>,
    ) -> PyResult<Game> {
        let mut game = Game::of(Tree::new());
        let mut all = tags.map(pairs).transpose()?.unwrap_or_default();
        let written = variant.map(|variant| variant_tag(fen, variant)).transpose();
        let written = written.map_err(|failure| failure.into_exception(py))?;
        all.extend(written.map(|title| ("Variant".to_owned(), title)));
        if let Some(fen) = fen {
            all.extend([("SetUp".to_owned(), "1".to_owned()), ("FEN".to_owned(), fen.to_owned())]);
        }
        let set = tags_of(&all).and_then(|tags| game.set_tags_and_start(tags));
        set.map_err(|failure| failure.into_exception(py))?;
        Ok(game)
    }

    /// The tags: a mapping that keeps their order and the case of their names, and that can be changed.
    ///
    /// A repeated name counts once, with its first value; it is still written twice, until it is set or deleted. The
    /// tags `FEN` and `Variant` define the start and cannot be changed once there are moves.
    ///
    /// >>> from scoresheet import Game
    /// >>> game = Game({"White": "A", "Black": "B"})
    /// >>> del game.tags["Black"]
    /// >>> dict(game.tags)
    /// {'White': 'A'}
    #[getter]
    fn tags<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.game")?.getattr("Tags")?.call1((slf,))
    }

    #[setter]
    fn set_tags(slf: &Bound<'_, Game>, tags: &Bound<'_, PyAny>) -> PyResult<()> {
        // The mapping may be that of this game.
        let pairs = pairs(tags)?;
        changed(slf, |game| game.set_tags_and_start(tags_of(&pairs)?))
    }

    /// The tags in order, including repeated names.
    fn _tags(&self) -> Vec<(&str, &str)> {
        self.tree.tags().iter().collect()
    }

    /// The tags in the form of PGN, and the kinds of losses.
    fn _tags_in_pgn(&self) -> (Vec<(String, String)>, Vec<&'static str>) {
        let told = self.tree.tags_in_pgn();
        (told.tags, told.lost.into_iter().map(|kind| kind.spec().id).collect())
    }

    fn _tag(&self, name: &str) -> Option<&str> {
        self.tree.tags().get(name)
    }

    fn _set_tag(slf: &Bound<'_, Game>, name: &str, value: &str) -> PyResult<()> {
        changed(slf, |game| game.set(name, value))
    }

    fn _remove_tag(slf: &Bound<'_, Game>, name: &str) -> PyResult<bool> {
        changed(slf, |game| game.remove(name))
    }

    /// The result: `"1-0"`, `"0-1"`, `"1/2-1/2"`, `"0-0"` (both lost) or `"*"` (unfinished or unknown).
    ///
    /// It is the marker after the moves or, if there is none, the value of the tag `Result`. Assigning it sets both.
    ///
    /// >>> from scoresheet import Game
    /// >>> game = Game()
    /// >>> game.result = "1-0"
    /// >>> game.result, game.termination, game.tags["Result"]
    /// ('1-0', '1-0', '1-0')
    #[getter]
    fn result(&self) -> &'static str {
        self.tree.result().as_str()
    }

    #[setter]
    fn set_result(slf: &Bound<'_, Game>, result: &str) -> PyResult<()> {
        changed(slf, |game| {
            let marker = termination_of(result)?;
            let mut tags = game.tree.tags().clone();
            match game.tree.dialect() {
                Dialect::Pgn => tags.set("Result", result).map_err(|full| Failure::usage(full.to_string(), FULL))?,
                // The old sentence would be wrong; the writer creates a new one.
                Dialect::Vgn => _ = tags.remove("Result"),
            }
            game.tell(tags, Some(Some(marker)))
        })
    }

    /// The marker after the moves; None if there is none.
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.tree.termination().map(Termination::as_str)
    }

    #[setter]
    fn set_termination(slf: &Bound<'_, Game>, marker: Option<&str>) -> PyResult<()> {
        changed(slf, |game| {
            let marker = marker.map(termination_of).transpose()?;
            game.tell(game.tree.tags().clone(), Some(marker))
        })
    }

    /// The rules as a code of their numbers, as VGN's Rules tag has them: `N` for chess.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.Game(variant="atomic").rules
    /// 'N+17'
    #[getter]
    fn rules(&self) -> String {
        self.tree.start().rules().code()
    }

    /// Whether the moves could not be played at all, because the rules or the start are not supported or damaged.
    #[getter]
    fn _is_unplayed(&self) -> bool {
        self.tree.unplayed().is_some()
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position::of(self.tree.start())
    }

    /// The position after the last move of the mainline.
    #[getter]
    fn end(&self) -> Position {
        self.look(self.tree.end_of(NodeId::ROOT), |position| Position::of(position.clone()))
    }

    /// The number of half-moves in the mainline.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 e5 2. Nf3 *").ply_count
    /// 3
    #[getter]
    fn ply_count(&self) -> u32 {
        self.tree.ply(self.tree.end_of(NodeId::ROOT))
    }

    /// How often the last position has occurred in the mainline; see `Node.repetitions`.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *").repetitions
    /// 3
    #[getter]
    fn repetitions(&self) -> usize {
        self.history().occurrences
    }

    /// Whether a draw may be claimed at the end of the mainline by the fifty-move rule; see `Node.fifty_moves`.
    #[getter]
    fn fifty_moves(&self) -> bool {
        self.history().fifty_moves()
    }

    /// The Polyglot hashes of all positions of the mainline, starting with that of `start`.
    ///
    /// >>> import scoresheet
    /// >>> [f"{key:016x}" for key in scoresheet.parse("1. e4 *").hashes]
    /// ['463b96181691fc9c', '823c9b50fd114196']
    #[getter]
    fn hashes(&self) -> Vec<u64> {
        self.history().hashes
    }

    /// How the rules end the mainline, or which draw a player may claim; None if neither is the case.
    ///
    /// `result` is what the file states; this is what the board shows. See `Outcome` for the reasons.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *").outcome()
    /// Outcome(result='1/2-1/2', reason='threefold-repetition', claimable=True)
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.history().outcome(py)
    }

    /// The opening, by the last position of the mainline that belongs to one; None if none does. The tags play no part, nor
    /// does the order of the moves.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. c4 e6 2. d4 d5 3. Nc3 a5 *")
    /// >>> game.opening.eco, game.opening.name, game.opening.ply
    /// ('D31', "Queen's Gambit Declined: Queen's Knight Variation", 5)
    #[getter]
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let namer = self.tree.opening();
        opening::opening_or_none(py, namer.found(), Some(namer.ply()))
    }

    /// The node at the start. It has no move, and holds the annotations before the first move.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("{An opening} 1. e4 *").root.comment
    /// 'An opening'
    #[getter]
    fn root(slf: &Bound<'_, Game>) -> PyResult<Py<Node>> {
        Node::new(slf, NodeId::ROOT)
    }

    /// The last node of the mainline; `root` if there are no moves.
    #[getter]
    fn last(slf: &Bound<'_, Game>) -> PyResult<Py<Node>> {
        let node = slf.borrow().tree.end_of(NodeId::ROOT);
        Node::new(slf, node)
    }

    /// The node of the mainline after this many half-moves; 0 is `root`. Negative numbers count from the end: -1 is
    /// `last`.
    ///
    /// Raises `UsageError` if the mainline is shorter.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 2. Nf3 *")
    /// >>> game.at(3).san, game.at(-1).san, game.at(-2).san
    /// ('Nf3', 'Nf3', 'e5')
    fn at(slf: &Bound<'_, Game>, ply: Number) -> PyResult<Py<Node>> {
        let found = slf.borrow().counted(&ply);
        Node::new(slf, found.map_err(|failure| failure.into_exception(slf.py()))?)
    }

    /// The node with this address: a ply of the mainline, an address such as `"12.1.3"` or the list of its numbers. See
    /// `Node.address`.
    ///
    /// `"12.1.3"` is the third move of the first variation on the move at ply 12, and `"12.1.3.2.1"` the first move of the
    /// second variation on that. A node of the game can be passed instead of an address.
    ///
    /// Raises `UsageError` if no node has the address.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) *")
    /// >>> game.node("2.1.2").san, game.node("2.1.2.1.2").san, game.node([2, 1, 3]).san, game.node(2).san
    /// ('Nf3', 'd5', 'd6', 'e5')
    fn node(slf: &Bound<'_, Game>, address: &Bound<'_, PyAny>) -> PyResult<Py<Node>> {
        Node::new(slf, node_of(slf, address)?)
    }

    /// The nodes of the mainline, starting with the first move.
    ///
    /// >>> import scoresheet
    /// >>> [node.ply for node in scoresheet.parse("1. e4 (1. d4 d5) e5 *").mainline()]
    /// [1, 2]
    fn mainline(slf: &Bound<'_, Game>) -> PyResult<Walk> {
        Walk::new(slf, Order::Mainline)
    }

    /// All nodes with a move. With `order="text"`, they come as they are written: variations after the move that they
    /// replace. With `order="post"`, all nodes that follow a node come before it. Variations may nest to any depth.
    ///
    /// Raises `UsageError` for any other `order`, or if the last node that was returned is deleted before the next one
    /// is requested.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 (1. d4 d5) e5 *")
    /// >>> [node.san for node in game.walk()], [node.san for node in game.walk("post")]
    /// (['e4', 'd4', 'd5', 'e5'], ['e5', 'e4', 'd5', 'd4'])
    #[pyo3(signature = (order="text"))]
    fn walk(slf: &Bound<'_, Game>, order: &str) -> PyResult<Walk> {
        let order = match order {
            "text" => Order::Text,
            "post" => Order::Post,
            other => {
                let failure = Failure::usage(format!("`order={other}` is not a valid value"), "use `text` or `post`");
                return Err(failure.into_exception(slf.py()));
            }
        };
        Walk::new(slf, order)
    }

    /// Each line of the game as a game of its own: first the mainline, then one for each variation, in the order of the
    /// text.
    ///
    /// A variation has the moves before it, the tags and the result of the game. Comments and NAGs stay with their
    /// moves, so those of shared moves are in several games. Closing comments, and variations of which no move could be
    /// played, stay with the mainline. Each game is made when it is needed; changes of this game do not affect them.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {best} (1. d4 d5 (1... Nf6 {Indian})) 1... e5 *")
    /// >>> for line in game.lines():
    /// ...     print(line)
    /// 1. e4 {best} 1... e5 *
    /// 1. d4 d5 *
    /// 1. d4 Nf6 {Indian} *
    fn lines(slf: &Bound<'_, Game>) -> PyResult<Lines> {
        Ok(Lines::of(&slf.try_borrow()?.tree))
    }

    /// The errors of reading the game, as exceptions that were not raised, in the order of their places: what was lost
    /// or not understood.
    ///
    /// An error in the mainline ends it; the words after it are not moves, and the node before has them as `rest`. With
    /// `strict`, leniencies are errors too. At most 1,000 errors and notes are kept; `faults_left_out` counts the
    /// others.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 (1. Ke5) e5 2. Ke3 *")
    /// >>> [(error.code, error.ply, error.text) for error in game.errors]
    /// [('move-illegal', 1, 'Ke5'), ('move-illegal', 3, 'Ke3')]
    #[getter]
    fn errors(slf: &Bound<'_, Game>) -> PyResult<Vec<Py<PyAny>>> {
        let errors = slf.borrow().faults.errors.clone();
        exceptions(slf.py(), &errors, "error")
    }

    /// What was read leniently, in the same form as `errors`. Nothing was lost.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e2-e4 e5 2. 0-0 *")
    /// >>> [(note.code, note.text, note.severity) for note in game.notes]
    /// [('san-long', 'e2-e4', 'note')]
    #[getter]
    fn notes(slf: &Bound<'_, Game>) -> PyResult<Vec<Py<PyAny>>> {
        let notes = slf.borrow().faults.notes.clone();
        exceptions(slf.py(), &notes, "note")
    }

    /// The operations of a game that was read from a line of EPD, by their opcodes: moves in SAN, numbers and texts. Empty for
    /// any other game.
    ///
    /// >>> import scoresheet
    /// >>> (game,) = scoresheet.read(b'4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id "end 1"; acd 12;', from_="epd")
    /// >>> game.operations
    /// {'bm': ['e4', 'e3'], 'id': ['end 1'], 'acd': [12]}
    #[getter]
    fn operations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self.tree.tags().get(epd::TAG).map(|said| Epd::of(&self.tree.start(), said)) {
            Some(Ok(epd)) => operations(py, &epd),
            Some(Err(_)) | None => Ok(PyDict::new(py)),
        }
    }

    /// The number of errors and notes beyond those in `errors` and `notes`, which are limited.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 (1. Ke5) e5 *").faults_left_out
    /// 0
    #[getter]
    fn faults_left_out(&self) -> u64 {
        self.faults.left_out
    }

    /// The comments after the marker that ends the game.
    #[getter]
    fn closing_comments(&self) -> Vec<&str> {
        self.tree.comments(NodeId::ROOT, NotePlace::End).collect()
    }

    #[setter]
    fn set_closing_comments(slf: &Bound<'_, Game>, comments: Texts) -> PyResult<()> {
        changed(slf, |game| {
            game.check_played()?;
            let set = game.tree.set_comments(NodeId::ROOT, NotePlace::End, comments.0.iter().map(String::as_str));
            set.map_err(|full| Failure::usage(full.to_string(), FULL))
        })
    }

    /// Adds a move at the end of the mainline or after the node `after`, and returns its node. If a move follows there
    /// already, the new one becomes a variation, unless it is the same move: then nothing is added.
    ///
    /// `move` is a `Move`, or its text in `notation`. With `illegal`, a move that the rules forbid is added and
    /// flagged.
    ///
    /// Raises `MoveError` for a move that cannot be played there, and `UsageError` for a node of another game.
    ///
    /// >>> from scoresheet import Game
    /// >>> game = Game()
    /// >>> e4 = game.add("e4")
    /// >>> game.add("c7c5", notation="uci").parent == e4
    /// True
    /// >>> [game.add("e5", after=e4).san, game.to("pgn").strip()]
    /// ['e5', '1. e4 c5 (1... e5) *']
    #[pyo3(signature = (r#move, *, after=None, notation="san", illegal=false))]
    fn add(
        slf: &Bound<'_, Game>,
        r#move: &Bound<'_, PyAny>,
        after: Option<&Node>,
        notation: &str,
        illegal: bool,
    ) -> PyResult<Py<Node>> {
        let parent = match after {
            Some(node) => node.in_game(slf)?,
            None => slf.borrow_mut().tree.last(),
        };
        let wanted = move_argument(r#move, notation, illegal)?;
        let added = slf.borrow_mut().add_move(parent, &wanted);
        Node::new(slf, added.map_err(|failure| failure.into_exception(slf.py()))?)
    }

    /// The game that ended on a board with these moves: it is walked backwards to its start, by the texts of the moves
    /// alone. `end` is a `Position` or a FEN.
    ///
    /// `moves` are the texts in the order played, or one text with all of them, which may have move numbers and a result.
    /// With `illegal`, moves that the rules forbid are taken back as well, and flagged. `castling`, `en_passant` and
    /// `halfmove_clock` describe the start if the moves do not; see `Position.undo`.
    ///
    /// Raises `MoveError` for a text that is not a move or cannot have led to the board after it, `FenError` for a
    /// start that no game can be played from, and `UsageError` for a notation whose moves cannot be taken back.
    ///
    /// >>> from scoresheet import Game
    /// >>> end = "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"
    /// >>> game = Game.from_end(end, "8. Ke2-e1 8.5 Pd7-d5 9. Pe5-d6en 1-0")
    /// >>> game.start.fen(), game.to("uci")
    /// ('4k3/3p4/8/4P3/8/8/4K3/8 w - - 0 8', 'e2e1 d7d5 e5d6 1-0\n')
    #[staticmethod]
    #[pyo3(signature = (
        end, moves, notation="fcn", *, illegal=false, castling=None, en_passant=None, halfmove_clock=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn from_end(
        py: Python<'_>,
        end: &Bound<'_, PyAny>,
        moves: &Bound<'_, PyAny>,
        notation: &str,
        illegal: bool,
        castling: Option<String>,
        en_passant: Option<SquareArgument>,
        halfmove_clock: Option<Number>,
    ) -> PyResult<Py<Game>> {
        let earlier = EarlierArguments::of(py, castling, en_passant.as_ref(), halfmove_clock.as_ref(), None)?;
        from_end::game(py, &from_end::Ending { end, moves, notation, illegal }, &earlier)
    }

    /// Moves the variation that contains a node before the previous one; with `to_mainline`, makes the moves up to the
    /// node the mainline. Returns whether anything changed.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 (1... c5 2. Nf3) *")
    /// >>> game.promote(game.at(2).variations[0])
    /// True
    /// >>> game.to("pgn").strip()
    /// '1. e4 c5 (1... e5) 2. Nf3 *'
    #[pyo3(signature = (node, *, to_mainline=false))]
    fn promote(slf: &Bound<'_, Game>, node: &Node, to_mainline: bool) -> PyResult<bool> {
        let node = node.in_game(slf)?;
        let tree = &mut slf.borrow_mut().tree;
        Ok(if to_mainline { tree.promote_to_mainline(node) } else { tree.promote(node) })
    }

    /// Exchanges a move, with everything after it, for the next alternative to it. Returns whether anything changed.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 (1. d4) e5 *")
    /// >>> game.demote(game.at(1)), game.to("pgn").strip()
    /// (True, '1. d4 (1. e4 e5) *')
    fn demote(slf: &Bound<'_, Game>, node: &Node) -> PyResult<bool> {
        let node = node.in_game(slf)?;
        Ok(slf.borrow_mut().tree.demote(node))
    }

    /// Deletes a move and everything after it. If it continued its line, its first variation takes its place.
    ///
    /// Deleted nodes cannot be used any more: their attributes and methods raise `UsageError`.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 (1. d4 d5) e5 *")
    /// >>> game.delete(game.at(1).variations[0])
    /// >>> game.to("pgn").strip()
    /// '1. e4 e5 *'
    pub(super) fn delete(slf: &Bound<'_, Game>, node: &Node) -> PyResult<()> {
        let id = node.in_game(slf)?;
        if slf.borrow_mut().tree.delete(id) {
            return Ok(());
        }
        let failure = Failure::usage("the start of a game cannot be deleted", "delete the node of the first move");
        Err(failure.into_exception(slf.py()))
    }

    /// Removes comments, NAGs, variations, or commands in comments (`[%clk 0:01:00]`). Of the commands, `clocks`
    /// removes only those about time, and `evals` only evaluations. `escapes` removes lines that start with `%`. Without
    /// arguments, removes everything except the mainline and such lines. A game whose moves could not be played keeps its
    /// text.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 $1 {[%clk 0:01:00] good} (1. d4) e5 *")
    /// >>> game.strip(clocks=True, nags=True)
    /// >>> game.to("pgn").strip()
    /// '1. e4 {good} (1. d4) 1... e5 *'
    /// >>> game.strip()
    /// >>> game.to("pgn").strip()
    /// '1. e4 e5 *'
    #[pyo3(signature = (
        *, comments=false, nags=false, variations=false, commands=false, clocks=false, evals=false, escapes=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn strip(
        &mut self,
        comments: bool,
        nags: bool,
        variations: bool,
        commands: bool,
        clocks: bool,
        evals: bool,
        escapes: bool,
    ) {
        let strip = Strip { comments, nags, variations, commands, clocks, evals, escapes };
        self.tree.strip(if strip == Strip::default() { Strip::ALL } else { strip });
    }

    /// Removes the moves before one ply and after another, including those in variations. The game then starts at the
    /// position in which ply `before` is played, and its tags say so. Nodes that were returned earlier cannot be used
    /// any more.
    ///
    /// Raises `UsageError` if the mainline is too short.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")
    /// >>> game.cut(before=3, after=5)
    /// >>> [node.san for node in game.mainline()], game.start.fen()
    /// (['Nf3', 'Nc6', 'Bb5'], 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')
    #[pyo3(signature = (*, before=None, after=None))]
    fn cut(slf: &Bound<'_, Game>, before: Option<Number>, after: Option<Number>) -> PyResult<()> {
        changed(slf, |game| game.cut_to(before.as_ref(), after.as_ref()))
    }

    /// Makes a position the start of the game. Moves that are not legal any more are deleted, with everything that follows
    /// them; the others keep their comments, NAGs and nodes. Returns how many moves were deleted.
    ///
    /// Args:
    ///     fen: the position as FEN; None for the usual start of the rules.
    ///     variant: the rules, as in `Position`; None for those that the FEN shows, or chess.
    ///
    /// Raises `FenError` for a position that cannot be read, and `UsageError` for a game whose moves could not be played, or
    /// whose tags are those of VGN.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 {good} e5 2. Nf3 *")
    /// >>> game.restart("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
    /// 1
    /// >>> print(game.to("pgn").strip())
    /// [SetUp "1"]
    /// [FEN "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"]
    /// <BLANKLINE>
    /// 1. e4 {good} 1... e5 *
    #[pyo3(signature = (fen=None, variant=None))]
    fn restart(slf: &Bound<'_, Game>, fen: Option<&str>, variant: Option<&str>) -> PyResult<usize> {
        changed(slf, |game| game.restarted(fen, variant))
    }

    /// Adds the moves of other games: shared moves once, different moves as variations. Comments and NAGs are combined,
    /// each text once. Tags and result of this game are kept.
    ///
    /// Each argument is a `Game`, or an iterable of games such as `read(…)`, which are not all held in memory at once.
    /// Moves after ply `plies` are dropped; `annotations=False` drops everything except moves. With `counts`,
    /// `Node.counts` returns how many of the merged games went through a node in their mainlines, and how they ended,
    /// so an empty game becomes an opening tree. For a tree of many games with comments, see `Games.tree`.
    ///
    /// At a move that several games have, clock times and evaluations in comments (`[%clk …]`, `[%emt …]`, `[%eval …]`)
    /// are kept only if all of them have the same, and removed otherwise; `clocks=True` and `evals=True` keep them all.
    ///
    /// Raises `UsageError` for a game that starts from another position, and `TypeError` for an argument that is not a
    /// game; the games before it stay merged.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 2. Nf3 *")
    /// >>> game.merge(scoresheet.parse("1. e4 e5 2. Nc3 *"), scoresheet.parse("1. d4 *"))
    /// >>> print(game)
    /// 1. e4 (1. d4) 1... e5 2. Nf3 (2. Nc3) *
    /// >>> openings = scoresheet.Game()
    /// >>> openings.merge(scoresheet.read("examples/historic.pgn"), plies=2, counts=True)
    /// >>> openings.at(1)
    /// <Node 1. e4>
    /// >>> openings.at(1).counts
    /// Counts(games=25, white=15, draws=0, black=10)
    /// >>> timed = scoresheet.parse("1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} *")
    /// >>> timed.merge(scoresheet.parse("1. e4 {[%clk 0:10:00] best} c5 {[%clk 0:09:58]} *"))
    /// >>> print(timed)
    /// 1. e4 {best} 1... e5 {[%clk 0:02:59]} (1... c5 {[%clk 0:09:58]}) *
    #[pyo3(signature = (*games, plies=None, counts=false, annotations=true, clocks=false, evals=false))]
    fn merge(
        slf: &Bound<'_, Game>,
        games: &Bound<'_, PyTuple>,
        plies: Option<Number>,
        counts: bool,
        annotations: bool,
        clocks: bool,
        evals: bool,
    ) -> PyResult<()> {
        let plies = match plies {
            Some(Number::Fits(plies)) => plies,
            Some(below @ Number::Below(_)) => {
                let failure = Failure::usage(format!("there is no ply {below}"), "`plies` is 0 or more");
                return Err(failure.into_exception(slf.py()));
            }
            Some(Number::Above(_)) | None => u32::MAX,
        };
        let strip = Strip { clocks: !clocks, evals: !evals, ..Strip::default() };
        merge::merge(slf, games, Merging { plies, annotations, counts, strip })
    }

    /// The game in a format (`scoresheet list formats`): `str`, or `bytes` if the format writes moves as bytes.
    ///
    /// The keyword arguments are those of `convert`: `moves`, `positions`, `keep_spelling`, `sort_tags`, `export`, and
    /// the format's own options. With `strict`, a loss is an error.
    ///
    /// Raises `LossError` for a loss with `strict`, and `UsageError` for an unknown format or option.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 e5 1-0").to("pgn")
    /// '1. e4 e5 1-0\n\n'
    #[pyo3(signature = (fmt, *, strict=false, **options))]
    fn to<'py>(
        slf: &Bound<'py, Game>,
        fmt: &str,
        strict: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        write::to(slf, fmt, strict, options)
    }

    /// The game as a complete HTML page, as `scoresheet show --html` writes it: the moves with comments and variations,
    /// and a board for every half-move of the mainline. With `fragment`, part of a page with a single board.
    ///
    /// `ply` is the half-move whose board is visible first, by default the start; in a fragment, the only one, by
    /// default the last. `flipped` puts Black at the bottom, `theme` and `pieces` are as in `Position.svg`, and `moves`
    /// is a notation (SAN by default). `language` is the language of the page's words: `en`, `de`, `es` or `fr`. `size` is
    /// the width of a fragment's board in pixels. Page and fragment contain their style, load nothing, and never run
    /// anything from the game.
    ///
    /// Raises `UsageError` for a ply that the game does not have, for `size` without `fragment` or `language` with it, and
    /// for an unknown theme, notation or language.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 *")
    /// >>> game.html()[:15], game.html().count("<section")
    /// ('<!DOCTYPE html>', 3)
    /// >>> game.html(fragment=True, ply=1, size=200).count("<svg")
    /// 1
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, fragment=False, ply=None, size=None, flipped=False, theme='brown', pieces='classic', moves=None, language='en')"
    )]
    fn html<'py>(slf: &Bound<'py, Game>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        // Imported here, so that the cost arises only if it is used.
        slf.py().import("scoresheet.drawing")?.getattr("game_html")?.call((slf,), options)
    }

    /// The mainline as an animated GIF, in bytes, with a frame for every ply. This needs `scoresheet[gif]`.
    ///
    /// `delay` is how long each board stays, in seconds; the last one stays four times as long. `once` stops there instead
    /// of starting again. `size` is in pixels, `flipped` puts Black at the bottom, `theme` and `pieces` are as in
    /// `Position.svg`, and `ply` is the last one to show.
    ///
    /// Raises `UsageError` for an invalid argument, for a game with too many plies, or if `scoresheet[gif]` is not
    /// installed.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 e5 *").gif(size=120)[:6]
    /// b'GIF89a'
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, delay=1.0, once=False, size=480, flipped=False, theme='brown', pieces='classic', ply=None)"
    )]
    fn gif<'py>(slf: &Bound<'py, Game>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.drawing")?.getattr("game_gif")?.call((slf,), options)
    }

    /// The mainline as an animated PNG, in bytes, with all colours. This needs `scoresheet[png]`. The arguments and errors
    /// are those of `gif`.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 e5 *").apng(size=120).count(b"fcTL")
    /// 3
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, delay=1.0, once=False, size=480, flipped=False, theme='brown', pieces='classic', ply=None)"
    )]
    fn apng<'py>(slf: &Bound<'py, Game>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.drawing")?.getattr("game_apng")?.call((slf,), options)
    }

    /// Lets a chess engine judge the moves of the mainline, and writes what it finds into the game: evaluations, marks
    /// for inaccuracies, mistakes and blunders, and better lines. `scoresheet.analyse` does this with files.
    ///
    /// Args:
    ///     engine: an `Engine`, or several, all of which judge the moves; marks and lines of each have its own source, and
    ///         the evaluations of the first one are those of the moves (`Node.eval`).
    ///     nodes: how many positions to search for each position of the game; 100,000 without any limit.
    ///     depth: how many plies deep to search.
    ///     movetime: how many milliseconds to search.
    ///     options: `lines`, `reuse`, `plies`, `side`, `player`, `skip_book`, `judge`, `best_line`, `comments`, `replace`,
    ///         `source`, `date`, `eval_depth` and `summary_tags`, as in `scoresheet.analyse`.
    ///
    /// Returns a `GameAnalysis`: for each side the accuracy, the mean loss and the numbers of marks, and for each move
    /// its evaluations, loss and mark. With several engines, it is that of the first one.
    ///
    /// Raises:
    ///     EngineError: the engine did not answer in time, ended, or gave no evaluation. The game is not changed then.
    ///     UsageError: an option is wrong, or the game has evaluations already and `replace` is not set.
    ///
    /// >>> import sys, scoresheet
    /// >>> game = scoresheet.parse("1. e4 d5 2. Nc3 d4 3. Nf3 dxc3 *")
    /// >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
    /// ...     found = game.analyse(engine, depth=1)
    /// >>> found.white.blunders, found.moves[4].mark, game.at(5).nags, game.at(5).eval.cp
    /// (2, 'blunder', [4], -300)
    #[pyo3(
        signature = (engine, **options),
        text_signature = "($self, engine, *, nodes=None, depth=None, movetime=None, **options)"
    )]
    fn analyse<'py>(
        slf: &Bound<'py, Game>,
        engine: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.analysis")?.getattr("analyse_game")?.call((slf, engine), options)
    }

    /// The game in the forms that notebooks display: a board to play on, if anywidget is installed.
    #[pyo3(signature = (**options))]
    fn _repr_mimebundle_<'py>(
        slf: &Bound<'py, Game>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.viewer.notebook")?.getattr("mimebundle")?.call((slf,), options)
    }

    /// The game as notebooks display it: the result of `html(fragment=True)`, with the board after the last move.
    ///
    /// >>> import scoresheet
    /// >>> game = scoresheet.parse("1. e4 e5 *")
    /// >>> game._repr_html_() == game.html(fragment=True)
    /// True
    fn _repr_html_<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        Game::html(slf, Some(&[("fragment", true)].into_py_dict(slf.py())?))
    }

    /// What a format cannot express of this game. The arguments are those of `to`.
    ///
    /// >>> import scoresheet
    /// >>> scoresheet.parse("1. e4 {a } sign} *").losses("pgn")
    /// []
    #[pyo3(signature = (fmt, **options))]
    fn losses<'py>(
        slf: &Bound<'py, Game>,
        fmt: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        write::losses(slf, fmt, options)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| *self.tree == *other.tree))
    }

    fn __copy__(slf: &Bound<'_, Game>) -> PyResult<Py<PyAny>> {
        let copy = slf.get_type().call0()?;
        let (game, new) = (slf.borrow(), copy.cast::<Game>()?);
        new.borrow_mut().replace(game.tree.compact());
        new.borrow_mut().faults = game.faults.clone();
        Ok(copy.unbind())
    }

    fn __deepcopy__(slf: &Bound<'_, Game>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Game::__copy__(slf)
    }

    /// The parts for `pickle`.
    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> (Bound<'py, PyType>, (), PickledGame<'py>) {
        let game = slf.borrow();
        let all = |faults: &[Fault]| faults.iter().map(pickled).collect();
        let (tree, found) = (PyBytes::new(slf.py(), &game.tree.pack()), &game.faults);
        let state = if found.errors.is_empty() && found.notes.is_empty() {
            PickledGame::Good(tree)
        } else if found.left_out == 0 {
            PickledGame::Faulty(tree, all(&found.errors), all(&found.notes))
        } else {
            PickledGame::Many(tree, all(&found.errors), all(&found.notes), found.left_out)
        };
        (slf.get_type(), (), state)
    }

    fn __setstate__(slf: &Bound<'_, Game>, state: PickledGame<'_>) -> PyResult<()> {
        let (tree, errors, notes, left_out) = match state {
            PickledGame::Good(tree) => (tree, Vec::new(), Vec::new(), 0),
            PickledGame::Faulty(tree, errors, notes) => (tree, errors, notes, 0),
            PickledGame::Many(tree, errors, notes, left_out) => (tree, errors, notes, left_out),
        };
        let found = |kept: Vec<PickledFault>| kept.into_iter().map(unpickled).collect::<Result<Vec<_>, _>>();
        let found = found(errors).and_then(|errors| Ok(TreeFaults { errors, notes: found(notes)?, left_out }));
        changed(slf, |game| {
            let hint = "only the version that wrote a pickle can read it, and only if it is complete";
            game.replace(Tree::unpack(tree.as_bytes()).map_err(|damaged| Failure::usage(damaged.to_string(), hint))?);
            game.faults = found?;
            Ok(())
        })
    }

    fn __sizeof__(&self) -> usize {
        size_of::<Game>() + self.tree.heap_size()
    }

    /// The game in PGN, without the empty line at the end. What PGN cannot express is left out; `losses("pgn")` names
    /// it.
    fn __str__(slf: &Bound<'_, Game>) -> PyResult<String> {
        let text: String = write::to(slf, "pgn", false, None)?.extract()?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    fn __repr__(&self) -> String {
        let tag = |name| printable(self.tree.tags().get(name).unwrap_or("?"));
        let plies = self.ply_count();
        let s = if plies == 1 { "" } else { "s" };
        format!("<Game {} - {}, {}, {plies} half-move{s}>", tag("White"), tag("Black"), self.result())
    }
}

/// Changes a game. Errors are raised after the game is released, because creating an exception runs Python code, during
/// which other threads may run.
fn changed<T>(slf: &Bound<'_, Game>, change: impl FnOnce(&mut Game) -> Result<T, Failure>) -> PyResult<T> {
    let done = change(&mut *slf.try_borrow_mut()?);
    done.map_err(|failure| failure.into_exception(slf.py()))
}

/// The marker of this name.
fn termination_of(marker: &str) -> Result<Termination, Failure> {
    let hint = "use `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`";
    Termination::find(marker).ok_or_else(|| Failure::usage(format!("`{marker}` is not a result"), hint))
}

/// The content of a pickle: the tree, and the faults of the game.
#[derive(FromPyObject, IntoPyObject)]
enum PickledGame<'py> {
    /// A game without faults.
    Good(Bound<'py, PyBytes>),
    /// A game with its errors and its notes.
    Faulty(Bound<'py, PyBytes>, Vec<PickledFault>, Vec<PickledFault>),
    /// The same, with the number of further faults.
    Many(Bound<'py, PyBytes>, Vec<PickledFault>, Vec<PickledFault>, u64),
}

/// These tags, with each name once.
fn tags_of(pairs: &[(String, String)]) -> Result<TreeTags, Failure> {
    let mut tags = TreeTags::default();
    for (name, value) in pairs {
        check_name(name)?;
        tags.set(name, value).map_err(|full| Failure::usage(full.to_string(), FULL))?;
    }
    Ok(tags)
}

/// Names and values of a mapping, or of pairs.
fn pairs(tags: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let wrong = |given: &Bound<'_, PyAny>| {
        expected("a mapping of names to values, or pairs of a name and a value, all `str`", given)
    };
    let items = if tags.hasattr("items")? { tags.call_method0("items")? } else { tags.clone() };
    let pair = |pair: PyResult<Bound<'_, PyAny>>| pair.and_then(|pair| pair.extract().map_err(|_| wrong(&pair)));
    items.try_iter().map_err(|_| wrong(tags))?.map(pair).collect()
}

/// Whether a tag may have this name.
fn check_name(name: &str) -> Result<(), Failure> {
    if !name::is_name(name) || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(Failure::usage(format!("a tag cannot be called `{name}`"), "use letters, digits and `_`"));
    }
    Ok(())
}

/// The position in the tags FEN and Variant.
fn start_of_tags(tags: &TreeTags) -> Result<rules::Position, Failure> {
    let rules = rules_of(tags.get("Variant"))?;
    let fen = tags.get("FEN");
    dialect::start(fen, rules).map_err(|error| refused(fen.unwrap_or_default(), &error))
}

/// The Variant tag of a game with this FEN whose rules have this name; the name itself if it leaves the rules open.
fn variant_tag(fen: Option<&str>, name: &str) -> Result<String, Failure> {
    let told = rules_of(Some(name))?.is_some();
    Ok(if told { dialect::variant_tag(&from_fen(fen, Some(name))?).into_owned() } else { name.to_owned() })
}
