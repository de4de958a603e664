//! How each column is encoded in Parquet, by measurement (`benches/encode.rs`, 41,192 games of Lichess).
//!
//! Few distinct values, and that is nearly every column: a dictionary is smaller than deltas (moves 2.8 bytes a ply against
//! 3.3) and no slower. Numbers that are nearly all different: deltas. Texts that are nearly all different, as links to games
//! are: deltas of bytes (a quarter smaller than a dictionary, and faster). Byte streams split would be smallest for the
//! moves, but Spark does not read them.

use crate::Error;
use crate::interleave::GatheredRows;
use crate::schema::{KEY_DEPTH, KEY_SCHEMA, KEY_VERSION};
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Field, SchemaRef};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;
use std::collections::HashSet;

/// The level of zstd.
const ZSTD: i32 = 3;

/// The approximate number of bytes in a page of texts that are nearly all different, and of moves. Whoever reads one game has to
/// decode a page of each column.
const PAGE: usize = 256 << 10;

/// How many of the first rows determine whether texts are nearly all different.
const SAMPLE: usize = 8192;

/// How many of these are examined before checking whether that was enough.
const LOOK: usize = 512;

/// The properties of a file with this schema, which starts with these rows.
pub(super) fn properties(schema: &SchemaRef, first: Option<&GatheredRows<'_>>) -> Result<WriterProperties, Error> {
    let mut builder = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(None)
        .set_key_value_metadata(Some(about(schema)));
    for (column, field) in schema.fields().iter().enumerate() {
        if let Some((encoding, path)) = without_dictionary(field, column, first)? {
            if matches!(field.data_type(), DataType::Binary | DataType::Utf8) {
                builder = builder.set_column_data_page_size_limit(path.clone(), PAGE);
            }
            builder = encode(builder, path, encoding);
        }
    }
    Ok(builder.build())
}

/// The metadata of the schema as that of the file, so that readers without Arrow see it, too.
fn about(schema: &SchemaRef) -> Vec<KeyValue> {
    let keys = [KEY_VERSION, KEY_SCHEMA, KEY_DEPTH];
    let pair = |key: &str| Some(KeyValue::new(key.to_owned(), schema.metadata().get(key)?.to_owned()));
    keys.into_iter().filter_map(pair).collect()
}

/// The encoding of a column for which a dictionary does not pay off.
fn without_dictionary(
    field: &Field,
    column: usize,
    first: Option<&GatheredRows<'_>>,
) -> Result<Option<(Encoding, ColumnPath)>, Error> {
    let path = |parts: &[&str]| ColumnPath::new(parts.iter().map(|&part| part.to_owned()).collect());
    let name = field.name().as_str();
    Ok(match field.data_type() {
        DataType::Int64 | DataType::Timestamp(..) => Some((Encoding::DELTA_BINARY_PACKED, path(&[name]))),
        DataType::List(item) if *item.data_type() == DataType::Int64 => {
            Some((Encoding::DELTA_BINARY_PACKED, path(&[name, "list", "item"])))
        }
        DataType::Binary => Some((Encoding::PLAIN, path(&[name]))),
        DataType::Utf8 if first.map_or(Ok(false), |first| nearly_all_differ(first, column))? => {
            Some((Encoding::DELTA_BYTE_ARRAY, path(&[name])))
        }
        _ => None,
    })
}

fn encode(builder: WriterPropertiesBuilder, path: ColumnPath, encoding: Encoding) -> WriterPropertiesBuilder {
    builder.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding)
}

/// Whether more than nine in ten of the first texts of a column are different.
fn nearly_all_differ(first: &GatheredRows<'_>, column: usize) -> Result<bool, Error> {
    let sample = first.len().min(SAMPLE);
    let (mut texts, mut count) = (HashSet::new(), 0);
    for start in (0..sample).step_by(LOOK) {
        first.each_array(column, start..sample.min(start + LOOK), |array| {
            let Some(array) = array.as_string_opt::<i32>() else { return Ok(()) };
            for text in array.iter().flatten() {
                count += 1;
                if !texts.contains(text) {
                    texts.insert(text.to_owned());
                }
            }
            Ok(())
        })?;
        // Too many are equal already, whatever follows. This is the case early in nearly every column.
        if (count - texts.len()) * 10 >= sample {
            return Ok(false);
        }
    }
    Ok(count > 100 && texts.len() * 10 > count * 9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use std::sync::Arc;

    fn differ(texts: impl Iterator<Item = Option<String>>) -> bool {
        let texts = Arc::new(texts.collect::<StringArray>()) as ArrayRef;
        let batches = [RecordBatch::try_from_iter([("text", texts)]).unwrap()];
        nearly_all_differ(&GatheredRows::whole(&batches), 0).unwrap()
    }

    #[test]
    fn texts_differ_where_more_than_nine_in_ten_of_the_first_do() {
        let first = |same: usize| (0..SAMPLE).map(move |at| Some(at.max(same).to_string()));
        assert!(differ(first(0)));
        assert!(differ(first(SAMPLE / 10)));
        assert!(!differ(first(SAMPLE / 10 + 1)));
        // What comes after the sample, and NULL, do not count; few texts prove nothing.
        assert!(differ(first(0).chain(std::iter::repeat_n(Some(String::new()), SAMPLE))));
        assert!(differ((0..4000).map(|at| (at % 2 == 0).then(|| at.to_string()))));
        assert!(!differ((0..100).map(|at| Some(at.to_string()))));
    }
}
