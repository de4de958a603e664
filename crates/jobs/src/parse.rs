//! One game from text or bytes.

use crate::common::failure::Failure;
use crate::formats::foreign::ForeignFormat;
use crate::formats::{Format, detect, refine};
use crate::options::validation;
use crate::pipeline::excerpt::{Excerpt, explain};
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignText};
use crate::settings::{OnError, Settings};
use crate::sinks::trees::{ReadTree, TreeFaults};
use crate::sources::text::replaying;
use scoresheet_core::error::Code;
use scoresheet_core::game::{AnyGames, Block, GameFormat, ReadOptions};
use scoresheet_core::read::{self, KeepFaults, Record};
use scoresheet_core::tree::{Builder, Keep, NodeId, NoteKind, Tree};
use std::path::Path;

/// The maximum length of a text that is taken for a path.
const LONGEST_PATH: usize = 4096;

/// A game that was parsed.
pub enum ParsedGame {
    /// A tree with its faults.
    Tree(Box<ReadTree>),
    /// A game of the caller.
    Foreign(ForeignGame),
}

/// The only game in a text.
///
/// # Errors
/// If there is none or more than one, an option does not fit, or everything is to stop at an error.
pub fn parse(bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
    match settings.read.from.unwrap_or_else(|| detect::of_file("", bytes)) {
        Format::Foreign(format) => read_foreign(bytes, format, settings, foreign).map(ParsedGame::Foreign),
        Format::Text(format) => {
            // If the format is not given, the game reveals it.
            let format = if settings.read.from.is_none() { refine::format_in(format, bytes) } else { format };
            read(bytes, format, settings).map(|read| ParsedGame::Tree(Box::new(read)))
        }
        format @ (Format::Book(_) | Format::Archive(_) | Format::Columns(_) | Format::Store(_)) => {
            let what = match format {
                Format::Book(_) => "book of moves",
                Format::Archive(_) => "file of games",
                _ => "table of games",
            };
            let message = format!("`{}` data is a {what}, not the text of one game", format.id());
            Err(Failure::usage(message, "`scoresheet.read` takes such bytes"))
        }
    }
}

fn read_foreign(
    bytes: &[u8],
    format: &'static ForeignFormat,
    settings: &Settings,
    foreign: &dyn Foreign,
) -> Result<ForeignGame, Failure> {
    validation::check_text(settings, Format::Foreign(format))?;
    let read = foreign.read(&ForeignText::new(bytes, format, settings))?;
    let keep = settings.read.on_error == OnError::Keep && read.is_game;
    match read.raised(bytes, None).filter(|_| !keep) {
        Some(failure) => Err(failure),
        None => read.game.ok_or_else(|| no_game(bytes)),
    }
}

fn read(bytes: &[u8], format: &'static dyn GameFormat, settings: &Settings) -> Result<ReadTree, Failure> {
    validation::check_text(settings, Format::Text(format))?;
    let reading = read::Settings { keep_faults: KeepFaults::OfGame, ..replaying(settings) };
    let read = only(bytes, format, &reading, settings)?;
    match read.found.errors.first() {
        Some(fault) if settings.read.on_error != OnError::Keep => {
            let fault = fault.clone();
            let report = explain(&fault, "error", None, Excerpt::of(bytes, &fault).as_ref());
            Err(Failure::Input { file: None, fault, report: Some(report) })
        }
        _ => Ok(read),
    }
}

/// The only game of a text.
fn only(
    bytes: &[u8],
    format: &'static dyn GameFormat,
    reading: &read::Settings,
    settings: &Settings,
) -> Result<ReadTree, Failure> {
    let choices = settings.read_choices(format.spec(), None);
    let options = ReadOptions { limits: &settings.read.limits, choices: &choices };
    let mut games = AnyGames::of_block(format, Block::whole(bytes), &options, reading);
    if let Some(start) = &settings.read.fen {
        games = games.starting(start);
    }
    let mut builder = Builder::new(Keep { spelling: settings.write.keep_spelling });
    let mut record = Record::new();
    if !games.next(&mut record, &mut builder) {
        return Err(no_game(bytes));
    }
    let mut tree = builder.finish();
    let found = TreeFaults::of(&record, settings.read.strict);
    if is_nothing(&tree, &found, bytes) {
        return Err(no_game(bytes));
    }
    if games.next(&mut record, &mut ()) {
        let hint = "`scoresheet.parse_all` returns all of them; `limit=1` reads only the first";
        return Err(Failure::usage("the text holds more than one game", hint));
    }
    Builder::trailing(&mut tree, games.trailing());
    Ok(ReadTree { tree, found })
}

/// Whether a game is empty: nothing of its text was understood, and the text is the path of a file, or starts with a
/// word that is not a move in any spelling.
fn is_nothing(tree: &Tree, found: &TreeFaults, bytes: &[u8]) -> bool {
    let bare = tree.is_empty() && tree.tags().is_empty() && tree.termination().is_none();
    if !bare || tree.notes(NodeId::ROOT).any(|note| note.kind != NoteKind::Rest) {
        return false;
    }
    let numbered = bytes.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    found.errors.first().is_some_and(|fault| path(bytes).is_some() || fault.code == Code::MoveSyntax && !numbered)
}

/// A text without a game: garbage, an empty text, or the path of a file.
fn no_game(bytes: &[u8]) -> Failure {
    match path(bytes) {
        Some(path) => {
            let hint = format!("did you mean `scoresheet.read({path:?})`?");
            Failure::usage("the text holds no game: it is the path of a file", hint)
        }
        None => Failure::usage("the text holds no game", "`scoresheet.read` takes paths and open files"),
    }
}

/// A text as the path of an existing file.
fn path(bytes: &[u8]) -> Option<&str> {
    let named = std::str::from_utf8(bytes).ok().filter(|name| !name.is_empty() && name.len() <= LONGEST_PATH)?;
    (!named.contains('\n') && Path::new(named).exists()).then_some(named)
}
