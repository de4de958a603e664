//! Named limits against hostile input. Each has its own error code; all can be set.

use crate::error::Code;

macro_rules! limits {
    ($($field:ident $id:literal $default:expr, $code:ident, $unit:literal, $doc:literal;)*) => {
        /// The limits in force.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Limits { $(#[doc = $doc] pub $field: u64,)* }

        impl Default for Limits {
            fn default() -> Limits { Limits { $($field: $default,)* } }
        }

        impl Limits {
            /// The limit with this name; `None` where there is none.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name { $($id => Some(self.$field),)* _ => None }
            }

            /// Sets the limit with this name; `false` where there is none.
            pub fn set(&mut self, name: &str, value: u64) -> bool {
                match name { $($id => self.$field = value,)* _ => return false }
                true
            }
        }

        /// Every limit.
        pub static ALL: &[LimitSpec] = &[$(LimitSpec {
            id: $id, default: $default, code: Code::$code, unit: $unit, doc: $doc,
        },)*];
    };
}

/// What the table says of one limit.
#[derive(Debug)]
pub struct LimitSpec {
    /// Its name: `--limit-NAME`.
    pub id: &'static str,
    /// Its value unless set.
    pub default: u64,
    /// The error where it is passed.
    pub code: Code,
    /// What it counts.
    pub unit: &'static str,
    /// One line.
    pub doc: &'static str,
}

limits! {
    nesting "nesting" 10_000, LimitNesting, "variations", "How deep variations may nest.";
    tag "tag" 1 << 20, LimitTag, "bytes", "How long one tag may be.";
    tags "tags" 10_000, LimitTags, "tags", "How many tags a game may have.";
    token "token" 64 << 10, LimitToken, "bytes", "How long one word of the moves may be.";
    comment "comment" 16 << 20, LimitComment, "bytes", "How long one comment may be.";
    game "game" 64 << 20, LimitGame, "bytes", "How long one game may be.";
    digits "digits" 1_000, LimitDigits, "digits", "How many digits a number of ICN may have; never more than 4,000.";
    depth "depth" 64, LimitDepth, "levels", "How deep the JSON of ICN may nest; never more than 200.";
    window "window" 128 << 20, LimitWindow, "bytes", "How large a window a compressed file may ask for.";
    ratio "ratio" 1_000, LimitRatio, "times", "How much larger than its input unpacked text may be, beyond the first 64 MiB.";
}
