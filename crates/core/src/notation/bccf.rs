//! Binary Compressed Coordinate Format: a move in two bytes. From the highest bit: file and rank of the origin, file and rank of
//! the target, the promotion piece, and two flags.
//!
//! In version 1.1 the flags mark promotions and the last move; in 1.0 they have no meaning.

use super::coordinates::{self, Coordinates};
use super::spec::refuse_odd;
use super::{
    Claim, Field, Front, Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, PlainMove, ShortText,
    TextFields, Validation, WordUse,
};
use crate::error::Code;
use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Position, Role, Square};
use alloc::vec::Vec;

/// The notation, in one of its versions.
pub struct Bccf {
    spec: NotationSpec,
    /// Whether the two lowest bits are flags.
    flags: bool,
}

/// Version 1.1.
pub static BCCF: Bccf = Bccf {
    spec: NotationSpec {
        id: "bccf",
        title: "Binary Compressed Coordinate Format",
        source: "VGN and Chess Notation Updates 1.1 (2015), BCCF 1.1",
        example: "c2a0",
        version: "1.1",
        pattern: "[0-9a-f]{4}",
        binary: true,
        words: WordUse::NOWHERE,
        losses: &[LossKind::NullMove, LossKind::Drop],
        limits: Some(
            "an illegal king move to a castling square is read as castling, and a pawn left on its last rank as a rook",
        ),
    },
    flags: true,
};

/// Version 1.0.
pub(crate) static BCCF_1_0: Bccf = Bccf {
    spec: NotationSpec {
        id: "bccf2",
        title: "Binary Compressed Coordinate Format 1.0",
        source: "Chess Notation (2015), BCCF 1.0",
        example: "c2a0",
        version: "1.0",
        pattern: "[0-9a-f]{4}",
        binary: true,
        words: WordUse::NOWHERE,
        losses: &[LossKind::NullMove, LossKind::Drop],
        limits: Some(
            "an illegal king move to a castling square is read as castling; a pawn is always promoted on its last rank, and only there",
        ),
    },
    flags: false,
};

/// The word that means that a game has no moves; no move is written like this.
pub(crate) const NO_MOVES: [u8; 2] = [0x00, 0x01];

/// What a pawn becomes, by its two bits.
const PROMOTIONS: [Role; 4] = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen];

impl MoveNotation for Bccf {
    fn spec(&self) -> &'static NotationSpec {
        if self.flags { &BCCF.spec } else { &BCCF_1_0.spec }
    }

    #[inline]
    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse_odd(self.spec(), before, mv)?;
        let (from, to) = coordinates::squares(before, mv);
        let code = match mv.promotion {
            Some(role) => PROMOTIONS.iter().position(|promotion| *promotion == role),
            None => Some(0),
        };
        let code = code.ok_or(NoText(LossKind::IllegalMove))?;
        let mut word = places(from) << 10 | places(to) << 4 | (code as u16) << 2;
        if self.flags {
            word |= u16::from(mv.promotion.is_some()) << 1 | u16::from(last != Last::No);
        }
        out.extend_from_slice(&word.to_be_bytes());
        Ok(())
    }

    #[inline]
    fn unmarked(&self, _before: &Position, mv: Move) -> Option<ShortText> {
        let plain = mv.kind == MoveKind::Plain && mv.promotion.is_none();
        let word = (places(mv.from) << 10 | places(mv.to) << 4).to_be_bytes();
        if plain { ShortText::new(u16::from_le_bytes(word).into(), word.len()) } else { None }
    }

    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<ParsedMove, MoveError> {
        let word = WordBits::new(text)?;
        let arrives = coordinates::reaches_last_rank(before, word.from, word.to);
        let becomes = arrives || self.flags && word.flag;
        let promotion = if becomes { Some(word.promotion) } else { None };
        let told = Coordinates { from: word.from, to: word.to, promotion };
        let mut named = coordinates::named(before, told, validation)?;
        named.notes.add_if(self.flags && arrives && !word.flag, Code::PromotionFlag);
        Ok(named)
    }

    #[inline(always)]
    fn plain(&self, before: &Position, front: &Front) -> PlainMove {
        let word = u16::from_be_bytes([front[0], front[1]]);
        if self.flags && word & 2 != 0 {
            return PlainMove::NOTHING;
        }
        PlainMove::of(coordinates::plain(before, square(word >> 10), square(word >> 4)), 2, Claim::Any)
    }

    fn fields(&self, text: &[u8]) -> Option<Result<TextFields, MoveError>> {
        Some(WordBits::new(text).map(|word| if self.flags { word.told() } else { word.told_without_flags() }))
    }
}

impl Bccf {
    /// The notation as a version of this one, if it is one.
    pub fn of(notation: &dyn MoveNotation) -> Option<&'static Bccf> {
        [&BCCF, &BCCF_1_0].into_iter().find(|known| core::ptr::eq(&raw const known.spec, notation.spec()))
    }
}

/// File and rank in six bits.
fn places(square: Square) -> u16 {
    u16::from(square.file()) << 3 | u16::from(square.rank())
}

/// The square in the lowest six bits.
#[inline(always)]
fn square(bits: u16) -> Square {
    Square::at((bits >> 3) as u8, bits as u8)
}

/// Whether the word marks the game's last move. Version 1.1.
pub fn is_last(word: [u8; 2]) -> bool {
    word[1] & 1 == 1
}

/// The meaning of a word's bits.
struct WordBits {
    from: Square,
    to: Square,
    promotion: Role,
    bits: u16,
    flag: bool,
    last: bool,
}

impl WordBits {
    fn new(text: &[u8]) -> Result<WordBits, MoveError> {
        let [high, low] = *text else {
            return Err(MoveError::Syntax { at: text.len().min(2), expected: "two bytes" });
        };
        let word = u16::from_be_bytes([high, low]);
        let bits = word >> 2 & 3;
        Ok(WordBits {
            from: square(word >> 10),
            to: square(word >> 4),
            promotion: PROMOTIONS[usize::from(bits)],
            bits,
            flag: word & 2 != 0,
            last: word & 1 != 0,
        })
    }

    fn told(&self) -> TextFields {
        let promotion = if self.flag { Some(self.promotion) } else { None };
        Vec::from([
            ("from", Field::square(self.from)),
            ("to", Field::square(self.to)),
            ("promotion", Field::role(promotion)),
            ("promotionBits", Field::Number(self.bits.into())),
            ("promotionFlag", Field::Number(self.flag.into())),
            ("gameOver", Field::Truth(self.last)),
        ])
    }

    fn told_without_flags(&self) -> TextFields {
        Vec::from([
            ("from", Field::square(self.from)),
            ("to", Field::square(self.to)),
            ("promotionBits", Field::Number(self.bits.into())),
            ("promotionLetterIfPawnReachesLastRank", Field::role(Some(self.promotion))),
            ("freeBits", Field::Number(u32::from(self.flag) << 1 | u32::from(self.last))),
        ])
    }
}
