//! Checksums that detect a damaged index.
//!
//! Parquet has none that its readers check. The bytes before the footer have one for each block, and the part of the
//! footer about the places of columns has one of its own.

use crate::Error;
use crate::file::PositionedFile;
use parquet::file::metadata::{KeyValue, ParquetMetaData, RowGroupMetaData};
use std::io::{self, Write};
use std::ops::Range;

/// The number of bytes that share a checksum.
const BLOCK: u64 = 64 << 10;

/// An output that computes the checksum of each block on the way.
pub(super) struct Checked<W> {
    out: W,
    written: u64,
    block: crc32fast::Hasher,
    blocks: Vec<u32>,
}

impl<W: Write> Checked<W> {
    pub(super) fn new(out: W) -> Checked<W> {
        Checked { out, written: 0, block: crc32fast::Hasher::new(), blocks: Vec::new() }
    }

    /// The checksums of the bytes so far, as hexadecimal text. The last block may be shorter than the others.
    pub(super) fn text(&self) -> String {
        let rest = (!self.written.is_multiple_of(BLOCK)).then(|| self.block.clone().finalize());
        self.blocks.iter().copied().chain(rest).map(|sum| format!("{sum:08x}")).collect()
    }

    pub(super) fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = (BLOCK - self.written % BLOCK) as usize;
        let done = self.out.write(&bytes[..bytes.len().min(room)])?;
        self.block.update(&bytes[..done]);
        self.written += done as u64;
        if done == room {
            self.blocks.push(std::mem::take(&mut self.block).finalize());
        }
        Ok(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The checksum of the part of a footer about row groups.
pub(super) fn layout<'g>(groups: impl Iterator<Item = &'g RowGroupMetaData>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut add = |number: i64| hasher.update(&number.to_le_bytes());
    for group in groups {
        add(group.num_rows());
        for column in group.columns() {
            add(column.data_page_offset());
            add(column.dictionary_page_offset().unwrap_or(-1));
            add(column.compressed_size());
            add(column.uncompressed_size());
            add(column.num_values());
        }
        let (least, most) = hashes(group).unwrap_or_default();
        add(least as i64);
        add(most as i64);
    }
    hasher.finalize()
}

/// The least and the greatest hash of a row group.
pub(super) fn hashes(group: &RowGroupMetaData) -> Option<(u64, u64)> {
    let statistics = group.columns().first()?.statistics()?;
    let number = |bytes: Option<&[u8]>| Some(u64::from_le_bytes(bytes?.try_into().ok()?));
    Some((number(statistics.min_bytes_opt())?, number(statistics.max_bytes_opt())?))
}

/// The value of a key in the metadata of a file.
pub(super) fn value<'m>(metadata: &'m ParquetMetaData, key: &str) -> Option<&'m str> {
    let pairs: &'m [KeyValue] = metadata.file_metadata().key_value_metadata()?;
    pairs.iter().find(|pair| pair.key == key)?.value.as_deref()
}

/// The checksums in a text made by [`Checked::text`].
pub(super) fn parsed(text: &str) -> Option<Vec<u32>> {
    let digits = text.as_bytes().chunks(8);
    digits.map(|digits| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()).collect()
}

/// Compares the blocks that contain a range of bytes with their checksums. `end` is the end of the bytes that have some.
pub(super) fn verify(file: &PositionedFile, blocks: &[u32], range: Range<u64>, end: u64) -> Result<(), Error> {
    let mut bytes = Vec::new();
    for number in range.start / BLOCK..range.end.div_ceil(BLOCK) {
        let start = number * BLOCK;
        let length = end.saturating_sub(start).min(BLOCK);
        bytes.resize(length as usize, 0);
        file.read_exact_at(start, &mut bytes).map_err(|_| Error::damaged("the file is truncated").near(start))?;
        if blocks.get(number as usize) != Some(&crc32fast::hash(&bytes)) {
            return Err(Error::damaged("the checksum of a block is wrong").near(start));
        }
    }
    Ok(())
}
