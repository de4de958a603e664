//! UCI moves: origin and target. `e2e4`, `e7e8q`, `e1g1`, in Chess960 the king takes its rook: `e1h1`.

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
    pattern: "(?:[a-h][1-8][a-h][1-8][qrbn]?|0000)",
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
        let Move { from, to, promotion, .. } = squares(text)?;
        before.find(from, to, promotion).map(ParsedMove::plainly).ok_or(MoveError::Illegal)
    }
}

/// What a text says without a board: a plain move from one square to another, though it may turn out to be castling or taking
/// in passing.
///
/// # Errors
/// If the text is none; a null move, which names no squares, is none here.
pub fn squares(text: &[u8]) -> Result<Move, MoveError> {
    let (from, to) = (square(text, 0)?, square(text, 2)?);
    let promotion = text.get(4).map(|letter| promoted(*letter)).transpose()?;
    if text.len() > 5 {
        return Err(MoveError::Syntax { at: 5, expected: "the end of the move" });
    }
    Ok(Move { promotion, ..Move::plain(from, to) })
}

/// Appends a move.
pub fn write(before: &Position, mv: Move, out: &mut Vec<u8>) {
    if mv.kind == MoveKind::Null {
        return out.extend_from_slice(b"0000");
    }
    let to = if before.rules().free_castling() { mv.to } else { mv.destination() };
    out.extend_from_slice(&mv.from.name());
    out.extend_from_slice(&to.name());
    if let Some(role) = mv.promotion {
        out.push(role.letter().to_ascii_lowercase());
    }
}

/// The square whose two characters start at this byte.
fn square(text: &[u8], at: usize) -> Result<Square, MoveError> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    let is_file = (b'a'..=b'h').contains(&byte(at));
    let at_fault = if is_file { at + 1 } else { at };
    let wrong = MoveError::Syntax { at: at_fault.min(text.len()), expected: "a square, `a1` to `h8`" };
    Square::parse(byte(at), byte(at + 1)).ok_or(wrong)
}

fn promoted(letter: u8) -> Result<Role, MoveError> {
    Role::from_letter(letter.to_ascii_uppercase())
        .filter(|role| Role::PROMOTIONS.contains(role) && letter.is_ascii_lowercase())
        .ok_or(MoveError::Syntax { at: 4, expected: "a promotion, one of `qrbn`" })
}
