//! The tag section of a game in a file that may contain VGN: the format of the rest of the game, and its start.

use crate::dialect::label;
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::error::Code;
use crate::event::{Escapes, Event, Item, NearTag, Tag, TagStart, What};
use crate::game::vgn::lexer::tags::{plain_end, plain_tag};
use crate::game::vgn::lexer::{self, TagNotes, VgnLexer, VgnToken};
use crate::limits::Limits;
use crate::step::Dialect;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The tag section of one game, as far as it was read.
pub(in crate::game) struct ReadTags<'a> {
    block: &'a [u8],
    limits: Limits,
    /// Where the section starts.
    start: usize,
    /// Tags and their faults, in order, except for those that were emitted as they were read.
    pub(in crate::game) items: Vec<Item<'a>>,
    /// The comments among them.
    pub(in crate::game) comments: Vec<Item<'a>>,
    game_format: Option<Dialect>,
    format: Option<&'static MoveFormat>,
    /// Whether the formats that they name are known.
    pub(in crate::game) known: bool,
    /// Whether a limit ended them.
    pub(in crate::game) limit: bool,
    /// Where the moves start, once all were read; where the next tag is looked for before.
    pub(in crate::game) end: usize,
    /// How many there are so far.
    count: u64,
    /// Whether all were read.
    complete: bool,
    /// Whether the tags themselves are wanted.
    keeps: bool,
}

impl<'a> ReadTags<'a> {
    /// Reads the tags that start at `at`: up to the moves, to the data of a binary game, or to a second GameFormat tag, which
    /// opens another game.
    pub(in crate::game) fn read(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags { items: Vec::with_capacity(24), ..ReadTags::none(block, at, limits) }.read_on()
    }

    /// The same, but only to find out how the game continues and where.
    pub(in crate::game) fn look(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        let none = || ReadTags { keeps: false, ..ReadTags::none(block, at, limits) };
        none().skip_plain().unwrap_or_else(|| none().read_on())
    }

    fn none(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags {
            block,
            limits: *limits,
            start: at,
            items: Vec::new(),
            comments: Vec::new(),
            game_format: None,
            format: None,
            known: true,
            limit: false,
            end: at,
            count: 0,
            complete: false,
            keeps: true,
        }
    }

    /// Whether all were read.
    pub(super) fn are_complete(&self) -> bool {
        self.complete
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The same tags, all of them among the items.
    pub(super) fn again(&self) -> ReadTags<'a> {
        ReadTags::read(self.block, self.start, &self.limits)
    }

    /// What bounds the game.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Reads what is left of the section.
    pub(in crate::game) fn read_on(mut self) -> ReadTags<'a> {
        let mut lexer = VgnLexer::new(self.block, self.end);
        while !self.complete
            && let Some((start, token)) = lexer.next_tag()
        {
            match token {
                VgnToken::Tag(tag) if !self.add_tag(start, &tag, lexer.at()) => break,
                VgnToken::Comment { text, .. } if text.len() as u64 > self.limits.comment => {
                    self.stop(start, Code::LimitComment);
                    break;
                }
                VgnToken::Comment { text, form } => {
                    let text = Cow::Borrowed(text);
                    self.comments.push(Item::event(start, Event::Comment { text, form }));
                }
                VgnToken::Escape(text) => {
                    self.comments.push(Item::event(start, Event::Escape(Cow::Borrowed(text))));
                }
                VgnToken::Fault(code, text) => self.add(start, What::fault(code, text)),
                _ => {}
            }
            self.end = lexer.at();
        }
        self.complete = true;
        self
    }

    /// Adds a tag, and before it what is to be said of it; `false` if the section ends before it.
    fn add_tag(&mut self, start: usize, tag: &lexer::VgnTag<'a>, end: usize) -> bool {
        self.count += 1;
        let is_long = (end - start) as u64 > self.limits.tag;
        if is_long || self.count > self.limits.tags {
            self.stop(start, if is_long { Code::LimitTag } else { Code::LimitTags });
            return false;
        }
        if is(tag.name, b"GameFormat") && self.game_format.is_some() {
            return false;
        }
        tag.notes.iter().for_each(|code| self.add(start, What::fault(code, tag.raw)));
        self.see(start, tag.name, tag.raw);
        if self.keeps {
            let escapes = if tag.raw.contains(&b'\\') { Escapes::Any } else { Escapes::None };
            let tag = Tag { name: Cow::Borrowed(tag.name), raw: Cow::Borrowed(tag.raw), escapes };
            self.items.push(Item::event(start, Event::Tag(tag)));
        }
        self.complete = self.format.is_some_and(|format| format.binary) && is(tag.name, b"MoveFormat");
        true
    }

    /// A limit ends the section.
    fn stop(&mut self, start: usize, code: Code) {
        self.add(start, What::fault(code, b""));
        self.limit = true;
    }

    /// Checks whether this tag determines how the game continues.
    fn see(&mut self, start: usize, name: &'a [u8], raw: &'a [u8]) {
        if !has_meaning(name) {
            return;
        }
        let value = || text::decode(raw, Encoding::Each);
        if self.keeps && NAMES.iter().any(|known| is(name, known) && name != *known) {
            self.add(start, What::fault(Code::TagCase, name));
        }
        if is(name, b"GameFormat") {
            match label::named(&value()) {
                Some(dialect) => self.game_format = Some(dialect),
                None => self.unknown(start, raw),
            }
        } else if is(name, b"MoveFormat") && self.game_format != Some(Dialect::Pgn) {
            match codes::move_format(&value()) {
                Some(format) => {
                    if format.binary && self.game_format.is_none() {
                        self.add(start, What::fault(Code::GameFormatLate, raw));
                        self.game_format = Some(Dialect::Vgn);
                    }
                    self.format = Some(format);
                }
                None if self.game_format.is_some() => self.unknown(start, raw),
                None => {}
            }
        }
    }

    fn unknown(&mut self, start: usize, raw: &'a [u8]) {
        self.known = false;
        self.game_format = Some(Dialect::Vgn);
        self.add(start, What::fault(Code::FormatUnsupported, raw));
    }

    /// Whether the game is one of PGN.
    pub(in crate::game) fn are_pgn(&self) -> bool {
        self.dialect() == Dialect::Pgn && self.known
    }

    /// How the tags speak.
    pub(in crate::game) fn dialect(&self) -> Dialect {
        self.game_format.unwrap_or_default()
    }

    /// What the moves are written in.
    pub(in crate::game) fn format(&self) -> &'static MoveFormat {
        self.format.unwrap_or(&codes::MOVE_FORMATS[0])
    }

    fn add(&mut self, start: usize, what: What<'a>) {
        if self.keeps {
            self.items.push(Item { start, what });
        }
    }
}

/// The names that mean something to VGN.
const NAMES: [&[u8]; 8] = [b"GameFormat", b"MoveFormat", b"SetUp", b"Date", b"EndDate", b"Result", b"Rules", b"Pieces"];

/// Whether a name may be one of these. Its length and its first letter decide, because every tag is checked.
#[inline(always)]
fn has_meaning(name: &[u8]) -> bool {
    let first = name.first().map_or(0, u8::to_ascii_lowercase);
    matches!((name.len(), first), (4, b'd') | (5, b's' | b'r') | (6, b'r' | b'p') | (7, b'e') | (10, b'g' | b'm'))
}

/// Whether a tag has this name; VGN's own are known in any case.
fn is(name: &[u8], known: &[u8]) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// How nearly every game of VGN starts: it is known for one at once.
const USUAL: &[u8] = b"[GameFormat \"VGN\"]";

impl<'a> ReadTags<'a> {
    /// As [`ReadTags::read`], but if the first tag marks the game as VGN, nothing is read yet: [`ReadTags::take`] and
    /// [`ReadTags::next_plain`] return the tags, and [`ReadTags::read_on`] reads those that they cannot.
    pub(in crate::game) fn open(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        match usual_start(block, at) {
            Some(_) => ReadTags { game_format: Some(Dialect::Vgn), ..ReadTags::none(block, at, limits) },
            None => ReadTags::read(block, at, limits),
        }
    }

    /// Takes the next tag if it is on the next line, as [`crate::read::GameReader::take_tag`] describes.
    #[inline(always)]
    pub(in crate::game::vgn) fn take(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        let (at, rest) = (self.end, self.block.get(self.end..)?);
        let known = expected.starts(rest);
        let (name, raw, end) = if known {
            let value = at + expected.length();
            let end = plain_end(self.block, value);
            let Some([b'"', b']']) = self.block.get(end..)?.first_chunk() else { return None };
            (rest.get(2..expected.length() - 2)?, self.block.get(value..end)?, end + 2)
        } else {
            let Some([b'\n', b'[']) = rest.first_chunk() else { return None };
            let (tag, end) = plain_tag(self.block, at + 1)?;
            (tag.name, tag.raw, end)
        };
        let opening = rest.get(..name.len() + 4)?;
        let told = lexer::VgnTag { name, raw, notes: TagNotes::default() };
        let start = at + 1;
        self.take_plain(start, &told, end).then_some(NearTag { start, name, raw, opening, known })
    }

    /// The next tag, if nothing is unusual about it.
    pub(in crate::game::vgn) fn next_plain(&mut self) -> Option<Item<'a>> {
        let mut lexer = VgnLexer::new(self.block, self.end);
        let start = lexer.skip_space();
        if self.block.get(start) != Some(&b'[') {
            return None;
        }
        let (tag, end) = plain_tag(self.block, start)?;
        let is_taken = self.take_plain(start, &tag, end);
        is_taken.then(|| Item::event(start, Event::Tag(Tag::plain(tag.name, tag.raw))))
    }

    /// Counts a plain tag, unless there is anything to report about it, or it may belong to another game.
    #[inline(always)]
    fn take_plain(&mut self, start: usize, tag: &lexer::VgnTag<'a>, end: usize) -> bool {
        if self.complete || self.count >= self.limits.tags || (end - start) as u64 > self.limits.tag {
            return false;
        }
        if has_meaning(tag.name) && !self.see_plain(tag.name, tag.raw) {
            return false;
        }
        self.count += 1;
        self.end = end;
        true
    }

    /// Checks whether a tag determines how the game continues; `false` if it needs a note.
    #[inline(never)]
    fn see_plain(&mut self, name: &[u8], raw: &[u8]) -> bool {
        match name {
            // The tag that opens the section.
            b"GameFormat" => self.count == 0,
            b"MoveFormat" => self.see_format(raw),
            _ => NAMES.iter().all(|known| name == *known || !is(name, known)),
        }
    }

    /// Looks at the value of a MoveFormat tag; `false` if its format is not known.
    fn see_format(&mut self, raw: &[u8]) -> bool {
        let format = core::str::from_utf8(raw).ok().and_then(codes::move_format);
        if format.is_some() {
            self.format = format;
            self.complete = format.is_some_and(|format| format.binary);
        }
        format.is_some()
    }

    /// Skips tags, each on a line of its own, up to the moves; `None` if anything else is there, or if a tag
    /// might contain more than is known here.
    fn skip_plain(mut self) -> Option<ReadTags<'a>> {
        let text = self.block;
        self.end = usual_start(text, self.end)? + USUAL.len();
        self.game_format = Some(Dialect::Vgn);
        self.count = 1;
        while let Some([b'\n', b'[', first]) = text.get(self.end..)?.first_chunk() {
            let start = self.end + 1;
            self.count += 1;
            self.end = match first.to_ascii_lowercase() {
                b'g' | b'm' => self.skip_deciding(start)?,
                b'a'..=b'z' => end_of_line_of_two_quotes(text, start)?,
                _ => return None,
            };
            if self.count > self.limits.tags || (self.end - start) as u64 > self.limits.tag {
                return None;
            }
            if self.complete {
                return Some(self);
            }
        }
        self.complete = true;
        let mut lexer = VgnLexer::new(text, self.end);
        lexer.next_plain_tag()?.is_none().then_some(self)
    }

    /// Skips the tag at `start`, which may determine how the game continues.
    fn skip_deciding(&mut self, start: usize) -> Option<usize> {
        let (tag, end) = plain_tag(self.block, start)?;
        let is_known = match tag.name {
            b"MoveFormat" => self.see_format(tag.raw),
            name => !is(name, b"MoveFormat") && !is(name, b"GameFormat"),
        };
        is_known.then_some(end)
    }
}

/// Where the tag is that nearly every game starts with, if this one does.
fn usual_start(block: &[u8], at: usize) -> Option<usize> {
    let start = VgnLexer::new(block, at).skip_space();
    block.get(start..)?.starts_with(USUAL).then_some(start)
}

/// Where the tag ends that seems to start at `start`, the only thing on its line. Whatever is there besides its two
/// quotes, a tag, one with a note or none at all, the next line is read next.
#[inline(always)]
fn end_of_line_of_two_quotes(text: &[u8], start: usize) -> Option<usize> {
    let quote = plain_end(text, start);
    let end = plain_end(text, quote + 1);
    match (text.get(quote)?, text.get(end..)?) {
        (b'"', [b'"', b']', b'\n', ..]) => Some(end + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_with_a_meaning_is_looked_at() {
        for name in NAMES {
            assert!(has_meaning(name) && has_meaning(&name.to_ascii_lowercase()), "{}", name.escape_ascii());
        }
        assert!(!has_meaning(b"") && !has_meaning(b"White"));
    }
}

#[cfg(test)]
mod plain_tests {
    use crate::game::vgn::tags::*;
    use alloc::vec::Vec;

    /// All ways to read tags agree on how the game continues and where, and emit the same tags.
    #[test]
    fn plain_tags_match_those_that_are_read_with_care() {
        const PARTS: [&str; 18] = [
            "[GameFormat \"VGN\"]\n",
            "[MoveFormat \"FCN\"]\n",
            "[MoveFormat \"BCCF\"]",
            "[MoveFormat \"PGC:x\"]",
            "[GameFormat \"PGN\"]\n",
            "[Event \"a\"]\n",
            "[Site \"a\"]\n",
            "[date \"x\"]\n",
            "[moveFormat \"SAN\"]\n",
            "[Result \"Draw\"] ",
            "[A-b \"c\"]\n",
            "[A;b \"c\"]\n",
            "[A \"b\\\"c\"]\n",
            "[A\"b\"]\n",
            "{comment} ",
            "%line\n",
            "[A \"\t\u{e9}\"]\n",
            "[MoveFormat \"no\"]\n",
        ];
        let limits = Limits { tags: 4, ..Limits::default() };
        let (mut seed, mut plainly) = (7u32, 0);
        for _ in 0..20_000 {
            let mut text = alloc::string::String::new();
            if seed & 3 > 0 {
                text.push_str(PARTS[0]);
            }
            for _ in 0..5 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(PARTS[(seed >> 20) as usize % PARTS.len()]);
            }
            text.push_str("1. Pe2-e4 *");
            let block = text.as_bytes();
            let read = ReadTags::read(block, 0, &limits);
            let looked = ReadTags::look(block, 0, &limits);
            let mut opened = ReadTags::open(block, 0, &limits);
            let mut told = Vec::new();
            let mut expected = TagStart::NONE;
            while !opened.complete {
                if seed & 4 > 0
                    && let Some(near) = opened.take(&expected)
                {
                    told.push(Item::event(near.start, Event::Tag(Tag::plain(near.name, near.raw))));
                    expected = TagStart::of(near.opening);
                } else if let Some(item) = opened.next_plain() {
                    told.push(item);
                } else {
                    break;
                }
            }
            plainly += told.len();
            let opened = opened.read_on();
            told.extend_from_slice(&opened.items);
            let says = |tags: &ReadTags<'_>| (tags.end, tags.game_format, tags.format, tags.known, tags.limit);
            assert_eq!(says(&looked), says(&read), "{text}");
            assert_eq!(says(&opened), says(&read), "{text}");
            assert_eq!((told, &opened.comments), (read.items, &read.comments), "{text}");
        }
        assert!(plainly > 1_000, "{plainly}");
    }
}
