//! Composite NAGs, `$5.1.2.1.1`: a pattern and its arguments, the equivalent simple NAGs, and the text of both.

use crate::command::{duration_ms, duration_text};
use crate::rules::Color;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Numbers beyond this many are kept as text only.
const MOST: usize = 6;

/// The numbers of a NAG: a pattern and its arguments, or one simple NAG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Args {
    numbers: [u32; MOST],
    count: u8,
}

impl Args {
    fn of(numbers: &[u32]) -> Args {
        let mut args = Args::default();
        for (place, &number) in args.numbers.iter_mut().zip(numbers) {
            *place = number;
            args.count += 1;
        }
        args
    }

    /// Reads `$n` or `$n.n…`. `None` if it is neither, has more numbers than any pattern or a larger one than exists,
    /// or if a number has leading zeros, which composite NAGs do not have.
    /// ```
    /// use scoresheet_core::dialect::vgn::nags::Args;
    /// let args = Args::read(b"$5.1.2.1.1").unwrap();
    /// assert_eq!(args.numbers(), [5, 1, 2, 1, 1]);
    /// assert_eq!(args.simple(), Some(26));
    /// assert_eq!(args.text().unwrap(), "White has a moderate space advantage");
    /// ```
    pub fn read(token: &[u8]) -> Option<Args> {
        let digits = token.strip_prefix(b"$")?;
        let mut args = Args::default();
        for part in digits.split(|&byte| byte == b'.') {
            let leading = part.len() > 1 && part.starts_with(b"0") && part.len() < digits.len();
            let place = args.numbers.get_mut(usize::from(args.count))?;
            *place = Some(part).filter(|_| !leading).and_then(number)?;
            args.count += 1;
        }
        Some(args)
    }

    /// The numbers, the pattern first.
    pub fn numbers(&self) -> &[u32] {
        self.numbers.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// The simple NAG with the same meaning: itself, or the one of the table.
    pub fn simple(&self) -> Option<u8> {
        match *self.numbers() {
            [number] => u8::try_from(number).ok(),
            _ => NUMBERED.into_iter().flatten().find(|&nag| composite(nag) == Some(*self)),
        }
    }

    /// The NAG with the meaning of a comment that holds only the clock of this side, as [`Args::clock`] writes it.
    /// ```
    /// use scoresheet_core::{dialect::vgn::nags::Args, rules::Color};
    /// let clock = Args::of_clock("[%clk 0:05:00.02]", Color::White).unwrap();
    /// assert_eq!(clock.to_string(), "$1.1.300.20");
    /// assert_eq!(clock.clock(Color::White).unwrap(), "[%clk 0:05:00.02]");
    /// assert!(clock.clock(Color::Black).is_none() && Args::of_clock("[%clk 5:00]", Color::White).is_none());
    /// ```
    pub fn of_clock(comment: &str, side: Color) -> Option<Args> {
        let ms = duration_ms(comment.strip_prefix("[%clk ")?.strip_suffix(']')?)?;
        let (seconds, ms) = (u32::try_from(ms / 1000).ok()?, u32::try_from(ms % 1000).ok()?);
        let args = Args::of(&[1, u32::from(side == Color::White), seconds, ms]);
        (args.clock(side).as_deref() == Some(comment)).then_some(args)
    }

    /// The command for the time that this side has left, if that is its meaning, and in the only way to write it.
    pub fn clock(&self, side: Color) -> Option<String> {
        match *self.numbers() {
            [1, by, seconds, ms @ 0..1000] if by == u32::from(side == Color::White) => {
                Some(format!("[%clk {}]", duration_text(i64::from(seconds) * 1000 + i64::from(ms))))
            }
            _ => None,
        }
    }

    /// Its meaning, in English; `None` if that is not known.
    pub fn text(&self) -> Option<String> {
        match *self.numbers() {
            [0] => Some("null annotation".into()),
            [number] => composite(u8::try_from(number).ok()?)?.text(),
            _ => text(*self),
        }
    }
}

/// As a token: `$5.1.2.1.1`.
impl fmt::Display for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.numbers().iter().enumerate() {
            write!(f, "{}{number}", if index == 0 { "$" } else { "." })?;
        }
        Ok(())
    }
}

/// The simple NAGs that have a composite: those of PGN, and the three new ones.
pub const NUMBERED: [core::ops::RangeInclusive<u8>; 2] = [1..=139, 230..=232];

/// The composite NAG with the meaning of a simple one.
pub fn composite(nag: u8) -> Option<Args> {
    // White's is the even one of each pair from 14 on.
    let side = u32::from(nag.is_multiple_of(2));
    let nag = u32::from(nag);
    // Three degrees of advantage, two numbers each.
    let degree = |from: u32| [1, 2, 4][((nag - from) / 2 % 3) as usize];
    // Four things of two numbers each, for each of some objects.
    let object = |from: u32, first: u32| first + (nag - from) / 4;
    let poor_or_good = |from: u32| 2 + (nag - from) / 2 % 2;
    let args: &[u32] = match nag {
        1..=6 | 9 => &[2, nag],
        7 | 8 => &[3, nag - 6],
        230..=232 => &[3, nag - 227],
        10..=13 => &[4, nag - 9],
        14..=19 => &[5, side, degree(14), 0, 1],
        20 | 21 => &[5, side, 5, 0, 1],
        22 | 23 => &[6, side, 1],
        24..=29 => &[5, side, degree(24), 1, 1],
        30..=35 => &[5, side, degree(30), 3, 1],
        36..=41 => &[6, side, 2 + (nag - 36) / 2],
        42..=47 => &[7, side, 1 + (nag - 42) / 2],
        48..=65 => &[5, side, degree(48), 4 + (nag - 48) / 6, 1],
        66..=77 => &[8, side, poor_or_good(66), object(66, 1)],
        78..=85 => &[8, side, 1 + (nag - 78) / 2, 4],
        86..=105 => &[8, side, poor_or_good(86), object(86, 5)],
        106..=129 => &[9, side, 1 + (nag - 106) / 8, 1 + (nag - 106) / 2 % 4],
        130..=135 => &[10, side, degree(130)],
        136..=139 => &[11, side, 2 + (nag - 136) / 2],
        _ => return None,
    };
    Some(Args::of(args))
}

/// The token to write if composite NAGs are used: the composite with the same meaning, else the one that is there.
pub(crate) fn as_composite(value: Option<u8>, spelled: &str) -> String {
    match value {
        Some(nag) => composite(nag).unwrap_or(Args::of(&[nag.into()])).to_string(),
        None => spelled.into(),
    }
}

/// The simple NAG to write if composite ones are not used; `None` is a loss.
pub(crate) fn as_simple(value: Option<u8>, spelled: &[u8]) -> Option<u8> {
    value.or_else(|| Args::read(spelled)?.simple())
}

/// The meaning of a simple NAG, in English; `None` if that is not known.
/// ```
/// use scoresheet_core::dialect::vgn::nags;
/// assert_eq!(nags::number_text(95).as_deref(), Some("Black has poor rook placement"));
/// ```
pub fn number_text(nag: u8) -> Option<String> {
    Args::of(&[nag.into()]).text()
}

/// One word of a list that counts from 1.
fn word<'a>(words: &[&'a str], number: u32) -> Option<&'a str> {
    words.get(usize::try_from(number.checked_sub(1)?).ok()?).copied().filter(|word| !word.is_empty())
}

/// The same, if 0 has no meaning.
fn word_or_none<'a>(words: &[&'a str], number: u32) -> Option<&'a str> {
    if number == 0 { Some("") } else { word(words, number) }
}

fn side(number: u32) -> Option<&'static str> {
    ["Black", "White"].get(usize::try_from(number).ok()?).copied()
}

const DEGREES: [&str; 5] = ["slight", "moderate", "great", "decisive", "crushing"];
const SUBJECTS: [&str; 6] =
    ["space", "piece", "time (development)", "center control", "kingside control", "queenside control"];
const QUALITIES: [&str; 9] = ["good", "poor", "very good", "very poor", "speculative", "questionable", "", "", "worst"];
const STATUSES: [&str; 5] = ["forced move", "singular move", "only legal move", "ended turn in check", "illegal move"];
const BALANCES: [&str; 4] =
    ["drawish position", "equal chances, quiet position", "equal chances, active position", "unclear position"];
const STATES: [&str; 4] = ["is in zugzwang", "has the initiative", "has a lasting initiative", "has the attack"];
const COMPENSATIONS: [&str; 3] = ["insufficient", "sufficient", "more than adequate"];
const STRUCTURES: [&str; 4] = ["very poor", "poor", "good", "very good"];
const OBJECTS: [&str; 9] = [
    "first rank",
    "king protection",
    "king placement",
    "pawn structure",
    "knight",
    "bishop",
    "rook",
    "queen",
    "coordination",
];
/// PGN's words for what has a number, by object, from very poor to very good.
const OBJECTS_IN_PGN: [[&str; 4]; 9] = [
    ["", "a vulnerable first rank", "a well protected first rank", ""],
    ["", "a poorly protected king", "a well protected king", ""],
    ["", "a poorly placed king", "a well placed king", ""],
    [
        "a very weak pawn structure",
        "a moderately weak pawn structure",
        "a moderately strong pawn structure",
        "a very strong pawn structure",
    ],
    ["", "poor knight placement", "good knight placement", ""],
    ["", "poor bishop placement", "good bishop placement", ""],
    ["", "poor rook placement", "good rook placement", ""],
    ["", "poor queen placement", "good queen placement", ""],
    ["", "poor piece coordination", "good piece coordination", ""],
];
const PHASES: [&str; 3] = ["opening", "middlegame", "ending"];
const PLAYS: [&str; 4] = ["very poorly", "poorly", "well", "very well"];
const PRESSURES: [&str; 3] = ["", "moderate", "severe"];

/// The meaning of a composite NAG.
fn text(args: Args) -> Option<String> {
    Some(match *args.numbers() {
        [1, by, seconds, thousandths] => {
            format!("{} has {seconds} seconds and {thousandths} milliseconds of time left", side(by)?)
        }
        [2, quality] => format!("{} move", word(&QUALITIES, quality)?),
        [3, status] => word(&STATUSES, status)?.into(),
        [4, balance] => word(&BALANCES, balance)?.into(),
        [5, by, degree, subject, polarity] => {
            let what = ["disadvantage", "advantage"].get(usize::try_from(polarity).ok()?)?;
            let words = [word_or_none(&DEGREES, degree)?, word_or_none(&SUBJECTS, subject)?, what];
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            let vowel = words.first().is_some_and(|word| word.starts_with(['a', 'e', 'i', 'o', 'u']));
            format!("{} has {} {}", side(by)?, if vowel { "an" } else { "a" }, words.join(" "))
        }
        [6, by, state] => format!("{} {}", side(by)?, word(&STATES, state)?),
        [7, by, compensation] => {
            format!("{} has {} compensation for material deficit", side(by)?, word(&COMPENSATIONS, compensation)?)
        }
        [8, by, quality, object] => {
            let by = side(by)?;
            let in_pgn = word(&OBJECTS_IN_PGN.map(|words| word(&words, quality).unwrap_or("")), object);
            match in_pgn {
                Some(words) => format!("{by} has {words}"),
                None => format!("{} {}", word(&STRUCTURES, quality)?, word(&OBJECTS, object)?),
            }
        }
        [9, by, phase, play] => {
            format!("{} has played the {} {}", side(by)?, word(&PHASES, phase)?, word(&PLAYS, play)?)
        }
        [10, by, degree] => {
            let degree = word_or_none(&DEGREES, degree)?;
            format!("{} has {degree}{}counterplay", side(by)?, if degree.is_empty() { "" } else { " " })
        }
        [11, by, degree] => format!("{} has {} time control pressure", side(by)?, word(&PRESSURES, degree)?),
        _ => return None,
    })
}

fn number(digits: &[u8]) -> Option<u32> {
    let digits = Some(digits).filter(|digits| !digits.is_empty())?;
    digits.iter().try_fold(0u32, |value, digit| match digit {
        b'0'..=b'9' => value.checked_mul(10)?.checked_add(u32::from(digit - b'0')),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(token: &str) -> (Option<u8>, Option<String>) {
        let args = Args::read(token.as_bytes()).expect(token);
        assert_eq!(args.to_string(), token);
        (args.simple(), args.text())
    }

    #[test]
    fn tokens_and_what_they_say() {
        for (token, simple, text) in [
            ("$5.1.2.1.1", Some(26), "White has a moderate space advantage"),
            ("$5.0.3.2.0", None, "Black has a great piece disadvantage"),
            ("$5.1.0.0.1", None, "White has an advantage"),
            ("$5.1.0.1.0", None, "White has a space disadvantage"),
            ("$1.1.300.20", None, "White has 300 seconds and 20 milliseconds of time left"),
            ("$2.9", Some(9), "worst move"),
            ("$3.3", Some(230), "only legal move"),
            ("$4.4", Some(13), "unclear position"),
            ("$6.0.3", Some(39), "Black has a lasting initiative"),
            ("$7.1.3", Some(46), "White has more than adequate compensation for material deficit"),
            ("$8.1.2.7", Some(94), "White has poor rook placement"),
            ("$8.1.4.7", None, "very good rook"),
            ("$8.0.4.4", Some(85), "Black has a very strong pawn structure"),
            ("$9.0.2.3", Some(119), "Black has played the middlegame well"),
            ("$10.1.0", None, "White has counterplay"),
            ("$10.0.2", Some(133), "Black has moderate counterplay"),
            ("$11.1.3", Some(138), "White has severe time control pressure"),
            ("$26", Some(26), "White has a moderate space advantage"),
            ("$0", Some(0), "null annotation"),
            ("$66", Some(66), "White has a vulnerable first rank"),
        ] {
            assert_eq!(told(token), (simple, Some(text.into())), "{token}");
        }
        for token in
            ["$140", "$300", "$12.1", "$2.7", "$2.0", "$5.2.1.1.1", "$5.1.1", "$11.0.1", "$8.1.5.1", "$1.1.1.1.1.1"]
        {
            assert_eq!(told(token).1, None, "{token}");
        }
        for token in ["", "$", "26", "$5.", "$.1", "$a", "$5.01", "$1.1.1.1.1.1.1", "$4294967296"] {
            assert_eq!(Args::read(token.as_bytes()), None, "{token}");
        }
        assert_eq!(Args::read(b"$007").and_then(|args| args.simple()), Some(7));
    }

    #[test]
    fn numbers_and_composites_are_one_to_one() {
        for nag in 0..=255 {
            match composite(nag) {
                Some(args) => {
                    assert_eq!(args.simple(), Some(nag));
                    assert_eq!(args.text(), number_text(nag));
                    assert!(args.text().is_some(), "{nag}");
                }
                None => assert!(!NUMBERED.iter().any(|range| range.contains(&nag)), "{nag}"),
            }
        }
    }

    #[test]
    fn writing_both_ways() {
        assert_eq!(as_composite(Some(1), "!"), "$2.1");
        assert_eq!(as_composite(Some(200), "$200"), "$200");
        assert_eq!(as_composite(None, "$5.0.3.2.0"), "$5.0.3.2.0");
        assert_eq!(as_simple(Some(1), b"!"), Some(1));
        assert_eq!(as_simple(None, b"$2.1"), Some(1));
        assert_eq!(as_simple(None, b"$5.0.3.2.0"), None);
        assert_eq!(as_simple(None, b"$256"), None);
    }
}
