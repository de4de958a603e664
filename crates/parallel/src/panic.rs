//! Panics as values.

use std::any::Any;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A panic that was caught. Its text is the message of the panic.
pub struct Panicked(Box<dyn Any + Send>);

impl Panicked {
    pub(crate) fn of(payload: Box<dyn Any + Send>) -> Panicked {
        Panicked(payload)
    }

    /// The message of the panic, if it has one.
    pub fn message(&self) -> Option<&str> {
        let literal = self.0.downcast_ref::<&str>().copied();
        literal.or_else(|| self.0.downcast_ref::<String>().map(String::as_str))
    }

    /// Continues the panic on this thread, without reporting it to the panic hook again.
    pub fn resume(self) -> ! {
        resume_unwind(self.0)
    }
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().unwrap_or("no reason given"))
    }
}

impl fmt::Debug for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Panicked({self})")
    }
}

impl std::error::Error for Panicked {}

impl From<Panicked> for io::Error {
    fn from(panic: Panicked) -> io::Error {
        io::Error::other(panic.to_string())
    }
}

/// Runs `work`; a panic in it becomes an error. After that, nothing that `work` was changing may be used.
///
/// # Errors
/// If `work` panics.
///
/// ```
/// let caught = scoresheet_parallel::catch(|| if true { panic!("no board") } else { 1 });
/// assert_eq!(caught.unwrap_err().to_string(), "no board");
/// ```
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(Panicked::of)
}
