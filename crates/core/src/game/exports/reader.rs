//! Reads the objects of a block, each as the events of a game.

use super::annotations::MoveLists;
use super::leftovers::Leftovers;
use super::members::{ExportObject, ExportTag};
use super::survey::MovesSurvey;
use super::words::{WordCursor, unescaped};
use super::{ExportFormat, ExportMap};
use crate::error::Code;
use crate::event::{Bytes, Event, Item, Tag, What};
use crate::game::embedded::EmbeddedGame;
use crate::game::format::Block;
use crate::game::json_frame::ObjectFrame;
use crate::game::pgn::parts::GameParts;
use crate::json::{JsonFlaw, container_end, value};
use crate::limits::Limits;
use crate::notation::{MoveNotation, san};
use crate::read::{GameReader, Player, Record, WrittenMove};
use crate::rules;
use crate::step::{Sink, Termination};
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// How many faults are reported at a time. An object may have many more of them than it has bytes of memory.
const AT_A_TIME: usize = 64;

/// Reads the games of exports.
pub struct ExportReader<'a> {
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

/// What is still to be emitted of one object.
#[derive(Default)]
struct ExportedGame<'a> {
    /// What is emitted next.
    queue: VecDeque<Item<'a>>,
    object: Option<ExportObject<'a>>,
    moves: MoveSource<'a>,
    /// The next event of the text of PGN.
    ahead: VecDeque<Item<'a>>,
    lists: MoveLists,
    /// The line that is emitted after the annotations of the last move, and the one that is being emitted.
    line: Option<Range<usize>>,
    open_line: Option<(WordCursor<'a>, usize)>,
    /// How many variations of the text are open.
    depth: u64,
    /// The result according to the members, with its place, and whether a marker was emitted.
    result: Option<(usize, Termination)>,
    has_marker: bool,
}

/// Where the moves of an object are.
#[derive(Default)]
enum MoveSource<'a> {
    /// Nowhere, or all of them were emitted.
    #[default]
    Nothing,
    /// In a string of words.
    Words(WordCursor<'a>),
    /// In a text of PGN.
    Text(Box<EmbeddedGame>),
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

    /// A reader of the same object.
    fn again(&self) -> ExportReader<'a> {
        ExportReader {
            block: self.block,
            frame: self.frame,
            map: self.map,
            limits: self.limits,
            is_enclosed: false,
            cut_short: false,
            is_last: false,
            span: self.span.clone(),
            latest: self.latest,
            game: ExportedGame::default(),
            is_opened: false,
        }
    }

    /// Reads the object, and emits its tags and what is kept of it.
    fn open(&mut self) {
        let game = &mut self.game;
        if self.span.len() as u64 > self.limits.game {
            return game.queue.push_back(Item::fault(self.span.start, Code::LimitGame, b""));
        }
        let text = &self.block[..self.span.end];
        if let Err(error) = core::str::from_utf8(&text[self.span.start..]) {
            let at = self.span.start + error.valid_up_to();
            game.queue.push_back(Item::fault(at, Code::JsonEncoding, &text[at..=at]));
        }
        let mut object = ExportObject::read(text, self.span.start, self.map, self.limits.depth);
        (self.map.tags)(&mut object);
        let survey = game.find_moves(&mut object, self.map, &self.limits);
        game.result = add_tags(&mut object, &mut game.queue);
        game.lists = lists_of(&mut object, self.map, &survey);
        let mut kept = Leftovers::of(self.map.namespace, &object);
        game.lists.keep_rest(text, survey.moves, &mut kept);
        if let Some(field) = kept.field() {
            game.queue.push_back(Item::event(self.span.start, Event::Field(Cow::Owned(field))));
        }
        game.object = Some(object);
    }

    /// Reports the fault of the object, after all that could be read of it.
    fn end(&mut self) {
        let Some(object) = self.game.object.take() else { return };
        if let Some(flaw) = object.flaw {
            self.tell_flaw(flaw);
        }
    }

    /// Reports where the object is broken.
    #[cold]
    fn tell_flaw(&mut self, flaw: JsonFlaw) {
        self.is_enclosed &= self.span.end != self.block.len();
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
        self.game.queue.push_back(Item::fault(at, code, &text[at..(at + 1).min(last)]));
    }
}

impl<'a> ExportedGame<'a> {
    /// Finds the moves of an object, and emits the tags before them. A text of PGN counts more than words, which are
    /// kept if they disagree.
    fn find_moves(&mut self, object: &mut ExportObject<'a>, map: &ExportMap, limits: &Limits) -> MovesSurvey {
        let text = object.text;
        // An empty text of PGN has no content.
        let has_text = |span: &Range<usize>| !text[span.start + 1..span.end - 1].trim_ascii().is_empty();
        let pgn = object.string_span(map.pgn).filter(has_text);
        let words = map.words.and_then(|index| Some((index, WordCursor::new(text, object.string_span(index)?))));
        match (pgn, words) {
            (Some(pgn), words) => {
                object.tell(map.pgn);
                let mut embedded = EmbeddedGame::new(unescaped(text, pgn), limits);
                let (index, words) = words.unzip();
                let survey = if map.words.is_some() {
                    MovesSurvey::of(embedded.text(), words, limits)
                } else {
                    MovesSurvey::default()
                };
                if let Some(index) = index.filter(|_| survey.is_same) {
                    object.tell(index);
                }
                while !self.ahead.is_empty() || embedded.refill(&mut self.ahead) {
                    match self.ahead.pop_front() {
                        Some(item) if !matches!(&item.what, What::Event(event) if !matches!(event, Event::Tag(_))) => {
                            self.queue.push_back(item);
                        }
                        Some(item) => {
                            self.ahead.push_front(item);
                            break;
                        }
                        None => break,
                    }
                }
                self.moves = MoveSource::Text(Box::new(embedded));
                survey
            }
            (None, Some((index, words))) => {
                object.tell(index);
                // They are counted only to be compared with lists.
                let has_list = |list: Option<usize>| list.is_some_and(|list| object.value(list).is_some());
                let is_counted = has_list(map.clocks) || has_list(map.analysis);
                let again = object.string_span(index).filter(|_| is_counted);
                let moves = again.map_or(0, |span| WordCursor::new(text, span).count());
                self.moves = MoveSource::Words(words);
                MovesSurvey { moves, ..MovesSurvey::default() }
            }
            (None, None) => {
                if object.flaw.is_none() {
                    object.faults.push_back((object.span.start..object.span.start + 1, Code::FieldMissing));
                }
                MovesSurvey::default()
            }
        }
    }

    /// The next event about the moves, from their text.
    fn next_of_text(&mut self) -> Option<Item<'a>> {
        if let Some(item) = self.ahead.pop_front() {
            return Some(item);
        }
        match &mut self.moves {
            MoveSource::Nothing => None,
            MoveSource::Words(words) => words.next_move(),
            MoveSource::Text(embedded) => {
                embedded.refill(&mut self.ahead);
                self.ahead.pop_front()
            }
        }
    }

    /// Whether the next word is the only thing to emit next.
    #[inline]
    fn is_plain(&self) -> bool {
        self.queue.is_empty() && self.ahead.is_empty() && self.line.is_none() && self.open_line.is_none()
    }

    /// Adds what comes next to the queue; `false` if nothing does.
    fn refill(&mut self, map: &ExportMap) -> bool {
        if let Some((words, end)) = &mut self.open_line {
            let item = words.next_move().unwrap_or_else(|| Item::event(*end, Event::Close));
            if matches!(item.what, What::Event(Event::Close)) {
                self.open_line = None;
            }
            self.queue.push_back(item);
            return true;
        }
        let Some(item) = self.next_of_text() else {
            self.moves = MoveSource::Nothing;
            if self.open_line() {
                return true;
            }
            let marker = self.result.take().filter(|_| !self.has_marker);
            self.has_marker |= marker.is_some();
            let marker = marker.map(|(place, marker)| Item::event(place, Event::Termination(marker)));
            self.queue.extend(marker);
            return self.tell_faults() || !self.queue.is_empty();
        };
        match &item.what {
            What::Event(Event::Open) => self.depth += 1,
            What::Event(Event::Close) => self.depth = self.depth.saturating_sub(1),
            // A line replaces the move before it, and comes before anything about the next one.
            What::Event(Event::Number { .. } | Event::Move(_) | Event::Termination(_)) if self.depth == 0 => {
                if self.open_line() {
                    self.ahead.push_front(item);
                    return true;
                }
                self.has_marker |= matches!(item.what, What::Event(Event::Termination(_)));
                if matches!(item.what, What::Event(Event::Move(_))) {
                    self.queue.push_back(item);
                    self.annotate(map);
                    return true;
                }
            }
            _ => {}
        }
        self.queue.push_back(item);
        true
    }

    /// Opens the line that is emitted next; `false` if there is none.
    fn open_line(&mut self) -> bool {
        let (Some(line), Some(object)) = (self.line.take(), &self.object) else { return false };
        self.queue.push_back(Item::event(line.start, Event::Open));
        let end = line.end - 1;
        self.open_line = Some((WordCursor::new(object.text, line), end));
        true
    }

    /// Emits the annotations that the lists have for the last move.
    fn annotate(&mut self, map: &ExportMap) {
        let Some(object) = self.object.as_mut().filter(|_| !self.lists.is_empty()) else { return };
        let notes = self.lists.next(object, map.namespace);
        self.line = notes.variation;
        self.queue.extend(notes.items);
        self.tell_faults();
    }

    /// Reports faults of members, some of them at a time; `false` if there are none.
    fn tell_faults(&mut self) -> bool {
        let Some(object) = &mut self.object else { return false };
        let (text, count) = (object.text, object.faults.len().min(AT_A_TIME));
        let faults = object.faults.drain(..count);
        self.queue.extend(faults.map(|(part, code)| Item::fault(part.start, code, &text[part])));
        count > 0
    }
}

impl<'a> GameReader<'a> for ExportReader<'a> {
    fn next_game(&mut self) -> bool {
        let start = self.frame.start(self.block, self.span.end);
        if start >= self.block.len() {
            return false;
        }
        // An object on one line ends at the line end at the latest, which is searched for once.
        if start >= self.latest {
            self.latest = self.frame.latest_end(self.block, start);
        }
        let text = &self.block[..self.latest];
        let is_object = text.get(start) == Some(&b'{');
        // Anything else costs only itself, as far as it is JSON.
        let end = if is_object {
            container_end(text, start)
        } else {
            value(text, start, self.limits.depth).ok().map(|value| value.span.end)
        };
        self.span = start..end.unwrap_or(text.len());
        self.game = ExportedGame::default();
        self.is_opened = false;
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        if !core::mem::replace(&mut self.is_opened, true) {
            self.open();
        }
        loop {
            if let Some(item) = self.game.queue.pop_front() {
                return Some(item);
            }
            if self.game.refill(self.map) {
                continue;
            }
            self.end();
            if !self.game.queue.is_empty() {
                continue;
            }
            let rest = self.block.get(self.span.end..).unwrap_or_default();
            if !self.is_enclosed || !self.frame.is_cut(rest) {
                return None;
            }
            self.is_enclosed = false;
            return Some(Item::fault(self.block.trim_ascii_end().len(), Code::DataTruncated, b""));
        }
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
        self.game.has_marker || self.game.result.is_some()
    }

    /// A game without its object, which is how it is kept if it could not be played: as PGN. Fields are tags there.
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        let mut again = self.again();
        let (mut tags, mut moves, mut termination) = (Vec::new(), String::new(), None);
        while let Some(Item { what, .. }) = again.next_event() {
            let What::Event(event) = what else { continue };
            match event {
                Event::Tag(tag) => {
                    let name = text::decode(&tag.name, Encoding::Utf8).into_owned();
                    tags.push((name, tag.value(Encoding::Utf8).into_owned()));
                }
                Event::Field(member) => {
                    let object = member.splitn(2, |byte| *byte == b':').nth(1).unwrap_or_default();
                    tags.push((self.map.namespace.into(), text::decode(object, Encoding::Utf8).into_owned()));
                }
                Event::Termination(marker) => termination = Some(marker),
                Event::Move(word) => moves.extend([" ", &text::decode(&word, Encoding::Utf8)]),
                Event::Nag { spelled, .. } => moves.extend([" ", &text::decode(&spelled, Encoding::Utf8)]),
                Event::Comment { text, .. } => moves.extend([" {", &text::decode(&text, Encoding::Utf8), "}"]),
                Event::Open => moves.push_str(" ("),
                Event::Close => moves.push(')'),
                _ => {}
            }
        }
        let text = &self.block[..self.span.end];
        let mut object = ExportObject::read(text, self.span.start, self.map, self.limits.depth);
        // A text of PGN has more about its moves than the events do.
        let pgn = object.string_span(self.map.pgn).map(|span| unescaped(text, span).0);
        let pgn = pgn.map(|pgn| String::from_utf8_lossy(&pgn).into_owned());
        let moves = match &pgn {
            Some(pgn) => GameParts::of(pgn.trim()).map_or("", |parts| parts.moves),
            None => &moves,
        };
        let game = GameParts { tags, moves, termination }.text()?;
        Some(Cow::Owned(game.into_bytes()))
    }

    fn cut_short(&mut self) {
        (self.cut_short, self.is_enclosed) = (true, false);
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        play(self, player, record, sink);
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &[u8])) {
        self.is_opened = true;
        self.game = ExportedGame::default();
    }
}

/// Plays moves in proper SAN, with comments at most, until anything else comes: nearly always to the end.
#[inline(never)]
fn play<'a, S: Sink>(reader: &mut ExportReader<'a>, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
    let (game, map) = (&mut reader.game, reader.map);
    if !player.is_running() {
        return;
    }
    while game.is_plain() {
        let MoveSource::Words(words) = &mut game.moves else { return };
        let Some((start, word)) = words.peek() else { return };
        let Some(short) = san::Short::new(word) else { return };
        let proper = player.resolve_strict(short);
        if !proper.is_some() {
            return;
        }
        words.accept(word);
        player.play(WrittenMove { start, word }, proper.named(), record, sink);
        game.annotate(map);
        while let Some(Item { what: What::Event(Event::Comment { .. }), .. }) = game.queue.front() {
            if let Some(Item { what: What::Event(Event::Comment { text, form }), .. }) = game.queue.pop_front() {
                player.comment(text, form, record, sink);
            }
        }
    }
}

/// Emits the tags of an object that its text of PGN lacks; returns the result in the tags. Members whose tags are not
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

/// The clocks and the analysis of an object, if its text of PGN has none.
fn lists_of(object: &mut ExportObject<'_>, map: &ExportMap, survey: &MovesSurvey) -> MoveLists {
    let mut list = |index: Option<usize>| {
        let array = object.array(index?)?;
        object.tell(index?);
        Some(array)
    };
    let clocks = list(map.clocks.filter(|_| !survey.has_clocks));
    MoveLists::of(clocks, list(map.analysis.filter(|_| !survey.has_analysis)))
}
