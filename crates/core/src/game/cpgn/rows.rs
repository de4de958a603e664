//! A file taken apart code by code, for people who want to see the bits.

use super::bits::word;
use super::decoder::{CpgnDecoder, CpgnFlaw, CpgnToken, LocatedToken};
use super::frame;
use super::layout::{Layout, Prefix};
use crate::error::Code;
use crate::limits::Limits;
use crate::notation::san;
use crate::text::shown;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A part of a file and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// The bits before it.
    pub bit: usize,
    /// Its bits, as digits.
    pub bits: String,
    /// Its kind, and its meaning.
    pub says: String,
}

/// The parts of a file of this layout, in order.
///
/// # Errors
/// The fault of the file, and the first bit of the part that has it.
///
/// ```
/// use scoresheet_core::game::cpgn::{Layout, rows};
/// let rows = rows(&[0, 0, 0b0000_1011, 0b0001_1111, 0b1100_0000], Layout::V0).unwrap();
/// let said: Vec<_> = rows.iter().map(|row| (row.bits.as_str(), row.says.as_str())).collect();
/// assert_eq!(said[3], ("101100011", "move e4"));
/// ```
pub fn rows(file: &[u8], layout: Layout) -> Result<Vec<CodeRow>, (usize, Code)> {
    let at = frame::opening(layout, file);
    let mut rows = CodeRows { file, rows: Vec::new(), at: 0 };
    if at > 0 {
        if file.first().is_some_and(|version| *version != 0) {
            return Err((0, Code::CpgnVersion));
        }
        rows.push(8 * at, String::from("version 0"));
    }
    let mut decoder = CpgnDecoder::new(file, 8 * at, layout, &Limits::default());
    while !decoder.is_at_end() {
        rows.add_game(&mut decoder).map_err(|flaw| (flaw.bit, flaw.code))?;
    }
    Ok(rows.rows)
}

struct CodeRows<'f> {
    file: &'f [u8],
    rows: Vec<CodeRow>,
    /// Where the next row starts.
    at: usize,
}

impl CodeRows<'_> {
    /// The bits up to a place.
    fn push(&mut self, end: usize, says: String) {
        let digit = |bit: usize| if word(self.file, bit) >> 63 == 1 { '1' } else { '0' };
        let bits = (self.at..end).map(digit).collect();
        self.rows.push(CodeRow { bit: self.at, bits, says });
        self.at = end;
    }

    fn add_game(&mut self, decoder: &mut CpgnDecoder<'_>) -> Result<(), CpgnFlaw> {
        decoder.open()?;
        let tags: Vec<_> = decoder
            .tags()
            .map(|(bit, tag)| (bit, format!("tag `{}` `{}`", shown(&tag.name), shown(&tag.raw))))
            .collect();
        let (block, codes) = (decoder.block_bit(), decoder.at());
        if decoder.layout() == Layout::Draft {
            let end = tags.first().map_or(codes - 8, |(bit, _)| *bit);
            self.push_block(end);
            self.push_tags(&tags, codes);
        } else {
            self.push_tags(&tags, block);
            self.push_block(codes);
        }
        let mut before = decoder.position().clone();
        while let Some(found) = decoder.next()? {
            let says = self.says(found, &before, decoder);
            if let CpgnToken::End(_) = found.token {
                self.push_end(found.bit, decoder, says);
                break;
            }
            self.push(decoder.at(), says);
            before.clone_from(decoder.position());
        }
        Ok(())
    }

    fn push_tags(&mut self, tags: &[(usize, String)], end: usize) {
        for (place, (_, says)) in tags.iter().enumerate() {
            let next = tags.get(place + 1).map_or(end - 8, |(bit, _)| *bit);
            self.push(next, says.clone());
        }
        self.push(end, String::from("end of the tags"));
    }

    fn push_block(&mut self, end: usize) {
        let count = end - self.at - 4;
        let flags = if count == 1 { "flag" } else { "flags" };
        self.push(end, format!("en-passant block of {count} {flags}"));
    }

    /// The end of a game, which may have no code, and the bits that fill its last byte.
    fn push_end(&mut self, bit: usize, decoder: &CpgnDecoder<'_>, says: String) {
        let end = decoder.at();
        if !decoder.unended {
            let prefix = decoder.layout().bits_of(Prefix::End).width as usize;
            self.push(bit + prefix + 2, says);
        }
        if self.at < end {
            self.push(end, String::from("fill"));
        }
    }

    fn says(&self, found: LocatedToken, before: &crate::rules::Position, decoder: &CpgnDecoder<'_>) -> String {
        let text = |text: super::bits::BitText| shown(&text.of(self.file));
        match found.token {
            CpgnToken::Move { named, flagged, spelled } => {
                let mut word = Vec::new();
                san::write(before, named.mv, &mut word);
                let word = String::from_utf8_lossy(&word).to_string();
                match spelled {
                    Some(spelled) => format!("move {word}, spelled `{}`", text(spelled)),
                    None if flagged => format!("move {word}, with `e.p.`"),
                    None => format!("move {word}"),
                }
            }
            CpgnToken::Glyph(sign) => format!("sign `{sign}`"),
            CpgnToken::Nag(value) => format!("NAG ${value}"),
            CpgnToken::Comment(said) => format!("comment `{}`", text(said)),
            CpgnToken::Raw(said) => format!("token `{}`", text(said)),
            CpgnToken::Stored(said) => format!("rest of the line `{}`", text(said)),
            CpgnToken::Pre(said) => format!("before the tags: `{}`", text(said)),
            CpgnToken::Tail(said) => format!("after the result: `{}`", text(said)),
            CpgnToken::Open => format!(
                "start of a variation, with a block of {} flags",
                decoder.at() - found.bit - decoder.open_width() - 4
            ),
            CpgnToken::Close => String::from("end of a variation"),
            CpgnToken::End(result) => format!("end of the game: {}", result.as_str()),
        }
    }
}
