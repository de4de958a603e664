//! Data elsewhere, which is fetched by ranges: with few requests, one of them ahead of the reader.

use crate::parts::range_reader::{Ranged, Stamp};
use scoresheet_parallel::{Background, Lock};
use std::collections::VecDeque;
use std::fmt::Debug;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The least and the most bytes of a request.
const LEAST: u64 = 64 << 10;
const MOST: u64 = 8 << 20;
/// The factor by which requests grow while it is unknown how much will be read.
const GROWTH: u64 = 8;
/// How many pieces at which reading has started are kept, because what follows them is looked at more than once.
const KEPT: usize = 4;

/// Data elsewhere, of which ranges can be fetched. Each request takes time, and may cost money.
pub trait Remote: Debug + Send + Sync {
    /// What distinguishes it from other data.
    ///
    /// # Errors
    /// If it is not there, or must not be read.
    fn stamp(&self) -> io::Result<Stamp>;

    /// The bytes of a range, which lies within the data.
    ///
    /// # Errors
    /// If they cannot be fetched.
    fn fetch(&self, range: Range<u64>) -> io::Result<Vec<u8>>;
}

/// Remote data that is read like a file.
#[derive(Clone, Debug)]
pub struct Fetched(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    remote: Arc<dyn Remote>,
    stamp: OnceLock<Stamp>,
    kept: Lock<VecDeque<Arc<Piece>>>,
}

/// Some bytes of the data.
#[derive(Debug)]
struct Piece {
    start: u64,
    bytes: Vec<u8>,
}

impl Piece {
    fn end(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }

    /// Its bytes from an offset on; none if that lies outside.
    fn from(&self, offset: u64) -> &[u8] {
        let skipped = offset.checked_sub(self.start).and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| self.bytes.get(skipped..)).unwrap_or_default()
    }
}

impl Fetched {
    /// The data; its stamp, if that is known, need not be fetched.
    pub fn new(remote: Arc<dyn Remote>, stamp: Option<Stamp>) -> Fetched {
        let stamp = stamp.map_or_else(OnceLock::new, OnceLock::from);
        Fetched(Arc::new(Shared { remote, stamp, kept: Lock::default() }))
    }
}

impl Ranged for Fetched {
    fn open_at(&self, offset: u64, expected: Option<u64>) -> io::Result<Box<dyn Read + Send>> {
        let size = self.stamp()?.size;
        let until = expected.map(|expected| offset.saturating_add(expected).min(size));
        let shared = Arc::clone(&self.0);
        Ok(Box::new(Reader { shared, at: offset, size, until, next: LEAST, piece: None, ahead: None }))
    }

    fn stamp(&self) -> io::Result<Stamp> {
        if let Some(stamp) = self.0.stamp.get() {
            return Ok(stamp.clone());
        }
        let stamp = self.0.remote.stamp()?;
        Ok(self.0.stamp.get_or_init(|| stamp).clone())
    }
}

impl Shared {
    /// A piece that was kept and has the byte at an offset.
    fn kept(&self, offset: u64) -> Option<Arc<Piece>> {
        let kept = self.kept.lock();
        kept.iter().find(|piece| !piece.from(offset).is_empty()).cloned()
    }

    fn keep(&self, piece: &Arc<Piece>) {
        let mut kept = self.kept.lock();
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(Arc::clone(piece));
    }
}

/// A request in progress. A thread of its own waits for the response, so that the reader can be interrupted.
struct Request {
    start: u64,
    answer: Background<io::Result<Piece>>,
}

impl Request {
    fn send(remote: &Arc<dyn Remote>, range: Range<u64>) -> io::Result<Request> {
        let (remote, start) = (Arc::clone(remote), range.start);
        // If the reader has gone, the response is dropped.
        Ok(Request { start, answer: Background::spawn(move || piece(remote.as_ref(), range))? })
    }

    fn wait(self) -> io::Result<Arc<Piece>> {
        self.answer.wait()?.map(Arc::new)
    }
}

/// Fetches a piece.
fn piece(remote: &dyn Remote, range: Range<u64>) -> io::Result<Piece> {
    let asked = range.end - range.start;
    let start = range.start;
    let bytes = remote.fetch(range)?;
    if bytes.len() as u64 == asked {
        return Ok(Piece { start, bytes });
    }
    let sent = bytes.len();
    Err(io::Error::other(format!(
        "{sent} bytes came instead of {asked}: it has changed, or its server does not serve ranges"
    )))
}

/// Reads the data from an offset on.
struct Reader {
    shared: Arc<Shared>,
    at: u64,
    size: u64,
    /// The offset up to which it will surely be read; `None` if that is unknown.
    until: Option<u64>,
    /// How much to request next beyond that offset.
    next: u64,
    piece: Option<Arc<Piece>>,
    ahead: Option<Request>,
}

impl Reader {
    /// The piece with the next byte.
    fn advance(&mut self) -> io::Result<Arc<Piece>> {
        if let Some(request) = self.ahead.take_if(|request| request.start == self.at) {
            return request.wait();
        }
        if let Some(piece) = self.shared.kept(self.at) {
            self.grow();
            return Ok(piece);
        }
        let piece = self.request(self.at)?.wait()?;
        if self.piece.is_none() {
            self.shared.keep(&piece);
        }
        Ok(piece)
    }

    /// Requests the piece at an offset.
    fn request(&mut self, start: u64) -> io::Result<Request> {
        let sure = self.until.unwrap_or(0).saturating_sub(start).min(MOST);
        let length = if sure > 0 { sure.max(LEAST) } else { self.grow() };
        Request::send(&self.shared.remote, start..start.saturating_add(length).min(self.size))
    }

    /// How much to request if it is unknown how much will be read; more each time.
    fn grow(&mut self) -> u64 {
        let length = self.next;
        self.next = (length * GROWTH).min(MOST);
        length
    }

    /// Requests the piece after a current one of which half was read, if it will surely be read, or seems to be.
    fn look_ahead(&mut self) {
        let Some(piece) = &self.piece else { return };
        let (start, end) = (piece.start, piece.end());
        let is_long = end - start >= MOST;
        let until = self.until.unwrap_or(if is_long { self.size } else { 0 });
        if self.ahead.is_none() && end < until && self.at - start > (end - start) / 2 {
            // Without a request ahead, the piece is requested when it is needed.
            self.ahead = self.request(end).ok();
        }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() || self.at >= self.size {
            return Ok(0);
        }
        let piece = match &self.piece {
            Some(piece) if !piece.from(self.at).is_empty() => piece,
            _ => {
                let piece = self.advance()?;
                self.piece.insert(piece)
            }
        };
        let rest = piece.from(self.at);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        self.look_ahead();
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data that notes which ranges were fetched.
    #[derive(Debug)]
    struct Noted {
        bytes: Vec<u8>,
        ranges: Lock<Vec<Range<u64>>>,
    }

    impl Noted {
        fn new(size: usize) -> Arc<Noted> {
            let bytes = (0..size).map(|at| (at % 251) as u8).collect();
            Arc::new(Noted { bytes, ranges: Lock::default() })
        }

        fn lengths(&self) -> Vec<u64> {
            let mut ranges = self.ranges.lock().clone();
            ranges.sort_by_key(|range| range.start);
            ranges.iter().map(|range| range.end - range.start).collect()
        }
    }

    impl Remote for Noted {
        fn stamp(&self) -> io::Result<Stamp> {
            Ok(Stamp { size: self.bytes.len() as u64, version: None })
        }

        fn fetch(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
            self.ranges.lock().push(range.clone());
            Ok(self.bytes[range.start as usize..range.end as usize].to_vec())
        }
    }

    fn read(from: &Fetched, offset: u64, expected: Option<u64>, most: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        from.open_at(offset, expected).expect("it is there").take(most).read_to_end(&mut bytes).expect("it is read");
        bytes
    }

    #[test]
    fn a_known_length_is_fetched_in_large_pieces_and_no_further() {
        let noted = Noted::new(40 << 20);
        let fetched = Fetched::new(noted.clone(), None);
        assert_eq!(read(&fetched, 5, Some(20 << 20), 20 << 20), noted.bytes[5..5 + (20 << 20)]);
        assert_eq!(noted.lengths(), [8 << 20, 8 << 20, 4 << 20]);
    }

    #[test]
    fn an_unknown_length_is_fetched_in_growing_pieces() {
        let noted = Noted::new(30 << 20);
        let fetched = Fetched::new(noted.clone(), None);
        assert_eq!(read(&fetched, 0, None, 1000).len(), 1000);
        assert_eq!(noted.lengths(), [64 << 10]);
        assert_eq!(read(&fetched, 0, None, u64::MAX), noted.bytes);
        let rest = (30 << 20) - (64 << 10) - (512 << 10) - (4 << 20) - 3 * (8 << 20);
        assert_eq!(noted.lengths(), [64 << 10, 512 << 10, 4 << 20, 8 << 20, 8 << 20, 8 << 20, rest]);
    }

    #[test]
    fn what_a_search_has_fetched_is_not_fetched_again() {
        let noted = Noted::new(1 << 20);
        let fetched = Fetched::new(noted.clone(), None);
        for offset in [100, 200, 60_000] {
            assert_eq!(read(&fetched, offset, Some(4), 4), noted.bytes[offset as usize..offset as usize + 4]);
        }
        assert_eq!(noted.lengths(), [64 << 10]);
    }

    #[test]
    fn an_answer_of_another_length_is_an_error() {
        #[derive(Debug)]
        struct Whole;
        impl Remote for Whole {
            fn stamp(&self) -> io::Result<Stamp> {
                Ok(Stamp { size: 1 << 20, version: None })
            }

            fn fetch(&self, _range: Range<u64>) -> io::Result<Vec<u8>> {
                Ok(vec![0; 1 << 20])
            }
        }
        let mut reader = Fetched::new(Arc::new(Whole), None).open_at(7, None).expect("it is there");
        let error = reader.read(&mut [0; 8]).expect_err("too much came").to_string();
        assert!(error.starts_with("1048576 bytes came instead of 65536"), "{error}");
    }
}
