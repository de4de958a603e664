//! Lists of small numbers in Parquet's pages.
//!
//! The parquet crate hashes every value to find it in the dictionary, which takes half of the time for a whole table of
//! games (`benches/encode.rs`). Eight-bit values need no hashing: a table of 256 entries has the index of each. The
//! pages are the same as those of the crate: a dictionary, then data pages of version 2.

use crate::Error;
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

/// The level of zstd. Level 3 makes a table of games one percent smaller, and takes twice as long for these columns,
/// which are most of it.
const ZSTD: i32 = 1;

/// A page ends with the row in which it reaches this many values.
const PAGE_VALUES: usize = 1 << 18;

/// Indexes of more bits than this are written as whole bytes, which zstd compresses better.
const PACKED_BITS: u32 = 4;

/// One column of lists in one row group.
pub(super) struct ListChunk {
    column: ColumnDescPtr,
    zstd: Compressor<'static>,
    pages: TrackedWrite<Vec<u8>>,
    dictionary: Dictionary,
    /// The values and the lengths of the rows that are not in a page yet; a row without a length is NULL.
    values: Vec<i8>,
    lengths: Vec<Option<usize>>,
    /// The definition level of a value: 2 if a row may be NULL, else 1. An empty list has the level below it.
    defined: u8,
    counts: ColumnMetadata,
}

/// The metadata of the column.
#[derive(Clone, Copy, Default)]
struct ColumnMetadata {
    rows: u64,
    /// The number of values, plus one for each row without any: everything that has levels.
    entries: usize,
    /// Rows without values, which Parquet counts as NULL.
    empty: usize,
    pages: i32,
    compressed: usize,
    uncompressed: usize,
}

/// The distinct values, in the order of their first occurrence.
struct Dictionary {
    values: Vec<i8>,
    places: [u8; 256],
    known: [bool; 256],
    /// Whether each value is its own index.
    is_plain: bool,
}

impl ListChunk {
    /// An empty column.
    pub(super) fn new(column: ColumnDescPtr) -> Result<ListChunk, Error> {
        let defined = column.max_def_level() as u8;
        Ok(ListChunk {
            column,
            zstd: Compressor::new(ZSTD)?,
            pages: TrackedWrite::new(Vec::new()),
            dictionary: Dictionary::new(),
            values: Vec::new(),
            lengths: Vec::new(),
            defined,
            counts: ColumnMetadata::default(),
        })
    }

    /// Adds a row, which may be NULL.
    #[inline]
    pub(super) fn add(&mut self, list: Option<&[i8]>) -> Result<(), Error> {
        self.values.extend_from_slice(list.unwrap_or_default());
        self.lengths.push(list.map(<[i8]>::len));
        if self.values.len() >= PAGE_VALUES { self.end_page() } else { Ok(()) }
    }

    /// The approximate number of bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.pages.bytes_written() + self.values.len()
    }

    fn end_page(&mut self) -> Result<(), Error> {
        let empty = self.lengths.iter().filter(|length| length.unwrap_or(0) == 0).count();
        let entries = self.values.len() + empty;
        let (repetition, definition) = levels(&self.lengths, self.defined);
        let indices = self.dictionary.indices(&self.values);
        let packed = self.zstd.compress(&indices)?;
        let is_compressed = packed.len() < indices.len();
        let body = if is_compressed { &packed } else { &indices };
        let uncompressed = repetition.len() + definition.len() + indices.len();
        let page = Page::DataPageV2 {
            buf: [&repetition, &definition, body].map(Vec::as_slice).concat().into(),
            num_values: entries as u32,
            encoding: Encoding::RLE_DICTIONARY,
            num_nulls: empty as u32,
            num_rows: self.lengths.len() as u32,
            def_levels_byte_len: definition.len() as u32,
            rep_levels_byte_len: repetition.len() as u32,
            is_compressed,
            statistics: None,
        };
        self.counts.rows += self.lengths.len() as u64;
        self.counts.entries += entries;
        self.counts.empty += empty;
        self.counts.pages += 1;
        put(&mut self.pages, CompressedPage::new(page, uncompressed), &mut self.counts)?;
        self.values.clear();
        self.lengths.clear();
        Ok(())
    }

    /// Ends the column; returns its bytes and its metadata.
    pub(super) fn close(mut self: Box<Self>) -> Result<(Bytes, ColumnCloseResult), Error> {
        if !self.lengths.is_empty() {
            self.end_page()?;
        }
        let mut counts = self.counts;
        let plain: Vec<u8> = self.dictionary.values.iter().flat_map(|value| i32::from(*value).to_le_bytes()).collect();
        let page = Page::DictionaryPage {
            buf: self.zstd.compress(&plain)?.into(),
            num_values: self.dictionary.values.len() as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        let mut sink = TrackedWrite::new(Vec::new());
        put(&mut sink, CompressedPage::new(page, plain.len()), &mut counts)?;
        let mut bytes = sink.into_inner()?;
        let data = bytes.len();
        bytes.extend_from_slice(&self.pages.into_inner()?);
        let metadata = describe(self.column, &self.dictionary, &counts, data)?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: counts.rows,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes.into(), close))
    }
}

fn put(sink: &mut TrackedWrite<Vec<u8>>, page: CompressedPage, counts: &mut ColumnMetadata) -> Result<(), Error> {
    let written = SerializedPageWriter::new(sink).write_page(page)?;
    counts.compressed += written.compressed_size;
    counts.uncompressed += written.uncompressed_size;
    Ok(())
}

/// The metadata of a column whose dictionary ends, and whose data starts, at byte `data`.
fn describe(
    column: ColumnDescPtr,
    dictionary: &Dictionary,
    counts: &ColumnMetadata,
    data: usize,
) -> Result<ColumnChunkMetaData, Error> {
    let stats = |page_type, encoding, count| PageEncodingStats { page_type, encoding, count };
    let least = dictionary.values.iter().min().map(|value| i32::from(*value));
    let most = dictionary.values.iter().max().map(|value| i32::from(*value));
    Ok(ColumnChunkMetaData::builder(column)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
        .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
        .set_page_encoding_stats(vec![
            stats(PageType::DICTIONARY_PAGE, Encoding::PLAIN, 1),
            stats(PageType::DATA_PAGE_V2, Encoding::RLE_DICTIONARY, counts.pages),
        ])
        .set_total_compressed_size(counts.compressed as i64)
        .set_total_uncompressed_size(counts.uncompressed as i64)
        .set_num_values(counts.entries as i64)
        .set_dictionary_page_offset(Some(0))
        .set_data_page_offset(data as i64)
        .set_statistics(Statistics::int32(least, most, None, Some(counts.empty as u64), false))
        .build()?)
}

impl Dictionary {
    fn new() -> Dictionary {
        Dictionary { values: Vec::new(), places: [0; 256], known: [false; 256], is_plain: true }
    }

    /// The values as indexes in the dictionary: one byte for the width, then one run of packed bits.
    fn indices(&mut self, values: &[i8]) -> Vec<u8> {
        self.learn(values);
        let most = self.values.len().saturating_sub(1) as u32;
        let bits = (u32::BITS - most.leading_zeros()).max(1);
        let bits = if bits > PACKED_BITS { 8 } else { bits };
        let groups = values.len().div_ceil(8);
        let mut out = Vec::with_capacity(groups * bits as usize + 8);
        out.push(bits as u8);
        if !values.is_empty() {
            varint(groups << 1 | 1, &mut out);
            self.pack(values, bits, &mut out);
        }
        out
    }

    fn learn(&mut self, values: &[i8]) {
        if self.has_all_between(values) {
            return;
        }
        let mut seen = [false; 256];
        values.iter().for_each(|value| seen[usize::from(*value as u8)] = true);
        for value in 0..=u8::MAX {
            if seen[usize::from(value)] && !self.known[usize::from(value)] {
                let place = self.values.len() as u8;
                self.known[usize::from(value)] = true;
                self.places[usize::from(value)] = place;
                self.is_plain &= place == value;
                self.values.push(value as i8);
            }
        }
    }

    /// Whether it has every value from the least of these to the greatest. That is soon the case, and faster to check
    /// than each value.
    fn has_all_between(&self, values: &[i8]) -> bool {
        let least = values.iter().fold(i8::MAX, |least, value| least.min(*value));
        let most = values.iter().fold(i8::MIN, |most, value| most.max(*value));
        (least..=most).all(|value| self.known[usize::from(value as u8)])
    }

    /// Eight values take `bits` bytes; the last group is padded with zeros.
    fn pack(&self, values: &[i8], bits: u32, out: &mut Vec<u8>) {
        let place = |value: &i8| self.places[usize::from(*value as u8)];
        if bits == 8 {
            if self.is_plain {
                out.extend(values.iter().map(|value| *value as u8));
            } else {
                out.extend(values.iter().map(place));
            }
            out.resize(out.len() + (8 - values.len() % 8) % 8, 0);
            return;
        }
        for group in values.chunks(8) {
            let word = group.iter().rev().fold(0_u64, |word, value| word << bits | u64::from(place(value)));
            out.extend_from_slice(&word.to_le_bytes()[..bits as usize]);
        }
    }
}

/// The levels of rows with these numbers of values: repetition 0 if a row starts; definition `defined` for a value, one
/// less for an empty list, and 0 for NULL.
fn levels(lengths: &[Option<usize>], defined: u8) -> (Vec<u8>, Vec<u8>) {
    let (mut repetition, mut definition) = (LevelRuns::default(), LevelRuns::default());
    for &length in lengths {
        let values = length.unwrap_or(0);
        repetition.add(0, 1);
        repetition.add(1, values.saturating_sub(1));
        let level = length.map_or(0, |length| defined - u8::from(length == 0));
        definition.add(level, values.max(1));
    }
    (repetition.end(), definition.end())
}

/// Levels as runs: a count, then a value.
#[derive(Default)]
struct LevelRuns {
    out: Vec<u8>,
    level: u8,
    count: usize,
}

impl LevelRuns {
    fn add(&mut self, level: u8, count: usize) {
        if level != self.level && count > 0 {
            self.flush();
            self.level = level;
        }
        self.count += count;
    }

    fn flush(&mut self) {
        if self.count > 0 {
            varint(self.count << 1, &mut self.out);
            self.out.push(self.level);
            self.count = 0;
        }
    }

    fn end(mut self) -> Vec<u8> {
        self.flush();
        self.out
    }
}

/// Seven bits per byte, the lowest first.
fn varint(mut value: usize, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that a page of this dictionary refers to, whose places are whole bytes.
    fn said(dictionary: &Dictionary, page: &[u8], count: usize) -> Vec<i8> {
        let [width, groups, places @ ..] = page else { panic!("{page:?}") };
        assert_eq!((*width, usize::from(groups >> 1)), (8, count.div_ceil(8)));
        places[..count].iter().map(|place| dictionary.values[usize::from(*place)]).collect()
    }

    #[test]
    fn later_pages_may_bring_values_that_the_first_had_not() {
        let mut dictionary = Dictionary::new();
        let pages: [Vec<i8>; 4] =
            [(0..40).collect(), (10..30).rev().collect(), (-20..60).step_by(3).collect(), (-20..60).collect()];
        let made: Vec<Vec<u8>> = pages.iter().map(|page| dictionary.indices(page)).collect();
        for (page, made) in pages.iter().zip(&made) {
            assert_eq!(said(&dictionary, made, page.len()), *page);
        }
        assert_eq!(dictionary.values.len(), 80);
    }
}
