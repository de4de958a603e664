//! The board as the side to move sees it.
//!
//! The mover's pieces always go up the board: if Black is to move, all ranks are mirrored (square ^ 56). A feature therefore
//! means the same for both colours, and half as many weights are needed.

use super::candidate::{Candidate, Kind};
pub(super) use crate::moves::candidate::{BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK};
use scoresheet_core::rules::attacks;
use scoresheet_core::rules::{Color, Position, Role, Square, king_destination, rook_destination};

/// The a-file; shifted left by n, the n-th file after it.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
/// The rank on which the mover's pieces start.
pub(super) const HOME: u64 = 0xff;

/// The squares of each piece, whose they are, and the state of the rules.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// By role, the squares of both sides.
    pub(super) roles: [u64; 8],
    pub(super) ours: u64,
    pub(super) theirs: u64,
    /// By square, the role of the piece there, or [`NOTHING`].
    pub(super) on: [u8; 64],
    /// The square that a pawn of theirs has just passed over, if a pawn of ours is beside it; a set of at most one.
    pub(super) passed: u64,
    /// The rooks of both sides that may castle.
    pub(super) castling: u64,
}

impl Board {
    /// The same position from the mover's side.
    pub(super) fn new(position: &Position) -> Board {
        let us = position.turn();
        let turn = |set: u64| if us == Color::White { set } else { set.swap_bytes() };
        let mut board = Board {
            roles: [0; 8],
            ours: turn(position.color(us)),
            theirs: turn(position.color(us.other())),
            on: [NOTHING as u8; 64],
            passed: 0,
            castling: turn(position.castling()),
        };
        for (number, role) in Role::ALL.into_iter().enumerate() {
            board.roles[number] = turn(position.role(role));
            for square in attacks::Squares(board.roles[number]) {
                board.on[square.index()] = number as u8;
            }
        }
        board.passed = board.takeable(turn(position.passed().map_or(0, Square::bit)));
        board
    }

    /// The passed square, unless it cannot be right or no pawn of ours attacks it.
    fn takeable(&self, passed: u64) -> u64 {
        let pawn = passed >> 8;
        let is_right = passed & 0xff << 40 & !self.occupied() != 0 && pawn & self.roles[PAWN] & self.theirs != 0;
        if is_right && beside(pawn) & self.roles[PAWN] & self.ours != 0 { passed } else { 0 }
    }

    pub(super) fn occupied(&self) -> u64 {
        self.ours | self.theirs
    }

    /// The king of the mover; any square if there is none.
    pub(super) fn our_king(&self) -> Square {
        first(self.roles[KING] & self.ours)
    }

    pub(super) fn their_king(&self) -> Square {
        first(self.roles[KING] & self.theirs)
    }

    /// The rook with which a castling move castles: the first one that may, on its side of the king.
    pub(super) fn castling_rook(&self, kingside: bool) -> Option<Square> {
        let king = self.our_king();
        let beyond = !((king.bit() << 1).wrapping_sub(1));
        let side = if kingside { beyond } else { !beyond };
        let rooks = self.castling & HOME & side;
        (rooks != 0).then(|| first(rooks))
    }

    /// Plays a move, and turns the board to the other side.
    pub(super) fn play(&mut self, mv: Candidate) {
        let (from, to, role) = (mv.from(), mv.to(), mv.role());
        self.passed = 0;
        if let Kind::Castle(kingside) = mv.kind() {
            self.castle(self.castling_rook(kingside).unwrap_or(from));
        } else {
            self.remove_captured(mv);
            self.shift(from, to, role, mv.placed());
            if role == PAWN && to.number() == from.number() + 16 {
                let answers = beside(to.bit()) & self.roles[PAWN] & self.theirs;
                self.passed = if answers != 0 { to.bit() >> 8 } else { 0 };
            }
            self.castling &= !(from.bit() | to.bit());
            self.castling &= if role == KING { !HOME } else { u64::MAX };
        }
        self.turn();
    }

    fn remove_captured(&mut self, mv: Candidate) {
        let captured = mv.captured();
        if captured == NOTHING {
            return;
        }
        let at = if mv.kind() == Kind::EnPassant { Square::masked(mv.to().number().wrapping_sub(8)) } else { mv.to() };
        self.roles[captured & 7] &= !at.bit();
        self.theirs &= !at.bit();
        self.on[at.index()] = NOTHING as u8;
    }

    /// Moves a piece of ours to an empty square and turns it into `placed`.
    fn shift(&mut self, from: Square, to: Square, role: usize, placed: usize) {
        self.roles[role & 7] &= !from.bit();
        self.roles[placed & 7] |= to.bit();
        self.ours = self.ours & !from.bit() | to.bit();
        self.on[from.index()] = NOTHING as u8;
        self.on[to.index()] = placed as u8;
    }

    fn castle(&mut self, rook: Square) {
        let king = self.our_king();
        let (king_to, rook_to) = (king_destination(king, rook), rook_destination(king, rook));
        let (left, reached) = (king.bit() | rook.bit(), king_to.bit() | rook_to.bit());
        self.ours = self.ours & !left | reached;
        self.roles[KING] = self.roles[KING] & !king.bit() | king_to.bit();
        self.roles[ROOK] = self.roles[ROOK] & !rook.bit() | rook_to.bit();
        self.on[king.index()] = NOTHING as u8;
        self.on[rook.index()] = NOTHING as u8;
        self.on[king_to.index()] = KING as u8;
        self.on[rook_to.index()] = ROOK as u8;
        self.castling &= !HOME;
    }

    /// Turns the board to the other side.
    pub(super) fn turn(&mut self) {
        for set in &mut self.roles {
            *set = set.swap_bytes();
        }
        (self.ours, self.theirs) = (self.theirs.swap_bytes(), self.ours.swap_bytes());
        let (ranks, _) = self.on.as_chunks_mut::<8>();
        ranks.reverse();
        self.passed = self.passed.swap_bytes();
        self.castling = self.castling.swap_bytes();
    }
}

/// The first square of a set; a1 if it is empty.
#[inline(always)]
pub(super) fn first(set: u64) -> Square {
    Square::masked(set.trailing_zeros() as u8)
}

/// The squares to the left and right of those of a set.
pub(super) fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}
