//! Builds an index from a file of games.

use super::fingerprint::Stamp;
use super::gather::{COLUMNS, Gatherer};
use super::layout::Checked;
use super::occurrence::Facts;
use super::partitions::{PARTS, Pile, Piles};
use super::rows::{self, Once, Summing};
use super::write::IndexFile;
use crate::Error;
use crate::file::{Batches, ReadOptions, open_parquet};
use crate::schema::{KEY_VERSION, SCHEMA};
use crate::sort::SortOptions;
use arrow_array::RecordBatch;
use scoresheet_parallel::Cancel;
use scoresheet_parallel::{Spare, ordered_map};
use std::fs::File;
use std::io::Write;
use std::ops::Range;

/// The number of the layout of an index. It changes whenever the name, type or meaning of a column does.
pub(super) const VERSION: u32 = 1;
/// The key of [`VERSION`].
pub(super) const KEY_INDEX: &str = "scoresheet.index";
/// The key of the stamp of the games.
pub(super) const KEY_STAMP: &str = "scoresheet.index.games";
/// The key of the greatest ply of positions of one game.
pub(super) const KEY_PLIES: &str = "scoresheet.index.plies";
/// The key of the number of rows of the games.
pub(super) const KEY_ROWS: &str = "scoresheet.index.rows";

/// The approximate number of positions that share a row group.
const GROUP: usize = 60_000;

/// How to build an index.
#[derive(Clone, Debug)]
pub struct IndexOptions {
    /// The number of threads.
    pub threads: usize,
    /// The budget of memory, and the place for temporary files.
    pub sort: SortOptions,
    /// Positions that occur in one game only are included up to this ply.
    pub plies: u16,
    /// Stops the work early.
    pub cancel: Cancel,
}

impl Default for IndexOptions {
    fn default() -> IndexOptions {
        IndexOptions { threads: 1, sort: SortOptions::default(), plies: u16::MAX, cancel: Cancel::default() }
    }
}

/// What was indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The rows of the file.
    pub games: u64,
    /// The positions of these games, including repeated ones.
    pub positions: u64,
    /// Games whose starting position cannot be played from, which are not in the index.
    pub unplayable: u64,
    /// The rows of the index.
    pub rows: u64,
}

/// Builds the index of a Parquet file of games, and writes it.
///
/// # Errors
/// The file lacks the columns, is damaged, or the output cannot be written.
pub fn build<W: Write + Send>(mut games: File, out: W, options: &IndexOptions) -> Result<(W, Summary), Error> {
    let stamp = Stamp::of(&mut games)?;
    let reading = ReadOptions { columns: Some(&COLUMNS), rows: 2048, ..ReadOptions::default() };
    let batches = open_parquet(games, &reading)?;
    let (piles, facts, mut summary) = gather(batches, options)?;
    let mut out = Checked::new(out);
    let metadata = vec![
        (KEY_VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (KEY_INDEX, format!("{VERSION}.{SCHEMA}")),
        (KEY_STAMP, stamp.text()),
        (KEY_ROWS, summary.games.to_string()),
        (KEY_PLIES, options.plies.to_string()),
    ];
    summary.rows = write((&piles, &facts), &mut out, metadata, options)?;
    Ok((out.into_inner(), summary))
}

/// Writes the sums of all positions, and returns how many rows they are.
fn write<W: Write + Send>(
    (piles, facts): (&Piles, &[Facts]),
    out: &mut Checked<W>,
    metadata: Vec<(&str, String)>,
    options: &IndexOptions,
) -> Result<u64, Error> {
    let (mut file, encoder) = IndexFile::new(out)?;
    let spare = Spare::new(|| (Summing::over(facts, Once::Position), Vec::new()));
    let encoded = |(number, parts): (usize, Range<usize>)| -> Result<_, Error> {
        spare.with(|(summing, sums)| {
            options.cancel.check()?;
            sums.clear();
            parts.clone().try_for_each(|part| piles.take(part, summing, sums))?;
            let batch = rows::batch(sums, options.plies);
            Ok((encoder.encode(number, &batch)?, batch.num_rows()))
        })
    };
    let mut rows = 0;
    ordered_map(units(piles).into_iter().enumerate(), options.threads, encoded, |(chunks, count)| {
        rows += count as u64;
        file.add(chunks)
    })?;
    file.finish(metadata)?;
    Ok(rows)
}

/// The positions of all games, what is known about the games, and their numbers.
fn gather(batches: Batches, options: &IndexOptions) -> Result<(Piles, Vec<Facts>, Summary), Error> {
    let threads = options.threads.max(1);
    let (mut games, mut summary) = (Vec::new(), Summary::default());
    let mut first = 0;
    let numbered = batches.map(|batch| -> Result<_, Error> {
        options.cancel.check()?;
        let batch = batch?;
        let before = first;
        first += batch.num_rows() as u64;
        Ok((batch, before))
    });
    let new_pile = || Pile::new(options.sort.memory / threads, options.sort.files.clone());
    let spare = Spare::new(|| (Gatherer::new(), new_pile()));
    let gathered = |numbered: Result<(RecordBatch, u64), Error>| {
        let (batch, before) = numbered?;
        spare.with(|(gatherer, pile)| gatherer.add(&batch, before, pile))
    };
    ordered_map(numbered, threads, gathered, |gathered| {
        summary.positions += gathered.positions;
        summary.unplayable += gathered.unplayable;
        games.extend(gathered.games);
        Ok(())
    })?;
    summary.games = first;
    Ok((Piles::new(spare.into_values().into_iter().map(|(_, pile)| pile).collect()), games, summary))
}

/// Ranges of parts that become one row group each.
fn units(piles: &Piles) -> Vec<Range<usize>> {
    let (mut units, mut start, mut count) = (Vec::new(), 0, 0);
    for part in 0..PARTS {
        count += piles.count(part);
        if count >= GROUP || part + 1 == PARTS {
            units.push(start..part + 1);
            (start, count) = (part + 1, 0);
        }
    }
    units
}
