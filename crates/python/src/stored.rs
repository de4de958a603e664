//! Stored games back to moves: counted, and handed to a writer of games.

use crate::failure::Failure;
use crate::pass::{Pass, raised};
use crate::rewrite::{Rewriter, marker_told_by};
use crate::settings::OnError;
use crate::tables::not_rebuilt;
use crate::to_text::{Text, Written};
use arrow_array::RecordBatch;
use scoresheet_columns::stored::{Game, Moves, Stored};
use scoresheet_core::at::{At, Base};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::{CommentForm, GameWriter};
use scoresheet_core::notation::san;
use scoresheet_core::position::fen;
use scoresheet_core::reading::{self, Games, Sink};
use scoresheet_core::record::{Ending, Record};
use scoresheet_core::rules::{Color, Position};
use scoresheet_core::tally::Tally;
use scoresheet_core::text::Encoding;
use scoresheet_files::Input;

/// Writes the stored games of a batch, the first of which has the number `first`.
pub(crate) fn tell(
    batch: &RecordBatch,
    first: u64,
    mut rewriter: Rewriter,
    pass: &mut Pass<'_>,
    reading: &reading::Settings,
    input: &Input,
) -> Result<Text, Failure> {
    let settings = pass.settings;
    let games = Stored::of(batch).map_err(|error| not_rebuilt(input, &error))?;
    let mut text = Text { lacking: games.lacking(), ..Text::default() };
    for (game, number) in games.games().zip(first..) {
        let Told { error, tally } = tell_game(&game, &mut rewriter, reading);
        let bytes = if let Game::Text(bytes) = game { bytes } else { b"" };
        if let (Some(fault), OnError::Raise) = (&error, settings.on_error) {
            let base = Base { games: number - 1, ..Base::default() };
            return Err(raised(fault.clone(), &base, bytes, input.name()));
        }
        pass.report.add_stored(tally, number, bytes, input.name());
        let index = text.games.len();
        text.losses.extend(rewriter.losses().map(|(kind, count)| (index, kind, count)));
        let loses = !text.lacking.is_empty() || rewriter.losses().next().is_some();
        let skipped = settings.strict_write && loses || settings.on_error == OnError::Skip && error.is_some();
        if skipped {
            rewriter.take_back();
        }
        text.games.push(Written { end: rewriter.writer.bytes().len(), skipped });
    }
    text.bytes = std::mem::take(rewriter.writer.bytes());
    Ok(text)
}

/// What became of a stored game.
struct Told {
    /// Its first error.
    error: Option<Fault>,
    tally: Tally,
}

/// Tells a stored game to a writer. Places are counted from the game's own start.
fn tell_game(game: &Game<'_>, rewriter: &mut Rewriter, settings: &reading::Settings) -> Told {
    match game {
        Game::Text(text) => tell_text(text, rewriter, settings),
        Game::Moves(moves) => tell_moves(moves, rewriter),
    }
}

/// A game's text. One that holds several games, or none, was not stored by us; all of them are told.
fn tell_text(text: &[u8], rewriter: &mut Rewriter, settings: &reading::Settings) -> Told {
    let mut games = Games::new(text, settings);
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
fn tell_moves(game: &Moves<'_>, rewriter: &mut Rewriter) -> Told {
    rewriter.begin(Encoding::Utf8);
    let writer = &mut *rewriter.writer;
    for (name, value) in &game.tags {
        writer.tag(name, value);
    }
    let end = play(game, writer);
    let result = game.tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| &**value);
    writer.termination(game.termination.unwrap_or_else(|| marker_told_by(result)));
    writer.end_game();
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
fn play(game: &Moves<'_>, writer: &mut dyn GameWriter) -> Position {
    let mut position = game.start.clone();
    let mut comments = game.comments.iter().peekable();
    let mut word = Vec::with_capacity(16);
    for (mv, plies) in game.moves.iter().zip(1..) {
        let (number, black) = (position.fullmove(), position.turn() == Color::Black);
        word.clear();
        san::write_body(&position, *mv, &mut word);
        position.play_unchecked(*mv);
        word.extend_from_slice(san::mark(&position));
        writer.play(number, black, &word);
        while let Some((_, text)) = comments.next_if(|(after, _)| *after <= plies) {
            writer.comment(text, CommentForm::Braces);
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
