//! The numbers of moves.

use crate::rules::{Color, Position};
use crate::swar;

/// The number of a move: `12.` is that of White's, `12...` in PGN and `12.5` in VGN that of Black's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub value: u32,
    /// Whether the move is Black's.
    pub black: bool,
}

impl MoveNumber {
    /// The number of White's first move.
    pub const FIRST: MoveNumber = MoveNumber { value: 1, black: false };

    /// The number of the next move in this position.
    #[inline(always)]
    pub(crate) fn next_in(position: &Position) -> MoveNumber {
        MoveNumber { value: position.fullmove(), black: position.turn() == Color::Black }
    }

    /// The number of the move that was played last, given the position after it.
    #[inline(always)]
    pub(crate) fn last_before(after: &Position) -> MoveNumber {
        let black = after.turn() == Color::White;
        MoveNumber { value: after.fullmove().wrapping_sub(u32::from(black)), black }
    }

    /// Which ply this is in a game that starts with the move of the number `first`, which is ply 1. `None` if it would
    /// be before that.
    pub(crate) fn ply_since(self, first: MoveNumber) -> Option<u32> {
        let plies = self.value.checked_sub(first.value)?.checked_mul(2)?.checked_add(u32::from(self.black))?;
        plies.checked_sub(u32::from(first.black))?.checked_add(1)
    }
}

/// Bytes that are looked at for a number, a move and what follows it.
pub type Ahead = [u8; 32];

/// A move number as it is mostly written, `12.`, to be found or written as one number.
#[derive(Clone, Copy, Debug)]
pub struct Numeral {
    value: u32,
    /// The digits and the dot, the first one lowest.
    bytes: u64,
    bits: u32,
}

impl Numeral {
    /// Makes it the numeral of this number, which is mostly the next one.
    #[inline(always)]
    pub fn turn_to(&mut self, value: u32) {
        if self.value == value {
            return;
        }
        // The last digit precedes the dot.
        let last = self.bits.wrapping_sub(16) & 63;
        if self.value.wrapping_add(1) == value && (b'0'..=b'8').contains(&((self.bytes >> last) as u8)) {
            self.value = value;
            self.bytes += 1 << last;
        } else {
            *self = Numeral::of(value);
        }
    }

    /// Its bytes, the first one lowest, and how many these are; `None` for one that is too long to be known.
    #[inline(always)]
    pub fn bytes(&self) -> Option<(u64, usize)> {
        (self.bytes != u64::MAX).then_some((self.bytes, self.bits as usize / 8))
    }

    /// How many bytes it has at this place, which is below 16.
    #[inline(always)]
    pub(super) fn length_at(&self, known: &Ahead, at: usize) -> Option<usize> {
        let differs = (eight_at(known, at) ^ self.bytes) << ((64 - self.bits) & 63);
        (differs == 0).then_some(self.bits as usize / 8)
    }

    /// The numeral of this number. One of more than five digits is never found.
    pub fn of(value: u32) -> Numeral {
        let (mut bytes, mut bits, mut rest) = (u64::from(b'.'), 8, value);
        loop {
            bytes = bytes << 8 | u64::from(b'0') | u64::from(rest % 10);
            bits += 8;
            rest /= 10;
            if rest == 0 || bits == 48 {
                break;
            }
        }
        let bytes = if rest == 0 { bytes } else { u64::MAX };
        Numeral { value, bytes, bits }
    }
}

/// The eight bytes at this place, which is below 16, as one number.
#[inline(always)]
pub(super) fn eight_at(known: &Ahead, at: usize) -> u64 {
    // Cut in two steps, each of a length that is known: the compiler then makes one load of it.
    swar::first(&known[at & 15..][..16])
}
