//! The first field of FEN and its kin: eight ranks of pieces and runs of empty squares.

use super::PositionError;
use crate::error::Code;
use crate::rules::{Piece, Position, Square};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The piece on each square, a1 first, b1 second.
pub type BoardSquares = [Option<Piece>; 64];

/// A board as it was written.
pub(super) struct BoardText {
    pub(super) pieces: BoardSquares,
    /// The second of two adjacent digits, which some notations forbid.
    pub(super) joined: Option<usize>,
    /// The squares of the pieces that are followed by a `~`.
    pub(super) promoted: u64,
    /// The first `~`, which some notations do not have.
    pub(super) marked: Option<usize>,
}

/// The letters of pieces by their codes.
const LETTERS: &[u8; 16] = b" PNBRQK  pnbrqk ";

/// How a rank with pieces on certain files is written.
#[derive(Clone, Copy)]
struct RankText {
    /// How many characters it takes.
    length: u8,
    /// Its digits, each in its place; 0 in the place of a letter.
    digits: [u8; 8],
    /// The file of the piece whose letter is in a place; 8 for none.
    files: [u8; 8],
}

/// The shape of each set of files.
static SHAPES: [RankText; 256] = {
    let mut shapes = [RankText { length: 0, digits: [0; 8], files: [8; 8] }; 256];
    let mut set = 0;
    while set < 256 {
        let (mut file, mut empty, mut at) = (0, 0, 0);
        while file <= 8 {
            let stands = file < 8 && set >> file & 1 == 1;
            if (stands || file == 8) && empty > 0 {
                shapes[set].digits[at] = b'0' + empty;
                (at, empty) = (at + 1, 0);
            }
            if stands {
                shapes[set].files[at] = file;
                at += 1;
            } else {
                empty += 1;
            }
            file += 1;
        }
        shapes[set].length = at as u8;
        set += 1;
    }
    shapes
};

/// Appends the board of a position. Whole games are written so: without a branch for each square, which is
/// unpredictable.
pub(super) fn write_position(position: &Position, out: &mut Vec<u8>) {
    let mut text = [b'/'; 80];
    let mut end = 0;
    for (rank, codes) in position.codes().chunks_exact(8).enumerate().rev() {
        let shape = &SHAPES[usize::from((position.occupied() >> (8 * rank)) as u8)];
        let mut letters = [0; 16];
        for (letter, &code) in letters.iter_mut().zip(codes) {
            *letter = LETTERS[usize::from(code & 15)];
        }
        // There is nothing after the eight files.
        letters[8] = 0;
        for (at, place) in text.iter_mut().skip(end).take(8).enumerate() {
            *place = shape.digits[at] | letters[usize::from(shape.files[at] & 15)];
        }
        end += usize::from(shape.length) + 1;
        text[end - 1] = b'/';
    }
    out.extend_from_slice(text.get(..end - 1).unwrap_or_default());
}

/// The same with a `~` after each promoted piece.
pub(super) fn write_marked(position: &Position, out: &mut Vec<u8>) {
    let promoted = position.promoted();
    if promoted == 0 {
        return write_position(position, out);
    }
    let mut plain = Vec::with_capacity(80);
    write_position(position, &mut plain);
    // Letters come in the order of their squares: the eighth rank first.
    let squares = (0..8).rev().flat_map(|rank| (0..8).map(move |file| Square::at(file, rank)));
    let mut occupied = squares.filter(|square| position.occupied() & square.bit() != 0);
    for letter in plain {
        out.push(letter);
        let marks = letter.is_ascii_alphabetic() && occupied.next().is_some_and(|square| promoted & square.bit() != 0);
        if marks {
            out.push(b'~');
        }
    }
}

/// Appends the board with these pieces.
pub(super) fn write(piece_at: impl Fn(Square) -> Option<Piece>, out: &mut Vec<u8>) {
    for rank in (0..8).rev() {
        let mut empty = 0u8;
        for file in 0..8 {
            match piece_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut empty, out);
                    out.push(piece.letter());
                }
            }
        }
        push_count(&mut empty, out);
        if rank > 0 {
            out.push(b'/');
        }
    }
}

fn push_count(empty: &mut u8, out: &mut Vec<u8>) {
    if *empty > 0 {
        out.push(b'0' + *empty);
        *empty = 0;
    }
}

/// Reads a board that starts at byte `start` of its text; its faults are errors of this code.
pub(super) fn read(board: &[u8], start: usize, code: Code) -> Result<BoardText, PositionError> {
    let mut pieces = [None; 64];
    let (mut rank, mut file, mut joined) = (7u8, 0u8, None);
    let (mut promoted, mut marked) = (0, None);
    let mut after_digit = false;
    // The piece just read, which a `~` may follow.
    let mut last = 0;
    for (offset, &letter) in board.iter().enumerate() {
        let at = start + offset;
        let wrong = |why: String| Err(PositionError { code, at, message: why });
        let number = rank + 1;
        if after_digit && letter.is_ascii_digit() {
            joined = joined.or(Some(at));
        }
        after_digit = letter.is_ascii_digit();
        let markable = core::mem::take(&mut last);
        match letter {
            b'~' if markable != 0 => {
                promoted |= markable;
                marked = marked.or(Some(at));
            }
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b'/' if file == 8 => return wrong("the board has more than eight ranks".into()),
            b'/' => return wrong(format!("rank {number} of the board has only {}", squares(file))),
            b'1'..=b'8' if file + (letter - b'0') <= 8 => file += letter - b'0',
            _ => match Piece::from_letter(letter) {
                Some(piece) if file < 8 => {
                    pieces[Square::at(file, rank).index()] = Some(piece);
                    last = Square::at(file, rank).bit();
                    file += 1;
                }
                None if !letter.is_ascii_digit() || letter == b'0' => {
                    return wrong(format!(
                        "`{}` at character {} of the board is not a piece",
                        first(board, offset),
                        offset + 1
                    ));
                }
                _ => return wrong(format!("rank {number} of the board has more than eight squares")),
            },
        }
    }
    if (rank, file) == (0, 8) {
        return Ok(BoardText { pieces, joined, promoted, marked });
    }
    let message = if file == 8 || board.is_empty() {
        format!("the board has only {} of eight ranks", 8 - rank)
    } else {
        format!("rank {} of the board has only {}", rank + 1, squares(file))
    };
    Err(PositionError { code, at: start + board.len(), message })
}

/// A number of squares of a rank, in words.
fn squares(count: u8) -> String {
    format!("{count} square{}", if count == 1 { "" } else { "s" })
}

/// The character that starts at a byte.
fn first(board: &[u8], byte: usize) -> char {
    let rest = String::from_utf8_lossy(board.get(byte..).unwrap_or_default());
    rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}
