//! Steps to documents.
//!
//! A document is written from its start to its end, as the steps arrive. Data that is known only at the end of the game
//! but precedes its moves is inserted when the game ends: sources, the marker if the tags imply another one, and the
//! time since the start. Games without comments rarely need that.

mod bgn;
mod document;
mod line;
mod notes;
pub(super) mod pretty;
mod times;

use super::fields;
use super::parts::member;
use super::rendering::FileLayout;
use super::tag_keys::{self, KnownTag, TagCounts};
use super::tag_values::TagValues;
use crate::game::infinite::is_infinite;
use crate::game::pgn::parts::GameParts;
use crate::json::{push_escaped, push_string};
use crate::loss::LossKind;
use crate::notation::{self, ParsedMove};
use crate::rules::{Color, Explosion, Move, MoveKind, Position, Role, Square};
use crate::step::{AsItStood, Dialect, Head, Spelling, Step, Termination};
use crate::swar;
use crate::text::{self, push_number};
use crate::write::{Closing, GameWriter, Lacks, Page};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use document::{DocumentPart, DocumentWriter};
use line::LineState;

/// What a document has no form for.
pub(super) const LACKS: Lacks = Lacks::ESCAPES.and(Lacks::INNER_MARKERS);

/// What else some games lose.
pub(in crate::game) const LOSSES: &[LossKind] = &[LossKind::Tag, LossKind::UnplayedGame];

/// Moves as a document has them: every one can be said.
static NOTATION: notation::NotationSpec = notation::NotationSpec {
    id: "bgn",
    title: "moves of Better Game Notation",
    source: "Better Game Notation",
    example: "",
    version: "",
    pattern: "",
    binary: false,
    words: notation::WordUse::NOWHERE,
    losses: &[],
    limits: None,
};

/// Writes documents.
pub(super) struct BgnWriter {
    layout: FileLayout,
    document: DocumentWriter,
    /// Where the document starts in what is written.
    start: usize,
    counts: TagCounts,
    /// The move that is about to be played.
    playing: Playing,
    /// The last document without blanks, if the output has blanks.
    compact: Vec<u8>,
}

/// A move that is about to be played.
#[derive(Clone, Copy)]
struct Playing {
    mv: Move,
    /// What moves and what it takes, by the numbers of their roles; 0 for nothing.
    moved: u8,
    taken: u8,
    side: Color,
    /// What explodes with what is taken.
    gone: Explosion,
    /// Whether the move is plain and legal: only the board after it can then add anything.
    plain: bool,
    illegal: bool,
}

impl BgnWriter {
    pub(super) fn new(layout: FileLayout) -> BgnWriter {
        let square = Square::masked(0);
        let playing = Playing {
            mv: Move::plain(square, square),
            moved: 0,
            taken: 0,
            side: Color::White,
            gone: Position::start().explosion(Move::plain(square, square)),
            plain: true,
            illegal: false,
        };
        BgnWriter {
            layout,
            document: DocumentWriter::default(),
            start: 0,
            counts: TagCounts::default(),
            playing,
            compact: Vec::new(),
        }
    }

    /// A game begins.
    fn head(&mut self, head: &Head<'_>) {
        self.start = self.document.page.out.len();
        self.document.part = DocumentPart::Start;
        self.document.line = LineState::default();
        self.document.outer.clear();
        self.document.held.clear();
        self.document.follows = false;
        let tags = self.tags(head);
        self.document.times.restart(head.start.turn(), &tags);
        self.document.bgn.start(head, &tags, &mut self.document.page.out);
    }

    /// Writes the tags, and finds those that mean something here.
    fn tags<'h>(&mut self, head: &Head<'h>) -> TagValues<'h> {
        let out = &mut self.document.page.out;
        let mut tags = TagValues::none(head.tags);
        self.counts.clear();
        out.extend_from_slice(b"{\"pgn\":{");
        for (at, (name, value)) in (0..u32::MAX).zip(head.tags) {
            if at > 0 {
                out.push(b',');
            }
            let known = KnownTag::of_name(name);
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

    /// After the moves, or where a game ends without its marker.
    fn end_moves(&mut self, marker: Option<Termination>) {
        while !self.document.outer.is_empty() {
            self.document.close();
        }
        match self.document.part {
            DocumentPart::Start => self.begin_moves(),
            DocumentPart::Moves => self.document.finish_move(),
            DocumentPart::End | DocumentPart::Over => return,
        }
        if self.document.line.begun {
            self.document.page.out.push(b'}');
        }
        self.document.page.out.push(b']');
        self.document.follows = false;
        self.document.part = DocumentPart::End;
        self.document.bgn.end_moves(marker, self.document.page.out.len());
    }

    /// Writes a document of a game on a board without edges as it is.
    fn copy_document(&mut self, document: &str) -> bool {
        self.start = self.document.page.out.len();
        self.document.page.out.extend_from_slice(document.as_bytes());
        self.lay_out();
        true
    }

    /// Lays out the document that was written without white space.
    fn lay_out(&mut self) {
        match self.layout.push {
            None => self.document.page.out.push(b'\n'),
            Some(push) => {
                self.compact.clear();
                self.compact.extend(self.document.page.out.drain(self.start..));
                push(&mut self.document.page, &self.compact);
                self.document.page.out.extend_from_slice(self.layout.between.as_bytes());
            }
        }
    }

    /// The game ends.
    fn end_game(&mut self) {
        self.end_moves(None);
        if self.document.part == DocumentPart::Over {
            return;
        }
        self.document.part = DocumentPart::Over;
        self.document.close_list();
        let end = self.document.page.out.split_off(self.document.bgn.end_at);
        self.document.page.out.extend_from_slice(self.document.bgn.others.as_bytes());
        self.document.page.out.push(b'}');
        self.document.times.insert(&mut self.document.page.out);
        self.document.bgn.finish(&end, &mut self.document.page.out);
        self.lay_out();
    }
}

/// Moves.
impl BgnWriter {
    /// Writes the move that was about to be played, up to the fields that depend on the board after it.
    #[inline(always)]
    fn push_move(&mut self) {
        let Playing { mv, moved, taken, .. } = self.playing;
        if mv.is_drop() {
            return self.push_drop();
        }
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
        let out = &mut self.document.page.out;
        let length = if taken == 0 { 20 } else { 28 };
        let end = out.len() + length;
        out.extend_from_slice(&text);
        out.truncate(end);
    }

    /// The same for a drop, which comes from no square.
    #[cold]
    fn push_drop(&mut self) {
        let letter = Role::LETTERS[usize::from(self.playing.moved & 7)];
        let out = &mut self.document.page.out;
        out.extend_from_slice(&[letter, b'"', b',', b'"', b't', b'"', b':', b'"']);
        out.extend_from_slice(&self.playing.mv.to.name());
        out.push(b'"');
    }

    /// Writes what is special about a move that leads to this position.
    #[inline(never)]
    fn push_special(&mut self, after: &Position) {
        let Playing { mv, side, illegal, gone, .. } = self.playing;
        let out = &mut self.document.page.out;
        // There are no legal moves either if another rule has ended the game.
        let stuck = !after.is_over() && !after.has_legal_move();
        if mv.kind == MoveKind::EnPassant {
            out.extend_from_slice(b",\"ep\":true");
        }
        if !gone.is_empty() {
            out.extend_from_slice(b",\"gone\":");
            fields::push_gone(gone.pieces(), out);
        }
        if after.is_check() {
            self.document.line.checks[side as usize] += 1;
            out.extend_from_slice(b",\"c\":");
            push_number(self.document.line.checks[side as usize], out);
        }
        if mv.kind == MoveKind::Castle {
            out.extend_from_slice(if mv.to > mv.from { b",\"castle\":\"K\"" } else { b",\"castle\":\"Q\"" });
        }
        if let Some(role) = mv.promotion.filter(|_| !mv.is_drop()) {
            out.extend_from_slice(b",\"promote\":\"");
            out.extend_from_slice(&[role.letter(), b'"']);
        }
        if stuck {
            out.extend_from_slice(if after.is_check() { b",\"mate\":true" } else { b",\"stalemate\":true" });
        }
        let last = [
            (mv.is_drop(), ",\"drop\":true"),
            (illegal, ",\"illegal\":true"),
            (mv.kind == MoveKind::Null, ",\"null\":true"),
        ];
        self.document.line.notes.others.extend(last.iter().filter(|(holds, _)| *holds).map(|(_, text)| *text));
    }

    /// Writes the text before a move that does not just follow another one.
    #[inline(never)]
    fn begin_move(&mut self) {
        self.document.hold_before();
        match self.document.part {
            DocumentPart::Start if self.document.outer.is_empty() => self.begin_moves(),
            _ if !self.document.line.begun => self.document.begin_line(),
            _ => {}
        }
        if self.document.line.begun {
            self.document.finish_move();
            self.document.page.out.extend_from_slice(b"},");
        } else if self.document.page.out.last() != Some(&b'[') {
            self.document.page.out.push(b',');
        }
        self.document.line.begun = true;
        self.document.page.out.extend_from_slice(b"{\"p\":\"");
    }

    /// The moves of the game begin. White's moves have even indexes, so index 0 is empty if Black moves first.
    fn begin_moves(&mut self) {
        self.document.close_list();
        self.document.bgn.start_end = self.document.page.out.len();
        self.document.part = DocumentPart::Moves;
        let moves: &[u8] =
            if self.document.times.first == Color::Black { b"},\"moves\":[null" } else { b"},\"moves\":[" };
        self.document.page.out.extend_from_slice(moves);
    }
}

impl GameWriter for BgnWriter {
    fn is_binary(&self) -> bool {
        self.layout.binary
    }

    fn write(&mut self, step: &Step<'_>) {
        self.document.follows = false;
        match *step {
            Step::Head(head) => self.head(head),
            Step::Nag { value, spelled } => self.document.nag(value, spelled),
            Step::Comment { text, .. } => self.document.comment(text),
            Step::Annotation(object) => self.document.annotation(object),
            Step::Field(text) => {
                if let Some((key, value)) = member(text) {
                    self.document.field(key, value);
                }
            }
            Step::Open => self.document.open(),
            Step::Close => self.document.close(),
            Step::Unplayed(text) => self.document.tail(text),
            Step::Termination(marker) => self.end_moves(Some(marker)),
            Step::End(_) => self.end_game(),
            Step::Move { .. }
            | Step::Played(_)
            | Step::Place(_)
            | Step::Escape(_)
            | Step::Inner(_)
            | Step::Skipped(_)
            | Step::Verbatim(..) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, _spelled: Option<Spelling<'_>>) {
        let ParsedMove { mv, illegal, .. } = *named;
        let [moved, there] = [mv.from, mv.to].map(|square| before.codes()[square.index()] & 7);
        let gone = before.explosion(mv);
        let plain = mv.kind == MoveKind::Plain && mv.promotion.is_none() && !illegal && gone.is_empty();
        let taken = match mv.kind {
            MoveKind::Plain => there,
            MoveKind::EnPassant => Role::Pawn as u8,
            MoveKind::Castle | MoveKind::Null | MoveKind::Drop => 0,
        };
        let moved = match mv.promotion {
            Some(dropped) if mv.is_drop() => dropped as u8,
            // The square is empty only if a king that does not exist passes.
            _ if moved == 0 => Role::King as u8,
            _ => moved,
        };
        self.playing = Playing { mv, moved, taken, side: before.turn(), gone, plain, illegal };
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        if self.document.follows {
            swar::push(&mut self.document.page.out, u64::from_le_bytes(*b"},{\"p\":\""), 8);
        } else {
            self.begin_move();
        }
        self.push_move();
        self.document.line.checks_before = self.document.line.checks;
        if !self.playing.plain || after.is_check() || !after.has_legal_move() {
            self.push_special(after);
        }
        self.document.line.plies += 1;
        self.document.line.head_end = self.document.page.out.len();
        self.document.follows = self.document.line.notes.others.is_empty();
        if !self.document.held.is_empty() {
            self.document.push_held();
        }
    }

    fn notation(&self) -> &'static notation::NotationSpec {
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

    /// A game that cannot be played is a document with its tags, without moves, and with their text as one that was not read.
    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        let text = text::decode(game.text, game.encoding);
        let text = text.trim_start_matches('\u{feff}').trim();
        if is_infinite(text.as_bytes()) {
            return self.copy_document(text);
        }
        let Some(GameParts { tags, moves, termination }) = GameParts::of(text).filter(|_| dialect == Dialect::Pgn)
        else {
            return false;
        };
        let tags: Vec<_> = tags.into_iter().map(|(name, value)| (Cow::Owned(name), Cow::Owned(value))).collect();
        let start = Position::start();
        self.head(&Head {
            place: self.document.page.place,
            dialect,
            notation: notation::ALL[0].spec(),
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: &start,
            standard_start: true,
        });
        if !moves.is_empty() {
            self.document.tail(moves);
        }
        self.end_moves(termination);
        self.end_game();
        true
    }

    fn trailing(&mut self, comments: &[&str]) {
        if comments.is_empty() {
            return;
        }
        let document = match self.layout.push {
            None => self.document.page.out.get(self.start..).unwrap_or_default(),
            Some(_) => &self.compact,
        };
        let document = core::str::from_utf8(document).map(str::trim_end).unwrap_or_default();
        if document.is_empty() || self.document.page.out.len() <= self.start {
            return comments.iter().for_each(|text| self.document.page.lose_comment(text));
        }
        let document = bgn::with_end(document, comments, self.document.bgn.default_source());
        self.document.page.out.truncate(self.start);
        match self.layout.push {
            None => self.document.page.out.extend([document.as_slice(), b"\n"].concat()),
            // Nothing comes after it.
            Some(push) => push(&mut self.document.page, &document),
        }
    }

    fn closing(&self) -> Closing {
        Closing::gap(self.layout.between.len())
    }

    fn page(&mut self) -> &mut Page {
        &mut self.document.page
    }
}
