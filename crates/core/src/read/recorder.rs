//! Creates records from the steps of games, so that these are counted and become columns like games that were read from
//! text.

use super::event_date;
use super::record::{Ending, Ply, Record};
use crate::dialect::convert;
use crate::error::{Code, Fault};
use crate::event::Tag;
use crate::location::Location;
use crate::rules::Position;
use crate::step::{Dialect, Head, Sink, Step};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Creates a record of each game whose steps it receives.
///
/// ```
/// use scoresheet_core::{location::Location, read::Recorder, tree::Tree};
/// let mut recorder = Recorder::new();
/// let mut tree = Tree::new();
/// tree.tags_mut().push("White", "A").unwrap();
/// tree.emit(Location::default(), &mut recorder);
/// assert_eq!(recorder.record().tag("White").as_deref(), Some("A"));
/// ```
pub struct Recorder {
    /// The record except for texts.
    facts: Record<'static>,
    /// The texts of the game, concatenated, and their ranges.
    texts: String,
    tags: Vec<(Range<usize>, Range<usize>)>,
    comments: Vec<(u32, Range<usize>)>,
    /// The number of open variations.
    depth: usize,
    /// Half-moves of the mainline, including illegal ones.
    ply: u32,
    /// The last position of the mainline.
    last: Position,
}

impl Recorder {
    /// A recorder that has received no steps.
    pub fn new() -> Recorder {
        Recorder {
            facts: Record::new(),
            texts: String::new(),
            tags: Vec::new(),
            comments: Vec::new(),
            depth: 0,
            ply: 0,
            last: Position::start(),
        }
    }

    /// The record of the last game.
    pub fn record(&self) -> Record<'_> {
        let text = |range: &Range<usize>| self.texts.get(range.clone()).unwrap_or_default().as_bytes();
        let mut record: Record<'_> = self.facts.clone();
        record.tags.extend(self.tags.iter().map(|(name, value)| Tag::plain(text(name), text(value))));
        record.comments.extend(self.comments.iter().map(|(ply, range)| (*ply, Cow::Borrowed(text(range)))));
        record
    }

    fn keep(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    fn head(&mut self, head: &Head<'_>) {
        self.facts.clear(head.place.game);
        self.texts.clear();
        self.tags.clear();
        self.comments.clear();
        (self.depth, self.ply) = (0, 0);
        self.last.clone_from(head.start);
        self.facts.dialect = head.dialect;
        self.facts.told_start = head.dialect == Dialect::Vgn || !convert::tells_start(head);
        self.facts.standard_start = head.standard_start;
        self.facts.start.clone_from(head.start);
        for (name, value) in head.tags {
            let tag = (self.keep(name), self.keep(value));
            self.tags.push(tag);
        }
    }

    fn end(&mut self, played: bool) {
        let facts = &mut self.facts;
        facts.played = played;
        facts.ply_count = self.ply;
        facts.ending = Ending::of(&self.last);
        if facts.legal_plies.is_none() {
            facts.end.clone_from(&self.last);
        }
    }
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder::new()
    }
}

impl Sink for Recorder {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => self.head(head),
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::End(unplayed) => self.end(unplayed.is_none()),
            _ if self.depth > 0 => {}
            Step::Field(member) if self.ply == 0 => {
                self.facts.event_date = self.facts.event_date.or_else(|| event_date::of_field(member));
            }
            Step::Move { before, named, .. } if named.illegal && self.facts.legal_plies.is_none() => {
                self.facts.legal_plies = Some(self.ply);
                self.facts.end.clone_from(before);
                let at = Location { game: self.facts.number, ply: Some(self.ply + 1), ..Location::default() };
                let message = String::from("the move is not legal");
                self.facts.first_illegal = Some(Fault::new(Code::IllegalMove, at, message, String::new()));
            }
            Step::Move { before, named, .. } if self.facts.legal_plies.is_none() => {
                let mut after = before.clone();
                let undo = after.play_unchecked(named.mv);
                self.facts.plies.push(Ply::played(&undo, &after));
            }
            Step::Played(after) => {
                self.ply += 1;
                self.last.clone_from(after);
            }
            Step::Comment { text, .. } => {
                let comment = (self.ply, self.keep(text));
                self.comments.push(comment);
            }
            Step::Termination(termination) => self.facts.termination = Some(termination),
            Step::Move { .. }
            | Step::Place(_)
            | Step::Unplayed(_)
            | Step::Nag { .. }
            | Step::Escape(_)
            | Step::Annotation(_)
            | Step::Field(_)
            | Step::Skipped(_)
            | Step::Verbatim(..)
            | Step::Inner(_) => {}
        }
    }
}
