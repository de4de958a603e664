//! The contents of a document besides tags and moves, by ply.

use super::commands::NAMESPACES;
use super::parts::{elements, members};
use alloc::format;
use alloc::string::String;

/// The fields of a move that define what is played.
const MOVE: [&str; 15] =
    ["p", "f", "t", "x", "ep", "gone", "c", "castle", "promote", "mate", "stalemate", "et", "drop", "illegal", "null"];
/// The fields of `bgn` that come from the tags, the start and the marker, or are independent.
const GAME: [&str; 8] = ["eventDate", "dateRange", "startTime", "setup", "rules", "termination", "a", "end"];
/// The fields of a player that come from the tags. So does `nick`, unless there is a name, too.
const PLAYER: [&str; 4] = ["last", "first", "rating", "title"];

/// The annotations, the properties and the fields that BGN does not define of a document without blanks, as an object
/// of JSON by ply: `"0"` has those before the first move, `"end"` those after the marker, and `"bgn"` the content of
/// `bgn` that the tags do not have. `None` if there are none.
/// ```
/// use scoresheet_core::game::bgn::annotations;
/// let document = r#"{"moves":[{"f":"e2","t":"e4"},{"f":"e7","t":"e5","a":[{"id":"me","nag":1}]}]}"#;
/// assert_eq!(annotations(document).as_deref(), Some(r#"{"2":{"a":[{"id":"me","nag":1}]}}"#));
/// assert_eq!(annotations(r#"{"moves":[{"f":"e2","t":"e4"}]}"#), None);
/// ```
pub fn annotations(document: &str) -> Option<String> {
    let (tags, bgn) = (member(document, "pgn"), member(document, "bgn"));
    let mut out = ObjectText::default();
    out.add_some("\"0\"", member(bgn, "a"));
    let moves = elements(member(document, "moves")).filter(|element| *element != "null");
    for (ply, element) in (1_u64..).zip(moves) {
        out.add_some(&format!("\"{ply}\""), &others(element, &MOVE));
    }
    out.add_some("\"end\"", member(bgn, "end"));
    out.add_some("\"bgn\"", &rest(bgn, member(tags, "annotator")));
    out.finish()
}

/// What an engine found about the position after a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundMove<'t> {
    /// The number of half-moves before the position.
    pub ply: u32,
    /// The move that it prefers there, in UCI notation.
    pub best: &'t str,
    /// How many half-moves deep it has searched.
    pub depth: Option<u32>,
}

/// What engines found, from the properties of the moves of a document without blanks. Of several engines, the first one
/// that names a move counts. The best moves from sites are about the position before.
///
/// ```
/// use scoresheet_core::game::bgn::found_moves;
/// let document = r#"{"moves":[{"f":"e2","t":"e4","properties":{"pgn":{},"fish-1":{"best":"e7e5","depth":12}}}]}"#;
/// let found: Vec<_> = found_moves(document).map(|found| (found.ply, found.best, found.depth)).collect();
/// assert_eq!(found, [(1, "e7e5", Some(12))]);
/// ```
pub fn found_moves(document: &str) -> impl Iterator<Item = FoundMove<'_>> {
    let moves = elements(member(document, "moves")).filter(|element| *element != "null");
    (1_u32..).zip(moves).filter_map(|(ply, element)| {
        members(member(element, "properties")).filter(|(key, _)| !is_among(key, &NAMESPACES)).find_map(|(_, facts)| {
            let best = member(facts, "best").strip_prefix('"')?.strip_suffix('"')?;
            Some(FoundMove { ply, best, depth: member(facts, "depth").parse().ok() })
        })
    })
}

/// The content of `bgn` that the tags do not have; empty if there is none. `annotator` is the value of the Annotator
/// tag.
fn rest(bgn: &str, annotator: &str) -> String {
    let mut out = ObjectText::default();
    for (key, value) in members(bgn).filter(|(key, _)| !is_among(key, &GAME)) {
        match key {
            "\"white\"" | "\"black\"" => {
                let named = !member(value, "last").is_empty();
                let told = others(value, &PLAYER);
                let nick = !named && members(&told).all(|(key, _)| key == "\"nick\"");
                out.add_some(key, if nick { "" } else { &told });
            }
            "\"sources\"" => {
                let usual = if annotator.is_empty() { "\"pgn\"" } else { annotator };
                out.add_some(key, if value == format!("[{{\"id\":{usual}}}]") { "" } else { value });
            }
            _ => out.add_some(key, value),
        }
    }
    out.finish().unwrap_or_default()
}

/// The value of a member, unchanged; empty if there is none.
fn member<'t>(object: &'t str, name: &str) -> &'t str {
    members(object).find(|(key, _)| is_among(key, &[name])).map_or("", |(_, value)| value)
}

/// An object with the members other than these; empty if there are none.
fn others(object: &str, known: &[&str]) -> String {
    let mut out = ObjectText::default();
    members(object).filter(|(key, _)| !is_among(key, known)).for_each(|(key, value)| out.add_some(key, value));
    out.finish().unwrap_or_default()
}

/// Whether a key with its quotes is one of these names.
fn is_among(key: &str, names: &[&str]) -> bool {
    names.iter().any(|name| key.get(1..key.len() - 1) == Some(name))
}

/// An object that is being written.
#[derive(Default)]
struct ObjectText(String);

impl ObjectText {
    /// Adds a member if it has a value.
    fn add_some(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.0.push(if self.0.is_empty() { '{' } else { ',' });
            self.0.extend([key, ":", value]);
        }
    }

    /// The object; `None` if it has no members.
    fn finish(mut self) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0.push('}');
        Some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_of_tags_and_moves_is_left_out() {
        let document = concat!(
            r#"{"pgn":{"white":"Doe","annotator":"me"},"bgn":{"eventDate":"1990-01-01","white":{"nick":"Doe","rating":2000},"#,
            r#""sources":[{"id":"me"}],"termination":"*"},"moves":[null,{"p":"P","f":"e7","t":"e5","et":2,"illegal":true}]}"#
        );
        assert_eq!(annotations(document), None);
    }

    #[test]
    fn everything_else_is_kept_by_ply() {
        let document = concat!(
            r#"{"pgn":{},"bgn":{"white":{"last":"R","nick":"Teddy"},"sources":[{"id":"a","info":{}}],"a":[{"id":"a"}],"#,
            r#""end":[{"id":"a","nag":7}],"tail":"x"},"moves":[null,{"f":"e7","t":"e5"},"#,
            r#"{"f":"e2","t":"e4","a":[{"id":"a"}],"properties":{"x":{"y":1.50}},"mood":"calm"}]}"#
        );
        let expected = concat!(
            r#"{"0":[{"id":"a"}],"2":{"a":[{"id":"a"}],"properties":{"x":{"y":1.50}},"mood":"calm"},"end":[{"id":"a","nag":7}],"#,
            r#""bgn":{"white":{"nick":"Teddy"},"sources":[{"id":"a","info":{}}],"tail":"x"}}"#
        );
        assert_eq!(annotations(document).as_deref(), Some(expected));
    }
}
