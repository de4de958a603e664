//! The texts of a block that are no templates.

use super::codec::Texts;
use super::place::Place;
use super::prose::{Prose, row_bits};
use crate::coder::{Decoder, Encoder};
use crate::damage::Damage;

/// Ends a text.
const END: u8 = 0;
/// Stands before a 2 for the byte 0, and before a 1 for itself.
const ESCAPE: u8 = 1;

/// The texts of a block have at most so many bytes.
const MOST_TEXT: usize = 1 << 28;

/// Writes texts.
#[derive(Default)]
pub(super) struct TextWriter {
    bytes: Vec<u8>,
}

impl Texts for TextWriter {
    fn code(&mut self, text: &[u8], _place: &Place<'_>, _out: &mut Vec<u8>) -> Result<(), Damage> {
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
        let bits = row_bits(self.bytes.len());
        let Some(mut prose) = Prose::new(bits).filter(|_| !self.bytes.is_empty()) else { return Vec::new() };
        let mut encoder = Encoder::new();
        encoder.bits(u64::from(bits), 8);
        for byte in self.bytes {
            prose.code(&mut encoder, byte);
        }
        encoder.finish()
    }
}

/// Reads texts. The model is made when the first one is asked for.
pub(super) struct TextReader<'b> {
    prose: Option<Box<Prose>>,
    decoder: Decoder<'b>,
    left: usize,
}

impl<'b> TextReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> TextReader<'b> {
        TextReader { prose: None, decoder: Decoder::new(bytes), left: MOST_TEXT }
    }
}

impl Texts for TextReader<'_> {
    fn code(&mut self, _text: &[u8], _place: &Place<'_>, out: &mut Vec<u8>) -> Result<(), Damage> {
        let prose = match &mut self.prose {
            Some(prose) => prose,
            none => {
                let prose = Prose::new(self.decoder.bits(8) as u32).ok_or(Damage::Content)?;
                none.insert(Box::new(prose))
            }
        };
        loop {
            let byte = match prose.code(&mut self.decoder, 0) {
                END => return if self.decoder.is_exhausted() { Err(Damage::Short) } else { Ok(()) },
                ESCAPE => 2_u8.wrapping_sub(prose.code(&mut self.decoder, 0)),
                byte => byte,
            };
            if self.decoder.is_exhausted() {
                return Err(Damage::Short);
            }
            self.left = self.left.checked_sub(1).ok_or(Damage::Size)?;
            out.push(byte);
        }
    }
}
