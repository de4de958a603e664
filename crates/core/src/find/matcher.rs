//! Replays games and finds the plies at which a pattern holds.

use super::Pattern;
use super::changes::BoardChanges;
use super::needs::can_hold;
use super::notes::{PlyNotes, START};
use super::sight::balance;
use super::test::PatternPly;
use crate::find::program::Op;
use crate::find::test::PatternFacts;
use crate::rules::{PackedMove, PackedReplay, Position};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Finds a pattern in one game after another.
///
/// ```
/// use scoresheet_core::find::{PatternFacts, Matcher, Pattern};
/// use scoresheet_core::rules::{PackedMove, Position};
/// let mut matcher = Matcher::new(Pattern::parse("move e5 then move Nf3")?.into());
/// let moves = [12 | 28 << 6, 52 | 36 << 6, 6 | 21 << 6].map(PackedMove);  // e4 e5 Nf3
/// assert_eq!(matcher.first(&Position::start(), &PatternFacts::default(), moves), Some(3));
/// # Ok::<(), scoresheet_core::find::PatternError>(())
/// ```
pub struct Matcher {
    pattern: Arc<Pattern>,
    replay: PackedReplay,
    facts: PatternFacts,
    /// How many moves were played.
    plies: u32,
    /// Whether a later ply can still hold the pattern.
    is_open: bool,
    /// The number of pieces on the board, and whether it can only decrease, by one at a time.
    pieces: u32,
    keeps_pieces: bool,
    /// White's material minus Black's after each ply, if the pattern needs it.
    balances: Vec<i32>,
    /// The evaluation before the last move, if the pattern needs it.
    eval_before: Option<i32>,
    /// What the last move has changed.
    changes: BoardChanges,
    /// What the operations give at this ply.
    results: Vec<bool>,
    /// By operation: for `Then`, the ply after the last one at which the first part held; for `For`, since how many plies its
    /// part has held. 0 for neither.
    memory: Vec<u32>,
}

impl Matcher {
    /// A matcher that has seen no game.
    pub fn new(pattern: Arc<Pattern>) -> Matcher {
        Matcher {
            pattern,
            replay: PackedReplay::new(&Position::start()),
            facts: PatternFacts::default(),
            plies: 0,
            is_open: false,
            pieces: 0,
            keeps_pieces: true,
            balances: Vec::new(),
            eval_before: START,
            changes: BoardChanges::ALL,
            results: Vec::new(),
            memory: Vec::new(),
        }
    }

    /// Whether moves alone do not determine where the pattern holds.
    pub fn asks_notes(&self) -> bool {
        self.pattern.asks_notes()
    }

    /// The first ply after which the pattern holds; 0 for the start of the game.
    pub fn first(
        &mut self,
        start: &Position,
        facts: &PatternFacts,
        moves: impl IntoIterator<Item = PackedMove, IntoIter: Clone>,
    ) -> Option<u32> {
        let mut first = None;
        self.run(start, facts, moves, |ply| {
            first = Some(ply);
            false
        });
        first
    }

    /// Every ply after which the pattern holds in a game whose moves have these notes.
    pub fn all_with(
        &mut self,
        start: &Position,
        facts: &PatternFacts,
        moves: impl IntoIterator<Item = (PackedMove, PlyNotes)>,
    ) -> Vec<u32> {
        let mut all = Vec::new();
        if self.begin(start, facts) {
            all.push(0);
        }
        for (number, (packed, notes)) in (1u32..).zip(moves) {
            self.play_only(packed);
            if self.judge(&notes) {
                all.push(number);
            }
            if !self.is_open() {
                break;
            }
        }
        all
    }

    /// Every ply after which the pattern holds.
    pub fn all(
        &mut self,
        start: &Position,
        facts: &PatternFacts,
        moves: impl IntoIterator<Item = PackedMove, IntoIter: Clone>,
    ) -> Vec<u32> {
        let mut all = Vec::new();
        self.run(start, facts, moves, |ply| {
            all.push(ply);
            true
        });
        all
    }

    /// Passes each ply at which the pattern holds to `found`, until that returns false, or no later ply can hold it.
    fn run(
        &mut self,
        start: &Position,
        facts: &PatternFacts,
        moves: impl IntoIterator<Item = PackedMove, IntoIter: Clone>,
        mut found: impl FnMut(u32) -> bool,
    ) {
        if self.begin(start, facts) && !found(0) || !self.is_open {
            return;
        }
        let moves = moves.into_iter();
        if !self.pattern.needs.can_be_met(start, moves.clone()) {
            return;
        }
        for (number, packed) in (1u32..).zip(moves) {
            if self.play(packed) && !found(number) || !self.is_open() {
                return;
            }
        }
    }

    /// Begins a game and returns whether the pattern holds at its start.
    pub fn begin(&mut self, start: &Position, facts: &PatternFacts) -> bool {
        self.facts = *facts;
        self.plies = 0;
        let pattern = &self.pattern;
        self.is_open = !pattern.asks_facts || can_hold(&pattern.nodes, facts);
        if !self.is_open {
            return false;
        }
        self.replay.restart(start);
        self.pieces = start.occupied().count_ones();
        self.keeps_pieces = start.rules().keeps_pieces();
        self.is_open = !self.keeps_pieces || pattern.needs.are_met(start, self.pieces);
        self.memory.clear();
        self.memory.resize(pattern.nodes.len(), 0);
        self.results.clear();
        self.results.resize(pattern.nodes.len(), false);
        self.balances.clear();
        (self.eval_before, self.changes) = (START, BoardChanges::ALL);
        self.is_open && self.holds(&PlyNotes::default())
    }

    /// Plays the next move of the game and returns whether the pattern holds after it, if no annotation follows. A move that
    /// no piece could make closes the game.
    #[inline]
    pub fn play(&mut self, packed: PackedMove) -> bool {
        self.play_only(packed);
        self.is_open && self.holds(&PlyNotes::default())
    }

    /// Plays the next move of the game, after which the annotation of the move decides whether the pattern holds.
    #[inline]
    pub(super) fn play_only(&mut self, packed: PackedMove) {
        if !self.is_open {
            return;
        }
        if !self.replay.play(packed) {
            self.is_open = false;
            return;
        }
        self.plies += 1;
        let undo = self.replay.undo();
        let changes = BoardChanges::of(undo, self.replay.board().rules());
        if changes.can_lack() && self.keeps_pieces {
            self.pieces -= u32::from(undo.captured_number() != 0);
            self.is_open = self.pattern.needs.are_met(self.replay.board(), self.pieces);
        }
        self.is_open &= self.plies <= self.pattern.needs.last;
        self.changes = changes;
    }

    /// Whether the pattern holds after the last move, which has this annotation.
    pub(super) fn judge(&mut self, notes: &PlyNotes) -> bool {
        if !self.is_open {
            return false;
        }
        let holds = self.holds(notes);
        self.eval_before = notes.worth();
        holds
    }

    /// The position after the last move.
    pub(super) fn position(&self) -> Position {
        self.replay.position()
    }

    /// Whether the pattern can hold at a later ply of this game. If not, the rest of the moves need not be played.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    #[inline]
    fn holds(&mut self, notes: &PlyNotes) -> bool {
        let (board, changes) = (self.replay.board(), self.changes);
        let undo = (self.plies > 0).then(|| self.replay.undo());
        if self.pattern.keeps_balances {
            let last = self.balances.last().copied().filter(|_| !changes.is_of_material());
            self.balances.push(last.unwrap_or_else(|| balance(board)));
        }
        let ply = PatternPly {
            number: self.plies,
            board,
            undo,
            facts: &self.facts,
            balances: &self.balances,
            notes,
            eval_before: self.eval_before,
        };
        let Matcher { pattern, results, memory, .. } = self;
        let mut last = false;
        for (place, node) in pattern.nodes.iter().enumerate() {
            let other = || results.get(node.other as usize).copied().unwrap_or_default();
            last = match &node.op {
                // A test whose squares were not touched gives what it gave before.
                Op::Test(test) if node.watch.sees(changes) => test.fit(&ply),
                Op::Test(_) => results[place],
                Op::Not => !last,
                Op::And => other() & last,
                Op::Or => other() | last,
                Op::Then(within) => {
                    let since = memory[place];
                    if other() {
                        memory[place] = ply.number + 1;
                    }
                    last && since > 0 && within.is_none_or(|within| ply.number + 1 - since <= within)
                }
                Op::For(plies) => {
                    memory[place] = if last { memory[place] + 1 } else { 0 };
                    memory[place] >= *plies
                }
            };
            results[place] = last;
        }
        last
    }
}
