//! The one list of what files hold: the game formats of the core, those that the caller reads and writes, and the files of
//! columns, books, and databases. What a source holds is found out in [`detect`], and found out more closely in [`refine`].

pub mod archives;
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
use stores::StoreFormat;
use tables::TableFormat;

/// What a file holds.
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

/// What columns cannot express besides.
const NOT_CHOSEN: &str = "what none of the chosen columns holds";

impl Format {
    /// What the registry says of it.
    pub fn spec(self) -> &'static FormatSpec {
        match self {
            Format::Text(format) => format.spec(),
            Format::Foreign(format) => format.spec(),
            Format::Columns(table) => table.spec(),
            Format::Book(book) => book.spec(),
            Format::Archive(archive) => archive.spec(),
            Format::Store(store) => store.spec(),
        }
    }

    /// Its name, as users see it.
    pub fn id(self) -> &'static str {
        self.spec().id
    }

    /// The option of this name, of those about reading or those about writing.
    pub fn option(self, id: &str, reads: bool) -> Option<&'static OptionSpec> {
        self.spec().options.iter().find(|option| option.id == id && option.reads == reads)
    }

    /// Whether its writer counts what the bits of games are spent on.
    pub(crate) fn counts_bits(self) -> bool {
        let writer = |format: &dyn GameFormat| format.writer(&WriteOptions::default());
        match self {
            Format::Text(format) => format.spec().writes && writer(format).shares().is_some(),
            Format::Archive(_) => true,
            _ => false,
        }
    }

    /// What it cannot express, in words.
    pub fn loses(self) -> Vec<&'static str> {
        let more = matches!(self, Format::Columns(_) | Format::Store(_)).then_some(NOT_CHOSEN);
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
        None => named.to_owned(),
    }
}

/// Whether a name is a URL, of a database or a file elsewhere, and no path.
pub fn is_url(named: &str) -> bool {
    is_store_url(named) || url_schemes::of_url(named).is_some()
}

/// Whether a name is the URL of a database.
pub(crate) fn is_store_url(named: &str) -> bool {
    stores::of_url(named).is_some()
}

/// The formats that only the caller reads and writes.
pub(crate) fn all_foreign() -> impl Iterator<Item = Format> {
    foreign::ALL.iter().map(Format::Foreign)
}

/// The format that is read and written where nothing says which.
pub(crate) fn usual() -> &'static dyn GameFormat {
    game::ALL[0]
}

/// The format of tables that a caller holds.
pub(crate) fn of_tables_in_memory() -> Format {
    Format::Columns(&tables::ARROW)
}

/// The format with this id.
///
/// # Errors
/// If there is none.
pub fn find(id: &str) -> Result<Format, Failure> {
    all().find(|format| format.id() == id).ok_or_else(|| {
        let known: Vec<_> = all().map(|format| format!("`{}`", format.id())).collect();
        Failure::usage(format!("there is no format `{id}`"), format!("use one of {}", known.join(", ")))
    })
}

/// Every ending of every format with games: what is looked for in folders and archives. The lines of a book are no games, and
/// files of many kinds end like one.
pub(crate) fn extensions() -> Vec<&'static str> {
    let formats = all().filter(|format| !matches!(format, Format::Book(_)));
    formats.flat_map(|format| format.spec().extensions.iter().copied()).collect()
}
