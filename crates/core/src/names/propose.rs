//! Finds spellings that probably mean the same, for review by a person.

use super::fold::{fold, key};
use super::person::{Likeness, Person, cuts};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A spelling, and how often it was found.
pub type Counted = (String, u64);

/// A spelling that may be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The spelling that was found.
    pub found: String,
    /// The one that is proposed instead.
    pub wanted: String,
    /// How often it was found.
    pub count: u64,
    /// Why both are likely to mean the same.
    pub why: &'static str,
    /// How sure that is: `high`, `medium` or `low`.
    pub sure: &'static str,
}

/// The spellings of players' names that probably mean another spelling among them, the most frequent first. Of the spellings
/// of a person, the most frequent one with a full given name is wanted.
///
/// ```
/// use scoresheet_core::names::propose::people;
/// let names = [("Carlsen, Magnus", 7), ("Carlsen,M", 9), ("Caruana, F", 3)];
/// let found = people(names.map(|(name, count)| (name.into(), count)).into());
/// let [only] = found.as_slice() else { panic!() };
/// assert_eq!((&*only.found, &*only.wanted, only.why), ("Carlsen,M", "Carlsen, Magnus", "initials"));
/// ```
pub fn people(names: Vec<Counted>) -> Vec<Proposal> {
    let mut names: Vec<_> = names
        .into_iter()
        .filter_map(|(name, count)| Person::parse(&name).map(|person| NameSpelling { name, count, person }))
        .collect();
    // The most complete names come first, for others to be compared with.
    names.sort_by(|one, other| one.order().cmp(&other.order()));
    let mut known = KnownSpellings::default();
    let mut proposals = Vec::new();
    for spelled in &names {
        match known.like(spelled, &names) {
            Some((like, likeness, others)) => proposals.push(Proposal {
                // Names on servers are often similar, and have no given name.
                found: spelled.name.clone(),
                wanted: names[like].name.clone(),
                count: spelled.count,
                why: likeness.why(),
                sure: if spelled.has_given() { sureness(likeness, others) } else { "low" },
            }),
            None => known.add(spelled),
        }
        known.next += 1;
    }
    sorted(proposals)
}

/// The same for names of events or sites, which match if only case, punctuation and transliteration differ.
///
/// ```
/// use scoresheet_core::names::propose::others;
/// let found = others([("Wijk aan Zee", 7), ("WIJK  AAN ZEE", 2)].map(|(name, count)| (name.into(), count)).into());
/// assert_eq!((&*found[0].wanted, found[0].why, found[0].sure), ("Wijk aan Zee", "punctuation", "high"));
/// ```
pub fn others(mut names: Vec<Counted>) -> Vec<Proposal> {
    names.sort_by(|one, other| (Reverse(one.1), &one.0).cmp(&(Reverse(other.1), &other.0)));
    let mut known: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut proposals = Vec::new();
    for (found, count) in names {
        let folded = fold(&found);
        let key = key(&folded);
        // Addresses that differ in case lead to different pages.
        if key.is_empty() || found.contains("://") {
            continue;
        }
        let Some((wanted, same)) = known.get(&key) else {
            known.insert(key, (found, folded));
            continue;
        };
        let likeness = if *same == folded { Likeness::Same } else { Likeness::Transliterated };
        let (why, sure) = (likeness.why(), sureness(likeness, 0));
        proposals.push(Proposal { wanted: wanted.clone(), found, count, why, sure });
    }
    sorted(proposals)
}

fn sorted(mut proposals: Vec<Proposal>) -> Vec<Proposal> {
    proposals.sort_by(|one, other| {
        (Reverse(one.count), &one.wanted, &one.found).cmp(&(Reverse(other.count), &other.wanted, &other.found))
    });
    proposals
}

/// How likely two spellings mean the same, given how many others may be meant as well.
fn sureness(likeness: Likeness, others: usize) -> &'static str {
    match likeness {
        _ if others > 0 => "low",
        Likeness::Same | Likeness::Transliterated | Likeness::Order => "high",
        Likeness::Initials => "medium",
        Likeness::Surname | Likeness::Letter => "low",
    }
}

/// A spelling of a player's name.
struct NameSpelling {
    name: String,
    count: u64,
    person: Person,
}

impl NameSpelling {
    fn has_given(&self) -> bool {
        self.person.initials().any(|(_, letter)| letter.is_some())
    }

    fn order(&self) -> (bool, bool, Reverse<u64>, &str) {
        (!self.person.is_full(), !self.has_given(), Reverse(self.count), &self.name)
    }
}

/// The spellings that are like no other before them, by their surnames.
#[derive(Default)]
struct KnownSpellings {
    /// By the surname and the first letter of the given name; by the surname alone, for names without more.
    named: BTreeMap<String, Vec<usize>>,
    /// By the surname with one letter left out, and the first letter of the given name: names that differ by a letter have
    /// one of these in common.
    cut: BTreeMap<String, Vec<usize>>,
    /// The place of the spelling that is looked at.
    next: usize,
}

/// How many spellings one is compared with at most, so that no list of names takes long.
const COMPARED: usize = 64;

impl KnownSpellings {
    fn add(&mut self, spelled: &NameSpelling) {
        let place = self.next;
        for (surname, letter) in spelled.person.initials() {
            self.named.entry(surname.to_string()).or_default().push(place);
            let Some(letter) = letter else { continue };
            self.named.entry(format!("{surname},{letter}")).or_default().push(place);
            for cut in cuts(surname) {
                self.cut.entry(format!("{cut},{letter}")).or_default().push(place);
            }
        }
    }

    /// The spelling that another is most like, why, and how many others it is as like.
    fn like(&self, spelled: &NameSpelling, names: &[NameSpelling]) -> Option<(usize, Likeness, usize)> {
        let mut places: Vec<usize> = Vec::new();
        for (surname, letter) in spelled.person.initials() {
            let named = letter.map_or_else(|| surname.to_string(), |letter| format!("{surname},{letter}"));
            places.extend(self.named.get(&named).into_iter().flatten().take(COMPARED));
            for cut in cuts(surname).filter(|_| letter.is_some()) {
                let cut = format!("{cut},{}", letter.unwrap_or_default());
                places.extend(self.cut.get(&cut).into_iter().flatten().take(COMPARED));
            }
        }
        places.sort_unstable();
        places.dedup();
        let alike = |place: &usize| Some((names[*place].person.likeness(&spelled.person)?, *place));
        let alike: Vec<_> = places.iter().filter_map(alike).collect();
        let surest = alike.iter().map(|(likeness, _)| *likeness).min()?;
        let equal = alike.iter().filter(|(likeness, _)| *likeness == surest);
        let (_, best) = equal.clone().max_by_key(|(_, place)| (names[*place].count, Reverse(*place)))?;
        // A surname that differs by a letter is a slip only if the other one is much more frequent.
        let rare = surest != Likeness::Letter || names[*best].count >= spelled.count.saturating_mul(3);
        rare.then_some((*best, surest, equal.count() - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposed(names: &[(&str, u64)]) -> Vec<String> {
        let names = names.iter().map(|(name, count)| ((*name).to_string(), *count)).collect();
        let shown = |p: Proposal| format!("{} -> {} ({} {} {})", p.found, p.wanted, p.count, p.why, p.sure);
        people(names).into_iter().map(shown).collect()
    }

    #[test]
    fn spellings_of_a_person_are_found() {
        let names = [
            ("Korchnoi, Viktor", 50),
            ("Kortschnoj, Wiktor", 3),
            ("Korchnoi,V", 70),
            ("Viktor Korchnoi", 5),
            ("Korchnoi", 2),
            ("Korchnoy, Viktor L", 1),
            ("Korchno, V", 1),
            ("Karpov, Anatoly", 60),
            ("Karpov, A", 20),
            ("?", 100),
            ("NN", 100),
        ];
        assert_eq!(
            proposed(&names),
            [
                "Korchnoi,V -> Korchnoi, Viktor (70 initials medium)",
                "Karpov, A -> Karpov, Anatoly (20 initials medium)",
                "Viktor Korchnoi -> Korchnoi, Viktor (5 order high)",
                "Kortschnoj, Wiktor -> Korchnoi, Viktor (3 transliteration high)",
                "Korchnoi -> Korchnoi, Viktor (2 surname only low)",
                "Korchno, V -> Korchnoi, Viktor (1 one letter low)",
                "Korchnoy, Viktor L -> Korchnoi, Viktor (1 initials medium)",
            ]
        );
    }

    #[test]
    fn initials_that_fit_several_people_are_unsure() {
        let names =
            [("Byrne, Robert", 9), ("Byrne, Roger", 2), ("Byrne, Donald", 8), ("Byrne, R", 5), ("Byrne, D.", 4)];
        assert_eq!(
            proposed(&names),
            ["Byrne, R -> Byrne, Robert (5 initials low)", "Byrne, D. -> Byrne, Donald (4 initials medium)",]
        );
    }

    #[test]
    fn many_names_take_no_time() {
        // All pairs of these would be 10 billion.
        let names = (0..100_000_u64).map(|n| (format!("Surname{}, Given{n}", n % 7), n)).collect();
        assert_eq!(people(names), []);
    }
}
