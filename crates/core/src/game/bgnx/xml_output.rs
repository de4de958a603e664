//! Writes a document without blanks as XML: two blanks for each level, and each tag and each move on its own line.

use super::schema::{DATES, DOCUMENT, ElementSchema, GAME, ListSchema, NONE, OTHER, ObjectSchema, TAG, is_nag};
use crate::json::{Member, Members, ValueKind, elements, kind, push_string, unescape, value};
use crate::xml::{can_carry, push_attribute, push_text};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// How deep the elements are whose children are on lines of their own: the document, and its members.
const BROKEN: usize = 2;

/// Appends the element of a document.
pub(super) fn push(document: &[u8], out: &mut Vec<u8>) {
    let mut writing = Writing { text: document, out, open: Vec::new() };
    writing.open(GAME, WrittenKind::Object(&DOCUMENT, Members::of(0)));
    while let Some(open) = writing.open.last_mut() {
        match open.inner.next(document) {
            Next::End(end) => writing.close(end),
            Next::Child(start, member) => writing.child(start, member.as_ref()),
        }
    }
}

/// What is written of an object or an array, as far as that was gone through.
enum WrittenKind {
    Object(&'static ObjectSchema, Members),
    Tags(Members),
    /// Where the next element is looked for, and whether it is the first one.
    List(&'static ListSchema, usize, bool),
}

/// What comes next in an object or an array.
enum Next {
    /// A value that starts here, and in an object its key.
    Child(usize, Option<Member>),
    /// It ends here.
    End(usize),
}

impl WrittenKind {
    fn next(&mut self, text: &[u8]) -> Next {
        match self {
            WrittenKind::Object(_, members) | WrittenKind::Tags(members) => match members.next(text) {
                Ok(Some(member)) => Next::Child(member.value, Some(member)),
                _ => Next::End(members.end()),
            },
            WrittenKind::List(_, at, first) => match elements(text, *at, *first) {
                Ok(Ok(start)) => Next::Child(start, None),
                Ok(Err(end)) => Next::End(end),
                Err(_) => Next::End(text.len()),
            },
        }
    }

    /// The child that came last ends here.
    fn go_on(&mut self, end: usize) {
        match self {
            WrittenKind::Object(_, members) | WrittenKind::Tags(members) => members.go_on(end),
            WrittenKind::List(_, at, first) => (*at, *first) = (end, false),
        }
    }
}

/// An element that is open.
struct OpenValue {
    name: &'static str,
    inner: WrittenKind,
    /// Where its start tag ends.
    content: usize,
}

struct Writing<'w> {
    text: &'w [u8],
    out: &'w mut Vec<u8>,
    open: Vec<OpenValue>,
}

impl Writing<'_> {
    fn push(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.out.extend_from_slice(part.as_bytes()));
    }

    /// Starts a line if the open elements have their children on separate lines.
    fn start_line(&mut self) {
        let depth = self.open.len();
        if depth <= BROKEN {
            self.out.push(b'\n');
            self.out.extend(core::iter::repeat_n(b' ', 2 * depth));
        }
    }

    fn open(&mut self, name: &'static str, inner: WrittenKind) {
        self.push(&["<", name, ">"]);
        self.open.push(OpenValue { name, inner, content: self.out.len() });
    }

    /// Closes the innermost element, whose object or array ends here.
    fn close(&mut self, end: usize) {
        let Some(OpenValue { name, content, .. }) = self.open.pop() else { return };
        if self.open.len() < BROKEN && self.out.len() > content {
            self.start_line();
        }
        self.push(&["</", name, ">"]);
        if let Some(outer) = self.open.last_mut() {
            outer.inner.go_on(end);
        }
    }

    /// Writes what comes next in the innermost element, or its start tag.
    fn child(&mut self, start: usize, member: Option<&Member>) {
        self.start_line();
        let Some(open) = self.open.last() else { return };
        let Ok(is) = kind(self.text, start) else { return };
        let key = member.and_then(|member| unescape(self.text.get(member.key.inside.clone())?).ok());
        let known = match (&open.inner, &key) {
            (WrittenKind::Object(object, _), Some(key)) => object.member(key),
            (WrittenKind::Tags(_), _) if is == ValueKind::String => Some((TAG, ElementSchema::Text)),
            (WrittenKind::List(list, ..), _) if is == ValueKind::Object => {
                Some((list.name, ElementSchema::Object(list.object)))
            }
            (WrittenKind::List(list, ..), _) if is == ValueKind::Null && list.has_null => {
                self.push(&["<", NONE, "/>"]);
                return self.go_on(start + b"null".len());
            }
            _ => None,
        };
        match (known, is) {
            (Some((name, ElementSchema::Object(object))), ValueKind::Object) => {
                return self.open(name, WrittenKind::Object(object, Members::of(start)));
            }
            (Some((name, ElementSchema::List(list))), ValueKind::Array) => {
                return self.open(name, WrittenKind::List(list, start + 1, true));
            }
            (Some((name, ElementSchema::Tags)), ValueKind::Object) => {
                return self.open(name, WrittenKind::Tags(Members::of(start)));
            }
            _ => {}
        }
        let span = value(self.text, start, u64::MAX).map_or(start..self.text.len(), |found| found.span);
        self.leaf(known, key.as_deref(), (is, &span));
        self.go_on(span.end);
    }

    fn go_on(&mut self, end: usize) {
        if let Some(open) = self.open.last_mut() {
            open.inner.go_on(end);
        }
    }

    /// Writes an element that holds no others, except for two dates.
    fn leaf(
        &mut self,
        known: Option<(&'static str, ElementSchema)>,
        key: Option<&[u8]>,
        (is, span): (ValueKind, &Range<usize>),
    ) {
        let text = self.text;
        let raw = core::str::from_utf8(&text[span.clone()]).unwrap_or_default();
        let name = known.map_or(OTHER, |known| known.0);
        match (known.map(|known| known.1), is) {
            (Some(ElementSchema::Text | ElementSchema::Nag), ValueKind::String) => {
                let named = key.filter(|_| name == TAG);
                self.string(name, named, raw);
            }
            (Some(ElementSchema::Number | ElementSchema::Nag), ValueKind::Number)
            | (Some(ElementSchema::Flag), ValueKind::True) => {
                self.push(&["<", name, ">", raw, "</", name, ">"]);
            }
            (Some(ElementSchema::Json), _) => self.json(name, None, raw),
            (Some(ElementSchema::Dates), ValueKind::Array) if dates(raw).is_some() => {
                self.push(&["<", name, ">"]);
                for (name, date) in DATES.iter().zip(dates(raw).into_iter().flatten()) {
                    self.string(name, None, date);
                }
                self.push(&["</", name, ">"]);
            }
            _ => self.json(OTHER, key, raw),
        }
    }

    /// Writes a string, and its key unless the element is named by it.
    fn string(&mut self, name: &str, key: Option<&[u8]>, raw: &str) {
        let said = unescape(raw.as_bytes().get(1..raw.len() - 1).unwrap_or_default()).unwrap_or_default();
        let said = core::str::from_utf8(&said).unwrap_or_default();
        let key = key.and_then(|key| core::str::from_utf8(key).ok());
        let json =
            !can_carry(said) || name == "nag" && is_nag(said.as_bytes()) || key.is_some_and(|key| !can_carry(key));
        self.start_tag(name, key, json);
        push_text(&if json { carried(raw) } else { Cow::Borrowed(said) }, self.out);
        self.push(&["</", name, ">"]);
    }

    /// Writes a value as JSON.
    fn json(&mut self, name: &str, key: Option<&[u8]>, raw: &str) {
        let key = key.and_then(|key| core::str::from_utf8(key).ok());
        self.start_tag(name, key, key.is_some_and(|key| !can_carry(key)));
        push_text(&carried(raw), self.out);
        self.push(&["</", name, ">"]);
    }

    /// Writes a start tag. `json` means that a text of the element is written as JSON.
    fn start_tag(&mut self, name: &str, key: Option<&str>, json: bool) {
        self.push(&["<", name]);
        if let Some(key) = key {
            self.push(&[" name=\""]);
            // With the attribute `json`, a leading quote marks the names that are JSON.
            if json && (!can_carry(key) || key.starts_with('"')) {
                let mut quoted = Vec::new();
                push_string(key, &mut quoted);
                push_attribute(&carried(core::str::from_utf8(&quoted).unwrap_or_default()), self.out);
            } else {
                push_attribute(key, self.out);
            }
            self.push(&["\""]);
        }
        self.push(if json { &[" json=\"true\">"] } else { &[">"] });
    }
}

/// JSON of which XML can carry all. Only in strings can there be characters that it cannot.
fn carried(json: &str) -> Cow<'_, str> {
    if can_carry(json) {
        return Cow::Borrowed(json);
    }
    let mut carried = String::new();
    for character in json.chars() {
        if can_carry(character.encode_utf8(&mut [0; 4])) {
            carried.push(character);
        } else {
            carried.push_str(&format!("\\u{:04x}", u32::from(character)));
        }
    }
    Cow::Owned(carried)
}

/// The two strings of an array that holds no more.
fn dates(array: &str) -> Option<[&str; 2]> {
    let text = array.as_bytes();
    let mut found = Vec::new();
    let mut at = 1;
    while let Ok(Ok(start)) = elements(text, at, found.is_empty()) {
        let date = value(text, start, 0).ok().filter(|date| date.kind == ValueKind::String && found.len() < 2)?;
        at = date.span.end;
        found.push(array.get(date.span)?);
    }
    found.try_into().ok()
}
