//! Files of columns.

use crate::common::failure::Failure;
use crate::containers::{Alone, Container, JobInput, ParsedGame, SinkRequest, not_one_game, only_losses};
use crate::formats::FormatKind;
use crate::formats::tables::TableFormat;
use crate::inputs::tables::resolve;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{Settings, WriteSettings};
use crate::sinks::batches::left_out;
use crate::sinks::split::{SplitTables, Template};
use crate::sinks::table::TableFile;
use crate::sources::columns;
use scoresheet_core::location::Location;
use scoresheet_core::tree::Tree;

impl Container for &'static TableFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        columns::take(pass, input.of(*self), sink)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, inputs, settings, .. } = *request;
        Ok(match Template::of(output, (*self).into(), &settings.write)? {
            Some(template) => Box::new(SplitTables::create(self, template, inputs, settings)?),
            None => Box::new(TableFile::create(self, request.create(self.spec())?, inputs, settings)?),
        })
    }

    fn parse(&self, _bytes: &[u8], _settings: &Settings, _foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        Err(not_one_game(self.spec.id, "table of games"))
    }

    fn write(&self, tree: &Tree, settings: &WriteSettings, _foreign: &dyn Foreign) -> Result<Alone, Failure> {
        let mut left_out = left_out(&resolve(&settings.columns)?);
        tree.emit(Location { game: 1, ..Location::default() }, &mut left_out);
        Ok(only_losses(left_out.end_game().into_iter().map(|kind| Lost::of(kind, 1))))
    }
}
