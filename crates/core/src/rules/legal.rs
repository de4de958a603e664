//! Legal moves: generates all, and tests one.

use super::attacks::{self, Squares};
use super::position::{Position, Wing};
use super::types::{Color, Kind, Move, Role, Square, king_destination, rook_destination};
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// The ranks on which a pawn becomes something else.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

impl Position {
    /// Whether this plain move, which its piece can make by its movement, leaves no own king attacked.
    #[inline]
    pub(crate) fn is_safe(&self, from: Square, to: Square) -> bool {
        self.is_free(from) || self.is_safe_for_king(from, to)
    }

    /// Whether any move of this piece leaves the king safe, as far as one look can tell: the side to move is not in check,
    /// it is not the king that moves, and no enemy slider stands on the line through the king and the piece.
    #[inline(always)]
    fn is_free(&self, from: Square) -> bool {
        let kings = self.of(self.turn(), Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        let pinning = attacks::line(king, from) & self.sliders_towards(king, self.turn().other());
        pinning | kings & from.bit() == 0 && !self.is_check()
    }

    /// Whether a piece of the side to move may legally go from one square to the other, castling, promotions and taking in
    /// passing left out: as [`Position::is_legal`] of such a move, by tables alone.
    #[inline(always)]
    pub(crate) fn may_go(&self, from: Square, to: Square) -> bool {
        let Some(moved) = self.own_code(from) else { return false };
        let Some(captures) = self.captures_on(to) else { return false };
        // Which piece moves cannot be foretold, so nothing of this may become a jump.
        let is_pawn = moved & 7 == Role::Pawn as u8;
        let reach = attacks::reach_of_move(moved, from, is_pawn & !captures);
        let targets = reach & !select_unpredictable(is_pawn, LAST_RANKS, 0);
        let goes = targets & to.bit() != 0;
        goes & (attacks::between(from, to) & self.occupied() == 0) && self.is_safe(from, to)
    }

    /// The one piece among `origins` that may legally go to `to`. Each of them reaches that square on an empty board.
    #[inline(always)]
    pub(crate) fn only_mover(&self, origins: u64, to: Square) -> Option<Square> {
        if origins & origins.wrapping_sub(1) != 0 {
            return self.only_mover_of_many(origins, to);
        }
        let only = Square::masked(origins.trailing_zeros() as u8);
        (origins != 0 && self.may_move(only, to)).then_some(only)
    }

    #[inline(never)]
    fn only_mover_of_many(&self, origins: u64, to: Square) -> Option<Square> {
        let mut movers = Squares(origins).filter(|from| self.may_move(*from, to));
        let only = movers.next()?;
        movers.next().is_none().then_some(only)
    }

    /// Whether a piece that reaches `to` on an empty board may go there.
    #[inline(always)]
    pub(crate) fn may_move(&self, from: Square, to: Square) -> bool {
        attacks::between(from, to) & self.occupied() == 0 && self.is_safe(from, to)
    }

    /// The squares on which a piece of the side to move may be pinned: the lines of its king, whatever stands on them.
    #[inline]
    fn pinnable(&self) -> u64 {
        self.king(self.turn()).map_or(0, |king| attacks::reach(Role::Queen, king))
    }

    #[inline(never)]
    fn is_safe_for_king(&self, from: Square, to: Square) -> bool {
        if !self.has_two_kings() {
            return true;
        }
        let kings = self.of(self.turn(), Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        if king == from {
            return self.attackers(to, self.turn().other(), self.occupied() & !from.bit()) == 0;
        }
        let occupied = self.occupied() & !from.bit() | to.bit();
        if self.is_check() {
            return self.attackers(king, self.turn().other(), occupied) & !to.bit() == 0;
        }
        let queens = self.role(Role::Queen);
        let pinning = attacks::rook(king, occupied) & (self.role(Role::Rook) | queens)
            | attacks::bishop(king, occupied) & (self.role(Role::Bishop) | queens);
        pinning & self.color(self.turn().other()) & !to.bit() == 0
    }

    /// Whether taking in passing leaves no own king attacked: two pawns leave one rank at once.
    fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        let taken = Square::at(to.file(), from.rank());
        let occupied = self.occupied() & !from.bit() & !taken.bit() | to.bit();
        let enemy = self.turn().other();
        !self.has_two_kings()
            || Squares(self.of(self.turn(), Role::King))
                .all(|king| self.attackers(king, enemy, occupied) & !taken.bit() == 0)
    }

    /// The pawns of the side to move that may take in passing by their movement.
    #[inline]
    fn en_passant_candidates(&self) -> (u64, Square) {
        match self.passed() {
            Some(to) if self.takes_in_passing(to) => {
                (attacks::pawn(self.turn().other(), to) & self.of(self.turn(), Role::Pawn), to)
            }
            _ => (0, Square::masked(0)),
        }
    }

    /// Whether an enemy pawn has just passed over `to`: it stands beyond, and the square is empty.
    fn takes_in_passing(&self, to: Square) -> bool {
        self.can_be_passed(to)
    }

    /// The same.
    pub(crate) fn can_be_passed(&self, to: Square) -> bool {
        let (rank, beyond) = if self.turn() == Color::White { (5, 4) } else { (2, 3) };
        let pawn = Square::at(to.file(), beyond);
        to.rank() == rank
            && self.of(self.turn().other(), Role::Pawn) & pawn.bit() != 0
            && self.occupied() & to.bit() == 0
    }

    /// Whether a capture in passing is legal: what FEN output and repetition ask.
    pub fn has_legal_en_passant(&self) -> bool {
        let (pawns, to) = self.en_passant_candidates();
        Squares(pawns).any(|from| self.is_safe_en_passant(from, to))
    }

    /// The legal capture in passing from `from` to `to`.
    #[inline]
    pub(crate) fn en_passant(&self, from: Square, to: Square) -> Option<Move> {
        let (pawns, passed) = self.en_passant_candidates();
        let fits = passed == to && pawns & from.bit() != 0 && self.is_safe_en_passant(from, to);
        fits.then_some(Move { from, to, promotion: None, kind: Kind::EnPassant })
    }

    /// Castling to this wing, where it is legal.
    pub fn castle(&self, wing: Wing) -> Option<Move> {
        let us = self.turn();
        let (king, rook) = (self.king(us)?, self.castling_rook(us, wing)?);
        if self.is_check() || !self.has_two_kings() {
            return None;
        }
        let (king_to, rook_to) = (king_destination(king, rook), rook_destination(king, rook));
        let others = self.occupied() & !king.bit() & !rook.bit();
        let king_path = attacks::between(king, king_to) | king_to.bit();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bit();
        if others & (king_path | rook_path) != 0 {
            return None;
        }
        // On its way the king is seen with the rook where it was; at the end with the rook where it will be.
        let enemy = us.other();
        let passing = Squares(king_path & !king_to.bit()).all(|at| self.attackers(at, enemy, others | rook.bit()) == 0);
        let arrived = self.attackers(king_to, enemy, others | rook_to.bit()) == 0;
        (passing && arrived).then_some(Move { from: king, to: rook, promotion: None, kind: Kind::Castle })
    }

    /// The squares to which the piece on `from`, of the side to move, may go by its movement, castling and taking in
    /// passing left out. No king is taken.
    #[inline]
    fn reach(&self, from: Square, role: Role) -> u64 {
        if role == Role::Pawn {
            return self.pawn_reach(from);
        }
        attacks::piece(role, from, self.occupied()) & !(self.color(self.turn()) | self.role(Role::King))
    }

    fn pawn_reach(&self, from: Square) -> u64 {
        let (us, empty) = (self.turn(), !self.occupied());
        let takes = attacks::pawn(us, from) & self.color(us.other()) & !self.role(Role::King);
        let (step, leap) = match us {
            Color::White => {
                let step = from.bit() << 8 & empty;
                (step, (step & 0xff_0000) << 8 & empty)
            }
            Color::Black => {
                let step = from.bit() >> 8 & empty;
                (step, (step & 0xff00_0000_0000) >> 8 & empty)
            }
        };
        takes | step | leap
    }

    /// The squares to which the piece on `from`, of the side to move, may legally go, castling and taking in passing left out.
    #[inline]
    pub(crate) fn targets(&self, from: Square, role: Role) -> u64 {
        let reach = self.reach(from, role);
        if self.is_free(from) {
            return reach;
        }
        Squares(reach).filter(|to| self.is_safe_for_king(from, *to)).fold(0, |targets, to| targets | to.bit())
    }

    /// Calls `found` with each legal move until it returns `false`.
    pub fn each_legal(&self, mut found: impl FnMut(Move) -> bool) {
        let us = self.turn();
        for from in Squares(self.color(us)) {
            let Some(piece) = self.piece_at(from) else { continue };
            for to in Squares(self.reach(from, piece.role)) {
                if !self.is_safe(from, to) {
                    continue;
                }
                if piece.role == Role::Pawn && to.bit() & LAST_RANKS != 0 {
                    for role in Role::PROMOTIONS {
                        if !found(Move { promotion: Some(role), ..Move::plain(from, to) }) {
                            return;
                        }
                    }
                } else if !found(Move::plain(from, to)) {
                    return;
                }
            }
        }
        let (pawns, to) = self.en_passant_candidates();
        for mv in Squares(pawns).filter_map(|from| self.en_passant(from, to)) {
            if !found(mv) {
                return;
            }
        }
        for mv in [Wing::King, Wing::Queen].into_iter().filter_map(|wing| self.castle(wing)) {
            if !found(mv) {
                return;
            }
        }
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.each_legal(|mv| {
            moves.push(mv);
            true
        });
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        match self.king(self.turn()) {
            Some(king) if self.is_check() => self.can_parry(king),
            _ => self.has_free_step() || self.has_free_knight() || self.has_any_move(),
        }
    }

    /// The same for a knight: often the next best.
    fn has_free_knight(&self) -> bool {
        let us = self.turn();
        let barred = self.color(us) | self.role(Role::King);
        !self.is_check()
            && Squares(self.of(us, Role::Knight) & !self.pinnable()).any(|from| attacks::knight(from) & !barred != 0)
    }

    fn has_any_move(&self) -> bool {
        let mut any = false;
        self.each_legal(|_| {
            any = true;
            false
        });
        any
    }

    /// Whether the king, which is in check, can step out of it, or another piece take what gives check or stand between.
    fn can_parry(&self, king: Square) -> bool {
        let (us, occupied) = (self.turn(), self.occupied());
        let escapes = attacks::king(king) & !(self.color(us) | self.role(Role::King));
        if Squares(escapes).any(|to| self.is_safe(king, to)) {
            return true;
        }
        let checkers = self.attackers(king, us.other(), occupied);
        if !checkers.is_power_of_two() {
            return false;
        }
        let checker = Square::masked(checkers.trailing_zeros() as u8);
        let between = attacks::between(king, checker);
        let parries = |from: Square| {
            let role = self.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
            Squares(self.reach(from, role) & (between | checkers)).any(|to| self.is_safe(from, to))
        };
        let (pawns, passed) = self.en_passant_candidates();
        Squares(self.color(us) & !king.bit()).any(parries)
            || Squares(pawns).any(|from| self.is_safe_en_passant(from, passed))
    }

    /// Whether a pawn that is surely not pinned can step forward out of check: mostly one can.
    #[inline]
    pub(crate) fn has_free_step(&self) -> bool {
        let free = self.of(self.turn(), Role::Pawn) & !self.pinnable();
        let ahead = if self.turn() == Color::White { free << 8 } else { free >> 8 };
        !self.is_check() && ahead & !self.occupied() != 0
    }

    /// Whether this move is legal. A null move is, unless in check.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.kind {
            Kind::Null => !self.is_check(),
            Kind::Castle => [Wing::King, Wing::Queen].into_iter().any(|wing| self.castle(wing) == Some(mv)),
            Kind::EnPassant => mv.promotion.is_none() && self.en_passant(mv.from, mv.to).is_some(),
            Kind::Plain => self.is_legal_plain(mv),
        }
    }

    /// Whether nothing keeps this move from being legal but that it leaves the own king in check.
    pub fn is_legal_but_for_check(&self, mv: Move) -> bool {
        let goes = match mv.kind {
            Kind::Plain => self.goes_plainly(mv),
            Kind::EnPassant => self.passed() == Some(mv.to),
            Kind::Castle | Kind::Null => false,
        };
        goes && !self.is_legal(mv)
    }

    fn is_legal_plain(&self, mv: Move) -> bool {
        self.goes_plainly(mv) && self.is_safe(mv.from, mv.to)
    }

    /// Whether a plain move is one of its piece, check left out.
    #[inline]
    fn goes_plainly(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from).filter(|piece| piece.color == self.turn()) else { return false };
        let promotes = piece.role == Role::Pawn && mv.to.bit() & LAST_RANKS != 0;
        let promotion_fits = match mv.promotion {
            Some(role) => promotes && Role::PROMOTIONS.contains(&role),
            None => !promotes,
        };
        promotion_fits && self.reach(mv.from, piece.role) & mv.to.bit() != 0
    }

    /// The legal move from `from` to `to`. Castling is found by the rook's square and by the king's destination, the latter
    /// only where no plain move goes there.
    pub fn find(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let plain = Move { promotion, ..Move::plain(from, to) };
        if self.is_legal(plain) {
            return Some(plain);
        }
        if promotion.is_some() {
            return None;
        }
        self.en_passant(from, to).or_else(|| {
            let castlings = [Wing::King, Wing::Queen].into_iter().filter_map(|wing| self.castle(wing));
            castlings.into_iter().find(|mv| mv.from == from && (mv.to == to || mv.destination() == to))
        })
    }

    /// The null move: nothing moves, the turn passes.
    pub fn null_move(&self) -> Move {
        let at = self.king(self.turn()).unwrap_or(Square::masked(0));
        Move { from: at, to: at, promotion: None, kind: Kind::Null }
    }

    /// In check and without a legal move.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Not in check and without a legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The depth is the recursion's bound.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.each_legal(|mv| {
        leaves += if depth == 1 { 1 } else { perft(&position.after(mv), depth - 1) };
        true
    });
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn start_has_the_known_counts() {
        let counts = [1, 20, 400, 8902, 197_281];
        for (depth, leaves) in (0..).zip(counts) {
            assert_eq!(perft(&Position::start(), depth), leaves);
        }
    }

    /// Checks are found from the last move, which must not go wrong where moves are not legal: kings left in check, taken or
    /// jumped over.
    #[test]
    fn check_is_known_after_moves_of_any_kind() {
        let mut seed = Seed(0x2545_f491_4f6c_dd1d);
        let (mut checks, mut exposed) = (0, 0);
        for _ in 0..2_000 {
            let mut position = Position::start();
            for _ in 0..60 {
                let legal = position.legal_moves();
                let (from, to) = (Square::masked(seed.below(64) as u8), Square::masked(seed.below(64) as u8));
                let mv = match legal.get(seed.below(legal.len() + 1)) {
                    Some(mv) if seed.below(4) > 0 => *mv,
                    _ => Move::plain(from, to),
                };
                position.play_unchecked(mv);
                let turn = position.turn();
                assert_eq!(position.is_check(), position.king_attacked(turn), "{position:?} {mv:?}");
                checks += u32::from(position.is_check());
                exposed += u32::from(position.king_attacked(turn.other()));
            }
        }
        assert!(checks > 1_000 && exposed > 1_000, "{checks} {exposed}");
    }

    /// The tables say what the rules say, in positions of any kind: kings left in check, taken, or several pawns on odd ranks.
    #[test]
    fn what_may_go_by_tables_is_what_is_legal() {
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        let mut may = 0;
        for _ in 0..60 {
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                let odd = Move::plain(Square::masked(seed.below(64) as u8), Square::masked(seed.below(64) as u8));
                let mv = legal.get(seed.below(legal.len() + 1)).copied().filter(|_| seed.below(9) > 0).unwrap_or(odd);
                position.play_unchecked(mv);
                for (from, to) in Squares(u64::MAX).flat_map(|from| Squares(u64::MAX).map(move |to| (from, to))) {
                    let goes = position.may_go(from, to);
                    assert_eq!(goes, position.is_legal(Move::plain(from, to)), "{position:?} {from}{to}");
                    may += u32::from(goes);
                }
            }
        }
        assert!(may > 50_000, "{may}");
    }

    #[test]
    fn taking_back_gives_the_position_before() {
        fn walk(position: &mut Position, depth: u32) {
            if depth == 0 {
                return;
            }
            for mv in position.legal_moves() {
                let before = position.clone();
                let undo = position.play_unchecked(mv);
                assert_eq!(position.is_check(), position.king_attacked(position.turn()), "{before:?} {mv:?}");
                walk(position, depth - 1);
                position.take_back(&undo);
                assert_eq!(*position, before);
                assert_eq!(position.is_check(), before.is_check());
            }
        }
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            walk(&mut crate::position::fen::parse(fen).expect("a test's FEN is right"), 3);
        }
    }
}
