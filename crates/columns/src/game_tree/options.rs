//! What a tree of games is made of.

use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, PackedMove, Position};

/// The maximum number of plies of a tree.
pub const MOST_PLIES: u16 = 500;
/// The maximum number of moves of a tree: a larger game could not be read again.
pub const MOST_MOVES: usize = 1_000_000;

/// What a tree is made of.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The position that the tree starts from. Games belong to the tree from the first time that they reach it.
    pub start: Position,
    /// The number of plies from the start of the tree.
    pub plies: u16,
    /// The minimum number of games with a move.
    pub min_games: u64,
    /// The maximum number of moves of a position.
    pub top: usize,
    /// How many games are named at a move.
    pub examples: usize,
    /// The maximum number of moves of the tree.
    pub moves: usize,
    /// The player whose games are used, and whose score is counted.
    pub player: Option<String>,
    /// The side of the player.
    pub color: Option<Color>,
    /// What becomes of positions that are reached by several orders of moves.
    pub orders: Orders,
}

/// What becomes of positions that are reached by several orders of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// They continue in one place, with all games that reached them after as many plies.
    Joined,
    /// Each order continues with its own games.
    Apart,
}

impl Orders {
    /// The key of the start.
    pub(super) fn root(start: &Position) -> u64 {
        mixed(Key::of(start).polyglot(), 0)
    }

    /// The key after a move from a place with the key `before`, which led to the position `after` this many plies from the start.
    pub(super) fn key(self, before: u64, packed: PackedMove, after: &Position, ply: u16) -> u64 {
        match self {
            Orders::Joined => mixed(Key::of(after).polyglot(), ply),
            Orders::Apart => mixed(before.rotate_left(17) ^ u64::from(packed.0), ply),
        }
    }
}

/// A key with a ply mixed in: positions are never joined with those of another ply, so a repetition is not a way back.
fn mixed(key: u64, ply: u16) -> u64 {
    let mixed = (key ^ (u64::from(ply) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::notation::language::ENGLISH;
    use scoresheet_core::notation::san;

    /// The key after moves.
    fn key(orders: Orders, moves: &str) -> u64 {
        let (mut position, mut ply) = (Position::start(), 0);
        moves.split(' ').fold(Orders::root(&position), |before, word| {
            let mv = san::read(&position, word.as_bytes(), &ENGLISH).map(|named| named.mv).unwrap();
            position.play_unchecked(mv);
            ply += 1;
            orders.key(before, PackedMove::of(mv), &position, ply)
        })
    }

    #[test]
    fn orders_are_joined_or_apart() {
        let (one, other) = ("d4 Nf6 c4 e6", "c4 e6 d4 Nf6");
        assert_eq!(key(Orders::Joined, one), key(Orders::Joined, other));
        assert_ne!(key(Orders::Apart, one), key(Orders::Apart, other));
        // The same position two moves later.
        assert_ne!(key(Orders::Joined, "Nf3 Nf6 Ng1 Ng8 d4"), key(Orders::Joined, "d4"));
    }
}
