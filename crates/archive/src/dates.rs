//! The dates of blocks, by which readers skip those without any game of a period.

use crate::games::Games;
use crate::index::BlockEntry;
use crate::text_game::is_document;
use scoresheet_core::date::{Date, GameTime};
use scoresheet_core::step::Dialect;
use std::ops::{Range, RangeInclusive};

/// What the dates of a block are added to if they bound those of all its games. Earlier writers stored them without this, and
/// did not count dates whose month or day is unknown.
const BOUNDS: u32 = 1 << 27;

/// A date as a number: 20130131.
fn number(date: Date) -> u32 {
    u32::from(date.year.unsigned_abs()) * 10_000 + u32::from(date.month) * 100 + u32::from(date.day)
}

/// The first and the last date of some games as an index has them; both are 0 if none has one, or if those of a game are not
/// known from its tags.
pub(crate) fn bounds(games: &Games, range: Range<usize>) -> (u32, u32) {
    let mut found: Option<(u32, u32)> = None;
    for game in range {
        // Documents may have a date outside the tags, which may come before that of the tags.
        let head = &games.heads[game];
        let reads_other_tags = |text: &[u8]| head.dialect != Dialect::Pgn || is_document(text);
        if head.unplayed.as_ref().is_some_and(|unplayed| reads_other_tags(&unplayed.text)) || games.has_fields(game) {
            return (0, 0);
        }
        let tag = |name| games.tags.tag(game, name);
        if let Some(date) = GameTime::of(tag("UTCDate"), tag("Date"), None).date.map(number) {
            let (first, last) = found.unwrap_or((date, date));
            found = Some((first.min(date), last.max(date)));
        }
    }
    found.map_or((0, 0), |(first, last)| (BOUNDS + first, BOUNDS + last))
}

impl BlockEntry {
    /// Whether one of its games may have a date in this period, whose first and last days are numbers such as 20130131. A date
    /// whose month or day is unknown counts as the first one that is possible.
    ///
    /// ```
    /// use scoresheet_archive::BlockEntry;
    ///
    /// let block = BlockEntry { dates: ((1 << 27) + 20130105, (1 << 27) + 20130131), ..BlockEntry::default() };
    /// assert!(block.may_have_dates(&(20130101..=20130105)));
    /// assert!(!block.may_have_dates(&(20130201..=20131231)));
    /// ```
    pub fn may_have_dates(&self, period: &RangeInclusive<u32>) -> bool {
        let (first, last) = self.dates;
        first < BOUNDS || last < BOUNDS || (first - BOUNDS <= *period.end() && last - BOUNDS >= *period.start())
    }
}
