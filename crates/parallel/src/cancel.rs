//! A switch that ends work on other threads.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A switch that work checks from time to time. Its clones are the same switch.
///
/// ```
/// use scoresheet_parallel::Cancel;
///
/// let cancel = Cancel::default();
/// let same = cancel.clone();
/// cancel.cancel();
/// assert!(same.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends all work that checks the switch. There is no way back.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Returns nothing as long as the work is to continue.
    ///
    /// # Errors
    /// If the work is to end.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// The reason why work has ended early: its [`Cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was cancelled")
    }
}

impl std::error::Error for Cancelled {}
