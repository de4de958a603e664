//! Inputs of any kind to games as text.

use crate::chosen;
use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignRead, Lost};
use crate::formats::Format;
use crate::host::Caller;
use crate::outputs::check_single;
use crate::outputs::text::{Text, TextFile, Verdict, told};
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::{OnError, Settings, Wanted};
use crate::sources::stored::StoredGames;
use crate::sources::text::{Blocks, TextReading, Worked, replaying};
use crate::sources::{self, At, ForeignInput, Job, TableInput, TextInput};
use scoresheet_columns::stored::columns;
use scoresheet_core::at::Base;
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::record::{Depth, Record};
use scoresheet_core::rewrite::Rewriter;
use scoresheet_files::{Block, Input, Output};

/// How large blocks are.
const BLOCK: usize = 1 << 20;

/// Writes the games of all inputs.
pub(super) fn run(
    inputs: &[Input],
    (to, out): (&'static dyn GameFormat, Output),
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Positions, caller.host);
    let mut job = ToText { to, out: TextFile::new(out), settings, foreign: caller.foreign };
    sources::each(&mut pass, inputs, &mut job)?;
    check_single(to, pass.report.written)?;
    job.out.commit()?;
    Ok(pass.report.finish())
}

/// Games on their way to a file of text.
struct ToText<'j> {
    to: &'static dyn GameFormat,
    out: TextFile,
    settings: &'j Settings,
    foreign: &'j dyn Foreign,
}

impl Job for ToText<'_> {
    fn text(&mut self, pass: &mut Pass<'_>, mut current: TextInput<'_>) -> Result<(), Failure> {
        let (settings, to, index) = (self.settings, self.to, current.index);
        let how = TextReading::of(&mut current, settings)?;
        let work = |block: &Block, most: u64| rewrite(&how, block, most, to);
        pass.text(current, &Blocks { size: BLOCK, work }, |pass, text, at| {
            self.out.write(&text, at, &mut pass.report, settings.wanted(index, at.source))
        })
    }

    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure> {
        let (settings, foreign, index) = (self.settings, self.foreign, current.index);
        pass.foreign(current, Some(Format::Text(self.to)), foreign, |pass, read, at| {
            let text = self.retold(&read)?;
            self.out.write(&text, at, &mut pass.report, settings.wanted(index, at.source))
        })
    }

    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure> {
        let (settings, input, index) = (self.settings, current.input, current.index);
        let names: Vec<&str> = columns().into_iter().chain(chosen::KEYS).collect();
        let reading = replaying(settings, &ENGLISH);
        let before = pass.report.games();
        pass.rows(current, Some(&names), |pass, batch| {
            let read = batch.num_rows() as u64;
            let batch = chosen::of_sources(batch, settings, (index, input))?;
            let first = pass.report.games() - before + 1;
            self.stored(&StoredGames { batch: &batch, first, input, reading: &reading }, pass, read)
        })
    }
}

impl ToText<'_> {
    /// Writes stored games; with them, so many rows were read.
    fn stored(&mut self, games: &StoredGames<'_>, pass: &mut Pass<'_>, read: u64) -> Result<(), Failure> {
        let rows = games.batch.num_rows() as u64;
        let text = games.write(self.to.writer(&self.settings.write_options()), pass)?;
        let source = games.input.name();
        let lost = if text.lacking.is_empty() { 0 } else { rows };
        pass.report.add_loss("column-missing", lost, || format!("{source}: {}", text.lacking.join(", ")));
        pass.report.add_rows(read - rows, 0);
        let base = Base { games: games.first - 1, ..Base::default() };
        self.out.write(&text, &At { source, base }, &mut pass.report, Wanted::All)
    }

    /// A game that the caller has read, written.
    fn retold(&self, read: &ForeignRead) -> Result<Text, Failure> {
        let Some(game) = read.game.as_ref().filter(|_| !read.is_skipped(self.settings)) else {
            return Ok(Text::skipped(Vec::new()));
        };
        let (tree, mut lost) = self.foreign.tree_of(game)?;
        let Some(tree) = tree else { return Ok(Text::skipped(lost)) };
        let told = told(&tree, self.to, &self.settings.write_options());
        lost.extend(told.losses.iter().map(|loss| Lost::of(loss.kind, loss.count)));
        if self.settings.strict_write && !lost.is_empty() {
            return Ok(Text::skipped(lost));
        }
        Ok(Text::of(told.bytes, lost, told.gap, !told.written))
    }
}

/// Reads at most so many games of a block and writes them.
fn rewrite(how: &TextReading<'_>, block: &Block, most: u64, to: &'static dyn GameFormat) -> Worked<Text> {
    let settings = how.settings;
    let mut games = how.games(block);
    let mut record = Record::new();
    let keep_format = how.format.spec().id == to.spec().id;
    let options = WriteOptions { keep_format, ..settings.write_options() };
    let mut rewriter = Rewriter::new(to.writer(&options), settings.keep_spelling);
    if let Ok(block) = std::str::from_utf8(block.bytes()) {
        rewriter.reads(block);
    }
    let mut text = Text::default();
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut rewriter) {
        let skip = settings.on_error == OnError::Skip && record.first_error.is_some();
        let written = rewriter.end(&record);
        if first_error.is_none() {
            first_error = record.first_error.take();
        }
        text.add(&mut rewriter, Verdict { skip, strict: settings.strict_write, unwritten: !written });
    }
    rewriter.trailing(games.trailing());
    text.bytes = std::mem::take(rewriter.bytes());
    Worked::of(games, first_error, text)
}
