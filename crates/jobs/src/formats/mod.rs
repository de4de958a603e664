//! The one list of what files hold: the game formats of the core, those that the caller reads and writes, and the files of
//! columns, books, and databases. What a source holds is found out in [`detect`], and found out more closely in [`refine`].

pub mod archives;
pub(crate) mod base64_text;
pub mod books;
pub mod detect;
pub mod foreign;
pub(crate) mod likeness;
pub mod refine;
pub mod remotes;
pub mod store_drivers;
pub mod stores;
pub mod tables;
pub mod url_schemes;

use crate::common::failure::Failure;
use archives::ArchiveFormat;
use books::BookFormat;
use foreign::ForeignFormat;
use scoresheet_core::game::{self, FormatSpec, GameFormat, OptionSpec, WriteOptions};
use std::ops::Deref;
use stores::StoreFormat;
use tables::TableFormat;

/// What a file holds: an entry of the list of one kind of format. What the kinds have in common is in their
/// [`FormatKind`]; how they are read and written is known above the sources and the sinks. No code elsewhere names the
/// kinds.
#[derive(Clone, Copy)]
pub enum Format {
    /// Games as text, read and written by the core.
    Text(&'static dyn GameFormat),
    /// One game as text, of a kind that the core does not know: the caller reads and writes it.
    Foreign(&'static ForeignFormat),
    /// Games as columns.
    Columns(&'static TableFormat),
    /// The moves of games, by position.
    Book(&'static BookFormat),
    /// Whole games in few bytes.
    Archive(&'static ArchiveFormat),
    /// Games in a database, which the caller has the driver of.
    Store(&'static StoreFormat),
}

/// The entry of a format of any kind, as an object of a trait that the entries of all kinds implement.
macro_rules! entry_of {
    ($format:expr) => {
        match $format {
            $crate::formats::Format::Text(entry) => entry,
            $crate::formats::Format::Foreign(entry) => entry,
            $crate::formats::Format::Columns(entry) => entry,
            $crate::formats::Format::Book(entry) => entry,
            $crate::formats::Format::Archive(entry) => entry,
            $crate::formats::Format::Store(entry) => entry,
        }
    };
}
pub(crate) use entry_of;

macro_rules! made_of_entries {
    ($($kind:ident: $entry:ty),*) => {
        $(impl From<&'static $entry> for Format {
            fn from(entry: &'static $entry) -> Format {
                Format::$kind(entry)
            }
        })*
    };
}
made_of_entries!(
    Text: dyn GameFormat, Foreign: ForeignFormat, Columns: TableFormat, Book: BookFormat, Archive: ArchiveFormat, Store: StoreFormat
);

/// The properties of one kind of format.
pub trait FormatKind {
    /// The registry entry of a format.
    fn spec(&self) -> &'static FormatSpec;

    /// What its games are written to.
    fn target(&self) -> Target;

    /// Whether a file that starts with `head` may be one.
    fn may_start(&self, head: &[u8]) -> bool;

    /// Whether a file with the extension of this format that starts with `head` is in it, though it may look like
    /// another one.
    fn claims(&self, _head: &[u8]) -> bool {
        false
    }

    /// Whether a file that starts with `head` must be one.
    fn detects(&self, head: &[u8]) -> bool;

    /// The format of its texts, if the core reads and writes these.
    fn text(&self) -> Option<&'static dyn GameFormat> {
        None
    }

    /// The format of its columns, if it is a file of them.
    fn table(&self) -> Option<&'static TableFormat> {
        None
    }

    /// The format of its archive, if it is one.
    fn archive(&self) -> Option<&'static ArchiveFormat> {
        None
    }

    /// Whether only the caller reads and writes its games.
    fn is_foreign(&self) -> bool {
        false
    }

    /// Whether it holds games. The lines of a book do not count as games.
    fn holds_games(&self) -> bool {
        true
    }

    /// Whether what it holds of a game depends on the chosen columns.
    fn has_columns(&self) -> bool {
        false
    }

    /// Whether games can be added to a file of it.
    fn appends(&self) -> bool {
        false
    }

    /// Whether its writer counts what the bits of games are spent on.
    fn counts_bits(&self) -> bool {
        false
    }

    /// The schemes of its URLs.
    fn schemes(&self) -> &'static [&'static str] {
        &[]
    }
}

/// What the games of a format are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A text, or a file for each.
    Text,
    /// One file of bytes.
    File,
    /// A database.
    Database,
}

impl Deref for Format {
    type Target = dyn FormatKind;

    fn deref(&self) -> &Self::Target {
        entry_of!(self)
    }
}

impl FormatKind for &'static dyn GameFormat {
    fn spec(&self) -> &'static FormatSpec {
        (**self).spec()
    }

    fn target(&self) -> Target {
        Target::Text
    }

    fn may_start(&self, _head: &[u8]) -> bool {
        true
    }

    fn claims(&self, head: &[u8]) -> bool {
        (**self).claims(head)
    }

    fn detects(&self, head: &[u8]) -> bool {
        (**self).detects(head)
    }

    fn text(&self) -> Option<&'static dyn GameFormat> {
        Some(*self)
    }

    fn appends(&self) -> bool {
        let (spec, options) = ((**self).spec(), WriteOptions::default());
        let is_plain = || self.header(&options).is_empty() && self.footer(&options).is_empty() && !self.stands_alone();
        spec.writes && spec.reads && spec.text && !spec.single && is_plain()
    }

    fn counts_bits(&self) -> bool {
        (**self).spec().writes && self.writer(&WriteOptions::default()).shares().is_some()
    }
}

/// What columns cannot express besides.
const NOT_CHOSEN: &str = "what none of the chosen columns holds";

impl Format {
    /// Its name, as users see it.
    pub fn id(self) -> &'static str {
        self.spec().id
    }

    /// Whether it is a database.
    pub fn is_database(self) -> bool {
        self.target() == Target::Database
    }

    /// The option of this name, of those about reading or those about writing.
    pub fn option(self, id: &str, reads: bool) -> Option<&'static OptionSpec> {
        self.spec().options.iter().find(|option| option.id == id && option.reads == reads)
    }

    /// What it cannot express, in words.
    pub fn loses(self) -> Vec<&'static str> {
        let more = self.has_columns().then_some(NOT_CHOSEN);
        self.spec().all_losses().into_iter().map(|kind| kind.spec().id).chain(more).collect()
    }
}

/// Every format, in the order help and documentation show them.
pub fn all() -> impl Iterator<Item = Format> {
    let texts = game::ALL.iter().map(|format| Format::Text(*format));
    let archives = archives::ALL.iter().map(Format::Archive);
    let columns = tables::ALL.into_iter().map(Format::Columns).chain(stores::ALL.iter().map(Format::Store));
    let others = foreign::ALL.iter().map(Format::Foreign).chain(books::ALL.iter().map(Format::Book));
    texts.chain(others).chain(archives).chain(columns)
}

/// What users are shown of an input or output as it was named: a URL may hold a password.
pub fn shown_name(named: &str) -> String {
    match url_schemes::of_url(named) {
        Some(place) => url_schemes::shown_url(named, place),
        None if is_store_url(named) => stores::shown_url(named),
        None if base64_text::starts(named.as_bytes()) => base64_text::shown(named),
        None => named.to_owned(),
    }
}

/// Whether a name is not a path: a URL, of a database or a file elsewhere, or a text in base64.
pub fn is_url(named: &str) -> bool {
    is_store_url(named) || url_schemes::of_url(named).is_some() || base64_text::starts(named.as_bytes())
}

/// Whether a name is the URL of a database.
pub(crate) fn is_store_url(named: &str) -> bool {
    stores::of_url(named).is_some()
}

/// The formats that only the caller reads and writes.
pub(crate) fn all_foreign() -> impl Iterator<Item = Format> {
    foreign::ALL.iter().map(Format::Foreign)
}

/// The format that is read and written by default.
pub fn usual() -> &'static dyn GameFormat {
    game::ALL[0]
}

/// The format of tables that a caller holds.
pub(crate) fn of_tables_in_memory() -> Format {
    Format::Columns(table_in_memory())
}

/// The same, as what it is.
pub(crate) fn table_in_memory() -> &'static TableFormat {
    &tables::ARROW
}

/// The format with this id.
///
/// # Errors
/// If there is no such format.
pub fn find(id: &str) -> Result<Format, Failure> {
    all().find(|format| format.id() == id).ok_or_else(|| {
        let known: Vec<_> = all().map(|format| format!("`{}`", format.id())).collect();
        Failure::usage(format!("there is no format `{id}`"), format!("use one of {}", known.join(", ")))
    })
}

/// The format to write with this id, or with this other name. Several formats are read from files of these names.
///
/// # Errors
/// If there is no such format.
pub fn find_written(id: &str) -> Result<Format, Failure> {
    all().find(|format| format.spec().synonyms.contains(&id)).map_or_else(|| find(id), Ok)
}

/// Every ending of every format with games: what is looked for in folders and archives. The lines of a book are not
/// games, and files of many kinds end like one, or like the exports of sites, which are only read.
pub(crate) fn extensions() -> Vec<&'static str> {
    let formats = all().filter(|format| format.holds_games() && format.spec().writes);
    formats.flat_map(|format| format.spec().extensions.iter().copied()).collect()
}
