//! Pieces of temporary files, compressed separately so that each can be read alone.

use std::io;

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
