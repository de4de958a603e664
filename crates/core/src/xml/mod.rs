//! XML as far as texts of games need it: tokens, texts and references, found in place and walked without recursion.
//!
//! There are no entities but the five that XML has by itself, so nothing can expand. What elements mean is the business
//! of code that reads the tokens.

mod escape;
mod scan;
mod text;

pub(crate) use escape::{can_carry, push_attribute, push_text};
pub(crate) use scan::{Hidden, XmlToken, aside_end, attribute, hidden, token};
pub(crate) use text::{TextPart, Within, pieces};

use crate::error::Code;

/// A violation of the syntax of XML, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct XmlFlaw {
    /// The byte in the text.
    pub(crate) at: usize,
    /// The violation.
    pub(crate) code: Code,
}

impl XmlFlaw {
    /// The text is not XML from here on.
    #[cold]
    fn syntax(at: usize) -> XmlFlaw {
        XmlFlaw { at, code: Code::XmlSyntax }
    }
}

/// The end of the blanks at a place.
pub(crate) fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|byte| is_blank(*byte)) {
        at += 1;
    }
    at
}

/// Whether a byte is one of the four that XML takes for white space.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether XML has this character. It has no controls but three, and nothing that is half of a pair or no character at all.
fn has(character: char) -> bool {
    !matches!(character, '\0'..'\t' | '\u{b}' | '\u{c}' | '\u{e}'..' ' | '\u{fffe}' | '\u{ffff}')
}
