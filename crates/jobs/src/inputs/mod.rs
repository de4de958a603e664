//! Opens inputs, and detects the format of each.

pub(crate) mod archive_bytes;
pub(crate) mod archive_file;
pub mod arguments;
pub mod caller_table;
pub mod part_sizes;
pub mod parts;
pub mod split;
pub(crate) mod tables;

pub use tables::parquet_columns;

use crate::formats::{self, Format, base64_text, detect, likeness, refine, shown_name};
use crate::settings::{ReadSettings, Settings};
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, GameFormat};
use scoresheet_files::{FileError, Input, Source};
use std::ops::ControlFlow;
use std::path::Path;

/// An open input and its format.
pub(crate) struct OpenInput {
    pub(crate) source: Source,
    pub(crate) format: Format,
}

/// Opens an input and determines its format: from the settings, else from its first bytes, else from its name, else
/// PGN. The data at a URL is not examined.
///
/// # Errors
/// If it cannot be opened or read, or is text that is not read here.
pub(crate) fn open(
    input: &Input,
    settings: &ReadSettings,
    mut tick: impl FnMut() -> ControlFlow<()>,
) -> Result<OpenInput, FileError> {
    if let Some(format) = input.elsewhere().and_then(detect::of_name) {
        return Ok(OpenInput { source: Source::from_bytes(input.name(), b"", &settings.limits), format });
    }
    if caller_table::of(input).is_some() {
        let source = Source::from_bytes(input.name(), b"", &settings.limits);
        return Ok(OpenInput { source, format: formats::of_tables_in_memory() });
    }
    let mut source = input.open(&settings.limits)?;
    if let Some(format) = input.as_part().and_then(|part| formats::find(part.format).ok()) {
        return Ok(OpenInput { source, format });
    }
    source.set_uncompressed(detect::is_binary);
    if base64_text::is_expected(settings.from, input.name()) && base64_text::starts(source.head(&mut tick)?) {
        source.decode_base64()?;
    }
    let detected = |head: &[u8]| settings.from.unwrap_or_else(|| detect::of_file(input.name(), head));
    let mut format = detected(source.head(&mut tick)?);
    if let Some(encoding) = settings.encoding.filter(|_| format.spec().text) {
        source.decode(encoding)?;
        format = detected(source.head(&mut tick)?);
    }
    let head = source.head(&mut tick)?;
    if format.spec().text && (head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff")) {
        let message = format!("cannot read `{}`: the text is UTF-16", input.name());
        let refused = FileError::new(scoresheet_files::Kind::Unreadable, input.name(), message);
        return Err(FileError { code: Code::EncodingUtf16, ..refused });
    }
    // The ending `.json` alone does not identify a format.
    let is_doubted = |text: &dyn GameFormat| refine::stands_alone(text) || !text.spec().writes && !text.detects(head);
    if settings.from.is_none() && format.text().is_some_and(is_doubted) && game::is_json(head) {
        let message = format!("cannot read `{}`: it is JSON, but in no known format of games", input.name());
        let refused = FileError::new(scoresheet_files::Kind::Unreadable, input.name(), message);
        return Err(FileError { code: Code::FileKind, hint: JSON_GAMES, ..refused });
    }
    // The content is doubted only if neither the settings nor the name determined the format.
    let is_taken_for_pgn = settings.from.is_none() && format.id() == formats::usual().spec().id;
    if is_taken_for_pgn && !likeness::may_be_games(head) && !likeness::may_be_games(source.more_head(tick)?) {
        let message = format!("cannot read `{}`: it does not look like chess games", input.name());
        let refused = FileError::new(scoresheet_files::Kind::Unreadable, input.name(), message);
        return Err(FileError { code: Code::FileKind, hint: NO_GAMES, ..refused });
    }
    Ok(OpenInput { source, format })
}

/// The hint for JSON that is of no known format.
const JSON_GAMES: &str = "BGN, and exports of lichess.org and chess.com are read; if its games have a field `pgn`, take that out with \
    `jq -r '.. | objects | .pgn // empty' FILE > games.pgn`, or name its format with `{from_}`";

/// The hint for a file without games.
const NO_GAMES: &str = "check that it is the right file, or name its format with `{from_}`";

/// The name of the format of an input.
pub fn kind(input: &Input, settings: &Settings) -> &'static str {
    format(input, &settings.read).id()
}

/// The database that an argument names. Only a URL or a file can name one: folders are not walked, archives are not
/// listed, and pipes are not opened, because reading them consumes their data.
pub fn store(argument: &str, settings: &Settings) -> Option<&'static str> {
    let is_url = formats::is_store_url(argument);
    if !is_url && !Path::new(argument).is_file() {
        return None;
    }
    let input = if is_url { Input::at_url(argument, &shown_name(argument)) } else { Input::file(argument) };
    let found = format(&input, &settings.read);
    found.is_database().then(|| found.id())
}

/// The format of an input. For inputs that cannot be examined, and for standard input, which must not be, the name
/// determines it.
pub(crate) fn format(input: &Input, settings: &ReadSettings) -> Format {
    let named = || settings.from.unwrap_or_else(|| detect::of_file(input.name(), b""));
    if input.size().is_none() && caller_table::of(input).is_none() {
        return named();
    }
    open(input, settings, || ControlFlow::Continue(())).map_or_else(|_| named(), |opened| opened.format)
}
