//! Where games of cpgn start and end. Games are not framed: a game must be decoded for its end to be found, and nothing
//! after one that cannot be decoded can be read.

use super::decoder::CpgnDecoder;
use super::layout::Layout;
use crate::error::Code;
use crate::game::format::BlockEnd;
use crate::limits::Limits;

/// The layout of a source that starts with these bytes, as far as they show it; `None` if more are needed. `last` means
/// that none follow.
///
/// The first byte of v0 is zero, and a tag's name or the zero byte after the tags follows. The draft starts with a
/// block, which is zero only if the first line has no en passant capture, and a tag's name follows after four bits: or
/// the zero byte after the tags, and a move of the first position, which starts with other bits than zeros.
pub(super) fn layout_of(bytes: &[u8], last: bool) -> Option<Layout> {
    match bytes {
        [] => last.then_some(Layout::V0),
        [0] => last.then_some(Layout::V0),
        [0, 0] if !last => None,
        [0, 0] | [0, 1..=0x0f, ..] => Some(Layout::Draft),
        [0, ..] => Some(Layout::V0),
        _ => Some(Layout::Draft),
    }
}

/// How many bytes of a source of this layout precede its first game.
pub(super) fn opening(layout: Layout, bytes: &[u8]) -> usize {
    usize::from(layout == Layout::V0 && !bytes.is_empty())
}

/// How many leading bytes are whole games, if `bytes` start with one.
pub(super) fn cut(bytes: &[u8], last: bool, layout: Layout, limits: &Limits) -> Option<BlockEnd> {
    if last {
        return Some(BlockEnd { length: bytes.len(), ends: true });
    }
    let mut decoder = CpgnDecoder::new(bytes, 0, layout, limits);
    let mut whole = 0;
    while !decoder.is_at_end() {
        match decode(&mut decoder) {
            Ok(()) if decoder.unended => break,
            Ok(()) => whole = decoder.at() / 8,
            Err(Code::CpgnTruncated) => break,
            Err(_) => return Some(BlockEnd { length: bytes.len(), ends: true }),
        }
    }
    (whole > 0).then_some(BlockEnd { length: whole, ends: false })
}

/// Decodes one game.
fn decode(decoder: &mut CpgnDecoder<'_>) -> Result<(), Code> {
    decoder.open().map_err(|flaw| flaw.code)?;
    while decoder.next().map_err(|flaw| flaw.code)?.is_some() {}
    Ok(())
}
