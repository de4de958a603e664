//! The position before a move: the text states what moved, where from, and what it took.

use super::{Fcn, FcnText, PieceMove};
use crate::notation::{Earlier, MoveError, ReversibleNotation, Validation, coordinates};
use crate::rules::attacks::Squares;
use crate::rules::{Color, Move, MoveKind, Piece, Position, PositionParts, Role, Square, Wing};

impl ReversibleNotation for Fcn {
    fn undo(
        &self,
        after: &Position,
        text: &[u8],
        earlier: &Earlier<'_>,
        validation: Validation,
    ) -> Result<Position, MoveError> {
        let (spelled, _) = self.parse(text)?;
        let mover = after.turn().other();
        let mut parts = PositionParts {
            pieces: core::array::from_fn(|square| after.piece_at(Square::masked(square as u8))),
            turn: mover,
            castling: after.castling(),
            passed: earlier.passed,
            halfmove: earlier.halfmove.unwrap_or(after.halfmove().saturating_sub(1)),
            fullmove: after.fullmove().saturating_sub(u32::from(mover == Color::Black)).max(1),
            hand: after.hand(),
            promoted: after.promoted(),
            checks: after.checks_remaining().unwrap_or(PositionParts::ALL_CHECKS),
            ..PositionParts::empty(after.rules())
        };
        let mv = match spelled {
            FcnText::Castle(wing) => castled(&mut parts, wing, earlier)?,
            FcnText::Move(piece) => moved(piece, &mut parts, validation)?,
        };
        for (square, piece) in earlier.pieces {
            parts.pieces[square.index()] = *piece;
        }
        parts.castling = earlier.castling.unwrap_or(parts.castling);
        take_back_of_variant(&mut parts, after, mv);
        let before = Position::assemble(&parts);
        if earlier.castling.is_some_and(|rooks| rooks != before.castling()) {
            return Err(MoveError::Forbidden("a castling right is of no rook that could castle"));
        }
        let again = before.after(mv);
        let leads_here = again.codes() == after.codes() && again.hand() == after.hand();
        if !leads_here {
            return Err(MoveError::Forbidden("it does not lead to this position"));
        }
        if validation == Validation::Full && !before.is_legal(mv) {
            return Err(MoveError::Illegal);
        }
        Ok(before)
    }
}

/// Gives back a check that was counted, and what a capture brought to the hand: a pawn, if the hand does not hold what
/// was captured.
fn take_back_of_variant(parts: &mut PositionParts, after: &Position, mv: Move) {
    let mover = parts.turn;
    if after.is_check() && parts.rules.counts_checks() {
        parts.checks[mover as usize] += 1;
    }
    if !parts.rules.has_drops() {
        return;
    }
    let was_marked = parts.promoted & mv.to.bit() != 0;
    parts.promoted &= !mv.to.bit();
    if was_marked && mv.promotion.is_none() {
        parts.promoted |= mv.from.bit();
    }
    let passing = Square::at(mv.to.file(), mv.from.rank());
    let taken = match mv.kind {
        MoveKind::EnPassant => parts.pieces[passing.index()],
        MoveKind::Plain => parts.pieces[mv.to.index()],
        MoveKind::Castle | MoveKind::Null | MoveKind::Drop => None,
    };
    let Some(taken) = taken.filter(|_| !parts.rules.drops_from_elsewhere()) else { return };
    let held = |role| Piece { color: mover, role };
    let won = held(taken.role);
    let won = if parts.hand.count(won) > 0 { won } else { held(Role::Pawn) };
    if won.role != taken.role {
        parts.promoted |= mv.to.bit();
    }
    parts.hand = parts.hand.with(won, parts.hand.count(won).saturating_sub(1));
}

/// Puts king and rook back, and gives the right that castling used.
fn castled(parts: &mut PositionParts, wing: Wing, earlier: &Earlier<'_>) -> Result<Move, MoveError> {
    let (color, rank) = (parts.turn, parts.turn.back_rank());
    let [king, rook] = [Role::King, Role::Rook].map(|role| Piece { color, role });
    let (king_to, rook_to, corner) = match wing {
        Wing::King => (Square::at(6, rank), Square::at(5, rank), Square::at(7, rank)),
        Wing::Queen => (Square::at(2, rank), Square::at(3, rank), Square::at(0, rank)),
    };
    if (parts.pieces[king_to.index()], parts.pieces[rook_to.index()]) != (Some(king), Some(rook)) {
        return Err(MoveError::Forbidden("king and rook are not where castling on that side puts them"));
    }
    let king_told = earlier.squares_of(king).find(|square| square.rank() == rank);
    let king_from = king_told.unwrap_or(Square::at(4, rank));
    let is_beyond = |square: &Square| square.rank() == rank && (*square > king_from) == (wing == Wing::King);
    // The same one that castling with this right takes.
    let by_right = Squares(earlier.castling.unwrap_or_default()).find(is_beyond);
    // Of several rooks without a right the one farthest out castles.
    let rooks = earlier.squares_of(rook).filter(is_beyond);
    let rook_told = by_right.or(if wing == Wing::King { rooks.max() } else { rooks.min() });
    if parts.rules.free_castling() && (king_told.is_none() || rook_told.is_none()) {
        return Err(MoveError::Forbidden("in Chess960 it does not say from where king and rook castled"));
    }
    let rook_from = rook_told.unwrap_or(corner);
    parts.pieces[king_to.index()] = None;
    parts.pieces[rook_to.index()] = None;
    for (square, piece) in [(king_from, king), (rook_from, rook)] {
        if parts.pieces[square.index()].replace(piece).is_some() {
            return Err(MoveError::Forbidden("king and rook cannot have castled from there"));
        }
    }
    parts.castling |= rook_from.bit();
    Ok(Move { from: king_from, to: rook_from, promotion: None, kind: MoveKind::Castle })
}

/// Puts the piece back, and what it took.
fn moved(piece: PieceMove, parts: &mut PositionParts, validation: Validation) -> Result<Move, MoveError> {
    let PieceMove { from, to, promotion, .. } = piece;
    if from == to {
        return Err(MoveError::Forbidden("a move cannot end on its starting square"));
    }
    let stands = parts.pieces[to.index()];
    let arrived = stands.ok_or(MoveError::Forbidden("there is no piece on its target square"))?;
    if parts.pieces[from.index()].is_some() {
        return Err(MoveError::Forbidden("a piece is on its starting square"));
    }
    if validation != Validation::Off {
        judge_arrived(piece, arrived, parts.turn)?;
    }
    let moved = if promotion.is_some() { Piece { role: Role::Pawn, ..arrived } } else { arrived };
    let passing = Square::at(to.file(), from.rank());
    let passes = piece.en_passant && moved == Piece { color: parts.turn, role: Role::Pawn } && steps(piece, parts.turn);
    if passes && parts.pieces[passing.index()].is_some() {
        return Err(MoveError::Forbidden("a piece is where it captured en passant"));
    }
    if piece.en_passant && !passes && validation != Validation::Off {
        return Err(MoveError::Forbidden("there is no pawn to capture en passant"));
    }
    let enemy = |role| Piece { color: moved.color.other(), role };
    parts.pieces[from.index()] = Some(moved);
    parts.pieces[to.index()] = piece.taken.map(enemy);
    if passes {
        parts.pieces[passing.index()] = Some(enemy(Role::Pawn));
        parts.passed = parts.passed.or(Some(to));
    }
    let kind = if passes { MoveKind::EnPassant } else { MoveKind::Plain };
    Ok(Move { from, to, promotion, kind })
}

/// Whether the statements of the text about the piece fit the one that arrived.
fn judge_arrived(piece: PieceMove, arrived: Piece, mover: Color) -> Result<(), MoveError> {
    if arrived.color != mover {
        return Err(MoveError::Forbidden("it moves a piece of the opponent"));
    }
    if arrived.role != piece.promotion.unwrap_or(piece.role) {
        return Err(MoveError::Forbidden("another piece is on its target square"));
    }
    let is_last = piece.role == Role::Pawn && piece.to.rank() == mover.other().back_rank();
    coordinates::judge_promoted(is_last, piece.promotion)
}

/// Whether it goes one rank forward and one file aside.
fn steps(piece: PieceMove, mover: Color) -> bool {
    let (near, far) = if mover == Color::White { (piece.from, piece.to) } else { (piece.to, piece.from) };
    far.rank() == near.rank() + 1 && near.file().abs_diff(far.file()) == 1
}
