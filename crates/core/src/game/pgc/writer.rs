//! Events to PGC: a game with only the Seven Tag Roster and moves becomes one reduced record, any other one many
//! records.

use super::recorder::{self, PgcRecorder};
use super::records::marker;
use crate::dialect::convert;
use crate::dialect::vgn::{nags, result};
use crate::game::format::{OptionSpec, WriteOptions};
use crate::game::pending_game::PendingGame;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation, ParsedMove, pgc};
use crate::roster::ROSTER;
use crate::rules::Position;
use crate::step::{Head, Spelling, Step, Termination};
use crate::write::{GameWriter, Lacks, Page};
use alloc::string::String;
use alloc::vec::Vec;

/// The format's own option about writing.
pub(super) const COMMENTS: OptionSpec = OptionSpec {
    id: "pgc_comments",
    values: &["no", "yes"],
    default: "no",
    doc: "whether to keep comments as escaped lines",
    reads: false,
};

/// The options that were given.
#[derive(Clone, Default)]
pub(super) struct PgcOptions {
    /// Whether comments are kept as escaped lines.
    comments: bool,
}

impl PgcOptions {
    /// The options that were given by name.
    pub(super) fn of(given: &[(String, String)]) -> PgcOptions {
        PgcOptions { comments: COMMENTS.value(given) == "yes" }
    }
}

/// What PGC has no form for, unless comments are kept.
pub(super) const LACKS: Lacks =
    Lacks::COMMENTS.and(Lacks::BARE_NAGS).and(Lacks::BARE_VARIATIONS).and(Lacks::INNER_MARKERS).and(Lacks::BGN);

/// What else PGC cannot express, besides what its moves cannot.
pub(super) const LOSSES: &[LossKind] = &[
    LossKind::NagComposite,
    LossKind::ResultSentence,
    LossKind::Tag,
    LossKind::TagText,
    LossKind::OddStart,
    LossKind::EscapedLine,
];

/// Writes games as PGC.
pub struct PgcWriter {
    comments: bool,
    export: bool,
    sort_tags: bool,
    page: Page,
    kept: PendingGame,
    records: PgcRecorder,
    /// Where this game starts in `out`.
    start: usize,
    begun: bool,
    /// How it ended: comments may follow that.
    termination: Termination,
    /// The text before the moves, until it is put there.
    head: Vec<u8>,
}

impl PgcWriter {
    /// A writer with these options.
    pub fn new(options: &WriteOptions) -> PgcWriter {
        PgcWriter {
            comments: options.own.get::<PgcOptions>().comments,
            export: options.export,
            sort_tags: options.sort_tags,
            page: Page::default(),
            kept: PendingGame::default(),
            records: PgcRecorder::default(),
            start: 0,
            begun: false,
            termination: Termination::Unknown,
            head: Vec::new(),
        }
    }

    /// Writes the game's tags before its moves, which are written, and its end after them.
    fn finish(&mut self, termination: Termination) {
        if !core::mem::take(&mut self.begun) {
            return;
        }
        self.records.end_moves(&mut self.page.out);
        if self.export {
            self.kept.complete(&ROSTER);
        }
        let mut section = core::mem::take(&mut self.head);
        section.clear();
        let moves = self.page.out.get(self.start..).unwrap_or_default();
        let sort = self.sort_tags;
        let plain = only_moves(moves);
        let mut lost = Vec::new();
        let reduced = self.kept.tell(|head| {
            let mut tags = GatheredTags::default();
            convert::to_pgn(head, termination, &mut tags);
            let reduced = tags.write(termination, sort, plain, &mut section);
            lost = tags.lost;
            reduced
        });
        lost.into_iter().for_each(|kind| self.page.lose(kind, 1));
        let replaced = if reduced { plain.map_or(0, |(length, _)| length) } else { 0 };
        self.page.out.splice(self.start..self.start + replaced, section.iter().copied());
        if !reduced {
            self.page.out.push(marker::END);
        }
        self.head = section;
    }
}

/// If records are only one sequence of moves, the length of the text before these, and their number.
fn only_moves(records: &[u8]) -> Option<(usize, u16)> {
    match records {
        [] => Some((0, 0)),
        [marker::MOVES, count, moves @ ..] if moves.len() == usize::from(*count) => Some((2, u16::from(*count))),
        [marker::MANY_MOVES, low, high, moves @ ..] => {
            let count = u16::from_le_bytes([*low, *high]);
            (moves.len() == usize::from(count)).then_some((3, count))
        }
        _ => None,
    }
}

/// The tags to write, one text after the other.
#[derive(Default)]
struct GatheredTags {
    texts: String,
    /// Where each name starts and ends, and where its value ends.
    ends: Vec<(usize, usize, usize)>,
    lost: Vec<LossKind>,
}

impl convert::TagSink for GatheredTags {
    fn tag(&mut self, name: &str, value: &str) {
        let start = self.texts.len();
        self.texts.push_str(name);
        let end = self.texts.len();
        self.texts.push_str(value);
        self.ends.push((start, end, self.texts.len()));
    }

    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl GatheredTags {
    fn get(&self, index: usize) -> (&str, &str) {
        let (start, end, last) = self.ends.get(index).copied().unwrap_or_default();
        let text = |from: usize, to: usize| self.texts.get(from..to).unwrap_or_default();
        (text(start, end), text(end, last))
    }

    /// Writes the text before the moves; whether that is a reduced record, which is possible for `plain` moves.
    fn write(&mut self, marker: Termination, sort: bool, plain: Option<(usize, u16)>, out: &mut Vec<u8>) -> bool {
        let rank = |name: &str| ROSTER.iter().position(|(known, _)| *known == name).unwrap_or(ROSTER.len());
        if sort {
            let mut ends = core::mem::take(&mut self.ends);
            let name = |tag: &(usize, usize, usize)| self.texts.get(tag.0..tag.1).unwrap_or_default();
            ends.sort_by(|a, b| (rank(name(a)), name(a)).cmp(&(rank(name(b)), name(b))));
            self.ends = ends;
        }
        let (ended, mut whole) = (marker.as_str(), Vec::new());
        let is_roster = self.ends.len() == ROSTER.len()
            && ROSTER.iter().enumerate().all(|(index, (name, _))| self.get(index).0 == *name);
        if let (Some((_, count)), true) = (plain, is_roster) {
            out.push(marker::REDUCED);
            for index in 0..ROSTER.len() {
                let (name, value) = self.get(index);
                let is_result = name == "Result";
                let text = if is_result { ended } else { value };
                whole.push(recorder::text(text, out) && !(is_result && is_other_text(value, marker)));
            }
            self.count(&whole);
            out.extend_from_slice(&count.to_le_bytes());
            return true;
        }
        out.push(marker::BEGIN);
        let mut named = marker != Termination::Unknown;
        for index in 0..self.ends.len() {
            let (name, value) = self.get(index);
            if name == "Result" {
                named = true;
                whole.push(!is_other_text(value, marker));
            } else {
                whole.extend(recorder::tag(name, value, out));
            }
        }
        if named {
            whole.extend(recorder::tag("Result", ended, out));
        }
        self.count(&whole);
        false
    }

    /// Counts the texts that were not written whole.
    fn count(&mut self, whole: &[bool]) {
        self.lost.extend(whole.iter().filter(|whole| !**whole).map(|_| LossKind::TagText));
    }
}

/// Whether the value of a Result tag has another text than the marker that is written.
fn is_other_text(value: &str, marker: Termination) -> bool {
    result::spelled(value).is_some() || result::says_more(value, marker)
}

impl PgcWriter {
    fn head(&mut self, head: &Head<'_>) {
        self.kept.keep(head);
        self.start = self.page.out.len();
        self.begun = true;
        self.termination = Termination::Unknown;
        self.records.start(&self.page.out);
    }

    fn nag(&mut self, value: Option<u8>, spelled: &str) {
        match nags::as_simple(value, spelled.as_bytes()) {
            Some(value) => self.records.nag(value, &mut self.page.out),
            None => self.page.lose(LossKind::NagComposite, 1),
        }
    }

    fn comment(&mut self, text: &str) {
        if !self.records.comment(text, &mut self.page) {
            self.page.lose_comment(text);
        }
    }

    fn escape(&mut self, text: &str) {
        if !self.records.escape(text, &mut self.page) {
            self.page.lose(LossKind::EscapedLine, 1);
        }
    }

    fn close(&mut self) {
        // PGC has no empty variation.
        if !self.records.close(&mut self.page.out) {
            self.page.lose(LossKind::Variation, 1);
        }
    }
}

impl GameWriter for PgcWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => self.head(head),
            Step::Nag { value, spelled } => self.nag(value, spelled),
            Step::Comment { text, .. } => self.comment(text),
            Step::Escape(text) => self.escape(text),
            Step::Open => {
                self.records.open(&mut self.page.out);
            }
            Step::Close => self.close(),
            Step::Termination(termination) => self.termination = termination,
            Step::End(_) => self.finish(self.termination),
            Step::Move { .. }
            | Step::Place(_)
            | Step::Played(_)
            | Step::Unplayed(_)
            | Step::Inner(_)
            | Step::Annotation(_)
            | Step::Field(_)
            | Step::Skipped(_)
            | Step::Verbatim(..) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, _spelled: Option<Spelling<'_>>) {
        // The filter drops moves that have no ordinal.
        let _ = self.records.play_in(before, named.mv, &mut self.page.out);
    }

    fn played(&mut self, _after: &Position) {}

    fn notation(&self) -> &'static notation::NotationSpec {
        pgc::PgcNotation.spec()
    }

    fn lacks(&self) -> Lacks {
        if self.comments { LACKS.without(Lacks::COMMENTS) } else { LACKS }
    }

    fn takes_vgn(&self) -> bool {
        true
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
