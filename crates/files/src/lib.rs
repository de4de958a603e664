//! Input and output of bytes: paths, compression, blocks, atomic output. Knows nothing about chess.
#![forbid(unsafe_code)]

mod append;
mod blocks;
mod comparison;
mod compression;
mod decompress;
mod encoding;
mod error;
mod expand;
mod folder;
mod input;
mod output;
mod parts;
mod peek_reader;
mod progress;
mod raw;
mod run;
mod source;
mod streams;
mod temporary;
mod terminal;
mod trailing_bytes;
mod walk;
mod xz;
mod zip;
mod zstandard;

pub use append::AppendFile;
pub use blocks::{Block, Split};
pub use comparison::{Comparison, PackedSize};
pub use compression::{ALL as COMPRESSIONS, Compression, CompressionSpec, is_known as has_extension};
pub use compression::{compress, decompress};
pub use decompress::{check_ratio, most_unpacked};
pub use encoding::TextEncoding;
pub use error::{FileError, Kind};
pub use expand::expand;
pub use folder::Folder;
pub use input::CallerInput;
pub use input::Input;
pub use output::Output;
pub use parts::{Edges, Fetched, FilePart, Framing, OnDisk, Ranged, Remote, Stamp};
pub use progress::Progress;
pub use run::RunSettings;
pub use run::run;
pub use run::{RunEvent, RunSummary};
pub use source::Source;
pub use temporary::{ScratchFolder, is_temporary, nameless, sweep};
