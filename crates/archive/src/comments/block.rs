//! The comments of a block.

use super::codec::Codec;
use super::group::CommentsModel;
use super::texts::{TextReader, TextWriter};
use crate::coder::{Decoder, Encoder};
use crate::comments::CommentPlace;
use crate::damage::Damage;
use crate::moves;

/// Writes the comments of a block.
pub struct BlockWriter<'m> {
    codec: Codec<'m>,
    numbers: Encoder,
    texts: TextWriter,
}

impl<'m> BlockWriter<'m> {
    /// Starts a block. Lines of moves are coded with a model of moves.
    pub fn new(model: &'m CommentsModel, moves: &'m moves::MoveModel) -> BlockWriter<'m> {
        let codec = Codec::new(&model.dictionary, &model.models, moves);
        BlockWriter { codec, numbers: Encoder::new(), texts: TextWriter::default() }
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.codec.start_game();
    }

    /// Writes a comment.
    pub fn comment(&mut self, text: &str, place: &CommentPlace<'_>) {
        // Nothing that is written can be damaged.
        let _ = self.codec.comment((&mut self.numbers, &mut self.texts), text, place, &mut Vec::new());
    }

    /// The bytes of the streams `numbers` and `texts`.
    pub fn finish(self) -> (Vec<u8>, Vec<u8>) {
        (self.numbers.finish(), self.texts.finish())
    }
}

/// Reads the comments of a block.
pub struct BlockReader<'b> {
    codec: Codec<'b>,
    numbers: Decoder<'b>,
    texts: TextReader<'b>,
    text: Vec<u8>,
}

impl<'b> BlockReader<'b> {
    /// Starts to read a block: its streams `numbers` and `texts`.
    pub fn new(
        model: &'b CommentsModel,
        moves: &'b moves::MoveModel,
        (numbers, texts): (&'b [u8], &'b [u8]),
    ) -> BlockReader<'b> {
        let codec = Codec::new(&model.dictionary, &model.models, moves);
        BlockReader { codec, numbers: Decoder::new(numbers), texts: TextReader::new(texts), text: Vec::new() }
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.codec.start_game();
    }

    /// The next comment, of at most this many bytes.
    ///
    /// # Errors
    /// If the block is damaged, or the comment is longer.
    pub fn comment(&mut self, place: &CommentPlace<'_>, most: usize) -> Result<&str, Damage> {
        self.text.clear();
        self.texts.limit(most);
        self.codec.comment((&mut self.numbers, &mut self.texts), "", place, &mut self.text)?;
        if self.numbers.is_exhausted() {
            return Err(Damage::Short);
        }
        if self.text.len() > most {
            return Err(Damage::Size);
        }
        std::str::from_utf8(&self.text).map_err(|_| Damage::Content)
    }
}
