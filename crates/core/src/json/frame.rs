//! Finds the end of arrays and objects by their brackets alone, without looking at their contents.

use super::text::behind_string;
use alloc::vec::Vec;

/// Where the array or object ends whose bracket is at `at`; `None` if the text ends before.
pub(crate) fn container_end(text: &[u8], at: usize) -> Option<usize> {
    container_end_by(text, at, |_| 0)
}

/// The same if it is known how many objects start. `leap` returns how many bytes of the text after a `{` surely
/// hold no bracket and end outside strings.
#[inline(always)]
pub(crate) fn container_end_by(text: &[u8], mut at: usize, leap: impl Fn(&[u8]) -> usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => at = behind_string(text, at)?,
            b'{' => {
                depth += 1;
                at += 1;
                at += leap(&text[at..]);
            }
            b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
}

/// Where each array and object of a text ends, for one that nests so deep that searching for each end again would be
/// slow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brackets {
    /// Where each starts and ends, in the order of the starts.
    pairs: Vec<(usize, usize)>,
}

impl Brackets {
    /// Those of the text from `at` on. What does not end is left out.
    pub(crate) fn of(text: &[u8], mut at: usize) -> Brackets {
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        while let Some(byte) = text.get(at) {
            match byte {
                b'"' => {
                    at = behind_string(text, at).unwrap_or(text.len());
                    continue;
                }
                b'{' | b'[' => {
                    open.push(pairs.len());
                    pairs.push((at, 0));
                }
                b'}' | b']' => {
                    if let Some(index) = open.pop() {
                        pairs[index].1 = at + 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        pairs.retain(|pair| pair.1 > 0);
        Brackets { pairs }
    }

    /// Where the array or object ends whose bracket is at `at`.
    pub(crate) fn end(&self, at: usize) -> Option<usize> {
        let index = self.pairs.binary_search_by_key(&at, |pair| pair.0).ok()?;
        self.pairs.get(index).map(|pair| pair.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_mean_nothing() {
        let text = br#"{"a":["}\"]",[]],"b":{}} {"#;
        let end = text.len() - 2;
        assert_eq!(container_end(text, 0), Some(end));
        let brackets = Brackets::of(text, 0);
        for (at, byte) in text[..end].iter().enumerate() {
            // The brackets within the string do not count.
            if matches!(byte, b'{' | b'[') {
                assert_eq!(brackets.end(at), container_end(text, at), "{at}");
            }
        }
        assert_eq!(brackets.end(end + 1), None);
        assert_eq!(container_end(b"{\"a", 0), None);
        assert_eq!(container_end(b"[[]", 0), None);
    }
}
