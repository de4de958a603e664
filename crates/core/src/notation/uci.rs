//! UCI moves: origin and target. `e2e4`, `e7e8q`, `e1g1`, in Chess960 the king takes its rook: `e1h1`. A drop is `N@f3`.

use super::spec::refuse;
use super::{Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, WordUse};
use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Position, Role, Square};
use alloc::vec::Vec;

/// The notation.
pub struct Uci;

static SPEC: NotationSpec = NotationSpec {
    id: "uci",
    title: "UCI long algebraic",
    source: "Universal Chess Interface (2006), Move format",
    example: "g1f3",
    version: "2006",
    pattern: "(?:[a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8]|0000)",
    binary: false,
    words: WordUse::ANYWHERE,
    losses: &[LossKind::IllegalMove, LossKind::KingCapture],
    limits: None,
};

impl MoveNotation for Uci {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(&SPEC, before, mv)?;
        write(before, mv, out);
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        if text == b"0000" {
            let null = before.null_move();
            return if before.is_legal(null) { Ok(ParsedMove::plainly(null)) } else { Err(MoveError::Illegal) };
        }
        let told = squares(text)?;
        if told.is_drop() {
            return if before.is_legal(told) { Ok(ParsedMove::plainly(told)) } else { Err(MoveError::Illegal) };
        }
        if told.promotion == Some(Role::King) && !before.rules().has_common_kings() {
            return Err(NO_PROMOTION);
        }
        before.find(told.from, told.to, told.promotion).map(ParsedMove::plainly).ok_or(MoveError::Illegal)
    }
}

/// The content of a text without a board: a drop, or a plain move from one square to another, though it may turn out to
/// be castling or capturing en passant. The letter of a drop may be small, and that of a pawn may be missing.
///
/// # Errors
/// If it is no such text; a null move, which names no squares, is not one here.
pub fn squares(text: &[u8]) -> Result<Move, MoveError> {
    match text {
        [b'@', ..] => return dropped(Role::Pawn, text, 1),
        [letter, b'@', ..] => {
            let role = Role::from_letter(letter.to_ascii_uppercase()).filter(|role| *role != Role::King);
            let role = role.ok_or(MoveError::Syntax { at: 0, expected: "a piece that is dropped, one of `PNBRQ`" })?;
            return dropped(role, text, 2);
        }
        _ => {}
    }
    let (from, to) = (square(text, 0)?, square(text, 2)?);
    let promotion = text.get(4).map(|letter| promoted(*letter)).transpose()?;
    if text.len() > 5 {
        return Err(MoveError::Syntax { at: 5, expected: "the end of the move" });
    }
    Ok(Move { promotion, ..Move::plain(from, to) })
}

/// The drop of a piece on the square that starts at this byte.
fn dropped(role: Role, text: &[u8], at: usize) -> Result<Move, MoveError> {
    let to = square(text, at)?;
    if text.len() > at + 2 {
        return Err(MoveError::Syntax { at: at + 2, expected: "the end of the move" });
    }
    Ok(Move::drop(role, to))
}

/// Appends a move.
pub fn write(before: &Position, mv: Move, out: &mut Vec<u8>) {
    if mv.kind == MoveKind::Null {
        return out.extend_from_slice(b"0000");
    }
    if mv.is_drop() {
        return push_drop(mv, out);
    }
    let to = if before.rules().free_castling() { mv.to } else { mv.destination() };
    out.extend_from_slice(&mv.from.name());
    out.extend_from_slice(&to.name());
    if let Some(role) = mv.promotion {
        out.push(role.letter().to_ascii_lowercase());
    }
}

/// Appends a drop, `N@f3`.
pub(super) fn push_drop(mv: Move, out: &mut Vec<u8>) {
    out.extend_from_slice(&[mv.promotion.unwrap_or(Role::Pawn).letter(), b'@']);
    out.extend_from_slice(&mv.to.name());
}

/// The square whose two characters start at this byte.
fn square(text: &[u8], at: usize) -> Result<Square, MoveError> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    let is_file = (b'a'..=b'h').contains(&byte(at));
    let at_fault = if is_file { at + 1 } else { at };
    let wrong = MoveError::Syntax { at: at_fault.min(text.len()), expected: "a square, `a1` to `h8`" };
    Square::parse(byte(at), byte(at + 1)).ok_or(wrong)
}

const NO_PROMOTION: MoveError = MoveError::Syntax { at: 4, expected: "a promotion, one of `qrbn`" };

fn promoted(letter: u8) -> Result<Role, MoveError> {
    Role::from_letter(letter.to_ascii_uppercase())
        .filter(|role| *role != Role::Pawn && letter.is_ascii_lowercase())
        .ok_or(NO_PROMOTION)
}
