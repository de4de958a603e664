//! An xz decoder that also returns the data before a damaged place, which the library's own reader does not.

use crate::streams::OneStream;
use liblzma::stream::{Action, Error, Status, Stream};
use std::io::{self, BufRead, Read};

/// How much memory xz may use in addition to its window.
const OVERHEAD: u64 = 1 << 20;

/// Decompresses one stream of a file.
pub(crate) struct Xz<R> {
    packed: R,
    stream: Stream,
    ended: bool,
    failed: Option<Error>,
}

impl<R: BufRead> Xz<R> {
    pub(crate) fn new(packed: R, window: u64) -> io::Result<Xz<R>> {
        let stream = Stream::new_stream_decoder(window.saturating_add(OVERHEAD), 0)?;
        Ok(Xz { packed, stream, ended: false, failed: None })
    }
}

impl<R: BufRead> Read for Xz<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() || self.ended {
            return Ok(0);
        }
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        loop {
            let packed = self.packed.fill_buf()?;
            let at_end = packed.is_empty();
            let action = if at_end { Action::Finish } else { Action::Run };
            let (before_in, before_out) = (self.stream.total_in(), self.stream.total_out());
            let status = self.stream.process(packed, buffer, action);
            // Both differences are lengths within the two buffers.
            let used = (self.stream.total_in() - before_in) as usize;
            let made = (self.stream.total_out() - before_out) as usize;
            self.packed.consume(used);
            match status {
                Err(error) if made == 0 => return Err(error.into()),
                Err(error) => self.failed = Some(error),
                Ok(Status::StreamEnd) => self.ended = true,
                Ok(_) if made > 0 => {}
                Ok(_) if at_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) if used == 0 => return Err(Error::Data.into()),
                Ok(_) => continue,
            }
            return Ok(made);
        }
    }
}

impl<R: BufRead> OneStream for Xz<R> {
    type Packed = R;

    fn into_packed(self) -> R {
        self.packed
    }
}
