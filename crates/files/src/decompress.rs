//! Decompression: selects the decoder by the first bytes, and describes its failures.

use crate::compression::{self, Compression, CompressionSpec};
use crate::error::{FileError, Kind};
use crate::peek_reader::PeekReader;
use crate::progress::Progress;
use crate::streams::{OneStream, Streams};
use crate::xz::Xz;
use crate::zstandard::{self, Frames};
use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// Bytes that are being decompressed, and their compression; uncompressed bytes have no decoder.
pub(crate) struct Decompressed {
    pub(crate) spec: Option<&'static CompressionSpec>,
    pub(crate) bytes: Box<dyn Read + Send>,
}

/// How many working threads one more decompressing thread can supply, because replaying games takes longer by this
/// factor.
const WORKERS_PER_HELPER: usize = 4;

/// The settings for decompression.
#[derive(Clone, Copy)]
pub(crate) struct DecompressOptions<'u> {
    pub(crate) limits: &'u Limits,
    /// How many threads wait for decompressed data.
    pub(crate) threads: usize,
    /// Receives the bytes after the compressed data.
    pub(crate) progress: &'u Arc<Progress>,
    /// Decides from the first bytes of data that it is not compressed although it starts as if it were.
    pub(crate) is_uncompressed: fn(&[u8]) -> bool,
}

/// How many bytes this needs.
const TELLING: usize = 4096;

/// Examines the first bytes and creates the decoder for them.
pub(crate) fn decompress(
    packed: impl BufRead + Send + 'static,
    how: DecompressOptions<'_>,
) -> io::Result<Decompressed> {
    let mut packed = PeekReader::new(packed);
    let head = packed.peek()?;
    let helpers = if head.starts_with(zstandard::MARK) { how.threads / WORKERS_PER_HELPER } else { 0 };
    let spec = compression::of_bytes(head);
    let Some(spec) = spec.filter(|_| packed.peek_up_to(TELLING).is_ok_and(|head| !(how.is_uncompressed)(head))) else {
        return Ok(Decompressed { spec: None, bytes: Box::new(packed) });
    };
    let window = how.limits.window;
    let bytes: Box<dyn Read + Send> = match spec.compression {
        Compression::Gzip => streams(packed, spec, how, |packed, _| Ok(GzDecoder::new(packed))),
        Compression::Bzip2 => streams(packed, spec, how, |packed, _| Ok(BzDecoder::new(packed))),
        Compression::Zstd if helpers > 0 => Box::new(Frames::new(packed, spec, helpers, how.progress).within(window)),
        Compression::Zstd => streams(packed, spec, how, zstandard::serial),
        Compression::Xz => streams(packed, spec, how, Xz::new),
        Compression::Plain | Compression::Zip | Compression::Foreign => Box::new(packed),
    };
    Ok(Decompressed { spec: Some(spec), bytes })
}

/// Decompresses one stream after another with decoders of this kind.
fn streams<R, D>(
    packed: PeekReader<R>,
    spec: &'static CompressionSpec,
    how: DecompressOptions<'_>,
    start: fn(PeekReader<R>, u64) -> io::Result<D>,
) -> Box<dyn Read + Send>
where
    R: BufRead + Send + 'static,
    D: OneStream<Packed = PeekReader<R>> + Send + 'static,
{
    Box::new(Streams::new(packed, spec, start).within(how.limits.window).noting(how.progress))
}

/// The error for a failed read of decompressed bytes. Failures below the decoder are already described.
pub(crate) fn failure(path: &str, spec: Option<&CompressionSpec>, error: &io::Error) -> FileError {
    if let Some(told) = FileError::inside(error) {
        return told.clone();
    }
    let Some(spec) = spec else { return FileError::reading(path, error) };
    if wants_too_large_a_window(error) {
        let message = format!("cannot unpack `{path}`: its {} data needs a larger window than the limit", spec.id);
        return FileError { code: Code::LimitWindow, ..FileError::new(Kind::Limit, path, message) };
    }
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("the {} data is truncated", spec.id),
        _ => format!("the {} data is damaged: {error}", spec.id),
    };
    FileError::damaged(path, &why)
}

/// Both libraries have a code for this, but only that of xz is accessible; for zstd, the message must be compared.
fn wants_too_large_a_window(error: &io::Error) -> bool {
    let xz = error.get_ref().and_then(|inner| inner.downcast_ref::<liblzma::stream::Error>());
    matches!(xz, Some(liblzma::stream::Error::MemLimit)) || error.to_string().contains("too much memory")
}

/// Decompressed bytes that are exempt from the limit: small files may be compressed to any degree.
const FREE: u64 = 64 << 20;

/// How many bytes this many compressed bytes may be decompressed to.
pub fn most_unpacked(packed: u64, ratio: u64) -> u64 {
    packed.saturating_mul(ratio).max(FREE)
}

/// Fails if decompressing `packed` bytes to `unpacked` ones exceeds the limit.
///
/// # Errors
/// If it does.
pub fn check_ratio(path: &str, packed: u64, unpacked: u64, ratio: u64) -> Result<(), FileError> {
    if unpacked <= most_unpacked(packed, ratio) {
        return Ok(());
    }
    let message = format!("cannot unpack `{path}`: it unpacks to more than {ratio} times its {packed} bytes");
    Err(FileError::new(Kind::Limit, path, message).at(unpacked))
}
