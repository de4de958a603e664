//! Names of tags: which bytes they may hold.
//!
//! Readers go by it, and so does what stands before every writer: a name that no reader would take for one could end its tag
//! and open another game.

/// For each byte whether it may stand in a tag's name.
static MAY_STAND: [bool; 256] = table();

const fn table() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || b >= 0x80
            || matches!(b, b'_' | b'-' | b'+' | b'#' | b'=' | b':' | b'.' | b'?' | b'@' | b'`');
        byte += 1;
    }
    table
}

/// Whether a byte may stand in a tag's name.
#[inline]
pub fn may_stand(byte: u8) -> bool {
    MAY_STAND[usize::from(byte)]
}

/// Whether a tag may be called so.
///
/// ```
/// use scoresheet_core::name::is_name;
/// assert!(is_name("WhiteElo") && is_name("White-Elo"));
/// assert!(!is_name("") && !is_name("A\"]\n\n1. d4 *\n\n[B"));
/// ```
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().fold(true, |all, byte| all & may_stand(byte))
}
