//! JSON for texts of games: parsed in place, copied only if it contains escapes, and walked without recursion.
//!
//! Nothing here allocates per member or stores more than one bit per level of nesting, so the cost of a document is
//! proportional to its length. The code that reads the members decides their meaning.

mod compact;
mod date;
mod escape;
mod frame;
mod key_set;
mod source;
mod text;
mod value;

pub(crate) use compact::compact;
pub(crate) use date::JsonDate;
pub(crate) use escape::{push_escaped, push_string};
pub(crate) use frame::{Brackets, container_end, container_end_by};
pub(crate) use key_set::KeySet;
pub use source::is_json;
pub(crate) use text::{behind_string, string, unescape};
pub(crate) use value::{JsonValue, Member, Members, ValueKind, elements, kind, value};

use crate::error::Code;

/// A violation of the syntax, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFlaw {
    /// The byte in the text.
    pub at: usize,
    /// The violation.
    pub code: Code,
}

impl JsonFlaw {
    /// The text is not JSON from here on.
    #[cold]
    pub(crate) fn syntax(at: usize) -> JsonFlaw {
        JsonFlaw { at, code: Code::JsonSyntax }
    }
}

/// The end of the blanks at a place.
#[inline(always)]
pub(crate) fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}
