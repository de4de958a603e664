//! The one vocabulary for a game on its way: code that has a game gives its [`Step`]s, code that wants it takes them.
//!
//! Readers, trees and stored rows give steps; writers, trees and columns take them. The steps come in the order of PGN:
//! the head first, a variation behind the move that it replaces, a comment where it belongs, the end last.

use crate::at::At;
use crate::notation::{Named, Spec};
use crate::rules::Position;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

/// One step of a game. Texts are decoded and free of escapes; they live as long as the call that hands them over.
#[derive(Clone, Copy, Debug)]
pub enum Step<'s> {
    /// The tags and the position that the game starts from. Always the first step. Where it comes again before the end,
    /// the same game starts again, and what was given of it is void: its source had read it wrongly.
    Head(&'s Head<'s>),
    /// Where in the game the next steps stand. Sources that know no more than the game's number leave it out.
    Place(At),
    /// A move that is about to be played.
    Move {
        /// The position before the move.
        before: &'s Position,
        /// The move.
        named: &'s Named,
        /// How the source spells it, if known.
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
        /// As the source spells it; empty if that is not known.
        spelled: &'s str,
    },
    /// A comment.
    Comment {
        /// What it says.
        text: &'s str,
        /// How it is delimited in PGN.
        form: CommentForm,
    },
    /// A line that starts with `%`, without the sign.
    Escape(&'s str),
    /// An annotation begins: NAGs, comments and variations up to the next one or the next move belong to it. The text is the
    /// object of BGN that says whose it is and whatever else no other step says: `{"id":"AA2","date":"2022-03-04"}`.
    Annotation(&'s str),
    /// What no other step says of the last move, of the line that has just been opened, or of the game, right behind its head: a
    /// member of BGN's object, `"properties":{"mine":{"rush":[11.023,0]}}`.
    Field(&'s str),
    /// A variation on the last move opens.
    Open,
    /// The innermost variation closes.
    Close,
    /// The marker at the end of the innermost variation. Few formats know one.
    Inner(Termination),
    /// The marker at the end of the moves.
    Termination(Termination),
    /// A token that means nothing if it stands and was skipped, such as a `)` has no matching `(`.
    Skipped(&'s str),
    /// The text of the source for a part of the game, behind the steps that say what it means. Code that wants to keep
    /// the source as it stood takes it in place of these steps.
    Verbatim(Part, &'s str),
    /// The game ends. A game whose moves could not be played at all comes with its text.
    End(Option<AsItStood<'s>>),
}

/// A part of a game whose text is given as it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The text before the tags.
    Prologue,
    /// What follows in a line from a token that could not be played on.
    Rest,
    /// The text after the marker at the end of the moves.
    Tail,
}

/// Takes the steps of games.
pub trait Sink {
    /// Takes the next step.
    fn take(&mut self, step: Step<'_>);

    /// Whether steps are wanted at all. A source that knows they are not need not decode texts.
    #[inline]
    fn is_listening(&self) -> bool {
        true
    }

    /// Whether the head is wanted. A source need not decode tags for a sink that listens to the text between the moves
    /// only.
    #[inline]
    fn wants_head(&self) -> bool {
        self.is_listening()
    }

    /// Whether it keeps what the source says as it is there, and so takes [`Step::Skipped`] and [`Step::Verbatim`].
    #[inline]
    fn wants_verbatim(&self) -> bool {
        false
    }

    /// Whether a line is given up at a token that no step can tell in its place, so that what follows comes as it stands.
    #[inline]
    fn gives_lines_up(&self) -> bool {
        false
    }
}

/// Wants nothing.
impl Sink for () {
    #[inline]
    fn take(&mut self, _step: Step<'_>) {}

    #[inline]
    fn is_listening(&self) -> bool {
        false
    }
}

/// Both take every step, the first one first.
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

/// What a game is before its first move.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    /// The game's place: its number in the source.
    pub place: At,
    /// What the tags mean.
    pub dialect: Dialect,
    /// The notation that the source's moves are written in.
    pub notation: &'static Spec,
    /// The tags in their order.
    pub tags: &'h [(Cow<'h, str>, Cow<'h, str>)],
    /// The lines of these tags, the last line end left out, if the source has them just as PGN is to be written.
    pub section: Option<&'h str>,
    /// Tags that are in the source in another way than they are written. Known only to those who want the source
    /// verbatim.
    pub odd_tags: &'h [OddTag],
    /// The position that the game starts from.
    pub start: &'h Position,
    /// Whether that is the usual start of the standard rules.
    pub usual: bool,
}

/// A tag as it is in the source: under a name in another case, or with other escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddTag {
    /// Its place among the tags.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Its value with its escapes.
    pub raw: String,
}

/// Where the parts of a tag's line are in a text that holds `[Name "value"]` and a line end, as [`Head::section`] does.
pub(crate) struct TagLine {
    /// The name.
    pub(crate) name: Range<usize>,
    /// The value, with its escapes.
    pub(crate) value: Range<usize>,
    /// Where the line ends, before the line end.
    pub(crate) end: usize,
    /// Where the next line starts.
    pub(crate) next: usize,
}

impl TagLine {
    /// The line that starts here, of a tag whose name and value have these lengths.
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

    /// The value of the last tag of this name in any case: in VGN the last one counts.
    pub fn last_tag(&self, name: &str) -> Option<&'h str> {
        self.tags.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }
}

/// A move as its source spells it.
#[derive(Clone, Copy, Debug)]
pub struct Spelling<'s> {
    /// The bytes.
    pub bytes: &'s [u8],
    /// How to read it.
    pub encoding: Encoding,
    /// Whether they are known to be the move in proper SAN, except for the mark at their end.
    pub proper_san: bool,
}

impl<'s> Spelling<'s> {
    /// A spelling that is text already.
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
    /// How to read it.
    pub encoding: Encoding,
    /// Whether they are a game without the rest of the file that they was in.
    pub alone: bool,
}

/// What tags mean: `Result` is a marker in one dialect and a sentence in the other, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// As in PGN.
    #[default]
    Pgn,
    /// As in VGN.
    Vgn,
}

/// How a comment is written.
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

    /// The marker that is written like this.
    pub fn find(text: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|marker| marker.as_str() == text)
    }

    /// The marker of a game that has none: its Result tag's value, where that is one.
    pub fn of_result(result: Option<&str>) -> Termination {
        result.and_then(Termination::find).unwrap_or(Termination::Unknown)
    }
}
