//! Databases.

use crate::common::failure::Failure;
use crate::containers::{Alone, Container, JobInput, ParsedGame, SinkRequest, not_one_game};
use crate::formats::stores::{self, StoreFormat};
use crate::pipeline::foreign::Foreign;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{Settings, WriteSettings};
use crate::sinks::store::StoreLoad;
use crate::sources::store;
use scoresheet_core::tree::Tree;

impl Container for &'static StoreFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        store::take(pass, input.of(*self), sink)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, inputs, settings, foreign } = *request;
        Ok(Box::new(StoreLoad::open(self, output.unwrap_or_default(), inputs, settings, foreign)?))
    }

    fn parse(&self, _bytes: &[u8], _settings: &Settings, _foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        Err(not_one_game(self.spec.id, "table of games"))
    }

    fn write(&self, tree: &Tree, settings: &WriteSettings, foreign: &dyn Foreign) -> Result<Alone, Failure> {
        // A game is stored as a document.
        Ok(Alone { text: None, binary: true, ..stores::documents().write(tree, settings, foreign)? })
    }
}
