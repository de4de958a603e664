//! Inputs of any kind to a format that the caller writes: one game a file.

use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignGame, ForeignWriting, Lost};
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::host::Caller;
use crate::outputs::single::Single;
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::{OnError, Settings};
use crate::sources::text::{Blocks, TextReading, replaying};
use crate::sources::trees::{build, rebuilt};
use crate::sources::{self, ForeignInput, Job, TableInput, TextInput};
use crate::tables::not_rebuilt;
use scoresheet_columns::stored::{Stored, columns};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::record::Depth;
use scoresheet_core::tree::Tree;
use scoresheet_files::{Block, Input};

/// How large blocks are: few games of them are written.
const BLOCK: usize = 64 << 10;

/// Writes the games of all inputs.
pub(super) fn run(
    inputs: &[Input],
    (to, out): (&'static ForeignFormat, Single),
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Positions, caller.host);
    let mut job = ToForeign { to, out, settings, foreign: caller.foreign };
    sources::each(&mut pass, inputs, &mut job)?;
    job.out.commit()?;
    Ok(pass.report.finish())
}

/// Games on their way to files of one game each.
struct ToForeign<'j> {
    to: &'static ForeignFormat,
    out: Single,
    settings: &'j Settings,
    foreign: &'j dyn Foreign,
}

/// Where a game comes from.
#[derive(Clone, Copy)]
struct Origin<'o> {
    source: &'o str,
    number: u64,
}

impl Job for ToForeign<'_> {
    fn text(&mut self, pass: &mut Pass<'_>, mut current: TextInput<'_>) -> Result<(), Failure> {
        let (settings, index) = (self.settings, current.index);
        let how = TextReading::of(&mut current, settings)?;
        let work = |block: &Block, most: u64| build(&how, block, most);
        pass.text(current, &Blocks { size: BLOCK, work }, |pass, games, at| {
            let wanted = settings.wanted(index, at.source);
            for (game, number) in games.into_iter().zip(at.base.games + 1..) {
                if wanted.has(number) {
                    let tree = game.map(|(tree, _)| tree);
                    self.tree(tree.as_ref(), pass, Origin { source: at.source, number })?;
                }
            }
            Ok(())
        })
    }

    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure> {
        let (settings, foreign, index) = (self.settings, self.foreign, current.index);
        pass.foreign(current, Some(Format::Foreign(self.to)), foreign, |pass, read, at| {
            if !settings.wanted(index, at.source).has(1) {
                return Ok(());
            }
            let skipped = read.is_skipped(settings);
            let game = read.game.filter(|_| !skipped);
            self.game(game.as_ref(), Vec::new(), pass, Origin { source: at.source, number: 1 })
        })
    }

    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure> {
        let (settings, input) = (self.settings, current.input);
        let reading = replaying(settings, &ENGLISH);
        let before = pass.report.games();
        pass.rows(current, Some(&columns()), |pass, batch| {
            let stored = Stored::of(&batch).map_err(|error| not_rebuilt(input, &error))?;
            for game in stored.games() {
                let ((tree, fault), tally) = rebuilt(&game, &reading, settings);
                let number = pass.report.games() - before + 1;
                pass.report.add_stored(tally, number, b"", input.name());
                let skip = settings.on_error == OnError::Skip && fault.is_some();
                self.tree(Some(&tree).filter(|_| !skip), pass, Origin { source: input.name(), number })?;
            }
            Ok(())
        })
    }
}

impl ToForeign<'_> {
    /// Writes a game of the core's; none where it is left out.
    fn tree(&mut self, tree: Option<&Tree>, pass: &mut Pass<'_>, origin: Origin<'_>) -> Result<(), Failure> {
        let Some(tree) = tree else { return self.game(None, Vec::new(), pass, origin) };
        let (game, lost) = self.foreign.game_of(tree)?;
        self.game(game.as_ref(), lost, pass, origin)
    }

    /// Writes a game of the caller's; none where it is left out. `lost` was lost on the way to it.
    fn game(
        &mut self,
        game: Option<&ForeignGame>,
        mut lost: Vec<Lost>,
        pass: &mut Pass<'_>,
        origin: Origin<'_>,
    ) -> Result<(), Failure> {
        let mut text = None;
        if let Some(game) = game {
            let (written, more) = self.foreign.write(game, &ForeignWriting::new(self.to, self.settings))?;
            lost.extend(more);
            text = Some(written);
        }
        for lost in &lost {
            let place = || lost.at(&format!("{}, game {}", origin.source, origin.number));
            pass.report.add_loss(lost.kind.spec().id, lost.count, place);
        }
        match text.filter(|_| !self.settings.strict_write || lost.is_empty()) {
            Some(text) => {
                self.out.write(text.as_bytes())?;
                pass.report.written += 1;
            }
            None => pass.report.skipped += 1,
        }
        pass.tick_when_due()
    }
}
