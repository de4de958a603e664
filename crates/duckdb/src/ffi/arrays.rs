//! Columns of Arrow, written to DuckDB's memory.

use super::results::{copy, write_texts};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use libduckdb_sys as sys;
use quack_rs::types::{LogicalType, TypeId};
use quack_rs::vector::ValidityBitmap;
use quack_rs::vector::complex::{ListVector, StructVector};

/// DuckDB's type for a type of Arrow.
///
/// # Errors
/// For a type that no column has.
pub(super) fn logical(kind: &DataType) -> Result<LogicalType, String> {
    let made = match kind {
        DataType::Utf8 => LogicalType::try_new(TypeId::Varchar),
        DataType::Binary => LogicalType::try_new(TypeId::Blob),
        DataType::Boolean => LogicalType::try_new(TypeId::Boolean),
        DataType::Int8 => LogicalType::try_new(TypeId::TinyInt),
        DataType::Int16 => LogicalType::try_new(TypeId::SmallInt),
        DataType::Int32 => LogicalType::try_new(TypeId::Integer),
        DataType::Int64 => LogicalType::try_new(TypeId::BigInt),
        DataType::Date32 => LogicalType::try_new(TypeId::Date),
        DataType::Timestamp(TimeUnit::Microsecond, None) => LogicalType::try_new(TypeId::Timestamp),
        DataType::List(field) => LogicalType::try_list_from_logical(&logical(field.data_type())?),
        DataType::Map(..) => LogicalType::try_map(TypeId::Varchar, TypeId::Varchar),
        other => return Err(strange(other)),
    };
    made.map_err(|error| error.to_string())
}

fn strange(kind: &DataType) -> String {
    format!("internal: no column holds values of {kind}")
}

/// Writes the values of a column.
///
/// # Safety
/// The vector has the type that [`logical`] returns for that of the column, and room for its values.
pub(super) unsafe fn write(column: &ArrayRef, vector: sys::duckdb_vector) -> Result<(), String> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        match column.data_type() {
            DataType::Utf8 => write_texts(column.as_string::<i32>().iter().map(text), vector),
            DataType::Binary => write_texts(column.as_binary::<i32>().iter().map(Option::unwrap_or_default), vector),
            DataType::Boolean => {
                let values: Vec<bool> = column.as_boolean().iter().map(Option::unwrap_or_default).collect();
                copy(&values, vector);
            }
            DataType::Int8 => copy_numbers::<Int8Type>(column, vector),
            DataType::Int16 => copy_numbers::<Int16Type>(column, vector),
            DataType::Int32 => copy_numbers::<Int32Type>(column, vector),
            DataType::Int64 => copy_numbers::<Int64Type>(column, vector),
            DataType::Date32 => copy_numbers::<Date32Type>(column, vector),
            DataType::Timestamp(TimeUnit::Microsecond, None) => {
                copy_numbers::<TimestampMicrosecondType>(column, vector);
            }
            DataType::List(_) => {
                let lists = column.as_list::<i32>();
                let elements = write_entries(lists.value_offsets(), vector)?;
                write(&lists.values().slice(elements.0, elements.1), ListVector::get_child(vector))?;
            }
            DataType::Map(..) => {
                let maps = column.as_map();
                let elements = write_entries(maps.value_offsets(), vector)?;
                let entries = ListVector::get_child(vector);
                for (at, member) in [maps.keys(), maps.values()].into_iter().enumerate() {
                    write(&member.slice(elements.0, elements.1), StructVector::get_child(entries, at))?;
                }
            }
            other => return Err(strange(other)),
        }
        write_nulls(column, vector);
    }
    Ok(())
}

fn text(text: Option<&str>) -> &[u8] {
    text.unwrap_or_default().as_bytes()
}

/// # Safety
/// As for [`write()`].
unsafe fn copy_numbers<T: ArrowPrimitiveType>(column: &ArrayRef, vector: sys::duckdb_vector) {
    // SAFETY: guaranteed by the caller; both store such values as numbers of the same size.
    unsafe { copy(column.as_primitive::<T>().values(), vector) }
}

/// Writes the places of lists, makes room for their elements, and returns the place and number of these.
///
/// # Safety
/// The vector is one of lists.
unsafe fn write_entries(offsets: &[i32], vector: sys::duckdb_vector) -> Result<(usize, usize), String> {
    let place = |at: usize| offsets.get(at).map_or(0, |offset| usize::try_from(*offset).unwrap_or_default());
    let first = place(0);
    let count = place(offsets.len().saturating_sub(1)).saturating_sub(first);
    // SAFETY: guaranteed by the caller; elements are written after they were reserved.
    unsafe {
        if sys::duckdb_list_vector_reserve(vector, count as u64) != sys::duckdb_state_DuckDBSuccess {
            return Err("there is not enough memory for the lists".to_owned());
        }
        for row in 0..offsets.len().saturating_sub(1) {
            let (start, end) = (place(row), place(row + 1));
            ListVector::set_entry(vector, row, (start - first) as u64, (end - start) as u64);
        }
        ListVector::set_size(vector, count);
    }
    Ok((first, count))
}

/// # Safety
/// As for [`write()`].
unsafe fn write_nulls(column: &ArrayRef, vector: sys::duckdb_vector) {
    let Some(nulls) = column.nulls().filter(|nulls| nulls.null_count() > 0) else { return };
    // SAFETY: guaranteed by the caller.
    let mut validity = unsafe { ValidityBitmap::ensure_writable(vector) };
    for row in (0..column.len()).filter(|row| nulls.is_null(*row)) {
        // SAFETY: the vector has room for the row.
        unsafe { validity.set_row_invalid(row as u64) };
    }
}

/// Writes the row numbers, which DuckDB requests if a query uses no column.
///
/// # Safety
/// The vector has room for the rows.
pub(super) unsafe fn write_row_numbers(first: u64, count: usize, vector: sys::duckdb_vector) {
    // SAFETY: guaranteed by the caller; the type is destroyed after it was read.
    unsafe {
        let mut kind = sys::duckdb_vector_get_column_type(vector);
        let id = sys::duckdb_get_type_id(kind);
        sys::duckdb_destroy_logical_type(&raw mut kind);
        match id {
            sys::DUCKDB_TYPE_DUCKDB_TYPE_BIGINT => {
                let numbers: Vec<i64> =
                    (first..).take(count).map(|row| i64::try_from(row).unwrap_or(i64::MAX)).collect();
                copy(&numbers, vector);
            }
            sys::DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN => copy(&vec![false; count], vector),
            // No version requests another type.
            _ => {
                let mut validity = ValidityBitmap::ensure_writable(vector);
                (0..count as u64).for_each(|row| validity.set_row_invalid(row));
            }
        }
    }
}
