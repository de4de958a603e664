//! Games as events, and the formats that hold them.
//!
//! A game format turns bytes into [`Event`]s and events into bytes. Events say what stands where; whether a move is legal
//! is [`crate::replay`]'s to say.


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
