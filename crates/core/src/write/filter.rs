//! The filter between the source of the steps and the writer: drops and counts everything that the format and the
//! notation of the writer cannot express.
//!
//! A move that cannot be written ends its variation, or the mainline. The rest of that line is dropped, and so is a
//! variation of which nothing remains.

use super::{Closing, GameWriter, Lacks, Page, Rest, Shares, WrittenGame, head};
use crate::location::Location;
use crate::loss::{LossKind, Losses};
use crate::notation::{self, MoveNotation, NotationSpec, ParsedMove, ShortText};
use crate::position;
use crate::rules::Position;
use crate::step::{AsItStood, CommentForm, Dialect, GamePart, Head, Sink, Spelling, Step, Termination};
use crate::text::{self, Encoding};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Passes the steps of games to a writer.
///
/// ```
/// use scoresheet_core::game::{self, AnyGames, WriteOptions};
/// use scoresheet_core::{read::{Record, Settings}, write::Filter};
/// let mut filter = Filter::new(game::find("uci").unwrap().writer(&WriteOptions::default()), false);
/// let mut games = AnyGames::new(b"1. e4 {best} e5 (1... c5) 1-0", &Settings::default());
/// assert!(games.next(&mut Record::new(), &mut filter));
/// assert_eq!(filter.bytes(), b"e2e4 e7e5 1-0\n");
/// let lost: Vec<_> = filter.losses().iter().map(|loss| loss.kind.spec().id).collect();
/// assert_eq!(lost, ["comment", "variation"]);
/// ```
pub struct Filter {
    writer: Box<dyn GameWriter>,
    /// Whether moves are to be written as they were spelled, and whether this game's can be.
    keep_spelling: bool,
    spells: bool,
    /// Whether the writer keeps the text of the source unchanged.
    takes_verbatim: bool,
    /// The notation in which this game's writer takes unmarked texts, and whether that is SAN.
    unmarked_in: Option<&'static dyn MoveNotation>,
    unmarked_is_san: bool,
    /// Whether this game's writer also takes moves as movetext.
    takes_movetext: bool,
    /// The unmarked text of the move that is about to be played.
    unmarked: Option<ShortText>,
    /// What this game's format and its notation cannot express.
    lacks: Lacks,
    notation: &'static NotationSpec,

    /// The mainline and the variations open in it, the innermost last.
    lines: Vec<FilteredLine>,
    /// What is in a variation before its first move, which may turn out not to be written.
    early: Vec<(String, CommentForm)>,
    /// Whether the move being played is written.
    writes: bool,
    /// The text after a move that could not be played.
    rest: Option<Rest>,
    dialect: Dialect,
    /// The marker that the tags imply, until one follows the moves.
    marker: Option<Termination>,
    /// How much was written before this game, and what was lost, by kind.
    start: usize,
    lost_before: Vec<u64>,
    /// Whether the writer cannot write games by the rules of this one.
    refused: bool,
    /// Whether the game has ended, and whether anything of it was written.
    ended: bool,
    written: bool,
}

/// A variation, or the mainline.
#[derive(Clone, Copy, Default)]
struct FilteredLine {
    /// Whether the writer has received its opening.
    told: bool,
    /// Whether it has ended at a move that cannot be written.
    ended: bool,
    /// Whether all of it is left out.
    left_out: bool,
    /// Whether a move of it was written.
    moved: bool,
    /// Whether a part of it was left out.
    lost: bool,
    /// Whether a variation before its first move was written before it, because both replace the same move.
    preceded: bool,
}

impl FilteredLine {
    const MAINLINE: FilteredLine =
        FilteredLine { told: true, ended: false, left_out: false, moved: false, lost: false, preceded: false };

    /// Whether a move of it is written, and the next one will be.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.told & self.moved & !self.ended & !self.left_out
    }
}

impl Filter {
    /// A filter before this writer. With `keep_spelling`, moves are written as spelled in the source.
    pub fn new(writer: Box<dyn GameWriter>, keep_spelling: bool) -> Filter {
        Filter {
            notation: writer.notation(),
            lacks: writer.lacks(),
            keep_spelling: keep_spelling || writer.wants_spelling(),
            takes_verbatim: writer.takes_verbatim(),
            writer,
            spells: false,
            unmarked_in: None,
            unmarked_is_san: false,
            takes_movetext: false,
            unmarked: None,
            lines: Vec::new(),
            early: Vec::new(),
            writes: true,
            rest: None,
            dialect: Dialect::Pgn,
            marker: None,
            start: 0,
            lost_before: Vec::new(),
            refused: false,
            ended: true,
            written: false,
        }
    }

    /// Whether the last game was written. A game whose moves could not be played is written if the format can contain
    /// its original text.
    pub fn is_written(&self) -> bool {
        self.written
    }

    /// Removes what was written of this game.
    pub fn take_back(&mut self) {
        self.rest = None;
        if !self.ended {
            // The writer may still hold a part of the game.
            self.writer.write(&Step::End(None));
        }
        self.ended = true;
        self.written = false;
        let start = self.start;
        self.page().out.truncate(start);
    }

    /// The losses of this game.
    pub fn losses_of_game(&mut self) -> Vec<(LossKind, u64)> {
        let before = core::mem::take(&mut self.lost_before);
        let had = |kind: LossKind| before.get(kind as usize).copied().unwrap_or(0);
        let lost = self.losses().iter().map(|loss| (loss.kind, loss.count - had(loss.kind)));
        let lost = lost.filter(|(_, count)| *count > 0).collect();
        self.lost_before = before;
        lost
    }

    /// The losses of all games.
    pub fn losses(&mut self) -> &Losses {
        &self.page().losses
    }

    /// The bytes written since the buffer was last emptied.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.page().out
    }

    /// How these bytes change if the last game is the last one of its file.
    pub fn closing(&self) -> Closing {
        self.writer.closing()
    }

    /// How the last game uses its bits, if its writer counts them.
    pub fn shares(&self) -> Option<Shares> {
        self.writer.shares().filter(|_| self.written)
    }

    /// Whether the last game is binary rather than text.
    pub fn is_binary(&self) -> bool {
        self.writer.is_binary()
    }

    /// The comments after the last game.
    pub fn trailing(&mut self, comments: &[&[u8]]) {
        let texts: Vec<_> = comments.iter().map(|text| text::decode(text, Encoding::Each)).collect();
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        if self.lacks.has(Lacks::COMMENTS) {
            texts.iter().for_each(|text| self.page().lose_comment(text));
        } else {
            self.writer.trailing(&texts);
        }
    }

    fn page(&mut self) -> &mut Page {
        self.writer.page()
    }

    /// A game begins.
    fn head(&mut self, head: &Head<'_>) {
        if !self.ended {
            self.begin_anew();
        }
        self.lines.clear();
        self.refused = !self.writer.takes_rules(head.start.rules());
        self.lines.push(FilteredLine { left_out: self.refused, ..FilteredLine::MAINLINE });
        self.early.clear();
        self.rest = None;
        self.dialect = head.dialect;
        (self.ended, self.written) = (false, false);
        self.begin(head.place);
        if !head.standard_start && !self.writer.starts_anywhere() && !position::may_start(head.start) {
            self.lose(LossKind::OddStart, 1);
        }
        let takes_vgn = self.writer.takes_vgn();
        if head::fits(head, takes_vgn) {
            return self.write_head(head);
        }
        let (tags, dialect) = head::fitted(head, takes_vgn, self.page());
        self.write_head(&Head { tags: &tags, section: None, odd_tags: &[], dialect, ..*head });
    }

    /// Remembers what was written and lost before a game.
    fn begin(&mut self, place: Location) {
        self.lost_before.clear();
        let page = self.writer.page();
        page.place = place;
        self.start = page.out.len();
        for loss in page.losses.iter() {
            self.lost_before.resize(self.lost_before.len().max(loss.kind as usize + 1), 0);
            self.lost_before[loss.kind as usize] = loss.count;
        }
    }

    /// Takes a whole game, which is the one at `place` of its source, if the writer can write it without its steps.
    pub(crate) fn take_whole(&mut self, game: &dyn WrittenGame, place: Location) -> bool {
        if !self.ended || self.keep_spelling {
            return false;
        }
        self.begin(place);
        let is_whole = self.writer.write_whole(game);
        self.written |= is_whole;
        is_whole
    }

    /// Writes the tags of a game that the writer can accept.
    fn write_head(&mut self, head: &Head<'_>) {
        self.marker = Some(head::marker(head));
        if self.writer.lacks().has(Lacks::TAGS) {
            self.lose_tags(head);
        }
        self.writer.write(&Step::Head(head));
        (self.notation, self.lacks) = (self.writer.notation(), self.writer.lacks());
        self.spells = self.keep_spelling && self.notation.id == head.notation.id;
        self.unmarked_in = self.writer.takes_short_text().filter(|_| !self.spells);
        self.unmarked_is_san = self.unmarked_in.is_some_and(|notation| notation::other_than_san(notation).is_none());
        self.takes_movetext = self.unmarked_is_san && self.writer.takes_movetext();
    }

    /// The current game is emitted again from its start.
    #[cold]
    fn begin_anew(&mut self) {
        self.take_back();
        let before = core::mem::take(&mut self.lost_before);
        self.page().losses.go_back(&before);
    }

    /// Counts the tags that are left out and carry information about the game. Their information about its start, its
    /// result and its notation is written elsewhere.
    fn lose_tags(&mut self, head: &Head<'_>) {
        let writer = &self.writer;
        let lost = head.tags.iter().filter(|(name, value)| says_more(name, value) && !writer.keeps_tag(head, name));
        let lost = lost.count() as u64;
        self.lose(LossKind::Tag, lost);
    }

    /// A move is about to be played.
    #[inline(always)]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        let unsaid = notation::loss_of(self.notation, before, named.mv, named.illegal);
        match self.lines.last() {
            // The usual case.
            Some(line) if line.goes_on() && unsaid.is_none() => self.writes = true,
            _ => self.begin_moving(unsaid),
        }
        if !self.writes {
            return;
        }
        self.unmarked = match (self.unmarked_in, spelled) {
            (None, _) => None,
            (Some(_), Some(spelled)) if spelled.proper_san && self.unmarked_is_san => ShortText::of_san(spelled.bytes),
            (Some(notation), _) => notation.unmarked(before, named.mv),
        };
        if self.unmarked.is_none() {
            self.writer.moving(before, named, spelled.filter(|_| self.spells));
        }
    }

    /// A move that is the first one written in its line, or is left out.
    #[inline(never)]
    fn begin_moving(&mut self, unsaid: Option<LossKind>) {
        let line = self.innermost();
        let unsaid = if line.ended { Some(LossKind::Tail) } else { unsaid };
        self.writes = unsaid.is_none() && !line.left_out;
        if let Some(kind) = unsaid {
            self.leave_out(kind);
        } else if self.writes {
            self.tell_open();
            if let Some(line) = self.lines.last_mut() {
                line.moved = true;
            }
        }
    }

    /// The move was played, and leads to this position.
    #[inline]
    fn played(&mut self, after: &Position) {
        match self.unmarked.take() {
            Some(text) => self.writer.write_unmarked(text, after),
            None => self.writer.played(after),
        }
    }

    /// Writes a NAG, an escaped line or a note of BGN, unless the format lacks it or its line is left out.
    fn note(&mut self, lack: Lacks, kind: impl FnOnce() -> LossKind, step: &Step<'_>) {
        let line = self.innermost();
        if line.ended || line.left_out || self.lacks.has(lack) {
            self.lose(kind(), 1);
        } else {
            self.tell_open();
            self.writer.write(step);
        }
    }

    fn comment(&mut self, text: &str, form: CommentForm) {
        let line = self.innermost();
        if line.ended || line.left_out || self.lacks.has(Lacks::COMMENTS) {
            self.lose_comment(text);
        } else if line.told {
            self.writer.write(&Step::Comment { text, form });
        } else {
            self.early.push((text.into(), form));
        }
    }

    /// A token that was skipped: leaving it out is not a loss.
    #[cold]
    fn skipped(&mut self, step: &Step<'_>) {
        let line = self.innermost();
        if !line.ended && !line.left_out {
            self.tell_open();
            self.writer.write(step);
        }
    }

    /// The text after a move that could not be played: unchanged, if the writer accepts that.
    #[cold]
    fn rest(&mut self, rest: &Rest) {
        let line = self.innermost();
        match rest.verbatim().filter(|_| !line.ended && !line.left_out && self.takes_verbatim) {
            Some(text) => {
                self.tell_open();
                self.writer.write(&Step::Verbatim(GamePart::Rest, text));
            }
            None => self.unplayed(rest),
        }
    }

    /// The words after a move that could not be played: unchanged if a text can hold them, else as a comment.
    fn unplayed(&mut self, rest: &Rest) {
        let line = self.innermost();
        if line.ended || line.left_out || !self.writer.takes_unplayed() {
            self.comment(rest.text(), CommentForm::Braces);
        } else {
            self.tell_open();
            self.writer.write(&Step::Unplayed(rest.verbatim().map_or(rest.text(), str::trim_end)));
        }
    }

    /// A variation opens.
    fn open(&mut self) {
        let around = self.innermost();
        let precedes = !around.told && !around.ended && !around.left_out && self.early.is_empty();
        if let Some(line) = self.lines.last_mut() {
            line.preceded |= precedes;
        }
        let bare = self.lacks.has(Lacks::BARE_VARIATIONS) && !around.moved && !precedes;
        let left_out = !around.ended && (around.left_out || bare || self.lacks.has(Lacks::VARIATIONS));
        if left_out {
            self.lose(LossKind::Variation, 1);
        } else if !around.ended && !precedes {
            self.tell_open();
        }
        self.lines.push(FilteredLine { ended: around.ended, left_out, ..FilteredLine::default() });
    }

    /// A variation closes.
    fn close(&mut self) {
        if self.lines.len() < 2 {
            return;
        }
        let line = self.innermost();
        let emptied = (line.lost || line.preceded) && !line.told && self.early.is_empty();
        if !line.ended && !line.left_out && !emptied {
            // Empty in the source. The writer decides whether to write it.
            self.tell_open();
        }
        match self.lines.pop() {
            Some(line) if line.left_out => {}
            Some(line) if line.told => self.writer.write(&Step::Close),
            Some(line) if line.preceded && !line.lost && self.early.is_empty() => {}
            _ => {
                self.lose(LossKind::Variation, 1);
                for (text, _) in core::mem::take(&mut self.early) {
                    self.lose_comment(&text);
                }
            }
        }
    }

    /// The marker at the end of the innermost variation.
    fn inner(&mut self, termination: Termination) {
        let line = self.innermost();
        if line.told && !line.ended && !self.lacks.has(Lacks::INNER_MARKERS) {
            self.writer.write(&Step::Inner(termination));
        } else {
            self.lose(LossKind::InnerResult, 1);
        }
    }

    /// The marker at the end of the moves.
    fn termination(&mut self, termination: Termination) {
        self.marker = None;
        self.close_all();
        self.writer.write(&Step::Termination(termination));
    }

    /// The game ends.
    fn end(&mut self, unplayed: Option<AsItStood<'_>>) {
        if let Some(game) = unplayed {
            return self.copy(&game);
        }
        if self.refused {
            self.take_back();
            let before = core::mem::take(&mut self.lost_before);
            self.page().losses.go_back(&before);
            self.lost_before = before;
            return self.lose(LossKind::UnplayedGame, 1);
        }
        if let Some(marker) = self.marker.filter(|_| !self.writer.may_lack_marker()) {
            self.termination(marker);
        }
        self.close_all();
        self.writer.write(&Step::End(None));
        let start = self.start;
        // Nothing is written for a game without the requested board.
        (self.ended, self.written) = (true, self.page().out.len() > start);
    }

    /// Writes the original text of a game.
    #[cold]
    fn copy(&mut self, game: &AsItStood<'_>) {
        self.take_back();
        self.written = game.alone && self.writer.copy(self.dialect, game);
        if !self.written {
            let start = self.start;
            self.page().out.truncate(start);
            self.forget_parts();
            self.lose(LossKind::UnplayedGame, 1);
        }
    }

    /// Forgets what the format lacks of the parts of a game that is left out as a whole.
    fn forget_parts(&mut self) {
        let (mut counts, lacks) = (self.lost_before.clone(), self.lacks);
        for loss in self.losses().iter().filter(|loss| !lacks.losses().any(|kind| kind == loss.kind)) {
            counts.resize(counts.len().max(loss.kind as usize + 1), 0);
            counts[loss.kind as usize] = loss.count;
        }
        self.page().losses.go_back(&counts);
    }

    fn close_all(&mut self) {
        while self.lines.len() > 1 {
            self.close();
        }
    }

    #[inline]
    fn innermost(&self) -> FilteredLine {
        self.lines.last().copied().unwrap_or(FilteredLine::MAINLINE)
    }

    /// Notifies the writer that the innermost variation opens, unless it knows.
    #[inline]
    fn tell_open(&mut self) {
        if !self.innermost().told {
            self.tell_open_now();
        }
    }

    #[cold]
    fn tell_open_now(&mut self) {
        self.writer.write(&Step::Open);
        for (text, form) in core::mem::take(&mut self.early) {
            self.writer.write(&Step::Comment { text: &text, form });
        }
        if let Some(line) = self.lines.last_mut() {
            line.told = true;
        }
    }

    /// A move that is not written ends its variation.
    #[cold]
    fn leave_out(&mut self, kind: LossKind) {
        if kind != LossKind::Tail {
            self.lose(kind, 1);
        }
        self.lose(LossKind::Tail, 1);
        if let Some(line) = self.lines.last_mut() {
            line.ended = true;
        }
    }

    /// The text after a bad move is kept as a comment.
    #[inline]
    fn flush_rest(&mut self) {
        if let Some(rest) = self.rest.take() {
            self.rest(&rest);
        }
    }

    #[cold]
    fn lose_comment(&mut self, text: &str) {
        if let Some(line) = self.lines.last_mut() {
            line.lost = true;
        }
        self.page().lose_comment(text);
    }

    fn lose(&mut self, kind: LossKind, count: u64) {
        self.page().lose(kind, count);
    }
}

/// Whether a tag carries information that no other step has.
pub(crate) fn says_more(name: &str, value: &str) -> bool {
    match name {
        "FEN" | "SetUp" | "GameFormat" | "MoveFormat" => false,
        "Result" => Termination::find(value).is_none(),
        _ => true,
    }
}

impl Sink for Filter {
    // Inlined where the kind of step is known, so that most steps cost no branch.
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Move { before, named, spelled } => self.moving(before, named, spelled),
            Step::Played(after) if self.writes => self.played(after),
            Step::Played(_) => {}
            step => self.take_other(step),
        }
    }

    #[inline]
    fn wants_verbatim(&self) -> bool {
        self.takes_verbatim
    }

    #[inline]
    fn gives_lines_up(&self) -> bool {
        self.takes_verbatim
    }

    fn looks_for(&self) -> Option<&'static [&'static str]> {
        self.writer.looks_for()
    }

    #[inline]
    fn takes_movetext(&self) -> bool {
        self.takes_movetext
            && self.writes
            && self.rest.is_none()
            && self.lines.last().is_some_and(FilteredLine::goes_on)
    }

    #[inline]
    fn take_movetext(&mut self, text: &[u8], after: &Position) {
        self.writer.write_movetext(text, after);
    }
}

impl Filter {
    #[inline(never)]
    fn take_other(&mut self, step: Step<'_>) {
        if self.rest.as_mut().is_some_and(|rest| rest.add(&step)) {
            return;
        }
        self.flush_rest();
        match step {
            Step::Head(head) => self.head(head),
            Step::Place(place) => {
                self.page().place = place;
            }
            Step::Unplayed(word) => self.rest.get_or_insert_default().push(word),
            Step::Nag { .. } if !self.innermost().moved && self.lacks.has(Lacks::BARE_NAGS) => {
                self.lose(LossKind::Nag, 1)
            }
            Step::Nag { .. } => self.note(Lacks::NAGS, || LossKind::Nag, &step),
            Step::Comment { text, form } => self.comment(text, form),
            Step::Escape(_) => self.note(Lacks::ESCAPES, || LossKind::EscapedLine, &step),
            Step::Annotation(_) => self.note(Lacks::ATTRIBUTIONS, || LossKind::Attribution, &step),
            Step::Field(member) => self.note(Lacks::FIELDS, || LossKind::of_field(member), &step),
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Inner(termination) => self.inner(termination),
            Step::Termination(termination) => self.termination(termination),
            Step::End(unplayed) => self.end(unplayed),
            Step::Skipped(_) if self.takes_verbatim => self.skipped(&step),
            Step::Verbatim(..) if self.takes_verbatim => self.writer.write(&step),
            Step::Move { .. } | Step::Played(_) | Step::Skipped(_) | Step::Verbatim(..) => {}
        }
    }
}
