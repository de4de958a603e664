//! Determines whether a file of games is the one that an index was built from.

use crate::Error;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The bytes after the footer of a Parquet file: its length, and `PAR1`.
const TAIL: u64 = 8;
/// The longest footer that is read.
const MOST: u64 = 256 << 20;

/// What identifies a version of a Parquet file: its length, and the checksum of its footer, which has the sizes, the places and
/// the bounds of all columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The length of the file.
    pub bytes: u64,
    /// The checksum of its footer.
    pub footer: u32,
}

impl Stamp {
    /// The stamp of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not Parquet.
    pub fn of(file: &mut File) -> Result<Stamp, Error> {
        let (bytes, footer) = footer(file)?;
        Ok(Stamp { bytes, footer: crc32fast::hash(&footer) })
    }

    /// The stamp as text, for metadata.
    pub fn text(self) -> String {
        format!("{}-{:08x}", self.bytes, self.footer)
    }
}

/// The length of a Parquet file, and its footer without the tail.
pub(super) fn footer(file: &mut File) -> Result<(u64, Vec<u8>), Error> {
    let io = |error: io::Error| Error::damaged(error.to_string());
    let bytes = file.seek(SeekFrom::End(0)).map_err(io)?;
    let mut tail = [0; TAIL as usize];
    let at = bytes.checked_sub(TAIL).ok_or_else(|| Error::damaged("the file is too short for Parquet"))?;
    file.seek(SeekFrom::Start(at)).map_err(io)?;
    file.read_exact(&mut tail).map_err(io)?;
    let length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    if tail[4..] != *b"PAR1" || length > at || length > MOST {
        return Err(Error::damaged("it does not end as Parquet does"));
    }
    let mut footer = vec![0; length as usize];
    file.seek(SeekFrom::Start(at - length)).map_err(io)?;
    file.read_exact(&mut footer).map_err(io)?;
    Ok((bytes, footer))
}

/// The checksum of what the games of a file are indexed by, in their order. It tells whether a longer file starts with the
/// same games.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    hasher: crc32fast::Hasher,
    bytes: u64,
}

impl Content {
    /// Adds the moves of a game, where it starts, and what is known about it.
    pub(super) fn add(&mut self, [facts, fen, variant, moves]: [&[u8]; 4]) {
        let lengths = [fen, variant, moves].map(|part| (part.len() as u32).to_le_bytes());
        for part in [facts, lengths.as_flattened(), fen, variant, moves] {
            // Starting the checksum of nothing takes as long as that of some bytes.
            if !part.is_empty() {
                self.hasher.update(part);
                self.bytes += part.len() as u64;
            }
        }
    }

    /// Adds the games that follow.
    pub(super) fn then(&mut self, next: &Content) {
        self.hasher.combine(&next.hasher);
        self.bytes += next.bytes;
    }

    /// The checksum as text, for metadata.
    pub(super) fn text(&self) -> String {
        format!("{}-{:08x}", self.bytes, self.hasher.clone().finalize())
    }
}
