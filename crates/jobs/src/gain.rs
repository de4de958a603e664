//! What a format gains that writes games in few bits: what these are spent on, and what others make of the same games.

use crate::failure::Failure;
use crate::pass::Pass;
use scoresheet_core::write::Shares;
use scoresheet_files::{Comparison, PackedSize};
use std::io;

/// How many bytes are packed before the caller has a turn.
const AT_ONCE: usize = 64 << 10;

/// What a file is made of, and how small it is.
#[derive(Clone, Debug)]
pub struct Gain {
    /// What its bits are spent on. They are all the bits of its bytes: `other` holds those that belong to no game, too.
    pub shares: Shares,
    /// How many bytes it has, before it is packed in turn.
    pub bytes: u64,
    /// What others make of the games that it was made from; `None` where these were not all read as text.
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

/// The compressors at work.
pub(crate) struct Comparing {
    comparison: Comparison,
    bytes: u64,
}

impl Comparing {
    /// None were given any bytes yet.
    ///
    /// # Errors
    /// When one gets no memory.
    pub(crate) fn new() -> Result<Comparing, Failure> {
        Ok(Comparing { comparison: Comparison::new().map_err(failed)?, bytes: 0 })
    }

    /// # Errors
    /// When one gets no memory.
    fn finish(self) -> Result<Compared, Failure> {
        Ok(Compared { bytes: self.bytes, packed: self.comparison.finish().map_err(failed)? })
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::Internal(format!("cannot compare with other compressors: {error}"))
}

impl Pass<'_> {
    /// Has the bytes that are read packed by others, too, where the settings ask for it. A choice of games is not compared:
    /// the others would pack all of them.
    ///
    /// # Errors
    /// When a compressor gets no memory.
    pub(crate) fn compare(&mut self) -> Result<(), Failure> {
        if self.settings.explain && self.settings.games.is_none() {
            self.comparing = Some(Comparing::new()?);
        }
        Ok(())
    }

    /// Packs bytes that were read, where that is wanted.
    ///
    /// # Errors
    /// When a compressor gets no memory, or the job is to stop.
    pub(crate) fn compare_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        for bytes in bytes.chunks(AT_ONCE) {
            let Some(comparing) = &mut self.comparing else { break };
            comparing.comparison.add(bytes).map_err(failed)?;
            comparing.bytes += bytes.len() as u64;
            self.tick_when_due()?;
        }
        Ok(())
    }

    /// There are games that were not read as text: nobody else packs these.
    pub(crate) fn compare_no_more(&mut self) {
        self.comparing = None;
    }

    /// Adds the comparison to the report.
    ///
    /// # Errors
    /// When a compressor gets no memory.
    pub(crate) fn end_comparison(&mut self) -> Result<(), Failure> {
        if let (Some(comparing), Some(gain)) = (self.comparing.take(), &mut self.report.gain) {
            gain.compared = Some(comparing.finish()?);
        }
        Ok(())
    }
}
