//! The tags of a game, told in the other dialect: what PGN says in one way and VGN in another.
//!
//! From PGN to VGN and back the tags are the same, but for what one of the two always does: the Seven Tag Roster, EndDate and
//! Rules and Pieces move to where VGN has them; `SetUp` and `FEN` come last and together; Result is the marker; the tags that
//! name VGN's formats mean nothing in PGN and go.

use super::label;
use super::vgn::codes::{self, MoveFormat};
use super::vgn::pieces::PieceSet;
use super::vgn::rules::RuleSet;
use super::vgn::{is_composite, result, setup};
use crate::loss::LossKind;
use crate::notation::Claim;
use crate::position::fen::{self, Style};
use crate::roster::ROSTER;
use crate::rules;
use crate::step::{Dialect, Head, Termination};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Whoever is told tags.
pub trait TagSink {
    /// A tag to write. Its value has no control characters where the tags are VGN's.
    fn tag(&mut self, name: &str, value: &str);
    /// Something that the tags cannot say.
    fn lose(&mut self, kind: LossKind);
}

/// How tags of VGN are written.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The format of the moves.
    pub format: &'static MoveFormat,
    /// Whether composite NAGs are written.
    pub composite: bool,
    /// Whether boards are written as FEN.
    pub fen: bool,
    /// Whether tags that have no place of their own come in ASCII order.
    pub sorted: bool,
}

// Where a tag of VGN stands. What PGN calls otherwise, or VGN leaves out, has no place.
const GAME_FORMAT: u8 = 0;
const RESULT: u8 = 7;
const END_DATE: u8 = 8;
const OTHER: u8 = 9;
const RULES: u8 = 10;
const PIECES: u8 = 11;
const NAG_FORMAT: u8 = 12;
const SET_UP: u8 = 13;
const MOVE_FORMAT: u8 = 14;
const PLACES: u8 = 15;
/// PGN's FEN.
const BOARD: u8 = 16;
/// What is said otherwise.
const GONE: u8 = 17;

/// Names that mean something in VGN, as they are spelled there, and their places.
const MEANING: [(&str, u8); 8] = [
    ("GameFormat", GAME_FORMAT),
    ("Date", 3),
    ("Result", RESULT),
    ("EndDate", END_DATE),
    ("Rules", RULES),
    ("Pieces", PIECES),
    ("SetUp", SET_UP),
    ("MoveFormat", MOVE_FORMAT),
];

/// Where the tag of this name belongs.
fn place(name: &str, dialect: Dialect) -> u8 {
    match name {
        "Event" => 1,
        "Site" => 2,
        "Date" => 3,
        "Round" => 4,
        "White" => 5,
        "Black" => 6,
        "Result" => RESULT,
        "EndDate" => END_DATE,
        "Rules" => RULES,
        "Pieces" => PIECES,
        "NAGFormat" => NAG_FORMAT,
        "SetUp" => SET_UP,
        "FEN" => BOARD,
        "GameFormat" => GAME_FORMAT,
        "MoveFormat" => MOVE_FORMAT,
        _ => {
            let meant = MEANING.into_iter().find(|(meant, _)| meant.eq_ignore_ascii_case(name)).map(|(_, place)| place);
            match (meant, dialect) {
                (Some(place), Dialect::Vgn) => place,
                // Such a tag is PGN's own; but VGN would take it for one that has a meaning.
                (Some(SET_UP | MOVE_FORMAT | GAME_FORMAT | RULES | PIECES), Dialect::Pgn) => GONE,
                _ => OTHER,
            }
        }
    }
}

/// The name of the tag whose place this is, as it is spelled.
fn spelled(place: u8, name: &str) -> &str {
    match place {
        1..=RESULT => ROSTER[usize::from(place - 1)].0,
        _ => MEANING.into_iter().find(|(_, meant)| *meant == place).map_or(name, |(name, _)| name),
    }
}

/// What announces composite NAGs.
const NAGS: &str = "CNAG:Composite NAG";

/// The label of a Rules tag made from a PGN without a Variant tag.
const ASSUMED: &str = "Chess960, as the castling rights show";

/// Tells the tags of a game as VGN has them. `marker` is how the game ended.
///
/// ```
/// use scoresheet_core::dialect::{convert, vgn::codes};
/// use scoresheet_core::step::{Dialect, Head, Termination};
/// use scoresheet_core::{at::At, loss::LossKind, notation, rules::Position};
/// struct Written(String);
/// impl convert::TagSink for Written {
///     fn tag(&mut self, name: &str, value: &str) {
///         self.0 += &format!("[{name} \"{value}\"]");
///     }
///     fn lose(&mut self, kind: LossKind) {
///         panic!("{}", kind.spec().id);
///     }
/// }
/// let (tags, start) = ([("Round".into(), "1".into()), ("Result".into(), "1-0".into())], Position::start());
/// let (place, notation) = (At::default(), notation::ALL[0].spec());
/// let game = Head { place, dialect: Dialect::Pgn, notation, tags: &tags, start: &start, usual: true };
/// let format = codes::move_format("FCN").unwrap();
/// let how = convert::How { format, composite: false, fen: false, sorted: false };
/// let mut written = Written(String::new());
/// convert::to_vgn(&game, Termination::WhiteWins, &how, &mut written);
/// assert_eq!(written.0, r#"[GameFormat "VGN"][Round "1"][Result "White wins"][MoveFormat "FCN"]"#);
/// ```
pub fn to_vgn(head: &Head<'_>, marker: Termination, how: &How, out: &mut impl TagSink) {
    let plan = Plan::of(head, marker, how);
    for place in 0..PLACES {
        match place {
            GAME_FORMAT => out.tag("GameFormat", &plan.labelled(GAME_FORMAT, "VGN", label::named)),
            RESULT => plan.result(out),
            OTHER => plan.others(out),
            RULES => plan.rules(out),
            PIECES => plan.pieces(out),
            NAG_FORMAT => plan.nag_format(out),
            SET_UP => plan.set_up(out),
            MOVE_FORMAT => {
                out.tag("MoveFormat", &plan.labelled(MOVE_FORMAT, how.format.code, codes::move_format));
            }
            _ => plan.each(place, |_, name, value| tell(spelled(place, name), value, out)),
        }
    }
    plan.each(GONE, |_, _, _| out.lose(LossKind::TagText));
}

/// Tells a tag whose value may hold what VGN's cannot.
fn tell(name: &str, value: &str, out: &mut impl TagSink) {
    // The control characters of Unicode are those of ASCII, and some of two bytes.
    let may_be = value.bytes().fold(false, |any, byte| any | !(b' '..0x7f).contains(&byte));
    if may_be && value.contains(char::is_control) {
        out.lose(LossKind::TagText);
        out.tag(name, &value.replace(char::is_control, " "));
    } else {
        out.tag(name, value);
    }
}

/// The tags of a game, each with its place in VGN.
struct Plan<'p, 'h> {
    head: &'p Head<'h>,
    how: &'p How,
    marker: Termination,
    places: Vec<u8>,
    /// Which places have a tag.
    present: u32,
    /// The tag whose value is the Result's sentence.
    sentence: Option<usize>,
    chess960: bool,
}

impl<'p, 'h> Plan<'p, 'h> {
    fn of(head: &'p Head<'h>, marker: Termination, how: &'p How) -> Plan<'p, 'h> {
        let places: Vec<u8> = head.tags.iter().map(|(name, _)| place(name, head.dialect)).collect();
        let chess960 = *head.start.rules() == *rules::chess960();
        let mut plan = Plan { head, how, marker, places, present: 0, sentence: None, chess960 };
        if head.dialect == Dialect::Pgn {
            plan.find_sentence();
            plan.find_variant();
        }
        plan.present = plan.places.iter().fold(0, |present, place| present | 1 << place);
        plan
    }

    /// PGN's Termination tag may hold the sentence: it then is one of those that VGN has and says more than the marker. Right
    /// behind the Result it was put there by [`to_pgn`] and goes, so that the same comes back.
    fn find_sentence(&mut self) {
        let marker = self.marker;
        let found = self.head.tags.iter().position(|(name, value)| {
            name == "Termination" && result::read(value) == Some(marker) && result::says_more(value, marker)
        });
        self.sentence = found;
        let before = found.and_then(|at| at.checked_sub(1));
        if let (Some(at), Some(&RESULT)) = (found, before.and_then(|before| self.places.get(before)))
            && let Some(place) = self.places.get_mut(at)
        {
            // It is told as the Result.
            *place = PLACES;
        }
    }

    /// The tag `Variant "Chess960"` right before the board at the end is said by Rules, and [`to_pgn`] puts it back.
    fn find_variant(&mut self) {
        let [.., (variant, value), (setup, flag), (board, _)] = self.head.tags else { return };
        let same = variant == VARIANT && value == CHESS960 && setup == "SetUp" && flag == "1" && board == "FEN";
        if same
            && self.chess960
            && let Some(place) = self.places.iter_mut().nth_back(2)
        {
            *place = PLACES;
        }
    }

    fn has(&self, place: u8) -> bool {
        self.present >> place & 1 == 1
    }

    /// The tags of this place, with their index.
    fn each(&self, wanted: u8, mut told: impl FnMut(usize, &str, &str)) {
        if !self.has(wanted) {
            return;
        }
        for (index, ((name, value), place)) in self.head.tags.iter().zip(&self.places).enumerate() {
            if *place == wanted {
                told(index, name, value);
            }
        }
    }

    /// The last value of this place, which is the one that counts.
    fn last(&self, wanted: u8) -> Option<&'p str> {
        let found = if self.has(wanted) { self.places.iter().rposition(|place| *place == wanted) } else { None };
        found.and_then(|index| self.head.tags.get(index)).map(|(_, value)| &**value)
    }

    /// The last value of this place where the tags are VGN's.
    fn last_of_vgn(&self, wanted: u8) -> Option<&'p str> {
        self.last(wanted).filter(|_| self.head.dialect == Dialect::Vgn)
    }

    /// A code with the label that it had.
    fn labelled<T: PartialEq>(
        &self,
        place: u8,
        code: &'static str,
        of: impl Fn(&str) -> Option<T>,
    ) -> Cow<'static, str> {
        let label =
            self.last_of_vgn(place).filter(|value| of(value) == of(code)).and_then(|value| label::split(value).1);
        match label {
            Some(label) => Cow::Owned(format!("{code}:{}", label.replace(char::is_control, " "))),
            None => Cow::Borrowed(code),
        }
    }

    fn result(&self, out: &mut impl TagSink) {
        let told = self.sentence.and_then(|index| self.head.tags.get(index)).map(|(_, value)| &**value);
        self.each(RESULT, |_, _, value| {
            let mut word = told.unwrap_or_else(|| result::kept(value, self.marker));
            // Bytes have no marker of their own: a sentence that nobody knows would hide how the game ended.
            if self.how.format.binary && result::read(word) != Some(self.marker) {
                word = result::sentence(self.marker);
            }
            let says = result::read(value).unwrap_or(self.marker);
            if word != value && told.is_none() && result::says_more(value, says) {
                out.lose(LossKind::ResultSentence);
            }
            tell("Result", word, out);
        });
        // What has no marker after its moves says its result here only.
        if self.how.format.binary && !self.has(RESULT) {
            tell("Result", told.unwrap_or_else(|| result::sentence(self.marker)), out);
        }
    }

    fn others(&self, out: &mut impl TagSink) {
        if !self.how.sorted {
            return self.each(OTHER, |_, name, value| tell(name, value, out));
        }
        let mut others = Vec::new();
        self.each(OTHER, |index, _, _| others.push(index));
        let name = |index: &usize| self.head.tags.get(*index).map(|(name, _)| name);
        others.sort_by(|a, b| name(a).cmp(&name(b)));
        for (name, value) in others.iter().filter_map(|index| self.head.tags.get(*index)) {
            tell(name, value, out);
        }
    }

    fn rules(&self, out: &mut impl TagSink) {
        let mut said = false;
        self.each(RULES, |_, _, value| match (RuleSet::read(value), self.head.dialect) {
            // PGN's own tag of that name stays where it says nothing else than the game.
            (Ok(rules), Dialect::Pgn) if rules.played_by() == Some(self.head.start.rules()) => {
                said = true;
                tell("Rules", value, out);
            }
            (_, Dialect::Pgn) => out.lose(LossKind::TagText),
            (Ok(rules), Dialect::Vgn) if self.chess960 && !rules.has_chess960() => {
                said = true;
                let label = label::split(value).1.map_or(String::new(), |label| format!(":{label}"));
                tell("Rules", &format!("{}{label}", rules.with_chess960()), out);
            }
            (_, Dialect::Vgn) => {
                said = true;
                tell("Rules", value, out);
            }
        });
        if self.chess960 && !said {
            let named = self.head.dialect == Dialect::Vgn
                || self.head.tags.iter().any(|(name, value)| is_chess960(name, value));
            let rules = RuleSet::chess960();
            out.tag("Rules", &if named { rules.to_string() } else { format!("{rules}:{ASSUMED}") });
        }
    }

    fn pieces(&self, out: &mut impl TagSink) {
        self.each(PIECES, |_, _, value| {
            // In PGN such a tag has no meaning, and here it must not get one.
            let kept =
                self.head.dialect == Dialect::Vgn || PieceSet::read(value).is_ok_and(|pieces| pieces.is_normal());
            if kept { tell("Pieces", value, out) } else { out.lose(LossKind::TagText) }
        });
    }

    fn nag_format(&self, out: &mut impl TagSink) {
        let value = self.last_of_vgn(NAG_FORMAT).filter(|value| is_composite(value) == self.how.composite);
        match (value, self.how.composite) {
            (Some(value), _) => tell("NAGFormat", value, out),
            (None, true) => out.tag("NAGFormat", NAGS),
            (None, false) => {}
        }
    }

    fn set_up(&self, out: &mut impl TagSink) {
        let value = self.last_of_vgn(SET_UP);
        let named = match self.head.dialect {
            Dialect::Pgn => self.has(BOARD),
            Dialect::Vgn => value.is_some_and(|value| value.trim() != "0"),
        };
        if named || !self.head.usual {
            let marks = value.map_or(Claim::Any, setup::marks);
            out.tag("SetUp", &setup::write(self.head.start, marks, self.how.fen));
        }
    }
}

const VARIANT: &str = "Variant";
const CHESS960: &str = "Chess960";

/// Whether a tag of PGN says that the game is one of Chess960.
fn is_chess960(name: &str, value: &str) -> bool {
    name == VARIANT && rules::find(value).is_some_and(|rules| *rules == *rules::chess960())
}

/// Whether tags that speak PGN tell where the game starts.
pub fn tells_start(head: &Head<'_>) -> bool {
    let told = || head.tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_bytes());
    let same = |fen: &[u8]| fen::read(fen, Some(head.start.rules())).is_ok_and(|(start, _)| start == *head.start);
    head.usual || told().is_some_and(same)
}

/// Tells where a game starts whose tags do not.
#[cold]
fn tell_start(head: &Head<'_>, out: &mut impl TagSink) {
    for (name, value) in head.tags.iter().filter(|(name, _)| name != "SetUp" && name != "FEN") {
        out.tag(name, value);
    }
    if *head.start.rules() == *rules::chess960() && !head.tags.iter().any(|(name, _)| name == VARIANT) {
        out.tag(VARIANT, CHESS960);
    }
    out.tag("SetUp", "1");
    out.tag("FEN", &fen::write(head.start, Style::default()));
}

/// Tells the tags of a game as PGN has them. `marker` is how the game ended. Tags that speak PGN stay as they are, but where
/// they do not tell the start.
pub fn to_pgn(head: &Head<'_>, marker: Termination, out: &mut impl TagSink) {
    if head.dialect == Dialect::Pgn {
        if !tells_start(head) {
            return tell_start(head, out);
        }
        return head.tags.iter().for_each(|(name, value)| out.tag(name, value));
    }
    let chess960 = *head.start.rules() == *rules::chess960();
    let termination = head.tags.iter().find(|(name, _)| name == "Termination").map(|(_, value)| &**value);
    let mut variant_due = chess960;
    let (mut named, mut ended) = (false, false);
    for tag in head.tags {
        let (name, value) = (&*tag.0, &*tag.1);
        match place(name, Dialect::Vgn) {
            GAME_FORMAT | NAG_FORMAT | MOVE_FORMAT | BOARD => {}
            SET_UP => named |= value.trim() != "0",
            RESULT => {
                out.tag("Result", marker.as_str());
                if !result::says_more(value, marker) {
                    continue;
                }
                match termination {
                    None if result::agrees(value, marker) && !ended => {
                        ended = true;
                        out.tag("Termination", value);
                    }
                    Some(said) if said == value => {}
                    _ => out.lose(LossKind::ResultSentence),
                }
            }
            RULES => match RuleSet::read(value) {
                Ok(rules) if chess960 && rules == RuleSet::chess960() => {
                    let label = label::split(value).1;
                    variant_due &= label != Some(ASSUMED);
                    if label.is_some() && label != Some(ASSUMED) {
                        out.tag("Rules", value);
                    }
                }
                _ => out.tag("Rules", value),
            },
            _ if name == VARIANT && chess960 => {
                variant_due = false;
                if is_chess960(name, value) || rules::find(value).is_none() {
                    out.tag(name, value);
                } else {
                    // The Rules say otherwise, and the game was played by them.
                    out.lose(LossKind::TagText);
                    out.tag(name, CHESS960);
                }
            }
            place => out.tag(spelled(place, name), value),
        }
    }
    if variant_due {
        out.tag(VARIANT, CHESS960);
    }
    if named || !head.usual {
        out.tag("SetUp", "1");
        out.tag("FEN", &fen::write(head.start, Style::default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at::At;
    use crate::notation;
    use crate::position::fen::parse;
    use crate::rules::Position;
    use Termination::{BlackWins, Draw, Unknown, WhiteWins};

    #[derive(Default)]
    struct Told {
        tags: Vec<(Cow<'static, str>, Cow<'static, str>)>,
        losses: Vec<LossKind>,
    }

    impl TagSink for Told {
        fn tag(&mut self, name: &str, value: &str) {
            self.tags.push((name.to_string().into(), value.to_string().into()));
        }
        fn lose(&mut self, kind: LossKind) {
            self.losses.push(kind);
        }
    }

    const HOW: How = How { format: &codes::MOVE_FORMATS[2], composite: false, fen: false, sorted: false };

    fn tags(text: &str) -> Vec<(Cow<'static, str>, Cow<'static, str>)> {
        let tag = |tag: &str| {
            let (name, value) = tag.split_once('=').expect(tag);
            (name.to_string().into(), value.to_string().into())
        };
        text.split('|').filter(|tag| !tag.is_empty()).map(tag).collect()
    }

    fn shown(told: &Told) -> String {
        let tags: Vec<String> = told.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
        tags.join("|")
    }

    fn head<'h>(dialect: Dialect, tags: &'h [(Cow<'h, str>, Cow<'h, str>)], start: &'h Position) -> Head<'h> {
        let (place, notation, usual) = (At::default(), notation::ALL[0].spec(), *start == Position::start());
        Head { place, dialect, notation, tags, start, usual }
    }

    fn vgn(dialect: Dialect, from: &str, start: &Position, marker: Termination, how: &How) -> Told {
        let (mut told, tags) = (Told::default(), tags(from));
        to_vgn(&head(dialect, &tags, start), marker, how, &mut told);
        told
    }

    fn pgn(from: &str, start: &Position, marker: Termination) -> Told {
        let (mut told, tags) = (Told::default(), tags(from));
        to_pgn(&head(Dialect::Vgn, &tags, start), marker, &mut told);
        told
    }

    const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const SP: &str = "bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1";

    fn chess960() -> Position {
        fen::read(SP.as_bytes(), Some(rules::chess960())).expect("a start").0
    }

    #[test]
    fn from_pgn_to_vgn_and_back_the_tags_are_the_same() {
        let (usual, e4, free) = (Position::start(), parse(E4).expect("a FEN"), chess960());
        let e4_tags = format!("SetUp=1|FEN={E4}");
        let sp_tags = format!("SetUp=1|FEN={SP}");
        for (start, marker, from, between) in [
            (&usual, Unknown, "", "GameFormat=VGN|MoveFormat=FCN"),
            (
                &usual,
                WhiteWins,
                "Event=?|Site=?|Date=2020.01.01|Round=-|White=A|Black=B|Result=1-0|ECO=C20|Termination=Normal",
                "GameFormat=VGN|Event=?|Site=?|Date=2020.01.01|Round=-|White=A|Black=B|Result=White wins|ECO=C20|Termination=Normal|MoveFormat=FCN",
            ),
            (
                &usual,
                WhiteWins,
                "White=A|Result=1-0|Termination=Black ran out of time|ECO=C20",
                "GameFormat=VGN|White=A|Result=Black ran out of time|ECO=C20|MoveFormat=FCN",
            ),
            (
                &usual,
                WhiteWins,
                "Result=1-0|ECO=C20|Termination=Black resigned",
                "GameFormat=VGN|Result=Black resigned|ECO=C20|Termination=Black resigned|MoveFormat=FCN",
            ),
            (&usual, Draw, "Result=1/2-1/2|EndDate=x|A=b", "GameFormat=VGN|Result=Draw|EndDate=x|A=b|MoveFormat=FCN"),
            (
                &e4,
                BlackWins,
                &format!("White=A|{e4_tags}"),
                "GameFormat=VGN|White=A|SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq|MoveFormat=FCN",
            ),
            (
                &usual,
                Unknown,
                "SetUp=1|FEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "GameFormat=VGN|SetUp=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq|MoveFormat=FCN",
            ),
            (
                &free,
                Unknown,
                &format!("White=A|Variant=Chess960|{sp_tags}"),
                "GameFormat=VGN|White=A|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
            ),
            (
                &free,
                Unknown,
                &format!("Variant=Fischerandom|White=A|{sp_tags}"),
                "GameFormat=VGN|White=A|Variant=Fischerandom|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
            ),
            (
                &free,
                Unknown,
                &format!("White=A|{sp_tags}"),
                "GameFormat=VGN|White=A|Rules=N+10:Chess960, as the castling rights show|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
            ),
        ] {
            let told = vgn(Dialect::Pgn, from, start, marker, &HOW);
            assert_eq!((shown(&told).as_str(), &*told.losses), (between, &[][..]), "{from}");
            let back = pgn(between, start, marker);
            let mut expected = tags(from);
            // The places that VGN gives: the roster first, EndDate next, Rules and the board last.
            expected.sort_by_key(|(name, _)| {
                let place = place(name, Dialect::Pgn);
                if place == OTHER || place > PLACES { if place == OTHER { OTHER } else { SET_UP } } else { place }
            });
            if from.contains("Termination=Black ran") {
                // It stands behind the Result wherever that goes.
                let at = expected.iter().position(|(name, _)| name == "Termination").expect("it is there");
                let termination = expected.remove(at);
                expected.insert(2, termination);
            }
            if from.contains("Variant=Chess960") {
                let at = expected.len() - 2;
                let from = expected.iter().position(|(name, _)| name == "Variant").expect("it is there");
                let variant = expected.remove(from);
                expected.insert(at - 1, variant);
            }
            assert_eq!((back.tags, &*back.losses), (expected, &[][..]), "{from}");
        }
    }

    #[test]
    fn from_vgn_to_pgn_and_back() {
        let (usual, e4, free) = (Position::start(), parse(E4).expect("a FEN"), chess960());
        for (start, marker, from, between) in [
            (
                &usual,
                WhiteWins,
                "GameFormat=VGN|White=A|Result=Black resigned|EndDate=b|ECO=c|MoveFormat=FCN",
                "White=A|Result=1-0|Termination=Black resigned|EndDate=b|ECO=c",
            ),
            (
                &e4,
                WhiteWins,
                "GameFormat=VGN|Result=White wins|SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq|MoveFormat=FCN",
                "Result=1-0|SetUp=1|FEN=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
            (
                &free,
                Unknown,
                "GameFormat=VGN|Rules=N+10|SetUp=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq|MoveFormat=FCN",
                "Variant=Chess960|SetUp=1|FEN=bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1",
            ),
            (&usual, Unknown, "GameFormat=VGN|Rules=N:normal|Pieces=N|MoveFormat=FCN", "Rules=N:normal|Pieces=N"),
        ] {
            let told = pgn(from, start, marker);
            assert_eq!((shown(&told).as_str(), &*told.losses), (between, &[][..]), "{from}");
            let back = vgn(Dialect::Pgn, between, start, marker, &HOW);
            assert_eq!((shown(&back).as_str(), &*back.losses), (from, &[][..]), "{from}");
        }
    }

    #[test]
    fn vgn_is_written_in_its_order_and_keeps_its_labels() {
        let usual = Position::start();
        let from = "moveformat=fcn:Friendly|B=2|A=1|gameformat=Vgn:Variable|enddate=d|Rules=N-P:no clock|Result=Draw agreed|White=w|date=x|NAGFormat=CNAG:mine";
        let told = vgn(Dialect::Vgn, from, &usual, Draw, &How { composite: true, ..HOW });
        let order = "GameFormat=VGN:Variable|Date=x|White=w|Result=Draw agreed|EndDate=d|B=2|A=1|Rules=N-P:no clock|NAGFormat=CNAG:mine|MoveFormat=FCN:Friendly";
        assert_eq!(shown(&told), order);
        let how = How { sorted: true, format: codes::move_format("BCCF").expect("a code"), ..HOW };
        let told = vgn(Dialect::Vgn, from, &usual, Draw, &how);
        assert_eq!(
            shown(&told),
            "GameFormat=VGN:Variable|Date=x|White=w|Result=Draw agreed|EndDate=d|A=1|B=2|Rules=N-P:no clock|MoveFormat=BCCF"
        );
        let told = vgn(Dialect::Vgn, "White=w", &usual, BlackWins, &how);
        assert_eq!(shown(&told), "GameFormat=VGN|White=w|Result=Black wins|MoveFormat=BCCF");
        let told = vgn(Dialect::Pgn, "White=w", &usual, BlackWins, &How { composite: true, ..HOW });
        assert_eq!(shown(&told), "GameFormat=VGN|White=w|NAGFormat=CNAG:Composite NAG|MoveFormat=FCN");
    }

    #[test]
    fn losses_of_tags() {
        let (usual, free) = (Position::start(), chess960());
        let told = vgn(Dialect::Pgn, "A=b\nc\td|setup=1|Rules=x|Pieces=N +A|MoveFormat=x", &usual, Unknown, &HOW);
        assert_eq!(shown(&told), "GameFormat=VGN|A=b c d|MoveFormat=FCN");
        assert_eq!(told.losses, [LossKind::TagText; 4]);
        let told = pgn("Result=Black resigned|Termination=Normal", &usual, WhiteWins);
        assert_eq!(
            (shown(&told).as_str(), &*told.losses),
            ("Result=1-0|Termination=Normal", &[LossKind::ResultSentence][..])
        );
        let told = pgn("Result=Black wins at last", &usual, WhiteWins);
        assert_eq!((shown(&told).as_str(), &*told.losses), ("Result=1-0", &[LossKind::ResultSentence][..]));
        let told = pgn("Rules=N+10:Freestyle|Variant=Standard", &free, Unknown);
        assert!(shown(&told).starts_with("Rules=N+10:Freestyle|Variant=Chess960|SetUp=1|FEN="));
        assert_eq!(told.losses, [LossKind::TagText]);
        let told = vgn(Dialect::Vgn, "Rules=N:mine", &free, Unknown, &HOW);
        assert!(shown(&told).contains("|Rules=N+10:mine|SetUp="));
    }

    #[test]
    fn boards_as_fen() {
        let e4 = parse(E4).expect("a FEN");
        let told = vgn(Dialect::Pgn, "", &e4, Unknown, &How { fen: true, ..HOW });
        assert_eq!(shown(&told), format!("GameFormat=VGN|SetUp=FEN:{E4}|MoveFormat=FCN"));
        let over = "SetUp=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ##";
        let told = vgn(Dialect::Vgn, over, &e4, Draw, &HOW);
        assert_eq!(shown(&told), format!("GameFormat=VGN|{over}|MoveFormat=FCN"));
    }
}
