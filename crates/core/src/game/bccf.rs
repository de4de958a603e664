//! One game as moves of two bytes each, in BCCF 1.1, and nothing else.

use super::format::FormatSpec;
use super::stream::{BARE, Stream, Unit};
use crate::notation::bccf;

/// The format's entry in the registry.
pub(super) static BCCF: Stream = Stream {
    spec: &FormatSpec {
        id: "bccf",
        title: "Bare stream of BCCF",
        source: "Chess Notation (2015), BCCF 1.1",
        extensions: &["bccf"],
        ..BARE
    },
    notation: &bccf::BCCF,
    unit: Unit::Word,
};
