//! Reads the games of a block: events and rules joined, faults counted, one [`Record`] filled again and again.

use crate::error::Code;
use crate::game::pgn::{self, NearTag, Numeral, Reader};
use crate::game::{AnyReader, CommentForm, Dialect, Event, GameFormat, Item, What};
use crate::limits::Limits;
use crate::notation::language::{ENGLISH, Letters};
use crate::notation::{self, MoveError, MoveNotation, Named, Spec, Validation, san};
use crate::position::fen;
use crate::record::{Depth, Ending, Ply, Record, Tag};
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
    start: Position,
    names: Names<'a>,
    /// The number of the next move as it will be written.
    numeral: Numeral,
    /// The last move played, for a mark that turns out wrong later.
    last: LastMove,
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
            start: Position::start(),
            names: Names::default(),
            numeral: Numeral::of(1),
            last: LastMove::default(),
        }
    }

    /// The same for a block that ends within a game that is too long.
    #[must_use]
    pub fn cut_short(mut self) -> Games<'a> {
        self.reader = match self.reader {
            AnyReader::Pgn(reader) => AnyReader::Pgn(reader.cut_short()),
            AnyReader::Other(mut reader) => {
                reader.cut_short();
                AnyReader::Other(reader)
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
            AnyReader::Other(reader) => reader.span(),
        };
        record.byte = span.start as u64;
        record.text = self.block.get(span).unwrap_or_default();
        record.first_error = self.faults.take_first_error();
        self.faults.tally.add_game(record);
        true
    }

    /// The comments that stand behind the last game.
    pub fn trailing(&self) -> &[&'a [u8]] {
        match &self.reader {
            AnyReader::Pgn(_) => &[],
            AnyReader::Other(reader) => reader.trailing(),
        }
    }

    /// The next event or fault of this game.
    #[inline(always)]
    fn next_item(&mut self) -> Option<Item<'a>> {
        match &mut self.reader {
            AnyReader::Pgn(reader) => reader.next_event(),
            AnyReader::Other(reader) => reader.next_event(),
        }
    }

    /// Reads to the end of this game and throws away what is left of it, but for what is wrong with it.
    fn skip(&mut self) {
        match &mut self.reader {
            AnyReader::Pgn(reader) => reader.skip(),
            AnyReader::Other(_) => {
                while let Some(Item { start, what }) = self.next_item() {
                    if let What::Fault(code, text) = what {
                        self.fault(start, code, text);
                    }
                }
            }
        }
    }

    /// What the moves of this game are written in, and how its tags speak.
    fn speech(&self) -> (&'static dyn MoveNotation, Dialect) {
        match &self.reader {
            AnyReader::Pgn(_) => (notation::ALL[0], Dialect::Pgn),
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
                    let tag = Tag { name, raw, escaped: true };
                    self.add_tag(start, tag, new, &mut special, record, sink);
                    self.take_tags(&mut special, record, sink);
                }
                What::Event(Event::TagValue { name, value }) => {
                    let new = self.names.add(name, b"");
                    let tag = Tag { name, raw: value, escaped: false };
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
                self.set_up(&special, dialect, record);
                if let AnyReader::Other(reader) = &mut self.reader {
                    reader.starts_at(&self.start);
                }
                let usual = record.usual_start;
                sink.start(&Setup { position: &self.start, usual, dialect, notation: notation.spec() });
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
            AnyReader::Other(_) => None,
        };
        while let Some(tag) = taken(&mut self.reader, self.names.expected()) {
            let new = if tag.known { self.names.add_expected() } else { self.names.add(tag.name, tag.opening) };
            let NearTag { start, name, raw, .. } = tag;
            self.add_tag(start, Tag { name, raw, escaped: true }, new, special, record, sink);
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
        let Tag { name, raw, escaped } = tag;
        if !new {
            self.fault(start, Code::TagRepeated, name);
        }
        special.see(tag, start);
        record.tags.push(tag);
        sink.event(&if escaped { Event::Tag { name, raw } } else { Event::TagValue { name, value: raw } });
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

    /// Finds the rules and the start position that the tags tell.
    fn set_up(&mut self, special: &Special<'a>, _dialect: Dialect, record: &mut Record<'a>) {
        self.start.clone_from(&self.usual);
        record.usual_start = true;
        record.played = true;
        if special.fen.is_some() || special.variant.is_some() {
            self.set_up_from_tags(special, record);
        }
        self.replay.start(&self.start, record.played);
        if !record.usual_start {
            record.start.clone_from(&self.start);
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
            self.play_plain(record, sink);
            next = self.next_item();
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
            Some(notation) => self.replay.resolve_in(notation, word, self.settings.validation),
        };
        match read {
            Ok(named) => self.play(start, word, named, record, sink),
            Err(error) => {
                self.bad_move(start, word, error, notation);
                sink.unplayed(word);
            }
        }
    }

    #[inline(always)]
    fn play<S: Sink<'a>>(&mut self, start: usize, word: &'a [u8], named: Named, record: &mut Record<'a>, sink: &mut S) {
        sink.moving(self.replay.position(), &named, word);
        let played = self.replay.play(named);
        if played.disproved_mate {
            self.wrong_mark(self.last, self.replay.ply() - 1);
        }
        self.last = LastMove { byte: start, length: word.len() };
        if !named.notes.is_empty() || played.wrong_mark {
            self.note_move(start, word, named, played.wrong_mark);
        }
        if self.settings.keep_plies && self.replay.depth() == 0 {
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
            Event::Nag { value: None, spelled } => self.fault(start, Code::NagRange, spelled),
            Event::Termination(termination) => record.termination = Some(termination),
            _ => {}
        }
        sink.event(&event);
    }

    /// What only the end of a variation or of the mainline shows.
    fn end_variation(&mut self) {
        if self.replay.wrong_last_mark() {
            self.wrong_mark(self.last, self.replay.ply());
        }
    }

    fn finish<S: Sink<'a>>(&mut self, special: &Special<'a>, record: &mut Record<'a>, _sink: &mut S) {
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
        record.end.clone_from(position);
        if let (Some(termination), Some((tag, byte))) = (record.termination, special.result) {
            let raw = tag.raw;
            let told = matches!(raw, b"1-0" | b"0-1" | b"1/2-1/2" | b"*" | b"0-0");
            if told && raw != termination.as_str().as_bytes() {
                self.fault(byte, Code::ResultMismatch, raw);
            }
        }
        self.replay.forget_ply();
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
        for code in notes.iter() {
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

fn clear(record: &mut Record<'_>, number: u64) {
    record.number = number;
    record.encoding = Encoding::Utf8;
    record.tags.clear();
    record.plies.clear();
    record.ply_count = 0;
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
}

impl<'a> Special<'a> {
    #[inline]
    fn see(&mut self, tag: Tag<'a>, byte: usize) {
        let slot = match tag.name {
            b"FEN" => &mut self.fen,
            b"Variant" => &mut self.variant,
            b"Result" => &mut self.result,
            _ => return,
        };
        slot.get_or_insert((tag, byte));
    }
}

/// The Variant tag names rules that are not known here.
struct Unsupported;

/// The rules that a Variant tag names; `None` where it leaves them open.
fn variant(value: &str) -> Result<Option<&'static Rules>, Unsupported> {
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
