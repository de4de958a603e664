//! The codes of moves: found among the pieces that could go there, and played.

use super::super::candidates::{candidates, nth, promoting, promotion_targets, width, width_of};
use super::super::layout::{Extension, PROMOTIONS};
use super::{After, Decoder, Flaw, Token};
use crate::error::Code;
use crate::game::pgn::parts;
use crate::notation::{Named, language, san};
use crate::rules::{Kind, Move, Position, Role, Square, Wing};
use alloc::vec::Vec;

impl Decoder<'_> {
    /// A move of a piece, or an extension.
    #[inline]
    pub(super) fn piece(&mut self, bit: usize, role: Role) -> Result<Token, Flaw> {
        let square = self.bits.take(6).ok_or_else(|| self.truncated(bit))?;
        let (file, rank) = ((square >> 3) as u8, (square & 7) as u8);
        if role == Role::Pawn && matches!(rank, 0 | 7) {
            return self.extension(bit, Extension::on(file, rank));
        }
        let to = Square::at(file, rank);
        self.begin_move(bit)?;
        if role == Role::King && self.position().king(self.position().turn()) == Some(to) {
            let mv = self.position().null_move();
            return self.play(bit, mv);
        }
        let among = candidates(self.position(), role, to);
        let width = if among.count_ones() > 1 { width(role, to) } else { 0 };
        let index = self.bits.take(width).ok_or_else(|| self.truncated(bit))?;
        if among == 0 {
            return Err(Flaw::at(bit, Code::CpgnMove));
        }
        let from = nth(among, index).ok_or(Flaw::at(bit, Code::CpgnIndex))?;
        let passing = role == Role::Pawn && from.file() != file && self.position().occupied() & to.bit() == 0;
        let kind = if passing { Kind::EnPassant } else { Kind::Plain };
        self.play(bit, Move { kind, ..Move::plain(from, to) })
    }

    pub(super) fn castling(&mut self, bit: usize) -> Result<Token, Flaw> {
        let side = self.bits.take(1).ok_or_else(|| self.truncated(bit))?;
        self.begin_move(bit)?;
        let wing = if side == 0 { Wing::King } else { Wing::Queen };
        let mv = self.position().castle(wing).ok_or(Flaw::at(bit, Code::CpgnMove))?;
        self.play(bit, mv)
    }

    pub(super) fn promotion(&mut self, bit: usize) -> Result<Token, Flaw> {
        let piece = self.bits.take(2).ok_or_else(|| self.truncated(bit))?;
        self.begin_move(bit)?;
        let from = self.chosen(bit, promoting(self.position()))?;
        let to = self.chosen(bit, promotion_targets(self.position(), from))?;
        self.play(bit, Move { promotion: Some(PROMOTIONS[piece as usize & 3]), ..Move::plain(from, to) })
    }

    /// The square that an index names among these.
    fn chosen(&mut self, bit: usize, squares: u64) -> Result<Square, Flaw> {
        if squares == 0 {
            return Err(Flaw::at(bit, Code::CpgnMove));
        }
        let index = self.bits.take(width_of(squares.count_ones())).ok_or_else(|| self.truncated(bit))?;
        nth(squares, index).ok_or(Flaw::at(bit, Code::CpgnIndex))
    }

    /// Whether a move can occur here.
    #[inline]
    fn begin_move(&self, bit: usize) -> Result<(), Flaw> {
        match self.after {
            After::Stored | After::Tail => Err(Flaw::at(bit, Code::CpgnReserved)),
            _ if !self.playable => Err(Flaw::at(bit, Code::CpgnMove)),
            _ => Ok(()),
        }
    }

    /// Plays a move where it is legal, and reads how it is spelled.
    #[inline]
    fn play(&mut self, bit: usize, mv: Move) -> Result<Token, Flaw> {
        if !self.position().is_legal(mv) {
            return Err(Flaw::at(bit, Code::CpgnMove));
        }
        let flagged = mv.kind == Kind::EnPassant && self.next_flag();
        let mut named = if flagged { self.suffixed(mv) } else { Named::plainly(mv) };
        named.notes.add_if(mv.kind == Kind::Null, Code::Null);
        let mut token = Token::Move { named, flagged, spelled: None };
        if self.bits.peek(9) == SPELL {
            token = self.spelled(mv)?;
        }
        self.replay.play(Named::plainly(mv));
        self.after = After::Move;
        Ok(token)
    }

    /// The flag of a capture in passing.
    fn next_flag(&mut self) -> bool {
        let Some(line) = self.lines.last_mut() else { return false };
        if line.used == line.count {
            // As many as the block can count are flagged, and the others are not.
            if line.count < 15 {
                let bit = line.bit;
                self.notes.push(Flaw::at(bit, Code::CpgnFlags));
            }
            return false;
        }
        line.used += 1;
        line.bits >> (line.count - line.used) & 1 == 1
    }

    /// A capture with `e.p.` after it, which is noted as it is in PGN.
    #[cold]
    fn suffixed(&self, mv: Move) -> Named {
        let mut word = Vec::new();
        san::write(self.position(), mv, &mut word);
        word.extend_from_slice(b" e.p.");
        named(self.position(), mv, &word).unwrap_or(Named::plainly(mv))
    }

    /// How a move is spelled, which must name that move.
    #[cold]
    fn spelled(&mut self, mv: Move) -> Result<Token, Flaw> {
        let bit = self.bits.at;
        self.bits.at += 9;
        let text = self.closed_text(bit, self.limits.token, Code::LimitToken)?;
        let word = text.of(self.bits.bytes);
        let named = parts::is_word(&word).then(|| named(self.position(), mv, &word)).flatten();
        let named = named.ok_or(Flaw { bit, code: Code::CpgnText, text: Some(text) })?;
        Ok(Token::Move { named, flagged: false, spelled: Some(text) })
    }
}

/// The bits of X-SPELL: a pawn on a1.
const SPELL: u64 = 0b101_000_000;

/// What a word says of a move, where it names that move in the letters of any language.
fn named(before: &Position, mv: Move, word: &[u8]) -> Option<Named> {
    let readings = language::ALL.iter().filter_map(|letters| san::read(before, word, letters).ok());
    readings.into_iter().find(|named| named.mv == mv && !named.illegal)
}
