//! The results of a call.

use crate::output::{Output, Values};
use libduckdb_sys as sys;
use quack_rs::vector::complex::{ListVector, StructVector};
use quack_rs::vector::{ValidityBitmap, VectorWriter};

/// Writes results.
///
/// # Safety
/// The vector has the type of the results.
pub(super) unsafe fn write(results: &Output, vector: sys::duckdb_vector) -> Result<(), String> {
    // SAFETY: guaranteed by the caller; lists are reserved before they are written.
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
    // SAFETY: guaranteed by the caller.
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
            Values::Texts(texts) => write_texts(texts.iter(), vector),
            Values::Played(plies, moves, sans) => {
                copy(plies, StructVector::get_child(vector, 0));
                let numbers: Vec<u16> = moves.iter().map(|packed| packed.unwrap_or_default()).collect();
                copy(&numbers, StructVector::get_child(vector, 1));
                write_texts(sans.iter(), StructVector::get_child(vector, 2));
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
pub(super) unsafe fn copy<T: Copy>(values: &[T], vector: sys::duckdb_vector) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let data = sys::duckdb_vector_get_data(vector).cast::<T>();
        data.copy_from_nonoverlapping(values.as_ptr(), values.len());
    }
}

/// Texts of at most this length are in the vector itself.
const INLINE: usize = 12;

/// # Safety
/// The vector holds texts, and has room for them.
pub(super) unsafe fn write_texts<'t>(texts: impl Iterator<Item = &'t [u8]>, vector: sys::duckdb_vector) {
    // SAFETY: guaranteed by the caller. A text that fits is stored inline: its length, its bytes and padding zeros.
    unsafe {
        let data = sys::duckdb_vector_get_data(vector).cast::<[u8; 16]>();
        let mut writer = None;
        for (at, text) in texts.enumerate() {
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
