//! The material of a position: as text, as a phase of the game, and whether it suffices to give mate.

use super::attacks::{self, Squares};
use super::position::Position;
use super::types::{Color, Move, Role};
use super::variant;
use alloc::string::String;

/// The phase of the standard start: [`Position::phase`] never exceeds it.
pub const FULL_PHASE: u32 = 24;

/// See [`Position::material`].
pub(super) fn material(position: &Position) -> String {
    let mut out = String::with_capacity(40);
    for color in [Color::White, Color::Black] {
        if color == Color::Black {
            out.push('v');
        }
        for role in Role::ALL.into_iter().rev() {
            for _ in 0..position.of(color, role).count_ones() {
                out.push(char::from(role.letter()));
            }
        }
    }
    out
}

/// See [`Position::phase`].
pub(super) fn phase(position: &Position) -> u32 {
    let weight = |role, each| position.role(role).count_ones() * each;
    let phase = weight(Role::Knight, 1) + weight(Role::Bishop, 1) + weight(Role::Rook, 2) + weight(Role::Queen, 4);
    phase.min(FULL_PHASE)
}

/// See [`Position::is_insufficient_material`].
pub(super) fn is_insufficient_material(position: &Position) -> bool {
    let rules = position.rules();
    if !rules.is_slow() {
        return is_dead_in_chess(position);
    }
    let has = |number| rules.has(number);
    if has(variant::HILL) || has(variant::DROPS) || has(variant::RACE) {
        false
    } else if has(variant::THREE_CHECKS) {
        position.occupied() == position.role(Role::King)
    } else if has(variant::COMMON_KING) {
        is_dead_in_antichess(position)
    } else if has(variant::EXPLOSIONS) {
        is_dead_in_atomic(position)
    } else if has(variant::HORDE) {
        is_dead_in_horde(position)
    } else {
        is_dead_in_chess(position)
    }
}

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// Whether all of these are on squares of one colour.
fn is_of_one_color(set: u64) -> bool {
    set & LIGHT == 0 || set & !LIGHT == 0
}

fn is_dead_in_chess(position: &Position) -> bool {
    let (knights, bishops) = (position.role(Role::Knight), position.role(Role::Bishop));
    if position.role(Role::Pawn) | position.role(Role::Rook) | position.role(Role::Queen) != 0 {
        return false;
    }
    if knights | bishops == 0 || (knights | bishops).is_power_of_two() {
        return true;
    }
    knights == 0 && is_of_one_color(bishops)
}

/// Whether every pawn has a pawn straight ahead of it and nothing to capture.
fn are_pawns_stuck(position: &Position) -> bool {
    let (white, black) = (position.of(Color::White, Role::Pawn), position.of(Color::Black, Role::Pawn));
    let pawns = white | black;
    let blocked = (white << 8) & !pawns == 0 && (black >> 8) & !pawns == 0 && white >> 56 == 0 && black & 0xff == 0;
    let takes = |color: Color, set: u64| {
        Squares(set).any(|from| attacks::pawn(color, from) & position.color(color.other()) != 0)
    };
    blocked && !takes(Color::White, white) && !takes(Color::Black, black)
}

/// Only bishops and pawns, each side's bishops on squares of one colour, the other side's on the other, and stuck pawns
/// that these bishops cannot reach.
fn is_dead_in_antichess(position: &Position) -> bool {
    let (pawns, bishops) = (position.role(Role::Pawn), position.role(Role::Bishop));
    if position.occupied() != pawns | bishops || !are_pawns_stuck(position) {
        return false;
    }
    let [white, black] = [Color::White, Color::Black].map(|color| position.of(color, Role::Bishop));
    let apart = is_of_one_color(white) && is_of_one_color(black) && (white & LIGHT == 0) != (black & LIGHT == 0);
    let out_of_reach = |color: Color, bishops: u64| {
        let reached = if bishops & LIGHT == 0 { !LIGHT } else { LIGHT };
        position.of(color, Role::Pawn) & reached == 0
    };
    white != 0 && black != 0 && apart && out_of_reach(Color::White, black) && out_of_reach(Color::Black, white)
}

fn is_dead_in_atomic(position: &Position) -> bool {
    let (kings, bishops) = (position.role(Role::King), position.role(Role::Bishop));
    let (all, pawns) = (position.occupied(), position.role(Role::Pawn));
    let sides = [Color::White, Color::Black].map(|color| position.color(color));
    let few = all.count_ones() <= 4;
    let bare = sides.iter().any(|side| side.count_ones() == 1 && side & kings != 0);
    let is_apart =
        few && all == kings | bishops && sides.iter().all(|side| side.count_ones() >= 2) && !is_of_one_color(bishops);
    let is_of_knights = bare && few && all & !kings == position.role(Role::Knight);
    let is_of_one = bare && (all & !kings).count_ones() <= 1 && (pawns | position.role(Role::Queen)) & all == 0;
    let is_blocked = all == kings | bishops | pawns && are_pawns_stuck(position) && {
        let owner = [Color::White, Color::Black].into_iter().find(|color| position.of(*color, Role::Bishop) == bishops);
        bishops == 0
            || is_of_one_color(bishops)
                && owner.is_some_and(|owner| {
                    let reached = if bishops & LIGHT == 0 { !LIGHT } else { LIGHT };
                    position.of(owner.other(), Role::Pawn) & reached == 0
                })
    };
    is_apart || is_of_knights || is_of_one || is_blocked
}

/// Black is to move, and each of its moves leaves White pieces, but no move.
fn is_dead_in_horde(position: &Position) -> bool {
    let moves = position.legal_moves();
    let ends = |mv: &Move| {
        let after = position.after(*mv);
        after.color(Color::White) != 0 && !after.has_legal_move()
    };
    position.turn() == Color::Black && !moves.is_empty() && moves.iter().all(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;

    #[test]
    fn material_lists_both_sides_from_king_to_pawn() {
        let board = fen::parse("4k1r1/6p1/8/8/8/8/PP6/R3K3 w - - 0 1").expect("right");
        assert_eq!(board.material(), "KRPPvKRP");
        assert_eq!(Position::start().material(), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
    }

    #[test]
    fn the_phase_falls_from_24_to_0() {
        let phase = |text| fen::parse(text).expect("right").phase();
        assert_eq!(Position::start().phase(), FULL_PHASE);
        assert_eq!(phase("4k1r1/6p1/8/8/8/8/PP6/R1B1K1Nq w - - 0 1"), 2 + 2 + 1 + 1 + 4);
        assert_eq!(phase("4k3/6p1/8/8/8/8/PP6/4K3 w - - 0 1"), 0);
        assert_eq!(phase("qqqqkqqq/8/8/8/8/8/8/4K2R w - - 0 1"), FULL_PHASE);
    }
}
