//! The parts of players' names: surname, given names, initials.

use super::distance::within;
use super::fold::{fold, key};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Words before a name that are not part of it.
const TITLES: &[&str] = &[
    "gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", "agm", "aim", "afm", "acm", "lm", "sm", "dr",
    "prof", "mr", "mrs", "ms", "sir",
];
/// Words of surnames that are often left out, or written after the given names.
const PARTICLES: &[&str] = &[
    "van", "von", "der", "den", "de", "di", "da", "do", "dos", "del", "della", "la", "le", "du", "zu", "zur", "ter",
    "ten", "el", "al", "af", "av", "y", "e",
];
/// Words after a name that distinguish namesakes.
const SUFFIXES: &[&str] = &["jr", "sr", "ii", "iii", "iv"];
/// Texts that mean an unknown player.
const UNKNOWN: &[&str] = &["", "nn", "n n", "unknown", "anonymous", "noname", "no name"];

/// The name of a player, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The whole name in plain letters.
    folded: String,
    /// Possible surnames and given names. There are two readings if no comma separates them.
    readings: Vec<NameReading>,
    suffix: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct NameReading {
    surname: String,
    given: Vec<GivenName>,
}

/// A given name, or the beginning of one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GivenName {
    key: String,
    is_short: bool,
}

/// Why two names may be those of one person, the surest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// They are equal, apart from case, punctuation, titles and diacritics.
    Same,
    /// They are transliterations of the same name.
    Transliterated,
    /// The surname is in another place.
    Order,
    /// A given name is missing, or there is only its initial.
    Initials,
    /// One of them is a surname only.
    Surname,
    /// The surnames differ by a letter.
    Letter,
}

impl Likeness {
    /// The reason in words.
    pub fn why(self) -> &'static str {
        match self {
            Likeness::Same => "punctuation",
            Likeness::Transliterated => "transliteration",
            Likeness::Order => "order",
            Likeness::Initials => "initials",
            Likeness::Surname => "surname only",
            Likeness::Letter => "one letter",
        }
    }
}

impl Person {
    /// The parts of a name; `None` if the player is not known.
    /// ```
    /// use scoresheet_core::names::{Likeness, Person};
    /// let person = |name| Person::parse(name).unwrap();
    /// let magnus = person("Carlsen, Magnus");
    /// assert_eq!(magnus.likeness(&person("GM Magnus Carlsen")), Some(Likeness::Order));
    /// assert_eq!(magnus.likeness(&person("Carlsen,M")), Some(Likeness::Initials));
    /// assert_eq!(magnus.likeness(&person("Carlsen, Henrik")), None);
    /// assert!(Person::parse("?").is_none() && Person::parse("NN").is_none());
    /// ```
    pub fn parse(name: &str) -> Option<Person> {
        let name = without_brackets(name);
        let mut suffix = None;
        let mut parts: Vec<Vec<String>> = name.split(',').map(|part| words(part, &mut suffix)).collect();
        parts.retain(|words| !words.is_empty());
        let folded = fold(&parts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" "));
        if UNKNOWN.contains(&folded.as_str()) {
            return None;
        }
        let readings = match parts.as_slice() {
            [] => return None,
            [words] => readings(words),
            [surname, given @ ..] => alloc::vec![NameReading::of(surname, given.iter().flatten())],
        };
        Some(Person { folded, readings, suffix })
    }

    /// Why both may be the same person; `None` if that is unlikely.
    pub fn likeness(&self, other: &Person) -> Option<Likeness> {
        if self.suffix.zip(other.suffix).is_some_and(|(one, other)| one != other) {
            return None;
        }
        if self.folded == other.folded {
            return Some(Likeness::Same);
        }
        let pairs = self.readings.iter().flat_map(|one| other.readings.iter().map(move |other| (one, other)));
        let same_order = self.readings.len() == other.readings.len();
        pairs.filter_map(|(one, other)| one.likeness(other, same_order)).min()
    }

    /// Whether at least one given name is written out.
    pub fn is_full(&self) -> bool {
        self.readings.iter().any(|reading| reading.given.iter().any(|given| !given.is_short))
    }

    /// Words to look up similar names by: two similar names share at least one.
    pub fn clues(&self) -> Vec<String> {
        let surnames = self.readings.iter().flat_map(|reading| cuts(&reading.surname));
        surnames.chain([format!("={}", self.folded)]).collect()
    }

    /// What the surname may be, as a key, and the first letter of the given name after each, if there is one.
    pub(super) fn initials(&self) -> impl Iterator<Item = (&str, Option<char>)> {
        let letter = |reading: &NameReading| reading.given.first().and_then(|given| given.key.chars().next());
        self.readings.iter().map(move |reading| (reading.surname.as_str(), letter(reading)))
    }
}

impl NameReading {
    fn of<'w>(surname: &[String], given: impl Iterator<Item = &'w String>) -> NameReading {
        let is_particle = |word: &str| PARTICLES.contains(&word);
        let folded: Vec<_> = surname.iter().map(|word| fold(word)).collect();
        let main: Vec<_> = folded.iter().map(String::as_str).filter(|word| !is_particle(word)).collect();
        let surname = if main.is_empty() { folded.join(" ") } else { main.join(" ") };
        let given = given.filter(|word| !is_particle(word)).filter_map(|word| GivenName::of(word)).collect();
        NameReading { surname: key(&surname), given }
    }

    fn likeness(&self, other: &NameReading, same_order: bool) -> Option<Likeness> {
        let mut pairs = self.given.iter().zip(&other.given);
        if !pairs.clone().all(|(one, other)| one.fits(other)) {
            return None;
        }
        if self.surname != other.surname {
            // Short names that differ by a letter are different names, and so are those with numbers.
            let shortest = self.surname.len().min(other.surname.len());
            let digits = self.surname.bytes().chain(other.surname.bytes()).any(|byte| byte.is_ascii_digit());
            let both = !self.given.is_empty() && !other.given.is_empty();
            let like = shortest >= 5 && !digits && both && within(&self.surname, &other.surname, 1);
            return like.then_some(Likeness::Letter);
        }
        Some(if self.given.is_empty() != other.given.is_empty() {
            Likeness::Surname
        } else if self.given.len() != other.given.len() || pairs.any(|(one, other)| one.key != other.key) {
            Likeness::Initials
        } else if same_order {
            Likeness::Transliterated
        } else {
            Likeness::Order
        })
    }
}

impl GivenName {
    fn of(word: &str) -> Option<GivenName> {
        let letters = word.trim_end_matches('.');
        let folded = fold(letters);
        let is_short = letters.len() < word.len() || folded.chars().count() == 1;
        let key = key(&folded);
        (!key.is_empty()).then_some(GivenName { key, is_short })
    }

    /// Whether both may be the same name.
    fn fits(&self, other: &GivenName) -> bool {
        let starts = |whole: &GivenName, start: &GivenName| start.is_short && whole.key.starts_with(&start.key);
        self.key == other.key || starts(self, other) || starts(other, self)
    }
}

/// A word, and the word without each of its letters in turn: two words that differ by a letter have one of these in common.
pub(super) fn cuts(word: &str) -> impl Iterator<Item = String> {
    let without = word.char_indices().map(|(at, c)| [&word[..at], &word[at + c.len_utf8()..]].concat());
    core::iter::once(word.to_string()).chain(without)
}

/// A name without what is in brackets after it: `Carlsen, Magnus (NOR)`.
fn without_brackets(name: &str) -> &str {
    match name.find(['(', '[']) {
        Some(place) if place > 0 => &name[..place],
        _ => name,
    }
}

/// The words of a part of a name, without titles. Initials without spaces are separated: `R.J.`, `RJ`.
fn words(part: &str, suffix: &mut Option<&'static str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in part.split(|c: char| c.is_whitespace() || c == '-') {
        let mut pieces: Vec<String> = text.split_inclusive('.').map(ToString::to_string).collect();
        let letters: Vec<char> = text.chars().collect();
        if let [one, other] = *letters
            && one.is_uppercase()
            && other.is_uppercase()
            && !words.is_empty() | part.trim().eq(text)
        {
            pieces = [one, other].iter().map(|letter| letter.to_string() + ".").collect();
        }
        for piece in pieces {
            let folded = fold(&piece);
            match SUFFIXES.iter().find(|known| **known == folded) {
                Some(known) => *suffix = Some(known),
                None if folded.is_empty() || words.is_empty() && TITLES.contains(&folded.as_str()) => {}
                None => words.push(piece),
            }
        }
    }
    words
}

/// What a name without a comma may mean.
fn readings(words: &[String]) -> Vec<NameReading> {
    let is_short = |word: &String| GivenName::of(word).is_some_and(|given| given.is_short);
    let shorts_first = words.iter().take_while(|word| is_short(word)).count();
    let shorts_last = words.iter().rev().take_while(|word| is_short(word)).count();
    if words.len() == 1 || shorts_first == words.len() {
        return alloc::vec![NameReading::of(words, [].iter())];
    }
    if shorts_last > 0 {
        let (surname, given) = words.split_at(words.len() - shorts_last);
        return alloc::vec![NameReading::of(surname, given.iter())];
    }
    if shorts_first > 0 {
        let (given, surname) = words.split_at(shorts_first);
        return alloc::vec![NameReading::of(surname, given.iter())];
    }
    let (last, before) =
        words.split_last().map_or((words, words), |(last, before)| (core::slice::from_ref(last), before));
    let (first, behind) = words.split_at(1);
    alloc::vec![NameReading::of(last, before.iter()), NameReading::of(first, behind.iter())]
}

#[cfg(test)]
mod tests {
    use super::Likeness::{Initials, Letter, Order, Same, Surname, Transliterated};
    use super::*;

    #[test]
    fn names_are_similar_or_not() {
        for (one, other, likeness) in [
            ("Carlsen, Magnus", "carlsen,magnus", Some(Same)),
            ("Carlsen, Magnus", "GM Carlsen, Magnus (2830)", Some(Same)),
            ("Dr. Tarrasch, Siegbert", "Tarrasch, Siegbert", Some(Same)),
            ("Корчной, Виктор", "Kortschnoj, Wiktor", Some(Transliterated)),
            ("Hübner, Robert", "Huebner, Robert", Some(Same)),
            ("Hübner, Robert", "Hubner, Robert", Some(Transliterated)),
            ("Carlsen, Magnus", "Magnus Carlsen", Some(Order)),
            ("Carlsen, Magnus", "Carlsen Magnus", Some(Same)),
            ("Magnus Carlsen", "Carlsen Magnus", Some(Transliterated)),
            ("Carlsen, Magnus", "M. Carlsen", Some(Initials)),
            ("Carlsen, Magnus", "Carlsen M", Some(Initials)),
            ("Fischer, Robert James", "Fischer, R.J.", Some(Initials)),
            ("Fischer, Robert James", "Fischer, RJ", Some(Initials)),
            ("Fischer, Robert James", "Fischer, Robert", Some(Initials)),
            ("Averbakh, Yuri", "Awerbach, Ju.", Some(Letter)),
            ("Petrosian, Tigran", "Petrosjan, T.", Some(Initials)),
            ("Carlsen, Magnus", "Carlsen", Some(Surname)),
            ("Carlsen, Magnus", "Carlson, M", Some(Letter)),
            ("van der Wiel, John", "Wiel, John van der", Some(Transliterated)),
            ("John van der Wiel", "Van der Wiel, J", Some(Initials)),
            ("Carlsen, Magnus", "Carlsen, Henrik", None),
            ("Carlsen, Magnus", "Larsen, Bent", None),
            ("Byrne, Robert", "Byrne, Donald", None),
            ("Rogers, Ian Jr", "Rogers, Ian Sr", None),
            ("Rogers, Ian Jr.", "Rogers, Ian", Some(Same)),
            ("player1", "player2", None),
            ("Tal, M", "Tal, Mihail", Some(Initials)),
            ("Tal, M", "Tel, Mihail", None),
        ] {
            let person = |name| Person::parse(name).unwrap();
            assert_eq!(person(one).likeness(&person(other)), likeness, "{one} {other}");
            assert_eq!(person(other).likeness(&person(one)), likeness, "{other} {one}");
        }
    }

    #[test]
    fn unknown_players() {
        for name in ["", "?", " ", "NN", "N.N.", "N. N.", "-", "Unknown", ",", "(white)"] {
            assert_eq!(Person::parse(name).is_some(), name == "(white)", "{name}");
        }
    }
}
