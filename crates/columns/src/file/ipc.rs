//! The declarations of an Arrow file or stream about its messages, checked against the data. The library allocates
//! memory before it checks whether a length is possible, so all data of a file is checked here first.

use super::bounds::{check_ratio, guarded};
use super::lengths::Lengths;
use crate::Error;
use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::{
    Block, FieldNode, Message, MessageHeader, MetadataVersion, RecordBatch, root_as_footer, root_as_message,
};
use arrow_schema::Schema;
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};

/// The first and the last bytes of an Arrow file.
const MAGIC: &[u8; 6] = b"ARROW1";
/// The length of the footer, with the magic bytes after it.
const TAIL: u64 = 10;
/// The bytes before the length of a message.
pub(super) const CONTINUATION: [u8; 4] = [0xff; 4];
/// The maximum length of the header of a message: enough for a schema of very many columns.
pub(super) const LONGEST_HEADER: u32 = 1 << 26;
/// The length of the uncompressed size before each compressed buffer; -1 means that it is not compressed.
const PREFIX: usize = 8;
/// The alignment of buffers.
const ALIGNED: usize = 8;
/// The number of rows that a batch may have regardless of its buffers, because columns of only NULL need none.
const FREE_ROWS: u64 = 1 << 16;

/// Whether an Arrow file or stream starts like this.
/// ```
/// use scoresheet_columns::file::starts_arrow;
/// assert!(starts_arrow(b"ARROW1\0\0") && starts_arrow(b"\xff\xff\xff\xff\x10\x02\0\0"));
/// assert!(!starts_arrow(b"[Event \"?\"]") && !starts_arrow(b"\xff\xff\xff\xff\xff\xff\xff\xff"));
/// ```
pub fn starts_arrow(head: &[u8]) -> bool {
    let length =
        head.strip_prefix(&CONTINUATION).and_then(|rest| rest.first_chunk()).map(|four| u32::from_le_bytes(*four));
    head.starts_with(MAGIC) || length.is_some_and(|length| (1..=LONGEST_HEADER).contains(&length) && length % 8 == 0)
}

/// The places of the messages of an Arrow file or stream, from the end of a file or from scanning a stream.
pub(super) struct Footer {
    pub(super) schema: Schema,
    pub(super) metadata: HashMap<String, String>,
    pub(super) version: MetadataVersion,
    pub(super) dictionaries: Vec<Block>,
    pub(super) batches: Vec<Block>,
    /// Where it starts; for a stream, where the schema starts.
    pub(super) byte: u64,
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    /// The file cannot be read, or the footer is invalid.
    pub(super) fn read<R: Read + Seek>(input: &mut R) -> Result<Footer, Error> {
        let length = input.seek(SeekFrom::End(0))?;
        let end = length.checked_sub(TAIL).ok_or_else(|| Error::damaged("it is too short").near(0))?;
        let mut tail = [0; TAIL as usize];
        input.seek(SeekFrom::Start(end))?;
        input.read_exact(&mut tail)?;
        let [a, b, c, d, magic @ ..] = tail;
        if magic != *MAGIC {
            return Err(Error::damaged("its end is missing").near(end));
        }
        let size = u64::try_from(i32::from_le_bytes([a, b, c, d])).ok();
        let byte = size.and_then(|size| end.checked_sub(size));
        let byte = byte.ok_or_else(|| Error::damaged("its footer is longer than the file").near(end))?;
        let mut bytes = vec![0; (end - byte) as usize];
        input.seek(SeekFrom::Start(byte))?;
        input.read_exact(&mut bytes)?;
        guarded(byte, || Footer::parse(&bytes, byte))
    }

    fn parse(bytes: &[u8], byte: u64) -> Result<Footer, Error> {
        let footer = root_as_footer(bytes).map_err(|error| unread("its footer", &error))?;
        let schema = footer.schema().ok_or_else(|| Error::damaged("its footer has no schema"))?;
        let schema = read_schema(schema)?;
        let pairs = footer.custom_metadata().into_iter().flatten();
        let metadata = pairs.filter_map(|pair| Some((pair.key()?.to_owned(), pair.value()?.to_owned()))).collect();
        let mut dictionaries: Vec<Block> = footer.dictionaries().into_iter().flatten().copied().collect();
        let mut batches: Vec<Block> = footer.recordBatches().into_iter().flatten().copied().collect();
        for blocks in [&mut dictionaries, &mut batches] {
            check_blocks(blocks, byte)?;
        }
        Ok(Footer { schema, metadata, version: footer.version(), dictionaries, batches, byte })
    }
}

/// The schema in a footer or a message.
///
/// # Errors
/// It is for numbers in another byte order, or invalid.
pub(super) fn read_schema(schema: arrow_ipc::Schema<'_>) -> Result<Schema, Error> {
    if !schema.endianness().equals_to_target_endianness() {
        return Err(Error::damaged("its byte order is not supported"));
    }
    Ok(try_fb_to_schema(schema)?)
}

/// Checks that blocks are before the footer and do not overlap. Otherwise, a small file could refer to one of its
/// batches a million times.
fn check_blocks(blocks: &[Block], footer: u64) -> Result<(), Error> {
    let outside = || Error::damaged("a message is outside the data, or overlaps another one").near(footer);
    let mut spans = Vec::with_capacity(blocks.len());
    for block in blocks {
        let start = u64::try_from(block.offset()).map_err(|_| outside())?;
        let header = u64::try_from(block.metaDataLength()).map_err(|_| outside())?;
        let body = u64::try_from(block.bodyLength()).map_err(|_| outside())?;
        let end = start.checked_add(header).and_then(|end| end.checked_add(body)).filter(|end| *end <= footer);
        spans.push((start, end.ok_or_else(outside)?));
    }
    spans.sort_unstable();
    let apart = spans.windows(2).all(|two| matches!(two, [(_, end), (start, _)] if end <= start));
    if apart { Ok(()) } else { Err(outside()) }
}

/// The expectations for a block.
#[derive(Clone, Copy)]
pub(super) struct Expected<'e> {
    /// The kind of the message.
    pub(super) kind: MessageHeader,
    /// Its columns, if known.
    pub(super) schema: Option<&'e Schema>,
    /// The maximum compression ratio.
    pub(super) ratio: u64,
}

/// Reads the bytes of a block that [`Footer`] has checked, and checks the declarations of its header about its body.
///
/// # Errors
/// The file cannot be read, or the header is invalid.
pub(super) fn read_block<R: Read + Seek>(
    input: &mut R,
    block: &Block,
    expected: Expected<'_>,
) -> Result<Buffer, Error> {
    let byte = block.offset().unsigned_abs();
    let header = block.metaDataLength().unsigned_abs() as usize;
    let mut bytes = MutableBuffer::from_len_zeroed(header + block.bodyLength().unsigned_abs() as usize);
    input.seek(SeekFrom::Start(byte))?;
    input.read_exact(&mut bytes)?;
    guarded(byte, || {
        let (header, body) = bytes.split_at(header);
        let message = message(header)?;
        if message.header_type() != expected.kind {
            return Err(Error::damaged("a message is not of the kind given in the footer"));
        }
        let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
        let batch = message.header_as_record_batch().or(dictionary);
        let batch = batch.ok_or_else(|| Error::damaged("the header of a message lacks its rows"))?;
        let buffers = unpacked(&batch, body)?;
        let all = buffers.iter().fold(0_u64, |all, bytes| all.saturating_add(*bytes));
        check_ratio(body.len() as u64, all, expected.ratio, byte)?;
        check_rows(&batch, all)?;
        let nodes: Vec<_> = batch.nodes().into_iter().flatten().copied().collect();
        expected.schema.map_or(Ok(()), |schema| Lengths { nodes: &nodes, buffers: &buffers }.check(schema))
    })?;
    Ok(bytes.into())
}

/// The message that starts with these bytes, up to its body.
pub(super) fn message(header: &[u8]) -> Result<Message<'_>, Error> {
    let start = if header.starts_with(&CONTINUATION) { 8 } else { 4 };
    // The bytes after the header must be aligned, because numbers are read in place.
    let bytes = header.get(start..).filter(|_| header.len().is_multiple_of(ALIGNED));
    let bytes = bytes.ok_or_else(|| Error::damaged("the header of a message has the wrong length"))?;
    root_as_message(bytes).map_err(|error| unread("the header of a message", &error))
}

/// A table that cannot be read. The library's message would not fit on a line.
fn unread(what: &str, error: &impl ToString) -> Error {
    let why = error.to_string();
    Error::damaged(format!("{what} cannot be read: {}", why.lines().next().unwrap_or_default()))
}

/// Checks that a batch of this many bytes can have the declared number of rows: a row takes at least one bit.
fn check_rows(batch: &RecordBatch<'_>, bytes: u64) -> Result<(), Error> {
    let most = bytes.saturating_mul(8).max(FREE_ROWS);
    let fits = |rows: i64| u64::try_from(rows).is_ok_and(|rows| rows <= most);
    let sound = |node: &FieldNode| fits(node.length()) && (0..=node.length()).contains(&node.null_count());
    if fits(batch.length()) && batch.nodes().into_iter().flatten().all(sound) {
        Ok(())
    } else {
        Err(Error::damaged("it claims more rows than its bytes can hold"))
    }
}

/// The uncompressed length of each buffer of a batch.
fn unpacked(batch: &RecordBatch<'_>, body: &[u8]) -> Result<Vec<u64>, Error> {
    let outside = || Error::damaged("a buffer is outside its message");
    let one = |buffer: &arrow_ipc::Buffer| {
        let start =
            usize::try_from(buffer.offset()).ok().filter(|start| start.is_multiple_of(ALIGNED)).ok_or_else(outside)?;
        let length = usize::try_from(buffer.length()).map_err(|_| outside())?;
        let end = start.checked_add(length).ok_or_else(outside)?;
        let bytes = body.get(start..end).ok_or_else(outside)?;
        match (batch.compression(), bytes.first_chunk::<PREFIX>()) {
            _ if bytes.is_empty() => Ok(0),
            (None, _) => Ok(length as u64),
            (Some(_), None) => Err(Error::damaged("a packed buffer is too short")),
            (Some(_), Some(prefix)) => match i64::from_le_bytes(*prefix) {
                -1 => Ok((length - PREFIX) as u64),
                unpacked => u64::try_from(unpacked).map_err(|_| outside()),
            },
        }
    };
    batch.buffers().into_iter().flatten().map(one).collect()
}
