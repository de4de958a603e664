//! What the two sides hold in hand, under rules that let pieces be dropped.

use super::types::{Color, Piece, Role};

/// How many pawns, knights, bishops, rooks and queens each side may drop: ten counters of six bits each, White's pawns lowest.
///
/// ```
/// use scoresheet_core::rules::{Color, Hand, Piece, Role};
/// let knight = Piece { color: Color::Black, role: Role::Knight };
/// let hand = Hand::default().with(knight, 2);
/// assert_eq!((hand.count(knight), hand.len(Color::Black), hand.len(Color::White)), (2, 2, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

/// The bits of a counter.
const BITS: u32 = 6;

impl Hand {
    /// Nothing.
    pub(super) const EMPTY: Hand = Hand(0);

    /// The most pieces of one kind that a side can hold.
    pub const MOST: u32 = (1 << BITS) - 1;

    /// The roles that can be held.
    pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Where the counter of a piece is; `None` for a king, which is never in hand.
    fn shift(piece: Piece) -> Option<u32> {
        let at = piece.role as u32 - 1 + 5 * piece.color as u32;
        (piece.role != Role::King).then_some(at * BITS)
    }

    /// How often a piece is held.
    #[inline]
    pub fn count(self, piece: Piece) -> u32 {
        Hand::shift(piece).map_or(0, |shift| (self.0 >> shift) as u32 & Hand::MOST)
    }

    /// The same hand with this many of a piece, [`Hand::MOST`] at most. Kings are never held.
    #[must_use]
    pub fn with(self, piece: Piece, count: u32) -> Hand {
        let Some(shift) = Hand::shift(piece) else { return self };
        let count = u64::from(count.min(Hand::MOST));
        Hand(self.0 & !(u64::from(Hand::MOST) << shift) | count << shift)
    }

    /// How many pieces a side holds.
    pub fn len(self, color: Color) -> u32 {
        Hand::ROLES.into_iter().map(|role| self.count(Piece { color, role })).sum()
    }

    /// Whether neither side holds anything.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All counters as one number.
    #[inline]
    pub fn number(self) -> u64 {
        self.0
    }

    /// The same for the other side.
    pub(crate) fn swapped(self) -> Hand {
        let half = 5 * BITS;
        Hand(self.0 >> half | (self.0 & ((1 << half) - 1)) << half)
    }

    /// One more of a piece. Never more than [`Hand::MOST`].
    pub(super) fn add(&mut self, piece: Piece) {
        *self = self.with(piece, self.count(piece) + 1);
    }

    /// One less of a piece; returns whether there was one.
    pub(super) fn remove(&mut self, piece: Piece) -> bool {
        let held = self.count(piece);
        *self = self.with(piece, held.saturating_sub(1));
        held > 0
    }
}
