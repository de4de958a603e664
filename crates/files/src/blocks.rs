//! Blocks: a source cut between games. A [`Split`] finds the boundaries.

use crate::error::FileError;
use crate::run::RunSettings;
use crate::source::Source;
use scoresheet_core::location::{Base, Extent};
use scoresheet_parallel::{Tasks, catch};

/// Finds the boundaries of games.
pub trait Split: Sync {
    /// The length of the leading part of `bytes` that consists of whole games; `None` if there is not even one and more
    /// bytes are needed. `last` means that no more follow. The rest is passed again at the start of the next block.
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize>;
    /// The start of a game in `bytes`, to resume reading after a game that was too long. The bytes start in the middle
    /// of that game: the first byte starts a game only if the following bytes prove it.
    fn resync(&self, bytes: &[u8]) -> Option<usize>;
    /// Whether the data after the last boundary is not read.
    fn is_done(&self) -> bool {
        false
    }
}

impl<C, R> Split for (C, R)
where
    C: Fn(&[u8], bool) -> Option<usize> + Sync,
    R: Fn(&[u8]) -> Option<usize> + Sync,
{
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        self.0(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Option<usize> {
        self.1(bytes)
    }
}

/// Some whole games, as in the source.
#[derive(Debug, Default)]
pub struct Block {
    /// The number of blocks before it.
    pub index: u64,
    /// The number of decompressed bytes before it.
    pub start: u64,
    /// Whether the source ends with it.
    pub last: bool,
    /// Whether it contains the first part of one game that exceeds the limit.
    pub oversized: bool,
    /// The number of bytes of that game that were discarded. The next block starts at `start` + length + `skipped`.
    pub skipped: u64,
    /// How far the discarded bytes move the line and column.
    pub skipped_extent: Extent,
    /// Longer than the block, so that it need not be zeroed when it is reused.
    buffer: Vec<u8>,
    length: usize,
}

impl Block {
    /// The block's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// How far the block's bytes move the line and column. All of them are counted, so this is a task for the threads
    /// that work on blocks.
    pub fn extent(&self) -> Extent {
        Extent::of(self.bytes())
    }

    /// Moves `base` past this block, which held `games` games and has this extent.
    pub fn advance(&self, base: &mut Base, games: u64, extent: Extent) {
        base.games += games;
        base.bytes += self.length as u64 + self.skipped;
        base.advance_lines(extent);
        base.advance_lines(self.skipped_extent);
    }
}

/// How many bytes before a place are passed to [`Split::resync`] again, so that it sees the whole start of a game.
const OVERLAP: usize = 64 << 10;
/// How many of these belong to the block that was returned: enough for the line end before the start of a game.
const CONTEXT: usize = 64;

/// Reads blocks one after another.
pub(crate) struct Feeder<'s, S: ?Sized> {
    source: Source,
    split: &'s S,
    block_size: usize,
    game_limit: usize,
    /// Bytes that were read and belong to the next block.
    carry: Vec<u8>,
    start: u64,
    index: u64,
    end: End,
}

/// How the source has ended.
enum End {
    NotYet,
    Reached,
    Failed(FileError),
    /// Everything was returned, including the failure.
    Told,
}

impl<S: Split + ?Sized> Tasks for Feeder<'_, S> {
    type Task = Block;
    type Error = FileError;

    /// The next block, in the memory of a spent one.
    fn next(&mut self, spent: Option<Block>, is_wanted: &mut dyn FnMut() -> bool) -> Result<Option<Block>, FileError> {
        let mut buffer = spent.map(|block| block.buffer).unwrap_or_default();
        let mut filled = self.carry.len();
        let mut target = self.block_size.max(filled.saturating_mul(2)).min(self.game_limit.max(filled));
        grow(&mut buffer, target);
        buffer[..filled].copy_from_slice(&self.carry);
        self.carry.clear();
        loop {
            if !self.fill(&mut buffer[..target], &mut filled, is_wanted) {
                return Ok(None);
            }
            match self.look(&buffer[..filled]) {
                Cut::At(length) => {
                    if self.split.is_done() {
                        self.end = End::Told;
                    } else {
                        if length == filled {
                            // Whether the source ends here is known only after an attempt to read more.
                            grow(&mut buffer, filled + 1);
                            self.fill(&mut buffer[..length + 1], &mut filled, is_wanted);
                        }
                        self.carry.extend_from_slice(&buffer[length..filled]);
                    }
                    let last = matches!(self.end, End::Reached) && self.carry.is_empty();
                    return Ok(Some(Block { last, ..self.hand_over(buffer, length) }));
                }
                Cut::NeedMore => {
                    target = target.saturating_mul(2).min(self.game_limit);
                    grow(&mut buffer, target);
                }
                Cut::TooLong => return Ok(Some(self.too_long(buffer, filled, is_wanted))),
                Cut::Nothing => {
                    return match std::mem::replace(&mut self.end, End::Told) {
                        End::Failed(error) => Err(error),
                        _ => Ok(None),
                    };
                }
            }
        }
    }

    fn bytes(block: &Block) -> usize {
        block.buffer.len()
    }
}

/// The result of examining the first bytes of a block.
enum Cut {
    At(usize),
    NeedMore,
    TooLong,
    Nothing,
}

impl<'s, S: Split + ?Sized> Feeder<'s, S> {
    pub(crate) fn new(source: Source, settings: &RunSettings, split: &'s S) -> Feeder<'s, S> {
        let game_limit = settings.game_limit.max(1);
        // A block is not larger than a game may be, so it cannot contain a game that is too long.
        let block_size = settings.block_size.clamp(1, game_limit);
        Feeder { source, split, block_size, game_limit, carry: Vec::new(), start: 0, index: 0, end: End::NotYet }
    }

    /// Reads until `buffer` is full or the source ends; `false` if no more is wanted.
    fn fill(&mut self, buffer: &mut [u8], filled: &mut usize, is_wanted: &mut dyn FnMut() -> bool) -> bool {
        while *filled < buffer.len() && matches!(self.end, End::NotYet) {
            if !is_wanted() {
                return false;
            }
            match self.source.read_some(&mut buffer[*filled..]) {
                Ok(0) => self.end = End::Reached,
                Ok(count) => *filled += count,
                Err(error) => self.end = End::Failed(error),
            }
        }
        true
    }

    fn look(&mut self, bytes: &[u8]) -> Cut {
        if bytes.is_empty() && !matches!(self.end, End::NotYet) {
            return Cut::Nothing;
        }
        let last = matches!(self.end, End::Reached);
        let cut = match catch(|| self.split.cut(bytes, last)) {
            Ok(cut) => cut,
            Err(panic) => {
                self.end = End::Failed(FileError::fault(self.source.name(), &panic));
                return Cut::Nothing;
            }
        };
        match cut.filter(|&length| length > 0) {
            Some(length) => Cut::At(length.min(bytes.len())),
            None => match self.end {
                End::NotYet if bytes.len() < self.game_limit => Cut::NeedMore,
                End::NotYet => Cut::TooLong,
                End::Reached => Cut::At(bytes.len()),
                // The rest is a part of a game with an unknown end, which the failure reports.
                End::Failed(_) | End::Told => Cut::Nothing,
            },
        }
    }

    fn hand_over(&mut self, buffer: Vec<u8>, length: usize) -> Block {
        let block = Block { index: self.index, start: self.start, buffer, length, ..Block::default() };
        self.index += 1;
        self.start += length as u64;
        block
    }

    /// Returns the part of a game that is within the limit and discards the rest.
    fn too_long(&mut self, buffer: Vec<u8>, filled: usize, is_wanted: &mut dyn FnMut() -> bool) -> Block {
        // How many of the first bytes of the window belong to the block; fewer than all, so that some remain.
        let mut context = CONTEXT.min(filled / 2);
        let mut window = buffer[filled - context..filled].to_vec();
        let mut thrown = Thrown { after_cr: buffer[filled - 1] == b'\r', ..Thrown::default() };
        let mut given = filled;
        let next = loop {
            let more = self.refill(&mut window, is_wanted);
            let found = catch(|| self.split.resync(&window)).unwrap_or_else(|panic| {
                self.end = End::Failed(FileError::fault(self.source.name(), &panic));
                None
            });
            if let Some(at) = found.filter(|&at| at < window.len()) {
                given -= context.saturating_sub(at);
                thrown.count(&window[context.min(at)..at]);
                self.carry.extend_from_slice(&window[at..]);
                break found;
            }
            let more = more && matches!(self.end, End::NotYet);
            let done = if more { window.len().saturating_sub(self.overlap()) } else { window.len() };
            thrown.count(&window[context.min(done)..done]);
            window.drain(..done);
            context = context.saturating_sub(done);
            if !more {
                break None;
            }
        };
        let mut block = self.hand_over(buffer, given);
        // Only now it is known whether the last game has exactly the maximum length.
        let is_whole = thrown.bytes == 0 && (next.is_some() || matches!(self.end, End::Reached));
        block.oversized = !is_whole;
        block.skipped = thrown.bytes;
        block.skipped_extent = Extent { lines: thrown.base.lines, columns: thrown.base.columns };
        self.start += thrown.bytes;
        block
    }

    fn overlap(&self) -> usize {
        OVERLAP.min(self.game_limit / 2)
    }

    /// Adds about one block of bytes; `false` if there were none left or no more are wanted.
    fn refill(&mut self, window: &mut Vec<u8>, is_wanted: &mut dyn FnMut() -> bool) -> bool {
        let mut filled = window.len();
        // The bytes after the next start are carried over, and must not contain a game that is too long either.
        let size = (filled + self.block_size).min(self.game_limit).max(filled + 1);
        window.resize(size, 0);
        let still_wanted = self.fill(window, &mut filled, is_wanted);
        window.truncate(filled);
        still_wanted && matches!(self.end, End::NotYet)
    }
}

/// Discarded bytes, counted piece by piece.
#[derive(Default)]
struct Thrown {
    bytes: u64,
    base: Base,
    after_cr: bool,
}

impl Thrown {
    fn count(&mut self, stretch: &[u8]) {
        let Some(&end) = stretch.last() else { return };
        let mut extent = Extent::of(stretch);
        // The CR at the end of the previous piece was counted as a line end, so the LF after it does not count.
        if self.after_cr && stretch[0] == b'\n' {
            extent.lines -= 1;
        }
        self.base.advance_lines(extent);
        self.bytes += stretch.len() as u64;
        self.after_cr = end == b'\r';
    }
}

/// Makes room for `size` bytes. The system provides new memory zeroed; used memory is not zeroed again.
fn grow(buffer: &mut Vec<u8>, size: usize) {
    if buffer.is_empty() {
        *buffer = vec![0; size];
    } else if buffer.len() < size {
        buffer.resize(size, 0);
    }
}
