//! A position as numbers: sets of squares, letters, and planes of bytes for machine learning.

use super::attacks::Squares;
use super::position::{Position, Wing};
use super::types::{Color, Role, Square};

/// The pieces in the order of the sets and planes: White from pawn to king, then Black.
const PIECES: [(Color, Role); 12] = {
    let mut pieces = [(Color::White, Role::Pawn); 12];
    let mut index = 0;
    while index < 12 {
        let color = if index < 6 { Color::White } else { Color::Black };
        pieces[index] = (color, Role::ALL[index % 6]);
        index += 1;
    }
    pieces
};

/// Which planes a position becomes. A plane has a byte for each square, a1 first, b1 second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planes {
    /// 12 planes: for each piece its squares, White's pawns to kings first, then Black's.
    Pieces,
    /// 18 planes: the pieces; White's right to castle kingside and queenside, and Black's; whether White is to move; and the
    /// square of a legal capture en passant. Rights and the side to move fill their planes.
    State,
}

impl Planes {
    /// Every choice.
    pub const ALL: [Planes; 2] = [Planes::Pieces, Planes::State];

    /// How many planes there are.
    pub const fn count(self) -> usize {
        match self {
            Planes::Pieces => 12,
            Planes::State => 18,
        }
    }

    /// How many bytes all planes have.
    pub const fn bytes(self) -> usize {
        self.count() * 64
    }
}

/// See [`Position::bitboards`].
pub(super) fn bitboards(position: &Position) -> [u64; 12] {
    PIECES.map(|(color, role)| position.of(color, role))
}

/// See [`Position::letters`].
pub(super) fn letters(position: &Position) -> [u8; 64] {
    let mut letters = [b'.'; 64];
    for square in Squares(position.occupied()) {
        letters[square.index()] = position.piece_at(square).map_or(b'.', super::Piece::letter);
    }
    letters
}

/// See [`Position::fill_planes`].
pub(super) fn fill_planes(position: &Position, planes: Planes, out: &mut [u8]) {
    for (index, (color, role)) in PIECES.into_iter().enumerate() {
        for square in Squares(position.of(color, role)) {
            mark(out, index, square);
        }
    }
    if planes == Planes::Pieces {
        return;
    }
    let may = |color, wing| position.castling_rook(color, wing).is_some();
    let full = [
        may(Color::White, Wing::King),
        may(Color::White, Wing::Queen),
        may(Color::Black, Wing::King),
        may(Color::Black, Wing::Queen),
        position.turn() == Color::White,
    ];
    for (plane, is_full) in out.chunks_mut(64).skip(PIECES.len()).zip(full) {
        plane.fill(u8::from(is_full));
    }
    if let Some(square) = position.takeable() {
        mark(out, PIECES.len() + full.len(), square);
    }
}

#[inline]
fn mark(out: &mut [u8], plane: usize, square: Square) {
    if let Some(byte) = out.get_mut(plane * 64 + square.index()) {
        *byte = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;
    use alloc::vec;

    #[test]
    fn sets_and_planes_have_one_order() {
        let position = fen::parse("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 2").expect("right");
        let mut planes = vec![0; Planes::State.bytes()];
        position.fill_planes(Planes::State, &mut planes);
        for (set, plane) in position.bitboards().into_iter().zip(planes.chunks(64)) {
            assert!((0..64).all(|square| plane[square] == (set >> square & 1) as u8));
        }
        let sums: vec::Vec<u32> =
            planes.chunks(64).map(|plane| plane.iter().map(|byte| u32::from(*byte)).sum()).collect();
        assert_eq!(sums, [1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 64, 0, 0, 64, 64, 1]);
        assert_eq!(planes[17 * 64 + 43], 1, "d6");
        let mut pieces = vec![0; Planes::Pieces.bytes()];
        position.fill_planes(Planes::Pieces, &mut pieces);
        assert_eq!(pieces, planes[..12 * 64]);
    }

    #[test]
    fn letters_start_at_a1() {
        let letters = Position::start().letters();
        assert_eq!(&letters[..16], b"RNBQKBNRPPPPPPPP");
        assert_eq!(&letters[16..24], b"........");
        assert_eq!(&letters[56..], b"rnbqkbnr");
    }
}
