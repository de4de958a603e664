//! Copies of games: in memory as long as they are few, then in a temporary file without a name.

use scoresheet_files::nameless;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// How many bytes are held in memory.
const HELD: u64 = 64 << 20;
/// How large the pieces are that they are held in: they grow without being moved.
const PIECE: usize = 1 << 20;

/// Copies that are being added, one behind the other.
#[derive(Default)]
pub(crate) struct Copies {
    held: Vec<Vec<u8>>,
    file: Option<BufWriter<File>>,
    length: u64,
}

impl Copies {
    /// How many bytes there are.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Adds a copy.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub(crate) fn add(&mut self, copy: &[u8]) -> io::Result<()> {
        self.length += copy.len() as u64;
        if let Some(file) = &mut self.file {
            return file.write_all(copy);
        }
        let mut rest = copy;
        while !rest.is_empty() {
            if self.held.last().is_none_or(|piece| piece.len() == PIECE) {
                self.held.push(Vec::with_capacity(PIECE));
            }
            let Some(piece) = self.held.last_mut() else { break };
            let (now, later) = rest.split_at(rest.len().min(PIECE - piece.len()));
            piece.extend_from_slice(now);
            rest = later;
        }
        if self.length > HELD { self.move_to_file() } else { Ok(()) }
    }

    fn move_to_file(&mut self) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(PIECE, nameless()?);
        for piece in std::mem::take(&mut self.held) {
            file.write_all(&piece)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// The copies, to be read.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub(crate) fn end(self) -> io::Result<Copied> {
        let file = self.file.map(|file| file.into_inner().map_err(io::IntoInnerError::into_error)).transpose()?;
        Ok(Copied { held: self.held, file })
    }
}

/// Copies that were added.
pub(crate) struct Copied {
    held: Vec<Vec<u8>>,
    file: Option<File>,
}

impl Copied {
    /// Fills `copy` with the bytes from this place on.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub(crate) fn read(&mut self, start: u64, copy: &mut [u8]) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            return read_at(file, start, copy);
        }
        let (mut at, mut filled) = (usize::try_from(start).unwrap_or(usize::MAX), 0);
        while filled < copy.len() {
            let piece = self.held.get(at / PIECE).and_then(|piece| piece.get(at % PIECE..));
            let piece = piece.filter(|piece| !piece.is_empty()).ok_or(io::ErrorKind::UnexpectedEof)?;
            let length = piece.len().min(copy.len() - filled);
            copy[filled..filled + length].copy_from_slice(&piece[..length]);
            (at, filled) = (at + length, filled + length);
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &mut File, start: u64, copy: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, copy, start)
}

#[cfg(not(unix))]
fn read_at(file: &mut File, start: u64, copy: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_read_wherever_they_are() {
        let copy = |number: u64| number.to_string().repeat(1 + number as usize % 5000).into_bytes();
        for many in [3_u64, 1000, 9000] {
            let mut copies = Copies::default();
            let mut places = Vec::new();
            for number in 0..many {
                places.push(copies.length());
                copies.add(&copy(number)).unwrap();
            }
            assert_eq!(copies.file.is_some(), copies.length() > HELD);
            let mut copied = copies.end().unwrap();
            for number in (0..many).rev() {
                let mut found = vec![0; copy(number).len()];
                copied.read(places[number as usize], &mut found).unwrap();
                assert_eq!(found, copy(number));
            }
            assert!(copied.read(1 << 40, &mut [0]).is_err());
        }
    }
}
