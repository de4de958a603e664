//! Minimum Coordinate Notation: origin, target, promotion. `e2e4`, `a7a8q`, `e1g1`; in Chess960 the king takes its rook.

use super::coordinates::{self, Coordinates};
use super::spec::refuse_odd;
use super::{
    Claim, Field, Front, Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, PlainMove, ShortText,
    TextFields, Validation, WordUse,
};
use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Position, Role, Square};
use alloc::vec::Vec;

/// The notation.
pub struct Mcn;

static SPEC: NotationSpec = NotationSpec {
    id: "mcn",
    title: "Minimum Coordinate Notation",
    source: "Chess Notation (2015), MCN 1.0",
    example: "g1f3",
    version: "1.0",
    pattern: "[A-Ha-h][1-8][A-Ha-h][1-8][BNQRbnqr]?",
    binary: false,
    words: WordUse::NOWHERE,
    losses: &[LossKind::NullMove, LossKind::Drop],
    limits: Some("an illegal king move to a castling square is read as castling"),
};

impl MoveNotation for Mcn {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse_odd(&SPEC, before, mv)?;
        let (from, to) = coordinates::squares(before, mv);
        out.extend_from_slice(&from.name());
        out.extend_from_slice(&to.name());
        if let Some(role) = mv.promotion {
            out.push(role.letter().to_ascii_lowercase());
        }
        Ok(())
    }

    #[inline]
    fn unmarked(&self, _before: &Position, mv: Move) -> Option<ShortText> {
        let plain = mv.kind == MoveKind::Plain && mv.promotion.is_none();
        let ([a, b], [c, d]) = (mv.from.name(), mv.to.name());
        if plain { ShortText::new(u32::from_le_bytes([a, b, c, d]).into(), 4) } else { None }
    }

    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<ParsedMove, MoveError> {
        coordinates::named(before, parse(text)?, validation)
    }

    fn plain(&self, before: &Position, front: &Front) -> PlainMove {
        let [from_file, from_rank, to_file, to_rank, ..] = *front;
        match (Square::parse(from_file, from_rank), Square::parse(to_file, to_rank)) {
            (Some(from), Some(to)) => PlainMove::of(coordinates::plain(before, from, to), 4, Claim::Any),
            _ => PlainMove::NOTHING,
        }
    }

    fn fields(&self, text: &[u8]) -> Option<Result<TextFields, MoveError>> {
        Some(parse(text).map(|told| {
            Vec::from([
                ("from", Field::square(told.from)),
                ("to", Field::square(told.to)),
                ("promotion", Field::role(told.promotion)),
            ])
        }))
    }
}

fn parse(text: &[u8]) -> Result<Coordinates, MoveError> {
    let (from, to) = (square(text, 0)?, square(text, 2)?);
    let promotion = text.get(4).map(|letter| promoted(*letter, 4)).transpose()?;
    if text.len() > 5 {
        return Err(MoveError::Syntax { at: 5, expected: "the end of the move" });
    }
    Ok(Coordinates { from, to, promotion })
}

/// The square whose two characters, in any case, start at this byte.
pub(super) fn square(text: &[u8], at: usize) -> Result<Square, MoveError> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default().to_ascii_lowercase();
    let is_file = (b'a'..=b'h').contains(&byte(at));
    let at_fault = if is_file { at + 1 } else { at };
    let wrong = MoveError::Syntax { at: at_fault.min(text.len()), expected: "a square, `a1` to `h8`" };
    Square::parse(byte(at), byte(at + 1)).ok_or(wrong)
}

/// The role that this letter, in any case, promotes to.
pub(super) fn promoted(letter: u8, at: usize) -> Result<Role, MoveError> {
    Role::from_letter(letter.to_ascii_uppercase())
        .filter(|role| Role::PROMOTIONS.contains(role))
        .ok_or(MoveError::Syntax { at, expected: "a promotion, one of `qrbn`" })
}
