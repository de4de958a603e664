//! `check`: everything is read and replayed, nothing is written but a report.

use crate::failure::Failure;
use crate::foreign::Foreign;
use crate::formats;
use crate::host::Caller;
use crate::options::fit;
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::{OnError, Settings};
use crate::sources::stored::StoredGames;
use crate::sources::text::{Blocks, TextReading, Worked, replaying};
use crate::sources::{self, ForeignInput, Job, TableInput, TextInput};
use scoresheet_columns::stored::columns;
use scoresheet_core::game::WriteOptions;
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::record::{Depth, Record};
use scoresheet_files::{Block, Input};

/// How large blocks are: small enough for the caches, large enough that handing them over costs nothing.
const BLOCK: usize = 1 << 20;

/// Reads and replays the inputs.
///
/// # Errors
/// When an option does not fit, or everything is to stop at an error.
pub fn check(inputs: &[Input], settings: &Settings, caller: Caller<'_>) -> Result<Report, Failure> {
    fit::check(settings, inputs, None)?;
    let mut pass = Pass::new(settings, Depth::Positions, caller.host);
    sources::each(&mut pass, inputs, &mut Checking { settings, foreign: caller.foreign })?;
    let mut report = pass.report.finish();
    if settings.on_error == OnError::Skip {
        report.skipped = report.faulty();
    }
    Ok(report)
}

/// Games that go nowhere.
struct Checking<'j> {
    settings: &'j Settings,
    foreign: &'j dyn Foreign,
}

impl Job for Checking<'_> {
    fn text(&mut self, pass: &mut Pass<'_>, mut current: TextInput<'_>) -> Result<(), Failure> {
        let how = TextReading::of(&mut current, self.settings)?;
        let work = |block: &Block, most: u64| replay(&how, block, most);
        pass.text(current, &Blocks { size: BLOCK, work }, |_, (), _| Ok(()))
    }

    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure> {
        pass.foreign(current, None, self.foreign, |_, _, _| Ok(()))
    }

    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure> {
        let input = current.input;
        let reading = replaying(self.settings, &ENGLISH);
        let before = pass.report.games();
        pass.rows(current, Some(&columns()), |pass, batch| {
            let first = pass.report.games() - before + 1;
            let nowhere = formats::usual().writer(&WriteOptions::default());
            let games = StoredGames { batch: &batch, first, input, reading: &reading };
            games.write(nowhere, pass).map(drop)
        })
    }
}

/// Reads and replays at most so many games of a block.
fn replay(how: &TextReading<'_>, block: &Block, most: u64) -> Worked<()> {
    let mut games = how.games(block);
    let mut record = Record::new();
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut ()) {
        if first_error.is_none() {
            first_error = record.first_error.take();
        }
    }
    Worked::of(games, first_error, ())
}
