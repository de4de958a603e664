//! Chess games as bytes, events, steps, moves and positions: no files, no threads, no unsafe code.
//!
//! In the order in which a game comes by: a format of [`game`] reads its bytes and says as [`event`]s what is in them.
//! A [`dialect`] knows what the tags mean. [`read`] plays the moves, each by its [`notation`] and by the [`rules`],
//! counts what is wrong, and gives the [`step`]s of the game. [`mod@write`] leaves out what the format to be written
//! cannot express, counts that as a [`loss`], and hands the other steps to the format's writer. An [`edit`] or several
//! may change the steps on their way. A [`tree`] takes the steps of a game to be looked at and edited, and gives them
//! again. A [`position`] has notations of its own, and [`openings`] names some positions.
//!
//! Below them stand places ([`at`]), codes ([`error`]), [`limits`], encodings ([`text`]) and the [`name`]s of tags.
//! [`names`] compares those of people. [`command`] finds the commands in comments; [`date`], [`time_control`] and
//! [`elapsed`] know what tags and clocks say of time. [`bson`] turns documents into those of MongoDB and back. [`icn`]
//! only tells texts of ICN from others; they are read elsewhere.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

pub mod at;
pub mod bson;
pub mod command;
pub mod date;
pub mod dialect;
pub mod edit;
mod eight;
pub mod elapsed;
pub mod error;
pub mod event;
pub mod game;
pub mod icn;
mod json;
pub mod limits;
pub mod loss;
pub mod name;
pub mod names;
pub mod notation;
pub mod openings;
pub mod pattern;
pub mod position;
pub mod read;
pub mod roster;
pub mod rules;
#[cfg(test)]
mod seed;
pub mod step;
pub mod text;
pub mod time_control;
pub mod tree;
pub mod write;
mod xml;
