//! One position of one game, and what is known about the game.

use scoresheet_core::date::Date;
use scoresheet_core::rules::Color;
use scoresheet_core::step::Termination;
use scoresheet_core::time_control::Speed;

/// The number of rating points in a band.
pub const BAND: u16 = 200;

/// The packed move of a position after which nothing was played.
pub(crate) const NOTHING: u16 = u16::MAX;

/// What the positions of a game have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The number of the game.
    pub(crate) game: u32,
    /// The days since 1970; [`NO_DATE`] if unknown.
    pub(crate) date: i32,
    /// The year of the date; [`NO_YEAR`] if unknown.
    pub(crate) year: i16,
    /// The ratings; 0 if unknown.
    elos: [u16; 2],
    /// The result in two bits, the speed in three, and whether Black moves first.
    flags: u8,
}

/// The flag of games in which Black moves first.
const BLACK_STARTS: u8 = 1 << 5;

/// The date of a game without one.
pub(crate) const NO_DATE: i32 = i32::MIN;
/// The year of a game without a date.
pub(crate) const NO_YEAR: i16 = i16::MIN;
/// The band of unknown ratings.
pub(crate) const NO_BAND: u8 = u8::MAX;

impl Facts {
    pub(crate) fn new(
        game: u32,
        date: Option<i32>,
        elos: [Option<u16>; 2],
        result: Option<Termination>,
        speed: Option<Speed>,
    ) -> Facts {
        let year = date.and_then(|days| Date::from_days(i64::from(days))).map_or(NO_YEAR, |date| date.year);
        let result = match result {
            Some(Termination::WhiteWins) => 1,
            Some(Termination::BlackWins) => 2,
            Some(Termination::Draw) => 3,
            _ => 0,
        };
        let flags = result | speed.map_or(0, |speed| speed as u8 + 1) << 2;
        Facts { game, date: date.unwrap_or(NO_DATE), year, elos: elos.map(|elo| elo.unwrap_or(0)), flags }
    }

    /// All of it as bytes.
    pub(super) fn bytes(&self) -> [u8; 16] {
        let (game, date, year) = (self.game.to_le_bytes(), self.date.to_le_bytes(), self.year.to_le_bytes());
        let [white, black] = self.elos.map(u16::to_le_bytes);
        let mut bytes = [0; 16];
        let parts = [&game[..], &date, &year, &white, &black, &[self.flags]];
        parts.into_iter().flatten().zip(&mut bytes).for_each(|(from, to)| *to = *from);
        bytes
    }

    /// Returns who moves first.
    pub(crate) fn set_start(&mut self, turn: Color) {
        self.flags = self.flags & !BLACK_STARTS | if turn == Color::Black { BLACK_STARTS } else { 0 };
    }

    /// The place of the result in `rows::Sum::results`.
    pub(crate) fn result(&self) -> usize {
        usize::from(self.flags & 3)
    }

    /// The place of the speed in [`Speed::ALL`], plus 1; 0 if it is unknown.
    pub(crate) fn speed(&self) -> u8 {
        self.flags >> 2 & 7
    }

    /// The bands of the lower and the higher rating; [`NO_BAND`] if one of them is unknown.
    pub(crate) fn bands(&self) -> [u8; 2] {
        let [one, other] = self.elos;
        let band = |elo: u16| (elo / BAND).min(u16::from(NO_BAND) - 1) as u8;
        if self.are_rated() { [band(one.min(other)), band(one.max(other))] } else { [NO_BAND; 2] }
    }

    fn are_rated(&self) -> bool {
        self.elos[0] != 0 && self.elos[1] != 0
    }

    /// Whether Black is to move after this many plies.
    fn black_moves(&self, ply: u16) -> bool {
        (self.flags & BLACK_STARTS != 0) == ply.is_multiple_of(2)
    }

    /// The half points of the side that is to move after this many plies.
    pub(crate) fn half_points(&self, ply: u16) -> u32 {
        match (self.result(), self.black_moves(ply)) {
            (3, _) => 1,
            (1, false) | (2, true) => 2,
            _ => 0,
        }
    }

    /// The ratings of the side that is to move after this many plies and of the other, if both are known.
    pub(crate) fn elos(&self, ply: u16) -> Option<[u16; 2]> {
        let [white, black] = self.elos;
        let elos = if self.black_moves(ply) { [black, white] } else { [white, black] };
        self.are_rated().then_some(elos)
    }
}

/// A position of a game, and what was played in it: from the highest bits, the Polyglot hash, the row of the game, the number
/// of plies before it, and the move or [`NOTHING`]. This is also the order that they are sorted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence(u128);

/// The length of a record in a file.
pub(crate) const BYTES: usize = size_of::<u128>();

impl Occurrence {
    pub(crate) fn new(hash: u64, row: u32, ply: u16, mv: u16) -> Occurrence {
        Occurrence(u128::from(hash) << 64 | u128::from(row) << 32 | u128::from(ply) << 16 | u128::from(mv))
    }

    /// The same in another row.
    pub(crate) fn in_row(self, row: u32) -> Occurrence {
        Occurrence::new(self.hash(), row, self.ply(), self.mv())
    }

    pub(crate) fn hash(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(crate) fn row(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) fn ply(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(crate) fn mv(self) -> u16 {
        self.0 as u16
    }

    /// Whether both are the same position in the same game.
    pub(crate) fn repeats(self, other: Occurrence) -> bool {
        self.0 >> 32 == other.0 >> 32
    }

    pub(crate) fn to_bytes(self) -> [u8; BYTES] {
        self.0.to_le_bytes()
    }

    pub(crate) fn of_bytes(bytes: &[u8; BYTES]) -> Occurrence {
        Occurrence(u128::from_le_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let met = Occurrence::new(0x8123_4567_89ab_cdef, u32::MAX - 1, 777, NOTHING);
        let back = Occurrence::of_bytes(&met.to_bytes());
        let parts = (back.hash(), back.row(), back.ply(), back.mv());
        assert_eq!(parts, (0x8123_4567_89ab_cdef, u32::MAX - 1, 777, NOTHING));
        assert!(met.repeats(Occurrence::new(0x8123_4567_89ab_cdef, u32::MAX - 1, 779, 0)));
        assert!(!met.repeats(Occurrence::new(0x8123_4567_89ab_cdef, u32::MAX, 777, NOTHING)));
    }

    #[test]
    fn points_and_ratings_belong_to_the_side_to_move() {
        let mut facts = Facts::new(1, Some(-3), [Some(2700), Some(65535)], Some(Termination::WhiteWins), None);
        assert_eq!([0, 1, 2].map(|ply| facts.half_points(ply)), [2, 0, 2]);
        assert_eq!([0, 1].map(|ply| facts.elos(ply)), [Some([2700, 65535]), Some([65535, 2700])]);
        assert_eq!((facts.year, facts.bands()), (1969, [13, 254]));
        facts.set_start(Color::Black);
        assert_eq!([0, 1, 2].map(|ply| facts.half_points(ply)), [0, 2, 0]);
        assert_eq!(facts.elos(0), Some([65535, 2700]));
        let unknown = Facts::new(1, None, [Some(2700), None], None, Some(Speed::Rapid));
        assert_eq!((unknown.elos(0), unknown.half_points(0), unknown.speed()), (None, 0, 3));
        assert_eq!((unknown.date, unknown.year, unknown.bands()), (NO_DATE, NO_YEAR, [NO_BAND; 2]));
    }
}
