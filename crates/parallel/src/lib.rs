//! Threads. The only crate that starts any, and that handles the locks that a panic has poisoned.
//!
//! | to | use |
//! |---|---|
//! | work on items of a slice, and collect the results in order | [`map()`], [`map_chunks`] |
//! | work on items in any order | [`for_each`] |
//! | work on items, and consume the results in order while further ones are made | [`ordered_map`] |
//! | the same with progress, cancellation, budgets and reused memory | [`ordered()`] if workers fetch the tasks, [`dispatch()`] if the calling thread does |
//! | pull results from a job in the background | [`Stream`] |
//! | get one value from the background | [`Background`] |
//! | do two things in parallel | [`join`] |
//! | leave what is to be dropped to the threads that make such values | [`Discarded`] |
//! | show progress during one long call | [`ticking`] |
//!
//! A panic in a worker never aborts the program and never leaves another thread waiting. It arrives on the calling thread as
//! [`Panicked`], or resumes there if a function has no error to return.
#![forbid(unsafe_code)]

mod background;
mod cancel;
mod discarded;
mod dispatch;
mod lock;
mod map;
mod ordered;
mod panic;
mod pool;
mod spare;
mod stream;

pub use background::{Background, join, ticking};
pub use cancel::{Cancel, Cancelled};
pub use discarded::Discarded;
pub use dispatch::{Dispatcher, dispatch};
pub use lock::{Lock, unpoisoned};
pub use map::{for_each, map, map_chunks};
pub use ordered::{Event, ordered, ordered_map};
pub use panic::{Panicked, catch};
pub use pool::{Failed, Options, Tasks};
pub use spare::Spare;
pub use stream::{Sender, Stream};

/// The examples of the page that registries show run like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
