//! Standard Algebraic Notation: `e4`, `Nbd2`, `exd8=Q+`, `O-O-O#`.
//!
//! Reading has two paths. What is written as the standard requires is resolved straight from the bytes, without a list of
//! moves; everything else goes to the lenient reader, which may take its time.

mod code;
mod strict;

pub(crate) use code::SanCode;
pub use strict::{Proper, Short};

use super::language::{self, ENGLISH, FIGURINES, Letters};
use super::lenient::NearMoves;
use super::origin::{Origin, origin_needed};
use super::short_text::Growing;
use super::spec::refuse;
use super::{
    Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, ShortText, Validation, lenient, san_mark,
};
use crate::error::Code;
use crate::rules::{Move, MoveKind, Position, Role};
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
    fn spec(&self) -> &'static NotationSpec {
        &self.letters.san
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(self.spec(), before, mv)?;
        write_lettered(before, mv, self.letters, out);
        out.extend_from_slice(san_mark(&before.after(mv)));
        Ok(())
    }

    #[inline]
    fn unmarked(&self, before: &Position, mv: Move) -> Option<ShortText> {
        if self.letters.is_english() { unmarked(before, mv) } else { None }
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        let letters = self.letters;
        let mut named = read(before, text, letters).map_err(|error| lenient::located(error, text, letters))?;
        if !letters.is_english() {
            self.judge_letters(before, text, &mut named);
        }
        Ok(named)
    }
}

impl San {
    /// The notation's own letters are not a leniency, but English ones are.
    fn judge_letters(&self, before: &Position, text: &[u8], named: &mut ParsedMove) {
        let mut proper = Vec::new();
        write_lettered(before, named.mv, self.letters, &mut proper);
        if text.starts_with(&proper) {
            named.notes.remove(Code::ForeignLetter);
            named.notes.remove(Code::Figurine);
            named.notes.remove(Code::DropSpelling);
        } else if named.notes.is_empty() {
            named.notes.add(Code::ForeignLetter);
        }
    }
}

/// Appends the move with its check or mate mark.
pub fn write(before: &Position, mv: Move, out: &mut Vec<u8>) {
    write_body(before, mv, out);
    out.extend_from_slice(san_mark(&before.after(mv)));
}

/// Appends the move without its mark.
pub fn write_body(before: &Position, mv: Move, out: &mut Vec<u8>) {
    write_lettered(before, mv, &ENGLISH, out);
}

/// The same with a language's letters.
pub(crate) fn write_lettered(before: &Position, mv: Move, letters: &Letters, out: &mut Vec<u8>) {
    match mv.kind {
        MoveKind::Castle => return out.extend_from_slice(if mv.to > mv.from { b"O-O" } else { b"O-O-O" }),
        MoveKind::Null => return out.extend_from_slice(b"--"),
        MoveKind::Drop => {
            out.extend_from_slice(letters.dropped(mv.promotion.unwrap_or(Role::Pawn)).as_bytes());
            out.push(b'@');
            return out.extend_from_slice(&mv.to.name());
        }
        MoveKind::Plain | MoveKind::EnPassant => {}
    }
    let parts = SanParts::of(before, mv);
    let [file, rank] = mv.from.name();
    let mut text = MoveText::default();
    if parts.role != Role::Pawn {
        text.push_letter(letters, parts.role);
    }
    text.push_if(parts.origin.file, file);
    text.push_if(parts.origin.rank, rank);
    text.push_if(parts.takes, b'x');
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

/// The move without its mark as a number. `None` if that is too long, as it would be of a piece that becomes another
/// one.
#[inline]
fn unmarked(before: &Position, mv: Move) -> Option<ShortText> {
    if !matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant) {
        return unmarked_of_king(mv);
    }
    let parts = SanParts::of(before, mv);
    let mut text = Growing::default();
    text.push_if(parts.role != Role::Pawn, parts.role.letter());
    let [file, rank] = mv.from.name();
    text.push_if(parts.origin.file, file);
    text.push_if(parts.origin.rank, rank);
    text.push_if(parts.takes, b'x');
    text.push(mv.to.name());
    if let Some(role) = mv.promotion {
        if parts.role != Role::Pawn {
            return None;
        }
        text.push([b'=', role.letter()]);
    }
    text.finish()
}

/// Castling and null moves.
#[cold]
fn unmarked_of_king(mv: Move) -> Option<ShortText> {
    ShortText::of_san(match mv.kind {
        MoveKind::Castle if mv.to > mv.from => b"O-O",
        MoveKind::Castle => b"O-O-O",
        MoveKind::Drop => return unmarked_drop(mv),
        _ => b"--",
    })
}

/// `N@f3`.
fn unmarked_drop(mv: Move) -> Option<ShortText> {
    let mut text = Growing::default();
    text.push([mv.promotion?.letter(), b'@']);
    text.push(mv.to.name());
    text.finish()
}

/// The parts of a move in SAN besides its target.
struct SanParts {
    role: Role,
    origin: Origin,
    takes: bool,
}

impl SanParts {
    /// The parts of a move that is neither castling nor a null move.
    #[inline(always)]
    fn of(before: &Position, mv: Move) -> SanParts {
        let role = before.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
        let origin = match role {
            Role::Pawn => Origin { file: mv.from.file() != mv.to.file(), rank: false },
            role => origin_needed(before, role, mv.from, mv.to),
        };
        SanParts { role, origin, takes: mv.kind == MoveKind::EnPassant || before.occupied() & mv.to.bit() != 0 }
    }
}

/// The bytes of one move, the longest of which has two letters of four bytes.
#[derive(Default)]
struct MoveText {
    bytes: [u8; 16],
    length: usize,
}

impl MoveText {
    /// Adds a byte if `when` holds, without a branch.
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

/// Finds the one legal move that `word` names, with a language's letters.
///
/// # Errors
/// If the text is not a move, no legal one, or more than one. The first bad byte is not located: games may hold many
/// such words, and [`explain`] locates it for those that are shown.
pub fn read(before: &Position, word: &[u8], letters: &Letters) -> Result<ParsedMove, MoveError> {
    let found = match word {
        [_, b'@', ..] if letters.is_english() => strict::read_drop(before, word),
        _ => strict(before, word, letters),
    };
    found.map_or_else(|| lenient::read(before, word, letters), Ok)
}

/// The drop, if it is legal and written as the standard of variants requires.
pub(super) fn strict_drop(before: &Position, word: &[u8]) -> Option<ParsedMove> {
    strict::read_drop(before, word)
}

/// Whether a word may be a move of some position, or is a damaged one: then what follows it cannot be played. Any other word
/// among moves is a stray, and the moves after it are played.
pub(crate) fn may_be_move(word: &[u8]) -> bool {
    lenient::may_be_move(word)
}

/// The move, if it is legal and written as the standard requires.
#[inline(never)]
pub(super) fn strict(before: &Position, word: &[u8], letters: &Letters) -> Option<ParsedMove> {
    let proper = strict::read(before, Short::new(word)?, letters);
    proper.is_some().then(|| proper.named())
}

/// The same for a word that was examined already, inlined into the loop that reads one move after another.
#[inline(always)]
pub fn strict_short(before: &Position, word: Short, letters: &Letters) -> Proper {
    strict::read(before, word, letters)
}

/// The message about a word that could not be played, with the moves that would have been legal.
pub fn explain(before: &Position, word: &str, error: MoveError, letters: &Letters) -> String {
    match lenient::located(error, word.as_bytes(), letters) {
        MoveError::Syntax { at, expected } => {
            let after = word.get(..at).filter(|start| !start.is_empty());
            let after = after.map_or(String::new(), |start| format!(" after `{start}`"));
            format!("`{word}` is not a move: expected {expected}{after}")
        }
        MoveError::Forbidden(why) => format!("cannot play `{word}`: {why}"),
        MoveError::EnPassantUnmarked(_) => {
            format!("cannot play `{word}`: it captures en passant, which is written `en`")
        }
        MoveError::Ordinal(count) => {
            format!("cannot play `{word}`: there are only {count} legal moves, numbered from 0")
        }
        MoveError::Ambiguous => {
            let near = lenient::near(before, word.as_bytes(), letters);
            format!("cannot play `{word}`: could be {}", list(before, &near.moves, "or"))
        }
        MoveError::Illegal => {
            let near = lenient::near(before, word.as_bytes(), letters);
            format!("cannot play `{word}`: {}", legal_instead(before, &near))
        }
    }
}

/// What could be played, of one role if the word named one.
fn legal_instead(before: &Position, near: &NearMoves) -> String {
    let (role, moves) = (near.role, near.moves.as_slice());
    let who = role.map_or(String::new(), |role| format!("{} ", role.name()));
    let what = if near.drops { "drop" } else { "move" };
    match (moves, role) {
        ([], Some(_)) if near.drops => format!("no {who}can be dropped"),
        ([], _) if before.is_mate() => "it is mate".into(),
        ([], _) if before.is_stalemate() => "it is stalemate".into(),
        ([], Some(Role::King)) => "the king has no legal move".into(),
        ([], _) => format!("no {who}has a legal move"),
        ([_], _) => format!("the only legal {who}{what} is {}", list(before, moves, "and")),
        _ => format!("legal {who}{what}s are {}", list(before, moves, "and")),
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
