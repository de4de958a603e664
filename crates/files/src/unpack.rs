//! Unpacking: the decoder that fits the first bytes, and its failures in our words.

use crate::error::{FileError, Kind};
use crate::packing::{self, MAGIC, Packing, PackingSpec};
use crate::xz::Xz;
use crate::zstandard::{self, Frames};
use flate2::bufread::MultiGzDecoder;
use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use std::io::{self, BufRead, Cursor, Read};

/// Bytes being unpacked, and by what; plain bytes have no decoder.
pub(crate) struct Unpacked {
    pub(crate) spec: Option<&'static PackingSpec>,
    pub(crate) bytes: Box<dyn Read + Send>,
}

/// How many working threads one more unpacking thread can keep busy: replaying games takes that much longer.
const WORKERS_PER_HELPER: usize = 4;

/// Looks at the first bytes and puts the decoder they ask for before them. `threads` is how many wait for its bytes.
pub(crate) fn unpack(
    mut packed: impl BufRead + Send + 'static,
    limits: &Limits,
    threads: usize,
) -> io::Result<Unpacked> {
    let mut head = Vec::with_capacity(MAGIC);
    packed.by_ref().take(MAGIC as u64).read_to_end(&mut head)?;
    let spec = packing::of_bytes(&head);
    let helpers = if head.starts_with(zstandard::MARK) { threads / WORKERS_PER_HELPER } else { 0 };
    let packed = Cursor::new(head).chain(packed);
    let bytes: Box<dyn Read + Send> = match spec.map(|spec| spec.packing) {
        Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(packed)),
        Some(Packing::Bzip2) => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
        Some(Packing::Zstd) if helpers > 0 => Box::new(Frames::new(packed, limits.window, helpers)),
        Some(Packing::Zstd) => Box::new(zstandard::serial(packed, limits.window)?),
        Some(Packing::Xz) => Box::new(Xz::new(packed, limits.window)?),
        None | Some(Packing::Plain | Packing::Zip | Packing::Foreign) => Box::new(packed),
    };
    Ok(Unpacked { spec, bytes })
}

/// What a failed read of unpacked bytes means. Failures below the decoder are told already.
pub(crate) fn failure(path: &str, spec: Option<&PackingSpec>, error: &io::Error) -> FileError {
    if let Some(told) = FileError::inside(error) {
        return told.clone();
    }
    let Some(spec) = spec else { return FileError::reading(path, error) };
    if wants_too_large_a_window(error) {
        let message = format!("cannot unpack `{path}`: its {} data asks for a larger window than the limit", spec.id);
        return FileError { code: Code::LimitWindow, ..FileError::new(Kind::Limit, path, message) };
    }
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("the {} data is cut short", spec.id),
        _ => format!("the {} data is damaged, or something else follows it: {error}", spec.id),
    };
    FileError::damaged(path, &why)
}

/// Both libraries have a code for it, of which only xz's comes through; zstd's comes as its words.
fn wants_too_large_a_window(error: &io::Error) -> bool {
    let xz = error.get_ref().and_then(|inner| inner.downcast_ref::<liblzma::stream::Error>());
    matches!(xz, Some(liblzma::stream::Error::MemLimit)) || error.to_string().contains("too much memory")
}
