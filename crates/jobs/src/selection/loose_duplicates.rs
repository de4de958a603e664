//! Games with the same moves whose players and dates may be the same: names may be spelled in another way, and less may be
//! known of a date. One game may be the beginning of the other.

use super::duplicates::Reason;
use scoresheet_core::date::reading::{self, DateReading, PartialDate};
use scoresheet_core::names::Person;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io;

/// How many games with the same moves are compared individually. Beyond that they are looked up by the names of White.
const FEW: usize = 16;
/// How many games one is compared with if White is not known, and so cannot be looked up.
const COMPARED: usize = 256;

/// What games are compared by, as bytes.
pub(super) fn write(white: &str, black: &str, date: &str) -> Vec<u8> {
    [white.as_bytes(), black.as_bytes(), date.as_bytes()].join(&[0_u8][..])
}

/// The same, with the data that shows whether one game is the beginning of the other.
pub(super) fn write_with_play(traits: &[u8], play: &Play) -> Vec<u8> {
    let mut bytes = (traits.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(traits);
    bytes.extend(play.notes.to_le_bytes());
    let told = [&play.result, &play.round, &play.time, &play.site].map(|text| text.as_bytes()).join(&[0_u8][..]);
    bytes.extend((told.len() as u32).to_le_bytes());
    bytes.extend(told);
    bytes.extend_from_slice(&play.moves);
    bytes
}

/// How a game went, as far as games of the same first moves differ.
#[derive(Default)]
pub(super) struct Play {
    /// How many comments, NAGs and variations it has.
    pub(super) notes: u64,
    pub(super) result: String,
    pub(super) round: String,
    pub(super) time: String,
    pub(super) site: String,
    /// The moves after the first ones.
    pub(super) moves: Vec<u8>,
}

impl Play {
    fn read(bytes: &[u8]) -> Option<Play> {
        let (notes, rest) = bytes.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (told, moves) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let mut parts = std::str::from_utf8(told).ok()?.splitn(4, '\0').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        let (result, round, time, site) = (next(), next(), next(), next());
        Some(Play { notes: u64::from_le_bytes(*notes), result, round, time, site, moves: moves.to_vec() })
    }

    /// How a game that went as this one, or ended earlier, is part of this one; `None` if it is another game.
    fn has(&self, other: &Play) -> Option<Overlap> {
        if !self.moves.starts_with(&other.moves) {
            return None;
        }
        if self.moves.len() == other.moves.len() {
            return Some(Overlap::Whole(other.notes.cmp(&self.notes)));
        }
        // A player may begin many games in the same way on one day.
        let is_address = |text: &str| text.contains("://");
        let sites = !is_address(&self.site) || !is_address(&other.site) || self.site == other.site;
        let same =
            sites && fit(&self.result, &other.result) && fit(&self.round, &other.round) && fit(&self.time, &other.time);
        same.then_some(Overlap::Beginning)
    }
}

/// Whether two values of a tag may mean the same, as far as they are known.
fn fit(one: &str, other: &str) -> bool {
    let is_unknown = |text: &str| matches!(text.trim(), "" | "?" | "*" | "-");
    is_unknown(one) || is_unknown(other) || one.trim() == other.trim()
}

/// Which part of the game that is kept another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// All its moves, and fewer, as many or more comments, NAGs and variations.
    Whole(Ordering),
    /// Its beginning.
    Beginning,
}

/// What a game is compared by.
pub(super) struct Traits {
    white: String,
    black: String,
    date: String,
    play: Play,
    /// The names and the date, taken apart when it is needed: most games have no duplicates.
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
        let (white, black, date) = (next(), next(), next());
        Ok(Traits { white, black, date, play: Play::default(), parsed: OnceCell::new() })
    }

    /// Reads what [`write_with_play()`] has written.
    pub(super) fn read_with_play(bytes: &[u8]) -> io::Result<Traits> {
        let parts = bytes.split_first_chunk().and_then(|(length, rest)| {
            let (traits, play) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            Some((traits, Play::read(play)?))
        });
        let (traits, play) = parts.ok_or(io::ErrorKind::InvalidData)?;
        Ok(Traits { play, ..Traits::read(traits)? })
    }

    fn parsed(&self) -> &ParsedIdentity {
        self.parsed.get_or_init(|| ParsedIdentity {
            white: Person::parse(&self.white),
            black: Person::parse(&self.black),
            date: if let DateReading::Date(date) = reading::read(&self.date) { date } else { PartialDate::default() },
        })
    }

    /// Whether the names of the players are spelled the same way.
    pub(super) fn has_same_names(&self, other: &Traits) -> bool {
        self.white == other.white && self.black == other.black
    }

    /// Whether all of it is spelled the same way.
    pub(super) fn is_same(&self, other: &Traits) -> bool {
        self.has_same_names(other) && self.date == other.date
    }

    /// Whether both players are known.
    fn names_players(&self) -> bool {
        self.parsed().white.is_some() && self.parsed().black.is_some()
    }

    /// In which way another game, which is no longer than this one, may be the same; `None` if it may not.
    pub(super) fn likeness(&self, other: &Traits) -> Option<Reason> {
        let part = self.play.has(&other.play)?;
        // Lines of openings, whose players are unknown, are the beginnings of many games.
        if part == Overlap::Beginning && [self, other].into_iter().any(|game| !game.names_players()) {
            return None;
        }
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
        Some(Reason::Loose { names: !names, date: !date, part })
    }
}

/// The games with the same moves that are kept.
#[derive(Default)]
pub(super) struct KeptGames {
    games: Vec<Traits>,
    /// The places of games by the clues to their Whites, if there are more than a few games.
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
    fn games_are_similar_in_some_way() {
        let part = Overlap::Whole(Ordering::Equal);
        let loose = |names, date| Some(Reason::Loose { names, date, part });
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
    fn one_game_may_be_the_beginning_of_another() {
        let game = |moves: &[u8], notes, result: &str, site: &str| {
            let (result, site, moves) = (result.to_owned(), site.to_owned(), moves.to_vec());
            let play = Play { notes, result, site, moves, ..Play::default() };
            Traits::read_with_play(&write_with_play(&write("Ann", "Bob", ""), &play)).unwrap()
        };
        let loose = |part| Some(Reason::Loose { names: false, date: false, part });
        let long = game(b"abcdef", 2, "1-0", "https://host/1");
        for (other, likeness) in [
            (game(b"abcdef", 2, "1-0", "https://host/2"), loose(Overlap::Whole(Ordering::Equal))),
            (game(b"abcdef", 1, "*", ""), loose(Overlap::Whole(Ordering::Less))),
            (game(b"abcdef", 3, "*", ""), loose(Overlap::Whole(Ordering::Greater))),
            (game(b"abc", 9, "*", "?"), loose(Overlap::Beginning)),
            (game(b"", 0, "1-0", "Paris"), loose(Overlap::Beginning)),
            (game(b"abc", 0, "0-1", ""), None),
            (game(b"abc", 0, "1-0", "https://host/2"), None),
            (game(b"abd", 0, "1-0", ""), None),
        ] {
            assert_eq!(long.likeness(&other), likeness);
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
