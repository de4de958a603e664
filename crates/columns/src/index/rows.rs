//! The rows of an index: sums over the games in which a position occurred.

use super::met::{BAND, Met, NO_DATE, NO_YEAR, NOTHING};
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::{Arc, LazyLock};

/// The number of a band of unknown ratings.
const NO_BAND: u8 = u8::MAX;

/// What the rows of one position are distinguished by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    mv: u16,
    year: i16,
    speed: u8,
    /// The bands of the lower and the higher rating.
    bands: [u8; 2],
}

impl Kind {
    fn of(met: &Met) -> Kind {
        let band = |elo: u16| (elo / BAND).min(u16::from(NO_BAND) - 1) as u8;
        let bands = met.elos().map_or([NO_BAND; 2], |[one, other]| [band(one.min(other)), band(one.max(other))]);
        Kind { mv: met.mv, year: met.facts.year, speed: met.speed(), bands }
    }
}

/// The sum over the games of one kind in which a position occurred.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    hash: u64,
    kind: Kind,
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
    fn of(met: &Met) -> Sum {
        let elos = met.elos();
        // Only games with a result say something about ratings.
        let rated = elos.filter(|_| met.result() != 0);
        let mut results = [0; 4];
        results[met.result()] = 1;
        Sum {
            hash: met.hash,
            kind: Kind::of(met),
            results,
            unrated: if rated.is_some() { [0; 2] } else { [1, met.half_points()] },
            elos: rated.unwrap_or_default().map(u64::from),
            last: (met.facts.date, met.facts.game),
            best: elos.map(|[one, other]| (u32::from(one) + u32::from(other), met.facts.game)),
            place: (met.row, met.ply),
        }
    }

    fn add(&mut self, other: &Sum) {
        let plus = |sum: &mut u32, more: &u32| *sum = sum.saturating_add(*more);
        self.results.iter_mut().zip(&other.results).for_each(|(sum, more)| plus(sum, more));
        self.unrated.iter_mut().zip(&other.unrated).for_each(|(sum, more)| plus(sum, more));
        self.elos.iter_mut().zip(&other.elos).for_each(|(sum, more)| *sum += more);
        self.last = self.last.max(other.last);
        self.best = self.best.max(other.best);
    }

    fn games(&self) -> u64 {
        self.results.iter().map(|games| u64::from(*games)).sum()
    }
}

/// The sums of records, sorted by hash and kind. A game counts once for each position, with its first occurrence.
pub(super) fn sums(mut mets: Vec<Met>) -> Vec<Sum> {
    mets.sort_unstable_by_key(|met| (met.hash, met.row, met.ply));
    mets.dedup_by_key(|met| (met.hash, met.row));
    let mut sums: Vec<Sum> = Vec::with_capacity(mets.len());
    for of_position in mets.chunk_by(|one, next| one.hash == next.hash) {
        let first = sums.len();
        sums.extend(of_position.iter().map(Sum::of));
        if of_position.len() > 1 {
            combine(&mut sums, first);
        }
    }
    sums
}

/// Adds sums of the same positions together, all of them sorted.
pub(super) fn merged(mut sums: Vec<Sum>, more: Vec<Sum>) -> Vec<Sum> {
    if sums.is_empty() {
        return more;
    }
    sums.extend(more);
    combine(&mut sums, 0);
    sums
}

/// Sorts the sums from a place on, and adds those of one kind together.
fn combine(sums: &mut Vec<Sum>, first: usize) {
    // A stable sort recognizes the parts that are sorted already.
    sums[first..].sort_by_key(|sum| (sum.hash, sum.kind));
    let mut kept = first;
    for at in first + 1..sums.len() {
        let (before, rest) = sums.split_at_mut(at);
        let last = &mut before[kept];
        if (last.hash, last.kind) == (rest[0].hash, rest[0].kind) {
            last.add(&rest[0]);
        } else {
            kept += 1;
            sums.swap(kept, at);
        }
    }
    sums.truncate(kept + 1);
}

/// The rows of sums, in two runs sorted by hash: positions of several games, then those of one game up to a ply.
pub(super) fn batch(sums: &[Sum], plies: u16) -> RecordBatch {
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
    let rows = Rows { several: &several, single: &single };
    let columns: Vec<ArrayRef> = COLUMNS.iter().map(|column| (column.fill)(&rows)).collect();
    RecordBatch::try_new(Arc::clone(&SCHEMA), columns).unwrap_or_else(|_| RecordBatch::new_empty(Arc::clone(&SCHEMA)))
}

/// The schema of an index.
pub(super) static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    let field = |column: &Column| Field::new(column.name, column.kind.clone(), column.name != "hash");
    Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
});

/// The sums that become rows.
struct Rows<'s> {
    several: &'s [&'s Sum],
    single: &'s [&'s Sum],
}

impl Rows<'_> {
    /// A column that both kinds of rows have.
    fn both<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> Option<T::Native>) -> ArrayRef {
        let all = self.several.iter().chain(self.single);
        Arc::new(all.map(|sum| value(sum)).collect::<PrimitiveArray<T>>())
    }

    /// A column that only positions of several games have.
    fn several<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> Option<T::Native>) -> ArrayRef {
        let nothing = self.single.iter().map(|_| None);
        Arc::new(self.several.iter().map(|sum| value(sum)).chain(nothing).collect::<PrimitiveArray<T>>())
    }

    /// A column that only positions of one game have.
    fn single<T: ArrowPrimitiveType>(&self, value: impl Fn(&Sum) -> T::Native) -> ArrayRef {
        let nothing = self.several.iter().map(|_| None);
        Arc::new(nothing.chain(self.single.iter().map(|sum| Some(value(sum)))).collect::<PrimitiveArray<T>>())
    }
}

/// A column of an index.
struct Column {
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

fn whole(count: u32) -> Option<i32> {
    Some(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Every column, in order. The names are those that users of the file see; `docs/position-index.md` describes them.
static COLUMNS: [Column; 20] = [
    Column { name: "hash", kind: DataType::UInt64, fill: |rows| rows.both::<UInt64Type>(|sum| Some(sum.hash)) },
    Column {
        name: "move",
        kind: DataType::UInt16,
        fill: |rows| rows.both::<UInt16Type>(|sum| some(sum.kind.mv, sum.kind.mv != NOTHING)),
    },
    Column {
        name: "year",
        kind: DataType::Int16,
        fill: |rows| rows.several::<Int16Type>(|sum| some(sum.kind.year, sum.kind.year != NO_YEAR)),
    },
    Column {
        name: "speed",
        kind: DataType::Int8,
        fill: |rows| rows.several::<Int8Type>(|sum| sum.kind.speed.checked_sub(1).map(|speed| speed as i8)),
    },
    Column {
        name: "lower_band",
        kind: DataType::Int16,
        fill: |rows| rows.several::<Int16Type>(|sum| band(sum.kind.bands[0])),
    },
    Column {
        name: "higher_band",
        kind: DataType::Int16,
        fill: |rows| rows.several::<Int16Type>(|sum| band(sum.kind.bands[1])),
    },
    Column {
        name: "white_wins",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[1])),
    },
    Column {
        name: "draws",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[3])),
    },
    Column {
        name: "black_wins",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[2])),
    },
    Column {
        name: "other_results",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.results[0])),
    },
    Column {
        name: "unrated",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.unrated[0])),
    },
    Column {
        name: "unrated_half_points",
        kind: DataType::Int32,
        fill: |rows| rows.several::<Int32Type>(|sum| whole(sum.unrated[1])),
    },
    Column {
        name: "mover_elos",
        kind: DataType::Int64,
        fill: |rows| rows.several::<Int64Type>(|sum| Some(sum.elos[0] as i64)),
    },
    Column {
        name: "opponent_elos",
        kind: DataType::Int64,
        fill: |rows| rows.several::<Int64Type>(|sum| Some(sum.elos[1] as i64)),
    },
    Column {
        name: "last_date",
        kind: DataType::Date32,
        fill: |rows| rows.several::<Date32Type>(|sum| some(sum.last.0, sum.last.0 != NO_DATE)),
    },
    Column {
        name: "last_game",
        kind: DataType::UInt32,
        fill: |rows| rows.several::<UInt32Type>(|sum| Some(sum.last.1)),
    },
    Column {
        name: "best_elos",
        kind: DataType::UInt32,
        fill: |rows| rows.several::<UInt32Type>(|sum| sum.best.map(|best| best.0)),
    },
    Column {
        name: "best_game",
        kind: DataType::UInt32,
        fill: |rows| rows.several::<UInt32Type>(|sum| sum.best.map(|best| best.1)),
    },
    Column { name: "row", kind: DataType::UInt32, fill: |rows| rows.single::<UInt32Type>(|sum| sum.place.0) },
    Column { name: "ply", kind: DataType::UInt16, fill: |rows| rows.single::<UInt16Type>(|sum| sum.place.1) },
];
