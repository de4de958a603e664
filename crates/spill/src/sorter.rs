//! Sorting byte strings by their first bytes.

use crate::TemporaryFiles;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// How many bytes are held by default.
const MEMORY: usize = 128 << 20;

/// Entries of a key and a value. Those of equal keys stay in the order in which they came.
#[derive(Debug)]
pub struct Sorter {
    memory: usize,
    files: TemporaryFiles,
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    runs: Vec<File>,
}

/// The place of an entry: its key, and after that its value.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    key: u32,
    length: u32,
}

/// A key and a value that came out.
#[derive(Debug)]
pub struct Sorted {
    bytes: Vec<u8>,
    key: usize,
}

impl Sorted {
    /// The key.
    pub fn key(&self) -> &[u8] {
        &self.bytes[..self.key]
    }

    /// The value.
    pub fn value(&self) -> &[u8] {
        &self.bytes[self.key..]
    }
}

impl Sorter {
    /// A sorter that holds about this many bytes in memory; `None` for the default.
    pub fn new(memory: Option<u64>, files: &TemporaryFiles) -> Sorter {
        let memory = memory.map_or(MEMORY, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Sorter { memory, files: files.clone(), bytes: Vec::new(), entries: Vec::new(), runs: Vec::new() }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        if self.bytes.len() + self.entries.len() * size_of::<Entry>() > self.memory {
            self.spill()?;
        }
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(value);
        let length =
            |bytes: &[u8]| u32::try_from(bytes.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge));
        self.entries.push(Entry { start, key: length(key)?, length: length(value)? });
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // Entries of equal keys are distinguished by their places.
        self.entries.sort_unstable_by(|one, other| {
            key_of(bytes, one).cmp(key_of(bytes, other)).then(one.start.cmp(&other.start))
        });
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut file = BufWriter::new(self.files.create()?);
        for entry in &self.entries {
            file.write_all(&entry.key.to_le_bytes())?;
            file.write_all(&entry.length.to_le_bytes())?;
            file.write_all(bytes_of(&self.bytes, entry))?;
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.runs.push(file);
        self.entries.clear();
        self.bytes.clear();
        Ok(())
    }

    /// All entries in order.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    pub fn finish(mut self) -> io::Result<Merged> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(Merged {
                bytes: self.bytes,
                entries: self.entries.into_iter(),
                runs: Vec::new(),
                next: BinaryHeap::new(),
            });
        }
        self.spill()?;
        let mut merged = Merged {
            bytes: Vec::new(),
            entries: Vec::new().into_iter(),
            runs: self.runs.into_iter().map(BufReader::new).collect(),
            next: BinaryHeap::new(),
        };
        for run in 0..merged.runs.len() {
            merged.advance(run)?;
        }
        Ok(merged)
    }
}

fn key_of<'b>(bytes: &'b [u8], entry: &Entry) -> &'b [u8] {
    &bytes[entry.start..entry.start + entry.key as usize]
}

fn bytes_of<'b>(bytes: &'b [u8], entry: &Entry) -> &'b [u8] {
    &bytes[entry.start..entry.start + entry.key as usize + entry.length as usize]
}

/// Entries in order.
#[derive(Debug)]
pub struct Merged {
    bytes: Vec<u8>,
    entries: std::vec::IntoIter<Entry>,
    runs: Vec<BufReader<File>>,
    /// The next entry of each run that has one: by its key, then by its run.
    next: BinaryHeap<Reverse<Next>>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    key: Vec<u8>,
    run: usize,
    value: Vec<u8>,
}

impl Merged {
    fn advance(&mut self, run: usize) -> io::Result<()> {
        let file = &mut self.runs[run];
        let mut lengths = [0; 8];
        match file.read(&mut lengths[..1])? {
            0 => return Ok(()),
            _ => file.read_exact(&mut lengths[1..])?,
        }
        let length = |bytes: [u8; 4]| u32::from_le_bytes(bytes) as usize;
        let [a, b, c, d, e, f, g, h] = lengths;
        let (mut key, mut value) = (vec![0; length([a, b, c, d])], vec![0; length([e, f, g, h])]);
        file.read_exact(&mut key)?;
        file.read_exact(&mut value)?;
        self.next.push(Reverse(Next { key, run, value }));
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = io::Result<Sorted>;

    fn next(&mut self) -> Option<io::Result<Sorted>> {
        if self.runs.is_empty() {
            let entry = self.entries.next()?;
            let bytes = bytes_of(&self.bytes, &entry).to_vec();
            return Some(Ok(Sorted { bytes, key: entry.key as usize }));
        }
        let Reverse(Next { key, run, value }) = self.next.pop()?;
        if let Err(error) = self.advance(run) {
            self.next.clear();
            return Some(Err(error));
        }
        let length = key.len();
        let mut bytes = key;
        bytes.extend_from_slice(&value);
        Some(Ok(Sorted { bytes, key: length }))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// How many files were created.
    pub(crate) struct Created(Arc<AtomicU32>);

    impl Created {
        pub(crate) fn get(&self) -> u32 {
            self.0.load(Relaxed)
        }
    }

    /// Files that have no names, and how many there are.
    pub(crate) fn files() -> (TemporaryFiles, Created) {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let created = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&created);
        let create = move || {
            counted.fetch_add(1, Relaxed);
            let name = format!("scoresheet-spill-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
            let path = std::env::temp_dir().join(name);
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
            fs::remove_file(path)?;
            Ok(file)
        };
        (TemporaryFiles::new(create), Created(created))
    }

    #[test]
    fn entries_come_out_in_order_with_any_memory() {
        let words: Vec<(String, String)> =
            (0..3000_u64).map(|n| ((n * 7919 % 101).to_string(), format!("value {n}"))).collect();
        let mut expected = words.clone();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        for (memory, spills) in [(Some(2000), true), (Some(20_000), true), (None, false)] {
            let (files, created) = files();
            let mut sorter = Sorter::new(memory, &files);
            words.iter().for_each(|(key, value)| sorter.push(key.as_bytes(), value.as_bytes()).unwrap());
            let sorted: Vec<_> = sorter
                .finish()
                .unwrap()
                .map(|entry| entry.map(|entry| (entry.key().to_vec(), entry.value().to_vec())).unwrap())
                .map(|(key, value)| (String::from_utf8(key).unwrap(), String::from_utf8(value).unwrap()))
                .collect();
            assert_eq!(sorted, expected, "{memory:?}");
            assert_eq!(created.get() > 1, spills, "{memory:?}");
        }
    }
}
