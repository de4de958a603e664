//! How many letters two words differ by.

use alloc::vec::Vec;

/// Whether at most this many changes turn one word into another: a letter added, left out or replaced, or two adjacent
/// ones exchanged (Damerau-Levenshtein distance in which no letter changes twice).
///
/// ```
/// use scoresheet_core::names::within;
/// assert!(within("carlsen", "calrsen", 1) && within("carlsen", "karlsen", 1) && within("carlsen", "carlse", 1));
/// assert!(!within("carlsen", "larsen", 1) && within("carlsen", "larsen", 2));
/// ```
pub fn within(one: &str, other: &str, most: usize) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return false;
    }
    let mut two_before: Vec<usize> = Vec::new();
    let mut before: Vec<usize> = (0..=other.len()).collect();
    for i in 0..one.len() {
        let mut row = alloc::vec![i + 1];
        for j in 0..other.len() {
            let replaced = before[j] + usize::from(one[i] != other[j]);
            let mut changes = replaced.min(before[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                changes = changes.min(two_before[j - 1] + 1);
            }
            row.push(changes);
        }
        if row.iter().all(|changes| *changes > most) {
            return false;
        }
        two_before = core::mem::replace(&mut before, row);
    }
    before.last().is_some_and(|changes| *changes <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted() {
        for (one, other, changes) in [
            ("", "", 0),
            ("", "ab", 2),
            ("tal", "tal", 0),
            ("tal", "tel", 1),
            ("tal", "atl", 1),
            ("tal", "tall", 1),
            ("tal", "al", 1),
            ("tal", "lat", 2),
            ("petrosian", "petrossjan", 2),
            ("łódź", "lodz", 3),
        ] {
            for most in 0..4 {
                assert_eq!(within(one, other, most), changes <= most, "{one} {other} {most}");
                assert_eq!(within(other, one, most), changes <= most, "{other} {one} {most}");
            }
        }
    }
}
