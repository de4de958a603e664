//! Reads the games of a block: events and rules joined, faults counted, one [`Record`] filled again and again.

use crate::error::Code;
use crate::game::pgn::{self, NearTag, Numeral, Reader};
use crate::game::vgn::pieces::PieceSet;
use crate::game::vgn::rules::RuleSet;
use crate::game::vgn::{codes, head, result, setup};
use crate::game::{AnyReader, CommentForm, Dialect, Event, GameFormat, GameReader, Item, Termination, What};
use crate::limits::Limits;
use crate::notation::language::{ENGLISH, Letters};
use crate::notation::{self, Last, MoveError, MoveNotation, Named, Spec, Validation, san};
use crate::position::{PositionError, fen};
use crate::record::{Depth, Ending, Escapes, Ply, Record, Tag};
use crate::replay::Replay;
use crate::rules::{self, Color, Kind, Position, Rules};
use crate::tally::{Faults, Site, Tally, Words, plain_words, shown};
use crate::text::{self, Encoding};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How games are read.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether every note is an error.
    pub strict: bool,
    /// Limits against hostile input.
    pub limits: Limits,
    /// The letters for pieces.
    pub letters: &'static Letters,
    /// What is asked of a move in a notation that can hold illegal ones.
    pub validation: Validation,
    /// Whether games of VGN in a file of PGN are refused.
    pub only_pgn: bool,
    /// How much work a game gets.
    pub depth: Depth,
    /// Whether [`Record::plies`] are kept; [`Record::ply_count`] is known all the same.
    pub keep_plies: bool,
    /// Whether [`Record::comments`] are kept.
    pub keep_comments: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strict: false,
            limits: Limits::default(),
            letters: &ENGLISH,
            validation: Validation::Basic,
            only_pgn: false,
            depth: Depth::Positions,
            keep_plies: true,
            keep_comments: false,
        }
    }
}

/// Whoever wants more of a game than its record: a writer, a tree. What it does not need it leaves out.
pub trait Sink<'a> {
    /// A game starts. The encoding is that of all its bytes.
    fn begin(&mut self, _encoding: Encoding) {}
    /// Anything but a move, in the order of the text. A number says nothing that the moves do not.
    fn event(&mut self, _event: &Event<'a>) {}
    /// The tags are read; the moves start from here.
    fn start(&mut self, _setup: &Setup<'_>) {}
    /// This move is about to be played in `before`.
    fn moving(&mut self, _before: &Position, _named: &Named, _word: &'a [u8]) {}
    /// It was played.
    fn moved(&mut self, _after: &Position) {}
    /// A word that could not be played, or stands behind one.
    fn unplayed(&mut self, _word: &'a [u8]) {}
}

/// What a game's tags say of its moves.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'s> {
    /// Where they start from.
    pub position: &'s Position,
    /// Whether that is the usual start of the standard rules.
    pub usual: bool,
    /// How the tags speak.
    pub dialect: Dialect,
    /// What the moves are written in.
    pub notation: &'static Spec,
    /// Whether the tags do not say all of the position.
    pub told: bool,
}

/// Nothing more is wanted.
impl Sink<'_> for () {}

/// The games of a block.
///
/// ```
/// use scoresheet_core::{reading::{Games, Settings}, record::Record};
/// let settings = Settings::default();
/// let mut games = Games::new(b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", &settings);
/// let mut record = Record::new();
/// while games.next(&mut record, &mut ()) {
///     assert_eq!(record.plies.len(), 5);
///     assert!(record.ending.mate);
/// }
/// assert_eq!(games.into_tally().games, 1);
/// ```
pub struct Games<'a> {
    block: &'a [u8],
    settings: Settings,
    reader: AnyReader<'a>,
    replay: Replay,
    faults: Faults<'a>,
    /// Whether the whole block is UTF-8, so that no game need be asked.
    utf8: bool,
    number: u64,
    usual: Position,
    /// Where games start whose tags do not tell.
    given: Option<Position>,
    start: Position,
    names: Names<'a>,
    /// The number of the next move as it will be written.
    numeral: Numeral,
    /// The last move played, for a mark that turns out wrong later.
    last: LastMove,
    /// What is asked of a game's moves, whether its rules allow to pass, and whether it is over before its first move.
    validation: Validation,
    passing: bool,
    over: bool,
    /// Whether it speaks VGN, and announces composite NAGs.
    vgn: bool,
    composite: bool,
    /// NAGs that were read ahead of time, the first one last.
    ahead: Vec<Item<'a>>,
}

#[derive(Clone, Copy, Default)]
struct LastMove {
    byte: usize,
    length: usize,
}

impl<'a> Games<'a> {
    /// Reads a `block` of PGN, which starts where a game starts and ends where one ends.
    pub fn new(block: &'a [u8], settings: &Settings) -> Games<'a> {
        Games::of(&pgn::Pgn, block, settings)
    }

    /// The same for a block of any format.
    pub fn of(format: &dyn GameFormat, block: &'a [u8], settings: &Settings) -> Games<'a> {
        Games {
            block,
            settings: *settings,
            reader: format.reader(block, &settings.limits),
            replay: Replay::new(),
            faults: Faults::new(block, settings.strict),
            utf8: block.is_ascii() || core::str::from_utf8(block).is_ok(),
            number: 0,
            usual: Position::start(),
            given: None,
            start: Position::start(),
            names: Names::default(),
            numeral: Numeral::of(1),
            last: LastMove::default(),
            validation: settings.validation,
            passing: false,
            over: false,
            vgn: false,
            composite: false,
            ahead: Vec::new(),
        }
    }

    /// Games whose tags name no start position start from this one.
    #[must_use]
    pub fn starting(self, position: &Position) -> Games<'a> {
        Games { given: Some(position.clone()), ..self }
    }

    /// The same for a block that ends within a game that is too long.
    #[must_use]
    pub fn cut_short(mut self) -> Games<'a> {
        self.reader = match self.reader {
            AnyReader::Pgn(reader) => AnyReader::Pgn(reader.cut_short()),
            mut other => {
                if let Some(reader) = other.other_mut() {
                    reader.cut_short();
                }
                other
            }
        };
        self
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.faults.tally
    }

    /// What was counted.
    pub fn into_tally(self) -> Tally {
        self.faults.tally
    }

    /// Reads the next game into `record` and tells `sink` of it; `false` where there is none.
    pub fn next<S: Sink<'a>>(&mut self, record: &mut Record<'a>, sink: &mut S) -> bool {
        let another = match &mut self.reader {
            AnyReader::Pgn(reader) => reader.next_game(),
            AnyReader::Vgn(reader) => reader.next_game(),
            AnyReader::Other(reader) => reader.next_game(),
        };
        if !another {
            return false;
        }
        self.number += 1;
        self.faults.start_game(self.number);
        clear(record, self.number);
        self.find_encoding(record);
        sink.begin(record.encoding);
        match self.settings.depth {
            Depth::Frame => self.skip(),
            depth => self.read_tags(depth, record, sink),
        }
        let span = match &self.reader {
            AnyReader::Pgn(reader) => reader.span(),
            AnyReader::Vgn(reader) => reader.span(),
            AnyReader::Other(reader) => reader.span(),
        };
        record.byte = span.start as u64;
        record.text = self.block.get(span).unwrap_or_default();
        record.stands_alone = match &self.reader {
            AnyReader::Pgn(_) => true,
            AnyReader::Vgn(reader) => reader.stands_alone(),
            AnyReader::Other(reader) => reader.stands_alone(),
        };
        record.first_error = self.faults.take_first_error();
        self.faults.tally.add_game(record);
        true
    }

    /// The comments that stand behind the last game.
    pub fn trailing(&self) -> &[&'a [u8]] {
        match &self.reader {
            AnyReader::Pgn(_) => &[],
            AnyReader::Vgn(reader) => reader.trailing(),
            AnyReader::Other(reader) => reader.trailing(),
        }
    }

    /// The next event or fault of this game.
    #[inline(always)]
    fn next_item(&mut self) -> Option<Item<'a>> {
        match &mut self.reader {
            AnyReader::Pgn(reader) => reader.next_event(),
            AnyReader::Vgn(reader) => reader.next_event(),
            AnyReader::Other(reader) => reader.next_event(),
        }
    }

    /// Reads to the end of this game and throws away what is left of it, but for what is wrong with it.
    fn skip(&mut self) {
        match &mut self.reader {
            AnyReader::Pgn(reader) => reader.skip(),
            AnyReader::Vgn(_) | AnyReader::Other(_) => {
                while let Some(Item { start, what }) = self.next_item() {
                    if let What::Fault(code, text) = what {
                        self.fault(start, code, text);
                    }
                }
            }
        }
    }

    /// How the tags of this game speak.
    #[inline(always)]
    fn dialect(&self) -> Dialect {
        match &self.reader {
            AnyReader::Pgn(_) => Dialect::Pgn,
            AnyReader::Vgn(reader) => reader.dialect(),
            AnyReader::Other(reader) => reader.dialect(),
        }
    }

    /// What the moves of this game are written in, and how its tags speak.
    fn speech(&self) -> (&'static dyn MoveNotation, Dialect) {
        match &self.reader {
            AnyReader::Pgn(_) => (notation::ALL[0], Dialect::Pgn),
            AnyReader::Vgn(reader) => (reader.notation(), reader.dialect()),
            AnyReader::Other(reader) => (reader.notation(), reader.dialect()),
        }
    }

    /// Finds out how the game's bytes are to be read.
    #[inline]
    fn find_encoding(&mut self, record: &mut Record<'a>) {
        match &self.reader {
            AnyReader::Pgn(_) if self.utf8 => {}
            AnyReader::Pgn(reader) => {
                let ahead = reader.clone();
                self.find_encoding_ahead(ahead, record);
            }
            AnyReader::Vgn(reader) => record.encoding = reader.encoding().unwrap_or_default(),
            AnyReader::Other(reader) => record.encoding = reader.encoding().unwrap_or_default(),
        }
    }

    /// Reads the game ahead of time to see whether its bytes are UTF-8.
    #[cold]
    fn find_encoding_ahead(&mut self, mut ahead: Reader<'a>, record: &mut Record<'a>) {
        ahead.skip();
        let span = ahead.span();
        let text = self.block.get(span.clone()).unwrap_or_default();
        record.encoding = Encoding::of(text);
        if record.encoding == Encoding::Cp1252 {
            let at = core::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
            let site = Site { code: Code::EncodingCp1252, byte: span.start + at, text: b"", ply: None, number: None };
            self.faults.add(site, || plain_words(Code::EncodingCp1252, b""));
        }
    }

    /// Reads the tag section, and hands the first thing behind it to what follows.
    fn read_tags<S: Sink<'a>>(&mut self, depth: Depth, record: &mut Record<'a>, sink: &mut S) {
        self.names.clear();
        let mut special = Special::default();
        let mut next = self.next_item();
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Tag { name, raw }) => {
                    let new = self.names.add(name, b"");
                    let tag = Tag { name, raw, escapes: Escapes::Some };
                    self.add_tag(start, tag, new, &mut special, record, sink);
                    self.take_tags(&mut special, record, sink);
                }
                What::Event(Event::TagValue { name, value, escaped }) => {
                    let new = self.names.add(name, b"");
                    let tag = Tag { name, raw: value, escapes: if escaped { Escapes::Any } else { Escapes::None } };
                    self.add_tag(start, tag, new, &mut special, record, sink);
                }
                What::Event(_) => break,
                What::Fault(code, text) => self.fault(start, code, text),
            }
            next = self.next_item();
        }
        match depth {
            Depth::Frame | Depth::Tags => self.skip(),
            Depth::Moves => self.read_words(next, record, sink),
            Depth::Positions => {
                let (notation, dialect) = self.speech();
                let told = self.set_up(&special, dialect, record);
                if let Some(reader) = self.reader.other_mut() {
                    reader.starts_at(&self.start);
                }
                let usual = record.usual_start;
                sink.start(&Setup { position: &self.start, usual, dialect, notation: notation.spec(), told });
                // SAN is read in whatever letters the settings say.
                let other = (notation.spec().id != "san").then_some(notation);
                self.read_moves(next, other, record, sink);
                self.finish(&special, record, sink);
            }
        }
    }

    /// Takes the tags that stand as nearly all do.
    #[inline(always)]
    fn take_tags<S: Sink<'a>>(&mut self, special: &mut Special<'a>, record: &mut Record<'a>, sink: &mut S) {
        let taken = |reader: &mut AnyReader<'a>, expected| match reader {
            AnyReader::Pgn(reader) => reader.take_tag(expected),
            _ => None,
        };
        while let Some(tag) = taken(&mut self.reader, self.names.expected()) {
            let new = if tag.known { self.names.add_expected() } else { self.names.add(tag.name, tag.opening) };
            let NearTag { start, name, raw, .. } = tag;
            self.add_tag(start, Tag { name, raw, escapes: Escapes::Some }, new, special, record, sink);
        }
    }

    #[inline(always)]
    fn add_tag<S: Sink<'a>>(
        &mut self,
        start: usize,
        tag: Tag<'a>,
        new: bool,
        special: &mut Special<'a>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        let Tag { name, raw, escapes } = tag;
        if !new {
            self.fault(start, Code::TagRepeated, name);
        }
        match self.dialect() {
            Dialect::Pgn => special.see(tag, start),
            Dialect::Vgn => special.see_vgn(tag, start),
        }
        record.tags.push(tag);
        sink.event(&match escapes {
            Escapes::Some => Event::Tag { name, raw },
            _ => Event::TagValue { name, value: raw, escaped: escapes == Escapes::Any },
        });
    }

    /// Reads the moves as words: comments and the marker, no rules.
    fn read_words<S: Sink<'a>>(&mut self, first: Option<Item<'a>>, record: &mut Record<'a>, sink: &mut S) {
        let (mut next, mut depth, mut words) = (first, 0u64, 0u32);
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(event) => {
                    match event {
                        Event::Move(_) if depth == 0 => words = words.saturating_add(1),
                        Event::Open => depth += 1,
                        Event::Close => depth = depth.saturating_sub(1),
                        Event::Comment { text, .. } if depth == 0 => self.keep_comment(record, words, text),
                        Event::Termination(termination) => record.termination = Some(termination),
                        _ => {}
                    }
                    match event {
                        Event::Move(word) => sink.unplayed(word),
                        event => sink.event(&event),
                    }
                }
                What::Fault(code, text) => self.fault(start, code, text),
            }
            next = self.next_item();
        }
    }

    fn keep_comment(&self, record: &mut Record<'a>, plies: u32, text: &'a [u8]) {
        if self.settings.keep_comments {
            record.comments.push((plies, text));
        }
    }

    /// Finds the rules and the start position that the tags tell; whether they do not tell all of it.
    fn set_up(&mut self, special: &Special<'a>, dialect: Dialect, record: &mut Record<'a>) -> bool {
        self.start.clone_from(self.given.as_ref().unwrap_or(&self.usual));
        record.usual_start = self.given.is_none() || self.start == self.usual;
        record.played = true;
        self.validation = self.settings.validation;
        self.passing = false;
        self.over = false;
        let told = self.reader.other().and_then(GameReader::start);
        let is_told = told.is_some();
        if let Some(told) = told {
            self.set_up_as_told(told, special, record);
        } else if dialect == Dialect::Vgn {
            self.set_up_vgn(special, record);
        } else if let Some((tag, byte)) = special.game_format.filter(|_| self.settings.only_pgn)
            && codes::game_format(&record.value(&tag)) == Some(Dialect::Vgn)
        {
            record.played = false;
            self.fault(byte, Code::FormatRefused, tag.raw);
        } else if special.fen.is_some() || special.variant.is_some() {
            self.set_up_from_tags(special, record);
        }
        self.replay.start(&self.start, record.played);
        if !record.usual_start {
            record.start.clone_from(&self.start);
        }
        is_told || self.given.is_some() && special.fen.is_none()
    }

    /// Takes a start position that no tag says whole.
    #[cold]
    fn set_up_as_told(
        &mut self,
        told: Result<(Position, Vec<Code>), PositionError>,
        special: &Special<'a>,
        record: &mut Record<'a>,
    ) {
        let (raw, byte) = special.fen.map_or((&b""[..], 0), |(tag, byte)| (tag.raw, byte));
        match told {
            Ok((position, notes)) => {
                self.start = position;
                record.usual_start = self.start == self.usual;
                for code in notes {
                    self.fault(byte, code, raw);
                }
            }
            Err(error) => {
                record.played = false;
                let site = Site { code: error.code, byte, text: raw, ply: Some(0), number: None };
                let message = format!("cannot set up `{}`: {}", shown(raw), error.message);
                self.faults.add(site, || Words { message, fen: None });
            }
        }
    }

    #[cold]
    fn set_up_from_tags(&mut self, special: &Special<'a>, record: &mut Record<'a>) {
        let mut rules = None;
        if let Some((tag, byte)) = special.variant {
            match variant(&record.value(&tag)) {
                Ok(found) => rules = found,
                Err(Unsupported) => {
                    record.played = false;
                    return self.fault(byte, Code::VariantUnsupported, tag.raw);
                }
            }
        }
        if let Some((tag, byte)) = special.fen {
            let (text, raw) = (record.value(&tag), tag.raw);
            match fen::read(text.as_bytes(), rules) {
                Ok((position, notes)) => {
                    self.start = position;
                    for code in notes {
                        self.fault(byte, code, raw);
                    }
                }
                Err(error) => {
                    record.played = false;
                    let site = Site { code: error.code, byte, text: raw, ply: Some(0), number: None };
                    let message = format!("cannot set up `{}`: {}", shown(raw), error.message);
                    return self.faults.add(site, || Words { message, fen: None });
                }
            }
        } else if let Some(rules) = rules {
            self.start = self.start.with_rules(rules);
        }
        record.usual_start = self.start == self.usual;
    }

    /// The same for VGN: SetUp holds the board, Rules and Pieces what is played.
    #[cold]
    fn set_up_vgn(&mut self, special: &Special<'a>, record: &mut Record<'a>) {
        let mut rules = None;
        self.composite = special.nags.is_some_and(|(tag, _)| head::is_composite(&record.value(&tag)));
        if let Some((tag, byte)) = special.variant {
            match variant(&record.value(&tag)) {
                Ok(found) => rules = found,
                Err(Unsupported) => return self.not_played(byte, Code::VariantUnsupported, tag.raw, record),
            }
        }
        if let Some((tag, byte)) = special.rules {
            let Ok(set) = RuleSet::read(&record.value(&tag)) else {
                return self.not_played(byte, Code::RulesSyntax, tag.raw, record);
            };
            self.passing = set.allows_passing();
            rules = set.played_by().or(rules);
            if set.played_by().is_none() {
                if self.validation == Validation::Full {
                    return self.not_played(byte, Code::VariantUnsupported, tag.raw, record);
                }
                self.fault(byte, Code::RulesUnknown, tag.raw);
                self.validation = Validation::Off;
            }
        }
        if let Some((tag, byte)) = special.pieces {
            match PieceSet::read(&record.value(&tag)) {
                Ok(set) if set.is_normal() => {}
                Ok(_) => return self.not_played(byte, Code::PiecesUnsupported, tag.raw, record),
                Err(_) => return self.not_played(byte, Code::PiecesSyntax, tag.raw, record),
            }
        }
        let fen = special.fen.map(|(tag, _)| record.value(&tag));
        if let Some((tag, byte)) = special.setup {
            match setup::read(&record.value(&tag), fen.as_deref(), rules, self.validation) {
                Ok(setup) => {
                    self.over = setup.is_over();
                    for code in setup.notes {
                        self.fault(byte, code, tag.raw);
                    }
                    self.start = setup.position;
                }
                Err(error) => {
                    record.played = false;
                    let site = Site { code: error.code, byte, text: tag.raw, ply: Some(0), number: None };
                    let message = format!("cannot set up `{}`: {}", shown(tag.raw), error.message);
                    return self.faults.add(site, || Words { message, fen: None });
                }
            }
        } else if let Some(rules) = rules {
            self.start = self.start.with_rules(rules);
        }
        record.usual_start = self.start == self.usual;
    }

    /// No move of this game can be played, for this reason.
    fn not_played(&mut self, byte: usize, code: Code, text: &'a [u8], record: &mut Record<'a>) {
        record.played = false;
        self.fault(byte, code, text);
    }

    /// Reads the moves and plays them, those of variations too.
    fn read_moves<S: Sink<'a>>(
        &mut self,
        first: Option<Item<'a>>,
        notation: Option<&'static dyn MoveNotation>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        let mut next = first;
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Move(word)) => {
                    if self.replay.is_running() {
                        self.play_word(start, word, notation, record, sink);
                    } else {
                        sink.unplayed(word);
                    }
                }
                What::Event(event) => self.other(start, event, record, sink),
                What::Fault(code, text) => self.fault(start, code, text),
            }
            match notation {
                None => self.play_plain(record, sink),
                Some(notation) => self.play_plain_vgn(notation, record, sink),
            }
            next = if self.ahead.is_empty() { self.next_item() } else { self.ahead.pop() };
        }
    }

    /// Plays on as long as nothing but numbers, moves in proper SAN and short comments come: nearly always. What it does not know it
    /// leaves to be read with care.
    #[inline(never)]
    fn play_plain<S: Sink<'a>>(&mut self, record: &mut Record<'a>, sink: &mut S) {
        let AnyReader::Pgn(reader) = &self.reader else { return };
        let Some(mut cursor) = reader.cursor() else { return };
        let mut numeral = self.numeral;
        while self.replay.is_running() {
            let value = self.replay.position().fullmove();
            numeral.turn_to(value);
            if let Some(text) = cursor.take_comment() {
                if self.replay.depth() == 0 {
                    self.keep_comment(record, self.replay.ply(), text);
                }
                sink.event(&Event::Comment { text, form: CommentForm::Braces });
                continue;
            }
            let Some(peeked) = cursor.peek(&numeral) else { break };
            let short = san::Short::of(peeked.eight, peeked.word.len());
            let Some(named) = self.replay.resolve_strict(short, self.settings.letters) else { break };
            let misnumbered = peeked.dots > 1 && self.replay.position().turn() == Color::White;
            if misnumbered || named.mv.kind == Kind::EnPassant && cursor.suffix_follows(&peeked) {
                break;
            }
            if peeked.dots > 0 {
                sink.event(&Event::Number { value, dots: peeked.dots, half: false });
            }
            let start = cursor.start(&peeked);
            cursor.accept(&peeked);
            self.play(start, peeked.word, named, record, sink);
        }
        if let AnyReader::Pgn(reader) = &mut self.reader {
            reader.resume(cursor);
        }
        self.numeral = numeral;
    }

    /// The same for moves of VGN.
    #[inline(never)]
    fn play_plain_vgn<S: Sink<'a>>(
        &mut self,
        notation: &'static dyn MoveNotation,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        while self.replay.is_running() && self.ahead.is_empty() {
            let AnyReader::Vgn(reader) = &mut self.reader else { return };
            let Some(plain) = reader.peek_plain() else { return };
            let position = self.replay.position();
            let numbered = (position.fullmove(), position.turn() == Color::Black);
            if plain.number.is_some_and(|number| number != numbered) {
                return;
            }
            let Some(named) = notation.plain(position, plain.word) else { return };
            reader.accept_plain(&plain);
            self.play(plain.start, plain.word, named, record, sink);
        }
    }

    /// Reads a word that is a move in any spelling, or none.
    #[inline(never)]
    fn play_word<S: Sink<'a>>(
        &mut self,
        start: usize,
        word: &'a [u8],
        notation: Option<&'static dyn MoveNotation>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        let read = match notation {
            None => self.replay.resolve(word, self.settings.letters),
            Some(notation) if self.repeats_start(notation, word) => {
                return self.fault(start, Code::RowRepeated, b"");
            }
            Some(notation) => self.resolve_in(notation, word),
        };
        if core::mem::take(&mut self.over) {
            self.fault(start, Code::SetupOver, word);
        }
        match read {
            Ok(Named { mv, illegal: true, .. }) if self.passing && mv.kind == Kind::Null => {
                self.play(start, word, Named::plainly(mv), record, sink);
            }
            Ok(named) => self.play(start, word, named, record, sink),
            Err(error) => {
                self.bad_move(start, word, error, notation);
                sink.unplayed(word);
            }
        }
    }

    /// Finds the move that a text names in a notation other than SAN.
    fn resolve_in(&mut self, notation: &'static dyn MoveNotation, word: &'a [u8]) -> Result<Named, MoveError> {
        match self.replay.resolve_in(notation, word, self.validation) {
            Err(MoveError::Illegal) if self.validation == Validation::Full => self.resolve_confessed(notation, word),
            read => read,
        }
    }

    /// Finds an illegal move that says so itself, which stands even where every move must be legal: `$232`, or `$231` where
    /// nothing is wrong but that the turn ends in check.
    #[cold]
    fn resolve_confessed(&mut self, notation: &'static dyn MoveNotation, word: &'a [u8]) -> Result<Named, MoveError> {
        let (mut illegal, mut in_check) = (false, false);
        let mut nags = Vec::new();
        loop {
            let item = self.next_item();
            let Some(item) = item else { break };
            nags.push(item);
            match item.what {
                What::Event(Event::Nag { value, .. }) => {
                    illegal |= value == Some(ILLEGAL);
                    in_check |= value == Some(ENDED_IN_CHECK);
                }
                _ => break,
            }
        }
        nags.reverse();
        self.ahead = nags;
        if !illegal && !in_check {
            return Err(MoveError::Illegal);
        }
        let named = self.replay.resolve_in(notation, word, Validation::Basic)?;
        if illegal || self.replay.position().is_legal_but_for_check(named.mv) {
            return Ok(named);
        }
        self.replay.stop();
        Err(MoveError::Illegal)
    }

    /// Whether this is the start board before the first move, which some writers put first.
    #[inline]
    fn repeats_start(&self, notation: &dyn MoveNotation, word: &[u8]) -> bool {
        self.replay.ply() == 0 && self.replay.depth() == 0 && notation.repeats(self.replay.position(), word)
    }

    #[inline(always)]
    fn play<S: Sink<'a>>(&mut self, start: usize, word: &'a [u8], named: Named, record: &mut Record<'a>, sink: &mut S) {
        sink.moving(self.replay.position(), &named, word);
        if named.illegal && self.replay.depth() == 0 && record.legal_plies.is_none() {
            record.legal_plies = Some(self.replay.ply());
            record.end.clone_from(self.replay.position());
        }
        let played = self.replay.play(named);
        if played.disproved_mate {
            self.wrong_mark(self.last, self.replay.ply() - 1);
        }
        self.last = LastMove { byte: start, length: word.len() };
        if !named.notes.is_empty() || played.wrong_mark || named.illegal {
            self.note_move(start, word, named, played.wrong_mark);
        }
        if self.settings.keep_plies && self.replay.depth() == 0 && record.legal_plies.is_none() {
            record.plies.push(Ply::played(self.replay.last(), self.replay.position()));
        }
        sink.moved(self.replay.position());
    }

    /// Everything but moves and numbers.
    #[inline(never)]
    fn other<S: Sink<'a>>(&mut self, start: usize, event: Event<'a>, record: &mut Record<'a>, sink: &mut S) {
        match event {
            Event::Open => {
                let running = self.replay.is_running();
                if !self.replay.open() && running {
                    self.fault(start, Code::VariationEmpty, b"(");
                }
            }
            Event::Close => {
                self.end_variation();
                self.replay.close();
            }
            Event::Comment { text, .. } if self.replay.depth() == 0 => {
                self.keep_comment(record, self.replay.ply(), text);
            }
            Event::Number { value, dots, half } if self.replay.is_running() => {
                let position = self.replay.position();
                let white = position.turn() == Color::White;
                if value != position.fullmove() || white && (dots > 1 || half) {
                    self.wrong_number(start, value);
                }
            }
            Event::Nag { value: None, spelled } => self.odd_nag(start, spelled),
            Event::Termination(termination) => record.termination = Some(termination),
            _ => {}
        }
        sink.event(&event);
    }

    /// A NAG that is no number up to 255. VGN knows composite ones, where a tag announces them.
    #[cold]
    fn odd_nag(&mut self, start: usize, spelled: &'a [u8]) {
        let composite = self.vgn && spelled.contains(&b'.');
        if !(composite && self.composite) {
            self.fault(start, if composite { Code::NagComposite } else { Code::NagRange }, spelled);
        }
    }

    /// What only the end of a variation or of the mainline shows.
    fn end_variation(&mut self) {
        if self.replay.wrong_last_mark() {
            self.wrong_mark(self.last, self.replay.ply());
        }
    }

    fn finish<S: Sink<'a>>(&mut self, special: &Special<'a>, record: &mut Record<'a>, sink: &mut S) {
        if self.replay.depth() > 0 {
            self.end_variation();
            self.replay.close_all();
        } else {
            self.end_variation();
        }
        record.ply_count = self.replay.ply();
        let position = self.replay.position();
        if !position.has_legal_move() {
            let mate = position.is_check();
            record.ending = Ending { mate, stalemate: !mate };
        }
        if record.legal_plies.is_none() {
            record.end.clone_from(position);
        }
        self.settle_result(special, record, sink);
        self.replay.forget_ply();
    }

    /// Holds what is said of the game's end in several places against each other. A game whose moves end with no marker has
    /// what its tags and its last board say.
    fn settle_result<S: Sink<'a>>(&mut self, special: &Special<'a>, record: &mut Record<'a>, sink: &mut S) {
        let Some(reader) = self.reader.other() else {
            if let (Some(termination), Some((tag, byte))) = (record.termination, special.result) {
                let told = matches!(tag.raw, b"1-0" | b"0-1" | b"1/2-1/2" | b"*" | b"0-0");
                if told && tag.raw != termination.as_str().as_bytes() {
                    self.fault(byte, Code::ResultMismatch, tag.raw);
                }
            }
            return;
        };
        let (marked, vgn) = (reader.has_marker(), reader.dialect() == Dialect::Vgn);
        let said = special.result.map(|(tag, byte)| (record.value(&tag), tag.raw, byte));
        let by_tag = said.as_ref().and_then(|(value, ..)| result::read(value));
        if !marked && record.termination.is_none() {
            let termination = by_tag.or_else(|| self.result_on_board(record)).unwrap_or(Termination::Unknown);
            record.termination = Some(termination);
            sink.event(&Event::Termination(termination));
        }
        let Some(termination) = record.termination else { return };
        if let Some((value, raw, byte)) = said
            && !result::agrees(&value, termination)
        {
            self.fault(byte, Code::ResultMismatch, raw);
        }
        let on_board = self.result_on_board(record).is_some_and(|result| result != termination);
        if on_board && !marked || vgn && self.replay.wrong_end_mark(last(termination)) {
            let word = self.block.get(self.last.byte..self.last.byte + self.last.length).unwrap_or_default();
            self.fault(self.last.byte, Code::EndMarks, word);
        }
    }

    /// The result that mate or stalemate on the last board is.
    fn result_on_board(&self, record: &Record<'a>) -> Option<Termination> {
        match (record.ending.mate, record.ending.stalemate, self.replay.position().turn()) {
            (true, _, Color::Black) => Some(Termination::WhiteWins),
            (true, _, Color::White) => Some(Termination::BlackWins),
            (_, true, _) => Some(Termination::Draw),
            _ => None,
        }
    }

    /// The number of the move to come, for messages.
    fn number(&self) -> (u32, bool) {
        let position = self.replay.position();
        (position.fullmove(), position.turn() == Color::Black)
    }

    #[cold]
    fn bad_move(&mut self, byte: usize, word: &'a [u8], error: MoveError, notation: Option<&'static dyn MoveNotation>) {
        let binary = notation.is_some_and(|notation| notation.spec().binary);
        let control = !binary && word.iter().any(|byte| byte.is_ascii_control());
        let code = if control { Code::ControlByte } else { error.code() };
        let hex;
        let text = if binary {
            hex = text::hex(word);
            hex.as_bytes()
        } else {
            word
        };
        let site = Site { code, byte, text, ply: Some(self.replay.ply() + 1), number: Some(self.number()) };
        let (position, letters) = (self.replay.position(), self.settings.letters);
        self.faults.add(site, || Words {
            message: match code {
                Code::ControlByte => plain_words(code, text).message,
                _ => san::explain(position, &shown(text), error, letters),
            },
            fen: Some(fen::write(position, fen::Style::default())),
        });
    }

    /// Notes about the move just played.
    #[cold]
    fn note_move(&mut self, byte: usize, word: &[u8], named: Named, wrong_mark: bool) {
        let mut notes = named.notes;
        notes.add_if(wrong_mark, Code::CheckSign);
        let illegal = named.illegal.then_some(Code::IllegalMove);
        let hex = self.speech().0.spec().binary.then(|| text::hex(word));
        let word = hex.as_ref().map_or(word, |hex| hex.as_bytes());
        for code in notes.iter().chain(illegal) {
            let site = Site { code, byte, text: word, ply: Some(self.replay.ply()), number: None };
            self.faults.add(site, || plain_words(code, word));
        }
    }

    #[cold]
    fn wrong_mark(&mut self, last: LastMove, ply: u32) {
        let word = self.block.get(last.byte..last.byte + last.length).unwrap_or_default();
        let site = Site { code: Code::CheckSign, byte: last.byte, text: word, ply: Some(ply), number: None };
        self.faults.add(site, || plain_words(Code::CheckSign, word));
    }

    #[cold]
    fn wrong_number(&mut self, byte: usize, value: u32) {
        let (number, black) = self.number();
        let text = format!("{value}");
        let site = Site {
            code: Code::MoveNumber,
            byte,
            text: text.as_bytes(),
            ply: Some(self.replay.ply() + 1),
            number: Some((number, black)),
        };
        let dots = if black { "..." } else { "." };
        self.faults.add(site, || Words {
            message: format!("the number `{value}` stands where move {number}{dots} is played"),
            fen: None,
        });
    }

    /// A fault of the text: where a ply can be told, the one to come.
    #[cold]
    fn fault(&mut self, byte: usize, code: Code, text: &[u8]) {
        let ply = (self.settings.depth == Depth::Positions).then(|| self.replay.ply());
        let site = Site { code, byte, text, ply, number: None };
        self.faults.add(site, || plain_words(code, text));
    }
}

/// NAGs by which a move says that it is illegal, or that it ends its turn in check.
const ILLEGAL: u8 = 232;
const ENDED_IN_CHECK: u8 = 231;

/// How a game with this marker ended, as end marks say it.
fn last(termination: Termination) -> Last {
    match termination {
        Termination::WhiteWins | Termination::BlackWins => Last::Won,
        Termination::Draw => Last::Drawn,
        Termination::BothLose | Termination::Unknown => Last::Open,
    }
}

fn clear(record: &mut Record<'_>, number: u64) {
    record.number = number;
    record.encoding = Encoding::Utf8;
    record.tags.clear();
    record.plies.clear();
    record.ply_count = 0;
    record.legal_plies = None;
    record.comments.clear();
    record.termination = None;
    record.ending = Ending::default();
    record.usual_start = true;
    record.played = false;
}

/// The tags that decide how a game is read, with where they stand.
#[derive(Default)]
struct Special<'a> {
    fen: Option<(Tag<'a>, usize)>,
    variant: Option<(Tag<'a>, usize)>,
    result: Option<(Tag<'a>, usize)>,
    game_format: Option<(Tag<'a>, usize)>,
    /// Of VGN alone.
    setup: Option<(Tag<'a>, usize)>,
    rules: Option<(Tag<'a>, usize)>,
    pieces: Option<(Tag<'a>, usize)>,
    nags: Option<(Tag<'a>, usize)>,
}

impl<'a> Special<'a> {
    #[inline]
    fn see(&mut self, tag: Tag<'a>, byte: usize) {
        let slot = match tag.name {
            b"FEN" => &mut self.fen,
            b"Variant" => &mut self.variant,
            b"Result" => &mut self.result,
            b"GameFormat" => &mut self.game_format,
            _ => return,
        };
        slot.get_or_insert((tag, byte));
    }

    /// The same for VGN, whose own names are known in any case, and where the last of several tags holds.
    #[cold]
    fn see_vgn(&mut self, tag: Tag<'a>, byte: usize) {
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name.as_bytes());
        let slot = match tag.name {
            b"FEN" => &mut self.fen,
            b"Variant" => &mut self.variant,
            _ if is("Result") => &mut self.result,
            _ if is("SetUp") => &mut self.setup,
            _ if is("Rules") => &mut self.rules,
            _ if is("Pieces") => &mut self.pieces,
            b"NAGFormat" => &mut self.nags,
            _ => return,
        };
        *slot = Some((tag, byte));
    }
}

/// The Variant tag names rules that are not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported;

/// The rules that a Variant tag names; `None` where it leaves them open.
///
/// # Errors
/// Where they are not known here.
pub fn variant(value: &str) -> Result<Option<&'static Rules>, Unsupported> {
    let plain: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        "" | "fromposition" | "setup" => Ok(None),
        _ => rules::find(value).map(Some).ok_or(Unsupported),
    }
}

/// The names of a game's tags, to find those that stand twice. Mostly they are those of the game before, in the same
/// order, and then one comparison each is enough.
#[derive(Default)]
struct Names<'a> {
    /// The names of the last game that had its own, each once, and how its tags opened.
    usual: Vec<(&'a [u8], &'a [u8])>,
    /// How many of them this game had so far.
    same: usize,
    /// Those of this game, once they differ.
    own: BTreeSet<&'a [u8]>,
}

impl<'a> Names<'a> {
    fn clear(&mut self) {
        self.same = 0;
        self.own.clear();
    }

    /// How the next tag opens in all likelihood; empty where that is not known.
    #[inline(always)]
    fn expected(&self) -> &'a [u8] {
        if self.own.is_empty() { self.usual.get(self.same).map_or(b"", |(_, opening)| opening) } else { b"" }
    }

    /// Adds the name that was expected, which is new.
    #[inline(always)]
    fn add_expected(&mut self) -> bool {
        self.same += 1;
        true
    }

    /// Adds a name; `false` where it was there.
    fn add(&mut self, name: &'a [u8], opening: &'a [u8]) -> bool {
        if self.own.is_empty() && self.usual.get(self.same).is_some_and(|(usual, _)| *usual == name) {
            return self.add_expected();
        }
        if self.own.is_empty() {
            self.usual.truncate(self.same);
            self.own.extend(self.usual.iter().map(|(name, _)| name));
        }
        let new = self.own.insert(name);
        if new {
            self.usual.push((name, opening));
            self.same = self.usual.len();
        }
        new
    }
}
