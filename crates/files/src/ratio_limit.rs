//! The limit on the compression ratio.

use crate::error::{FileError, Kind};

/// Decompressed bytes that are exempt from the limit: small files may be compressed to any degree.
const FREE: u64 = 64 << 20;

/// Fails if decompressing `packed` bytes to `unpacked` ones exceeds the limit.
pub(crate) fn check(path: &str, packed: u64, unpacked: u64, ratio: u64) -> Result<(), FileError> {
    if unpacked <= FREE || unpacked <= packed.saturating_mul(ratio) {
        return Ok(());
    }
    let message = format!("cannot unpack `{path}`: it unpacks to more than {ratio} times its {packed} bytes");
    Err(FileError::new(Kind::Limit, path, message).at(unpacked))
}
