//! The steps of a game, held until what comes before them is known. The buffers are used again for the next game.

use crate::edit::tags::{HeadTag, lines};
use crate::location::Location;
use crate::notation::{self, NotationSpec, ParsedMove};
use crate::rules::Position;
use crate::step::{CommentForm, Dialect, GamePart, Head, Sink, Spelling, Step, Termination};
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A head that is held. Its buffers are used again for the next game.
#[derive(Debug)]
pub(super) struct BufferedHead {
    place: Location,
    dialect: Dialect,
    notation: &'static NotationSpec,
    text: String,
    tags: Vec<(Range<usize>, Range<usize>)>,
    start: Position,
    standard_start: bool,
    /// Whether the tags were lines that a writer of PGN could copy.
    had_lines: bool,
}

impl BufferedHead {
    pub(super) fn hold(&mut self, head: &Head<'_>) {
        self.text.clear();
        self.tags.clear();
        for (name, value) in head.tags {
            let tag = (self.keep(name), self.keep(value));
            self.tags.push(tag);
        }
        (self.place, self.dialect, self.notation, self.standard_start) =
            (head.place, head.dialect, head.notation, head.standard_start);
        self.start.clone_from(head.start);
        self.had_lines = head.section.is_some();
    }

    pub(super) fn had_lines(&self) -> bool {
        self.had_lines
    }

    fn keep(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    pub(super) fn tags(&self) -> Vec<HeadTag<'_>> {
        let text = |range: &Range<usize>| Cow::Borrowed(self.text.get(range.clone()).unwrap_or_default());
        self.tags.iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    /// The head with these tags.
    pub(super) fn lend<'h>(&'h self, tags: &'h [HeadTag<'h>]) -> Head<'h> {
        let BufferedHead { place, dialect, notation, standard_start, .. } = *self;
        Head { place, dialect, notation, tags, section: None, odd_tags: &[], start: &self.start, standard_start }
    }
}

impl Default for BufferedHead {
    fn default() -> BufferedHead {
        BufferedHead {
            place: Location::default(),
            dialect: Dialect::default(),
            notation: notation::ALL[0].spec(),
            text: String::new(),
            tags: Vec::new(),
            start: Position::start(),
            standard_start: true,
            had_lines: false,
        }
    }
}

/// A step without its texts.
#[derive(Clone, Debug)]
enum BufferedStep {
    Place(Location),
    Move { before: usize, named: ParsedMove, spelled: Option<BufferedSpelling> },
    Played(usize),
    Unplayed(Range<usize>),
    Nag(Option<u8>, Range<usize>),
    Comment(CommentForm, Range<usize>),
    Escape(Range<usize>),
    Annotation(Range<usize>),
    Field(Range<usize>),
    Open,
    Close,
    Inner(Termination),
    Termination(Termination),
    Skipped(Range<usize>),
    Verbatim(GamePart, Range<usize>),
}

/// How a move is spelled.
#[derive(Clone, Debug)]
struct BufferedSpelling {
    bytes: Range<usize>,
    encoding: Encoding,
    proper_san: bool,
}

/// The steps of a game.
#[derive(Default)]
pub(super) struct StepBuffer {
    head: BufferedHead,
    holds: bool,
    steps: Vec<BufferedStep>,
    positions: Vec<Position>,
    text: String,
    spellings: Vec<u8>,
    /// Variations open.
    depth: u32,
    /// Whether the next move is played in the position that was held last.
    goes_on: bool,
    /// The last position of the mainline, if a move led to it.
    last: Option<usize>,
}

impl StepBuffer {
    /// Whether a game is held.
    #[inline]
    pub(super) fn holds(&self) -> bool {
        self.holds
    }

    /// The last position of the mainline so far.
    pub(super) fn last(&self) -> &Position {
        self.last.and_then(|last| self.positions.get(last)).unwrap_or(&self.head.start)
    }

    pub(super) fn clear(&mut self) {
        self.holds = false;
        (self.depth, self.goes_on, self.last) = (0, false, None);
        self.steps.clear();
        self.positions.clear();
        self.text.clear();
        self.spellings.clear();
    }

    pub(super) fn hold_head(&mut self, head: &Head<'_>) {
        self.head.hold(head);
        self.holds = true;
    }

    /// Holds one of the two steps that nearly all are.
    #[inline]
    pub(super) fn hold_move(&mut self, step: &Step<'_>) {
        let kept = match *step {
            Step::Move { before, named, spelled } => {
                let spelled = spelled.map(|spelled| self.spelled(&spelled));
                let before = if self.goes_on { self.positions.len() - 1 } else { self.position(before) };
                BufferedStep::Move { before, named: *named, spelled }
            }
            Step::Played(after) => {
                self.goes_on = true;
                let after = self.position(after);
                if self.depth == 0 {
                    self.last = Some(after);
                }
                BufferedStep::Played(after)
            }
            _ => return,
        };
        self.steps.push(kept);
    }

    /// Holds a step after the head. The end of a game is never held.
    pub(super) fn hold(&mut self, step: &Step<'_>) {
        let kept = match *step {
            Step::Head(_) | Step::End(_) => return,
            Step::Move { .. } | Step::Played(_) => return self.hold_move(step),
            Step::Place(place) => BufferedStep::Place(place),
            Step::Unplayed(text) => BufferedStep::Unplayed(self.text(text)),
            Step::Nag { value, spelled } => BufferedStep::Nag(value, self.text(spelled)),
            Step::Comment { text, form } => BufferedStep::Comment(form, self.text(text)),
            Step::Escape(text) => BufferedStep::Escape(self.text(text)),
            Step::Annotation(text) => BufferedStep::Annotation(self.text(text)),
            Step::Field(text) => BufferedStep::Field(self.text(text)),
            Step::Open => {
                (self.depth, self.goes_on) = (self.depth + 1, false);
                BufferedStep::Open
            }
            Step::Close => {
                (self.depth, self.goes_on) = (self.depth.saturating_sub(1), false);
                BufferedStep::Close
            }
            Step::Inner(termination) => BufferedStep::Inner(termination),
            Step::Termination(termination) => BufferedStep::Termination(termination),
            Step::Skipped(text) => BufferedStep::Skipped(self.text(text)),
            Step::Verbatim(part, text) => BufferedStep::Verbatim(part, self.text(text)),
        };
        self.steps.push(kept);
    }

    /// Gives everything that was held, with these tags in place of those of the same names or after the others. A tag
    /// without a value takes the other one away.
    pub(super) fn release<S: Sink + ?Sized>(&mut self, more: &[HeadTag<'_>], next: &mut S) {
        if !self.holds {
            return;
        }
        let mut tags = self.head.tags();
        for (name, value) in more {
            if value.is_empty() {
                tags.retain(|(known, _)| known != name);
                continue;
            }
            match tags.iter_mut().find(|(known, _)| known == name) {
                Some(tag) => tag.1 = Cow::Borrowed(&**value),
                None => tags.push((Cow::Borrowed(&**name), Cow::Borrowed(&**value))),
            }
        }
        let section = lines(&tags, self.head.had_lines());
        next.take(Step::Head(&Head { section: section.as_deref(), ..self.head.lend(&tags) }));
        for step in &self.steps {
            self.give(step, next);
        }
        self.clear();
    }

    fn give<S: Sink + ?Sized>(&self, kept: &BufferedStep, next: &mut S) {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let step = match kept {
            BufferedStep::Place(place) => Step::Place(*place),
            BufferedStep::Move { before, named, spelled } => {
                let Some(before) = self.positions.get(*before) else { return };
                let spelled = spelled.as_ref().map(|spelled| Spelling {
                    bytes: self.spellings.get(spelled.bytes.clone()).unwrap_or_default(),
                    encoding: spelled.encoding,
                    proper_san: spelled.proper_san,
                });
                Step::Move { before, named, spelled }
            }
            BufferedStep::Played(after) => {
                let Some(after) = self.positions.get(*after) else { return };
                Step::Played(after)
            }
            BufferedStep::Unplayed(range) => Step::Unplayed(text(range)),
            BufferedStep::Nag(value, range) => Step::Nag { value: *value, spelled: text(range) },
            BufferedStep::Comment(form, range) => Step::Comment { text: text(range), form: *form },
            BufferedStep::Escape(range) => Step::Escape(text(range)),
            BufferedStep::Annotation(range) => Step::Annotation(text(range)),
            BufferedStep::Field(range) => Step::Field(text(range)),
            BufferedStep::Open => Step::Open,
            BufferedStep::Close => Step::Close,
            BufferedStep::Inner(termination) => Step::Inner(*termination),
            BufferedStep::Termination(termination) => Step::Termination(*termination),
            BufferedStep::Skipped(range) => Step::Skipped(text(range)),
            BufferedStep::Verbatim(part, range) => Step::Verbatim(*part, text(range)),
        };
        next.take(step);
    }

    fn text(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn spelled(&mut self, spelling: &Spelling<'_>) -> BufferedSpelling {
        let start = self.spellings.len();
        self.spellings.extend_from_slice(spelling.bytes);
        let Spelling { encoding, proper_san, .. } = *spelling;
        BufferedSpelling { bytes: start..self.spellings.len(), encoding, proper_san }
    }

    fn position(&mut self, position: &Position) -> usize {
        self.positions.push(position.clone());
        self.positions.len() - 1
    }
}
