//! How often a book recommends a move.

use crate::index::rows::Sum;
use scoresheet_core::rules::Color;

/// The rule by which moves get their weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// The half points of the side to move: two for a win, one for a draw.
    HalfPoints,
    /// The number of games.
    Games,
    /// The score of the side to move in percent.
    Score,
    /// The same weight for all moves.
    Uniform,
}

/// What a book contains.
#[derive(Clone, Copy, Debug)]
pub struct BookOptions {
    /// How moves get their weights.
    pub weights: Weights,
    /// The number of plies from the start of each game that are used.
    pub plies: u32,
    /// The minimum number of games in which a move was played.
    pub min_games: u64,
    /// The minimum score of the side to move, in percent.
    pub min_score: u64,
    /// The side whose moves are used; `None` for both.
    pub side: Option<Color>,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions { weights: Weights::HalfPoints, plies: u32::MAX, min_games: 1, min_score: 0, side: None }
    }
}

/// A move, and how it fared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) mv: u16,
    games: u64,
    half_points: u64,
    /// The games with a result.
    decided: u64,
}

impl Tried {
    pub(super) fn of(sum: &Sum) -> Option<Tried> {
        let (games, half_points) = (sum.games(), sum.unrated_half_points());
        Some(Tried { mv: sum.mv()?, games, half_points, decided: games - sum.unfinished() })
    }

    pub(super) fn is_rare(&self, options: &BookOptions) -> bool {
        self.games < options.min_games
    }

    /// Whether the score is below the minimum. Without a result, there is no score.
    pub(super) fn is_low(&self, options: &BookOptions) -> bool {
        options.min_score > 0 && (self.decided == 0 || self.half_points * 50 < options.min_score * self.decided)
    }

    /// The weight before it is scaled.
    pub(super) fn weight(&self, weights: Weights) -> u64 {
        match weights {
            Weights::HalfPoints => self.half_points,
            Weights::Games => self.games,
            Weights::Score if self.decided == 0 => 0,
            // Rounded to the nearest number. A move that has scored at all has a weight.
            Weights::Score => {
                let percent = (self.half_points * 50 + self.decided / 2) / self.decided;
                percent.max(self.half_points.min(1))
            }
            Weights::Uniform => 1,
        }
    }
}

/// A weight as 16 bits; `most` is the largest one of the position. The proportions are kept, and no weight becomes 0.
pub(super) fn scaled(weight: u64, most: u64) -> u16 {
    const MAX: u64 = u16::MAX as u64;
    let scaled = if most <= MAX { weight } else { ((weight * MAX + most / 2) / most).max(1) };
    u16::try_from(scaled).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_weights_keep_their_proportions() {
        assert_eq!([0, 1, 65_535].map(|weight| scaled(weight, 65_535)), [0, 1, 65_535]);
        assert_eq!([131_070, 65_535, 1].map(|weight| scaled(weight, 131_070)), [65_535, 32_768, 1]);
        assert_eq!(scaled(u64::from(u32::MAX), u64::from(u32::MAX)), u16::MAX);
    }

    #[test]
    fn scores_are_rounded() {
        let tried = |half_points, decided| Tried { mv: 0, games: decided, half_points, decided };
        let score = |half_points, decided| tried(half_points, decided).weight(Weights::Score);
        assert_eq!([score(0, 3), score(1, 3), score(6, 3), score(1, 1000), score(0, 0)], [0, 17, 100, 1, 0]);
        let options = BookOptions { min_score: 50, ..BookOptions::default() };
        assert!(tried(1, 2).is_low(&options) && tried(0, 0).is_low(&options) && !tried(2, 2).is_low(&options));
    }
}
