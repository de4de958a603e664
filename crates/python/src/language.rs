//! Finds out whose piece letters a text has.

use scoresheet_core::error::Code;
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::{ALL, ENGLISH, Letters};
use scoresheet_core::reading::{Games, Settings};
use scoresheet_core::record::Record;

/// So many more plies must be readable with other letters: one bad move may be a move of some language by chance.
const EVIDENCE: u64 = 6;

/// The piece letters of a text: those with which the fewest of its first moves are wrong, and clearly more can be played than
/// with English ones; else English.
pub(crate) fn letters_of(head: &[u8], limits: &Limits) -> &'static Letters {
    let english = tried(head, &ENGLISH, limits);
    if english.wrong == 0 {
        return &ENGLISH;
    }
    let fits = |tried: &Tried| tried.wrong < english.wrong && tried.plies >= english.plies + EVIDENCE;
    let others = ALL.iter().map(|letters| tried(head, letters, limits)).filter(fits);
    others.min_by_key(|tried| (tried.wrong, u64::MAX - tried.plies)).map_or(&ENGLISH, |tried| tried.letters)
}

/// What came of reading with some letters.
struct Tried {
    letters: &'static Letters,
    wrong: u64,
    plies: u64,
}

fn tried(head: &[u8], letters: &'static Letters, limits: &Limits) -> Tried {
    let settings = Settings { letters, limits: *limits, ..Settings::default() };
    let mut games = Games::new(head, &settings);
    let mut record = Record::new();
    while games.next(&mut record, &mut ()) {}
    let tally = games.into_tally();
    let wrong = [Code::MoveSyntax, Code::MoveIllegal, Code::MoveAmbiguous].map(|code| tally.count(code)).iter().sum();
    Tried { letters, wrong, plies: tally.plies }
}
