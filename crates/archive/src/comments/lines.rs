//! Lines of moves in comments, which mostly go on as an earlier line of the same game did.

use crate::coder::Bit;
use crate::symbols::{Coder, Learns};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Move, Position, Square};

/// How many moves are kept of each side's lines, by what came before them.
const KEPT: usize = 1 << 12;

/// How many guesses there are for the next move.
const GUESSES: usize = 4;

/// What was learned about lines.
#[derive(Clone, Debug)]
pub(super) struct LineModel {
    hits: Vec<Bit>,
}

impl Default for LineModel {
    fn default() -> LineModel {
        LineModel { hits: vec![Bit::NEW.with_limit(250); GUESSES * 4 * 4 * 16] }
    }
}

impl Learns for LineModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.hits.each_bit(visit);
    }
}

/// The moves of earlier lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// By side and by position, and by the two moves before.
    kept: Vec<Option<(u32, Move)>>,
    used: bool,
}

/// The line that is being coded.
pub(super) struct Line<'l> {
    pub(super) side: usize,
    pub(super) position: &'l mut Position,
    pub(super) key: Key,
    /// The two moves before, as a number.
    pub(super) before: u32,
    /// Which guesses were right, as bits.
    pub(super) history: usize,
}

impl Lines {
    /// A game starts.
    pub(super) fn restart(&mut self) {
        if self.used {
            self.kept.fill(None);
            self.used = false;
        }
    }

    /// Where moves are kept: those of this side and of the other one after this position, and after the two moves before.
    fn places(line: &Line<'_>) -> [(usize, u32); 3] {
        let key = line.key.polyglot();
        let (place, tag) = (key as usize % KEPT, (key >> 32) as u32);
        let mixed = (line.before ^ line.side as u32).wrapping_mul(0x9E37_79B1);
        let order = (2 * KEPT + mixed as usize % KEPT, mixed >> 4);
        [(line.side * KEPT + place, tag), ((1 - line.side) * KEPT + place, tag), order]
    }

    /// Codes a move with the help of earlier lines; `None` if none of them knows it.
    ///
    /// `hint` is the likeliest move, if one is known.
    pub(super) fn guess(
        &mut self,
        coder: &mut impl Coder,
        model: &mut LineModel,
        line: &Line<'_>,
        (hint, mv): (Option<Move>, Option<Move>),
    ) -> Option<Move> {
        if !self.used {
            self.kept.resize(3 * KEPT, None);
            self.used = true;
        }
        let known = Lines::places(line).map(|(place, tag)| {
            self.kept[place].filter(|kept| kept.0 == tag).map(|kept| kept.1).filter(|mv| line.position.is_legal(*mv))
        });
        let guesses = [hint.filter(|mv| line.position.is_legal(*mv)), known[0], known[1], known[2]];
        for (number, guess) in guesses.into_iter().enumerate() {
            let Some(guess) = guess.filter(|guess| !guesses[..number].contains(&Some(*guess))) else { continue };
            let agree = guesses[number + 1..].iter().filter(|other| **other == Some(guess)).count();
            let other = guesses[number + 1..].iter().filter(|other| other.is_some()).count();
            let context = ((number * 4 + agree) * 4 + other) * 16 + line.history % 16;
            if coder.bit(&mut model.hits[context], mv == Some(guess)) {
                return Some(guess);
            }
        }
        None
    }

    /// Keeps a move for later lines.
    pub(super) fn keep(&mut self, line: &Line<'_>, mv: Move) {
        for (number, (place, tag)) in Lines::places(line).into_iter().enumerate() {
            if number != 1 {
                self.kept[place] = Some((tag, mv));
            }
        }
    }
}

/// Codes one of the legal moves, all being equally likely. `None` if there is none.
pub(super) fn any_move(coder: &mut impl Coder, position: &Position, mv: Option<Move>) -> Option<Move> {
    let moves = position.legal_moves();
    let last = moves.len().checked_sub(1)?;
    let place = mv.and_then(|mv| moves.iter().position(|known| *known == mv)).unwrap_or(0);
    // The first few numbers have a bit less than the others.
    let bits = usize::BITS - last.leading_zeros();
    let short = (1 << bits) - (last + 1);
    if bits == 0 {
        return moves.first().copied();
    }
    let coded = if place < short { place } else { place + short };
    let high = coder.bits(if place < short { coded } else { coded >> 1 } as u64, bits - 1) as usize;
    let place = if high < short { high } else { (high << 1 | coder.bits(coded as u64 & 1, 1) as usize) - short };
    moves.get(place).copied()
}

/// A move as a number.
pub(super) fn packed(mv: Move) -> u32 {
    let square = |square: Square| u32::from(square.number());
    square(mv.from) | square(mv.to) << 6 | mv.promotion.map_or(0, |role| role as u32) << 12
}
