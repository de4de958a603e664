//! The registry entry of a column, and the types of its values.

use arrow_schema::{DataType, Field, Fields, TimeUnit};
use scoresheet_core::read::Depth;
use std::sync::Arc;

/// What the registry says of one column.
#[derive(Debug)]
pub struct ColumnSpec {
    /// Its name: no quoting needed in SQL.
    pub name: &'static str,
    /// Its family, one of [`super::FAMILIES`].
    pub family: &'static str,
    /// What its values are.
    pub kind: Type,
    /// Whether a value may be NULL.
    pub nullable: bool,
    /// What a number counts; empty if there is nothing to say.
    pub unit: &'static str,
    /// One line: what it means and when it is NULL.
    pub doc: &'static str,
    /// How much work a game must get for it.
    pub depth: Depth,
    /// Whether it is built from the comments of the mainline, which a reader keeps only when asked.
    pub comments: bool,
    /// Whether its family leaves it out: it is there only when named.
    pub by_name_only: bool,
}

impl ColumnSpec {
    /// A column that cannot be NULL, has no unit and comes with its family.
    pub(super) const fn new(
        family: &'static str,
        depth: Depth,
        name: &'static str,
        kind: Type,
        doc: &'static str,
    ) -> ColumnSpec {
        ColumnSpec { name, family, kind, nullable: false, unit: "", doc, depth, comments: false, by_name_only: false }
    }

    /// The same, with NULL allowed.
    pub(super) const fn or_null(mut self) -> ColumnSpec {
        self.nullable = true;
        self
    }

    /// The same, with a unit.
    pub(super) const fn in_unit(mut self, unit: &'static str) -> ColumnSpec {
        self.unit = unit;
        self
    }

    /// The same, needing this depth.
    pub(super) const fn at(mut self, depth: Depth) -> ColumnSpec {
        self.depth = depth;
        self
    }

    /// The field of an Arrow schema.
    pub fn field(&self) -> Field {
        Field::new(self.name, self.kind.arrow(), self.nullable)
    }
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// True or false.
    Bool,
    /// 8 bits, signed.
    Int8,
    /// 16 bits, signed.
    Int16,
    /// 32 bits, signed.
    Int32,
    /// 64 bits, signed.
    Int64,
    /// A day.
    Date,
    /// Microseconds since 1970 in UTC, without a zone.
    Timestamp,
    /// A list of small numbers, none of them NULL.
    ListInt8,
    /// A list of numbers, each of which may be NULL.
    ListInt16OrNull,
    /// A list of large numbers, each of which may be NULL.
    ListInt64OrNull,
    /// A list of texts, none of them NULL.
    ListText,
    /// Texts by unique key.
    TextMap,
}

impl Type {
    /// The Arrow type.
    pub fn arrow(self) -> DataType {
        let list = |item, nullable| DataType::List(Arc::new(Field::new("item", item, nullable)));
        match self {
            Type::Text => DataType::Utf8,
            Type::Bytes => DataType::Binary,
            Type::Bool => DataType::Boolean,
            Type::Int8 => DataType::Int8,
            Type::Int16 => DataType::Int16,
            Type::Int32 => DataType::Int32,
            Type::Int64 => DataType::Int64,
            Type::Date => DataType::Date32,
            Type::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
            Type::ListInt8 => list(DataType::Int8, false),
            Type::ListInt16OrNull => list(DataType::Int16, true),
            Type::ListInt64OrNull => list(DataType::Int64, true),
            Type::ListText => list(DataType::Utf8, false),
            Type::TextMap => {
                DataType::Map(Arc::new(Field::new("entries", DataType::Struct(map_fields()), false)), false)
            }
        }
    }

    /// The type in SQL.
    pub fn sql(self) -> &'static str {
        match self {
            Type::Text => "VARCHAR",
            Type::Bytes => "BLOB",
            Type::Bool => "BOOLEAN",
            Type::Int8 => "TINYINT",
            Type::Int16 => "SMALLINT",
            Type::Int32 => "INTEGER",
            Type::Int64 => "BIGINT",
            Type::Date => "DATE",
            Type::Timestamp => "TIMESTAMP",
            Type::ListInt8 => "TINYINT[]",
            Type::ListInt16OrNull => "SMALLINT[]",
            Type::ListInt64OrNull => "BIGINT[]",
            Type::ListText => "VARCHAR[]",
            Type::TextMap => "MAP(VARCHAR, VARCHAR)",
        }
    }
}

/// The fields of a map's entries.
pub(super) fn map_fields() -> Fields {
    Fields::from(vec![Field::new("key", DataType::Utf8, false), Field::new("value", DataType::Utf8, true)])
}
