//! Chess games as bytes, events, moves and positions: no files, no threads, no unsafe code.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

pub mod at;
pub mod command;
pub mod dialect;
mod eight;
pub mod error;
pub mod event;
pub mod game;
pub mod icn;
pub mod limits;
pub mod loss;
pub mod notation;
pub mod position;
pub mod read;
pub mod roster;
pub mod rules;
pub mod step;
pub mod text;
pub mod tree;
pub mod write;
