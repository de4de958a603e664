//! Names of people, events and sites: how spellings are compared, which of them probably mean the same, and what they are
//! replaced by.
//!
//! [`fold`](fold::fold) writes a name in plain letters, and [`key`](fold::key) makes the usual transliterations of it equal. A
//! [`Person`] is a name of a player in its parts. [`Aliases`] replace spellings, and [`propose`](propose::people) suggests them.

mod aliases;
mod distance;
pub mod fold;
mod person;
pub mod propose;

pub use aliases::{Aliases, Misplaced, NameKind};
pub use distance::within;
pub use person::{Likeness, Person};
