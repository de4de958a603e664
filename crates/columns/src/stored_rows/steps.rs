//! The steps of a stored game.

use super::Moves;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::location::Location;
use scoresheet_core::notation::{self, ParsedMove};
use scoresheet_core::position::fen;
use scoresheet_core::read::Ending;
use scoresheet_core::rules::{Color, Position};
use scoresheet_core::step::{CommentForm, Head, Sink, Step};
use std::borrow::Cow;

/// What is known of a stored game once its steps were given.
#[derive(Clone, Debug)]
pub struct EmittedGame {
    /// How many plies were given.
    pub plies: u32,
    /// How the game ends on the board.
    pub ending: Ending,
    /// Its fault: a stored move that the rules forbid, at a place counted from the game's own start.
    pub fault: Option<Fault>,
}

impl Moves<'_> {
    /// Gives the steps of the game, which is the one at `place` of its source.
    pub fn emit<S: Sink>(&self, place: Location, sink: &mut S) -> EmittedGame {
        let tags: Vec<_> = self.tags.iter().map(|(name, value)| (Cow::from(&**name), Cow::from(&**value))).collect();
        let (dialect, notation) = (self.dialect, notation::ALL[0].spec());
        let standard_start = self.start == Position::start();
        sink.take(Step::Head(&Head {
            place,
            dialect,
            notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: &self.start,
            standard_start,
        }));
        let end = self.give_mainline(sink);
        if let Some(termination) = self.termination {
            sink.take(Step::Termination(termination));
        }
        sink.take(Step::End(None));
        EmittedGame {
            plies: u32::try_from(self.moves.len()).unwrap_or(u32::MAX),
            ending: Ending::of(&end),
            fault: (self.moves.len() < self.plies).then(|| self.not_legal(&end)),
        }
    }

    /// Gives the mainline with its comments; the position after it.
    fn give_mainline<S: Sink>(&self, sink: &mut S) -> Position {
        let mut position = self.start.clone();
        let mut comments = self.comments.iter().peekable();
        for (mv, plies) in self.moves.iter().zip(1..) {
            sink.take(Step::Move { before: &position, named: &ParsedMove::plainly(*mv), spelled: None });
            position.play_unchecked(*mv);
            sink.take(Step::Played(&position));
            while let Some((_, text)) = comments.next_if(|(after, _)| *after <= plies) {
                sink.take(Step::Comment { text, form: CommentForm::Braces });
            }
        }
        position
    }

    /// A stored move that the rules forbid.
    fn not_legal(&self, end: &Position) -> Fault {
        let ply = u32::try_from(self.moves.len() + 1).unwrap_or(u32::MAX);
        let number = Some((end.fullmove(), end.turn() == Color::Black));
        let at = Location { game: 1, ply: Some(ply), number, ..Location::default() };
        let message = "the stored move cannot be played in this position".to_owned();
        let fen = fen::write(end, fen::Style::default());
        Fault::new(Code::MoveIllegal, at, message, String::new()).in_position(fen)
    }
}
