//! What a pass does for `repair`: it sets bad games aside, if there is a file for them.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::{Aside, BadGame, Origin};
use scoresheet_core::error::Fault;
use scoresheet_core::location::Base;

impl Pass<'_> {
    /// Sets the bad games of a block aside, if there is a file for them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn set_aside(&mut self, games: &[BadGame], origin: &Origin<'_>) -> Result<(), Failure> {
        let Some(aside) = &mut self.aside else { return Ok(()) };
        for game in games {
            aside.add(game, origin)?;
            self.report.set_aside += 1;
            self.report.repaired += u64::from(game.is_kept());
        }
        Ok(())
    }

    /// Counts the error that a game had when it was stored. The game is kept, as it was then.
    ///
    /// # Errors
    /// If what is set aside cannot be written.
    pub(crate) fn add_stored(&mut self, file: &str, game: u64, fault: &Fault) -> Result<(), Failure> {
        self.report.add_stored(file, game, fault);
        let origin = Origin { file, base: &Base::default(), block: b"" };
        self.set_aside(&[BadGame::stored(game, fault)], &origin)
    }

    /// Gives the reason why a part of an input could not be read, or a game not be kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn give_reason(&mut self, file: &str, fault: &Fault) -> Result<(), Failure> {
        self.aside.as_mut().map_or(Ok(()), |aside| aside.add_reason(file, fault))
    }

    /// Checks that bad games of this format can be set aside, if there is a file for them.
    ///
    /// # Errors
    /// If they cannot.
    pub(crate) fn check_aside(&self, format: Format, name: &str) -> Result<(), Failure> {
        self.aside.as_ref().map_or(Ok(()), |aside| aside.check_input(format, name))
    }

    /// Makes the file of the bad games appear, if there is one.
    ///
    /// # Errors
    /// If a part of it could not be written.
    pub(crate) fn commit_aside(&mut self) -> Result<(), Failure> {
        self.aside.take().map_or(Ok(()), Aside::commit)
    }
}
