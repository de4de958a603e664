//! The writing options of VGN, and what it cannot express.

use crate::game::format::{OptionSpec, VALIDATION};
use crate::loss::LossKind;
use alloc::string::String;

const NO_YES: &[&str] = &["no", "yes"];

const COMMENTS: OptionSpec = OptionSpec {
    id: "comments",
    values: &["paired", "inplace"],
    default: "paired",
    doc: "the place of comments and variations on White's move: after Black's reply, or right after the move",
    reads: false,
};
const ANCHORS: OptionSpec = OptionSpec {
    id: "anchors",
    values: NO_YES,
    default: "no",
    doc: "whether a comment after Black's reply marks its original place: `[%at 12.]`",
    reads: false,
};
const FLAG_NAGS: OptionSpec = OptionSpec {
    id: "flag_nags",
    values: NO_YES,
    default: "no",
    doc: "whether the only legal move, a turn that ends in check and an illegal move get the NAGs $230, $231 and $232",
    reads: false,
};
const NAGS: OptionSpec = OptionSpec {
    id: "nags",
    values: &["pgn", "composite"],
    default: "pgn",
    doc: "whether NAGs are written as PGN's numbers or as composite ones; by default, the NAGs of VGN input stay unchanged",
    reads: false,
};
const PGC_COMMENTS: OptionSpec = OptionSpec {
    id: "pgc_comments",
    values: NO_YES,
    default: "no",
    doc: "whether PGC keeps comments as escaped lines",
    reads: false,
};

/// The format's own options.
pub(super) const OPTIONS: &[OptionSpec] = &[VALIDATION, COMMENTS, ANCHORS, FLAG_NAGS, NAGS, PGC_COMMENTS];

/// The options about writing that were given.
#[derive(Clone)]
pub(in crate::game) struct VgnOptions {
    /// Whether comments and variations on White's move stand after Black's reply.
    pub(super) paired: bool,
    /// Whether comments after Black's reply mark their place.
    pub(super) anchored: bool,
    /// Whether some moves get NAGs that say what they are.
    pub(super) flag_nags: bool,
    /// Whether NAGs are composite; `None` if that was not said.
    pub(super) composite: Option<bool>,
    /// Whether PGC keeps comments.
    pub(super) pgc_comments: bool,
}

impl VgnOptions {
    /// The options that were given by name.
    pub(in crate::game) fn of(given: &[(String, String)]) -> VgnOptions {
        VgnOptions {
            paired: COMMENTS.value(given) == "paired",
            anchored: ANCHORS.value(given) == "yes",
            flag_nags: FLAG_NAGS.value(given) == "yes",
            composite: NAGS.given(given).map(|nags| nags == "composite"),
            pgc_comments: PGC_COMMENTS.value(given) == "yes",
        }
    }
}

impl Default for VgnOptions {
    fn default() -> VgnOptions {
        VgnOptions::of(&[])
    }
}

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
