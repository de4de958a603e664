//! Restores the bytes of sources.

use crate::archive::{Archive, Error, ReadAt, damaged};
use crate::damage::Damage;
use crate::exact;
use crate::games::{GameCollector, Games};
use crate::index::{BlockEntry, Exact, Piece};
use crate::section::SectionKind;
use scoresheet_core::location::Location;
use std::hash::Hasher;
use twox_hash::XxHash3_64;

/// How many bytes of memory the games of a text take at most for each byte of it: those that consist only of a marker.
const MEMORY: usize = 64;
/// How many bytes they may take in addition.
const SPARE: usize = 1 << 20;

/// Restores the pieces of sources.
pub struct Restorer<'a, R> {
    archive: &'a Archive<R>,
    /// The blocks with games, each with its group and the number of games before it.
    blocks: Vec<(u64, usize, &'a BlockEntry)>,
    most: usize,
}

impl<'a, R: ReadAt> Restorer<'a, R> {
    /// For an archive, and pieces of at most this many bytes.
    pub fn new(archive: &'a Archive<R>, most: usize) -> Restorer<'a, R> {
        let mut before = 0;
        let blocks = archive.index().blocks().map(|(group, block)| {
            let first = before;
            before += u64::from(block.games);
            (first, group, block)
        });
        Restorer { archive, blocks: blocks.collect(), most }
    }

    /// The bytes of a piece.
    ///
    /// # Errors
    /// If it, or a block with its games, is damaged.
    pub fn piece(&self, piece: &Piece) -> Result<Vec<u8>, Error> {
        let content = self.archive.section(SectionKind::Rest, piece.place)?;
        let at = damaged(piece.place.byte);
        let length = exact::length(&content, self.most).map_err(&at)?;
        let end = piece.before.checked_add(u64::from(piece.games)).ok_or_else(|| at(Damage::Size))?;
        let games = self.games(piece.before, end, length)?.ok_or_else(|| at(Damage::Size))?;
        exact::read(&content, &games, self.most).map_err(at)
    }

    /// The games between two numbers; `None` if they are far too many for a text of this length.
    fn games(&self, first: u64, end: u64, length: usize) -> Result<Option<Games>, Error> {
        let most = length.saturating_mul(MEMORY).saturating_add(SPARE);
        let mut collector = GameCollector::default();
        let start = self.blocks.partition_point(|(before, ..)| *before <= first).saturating_sub(1);
        for &(before, group, entry) in self.blocks.iter().skip(start).take_while(|(before, ..)| *before < end) {
            let block = self.archive.block(group, entry)?;
            let from = first.saturating_sub(before).min(u64::from(entry.games));
            let to = (end - before).min(u64::from(entry.games));
            let read = block.read(|games| {
                games.go_to(from as usize)?;
                (from..to).try_for_each(|_| games.emit(Location::default(), &mut collector).map(drop))
            });
            read.map_err(damaged(entry.place.byte))?;
            if collector.size() > most {
                return Ok(None);
            }
        }
        Ok(Some(collector.finish()))
    }
}

/// Whether these are all bytes of a source, piece by piece.
#[derive(Default)]
pub struct Proof(XxHash3_64);

impl Proof {
    /// Adds the next piece.
    pub fn add(&mut self, piece: &[u8]) {
        self.0.write(piece);
    }

    /// Whether the pieces together are the source.
    pub fn holds_for(&self, exact: &Exact) -> bool {
        exact.pieces.is_empty() || self.0.finish() == exact.hash
    }
}
