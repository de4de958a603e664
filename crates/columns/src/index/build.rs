//! Builds an index from a file of games.

use super::gather::{COLUMNS, Gatherer};
use super::layout::Checked;
use super::pile::{PARTS, Pile, Piles};
use super::rows::{self, Once, Summing};
use super::stamp::Stamp;
use super::write::IndexFile;
use crate::Error;
use crate::file::{Batches, Reading, open_parquet};
use crate::schema::{KEY_VERSION, SCHEMA};
use crate::sort::SortOptions;
use crate::stop::Stop;
use crate::threads::{held, on_threads, released};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    pub stop: Stop,
}

impl Default for IndexOptions {
    fn default() -> IndexOptions {
        IndexOptions { threads: 1, sort: SortOptions::default(), plies: u16::MAX, stop: Stop::default() }
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
    let reading = Reading { columns: Some(&COLUMNS), rows: 2048, ..Reading::default() };
    let batches = open_parquet(games, &reading)?;
    let (piles, mut summary) = gather(batches, options)?;
    let mut out = Checked::new(out);
    let metadata = vec![
        (KEY_VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (KEY_INDEX, format!("{VERSION}.{SCHEMA}")),
        (KEY_STAMP, stamp.text()),
        (KEY_ROWS, summary.games.to_string()),
        (KEY_PLIES, options.plies.to_string()),
    ];
    summary.rows = write(&piles, &mut out, metadata, options)?;
    Ok((out.into_inner(), summary))
}

/// Writes the sums of all positions, and returns how many rows they are.
fn write<W: Write + Send>(
    piles: &Piles,
    out: &mut Checked<W>,
    metadata: Vec<(&str, String)>,
    options: &IndexOptions,
) -> Result<u64, Error> {
    let (file, encoder) = IndexFile::new(out)?;
    let (units, next, file) = (units(piles), AtomicUsize::new(0), Mutex::new((file, 0)));
    on_threads(options.threads, || {
        let (mut summing, mut sums) = (Summing::over(piles.games(), Once::Position), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(parts) = units.get(number) else { return Ok(()) };
            options.stop.check()?;
            sums.clear();
            parts.clone().try_for_each(|part| piles.take(part, &mut summing, &mut sums))?;
            let batch = rows::batch(&sums, options.plies);
            let chunks = encoder.encode(number, &batch)?;
            let mut file = held(&file);
            file.0.add(number, chunks)?;
            file.1 += batch.num_rows() as u64;
        }
    })?;
    let (file, rows) = released(file);
    file.finish(metadata)?;
    Ok(rows)
}

/// The positions of all games, and their numbers.
fn gather(batches: Batches, options: &IndexOptions) -> Result<(Piles, Summary), Error> {
    let threads = options.threads.max(1);
    let source = Mutex::new((batches, 0_u64));
    let next = || -> Result<Option<_>, Error> {
        options.stop.check()?;
        let mut source = held(&source);
        let (batches, read) = &mut *source;
        let Some(batch) = batches.next().transpose()? else { return Ok(None) };
        let first = *read;
        *read += batch.num_rows() as u64;
        Ok(Some((batch, first)))
    };
    let (all, games) = (Mutex::new((Vec::new(), Summary::default())), Mutex::new(BTreeMap::new()));
    on_threads(threads, || {
        let mut pile = Pile::new(options.sort.memory / threads, options.sort.scratch.clone());
        let (mut gatherer, mut positions, mut unplayable) = (Gatherer::new(), 0, 0);
        while let Some((batch, first)) = next()? {
            let gathered = gatherer.add(&batch, first, &mut pile)?;
            positions += gathered.positions;
            unplayable += gathered.unplayable;
            held(&games).insert(first, gathered.games);
        }
        let mut all = held(&all);
        all.0.push(pile);
        all.1.positions += positions;
        all.1.unplayable += unplayable;
        Ok(())
    })?;
    let (piles, mut summary) = released(all);
    summary.games = released(source).1;
    let games = released(games).into_values().flatten().collect();
    Ok((Piles::new(piles, games), summary))
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
