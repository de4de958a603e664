//! One position of one game.

use scoresheet_core::date::Date;
use scoresheet_core::rules::Color;
use scoresheet_core::step::Termination;

/// The number of rating points in a band.
pub const BAND: u16 = 200;

/// The packed move of a position after which nothing was played.
pub(super) const NOTHING: u16 = u16::MAX;

/// The speed of a game, by its base time plus 40 increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Longer.
    Classical,
}

impl Speed {
    /// Every speed. The index stores the place in this list.
    pub const ALL: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];

    /// The name of the speed, as questions use it.
    pub fn id(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
        }
    }

    /// The speed of this name.
    pub fn find(id: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.id() == id)
    }

    /// The speed of a game with this time control.
    pub(super) fn of(base: Option<i32>, increment: Option<i32>) -> Option<Speed> {
        let seconds = i64::from(base?) + 40 * i64::from(increment?);
        Some(match seconds {
            ..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }
}

/// What the positions of a game have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// The number of the game.
    pub(super) game: u32,
    /// The days since 1970; [`NO_DATE`] if unknown.
    pub(super) date: i32,
    /// The year of the date; [`NO_YEAR`] if unknown.
    pub(super) year: i16,
    /// The ratings; 0 if unknown.
    pub(super) elos: [u16; 2],
    /// The result, the speed, and whether Black is to move.
    pub(super) flags: u8,
}

/// The flag of positions in which Black is to move.
const BLACK_MOVES: u8 = 1 << 7;

/// The date of a game without one.
pub(super) const NO_DATE: i32 = i32::MIN;
/// The year of a game without one.
pub(super) const NO_YEAR: i16 = i16::MIN;

/// The year of a date.
pub(super) fn year(date: i32) -> i16 {
    if date == NO_DATE { NO_YEAR } else { Date::from_days(i64::from(date)).map_or(NO_YEAR, |date| date.year) }
}

impl Facts {
    pub(super) fn flags(result: Option<Termination>, speed: Option<Speed>) -> u8 {
        let result = match result {
            Some(Termination::WhiteWins) => 1,
            Some(Termination::BlackWins) => 2,
            Some(Termination::Draw) => 3,
            _ => 0,
        };
        result | speed.map_or(0, |speed| speed as u8 + 1) << 2
    }
}

/// A position of a game, and what was played in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// The Polyglot hash.
    pub(super) hash: u64,
    /// The row of the game.
    pub(super) row: u32,
    /// The number of plies before it.
    pub(super) ply: u16,
    /// The move played, or [`NOTHING`].
    pub(super) mv: u16,
    /// What is known about the game.
    pub(super) facts: Facts,
}

/// The length of a record in a file.
pub(super) const BYTES: usize = 31;

impl Met {
    pub(super) fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.hash.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.row.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.ply.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.mv.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.facts.date.to_le_bytes());
        bytes[20..22].copy_from_slice(&self.facts.elos[0].to_le_bytes());
        bytes[22..24].copy_from_slice(&self.facts.elos[1].to_le_bytes());
        bytes[24..28].copy_from_slice(&self.facts.game.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.facts.year.to_le_bytes());
        bytes[30] = self.facts.flags;
        bytes
    }

    pub(super) fn of_bytes(bytes: &[u8; BYTES]) -> Met {
        let two = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let four = |at: usize| u32::from(two(at)) | u32::from(two(at + 2)) << 16;
        let elos = [two(20), two(22)];
        Met {
            hash: u64::from(four(0)) | u64::from(four(4)) << 32,
            row: four(8),
            ply: two(12),
            mv: two(14),
            facts: Facts { game: four(24), date: four(16) as i32, year: two(28) as i16, elos, flags: bytes[30] },
        }
    }

    /// Says whose turn it is.
    pub(super) fn set_turn(&mut self, turn: Color) {
        self.facts.flags = self.facts.flags & !BLACK_MOVES | if turn == Color::Black { BLACK_MOVES } else { 0 };
    }

    /// The place of the result in `rows::Sum::results`.
    pub(super) fn result(&self) -> usize {
        usize::from(self.facts.flags & 3)
    }

    /// The place of the speed in [`Speed::ALL`], plus 1; 0 if it is unknown.
    pub(super) fn speed(&self) -> u8 {
        self.facts.flags >> 2 & 7
    }

    /// The half points of the side to move.
    pub(super) fn half_points(&self) -> u32 {
        let wins = if self.facts.flags & BLACK_MOVES == 0 { 1 } else { 2 };
        match self.result() {
            3 => 1,
            result => {
                if result == wins {
                    2
                } else {
                    0
                }
            }
        }
    }

    /// The ratings of the side to move and of the other, if both are known.
    pub(super) fn elos(&self) -> Option<[u16; 2]> {
        let [white, black] = self.facts.elos;
        let elos = if self.facts.flags & BLACK_MOVES == 0 { [white, black] } else { [black, white] };
        (white != 0 && black != 0).then_some(elos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let facts = Facts {
            game: 65_537,
            date: -3,
            year: year(-3),
            elos: [2700, 65535],
            flags: Facts::flags(Some(Termination::Draw), Some(Speed::Rapid)),
        };
        let met = Met { hash: 0x8123_4567_89ab_cdef, row: u32::MAX - 1, ply: 777, mv: NOTHING, facts };
        let back = Met::of_bytes(&met.to_bytes());
        assert_eq!(format!("{back:?}"), format!("{met:?}"));
        assert_eq!((back.result(), back.speed(), back.elos()), (3, 3, Some([2700, 65535])));
        let mut black = back;
        black.set_turn(Color::Black);
        assert_eq!((black.result(), black.speed(), black.elos()), (3, 3, Some([65535, 2700])));
    }

    #[test]
    fn speeds_have_the_bounds_of_the_questions() {
        let of = |base, increment| Speed::of(Some(base), Some(increment));
        assert_eq!(
            [of(179, 0), of(60, 3), of(479, 0), of(480, 0), of(1500, 0)],
            [Some(Speed::Bullet), Some(Speed::Blitz), Some(Speed::Blitz), Some(Speed::Rapid), Some(Speed::Classical)]
        );
        assert_eq!(Speed::of(None, Some(1)), None);
    }
}
