//! What may be on the squares of a board.

use crate::rules::{Color, Piece, Position, Role, Square};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A set of what may be on one square: bit 0 for nothing, and a bit for each piece, numbered as its role, and 8 more for
/// Black.
pub(super) type Choice = u16;

/// The square is empty.
pub(super) const EMPTY: Choice = 1;
/// Any piece of White, or of Black.
pub(super) const ANY_WHITE: Choice = 0b0111_1110;
pub(super) const ANY_BLACK: Choice = ANY_WHITE << 8;
/// Anything, or nothing.
pub(super) const ANYTHING: Choice = EMPTY | ANY_WHITE | ANY_BLACK;

/// The choice of one piece.
pub(super) fn only(piece: Piece) -> Choice {
    1 << number(piece)
}

fn number(piece: Piece) -> usize {
    piece.role as usize + 8 * piece.color as usize
}

/// The pieces of a choice, with their sides exchanged.
pub(super) fn swapped(choice: Choice) -> Choice {
    choice & EMPTY | (choice & ANY_WHITE) << 8 | (choice & ANY_BLACK) >> 8
}

/// The meaning of a letter in a pattern: a piece, `A` or `a` for any of a side, `.` for nothing, `?` for
/// anything.
pub(super) fn choice(letter: u8) -> Option<Choice> {
    match letter {
        b'A' => Some(ANY_WHITE),
        b'a' => Some(ANY_BLACK),
        b'.' => Some(EMPTY),
        b'?' => Some(ANYTHING),
        letter => Piece::from_letter(letter).map(only),
    }
}

/// The choice of one letter, or of several in brackets.
pub(super) fn choice_of(text: &str) -> Option<Choice> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match (inner, text.as_bytes()) {
        (Some(inner), _) if !inner.is_empty() => {
            inner.bytes().try_fold(0, |all, letter| choice(letter).map(|choice| all | choice))
        }
        (None, [letter]) => choice(*letter),
        _ => None,
    }
}

/// What may be on each square, prepared for boards that are kept as sets of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SquareTest {
    /// The choices, a1 first, b1 second.
    choices: Box<[Choice; 64]>,
    /// The squares that must be empty.
    empty: u64,
    /// The squares that must have a certain piece.
    pieces: Vec<(Piece, u64)>,
    /// The other squares with a restriction.
    others: Vec<(Square, Choice)>,
}

impl SquareTest {
    pub(super) fn new(choices: [Choice; 64]) -> SquareTest {
        let (mut empty, mut pieces, mut others) = (0, Vec::new(), Vec::new());
        for (square, &choice) in (0u8..).map(Square::masked).zip(&choices) {
            if choice == EMPTY {
                empty |= square.bit();
            } else if choice != ANYTHING && choice.count_ones() != 1 {
                others.push((square, choice));
            }
        }
        for color in [Color::White, Color::Black] {
            for role in (1..=6).filter_map(Role::from_number) {
                let piece = Piece { color, role };
                let squares = (0u8..).zip(&choices).filter(|(_, choice)| **choice == only(piece));
                let squares = squares.fold(0, |set, (square, _)| set | Square::masked(square).bit());
                if squares != 0 {
                    pieces.push((piece, squares));
                }
            }
        }
        SquareTest { choices: Box::new(choices), empty, pieces, others }
    }

    /// The board of a position, with nothing else on it.
    pub(super) fn of(position: &Position) -> SquareTest {
        let mut choices = [EMPTY; 64];
        for (square, choice) in (0u8..).map(Square::masked).zip(&mut choices) {
            if let Some(piece) = position.piece_at(square) {
                *choice = only(piece);
            }
        }
        SquareTest::new(choices)
    }

    /// Reads eight ranks as FEN has them. A number means squares with any content. Besides pieces, a square may be
    /// what [`choice_of`] reads.
    ///
    /// # Errors
    /// The byte that is invalid, and why.
    pub(super) fn parse(text: &str) -> Result<SquareTest, (usize, String)> {
        let mut choices = [ANYTHING; 64];
        let bytes = text.as_bytes();
        let (mut at, mut rank, mut file) = (0, 7u8, 0u8);
        while let Some(&letter) = bytes.get(at) {
            let length =
                if letter == b'[' { bytes[at..].iter().take_while(|letter| **letter != b']').count() + 1 } else { 1 };
            match letter {
                b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
                b'/' => return Err((at, format!("rank {} has {file} squares, not 8", rank + 1))),
                b'1'..=b'8' if file + letter - b'0' <= 8 => file += letter - b'0',
                _ => {
                    let found = text.get(at..at + length).and_then(choice_of);
                    let Some(choice) = found.filter(|choice| *choice != 0) else {
                        return Err((at, "expected a piece, `A`, `a`, `.`, `?`, `[…]`, a number or `/`".into()));
                    };
                    if file > 7 {
                        return Err((at, format!("rank {} has more than 8 squares", rank + 1)));
                    }
                    choices[Square::at(file, rank).index()] = choice;
                    file += 1;
                }
            }
            at += length;
        }
        if (rank, file) != (0, 8) {
            return Err((text.len(), format!("the board ends on rank {} after {file} squares", rank + 1)));
        }
        Ok(SquareTest::new(choices))
    }

    /// Whether a board meets these conditions.
    #[inline]
    pub(super) fn fit(&self, board: &Position) -> bool {
        board.occupied() & self.empty == 0
            && self.pieces.iter().all(|(piece, squares)| board.of(piece.color, piece.role) & squares == *squares)
            && self.others.iter().all(|(square, choice)| {
                let bit = board.piece_at(*square).map_or(EMPTY, only);
                bit & choice != 0
            })
    }

    /// The same with files exchanged, a with h.
    pub(super) fn mirrored(&self) -> SquareTest {
        SquareTest::new(core::array::from_fn(|square| self.choices[square ^ 7]))
    }

    /// The same with sides exchanged: the pieces, and the ranks.
    pub(super) fn swapped(&self) -> SquareTest {
        SquareTest::new(core::array::from_fn(|square| swapped(self.choices[square ^ 56])))
    }

    /// The squares with a restriction.
    pub(super) fn watched(&self) -> u64 {
        let watched = (0u8..).zip(self.choices.iter()).filter(|(_, choice)| **choice != ANYTHING);
        watched.fold(0, |all, (square, _)| all | Square::masked(square).bit())
    }

    /// The squares that need a piece that is not there at this start.
    pub(super) fn reached_from(&self, start: &Position) -> u64 {
        let is_missing = |square: Square, choice: Choice| {
            choice & EMPTY == 0 && start.piece_at(square).map_or(EMPTY, only) & choice == 0
        };
        let squares = (0u8..).map(Square::masked).zip(self.choices.iter());
        squares.filter(|(square, choice)| is_missing(*square, **choice)).fold(0, |all, (square, _)| all | square.bit())
    }

    /// At least how many pieces the board has.
    pub(super) fn fewest_pieces(&self) -> u32 {
        self.choices.iter().filter(|choice| **choice & EMPTY == 0).count() as u32
    }

    /// The pawns on the squares that they start from, which therefore have not moved.
    pub(super) fn unmoved_pawns(&self) -> u64 {
        let pawns = |color, rank: u64| {
            let piece = Piece { color, role: Role::Pawn };
            self.pieces.iter().find(|(known, _)| *known == piece).map_or(0, |(_, squares)| squares & rank)
        };
        pawns(Color::White, 0xff00) | pawns(Color::Black, 0xff << 48)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;

    fn fits(pattern: &str, board: &str) -> bool {
        let squares = SquareTest::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error:?}"));
        squares.fit(&fen::parse(board).unwrap())
    }

    const BOARD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn squares_may_have_what_is_required() {
        for (pattern, expected) in [
            ("8/8/8/8/8/8/8/8", true),
            ("8/8/2n5/4p3/4P3/5N2/8/8", true),
            ("8/8/2n5/4p3/4P3/5N2/8/7B", false),
            ("8/8/2[nb]5/8/8/8/8/8", true),
            ("8/8/2[rb]5/8/8/8/8/8", false),
            ("8/8/2a5/4a3/4A3/5A2/8/8", true),
            ("8/8/2A5/8/8/8/8/8", false),
            ("8/4.3/8/8/8/8/8/6.1", true),
            ("8/8/8/4.3/8/8/8/8", false),
            ("8/8/8/4[.P]3/8/8/8/8", false),
            ("8/8/8/3[.P]4/8/8/8/8", true),
            ("?7/8/8/8/8/8/8/8", true),
            ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R", true),
        ] {
            assert_eq!(fits(pattern, BOARD), expected, "{pattern}");
        }
    }

    #[test]
    fn boards_that_are_wrong_are_refused_at_their_byte() {
        for (pattern, at) in [
            ("8/8/8/8/8/8/8", 13),
            ("8/8/8/8/8/8/8/9", 14),
            ("8/8/8/8/8/8/8/8/8", 15),
            ("7/8/8/8/8/8/8/8", 1),
            ("8P/8/8/8/8/8/8/8", 1),
            ("8/8/8/8/8/8/8/7x", 15),
            ("8/8/8/8/8/8/8/7[", 15),
            ("8/8/8/8/8/8/8/7[]", 15),
            ("", 0),
        ] {
            assert_eq!(SquareTest::parse(pattern).unwrap_err().0, at, "{pattern}");
        }
    }

    #[test]
    fn boards_are_mirrored_and_swapped() {
        let squares = SquareTest::parse("8/8/2n5/[AQ]7/8/8/P7/8").unwrap();
        assert_eq!(squares.mirrored(), SquareTest::parse("8/8/5n2/7[AQ]/8/8/7P/8").unwrap());
        assert_eq!(squares.swapped(), SquareTest::parse("8/p7/8/8/[aq]7/2N5/8/8").unwrap());
        assert_eq!((squares.fewest_pieces(), squares.unmoved_pawns()), (3, 1 << 8));
    }
}
