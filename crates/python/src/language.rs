//! Finds out whose piece letters a text has.

use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::{ALL, ENGLISH, Letters};
use scoresheet_core::reading::{Games, Settings};
use scoresheet_core::record::Record;

/// The piece letters of a text: those with which the fewest of its first moves are wrong. English where others are no better.
pub(crate) fn letters_of(head: &[u8], limits: &Limits) -> &'static Letters {
    let wrong = |letters: &'static Letters| {
        let settings = Settings { letters, limits: *limits, ..Settings::default() };
        let mut games = Games::new(head, &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {}
        let tally = games.into_tally();
        let bad = [Code::MoveSyntax, Code::MoveIllegal, Code::MoveAmbiguous]
            .map(|code| tally.count(code))
            .iter()
            .sum::<u64>();
        (bad, u64::MAX - tally.plies)
    };
    let english = wrong(&ENGLISH);
    if english.0 == 0 {
        return &ENGLISH;
    }
    let best = ALL.iter().copied().min_by_key(|letters| wrong(letters)).unwrap_or(&ENGLISH);
    if wrong(best) < english { best } else { &ENGLISH }
}
