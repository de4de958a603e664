//! The gain of a compact format: how it uses its bits, and the size of the same games in other compressors.

use crate::failure::Failure;
use crate::settings::Settings;
use scoresheet_core::write::Shares;
use scoresheet_files::{Comparison, PackedSize};
use std::io;

/// The composition of a file, and its compression.
#[derive(Clone, Debug)]
pub struct Gain {
    /// The use of its bits, all of them: `other` includes those that belong to no game.
    pub shares: Shares,
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
    /// The gain of a file of this many bytes, whose games have these shares.
    pub(crate) fn of(mut shares: Shares, bytes: u64) -> Gain {
        shares.other = (8 * bytes).saturating_sub(shares.tags + shares.moves + shares.comments);
        Gain { shares, bytes, compared: None }
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
        if !settings.explain || settings.games.is_some() {
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
