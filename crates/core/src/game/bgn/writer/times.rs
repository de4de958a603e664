//! The time since the start of the game, which is written into its moves at its end.

use crate::elapsed::Elapsed;
use crate::game::bgn::tag_values::TagValues;
use crate::rules::Color;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The time since the start of the game, if the clocks show it.
pub(super) struct Times {
    /// Who moves first.
    pub(super) first: Color,
    elapsed: Elapsed,
    /// The number of plies whose clocks are known.
    plies: usize,
    /// The plies that may have a time, and where it belongs.
    places: Vec<Time>,
}

/// The time of one ply of the mainline.
pub(super) struct Time {
    pub(super) at: usize,
    pub(super) ply: usize,
    /// The value in the source.
    pub(super) given: Option<String>,
}

impl Default for Times {
    fn default() -> Times {
        Times { first: Color::White, elapsed: Elapsed::of(Color::White, None), plies: 0, places: Vec::new() }
    }
}

impl Times {
    pub(super) fn restart(&mut self, first: Color, tags: &TagValues<'_>) {
        self.elapsed.restart(first, tags.time_control());
        self.plies = 0;
        self.places.clear();
        self.first = first;
    }

    /// Adds the time of a ply of the mainline, counted from 1, which belongs in this place.
    pub(super) fn add(&mut self, ply: usize, place: Time, [clock, spent]: [Option<i64>; 2]) {
        while self.plies + 1 < ply {
            self.elapsed.ply(None, None);
            self.plies += 1;
        }
        self.elapsed.ply(clock, spent);
        self.plies = ply;
        self.places.push(place);
    }

    /// Writes the times into the moves.
    pub(super) fn insert(&self, out: &mut Vec<u8>) {
        let Some(first) = self.places.first().map(|time| time.at) else { return };
        let known = self.elapsed.times();
        let text = |time: &Time| match &time.given {
            Some(given) => Some(given.clone()),
            None => known.get(time.ply).copied().flatten().map(seconds),
        };
        let behind = out.split_off(first.min(out.len()));
        let mut at = first;
        for time in &self.places {
            if let Some(text) = text(time) {
                out.extend_from_slice(behind.get(at - first..time.at - first).unwrap_or_default());
                out.extend_from_slice(b",\"et\":");
                out.extend_from_slice(text.as_bytes());
                at = time.at;
            }
        }
        out.extend_from_slice(behind.get(at - first..).unwrap_or_default());
    }
}

/// Milliseconds as seconds: `9.5`.
fn seconds(ms: i64) -> String {
    let (whole, rest) = (ms / 1000, ms % 1000);
    if rest == 0 {
        return format!("{whole}");
    }
    let fraction = format!("{rest:03}");
    format!("{whole}.{}", fraction.trim_end_matches('0'))
}
