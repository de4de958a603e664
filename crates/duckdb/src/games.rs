//! The games in a chunk of rows.

use crate::ffi::chunk::Chunk;
use crate::function::Failure;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{PackedMove, Position};

/// Reads the games of a chunk: their moves and starting positions.
pub(crate) struct Games<'c> {
    chunk: &'c Chunk<'c>,
    /// The number of columns of moves.
    columns: usize,
    standard: Position,
    /// The last other start, which often repeats.
    last: Option<(String, Position)>,
}

/// The moves of a game.
#[derive(Clone, Copy)]
pub(crate) enum Moves<'c> {
    Packed(&'c [u8]),
    Lists([&'c [i8]; 4]),
}

impl<'c> Games<'c> {
    pub(crate) fn of(chunk: &'c Chunk<'c>) -> Games<'c> {
        let columns = if chunk.is_blob(0) { 1 } else { 4 };
        Games { chunk, columns, standard: Position::start(), last: None }
    }

    /// The column of the first parameter after the game.
    pub(crate) fn after(&self) -> usize {
        self.columns + 1
    }

    /// The start and the moves of the game in a row; `None` if its moves are NULL.
    pub(crate) fn get(&mut self, row: usize) -> Result<Option<(&Position, Moves<'c>)>, Failure> {
        let Some(moves) = self.moves(row)? else { return Ok(None) };
        let start = self.start(row)?;
        Ok(Some((start, moves)))
    }

    /// The moves of the game in a row; `None` for NULL.
    pub(crate) fn moves(&self, row: usize) -> Result<Option<Moves<'c>>, Failure> {
        if self.columns == 1 {
            let Some(bytes) = self.chunk.blob(0, row) else { return Ok(None) };
            if bytes.len() % 2 != 0 {
                let why = format!("packed moves have two bytes each, and {} is odd", bytes.len());
                return Err(Failure { why, row });
            }
            return Ok(Some(Moves::Packed(bytes)));
        }
        let lists = [0, 1, 2, 3].map(|column| self.chunk.small_list(column, row));
        let [Some(from), Some(to), Some(promotion), Some(castle)] = lists else { return Ok(None) };
        if [to, promotion, castle].iter().any(|list| list.len() != from.len()) {
            return Err(Failure { why: "the lists of the moves have different lengths".to_owned(), row });
        }
        if (0..4).any(|column| self.chunk.has_null_element(column, row)) {
            return Err(Failure { why: "a list of the moves contains NULL".to_owned(), row });
        }
        for (list, most) in [(from, 63), (to, 63), (promotion, 7)] {
            // Packed moves have only so many bits, and a number cut to them would be another move.
            if let Some(number) = list.iter().find(|number| !(0..=most).contains(*number)) {
                return Err(Failure {
                    why: format!("{number} in a list of the moves is not between 0 and {most}"),
                    row,
                });
            }
        }
        Ok(Some(Moves::Lists([from, to, promotion, castle])))
    }

    fn start(&mut self, row: usize) -> Result<&Position, Failure> {
        let Some(text) = self.chunk.text(self.columns, row) else { return Ok(&self.standard) };
        if self.last.as_ref().is_none_or(|(last, _)| last != text) {
            self.last = Some((text.to_owned(), position(text, row)?));
        }
        Ok(self.last.as_ref().map_or(&self.standard, |(_, position)| position))
    }
}

/// A position as text.
pub(crate) fn position(text: &str, row: usize) -> Result<Position, Failure> {
    let read = fen::read(text.as_bytes(), None);
    read.map(|(position, _)| position).map_err(|error| Failure { why: format!("`{text}`: {error}"), row })
}

impl Moves<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Moves::Packed(bytes) => bytes.len() / 2,
            Moves::Lists([from, ..]) => from.len(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, ply: usize) -> PackedMove {
        match self {
            Moves::Packed(bytes) => PackedMove(u16::from_le_bytes([bytes[2 * ply], bytes[2 * ply + 1]])),
            Moves::Lists(lists) => {
                let [from, to, promotion, castle] = lists.map(|list| list[ply] as u16);
                PackedMove(from & 63 | (to & 63) << 6 | (promotion & 7) << 12 | u16::from(castle != 0) << 15)
            }
        }
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = PackedMove> + Clone {
        (0..self.len()).map(|ply| self.get(ply))
    }
}

/// The failure for a move that cannot be played.
pub(crate) fn unplayable(row: usize, ply: usize, packed: PackedMove) -> Failure {
    let (from, to) = (packed.from(), packed.to());
    Failure { why: format!("the move {from}{to} ({:#06x}) at ply {} is not possible", packed.0, ply + 1), row }
}
