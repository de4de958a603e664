//! What a game format is: an entry in the registry, and what it can do.

use crate::find::Pattern;
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation};
use crate::pattern::{GameRegex, TokenRegex};
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;

/// The registry entry of a format.
#[derive(Debug)]
pub struct FormatSpec {
    /// Its name, as users see it.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// Extensions of its files, without the dot. The first is the one to write.
    pub extensions: &'static [&'static str],
    /// Other names that users may write for it as the format of an output, also as its extension. Inputs that end so can be of
    /// several formats.
    pub synonyms: &'static [&'static str],
    /// Its media type.
    pub media: &'static str,
    /// Whether all its files are text; otherwise they may hold any bytes.
    pub text: bool,
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
    /// Whether a file of it holds one game only.
    pub single: bool,
    /// Whether `--fen` can set the start of its games.
    pub starts: bool,
    /// Its own options: `-O NAME=VALUE`.
    pub options: &'static [OptionSpec],
    /// The move notations that `--moves` accepts; the first is written by default. Empty if there is no choice.
    /// Formats take them from the registry of notations, from the properties of each notation.
    pub moves: fn() -> Vec<&'static str>,
    /// The position notations that `--positions` accepts; the first is written by default. They are part of the
    /// definition of the format, and new notations do not change them.
    pub positions: &'static [&'static str],
    /// The steps of a game that it cannot express with any options. They are left out and counted by the
    /// filter.
    pub lacks: Lacks,
    /// Other things that it cannot express for some games.
    pub losses: &'static [LossKind],
    /// The regular expression of one game, as the strict reader sees it; `None` if there is none, as for bytes.
    pub pattern: Option<fn() -> GameRegex>,
    /// The regular expression of the tokens of its files; `None` if there is none.
    pub tokens: Option<fn() -> TokenRegex>,
}

impl FormatSpec {
    /// An entry that others are made from.
    pub const EMPTY: FormatSpec = FormatSpec {
        id: "",
        title: "",
        source: "",
        extensions: &[],
        synonyms: &[],
        media: "text/plain",
        text: true,
        reads: true,
        writes: true,
        single: false,
        starts: false,
        options: &[],
        moves: Vec::new,
        positions: &[],
        lacks: Lacks::NOTHING,
        losses: &[],
        pattern: None,
        tokens: None,
    };

    /// All that it cannot express, each kind once, in the order of the list of kinds.
    pub fn all_losses(&self) -> Vec<LossKind> {
        let mut kinds: Vec<LossKind> = self.lacks.losses().chain(self.losses.iter().copied()).collect();
        kinds.sort_by_key(|kind| *kind as usize);
        kinds.dedup();
        kinds
    }
}

/// These ids, with the ones that a format prefers in front, in the order in which it names them.
pub(super) fn preferring(first: &[&str], ids: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut ids: Vec<_> = ids.collect();
    ids.sort_by_key(|id| first.iter().position(|preferred| preferred == id).unwrap_or(first.len()));
    ids
}

/// An option of one format.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name.
    pub id: &'static str,
    /// The accepted values. `N` means any whole number, `TEXT` any text, `NAME=TEXT,...` texts by name.
    pub values: &'static [&'static str],
    /// The value unless set.
    pub default: &'static str,
    /// One line of help.
    pub doc: &'static str,
    /// Whether it is an option for reading; otherwise, it is one for writing.
    pub reads: bool,
}

impl OptionSpec {
    /// Its value among the options that were given by name, the last one if there are more; `None` if it was not given.
    pub fn given<'g>(&self, given: &'g [(String, String)]) -> Option<&'g str> {
        given.iter().rev().find(|(name, _)| name == self.id).map(|(_, value)| value.as_str())
    }

    /// The same, or its default.
    pub fn value<'g>(&self, given: &'g [(String, String)]) -> &'g str {
        self.given(given).unwrap_or(self.default)
    }
}

/// The own options of a format, parsed to a type of the format: once for all blocks. Other formats read it as their
/// defaults.
#[derive(Clone, Debug, Default)]
pub struct FormatOptions(Option<Arc<dyn Any + Send + Sync>>);

impl FormatOptions {
    /// None were given.
    pub const NONE: &'static FormatOptions = &FormatOptions(None);

    /// Options that were parsed.
    pub(super) fn new(parsed: impl Any + Send + Sync) -> FormatOptions {
        FormatOptions(Some(Arc::new(parsed)))
    }

    /// The options of a format, by their type.
    pub(super) fn get<T: Any + Clone + Default>(&self) -> T {
        self.0.as_deref().and_then(|parsed| parsed.downcast_ref()).cloned().unwrap_or_default()
    }
}

/// Whether a file of bytes is written as text: an option of binary formats, applied by the code that writes the file.
pub const BASE64: OptionSpec = OptionSpec {
    id: "base64",
    values: &["no", "yes"],
    default: "no",
    doc: "whether the file is text: `base64:`, and its bytes in base64 on the same line; such a file is read like the bytes in it",
    reads: false,
};

/// How strictly moves are compared with the board: an option of formats whose notations can express illegal moves.
pub const VALIDATION: OptionSpec = OptionSpec {
    id: "validation",
    values: &["off", "basic", "full"],
    default: "basic",
    doc: "the required check of each move: a piece on its starting square, text that matches the board, or legality",
    reads: true,
};

/// How a source of a format is read in parts, each of which starts at a game.
///
/// For every offset into a source there is one place: the first start of a game that the bytes from the offset on prove
/// by themselves. Neighbours find the same place, so that no game is lost or read twice.
#[derive(Debug)]
pub struct Marks {
    /// How many bytes on either side of a place decide whether it is one.
    pub reach: usize,
    /// The first place in bytes that start at any offset.
    pub first: fn(&[u8]) -> Option<usize>,
    /// How many leading bytes of a source cannot hold a place; `None` if more bytes are needed.
    pub prologue: fn(&[u8], &Limits) -> Option<usize>,
    /// How many games are in whole games.
    pub count: fn(&[u8], &Limits) -> u64,
}

/// A way to write games down.
pub trait GameFormat: Sync {
    /// Its registry entry.
    fn spec(&self) -> &'static FormatSpec;
    /// Whether a source that starts with `head` looks like this format.
    fn detects(&self, head: &[u8]) -> bool;
    /// Whether a source with this format's extension may be it, though its start looks like another format.
    fn claims(&self, _head: &[u8]) -> bool {
        false
    }
    /// How many leading bytes of a source are its opening: they belong to no game, but determine how all of them are
    /// read. `None` if more bytes are needed. `last` means that none follow.
    fn opening(&self, _bytes: &[u8], _last: bool, _options: &ReadOptions<'_>) -> Option<usize> {
        Some(0)
    }
    /// How many leading bytes are whole games, if `bytes` start with one; `None` if more bytes are needed. `last`
    /// means that none follow.
    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize>;
    /// The same for a block whose source starts with a known opening, and whether anything after can be read.
    fn cut_block(&self, block: Block<'_>, last: bool, options: &ReadOptions<'_>) -> Option<BlockEnd> {
        self.cut(block.bytes, last, options.limits).map(|length| BlockEnd { length, ends: false })
    }
    /// How a source is read in parts; `None` if it is read as a whole.
    fn marks(&self) -> Option<&'static Marks> {
        None
    }
    /// Where the next game starts after one that is too long.
    ///
    /// # Errors
    /// How many leading bytes are surely still of that game.
    fn resync(&self, bytes: &[u8]) -> Result<usize, usize>;
    /// Its own options about reading, of those that were given by name and checked.
    fn read_options(&self, _given: &[(String, String)]) -> FormatOptions {
        FormatOptions::default()
    }
    /// Its options about writing, of those that were given by name and checked.
    fn write_options(&self, _given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::default()
    }
    /// Reads the games of a block.
    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a>;
    /// Writes games.
    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter>;
    /// Whether a file of one game holds that game alone, without header and footer.
    fn stands_alone(&self) -> bool {
        false
    }
    /// What is in a file before the first game.
    fn header(&self, _options: &WriteOptions) -> Vec<u8> {
        Vec::new()
    }
    /// What is in a file after the last game.
    fn footer(&self, _options: &WriteOptions) -> Vec<u8> {
        Vec::new()
    }
}

/// Where a block is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEnd {
    /// How many leading bytes are whole games.
    pub length: usize,
    /// Whether nothing after them can be read: the end of their last game is not known.
    pub ends: bool,
}

/// A part of a source that starts where a game starts and ends where one ends.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// Its bytes. Those of the first block start with the opening, if the format has one.
    pub bytes: &'a [u8],
    /// The opening of the source, if the block does not start with it itself.
    pub opening: Option<&'a [u8]>,
    /// Whether the source ends with it.
    pub last: bool,
}

impl<'a> Block<'a> {
    /// A whole source.
    pub fn whole(bytes: &'a [u8]) -> Block<'a> {
        Block { bytes, opening: None, last: true }
    }
}

/// How a format reads.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'o> {
    /// Limits that protect against hostile input.
    pub limits: &'o Limits,
    /// The format's own options, by [`GameFormat::read_options`].
    pub own: &'o FormatOptions,
}

/// A search for positions.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    /// What is searched for.
    pub pattern: Arc<Pattern>,
    /// Whether every place counts rather than the first one of each game.
    pub all: bool,
}

/// How games are written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The Seven Tag Roster first, in order and complete.
    pub export: bool,
    /// The other tags in ASCII order.
    pub sort_tags: bool,
    /// Signs of annotation and comments as they were spelled.
    pub keep_spelling: bool,
    /// Games of PGN stay PGN if the format holds both, because the input is in that format, too.
    pub keep_format: bool,
    /// The pattern that games were selected by: formats of boards write the positions in which it holds.
    pub search: Option<BoardSearch>,
    /// The options that depend on the format, by [`GameFormat::write_options`].
    pub own: FormatOptions,
}

/// Options about writing that depend on the format, as they were given: by name, and checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamedOptions<'g> {
    /// The move notation, one of [`FormatSpec::moves`].
    pub moves: Option<&'g str>,
    /// The position notation, one of [`FormatSpec::positions`].
    pub positions: Option<&'g str>,
    /// The format's own.
    pub own: &'g [(String, String)],
}

impl NamedOptions<'_> {
    /// The move notation, or else SAN.
    pub(super) fn notation(&self) -> &'static dyn MoveNotation {
        self.moves.and_then(notation::find).unwrap_or(notation::ALL[0])
    }
}
