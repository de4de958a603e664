//! The move model: how likely each legal move is, and the moves of a game coded with it.
//!
//! In each position all legal moves get a score, the sum of one signed byte from each group of a table; the frequency of a
//! move is 2^14 * e^((score - best score)/48), and the range coder writes the move with it. So a forced move costs nothing,
//! and no move is impossible. Everything is computed with integers.
//!
//! The format consists of these parts, none of which can change once a file was written:
//!
//! - the order of the legal moves, in `generate.rs`;
//! - the groups of weights and the layout of a table, in `groups.rs`;
//! - the features, in `features.rs` and `square_shapes.rs`;
//! - the frequencies, in `frequencies.rs`;
//! - how counts of a book are mixed with them, in `book.rs`;
//! - the tables, which are numbered and hashed, in `model.rs`.
//!
//! An en passant capture exists only if a pawn of the side to move is beside the pawn that has just moved two squares.
//! Castling is a move of the king to the square where it ends; a line writes and reads it as core does, as king takes rook.

mod board;
mod book;
mod candidate;
mod features;
mod frequencies;
mod generate;
mod groups;
mod history;
mod line;
mod model;
mod sight;
mod square_shapes;

#[doc(hidden)]
pub use groups::FeatureSet;
#[doc(hidden)]
pub use line::MoveLine;
pub use model::{FAST, STRONG};
#[doc(hidden)]
pub use model::{MoveModel, TABLES, Tables};

/// The most that the counts of a position in a book may sum up to.
#[doc(hidden)]
pub const MOST_COUNTED: u32 = book::MOST_COUNTED;

/// How many weights there are in all groups together.
#[doc(hidden)]
pub const WEIGHTS: usize = groups::WEIGHTS;
