//! Games with the same moves whose players and dates may be the same: names may be spelled in another way, and less may be
//! known of a date.

use super::duplicates::Reason;
use scoresheet_core::date::reading::{self, DateReading, PartialDate};
use scoresheet_core::names::Person;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::io;

/// How many games with the same moves are compared one by one. Beyond that they are looked up by the names of White.
const FEW: usize = 16;
/// How many games one is compared with where White is not known, and so cannot be looked up.
const COMPARED: usize = 256;

/// What games are compared by, as bytes.
pub(super) fn write(white: &str, black: &str, date: &str) -> Vec<u8> {
    [white.as_bytes(), black.as_bytes(), date.as_bytes()].join(&[0_u8][..])
}

/// What a game is compared by.
pub(super) struct Traits {
    white: String,
    black: String,
    date: String,
    /// The same, taken apart when it is needed: most games have no duplicates.
    parsed: OnceCell<ParsedIdentity>,
}

struct ParsedIdentity {
    /// `None` for a player who is not known.
    white: Option<Person>,
    black: Option<Person>,
    date: PartialDate,
}

impl Traits {
    /// Reads what [`write()`] has written.
    pub(super) fn read(bytes: &[u8]) -> io::Result<Traits> {
        let text = std::str::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
        let mut parts = text.splitn(3, '\0').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Ok(Traits { white: next(), black: next(), date: next(), parsed: OnceCell::new() })
    }

    fn parsed(&self) -> &ParsedIdentity {
        self.parsed.get_or_init(|| ParsedIdentity {
            white: Person::parse(&self.white),
            black: Person::parse(&self.black),
            date: if let DateReading::Date(date) = reading::read(&self.date) { date } else { PartialDate::default() },
        })
    }

    /// Whether the names of the players are spelled alike.
    pub(super) fn has_same_names(&self, other: &Traits) -> bool {
        self.white == other.white && self.black == other.black
    }

    /// Whether all of it is spelled alike.
    pub(super) fn is_same(&self, other: &Traits) -> bool {
        self.has_same_names(other) && self.date == other.date
    }

    /// In which way both may be the same game; `None` where they may not.
    pub(super) fn likeness(&self, other: &Traits) -> Option<Reason> {
        let names = self.has_same_names(other);
        let date = self.date == other.date;
        let like = |one: &Option<Person>, other: &Option<Person>| {
            one.as_ref().zip(other.as_ref()).is_none_or(|(one, other)| one.likeness(other).is_some())
        };
        if !names {
            let (one, other) = (self.parsed(), other.parsed());
            if !like(&one.white, &other.white) || !like(&one.black, &other.black) {
                return None;
            }
        }
        if !date && !self.parsed().date.fits(other.parsed().date) {
            return None;
        }
        Some(Reason::Loose { names: !names, date: !date })
    }
}

/// The games with the same moves that are kept.
#[derive(Default)]
pub(super) struct KeptGames {
    games: Vec<Traits>,
    /// The places of games by the clues to their Whites, where there are more than a few games.
    by_white: HashMap<String, Vec<usize>>,
    /// The places of those whose White is not known.
    unknown: Vec<usize>,
    indexed: usize,
}

impl KeptGames {
    /// The place of the first kept game that may be the same as another, and in which way.
    pub(super) fn like(&mut self, other: &Traits) -> Option<(usize, Reason)> {
        let likeness = |place: usize| Some((place, self.games[place].likeness(other)?));
        if self.games.len() <= FEW {
            return (0..self.games.len()).find_map(likeness);
        }
        let Some(white) = &other.parsed().white else {
            return (0..self.games.len().min(COMPARED)).find_map(likeness);
        };
        let mut places = self.unknown.clone();
        for clue in white.clues() {
            places.extend(self.by_white.get(&clue).into_iter().flatten());
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().find_map(likeness)
    }

    /// Keeps a game.
    pub(super) fn add(&mut self, game: Traits) {
        self.games.push(game);
        if self.games.len() <= FEW {
            return;
        }
        for (place, game) in self.games.iter().enumerate().skip(self.indexed) {
            match &game.parsed().white {
                None => self.unknown.push(place),
                Some(white) => {
                    for clue in white.clues() {
                        self.by_white.entry(clue).or_default().push(place);
                    }
                }
            }
        }
        self.indexed = self.games.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(white: &str, black: &str, date: &str) -> Traits {
        Traits::read(&write(white, black, date)).unwrap()
    }

    #[test]
    fn games_are_alike_in_some_way() {
        let loose = |names, date| Some(Reason::Loose { names, date });
        let game = || traits("Carlsen, Magnus", "Anand, V", "2013.11.09");
        for (other, likeness) in [
            (game(), loose(false, false)),
            (traits("Carlsen,M", "Anand, Viswanathan", "2013.11.09"), loose(true, false)),
            (traits("Carlsen, Magnus", "Anand, V", "2013.??.??"), loose(false, true)),
            (traits("Magnus Carlsen", "?", "9.11.2013"), loose(true, true)),
            (traits("Carlsen, Magnus", "Anand, V", "2013.11.10"), None),
            (traits("Carlsen, Henrik", "Anand, V", "2013.11.09"), None),
        ] {
            assert_eq!(game().likeness(&other), likeness);
        }
    }

    #[test]
    fn many_games_are_compared_like_few() {
        let mut kept = KeptGames::default();
        for n in 0..100 {
            let name = format!("Player{n}, A");
            let game = traits(&name, "Black, B", "");
            assert_eq!(kept.like(&game), None, "{name}");
            kept.add(game);
        }
        kept.add(traits("?", "Other, C", ""));
        let place = |kept: &mut KeptGames, game: Traits| kept.like(&game).map(|(place, _)| place);
        assert_eq!(place(&mut kept, traits("Player62, Anna", "Black", "")), Some(62));
        assert_eq!(place(&mut kept, traits("Somebody, E", "Other, Charles", "")), Some(100));
        assert_eq!(place(&mut kept, traits("?", "Black, B", "")), Some(0));
        assert_eq!(place(&mut kept, traits("Nobody, A", "Black, B", "")), None);
    }
}
