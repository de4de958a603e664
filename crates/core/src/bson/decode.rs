//! BSON to JSON.

use super::element::BsonElement;
use super::frame::SHORTEST;
use super::{JsonFlaw, decimal, key, number, time, types};
use crate::error::Code;
use crate::json::{push_escaped, push_string};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// A document as JSON, and its faults.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// The document without blanks. It is well-formed JSON for any bytes.
    pub json: Vec<u8>,
    /// What was left out and why, by its place in the BSON.
    pub flaws: Vec<JsonFlaw>,
    /// Where nothing more could be read, and why.
    pub broken: Option<JsonFlaw>,
}

/// Reads the document that `bytes` start with. One that is cut short or broken is read as far as possible. At most
/// `deepest` documents and arrays may be nested; deeper ones are left out. `mark` is called with a place in the JSON
/// and the place in the BSON from which the text there comes.
/// ```
/// use scoresheet_core::bson::{DEEPEST, decode};
/// let decoded = decode(b"\x11\0\0\0\x04moves\0\x05\0\0\0\0\0", DEEPEST, |_, _| {});
/// assert_eq!(decoded.json, br#"{"moves":[]}"#);
/// assert!(decoded.flaws.is_empty() && decoded.broken.is_none());
/// ```
pub fn decode(bytes: &[u8], deepest: u64, mark: impl FnMut(usize, usize)) -> Decoded {
    let mut decoder = BsonDecoder { bytes, at: 0, deepest, levels: Vec::new(), into: Decoded::default(), mark };
    if let Err(flaw) = decoder.document() {
        decoder.into.broken = Some(flaw);
        while let Some(level) = decoder.levels.pop() {
            decoder.close(level.array);
        }
    }
    decoder.into
}

/// A document or an array that is open.
#[derive(Clone, Copy)]
struct OpenInput {
    /// The place of the NUL that ends it, according to its length: within the enclosing value, but maybe not within the
    /// bytes.
    last: usize,
    place: BsonElement,
    array: bool,
    /// Whether something is in it already.
    begun: bool,
}

struct BsonDecoder<'b, M> {
    bytes: &'b [u8],
    at: usize,
    deepest: u64,
    levels: Vec<OpenInput>,
    into: Decoded,
    mark: M,
}

/// What a value is.
enum BsonValue<'b> {
    /// A text.
    Text(&'b [u8]),
    /// Anything that is a word or a number of JSON.
    Word(Cow<'static, str>),
    /// A text that needs no escapes.
    Date(String),
    /// A document or an array, followed by its length.
    Container(bool),
    /// Something that JSON has no form for.
    Nothing(Code),
}

impl<'b, M: FnMut(usize, usize)> BsonDecoder<'b, M> {
    fn document(&mut self) -> Result<(), JsonFlaw> {
        self.open(BsonElement::Document, false, usize::MAX)?;
        while let Some(&level) = self.levels.last() {
            let start = self.at;
            let kind = *self.bytes.get(start).ok_or(self.cut_short())?;
            self.at += 1;
            match kind {
                0 if start == level.last => {
                    self.levels.pop();
                    self.close(level.array);
                }
                0 => return Err(broken(start)),
                _ if start >= level.last => return Err(broken(start)),
                kind => self.element(kind, level)?,
            }
        }
        Ok(())
    }

    /// Reads a member or an element of this type.
    fn element(&mut self, kind: u8, level: OpenInput) -> Result<(), JsonFlaw> {
        let name_at = self.at;
        let name = self.name(level)?;
        let said = key::said(name);
        let place = if level.array { level.place.element() } else { level.place.member(&said) };
        let value_at = self.at;
        if level.place == BsonElement::Document && *said == *b"_id" {
            return self.skip(kind, level);
        }
        let mut found = self.value(kind, place, level)?;
        if matches!(found, BsonValue::Container(_)) && self.levels.len() as u64 >= self.deepest {
            self.skip(kind, level)?;
            found = BsonValue::Nothing(if place == BsonElement::Free { Code::LimitDepth } else { Code::LimitNesting });
        }
        if let BsonValue::Nothing(code) = found {
            self.into.flaws.push(JsonFlaw { at: value_at, code });
            // What is left out of an array would move the elements after it.
            if !level.array {
                return Ok(());
            }
        }
        self.begin();
        if !level.array {
            self.string(&said, name_at..value_at - 1);
            self.into.json.push(b':');
        }
        (self.mark)(self.into.json.len(), value_at);
        match found {
            BsonValue::Text(text) => {
                self.string(text, value_at + 4..self.at - 1);
                return Ok(());
            }
            BsonValue::Container(array) => return self.open(place, array, level.last),
            BsonValue::Word(word) => self.into.json.extend_from_slice(word.as_bytes()),
            BsonValue::Date(date) => push_string(&date, &mut self.into.json),
            BsonValue::Nothing(_) => self.into.json.extend_from_slice(b"null"),
        }
        // In the BSON it is not a text that could be shown.
        (self.mark)(self.into.json.len(), value_at);
        Ok(())
    }

    /// Reads a value. Of a document or an array, only its kind is read.
    fn value(&mut self, kind: u8, place: BsonElement, level: OpenInput) -> Result<BsonValue<'b>, JsonFlaw> {
        let number = |spelled: Option<String>| {
            spelled.map_or(BsonValue::Nothing(Code::BsonNumber), |spelled| BsonValue::Word(Cow::Owned(spelled)))
        };
        Ok(match kind {
            types::DOCUMENT | types::ARRAY => BsonValue::Container(kind == types::ARRAY),
            types::STRING => BsonValue::Text(self.text(level)?),
            types::DOUBLE => {
                let value = f64::from_le_bytes(self.chunk(level)?);
                number(if place == BsonElement::Whole { number::whole(value) } else { number::double(value) })
            }
            types::INT32 => number(Some(i32::from_le_bytes(self.chunk(level)?).to_string())),
            types::INT64 => number(Some(i64::from_le_bytes(self.chunk(level)?).to_string())),
            types::DECIMAL => number(decimal::shown(self.chunk(level)?)),
            types::DATE => {
                let millis = i64::from_le_bytes(self.chunk(level)?);
                time::shown(millis, place).map_or(BsonValue::Nothing(Code::FieldValue), BsonValue::Date)
            }
            types::BOOLEAN => match self.chunk(level)? {
                [0] => BsonValue::Word(Cow::Borrowed("false")),
                [1] => BsonValue::Word(Cow::Borrowed("true")),
                _ => return Err(broken(self.at - 1)),
            },
            types::NULL => BsonValue::Word(Cow::Borrowed("null")),
            _ => {
                self.skip(kind, level)?;
                BsonValue::Nothing(Code::BsonType)
            }
        })
    }

    /// Passes over a value.
    fn skip(&mut self, kind: u8, level: OpenInput) -> Result<(), JsonFlaw> {
        let start = self.at;
        let length = match kind {
            types::DOCUMENT | types::ARRAY | types::SCOPE => self.length(level)?.checked_sub(4),
            types::STRING | types::CODE | types::SYMBOL => return self.text(level).map(|_| ()),
            types::BINARY => Some(self.length(level)? + 1),
            types::REGEX => {
                self.name(level)?;
                return self.name(level).map(|_| ());
            }
            types::POINTER => {
                self.text(level)?;
                Some(12)
            }
            types::UNDEFINED | types::NULL | types::LEAST | types::GREATEST => Some(0),
            types::BOOLEAN => Some(1),
            types::INT32 => Some(4),
            types::DOUBLE | types::DATE | types::TIMESTAMP | types::INT64 => Some(8),
            types::OBJECT_ID => Some(12),
            types::DECIMAL => Some(16),
            _ => return Err(broken(start)),
        };
        self.take(length.ok_or(broken(start))?, level).map(|_| ())
    }
}

/// The bytes, in order.
impl<'b, M: FnMut(usize, usize)> BsonDecoder<'b, M> {
    /// The next `count` bytes, which precede the end of this level.
    fn take(&mut self, count: usize, level: OpenInput) -> Result<&'b [u8], JsonFlaw> {
        let end = self.at.checked_add(count).filter(|end| *end <= level.last).ok_or(broken(self.at))?;
        let taken = self.bytes.get(self.at..end).ok_or(self.cut_short())?;
        self.at = end;
        Ok(taken)
    }

    fn chunk<const N: usize>(&mut self, level: OpenInput) -> Result<[u8; N], JsonFlaw> {
        let at = self.at;
        self.take(N, level)?.first_chunk().copied().ok_or(broken(at))
    }

    /// A length, which is not negative.
    fn length(&mut self, level: OpenInput) -> Result<usize, JsonFlaw> {
        let at = self.at;
        usize::try_from(i32::from_le_bytes(self.chunk(level)?)).map_err(|_| broken(at))
    }

    /// A text with its own length, without the NUL after it.
    fn text(&mut self, level: OpenInput) -> Result<&'b [u8], JsonFlaw> {
        let at = self.at;
        let length = self.length(level)?;
        match self.take(length, level)?.split_last() {
            Some((0, text)) => Ok(text),
            _ => Err(broken(at)),
        }
    }

    /// A text that ends at its NUL.
    fn name(&mut self, level: OpenInput) -> Result<&'b [u8], JsonFlaw> {
        let rest = self.bytes.get(self.at..level.last.min(self.bytes.len())).unwrap_or_default();
        let Some(length) = rest.iter().position(|byte| *byte == 0) else {
            return Err(if level.last >= self.bytes.len() { self.cut_short() } else { broken(self.at) });
        };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// Opens a document or an array, which ends before `latest`.
    fn open(&mut self, place: BsonElement, array: bool, latest: usize) -> Result<(), JsonFlaw> {
        let start = self.at;
        self.into.json.push(if array { b'[' } else { b'{' });
        let mut level = OpenInput { last: latest, place, array, begun: false };
        self.levels.push(level);
        let length = self.length(level)?;
        let end = start.checked_add(length).filter(|end| length >= SHORTEST && *end <= latest).ok_or(broken(start))?;
        level.last = end - 1;
        if let Some(open) = self.levels.last_mut() {
            *open = level;
        }
        Ok(())
    }

    /// The bytes end too early.
    #[cold]
    fn cut_short(&self) -> JsonFlaw {
        JsonFlaw { at: self.bytes.len(), code: Code::DataTruncated }
    }
}

/// The JSON.
impl<M: FnMut(usize, usize)> BsonDecoder<'_, M> {
    /// A member or an element begins.
    fn begin(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            if level.begun {
                self.into.json.push(b',');
            }
            level.begun = true;
        }
    }

    /// Writes a text, which is at `part`. What is not UTF-8 becomes U+FFFD.
    fn string(&mut self, text: &[u8], part: Range<usize>) {
        (self.mark)(self.into.json.len(), part.start);
        self.into.json.push(b'"');
        match core::str::from_utf8(text) {
            Ok(text) => push_escaped(text.as_bytes(), &mut self.into.json),
            Err(error) => {
                self.into.flaws.push(JsonFlaw { at: part.start + error.valid_up_to(), code: Code::JsonEncoding });
                push_escaped(String::from_utf8_lossy(text).as_bytes(), &mut self.into.json);
            }
        }
        self.into.json.push(b'"');
        (self.mark)(self.into.json.len(), part.end);
    }

    fn close(&mut self, array: bool) {
        self.into.json.push(if array { b']' } else { b'}' });
    }
}

/// The bytes are not BSON from here on.
#[cold]
fn broken(at: usize) -> JsonFlaw {
    JsonFlaw { at, code: Code::BsonSyntax }
}
