//! Positions made from others: mirrored, flipped, with a piece more or less.

use super::attacks::Squares;
use super::position::{Position, PositionParts};
use super::types::{Color, Piece, Square};

/// See [`Position::mirror`].
#[must_use]
pub(super) fn mirror(position: &Position) -> Position {
    let parts = parts(position);
    let mut pieces = [None; 64];
    for (square, piece) in parts.pieces.iter().enumerate() {
        pieces[square ^ 56] = piece.map(|piece| Piece { color: piece.color.other(), ..piece });
    }
    Position::assemble(&PositionParts {
        pieces,
        turn: parts.turn.other(),
        castling: parts.castling.swap_bytes(),
        passed: parts.passed.map(|square| Square::masked(square.number() ^ 56)),
        hand: parts.hand.swapped(),
        promoted: parts.promoted.swap_bytes(),
        checks: [parts.checks[1], parts.checks[0]],
        ..parts
    })
}

/// See [`Position::flip`].
#[must_use]
pub(super) fn flip(position: &Position) -> Position {
    let parts = parts(position);
    let mut pieces = [None; 64];
    for (square, piece) in parts.pieces.iter().enumerate() {
        pieces[square ^ 7] = *piece;
    }
    let passed = parts.passed.map(|square| Square::masked(square.number() ^ 7));
    let promoted = parts.promoted.swap_bytes().reverse_bits();
    Position::assemble(&PositionParts { pieces, castling: 0, passed, promoted, ..parts })
}

/// See [`Position::with_piece`].
#[must_use]
pub(super) fn with_piece(position: &Position, square: Square, piece: Option<Piece>) -> Position {
    let mut parts = parts(position);
    parts.pieces[square.index()] = piece;
    let next = Position::assemble(&parts);
    if parts.passed.is_none_or(|passed| may_have_passed(&next, passed)) {
        return next;
    }
    parts.passed = None;
    Position::assemble(&parts)
}

/// See [`Position::is_same`].
pub(super) fn is_same(position: &Position, other: &Position) -> bool {
    let mut other = other.clone();
    (other.state.halfmove, other.state.fullmove) = (position.state.halfmove, position.state.fullmove);
    *position == other
}

/// Whether an enemy pawn can just have passed over a square: it is beyond it, and came from an empty square.
fn may_have_passed(position: &Position, passed: Square) -> bool {
    let home = if position.turn() == Color::White { passed.number() + 8 } else { passed.number().wrapping_sub(8) };
    position.can_be_passed(passed) && position.piece_at(Square::masked(home)).is_none()
}

/// What [`Position::assemble`] builds this position from.
pub(super) fn parts(position: &Position) -> PositionParts {
    let mut pieces = [None; 64];
    for square in Squares(position.occupied()) {
        pieces[square.index()] = position.piece_at(square);
    }
    PositionParts {
        pieces,
        turn: position.turn(),
        castling: position.castling(),
        passed: position.passed(),
        halfmove: position.halfmove(),
        fullmove: position.fullmove(),
        rules: position.rules(),
        hand: position.hand(),
        promoted: position.promoted(),
        checks: position.checks_remaining().unwrap_or(PositionParts::ALL_CHECKS),
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
