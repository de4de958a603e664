//! Sums over the games with a move.

use super::gather::LineFacts;
use crate::index::occurrence::Occurrence;
use crate::index::partitions::SumUp;
use scoresheet_core::step::Termination;
use scoresheet_core::tree::GameCounts;
use std::cmp::Reverse;

/// A game at a move: the sum of its ratings, and its row. The best-known games come first.
type Known = (Reverse<u32>, u32);

/// A move from a place of the tree, and the games with it.
#[derive(Clone, Debug)]
pub(super) struct MoveSum {
    /// The key of the place.
    pub(super) key: u64,
    /// The move.
    pub(super) mv: u16,
    pub(super) counts: GameCounts,
    /// The half points of the side whose score is counted.
    pub(super) half_points: u64,
    /// The best-known games.
    known: Vec<Known>,
}

impl MoveSum {
    pub(super) fn games(&self) -> u64 {
        u64::from(self.counts.games)
    }

    /// The rows of the best-known games, the best one first.
    pub(super) fn rows(&self) -> impl Iterator<Item = u32> {
        self.known.iter().map(|(_, row)| *row)
    }

    fn count(&mut self, row: u32, facts: &LineFacts, examples: usize) {
        self.counts.add(facts.result);
        self.half_points += half_points(facts);
        self.know((Reverse(facts.elos), row), examples);
    }

    fn know(&mut self, game: Known, examples: usize) {
        let place = self.known.partition_point(|known| *known <= game);
        if place < examples {
            self.known.truncate(examples - 1);
            self.known.insert(place, game);
        }
    }

    fn add(&mut self, other: &MoveSum, examples: usize) {
        self.counts.join(other.counts);
        self.half_points += other.half_points;
        other.known.iter().for_each(|known| self.know(*known, examples));
    }
}

/// The half points of a game for the side whose score is counted.
pub(super) fn half_points(facts: &LineFacts) -> u64 {
    match (facts.result, facts.black) {
        (Termination::Draw, _) => 1,
        (Termination::WhiteWins, false) | (Termination::BlackWins, true) => 2,
        _ => 0,
    }
}

/// Sums up records by key and move.
pub(super) struct MoveSums<'g> {
    games: &'g [LineFacts],
    /// How many of the best-known games are kept.
    examples: usize,
}

impl<'g> MoveSums<'g> {
    /// Sums over these games, by their rows.
    pub(super) fn over(games: &'g [LineFacts], examples: usize) -> MoveSums<'g> {
        MoveSums { games, examples }
    }
}

impl SumUp for MoveSums<'_> {
    type Sum = MoveSum;

    fn add(&mut self, mets: &mut Vec<Occurrence>, sums: &mut Vec<MoveSum>) {
        let of_move = |met: &Occurrence| (met.hash(), met.mv());
        mets.sort_unstable_by_key(|met| (of_move(met), met.row()));
        for games in mets.chunk_by(|one, next| of_move(one) == of_move(next)) {
            let (key, mv) = of_move(&games[0]);
            let known = Vec::with_capacity(games.len().min(self.examples));
            let mut sum = MoveSum { key, mv, counts: GameCounts::default(), half_points: 0, known };
            for met in games {
                sum.count(met.row(), &self.games[met.row() as usize], self.examples);
            }
            sums.push(sum);
        }
    }

    fn merge(&self, sums: &mut Vec<MoveSum>) {
        // A stable sort recognizes the parts that are sorted already.
        sums.sort_by_key(|sum| (sum.key, sum.mv));
        sums.dedup_by(|next, kept| {
            let are_same = (next.key, next.mv) == (kept.key, kept.mv);
            if are_same {
                kept.add(next, self.examples);
            }
            are_same
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_in_pieces_match_those_of_all_games() {
        let results = [Termination::WhiteWins, Termination::Draw, Termination::BlackWins, Termination::Unknown];
        let facts =
            |n: usize| LineFacts { result: results[n % 4], black: n.is_multiple_of(3), elos: (n * 7 % 5) as u32 };
        let games: Vec<LineFacts> = (0..40).map(facts).collect();
        let met = |row: u32| Occurrence::new(u64::from(row % 3), row, 0, (row % 2) as u16);
        let mut sums = MoveSums::over(&games, 2);
        let (mut whole, mut pieces) = (Vec::new(), Vec::new());
        sums.add(&mut (0..40).map(met).collect(), &mut whole);
        for piece in [20..40, 0..7, 7..20] {
            sums.add(&mut piece.map(met).collect(), &mut pieces);
            sums.merge(&mut pieces);
        }
        let shown = |sums: &[MoveSum]| format!("{sums:?}");
        assert_eq!(shown(&whole), shown(&pieces));
        assert_eq!(whole.iter().map(MoveSum::games).sum::<u64>(), 40);
        // Of the rows 0, 6, 12, …, those with the highest sums of ratings.
        assert_eq!(whole[0].rows().collect::<Vec<_>>(), [12, 24]);
    }
}
