//! Reads the games of a block: applies the rules to the events of a format, counts faults, and fills one [`Record`]
//! repeatedly.
//!
//! This file frames games and reads their tags; `moves` reads the rest, `player` plays it, `ends` determines how it
//! ends, and [`crate::dialect`] defines the meaning of the tags. Unusual moves have files of their own: `early` handles
//! variations that come too early, `remark` signs attached to moves, `letters` those of other languages.

mod attempt;
mod early;
mod ends;
mod faults;
mod given_up;
mod held;
mod initials;
mod letters;
mod moves;
mod names;
mod player;
mod reader;
mod record;
mod recorder;
mod remark;
mod replay;
mod section;
mod settings;
mod signs;
mod tally;
mod verbatim;
mod wording;

pub(crate) use ends::result_on_board;
use player::text_of;
pub use player::{Player, WrittenMove};
pub use reader::{Encoded, GameReader};
pub use record::{Depth, Ending, Ply, Record};
pub use recorder::Recorder;
pub use replay::{Played, Repetitions, Replay};
pub use settings::{KeepFaults, Settings};
pub(crate) use signs::is_remark;
pub use tally::{CodeCount, Tally};

use crate::dialect::{Deciding, Given};
use crate::error::Code;
use crate::event::{Bytes, Escapes, Event, Item, NearTag, Tag, What};
use crate::notation;
use crate::notation::language::ENGLISH;
use crate::position::fen;
use crate::rules::Position;
use crate::step::{AsItStood, Dialect, Head, Sink, Step};
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use attempt::Attempt;
use given_up::GivenUp;
use held::EarlyVariations;
use names::Names;
use section::Section;

/// The games of a block, read by the reader of a format.
pub struct Games<'a, R> {
    block: &'a [u8],
    settings: Settings,
    reader: R,
    player: Player<'a>,
    /// The text of the block if all of it is UTF-8, so that games need not be checked; created when texts are first
    /// needed.
    is_utf8: bool,
    utf8: Option<&'a str>,
    number: u64,
    starts: Starts,
    names: Names<'a>,
    section: Section,
    /// Events that were read ahead, the first one last.
    ahead: Vec<Item<'a>>,
    /// Variations before the first move of the mainline, which are read after it.
    early: EarlyVariations<'a>,
    /// The original names of tags that received their usual names, by index.
    renamed: Vec<(usize, Bytes<'a>)>,
    /// The part of the current line that is no longer played.
    given_up: Option<GivenUp>,
    /// The second attempt at a game whose moves cannot be played with the first letters.
    attempt: Attempt,
    /// A reusable buffer for the tags of the next game.
    room: Vec<(Cow<'static, str>, Cow<'static, str>)>,
}

/// The starting position of games whose tags do not give one.
#[derive(Clone)]
struct Starts {
    usual: Position,
    /// The position from the caller.
    given: Option<Position>,
}

impl Starts {
    /// What is known, apart from its tags, about the start of the game that `reader` reads.
    #[inline]
    fn known<'a>(&self, reader: &impl GameReader<'a>, settings: &Settings, encoding: Encoding) -> Given<'_> {
        Given {
            start: self.given.as_ref().unwrap_or(&self.usual),
            told: reader.start(),
            encoding,
            validation: settings.validation,
            only_pgn: settings.only_pgn,
        }
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads `block`, which starts and ends at game boundaries, with `reader`.
    pub fn reading(block: &'a [u8], reader: R, settings: &Settings) -> Games<'a, R> {
        Games {
            block,
            settings: *settings,
            reader,
            player: Player::new(block, settings),
            is_utf8: block.is_ascii() || core::str::from_utf8(block).is_ok(),
            utf8: None,
            number: 0,
            starts: Starts { usual: Position::start(), given: None },
            names: Names::default(),
            section: Section::default(),
            ahead: Vec::new(),
            early: EarlyVariations::default(),
            renamed: Vec::new(),
            given_up: None,
            attempt: Attempt::default(),
            room: Vec::with_capacity(32),
        }
    }

    /// Games whose tags give no starting position start from this one.
    #[must_use]
    pub fn starting(self, position: &Position) -> Games<'a, R> {
        let starts = Starts { given: Some(position.clone()), ..self.starts };
        Games { starts, ..self }
    }

    /// The same for a block that ends within a game that is too long.
    #[must_use]
    pub fn cut_short(mut self) -> Games<'a, R> {
        self.reader.cut_short();
        self
    }

    /// The counts so far.
    pub fn tally(&self) -> &Tally {
        &self.player.faults.tally
    }

    /// The counts.
    pub fn into_tally(self) -> Tally {
        self.player.faults.tally
    }

    /// The comments that follow the last game.
    pub fn trailing(&self) -> &[&'a [u8]] {
        self.reader.trailing()
    }

    /// Reads the next game into `record` and emits its steps to `sink`; `false` if there is none.
    ///
    /// Steps are emitted for games that are read to [`Depth::Positions`]. The record is complete after the last one.
    pub fn next<S: Sink>(&mut self, record: &mut Record<'a>, sink: &mut S) -> bool {
        if !self.reader.next_game() {
            return false;
        }
        self.number += 1;
        self.player.letters = self.settings.letters.unwrap_or(&ENGLISH);
        self.attempt.is_decided = false;
        self.read_game(record, sink);
        if let Some(failed) = self.attempt.failed.take_if(|_| !self.attempt.is_trial) {
            self.read_again(failed, record, sink);
        }
        let span = self.reader.span();
        record.byte = span.start as u64;
        record.text = self.block.get(span).unwrap_or_default();
        record.stands_alone = self.reader.stands_alone();
        record.first_error = self.player.faults.take_first_error();
        record.faults_left_out = self.player.faults.left_out();
        record.faults = self.player.faults.take_kept();
        self.player.faults.tally.add_game(record);
        if self.settings.depth == Depth::Positions {
            let written = if record.played { None } else { self.reader.as_it_stood() };
            let (text, alone) = match &written {
                Some(text) => (&**text, true),
                None => (record.text, record.stands_alone),
            };
            let unplayed = AsItStood { text, encoding: record.encoding, alone };
            sink.take(Step::End((!record.played).then_some(unplayed)));
        }
        true
    }

    /// Reads the game at the current position of the reader.
    #[inline(always)]
    fn read_game<S: Sink>(&mut self, record: &mut Record<'a>, sink: &mut S) {
        self.player.faults.in_bits = self.reader.places_are_bits();
        self.player.faults.start_game(self.number);
        record.clear(self.number);
        if sink.is_listening() && self.is_utf8 && self.utf8.is_none() {
            self.utf8 = core::str::from_utf8(self.block).ok();
        }
        self.early.clear();
        self.given_up = None;
        self.renamed.clear();
        self.find_encoding(record);
        match self.settings.depth {
            Depth::Frame => self.skip(),
            depth => self.read_tags(depth, record, sink),
        }
    }

    /// The next event or fault of this game.
    #[inline(always)]
    fn next_item(&mut self) -> Option<Item<'a>> {
        self.reader.next_event()
    }

    /// Reads to the end of this game and discards the rest of it, except for its faults.
    fn skip(&mut self) {
        let player = &mut self.player;
        self.reader.skip(&mut |start, code, text| player.fault(start, code, text));
    }

    /// Determines the encoding of the game.
    #[inline]
    fn find_encoding(&mut self, record: &mut Record<'a>) {
        let found = self.reader.encoding(self.is_utf8);
        record.encoding = found.encoding;
        if let Some(byte) = found.odd_byte {
            self.player.fault_without_ply(byte, Code::EncodingCp1252);
        }
        self.player.start_game(self.utf8, found.encoding);
    }

    /// Reads the tag section, and passes on the first event after it.
    fn read_tags<S: Sink>(&mut self, depth: Depth, record: &mut Record<'a>, sink: &mut S) {
        self.names.clear();
        self.section = Section::default();
        let mut deciding = Deciding::default();
        let mut next = self.next_item();
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Tag(tag)) => {
                    if self.settings.keep_tags {
                        self.section.add(self.block, start, &tag);
                    }
                    self.add_tag(start, tag, b"", &mut deciding, record);
                    self.take_tags(&mut deciding, record);
                }
                What::Fault(code, text) => self.player.fault(start, code, &text),
                other => {
                    next = Some(Item { start, what: other });
                    break;
                }
            }
            next = self.next_item();
        }
        if deciding.has_odd() {
            self.section.spoil();
            self.rename_tags(&mut deciding, record);
        }
        match depth {
            Depth::Frame | Depth::Tags => {
                self.find_start(&deciding, record);
                self.skip();
            }
            Depth::Moves => {
                self.find_start(&deciding, record);
                self.read_words(next, record);
            }
            Depth::Positions => {
                self.set_up(&deciding, record, sink);
                if self.read_moves(next, record, sink).is_continue() {
                    self.finish(&deciding, record, sink);
                }
            }
        }
    }

    /// Reads tags in the usual layout.
    #[inline(always)]
    fn take_tags(&mut self, deciding: &mut Deciding<'a>, record: &mut Record<'a>) {
        while let Some(near) = self.reader.take_tag(self.names.expected()) {
            if self.settings.keep_tags {
                self.section.add_near(&near);
            }
            let NearTag { start, name, raw, opening, known } = near;
            // A value with a backslash needs the slow path.
            let tag = Tag { name: Cow::Borrowed(name), raw: Cow::Borrowed(raw), escapes: Escapes::None };
            if !known {
                self.add_tag(start, tag, opening, deciding, record);
                continue;
            }
            let decides = self.names.add_expected();
            if decides {
                self.reader.dialect().see(deciding, &tag, start);
            }
            if decides || self.settings.keep_tags {
                record.tags.push(tag);
            }
        }
    }

    /// Adds a tag of any kind. `opening` is everything before its value, if it has the usual layout.
    fn add_tag(
        &mut self,
        start: usize,
        tag: Tag<'a>,
        opening: &'a [u8],
        deciding: &mut Deciding<'a>,
        record: &mut Record<'a>,
    ) {
        let dialect = self.reader.dialect();
        let decides = dialect.may_decide(&tag.name);
        if !self.names.add(&tag.name, opening, decides) {
            self.player.fault(start, Code::TagRepeated, &tag.name);
        }
        if decides {
            dialect.see(deciding, &tag, start);
        }
        if decides || self.settings.keep_tags {
            record.tags.push(tag);
        }
    }

    /// Finds the start of a game whose moves are not played, unless its tags give it as in PGN.
    fn find_start(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>) {
        let given = self.starts.known(&self.reader, &self.settings, record.encoding);
        let dialect = self.reader.dialect();
        let told = given.told.is_some() || self.starts.given.is_some() && !deciding.names_board();
        (record.dialect, record.told_start) = (dialect, told || dialect == Dialect::Vgn);
        if !record.told_start {
            return;
        }
        let start = given.start;
        let found = match dialect.set_up(deciding, given) {
            None => Cow::Borrowed(start),
            Some(setup) if setup.refused.is_none() => setup.start,
            Some(_) => return,
        };
        record.usual_start = *found == self.starts.usual;
        if !record.usual_start {
            record.start.clone_from(&found);
        }
    }

    /// Gives tags that decide how the game is read their usual names, unless these are taken: the exact spelling has
    /// precedence.
    #[cold]
    fn rename_tags(&mut self, deciding: &mut Deciding<'a>, record: &mut Record<'a>) {
        for (usual, found) in deciding.take_odd() {
            self.player.fault(found.byte, Code::TagCase, &found.tag.name);
            if record.tags.iter().any(|tag| *tag.name == *usual.as_bytes()) {
                continue;
            }
            if let Some(place) = record.tags.iter().position(|tag| tag.name == found.tag.name) {
                self.renamed.push((place, found.tag.name.clone()));
                let tag = &mut record.tags[place];
                tag.name = Cow::Borrowed(usual.as_bytes());
                self.reader.dialect().see(deciding, tag, found.byte);
            }
        }
    }

    /// Finds the rules and the starting position in the tags, and emits the first step.
    fn set_up<S: Sink>(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>, sink: &mut S) {
        let given = self.starts.known(&self.reader, &self.settings, record.encoding);
        let dialect = self.reader.dialect();
        let told = given.told.is_some() || self.starts.given.is_some() && !deciding.names_board();
        (record.dialect, record.told_start) = (dialect, told || dialect == Dialect::Vgn);
        let start = given.start;
        let setup = dialect.set_up(deciding, given);
        // Nearly all games start from the usual position.
        let unsaid = self.starts.given.is_none() && setup.is_none();
        (self.player.dialect, self.player.notation) = (dialect, self.reader.notation());
        self.player.set_up(start, setup, record);
        record.usual_start = unsaid || *self.player.start() == self.starts.usual;
        if !record.usual_start {
            record.start.clone_from(self.player.start());
        }
        self.reader.starts_at(self.player.start());
        if sink.wants_head() {
            self.give_head(told, record, sink);
        }
    }

    /// Emits the first step. `told` means that the tags do not give all of the starting position.
    fn give_head<S: Sink>(&mut self, told: bool, record: &Record<'a>, sink: &mut S) {
        let (utf8, encoding) = (self.utf8, record.encoding);
        let start = self.player.start();
        let section = self.section.lines(record.tags.len()).and_then(|lines| self.block.get(lines));
        let section = section.filter(|_| !told).and_then(|section| match text_of(utf8, encoding, section) {
            Cow::Borrowed(section) => Some(section),
            Cow::Owned(_) => None,
        });
        let mut tags = recycled(core::mem::take(&mut self.room));
        match section {
            Some(lines) => section::each_tag(lines, &record.tags, |name, value| tags.push((name.into(), value.into()))),
            None => tags.extend(record.tags.iter().map(|tag| {
                let plain = tag.escapes == Escapes::None || !tag.raw.contains(&b'\\');
                let value = if plain { text_of(utf8, encoding, &tag.raw) } else { tag.value(encoding) };
                (text_of(utf8, encoding, &tag.name), value)
            })),
        }
        let odd_tags = if sink.wants_verbatim() { self.odd_tags(record, &tags) } else { Vec::new() };
        if told && !record.usual_start {
            set_tag(&mut tags, "SetUp", Cow::Borrowed("1"));
            set_tag(&mut tags, "FEN", Cow::Owned(fen::write(start, fen::Style::default())));
        }
        sink.take(Step::Head(&Head {
            place: crate::at::At { game: self.number, ..crate::at::At::default() },
            dialect: self.reader.dialect(),
            notation: self.reader.notation().unwrap_or(notation::ALL[0]).spec(),
            tags: &tags,
            section,
            odd_tags: &odd_tags,
            start,
            usual: record.usual_start,
        }));
        self.room = recycled(tags);
    }
}

/// Sets the value of a tag, and adds the tag if it is missing.
#[cold]
fn set_tag<'t>(tags: &mut Vec<(Cow<'t, str>, Cow<'t, str>)>, name: &'static str, value: Cow<'t, str>) {
    match tags.iter_mut().find(|tag| tag.0 == name) {
        Some(tag) => tag.1 = value,
        None => tags.push((Cow::Borrowed(name), value)),
    }
}

/// The same buffer for tags with another lifetime.
fn recycled<'t>(mut tags: Vec<(Cow<'_, str>, Cow<'_, str>)>) -> Vec<(Cow<'t, str>, Cow<'t, str>)> {
    tags.clear();
    tags.into_iter().map(|_| (Cow::Borrowed(""), Cow::Borrowed(""))).collect()
}
