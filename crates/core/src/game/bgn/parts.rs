//! The parts of well-formed JSON: the members of an object, each with its original key, and the elements of an array.

use crate::json::{self, Member, Members, behind_blanks};

/// The members of an object: the key with its quotes, and the value unchanged. Other values have no members.
pub(super) fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let text = object.as_bytes();
    let start = behind_blanks(text, 0);
    let mut members = (text.get(start) == Some(&b'{')).then(|| Members::of(start));
    core::iter::from_fn(move || {
        let members = members.as_mut()?;
        let found = members.next(text).ok().flatten()?;
        let (member, end) = member_of(object, &found)?;
        members.go_on(end);
        Some(member)
    })
}

/// The elements of an array.
pub(super) fn elements(array: &str) -> impl Iterator<Item = &str> {
    let text = array.as_bytes();
    let start = behind_blanks(text, 0);
    let mut at = (text.get(start) == Some(&b'[')).then_some(start + 1);
    let mut first = true;
    core::iter::from_fn(move || {
        let element = json::elements(text, at?, core::mem::take(&mut first)).ok()?.ok()?;
        let span = json::value(text, element, u64::MAX).ok()?.span;
        at = Some(span.end);
        array.get(span)
    })
}

/// The key and the value of one member, as it is between others.
pub(super) fn member(text: &str) -> Option<(&str, &str)> {
    let found = Members::behind(0).next(text.as_bytes()).ok()??;
    Some(member_of(text, &found)?.0)
}

/// The key and the value of a member, and where it ends.
fn member_of<'t>(text: &'t str, member: &Member) -> Option<((&'t str, &'t str), usize)> {
    let value = json::value(text.as_bytes(), member.value, u64::MAX).ok()?.span;
    let end = value.end;
    let key = text.get(member.key.inside.start - 1..member.key.inside.end + 1)?;
    Some(((key, text.get(value)?), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_an_object() {
        let object = r#" { "id" : "A,}\"" ,"q":[1,{"x":","}],"é":{} } "#;
        let expected = [("\"id\"", r#""A,}\"""#), ("\"q\"", r#"[1,{"x":","}]"#), ("\"é\"", "{}")];
        assert!(members(object).eq(expected));
        assert_eq!(members("{}").count() + members("{ }").count() + members("[1]").count(), 0);
        assert_eq!(member(r#""et": 9.5"#), Some(("\"et\"", "9.5")));
        assert!(elements(r#"[ {"id":"a,]"} , 2 ]"#).eq([r#"{"id":"a,]"}"#, "2"]));
        assert_eq!(elements("[]").count(), 0);
    }
}
