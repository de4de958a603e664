//! Base64 (RFC 4648, the usual alphabet): bytes as text, piece by piece.

use alloc::vec::Vec;

/// The text before bytes in base64.
pub const PREFIX: &str = "base64:";

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What a byte of the text is: the value of a digit, or one of these.
const BLANK: u8 = 64;
const PADDING: u8 = 65;
const NOTHING: u8 = 66;

const MEANINGS: [u8; 256] = {
    let mut meanings = [NOTHING; 256];
    let mut value = 0;
    while value < DIGITS.len() {
        meanings[DIGITS[value] as usize] = value as u8;
        value += 1;
    }
    meanings[b' ' as usize] = BLANK;
    meanings[b'\t' as usize] = BLANK;
    meanings[b'\r' as usize] = BLANK;
    meanings[b'\n' as usize] = BLANK;
    meanings[b'=' as usize] = PADDING;
    meanings
};

/// Bytes as base64, without the prefix.
///
/// ```
/// assert_eq!(scoresheet_core::base64::encode(&[0, 255, 16, 3]), b"AP8QAw==");
/// ```
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let (mut encoder, mut text) = (Base64Encoder::default(), Vec::with_capacity(bytes.len().div_ceil(3) * 4));
    encoder.push(bytes, &mut text);
    encoder.finish(&mut text);
    text
}

/// Bytes as a file of text: the prefix, base64, and the end of the line.
pub fn file(bytes: &[u8]) -> Vec<u8> {
    [PREFIX.as_bytes(), &encode(bytes), b"\n"].concat()
}

/// The bytes of a text without the prefix. Blanks and line ends may occur anywhere, and the padding may be missing.
///
/// ```
/// use scoresheet_core::base64::decode;
/// assert_eq!(decode(b"AP8Q\nAw==\n"), Ok(vec![0, 255, 16, 3]));
/// assert_eq!(decode(b"AP8?").unwrap_err().at, 3);
/// ```
///
/// # Errors
/// If the text is not base64.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Base64Error> {
    let (mut decoder, mut bytes) = (Base64Decoder::default(), Vec::with_capacity(text.len() / 4 * 3));
    decoder.push(text, &mut bytes)?;
    decoder.end(&mut bytes)?;
    Ok(bytes)
}

/// A fault of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base64Error {
    /// The first byte that cannot be there, counted from the start of the text; its end if something is missing there.
    pub at: u64,
    /// The kind of fault.
    pub what: &'static str,
}

/// Encodes bytes that come in pieces.
#[derive(Clone, Debug, Default)]
pub struct Base64Encoder {
    /// The bytes that are not yet enough for four digits.
    held: [u8; 2],
    count: usize,
}

impl Base64Encoder {
    /// Appends the digits of the next bytes to `out`, except for those that depend on what follows.
    pub fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        while self.count > 0 {
            let Some((first, rest)) = bytes.split_first() else { return };
            bytes = rest;
            if self.count == 2 {
                let [high, middle] = self.held;
                push_group([high, middle, *first], out);
                self.count = 0;
            } else {
                self.held[1] = *first;
                self.count = 2;
            }
        }
        let (groups, rest) = bytes.as_chunks::<3>();
        for group in groups {
            push_group(*group, out);
        }
        self.held[..rest.len()].copy_from_slice(rest);
        self.count = rest.len();
    }

    /// Appends the last digits, and the padding.
    pub fn finish(self, out: &mut Vec<u8>) {
        if self.count == 0 {
            return;
        }
        let low = if self.count == 2 { self.held[1] } else { 0 };
        push_group([self.held[0], low, 0], out);
        let padded = out.len() - (3 - self.count);
        out[padded..].fill(b'=');
    }

    /// The end of a file of its own: the last digits, and the end of the line.
    pub fn ended(self) -> Vec<u8> {
        let mut out = Vec::new();
        self.finish(&mut out);
        out.push(b'\n');
        out
    }
}

#[inline]
fn push_group([high, middle, low]: [u8; 3], out: &mut Vec<u8>) {
    let bits = u32::from_be_bytes([0, high, middle, low]);
    let digit = |shift: u32| DIGITS[(bits >> shift & 63) as usize];
    out.extend_from_slice(&[digit(18), digit(12), digit(6), digit(0)]);
}

/// Decodes a text that comes in pieces.
#[derive(Clone, Debug, Default)]
pub struct Base64Decoder {
    /// The digits of the current group, and how many these are.
    bits: u32,
    digits: u8,
    padding: u8,
    /// The bytes of the text so far.
    at: u64,
}

impl Base64Decoder {
    /// Appends the bytes of the next piece to `out`.
    ///
    /// # Errors
    /// If it cannot be base64; the bytes decoded before the fault were appended.
    pub fn push(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Base64Error> {
        for letter in text {
            match MEANINGS[usize::from(*letter)] {
                BLANK => {}
                PADDING => {
                    self.padding += 1;
                    if self.digits < 2 || self.digits + self.padding > 4 {
                        return Err(self.wrong("`=` that completes no group of four"));
                    }
                }
                NOTHING => return Err(self.wrong("a character that is no digit of base64")),
                _ if self.padding > 0 => return Err(self.wrong("more after the padding")),
                value => {
                    self.bits = self.bits << 6 | u32::from(value);
                    self.digits += 1;
                    if self.digits == 4 {
                        out.extend_from_slice(&self.bits.to_be_bytes()[1..]);
                        (self.bits, self.digits) = (0, 0);
                    }
                }
            }
            self.at += 1;
        }
        Ok(())
    }

    /// The last bytes.
    ///
    /// # Errors
    /// If the text ends too early.
    pub fn end(&mut self, out: &mut Vec<u8>) -> Result<(), Base64Error> {
        let missing = self.digits == 1 || self.padding > 0 && self.digits + self.padding < 4;
        if missing {
            return Err(self.wrong("the end of the text within a group of four"));
        }
        if self.digits > 0 {
            let bytes = (self.bits << (6 * (4 - u32::from(self.digits)))).to_be_bytes();
            out.extend_from_slice(&bytes[1..usize::from(self.digits)]);
        }
        (self.bits, self.digits, self.padding) = (0, 0, 0);
        Ok(())
    }

    fn wrong(&self, what: &'static str) -> Base64Error {
        Base64Error { at: self.at, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648.
    const VECTORS: [(&str, &str); 7] = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ];

    #[test]
    fn vectors_both_ways_in_pieces_of_any_size() {
        for (bytes, text) in VECTORS {
            for size in 1..=text.len().max(1) {
                let (mut encoder, mut encoded) = (Base64Encoder::default(), Vec::new());
                bytes.as_bytes().chunks(size).for_each(|piece| encoder.push(piece, &mut encoded));
                encoder.finish(&mut encoded);
                assert_eq!(encoded, text.as_bytes());
                for text in [text, text.trim_end_matches('=')] {
                    let (mut decoder, mut decoded) = (Base64Decoder::default(), Vec::new());
                    for piece in text.as_bytes().chunks(size) {
                        assert_eq!(decoder.push(piece, &mut decoded), Ok(()));
                        assert_eq!(decoder.push(b" \r\n", &mut decoded), Ok(()));
                    }
                    assert_eq!(decoder.end(&mut decoded), Ok(()));
                    assert_eq!(decoded, bytes.as_bytes());
                }
            }
        }
    }

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&bytes)).as_deref(), Ok(bytes.as_slice()));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        for (text, at) in [
            ("A", 1),
            ("AP8Q A", 6),
            ("A?==", 1),
            ("A===", 1),
            ("AP8==", 4),
            ("AA=", 3),
            ("AA==A", 4),
            ("=", 0),
            ("AP8Q=", 4),
            ("AP8Q\u{e9}", 4),
            ("AP-_", 2),
        ] {
            assert_eq!(decode(text.as_bytes()).map_err(|error| error.at), Err(at), "{text}");
        }
    }
}
