//! Boards as move texts: the move is what changed between two of them. VGN's move formats SFEN, FEN and BCFEN.
//!
//! A legal move changes two squares, or three if a pawn is taken en passant, or those of a king and a rook: so the
//! squares that differ name the only move it can have been, and nothing has to be tried out. Only if captures explode
//! and pieces are dropped, moves are.

use super::{PositionFields, PositionNotation, bcfen, fen, sfen};
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{
    Claim, Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, WordUse, loss_of,
};
use crate::rules::{Color, Move, MoveKind, Piece, Position, Role, Square, Wing, attacks::Squares};
use alloc::vec::Vec;

/// Boards in one position notation, each the one after its move.
pub struct BoardRows {
    spec: NotationSpec,
    of: &'static dyn PositionNotation,
    /// Whether the text names the side to move, which is all that a null move changes.
    names_turn: bool,
}

/// Every kind of rows.
#[rustfmt::skip]
pub static ALL: &[&BoardRows] = &[
    &FEN,
    &SFEN,
    &SFEN_1_0,
    &BCFEN,
    &BCFEN_1_0,
];

/// The rows of this position notation.
pub fn find(id: &str) -> Option<&'static BoardRows> {
    ALL.iter().copied().find(|rows| rows.spec.id == id)
}

/// FEN, all six fields, with the en passant square after every double step.
pub static FEN: BoardRows =
    BoardRows { spec: spec_of(&fen::SPEC, &[LossKind::OwnCapture]), of: &fen::Fen, names_turn: true };

/// SFEN 1.1.
pub static SFEN: BoardRows = BoardRows {
    spec: spec_of(&sfen::SFEN.spec, &[LossKind::OwnCapture, LossKind::CastlingRook, LossKind::Hand]),
    of: &sfen::SFEN,
    names_turn: true,
};

/// SFEN 1.0.
pub static SFEN_1_0: BoardRows = BoardRows {
    spec: spec_of(&sfen::SFEN_1_0.spec, &[LossKind::OwnCapture, LossKind::CastlingRook, LossKind::Hand]),
    of: &sfen::SFEN_1_0,
    names_turn: true,
};

/// BCFEN 1.1.
pub static BCFEN: BoardRows = BoardRows {
    spec: spec_of(&bcfen::BCFEN.spec, &[LossKind::OwnCapture, LossKind::NullMove, LossKind::Hand]),
    of: &bcfen::BCFEN,
    names_turn: false,
};

/// BCFEN 1.0.
pub static BCFEN_1_0: BoardRows = BoardRows {
    spec: spec_of(&bcfen::BCFEN_1_0.spec, &[LossKind::OwnCapture, LossKind::NullMove, LossKind::Hand]),
    of: &bcfen::BCFEN_1_0,
    names_turn: false,
};

/// What is said of the boards, as said of moves.
const fn spec_of(boards: &NotationSpec, losses: &'static [LossKind]) -> NotationSpec {
    NotationSpec {
        id: boards.id,
        title: boards.title,
        source: boards.source,
        example: boards.example,
        version: boards.version,
        pattern: boards.pattern,
        binary: boards.binary,
        words: WordUse::NOWHERE,
        losses,
        limits: Some("the board after each move; boards that are more than one move apart are rejected"),
    }
}

const SEVERAL: MoveError = MoveError::Forbidden("this board is more than one move after the previous one");

impl MoveNotation for BoardRows {
    fn spec(&self) -> &'static NotationSpec {
        ALL.iter().find(|rows| rows.spec.id == self.spec.id).map_or(&SFEN.spec, |rows| &rows.spec)
    }

    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        if let Some(kind) = loss_of(&self.spec, before, mv, false) {
            return Err(NoText(kind));
        }
        let after = before.after(mv);
        if self.spec.id == FEN.spec.id {
            fen::append(&after, fen::Style { en_passant: fen::EnPassant::Always, ..fen::Style::default() }, out);
        } else {
            let claim = if self.names_turn { Claim::of_board(&after, last) } else { Claim::Any };
            self.of.write(&after, claim, out);
        }
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<ParsedMove, MoveError> {
        let wrong =
            |at| MoveError::Syntax { at, expected: "a board, eight ranks of eight squares, and what follows it" };
        let fields = self.of.fields(text).map_err(|error| wrong(error.at))?;
        let mut named = BoardDifference::between(before, &fields).named(before, &fields, validation)?;
        named.claim = fields.claim;
        named.notes.add_if(!self.fit(&fields, before, named.mv), Code::RowFields);
        named.notes.add_if(!fields.unused.is_empty(), Code::BcfenUnused);
        Ok(named)
    }

    /// The board that the game starts from, which some writers put first: no other side to move is named.
    fn repeats(&self, start: &Position, text: &[u8]) -> bool {
        self.of.fields(text).is_ok_and(|fields| {
            BoardDifference::between(start, &fields).count == 0 && fields.turn.is_none_or(|turn| turn == start.turn())
        })
    }
}

impl BoardRows {
    /// Whether the fields of a row besides its board are true after its move.
    fn fit(&self, fields: &PositionFields<'_>, before: &Position, mv: Move) -> bool {
        if fields.turn.is_none() && fields.castling.is_none() && fields.halfmove.is_none() {
            return true;
        }
        let after = before.after(mv);
        let counter = |said: Option<u32>, is: u32| said.is_none_or(|said| said == is);
        fields.turn.is_none_or(|turn| turn == after.turn())
            && counter(fields.halfmove, after.halfmove())
            && counter(fields.fullmove, after.fullmove())
            && fields.passed_fits(&after)
            // If a right cannot be written, its absence means nothing.
            && (self.of.loss(&after).is_some() || fields.castling_fits(&after))
    }
}

/// The squares on which two boards differ, and the pieces there on the second.
struct BoardDifference {
    squares: [(Square, Option<Piece>); 4],
    /// More than four are five.
    count: usize,
}

impl BoardDifference {
    fn between(before: &Position, after: &PositionFields<'_>) -> BoardDifference {
        let mut changes = BoardDifference { squares: [(Square::masked(0), None); 4], count: 0 };
        for (number, piece) in (0..).zip(after.pieces) {
            let square = Square::masked(number);
            if !before.stands(square, piece) {
                if let Some(place) = changes.squares.get_mut(changes.count) {
                    *place = (square, piece);
                }
                changes.count = (changes.count + 1).min(5);
            }
        }
        changes
    }

    /// The move that changes these squares, and no others.
    fn named(
        &self,
        before: &Position,
        after: &PositionFields<'_>,
        validation: Validation,
    ) -> Result<ParsedMove, MoveError> {
        if self.count == 0 {
            return passing(before, after, validation);
        }
        let stepped = self.step(before).or_else(|| self.en_passant(before));
        let castled = || {
            [Wing::King, Wing::Queen]
                .into_iter()
                .filter_map(|wing| before.castle(wing))
                .find(|mv| leads(before, *mv, after))
        };
        let legal = if before.is_careful() || before.rules().has_drops() {
            self.tried(before, after)
        } else {
            stepped.filter(|mv| before.is_legal(*mv)).or_else(castled)
        };
        if let Some(mv) = legal {
            return Ok(ParsedMove::plainly(mv));
        }
        let mv = stepped.or_else(|| self.castling(before, after, validation)).ok_or(SEVERAL)?;
        if validation == Validation::Full {
            return Err(MoveError::Illegal);
        }
        if validation == Validation::Basic {
            judge(before, mv)?;
        }
        Ok(ParsedMove { illegal: true, ..ParsedMove::plainly(mv) })
    }

    /// The legal move that leads there, by trying them all.
    fn tried(&self, before: &Position, after: &PositionFields<'_>) -> Option<Move> {
        let [(square, piece), ..] = self.squares;
        let drop = piece.filter(|piece| self.count == 1 && piece.color == before.turn());
        // The piece may have come from another board just now, so no list of moves need have it.
        drop.map(|piece| Move::drop(piece.role, square))
            .filter(|mv| before.is_legal(*mv))
            .or_else(|| before.moves().into_iter().find(|mv| leads(before, *mv, after)))
    }

    /// One piece has gone from one square to another; a pawn may have become another piece there.
    fn step(&self, before: &Position) -> Option<Move> {
        let [first, second, ..] = self.squares;
        let (empty, other) = if first.1.is_none() { (first, second) } else { (second, first) };
        let ((from, None), (to, Some(piece)), 2) = (empty, other, self.count) else { return None };
        let mover = before.piece_at(from)?;
        let promotion = (mover != piece).then_some(piece.role);
        let becomes = |role| mover.role == Role::Pawn && Role::PROMOTIONS.contains(&role);
        let fits = mover.color == piece.color && promotion.is_none_or(becomes);
        fits.then_some(Move { promotion, ..Move::plain(from, to) })
    }

    /// A pawn has gone one square aslant to an empty square, and the enemy's pawn beside it has gone.
    fn en_passant(&self, before: &Position) -> Option<Move> {
        if self.count != 3 {
            return None;
        }
        let squares = &self.squares[..3];
        let (to, pawn) = squares.iter().find_map(|(square, piece)| Some((*square, (*piece)?)))?;
        let from = squares.iter().map(|(square, _)| *square).find(|from| before.piece_at(*from) == Some(pawn))?;
        let taken = Square::at(to.file(), from.rank());
        let enemy = Piece { color: pawn.color.other(), role: Role::Pawn };
        let gone = |square: Square| squares.contains(&(square, None));
        let forward = if pawn.color == Color::White { 1 } else { -1 };
        let aslant = from.file().abs_diff(to.file()) == 1 && to.rank() as i8 - from.rank() as i8 == forward;
        let fits = pawn.role == Role::Pawn
            && aslant
            && before.piece_at(to).is_none()
            && before.piece_at(taken) == Some(enemy)
            && gone(from)
            && gone(taken);
        fits.then_some(Move { from, to, promotion: None, kind: MoveKind::EnPassant })
    }

    /// A king and a rook have gone to their squares, whether or not the rules allow it.
    fn castling(&self, before: &Position, after: &PositionFields<'_>, validation: Validation) -> Option<Move> {
        if self.count > 4 {
            return None;
        }
        let sides = [before.turn(), before.turn().other()];
        let sides = &sides[..if validation == Validation::Off { 2 } else { 1 }];
        let back = |color: Color| 0xff << (color.back_rank() * 8);
        sides.iter().find_map(|&color| {
            Squares(before.of(color, Role::King) & back(color)).find_map(|from| {
                let rooks = Squares(before.of(color, Role::Rook) & back(color));
                let castlings = rooks.map(|to| Move { from, to, promotion: None, kind: MoveKind::Castle });
                castlings.into_iter().find(|mv| leads(before, *mv, after))
            })
        })
    }
}

/// Nothing moved: a null move, if the row names the other side.
fn passing(before: &Position, after: &PositionFields<'_>, validation: Validation) -> Result<ParsedMove, MoveError> {
    if after.turn != Some(before.turn().other()) {
        return Err(MoveError::Forbidden("the board is the same as the previous one"));
    }
    let mv = before.null_move();
    let mut named = ParsedMove { illegal: !before.is_legal(mv), ..ParsedMove::plainly(mv) };
    if named.illegal && validation == Validation::Full {
        return Err(MoveError::Illegal);
    }
    named.notes.add(Code::Null);
    Ok(named)
}

/// What is refused even if illegal moves are accepted.
fn judge(before: &Position, mv: Move) -> Result<(), MoveError> {
    let Some(piece) = before.piece_at(mv.from) else { return Err(SEVERAL) };
    if piece.color != before.turn() {
        return Err(MoveError::Forbidden("it moves a piece of the opponent"));
    }
    let arrives = piece.role == Role::Pawn && mv.to.rank() == piece.color.other().back_rank();
    match (arrives && mv.kind == MoveKind::Plain, mv.promotion) {
        (true, None) => Err(MoveError::Forbidden("it does not name the promotion piece")),
        (false, Some(_)) => Err(MoveError::Forbidden("only a pawn on its last rank is promoted")),
        _ => Ok(()),
    }
}

/// Whether a move leads exactly there.
fn leads(before: &Position, mv: Move, there: &PositionFields<'_>) -> bool {
    let after = before.after(mv);
    (0..).zip(there.pieces).all(|(square, piece)| after.stands(Square::masked(square), piece))
}
