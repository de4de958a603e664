//! Rows in the text format of PostgreSQL's COPY: one per line, with tabs between the values.

use crate::Error;
use crate::cells::{Cell, ListStyle, cell};
use crate::column::{Column, documents};
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field};
use std::fmt::Write;

/// Replaces U+0000, which PostgreSQL cannot store in texts.
const NO_NUL: char = '\u{fffd}';

/// The rows of a batch.
///
/// ```
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
/// use scoresheet_columns::pg_copy::copied;
///
/// let names: ArrayRef = std::sync::Arc::new(StringArray::from(vec![Some("a\\b\tc"), None]));
/// let rows = RecordBatch::try_from_iter([("white", names)]).expect("the columns are of one length");
/// assert_eq!(copied(&rows)?, "a\\\\b\\tc\n\\N\n");
/// # Ok::<(), scoresheet_columns::Error>(())
/// ```
///
/// # Errors
/// If a column is of a type that no column of the registry has.
pub fn copied(rows: &RecordBatch) -> Result<String, Error> {
    let mut out = String::new();
    let schema = rows.schema_ref();
    for row in 0..rows.num_rows() {
        for (at, (column, field)) in rows.columns().iter().zip(schema.fields()).enumerate() {
            if at > 0 {
                out.push('\t');
            }
            match cell(column, row, ListStyle::Braces)? {
                Cell::Null => out.push_str("\\N"),
                Cell::Bool(truth) => out.push(if truth { 't' } else { 'f' }),
                Cell::Int(number) => _ = write!(out, "{number}"),
                Cell::Text(text) if is_json(field) => push(&without_nul(&text), &mut out),
                Cell::Text(text) => push(&text, &mut out),
                Cell::Bytes(bytes) => {
                    out.push_str("\\\\x");
                    bytes.iter().for_each(|byte| _ = write!(out, "{byte:02x}"));
                }
            }
        }
        out.push('\n');
    }
    Ok(out)
}

/// Whether texts of this column are JSON, in which U+0000 is an escape.
fn is_json(field: &Field) -> bool {
    field.name() == documents::DOC.spec().name || matches!(field.data_type(), DataType::Map(..))
}

/// A text in which the characters are escaped that COPY would take for the end of a value or of a line.
fn push(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r', '\0']) {
        let (before, special) = rest.split_at(at);
        out.push_str(before);
        let mut letters = special.chars();
        match letters.next() {
            Some('\t') => out.push_str("\\t"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\0') => out.push(NO_NUL),
            Some(other) => out.extend(['\\', other]),
            None => {}
        }
        rest = letters.as_str();
    }
    out.push_str(rest);
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
    fn what_ends_values_is_escaped() {
        let mut out = String::new();
        push("a\tb\nc\rd\\e\0f", &mut out);
        assert_eq!(out, "a\\tb\\nc\\rd\\\\e\u{fffd}f");
    }
}
