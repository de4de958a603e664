//! Zstandard frames, unpacked one after another or side by side. Parallel compressors, which make the largest dumps of games, say before each
//! frame how long it is, so that frames can be found without unpacking those before them.
//!
//! Whatever is not as expected is left to the ordinary decoder, from the first frame on that is not, and so the bytes and
//! the failures are those of reading one frame after another.

use crate::ahead::Ahead;
use crate::packing::PackingSpec;
use crate::progress::Progress;
use crate::streams::Streams;
use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// A skippable frame with four bytes in it: the length of the frame that follows.
pub(crate) const MARK: &[u8] = b"\x50\x2a\x4d\x18\x04\0\0\0";
/// A mark and the length.
const HEADER: usize = 12;
/// How long a frame may be, packed and unpacked, to be held in memory whole. Compressors make frames of about 8 MiB.
const LARGEST_PACKED: u32 = 16 << 20;
const LARGEST_UNPACKED: u64 = 32 << 20;

/// Unpacks frames ahead, in order.
pub(crate) struct Frames<R> {
    spec: &'static PackingSpec,
    progress: Arc<Progress>,
    window: u64,
    helpers: usize,
    state: State<R>,
    ahead: VecDeque<Frame>,
    unpacked: Vec<u8>,
    given: usize,
    /// How many bytes were unpacked of all frames so far.
    total: u64,
}

enum State<R> {
    /// Frames are read ahead.
    Ahead(Ahead<R>),
    /// What follows is no frame with its length before it.
    Rest(Ahead<R>),
    /// The ordinary decoder does the rest.
    Serial(Box<dyn Read + Send>),
    End,
}

/// A frame being unpacked, kept packed as well until that is known to work.
struct Frame {
    packed: Arc<[u8]>,
    job: JoinHandle<Option<Vec<u8>>>,
}

impl<R: BufRead + Send + 'static> Frames<R> {
    /// Unpacks `packed` with the help of so many threads. Notes there what it leaves behind.
    pub(crate) fn new(
        packed: Ahead<R>,
        spec: &'static PackingSpec,
        helpers: usize,
        progress: &Arc<Progress>,
    ) -> Frames<R> {
        Frames {
            spec,
            progress: Arc::clone(progress),
            window: u64::MAX,
            helpers,
            state: State::Ahead(packed),
            ahead: VecDeque::with_capacity(helpers),
            unpacked: Vec::new(),
            given: 0,
            total: 0,
        }
    }

    /// Refuses frames that ask for a larger window.
    pub(crate) fn within(self, window: u64) -> Frames<R> {
        Frames { window, ..self }
    }

    /// Starts on as many frames as there are helpers.
    fn read_ahead(&mut self) {
        while self.ahead.len() < self.helpers {
            let State::Ahead(packed) = &mut self.state else { return };
            let (bytes, is_frame) = read_frame(packed);
            if !is_frame {
                return self.leave(bytes);
            }
            let (packed, window) = (Arc::<[u8]>::from(bytes), self.window);
            let mine = Arc::clone(&packed);
            // Without a thread the frame is unpacked by the ordinary decoder, as one that cannot be unpacked.
            let job = Builder::new().spawn(move || unpack_frame(mine, window));
            let Ok(job) = job else { return self.leave(packed.to_vec()) };
            self.ahead.push_back(Frame { packed, job });
        }
    }

    /// Leaves these bytes, which were read last, and all behind them to the ordinary decoder.
    fn leave(&mut self, bytes: Vec<u8>) {
        self.state = match std::mem::replace(&mut self.state, State::End) {
            State::Ahead(mut packed) | State::Rest(mut packed) => {
                packed.put_back(bytes);
                State::Rest(packed)
            }
            other => other,
        };
    }

    /// Gets the next frame; leaves everything to the ordinary decoder where there is none.
    fn next_frame(&mut self) -> io::Result<()> {
        self.read_ahead();
        if let Some(frame) = self.ahead.pop_front() {
            if let Ok(Some(unpacked)) = frame.job.join() {
                self.total += unpacked.len() as u64;
                (self.unpacked, self.given) = (unpacked, 0);
                return Ok(());
            }
            let mut untold = frame.packed.to_vec();
            for frame in self.ahead.drain(..) {
                untold.extend_from_slice(&frame.packed);
                // Its result is made again, in its turn.
                let _ = frame.job.join();
            }
            self.leave(untold);
        }
        if let State::Rest(packed) = std::mem::replace(&mut self.state, State::End) {
            let rest = Streams::new(packed, self.spec, serial).within(self.window).noting(&self.progress);
            self.state = State::Serial(Box::new(rest.after(self.total)));
        }
        Ok(())
    }
}

impl<R: BufRead + Send + 'static> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.unpacked.len() {
            match &mut self.state {
                State::Serial(decoder) => return decoder.read(buffer),
                State::End => return Ok(0),
                State::Ahead(_) | State::Rest(_) => self.next_frame()?,
            }
        }
        let count = buffer.len().min(self.unpacked.len() - self.given);
        buffer[..count].copy_from_slice(&self.unpacked[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

/// Unpacks one frame.
pub(crate) fn serial<R: BufRead>(packed: R, window: u64) -> io::Result<zstd::Decoder<'static, R>> {
    Ok(all_frames(packed, window)?.single_frame())
}

/// Unpacks one frame after another.
fn all_frames<R: BufRead>(packed: R, window: u64) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(packed)?;
    // The library takes 10 to 31 (2 KiB to 2 GiB); a window between two powers of two counts as the lower one.
    decoder.window_log_max(window.max(1).ilog2().clamp(10, 31))?;
    Ok(decoder)
}

/// Reads a header and its frame; `false` with what was read where that is not what follows. A failed read shows itself
/// again to the ordinary decoder, after everything before it.
fn read_frame(packed: &mut impl Read) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(HEADER);
    let header = packed.by_ref().take(HEADER as u64).read_to_end(&mut bytes);
    let Some(Ok(length)) = bytes.strip_prefix(MARK).map(<[u8; 4]>::try_from) else { return (bytes, false) };
    let length = u32::from_le_bytes(length);
    if header.is_err() || length > LARGEST_PACKED {
        return (bytes, false);
    }
    let body = packed.by_ref().take(u64::from(length)).read_to_end(&mut bytes);
    let whole = matches!(body, Ok(read) if read as u64 == u64::from(length));
    (bytes, whole)
}

/// All of a frame and of the skippable one before it, if that is not too much.
fn unpack_frame(packed: Arc<[u8]>, window: u64) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let decoder = all_frames(Cursor::new(packed), window).ok()?;
    let size = decoder.take(LARGEST_UNPACKED + 1).read_to_end(&mut unpacked).ok()?;
    (size as u64 <= LARGEST_UNPACKED).then_some(unpacked)
}
