//! The meaning of the tags of PGN and of VGN: where a game starts, by which rules it is played, how it ended. Each
//! dialect has a file of its own.

#[doc(hidden)]
pub mod convert;
#[doc(hidden)]
pub mod label;
pub mod pgn;
#[doc(hidden)]
pub mod vgn;

use crate::error::Code;
use crate::event::{Bytes, Tag};
use crate::notation::Validation;
use crate::position::{BoardNote, PositionError, PositionNotation, fen};
use crate::rules::{self, Position, Rules};
use crate::step::{Dialect, Termination};
use crate::text::{Encoding, shown};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Whether the tag of this name determines how the moves of its game are read: where it starts, by which rules, in
/// which notation.
///
/// ```
/// use scoresheet_core::dialect::tells_reading;
/// assert!(tells_reading("FEN") && tells_reading("MoveFormat"));
/// assert!(!tells_reading("Result") && !tells_reading("White"));
/// ```
pub fn tells_reading(name: &str) -> bool {
    let known = |dialect: Dialect| {
        let meaning = dialect.meaning();
        let listed = meaning.names().iter().any(|known| known.eq_ignore_ascii_case(name));
        (listed || meaning.role(name.as_bytes()).is_some()) && !name.eq_ignore_ascii_case("Result")
    };
    known(Dialect::Pgn) || known(Dialect::Vgn)
}

/// The tags and the marker of a game of which nothing else is stored, as a text of the dialect that the tags name. A
/// reader finds in it where the game starts and whether that is faulty, as in the text of the whole game.
///
/// ```
/// use scoresheet_core::{dialect::head_text, step::Termination};
/// let text = head_text([("White", "A \"B\"")], Some(Termination::Draw));
/// assert_eq!(text, "[White \"A \\\"B\\\"\"]\n\n1/2-1/2\n\n");
/// ```
pub fn head_text<'t>(tags: impl IntoIterator<Item = (&'t str, &'t str)>, termination: Option<Termination>) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.extend(["[", name, " \""]);
        for letter in value.chars() {
            match letter {
                '\\' | '"' => text.extend(['\\', letter]),
                '\n' | '\r' => text.push(' '),
                _ => text.push(letter),
            }
        }
        text.push_str("\"]\n");
    }
    text.extend(["\n", termination.unwrap_or(Termination::Unknown).as_str(), "\n\n"]);
    text
}

impl Dialect {
    fn meaning(self) -> &'static dyn TagSemantics {
        match self {
            Dialect::Pgn => &pgn::PgnDialect,
            Dialect::Vgn => &vgn::VgnDialect,
        }
    }

    /// Looks whether a tag decides how its game is read.
    #[inline(always)]
    pub(crate) fn see<'a>(self, deciding: &mut Deciding<'a>, tag: &Tag<'a>, byte: usize) {
        // Known by type, so that the names of PGN are compared in place: every tag comes through here.
        match self {
            Dialect::Pgn => deciding.see_by(&pgn::PgnDialect, tag, byte),
            Dialect::Vgn => deciding.see_by(&vgn::VgnDialect, tag, byte),
        }
    }

    /// Whether the tag of this name may decide how its game is read.
    pub(crate) fn may_decide(self, name: &[u8]) -> bool {
        self.meaning().role(name).is_some() || may_be_odd(name)
    }

    /// The meaning of the value of a Result tag.
    pub(crate) fn result(self, tag: &Tag<'_>, encoding: Encoding) -> Option<Termination> {
        self.meaning().result(&tag.value(encoding))
    }

    /// Where and by which rules a game is played; `None` if it starts as it is given to, by the standard rules.
    #[inline]
    pub(crate) fn set_up<'a, 'g>(
        self,
        deciding: &Deciding<'a>,
        given: GameContext<'g>,
    ) -> Option<Box<GameSetup<'a, 'g>>> {
        if self == Dialect::Pgn && deciding.is_silent() && given.told.is_none() {
            return None;
        }
        let told = given.told.is_some();
        Some(Box::new(if told { as_told(deciding, given) } else { self.meaning().set_up(deciding, &given) }))
    }
}

/// What a dialect's tags mean.
pub(crate) trait TagSemantics: Sync {
    /// What the tag of this name decides.
    fn role(&self, name: &[u8]) -> Option<TagRole>;
    /// The names that decide how a game is read and that [`TagSemantics::role`] knows in their usual case alone.
    fn names(&self) -> &'static [&'static str];
    /// Whether the last of several tags of one name counts; else the first.
    fn last_counts(&self) -> bool;
    /// Where and by which rules the game is played.
    fn set_up<'a, 'g>(&self, deciding: &Deciding<'a>, given: &GameContext<'g>) -> GameSetup<'a, 'g>;
    /// The meaning of the value of a Result tag.
    fn result(&self, value: &str) -> Option<Termination>;
}

/// What a tag decides of how its game is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagRole {
    Fen,
    Variant,
    Result,
    GameFormat,
    SetUp,
    Rules,
    Pieces,
    Nags,
    /// White's player on the first of two boards of Bughouse, as BPGN has them in one text.
    TwoBoards,
}

/// The tags of a game that decide how it is read.
#[derive(Default)]
pub(crate) struct Deciding<'a> {
    /// The one that nearly all games have.
    result: Option<LocatedTag<'a>>,
    others: Vec<(TagRole, LocatedTag<'a>)>,
    /// Tags whose names are such a tag's except for the case, with its usual name.
    odd: Vec<(&'static str, LocatedTag<'a>)>,
}

/// Whether a name may be one that decides how a game is read, in another case. Its length and its first letter decide,
/// because every tag is checked.
#[inline(always)]
fn may_be_odd(name: &[u8]) -> bool {
    let first = name.first().map_or(0, u8::to_ascii_lowercase);
    matches!((name.len(), first), (3, b'f') | (5, b's') | (6, b'r') | (7, b'v') | (10, b'g' | b'm'))
}

/// A tag, and where it starts.
pub(crate) struct LocatedTag<'a> {
    pub(crate) tag: Tag<'a>,
    pub(crate) byte: usize,
}

impl<'a> Deciding<'a> {
    /// Looks whether a tag is one of them.
    #[inline(always)]
    fn see_by(&mut self, meaning: &impl TagSemantics, tag: &Tag<'a>, byte: usize) {
        let Some(role) = meaning.role(&tag.name) else {
            if may_be_odd(&tag.name) {
                self.see_odd(meaning, tag, byte);
            }
            return;
        };
        let found = LocatedTag { tag: tag.clone(), byte };
        if role != TagRole::Result {
            self.keep(role, found, meaning.last_counts());
        } else if meaning.last_counts() || self.result.is_none() {
            self.result = Some(found);
        }
    }

    #[cold]
    fn keep(&mut self, role: TagRole, found: LocatedTag<'a>, last_counts: bool) {
        match self.others.iter_mut().find(|(known, _)| *known == role) {
            None => self.others.push((role, found)),
            Some((_, known)) if last_counts => *known = found,
            Some(_) => {}
        }
    }

    /// Looks whether the name of a tag is one of them in another case.
    #[cold]
    fn see_odd(&mut self, meaning: &impl TagSemantics, tag: &Tag<'a>, byte: usize) {
        let usual = meaning.names().iter().find(|name| tag.name.eq_ignore_ascii_case(name.as_bytes()));
        if let Some(usual) = usual.filter(|usual| *tag.name != *usual.as_bytes()) {
            self.odd.push((usual, LocatedTag { tag: tag.clone(), byte }));
        }
    }

    /// The tags whose names are not in their usual case, each with its usual name.
    pub(crate) fn take_odd(&mut self) -> Vec<(&'static str, LocatedTag<'a>)> {
        core::mem::take(&mut self.odd)
    }

    /// Whether there are any.
    #[inline]
    pub(crate) fn has_odd(&self) -> bool {
        !self.odd.is_empty()
    }

    fn get(&self, role: TagRole) -> Option<&LocatedTag<'a>> {
        self.others.iter().find(|(known, _)| *known == role).map(|(_, found)| found)
    }

    /// The tag with the ending of the game.
    pub(crate) fn result(&self) -> Option<&LocatedTag<'a>> {
        self.result.as_ref()
    }

    /// Whether nothing is said of how the game is played.
    #[inline]
    pub(crate) fn is_silent(&self) -> bool {
        self.others.is_empty()
    }

    /// Whether no more is said than that the rules are the standard ones, in the word that sites write in each game.
    #[inline]
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self.others.as_slice(), [(TagRole::Variant, found)] if *found.tag.raw == *b"Standard")
    }

    /// Whether a tag names the board that the game starts from.
    pub(crate) fn names_board(&self) -> bool {
        self.get(TagRole::Fen).is_some()
    }
}

/// What is known of a game besides its tags.
pub(crate) struct GameContext<'g> {
    /// Where games start whose tags do not give it.
    pub(crate) start: &'g Position,
    /// The start that the reader found, if its FEN tag does not describe all of it.
    pub(crate) told: Option<Result<(Position, Vec<BoardNote>), PositionError>>,
    pub(crate) encoding: Encoding,
    /// How strictly moves are checked if their notation can express illegal ones.
    pub(crate) validation: Validation,
    /// Whether games of VGN are refused.
    pub(crate) only_pgn: bool,
}

/// How a game is to be played.
pub(crate) struct GameSetup<'a, 'g> {
    /// The position that it starts from.
    pub(crate) start: Cow<'g, Position>,
    /// What was found odd, in order.
    pub(crate) faults: Vec<TagFault<'a>>,
    /// Why no move of it can be played.
    pub(crate) refused: Option<TagFault<'a>>,
    /// How strictly its moves are checked.
    pub(crate) validation: Validation,
    /// Whether its rules allow to pass.
    pub(crate) passing: bool,
    /// Whether it is over before its first move.
    pub(crate) over: bool,
    /// Whether composite NAGs were announced.
    pub(crate) composite: bool,
}

/// A fault or an oddity of a tag.
pub(crate) struct TagFault<'a> {
    pub(crate) code: Code,
    pub(crate) byte: usize,
    pub(crate) text: Bytes<'a>,
    /// Its description, if that is not in the table.
    pub(crate) message: Option<String>,
}

impl<'a> TagFault<'a> {
    fn of(code: Code, found: &LocatedTag<'a>) -> TagFault<'a> {
        TagFault { code, byte: found.byte, text: found.tag.raw.clone(), message: None }
    }

    /// Rules that are not played: the first number that does not fit, if they have numbers.
    fn unsupported(why: Unsupported, found: &LocatedTag<'a>) -> TagFault<'a> {
        let message = match why {
            Unsupported::Unknown => None,
            Unsupported::Rule(_) => Some(format!("{why}")),
        };
        TagFault { message, ..TagFault::of(Code::VariantUnsupported, found) }
    }

    /// A board that cannot be set up.
    fn no_board(error: PositionError, byte: usize, text: Bytes<'a>) -> TagFault<'a> {
        let message = format!("cannot set up `{}`: {}", shown(&text), error.message);
        TagFault { code: error.code, byte, text, message: Some(message) }
    }
}

impl<'a, 'g> GameSetup<'a, 'g> {
    /// A game that starts where it is given to.
    fn of(given: &GameContext<'g>) -> GameSetup<'a, 'g> {
        GameSetup {
            start: Cow::Borrowed(given.start),
            faults: Vec::new(),
            refused: None,
            validation: given.validation,
            passing: false,
            over: false,
            composite: false,
        }
    }

    /// No move of it can be played, for this reason.
    fn refused(self, code: Code, found: &LocatedTag<'a>) -> GameSetup<'a, 'g> {
        GameSetup { refused: Some(TagFault::of(code, found)), ..self }
    }

    /// The same with words of its own.
    fn refused_saying(self, code: Code, found: &LocatedTag<'a>, message: &str) -> Self {
        let fault = TagFault { message: Some(message.into()), ..TagFault::of(code, found) };
        GameSetup { refused: Some(fault), ..self }
    }

    fn note(&mut self, codes: impl IntoIterator<Item = Code>, found: &LocatedTag<'a>) {
        self.faults.extend(codes.into_iter().map(|code| TagFault::of(code, found)));
    }

    /// Sets up the board of a FEN tag; if that fails, no move can be played.
    fn with_fen(mut self, fen: &LocatedTag<'a>, encoding: Encoding, rules: Option<Rules>) -> GameSetup<'a, 'g> {
        let value = fen.tag.value(encoding);
        if !says_board(&value) {
            return self.with_rules(rules);
        }
        match read_start(value.as_bytes(), rules) {
            Ok((position, notes)) => {
                self.start = Cow::Owned(position);
                self.note(notes, fen);
            }
            Err(error) => self.refused = Some(TagFault::no_board(error, fen.byte, fen.tag.raw.clone())),
        }
        self
    }

    /// The same start played by other rules; their own start instead of that of the rules so far.
    fn with_rules(mut self, rules: Option<Rules>) -> GameSetup<'a, 'g> {
        if let Some(rules) = rules {
            let is_usual = *self.start == Position::start_of(self.start.rules());
            let start = if is_usual { Position::start_of(rules) } else { self.start.with_rules(rules) };
            self.start = Cow::Owned(start);
        }
        self
    }
}

/// Whether the value of a FEN tag means anything: an empty one does not, nor do PGN's signs for what is unknown and for
/// what does not apply.
pub(crate) fn says_board(fen: &str) -> bool {
    !matches!(fen.trim(), "" | "?" | "-")
}

/// The position of a FEN that a game of these rules starts from; `None` is what the FEN shows. Under rules with a start of
/// their own, that of chess is a mistake, and not used.
fn read_start(fen: &[u8], rules: Option<Rules>) -> Result<(Position, Vec<Code>), PositionError> {
    if let Some(rules) = rules.filter(|rules| rules.has_own_start())
        && fen::Fen.fields(fen).is_ok_and(|fields| fields.is_start_of_chess())
    {
        return Ok((Position::start_of(rules), Vec::from([Code::FenStart])));
    }
    fen::read(fen, rules)
}

/// Where a game starts that has this FEN, if it has one, and these rules; without rules they are what the FEN shows, else
/// those of chess.
///
/// ```
/// use scoresheet_core::{dialect, rules::{self, Position}};
/// let horde = rules::find("horde");
/// assert_eq!(dialect::start(None, horde), Ok(Position::start_of(horde.unwrap())));
/// assert_eq!(dialect::start(Some("?"), None), Ok(Position::start()));
/// ```
///
/// # Errors
/// If the FEN cannot be read.
pub fn start(fen: Option<&str>, rules: Option<Rules>) -> Result<Position, PositionError> {
    match fen.filter(|fen| says_board(fen)) {
        Some(fen) => read_start(fen.as_bytes(), rules).map(|(position, _)| position),
        None => Ok(rules.map_or_else(Position::start, Position::start_of)),
    }
}

/// A game whose reader knows where it starts.
#[cold]
fn as_told<'a, 'g>(deciding: &Deciding<'a>, mut given: GameContext<'g>) -> GameSetup<'a, 'g> {
    let told = given.told.take();
    let mut setup = GameSetup::of(&given);
    let fen = deciding.get(TagRole::Fen);
    let (text, byte) = fen.map_or((Cow::Borrowed(&b""[..]), 0), |found| (found.tag.raw.clone(), found.byte));
    match told {
        Some(Ok((position, notes))) => {
            setup.start = Cow::Owned(position);
            let fault = |BoardNote { code, word }| match word {
                Some((at, word)) => TagFault { code, byte: byte + at, text: Cow::Owned(word), message: None },
                None => TagFault { code, byte, text: text.clone(), message: None },
            };
            setup.faults = notes.into_iter().map(fault).collect();
        }
        Some(Err(error)) => setup.refused = Some(TagFault::no_board(error, byte, text)),
        None => {}
    }
    setup
}

/// The Variant tag names rules that are not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// No rules have this name.
    Unknown,
    /// The first number that does not fit the rules that are played.
    Rule(u32),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Unknown => f.write_str("there are no such rules"),
            Unsupported::Rule(number) => {
                let mut code = String::new();
                rules::code::push_base36(*number, &mut code);
                write!(f, "rule `{code}` is not supported")
            }
        }
    }
}

/// The rules that a Variant tag names, or whose numbers it has; `None` if it leaves them open.
///
/// ```
/// use scoresheet_core::{dialect::{self, Unsupported}, rules::Rules};
/// assert_eq!(dialect::variant("Fischerandom"), Ok(Some(Rules::CHESS960)));
/// assert_eq!(dialect::variant("N+10"), Ok(Some(Rules::CHESS960)));
/// assert_eq!(dialect::variant("From Position"), Ok(None));
/// assert_eq!(dialect::variant("N+1G").unwrap_err().to_string(), "rule `1G` is not supported");
/// assert_eq!(dialect::variant("Makruk"), Err(Unsupported::Unknown));
/// ```
///
/// # Errors
/// If they are not supported.
pub fn variant(value: &str) -> Result<Option<Rules>, Unsupported> {
    if let Some(rules) = rules::find(value) {
        return rules.is_played().map(|()| Some(rules)).map_err(Unsupported::Rule);
    }
    if let Ok(numbers) = rules::code::read(value) {
        return Rules::played_of(numbers).map(Some).map_err(Unsupported::Rule);
    }
    let plain: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        "" | "fromposition" | "setup" => Ok(None),
        _ => Err(Unsupported::Unknown),
    }
}

/// The rules that the Variant tag of a game names, or why they cannot be played.
fn variant_of<'a>(deciding: &Deciding<'a>, encoding: Encoding) -> Result<Option<Rules>, TagFault<'a>> {
    match deciding.get(TagRole::Variant) {
        None => Ok(None),
        Some(found) => variant(&found.tag.value(encoding)).map_err(|why| TagFault::unsupported(why, found)),
    }
}

/// The Variant tag of a game with this start and a FEN tag: the name of its rules, without `960` if the FEN shows that
/// by itself, because few programs know such names.
///
/// ```
/// use scoresheet_core::{dialect, position::fen, rules};
/// let start = |text: &str| fen::read(text.as_bytes(), rules::find("atomic")).unwrap().0;
/// assert_eq!(dialect::variant_tag(&start("rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1")), "Atomic");
/// assert_eq!(dialect::variant_tag(&start("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), "Atomic");
/// ```
pub fn variant_tag(start: &Position) -> Cow<'static, str> {
    let title = start.rules().title();
    match title.strip_suffix("960").filter(|base| tells_rules(Some(base), start)) {
        Some(base) => Cow::Owned(String::from(base)),
        None => title,
    }
}

/// Whether only a Variant tag can give the rules by which a game with this position continues: its FEN cannot.
pub(crate) fn needs_variant(position: &Position) -> bool {
    !position.rules().is_chess() && !tells_rules(None, position)
}

/// Whether a game with a Variant tag of this value, or without one, and with the FEN of this start is read by its rules.
fn tells_rules(variant_tag: Option<&str>, start: &Position) -> bool {
    let Ok(rules) = variant_tag.map_or(Ok(None), variant) else { return false };
    let fen = fen::write(start, fen::Style::default());
    let read = fen::Fen.read(fen.as_bytes(), rules, Validation::Off);
    read.is_ok_and(|read| read.position.rules() == start.rules())
}

/// Whether these rules alone determine where a game without a FEN starts.
fn is_told_by_rules(start: &Position) -> bool {
    let rules = start.rules();
    // A game of Chess960 states which start it has, even the usual one, and so do those that start from a board of
    // their own.
    !rules.free_castling() && !rules.has_own_start() && *start == Position::start_of(rules)
}

/// The position that a game of PGN with these tags starts from; `None` if no move of it can be played.
pub(crate) fn start_position(tags: &[Tag<'_>], standard: &Position) -> Option<Position> {
    let dialect = Dialect::Pgn;
    if !tags.iter().any(|tag| dialect.may_decide(&tag.name)) {
        return Some(standard.clone());
    }
    let mut deciding = Deciding::default();
    tags.iter().for_each(|tag| dialect.see(&mut deciding, tag, 0));
    if deciding.has_odd() {
        see_odd(&mut deciding, tags);
    }
    let given = GameContext {
        start: standard,
        told: None,
        encoding: Encoding::Utf8,
        validation: Validation::Basic,
        only_pgn: false,
    };
    match dialect.set_up(&deciding, given) {
        None => Some(standard.clone()),
        Some(setup) => setup.refused.is_none().then(|| setup.start.into_owned()),
    }
}

/// Accepts tags whose names are in another case if those in the usual case are missing.
#[cold]
fn see_odd<'a>(deciding: &mut Deciding<'a>, tags: &[Tag<'a>]) {
    let mut known: Vec<&str> = Vec::new();
    for (usual, found) in deciding.take_odd() {
        let taken = known.contains(&usual) || tags.iter().any(|tag| *tag.name == *usual.as_bytes());
        if !taken {
            known.push(usual);
            let tag = Tag { name: Cow::Borrowed(usual.as_bytes()), ..found.tag };
            Dialect::Pgn.see(deciding, &tag, 0);
        }
    }
}
