//! The Pieces tag: which pieces a game is played with. `N +=A/BN +=C/RN:Capablanca pieces`.

use crate::rules::Rules;
use alloc::collections::BTreeMap;
use core::fmt;

/// The pieces of normal chess, and whether a pawn may become one.
const NORMAL: [(u8, bool); 6] = [(b'K', false), (b'Q', true), (b'R', true), (b'B', true), (b'N', true), (b'P', false)];

/// What the tag states about one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredPiece<'a> {
    /// Whether a pawn may become one.
    pub promotable: bool,
    /// How it moves, in Betza's notation; empty if it moves as in normal chess, or if that is not stated.
    pub movement: &'a str,
}

/// The pieces of a game by their letters, which are upper case.
///
/// ```
/// use scoresheet_core::dialect::vgn::pieces::PieceSet;
/// let pieces = PieceSet::read("N +=A/BN -Q").unwrap();
/// assert_eq!(pieces.get(b'A').unwrap().movement, "BN");
/// assert!(pieces.get(b'Q').is_none() && !pieces.is_normal());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet<'a>(BTreeMap<u8, DeclaredPiece<'a>>);

/// The value of a Pieces tag is not a base with changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecesError {
    /// The first bad byte in the value.
    pub at: usize,
}

impl Default for PieceSet<'_> {
    fn default() -> Self {
        PieceSet(
            NORMAL
                .into_iter()
                .map(|(letter, promotable)| (letter, DeclaredPiece { promotable, movement: "" }))
                .collect(),
        )
    }
}

impl<'a> PieceSet<'a> {
    /// Reads the value of a Pieces tag.
    ///
    /// # Errors
    /// If it is not a base with changes.
    pub fn read(value: &'a str) -> Result<PieceSet<'a>, PiecesError> {
        let code = value.split_once(':').map_or(value, |(code, _)| code);
        let mut pieces: Option<PieceSet<'a>> = None;
        let mut at = 0;
        for item in code.split(|c: char| c.is_ascii_whitespace()) {
            let start = at;
            at += item.len() + 1;
            match (&mut pieces, item) {
                (_, "") => {}
                (None, "N" | "n") => pieces = Some(PieceSet::default()),
                (None, "0") => pieces = Some(PieceSet(BTreeMap::new())),
                (Some(pieces), item) => pieces.change(item).ok_or(PiecesError { at: start })?,
                (None, _) => return Err(PiecesError { at: start }),
            }
        }
        pieces.ok_or(PiecesError { at: 0 })
    }

    /// Takes one item into account; `None` if it is not one.
    fn change(&mut self, item: &'a str) -> Option<()> {
        if let Some(letter) = item.strip_prefix('-') {
            self.0.remove(&one_letter(letter)?);
            return Some(());
        }
        let added = item.strip_prefix('+')?;
        let promotable = added.starts_with('=');
        let added = added.strip_prefix('=').unwrap_or(added);
        let (letter, movement) = match added.split_once('/') {
            Some((_, "")) => return None,
            Some((letter, movement)) => (letter, movement),
            None => (added, ""),
        };
        self.0.insert(one_letter(letter)?, DeclaredPiece { promotable, movement });
        Some(())
    }

    /// The statement about this letter.
    pub fn get(&self, letter: u8) -> Option<DeclaredPiece<'a>> {
        self.0.get(&letter).copied()
    }

    /// The letters in order, each with the statement about it.
    pub fn iter(&self) -> impl Iterator<Item = (u8, DeclaredPiece<'a>)> {
        self.0.iter().map(|(letter, piece)| (*letter, *piece))
    }

    /// Whether these are the pieces of normal chess.
    pub fn is_normal(&self) -> bool {
        *self == PieceSet::default()
    }

    /// Whether these are the pieces that games under some rules are played with: pawns may become kings if kings are
    /// ordinary pieces, and that need not be stated.
    pub fn fits(&self, rules: Rules) -> bool {
        let with_king = || {
            let mut pieces = PieceSet::default();
            pieces.0.insert(b'K', DeclaredPiece { promotable: true, movement: "" });
            pieces
        };
        self.is_normal() || rules.has_common_kings() && *self == with_king()
    }
}

/// As the tag is written: what is taken from the base, then what is added to it.
impl fmt::Display for PieceSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let normal = PieceSet::default();
        let base = normal.iter().any(|(letter, _)| self.get(letter).is_some());
        f.write_str(if base { "N" } else { "0" })?;
        for (letter, _) in normal.iter().filter(|(letter, _)| base && self.get(*letter).is_none()) {
            write!(f, " -{}", letter as char)?;
        }
        for (letter, piece) in self.iter().filter(|(letter, piece)| !base || normal.get(*letter) != Some(*piece)) {
            let (sign, slash) =
                (if piece.promotable { "=" } else { "" }, if piece.movement.is_empty() { "" } else { "/" });
            write!(f, " +{sign}{}{slash}{}", letter as char, piece.movement)?;
        }
        Ok(())
    }
}

fn one_letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(*letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn values_and_how_they_are_written() {
        for (value, written) in [
            ("N", "N"),
            (" n :normal pieces", "N"),
            ("N +=A/BN +=C/RN:Capablanca pieces", "N +=A/BN +=C/RN"),
            ("N  -Q  +A/fbR", "N -Q +A/fbR"),
            ("N +Q", "N +Q"),
            ("N +=Q -X", "N"),
            ("0 +A", "0 +A"),
            ("0", "0"),
            ("0 +K +P", "N -B -N -Q -R"),
        ] {
            let pieces = PieceSet::read(value).expect(value);
            assert_eq!(pieces.to_string(), written, "{value}");
            assert_eq!(PieceSet::read(written), Ok(pieces.clone()));
            assert_eq!(pieces.is_normal(), written == "N");
        }
    }

    #[test]
    fn invalid_values() {
        for (value, at) in
            [("", 0), ("X", 0), ("N A", 2), ("N +", 2), ("N +a", 2), ("N +AB", 2), ("N +A/", 2), ("N -", 2), ("+A", 0)]
        {
            assert_eq!(PieceSet::read(value), Err(PiecesError { at }), "{value}");
        }
    }
}
