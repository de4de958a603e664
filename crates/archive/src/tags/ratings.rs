//! Ratings, and what games changed of them.

use super::fallback::Fallback;
use super::recent::Recent;
use super::table::{Meaning, Table};
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Signed};
use std::sync::Arc;

/// Ratings and changes that are coded as numbers are below this.
const MOST: i64 = 100_000;

/// How many points the better player expects of 2^15, for each 32 points of difference.
const EXPECTED: [i64; 33] = [
    16384, 17889, 19368, 20799, 22161, 23437, 24617, 25692, 26660, 27524, 28285, 28951, 29530, 30029, 30458, 30823,
    31134, 31397, 31620, 31807, 31965, 32097, 32208, 32301, 32379, 32444, 32498, 32543, 32581, 32612, 32638, 32660,
    32678,
];

/// What a player with this advantage expects, of 2^15 points.
fn expected(advantage: i64) -> i64 {
    let size = advantage.abs().min(1023);
    let (step, part) = ((size / 32) as usize, size % 32);
    let points = (EXPECTED[step] * (32 - part) + EXPECTED[step + 1] * part) / 32;
    if advantage < 0 { (1 << 15) - points } else { points }
}

/// A number as usual: without a sign or zeros before it.
fn read_rating(text: &str) -> Option<i64> {
    let is_usual = (1..=5).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let rating = if is_usual { text.parse().ok()? } else { return None };
    (text.len() == 1 || !text.starts_with('0')).then_some(rating)
}

/// A number with a sign; zero has the sign `+`.
fn read_change(text: &str) -> Option<i64> {
    match text.split_at_checked(1)? {
        ("+", size) => read_rating(size),
        ("-", size) => read_rating(size).filter(|&size| size > 0).map(|size| -size),
        _ => None,
    }
}

fn push_size(size: i64, text: &mut String) {
    let mut buffer = [0; 8];
    let (mut place, mut left) = (buffer.len(), size.unsigned_abs().min(9_999_999));
    while left > 0 || place == buffer.len() {
        place -= 1;
        buffer[place] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    text.push_str(std::str::from_utf8(&buffer[place..]).unwrap_or_default());
}

fn push_change(change: i64, text: &mut String) {
    text.push(if change < 0 { '-' } else { '+' });
    push_size(change, text);
}

/// How fast a game was, by its time control: players have a rating for each.
fn speed(time_control: &str) -> u64 {
    let (base, increment) = time_control.split_once('+').unwrap_or((time_control, "0"));
    let seconds = |text: &str| read_rating(text);
    match seconds(base).zip(seconds(increment)).map(|(base, increment)| base + 40 * increment) {
        None => 0,
        Some(..30) => 1,
        Some(..180) => 2,
        Some(..480) => 3,
        Some(..1500) => 4,
        Some(_) => 5,
    }
}

/// What is known of a player in a block.
#[derive(Clone, Copy, Debug, Default)]
struct Player {
    rating: i64,
    /// Whether `rating` has the change of the last game.
    is_changed: bool,
    /// How much a point more than expected changes the rating, in units of 1/16.
    factor: Option<i64>,
}

/// Ratings and changes of White and Black.
#[derive(Clone, Debug)]
pub(super) struct Ratings {
    /// Ratings of White and Black, then changes of both.
    pub(super) columns: [Option<usize>; 4],
    /// The players, and the time control.
    pub(super) keys: [Option<usize>; 3],
    /// Whether a value is written as usual.
    usual: [[Bit; 2]; 2],
    /// By what a rating is compared with.
    ratings: [Signed; 5],
    /// By what is known of the player, and by how large a change is expected.
    changes: Vec<[Signed; 4]>,
    pub(super) odd: Fallback,
}

struct State {
    players: Recent<Player>,
    last: i64,
    /// The usual factor.
    factor: i64,
    usual: [bool; 2],
}

impl Ratings {
    pub(super) fn new(columns: [Option<usize>; 4], keys: [Option<usize>; 3], odd: Arc<Words>) -> Ratings {
        let (usual, ratings) = Default::default();
        let changes = vec![Default::default(); 5];
        Ratings { columns, keys, usual, ratings, changes, odd: Fallback::new(odd, 2) }
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let mut state = State { players: Recent::default(), last: 1500, factor: 16 * 20, usual: [true; 2] };
        for game in 0..table.len() {
            let speed =
                self.keys[2].and_then(|column| table.place(game, column)).map_or(0, |place| speed(table.value(place)));
            let key = |column: Option<usize>| {
                let symbol = column.map_or(NONE, |column| table.meaning(game, column).symbol);
                (symbol != NONE).then_some(u64::from(symbol) << 3 | speed)
            };
            let keys = [key(self.keys[0]), key(self.keys[1])];
            let known = keys.map(|key| key.and_then(|key| state.players.get(key)));
            let mut ratings = [None; 2];
            for side in 0..2 {
                ratings[side] = self.code_rating(coder, table, (game, side), (known[side], ratings[0], &mut state))?;
            }
            for side in 0..2 {
                let advantage = ratings[side].zip(ratings[1 - side]).map(|(own, other)| own - other);
                let change = self.code_change(coder, table, (game, side), (known[side], advantage, &mut state))?;
                if let (Some(key), Some(rating)) = (keys[side], ratings[side]) {
                    let factor = change.1.or(known[side].and_then(|player| player.factor));
                    let (rating, is_changed) = (rating + change.0.unwrap_or(0), change.0.is_some());
                    state.players.set(key, Player { rating, is_changed, factor });
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    fn code_rating<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, side): (usize, usize),
        (known, other, state): (Option<Player>, Option<i64>, &mut State),
    ) -> Result<Option<i64>, Damage> {
        let Some(column) = self.columns[side] else { return Ok(None) };
        let Some(place) = table.place(game, column) else { return Ok(None) };
        let given = if C::READS { None } else { read_rating(table.given(place)) };
        if !self.code_usual(coder, table, (0, place, given.is_some()), state)? {
            table.set_meaning(game, column, Meaning::UNKNOWN);
            return Ok(None);
        }
        let (context, from) = match (known, other) {
            (Some(player), _) => (usize::from(player.is_changed), player.rating),
            (None, Some(other)) => (2, other),
            (None, None) => (3 + side, state.last),
        };
        let rating = from.wrapping_add(self.ratings[context].code(coder, given.unwrap_or(0) - from));
        if !(0..MOST).contains(&rating) {
            return Err(Damage::Content);
        }
        state.last = rating;
        table.set_meaning(game, column, Meaning::number(rating));
        if C::READS {
            table.put_with(place, |text| push_size(rating, text))?;
        }
        Ok(Some(rating))
    }

    /// Codes a change. Returns it, and the factor that it shows.
    fn code_change<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, side): (usize, usize),
        (known, advantage, state): (Option<Player>, Option<i64>, &mut State),
    ) -> Result<(Option<i64>, Option<i64>), Damage> {
        let Some(column) = self.columns[2 + side] else { return Ok((None, None)) };
        let Some(place) = table.place(game, column) else { return Ok((None, None)) };
        let given = if C::READS { None } else { read_change(table.given(place)) };
        if !self.code_usual(coder, table, (1, place, given.is_some()), state)? {
            return Ok((None, None));
        }
        let white = table.facts(game).points().map(|points| points << 14);
        let points = white.map(|white| if side == 0 { white } else { (1 << 15) - white });
        // How many points more than expected the player has, of 2^15.
        let surprise = points.zip(advantage).map_or(0, |(points, advantage)| points - expected(advantage));
        let own = known.and_then(|player| player.factor);
        let predicted = own.unwrap_or(state.factor) * surprise.abs() >> 19;
        let size = match predicted {
            0..=3 => 0,
            4..=8 => 1,
            9..=16 => 2,
            _ => 3,
        };
        let context = match (surprise, own, known) {
            (0, ..) => 4,
            (_, Some(_), _) => 0,
            (_, None, Some(_)) => 1,
            (_, None, None) => 2 + side,
        };
        let sign = if surprise < 0 { -1 } else { 1 };
        let model = &mut self.changes[context][size];
        let rest = model.code(coder, given.unwrap_or(0) * sign - predicted);
        let change = predicted.wrapping_add(rest).wrapping_mul(sign);
        if !(-MOST..MOST).contains(&change) {
            return Err(Damage::Content);
        }
        let factor = (surprise.abs() > 1 << 12).then(|| ((change * sign << 19) / surprise.abs()).clamp(0, 16 * 1000));
        if let Some(factor) = factor {
            state.factor += (factor.min(16 * 60) - state.factor) / 16;
        }
        if C::READS {
            table.put_with(place, |text| push_change(change, text))?;
        }
        Ok((Some(change), factor))
    }

    /// Codes whether a value is written as usual, and the value if it is not.
    fn code_usual<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (kind, place, is_usual): (usize, usize, bool),
        state: &mut State,
    ) -> Result<bool, Damage> {
        let is_usual = coder.bit(&mut self.usual[kind][usize::from(state.usual[kind])], is_usual);
        state.usual[kind] = is_usual;
        if !is_usual {
            self.odd.code(coder, table, (kind, place))?;
        }
        Ok(is_usual)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for column in self.columns.iter().chain(&self.keys) {
            push_number(column.map_or(0, |column| column as u64 + 1), out);
        }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, odd: &Arc<Words>) -> Result<Ratings, Damage> {
        let mut all = [None; 7];
        for column in &mut all {
            *column = cursor.number_up_to(columns)?.checked_sub(1);
        }
        let [a, b, c, d, keys @ ..] = all;
        Ok(Ratings::new([a, b, c, d], keys, odd.clone()))
    }
}

/// Whether ratings are coded as numbers.
pub(super) fn is_usual(value: &str) -> bool {
    read_rating(value).is_some() || read_change(value).is_some()
}

impl Learns for Ratings {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.usual.each_bit(visit);
        self.ratings.each_bit(visit);
        self.changes.each_bit(visit);
        self.odd.each_bit(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::{expected, push_change, push_size, read_change, read_rating, speed};

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 9, 10, 1500, 99_999] {
            let (mut rating, mut change) = (String::new(), String::new());
            push_size(number, &mut rating);
            push_change(-number, &mut change);
            assert_eq!((read_rating(&rating), read_change(&change)), (Some(number), Some(-number)));
        }
        assert_eq!([read_rating(""), read_rating("01"), read_rating("+1"), read_rating("100000")], [None; 4]);
        assert_eq!(
            [read_change(""), read_change("-0"), read_change("+01"), read_change("1"), read_change("é")],
            [None; 5]
        );
    }

    #[test]
    fn both_players_expect_one_point_together() {
        for advantage in -2000..2000 {
            assert_eq!(expected(advantage) + expected(-advantage), 1 << 15);
            assert!(expected(advantage) <= expected(advantage + 1));
        }
    }

    #[test]
    fn speeds_follow_the_time() {
        assert_eq!(["15+0", "60+0", "180+2", "600+0", "0+60", "-", "1/86400"].map(speed), [1, 2, 3, 4, 5, 0, 0]);
    }
}
