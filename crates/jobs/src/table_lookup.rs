//! The games of a Parquet file by their numbers: only the pages that hold the row of a game are decoded.
//!
//! The first game that is requested of some neighbours comes alone. If another one of them is requested, all of their rows are
//! decoded and kept. If games are requested here and there until that costs more than reading all of them once, the code that
//! asks reads them all.

use crate::common::failure::Failure;
use crate::common::spool;
use crate::formats;
use crate::formats::tables::TableKind;
use crate::inputs::archive_file::FileAt;
use crate::inputs::tables::{is_read_as_texts, unreadable};
use crate::inputs::{self, caller_table};
use crate::pipeline::sink::{ForeignSupport, SinkFactory as _, content};
use crate::settings::Settings;
use crate::sinks::trees::{MadeTree, ReadTree, TreeFactory};
use crate::sources::columns::names_of_games;
use crate::sources::stored_games::rebuilt;
use crate::sources::text::replaying;
use arrow_array::RecordBatch;
use scoresheet_columns::file::{ParquetRows, ReadOptions};
use scoresheet_columns::stored_rows::Stored;
use scoresheet_core::error::Code;
use scoresheet_core::read;
use scoresheet_files::{FileError, Input, Kind};
use scoresheet_parallel::Lock;
use std::collections::HashMap;
use std::path::PathBuf;

/// The number of neighbours.
const NEIGHBOURS: u64 = 1024;

/// About how many bytes of rows are kept.
const KEPT: usize = 64 << 20;

/// How many games can be read with all others in the time that one takes alone, or with its neighbours.
const ALONE: u64 = 256;

/// How many times games are read at least before all are read, because a program that requests a few requests no more.
const FEW: u64 = 64;

/// A Parquet file that stays open.
pub(crate) struct TableShelf {
    name: String,
    path: PathBuf,
    file: FileAt,
    rows: ParquetRows,
    kept: Lock<KeptRows>,
}

/// Rows that were decoded.
#[derive(Default)]
struct KeptRows {
    /// By the number of the neighbours: their rows, once they were requested twice, and when they were requested last.
    some: HashMap<u64, (Option<RecordBatch>, u64)>,
    /// About how many bytes they take.
    size: usize,
    requests: u64,
    /// How many times games were read.
    reads: u64,
}

impl TableShelf {
    /// The Parquet file that an input is; `None` if it must be read in order to know its games.
    pub(crate) fn of(input: &Input, settings: &Settings) -> Option<TableShelf> {
        let is_file = input.size().is_some() && input.as_part().is_none() && caller_table::of(input).is_none();
        let table = inputs::format(input, &settings.read).table().filter(|_| is_file)?;
        if table.kind != TableKind::Parquet {
            return None;
        }
        let file = FileAt::new(spool::in_place(input, table.starts)?).ok()?;
        let factory = trees(settings);
        let names = names_of_games(settings, &factory.needs(ForeignSupport::Taken(None)));
        let ratio = settings.read.limits.ratio;
        let reading = ReadOptions { columns: Some(&names), rebuilds: true, ratio, ..ReadOptions::default() };
        let rows = ParquetRows::open(file.positioned().clone(), &reading).ok()?;
        let is_ours = !is_read_as_texts(&rows.names(), settings);
        // Columns that are missing are reported by the code that reads in order.
        let is_complete = Stored::of(&RecordBatch::new_empty(rows.schema().clone().into())).is_ok();
        let (name, path) = (input.name().to_owned(), input.path()?.to_owned());
        (is_ours && is_complete).then(|| TableShelf { name, path, file, rows, kept: Lock::default() })
    }

    /// How many games there are.
    pub(crate) fn games(&self) -> u64 {
        self.rows.rows()
    }

    /// Whether reading all games would have been cheaper than what was requested so far. If the path leads to another file
    /// by now, its games are not those of this one.
    pub(crate) fn is_worn(&self) -> bool {
        self.kept.lock().reads > FEW.max(self.games() / ALONE) && self.file.is_at(&self.path)
    }

    /// The game of this number, from 0, which must be there.
    ///
    /// # Errors
    /// If what holds it is damaged, or the file was written since it was opened.
    pub(crate) fn game(&self, number: u64, settings: &Settings) -> Result<ReadTree, Failure> {
        let some = number / NEIGHBOURS;
        let mut kept = self.kept.lock();
        if let Some(rows) = kept.get(some) {
            drop(kept);
            return self.tree(&rows, (number % NEIGHBOURS) as usize, number, settings);
        }
        self.file.check(&self.name)?;
        kept.reads += 1;
        if kept.some.contains_key(&some) {
            let first = some * NEIGHBOURS;
            // What keeps the neighbours from being read, such as damage, need not concern this game.
            if let Ok(rows) = self.read(first, NEIGHBOURS.min(self.games() - first)) {
                kept.put(some, Some(rows.clone()));
                drop(kept);
                return self.tree(&rows, (number - first) as usize, number, settings);
            }
        }
        kept.put(some, None);
        drop(kept);
        self.tree(&self.read(number, 1)?, 0, number, settings)
    }

    fn read(&self, first: u64, count: u64) -> Result<RecordBatch, Failure> {
        Ok(self.rows.some(first..first + count).map_err(|error| unreadable(&self.name, &error))?)
    }

    /// The tree of a row of a batch.
    fn tree(&self, rows: &RecordBatch, row: usize, number: u64, settings: &Settings) -> Result<ReadTree, Failure> {
        let factory = trees(settings);
        let needs = factory.needs(ForeignSupport::Taken(None));
        let replaying = replaying(settings);
        let reading = if needs.records { factory.reading(replaying, formats::usual()) } else { replaying };
        let reading = read::Settings { keep_faults: reading.keep_faults.and(needs.faults), ..reading };
        let games = Stored::of(rows).map_err(|error| unreadable(&self.name, &error))?;
        let mut local = factory.local(None);
        rebuilt(&games, &[row], (settings, &reading), None, &mut *local);
        let made = content::<Vec<MadeTree>>(local.finish())?;
        let absent = || {
            let message = format!("cannot read `{}`: game {} cannot be rebuilt", self.name, number + 1);
            FileError { code: Code::FileDamaged, ..FileError::new(Kind::Damaged, &self.name, message) }
        };
        Ok(made.into_iter().find_map(|made| made.read).ok_or_else(absent)?)
    }
}

impl KeptRows {
    fn get(&mut self, some: u64) -> Option<RecordBatch> {
        self.requests += 1;
        let (rows, used) = self.some.get_mut(&some)?;
        *used = self.requests;
        rows.clone()
    }

    /// Keeps rows, or that one of them was requested, and drops those that were not used for the longest time.
    fn put(&mut self, some: u64, rows: Option<RecordBatch>) {
        self.size += bytes(rows.as_ref());
        self.some.insert(some, (rows, self.requests));
        while self.size > KEPT {
            let held = self.some.iter().filter(|(_, (rows, _))| rows.is_some());
            let Some(oldest) = held.min_by_key(|(_, (_, used))| *used).map(|(&some, _)| some) else { break };
            self.size -= self.some.remove(&oldest).map_or(0, |(rows, _)| bytes(rows.as_ref()));
        }
    }
}

fn bytes(rows: Option<&RecordBatch>) -> usize {
    rows.map_or(0, RecordBatch::get_array_memory_size)
}

fn trees(settings: &Settings) -> TreeFactory {
    TreeFactory { block: 0, spelling: settings.write.keep_spelling, strict: settings.read.strict }
}
