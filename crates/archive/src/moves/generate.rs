//! The legal moves, in the order of the format.
//!
//! The order is part of the format. As the mover sees the board: first the king's moves, castling to the king's side,
//! castling to the queen's side, then the moves of knights, bishops, rooks and queens; then pawns that go one square, two
//! squares, capture to the left, capture to the right, and en passant capture. Within one of these, origins ascend, and
//! for each origin destinations ascend; for pawns destinations ascend. A promotion is to queen, rook, bishop and
//! knight.

use super::board::{BISHOP, Board, FILE_A, FILE_H, HOME, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, first};
use super::candidate::Candidate;
use super::sight::Sight;
use scoresheet_core::rules::{Square, attacks, king_destination, rook_destination};

/// The most moves that a list holds. More do not fit on a board: 63 pieces have at most 27 moves each.
pub(super) const MOST: usize = 2048;

/// The ranks that matter for pawns.
const THIRD_RANK: u64 = 0xff_0000;
const LAST_RANK: u64 = 0xff << 56;

/// The legal moves of a position. The first `count` entries count.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    list: Box<[Candidate; MOST]>,
    pub(super) count: usize,
    /// The pieces that give check.
    pub(super) checkers: u64,
}

impl Candidates {
    pub(super) fn new() -> Candidates {
        Candidates { list: boxed(), count: 0, checkers: 0 }
    }

    /// Finds all legal moves of a position in which the opponent attacks these squares.
    #[inline(always)]
    pub(super) fn fill(&mut self, board: &Board, theirs: &Sight) {
        let mut writer = MoveList { list: &mut self.list, count: 0, board };
        let rules = Restrictions::of(board, theirs);
        writer.king(theirs, rules.checkers);
        if rules.checkers & rules.checkers.wrapping_sub(1) == 0 {
            writer.pieces(&rules);
            writer.pawns(&rules);
        }
        (self.count, self.checkers) = (writer.count, rules.checkers);
    }

    #[inline(always)]
    pub(super) fn moves(&self) -> &[Candidate] {
        &self.list[..self.count.min(MOST)]
    }
}

/// A zeroed array on the heap.
pub(super) fn boxed<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    let values: Box<[T]> = vec![T::default(); N].into_boxed_slice();
    match values.try_into() {
        Ok(array) => array,
        Err(_) => Box::new([T::default(); N]),
    }
}

/// What checks and pins leave to the pieces other than the king.
struct Restrictions {
    checkers: u64,
    /// The squares that end a check; all if there is none.
    parrying: u64,
    pinned: u64,
    king: Square,
}

impl Restrictions {
    #[inline(always)]
    fn of(board: &Board, theirs: &Sight) -> Restrictions {
        let king = board.our_king();
        let checkers =
            if theirs.all & king.bit() != 0 { attackers(board, king, board.occupied(), board.theirs) } else { 0 };
        let parrying = if checkers == 0 { u64::MAX } else { attacks::between(king, first(checkers)) | checkers };
        Restrictions { checkers, parrying, pinned: pinned(board, king, board.theirs, board.ours), king }
    }

    /// The line on which a pinned piece stays; all squares for a piece that is not pinned.
    #[inline(always)]
    fn line(&self, from: Square) -> u64 {
        if self.pinned & from.bit() != 0 { attacks::line(self.king, from) } else { u64::MAX }
    }
}

/// The pieces of `enemies`, kings left out, that attack the square of a king of ours.
#[inline(always)]
fn attackers(board: &Board, king: Square, occupied: u64, enemies: u64) -> u64 {
    let straight = attacks::rook(king, occupied) & (board.roles[ROOK] | board.roles[QUEEN]);
    let slanted = attacks::bishop(king, occupied) & (board.roles[BISHOP] | board.roles[QUEEN]);
    let near = attacks::knight(king) & board.roles[KNIGHT] | pawn(king) & board.roles[PAWN];
    (straight | slanted | near) & enemies
}

/// The squares that a pawn of ours attacks.
#[inline(always)]
pub(super) fn pawn(square: Square) -> u64 {
    let bit = square.bit();
    (bit & !FILE_A) << 7 | (bit & !FILE_H) << 9
}

/// The pieces of `blockers` that are alone between a king and a slider of `sliders`.
#[inline(always)]
pub(super) fn pinned(board: &Board, king: Square, sliders: u64, blockers: u64) -> u64 {
    use scoresheet_core::rules::Role;
    let straight = attacks::reach(Role::Rook, king) & (board.roles[ROOK] | board.roles[QUEEN]);
    let slanted = attacks::reach(Role::Bishop, king) & (board.roles[BISHOP] | board.roles[QUEEN]);
    let (mut aimed, mut pinned) = ((straight | slanted) & sliders, 0);
    while aimed != 0 {
        let between = attacks::between(king, first(aimed)) & board.occupied();
        if between & between.wrapping_sub(1) == 0 {
            pinned |= between & blockers;
        }
        aimed &= aimed - 1;
    }
    pinned
}

struct MoveList<'a> {
    list: &'a mut [Candidate; MOST],
    count: usize,
    board: &'a Board,
}

impl MoveList<'_> {
    #[inline(always)]
    fn push(&mut self, candidate: Candidate) {
        self.list[self.count % MOST] = candidate;
        self.count += 1;
    }

    /// Moves of one piece to each square of a set.
    #[inline(always)]
    fn targets(&mut self, role: usize, from: Square, mut targets: u64) {
        let piece = Candidate::of(role, from);
        while targets != 0 {
            let to = first(targets);
            targets &= targets - 1;
            self.push(piece.to_square(to, self.board.on[to.index()]));
        }
    }

    #[inline(always)]
    fn king(&mut self, theirs: &Sight, checkers: u64) {
        let king = self.board.our_king();
        let kings = self.board.roles[KING];
        self.targets(KING, king, attacks::king(king) & !(self.board.ours | kings | theirs.all));
        if checkers == 0 && self.board.castling & HOME != 0 {
            self.castle(king, true);
            self.castle(king, false);
        }
    }

    fn castle(&mut self, king: Square, kingside: bool) {
        let Some(rook) = self.board.castling_rook(kingside) else { return };
        let (king_to, rook_to) = (king_destination(king, rook), rook_destination(king, rook));
        let others = self.board.occupied() & !king.bit() & !rook.bit();
        let king_path = attacks::between(king, king_to) | king_to.bit();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bit();
        if others & (king_path | rook_path) != 0 {
            return;
        }
        let is_attacked = |at, occupied| {
            let kings = attacks::king(at) & self.board.roles[KING] & self.board.theirs;
            attackers(self.board, at, occupied, self.board.theirs) | kings != 0
        };
        // On its way the king is seen with the rook where it was; at the end with the rook where it will be.
        let mut passing = king_path & !king_to.bit();
        while passing != 0 {
            if is_attacked(first(passing), others | rook.bit()) {
                return;
            }
            passing &= passing - 1;
        }
        if !is_attacked(king_to, others | rook_to.bit()) {
            self.push(Candidate::of(KING, king).to_square(king_to, NOTHING as u8).castling(kingside));
        }
    }

    #[inline(always)]
    fn pieces(&mut self, rules: &Restrictions) {
        let board = self.board;
        let occupied = board.occupied();
        let allowed = rules.parrying & !board.ours & !board.roles[KING];
        self.each(KNIGHT, |from| attacks::knight(from) & allowed & rules.line(from));
        self.each(BISHOP, |from| attacks::bishop(from, occupied) & allowed & rules.line(from));
        self.each(ROOK, |from| attacks::rook(from, occupied) & allowed & rules.line(from));
        self.each(QUEEN, |from| {
            (attacks::bishop(from, occupied) | attacks::rook(from, occupied)) & allowed & rules.line(from)
        });
    }

    #[inline(always)]
    fn each(&mut self, role: usize, targets: impl Fn(Square) -> u64) {
        let mut pieces = self.board.roles[role] & self.board.ours;
        while pieces != 0 {
            let from = first(pieces);
            pieces &= pieces - 1;
            self.targets(role, from, targets(from));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, rules: &Restrictions) {
        let pawns = self.board.roles[PAWN] & self.board.ours;
        let empty = !self.board.occupied();
        let takeable = self.board.theirs & !self.board.roles[KING] & rules.parrying;
        let one = pawns << 8 & empty;
        let two = (one & THIRD_RANK) << 8 & empty & rules.parrying;
        self.steps(rules, one & rules.parrying, 8);
        self.steps(rules, two, 16);
        self.steps(rules, (pawns & !FILE_A) << 7 & takeable, 7);
        self.steps(rules, (pawns & !FILE_H) << 9 & takeable, 9);
        if self.board.passed != 0 {
            self.en_passant(rules);
        }
    }

    /// Moves of pawns to each square of a set, from the square that lies so far before it.
    #[inline(always)]
    fn steps(&mut self, rules: &Restrictions, mut targets: u64, step: u8) {
        while targets != 0 {
            let to = first(targets);
            targets &= targets - 1;
            let from = Square::masked(to.number().wrapping_sub(step));
            if rules.line(from) & to.bit() == 0 {
                continue;
            }
            let mv = Candidate::of(PAWN, from).to_square(to, self.board.on[to.index()]);
            if to.bit() & LAST_RANK == 0 {
                self.push(mv);
            } else {
                for role in [QUEEN, ROOK, BISHOP, KNIGHT] {
                    self.push(mv.promoted(role));
                }
            }
        }
    }

    fn en_passant(&mut self, rules: &Restrictions) {
        let to = first(self.board.passed);
        let taken = to.bit() >> 8;
        let mut pawns = super::board::beside(taken) & self.board.roles[PAWN] & self.board.ours;
        while pawns != 0 {
            let from = first(pawns);
            pawns &= pawns - 1;
            let occupied = self.board.occupied() & !from.bit() & !taken | to.bit();
            if attackers(self.board, rules.king, occupied, self.board.theirs & !taken) == 0 {
                self.push(Candidate::of(PAWN, from).to_square(to, PAWN as u8).en_passant());
            }
        }
    }
}
