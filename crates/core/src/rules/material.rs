//! The material of a position: as text, as a phase of the game, and whether it suffices to give mate.

use super::position::Position;
use super::types::{Color, Role};
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
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    let (knights, bishops) = (position.role(Role::Knight), position.role(Role::Bishop));
    if position.role(Role::Pawn) | position.role(Role::Rook) | position.role(Role::Queen) != 0 {
        return false;
    }
    if knights | bishops == 0 || (knights | bishops).is_power_of_two() {
        return true;
    }
    knights == 0 && (bishops & LIGHT == 0 || bishops & !LIGHT == 0)
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
