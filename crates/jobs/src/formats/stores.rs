//! The databases that games are loaded into and read from. The caller has their drivers; a file or a URL names one.

use crate::common::failure::Failure;
use crate::formats::{FormatKind, Target};
use scoresheet_core::game::{self, FormatSpec, OptionSpec};
use scoresheet_core::loss::LossKind;
use scoresheet_core::write::Lacks;

/// The list entry of one kind of database.
pub struct StoreFormat {
    /// Its registry entry.
    pub spec: FormatSpec,
    /// The schemes of its URLs. Empty if it is a file.
    pub schemes: &'static [&'static str],
    /// The families of columns that are loaded unless others are chosen: what its questions need.
    pub(crate) families: &'static [&'static str],
    /// Whether a file of it starts with these bytes.
    pub(crate) starts: fn(&[u8]) -> bool,
}

impl StoreFormat {
    /// Whether it is a file, not a server.
    pub fn is_file(&self) -> bool {
        self.schemes.is_empty()
    }

    /// Makes sure that a location suits this kind of database: a path for a file, and a URL with its scheme for a server.
    pub(crate) fn check_location(&self, location: &str) -> Result<(), Failure> {
        let named = of_url(location).map(|store| store.spec.id);
        if named == (!self.is_file()).then_some(self.spec.id) {
            return Ok(());
        }
        let FormatSpec { id, title, .. } = &self.spec;
        let message = format!("`{}` does not name a database of {title}", shown_url(location));
        let hint = match self.schemes.first() {
            Some(scheme) => format!("name the server by its URL, as in `{scheme}://localhost/chess`"),
            None => format!("name a file, as in `games.{id}`"),
        };
        Err(Failure::usage(message, hint))
    }
}

impl FormatKind for &'static StoreFormat {
    fn spec(&self) -> &'static FormatSpec {
        &self.spec
    }

    fn target(&self) -> Target {
        Target::Database
    }

    fn may_start(&self, head: &[u8]) -> bool {
        (self.starts)(head)
    }

    fn detects(&self, head: &[u8]) -> bool {
        (self.starts)(head)
    }

    fn has_columns(&self) -> bool {
        true
    }

    fn schemes(&self) -> &'static [&'static str] {
        self.schemes
    }
}

/// The option that names the table.
const READ_TABLE: OptionSpec = OptionSpec {
    id: "table",
    values: &["TEXT"],
    default: "games",
    doc: "the table or collection of the database to read games from",
    reads: true,
};
/// The same for writing.
const WRITTEN_TABLE: OptionSpec =
    OptionSpec { doc: "the table or collection of the database to load games into", reads: false, ..READ_TABLE };
/// The option that sets how documents are stored.
pub(crate) const DOC: &str = "doc";

const DOCUMENT: OptionSpec = OptionSpec {
    id: DOC,
    values: &["json", "xml", "none"],
    default: "json",
    doc: "how documents are stored: as `jsonb`, as `xml`, or not at all; without `columns`, only if this is given",
    reads: false,
};

/// What games lose if no column holds their document, and what documents cannot express.
const LOSSES: &[LossKind] = &[LossKind::IllegalMove, LossKind::Tail, LossKind::UnplayedGame, LossKind::Tag];

/// PostgreSQL cannot store U+0000 in text.
const POSTGRESQL_LOSSES: &[LossKind] =
    &[LossKind::IllegalMove, LossKind::Tail, LossKind::UnplayedGame, LossKind::Tag, LossKind::Nul];

/// The families of a database that gets the lists of moves from the packed moves, or whose questions do without them.
const PACKED: &[&str] = &["tags", "summary", "packed"];
/// The families of a database whose questions read the lists.
const LISTS: &[&str] = &["tags", "summary", "moves"];
/// The families of a database that stores documents alone.
const DOCUMENTS: &[&str] = &["tags", "summary", "moves", "documents"];

/// What all databases have in common.
const COMMON: FormatSpec = FormatSpec {
    media: "application/octet-stream",
    text: false,
    options: &[READ_TABLE, WRITTEN_TABLE],
    lacks: Lacks::ANNOTATION,
    losses: LOSSES,
    ..FormatSpec::EMPTY
};

/// Every kind of database, in the order help and documentation show them.
#[rustfmt::skip]
pub(super) static ALL: &[StoreFormat] = &[
    StoreFormat {
        spec: FormatSpec {
            id: "duckdb", title: "DuckDB", source: "a database file of DuckDB: a table with one row per game",
            extensions: &["duckdb"], ..COMMON
        },
        schemes: &[], families: PACKED, starts: |head| head.get(8..12) == Some(b"DUCK"),
    },
    StoreFormat {
        spec: FormatSpec {
            id: "sqlite", title: "SQLite", source: "a database file of SQLite: a table with one row per game",
            extensions: &["sqlite"], media: "application/vnd.sqlite3", ..COMMON
        },
        schemes: &[], families: PACKED, starts: |head| head.starts_with(b"SQLite format 3\0"),
    },
    StoreFormat {
        spec: FormatSpec {
            id: "postgresql", title: "PostgreSQL", source: "a PostgreSQL server, named by a URL: a table with one row per game",
            options: &[READ_TABLE, WRITTEN_TABLE, DOCUMENT], losses: POSTGRESQL_LOSSES, ..COMMON
        },
        schemes: &["postgresql", "postgres"], families: LISTS, starts: |_| false,
    },
    StoreFormat {
        spec: FormatSpec {
            id: "mongodb", title: "MongoDB", source: "a MongoDB server, named by a URL: a collection with one document per game",
            ..COMMON
        },
        schemes: &["mongodb", "mongodb+srv"], families: DOCUMENTS, starts: |_| false,
    },
];

/// The database that a URL names. Its scheme may be in upper or lower case; no path has `://` in this place.
pub(super) fn of_url(text: &str) -> Option<&'static StoreFormat> {
    let (scheme, _) = text.split_once("://")?;
    ALL.iter().find(|store| store.schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// What users are shown of a URL: everything except possible passwords, before the host or after the `?`.
pub(super) fn shown_url(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    // A password that was not encoded for a URL may contain any of the characters that separate its parts.
    let (user, place) = match rest.rsplit_once('@') {
        Some((user, place)) => (user.split(':').next().unwrap_or_default(), place),
        None => ("", rest),
    };
    let (place, query) = place.split_once('?').map_or((place, None), |(place, query)| (place, Some(query)));
    let kept = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
        !["pass", "secret", "token", "key"].iter().any(|word| name.contains(word))
    };
    let query = query.map(|query| query.split('&').filter(kept).collect::<Vec<_>>().join("&"));
    let at = if user.is_empty() { "" } else { "@" };
    let query = query.filter(|query| !query.is_empty()).map_or_else(String::new, |query| format!("?{query}"));
    format!("{scheme}://{user}{at}{place}{query}")
}

/// The format in which documents of databases are read.
pub(crate) fn documents() -> &'static dyn game::GameFormat {
    game::bgnl()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_database_and_a_path_does_not() {
        let id = |text: &str| of_url(text).map(|store| store.spec().id);
        assert_eq!(id("postgres://localhost/games"), Some("postgresql"));
        assert_eq!(id("MongoDB+SRV://host/games"), Some("mongodb"));
        assert_eq!(id("games/postgres://x"), None);
        assert_eq!(id("http://host/games.pgn"), None);
        assert_eq!(id("postgresql.pgn"), None);
    }

    #[test]
    fn a_location_has_to_be_one_of_the_database() {
        let store = |id: &str| ALL.iter().find(|store| store.spec.id == id).expect("it is in the list");
        for (id, right, wrong) in [
            ("duckdb", "games.db", "postgresql://host/db"),
            ("sqlite", "games.sqlite", "mongodb://host/db"),
            ("postgresql", "postgres://host/db", "games.postgresql"),
            ("mongodb", "mongodb+srv://host/db", "postgresql://me:hidden@host/db"),
        ] {
            assert!(store(id).check_location(right).is_ok(), "{right}");
            let refused = store(id).check_location(wrong).expect_err("it is none").to_string();
            assert!(!refused.contains("hidden"), "{refused}");
        }
    }

    #[test]
    fn no_password_is_shown() {
        for (url, shown) in [
            ("postgresql://me:hidden@host:5432/db", "postgresql://me@host:5432/db"),
            ("postgresql://me:hid/den@x?@host/db", "postgresql://me@host/db"),
            (
                "postgresql://host/db?user=me&password=hidden&sslmode=require",
                "postgresql://host/db?user=me&sslmode=require",
            ),
            ("postgresql://:hidden@host/db", "postgresql://host/db"),
            ("mongodb://me:hidden@a,b/db?tlsCertificateKeyFilePassword=x", "mongodb://me@a,b/db"),
        ] {
            assert_eq!(shown_url(url), shown);
            assert!(!shown_url(url).contains("hid"));
        }
    }
}
