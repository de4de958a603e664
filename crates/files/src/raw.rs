//! The raw bytes of a file, a pipe or memory: counted, and with interruptible waits.

use crate::error::FileError;
use crate::progress::Progress;
use scoresheet_parallel::{Sender, Stream};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// How often a reader that waits for a pipe checks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// Bytes of any source. Its failures are [`FileError`]s inside [`io::Error`]s, so that decoders with errors of their
/// own pass them on.
pub(crate) struct Raw {
    name: String,
    from: Box<dyn Read + Send>,
    progress: Arc<Progress>,
}

impl Raw {
    pub(crate) fn new(name: &str, from: Box<dyn Read + Send>, progress: Arc<Progress>) -> Raw {
        Raw { name: name.to_owned(), from, progress }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.from.read(buffer) {
                Ok(count) => {
                    self.progress.read.fetch_add(count as u64, Relaxed);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if FileError::inside(&error).is_some() => return Err(error),
                Err(error) => return Err(FileError::reading(&self.name, &error).into()),
            }
        }
    }
}

/// A pipe, read by its own thread, because a read that may wait forever cannot be interrupted otherwise. The thread
/// ends with the pipe, or after its next read if the reader has gone.
pub(crate) struct Pipe {
    chunks: Stream<Vec<u8>, io::Error>,
    chunk: Vec<u8>,
    at: usize,
    progress: Arc<Progress>,
}

impl Pipe {
    /// Opens it on the thread too, because even that waits for a process that writes into a named pipe.
    pub(crate) fn new<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, progress: Arc<Progress>) -> Pipe {
        let chunks = Stream::spawn(4, move |sender| pump(open()?, sender)).detached();
        Pipe { chunks, chunk: Vec::new(), at: 0, progress }
    }

    /// Waits for the next chunk; `false` at the end.
    fn fetch(&mut self) -> io::Result<bool> {
        while !self.progress.stop.is_cancelled() {
            match self.chunks.next_within(PATIENCE) {
                Some(Some(chunk)) => {
                    (self.chunk, self.at) = (chunk?, 0);
                    return Ok(true);
                }
                Some(None) => return Ok(false),
                None => {}
            }
        }
        Err(io::Error::other("reading was stopped"))
    }
}

/// Sends the data of the pipe until it ends or the reader has gone.
fn pump(mut from: impl Read, to: &Sender<Vec<u8>>) -> io::Result<()> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if to.send(buffer[..count].to_vec()).is_break() {
            return Ok(());
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.chunk.len() && !self.fetch()? {
            return Ok(0);
        }
        let count = buffer.len().min(self.chunk.len() - self.at);
        buffer[..count].copy_from_slice(&self.chunk[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
