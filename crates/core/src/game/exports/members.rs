//! The members of an export's object: the place and the content of each.

use super::ExportMap;
use crate::error::Code;
use crate::game::json_frame::opens;
use crate::json::{JsonFlaw, JsonValue, KeySet, Member, Members, ValueKind, container_end, kind, unescape, value};
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

/// A part of an object, in the order of the text.
#[derive(Clone, Debug)]
pub(super) enum ObjectPart {
    /// A member with its key and its value, and its place in the list of paths, if it has a meaning.
    Leaf(Option<usize>, Range<usize>, JsonValue),
    /// An object opens that holds members with a meaning.
    Enter(Range<usize>),
    /// It closes.
    Leave,
}

/// A tag that members mean.
#[derive(Debug)]
pub(super) struct ExportTag<'t> {
    pub(super) name: &'static str,
    pub(super) value: Cow<'t, [u8]>,
    pub(super) place: usize,
    /// The members that it comes from, one bit each.
    pub(super) sources: u64,
}

/// An object that was read, and what became of its members.
pub(in crate::game) struct ExportObject<'t> {
    pub(super) text: &'t [u8],
    pub(super) parts: Vec<ObjectPart>,
    /// The values of the members that have a meaning.
    found: Vec<Option<JsonValue>>,
    /// The members that are emitted, one bit each: they are not kept as fields.
    pub(super) told: u64,
    /// The members whose value was reported.
    refused: u64,
    pub(super) tags: Vec<ExportTag<'t>>,
    /// Faults in its members that have not been reported.
    pub(super) faults: VecDeque<(Range<usize>, Code)>,
    /// Where the object is not JSON any more.
    pub(super) flaw: Option<JsonFlaw>,
    /// Where it starts and ends.
    pub(super) span: Range<usize>,
}

/// An open object of those that hold members with a meaning.
struct OpenObject<'t> {
    members: Members,
    seen: KeySet<'t>,
    /// The length of the path to it.
    path: usize,
}

impl<'t> ExportObject<'t> {
    /// Reads the object that starts at `start` of a text that ends where it does at the latest. Values may nest this
    /// deep.
    pub(super) fn read(text: &'t [u8], start: usize, map: &ExportMap, deepest: u64) -> ExportObject<'t> {
        let mut object = ExportObject {
            text,
            parts: Vec::with_capacity(48),
            found: Vec::new(),
            told: 0,
            refused: 0,
            tags: Vec::with_capacity(24),
            faults: VecDeque::new(),
            flaw: None,
            span: start..text.len(),
        };
        object.found.resize(map.paths.len(), None);
        if text.get(start) != Some(&b'{') {
            object.flaw = Some(JsonFlaw::syntax(start));
            return object;
        }
        match object.walk(start, map, deepest) {
            Ok(end) => object.span.end = end,
            Err(flaw) => {
                object.span.end = container_end(text, start).unwrap_or(text.len());
                object.flaw = Some(flaw);
            }
        }
        object
    }

    /// Goes through all members; returns where the object ends.
    fn walk(&mut self, start: usize, map: &ExportMap, deepest: u64) -> Result<usize, JsonFlaw> {
        let text = self.text;
        let mut path: Vec<u8> = Vec::with_capacity(32);
        let mut open = Vec::from([OpenObject { members: Members::of(start), seen: KeySet::default(), path: 0 }]);
        loop {
            let Some(object) = open.last_mut() else { return Err(JsonFlaw::syntax(start)) };
            let Some(Member { key, value: at }) = object.members.next(text)? else {
                let end = object.members.end();
                open.pop();
                match open.last_mut() {
                    Some(around) => around.members.go_on(end),
                    None => return Ok(end),
                }
                self.parts.push(ObjectPart::Leave);
                continue;
            };
            let whole = key.inside.start - 1..key.inside.end + 1;
            let name = unescape(&text[key.inside.clone()])
                .map_err(|flaw| JsonFlaw { at: key.inside.start + flaw.at, ..flaw })?;
            path.truncate(object.path);
            if object.path > 0 {
                path.push(b'.');
            }
            path.extend_from_slice(&name);
            let is_new = object.seen.add(name);
            if is_new && kind(text, at)? == ValueKind::Object && holds_known(map, &path) {
                self.parts.push(ObjectPart::Enter(whole));
                open.push(OpenObject { members: Members::of(at), seen: KeySet::default(), path: path.len() });
                continue;
            }
            let found = match value(text, at, deepest) {
                Ok(found) => found,
                Err(flaw) if flaw.code == Code::LimitDepth => {
                    let end = container_end(text, at).ok_or(JsonFlaw::syntax(text.len()))?;
                    self.faults.push_back((flaw.at..flaw.at + 1, flaw.code));
                    object.members.go_on(end);
                    continue;
                }
                Err(flaw) => return Err(flaw),
            };
            object.members.go_on(found.span.end);
            if !is_new {
                self.faults.push_back((whole, Code::JsonDuplicate));
                continue;
            }
            let known = map.paths.iter().position(|known| known.as_bytes() == path);
            if let Some(known) = known {
                self.found[known] = Some(found.clone());
            }
            self.parts.push(ObjectPart::Leaf(known, whole, found));
        }
    }

    /// The value of a member, if it is there and not `null`.
    pub(super) fn value(&self, index: usize) -> Option<&JsonValue> {
        self.found.get(index)?.as_ref().filter(|found| found.kind != ValueKind::Null)
    }

    /// Where the value of a member starts; where the object does if it is not there.
    pub(in crate::game) fn place(&self, index: usize) -> usize {
        self.value(index).map_or(self.span.start, |found| found.span.start)
    }

    /// A value has another kind or range than its member has.
    #[cold]
    pub(super) fn refuse(&mut self, value: Range<usize>) {
        self.faults.push_back((value, Code::FieldValue));
    }

    /// The same for a member, which is reported once.
    #[cold]
    pub(in crate::game) fn refuse_member(&mut self, index: usize) {
        if self.refused >> index & 1 == 0
            && let Some(found) = self.value(index)
        {
            let span = found.span.clone();
            self.refuse(span);
        }
        self.refused |= 1 << index;
    }

    /// The value of a member if it is of this kind; anything else is reported.
    fn of_kind(&mut self, index: usize, wanted: &[ValueKind]) -> Option<Range<usize>> {
        let JsonValue { kind, span } = self.value(index)?.clone();
        if wanted.contains(&kind) {
            return Some(span);
        }
        self.refuse_member(index);
        None
    }

    /// The string that a member is, with its quotes.
    pub(super) fn string_span(&mut self, index: usize) -> Option<Range<usize>> {
        self.of_kind(index, &[ValueKind::String])
    }

    /// The text of a member.
    pub(in crate::game) fn string(&mut self, index: usize) -> Option<Cow<'t, [u8]>> {
        let span = self.of_kind(index, &[ValueKind::String])?;
        unescape(&self.text[span.start + 1..span.end - 1]).ok()
    }

    /// The number of a member as it is written.
    pub(in crate::game) fn number(&mut self, index: usize) -> Option<&'t [u8]> {
        self.of_kind(index, &[ValueKind::Number]).map(|span| &self.text[span])
    }

    /// The whole number of a member.
    pub(in crate::game) fn integer(&mut self, index: usize) -> Option<i64> {
        let span = self.of_kind(index, &[ValueKind::Number])?;
        let number = integer(&self.text[span]);
        if number.is_none() {
            self.refuse_member(index);
        }
        number
    }

    /// Whether a member is true or false.
    pub(in crate::game) fn flag(&mut self, index: usize) -> Option<bool> {
        let span = self.of_kind(index, &[ValueKind::True, ValueKind::False])?;
        Some(self.text[span].starts_with(b"t"))
    }

    /// The array that a member is: where it starts.
    pub(in crate::game) fn array(&mut self, index: usize) -> Option<usize> {
        self.of_kind(index, &[ValueKind::Array]).map(|span| span.start)
    }

    /// Adds a tag that comes from members.
    pub(in crate::game) fn tag(&mut self, name: &'static str, value: impl Into<Cow<'t, [u8]>>, sources: &[usize]) {
        let place = sources.first().map_or(self.span.start, |source| self.place(*source));
        let sources = sources.iter().fold(0, |all, source| all | 1 << source);
        self.tags.push(ExportTag { name, value: value.into(), place, sources });
    }

    /// Adds tags whose values are the texts of members.
    pub(in crate::game) fn text_tags(&mut self, tags: &[(&'static str, usize)]) {
        for &(name, index) in tags {
            if let Some(value) = self.string(index) {
                self.tag(name, value, &[index]);
            }
        }
    }

    /// The same for numbers, as they are written.
    pub(in crate::game) fn number_tags(&mut self, tags: &[(&'static str, usize)]) {
        for &(name, index) in tags {
            if let Some(value) = self.number(index) {
                self.tag(name, value, &[index]);
            }
        }
    }

    /// Marks a member whose content is emitted otherwise.
    pub(in crate::game) fn tell(&mut self, index: usize) {
        self.told |= 1 << index;
    }
}

/// Whether members with a meaning are in the object of this path.
fn holds_known(map: &ExportMap, path: &[u8]) -> bool {
    map.paths.iter().any(|known| known.as_bytes().get(path.len()) == Some(&b'.') && known.as_bytes().starts_with(path))
}

/// A whole number as JSON writes it.
pub(super) fn integer(number: &[u8]) -> Option<i64> {
    core::str::from_utf8(number).ok()?.parse().ok()
}

/// How many of these members the first object of a source has, as far as they can be seen in `head`. If `behind` is
/// given, the object opens there, and not at the start of the source or of an array.
pub(in crate::game) fn members_of_head(head: &[u8], behind: Option<usize>, wanted: &[(&str, ValueKind)]) -> usize {
    let start = behind.or_else(|| opens(head)).filter(|start| head.get(*start) == Some(&b'{'));
    let Some(start) = start else { return 0 };
    let (mut members, mut count) = (Members::of(start), 0);
    while let Ok(Some(Member { key, value: at })) = members.next(head) {
        let Ok(kind) = kind(head, at) else { return count };
        let name = &head[key.inside];
        count += usize::from(wanted.iter().any(|(wanted, of)| wanted.as_bytes() == name && *of == kind));
        let end = match kind {
            ValueKind::Object | ValueKind::Array => container_end(head, at),
            _ => value(head, at, 0).ok().map(|found| found.span.end),
        };
        let Some(end) = end else { return count };
        members.go_on(end);
    }
    count
}
