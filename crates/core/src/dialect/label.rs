//! Values in two parts, `code:label`, with a label for people: GameFormat, MoveFormat, Rules and others.

use crate::step::Dialect;

/// The dialect that the value of a GameFormat tag names; `None` if its code is not known.
pub fn named(value: &str) -> Option<Dialect> {
    let (code, _) = split(value);
    match code {
        _ if code.eq_ignore_ascii_case("VGN") => Some(Dialect::Vgn),
        _ if code.eq_ignore_ascii_case("PGN") => Some(Dialect::Pgn),
        _ => None,
    }
}

/// The dialect of a game of which only the tags are known: the one that its GameFormat tag names, else PGN. An unknown
/// name means VGN, as for its readers.
///
/// ```
/// use scoresheet_core::{dialect::label, step::Dialect};
/// assert_eq!(label::of_tags([("White", "A"), ("gameformat", "VGN:1")]), Dialect::Vgn);
/// assert_eq!(label::of_tags([("White", "VGN")]), Dialect::Pgn);
/// ```
pub fn of_tags<'t>(tags: impl IntoIterator<Item = (&'t str, &'t str)>) -> Dialect {
    let format = tags.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("GameFormat"));
    format.map_or(Dialect::Pgn, |(_, value)| named(value).unwrap_or(Dialect::Vgn))
}

/// A value in two parts: the code before the first colon, trimmed, and the label after it, unchanged.
pub fn split(value: &str) -> (&str, Option<&str>) {
    match value.split_once(':') {
        Some((code, label)) => (code.trim(), Some(label)),
        None => (value.trim(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_labels() {
        assert_eq!(split(" FCN : a:b "), ("FCN", Some(" a:b ")));
        assert_eq!(split("SAN"), ("SAN", None));
        assert_eq!(split(":x"), ("", Some("x")));
        assert_eq!(named("vgn:Variable"), Some(Dialect::Vgn));
        assert_eq!(named(" PGN "), Some(Dialect::Pgn));
        assert_eq!(named("PSG:Fake"), None);
    }
}
