//! Games as events, and the formats that hold them.
//!
//! A game format turns bytes into [`Event`]s and events into bytes. Events say what stands where; whether a move is legal
//! is [`crate::replay`]'s to say.

pub mod bccf;
pub mod bcfen;
pub mod epd;
pub mod fen;
mod kept;
pub mod lan;
mod lines;
pub mod pgc;
pub mod pgn;
pub mod san;
mod stream;
pub mod uci;
pub mod vgn;

use crate::at::At;
use crate::error::Code;
use crate::limits::Limits;
pub use crate::loss::{LOSSES, Loss, LossKind, LossSpec, Losses};
use crate::notation::{self, MoveNotation, Named};
use crate::position::PositionError;
use crate::rules::Position;
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// Every game format, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn GameFormat] = &[
    &pgn::Pgn,
    &vgn::Vgn,
    &uci::Uci,
    &san::San,
    &lan::Lan,
    &fen::Fen,
    &epd::Epd,
    &pgc::Pgc,
    &bccf::Bccf,
    &bcfen::Bcfen,
];

/// The format that holds games of VGN and of PGN in one file.
pub fn vgn() -> &'static dyn GameFormat {
    &vgn::Vgn
}

/// What the registry says of a format.
#[derive(Debug)]
pub struct Spec {
    /// Its name, as users see it.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// Extensions of its files, without the dot. The first is the one to write.
    pub extensions: &'static [&'static str],
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
    /// Whether a file of it holds one game only.
    pub single: bool,
    /// Whether its games may be told where they start: `--fen`.
    pub starts: bool,
    /// Its own options: `-O NAME=VALUE`.
    pub options: &'static [OptionSpec],
    /// The move notations that `--moves` may ask for; the first is written unless it does. Empty where there is no choice.
    pub moves: &'static [&'static str],
    /// The position notations that `--positions` may ask for; the first is written unless it does.
    pub positions: &'static [&'static str],
    /// What it cannot say.
    pub losses: &'static [LossKind],
}

/// An option of one format.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name.
    pub id: &'static str,
    /// The values it takes.
    pub values: &'static [&'static str],
    /// The value unless set.
    pub default: &'static str,
    /// One line of help.
    pub doc: &'static str,
    /// Whether it is about reading; else about writing.
    pub reads: bool,
}

/// How moves that a notation need not say right are held against the board: an option of formats whose notations can hold
/// illegal moves.
pub const VALIDATION: OptionSpec = OptionSpec {
    id: "validation",
    values: &["off", "basic", "full"],
    default: "basic",
    doc: "what is asked of a move: that something stands where it starts, that its text fits the board, or that it is legal",
    reads: true,
};

/// A way to write games down.
pub trait GameFormat: Sync {
    /// What the registry says of it.
    fn spec(&self) -> &'static Spec;
    /// Whether a source that starts with `head` looks like this format.
    fn detects(&self, head: &[u8]) -> bool;
    /// Whether a source with this format's extension may be it, though its start looks like another format.
    fn claims(&self, _head: &[u8]) -> bool {
        false
    }
    /// How many leading bytes are whole games, where `bytes` start with one; `None` where more bytes are needed. `last` says
    /// that none follow.
    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize>;
    /// Where the next game starts behind one that is too long.
    ///
    /// # Errors
    /// How many leading bytes are surely still of that game.
    fn resync(&self, bytes: &[u8]) -> Result<usize, usize>;
    /// Reads the games of `block`, which starts where one starts.
    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a>;
    /// Writes games.
    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter>;
}

/// A reader of any format. There is one for each block, so its size does not matter.
#[expect(clippy::large_enum_variant, reason = "the large one is the one that must be reached without a step")]
pub enum AnyReader<'a> {
    /// PGN's own: there is so much of it that it is worth a path without a call through a table for each event.
    Pgn(pgn::Reader<'a>),
    /// The one of VGN, whose plain moves have such a path too.
    Vgn(Box<vgn::Reader<'a>>),
    /// Any other.
    Other(Box<dyn GameReader<'a> + 'a>),
}

impl<'a> AnyReader<'a> {
    /// The reader, where it is not PGN's own.
    pub fn other(&self) -> Option<&(dyn GameReader<'a> + 'a)> {
        match self {
            AnyReader::Pgn(_) => None,
            AnyReader::Vgn(reader) => Some(&**reader),
            AnyReader::Other(reader) => Some(&**reader),
        }
    }

    /// The same, to go on with.
    pub fn other_mut(&mut self) -> Option<&mut (dyn GameReader<'a> + 'a)> {
        match self {
            AnyReader::Pgn(_) => None,
            AnyReader::Vgn(reader) => Some(&mut **reader),
            AnyReader::Other(reader) => Some(&mut **reader),
        }
    }
}

/// Reads games, each as a run of [`Item`]s. The tags of a game come first. A variation comes after the move that it
/// replaces, and a comment where it belongs, wherever they stand in the text.
pub trait GameReader<'a> {
    /// Goes to the next game; what is left of the one before is skipped. `false` where there is none.
    fn next_game(&mut self) -> bool;
    /// The next event or fault of this game; `None` at its end.
    fn next_event(&mut self) -> Option<Item<'a>>;
    /// Where the game's text stands in the block; known at its end.
    fn span(&self) -> Range<usize>;
    /// What the moves of this game are written in: known once all its tags were read.
    fn notation(&self) -> &'static dyn MoveNotation;
    /// How the tags of this game speak: known once all of them were read.
    fn dialect(&self) -> Dialect;
    /// How the game's texts are to be read; `None` where its bytes tell.
    fn encoding(&self) -> Option<Encoding>;
    /// The game is played from here, as its tags say: for readers that need to count.
    fn starts_at(&mut self, _position: &Position) {}
    /// The position that this game starts from, where its FEN tag does not say all of it: known once all its tags were read.
    fn start(&self) -> Option<Result<(Position, Vec<Code>), PositionError>> {
        None
    }
    /// Whether a game's text can stand as it is in a file of its dialect.
    fn stands_alone(&self) -> bool {
        true
    }
    /// Whether a game says its result after its moves: else its tags and its last board tell.
    fn has_marker(&self) -> bool {
        true
    }
    /// The block ends within a game because that is longer than the limit.
    fn cut_short(&mut self);
    /// The comments that stand behind the last game; known when there is no next one.
    fn trailing(&self) -> &[&'a [u8]] {
        &[]
    }
}

/// How tags speak: `Result` is a marker in one and a sentence in the other, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// As in PGN.
    #[default]
    Pgn,
    /// As in VGN.
    Vgn,
}

/// What a game is before its first move.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    /// How the tags speak.
    pub dialect: Dialect,
    /// The tags in their order, as text without escapes.
    pub tags: &'h [(Cow<'h, str>, Cow<'h, str>)],
    /// The position that the game starts from.
    pub start: &'h Position,
    /// Whether that is the usual start of the standard rules.
    pub usual: bool,
}

/// Writes games, call by call in the order of their text. Texts are UTF-8 without any escapes.
///
/// [`crate::teller::Teller`] stands before every writer: a writer is never told a move that its notation cannot say.
pub trait GameWriter {
    /// A game starts; `place` is where it came from.
    fn start_game(&mut self, place: At);
    /// The tags and the start position: known together, before anything else of the game.
    fn head(&mut self, head: &Head<'_>);
    /// What this game's moves are written in: known after its head.
    fn notation(&self) -> &'static notation::Spec;
    /// Where what comes next came from: the first place of a loss.
    fn place(&mut self, place: At);
    /// This move is about to be played in `before`; `spelled` is its text in the source, where that is to be kept.
    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>);
    /// It was played.
    fn moved(&mut self, after: &Position);
    /// A NAG and its spelling in the source; the spelling alone where the value is none.
    fn nag(&mut self, value: Option<u8>, spelled: &[u8]);
    /// A comment.
    fn comment(&mut self, text: &str, form: CommentForm);
    /// An escaped line.
    fn escape(&mut self, text: &str);
    /// A variation opens.
    fn open(&mut self);
    /// A variation closes.
    fn close(&mut self);
    /// The marker at the end of the variation that is open. Few formats know one.
    fn inner(&mut self, _termination: Termination) {}
    /// The marker at the end of the moves.
    fn termination(&mut self, termination: Termination);
    /// The game ends.
    fn end_game(&mut self);
    /// A game whose moves could not be played, as it stood: whether this format can hold it so.
    fn copy(&mut self, _dialect: Dialect, _text: &[u8], _encoding: Encoding) -> bool {
        false
    }
    /// The comments behind the last game.
    fn trailing(&mut self, _comments: &[&str]) {}
    /// How many of the bytes written last only part a game from one behind it: at the end of a file they are left out.
    fn gap(&self) -> usize {
        0
    }
    /// What was written since it was last taken away.
    fn bytes(&mut self) -> &mut Vec<u8>;
    /// What could not be said, all games together.
    fn losses(&mut self) -> &mut Losses;
}

/// How games are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The Seven Tag Roster first, in order and complete.
    pub export: bool,
    /// The other tags in ASCII order.
    pub sort_tags: bool,
    /// Signs of annotation and comments as they were spelled.
    pub keep_spelling: bool,
    /// Games of PGN stay such where the format holds both: what is read is that format too.
    pub keep_format: bool,
    /// The move notation wanted, one of [`Spec::moves`].
    pub moves: Option<String>,
    /// The position notation wanted, one of [`Spec::positions`].
    pub positions: Option<String>,
    /// The format's own options that were given.
    pub choices: Vec<(String, String)>,
}

impl WriteOptions {
    /// The value of one of the format's own options: the one given, else its default.
    pub fn choice(&self, spec: &'static Spec, id: &str) -> &str {
        let given = self.choices.iter().rev().find(|(name, _)| name == id).map(|(_, value)| value.as_str());
        given.or_else(|| spec.options.iter().find(|option| option.id == id).map(|option| option.default)).unwrap_or("")
    }

    /// The move notation wanted, else the format's own.
    pub fn moves(&self, spec: &'static Spec) -> &str {
        self.moves.as_deref().or_else(|| spec.moves.first().copied()).unwrap_or("san")
    }
}

/// One event, or something that is wrong, and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Bytes before it in the block.
    pub start: usize,
    /// What it is.
    pub what: What<'a>,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// Something of the game.
    Event(Event<'a>),
    /// An error or a note, and the text it is about.
    Fault(Code, &'a [u8]),
}

/// One thing that stands in a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// `[Name "value"]`. `raw` still has its escapes.
    Tag {
        /// The name as it stands.
        name: &'a [u8],
        /// The value as it stands between the quotes.
        raw: &'a [u8],
    },
    /// A tag whose value has no escapes, as lists and binary formats write it.
    TagValue {
        /// The name as it stands.
        name: &'a [u8],
        /// The value as it stands.
        value: &'a [u8],
        /// Whether each backslash in it only says that the character behind it means nothing else.
        escaped: bool,
    },
    /// A move number. `dots` counts the dots after it; `half` is VGN's `.5`.
    Number {
        /// The number; `u32::MAX` where it is larger.
        value: u32,
        /// How many dots follow.
        dots: u8,
        /// Whether `.5` follows: Black's move.
        half: bool,
    },
    /// A move in the game's notation. In text: a word where a move is expected, check marks included, annotation signs not.
    Move(&'a [u8]),
    /// A NAG, spelled `$n` or as a sign. `None` in `value` is one above 255 or composite, whole in `spelled`.
    Nag {
        /// 0 to 255.
        value: Option<u8>,
        /// As it stands: `$1`, `!`, `$5.1.2`.
        spelled: &'a [u8],
    },
    /// A comment without its braces, or after its `;`.
    Comment {
        /// What stands in it.
        text: &'a [u8],
        /// Braces, or a semicolon.
        form: CommentForm,
    },
    /// A line that starts with `%`, without the sign.
    Escape(&'a [u8]),
    /// `(`.
    Open,
    /// `)` that closes an open variation.
    Close,
    /// The marker at the end of a variation.
    Inner(Termination),
    /// The marker at the end of the moves.
    Termination(Termination),
}

/// One line: `move Nf3`. Bytes beyond UTF-8 print as `�`, line ends as `\\n`.
impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &[u8]| String::from_utf8_lossy(text).replace('\n', "\\n").replace('\r', "\\r");
        match *self {
            Event::Tag { name, raw } => write!(f, "tag {} {}", shown(name), shown(raw)),
            Event::TagValue { name, value, .. } => write!(f, "tag {} {}", shown(name), shown(value)),
            Event::Number { value, dots, half } => {
                write!(
                    f,
                    "number {value}{}{}",
                    if half { ".5" } else { "" },
                    ".".repeat(usize::from(dots).saturating_sub(usize::from(half)))
                )
            }
            Event::Move(text) => write!(f, "move {}", shown(text)),
            Event::Nag { value: Some(value), spelled } => write!(f, "nag {value} {}", shown(spelled)),
            Event::Nag { value: None, spelled } => write!(f, "nag {}", shown(spelled)),
            Event::Comment { text, form: CommentForm::Braces } => write!(f, "comment {}", shown(text)),
            Event::Comment { text, form: CommentForm::Line } => write!(f, "line-comment {}", shown(text)),
            Event::Escape(text) => write!(f, "escape {}", shown(text)),
            Event::Open => write!(f, "open"),
            Event::Close => write!(f, "close"),
            Event::Inner(termination) => write!(f, "inner {}", termination.as_str()),
            Event::Termination(termination) => write!(f, "termination {}", termination.as_str()),
        }
    }
}

/// How a comment stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// As the standard writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::BothLose => "0-0",
            Termination::Unknown => "*",
        }
    }
}
