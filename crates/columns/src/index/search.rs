//! What was played in a position, by looking through all games. It sums up what an index would have about the position.

use super::gather::GameFactColumns;
use super::occurrence::Facts;
use super::totals::{MoveTotals, Total};
use crate::Error;
use crate::file::{GroupRows, ParquetRows, PositionedFile, ReadOptions};
use crate::stored_rows::Words;
use crate::stored_rows::arrays::{TextArrays, at, numbers};
use arrow_array::types::{Date32Type, Int16Type};
use arrow_array::{PrimitiveArray, RecordBatch};
use arrow_schema::DataType;
use scoresheet_core::find::TargetPosition;
use scoresheet_core::rules::{PackedMove, PackedReplay, Position};
use scoresheet_parallel::{Cancel, Spare, ordered_map};
use std::collections::BTreeMap;

/// Which games count. Unlike those of an index, these bounds can be anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchBounds {
    /// From this day, counted from 1970. Games without a date do not count.
    pub since: Option<i32>,
    /// Before this day.
    pub until: Option<i32>,
    /// Both players are rated at least this.
    pub min_elo: Option<i64>,
    /// Both players are rated at most this.
    pub max_elo: Option<i64>,
    /// The value of the column `speed`.
    pub speed: Option<String>,
    /// The name of the player with White.
    pub white: Option<String>,
    /// The name of the player with Black.
    pub black: Option<String>,
    /// What games are named by.
    pub named_by: NamedBy,
}

/// What games are named by in totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedBy {
    /// The column `game`.
    #[default]
    Games,
    /// Their rows in the file, from 0.
    Rows,
}

/// The columns of moves, and those of lists that have them if a file has no packed ones.
const PACKED: [&str; 1] = ["packed_moves"];
const LISTS: [&str; 4] = ["from_square", "to_square", "promotion", "castle"];
/// What lists do not have about moves, unlike packed ones.
const RULES: [&str; 2] = ["variant", "rules"];

/// The other columns that a search needs, and their types.
const NEEDED: [(&str, DataType); 7] = [
    ("game", DataType::Int64),
    ("fen", DataType::Utf8),
    ("result", DataType::Utf8),
    ("termination", DataType::Utf8),
    ("date", DataType::Date32),
    ("white_elo", DataType::Int16),
    ("black_elo", DataType::Int16),
];

impl SearchBounds {
    /// The columns that these bounds are about, beside those that every search needs.
    fn columns(&self) -> Vec<(&'static str, DataType)> {
        let texts = [("speed", &self.speed), ("white", &self.white), ("black", &self.black)];
        texts.into_iter().filter(|(_, text)| text.is_some()).map(|(name, _)| (name, DataType::Utf8)).collect()
    }
}

/// The moves played in a position in the games of a Parquet file, with their totals, in no particular order. A game counts
/// once, with the first time that the position stands. `None` if a column is missing or has another type.
///
/// # Errors
/// The file is damaged, or the search was stopped.
pub fn search(
    file: PositionedFile,
    position: &Position,
    bounds: &SearchBounds,
    (threads, cancel): (usize, &Cancel),
) -> Result<Option<MoveTotals>, Error> {
    let columns: Vec<_> = NEEDED.into_iter().chain(bounds.columns()).collect();
    let opened = |moves: &[&'static str]| {
        let names: Vec<_> = columns.iter().map(|(name, _)| *name).chain(moves.iter().copied()).collect();
        ParquetRows::open(file.clone(), &ReadOptions { columns: Some(&names), ..ReadOptions::default() })
    };
    let has_moves =
        |games: &ParquetRows, moves: &[&str]| moves.iter().all(|name| games.schema().field_with_name(name).is_ok());
    let mut games = opened(&PACKED)?;
    if !has_moves(&games, &PACKED) {
        games = opened(&[LISTS.as_slice(), &RULES].concat())?;
        if !has_moves(&games, &LISTS) {
            return Ok(None);
        }
    }
    let has = |(name, kind): &(&str, DataType)| {
        games.schema().field_with_name(name).is_ok_and(|field| field.data_type() == kind)
    };
    if !columns.iter().all(has) {
        return Ok(None);
    }
    let spare = Spare::new(|| PackedReplay::new(&Position::start()));
    let (target, standard) = (TargetPosition::of(position), Position::start());
    let sought = Sought { target: &target, standard: &standard, bounds };
    let mut totals = BTreeMap::new();
    ordered_map(
        games.ranges(),
        threads.max(1),
        |range: GroupRows| spare.with(|replay| sought.in_range(&games, &range, replay, cancel)),
        |found| {
            found.into_iter().for_each(|(mv, total)| totals.entry(mv).or_insert_with(Total::default).merge(&total));
            Ok(())
        },
    )?;
    let moves = totals.into_iter().map(|(mv, total)| (PackedMove(mv), total));
    let is_legal = |mv: &PackedMove| mv.unpack(position).is_some_and(|mv| position.is_legal(mv));
    Ok(Some(moves.filter(|(mv, _)| is_legal(mv)).collect()))
}

/// What is searched for.
struct Sought<'s> {
    target: &'s TargetPosition,
    standard: &'s Position,
    bounds: &'s SearchBounds,
}

/// The totals of a few moves.
type Totals = Vec<(u16, Total)>;

impl Sought<'_> {
    /// The totals of the moves in some rows.
    fn in_range(
        &self,
        games: &ParquetRows,
        range: &GroupRows,
        replay: &mut PackedReplay,
        cancel: &Cancel,
    ) -> Result<Totals, Error> {
        let mut totals = Totals::new();
        let mut first = range.first();
        games.read(range, |batch| {
            cancel.check()?;
            self.in_batch(&batch, first, replay, &mut totals)?;
            first += batch.num_rows() as u64;
            Ok(())
        })?;
        if first < range.end() {
            return Err(Error::damaged("it has fewer rows than it declares"));
        }
        Ok(totals)
    }

    fn in_batch(
        &self,
        batch: &RecordBatch,
        first: u64,
        replay: &mut PackedReplay,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        let words = Words::of(batch).ok_or(Error::Missing(vec!["packed"]))?;
        let wanted = BoundColumns::of(batch, self.bounds);
        let facts = match self.bounds.named_by {
            NamedBy::Games => GameFactColumns::of(batch),
            NamedBy::Rows => GameFactColumns::of(batch).without_numbers(),
        };
        for row in (0..batch.num_rows()).filter(|row| wanted.has(*row)) {
            let Some(line) = words.get(row) else { continue };
            let Some(start) = words.start(row, line, self.standard) else { continue };
            replay.restart(&start);
            let Some((ply, Some(played))) = self.target.find(replay, line.moves()) else { continue };
            let mut of_game: Facts = facts.get(row, u32::try_from(first + row as u64).unwrap_or(u32::MAX));
            of_game.set_start(start.turn());
            let known = totals.iter().position(|(mv, _)| *mv == played.0);
            let at = known.unwrap_or_else(|| {
                totals.push((played.0, Total::default()));
                totals.len() - 1
            });
            // Whose move it is depends on the parity only, so plies beyond those of an index do no harm.
            totals[at].1.count(&of_game, (ply & 1) as u16);
        }
        Ok(())
    }
}

/// The columns that bounds are about.
struct BoundColumns<'b> {
    bounds: &'b SearchBounds,
    dates: Option<&'b PrimitiveArray<Date32Type>>,
    elos: [Option<&'b PrimitiveArray<Int16Type>>; 2],
    texts: [(Option<TextArrays<'b>>, Option<&'b str>); 3],
}

impl<'b> BoundColumns<'b> {
    fn of(batch: &'b RecordBatch, bounds: &'b SearchBounds) -> BoundColumns<'b> {
        let text = |name, wanted: &'b Option<String>| (TextArrays::of(batch, name), wanted.as_deref());
        BoundColumns {
            bounds,
            dates: numbers(batch, "date"),
            elos: ["white_elo", "black_elo"].map(|name| numbers(batch, name)),
            texts: [text("speed", &bounds.speed), text("white", &bounds.white), text("black", &bounds.black)],
        }
    }

    /// Whether the game in a row counts.
    fn has(&self, row: usize) -> bool {
        let SearchBounds { since, until, min_elo, max_elo, .. } = *self.bounds;
        let is_date = since.is_none() && until.is_none()
            || at(self.dates, row)
                .is_some_and(|date| since.is_none_or(|since| date >= since) && until.is_none_or(|until| date < until));
        let is_rated = |elos: Option<&PrimitiveArray<Int16Type>>| {
            // Files write 0 for players without a rating.
            let elo = at(elos, row).map(i64::from).filter(|elo| *elo > 0);
            elo.is_some_and(|elo| min_elo.is_none_or(|least| elo >= least) && max_elo.is_none_or(|most| elo <= most))
        };
        is_date
            && (min_elo.is_none() && max_elo.is_none() || self.elos.into_iter().all(is_rated))
            && self.texts.iter().all(|(texts, wanted)| {
                wanted.is_none_or(|wanted| texts.and_then(|texts| texts.get(row)) == Some(wanted))
            })
    }
}
