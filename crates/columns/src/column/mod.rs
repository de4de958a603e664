//! The registry of columns. Schemas, help, documentation and checks of names are generated from [`ALL`].

mod builder;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod errors;
pub(crate) mod fill;
#[doc(hidden)]
pub mod moves;
#[doc(hidden)]
pub mod notes;
#[doc(hidden)]
pub mod openings;
#[doc(hidden)]
pub mod packed;
mod spec;
#[doc(hidden)]
pub mod summary;
#[doc(hidden)]
pub mod tags;
#[doc(hidden)]
pub mod text;

pub use builder::{BatchPlace, Column, ColumnBuilder};
pub use spec::{ColumnSpec, Type};

use scoresheet_core::read::Depth;
use scoresheet_core::write::{Lacks, StoredCommand};
use std::fmt;

/// A family of columns: a name for several.
#[derive(Debug)]
pub struct Family {
    /// Its name, which no column has.
    pub name: &'static str,
    /// One line.
    pub doc: &'static str,
    /// Whether it is included by default.
    pub default: bool,
}

/// Every family.
#[rustfmt::skip]
pub static FAMILIES: &[Family] = &[
    Family { name: "tags", doc: "the values of the tags, typed", default: true },
    Family { name: "summary", doc: "counts and first plies, for queries that do not need the moves", default: true },
    Family { name: "moves", doc: "parallel lists with one element per ply", default: true },
    Family { name: "openings", doc: "the opening by the positions that were reached, regardless of the tags", default: false },
    Family { name: "packed", doc: "the mainline as one blob, two bytes per ply", default: false },
    Family { name: "notes", doc: "clocks, evaluations, annotations", default: false },
    Family { name: "text", doc: "the original bytes of the game in the file", default: false },
    Family { name: "documents", doc: "the game as a BGN document, from which it can be restored without loss", default: false },
    Family { name: "errors", doc: "the errors of the game", default: false },
];

/// Every column, family by family, in the order of the table.
#[rustfmt::skip]
pub static ALL: &[&dyn Column] = &[
    &tags::GAME,
    &tags::SOURCE,
    &tags::EVENT,
    &tags::SITE,
    &tags::ROUND,
    &tags::BOARD_NUMBER,
    &tags::WHITE,
    &tags::BLACK,
    &tags::RESULT,
    &tags::ECO,
    &tags::OPENING,
    &tags::VARIANT,
    &tags::ANNOTATOR,
    &tags::DATE_TEXT,
    &tags::DATE,
    &tags::DATE_PRECISION,
    &tags::YEAR,
    &tags::START_TIME,
    &tags::WHITE_ELO,
    &tags::BLACK_ELO,
    &tags::WHITE_TITLE,
    &tags::BLACK_TITLE,
    &tags::TIME_CONTROL,
    &tags::BASE_SECONDS,
    &tags::INCREMENT_SECONDS,
    &tags::SPEED,
    &tags::ENDED_BY,
    &tags::TERMINATION,
    &tags::FEN,
    &tags::OTHER_TAGS,
    &tags::OPERATIONS,
    &summary::PLY_COUNT,
    &summary::FIRST_MOVE,
    &summary::WHITE_CASTLE_PLY,
    &summary::BLACK_CASTLE_PLY,
    &summary::FIRST_CAPTURE_PLY,
    &summary::FIRST_QUEEN_TRADE_PLY,
    &summary::FIRST_PROMOTION_PLY,
    &summary::WHITE_CASTLE,
    &summary::BLACK_CASTLE,
    &summary::WHITE_CHECKS,
    &summary::BLACK_CHECKS,
    &summary::CAPTURES,
    &summary::PROMOTIONS,
    &summary::UNDERPROMOTIONS,
    &summary::EN_PASSANTS,
    &summary::MIN_MATERIAL,
    &summary::FINAL_MATERIAL,
    &summary::MATE,
    &summary::STALEMATE,
    &summary::FINAL_FEN,
    &summary::RULES,
    &summary::BOARD_END,
    &summary::DROPS,
    &moves::PIECE,
    &moves::FROM_SQUARE,
    &moves::TO_SQUARE,
    &moves::CAPTURED,
    &moves::GIVES_CHECK,
    &moves::CASTLE,
    &moves::PROMOTION,
    &moves::IMBALANCE,
    &openings::ECO_FOUND,
    &openings::OPENING_FOUND,
    &openings::OPENING_PLY,
    &packed::PACKED_MOVES,
    &notes::CLOCK_MS,
    &notes::EVAL_CP,
    &notes::EVAL_MATE,
    &notes::EVAL_DEPTH,
    &notes::BEST,
    &notes::ELAPSED_MS,
    &notes::ANNOTATIONS,
    &text::GAME_TEXT,
    &documents::TAG_NAMES,
    &documents::DOC,
    &errors::ERROR_CODE,
    &errors::ERROR,
    &errors::ERROR_PLY,
    &errors::ERROR_BYTE,
];

/// The column of this name.
pub fn find(name: &str) -> Option<&'static dyn Column> {
    ALL.iter().copied().find(|column| column.spec().name == name)
}

/// The columns that come with a family, in the order of the table. Empty if there is no such family.
pub fn of_family(family: &str) -> impl Iterator<Item = &'static dyn Column> {
    ALL.iter().copied().filter(move |column| column.spec().family == family && !column.spec().by_name_only)
}

/// The default columns.
pub fn default_columns() -> Vec<&'static dyn Column> {
    FAMILIES.iter().filter(|family| family.default).flat_map(|family| of_family(family.name)).collect()
}

/// The columns for these names of families and columns, in any combination, in the given order, each once. No names
/// mean the default.
///
/// # Errors
/// The first name that is neither, with the nearest one that is.
///
/// ```
/// let columns = scoresheet_columns::column::resolve(&["result", "packed", "result"])?;
/// let names: Vec<_> = columns.iter().map(|column| column.spec().name).collect();
/// assert_eq!(names, ["result", "packed_moves"]);
/// # Ok::<(), scoresheet_columns::column::UnknownColumn>(())
/// ```
pub fn resolve(names: &[&str]) -> Result<Vec<&'static dyn Column>, UnknownColumn> {
    if names.is_empty() {
        return Ok(default_columns());
    }
    let mut wanted: Vec<&'static dyn Column> = Vec::new();
    for name in names {
        let mut meant: Vec<_> = find(name).into_iter().chain(of_family(name)).collect();
        if meant.is_empty() {
            return Err(UnknownColumn { name: (*name).to_owned(), nearest: nearest(name) });
        }
        meant.retain(|column| !has(&wanted, column.spec().name));
        wanted.extend(meant);
    }
    // Lists of moves do not contain the rules that they are played by.
    if has(&wanted, moves::FROM_SQUARE.spec().name) && !has(&wanted, summary::RULES.spec().name) {
        wanted.push(&summary::RULES);
    }
    Ok(wanted)
}

/// Whether a column of this name is among `columns`.
pub fn has(columns: &[&'static dyn Column], name: &str) -> bool {
    columns.iter().any(|column| column.spec().name == name)
}

/// The greatest depth that any of these columns needs.
pub fn depth(columns: &[&'static dyn Column]) -> Depth {
    columns.iter().map(|column| column.spec().depth).max().unwrap_or(Depth::Frame)
}

/// The names of the tags that these columns are built from; `None` if these may be any.
pub fn tags_of(columns: &[&'static dyn Column]) -> Option<Vec<&'static str>> {
    let mut names = Vec::new();
    for column in columns {
        names.extend(column.spec().tags?.iter().map(|slot| slot.name()));
    }
    names.sort_unstable();
    names.dedup();
    Some(names)
}

/// Whether any of these columns is built from tags.
pub fn wants_tags(columns: &[&'static dyn Column]) -> bool {
    columns.iter().any(|column| column.spec().tags.is_none_or(|tags| !tags.is_empty()))
}

/// Whether any of these columns is built from comments.
pub fn wants_comments(columns: &[&'static dyn Column]) -> bool {
    columns.iter().any(|column| column.spec().comments)
}

/// The columns that store the moves of games. The lists need all of these.
const LISTS: [&ColumnSpec; 4] =
    [&moves::FROM_SQUARE.spec, &moves::TO_SQUARE.spec, &moves::PROMOTION.spec, &moves::CASTLE.spec];

/// What a file with these columns leaves out of games. The text of a game is complete, and losses of a document are
/// counted when it is written. If games cannot be restored from the columns, the file is a table of facts about them,
/// and nothing is missing.
pub fn lacks(columns: &[&'static dyn Column]) -> Lacks {
    let has = |spec: &ColumnSpec| has(columns, spec.name);
    let stores_moves = has(packed::PACKED_MOVES.spec()) || LISTS.into_iter().all(has);
    let stores_all = has(text::GAME_TEXT.spec()) || has(documents::DOC.spec());
    Lacks::ANNOTATION.if_so(stores_moves && !stores_all)
}

/// The commands in comments that these columns store, so that they can be restored.
pub fn commands(columns: &[&'static dyn Column]) -> Vec<StoredCommand> {
    let has = |spec: &ColumnSpec| has(columns, spec.name);
    let clocks = has(notes::CLOCK_MS.spec()).then_some(StoredCommand::Clock);
    let evals = has(notes::EVAL_CP.spec()) && has(notes::EVAL_MATE.spec());
    let evals = evals.then(|| StoredCommand::Evaluation { with_depth: has(notes::EVAL_DEPTH.spec()) });
    clocks.into_iter().chain(evals).collect()
}

/// A name that is neither a column nor a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    /// The name.
    pub name: String,
    /// The most similar name.
    pub nearest: &'static str,
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no column or family is called `{}`; did you mean `{}`?", self.name, self.nearest)
    }
}

impl std::error::Error for UnknownColumn {}

/// The name of a column or family with the fewest changes from `name`, which may have capitals.
fn nearest(name: &str) -> &'static str {
    let families = FAMILIES.iter().map(|family| family.name);
    let columns = ALL.iter().map(|column| column.spec().name);
    let name = name.to_ascii_lowercase();
    families.chain(columns).min_by_key(|known| distance(name.as_bytes(), known.as_bytes())).unwrap_or("tags")
}

/// How many bytes must be added, removed or replaced to convert one to the other. Only the first 64 count.
fn distance(from: &[u8], to: &[u8]) -> usize {
    let from = &from[..from.len().min(64)];
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(columns: &[&'static dyn Column]) -> Vec<&'static str> {
        columns.iter().map(|column| column.spec().name).collect()
    }

    #[test]
    fn no_column_bears_the_name_of_a_family_or_of_another_column() {
        for (at, column) in ALL.iter().enumerate() {
            let spec = column.spec();
            assert!(FAMILIES.iter().all(|family| family.name != spec.name), "{}", spec.name);
            assert!(FAMILIES.iter().any(|family| family.name == spec.family), "{}", spec.family);
            assert!(ALL[..at].iter().all(|other| other.spec().name != spec.name), "{} twice", spec.name);
            assert!(!spec.doc.is_empty() && !spec.doc.ends_with('.'), "{}", spec.doc);
        }
        for family in FAMILIES {
            assert!(of_family(family.name).count() > 0, "{} has no columns", family.name);
        }
    }

    #[test]
    fn families_and_columns_mix_in_the_order_named() {
        let columns = resolve(&["errors", "white", "error", "final_fen"]).unwrap();
        assert_eq!(names(&columns), ["error_code", "error", "error_ply", "error_byte", "white", "final_fen"]);
        assert_eq!(names(&resolve(&[]).unwrap()), names(&resolve(&["tags", "summary", "moves"]).unwrap()));
        assert!(!has(&resolve(&["summary"]).unwrap(), "final_fen"));
    }

    #[test]
    fn what_columns_lack() {
        let of = |names: &[&str]| lacks(&resolve(names).unwrap());
        assert_eq!(of(&[]), Lacks::ANNOTATION);
        assert_eq!(of(&["packed"]), Lacks::ANNOTATION);
        assert_eq!(of(&["tags", "moves", "text"]), Lacks::NOTHING);
        assert_eq!(of(&["tags", "moves", "doc"]), Lacks::NOTHING);
        assert_eq!(of(&["white", "summary", "from_square"]), Lacks::NOTHING);
        let kept = |names: &[&str]| commands(&resolve(names).unwrap());
        let with_depth = |with_depth| StoredCommand::Evaluation { with_depth };
        assert_eq!(kept(&["moves", "notes"]), [StoredCommand::Clock, with_depth(true)]);
        assert_eq!(kept(&["eval_cp", "eval_mate"]), [with_depth(false)]);
        assert_eq!(kept(&["moves", "clock_ms", "eval_cp"]), [StoredCommand::Clock]);
    }

    #[test]
    fn an_unknown_name_comes_with_the_nearest() {
        let unknown = resolve(&["white", "whiteelo"]).err().unwrap();
        assert_eq!((unknown.name.as_str(), unknown.nearest), ("whiteelo", "white_elo"));
        assert_eq!(unknown.to_string(), "no column or family is called `whiteelo`; did you mean `white_elo`?");
        assert_eq!(resolve(&["WHITE"]).err().unwrap().nearest, "white", "not `tags`, which has as few changes");
    }

    #[test]
    fn the_least_work_that_the_columns_need() {
        let of = |names: &[&str]| depth(&resolve(names).unwrap());
        assert_eq!(of(&["text"]), Depth::Frame);
        assert_eq!(of(&["white_elo", "other_tags"]), Depth::Tags);
        assert_eq!(of(&["tags"]), Depth::Moves);
        assert_eq!(of(&["ply_count"]), Depth::Positions);
        assert!(wants_comments(&resolve(&["eval_cp"]).unwrap()) && !wants_comments(&default_columns()));
    }
}
