//! The data of a part, and what follows it.

use std::io::{self, Read};

type Open = Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>;

/// The data of a part, and what follows it, which is opened when it is needed.
pub(crate) struct Chained {
    own: Box<dyn Read + Send>,
    next: Option<Open>,
    /// Whether the own data has ended.
    pub(crate) passed: bool,
}

impl Chained {
    pub(crate) fn new(
        own: impl Read + Send + 'static,
        next: impl FnOnce() -> io::Result<Box<dyn Read + Send>> + Send + 'static,
    ) -> Chained {
        Chained { own: Box::new(own), next: Some(Box::new(next)), passed: false }
    }
}

impl Read for Chained {
    /// Never reads bytes from both at once.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.own.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let Some(open) = self.next.take() else { return Ok(0) };
        (self.own, self.passed) = (open()?, true);
        self.own.read(buffer)
    }
}
