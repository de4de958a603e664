//! The parts of the text of a game, before their meaning is considered. Readers emit them; [`crate::step::Step`]s
//! express their meaning.

use crate::error::Code;
use crate::step::{CommentForm, GamePart, Termination};
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// Bytes of a text: those of the input, or decoded ones if the input uses escapes or bits.
pub type Bytes<'a> = Cow<'a, [u8]>;

/// One event or fault, with the place where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The number of bytes before it in the block.
    pub start: usize,
    /// The event or fault.
    pub what: What<'a>,
}

impl<'a> Item<'a> {
    /// An event.
    #[inline]
    pub fn event(start: usize, event: Event<'a>) -> Item<'a> {
        Item { start, what: What::Event(event) }
    }

    /// An error or a note about a text.
    #[inline]
    pub fn fault(start: usize, code: Code, text: &'a [u8]) -> Item<'a> {
        Item { start, what: What::fault(code, text) }
    }
}

/// An event or a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// A part of the game.
    Event(Event<'a>),
    /// An error or a note, and the text that it is about.
    Fault(Code, Bytes<'a>),
}

impl<'a> What<'a> {
    /// An error or a note about a text.
    #[inline]
    pub fn fault(code: Code, text: &'a [u8]) -> What<'a> {
        What::Fault(code, Cow::Borrowed(text))
    }
}

impl What<'_> {
    /// The same with texts of its own.
    pub(crate) fn into_owned<'b>(self) -> What<'b> {
        match self {
            What::Event(event) => What::Event(event.into_owned()),
            What::Fault(code, text) => What::Fault(code, owned(text)),
        }
    }
}

/// The same bytes, independent of where they came from.
fn owned<'b>(text: Bytes<'_>) -> Bytes<'b> {
    Cow::Owned(text.into_owned())
}

/// One part of the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A tag.
    Tag(Tag<'a>),
    /// The tags end here, and moves follow that the reader can play by itself. Readers may omit this event.
    Begin,
    /// A move number. `dots` counts the dots after it; `half` is VGN's `.5`.
    Number {
        /// The number; `u32::MAX` if it is larger.
        value: u32,
        /// How many dots follow.
        dots: u8,
        /// Whether `.5` follows: Black's move.
        half: bool,
    },
    /// A move in the notation of the game. In text: a word in the place of a move, with check marks, without annotation
    /// signs.
    Move(Bytes<'a>),
    /// A NAG, written as `$n` or as a sign. For a number above 255 or a composite NAG, `value` is `None` and `spelled`
    /// has all of it.
    Nag {
        /// 0 to 255.
        value: Option<u8>,
        /// As written: `$1`, `!`, `$5.1.2`.
        spelled: Bytes<'a>,
    },
    /// A comment without its delimiters.
    Comment {
        /// Its text.
        text: Bytes<'a>,
        /// Braces, or a semicolon.
        form: CommentForm,
    },
    /// A line that starts with `%`, without the sign.
    Escape(Bytes<'a>),
    /// A token that was skipped; see [`crate::step::Step::Skipped`].
    Skipped(Bytes<'a>),
    /// Text that could not be played when it was written, and is kept unchanged.
    Unplayed(Bytes<'a>),
    /// Words that have no meaning in their place, after the error that reports them. They are kept as a comment.
    Stray(Bytes<'a>),
    /// The text of a part of the game; see [`crate::step::Step::Verbatim`].
    Verbatim(GamePart, Bytes<'a>),
    /// An annotation begins, with the object that names its source; see [`crate::step::Step::Annotation`].
    Annotation(Bytes<'a>),
    /// A member of a BGN object that no other event expresses; see [`crate::step::Step::Field`].
    Field(Bytes<'a>),
    /// `(`.
    Open,
    /// `)` that closes an open variation.
    Close,
    /// The marker at the end of a variation.
    Inner(Termination),
    /// The marker at the end of the moves.
    Termination(Termination),
}

impl Event<'_> {
    /// The same with texts of its own.
    fn into_owned<'b>(self) -> Event<'b> {
        match self {
            Event::Tag(Tag { name, raw, escapes }) => Event::Tag(Tag { name: owned(name), raw: owned(raw), escapes }),
            Event::Begin => Event::Begin,
            Event::Number { value, dots, half } => Event::Number { value, dots, half },
            Event::Move(word) => Event::Move(owned(word)),
            Event::Nag { value, spelled } => Event::Nag { value, spelled: owned(spelled) },
            Event::Comment { text, form } => Event::Comment { text: owned(text), form },
            Event::Escape(line) => Event::Escape(owned(line)),
            Event::Skipped(token) => Event::Skipped(owned(token)),
            Event::Unplayed(words) => Event::Unplayed(owned(words)),
            Event::Stray(words) => Event::Stray(owned(words)),
            Event::Verbatim(part, text) => Event::Verbatim(part, owned(text)),
            Event::Annotation(object) => Event::Annotation(owned(object)),
            Event::Field(member) => Event::Field(owned(member)),
            Event::Open => Event::Open,
            Event::Close => Event::Close,
            Event::Inner(marker) => Event::Inner(marker),
            Event::Termination(marker) => Event::Termination(marker),
        }
    }
}

/// A tag as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name.
    pub name: Bytes<'a>,
    /// The value with its escapes.
    pub raw: Bytes<'a>,
    /// The kind of escapes.
    pub escapes: Escapes,
}

impl<'a> Tag<'a> {
    /// A tag whose value has no escapes.
    pub fn plain(name: &'a [u8], value: &'a [u8]) -> Tag<'a> {
        Tag { name: Cow::Borrowed(name), raw: Cow::Borrowed(value), escapes: Escapes::None }
    }

    /// The value as text.
    pub fn value(&self, encoding: Encoding) -> Cow<'_, str> {
        self.escapes.undo(&self.raw, encoding)
    }
}

/// The escapes in the value of a tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escapes {
    /// `\"` and `\\`, as in PGN.
    #[default]
    Some,
    /// A backslash before any character, as in VGN.
    Any,
    /// None.
    None,
}

impl Escapes {
    /// A value as text.
    pub fn undo(self, raw: &[u8], encoding: Encoding) -> Cow<'_, str> {
        match self {
            Escapes::Some => text::tag_value(raw, encoding),
            Escapes::Any => text::unescaped(raw, encoding),
            Escapes::None => text::decode(raw, encoding),
        }
    }
}

/// A tag that was recognized in its line by a few comparisons.
#[derive(Clone, Copy, Debug)]
pub struct NearTag<'a> {
    /// Where it starts.
    pub start: usize,
    /// The name.
    pub name: &'a [u8],
    /// The value with its escapes.
    pub raw: &'a [u8],
    /// Everything before the value.
    pub opening: &'a [u8],
    /// Whether it opens as expected.
    pub known: bool,
}

impl NearTag<'_> {
    /// Whether its line is exactly as PGN is written, with one space after the name.
    #[inline(always)]
    pub(crate) fn is_proper(&self) -> bool {
        self.opening.len() == self.name.len() + 4 && self.opening.get(self.name.len() + 2) == Some(&b' ')
    }

    /// The end of its line.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.start - 1 + self.opening.len() + self.raw.len() + 2
    }
}

/// The opening of a tag, `\n[White "`, stored so that few steps compare a text with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TagStart<'a> {
    bytes: &'a [u8],
    /// The first sixteen bytes, padded with zeros, and a mask of the bytes that count.
    head: [u64; 2],
    mask: [u64; 2],
    /// The last sixteen bytes, if there are as many.
    last: [u64; 2],
}

impl<'a> TagStart<'a> {
    /// No tag is expected.
    pub const NONE: TagStart<'static> = TagStart { bytes: b"", head: [0; 2], mask: [0; 2], last: [0; 2] };

    /// How a tag opens.
    pub fn of(bytes: &'a [u8]) -> TagStart<'a> {
        let (mut head, mut mask) = ([0; 16], [0; 16]);
        for (index, &byte) in bytes.iter().take(16).enumerate() {
            (head[index], mask[index]) = (byte, u8::MAX);
        }
        let last = bytes.last_chunk().map_or([0; 2], halves);
        TagStart { bytes, head: halves(&head), mask: halves(&mask), last }
    }

    /// Its length in bytes.
    #[inline(always)]
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Whether a text starts with it. Always false if no tag is expected, and at the end of a text.
    #[inline(always)]
    pub fn starts(&self, text: &[u8]) -> bool {
        let Some(first) = text.first_chunk() else { return false };
        let first = halves(first);
        let differs = (first[0] ^ self.head[0]) & self.mask[0] | (first[1] ^ self.head[1]) & self.mask[1];
        differs == 0 && (self.length() <= 16 || self.ends_as(text)) && self.length() > 0
    }

    /// Whether a text that starts with the first sixteen bytes has those after them, too.
    #[inline(always)]
    fn ends_as(&self, text: &[u8]) -> bool {
        match text.get(self.length() - 16..).and_then(|rest| rest.first_chunk()) {
            Some(last) if self.length() <= 32 => halves(last) == self.last,
            _ => text.starts_with(self.bytes),
        }
    }
}

/// A tag of another game, as it is likely to come again.
pub struct UsualTag<'a> {
    /// Its name.
    pub(crate) name: Bytes<'a>,
    /// How it opened.
    pub(crate) opening: TagStart<'a>,
    /// Whether it may decide how its game is read.
    pub(crate) decides: bool,
}

fn halves(bytes: &[u8; 16]) -> [u64; 2] {
    let bytes = u128::from_le_bytes(*bytes);
    [bytes as u64, (bytes >> 64) as u64]
}

/// One line: `move Nf3`. Bytes beyond UTF-8 print as `�`, line ends as `\\n`.
impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &[u8]| String::from_utf8_lossy(text).replace('\n', "\\n").replace('\r', "\\r");
        match self {
            Event::Tag(tag) => write!(f, "tag {} {}", shown(&tag.name), shown(&tag.raw)),
            Event::Begin => write!(f, "begin"),
            Event::Number { value, dots, half } => {
                let dots = ".".repeat(usize::from(*dots).saturating_sub(usize::from(*half)));
                write!(f, "number {value}{}{dots}", if *half { ".5" } else { "" })
            }
            Event::Move(text) => write!(f, "move {}", shown(text)),
            Event::Nag { value: Some(value), spelled } => write!(f, "nag {value} {}", shown(spelled)),
            Event::Nag { value: None, spelled } => write!(f, "nag {}", shown(spelled)),
            Event::Comment { text, form: CommentForm::Braces } => write!(f, "comment {}", shown(text)),
            Event::Comment { text, form: CommentForm::Line } => write!(f, "line-comment {}", shown(text)),
            Event::Escape(text) => write!(f, "escape {}", shown(text)),
            Event::Skipped(text) => write!(f, "skipped {}", shown(text)),
            Event::Unplayed(text) => write!(f, "unplayed {}", shown(text)),
            Event::Stray(text) => write!(f, "stray {}", shown(text)),
            Event::Verbatim(part, text) => write!(f, "verbatim {part:?} {}", shown(text)),
            Event::Annotation(text) => write!(f, "annotation {}", shown(text)),
            Event::Field(text) => write!(f, "field {}", shown(text)),
            Event::Open => write!(f, "open"),
            Event::Close => write!(f, "close"),
            Event::Inner(termination) => write!(f, "inner {}", termination.as_str()),
            Event::Termination(termination) => write!(f, "termination {}", termination.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_opens_as_expected_if_every_byte_is_the_same() {
        for length in 0..50 {
            let opening: &[u8] = &b"\n[ATagWhoseNameIsLongerThanThoseOfAnyOtherGameEver \""[..length];
            let start = TagStart::of(opening);
            let text = [opening, b"and sixteen bytes or more"].concat();
            assert_eq!(start.starts(&text), length > 0);
            for place in 0..length {
                let mut other = text.clone();
                other[place] ^= 1;
                assert!(!start.starts(&other), "{length} {place}");
            }
        }
    }
}
