//! The games in a chunk of rows. A game whose moves or starting position are not there, or cannot be read, has no value: one
//! bad row of a table must not end a query over all others. Other arguments are the caller's, and faults in them are errors.

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
    last: Option<(String, Option<Position>)>,
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

    /// The start and the moves of the game in a row, if both can be read.
    pub(crate) fn get(&mut self, row: usize) -> Option<(&Position, Moves<'c>)> {
        let moves = self.moves(row)?;
        let start = self.start(row)?;
        Some((start, moves))
    }

    /// The moves of the game in a row, if they can be read.
    pub(crate) fn moves(&self, row: usize) -> Option<Moves<'c>> {
        if self.columns == 1 {
            return self.chunk.blob(0, row).filter(|bytes| bytes.len() % 2 == 0).map(Moves::Packed);
        }
        let lists = [0, 1, 2, 3].map(|column| self.chunk.small_list(column, row));
        let [Some(from), Some(to), Some(promotion), Some(castle)] = lists else { return None };
        let are_parallel = [to, promotion, castle].iter().all(|list| list.len() == from.len());
        let has_null = (0..4).any(|column| self.chunk.has_null_element(column, row));
        // Packed moves have only so many bits, and a number cut to them would be another move.
        let bounded = [(from, 63), (to, 63), (promotion, 7)];
        let are_bounded = bounded.iter().all(|(list, most)| list.iter().all(|number| (0..=*most).contains(number)));
        (are_parallel && !has_null && are_bounded).then_some(Moves::Lists([from, to, promotion, castle]))
    }

    fn start(&mut self, row: usize) -> Option<&Position> {
        let Some(text) = self.chunk.text(self.columns, row) else { return Some(&self.standard) };
        if self.last.as_ref().is_none_or(|(last, _)| last != text) {
            self.last = Some((text.to_owned(), start(text)));
        }
        self.last.as_ref().and_then(|(_, position)| position.as_ref())
    }
}

/// The position of a row, if its FEN can be read.
pub(crate) fn start(text: &str) -> Option<Position> {
    fen::read(text.as_bytes(), None).ok().map(|(position, _)| position)
}

/// A position that is searched for.
pub(crate) fn target(text: &str, row: usize) -> Result<Position, Failure> {
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
