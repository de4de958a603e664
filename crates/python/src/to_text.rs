//! Inputs of any kind to games as text.

use crate::chosen;
use crate::convert::not_written;
use crate::failure::Failure;
use crate::foreign::{self, Lost, Read, with_python};
use crate::formats::Format;
use crate::game;
use crate::host::Host;
use crate::pass::{self, At, Pass, Worked};
use crate::report::Report;
use crate::settings::{OnError, Settings, Wanted};
use crate::stored;
use crate::whole;
use pyo3::prelude::*;
use scoresheet_columns::stored::columns;
use scoresheet_core::at::Base;
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::reading;
use scoresheet_core::record::{Depth, Record};
use scoresheet_core::rewrite::Rewriter;
use scoresheet_files::{Block, Input, Output};
use std::io::Write;
use std::ops::Range;

/// How large blocks are.
const BLOCK: usize = 1 << 20;

/// The job itself.
pub(crate) fn run(
    inputs: &[Input],
    to: &'static dyn GameFormat,
    mut out: Output,
    settings: &Settings,
    host: &mut dyn Host,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Positions, host);
    // What parts the last game written from one behind it.
    let mut gap = Vec::new();
    pass.each(inputs, |pass, index, input, mut opened| match opened.format {
        Format::Games(format) => {
            let letters = opened.letters(settings)?;
            let reading = pass::replaying(settings, letters);
            let work = |block: &Block, most: u64| rewrite((format, block), most, &reading, settings, to);
            pass.text(opened, (format, BLOCK), work, |pass, text, at| {
                text.write((&mut out, &mut gap), at, &mut pass.report, settings.wanted(index, at.source))
            })
        }
        Format::Foreign(format) => {
            let reading = whole::reading(settings, settings.read_choice("profile"));
            pass.foreign(opened, format, reading, |pass, read, at| {
                let text = with_python(|py| retold(py, &read, to, settings))?;
                text.write((&mut out, &mut gap), at, &mut pass.report, settings.wanted(index, at.source))
            })
        }
        Format::Columns(table) => {
            let names: Vec<&str> = columns().into_iter().chain(chosen::KEYS).collect();
            let reading = pass::replaying(settings, &ENGLISH);
            let before = pass.report.games();
            pass.rows(input, opened, table, Some(&names), |pass, batch| {
                let read = batch.num_rows() as u64;
                let batch = chosen::of_sources(batch, settings, (index, input))?;
                let first = pass.report.games() - before + 1;
                let text = stored::tell(&batch, first, to.writer(&write_options(settings)), pass, &reading, input)?;
                let lacks = || format!("{}: {}", input.name(), text.lacking.join(", "));
                let lost = if text.lacking.is_empty() { 0 } else { batch.num_rows() as u64 };
                pass.report.add_loss("column-missing", lost, lacks);
                pass.report.add_rows(read - batch.num_rows() as u64, 0);
                let base = Base { games: first - 1, ..Base::default() };
                let at = At { source: input.name(), base };
                text.write((&mut out, &mut gap), &at, &mut pass.report, Wanted::All)
            })
        }
    })?;
    check_single(to, pass.report.written)?;
    out.commit()?;
    Ok(pass.report.finish())
}

/// That no more games were written than a file of this format holds.
///
/// # Errors
/// Where it holds one.
pub(crate) fn check_single(format: &'static dyn GameFormat, written: u64) -> Result<(), Failure> {
    if format.spec().single && written > 1 {
        let message = format!("a file of `{}` holds one game, not {written}", format.spec().id);
        return Err(Failure::usage(message, "take one with `--limit 1` or `--where`"));
    }
    Ok(())
}

/// The games of a block as text.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) games: Vec<Written>,
    /// What was lost, by the place of the game in the block.
    pub(crate) losses: Vec<(usize, Lost)>,
    /// The columns that would have told more of the games.
    pub(crate) lacking: Vec<&'static str>,
}

/// What became of a game.
pub(crate) struct Written {
    /// Where its text ends.
    pub(crate) end: usize,
    /// How many bytes before that only part it from the next game.
    pub(crate) gap: usize,
    /// Whether it was left out.
    pub(crate) skipped: bool,
}

impl Text {
    /// One game.
    fn of(bytes: Vec<u8>, lost: Vec<Lost>, gap: usize, skipped: bool) -> Text {
        let games = vec![Written { end: bytes.len(), gap, skipped }];
        Text { bytes, games, losses: lost.into_iter().map(|lost| (0, lost)).collect(), lacking: Vec::new() }
    }

    /// Writes the games that are wanted and counts them. What parts the last one from the next is kept until one comes.
    fn write(
        &self,
        (out, gap): (&mut Output, &mut Vec<u8>),
        at: &At<'_>,
        report: &mut Report,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        let number = |index: usize| at.base.games + index as u64 + 1;
        let mut put = |text: Range<usize>, last: usize| {
            if text.is_empty() {
                return Ok(());
            }
            let (games, after) = self.bytes[text.start..text.end].split_at(text.len() - last);
            let written = out.write_all(gap).and_then(|()| out.write_all(games));
            gap.clear();
            gap.extend_from_slice(after);
            written.map_err(|error| not_written(&error, out.name()))
        };
        // Games that stand one behind the other are written in one piece.
        let (mut start, mut run, mut last) = (0, 0..0, 0);
        for (index, game) in self.games.iter().enumerate() {
            if wanted.has(number(index)) {
                report.written += u64::from(!game.skipped);
                report.skipped += u64::from(game.skipped);
                if run.end != start {
                    put(std::mem::replace(&mut run, start..start), last)?;
                }
                if game.end > start {
                    (run.end, last) = (game.end, game.gap);
                }
            }
            start = game.end;
        }
        put(run, last)?;
        // Comments behind the last game.
        if matches!(wanted, Wanted::All) {
            put(start..self.bytes.len(), 0)?;
        }
        for (index, lost) in self.losses.iter().filter(|(index, _)| wanted.has(number(*index))) {
            let place = || lost.at(&format!("{}, game {}", at.source, number(*index)));
            report.add_loss(lost.kind.spec().id, lost.count, place);
        }
        Ok(())
    }
}

/// Reads at most so many games of a block and writes them.
fn rewrite(
    (from, block): (&'static dyn GameFormat, &Block),
    most: u64,
    reading: &reading::Settings,
    settings: &Settings,
    to: &'static dyn GameFormat,
) -> Worked<Text> {
    let mut games = pass::games(from, block, reading, settings);
    let mut record = Record::new();
    let options = WriteOptions { keep_format: from.spec().id == to.spec().id, ..write_options(settings) };
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
        let (index, losses) = (text.games.len(), rewriter.losses());
        let refused = settings.strict_write && !losses.is_empty();
        // What is left out for its error loses nothing to the format.
        if !skip {
            text.losses.extend(losses.into_iter().map(|(kind, count)| (index, Lost::of(kind, count))));
        }
        if skip || refused {
            rewriter.take_back();
        }
        let skipped = skip || refused || !written;
        let gap = if skipped { 0 } else { rewriter.gap() };
        text.games.push(Written { end: rewriter.bytes().len(), gap, skipped });
    }
    rewriter.trailing(games.trailing());
    text.bytes = std::mem::take(rewriter.bytes());
    Worked::of(games, first_error, text)
}

/// A game that Python has read, written.
fn retold(py: Python<'_>, read: &Read, to: &'static dyn GameFormat, settings: &Settings) -> PyResult<Text> {
    let Some(game) = read.game.as_ref().filter(|_| !read.is_skipped(settings)) else {
        return Ok(Text::of(Vec::new(), Vec::new(), 0, true));
    };
    let (native, mut lost) = foreign::to_native(game.bind(py))?;
    let Some(native) = native else { return Ok(Text::of(Vec::new(), lost, 0, true)) };
    let told = game::write::told(&native.borrow(), to, &write_options(settings));
    lost.extend(told.losses.iter().map(|loss| Lost::of(loss.kind, loss.count)));
    let refused = settings.strict_write && !lost.is_empty();
    Ok(if refused { Text::of(Vec::new(), lost, 0, true) } else { Text::of(told.bytes, lost, told.gap, !told.written) })
}

/// What the settings say to a writer of games.
pub(crate) fn write_options(settings: &Settings) -> WriteOptions {
    WriteOptions {
        export: settings.export,
        sort_tags: settings.sort_tags,
        keep_spelling: settings.keep_spelling,
        keep_format: false,
        moves: settings.moves.clone(),
        positions: settings.positions.clone(),
        choices: settings.choices.clone(),
    }
}
