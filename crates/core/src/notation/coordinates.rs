//! The meaning of two squares and a letter on a board, shared by MCN and BCCF.

use super::{MoveError, OptionalMove, ParsedMove, SpellingNotes, Validation};
use crate::error::Code;
use crate::rules::{Color, Move, MoveKind, Position, Role, Square, Wing};

/// Squares and letter of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coordinates {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// The two squares of a move: castling is the king's move, in Chess960 onto its own rook.
pub(super) fn squares(before: &Position, mv: Move) -> (Square, Square) {
    let by_rook = mv.kind == MoveKind::Castle && before.rules().free_castling();
    (mv.from, if by_rook { mv.to } else { mv.destination() })
}

/// The move that the coordinates name.
pub(super) fn named(before: &Position, told: Coordinates, validation: Validation) -> Result<ParsedMove, MoveError> {
    let Coordinates { from, to, promotion } = told;
    if from == to {
        return Err(MoveError::Forbidden("a move cannot end on its starting square"));
    }
    let role = mover(before, from, validation)?;
    let castling = if promotion.is_none() && role == Role::King { castling(before, from, to) } else { None };
    if let Some((mv, notes)) = castling {
        return checked(before, mv, validation).map(|named| ParsedMove { notes, ..named });
    }
    judge_promotion(before, told, validation)?;
    let kind = if passes(before, role, from, to) { MoveKind::EnPassant } else { MoveKind::Plain };
    checked(before, Move { from, to, promotion, kind }, validation)
}

/// The move between two squares if it is legal and needs no letter for a promotion; castling in its usual spelling is
/// one.
#[inline(always)]
pub(super) fn plain(before: &Position, from: Square, to: Square) -> OptionalMove {
    let goes = before.may_go(from, to);
    if goes { OptionalMove::plain_if(goes, from, to) } else { plain_castling(before, from, to) }
}

#[inline(never)]
fn plain_castling(before: &Position, from: Square, to: Square) -> OptionalMove {
    let castling = castling(before, from, to);
    OptionalMove::of(castling.filter(|(mv, notes)| notes.is_empty() && before.is_legal(*mv)).map(|(mv, _)| mv))
}

/// What is on the square that a move starts from, which the side to move must own.
pub(super) fn mover(before: &Position, from: Square, validation: Validation) -> Result<Role, MoveError> {
    match before.piece_at(from) {
        None => Err(MoveError::Forbidden("there is no piece on its starting square")),
        Some(piece) if piece.color != before.turn() && validation != Validation::Off => {
            Err(MoveError::Forbidden("it moves a piece of the opponent"))
        }
        Some(piece) => Ok(piece.role),
    }
}

/// A pawn that reaches its last rank becomes something, and nothing else does.
pub(super) fn judge_promotion(before: &Position, told: Coordinates, validation: Validation) -> Result<(), MoveError> {
    if validation == Validation::Off {
        return Ok(());
    }
    judge_promoted(reaches_last_rank(before, told.from, told.to), told.promotion)
}

/// The same if it is known whether a pawn arrives on its last rank.
pub(super) fn judge_promoted(is_last: bool, promotion: Option<Role>) -> Result<(), MoveError> {
    match (is_last, promotion) {
        (true, None) => Err(MoveError::Forbidden("it does not name the promotion piece")),
        (false, Some(_)) => Err(MoveError::Forbidden("only a pawn on its last rank is promoted")),
        _ => Ok(()),
    }
}

/// Whether a pawn arrives on its last rank.
pub(super) fn reaches_last_rank(before: &Position, from: Square, to: Square) -> bool {
    before.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn && to.rank() == piece.color.other().back_rank())
}

/// Whether this takes the pawn that has just passed, be it legal or not.
pub(super) fn passes(before: &Position, role: Role, from: Square, to: Square) -> bool {
    let forward = if before.turn() == Color::White { from.rank() + 1 } else { from.rank().wrapping_sub(1) };
    role == Role::Pawn
        && before.color(before.turn()) & from.bit() != 0
        && before.passed() == Some(to)
        && before.can_be_passed(to)
        && to.rank() == forward
        && from.file().abs_diff(to.file()) == 1
}

/// The king of the side to move, if it is the only one of its side and matters. In chess the other side must have one, too.
pub(super) fn castling_king(before: &Position) -> Option<Square> {
    let (us, rules) = (before.turn(), before.rules());
    let may_castle = match before.is_careful() {
        true => !rules.has_common_kings() && before.of(us, Role::King).is_power_of_two(),
        false => before.has_two_kings(),
    };
    before.king(us).filter(|_| may_castle)
}

/// The castling that a king's move names, if the right exists: two files from the e-file, or onto the rook in Chess960.
/// There the usual squares are accepted too, and reported, if they are not a king's step.
fn castling(before: &Position, from: Square, to: Square) -> Option<(Move, SpellingNotes)> {
    let us = before.turn();
    if castling_king(before) != Some(from) || to.rank() != from.rank() {
        return None;
    }
    let rook = before.castling_rook(us, if to > from { Wing::King } else { Wing::Queen })?;
    let mv = Move { from, to: rook, promotion: None, kind: MoveKind::Castle };
    let mut notes = SpellingNotes::default();
    if !before.rules().free_castling() {
        return (from.file() == 4 && from.file().abs_diff(to.file()) == 2).then_some((mv, notes));
    }
    notes.add_if(to != rook, Code::CastlingSpelling);
    let is_far = from.file().abs_diff(to.file()) > 1;
    (to == rook || is_far && to == mv.destination()).then_some((mv, notes))
}

/// The move, flagged if it is not legal and that is allowed.
pub(super) fn checked(before: &Position, mv: Move, validation: Validation) -> Result<ParsedMove, MoveError> {
    let illegal = !before.is_legal(mv);
    if illegal && validation == Validation::Full {
        return Err(MoveError::Illegal);
    }
    Ok(ParsedMove { illegal, ..ParsedMove::plainly(mv) })
}
