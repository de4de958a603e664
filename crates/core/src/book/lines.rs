//! The lines of a book: every record that can be reached from the standard start, as lines of moves.

use super::record::{BYTES, BookRecord, number};
use crate::rules::zobrist::Key;
use crate::rules::{Move, Position};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The maximum length of a line. Records that only longer lines reach are not visited.
pub const MAX_PLIES: usize = 500;

/// Visits a book from the standard start, line by line, the largest weights first.
///
/// Each position is visited once. A line ends where the book ends, and where an earlier line has already been: thus each
/// record is the new move of exactly one place, and transpositions do not multiply the lines.
///
/// ```
/// use scoresheet_core::book::{BookLines, BookRecord};
/// use scoresheet_core::rules::Position;
/// let start = BookRecord { key: 0x463b_9618_1691_fc9c, mv: 0o1434, weight: 5, learn: 0 };
/// let mut lines = BookLines::new(start.to_bytes().to_vec());
/// assert_eq!(lines.next_line().map(|moves| moves.count()), Some(1));
/// assert!(lines.next_line().is_none());
/// assert_eq!(lines.unreached(), 0);
/// ```
pub struct BookLines {
    records: Vec<u8>,
    /// Which records belong to positions that were visited, one bit each.
    visited: Vec<u64>,
    /// How many these are.
    reached: usize,
    path: Vec<BookNode>,
    /// Whether the last node of the path was reached by a move that no line had so far.
    is_new: bool,
    unusable: UnplayableRecords,
}

/// The records of visited positions that have no move of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnplayableRecords {
    /// How many there are.
    pub count: u64,
    /// The offset of the first one that was found.
    pub byte: Option<u64>,
}

/// A position on the way.
struct BookNode {
    position: Position,
    /// The moves that are still to be played in it.
    moves: vec::IntoIter<Move>,
    /// The move that led to it.
    led: Option<Move>,
}

impl BookLines {
    /// The lines of a book, whose records must be sorted by key. Bytes after the last whole record are ignored.
    pub fn new(records: Vec<u8>) -> BookLines {
        let count = records.len() / BYTES;
        let mut lines = BookLines {
            records,
            visited: vec![0; count.div_ceil(64)],
            reached: 0,
            path: Vec::new(),
            is_new: false,
            unusable: UnplayableRecords::default(),
        };
        lines.enter(Position::start(), None);
        lines
    }

    /// The next line, as its moves with the positions in which they are played.
    pub fn next_line(&mut self) -> Option<impl Iterator<Item = (&Position, Move)>> {
        loop {
            // A line that ended is left here, not when it is returned, because it is borrowed until now.
            let node = self.path.last_mut()?;
            if let Some(mv) = node.moves.next() {
                let after = node.position.after(mv);
                self.enter(after, Some(mv));
                self.is_new = true;
            } else if core::mem::take(&mut self.is_new) {
                break;
            } else {
                self.path.pop();
            }
        }
        let steps = self.path.iter().zip(self.path.iter().skip(1));
        Some(steps.filter_map(|(before, after)| Some((&before.position, after.led?))))
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.records.len() / BYTES
    }

    /// The number of records of positions that were not visited so far.
    pub fn unreached(&self) -> usize {
        self.records() - self.reached
    }

    /// The records of visited positions whose move is illegal, or the same as that of another record.
    pub fn unusable(&self) -> UnplayableRecords {
        self.unusable
    }

    /// Adds a position to the path, with its moves if it has not been visited.
    fn enter(&mut self, position: Position, led: Option<Move>) {
        let moves = if self.path.len() < MAX_PLIES { self.visit(&position) } else { Vec::new() };
        self.path.push(BookNode { position, moves: moves.into_iter(), led });
    }

    /// The moves of a position, the largest weight first; none if it has been visited.
    fn visit(&mut self, position: &Position) -> Vec<Move> {
        let key = Key::of(position).polyglot();
        let first = self.first(key);
        let is_known = |index: usize| self.visited.get(index / 64).is_none_or(|bits| bits >> (index % 64) & 1 != 0);
        if self.record(first).is_none_or(|record| record.key != key) || is_known(first) {
            return Vec::new();
        }
        let mut legal: Vec<(u16, Move, Option<u16>)> = Vec::new();
        legal.extend(position.legal_moves().into_iter().filter_map(|mv| Some((number(mv)?, mv, None))));
        let mut index = first;
        while let Some(record) = self.record(index).filter(|record| record.key == key) {
            match legal.iter_mut().find(|(number, ..)| *number == record.mv) {
                Some((_, _, weight)) if weight.is_none() => *weight = Some(record.weight),
                _ => {
                    self.unusable.count += 1;
                    self.unusable.byte = self.unusable.byte.or(Some((index * BYTES) as u64));
                }
            }
            self.visited[index / 64] |= 1 << (index % 64);
            self.reached += 1;
            index += 1;
        }
        legal.retain(|(_, _, weight)| weight.is_some());
        legal.sort_by_key(|(number, _, weight)| (Reverse(*weight), *number));
        legal.into_iter().map(|(_, mv, _)| mv).collect()
    }

    fn record(&self, index: usize) -> Option<BookRecord> {
        let bytes = self.records.get(index * BYTES..)?.first_chunk()?;
        Some(BookRecord::of_bytes(bytes))
    }

    /// The index of the first record whose key is not smaller.
    fn first(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.records());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.record(middle).is_some_and(|record| record.key < key) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;
    use crate::notation::uci;
    use crate::seed::Seed;
    use alloc::string::String;

    fn book(mut records: Vec<BookRecord>) -> Vec<u8> {
        records.sort_by_key(|record| record.key);
        records.into_iter().flat_map(BookRecord::to_bytes).collect()
    }

    fn record(position: &Position, text: &str, weight: u16) -> BookRecord {
        let mv = uci::squares(text.as_bytes()).expect("squares");
        let mv = number(Move { kind: crate::rules::MoveKind::Plain, ..mv }).expect("a number");
        BookRecord { key: Key::of(position).polyglot(), mv, weight, learn: 0 }
    }

    fn after(moves: &[&str]) -> Position {
        moves.iter().fold(Position::start(), |position, text| {
            let mv = find(&position, record(&position, text, 0).mv).expect("legal");
            position.after(mv)
        })
    }

    fn texts(lines: &mut BookLines) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(moves) = lines.next_line() {
            let mut text = Vec::new();
            for (before, mv) in moves {
                uci::write(before, mv, &mut text);
                text.push(b' ');
            }
            texts.push(String::from_utf8(text).expect("ASCII"));
        }
        texts
    }

    #[test]
    fn the_largest_weight_comes_first_and_transpositions_end_a_line() {
        let start = Position::start();
        let mut lines = BookLines::new(book(vec![
            record(&start, "g1f3", 1),
            record(&start, "d2d4", 2),
            record(&after(&["g1f3"]), "d7d5", 1),
            record(&after(&["d2d4"]), "d7d5", 1),
            record(&after(&["g1f3", "d7d5"]), "d2d4", 1),
            record(&after(&["d2d4", "d7d5"]), "g1f3", 1),
            record(&after(&["d2d4", "d7d5", "g1f3"]), "g8f6", 1),
        ]));
        assert_eq!(texts(&mut lines), ["d2d4 d7d5 g1f3 g8f6 ", "g1f3 d7d5 d2d4 "]);
        assert_eq!((lines.unreached(), lines.unusable()), (0, UnplayableRecords::default()));
    }

    #[test]
    fn records_without_a_place_are_counted() {
        let start = Position::start();
        let elsewhere = BookRecord { key: u64::MAX, mv: 0, weight: 1, learn: 0 };
        let records = vec![record(&start, "e2e4", 1), record(&start, "e2e5", 1), record(&start, "e2e4", 1), elsewhere];
        let mut lines = BookLines::new(book(records));
        assert_eq!(texts(&mut lines), ["e2e4 "]);
        assert_eq!(lines.unreached(), 1);
        assert_eq!(lines.unusable(), UnplayableRecords { count: 2, byte: Some(16) });
    }

    #[test]
    fn circles_end() {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let records = (0..4).map(|ply| record(&after(&moves[..ply]), moves[ply], 1)).collect();
        assert_eq!(texts(&mut BookLines::new(book(records))), ["g1f3 g8f6 f3g1 f6g8 "]);
    }

    #[test]
    fn any_bytes_are_a_book() {
        let mut seed = Seed(7);
        for length in 0..200 {
            let mut bytes: Vec<u8> = (0..length).map(|_| seed.bits() as u8).collect();
            if let Some(key) = bytes.first_chunk_mut() {
                *key = Key::of(&Position::start()).polyglot().to_be_bytes();
            }
            let mut lines = BookLines::new(bytes);
            let count = texts(&mut lines).len();
            assert!(count <= lines.records());
            assert!(lines.unreached() <= lines.records());
        }
    }
}
