//! Chess games as bytes, events, steps, moves and positions: no files, no threads, no unsafe code.
//!
//! In the order in which a game passes through them: a format of [`game`] reads its bytes and emits [`event`]s. A
//! [`dialect`] defines the meaning of the tags. [`read`] plays the moves, each according to its [`notation`] and the
//! [`rules`], counts what is wrong, and emits the [`step`]s of the game. An [`edit`] or several may change the steps.
//! [`mod@write`] drops what the output format cannot express, counts that as a [`loss`], and passes the other steps to
//! the writer of the format. A [`tree`] collects the steps of a game for viewing and editing, and emits them again. A
//! [`position`] has notations of its own, and [`openings`] names some positions.
//!
//! They are built on locations ([`location`]), codes ([`error`]), [`limits`], encodings ([`text`]) and the [`name`]s of tags.
//! [`names`] compares names of people. [`command`] finds the commands in comments; [`date`], [`time_control`] and
//! [`elapsed`] interpret tags and clocks. [`bson`] converts documents to and from the format of MongoDB. [`icn`] only
//! detects texts of ICN, which are read elsewhere.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

pub mod base64;
pub mod book;
pub mod bson;
pub mod command;
pub mod date;
pub mod dialect;
pub mod edit;
pub mod elapsed;
pub mod error;
pub mod event;
pub mod find;
pub mod game;
pub mod icn;
mod json;
pub mod limits;
pub mod location;
pub mod loss;
pub mod name;
pub mod names;
pub mod notation;
pub mod openings;
pub mod pattern;
pub mod position;
pub mod read;
pub(crate) mod result_text;
pub mod roster;
pub mod rules;
#[cfg(test)]
mod seed;
pub mod step;
mod swar;
pub mod text;
pub mod time_control;
pub mod tree;
pub mod write;
mod xml;
