//! Steps to documents.
//!
//! A document is written from its start to its end, as the steps come. What is known only at the end of the game stands in
//! front of its moves, so it is put in there when the game ends: sources, the marker where the tags tell another one, and the
//! time since the start. Games without comments hardly ever need that.

mod bgn;
mod line;
mod notes;
mod pretty;

use super::derived::Tags;
use super::string::{member, push_escaped, push_string};
use super::tag_keys::{self, Counts, Known};
use crate::eight;
use crate::elapsed::Elapsed;
use crate::loss::LossKind;
use crate::notation::{self, Named};
use crate::rules::{Color, Kind, Move, Position, Role, Square};
use crate::step::{Head, Spelling, Step, Termination};
use crate::text::push_number;
use crate::write::{GameWriter, Lacks, Page};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bgn::Bgn;
use line::Line;

/// What a document has no form for.
pub(super) const LACKS: Lacks = Lacks::ESCAPES.and(Lacks::INNER_MARKERS);

/// What else some games lose.
pub(super) const LOSSES: &[LossKind] = &[LossKind::Tag, LossKind::UnplayedGame];

/// Moves as a document has them: every one can be said.
static NOTATION: notation::Spec = notation::Spec {
    id: "bgn",
    title: "moves of Better Game Notation",
    source: "Better Game Notation",
    example: "",
    version: "",
    pattern: "",
    binary: false,
    words: notation::Words::NOWHERE,
    losses: &[],
    limits: None,
};

/// How documents are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A document a line, without blanks.
    Lines,
    /// Two blanks for each level, one move a line.
    Pretty,
}

/// What stands between two documents that are laid out for people.
const BETWEEN: &[u8] = b",\n";

/// Writes documents.
pub(super) struct Writer {
    layout: Layout,
    page: Page,
    /// Where the document starts in what is written, and which part of it is being written.
    start: usize,
    part: Part,
    bgn: Bgn,
    counts: Counts,
    /// The move that is about to be played.
    playing: Playing,
    /// Whether what was written last is a move that only wants its brace.
    follows: bool,
    /// The innermost line, and those that it interrupts.
    line: Line,
    outer: Vec<Line>,
    /// What stands before a move that is about to be written.
    held: Vec<u8>,
    times: Times,
    /// The last document without blanks, where it was laid out for people.
    compact: Vec<u8>,
}

/// The parts of a document in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Before the first move.
    Start,
    Moves,
    /// Behind the marker.
    End,
    /// No game is being written.
    Over,
}

/// A move that is about to be played.
#[derive(Clone, Copy)]
struct Playing {
    mv: Move,
    /// What moves and what it takes, by the numbers of their roles; 0 for nothing.
    moved: u8,
    taken: u8,
    side: Color,
    /// Whether the move is plain and legal: only the board behind it can then say more.
    plain: bool,
    illegal: bool,
}

/// The time since the start of the game, where clocks tell it.
struct Times {
    /// Who moves first.
    first: Color,
    elapsed: Elapsed,
    /// How many plies were told of their clocks.
    plies: usize,
    /// The plies that may have a time, and where it belongs.
    places: Vec<Time>,
}

/// The time of one ply of the mainline.
struct Time {
    at: usize,
    ply: usize,
    /// What the source says itself.
    given: Option<String>,
}

impl Writer {
    pub(super) fn new(layout: Layout) -> Writer {
        let square = Square::masked(0);
        let playing = Playing {
            mv: Move::plain(square, square),
            moved: 0,
            taken: 0,
            side: Color::White,
            plain: true,
            illegal: false,
        };
        Writer {
            layout,
            page: Page::default(),
            start: 0,
            part: Part::Over,
            bgn: Bgn::default(),
            counts: Counts::default(),
            playing,
            follows: false,
            line: Line::default(),
            outer: Vec::new(),
            held: Vec::new(),
            compact: Vec::new(),
            times: Times {
                first: Color::White,
                elapsed: Elapsed::of(Color::White, None),
                plies: 0,
                places: Vec::new(),
            },
        }
    }

    /// A game begins.
    fn head(&mut self, head: &Head<'_>) {
        self.start = self.page.out.len();
        self.part = Part::Start;
        self.line.clear();
        self.outer.clear();
        self.held.clear();
        self.follows = false;
        let tags = self.tags(head);
        self.times.restart(head.start.turn(), &tags);
        self.bgn.start(head, &tags, &mut self.page.out);
    }

    /// Writes the tags, and finds those that mean something here.
    fn tags<'h>(&mut self, head: &Head<'h>) -> Tags<'h> {
        let out = &mut self.page.out;
        let mut tags = Tags::none(head.tags);
        self.counts.clear();
        out.extend_from_slice(b"{\"pgn\":{");
        for (at, (name, value)) in (0..u32::MAX).zip(head.tags) {
            if at > 0 {
                out.push(b',');
            }
            let known = Known::of_name(name);
            tags.see(at, name, known);
            match known {
                Some(known) if self.counts.is_first(known) => out.extend_from_slice(known.opening().as_bytes()),
                _ => {
                    let nth = self.counts.next(name, u32::from(known.is_some()));
                    push_string(&tag_keys::key(name, nth), out);
                    out.extend_from_slice(b":\"");
                }
            }
            push_escaped(value.as_bytes(), out);
            out.push(b'"');
        }
        out.extend_from_slice(b"},\"bgn\":");
        tags
    }

    /// Behind the moves, or where a game ends without its marker.
    fn end_moves(&mut self, marker: Option<Termination>) {
        while !self.outer.is_empty() {
            self.close();
        }
        match self.part {
            Part::Start => self.begin_moves(),
            Part::Moves => self.finish_move(),
            Part::End | Part::Over => return,
        }
        if self.line.begun {
            self.page.out.push(b'}');
        }
        self.page.out.push(b']');
        self.follows = false;
        self.part = Part::End;
        self.bgn.end_moves(marker, self.page.out.len());
    }

    /// The game ends.
    fn end_game(&mut self) {
        self.end_moves(None);
        if self.part == Part::Over {
            return;
        }
        self.part = Part::Over;
        self.close_list();
        let end = self.page.out.split_off(self.bgn.end_at);
        self.page.out.extend_from_slice(self.bgn.others.as_bytes());
        self.page.out.push(b'}');
        self.times.insert(&mut self.page.out);
        self.bgn.finish(&end, &mut self.page.out);
        match self.layout {
            Layout::Lines => self.page.out.push(b'\n'),
            Layout::Pretty => {
                self.compact = self.page.out.split_off(self.start);
                pretty::push(&self.compact, &mut self.page.out);
                self.page.out.extend_from_slice(BETWEEN);
            }
        }
    }
}

/// Moves.
impl Writer {
    /// Writes the move that was about to be played, up to the fields that depend on the board behind it.
    #[inline(always)]
    fn push_move(&mut self) {
        let Playing { mv, moved, taken, .. } = self.playing;
        let letter = |role: u8| u64::from(Role::LETTERS[usize::from(role & 7)]);
        let name = |square: Square| u64::from(u16::from_le_bytes(square.name()));
        let mut text = [0; 28];
        let mut put = |at: usize, bytes: u64| {
            if let Some(eight) = text.get_mut(at..at + 8) {
                eight.copy_from_slice(&bytes.to_le_bytes());
            }
        };
        put(0, letter(moved) | u64::from_le_bytes(*b"\0\",\"f\":\""));
        put(8, name(mv.from) | u64::from_le_bytes(*b"\0\0\",\"t\":"));
        put(16, u64::from_le_bytes(*b"\"\0\0\"\0\0\0\0") | name(mv.destination()) << 8);
        put(20, u64::from_le_bytes(*b",\"x\":\"\0\"") | letter(taken) << 48);
        let out = &mut self.page.out;
        let length = if taken == 0 { 20 } else { 28 };
        let end = out.len() + length;
        out.extend_from_slice(&text);
        out.truncate(end);
    }

    /// Writes what is special about a move that leads to this position.
    #[inline(never)]
    fn push_special(&mut self, after: &Position) {
        let Playing { mv, side, illegal, .. } = self.playing;
        let out = &mut self.page.out;
        let stuck = !after.has_legal_move();
        if mv.kind == Kind::EnPassant {
            out.extend_from_slice(b",\"ep\":true");
        }
        if after.is_check() {
            self.line.checks[side as usize] += 1;
            out.extend_from_slice(b",\"c\":");
            push_number(self.line.checks[side as usize], out);
        }
        if mv.kind == Kind::Castle {
            out.extend_from_slice(if mv.to > mv.from { b",\"castle\":\"K\"" } else { b",\"castle\":\"Q\"" });
        }
        if let Some(role) = mv.promotion {
            out.extend_from_slice(b",\"promote\":\"");
            out.extend_from_slice(&[role.letter(), b'"']);
        }
        let truths = [
            (stuck && after.is_check(), ",\"mate\":true"),
            (stuck && !after.is_check(), ",\"stalemate\":true"),
            (illegal, ",\"illegal\":true"),
            (mv.kind == Kind::Null, ",\"null\":true"),
        ];
        for (_, text) in truths.iter().filter(|(holds, _)| *holds) {
            out.extend_from_slice(text.as_bytes());
        }
    }

    /// Writes what stands before a move that does not just follow another one.
    #[inline(never)]
    fn begin_move(&mut self) {
        self.hold_before();
        match self.part {
            Part::Start if self.outer.is_empty() => self.begin_moves(),
            _ if !self.line.begun => self.begin_line(),
            _ => {}
        }
        if self.line.begun {
            self.finish_move();
            self.page.out.extend_from_slice(b"},");
        } else if self.page.out.last() != Some(&b'[') {
            self.page.out.push(b',');
        }
        self.line.begun = true;
        self.page.out.extend_from_slice(b"{\"p\":\"");
    }

    /// The moves of the game begin. White's stand at even places, so that nothing stands at the first one where Black moves.
    fn begin_moves(&mut self) {
        self.close_list();
        self.bgn.start_end = self.page.out.len();
        self.part = Part::Moves;
        let moves: &[u8] = if self.times.first == Color::Black { b"},\"moves\":[null" } else { b"},\"moves\":[" };
        self.page.out.extend_from_slice(moves);
    }
}

impl GameWriter for Writer {
    fn write(&mut self, step: &Step<'_>) {
        self.follows = false;
        match *step {
            Step::Head(head) => self.head(head),
            Step::Nag { value, spelled } => self.nag(value, spelled),
            Step::Comment { text, .. } => self.comment(text),
            Step::Annotation(object) => self.annotation(object),
            Step::Field(text) => {
                if let Some((key, value)) = member(text) {
                    self.field(key, value);
                }
            }
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Unplayed(text) => self.tail(text),
            Step::Termination(marker) => self.end_moves(Some(marker)),
            Step::End(_) => self.end_game(),
            Step::Move { .. } | Step::Played(_) | Step::Place(_) | Step::Escape(_) | Step::Inner(_) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, _spelled: Option<Spelling<'_>>) {
        let Named { mv, illegal, .. } = *named;
        let [moved, there] = [mv.from, mv.to].map(|square| before.codes()[square.index()] & 7);
        let plain = mv.kind == Kind::Plain && mv.promotion.is_none() && !illegal;
        let taken = match mv.kind {
            Kind::Plain => there,
            Kind::EnPassant => Role::Pawn as u8,
            Kind::Castle | Kind::Null => 0,
        };
        // Nothing stands only where a king that is not there passes.
        let moved = if moved == 0 { Role::King as u8 } else { moved };
        self.playing = Playing { mv, moved, taken, side: before.turn(), plain, illegal };
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        if self.follows {
            eight::push(&mut self.page.out, u64::from_le_bytes(*b"},{\"p\":\""), 8);
        } else {
            self.begin_move();
        }
        self.push_move();
        self.line.checks_before = self.line.checks;
        if !self.playing.plain || after.is_check() || !after.has_legal_move() {
            self.push_special(after);
        }
        self.line.plies += 1;
        self.line.head_end = self.page.out.len();
        self.follows = true;
        if !self.held.is_empty() {
            self.push_held();
        }
    }

    fn notation(&self) -> &'static notation::Spec {
        &NOTATION
    }

    fn lacks(&self) -> Lacks {
        LACKS
    }

    fn starts_anywhere(&self) -> bool {
        false
    }

    fn takes_unplayed(&self) -> bool {
        true
    }

    fn may_lack_marker(&self) -> bool {
        true
    }

    fn trailing(&mut self, comments: &[&str]) {
        if comments.is_empty() {
            return;
        }
        let document = match self.layout {
            Layout::Lines => self.page.out.get(self.start..).unwrap_or_default(),
            Layout::Pretty => &self.compact,
        };
        let document = core::str::from_utf8(document).map(str::trim_end).unwrap_or_default();
        if document.is_empty() || self.page.out.len() <= self.start {
            return comments.iter().for_each(|text| self.page.lose_comment(text));
        }
        let document = bgn::with_end(document, comments, self.bgn.default_source());
        self.page.out.truncate(self.start);
        match self.layout {
            Layout::Lines => self.page.out.extend([document.as_slice(), b"\n"].concat()),
            // Nothing comes behind it.
            Layout::Pretty => pretty::push(&document, &mut self.page.out),
        }
    }

    fn gap(&self) -> usize {
        if self.layout == Layout::Pretty { BETWEEN.len() } else { 0 }
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}

impl Times {
    fn restart(&mut self, first: Color, tags: &Tags<'_>) {
        self.elapsed.restart(first, tags.time_control());
        self.plies = 0;
        self.places.clear();
        self.first = first;
    }

    /// A ply of the mainline, from 1, was told of its time, which belongs to this place.
    fn add(&mut self, ply: usize, place: Time, [clock, spent]: [Option<i64>; 2]) {
        while self.plies + 1 < ply {
            self.elapsed.ply(None, None);
            self.plies += 1;
        }
        self.elapsed.ply(clock, spent);
        self.plies = ply;
        self.places.push(place);
    }

    /// Writes the times into the moves.
    fn insert(&self, out: &mut Vec<u8>) {
        let Some(first) = self.places.first().map(|time| time.at) else { return };
        let known = self.elapsed.times();
        let text = |time: &Time| match &time.given {
            Some(given) => Some(given.clone()),
            None => known.get(time.ply).copied().flatten().map(seconds),
        };
        let behind = out.split_off(first.min(out.len()));
        let mut at = first;
        for time in &self.places {
            if let Some(text) = text(time) {
                out.extend_from_slice(behind.get(at - first..time.at - first).unwrap_or_default());
                out.extend_from_slice(b",\"et\":");
                out.extend_from_slice(text.as_bytes());
                at = time.at;
            }
        }
        out.extend_from_slice(behind.get(at - first..).unwrap_or_default());
    }
}

/// Milliseconds as seconds: `9.5`.
fn seconds(ms: i64) -> String {
    let (whole, rest) = (ms / 1000, ms % 1000);
    if rest == 0 {
        return format!("{whole}");
    }
    let fraction = format!("{rest:03}");
    format!("{whole}.{}", fraction.trim_end_matches('0'))
}
