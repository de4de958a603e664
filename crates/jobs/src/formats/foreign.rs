//! The formats that only the caller can read and write: games of infinite chess. A file that is written holds one game; one
//! that is read may hold several.

use crate::formats::{FormatKind, Target};
use scoresheet_core::game::{FormatSpec, OptionSpec};
use scoresheet_core::icn;
use scoresheet_core::loss::LossKind;
use std::ops::Range;

/// The list entry of a format that the caller reads and writes.
pub struct ForeignFormat {
    /// Its registry entry.
    pub spec: FormatSpec,
    /// Whether a text that starts like this is one.
    pub(super) is_one: fn(&[u8]) -> bool,
    /// Whether a text that starts like this may be one, if its name suggests it.
    pub(super) may_be: fn(&[u8]) -> bool,
    /// The places of the games in a whole text.
    pub(crate) games: fn(&[u8]) -> Vec<Range<usize>>,
}

impl FormatKind for &'static ForeignFormat {
    fn spec(&self) -> &'static FormatSpec {
        &self.spec
    }

    fn target(&self) -> Target {
        Target::Text
    }

    fn may_start(&self, _head: &[u8]) -> bool {
        true
    }

    fn claims(&self, head: &[u8]) -> bool {
        (self.may_be)(head)
    }

    fn detects(&self, head: &[u8]) -> bool {
        (self.is_one)(head)
    }

    fn is_foreign(&self) -> bool {
        true
    }
}

/// The dialect of ICN.
const PROFILE: OptionSpec = OptionSpec {
    id: "profile",
    values: &["doc", "fc", "modern"],
    default: "doc",
    doc: "the ICN dialect to read: `modern` is as strict as today's site, the others accept everything that any dialect allows",
    reads: true,
};
/// The same for writing.
const WRITTEN_PROFILE: OptionSpec = OptionSpec {
    doc: "the ICN dialect to write: that of the original description, of the original converter, or today's",
    reads: false,
    ..PROFILE
};
const STYLE: OptionSpec = OptionSpec {
    id: "style",
    values: &["compact", "long"],
    default: "compact",
    doc: "write moves as squares only, or with numbers, pieces and signs, and with every argument",
    reads: false,
};

const PLY: OptionSpec = OptionSpec {
    id: "ply",
    values: &["all", "N"],
    default: "all",
    doc: "write the whole game, or only the position after N plies",
    reads: false,
};

/// What ICN cannot express of other games; after that what some of its dialects cannot express of others; last what
/// only its texts cannot express.
#[rustfmt::skip]
static LOSSES: [LossKind; 30] = [
    LossKind::IllegalMove, LossKind::NullMove, LossKind::Tail, LossKind::Nag, LossKind::Variation, LossKind::CommentPlace,
    LossKind::EscapedLine, LossKind::UnplayedGame, LossKind::Result, LossKind::Tag, LossKind::Castling,
    LossKind::Extras, LossKind::Comment, LossKind::Command, LossKind::ResultSentence, LossKind::TagText,
    LossKind::InnerResult, LossKind::Signs, LossKind::EnPassant, LossKind::Attribution, LossKind::LineName,
    LossKind::Property, LossKind::Elapsed, LossKind::Field, LossKind::Board,
    LossKind::LineEnd, LossKind::CommentBrace, LossKind::WinCondition, LossKind::MoveRule, LossKind::Fullmove,
];
/// How many of these its JSON cannot express either.
const OF_JSON: usize = 25;

/// The properties of every format of this kind.
const COMMON: FormatSpec = FormatSpec { single: true, ..FormatSpec::EMPTY };

/// Documents of BGN with games on boards without edges. They are in files of BGN, among others, so no file is of this format.
pub static DOCUMENT: ForeignFormat = ForeignFormat {
    spec: FormatSpec { id: "bgn", title: "BGN", media: "application/json", ..COMMON },
    is_one: |_| false,
    may_be: |_| false,
    games: |text| std::iter::once(0..text.len()).collect(),
};

/// Every format that the caller reads and writes.
#[rustfmt::skip]
pub(super) static ALL: &[ForeignFormat] = &[
    ForeignFormat {
        spec: FormatSpec {
            id: "icn", title: "ICN", source: "Infinite Chess Notation: games on boards without edges, one in a file or one per line",
            extensions: &["icn"], media: "text/x-icn", options: &[PROFILE, WRITTEN_PROFILE, STYLE, PLY], losses: &LOSSES,
            ..COMMON
        },
        is_one: icn::is_text, may_be: icn::may_be_text, games: icn::games_of_text,
    },
    ForeignFormat {
        spec: FormatSpec {
            id: "icn-json", title: "ICN as JSON", source: "the long format of Infinite Chess Notation",
            extensions: &["icn.json"], media: "application/json", options: &[PROFILE, WRITTEN_PROFILE, PLY], losses: LOSSES.split_at(OF_JSON).0,
            ..COMMON
        },
        is_one: icn::is_json, may_be: icn::may_be_json, games: icn::games_of_json,
    },
];
