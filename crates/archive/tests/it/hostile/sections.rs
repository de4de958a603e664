//! The sections of an archive, taken apart and put together without the crate's own code.

use scoresheet_archive::{ArchiveIndex, BlockEntry, GroupEntry, MAGIC, SectionPlace};
use std::ops::Range;
use twox_hash::XxHash3_64;

/// The number of bytes before the content of a section.
const HEADER: usize = 16;
/// The number of bytes after an index.
const TAIL: usize = 8;

/// A section of a file.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// The letter of its kind.
    pub(crate) kind: u8,
    /// Where it is; an index includes what is after it.
    pub(crate) place: Range<usize>,
    /// Where its content is.
    pub(crate) content: Range<usize>,
    /// The number of groups before it ends.
    pub(crate) groups: usize,
}

/// The sections of a file that is sound.
pub(crate) fn sections(file: &[u8]) -> Vec<Section> {
    let (mut all, mut start, mut groups) = (Vec::new(), MAGIC.len(), 0);
    while start < file.len() {
        let [0xF5, b'S', b'Z', kind, a, b, c, d, ..] = file[start..] else { panic!("no section at {start}") };
        let content = start + HEADER..start + HEADER + u32::from_le_bytes([a, b, c, d]) as usize;
        let end = content.end + if kind == b'i' { TAIL } else { 0 };
        groups += usize::from(kind == b'g');
        all.push(Section { kind, place: start..end, content, groups });
        start = end;
    }
    all
}

/// Makes the checksum of a section that of its content.
pub(crate) fn repair(file: &mut [u8], section: &Section) {
    let sum = checksum(section.kind, &file[section.content.clone()]);
    file[section.content.start - 8..section.content.start].copy_from_slice(&sum);
}

fn checksum(kind: u8, content: &[u8]) -> [u8; 8] {
    let seed = b"gtbi".iter().position(|known| *known == kind).expect("a kind") as u64;
    XxHash3_64::oneshot_with_seed(seed, content).to_le_bytes()
}

/// Appends a section.
fn push(kind: u8, content: &[u8], file: &mut Vec<u8>) -> SectionPlace {
    let place = SectionPlace { byte: file.len() as u64, length: content.len() as u32 };
    file.extend_from_slice(&[0xF5, b'S', b'Z', kind]);
    file.extend_from_slice(&place.length.to_le_bytes());
    file.extend_from_slice(&checksum(kind, content));
    file.extend_from_slice(content);
    place
}

/// A file of one group whose index is right: its sections of texts, and its blocks with the numbers of their games.
pub(crate) fn file(group: &[u8], texts: &[&[u8]], blocks: &[(&[u8], u32)]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    let mut entry = GroupEntry { header: push(b'g', group, &mut file), ..GroupEntry::default() };
    entry.texts = texts.iter().map(|text| push(b't', text, &mut file)).collect();
    for (block, games) in blocks {
        let place = push(b'b', block, &mut file);
        entry.blocks.push(BlockEntry { place, games: *games, ..BlockEntry::default() });
    }
    push_index(&ArchiveIndex { sources: Vec::new(), groups: vec![entry] }.write(), &mut file);
    file
}

/// Appends an index.
pub(crate) fn push_index(index: &[u8], file: &mut Vec<u8>) {
    push(b'i', index, file);
    file.extend_from_slice(&(index.len() as u32).to_le_bytes());
    file.extend_from_slice(b"SCZ\n");
}

/// Appends a number: seven bits a byte, the lowest first.
pub(crate) fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number.
fn take_number(bytes: &mut &[u8]) -> u64 {
    let end = bytes.iter().position(|byte| *byte < 0x80).expect("a number ends");
    let (number, rest) = bytes.split_at(end + 1);
    *bytes = rest;
    number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7F))
}

fn take<'b>(bytes: &mut &'b [u8], count: u64) -> &'b [u8] {
    let (taken, rest) = bytes.split_at(count as usize);
    *bytes = rest;
    taken
}

/// The streams of a block with one segment.
#[derive(Clone)]
pub(crate) struct Streams {
    /// The section of its texts, their place there, its games, and its plies.
    pub(crate) numbers: [u64; 4],
    /// Heads, tags, numbers of comments, prose, items, and moves.
    pub(crate) streams: [Vec<u8>; 6],
    /// The length of its texts.
    pub(crate) texts: u64,
}

impl Streams {
    pub(crate) fn of(mut block: &[u8]) -> Streams {
        let bytes = &mut block;
        let numbers = [(); 4].map(|()| take_number(bytes));
        let mut text = || {
            let length = take_number(bytes);
            take(bytes, length).to_vec()
        };
        let [heads, tags, counts, prose] = [text(), text(), text(), text()];
        let [items, moves, texts] = [(); 3].map(|()| take_number(bytes));
        let (items, moves) = (take(bytes, items).to_vec(), take(bytes, moves).to_vec());
        assert!(bytes.is_empty(), "a block of more than one segment");
        Streams { numbers, streams: [heads, tags, counts, prose, items, moves], texts }
    }

    pub(crate) fn block(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.numbers.iter().for_each(|number| push_number(*number, &mut out));
        let (texts, segment) = self.streams.split_at(4);
        for text in texts {
            push_number(text.len() as u64, &mut out);
            out.extend_from_slice(text);
        }
        segment.iter().for_each(|stream| push_number(stream.len() as u64, &mut out));
        push_number(self.texts, &mut out);
        segment.iter().for_each(|stream| out.extend_from_slice(stream));
        out
    }
}
