//! How much a reader of archives takes.

/// The most games of a group.
pub(crate) const GROUP_GAMES: usize = 1 << 16;
/// About how many bytes of memory a group takes before it is written.
pub(crate) const GROUP_SIZE: usize = 64 << 20;
/// The most games of a block.
pub const BLOCK_GAMES: usize = 1 << 12;
/// The most plies of a block. A block of fewer games is written if games are that long.
pub(crate) const BLOCK_PLIES: u64 = 1 << 23;

/// What a reader accepts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many variations may be open at once.
    pub nesting: usize,
    /// How many bytes the unpacked texts of a section may have.
    pub texts: usize,
    /// How many bytes the comments of a block may have. A part of a game that is more than a move counts as two.
    pub content: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nesting: 10_000, texts: 256 << 20, content: 128 << 20 }
    }
}
