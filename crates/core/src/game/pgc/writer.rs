//! Events to PGC: a game of nothing but the Seven Tag Roster and moves becomes one reduced record, any other one many records.

use super::recorder::{self, Recorder};
use super::records::marker;
use crate::at::At;
use crate::command;
use crate::game::kept::{Kept, ROSTER};
use crate::game::vgn::{head, nags};
use crate::game::{CommentForm, GameWriter, Head, OptionSpec, Termination, WriteOptions};
use crate::loss::{LossKind, Losses};
use crate::notation::{MoveNotation, Named, Spec, pgc};
use crate::rules::Position;
use alloc::string::String;
use alloc::vec::Vec;

/// The format's own options about writing.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    id: "pgc_comments",
    values: &["no", "yes"],
    default: "no",
    doc: "whether comments are kept, as escaped lines",
    reads: false,
}];

/// What PGC cannot say, besides what its moves cannot.
pub(super) const LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::ResultSentence,
    LossKind::TagText,
    LossKind::EscapedLine,
];

/// Writes games as PGC.
pub struct Writer {
    comments: bool,
    export: bool,
    sort_tags: bool,
    out: Vec<u8>,
    losses: Losses,
    place: At,
    kept: Kept,
    records: Recorder,
    /// Where this game starts in `out`.
    start: usize,
    begun: bool,
    /// How it ended: comments may stand behind that.
    termination: Termination,
    /// Variations open that are left out.
    left_out: usize,
    /// Whether something was left out since a variation opened.
    emptied: bool,
    /// What stands before the moves, until it is put there.
    head: Vec<u8>,
}

impl Writer {
    /// A writer with these options.
    pub fn new(options: &WriteOptions) -> Writer {
        Writer {
            comments: options.choice(&super::SPEC, "pgc_comments") == "yes",
            export: options.export,
            sort_tags: options.sort_tags,
            out: Vec::new(),
            losses: Losses::default(),
            place: At::default(),
            kept: Kept::new(),
            records: Recorder::default(),
            start: 0,
            begun: false,
            termination: Termination::Unknown,
            left_out: 0,
            emptied: false,
            head: Vec::new(),
        }
    }

    fn lose(&mut self, kind: LossKind, count: u64) {
        self.losses.add(kind, count, self.place);
    }

    fn lose_comment(&mut self, text: &str) {
        self.emptied = true;
        let (comments, commands) = command::count(text);
        self.lose(LossKind::Comment, comments);
        self.lose(LossKind::Command, commands);
    }

    /// Writes the game's tags before its moves, which are written, and its end behind them.
    fn finish(&mut self, termination: Termination) {
        if !core::mem::take(&mut self.begun) {
            return;
        }
        self.left_out = 0;
        self.records.end_moves(&mut self.out);
        if self.export {
            self.kept.complete(&ROSTER);
        }
        let mut section = core::mem::take(&mut self.head);
        section.clear();
        let moves = self.out.get(self.start..).unwrap_or_default();
        let (losses, place, sort) = (&mut self.losses, self.place, self.sort_tags);
        let plain = only_moves(moves);
        let reduced = self.kept.tell(|head| {
            let mut tags = Tags::default();
            head::to_pgn(head, termination, &mut tags);
            tags.lost.drain(..).for_each(|kind| losses.add(kind, 1, place));
            tags.write(termination, sort, plain, &mut section, losses, place)
        });
        let replaced = if reduced { plain.map_or(0, |(length, _)| length) } else { 0 };
        self.out.splice(self.start..self.start + replaced, section.iter().copied());
        if !reduced {
            self.out.push(marker::END);
        }
        self.head = section;
    }
}

/// Where records are nothing but one sequence of moves, the length of what stands before these, and their number.
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

/// The tags to write, one text behind the other.
#[derive(Default)]
struct Tags {
    texts: String,
    /// Where each name starts and ends, and where its value ends.
    ends: Vec<(usize, usize, usize)>,
    lost: Vec<LossKind>,
}

impl head::Tags for Tags {
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

impl Tags {
    fn get(&self, index: usize) -> (&str, &str) {
        let (start, end, last) = self.ends.get(index).copied().unwrap_or_default();
        let text = |from: usize, to: usize| self.texts.get(from..to).unwrap_or_default();
        (text(start, end), text(end, last))
    }

    /// Writes what stands before the moves; whether that is a reduced record, which is possible for `plain` moves.
    fn write(
        &mut self,
        marker: Termination,
        sort: bool,
        plain: Option<(usize, u16)>,
        out: &mut Vec<u8>,
        losses: &mut Losses,
        place: At,
    ) -> bool {
        let rank = |name: &str| ROSTER.iter().position(|(known, _)| *known == name).unwrap_or(ROSTER.len());
        if sort {
            let mut ends = core::mem::take(&mut self.ends);
            let name = |tag: &(usize, usize, usize)| self.texts.get(tag.0..tag.1).unwrap_or_default();
            ends.sort_by(|a, b| (rank(name(a)), name(a)).cmp(&(rank(name(b)), name(b))));
            self.ends = ends;
        }
        let result = marker.as_str();
        let is_roster = self.ends.len() == ROSTER.len()
            && ROSTER.iter().enumerate().all(|(index, (name, _))| self.get(index).0 == *name);
        if let (Some((_, count)), true) = (plain, is_roster) {
            out.push(marker::REDUCED);
            for index in 0..ROSTER.len() {
                let (name, value) = self.get(index);
                recorder::text(if name == "Result" { result } else { value }, out, losses, place);
            }
            out.extend_from_slice(&count.to_le_bytes());
            return true;
        }
        out.push(marker::BEGIN);
        let mut named = marker != Termination::Unknown;
        for index in 0..self.ends.len() {
            let (name, value) = self.get(index);
            if name == "Result" {
                named = true;
            } else {
                recorder::tag(name, value, out, losses, place);
            }
        }
        if named {
            recorder::tag("Result", result, out, losses, place);
        }
        false
    }
}

impl GameWriter for Writer {
    fn start_game(&mut self, place: At) {
        self.place = place;
        self.begun = false;
    }

    fn head(&mut self, head: &Head<'_>) {
        self.kept.keep(head);
        self.start = self.out.len();
        self.begun = true;
        self.termination = Termination::Unknown;
        self.left_out = 0;
        self.records.start(&self.out);
    }

    fn notation(&self) -> &'static Spec {
        pgc::Pgc.spec()
    }

    fn place(&mut self, place: At) {
        self.place = place;
    }

    fn moving(&mut self, before: &Position, named: &Named, _spelled: Option<&[u8]>) {
        if self.left_out == 0 {
            // What has no ordinal it is never asked to write.
            let _ = self.records.play_in(before, named.mv, &mut self.out);
        }
    }

    fn moved(&mut self, _after: &Position) {}

    fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        match nags::as_simple(value, spelled) {
            Some(value) if self.left_out == 0 && self.records.has_move() => self.records.nag(value, &mut self.out),
            Some(_) => self.lose(LossKind::Nag, 1),
            None => self.lose(LossKind::NagComposite, 1),
        }
    }

    fn comment(&mut self, text: &str, _form: CommentForm) {
        let written = self.comments
            && self.left_out == 0
            && self.records.comment(text, &mut self.out, &mut self.losses, self.place);
        if !written {
            self.lose_comment(text);
        }
    }

    fn escape(&mut self, text: &str) {
        if self.left_out > 0 || !self.records.escape(text, &mut self.out, &mut self.losses, self.place) {
            self.lose(LossKind::EscapedLine, 1);
        }
    }

    fn open(&mut self) {
        if self.left_out > 0 || !self.records.has_move() {
            self.left_out += 1;
            return self.lose(LossKind::Variation, 1);
        }
        self.emptied = false;
        self.records.open(&mut self.out);
    }

    fn close(&mut self) {
        match self.left_out.checked_sub(1) {
            Some(left) => self.left_out = left,
            // A variation in which something stood, but nothing that is kept.
            None if !self.records.close(&mut self.out) && self.emptied => self.lose(LossKind::Variation, 1),
            None => {}
        }
    }

    fn termination(&mut self, termination: Termination) {
        self.termination = termination;
    }

    fn end_game(&mut self) {
        self.finish(self.termination);
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn losses(&mut self) -> &mut Losses {
        &mut self.losses
    }
}
