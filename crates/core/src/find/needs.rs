//! What a pattern needs, so that games without it are left early.

use super::scan::{captures, reached};
use super::squares::SquareTest;
use super::test::{Exact, Test};
use crate::find::program::{Op, OpNode};
use crate::find::test::PatternFacts;
use crate::rules::{Color, PackedMove, Position, Role};
use alloc::vec::Vec;

/// What a board must have for the pattern to hold on it or later. Pieces that are captured and pawns that move never come
/// back, so a game that lacks this can be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// How many pieces at least.
    pieces: u32,
    /// How many at most, so that a game must be long enough to capture the others.
    most: u32,
    /// Pawns on the squares that they start from.
    unmoved: u64,
    /// Squares that a piece must move to, in games from the standard start and in all games.
    reached_from_start: u64,
    reached: u64,
    /// The last ply that can hold it.
    pub(super) last: u32,
}

impl Needs {
    const NOTHING: Needs =
        Needs { pieces: 0, most: u32::MAX, unmoved: 0, reached_from_start: 0, reached: 0, last: u32::MAX };

    fn of_test(test: &Test) -> Needs {
        let of_squares = |squares: &SquareTest| Needs {
            pieces: squares.fewest_pieces(),
            unmoved: squares.unmoved_pawns(),
            reached_from_start: squares.reached_from(&Position::start()),
            ..Needs::NOTHING
        };
        match test {
            Test::Exact(Exact { squares, .. }) => {
                let needs = of_squares(squares);
                Needs { most: needs.pieces, ..needs }
            }
            Test::Board(squares) => of_squares(squares),
            Test::Material(material) => Needs {
                pieces: material.fewest_pieces(),
                most: material.most_pieces().unwrap_or(u32::MAX),
                ..Needs::NOTHING
            },
            Test::Count(_, _, span) => {
                Needs { pieces: u32::try_from(span.first).unwrap_or_default(), ..Needs::NOTHING }
            }
            Test::Moved(moved) => {
                let reached = moved.reached();
                Needs { reached, reached_from_start: reached, ..Needs::NOTHING }
            }
            Test::Plies(plies) => Needs { last: *plies.end(), ..Needs::NOTHING },
            _ => Needs::NOTHING,
        }
    }

    fn both(self, other: Needs) -> Needs {
        Needs {
            pieces: self.pieces.max(other.pieces),
            most: self.most.min(other.most),
            unmoved: self.unmoved | other.unmoved,
            reached_from_start: self.reached_from_start | other.reached_from_start,
            reached: self.reached | other.reached,
            last: self.last.min(other.last),
        }
    }

    fn either(self, other: Needs) -> Needs {
        Needs {
            pieces: self.pieces.min(other.pieces),
            most: self.most.max(other.most),
            unmoved: self.unmoved & other.unmoved,
            reached_from_start: self.reached_from_start & other.reached_from_start,
            reached: self.reached & other.reached,
            last: self.last.max(other.last),
        }
    }

    /// What a pattern needs.
    pub(super) fn of(nodes: &[OpNode]) -> Needs {
        let mut needs: Vec<Needs> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let last = needs.last().copied().unwrap_or(Needs::NOTHING);
            let other = needs.get(node.other as usize).copied().unwrap_or(Needs::NOTHING);
            needs.push(match &node.op {
                Op::Test(test) => Needs::of_test(test),
                Op::Not => Needs::NOTHING,
                Op::For(_) => last,
                Op::And => other.both(last),
                Op::Or => other.either(last),
                // Once the first part has held, the game may lose what it needed.
                Op::Then(_) => {
                    let both = other.both(last);
                    Needs { pieces: last.pieces, unmoved: last.unmoved, last: last.last, ..both }
                }
            });
        }
        needs.pop().unwrap_or(Needs::NOTHING)
    }

    /// Whether a game with these moves can come to have what is needed.
    pub(super) fn can_be_met(&self, start: &Position, moves: impl Iterator<Item = PackedMove> + Clone) -> bool {
        let pieces = start.occupied().count_ones();
        if start.rules().keeps_pieces()
            && pieces > self.most
            && pieces.saturating_sub(captures(start, moves.clone())) > self.most
        {
            return false;
        }
        let from_standard = self.reached_from_start != self.reached && *start == Position::start();
        let needed = if from_standard { self.reached_from_start } else { self.reached };
        needed == 0 || needed & !reached(moves) == 0
    }

    /// Whether a game with this board can still come to have what is needed.
    #[inline]
    pub(super) fn are_met(&self, board: &Position, pieces: u32) -> bool {
        let pawns = board.of(Color::White, Role::Pawn) & 0xff00 | board.of(Color::Black, Role::Pawn) & 0xff << 48;
        pieces >= self.pieces && pawns & self.unmoved == self.unmoved
    }
}

/// Whether a pattern can hold at all in a game of which these facts are known.
pub(super) fn can_hold(nodes: &[OpNode], facts: &PatternFacts) -> bool {
    // Whether each part can be true, and whether it can be false.
    let mut can: Vec<(bool, bool)> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let last = can.last().copied().unwrap_or_default();
        let other = can.get(node.other as usize).copied().unwrap_or_default();
        can.push(match &node.op {
            Op::Test(Test::Result(result)) => certain(facts.result == Some(*result)),
            Op::Test(Test::Elo(rated, span)) => certain(rated.fit(facts, *span)),
            Op::Test(_) => (true, true),
            Op::Not => (last.1, last.0),
            Op::And => (other.0 && last.0, other.1 || last.1),
            Op::Or => (other.0 || last.0, other.1 && last.1),
            Op::Then(_) => (other.0 && last.0, true),
            Op::For(_) => (last.0, true),
        });
    }
    can.pop().is_none_or(|(can, _)| can)
}

fn certain(fact: bool) -> (bool, bool) {
    (fact, !fact)
}
