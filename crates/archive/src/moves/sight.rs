//! What the pieces of one side attack.

use super::board::{BISHOP, Board, FILE_A, FILE_H, KING, KNIGHT, PAWN, QUEEN, ROOK, first};
use scoresheet_core::rules::attacks;

/// The squares that a side attacks: by each kind of piece, by any, and by at least two of its pieces.
///
/// A square counts as attacked regardless of what is on it, and pins do not matter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sight {
    pub(super) pawns: u64,
    /// Knights and bishops.
    pub(super) minors: u64,
    pub(super) rooks: u64,
    pub(super) queens: u64,
    pub(super) all: u64,
    pub(super) twice: u64,
}

impl Sight {
    /// What the mover attacks.
    pub(super) fn ours(board: &Board) -> Sight {
        let pawns = board.roles[PAWN] & board.ours;
        let sight = Sight::of_pawns((pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9);
        sight.with_pieces(board, board.ours, board.occupied())
    }

    /// What the opponent attacks. The mover's king does not block attacks, because it cannot shield itself.
    pub(super) fn theirs(board: &Board) -> Sight {
        let pawns = board.roles[PAWN] & board.theirs;
        let sight = Sight::of_pawns((pawns & !FILE_A) >> 9, (pawns & !FILE_H) >> 7);
        sight.with_pieces(board, board.theirs, board.occupied() & !(board.roles[KING] & board.ours))
    }

    fn of_pawns(left: u64, right: u64) -> Sight {
        Sight { pawns: left | right, all: left | right, twice: left & right, ..Sight::default() }
    }

    #[inline(always)]
    fn with_pieces(mut self, board: &Board, side: u64, occupied: u64) -> Sight {
        let mut pieces = board.roles[KNIGHT] & side;
        while pieces != 0 {
            self.minors |= self.add(attacks::knight(first(pieces)));
            pieces &= pieces - 1;
        }
        let mut pieces = board.roles[BISHOP] & side;
        while pieces != 0 {
            self.minors |= self.add(attacks::bishop(first(pieces), occupied));
            pieces &= pieces - 1;
        }
        let mut pieces = board.roles[ROOK] & side;
        while pieces != 0 {
            self.rooks |= self.add(attacks::rook(first(pieces), occupied));
            pieces &= pieces - 1;
        }
        let mut pieces = board.roles[QUEEN] & side;
        while pieces != 0 {
            let at = first(pieces);
            self.queens |= self.add(attacks::bishop(at, occupied) | attacks::rook(at, occupied));
            pieces &= pieces - 1;
        }
        self.add(attacks::king(first(board.roles[KING] & side)));
        self
    }

    #[inline(always)]
    fn add(&mut self, attacked: u64) -> u64 {
        self.twice |= self.all & attacked;
        self.all |= attacked;
        attacked
    }
}
