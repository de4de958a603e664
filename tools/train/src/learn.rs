//! One pass over games, in which each weight follows the gradient with Adagrad.

use crate::games::Game;
use scoresheet_archive::moves::{FeatureSet, MoveLine, WEIGHTS};

/// Scores are in units of 1/48 nat.
const UNIT: f32 = 48.0;

/// A gradient below this changes nothing worth the time.
const LEAST: f32 = 1e-3;

/// Weights that learn.
pub(crate) struct Learner {
    set: FeatureSet,
    weights: Vec<f32>,
    /// The sum of the squared gradients of each weight.
    squares: Vec<f32>,
    rate: f32,
    features: Vec<u32>,
    scores: Vec<f32>,
}

impl Learner {
    /// Weights of 0, for these features.
    pub(crate) fn new(set: FeatureSet) -> Learner {
        // One more than there are: the feature of moves that lack one.
        let count = WEIGHTS + 1;
        Learner {
            set,
            weights: vec![0.0; count],
            squares: vec![1.0; count],
            rate: 0.0,
            features: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Learns the moves of a game at this rate; returns the bits that they would have cost before.
    pub(crate) fn learn(&mut self, game: &Game, rate: f32) -> f64 {
        self.rate = rate;
        let Some(mut line) = MoveLine::new(&game.start) else { return 0.0 };
        let mut bits = 0.0;
        for mv in &game.moves {
            let mut features = std::mem::take(&mut self.features);
            let Some((width, played)) = line.features(self.set, *mv, WEIGHTS as u32, &mut features) else { break };
            bits += self.step(&features, width, played);
            self.features = features;
            self.weights[WEIGHTS] = 0.0;
            line.push(*mv);
        }
        bits
    }

    fn step(&mut self, features: &[u32], width: usize, played: usize) -> f64 {
        self.scores.clear();
        self.scores.extend(
            features.chunks_exact(width).map(|all| all.iter().map(|index| self.weights[*index as usize]).sum::<f32>()),
        );
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for score in &mut self.scores {
            *score = (*score - best).exp();
            total += *score;
        }
        let bits = -f64::from((self.scores[played] / total).max(1e-9)).log2();
        for (index, all) in features.chunks_exact(width).enumerate() {
            let gradient = self.scores[index] / total - if index == played { 1.0 } else { 0.0 };
            if gradient.abs() < LEAST {
                continue;
            }
            for feature in all {
                let square = &mut self.squares[*feature as usize];
                *square += gradient * gradient;
                self.weights[*feature as usize] -= self.rate * gradient / square.sqrt();
            }
        }
        bits
    }

    /// The weights as a table stores them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let learned = self.set.parts().flat_map(|part| &self.weights[part]);
        learned.map(|weight| ((weight * UNIT).round().clamp(-127.0, 127.0) as i8).cast_unsigned()).collect()
    }
}
