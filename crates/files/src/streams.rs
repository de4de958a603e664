//! Consecutive compressed streams, and the bytes after the last of them.
//!
//! The libraries can read several streams, but they treat other bytes after a stream as damage, and then the last games
//! of the stream are lost. Programs such as `gzip -t` accept such files: tapes and some file systems pad a file with
//! zeros, and downloads end with a line of HTML. If another stream follows such bytes, games would be lost, so the file
//! counts as damaged.

use crate::compression::{Compression, CompressionSpec};
use crate::peek_reader::PeekReader;
use crate::progress::Progress;
use crate::trailing_bytes::TrailingBytes;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// xz itself allows padding with a multiple of this many zeros between streams and after the last one.
const XZ_PADDING: u64 = 4;

/// A decoder of one stream.
pub(crate) trait OneStream: Read {
    /// What it reads from.
    type Packed;
    /// The source after the stream that was read to its end.
    fn into_packed(self) -> Self::Packed;
}

/// Decompresses one stream after another.
pub(crate) struct Streams<R, D> {
    spec: &'static CompressionSpec,
    progress: Arc<Progress>,
    start: fn(PeekReader<R>, u64) -> io::Result<D>,
    /// The maximum size of a window that a stream may request.
    window: u64,
    state: StreamsState<R, D>,
    unpacked: u64,
}

enum StreamsState<R, D> {
    Between(PeekReader<R>),
    Within(D),
    End,
}

impl<R, D> Streams<R, D>
where
    R: BufRead,
    D: OneStream<Packed = PeekReader<R>>,
{
    /// Decompresses `packed`, which is at the start of a stream; `start` creates a decoder for each.
    pub(crate) fn new(
        packed: PeekReader<R>,
        spec: &'static CompressionSpec,
        start: fn(PeekReader<R>, u64) -> io::Result<D>,
    ) -> Streams<R, D> {
        let progress = Progress::of(None);
        Streams { spec, progress, start, window: u64::MAX, state: StreamsState::Between(packed), unpacked: 0 }
    }

    /// Records the bytes after the streams in `progress`.
    pub(crate) fn noting(self, progress: &Arc<Progress>) -> Streams<R, D> {
        Streams { progress: Arc::clone(progress), ..self }
    }

    /// Rejects streams that request a larger window.
    pub(crate) fn within(self, window: u64) -> Streams<R, D> {
        Streams { window, ..self }
    }

    /// This many bytes were already decompressed.
    pub(crate) fn after(self, unpacked: u64) -> Streams<R, D> {
        Streams { unpacked, ..self }
    }

    /// Continues with the data after a stream.
    fn next(&mut self, mut packed: PeekReader<R>) -> io::Result<StreamsState<R, D>> {
        let end = packed.position();
        packed.skip_zeros()?;
        let zeros = packed.position() - end;
        if self.spec.goes_on(packed.peek()?) {
            return Ok(StreamsState::Within((self.start)(packed, self.window)?));
        }
        let is_padding = self.spec.compression == Compression::Xz && zeros.is_multiple_of(XZ_PADDING);
        let goes_on = packed.skip_to(self.spec.starts)?;
        let count = packed.position() - end;
        if count > zeros || (zeros > 0 && !is_padding) {
            let trailing = TrailingBytes {
                compression: self.spec.id,
                count,
                zeros: count == zeros,
                goes_on,
                packed: end,
                unpacked: self.unpacked,
            };
            // This is set only once, at the end of the last stream.
            let _ = self.progress.trailing_bytes.set(trailing);
        }
        Ok(StreamsState::End)
    }
}

impl<R, D> Read for Streams<R, D>
where
    R: BufRead,
    D: OneStream<Packed = PeekReader<R>>,
{
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if let StreamsState::Within(decoder) = &mut self.state {
                let count = decoder.read(buffer)?;
                self.unpacked += count as u64;
                if count > 0 {
                    return Ok(count);
                }
            }
            let packed = match std::mem::replace(&mut self.state, StreamsState::End) {
                StreamsState::Between(packed) => packed,
                StreamsState::Within(decoder) => decoder.into_packed(),
                StreamsState::End => break,
            };
            self.state = self.next(packed)?;
        }
        Ok(0)
    }
}

impl<R: BufRead> OneStream for flate2::bufread::GzDecoder<R> {
    type Packed = R;

    fn into_packed(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> OneStream for bzip2::bufread::BzDecoder<R> {
    type Packed = R;

    fn into_packed(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> OneStream for zstd::Decoder<'static, R> {
    type Packed = R;

    fn into_packed(self) -> R {
        self.into_inner()
    }
}
