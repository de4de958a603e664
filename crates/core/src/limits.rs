//! Named limits that protect against hostile input. Each has its own error code and can be set.

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
            /// The limit with this name; `None` if there is no such limit.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name { $($id => Some(self.$field),)* _ => None }
            }

            /// Sets the limit with this name; returns `false` if there is no such limit.
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

/// The entry of the table for one limit.
#[derive(Debug)]
pub struct LimitSpec {
    /// Its name: `--limit-NAME`.
    pub id: &'static str,
    /// Its value unless set.
    pub default: u64,
    /// The error if it is exceeded.
    pub code: Code,
    /// What it counts.
    pub unit: &'static str,
    /// One line.
    pub doc: &'static str,
}

limits! {
    nesting "nesting" 10_000, LimitNesting, "variations", "Maximum nesting depth of variations.";
    tag "tag" 1 << 20, LimitTag, "bytes", "Maximum length of a tag.";
    tags "tags" 10_000, LimitTags, "tags", "Maximum number of tags in a game.";
    token "token" 64 << 10, LimitToken, "bytes", "Maximum length of a word in the moves.";
    comment "comment" 16 << 20, LimitComment, "bytes", "Maximum length of a comment.";
    game "game" 64 << 20, LimitGame, "bytes", "Maximum length of a game.";
    digits "digits" 1_000, LimitDigits, "digits", "Maximum number of digits in an ICN number; cannot exceed 4,000.";
    depth "depth" 64, LimitDepth, "levels", "Maximum nesting depth of the JSON in ICN; cannot exceed 200.";
    window "window" 128 << 20, LimitWindow, "bytes", "Maximum window of a compressed file.";
    ratio "ratio" 1_000, LimitRatio, "times", "Maximum ratio of unpacked to compressed size, beyond the first 64 MiB.";
}
