//! The times of moves, held against their clocks.

use crate::elapsed::Elapsed;
use crate::text;
use alloc::format;

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

    /// Whether a move of the mainline, the `ply`th one, comes at the time that its clock tells: the values of its `clk` and
    /// its `emt`.
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

/// A number of seconds with at most three decimals.
fn milliseconds(said: &str) -> Option<i64> {
    let (whole, fraction) = said.split_once('.').unwrap_or((said, ""));
    let fraction = format!("{fraction:0<3}");
    let fraction: i64 = if fraction.len() == 3 { fraction.parse().ok()? } else { return None };
    text::decimal(whole, 0)?.checked_mul(1000)?.checked_add(fraction)
}
