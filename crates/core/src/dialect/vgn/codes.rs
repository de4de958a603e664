//! The values of the GameFormat and MoveFormat tags: `code:label`, with a label for people.

use crate::dialect::label::split;

/// The form of the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovesCode {
    /// One word each.
    #[default]
    Words,
    /// Boards: a word with seven slashes, and the words after it up to something else.
    Rows,
}

/// A move format: one code of the MoveFormat tag.
#[derive(Debug, PartialEq, Eq)]
pub struct MoveFormat {
    /// As it is written: `FCN2`.
    pub code: &'static str,
    /// The id of its notation: `fcn2`. Boards are position notations.
    pub notation: &'static str,
    /// The same for people, with its version.
    pub title: &'static str,
    /// The form of its moves in the text, or of one move in the bytes.
    pub moves: MovesCode,
    /// Whether the moves are bytes that end by themselves, not text.
    pub binary: bool,
    /// Whether nothing ends its moves, which breaks the rules of VGN: strict reading refuses it, and it is never written.
    pub unended: bool,
}

/// A format of words, rows or bytes.
const fn of(
    code: &'static str,
    notation: &'static str,
    title: &'static str,
    moves: MovesCode,
    binary: bool,
) -> MoveFormat {
    MoveFormat { code, notation, title, moves, binary, unended: false }
}

/// The same without an end.
const fn unended(format: MoveFormat) -> MoveFormat {
    MoveFormat { unended: true, ..format }
}

/// Every code, in the order help and documentation show them. Without a number it is the newest version.
pub static MOVE_FORMATS: &[MoveFormat] = &[
    of("SAN", "san", "PGN SAN", MovesCode::Words, false),
    of("MCN", "mcn", "MCN 1.0", MovesCode::Words, false),
    of("FCN", "fcn", "FCN 1.1", MovesCode::Words, false),
    of("FCN2", "fcn2", "FCN 1.0", MovesCode::Words, false),
    of("SFEN", "sfen", "SFEN 1.1", MovesCode::Rows, false),
    of("SFEN2", "sfen2", "SFEN 1.0", MovesCode::Rows, false),
    of("FEN", "fen", "PGN FEN", MovesCode::Rows, false),
    of("BCCF", "bccf", "BCCF 1.1", MovesCode::Words, true),
    unended(of("BCCF2", "bccf2", "BCCF 1.0", MovesCode::Words, true)),
    of("BCFEN", "bcfen", "BCFEN 1.1", MovesCode::Rows, true),
    unended(of("BCFEN2", "bcfen2", "BCFEN 1.0", MovesCode::Rows, true)),
    of("PGC", "pgc", "PGN PGC", MovesCode::Words, true),
];

/// The formats that are written, in the same order.
pub fn written() -> impl Iterator<Item = &'static MoveFormat> {
    MOVE_FORMATS.iter().filter(|format| !format.unended)
}

/// The format of a MoveFormat tag with this value; `None` if its code is not known.
/// ```
/// use scoresheet_core::dialect::vgn::codes::move_format;
/// assert_eq!(move_format(" fcn2:Friendly: the first").unwrap().title, "FCN 1.0");
/// assert!(move_format("FCN3").is_none());
/// ```
pub fn move_format(value: &str) -> Option<&'static MoveFormat> {
    let (code, _) = split(value);
    MOVE_FORMATS.iter().find(|format| format.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_letters_then_perhaps_a_number() {
        for format in MOVE_FORMATS {
            let letters = format.code.trim_end_matches(|c: char| c.is_ascii_digit());
            assert!(!letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_uppercase()), "{}", format.code);
            assert_eq!(move_format(format.code), Some(format));
            assert_eq!(format.notation, format.code.to_ascii_lowercase());
        }
    }

    #[test]
    fn values_with_labels() {
        assert!(move_format("bcfen:Binary: Compressed FEN").is_some_and(|format| format.binary));
        for unknown in ["", ":SAN", "SAN1", "FCN02", "S AN", "XYZ"] {
            assert!(move_format(unknown).is_none(), "{unknown}");
        }
    }
}
