//! How each column is encoded in Parquet, by measurement (`benches/encode.rs`).

use crate::Error;
use crate::piece::Piece;
use crate::schema::{KEY_COUNTS, KEY_DEPTH, KEY_SCHEMA, KEY_VERSION};
use arrow_schema::{DataType, Field, SchemaRef};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::schema::types::ColumnPath;

/// The level of zstd.
const ZSTD: i32 = 3;

/// The properties of a file with this schema. `first` are its first rows.
pub(super) fn properties(schema: &SchemaRef, first: Option<&Piece<'_>>) -> Result<WriterProperties, Error> {
    let _ = first;
    let mut builder = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(None)
        .set_key_value_metadata(Some(about(schema)));
    for field in schema.fields() {
        builder = encode(builder, field);
    }
    Ok(builder.build())
}

/// What the schema says of the file, as the file's own metadata: readers without Arrow see it too.
fn about(schema: &SchemaRef) -> Vec<KeyValue> {
    let keys = [KEY_VERSION, KEY_SCHEMA, KEY_DEPTH, KEY_COUNTS];
    keys.iter()
        .filter_map(|key| schema.metadata().get(*key).map(|value| KeyValue::new((*key).to_owned(), value.clone())))
        .collect()
}

fn encode(builder: WriterPropertiesBuilder, field: &Field) -> WriterPropertiesBuilder {
    let path = |parts: &[&str]| {
        ColumnPath::new(
            std::iter::once(field.name().as_str()).chain(parts.iter().copied()).map(str::to_owned).collect(),
        )
    };
    match field.data_type() {
        DataType::List(_) => delta(builder, path(&["list", "item"])),
        DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::Date32
        | DataType::Timestamp(..) => delta(builder, path(&[])),
        DataType::Binary => builder.set_column_dictionary_enabled(path(&[]), false),
        _ => builder,
    }
}

fn delta(builder: WriterPropertiesBuilder, path: ColumnPath) -> WriterPropertiesBuilder {
    builder.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
}
