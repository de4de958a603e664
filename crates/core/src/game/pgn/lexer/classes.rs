//! What each byte can start, and which bytes end a word.

// What a byte can start. `ENDS` is set for the bytes that no word contains, `LOOK` for those that may begin a sign of
// several bytes, which ends a word too.
pub(super) const WORD: u8 = 0;
pub(super) const DIGIT: u8 = 1;
pub(super) const SIGN: u8 = 2;
pub(super) const DOT: u8 = 3;
pub(super) const PERCENT: u8 = 4;
pub(super) const HIGH: u8 = 5;
pub(super) const SPACE: u8 = 6 | ENDS;
pub(super) const BRACE: u8 = 7 | ENDS;
pub(super) const OPEN: u8 = 8 | ENDS;
pub(super) const CLOSE: u8 = 9 | ENDS;
pub(super) const BRACKET: u8 = 10 | ENDS;
pub(super) const SEMICOLON: u8 = 11 | ENDS;
pub(super) const MARK: u8 = 12 | ENDS;
pub(super) const DOLLAR: u8 = 13 | ENDS;
pub(super) const SKIPPED: u8 = 14 | ENDS;
pub(super) const STAR: u8 = 15 | ENDS;
pub(super) const CTRL_Z: u8 = 7 | LOOK | ENDS;
pub(super) const HIGH_LOOK: u8 = HIGH | LOOK;
pub(super) const ENDS: u8 = 0x80;
pub(super) const LOOK: u8 = 0x40;

pub(super) static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [WORD; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            EOF => CTRL_Z,
            b' ' | b'\t' | b'\n' | b'\r' => SPACE,
            b'0'..=b'9' => DIGIT,
            b'+' | b'-' | b'=' | b'/' | b'~' => SIGN,
            b'.' => DOT,
            b'%' => PERCENT,
            b'{' => BRACE,
            b'(' => OPEN,
            b')' => CLOSE,
            b'[' | b']' => BRACKET,
            b';' => SEMICOLON,
            b'!' | b'?' => MARK,
            b'$' => DOLLAR,
            b'}' | b'<' | b'>' => SKIPPED,
            b'*' => STAR,
            high @ 0x80.. => {
                if looks(high) {
                    HIGH_LOOK
                } else {
                    HIGH
                }
            }
            _ => WORD,
        };
        byte += 1;
    }
    table
}

/// What may begin a character of several bytes that ends a word: a sign, a space or an ellipsis. Three are characters of
/// Windows-1252.
const fn looks(byte: u8) -> bool {
    matches!(byte, 0xa0 | 0xad | 0xb1 | 0xc2 | 0xe1 | 0xe2 | 0xe3 | 0xef)
}

/// `^Z`, which ends files of DOS.
pub(super) const EOF: u8 = 0x1a;

pub(super) use crate::text::BOM_UTF8 as BOM;
