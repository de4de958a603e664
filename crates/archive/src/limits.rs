//! How much a reader of archives takes.

/// The most games of a group.
pub(crate) const GROUP_GAMES: usize = 1 << 16;
/// About how many bytes of memory a group takes before it is written.
pub(crate) const GROUP_SIZE: usize = 64 << 20;
/// The most games of a block.
pub const BLOCK_GAMES: usize = 1 << 12;
/// The most plies of a block. A block of fewer games is written if games are that long.
pub(crate) const BLOCK_PLIES: u64 = 1 << 23;

/// The most games of a block for each of its bytes.
pub(crate) const GAMES_A_BYTE: usize = 16;
/// The most plies of a block for each of its bytes.
pub(crate) const PLIES_A_BYTE: usize = 128;
/// The maximum number of decoded bytes for each byte of a section: of comments, of tags, and of texts.
pub(crate) const TEXT_A_BYTE: usize = 1024;
/// The number of decoded bytes that the header of a group adds to that.
pub(crate) const SPARE: usize = 1 << 20;

/// The maximum number of decoded bytes of a section of this many bytes.
pub(crate) fn most_text(bytes: usize) -> usize {
    bytes.saturating_mul(TEXT_A_BYTE)
}

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
