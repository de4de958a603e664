//! What the codec of comments needs from a coder, and a coder that measures.

use crate::coder::{Bit, Decoder, Encoder};
use crate::moves;
use crate::symbols::{Coder, Listener};
use scoresheet_core::rules::Move;

/// What a bit of a comment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The templates.
    Templates,
    /// Clocks and times.
    Clocks,
    /// Evaluations.
    Evaluations,
    /// Other numbers.
    Numbers,
    /// Lines of moves.
    Moves,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Purpose; 5] =
        [Purpose::Templates, Purpose::Clocks, Purpose::Evaluations, Purpose::Numbers, Purpose::Moves];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Templates => "templates",
            Purpose::Clocks => "clocks",
            Purpose::Evaluations => "evaluations",
            Purpose::Numbers => "numbers",
            Purpose::Moves => "moves",
        }
    }
}

/// A coder of comments.
pub(super) trait CommentCoder: Coder {
    /// What the next bits are for.
    fn purpose(&mut self, _purpose: Purpose) {}

    /// Codes a legal move of a line, and plays it there. `None` if there is no legal move.
    fn legal(&mut self, line: &mut moves::MoveLine, model: &moves::MoveModel, mv: Option<Move>) -> Option<Move>;
}

impl CommentCoder for Encoder {
    fn legal(&mut self, line: &mut moves::MoveLine, model: &moves::MoveModel, mv: Option<Move>) -> Option<Move> {
        mv.filter(|mv| line.encode(model, *mv, self))
    }
}

impl CommentCoder for Decoder<'_> {
    fn legal(&mut self, line: &mut moves::MoveLine, model: &moves::MoveModel, _mv: Option<Move>) -> Option<Move> {
        line.decode(model, self)
    }
}

impl CommentCoder for Listener {
    fn legal(&mut self, line: &mut moves::MoveLine, _model: &moves::MoveModel, mv: Option<Move>) -> Option<Move> {
        line.push(mv?);
        mv
    }
}

/// Adds up what bits cost.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// In units of 2^-16 bits, by purpose.
    costs: [u64; Purpose::ALL.len()],
    purpose: usize,
    moves: Encoder,
}

impl Coder for Meter {
    const READS: bool = false;

    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        let set = u32::from(model.probability());
        self.costs[self.purpose] += cost(if bit { set } else { (1 << 16) - set });
        model.learn(bit);
        bit
    }

    fn bits(&mut self, value: u64, count: u32) -> u64 {
        self.costs[self.purpose] += u64::from(count) << 16;
        value
    }

    fn below(&mut self, value: u32, total: u32) -> u32 {
        self.costs[self.purpose] += (32 << 16) - cost(total.max(1)).min(32 << 16);
        value
    }
}

impl CommentCoder for Meter {
    fn purpose(&mut self, purpose: Purpose) {
        self.purpose = purpose as usize;
    }

    fn legal(&mut self, line: &mut moves::MoveLine, model: &moves::MoveModel, mv: Option<Move>) -> Option<Move> {
        self.moves.legal(line, model, mv)
    }
}

impl Meter {
    /// What the bits cost, in units of 2^-16 bits, by purpose.
    pub(super) fn finish(self) -> [u64; Purpose::ALL.len()] {
        let mut costs = self.costs;
        costs[Purpose::Moves as usize] += (self.moves.finish().len() as u64) << 19;
        costs
    }
}

/// What something of this probability costs, both in units of 2^-16.
fn cost(probability: u32) -> u64 {
    let mut bits = 0_u64;
    let mut left = u64::from(probability.max(1)) << 16;
    let whole = left.ilog2();
    // The logarithm, bit by bit: a square doubles it.
    left = left << 16 >> whole;
    for place in (0..16).rev() {
        left = (left * left) >> 16;
        if left >= 2 << 16 {
            left >>= 1;
            bits |= 1 << place;
        }
    }
    (32 << 16_u64) - (u64::from(whole) << 16 | bits)
}

#[cfg(test)]
mod tests {
    use super::cost;

    #[test]
    fn halves_cost_a_bit() {
        assert_eq!(cost(1 << 15), 1 << 16);
        assert_eq!(cost(1 << 13), 3 << 16);
        assert!(cost(3 << 14).abs_diff(27_200) < 10);
    }
}
