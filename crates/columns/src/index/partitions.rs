//! Records in parts by the first bits of their hash, in memory and beyond a budget on disk.

use super::occurrence::{BYTES, Occurrence};
use crate::Error;
use scoresheet_parallel::Lock;
use scoresheet_spill::{Pool, TemporaryFiles};

/// The bits of a hash that choose its part.
pub(super) const BITS: u32 = 10;
/// The number of parts.
pub(crate) const PARTS: usize = 1 << BITS;

/// The number of records from which those of a part are summed up before more are read. Summing up each piece would merge
/// the sums of the part as often as records were spilled, which is quadratic.
const AT_ONCE: usize = 1 << 20;

/// The part that a hash belongs to. The parts are in the order of the hashes.
fn part(hash: u64) -> usize {
    (hash >> (64 - BITS)) as usize
}

/// The records of one thread.
pub(crate) struct Pile {
    parts: Vec<Vec<Occurrence>>,
    held: usize,
    /// How many records stay in memory.
    most: usize,
    files: Option<TemporaryFiles>,
    spilled: Option<Spilled>,
}

impl Pile {
    /// An empty pile that keeps about this many bytes in memory.
    pub(crate) fn new(memory: usize, files: Option<TemporaryFiles>) -> Pile {
        // Vectors grow by half of their room on average.
        let most = (memory / size_of::<Occurrence>() * 2 / 3).max(PARTS);
        Pile { parts: vec![Vec::new(); PARTS], held: 0, most, files, spilled: None }
    }

    pub(crate) fn add(&mut self, met: Occurrence) {
        self.parts[part(met.hash())].push(met);
        self.held += 1;
    }

    /// Whether there are so many records that [`Pile::settle`] writes them to disk.
    pub(crate) fn is_full(&self) -> bool {
        self.held >= self.most && self.files.is_some()
    }

    /// Writes the records to disk if they are too many. Called after each game.
    pub(crate) fn settle(&mut self) -> Result<(), Error> {
        if !self.is_full() {
            return Ok(());
        }
        if let Some(files) = &self.files {
            self.spilled.get_or_insert_with(|| Spilled::new(files)).add(&mut self.parts)?;
        }
        self.held = 0;
        Ok(())
    }

    /// Appends the next spilled piece of a part. Whether there was one.
    fn read_spilled(&mut self, part: usize, records: &mut Vec<Occurrence>) -> Result<bool, Error> {
        self.spilled.as_mut().map_or(Ok(false), |spilled| spilled.read(part, records))
    }
}

/// Sums up records of the same position.
pub(crate) trait SumUp {
    /// A sum over records.
    type Sum;

    /// Appends the sums of records, which it may reorder.
    fn add(&mut self, mets: &mut Vec<Occurrence>, sums: &mut Vec<Self::Sum>);

    /// Adds sums together that belong together, and sorts them.
    fn merge(&self, sums: &mut Vec<Self::Sum>);
}

/// The records of all threads, ready to be taken part by part.
pub(crate) struct Piles {
    piles: Vec<Lock<Pile>>,
}

impl Piles {
    pub(crate) fn new(piles: Vec<Pile>) -> Piles {
        Piles { piles: piles.into_iter().map(Lock::new).collect() }
    }

    /// The number of records in a part.
    pub(crate) fn count(&self, part: usize) -> usize {
        self.locked().map(|pile| pile.parts[part].len() + pile.spilled.as_ref().map_or(0, |s| s.count(part))).sum()
    }

    /// Takes the records of a part, and appends their sums. Of records that were spilled, at most about [`AT_ONCE`] are in memory,
    /// so a position that occurs in most games needs no more memory than others.
    pub(crate) fn take<S: SumUp>(&self, part: usize, summing: &mut S, sums: &mut Vec<S::Sum>) -> Result<(), Error> {
        let (mut held, mut all) = (Vec::new(), Vec::new());
        for pile in &self.piles {
            let mut of_thread = std::mem::take(&mut pile.lock().parts[part]);
            if held.is_empty() {
                held = of_thread;
            } else {
                held.append(&mut of_thread);
            }
            // Other threads read their pieces while this one sums up its own.
            while pile.lock().read_spilled(part, &mut held)? {
                if held.len() >= AT_ONCE {
                    summing.add(&mut held, &mut all);
                    summing.merge(&mut all);
                    held.clear();
                }
            }
        }
        if all.is_empty() {
            summing.add(&mut held, sums);
            return Ok(());
        }
        summing.add(&mut held, &mut all);
        summing.merge(&mut all);
        sums.append(&mut all);
        Ok(())
    }

    fn locked(&self) -> impl Iterator<Item = std::sync::MutexGuard<'_, Pile>> {
        self.piles.iter().map(Lock::lock)
    }
}

/// Records on disk: all parts one after the other, again and again.
struct Spilled {
    records: Pool,
    /// Where the records of each part are, and how many.
    places: Vec<Vec<(u64, usize)>>,
}

impl Spilled {
    fn new(files: &TemporaryFiles) -> Spilled {
        Spilled { records: Pool::new(0, files), places: vec![Vec::new(); PARTS] }
    }

    fn count(&self, part: usize) -> usize {
        self.places[part].iter().map(|(_, count)| count).sum()
    }

    fn add(&mut self, parts: &mut [Vec<Occurrence>]) -> Result<(), Error> {
        for (part, places) in parts.iter_mut().zip(&mut self.places) {
            if part.is_empty() {
                continue;
            }
            places.push((self.records.length(), part.len()));
            for met in part.drain(..) {
                self.records.append(&met.to_bytes())?;
            }
        }
        Ok(())
    }

    /// Takes the next piece of a part, and appends its records. Whether there was one.
    fn read(&mut self, part: usize, records: &mut Vec<Occurrence>) -> Result<bool, Error> {
        let Some((place, count)) = self.places[part].pop() else { return Ok(false) };
        let mut bytes = vec![0; count * BYTES];
        self.records.read(place, &mut bytes)?;
        records.extend(bytes.as_chunks::<BYTES>().0.iter().map(Occurrence::of_bytes));
        Ok(true)
    }
}
