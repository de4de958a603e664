//! Where the parts of an Arrow stream are: it has no footer, so they are found one after another.

use super::bounds::guarded;
pub(super) use super::ipc::CONTINUATION;
use super::ipc::{Footer, LONGEST_HEADER, message};
use crate::Error;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::{Block, MessageHeader, MetadataVersion};
use arrow_schema::Schema;
use std::io::{Read, Seek, SeekFrom};

/// What stands before each header: the continuation, and the header's length.
const PREFIX: u64 = 8;

/// A part of a stream.
struct Part {
    block: Block,
    kind: MessageHeader,
    schema: Option<(Schema, MetadataVersion)>,
}

/// Finds the parts of a stream.
///
/// # Errors
/// The stream cannot be read, is cut short, or a part says what cannot be.
pub(super) fn parts<R: Read + Seek>(input: &mut R) -> Result<Footer, Error> {
    let length = input.seek(SeekFrom::End(0))?;
    let first = part(input, 0, length)?.ok_or_else(|| Error::damaged("it has no schema").near(0))?;
    let (schema, version) = first.schema.ok_or_else(|| Error::damaged("its first part is no schema").near(0))?;
    let (mut dictionaries, mut batches) = (Vec::new(), Vec::new());
    let mut byte = end_of(&first.block);
    while let Some(Part { block, kind, .. }) = part(input, byte, length)? {
        byte = end_of(&block);
        match kind {
            MessageHeader::RecordBatch => batches.push(block),
            // A later dictionary may replace one that batches before it are read with.
            MessageHeader::DictionaryBatch if batches.is_empty() => dictionaries.push(block),
            _ => {
                return Err(
                    Error::damaged("a part of it is none that is read here").near(block.offset().unsigned_abs())
                );
            }
        }
    }
    let metadata = schema.metadata().clone().into();
    Ok(Footer { schema, metadata, version, dictionaries, batches, byte: 0 })
}

/// The part at this place; `None` at the end of the stream.
fn part<R: Read + Seek>(input: &mut R, byte: u64, length: u64) -> Result<Option<Part>, Error> {
    let cut_short = || Error::damaged("it is cut short").near(byte);
    let rest = length.checked_sub(byte + PREFIX).ok_or_else(cut_short)?;
    input.seek(SeekFrom::Start(byte))?;
    let mut prefix = [0; PREFIX as usize];
    input.read_exact(&mut prefix)?;
    let ([a, b, c, d, ..], size) = (prefix, u32::from_le_bytes([prefix[4], prefix[5], prefix[6], prefix[7]]));
    if [a, b, c, d] != CONTINUATION || size > LONGEST_HEADER {
        return Err(Error::damaged("a part of it does not start as parts do").near(byte));
    }
    if size == 0 {
        return Ok(None);
    }
    let rest = rest.checked_sub(u64::from(size)).ok_or_else(cut_short)?;
    let mut header = prefix.to_vec();
    header.resize(prefix.len() + size as usize, 0);
    input.read_exact(&mut header[prefix.len()..])?;
    let part = guarded(byte, || described(&header, byte))?;
    let body = u64::try_from(part.block.bodyLength()).ok().filter(|body| *body <= rest);
    if body.is_some() { Ok(Some(part)) } else { Err(cut_short()) }
}

/// What a header says of its part.
fn described(header: &[u8], byte: u64) -> Result<Part, Error> {
    let message = message(header)?;
    let schema = match message.header_as_schema() {
        Some(schema) if !schema.endianness().equals_to_target_endianness() => {
            return Err(Error::damaged("its numbers are stored in the order of another machine"));
        }
        Some(schema) => Some((try_fb_to_schema(schema)?, message.version())),
        None => None,
    };
    let block = Block::new(byte.cast_signed(), header.len() as i32, message.bodyLength());
    Ok(Part { block, kind: message.header_type(), schema })
}

/// Where the part behind this one starts.
fn end_of(block: &Block) -> u64 {
    block.offset().unsigned_abs() + block.metaDataLength().unsigned_abs() as u64 + block.bodyLength().unsigned_abs()
}
