//! Columnar files: Parquet and Arrow IPC, written and read.

mod arrow;
mod bounds;
mod encoding;
mod ipc;
mod lengths;
mod lists;
mod parquet;
mod parquet_rows;
mod positioned;
mod read;
mod read_arrow;
mod read_parquet;
mod stream;
mod views;

#[doc(hidden)]
pub use arrow::ArrowFile;
pub(crate) use bounds::guarded;
pub use ipc::starts_arrow;
#[doc(hidden)]
pub use parquet::ParquetFile;
pub use parquet::ROW_GROUP;
#[doc(hidden)]
pub use parquet_rows::{GroupRows, ParquetRows};
#[doc(hidden)]
pub use positioned::PositionedFile;
pub use read::{Batches, ReadOptions};
pub use read_arrow::open_arrow;
pub use read_parquet::open_parquet;

use crate::Error;
use crate::column::Column;
use crate::interleave::GatheredRows;
use crate::schema::RunCounts;
use crate::sort::{self, SortOptions, Sorter};
use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use scoresheet_core::read::Depth;
use scoresheet_parallel::Cancel;
use scoresheet_parallel::join;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A file that rows are added to.
#[doc(hidden)]
pub trait Sink {
    /// Adds rows. The batches may have additional columns at the end, which are ignored.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error>;
}

/// The number of rows that were written. Its clones are the same counter.
#[derive(Clone, Debug, Default)]
pub struct Written(Arc<AtomicU64>);

impl Written {
    /// The number so far.
    pub fn rows(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn add(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Relaxed);
    }
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Parquet.
    Parquet,
    /// Arrow IPC, with or without zstd.
    Arrow {
        /// Whether buffers are compressed.
        compressed: bool,
    },
    /// Arrow IPC as a stream, which can be written without seeking, for pipes between programs. It is not compressed,
    /// because some programs cannot decompress it.
    ArrowStream,
}

/// How to write a table.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// The kind of file.
    pub kind: Kind,
    /// The number of threads that encode.
    pub threads: usize,
    /// How thoroughly the games were read.
    pub depth: Depth,
    /// How to sort rows; `None` keeps their order.
    pub sort: Option<SortOptions>,
    /// Stops writing early.
    pub cancel: Cancel,
    /// Counts the rows that were written.
    pub written: Written,
}

/// A table of games that is written to a file.
///
/// ```
/// use scoresheet_columns::{Batcher, column, file::{Kind, Table, WriteOptions}, schema::RunCounts};
/// use scoresheet_parallel::Cancel;
/// use scoresheet_core::{location::Base, read::{Depth, Record}};
///
/// let columns = column::resolve(&["white", "result"])?;
/// let sort = Some(Default::default());
/// let (cancel, written) = (Cancel::default(), Default::default());
/// let options = WriteOptions { kind: Kind::Parquet, threads: 2, depth: Depth::Tags, sort, cancel, written };
/// let mut table = Table::create(Vec::new(), &columns, options)?;
/// let mut batcher = Batcher::new(table.wanted());   // `columns`, and what sorting needs
/// batcher.append(&Record::new());
/// table.push(batcher.finish(&Base::default(), "games.pgn"), 0)?;
/// let bytes = table.finish(&RunCounts { games: 1, ..RunCounts::default() })?;
/// assert!(bytes.starts_with(b"PAR1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<W: Write + Send> {
    wanted: Vec<&'static dyn Column>,
    sink: Either<W>,
    sorter: Option<Sorter>,
    held: Vec<RecordBatch>,
    held_rows: usize,
    /// Batches of few rows, which take much more memory than their rows until they are joined.
    few: Vec<RecordBatch>,
    threads: usize,
    cancel: Cancel,
    written: Written,
}

/// The rows from which on a batch is kept as it is.
const MANY: usize = 256;
/// How many batches of fewer rows are joined. There may be one for each of many small inputs.
const TOGETHER: usize = 64;

/// The number of rows that are collected before they are encoded without sorting.
const ENOUGH: usize = 16_384;

impl<W: Write + Send> Table<W> {
    /// A table with these columns, written to `out`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn create(out: W, columns: &[&'static dyn Column], options: WriteOptions) -> Result<Table<W>, Error> {
        let sink = match options.kind {
            Kind::Parquet => Either::Parquet(ParquetFile::new(out, columns, options.depth, options.threads)),
            Kind::Arrow { compressed } => Either::Arrow(ArrowFile::new(out, columns, options.depth, compressed)?),
            Kind::ArrowStream => Either::Arrow(ArrowFile::stream(out, columns, options.depth)?),
        };
        let wanted = if options.sort.is_some() { sort::with_keys(columns) } else { columns.to_vec() };
        let sorter = options.sort.map(|sort| Sorter::new(&wanted, sort, options.cancel.clone()));
        let WriteOptions { threads, cancel, written, .. } = options;
        Ok(Table { wanted, sink, sorter, held: Vec::new(), held_rows: 0, few: Vec::new(), threads, cancel, written })
    }

    /// The columns that batches must have, in this order: those of the file, then those used only for sorting.
    pub fn wanted(&self) -> &[&'static dyn Column] {
        &self.wanted
    }

    /// Adds games. `source` is the index of their source among the inputs; the games of one source come in order.
    ///
    /// # Errors
    /// The output, or a temporary file of the sorter, cannot be written.
    pub fn push(&mut self, batch: RecordBatch, source: u32) -> Result<(), Error> {
        if let Some(sorter) = &mut self.sorter {
            return sorter.push(batch, source);
        }
        self.held_rows += batch.num_rows();
        if batch.num_rows() < MANY {
            self.few.push(batch);
            if self.few.len() >= TOGETHER {
                self.join_few()?;
            }
        } else {
            self.join_few()?;
            self.held.push(batch);
        }
        if self.held_rows >= ENOUGH { self.write_held() } else { Ok(()) }
    }

    /// Adds games that are in their order, to a table that does not sort.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        self.sink.get().write(gathered)?;
        self.written.add(gathered.len());
        Ok(())
    }

    fn join_few(&mut self) -> Result<(), Error> {
        match self.few.as_slice() {
            [] => return Ok(()),
            [one] => self.held.push(one.clone()),
            [first, ..] => self.held.push(concat_batches(&first.schema(), &self.few)?),
        }
        self.few.clear();
        Ok(())
    }

    /// Whether the next [`Table::push`] writes a temporary file of sorted games, which takes some time.
    pub fn is_full(&self) -> bool {
        self.sorter.as_ref().is_some_and(Sorter::is_full)
    }

    fn write_held(&mut self) -> Result<(), Error> {
        self.join_few()?;
        self.sink.get().write(&GatheredRows::whole(&self.held).until(&self.cancel))?;
        self.written.add(self.held_rows);
        self.held.clear();
        self.held_rows = 0;
        Ok(())
    }

    /// Writes everything, including the counts of the run; returns the output.
    ///
    /// # Errors
    /// The output cannot be written, a temporary file not be read back, or writing was stopped.
    pub fn finish(mut self, counts: &RunCounts) -> Result<W, Error> {
        let mut sorter = self.sorter.take();
        match &mut sorter {
            Some(sorter) => sorter.finish(ROW_GROUP, |gathered| {
                self.sink.get().write(gathered)?;
                self.written.add(gathered.len());
                Ok(())
            })?,
            None => self.write_held()?,
        }
        let (sink, threads) = (self.sink, self.threads);
        // Freeing the memory of the rows takes about as long as writing the file.
        let finish = || match sink {
            Either::Parquet(file) => file.finish(counts),
            Either::Arrow(file) => file.finish(counts),
        };
        if threads > 1 { join(move || drop(sorter), finish).1 } else { finish() }
    }
}

enum Either<W: Write + Send> {
    Parquet(ParquetFile<W>),
    Arrow(ArrowFile<W>),
}

impl<W: Write + Send> Either<W> {
    fn get(&mut self) -> &mut dyn Sink {
        match self {
            Either::Parquet(file) => file,
            Either::Arrow(file) => file,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Batcher;
    use crate::column;
    use scoresheet_core::location::Base;
    use scoresheet_core::read::Record;

    #[test]
    fn batches_of_few_rows_are_joined() {
        let columns: Vec<_> = column::of_family("tags").collect();
        let options = WriteOptions {
            kind: Kind::Parquet,
            threads: 1,
            depth: Depth::Tags,
            sort: None,
            cancel: Cancel::default(),
            written: Written::default(),
        };
        let mut table = Table::create(Vec::new(), &columns, options).expect("a table");
        let (inputs, mut apart) = (10 * TOGETHER, 0);
        for number in 0..inputs {
            let mut batcher = Batcher::new(table.wanted());
            batcher.append(&Record::new());
            let batch = batcher.finish(&Base::default(), "games.pgn");
            apart += batch.get_array_memory_size();
            table.push(batch, number as u32).expect("pushed");
        }
        assert_eq!((table.held.len(), table.few.len(), table.held_rows), (10, 0, inputs));
        let joined: usize = table.held.iter().map(RecordBatch::get_array_memory_size).sum();
        assert!(joined * 10 < apart, "{joined} bytes joined, {apart} apart");
        table.finish(&RunCounts { games: inputs as u64, ..RunCounts::default() }).expect("written");
    }
}
