//! Mainlines as they are stored, without anything else of their games.

use super::MoveSource;
use crate::stored_rows::arrays::TextArrays;
use arrow_array::RecordBatch;
use scoresheet_core::dialect;
use scoresheet_core::rules::{PackedLine, Position, Rules};
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
/// assert_eq!(Words::of(&batch).and_then(|words| words.get(0)).map(|line| line.len()), Some(0));
/// # Ok::<(), column::UnknownColumn>(())
/// ```
pub struct Words<'b> {
    source: MoveSource<'b>,
    fens: Option<TextArrays<'b>>,
    variants: Option<TextArrays<'b>>,
}

impl<'b> Words<'b> {
    /// The moves of a batch; `None` if it has no columns of moves.
    pub fn of(batch: &'b RecordBatch) -> Option<Words<'b>> {
        let source = MoveSource::of_moves(batch)?;
        Some(Words { source, fens: TextArrays::of(batch, "fen"), variants: TextArrays::of(batch, "variant") })
    }

    /// Whether the column `fen` is there: without it, games need not start from the usual position.
    pub fn tell_the_start(&self) -> bool {
        self.fens.is_some()
    }

    /// The mainline of the game in a row, unchecked; `None` if it has no moves: those of one that cannot be played are NULL.
    pub fn get(&self, row: usize) -> Option<PackedLine<'b>> {
        self.source.line(row)
    }

    /// What the game in a row is: the texts that say where it starts, and its packed moves, each empty if it is NULL. `scratch`
    /// is memory for moves that are stored as lists.
    pub(crate) fn content<'s>(&'s self, row: usize, scratch: &'s mut Vec<u8>) -> [&'s [u8]; 3] {
        let text =
            |texts: &Option<TextArrays<'b>>| texts.and_then(|texts| texts.get(row)).unwrap_or_default().as_bytes();
        let moves = match &self.source {
            MoveSource::Packed(blobs) => blobs.get(row).unwrap_or_default(),
            source => {
                scratch.clear();
                if let Some(line) = source.line(row) {
                    PackedLine::write(line.rules().unwrap_or(Rules::STANDARD), line.moves(), scratch);
                }
                scratch.as_slice()
            }
        };
        [text(&self.fens), text(&self.variants), moves]
    }

    /// The position that the game in a row with these moves starts from; `None` if it cannot be played from. The usual one is
    /// borrowed.
    pub fn start<'s>(&self, row: usize, line: PackedLine<'_>, usual: &'s Position) -> Option<Cow<'s, Position>> {
        let text = |texts: &Option<TextArrays<'b>>| texts.and_then(|texts| texts.get(row));
        let start = match (text(&self.fens), text(&self.variants), line.rules()) {
            (None, None, None) => return Some(Cow::Borrowed(usual)),
            (fen, _, Some(rules)) => dialect::start(fen, Some(rules)).ok()?,
            (fen, variant, None) => dialect::start(fen, dialect::variant(variant.unwrap_or_default()).ok()?).ok()?,
        };
        line.fits(&start).then_some(Cow::Owned(start))
    }
}
