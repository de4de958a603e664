//! Rows in the binary format of PostgreSQL's COPY, which its server reads without parsing numbers, dates and lists.

use crate::Error;
use crate::cells::{Cell, cell, strange};
use crate::column::{Column, documents};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, TimeUnit};

/// Replaces U+0000, which PostgreSQL cannot store in texts.
const NO_NUL: char = '\u{fffd}';

/// The start of the format: its signature, no flags, and no extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// Its end, in the place of a number of values.
const TRAILER: [u8; 2] = (-1_i16).to_be_bytes();
/// The length of a value that is NULL.
const NULL: [u8; 4] = (-1_i32).to_be_bytes();
/// What precedes the text of a `jsonb`: the version of its format.
const JSONB: u8 = 1;

/// Dates and times count from 2000-01-01, not from 1970-01-01.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_MICROS: i64 = EPOCH_DAYS as i64 * 86_400_000_000;

/// The numbers of the types of elements.
const INT2: i32 = 21;
const INT4: i32 = 23;
const INT8: i32 = 20;
const TEXT: i32 = 25;

/// The type of the column with documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentType {
    /// JSON in pieces.
    Jsonb,
    /// XML, as text.
    Xml,
}

/// The rows of batches, which have the same columns.
///
/// ```
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
/// use scoresheet_columns::pg_copy::{DocumentType, copied};
///
/// let names: ArrayRef = std::sync::Arc::new(StringArray::from(vec![Some("A"), None]));
/// let rows = RecordBatch::try_from_iter([("white", names)]).expect("the columns are of one length");
/// let found = copied(&[rows], DocumentType::Jsonb)?;
/// assert_eq!(found[19..], *b"\0\x01\0\0\0\x01A\0\x01\xff\xff\xff\xff\xff\xff");
/// # Ok::<(), scoresheet_columns::Error>(())
/// ```
///
/// # Errors
/// If a column is of a type that no column of the registry has, or a row is too large.
pub fn copied(batches: &[RecordBatch], documents: DocumentType) -> Result<Vec<u8>, Error> {
    let mut out = HEADER.to_vec();
    for batch in batches {
        let schema = batch.schema_ref();
        let columns: Vec<_> = batch.columns().iter().zip(schema.fields()).collect();
        let count = i16::try_from(columns.len()).map_err(|_| too_large())?;
        for row in 0..batch.num_rows() {
            out.extend(count.to_be_bytes());
            for (column, field) in &columns {
                let of_document = (field.name() == documents::DOC.spec().name).then_some(documents);
                push(column, row, of_document, &mut out)?;
            }
        }
    }
    out.extend(TRAILER);
    Ok(out)
}

/// A value with its length before it.
fn push(column: &ArrayRef, row: usize, document: Option<DocumentType>, out: &mut Vec<u8>) -> Result<(), Error> {
    if column.is_null(row) {
        out.extend(NULL);
        return Ok(());
    }
    let start = out.len();
    out.extend(NULL);
    match column.data_type() {
        DataType::Utf8 if document.is_some() => {
            out.extend((document == Some(DocumentType::Jsonb)).then_some(JSONB));
            out.extend(without_nul(column.as_string::<i32>().value(row)).as_bytes());
        }
        DataType::Map(..) => {
            out.push(JSONB);
            if let Cell::Text(text) = cell(column, row)? {
                out.extend(without_nul(&text).as_bytes());
            }
        }
        DataType::List(_) => push_list(&column.as_list::<i32>().value(row), out)?,
        _ => push_plain(column, row, out)?,
    }
    set_length(start, out)
}

/// A value that is not made of others.
fn push_plain(column: &ArrayRef, row: usize, out: &mut Vec<u8>) -> Result<(), Error> {
    match column.data_type() {
        DataType::Utf8 => push_text(column.as_string::<i32>().value(row), out),
        DataType::Binary => out.extend(column.as_binary::<i32>().value(row)),
        DataType::Boolean => out.push(column.as_boolean().value(row).into()),
        DataType::Int8 => out.extend(i16::from(number::<Int8Type>(column, row)).to_be_bytes()),
        DataType::Int16 => out.extend(number::<Int16Type>(column, row).to_be_bytes()),
        DataType::Int32 => out.extend(number::<Int32Type>(column, row).to_be_bytes()),
        DataType::Int64 => out.extend(number::<Int64Type>(column, row).to_be_bytes()),
        DataType::Date32 => {
            out.extend(number::<Date32Type>(column, row).saturating_sub(EPOCH_DAYS).to_be_bytes());
        }
        DataType::Timestamp(TimeUnit::Microsecond, None) => {
            let micros = number::<TimestampMicrosecondType>(column, row);
            out.extend(micros.saturating_sub(EPOCH_MICROS).to_be_bytes());
        }
        other => return Err(strange(other)),
    }
    Ok(())
}

fn number<T: ArrowPrimitiveType>(column: &ArrayRef, row: usize) -> T::Native {
    column.as_primitive::<T>().value(row)
}

/// The elements of a list: the number of dimensions, whether one is NULL, their type, their number, the first index.
fn push_list(values: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Error> {
    let kind = match values.data_type() {
        DataType::Int8 | DataType::Int16 => INT2,
        DataType::Int32 => INT4,
        DataType::Int64 => INT8,
        DataType::Utf8 => TEXT,
        other => return Err(strange(other)),
    };
    let count = i32::try_from(values.len()).map_err(|_| too_large())?;
    let head = [i32::from(count > 0), i32::from(values.null_count() > 0), kind];
    head.iter().for_each(|part| out.extend(part.to_be_bytes()));
    if count > 0 {
        out.extend(count.to_be_bytes());
        out.extend(1_i32.to_be_bytes());
    }
    match values.data_type() {
        // Most lists are of this type, and have no NULL.
        DataType::Int8 if values.null_count() == 0 => {
            for value in values.as_primitive::<Int8Type>().values() {
                let [high, low] = i16::from(*value).to_be_bytes();
                out.extend([0, 0, 0, 2, high, low]);
            }
        }
        _ => {
            for at in 0..values.len() {
                push(values, at, None, out)?;
            }
        }
    }
    Ok(())
}

fn push_text(text: &str, out: &mut Vec<u8>) {
    let mut parts = text.split('\0');
    out.extend(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        out.extend(NO_NUL.encode_utf8(&mut [0; 4]).as_bytes());
        out.extend(part.as_bytes());
    }
}

/// Writes the length of the value that begins here, behind the place of its length.
fn set_length(start: usize, out: &mut [u8]) -> Result<(), Error> {
    let length = i32::try_from(out.len() - start - NULL.len()).map_err(|_| too_large())?;
    if let Some(place) = out.get_mut(start..start + NULL.len()) {
        place.copy_from_slice(&length.to_be_bytes());
    }
    Ok(())
}

fn too_large() -> Error {
    ArrowError::InvalidArgumentError("a row is too large for COPY".to_owned()).into()
}

/// U+0000 in JSON.
const NUL: &str = "\\u0000";

/// The number of U+0000 in a JSON text, which [`copied`] replaces by another character.
pub fn nuls(json: &[u8]) -> u64 {
    let Ok(json) = std::str::from_utf8(json) else { return 0 };
    if !json.contains(NUL) {
        return 0;
    }
    let of = |text: &str| text.matches(NO_NUL).count() as u64;
    of(&without_nul(json)) - of(json)
}

/// A JSON text without the escapes of U+0000. A backslash may itself be escaped, so escapes are read one at a time.
fn without_nul(json: &str) -> std::borrow::Cow<'_, str> {
    if !json.contains(NUL) {
        return json.into();
    }
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        rest = if let Some(behind) = escape.strip_prefix(NUL) {
            out.push(NO_NUL);
            behind
        } else {
            // The escaped character is ASCII.
            let (escape, behind) = escape.split_at_checked(2).unwrap_or((escape, ""));
            out.push_str(escape);
            behind
        };
    }
    out.push_str(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{BooleanArray, Date32Array, Int8Array, ListArray, TimestampMicrosecondArray};
    use std::sync::Arc;

    #[test]
    fn escapes_of_nul_are_replaced_and_no_others() {
        for (json, expected) in [
            (r#"{"a":"b"}"#, r#"{"a":"b"}"#),
            (r#""\u0000""#, "\"\u{fffd}\""),
            (r#""\\u0000""#, r#""\\u0000""#),
            (r#""\\\u0000\u0001""#, "\"\\\\\u{fffd}\\u0001\""),
            (r#""é\"\u0000\u0000""#, "\"é\\\"\u{fffd}\u{fffd}\""),
        ] {
            assert_eq!(without_nul(json), expected);
            assert_eq!(nuls(json.as_bytes()), expected.matches(NO_NUL).count() as u64);
        }
    }

    #[test]
    fn nul_is_replaced_in_texts() {
        let mut out = Vec::new();
        push_text("a\tb\\\0f\0", &mut out);
        assert_eq!(String::from_utf8(out).as_deref(), Ok("a\tb\\\u{fffd}f\u{fffd}"));
    }

    #[test]
    fn values_are_as_the_server_sends_them() {
        let value = |column: ArrayRef| {
            let mut out = Vec::new();
            push(&column, 0, None, &mut out).expect("the type is known");
            out
        };
        // 2000-01-02, and a microsecond later than midnight of 1999-12-31.
        assert_eq!(value(Arc::new(Date32Array::from(vec![10_958]))), [0, 0, 0, 4, 0, 0, 0, 1]);
        let late = TimestampMicrosecondArray::from(vec![10_956 * 86_400_000_000 + 1]);
        assert_eq!(value(Arc::new(late))[4..], (1 - 86_400_000_000_i64).to_be_bytes());
        assert_eq!(value(Arc::new(Int8Array::from(vec![-3]))), [0, 0, 0, 2, 255, 253]);
        assert_eq!(value(Arc::new(BooleanArray::from(vec![true]))), [0, 0, 0, 1, 1]);
        let list = |parts: Vec<Option<i8>>| -> ArrayRef {
            Arc::new(ListArray::from_iter_primitive::<Int8Type, _, _>([Some(parts)]))
        };
        assert_eq!(value(list(vec![])), [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 21]);
        let head = |nulls| [0, 0, 0, 1, 0, 0, 0, nulls, 0, 0, 0, 21, 0, 0, 0, 2, 0, 0, 0, 1];
        let expected = [&head(0)[..], &[0, 0, 0, 2, 0, 7, 0, 0, 0, 2, 255, 255]].concat();
        assert_eq!(value(list(vec![Some(7), Some(-1)]))[4..], expected);
        let expected = [&head(1)[..], &[255, 255, 255, 255, 0, 0, 0, 2, 0, 7]].concat();
        assert_eq!(value(list(vec![None, Some(7)]))[4..], expected);
    }
}
