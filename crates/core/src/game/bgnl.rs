//! BGN with one document per line: `grep`, `split -l` and `jq` work on whole games.

use super::bgn::{BgnFormat, COMMON, FileLayout, Json};
use super::format::FormatSpec;

/// The format's entry in the registry.
pub(super) static BGNL: BgnFormat = BgnFormat {
    spec: &FormatSpec {
        id: "bgnl",
        title: "Better Game Notation, one document per line",
        extensions: &["bgnl"],
        synonyms: &["jsonl"],
        media: "application/x-ndjson",
        ..COMMON
    },
    framing: &Json { lines: true },
    layout: FileLayout::LINES,
};
