//! What the moves of a game show before they are played.

use crate::rules::{PackedMove, Position};

/// The squares that rooks castle to.
const CASTLED: u64 = 0b0010_1000 | 0b0010_1000 << 56;

/// The squares that a piece moves to.
#[inline]
pub(super) fn reached(moves: impl Iterator<Item = PackedMove>) -> u64 {
    moves.fold(0, |reached, packed| reached | packed.to().bit() | if packed.castles() { CASTLED } else { 0 })
}

/// At most how many pieces are captured.
#[inline]
pub(super) fn captures(start: &Position, moves: impl Iterator<Item = PackedMove>) -> u32 {
    // Every square that is occupied is among these; one that is not may be, after castling and en passant captures.
    let mut occupied = start.occupied();
    let mut captures = 0;
    for packed in moves {
        let (from, to) = (packed.from().bit(), packed.to().bit());
        captures += u32::from(occupied & to != 0 || may_pass(packed));
        occupied = if packed.castles() { occupied | to | CASTLED } else { occupied & !from | to };
    }
    captures
}

/// Whether a move leads over the squares of an en passant capture.
#[inline]
fn may_pass(packed: PackedMove) -> bool {
    let (from, to) = (packed.from(), packed.to());
    matches!((from.rank(), to.rank()), (4, 5) | (3, 2)) && from.file() != to.file()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The moves of a line in UCI.
    fn packed(line: &str) -> Vec<PackedMove> {
        let mut position = Position::start();
        let play = |uci: &str| {
            let named = |mv: &crate::rules::Move| alloc::format!("{}{}", mv.from, mv.destination()) == uci;
            let mv = position.legal_moves().into_iter().find(named).expect("a legal move");
            position.play_unchecked(mv);
            PackedMove::of(mv)
        };
        line.split(' ').map(play).collect()
    }

    #[test]
    fn castling_reaches_two_squares() {
        let moves = packed("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
        let squares = reached(moves.into_iter());
        let at = |file: u64, rank: u64| squares >> (rank * 8 + file) & 1;
        assert_eq!((at(6, 0), at(5, 0), at(4, 3), at(4, 1), at(0, 0)), (1, 1, 1, 0, 0));
    }

    #[test]
    fn no_capture_is_missed() {
        for (line, least) in [
            ("e2e4 d7d5 e4d5 d8d5", 2),
            ("e2e4 a7a6 e4e5 d7d5 e5d6", 1),
            ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 c5f2 f1f2", 2),
        ] {
            assert!(captures(&Position::start(), packed(line).into_iter()) >= least, "{line}");
        }
        let quiet = packed("e2e4 e7e5 g1f3 b8c6");
        assert_eq!(captures(&Position::start(), quiet.into_iter()), 0);
    }
}
