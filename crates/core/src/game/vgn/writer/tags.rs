//! The tag section of a VGN game. It precedes the moves, but its Result depends on how they end, so it is written for
//! the ending that the tags imply, and written again if the game ends differently.

use crate::dialect::convert::{self, GameEnd, How};
use crate::dialect::vgn::result;
use crate::game::vgn::lexer::{VgnLexer, VgnToken, unescape};
use crate::location::Location;
use crate::loss::LossKind;
use crate::name;
use crate::roster::ROSTER;
use crate::rules::Position;
use crate::step::{Dialect, Head, Termination};
use crate::text::{self, Encoding, push_escaped};
use crate::write::Page;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// The tag section of the game being written.
pub(super) struct VgnTagSection {
    how: How,
    /// Where the section is, and for which end it was written.
    section: Range<usize>,
    expected: Termination,
    /// Whether it states how the game ended.
    says_end: bool,
    /// Whether the board may add to that: in VGN, the statement of the source stays.
    asks_board: bool,
    /// The position that the game starts from, if it is not the usual one.
    start: Option<Position>,
    /// What it lost.
    lost: Vec<LossKind>,
}

impl VgnTagSection {
    pub(super) fn new(how: How) -> VgnTagSection {
        let expected = Termination::Unknown;
        VgnTagSection {
            how,
            section: 0..0,
            expected,
            says_end: false,
            asks_board: false,
            start: None,
            lost: Vec::new(),
        }
    }

    /// Writes the tag section.
    pub(super) fn write(&mut self, head: &Head<'_>, how: How, export: bool, out: &mut Vec<u8>) {
        self.how = how;
        let result = head.last_tag("Result");
        let says = result.and_then(result::read);
        self.expected = says.unwrap_or(Termination::Unknown);
        self.says_end = export || how.format.binary || result.is_some();
        let may_be_drawn = matches!(self.expected, Termination::Draw | Termination::Unknown);
        self.asks_board = self.says_end && may_be_drawn && head.dialect == Dialect::Pgn;
        self.start = if head.standard_start { None } else { Some(head.start.clone()) };
        let start = out.len();
        self.lost.clear();
        if export {
            let tags = completed(head.tags);
            append(
                &Head { tags: &tags, section: None, odd_tags: &[], ..*head },
                self.expected.into(),
                &how,
                out,
                &mut self.lost,
            );
        } else {
            append(head, self.expected.into(), &how, out, &mut self.lost);
        }
        self.section = start..out.len();
    }

    /// The marker that the tags let expect.
    pub(super) fn expected(&self) -> Termination {
        self.expected
    }

    /// Whether it matters if the last board is stalemate.
    #[inline]
    pub(super) fn asks_board(&self) -> bool {
        self.asks_board
    }

    /// The game ended so.
    pub(super) fn end(&mut self, end: GameEnd, page: &mut Page) {
        let differs = end.marker != self.expected || end.stalemate && end.marker == Termination::Draw;
        if differs && self.says_end {
            self.write_again(end, &mut page.out);
        }
        for kind in self.lost.drain(..) {
            page.lose(kind, 1);
        }
    }

    /// Writes the section again: it is read as text, because it has everything except the end.
    #[cold]
    fn write_again(&mut self, end: GameEnd, out: &mut Vec<u8>) {
        let (mut section, mut tags) = (Vec::with_capacity(self.section.len() + 16), Vec::new());
        let mut lexer = VgnLexer::new(out.get(self.section.clone()).unwrap_or_default(), 0);
        while let Some((_, VgnToken::Tag(tag))) = lexer.next_tag() {
            let text = |bytes: &[u8]| Cow::Owned(text::decode(bytes, Encoding::Utf8).into_owned());
            tags.push((text(tag.name), text(&unescape(tag.raw))));
        }
        let standard = Position::start();
        let start = self.start.as_ref().unwrap_or(&standard);
        let notation = self.how.format.notation().spec();
        let standard_start = self.start.is_none();
        let place = Location::default();
        let head = Head {
            place,
            dialect: Dialect::Vgn,
            notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start,
            standard_start,
        };
        append(&head, end, &self.how, &mut section, &mut self.lost);
        out.splice(core::mem::take(&mut self.section), section);
    }
}

/// The tags, and those of the Seven Tag Roster that are missing.
fn completed<'t>(tags: &[(Cow<'t, str>, Cow<'t, str>)]) -> Vec<(Cow<'t, str>, Cow<'t, str>)> {
    let missing = ROSTER.iter().filter(|(name, _)| !tags.iter().any(|(known, _)| known == name));
    tags.iter().cloned().chain(missing.map(|(name, unknown)| (Cow::from(*name), Cow::from(*unknown)))).collect()
}

/// Appends a tag section, and an empty line if text follows.
fn append(head: &Head<'_>, end: GameEnd, how: &How, out: &mut Vec<u8>, lost: &mut Vec<LossKind>) {
    convert::to_vgn(head, end, how, &mut SectionSink { out, lost });
    if how.format.binary {
        out.pop();
    } else {
        out.push(b'\n');
    }
}

/// Where tags are written.
struct SectionSink<'s> {
    out: &'s mut Vec<u8>,
    lost: &'s mut Vec<LossKind>,
}

impl convert::TagSink for SectionSink<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        self.out.reserve(name.len() + value.len() + br#"[ ""].."#.len());
        self.out.push(b'[');
        if name::is_plain(name.as_bytes()) {
            self.out.extend_from_slice(name.as_bytes());
        } else {
            self.odd_name(name);
        }
        self.out.extend_from_slice(b" \"");
        push_escaped(value, self.out);
        self.out.extend_from_slice(b"\"]\n");
    }

    fn copies_lines(&self) -> bool {
        true
    }

    fn lines(&mut self, lines: &str) {
        self.out.extend_from_slice(lines.as_bytes());
        self.out.push(b'\n');
    }

    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl SectionSink<'_> {
    /// A name that a tag cannot have.
    #[cold]
    fn odd_name(&mut self, name: &str) {
        self.lost.push(LossKind::TagText);
        let proper = |letter: char| if letter.is_ascii_alphanumeric() { letter as u8 } else { b'_' };
        self.out.extend(name.chars().map(proper));
        if name.is_empty() {
            self.out.push(b'_');
        }
    }
}
