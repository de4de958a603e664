//! The text between the tags and the marker: numbers, words or rows, and annotations.
//!
//! A line contains one full move, or one row, with blanks between its parts. Annotations of a move are held back until
//! the next step is known: they are written after the move itself or, if comments and variations are in pairs, after
//! Black's reply. A text that is held back consists of parts that are only linked when it is moved, so deep nesting
//! does not take longer.

use crate::command;
use crate::game::number::{MoveNumber, Numeral};
use crate::game::vgn::text::anchored;
use crate::location::Location;
use crate::loss::LossKind;
use crate::notation::{Claim, Last};
use crate::rules::Color;
use crate::step::{CommentForm, Termination};
use crate::swar;
use crate::text::push_number;
use crate::write::Page;
use alloc::vec::Vec;

/// No stretch.
const NONE: usize = usize::MAX;

/// The text of one game's moves as it grows.
pub(super) struct MovesText {
    /// Whether what belongs to White's move follows Black's reply.
    pub(super) paired: bool,
    /// Whether existing comments are marked with the place that they belong to.
    pub(super) anchored: bool,
    /// Whether each move is a row of its own, with its number.
    pub(super) rows: bool,
    /// Whether comments to the end of the line stay such.
    pub(super) keeps_lines: bool,
    /// Text held back, in the order in which it came.
    held: Vec<u8>,
    /// Its stretches. The last one may still grow.
    stretches: Vec<HeldSpan>,
    /// The list that the last stretch belongs to, while it grows.
    growing: Option<usize>,
    /// The mainline, and the variations open in it.
    open: Vec<OpenText>,
    /// Stretches that are empty until it is known that their comment moves.
    anchors: Vec<Anchor>,
    /// Where the mainline's last word ends, and what its end marks mean.
    end: Option<(usize, Claim)>,
    /// The number written last.
    numeral: Numeral,
}

/// A part of the text held back, and what follows it.
#[derive(Clone, Copy)]
struct HeldSpan {
    start: usize,
    end: usize,
    next: usize,
}

/// The place of an anchor.
#[derive(Clone, Copy)]
struct Anchor {
    stretch: usize,
    /// Whether a text follows it.
    parted: bool,
    /// Whether it is to be written.
    due: bool,
}

/// Stretches in order.
#[derive(Clone, Copy)]
struct SpanList {
    first: usize,
    last: usize,
}

impl SpanList {
    const EMPTY: SpanList = SpanList { first: NONE, last: NONE };

    fn is_empty(self) -> bool {
        self.first == NONE
    }
}

/// A variation, or the mainline.
#[derive(Clone, Copy)]
struct OpenText {
    /// What is held back after its last move.
    held: SpanList,
    /// What its next word follows.
    spot: Spot,
    /// The same for its held text.
    held_spot: Spot,
    /// Whose the last move was.
    last: Option<Color>,
    /// The number of the last move.
    number: u32,
    /// Comments that may move and variations held back after White's move, and the place of the first.
    comments: u64,
    variations: u64,
    /// Those of the variations without a move, so that no number shows where they belong.
    bare: u64,
    place: Location,
    /// How many anchors there were when it opened.
    anchors: usize,
    /// What was held back before it opened.
    before: Before,
}

impl OpenText {
    /// The number of its last move.
    fn place_of_last(&self) -> Option<MoveNumber> {
        self.last.map(|side| MoveNumber { value: self.number, black: side == Color::Black })
    }
}

/// Appends an anchor, `[%at 12.5]`: the place of a comment.
fn push_anchor(place: MoveNumber, out: &mut Vec<u8>) {
    out.extend_from_slice(b"[%at ");
    push_number(place.value, out);
    out.extend_from_slice(if place.black { b".5]" } else { b".]" });
}

/// The text held back by a variation before another one opens in it.
#[derive(Clone, Copy)]
struct Before {
    length: usize,
    /// What it ends with.
    spot: Spot,
    /// Whether the variation holds nothing back.
    nothing: bool,
}

/// What comes directly before a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    /// Nothing of the moves yet.
    Start,
    /// `(`.
    Opened,
    /// A move, with its NAGs.
    Move,
    /// A comment in braces, or the marker of a variation.
    Comment,
    /// A line end.
    Line,
    /// `)`.
    Closed,
}

impl MovesText {
    pub(super) fn new() -> MovesText {
        MovesText {
            paired: true,
            anchored: false,
            rows: false,
            keeps_lines: false,
            held: Vec::new(),
            stretches: Vec::new(),
            growing: None,
            open: Vec::new(),
            anchors: Vec::new(),
            end: None,
            numeral: Numeral::of(1),
        }
    }

    /// A game starts.
    pub(super) fn start(&mut self) {
        self.held.clear();
        self.stretches.clear();
        self.growing = None;
        self.anchors.clear();
        self.open.clear();
        self.end = None;
        self.push_open(Spot::Start, Before { length: 0, spot: Spot::Start, nothing: true });
    }

    fn push_open(&mut self, spot: Spot, before: Before) {
        self.open.push(OpenText {
            held: SpanList::EMPTY,
            spot,
            held_spot: spot,
            last: None,
            number: 0,
            comments: 0,
            variations: 0,
            bare: 0,
            place: Location::default(),
            anchors: self.anchors.len(),
            before,
        });
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    /// Writes the text before a move's word, and returns where to write the word.
    #[inline(always)]
    pub(super) fn start_word<'o>(&'o mut self, number: MoveNumber, page: &'o mut Page) -> &'o mut Vec<u8> {
        // Nearly always a move of the mainline follows another one, of which nothing is said.
        let [open] = &mut *self.open else { return self.start_any_word(number, page) };
        if open.spot != Spot::Move || !open.held.is_empty() || self.rows {
            return self.start_any_word(number, page);
        }
        open.last = Some(if number.black { Color::Black } else { Color::White });
        open.number = number.value;
        let to = &mut page.out;
        if number.black {
            to.push(b' ');
            return to;
        }
        self.numeral.turn_to(number.value);
        match self.numeral.bytes() {
            Some((bytes, length)) if length < 7 => {
                let line = u64::from(b'\n') | bytes << 8 | u64::from(b' ') << (8 * (length + 1));
                swar::push(to, line, length + 2);
            }
            _ => {
                to.push(b'\n');
                push_number(number.value, to);
                to.extend_from_slice(b". ");
            }
        }
        to
    }

    /// The same for a move in any place.
    #[inline(never)]
    fn start_any_word<'o>(&'o mut self, number: MoveNumber, page: &'o mut Page) -> &'o mut Vec<u8> {
        let white = !number.black;
        let starts_line = white || self.rows;
        let mut due = starts_line;
        let depth = self.depth();
        if let Some(open) = self.open.last_mut() {
            due |= open.last.is_none();
            if !open.held.is_empty() {
                if self.paired && !white && open.last == Some(Color::White) {
                    self.hold_behind_reply(page);
                } else {
                    self.release(&mut page.out);
                    due = true;
                }
            }
        }
        let mut spot = Spot::Start;
        if let Some(open) = self.open.last_mut() {
            spot = core::mem::replace(&mut open.spot, Spot::Move);
            open.last = Some(if white { Color::White } else { Color::Black });
            open.number = number.value;
        }
        let to = self.place(depth, &mut page.out);
        match spot {
            Spot::Start | Spot::Line => {}
            Spot::Opened => to.push(b' '),
            Spot::Closed => to.push(b'\n'),
            Spot::Move | Spot::Comment => to.push(if starts_line { b'\n' } else { b' ' }),
        }
        if due {
            push_number(number.value, to);
            to.extend_from_slice(if white { b". " } else { b".5 " });
        }
        to
    }

    /// The output for the rest of the word that was started.
    #[inline]
    pub(super) fn word<'o>(&'o mut self, out: &'o mut Vec<u8>) -> &'o mut Vec<u8> {
        self.place(self.depth(), out)
    }

    /// The last word was written whole; these are its end marks.
    #[inline]
    pub(super) fn end_word(&mut self, claim: Claim, out: &[u8]) {
        if self.open.len() == 1 {
            self.end = Some((out.len(), claim));
        }
    }

    /// The output of the variation with this depth: the text held back by the one around it.
    #[inline]
    fn place<'o>(&'o mut self, depth: usize, out: &'o mut Vec<u8>) -> &'o mut Vec<u8> {
        match depth.checked_sub(1) {
            None => out,
            Some(around) => self.hold(around),
        }
    }

    /// The text held back by the variation with this depth.
    fn hold(&mut self, depth: usize) -> &mut Vec<u8> {
        if self.growing != Some(depth) {
            self.end_stretch();
            self.start_stretch(depth);
            self.growing = Some(depth);
        }
        &mut self.held
    }

    /// Adds an empty stretch to a list.
    fn start_stretch(&mut self, depth: usize) -> usize {
        let (index, at) = (self.stretches.len(), self.held.len());
        self.stretches.push(HeldSpan { start: at, end: at, next: NONE });
        if let Some(open) = self.open.get_mut(depth) {
            match self.stretches.get_mut(open.held.last) {
                Some(last) => last.next = index,
                None => open.held.first = index,
            }
            open.held.last = index;
        }
        index
    }

    /// What comes next does not belong to the last stretch.
    fn end_stretch(&mut self) {
        if self.growing.take().is_some()
            && let Some(last) = self.stretches.last_mut()
        {
            last.end = self.held.len();
        }
    }

    /// Writes the text that the innermost variation holds back to its own output.
    fn release(&mut self, out: &mut Vec<u8>) {
        let depth = self.depth();
        self.end_stretch();
        let Some(open) = self.open.last_mut() else { return };
        let list = core::mem::replace(&mut open.held, SpanList::EMPTY);
        if list.is_empty() {
            return;
        }
        open.spot = open.held_spot;
        (open.comments, open.variations, open.bare) = (0, 0, 0);
        let anchors = open.anchors;
        self.anchors.truncate(anchors);
        match depth.checked_sub(1).and_then(|around| self.open.get_mut(around)) {
            Some(around) => {
                match self.stretches.get_mut(around.held.last) {
                    Some(last) => last.next = list.first,
                    None => around.held.first = list.first,
                }
                around.held.last = list.last;
            }
            None => {
                let mut at = list.first;
                while let Some(stretch) = self.stretches.get(at) {
                    out.extend_from_slice(self.held.get(stretch.start..stretch.end).unwrap_or_default());
                    at = stretch.next;
                }
                self.stretches.clear();
                self.held.clear();
            }
        }
    }

    /// Black replies, and what belongs to White's move stays after the reply: its place is lost, or kept by its
    /// anchors.
    #[cold]
    fn hold_behind_reply(&mut self, page: &mut Page) {
        self.end_stretch();
        let Some(open) = self.open.last_mut() else { return };
        let (comments, variations, bare) = (open.comments, open.variations, open.bare);
        (open.comments, open.variations, open.bare) = (0, 0, 0);
        let (number, from, place) = (open.number, open.anchors, open.place);
        // With an anchor on one of them, all have one, so that they stay in their order.
        let are_due = self.anchors.iter().skip(from).any(|anchor| anchor.due);
        page.losses.add(LossKind::CommentPlace, if are_due { 0 } else { comments }, place);
        page.losses.add(LossKind::VariationPlace, if self.anchored { bare } else { variations }, place);
        for anchor in self.anchors.drain(from..).filter(|_| are_due) {
            if let Some(stretch) = self.stretches.get_mut(anchor.stretch) {
                stretch.start = self.held.len();
                push_anchor(MoveNumber { value: number, black: false }, &mut self.held);
                self.held.extend_from_slice(if anchor.parted { b" " } else { b"" });
                stretch.end = self.held.len();
            }
        }
    }

    /// A place after the last move: the text before it there.
    fn behind(&mut self, place: Location) -> Spot {
        let Some(open) = self.open.last_mut() else { return Spot::Start };
        if open.held.is_empty() {
            open.held_spot = open.spot;
        }
        if open.comments + open.variations == 0 {
            open.place = place;
        }
        open.held_spot
    }

    /// A comment.
    pub(super) fn comment(&mut self, text: &str, form: CommentForm, page: &mut Page) {
        let spot = self.behind(page.place);
        let depth = self.depth();
        // A comment that starts like one with an anchor would lose that, and its place, when it is read.
        let own_place =
            self.open.last().filter(|_| anchored(text.as_bytes()).is_some()).and_then(OpenText::place_of_last);
        let mut may_move = false;
        if let Some(open) = self.open.last_mut()
            && open.last == Some(Color::White)
            && own_place.is_none()
        {
            may_move = self.paired;
            open.comments += 1;
        }
        let (closes, ends_line) = (text.contains('}'), text.contains(['\n', '\r']));
        let line = (closes || self.keeps_lines && form == CommentForm::Line) && !ends_line;
        let to = self.hold(depth);
        match spot {
            Spot::Start | Spot::Line => {}
            Spot::Closed => to.push(b'\n'),
            Spot::Opened | Spot::Move | Spot::Comment => to.push(b' '),
        }
        to.push(if line { b';' } else { b'{' });
        if let Some(place) = own_place {
            push_anchor(place, to);
            to.push(b' ');
        } else if may_move {
            self.end_stretch();
            let stretch = self.start_stretch(depth);
            // Clocks and evaluations are those of the move that they follow.
            let due = self.anchored || command::commands(text.as_bytes()).next().is_some();
            self.anchors.push(Anchor { stretch, parted: !text.is_empty(), due });
        }
        let to = self.hold(depth);
        if closes && !line {
            page.lose(LossKind::TagText, 1);
            to.extend(text.bytes().map(|byte| if byte == b'}' { b')' } else { byte }));
        } else {
            to.extend_from_slice(text.as_bytes());
        }
        to.push(if line { b'\n' } else { b'}' });
        if let Some(open) = self.open.last_mut() {
            open.held_spot = if line { Spot::Line } else { Spot::Comment };
        }
    }

    /// A NAG of the last move, `$` included.
    pub(super) fn nag(&mut self, token: &[u8], out: &mut Vec<u8>) {
        let to = self.word(out);
        to.push(b' ');
        to.extend_from_slice(token);
    }

    /// A variation opens.
    pub(super) fn open(&mut self, place: Location) {
        let spot = self.behind(place);
        let depth = self.depth();
        let nothing = self.open.last().is_none_or(|open| open.held.is_empty());
        let before = Before { length: self.held.len(), spot, nothing };
        let to = self.hold(depth);
        match spot {
            Spot::Start | Spot::Line => {}
            Spot::Opened => to.push(b' '),
            Spot::Move | Spot::Comment | Spot::Closed => to.push(b'\n'),
        }
        to.push(b'(');
        if let Some(open) = self.open.last_mut() {
            open.variations += u64::from(open.last == Some(Color::White));
        }
        self.push_open(Spot::Opened, before);
    }

    /// A variation closes. An empty one is not written.
    pub(super) fn close(&mut self, out: &mut Vec<u8>) -> bool {
        if self.depth() == 0 {
            return true;
        }
        self.release(out);
        let Some(closed) = self.open.pop() else { return true };
        let around = self.open.len() - 1;
        if closed.spot == Spot::Opened {
            self.take_back(closed.before);
            return false;
        }
        let to = self.hold(around);
        if closed.spot != Spot::Line {
            to.push(b' ');
        }
        to.push(b')');
        if let Some(open) = self.open.last_mut() {
            open.held_spot = Spot::Closed;
            open.bare += u64::from(open.last == Some(Color::White) && closed.last.is_none());
        }
        true
    }

    /// Takes back a `(`, the last thing that was held back.
    #[cold]
    fn take_back(&mut self, before: Before) {
        self.held.truncate(before.length);
        self.end_stretch();
        let Some(open) = self.open.last_mut() else { return };
        if let Some(last) = self.stretches.get_mut(open.held.last) {
            last.end = last.end.min(before.length);
        }
        open.held_spot = before.spot;
        open.variations -= u64::from(open.last == Some(Color::White));
        if before.nothing {
            open.held = SpanList::EMPTY;
        }
    }

    /// The marker at the end of the variation that is open.
    pub(super) fn inner(&mut self, marker: Termination, out: &mut Vec<u8>) {
        let depth = self.depth();
        if depth == 0 {
            return;
        }
        self.release(out);
        let Some(open) = self.open.last_mut() else { return };
        let spot = core::mem::replace(&mut open.spot, Spot::Comment);
        let to = self.place(depth, out);
        if !matches!(spot, Spot::Start | Spot::Line) {
            to.push(b' ');
        }
        to.extend_from_slice(marker.as_str().as_bytes());
    }

    /// The marker at the end of the moves. `ends`: whether the last move shows how the game ended.
    pub(super) fn end(&mut self, termination: Termination, ends: bool, out: &mut Vec<u8>) {
        while self.depth() > 0 {
            self.close(out);
        }
        if ends {
            self.mark_end(termination, out);
        }
        self.release(out);
        let open = self.open.last();
        let (spot, last) = open.map_or((Spot::Start, None), |open| (open.spot, open.last));
        match spot {
            Spot::Start | Spot::Line => {}
            Spot::Move | Spot::Comment if !self.rows && last == Some(Color::White) => out.push(b' '),
            _ => out.push(b'\n'),
        }
        out.extend_from_slice(termination.as_str().as_bytes());
        out.push(b'\n');
    }

    /// Ends a run of comments without moves.
    pub(super) fn end_comments(&mut self, out: &mut Vec<u8>) {
        self.release(out);
        if self.open.last().is_some_and(|open| !matches!(open.spot, Spot::Start | Spot::Line)) {
            out.push(b'\n');
        }
    }

    /// Adds to the mainline's last word how the game ended, if the board does not show it.
    fn mark_end(&mut self, termination: Termination, out: &mut Vec<u8>) {
        let Some((at, claim @ (Claim::Open | Claim::OpenCheck))) = self.end else { return };
        let last = match termination {
            Termination::WhiteWins | Termination::BlackWins => Last::Won,
            Termination::Draw => Last::Drawn,
            Termination::BothLose | Termination::Unknown => return,
        };
        let third = if last == Last::Won { b'+' } else { b'#' };
        let parted = self.rows && claim == Claim::Open;
        let marks = [b' ', b'#', third];
        out.splice(at..at, marks.into_iter().skip(usize::from(!parted)));
    }
}
