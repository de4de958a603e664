//! The bytes of sources: pieces of text, of which only what differs from the reference text of their games is stored.

use crate::bytes::{Cursor, push_number};
use crate::damage::Damage;
use crate::games::Games;
use crate::reference::{Layout, text_of};
use std::io;
use std::ops::Range;
use zstd::zstd_safe::{CCtx, CParameter, DCtx, DParameter, compress_bound};

/// How hard zstd tries.
const LEVEL: i32 = 9;
/// The windows of zstd as powers of two. The reference text and the piece must fit into one, or are compressed less.
const WINDOWS: Range<u32> = 10..28;

/// A piece, whose games are these.
pub(crate) fn write(text: &[u8], games: &Games) -> io::Result<Vec<u8>> {
    let layout = Layout::of_text(text);
    let reference = text_of(games, layout);
    let mut out = Vec::new();
    push_number(text.len() as u64, &mut out);
    out.extend_from_slice(&layout.bytes());
    out.extend(packed(text, &reference)?);
    Ok(out)
}

/// The number of bytes of a piece, which are at most this many.
pub(crate) fn length(content: &[u8], most: usize) -> Result<usize, Damage> {
    Cursor::new(content).number_up_to(most)
}

/// Reads a piece, of at most this many bytes, whose games are these.
pub(crate) fn read(content: &[u8], games: &Games, most: usize) -> Result<Vec<u8>, Damage> {
    let mut cursor = Cursor::new(content);
    let length = cursor.number_up_to(most)?;
    let layout = Layout::of_bytes(cursor.array()?).ok_or(Damage::Version)?;
    let reference = text_of(games, layout);
    let text = unpacked(cursor.rest(), &reference, length).map_err(|_| Damage::Content)?;
    if text.len() == length { Ok(text) } else { Err(Damage::Content) }
}

fn packed(text: &[u8], reference: &[u8]) -> io::Result<Vec<u8>> {
    let window = (text.len() + reference.len()).next_power_of_two().ilog2();
    let mut out = Vec::with_capacity(compress_bound(text.len()));
    let mut context = CCtx::create();
    let mut pack = || {
        context.set_parameter(CParameter::CompressionLevel(LEVEL))?;
        context.set_parameter(CParameter::WindowLog(window.clamp(WINDOWS.start, WINDOWS.end - 1)))?;
        context.ref_prefix(reference)?;
        context.compress2(&mut out, text)
    };
    pack().map_err(|code| io::Error::other(zstd::zstd_safe::get_error_name(code)))?;
    Ok(out)
}

/// The error is a number of zstd's.
fn unpacked(bytes: &[u8], reference: &[u8], length: usize) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(length);
    let mut context = DCtx::create();
    context.set_parameter(DParameter::WindowLogMax(WINDOWS.end - 1))?;
    context.ref_prefix(reference)?;
    context.decompress(&mut out, bytes)?;
    Ok(out)
}
