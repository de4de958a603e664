//! Sets of games that a caller chose, as the result of a condition or the rows of a query.

use crate::common::failure::Failure;
use crate::common::number_set::Numbers;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A set of games, identified in one of two ways. Its clones are the same set.
#[derive(Clone)]
pub enum GameSet {
    /// By their places, from 1, among the games that earlier steps left.
    Places(Arc<Numbers>),
    /// By their inputs.
    OfInputs(Arc<ChosenGames>),
}

/// The highest number of a game. No input has so many; it bounds the memory of a set.
const MOST: i64 = 1 << 40;

impl GameSet {
    /// Reads a set from rows. The column `number`, a BIGINT, has the number of a game from 1. The column `input`, a BIGINT, has
    /// the index of the input in which it is counted; without the column, it is counted over all of them. If the column
    /// `source` is not NULL, the number is that of a game of this source, in the columns `source` and `game` of the input.
    ///
    /// # Errors
    /// If the rows are others.
    pub fn read(schema: &Schema, batches: impl Iterator<Item = RecordBatch>) -> Result<GameSet, Failure> {
        let by_input = schema.column_with_name("input").is_some();
        let (mut places, mut chosen) = (Numbers::default(), ChosenGames::default());
        for batch in batches {
            let rows = ChosenRows::of(&batch)?;
            for row in 0..batch.num_rows() {
                let number = rows.number(row)?;
                match rows.input(row)? {
                    Some(input) => chosen.add(input, rows.source(row), number),
                    None => places.add(number),
                }
            }
        }
        Ok(if by_input { GameSet::OfInputs(Arc::new(chosen)) } else { GameSet::Places(Arc::new(places)) })
    }

    /// The number of games.
    pub fn len(&self) -> u64 {
        match self {
            GameSet::Places(places) => places.len(),
            GameSet::OfInputs(chosen) => chosen.len(),
        }
    }

    /// Whether it has no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A checksum that distinguishes sets.
    pub(crate) fn checksum(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            GameSet::Places(places) => places.hash(&mut hasher),
            GameSet::OfInputs(chosen) => chosen.checksum(&mut hasher),
        }
        hasher.finish()
    }
}

impl fmt::Debug for GameSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games", self.len())
    }
}

fn not_a_set() -> Failure {
    Failure::Internal("chosen games have the columns `number`, `input` and `source`".to_owned())
}

fn names_no_game() -> Failure {
    Failure::usage("a row names no game: its `source` or `game` is NULL", "leave out such rows")
}

/// Games by the names of their sources.
#[derive(Default)]
pub struct NamedGames(HashMap<String, HashSet<u64>>);

impl NamedGames {
    /// Reads the games that rows name in the columns `source` and `number`.
    ///
    /// # Errors
    /// If the rows are others, or one names no game.
    pub fn read(batches: impl Iterator<Item = RecordBatch>) -> Result<NamedGames, Failure> {
        let mut named = NamedGames::default();
        for batch in batches {
            let rows = ChosenRows::of(&batch)?;
            for row in 0..batch.num_rows() {
                let (Some(source), Some(number)) = (rows.source(row), value(rows.numbers, row)) else {
                    return Err(names_no_game());
                };
                // Users may compute any number; no game has one below 1.
                named.add(source, u64::try_from(number).unwrap_or(0));
            }
        }
        Ok(named)
    }

    fn add(&mut self, source: &str, number: u64) {
        match self.0.get_mut(source) {
            Some(numbers) => _ = numbers.insert(number),
            None => _ = self.0.insert(source.to_owned(), HashSet::from([number])),
        }
    }

    /// The number of games.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> u64 {
        self.0.values().map(|numbers| numbers.len() as u64).sum()
    }

    /// The names of the sources, sorted.
    pub fn sources(&self) -> Vec<&str> {
        let mut sources: Vec<_> = self.0.keys().map(String::as_str).collect();
        sources.sort_unstable();
        sources
    }

    /// The games whose sources are in these inputs, by index.
    pub fn in_inputs(&self, inputs: &HashMap<String, usize>) -> GameSet {
        let mut chosen = ChosenGames::default();
        for (source, numbers) in &self.0 {
            if let Some(input) = inputs.get(source) {
                chosen.0.entry(*input).or_default().sources.0.insert(source.clone(), numbers.clone());
            }
        }
        GameSet::OfInputs(Arc::new(chosen))
    }
}

/// The columns of a batch of chosen games.
struct ChosenRows<'b> {
    inputs: Option<&'b Int64Array>,
    sources: Option<&'b StringArray>,
    numbers: &'b Int64Array,
}

impl ChosenRows<'_> {
    /// # Errors
    /// If the batch has other columns.
    fn of(batch: &RecordBatch) -> Result<ChosenRows<'_>, Failure> {
        Ok(ChosenRows {
            inputs: column(batch, "input", |array| array.as_primitive_opt())?,
            sources: column(batch, "source", |array| array.as_string_opt())?,
            numbers: column(batch, "number", |array| array.as_primitive_opt())?.ok_or_else(not_a_set)?,
        })
    }

    fn number(&self, row: usize) -> Result<u64, Failure> {
        let number = value(self.numbers, row).filter(|number| (1..=MOST).contains(number));
        number.map(i64::unsigned_abs).ok_or_else(not_a_set)
    }

    fn input(&self, row: usize) -> Result<Option<usize>, Failure> {
        let Some(inputs) = self.inputs else { return Ok(None) };
        value(inputs, row).and_then(|input| usize::try_from(input).ok()).map(Some).ok_or_else(not_a_set)
    }

    fn source(&self, row: usize) -> Option<&str> {
        self.sources.filter(|sources| sources.is_valid(row)).map(|sources| sources.value(row))
    }
}

/// The column of this name, if there is one.
///
/// # Errors
/// If it is of another type.
fn column<'b, A>(
    batch: &'b RecordBatch,
    name: &str,
    typed: impl FnOnce(&'b ArrayRef) -> Option<&'b A>,
) -> Result<Option<&'b A>, Failure> {
    batch.column_by_name(name).map(|array| typed(array).ok_or_else(not_a_set)).transpose()
}

/// The number in a row; none if it is NULL.
fn value(numbers: &Int64Array, row: usize) -> Option<i64> {
    numbers.is_valid(row).then(|| numbers.value(row))
}

/// Games by their inputs.
#[derive(Default)]
pub struct ChosenGames(HashMap<usize, ChosenOfInput>);

/// The games of one input: by their numbers in it, and those of a table of several sources by their numbers there.
#[derive(Default)]
struct ChosenOfInput {
    numbers: Numbers,
    sources: NamedGames,
}

impl ChosenGames {
    fn add(&mut self, input: usize, source: Option<&str>, number: u64) {
        let chosen = self.0.entry(input).or_default();
        match source {
            Some(source) => chosen.sources.add(source, number),
            None => chosen.numbers.add(number),
        }
    }

    fn len(&self) -> u64 {
        self.0.values().map(|chosen| chosen.numbers.len() + chosen.sources.len()).sum()
    }

    /// Whether games of an input are identified by the columns `source` and `game`.
    pub(crate) fn names_sources(&self, input: usize) -> bool {
        self.0.get(&input).is_some_and(|chosen| !chosen.sources.0.is_empty())
    }

    /// Whether games of any input are.
    pub(crate) fn names_any_sources(&self) -> bool {
        self.0.keys().any(|input| self.names_sources(*input))
    }

    /// The games of a source of an input.
    pub(crate) fn of_source(&self, input: usize, source: &str) -> ChosenOfSource<'_> {
        let chosen = self.0.get(&input);
        ChosenOfSource {
            numbers: chosen.map(|chosen| &chosen.numbers),
            of_source: chosen.and_then(|chosen| chosen.sources.0.get(source)),
        }
    }

    fn checksum(&self, hasher: &mut impl Hasher) {
        let mut inputs: Vec<_> = self.0.iter().collect();
        inputs.sort_unstable_by_key(|(input, _)| **input);
        for (input, chosen) in inputs {
            (input, &chosen.numbers).hash(hasher);
            let mut sources: Vec<_> = chosen.sources.0.iter().collect();
            sources.sort_unstable_by_key(|(source, _)| *source);
            for (source, numbers) in sources {
                let mut numbers: Vec<_> = numbers.iter().collect();
                numbers.sort_unstable();
                (source, numbers).hash(hasher);
            }
        }
    }
}

/// The chosen games of one source.
#[derive(Clone, Copy)]
pub(crate) struct ChosenOfSource<'s> {
    numbers: Option<&'s Numbers>,
    of_source: Option<&'s HashSet<u64>>,
}

impl ChosenOfSource<'_> {
    /// Whether the game is chosen that has the first number in its input and the second one in its source.
    pub(crate) fn has(self, in_input: u64, in_source: u64) -> bool {
        self.numbers.is_some_and(|numbers| numbers.has(in_input))
            || self.of_source.is_some_and(|numbers| numbers.contains(&in_source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(columns: Vec<(&str, ArrayRef)>) -> Result<GameSet, Failure> {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        GameSet::read(&batch.schema(), std::iter::once(batch))
    }

    fn numbers(numbers: &[i64]) -> ArrayRef {
        Arc::new(Int64Array::from(numbers.to_vec()))
    }

    #[test]
    fn sets_are_read_from_rows() {
        let GameSet::Places(places) = read(vec![("number", numbers(&[3, 1]))]).unwrap() else { panic!("no places") };
        assert!(places.has(1) && !places.has(2) && places.has(3));
        let sources: ArrayRef = Arc::new(StringArray::from(vec![None, Some("a.pgn")]));
        let columns = vec![("input", numbers(&[0, 2])), ("source", sources), ("number", numbers(&[7, 8]))];
        let set = read(columns).unwrap();
        assert_eq!(set.len(), 2);
        let GameSet::OfInputs(chosen) = set else { panic!("no inputs") };
        assert!(chosen.of_source(0, "x").has(7, 1) && !chosen.of_source(0, "x").has(8, 7));
        assert!(chosen.of_source(2, "a.pgn").has(1, 8) && !chosen.of_source(2, "b.pgn").has(1, 8));
        assert!(!chosen.names_sources(0) && chosen.names_sources(2));
    }

    #[test]
    fn named_games_get_their_inputs_later() {
        let sources: ArrayRef = Arc::new(StringArray::from(vec![Some("b.pgn"), Some("a.pgn"), Some("b.pgn"), None]));
        let batch = RecordBatch::try_from_iter([("source", sources), ("number", numbers(&[2, -1, 2, 5]))]).unwrap();
        let named = |batch: RecordBatch| NamedGames::read(std::iter::once(batch));
        assert!(named(batch.clone()).is_err(), "a row names no game");
        let named = named(batch.slice(0, 3)).unwrap();
        assert_eq!((named.sources(), named.len()), (vec!["a.pgn", "b.pgn"], 2));
        let set = named.in_inputs(&HashMap::from([("b.pgn".to_owned(), 3)]));
        let GameSet::OfInputs(chosen) = set else { panic!("no inputs") };
        assert!(chosen.of_source(3, "b.pgn").has(9, 2) && !chosen.of_source(3, "a.pgn").has(9, 0));
    }

    #[test]
    fn other_rows_are_refused() {
        for wrong in [0, -1, MOST + 1] {
            assert!(read(vec![("number", numbers(&[wrong]))]).is_err(), "{wrong}");
        }
        assert!(read(vec![("input", numbers(&[-1])), ("number", numbers(&[1]))]).is_err());
        assert!(read(vec![("input", numbers(&[1]))]).is_err());
        let text: ArrayRef = Arc::new(StringArray::from(vec!["1"]));
        assert!(read(vec![("number", text)]).is_err());
    }

    #[test]
    fn a_checksum_does_not_depend_on_the_order_of_the_games() {
        let of = |order: &[i64]| read(vec![("number", numbers(order))]).unwrap().checksum();
        assert_eq!(of(&[1, 2, 70]), of(&[70, 2, 1]));
        assert_ne!(of(&[1, 2]), of(&[1, 3]));
    }
}
