//! The Rules tag: the rules of a game, as numbers. `N+10:Chess960`.

use crate::rules::Rules;
use crate::rules::code::{self, push_base36};
use crate::rules::variant::{BESIDE_THE_BOARD, CHESS960, NORMAL};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A rule that has a number.
#[derive(Debug)]
pub struct Rule {
    /// Its number, which is written in base 36.
    pub number: u32,
    /// Its meaning.
    pub text: &'static str,
}

impl Rule {
    /// Its effect here: `played`, moves are checked by it; `beside the board`, it has no effect on moves;
    /// `kept`, the tag is read and written back, and the moves are read without being compared with any rules.
    pub fn status(&self) -> &'static str {
        match self.number {
            number if BESIDE_THE_BOARD.contains(&number) => "beside the board",
            number if KEPT.contains(&number) => "kept",
            _ => "played",
        }
    }
}

macro_rules! known {
    ($($number:literal $text:literal;)*) => {
        /// Every rule that is known, by number: first those of normal chess, then others.
        pub static KNOWN: &[Rule] = &[$(Rule { number: base36($number.as_bytes()), text: $text },)*];
    };
}

known! {
    "1" "The board has 8 files and 8 ranks.";
    "2" "Pieces move as defined by the Pieces tag.";
    "3" "White begins.";
    "4" "The sides alternate; passing is not allowed.";
    "5" "A side cannot capture its own pieces.";
    "6" "A pawn may step twice from its home rank.";
    "7" "Pawns capture en passant.";
    "8" "A pawn on its last rank must be promoted.";
    "9" "A pawn may become any piece that the Pieces tag marks with `=`.";
    "A" "Castling on the king's side.";
    "B" "Castling on the queen's side.";
    "C" "To castle, neither king nor rook may have moved.";
    "D" "A king cannot castle out of check.";
    "E" "A king cannot castle across an attacked square.";
    "F" "A turn must not leave the mover's king in check.";
    "G" "Checkmate wins.";
    "H" "Stalemate draws.";
    "I" "A dead position is a draw.";
    "J" "The third repetition may be claimed as a draw.";
    "K" "The fifth repetition is a draw.";
    "L" "Fifty moves without capture or pawn move may be claimed as a draw.";
    "M" "Seventy-five such moves are a draw.";
    "N" "A draw may be agreed.";
    "O" "A side may resign.";
    "P" "A side that runs out of time loses.";
    "Q" "A side that runs out of time draws if the opponent cannot mate.";
    "R" "Illegal moves are taken back.";
    "10" "Start positions and castling of Chess960.";
    "11" "Three checks win.";
    "12" "A king in the centre wins.";
    "13" "Captures are mandatory.";
    "14" "The king is an ordinary piece; pawns may become kings.";
    "15" "A side that loses all its pieces wins.";
    "16" "Captured pieces may be dropped.";
    "17" "Captures explode.";
    "18" "One side is a horde of pawns.";
    "19" "The first king to reach the eighth rank wins.";
    "1A" "The stalemated side loses.";
    "1B" "The stalemated side wins.";
    "1C" "A side may pass.";
    "1D" "A turn may end in check.";
    "1E" "The side that captures the king wins.";
    "1F" "Illegal moves stand.";
    "1G" "Several moves make a turn.";
    "1H" "A pawn may step twice from any rank.";
    "1J" "A side may capture its own pieces.";
    "1K" "A move must not give check.";
    "1L" "Pieces in hand come from another board.";
}

/// The rules that are in no set that is played.
const KEPT: [u32; 6] = [base36(b"1C"), base36(b"1D"), base36(b"1E"), base36(b"1F"), base36(b"1G"), base36(b"1J")];

/// Passing's number.
const PASSING: u32 = base36(b"1C");

/// The value of digits that are known to be right.
const fn base36(digits: &[u8]) -> u32 {
    let (mut value, mut at) = (0, 0);
    while at < digits.len() {
        let digit = digits[at];
        value = value * 36 + (if digit <= b'9' { digit - b'0' } else { digit - b'A' + 10 }) as u32;
        at += 1;
    }
    value
}

/// The rules a game is played by.
///
/// ```
/// use scoresheet_core::dialect::vgn::rules::RuleSet;
/// let rules = RuleSet::read("N-f,r+1D:blitz").unwrap();
/// assert!(!rules.has(15) && rules.has(49));
/// assert_eq!(rules.to_string(), "N-F,R+1D");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet(BTreeSet<u32>);

/// The value of a Rules tag is not a base with changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The first bad byte in the value.
    pub at: usize,
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet((1..=NORMAL).collect())
    }
}

impl RuleSet {
    /// The set that means these rules, claims and clocks included.
    ///
    /// ```
    /// use scoresheet_core::{dialect::vgn::rules::RuleSet, rules};
    /// assert_eq!(RuleSet::of(rules::find("crazyhouse").unwrap()).to_string(), "N-L,M+16");
    /// ```
    pub fn of(rules: Rules) -> RuleSet {
        RuleSet::read(&rules.code()).unwrap_or_default()
    }

    /// Reads the value of a Rules tag.
    ///
    /// # Errors
    /// If it is not a base with changes.
    pub fn read(value: &str) -> Result<RuleSet, RulesError> {
        code::read(value).map(RuleSet).map_err(|at| RulesError { at })
    }

    /// Whether this number is among them.
    pub fn has(&self, number: u32) -> bool {
        self.0.contains(&number)
    }

    /// The numbers in order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }

    /// The unknown numbers.
    pub fn unknown(&self) -> impl Iterator<Item = u32> {
        self.numbers().filter(|number| !KNOWN.iter().any(|rule| rule.number == *number))
    }

    /// Whether the start positions and castling of Chess960 are among them.
    pub(crate) fn has_chess960(&self) -> bool {
        self.has(CHESS960)
    }

    /// Whether a side may pass.
    pub(crate) fn allows_passing(&self) -> bool {
        self.has(PASSING)
    }

    /// The same rules with those of Chess960.
    #[must_use]
    pub(crate) fn with_chess960(mut self) -> RuleSet {
        self.0.insert(CHESS960);
        self
    }

    /// The rules under which moves of such a game are played. Rules about claims, agreements and clocks do not matter
    /// on the board.
    ///
    /// # Errors
    /// The first number that does not fit any rules that are played, whether it is missing or one too many.
    pub fn played_by(&self) -> Result<Rules, u32> {
        Rules::played_of(self.0.iter().copied())
    }
}

/// As the tag is written: what is taken from the base, then what is added to it. The shorter base is taken.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing: Vec<u32> = (1..=NORMAL).filter(|number| !self.has(*number)).collect();
        let normal = missing.len() <= NORMAL as usize / 2;
        let added: Vec<u32> = self.numbers().filter(|number| !normal || *number > NORMAL).collect();
        f.write_str(if normal { "N" } else { "0" })?;
        for (sign, numbers) in [("-", &missing), ("+", &added)] {
            if sign == "-" && !normal {
                continue;
            }
            for (index, &number) in numbers.iter().enumerate() {
                write!(f, "{}{}", if index == 0 { sign } else { "," }, code(number))?;
            }
        }
        Ok(())
    }
}

/// A number as it is written.
pub fn code(number: u32) -> String {
    let mut code = String::new();
    push_base36(number, &mut code);
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn values_and_how_they_are_written() {
        for (value, written) in [
            ("N", "N"),
            (" n :normal", "N"),
            ("N+10", "N+10"),
            ("N-A,B,C,D,E", "N-A,B,C,D,E"),
            ("N-F,R+1D,1E:blitz: fast", "N-F,R+1D,1E"),
            ("n+1d-f+1e-r", "N-F,R+1D,1E"),
            ("0+1,2,3", "0+1,2,3"),
            ("0", "0"),
            ("N+10-10", "N"),
            ("0+zz", "0+ZZ"),
        ] {
            let rules = RuleSet::read(value).expect(value);
            assert_eq!(rules.to_string(), written, "{value}");
            assert_eq!(RuleSet::read(written), Ok(rules));
        }
    }

    #[test]
    fn invalid_values() {
        for (value, at) in [
            ("", 0),
            ("X", 0),
            ("N+", 2),
            ("N+1;2", 3),
            ("N+01", 2),
            ("N + 1", 1),
            ("N+1,", 4),
            (" N+é", 3),
            ("N+1234567", 2),
        ] {
            assert_eq!(RuleSet::read(value), Err(RulesError { at }), "{value}");
        }
    }

    #[test]
    fn numbers_are_in_order_and_match_the_base() {
        assert!(KNOWN.windows(2).all(|pair| pair[0].number < pair[1].number));
        assert!(KNOWN.iter().take(NORMAL as usize).map(|rule| rule.number).eq(1..=NORMAL));
        for rule in KNOWN {
            assert_eq!(RuleSet::read(&alloc::format!("0+{}", code(rule.number))), Ok(RuleSet([rule.number].into())));
            assert!(rule.text.ends_with('.'));
        }
    }

    #[test]
    fn rules_that_are_played() {
        let by = |value: &str| RuleSet::read(value).expect("rules").played_by();
        assert_eq!(by("N"), Ok(Rules::STANDARD));
        assert_eq!(by("N+10"), Ok(Rules::CHESS960));
        assert_eq!(by("N-P,Q"), Ok(Rules::STANDARD));
        assert_eq!(by("N-A,B").map(Rules::code).as_deref(), Ok("N-A,B,C,D,E"));
        assert_eq!(by("N-A,C"), Err(12));
        assert_eq!(by("N+17").map(|rules| rules.id().into_owned()).as_deref(), Ok("atomic"));
        assert_eq!(by("N+14"), Err(15));
        assert_eq!(by("N+11,1G"), Err(52));
        assert_eq!(by("N-F+1D"), Err(15));
        assert_eq!(by("N+ZZ"), Err(1295));
        for rule in KNOWN.iter().filter(|rule| rule.number > NORMAL) {
            let number = code(rule.number);
            let sets = ["N+", "N-H+", "N-F,G+14,", "N+16,"].map(|base| alloc::format!("{base}{number}"));
            let played = sets.iter().any(|set| by(set).is_ok());
            assert_eq!(rule.status(), if played { "played" } else { "kept" }, "{}", rule.text);
        }
        assert!(RuleSet::read("N+ZZ").expect("rules").unknown().eq([1295]));
        assert!(RuleSet::read("N-4+1C").expect("rules").allows_passing());
    }
}
