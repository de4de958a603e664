//! Records in parts by the first bits of their hash, in memory and beyond a budget on disk.

use super::met::{BYTES, Met};
use super::rows::{Sum, merged, sums};
use crate::Error;
use crate::sort::{NewScratch, Scratch};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

/// The bits of a hash that choose its part.
const BITS: u32 = 10;
/// The number of parts.
pub(super) const PARTS: usize = 1 << BITS;

/// The part that a hash belongs to. The parts are in the order of the hashes.
fn part(hash: u64) -> usize {
    (hash >> (64 - BITS)) as usize
}

/// The records of one thread.
pub(super) struct Pile {
    parts: Vec<Vec<Met>>,
    held: usize,
    /// How many records stay in memory.
    most: usize,
    scratch: Option<NewScratch>,
    spilled: Option<Spilled>,
}

impl Pile {
    /// An empty pile that keeps about this many bytes in memory.
    pub(super) fn new(memory: usize, scratch: Option<NewScratch>) -> Pile {
        // Vectors grow by half of their room on average.
        let most = (memory / size_of::<Met>() * 2 / 3).max(PARTS);
        Pile { parts: vec![Vec::new(); PARTS], held: 0, most, scratch, spilled: None }
    }

    pub(super) fn add(&mut self, met: Met) {
        self.parts[part(met.hash)].push(met);
        self.held += 1;
    }

    /// Writes the records to disk if they are too many. Called after each game.
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        if self.held < self.most || self.scratch.is_none() {
            return Ok(());
        }
        if self.spilled.is_none() {
            let folder = self.scratch.as_ref().map(NewScratch::folder).transpose()?;
            self.spilled = folder.map(Spilled::create).transpose()?;
        }
        if let Some(spilled) = &mut self.spilled {
            spilled.add(&mut self.parts)?;
        }
        self.held = 0;
        Ok(())
    }
}

/// The records of all threads, ready to be taken part by part.
pub(super) struct Piles {
    piles: Vec<Mutex<Pile>>,
}

impl Piles {
    pub(super) fn new(piles: Vec<Pile>) -> Piles {
        Piles { piles: piles.into_iter().map(Mutex::new).collect() }
    }

    /// The number of records in a part.
    pub(super) fn count(&self, part: usize) -> usize {
        self.locked().map(|pile| pile.parts[part].len() + pile.spilled.as_ref().map_or(0, |s| s.count(part))).sum()
    }

    /// Takes the sums of a part. Records that were spilled are read and summed up one piece after the other, so a position
    /// that occurs in most games needs no more memory than others.
    pub(super) fn take(&self, part: usize) -> Result<Vec<Sum>, Error> {
        let (mut held, mut all): (Vec<Met>, Vec<Sum>) = (Vec::new(), Vec::new());
        for mut pile in self.locked() {
            let more = std::mem::take(&mut pile.parts[part]);
            if held.is_empty() {
                held = more
            } else {
                held.extend(more)
            }
            let Some(spilled) = &mut pile.spilled else { continue };
            while let Some(piece) = spilled.read(part)? {
                all = merged(all, sums(piece));
            }
        }
        Ok(merged(all, sums(held)))
    }

    fn locked(&self) -> impl Iterator<Item = std::sync::MutexGuard<'_, Pile>> {
        self.piles.iter().map(|pile| pile.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Records in a file: all parts one after the other, again and again.
struct Spilled {
    file: File,
    end: u64,
    /// Where the records of each part are, and how many.
    places: Vec<Vec<(u64, usize)>>,
    /// Deletes the file in the end.
    _folder: Box<dyn Scratch>,
}

impl Spilled {
    fn create(folder: Box<dyn Scratch>) -> Result<Spilled, Error> {
        let path = folder.path().join("positions");
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        Ok(Spilled { file, end: 0, places: vec![Vec::new(); PARTS], _folder: folder })
    }

    fn count(&self, part: usize) -> usize {
        self.places[part].iter().map(|(_, count)| count).sum()
    }

    fn add(&mut self, parts: &mut [Vec<Met>]) -> Result<(), Error> {
        let mut out = BufWriter::with_capacity(1 << 20, &self.file);
        for (part, places) in parts.iter_mut().zip(&mut self.places) {
            if part.is_empty() {
                continue;
            }
            places.push((self.end, part.len()));
            for met in part.drain(..) {
                out.write_all(&met.to_bytes())?;
                self.end += BYTES as u64;
            }
        }
        Ok(out.flush()?)
    }

    /// Takes the next piece of a part.
    fn read(&mut self, part: usize) -> Result<Option<Vec<Met>>, Error> {
        let Some((place, count)) = self.places[part].pop() else { return Ok(None) };
        let mut bytes = vec![0; count * BYTES];
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_exact(&mut bytes)?;
        Ok(Some(bytes.as_chunks::<BYTES>().0.iter().map(Met::of_bytes).collect()))
    }
}
