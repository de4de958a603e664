//! ICCF numeric notation: the file and rank of both squares as digits. `5254`, and `57584` with a promotion to a knight.

use super::spec::refuse;
use super::{Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, WordUse};
use crate::loss::LossKind;
use crate::rules::{Move, Position, Role, Square};
use alloc::vec::Vec;

/// The notation.
pub struct Iccf;

static SPEC: NotationSpec = NotationSpec {
    id: "iccf",
    title: "ICCF numeric",
    source: "International Correspondence Chess Federation, Playing Rules, numeric notation",
    example: "7163",
    version: "",
    pattern: "[1-8]{4}[1-4]?",
    binary: false,
    words: WordUse::IN_PGN,
    losses: &[LossKind::NullMove, LossKind::IllegalMove, LossKind::KingCapture],
    limits: None,
};

/// The pieces that a pawn may become, by their digits from 1 on.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl MoveNotation for Iccf {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(&SPEC, before, mv)?;
        let to = if before.rules().free_castling() { mv.to } else { mv.destination() };
        for square in [mv.from, to] {
            out.extend([b'1' + square.file(), b'1' + square.rank()]);
        }
        let promoted = mv.promotion.and_then(|role| PROMOTIONS.iter().position(|known| *known == role));
        out.extend(promoted.map(|place| b'1' + place as u8));
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        let (from, to) = (square(text, 0)?, square(text, 2)?);
        let promotion = text.get(4).map(|digit| promoted(*digit)).transpose()?;
        if text.len() > 5 {
            return Err(MoveError::Syntax { at: 5, expected: "the end of the move" });
        }
        before.find(from, to, promotion).map(ParsedMove::plainly).ok_or(MoveError::Illegal)
    }
}

/// Whether a number has the digits of a move: two squares, and a promotion or none.
pub(crate) fn may_be_iccf(number: u32) -> bool {
    let squares = match number {
        11_111..=88_884 if (1..=4).contains(&(number % 10)) => number / 10,
        1_111..=8_888 => number,
        _ => return false,
    };
    [1, 10, 100, 1_000].iter().all(|unit| (1..=8).contains(&(squares / unit % 10)))
}

/// The square whose two digits start at this byte.
fn square(text: &[u8], at: usize) -> Result<Square, MoveError> {
    let digit = |at: usize| match text.get(at) {
        Some(digit @ b'1'..=b'8') => Ok(digit - b'1'),
        _ => Err(MoveError::Syntax { at: at.min(text.len()), expected: "a digit, `1` to `8`" }),
    };
    Ok(Square::at(digit(at)?, digit(at + 1)?))
}

fn promoted(digit: u8) -> Result<Role, MoveError> {
    let place = digit.checked_sub(b'1').map(usize::from);
    let role = place.and_then(|place| PROMOTIONS.get(place)).copied();
    role.ok_or(MoveError::Syntax { at: 4, expected: "a promotion: 1 queen, 2 rook, 3 bishop, 4 knight" })
}
