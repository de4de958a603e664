//! Standard Algebraic Notation: `e4`, `Nbd2`, `exd8=Q+`, `O-O-O#`.
//!
//! Reading has two paths. What is written as the standard has it is resolved straight from the bytes, without a list of
//! moves; everything else goes to [`super::lenient`], which may take its time.

use super::language::{ENGLISH, Letters};
use super::{Claim, MoveError, MoveNotation, Named, NoText, Notes, Spec, lenient};
use crate::error::Code;
use crate::rules::{Color, Kind, Move, Position, Role, Square, Wing, attacks, attacks::Squares};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The notation, with the standard's letters.
pub struct San;

static SPEC: Spec = Spec {
    id: "san",
    title: "Standard Algebraic Notation",
    source: "PGN standard (1994), section 8.2.3",
    example: "Nf3",
    limits: None,
};

impl MoveNotation for San {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
        write(before, mv, out);
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8]) -> Result<Named, MoveError> {
        read(before, text, &ENGLISH)
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
    match mv.kind {
        Kind::Castle => return out.extend_from_slice(if mv.to > mv.from { b"O-O" } else { b"O-O-O" }),
        Kind::Null => return out.extend_from_slice(b"--"),
        Kind::Plain | Kind::EnPassant => {}
    }
    let role = before.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
    let takes = mv.kind == Kind::EnPassant || before.occupied() & mv.to.bit() != 0;
    let [file, rank] = mv.from.name();
    if role == Role::Pawn {
        if mv.from.file() != mv.to.file() {
            out.push(file);
        }
    } else {
        let needed = origin_needed(before, role, mv.from, mv.to);
        out.push(role.letter());
        if needed.file {
            out.push(file);
        }
        if needed.rank {
            out.push(rank);
        }
    }
    if takes {
        out.push(b'x');
    }
    out.extend_from_slice(&mv.to.name());
    if let Some(role) = mv.promotion {
        out.extend_from_slice(&[b'=', role.letter()]);
    }
}

/// How much of a piece's origin SAN writes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Origin {
    file: bool,
    rank: bool,
}

/// The file where that tells the piece from its legal twins, else the rank, else both.
fn origin_needed(before: &Position, role: Role, from: Square, to: Square) -> Origin {
    let twins = attacks::piece(role, to, before.occupied()) & before.of(before.turn(), role) & !from.bit();
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
/// Where the text is no move, no legal one, or more than one.
#[inline]
pub fn read(before: &Position, word: &[u8], letters: &Letters) -> Result<Named, MoveError> {
    match strict(before, word, letters) {
        Some(named) => Ok(named),
        None => lenient::read(before, word, letters),
    }
}

/// The move, where it is written as the standard has it and legal.
#[inline]
fn strict(before: &Position, word: &[u8], letters: &Letters) -> Option<Named> {
    let (body, claim) = match word {
        [body @ .., b'+'] => (body, Claim::Check),
        [body @ .., b'#'] => (body, Claim::Mate),
        _ => (word, Claim::Quiet),
    };
    let mut notes = Notes::default();
    let mv = match body {
        [b'a'..=b'h', rest @ ..] => pawn(before, body[0], rest, letters)?,
        b"O-O" => before.castle(Wing::King)?,
        b"O-O-O" => before.castle(Wing::Queen)?,
        [letter, origin @ .., file, rank] => {
            let (role, to) = (letters.role(*letter)?, Square::parse(*file, *rank)?);
            notes.add_if(!letters.is_english(), Code::ForeignLetter);
            piece(before, role, origin, to, &mut notes)?
        }
        _ => return None,
    };
    Some(Named { mv, notes, claim })
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`; `first` is the file it starts with.
#[inline]
fn pawn(before: &Position, first: u8, rest: &[u8], letters: &Letters) -> Option<Move> {
    let (squares, promotion) = match rest {
        [squares @ .., b'=', letter] => {
            let role = letters.role(*letter).filter(|role| *role != Role::King)?;
            (squares, Some(role))
        }
        _ => (rest, None),
    };
    let mv = match squares {
        [rank] => pawn_step(before, Square::parse(first, *rank)?)?,
        [b'x', file, rank] => pawn_takes(before, first, Square::parse(*file, *rank)?)?,
        _ => return None,
    };
    let last = if before.turn() == Color::White { 7 } else { 0 };
    (promotion.is_some() == (mv.to.rank() == last)).then_some(Move { promotion, ..mv })
}

#[inline]
fn pawn_step(before: &Position, to: Square) -> Option<Move> {
    let (us, occupied) = (before.turn(), before.occupied());
    let pawns = before.of(us, Role::Pawn);
    let (one, two, leaps) = match us {
        Color::White => (to.number().wrapping_sub(8), to.number().wrapping_sub(16), to.rank() == 3),
        Color::Black => (to.number().wrapping_add(8), to.number().wrapping_add(16), to.rank() == 4),
    };
    let one = Square::new(one)?;
    let from = if pawns & one.bit() != 0 {
        one
    } else {
        Square::new(two).filter(|two| leaps && pawns & two.bit() != 0 && occupied & one.bit() == 0)?
    };
    (occupied & to.bit() == 0 && before.is_safe(from, to)).then_some(Move::plain(from, to))
}

#[inline]
fn pawn_takes(before: &Position, file: u8, to: Square) -> Option<Move> {
    let us = before.turn();
    let origins = attacks::pawn(us.other(), to) & before.of(us, Role::Pawn);
    let from = Square::masked(match us {
        Color::White => to.number().wrapping_sub(8) & 56,
        Color::Black => to.number().wrapping_add(8) & 56,
    } | (file - b'a'));
    if origins & from.bit() == 0 {
        return None;
    }
    if before.color(us.other()) & to.bit() == 0 {
        return before.en_passant(from, to);
    }
    before.is_safe(from, to).then_some(Move::plain(from, to))
}

/// `Nf3`, `Nbd2`, `R1xa3`, `Qh4e1`: `origin` is what stands between the letter and the target.
#[inline]
fn piece(before: &Position, role: Role, origin: &[u8], to: Square, notes: &mut Notes) -> Option<Move> {
    let us = before.turn();
    let (told, takes) = match origin {
        [told @ .., b'x'] => (told, true),
        told => (told, false),
    };
    if before.color(us) & to.bit() != 0 {
        return None;
    }
    notes.add_if(takes != (before.occupied() & to.bit() != 0), Code::CaptureSign);
    let all = attacks::piece(role, to, before.occupied()) & before.of(us, role);
    let fitting = if told.is_empty() { all } else { all & told_squares(told)? };
    let from = only_safe(before, fitting, to)?;
    if !told.is_empty() {
        notes.add_if(is_overspecified(before, role, from, to, told), Code::Overspecified);
    }
    Some(Move::plain(from, to))
}

/// The squares that a file, a rank or both leave.
fn told_squares(told: &[u8]) -> Option<u64> {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    match told {
        [file @ b'a'..=b'h'] => Some(FILE_A << (file - b'a')),
        [rank @ b'1'..=b'8'] => Some(0xff << ((rank - b'1') * 8)),
        [file, rank] => Square::parse(*file, *rank).map(Square::bit),
        _ => None,
    }
}

/// The one square of `fitting` from which the move leaves no own king attacked.
#[inline]
fn only_safe(before: &Position, fitting: u64, to: Square) -> Option<Square> {
    let first = Square::masked(fitting.trailing_zeros() as u8);
    if fitting & fitting.wrapping_sub(1) == 0 {
        return (fitting != 0 && before.is_safe(first, to)).then_some(first);
    }
    let mut safe = Squares(fitting).filter(|from| before.is_safe(*from, to));
    let only = safe.next()?;
    safe.next().is_none().then_some(only)
}

fn is_overspecified(before: &Position, role: Role, from: Square, to: Square, told: &[u8]) -> bool {
    let needed = origin_needed(before, role, from, to);
    usize::from(needed.file) + usize::from(needed.rank) < told.len()
}

/// What to say of a word that could not be played: the message, which tells what would have been legal.
pub fn explain(before: &Position, word: &str, error: MoveError, letters: &Letters) -> String {
    match error {
        MoveError::Syntax { expected, .. } => format!("`{word}` is not a move: expected {expected}"),
        MoveError::Ambiguous => {
            let (_, moves) = lenient::near(before, word.as_bytes(), letters);
            format!("cannot play `{word}`: could be {}", list(before, &moves, "or"))
        }
        MoveError::Illegal => {
            let (role, moves) = lenient::near(before, word.as_bytes(), letters);
            let who = role.map_or("", Role::name);
            if moves.is_empty() {
                let who = if who.is_empty() { "side to move" } else { who };
                return format!("cannot play `{word}`: the {who} has no legal move");
            }
            let space = if who.is_empty() { "" } else { " " };
            let verb = if moves.len() == 1 { "the only legal" } else { "legal" };
            let plural = if moves.len() == 1 { "move is" } else { "moves are" };
            format!("cannot play `{word}`: {verb} {who}{space}{plural} {}", list(before, &moves, "and"))
        }
    }
}

/// How many moves an explanation lists.
const LISTED: usize = 12;

fn list(before: &Position, moves: &[Move], last: &str) -> String {
    let mut texts: Vec<String> = moves.iter().take(LISTED).map(|mv| {
        let mut text = Vec::new();
        write(before, *mv, &mut text);
        format!("`{}`", String::from_utf8_lossy(&text))
    }).collect();
    if moves.len() > LISTED {
        texts.push(format!("{} more", moves.len() - LISTED));
    }
    match texts.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}
