//! The moves played in a position, summed up over the requested kinds of games.

use super::occurrence::{BAND, Facts, NO_BAND, NO_YEAR};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::types::{UInt16Type, UInt32Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch};
use scoresheet_core::rules::PackedMove;
use scoresheet_core::time_control::Speed;
use std::collections::BTreeMap;

/// The kinds of games to sum up. The bounds must not cut a year or a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// From this year.
    pub since: Option<i16>,
    /// Before this year.
    pub until: Option<i16>,
    /// Both players are rated at least this.
    pub min_elo: Option<i64>,
    /// Both players are rated at most this.
    pub max_elo: Option<i64>,
    /// The speed.
    pub speed: Option<Speed>,
}

/// The places in [`Total::results`] of the results that [`Facts::result`] returns: unknown, won by White, by Black, drawn.
const PLACES: [usize; 4] = [3, 0, 2, 1];

/// The games in which a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Games that White won, drawn ones, games that Black won, others.
    pub results: [u64; 4],
    /// The games in which a rating or the result is unknown, and the half points of the side to move in them.
    pub unrated: [u64; 2],
    /// The sums of the ratings of the side to move and of the other, in the rest of the games.
    pub elos: [u64; 2],
    /// The number of the last game.
    pub last_game: u32,
    /// The number of the game with the strongest players.
    pub best_game: Option<u32>,
    last: Option<(i32, u32)>,
    best: Option<(u32, u32)>,
}

impl Total {
    /// Adds a game in which the move was played after this many plies.
    pub(super) fn count(&mut self, facts: &Facts, ply: u16) {
        self.results[PLACES[facts.result()]] += 1;
        let elos = facts.elos(ply);
        // Only games with a result count for ratings.
        match elos.filter(|_| facts.result() != 0) {
            Some(elos) => self.elos.iter_mut().zip(elos).for_each(|(sum, elo)| *sum += u64::from(elo)),
            None => {
                self.unrated[0] += 1;
                self.unrated[1] += u64::from(facts.half_points(ply));
            }
        }
        self.see(
            Some((facts.date, facts.game)),
            elos.map(|[one, other]| (u32::from(one) + u32::from(other), facts.game)),
        );
    }

    /// Adds the games of another total of the same move.
    pub(super) fn merge(&mut self, other: &Total) {
        self.results.iter_mut().zip(&other.results).for_each(|(sum, more)| *sum += more);
        self.unrated.iter_mut().zip(&other.unrated).for_each(|(sum, more)| *sum += more);
        self.elos.iter_mut().zip(&other.elos).for_each(|(sum, more)| *sum += more);
        self.see(other.last, other.best);
    }

    /// Notes the last and the best one of some games: the date and the sum of the ratings, each with the number.
    fn see(&mut self, last: Option<(i32, u32)>, best: Option<(u32, u32)>) {
        self.last = self.last.max(last);
        self.best = self.best.max(best);
        (self.last_game, self.best_game) = (self.last.map_or(0, |last| last.1), self.best.map(|best| best.1));
    }
}

/// The moves that were played in a position, with their totals.
pub type MoveTotals = Vec<(PackedMove, Total)>;

/// The totals of each move in rows of an index, in no particular order. The row of a position of one game has none.
pub fn totals(rows: &RecordBatch, bounds: &Bounds) -> MoveTotals {
    let columns = Columns { rows };
    let mut totals: BTreeMap<u16, Total> = BTreeMap::new();
    for row in 0..rows.num_rows() {
        let mv = columns.get::<UInt16Type>("move", row);
        if let Some(mv) = mv.filter(|_| columns.get::<UInt16Type>("ply", row).is_none() && columns.are_in(bounds, row))
        {
            columns.add(row, totals.entry(mv).or_default());
        }
    }
    totals.into_iter().map(|(mv, total)| (PackedMove(mv), total)).collect()
}

/// The row of the game, if a position occurs in one game only.
pub fn only_row(rows: &RecordBatch) -> Option<u32> {
    (rows.num_rows() == 1).then(|| Columns { rows }.get::<UInt32Type>("row", 0)).flatten()
}

/// The rows of positions of one game: the row of the game, the ply and the move.
pub(super) fn singles(rows: &RecordBatch) -> Vec<(u32, u16, PackedMove)> {
    let columns = Columns { rows };
    let single = |row| {
        let (game, ply) = (columns.get::<UInt32Type>("row", row)?, columns.get::<UInt16Type>("ply", row)?);
        Some((game, ply, PackedMove(columns.get::<UInt16Type>("move", row)?)))
    };
    (0..rows.num_rows()).filter_map(single).collect()
}

impl Bounds {
    /// Whether a game of which this is known is one of these kinds.
    pub(super) fn have(&self, facts: &Facts) -> bool {
        let year = Some(facts.year).filter(|year| *year != NO_YEAR);
        let [lower, higher] = facts.bands().map(|band| (band != NO_BAND).then(|| i64::from(band) * i64::from(BAND)));
        self.since.is_none_or(|since| year.is_some_and(|year| year >= since))
            && self.until.is_none_or(|until| year.is_some_and(|year| year < until))
            && self.min_elo.is_none_or(|least| lower.is_some_and(|band| band >= least))
            && self.max_elo.is_none_or(|most| higher.is_some_and(|band| band <= most))
            && self.speed.is_none_or(|speed| facts.speed() == speed as u8 + 1)
    }
}

struct Columns<'b> {
    rows: &'b RecordBatch,
}

impl<'b> Columns<'b> {
    fn get<T: ArrowPrimitiveType>(&self, name: &str, row: usize) -> Option<T::Native> {
        let column: &'b PrimitiveArray<T> = self.rows.column_by_name(name)?.as_primitive_opt()?;
        column.is_valid(row).then(|| column.value(row))
    }

    fn are_in(&self, bounds: &Bounds, row: usize) -> bool {
        let year = self.get::<Int16Type>("year", row);
        let band = |name| self.get::<Int16Type>(name, row).map(i64::from);
        bounds.since.is_none_or(|since| year.is_some_and(|year| year >= since))
            && bounds.until.is_none_or(|until| year.is_some_and(|year| year < until))
            && bounds.min_elo.is_none_or(|least| band("lower_band").is_some_and(|band| band >= least))
            && bounds.max_elo.is_none_or(|most| band("higher_band").is_some_and(|band| band <= most))
            && bounds.speed.is_none_or(|speed| self.get::<Int8Type>("speed", row) == Some(speed as i8))
    }

    fn add(&self, row: usize, total: &mut Total) {
        let count = |name| self.get::<Int32Type>(name, row).map_or(0, |count| u64::from(count.unsigned_abs()));
        let sum = |name| self.get::<Int64Type>(name, row).map_or(0, i64::unsigned_abs);
        let number = |name| self.get::<UInt32Type>(name, row);
        for (total, name) in total.results.iter_mut().zip(["white_wins", "draws", "black_wins", "other_results"]) {
            *total += count(name);
        }
        for (total, name) in total.unrated.iter_mut().zip(["unrated", "unrated_half_points"]) {
            *total += count(name);
        }
        for (total, name) in total.elos.iter_mut().zip(["mover_elos", "opponent_elos"]) {
            *total += sum(name);
        }
        let date = self.get::<Date32Type>("last_date", row).unwrap_or(i32::MIN);
        total.see(Some((date, number("last_game").unwrap_or(0))), number("best_elos").zip(number("best_game")));
    }
}
