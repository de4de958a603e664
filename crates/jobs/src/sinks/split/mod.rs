//! Games as text, split into many files by what they say.

mod files;
mod safe_names;
mod template;

use super::text::{self, BlockText, LocalText, TextFactory};
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
use arrow_array::ArrayRef;
use files::{Files, RoutedGame};
use safe_names::is_missing;
use scoresheet_columns::Batcher;
use scoresheet_columns::cells::{Cell, ListStyle, cell};
use scoresheet_columns::column::{self, Column};
use scoresheet_core::edit::Change;
use scoresheet_core::game::{BoardSearch, GameFormat};
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{self, Depth};
use scoresheet_core::write::Shares;
use scoresheet_files::Input;
use std::sync::Arc;
pub(crate) use template::Template;
use template::{Values, begin, input_names};

/// A game without a row: it is left out.
const NO_ROW: u32 = u32::MAX;
/// The file of games that come from no input.
const NO_INPUT: &str = "games";

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
    columns: Arc<[&'static dyn Column]>,
    /// How much of each column names a file.
    reaches: Vec<Option<usize>>,
    /// Whether each column is part of names, and not only the name of a player.
    names: Vec<bool>,
    /// What the inputs are called, where that names files.
    inputs: Vec<String>,
    /// What names the file of the game available, and what its values have in common with those of others.
    values: Values,
    key: String,
    /// The names of both players, if each game goes to the files of both.
    players: [String; 2],
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
        let columns: Arc<[_]> = template.columns.clone().into();
        Ok(SplitFiles {
            format,
            settings,
            foreign,
            reaches: (0..columns.len()).map(|column| template.reach(column)).collect(),
            names: (0..columns.len()).map(|column| template.has_column(column)).collect(),
            inputs: if template.has_inputs() { input_names(inputs) } else { Vec::new() },
            columns,
            values: Values::default(),
            key: String::new(),
            players: Default::default(),
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

    /// The groups that a game belongs to, by the row of its columns: one, or those of both players.
    fn groups(&mut self, columns: &[ArrayRef], row: usize, input: usize) -> Result<[Option<usize>; 2], Failure> {
        self.take_values(columns, row, input)?;
        let Some(players) = self.files.template().players() else {
            return Ok([Some(self.group("")?), None]);
        };
        let reach = self.files.template().player_reach();
        let named = players.map(|at| begin(&self.values.columns[at], reach).to_owned());
        let mut groups = [None; 2];
        for (side, (group, name)) in groups.iter_mut().zip(named).enumerate() {
            let key = if is_missing(&name) { "" } else { name.trim() }.to_owned();
            self.values.player.clone_from(&name);
            self.players[side] = name;
            *group = Some(self.group(&key)?);
        }
        // Whoever plays against oneself has one file.
        Ok(if groups[0] == groups[1] { [groups[0], None] } else { groups })
    }

    /// The group of the game whose values were taken, for this player.
    fn group(&mut self, player: &str) -> Result<usize, Failure> {
        let length = self.key.len();
        self.key.push('\0');
        self.key.push_str(player);
        let group = match self.files.find(&self.key) {
            Some(group) => Ok(group),
            None => self.files.start(&self.key, &self.values),
        };
        self.key.truncate(length);
        group
    }

    /// Takes what the file of a game is named by, and what it has in common with others.
    fn take_values(&mut self, columns: &[ArrayRef], row: usize, input: usize) -> Result<(), Failure> {
        self.key.clear();
        self.values.columns.resize_with(columns.len(), String::new);
        for (((column, value), reach), names) in
            columns.iter().zip(&mut self.values.columns).zip(&self.reaches).zip(&self.names)
        {
            value.clear();
            match cell(column, row, ListStyle::Json).map_err(|error| Failure::Internal(error.to_string()))? {
                Cell::Text(text) => value.push_str(begin(&text, *reach)),
                Cell::Int(number) => value.push_str(&number.to_string()),
                Cell::Bool(truth) => value.push_str(if truth { "true" } else { "false" }),
                Cell::Null | Cell::Bytes(_) => {}
            }
            if !names {
                continue;
            }
            // Whatever says nothing is the same value.
            self.key.push_str(if is_missing(value) { "" } else { value.trim() });
            self.key.push('\0');
        }
        if self.files.template().has_inputs() {
            let name = self.inputs.get(input).map_or(NO_INPUT, String::as_str);
            self.values.input.clear();
            self.values.input.push_str(name);
            self.key.push_str(&input.to_string());
        }
        Ok(())
    }
}

impl<'t> GameSink<'t> for SplitFiles<'t> {
    fn needs(&self) -> Needs<'t> {
        Needs { records: !self.columns.is_empty(), ..text::needs(self.format, self.foreign) }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'t> + 't> {
        Box::new(SplitFactory {
            text: TextFactory { format: self.format, options: self.files.options.clone(), settings: self.settings },
            columns: Arc::clone(&self.columns),
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
            let groups = self.groups(batch.columns(), row as usize, at.input)?;
            for (side, group) in groups.into_iter().enumerate().filter_map(|(side, group)| Some((side, group?))) {
                if self.files.is_full(group, stretch.len()) {
                    self.values.player.clone_from(&self.players[side]);
                    self.files.next_part(group, &self.values)?;
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
        (pass.report.files, pass.report.renamed) = (self.files.count, self.files.renamed);
        pass.report.gain = self.settings.explain.then(|| Gain::of(self.shares, self.files.bytes()));
        Ok(Complete::Folder(self.files.into_folder()))
    }
}
