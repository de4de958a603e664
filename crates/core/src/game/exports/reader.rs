//! Reads the objects of a block, each as the events of a game.

use super::annotations::MoveLists;
use super::embedded::{EmbeddedGame, unescaped};
use super::leftovers::Leftovers;
use super::members::{ExportObject, ExportTag};
use super::{ExportFormat, ExportMap};
use crate::error::Code;
use crate::event::{Bytes, Event, Item, Tag, What};
use crate::game::format::Block;
use crate::game::json_frame::ObjectFrame;
use crate::game::pgn::parts::GameParts;
use crate::json::{JsonFlaw, container_end};
use crate::limits::Limits;
use crate::notation::MoveNotation;
use crate::read::GameReader;
use crate::rules;
use crate::step::Termination;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the games of exports.
pub(super) struct ExportReader<'a> {
    block: &'a [u8],
    frame: &'static ObjectFrame,
    map: &'static ExportMap,
    limits: Limits,
    /// Whether something encloses the objects and must end with the block.
    is_enclosed: bool,
    cut_short: bool,
    /// Whether the source ends with the block.
    is_last: bool,
    /// Where the object is, and where the next one starts at the latest.
    span: Range<usize>,
    latest: usize,
    game: ExportedGame<'a>,
    is_opened: bool,
}

/// What is told of one object.
#[derive(Default)]
struct ExportedGame<'a> {
    items: VecDeque<Item<'a>>,
    /// Whether the marker at the end of the moves is known.
    has_marker: bool,
    /// Whether the object is broken up to the end of the block.
    is_cut: bool,
}

impl<'a> ExportReader<'a> {
    /// Reads a block, which starts where an object does.
    pub(super) fn new(block: Block<'a>, format: &ExportFormat, limits: &Limits) -> ExportReader<'a> {
        ExportReader {
            block: block.bytes,
            frame: format.frame,
            map: format.map,
            limits: *limits,
            is_enclosed: block.last && format.frame.encloses(block.opening.unwrap_or(block.bytes)),
            cut_short: false,
            is_last: block.last,
            span: 0..0,
            latest: 0,
            game: ExportedGame::default(),
            is_opened: true,
        }
    }

    /// Reads the object at its place.
    fn read(&self) -> ExportedGame<'a> {
        let mut game = ExportedGame::default();
        if self.span.len() as u64 > self.limits.game {
            game.items.push_back(Item::fault(self.span.start, Code::LimitGame, b""));
            return game;
        }
        let text = &self.block[..self.span.end];
        if let Err(error) = core::str::from_utf8(&text[self.span.start..]) {
            let at = self.span.start + error.valid_up_to();
            game.items.push_back(Item::fault(at, Code::JsonEncoding, &text[at..=at]));
        }
        let mut object = ExportObject::read(text, self.span.start, self.map, self.limits.depth);
        (self.map.tags)(&mut object);
        let pgn = object.string_span(self.map.pgn).map(|span| EmbeddedGame::read(text, span, &self.limits));
        let words = self.map.words.and_then(|index| Some((index, object.string_span(index)?)));
        if pgn.is_none() && words.is_none() && object.flaw.is_none() {
            object.faults.push((self.span.start..self.span.start + 1, Code::FieldMissing));
        }
        let mut moves = Vec::new();
        match (pgn, words) {
            (Some(pgn), words) => {
                object.tell(self.map.pgn);
                let mut items = pgn.items.into_iter();
                game.items.extend(items.by_ref().take(pgn.tags));
                moves.extend(items);
                if let Some((index, _)) = words.filter(|(_, span)| is_same_line(&moves, &words_of(text, span))) {
                    object.tell(index);
                }
            }
            (None, Some((index, span))) => {
                object.tell(index);
                moves = words_of(text, &span);
            }
            (None, None) => {}
        }
        let said = add_tags(&mut object, &mut game.items);
        let mut lists = lists_of(&mut object, self.map, &moves);
        let (moves, rest) = weave(moves, &mut lists, &mut object, self.map);
        let mut kept = Leftovers::of(self.map.namespace, &object);
        lists.rest(text, &mut kept);
        if let Some(field) = kept.field() {
            game.items.push_back(Item::event(self.span.start, Event::Field(Cow::Owned(field))));
        }
        game.has_marker = rest || said.is_some();
        game.items.extend(moves);
        if let Some((place, marker)) = said.filter(|_| !rest) {
            game.items.push_back(Item::event(place, Event::Termination(marker)));
        }
        for (part, code) in core::mem::take(&mut object.faults) {
            game.items.push_back(Item::fault(part.start, code, &text[part]));
        }
        if let Some(flaw) = object.flaw {
            self.tell_flaw(flaw, &mut game);
        }
        game
    }

    /// Tells where the object is broken.
    #[cold]
    fn tell_flaw(&self, flaw: JsonFlaw, game: &mut ExportedGame<'a>) {
        game.is_cut = self.span.end == self.block.len();
        let at_end = flaw.at >= self.block.len();
        let code = match flaw.code {
            Code::JsonSyntax if at_end && self.cut_short => Code::LimitGame,
            Code::JsonSyntax if at_end && self.is_last => Code::DataTruncated,
            code => code,
        };
        // What is missing at the end is missing after the last thing that is there.
        let text = &self.block[..self.span.end];
        let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
        let at = flaw.at.min(last);
        game.items.push_back(Item::fault(at, code, &text[at..(at + 1).min(last)]));
    }

    /// Reads the object if that was not done yet.
    fn open(&mut self) {
        if !core::mem::replace(&mut self.is_opened, true) {
            self.game = self.read();
            self.is_enclosed &= !self.game.is_cut;
        }
    }
}

impl<'a> GameReader<'a> for ExportReader<'a> {
    fn next_game(&mut self) -> bool {
        let start = self.frame.start(self.block, self.span.end);
        if start >= self.block.len() {
            return false;
        }
        // Objects on one line end at the latest where the line does, which is looked for once.
        if start >= self.latest {
            self.latest = self.frame.latest_end(self.block, start);
        }
        let text = &self.block[..self.latest];
        let is_object = text.get(start) == Some(&b'{');
        let end = if is_object { container_end(text, start) } else { None };
        self.span = start..end.unwrap_or(text.len());
        self.game = ExportedGame::default();
        self.is_opened = false;
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        self.open();
        if let Some(item) = self.game.items.pop_front() {
            return Some(item);
        }
        let rest = self.block.get(self.span.end..).unwrap_or_default();
        if self.is_enclosed && self.frame.is_cut(rest) {
            self.is_enclosed = false;
            return Some(Item::fault(self.block.trim_ascii_end().len(), Code::DataTruncated, b""));
        }
        None
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        None
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn has_marker(&self) -> bool {
        self.game.has_marker
    }

    /// A game without its object, which is how it is kept if it could not be played: as PGN.
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        let text = &self.block[..self.span.end];
        let mut object = ExportObject::read(text, self.span.start, self.map, self.limits.depth);
        let (mut tags, mut termination) = (Vec::new(), None);
        for Item { what, .. } in self.read().items {
            match what {
                What::Event(Event::Tag(tag)) => {
                    let name = text::decode(&tag.name, Encoding::Utf8).into_owned();
                    tags.push((name, tag.value(Encoding::Utf8).into_owned()));
                }
                What::Event(Event::Termination(marker)) => termination = Some(marker),
                _ => {}
            }
        }
        let index = object.string_span(self.map.pgn).or_else(|| object.string_span(self.map.words?))?;
        let said = String::from_utf8_lossy(&unescaped(text, index).0).into_owned();
        let moves = GameParts::of(said.trim()).map_or("", |parts| parts.moves);
        let game = GameParts { tags, moves, termination }.text()?;
        Some(Cow::Owned(game.into_bytes()))
    }

    fn cut_short(&mut self) {
        (self.cut_short, self.is_enclosed) = (true, false);
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &[u8])) {
        self.is_opened = true;
        self.game = ExportedGame::default();
    }
}

/// The moves of a string of words, with their places in the block.
fn words_of<'a>(text: &'a [u8], string: &Range<usize>) -> Vec<Item<'a>> {
    let inside = &text[string.start + 1..string.end - 1];
    if inside.contains(&b'\\') {
        let (said, places) = unescaped(text, string.clone());
        let word =
            |word: Range<usize>| Item::event(places.of(word.start), Event::Move(Cow::Owned(said[word].to_vec())));
        return each_word(&said).map(word).collect();
    }
    let start = string.start + 1;
    each_word(inside).map(|word| Item::event(start + word.start, Event::Move(Cow::Borrowed(&inside[word])))).collect()
}

/// The places of the words in a text.
fn each_word(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at + text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[start..].iter().position(u8::is_ascii_whitespace);
        at = length.map_or(text.len(), |length| start + length);
        Some(start..at)
    })
}

/// Whether the mainline of a text of PGN has these moves, signs of check apart.
fn is_same_line(moves: &[Item<'_>], words: &[Item<'_>]) -> bool {
    let plain = |item: &Item<'_>| match &item.what {
        What::Event(Event::Move(word)) => {
            let end = word.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |last| last + 1);
            Some(word[..end].to_vec())
        }
        _ => None,
    };
    let mut depth = 0;
    let mainline = moves.iter().filter(|item| {
        match item.what {
            What::Event(Event::Open) => depth += 1,
            What::Event(Event::Close) => depth -= 1,
            _ => return depth == 0,
        }
        false
    });
    mainline.filter_map(plain).eq(words.iter().filter_map(plain))
}

/// Tells the tags of an object that its text of PGN lacks; returns the result that the tags say. Members whose tags are not
/// those of the text are kept.
fn add_tags<'a>(object: &mut ExportObject<'a>, items: &mut VecDeque<Item<'a>>) -> Option<(usize, Termination)> {
    let (mut told, mut differs, mut result) = (0, 0, None);
    let mut added = Vec::new();
    for ExportTag { name, value, place, sources } in core::mem::take(&mut object.tags) {
        let known = items.iter().find_map(|item| match &item.what {
            What::Event(Event::Tag(tag)) if *tag.name == *name.as_bytes() => Some(tag.value(Encoding::Utf8)),
            _ => None,
        });
        if name == "Result" && known.is_none() {
            result = core::str::from_utf8(&value).ok().and_then(Termination::find).map(|marker| (place, marker));
        }
        match known {
            Some(known) if !is_same_tag(name, &known, &value) => differs |= sources,
            Some(_) => told |= sources,
            None => {
                told |= sources;
                let tag =
                    Tag { name: Cow::Borrowed(name.as_bytes()), raw: value, escapes: crate::event::Escapes::None };
                added.push(Item::event(place, Event::Tag(tag)));
            }
        }
    }
    items.extend(added);
    object.told |= told & !differs;
    result
}

/// Whether two values of a tag mean the same.
fn is_same_tag(name: &str, known: &str, value: &[u8]) -> bool {
    if known.as_bytes() == value {
        return true;
    }
    let rules = |text: &str| rules::find(text);
    name == "Variant"
        && core::str::from_utf8(value).is_ok_and(|value| rules(known).is_some() && rules(known) == rules(value))
}

/// The clocks and the analysis of an object, where its text of PGN has none.
fn lists_of(object: &mut ExportObject<'_>, map: &ExportMap, moves: &[Item<'_>]) -> MoveLists {
    let has = |part: &dyn Fn(&Event<'_>) -> bool| {
        moves.iter().any(|item| matches!(&item.what, What::Event(event) if part(event)))
    };
    let command = |name: &'static [u8]| {
        has(&|event| matches!(event, Event::Comment { text, .. } if text.windows(name.len()).any(|part| part == name)))
    };
    let clocks = map.clocks.filter(|_| !command(b"[%clk"));
    let is_marked = || has(&|event| matches!(event, Event::Nag { .. } | Event::Open));
    let analysis = map.analysis.filter(|_| !command(b"[%eval") && !is_marked());
    let mut list = |index: Option<usize>| {
        let array = object.array(index?)?;
        object.tell(index?);
        Some(array)
    };
    let clocks = list(clocks);
    MoveLists::of(clocks, list(analysis))
}

/// Adds to the moves what is said about them elsewhere; whether the marker is among them, too.
fn weave<'a>(
    moves: Vec<Item<'a>>,
    lists: &mut MoveLists,
    object: &mut ExportObject<'a>,
    map: &ExportMap,
) -> (Vec<Item<'a>>, bool) {
    let mut woven = Vec::with_capacity(2 * moves.len());
    let (mut depth, mut line, mut ends) = (0u32, Vec::new(), false);
    for item in moves {
        match item.what {
            What::Event(Event::Open) => depth += 1,
            What::Event(Event::Close) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 {
            woven.push(item);
            continue;
        }
        // A line replaces the move before it, and stands before anything about the next one.
        match item.what {
            What::Event(Event::Number { .. }) => woven.append(&mut line),
            What::Event(Event::Termination(_)) => {
                ends = true;
                woven.append(&mut line);
            }
            What::Event(Event::Move(_)) => {
                woven.append(&mut line);
                woven.push(item);
                let notes = lists.next(object, map.namespace);
                woven.extend(notes.items);
                if let Some(variation) = notes.variation {
                    line.push(Item::event(variation.start, Event::Open));
                    line.extend(words_of(object.text, &variation));
                    line.push(Item::event(variation.end - 1, Event::Close));
                }
                continue;
            }
            _ => {}
        }
        woven.push(item);
    }
    woven.append(&mut line);
    (woven, ends)
}
