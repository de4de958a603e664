//! Sets of games by their numbers.

use std::collections::HashMap;

/// Numbers from 1 on, a bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    pub(crate) fn add(&mut self, number: u64) {
        let (word, bit) = place(number);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= bit;
    }

    pub(crate) fn has(&self, number: u64) -> bool {
        let (word, bit) = place(number);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        self.0.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    /// The highest number; 0 if there is none.
    pub(crate) fn last(&self) -> u64 {
        let word = self.0.iter().rposition(|bits| *bits != 0);
        word.map_or(0, |word| word as u64 * 64 + u64::from(self.0[word].ilog2()))
    }
}

fn place(number: u64) -> (usize, u64) {
    (usize::try_from(number / 64).unwrap_or(usize::MAX), 1 << (number % 64))
}

/// The games that were selected of an input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) numbers: Numbers,
    /// How many games come before each block of an input of text, by the byte that the block starts at: so that games that
    /// are not selected can be passed over before their block has its place.
    pub(crate) blocks: HashMap<u64, u64>,
}

/// Ranges of games, counted from 1 over all inputs: `5,10-20,100-`. They are sorted and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// The ranges that a text names; `None` if it names none.
    pub(crate) fn parse(text: &str) -> Option<Ranges> {
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        let range = |text: &str| match text.split_once('-') {
            None => number(text).map(|only| (only, only)),
            Some((first, last)) if last.trim().is_empty() => Some((number(first)?, u64::MAX)),
            Some((first, last)) => Some((number(first)?, number(last)?)).filter(|(first, last)| first <= last),
        };
        let mut ranges = text.split(',').map(range).collect::<Option<Vec<_>>>()?;
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => joined.push((first, last)),
            }
        }
        Some(Ranges(joined))
    }

    pub(crate) fn has(&self, number: u64) -> bool {
        let behind = self.0.partition_point(|(first, _)| *first <= number);
        behind > 0 && number <= self.0[behind - 1].1
    }

    /// The last number in any of them.
    pub(crate) fn last(&self) -> u64 {
        self.0.last().map_or(0, |(_, last)| *last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again() {
        let mut numbers = Numbers::default();
        [1, 64, 1000].into_iter().for_each(|number| numbers.add(number));
        let found: Vec<u64> = (0..2000).filter(|number| numbers.has(*number)).collect();
        assert_eq!(found, [1, 64, 1000]);
        assert!(!numbers.has(u64::MAX));
        assert_eq!((numbers.len(), numbers.last(), Numbers::default().last()), (3, 1000, 0));
    }

    #[test]
    fn ranges_are_read() {
        let ranges = Ranges::parse("5, 10-12,100-").unwrap();
        let found: Vec<u64> = (1..102).filter(|number| ranges.has(*number)).collect();
        assert_eq!(found, [5, 10, 11, 12, 100, 101]);
        assert_eq!((ranges.last(), Ranges::parse("7,3-5").unwrap().last()), (u64::MAX, 7));
        assert_eq!(Ranges::parse("4-6,1,2,5-9").unwrap(), Ranges(vec![(1, 2), (4, 9)]));
        for bad in ["", "0", "x", "5-4", "1,,2", "-3", "1-2-3"] {
            assert_eq!(Ranges::parse(bad), None, "{bad}");
        }
    }
}
