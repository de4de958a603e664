//! JSON as texts of games need it: found in place, never copied unless it holds escapes, and walked without recursion.
//!
//! Nothing here allocates for each member or keeps more than one bit for each level of nesting, so a document costs
//! what it is long. What the members mean is decided by the code that asks for them.

mod compact;
mod escape;
mod frame;
mod seen;
mod text;
mod value;

pub(crate) use compact::compact;
pub(crate) use escape::{push_escaped, push_string};
pub(crate) use frame::{Brackets, container_end, container_end_by};
pub(crate) use seen::Seen;
pub(crate) use text::{string, unescape};
pub(crate) use value::{Kind, Member, Members, Value, elements, kind, value};

use crate::error::Code;

/// Something that is not as its notation has it, and where that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The byte in the text.
    pub at: usize,
    /// What is wrong there.
    pub code: Code,
}

impl Flaw {
    /// The text is not JSON from here on.
    #[cold]
    pub(crate) fn syntax(at: usize) -> Flaw {
        Flaw { at, code: Code::JsonSyntax }
    }
}

/// Where the blanks end that stand at a place.
#[inline(always)]
pub(crate) fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}
