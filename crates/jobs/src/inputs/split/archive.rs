//! Divides archives between their blocks.
//!
//! A part has the blocks that start between its two offsets. The index of the archive contains how many games precede
//! them.

use crate::common::failure::Failure;
use crate::inputs::archive_bytes::ArchiveBytes;
use crate::inputs::archive_file::in_place;
use crate::inputs::split::plan::{Cuts, PlannedPart, path_of};
use crate::settings::ReadSettings;
use scoresheet_archive::Archive;
use scoresheet_core::location::Base;
use scoresheet_files::{Edges, FilePart, Framing, Input, Ranged, Stamp};
use std::sync::Arc;

/// What the list of formats calls them.
pub(crate) const FORMAT: &str = "archive";

/// An archive, and where its blocks start.
pub(crate) struct DividedArchive {
    data: Arc<dyn Ranged>,
    stamp: Stamp,
    /// The byte and the number of games of each block.
    blocks: Vec<(u64, u64)>,
}

/// The byte and the number of games of each block.
fn blocks(archive: &Archive<ArchiveBytes>) -> Vec<(u64, u64)> {
    archive.index().blocks().map(|(_, block)| (block.place.byte, u64::from(block.games))).collect()
}

/// How many games blocks between two offsets have.
fn games_between(blocks: &[(u64, u64)], start: u64, end: u64) -> u64 {
    blocks.iter().filter(|(byte, _)| (start..end).contains(byte)).map(|(_, games)| games).sum()
}

/// How many games a part of an archive has.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn games_of(input: &Input, part: &FilePart, settings: &ReadSettings) -> Result<u64, Failure> {
    // This refuses a file that is not the one that was planned for.
    drop(input.open(&settings.limits)?);
    let whole = match (input.path(), input.data()) {
        (Some(path), _) => Some(Input::file(path)),
        (None, Some(data)) => Some(Input::remote("", input.name(), data)),
        (None, None) => None,
    };
    let archive = whole.and_then(|whole| in_place(&whole, settings));
    let refused = || Failure::usage(format!("`{}` cannot be read in parts", input.name()), "read it as a whole");
    let (_, archive) = archive.ok_or_else(refused)?;
    Ok(games_between(&blocks(&archive), part.start, part.end))
}

impl DividedArchive {
    /// The archive that an input is, if it can be read at any place.
    pub(crate) fn of(input: &Input, settings: &ReadSettings) -> Option<DividedArchive> {
        let (_, archive) = in_place(input, settings)?;
        let data = input.data()?;
        let stamp = data.stamp().ok()?;
        Some(DividedArchive { data, stamp, blocks: blocks(&archive) })
    }

    /// Its size, which is that of a compressed file.
    pub(crate) fn measure(&self) -> (Framing, u64) {
        (Framing::Blocks, self.stamp.size)
    }

    /// The parts. If their number is given, some may be empty.
    pub(crate) fn parts(&self, input: &Input, cuts: Cuts) -> Vec<PlannedPart> {
        let (mut parts, mut start, size) = (Vec::new(), 0, self.stamp.size);
        for cut in cuts.of(size) {
            let next = self.blocks.iter().map(|(byte, _)| *byte).filter(|byte| *byte >= cut).min();
            let end = next.unwrap_or(size).max(start);
            if end > start || matches!(cuts, Cuts::Count(_)) {
                parts.push(self.planned(input, (start, end), Base::default()));
            }
            start = end;
        }
        parts
    }

    fn planned(&self, input: &Input, (start, end): (u64, u64), before: Base) -> PlannedPart {
        // The bytes of a part are not a file by themselves: its reader opens the archive.
        let (framing, stamp, edges) = (Framing::Bytes, self.stamp.clone(), Edges::NONE);
        let part = FilePart { start, end, framing, stamp, before, edges, format: FORMAT };
        let path = path_of(input).unwrap_or_default();
        let input = input.part(Arc::clone(&self.data), part.clone());
        PlannedPart { path, input, kind: FORMAT, part: Some(part) }
    }

    /// Counts the games that precede each part.
    pub(crate) fn number(&self, parts: &mut [PlannedPart]) {
        let mut games = 0;
        for planned in parts {
            let Some(part) = &planned.part else { continue };
            let (start, end) = (part.start, part.end);
            let numbered = self.planned(&planned.input, (start, end), Base { games, ..Base::default() });
            // A part at a URL does not know that.
            *planned = PlannedPart { path: std::mem::take(&mut planned.path), ..numbered };
            games += games_between(&self.blocks, start, end);
        }
    }
}
