//! What was given up of a line: `verbatim` tells it once it ends.

/// The rest of a line that was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenUp {
    /// Where it starts.
    pub(super) start: usize,
    /// How many variations are open around it.
    pub(super) depth: usize,
}
