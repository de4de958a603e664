//! Names of people, events and sites: how spellings are compared, which of them probably mean the same, and how they
//! are replaced.
//!
//! [`fold`](fold::fold) writes a name in plain letters, and [`key`](fold::key) makes its usual transliterations equal.
//! A [`Person`] contains the parts of a player's name. [`Aliases`] replace spellings, and [`propose`](propose::people)
//! suggests them.

mod aliases;
mod distance;
pub mod fold;
mod person;
pub mod propose;

pub use aliases::{Aliases, Misplaced, NameKind};
pub use distance::within;
pub use person::{Likeness, Person};
