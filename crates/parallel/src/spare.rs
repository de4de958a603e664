//! Values that workers reuse.

use crate::Lock;

/// Values that are expensive to make and are needed by one worker at a time, such as buffers. There are never more of them than
/// workers.
///
/// ```
/// use scoresheet_parallel::{Spare, map};
///
/// let words = ["one", "two", "three"];
/// let buffers = Spare::new(String::new);
/// let upper = map(&words, 2, |word| {
///     buffers.with(|buffer| {
///         buffer.clear();
///         buffer.extend(word.chars().rev());
///         buffer.to_uppercase()
///     })
/// });
/// assert_eq!(upper, ["ENO", "OWT", "EERHT"]);
/// assert!(buffers.into_values().len() <= 2);
/// ```
pub struct Spare<S, N> {
    values: Lock<Vec<S>>,
    new: N,
}

impl<S, N: Fn() -> S> Spare<S, N> {
    /// No values yet; `new` makes one.
    pub fn new(new: N) -> Spare<S, N> {
        Spare { values: Lock::default(), new }
    }

    /// Lends a value to `work`. If that panics, the value is not used again.
    pub fn with<R>(&self, work: impl FnOnce(&mut S) -> R) -> R {
        let spare = self.values.lock().pop();
        let mut value = spare.unwrap_or_else(&self.new);
        let result = work(&mut value);
        self.values.lock().push(value);
        result
    }

    /// The values that were made.
    pub fn into_values(self) -> Vec<S> {
        self.values.into_inner()
    }
}
