//! PGN: the Portable Game Notation of 1994, and later usage.

#[doc(hidden)]
pub mod frame;
mod lexer;
pub(in crate::game) mod owned_text;
pub(in crate::game) mod parts;
mod plain_moves;
mod reader;
mod writer;

pub use super::number::Numeral;
pub use lexer::{Ahead, Peeked, PlainCursor};
pub use reader::PgnReader;
pub use writer::PgnWriter;

use super::format::{
    Block, FormatOptions, FormatSpec, GameFormat, Marks, NamedOptions, OptionSpec, ReadOptions, WriteOptions,
    preferring,
};
use super::text_output::{self, TextOutput};
use super::uci_list::is_list;
use crate::event::{Event, What};
use crate::json::is_json;
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation, language, san};
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The format's entry in the registry.
pub struct Pgn;

static SPEC: FormatSpec = FormatSpec {
    id: "pgn",
    title: "Portable Game Notation",
    source: "Portable Game Notation Specification and Implementation Guide, 1994.03.12",
    extensions: &["pgn"],
    media: "application/vnd.chess-pgn",
    moves,
    positions: &["fen"],
    options: &[WIDTH, text_output::ENCODING, text_output::BOM],
    lacks: Lacks::INNER_MARKERS.and(Lacks::BGN),
    losses: &[
        LossKind::Tag,
        LossKind::OddStart,
        LossKind::CommentBrace,
        LossKind::LineEnd,
        LossKind::Nag,
        LossKind::NagComposite,
        LossKind::ResultSentence,
        LossKind::TagText,
        LossKind::Character,
    ],
    pattern: Some(|| lexer::pattern(&notation::pattern_of(notation::ALL[0]))),
    tokens: Some(|| lexer::tokens(&language::ALL.iter().flat_map(|letters| letters.pieces).collect())),
    ..FormatSpec::EMPTY
};

/// The option for the length of lines.
const WIDTH: OptionSpec = OptionSpec {
    id: "width",
    values: &["N"],
    default: "79",
    doc: "the longest line of moves and comments in characters, 0 for a single line; a longer word is never broken",
    reads: false,
};

/// SAN first, in every language, then notations that other programs do not accept in PGN but that are read here.
fn moves() -> Vec<&'static str> {
    let san: Vec<_> = san::ALL.iter().map(|san| san.spec().id).collect();
    preferring(&san, notation::that_may_stand(|words| words.in_pgn))
}

impl GameFormat for Pgn {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        !is_json(head) && lexer::looks_like_games(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        // Coordinates without numbers are read as PGN, too, if the file has its extension.
        is_list(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        frame::cut(bytes, last, limits)
    }

    fn marks(&self) -> Option<&'static Marks> {
        Some(&frame::MARKS)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        frame::resync(bytes)
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(PgnReader::new(block.bytes, options.limits))
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(PgnWriting::of(given))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(PgnWriter::new(options))
    }

    fn header(&self, options: &WriteOptions) -> Vec<u8> {
        options.own.get::<PgnWriting>().text.mark().to_vec()
    }
}

/// How PGN is written.
#[derive(Clone, Copy)]
struct PgnWriting {
    /// The notation of the moves.
    notation: &'static dyn MoveNotation,
    /// The longest line in characters.
    width: usize,
    /// How text is encoded.
    text: TextOutput,
}

impl PgnWriting {
    fn of(given: &NamedOptions<'_>) -> PgnWriting {
        let width = match WIDTH.value(given.own).parse() {
            Ok(0) | Err(_) => usize::MAX,
            Ok(width) => width,
        };
        PgnWriting { notation: given.notation(), width, text: TextOutput::of(given.own) }
    }
}

impl Default for PgnWriting {
    fn default() -> PgnWriting {
        PgnWriting::of(&NamedOptions::default())
    }
}

/// The NAG for a text, with its number if it has one. `None` if the text is not a NAG.
///
/// ```
/// use scoresheet_core::game::pgn::spelled_nag;
/// assert_eq!(["$4", "??", "$300", "4"].map(spelled_nag), [Some(Some(4)), Some(Some(4)), Some(None), None]);
/// ```
pub fn spelled_nag(text: &str) -> Option<Option<u8>> {
    let game = alloc::format!("e4 {text} *");
    let mut reader = PgnReader::new(game.as_bytes(), &Limits::default());
    let mut nag = None;
    reader.next_game();
    while let Some(item) = reader.next_event() {
        nag = match (item.what, nag) {
            (What::Event(Event::Move(_) | Event::Termination(_)), nag) => nag,
            (What::Event(Event::Nag { value, spelled }), None) if *spelled == *text.as_bytes() && text != "$" => {
                Some(value)
            }
            _ => return None,
        };
    }
    nag
}
