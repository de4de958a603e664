//! Any bytes read as an archive, as they are and with the checksums of all sections made right: nothing panics, no block has
//! more games than it says, and no piece of an input more bytes than are allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_archive::{Archive, Limits, MAGIC, ReadAt, Restorer};
use scoresheet_core::game::{GameFormat, WriteOptions, pgn::Pgn};
use scoresheet_core::location::Location;
use scoresheet_core::write::Filter;
use std::io;
use twox_hash::XxHash3_64;

struct Bytes<'b>(&'b [u8]);

impl ReadAt for Bytes<'_> {
    fn length(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(byte).map_err(io::Error::other)?;
        let end = start.checked_add(into.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        into.copy_from_slice(self.0.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// How many bytes of texts are unpacked, so that inputs are quick.
const TEXTS: usize = 1 << 20;
/// How many bytes of games are looked at: a few bytes may decode to very many games.
const ENOUGH: usize = 1 << 20;
/// How many blocks are, and pieces of inputs that were kept.
const BLOCKS: usize = 64;

fn read(bytes: &[u8]) {
    let Ok(archive) = Archive::open(Bytes(bytes), Limits { texts: TEXTS, content: TEXTS, ..Limits::default() }) else {
        return;
    };
    assert!(archive.end() <= archive.length());
    let restorer = Restorer::new(&archive, TEXTS);
    let kept = archive.index().sources.iter().filter_map(|source| source.exact.as_ref());
    for piece in kept.flat_map(|exact| &exact.pieces).take(BLOCKS) {
        assert!(restorer.piece(piece).map_or(0, |text| text.len()) <= TEXTS);
    }
    let (mut filter, mut size) = (Filter::new(Pgn.writer(&WriteOptions::default()), true), 0);
    for (group, entry) in archive.index().blocks().take(BLOCKS) {
        let Ok(block) = archive.block(group, entry) else { continue };
        // Damage in it ends a block, and nothing else.
        let _ = block.read(|games| {
            for _ in 0..entry.games {
                games.emit(Location::default(), &mut filter)?;
                size += filter.bytes().len();
                filter.bytes().clear();
                if size > ENOUGH {
                    break;
                }
            }
            Ok(())
        });
        let more = block.read(|games| {
            games.go_to(entry.games as usize)?;
            games.emit(Location::default(), &mut ()).map(drop)
        });
        assert!(size > ENOUGH || more.is_err());
        if size > ENOUGH {
            return;
        }
    }
}

/// Makes the checksum of each section that of its content.
fn repair(bytes: &mut [u8]) {
    let mut rest = bytes.get_mut(MAGIC.len()..).unwrap_or_default();
    while let Some((header, behind)) = rest.split_at_mut_checked(16) {
        let Some(seed) = b"gtbir".iter().position(|kind| *kind == header[3]) else { return };
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let Some((content, behind)) = behind.split_at_mut_checked(length) else { return };
        header[8..].copy_from_slice(&XxHash3_64::oneshot_with_seed(seed as u64, content).to_le_bytes());
        rest = if seed == 3 { behind.get_mut(8..).unwrap_or_default() } else { behind };
    }
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let mut repaired = bytes.to_vec();
    repair(&mut repaired);
    read(&repaired);
});
