//! One record of a book: a position, a move, and how often to play it.

use crate::rules::{Move, MoveKind, Position};

/// The length of a record.
pub const BYTES: usize = 16;

/// A move of a position. All numbers are stored with the most significant byte first.
///
/// ```
/// use scoresheet_core::book::BookRecord;
/// let record = BookRecord { key: 0x463b_9618_1691_fc9c, mv: 0o1434, weight: 5, learn: 0 };
/// assert_eq!(BookRecord::of_bytes(&record.to_bytes()), record);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookRecord {
    /// The Polyglot hash of the position.
    pub key: u64,
    /// The move: see [`number`].
    pub mv: u16,
    /// How often the move is played, relative to the other moves of the position.
    pub weight: u16,
    /// Data that engines collect.
    pub learn: u32,
}

impl BookRecord {
    /// The record as it is stored.
    pub fn to_bytes(self) -> [u8; BYTES] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }

    /// The record that is stored like this.
    pub fn of_bytes(bytes: &[u8; BYTES]) -> BookRecord {
        let bits = u128::from_be_bytes(*bytes);
        BookRecord {
            key: (bits >> 64) as u64,
            mv: (bits >> 48) as u16,
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }
}

/// The number of a move: bits 0 to 5 are its destination, 6 to 11 the square that it starts from, and 12 to 14 the promotion,
/// from 1 for a knight to 4 for a queen. Castling moves the king onto its rook. A null move has no number.
///
/// ```
/// use scoresheet_core::book::{find, number};
/// use scoresheet_core::rules::Position;
/// let start = Position::start();
/// let e4 = find(&start, 0o1434).unwrap();
/// assert_eq!(number(e4), Some(0o1434));
/// ```
pub fn number(mv: Move) -> Option<u16> {
    let promotion = mv.promotion.map_or(0, |role| role as u16 - 1);
    (mv.kind != MoveKind::Null).then(|| promotion << 12 | u16::from(mv.from.number()) << 6 | u16::from(mv.to.number()))
}

/// The legal move with this number in a position.
pub fn find(position: &Position, wanted: u16) -> Option<Move> {
    let mut found = None;
    position.each_legal(|mv| {
        if number(mv) == Some(wanted) {
            found = Some(mv);
        }
        found.is_none()
    });
    found
}
