//! Games that only the caller can read and write.

use crate::common::failure::Failure;
use crate::containers::{
    Alone, Container, JobInput, ParsedGame, SinkRequest,
    text::{no_game, several_games},
};
use crate::formats::foreign::ForeignFormat;
use crate::options::validation;
use crate::pipeline::foreign::{Foreign, ForeignText};
use crate::pipeline::game_files::Single;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{OnError, Settings, WriteSettings};
use crate::sinks::foreign::{ForeignFiles, WrittenForeign, written};
use crate::sources::column_check::refuse_columns;
use crate::sources::foreign;
use scoresheet_core::tree::Tree;

impl Container for &'static ForeignFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        if sink.needs().foreign.is_any() {
            return foreign::take(pass, input.of(*self), sink);
        }
        refuse_columns(pass, input.inputs, input.input)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, settings, foreign, .. } = *request;
        let out = Single::create(output, self, settings.write.force)?;
        Ok(Box::new(ForeignFiles { format: self, out, settings, foreign }))
    }

    fn parse(&self, bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        validation::check_text(settings, (*self).into())?;
        if (self.games)(bytes).len() > 1 {
            return Err(several_games());
        }
        let read = foreign.read(&ForeignText::new(bytes, self, settings))?;
        let keep = settings.read.on_error == OnError::Keep && read.is_game;
        match read.raised(bytes, None).filter(|_| !keep) {
            Some(failure) => Err(failure),
            None => read.game.map(ParsedGame::Foreign).ok_or_else(|| no_game(bytes)),
        }
    }

    fn write(&self, tree: &Tree, settings: &WriteSettings, foreign: &dyn Foreign) -> Result<Alone, Failure> {
        let WrittenForeign { text, lost } = written(tree, self, settings, foreign)?;
        let losses = lost.into_iter().map(|lost| {
            let place = lost.at("the game");
            (lost, place)
        });
        Ok(Alone { text: text.map(String::into_bytes), binary: false, losses: losses.collect() })
    }
}
