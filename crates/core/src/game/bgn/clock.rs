//! The times of moves, checked against their clocks.

use crate::elapsed::Elapsed;
use crate::text;

/// What is known of the time of a game.
#[derive(Debug)]
pub(super) struct Clock {
    elapsed: Elapsed,
    plies: usize,
}

impl Clock {
    pub(super) fn of(elapsed: Elapsed) -> Clock {
        Clock { elapsed, plies: 0 }
    }

    pub(super) fn elapsed(&mut self) -> &mut Elapsed {
        self.plies = 0;
        &mut self.elapsed
    }

    /// Whether a move of the mainline, the `ply`th one, comes at the time that its clock shows: the values of its `clk`
    /// and its `emt`.
    pub(super) fn tells(&mut self, ply: usize, times: [Option<i64>; 2], said: &str) -> bool {
        while self.plies + 1 < ply {
            self.elapsed.ply(None, None);
            self.plies += 1;
        }
        self.elapsed.ply(times[0], times[1]);
        self.plies = ply;
        let known = self.elapsed.times().last().copied().flatten();
        known.is_some() && known == milliseconds(said)
    }
}

/// A number of seconds with at most three decimals, as JSON writes it.
fn milliseconds(said: &str) -> Option<i64> {
    let (whole, fraction) = said.split_once('.').unwrap_or((said, "0"));
    if fraction.len() > 3 || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    whole.parse::<i64>().ok()?.checked_mul(1000)?.checked_add(text::decimal(fraction, 3)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Color;
    use crate::time_control::TimeControl;

    #[test]
    fn seconds_become_milliseconds() {
        for (said, known) in [("0", 0), ("12", 12_000), ("12.5", 12_500), ("0.125", 125), ("3.040", 3_040)] {
            assert_eq!(milliseconds(said), Some(known), "{said}");
        }
        for said in ["0.1250", "-1", "1e3", "1.", "", "99999999999999999999"] {
            assert_eq!(milliseconds(said), None, "{said}");
        }
    }

    #[test]
    fn a_time_is_written_if_it_agrees_with_the_clocks() {
        let mut clock = Clock::of(Elapsed::of(Color::White, TimeControl::parse("60+1")));
        assert!(clock.tells(1, [Some(58_000), None], "2"));
        assert!(clock.tells(2, [Some(59_500), None], "2.5"));
        assert!(!clock.tells(3, [Some(57_000), None], "4"));
    }
}
