//! Builds a tree from the moves of games.

use super::gather::{Line, LineFacts, LinePlace, Lines};
use super::grow::{GameNames, Grower};
use super::options::TreeOptions;
use super::sums::{MoveSum, MoveSums, half_points};
use crate::Error;
use crate::index::partitions::{PARTS, Pile, Piles};
use crate::sort::SortOptions;
use scoresheet_core::tree::{GameCounts, Tree};
use scoresheet_parallel::Cancel;
use scoresheet_parallel::{Spare, ordered_map};
use scoresheet_spill::Pool;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bytes of names that stay in memory.
const NAMES: u64 = 32 << 20;

/// What a tree was made from, and what it contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// The games in the tree.
    pub games: u64,
    /// The moves of the tree.
    pub moves: u64,
    /// Moves to a position that continues elsewhere.
    pub transpositions: u64,
    /// The minimum number of games with a move: the requested one, or more if there were too many moves.
    pub min_games: u64,
    /// Different moves of these games that are not in the tree: played in too few games, or after such a move.
    pub rare: u64,
    /// Moves that are not among the most frequent ones of their positions.
    pub beyond_top: u64,
    /// The half-moves of games that come after the last ply of the tree.
    pub later_plies: u64,
    /// Games whose line ends before a move that is not legal.
    pub broken: u64,
    /// Games that do not reach the start of the tree.
    pub other_starts: u64,
    /// Games that are played by other rules.
    pub other_rules: u64,
    /// Games that the player has not played, or not with this color.
    pub other_players: u64,
}

/// Builds a tree, out of core if the games are many.
pub struct TreeBuilder {
    options: Arc<TreeOptions>,
    pile: Pile,
    games: Vec<LineFacts>,
    names: Option<Pool>,
    /// Where the names of each game start.
    places: Vec<u64>,
    counts: TreeCounts,
}

impl TreeBuilder {
    /// An empty tree.
    pub fn new(options: Arc<TreeOptions>, sort: &SortOptions) -> TreeBuilder {
        let names = sort.files.as_ref().filter(|_| options.examples > 0).map(|files| Pool::new(NAMES, files));
        let pile = Pile::new(sort.memory, sort.files.clone());
        TreeBuilder { options, pile, games: Vec::new(), names, places: Vec::new(), counts: TreeCounts::default() }
    }

    /// Adds those games whose numbers are `wanted`, and returns how many of them belong to the tree and how many do not.
    ///
    /// # Errors
    /// There are more games than a tree can have, or their names cannot be kept.
    pub fn add(&mut self, lines: &Lines, wanted: impl Fn(u64) -> bool) -> Result<(u64, u64), Error> {
        let (mut start, mut name, mut added, mut others) = (0, 0, 0, 0);
        for line in &lines.games {
            let mets = lines.mets.get(start..line.end).unwrap_or_default();
            let names = lines.names.get(name..line.names_end).unwrap_or_default();
            (start, name) = (line.end, line.names_end);
            if !wanted(line.number) {
                continue;
            }
            if self.leaves_out(line) {
                others += 1;
                continue;
            }
            let row = u32::try_from(self.games.len()).map_err(|_| too_many())?;
            self.games.push(line.facts);
            if let Some(pool) = &mut self.names {
                self.places.push(pool.append(names.as_bytes())?);
            }
            mets.iter().for_each(|met| self.pile.add(met.in_row(row)));
            added += 1;
        }
        self.counts.games += added;
        Ok((added, others))
    }

    /// Counts a game, and returns whether it does not belong to the tree.
    fn leaves_out(&mut self, line: &Line) -> bool {
        let reason = match line.place {
            LinePlace::InTree => {
                self.counts.later_plies += line.later;
                self.counts.broken += u64::from(line.broken);
                return false;
            }
            LinePlace::OtherRules => &mut self.counts.other_rules,
            LinePlace::OtherStart => &mut self.counts.other_starts,
            LinePlace::OtherPlayer => &mut self.counts.other_players,
        };
        *reason += 1;
        true
    }

    /// Whether [`TreeBuilder::settle`] has something to write, which takes a while.
    pub fn is_full(&self) -> bool {
        self.pile.is_full()
    }

    /// Writes moves to disk if they are too many.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn settle(&mut self) -> Result<(), Error> {
        self.pile.settle()
    }

    /// The tree.
    ///
    /// # Errors
    /// Temporary files cannot be read, or the work was stopped.
    pub fn finish(self, threads: usize, cancel: &Cancel) -> Result<(Tree, TreeCounts), Error> {
        let TreeBuilder { options, pile, games, names, places, mut counts } = self;
        let piles = Piles::new(vec![pile]);
        let kept = KeptSums::new(&options);
        let spare = Spare::new(|| MoveSums::over(&games, options.examples));
        let made = |part| -> Result<(Vec<MoveSum>, u64), Error> {
            spare.with(|summing| {
                cancel.check()?;
                let mut sums = Vec::new();
                piles.take(part, summing, &mut sums)?;
                let all = sums.len() as u64;
                sums.retain(|sum| sum.games() >= kept.least.load(Relaxed));
                sums.shrink_to_fit();
                Ok((sums, all))
            })
        };
        let (mut sums, mut all) = (Vec::new(), 0);
        ordered_map(0..PARTS, threads, made, |(mut some, count)| -> Result<(), Error> {
            all += count;
            sums.append(&mut some);
            if sums.len() > options.moves * 2 {
                kept.cut(&mut sums);
            }
            Ok(())
        })?;
        kept.cut(&mut sums);
        sums.sort_unstable_by_key(|sum| (sum.key, sum.mv));
        counts.min_games = kept.least.into_inner();
        let whole = total(&games);
        let names = GameNames { names, places, games: &games };
        let tree = Grower::new(&options, &sums, names).grow(whole, &mut counts, cancel)?;
        counts.rare = all.saturating_sub(counts.moves + counts.beyond_top);
        Ok((tree, counts))
    }
}

/// The results of all games, and the half points of the side whose score is counted.
fn total(games: &[LineFacts]) -> (GameCounts, u64) {
    let mut counts = GameCounts::default();
    games.iter().for_each(|game| counts.add(game.result));
    (counts, games.iter().map(half_points).sum())
}

/// Keeps only as many sums as the tree has room for.
struct KeptSums {
    /// The minimum number of games.
    least: AtomicU64,
    most: usize,
}

impl KeptSums {
    fn new(options: &TreeOptions) -> KeptSums {
        KeptSums { least: AtomicU64::new(options.min_games), most: options.moves }
    }

    /// Drops sums of few games if they are too many, all those of as many games together. What was dropped of some of the
    /// sums would also be dropped of all, so the number of threads makes no difference.
    fn cut(&self, sums: &mut Vec<MoveSum>) {
        if sums.len() > self.most {
            let mut games: Vec<u64> = sums.iter().map(MoveSum::games).collect();
            let (_, most, _) = games.select_nth_unstable_by(self.most, |one, other| other.cmp(one));
            self.least.fetch_max(*most + 1, Relaxed);
        }
        sums.retain(|sum| sum.games() >= self.least.load(Relaxed));
    }
}

fn too_many() -> Error {
    Error::Limit { why: "a tree can be made from at most 4,294,967,295 games".to_owned(), byte: 0 }
}
