//! The time since the start of a game after each ply, computed from its clocks or from the time spent on each move.

use crate::rules::Color;
use crate::time_control::TimeControl;
use alloc::vec::Vec;

/// Adds up the time of a mainline.
///
/// A game with clocks needs its time control: a side has used its base and its increments minus what its clock shows.
/// The increment comes with each move, for many sites from the second one on: then a side's first clock is not above
/// the base. In a game without clocks, the times that the moves took are added.
///
/// ```
/// use scoresheet_core::{elapsed::Elapsed, rules::Color, time_control::TimeControl};
/// let mut elapsed = Elapsed::of(Color::White, TimeControl::parse("60+1"));
/// elapsed.ply(Some(58_000), None);
/// elapsed.ply(Some(59_500), None);
/// elapsed.ply(Some(57_000), None);
/// assert_eq!(elapsed.times(), [Some(2_000), Some(2_500), Some(4_500)]);
/// ```
#[derive(Clone, Debug)]
pub struct Elapsed {
    first: Color,
    control: Option<TimeControl>,
    by_clock: ByClock,
    /// The same, from the times spent on moves, up to the first move without one.
    by_move: Vec<Option<i64>>,
    clocks: bool,
}

/// The times according to the clocks of both sides.
#[derive(Clone, Debug)]
struct ByClock {
    times: Vec<Option<i64>>,
    /// The time that each side is known to have used at its last move.
    used: [Option<i64>; 2],
    /// The most time that each side was known to have used.
    most: [i64; 2],
    /// The number of increments that a side did not get, once its first clock determines it.
    missing: [Option<i64>; 2],
    /// Whether a side has used less than before, which makes the clocks useless.
    broken: bool,
}

impl Elapsed {
    /// For a game in which this side moves first.
    pub fn of(first: Color, control: Option<TimeControl>) -> Elapsed {
        let by_clock =
            ByClock { times: Vec::new(), used: [Some(0); 2], most: [0; 2], missing: [None; 2], broken: false };
        Elapsed { first, control, by_clock, by_move: Vec::new(), clocks: false }
    }

    /// Starts again for another game.
    pub fn restart(&mut self, first: Color, control: Option<TimeControl>) {
        let (mut times, mut by_move) = (core::mem::take(&mut self.by_clock.times), core::mem::take(&mut self.by_move));
        times.clear();
        by_move.clear();
        *self = Elapsed::of(first, control);
        (self.by_clock.times, self.by_move) = (times, by_move);
    }

    /// Adds a ply: the mover's clock and the time spent on the move, in milliseconds.
    pub fn ply(&mut self, clock: Option<i64>, spent: Option<i64>) {
        self.clocks |= clock.is_some();
        let ply = self.by_move.len();
        let sum = if ply == 0 { Some(0) } else { self.by_move.last().copied().flatten() };
        self.by_move.push(sum.zip(spent).and_then(|(sum, spent)| i64::checked_add(sum, spent)));
        let side = (ply & 1) ^ (self.first as usize);
        self.by_clock.ply(side, ply as i64 / 2 + 1, self.control.zip(clock));
    }

    /// The time after each ply in milliseconds, if known. Empty if no data determines it, or if a clock shows that a
    /// side gave time back.
    pub fn times(&self) -> &[Option<i64>] {
        match (self.clocks, self.control.is_some() && !self.by_clock.broken) {
            (true, true) => &self.by_clock.times,
            (true, false) => &[],
            (false, _) => &self.by_move,
        }
    }
}

impl ByClock {
    /// A side moved for the `turn`th time.
    fn ply(&mut self, side: usize, turn: i64, told: Option<(TimeControl, i64)>) {
        self.used[side] = told.map(|(control, clock)| {
            let (base, increment) = (i64::from(control.base) * 1000, i64::from(control.increment) * 1000);
            let missing = *self.missing[side].get_or_insert(i64::from(clock <= base));
            base + increment * (turn - missing) - clock
        });
        if let Some(now) = self.used[side] {
            self.broken |= now < self.most[side];
            self.most[side] = self.most[side].max(now);
        }
        self.times.push(self.used[0].zip(self.used[1]).map(|(white, black)| white + black));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(first: Color, control: &str, clocks: &[i64]) -> Vec<Option<i64>> {
        let mut elapsed = Elapsed::of(first, TimeControl::parse(control));
        clocks.iter().for_each(|clock| elapsed.ply(Some(*clock).filter(|clock| *clock >= 0), None));
        elapsed.times().to_vec()
    }

    #[test]
    fn by_clocks() {
        // White's first clock has its increment already, Black's has not.
        assert_eq!(times(Color::White, "60+2", &[61_000, 58_000, 62_500]), [Some(1000), Some(3000), Some(3500)]);
        assert_eq!(times(Color::Black, "60", &[59_000, 60_000]), [Some(1000), Some(1000)]);
        assert_eq!(times(Color::White, "60", &[59_000, -1, 58_000, 57_000]), [Some(1000), None, None, Some(5000)]);
    }

    #[test]
    fn time_is_never_given_back() {
        assert_eq!(times(Color::White, "60", &[61_000]), []);
        assert_eq!(times(Color::White, "60", &[50_000, 59_000, 51_000]), []);
        // Neither over a move without a clock.
        assert_eq!(times(Color::White, "60", &[50_000, 59_000, -1, 58_000, 51_000]), []);
        assert_eq!(times(Color::White, "-", &[50_000]), []);
    }

    #[test]
    fn by_what_the_moves_took() {
        let mut elapsed = Elapsed::of(Color::White, None);
        [Some(1), Some(2), None, Some(3)].into_iter().for_each(|spent| elapsed.ply(None, spent));
        assert_eq!(elapsed.times(), [Some(1), Some(3), None, None]);
        elapsed.restart(Color::White, TimeControl::parse("60"));
        elapsed.ply(None, Some(5));
        assert_eq!(elapsed.times(), [Some(5)]);
        elapsed.ply(Some(1), Some(5));
        assert_eq!(elapsed.times(), [None, None]);
    }
}
