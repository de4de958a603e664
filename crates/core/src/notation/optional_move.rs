//! The results of fast paths, in parts that stay in registers: reading a struct as a whole after writing it byte by
//! byte stalls the processor.

use super::{Claim, ParsedMove};
use crate::rules::{Move, MoveKind, Role, Square};

/// A move in plain spelling, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMove {
    found: OptionalMove,
    claim: Claim,
    /// How many bytes its text has.
    length: u8,
}

impl PlainMove {
    /// Nothing was found.
    pub const NOTHING: PlainMove = PlainMove { found: OptionalMove::NOTHING, claim: Claim::Any, length: 0 };

    /// What was found, and its text: how many bytes that has, and what its marks claim.
    #[inline(always)]
    pub(super) fn of(found: OptionalMove, length: u8, claim: Claim) -> PlainMove {
        PlainMove { found, claim, length }
    }

    /// Whether a move was found.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.found != OptionalMove::NOTHING
    }

    /// How many bytes its text has.
    #[inline(always)]
    pub fn length(self) -> usize {
        self.length.into()
    }

    /// The move. Has no meaning if there is none.
    #[inline(always)]
    pub fn named(self) -> ParsedMove {
        ParsedMove { claim: self.claim, ..ParsedMove::plainly(self.found.mv()) }
    }
}

/// A move as one number, its bytes in the order of [`Move`]'s, or nothing. As one number it is written to memory at once and
/// comes back from there without waiting, which parts of it would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OptionalMove(u32);

impl OptionalMove {
    /// Nothing.
    pub(super) const NOTHING: OptionalMove = OptionalMove(u32::MAX);

    /// The plain move between two squares, if there is `any`.
    #[inline(always)]
    pub(super) fn plain_if(any: bool, from: Square, to: Square) -> OptionalMove {
        if any { OptionalMove(u32::from(from.number()) | u32::from(to.number()) << 8) } else { OptionalMove::NOTHING }
    }

    /// A move of any kind.
    pub(super) fn of(mv: Option<Move>) -> OptionalMove {
        let Some(mv) = mv else { return OptionalMove::NOTHING };
        let promotion = mv.promotion.map_or(0, |role| role as u8);
        OptionalMove(u32::from_le_bytes([mv.from.number(), mv.to.number(), promotion, mv.kind as u8]))
    }

    /// The move. Nearly all are plain, and those take the shortest way.
    #[inline(always)]
    pub(super) fn mv(self) -> Move {
        let [from, to, ..] = self.0.to_le_bytes();
        let plain = Move::plain(Square::masked(from), Square::masked(to));
        if self.0 >> 16 == 0 { plain } else { self.special(plain) }
    }

    #[cold]
    fn special(self, plain: Move) -> Move {
        let [_, _, promotion, kind] = self.0.to_le_bytes();
        let kind = match kind {
            0 => MoveKind::Plain,
            1 => MoveKind::Castle,
            2 => MoveKind::EnPassant,
            4 => MoveKind::Drop,
            _ => MoveKind::Null,
        };
        Move { promotion: Role::from_number(promotion), kind, ..plain }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{Front, Last, MoveNotation, Validation, bccf, fcn, mcn};
    use crate::rules::Position;
    use crate::seed::Seed;
    use alloc::vec::Vec;

    /// A text before another word.
    fn front(text: &[u8]) -> Front {
        let mut front = *b"                ";
        front[..text.len()].copy_from_slice(text);
        front
    }

    /// The fast path finds the same as reading with care, for any text.
    #[test]
    fn plain_moves_match_those_that_are_read() {
        let notations: [&dyn MoveNotation; 4] = [&fcn::FCN, &fcn::FCN_1_0, &mcn::Mcn, &bccf::BCCF];
        let mut seed = Seed(0x2545_f491_4f6c_dd1d);
        let (mut moves, mut found) = (0, 0);
        for _ in 0..150 {
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(seed.below(legal.len().max(1))) else { break };
                for notation in notations {
                    let mut text = Vec::new();
                    let last = [Last::No, Last::No, Last::Won, Last::Drawn][seed.below(4)];
                    if notation.write(&position, *mv, last, &mut text).is_err() {
                        continue;
                    }
                    let plain = notation.plain(&position, &front(&text));
                    moves += 1;
                    found += u32::from(plain.is_some());
                    let mut texts = Vec::from([text.clone()]);
                    for _ in 0..8 {
                        let mut other = text.clone();
                        let at = seed.below(other.len());
                        other[at] = [b'x', b'-', b'+', b'K', b'P', b'a', b'3', seed.below(256) as u8][seed.below(8)];
                        texts.push(other);
                    }
                    for text in texts {
                        let front = front(&text);
                        let plain = notation.plain(&position, &front);
                        // What follows a text is a blank, if it matters.
                        let ends = notation.spec().binary || front[plain.length()] == b' ';
                        if plain.is_some() && ends {
                            let read = notation.read(&position, &front[..plain.length()], Validation::Full);
                            assert_eq!(read, Ok(plain.named()), "{position:?} {}", text.escape_ascii());
                        }
                    }
                }
                position.play_unchecked(*mv);
            }
        }
        assert!(moves > 20_000 && found * 100 > moves * 80, "{found} of {moves}");
    }
}
