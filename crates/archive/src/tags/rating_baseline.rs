//! The usual ratings of players in a group.

use super::rating_values::{read_rating, speed};

/// The unit of the usual ratings of players.
pub(super) const UNIT: i64 = 16;

/// How many speeds there are.
pub(super) const SPEEDS: usize = 6;

/// The fewest games of a player whose usual rating is known.
const GAMES: i64 = 3;

/// Collects the usual ratings of players.
#[derive(Debug, Default)]
pub(super) struct Bases {
    sums: Vec<[(i64, i64); SPEEDS]>,
}

impl Bases {
    /// Adds a game of a player.
    pub(super) fn add(&mut self, player: u32, time_control: &str, rating: &str) {
        let Some(rating) = read_rating(rating) else { return };
        let player = player as usize;
        if self.sums.len() <= player {
            self.sums.resize(player + 1, Default::default());
        }
        let (sum, count) = &mut self.sums[player][speed(time_control) as usize];
        *sum += rating;
        *count += 1;
    }

    /// The means of the players with enough games.
    pub(super) fn finish(&self) -> Vec<[u16; SPEEDS]> {
        let mean =
            |(sum, count): (i64, i64)| if count < GAMES { 0 } else { ((sum / count + UNIT / 2) / UNIT).max(1) as u16 };
        self.sums.iter().map(|speeds| speeds.map(mean)).collect()
    }
}
