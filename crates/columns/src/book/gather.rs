//! The moves of games, with the positions in which they were played.

use crate::index::occurrence::{Facts, Occurrence};
use scoresheet_core::book::number;
use scoresheet_core::loss::LossKind;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, Move, Position};
use scoresheet_core::step::{Head, Sink, Step, Termination};
use scoresheet_core::write::{Lacks, StorageLosses};

/// The tags that a book uses: the result, and where the game starts.
const USED_TAGS: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

/// The moves of several games.
#[derive(Debug, Default)]
pub struct Plays {
    pub(super) mets: Vec<Occurrence>,
    pub(super) games: Vec<Played>,
}

/// A game, and where its moves end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub(super) number: u64,
    pub(super) end: usize,
    /// The result, and who moves first.
    pub(super) facts: Facts,
    /// The moves after the last ply of the book.
    pub(super) later: u64,
}

/// Collects the moves of games from their steps.
pub struct PlaysOf {
    plays: Plays,
    left_out: StorageLosses,
    /// The number of plies from the start of a game whose moves are collected.
    plies: u32,
    side: Option<Color>,
    /// The current game.
    start: usize,
    ply: u32,
    depth: usize,
    first: Color,
    result: Termination,
    tags: u64,
    /// Whether a move of the mainline has no number, which ends the line.
    ended: bool,
    /// Whether the game is played by other rules than those of books.
    refused: bool,
}

impl PlaysOf {
    /// Collects up to this many plies from the start of each game, of both sides or of one. Counts as lost what is in
    /// `lacks`.
    pub fn new(plies: u32, side: Option<Color>, lacks: Lacks) -> PlaysOf {
        PlaysOf {
            plays: Plays::default(),
            left_out: StorageLosses::of(lacks, &[]),
            plies,
            side,
            start: 0,
            ply: 0,
            depth: 0,
            first: Color::White,
            result: Termination::Unknown,
            tags: 0,
            ended: false,
            refused: false,
        }
    }

    /// What is lost of the game whose steps were taken, and how often.
    pub fn losses(&mut self) -> Vec<(LossKind, u64)> {
        let tags = (self.tags > 0).then_some((LossKind::Tag, self.tags));
        let nulls = self.ended.then_some([(LossKind::NullMove, 1), (LossKind::Tail, 1)]);
        let others = self.left_out.end_game();
        if self.refused {
            return vec![(LossKind::UnplayedGame, 1)];
        }
        let others = others.into_iter().map(|kind| (kind, 1));
        others.chain(tags).chain(nulls.into_iter().flatten()).collect()
    }

    /// Ends the game whose steps were taken, and keeps its moves.
    pub fn end(&mut self, number: u64) {
        let mut facts = Facts::new(0, None, [None; 2], Some(self.result), None);
        facts.set_start(self.first);
        let later = u64::from(self.ply.saturating_sub(self.plies));
        self.start = self.plays.mets.len();
        self.plays.games.push(Played { number, end: self.start, facts, later });
    }

    /// Whether the game whose steps were taken is played by other rules than those of books, which know no moves of it.
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// Drops what was taken of the current game.
    pub fn drop_game(&mut self) {
        self.plays.mets.truncate(self.start);
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.plays.mets.len()
    }

    /// The moves of all games.
    pub fn finish(self) -> Plays {
        self.plays
    }

    fn begin(&mut self, head: &Head<'_>) {
        // If a head comes again before the end, the same game starts again.
        self.drop_game();
        (self.ply, self.depth, self.ended) = (0, 0, false);
        self.refused = !head.start.rules().is_chess();
        self.result = Termination::of_result(head.last_tag("Result"));
        let is_used = |name: &str| USED_TAGS.iter().any(|used| used.eq_ignore_ascii_case(name));
        self.tags = head.tags.iter().filter(|(name, _)| !is_used(name)).count() as u64;
    }

    #[inline]
    fn add(&mut self, before: &Position, mv: Move, is_legal: bool) {
        let turn = before.turn();
        if self.ply == 0 {
            self.first = turn;
        }
        let Some(mv) = number(mv) else {
            self.ended = true;
            return;
        };
        if is_legal && self.ply < self.plies && self.side.is_none_or(|side| side == turn) {
            let ply = u16::try_from(self.ply).unwrap_or(u16::MAX);
            self.plays.mets.push(Occurrence::new(Key::of(before).polyglot(), 0, ply, mv));
        }
        self.ply += 1;
    }
}

impl Sink for PlaysOf {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => self.begin(head),
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Move { named, before, .. } if self.depth == 0 && !(self.ended || self.refused) => {
                self.add(before, named.mv, !named.illegal);
            }
            Step::Termination(Termination::Unknown) => {}
            Step::Termination(marker) => self.result = marker,
            _ => {}
        }
        self.left_out.take(step);
    }
}
