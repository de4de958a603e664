//! The batches of an Arrow file.

use super::bounds::guarded;
use super::ipc::{CONTINUATION, Expected, Footer, read_block};
use super::read::{Batches, ReadOptions};
use super::stream;
use crate::Error;
use arrow_array::RecordBatch;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, MessageHeader};
use arrow_schema::SchemaRef;
use std::io::{Read, Seek};
use std::sync::Arc;

/// Opens an Arrow IPC file or stream.
///
/// # Errors
/// The input is not of this format, or damaged.
pub fn open_arrow<R>(mut input: R, reading: &ReadOptions<'_>) -> Result<Batches, Error>
where
    R: Read + Seek + Send + 'static,
{
    let Footer { schema, metadata: custom, version, dictionaries, batches, byte } = messages(&mut input)?;
    let schema = Arc::new(schema);
    let mut decoder = FileDecoder::new(Arc::clone(&schema), version);
    let (wanted, data_set) = reading.wanted(&schema);
    let projected = match wanted {
        Some(positions) => {
            decoder = decoder.with_projection(positions.clone());
            Arc::new(guarded(byte, || Ok(schema.project(&positions)?))?)
        }
        None => Arc::clone(&schema),
    };
    for block in &dictionaries {
        let expected = Expected { kind: MessageHeader::DictionaryBatch, schema: None, ratio: reading.ratio };
        let bytes = read_block(&mut input, block, expected)?;
        guarded(block.offset().unsigned_abs(), || Ok(decoder.read_dictionary(block, &bytes)?))?;
    }
    let mut metadata: std::collections::HashMap<String, String> = schema.metadata().clone().into();
    metadata.extend(custom);
    let whole = Arc::clone(&schema);
    let blocks = Blocks { input, decoder, schema, batches: batches.into_iter(), ratio: reading.ratio };
    Ok(Batches::new(projected, metadata, Box::new(blocks)).of_table(&whole).of_data_set(data_set))
}

/// The places of the messages of a file or a stream.
fn messages<R: Read + Seek>(input: &mut R) -> Result<Footer, Error> {
    let mut start = Vec::new();
    input.rewind()?;
    input.take(CONTINUATION.len() as u64).read_to_end(&mut start)?;
    if start == CONTINUATION { stream::messages(input) } else { Footer::read(input) }
}

/// The batches that have not been read yet.
struct Blocks<R> {
    input: R,
    decoder: FileDecoder,
    schema: SchemaRef,
    batches: std::vec::IntoIter<Block>,
    ratio: u64,
}

impl<R: Read + Seek> Blocks<R> {
    fn read(&mut self, block: &Block) -> Result<RecordBatch, Error> {
        let expected = Expected { kind: MessageHeader::RecordBatch, schema: Some(&self.schema), ratio: self.ratio };
        let bytes = read_block(&mut self.input, block, expected)?;
        let decoder = &self.decoder;
        guarded(block.offset().unsigned_abs(), || {
            decoder.read_record_batch(block, &bytes)?.ok_or_else(|| Error::damaged("a message has no rows"))
        })
    }
}

impl<R: Read + Seek> Iterator for Blocks<R> {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.batches.next()?;
        let batch = self.read(&block);
        if batch.is_err() {
            self.batches = Vec::new().into_iter();
        }
        Some(batch)
    }
}
