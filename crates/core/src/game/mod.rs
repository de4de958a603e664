//! Games as events, and the formats that hold them.
//!
//! A game format turns bytes into [`Event`]s and events into bytes. Events say what stands where; whether a move is legal
//! is [`crate::replay`]'s to say.

pub mod pgn;

use alloc::string::String;
use core::fmt;

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
    /// A move number. `dots` counts the dots after it; `half` is VGN's `.5`.
    Number {
        /// The number; `u32::MAX` where it is larger.
        value: u32,
        /// How many dots follow.
        dots: u8,
        /// Whether `.5` follows: Black's move.
        half: bool,
    },
    /// A word where a move is expected, check marks included, annotation signs not.
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
    /// The marker at the end of the moves.
    Termination(Termination),
}

/// One line: `move Nf3`. Bytes beyond UTF-8 print as `�`, line ends as `\\n`.
impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &[u8]| String::from_utf8_lossy(text).replace('\n', "\\n").replace('\r', "\\r");
        match *self {
            Event::Tag { name, raw } => write!(f, "tag {} {}", shown(name), shown(raw)),
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
