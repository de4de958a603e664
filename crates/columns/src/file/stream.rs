//! Finds the messages of an Arrow stream one after another, because it has no footer.

use super::bounds::guarded;
use super::ipc::{CONTINUATION, Footer, LONGEST_HEADER, message, read_schema};
use crate::Error;
use arrow_ipc::{Block, MessageHeader, MetadataVersion};
use arrow_schema::Schema;
use std::io::{Read, Seek, SeekFrom};

/// The length of the bytes before each header: the continuation, and the length of the header.
const PREFIX: usize = 8;

/// A message of a stream.
struct Message {
    block: Block,
    kind: MessageHeader,
    schema: Option<(Schema, MetadataVersion)>,
}

/// Finds the messages of a stream.
///
/// # Errors
/// The stream cannot be read, is cut short, or a message is invalid.
pub(super) fn messages<R: Read + Seek>(input: &mut R) -> Result<Footer, Error> {
    let length = input.seek(SeekFrom::End(0))?;
    let first = read_message(input, 0, length)?.ok_or_else(|| Error::damaged("it has no schema").near(0))?;
    let schema = first.schema.ok_or_else(|| Error::damaged("its first message is not a schema").near(0))?;
    let (schema, version) = schema;
    let (mut dictionaries, mut batches) = (Vec::new(), Vec::new());
    let mut byte = end_of(&first.block);
    while let Some(Message { block, kind, .. }) = read_message(input, byte, length)? {
        match kind {
            MessageHeader::RecordBatch => batches.push(block),
            // A later dictionary may replace one that earlier batches are read with.
            MessageHeader::DictionaryBatch if batches.is_empty() => dictionaries.push(block),
            MessageHeader::DictionaryBatch => {
                return Err(Error::damaged("a dictionary follows rows, which is not supported").near(byte));
            }
            _ => return Err(Error::damaged("this kind of message is not supported").near(byte)),
        }
        byte = end_of(&block);
    }
    let metadata = schema.metadata().clone().into();
    Ok(Footer { schema, metadata, version, dictionaries, batches, byte: 0 })
}

/// The message at this place; `None` at the end of the stream.
fn read_message<R: Read + Seek>(input: &mut R, byte: u64, length: u64) -> Result<Option<Message>, Error> {
    let cut_short = || Error::damaged("it is truncated").near(byte);
    let rest = length.checked_sub(byte + PREFIX as u64).ok_or_else(cut_short)?;
    input.seek(SeekFrom::Start(byte))?;
    let mut prefix = [0; PREFIX];
    input.read_exact(&mut prefix)?;
    let size = prefix.strip_prefix(&CONTINUATION).and_then(|size| size.first_chunk());
    let size = size.map(|size| u32::from_le_bytes(*size)).filter(|size| *size <= LONGEST_HEADER);
    let size = size.ok_or_else(|| Error::damaged("a message does not start with a valid prefix").near(byte))?;
    if size == 0 {
        return Ok(None);
    }
    let rest = rest.checked_sub(u64::from(size)).ok_or_else(cut_short)?;
    let mut header = prefix.to_vec();
    header.resize(PREFIX + size as usize, 0);
    input.read_exact(&mut header[PREFIX..])?;
    let message = guarded(byte, || described(&header, byte))?;
    let body = u64::try_from(message.block.bodyLength()).ok().filter(|body| *body <= rest);
    if body.is_some() { Ok(Some(message)) } else { Err(cut_short()) }
}

/// The description of a message in its header.
fn described(header: &[u8], byte: u64) -> Result<Message, Error> {
    let message = message(header)?;
    let schema = message.header_as_schema().map(read_schema).transpose()?;
    let schema = schema.map(|schema| (schema, message.version()));
    let block = Block::new(byte.cast_signed(), header.len() as i32, message.bodyLength());
    Ok(Message { block, kind: message.header_type(), schema })
}

/// The start of the message after this one.
fn end_of(block: &Block) -> u64 {
    block.offset().unsigned_abs() + block.metaDataLength().unsigned_abs() as u64 + block.bodyLength().unsigned_abs()
}
