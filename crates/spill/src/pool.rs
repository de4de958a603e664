//! Bytes that are appended, and read again from any place.

use crate::TemporaryFiles;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// The size of the pieces that are held in memory: a pool grows without being moved.
const PIECE: usize = 1 << 20;

/// Bytes in memory as long as they are few, then in a temporary file.
#[derive(Debug)]
pub struct Pool {
    memory: u64,
    files: TemporaryFiles,
    held: Vec<Vec<u8>>,
    file: Option<BufWriter<File>>,
    length: u64,
}

impl Pool {
    /// An empty pool that holds at most this many bytes in memory.
    pub fn new(memory: u64, files: &TemporaryFiles) -> Pool {
        Pool { memory, files: files.clone(), held: Vec::new(), file: None, length: 0 }
    }

    /// The number of bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends bytes, and returns where they start.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let start = self.length;
        self.length += bytes.len() as u64;
        if self.file.is_none() && self.length > self.memory {
            self.move_to_file()?;
        }
        match &mut self.file {
            Some(file) => file.write_all(bytes)?,
            None => self.hold(bytes),
        }
        Ok(start)
    }

    fn hold(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.held.last().is_none_or(|piece| piece.len() == PIECE) {
                self.held.push(Vec::with_capacity(PIECE.min(usize::try_from(self.memory).unwrap_or(PIECE))));
            }
            let Some(piece) = self.held.last_mut() else { break };
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - piece.len()));
            piece.extend_from_slice(now);
            bytes = later;
        }
    }

    fn move_to_file(&mut self) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(PIECE, self.files.create()?);
        for piece in std::mem::take(&mut self.held) {
            file.write_all(&piece)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Fills `bytes` from this place on.
    ///
    /// # Errors
    /// If there are not this many, or a temporary file cannot be read.
    pub fn read(&mut self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.flush()?;
            return read_at(file.get_mut(), start, bytes);
        }
        let (mut at, mut filled) = (usize::try_from(start).unwrap_or(usize::MAX), 0);
        while filled < bytes.len() {
            let piece = self.held.get(at / PIECE).and_then(|piece| piece.get(at % PIECE..));
            let piece = piece.filter(|piece| !piece.is_empty()).ok_or(io::ErrorKind::UnexpectedEof)?;
            let length = piece.len().min(bytes.len() - filled);
            bytes[filled..filled + length].copy_from_slice(&piece[..length]);
            (at, filled) = (at + length, filled + length);
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &mut File, start: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// Reads from a place, and returns to the end, where more is appended.
#[cfg(not(unix))]
fn read_at(file: &mut File, start: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(bytes)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorter::tests::files;

    #[test]
    fn bytes_are_read_at_any_place_while_more_come() {
        const MEMORY: u64 = 3 << 20;
        let text = |number: u64| number.to_string().repeat(1 + number as usize % 5000).into_bytes();
        for many in [3_u64, 300, 900] {
            let (files, created) = files();
            let mut pool = Pool::new(MEMORY, &files);
            let mut starts = Vec::new();
            let check = |pool: &mut Pool, starts: &[u64], number: u64| {
                let mut found = vec![0; text(number).len()];
                pool.read(starts[number as usize], &mut found).unwrap();
                assert_eq!(found, text(number));
            };
            for number in 0..many {
                starts.push(pool.append(&text(number)).unwrap());
                check(&mut pool, &starts, number / 2);
            }
            (0..many).rev().for_each(|number| check(&mut pool, &starts, number));
            assert_eq!(created.get() == 1, pool.length() > MEMORY);
            assert!(pool.read(1 << 40, &mut [0]).is_err());
        }
    }
}
