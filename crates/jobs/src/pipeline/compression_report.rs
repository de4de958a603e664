//! The gain of a compact format: how it uses its bits, and the size of the same games in other compressors.

use crate::common::failure::Failure;
use crate::settings::Settings;
use scoresheet_archive::Sizes;
use scoresheet_core::write::Shares;
use scoresheet_files::{Comparison, PackedSize};
use std::io;

/// The composition of a file, and its compression.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The use of its bits by purpose, all of them.
    pub bits: Vec<(String, u64)>,
    /// The number of plies, including those of variations.
    pub plies: u64,
    /// Its size in bytes before further compression.
    pub bytes: u64,
    /// The results of other compressors for the games that it was made from; `None` if not all of these were read as
    /// text.
    pub compared: Option<Compared>,
}

/// The results of other compressors for the bytes that were read.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The number of bytes before compression.
    pub bytes: u64,
    /// The size after each compressor.
    pub packed: Vec<PackedSize>,
}

impl Gain {
    /// The gain of a file of this many bytes, whose games have these shares. What is left belongs to no game, and is added to
    /// the other bits.
    pub(crate) fn of(mut shares: Shares, bytes: u64) -> Gain {
        shares.other = (8 * bytes).saturating_sub(shares.tags + shares.moves + shares.comments);
        let bits = shares.by_name().map(|(name, bits)| (name.to_owned(), bits)).to_vec();
        Gain { bits, plies: shares.plies, bytes, compared: None }
    }

    /// The gain of an archive. Its tags are listed individually, after all kinds of content.
    pub(crate) fn of_archive(sizes: &Sizes, plies: u64) -> Gain {
        let kinds = sizes.each().map(|(name, bytes)| (name.to_owned(), 8 * bytes));
        let tags = sizes.of_tags.iter().map(|(name, bytes)| (format!("tags: {name}"), 8 * bytes));
        Gain { bits: kinds.into_iter().chain(tags).collect(), plies, bytes: sizes.total(), compared: None }
    }
}

/// Other compressors, which compress the bytes that are read.
pub(crate) struct Comparing {
    comparison: Comparison,
    bytes: u64,
}

impl Comparing {
    /// The compressors that the settings request, if any. A selection of games is not compared, because the others
    /// would compress all of them.
    ///
    /// # Errors
    /// If one gets no memory.
    pub(crate) fn asked(settings: &Settings) -> Result<Option<Comparing>, Failure> {
        if !settings.write.explain || settings.selection.games.is_some() {
            return Ok(None);
        }
        Ok(Some(Comparing { comparison: Comparison::new().map_err(failed)?, bytes: 0 }))
    }

    /// Compresses more bytes.
    ///
    /// # Errors
    /// If one gets no memory.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.bytes += bytes.len() as u64;
        self.comparison.add(bytes).map_err(failed)
    }

    /// The results for all bytes.
    ///
    /// # Errors
    /// If one gets no memory.
    pub(crate) fn finish(self) -> Result<Compared, Failure> {
        Ok(Compared { bytes: self.bytes, packed: self.comparison.finish().map_err(failed)? })
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::Internal(format!("cannot compare with other compressors: {error}"))
}
