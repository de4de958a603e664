//! The texts of a block that are not templates.

use super::codec::TextCoder;
use super::prose::{Prose, row_bits};
use crate::bytes::Cursor;
use crate::coder::{Decoder, Encoder};
use crate::comments::CommentPlace;
use crate::damage::Damage;
use crate::packed_games::{push_packed, read_packed};

/// Ends a text.
const END: u8 = 0;
/// Before a 2 it means the byte 0, before a 1 itself.
const ESCAPE: u8 = 1;

/// Texts that are compressed to less than one byte in this many, beyond the first [`FREE`] bytes, are compressed by
/// zstd, which is much faster. So a reader never spends more time with the model than the bytes of the stream are
/// worth.
const RATIO: usize = 16;
/// How many bytes any stream may decode to.
const FREE: usize = 64 << 10;
/// Used instead of the number of bits of a model if zstd is used.
const PACKED: u8 = 0;

/// Writes texts.
#[derive(Default)]
pub(super) struct TextWriter {
    bytes: Vec<u8>,
}

impl TextCoder for TextWriter {
    fn code(&mut self, text: &[u8], _place: &CommentPlace<'_>, _out: &mut Vec<u8>) -> Result<(), Damage> {
        for &byte in text {
            if byte <= ESCAPE {
                self.bytes.extend_from_slice(&[ESCAPE, 2 - byte]);
            } else {
                self.bytes.push(byte);
            }
        }
        self.bytes.push(END);
        Ok(())
    }
}

impl TextWriter {
    /// The bytes of the stream: none if there was no text.
    pub(super) fn finish(self) -> Vec<u8> {
        if self.bytes.is_empty() {
            return Vec::new();
        }
        let modelled = self.modelled();
        if self.bytes.len() <= most_of(modelled.len()) { modelled } else { self.packed() }
    }

    fn modelled(&self) -> Vec<u8> {
        let bits = row_bits(self.bytes.len());
        let Some(mut prose) = Prose::new(bits) else { return Vec::new() };
        let mut encoder = Encoder::new();
        encoder.bits(u64::from(bits), 8);
        for byte in &self.bytes {
            prose.code(&mut encoder, *byte);
        }
        encoder.finish()
    }

    fn packed(&self) -> Vec<u8> {
        let mut out = vec![PACKED];
        push_packed(&self.bytes, &mut out);
        out
    }
}

/// How many bytes a model may decode from a stream of this length.
fn most_of(length: usize) -> usize {
    length.saturating_mul(RATIO).saturating_add(FREE)
}

/// Reads texts.
pub(super) struct TextReader<'b> {
    stream: &'b [u8],
    how: Option<How<'b>>,
    /// How many bytes the next texts may have together.
    left: usize,
}

/// How a stream is read, which is determined when the first text is read.
enum How<'b> {
    Modelled { prose: Box<Prose>, decoder: Decoder<'b>, left: usize },
    Unpacked { bytes: Vec<u8>, next: usize },
}

impl<'b> TextReader<'b> {
    pub(super) fn new(stream: &'b [u8]) -> TextReader<'b> {
        TextReader { stream, how: None, left: 0 }
    }

    /// Sets how many bytes the texts that follow may have together.
    pub(super) fn limit(&mut self, most: usize) {
        self.left = most;
    }
}

impl<'b> How<'b> {
    fn of(stream: &'b [u8], most: usize) -> Result<How<'b>, Damage> {
        if let Some((&PACKED, packed)) = stream.split_first() {
            // The escapes of texts take up to twice their bytes.
            let bytes = read_packed(&mut Cursor::new(packed), most.saturating_mul(2))?;
            return Ok(How::Unpacked { bytes, next: 0 });
        }
        let mut decoder = Decoder::new(stream);
        let prose = Box::new(Prose::new(decoder.bits(8) as u32).ok_or(Damage::Content)?);
        Ok(How::Modelled { prose, decoder, left: most_of(stream.len()) })
    }

    fn byte(&mut self) -> Result<u8, Damage> {
        match self {
            How::Modelled { prose, decoder, left } => {
                *left = left.checked_sub(1).ok_or(Damage::Size)?;
                let byte = prose.code(decoder, 0);
                if decoder.is_exhausted() { Err(Damage::Short) } else { Ok(byte) }
            }
            How::Unpacked { bytes, next } => {
                let byte = *bytes.get(*next).ok_or(Damage::Short)?;
                *next += 1;
                Ok(byte)
            }
        }
    }
}

impl TextCoder for TextReader<'_> {
    fn code(&mut self, _text: &[u8], _place: &CommentPlace<'_>, out: &mut Vec<u8>) -> Result<(), Damage> {
        let how = match &mut self.how {
            Some(how) => how,
            none => none.insert(How::of(self.stream, self.left)?),
        };
        loop {
            let byte = match how.byte()? {
                END => return Ok(()),
                ESCAPE => 2_u8.wrapping_sub(how.byte()?),
                byte => byte,
            };
            self.left = self.left.checked_sub(1).ok_or(Damage::Size)?;
            out.push(byte);
        }
    }
}
