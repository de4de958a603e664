//! JSON to BSON.

use super::element::BsonElement;
use super::number::BsonNumber;
use super::{DEEPEST, JsonFlaw, key, time, types};
use crate::error::Code;
use crate::json::{JsonDate, JsonValue, ValueKind, behind_blanks, string, unescape, value};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// The maximum size of a document in MongoDB, in bytes.
pub const LARGEST: usize = 16 << 20;

/// Appends a document, given as JSON, as one of BSON with this `_id` in front. Members keep their order.
///
/// ```
/// use scoresheet_core::bson::encode;
/// let mut out = Vec::new();
/// encode(br#"{"moves":[]}"#, None, &mut out).unwrap();
/// assert_eq!(out, b"\x11\0\0\0\x04moves\0\x05\0\0\0\0\0");
/// ```
///
/// # Errors
/// If it is not JSON, or holds something that BSON cannot express: then nothing is appended. The place is a byte of the
/// JSON.
pub fn encode(document: &[u8], id: Option<&str>, out: &mut Vec<u8>) -> Result<(), JsonFlaw> {
    let mut refused = None;
    let start = out.len();
    push(document, id, out, |flaw| refused = refused.or(Some(flaw)))?;
    refused.map_or(Ok(()), |flaw| {
        out.truncate(start);
        Err(flaw)
    })
}

/// The same without an `_id`, for a document that may hold numbers that BSON cannot express: each of them is reported
/// and becomes `null`.
///
/// # Errors
/// As for [`encode`].
pub(crate) fn encode_most(document: &[u8], out: &mut Vec<u8>, left_out: impl FnMut(JsonFlaw)) -> Result<(), JsonFlaw> {
    push(document, None, out, left_out)
}

fn push(document: &[u8], id: Option<&str>, out: &mut Vec<u8>, left_out: impl FnMut(JsonFlaw)) -> Result<(), JsonFlaw> {
    let start = out.len();
    let done = Encoder { text: document, out, start, levels: Vec::new(), left_out }.document(id);
    if done.is_err() {
        out.truncate(start);
    }
    done
}

/// An object or an array that is open.
struct OpenOutput {
    /// Where its length is in what is written.
    length: usize,
    place: BsonElement,
    /// How many elements an array has so far; `None` for an object.
    elements: Option<u32>,
}

struct Encoder<'t, 'o, L> {
    text: &'t [u8],
    out: &'o mut Vec<u8>,
    start: usize,
    levels: Vec<OpenOutput>,
    /// Called with each number that BSON cannot express.
    left_out: L,
}

impl<L: FnMut(JsonFlaw)> Encoder<'_, '_, L> {
    fn document(mut self, id: Option<&str>) -> Result<(), JsonFlaw> {
        let at = behind_blanks(self.text, 0);
        if let Err(error) = core::str::from_utf8(self.text) {
            return Err(JsonFlaw { at: error.valid_up_to(), code: Code::JsonEncoding });
        }
        // All of it is read once, so that what follows can go from token to token.
        let JsonValue { kind, span } = value(self.text, at, DEEPEST)?;
        let behind = behind_blanks(self.text, span.end);
        if kind != ValueKind::Object {
            return Err(JsonFlaw::syntax(at));
        }
        if behind < self.text.len() {
            return Err(JsonFlaw::syntax(behind));
        }
        self.open(BsonElement::Document, None);
        if let Some(id) = id {
            self.out.push(types::STRING);
            self.out.extend_from_slice(b"_id\0");
            self.push_text(id.as_bytes());
        }
        self.members(at + 1)
    }

    /// Goes from one value to the next until nothing is open any more.
    fn members(&mut self, mut at: usize) -> Result<(), JsonFlaw> {
        while let Some(level) = self.levels.last_mut() {
            at = behind_blanks(self.text, at);
            match self.text.get(at) {
                Some(b',') => at += 1,
                Some(b'}' | b']') => {
                    at += 1;
                    self.close();
                }
                _ => {
                    let place = level.place;
                    match &mut level.elements {
                        None => at = self.member(at, place)?,
                        Some(elements) => {
                            let index = *elements;
                            *elements += 1;
                            let name = Name::Index(index);
                            at = self.value(at, name, place.element())?;
                        }
                    }
                }
            }
            if self.out.len() - self.start > LARGEST {
                return Err(JsonFlaw { at, code: Code::StoreTooLarge });
            }
        }
        Ok(())
    }

    /// Writes a member up to the end of its value, or to its brace or bracket.
    fn member(&mut self, at: usize, outer: BsonElement) -> Result<usize, JsonFlaw> {
        let text = self.text;
        let quoted = string(text, at)?;
        let name = unescape(&text[quoted.inside.clone()])?;
        let place = outer.member(&name);
        let colon = behind_blanks(text, quoted.inside.end + 1);
        self.value(behind_blanks(text, colon + 1), Name::Key(name), place)
    }

    /// Writes a value under its name.
    fn value(&mut self, at: usize, name: Name<'_>, place: BsonElement) -> Result<usize, JsonFlaw> {
        // The type is known once the value is.
        let kind_at = self.out.len();
        self.out.push(types::NULL);
        name.push(self.out);
        let (kind, end) = match self.text.get(at) {
            Some(b'{') if let Some((millis, end)) = self.extended_date(at, place) => {
                self.out.extend_from_slice(&millis.to_le_bytes());
                (types::DATE, end)
            }
            Some(b'{') => {
                self.open(place, None);
                (types::DOCUMENT, at + 1)
            }
            Some(b'[') => {
                self.open(place, Some(0));
                (types::ARRAY, at + 1)
            }
            _ => self.scalar(at, place)?,
        };
        if let Some(byte) = self.out.get_mut(kind_at) {
            *byte = kind;
        }
        Ok(end)
    }

    /// The milliseconds of a date in MongoDB's extended JSON, if there is a date at this place, and where the object
    /// ends.
    fn extended_date(&self, at: usize, place: BsonElement) -> Option<(i64, usize)> {
        if !matches!(place, BsonElement::Day | BsonElement::Time) {
            return None;
        }
        let found = value(self.text, at, 2).ok()?;
        let micros = JsonDate::of(self.text, &found)?.micros?;
        (micros.rem_euclid(1_000) == 0).then_some((micros.div_euclid(1_000), found.span.end))
    }

    /// Writes a value that holds no others; returns its type and where it ends.
    fn scalar(&mut self, at: usize, place: BsonElement) -> Result<(u8, usize), JsonFlaw> {
        let JsonValue { kind, span } = value(self.text, at, 0)?;
        let end = span.end;
        let kind = match kind {
            ValueKind::String => self.string(span, place)?,
            ValueKind::Number => self.number(span),
            ValueKind::True | ValueKind::False => {
                self.out.push(u8::from(kind == ValueKind::True));
                types::BOOLEAN
            }
            _ => types::NULL,
        };
        Ok((kind, end))
    }

    fn string(&mut self, span: Range<usize>, place: BsonElement) -> Result<u8, JsonFlaw> {
        let said = unescape(&self.text[span.start + 1..span.end - 1])?;
        let date = core::str::from_utf8(&said).ok().and_then(|said| time::millis(said, place));
        Ok(match date {
            Some(millis) => {
                self.out.extend_from_slice(&millis.to_le_bytes());
                types::DATE
            }
            None => {
                self.push_text(&said);
                types::STRING
            }
        })
    }

    fn number(&mut self, span: Range<usize>) -> u8 {
        let at = span.start;
        let Some(number) = core::str::from_utf8(&self.text[span]).ok().and_then(BsonNumber::of) else {
            (self.left_out)(JsonFlaw { at, code: Code::BsonNumber });
            return types::NULL;
        };
        match number {
            BsonNumber::Int32(value) => {
                self.out.extend_from_slice(&value.to_le_bytes());
                types::INT32
            }
            BsonNumber::Int64(value) => {
                self.out.extend_from_slice(&value.to_le_bytes());
                types::INT64
            }
            BsonNumber::Double(value) => {
                self.out.extend_from_slice(&value.to_le_bytes());
                types::DOUBLE
            }
            BsonNumber::Decimal(bytes) => {
                self.out.extend_from_slice(&bytes);
                types::DECIMAL
            }
        }
    }

    fn push_text(&mut self, text: &[u8]) {
        self.push_length(text.len() + 1);
        self.out.extend_from_slice(text);
        self.out.push(0);
    }

    /// Appends a length. One that is too large for it belongs to a document that is too large anyway.
    fn push_length(&mut self, length: usize) {
        self.out.extend_from_slice(&i32::try_from(length).unwrap_or(i32::MAX).to_le_bytes());
    }

    fn open(&mut self, place: BsonElement, elements: Option<u32>) {
        self.levels.push(OpenOutput { length: self.out.len(), place, elements });
        self.push_length(0);
    }

    fn close(&mut self) {
        let Some(OpenOutput { length: at, .. }) = self.levels.pop() else { return };
        self.out.push(0);
        let length = i32::try_from(self.out.len() - at).unwrap_or(i32::MAX);
        if let Some(place) = self.out.get_mut(at..at + 4) {
            place.copy_from_slice(&length.to_le_bytes());
        }
    }
}

/// What a value is called: by a key in an object, by its number in an array.
enum Name<'k> {
    Key(Cow<'k, [u8]>),
    Index(u32),
}

impl Name<'_> {
    fn push(&self, out: &mut Vec<u8>) {
        match self {
            Name::Key(name) => key::push(name, out),
            Name::Index(index) => crate::text::push_number(*index, out),
        }
        out.push(0);
    }
}
