//! The writing options of VGN, and what it cannot express.

use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::game::format::{NamedOptions, OptionSpec, VALIDATION};
use crate::loss::LossKind;

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
    doc: "whether a comment after Black's reply marks its original place: `[%at 12.]`; one with commands, such as clocks, always does",
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
    /// The move format; `None` if none was requested.
    pub(in crate::game) moves: Option<&'static MoveFormat>,
    /// Whether positions are written as FEN.
    pub(super) fen: bool,
    /// Whether comments and variations on White's move come after Black's reply.
    pub(super) paired: bool,
    /// Whether comments after Black's reply mark their place.
    pub(super) anchored: bool,
    /// Whether some moves get NAGs for what the board shows.
    pub(super) flag_nags: bool,
    /// Whether NAGs are composite; `None` if that was not said.
    pub(super) composite: Option<bool>,
    /// Whether PGC keeps comments.
    pub(super) pgc_comments: bool,
}

impl VgnOptions {
    /// The options that were given by name.
    pub(in crate::game) fn of(given: &NamedOptions<'_>) -> VgnOptions {
        let own = given.own;
        VgnOptions {
            moves: given.moves.and_then(written_format),
            fen: given.positions == Some("fen"),
            paired: COMMENTS.value(own) == "paired",
            anchored: ANCHORS.value(own) == "yes",
            flag_nags: FLAG_NAGS.value(own) == "yes",
            composite: NAGS.given(own).map(|nags| nags == "composite"),
            pgc_comments: PGC_COMMENTS.value(own) == "yes",
        }
    }
}

impl Default for VgnOptions {
    fn default() -> VgnOptions {
        VgnOptions::of(&NamedOptions::default())
    }
}

/// The move format with this code, as it may be written: those that nothing ends are not.
pub(super) fn written_format(code: &str) -> Option<&'static MoveFormat> {
    let found = codes::move_format(code)?;
    if found.unended { codes::move_format(found.code.trim_end_matches('2')) } else { Some(found) }
}

/// What VGN cannot express with any notation of moves; the losses of the moves are added to it.
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
