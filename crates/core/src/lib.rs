//! Chess games as bytes, events, steps, moves and positions: no files, no threads, no unsafe code.
//!
//! # Read games
//!
//! [`AnyGames`](game::AnyGames) reads the games of a block of bytes, one after another, into a [`Record`](read::Record) that is
//! reused. Every move is played, and a game with an error is kept up to the error:
//!
//! ```
//! use scoresheet_core::{game::AnyGames, read::{Record, Settings}};
//!
//! let text = b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. e4 e5 2. Ke3 *\n";
//! let mut games = AnyGames::new(text, &Settings::default());
//! let mut record = Record::new();
//! while games.next(&mut record, &mut ()) {
//!     if let Some(error) = &record.first_error {
//!         assert_eq!((error.code.id(), record.ply_count), ("move-illegal", 2));
//!     }
//! }
//! assert_eq!((games.tally().games, games.tally().faulty), (2, 1));
//! ```
//!
//! # Visit moves, comments and variations
//!
//! A [`Sink`](step::Sink) receives the [`Step`](step::Step)s of games as they are read. Texts and positions are borrowed, and a
//! sink can declare what it does not need:
//!
//! ```
//! use scoresheet_core::{game::AnyGames, read::{Record, Settings}, rules::Role, step::{Sink, Step}};
//!
//! #[derive(Default)]
//! struct QueenMoves(u32);
//!
//! impl Sink for QueenMoves {
//!     fn take(&mut self, step: Step<'_>) {
//!         if let Step::Move { before, named, .. } = step {
//!             let piece = before.piece_at(named.mv.from);
//!             self.0 += u32::from(piece.is_some_and(|piece| piece.role == Role::Queen));
//!         }
//!     }
//! }
//!
//! let mut queens = QueenMoves::default();
//! let mut games = AnyGames::new(b"1. e4 e5 2. Qh5 (2. Qg4 Qg5) 2... Nc6 3. Qxe5+ *", &Settings::default());
//! while games.next(&mut Record::new(), &mut queens) {}
//! assert_eq!(queens.0, 4);
//! ```
//!
//! # Convert games
//!
//! A [`Filter`](write::Filter) is a sink that passes steps to the writer of a [format](game::GameFormat), and counts what that
//! cannot express:
//!
//! ```
//! use scoresheet_core::{game::{self, AnyGames, WriteOptions}, loss::LossKind, read::{Record, Settings}, write::Filter};
//!
//! let target = game::find("uci").unwrap();
//! let mut filter = Filter::new(target.writer(&WriteOptions::default()), false);
//! let mut games = AnyGames::new(b"1. e4 {best} e5 *", &Settings::default());
//! while games.next(&mut Record::new(), &mut filter) {}
//! assert_eq!(filter.bytes().as_slice(), b"e2e4 e7e5 *\n");
//! assert_eq!((filter.losses()[0].kind, filter.losses()[0].count), (LossKind::Comment, 1));
//! ```
//!
//! # Positions and moves
//!
//! ```
//! use scoresheet_core::{notation::{language::ENGLISH, san}, position::fen};
//!
//! let position = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
//! let castling = san::read(&position, b"O-O", &ENGLISH).expect("a legal move");
//! assert_eq!(fen::write(&position.after(castling.mv), fen::Style::default()), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
//! # Ok::<(), scoresheet_core::position::PositionError>(())
//! ```
//!
//! # Modules
//!
//! In the order in which a game passes through them: a format of [`game`] reads its bytes and emits [`event`]s. A
//! [`dialect`] defines the meaning of the tags. [`read`] plays the moves, each according to its [`notation`] and the
//! [`rules`], counts what is wrong, and emits the [`step`]s of the game. An [`edit`] or several may change the steps.
//! [`mod@write`] drops what the output format cannot express, counts that as a [`loss`], and passes the other steps to
//! the writer of the format. A [`tree`] collects the steps of a game for viewing and editing, and emits them again. A
//! [`position`] has notations of its own, [`find`] looks for patterns of positions and moves, [`openings`] names some
//! positions, and [`book`] has the records of opening books.
//!
//! They are built on locations ([`location`]), codes ([`error`]), [`limits`] and encodings ([`text`]). [`names`] compares
//! names of people. [`command`] finds the commands in comments; [`date`], [`time_control`] and [`elapsed`] interpret tags and
//! clocks. [`pattern`] has the regular expressions of formats and notations.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

#[doc(hidden)]
pub mod base64;
pub mod book;
#[doc(hidden)]
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
#[doc(hidden)]
pub mod icn;
mod json;
pub mod limits;
pub mod location;
pub mod loss;
#[doc(hidden)]
pub mod name;
pub mod names;
pub mod notation;
pub mod openings;
pub mod pattern;
pub mod position;
pub mod read;
pub(crate) mod result_text;
#[doc(hidden)]
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

/// The examples of the page that registries show run like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
