//! Decodes text and attribute values: references, line ends, and characters that XML does not allow.

use super::has;
use core::ops::Range;

/// Where a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// Between tags.
    Element,
    /// In a CDATA section, where nothing is a reference.
    Data,
    /// Between the quotes of an attribute, where line ends and tabs are blanks.
    Attribute,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextPart {
    /// It means itself.
    Plain,
    /// It means this character.
    Says(char),
    /// It is not a character of XML, or not a reference to one.
    Wrong,
    /// It is a reference to an entity, of which only five are known.
    Entity,
}

/// Goes through the pieces of the part of a text that is at `span`.
pub(crate) fn pieces(text: &[u8], span: Range<usize>, within: Within, mut each: impl FnMut(Range<usize>, TextPart)) {
    let text = &text[..span.end];
    let (mut start, mut at) = (span.start, span.start);
    while let Some(&byte) = text.get(at) {
        let Some((length, piece)) = odd(text, at, byte, within) else {
            at += 1;
            continue;
        };
        if start < at {
            each(start..at, TextPart::Plain);
        }
        each(at..at + length, piece);
        at += length;
        start = at;
    }
    if start < at {
        each(start..at, TextPart::Plain);
    }
}

/// The meaning of a text that is not read literally, and its length.
#[inline(always)]
fn odd(text: &[u8], at: usize, byte: u8, within: Within) -> Option<(usize, TextPart)> {
    match byte {
        b'&' if within != Within::Data => Some(reference(&text[at..])),
        b'\r' => {
            let length = if text.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
            Some((length, TextPart::Says(if within == Within::Attribute { ' ' } else { '\n' })))
        }
        b'\t' | b'\n' => (within == Within::Attribute).then_some((1, TextPart::Says(' '))),
        0..0x20 => Some((1, TextPart::Wrong)),
        b']' if within == Within::Element && text[at..].starts_with(b"]]>") => Some((3, TextPart::Wrong)),
        // The last two numbers of the first plane are not characters.
        0xef => matches!(text[at..], [_, 0xbf, 0xbe | 0xbf, ..]).then_some((3, TextPart::Wrong)),
        _ => None,
    }
}

/// How long a reference may be: the longest number of a character with some zeros before it.
const LONGEST: usize = 32;

/// The meaning of the reference at the start of a text, and its length.
fn reference(text: &[u8]) -> (usize, TextPart) {
    let Some(end) = text.iter().take(LONGEST).position(|byte| *byte == b';') else { return (1, TextPart::Wrong) };
    let says = match &text[1..end] {
        b"amp" => Some('&'),
        b"lt" => Some('<'),
        b"gt" => Some('>'),
        b"quot" => Some('"'),
        b"apos" => Some('\''),
        [b'#', b'x', digits @ ..] => number(digits, 16),
        [b'#', digits @ ..] => number(digits, 10),
        [] => None,
        _ => return (end + 1, TextPart::Entity),
    };
    (end + 1, says.filter(|says| has(*says)).map_or(TextPart::Wrong, TextPart::Says))
}

/// The character with this number.
fn number(digits: &[u8], radix: u32) -> Option<char> {
    let add = |sum: u32, digit: &u8| sum.checked_mul(radix)?.checked_add(char::from(*digit).to_digit(radix)?);
    let sum = digits.iter().try_fold(0, add).filter(|_| !digits.is_empty())?;
    char::from_u32(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The content of a text, and the places of invalid parts.
    fn said(text: &str, within: Within) -> (String, Vec<usize>) {
        let (mut said, mut wrong) = (String::new(), Vec::new());
        pieces(text.as_bytes(), 0..text.len(), within, |part, piece| match piece {
            TextPart::Plain => said.push_str(&text[part]),
            TextPart::Says(character) => said.push(character),
            TextPart::Wrong | TextPart::Entity => wrong.push(part.start),
        });
        (said, wrong)
    }

    #[test]
    fn references_and_line_ends() {
        let text = "a&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#13;\r\n\r\té\n";
        assert_eq!(said(text, Within::Element), ("a&<>\"'A😀\r\n\n\té\n".into(), Vec::new()));
        assert_eq!(said("a&amp;\r\n\t&#10;", Within::Attribute), ("a&  \n".into(), Vec::new()));
        assert_eq!(said("&amp;]]", Within::Data), ("&amp;]]".into(), Vec::new()));
    }

    #[test]
    fn what_xml_does_not_have() {
        for text in
            ["&", "&;", "&x;", "&amp", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#;", "&#x;", "&#xFFFE;"]
        {
            assert_eq!(said(&["é", text].concat(), Within::Element).1, [2], "{text}");
        }
        for text in ["\u{1}", "\u{ffff}", "\0", "]]>"] {
            assert_eq!(said(&["é", text, "z"].concat(), Within::Element), ("éz".into(), Vec::from([2])), "{text:?}");
        }
        assert_eq!(said("\u{85}\u{fffd}\u{7f}", Within::Element).1, []);
    }
}
