//! The structure of pawns, and open files.

use super::region::FILE_A;
use super::squares::{Choice, only};
use crate::rules::{Color, Piece, Position, Role};

/// What a pawn can be in the structure of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// No pawn of its side is on a neighbouring file.
    Isolated,
    /// Another pawn of its side is on its file.
    Doubled,
    /// No pawn of the other side is before it, on its file or a neighbouring one.
    Passed,
}

/// Pawns of one or both sides with a status, such as passed, on some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pawns {
    pub(super) standing: Standing,
    pub(super) choice: Choice,
    pub(super) squares: u64,
}

/// Which pawns a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Openness {
    /// None.
    Open,
    /// Pawns of one side only; of the other side if one is given.
    Half(Option<Color>),
}

/// Some file of a set is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Files {
    /// The squares of the files.
    pub(super) squares: u64,
    pub(super) openness: Openness,
}

impl Pawns {
    pub(super) fn fit(self, board: &Position) -> bool {
        [Color::White, Color::Black].into_iter().any(|color| {
            self.choice & only(Piece { color, role: Role::Pawn }) != 0
                && standing(board, color, self.standing) & self.squares != 0
        })
    }
}

impl Files {
    pub(super) fn fit(self, board: &Position) -> bool {
        let [white, black] = [Color::White, Color::Black].map(|color| column(board.of(color, Role::Pawn)));
        let found = match self.openness {
            Openness::Open => !white & !black,
            Openness::Half(None) => white ^ black,
            Openness::Half(Some(Color::White)) => !white & black,
            Openness::Half(Some(Color::Black)) => white & !black,
        };
        found & self.squares != 0
    }
}

/// The pawns of a side that have a status.
fn standing(board: &Position, color: Color, standing: Standing) -> u64 {
    let (own, other) = (board.of(color, Role::Pawn), board.of(color.other(), Role::Pawn));
    match standing {
        Standing::Isolated => own & !beside(column(own)),
        Standing::Doubled => own & (ahead(own, Color::White) | ahead(own, Color::Black)),
        Standing::Passed => {
            let stopped = ahead(other, color.other());
            own & !(stopped | beside(stopped))
        }
    }
}

/// All squares of the files of some squares.
fn column(squares: u64) -> u64 {
    squares | ahead(squares, Color::White) | ahead(squares, Color::Black)
}

/// The squares before those, as a side sees them, without themselves unless they are before others.
fn ahead(squares: u64, color: Color) -> u64 {
    let mut all = squares;
    for shift in [8, 16, 32] {
        all |= if color == Color::White { all << shift } else { all >> shift };
    }
    if color == Color::White { all << 8 } else { all >> 8 }
}

/// The squares to the left and right of those.
fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !(FILE_A << 7)) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;

    #[test]
    fn pawns_have_a_standing() {
        // White: a2, c3, c4, d4, f5; Black: a7, e6, g4, h7.
        let board = fen::parse("4k3/p6p/4p3/5P2/2PP2p1/2P5/P7/4K3 w - - 0 1").unwrap();
        let names = |found: u64| found;
        let square = |file: u8, rank: u8| 1u64 << (file + 8 * (rank - 1));
        for (color, kind, expected) in [
            (Color::White, Standing::Isolated, square(0, 2) | square(5, 5)),
            (Color::White, Standing::Doubled, square(2, 3) | square(2, 4)),
            (Color::White, Standing::Passed, square(2, 3) | square(2, 4)),
            (Color::Black, Standing::Isolated, square(0, 7) | square(4, 6)),
            (Color::Black, Standing::Doubled, 0),
            (Color::Black, Standing::Passed, square(6, 4) | square(7, 7)),
        ] {
            assert_eq!(names(standing(&board, color, kind)), expected, "{color:?} {kind:?}");
        }
    }

    #[test]
    fn files_are_open_or_half_open() {
        let board = fen::parse("4k3/p3p3/8/8/8/8/P2P4/4K3 w - - 0 1").unwrap();
        let fits = |file: u8, openness| Files { squares: FILE_A << file, openness }.fit(&board);
        assert!(fits(1, Openness::Open) && !fits(0, Openness::Open) && !fits(3, Openness::Open));
        assert!(fits(3, Openness::Half(None)) && fits(3, Openness::Half(Some(Color::Black))));
        assert!(!fits(3, Openness::Half(Some(Color::White))) && !fits(1, Openness::Half(None)));
    }
}
