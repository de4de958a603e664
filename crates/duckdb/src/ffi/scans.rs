//! Registers the table functions and the paths that are replaced by them, and handles DuckDB's calls to them.

use super::arrays::{logical, write, write_row_numbers};
use super::settings;
use super::values::Value;
use crate::tables::{self, Accepts, ArgumentValue, NamedArgument, Rows, Table, TableFunction, is_path, message};
use arrow_array::{Array, RecordBatch};
use libduckdb_sys as sys;
use quack_rs::error::ExtensionError;
use quack_rs::replacement_scan::ReplacementScanInfo;
use quack_rs::types::{LogicalType, TypeId};
use scoresheet_jobs::failure::{Failure, guarded};
use scoresheet_parallel::Lock;
use std::ffi::{CStr, CString, c_char, c_void};

/// Registers every function that gives a table.
pub(super) fn register_tables(connection: sys::duckdb_connection) -> Result<(), ExtensionError> {
    for function in tables::ALL {
        let failed = || ExtensionError::new(format!("cannot register the function {}", function.name));
        let name = CString::new(function.name).map_err(|_| failed())?;
        let any = sql_type(Accepts::Any)?;
        // SAFETY: the function is created here, and destroyed after DuckDB has copied it.
        let state = unsafe {
            let mut made = sys::duckdb_create_table_function();
            sys::duckdb_table_function_set_name(made, name.as_ptr());
            sys::duckdb_table_function_add_parameter(made, any.as_raw());
            for parameter in function.parameters() {
                let (name, kind) = (CString::new(parameter.name).map_err(|_| failed())?, sql_type(parameter.accepts)?);
                sys::duckdb_table_function_add_named_parameter(made, name.as_ptr(), kind.as_raw());
            }
            let information = std::ptr::from_ref::<TableFunction>(function).cast_mut().cast::<c_void>();
            sys::duckdb_table_function_set_extra_info(made, information, None);
            sys::duckdb_table_function_set_bind(made, Some(bind));
            sys::duckdb_table_function_set_init(made, Some(init));
            sys::duckdb_table_function_set_local_init(made, Some(init_thread));
            sys::duckdb_table_function_set_function(made, Some(scan));
            sys::duckdb_table_function_supports_projection_pushdown(made, true);
            let state = sys::duckdb_register_table_function(connection, made);
            sys::duckdb_destroy_table_function(&raw mut made);
            state
        };
        if state != sys::duckdb_state_DuckDBSuccess {
            return Err(failed());
        }
    }
    Ok(())
}

/// Lets paths of games be used as tables.
pub(super) fn register_paths(database: sys::duckdb_database) {
    // SAFETY: the database is that of the extension's load, and the callback has no data.
    unsafe { sys::duckdb_add_replacement_scan(database, Some(replace), std::ptr::null_mut(), None) }
}

/// What DuckDB calls with the name of a table that is not there.
unsafe extern "C" fn replace(info: sys::duckdb_replacement_scan_info, name: *const c_char, _data: *mut c_void) {
    if name.is_null() {
        return;
    }
    // SAFETY: these are the arguments of a call.
    let (info, name) = unsafe { (ReplacementScanInfo::new(info), CStr::from_ptr(name)) };
    if let Some(path) = name.to_str().ok().filter(|name| is_path(name)) {
        info.set_function(tables::GAMES.name).add_varchar_parameter(path);
    }
}

fn sql_type(accepts: Accepts) -> Result<LogicalType, ExtensionError> {
    let made = match accepts {
        Accepts::Flag => LogicalType::try_new(TypeId::Boolean),
        Accepts::Number => LogicalType::try_new(TypeId::UBigInt),
        Accepts::Text => LogicalType::try_new(TypeId::Varchar),
        Accepts::Any => LogicalType::try_new(TypeId::Any),
    };
    made.map_err(|error| ExtensionError::new(error.to_string()))
}

/// The option that a setting of DuckDB sets.
const THREADS: &str = "threads";

/// What a call of a function means, which several executions share.
struct Bound {
    table: Box<dyn Table>,
    /// The names of the columns.
    names: Vec<String>,
}

/// One execution.
struct Scan {
    source: Lock<ScanSource>,
    /// The columns that the query uses.
    columns: Vec<UsedColumn>,
}

/// Where the threads of an execution take batches.
struct ScanSource {
    /// `None` at the end.
    rows: Option<Box<dyn Rows>>,
    /// The number of rows taken so far.
    taken: u64,
}

/// A column that a query uses.
enum UsedColumn {
    Named(String),
    /// The number of the row, which is not a column.
    RowNumber,
}

/// The batch that a thread is at.
#[derive(Default)]
struct Cursor {
    batch: Option<RecordBatch>,
    /// The number of its first row.
    first: u64,
    /// How many of its rows were written.
    written: usize,
}

/// A text for DuckDB, which has no characters that would end it.
fn told(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// Runs the work of a call, and reports its failure to DuckDB.
fn answer(work: impl FnOnce() -> Result<(), Failure>, refuse: impl FnOnce(*const c_char)) {
    if let Err(failure) = guarded(work) {
        refuse(told(&message(&failure)).as_ptr());
    }
}

fn internal(why: impl ToString) -> Failure {
    Failure::Internal(why.to_string())
}

unsafe extern "C" fn free<T>(made: *mut c_void) {
    // SAFETY: DuckDB calls this once for each box that it was given with this function.
    drop(unsafe { Box::from_raw(made.cast::<T>()) });
}

fn boxed<T>(made: T) -> *mut c_void {
    Box::into_raw(Box::new(made)).cast()
}

/// The options with a number of threads, unless that is among them.
fn with_threads(mut options: Vec<NamedArgument>, threads: ArgumentValue) -> Vec<NamedArgument> {
    if options.iter().all(|(name, value)| name != THREADS || *value == ArgumentValue::Nothing) {
        options.push((THREADS.to_owned(), threads));
    }
    options
}

/// What DuckDB calls to learn the columns.
unsafe extern "C" fn bind(info: sys::duckdb_bind_info) {
    let work = || -> Result<(), Failure> {
        // SAFETY: the extra information is a function of the list, and the arguments are those of this call.
        let (function, paths, options) = unsafe {
            let function = sys::duckdb_bind_get_extra_info(info).cast::<TableFunction>().as_ref();
            let function = function.ok_or_else(|| internal("the function has lost its data"))?;
            let threads = settings::checked(info)?;
            let paths = Value::positional(info, 0).given();
            let named = |name: &'static str| Some((name.to_owned(), Value::named(info, name)?.given()));
            let given = function.parameters().iter().filter_map(|one| named(one.name)).collect();
            (function, paths, with_threads(given, threads))
        };
        let table = (function.open)(function, &paths, &options)?;
        let schema = table.schema();
        for field in schema.fields() {
            let kind = logical(field.data_type()).map_err(internal)?;
            // SAFETY: DuckDB copies the name and the type.
            unsafe { sys::duckdb_bind_add_result_column(info, told(field.name()).as_ptr(), kind.as_raw()) };
        }
        if let Some(rows) = table.rows() {
            // SAFETY: the information is that of this call.
            unsafe { sys::duckdb_bind_set_cardinality(info, rows, true) };
        }
        let names = schema.fields().iter().map(|field| field.name().clone()).collect();
        // SAFETY: the same, and `free` is for such a box.
        unsafe { sys::duckdb_bind_set_bind_data(info, boxed(Bound { table, names }), Some(free::<Bound>)) };
        Ok(())
    };
    // SAFETY: DuckDB copies the message.
    answer(work, |text| unsafe { sys::duckdb_bind_set_error(info, text) });
}

/// What DuckDB calls at the start of each execution.
unsafe extern "C" fn init(info: sys::duckdb_init_info) {
    let work = || -> Result<(), Failure> {
        // SAFETY: the data are those of `bind`, which live as long as the statement.
        let bound = unsafe { sys::duckdb_init_get_bind_data(info).cast::<Bound>().as_ref() };
        let bound = bound.ok_or_else(|| internal("the statement has lost its data"))?;
        // SAFETY: the information is that of this call.
        let count = unsafe { sys::duckdb_init_get_column_count(info) };
        let column = |at| {
            // SAFETY: the same, and there are that many columns.
            let index = unsafe { sys::duckdb_init_get_column_index(info, at) };
            let name = usize::try_from(index).ok().and_then(|index| bound.names.get(index));
            name.map_or(UsedColumn::RowNumber, |name| UsedColumn::Named(name.clone()))
        };
        let columns: Vec<UsedColumn> = (0..count).map(column).collect();
        let name = |column: &'_ UsedColumn| match column {
            UsedColumn::Named(name) => Some(name.clone()),
            UsedColumn::RowNumber => None,
        };
        let names: Vec<String> = columns.iter().filter_map(name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let rows = bound.table.read(&names)?;
        let scan = Scan { source: Lock::new(ScanSource { rows: Some(rows), taken: 0 }), columns };
        // SAFETY: the information is that of this call, and `free` is for such a box.
        unsafe {
            sys::duckdb_init_set_max_threads(info, bound.table.threads() as u64);
            sys::duckdb_init_set_init_data(info, boxed(scan), Some(free::<Scan>));
        }
        Ok(())
    };
    // SAFETY: DuckDB copies the message.
    answer(work, |text| unsafe { sys::duckdb_init_set_error(info, text) });
}

/// What DuckDB calls for each thread of an execution.
unsafe extern "C" fn init_thread(info: sys::duckdb_init_info) {
    // SAFETY: the information is that of this call, and `free` is for such a box.
    unsafe { sys::duckdb_init_set_init_data(info, boxed(Cursor::default()), Some(free::<Cursor>)) };
}

/// What DuckDB calls on each thread until no rows are left.
unsafe extern "C" fn scan(info: sys::duckdb_function_info, output: sys::duckdb_data_chunk) {
    let work = || -> Result<(), Failure> {
        // SAFETY: the data are those of `init` and `init_thread`. Only this thread uses the latter.
        let (scan, cursor) = unsafe {
            let scan = sys::duckdb_function_get_init_data(info).cast::<Scan>().as_ref();
            let cursor = sys::duckdb_function_get_local_init_data(info).cast::<Cursor>().as_mut();
            scan.zip(cursor).ok_or_else(|| internal("the execution has lost its data"))?
        };
        // SAFETY: it takes no arguments.
        let most = usize::try_from(unsafe { sys::duckdb_vector_size() }).unwrap_or(1);
        let Some((batch, from)) = cursor.advance(scan)? else {
            // SAFETY: the chunk is that of this call.
            unsafe { sys::duckdb_data_chunk_set_size(output, 0) };
            return Ok(());
        };
        let count = most.min(batch.num_rows() - from);
        let first = cursor.first + from as u64;
        for (at, column) in scan.columns.iter().enumerate() {
            // SAFETY: the chunk has a vector for each requested column, with the type from `bind`.
            unsafe {
                let vector = sys::duckdb_data_chunk_get_vector(output, at as u64);
                match column {
                    UsedColumn::RowNumber => write_row_numbers(first, count, vector),
                    UsedColumn::Named(name) => {
                        let array = batch.column_by_name(name).ok_or_else(|| internal("a column is missing"))?;
                        write(&array.slice(from, count), vector).map_err(internal)?;
                    }
                }
            }
        }
        cursor.written += count;
        // SAFETY: the chunk is that of this call, and has that many rows.
        unsafe { sys::duckdb_data_chunk_set_size(output, count as u64) };
        Ok(())
    };
    // SAFETY: DuckDB copies the message.
    answer(work, |text| unsafe { sys::duckdb_function_set_error(info, text) });
}

impl Cursor {
    /// The batch with the next row, and its place there; `None` at the end.
    fn advance(&mut self, scan: &Scan) -> Result<Option<(RecordBatch, usize)>, Failure> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.written < batch.num_rows()) {
                return Ok(Some((batch.clone(), self.written)));
            }
            let mut source = scan.source.lock();
            match source.rows.as_mut().and_then(|rows| rows.pull()) {
                Some(Ok(batch)) => {
                    (self.first, self.written) = (source.taken, 0);
                    source.taken += batch.num_rows() as u64;
                    self.batch = Some(batch);
                }
                Some(Err(failure)) => {
                    (source.rows, self.batch) = (None, None);
                    return Err(failure);
                }
                None => {
                    (source.rows, self.batch) = (None, None);
                    return Ok(None);
                }
            }
        }
    }
}
