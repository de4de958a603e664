//! Archives: files of whole games in few bytes.

use crate::formats::{FormatKind, Target};
use scoresheet_archive::{MAGIC, Settings as Writing, moves};
use scoresheet_core::game::{BASE64, FormatSpec, OptionSpec};
use scoresheet_core::loss::LossKind;

/// The list entry of archives.
pub struct ArchiveFormat {
    /// Its registry entry.
    pub spec: FormatSpec,
}

impl ArchiveFormat {
    /// Whether a file that starts so is one.
    pub(crate) fn starts(head: &[u8]) -> bool {
        // The last byte is the version, and a newer one is refused by name.
        head.starts_with(&MAGIC[..MAGIC.len() - 1])
    }
}

impl FormatKind for &'static ArchiveFormat {
    fn spec(&self) -> &'static FormatSpec {
        &self.spec
    }

    fn target(&self) -> Target {
        Target::File
    }

    fn may_start(&self, head: &[u8]) -> bool {
        ArchiveFormat::starts(head)
    }

    fn detects(&self, head: &[u8]) -> bool {
        ArchiveFormat::starts(head)
    }

    fn archive(&self) -> Option<&'static ArchiveFormat> {
        Some(*self)
    }

    fn appends(&self) -> bool {
        true
    }

    fn counts_bits(&self) -> bool {
        true
    }
}

const BLOCK: OptionSpec = OptionSpec {
    id: "block",
    values: &["32", "256", "1024", "4096"],
    default: "256",
    doc: "how many games are stored together: fewer make single games quicker to reach, more make the file smaller",
    reads: false,
};
const EFFORT: OptionSpec = OptionSpec {
    id: "effort",
    values: &["usual", "max"],
    default: "usual",
    doc: "how much work is spent on each move: `max` makes smaller files, which take longer to write and to read",
    reads: false,
};

const EXACT: OptionSpec = OptionSpec {
    id: "exact",
    values: &["no", "yes"],
    default: "no",
    doc: "whether the inputs themselves are kept, byte by byte, so that they can be restored",
    reads: false,
};
/// The option that restores inputs that were kept.
pub(crate) const RESTORE: OptionSpec = OptionSpec {
    doc: "restore the inputs that were kept, byte by byte, instead of writing their games: one as a file, all in a folder",
    reads: true,
    ..EXACT
};

/// What a game by other rules than those of chess may lose: one that is stored as a document of BGN, because PGN cannot
/// express all of it.
const LOSSES: &[LossKind] = &[LossKind::EscapedLine, LossKind::InnerResult];

/// The only kind of archive.
#[rustfmt::skip]
pub(super) static ALL: &[ArchiveFormat] = &[
    ArchiveFormat {
        spec: FormatSpec {
            id: "archive", title: "Archive", source: "Scoresheet's own: whole games, compressed by their meaning", extensions: &["scz"],
            media: "application/x-scoresheet-archive", text: false, options: &[BLOCK, EFFORT, EXACT, RESTORE, BASE64],
            losses: LOSSES,
            ..FormatSpec::EMPTY
        },
    },
];

/// Whether the bytes of inputs are kept.
pub(crate) fn keeps_inputs(given: &[(String, String)]) -> bool {
    EXACT.value(given) == "yes"
}

/// How an archive is written, from checked options.
pub(crate) fn writing(given: &[(String, String)]) -> Writing {
    let tables = if EFFORT.value(given) == "max" { moves::STRONG } else { moves::FAST };
    let block = BLOCK.value(given).parse().unwrap_or(256);
    Writing { block, tables, threads: 1, explains: false }
}
