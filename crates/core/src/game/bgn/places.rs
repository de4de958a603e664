//! Maps the parts of a text that was made from a block to their places in the block.

use alloc::vec::Vec;

/// The places of a text's parts, in the order of the text.
#[derive(Debug, Default)]
pub(in crate::game) struct Places {
    /// Where a part starts in the text, and from where it comes. Both only grow.
    marks: Vec<(usize, usize)>,
    /// The last place of all, if known.
    end: Option<usize>,
}

impl Places {
    /// All of the text comes from one place.
    pub(super) fn one(place: usize) -> Places {
        Places { marks: Vec::from([(0, place)]), end: Some(place) }
    }

    /// What follows at `at` in the text comes from `place`. As long as nothing else is said, it comes byte by byte from what
    /// follows there.
    pub(in crate::game) fn mark(&mut self, at: usize, place: usize) {
        match self.marks.last_mut() {
            Some(last) if last.0 == at => last.1 = place,
            _ => self.marks.push((at, place)),
        }
    }

    /// Forgets what was said of the text from `at` on.
    pub(in crate::game) fn forget(&mut self, at: usize) {
        let kept = self.marks.partition_point(|mark| mark.0 < at);
        self.marks.truncate(kept);
    }

    /// From where the byte at `at` comes.
    pub(in crate::game) fn of(&self, at: usize) -> usize {
        let next = self.marks.partition_point(|mark| mark.0 <= at);
        let Some(&(start, place)) = next.checked_sub(1).and_then(|last| self.marks.get(last)) else { return 0 };
        let counted = place + (at - start);
        let behind = self.marks.get(next).map(|mark| mark.1).or(self.end);
        behind.map_or(counted, |behind| counted.min(behind.max(place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_on_up_to_the_next_one_that_is_known() {
        let mut places = Places::default();
        for (at, place) in [(0, 10), (5, 20), (8, 21), (9, 40)] {
            places.mark(at, place);
        }
        let found: Vec<_> = (0..12).map(|at| places.of(at)).collect();
        assert_eq!(found, [10, 11, 12, 13, 14, 20, 21, 21, 21, 40, 41, 42]);
        places.mark(9, 50);
        assert_eq!(places.of(9), 50);
        places.forget(5);
        assert_eq!(places.of(9), 19);
        assert_eq!(Places::default().of(3), 0);
    }

    #[test]
    fn a_text_of_one_place() {
        let places = Places::one(7);
        assert_eq!([places.of(0), places.of(1), places.of(100)], [7, 7, 7]);
    }
}
