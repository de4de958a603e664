//! Sets of squares, as patterns write them.

use crate::rules::Square;

/// The squares of the first file; the others are shifted to the left.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
const CENTRE: u64 = 0x18_1800_0000;

/// Reads squares separated by commas: `e4`, a file (`e`), a rank (`7`), a rectangle (`a1-c3`), `light`, `dark` or `centre`.
pub(super) fn region_of(text: &str) -> Option<u64> {
    text.split(',').try_fold(0, |all, part| one(part).map(|squares| all | squares))
}

fn one(text: &str) -> Option<u64> {
    match text {
        "" => None,
        "light" => Some(!DARK),
        "dark" => Some(DARK),
        "centre" | "center" => Some(CENTRE),
        _ => squares_of(text).or_else(|| rectangle(text)),
    }
}

fn rectangle(text: &str) -> Option<u64> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (square_of(first)?, square_of(last)?);
    let (files, ranks) = (first.file()..=last.file(), first.rank()..=last.rank());
    let inside = |square: &u8| files.contains(&(square % 8)) && ranks.contains(&(square / 8));
    let squares = (0u8..64).filter(inside).fold(0, |all, square| all | 1 << square);
    (squares != 0).then_some(squares)
}

/// The same squares with files exchanged.
pub(super) fn mirrored(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

/// The squares on a file, a rank, or both; all of them if nothing is said.
pub(super) fn squares_of(text: &str) -> Option<u64> {
    let file = |letter: u8| FILE_A << (letter - b'a');
    let rank = |letter: u8| RANK_1 << (8 * (letter - b'1'));
    match text.as_bytes() {
        [] => Some(u64::MAX),
        [letter @ b'a'..=b'h'] => Some(file(*letter)),
        [letter @ b'1'..=b'8'] => Some(rank(*letter)),
        [one @ b'a'..=b'h', other @ b'1'..=b'8'] => Some(file(*one) & rank(*other)),
        _ => None,
    }
}

/// The square with this name.
pub(super) fn square_of(text: &str) -> Option<Square> {
    squares_of(text).filter(|set| set.is_power_of_two()).map(|set| Square::masked(set.trailing_zeros() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_squares_files_ranks_and_rectangles() {
        for (text, expected) in [
            ("e4", Some(1 << 28)),
            ("a1,h8", Some(1 | 1 << 63)),
            ("1", Some(0xff)),
            ("a", Some(0x0101_0101_0101_0101)),
            ("a1-c2", Some(0x0707)),
            ("d4-e5", Some(CENTRE)),
            ("dark", Some(DARK)),
            ("c3-a1", None),
            ("", None),
            ("a1,", None),
            ("i", None),
        ] {
            assert_eq!(region_of(text), expected, "{text}");
        }
        assert_eq!(DARK & 1, 1);
        assert_eq!(mirrored(1 | 1 << 56), 1 << 7 | 1 << 63);
    }
}
