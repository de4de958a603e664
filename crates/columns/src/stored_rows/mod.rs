//! Stored rows back to games: from the text, else from the document, else from the packed moves, else from the lists.

pub(crate) mod arrays;
mod errors;
mod notes;
mod row_counts;
mod steps;
mod tags;
mod words;

pub use errors::{columns as error_columns, faults};
pub use row_counts::{COUNTED, counted, counted_columns};
pub use steps::EmittedGame;
pub use words::Words;

use crate::Error;
use crate::column::text::GAME_ROW;
use crate::column::{self, Column, documents, moves, packed as packed_column, summary, text};
use crate::stored_rows::arrays::{Blobs, SmallLists, TextArrays, column};
use crate::stored_rows::errors::StoredErrors;
use crate::stored_rows::notes::StoredNotes;
use crate::stored_rows::tags::StoredTags;
use arrow_array::{Array, RecordBatch};
use scoresheet_core::dialect::{self, head_text, label};
use scoresheet_core::error::Fault;
use scoresheet_core::find::{Matcher, Pattern};
use scoresheet_core::game::{self, AnyGames};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::{self, Move, PackedLine, Position};
use scoresheet_core::step::{Dialect, Termination};
use std::borrow::Cow;

/// The games of a batch, code that wrote it.
/// ```
/// use scoresheet_columns::{Batcher, column, stored_rows::{StoredGame, Stored}};
/// use scoresheet_core::{location::Base, read::Record};
///
/// let mut batcher = Batcher::new(&column::resolve(&["tags", "packed"])?);
/// batcher.append(&Record { played: true, ..Record::new() });
/// let batch = batcher.finish(&Base::default(), "games.pgn");
/// let StoredGame::Moves(game) = Stored::of(&batch)?.game(0) else { unreachable!("there is no text") };
/// assert_eq!((game.tags.len(), game.moves.len()), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stored<'b> {
    rows: usize,
    source: MoveSource<'b>,
    tags: StoredTags<'b>,
    termination: Option<TextArrays<'b>>,
    notes: StoredNotes<'b>,
    errors: StoredErrors<'b>,
}

/// Where the moves come from.
enum MoveSource<'b> {
    Text(Blobs<'b>),
    /// The text, else a table with one row.
    DataSet(Blobs<'b>, Blobs<'b>),
    Document(TextArrays<'b>),
    Packed(Blobs<'b>),
    /// From, to, promotion and castling, and the names of the rules.
    Lists([SmallLists<'b>; 4], Option<TextArrays<'b>>),
}

/// A game as it was stored.
pub enum StoredGame<'b> {
    /// The bytes of its text.
    Text(&'b [u8]),
    /// A table of CSV with one row.
    Row(&'b [u8]),
    /// Its document of BGN.
    Document(&'b [u8]),
    /// The values of its columns.
    Moves(Box<Moves<'b>>),
    /// A game that cannot be played.
    Unplayed {
        /// Its tags and its marker, as a text of PGN or VGN.
        text: String,
        /// The error that it had when it was stored.
        error: Option<Fault>,
    },
}

/// A game restored from its columns.
#[derive(Clone, Debug)]
pub struct Moves<'b> {
    /// The tags: the Seven Tag Roster first, then the others with a column, then the rest as stored.
    pub tags: Vec<(Cow<'b, str>, Cow<'b, str>)>,
    /// What the tags mean.
    pub dialect: Dialect,
    /// The start position.
    pub start: Position,
    /// The mainline, up to the first move that is not legal.
    pub moves: Vec<Move>,
    /// How many plies were stored: more than there are moves if one of them is not legal.
    pub plies: usize,
    /// Comments of clocks and evaluations, each with the plies before it.
    pub comments: Vec<(u32, String)>,
    /// The marker after the moves.
    pub termination: Option<Termination>,
    /// The error that the game had when it was stored.
    pub error: Option<Fault>,
}

/// The names of the columns from which games are rebuilt: what a reader should request from a file.
pub fn columns() -> Vec<&'static str> {
    let families = ["tags", "packed", "notes", "text", "documents"];
    let columns = families.into_iter().flat_map(column::of_family).map(|column| column.spec().name);
    columns.chain(moves::LISTS).chain([summary::RULES.spec().name]).collect()
}

/// Whether columns of these names have the moves of games, so that games can be rebuilt if the tags are there, too.
pub fn have_moves(names: &[String]) -> bool {
    let has = |name: &str| names.iter().any(|found| found == name);
    columns_of_all_moves().into_iter().any(has) || moves::LISTS.into_iter().all(has)
}

/// The names of the columns each of which has all moves of a game.
fn columns_of_all_moves() -> [&'static str; 3] {
    [text::GAME_TEXT.spec().name, documents::DOC.spec().name, packed_column::PACKED_MOVES.spec().name]
}

/// The names of the columns from which the moves of games are rebuilt, with those of the facts that patterns can test
/// games if `facts`.
pub fn columns_of_moves(facts: bool) -> Vec<&'static str> {
    let facts: &[_] = if facts { &["result", "white_elo", "black_elo"] } else { &[] };
    let tags = ["fen", "variant", "other_tags", "termination", summary::RULES.spec().name]
        .into_iter()
        .chain(facts.iter().copied());
    tags.chain(columns_of_all_moves()).chain(moves::LISTS).collect()
}

impl<'b> Stored<'b> {
    /// Finds what games are rebuilt from.
    ///
    /// # Errors
    /// [`Error::Missing`] names the families of which columns are missing.
    pub fn of(batch: &'b RecordBatch) -> Result<Stored<'b>, Error> {
        let tags = StoredTags::of(batch);
        let source = match MoveSource::of(batch) {
            Some(source) if source.is_text() => source,
            Some(source) if tags.tell_the_start() => source,
            Some(_) => return Err(Error::Missing(vec!["tags"])),
            None if tags.tell_the_start() => return Err(Error::Missing(vec!["moves"])),
            None => return Err(Error::Missing(vec!["tags", "moves"])),
        };
        let termination = TextArrays::of(batch, "termination");
        Ok(Stored {
            rows: batch.num_rows(),
            source,
            tags,
            termination,
            notes: StoredNotes::of(batch),
            errors: StoredErrors::of(batch),
        })
    }

    /// Whether the games have all that a pattern needs.
    ///
    /// # Errors
    /// [`Error::Missing`] names the family that is missing: columns have evaluations, but NAGs only as a part of texts.
    pub fn has_notes_for(&self, pattern: &Pattern) -> Result<(), Error> {
        match &self.source {
            _ if self.source.is_text() => Ok(()),
            _ if pattern.asks_nags() => Err(Error::Missing(vec!["text"])),
            _ if pattern.asks_evals() && !self.notes.have_evals() => Err(Error::Missing(vec!["notes"])),
            _ => Ok(()),
        }
    }

    /// The columns of tags that are not there: what these tags said is lost. None if games are rebuilt from text.
    pub fn lacking(&self) -> Vec<&'static str> {
        if self.source.is_text() { Vec::new() } else { self.tags.lacking() }
    }

    /// Every game, in the order of the rows.
    pub fn games(&self) -> impl Iterator<Item = StoredGame<'b>> {
        (0..self.rows).map(|row| self.game(row))
    }

    /// The texts of PGN that the first ones of these rows have and that follow each other, and how many these are. Each is
    /// one game.
    pub fn texts(&self, rows: &[usize]) -> Option<(usize, &'b [u8])> {
        let MoveSource::DataSet(Blobs::Small(texts), _) = &self.source else { return None };
        let first = *rows.first()?;
        let follows = |(at, row): (usize, &usize)| *row == first + at && *row < texts.len() && texts.is_valid(*row);
        let count = rows.iter().enumerate().take_while(|place| follows(*place)).count();
        let offsets = texts.value_offsets();
        let [start, end] = [first, first + count].map(|row| offsets.get(row).map(|offset| *offset as usize));
        let bytes = texts.value_data().get(start?..end?)?;
        (count > 0).then_some((count, bytes))
    }

    /// The game in a row. A row beyond the last is a game without moves.
    pub fn game(&self, row: usize) -> StoredGame<'b> {
        match &self.source {
            MoveSource::Text(texts) => return StoredGame::Text(texts.get(row).unwrap_or_default()),
            MoveSource::Document(texts) => {
                if let Some(text) = texts.get(row) {
                    return StoredGame::Document(text.as_bytes());
                }
            }
            MoveSource::DataSet(texts, rows) => {
                return match texts.get(row) {
                    Some(text) => StoredGame::Text(text),
                    None => StoredGame::Row(rows.get(row).unwrap_or_default()),
                };
            }
            MoveSource::Packed(_) | MoveSource::Lists(..) => {}
        }
        let mut tags = self.tags.get(row);
        let dialect = label::of_tags(tags.iter().map(|(name, value)| (&**name, &**value)));
        let marker = self.termination.as_ref().and_then(|markers| markers.get(row));
        let termination = marker.and_then(Termination::find);
        let error = self.errors.get(row);
        let line = self.source.line(row);
        let says_rules = !matches!(self.source, MoveSource::Lists(_, None));
        let place = |line| Some((line, start(&mut tags, dialect, says_rules.then_some(line))?));
        let Some((line, start)) = line.and_then(place) else {
            let text = head_text(tags.iter().map(|(name, value)| (&**name, &**value)), termination);
            return StoredGame::Unplayed { text, error };
        };
        let plies = line.len();
        let moves = legal_moves(line, &start, plies);
        let comments = self.notes.comments(row, moves.len());
        StoredGame::Moves(Box::new(Moves { tags, dialect, start, moves, plies, comments, termination, error }))
    }
}

/// The first moves of a line, at most this many, up to the first one that is not legal.
fn legal_moves(line: PackedLine<'_>, start: &Position, plies: usize) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for packed in line.moves().take(plies) {
        // A file may come from anywhere: nothing in it becomes a move without being legal.
        let Some(mv) = packed.unpack(&position).filter(|mv| position.is_legal(*mv)) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

impl<'b> MoveSource<'b> {
    fn of(batch: &'b RecordBatch) -> Option<MoveSource<'b>> {
        if let Some(texts) = column(batch, text::GAME_TEXT.spec().name).and_then(Blobs::from) {
            return Some(match column(batch, GAME_ROW).and_then(Blobs::from) {
                Some(rows) => MoveSource::DataSet(texts, rows),
                None => MoveSource::Text(texts),
            });
        }
        if let Some(texts) = TextArrays::of(batch, documents::DOC.spec().name) {
            return Some(MoveSource::Document(texts));
        }
        MoveSource::of_moves(batch)
    }

    /// Whether games are stored as texts, which have all of them.
    fn is_text(&self) -> bool {
        matches!(self, MoveSource::Text(_) | MoveSource::DataSet(..) | MoveSource::Document(_))
    }

    /// The columns of moves.
    fn of_moves(batch: &'b RecordBatch) -> Option<MoveSource<'b>> {
        let list = |column: &'static super::column::fill::ListColumn| SmallLists::of(batch, column.spec().name);
        if let Some(packed) = column(batch, packed_column::PACKED_MOVES.spec().name).and_then(Blobs::from) {
            return Some(MoveSource::Packed(packed));
        }
        let (from, to) = (list(&moves::FROM_SQUARE)?, list(&moves::TO_SQUARE)?);
        let (promotion, castle) = (list(&moves::PROMOTION)?, list(&moves::CASTLE)?);
        Some(MoveSource::Lists([from, to, promotion, castle], TextArrays::of(batch, summary::RULES.spec().name)))
    }

    /// The moves of a row, unchecked; `None` if it has none: those of a game that cannot be played are NULL.
    fn line(&self, row: usize) -> Option<PackedLine<'b>> {
        match self {
            MoveSource::Text(_) | MoveSource::DataSet(..) | MoveSource::Document(_) => None,
            MoveSource::Packed(blobs) => blobs.get(row).and_then(PackedLine::read),
            MoveSource::Lists(lists, rules) => {
                let named = match rules.and_then(|rules| rules.get(row)) {
                    Some(id) => Some(rules::played(id)?),
                    None => None,
                };
                lists[0].has(row).then(|| PackedLine::of_lists(named, lists.each_ref().map(|list| list.get(row))))
            }
        }
    }
}

/// The tags that determine where a game starts and by which rules it is played. VGN knows the names of its own in any
/// case.
const STARTS: [&str; 6] = ["FEN", "Variant", "GameFormat", "SetUp", "Rules", "Pieces"];

/// The start position that the tags give, if the rules of the moves can play from it. If the tags name no rules,
/// those of the moves count, and a tag names them. `line` is `None` if only the tags give the rules, not the moves.
fn start(
    tags: &mut Vec<(Cow<'_, str>, Cow<'_, str>)>,
    dialect: Dialect,
    line: Option<PackedLine<'_>>,
) -> Option<Position> {
    if let Some(start) = told_start(tags, dialect).filter(|start| line.is_none_or(|line| line.fits(start))) {
        return Some(start);
    }
    let is_open = dialect == Dialect::Pgn && !tags.iter().any(|(name, _)| name == "Variant");
    let rules = line?.rules().filter(|_| is_open)?;
    let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| &**value);
    let start = dialect::start(fen, Some(rules)).ok()?;
    tags.push((Cow::Borrowed("Variant"), dialect::variant_tag(&start)));
    Some(start)
}

/// The start position that the tags give. The reader of games decides, so that a stored game starts where its text
/// would.
fn told_start(tags: &[(Cow<'_, str>, Cow<'_, str>)], dialect: Dialect) -> Option<Position> {
    let decides = |name: &str| match dialect {
        Dialect::Pgn => STARTS[..2].contains(&name),
        Dialect::Vgn => STARTS.iter().any(|known| known.eq_ignore_ascii_case(name)),
    };
    let mut deciding =
        tags.iter().map(|(name, value)| (&**name, &**value)).filter(|(name, _)| decides(name)).peekable();
    if deciding.peek().is_none() {
        return Some(Position::start());
    }
    let text = head_text(deciding, None);
    let settings = Settings::default();
    let mut record = Record::new();
    let format = if dialect == Dialect::Vgn { game::vgn() } else { game::ALL[0] };
    AnyGames::of(format, text.as_bytes(), &settings).next(&mut record, &mut ());
    record.played.then(|| if record.standard_start { Position::start() } else { record.start })
}

/// What the columns of a row show about a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternHint {
    /// The pattern does not hold in the game.
    Never,
    /// It first holds after this many plies, if the moves up to there are legal.
    After(u32),
    /// The game has to be rebuilt to know.
    Unknown,
}

impl Stored<'_> {
    /// The places where a pattern holds in the game of a row. Only a game from the standard start that is stored as
    /// moves is looked through; `start` is that start. The moves need not be legal, see [`Stored::plays`].
    pub fn find(&self, row: usize, start: &Position, matcher: &mut Matcher) -> PatternHint {
        if self.source.is_text() || matcher.asks_notes() {
            return PatternHint::Unknown;
        }
        let Some(line) = self.source.line(row) else { return PatternHint::Never };
        let Some(facts) = self.tags.facts(row).filter(|_| line.rules().is_none()) else { return PatternHint::Unknown };
        matcher.first(start, &facts, line.moves()).map_or(PatternHint::Never, PatternHint::After)
    }

    /// Whether this many moves of a row can be played from this start.
    pub fn plays(&self, row: usize, start: &Position, plies: u32) -> bool {
        let plies = plies as usize;
        self.source.line(row).is_some_and(|line| legal_moves(line, start, plies).len() == plies)
    }
}
