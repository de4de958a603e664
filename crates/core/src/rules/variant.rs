//! The rules of a game as a value: a set of numbers, and the names that people have for some of these sets.

use super::code::{self, push_base36};
use super::position::Wing;
use super::types::Role;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// The rules that a position is played by: a set of numbers from 1 to 63, which `docs/reference/rules.md` lists. Those
/// about claims, agreements and losses on time are left out, because the board does not know them.
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
/// Three checks win: `11`.
pub(super) const THREE_CHECKS: u32 = 37;
/// A king in the centre wins: `12`.
pub(super) const HILL: u32 = 38;
/// Captures are compulsory: `13`.
pub(super) const MUST_CAPTURE: u32 = 39;
/// The king is an ordinary piece: `14`.
pub(super) const COMMON_KING: u32 = 40;
/// Who has lost all pieces wins: `15`.
pub(super) const NO_PIECES: u32 = 41;
/// Captured pieces may be dropped: `16`.
pub(super) const DROPS: u32 = 42;
/// Captures explode: `17`.
pub(crate) const EXPLOSIONS: u32 = 43;
/// White has a horde of pawns and no king: `18`.
pub(crate) const HORDE: u32 = 44;
/// The first king to reach the eighth rank wins: `19`.
pub(crate) const RACE: u32 = 45;
/// Who is stalemated loses: `1A`.
pub(super) const STALEMATE_LOSES: u32 = 46;
/// Who is stalemated wins: `1B`.
pub(super) const STALEMATE_WINS: u32 = 47;
/// Pawns may step twice from any rank: `1H`.
pub(super) const LONG_STEPS: u32 = 53;
/// A move must not give check: `1K`.
pub(crate) const NO_CHECKS: u32 = 56;
/// Pieces in hand come from another board: `1L`.
pub(crate) const OTHER_BOARD: u32 = 57;
/// A pawn may step twice: `6`.
pub(crate) const DOUBLE_STEP: u32 = 6;
/// It can be taken en passant then: `7`.
pub(crate) const EN_PASSANT: u32 = 7;
/// Castling to the king's and to the queen's wing: `A` and `B`.
const CASTLES: [u32; 2] = [10, 11];
/// A stalemate is a draw: `H`.
const STALEMATE_DRAWS: u32 = 17;
/// A dead position is a draw: `I`.
const DEAD_DRAWS: u32 = 18;
/// Check and mate: `F` and `G`.
const MATE: [u32; 2] = [15, 16];
/// Rules about claims, agreements, resignations and losses on time: `J` to `Q`.
pub const BESIDE_THE_BOARD: core::ops::RangeInclusive<u32> = 19..=26;

/// The numbers outside the board, and 0, which is not a rule.
const MASKED: u64 = 0xff << 19 | 1;
/// The rules of normal chess.
const NORMAL_SET: u64 = ((1 << (NORMAL + 1)) - 1) & !MASKED;
/// Castling, and what goes with it: `A` to `E`.
const CASTLING: [u32; 5] = [10, 11, 12, 13, 14];

/// The set of these numbers.
const fn set_of(numbers: &[u32]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < numbers.len() {
        set |= 1 << numbers[at];
        at += 1;
    }
    set
}

/// Normal chess without and with some numbers.
const fn changed(without: &[u32], with: &[u32]) -> Rules {
    Rules(NORMAL_SET & !set_of(without) | set_of(with))
}

/// Rules that have a name.
#[derive(Debug)]
pub struct NamedRules {
    /// The id: `kingofthehill`.
    pub id: &'static str,
    /// The name for people, as a Variant tag is written.
    pub title: &'static str,
    /// Other names that a Variant tag may have, in lower case, without what [`find`] skips.
    pub names: &'static [&'static str],
    /// Their name for engines: the value of the option `UCI_Variant`.
    pub uci: &'static str,
    /// How they differ from chess.
    pub doc: &'static str,
    /// The rules.
    pub rules: Rules,
}

/// Every set of rules with a name of its own, in the order help and documentation show them. They are those of Lichess, and for
/// Bughouse those of Chess.com.
pub static NAMED: [NamedRules; 10] = [
    NamedRules {
        id: "standard",
        title: "Standard",
        names: &["normal", "classical", "orthodox"],
        uci: "chess",
        doc: "the rules of FIDE",
        rules: Rules::STANDARD,
    },
    NamedRules {
        id: "chess960",
        title: "Chess960",
        names: &["fischerandom", "fischerrandom", "freestyle"],
        uci: "chess",
        doc: "one of 960 starts; engines need UCI_Chess960, too",
        rules: Rules::CHESS960,
    },
    NamedRules {
        id: "crazyhouse",
        title: "Crazyhouse",
        names: &["zh"],
        uci: "crazyhouse",
        doc: "a captured piece changes sides, and can be dropped on an empty square instead of a move",
        rules: changed(&[], &[DROPS]),
    },
    NamedRules {
        id: "atomic",
        title: "Atomic",
        names: &[],
        uci: "atomic",
        doc: "a capture explodes: all pieces around it except pawns are removed, and a side that loses its king loses",
        rules: changed(&[], &[EXPLOSIONS]),
    },
    NamedRules {
        id: "antichess",
        title: "Antichess",
        // `antichess` without the word `chess` at its end.
        names: &["anti", "losing"],
        uci: "antichess",
        doc: "captures are compulsory, the king is an ordinary piece, and a side without a legal move wins",
        rules: changed(
            &[CASTLES[0], CASTLES[1], 12, 13, 14, MATE[0], MATE[1], STALEMATE_DRAWS],
            &[MUST_CAPTURE, COMMON_KING, NO_PIECES, STALEMATE_WINS],
        ),
    },
    NamedRules {
        id: "kingofthehill",
        title: "King of the Hill",
        names: &["koth"],
        uci: "kingofthehill",
        doc: "a king on d4, e4, d5 or e5 wins",
        rules: changed(&[], &[HILL]),
    },
    NamedRules {
        id: "threecheck",
        title: "Three-check",
        names: &["3check", "threechecks"],
        uci: "3check",
        doc: "the third check wins",
        rules: changed(&[], &[THREE_CHECKS]),
    },
    NamedRules {
        id: "horde",
        title: "Horde",
        names: &[],
        uci: "horde",
        doc: "White has 36 pawns and no king; Black wins by taking them all",
        rules: changed(&[], &[HORDE]),
    },
    NamedRules {
        id: "racingkings",
        title: "Racing Kings",
        names: &["racingkings1440"],
        uci: "racingkings",
        doc: "the first king on the eighth rank wins, and no move may give check",
        rules: changed(&CASTLING, &[RACE, NO_CHECKS]),
    },
    NamedRules {
        id: "bughouse",
        title: "Bughouse",
        names: &["bug"],
        uci: "bughouse",
        doc: "one board of two: pieces that are dropped were captured on the other",
        rules: changed(&[], &[DROPS, OTHER_BOARD]),
    },
];

impl Rules {
    /// The rules of normal chess.
    pub const STANDARD: Rules = Rules(NORMAL_SET);
    /// The rules that castling rights of any file belong to.
    pub const CHESS960: Rules = Rules(NORMAL_SET | 1 << CHESS960);

    /// The rules with these numbers, those beside the board left out; `None` if one is too large for a set.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Option<Rules> {
        let all = numbers.into_iter().try_fold(0u64, |set, number| Some(set | 1u64.checked_shl(number)?))?;
        // Without castling, nothing is said of it.
        let without = if all & set_of(&CASTLES) == 0 { set_of(&CASTLING) } else { 0 };
        Some(Rules(all & !MASKED & !without))
    }

    /// The rules with these numbers, if they are supported.
    ///
    /// # Errors
    /// The first number that does not fit any supported rules, whether it is missing or one too many.
    pub fn played_of(numbers: impl IntoIterator<Item = u32> + Clone) -> Result<Rules, u32> {
        let too_large = || numbers.clone().into_iter().find(|number| *number >= u64::BITS).unwrap_or_default();
        let rules = Rules::of(numbers.clone()).ok_or_else(too_large)?;
        rules.is_played().map(|()| rules)
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

    /// The same rules with castling as in Chess960.
    #[must_use]
    pub const fn with_free_castling(self) -> Rules {
        Rules(self.0 | 1 << CHESS960)
    }

    /// The same rules with castling as in chess.
    #[must_use]
    pub const fn without_free_castling(self) -> Rules {
        Rules(self.0 & !(1 << CHESS960))
    }

    /// The rules as a number: bit n is set for rule n. Rules beside the board are left out.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The rules that [`Rules::bits`] gives this number, if they are supported.
    ///
    /// ```
    /// use scoresheet_core::rules::{self, Rules};
    /// let atomic = rules::find("atomic").unwrap();
    /// assert_eq!((Rules::of_bits(atomic.bits()), Rules::of_bits(1)), (Some(atomic), None));
    /// ```
    pub fn of_bits(bits: u64) -> Option<Rules> {
        let rules = Rules::of((0..u64::BITS).filter(|number| bits >> number & 1 == 1))?;
        (rules.0 == bits && rules.is_played().is_ok()).then_some(rules)
    }

    /// Whether games start from a board that is not that of chess.
    pub const fn has_own_start(self) -> bool {
        self.has(HORDE) || self.has(RACE)
    }

    /// Whether any of these numbers is among them.
    #[inline]
    const fn has_any(self, set: u64) -> bool {
        self.0 & set != 0
    }

    /// Whether captured pieces may be dropped.
    #[inline]
    pub const fn has_drops(self) -> bool {
        self.has(DROPS)
    }

    /// Whether pieces in hand come from another board, and captured ones go there.
    #[inline]
    pub const fn drops_from_elsewhere(self) -> bool {
        self.has(OTHER_BOARD)
    }

    /// Whether three checks win.
    #[inline]
    pub(crate) const fn counts_checks(self) -> bool {
        self.has(THREE_CHECKS)
    }

    /// Whether something is said of castling.
    const fn has_castling(self) -> bool {
        self.has_any(set_of(&CASTLES))
    }

    /// Whether a king and a rook may castle to this wing. A king that is a piece like any other never does.
    #[inline]
    pub(crate) const fn castles_to(self, wing: Wing) -> bool {
        self.has(CASTLES[wing as usize]) && !self.has_common_kings()
    }

    /// Whether a position in which no side can win any more is drawn.
    pub(super) const fn draws_dead_positions(self) -> bool {
        self.has(DEAD_DRAWS)
    }

    /// Whether a king may be attacked and captured like any piece.
    #[inline]
    pub const fn has_common_kings(self) -> bool {
        self.has(COMMON_KING)
    }

    /// Whether a pawn may become a piece of this role.
    pub(super) fn may_become(self, role: Role) -> bool {
        Role::PROMOTIONS.contains(&role) || role == Role::King && self.has_common_kings()
    }

    /// Whether a move can do or end what chess does not know.
    pub(super) const fn is_slow(self) -> bool {
        self.is_careful() || self.has_any(set_of(&[THREE_CHECKS, HILL, DROPS]))
    }

    /// Whether legal moves, drops aside, or the ends of a game for want of a legal move differ from those of chess.
    pub(super) const fn is_careful(self) -> bool {
        const OTHER: u64 = set_of(&[
            MUST_CAPTURE,
            COMMON_KING,
            NO_PIECES,
            EXPLOSIONS,
            HORDE,
            RACE,
            STALEMATE_LOSES,
            STALEMATE_WINS,
            LONG_STEPS,
            NO_CHECKS,
        ]);
        self.has_any(OTHER) || !self.has(DOUBLE_STEP) || !self.has(EN_PASSANT)
    }

    /// Whether every legal move is one of chess and every drop comes on top, so that keys, packed moves and openings are those
    /// of chess.
    pub const fn plays_as_chess(self) -> bool {
        !self.is_careful() && !self.has_any(set_of(&[THREE_CHECKS, DROPS]))
    }

    /// Whether a plain move changes the board, and what is remembered of it, as in chess.
    #[inline]
    pub(super) const fn changes_as_chess(self) -> bool {
        self.has(EN_PASSANT) && !self.has_any(set_of(&[DROPS, EXPLOSIONS, HORDE, LONG_STEPS]))
    }

    /// Whether every legal move is one of chess, and checks are counted.
    pub(super) const fn counts_checks_of_chess(self) -> bool {
        self.counts_checks() && !self.is_careful() && !self.has_drops()
    }

    /// Whether captures explode.
    pub const fn explodes(self) -> bool {
        self.has(EXPLOSIONS)
    }

    /// Whether games begin like those of chess, and every move but a drop is one of chess, so that openings have the same names:
    /// in chess, and under one of three rules that are added to it.
    pub(crate) const fn opens_as_chess(self) -> bool {
        const ADDED: u64 = set_of(&[THREE_CHECKS, HILL, DROPS]);
        self.0 & !ADDED == NORMAL_SET && (self.0 & ADDED).count_ones() <= 1
    }

    /// Whether pieces leave the board only by captures, one at a time, and no pawn comes back to where pawns start.
    pub(crate) const fn keeps_pieces(self) -> bool {
        !self.has_any(set_of(&[COMMON_KING, DROPS, EXPLOSIONS, HORDE]))
    }

    /// The numbers in order.
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        (1..u64::BITS).filter(move |number| self.has(*number))
    }

    /// Whether they are supported.
    ///
    /// # Errors
    /// The first number that does not fit: one that is missing, or one too many.
    pub fn is_played(self) -> Result<(), u32> {
        /// What must be there under all rules: 6 and 7, castling and its parts, check and mate and stalemate are
        /// checked individually, and a dead position need not be a draw.
        const NEEDED: u64 = NORMAL_SET & !set_of(&[6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
        /// What may be there besides.
        const KNOWN: u64 = NORMAL_SET
            | set_of(&[
                CHESS960,
                THREE_CHECKS,
                HILL,
                MUST_CAPTURE,
                COMMON_KING,
                NO_PIECES,
                DROPS,
                EXPLOSIONS,
                HORDE,
                RACE,
            ])
            | set_of(&[STALEMATE_LOSES, STALEMATE_WINS, LONG_STEPS, NO_CHECKS, OTHER_BOARD]);
        let first = |set: u64| (set != 0).then(|| set.trailing_zeros());
        let unless = |fits: bool, number: u32| (!fits).then_some(number);
        let with = |number: u32, others: &[u32]| first(if self.has(number) { self.0 & set_of(others) } else { 0 });
        let stalemates = [STALEMATE_DRAWS, STALEMATE_LOSES, STALEMATE_WINS];
        let odd = [
            first(NEEDED & !self.0),
            // Castling takes the rules about it with it.
            if self.has_castling() { first(set_of(&[12, 13, 14]) & !self.0) } else { None },
            if self.has_common_kings() { None } else { first(set_of(&MATE) & !self.0) },
            if self.has_common_kings() && self.0 & set_of(&MATE) == 0 { None } else { with(COMMON_KING, &MATE) },
            match stalemates.into_iter().filter(|number| self.has(*number)).nth(1) {
                Some(second) => Some(second),
                None => unless(self.has_any(set_of(&stalemates)), STALEMATE_DRAWS),
            },
            if self.has(NO_PIECES) { unless(self.has_common_kings(), NO_PIECES) } else { None },
            if self.has(OTHER_BOARD) { unless(self.has_drops(), OTHER_BOARD) } else { None },
            with(COMMON_KING, &[THREE_CHECKS, HILL, EXPLOSIONS, HORDE, RACE, NO_CHECKS]),
            with(HORDE, &[DROPS, RACE]),
            first(self.0 & !KNOWN),
        ];
        match odd.into_iter().flatten().min() {
            Some(number) => Err(number),
            None => Ok(()),
        }
    }

    /// Whether these are the rules of chess or of Chess960.
    #[inline]
    pub const fn is_chess(self) -> bool {
        (self.0 ^ NORMAL_SET) & !(1 << CHESS960) == 0
    }

    /// The name of these rules, and whether Chess960 is added to those that it names; `None` if there is none.
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

    /// The rules that are removed from normal chess, and those that are added to it, as in a Rules tag of VGN: `N+12`.
    /// Under rules with drops, draws by fifty moves are removed.
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
    // Some sites write it into most of their games.
    if name == "Standard" {
        return Some(Rules::STANDARD);
    }
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

/// The rules with this id or code, if they are supported: `crazyhouse`, `N+11,12`.
pub fn played(id: &str) -> Option<Rules> {
    match find(id) {
        Some(rules) => rules.is_played().ok().map(|()| rules),
        None => Rules::played_of(code::read(id).ok()?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_match_the_sets() {
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
        let of = |code: &str| Rules::of(code::read(code).expect("a code")).expect("small numbers").is_played();
        for named in &NAMED {
            assert_eq!(named.rules.is_played(), Ok(()), "{}", named.id);
        }
        // Mixtures, stalemates that count, pawns that never step twice, castling to one side.
        for code in ["N+11,12", "N+13,16", "N-L,M+10,16,17", "N-H+1A", "N-6", "N-7", "N-6,7", "N-A", "N-B", "N-A,B"] {
            assert_eq!(of(code), Ok(()), "{code}");
        }
        // The first number that is missing, is superfluous, or does not fit the others.
        for (code, number) in [
            ("N-1", 1),
            ("N-A,C", 12),
            ("N-F", 15),
            ("N-H", 17),
            ("N+1A", 46),
            ("N+14", 15),
            ("N-F,G+11,14", 37),
            ("N+15", 41),
            ("N+1L", 57),
            ("N-L,M+16,18", 42),
            ("N+18,19", 45),
            ("N+1G", 52),
        ] {
            assert_eq!(of(code), Err(number), "{code}");
        }
    }
}
