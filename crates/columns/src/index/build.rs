//! Builds an index from a file of games.

use super::fingerprint::{Content, Stamp};
use super::gather::{COLUMNS, Gatherer};
use super::layout::Checked;
use super::occurrence::Facts;
use super::open::{IndexedGames, PositionIndex};
use super::partitions::{PARTS, Pile, Piles};
use super::rows::{self, Once, Summing};
use super::write::IndexFile;
use crate::Error;
use crate::file::{ReadOptions, open_parquet};
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
/// The number of the layout of an index that games were added to. Its row groups are in the order of the hashes only within
/// each addition.
pub(super) const VERSION_ADDED: u32 = 2;
/// The key of [`VERSION`].
pub(super) const KEY_INDEX: &str = "scoresheet.index";
/// The key of the stamp of the games.
pub(super) const KEY_STAMP: &str = "scoresheet.index.games";
/// The key of the greatest ply of positions of one game.
pub(super) const KEY_PLIES: &str = "scoresheet.index.plies";
/// The key of the checksum of what the games are indexed by.
pub(super) const KEY_CONTENT: &str = "scoresheet.index.content";
/// The key of the numbers of positions and of games that cannot be played.
pub(super) const KEY_COUNTS: &str = "scoresheet.index.counts";
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
pub fn build<W: Write + Send>(games: File, out: W, options: &IndexOptions) -> Result<(W, Summary), Error> {
    let gathered = gather(games, 0, options)?;
    let mut out = Checked::new(out);
    let summary = write(&gathered, None, &mut out, options)?;
    Ok((out.into_inner(), summary))
}

/// Writes an index with the rows of `earlier`, which is that of the first games of a Parquet file, and with those of the other
/// games. `None` if the file starts with other games, or positions of `earlier` were left out.
///
/// # Errors
/// The file lacks the columns, one of the files is damaged, or the output cannot be written.
pub fn add<W: Write + Send>(
    games: File,
    earlier: &PositionIndex,
    out: W,
    options: &IndexOptions,
) -> Result<Option<(W, Summary)>, Error> {
    let Some(known) = earlier.may_grow() else { return Ok(None) };
    let gathered = gather(games, known.games, options)?;
    if gathered.summary.games < known.games || gathered.content[0].text() != known.content {
        return Ok(None);
    }
    let mut out = Checked::new(out);
    let summary = write(&gathered, Some((earlier, &known)), &mut out, options)?;
    Ok(Some((out.into_inner(), summary)))
}

/// What was found in a file of games.
struct Positions {
    stamp: Stamp,
    piles: Piles,
    facts: Vec<Facts>,
    /// The counts, in which positions are those of the games that are not in an index.
    summary: Summary,
    /// The checksums of the games that are in an index already, and of the others.
    content: [Content; 2],
}

/// Writes the rows of an earlier index and the sums of all new positions.
fn write<W: Write + Send>(
    found: &Positions,
    earlier: Option<(&PositionIndex, &IndexedGames)>,
    out: &mut Checked<W>,
    options: &IndexOptions,
) -> Result<Summary, Error> {
    let Positions { stamp, piles, facts, .. } = found;
    let mut summary = found.summary;
    let (mut file, encoder) = IndexFile::new(out)?;
    let mut version = VERSION;
    if let Some((index, known)) = earlier {
        summary.positions += known.positions;
        summary.unplayable += known.unplayable;
        summary.rows = index.copy_to(&mut file, &options.cancel)?;
        version = VERSION_ADDED;
    }
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
    ordered_map(units(piles).into_iter().enumerate(), options.threads, encoded, |(chunks, count)| {
        summary.rows += count as u64;
        file.add(chunks)
    })?;
    let [mut content, new] = found.content.clone();
    content.then(&new);
    file.finish(vec![
        (KEY_VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (KEY_INDEX, format!("{version}.{SCHEMA}")),
        (KEY_STAMP, stamp.text()),
        (KEY_ROWS, summary.games.to_string()),
        (KEY_PLIES, options.plies.to_string()),
        (KEY_CONTENT, content.text()),
        (KEY_COUNTS, format!("{} {}", summary.positions, summary.unplayable)),
    ])?;
    Ok(summary)
}

/// The positions of the games of a file from this row on, and what is known about all of its games.
fn gather(mut games: File, from: u64, options: &IndexOptions) -> Result<Positions, Error> {
    let stamp = Stamp::of(&mut games)?;
    let reading = ReadOptions { columns: Some(&COLUMNS), rows: 2048, ..ReadOptions::default() };
    let batches = open_parquet(games, &reading)?;
    let threads = options.threads.max(1);
    let (mut facts, mut summary, mut content) =
        (Vec::new(), Summary::default(), [Content::default(), Content::default()]);
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
        spare.with(|(gatherer, pile)| gatherer.add(&batch, (before, from), pile))
    };
    ordered_map(numbered, threads, gathered, |gathered| {
        summary.positions += gathered.positions;
        summary.unplayable += gathered.unplayable;
        facts.extend(gathered.games);
        content.iter_mut().zip(&gathered.content).for_each(|(sum, next)| sum.then(next));
        Ok(())
    })?;
    summary.games = first;
    let piles = Piles::new(spare.into_values().into_iter().map(|(_, pile)| pile).collect());
    Ok(Positions { stamp, piles, facts, summary, content })
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
