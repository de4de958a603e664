//! Games as trees: from the blocks of a text, from a text of one game, and from columns.

use crate::failure::Failure;
use crate::formats::refine;
use crate::settings::{OnError, Settings};
use crate::sources::text::{TextReading, Worked};
use scoresheet_columns::stored::{Game, Moves};
use scoresheet_core::error::Fault;
use scoresheet_core::game::GameFormat;
use scoresheet_core::reading::{self, Games};
use scoresheet_core::record::Record;
use scoresheet_core::tally::Tally;
use scoresheet_core::tree::{Builder, Full, Keep, NodeId, Note, NotePlace, Tree};
use scoresheet_files::Block;

/// A game that was read, and its first fault.
pub type ReadTree = (Tree, Option<Fault>);

/// At most so many games of a block; none for one that is left out.
pub(crate) fn build(how: &TextReading<'_>, block: &Block, most: u64) -> Worked<Vec<Option<ReadTree>>> {
    let mut games = how.games(block);
    let mut record = Record::new();
    let mut builder = Builder::new(Keep { spelling: how.settings.keep_spelling });
    let mut built = Vec::new();
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut builder) {
        let fault = record.first_error.take();
        if first_error.is_none() {
            first_error.clone_from(&fault);
        }
        let skip = how.settings.on_error == OnError::Skip && fault.is_some();
        built.push((!skip).then(|| (builder.finish(&record), fault)));
    }
    if let Some((tree, _)) = built.iter_mut().flatten().next_back() {
        Builder::trailing(tree, games.trailing());
    }
    Worked::of(games, first_error, built)
}

/// The only game of a text.
///
/// # Errors
/// Where there is none, or more than one.
pub(crate) fn only(
    bytes: &[u8],
    format: &dyn GameFormat,
    reading: &reading::Settings,
    settings: &Settings,
) -> Result<ReadTree, Failure> {
    let mut games = Games::of(format, bytes, reading);
    if let Some(start) = &settings.fen {
        games = games.starting(start);
    }
    let mut builder = Builder::new(Keep { spelling: settings.keep_spelling });
    let mut record = Record::new();
    if !games.next(&mut record, &mut builder) {
        return Err(no_game());
    }
    let mut tree = builder.finish(&record);
    let fault = record.first_error.take();
    if games.next(&mut record, &mut ()) {
        let hint = "write it to a file and go through `scoresheet.read`";
        return Err(Failure::usage("the text holds more than one game", hint));
    }
    Builder::trailing(&mut tree, games.trailing());
    Ok((tree, fault))
}

/// A text without a game.
pub(crate) fn no_game() -> Failure {
    Failure::usage("the text holds no game", "a path is read by `scoresheet.read`")
}

/// A stored game as a tree. Of a text with several games, which was not stored by us, the first one.
pub(crate) fn rebuilt(game: &Game<'_>, reading: &reading::Settings, settings: &Settings) -> (ReadTree, Tally) {
    match game {
        Game::Moves(moves) => {
            let tree = tree_of(moves).unwrap_or_default();
            let mut tally = Tally::default();
            tally.add_game(&Record { termination: moves.termination, ..Record::new() });
            tally.plies = moves.moves.len() as u64;
            ((tree, None), tally)
        }
        Game::Text(text) => {
            let mut games = Games::of(refine::format_of(text), text, reading);
            let (mut record, mut builder) = (Record::new(), Builder::new(Keep { spelling: settings.keep_spelling }));
            let read = games.next(&mut record, &mut builder);
            let tree = if read { builder.finish(&record) } else { Tree::new() };
            let mut tally = games.into_tally();
            tally.games = 1;
            ((tree, record.first_error.take()), tally)
        }
    }
}

/// The mainline, the tags and the notes that columns hold.
fn tree_of(game: &Moves<'_>) -> Result<Tree, Full> {
    let mut tree = Tree::starting(&game.start);
    for (name, value) in &game.tags {
        tree.tags_mut().push(name, value)?;
    }
    tree.set_termination(game.termination);
    let mut comments = game.comments.iter().peekable();
    let mut at = NodeId::ROOT;
    for (mv, plies) in game.moves.iter().zip(1..) {
        at = tree.add(at, *mv, false)?;
        while let Some((_, text)) = comments.next_if(|(after, _)| *after <= plies) {
            tree.add_note(at, Note::comment(NotePlace::After, text))?;
        }
    }
    Ok(tree)
}
