//! Compact values: without insignificant whitespace and with only the necessary escapes.

use super::behind_blanks;
use super::escape::push_escaped;
use super::text::{string, unescape};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A value, which was read before, without the blanks between its parts and with its strings spelled as they are
/// written. If it has this form already, it is only borrowed.
pub(crate) fn compact(value: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(byte) = value.get(at) {
        match byte {
            b'"' => {
                let Ok(found) = string(value, at) else { break };
                if found.escaped
                    && let Some(written) = respelled(&value[found.inside.clone()])
                {
                    out.extend_from_slice(&value[kept..found.inside.start]);
                    out.extend_from_slice(&written);
                    kept = found.inside.end;
                }
                at = found.inside.end + 1;
            }
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

/// The text between the quotes of a string, if it changes.
fn respelled(raw: &[u8]) -> Option<Vec<u8>> {
    let said = unescape(raw).ok()?;
    let mut written = Vec::with_capacity(raw.len());
    push_escaped(&said, &mut written);
    (written != raw).then_some(written)
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

    #[test]
    fn only_the_escapes_stay_that_must_be() {
        let escaped = br#"{"\u00e9\/":["\"\n\u0001","\ud83d\ude00"]}"#;
        assert_eq!(&*compact(escaped), r#"{"é/":["\"\n\u0001","😀"]}"#.as_bytes());
        assert!(matches!(compact(br#"["\"\n\u0001"]"#), Cow::Borrowed(_)));
    }
}
