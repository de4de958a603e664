//! The choices among games, and their order.

use crate::common::number_set::{Numbers, Ranges};
use std::sync::Arc;

/// What is done with the games that were chosen so far.
#[derive(Clone, Debug)]
pub(crate) enum Select {
    /// Those of these numbers are kept.
    Games(Ranges),
    /// Those at these places are kept, which meet a condition.
    Places(Arc<Numbers>),
    /// Those that are in other files already are left out.
    Against(Arc<Against>),
    /// Of equal games one is kept.
    Dedupe(Dedupe),
    /// This many are kept, drawn by this seed.
    Sample { games: u64, seed: u64 },
    /// They are sorted by these columns.
    Sort(Vec<SortKey>),
    /// Their order is turned round.
    Reverse,
    /// The first ones are kept, up to this number.
    Limit(u64),
}

/// A column that games are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortKey {
    pub(crate) column: String,
    pub(crate) descending: bool,
}

/// Which games are equal, and which of them is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dedupe {
    pub(crate) by: Equal,
    pub(crate) keep: Keep,
    /// Whether the annotation of the others is merged into the one that is kept.
    pub(crate) merge: bool,
}

/// The files whose games are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Against {
    pub(crate) files: Vec<String>,
    pub(crate) by: Equal,
}

/// What makes games equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Equal {
    /// The same moves from the same start, and the same names of both players.
    #[default]
    Exact,
    /// The same moves from the same start.
    Moves,
    /// The same moves from the same start, and players and dates that may be the same.
    Loose,
}

/// Which one of equal games is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The first one.
    #[default]
    First,
    /// The one with the longest text.
    Longest,
    /// The one with the most comments, NAGs and variations.
    Annotated,
}

impl Select {
    /// Whether the order of the games may change.
    pub(crate) fn reorders(&self) -> bool {
        matches!(self, Select::Sort(_) | Select::Reverse) || matches!(self, Select::Dedupe(dedupe) if dedupe.merge)
    }
}

impl SortKey {
    /// A key as users write it: a column, `-column` or `column desc` for the highest first.
    pub(crate) fn parse(text: &str) -> SortKey {
        let text = text.trim();
        let (column, order) = text.split_once([' ', ':']).unwrap_or((text, ""));
        let minus = column.strip_prefix('-');
        let descending = minus.is_some() || order.trim().eq_ignore_ascii_case("desc");
        SortKey { column: minus.unwrap_or(column).to_owned(), descending }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_sorting_are_read() {
        let key = |column: &str, descending| SortKey { column: column.to_owned(), descending };
        assert_eq!(SortKey::parse("white"), key("white", false));
        assert_eq!(SortKey::parse("-white_elo"), key("white_elo", true));
        assert_eq!(SortKey::parse(" date DESC"), key("date", true));
        assert_eq!(SortKey::parse("date:desc"), key("date", true));
        assert_eq!(SortKey::parse("date asc"), key("date", false));
    }
}
