//! Archives of whole games.

use crate::common::failure::Failure;
use crate::containers::{Alone, Container, JobInput, ParsedGame, SinkRequest, not_one_game, only_losses};
use crate::formats::archives::ArchiveFormat;
use crate::pipeline::foreign::Foreign;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{Settings, WriteSettings};
use crate::sinks::archive::ArchiveFile;
use crate::sources::archive;
use scoresheet_core::tree::Tree;
use std::path::Path;

impl Container for &'static ArchiveFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        archive::take(pass, input.of(*self), sink)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, settings, foreign, .. } = *request;
        let name = output.filter(|name| settings.write.append && Path::new(name).exists());
        Ok(Box::new(match name {
            Some(name) => ArchiveFile::append(self, name, settings, foreign)?,
            None => ArchiveFile::create(self, request.create(&self.spec)?, settings, foreign)?,
        }))
    }

    fn parse(&self, _bytes: &[u8], _settings: &Settings, _foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        Err(not_one_game(self.spec.id, "file of games"))
    }

    fn write(&self, _tree: &Tree, _settings: &WriteSettings, _foreign: &dyn Foreign) -> Result<Alone, Failure> {
        Ok(only_losses(std::iter::empty()))
    }
}
