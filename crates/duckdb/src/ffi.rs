//! The border to DuckDB: the only unsafe code. It reads arguments where DuckDB has them, writes results where it wants them,
//! and lets no panic through.
#![allow(unsafe_code)]

use crate::function::{Function, Kind, Parameter};
use crate::functions;
use crate::output::{Output, Texts, Values};
use libduckdb_sys as sys;
use quack_rs::data_chunk::DataChunk;
use quack_rs::error::ExtensionError;
use quack_rs::scalar::ScalarFunctionInfo;
use quack_rs::types::{LogicalType, TypeId};
use quack_rs::vector::complex::{ListVector, StructVector};
use quack_rs::vector::{ValidityBitmap, VectorReader, VectorWriter};
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

quack_rs::entry_point!(scoresheet_init_c_api, |connection| register(connection));

/// Registers every function. The builders of `quack_rs` would first search the catalog for each, which takes 15 ms per name.
fn register(connection: sys::duckdb_connection) -> Result<(), ExtensionError> {
    let mut names: Vec<&str> = functions::ALL.iter().map(|function| function.name).collect();
    names.dedup();
    for name in names {
        let failed = || ExtensionError::new(format!("cannot register the function {name}"));
        let text = CString::new(name).map_err(|_| failed())?;
        // SAFETY: the set and its functions are created here, and destroyed after DuckDB has copied them.
        unsafe {
            let mut set = sys::duckdb_create_scalar_function_set(text.as_ptr());
            let mut done = true;
            for function in functions::ALL.iter().filter(|function| function.name == name) {
                for parameters in function.signatures() {
                    let mut made = overload(function, &parameters, &text)?;
                    done &= sys::duckdb_add_scalar_function_to_set(set, made) == sys::duckdb_state_DuckDBSuccess;
                    sys::duckdb_destroy_scalar_function(&raw mut made);
                }
            }
            done &= sys::duckdb_register_scalar_function_set(connection, set) == sys::duckdb_state_DuckDBSuccess;
            sys::duckdb_destroy_scalar_function_set(&raw mut set);
            if !done {
                return Err(failed());
            }
        }
    }
    Ok(())
}

/// A function with these parameters.
///
/// # Safety
/// The caller destroys it.
unsafe fn overload(
    function: &'static Function,
    parameters: &[&Parameter],
    name: &CStr,
) -> Result<sys::duckdb_scalar_function, ExtensionError> {
    let kinds: Vec<Kind> = parameters.iter().map(|parameter| parameter.kind).collect();
    let types = kinds.iter().map(|kind| logical(*kind)).collect::<Result<Vec<_>, _>>()?;
    let returns = logical(function.returns)?;
    // SAFETY: DuckDB copies the name and the types, and calls `drop_called` with the pointer of a box.
    unsafe {
        let made = sys::duckdb_create_scalar_function();
        sys::duckdb_scalar_function_set_name(made, name.as_ptr());
        types.iter().for_each(|kind| sys::duckdb_scalar_function_add_parameter(made, kind.as_raw()));
        sys::duckdb_scalar_function_set_return_type(made, returns.as_raw());
        sys::duckdb_scalar_function_set_special_handling(made);
        let called = Box::into_raw(Box::new(Called { function, kinds }));
        sys::duckdb_scalar_function_set_extra_info(made, called.cast(), Some(drop_called));
        sys::duckdb_scalar_function_set_function(made, Some(call));
        Ok(made)
    }
}

/// What a call needs to know.
struct Called {
    function: &'static Function,
    kinds: Vec<Kind>,
}

unsafe extern "C" fn drop_called(information: *mut std::ffi::c_void) {
    // SAFETY: DuckDB calls this once, with the pointer from `overload`.
    drop(unsafe { Box::from_raw(information.cast::<Called>()) });
}

fn logical(kind: Kind) -> Result<LogicalType, ExtensionError> {
    let list = |id| LogicalType::try_list(id);
    let made = match kind {
        Kind::Blob => LogicalType::try_new(TypeId::Blob),
        Kind::Text => LogicalType::try_new(TypeId::Varchar),
        Kind::Integer => LogicalType::try_new(TypeId::Integer),
        Kind::Hash => LogicalType::try_new(TypeId::UBigInt),
        Kind::Boolean => LogicalType::try_new(TypeId::Boolean),
        Kind::SmallList => list(TypeId::TinyInt),
        Kind::LongList => list(TypeId::BigInt),
        Kind::IntegerList => list(TypeId::Integer),
        Kind::HashList => list(TypeId::UBigInt),
        Kind::TextList => list(TypeId::Varchar),
        Kind::Played => LogicalType::try_struct_type(&[
            ("ply", TypeId::Integer),
            ("move", TypeId::USmallInt),
            ("san", TypeId::Varchar),
        ]),
    };
    made.map_err(|error| ExtensionError::new(error.to_string()))
}

/// What DuckDB calls for each chunk of rows.
unsafe extern "C" fn call(
    information: sys::duckdb_function_info,
    input: sys::duckdb_data_chunk,
    output: sys::duckdb_vector,
) {
    // SAFETY: these are the arguments of a call, and the extra information is that of `overload`.
    let (info, called) = unsafe {
        let info = ScalarFunctionInfo::new(information);
        let called = info.get_extra_info().cast::<Called>().as_ref();
        (info, called)
    };
    let Some(called) = called else { return info.set_error("the function has lost its data") };
    let name = called.function.name;
    let work = || {
        // SAFETY: the columns have the types with which the function was registered, and DuckDB flattens them.
        let chunk = unsafe { Chunk::of(input, &called.kinds) };
        let mut results = Output::new(called.function.returns, chunk.rows);
        (called.function.work)(&chunk, &mut results).map_err(|failure| {
            format!("{name}: {} (row {} of a chunk of {})", failure.why, failure.row + 1, chunk.rows)
        })?;
        // SAFETY: the vector has the type that the function returns.
        unsafe { write(&results, output) }
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => {}
        Ok(Err(message)) => info.set_error(&message),
        Err(_) => info.set_error(&format!("{name}: internal error")),
    }
}

/// The arguments of a function for some rows, valid while the function runs.
pub(crate) struct Chunk<'c> {
    columns: Vec<Column>,
    pub(crate) rows: usize,
    lives: PhantomData<&'c ()>,
}

/// A column of arguments.
struct Column {
    kind: Kind,
    reader: VectorReader,
    data: *const u8,
    /// The elements of lists, with their number.
    elements: Option<(*const u8, usize)>,
    element_validity: Option<VectorReader>,
}

impl<'c> Chunk<'c> {
    /// # Safety
    /// The columns of the chunk have these types.
    unsafe fn of(input: sys::duckdb_data_chunk, kinds: &[Kind]) -> Chunk<'c> {
        // SAFETY: the caller's chunk lives while the function runs.
        unsafe {
            let chunk = DataChunk::from_raw(input);
            let rows = chunk.size();
            let column = |(at, &kind): (usize, &Kind)| {
                let vector = chunk.vector(at);
                let is_list = matches!(kind, Kind::SmallList | Kind::LongList);
                let elements = is_list.then(|| {
                    let child = ListVector::get_child(vector);
                    (sys::duckdb_vector_get_data(child).cast::<u8>().cast_const(), ListVector::get_size(vector))
                });
                let element_validity =
                    elements.map(|(_, count)| VectorReader::from_vector(ListVector::get_child(vector), count));
                Column {
                    kind,
                    reader: chunk.reader(at),
                    data: sys::duckdb_vector_get_data(vector).cast::<u8>().cast_const(),
                    elements,
                    element_validity,
                }
            };
            Chunk { columns: kinds.iter().enumerate().map(column).collect(), rows, lives: PhantomData }
        }
    }

    /// The column, if it has one of these types and a value in the row.
    #[inline]
    fn column(&self, column: usize, row: usize, kind: Kind) -> Option<&Column> {
        let found = self.columns.get(column).filter(|column| column.kind == kind && row < self.rows)?;
        // SAFETY: the row is one of the chunk's.
        unsafe { found.reader.is_valid(row) }.then_some(found)
    }

    /// Whether there is such a column.
    pub(crate) fn has(&self, column: usize) -> bool {
        column < self.columns.len()
    }

    /// Whether a column has blobs.
    pub(crate) fn is_blob(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.kind == Kind::Blob)
    }

    /// The bytes in a row; `None` for NULL, as for the others.
    #[inline]
    pub(crate) fn blob(&self, column: usize, row: usize) -> Option<&'c [u8]> {
        let column = self.column(column, row, Kind::Blob)?;
        // SAFETY: the column holds blobs, and the row is valid.
        Some(unsafe { quack_rs::vector::string::read_duck_blob(column.data, row) })
    }

    /// The text in a row.
    #[inline]
    pub(crate) fn text(&self, column: usize, row: usize) -> Option<&'c str> {
        let column = self.column(column, row, Kind::Text)?;
        // SAFETY: the column holds texts, and the row is valid.
        Some(unsafe { quack_rs::vector::string::read_duck_string(column.data, row) })
    }

    /// The number in a row.
    #[inline]
    pub(crate) fn integer(&self, column: usize, row: usize) -> Option<i32> {
        let column = self.column(column, row, Kind::Integer)?;
        // SAFETY: the column holds numbers of 32 bits, and the row is valid.
        Some(unsafe { column.reader.read_i32(row) })
    }

    /// The list of small numbers in a row. What NULL elements count as is undefined.
    #[inline]
    pub(crate) fn small_list(&self, column: usize, row: usize) -> Option<&'c [i8]> {
        let column = self.column(column, row, Kind::SmallList)?;
        let (offset, length) = column.entry(row)?;
        let (data, _) = column.elements?;
        // SAFETY: the entry is within the elements, which have one byte each.
        Some(unsafe { slice::from_raw_parts(data.add(offset).cast(), length) })
    }

    /// The list of numbers in a row; NULL elements are `None`.
    pub(crate) fn long_list(&self, column: usize, row: usize) -> Option<Vec<Option<i64>>> {
        let column = self.column(column, row, Kind::LongList)?;
        let (offset, length) = column.entry(row)?;
        let elements = column.element_validity.as_ref()?;
        // SAFETY: the entry is within the elements, which are numbers of 64 bits.
        let element = |at: usize| unsafe { elements.is_valid(at).then(|| elements.read_i64(at)) };
        Some((offset..offset + length).map(element).collect())
    }
}

impl Column {
    /// The place and the length of the list in a row.
    #[inline]
    fn entry(&self, row: usize) -> Option<(usize, usize)> {
        let (_, count) = self.elements?;
        // SAFETY: the data of a list are its entries, one for each row.
        let entry = unsafe { *self.data.cast::<sys::duckdb_list_entry>().add(row) };
        let (offset, length) = (entry.offset as usize, entry.length as usize);
        (offset.checked_add(length)? <= count).then_some((offset, length))
    }
}

/// Writes results.
///
/// # Safety
/// The vector has the type of the results.
unsafe fn write(results: &Output, vector: sys::duckdb_vector) -> Result<(), String> {
    // SAFETY: as the caller says; lists are reserved before they are written.
    unsafe {
        if results.is_list() {
            write_list(results, vector)?;
        } else {
            write_values(&results.values, vector);
        }
        if !results.nulls.is_empty() {
            let mut validity = ValidityBitmap::ensure_writable(vector);
            results.nulls.iter().for_each(|&row| validity.set_row_invalid(row as u64));
        }
    }
    Ok(())
}

unsafe fn write_list(results: &Output, vector: sys::duckdb_vector) -> Result<(), String> {
    // SAFETY: the vector is a list; its elements are written after they were reserved.
    unsafe {
        let count = results.len();
        if sys::duckdb_list_vector_reserve(vector, count as u64) != sys::duckdb_state_DuckDBSuccess {
            return Err("there is not enough memory for the list".to_owned());
        }
        let mut start = 0;
        for (row, &end) in results.ends.iter().enumerate() {
            ListVector::set_entry(vector, row, start as u64, (end - start) as u64);
            start = end;
        }
        write_values(&results.values, ListVector::get_child(vector));
        ListVector::set_size(vector, count);
    }
    Ok(())
}

/// # Safety
/// The vector has the type of the values and room for them.
unsafe fn write_values(values: &Values, vector: sys::duckdb_vector) {
    // SAFETY: as the caller says.
    unsafe {
        match values {
            Values::Integers(values) => copy(values, vector),
            Values::Hashes(values) => copy(values, vector),
            Values::Flags(values) => copy(values, vector),
            Values::Longs(values, nulls) => {
                copy(values, vector);
                let mut validity = ValidityBitmap::ensure_writable(vector);
                nulls.iter().for_each(|&at| validity.set_row_invalid(at as u64));
            }
            Values::Texts(texts) => write_texts(texts, vector),
            Values::Played(plies, moves, sans) => {
                copy(plies, StructVector::get_child(vector, 0));
                let numbers: Vec<u16> = moves.iter().map(|packed| packed.unwrap_or_default()).collect();
                copy(&numbers, StructVector::get_child(vector, 1));
                write_texts(sans, StructVector::get_child(vector, 2));
                for at in (0..moves.len()).filter(|&at| moves[at].is_none()) {
                    for child in [1, 2] {
                        ValidityBitmap::ensure_writable(StructVector::get_child(vector, child))
                            .set_row_invalid(at as u64);
                    }
                }
            }
        }
    }
}

/// # Safety
/// The vector holds values of this type, and has room for them.
unsafe fn copy<T: Copy>(values: &[T], vector: sys::duckdb_vector) {
    // SAFETY: as the caller says.
    unsafe {
        let data = sys::duckdb_vector_get_data(vector).cast::<T>();
        data.copy_from_nonoverlapping(values.as_ptr(), values.len());
    }
}

/// Texts of at most this length are in the vector itself.
const INLINE: usize = 12;

/// # Safety
/// The vector holds texts, and has room for them.
unsafe fn write_texts(texts: &Texts, vector: sys::duckdb_vector) {
    // SAFETY: as the caller says. A text that fits has its length and its bytes, with zeros behind, in its place.
    unsafe {
        let data = sys::duckdb_vector_get_data(vector).cast::<[u8; 16]>();
        let mut writer = None;
        for (at, text) in texts.iter().enumerate() {
            if text.len() <= INLINE {
                let mut inline = [0; 16];
                inline[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
                inline[4..4 + text.len()].copy_from_slice(text);
                data.add(at).write(inline);
            } else {
                let writer = writer.get_or_insert_with(|| VectorWriter::from_vector(vector));
                writer.write_blob(at, text);
            }
        }
    }
}
