//! The sections that a file consists of: a mark, a length, a checksum, and the content.

use crate::damage::Damage;
use twox_hash::XxHash3_64;

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SectionKind {
    /// What the blocks of a group share.
    Group,
    /// Texts of blocks.
    Texts,
    /// Games.
    Block,
    /// Where everything is.
    Index,
    /// What a piece of a source has besides its games.
    Rest,
}

const MARKS: [(SectionKind, [u8; 4]); 5] = [
    (SectionKind::Group, *b"\xF5SZg"),
    (SectionKind::Texts, *b"\xF5SZt"),
    (SectionKind::Block, *b"\xF5SZb"),
    (SectionKind::Index, *b"\xF5SZi"),
    (SectionKind::Rest, *b"\xF5SZr"),
];

/// The number of bytes before the content of a section.
pub(crate) const HEADER: usize = 16;

/// The header of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SectionHeader {
    /// What it holds.
    pub(crate) kind: SectionKind,
    /// The number of bytes of its content.
    pub(crate) length: u32,
    checksum: u64,
}

impl SectionHeader {
    /// The header in these bytes; `None` if there is none.
    pub(crate) fn of(bytes: &[u8]) -> Option<SectionHeader> {
        let (mark, rest) = bytes.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let checksum = u64::from_le_bytes(*rest.first_chunk::<8>()?);
        let kind = MARKS.iter().find(|(_, known)| known == mark)?.0;
        Some(SectionHeader { kind, length: u32::from_le_bytes(*length), checksum })
    }

    /// Checks the content.
    ///
    /// # Errors
    /// If its checksum or its length differs.
    pub(crate) fn check(&self, content: &[u8]) -> Result<(), Damage> {
        if content.len() as u64 != u64::from(self.length) {
            return Err(Damage::Short);
        }
        if checksum(self.kind, content) == self.checksum { Ok(()) } else { Err(Damage::Checksum) }
    }
}

/// Appends a section.
///
/// # Errors
/// If its content has 4 GiB or more.
pub(crate) fn push_section(kind: SectionKind, content: &[u8], out: &mut Vec<u8>) -> Result<(), Damage> {
    let length = u32::try_from(content.len()).map_err(|_| Damage::Size)?;
    let mark = MARKS.iter().find(|(known, _)| *known == kind).map_or(MARKS[0].1, |(_, mark)| *mark);
    out.extend_from_slice(&mark);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&checksum(kind, content).to_le_bytes());
    out.extend_from_slice(content);
    Ok(())
}

/// The checksum of a section, which differs between kinds with the same content.
fn checksum(kind: SectionKind, content: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(kind as u64, content)
}

#[cfg(test)]
mod tests {
    use super::{HEADER, SectionHeader, SectionKind, push_section};
    use crate::damage::Damage;

    #[test]
    fn every_flipped_bit_is_noticed() {
        let mut bytes = Vec::new();
        push_section(SectionKind::Block, b"some content", &mut bytes).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let checked = SectionHeader::of(&changed).map(|header| header.check(&changed[HEADER..]));
            assert!(!matches!(checked, Some(Ok(()))), "bit {bit}");
        }
        let header = SectionHeader::of(&bytes).unwrap();
        assert_eq!(header.check(&bytes[HEADER..]), Ok(()));
        assert_eq!(header.check(&bytes[HEADER + 1..]), Err(Damage::Short));
    }
}
