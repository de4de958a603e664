//! Plays moves and takes them back, on the board and in the state of the rules.

use super::position::{NONE, Position, State};
use core::hint::select_unpredictable;

use super::types::{Color, Kind, Move, Piece, Role, Square, king_destination, rook_destination};

/// What a move changed, enough to take it back and to tell about it.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The move.
    pub mv: Move,
    moved: u8,
    /// The code of what was captured; above it that of a second piece, which only moves that are not legal remove.
    captured: u8,
    before: State,
}

/// Two codes in one byte.
fn both(captured: u8, beneath: u8) -> u8 {
    captured | beneath << 4
}

impl Undo {
    /// What a null move in this position would change: something to write the next one over.
    pub(crate) fn none(position: &Position) -> Undo {
        Undo { mv: position.null_move(), moved: 0, captured: 0, before: position.state }
    }

    /// What a move has changed that did as its kind tells.
    #[inline(always)]
    pub(super) fn of(mv: Move, moved: u8, captured: u8, before: State) -> Undo {
        Undo { mv, moved, captured, before }
    }

    /// What moved, before it was promoted. `None` for a null move, or where nothing stood.
    #[inline]
    pub fn role(&self) -> Option<Role> {
        Role::from_number(self.role_number())
    }

    /// The same as a number: 1 to 6, 0 for a null move.
    #[inline]
    pub fn role_number(&self) -> u8 {
        if self.mv.kind == Kind::Null { 0 } else { self.moved & 7 }
    }

    /// The rooks that could castle before the move.
    #[inline]
    pub(super) fn castling_before(&self) -> u64 {
        self.before.castling
    }

    /// Whether the move did what no legal one does, so that more changed than its kind tells.
    pub(super) fn is_odd(&self) -> bool {
        let (us, role) = (self.before.turn as u8, self.moved & 7);
        let kind_is_odd = match self.mv.kind {
            Kind::Null => return false,
            Kind::Plain => false,
            Kind::EnPassant => role != Role::Pawn as u8 || self.mv.from.file() == self.mv.to.file(),
            Kind::Castle => role != Role::King as u8 || self.captured != 0,
        } || self.mv.kind != Kind::Plain && self.mv.promotion.is_some();
        kind_is_odd
            || self.moved == 0
            || self.moved >> 3 != us
            || self.captured > 15
            || self.captured & 7 == Role::King as u8
            || self.mv.promotion.is_some_and(|to| to == Role::King || role != Role::Pawn as u8)
            || self.mv.from == self.mv.to
    }

    /// Whether a pawn of the side to move left its home rank.
    fn is_from_home(&self) -> bool {
        let us = self.before.turn;
        self.mv.from.rank() == us.back_rank().abs_diff(1) && self.moved == us.pawn()
    }

    /// What was captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        Piece::from_code(self.captured)
    }

    /// The captured role as a number: 1 to 6, 0 for none.
    #[inline]
    pub fn captured_number(&self) -> u8 {
        self.captured & 7
    }
}

impl Position {
    /// Moves a piece that stays what it is: each set is changed once.
    #[inline(always)]
    pub(super) fn shift(&mut self, mv: Move, moved: u8, captured: u8) {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        // With nothing captured this clears bits that are not set; asking first would cost more.
        self.colors[usize::from(captured >> 3 & 1)] &= !to;
        self.roles[usize::from(captured & 7)] &= !to;
        let color = &mut self.colors[usize::from(moved >> 3 & 1)];
        *color = *color & !from | to;
        let role = &mut self.roles[usize::from(moved & 7)];
        *role = *role & !from | to;
        self.board[mv.from.index()] = 0;
        self.board[mv.to.index()] = moved;
    }

    /// Plays a move. One that is not legal is played all the same: the piece moves, what stands on the target is gone, the
    /// turn passes, and rights and the passed square follow. [`crate::read`] flags such moves, and so must whoever else
    /// plays them.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let mut undo = Undo { mv, moved: 0, captured: 0, before: self.state };
        let exposes = mv.kind == Kind::Plain && !self.is_safe(mv.from, mv.to);
        self.play_into(mv, &mut undo);
        if exposes {
            self.look();
        }
        if undo.is_odd() || self.state.passed != NONE && !undo.is_from_home() {
            self.mend(&undo);
        }
        undo
    }

    /// What only moves that are not legal leave behind is put right: rights of a king that is gone or was moved by the other
    /// side, a double step from elsewhere than home, the number of kings.
    #[cold]
    fn mend(&mut self, undo: &Undo) {
        if !undo.is_from_home() {
            self.state.passed = NONE;
        }
        self.state.castling = undo.before.castling & !(undo.mv.from.bit() | undo.mv.to.bit());
        for code in [undo.moved, undo.captured & 15, undo.captured >> 4] {
            if code & 7 == Role::King as u8 {
                self.state.castling &= !(0xff << if code & 8 == 0 { 0 } else { 56 });
            }
        }
        let rooks = [Color::White, Color::Black].map(|color| self.of(color, Role::Rook) & self.back_rank(color));
        self.state.castling &= rooks[0] | rooks[1];
        self.count_kings();
        self.look();
    }

    /// Plays a move that is not legal, told where to write what it changes.
    pub(crate) fn play_odd_into(&mut self, mv: Move, undo: &mut Undo) {
        *undo = self.play_unchecked(mv);
    }

    /// The same for a legal move, told where to write what it changes: it is long, and a replay keeps one of them.
    #[inline(always)]
    pub(crate) fn play_into(&mut self, mv: Move, undo: &mut Undo) {
        let moved = self.board[mv.from.index()];
        undo.before = self.state;
        undo.mv = mv;
        undo.moved = moved;
        let plain = mv.kind == Kind::Plain && mv.promotion.is_none() && !self.state.exposed;
        // Nothing stands on `from` only when the move is not legal.
        if !plain || moved == 0 {
            return self.play_special(mv, undo);
        }
        let captured = self.board[mv.to.index()];
        undo.captured = captured;
        self.shift(mv, moved, captured);
        self.remember(mv, moved, captured);
        self.pass_turn();
        self.look_after(mv, moved);
    }

    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        let us = self.state.turn;
        self.state.turn = us.other();
        self.state.fullmove = self.state.fullmove.wrapping_add(us as u32);
    }

    /// Plays promotions, everything but plain moves, and any move of a side that could take the king.
    #[inline(never)]
    fn play_special(&mut self, mv: Move, undo: &mut Undo) {
        self.state.passed = NONE;
        undo.captured = self.change_board(mv, undo.moved);
        self.pass_turn();
        self.look();
    }

    /// Changes the board and what is remembered of it; returns the code of what was captured.
    pub(super) fn change_board(&mut self, mv: Move, moved: u8) -> u8 {
        if mv.kind != Kind::Plain {
            self.state.halfmove = self.state.halfmove.wrapping_add(1);
        }
        match mv.kind {
            Kind::Plain => {
                let captured = self.lift(mv.to);
                self.lift(mv.from);
                self.place(mv.to, mv.promotion.map_or(moved, |role| role as u8 | moved & 8));
                self.remember(mv, moved, captured);
                captured
            }
            Kind::EnPassant => {
                let passing = Square::at(mv.to.file(), mv.from.rank());
                let captured = self.lift(passing);
                self.lift(mv.from);
                let beneath = self.lift(mv.to);
                self.place(mv.to, moved);
                self.state.halfmove = 0;
                self.state.castling &= !(passing.bit() | mv.from.bit() | mv.to.bit());
                both(captured, beneath)
            }
            Kind::Castle => {
                let rook = self.lift(mv.to);
                self.lift(mv.from);
                // Nothing stands on the two squares when the move is legal; when it is not, what stands there is lost.
                let (king_to, rook_to) = (king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to));
                let (beneath_king, beneath_rook) = (self.lift(king_to), self.lift(rook_to));
                self.place(king_to, moved);
                self.place(rook_to, rook);
                self.state.castling &= !(self.back_rank(self.state.turn) | mv.from.bit() | mv.to.bit());
                let captured = both(beneath_king, beneath_rook);
                self.state.halfmove *= u32::from(captured == 0);
                captured
            }
            Kind::Null => 0,
        }
    }

    /// What the rules remember of a plain move: counters, rights, a double step.
    #[inline(always)]
    pub(super) fn remember(&mut self, mv: Move, moved: u8, captured: u8) {
        let role = moved & 7;
        // None of these can be foretold, so none may become a jump.
        let counts = (role != Role::Pawn as u8) & (captured == 0);
        self.state.halfmove = select_unpredictable(counts, self.state.halfmove.wrapping_add(1), 0);
        let leaps = (role == Role::Pawn as u8) & (mv.from.number() ^ mv.to.number() == 16);
        let between = (mv.from.number() + mv.to.number()) / 2;
        self.state.passed = select_unpredictable(leaps, between, NONE);
        if self.state.castling != 0 {
            let king = select_unpredictable(role == Role::King as u8, self.back_rank(self.state.turn), 0);
            self.state.castling &= !(mv.from.bit() | mv.to.bit() | king);
        }
    }

    /// Takes the last move back. `undo` must be what [`Self::play_unchecked`] returned for it.
    pub fn take_back(&mut self, undo: &Undo) {
        let mv = undo.mv;
        match mv.kind {
            Kind::Plain => {
                self.lift(mv.to);
                self.place(mv.from, undo.moved);
                self.place(mv.to, undo.captured);
            }
            Kind::EnPassant => {
                self.lift(mv.to);
                self.place(mv.to, undo.captured >> 4);
                self.place(mv.from, undo.moved);
                self.place(Square::at(mv.to.file(), mv.from.rank()), undo.captured & 15);
            }
            Kind::Castle => {
                let (king_to, rook_to) = (king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to));
                let rook = self.lift(rook_to);
                self.lift(king_to);
                self.place(king_to, undo.captured & 15);
                self.place(rook_to, undo.captured >> 4);
                self.place(mv.from, undo.moved);
                self.place(mv.to, rook);
            }
            Kind::Null => {}
        }
        self.state = undo.before;
    }

    /// The position after a move; as [`Self::play_unchecked`], the move's legality is the caller's to know.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}
