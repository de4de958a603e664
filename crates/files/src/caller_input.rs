//! Inputs that a caller holds: bytes in memory, an object that is read in pieces, or a table.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Read};

/// What a caller holds. Any thread may call the methods.
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

    /// What it is, if it is not bytes, for readers that know the type. It is not opened as bytes.
    fn object(&self) -> Option<&(dyn Any + Send + Sync)> {
        None
    }
}
