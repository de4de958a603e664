//! The games that were dropped as duplicates, as a separate output: the games themselves, or a list of them.

use crate::common::failure::Failure;
use crate::common::line_file::{FieldValue, Form, LineFile, form_of, taken};
use crate::common::number_set::Selection;
use crate::common::spool::temporary_files;
use crate::containers::SinkRequest;
use crate::formats::Format;
use crate::pipeline::foreign::Foreign;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::Complete;
use crate::selection::duplicates::{KNOWN, in_order};
use crate::selection::second_pass::{SecondPass, Selected, take_from};
use crate::settings::stages::{edits_of, is_deduped};
use crate::settings::{OnError, Settings, TransformSettings};
use crate::sinks::open::format_of;
use scoresheet_files::Input;
use scoresheet_spill::Sorter;
use std::io;
use std::path::Path;

/// The fields of a game in a list.
const FIELDS: [&str; 5] = ["file", "game", "kept_file", "kept_game", "reason"];

/// The content to write.
#[derive(Clone, Copy)]
enum DuplicateContent {
    List(Form),
    Games(Format),
}

/// The output for duplicates, in addition to the main one.
pub(crate) struct Duplicates<'d> {
    path: &'d str,
    written: DuplicateContent,
    inputs: &'d [Input],
    foreign: &'d dyn Foreign,
}

/// The completed output, which is not visible yet.
pub(crate) enum CompleteDuplicates {
    List(LineFile),
    Games(Complete),
}

impl CompleteDuplicates {
    /// Makes the output visible.
    ///
    /// # Errors
    /// If that cannot be.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            CompleteDuplicates::List(list) => list.commit(),
            CompleteDuplicates::Games(games) => games.commit(),
        }
    }
}

impl<'d> Duplicates<'d> {
    /// The output that the settings request, if any.
    ///
    /// # Errors
    /// If nothing is dropped, the name does not determine the format, or the output exists.
    pub(crate) fn asked(
        settings: &'d Settings,
        inputs: &'d [Input],
        output: Option<&str>,
        foreign: &'d dyn Foreign,
    ) -> Result<Option<Duplicates<'d>>, Failure> {
        let Some(path) = settings.run.duplicates.as_deref() else { return Ok(None) };
        let refused = |why: &str, hint: &str| Failure::usage(format!("cannot write `{path}`: {why}"), hint);
        if !is_deduped(settings) {
            return Err(refused("no duplicates are dropped", "`{dedupe=exact}` drops them"));
        }
        if path == "-" {
            return Err(refused("duplicates are not written to standard output", "name a file with `{duplicates}`"));
        }
        if let Some(what) = taken(path, inputs, output) {
            return Err(refused(&format!("it is {what}"), "name another file with `{duplicates}`"));
        }
        // The output is created last, which would be too late to find this out.
        if !settings.write.force && Path::new(path).exists() {
            return Err(refused("it already exists", "`{force}` overwrites it"));
        }
        let written = match form_of(path) {
            Some(form) => DuplicateContent::List(form),
            None => {
                let mut settings = settings.clone();
                settings.write.to = None;
                DuplicateContent::Games(format_of(Some(path), &settings.write)?)
            }
        };
        Ok(Some(Duplicates { path, written, inputs, foreign }))
    }

    /// Writes the games that a pass has dropped.
    ///
    /// # Errors
    /// If they cannot be read again, or not be written.
    pub(crate) fn write(self, pass: &mut Pass<'_>) -> Result<CompleteDuplicates, Failure> {
        let dropped =
            pass.dropped.take().unwrap_or_else(|| Sorter::new(pass.settings.run.sort_memory, &temporary_files()));
        match self.written {
            DuplicateContent::List(form) => self.list(form, dropped, pass).map(CompleteDuplicates::List),
            DuplicateContent::Games(format) => self.games(format, dropped, pass).map(CompleteDuplicates::Games),
        }
    }

    fn list(&self, form: Form, dropped: Sorter, pass: &Pass<'_>) -> Result<LineFile, Failure> {
        let mut file = LineFile::create(self.path, form, &FIELDS, pass.settings.write.force)?;
        let known = |place: u32| pass.known.get((KNOWN - place) as usize).map_or("", String::as_str);
        let name = |place: u32| self.inputs.get(place as usize).map_or_else(|| known(place), Input::name);
        for duplicate in in_order(dropped).map_err(|error| unread(&error))? {
            let duplicate = duplicate.map_err(|error| unread(&error))?;
            let (game, kept) = (duplicate.game, duplicate.kept);
            file.add(&[
                FieldValue::Text(name(game.0)),
                FieldValue::Number(game.1),
                FieldValue::Text(name(kept.0)),
                FieldValue::Number(kept.1),
                FieldValue::Text(&duplicate.reason.id()),
            ]);
            file.check()?;
        }
        Ok(file)
    }

    /// Reads the inputs again and writes the games that were dropped.
    fn games(&self, format: Format, dropped: Sorter, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let numbers = numbers(dropped, self.inputs.len()).map_err(|error| unread(&error))?;
        let edits = edits_of(pass.settings);
        let planned = SecondPass { games: Selected::These(numbers.into()), edits };
        let mut settings = pass.settings.clone();
        // The errors of these games were already reported by the first pass.
        if settings.read.on_error == OnError::Raise {
            settings.read.on_error = OnError::Keep;
        }
        (settings.write.to, settings.write.explain) = (None, false);
        (settings.run.errors, settings.run.duplicates, settings.run.repair) = (None, None, None);
        (settings.selection.limit, settings.transforms) = (None, TransformSettings::default());
        let opening =
            SinkRequest { output: Some(self.path), inputs: self.inputs, settings: &settings, foreign: self.foreign };
        let sink = opening.open(format)?;
        let mut again = Pass::new(&settings, sink.needs().depth, &mut *pass.host);
        let complete = take_from(self.inputs, sink, planned, &mut again)?;
        let losses = again.settle();
        pass.adopt_losses(losses);
        Ok(complete)
    }
}

fn numbers(dropped: Sorter, inputs: usize) -> io::Result<Vec<Selection>> {
    let mut selections = vec![Selection::default(); inputs];
    for duplicate in in_order(dropped)? {
        let (input, number) = duplicate?.game;
        if let Some(selection) = selections.get_mut(input as usize) {
            selection.numbers.add(number);
        }
    }
    Ok(selections)
}

/// The failure to store the list of games in temporary files.
fn unread(error: &io::Error) -> Failure {
    Failure::not_written(error, "a temporary file")
}
