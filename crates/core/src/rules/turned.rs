//! Positions made from others: mirrored, flipped, with a piece more or less.

use super::attacks::Squares;
use super::position::{Parts, Position};
use super::types::{Color, Piece, Square};

impl Position {
    /// The same position for the other side: the board is turned upside down, and all colours are swapped, those of the
    /// side to move and the castling rights included.
    #[must_use]
    pub fn mirror(&self) -> Position {
        let parts = self.parts();
        let mut pieces = [None; 64];
        for (square, piece) in parts.pieces.iter().enumerate() {
            pieces[square ^ 56] = piece.map(|piece| Piece { color: piece.color.other(), ..piece });
        }
        Position::assemble(&Parts {
            pieces,
            turn: parts.turn.other(),
            castling: parts.castling.swap_bytes(),
            passed: parts.passed.map(|square| Square::masked(square.number() ^ 56)),
            ..parts
        })
    }

    /// The board with its left and right sides swapped. Castling is not symmetric, so castling rights are dropped.
    #[must_use]
    pub fn flip(&self) -> Position {
        let parts = self.parts();
        let mut pieces = [None; 64];
        for (square, piece) in parts.pieces.iter().enumerate() {
            pieces[square ^ 7] = *piece;
        }
        let passed = parts.passed.map(|square| Square::masked(square.number() ^ 7));
        Position::assemble(&Parts { pieces, castling: 0, passed, ..parts })
    }

    /// The position with this piece, or none, on a square. Castling rights and the square of a double step are dropped if
    /// they no longer fit the board. The result may be a position that no game can reach.
    #[must_use]
    pub fn with_piece(&self, square: Square, piece: Option<Piece>) -> Position {
        let mut parts = self.parts();
        parts.pieces[square.index()] = piece;
        let next = Position::assemble(&parts);
        if parts.passed.is_none_or(|passed| next.may_have_passed(passed)) {
            return next;
        }
        parts.passed = None;
        Position::assemble(&parts)
    }

    /// Whether another position differs from this one in its counters at most.
    pub fn is_same(&self, other: &Position) -> bool {
        let mut other = other.clone();
        (other.state.halfmove, other.state.fullmove) = (self.state.halfmove, self.state.fullmove);
        *self == other
    }

    /// Whether an enemy pawn can just have passed over a square: it stands beyond, and came from an empty square.
    fn may_have_passed(&self, passed: Square) -> bool {
        let home = if self.turn() == Color::White { passed.number() + 8 } else { passed.number().wrapping_sub(8) };
        self.can_be_passed(passed) && self.piece_at(Square::masked(home)).is_none()
    }

    /// What [`Position::assemble`] builds this position from.
    fn parts(&self) -> Parts {
        let mut pieces = [None; 64];
        for square in Squares(self.occupied()) {
            pieces[square.index()] = self.piece_at(square);
        }
        Parts {
            pieces,
            turn: self.turn(),
            castling: self.castling(),
            passed: self.passed(),
            halfmove: self.halfmove(),
            fullmove: self.fullmove(),
            rules: self.rules(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;
    use crate::rules::perft;
    use alloc::string::String;

    const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7";
    const PASSED: &str = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2";

    fn board(text: &str) -> Position {
        fen::parse(text).expect("a test's FEN is right")
    }

    fn text(position: &Position) -> String {
        fen::write(position, fen::Style::default())
    }

    #[test]
    fn a_mirrored_position_has_the_same_tree_of_moves() {
        for known in [MIDDLE, PASSED] {
            let position = board(known);
            assert_eq!(perft(&position.mirror(), 3), perft(&position, 3));
            assert_eq!(position.mirror().mirror(), position);
        }
        assert_eq!(text(&board(PASSED).mirror()), "r3k2r/8/8/8/3Pp3/8/8/4K3 b kq d3 0 2");
    }

    #[test]
    fn a_flipped_board_loses_its_castling_rights() {
        assert_eq!(text(&board(PASSED).flip()), "3k4/8/8/3Pp3/8/8/8/R2K3R w - e6 0 2");
    }

    #[test]
    fn rights_follow_the_pieces() {
        let square = |name: &[u8; 2]| Square::parse(name[0], name[1]).expect("a square");
        let position = board(PASSED);
        assert_eq!(text(&position.with_piece(square(b"h1"), None)), "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 2");
        assert_eq!(text(&position.with_piece(square(b"e1"), None)), "4k3/8/8/3pP3/8/8/8/R6R w - d6 0 2");
        let without = position.with_piece(square(b"d5"), None);
        assert_eq!((without.passed(), text(&without)), (None, "4k3/8/8/4P3/8/8/8/R3K2R w KQ - 0 2".into()));
        let knight = Piece::from_letter(b'n');
        assert_eq!(position.with_piece(square(b"d7"), knight).passed(), None);
        assert_eq!(text(&position.with_piece(square(b"a1"), knight)), "4k3/8/8/3pP3/8/8/8/n3K2R w K d6 0 2");
        assert_eq!(position.with_piece(square(b"d1"), knight).with_piece(square(b"d1"), None), position);
    }

    #[test]
    fn counters_do_not_make_a_position_another_one() {
        let (early, late) = (board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), board("4k3/8/8/8/8/8/8/4K2R w K - 20 31"));
        assert!(early != late && early.is_same(&late));
        assert!(!early.is_same(&board("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    }
}
