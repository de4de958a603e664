//! Games as columns, split into many files by their content.
//!
//! Rows are sorted into the groups of the files before one file is written after the other. So only one file is open at a
//! time, and memory does not grow with the number of files.

use super::existing_parts;
use super::file_names::FileNames;
use super::files::opened;
use super::groups::Groups;
use super::template::Template;
use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::tables::{TableFormat, TableKind};
use crate::inputs::tables;
use crate::pipeline::host::JobPhase;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, GameSink, Needs, Piece, SinkFactory, content};
use crate::settings::{Settings, WantedGames};
use crate::sinks::batches::{BatchFactory, Filled, left_out};
use crate::sinks::table::{sort_options, with_errors, with_keys};
use arrow_array::{RecordBatch, UInt32Array, UInt64Array};
use arrow_select::take::take_record_batch;
use scoresheet_columns::Error;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Kind, ROW_GROUP, Table, WriteOptions, Written};
use scoresheet_columns::interleave::GatheredRows;
use scoresheet_columns::schema::RunCounts;
use scoresheet_columns::sort::{RowOrder, Sorter};
use scoresheet_core::edit::Change;
use scoresheet_files::{Folder, Input, ScratchFolder};
use scoresheet_parallel::Cancel;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

/// Many files of columns.
pub(crate) struct SplitTables<'t> {
    settings: &'t Settings,
    format: &'static TableFormat,
    groups: Groups,
    /// The places in rows of the columns that determine the groups.
    places: Vec<usize>,
    sorter: Sorter,
    /// The columns of the files, and those that the inputs must provide.
    columns: Vec<&'static dyn Column>,
    wanted: Arc<[&'static dyn Column]>,
    folder: Folder,
    names: FileNames,
    cancel: Cancel,
    /// How many rows the files have.
    rows: u64,
}

impl<'t> SplitTables<'t> {
    /// No files yet, of the columns that the settings choose, or the first input has.
    ///
    /// # Errors
    /// For a column that is not known, if nothing can be written there, and if the files that are there do not go with these.
    pub(crate) fn create(
        format: &'static TableFormat,
        template: Template,
        inputs: &[Input],
        settings: &'t Settings,
    ) -> Result<SplitTables<'t>, Failure> {
        let columns = with_errors(tables::chosen_columns(inputs, settings, column::default_columns)?);
        if settings.write.append {
            existing_parts::check(&template, format, &columns, inputs)?;
        }
        let groups = Groups::new(&template, inputs);
        let mut wanted = with_keys(&columns);
        for column in groups.columns().iter() {
            if !column::has(&wanted, column.spec().name) {
                wanted.push(*column);
            }
        }
        let place = |column: &&'static dyn Column| wanted.iter().position(|one| one.spec().name == column.spec().name);
        let places = groups.columns().iter().filter_map(place).collect();
        let is_sorted = format.kind == TableKind::Parquet && !settings.write.no_sort && !settings.transforms.reorders();
        let order = if is_sorted { RowOrder::Date } else { RowOrder::Pushed };
        // Runs that were killed may have left more than sorting these games needs.
        ScratchFolder::sweep();
        let cancel = Cancel::default();
        let sorter = Sorter::ordered(&wanted, order, sort_options(&settings.run), cancel.clone());
        let (folder, names) = opened(template, &settings.write)?;
        let wanted = wanted.into();
        Ok(SplitTables { settings, format, groups, places, sorter, columns, wanted, folder, names, cancel, rows: 0 })
    }

    fn batches(&self) -> BatchFactory {
        let batches = BatchFactory::of_file(Arc::clone(&self.wanted), &self.settings.write);
        batches.leaving_out(left_out(&self.columns)).in_small_blocks()
    }

    /// Adds rows of the input at this place. If the sorter writes a temporary file for it, signals are still handled.
    fn push(&mut self, pass: &mut Pass<'_>, rows: RecordBatch, input: usize) -> Result<(), Failure> {
        pass.report.written += rows.num_rows() as u64;
        let columns: Vec<_> = self.places.iter().map(|place| Arc::clone(rows.column(*place))).collect();
        let (mut groups, mut taken) = (Vec::new(), Vec::new());
        for row in 0..rows.num_rows() {
            for group in self.groups.of(&columns, row, input)?.into_iter().flatten() {
                groups.push(u32::try_from(group).map_err(|_| too_many())?);
                taken.push(row as u64);
            }
        }
        let twice = groups.len().saturating_sub(rows.num_rows());
        pass.report.changes.count(Change::WrittenTwice, twice as u64);
        self.rows += groups.len() as u64;
        let rows = match self.groups.are_of_players() {
            true => take_record_batch(&rows, &UInt64Array::from(taken)),
            false => Ok(rows),
        };
        let rows = rows.map_err(|error| Failure::Internal(error.to_string()))?;
        let place = u32::try_from(input).unwrap_or(u32::MAX);
        let spills = self.sorter.is_full();
        let sorter = &mut self.sorter;
        let push = || sorter.push_grouped(rows, place, UInt32Array::from(groups));
        let pushed = if spills { in_background(&self.cancel, push, || pass.tick_when_due())? } else { push() };
        pushed.map_err(|error| tables::not_written(error, &self.folder.path().to_string_lossy()))
    }
}

/// The failure if there are more files than numbers for them.
fn too_many() -> Failure {
    Failure::usage("the games belong to too many files", "split them by fewer fields")
}

impl<'t> GameSink<'t> for SplitTables<'t> {
    fn needs(&self) -> Needs<'t> {
        let depth = column::depth(&self.wanted);
        Needs { depth, columns: Some(Arc::clone(&self.wanted)), ..self.batches().needs() }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'t> + 't> {
        Box::new(self.batches())
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let rows = content::<Filled>(piece)?.rows(pass, at, at.source, wanted)?;
        if rows.num_rows() == 0 { Ok(()) } else { self.push(pass, rows, at.input) }
    }

    fn append_rows(&mut self, pass: &mut Pass<'_>, rows: RecordBatch, input: usize) -> Result<(), Failure> {
        self.push(pass, rows, input)
    }

    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let SplitTables { settings, format, groups, mut sorter, columns, wanted, folder, names, cancel, rows, .. } =
            *self;
        let written = Written::default();
        let options = WriteOptions {
            kind: match format.kind {
                TableKind::Parquet => Kind::Parquet,
                TableKind::Arrow => Kind::Arrow { compressed: true },
            },
            threads: settings.run.threads(),
            depth: column::depth(&wanted),
            sort: None,
            cancel: cancel.clone(),
            written: written.clone(),
        };
        let most = settings.write.part_games.unwrap_or(u64::MAX);
        let mut parts = Parts { groups, columns, options, most, folder, names, open: None };
        let tell = || match written.rows() {
            0 => pass.phase_when_due(JobPhase::Sorting(rows)),
            done => pass.phase_when_due(JobPhase::Writing { done, total: rows }),
        };
        let parts = in_background(&cancel, || parts.write(&mut sorter).map(|()| parts), tell)??;
        (pass.report.files, pass.report.renamed) = (parts.names.count, parts.names.renamed);
        Ok(Complete::Folder(parts.folder))
    }
}

/// Writes the files, one after another.
struct Parts {
    groups: Groups,
    columns: Vec<&'static dyn Column>,
    options: WriteOptions,
    /// How many rows a file has at most.
    most: u64,
    folder: Folder,
    names: FileNames,
    open: Option<OpenPart>,
}

/// A file that is being written.
struct OpenPart {
    group: u32,
    number: u64,
    name: String,
    table: Table<BufWriter<File>>,
    counts: RunCounts,
}

impl Parts {
    /// Writes the rows of all groups.
    fn write(&mut self, sorter: &mut Sorter) -> Result<(), Failure> {
        let mut failed = None;
        let sorted = sorter.finish_groups(ROW_GROUP, |group, gathered| {
            self.add(group, gathered).map_err(|failure| {
                failed = Some(failure);
                Error::Io(std::io::ErrorKind::Other.into())
            })
        });
        if let Some(failure) = failed {
            return Err(failure);
        }
        sorted.map_err(|error| self.not_written(error, ""))?;
        self.end()
    }

    /// Adds rows of one group, which are after those that were added before.
    fn add(&mut self, group: u32, gathered: &GatheredRows<'_>) -> Result<(), Failure> {
        if self.open.as_ref().is_some_and(|part| part.group != group) {
            self.end()?;
        }
        let mut start = 0;
        while start < gathered.len() {
            let mut part = match self.open.take() {
                Some(part) => part,
                None => self.start(group, None)?,
            };
            if part.counts.games >= self.most {
                let next = part.number + 1;
                self.finish(part)?;
                part = self.start(group, Some(next))?;
            }
            let room = usize::try_from(self.most - part.counts.games).unwrap_or(usize::MAX);
            let end = start.saturating_add(room).min(gathered.len());
            let rows = gathered.range(start..end);
            let rows = if end - start == room { rows.last() } else { rows };
            let added = part.counts.add_rows(&rows, &self.columns).and_then(|()| part.table.write(&rows));
            added.map_err(|error| self.not_written(error, &part.name))?;
            self.open = Some(part);
            start = end;
        }
        Ok(())
    }

    /// Begins a file, the first one of its group unless its number is known.
    fn start(&mut self, group: u32, number: Option<u64>) -> Result<OpenPart, Failure> {
        let values = self.groups.values(group as usize);
        let number = number.unwrap_or_else(|| self.names.first_part(values));
        let (name, number) = self.names.next(values, number);
        let out = BufWriter::new(self.folder.open(&name)?);
        let table = Table::create(out, &self.columns, self.options.clone());
        let table = table.map_err(|error| self.not_written(error, &name))?;
        Ok(OpenPart { group, number, name, table, counts: RunCounts::default() })
    }

    /// Ends the open file.
    fn end(&mut self) -> Result<(), Failure> {
        self.open.take().map_or(Ok(()), |part| self.finish(part))
    }

    fn finish(&self, part: OpenPart) -> Result<(), Failure> {
        let OpenPart { table, counts, name, .. } = part;
        let finished =
            table.finish(&counts).and_then(|out| Ok(out.into_inner().map_err(|error| error.into_error())?));
        finished.map(drop).map_err(|error| self.not_written(error, &name))
    }

    fn not_written(&self, error: Error, name: &str) -> Failure {
        tables::not_written(error, &self.folder.path().join(name).to_string_lossy())
    }
}
