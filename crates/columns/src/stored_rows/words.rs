//! Mainlines as they are stored, without anything else of their games.

use super::MoveSource;
use arrow_array::RecordBatch;
use scoresheet_core::rules::{PackedMove, Position};
use scoresheet_core::step::Dialect;
use std::borrow::Cow;

/// The packed moves of the games of a batch, from the column of packed moves or from the lists.
///
/// ```
/// use scoresheet_columns::{Batcher, column, stored_rows::Words};
/// use scoresheet_core::{location::Base, read::Record};
///
/// let mut batcher = Batcher::new(&column::resolve(&["packed"])?);
/// batcher.append(&Record { played: true, ..Record::new() });
/// let batch = batcher.finish(&Base::default(), "games.pgn");
/// assert_eq!(Words::of(&batch).map(|words| words.get(0).count()), Some(0));
/// # Ok::<(), column::UnknownColumn>(())
/// ```
pub struct Words<'b>(MoveSource<'b>);

impl<'b> Words<'b> {
    /// The moves of a batch; `None` if it has no columns of moves.
    pub fn of(batch: &'b RecordBatch) -> Option<Words<'b>> {
        MoveSource::of_moves(batch).map(Words)
    }

    /// Whether the game in a row has moves: those of one that cannot be played are NULL.
    pub fn has(&self, row: usize) -> bool {
        self.0.is_there(row)
    }

    /// The mainline of the game in a row, unchecked.
    pub fn get(&self, row: usize) -> impl ExactSizeIterator<Item = PackedMove> {
        (0..self.0.plies(row)).map(move |ply| PackedMove(self.0.word(row, ply)))
    }
}

/// The position that a game starts from by its columns `fen` and `variant`; `None` if it cannot be played from.
pub fn start_of(fen: Option<&str>, variant: Option<&str>) -> Option<Position> {
    let tag = |name: &'static str, value: Option<&str>| Some((Cow::Borrowed(name), Cow::Owned(value?.to_owned())));
    let tags: Vec<_> = [tag("FEN", fen), tag("Variant", variant)].into_iter().flatten().collect();
    super::start(&tags, Dialect::Pgn)
}
