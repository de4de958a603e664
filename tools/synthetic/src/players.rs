//! Players: few of them play many games, and new ones come as time passes.

use crate::chance::Chance;

/// What names begin with.
const WORDS: [&str; 24] = [
    "Rook",
    "knight_",
    "Caro",
    "pawn",
    "Zug",
    "Tal",
    "endgame",
    "Blitz-",
    "Gambit",
    "king",
    "Morphy",
    "dragon",
    "Queen",
    "fork",
    "Benoni",
    "slow",
    "Lasker",
    "castle",
    "Karo",
    "check",
    "Opposition",
    "trap",
    "Bishop",
    "luft",
];

/// Letters that can follow each other in any order.
const SYLLABLES: [&str; 32] = [
    "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "we", "xi", "yo",
    "zu", "an", "er", "in", "os", "ul", "ar", "el", "it", "on", "us", "ae", "eu",
];

/// Games choose their players as if this many took part after the first game, and more later.
const PLAYERS: f64 = 3.2;

/// How the number of players grows with that of games.
const GROWTH: f64 = 0.64;

/// How uneven activity is: 1 would be even.
const UNEVEN: f64 = 2.0;

/// One player, who is the same in each game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    number: u64,
    /// The rating around which those of the games vary.
    rating: f64,
}

impl Player {
    fn of(seed: u64, number: u64) -> Player {
        let rating = (1600.0 + 210.0 * Chance::new(seed ^ 1, number).normal()).clamp(800.0, 2800.0);
        Player { number, rating }
    }

    /// The two players of a game. They are more likely to meet if their ratings are near to each other.
    pub(crate) fn pair(seed: u64, game: u64, chance: &mut Chance) -> [Player; 2] {
        let count = PLAYERS * ((game + 1) as f64).powf(GROWTH) + 8.0;
        let mut draw = || Player::of(seed, (count * chance.unit().powf(UNEVEN)) as u64);
        let first = draw();
        let mut second = None;
        let mut tried = 0;
        while tried < 2 || second.is_none() {
            let other = draw();
            tried += 1;
            let is_nearer = |best: Player| (other.rating - first.rating).abs() < (best.rating - first.rating).abs();
            if other.number != first.number && second.is_none_or(is_nearer) {
                second = Some(other);
            }
        }
        if chance.unit() < 0.5 { [first, second.unwrap_or(first)] } else { [second.unwrap_or(first), first] }
    }

    /// A rating on the day of a game.
    pub(crate) fn rating(self, chance: &mut Chance) -> i32 {
        (self.rating + 30.0 * chance.normal()) as i32
    }

    /// The name. No two players share one: it ends with the player's number.
    pub(crate) fn write_name(self, out: &mut Vec<u8>) {
        let mut chance = Chance::new(2, self.number);
        out.extend_from_slice(WORDS[chance.below(WORDS.len())].as_bytes());
        for _ in 0..chance.below(3) {
            out.extend_from_slice(SYLLABLES[chance.below(SYLLABLES.len())].as_bytes());
        }
        out.extend_from_slice(self.number.to_string().as_bytes());
    }
}
