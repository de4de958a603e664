//! The attributes of elements: the names of tags and of members, and whether a text is written as JSON.

use super::state::Reading;
use crate::error::Code;
use crate::xml::attribute;
use core::ops::Range;

/// The attributes of an element that mean something.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// What is in the quotes of `name`.
    pub(super) name: Option<Range<usize>>,
    /// Whether there is `json="true"`.
    pub(super) json: bool,
}

/// Prefixes of attributes that say nothing of a game: where the schema is, and the like.
const BESIDE: [&[u8]; 3] = [b"xml:", b"xmlns:", b"xsi:"];

impl Reading<'_> {
    /// Takes the attributes of an element. What means nothing there is told.
    pub(super) fn take_attributes(&mut self, span: &Range<usize>, named: bool) -> Attributes {
        let mut found = Attributes::default();
        self.each_attribute(span, |name, text, value| match name {
            b"name" if named && found.name.is_none() => {
                found.name = Some(value);
                true
            }
            b"json" if !found.json => {
                found.json = &text[value] == b"true";
                found.json
            }
            _ => false,
        });
        found
    }

    /// Takes the attributes of an element that has none.
    pub(super) fn refuse_attributes(&mut self, span: &Range<usize>) {
        self.each_attribute(span, |_, _, _| false);
    }

    /// Goes through attributes; `take` says whether it could take one.
    fn each_attribute(&mut self, span: &Range<usize>, mut take: impl FnMut(&[u8], &[u8], Range<usize>) -> bool) {
        let (text, mut at) = (self.text, span.start);
        while let Ok(Some(found)) = attribute(text, at) {
            let name = &text[found.name.clone()];
            let beside = BESIDE.iter().any(|prefix| name.starts_with(prefix));
            if !beside && !take(name, text, found.value) {
                self.flaw(found.name.start..found.end, Code::XmlElement);
            }
            at = found.end;
        }
    }

    /// Reads the XML declaration, where an instruction is that: all is read as UTF-8.
    pub(super) fn declaration(&mut self, inside: &Range<usize>) {
        let text = self.text;
        let Some(b"xml") = text[inside.clone()].split(u8::is_ascii_whitespace).next() else { return };
        let mut at = inside.start + b"xml".len();
        while let Ok(Some(found)) = attribute(text, at) {
            let value = &text[found.value.clone()];
            let known = [&b"utf-8"[..], b"utf8", b"us-ascii", b"ascii"];
            if &text[found.name] == b"encoding" && !known.iter().any(|known| known.eq_ignore_ascii_case(value)) {
                self.flaw(found.value, Code::XmlEncoding);
            }
            at = found.end;
        }
    }
}
