//! The list of sources of a document, when a source adds an annotation.

use super::parts::{elements, members};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A list of sources as a game keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The list only names the source of annotations without one, so that nothing need be kept.
    Usual,
    /// What is kept of `bgn`: an object with the list.
    Kept(String),
    /// The list has other information about the source already.
    Otherwise,
}

/// The members of `bgn` that precede the list.
const BEFORE: [&str; 5] = ["\"eventDate\"", "\"dateRange\"", "\"startTime\"", "\"white\"", "\"black\""];

/// The members of `bgn` that a game keeps, with all sources that its document lists; the one with this id, a JSON string, has
/// this information if any is given. `usual` is the source of annotations without one.
///
/// If the list has other information about the source, that is kept, unless `replaces`.
///
/// ```
/// use scoresheet_core::game::bgn::{Listed, with_source};
/// let document = r#"{"pgn":{},"bgn":{"sources":[{"id":"pgn"},{"id":"AA2"}]},"moves":[]}"#;
/// let kept = with_source(document, None, ("\"AA2\"", Some("{\"rating\":1000}")), "\"pgn\"", false);
/// assert_eq!(kept, Listed::Kept(r#"{"sources":[{"id":"pgn"},{"id":"AA2","info":{"rating":1000}}]}"#.into()));
/// ```
pub fn with_source(
    document: &str,
    kept: Option<&str>,
    source: (&str, Option<&str>),
    usual: &str,
    replaces: bool,
) -> Listed {
    let (id, info) = source;
    let bgn = members(document).find(|(key, _)| *key == "\"bgn\"").map_or("{}", |(_, bgn)| bgn);
    let list = members(bgn).find(|(key, _)| *key == "\"sources\"").map_or("[]", |(_, list)| list);
    let (mut listed, mut says_more) = (Vec::new(), false);
    for element in elements(list) {
        let own = members(element).any(|member| member == ("\"id\"", id));
        let known = members(element).find(|(key, _)| *key == "\"info\"").map(|(_, info)| info);
        listed.push(match (info.filter(|_| own), known) {
            (Some(info), Some(known)) if info != known && !replaces => return Listed::Otherwise,
            (Some(info), _) => {
                let others = members(element).filter(|(key, _)| *key != "\"info\"");
                let all: Vec<String> = others.chain([("\"info\"", info)]).map(joined).collect();
                format!("{{{}}}", all.join(","))
            }
            _ => String::from(element),
        });
        says_more |= info.is_some_and(|_| own) || members(element).any(|member| member != ("\"id\"", usual));
    }
    let rest: Vec<_> = kept.into_iter().flat_map(members).filter(|(key, _)| *key != "\"sources\"").collect();
    if !says_more && rest.is_empty() {
        return Listed::Usual;
    }
    let list = says_more.then(|| format!("[{}]", listed.join(",")));
    let (front, behind): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(key, _)| BEFORE.contains(key));
    let all = front.into_iter().chain(list.as_deref().map(|list| ("\"sources\"", list))).chain(behind);
    let all: Vec<String> = all.map(joined).collect();
    Listed::Kept(format!("{{{}}}", all.join(",")))
}

/// A member as it is written.
fn joined((key, value): (&str, &str)) -> String {
    [key, ":", value].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_that_is_kept() {
        let document = |sources: &str| format!("{{\"bgn\":{{\"sources\":[{sources}]}},\"moves\":[]}}");
        let kept = |sources: &str, kept: Option<&str>, info: Option<&str>| {
            with_source(&document(sources), kept, ("\"x\"", info), "\"pgn\"", false)
        };
        assert_eq!(kept("{\"id\":\"pgn\"}", None, None), Listed::Usual);
        let two = "{\"id\":\"pgn\"},{\"id\":\"x\"}";
        assert_eq!(kept(two, None, None), Listed::Kept(format!("{{\"sources\":[{two}]}}")));
        let informed = "{\"id\":\"x\",\"info\":{}}";
        assert_eq!(kept(informed, None, Some("{}")), Listed::Kept(format!("{{\"sources\":[{informed}]}}")));
        assert_eq!(kept(informed, None, Some("{\"a\":1}")), Listed::Otherwise);
        let replaced = with_source(&document(informed), None, ("\"x\"", Some("{\"a\":1}")), "\"pgn\"", true);
        assert_eq!(replaced, Listed::Kept("{\"sources\":[{\"id\":\"x\",\"info\":{\"a\":1}}]}".into()));
        // What else is kept stays in its order.
        let others = "{\"white\":{\"nick\":\"A\"},\"sources\":[],\"mine\":1}";
        let expected = format!("{{\"white\":{{\"nick\":\"A\"}},\"sources\":[{two}],\"mine\":1}}");
        assert_eq!(kept(two, Some(others), None), Listed::Kept(expected));
    }
}
