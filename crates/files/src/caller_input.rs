//! Inputs that a caller holds: bytes in memory, or an object that is read in pieces.

use std::fmt::Debug;
use std::io::{self, Read};

/// Bytes that a caller holds. Any thread may call the methods.
pub trait CallerInput: Debug + Send + Sync {
    /// Starts to read it from its beginning.
    ///
    /// # Errors
    /// If it cannot be read, or was read already and cannot be read again.
    fn open(&self) -> io::Result<Box<dyn Read + Send>>;

    /// Its size in bytes, if known before it is read.
    fn size(&self) -> Option<u64>;

    /// Whether it can be read only once. Reading such an input may have to wait for its sender.
    fn is_once(&self) -> bool;

    /// Whether it can be read only once, and has been.
    fn is_spent(&self) -> bool;
}
