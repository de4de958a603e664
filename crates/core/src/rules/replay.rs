//! Replays packed moves that were checked when they were packed.

use super::effects;
use super::packed::PackedMove;
use super::position::{NONE, Position, RULES};
use super::types::{Move, MoveKind, Role, Square};
use crate::rules::position::Undo;

/// A position that follows packed moves quickly.
///
/// It updates the board and what the rules remember of a move, but does not examine checks, nor whether a move is legal: the
/// moves are those of a game that was read before. Moves that no piece of the side to move could make are refused, so random
/// bytes do no harm.
///
/// ```
/// use scoresheet_core::rules::{PackedMove, Position, PackedReplay};
/// let mut replay = PackedReplay::new(&Position::start());
/// assert!(replay.play(PackedMove(12 | 28 << 6)));  // e4
/// assert!(!replay.play(PackedMove(12 | 28 << 6)));
/// assert_eq!(replay.position().fullmove(), 1);
/// ```
#[derive(Clone)]
pub struct PackedReplay {
    position: Position,
    undo: Undo,
    /// Moves from this number on take the long way: under rules that are not those of chess, all.
    limit: u16,
    /// Moves are those of chess, and checks are counted.
    counts_checks: bool,
}

impl PackedReplay {
    /// Starts at a position.
    pub fn new(start: &Position) -> PackedReplay {
        PackedReplay {
            position: start.clone(),
            undo: Undo::none(start),
            limit: limit(start),
            counts_checks: start.rules().counts_checks_of_chess(),
        }
    }

    /// Starts again at another position, and keeps nothing of the last game.
    #[inline]
    pub fn restart(&mut self, start: &Position) {
        self.position.clone_from(start);
        self.limit = limit(start);
        self.counts_checks = start.rules().counts_checks_of_chess();
    }

    /// The current board, with pieces, turn, rights and counters. Its data about checks is out of date;
    /// [`PackedReplay::position`] returns one that is complete.
    #[inline]
    pub fn board(&self) -> &Position {
        &self.position
    }

    /// The current position.
    pub fn position(&self) -> Position {
        let mut position = self.position.clone();
        position.count_kings();
        position.look();
        position
    }

    /// What the last move changed, to describe it: no position takes it back. Has no meaning before the first move.
    #[inline]
    pub fn undo(&self) -> &Undo {
        &self.undo
    }

    /// Plays a move, or returns `false` without playing it if no piece of the side to move could move like this.
    #[inline(always)]
    pub fn play(&mut self, packed: PackedMove) -> bool {
        self.play_plain(packed, self.limit) || self.play_special(packed)
    }

    /// Plays a move whose number is below a limit, as one of chess, if it is neither castling nor a promotion nor a capture in
    /// passing.
    #[inline(always)]
    fn play_plain(&mut self, packed: PackedMove, limit: u16) -> bool {
        let position = &mut self.position;
        let (from, to) = (packed.from(), packed.to());
        let moved = position.board[from.index()];
        let captured = position.board[to.index()];
        let passes = moved & 7 == Role::Pawn as u8 && to.number() == position.state.passed;
        if packed.0 >= limit || passes || !may_capture(moved, captured, position.state.turn as u8) {
            return false;
        }
        let mv = Move { from, to, promotion: None, kind: MoveKind::Plain };
        self.undo.note_plain(mv, moved, captured, &position.state);
        position.shift(mv, moved, captured);
        position.remember(mv, moved, captured);
        position.pass_turn();
        true
    }

    /// Plays castling, promotions, en passant captures, null moves and drops, and every move under other rules.
    #[inline(never)]
    fn play_special(&mut self, packed: PackedMove) -> bool {
        if self.counts_checks && self.play_plain(packed, PackedMove::SIMPLE) {
            effects::see_check(&mut self.position, &self.undo);
            return true;
        }
        let position = &mut self.position;
        let Some(mv) = packed.unpack(position) else { return false };
        let moved = position.board[mv.from.index()];
        let is_possible = match mv.kind {
            MoveKind::Null => true,
            MoveKind::Drop => position.board[mv.to.index()] == 0,
            MoveKind::Castle => Some(mv.from) == position.king(position.turn()) && is_free(position, packed, mv),
            MoveKind::EnPassant => mv.to.number() == position.state.passed && moved == position.turn().pawn(),
            MoveKind::Plain => {
                let promotes = mv.promotion.is_some();
                let last = position.turn().other().back_rank() == mv.to.rank();
                let common = position.rules().has_common_kings();
                let role = mv.promotion.is_none_or(|role| position.rules().may_become(role));
                let captured = position.board[mv.to.index()];
                // If a king is an ordinary piece, it is treated like a queen.
                let captured = if common && captured & 7 == Role::King as u8 { captured - 1 } else { captured };
                may_capture(moved, captured, position.state.turn as u8)
                    && (!promotes || moved == position.turn().pawn() && last)
                    && role
            }
        };
        if !is_possible {
            return false;
        }
        let before = position.state;
        if position.state.slow & RULES != 0 {
            self.undo.note(mv, moved, 0, before);
            effects::replay(position, mv, &mut self.undo);
            return true;
        }
        position.state.passed = NONE;
        let captured = position.change_board(mv, moved);
        position.pass_turn();
        self.undo.note(mv, moved, captured, before);
        true
    }
}

/// The lowest number of a move that takes the long way from this position on.
fn limit(start: &Position) -> u16 {
    if start.rules().plays_as_chess() { PackedMove::SIMPLE } else { 0 }
}

/// Whether the side to move has this piece and could capture that one, given their codes; 0 is an empty square.
#[inline(always)]
fn may_capture(moved: u8, captured: u8, turn: u8) -> bool {
    moved != 0 && moved >> 3 == turn && (captured == 0 || captured >> 3 != turn && captured & 7 != Role::King as u8)
}

/// Whether only the king and its rook are on the squares where castling puts them.
fn is_free(position: &Position, packed: PackedMove, mv: Move) -> bool {
    let rook_to = super::types::rook_destination(mv.from, mv.to);
    let own = |square: Square| square == mv.from || square == mv.to;
    let empty = |square: Square| own(square) || position.board[square.index()] == 0;
    packed.to() == super::types::king_destination(mv.from, mv.to) && empty(packed.to()) && empty(rook_to)
}
