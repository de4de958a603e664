//! The registry entry of a column, and the types of its values.

use crate::game_tags::Slot;
use arrow_schema::{DataType, Field, Fields, TimeUnit};
use scoresheet_core::read::Depth;
use std::sync::Arc;

/// The registry entry of one column.
#[derive(Debug)]
pub struct ColumnSpec {
    /// Its name, which needs no quotes in SQL.
    pub name: &'static str,
    /// Its family, one of [`super::FAMILIES`].
    pub family: &'static str,
    /// The type of its values.
    pub kind: Type,
    /// Whether a value may be NULL.
    pub nullable: bool,
    /// Whether it is NULL only for games that cannot be played, such as those from a FEN that is refused.
    pub null_if_unplayed: bool,
    /// What a number counts; empty if this is obvious.
    pub unit: &'static str,
    /// Its meaning in one line, and when it is NULL.
    pub doc: &'static str,
    /// How thoroughly a game must be read for it.
    pub depth: Depth,
    /// The tags that it is built from; `None` if these may be any.
    pub tags: Option<&'static [Slot]>,
    /// Whether it is built from the comments of the mainline, which a reader keeps only if requested.
    pub comments: bool,
    /// Whether its family excludes it, so that it is only included by its own name.
    pub by_name_only: bool,
}

impl ColumnSpec {
    /// A column that cannot be NULL, has no unit, is included with its family and may need any tag.
    pub(super) const fn new(
        family: &'static str,
        depth: Depth,
        name: &'static str,
        kind: Type,
        doc: &'static str,
    ) -> ColumnSpec {
        ColumnSpec {
            name,
            family,
            kind,
            nullable: false,
            null_if_unplayed: false,
            unit: "",
            doc,
            depth,
            tags: None,
            comments: false,
            by_name_only: false,
        }
    }

    /// The same, with NULL allowed.
    pub(super) const fn or_null(mut self) -> ColumnSpec {
        self.nullable = true;
        self
    }

    /// The same, with NULL for games that cannot be played.
    pub(super) const fn null_if_unplayed(mut self) -> ColumnSpec {
        (self.nullable, self.null_if_unplayed) = (true, true);
        self
    }

    /// The same, with a unit.
    pub(super) const fn in_unit(mut self, unit: &'static str) -> ColumnSpec {
        self.unit = unit;
        self
    }

    /// The same, with this depth.
    pub(super) const fn at(mut self, depth: Depth) -> ColumnSpec {
        self.depth = depth;
        self
    }

    /// The same, built from these tags only.
    pub(super) const fn of_tags(mut self, tags: &'static [Slot]) -> ColumnSpec {
        self.tags = Some(tags);
        self
    }

    /// The field of an Arrow schema.
    pub fn field(&self) -> Field {
        Field::new(self.name, self.kind.arrow(), self.nullable)
    }
}

/// The type of the values of a column.
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
    ListInt32OrNull,
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
            Type::ListInt32OrNull => list(DataType::Int32, true),
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
            Type::ListInt32OrNull => "INTEGER[]",
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
