//! Zstandard frames, decompressed one after another or in parallel. Parallel compressors, which create the largest
//! collections of games, write the length of each frame before it, so that frames can be found without decompressing
//! those before them.
//!
//! At the first frame that is not as expected, the ordinary decoder takes over, so the bytes and the failures are the
//! same as in reading one frame after another.

use crate::compression::CompressionSpec;
use crate::peek_reader::PeekReader;
use crate::progress::Progress;
use crate::streams::Streams;
use scoresheet_parallel::Background;
use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::Arc;

/// A skippable frame with four bytes of content: the length of the next frame.
pub(crate) const MARK: &[u8] = b"\x50\x2a\x4d\x18\x04\0\0\0";
/// The length of the marker with the length.
pub(crate) const HEADER: usize = 12;
/// The maximum length of a frame, compressed and decompressed, to be held in memory completely. Compressors create
/// frames of about 8 MiB.
pub(crate) const LARGEST_PACKED: u32 = 16 << 20;
const LARGEST_UNPACKED: u64 = 32 << 20;

/// Decompresses frames ahead of time, in order.
pub(crate) struct Frames<R> {
    spec: &'static CompressionSpec,
    progress: Arc<Progress>,
    window: u64,
    helpers: usize,
    state: FramesState<R>,
    ahead: VecDeque<Frame>,
    unpacked: Vec<u8>,
    given: usize,
    /// The number of bytes decompressed from all frames so far.
    total: u64,
}

enum FramesState<R> {
    /// Frames are read ahead.
    ReadAhead(PeekReader<R>),
    /// The next data is not a frame with its length before it.
    Rest(PeekReader<R>),
    /// The ordinary decoder decompresses the rest.
    Serial(Box<dyn Read + Send>),
    End,
}

/// A frame that is being decompressed. Its compressed bytes are kept until that has succeeded.
struct Frame {
    packed: Arc<[u8]>,
    job: Background<Option<Vec<u8>>>,
}

impl<R: BufRead + Send + 'static> Frames<R> {
    /// Decompresses `packed` with this many threads. Records the bytes after the frames in `progress`.
    pub(crate) fn new(
        packed: PeekReader<R>,
        spec: &'static CompressionSpec,
        helpers: usize,
        progress: &Arc<Progress>,
    ) -> Frames<R> {
        Frames {
            spec,
            progress: Arc::clone(progress),
            window: u64::MAX,
            helpers,
            state: FramesState::ReadAhead(packed),
            ahead: VecDeque::with_capacity(helpers),
            unpacked: Vec::new(),
            given: 0,
            total: 0,
        }
    }

    /// Rejects frames that request a larger window.
    pub(crate) fn within(self, window: u64) -> Frames<R> {
        Frames { window, ..self }
    }

    /// Starts as many frames as there are threads.
    fn read_ahead(&mut self) {
        while self.ahead.len() < self.helpers {
            let FramesState::ReadAhead(packed) = &mut self.state else { return };
            let (bytes, is_frame) = read_frame(packed);
            if !is_frame {
                return self.leave(bytes);
            }
            let (packed, window) = (Arc::<[u8]>::from(bytes), self.window);
            let mine = Arc::clone(&packed);
            // Without a thread, the ordinary decoder decompresses the frame, as it does if decompression fails.
            let job = Background::spawn(move || unpack_frame(mine, window));
            let Ok(job) = job else { return self.leave(packed.to_vec()) };
            self.ahead.push_back(Frame { packed, job });
        }
    }

    /// Leaves these bytes, which were read last, and everything after them to the ordinary decoder.
    fn leave(&mut self, bytes: Vec<u8>) {
        self.state = match std::mem::replace(&mut self.state, FramesState::End) {
            FramesState::ReadAhead(mut packed) | FramesState::Rest(mut packed) => {
                packed.put_back(bytes);
                FramesState::Rest(packed)
            }
            other => other,
        };
    }

    /// Reads the next frame; leaves everything to the ordinary decoder if there is none.
    fn next_frame(&mut self) -> io::Result<()> {
        self.read_ahead();
        if let Some(frame) = self.ahead.pop_front() {
            if let Ok(Some(unpacked)) = frame.job.wait() {
                self.total += unpacked.len() as u64;
                (self.unpacked, self.given) = (unpacked, 0);
                return Ok(());
            }
            let mut untold = frame.packed.to_vec();
            for frame in self.ahead.drain(..) {
                untold.extend_from_slice(&frame.packed);
                // Its result is computed again, when its turn comes.
                let _ = frame.job.wait();
            }
            self.leave(untold);
        }
        if let FramesState::Rest(packed) = std::mem::replace(&mut self.state, FramesState::End) {
            let rest = Streams::new(packed, self.spec, serial).within(self.window).noting(&self.progress);
            self.state = FramesState::Serial(Box::new(rest.after(self.total)));
        }
        Ok(())
    }
}

impl<R: BufRead + Send + 'static> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.unpacked.len() {
            match &mut self.state {
                FramesState::Serial(decoder) => return decoder.read(buffer),
                FramesState::End => return Ok(0),
                FramesState::ReadAhead(_) | FramesState::Rest(_) => self.next_frame()?,
            }
        }
        let count = buffer.len().min(self.unpacked.len() - self.given);
        buffer[..count].copy_from_slice(&self.unpacked[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

/// Decompresses one frame.
pub(crate) fn serial<R: BufRead>(packed: R, window: u64) -> io::Result<zstd::Decoder<'static, R>> {
    Ok(all_frames(packed, window)?.single_frame())
}

/// Decompresses one frame after another.
pub(crate) fn all_frames<R: BufRead>(packed: R, window: u64) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(packed)?;
    // The library accepts 10 to 31 (2 KiB to 2 GiB); a window between two powers of two counts as the lower one.
    decoder.window_log_max(window.max(1).ilog2().clamp(10, 31))?;
    Ok(decoder)
}

/// Reads a header and its frame; `false` with the bytes that were read if the data is something else. A failed read
/// occurs again in the ordinary decoder, after everything before it.
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

/// A frame together with the skippable one before it, unless it is too large.
fn unpack_frame(packed: Arc<[u8]>, window: u64) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let decoder = all_frames(Cursor::new(packed), window).ok()?;
    let size = decoder.take(LARGEST_UNPACKED + 1).read_to_end(&mut unpacked).ok()?;
    (size as u64 <= LARGEST_UNPACKED).then_some(unpacked)
}
