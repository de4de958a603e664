//! Replays games and finds the plies at which a pattern holds.

use super::Pattern;
use super::facts::Facts;
use super::op::Op;
use super::test::Ply;
use crate::rules::{PackedMove, Position, Replay, Undo};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Finds a pattern in one game after another.
///
/// ```
/// use scoresheet_core::find::{Facts, Matcher, Pattern};
/// use scoresheet_core::rules::{PackedMove, Position};
/// let mut matcher = Matcher::new(Pattern::parse("move e5 then move Nf3")?.into());
/// let moves = [12 | 28 << 6, 52 | 36 << 6, 6 | 21 << 6].map(PackedMove);  // e4 e5 Nf3
/// assert_eq!(matcher.first(&Position::start(), &Facts::default(), moves), Some(3));
/// # Ok::<(), scoresheet_core::find::PatternError>(())
/// ```
pub struct Matcher {
    pattern: Arc<Pattern>,
    replay: Replay,
    facts: Facts,
    /// How many moves were played.
    plies: u32,
    /// Whether a later ply can still hold the pattern.
    is_open: bool,
    /// What the operations give at this ply.
    results: Vec<bool>,
    /// By operation: for `Then`, the ply after the last one at which the first part held; for `For`, since how many plies its
    /// part has held. 0 for neither.
    memory: Vec<u32>,
}

impl Matcher {
    /// A matcher that has seen no game.
    pub fn new(pattern: Arc<Pattern>) -> Matcher {
        let memory = Vec::with_capacity(pattern.ops.len());
        let replay = Replay::new(&Position::start());
        Matcher { pattern, replay, facts: Facts::default(), plies: 0, is_open: false, results: Vec::new(), memory }
    }

    /// The first ply after which the pattern holds; 0 for the start of the game.
    pub fn first(
        &mut self,
        start: &Position,
        facts: &Facts,
        moves: impl IntoIterator<Item = PackedMove>,
    ) -> Option<u32> {
        let mut first = None;
        self.run(start, facts, moves, |ply| {
            first = Some(ply);
            false
        });
        first
    }

    /// Every ply after which the pattern holds.
    pub fn all(&mut self, start: &Position, facts: &Facts, moves: impl IntoIterator<Item = PackedMove>) -> Vec<u32> {
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
        facts: &Facts,
        moves: impl IntoIterator<Item = PackedMove>,
        mut found: impl FnMut(u32) -> bool,
    ) {
        if self.begin(start, facts) && !found(0) {
            return;
        }
        for (number, packed) in (1u32..).zip(moves) {
            if self.play(packed) && !found(number) || !self.is_open() {
                return;
            }
        }
    }

    /// Begins a game and returns whether the pattern holds at its start.
    pub fn begin(&mut self, start: &Position, facts: &Facts) -> bool {
        self.replay.restart(start);
        self.facts = *facts;
        self.plies = 0;
        self.memory.clear();
        self.memory.resize(self.pattern.ops.len(), 0);
        self.is_open = self.is_possible();
        self.is_open && self.holds(None)
    }

    /// Plays the next move of the game and returns whether the pattern holds after it. A move that no piece could make closes
    /// the game.
    #[inline]
    pub fn play(&mut self, packed: PackedMove) -> bool {
        if !self.is_open {
            return false;
        }
        let undo = self.replay.play(packed);
        self.plies += 1;
        self.is_open = undo.is_some() && self.is_possible();
        self.is_open && self.holds(undo.as_ref())
    }

    /// Whether the pattern can hold at a later ply of this game. If not, the rest of the moves need not be played.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether the pattern can hold now or later.
    #[inline]
    fn is_possible(&self) -> bool {
        use crate::rules::{Color, Role};
        let (board, needs) = (self.replay.board(), self.pattern.needs);
        let pawns = board.of(Color::White, Role::Pawn) & 0xff00 | board.of(Color::Black, Role::Pawn) & 0xff << 48;
        board.occupied().count_ones() >= needs.pieces && pawns & needs.unmoved == needs.unmoved
    }

    fn holds(&mut self, undo: Option<&Undo>) -> bool {
        let number = self.plies;
        let ply = Ply { number, board: self.replay.board(), undo, facts: &self.facts };
        if let [Op::Test(test)] = self.pattern.ops.as_slice() {
            return test.fit(&ply);
        }
        self.results.clear();
        for (op, memory) in self.pattern.ops.iter().zip(&mut self.memory) {
            let last = if let Op::Test(_) = op { false } else { self.results.pop().unwrap_or_default() };
            let mut before = || self.results.pop().unwrap_or_default();
            let result = match op {
                Op::Test(test) => test.fit(&ply),
                Op::Not => !last,
                Op::And => before() & last,
                Op::Or => before() | last,
                Op::Then(within) => {
                    let since = *memory;
                    if before() {
                        *memory = number + 1;
                    }
                    last && since > 0 && within.is_none_or(|within| number + 1 - since <= within)
                }
                Op::For(plies) => {
                    *memory = if last { *memory + 1 } else { 0 };
                    *memory >= *plies
                }
            };
            self.results.push(result);
        }
        self.results.pop().unwrap_or_default()
    }
}
