//! Compressed bytes that can be examined before they are read, and put back if too many were read.

use crate::compression::MAGIC;
use std::io::{self, BufRead, Read};

/// A source of compressed bytes that counts those read from it.
pub(crate) struct PeekReader<R> {
    source: R,
    /// Bytes that were examined or put back; those from `at` on have not been read yet.
    head: Vec<u8>,
    at: usize,
    read: u64,
}

impl<R: BufRead> PeekReader<R> {
    /// Reads this source from its start.
    pub(crate) fn new(source: R) -> PeekReader<R> {
        PeekReader { source, head: Vec::new(), at: 0, read: 0 }
    }

    /// The number of bytes read.
    pub(crate) fn position(&self) -> u64 {
        self.read
    }

    /// The next bytes, enough to detect every compression; fewer only at the end.
    pub(crate) fn peek(&mut self) -> io::Result<&[u8]> {
        self.peek_up_to(MAGIC)
    }

    /// This many of the next bytes; fewer only at the end.
    pub(crate) fn peek_up_to(&mut self, count: usize) -> io::Result<&[u8]> {
        let missing = (self.at + count).saturating_sub(self.head.len());
        if missing > 0 {
            self.head.drain(..self.at);
            self.at = 0;
            self.source.by_ref().take(missing as u64).read_to_end(&mut self.head)?;
        }
        Ok(&self.head[self.at..])
    }

    /// Puts back the bytes that were read last.
    pub(crate) fn put_back(&mut self, mut bytes: Vec<u8>) {
        self.read = self.read.saturating_sub(bytes.len() as u64);
        bytes.extend_from_slice(&self.head[self.at..]);
        (self.head, self.at) = (bytes, 0);
    }

    /// Reads consecutive zeros.
    pub(crate) fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().position(|&byte| byte != 0);
            let skipped = zeros.unwrap_or(bytes.len());
            self.consume(skipped);
            if zeros.is_some() || skipped == 0 {
                return Ok(());
            }
        }
    }

    /// Reads up to a place at which `starts` holds for the next bytes; `false` if there is none before the end.
    pub(crate) fn skip_to(&mut self, starts: fn(&[u8]) -> bool) -> io::Result<bool> {
        let mut seen = Vec::new();
        loop {
            let bytes = self.fill_buf()?;
            let count = bytes.len();
            seen.extend_from_slice(bytes);
            if count == 0 {
                return Ok(false);
            }
            if let Some(place) = seen.windows(MAGIC).position(starts) {
                let consumed = seen.len() - count;
                self.consume(place.saturating_sub(consumed));
                return Ok(true);
            }
            self.consume(count);
            seen.drain(..seen.len().saturating_sub(MAGIC - 1));
        }
    }
}

impl<R: BufRead> BufRead for PeekReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.head.len() { Ok(&self.head[self.at..]) } else { self.source.fill_buf() }
    }

    fn consume(&mut self, count: usize) {
        self.read += count as u64;
        if self.at < self.head.len() {
            self.at += count;
        } else {
            self.source.consume(count);
        }
    }
}

impl<R: BufRead> Read for PeekReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at < self.head.len() {
            let count = (&self.head[self.at..]).read(buffer)?;
            self.consume(count);
            return Ok(count);
        }
        // Uncompressed bytes are read directly: a buffer would only add a copy.
        let count = self.source.read(buffer)?;
        self.read += count as u64;
        Ok(count)
    }
}
