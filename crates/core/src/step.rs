//! The only vocabulary for a game between its source and its outputs: a source emits [`Step`]s, and a [`Sink`] consumes
//! them.
//!
//! Readers, trees and stored rows emit steps; writers, trees and columns consume them. The steps come in the order of
//! PGN: the head first, a variation after the move that it replaces, a comment in its place, the end last.

use crate::location::Location;
use crate::notation::{NotationSpec, ParsedMove};
use crate::result_text;
use crate::rules::Position;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The signs of NAGs 1 to 6, which judge a move.
pub(crate) const MOVE_SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// One step of a game. Texts are decoded and without escapes. They are valid only during the call that passes them.
#[derive(Clone, Copy, Debug)]
pub enum Step<'s> {
    /// The tags and the position that the game starts from. Always the first step. If it comes again before the end,
    /// the same game is read again from its start, and the sink discards all steps before it.
    Head(&'s Head<'s>),
    /// The place of the next steps in the game. Sources that know only the number of the game leave it out.
    Place(Location),
    /// A move that is about to be played.
    Move {
        /// The position before the move.
        before: &'s Position,
        /// The move.
        named: &'s ParsedMove,
        /// The spelling of the source, if known.
        spelled: Option<Spelling<'s>>,
    },
    /// The move was played, and this is the position after it.
    Played(&'s Position),
    /// A word that could not be played, or that follows one.
    Unplayed(&'s str),
    /// A NAG of the last move.
    Nag {
        /// Its number; `None` for one above 255 and for composite ones.
        value: Option<u8>,
        /// The spelling of the source; empty if unknown.
        spelled: &'s str,
    },
    /// A comment.
    Comment {
        /// Its text.
        text: &'s str,
        /// How it is delimited in PGN.
        form: CommentForm,
    },
    /// A line that starts with `%`, without the sign.
    Escape(&'s str),
    /// An annotation begins: NAGs, comments and variations up to the next one or the next move belong to it. The text
    /// is the BGN object with its source and everything else that no other step expresses:
    /// `{"id":"AA2","date":"2022-03-04"}`.
    Annotation(&'s str),
    /// Data that no other step expresses, about the last move, about the line that has just been opened, or about the
    /// game, right after its head: a member of a BGN object, `"properties":{"mine":{"rush":[11.023,0]}}`.
    Field(&'s str),
    /// A variation on the last move opens.
    Open,
    /// The innermost variation closes.
    Close,
    /// The marker at the end of the innermost variation. Few formats know one.
    Inner(Termination),
    /// The marker at the end of the moves.
    Termination(Termination),
    /// A token that has no meaning in its place and was skipped, such as a `)` that has no matching `(`.
    Skipped(&'s str),
    /// The text of the source for a part of the game, after the steps with its meaning. A sink that preserves the exact
    /// text of the source uses it instead of these steps.
    Verbatim(GamePart, &'s str),
    /// The game ends. If the moves of a game could not be played at all, the step contains its text.
    End(Option<AsItStood<'s>>),
}

/// A part of a game whose source text is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The text before the tags.
    Prologue,
    /// The rest of a line, from a token that could not be played.
    Rest,
    /// The text after the marker at the end of the moves.
    Tail,
}

/// Consumes the steps of games.
pub trait Sink {
    /// Consumes the next step.
    fn take(&mut self, step: Step<'_>);

    /// Whether the sink needs any steps. If not, a source need not decode texts.
    #[inline]
    fn is_listening(&self) -> bool {
        true
    }

    /// Whether the sink needs the head. If not, a source need not decode tags.
    #[inline]
    fn wants_head(&self) -> bool {
        self.is_listening()
    }

    /// Whether the sink preserves the exact text of the source, and so also receives [`Step::Skipped`] and
    /// [`Step::Verbatim`].
    #[inline]
    fn wants_verbatim(&self) -> bool {
        false
    }

    /// Whether the source stops playing a line at a token that no step can represent in its place. The rest of the line
    /// then comes as text.
    #[inline]
    fn gives_lines_up(&self) -> bool {
        false
    }

    /// The names of the tags that the sink looks for in games whose tags it copies as they are, from [`Head::section`]. The heads
    /// of games of PGN with such a section and the standard start then need to have no other tags. `None` if it may use any.
    #[inline]
    fn looks_for(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Whether the sink now accepts moves as text, with [`Sink::take_movetext`]. A source asks after each move that it
    /// emitted as steps, and may then continue with text.
    #[inline]
    fn takes_movetext(&self) -> bool {
        false
    }

    /// Consumes moves that continue the line, as the text of PGN's export format: a blank or a line end precedes each
    /// move and each number of White's. Instead of the mark of the last move, the position after it is given.
    #[inline]
    fn take_movetext(&mut self, _text: &[u8], _after: &Position) {}
}

/// Needs no steps.
impl Sink for () {
    #[inline]
    fn take(&mut self, _step: Step<'_>) {}

    #[inline]
    fn is_listening(&self) -> bool {
        false
    }
}

/// The sink itself.
impl<S: Sink + ?Sized> Sink for &mut S {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        (**self).take(step);
    }

    #[inline]
    fn is_listening(&self) -> bool {
        (**self).is_listening()
    }

    #[inline]
    fn wants_head(&self) -> bool {
        (**self).wants_head()
    }

    #[inline]
    fn wants_verbatim(&self) -> bool {
        (**self).wants_verbatim()
    }

    #[inline]
    fn gives_lines_up(&self) -> bool {
        (**self).gives_lines_up()
    }

    #[inline]
    fn looks_for(&self) -> Option<&'static [&'static str]> {
        (**self).looks_for()
    }

    #[inline]
    fn takes_movetext(&self) -> bool {
        (**self).takes_movetext()
    }

    #[inline]
    fn take_movetext(&mut self, text: &[u8], after: &Position) {
        (**self).take_movetext(text, after);
    }
}

/// Both receive every step, the first one first.
impl<A: Sink, B: Sink> Sink for (&mut A, &mut B) {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        self.0.take(step);
        self.1.take(step);
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.0.is_listening() || self.1.is_listening()
    }

    #[inline]
    fn wants_head(&self) -> bool {
        self.0.wants_head() || self.1.wants_head()
    }

    #[inline]
    fn wants_verbatim(&self) -> bool {
        self.0.wants_verbatim() || self.1.wants_verbatim()
    }

    #[inline]
    fn gives_lines_up(&self) -> bool {
        self.0.gives_lines_up() || self.1.gives_lines_up()
    }
}

/// The part of a game before its first move.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    /// The place of the game: its number in the source.
    pub place: Location,
    /// The meaning of the tags.
    pub dialect: Dialect,
    /// The notation of the moves in the source.
    pub notation: &'static NotationSpec,
    /// The tags, in order; or only those that the sink looks for: see [`Sink::looks_for`].
    pub tags: &'h [(Cow<'h, str>, Cow<'h, str>)],
    /// The lines of these tags without the last line end, if the source has them exactly as PGN is written.
    pub section: Option<&'h str>,
    /// Tags whose text in the source differs from the text that is written. Only filled for sinks that preserve the
    /// exact text.
    pub odd_tags: &'h [OddTag],
    /// The position that the game starts from.
    pub start: &'h Position,
    /// Whether this is the standard start of the standard rules.
    pub standard_start: bool,
}

/// A tag as in the source: with its name in another case, or with other escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddTag {
    /// Its index among the tags.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Its value with its escapes.
    pub raw: String,
}

/// The positions of the parts of a tag's line in a text of lines `[Name "value"]`, such as [`Head::section`].
pub(crate) struct TagLine {
    /// The name.
    pub(crate) name: Range<usize>,
    /// The value, with its escapes.
    pub(crate) value: Range<usize>,
    /// The end of the line, before the line end.
    pub(crate) end: usize,
    /// The start of the next line.
    pub(crate) next: usize,
}

impl TagLine {
    /// The line that starts here, for a tag whose name and value have these lengths.
    #[inline(always)]
    pub(crate) fn at(start: usize, name: usize, value: usize) -> TagLine {
        let name = start + "[".len()..start + "[".len() + name;
        let opening = name.end + " \"".len();
        let value = opening..opening + value;
        let end = value.end + "\"]".len();
        TagLine { name, value, end, next: end + "\n".len() }
    }
}

impl<'h> Head<'h> {
    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&'h str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// The value of the last tag of this name in any case. In VGN, the last one counts.
    pub fn last_tag(&self, name: &str) -> Option<&'h str> {
        self.tags.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }
}

/// The spelling of a move in its source.
#[derive(Clone, Copy, Debug)]
pub struct Spelling<'s> {
    /// The bytes.
    pub bytes: &'s [u8],
    /// Their encoding.
    pub encoding: Encoding,
    /// Whether they are known to be proper SAN, except for the mark at the end.
    pub proper_san: bool,
}

impl<'s> Spelling<'s> {
    /// A spelling that is already text.
    pub fn of(text: &'s str) -> Spelling<'s> {
        Spelling { bytes: text.as_bytes(), encoding: Encoding::Utf8, proper_san: false }
    }

    /// The spelling as text.
    pub fn text(self) -> Cow<'s, str> {
        text::decode(self.bytes, self.encoding)
    }
}

/// The text of a game whose moves could not be played.
#[derive(Clone, Copy, Debug)]
pub struct AsItStood<'s> {
    /// The bytes.
    pub text: &'s [u8],
    /// Its encoding.
    pub encoding: Encoding,
    /// Whether this text is a complete game without the rest of its file.
    pub alone: bool,
}

/// What such a text has besides moves.
pub struct TextHead<'t> {
    /// Its tags.
    pub tags: &'t mut Vec<(String, String)>,
    /// The marker at its end.
    pub termination: &'t mut Option<Termination>,
}

/// Changes the head of such a text, and returns the text after that; `None` if that is not possible.
pub type TextEditor = fn(&AsItStood<'_>, Dialect, &mut dyn FnMut(TextHead<'_>)) -> Option<String>;

/// The meaning of tags: `Result` is a marker in one dialect and a sentence in the other, for example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The meaning in PGN.
    #[default]
    Pgn,
    /// The meaning in VGN.
    Vgn,
}

/// The form of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentForm {
    /// `{…}`.
    Braces,
    /// `; …` to the end of the line.
    Line,
}

/// The marker at the end of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `0-0`: both lose.
    BothLose,
    /// `*`: unfinished, unknown.
    Unknown,
}

impl Termination {
    /// Every marker, in the order in which reports show them.
    pub const ALL: [Termination; 5] = [
        Termination::WhiteWins,
        Termination::BlackWins,
        Termination::Draw,
        Termination::BothLose,
        Termination::Unknown,
    ];

    /// The marker as the standard writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::BothLose => "0-0",
            Termination::Unknown => "*",
        }
    }

    /// The marker with this spelling.
    pub fn find(text: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|marker| marker.as_str() == text)
    }

    /// The marker of a game that has none: the meaning of its Result tag, in any spelling.
    pub fn of_result(result: Option<&str>) -> Termination {
        result.and_then(result_text::of_tag).unwrap_or(Termination::Unknown)
    }
}
