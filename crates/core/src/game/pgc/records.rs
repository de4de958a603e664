//! The records of PGC: a marker byte each, and its data. They are read one at a time and never beyond the available
//! bytes; the meaning of moves and tags is handled elsewhere.

use crate::error::Code;
use crate::event::{Event, Item, Tag, What};
use crate::limits::Limits;
use crate::roster::ROSTER;
use crate::step::CommentForm;
use alloc::borrow::Cow;
use core::ops::Range;

/// The marker of each record.
pub mod marker {
    /// Nothing.
    pub const NOTHING: u8 = 0x00;
    /// A whole game in reduced form: seven tags and the moves.
    pub(crate) const REDUCED: u8 = 0x01;
    /// A tag.
    pub const TAG: u8 = 0x02;
    /// At most 255 moves.
    pub const MOVES: u8 = 0x03;
    /// At most 65,535 moves.
    pub(crate) const MANY_MOVES: u8 = 0x04;
    /// A game begins.
    pub(crate) const BEGIN: u8 = 0x05;
    /// It ends.
    pub const END: u8 = 0x06;
    /// A NAG of the move before it.
    pub const NAG: u8 = 0x07;
    /// A variation begins.
    pub(crate) const OPEN: u8 = 0x08;
    /// It ends.
    pub(crate) const CLOSE: u8 = 0x09;
    /// The text after a `%`.
    pub const ESCAPE: u8 = 0x0a;
}

/// Whether a record can start with this byte.
pub fn is_known(byte: u8) -> bool {
    byte <= marker::ESCAPE
}

/// An escape record that holds a whole comment in braces is that comment.
pub(crate) fn comment_in(item: Item<'_>) -> Item<'_> {
    let What::Event(Event::Escape(Cow::Borrowed(text))) = item.what else { return item };
    match text.strip_prefix(b"{").and_then(|text| text.strip_suffix(b"}")).filter(|text| !text.contains(&b'}')) {
        Some(text) => Item::event(item.start, Event::Comment { text: Cow::Borrowed(text), form: CommentForm::Braces }),
        None => item,
    }
}

/// Whether an item is a tag.
pub(crate) fn is_tag(item: &Item<'_>) -> bool {
    matches!(item.what, What::Event(Event::Tag(_)))
}

/// How far the records of a game were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgcFrame {
    /// More of them follow.
    Running,
    /// The last one was read: what follows is not of this game.
    Ended,
    /// Where the game ends is not known, so nothing after it can be read.
    Broken,
}

/// Reads the records of one game. Moves come as slices of one byte, their ordinals; texts are Latin-1.
///
/// After a rejected record, such as a second beginning or a record in a wrong place, reading continues,
/// unless [`Records::frame`] returns otherwise. Limits silence the rest of the game.
///
/// ```
/// use scoresheet_core::{game::pgc::records::{PgcFrame, Records}, limits::Limits};
/// let mut records = Records::new(b"\x05\x03\x02\x0d\x0c\x06and more", 0, &Limits::default());
/// assert_eq!(records.by_ref().count(), 2);
/// assert_eq!((records.frame(), records.at()), (PgcFrame::Ended, 6));
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    start: usize,
    at: usize,
    limits: Limits,
    frame: PgcFrame,
    /// Moves of the last sequence that are still to be handed out.
    moves: Range<usize>,
    /// Tags of a reduced record that were read; `None` in any other game.
    roster: Option<usize>,
    /// Whether a record with any content was met.
    begun: bool,
    /// Whether a move precedes this place in the variation, or mainline, that is open.
    moved: bool,
    depth: u64,
    tags: u64,
    /// Whether a limit was passed.
    silent: bool,
    cut_short: bool,
}

impl<'a> Records<'a> {
    /// Reads the records of a game from the byte `at` on: an optional beginning, records, the end.
    pub fn new(bytes: &'a [u8], at: usize, limits: &Limits) -> Records<'a> {
        Records {
            bytes,
            start: at,
            at,
            limits: *limits,
            frame: PgcFrame::Running,
            moves: 0..0,
            roster: None,
            begun: false,
            moved: false,
            depth: 0,
            tags: 0,
            silent: false,
            cut_short: false,
        }
    }

    /// Reads a reduced record whose marker is at the byte `at`.
    pub fn reduced(bytes: &'a [u8], at: usize, limits: &Limits) -> Records<'a> {
        Records { at: at.saturating_add(1), roster: Some(0), ..Records::new(bytes, at, limits) }
    }

    /// The bytes end within a game because that is longer than the limit.
    #[must_use]
    pub fn cut_short(self) -> Records<'a> {
        Records { cut_short: true, ..self }
    }

    /// The place of the next record.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How far the game was read.
    pub fn frame(&self) -> PgcFrame {
        self.frame
    }

    /// The tags of the whole game: they may occur anywhere in it, and are needed first.
    pub fn tags(&self) -> impl Iterator<Item = Item<'a>> + use<'a> {
        self.clone().filter(is_tag)
    }

    /// Reads to the end of the game.
    ///
    /// # Errors
    /// Why the end is not known: more bytes may help, unless it is [`Code::RecordMarker`].
    pub(crate) fn skip_to_end(&mut self) -> Result<usize, Code> {
        self.moves = 0..0;
        while self.frame == PgcFrame::Running {
            self.record()?;
            self.moves = 0..0;
        }
        Ok(self.at)
    }

    /// Reads one record.
    ///
    /// # Errors
    /// If nothing more can be read.
    fn record(&mut self) -> Result<Option<What<'a>>, Code> {
        let what = match self.roster {
            None => self.any_record(),
            Some(tags) => self.next_of_reduced(tags),
        };
        match what {
            Ok(_) if self.silent => Ok(None),
            Ok(_) if (self.at - self.start) as u64 > self.limits.game => Ok(Some(self.limit(Code::LimitGame, b""))),
            Ok(what) => Ok(what.map(|what| self.within_limits(what))),
            Err(code) => {
                self.frame = PgcFrame::Broken;
                let ends = matches!(code, Code::DataTruncated | Code::TerminatorMissing);
                Err(if ends && self.cut_short { Code::LimitGame } else { code })
            }
        }
    }

    fn any_record(&mut self) -> Result<Option<What<'a>>, Code> {
        let marker = self.take(1).map_err(|_| Code::TerminatorMissing)?[0];
        let refused = |code| Ok(Some(What::fault(code, digits(marker))));
        let begun = self.begun;
        self.begun |= marker != marker::NOTHING;
        Ok(Some(What::Event(match marker {
            marker::NOTHING => return Ok(None),
            marker::REDUCED => {
                self.skip_reduced()?;
                return refused(Code::RecordMarker);
            }
            marker::TAG => {
                let (name, value) = (self.text(1)?, self.text(1)?);
                Event::Tag(Tag::plain(name, value))
            }
            marker::MOVES | marker::MANY_MOVES => {
                self.sequence(if marker == marker::MOVES { 1 } else { 2 })?;
                return Ok(None);
            }
            marker::BEGIN if begun => return refused(Code::RecordNesting),
            marker::BEGIN => return Ok(None),
            marker::END => {
                self.frame = PgcFrame::Ended;
                return if self.depth > 0 { refused(Code::RecordNesting) } else { Ok(None) };
            }
            marker::NAG => {
                let value = self.take(1)?[0];
                if !self.moved {
                    return refused(Code::RecordNesting);
                }
                Event::Nag { value: Some(value), spelled: Cow::Borrowed(nag(value)) }
            }
            marker::OPEN if self.moved => {
                self.depth += 1;
                self.moved = false;
                Event::Open
            }
            marker::CLOSE if self.depth > 0 => {
                self.depth -= 1;
                // A variation opens after a move only.
                self.moved = true;
                Event::Close
            }
            marker::OPEN | marker::CLOSE => return refused(Code::RecordNesting),
            marker::ESCAPE => Event::Escape(Cow::Borrowed(self.text(2)?)),
            _ => return Err(Code::RecordMarker),
        })))
    }

    /// The next part of a reduced record, of which this many tags were read.
    fn next_of_reduced(&mut self, tags: usize) -> Result<Option<What<'a>>, Code> {
        let Some((name, _)) = ROSTER.get(tags) else {
            self.sequence(2)?;
            self.frame = PgcFrame::Ended;
            return Ok(None);
        };
        let value = self.text(1)?;
        self.roster = Some(tags + 1);
        Ok(Some(What::Event(Event::Tag(Tag::plain(name.as_bytes(), value)))))
    }

    /// Skips a reduced record after its marker.
    fn skip_reduced(&mut self) -> Result<(), Code> {
        for _ in ROSTER {
            self.text(1)?;
        }
        let moves = self.sequence(2);
        self.moves = 0..0;
        moves
    }

    /// The same, or the limit that it exceeds: then nothing more of the game is emitted.
    fn within_limits(&mut self, what: What<'a>) -> What<'a> {
        let limits = &self.limits;
        let passed: Option<(Code, &'a [u8])> = match &what {
            What::Event(Event::Tag(tag)) => {
                self.tags += 1;
                let long = (tag.name.len() + tag.raw.len()) as u64 > limits.tag;
                let code =
                    if long { Some(Code::LimitTag) } else { (self.tags > limits.tags).then_some(Code::LimitTags) };
                code.map(|code| (code, if let Cow::Borrowed(name) = tag.name { name } else { b"" }))
            }
            What::Event(Event::Open) => (self.depth > limits.nesting).then_some((Code::LimitNesting, b"")),
            What::Event(Event::Escape(Cow::Borrowed(text))) => {
                (text.len() as u64 > limits.comment).then_some((Code::LimitComment, *text))
            }
            _ => None,
        };
        match passed {
            Some((code, text)) => self.limit(code, text),
            None => what,
        }
    }

    /// Reports a limit. Nothing more of the game is emitted.
    fn limit(&mut self, code: Code, text: &'a [u8]) -> What<'a> {
        self.silent = true;
        What::fault(code, text)
    }

    /// Takes this many bytes.
    fn take(&mut self, count: usize) -> Result<&'a [u8], Code> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)).ok_or(Code::DataTruncated)?;
        self.at += count;
        Ok(taken)
    }

    /// Takes a number, its lowest byte first.
    fn number(&mut self, bytes: usize) -> Result<usize, Code> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte)))
    }

    /// Takes a text after its length.
    fn text(&mut self, length: usize) -> Result<&'a [u8], Code> {
        let length = self.number(length)?;
        self.take(length)
    }

    /// Takes moves after their count.
    fn sequence(&mut self, length: usize) -> Result<(), Code> {
        let count = self.number(length)?;
        let start = self.at;
        self.take(count)?;
        self.moves = start..self.at;
        self.moved |= count > 0;
        Ok(())
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            if let Some(at) = self.moves.next().filter(|_| !self.silent) {
                return Some(Item::event(at, Event::Move(Cow::Borrowed(self.bytes.get(at..=at)?))));
            }
            if self.frame != PgcFrame::Running {
                return None;
            }
            let start = self.at;
            match self.record() {
                Ok(None) => {}
                Ok(Some(what)) => return Some(Item { start, what }),
                Err(code) => {
                    let text = if code == Code::RecordMarker { digits(self.bytes[start]) } else { b"" };
                    return Some(Item::fault(start, code, text));
                }
            }
        }
    }
}

/// A byte as it is shown to users.
pub fn digits(byte: u8) -> &'static [u8] {
    &DIGITS[usize::from(byte)]
}

/// A NAG as PGN spells it.
pub fn nag(value: u8) -> &'static [u8] {
    let length = if value > 99 {
        4
    } else if value > 9 {
        3
    } else {
        2
    };
    &NAGS[usize::from(value)][..length]
}

static DIGITS: [[u8; 2]; 256] = {
    let mut table = [[0; 2]; 256];
    let mut value = 0;
    while value < table.len() {
        table[value] = [b"0123456789abcdef"[value >> 4], b"0123456789abcdef"[value & 15]];
        value += 1;
    }
    table
};

static NAGS: [[u8; 4]; 256] = {
    let mut table = [[b'$'; 4]; 256];
    let mut value = 0;
    while value < table.len() {
        let (mut rest, mut at) = (
            value,
            if value > 99 {
                3
            } else if value > 9 {
                2
            } else {
                1
            },
        );
        while at > 0 {
            table[value][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            at -= 1;
        }
        value += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    /// The events and faults of a game, one a line, and how its frame was left.
    fn told(bytes: &[u8]) -> (Vec<String>, PgcFrame, usize) {
        let mut records = Records::new(bytes, 0, &Limits::default());
        let parts = records.by_ref().map(|item| match item.what {
            What::Event(Event::Move(ordinal)) => alloc::format!("{} move {}", item.start, ordinal[0]),
            What::Event(event) => alloc::format!("{} {event}", item.start),
            What::Fault(code, text) => {
                alloc::format!("{} {} {}", item.start, code.id(), String::from_utf8_lossy(&text))
            }
        });
        let parts = parts.map(|part| part.trim_end().to_string()).collect();
        (parts, records.frame(), records.at())
    }

    #[test]
    fn every_record_is_read() {
        let bytes = b"\0\x05\x02\x02ab\x01c\x03\x02\x0d\x0c\x07\x06\x08\x04\x01\0\x07\x09\x0a\x03\0xyz\x06!";
        let (parts, frame, at) = told(bytes);
        let expected = [
            "2 tag ab c",
            "10 move 13",
            "11 move 12",
            "12 nag 6 $6",
            "14 open",
            "18 move 7",
            "19 close",
            "20 escape xyz",
        ];
        assert_eq!(parts, expected);
        assert_eq!((frame, at), (PgcFrame::Ended, bytes.len() - 1));
    }

    #[test]
    fn a_lone_end_is_a_game() {
        assert_eq!(told(b"\x06"), (Vec::new(), PgcFrame::Ended, 1));
    }

    #[test]
    fn what_is_not_allowed_there_is_refused_and_the_frame_kept() {
        for (bytes, expected) in [
            (&b"\x05\x05\x06"[..], "1 record-nesting 05"),
            (b"\x05\x07\x01\x06", "1 record-nesting 07"),
            (b"\x05\x08\x09\x06", "1 record-nesting 08"),
            (b"\x05\x09\x06", "1 record-nesting 09"),
            (b"\x05\x01\0\0\0\0\0\0\0\x01\0\x0d\x06", "1 record-marker 01"),
            (b"\x05\x03\x01\x0d\x08\x06", "5 record-nesting 06"),
            (b"\x05\x03\x01\x0d\x08\x07\x01\x09\x06", "5 record-nesting 07"),
        ] {
            let (parts, frame, at) = told(bytes);
            assert!(parts.iter().any(|part| part == expected), "{parts:?}: {expected}");
            assert_eq!((frame, at), (PgcFrame::Ended, bytes.len()), "{expected}");
        }
    }

    #[test]
    fn every_cut_breaks_the_frame() {
        let bytes = b"\x05\x02\x02ab\x01c\x03\x02\x0d\x0c\x07\x06\x08\x04\x01\0\x07\x09\x0a\x03\0xyz\x06";
        for end in 0..bytes.len() {
            let (parts, frame, _) = told(&bytes[..end]);
            let last = parts.last().expect("a fault");
            assert_eq!(frame, PgcFrame::Broken, "{end}");
            assert!(last.contains("data-truncated") || last.contains("terminator-missing"), "{end}: {last}");
            assert!(Records::new(&bytes[..end], 0, &Limits::default()).skip_to_end().is_err());
        }
        let (parts, frame, _) = told(b"\x05\x0b\x06");
        assert_eq!((parts, frame), (Vec::from([String::from("1 record-marker 0b")]), PgcFrame::Broken));
    }

    #[test]
    fn a_reduced_record_is_seven_tags_and_moves() {
        let bytes = b"\x01\x01a\0\x01b\0\0\0\x03*-*\x02\0\x0d\x0c\x05";
        let mut records = Records::reduced(bytes, 0, &Limits::default());
        assert_eq!(records.tags().count(), 7);
        assert_eq!(records.by_ref().count(), 9);
        assert_eq!((records.frame(), records.at()), (PgcFrame::Ended, bytes.len() - 1));
        for end in 1..bytes.len() - 1 {
            let mut records = Records::reduced(&bytes[..end], 0, &Limits::default());
            assert_eq!(records.skip_to_end(), Err(Code::DataTruncated), "{end}");
        }
    }

    #[test]
    fn a_limit_silences_the_rest_of_its_game() {
        let limits = Limits { nesting: 1, tags: 1, ..Limits::default() };
        let mut records = Records::new(b"\x05\x02\0\0\x02\0\0\x03\x01\x0d\x06\x05", 0, &limits);
        let codes: Vec<_> = records
            .by_ref()
            .filter_map(|item| if let What::Fault(code, _) = item.what { Some(code) } else { None })
            .collect();
        assert_eq!((codes, records.frame(), records.at()), (Vec::from([Code::LimitTags]), PgcFrame::Ended, 11));
        let deep = b"\x05\x03\x01\x0d\x08\x03\x01\x0d\x08\x03\x01\x0d\x09\x09\x06";
        let mut records = Records::new(deep, 0, &limits);
        assert_eq!(records.by_ref().last().map(|item| item.what), Some(What::fault(Code::LimitNesting, b"")));
        assert_eq!((records.frame(), records.at()), (PgcFrame::Ended, deep.len()));
    }

    #[test]
    fn nags_and_bytes_are_spelled() {
        assert_eq!(
            [nag(0), nag(9), nag(10), nag(99), nag(100), nag(255)],
            [&b"$0"[..], b"$9", b"$10", b"$99", b"$100", b"$255"]
        );
        assert_eq!([digits(0), digits(0x0b), digits(255)], [b"00", b"0b", b"ff"]);
    }
}
