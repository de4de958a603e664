//! Attacks, pins and forks.

use super::squares::{ANY_BLACK, ANY_WHITE, Choice, only};
use crate::rules::attacks::Squares;
use crate::rules::{Color, Piece, Position, Role, Square};

/// What is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Pieces(Choice),
    Square(Square),
}

/// Whether a piece of the first choice attacks a target.
pub(super) fn attacks_any(board: &Position, from: Choice, to: &Target) -> bool {
    let attackers = pieces(board, from);
    let targets = match to {
        Target::Pieces(choice) => pieces(board, *choice),
        Target::Square(square) => square.bit(),
    };
    Squares(targets).any(|square| {
        [Color::White, Color::Black].into_iter().any(|color| {
            attackers & board.color(color) != 0 && board.attackers(square, color, board.occupied()) & attackers != 0
        })
    })
}

/// Whether a piece of a choice is pinned to its king.
pub(super) fn is_pinned(board: &Position, choice: Choice) -> bool {
    let wanted = pieces(board, choice);
    [Color::White, Color::Black]
        .into_iter()
        .any(|color| wanted & board.color(color) != 0 && board.pinned(color) & wanted != 0)
}

/// Whether a piece of a choice attacks two pieces of the other side, each of which is a king, is worth more, or is not
/// defended. Pawns are not counted as attacked.
pub(super) fn has_fork(board: &Position, choice: Choice) -> bool {
    Squares(pieces(board, choice)).any(|square| {
        let Some(piece) = board.piece_at(square) else { return false };
        let other = piece.color.other();
        let attacked = board.attacks(square) & board.color(other) & !board.of(other, Role::Pawn);
        // Most pieces attack fewer than two others.
        attacked & attacked.wrapping_sub(1) != 0
            && Squares(attacked)
                .filter(|target| {
                    let role = board.piece_at(*target).map_or(Role::Pawn, |piece| piece.role);
                    role == Role::King
                        || worth(role) > worth(piece.role)
                        || board.attackers(*target, other, board.occupied()) == 0
                })
                .nth(1)
                .is_some()
    })
}

/// What a piece is worth in pawns; 0 for a king.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The squares of the pieces of a choice.
pub(super) fn pieces(board: &Position, choice: Choice) -> u64 {
    let mut squares = 0;
    for (color, any) in [(Color::White, ANY_WHITE), (Color::Black, ANY_BLACK)] {
        if choice & any == any {
            squares |= board.color(color);
            continue;
        }
        if choice & any == 0 {
            continue;
        }
        for role in (1..=6).filter_map(Role::from_number) {
            if choice & only(Piece { color, role }) != 0 {
                squares |= board.of(color, role);
            }
        }
    }
    squares
}

/// The material of White less that of Black, in pawns.
pub(super) fn balance(board: &Position) -> i32 {
    let of = |color| -> i32 {
        (1..=5).filter_map(Role::from_number).map(|role| board.of(color, role).count_ones() as i32 * worth(role)).sum()
    };
    of(Color::White) - of(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::squares::{ANYTHING, choice_of};
    use crate::position::fen;

    #[test]
    fn forks_need_two_targets_that_matter() {
        for (board, choice, expected) in [
            ("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "N", true),
            ("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "n", false),
            ("4k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "N", false),
            // Both bishops are defended by pawns, so the rook forks nothing; a knight of no greater worth neither.
            ("4k3/3p1p2/2b3b1/8/8/8/8/4K1R1 w - - 0 1", "R", false),
            ("4k3/8/1b3b2/3R4/8/8/8/4K3 w - - 0 1", "R", false),
            ("4k3/8/8/1b1R2b1/8/8/8/4K3 w - - 0 1", "R", true),
        ] {
            let board = fen::parse(board).unwrap();
            assert_eq!(has_fork(&board, choice_of(choice).unwrap()), expected, "{choice}");
        }
    }

    #[test]
    fn pinned_pieces_and_the_balance() {
        let board = fen::parse("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
        assert!(is_pinned(&board, ANYTHING) && is_pinned(&board, choice_of("N").unwrap()));
        assert!(!is_pinned(&board, choice_of("n").unwrap()));
        assert_eq!(balance(&board), 0);
        assert_eq!(balance(&fen::parse("4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1").unwrap()), 8);
    }
}
