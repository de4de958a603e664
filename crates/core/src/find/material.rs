//! The numbers of pieces, regardless of their squares.

use crate::rules::{Color, Position, Role};

/// How many pieces of each role a side has, by the role's number.
type RoleCounts = [u8; 7];

/// The material of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    /// White's and Black's.
    sides: [RoleCounts; 2],
    /// Whether there may be more.
    at_least: bool,
}

impl Material {
    /// Reads `KRPvKR`: White's pieces, then Black's. Kings may be left out.
    pub(super) fn parse(text: &str, at_least: bool) -> Option<Material> {
        let (white, black) = text.split_once('v')?;
        Some(Material { sides: [counts(white)?, counts(black)?], at_least })
    }

    /// The same with sides exchanged.
    pub(super) fn swapped(self) -> Material {
        let [white, black] = self.sides;
        Material { sides: [black, white], ..self }
    }

    pub(super) fn fit(&self, board: &Position) -> bool {
        [Color::White, Color::Black].into_iter().zip(&self.sides).all(|(color, wanted)| {
            (1u8..).zip(&wanted[1..6]).all(|(number, wanted)| {
                let Some(role) = Role::from_number(number) else { return true };
                let count = board.of(color, role).count_ones() as u8;
                if self.at_least { count >= *wanted } else { count == *wanted }
            })
        })
    }

    /// Whether a board has this material after equal material of both sides is removed.
    pub(super) fn is_difference(&self, board: &Position) -> bool {
        let [white, black] = &self.sides;
        (1u8..6).zip(white[1..6].iter().zip(&black[1..6])).all(|(number, (more, fewer))| {
            let Some(role) = Role::from_number(number) else { return true };
            let [white, black] = [Color::White, Color::Black].map(|color| board.of(color, role).count_ones() as i32);
            white - black == i32::from(*more) - i32::from(*fewer)
        })
    }

    /// How many pieces there are at most, if there is a limit.
    pub(super) fn most_pieces(&self) -> Option<u32> {
        (!self.at_least).then(|| self.fewest_pieces())
    }

    /// How many pieces there are at least, kings included.
    pub(super) fn fewest_pieces(&self) -> u32 {
        2 + self.sides.iter().flat_map(|side| &side[1..6]).map(|count| u32::from(*count)).sum::<u32>()
    }
}

fn counts(text: &str) -> Option<RoleCounts> {
    let mut counts = [0; 7];
    for letter in text.bytes() {
        let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
        let count = &mut counts[role as usize];
        *count += 1;
        if *count > if role == Role::King { 1 } else { 16 } {
            return None;
        }
    }
    Some(counts)
}

/// Whether each side has a single bishop, on squares of different colours.
pub(super) fn has_opposite_bishops(board: &Position) -> bool {
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    let [white, black] = [Color::White, Color::Black].map(|color| board.of(color, Role::Bishop));
    white.is_power_of_two() && black.is_power_of_two() && (white & LIGHT == 0) != (black & LIGHT == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;

    #[test]
    fn pieces_are_counted() {
        let board = fen::parse("4k3/5r2/8/8/8/4P3/R7/4K3 w - - 0 1").unwrap();
        for (text, at_least, expected, swapped) in [
            ("KRPvKR", false, true, false),
            ("RPvR", false, true, false),
            ("KRvKR", false, false, false),
            ("KRvKR", true, true, true),
            ("KRvKRP", true, false, true),
        ] {
            let material = Material::parse(text, at_least).unwrap();
            assert_eq!((material.fit(&board), material.swapped().fit(&board)), (expected, swapped), "{text}");
        }
        assert_eq!(Material::parse("KRPvKR", true).unwrap().fewest_pieces(), 5);
        for text in ["KR", "KKvK", "KXvK", "krvk", "KvKvK"] {
            assert_eq!(Material::parse(text, false), None, "{text}");
        }
    }

    #[test]
    fn differences_ignore_what_both_sides_have() {
        let board = fen::parse("1n2k3/5r2/8/8/8/4P3/R7/4KB2 w - - 0 1").unwrap();
        let is = |text| Material::parse(text, false).unwrap().is_difference(&board);
        assert!(is("BPvN") && is("BPRvNR") && !is("BvN") && !is("NvBP") && !is("v"));
    }

    #[test]
    fn bishops_on_squares_of_different_colours() {
        let is = |text: &str| has_opposite_bishops(&fen::parse(text).unwrap());
        assert!(is("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"));
        assert!(!is("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1"));
        assert!(!is("4kbb1/8/8/8/8/8/8/4KB2 w - - 0 1"));
    }
}
