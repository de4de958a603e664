//! Stored games back to moves: counted, and handed to a writer of games.

use crate::explain::raised;
use crate::failure::Failure;
use crate::formats::refine;
use crate::outputs::text::{Text, Verdict};
use crate::pass::Pass;
use crate::settings::OnError;
use crate::tables::not_rebuilt;
use arrow_array::RecordBatch;
use scoresheet_columns::stored::{Game, Moves, Stored};
use scoresheet_core::at::{At, Base};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::{CommentForm, Dialect, GameWriter, Head};
use scoresheet_core::notation::Named;
use scoresheet_core::position::fen;
use scoresheet_core::reading::{self, Games};
use scoresheet_core::record::{Ending, Record};
use scoresheet_core::rewrite::{Rewriter, marker_told_by};
use scoresheet_core::rules::{Color, Position};
use scoresheet_core::tally::Tally;
use scoresheet_core::teller::Teller;
use scoresheet_files::Input;
use std::borrow::Cow;

/// The stored games of a batch.
pub(crate) struct StoredGames<'b> {
    pub(crate) batch: &'b RecordBatch,
    /// The number of the first of them in their input.
    pub(crate) first: u64,
    pub(crate) input: &'b Input,
    /// How those are read that are stored as text.
    pub(crate) reading: &'b reading::Settings,
}

impl StoredGames<'_> {
    /// Counts the games and writes them.
    ///
    /// # Errors
    /// When the batch holds no games, and at an error in one where everything is to stop at it.
    pub(crate) fn write(&self, writer: Box<dyn GameWriter>, pass: &mut Pass<'_>) -> Result<Text, Failure> {
        let settings = pass.settings;
        let games = Stored::of(self.batch).map_err(|error| not_rebuilt(self.input, &error))?;
        let mut text = Text { lacking: games.lacking(), ..Text::default() };
        let games: Vec<_> = games.games().collect();
        let mut rewriter = Rewriter::new(writer, settings.keep_spelling);
        for (game, number) in games.iter().zip(self.first..) {
            let Told { error, tally } = tell_game(game, &mut rewriter, self.reading);
            let bytes = if let Game::Text(bytes) = game { *bytes } else { b"" };
            if let (Some(fault), OnError::Raise) = (&error, settings.on_error) {
                let base = Base { games: number - 1, ..Base::default() };
                return Err(raised(fault.clone(), &base, bytes, self.input.name()));
            }
            pass.report.add_stored(tally, number, bytes, self.input.name());
            let skip = settings.on_error == OnError::Skip && error.is_some();
            text.add(&mut rewriter, Verdict { skip, strict: settings.strict_write, unwritten: false });
        }
        text.bytes = std::mem::take(rewriter.bytes());
        Ok(text)
    }
}

/// What became of a stored game.
struct Told {
    /// Its first error.
    error: Option<Fault>,
    tally: Tally,
}

/// Tells a stored game to a writer. Places are counted from the game's own start.
fn tell_game<'g>(game: &'g Game<'_>, rewriter: &mut Rewriter<'g>, settings: &reading::Settings) -> Told {
    match game {
        Game::Text(text) => tell_text(text, rewriter, settings),
        Game::Moves(moves) => tell_moves(moves, rewriter),
    }
}

/// A game's text. One that holds several games, or none, was not stored by us; all of them are told.
fn tell_text<'g>(text: &'g [u8], rewriter: &mut Rewriter<'g>, settings: &reading::Settings) -> Told {
    let mut games = Games::of(refine::format_of(text), text, settings);
    let mut record = Record::new();
    let mut error = None;
    while games.next(&mut record, rewriter) {
        rewriter.end(&record);
        if error.is_none() {
            error = record.first_error.take();
        }
    }
    let mut tally = games.into_tally();
    // One row is one game, whatever its text holds: rows are what numbers and limits count.
    tally.games = 1;
    Told { error, tally }
}

/// A game's columns.
fn tell_moves(game: &Moves<'_>, rewriter: &mut Rewriter<'_>) -> Told {
    rewriter.begin_game();
    let teller = rewriter.teller();
    let tags: Vec<_> = game.tags.iter().map(|(name, value)| (Cow::from(&**name), Cow::from(&**value))).collect();
    let usual = game.start == Position::start();
    teller.head(&Head { dialect: Dialect::Pgn, tags: &tags, start: &game.start, usual });
    let end = play(game, teller);
    let result = game.tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| &**value);
    teller.termination(game.termination.unwrap_or_else(|| marker_told_by(result)));
    teller.end_game();
    let error = (game.moves.len() < game.plies).then(|| not_legal(game, &end));
    let mut tally = Tally::default();
    tally.add_game(&Record {
        ending: Ending { mate: end.is_mate(), stalemate: end.is_stalemate() },
        termination: game.termination,
        first_error: error.clone(),
        ..Record::new()
    });
    tally.plies = game.moves.len() as u64;
    if let Some(fault) = error.clone() {
        tally.add_fault(fault);
    }
    Told { error, tally }
}

/// Writes the mainline with its comments; the position after it.
fn play(game: &Moves<'_>, teller: &mut Teller) -> Position {
    let mut position = game.start.clone();
    let mut comments = game.comments.iter().peekable();
    for (mv, plies) in game.moves.iter().zip(1..) {
        teller.moving(&position, &Named::plainly(*mv), None);
        position.play_unchecked(*mv);
        teller.moved(&position);
        while let Some((_, text)) = comments.next_if(|(after, _)| *after <= plies) {
            teller.comment(text, CommentForm::Braces);
        }
    }
    position
}

/// A stored move that the rules forbid.
fn not_legal(game: &Moves<'_>, end: &Position) -> Fault {
    let ply = u32::try_from(game.moves.len() + 1).unwrap_or(u32::MAX);
    let at =
        At { game: 1, ply: Some(ply), number: Some((end.fullmove(), end.turn() == Color::Black)), ..At::default() };
    let message = "the stored move cannot be played in this position".to_owned();
    Fault::new(Code::MoveIllegal, at, message, String::new()).in_position(fen::write(end, fen::Style::default()))
}
