//! The index at the end of a file: where its groups and blocks are, and what is in them.

use crate::bytes::{Cursor, push_number, push_text};
use crate::damage::Damage;
use crate::section::HEADER;

/// The first bytes of every file: a byte that no text starts with, a name, and the version of the format.
pub const MAGIC: [u8; 8] = *b"\xF5SCZ\r\n\x1A\x01";

/// The last bytes of every file that is complete, after the length of the index.
pub const TRAILER: [u8; 4] = *b"SCZ\n";

/// The number of bytes after the index: its length, and the trailer.
pub(crate) const TAIL: usize = 8;

/// Where a section is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionPlace {
    /// The number of bytes before its header.
    pub byte: u64,
    /// The number of bytes of its content.
    pub length: u32,
}

impl SectionPlace {
    /// The number of bytes before what follows it.
    pub fn end(&self) -> u64 {
        self.byte.saturating_add(HEADER as u64 + u64::from(self.length))
    }
}

/// An input that games came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its own bytes, if they are kept.
    pub exact: Option<Exact>,
}

/// The bytes of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    /// The format of the source.
    pub format: String,
    /// The XXH3 hash of all of its bytes, with 64 bits.
    pub hash: u64,
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Where it is.
    pub place: SectionPlace,
    /// How many games of the file come before its own.
    pub before: u64,
    /// The number of its games.
    pub games: u32,
}

/// A group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupEntry {
    /// Its header.
    pub header: SectionPlace,
    /// Its sections of texts.
    pub texts: Vec<SectionPlace>,
    /// Its blocks.
    pub blocks: Vec<BlockEntry>,
}

/// A block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockEntry {
    /// Where it is.
    pub place: SectionPlace,
    /// The number of its games.
    pub games: u32,
    /// The number of its plies, variations included.
    pub plies: u64,
    /// Where its texts are: the number of a section of texts from 1, or 0, and the number of bytes before them there.
    pub texts: (u32, u64),
    /// The first and the last date of its games as the index has them: numbers such as 20130131 and 2^27, or 0 if they are not
    /// known. [`BlockEntry::may_have_dates`] reads them.
    pub dates: (u32, u32),
}

/// Everything in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveIndex {
    /// The inputs that the games came from.
    pub sources: Vec<Source>,
    /// The groups, in order.
    pub groups: Vec<GroupEntry>,
}

impl ArchiveIndex {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.blocks().map(|(_, block)| u64::from(block.games)).sum()
    }

    /// The blocks, each with the number of its group.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &BlockEntry)> {
        self.groups.iter().enumerate().flat_map(|(group, entry)| entry.blocks.iter().map(move |block| (group, block)))
    }

    /// The index as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_number(self.sources.len() as u64, &mut out);
        self.sources.iter().for_each(|source| push_source(source, &mut out));
        push_number(self.groups.len() as u64, &mut out);
        for group in &self.groups {
            push_place(group.header, &mut out);
            push_number(group.texts.len() as u64, &mut out);
            group.texts.iter().for_each(|place| push_place(*place, &mut out));
            push_number(group.blocks.len() as u64, &mut out);
            group.blocks.iter().for_each(|block| push_block(block, &mut out));
        }
        out
    }

    /// The index in these bytes.
    ///
    /// # Errors
    /// If they are not an index.
    pub fn read(bytes: &[u8]) -> Result<ArchiveIndex, Damage> {
        let mut cursor = Cursor::new(bytes);
        // Everything that is counted takes a byte at least, so nothing is allocated that is not there.
        let mut index = ArchiveIndex::default();
        for _ in 0..cursor.number_up_to(bytes.len())? {
            index.sources.push(read_source(&mut cursor, bytes.len())?);
        }
        for _ in 0..cursor.number_up_to(bytes.len())? {
            let mut group = GroupEntry { header: read_place(&mut cursor)?, ..GroupEntry::default() };
            for _ in 0..cursor.number_up_to(bytes.len())? {
                group.texts.push(read_place(&mut cursor)?);
            }
            for _ in 0..cursor.number_up_to(bytes.len())? {
                group.blocks.push(read_block(&mut cursor)?);
            }
            index.groups.push(group);
        }
        if cursor.rest().is_empty() { Ok(index) } else { Err(Damage::Content) }
    }
}

/// A source: its name; 0, or 1 if its bytes are kept, and then its format, its hash and its pieces.
fn push_source(source: &Source, out: &mut Vec<u8>) {
    push_text(source.name.as_bytes(), out);
    out.push(u8::from(source.exact.is_some()));
    let Some(exact) = &source.exact else { return };
    push_text(exact.format.as_bytes(), out);
    out.extend_from_slice(&exact.hash.to_le_bytes());
    push_number(exact.pieces.len() as u64, out);
    for piece in &exact.pieces {
        push_place(piece.place, out);
        push_number(piece.before, out);
        push_number(u64::from(piece.games), out);
    }
}

fn read_source(cursor: &mut Cursor<'_>, most: usize) -> Result<Source, Damage> {
    let name = cursor.string()?.to_owned();
    match cursor.byte()? {
        0 => return Ok(Source { name, exact: None }),
        1 => {}
        _ => return Err(Damage::Version),
    }
    let mut exact = Exact { format: cursor.string()?.to_owned(), ..Exact::default() };
    exact.hash = u64::from_le_bytes(cursor.array()?);
    for _ in 0..cursor.number_up_to(most)? {
        let place = read_place(cursor)?;
        exact.pieces.push(Piece { place, before: cursor.number()?, games: read_u32(cursor)? });
    }
    Ok(Source { name, exact: Some(exact) })
}

fn push_place(place: SectionPlace, out: &mut Vec<u8>) {
    push_number(place.byte, out);
    push_number(u64::from(place.length), out);
}

fn read_place(cursor: &mut Cursor<'_>) -> Result<SectionPlace, Damage> {
    Ok(SectionPlace { byte: cursor.number()?, length: read_u32(cursor)? })
}

fn read_u32(cursor: &mut Cursor<'_>) -> Result<u32, Damage> {
    u32::try_from(cursor.number()?).map_err(|_| Damage::Size)
}

fn push_block(block: &BlockEntry, out: &mut Vec<u8>) {
    push_place(block.place, out);
    let (section, start) = block.texts;
    let (first, last) = block.dates;
    for number in [u64::from(block.games), block.plies, u64::from(section), start, u64::from(first), u64::from(last)] {
        push_number(number, out);
    }
}

fn read_block(cursor: &mut Cursor<'_>) -> Result<BlockEntry, Damage> {
    Ok(BlockEntry {
        place: read_place(cursor)?,
        games: read_u32(cursor)?,
        plies: cursor.number()?,
        texts: (read_u32(cursor)?, cursor.number()?),
        dates: (read_u32(cursor)?, read_u32(cursor)?),
    })
}

#[cfg(test)]
mod tests {
    use super::{ArchiveIndex, BlockEntry, Exact, GroupEntry, Piece, SectionPlace, Source};

    #[test]
    fn an_index_comes_back_and_its_prefixes_do_not() {
        let block = BlockEntry {
            place: SectionPlace { byte: 1 << 40, length: 70_000 },
            games: 256,
            plies: 17_000,
            texts: (1, 12),
            dates: (20_130_101, 20_130_102),
        };
        let header = SectionPlace { byte: 8, length: 300 };
        let groups = vec![GroupEntry { header, texts: vec![header], blocks: vec![block, block] }];
        let pieces = vec![Piece { place: header, before: 1 << 33, games: 9 }];
        let exact = Some(Exact { format: "pgn".to_owned(), hash: 1 << 63, pieces });
        let sources = vec![Source { name: "a.pgn".to_owned(), exact }, Source::default()];
        let index = ArchiveIndex { sources, groups };
        let bytes = index.write();
        assert_eq!(ArchiveIndex::read(&bytes), Ok(index));
        for length in 0..bytes.len() {
            assert!(ArchiveIndex::read(&bytes[..length]).is_err());
        }
    }
}
