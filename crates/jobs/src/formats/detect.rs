//! Detects the format of a source from its first bytes and its name.

use crate::formats::archives::ArchiveFormat;
use crate::formats::books::BookFormat;
use crate::formats::{Format, all, stores, usual};

impl Format {
    /// Whether a file that starts with `head` may be one.
    fn may_start(self, head: &[u8]) -> bool {
        match self {
            Format::Text(_) | Format::Foreign(_) => true,
            Format::Book(_) => BookFormat::may_start(head),
            Format::Archive(_) => ArchiveFormat::starts(head),
            Format::Columns(table) => (table.starts)(head),
            Format::Store(store) => (store.starts)(head),
        }
    }

    /// Whether a file that is named like one and starts with `head` is one, whatever else it looks like.
    fn claims(self, head: &[u8]) -> bool {
        match self {
            Format::Text(format) => format.claims(head),
            Format::Foreign(format) => (format.may_be)(head),
            Format::Book(_) => BookFormat::claims(head),
            Format::Archive(_) | Format::Columns(_) | Format::Store(_) => false,
        }
    }

    /// Whether a file that starts with `head` must be one.
    fn detects(self, head: &[u8]) -> bool {
        match self {
            Format::Text(format) => format.detects(head),
            Format::Foreign(format) => (format.is_one)(head),
            // Any numbers can be a book.
            Format::Book(_) => false,
            Format::Archive(_) => ArchiveFormat::starts(head),
            Format::Columns(table) => (table.starts)(head),
            Format::Store(store) => (store.starts)(head),
        }
    }
}

/// The format that a file is of: told by its first bytes, else by its name, else the usual one. A URL tells the database.
pub fn of_file(name: &str, head: &[u8]) -> Format {
    if let Some(store) = stores::of_url(name) {
        return Format::Store(store);
    }
    if let Some(named) = of_name(name).filter(|format| format.claims(head)) {
        return named;
    }
    // Columns tell by their first bytes what they are, and metadata of ICN looks like tags of PGN: texts come last.
    let (texts, others): (Vec<_>, Vec<_>) = all().partition(|format| matches!(format, Format::Text(_)));
    let told = others.into_iter().rev().chain(texts).find(|format| format.detects(head));
    let named = of_name(name).filter(|format| format.spec().reads && format.may_start(head));
    told.or(named).unwrap_or(Format::Text(usual()))
}

/// The format that a file's name tells, packed (`x.pgn.zst`) or not, or a URL.
pub fn of_name(name: &str) -> Option<Format> {
    if let Some(store) = stores::of_url(name) {
        return Some(Format::Store(store));
    }
    let name = name.to_lowercase();
    let packed = scoresheet_files::COMPRESSIONS
        .iter()
        .find_map(|compression| name.strip_suffix(compression.ending)?.strip_suffix('.'));
    let told = packed.unwrap_or(&name);
    let has = |ending: &&str| told.strip_suffix(*ending).is_some_and(|stem| stem.ends_with('.'));
    all().find(|format| format.spec().extensions.iter().any(has))
}
