//! The rules of a game as a value: a set of numbers, and the names that people have for some of these sets.

use super::code::push_base36;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// The rules that a position is played by: a set of numbers from 1 to 63, which `docs/reference/rules.md` lists. Those that
/// say how games are claimed, agreed or lost on time are left out, because the board does not know them.
///
/// ```
/// use scoresheet_core::rules::{self, Rules};
/// assert!(Rules::CHESS960.has(36) && !Rules::STANDARD.has(36));
/// assert_eq!(rules::find("King of the Hill").unwrap().id(), "kingofthehill");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(u64);

/// The highest number of a rule of normal chess.
pub const NORMAL: u32 = 27;
/// The start positions and castling of Chess960: `10` in base 36.
pub const CHESS960: u32 = 36;
/// Captured pieces may be dropped: `16`.
const DROPS: u32 = 42;
/// The first king to reach the eighth rank wins: `19`.
const RACE: u32 = 45;
/// Rules that say how games are claimed, agreed, resigned or lost on time: `J` to `Q`.
pub const BESIDE_THE_BOARD: core::ops::RangeInclusive<u32> = 19..=26;

/// The numbers beside the board, and 0, which is none.
const MASKED: u64 = 0xff << 19 | 1;
/// The rules of normal chess.
const NORMAL_SET: u64 = ((1 << (NORMAL + 1)) - 1) & !MASKED;
/// Castling, and what goes with it: `A` to `E`.
const CASTLING: [u32; 5] = [10, 11, 12, 13, 14];

/// Normal chess without and with some numbers.
const fn changed(without: &[u32], with: &[u32]) -> Rules {
    let (mut set, mut at) = (NORMAL_SET, 0);
    while at < without.len() {
        set &= !(1 << without[at]);
        at += 1;
    }
    at = 0;
    while at < with.len() {
        set |= 1 << with[at];
        at += 1;
    }
    Rules(set)
}

/// Rules that have a name.
#[derive(Debug)]
pub struct NamedRules {
    /// The id: `kingofthehill`.
    pub id: &'static str,
    /// The name for people, as a Variant tag is written.
    pub title: &'static str,
    /// Other names that a Variant tag may have, in lower case, without what [`find`] skips.
    names: &'static [&'static str],
    /// The rules.
    pub rules: Rules,
}

/// Every set of rules with a name of its own, in the order help and documentation show them.
pub static NAMED: [NamedRules; 10] = [
    NamedRules {
        id: "standard",
        title: "Standard",
        names: &["normal", "classical", "orthodox"],
        rules: Rules::STANDARD,
    },
    NamedRules {
        id: "chess960",
        title: "Chess960",
        names: &["fischerandom", "fischerrandom", "freestyle"],
        rules: Rules::CHESS960,
    },
    NamedRules { id: "crazyhouse", title: "Crazyhouse", names: &["zh"], rules: changed(&[], &[DROPS]) },
    NamedRules { id: "atomic", title: "Atomic", names: &[], rules: changed(&[], &[43]) },
    NamedRules {
        id: "antichess",
        title: "Antichess",
        // `antichess` without the word `chess` at its end.
        names: &["anti", "losing"],
        rules: changed(&[10, 11, 12, 13, 14, 15, 16, 17], &[39, 40, 41, 47]),
    },
    NamedRules { id: "kingofthehill", title: "King of the Hill", names: &["koth"], rules: changed(&[], &[38]) },
    NamedRules {
        id: "threecheck",
        title: "Three-check",
        names: &["3check", "threechecks"],
        rules: changed(&[], &[37]),
    },
    NamedRules { id: "horde", title: "Horde", names: &[], rules: changed(&[], &[44]) },
    NamedRules {
        id: "racingkings",
        title: "Racing Kings",
        names: &["racingkings1440"],
        rules: changed(&CASTLING, &[RACE, 56]),
    },
    NamedRules { id: "bughouse", title: "Bughouse", names: &["bug"], rules: changed(&[], &[DROPS, 57]) },
];

impl Rules {
    /// The rules of normal chess.
    pub const STANDARD: Rules = Rules(NORMAL_SET);
    /// The rules that castling rights of any file belong to.
    pub const CHESS960: Rules = Rules(NORMAL_SET | 1 << CHESS960);

    /// The rules with these numbers, those beside the board left out; `None` if one is too large for a set.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Option<Rules> {
        let all = numbers.into_iter().try_fold(0u64, |set, number| Some(set | 1u64.checked_shl(number)?))?;
        Some(Rules(all & !MASKED))
    }

    /// Whether this number is among them.
    #[inline(always)]
    pub const fn has(self, number: u32) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Whether king and rooks may start on any file, and castling is written so in UCI and FEN.
    #[inline(always)]
    pub const fn free_castling(self) -> bool {
        self.has(CHESS960)
    }

    /// The numbers in order.
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        (1..u64::BITS).filter(move |number| self.has(*number))
    }

    /// Whether positions are played by them here.
    ///
    /// # Errors
    /// The first number that does not fit: one that is missing, or one too many.
    pub fn is_played(self) -> Result<(), u32> {
        let odd = (self.0 ^ NORMAL_SET) & !(1 << CHESS960);
        if odd == 0 { Ok(()) } else { Err(odd.trailing_zeros()) }
    }

    /// The name of these rules, and whether Chess960 comes to those that it names; `None` if there is none.
    fn named(self) -> Option<(&'static NamedRules, bool)> {
        let find = |rules| NAMED.iter().find(|named| named.rules == rules);
        let base = || find(Rules(self.0 & !(1 << CHESS960))).filter(|named| self.free_castling() && named.has_960());
        find(self).map(|named| (named, false)).or_else(|| base().map(|named| (named, true)))
    }

    /// The id, `crazyhouse960`; or the code, if the rules have no name.
    pub fn id(self) -> Cow<'static, str> {
        self.called(|named| named.id)
    }

    /// The name for people, `Crazyhouse960`, as a Variant tag is written; or the code, if the rules have no name.
    pub fn title(self) -> Cow<'static, str> {
        self.called(|named| named.title)
    }

    fn called(self, name: impl Fn(&'static NamedRules) -> &'static str) -> Cow<'static, str> {
        match self.named() {
            Some((named, false)) => Cow::Borrowed(name(named)),
            Some((named, true)) => Cow::Owned(format!("{}960", name(named))),
            None => Cow::Owned(self.code()),
        }
    }

    /// What is taken from normal chess, and what is added to it, as in a Rules tag of VGN: `N+12`. Where pieces are dropped,
    /// draws by fifty moves are out of it.
    pub fn code(self) -> String {
        let drops = self.has(DROPS);
        let is_missing = |number: &u32| match number {
            21 | 22 => drops,
            number if BESIDE_THE_BOARD.contains(number) => false,
            number => !self.has(*number),
        };
        let missing = (1..=NORMAL).filter(is_missing);
        let added = self.numbers().filter(|number| *number > NORMAL);
        let mut code = String::from("N");
        push_numbers('-', missing, &mut code);
        push_numbers('+', added, &mut code);
        code
    }
}

impl NamedRules {
    /// Whether there are the same rules with starts of Chess960. Racing Kings have starts of their own.
    fn has_960(&self) -> bool {
        !self.rules.has(RACE)
    }
}

/// The code, as in a Rules tag.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

fn push_numbers(sign: char, numbers: impl Iterator<Item = u32>, code: &mut String) {
    for (at, number) in numbers.enumerate() {
        code.push(if at == 0 { sign } else { ',' });
        push_base36(number, code);
    }
}

/// The rules that a name means: an id, a title or another name in any spelling. Case, blanks, hyphens, underscores and full
/// stops do not matter, and neither does a word `chess` at the end.
///
/// ```
/// use scoresheet_core::rules::{self, Rules};
/// assert_eq!(rules::find("Fischer Random"), Some(Rules::CHESS960));
/// assert_eq!(rules::find("Three-Check Chess 960").unwrap().id(), "threecheck960");
/// assert_eq!(rules::find("Suicide"), None);
/// ```
pub fn find(name: &str) -> Option<Rules> {
    let skipped = |c: &char| !(c.is_whitespace() || matches!(c, '-' | '_' | '.'));
    let plain: String = name.chars().filter(skipped).flat_map(char::to_lowercase).collect();
    let of = |name: &str| {
        let is = |named: &&NamedRules| named.id == name || named.names.contains(&name);
        NAMED.iter().find(is)
    };
    // `Chess` alone, too, is standard.
    let base = |name: &str| match name.strip_suffix("chess") {
        Some("") => Some(&NAMED[0]),
        short => of(name).or_else(|| of(short?)),
    };
    let exact = || base(&plain).map(|named| named.rules);
    let with_960 = || {
        let rest = plain.strip_suffix("960").or_else(|| plain.strip_prefix("chess960"))?;
        let named = base(rest)?;
        Some(Rules(named.rules.0 | 1 << CHESS960)).filter(|rules| rules.named().is_some())
    };
    exact().or_else(with_960)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_are_those_of_the_sets() {
        for named in &NAMED {
            for name in [named.id, named.title].into_iter().chain(named.names.iter().copied()) {
                assert_eq!(find(name), Some(named.rules), "{name}");
                assert_eq!(find(&name.to_uppercase()), Some(named.rules), "{name}");
            }
            assert_eq!((&*named.rules.id(), &*named.rules.title()), (named.id, named.title));
        }
    }

    #[test]
    fn codes() {
        for (id, code) in [
            ("standard", "N"),
            ("chess960", "N+10"),
            ("crazyhouse", "N-L,M+16"),
            ("atomic", "N+17"),
            ("antichess", "N-A,B,C,D,E,F,G,H+13,14,15,1B"),
            ("kingofthehill", "N+12"),
            ("threecheck", "N+11"),
            ("horde", "N+18"),
            ("racingkings", "N-A,B,C,D,E+19,1K"),
            ("bughouse", "N-L,M+16,1L"),
            ("crazyhouse960", "N-L,M+10,16"),
        ] {
            let rules = find(id).expect(id);
            assert_eq!((rules.code().as_str(), &*rules.id()), (code, id));
        }
        assert_eq!(Rules::of((1..=27).chain([37, 38])).expect("small numbers").id(), "N+11,12");
        assert_eq!(Rules::of([64]), None);
    }

    #[test]
    fn what_is_played() {
        assert_eq!(Rules::STANDARD.is_played(), Ok(()));
        assert_eq!(Rules::CHESS960.is_played(), Ok(()));
        assert_eq!(find("atomic").expect("a name").is_played(), Err(43));
        assert_eq!(Rules::of(2..=27).expect("small numbers").is_played(), Err(1));
    }
}
