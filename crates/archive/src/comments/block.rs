//! The comments of a block.

use super::codec::{Codec, Texts};
use super::group::CommentsModel;
use super::place::Place;
use crate::bytes::{Cursor, push_number};
use crate::coder::{Decoder, Encoder};
use crate::damage::Damage;

/// The texts of a block have at most so many bytes.
const MOST_TEXT: usize = 1 << 28;

/// Writes the comments of a block.
pub struct BlockWriter<'m> {
    codec: Codec<'m>,
    numbers: Encoder,
    texts: Written,
}

/// The texts that are written.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
}

impl Texts for Written {
    fn code(&mut self, text: &[u8], _place: &Place<'_>, _out: &mut Vec<u8>) -> Result<(), Damage> {
        push_number(text.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(text);
        Ok(())
    }
}

impl<'m> BlockWriter<'m> {
    /// Starts a block.
    pub fn new(model: &'m CommentsModel) -> BlockWriter<'m> {
        let codec = Codec::new(&model.dictionary, model.models.clone());
        BlockWriter { codec, numbers: Encoder::new(), texts: Written::default() }
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.codec.start_game();
    }

    /// Writes a comment.
    pub fn comment(&mut self, text: &str, place: &Place<'_>) {
        // Nothing that is written can be damaged.
        let _ = self.codec.comment((&mut self.numbers, &mut self.texts), text, place, &mut Vec::new());
    }

    /// The bytes of the streams `numbers` and `texts`.
    pub fn finish(self) -> (Vec<u8>, Vec<u8>) {
        let bytes = self.texts.bytes;
        let mut texts = Vec::new();
        if !bytes.is_empty() {
            push_number(bytes.len() as u64, &mut texts);
            texts.extend_from_slice(&zstd::bulk::compress(&bytes, 19).unwrap_or_default());
        }
        (self.numbers.finish(), texts)
    }
}

/// Reads the comments of a block.
pub struct BlockReader<'b> {
    codec: Codec<'b>,
    numbers: Decoder<'b>,
    texts: Read,
    text: Vec<u8>,
}

/// The texts that are read.
struct Read {
    bytes: Vec<u8>,
    at: usize,
}

impl Texts for Read {
    fn code(&mut self, _text: &[u8], _place: &Place<'_>, out: &mut Vec<u8>) -> Result<(), Damage> {
        let mut cursor = Cursor::new(&self.bytes[self.at..]);
        out.extend_from_slice(cursor.text()?);
        self.at = self.bytes.len() - cursor.rest().len();
        Ok(())
    }
}

impl<'b> BlockReader<'b> {
    /// Starts to read a block.
    ///
    /// # Errors
    /// If its texts are damaged.
    pub fn new(model: &'b CommentsModel, numbers: &'b [u8], texts: &[u8]) -> Result<BlockReader<'b>, Damage> {
        let mut cursor = Cursor::new(texts);
        let bytes = if texts.is_empty() {
            Vec::new()
        } else {
            let length = cursor.number_up_to(MOST_TEXT)?;
            zstd::bulk::decompress(cursor.rest(), length).map_err(|_| Damage::Content)?
        };
        let codec = Codec::new(&model.dictionary, model.models.clone());
        Ok(BlockReader { codec, numbers: Decoder::new(numbers), texts: Read { bytes, at: 0 }, text: Vec::new() })
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.codec.start_game();
    }

    /// The next comment.
    ///
    /// # Errors
    /// If the block is damaged.
    pub fn comment(&mut self, place: &Place<'_>) -> Result<&str, Damage> {
        self.text.clear();
        self.codec.comment((&mut self.numbers, &mut self.texts), "", place, &mut self.text)?;
        if self.numbers.is_exhausted() {
            return Err(Damage::Short);
        }
        std::str::from_utf8(&self.text).map_err(|_| Damage::Content)
    }
}
