//! A dictionary of strings, in classes of those that are about equally frequent.

use super::store::Span;
use crate::bytes::{Cursor, push_number};
use crate::damage::Damage;
use crate::symbols::{Coder, Tree};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The symbol of a string that is not in the dictionary.
pub(super) const NONE: u32 = u32::MAX;

/// The most strings that a dictionary has.
pub(super) const MAX_WORDS: usize = 1 << 16;

/// How many classes there are. Class 0 is for strings that are not in the dictionary.
const CLASSES: usize = 32;

/// Dictionaries of up to this many strings have a class for each of them.
const FEW: usize = CLASSES - 2;

/// The classes of a column, with probabilities that adapt.
pub(super) type Classes = Tree<CLASSES>;

/// Strings with symbols. Frequent strings come first; those of a class are in the order of their bytes.
#[derive(Debug)]
pub(super) struct Words {
    text: String,
    /// The strings by symbol.
    spans: Vec<Span>,
    /// The class of each symbol.
    classes: Vec<u8>,
    /// The first symbol of each class, and the number of symbols.
    starts: [u32; CLASSES + 1],
    /// The symbols in the order of their strings.
    sorted: Vec<u32>,
    /// The symbols by string, for writers.
    index: OnceLock<HashMap<Box<str>, u32>>,
}

/// A class for a string that occurs this many times: two for each doubling.
fn class_of(count: u32) -> u8 {
    let doublings = count.max(1).ilog2();
    let half = u32::from(u64::from(count).pow(2) >= 1 << (2 * doublings + 1));
    (CLASSES as u32 - 1 - (2 * doublings + half).min(CLASSES as u32 - 2)) as u8
}

impl Default for Words {
    fn default() -> Words {
        let starts = [0; CLASSES + 1];
        Words {
            text: String::new(),
            spans: Vec::new(),
            classes: Vec::new(),
            starts,
            sorted: Vec::new(),
            index: OnceLock::new(),
        }
    }
}

impl Words {
    /// A dictionary of strings and how often each occurs.
    pub(super) fn new(mut counts: Vec<(&str, u32)>) -> Words {
        counts.sort_unstable_by(|one, two| two.1.cmp(&one.1).then(one.0.cmp(two.0)));
        counts.truncate(MAX_WORDS);
        counts.sort_unstable();
        let mut words = Words::default();
        let classes = counts.iter().map(|&(_, count)| class_of(count)).collect();
        for (word, _) in &counts {
            words.spans.push(Span { start: words.text.len(), length: word.len() });
            words.text.push_str(word);
        }
        words.place(classes);
        words
    }

    /// Gives symbols to strings that are in the order of their bytes.
    fn place(&mut self, mut classes: Vec<u8>) {
        if classes.len() <= FEW {
            classes.iter_mut().enumerate().for_each(|(place, class)| *class = place as u8 + 1);
        }
        let mut order: Vec<u32> = (0..classes.len() as u32).collect();
        order.sort_by_key(|&place| classes[place as usize]);
        self.sorted = vec![0; order.len()];
        order.iter().enumerate().for_each(|(symbol, &place)| self.sorted[place as usize] = symbol as u32);
        self.spans = order.iter().map(|&place| self.spans[place as usize]).collect();
        self.classes = order.iter().map(|&place| classes[place as usize]).collect();
        for class in 0..=CLASSES {
            self.starts[class] = self.classes.partition_point(|&other| usize::from(other) < class) as u32;
        }
    }

    /// How many strings there are.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many bytes its strings have.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }

    /// The string of a symbol.
    pub(super) fn get(&self, symbol: u32) -> Option<&str> {
        self.spans.get(symbol as usize).map(|span| span.of(&self.text))
    }

    /// The symbols in the order of their strings.
    pub(super) fn sorted(&self) -> &[u32] {
        &self.sorted
    }

    /// The symbol of a string, or [`NONE`].
    pub(super) fn find(&self, word: &str) -> u32 {
        let all = || (0..self.len() as u32).filter_map(|symbol| Some((self.get(symbol)?.into(), symbol))).collect();
        self.index.get_or_init(all).get(word).copied().unwrap_or(NONE)
    }

    /// Codes a symbol, or [`NONE`].
    #[inline]
    pub(super) fn code(&self, classes: &mut Classes, coder: &mut impl Coder, symbol: u32) -> u32 {
        let class = self.classes.get(symbol as usize).copied().unwrap_or(0);
        let class = classes.code(coder, u32::from(class)) as usize;
        let (start, end) = (self.starts[class], self.starts[class + 1]);
        match end - start {
            0 => NONE,
            1 => start,
            size => start + coder.below(symbol.wrapping_sub(start), size),
        }
    }

    /// Writes the strings in the order of their bytes: what each shares with the one before, then the rest.
    pub(super) fn write(&self, numbers: &mut Vec<u8>, text: &mut Vec<u8>) {
        push_number(self.len() as u64, numbers);
        let mut before = "";
        for &symbol in &self.sorted {
            let word = self.get(symbol).unwrap_or_default();
            let mut shared = word.bytes().zip(before.bytes()).take_while(|(one, two)| one == two).count();
            while !word.is_char_boundary(shared) {
                shared -= 1;
            }
            push_number(shared as u64, numbers);
            push_number((word.len() - shared) as u64, numbers);
            text.extend_from_slice(&word.as_bytes()[shared..]);
            before = word;
        }
        if self.len() > FEW {
            numbers.extend(self.sorted.iter().map(|&symbol| self.classes[symbol as usize]));
        }
    }

    /// Reads what [`Words::write`] wrote; the strings together have at most `limit` bytes.
    pub(super) fn read(numbers: &mut Cursor<'_>, text: &mut Cursor<'_>, limit: usize) -> Result<Words, Damage> {
        let count = numbers.number_up_to(MAX_WORDS.min(numbers.rest().len()))?;
        let mut words = Words::default();
        let mut before = Span::default();
        for _ in 0..count {
            let shared = numbers.number_up_to(before.length)?;
            let length = numbers.number_up_to(text.rest().len())?;
            let rest = std::str::from_utf8(text.take(length)?).map_err(|_| Damage::Content)?;
            if words.text.len() + shared + length > limit {
                return Err(Damage::Size);
            }
            if !words.text.is_char_boundary(before.start + shared) {
                return Err(Damage::Content);
            }
            let start = words.text.len();
            words.text.extend_from_within(before.start..before.start + shared);
            words.text.push_str(rest);
            before = Span { start, length: shared + length };
            words.spans.push(before);
        }
        let classes = if count > FEW { numbers.take(count)?.to_vec() } else { vec![1; count] };
        if classes.iter().any(|&class| class == 0 || usize::from(class) >= CLASSES) {
            return Err(Damage::Content);
        }
        words.place(classes);
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::{Words, class_of};
    use crate::bytes::Cursor;

    #[test]
    fn frequent_strings_have_lower_classes() {
        assert!((1..100_000).all(|count| class_of(count) >= class_of(count + 1)));
        assert_eq!((class_of(1), class_of(2), class_of(3), class_of(u32::MAX)), (31, 29, 28, 1));
    }

    #[test]
    fn strings_come_back() {
        for count in [0, 1, 5, 30, 31, 500] {
            let strings: Vec<String> = (0..count).map(|each| format!("é{}\0{each}", each % 7)).collect();
            let words = Words::new(strings.iter().enumerate().map(|(n, text)| (&**text, n as u32 + 1)).collect());
            let (mut numbers, mut text) = (Vec::new(), Vec::new());
            words.write(&mut numbers, &mut text);
            let read = Words::read(&mut Cursor::new(&numbers), &mut Cursor::new(&text), 1 << 20).unwrap();
            assert_eq!(read.len(), count);
            assert!((0..count as u32).all(|symbol| read.get(symbol) == words.get(symbol)));
            assert_eq!(read.starts, words.starts);
        }
    }
}
