//! Games as text, split into many files by their content.

mod existing_parts;
mod file_names;
mod files;
mod groups;
mod safe_names;
mod tables;
mod template;

use super::text::{self, BlockText, LocalText, SpareText, TextFactory};
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::compression_report::Gain;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, CountOnce, GameEnd, GameSink, LocalSink, Needs, Piece, SinkFactory, StepSink, content,
};
use crate::settings::{WantedGames, WriteSettings};
use files::{Files, RoutedGame};
use groups::Groups;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column};
use scoresheet_core::edit::Change;
use scoresheet_core::game::{BoardSearch, GameFormat};
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{self, Depth};
use scoresheet_core::write::Shares;
use scoresheet_files::Input;
use std::sync::Arc;
pub(crate) use tables::SplitTables;
pub(crate) use template::Template;

/// A game without a row: it is left out.
const NO_ROW: u32 = u32::MAX;

/// Creates sinks that write the games of blocks as text, and make the columns that their files are named by.
struct SplitFactory<'t> {
    text: TextFactory<'t>,
    columns: Arc<[&'static dyn Column]>,
}

impl<'t> SinkFactory<'t> for SplitFactory<'t> {
    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        read::Settings {
            keep_plies: column::depth(&self.columns) > Depth::Tags,
            keep_comments: column::wants_comments(&self.columns),
            ..self.text.reading(reading, from)
        }
    }

    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 't> {
        Box::new(LocalSplit { text: self.text.start(from), keys: Batcher::new(&self.columns), rows: Vec::new() })
    }
}

/// Writes the games of a block, and notes what their files are named by.
struct LocalSplit<'t> {
    text: LocalText<'t>,
    keys: Batcher,
    /// The row of each game.
    rows: Vec<u32>,
}

/// The games of a block.
struct SplitText {
    text: BlockText,
    keys: Batcher,
    rows: Vec<u32>,
}

impl LocalSink for LocalSplit<'_> {
    fn steps(&mut self) -> StepSink<'_> {
        self.text.steps()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let row = u32::try_from(self.keys.len()).ok().filter(|_| !game.skip);
        if row.is_some() {
            self.keys.append(game.record);
        }
        self.rows.push(row.unwrap_or(NO_ROW));
        self.text.end(game);
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.rows.push(NO_ROW);
        self.text.leave_out(number, lost);
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.text.trailing(comments);
    }

    fn held(&self) -> usize {
        self.text.held()
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalSplit { text, keys, rows } = *self;
        Box::new(SplitText { text: text.into_text(), keys, rows })
    }
}

/// Many files of games as text.
pub(crate) struct SplitFiles<'t> {
    format: &'static dyn GameFormat,
    settings: &'t WriteSettings,
    foreign: &'t dyn Foreign,
    files: Files<'t>,
    groups: Groups,
    /// The group of the last game.
    last: Option<usize>,
    shares: Shares,
}

impl<'t> SplitFiles<'t> {
    /// No files yet.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn create(
        format: &'static dyn GameFormat,
        template: Template,
        inputs: &[Input],
        settings: &'t WriteSettings,
        foreign: &'t dyn Foreign,
    ) -> Result<SplitFiles<'t>, Failure> {
        Ok(SplitFiles {
            format,
            settings,
            foreign,
            groups: Groups::new(&template, inputs),
            last: None,
            shares: Shares::default(),
            files: Files::create(format, template, settings)?,
        })
    }

    /// The same files for games that this search has found.
    pub(crate) fn writing_found(mut self, search: Option<BoardSearch>) -> Self {
        self.files.options.search = search;
        self
    }
}

impl<'t> GameSink<'t> for SplitFiles<'t> {
    fn needs(&self) -> Needs<'t> {
        Needs { records: !self.groups.columns().is_empty(), ..text::needs(self.format, self.foreign) }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'t> + 't> {
        Box::new(SplitFactory {
            text: TextFactory {
                format: self.format,
                options: self.files.options.clone(),
                settings: self.settings,
                spare: SpareText::default(),
            },
            columns: Arc::clone(self.groups.columns()),
        })
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let SplitText { text, mut keys, rows } = content(piece)?;
        let batch = keys.finish(&at.base, at.source);
        let (mut start, mut counted) = (0, CountOnce::default());
        for (game, row) in text.games.iter().zip(rows) {
            let stretch = start..game.end;
            start = game.end;
            if !wanted.has(at.base.games + game.number) {
                continue;
            }
            counted.count(pass, game.number, game.skipped);
            if stretch.is_empty() || row == NO_ROW {
                continue;
            }
            let groups = self.groups.of(batch.columns(), row as usize, at.input)?;
            for group in groups.into_iter().flatten() {
                let values = self.groups.values(group);
                self.files.start(group, values)?;
                if self.files.is_full(group, stretch.len()) {
                    self.files.next_part(group, values)?;
                }
                self.files.add(group, &RoutedGame { text: &text.bytes[stretch.clone()], closing: game.closing })?;
                self.last = Some(group);
            }
            pass.report.changes.count(Change::WrittenTwice, u64::from(groups[1].is_some()));
        }
        // Comments after the last game.
        let trailing = &text.bytes[start..];
        match self.last.filter(|_| wanted.are_all()) {
            Some(group) => self.files.add_trailing(group, trailing)?,
            None if trailing.is_empty() || !wanted.are_all() => {}
            None => pass.report.add_loss(LossKind::Comment.spec().id, 1, || at.source.to_owned()),
        }
        text.count_losses(pass, at, wanted, &mut self.shares);
        Ok(())
    }

    fn finish(mut self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        self.files.complete(pass)?;
        (pass.report.files, pass.report.renamed) = (self.files.names().count, self.files.names().renamed);
        pass.report.gain = self.settings.explain.then(|| Gain::of(self.shares, self.files.bytes()));
        Ok(Complete::Folder(self.files.into_folder()))
    }
}
