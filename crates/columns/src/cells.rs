//! The cells of a batch for databases without lists and Arrow: numbers, booleans, bytes, and texts for everything else.

use crate::Error;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
};
use arrow_array::{Array, ArrayRef, ListArray, MapArray, StringArray};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use std::borrow::Cow;
use std::fmt::Write;

/// The value of a column in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'c> {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A text. Dates and times are also texts; lists and maps are JSON.
    Text(Cow<'c, str>),
    /// Bytes.
    Bytes(&'c [u8]),
}

/// The cell of a column in a row of a batch.
///
/// ```
/// use arrow_array::{ArrayRef, Int16Array};
/// use scoresheet_columns::cells::{Cell, cell};
///
/// let years: ArrayRef = std::sync::Arc::new(Int16Array::from(vec![Some(1992), None]));
/// assert_eq!(cell(&years, 0)?, Cell::Int(1992));
/// assert_eq!(cell(&years, 1)?, Cell::Null);
/// # Ok::<(), scoresheet_columns::Error>(())
/// ```
///
/// # Errors
/// If the column is of a type that no column of the registry has.
pub fn cell(column: &ArrayRef, row: usize) -> Result<Cell<'_>, Error> {
    if column.is_null(row) {
        return Ok(Cell::Null);
    }
    Ok(match column.data_type() {
        DataType::Utf8 => Cell::Text(Cow::Borrowed(column.as_string::<i32>().value(row))),
        DataType::Binary => Cell::Bytes(column.as_binary::<i32>().value(row)),
        DataType::Boolean => Cell::Bool(column.as_boolean().value(row)),
        DataType::Int8 => int::<Int8Type>(column, row),
        DataType::Int16 => int::<Int16Type>(column, row),
        DataType::Int32 => int::<Int32Type>(column, row),
        DataType::Int64 => int::<Int64Type>(column, row),
        DataType::Date32 => text(column.as_primitive::<Date32Type>().value_as_date(row)),
        DataType::Timestamp(TimeUnit::Microsecond, None) => {
            text(column.as_primitive::<TimestampMicrosecondType>().value_as_datetime(row))
        }
        DataType::List(_) => Cell::Text(Cow::Owned(list(column.as_list(), row)?)),
        DataType::Map(..) => Cell::Text(Cow::Owned(map(column.as_map(), row))),
        other => return Err(strange(other)),
    })
}

fn int<T: ArrowPrimitiveType<Native: Into<i64>>>(column: &ArrayRef, row: usize) -> Cell<'static> {
    Cell::Int(column.as_primitive::<T>().value(row).into())
}

/// A date or a time in ISO 8601, but with a space between both.
fn text(value: Option<impl ToString>) -> Cell<'static> {
    value.map_or(Cell::Null, |value| Cell::Text(Cow::Owned(value.to_string())))
}

pub(crate) fn strange(kind: &DataType) -> Error {
    ArrowError::SchemaError(format!("no column holds values of {kind}")).into()
}

/// A list as a JSON array.
fn list(column: &ListArray, row: usize) -> Result<String, Error> {
    let values = column.value(row);
    let mut out = String::with_capacity(2 + 4 * values.len());
    out.push('[');
    for at in 0..values.len() {
        if at > 0 {
            out.push(',');
        }
        match cell(&values, at)? {
            Cell::Null => out.push_str("null"),
            Cell::Int(number) => _ = write!(out, "{number}"),
            Cell::Text(text) => push_json(&text, &mut out),
            Cell::Bool(_) | Cell::Bytes(_) => return Err(strange(values.data_type())),
        }
    }
    out.push(']');
    Ok(out)
}

/// A map of texts as a JSON object.
fn map(column: &MapArray, row: usize) -> String {
    let entries = column.value(row);
    let (keys, values): (&StringArray, &StringArray) = (entries.column(0).as_string(), entries.column(1).as_string());
    let mut out = String::from("{");
    for (at, (key, value)) in keys.iter().zip(values).enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        push_json(key.unwrap_or_default(), &mut out);
        out.push(':');
        match value {
            Some(value) => push_json(value, &mut out),
            None => out.push_str("null"),
        }
    }
    out.push('}');
    out
}

/// A text as JSON.
fn push_json(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            control if control < ' ' => _ = write!(out, "\\u{:04x}", u32::from(control)),
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::resolve;
    use crate::{Batcher, GameTexts};
    use scoresheet_core::game::AnyGames;
    use scoresheet_core::location::Base;
    use scoresheet_core::read::{Record, Settings};

    fn told(pgn: &str, name: &str) -> Cell<'static> {
        let columns = resolve(&[name]).expect("the column is known");
        let settings = Settings { keep_plies: true, keep_comments: true, ..Settings::default() };
        let mut record = Record::new();
        assert!(AnyGames::new(pgn.as_bytes(), &settings).next(&mut record, &mut ()));
        let mut batcher = Batcher::new(&columns);
        batcher.append_with(&record, GameTexts { text: record.text, doc: b"{}", annotated: b"" });
        let batch = batcher.finish(&Base::default(), "a.pgn");
        match cell(batch.column(0), 0).expect("the type is known") {
            Cell::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
            Cell::Bytes(_) => Cell::Null,
            Cell::Int(number) => Cell::Int(number),
            Cell::Bool(truth) => Cell::Bool(truth),
            Cell::Null => Cell::Null,
        }
    }

    #[test]
    fn every_type_of_the_registry_is_a_cell() {
        let pgn = "[UTCDate \"1992.11.04\"]\n[UTCTime \"12:30:00\"]\n[A\"b\\\"c\"]\n\n1. e4 e5 {[%clk 0:01:00]} 1-0\n";
        let text = |text: &str| Cell::Text(Cow::Owned(text.to_owned()));
        let json = |name: &str| told(pgn, name);
        assert_eq!(json("date"), text("1992-11-04"));
        assert_eq!(json("start_time"), text("1992-11-04 12:30:00"));
        assert_eq!(json("year"), Cell::Int(1992));
        assert_eq!(json("mate"), Cell::Bool(false));
        assert_eq!(json("white"), Cell::Null);
        assert_eq!(json("doc"), text("{}"));
        assert_eq!(json("from_square"), text("[12,52]"));
        assert_eq!(json("clock_ms"), text("[null,60000]"));
        assert_eq!(json("tag_names"), text("[\"UTCDate\",\"UTCTime\",\"A\"]"));
        assert_eq!(json("other_tags"), text("{\"A\":\"b\\\"c\"}"));
    }

    #[test]
    fn signs_of_the_spelling_are_escaped() {
        let mut out = String::new();
        push_json("a\"\\{,}'\n\u{1}", &mut out);
        assert_eq!(out, "\"a\\\"\\\\{,}'\\u000a\\u0001\"");
    }
}
