//! Standard Algebraic Notation: `e4`, `Nbd2`, `exd8=Q+`, `O-O-O#`.
//!
//! Reading has two paths. What is written as the standard has it is resolved straight from the bytes, without a list of
//! moves; everything else goes to the lenient reader, which may take its time.

use super::language::{self, ENGLISH, FIGURINES, Letters};
use super::spec::refuse;
use super::{Claim, Last, MoveError, MoveNotation, Named, NoText, Notes, Spec, Validation, lenient};
use crate::error::Code;
use crate::rules::{Color, Kind, Move, Position, Role, Square, Wing, attacks, attacks::Squares};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The notation, with the letters of a language or figurines.
pub struct San {
    letters: &'static Letters,
}

/// SAN with figurines, and with the letters of each language; the standard's own come first.
pub static ALL: [San; language::ALL.len() + 1] = {
    let mut all = [const { San { letters: &FIGURINES } }; language::ALL.len() + 1];
    all[0].letters = &ENGLISH;
    let mut at = 1;
    while at < language::ALL.len() {
        all[at + 1].letters = language::ALL[at];
        at += 1;
    }
    all
};

impl MoveNotation for San {
    fn spec(&self) -> &'static Spec {
        &self.letters.san
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(self.spec(), before, mv)?;
        write_lettered(before, mv, self.letters, out);
        out.extend_from_slice(mark(&before.after(mv)));
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<Named, MoveError> {
        let letters = self.letters;
        let mut named = read(before, text, letters).map_err(|error| lenient::located(error, text, letters))?;
        if !letters.is_english() {
            self.judge_letters(before, text, &mut named);
        }
        Ok(named)
    }
}

impl San {
    /// The notation's own letters are no leniency, and English ones are.
    fn judge_letters(&self, before: &Position, text: &[u8], named: &mut Named) {
        let mut proper = Vec::new();
        write_lettered(before, named.mv, self.letters, &mut proper);
        if text.starts_with(&proper) {
            named.notes.remove(Code::ForeignLetter);
            named.notes.remove(Code::Figurine);
        } else if named.notes.is_empty() {
            named.notes.add(Code::ForeignLetter);
        }
    }
}

/// Appends the move with its check or mate mark.
pub fn write(before: &Position, mv: Move, out: &mut Vec<u8>) {
    write_body(before, mv, out);
    out.extend_from_slice(mark(&before.after(mv)));
}

/// The mark that belongs to a move which leads to this position.
#[inline]
pub fn mark(after: &Position) -> &'static [u8] {
    match (after.is_check(), after) {
        (false, _) => b"",
        (true, after) if after.has_legal_move() => b"+",
        (true, _) => b"#",
    }
}

/// Appends the move without its mark.
pub fn write_body(before: &Position, mv: Move, out: &mut Vec<u8>) {
    write_lettered(before, mv, &ENGLISH, out);
}

/// The same with a language's letters.
pub fn write_lettered(before: &Position, mv: Move, letters: &Letters, out: &mut Vec<u8>) {
    match mv.kind {
        Kind::Castle => return out.extend_from_slice(if mv.to > mv.from { b"O-O" } else { b"O-O-O" }),
        Kind::Null => return out.extend_from_slice(b"--"),
        Kind::Plain | Kind::EnPassant => {}
    }
    let role = before.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
    let takes = mv.kind == Kind::EnPassant || before.occupied() & mv.to.bit() != 0;
    let [file, rank] = mv.from.name();
    let mut text = MoveText::default();
    if role == Role::Pawn {
        text.push_if(mv.from.file() != mv.to.file(), file);
    } else {
        let needed = origin_needed(before, role, mv.from, mv.to);
        text.push_letter(letters, role);
        text.push_if(needed.file, file);
        text.push_if(needed.rank, rank);
    }
    text.push_if(takes, b'x');
    let [file, rank] = mv.to.name();
    text.push_if(true, file);
    text.push_if(true, rank);
    if let Some(role) = mv.promotion {
        text.push_if(true, b'=');
        text.push_letter(letters, role);
    }
    let start = out.len();
    // All of it at once, as that is one store, and then what was meant.
    out.extend_from_slice(&text.bytes);
    out.truncate(start + text.length);
}

/// The bytes of one move, the longest of which has two letters of four bytes.
#[derive(Default)]
struct MoveText {
    bytes: [u8; 16],
    length: usize,
}

impl MoveText {
    /// Adds a byte where `when` holds, without a jump.
    #[inline(always)]
    fn push_if(&mut self, when: bool, byte: u8) {
        self.bytes[self.length & 15] = byte;
        self.length += usize::from(when);
    }

    #[inline(always)]
    fn push_letter(&mut self, letters: &Letters, role: Role) {
        if letters.is_english() {
            return self.push_if(true, role.letter());
        }
        letters.letter(role).bytes().for_each(|byte| self.push_if(true, byte));
    }
}

/// How much of a piece's origin is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) file: bool,
    pub(super) rank: bool,
}

impl Origin {
    /// Whether this tells more than SAN writes, or something else: `N2g4` for `Nfg4`.
    pub(super) fn exceeds(self, needed: Origin) -> bool {
        self.file && !needed.file || self.rank && !needed.rank
    }
}

/// The file where that tells the piece from its legal twins, else the rank, else both.
pub(super) fn origin_needed(before: &Position, role: Role, from: Square, to: Square) -> Origin {
    let others = before.of(before.turn(), role) & !from.bit();
    if others == 0 {
        return Origin { file: false, rank: false };
    }
    let twins = attacks::piece(role, to, before.occupied()) & others;
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for twin in Squares(twins).filter(|twin| before.is_safe(*twin, to)) {
        any = true;
        same_file |= twin.file() == from.file();
        same_rank |= twin.rank() == from.rank();
    }
    match (any, same_file, same_rank) {
        (false, ..) => Origin { file: false, rank: false },
        (true, false, _) => Origin { file: true, rank: false },
        (true, true, false) => Origin { file: false, rank: true },
        (true, true, true) => Origin { file: true, rank: true },
    }
}

/// Finds the one legal move that `word` names, with a language's letters.
///
/// # Errors
/// Where the text is no move, no legal one, or more than one. From where on it is no move is not told: games may hold many
/// such words, and [`explain`] finds it out for those that are shown.
pub fn read(before: &Position, word: &[u8], letters: &Letters) -> Result<Named, MoveError> {
    match Short::new(word).and_then(|word| strict(before, word, letters)) {
        Some(proper) => Ok(proper.named()),
        None => lenient::read(before, word, letters),
    }
}

/// A word of at most eight bytes as one number, so that looking at a byte needs no memory. The last byte is the highest;
/// before the first one stand zeros.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    bytes: u64,
    length: usize,
}

impl Short {
    /// The word, where it is short enough.
    pub fn new(word: &[u8]) -> Option<Short> {
        if word.len() > 8 {
            return None;
        }
        let bytes = word.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte));
        Some(Short::of(bytes, word.len()))
    }

    /// The first `length` bytes of a number, the lowest first; 1 to 8.
    #[inline(always)]
    pub fn of(bytes: u64, length: usize) -> Short {
        Short { bytes: bytes << (64usize.wrapping_sub(8 * length) & 63), length }
    }

    /// The byte at this place from the front, which must be in the word.
    #[inline(always)]
    fn at(self, index: usize) -> u8 {
        (self.bytes >> ((64 - 8 * self.length + 8 * index) & 63)) as u8
    }

    /// The byte this far from the end, 1 for the last; 0 before the start.
    #[inline(always)]
    fn last(self, back: usize) -> u8 {
        (self.bytes >> (64 - 8 * back)) as u8
    }

    /// The word without its last bytes, which must be fewer than all.
    #[inline(always)]
    fn shorter(self, by: usize) -> Short {
        Short { bytes: self.bytes << (8 * by), length: self.length.saturating_sub(by) }
    }

    /// Whether the word is this text.
    #[inline]
    fn is(self, text: &[u8]) -> bool {
        text.len() == self.length && (0..text.len()).all(|index| self.at(index) == text[index])
    }
}

/// What the strict path finds: a [`Named`] in fewer bytes, so that it comes back in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proper {
    mv: Move,
    /// The lower half of its notes: the upper one is for other notations.
    notes: u16,
    claim: Claim,
}

impl Proper {
    /// The same as every notation gives it.
    #[inline(always)]
    pub fn named(self) -> Named {
        Named { mv: self.mv, notes: Notes(u32::from(self.notes)), claim: self.claim, illegal: false }
    }
}

/// The move, where it is written as the standard has it and legal.
#[inline(never)]
pub fn strict(before: &Position, word: Short, letters: &Letters) -> Option<Proper> {
    let (body, claim) = match word.last(1) {
        b'+' => (word.shorter(1), Claim::Check),
        b'#' => (word.shorter(1), Claim::Mate),
        _ => (word, Claim::Quiet),
    };
    let mut notes = Notes::default();
    let first = body.at(0);
    let mv = match Square::parse(body.last(2), body.last(1)) {
        Some(to) => match letters.role(first) {
            Some(role) => piece(before, role, body, to, &mut notes)?,
            None => pawn(before, body, to)?,
        },
        None => special(before, body, letters)?,
    };
    notes.add_if(!letters.is_english() && has_foreign(body, letters), Code::ForeignLetter);
    Some(Proper { mv, notes: notes.0 as u16, claim })
}

/// Whether a letter stands for another piece than in English; promotions count.
#[cold]
fn has_foreign(body: Short, letters: &Letters) -> bool {
    (0..body.length)
        .map(|index| body.at(index))
        .any(|letter| letters.role(letter).is_some_and(|role| role.letter() != letter))
}

/// Castling and promotions.
#[inline(never)]
fn special(before: &Position, body: Short, letters: &Letters) -> Option<Move> {
    if body.is(b"O-O") {
        return before.castle(Wing::King);
    }
    if body.is(b"O-O-O") {
        return before.castle(Wing::Queen);
    }
    let role = letters.role(body.last(1)).filter(|role| *role != Role::King && body.last(2) == b'=')?;
    let squares = body.shorter(2);
    let mv = pawn_anywhere(before, squares, Square::parse(squares.last(2), squares.last(1))?)?;
    let last = if before.turn() == Color::White { 7 } else { 0 };
    (mv.to.rank() == last).then_some(Move { promotion: Some(role), ..mv })
}

/// `e4`, `exd5`: a pawn's move that is no promotion.
#[inline]
fn pawn(before: &Position, body: Short, to: Square) -> Option<Move> {
    if to.rank() == 0 || to.rank() == 7 { None } else { pawn_anywhere(before, body, to) }
}

#[inline]
fn pawn_anywhere(before: &Position, body: Short, to: Square) -> Option<Move> {
    match body.length {
        2 => pawn_step(before, to),
        4 if body.at(1) == b'x' => pawn_takes(before, body.at(0), to),
        _ => None,
    }
}

/// Without a branch for one step or two, nor for the side: neither can be foretold.
#[inline]
fn pawn_step(before: &Position, to: Square) -> Option<Move> {
    let (us, occupied) = (before.turn(), before.occupied());
    let pawns = before.of(us, Role::Pawn);
    let (one, two, start) = match us {
        Color::White => (to.bit() >> 8, to.bit() >> 16, 0xff00),
        Color::Black => (to.bit() << 8, to.bit() << 16, 0x00ff_0000_0000_0000),
    };
    let leap = if occupied & one == 0 { pawns & two & start } else { 0 };
    let origin = pawns & one | leap;
    let from = Square::masked(origin.trailing_zeros() as u8);
    let possible = origin != 0 && occupied & to.bit() == 0;
    (possible && before.is_safe(from, to)).then_some(Move::plain(from, to))
}

#[inline]
fn pawn_takes(before: &Position, file: u8, to: Square) -> Option<Move> {
    let us = before.turn();
    let file = file.wrapping_sub(b'a');
    let origins = attacks::pawn(us.other(), to) & before.of(us, Role::Pawn);
    let rank = if us == Color::White { to.rank().wrapping_sub(1) } else { to.rank() + 1 };
    let from = Square::at(file, rank);
    if file > 7 || origins & from.bit() == 0 {
        return None;
    }
    if before.color(us.other()) & to.bit() == 0 {
        return before.en_passant(from, to);
    }
    (before.role(Role::King) & to.bit() == 0 && before.is_safe(from, to)).then_some(Move::plain(from, to))
}

/// `Nf3`, `Nbd2`, `R1xa3`, `Qh4e1`.
#[inline]
fn piece(before: &Position, role: Role, body: Short, to: Square, notes: &mut Notes) -> Option<Move> {
    let us = before.turn();
    let takes = body.last(3) == b'x' && body.length > 3;
    let told = body.length.checked_sub(3 + usize::from(takes))?;
    if (before.color(us) | before.role(Role::King)) & to.bit() != 0 {
        return None;
    }
    notes.add_if(takes != (before.occupied() & to.bit() != 0), Code::CaptureSign);
    let all = attacks::piece(role, to, before.occupied()) & before.of(us, role);
    if told == 0 {
        return only_safe(before, all, to).map(|from| Move::plain(from, to));
    }
    let from = only_safe(before, all & told_squares(body, told)?, to)?;
    let told = Origin { file: !body.at(1).is_ascii_digit(), rank: told == 2 || body.at(1).is_ascii_digit() };
    notes.add_if(is_overspecified(before, role, from, to, told), Code::Overspecified);
    Some(Move::plain(from, to))
}

/// The squares that a file, a rank or both, behind the letter, leave.
#[inline]
fn told_squares(body: Short, told: usize) -> Option<u64> {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    match (told, body.at(1)) {
        (1, file @ b'a'..=b'h') => Some(FILE_A << (file - b'a')),
        (1, rank @ b'1'..=b'8') => Some(0xff << ((rank - b'1') * 8)),
        (2, file) => Square::parse(file, body.at(2)).map(Square::bit),
        _ => None,
    }
}

/// The one square of `fitting` from which the move leaves no own king attacked.
#[inline(never)]
fn only_safe(before: &Position, fitting: u64, to: Square) -> Option<Square> {
    if fitting & fitting.wrapping_sub(1) != 0 {
        return only_safe_of_many(before, fitting, to);
    }
    let only = Square::masked(fitting.trailing_zeros() as u8);
    (fitting != 0 && before.is_safe(only, to)).then_some(only)
}

#[inline(never)]
fn only_safe_of_many(before: &Position, fitting: u64, to: Square) -> Option<Square> {
    let mut safe = Squares(fitting).filter(|from| before.is_safe(*from, to));
    let only = safe.next()?;
    safe.next().is_none().then_some(only)
}

#[inline(never)]
fn is_overspecified(before: &Position, role: Role, from: Square, to: Square, told: Origin) -> bool {
    told.exceeds(origin_needed(before, role, from, to))
}

/// What to say of a word that could not be played: the message, which tells what would have been legal.
pub fn explain(before: &Position, word: &str, error: MoveError, letters: &Letters) -> String {
    match lenient::located(error, word.as_bytes(), letters) {
        MoveError::Syntax { at, expected } => {
            let after = word.get(..at).filter(|start| !start.is_empty());
            let after = after.map_or(String::new(), |start| format!(" after `{start}`"));
            format!("`{word}` is not a move: expected {expected}{after}")
        }
        MoveError::Forbidden(why) => format!("cannot play `{word}`: {why}"),
        MoveError::Ordinal => {
            format!("cannot play `{word}`: of {} legal moves the first is 0", before.legal_moves().len())
        }
        MoveError::Ambiguous => {
            let (_, moves) = lenient::near(before, word.as_bytes(), letters);
            format!("cannot play `{word}`: could be {}", list(before, &moves, "or"))
        }
        MoveError::Illegal => {
            let (role, moves) = lenient::near(before, word.as_bytes(), letters);
            format!("cannot play `{word}`: {}", legal_instead(before, role, &moves))
        }
    }
}

/// What could be played, of one role where the word named one.
fn legal_instead(before: &Position, role: Option<Role>, moves: &[Move]) -> String {
    let who = role.map_or(String::new(), |role| format!("{} ", role.name()));
    match (moves, role) {
        ([], _) if before.is_mate() => "it is mate".into(),
        ([], _) if before.is_stalemate() => "it is stalemate".into(),
        ([], Some(Role::King)) => "the king has no legal move".into(),
        ([], _) => format!("no {who}has a legal move"),
        ([_], _) => format!("the only legal {who}move is {}", list(before, moves, "and")),
        _ => format!("legal {who}moves are {}", list(before, moves, "and")),
    }
}

/// How many moves an explanation lists.
const LISTED: usize = 12;

fn list(before: &Position, moves: &[Move], last: &str) -> String {
    let mut texts: Vec<String> = moves
        .iter()
        .take(LISTED)
        .map(|mv| {
            let mut text = Vec::new();
            write(before, *mv, &mut text);
            format!("`{}`", String::from_utf8_lossy(&text))
        })
        .collect();
    if moves.len() > LISTED {
        texts.push(format!("{} more", moves.len() - LISTED));
    }
    match texts.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}
