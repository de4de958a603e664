//! Castling rights between letters and the squares of rooks: as FEN, X-FEN and Shredder-FEN write them.

use crate::rules::{Color, Piece, Position, Role, Rules, Square, Wing, attacks::Squares};
use alloc::vec::Vec;

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Castling {
    /// `KQkq`, and a file's letter for a rook that is not the outermost.
    #[default]
    XFen,
    /// Always the files' letters.
    Shredder,
    /// `KQkq` only: the right of a rook that is not the outermost is left out.
    Letters,
}

/// Appends the castling field: the rights' letters, White's first, the king's side first.
pub(super) fn write(position: &Position, castling: Castling, out: &mut Vec<u8>) {
    let before = out.len();
    for color in [Color::White, Color::Black] {
        let mut rooks = position.castling() & 0xff << (color.back_rank() * 8);
        while rooks != 0 {
            let rook = Square::masked(63 - rooks.leading_zeros() as u8);
            rooks &= !rook.bit();
            if let Some(letter) = letter(position, color, rook, castling) {
                out.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    if out.len() == before {
        out.push(b'-');
    }
}

/// Whether `KQkq` expresses all rights: no rook that may castle has another one of its side beyond it.
pub(super) fn are_of_outermost_rooks(position: &Position) -> bool {
    Squares(position.castling()).all(|rook| {
        let color = if rook.rank() == 0 { Color::White } else { Color::Black };
        letter(position, color, rook, Castling::Letters).is_some()
    })
}

fn letter(position: &Position, color: Color, rook: Square, castling: Castling) -> Option<u8> {
    let by_king_side = position.king(color).is_some_and(|king| rook > king);
    if castling != Castling::Shredder && outermost(position, color, by_king_side) == Some(rook) {
        return Some(if by_king_side { b'k' } else { b'q' });
    }
    (castling != Castling::Letters).then_some(b'a' + rook.file())
}

/// The rook farthest from the king on one side of it, on the back rank.
fn outermost(position: &Position, color: Color, by_king_side: bool) -> Option<Square> {
    let king = position.king(color)?;
    let rooks = position.of(color, Role::Rook) & 0xff << (color.back_rank() * 8);
    let beyond = Squares(rooks).filter(|rook| (*rook > king) == by_king_side);
    if by_king_side { beyond.last() } else { beyond.take(1).next() }
}

/// The rook that a letter of the castling field means.
pub(super) fn rook(board: &Position, letter: u8) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = board.king(color).filter(|_| board.of(color, Role::King).is_power_of_two())?;
    if king.rank() != color.back_rank() {
        return None;
    }
    match letter.to_ascii_lowercase() {
        b'k' => outermost(board, color, true),
        b'q' => outermost(board, color, false),
        file @ b'a'..=b'h' => {
            let rook = Square::at(file - b'a', color.back_rank());
            (board.of(color, Role::Rook) & rook.bit() != 0).then_some(rook)
        }
        _ => None,
    }
}

/// The rooks of some letters of the castling field, under any rules; `None` if a letter means none.
pub fn castling_rooks(letters: &[u8], board: &Position) -> Option<u64> {
    let read = read(letters, board, None);
    (!read.dropped).then_some(read.rooks)
}

/// Whether standard chess knows this right: king on the e-file, rook in the corner.
pub(super) fn is_usual(board: &Position, rook: Square) -> bool {
    let color = if rook.rank() == 0 { Color::White } else { Color::Black };
    matches!(rook.file(), 0 | 7) && board.king(color).is_some_and(|king| king.file() == 4)
}

/// What is assumed if a text gives no rights: a right for each king and rook on their usual squares.
pub(super) fn of_home_squares(board: &Position) -> u64 {
    let stands =
        |color, role, file| board.piece_at(Square::at(file, Color::back_rank(color))) == Some(Piece { color, role });
    let mut rights = 0;
    for color in [Color::White, Color::Black] {
        for file in [0, 7] {
            if stands(color, Role::King, 4) && stands(color, Role::Rook, file) {
                rights |= Square::at(file, color.back_rank()).bit();
            }
        }
    }
    rights
}

/// What a castling field's letters came to.
#[derive(Default)]
pub(super) struct Rights {
    /// The rooks that may castle.
    pub(super) rooks: u64,
    /// Some letters mean no rook that could castle.
    pub(super) dropped: bool,
    /// Some rights are those of Chess960 only.
    pub(super) free: bool,
}

/// Whether the rules of a board let this rook castle, if it has not moved.
fn may_castle(board: &Position, rook: Square) -> bool {
    let color = if rook.rank() == 0 { Color::White } else { Color::Black };
    let wing = board.king(color).map(|king| Wing::of(king, rook));
    wing.is_some_and(|wing| board.rules().castles_to(wing)) && board.promoted() & rook.bit() == 0
}

/// Finds the rooks that may castle by the rules of the board. If `rules` are those of chess, only the usual ones. Under
/// other rules, only the letters can show that the start was one of Chess960.
pub(super) fn read(letters: &[u8], board: &Position, rules: Option<Rules>) -> Rights {
    let mut rights = Rights::default();
    for &letter in letters.iter().filter(|letter| **letter != b'-') {
        match rook(board, letter).filter(|rook| may_castle(board, *rook)) {
            Some(rook) if is_usual(board, rook) => rights.rooks |= rook.bit(),
            Some(rook) if rules != Some(Rules::STANDARD) => {
                rights.rooks |= rook.bit();
                rights.free = true;
            }
            _ => rights.dropped = true,
        }
    }
    rights
}
