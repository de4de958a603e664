//! Merges games, one after another, into one that Python holds.

use super::object::{FULL, Game};
use crate::failure::expected;
use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scoresheet_core::tree::{Merger, Merging, NotMerged};

/// Merges the games among the arguments, and those that iterables among the arguments yield.
pub(super) fn merge(into: &Bound<'_, Game>, games: &Bound<'_, PyTuple>, merging: Merging) -> PyResult<()> {
    let mut merged = GameMerger { into, merger: Merger::new(merging), number: 0 };
    for given in games {
        if let Ok(game) = given.cast::<Game>() {
            merged.add(game)?;
            continue;
        }
        for game in given.try_iter().map_err(|_| no_game(&given))? {
            let game = game?;
            merged.add(game.cast::<Game>().map_err(|_| no_game(&game))?)?;
            // Allows interrupting a long read, although no Python code runs here.
            into.py().check_signals()?;
        }
    }
    Ok(())
}

fn no_game(given: &Bound<'_, PyAny>) -> PyErr {
    expected("a `Game`, or an iterable of games such as `read(…)`", given)
}

/// Games that are being merged.
struct GameMerger<'g, 'py> {
    into: &'g Bound<'py, Game>,
    merger: Merger,
    /// The number of merged games.
    number: u64,
}

impl GameMerger<'_, '_> {
    fn add(&mut self, game: &Bound<'_, Game>) -> PyResult<()> {
        self.number += 1;
        // Merging a game with itself does nothing. The game is borrowed for one other at a time, because the iterable
        // may use it, too.
        if game.is(self.into) {
            return Ok(());
        }
        let checked = self.into.try_borrow()?.check_played().and(game.try_borrow()?.check_played());
        checked.map_err(|failure| failure.into_exception(self.into.py()))?;
        let merged = self.merger.add(&mut self.into.try_borrow_mut()?.tree, &game.try_borrow()?.tree);
        merged.map_err(|error| {
            let failure = match error {
                NotMerged::OtherStart => Failure::usage(
                    format!("the games start from different positions; game {} of those to merge differs", self.number),
                    "only games with the same start can be merged",
                ),
                NotMerged::Full => Failure::usage("the game is full", FULL),
            };
            failure.into_exception(self.into.py())
        })
    }
}
