//! Opening books.

use crate::common::failure::Failure;
use crate::containers::{Alone, Container, JobInput, ParsedGame, SinkRequest, not_one_game, only_losses};
use crate::formats::books::{BookFormat, LACKS};
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{Settings, WriteSettings};
use crate::sinks::book::BookFile;
use crate::sources::book;
use scoresheet_columns::book::PlaysOf;
use scoresheet_core::location::Location;
use scoresheet_core::tree::Tree;

impl Container for &'static BookFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        book::take(pass, input.of(*self), sink)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        Ok(Box::new(BookFile::create(self, request.create(&self.spec)?, request.settings, request.foreign)))
    }

    fn parse(&self, _bytes: &[u8], _settings: &Settings, _foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        Err(not_one_game(self.spec.id, "book of moves"))
    }

    fn write(&self, tree: &Tree, _settings: &WriteSettings, _foreign: &dyn Foreign) -> Result<Alone, Failure> {
        let mut plays = PlaysOf::new(u32::MAX, None, LACKS);
        tree.emit(Location { game: 1, ..Location::default() }, &mut plays);
        Ok(only_losses(plays.losses().into_iter().map(|(kind, count)| Lost::of(kind, count))))
    }
}
