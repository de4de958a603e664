//! What formats have in common that write a game a line: where games end, and how lines of moves and of boards are read and
//! written. The formats themselves are files of their own.

mod boards;
pub(super) mod delimited;
pub(super) mod headings;
mod moves;
mod movetext;
pub(super) mod pattern;
pub(super) mod row_texts;
mod rows;
pub(super) mod values;
mod words;

pub(super) use super::text_lines::{BlockLines, cut, first_lines, is_line_end, may_be_moves, resync, word};
pub(super) use boards::{BoardLines, BoardResult, Boards, LIST as BOARDS};
pub(super) use moves::{LIST as MOVES, MoveLines};
pub(super) use rows::{BoardRow, RowFormat, RowReader};
