//! The limit on how much larger than its file unpacked text may be.

use crate::error::{FileError, Kind};

/// Unpacked bytes that are free of the limit: small files may be packed as tightly as they like.
const FREE: u64 = 64 << 20;

/// Fails when `unpacked` bytes came out of `packed` ones and that is beyond the limit.
pub(crate) fn check(path: &str, packed: u64, unpacked: u64, ratio: u64) -> Result<(), FileError> {
    if unpacked <= FREE || unpacked <= packed.saturating_mul(ratio) {
        return Ok(());
    }
    let message = format!("cannot unpack `{path}`: it unpacks to more than {ratio} times its {packed} bytes");
    Err(FileError::new(Kind::Limit, path, message).at(unpacked))
}
