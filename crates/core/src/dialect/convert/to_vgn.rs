//! Converts the tags of a game to VGN.

use super::TagSink;
use super::places::{
    BOARD, DATE, END_DATE, GAME_FORMAT, GONE, MOVE_FORMAT, NAG_FORMAT, OTHER, PIECES, PLACES, RESULT, RULES, SET_UP,
    VARIANT, assumed, other_place, spelled, usual_place,
};
use super::to_pgn::needs_board;
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::dialect::vgn::pieces::PieceSet;
use crate::dialect::vgn::rules::RuleSet;
use crate::dialect::vgn::{is_composite, result, setup};
use crate::dialect::{self, label, variant_tag};
use crate::loss::LossKind;
use crate::notation::Claim;
use crate::rules::Rules;
use crate::step::{Dialect, Head, TagLine, Termination};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

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

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The marker after its moves.
    pub marker: Termination,
    /// Whether the side to move on the last board is stalemated and the tags must state this.
    pub stalemate: bool,
}

impl From<Termination> for GameEnd {
    /// With this marker; nothing is known of the board.
    fn from(marker: Termination) -> GameEnd {
        GameEnd { marker, stalemate: false }
    }
}

/// What announces composite NAGs.
const NAGS: &str = "CNAG:Composite NAG";

/// Passes on the tags of a game in the dialect of VGN.
///
/// ```
/// use scoresheet_core::dialect::{convert, vgn::codes};
/// use scoresheet_core::step::{Dialect, Head, Termination};
/// use scoresheet_core::{location::Location, loss::LossKind, notation, rules::Position};
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
/// let (place, notation) = (Location::default(), notation::ALL[0].spec());
/// let game = Head { place, dialect: Dialect::Pgn, notation, tags: &tags, section: None, odd_tags: &[], start: &start, standard_start: true };
/// let format = codes::move_format("FCN").unwrap();
/// let how = convert::How { format, composite: false, fen: false, sorted: false };
/// let mut written = Written(String::new());
/// convert::to_vgn(&game, Termination::WhiteWins.into(), &how, &mut written);
/// assert_eq!(written.0, r#"[GameFormat "VGN"][Round "1"][Result "White wins"][MoveFormat "FCN"]"#);
/// ```
pub fn to_vgn(head: &Head<'_>, end: GameEnd, how: &How, out: &mut impl TagSink) {
    let mut plan = Plan::of(head, end, how);
    plan.lines = plan.lines.filter(|lines| out.copies_lines() && is_printable_ascii(lines));
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
            END_DATE => plan.end_date(out),
            _ => plan.copy(place, out),
        }
    }
    plan.each(GONE, |_, _, _| out.lose(LossKind::TagText));
}

/// Whether nothing in these lines is a control character, but their ends.
fn is_printable_ascii(lines: &str) -> bool {
    lines.bytes().fold(true, |all, byte| all & (matches!(byte, b' '..0x7f) | (byte == b'\n')))
}

/// Emits a tag whose value may hold what VGN's cannot.
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
    end: GameEnd,
    places: Vec<u8>,
    /// Which places have a tag.
    present: u32,
    /// The lines of all tags, if each can occur in VGN unchanged.
    lines: Option<&'h str>,
    /// The sentence for the meaning of the Termination tag.
    sentence: Option<&'p str>,
    /// Whether the rules are not those of normal chess.
    odd: bool,
}

impl<'p, 'h> Plan<'p, 'h> {
    fn of(head: &'p Head<'h>, end: GameEnd, how: &'p How) -> Plan<'p, 'h> {
        let mut renames = false;
        let mut place = |name: &str| {
            usual_place(name).unwrap_or_else(|| {
                let place = other_place(name, head.dialect);
                renames |= place != OTHER;
                place
            })
        };
        let places: Vec<u8> = head.tags.iter().map(|(name, _)| place(name)).collect();
        // A tag of VGN whose name is spelled in another case is given the usual spelling, so its line cannot stay as it is.
        let lines = head.section.filter(|_| !renames);
        let odd = head.start.rules() != Rules::STANDARD;
        let mut plan = Plan { head, how, end, places, present: 0, lines, sentence: None, odd };
        if head.dialect == Dialect::Pgn {
            plan.find_sentence();
            plan.find_variant();
        }
        plan.present = plan.places.iter().fold(0, |present, place| present | 1 << place);
        plan
    }

    /// PGN's Termination tag may contain more than the marker. Where [`super::to_pgn()`] would put it, right after the
    /// Result, it goes, so that the same comes back.
    fn find_sentence(&mut self) {
        let (marker, tags) = (self.end.marker, self.head.tags);
        let said = |(name, value): &'p (Cow<'h, str>, Cow<'h, str>)| match &**name {
            "Termination" => result::of_termination(value, marker),
            _ => None,
        };
        let Some((at, sentence)) = tags.iter().enumerate().find_map(|(at, tag)| Some((at, said(tag)?))) else { return };
        self.sentence = Some(sentence);
        let follows_result = at.checked_sub(1).and_then(|before| self.places.get(before)) == Some(&RESULT);
        let comes_back = result::termination(sentence) == tags.get(at).map(|(_, value)| &**value);
        if let Some(place) = self.places.get_mut(at).filter(|_| follows_result && comes_back) {
            // It is written as the Result.
            *place = PLACES;
        }
    }

    /// The usual name of the rules in a Variant tag right before the board at the end is said by Rules, and
    /// [`super::to_pgn()`] puts it back.
    fn find_variant(&mut self) {
        let [.., (variant, value), (setup, flag), (board, _)] = self.head.tags else { return };
        let same = self.odd && variant == VARIANT && setup == "SetUp" && flag == "1" && board == "FEN";
        if same
            && *value == variant_tag(self.head.start)
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

    /// Emits the tags of this place unchanged.
    fn copy(&self, wanted: u8, out: &mut impl TagSink) {
        match self.lines {
            Some(lines) if self.has(wanted) => self.copy_lines(lines, wanted, out),
            _ => self.each(wanted, |_, name, value| tell(spelled(wanted, name), value, out)),
        }
    }

    /// The same if they are in these lines; adjacent lines at once.
    fn copy_lines(&self, lines: &str, wanted: u8, out: &mut impl TagSink) {
        let (mut start, mut end) = (0, 0);
        for ((name, value), place) in self.head.tags.iter().zip(&self.places) {
            let next = TagLine::at(end, name.len(), value.len()).next;
            if *place != wanted {
                Self::copy_run(lines, start..end, out);
                start = next;
            }
            end = next;
        }
        Self::copy_run(lines, start..end, out);
    }

    fn copy_run(lines: &str, run: Range<usize>, out: &mut impl TagSink) {
        if run.start < run.end
            && let Some(run) = lines.get(run.start..run.end - 1)
        {
            out.lines(run);
        }
    }

    /// The last value of this place, which is the one that counts.
    fn last(&self, wanted: u8) -> Option<&'p str> {
        let found = if self.has(wanted) { self.places.iter().rposition(|place| *place == wanted) } else { None };
        found.and_then(|index| self.head.tags.get(index)).map(|(_, value)| &**value)
    }

    /// The last value of this place if the tags are VGN's.
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
        let GameEnd { marker, stalemate } = self.end;
        let is_told_by_board = stalemate && marker == Termination::Draw;
        let usual = if is_told_by_board { result::STALEMATE } else { result::sentence(marker) };
        self.each(RESULT, |_, _, value| {
            let kept = result::kept(value, marker).filter(|kept| !is_told_by_board || result::says_more(kept, marker));
            let mut word = self.sentence.or(kept).unwrap_or(usual);
            // Bytes have no marker of their own: an unknown sentence would hide how the game ended.
            if self.how.format.binary && result::read(word) != Some(marker) {
                word = usual;
            }
            let says = result::read(value).unwrap_or(marker);
            if result::spelled(value).is_some() {
                out.lose(LossKind::TagText);
            }
            if word != value && self.sentence.is_none() && result::says_more(value, says) {
                out.lose(LossKind::ResultSentence);
            }
            tell("Result", word, out);
        });
        // Without a marker after the moves, the result is only here.
        if self.how.format.binary && !self.has(RESULT) {
            tell("Result", self.sentence.unwrap_or(usual), out);
        }
    }

    /// The last day of the game, if it is not the first one.
    fn end_date(&self, out: &mut impl TagSink) {
        let first = self.last(DATE);
        self.each(END_DATE, |_, name, value| {
            if Some(value) != first {
                tell(spelled(END_DATE, name), value, out);
            }
        });
    }

    fn others(&self, out: &mut impl TagSink) {
        if !self.how.sorted {
            return self.copy(OTHER, out);
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
            // PGN's own tag of that name stays unless it contradicts the game.
            (Ok(rules), Dialect::Pgn) if rules.played_by() == Ok(self.head.start.rules()) => {
                said = true;
                tell("Rules", value, out);
            }
            (_, Dialect::Pgn) => out.lose(LossKind::TagText),
            (Ok(rules), Dialect::Vgn) if self.head.start.rules().free_castling() && !rules.has_chess960() => {
                said = true;
                let label = label::split(value).1.map_or(String::new(), |label| format!(":{label}"));
                tell("Rules", &format!("{}{label}", rules.with_chess960()), out);
            }
            (_, Dialect::Vgn) => {
                said = true;
                tell("Rules", value, out);
            }
        });
        if self.odd && !said {
            let names = |value: &str| dialect::variant(value).is_ok_and(|rules| rules.is_some());
            let named = self.head.dialect == Dialect::Vgn
                || self.head.tags.iter().any(|(name, value)| name == VARIANT && names(value));
            let rules = self.head.start.rules();
            let code = rules.code();
            out.tag("Rules", &if named { code } else { format!("{code}:{}", assumed(rules)) });
        }
    }

    fn pieces(&self, out: &mut impl TagSink) {
        self.each(PIECES, |_, _, value| {
            // In PGN such a tag has no meaning, and here it must not get one.
            let fits = || PieceSet::read(value).is_ok_and(|pieces| pieces.fits(self.head.start.rules()));
            let kept = self.head.dialect == Dialect::Vgn || fits();
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
        if named || needs_board(self.head) {
            let marks = value.map_or(Claim::Any, setup::marks);
            out.tag("SetUp", &setup::write(self.head.start, marks, self.how.fen));
        }
    }
}
