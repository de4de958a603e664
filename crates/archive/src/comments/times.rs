//! Times of a comment that follow from each other.

use super::dictionary::SlotMeaning;
use super::number_format::NumberFormat;

/// The time of a move in milliseconds, and nodes per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    spent: i64,
    speed: i64,
}

impl Pace {
    /// How much longer than the time of the move an engine has counted its nodes.
    pub(super) fn longer(self, nodes: i64) -> i64 {
        let time = (i128::from(nodes) * 1000 + i128::from(self.speed) / 2) / i128::from(self.speed);
        i64::try_from(time - i128::from(self.spent)).unwrap_or(0)
    }

    /// The nodes in the time of the move and this much longer.
    pub(super) fn nodes(self, longer: i64) -> Option<i64> {
        i64::try_from(i128::from(self.speed) * (i128::from(self.spent) + i128::from(longer)) / 1000).ok()
    }
}

/// What the numbers of a comment tell about each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// In this comment: the time of the move, and the nodes per second.
    spent: Option<(i64, NumberFormat)>,
    speed: Option<i64>,
    /// In this comment: how much less is left than before, with the increment.
    used: Option<i64>,
    /// By side: what was added after the last move.
    increments: [i64; 2],
    /// The most that a clock gained in this game.
    gain: i64,
}

impl Times {
    /// A game starts.
    pub(super) fn start_game(&mut self) {
        self.gain = 0;
    }

    /// A comment starts.
    pub(super) fn restart(&mut self) {
        (self.spent, self.speed, self.used) = (None, None, None);
    }

    /// The expected value of a number of this meaning if `last` came before it on the same side.
    pub(super) fn hint(&self, meaning: SlotMeaning, side: usize, last: i64) -> Option<i64> {
        match meaning {
            SlotMeaning::Left => {
                let change = self.spent.map_or(self.gain, |(spent, _)| self.increments[side].wrapping_sub(spent));
                Some(last.wrapping_add(change))
            }
            SlotMeaning::Spent => Some(self.used?.wrapping_add(self.increments[side])),
            _ => None,
        }
    }

    /// The time of the move in milliseconds and the nodes per second, if both came before in this comment.
    pub(super) fn pace(&self) -> Option<Pace> {
        let is_ms = |(spent, shape): &(i64, NumberFormat)| *spent > 0 && !shape.is_clock() && shape.decimals() == 0;
        let (spent, _) = self.spent.filter(is_ms)?;
        Some(Pace { spent, speed: self.speed.filter(|speed| *speed > 0)? })
    }

    /// Notes a number.
    pub(super) fn push(
        &mut self,
        meaning: SlotMeaning,
        side: usize,
        (value, shape, last): (i64, NumberFormat, Option<i64>),
    ) {
        let begun = last.is_some();
        let last = last.unwrap_or(value);
        match meaning {
            SlotMeaning::Left => {
                let used = last.wrapping_sub(value);
                self.used = Some(used);
                if begun {
                    self.gain = self.gain.max(used.saturating_neg());
                }
                if let Some((spent, _)) = self.spent {
                    self.increments[side] = spent.wrapping_sub(used);
                }
            }
            SlotMeaning::Spent => {
                self.spent = Some((value, shape));
                if let Some(used) = self.used {
                    self.increments[side] = value.wrapping_sub(used);
                }
            }
            SlotMeaning::Speed => self.speed = Some(value),
            _ => {}
        }
    }
}
