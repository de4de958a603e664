//! Changes to games in transit: an [`Editor`] sits between the source of a game and the sink that takes its steps.
//!
//! What needs no knowledge of later moves passes straight through: stripping, cutting, and tags that are set, removed or
//! renamed. A tag that depends on later moves, such as `PlyCount`, has to be written before them; only then are the steps of
//! a game held until it is known.

mod buffer;
mod changes;
mod cut;
mod derived_tags;
mod engine_comments;
mod find;
mod normalize;
mod strip;
mod tags;

pub use crate::result_text::result;
pub use changes::{Change, ChangeCounts};
pub use cut::MoveRun;
pub use cut::PlyRange;
pub use derived_tags::Fill;
pub use find::Find;
pub use normalize::Normal;
pub use strip::Strip;
pub use tags::TagEdit;

use crate::step::{AsItStood, CommentForm, Dialect, Head, Sink, Step, TextEditor, TextHead};
use crate::text::Encoding;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use buffer::StepBuffer;
use cut::Cutting;
use derived_tags::GameFacts;
use engine_comments::EngineComments;
use find::Finding;
use strip::{StepVerdict, Stripping};

/// What is changed in each game, in this order: the tags, the comments of engines, the marks of what is found, the
/// moves, the annotation, and last the tags that are derived from the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Changes to tags, one after another.
    pub tags: Vec<TagEdit>,
    /// The only tags that are kept, besides those that determine how the game is read; `None` keeps all of them.
    pub keep_tags: Option<Vec<String>>,
    /// Whether comments of engines in matches become commands.
    pub engine_comments: bool,
    /// The pattern that games must match.
    pub find: Option<Find>,
    /// The plies that are kept.
    pub cut: PlyRange,
    /// What is taken out of the annotation.
    pub strip: Strip,
    /// The tags that are filled in from the moves.
    pub fill: Fill,
}

impl Edits {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Edits::default()
    }

    /// The plies that are kept, if nothing else is changed.
    pub fn only_cut(&self) -> Option<PlyRange> {
        (*self == Edits { cut: self.cut, ..Edits::default() }).then_some(self.cut)
    }

    fn change_tags(&self) -> bool {
        !self.tags.is_empty() || self.keep_tags.is_some()
    }

    fn change_moves(&self) -> bool {
        self.find.is_some() || self.change_text()
    }

    /// Whether anything is changed in the text of the moves.
    fn change_text(&self) -> bool {
        self.engine_comments || self.cut != PlyRange::default() || self.strip != Strip::default()
    }

    /// Whether games may be left out.
    pub fn leave_out(&self) -> bool {
        self.find.is_some() || self.cut.before > 1
    }
}

/// Changes games step by step.
///
/// ```
/// use scoresheet_core::edit::{PlyRange, Edits, Editor, Strip};
/// use scoresheet_core::game::{self, GameFormat, AnyGames, WriteOptions};
/// use scoresheet_core::{read::{Record, Settings}, step::{Sink, Step}, write::Filter};
/// struct Edited(Editor, Filter);
/// impl Sink for Edited {
///     fn take(&mut self, step: Step<'_>) {
///         self.0.take(step, &mut self.1);
///     }
/// }
/// let cut = PlyRange { after: 3, ..PlyRange::default() };
/// let edits = Edits { cut, strip: Strip { comments: true, ..Strip::default() }, ..Edits::default() };
/// let filter = Filter::new(game::pgn::Pgn.writer(&WriteOptions::default()), false);
/// let mut edited = Edited(Editor::new(edits.into()), filter);
/// let mut games = AnyGames::new(b"1. e4 {best} e5 2. Nf3 Nc6 1-0", &Settings::default());
/// assert!(games.next(&mut Record::new(), &mut edited));
/// assert_eq!(edited.1.bytes(), b"1. e4 e5 2. Nf3 1-0\n\n");
/// ```
pub struct Editor {
    edits: Arc<Edits>,
    /// Whether the changed tags can be written to PGN as they are.
    plain_tags: bool,
    engine_comments: Option<EngineComments>,
    finding: Option<Finding>,
    cutting: Cutting,
    stripping: Stripping,
    facts: GameFacts,
    held: StepBuffer,
    /// That of the current game.
    dialect: Dialect,
    /// What changes the texts of games that are not played.
    texts: Option<TextEditor>,
    /// What was changed in the games that have ended, and in the current one.
    changes: ChangeCounts,
    of_game: ChangeCounts,
}

impl Editor {
    /// An editor that has seen nothing.
    pub fn new(edits: Arc<Edits>) -> Editor {
        Editor {
            engine_comments: edits.engine_comments.then(EngineComments::default),
            finding: edits.find.as_ref().map(Finding::new),
            cutting: Cutting::new(edits.cut),
            stripping: Stripping::new(edits.strip),
            facts: GameFacts::new(edits.fill),
            held: StepBuffer::default(),
            dialect: Dialect::default(),
            texts: None,
            plain_tags: tags::are_plain(&edits.tags),
            edits,
            changes: ChangeCounts::default(),
            of_game: ChangeCounts::default(),
        }
    }

    /// The same, and changes also the tags in the texts of games whose moves could not be played.
    #[must_use]
    pub fn with_texts(self, texts: TextEditor) -> Editor {
        Editor { texts: Some(texts), ..self }
    }

    /// Whether the last game was too short for the requested cut. None of its steps were handed on then.
    pub fn left_out(&self) -> bool {
        self.cutting.is_waiting()
    }

    /// Whether the pattern that games must have does not hold in the last game. Some of its steps may have been handed on.
    pub fn lacks_pattern(&self) -> bool {
        self.finding.as_ref().is_some_and(|finding| !finding.has_found())
    }

    /// How many of the next moves the caller may handle itself, as long as no step of another kind comes. It accounts for them
    /// with [`Editor::advance`] before it calls [`Editor::take`] again.
    #[inline]
    pub fn stretch(&self) -> MoveRun {
        if self.held.holds() {
            return MoveRun::default();
        }
        match &self.finding {
            Some(finding) if finding.has_failed() => return MoveRun::drop(u32::MAX),
            Some(finding) if finding.is_searching() => return MoveRun::default(),
            _ if self.engine_comments.is_some() => return MoveRun::default(),
            _ => {}
        }
        let stretch = self.cutting.stretch();
        MoveRun { pass: stretch.pass && self.stripping.is_idle(), ..stretch }
    }

    /// Accounts for moves that the caller handled as [`Editor::stretch`] allowed.
    #[inline]
    pub fn advance(&mut self, moves: u32) {
        if moves > 0 && self.has_failed() {
            return;
        }
        self.cutting.advance(moves, &mut self.of_game);
    }

    /// What was changed so far.
    pub fn changes(&self) -> &ChangeCounts {
        &self.changes
    }

    /// Whether a sink that wants to keep the source unchanged may still do so.
    pub fn keeps_verbatim(&self) -> bool {
        !self.edits.change_moves()
    }

    /// Takes the next step of a game, and passes on the result.
    #[inline]
    pub fn take<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        if let Some(engines) = &mut self.engine_comments {
            let reworded = engines.see(&step);
            if let (Step::Comment { form, .. }, Some(text)) = (&step, reworded) {
                self.of_game.count(Change::EngineComment, 1);
                return self.edit(Step::Comment { text: &text, form: *form }, next);
            }
        }
        self.edit(step, next);
    }

    /// Takes the next step, in which comments of engines are commands.
    #[inline]
    fn edit<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        if self.finding.is_some() && !self.find(&step, next) {
            return;
        }
        match step {
            Step::Move { .. } | Step::Played(_) => self.take_move(step, next),
            step => self.take_other(step, next),
        }
    }

    fn has_failed(&self) -> bool {
        self.finding.as_ref().is_some_and(Finding::has_failed)
    }

    /// Looks for the pattern, and returns whether the step is needed: the rest of a game that cannot have it is not.
    fn find<S: Sink + ?Sized>(&mut self, step: &Step<'_>, next: &mut S) -> bool {
        let Some(finding) = &mut self.finding else { return true };
        // A comment follows the NAGs of its move.
        let mut comment = if finding.is_due(step) { finding.take_comment() } else { None };
        finding.see(step);
        if finding.is_due_late(step) {
            comment = comment.or(finding.take_comment());
        }
        let needed = !finding.has_failed() || matches!(step, Step::Head(_) | Step::End(_));
        if let Some(text) = comment {
            self.cut(Step::Comment { text: &text, form: CommentForm::Braces }, next);
        }
        needed
    }

    /// Takes one of the steps that nearly all are: it passes as it is, is held, or is left out.
    #[inline]
    fn take_move<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        if !self.cutting.is_idle() {
            if self.cutting.is_waiting() {
                return self.wait(&step, next);
            }
            if !self.cutting.keeps_move(&step, &mut self.of_game) {
                return;
            }
        }
        if !self.stripping.is_idle() {
            return;
        }
        if self.held.holds() {
            self.facts.see_move(&step);
            if self.facts.are_known() {
                self.release(next);
                next.take(step);
            } else {
                self.held.hold_move(&step);
            }
        } else {
            next.take(step);
        }
    }

    fn take_other<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        match step {
            Step::Head(head) => self.head(head, next),
            Step::End(Some(game)) => self.end_unplayed(game, next),
            step => self.cut(step, next),
        }
        if let Step::End(_) = step {
            self.changes.add(&core::mem::take(&mut self.of_game));
        }
    }

    fn head<S: Sink + ?Sized>(&mut self, head: &Head<'_>, next: &mut S) {
        self.of_game = ChangeCounts::default();
        self.dialect = head.dialect;
        self.held.clear();
        self.stripping.begin();
        if self.edits.change_tags() && tags::concern(&self.edits.tags, self.edits.keep_tags.is_some(), head) {
            let edits = Arc::clone(&self.edits);
            let tags = tags::edited(&edits.tags, edits.keep_tags.as_deref(), head.tags, &mut self.of_game);
            let section = tags::lines(&tags, head.section.is_some() && self.plain_tags);
            return self.begin(&Head { tags: &tags, section: section.as_deref(), odd_tags: &[], ..*head }, next);
        }
        self.begin(head, next);
    }

    /// Ends a game whose moves could not be played. Its text has its tags once more, which are changed there, too; the rest
    /// of the text stays as it is.
    #[cold]
    fn end_unplayed<S: Sink + ?Sized>(&mut self, game: AsItStood<'_>, next: &mut S) {
        let edits = Arc::clone(&self.edits);
        // What was counted so far is not in the text.
        self.of_game = ChangeCounts::default();
        let changes = &mut self.of_game;
        let text = edits.change_tags().then(|| {
            let keep = edits.keep_tags.as_deref();
            let mut edit = |head: TextHead<'_>| tags::edit(&edits.tags, keep, head.tags, changes);
            self.texts.and_then(|texts| texts(&game, self.dialect, &mut edit))
        });
        let kept = edits.change_text() || edits.fill != Fill::default() || matches!(text, Some(None));
        self.of_game.count(Change::Unplayed, u64::from(kept));
        let game = match text.as_ref().and_then(Option::as_ref) {
            Some(text) => AsItStood { text: text.as_bytes(), encoding: Encoding::Utf8, ..game },
            None => game,
        };
        self.cut(Step::End(Some(game)), next);
    }

    /// Starts a game whose tags have been changed.
    fn begin<S: Sink + ?Sized>(&mut self, head: &Head<'_>, next: &mut S) {
        if !self.cutting.begin(head) {
            begin(&mut self.facts, &mut self.held, head, next);
        }
    }

    /// Leaves out the plies that are cut.
    fn cut<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        if self.cutting.is_idle() {
            return self.strip(step, next);
        }
        if self.cutting.is_waiting() {
            self.wait(&step, next);
        } else if self.cutting.keeps(&step, &mut self.of_game) {
            self.strip(step, next);
        }
    }

    /// Skips the steps before the position at which the game is to start, and starts it there.
    fn wait<S: Sink + ?Sized>(&mut self, step: &Step<'_>, next: &mut S) {
        let Some(start) = self.cutting.wait(step, &mut self.of_game) else { return };
        let held = self.cutting.head();
        let tags = cut::tags(held, start);
        let section = tags::lines(&tags, held.had_lines());
        let head = Head { start, standard_start: false, section: section.as_deref(), ..held.lend(&tags) };
        begin(&mut self.facts, &mut self.held, &head, next);
    }

    /// Takes out annotation.
    fn strip<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        match self.stripping.judge(&step, &mut self.of_game) {
            StepVerdict::Keep => self.fill(step, next),
            StepVerdict::Drop => {}
            StepVerdict::Reword(text) => {
                let Step::Comment { form, .. } = step else { return };
                self.fill(Step::Comment { text: &text, form }, next);
            }
        }
    }

    /// Hands on what was held, with the tags that had to wait.
    #[inline(never)]
    fn release<S: Sink + ?Sized>(&mut self, next: &mut S) {
        let tags = self.facts.tags(self.held.last(), &mut self.of_game);
        self.held.release(&tags, next);
    }

    /// Holds the steps until everything that the tags need is known.
    fn fill<S: Sink + ?Sized>(&mut self, step: Step<'_>, next: &mut S) {
        if !self.held.holds() {
            return next.take(step);
        }
        self.facts.see(&step);
        if self.facts.are_known() {
            self.release(next);
            next.take(step);
        } else {
            self.held.hold(&step);
        }
    }
}

/// Passes the head on, unless it must wait for facts that the moves show.
fn begin<S: Sink + ?Sized>(facts: &mut GameFacts, held: &mut StepBuffer, head: &Head<'_>, next: &mut S) {
    facts.begin(head);
    if facts.are_known() {
        next.take(Step::Head(head));
    } else {
        held.hold_head(head);
    }
}
