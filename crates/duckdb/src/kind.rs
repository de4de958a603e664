//! The types of arguments and results.

/// A type of SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Blob,
    Text,
    /// The id or the code of rules, as a text.
    Rules,
    Integer,
    Long,
    Hash,
    Boolean,
    /// `TINYINT[]`
    SmallList,
    /// `BIGINT[]`
    LongList,
    IntegerList,
    HashList,
    TextList,
    /// `STRUCT(ply INTEGER, "move" USMALLINT, san VARCHAR)`
    Played,
}

impl Kind {
    /// The type as SQL spells it.
    pub(crate) fn sql(self) -> &'static str {
        match self {
            Kind::Blob => "BLOB",
            Kind::Text | Kind::Rules => "VARCHAR",
            Kind::Integer => "INTEGER",
            Kind::Long => "BIGINT",
            Kind::Hash => "UBIGINT",
            Kind::Boolean => "BOOLEAN",
            Kind::SmallList => "TINYINT[]",
            Kind::LongList => "BIGINT[]",
            Kind::IntegerList => "INTEGER[]",
            Kind::HashList => "UBIGINT[]",
            Kind::TextList => "VARCHAR[]",
            Kind::Played => "STRUCT(ply INTEGER, \"move\" USMALLINT, san VARCHAR)",
        }
    }
}
