//! The rows of an index: sums over the games in which a position occurred.

use super::occurrence::{BAND, Facts, NO_BAND, NO_DATE, NO_YEAR, NOTHING, Occurrence};
use super::partitions::{self, SumUp};
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray, RecordBatch};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::{Arc, LazyLock};

/// What the rows of one position are distinguished by: from the highest bits, the move, the year, the speed, and the bands of
/// the lower and the higher rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RowKey(u64);

impl RowKey {
    fn of(mv: u16, facts: &Facts) -> RowKey {
        let [lower, higher] = facts.bands().map(u64::from);
        // The sign is flipped, so that years before our era come first.
        let year = u64::from(facts.year as u16 ^ 1 << 15);
        RowKey(u64::from(mv) << 40 | year << 24 | u64::from(facts.speed()) << 16 | lower << 8 | higher)
    }

    fn mv(self) -> u16 {
        (self.0 >> 40) as u16
    }

    fn year(self) -> i16 {
        ((self.0 >> 24) as u16 ^ 1 << 15) as i16
    }

    fn speed(self) -> u8 {
        (self.0 >> 16) as u8
    }

    fn bands(self) -> [u8; 2] {
        [(self.0 >> 8) as u8, self.0 as u8]
    }
}

/// The sum over the games of one kind in which a position occurred.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    hash: u64,
    kind: RowKey,
    /// How many games ended unknown, won by White, won by Black, drawn.
    results: [u32; 4],
    /// The games in which a rating or the result is unknown, and the half points of the side to move in them.
    unrated: [u32; 2],
    /// The sums of the ratings of the side to move and of the other, in the rest of the games.
    elos: [u64; 2],
    /// The date and the number of the last game.
    last: (i32, u32),
    /// The sum of both ratings and the number of the game with the strongest players.
    best: Option<(u32, u32)>,
    /// The row of a game, and the ply of the position in it.
    place: (u32, u16),
}

impl Sum {
    fn of(met: Occurrence, kind: RowKey, facts: &Facts) -> Sum {
        let mut sum = Sum {
            hash: met.hash(),
            kind,
            results: [0; 4],
            unrated: [0; 2],
            elos: [0; 2],
            last: (facts.date, facts.game),
            best: None,
            place: (met.row(), met.ply()),
        };
        sum.count(met, facts);
        sum
    }

    /// Adds a game.
    fn count(&mut self, met: Occurrence, facts: &Facts) {
        let plus = |sum: &mut u32, more: u32| *sum = sum.saturating_add(more);
        let elos = facts.elos(met.ply());
        plus(&mut self.results[facts.result()], 1);
        // Only games with a result count for ratings.
        match elos.filter(|_| facts.result() != 0) {
            Some(elos) => self.elos.iter_mut().zip(elos).for_each(|(sum, elo)| *sum += u64::from(elo)),
            None => {
                plus(&mut self.unrated[0], 1);
                plus(&mut self.unrated[1], facts.half_points(met.ply()));
            }
        }
        self.last = self.last.max((facts.date, facts.game));
        self.best = self.best.max(elos.map(|[one, other]| (u32::from(one) + u32::from(other), facts.game)));
    }

    fn add(&mut self, other: &Sum) {
        let plus = |sum: &mut u32, more: &u32| *sum = sum.saturating_add(*more);
        self.results.iter_mut().zip(&other.results).for_each(|(sum, more)| plus(sum, more));
        self.unrated.iter_mut().zip(&other.unrated).for_each(|(sum, more)| plus(sum, more));
        self.elos.iter_mut().zip(&other.elos).for_each(|(sum, more)| *sum += more);
        self.last = self.last.max(other.last);
        self.best = self.best.max(other.best);
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The move played; `None` if nothing was.
    pub(crate) fn mv(&self) -> Option<u16> {
        some(self.kind.mv(), self.kind.mv() != NOTHING)
    }

    pub(crate) fn games(&self) -> u64 {
        self.results.iter().map(|games| u64::from(*games)).sum()
    }

    /// The games without a result.
    pub(crate) fn unfinished(&self) -> u64 {
        u64::from(self.results[0])
    }

    /// The half points of the side to move in games without ratings.
    pub(crate) fn unrated_half_points(&self) -> u64 {
        u64::from(self.unrated[1])
    }
}

/// What a game counts once for, with the first occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Once {
    /// A position.
    Position,
    /// A move in a position.
    Move,
}

impl Once {
    /// Sorts records by hash and row, and keeps those that count. `scratch` is memory that is reused.
    fn keep(self, mets: &mut Vec<Occurrence>, scratch: &mut Vec<Occurrence>) {
        match self {
            Once::Position => {
                sort(mets, scratch);
                mets.dedup_by(|next, first| next.repeats(*first));
            }
            Once::Move => {
                mets.sort_unstable_by_key(|met| (met.hash(), met.row(), met.mv(), met.ply()));
                mets.dedup_by(|next, first| next.repeats(*first) && next.mv() == first.mv());
            }
        }
    }
}

/// About how many records share a bucket.
const BUCKET: usize = 4;

/// Sorts the records of a part. They are distributed by their hashes first, because most positions occur a few times.
fn sort(mets: &mut Vec<Occurrence>, scratch: &mut Vec<Occurrence>) {
    let bits = (mets.len() / BUCKET).checked_ilog2().unwrap_or(0).min(16);
    if bits < 2 {
        mets.sort_unstable();
        return;
    }
    let bucket = |met: &Occurrence| (met.hash() << partitions::BITS >> (u64::BITS - bits)) as usize;
    let mut ends = vec![0_u32; 1 << bits];
    mets.iter().for_each(|met| ends[bucket(met)] += 1);
    let mut before = 0;
    for end in &mut ends {
        before += std::mem::replace(end, before);
    }
    scratch.clear();
    scratch.resize(mets.len(), Occurrence::new(0, 0, 0, 0));
    for met in mets.iter() {
        let place = &mut ends[bucket(met)];
        scratch[*place as usize] = *met;
        *place += 1;
    }
    let mut start = 0;
    for end in ends {
        // A position of many games comes from each thread in the order of the games, which this sort makes use of.
        scratch[start..end as usize].sort();
        start = end as usize;
    }
    std::mem::swap(mets, scratch);
}

/// Sums up records, part by part.
pub(crate) struct Summing<'g> {
    games: &'g [Facts],
    once: Once,
    facts: Vec<Facts>,
    order: Vec<(RowKey, usize)>,
    scratch: Vec<Occurrence>,
}

impl<'g> Summing<'g> {
    /// Sums over these games, by their rows. Each counts once for each value of `once`.
    pub(crate) fn over(games: &'g [Facts], once: Once) -> Summing<'g> {
        Summing { games, once, facts: Vec::new(), order: Vec::new(), scratch: Vec::new() }
    }
}

impl SumUp for Summing<'_> {
    type Sum = Sum;

    /// Appends the sums of records, sorted by hash and kind.
    fn add(&mut self, mets: &mut Vec<Occurrence>, sums: &mut Vec<Sum>) {
        self.once.keep(mets, &mut self.scratch);
        // The games are far apart in memory, so they are fetched before one of them is needed.
        self.facts.clear();
        self.facts.extend(mets.iter().map(|met| self.games[met.row() as usize]));
        let mut rest = self.facts.as_slice();
        for of_position in mets.chunk_by(|one, next| one.hash() == next.hash()) {
            let (facts, others) = rest.split_at(of_position.len());
            rest = others;
            let kinds = of_position.iter().zip(facts).map(|(met, facts)| RowKey::of(met.mv(), facts));
            self.order.clear();
            self.order.extend(kinds.zip(0..));
            self.order.sort_unstable();
            for of_kind in self.order.chunk_by(|(one, _), (next, _)| one == next) {
                let (kind, first) = of_kind[0];
                let mut sum = Sum::of(of_position[first], kind, &facts[first]);
                of_kind[1..].iter().for_each(|&(_, at)| sum.count(of_position[at], &facts[at]));
                sums.push(sum);
            }
        }
    }

    /// Adds sums of the same position and kind together.
    fn merge(&self, sums: &mut Vec<Sum>) {
        // A stable sort recognizes the parts that are sorted already.
        sums.sort_by_key(|sum| (sum.hash, sum.kind));
        sums.dedup_by(|next, kept| {
            let are_same = (next.hash, next.kind) == (kept.hash, kept.kind);
            if are_same {
                kept.add(next);
            }
            are_same
        });
    }
}

/// The rows of sums, in two runs sorted by hash: positions of several games, then those of one game up to a ply.
pub(crate) fn batch(sums: &[Sum], plies: u16) -> RecordBatch {
    let (mut several, mut single) = (Vec::new(), Vec::new());
    for position in sums.chunk_by(|one, next| one.hash == next.hash) {
        match position {
            [only] if only.games() == 1 => {
                if only.place.1 <= plies {
                    single.push(only);
                }
            }
            position => several.extend(position),
        }
    }
    let rows = Rows::new(&several, &single);
    let columns: Vec<ArrayRef> = COLUMNS.iter().map(|column| (column.fill)(&rows)).collect();
    RecordBatch::try_new(Arc::clone(&SCHEMA), columns).unwrap_or_else(|_| RecordBatch::new_empty(Arc::clone(&SCHEMA)))
}

/// The schema of an index.
pub(crate) static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let field = |column: &IndexColumn| Field::new(column.name, column.kind.clone(), column.name != "hash");
    Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
});

/// The sums that become rows.
struct Rows<'s> {
    several: &'s [&'s Sum],
    single: &'s [&'s Sum],
    /// The rows of positions of several games.
    of_several: Option<NullBuffer>,
    /// The rows of positions of one game.
    of_single: Option<NullBuffer>,
}

impl<'s> Rows<'s> {
    fn new(several: &'s [&'s Sum], single: &'s [&'s Sum]) -> Rows<'s> {
        let known = |of_several, of_single| {
            let mut known = BooleanBufferBuilder::new(several.len() + single.len());
            known.append_n(several.len(), of_several);
            known.append_n(single.len(), of_single);
            some_nulls(known.finish())
        };
        Rows { several, single, of_several: known(true, false), of_single: known(false, true) }
    }

    fn count(&self) -> usize {
        self.several.len() + self.single.len()
    }

    /// A column that all rows have.
    fn all<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> T::Native) -> ArrayRef {
        array::<T>(self.several.iter().chain(self.single).map(|sum| value(sum)).collect(), None)
    }

    /// A column that both kinds of rows have, but for unknown values.
    fn both<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> Option<T::Native>) -> ArrayRef {
        let values = self.several.iter().chain(self.single).map(|sum| value(sum).unwrap_or_default()).collect();
        let sum = |row: usize| self.several.get(row).unwrap_or_else(|| &self.single[row - self.several.len()]);
        let known = BooleanBuffer::collect_bool(self.count(), |row| value(sum(row)).is_some());
        array::<T>(values, some_nulls(known))
    }

    /// A column that only positions of several games have.
    fn several<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> T::Native) -> ArrayRef {
        array::<T>(self.padded(|sum| value(sum)), self.of_several.clone())
    }

    /// A column that only positions of several games have, but for unknown values. `value` is called twice for each row, which
    /// is faster than a builder.
    fn some_of_several<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> Option<T::Native>) -> ArrayRef {
        let known = BooleanBuffer::collect_bool(self.count(), |row| {
            self.several.get(row).is_some_and(|sum| value(sum).is_some())
        });
        array::<T>(self.padded(|sum| value(sum).unwrap_or_default()), some_nulls(known))
    }

    /// A column that only positions of one game have.
    fn single<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> T::Native) -> ArrayRef {
        let mut values = vec![T::Native::default(); self.several.len()];
        values.extend(self.single.iter().map(|sum| value(sum)));
        array::<T>(values, self.of_single.clone())
    }

    /// The values of positions of several games, and others in place of those of one game.
    fn padded<N: Default + Clone>(&self, value: impl Fn(&Sum) -> N) -> Vec<N> {
        let mut values = Vec::with_capacity(self.count());
        values.extend(self.several.iter().map(|sum| value(sum)));
        values.resize(self.count(), N::default());
        values
    }
}

fn array<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::new(values.into(), nulls))
}

/// The nulls of a column whose other values are known; `None` if all are.
fn some_nulls(known: BooleanBuffer) -> Option<NullBuffer> {
    Some(NullBuffer::new(known)).filter(|nulls| nulls.null_count() > 0)
}

/// A column of an index.
struct IndexColumn {
    name: &'static str,
    kind: DataType,
    fill: fn(&Rows<'_>) -> ArrayRef,
}

fn some<T>(value: T, is_known: bool) -> Option<T> {
    is_known.then_some(value)
}

fn band(band: u8) -> Option<i16> {
    some(i16::from(band) * BAND as i16, band != NO_BAND)
}

fn whole(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Every column, in order. The names are those that users of the file see; `docs/guides/explorer.md` describes them.
static COLUMNS: [IndexColumn; 20] = [
    IndexColumn { name: "hash", kind: DataType::UInt64, fill: |rows| rows.all::<UInt64Type>(|sum| sum.hash) },
    IndexColumn {
        name: "move",
        kind: DataType::UInt16,
        fill: |rows| rows.both::<UInt16Type>(|sum| some(sum.kind.mv(), sum.kind.mv() != NOTHING)),
    },
    IndexColumn {
        name: "year",
        kind: DataType::Int16,
        fill: |rows| rows.some_of_several::<Int16Type>(|sum| some(sum.kind.year(), sum.kind.year() != NO_YEAR)),
    },
    IndexColumn {
        name: "speed",
        kind: DataType::Int8,
        fill: |rows| rows.some_of_several::<Int8Type>(|sum| sum.kind.speed().checked_sub(1).map(|speed| speed as i8)),
    },
    IndexColumn {
        name: "lower_band",
        kind: DataType::Int16,
        fill: |rows| rows.some_of_several::<Int16Type>(|sum| band(sum.kind.bands()[0])),
    },
    IndexColumn {
        name: "higher_band",
        kind: DataType::Int16,
        fill: |rows| rows.some_of_several::<Int16Type>(|sum| band(sum.kind.bands()[1])),
    },
    IndexColumn {
        name: "white_wins",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[1])),
    },
    IndexColumn {
        name: "draws",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[3])),
    },
    IndexColumn {
        name: "black_wins",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[2])),
    },
    IndexColumn {
        name: "other_results",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[0])),
    },
    IndexColumn {
        name: "unrated",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.unrated[0])),
    },
    IndexColumn {
        name: "unrated_half_points",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.unrated[1])),
    },
    IndexColumn {
        name: "mover_elos",
        kind: DataType::Int64,
        fill: |rows| rows.several::<Int64Type>(|sum| sum.elos[0] as i64),
    },
    IndexColumn {
        name: "opponent_elos",
        kind: DataType::Int64,
        fill: |rows| rows.several::<Int64Type>(|sum| sum.elos[1] as i64),
    },
    IndexColumn {
        name: "last_date",
        kind: DataType::Date32,
        fill: |rows| rows.some_of_several::<Date32Type>(|sum| some(sum.last.0, sum.last.0 != NO_DATE)),
    },
    IndexColumn {
        name: "last_game",
        kind: DataType::UInt32,
        fill: |rows| rows.several::<UInt32Type>(|sum| sum.last.1),
    },
    IndexColumn {
        name: "best_elos",
        kind: DataType::UInt32,
        fill: |rows| rows.some_of_several::<UInt32Type>(|sum| sum.best.map(|best| best.0)),
    },
    IndexColumn {
        name: "best_game",
        kind: DataType::UInt32,
        fill: |rows| rows.some_of_several::<UInt32Type>(|sum| sum.best.map(|best| best.1)),
    },
    IndexColumn { name: "row", kind: DataType::UInt32, fill: |rows| rows.single::<UInt32Type>(|sum| sum.place.0) },
    IndexColumn { name: "ply", kind: DataType::UInt16, fill: |rows| rows.single::<UInt16Type>(|sum| sum.place.1) },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributed_records_are_sorted_like_others() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 20
        };
        for count in [0, 1, 7, 8, 100, 5000] {
            // Few different hashes with the first bits of one part, and some that are equal in all but the last bits.
            let met = |n: u64| Occurrence::new(0x5a << 56 | (n % 37) << 40 | (n % 3), (n % 11) as u32, 0, n as u16);
            let mut mets: Vec<_> = (0..count).map(|_| met(next())).collect();
            let mut expected = mets.clone();
            expected.sort_unstable();
            sort(&mut mets, &mut Vec::new());
            assert_eq!(mets, expected);
        }
    }
}
