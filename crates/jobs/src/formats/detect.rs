//! Detects the format of a source from its first bytes and its name.

use crate::formats::{Format, all, stores, usual};
use std::cmp::Reverse;

/// The format of a file: detected from its first bytes, else from its name, else the default one. A URL names the
/// database.
pub fn of_file(name: &str, head: &[u8]) -> Format {
    if let Some(store) = stores::of_url(name) {
        return store.into();
    }
    if let Some(named) = of_name(name).filter(|format| format.claims(head)) {
        return named;
    }
    // The first bytes of columns identify them, and metadata of ICN looks like tags of PGN: texts come last.
    let (texts, others): (Vec<_>, Vec<_>) = all().partition(|format| format.text().is_some());
    let told = others.into_iter().rev().chain(texts).find(|format| format.detects(head));
    // An empty file of a binary format is one that was cut short.
    let may_start = |format: &Format| format.may_start(head) || (head.is_empty() && !format.spec().text);
    let named = of_name(name).filter(|format| format.spec().reads && may_start(format));
    told.or(named).unwrap_or(usual().into())
}

/// Whether these first bytes are those of a binary format, even if those of a compressed file look similar.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    all().any(|format| !format.spec().text && format.detects(head))
}

/// The format that a file's name or a URL determines, compressed (`x.pgn.zst`) or not.
pub fn of_name(name: &str) -> Option<Format> {
    if let Some(store) = stores::of_url(name) {
        return Some(store.into());
    }
    of_ending(name, |format| format.spec().extensions)
}

/// The format that the name of an output determines. Outputs may also end with the other names of formats.
pub(crate) fn of_output(name: &str) -> Option<Format> {
    let named = of_name(name).filter(|format| format.spec().writes);
    named.or_else(|| of_ending(name, |format| format.spec().synonyms))
}

/// The format that has the ending of a file's name among these.
fn of_ending(name: &str, endings: fn(Format) -> &'static [&'static str]) -> Option<Format> {
    let name = name.to_lowercase();
    let packed = scoresheet_files::COMPRESSIONS
        .iter()
        .find_map(|compression| name.strip_suffix(compression.ending)?.strip_suffix('.'));
    let told = packed.unwrap_or(&name);
    let has = |ending: &&&str| told.strip_suffix(**ending).is_some_and(|stem| stem.ends_with('.'));
    let longest = |format: &Format| endings(*format).iter().filter(has).map(|ending| ending.len()).max();
    // `icn.json` is more specific than `json`. Of the same endings, the one of the first format in the list counts.
    all().filter(|format| longest(format).is_some()).min_by_key(|format| Reverse(longest(format)))
}
