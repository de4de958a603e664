//! Determines which of several pieces moves: the pieces that could, and the number of bits that distinguish them.
//!
//! A code names a piece and its destination. If several pieces of that kind could move there, regardless of checks, an
//! index follows: the position of the moving one in the order of files and then ranks. The number of its bits
//! depends on how many such pieces could ever reach that square, not on how many are on the board.

use crate::rules::{Color, Position, Role, Square, attacks};

/// The pieces of the side to move that could go to a square, whether or not that leaves their king in check. Castling and
/// promotions are not moves of these.
#[inline]
pub(super) fn candidates(position: &Position, role: Role, to: Square) -> u64 {
    let turn = position.turn();
    if position.color(turn) & to.bit() != 0 {
        return 0;
    }
    let men = position.of(turn, role);
    match role {
        Role::Pawn => pawns(position, men, to),
        role => attacks::piece(role, to, position.occupied()) & men,
    }
}

/// The pawns among these that could go to a square. Where one can take, none can step: the squares differ.
fn pawns(position: &Position, men: u64, to: Square) -> u64 {
    let turn = position.turn();
    let takers = attacks::pawn(turn.other(), to) & men;
    if position.occupied() & to.bit() != 0 {
        return takers;
    }
    if position.passed() == Some(to) && takers != 0 {
        return takers;
    }
    let (behind, home) = match turn {
        Color::White => (to.bit() >> 8, 3),
        Color::Black => (to.bit() << 8, 4),
    };
    if men & behind != 0 || to.rank() != home || position.occupied() & behind != 0 {
        return men & behind;
    }
    men & if turn == Color::White { behind >> 8 } else { behind << 8 }
}

/// How many bits distinguish the pieces of a kind that could ever reach a square.
#[inline]
pub fn width(role: Role, to: Square) -> u32 {
    let edges = u32::from(matches!(to.file(), 0 | 7)) + u32::from(matches!(to.rank(), 0 | 7));
    match role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Queen => 3 - u32::from(edges == 2),
        Role::Rook => 2 - u32::from(edges == 2),
        Role::Bishop => 2 - edges,
        Role::Knight => match (edges, corner_distance(to)) {
            (2, _) => 1,
            (1, _) | (0, (1, 1)) => 2,
            _ => 3,
        },
    }
}

/// How far a square is from the nearest corner, in files and in ranks.
fn corner_distance(square: Square) -> (u8, u8) {
    (square.file().min(7 - square.file()), square.rank().min(7 - square.rank()))
}

/// The place of a square among these, by file and then by rank.
#[inline]
pub(super) fn index_of(squares: u64, square: Square) -> u64 {
    let before = |other: &Square| by_file(*other) < by_file(square);
    attacks::Squares(squares).filter(before).count() as u64
}

/// The square at a place among these, by file and then by rank.
#[inline]
pub(super) fn nth(squares: u64, index: u64) -> Option<Square> {
    attacks::Squares(squares).find(|square| index_of(squares, *square) == index)
}

fn by_file(square: Square) -> u8 {
    8 * square.file() + square.rank()
}

/// The pawns of the side to move that precede their last rank, blocked or not.
pub(super) fn promoting(position: &Position) -> u64 {
    let rank = if position.turn() == Color::White { 0x00ff_0000_0000_0000 } else { 0x0000_0000_0000_ff00 };
    position.of(position.turn(), Role::Pawn) & rank
}

/// The squares of the last rank that a pawn could go to, whether or not that leaves its king in check.
pub(super) fn promotion_targets(position: &Position, pawn: Square) -> u64 {
    let turn = position.turn();
    let ahead = if turn == Color::White { pawn.bit() << 8 } else { pawn.bit() >> 8 };
    ahead & !position.occupied() | attacks::pawn(turn, pawn) & position.color(turn.other())
}

/// How many bits are needed to distinguish this many pawns or squares.
pub(super) fn width_of(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The widths by square, rank 8 first, as the description's tables have them.
    fn table(role: Role) -> [String; 8] {
        core::array::from_fn(|row| {
            (0..8).map(|file| width(role, Square::at(file, 7 - row as u8)).to_string()).collect()
        })
    }

    use alloc::string::ToString;

    #[test]
    fn widths_match_the_tables() {
        let (edge, inner) = ("23333332", "33333333");
        assert_eq!(table(Role::Queen), [edge, inner, inner, inner, inner, inner, inner, edge]);
        let (edge, inner) = ("12222221", "22222222");
        assert_eq!(table(Role::Rook), [edge, inner, inner, inner, inner, inner, inner, edge]);
        let (edge, inner) = ("01111110", "12222221");
        assert_eq!(table(Role::Bishop), [edge, inner, inner, inner, inner, inner, inner, edge]);
        let (edge, next, inner) = ("12222221", "22333322", "23333332");
        assert_eq!(table(Role::Knight), [edge, next, inner, inner, inner, inner, next, edge]);
    }

    #[test]
    fn widths_hold_as_many_pieces_as_could_ever_reach_a_square() {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for number in 0..64 {
                let to = Square::masked(number);
                // On an empty board each direction that leads anywhere can bring one piece.
                let most = if role == Role::Knight {
                    attacks::knight(to).count_ones()
                } else {
                    let near = attacks::piece(role, to, u64::MAX);
                    near.count_ones()
                };
                assert_eq!(width(role, to), width_of(most), "{role:?} {to}");
            }
        }
    }

    #[test]
    fn counts_need_that_many_bits() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8].map(width_of), [0, 0, 1, 2, 2, 3, 3]);
    }
}
