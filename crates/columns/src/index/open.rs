//! Reads the rows of a position from an index.

use super::build::{KEY_CONTENT, KEY_COUNTS, KEY_INDEX, KEY_PLIES, KEY_ROWS, KEY_STAMP, VERSION, VERSION_ADDED};
use super::fingerprint::Stamp;
use super::gather::{COLUMNS, facts_of};
use super::layout::{hashes, layout, parsed, value, verify};
use super::rows;
use super::totals::{Bounds, MoveTotals, Total, only_row, singles, totals};
use super::write::{IndexFile, KEY_BLOCKS, KEY_LAYOUT};
use crate::Error;
use crate::file::{ParquetRows, PositionedFile, ReadOptions, guarded};
use crate::schema::SCHEMA;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use scoresheet_parallel::Cancel;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of `PAR1`, with which a file starts.
const MAGIC: u64 = 4;

/// The greatest number of times that games are added. Each makes questions slower by the search of a row group.
const MOST_RUNS: usize = 16;

/// What an index tells about itself when games are added to it.
pub(super) struct IndexedGames {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) unplayable: u64,
    /// The checksum of the games.
    pub(super) content: String,
}

/// An index of positions that is open for questions.
pub struct PositionIndex {
    file: PositionedFile,
    metadata: ArrowReaderMetadata,
    /// The checksums of blocks of the bytes before the footer, and the end of these bytes.
    blocks: (Vec<u32>, u64),
    /// The least and the greatest hash of each row group.
    groups: Vec<(u64, u64)>,
    /// The row groups of the first games and of each addition, which are in the order of the hashes.
    runs: Vec<Range<usize>>,
    stamp: String,
    plies: u16,
}

impl PositionIndex {
    /// Opens a file.
    ///
    /// # Errors
    /// The file is not an index of this version, or it is damaged.
    pub fn open(file: File) -> Result<PositionIndex, Error> {
        let file = PositionedFile::new(file)?;
        guarded(0, || {
            let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
            let metadata = ArrowReaderMetadata::load(&file, options)?;
            let parts = metadata.metadata();
            let found = value(parts, KEY_INDEX);
            if ![VERSION, VERSION_ADDED].iter().any(|version| found == Some(&format!("{version}.{SCHEMA}"))) {
                return Err(Error::damaged("it is no index of positions that this version can read"));
            }
            let of_key = |key| value(parts, key).ok_or_else(|| Error::damaged("its metadata is incomplete"));
            let groups = parts.row_groups();
            if of_key(KEY_LAYOUT)? != format!("{:08x}", layout(groups.iter())) {
                return Err(Error::damaged("its footer does not match its checksum"));
            }
            let blocks = parsed(of_key(KEY_BLOCKS)?).ok_or_else(|| Error::damaged("its checksums are damaged"))?;
            let plies = of_key(KEY_PLIES)?.parse().map_err(|_| Error::damaged("its metadata is damaged"))?;
            let stamp = of_key(KEY_STAMP)?.to_owned();
            let end = groups.iter().map(|group| bytes(group).end).max().unwrap_or(MAGIC);
            let groups: Vec<_> = groups.iter().map(|group| hashes(group).unwrap_or((0, u64::MAX))).collect();
            let mut runs = Vec::new();
            for run in groups.chunk_by(|one, next| one.1 <= next.0) {
                let start = runs.last().map_or(0, |run: &Range<usize>| run.end);
                runs.push(start..start + run.len());
            }
            let has_columns = metadata.schema().fields().iter().map(|field| field.name());
            if !has_columns.eq(rows::SCHEMA.fields().iter().map(|field| field.name())) {
                return Err(Error::damaged("its columns are not those of an index"));
            }
            Ok(PositionIndex { file, metadata, blocks: (blocks, end), groups, runs, stamp, plies })
        })
    }

    /// Whether the index was built from the file of games that has this stamp.
    pub fn is_of(&self, stamp: Stamp) -> bool {
        self.stamp == stamp.text()
    }

    /// Positions that occur in one game only are included up to this ply.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// What is needed to add games; `None` if the index was written before that was possible, lacks positions, or games were
    /// added to it so often that a new one is better.
    pub(super) fn may_grow(&self) -> Option<IndexedGames> {
        let of_key = |key| value(self.parts(), key);
        let (positions, unplayable) = of_key(KEY_COUNTS)?.split_once(' ')?;
        let known = IndexedGames {
            games: of_key(KEY_ROWS)?.parse().ok()?,
            content: of_key(KEY_CONTENT)?.to_owned(),
            positions: positions.parse().ok()?,
            unplayable: unplayable.parse().ok()?,
        };
        (self.plies == u16::MAX && self.runs.len() < MOST_RUNS).then_some(known)
    }

    /// Compares all blocks with their checksums.
    ///
    /// # Errors
    /// One of them is damaged, or cannot be read.
    pub fn verify(&self) -> Result<(), Error> {
        let mut groups = self.parts().row_groups().iter();
        groups.try_for_each(|group| verify(&self.file, &self.blocks.0, bytes(group), self.blocks.1))
    }

    /// Copies all rows, and returns how many they are.
    pub(super) fn copy_to<W: Write + Send>(&self, out: &mut IndexFile<'_, W>, cancel: &Cancel) -> Result<u64, Error> {
        let mut rows = 0;
        for group in self.parts().row_groups() {
            cancel.check()?;
            guarded(MAGIC, || out.copy(&self.file, group))?;
            rows += u64::try_from(group.num_rows()).unwrap_or(0);
        }
        Ok(rows)
    }

    /// The rows of the position with this Polyglot hash. Rows of games that were added come after those of earlier ones, so
    /// one move may have several rows of the same kind.
    ///
    /// # Errors
    /// The file is damaged, or cannot be read.
    pub fn rows(&self, hash: u64) -> Result<RecordBatch, Error> {
        let mut found = Vec::new();
        for run in &self.runs {
            let groups = self.groups.get(run.clone()).unwrap_or_default();
            let first = groups.partition_point(|(_, most)| *most < hash);
            for (group, _) in groups.iter().enumerate().skip(first).take_while(|(_, (least, _))| *least <= hash) {
                guarded(MAGIC, || self.rows_in(run.start + group, hash, &mut found))?;
            }
        }
        Ok(concat_batches(&rows::SCHEMA, &found)?)
    }

    /// The moves that were played in the position with this Polyglot hash in games of some kinds; for a position of one game, its
    /// row instead. `games` opens the file of games, which is needed only if games were added to the index.
    ///
    /// # Errors
    /// One of the files is damaged, or cannot be read.
    pub fn moves(
        &self,
        hash: u64,
        bounds: &Bounds,
        games: impl FnOnce() -> Result<PositionedFile, Error>,
    ) -> Result<(MoveTotals, Option<u32>), Error> {
        let rows = self.rows(hash)?;
        if let Some(row) = only_row(&rows) {
            return Ok((Vec::new(), Some(row)));
        }
        let (mut moves, alone) = (totals(&rows, bounds), singles(&rows));
        if alone.is_empty() {
            return Ok((moves, None));
        }
        // The position occurred in one game only of those that were indexed together, and in others before or after.
        let games = ParquetRows::open(games()?, &ReadOptions { columns: Some(&COLUMNS), ..ReadOptions::default() })?;
        for (row, ply, mv) in alone {
            let facts = facts_of(&games, row)?;
            if bounds.have(&facts) {
                let at = moves.iter().position(|(known, _)| *known == mv).unwrap_or_else(|| {
                    moves.push((mv, Total::default()));
                    moves.len() - 1
                });
                moves[at].1.count(&facts, ply);
            }
        }
        Ok((moves, None))
    }

    fn rows_in(&self, group: usize, hash: u64, found: &mut Vec<RecordBatch>) -> Result<(), Error> {
        verify(&self.file, &self.blocks.0, bytes(self.parts().row_group(group)), self.blocks.1)?;
        let selected = self.selected(group, hash)?;
        if !selected.selects_any() {
            return Ok(());
        }
        let reader = self.reader().with_row_groups(vec![group]).with_row_selection(selected).build()?;
        for batch in reader {
            found.push(batch?.with_schema(Arc::clone(&rows::SCHEMA))?);
        }
        Ok(())
    }

    /// The rows of a row group that have a hash, found by reading this column only.
    fn selected(&self, group: usize, hash: u64) -> Result<RowSelection, Error> {
        let builder = self.reader().with_row_groups(vec![group]);
        let mask = ProjectionMask::leaves(builder.parquet_schema(), [0]);
        let mut selectors: Vec<RowSelector> = Vec::new();
        for batch in builder.with_projection(mask).build()? {
            let batch = batch?;
            let hashes = batch.column(0).as_primitive_opt::<UInt64Type>().filter(|hashes| hashes.null_count() == 0);
            let hashes = hashes.ok_or_else(|| Error::damaged("its hashes are no numbers"))?;
            for run in hashes.values().chunk_by(|one, next| (*one == hash) == (*next == hash)) {
                let is_wanted = run.first() == Some(&hash);
                selectors.push(if is_wanted { RowSelector::select(run.len()) } else { RowSelector::skip(run.len()) });
            }
        }
        Ok(RowSelection::from(selectors))
    }

    fn reader(&self) -> ParquetRecordBatchReaderBuilder<PositionedFile> {
        ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), self.metadata.clone())
            .with_batch_size(1 << 16)
    }

    fn parts(&self) -> &ParquetMetaData {
        self.metadata.metadata()
    }
}

/// The bytes of the columns of a row group.
fn bytes(group: &RowGroupMetaData) -> Range<u64> {
    let place = |column: &parquet::file::metadata::ColumnChunkMetaData| {
        let (start, length) = column.byte_range();
        start..start.saturating_add(length)
    };
    let places = group.columns().iter().map(place);
    places.reduce(|all, one| all.start.min(one.start)..all.end.max(one.end)).unwrap_or(MAGIC..MAGIC)
}
