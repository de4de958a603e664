//! A file with the identities of the games of another file, in which games are looked up without reading that one.
//!
//! Buckets of entries in the order of their hashes, each with its checksum; then where the buckets start; then the trailer.

use super::identity::{Hash128, LENGTH};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::UNIX_EPOCH;

/// What such a file ends with. It changes with the layout.
const MARK: [u8; 8] = *b"SCKNOWN1";
/// How many bytes the trailer has: the hash of a known text, the stamp, the number of games, the bits of a bucket's number,
/// the checksum of all this and of the starts of the buckets, the mark.
const TRAILER: usize = LENGTH + Stamp::BYTES + 8 + 8 + CHECKSUM + MARK.len();
const CHECKSUM: usize = 8;
/// About how many games a bucket has, and the most bits that the number of a bucket has.
const PER_BUCKET: u64 = 64;
const MOST_BITS: u32 = 20;
/// How many of the last bytes of a file are part of its stamp.
const TAIL: u64 = 4 << 10;

/// Which version of a file the games are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    size: u64,
    /// When it was changed, in nanoseconds; 0 if the system does not report it.
    changed: u64,
    /// The hash of its end, which in Parquet files and archives describes the content.
    tail: u64,
}

impl Stamp {
    const BYTES: usize = 24;

    /// That of an index that is used only at once.
    pub(super) const NONE: Stamp = Stamp { size: 0, changed: 0, tail: 0 };

    /// The stamp of a file.
    pub(super) fn of(file: &mut File) -> io::Result<Stamp> {
        let about = file.metadata()?;
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(about.len().saturating_sub(TAIL)))?;
        file.take(TAIL).read_to_end(&mut tail)?;
        Ok(Stamp {
            size: about.len(),
            changed: changed.map_or(0, |since| since.as_nanos() as u64),
            tail: checksum(&[&tail]),
        })
    }

    fn bytes(self) -> [u8; Stamp::BYTES] {
        let mut bytes = [0; Stamp::BYTES];
        for (part, value) in bytes.chunks_exact_mut(8).zip([self.size, self.changed, self.tail]) {
            part.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }
}

/// A game of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct KnownGame<'b> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Whether it has errors or no moves, so that its moves do not distinguish it from others.
    pub(super) is_odd: bool,
    /// The keys of its comparison.
    pub(super) traits: &'b [u8],
}

impl KnownGame<'_> {
    /// The game as bytes, after its hash.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.number.to_le_bytes());
        out.push(u8::from(self.is_odd));
        out.extend_from_slice(self.traits);
    }

    /// The game that was written so.
    fn read(bytes: &[u8]) -> Option<KnownGame<'_>> {
        let (number, rest) = bytes.split_first_chunk()?;
        let (is_odd, traits) = rest.split_first()?;
        Some(KnownGame { number: u64::from_le_bytes(*number), is_odd: *is_odd != 0, traits })
    }
}

/// Writes the file. `entries` are hashes with games as bytes, in the order of the hashes.
pub(super) fn write(
    out: &mut impl Write,
    stamp: Stamp,
    games: u64,
    mut entries: impl Iterator<Item = io::Result<(Vec<u8>, Vec<u8>)>>,
) -> io::Result<()> {
    let bits = (games / PER_BUCKET).max(1).ilog2().min(MOST_BITS);
    let (mut starts, mut at, mut bucket) = (vec![0_u64], 0_u64, Vec::new());
    let mut next = entries.next().transpose()?;
    for number in 0..1_usize << bits {
        bucket.clear();
        while let Some((hash, game)) = next.take_if(|(hash, _)| bucket_of(hash, bits) == number) {
            bucket.extend_from_slice(&hash);
            bucket.extend((game.len() as u32).to_le_bytes());
            bucket.extend_from_slice(&game);
            next = entries.next().transpose()?;
        }
        if !bucket.is_empty() {
            bucket.extend(checksum(&[&bucket]).to_le_bytes());
            out.write_all(&bucket)?;
        }
        at += bucket.len() as u64;
        starts.push(at);
    }
    let starts: Vec<u8> = starts.into_iter().flat_map(u64::to_le_bytes).collect();
    let mut about = kind_of_hash().to_vec();
    about.extend(stamp.bytes());
    about.extend(games.to_le_bytes());
    about.extend(u64::from(bits).to_le_bytes());
    out.write_all(&starts)?;
    out.write_all(&about)?;
    out.write_all(&checksum(&[&starts, &about]).to_le_bytes())?;
    out.write_all(&MARK)
}

/// Such a file, open to look games up in the order of their hashes.
#[derive(Debug)]
pub(super) struct KnownFile {
    file: File,
    bits: u32,
    starts: Vec<u64>,
    /// The number of the bucket that was read last, and its content without the checksum.
    bucket: Option<(usize, Vec<u8>)>,
}

impl KnownFile {
    /// Opens a file; `None` if it is of other games, or of another version of this program.
    ///
    /// # Errors
    /// If it is damaged, or cannot be read.
    pub(super) fn open(mut file: File, stamp: Option<Stamp>) -> io::Result<Option<KnownFile>> {
        let end = file.seek(SeekFrom::End(0))?;
        let at = end.checked_sub(TRAILER as u64).ok_or_else(damaged)?;
        let trailer = read(&mut file, at, TRAILER)?;
        let (rest, mark) = trailer.split_at(TRAILER - MARK.len());
        let (about, sum) = rest.split_at(rest.len() - CHECKSUM);
        if mark != MARK {
            // Other versions of this program end it in the same way, except for the number.
            return if mark[..7] == MARK[..7] { Ok(None) } else { Err(damaged()) };
        }
        let bits = u32::from_le_bytes(about[about.len() - 8..about.len() - 4].try_into().map_err(|_| damaged())?);
        if bits > MOST_BITS {
            return Err(damaged());
        }
        let length = ((1_usize << bits) + 1) * 8;
        let first = at.checked_sub(length as u64).ok_or_else(damaged)?;
        let starts = read(&mut file, first, length)?;
        if sum != checksum(&[&starts, about]).to_le_bytes() {
            return Err(damaged());
        }
        let starts: Vec<u64> = starts.as_chunks().0.iter().map(|start| u64::from_le_bytes(*start)).collect();
        if !starts.is_sorted() || starts.last() != Some(&first) {
            return Err(damaged());
        }
        let is_of = |stamp: Stamp| about[LENGTH..LENGTH + Stamp::BYTES] == stamp.bytes();
        if about[..LENGTH] != kind_of_hash() || !stamp.is_none_or(is_of) {
            return Ok(None);
        }
        Ok(Some(KnownFile { file, bits, starts, bucket: None }))
    }

    /// What is made of the first game with this hash of which something is made.
    ///
    /// # Errors
    /// If the file is damaged, or cannot be read.
    pub(super) fn find<T>(
        &mut self,
        hash: &[u8],
        mut made: impl FnMut(KnownGame<'_>) -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        let mut entries = self.bucket(bucket_of(hash, self.bits))?;
        while let Some((found, rest)) = entries.split_first_chunk::<LENGTH>() {
            let (length, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
            let (game, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
            if found == hash {
                let made = made(KnownGame::read(game).ok_or_else(damaged)?)?;
                if made.is_some() {
                    return Ok(made);
                }
            }
            entries = rest;
        }
        Ok(None)
    }

    /// The entries of a bucket.
    fn bucket(&mut self, number: usize) -> io::Result<&[u8]> {
        if self.bucket.as_ref().is_none_or(|(known, _)| *known != number) {
            let (start, end) = (self.starts[number], self.starts[number + 1]);
            let mut bytes = read(&mut self.file, start, usize::try_from(end - start).map_err(|_| damaged())?)?;
            if !bytes.is_empty() {
                let sum = bytes.split_off(bytes.len().checked_sub(CHECKSUM).ok_or_else(damaged)?);
                if sum != checksum(&[&bytes]).to_le_bytes() {
                    return Err(damaged());
                }
            }
            self.bucket = Some((number, bytes));
        }
        Ok(self.bucket.as_ref().map_or(&[], |(_, bytes)| bytes))
    }
}

fn read(file: &mut File, at: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The bucket of a hash: its first bits.
fn bucket_of(hash: &[u8], bits: u32) -> usize {
    let first = hash.first_chunk().map_or(0, |first| u32::from_be_bytes(*first));
    first.checked_shr(u32::BITS - bits).unwrap_or(0) as usize
}

fn checksum(parts: &[&[u8]]) -> u64 {
    let mut hash = Hash128::new();
    parts.iter().for_each(|part| hash.bytes(part));
    hash.finish().first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
}

/// Distinguishes how versions of this program hash.
fn kind_of_hash() -> [u8; LENGTH] {
    let mut hash = Hash128::new();
    hash.bytes(b"1. e4 e5");
    hash.finish()
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "its content is damaged")
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_files::nameless;

    const STAMP: Stamp = Stamp { size: 1, changed: 2, tail: 3 };

    fn hash(number: u64) -> Vec<u8> {
        let mut hash = Hash128::new();
        hash.bytes(&number.to_le_bytes());
        hash.finish().to_vec()
    }

    fn written(games: u64) -> Vec<u8> {
        let game = |number| {
            let mut bytes = Vec::new();
            KnownGame { number, is_odd: number % 7 == 0, traits: format!("white {number}").as_bytes() }
                .write(&mut bytes);
            (hash(number), bytes)
        };
        let mut entries: Vec<_> = (1..=games).map(game).collect();
        entries.sort();
        let mut bytes = Vec::new();
        write(&mut bytes, STAMP, games, entries.into_iter().map(Ok)).unwrap();
        bytes
    }

    fn open(bytes: &[u8], stamp: Stamp) -> io::Result<Option<KnownFile>> {
        let mut file = nameless().unwrap();
        file.write_all(bytes).unwrap();
        KnownFile::open(file, Some(stamp))
    }

    #[test]
    fn every_game_is_found_and_no_other() {
        for games in [0, 1, 63, 128, 5000] {
            let mut file = open(&written(games), STAMP).unwrap().unwrap();
            for number in (1..=games + 20).rev() {
                let found = file.find(&hash(number), |game| {
                    assert_eq!(game.traits, format!("white {number}").as_bytes());
                    Ok(Some((game.number, game.is_odd)))
                });
                assert_eq!(found.unwrap(), (number <= games).then_some((number, number % 7 == 0)));
            }
        }
    }

    #[test]
    fn an_index_of_another_file_is_none() {
        assert!(open(&written(9), Stamp { changed: 5, ..STAMP }).unwrap().is_none());
    }

    #[test]
    fn damage_is_noticed() {
        let good = written(300);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            let found = open(&bad, STAMP).and_then(|file| {
                let Some(mut file) = file else { return Ok(()) };
                (1..=300).try_for_each(|number| file.find(&hash(number), |_| Ok(Some(()))).map(drop))
            });
            // Only the mark of another version is not damage.
            assert!(found.is_err() || at == good.len() - 1, "byte {at}");
        }
        for length in 0..good.len() {
            assert!(open(&good[..length], STAMP).is_err(), "{length} bytes");
        }
    }
}
