//! The codes of one game: its mainline and the variations in it, with a block of flags before each.
//!
//! How many flags a line has is known at its end. So they are kept apart, and put in their places when the game is
//! written.

use super::super::bits::BitWriter;
use super::super::candidates::{candidates, index_of, promoting, promotion_targets, width, width_of};
use super::super::layout::{Extension, Layout, PROMOTIONS, Prefix};
use super::tags::TagBuffer;
use crate::game::cpgn::layout::RESULTS;
use crate::rules::{Move, MoveKind, Position, Role, Square};
use crate::step::Termination;
use crate::write::{Closing, Shares};
use alloc::vec::Vec;

/// How many flags a block can count.
const MOST_FLAGS: u8 = 15;

pub(super) struct Codes {
    layout: Layout,
    /// All codes but the block of the mainline, the other blocks without their flags.
    bits: BitWriter,
    /// The lines that are open, the innermost last, and the blocks with flags of those that are not.
    lines: Vec<LineFlags>,
    closed: Vec<LineFlags>,
    /// Whether a sign can be attached to what was written last.
    behind_move: bool,
    /// Whether the mainline ends with its rest as a text.
    stored: bool,
    moves: u64,
    comments: u64,
    plies: u64,
    /// The game as it is written.
    game: BitWriter,
}

/// How much was written, and what of it are comments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rollback {
    bits: usize,
    comments: u64,
}

/// The flags of a line.
#[derive(Clone, Copy, Debug, Default)]
struct LineFlags {
    /// The bits before its flags, after its count.
    at: usize,
    count: u8,
    flags: u64,
}

impl Codes {
    pub(super) fn new(layout: Layout) -> Codes {
        Codes {
            layout,
            bits: BitWriter::default(),
            lines: Vec::new(),
            closed: Vec::new(),
            behind_move: false,
            stored: false,
            moves: 0,
            comments: 0,
            plies: 0,
            game: BitWriter::default(),
        }
    }

    /// A game starts.
    pub(super) fn clear(&mut self) {
        self.bits.clear();
        self.lines.clear();
        self.lines.push(LineFlags::default());
        self.closed.clear();
        (self.behind_move, self.stored) = (false, false);
        (self.moves, self.comments, self.plies) = (0, 0, 0);
    }

    /// What was written like this far.
    pub(super) fn mark(&self) -> Rollback {
        Rollback { bits: self.bits.len(), comments: self.comments }
    }

    /// Takes back what was written since then: no moves and no variations.
    pub(super) fn go_back(&mut self, mark: Rollback) {
        self.bits.truncate(mark.bits);
        self.comments = mark.comments;
        self.behind_move = false;
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// Whether a sign can be attached to what was written last.
    pub(super) fn is_behind_move(&self) -> bool {
        self.behind_move
    }

    /// Whether the mainline ends with its rest as a text.
    pub(super) fn is_stored(&self) -> bool {
        self.stored
    }

    fn prefix(&mut self, prefix: Prefix) {
        let bits = self.layout.bits_of(prefix);
        self.bits.push(bits.value, bits.width);
    }

    /// A move that can be played here.
    #[inline]
    pub(super) fn mv(&mut self, before: &Position, mv: Move) {
        let start = self.bits.len();
        match (mv.kind, mv.promotion) {
            (MoveKind::Castle, _) => {
                self.prefix(Prefix::Castling);
                self.bits.push(u64::from(mv.to < mv.from), 1);
            }
            (_, Some(role)) => self.promotion(before, mv, role),
            _ => self.plain(before, mv),
        }
        self.moves += (self.bits.len() - start) as u64;
        self.plies += 1;
        self.behind_move = true;
    }

    #[inline]
    fn plain(&mut self, before: &Position, mv: Move) {
        let role = match mv.kind {
            MoveKind::Null => Role::King,
            _ => before.piece_at(mv.from).map_or(Role::King, |piece| piece.role),
        };
        let prefix = self.layout.bits_of(Prefix::Piece(role));
        let code = prefix.value << 6 | u64::from(mv.to.file()) << 3 | u64::from(mv.to.rank());
        let among = if role == Role::King { 0 } else { candidates(before, role, mv.to) };
        let width = if among.count_ones() > 1 { width(role, mv.to) } else { 0 };
        let index = if width > 0 { index_of(among, mv.from) } else { 0 };
        self.bits.push(code << width | index, prefix.width + 6 + width);
    }

    fn promotion(&mut self, before: &Position, mv: Move, role: Role) {
        self.prefix(Prefix::Promotion);
        let piece = PROMOTIONS.iter().position(|known| *known == role).unwrap_or(0);
        self.bits.push(piece as u64, 2);
        self.choose(promoting(before), mv.from);
        self.choose(promotion_targets(before, mv.from), mv.to);
    }

    /// One of several squares.
    fn choose(&mut self, among: u64, square: Square) {
        self.bits.push(index_of(among, square), width_of(among.count_ones()));
    }

    /// The flag of an en passant capture.
    pub(super) fn flag(&mut self, flag: bool) {
        if let Some(line) = self.lines.last_mut().filter(|line| line.count < MOST_FLAGS) {
            line.count += 1;
            line.flags = line.flags << 1 | u64::from(flag);
        }
    }

    pub(super) fn nag(&mut self, value: u8) {
        self.prefix(Prefix::Nag);
        self.bits.push(u64::from(value), 8);
        self.behind_move = false;
    }

    /// A comment without a zero byte.
    pub(super) fn comment(&mut self, text: &[u8]) {
        let start = self.bits.len();
        self.prefix(Prefix::Comment);
        self.closed_text(text);
        self.comments += (self.bits.len() - start) as u64;
    }

    fn closed_text(&mut self, text: &[u8]) {
        self.bits.push_bytes(text);
        self.bits.push(0, 8);
        self.behind_move = false;
    }

    fn extension(&mut self, extension: Extension) {
        self.prefix(Prefix::Piece(Role::Pawn));
        let (file, rank) = extension.spec().square;
        self.bits.push(u64::from(file) << 3 | u64::from(rank), 6);
    }

    /// A sign that is attached to the move.
    pub(super) fn glyph(&mut self, place: u8) {
        self.extension(Extension::Glyph(place));
    }

    /// How the move is spelled.
    pub(super) fn spell(&mut self, text: &[u8]) {
        self.text(Extension::Spell, text);
        self.behind_move = true;
    }

    /// An extension with a text without a zero byte.
    pub(super) fn text(&mut self, extension: Extension, text: &[u8]) {
        self.extension(extension);
        self.closed_text(text);
    }

    /// An extension with any text.
    pub(super) fn sized(&mut self, extension: Extension, text: &[u8]) {
        let start = self.bits.len();
        self.extension(extension);
        self.bits.push(text.len() as u64 & 0xffff_ffff, 32);
        self.bits.push_bytes(text);
        self.behind_move = false;
        if extension == Extension::Long {
            self.comments += (self.bits.len() - start) as u64;
        } else {
            self.stored |= self.depth() == 0;
        }
    }

    /// A variation opens.
    pub(super) fn open(&mut self) {
        self.prefix(Prefix::Open);
        self.bits.push(0, 4);
        self.lines.push(LineFlags { at: self.bits.len(), ..LineFlags::default() });
        self.behind_move = false;
    }

    /// The innermost variation closes.
    pub(super) fn close(&mut self) {
        if self.depth() == 0 {
            return;
        }
        if let Some(block) = self.lines.pop().filter(|block| block.count > 0) {
            self.closed.push(block);
        }
        self.prefix(Prefix::Close);
        self.behind_move = false;
    }

    pub(super) fn close_all(&mut self) {
        while self.depth() > 0 {
            self.close();
        }
    }

    /// What the bits of the game are spent on, of which this many bytes were written.
    pub(super) fn shares(&self, tags: &TagBuffer, bytes: usize) -> Shares {
        let Codes { moves, comments, plies, .. } = *self;
        let tags = 8 * tags.bytes().len() as u64;
        Shares { tags, moves, comments, other: 8 * bytes as u64 - tags - moves - comments, plies }
    }

    /// Writes the game. `silent` means that a file may end with it without its result.
    pub(super) fn finish(&mut self, tags: &TagBuffer, result: Termination, silent: bool, out: &mut Vec<u8>) -> Closing {
        let mut game = core::mem::take(&mut self.game);
        game.clear();
        let mainline = self.lines.first().copied().unwrap_or_default();
        if self.layout == Layout::V0 {
            game.push_bytes(tags.bytes());
        }
        push_block(&mut game, mainline);
        if self.layout == Layout::Draft {
            game.push_bytes(tags.bytes());
        }
        self.push_codes(&mut game);
        let ended = game.len();
        let end = self.layout.bits_of(Prefix::End);
        game.push(end.value, end.width);
        game.push(RESULTS.iter().position(|known| *known == result).unwrap_or(3) as u64, 2);
        out.extend_from_slice(game.bytes());
        let closing = if silent { unended(&mut game, ended) } else { Closing::default() };
        self.game = game;
        closing
    }

    /// Copies the codes, and puts the flags of variations in their places.
    fn push_codes(&mut self, game: &mut BitWriter) {
        self.closed.sort_unstable_by_key(|block| block.at);
        let mut from = 0;
        for block in &self.closed {
            game.push_bits_of(&self.bits, from, block.at - 4);
            push_block(game, *block);
            from = block.at;
        }
        game.push_bits_of(&self.bits, from, self.bits.len());
    }
}

fn push_block(game: &mut BitWriter, block: LineFlags) {
    game.push(u64::from(block.count), 4);
    game.push(block.flags, u32::from(block.count));
}

/// How a file ends whose last game has no result code: the bits after the last code are zeros.
fn unended(game: &mut BitWriter, ended: usize) -> Closing {
    let whole = game.len().div_ceil(8);
    game.truncate(ended);
    let short = ended.div_ceil(8);
    Closing { replaced: whole - short + 1, by: game.bytes().last().copied() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_up_to_fifteen_flags() {
        let (mut codes, mut tags, mut out) = (Codes::new(Layout::V0), TagBuffer::default(), Vec::new());
        codes.clear();
        tags.end();
        (0..20).for_each(|at| codes.flag(at != 14));
        codes.finish(&tags, Termination::Unknown, false, &mut out);
        // The section of tags, the block, and the end.
        assert_eq!(out, [0, 0b1111_1111, 0b1111_1111, 0b1101_1111, 0b1100_0000]);
    }
}
