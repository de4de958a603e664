//! Which games are chosen, in which order they come, and how they are edited between the sources and the sinks.

pub(crate) mod copy_source;
mod copyist;
pub(crate) mod duplicates;
pub(crate) mod edit_sink;
pub(crate) mod first_pass;
mod identity;
mod known_file;
pub(crate) mod known_games;
mod loose_duplicates;
mod natural_order;
mod operators;
pub(crate) mod rows;
pub(crate) mod second_pass;
