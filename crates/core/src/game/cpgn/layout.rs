//! The two layouts of cpgn, and the one list of their codes.
//!
//! Both were described by the same author: the draft in 2024, and protocol v0 a year later. They have the same kinds of codes
//! with other prefixes, and keep the parts of a game in another order.

use crate::event::Bytes;
use crate::rules::{Color, Position, Role};
use crate::step::{MOVE_SIGNS, Termination};
use alloc::format;
use alloc::string::String;

/// How the bits of a file are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The description of 2024-05-13: no version byte, en-passant block before the tags, and no end of a game.
    Draft,
    /// The description of 2025-07-07: a version byte, tags before the en-passant block, and an end of each game.
    V0,
}

impl Layout {
    /// Both, in the order in which they were described.
    pub const ALL: [Layout; 2] = [Layout::Draft, Layout::V0];

    /// The name that users know it by.
    pub fn id(self) -> &'static str {
        match self {
            Layout::Draft => "draft",
            Layout::V0 => "v0",
        }
    }

    /// The layout with this name.
    pub fn find(id: &str) -> Option<Layout> {
        Layout::ALL.into_iter().find(|layout| layout.id() == id)
    }
}

/// The meaning of the prefix of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// A move of this piece, or an extension.
    Piece(Role),
    /// Castling.
    Castling,
    /// A promotion.
    Promotion,
    /// A NAG.
    Nag,
    /// A comment.
    Comment,
    /// A variation opens.
    Open,
    /// A variation closes. In the draft it also ends a game, outside of any variation.
    Close,
    /// The game ends.
    End,
}

/// The entry of a prefix in the list.
#[derive(Debug)]
pub struct PrefixSpec {
    /// The prefix itself.
    pub prefix: Prefix,
    /// What it starts, for people.
    pub title: &'static str,
    /// Its bits in the draft, and in v0; empty if a layout does not have it.
    pub bits: [&'static str; 2],
    /// What follows the prefix.
    pub then: &'static str,
}

const MOVE: &str = "destination: file and rank, 3 bits each; 0 to 3 bits of index";

/// Every prefix. No prefix starts another one of its layout, and each sequence of bits starts with one of them.
#[rustfmt::skip]
pub static PREFIXES: [PrefixSpec; 13] = [
    PrefixSpec { prefix: Prefix::Piece(Role::King), title: "king move", bits: ["000", "000"], then: MOVE },
    PrefixSpec { prefix: Prefix::Piece(Role::Queen), title: "queen move", bits: ["001", "001"], then: MOVE },
    PrefixSpec { prefix: Prefix::Piece(Role::Bishop), title: "bishop move", bits: ["010", "010"], then: MOVE },
    PrefixSpec { prefix: Prefix::Piece(Role::Knight), title: "knight move", bits: ["011", "011"], then: MOVE },
    PrefixSpec { prefix: Prefix::Piece(Role::Rook), title: "rook move", bits: ["100", "100"], then: MOVE },
    PrefixSpec { prefix: Prefix::Piece(Role::Pawn), title: "pawn move, or an extension", bits: ["101", "101"], then: MOVE },
    PrefixSpec { prefix: Prefix::Castling, title: "castling", bits: ["11000", "1100"], then: "1 bit: 0 king side, 1 queen side" },
    PrefixSpec { prefix: Prefix::Promotion, title: "promotion", bits: ["1110", "1101"], then: "piece: Q 00, B 01, N 10, R 11; 0 to 3 bits of pawn index; 0 to 2 bits of destination" },
    PrefixSpec { prefix: Prefix::Nag, title: "NAG", bits: ["11001", "11110"], then: "8 bits: its number" },
    PrefixSpec { prefix: Prefix::Comment, title: "comment", bits: ["1101", "11100"], then: "its text, and a zero byte" },
    PrefixSpec { prefix: Prefix::Open, title: "start of a variation", bits: ["11111", "111011"], then: "its en-passant block" },
    PrefixSpec { prefix: Prefix::Close, title: "end of a variation", bits: ["11110", "111010"], then: "" },
    PrefixSpec { prefix: Prefix::End, title: "end of the game", bits: ["", "11111"], then: "result: 1-0 00, 0-1 01, 1/2-1/2 10, * 11" },
];

/// A code that the descriptions do not have: a pawn on the first or the last rank, where none can be. It expresses what
/// the other codes cannot, so that a game comes back as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// How the move before it is spelled.
    Spell,
    /// A token of PGN that no other code expresses.
    Raw,
    /// A comment that holds a zero byte.
    Long,
    /// The rest of a line that cannot be played.
    Stored,
    /// The text before the tags.
    Pre,
    /// The text after the result.
    Tail,
    /// A sign after the move before it, by its place in [`GLYPHS`].
    Glyph(u8),
}

/// The signs that may be attached to a move, in the order of their files.
pub(super) const GLYPHS: [&str; 6] = MOVE_SIGNS;

/// The entry of an extension in the list.
#[derive(Debug)]
pub struct ExtensionSpec {
    /// The extension itself.
    pub extension: Extension,
    /// Its name.
    pub name: &'static str,
    /// Its square: file and rank.
    pub square: (u8, u8),
    /// What follows the square.
    pub then: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

const TEXT: &str = "text, and a zero byte";
const SIZED: &str = "32 bits: its length in bytes; the bytes";

/// Every extension. Each starts with a pawn's prefix.
#[rustfmt::skip]
pub static EXTENSIONS: [ExtensionSpec; 12] = [
    ExtensionSpec { extension: Extension::Spell, name: "X-SPELL", square: (0, 0), then: TEXT, doc: "the exact spelling of the move before it" },
    ExtensionSpec { extension: Extension::Raw, name: "X-RAW", square: (1, 0), then: TEXT, doc: "any other token of PGN, unchanged: a `;` comment, a `%` line, `$300`, a result in a variation" },
    ExtensionSpec { extension: Extension::Long, name: "X-LONG", square: (2, 0), then: SIZED, doc: "a comment that holds a zero byte" },
    ExtensionSpec { extension: Extension::Stored, name: "X-STORED", square: (3, 0), then: SIZED, doc: "the rest of the line, unchanged, from a token that cannot be coded; all moves of a game by other rules than those of chess and Chess960" },
    ExtensionSpec { extension: Extension::Pre, name: "X-PRE", square: (4, 0), then: TEXT, doc: "the text before the tags; the first code of a game" },
    ExtensionSpec { extension: Extension::Tail, name: "X-TAIL", square: (5, 0), then: TEXT, doc: "the text after the result; the last code before the end of the game" },
    ExtensionSpec { extension: Extension::Glyph(0), name: "X-GLYPH", square: (0, 7), then: "", doc: "`!` attached to the move before it" },
    ExtensionSpec { extension: Extension::Glyph(1), name: "X-GLYPH", square: (1, 7), then: "", doc: "`?` attached to the move before it" },
    ExtensionSpec { extension: Extension::Glyph(2), name: "X-GLYPH", square: (2, 7), then: "", doc: "`!!` attached to the move before it" },
    ExtensionSpec { extension: Extension::Glyph(3), name: "X-GLYPH", square: (3, 7), then: "", doc: "`??` attached to the move before it" },
    ExtensionSpec { extension: Extension::Glyph(4), name: "X-GLYPH", square: (4, 7), then: "", doc: "`!?` attached to the move before it" },
    ExtensionSpec { extension: Extension::Glyph(5), name: "X-GLYPH", square: (5, 7), then: "", doc: "`?!` attached to the move before it" },
];

impl ExtensionSpec {
    /// Its bits: a pawn's prefix and its square.
    pub fn bits(&self) -> String {
        let (file, rank) = self.square;
        format!("{}{file:03b}{rank:03b}", PREFIXES[5].bits[0])
    }
}

impl Extension {
    /// The extension that a pawn on this square means.
    pub(super) fn on(file: u8, rank: u8) -> Option<Extension> {
        EXTENSIONS.iter().find(|spec| spec.square == (file, rank)).map(|spec| spec.extension)
    }

    /// Its entry in the list.
    pub(super) fn spec(self) -> &'static ExtensionSpec {
        EXTENSIONS.iter().find(|spec| spec.extension == self).unwrap_or(&EXTENSIONS[0])
    }
}

/// A prefix as a number, and how many bits it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodePrefix {
    pub(super) value: u64,
    pub(super) width: u32,
}

/// How many bits the longest prefix has.
pub(super) const LONGEST: u32 = 6;

/// For each layout and for the first [`LONGEST`] bits of a code, the place of its prefix in the list.
static BY_BITS: [[u8; 64]; 2] = [by_bits(0), by_bits(1)];

const fn by_bits(layout: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut place = 0;
    while place < PREFIXES.len() {
        let CodePrefix { value, width } = number(PREFIXES[place].bits[layout]);
        if width > 0 {
            let first = (value as usize) << (LONGEST - width);
            let mut next = first;
            while next < first + (1 << (LONGEST - width)) {
                table[next] = place as u8;
                next += 1;
            }
        }
        place += 1;
    }
    table
}

/// Digits of 0 and 1 as a number.
const fn number(digits: &str) -> CodePrefix {
    let bytes = digits.as_bytes();
    let (mut value, mut at) = (0, 0);
    while at < bytes.len() {
        value = value << 1 | (bytes[at] == b'1') as u64;
        at += 1;
    }
    CodePrefix { value, width: bytes.len() as u32 }
}

/// For each layout the bits of each prefix, in the order of the list.
static NUMBERS: [[CodePrefix; PREFIXES.len()]; 2] = [numbers(0), numbers(1)];

const fn numbers(layout: usize) -> [CodePrefix; PREFIXES.len()] {
    let mut table = [CodePrefix { value: 0, width: 0 }; PREFIXES.len()];
    let mut place = 0;
    while place < PREFIXES.len() {
        table[place] = number(PREFIXES[place].bits[layout]);
        place += 1;
    }
    table
}

impl Layout {
    /// The prefix that starts with these [`LONGEST`] bits, and how many bits it has.
    #[inline]
    pub(super) fn prefix_of(self, bits: u64) -> (Prefix, u32) {
        let place = usize::from(BY_BITS[self as usize][bits as usize & 63]);
        (PREFIXES[place].prefix, NUMBERS[self as usize][place].width)
    }

    /// The bits of a prefix. The draft ends a game by what closes a variation.
    #[inline]
    pub(super) fn bits_of(self, prefix: Prefix) -> CodePrefix {
        let place = match prefix {
            Prefix::Piece(Role::King) => 0,
            Prefix::Piece(Role::Queen) => 1,
            Prefix::Piece(Role::Bishop) => 2,
            Prefix::Piece(Role::Knight) => 3,
            Prefix::Piece(Role::Rook) => 4,
            Prefix::Piece(Role::Pawn) => 5,
            Prefix::Castling => 6,
            Prefix::Promotion => 7,
            Prefix::Nag => 8,
            Prefix::Comment => 9,
            Prefix::Open => 10,
            Prefix::End if self == Layout::V0 => 12,
            Prefix::Close | Prefix::End => 11,
        };
        NUMBERS[self as usize][place]
    }
}

/// The pieces that a pawn may become, in the order of their numbers.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Bishop, Role::Knight, Role::Rook];

/// The results by their numbers.
pub(super) const RESULTS: [Termination; 4] =
    [Termination::WhiteWins, Termination::BlackWins, Termination::Draw, Termination::Unknown];

/// The result, by its first Result tag, of a game that ends on this board without a result code.
pub(super) fn implied_result(last: &Position, tag: Option<&Bytes<'_>>) -> Termination {
    if last.is_mate() {
        return if last.turn() == Color::Black { Termination::WhiteWins } else { Termination::BlackWins };
    }
    let told = tag.and_then(|raw| RESULTS.into_iter().find(|result| result.as_str().as_bytes() == &**raw));
    told.unwrap_or(Termination::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_prefix_is_found_by_its_bits_and_no_bits_are_without_one() {
        for layout in Layout::ALL {
            let mut covered = 0;
            for spec in &PREFIXES {
                let CodePrefix { value, width } = number(spec.bits[layout as usize]);
                if width == 0 {
                    continue;
                }
                covered += 64 >> width;
                for rest in 0..64 >> width {
                    assert_eq!(layout.prefix_of((value << (LONGEST - width)) + rest), (spec.prefix, width));
                }
                assert_eq!(layout.bits_of(spec.prefix).value, value);
            }
            assert_eq!(covered, 64, "{layout:?}");
        }
    }

    #[test]
    fn each_extension_has_a_square_of_its_own_on_the_first_or_last_rank() {
        for (place, spec) in EXTENSIONS.iter().enumerate() {
            assert!(matches!(spec.square.1, 0 | 7) && spec.square.0 < 8);
            assert_eq!(EXTENSIONS.iter().position(|other| other.square == spec.square), Some(place));
            assert_eq!(Extension::on(spec.square.0, spec.square.1), Some(spec.extension));
        }
    }
}
