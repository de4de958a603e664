//! A value without the blanks that mean nothing.

use super::behind_blanks;
use super::text::string;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A value, which was read before, without the blanks between its parts. What stands so already is only lent.
pub(crate) fn compact(value: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(byte) = value.get(at) {
        match byte {
            b'"' => at = string(value, at).map_or(value.len(), |string| string.inside.end + 1),
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.extend_from_slice(&value[kept..at]);
                at = behind_blanks(value, at);
                kept = at;
            }
            _ => at += 1,
        }
    }
    if kept == 0 {
        return Cow::Borrowed(value);
    }
    out.extend_from_slice(&value[kept..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stay_in_strings_only() {
        let spread = b" { \"a b\" : [ 1 ,\n\t2.50 ] , \"c\\\" d\": null }\n";
        assert_eq!(&*compact(spread), br#"{"a b":[1,2.50],"c\" d":null}"#);
        assert!(matches!(compact(br#"{"a b":[1]}"#), Cow::Borrowed(_)));
    }
}
