//! Matches patterns against the board: which legal moves fit, and how the text differs from the standard spelling.

use super::super::Notes;
use super::super::origin::{Origin, origin_needed};
use super::Form;
use super::pattern::{PartialSquare, Pattern, Reading, Shape, Sign};
use crate::error::Code;
use crate::rules::{Kind, Move, Position, Role, Square};
use alloc::vec::Vec;

impl PartialSquare {
    fn allows(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file()) && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl Pattern {
    /// The legal moves that fit. A king's move is castling only if no plain move fits.
    pub(super) fn matches(&self, before: &Position) -> Vec<Move> {
        match self.shape {
            Shape::Null => Some(before.null_move()).filter(|null| before.is_legal(*null)).into_iter().collect(),
            Shape::Castle { wing, .. } => before.castle(wing).into_iter().collect(),
            Shape::Piece => {
                let fitting = before.legal_moves().into_iter().filter(|mv| self.fits(before, *mv));
                let (castling, plain): (Vec<Move>, Vec<Move>) = fitting.partition(|mv| mv.kind == Kind::Castle);
                if plain.is_empty() { castling } else { plain }
            }
        }
    }

    fn fits(&self, before: &Position, mv: Move) -> bool {
        let fits_mover = self.from.allows(mv.from) && (self.role.is_none() || self.role == role_on(before, mv.from));
        fits_mover && if mv.kind == Kind::Castle { self.fits_castling(before, mv) } else { self.fits_plain(before, mv) }
    }

    fn fits_plain(&self, before: &Position, mv: Move) -> bool {
        let captured = captured(before, mv);
        self.to.allows(mv.to)
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            && (self.captured.is_none() || self.captured == captured)
            && (captured.is_some() || !self.needs_capture())
    }

    /// Castling as the king's move: to where it goes, or onto its rook. The latter only if nothing else can be meant:
    /// in Chess960, or with the square the king starts from.
    fn fits_castling(&self, before: &Position, mv: Move) -> bool {
        let may_name_rook = self.from.is_whole() || self.takes() && before.rules().free_castling;
        let fits_target = self.to.allows(mv.destination()) && !self.takes() || self.to.allows(mv.to) && may_name_rook;
        self.to.is_whole() && self.captured.is_none() && self.promotion.is_none() && fits_target
    }

    /// What names no whole target names a capture; so does a pawn's move without a file.
    fn needs_capture(&self) -> bool {
        self.is_bare_take() || self.to.rank.is_none()
    }

    /// The role on the origin square, where the text tells the whole of it.
    pub(super) fn stands_on(&self, before: &Position) -> Option<Role> {
        role_on(before, Square::at(self.from.file?, self.from.rank?))
    }

    /// Notes how the text differs from what would be written in this form.
    pub(super) fn judge(&self, before: &Position, mv: Move, form: Form, notes: &mut Notes) {
        match (self.shape, mv.kind) {
            (Shape::Null, _) => return notes.add(Code::Null),
            (Shape::Castle { plain, .. }, _) => return notes.add_if(!plain, Code::CastlingSpelling),
            (_, Kind::Castle) => return notes.add(Code::CastlingSpelling),
            _ => {}
        }
        self.judge_letters(before, mv, notes);
        let takes = captured(before, mv).is_some();
        notes.add_if(self.captured.is_some() || self.to.rank.is_none(), Code::CapturedPiece);
        notes.add_if(self.is_bare_take(), Code::Underspecified);
        if !self.is_coordinates() {
            notes.add_if(self.takes() != takes || self.sign == Sign::OtherTakes, Code::CaptureSign);
            notes.add_if(mv.promotion.is_some() && !self.plain_promotion, Code::PromotionSpelling);
        }
        if form == Form::Any {
            self.judge_origin(before, mv, notes);
        }
    }

    fn judge_letters(&self, before: &Position, mv: Move, notes: &mut Notes) {
        let small_piece = self.letter.is_some_and(|letter| letter.is_ascii_lowercase());
        notes.add_if(small_piece || self.reading == Reading::CapitalFiles, Code::LowerCase);
        notes.add_if(self.letter.is_some() && role_on(before, mv.from) == Some(Role::Pawn), Code::PawnLetter);
    }

    fn judge_origin(&self, before: &Position, mv: Move, notes: &mut Notes) {
        if self.sign == Sign::Hyphen || self.from.is_whole() && self.letter.is_none() {
            return notes.add(Code::LongForm);
        }
        let needed = match role_on(before, mv.from) {
            Some(role) if role != Role::Pawn => origin_needed(before, role, mv.from, mv.to),
            _ => Origin { file: mv.from.file() != mv.to.file(), rank: false },
        };
        let told = Origin { file: self.from.file.is_some(), rank: self.from.rank.is_some() };
        notes.add_if(told.exceeds(needed), Code::Overspecified);
    }
}

fn role_on(before: &Position, square: Square) -> Option<Role> {
    before.piece_at(square).map(|piece| piece.role)
}

/// What a move captures.
fn captured(before: &Position, mv: Move) -> Option<Role> {
    match mv.kind {
        Kind::EnPassant => Some(Role::Pawn),
        Kind::Plain => role_on(before, mv.to),
        Kind::Castle | Kind::Null => None,
    }
}
