//! Names of tags: the bytes that they may contain.
//!
//! Readers use these rules, and so does the filter before every writer: a name that no reader accepts could end its tag
//! and start another game.

use crate::text::{is_other_space, other_space};

/// For each byte, whether it may occur in a tag's name.
static MAY_STAND: [bool; 256] = table(true);

/// For each byte, whether it may occur in a plain name.
static PLAIN: [bool; 256] = table(false);

/// For each byte, whether it may occur in a plain name, or in an `odd` one.
const fn table(odd: bool) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let is_odd = b >= 0x80 || matches!(b, b'-' | b'+' | b'#' | b'=' | b':' | b'.' | b'?' | b'@' | b'`');
        table[byte] = b.is_ascii_alphanumeric() || b == b'_' || odd && is_odd;
        byte += 1;
    }
    table
}

/// Whether a byte may occur in a tag's name.
#[inline]
pub(crate) fn may_stand(byte: u8) -> bool {
    MAY_STAND[usize::from(byte)]
}

/// Whether a byte may occur in a plain name: a letter or digit of ASCII, or `_`.
#[inline(always)]
pub(crate) fn is_plain_byte(byte: u8) -> bool {
    PLAIN[usize::from(byte)]
}

/// Whether a name is plain. Readers of every format accept such a name without a note.
#[inline]
pub(crate) fn is_plain(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().fold(true, |all, byte| all & is_plain_byte(*byte))
}

/// Whether this is a valid name of a tag.
/// ```
/// use scoresheet_core::name::is_name;
/// assert!(is_name("WhiteElo") && is_name("White-Elo"));
/// assert!(!is_name("") && !is_name("A\"]\n\n1. d4 *\n\n[B"));
/// assert!(!is_name("Event:") && !is_name("Event\u{a0}"));
/// ```
pub fn is_name(name: &str) -> bool {
    ends_as_name(name.as_bytes())
        && name.bytes().fold(true, |all, byte| all & may_stand(byte))
        && space_in(name.as_bytes()).is_none()
}

/// Whether text ends as the name of a tag may: a sign after it is punctuation, as in `[Event: "…"]`.
#[inline]
pub(crate) fn ends_as_name(text: &[u8]) -> bool {
    !matches!(text, [] | [.., b':' | b'='])
}

/// The first space or mark without width in the bytes of a name. Like all text, they are UTF-8, or else Windows-1252.
#[inline]
pub(crate) fn space_in(name: &[u8]) -> Option<usize> {
    if name.is_ascii() { None } else { other_space_in(name) }
}

#[cold]
fn other_space_in(name: &[u8]) -> Option<usize> {
    match core::str::from_utf8(name) {
        Ok(_) => (0..name.len()).find(|&at| other_space(&name[at..]) > 0),
        Err(_) => name.iter().position(|&byte| is_other_space(byte)),
    }
}
