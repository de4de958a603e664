//! Bytes in and out: paths, compression, blocks, threads, atomic output. Knows nothing of chess.
#![forbid(unsafe_code)]

mod ahead;
mod archive;
mod behind;
mod blocks;
mod bounded;
mod comparison;
mod error;
mod expand;
mod folder;
mod input;
mod output;
mod packing;
mod pool;
mod progress;
mod raw;
mod run;
mod settings;
mod source;
mod stream;
mod streams;
mod temporary;
mod terminal;
mod turns;
mod unpack;
mod walk;
mod xz;
mod zstandard;

pub use blocks::{Block, Split};
pub use comparison::{Comparison, PackedSize};
pub use error::{FileError, Kind};
pub use expand::expand;
pub use folder::Folder;
pub use input::Input;
pub use output::Output;
pub use packing::{ALL as PACKINGS, Packing, PackingSpec};
pub use progress::Progress;
pub use run::run;
pub use settings::RunSettings;
pub use source::Source;
pub use stream::{Outlet, Stream};
pub use temporary::{ScratchFolder, is_temporary, nameless, sweep};
pub use turns::{Done, Turn};
