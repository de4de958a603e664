//! Columns, files of them, and the index of positions. One program, because each one is linked separately.

mod columns;
mod files;
mod hand;
mod parquet_rows;
mod position_index;
mod stored;
mod temporary;
