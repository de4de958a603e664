//! What the pieces of a position see: attacks, checkers, pins, and what a move would do.

use super::attacks::{self, Squares};
use super::position::Position;
use super::types::{Color, Move, MoveKind, Role, Square};

/// See [`Position::attacks`].
#[inline]
pub(super) fn attacks(position: &Position, square: Square) -> u64 {
    match position.piece_at(square) {
        None => 0,
        Some(piece) if piece.role == Role::Pawn => attacks::pawn(piece.color, square),
        Some(piece) => attacks::piece(piece.role, square, position.occupied()),
    }
}

/// See [`Position::checkers`].
#[inline]
pub(super) fn checkers(position: &Position) -> u64 {
    match position.king(position.turn()) {
        Some(king) if position.is_check() => position.attackers(king, position.turn().other(), position.occupied()),
        _ => 0,
    }
}

/// See [`Position::pinned`].
pub(super) fn pinned(position: &Position, color: Color) -> u64 {
    let Some(king) = position.king(color).filter(|_| position.has_royal_king(color)) else { return 0 };
    Squares(position.sliders_towards(king, color.other()))
        .map(|slider| attacks::between(king, slider) & position.occupied())
        .filter(|between| between.is_power_of_two() && between & position.color(color) != 0)
        .fold(0, |pinned, between| pinned | between)
}

/// See [`Position::pin_line`].
pub(super) fn pin_line(position: &Position, square: Square) -> Option<u64> {
    let color = position.piece_at(square)?.color;
    let king = position.king(color).filter(|_| position.has_royal_king(color))?;
    let sliders = position.sliders_towards(king, color.other()) & attacks::line(king, square);
    Squares(sliders)
        .find(|slider| attacks::between(king, *slider) & position.occupied() == square.bit())
        .map(|slider| attacks::between(king, slider) | slider.bit())
}

/// See [`Position::is_capture`].
#[inline]
pub(super) fn is_capture(position: &Position, mv: Move) -> bool {
    match mv.kind {
        MoveKind::Plain => position.occupied() & mv.to.bit() != 0,
        MoveKind::EnPassant => true,
        MoveKind::Castle | MoveKind::Null | MoveKind::Drop => false,
    }
}

/// See [`Position::gives_check`].
pub(super) fn gives_check(position: &Position, mv: Move) -> bool {
    position.after(mv).is_check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;
    use crate::seed::Seed;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn board(text: &str) -> Position {
        fen::parse(text).expect("a test's FEN is right")
    }

    fn names(set: u64) -> String {
        Squares(set).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn at(name: &str) -> Square {
        Square::parse(name.as_bytes()[0], name.as_bytes()[1]).expect("a square")
    }

    #[test]
    fn attacks_stop_at_the_first_piece() {
        let board = board("4k3/8/8/1p6/8/1P6/8/R2BK3 w - - 0 1");
        assert_eq!(names(board.attacks(at("a1"))), "b1 c1 d1 a2 a3 a4 a5 a6 a7 a8");
        assert_eq!(names(board.attacks(at("d1"))), "c2 e2 b3 f3 g4 h5");
        assert_eq!(names(board.attacks(at("b3"))), "a4 c4");
        assert_eq!(names(board.attacks(at("b5"))), "a4 c4");
        assert_eq!(board.attacks(at("h8")), 0);
    }

    #[test]
    fn several_pieces_can_give_check() {
        assert_eq!(names(board("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1").checkers()), "e1 d6");
        assert_eq!(Position::start().checkers(), 0);
    }

    #[test]
    fn a_pin_restricts_a_piece_to_its_line() {
        let board = board("4k3/4r3/8/8/1b6/2N5/4R3/4K2q w - - 0 1");
        assert_eq!(names(board.pinned(Color::White)), "e2 c3");
        assert_eq!(names(board.pinned(Color::Black)), "e7");
        assert_eq!(board.pin_line(at("c3")).map(names).as_deref(), Some("d2 c3 b4"));
        assert_eq!(board.pin_line(at("e7")).map(names).as_deref(), Some("e2 e3 e4 e5 e6 e7"));
        assert_eq!(board.pin_line(at("b4")), None);
    }

    /// Removing a piece exposes the king exactly if the piece is pinned.
    #[test]
    fn a_piece_is_pinned_if_its_king_depends_on_it() {
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        let mut pinned = 0;
        for _ in 0..200 {
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(seed.below(legal.len().max(1))) else { break };
                position.play_unchecked(*mv);
                for color in [Color::White, Color::Black] {
                    let Some(king) = position.king(color) else { continue };
                    let seen = |occupied| position.attackers(king, color.other(), occupied);
                    let before = seen(position.occupied());
                    for square in Squares(position.color(color) & !king.bit()) {
                        let opened = seen(position.occupied() & !square.bit()) & !before;
                        let is_pinned = position.pinned(color) & square.bit() != 0;
                        assert_eq!(is_pinned, opened != 0, "{position:?} {square}");
                        assert_eq!(position.pin_line(square).map(|line| line & opened), is_pinned.then_some(opened));
                        pinned += u32::from(is_pinned);
                    }
                }
            }
        }
        assert!(pinned > 500, "{pinned}");
    }

    #[test]
    fn castling_gives_check_with_the_rook_and_is_not_a_capture() {
        let board = board("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
        let castling = board.find(at("e1"), at("g1"), None).expect("legal");
        assert!(board.gives_check(castling) && !board.is_capture(castling));
    }
}
