//! Ratings, and what games changed of them.

use super::fallback::Fallback;
use super::rating_baseline::{SPEEDS, UNIT};
use super::rating_values::{expected, push_change, push_size, read_change, read_rating, speed};
use super::recency::Recent;
use super::table::{Table, ValueMeaning};
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Signed};
use std::sync::Arc;

/// Ratings and changes that are coded as numbers are below this.
const MOST: i64 = 100_000;

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
    ratings: [Signed; 6],
    /// By what is known of the player, and by how large a change is expected.
    changes: Vec<[Signed; 4]>,
    /// The usual rating of each player of the group at each speed, in units of [`UNIT`]; 0 if it is not known.
    bases: Arc<Vec<[u16; SPEEDS]>>,
    pub(super) odd: Fallback,
}

struct RatingState {
    players: Recent<Player>,
    last: i64,
    /// The usual factor.
    factor: i64,
    usual: [bool; 2],
    /// The last time control that has a symbol, and its speed.
    speed: (u32, u32),
    /// The places of others that were read, by their symbols, and their speeds.
    speeds: [Option<(usize, u32)>; SPEEDS_KEPT],
}

/// How many time controls are kept with their speeds, because collections have few that are frequent.
const SPEEDS_KEPT: usize = 64;

impl RatingState {
    /// The speed of a game.
    fn speed(&mut self, table: &Table<'_>, game: usize, time_control: Option<usize>) -> u32 {
        let Some(column) = time_control else { return 0 };
        let Some(place) = table.place(game, column) else { return 0 };
        let symbol = table.meaning(game, column).symbol;
        if symbol == NONE || symbol != self.speed.0 {
            let (kept, text) = (&mut self.speeds[symbol as usize % SPEEDS_KEPT], table.value(place));
            self.speed = (
                symbol,
                match *kept {
                    Some((known, speed)) if table.value(known) == text => speed,
                    _ => speed(text),
                },
            );
            *kept = Some((place, self.speed.1));
        }
        self.speed.1
    }
}

impl Ratings {
    pub(super) fn new(columns: [Option<usize>; 4], keys: [Option<usize>; 3], odd: Arc<Words>) -> Ratings {
        let (usual, ratings) = Default::default();
        let changes = vec![Default::default(); 5];
        let bases = Arc::default();
        Ratings { columns, keys, usual, ratings, changes, bases, odd: Fallback::new(odd, 2) }
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let players = Recent::default();
        let mut state = RatingState {
            players,
            last: 1500,
            factor: 16 * 20,
            usual: [true; 2],
            speed: (NONE, 0),
            speeds: [None; SPEEDS_KEPT],
        };
        for game in 0..table.len() {
            let speed = state.speed(table, game, self.keys[2]);
            let key = |column: Option<usize>| {
                let symbol = column.map_or(NONE, |column| table.meaning(game, column).symbol);
                (symbol != NONE).then_some(symbol << 3 | speed)
            };
            let keys = [key(self.keys[0]), key(self.keys[1])];
            let known = keys.map(|key| key.and_then(|key| state.players.get(key)));
            let mut ratings = [None; 2];
            for side in 0..2 {
                let from = (known[side], keys[side].and_then(|key| self.base(key)), ratings[0], &mut state);
                ratings[side] = self.code_rating(coder, table, (game, side), from)?;
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

    /// The usual rating of a player at a speed.
    fn base(&self, key: u32) -> Option<i64> {
        let base = self.bases.get((key >> 3) as usize)?.get((key & 7) as usize)?;
        (*base > 0).then_some(i64::from(*base) * UNIT)
    }

    pub(super) fn set_bases(&mut self, bases: Vec<[u16; SPEEDS]>) {
        self.bases = Arc::new(bases);
    }

    /// Codes the usual ratings of the group; `order` has the symbols of the players.
    pub(super) fn code_bases<C: Coder>(&mut self, coder: &mut C, order: &[u32]) {
        let mut bases = std::mem::take(&mut self.bases).to_vec();
        bases.resize(order.len(), [0; SPEEDS]);
        let (mut is_known, mut firsts, mut others) = ([[Bit::NEW; 2]; SPEEDS], Signed::default(), Signed::default());
        for &player in order {
            let mut before = None;
            for (base, is_known) in bases[player as usize].iter_mut().zip(&mut is_known) {
                if !coder.bit(&mut is_known[usize::from(before.is_some())], *base > 0) {
                    continue;
                }
                let from = before.unwrap_or(1500 / UNIT);
                let model = if before.is_some() { &mut others } else { &mut firsts };
                let value = from + model.code(coder, i64::from(*base) - from).clamp(-MOST, MOST);
                *base = value.clamp(1, MOST / UNIT) as u16;
                before = Some(i64::from(*base));
            }
        }
        self.bases = Arc::new(bases);
    }

    fn code_rating<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, side): (usize, usize),
        (known, base, other, state): (Option<Player>, Option<i64>, Option<i64>, &mut RatingState),
    ) -> Result<Option<i64>, Damage> {
        let Some(column) = self.columns[side] else { return Ok(None) };
        let Some(place) = table.place(game, column) else { return Ok(None) };
        let given = if C::READS { None } else { read_rating(table.given(place)) };
        if !self.code_usual(coder, table, (0, place, given.is_some()), state)? {
            table.set_meaning(game, column, ValueMeaning::UNKNOWN);
            return Ok(None);
        }
        let (context, from) = match (known, base, other) {
            (Some(player), ..) => (usize::from(player.is_changed), player.rating),
            (None, Some(base), _) => (5, base),
            (None, None, Some(other)) => (2, other),
            (None, None, None) => (3 + side, state.last),
        };
        let rating = from.wrapping_add(self.ratings[context].code(coder, given.unwrap_or(0) - from));
        if !(0..MOST).contains(&rating) {
            return Err(Damage::Content);
        }
        state.last = rating;
        table.set_meaning(game, column, ValueMeaning::number(rating));
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
        (known, advantage, state): (Option<Player>, Option<i64>, &mut RatingState),
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
        let predicted = (own.unwrap_or(state.factor) * surprise.abs()) >> 19;
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
        let factor = (surprise.abs() > 1 << 12).then(|| (((change * sign) << 19) / surprise.abs()).clamp(0, 16 * 1000));
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
        state: &mut RatingState,
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

impl Learns for Ratings {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.usual.each_bit(visit);
        self.ratings.each_bit(visit);
        self.changes.each_bit(visit);
        self.odd.each_bit(visit);
    }
}
