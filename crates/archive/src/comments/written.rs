//! Lines of moves as text.

use super::segments::write_squares;
use scoresheet_core::notation::san;
use scoresheet_core::rules::{Move, Position};

/// Appends moves with blanks between them.
pub(super) fn write_line(position: &mut Position, moves: &[Move], out: &mut Vec<u8>) {
    for (number, mv) in moves.iter().enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        san::write_body(position, *mv, out);
        position.play_unchecked(*mv);
        out.extend_from_slice(san::mark(position));
    }
}

/// Appends moves by their squares with blanks between them.
pub(super) fn write_all_squares(moves: &[Move], out: &mut Vec<u8>) {
    for (number, mv) in moves.iter().enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        write_squares(*mv, out);
    }
}
