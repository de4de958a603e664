//! The writing options of VGN, and what it cannot express.

use crate::game::format::{OptionSpec, VALIDATION};
use crate::loss::LossKind;

const NO_YES: &[&str] = &["no", "yes"];

/// The format's own options.
pub(super) const OPTIONS: &[OptionSpec] = &[
    VALIDATION,
    OptionSpec {
        id: "comments",
        values: &["paired", "inplace"],
        default: "paired",
        doc: "the place of comments and variations on White's move: after Black's reply, or right after the move",
        reads: false,
    },
    OptionSpec {
        id: "anchors",
        values: NO_YES,
        default: "no",
        doc: "whether a comment after Black's reply marks its original place: `[%at 12.]`",
        reads: false,
    },
    OptionSpec {
        id: "flag_nags",
        values: NO_YES,
        default: "no",
        doc: "whether the only legal move, a turn that ends in check and an illegal move get the NAGs $230, $231 and $232",
        reads: false,
    },
    OptionSpec {
        id: "nags",
        values: &["pgn", "composite"],
        default: "pgn",
        doc: "whether NAGs are written as PGN's numbers or as composite ones; by default, the NAGs of VGN input stay unchanged",
        reads: false,
    },
    OptionSpec {
        id: "pgc_comments",
        values: NO_YES,
        default: "no",
        doc: "whether PGC keeps comments as escaped lines",
        reads: false,
    },
];

/// What VGN cannot express, whatever its moves are; what they cannot express comes to it.
pub(super) const LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::CommentPlace,
    LossKind::VariationPlace,
    LossKind::ResultSentence,
    LossKind::Tag,
    LossKind::TagText,
    LossKind::EscapedLine,
];
