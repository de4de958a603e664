//! The gain of a compact format: how it uses its bits, and the size of the same games in other compressors.

use crate::failure::Failure;
use crate::settings::Settings;
use scoresheet_core::write::Shares;
use scoresheet_files::{Comparison, PackedSize};
use std::io;

/// What a file is made of, and how small it is.
#[derive(Clone, Debug)]
pub struct Gain {
    /// What its bits are spent on. They are all the bits of its bytes: `other` holds those that belong to no game, too.
    pub shares: Shares,
    /// How many bytes it has, before it is packed in turn.
    pub bytes: u64,
    /// What others make of the games that it was made from; `None` if these were not all read as text.
    pub compared: Option<Compared>,
}

/// What compressors make of the bytes that were read.
#[derive(Clone, Debug)]
pub struct Compared {
    /// How many they were, unpacked.
    pub bytes: u64,
    /// What each compressor makes of them.
    pub packed: Vec<PackedSize>,
}

impl Gain {
    /// The gain of a file of so many bytes, whose games have these shares.
    pub(crate) fn of(mut shares: Shares, bytes: u64) -> Gain {
        shares.other = (8 * bytes).saturating_sub(shares.tags + shares.moves + shares.comments);
        Gain { shares, bytes, compared: None }
    }
}

/// Other compressors at work on what is read.
pub(crate) struct Comparing {
    comparison: Comparison,
    bytes: u64,
}

impl Comparing {
    /// Those that the settings ask for, if they do. A choice of games is not compared: the others would pack all of them.
    ///
    /// # Errors
    /// If one gets no memory.
    pub(crate) fn asked(settings: &Settings) -> Result<Option<Comparing>, Failure> {
        if !settings.explain || settings.games.is_some() {
            return Ok(None);
        }
        Ok(Some(Comparing { comparison: Comparison::new().map_err(failed)?, bytes: 0 }))
    }

    /// Has them pack more bytes.
    ///
    /// # Errors
    /// If one gets no memory.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.bytes += bytes.len() as u64;
        self.comparison.add(bytes).map_err(failed)
    }

    /// What they have made of all bytes.
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
