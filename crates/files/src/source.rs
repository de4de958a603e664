//! A source: an open input, read as one stream of decompressed bytes.

use crate::base64_reader::Base64Reader;
use crate::compression::Compression;
use crate::decompress::check_ratio;
use crate::decompress::{self, DecompressOptions, Decompressed};
use crate::encoding::{DecodingReader, TextEncoding};
use crate::error::{FileError, Kind};
use crate::progress::Progress;
use crate::raw::Raw;
use crate::run::TICK;
use scoresheet_core::base64::PREFIX;
use scoresheet_core::limits::Limits;
use scoresheet_parallel::ticking;
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many compressed bytes are read at once. Uncompressed bytes are read into blocks directly if more are requested, as
/// jobs do.
const PACKED_AT_ONCE: usize = 64 << 10;
/// How many bytes are requested from a decoder at once. It is small, so that little is lost before a damaged place.
const UNPACKED_AT_ONCE: usize = 128 << 10;
/// How many first bytes [`Source::head`] returns.
const HEAD: usize = 4096;
/// How many first bytes [`Source::more_head`] returns.
const MORE_HEAD: usize = 1 << 20;

/// An open input. What it gives is unpacked; the compression is recognized by its first bytes.
/// ```
/// use scoresheet_files::Source;
/// use std::io::Read;
///
/// let mut text = String::new();
/// Source::from_bytes("a game", "1. e4 *", &Default::default()).read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Source {
    name: String,
    limits: Limits,
    progress: Arc<Progress>,
    waits: bool,
    caller_works: bool,
    packed: bool,
    threads: usize,
    uncompressed: Option<fn(&[u8]) -> bool>,
    state: SourceState,
    head: Vec<u8>,
    head_given: usize,
    unpacked: u64,
    is_base64: bool,
}

/// The compression is detected during the first read, because that may have to wait for a pipe.
enum SourceState {
    Closed(Raw),
    Open(Decompressed),
    Failed(FileError),
}

impl Source {
    /// Reads from memory.
    pub fn from_bytes(name: &str, bytes: impl AsRef<[u8]> + Send + 'static, limits: &Limits) -> Source {
        let progress = Progress::of(Some(bytes.as_ref().len() as u64));
        Source::new(Raw::new(name, Box::new(Cursor::new(bytes)), Arc::clone(&progress)), progress, limits)
    }

    /// Reads from anything that does not block for long.
    pub fn from_reader(name: &str, from: Box<dyn Read + Send>, limits: &Limits) -> Source {
        let progress = Progress::of(None);
        Source::new(Raw::new(name, from, Arc::clone(&progress)), progress, limits)
    }

    /// Reads from a reader that counts its own progress. Data that it unpacks is within the limit on unpacking.
    pub(crate) fn counted(
        name: &str,
        from: Box<dyn Read + Send>,
        progress: Arc<Progress>,
        limits: &Limits,
        unpacks: bool,
    ) -> Source {
        // What it gives counts as an uncompressed file.
        Source::new(Raw::new(name, from, Progress::of(None)), progress, limits).unpacking(unpacks)
    }

    pub(crate) fn new(raw: Raw, progress: Arc<Progress>, limits: &Limits) -> Source {
        Source {
            name: raw.name().to_owned(),
            limits: *limits,
            progress,
            waits: false,
            caller_works: false,
            packed: false,
            threads: 1,
            uncompressed: None,
            state: SourceState::Closed(raw),
            head: Vec::new(),
            head_given: 0,
            unpacked: 0,
            is_base64: false,
        }
    }

    /// Declares that a read may block forever.
    pub(crate) fn waiting(self) -> Source {
        Source { waits: true, ..self }
    }

    /// Declares that a read neither waits for another process nor calls other code, so that the calling thread of a run may
    /// read and work on blocks, too.
    pub(crate) fn local(self) -> Source {
        Source { caller_works: true, ..self }
    }

    /// Declares that the reader already decompresses its data, so that the limit on unpacking applies.
    pub(crate) fn unpacking(self, packed: bool) -> Source {
        Source { packed, ..self }
    }

    /// Sets the number of threads that will work on the data. If there are many, files suited for it are also
    /// decompressed by several threads. Has no effect after the first read.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Sets the check that finds from its first bytes, up to 4096, that it is not compressed although it looks so. Has
    /// no effect after the first read.
    pub fn set_uncompressed(&mut self, is_uncompressed: fn(&[u8]) -> bool) {
        self.uncompressed = Some(is_uncompressed);
    }

    /// Its name for users.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The compression of its bytes; `Plain` before the first read.
    pub fn compression(&self) -> Compression {
        match &self.state {
            SourceState::Open(unpacked) => unpacked.spec.map_or(Compression::Plain, |spec| spec.compression),
            SourceState::Closed(_) | SourceState::Failed(_) => Compression::Plain,
        }
    }

    /// How far the reading has come.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Whether a read may block forever, as with a pipe.
    pub(crate) fn waits(&self) -> bool {
        self.waits
    }

    /// Keeps the calling thread of a run from working on blocks, because it waits for other threads when it takes results.
    pub fn spare_caller(&mut self) {
        self.caller_works = false;
    }

    /// Whether the calling thread of a run may work on blocks.
    pub(crate) fn caller_works(&self) -> bool {
        self.caller_works
    }

    /// The first unpacked bytes, at most 4096, which are still to be read: enough to detect the kind of a file.
    /// Calls `tick` while it waits for a pipe, ten times a second; when that breaks, gives what there is.
    ///
    /// # Errors
    /// If the input cannot be read or unpacked.
    pub fn head(&mut self, tick: impl FnMut() -> ControlFlow<()>) -> Result<&[u8], FileError> {
        self.head_of(HEAD, tick)
    }

    /// The same, but up to a megabyte: for sources whose first bytes do not reveal their format.
    ///
    /// # Errors
    /// If the input cannot be read or unpacked.
    pub fn more_head(&mut self, tick: impl FnMut() -> ControlFlow<()>) -> Result<&[u8], FileError> {
        self.head_of(MORE_HEAD, tick)
    }

    fn head_of(&mut self, most: usize, mut tick: impl FnMut() -> ControlFlow<()>) -> Result<&[u8], FileError> {
        if !self.waits {
            self.fill_head(most)?;
            return Ok(&self.head);
        }
        let progress = self.progress();
        let filled = ticking(
            TICK,
            || self.fill_head(most),
            || {
                if tick().is_break() {
                    progress.stop.cancel();
                }
            },
        );
        filled.unwrap_or_else(|panic| Err(FileError::fault("the input", &panic)))?;
        Ok(&self.head)
    }

    fn fill_head(&mut self, most: usize) -> Result<(), FileError> {
        let mut head = std::mem::take(&mut self.head);
        let mut count = head.len();
        head.resize(most.max(count), 0);
        let mut failed = None;
        while count < most {
            match self.read_on(&mut head[count..]) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        head.truncate(count);
        self.head = head;
        // Bytes before a damaged place are returned first; the failure occurs again in the next read.
        failed.filter(|_| count == 0).map_or(Ok(()), Err)
    }

    /// Converts the rest of the data, the first bytes included, from this encoding to UTF-8. Only the first bytes may
    /// have been read.
    ///
    /// # Errors
    /// If the input cannot be read or unpacked.
    pub fn decode(&mut self, encoding: TextEncoding) -> Result<(), FileError> {
        self.open()?;
        if let SourceState::Open(unpacked) = &mut self.state {
            let head = Cursor::new(std::mem::take(&mut self.head));
            let bytes = std::mem::replace(&mut unpacked.bytes, Box::new(io::empty()));
            unpacked.bytes = Box::new(DecodingReader::new(head.chain(bytes), encoding, &self.progress));
        }
        Ok(())
    }

    /// Decodes the rest of the source, which the first bytes have shown to be base64 after its prefix. Only those bytes
    /// may have been read.
    ///
    /// # Errors
    /// If the input cannot be read or unpacked.
    pub fn decode_base64(&mut self) -> Result<(), FileError> {
        self.open()?;
        if let SourceState::Open(unpacked) = &mut self.state {
            let mut head = Cursor::new(std::mem::take(&mut self.head));
            head.set_position(PREFIX.len() as u64);
            let bytes = std::mem::replace(&mut unpacked.bytes, Box::new(io::empty()));
            unpacked.bytes = Box::new(Base64Reader::behind_prefix(head.chain(bytes), &self.name));
            self.is_base64 = true;
        }
        Ok(())
    }

    /// Whether its bytes are decoded from base64.
    pub fn is_base64(&self) -> bool {
        self.is_base64
    }

    /// Reads some decompressed bytes into `buffer`; 0 at the end.
    ///
    /// # Errors
    /// If the input cannot be read or unpacked, or is beyond a limit; every later read fails the same way.
    pub fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, FileError> {
        let rest = &self.head[self.head_given..];
        if rest.is_empty() {
            return self.read_on(buffer);
        }
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.head_given += count;
        Ok(count)
    }

    /// Reads beyond the head.
    fn read_on(&mut self, buffer: &mut [u8]) -> Result<usize, FileError> {
        let read = self.open().and_then(|()| self.read_unpacked(buffer));
        if let Err(error) = &read {
            self.state = SourceState::Failed(error.clone());
        }
        read
    }

    fn open(&mut self) -> Result<(), FileError> {
        let SourceState::Closed(_) = &self.state else { return Ok(()) };
        let placeholder = SourceState::Failed(FileError::new(Kind::Internal, &self.name, String::new()));
        let SourceState::Closed(raw) = std::mem::replace(&mut self.state, placeholder) else { return Ok(()) };
        let packed = BufReader::with_capacity(PACKED_AT_ONCE, raw);
        let how = DecompressOptions {
            limits: &self.limits,
            threads: self.threads,
            progress: &self.progress,
            is_uncompressed: self.uncompressed.unwrap_or(|_| false),
        };
        let unpacked = decompress::decompress(packed, how).map_err(|e| decompress::failure(&self.name, None, &e))?;
        match unpacked.spec {
            Some(spec) if spec.compression == Compression::Foreign => {
                return Err(FileError::unknown(&self.name, &format!("{} is not supported; unpack it first", spec.id)));
            }
            Some(spec) if spec.compression == Compression::Zip => {
                let why = "zip archives are read only from files on this machine; save it as one first";
                return Err(FileError::unknown(&self.name, why));
            }
            _ => self.state = SourceState::Open(unpacked),
        }
        Ok(())
    }

    fn read_unpacked(&mut self, buffer: &mut [u8]) -> Result<usize, FileError> {
        let unpacked = match &mut self.state {
            SourceState::Open(unpacked) => unpacked,
            SourceState::Failed(error) => return Err(error.clone()),
            SourceState::Closed(_) => return Ok(0),
        };
        let most = if unpacked.spec.is_some() { buffer.len().min(UNPACKED_AT_ONCE) } else { buffer.len() };
        let count = match unpacked.bytes.read(&mut buffer[..most]) {
            Ok(count) => count,
            Err(error) => {
                let failure = decompress::failure(&self.name, unpacked.spec, &error);
                // Those of other layers know their place better.
                return Err(if failure.byte.is_some() { failure } else { failure.at(self.unpacked) });
            }
        };
        self.unpacked += count as u64;
        if self.packed || unpacked.spec.is_some() {
            check_ratio(&self.name, self.progress.read(), self.unpacked, self.limits.ratio)?;
        }
        Ok(count)
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(self.read_some(buffer)?)
    }
}
