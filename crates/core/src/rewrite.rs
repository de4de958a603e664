//! A game on its way from a reader to a writer: events as they come, moves as they were played.

use crate::at::At;
use crate::game::{CommentForm, Dialect, Event, GameWriter, Head, Termination};
use crate::loss::LossKind;
use crate::notation::Named;
use crate::position::fen;
use crate::reading::{Setup, Sink};
use crate::record::Record;
use crate::rules::Position;
use crate::teller::Teller;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Hands what is read to a writer.
pub struct Rewriter<'a> {
    teller: Teller,
    /// Whether moves are to be written as they were spelled, and whether this game's can be.
    keep_spelling: bool,
    spells: bool,
    encoding: Encoding,
    /// What is read, where all of it is UTF-8.
    block: &'a str,
    dialect: Dialect,
    tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Games begun.
    number: u64,
    /// How much was written before this game.
    start: usize,
    /// Losses counted before this game, by kind.
    before: Vec<u64>,
    /// What stands in a variation, or the mainline, from its first bad move on.
    rest: Option<Rest>,
}

impl<'a> Rewriter<'a> {
    /// Hands games to this writer; with `keep_spelling`, moves as they stand.
    pub fn new(writer: Box<dyn GameWriter>, keep_spelling: bool) -> Rewriter<'a> {
        Rewriter {
            teller: Teller::new(writer),
            keep_spelling,
            spells: false,
            encoding: Encoding::Utf8,
            block: "",
            dialect: Dialect::Pgn,
            tags: Vec::with_capacity(32),
            number: 0,
            start: 0,
            before: Vec::new(),
            rest: None,
        }
    }

    /// Says that all that is read stands in this text, which saves finding out of each part of it what its bytes say.
    pub fn reads(&mut self, block: &'a str) {
        self.block = block;
    }

    /// The text of some bytes of the game.
    #[inline]
    fn text(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        match text::part_of(self.block, bytes) {
            Some(text) if self.encoding != Encoding::Latin1 => Cow::Borrowed(text),
            _ => text::decode(bytes, self.encoding),
        }
    }

    /// Ends the game that `record` was read of. One whose moves could not be played at all stands as it stood, where the
    /// format can hold it so; `false` where it cannot, and then nothing is written of it.
    pub fn end(&mut self, record: &Record<'_>) -> bool {
        if !record.played {
            return self.copy(record);
        }
        if record.termination.is_none() {
            self.flush_rest();
            self.teller.termination(marker_told_by(record.tag("Result").as_deref()));
        }
        self.teller.end_game();
        true
    }

    /// Writes the game as it stood.
    fn copy(&mut self, record: &Record<'_>) -> bool {
        self.take_back();
        let copied = record.stands_alone && self.teller.writer().copy(self.dialect, record.text, record.encoding);
        if !copied {
            let place = At { game: self.number, ..At::default() };
            self.teller.bytes().truncate(self.start);
            self.teller.losses().add(LossKind::UnplayedGame, 1, place);
        }
        copied
    }

    /// Takes back what was written of this game.
    pub fn take_back(&mut self) {
        self.rest = None;
        // The writer may still hold a part of the game.
        self.teller.end_game();
        self.teller.bytes().truncate(self.start);
    }

    /// What this game lost.
    pub fn losses(&mut self) -> Vec<(LossKind, u64)> {
        let before = &self.before;
        let now = self.teller.losses().iter();
        let since = now.map(|loss| (loss.kind, loss.count - before.get(loss.kind as usize).copied().unwrap_or(0)));
        since.filter(|(_, count)| *count > 0).collect()
    }

    /// How many of these bytes only part the last game from one behind it.
    pub fn gap(&self) -> usize {
        self.teller.gap()
    }

    /// What was written since it was last taken away.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        self.teller.bytes()
    }

    /// Whom the games are told to, for games that no reader reads.
    pub fn teller(&mut self) -> &mut Teller {
        &mut self.teller
    }

    /// The comments behind the last game.
    pub fn trailing(&mut self, comments: &[&[u8]]) {
        let texts: Vec<_> = comments.iter().map(|text| text::decode(text, Encoding::Each)).collect();
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        self.teller.writer().trailing(&texts);
    }

    /// Begins a game: the next one.
    pub fn begin_game(&mut self) {
        self.number += 1;
        self.start = self.teller.bytes().len();
        self.before.clear();
        for loss in self.teller.losses().iter() {
            self.before.resize(self.before.len().max(loss.kind as usize + 1), 0);
            self.before[loss.kind as usize] = loss.count;
        }
        self.rest = None;
        self.tags.clear();
        self.teller.start_game(At { game: self.number, ..At::default() });
    }

    /// Gives a tag this value, whether it is there or not.
    #[cold]
    fn set_tag(&mut self, name: &'static str, value: String) {
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }

    /// What stands behind a bad move is kept as text and never becomes moves.
    fn flush_rest(&mut self) {
        if let Some(rest) = self.rest.take() {
            self.teller.comment(&rest.text, CommentForm::Braces);
        }
    }
}

/// What stands behind a bad move, in words.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    pub(crate) text: String,
    /// Variations open in it.
    open: u32,
}

impl Rest {
    /// Adds a word.
    pub(crate) fn push(&mut self, word: &str) {
        let together = self.text.is_empty() || self.text.ends_with('(') || matches!(word, "" | ")");
        if !together {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Adds what an event stands for; `false` where it does not stand behind the bad move any more.
    pub(crate) fn add(&mut self, event: &Event<'_>, encoding: Encoding) -> bool {
        match event {
            Event::Open => self.open += 1,
            Event::Close if self.open == 0 => return false,
            Event::Close => self.open -= 1,
            Event::Termination(_) => return false,
            _ => {}
        }
        let word: &[u8] = match *event {
            Event::Open => b"(",
            Event::Close => b")",
            Event::Nag { spelled, .. } => spelled,
            Event::Comment { text, .. } | Event::Escape(text) => text,
            _ => b"",
        };
        self.push(&text::decode(word, encoding));
        true
    }
}

/// The marker of a game that has none: its Result tag's value, where that is one.
pub fn marker_told_by(result: Option<&str>) -> Termination {
    use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};
    let fits = |marker: &Termination| result == Some(marker.as_str());
    [WhiteWins, BlackWins, Draw, BothLose].into_iter().find(fits).unwrap_or(Unknown)
}

impl<'a> Sink<'a> for Rewriter<'a> {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = encoding;
        self.begin_game();
    }

    fn start(&mut self, setup: &Setup<'_>) {
        self.dialect = setup.dialect;
        if setup.told && !setup.usual {
            self.set_tag("SetUp", "1".into());
            self.set_tag("FEN", fen::write(setup.position, fen::Style::default()));
        }
        let head = Head { dialect: setup.dialect, tags: &self.tags, start: setup.position, usual: setup.usual };
        self.teller.head(&head);
        self.spells = self.keep_spelling && self.teller.writer().notation().id == setup.notation.id;
    }

    fn event(&mut self, event: &Event<'a>) {
        let encoding = self.encoding;
        if matches!(event, Event::Number { .. }) || self.rest.as_mut().is_some_and(|rest| rest.add(event, encoding)) {
            return;
        }
        self.flush_rest();
        match *event {
            Event::Tag { name, raw } => {
                let value = match text::part_of(self.block, raw) {
                    Some(value) if !raw.contains(&b'\\') => Cow::Borrowed(value),
                    _ => text::tag_value(raw, encoding),
                };
                self.tags.push((self.text(name), value));
            }
            Event::TagValue { name, value, escaped } => {
                let value = if escaped { text::unescaped(value, encoding) } else { self.text(value) };
                self.tags.push((self.text(name), value));
            }
            Event::Nag { value, spelled } => self.teller.nag(value, text::decode(spelled, encoding).as_bytes()),
            Event::Comment { text, form } => {
                let text = self.text(text);
                self.teller.comment(&text, form);
            }
            Event::Escape(text) => self.teller.escape(&text::decode(text, encoding)),
            Event::Open => self.teller.open(),
            Event::Close => self.teller.close(),
            Event::Inner(termination) => self.teller.inner(termination),
            Event::Termination(termination) => self.teller.termination(termination),
            Event::Number { .. } | Event::Move(_) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, word: &'a [u8]) {
        if self.spells {
            let word = text::decode(word, self.encoding);
            self.teller.moving(before, named, Some(word.as_bytes()));
        } else {
            self.teller.moving(before, named, None);
        }
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        self.teller.moved(after);
    }

    fn unplayed(&mut self, word: &'a [u8]) {
        let word = text::decode(word, self.encoding);
        self.rest.get_or_insert_default().push(&word);
    }
}
