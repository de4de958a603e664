//! Games as text, which the core reads and writes.

use crate::common::failure::Failure;
use crate::containers::{Alone, Container, JobInput, ParsedGame, SinkRequest};
use crate::formats::foreign::DOCUMENT;
use crate::formats::refine;
use crate::options::validation;
use crate::pipeline::excerpt::{Excerpt, explain};
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::{OnError, Settings, WriteSettings};
use crate::sinks::split::{SplitFiles, Template};
use crate::sinks::text::{TextFile, WrittenTree, write_tree};
use crate::sinks::trees::{ReadTree, TreeFaults};
use crate::sources::text::{self, replaying};
use scoresheet_core::base64;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::{self, AnyGames, Block, GameFormat, ReadOptions};
use scoresheet_core::loss::{Loss, LossKind};
use scoresheet_core::read::{self, KeepFaults, Record};
use scoresheet_core::tree::{Builder, Keep, Tree};
use std::path::Path;

/// The maximum length of a text that is taken for a path.
const LONGEST_PATH: usize = 4096;

impl Container for &'static dyn GameFormat {
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
        text::take(pass, input.of(*self), sink)
    }

    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        let SinkRequest { output, inputs, settings, foreign } = *request;
        let existing = output.filter(|name| settings.write.append && Path::new(name).exists());
        Ok(match Template::of(output, (*self).into(), &settings.write)? {
            Some(template) => Box::new(
                SplitFiles::create(*self, template, inputs, &settings.write, foreign)?
                    .writing_found(settings.transforms.search()),
            ),
            None => {
                let file = match existing {
                    Some(name) => TextFile::extend(*self, name, settings, foreign)?,
                    None => TextFile::new(*self, request.create((*self).spec())?, &settings.write, foreign),
                };
                Box::new(file.writing_found(settings.transforms.search()))
            }
        })
    }

    fn parse(&self, bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
        if let Some(document) = infinite(bytes, *self, settings) {
            return (&DOCUMENT).parse(&document, settings, foreign);
        }
        // If the format is not given, the game reveals it.
        let format = if settings.read.from.is_none() { refine::format_in(*self, bytes) } else { *self };
        read(bytes, format, settings).map(|read| ParsedGame::Tree(Box::new(read)))
    }

    fn write(&self, tree: &Tree, settings: &WriteSettings, _foreign: &dyn Foreign) -> Result<Alone, Failure> {
        let WrittenTree { mut bytes, closing, binary, losses } = write_tree(tree, *self, &settings.options(*self));
        closing.close(&mut bytes);
        let encodes = settings.in_base64((*self).spec());
        let bytes = if encodes { base64::file(&bytes) } else { bytes };
        let losses = losses.iter().map(|loss| (Lost::of(loss.kind, loss.count), place(loss)));
        Ok(Alone { text: Some(bytes), binary: binary && !encodes, losses: losses.collect() })
    }
}

/// The document of the only game of a text, if the game is on a board without edges.
fn infinite(bytes: &[u8], format: &'static dyn GameFormat, settings: &Settings) -> Option<Vec<u8>> {
    if !game::has_documents(format) {
        return None;
    }
    let own = settings.read_options(format, None);
    let options = ReadOptions { limits: &settings.read.limits, own: &own };
    let mut games = AnyGames::of_block(format, Block::whole(bytes), &options, &replaying(settings));
    let document = games.next_infinite()?.json.into_owned();
    let is_only = games.next_infinite().is_none() && !games.next(&mut Record::new(), &mut ());
    is_only.then_some(document)
}

fn read(bytes: &[u8], format: &'static dyn GameFormat, settings: &Settings) -> Result<ReadTree, Failure> {
    validation::check_text(settings, format.into())?;
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

/// The place of a loss in a game.
fn place(loss: &Loss) -> String {
    match loss.first.number {
        None if loss.kind == LossKind::UnplayedGame => "the game".to_owned(),
        Some((number, black)) => format!("move {number}{}", if black { "..." } else { "." }),
        None => "the tags".to_owned(),
    }
}

/// The only game of a text.
fn only(
    bytes: &[u8],
    format: &'static dyn GameFormat,
    reading: &read::Settings,
    settings: &Settings,
) -> Result<ReadTree, Failure> {
    let own = settings.read_options(format, None);
    let options = ReadOptions { limits: &settings.read.limits, own: &own };
    let mut games = AnyGames::of_block(format, Block::whole(bytes), &options, reading);
    if let Some(start) = &settings.read.start.position {
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
        return Err(several_games());
    }
    Builder::trailing(&mut tree, games.trailing());
    Ok(ReadTree { tree, found })
}

/// The failure for a text with several games instead of one.
pub(super) fn several_games() -> Failure {
    let hint = "`scoresheet.parse_all` returns all of them; `limit=1` reads only the first";
    Failure::usage("the text holds more than one game", hint)
}

/// Whether a game is empty: it has no tags, moves and result, and the text is the path of a file, or starts with something
/// that has no meaning.
fn is_nothing(tree: &Tree, found: &TreeFaults, bytes: &[u8]) -> bool {
    let bare = tree.is_empty() && tree.tags().is_empty() && tree.termination().is_none();
    let start = bytes.len() - bytes.trim_ascii_start().len();
    let is_word = |fault: &Fault| {
        let code = matches!(fault.code, Code::MoveSyntax | Code::Stray | Code::Reserved);
        code && fault.at.byte == start as u64 && !bytes[start..].first().is_some_and(u8::is_ascii_digit)
    };
    let is_path = || !found.errors.is_empty() && path(bytes).is_some();
    bare && (found.errors.iter().chain(&found.notes).any(is_word) || is_path())
}

/// A text without a game: garbage, an empty text, or the path of a file.
pub(super) fn no_game(bytes: &[u8]) -> Failure {
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
