//! Replays games and finds the plies at which a pattern holds.

use super::Pattern;
use super::op::Op;
use super::test::Ply;
use crate::rules::{PackedMove, Position, Replay, Undo};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Finds a pattern in one game after another.
///
/// ```
/// use scoresheet_core::find::{Matcher, Pattern};
/// use scoresheet_core::rules::{PackedMove, Position};
/// let mut matcher = Matcher::new(Pattern::parse("move e5 then move Nf3")?.into());
/// let moves = [12 | 28 << 6, 52 | 36 << 6, 6 | 21 << 6].map(PackedMove);  // e4 e5 Nf3
/// assert_eq!(matcher.first(&Position::start(), moves), Some(3));
/// # Ok::<(), scoresheet_core::find::PatternError>(())
/// ```
pub struct Matcher {
    pattern: Arc<Pattern>,
    replay: Replay,
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
        Matcher { pattern, replay: Replay::new(&Position::start()), results: Vec::new(), memory }
    }

    /// The first ply after which the pattern holds; 0 for the start of the game.
    pub fn first(&mut self, start: &Position, moves: impl IntoIterator<Item = PackedMove>) -> Option<u32> {
        let mut first = None;
        self.run(start, moves, |ply| {
            first = Some(ply);
            false
        });
        first
    }

    /// Every ply after which the pattern holds.
    pub fn all(&mut self, start: &Position, moves: impl IntoIterator<Item = PackedMove>) -> Vec<u32> {
        let mut all = Vec::new();
        self.run(start, moves, |ply| {
            all.push(ply);
            true
        });
        all
    }

    /// Passes each ply at which the pattern holds to `found`, until that returns false, or no later ply can hold it.
    fn run(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = PackedMove>,
        mut found: impl FnMut(u32) -> bool,
    ) {
        self.replay.restart(start);
        self.memory.clear();
        self.memory.resize(self.pattern.ops.len(), 0);
        if self.holds(0, None) && !found(0) {
            return;
        }
        for (number, packed) in (1u32..).zip(moves) {
            let Some(undo) = self.replay.play(packed) else { return };
            if !self.is_possible() || self.holds(number, Some(&undo)) && !found(number) {
                return;
            }
        }
    }

    /// Whether the pattern can hold now or later.
    #[inline]
    fn is_possible(&self) -> bool {
        use crate::rules::{Color, Role};
        let (board, needs) = (self.replay.board(), self.pattern.needs);
        let pawns = board.of(Color::White, Role::Pawn) & 0xff00 | board.of(Color::Black, Role::Pawn) & 0xff << 48;
        board.occupied().count_ones() >= needs.pieces && pawns & needs.unmoved == needs.unmoved
    }

    fn holds(&mut self, number: u32, undo: Option<&Undo>) -> bool {
        let ply = Ply { number, board: self.replay.board(), undo };
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
