//! Which moves are legal under rules that are not those of chess.
//!
//! Candidates come from the same tables as in chess. Each is then checked against the rules of the game, on the board
//! as it will be: which squares are occupied, and which pieces are gone.

use super::attacks::{self, Squares};
use super::hand::Hand;
use super::position::{LAST_RANKS, Position, Wing};
use super::types::{Color, Move, MoveKind, Piece, Role, Square, king_destination, rook_destination};
use super::variant;

/// The ranks on which no pawn is dropped.
const NO_PAWNS: u64 = LAST_RANKS;

/// The board after a move, as far as attacks on a square depend on it.
struct Outlook {
    occupied: u64,
    /// The squares that pieces have left.
    gone: u64,
    /// The pieces that arrived: king or mover, and a rook that castled.
    landed: [Option<(Square, Role)>; 2],
    /// What moved.
    turn: Color,
}

impl Outlook {
    /// What a move of the side to move leads to.
    fn of(position: &Position, mv: Move) -> Outlook {
        let (turn, occupied) = (position.turn(), position.occupied());
        let role = position.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
        let moved = mv.promotion.unwrap_or(role);
        let plain = Outlook {
            occupied: occupied & !mv.from.bit() | mv.to.bit(),
            gone: mv.from.bit() | mv.to.bit(),
            landed: [Some((mv.to, moved)), None],
            turn,
        };
        match mv.kind {
            MoveKind::Null => Outlook { occupied, gone: 0, landed: [None; 2], turn },
            MoveKind::Drop => Outlook { occupied: occupied | mv.to.bit(), gone: 0, ..plain },
            MoveKind::Castle => {
                let (king_to, rook_to) = (king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to));
                let gone = mv.from.bit() | mv.to.bit();
                let landed = [Some((king_to, Role::King)), Some((rook_to, Role::Rook))];
                Outlook { occupied: occupied & !gone | king_to.bit() | rook_to.bit(), gone, landed, turn }
            }
            MoveKind::EnPassant => {
                let taken = Square::at(mv.to.file(), mv.from.rank()).bit();
                let after = Outlook { occupied: plain.occupied & !taken, gone: plain.gone | taken, ..plain };
                after.exploded(position, mv.to)
            }
            MoveKind::Plain if occupied & mv.to.bit() != 0 => plain.exploded(position, mv.to),
            MoveKind::Plain => plain,
        }
    }

    /// The same after the capture's explosion, under rules that have them.
    fn exploded(self, position: &Position, center: Square) -> Outlook {
        if !position.rules().has(variant::EXPLOSIONS) {
            return self;
        }
        let lost = center.bit() | attacks::king(center) & position.occupied() & !position.role(Role::Pawn);
        Outlook { occupied: self.occupied & !lost, gone: self.gone | lost, landed: [None; 2], ..self }
    }

    /// The pieces of a side with some roles that will be on the board.
    fn pieces(&self, position: &Position, color: Color, roles: &[Role]) -> u64 {
        let stay = roles.iter().fold(0, |set, role| set | position.of(color, *role)) & !self.gone;
        let arrived = self.landed.iter().flatten().filter(|(_, role)| color == self.turn && roles.contains(role));
        arrived.fold(stay, |set, (square, _)| set | square.bit())
    }

    /// Whether a side will attack a square.
    fn is_attacked(&self, position: &Position, square: Square, by: Color) -> bool {
        let pieces = |roles: &[Role]| self.pieces(position, by, roles);
        attacks::knight(square) & pieces(&[Role::Knight]) != 0
            || attacks::king(square) & pieces(&[Role::King]) != 0
            || attacks::pawn(by.other(), square) & pieces(&[Role::Pawn]) != 0
            || attacks::rook(square, self.occupied) & pieces(&[Role::Rook, Role::Queen]) != 0
            || attacks::bishop(square, self.occupied) & pieces(&[Role::Bishop, Role::Queen]) != 0
    }

    /// The king of a side that will matter.
    fn king(&self, position: &Position, color: Color) -> Option<Square> {
        if position.rules().has_common_kings() {
            return None;
        }
        only(self.pieces(position, color, &[Role::King]))
    }
}

/// The square of a set of one.
fn only(set: u64) -> Option<Square> {
    set.is_power_of_two().then(|| Square::masked(set.trailing_zeros() as u8))
}

/// The king of a side, if it has one and that one matters.
fn king(position: &Position, color: Color) -> Option<Square> {
    only(position.of(color, Role::King)).filter(|_| !position.rules().has_common_kings())
}

/// See [`Position::has_royal_king`], under careful rules.
pub(super) fn has_royal_king(position: &Position, color: Color) -> bool {
    king(position, color).is_some()
}

/// See [`Position::king_attacked`], under careful rules.
pub(super) fn is_king_attacked(position: &Position, color: Color) -> bool {
    let Some(king) = king(position, color) else { return false };
    !touches_king(position, king, color) && position.attackers(king, color.other(), position.occupied()) != 0
}

/// Whether the enemy king touches a square and so protects the piece there: captures explode, and would kill that king,
/// too.
fn touches_king(position: &Position, square: Square, color: Color) -> bool {
    let enemy = position.of(color.other(), Role::King);
    position.rules().has(variant::EXPLOSIONS) && attacks::king(square) & enemy != 0
}

/// Whether a move that its piece can make by its movement is legal.
pub(super) fn allows(position: &Position, mv: Move) -> bool {
    is_safe(position, mv) && (position.is_capture(mv) || !must_capture(position))
}

/// The same for a plain move that is possible according to the tables of chess, which is not enough here.
pub(super) fn may_go(position: &Position, from: Square, to: Square) -> bool {
    let Some(piece) = position.piece_at(from) else { return false };
    reach(position, from, piece.role) & to.bit() != 0 && allows(position, Move::plain(from, to))
}

/// Whether a move leaves the kings as the rules require.
fn is_safe(position: &Position, mv: Move) -> bool {
    let (rules, us) = (position.rules(), position.turn());
    if rules.has_common_kings() {
        return true;
    }
    let after = Outlook::of(position, mv);
    let had_king = position.of(us, Role::King) != 0;
    let own = after.pieces(position, us, &[Role::King]);
    if rules.has(variant::EXPLOSIONS) {
        let enemy = after.pieces(position, us.other(), &[Role::King]);
        if own == 0 && had_king {
            return false;
        }
        if enemy == 0 && position.of(us.other(), Role::King) != 0 {
            return true;
        }
        if only(own).is_some_and(|king| attacks::king(king) & enemy != 0) {
            return !rules.has(variant::NO_CHECKS) || !gives_check(position, &after);
        }
    }
    let exposes = after.king(position, us).is_some_and(|king| after.is_attacked(position, king, us.other()));
    !exposes && (!rules.has(variant::NO_CHECKS) || !gives_check(position, &after))
}

/// Whether the enemy king will be attacked.
fn gives_check(position: &Position, after: &Outlook) -> bool {
    let us = position.turn();
    let Some(king) = after.king(position, us.other()) else { return false };
    let own = after.pieces(position, us, &[Role::King]);
    let touched = position.rules().has(variant::EXPLOSIONS) && attacks::king(king) & own != 0;
    !touched && after.is_attacked(position, king, us)
}

/// Whether only captures are legal.
fn must_capture(position: &Position) -> bool {
    if !position.rules().has(variant::MUST_CAPTURE) {
        return false;
    }
    if position.rules().has_common_kings() {
        return attacks_any(position) || passing(position).next().is_some();
    }
    let takes = Squares(position.color(position.turn())).any(|from| {
        let Some(piece) = position.piece_at(from) else { return false };
        let captures = reach(position, from, piece.role) & position.occupied();
        Squares(captures).any(|to| can_go(position, from, to))
    });
    takes || passing(position).any(|mv| is_safe(position, mv))
}

/// Whether the side to move attacks any piece of the other side.
fn attacks_any(position: &Position) -> bool {
    let us = position.turn();
    let (targets, occupied) = (position.color(us.other()), position.occupied());
    let by_pawns = attacks::pawns(us, position.of(us, Role::Pawn)) & targets != 0;
    by_pawns
        || [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King].into_iter().any(|role| {
            // Few pieces have an enemy in reach even on an empty board, and only for those the lines are looked up.
            Squares(position.of(us, role)).any(|from| {
                attacks::reach(role, from) & targets != 0 && attacks::piece(role, from, occupied) & targets != 0
            })
        })
}

/// Whether a plain move is safe, with any promotion.
fn can_go(position: &Position, from: Square, to: Square) -> bool {
    each_plain(position, from, to).any(|mv| is_safe(position, mv))
}

/// The plain moves between two squares: one, or a promotion to each role.
fn each_plain(position: &Position, from: Square, to: Square) -> impl Iterator<Item = Move> {
    let promotes = position.role(Role::Pawn) & from.bit() != 0 && to.bit() & LAST_RANKS != 0;
    let kings = position.rules().has_common_kings().then_some(Role::King);
    let roles = Role::PROMOTIONS.into_iter().chain(kings).map(Some);
    let roles = roles.filter(move |_| promotes).chain(Some(None).filter(|_| !promotes));
    roles.map(move |promotion| Move { promotion, ..Move::plain(from, to) })
}

/// The en passant captures by the pawns' movement.
fn passing(position: &Position) -> impl Iterator<Item = Move> {
    let us = position.turn();
    let target = position.passed().filter(|to| can_be_passed(position, *to));
    let pawns = target.map_or(0, |to| attacks::pawn(us.other(), to) & position.of(us, Role::Pawn));
    Squares(pawns).filter_map(move |from| Some(Move { from, to: target?, promotion: None, kind: MoveKind::EnPassant }))
}

/// Whether an enemy pawn is beyond a square that it can have passed over, and the square is empty.
pub(super) fn can_be_passed(position: &Position, to: Square) -> bool {
    let us = position.turn();
    let beyond =
        if us == Color::White { to.rank().checked_sub(1) } else { Some(to.rank() + 1).filter(|rank| *rank < 8) };
    let usual = if us == Color::White { 5 } else { 2 };
    (to.rank() == usual || position.rules().has(variant::LONG_STEPS))
        && position.occupied() & to.bit() == 0
        && beyond.is_some_and(|rank| position.of(us.other(), Role::Pawn) & Square::at(to.file(), rank).bit() != 0)
}

/// The squares to which a piece of the side to move may go by its movement, castling and capturing en passant left out.
#[inline(never)]
pub(super) fn reach(position: &Position, from: Square, role: Role) -> u64 {
    let us = position.turn();
    let kings = if position.rules().has_common_kings() { 0 } else { position.role(Role::King) };
    let barred = position.color(us) | kings;
    if role != Role::Pawn {
        return attacks::piece(role, from, position.occupied()) & !barred;
    }
    let (rules, empty) = (position.rules(), !position.occupied());
    let forward = |set: u64| if us == Color::White { set << 8 } else { set >> 8 };
    let step = forward(from.bit()) & empty;
    let home = from.rank() == us.back_rank().abs_diff(1)
        || rules.has(variant::LONG_STEPS)
        || rules.has(variant::HORDE) && us == Color::White && from.rank() == 0;
    let leap = if home && rules.has(variant::DOUBLE_STEP) { forward(step) & empty } else { 0 };
    attacks::pawn(us, from) & position.color(us.other()) & !barred | step | leap
}

/// See [`Position::castle`]: the king and its rook are there.
pub(super) fn castle(position: &Position, king: Square, rook: Square) -> Option<Move> {
    let us = position.turn();
    let mv = Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle };
    let (king_to, rook_to) = (king_destination(king, rook), rook_destination(king, rook));
    let others = position.occupied() & !king.bit() & !rook.bit();
    let king_path = attacks::between(king, king_to) | king_to.bit();
    let rook_path = attacks::between(rook, rook_to) | rook_to.bit();
    let matters = self::king(position, us) == Some(king);
    if position.is_check() || !matters || others & (king_path | rook_path) != 0 {
        return None;
    }
    let is_safe_on =
        |at: Square, occupied: u64| touches_king(position, at, us) || position.attackers(at, us.other(), occupied) == 0;
    let passing = Squares(king_path & !king_to.bit()).all(|at| is_safe_on(at, others | rook.bit()));
    (passing && is_safe_on(king_to, others | rook_to.bit()) && allows(position, mv)).then_some(mv)
}

/// Calls `found` with each move that is legal under careful rules until it returns `false`.
pub(super) fn each(position: &Position, found: &mut impl FnMut(Move) -> bool) {
    let us = position.turn();
    let only_captures = must_capture(position);
    let targets = if only_captures { position.occupied() } else { !0 };
    for from in Squares(position.color(us)) {
        let Some(piece) = position.piece_at(from) else { continue };
        for to in Squares(reach(position, from, piece.role) & targets) {
            for mv in each_plain(position, from, to) {
                if is_safe(position, mv) && !found(mv) {
                    return;
                }
            }
        }
    }
    for mv in passing(position).filter(|mv| is_safe(position, *mv)) {
        if !found(mv) {
            return;
        }
    }
    if only_captures {
        return;
    }
    for mv in [Wing::King, Wing::Queen].into_iter().filter_map(|wing| position.castle(wing)) {
        if !found(mv) {
            return;
        }
    }
    if !position.hand().is_empty() {
        each_drop(position, found);
    }
}

/// Calls `found` with each legal drop of a piece in hand until it returns `false`.
pub(super) fn each_drop(position: &Position, found: &mut impl FnMut(Move) -> bool) {
    let held = |role| position.hand().count(Piece { color: position.turn(), role }) > 0;
    if must_capture(position) {
        return;
    }
    for role in Hand::ROLES.into_iter().filter(|role| held(*role)) {
        for to in Squares(droppable(position, role)) {
            if is_safe_drop(position, role, to) && !found(Move::drop(role, to)) {
                return;
            }
        }
    }
}

/// The squares on which a piece of this role can be put.
fn droppable(position: &Position, role: Role) -> u64 {
    !position.occupied() & if role == Role::Pawn { !NO_PAWNS } else { !0 }
}

/// Whether a drop leaves the kings as the rules require.
fn is_safe_drop(position: &Position, role: Role, to: Square) -> bool {
    if position.is_careful() {
        return is_safe(position, Move::drop(role, to));
    }
    // A drop opens no line, so it matters only to a king in check.
    !position.is_check() || {
        let us = position.turn();
        position.king(us).is_some_and(|king| position.attackers(king, us.other(), position.occupied() | to.bit()) == 0)
    }
}

/// Whether a drop is legal. If pieces come from another board, the hand need not hold it.
pub(super) fn may_drop(position: &Position, mv: Move) -> bool {
    let Some(role) = mv.promotion.filter(|role| *role != Role::King && mv.from == mv.to) else { return false };
    let rules = position.rules();
    let held = position.hand().count(Piece { color: position.turn(), role }) > 0;
    rules.has_drops()
        && (held || rules.drops_from_elsewhere())
        && droppable(position, role) & mv.to.bit() != 0
        && is_safe_drop(position, role, mv.to)
        && !must_capture(position)
}

/// Whether there is a legal move or drop, as if no other rule had ended the game.
pub(super) fn has_move(position: &Position) -> bool {
    let plain = if position.is_careful() { position.has_any_move() } else { position.has_plain_move() };
    plain || position.rules().has_drops() && has_drop(position)
}

/// Whether there is a legal drop, or could be one of a piece that is still to come from another board.
fn has_drop(position: &Position) -> bool {
    let mut any = false;
    each_drop(position, &mut |_| {
        any = true;
        false
    });
    let comes = |role: &Role| Squares(droppable(position, *role)).any(|to| position.is_legal(Move::drop(*role, to)));
    any || position.rules().drops_from_elsewhere() && Hand::ROLES.iter().any(comes)
}
