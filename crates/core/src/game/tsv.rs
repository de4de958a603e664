//! Tab-separated values: CSV with tabs between the columns.

use super::csv::{Csv, FORMULAS, MARKER, SPEC as CSV_SPEC};
use super::format::FormatSpec;
use super::lines::{headings, values};
use super::text_output;

/// The format's entry in the registry.
pub(super) static TSV: Csv = Csv { spec: &SPEC, tabbed: true };

static SPEC: FormatSpec = FormatSpec {
    id: "tsv",
    title: "Tab-separated values",
    source: "IANA text/tab-separated-values, with the quotes of RFC 4180; one game per row, its moves in one column",
    extensions: &["tsv"],
    media: "text/tab-separated-values",
    options: &[
        headings::RENAME,
        headings::PRESET,
        headings::MINUTES,
        values::FIELDS,
        MARKER,
        FORMULAS,
        text_output::ENCODING,
        text_output::BOM,
    ],
    pattern: None,
    ..CSV_SPEC
};
