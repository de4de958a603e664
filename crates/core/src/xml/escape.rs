//! Writing text, with escapes.

use super::has;
use alloc::vec::Vec;

/// Whether XML can hold a text, unchanged or by references.
pub(crate) fn can_carry(text: &str) -> bool {
    text.chars().all(has)
}

/// Appends a text that is between tags. A reader would take a CR for the end of a line, so that is a reference.
pub(crate) fn push_text(text: &str, out: &mut Vec<u8>) {
    push(text, out, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'\r' => Some("&#13;"),
        _ => None,
    });
}

/// Appends a text that is between the double quotes of an attribute, where readers take line ends and tabs for blanks.
pub(crate) fn push_attribute(text: &str, out: &mut Vec<u8>) {
    push(text, out, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\t' => Some("&#9;"),
        b'\n' => Some("&#10;"),
        b'\r' => Some("&#13;"),
        _ => None,
    });
}

fn push(text: &str, out: &mut Vec<u8>, escape: impl Fn(u8) -> Option<&'static str>) {
    let mut kept = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        if let Some(escaped) = escape(byte) {
            out.extend_from_slice(&text.as_bytes()[kept..at]);
            out.extend_from_slice(escaped.as_bytes());
            kept = at + 1;
        }
    }
    out.extend_from_slice(&text.as_bytes()[kept..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::{TextPart, Within, pieces};
    use alloc::string::String;

    #[test]
    fn what_is_written_is_read_back() {
        let text = "a&b<c>d\"e'f\tg\nh\ri\r\nj]]>é😀\u{85}\u{7f}\u{2028}";
        assert!(can_carry(text));
        for within in [Within::Element, Within::Attribute] {
            let mut out = Vec::new();
            if within == Within::Element {
                push_text(text, &mut out);
            } else {
                push_attribute(text, &mut out);
            }
            let mut said = String::new();
            pieces(&out, 0..out.len(), within, |part, piece| match piece {
                TextPart::Plain => said.push_str(core::str::from_utf8(&out[part]).expect("it is text")),
                TextPart::Says(character) => said.push(character),
                TextPart::Wrong | TextPart::Entity => panic!("it is right"),
            });
            assert_eq!(said, text, "{within:?}");
        }
    }

    #[test]
    fn what_xml_cannot_hold() {
        for text in ["\0", "a\u{1}", "\u{b}", "\u{1f}", "\u{fffe}", "\u{ffff}"] {
            assert!(!can_carry(text), "{text:?}");
        }
    }
}
