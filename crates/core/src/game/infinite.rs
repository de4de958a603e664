//! Documents of games on boards without edges: their member `bgn` has `{"setup": {"icn": …}}`. They are read in Python.

use crate::json::{Member, Members, ValueKind, behind_blanks, kind, unescape, value};

/// Whether a text is the document of a game on a board without edges.
///
/// ```
/// use scoresheet_core::game::bgn::is_infinite;
///
/// assert!(is_infinite(br#"{"bgn":{"setup":{"icn":"w K0,0|k5,5"}},"moves":[]}"#));
/// assert!(!is_infinite(br#"{"pgn":{"setup":{"icn":"w"}},"moves":[]}"#));
/// ```
pub fn is_infinite(document: &[u8]) -> bool {
    let start = behind_blanks(document, 0);
    let Some(bgn) = object(document, start).then(|| member(document, start, b"bgn")).flatten() else { return false };
    starts_infinite(document, bgn)
}

/// Whether the member `bgn` whose value is at a place of a text declares a board without edges.
pub(super) fn starts_infinite(text: &[u8], bgn: usize) -> bool {
    if !object(text, bgn) {
        return false;
    }
    let setup = member(text, bgn, b"setup").filter(|&setup| object(text, setup));
    let icn = setup.and_then(|setup| member(text, setup, b"icn"));
    icn.is_some_and(|icn| kind(text, icn) == Ok(ValueKind::String))
}

fn object(text: &[u8], at: usize) -> bool {
    kind(text, at) == Ok(ValueKind::Object)
}

/// Where the value of the first member of this name in an object starts.
fn member(text: &[u8], object: usize, name: &[u8]) -> Option<usize> {
    let mut members = Members::of(object);
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        if *unescape(text.get(key.inside)?).ok()? == *name {
            return Some(at);
        }
        members.go_on(value(text, at, u64::MAX).ok()?.span.end);
    }
    None
}
