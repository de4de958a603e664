//! Inputs of any kind to a format that Python writes: one game a file.

use crate::failure::Failure;
use crate::foreign::{self, Lost, with_python};
use crate::formats::{Foreign, Format};
use crate::game::{Game, stream};
use crate::host::Host;
use crate::pass::{self, Pass};
use crate::report::Report;
use crate::settings::{OnError, Settings};
use crate::single::Single;
use crate::tables::not_rebuilt;
use crate::whole;
use pyo3::prelude::*;
use scoresheet_columns::stored::{Stored, columns};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::record::Depth;
use scoresheet_core::tree::Tree;
use scoresheet_files::{Block, Input};

/// How large blocks are: few games of them are written.
const BLOCK: usize = 64 << 10;

/// The job itself.
pub(crate) fn run(
    inputs: &[Input],
    to: &'static Foreign,
    out: Single,
    settings: &Settings,
    host: &mut dyn Host,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Positions, host);
    // Without a choice of its own for reading, the dialect that is asked for is the one to write.
    let asked = settings.read_choices.iter().find(|(name, _)| name == "profile");
    let profile = asked.map(|(_, value)| value.as_str());
    let mut writing = Writing { to, out, settings };
    pass.each(inputs, |pass, index, input, mut opened| match opened.format {
        Format::Games(format) => {
            let reading = pass::replaying(settings, opened.letters(settings)?);
            let work = |block: &Block, most: u64| stream::build((format, block), most, &reading, settings);
            pass.text(opened, (format, BLOCK), work, |pass, games, at| {
                let wanted = settings.wanted(index, at.source);
                for (game, number) in games.into_iter().zip(at.base.games + 1..) {
                    if wanted.has(number) {
                        let tree = game.map(|(tree, _)| tree);
                        writing.tree(tree, pass, (at.source, number))?;
                    }
                }
                Ok(())
            })
        }
        Format::Foreign(format) => pass.foreign(opened, format, whole::reading(settings, profile), |pass, read, at| {
            if !settings.wanted(index, at.source).has(1) {
                return Ok(());
            }
            let skipped = read.is_skipped(settings);
            writing.game(read.game.filter(|_| !skipped), Vec::new(), pass, (at.source, 1))
        }),
        Format::Columns(table) => {
            let reading = pass::replaying(settings, &ENGLISH);
            let before = pass.report.games();
            pass.rows(input, opened, table, Some(&columns()), |pass, batch| {
                let stored = Stored::of(&batch).map_err(|error| not_rebuilt(input, &error))?;
                for game in stored.games() {
                    let ((tree, fault), tally) = stream::rebuilt(&game, &reading, settings);
                    let number = pass.report.games() - before + 1;
                    pass.report.add_stored(tally, number, b"", input.name());
                    let skip = settings.on_error == OnError::Skip && fault.is_some();
                    writing.tree(Some(tree).filter(|_| !skip), pass, (input.name(), number))?;
                }
                Ok(())
            })
        }
    })?;
    writing.out.commit()?;
    Ok(pass.report.finish())
}

/// Games on their way to files.
struct Writing<'s> {
    to: &'static Foreign,
    out: Single,
    settings: &'s Settings,
}

impl Writing<'_> {
    /// Writes a game of the core; none where it is left out.
    fn tree(&mut self, tree: Option<Tree>, pass: &mut Pass<'_>, place: (&str, u64)) -> Result<(), Failure> {
        let Some(tree) = tree else { return self.game(None, Vec::new(), pass, place) };
        let (game, lost) = with_python(|py| {
            let (game, lost) = foreign::from_native(&Bound::new(py, Game::of(tree, None))?)?;
            Ok((game.map(Bound::unbind), lost))
        })?;
        self.game(game, lost, pass, place)
    }

    /// Writes a game of Python's; none where it is left out. `lost` was lost on the way to it.
    fn game(
        &mut self,
        game: Option<Py<PyAny>>,
        mut lost: Vec<Lost>,
        pass: &mut Pass<'_>,
        (source, number): (&str, u64),
    ) -> Result<(), Failure> {
        let mut text = None;
        if let Some(game) = game {
            let (written, more) = with_python(|py| foreign::written(game.bind(py), self.to, &self.settings.choices))?;
            lost.extend(more);
            text = Some(written);
        }
        for lost in &lost {
            let place = || lost.at(&format!("{source}, game {number}"));
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
