//! Lines of moves in comments, which mostly continue like an earlier line of the same game.

use super::mixing::{code_mixed, length};
use crate::coder::{Bit, Limit};
use crate::symbols::{Coder, Learns};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Move, Position, Square};

/// How many moves are kept of each side's lines, by what came before them.
const KEPT: usize = 1 << 12;

/// How many guesses there are for the next move.
const GUESSES: usize = 4;

/// Runs of right guesses are distinguished up to this length.
pub(super) const MOST_RUN: usize = 15;

/// What was learned about lines: whether a guess is right.
#[derive(Clone, Debug)]
pub(super) struct LineModel {
    /// By the guess, how many others agree, and how many others there are.
    agreeing: Vec<Bit>,
    /// By the guess, how many guesses were right in a row, and how far the line is.
    running: Vec<Bit>,
    /// By the guess, how old it is, and how many guesses were right in a row.
    aged: Vec<Bit>,
    weights: Vec<[i32; 3]>,
}

impl Default for LineModel {
    fn default() -> LineModel {
        let bits = || vec![Bit::NEW.with_limit(Limit::Highest); GUESSES * 256];
        LineModel { agreeing: bits(), running: bits(), aged: bits(), weights: vec![[28_000; 3]; GUESSES * 16] }
    }
}

impl Learns for LineModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.agreeing.each_bit(visit);
        self.running.each_bit(visit);
        self.aged.each_bit(visit);
    }
}

/// A move of an earlier line.
#[derive(Clone, Copy, Debug)]
struct EarlierMove {
    tag: u32,
    mv: Move,
    ply: u32,
}

/// The moves of earlier lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// By side and by position, and by the two moves before.
    kept: Vec<Option<EarlierMove>>,
    used: bool,
}

/// The line that is being coded.
pub(super) struct CommentLine<'l> {
    pub(super) side: usize,
    pub(super) position: &'l mut Position,
    pub(super) key: Key,
    /// The two moves before, as a number.
    pub(super) before: u32,
    /// How many guesses were right in a row.
    pub(super) run: usize,
    /// How many moves were coded.
    pub(super) number: usize,
    /// The number of plies before the comment.
    pub(super) ply: u32,
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
    fn places(line: &CommentLine<'_>) -> [(usize, u32); 3] {
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
        line: &CommentLine<'_>,
        (hint, mv): (Option<Move>, Option<Move>),
    ) -> Option<Move> {
        if !self.used {
            self.kept.resize(3 * KEPT, None);
            self.used = true;
        }
        let known = Lines::places(line)
            .map(|(place, tag)| self.kept[place].filter(|kept| kept.tag == tag && line.position.is_legal(kept.mv)));
        let now = hint.filter(|mv| line.position.is_legal(*mv)).map(|mv| EarlierMove { tag: 0, mv, ply: line.ply });
        let guesses = [now, known[0], known[1], known[2]];
        for (number, guess) in guesses.iter().enumerate() {
            let Some(guess) = guess else { continue };
            let same = |other: &&Option<EarlierMove>| other.is_some_and(|other| other.mv == guess.mv);
            if guesses[..number].iter().any(|other| same(&other)) {
                continue;
            }
            let agree = guesses[number + 1..].iter().filter(same).count();
            let other = guesses.iter().flatten().count();
            let age = line.ply.saturating_sub(guess.ply).min(15) as usize;
            let contexts = [
                (number * 4 + agree) * 4 + other.min(3) + 64 * line.run.min(3),
                number * 256 + line.run * 16 + length(line.number as u64, 15),
                number * 256 + age * 16 + line.run,
            ];
            let LineModel { agreeing, running, aged, weights } = model;
            let bits = [&mut agreeing[contexts[0]], &mut running[contexts[1]], &mut aged[contexts[2]]];
            if code_mixed(coder, bits, &mut weights[number * 16 + line.run], mv == Some(guess.mv)) {
                return Some(guess.mv);
            }
        }
        None
    }

    /// Keeps a move for later lines.
    pub(super) fn keep(&mut self, line: &CommentLine<'_>, mv: Move) {
        for (number, (place, tag)) in Lines::places(line).into_iter().enumerate() {
            if number != 1 {
                self.kept[place] = Some(EarlierMove { tag, mv, ply: line.ply });
            }
        }
    }
}

/// Codes one of the legal moves, all being equally likely. `None` if there are no legal moves.
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
