//! A game on its way from a reader to a writer: events as they come, moves as they were played.

use scoresheet_core::at::At;
use scoresheet_core::game::{CommentForm, Event, GameWriter, Loss, LossKind, Termination};
use scoresheet_core::notation::san;
use scoresheet_core::reading::Sink;
use scoresheet_core::record::Record;
use scoresheet_core::rules::{Color, Move, Position};
use scoresheet_core::text::{self, Encoding};

/// Hands what is read to a writer.
pub(crate) struct Rewriter {
    pub(crate) writer: Box<dyn GameWriter>,
    /// Whether moves are written as they were spelled.
    keep_spelling: bool,
    encoding: Encoding,
    /// Games begun.
    number: u64,
    /// How much was written before this game.
    start: usize,
    /// Losses counted before this game.
    before: Vec<Loss>,
    /// The move being played: its number, whose it is, its text.
    playing: (u32, bool),
    word: Vec<u8>,
    /// Whether nothing was written of this game.
    bare: bool,
    /// What stands in a line from its first bad move on.
    rest: Option<Rest>,
}

impl Rewriter {
    pub(crate) fn new(writer: Box<dyn GameWriter>, keep_spelling: bool) -> Rewriter {
        Rewriter {
            writer,
            keep_spelling,
            encoding: Encoding::Utf8,
            number: 0,
            start: 0,
            before: Vec::new(),
            playing: (0, false),
            word: Vec::with_capacity(16),
            bare: true,
            rest: None,
        }
    }

    /// Ends the game that `record` was read of. One whose moves could not be played at all stands as it stood.
    pub(crate) fn end(&mut self, record: &Record<'_>) {
        if !record.played {
            let text = text::decode(record.text, record.encoding);
            self.take_back();
            let out = self.writer.bytes();
            out.extend_from_slice(text.trim_start_matches('\u{feff}').trim().as_bytes());
            out.extend_from_slice(b"\n\n");
            return;
        }
        if record.termination.is_none() {
            self.flush_rest();
            self.writer.termination(marker_told_by(record.tag("Result").as_deref()));
        }
        self.writer.end_game();
    }

    /// Takes back what was written of this game.
    pub(crate) fn take_back(&mut self) {
        self.rest = None;
        // The writer may still hold a part of the game.
        self.writer.end_game();
        self.writer.bytes().truncate(self.start);
    }

    /// What this game lost.
    pub(crate) fn losses(&self) -> impl Iterator<Item = (LossKind, u64)> {
        let before = |kind| self.before.iter().find(|loss| loss.kind == kind).map_or(0, |loss| loss.count);
        let now = self.writer.losses().iter().map(move |loss| (loss.kind, loss.count - before(loss.kind)));
        now.filter(|(_, count)| *count > 0)
    }

    /// The rest of a line is kept as text and never becomes moves.
    fn flush_rest(&mut self) {
        if let Some(rest) = self.rest.take() {
            self.set_apart();
            self.writer.comment(&rest.text, CommentForm::Braces);
        }
    }

    /// A comment at the start of a game without tags would belong to the game before; a number begins one of its own.
    fn set_apart(&mut self) {
        if self.bare {
            self.writer.play(1, false, b"");
        }
        self.bare = false;
    }

    /// Whether an event stands in the rest of a line, and was added to it.
    fn adds_to_rest(&mut self, event: &Event<'_>) -> bool {
        let Some(rest) = &mut self.rest else { return false };
        match event {
            Event::Open => rest.open += 1,
            Event::Close if rest.open == 0 => return false,
            Event::Close => rest.open -= 1,
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
        rest.push(&text::decode(word, self.encoding));
        true
    }
}

/// The rest of a line, in words.
#[derive(Default)]
struct Rest {
    text: String,
    /// Variations open in it.
    open: u32,
}

impl Rest {
    fn push(&mut self, word: &str) {
        let together = self.text.is_empty() || self.text.ends_with('(') || matches!(word, "" | ")");
        if !together {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// The marker of a game that has none: its Result tag's value, where that is one.
pub(crate) fn marker_told_by(result: Option<&str>) -> Termination {
    use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};
    let fits = |marker: &Termination| result == Some(marker.as_str());
    [WhiteWins, BlackWins, Draw, BothLose].into_iter().find(fits).unwrap_or(Unknown)
}

impl<'a> Sink<'a> for Rewriter {
    fn begin(&mut self, encoding: Encoding) {
        self.number += 1;
        self.encoding = encoding;
        self.start = self.writer.bytes().len();
        self.before.clear();
        self.before.extend_from_slice(self.writer.losses());
        self.rest = None;
        self.bare = true;
        self.writer.start_game(At { game: self.number, ..At::default() });
    }

    fn event(&mut self, event: &Event<'a>) {
        if matches!(event, Event::Number { .. }) || self.adds_to_rest(event) {
            return;
        }
        self.flush_rest();
        if matches!(event, Event::Comment { .. }) {
            self.set_apart();
        }
        self.bare &= matches!(event, Event::Escape(_));
        let encoding = self.encoding;
        match *event {
            Event::Tag { name, raw } => {
                self.writer.tag(&text::decode(name, encoding), &text::tag_value(raw, encoding));
            }
            Event::Nag { value, spelled } => self.writer.nag(value, text::decode(spelled, encoding).as_bytes()),
            Event::Comment { text, form } => self.writer.comment(&text::decode(text, encoding), form),
            Event::Escape(text) => self.writer.escape(&text::decode(text, encoding)),
            Event::Open => self.writer.open(),
            Event::Close => self.writer.close(),
            Event::Termination(termination) => self.writer.termination(termination),
            Event::Number { .. } | Event::Move(_) => {}
        }
    }

    fn moving(&mut self, before: &Position, mv: Move, word: &'a [u8]) {
        self.bare = false;
        self.playing = (before.fullmove(), before.turn() == Color::Black);
        self.word.clear();
        if self.keep_spelling {
            self.word.extend_from_slice(text::decode(word, self.encoding).as_bytes());
        } else {
            san::write_body(before, mv, &mut self.word);
        }
    }

    fn moved(&mut self, after: &Position) {
        if !self.keep_spelling {
            self.word.extend_from_slice(san::mark(after));
        }
        self.writer.play(self.playing.0, self.playing.1, &self.word);
    }

    fn unplayed(&mut self, word: &'a [u8]) {
        let word = text::decode(word, self.encoding);
        self.rest.get_or_insert_default().push(&word);
    }
}
