//! Game formats: how whole games are written. One file or folder each, listed once in [`ALL`].
//!
//! A format's reader turns bytes into [`crate::event::Event`]s, its writer turns [`crate::step::Step`]s into bytes. Whether a
//! move is legal is decided in [`crate::read`]; what a format cannot express is left out by [`crate::write`].

mod any;
mod bccf;
mod bcfen;
#[doc(hidden)]
pub mod bgn;
mod bgnl;
mod bgnx;
mod bson;
mod chesscom;
#[doc(hidden)]
pub mod cpgn;
mod csv;
mod embedded;
mod epd;
mod exports;
mod fen;
mod format;
mod infinite;
mod json_frame;
mod lan;
mod lichess;
mod lines;
mod number;
mod pending_game;
#[doc(hidden)]
pub mod pgc;
pub mod pgn;
mod san;
mod stream;
mod text_lines;
mod text_output;
mod tsv;
mod uci;
mod uci_list;
mod unplayed;
#[doc(hidden)]
pub mod vgn;
#[doc(hidden)]
pub mod vgn_file;

pub use any::{AnyGames, AnyReader};
pub use exports::ExportReader;
pub use format::{
    BASE64, Block, BlockEnd, BoardSearch, FormatOptions, FormatSpec, GameFormat, Marks, NamedOptions, OptionSpec,
    ReadOptions, VALIDATION, WriteOptions,
};
pub use lines::headings::{ColumnHeading, TableReading, ValueForm};
pub use lines::row_texts::{RowForm, RowTexts};
pub use number::MoveNumber;
pub use unplayed::edit_text;

pub use crate::json::is_json;

/// Every game format, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn GameFormat] = &[
    &pgn::Pgn,
    &vgn_file::Vgn,
    &uci::UCI,
    &san::SAN,
    &lan::LAN,
    &fen::FEN,
    &epd::EPD,
    &csv::CSV,
    &tsv::TSV,
    &pgc::Pgc,
    &bccf::BCCF,
    &bcfen::BCFEN,
    &bgn::BGN,
    &bgnl::BGNL,
    &bgnx::BGNX,
    &bson::BSON,
    &cpgn::Cpgn,
    &lichess::LICHESS,
    &chesscom::CHESSCOM,
];

/// The format with this id.
pub fn find(id: &str) -> Option<&'static dyn GameFormat> {
    ALL.iter().copied().find(|format| format.spec().id == id)
}

/// The format of documents of BGN, a line each.
pub fn bgnl() -> &'static dyn GameFormat {
    &bgnl::BGNL
}

/// The format of tables as text.
pub fn csv() -> &'static dyn GameFormat {
    &csv::CSV
}

/// Whether games are documents of BGN in a format, in any rendering.
pub fn has_documents(format: &dyn GameFormat) -> bool {
    any::DOCUMENTS.iter().any(|known| core::ptr::eq(known.spec(), format.spec()))
}

/// The format that holds games of VGN and of PGN in one file.
pub fn vgn() -> &'static dyn GameFormat {
    &vgn_file::Vgn
}
