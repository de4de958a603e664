//! Packs a tree into a few bytes that start with a version, and checks every move when unpacking.
//!
//! Version 1: `SSG` and the version; the dialect of the tags; the marker; the notation of the moves; the start as rules
//! and FEN; the tags; the text of a game that could not be played; then the nodes, each before its children, in two
//! bytes and a number for how far back its parent is; notes follow their node. If games were counted, four
//! numbers for each node follow at the end. Numbers are LEB128, and texts are preceded by their length.

use super::{Cursor, Full, GameCounts, NodeId, Note, NoteKind, NotePlace, Tree, Unplayed};
use crate::notation::{self, MoveNotation};
use crate::position::{fen, rows};
use crate::rules::{self, Move, MoveKind, Position, Role, Square};
use crate::step::{CommentForm, Dialect, Termination};
use crate::text::Encoding;
use alloc::boxed::Box;
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"SSG\x01";

const PLACES: [NotePlace; 3] = [NotePlace::Before, NotePlace::After, NotePlace::End];
const DIALECTS: [Dialect; 2] = [Dialect::Pgn, Dialect::Vgn];
const ENCODINGS: [Encoding; 4] = [Encoding::Utf8, Encoding::Cp1252, Encoding::Latin1, Encoding::Each];
const NOTE_KINDS: [NoteKind; 7] = [
    NoteKind::Comment(CommentForm::Braces),
    NoteKind::Comment(CommentForm::Line),
    NoteKind::Nag(None),
    NoteKind::Escape,
    NoteKind::Spelling,
    NoteKind::Rest,
    NoteKind::Unplayed,
];
/// Added to an encoding: the text is a part of a file, not a complete game.
const PART: u8 = 0x80;
/// Marks a NAG whose number follows.
const NUMBERED: u8 = 7;
/// Marks the termination marker of a variation, which follows.
const MARKER: u8 = 8;
/// Marks an empty variation.
const BARE: u8 = 9;
/// Marks notes that only BGN can express.
const ANNOTATION: u8 = 10;
const FIELD: u8 = 11;
const SKIPPED: u8 = 12;
const VERBATIM: u8 = 13;
const TERMINATIONS: [Option<Termination>; 6] = [
    None,
    Some(Termination::WhiteWins),
    Some(Termination::BlackWins),
    Some(Termination::Draw),
    Some(Termination::BothLose),
    Some(Termination::Unknown),
];

/// The bytes are not a tree, or have an unknown version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// The number of bytes before the damage.
    pub byte: usize,
}

impl core::fmt::Display for Damaged {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the bytes of the game are damaged, or have an unknown version (byte {})", self.byte)
    }
}

impl core::error::Error for Damaged {}

/// See [`Tree::pack`].
pub(super) fn pack(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::with_capacity(tree.slots.len() * 3 + 256);
    out.extend_from_slice(MAGIC);
    out.push(place_in(&DIALECTS, &tree.dialect));
    out.push(place_in(&TERMINATIONS, &tree.termination));
    push_text(tree.notation.id.as_bytes(), &mut out);
    pack_head(tree, &mut out);
    let count = tree.preorder(NodeId::ROOT).count();
    push_number(count as u64 - 1, &mut out);
    pack_notes(tree, NodeId::ROOT, &mut out);
    let mut before = 0;
    for node in tree.preorder(NodeId::ROOT).skip(1) {
        let slot = tree.slot(node);
        let squares = u16::from(slot.mv.from.number()) | u16::from(slot.mv.to.number()) << 6;
        let flags = u16::from(slot.mv.kind.two_bits()) << 12
            | u16::from(tree.is_illegal(node)) << 14
            | u16::from(!slot.notes.is_empty()) << 15;
        out.extend_from_slice(&(squares | flags).to_le_bytes());
        // The parent is the previous node, or this many plies before it.
        let back = u64::from(before + 1 - slot.ply);
        before = slot.ply;
        push_number(back << 3 | slot.mv.promotion.map_or(0, |role| role as u64), &mut out);
        if !slot.notes.is_empty() {
            pack_notes(tree, node, &mut out);
        }
    }
    for counts in tree.preorder(NodeId::ROOT).filter_map(|node| tree.counts(node)) {
        let GameCounts { games, white, draws, black } = counts;
        [games, white, draws, black].into_iter().for_each(|number| push_number(u64::from(number), &mut out));
    }
    out
}

fn pack_head(tree: &Tree, out: &mut Vec<u8>) {
    match &tree.start {
        None => push_text(b"", out),
        Some(start) => {
            let style = fen::Style { castling: fen::Castling::Shredder, ..fen::Style::EXACT };
            push_text(start.rules().id().as_bytes(), out);
            push_text(fen::write(start, style).as_bytes(), out);
        }
    }
    push_number(tree.tags.len() as u64, out);
    for (name, value) in tree.tags.iter() {
        push_text(name.as_bytes(), out);
        push_text(value.as_bytes(), out);
    }
    match &tree.unplayed {
        None => out.push(0),
        Some(game) => {
            out.push((place_in(&ENCODINGS, &game.encoding) + 1) | if game.alone { 0 } else { PART });
            push_text(&game.text, out);
        }
    }
}

fn pack_notes(tree: &Tree, node: NodeId, out: &mut Vec<u8>) {
    push_number(tree.notes(node).count() as u64, out);
    for note in tree.notes(node) {
        let kind = match note.kind {
            NoteKind::Nag(Some(_)) => NUMBERED,
            NoteKind::Inner(_) => MARKER,
            NoteKind::Bare => BARE,
            NoteKind::Annotation => ANNOTATION,
            NoteKind::Field => FIELD,
            NoteKind::Skipped => SKIPPED,
            NoteKind::Verbatim => VERBATIM,
            kind => place_in(&NOTE_KINDS, &kind),
        };
        out.push(kind | place_in(&PLACES, &note.place) << 4);
        match note.kind {
            NoteKind::Nag(Some(value)) => out.push(value),
            NoteKind::Inner(marker) => out.push(place_in(&TERMINATIONS, &Some(marker))),
            _ => {}
        }
        push_number(u64::from(note.behind), out);
        push_text(note.text.as_bytes(), out);
    }
}

/// See [`Tree::unpack`].
pub(super) fn unpack(bytes: &[u8]) -> Result<Tree, Damaged> {
    let mut unpacker = Unpacker { bytes, at: 0 };
    unpacker.tree().ok_or(Damaged { byte: unpacker.at.min(bytes.len()) })
}

fn place_in<T: PartialEq>(list: &[T], wanted: &T) -> u8 {
    list.iter().position(|one| one == wanted).unwrap_or(0) as u8
}

fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn push_text(text: &[u8], out: &mut Vec<u8>) {
    push_number(text.len() as u64, out);
    out.extend_from_slice(text);
}

/// Reads bytes in order; `None` means damage at `at`.
struct Unpacker<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Unpacker<'b> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<&'b str> {
        core::str::from_utf8(self.bytes()?).ok()
    }

    /// An element of a list, by its index.
    fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let place = self.byte()?;
        list.get(usize::from(place)).copied()
    }

    fn tree(&mut self) -> Option<Tree> {
        if self.take(MAGIC.len())? != MAGIC {
            self.at = 0;
            return None;
        }
        let mut tree = Tree::new();
        tree.dialect = self.one_of(&DIALECTS)?;
        tree.termination = self.one_of(&TERMINATIONS)?;
        let id = self.text()?;
        tree.notation = match rows::find(id) {
            Some(boards) => boards.spec(),
            None => notation::find(id)?.spec(),
        };
        self.head(&mut tree)?;
        let count = self.number()?;
        self.notes(&mut tree, NodeId::ROOT)?;
        let mut cursor = Cursor::new(&tree);
        for _ in 0..count {
            self.node(&mut tree, &mut cursor)?;
        }
        if self.at < self.bytes.len() {
            for _ in 0..=count {
                let counts = self.counts()?;
                tree.counts.push(counts);
            }
        }
        (self.at == self.bytes.len()).then(|| {
            tree.slots.shrink_to_fit();
            tree
        })
    }

    fn head(&mut self, tree: &mut Tree) -> Option<()> {
        let rules = self.text()?;
        if !rules.is_empty() {
            let rules = rules::played(rules)?;
            tree.start = Some(Box::new(position(self.text()?, rules)?));
        }
        for _ in 0..self.number()? {
            let (name, value) = (self.text()?, self.text()?);
            room(tree.tags.push(name, value))?;
        }
        let encoding = self.byte()?;
        if let Some(place) = (encoding & !PART).checked_sub(1) {
            let (encoding, alone) = (*ENCODINGS.get(usize::from(place))?, encoding & PART == 0);
            tree.unplayed = Some(Box::new(Unplayed { text: self.bytes()?.into(), encoding, alone }));
        }
        Some(())
    }

    fn node(&mut self, tree: &mut Tree, cursor: &mut Cursor) -> Option<()> {
        let packed = u16::from_le_bytes(self.take(2)?.try_into().ok()?);
        let rest = self.number()?;
        let mut parent = cursor.node();
        // Each step back undoes a move that was read, so there are at most as many as there are bytes.
        for _ in 0..rest >> 3 {
            parent = tree.parent(parent)?;
        }
        let promotion = match rest & 7 {
            0 => None,
            number => Some(Role::from_number(number as u8)?),
        };
        let kind = MoveKind::of_two_bits((packed >> 12) as u8, promotion);
        let mv = Move { from: Square::masked(packed as u8), to: Square::masked((packed >> 6) as u8), promotion, kind };
        let illegal = packed >> 14 & 1 == 1;
        if !illegal && !is_playable(cursor.go(tree, parent), mv) {
            return None;
        }
        let node = room(tree.add(parent, mv, illegal))?;
        if packed >> 15 == 1 {
            self.notes(tree, node)?;
        }
        cursor.go(tree, node);
        Some(())
    }

    fn counts(&mut self) -> Option<GameCounts> {
        let mut number = || u32::try_from(self.number()?).ok();
        Some(GameCounts { games: number()?, white: number()?, draws: number()?, black: number()? })
    }

    fn notes(&mut self, tree: &mut Tree, node: NodeId) -> Option<()> {
        for _ in 0..self.number()? {
            let packed = self.byte()?;
            let place = *PLACES.get(usize::from(packed >> 4))?;
            let kind = match packed & 15 {
                NUMBERED => NoteKind::Nag(Some(self.byte()?)),
                MARKER => NoteKind::Inner(self.one_of(&TERMINATIONS)??),
                BARE => NoteKind::Bare,
                ANNOTATION => NoteKind::Annotation,
                FIELD => NoteKind::Field,
                SKIPPED => NoteKind::Skipped,
                VERBATIM => NoteKind::Verbatim,
                kind => *NOTE_KINDS.get(usize::from(kind))?,
            };
            let behind = u32::try_from(self.number()?).ok()?;
            room(tree.add_note(node, Note { place, kind, behind, text: self.text()? }))?;
        }
        Some(())
    }
}

fn room<T>(added: Result<T, Full>) -> Option<T> {
    added.ok()
}

fn is_playable(before: &Position, mv: Move) -> bool {
    let names_king =
        mv.kind != MoveKind::Null || before.king(before.turn()).is_none_or(|king| king == mv.from && king == mv.to);
    names_king && (mv.kind == MoveKind::Null || before.is_legal(mv))
}

/// The position of a FEN written by [`Tree::pack`].
fn position(text: &str, rules: rules::Rules) -> Option<Position> {
    fen::read_any(text.as_bytes(), rules).ok()
}
