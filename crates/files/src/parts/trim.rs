//! Trims data to what lies between two places.

use crate::parts::chain::Chained;
use std::io::{self, Read};

/// How much is read at once.
const AT_ONCE: usize = 128 << 10;

/// How places are found: those at which parts begin.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    /// How many bytes on either side of a place decide whether it is one.
    pub reach: usize,
    /// The first place in bytes that start anywhere.
    pub first: fn(&[u8]) -> Option<usize>,
}

impl Edges {
    /// No places are found.
    pub const NONE: Edges = Edges { reach: 1, first: |_| None };
}

/// Looks for the first place in data that arrives piece by piece.
struct Search {
    edges: Edges,
    window: Vec<u8>,
    /// How many bytes precede the window.
    start: u64,
}

impl Search {
    fn new(edges: Edges) -> Search {
        Search { edges, window: Vec::new(), start: 0 }
    }

    /// The place, counted from the start of the search, if it is now known.
    fn feed(&mut self, bytes: &[u8]) -> Option<u64> {
        self.window.extend_from_slice(bytes);
        if let Some(at) = (self.edges.first)(&self.window) {
            return Some(self.start + at as u64);
        }
        let gone = self.window.len().saturating_sub(2 * self.edges.reach);
        self.window.drain(..gone);
        self.start += gone as u64;
        None
    }
}

/// What lies between the first place of the data and the first one of what follows it.
pub(crate) struct Trimmed {
    from: Chained,
    edges: Edges,
    /// The search for the start, until that is found.
    starting: Option<Search>,
    /// The search for the end, once the own data has ended.
    ending: Option<Ending>,
    /// Bytes between the two places as far as these are known, of which the first `given` were given.
    held: Vec<u8>,
    given: usize,
    /// How many of the held bytes are surely before the end.
    sure: usize,
    /// How many bytes precede the held ones.
    before: u64,
    ended: bool,
}

/// The search for the end.
struct Ending {
    search: Search,
    /// How many bytes precede the start of the search.
    from: u64,
}

impl Trimmed {
    /// `whole_start`: the data starts at a place.
    pub(crate) fn new(from: Chained, edges: Edges, whole_start: bool) -> Trimmed {
        Trimmed {
            from,
            edges,
            starting: (!whole_start).then(|| Search::new(edges)),
            ending: None,
            held: Vec::new(),
            given: 0,
            sure: 0,
            before: 0,
            ended: false,
        }
    }

    /// Reads some more bytes and decides what is known about them.
    fn advance(&mut self) -> io::Result<()> {
        self.before += self.given as u64;
        self.held.drain(..self.given);
        (self.given, self.sure) = (0, 0);
        let filled = self.held.len();
        self.held.resize(filled + AT_ONCE, 0);
        let count = self.from.read(&mut self.held[filled..]);
        self.held.truncate(filled + *count.as_ref().unwrap_or(&0));
        let at = self.before + filled as u64;
        if count? == 0 {
            self.end_at(at);
            return Ok(());
        }
        if self.from.passed && self.ending.is_none() {
            self.ending = Some(Ending { search: Search::new(self.edges), from: at });
        }
        let end = self.ending.as_mut().and_then(|ending| Some(ending.from + ending.search.feed(&self.held[filled..])?));
        if let Some(search) = &mut self.starting {
            match search.feed(&self.held[filled..]) {
                Some(start) => {
                    self.starting = None;
                    self.held.drain(..usize::try_from(start.saturating_sub(self.before)).unwrap_or(usize::MAX));
                    self.before = self.before.max(start);
                }
                None => self.forget(),
            }
        }
        match end {
            Some(end) => self.end_at(end),
            None => self.count_sure(),
        }
        Ok(())
    }

    /// Drops bytes before the start, which has not been found yet.
    fn forget(&mut self) {
        let gone = self.held.len().saturating_sub(2 * self.edges.reach);
        self.held.drain(..gone);
        self.before += gone as u64;
    }

    /// The end is known.
    fn end_at(&mut self, end: u64) {
        self.ended = true;
        let length = usize::try_from(end.saturating_sub(self.before)).unwrap_or(usize::MAX);
        self.held.truncate(length);
        self.sure = if self.starting.is_some() { 0 } else { self.held.len() };
    }

    /// Counts the bytes before the end.
    fn count_sure(&mut self) {
        self.sure = match (&self.starting, &self.ending) {
            (Some(_), _) => 0,
            (None, None) => self.held.len(),
            (None, Some(_)) => self.held.len().saturating_sub(self.edges.reach),
        };
    }
}

impl Read for Trimmed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.sure {
            if self.ended || buffer.is_empty() {
                return Ok(0);
            }
            self.advance()?;
        }
        let count = buffer.len().min(self.sure - self.given);
        buffer[..count].copy_from_slice(&self.held[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place is a capital letter that follows a space.
    const EDGES: Edges = Edges { reach: 4, first };

    fn first(bytes: &[u8]) -> Option<usize> {
        bytes.windows(2).position(|pair| pair[0] == b' ' && pair[1].is_ascii_uppercase()).map(|at| at + 1)
    }

    fn part(text: &'static str, start: usize, end: usize) -> String {
        let own = &text.as_bytes()[start..end];
        let next = &text.as_bytes()[end..];
        let mut trimmed = Trimmed::new(Chained::new(own, move || Ok(Box::new(next) as Box<_>)), EDGES, start == 0);
        let mut found = String::new();
        trimmed.read_to_string(&mut found).expect("memory is read");
        found
    }

    #[test]
    fn neighbours_fit_together() {
        let text = "One two Three Four five six Seven eight";
        for start in 1..=text.len() {
            for end in start..=text.len() {
                let parts = [part(text, 0, start), part(text, start, end), part(text, end, text.len())];
                assert_eq!(parts.concat(), text, "{start}, {end}");
            }
        }
    }

    #[test]
    fn a_part_starts_and_ends_at_places() {
        let text = "One two Three Four five six Seven eight";
        assert_eq!(part(text, 0, 5), "One two ");
        assert_eq!(part(text, 5, 6), "");
        assert_eq!(part(text, 5, 9), "Three ");
        assert_eq!(part(text, 30, 39), "");
    }
}
