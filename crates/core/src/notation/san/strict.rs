//! Moves in standard spelling, resolved directly from the bytes without a list of moves. Everything else
//! is read by the lenient reader.

use super::super::origin::{Origin, origin_needed};
use crate::error::Code;
use crate::notation::language::Letters;
use crate::notation::{Claim, OptionalMove, ParsedMove, SpellingNotes};
use core::hint::select_unpredictable;

use crate::rules::{Color, Move, Position, Role, Square, Wing, attacks};

/// A word of one to eight bytes, kept as numbers so that looking at a byte of it needs no memory.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// The bytes, the first one lowest; the bits above the word can be anything.
    front: u64,
    /// The bytes with the last one highest; zeros before the first one.
    back: u64,
    length: usize,
}

impl Short {
    /// The word, if it is short enough.
    pub fn new(word: &[u8]) -> Option<Short> {
        if word.is_empty() || word.len() > 8 {
            return None;
        }
        let bytes = word.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte));
        Some(Short::of(bytes, word.len()))
    }

    /// The first `length` bytes of a number, the lowest first; 1 to 8.
    #[inline(always)]
    pub fn of(bytes: u64, length: usize) -> Short {
        Short { front: bytes, back: bytes << ((8 * length).wrapping_neg() & 63), length }
    }

    /// The byte at this place from the front, which must be in the word.
    #[inline(always)]
    fn at(self, index: usize) -> u8 {
        (self.front >> ((8 * index) & 63)) as u8
    }

    /// The byte this far from the end, 1 for the last; 0 before the start.
    #[inline(always)]
    fn last(self, back: usize) -> u8 {
        (self.back >> (64 - 8 * back)) as u8
    }

    /// The word without its last bytes.
    #[inline(always)]
    fn shorter(self, by: usize) -> Short {
        Short { back: self.back << (8 * by), length: self.length.saturating_sub(by), ..self }
    }

    /// The square that the last two bytes name.
    #[inline(always)]
    fn square(self) -> Option<Square> {
        const A1: u16 = u16::from_le_bytes(*b"a1");
        // A file before `a` borrows from the rank, and leaves a bit that no file has.
        let [file, rank] = ((self.back >> 48) as u16).wrapping_sub(A1).to_le_bytes();
        if (file | rank) & !7 == 0 { Some(Square::at(file, rank)) } else { None }
    }

    /// Whether the word is this text.
    #[inline]
    fn is(self, text: &[u8]) -> bool {
        text.len() == self.length && (0..text.len()).all(|index| self.at(index) == text[index])
    }
}

/// What the strict path finds: a [`ParsedMove`], or nothing. It is not wrapped in an `Option`, so that each part of it
/// stays in a register on the way from the word to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proper {
    found: OptionalMove,
    notes: SpellingNotes,
    claim: Claim,
}

impl Proper {
    /// Whether the word names a move.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.found != OptionalMove::NOTHING
    }

    /// The same as every notation returns it. Has no meaning if there is none.
    #[inline(always)]
    pub fn named(self) -> ParsedMove {
        ParsedMove { mv: self.found.mv(), notes: self.notes, claim: self.claim, illegal: false }
    }
}

/// The move, if it is legal and written as the standard requires.
#[inline(always)]
pub(super) fn read(before: &Position, word: Short, letters: &Letters) -> Proper {
    let (body, claim) = match word.last(1) {
        b'+' => (word.shorter(1), Claim::Check),
        b'#' => (word.shorter(1), Claim::Mate),
        _ => (word, Claim::Quiet),
    };
    let mut notes = SpellingNotes::default();
    let found = match body.square() {
        Some(to) => match letters.role_number(body.at(0)) {
            0 => pawn(before, body, to),
            role => piece(before, role, body, to, &mut notes),
        },
        None => special(before, (body.front, body.length), letters),
    };
    if !letters.is_english() {
        notes.add_if(has_foreign((body.front, body.length), letters), Code::ForeignLetter);
    }
    Proper { found, notes, claim }
}

/// `N@f3`, if it is legal.
pub(super) fn read_drop(before: &Position, word: &[u8]) -> Option<ParsedMove> {
    let (body, claim) = match word {
        [body @ .., b'+'] => (body, Claim::Check),
        [body @ .., b'#'] => (body, Claim::Mate),
        _ => (word, Claim::Quiet),
    };
    let &[letter, b'@', file, rank] = body else { return None };
    let mv = Move::drop(Role::from_letter(letter)?, Square::parse(file, rank)?);
    before.is_legal(mv).then(|| ParsedMove { claim, ..ParsedMove::plainly(mv) })
}

/// Whether a letter means another piece than in English; promotions count.
#[cold]
fn has_foreign((bytes, length): (u64, usize), letters: &Letters) -> bool {
    let body = Short::of(bytes, length);
    (0..body.length)
        .map(|index| body.at(index))
        .any(|letter| letters.role(letter).is_some_and(|role| role.letter() != letter))
}

/// Castling and promotions.
#[inline(never)]
fn special(before: &Position, (bytes, length): (u64, usize), letters: &Letters) -> OptionalMove {
    OptionalMove::of(special_move(before, Short::of(bytes, length), letters))
}

fn special_move(before: &Position, body: Short, letters: &Letters) -> Option<Move> {
    if body.is(b"O-O") {
        return before.castle(Wing::King);
    }
    if body.is(b"O-O-O") {
        return before.castle(Wing::Queen);
    }
    let role = letters.role(body.last(1)).filter(|_| body.last(2) == b'=')?;
    let squares = body.shorter(2);
    let last = before.turn().other().back_rank();
    let to = squares.square().filter(|to| to.rank() == last)?;
    let found = pawn_anywhere(before, squares, to);
    let mv = Move { promotion: Some(role), ..Some(found).filter(|found| *found != OptionalMove::NOTHING)?.mv() };
    // What a pawn becomes may give check, and so not be legal, and only few rules have it become a king.
    let is_asked = before.is_careful() || role == Role::King;
    (!is_asked || before.is_legal(mv)).then_some(mv)
}

#[inline(always)]
fn is_last_rank(square: Square) -> bool {
    square.rank().wrapping_sub(1) > 5
}

/// `e4`, `exd5`: a pawn's move that is not a promotion.
#[inline(always)]
fn pawn(before: &Position, body: Short, to: Square) -> OptionalMove {
    if is_last_rank(to) { OptionalMove::NOTHING } else { pawn_anywhere(before, body, to) }
}

#[inline(always)]
fn pawn_anywhere(before: &Position, body: Short, to: Square) -> OptionalMove {
    match body.length {
        2 => pawn_step(before, to),
        4 if body.at(1) == b'x' => pawn_takes(before, body.at(0), to),
        _ => OptionalMove::NOTHING,
    }
}

/// Without a branch for one step or two, nor for the side: neither can be predicted.
#[inline(always)]
fn pawn_step(before: &Position, to: Square) -> OptionalMove {
    let (us, occupied) = (before.turn(), before.occupied());
    let pawns = before.of(us, Role::Pawn);
    // What is rotated off the board at one end comes in at the other, where no pawn of this side starts.
    let back = 56 - 48 * us as u32;
    let (one, two) = (to.bit().rotate_left(back), to.bit().rotate_left(2 * back));
    let start = 0xff00 << (40 * us as u32);
    let leap = select_unpredictable(occupied & one == 0, pawns & two & start, 0);
    let origin = pawns & one | leap;
    let from = Square::masked(origin.trailing_zeros() as u8);
    let possible = origin != 0 && occupied & to.bit() == 0;
    OptionalMove::plain_if(possible && before.is_safe(from, to), from, to)
}

#[inline(always)]
fn pawn_takes(before: &Position, file: u8, to: Square) -> OptionalMove {
    let us = before.turn();
    let file = file.wrapping_sub(b'a');
    let origins = attacks::pawn(us.other(), to) & before.of(us, Role::Pawn);
    let rank = if us == Color::White { to.rank().wrapping_sub(1) } else { to.rank() + 1 };
    let from = Square::at(file, rank);
    if file > 7 || origins & from.bit() == 0 {
        return OptionalMove::NOTHING;
    }
    if before.color(us.other()) & to.bit() == 0 {
        return OptionalMove::of(before.en_passant(from, to));
    }
    OptionalMove::plain_if(before.role(Role::King) & to.bit() == 0 && before.is_safe(from, to), from, to)
}

/// `Nf3`, `Nbd2`, `R1xa3`, `Qh4e1`.
#[inline(always)]
fn piece(before: &Position, role: u8, body: Short, to: Square, notes: &mut SpellingNotes) -> OptionalMove {
    let us = before.turn();
    // The third byte from the end of the shortest such word is the piece's letter.
    let takes = body.last(3) == b'x';
    let told = body.length.wrapping_sub(3 + usize::from(takes));
    let Some(captures) = before.captures_on(to) else { return OptionalMove::NOTHING };
    notes.add_if(takes != captures, Code::CaptureSign);
    let mut origins = before.reaching(us, role, to);
    if told != 0 {
        origins &= told_squares(body.front, told);
    }
    let Some(from) = before.only_mover(origins, to) else { return OptionalMove::NOTHING };
    if told != 0 && is_overspecified(before, (body.front, body.length), from, to) {
        notes.add(Code::Overspecified);
    }
    OptionalMove::plain_if(true, from, to)
}

/// Whether more of the origin is written than SAN writes.
#[inline(never)]
fn is_overspecified(before: &Position, (bytes, length): (u64, usize), from: Square, to: Square) -> bool {
    let body = Short::of(bytes, length);
    let role = before.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
    let told = Origin {
        file: !body.at(1).is_ascii_digit(),
        rank: body.at(1).is_ascii_digit() || body.at(2).is_ascii_digit() && body.length > 4,
    };
    told.exceeds(origin_needed(before, role, from, to))
}

/// The squares that a file, a rank or both, after the letter, leave; none if something else is there.
#[inline(never)]
fn told_squares(bytes: u64, told: usize) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let [_, first, second, ..] = bytes.to_le_bytes();
    match (told, first) {
        (1, file @ b'a'..=b'h') => FILE_A << (file - b'a'),
        (1, rank @ b'1'..=b'8') => 0xff << ((rank - b'1') * 8),
        (2, file) => Square::parse(file, second).map_or(0, Square::bit),
        _ => 0,
    }
}
