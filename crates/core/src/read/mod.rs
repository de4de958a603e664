//! Reads the games of a block: applies the rules to the events of a format, counts faults, and fills one [`Record`]
//! repeatedly.
//!
//! This file frames games and reads their tags; `moves` reads the rest, `player` plays it, `ends` determines how it
//! ends, and [`crate::dialect`] defines the meaning of the tags. Unusual moves have files of their own: `early` handles
//! variations that come too early, `remark` signs attached to moves, `letters` those of other languages.

mod annotation_letters;
mod event_date;
mod faults;
mod initials;
mod names;
mod player;
mod reader;
mod record;
mod recorder;
mod replay;
mod section;
mod settings;
mod tally;
mod unplayed_text;

pub(crate) use annotation_letters::is_remark;
pub(crate) use event_date::{known_part, range_of};
pub use player::{Player, WrittenMove};
pub use reader::{Encoded, GameReader, InfiniteDocument};
pub use record::{Depth, Ending, Ply, Record};
pub use recorder::Recorder;
pub use replay::{GameReplay, Played, Repetitions};
pub use settings::{KeepFaults, Settings};
pub use tally::{CodeCount, Tally};
pub use unplayed_text::{refused, refused_variation};

use crate::dialect::{Deciding, GameContext, vgn};
use crate::error::Code;

use crate::event::{Bytes, Escapes, Event, Item, NearTag, Tag, What};
use crate::notation::language::{ENGLISH, Letters};
use crate::notation::san::may_be_move;
use crate::notation::{self, Claim, Last, MoveError, MoveNotation, ParsedMove, Validation, iccf};
use crate::position::fen;
use crate::read::annotation_letters::cut;
use crate::read::initials::Initials;
use crate::read::names::TagNames;
use crate::read::player::text_of;
use crate::read::section::TagSection;
use crate::rules::{MoveKind, Position};
use crate::step::{AsItStood, CommentForm, Dialect, GamePart, Head, OddTag, Sink, Step, Termination};
use crate::text::{self, Encoding, is_quoted};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

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
    /// Whether the reader has found the next game already.
    found: bool,
    starts: Starts,
    names: TagNames<'a>,
    section: TagSection,
    /// Events that were read ahead, the first one last.
    ahead: Vec<Item<'a>>,
    /// Variations before the first move of the mainline, which are read after it.
    early: EarlyVariations<'a>,
    /// The original names of tags that received their usual names, by index.
    renamed: Vec<(usize, Bytes<'a>)>,
    /// The part of the current line that is no longer played.
    given_up: Option<AbandonedLine>,
    /// The second attempt at a game whose moves cannot be played with the first letters.
    attempt: LetterAttempt,
    /// A reusable buffer for the tags of the next game.
    room: Vec<(Cow<'static, str>, Cow<'static, str>)>,
}

/// The starting position of games whose tags do not give one.
#[derive(Clone)]
struct Starts {
    standard: Position,
    /// The position from the caller.
    given: Option<Position>,
}

impl Starts {
    /// What is known, apart from its tags, about the start of the game that `reader` reads.
    #[inline]
    fn known<'a>(&self, reader: &impl GameReader<'a>, settings: &Settings, encoding: Encoding) -> GameContext<'_> {
        GameContext {
            start: self.given.as_ref().unwrap_or(&self.standard),
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
            found: false,
            starts: Starts { standard: Position::start(), given: None },
            names: TagNames::default(),
            section: TagSection::default(),
            ahead: Vec::new(),
            early: EarlyVariations::default(),
            renamed: Vec::new(),
            given_up: None,
            attempt: LetterAttempt::default(),
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

    /// The next game if it is on a board without edges, which only the caller can play. It is not counted, and has the number
    /// after that of the game before it.
    pub fn next_infinite(&mut self) -> Option<InfiniteDocument<'a>> {
        self.found = self.found || self.reader.next_game();
        let document = self.reader.infinite().filter(|_| self.found)?;
        self.found = false;
        self.number += 1;
        Some(document)
    }

    /// Reads the next game into `record` and emits its steps to `sink`; `false` if there is none.
    ///
    /// Steps are emitted for games that are read to [`Depth::Positions`]. The record is complete after the last one.
    pub fn next<S: Sink>(&mut self, record: &mut Record<'a>, sink: &mut S) -> bool {
        if !core::mem::take(&mut self.found) && !self.reader.next_game() {
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
        self.player.faults.end_game(span.start);
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
        self.section = TagSection::default();
        let mut deciding = Deciding::default();
        if !self.settings.keep_tags {
            self.take_tags(&mut deciding, record);
        }
        let mut begun = depth == Depth::Positions && self.reader.begin_moves();
        let mut next = if begun { None } else { self.next_item() };
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Tag(tag)) => {
                    if self.settings.keep_tags {
                        self.section.add(self.block, start, &tag);
                    }
                    self.add_tag(start, tag, b"", &mut deciding, record);
                    self.take_tags(&mut deciding, record);
                    begun = depth == Depth::Positions && self.reader.begin_moves();
                    if begun {
                        next = None;
                        break;
                    }
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
        record.event_date = self.reader.event_date();
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
                let first = if begun { self.next_after(record, sink) } else { next };
                if self.read_moves(first, record, sink).is_continue() {
                    self.finish(&deciding, record, sink);
                }
            }
        }
    }

    /// Reads tags in the usual layout.
    #[inline(always)]
    fn take_tags(&mut self, deciding: &mut Deciding<'a>, record: &mut Record<'a>) {
        loop {
            if !self.settings.keep_tags {
                let passed = self.reader.pass_tags(self.names.all_expected());
                self.names.add_all_expected(passed);
            }
            let Some(near) = self.reader.take_tag(self.names.expected()) else { return };
            if self.settings.keep_tags {
                self.section.add_near(&near);
            }
            let NearTag { start, name, raw, opening, known } = near;
            let decides = known && self.names.add_expected();
            if known && !decides && !self.settings.keep_tags {
                continue;
            }
            // A value with a backslash needs the slow path.
            let tag = Tag { name: Cow::Borrowed(name), raw: Cow::Borrowed(raw), escapes: Escapes::None };
            if !known {
                self.add_tag(start, tag, opening, deciding, record);
                continue;
            }
            if decides {
                self.reader.dialect().see(deciding, &tag, start);
            }
            record.tags.push(tag);
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
        record.standard_start = *found == self.starts.standard;
        if !record.standard_start {
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
        let is_standard = deciding.is_standard() && dialect == Dialect::Pgn && self.starts.given.is_none() && !told;
        let setup = if is_standard { None } else { dialect.set_up(deciding, given) };
        // Nearly all games start from the standard position.
        let unsaid = self.starts.given.is_none() && setup.is_none();
        (self.player.dialect, self.player.notation) = (dialect, self.reader.notation());
        record.played = !self.reader.is_refused();
        self.player.set_up(start, setup, record);
        record.standard_start = unsaid || *self.player.start() == self.starts.standard;
        if !record.standard_start {
            record.start.clone_from(self.player.start());
        }
        self.reader.starts_at(self.player.start());
        if sink.wants_head() {
            self.give_head(told, record, sink);
        }
    }

    /// Emits the first step. `told` means that the tags do not give the whole starting position.
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
            Some(lines) => {
                let is_usual = record.standard_start && self.reader.dialect() == Dialect::Pgn;
                let wanted = sink.looks_for().filter(|_| is_usual && !sink.wants_verbatim());
                section::each_tag(lines, &record.tags, wanted, |name, value| tags.push((name.into(), value.into())));
            }
            None => tags.extend(record.tags.iter().map(|tag| {
                let plain = tag.escapes == Escapes::None || !tag.raw.contains(&b'\\');
                let value = if plain { text_of(utf8, encoding, &tag.raw) } else { tag.value(encoding) };
                (text_of(utf8, encoding, &tag.name), value)
            })),
        }
        let odd_tags = if sink.wants_verbatim() { self.odd_tags(record, &tags) } else { Vec::new() };
        if told && !record.standard_start {
            set_tag(&mut tags, "SetUp", Cow::Borrowed("1"));
            set_tag(&mut tags, "FEN", Cow::Owned(fen::write(start, fen::Style::default())));
        }
        sink.take(Step::Head(&Head {
            place: crate::location::Location { game: self.number, ..crate::location::Location::default() },
            dialect: self.reader.dialect(),
            notation: self.reader.notation().unwrap_or(notation::ALL[0]).spec(),
            tags: &tags,
            section,
            odd_tags: &odd_tags,
            start,
            standard_start: record.standard_start,
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

/// The NAG of `+=`: White is slightly better.
const SLIGHTLY_BETTER: u8 = 14;

/// NAGs that mark a move as illegal, or as ending its turn in check.
const ILLEGAL: u8 = 232;
const ENDED_IN_CHECK: u8 = 231;

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads the moves as words: comments and the marker, without rules.
    fn read_words(&mut self, first: Option<Item<'a>>, record: &mut Record<'a>) {
        let (mut next, mut depth, mut words) = (first, 0u64, 0u32);
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Move(_)) if depth == 0 => words = words.saturating_add(1),
                What::Event(Event::Open) => depth += 1,
                What::Event(Event::Close) => depth = depth.saturating_sub(1),
                What::Event(Event::Comment { text, .. }) if depth == 0 && self.settings.keep_comments => {
                    record.comments.push((words, text));
                }
                What::Event(Event::Termination(termination)) => record.termination = Some(termination),
                What::Event(_) => {}
                What::Fault(code, text) => self.player.fault(start, code, &text),
            }
            next = self.next_item();
        }
    }

    /// Reads the moves and plays them, including those of variations. Stops early if these letters cannot read the
    /// game.
    fn read_moves<S: Sink>(
        &mut self,
        first: Option<Item<'a>>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut next = first;
        // Whether the last event was a number, followed by nothing or another number.
        let mut numbered = false;
        loop {
            let Some(Item { start, what }) = next else {
                let end = self.reader.span().end;
                self.end_given_up(self.reader.place_of(end), None, sink);
                return ControlFlow::Continue(());
            };
            let doubled = numbered;
            numbered = matches!(what, What::Event(Event::Number { .. })) && self.number_follows(start);
            match what {
                What::Event(Event::Move(word)) => {
                    if self.player.is_running() {
                        self.play_word(WrittenMove { start, word: &word }, record, sink)?;
                    } else {
                        self.unplayed(start, &word, sink);
                    }
                }
                What::Event(Event::Number { dots: 0, half: false, .. })
                    if self.given_up.is_some() && record.termination.is_none() =>
                {
                    let number = self.digits_at(start);
                    self.unplayed(start, number, sink);
                }
                What::Event(Event::Number { value, dots: 0, half: false })
                    if self.player.notation.is_none() && !self.fits_bare(value) =>
                {
                    self.take_bare_number(start, record, sink);
                }
                What::Event(Event::Number { value, half: true, .. })
                    if self.player.notation.is_none()
                        && self.player.dialect == Dialect::Pgn
                        && !self.fits_bare(value) =>
                {
                    let decimal = self.decimal_at(start);
                    self.tell_stray(start, start + decimal.len(), record, sink);
                }
                What::Event(Event::Number { value, .. }) if doubled && self.player.is_running() => {
                    self.player.wrong_number(start, value, true);
                }
                What::Event(Event::Unplayed(text)) => {
                    if self.player.is_running() {
                        self.refuse_kept(start, &text);
                    }
                    self.unplayed(start, &text, sink);
                }
                What::Event(Event::Stray(words)) if !self.player.is_running() && record.termination.is_none() => {
                    self.unplayed(start, &words, sink);
                }
                What::Event(event) => {
                    if sink.gives_lines_up() {
                        self.give_up_at(start, &event, sink);
                    }
                    let precedes_moves = matches!(event, Event::Open) && self.awaits_first_move();
                    if precedes_moves {
                        self.player.fault(start, Code::VariationEmpty, b"(");
                    }
                    // After the result, no move follows that it could replace.
                    if precedes_moves && record.termination.is_none() {
                        self.hold_variation(start);
                    } else {
                        self.end_given_up(start, Some(&event), sink);
                        self.player.other(start, event, record, sink);
                    }
                }
                What::Fault(code, text) => self.player.fault(start, code, &text),
            }
            next = if numbered { self.next_item() } else { self.next_after(record, sink) };
        }
    }

    /// Whether another number seems to follow the one at `start`, which the fast path for moves would miss. Events that
    /// were read ahead come first.
    #[inline(never)]
    fn number_follows(&self, start: usize) -> bool {
        if self.reader.places_are_bits() {
            return false;
        }
        let behind = |at: usize, skip: fn(u8) -> bool| {
            at + self.block.get(at..).unwrap_or_default().iter().take_while(|&&byte| skip(byte)).count()
        };
        let number = behind(start, |byte| byte.is_ascii_digit());
        let next = behind(behind(number, |byte| byte == b'.'), |byte| byte.is_ascii_whitespace());
        let end = behind(next, |byte| byte.is_ascii_digit());
        end > next && self.block.get(end) == Some(&b'.') && self.ahead.is_empty() && self.early.is_empty()
    }

    /// The event after those that were read and after the plain moves that follow them, which are played.
    #[inline(always)]
    fn next_after<S: Sink>(&mut self, record: &mut Record<'a>, sink: &mut S) -> Option<Item<'a>> {
        if !self.ahead.is_empty() {
            return self.ahead.pop();
        }
        if !self.early.is_empty() {
            return self.next_before_first_move();
        }
        if self.reader.is_at_end() {
            return None;
        }
        self.reader.play_plain(&mut self.player, record, sink);
        self.next_item()
    }

    /// Reads a word that may be a move in any spelling.
    #[inline(never)]
    fn play_word<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let WrittenMove { start, word } = written;
        let read = match self.player.notation {
            None => self.player.replay.resolve(word, self.player.letters),
            Some(notation) if self.repeats_start(notation, word) => {
                self.player.fault(start, Code::RowRepeated, b"");
                return ControlFlow::Continue(());
            }
            Some(notation) => self.resolve_in(notation, word),
        };
        if core::mem::take(&mut self.player.over) {
            self.player.fault(start, Code::SetupOver, word);
        }
        match read {
            Ok(named) if named.claim == Claim::Check && self.is_glued_sign(written, named) => {
                self.play_with_sign(written, named, record, sink);
            }
            Ok(ParsedMove { mv, illegal: true, .. }) if self.player.passing && mv.kind == MoveKind::Null => {
                self.player.play(written, ParsedMove::plainly(mv), record, sink);
            }
            Ok(named) => self.player.play(written, named, record, sink),
            Err(error) => self.look_again(written, error, record, sink)?,
        }
        self.release_variations();
        ControlFlow::Continue(())
    }

    /// Tries again to read a word that is not a move as written: a sign may be attached to it, or its letters may be
    /// those of another language.
    #[cold]
    fn look_again<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        error: MoveError,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if self.player.notation.is_none() {
            if self.take_remark(written, record, sink) {
                return ControlFlow::Continue(());
            }
            if !may_be_move(written.word) && !written.word.iter().any(u8::is_ascii_control) {
                self.take_strays(written, record, sink);
                return ControlFlow::Continue(());
            }
            // A word that fits more than one move was understood.
            if error != MoveError::Ambiguous {
                self.try_other_letters(written.start)?;
            }
        }
        self.player.bad_move(written.start, written.word, error);
        self.unplayed(written.start, written.word, sink);
        ControlFlow::Continue(())
    }

    /// Finds the move that a text names in a notation other than SAN.
    fn resolve_in(&mut self, notation: &'static dyn MoveNotation, word: &[u8]) -> Result<ParsedMove, MoveError> {
        let validation = self.player.validation;
        match self.player.replay.resolve_in(notation, word, validation) {
            Err(MoveError::Illegal) if validation == Validation::Full => self.resolve_confessed(notation, word),
            Err(MoveError::EnPassantUnmarked(mv)) if self.player.position().is_legal(mv) => {
                let mut named = ParsedMove::plainly(mv);
                named.notes.add(Code::EnPassantMark);
                self.player.replay.resume();
                Ok(named)
            }
            read => read,
        }
    }

    /// Finds an illegal move that is marked as such, which is valid even if every move must be legal: `$232`, or `$231`
    /// if its only fault is that the turn ends in check.
    #[cold]
    fn resolve_confessed(&mut self, notation: &'static dyn MoveNotation, word: &[u8]) -> Result<ParsedMove, MoveError> {
        let (mut illegal, mut in_check) = (false, false);
        let mut nags = Vec::new();
        while let Some(item) = self.next_item() {
            let nag = if let What::Event(Event::Nag { value, .. }) = item.what { Some(value) } else { None };
            nags.push(item);
            let Some(value) = nag else { break };
            illegal |= value == Some(ILLEGAL);
            in_check |= value == Some(ENDED_IN_CHECK);
        }
        nags.reverse();
        self.ahead = nags;
        if !illegal && !in_check {
            return Err(MoveError::Illegal);
        }
        let replay = &mut self.player.replay;
        let named = replay.resolve_in(notation, word, Validation::Basic)?;
        if illegal || replay.position().is_legal_but_for_check(named.mv) {
            return Ok(named);
        }
        replay.stop();
        Err(MoveError::Illegal)
    }

    /// Whether this is the starting board before the first move, which some programs write first.
    #[inline]
    fn repeats_start(&self, notation: &dyn MoveNotation, word: &[u8]) -> bool {
        let replay = &self.player.replay;
        replay.ply() == 0 && replay.depth() == 0 && notation.repeats(replay.position(), word)
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Whether a variation that opens now precedes the first move.
    #[inline]
    fn awaits_first_move(&self) -> bool {
        self.player.is_before_first_move() && !self.early.is_too_late
    }

    /// Puts a variation that opens at `start` aside.
    #[cold]
    fn hold_variation(&mut self, start: usize) {
        self.early.items.push(Item::event(start, Event::Open));
        let mut depth = 1u64;
        while depth > 0 {
            let Some(item) = self.ahead.pop().or_else(|| self.next_item()) else { return };
            match item.what {
                What::Event(Event::Open) => depth += 1,
                What::Event(Event::Close) => depth -= 1,
                _ => {}
            }
            self.early.items.push(item);
        }
    }

    /// The first move was played, if it was: the variations that replace it come next.
    #[inline]
    fn release_variations(&mut self) {
        if !self.early.is_empty() && !self.player.is_before_first_move() {
            self.read_held();
        }
    }

    /// The next event while variations are put aside. The end of a game without moves sets them free.
    #[cold]
    fn next_before_first_move(&mut self) -> Option<Item<'a>> {
        let next = self.next_item();
        if next.as_ref().is_none_or(|item| matches!(item.what, What::Event(Event::Termination(_)))) {
            self.early.is_too_late = true;
            self.ahead.extend(next);
            self.read_held();
            return self.ahead.pop();
        }
        next
    }

    /// Puts what was held before what was read ahead.
    #[cold]
    fn read_held(&mut self) {
        let mut said = Vec::new();
        // The move's own NAGs come before the variations that replace it.
        while let Some(item) = self.ahead.pop().or_else(|| self.next_item()) {
            if !matches!(item.what, What::Event(Event::Nag { .. })) {
                self.ahead.push(item);
                break;
            }
            said.push(item);
        }
        self.ahead.extend(self.early.items.drain(..).rev());
        self.ahead.extend(said.into_iter().rev());
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads a word that is not a move as a move with such a sign, or as a sign of the move before it. `false` if it is
    /// neither.
    fn take_remark<S: Sink>(&mut self, written: WrittenMove<'_>, record: &mut Record<'a>, sink: &mut S) -> bool {
        let Some((word, sign, nag)) = cut(written.word) else { return false };
        let player = &mut self.player;
        if word.is_empty() {
            if !player.replay.has_begun() {
                return false;
            }
            player.replay.resume();
        } else {
            let Ok(named) = player.replay.resolve(word, player.letters) else { return false };
            player.play(WrittenMove { word, ..written }, named, record, sink);
        }
        player.fault(written.start + word.len(), Code::Remark, sign.as_bytes());
        if sink.is_listening() {
            sink.take(Step::Nag { value: Some(nag), spelled: sign });
        }
        true
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Takes a word that cannot be a move, and those that follow it: one error for all of them. The line continues.
    #[cold]
    fn take_strays<S: Sink>(&mut self, written: WrittenMove<'_>, record: &mut Record<'a>, sink: &mut S) {
        self.player.replay.resume();
        if self.reader.places_are_bits() {
            self.player.fault(written.start, Code::Stray, written.word);
            return self.player.stray(Cow::Owned(written.word.to_vec()), record, sink);
        }
        let mut end = written.start + written.word.len();
        while let Some(item) = self.ahead.pop().or_else(|| self.next_item()) {
            match &item.what {
                What::Event(Event::Move(word)) if !may_be_move(word) && !is_remark(word) && item.start >= end => {
                    end = item.start + word.len();
                }
                _ => {
                    self.ahead.push(item);
                    break;
                }
            }
        }
        self.tell_stray(written.start, end, record, sink);
    }

    /// Reports a text without a meaning, and keeps it.
    #[cold]
    fn tell_stray<S: Sink>(&mut self, start: usize, end: usize, record: &mut Record<'a>, sink: &mut S) {
        let text = self.block.get(start..end).unwrap_or_default();
        self.player.fault(start, Code::Stray, text);
        self.player.stray(Cow::Borrowed(text), record, sink);
    }

    /// Whether a number without dots is that of the next move, or is in a place where no move is played.
    #[inline]
    fn fits_bare(&self, value: u32) -> bool {
        !self.player.is_running() || self.reader.places_are_bits() || value == self.player.position().fullmove()
    }

    /// A number without dots that is not that of the next move: a move of correspondence chess, or a stray.
    #[cold]
    fn take_bare_number<S: Sink>(&mut self, start: usize, record: &mut Record<'a>, sink: &mut S) {
        let word = self.digits_at(start);
        match iccf::Iccf.read(self.player.position(), word, Validation::Full) {
            Ok(mut named) => {
                named.notes.add(Code::NumericMove);
                named.claim = Claim::Any;
                self.player.play(WrittenMove { start, word }, named, record, sink);
                self.release_variations();
            }
            Err(_) => self.tell_stray(start, start + word.len(), record, sink),
        }
    }

    fn digits_at(&self, start: usize) -> &'a [u8] {
        let rest = self.block.get(start..).unwrap_or_default();
        rest.get(..rest.iter().take_while(|byte| byte.is_ascii_digit()).count()).unwrap_or_default()
    }

    /// The decimal of two numbers and a dot.
    #[cold]
    fn decimal_at(&self, start: usize) -> &'a [u8] {
        let behind = start + self.digits_at(start).len() + 1;
        self.block.get(start..behind + self.digits_at(behind).len()).unwrap_or_default()
    }

    /// Whether the `+` at the end of a move is the start of the sign `+=`: the move gives no check.
    #[cold]
    fn is_glued_sign(&self, written: WrittenMove<'_>, named: ParsedMove) -> bool {
        written.word.ends_with(b"+")
            && self.player.notation.is_none()
            && !self.reader.places_are_bits()
            && self.block.get(written.start + written.word.len()) == Some(&b'=')
            && !self.player.position().after(named.mv).is_check()
    }

    /// Plays a move with the sign `+=` attached to it, of which `=` is still to be read.
    #[cold]
    fn play_with_sign<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        named: ParsedMove,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        let word = written.word.strip_suffix(b"+").unwrap_or(written.word);
        let start = written.start + word.len();
        let quiet = ParsedMove { claim: Claim::Quiet, ..named };
        self.player.play(WrittenMove { word, ..written }, quiet, record, sink);
        let item = self.ahead.pop().or_else(|| self.next_item());
        match item {
            Some(Item { what: What::Event(Event::Nag { .. }), .. }) => {
                let spelled = Cow::Borrowed(&b"+="[..]);
                self.player.fault(start, Code::NagSpelling, &spelled);
                self.ahead.push(Item::event(start, Event::Nag { value: Some(SLIGHTLY_BETTER), spelled }));
            }
            item => self.ahead.extend(item),
        }
    }

    /// With a word that is not a move at `start`: stops if the game is only tried, or may have the letters of
    /// another language.
    fn try_other_letters(&mut self, start: usize) -> ControlFlow<()> {
        let attempt = &self.attempt;
        if !attempt.is_trial {
            if attempt.is_decided || self.settings.letters.is_some() {
                return ControlFlow::Continue(());
            }
            let initials = self.initials().unwrap_or_default();
            if initials.languages().is_empty() {
                self.attempt.is_decided = true;
                return ControlFlow::Continue(());
            }
            self.attempt.initials = initials;
        }
        self.attempt.failed = Some(start);
        ControlFlow::Break(())
    }

    /// Reads a game again that was broken off at `failed`: with the letters that play it whole, or else furthest beyond
    /// that place and by more than one move of their own, or else with those of English. Of several the first language
    /// is taken. The steps of the game start again.
    #[cold]
    fn read_again<S: Sink>(&mut self, failed: usize, record: &mut Record<'a>, sink: &mut S) {
        let initials = core::mem::take(&mut self.attempt.initials);
        let mut best = (failed, &ENGLISH);
        for (index, letters) in initials.languages().into_iter().enumerate() {
            // Mostly the first language is the right one, and this its only reading.
            let place = if index == 0 {
                self.attempt.is_trial = true;
                self.read_with(letters, record, sink);
                self.attempt.failed.take()
            } else {
                self.failure_with(letters)
            };
            match place {
                None if index == 0 => return self.attempt = LetterAttempt::default(),
                None => {
                    best.1 = letters;
                    break;
                }
                Some(place) if place > best.0 && initials.own_before(place, letters) > 1 => best = (place, letters),
                Some(_) => {}
            }
        }
        self.attempt = LetterAttempt { is_decided: true, ..LetterAttempt::default() };
        self.read_with(best.1, record, sink);
        self.attempt.is_decided = false;
    }

    fn read_with<S: Sink>(&mut self, letters: &'static Letters, record: &mut Record<'a>, sink: &mut S) {
        let Some(reader) = self.reader.again() else { return };
        self.reader = reader;
        self.reader.next_game();
        self.ahead.clear();
        self.player.faults.forget_game();
        self.player.letters = letters;
        self.read_game(record, sink);
    }

    /// The first place where the game cannot be played with these letters.
    fn failure_with(&self, letters: &'static Letters) -> Option<usize> {
        let settings = Settings {
            letters: Some(letters),
            depth: Depth::Positions,
            keep_tags: false,
            keep_plies: false,
            keep_comments: false,
            ..self.settings
        };
        let mut trial = Games {
            settings,
            player: Player::new(self.block, &settings),
            is_utf8: self.is_utf8,
            starts: self.starts.clone(),
            attempt: LetterAttempt { is_trial: true, ..LetterAttempt::default() },
            ..Games::reading(b"", self.reader.again()?, &settings)
        };
        trial.player.faults.mute();
        trial.next(&mut Record::new(), &mut ());
        trial.attempt.failed
    }

    /// The letters that the moves of the game start with; `None` if it cannot be read again.
    fn initials(&self) -> Option<Initials> {
        let mut reader = self.reader.again()?;
        reader.next_game();
        let mut initials = Initials::default();
        while let Some(item) = reader.next_event() {
            if let What::Event(Event::Move(word)) = item.what {
                initials.add(item.start, &word);
            }
        }
        Some(initials)
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// The tags that the source spells differently than the writer, if they can be written as in the source.
    fn odd_tags(&self, record: &Record<'_>, tags: &[(Cow<'_, str>, Cow<'_, str>)]) -> Vec<OddTag> {
        let mut odd = Vec::new();
        for (place, (tag, (_, value))) in record.tags.iter().zip(tags).enumerate() {
            let renamed = self.renamed.iter().find(|(known, _)| *known == place);
            if renamed.is_none() && !tag.raw.contains(&b'\\') {
                continue;
            }
            let mut usual = Vec::new();
            text::push_escaped(value, &mut usual);
            let raw = text::decode(&tag.raw, record.encoding).into_owned();
            let fits = tag.escapes == Escapes::Some && is_quoted(&tag.raw) && !raw.contains(['\n', '\r']);
            if renamed.is_some() || fits && raw.as_bytes() != usual {
                let name = text::decode(renamed.map_or(&tag.name, |(_, name)| name), record.encoding).into_owned();
                let raw = if fits { raw } else { String::from_utf8(usual).unwrap_or_default() };
                odd.push(OddTag { place, name, raw });
            }
        }
        odd
    }

    /// Reports the first word of a text that could not be played when it was written.
    #[cold]
    fn refuse_kept(&mut self, start: usize, text: &[u8]) {
        let (word, error) = unplayed_text::refused_word(self.player.position(), text);
        // A document names squares: none of its moves was ambiguous when it was read first.
        let error = match error {
            MoveError::Syntax { .. } | MoveError::Illegal => error,
            _ => MoveError::Forbidden("it was kept as text"),
        };
        self.player.replay.stop();
        self.player.bad_move(start, word, error);
    }

    /// Emits a word that could not be played, or that follows one.
    #[cold]
    fn unplayed<S: Sink>(&mut self, start: usize, word: &[u8], sink: &mut S) {
        if self.given_up.is_none() {
            self.given_up = Some(AbandonedLine { start, depth: self.player.replay.depth() });
            if let Some(field) = self.reader.give_up().filter(|_| sink.is_listening()) {
                sink.take(Step::Field(&text::decode(&field, self.player.encoding())));
            }
        }
        self.player.unplayed(start, word, sink);
    }

    /// Gives up the line before an event that no step can express in its place: a variation without a move that it
    /// could replace, or a token with a zero byte that is not a comment.
    #[inline(never)]
    fn give_up_at(&mut self, start: usize, event: &Event<'_>, sink: &mut impl Sink) {
        if !self.player.is_running() || self.reader.is_before_tags() {
            return;
        }
        let gives_up = match event {
            Event::Open => !self.player.replay.has_begun(),
            Event::Nag { value: None, spelled: text }
            | Event::Escape(text)
            | Event::Comment { text, form: CommentForm::Line } => text.contains(&0),
            _ => false,
        };
        if gives_up {
            self.player.replay.stop();
            self.unplayed(start, b"", sink);
        }
    }

    /// Emits the text of what was given up, once an event at `end` or the end of the game ends it.
    #[inline]
    fn end_given_up<S: Sink>(&mut self, end: usize, event: Option<&Event<'_>>, sink: &mut S) {
        if self.given_up.is_some() {
            self.tell_given_up(end, event, sink);
        }
    }

    #[cold]
    fn tell_given_up<S: Sink>(&mut self, end: usize, event: Option<&Event<'_>>, sink: &mut S) {
        let Some(AbandonedLine { start, depth }) = self.given_up else { return };
        let ends = match event {
            Some(Event::Close) => self.player.replay.depth() == depth,
            Some(Event::Termination(_)) | None => true,
            Some(_) => false,
        };
        if !ends {
            return;
        }
        self.given_up = None;
        if !sink.is_listening() {
            return;
        }
        if let Some(text) = self.reader.verbatim(start..end.max(start)) {
            let text = if event.is_none() { text.trim_ascii_end() } else { &text };
            sink.take(Step::Verbatim(GamePart::Rest, &text::decode(text, self.player.encoding())));
        }
    }
}

/// How a game is read that its first letters cannot play.
#[derive(Debug, Default)]
struct LetterAttempt {
    /// Whether the first bad move ends the reading.
    is_trial: bool,
    /// Whether the letters of this game are found: no others are tried.
    is_decided: bool,
    /// Where reading was broken off.
    failed: Option<usize>,
    /// The letters of the game, if reading in English was broken off.
    initials: Initials,
}

/// The rest of a line that was given up.
#[derive(Clone, Copy, Debug)]
struct AbandonedLine {
    /// Where it starts.
    start: usize,
    /// How many variations are open around it.
    depth: usize,
}

/// The variations before the first move, until that was played.
#[derive(Default)]
struct EarlyVariations<'a> {
    items: Vec<Item<'a>>,
    /// Whether the game has no first move: then they are read all the same, so that their text is kept.
    is_too_late: bool,
}

impl EarlyVariations<'_> {
    /// Whether none was put aside.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The next game starts.
    #[inline(always)]
    fn clear(&mut self) {
        self.items.clear();
        self.is_too_late = false;
    }
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// The whole game was read.
    fn finish<S: Sink>(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>, sink: &mut S) {
        self.player.end_variation();
        self.player.close_all();
        record.ply_count = self.player.replay.ply();
        let position = self.player.position();
        record.ending = Ending::of(position);
        if record.legal_plies.is_none() {
            record.end.clone_from(position);
        }
        self.settle_result(deciding, record, sink);
        self.player.replay.forget_ply();
    }

    /// Compares the different statements about the end of the game. If there is no marker after the moves, the tags and
    /// the last board determine the ending.
    fn settle_result<S: Sink>(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>, sink: &mut S) {
        let (marked, dialect) = (self.reader.has_marker(), self.reader.dialect());
        let said = deciding.result().map(|found| dialect.result(&found.tag, record.encoding));
        let by_board = record.ending.result();
        if !marked && record.termination.is_none() {
            let termination = said.flatten().or(by_board).unwrap_or(Termination::Unknown);
            record.termination = Some(termination);
            sink.take(Step::Termination(termination));
        }
        let Some(termination) = record.termination else { return };
        if let (Some(found), Some(Some(said))) = (deciding.result(), said)
            && said != termination
        {
            let raw: &Bytes<'a> = &found.tag.raw;
            self.player.fault(found.byte, Code::ResultMismatch, raw);
        }
        // Without a result, mate or stalemate on the last board is not a contradiction.
        let is_ended = termination != Termination::Unknown;
        if dialect == Dialect::Vgn
            && said == Some(Some(Termination::Draw))
            && let Some(found) = deciding.result()
            && vgn::result::is_told_by_board(&found.tag.value(record.encoding))
            && !record.ending.is_stalemate()
        {
            let raw: &Bytes<'a> = &found.tag.raw;
            self.player.fault(found.byte, Code::ResultDiffers, raw);
        }
        let tells_winner = dialect == Dialect::Vgn && is_ended && self.player.replay.ends_by_mate();
        let other_board = (!marked || tells_winner) && by_board.is_some_and(|result| result != termination);
        let wrong_mark = dialect == Dialect::Vgn && self.player.replay.wrong_end_mark(last(termination));
        // The rest of a line that was not played to its end may have led to another result.
        let is_whole = is_ended && !self.player.faults.has_error();
        let other_result = is_whole && by_board.is_some_and(|by| by != termination);
        if other_board || wrong_mark || other_result {
            let is_mark = (other_board || wrong_mark) && !(dialect == Dialect::Pgn && marked);
            let code = if is_mark { Code::EndMarks } else { Code::ResultDiffers };
            let last = self.player.last;
            let word = self.player.word(last);
            self.player.fault(last.byte, code, word);
        }
    }
}

/// How a game with this marker ended, in the terms of end marks.
fn last(termination: Termination) -> Last {
    match termination {
        Termination::WhiteWins | Termination::BlackWins => Last::Won,
        Termination::Draw => Last::Drawn,
        Termination::BothLose | Termination::Unknown => Last::Open,
    }
}
