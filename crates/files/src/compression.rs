//! The compressions: the only list of magic bytes, file extensions and names.

use std::io;

/// A compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not compressed.
    Plain,
    /// gzip, also several members one after another.
    Gzip,
    /// bzip2, also several streams.
    Bzip2,
    /// Zstandard, also several frames and skippable ones.
    Zstd,
    /// xz, also several streams.
    Xz,
    /// A zip archive, whose members are read one at a time.
    Zip,
    /// An unsupported archive, detected by its first bytes so that it is not taken for text.
    Foreign,
}

/// The number of first bytes that identify every compression.
pub(crate) const MAGIC: usize = 10;

/// An entry of the list.
#[derive(Debug)]
pub struct CompressionSpec {
    /// The compression.
    pub compression: Compression,
    /// Its name in messages.
    pub id: &'static str,
    /// The extension of its files.
    pub ending: &'static str,
    /// The first bytes that all its files have in common.
    magic: &'static [u8],
    /// Whether a file starts like its files.
    pub(crate) starts: fn(&[u8]) -> bool,
}

/// Every compression.
#[rustfmt::skip]
pub static ALL: &[CompressionSpec] = &[
    CompressionSpec { compression: Compression::Gzip, id: "gzip", ending: "gz", magic: b"\x1f\x8b\x08", starts: |b| b.starts_with(b"\x1f\x8b\x08") },
    CompressionSpec { compression: Compression::Bzip2, id: "bzip2", ending: "bz2", magic: b"BZh", starts: is_bzip2 },
    CompressionSpec { compression: Compression::Zstd, id: "zstd", ending: "zst", magic: b"\x28\xb5\x2f\xfd", starts: is_zstd },
    CompressionSpec { compression: Compression::Xz, id: "xz", ending: "xz", magic: b"\xfd7zXZ\0", starts: |b| b.starts_with(b"\xfd7zXZ\0") },
    CompressionSpec { compression: Compression::Zip, id: "zip", ending: "zip", magic: b"PK", starts: |b| b.starts_with(b"PK\x03\x04") || b.starts_with(b"PK\x05\x06") },
    CompressionSpec { compression: Compression::Foreign, id: "7-Zip", ending: "7z", magic: b"7z", starts: |b| b.starts_with(b"7z\xbc\xaf\x27\x1c") },
    CompressionSpec { compression: Compression::Foreign, id: "RAR", ending: "rar", magic: b"Rar!", starts: |b| b.starts_with(b"Rar!\x1a\x07") },
    CompressionSpec { compression: Compression::Foreign, id: "LZ4", ending: "lz4", magic: b"\x04\x22\x4d\x18", starts: |b| b.starts_with(b"\x04\x22\x4d\x18") },
];

impl CompressionSpec {
    /// Whether another of its streams, possibly truncated, follows. `head` has enough bytes to detect every
    /// compression; fewer only at the end of the file.
    pub(crate) fn goes_on(&self, head: &[u8]) -> bool {
        let is_cut = head.len() < MAGIC && (self.magic.starts_with(head) || head.starts_with(self.magic));
        (self.starts)(head) || (!head.is_empty() && is_cut)
    }
}

/// A text may start with `BZh`; only the marker of a block or of the end after it makes it bzip2.
fn is_bzip2(bytes: &[u8]) -> bool {
    let level = bytes.get(3).is_some_and(|b| (b'1'..=b'9').contains(b));
    let mark = bytes.get(4..10);
    bytes.starts_with(b"BZh") && level && (mark == Some(b"1AY&SY") || mark == Some(b"\x17\x72\x45\x38\x50\x90"))
}

/// A frame, or a skippable frame, which parallel compressors put before each frame.
fn is_zstd(bytes: &[u8]) -> bool {
    match bytes {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => true,
        [first, 0x2a, 0x4d, 0x18, ..] => first & 0xf0 == 0x50,
        _ => false,
    }
}

/// The entry that fits the first bytes of a file; `None` for uncompressed ones.
pub(crate) fn of_bytes(head: &[u8]) -> Option<&'static CompressionSpec> {
    ALL.iter().find(|spec| (spec.starts)(head))
}

/// The entry that fits the extension of a name, which determines the compression of an output.
pub(crate) fn of_name(name: &str) -> Option<&'static CompressionSpec> {
    let (_, ending) = name.rsplit_once('.')?;
    ALL.iter().find(|spec| spec.ending.eq_ignore_ascii_case(ending))
}

/// Whether a name has one of the `known` extensions, compressed (`x.pgn.zst`) or not.
pub fn is_known(name: &str, known: &[&str]) -> bool {
    let stem = match of_name(name) {
        Some(spec) if is_stream(spec.compression) => &name[..name.len() - spec.ending.len() - 1],
        _ => name,
    };
    known.iter().any(|k| has_ending(stem, k))
}

/// Whether a name has this extension after a stem. An extension may contain a dot, as in `icn.json`.
fn has_ending(name: &str, ending: &str) -> bool {
    let before = name.len().checked_sub(ending.trim_start_matches('.').len()).and_then(|at| name.split_at_checked(at));
    before.is_some_and(|(stem, tail)| {
        stem.len() > 1 && stem.ends_with('.') && tail.eq_ignore_ascii_case(ending.trim_start_matches('.'))
    })
}

/// Whether this compresses one stream of bytes, rather than an archive of several files.
pub(crate) fn is_stream(compression: Compression) -> bool {
    matches!(compression, Compression::Gzip | Compression::Bzip2 | Compression::Zstd | Compression::Xz)
}

/// The level at which compression takes less time than writing the uncompressed bytes.
const LEVEL: i32 = 1;

/// The bytes, compressed.
///
/// # Errors
/// If there is no memory for it.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL)
}

/// The original bytes of [`compress`], which were `size` bytes long.
///
/// # Errors
/// If the packed bytes are damaged.
///
/// ```
/// use scoresheet_files::{compress, decompress};
///
/// let packed = compress(b"e4 e5 e4 e5 e4 e5 e4 e5")?;
/// assert_eq!(decompress(&packed, 23)?, b"e4 e5 e4 e5 e4 e5 e4 e5");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompress(packed: &[u8], size: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, size)
}
