//! Bytes packed with zstd.

use crate::bytes::{Cursor, push_text};
use crate::damage::Damage;
use crate::limits::TEXT_A_BYTE;
use std::io::Read;

/// How hard the packer tries.
const LEVEL: i32 = 15;

/// The largest window that is read, as a power of two.
const WINDOW: u32 = 25;

/// Appends bytes, packed, after their packed length. The first byte is a flag for whether packing made them shorter.
pub(crate) fn push_packed(bytes: &[u8], out: &mut Vec<u8>) {
    match zstd::bulk::compress(bytes, LEVEL) {
        Ok(mut packed) if packed.len() < bytes.len() => {
            pad(&mut packed, bytes.len());
            out.push(1);
            push_text(&packed, out);
        }
        _ => {
            out.push(0);
            push_text(bytes, out);
        }
    }
}

/// The first bytes of a frame that zstd skips.
const SKIPPED: [u8; 4] = 0x184D_2A50_u32.to_le_bytes();

/// Makes frames of zstd, which unpack to this many bytes, so long that a reader accepts them.
pub(crate) fn pad(packed: &mut Vec<u8>, unpacked: usize) {
    let wanted = unpacked.div_ceil(TEXT_A_BYTE);
    if packed.len() < wanted {
        let rest = (wanted - packed.len()).saturating_sub(SKIPPED.len() + size_of::<u32>());
        packed.extend_from_slice(&SKIPPED);
        packed.extend_from_slice(&(rest as u32).to_le_bytes());
        packed.resize(packed.len() + rest, 0);
    }
}

/// Reads what [`push_packed`] wrote, if it has at most `limit` bytes.
pub(crate) fn read_packed(cursor: &mut Cursor<'_>, limit: usize) -> Result<Vec<u8>, Damage> {
    let is_packed = cursor.byte()?;
    let bytes = cursor.text()?;
    match is_packed {
        0 if bytes.len() <= limit => Ok(bytes.to_vec()),
        1 => unpack(bytes, limit),
        0 => Err(Damage::Size),
        _ => Err(Damage::Version),
    }
}

fn unpack(bytes: &[u8], limit: usize) -> Result<Vec<u8>, Damage> {
    let mut decoder = zstd::stream::read::Decoder::with_buffer(bytes).map_err(|_| Damage::Content)?;
    decoder.window_log_max(WINDOW).map_err(|_| Damage::Content)?;
    let mut out = Vec::new();
    decoder.take((limit as u64).saturating_add(1)).read_to_end(&mut out).map_err(|_| Damage::Content)?;
    if out.len() <= limit { Ok(out) } else { Err(Damage::Size) }
}
