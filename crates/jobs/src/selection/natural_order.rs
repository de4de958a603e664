//! The natural order of texts: numbers in them by their value, so that round 2 comes before round 10.

use arrow_array::StringArray;

/// Texts whose order in bytes is the natural order of these.
pub(super) fn keys(texts: &StringArray) -> StringArray {
    texts.iter().map(|text| text.map(key)).collect()
}

/// A text in which each number follows the count of its digits. Leading zeros count only between equal texts.
fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        let digits = number.trim_start_matches('0');
        key.push_str(before);
        // A count of 9 or more is spelled by more than one digit, and comes after the shorter ones.
        let count = digits.len();
        key.extend(std::iter::repeat_n('9', count / 9));
        key.extend(char::from_digit((count % 9) as u32, 10));
        key.push_str(digits);
        rest = after;
    }
    key.push_str(rest);
    key.push('\0');
    key.push_str(text);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_their_value() {
        let order = [
            "",
            "0",
            "01",
            "1",
            "1.1",
            "1.2",
            "1.10",
            "2",
            "9",
            "10",
            "10.1",
            "123456789",
            "1234567890",
            "?",
            "A 2",
            "A 10",
        ];
        let keys: Vec<_> = order.iter().map(|text| key(text)).collect();
        assert!(keys.is_sorted(), "{keys:?}");
        assert_eq!(keys_of(&[Some("2"), None]), 1);
    }

    fn keys_of(texts: &[Option<&str>]) -> usize {
        keys(&texts.iter().copied().collect()).iter().flatten().count()
    }
}
