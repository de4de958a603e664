//! The texts of a block that are no templates.

use super::codec::Texts;
use super::place::Place;
use super::prose::Prose;
use crate::coder::{Decoder, Encoder};
use crate::damage::Damage;

/// Ends a text.
const END: u8 = 0;
/// Stands before a 2 for the byte 0, and before a 1 for itself.
const ESCAPE: u8 = 1;

/// The texts of a block have at most so many bytes.
const MOST_TEXT: usize = 1 << 28;

/// Writes texts. The model is made when the first text comes.
#[derive(Default)]
pub(super) struct TextWriter {
    coding: Option<(Box<Prose>, Encoder)>,
}

impl Texts for TextWriter {
    fn code(&mut self, text: &[u8], _place: &Place<'_>, _out: &mut Vec<u8>) -> Result<(), Damage> {
        let (prose, encoder) = self.coding.get_or_insert_with(|| (Box::new(Prose::new()), Encoder::new()));
        for &byte in text {
            if byte <= ESCAPE {
                prose.code(encoder, ESCAPE);
                prose.code(encoder, 2 - byte);
            } else {
                prose.code(encoder, byte);
            }
        }
        prose.code(encoder, END);
        Ok(())
    }
}

impl TextWriter {
    /// The bytes of the stream: none if there was no text.
    pub(super) fn finish(self) -> Vec<u8> {
        self.coding.map(|(_, encoder)| encoder.finish()).unwrap_or_default()
    }
}

/// Reads texts.
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
        let prose = self.prose.get_or_insert_with(|| Box::new(Prose::new()));
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
