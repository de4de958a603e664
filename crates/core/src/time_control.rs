//! The TimeControl tag, if a base and an increment describe it completely.

/// A base and an increment, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What the clock starts with.
    pub base: i32,
    /// What each move adds.
    pub increment: i32,
}

impl TimeControl {
    /// Reads `600+5` and `600`. `None` for everything that says more or less: `-`, `?`, `40/7200:3600`, `*180`.
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

fn seconds(text: &str) -> Option<i32> {
    crate::text::number(text).and_then(|value| i32::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

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
