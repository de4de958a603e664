//! The TimeControl tag as the standard of PGN defines it: its first period, and the speed of a game. For the clocks of a game,
//! only a base and an increment that describe it completely are of use.

use crate::text::decimal;

/// A base and an increment, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What the clock starts with.
    pub base: i32,
    /// What each move adds.
    pub increment: i32,
}

impl TimeControl {
    /// Reads `600+5` and `600`. `None` for everything else: `-`, `?`, `40/7200:3600`, `*180`.
    ///
    /// ```
    /// use scoresheet_core::time_control::TimeControl;
    /// assert_eq!(TimeControl::parse("600+5"), Some(TimeControl { base: 600, increment: 5 }));
    /// assert_eq!(TimeControl::parse("40/7200:3600"), None);
    /// ```
    pub fn parse(text: &str) -> Option<TimeControl> {
        let text = text.trim();
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Some(TimeControl { base: seconds(base)?, increment: seconds(increment)? })
    }
}

/// The first period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The number of moves that it is for; `None` for the rest of the game.
    pub moves: Option<i32>,
    /// Its time in milliseconds.
    pub base_ms: i64,
    /// What each move adds, in milliseconds; `None` if that depends on the moves, as with an hourglass, or if each move has its
    /// own time.
    pub increment_ms: Option<i64>,
}

impl Period {
    /// Reads the first of the periods between colons: `600`, `600+5`, `40/7200`, `40/5400+30`, `*180` (an hourglass), `1/86400`.
    /// Times may have a fraction. `None` if any of them is something else, such as `-`, `?` and texts.
    ///
    /// ```
    /// use scoresheet_core::time_control::Period;
    /// let period = Period::first("40/5400+30:1800+30").unwrap();
    /// assert_eq!((period.moves, period.base_ms, period.increment_ms), (Some(40), 5_400_000, Some(30_000)));
    /// assert!(Period::first("90 min + 30 s").is_none());
    /// ```
    pub fn first(text: &str) -> Option<Period> {
        let mut periods = text.trim().split(':').map(Period::of);
        let first = periods.next()??;
        periods.all(|period| period.is_some()).then_some(first)
    }

    fn of(text: &str) -> Option<Period> {
        if let Some(time) = text.strip_prefix('*') {
            return Some(Period { moves: None, base_ms: milliseconds(time)?, increment_ms: None });
        }
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(seconds(moves).filter(|moves| *moves > 0)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let (base_ms, increment_ms) = (milliseconds(base)?, milliseconds(increment)?);
        Some(Period { moves, base_ms, increment_ms: Some(increment_ms).filter(|_| moves != Some(1)) })
    }

    /// Its time in seconds, unless it has a fraction.
    pub fn base_seconds(&self) -> Option<i32> {
        whole_seconds(self.base_ms)
    }

    /// The increment in seconds, if it is known and has no fraction.
    pub fn increment_seconds(&self) -> Option<i32> {
        whole_seconds(self.increment_ms?)
    }
}

/// The speed of a game by the time that it gives a side for 40 moves, as Lichess defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than 6 hours.
    Classical,
    /// Longer.
    Correspondence,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 5] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// The name of the speed, as questions use it.
    pub fn id(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The speed of this name.
    pub fn find(id: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.id() == id)
    }

    /// The speed of a game with this first period.
    ///
    /// ```
    /// use scoresheet_core::time_control::{Period, Speed};
    /// let speed = |text| Period::first(text).map(Speed::of);
    /// assert_eq!(speed("180+2"), Some(Speed::Blitz));
    /// assert_eq!(speed("1/86400"), Some(Speed::Correspondence));
    /// ```
    pub fn of(period: Period) -> Speed {
        let base = match period.moves {
            Some(moves) if moves < 40 => period.base_ms.saturating_mul(40) / i64::from(moves),
            _ => period.base_ms,
        };
        match base.saturating_add(period.increment_ms.unwrap_or(0).saturating_mul(40)) {
            ..180_000 => Speed::Bullet,
            180_000..480_000 => Speed::Blitz,
            480_000..1_500_000 => Speed::Rapid,
            1_500_000..21_600_000 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }
}

/// Milliseconds of seconds with or without a fraction.
fn milliseconds(text: &str) -> Option<i64> {
    let (whole, fraction) =
        text.split_once('.').map_or(Some((text, 0)), |(whole, digits)| Some((whole, decimal(digits, 3)?)))?;
    Some(i64::from(seconds(whole)?) * 1000 + fraction)
}

fn whole_seconds(ms: i64) -> Option<i32> {
    (ms % 1000 == 0).then(|| i32::try_from(ms / 1000).ok())?
}

fn seconds(text: &str) -> Option<i32> {
    crate::text::number(text).and_then(|value| i32::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_of_the_standard() {
        for (text, expected) in [
            ("600+5", Some((None, Some(600), Some(5), "rapid"))),
            ("300", Some((None, Some(300), Some(0), "blitz"))),
            ("0+1", Some((None, Some(0), Some(1), "bullet"))),
            ("40/7200:3600", Some((Some(40), Some(7200), Some(0), "classical"))),
            ("40/5400+30:1800+30", Some((Some(40), Some(5400), Some(30), "classical"))),
            ("20/600", Some((Some(20), Some(600), Some(0), "rapid"))),
            ("*180", Some((None, Some(180), None, "blitz"))),
            ("1/86400", Some((Some(1), Some(86400), None, "correspondence"))),
            ("10/4320000", Some((Some(10), Some(4_320_000), Some(0), "correspondence"))),
            ("60+0.6", Some((None, Some(60), None, "bullet"))),
            ("30.5", Some((None, None, Some(0), "bullet"))),
            ("-", None),
            ("?", None),
            ("", None),
            ("+5", None),
            ("600+", None),
            ("0/600", None),
            ("40/7200:?", None),
            ("90 min + 30 s", None),
            ("99999999999", None),
        ] {
            let told = Period::first(text).map(|period| {
                (period.moves, period.base_seconds(), period.increment_seconds(), Speed::of(period).id())
            });
            assert_eq!(told, expected, "{text}");
        }
    }

    #[test]
    fn speeds_have_the_bounds_of_lichess() {
        for (text, speed) in [
            ("179", Speed::Bullet),
            ("60+3", Speed::Blitz),
            ("479", Speed::Blitz),
            ("480", Speed::Rapid),
            ("1499", Speed::Rapid),
            ("1500", Speed::Classical),
            ("21599", Speed::Classical),
            ("21600", Speed::Correspondence),
        ] {
            assert_eq!(Period::first(text).map(Speed::of), Some(speed), "{text}");
        }
    }

    #[test]
    fn only_a_base_with_or_without_an_increment() {
        let both = |base, increment| Some(TimeControl { base, increment });
        for (text, expected) in [
            ("600+5", both(600, 5)),
            ("300", both(300, 0)),
            ("0+1", both(0, 1)),
            (" 180+2 ", both(180, 2)),
            ("-", None),
            ("?", None),
            ("", None),
            ("+5", None),
            ("600+", None),
            ("40/7200:3600", None),
            ("1/86400", None),
            ("*180", None),
            ("99999999999", None),
            ("600+-5", None),
        ] {
            assert_eq!(TimeControl::parse(text), expected, "{text}");
        }
    }
}
