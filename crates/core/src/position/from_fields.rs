//! From what a text says to a position: what is assumed where it is silent, and whether a game can start there.

use super::error::{PositionError, error};
use super::fields::{PositionFields, passed_square};
use super::position_notation::Read;
use super::rights;
use crate::error::Code;
use crate::notation::Validation;
use crate::rules::{Color, Position, PositionParts, Role, Rules, Square};
use alloc::format;
use alloc::string::String;

/// Which rights a text without a castling field leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsaid {
    /// None.
    NoRights,
    /// Those of kings and rooks on their usual squares.
    HomeRights,
}

/// The position of a board and its fields. `rules`: those that are known to be played; `None` where nothing says which,
/// and then castling rights that only Chess960 explains select it.
pub(super) fn position<'t>(
    fields: PositionFields<'t>,
    unsaid: Unsaid,
    rules: Option<Rules>,
    validation: Validation,
) -> Result<Read<'t>, PositionError> {
    let mut notes = fields.notes.clone();
    let mut parts = PositionParts {
        pieces: fields.pieces,
        turn: fields.turn.unwrap_or(Color::White),
        castling: 0,
        passed: fields.en_passant.and_then(passed_square),
        halfmove: fields.halfmove.unwrap_or(0),
        fullmove: fields.fullmove.unwrap_or(1).max(1),
        ..PositionParts::empty(rules.unwrap_or(Rules::STANDARD))
    };
    if fields.turn.is_none() && !fields.claim.fits_check(false) && is_black_in_check(&Position::assemble(&parts)) {
        parts.turn = Color::Black;
    }
    let bare = Position::assemble(&parts);
    let defect = board_defect(&bare);
    let is_sound = defect.is_none();
    if let Some((code, message)) = defect.filter(|_| validation == Validation::Full) {
        return Err(error(code, 0, message));
    }
    match (fields.castling, unsaid) {
        (Some(letters), _) => {
            let read = rights::read(letters, &bare, rules);
            parts.castling = read.rooks;
            if read.free && rules.is_none() {
                parts.rules = Rules::CHESS960;
                notes.push(Code::Chess960Assumed);
            }
            if read.dropped {
                notes.push(Code::FenCastling);
            }
        }
        (None, Unsaid::HomeRights) => parts.castling = rights::of_home_squares(&bare),
        (None, Unsaid::NoRights) => {}
    }
    if parts.passed.is_some_and(|square| !double_step_possible(&bare, square)) {
        parts.passed = None;
        notes.push(Code::FenEnPassant);
    }
    let position = Position::assemble(&parts);
    let moved = position.turn().other();
    let may_be_taken = position.of(moved, Role::King).is_power_of_two() && position.king_attacked(moved);
    if may_be_taken && validation == Validation::Full {
        let message = format!("{} to move could capture the king", side(position.turn()));
        return Err(error(Code::FenOpponentInCheck, 0, message));
    }
    if may_be_taken || !is_sound {
        notes.push(Code::PositionIllegal);
    }
    Ok(Read { position, notes, fields })
}

/// Whether Black is in check, and White is not: the side to move where marks say check and nothing else says the side.
fn is_black_in_check(board: &Position) -> bool {
    let checked = |color| board.of(color, Role::King).is_power_of_two() && board.king_attacked(color);
    checked(Color::Black) && !checked(Color::White)
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// Whether a game can start from a position: what [`Validation::Full`] asks for.
pub fn may_start(position: &Position) -> bool {
    let moved = position.turn().other();
    board_defect(position).is_none() && !position.king_attacked(moved)
}

/// Why no game can start from a board, whoever moves.
fn board_defect(position: &Position) -> Option<(Code, String)> {
    for color in [Color::White, Color::Black] {
        let kings = position.of(color, Role::King).count_ones();
        if kings != 1 {
            return Some((Code::FenKings, format!("{} has {kings} kings", side(color))));
        }
        let (pawns, all) = (position.of(color, Role::Pawn).count_ones(), position.color(color).count_ones());
        if pawns > 8 || all > 16 {
            let message = format!("{} has {all} pieces, {pawns} of them pawns", side(color));
            return Some((Code::FenTooMany, message));
        }
    }
    if position.role(Role::Pawn) & 0xff00_0000_0000_00ff != 0 {
        return Some((Code::FenPawnRank, "a pawn is on the first or last rank".into()));
    }
    None
}

/// Whether the side that is not to move can just have passed over `square`: its pawn stands beyond, and the square and the
/// one the pawn came from are empty.
fn double_step_possible(board: &Position, square: Square) -> bool {
    let (rank, from, to) = if board.turn() == Color::White { (5, 6, 4) } else { (2, 1, 3) };
    let pawn = Square::at(square.file(), to).bit();
    let empty = square.bit() | Square::at(square.file(), from).bit();
    square.rank() == rank && board.of(board.turn().other(), Role::Pawn) & pawn != 0 && board.occupied() & empty == 0
}
