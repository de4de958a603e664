//! Opening books. A book knows positions and moves but no games: it is written from the moves of games, and read as lines.

use crate::formats::{FormatKind, Target};
use scoresheet_columns::book::{BookOptions, Weights};
use scoresheet_core::book::{BYTES, BookRecord};
use scoresheet_core::game::{FormatSpec, OptionSpec};
use scoresheet_core::loss::LossKind;
use scoresheet_core::rules::Color;
use scoresheet_core::write::Lacks;

/// The list entry of one kind of book.
pub struct BookFormat {
    /// Its registry entry.
    pub spec: FormatSpec,
}

impl FormatKind for &'static BookFormat {
    fn spec(&self) -> &'static FormatSpec {
        &self.spec
    }

    fn target(&self) -> Target {
        Target::File
    }

    /// The moves of its records have a promotion that exists. Text has no control bytes, but nearly every record does.
    fn may_start(&self, head: &[u8]) -> bool {
        let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        let mut records = head.as_chunks::<BYTES>().0.iter().map(BookRecord::of_bytes);
        head.is_empty() || head.iter().any(is_control) && records.all(|record| record.mv < FIRST_BAD)
    }

    /// Its keys are in order, too.
    fn claims(&self, head: &[u8]) -> bool {
        let records = head.as_chunks::<BYTES>().0;
        self.may_start(head) && records.is_sorted_by_key(|record| BookRecord::of_bytes(record).key)
    }

    /// Any numbers can be a book.
    fn detects(&self, _head: &[u8]) -> bool {
        false
    }

    fn holds_games(&self) -> bool {
        false
    }
}

/// The least number that no move has.
const FIRST_BAD: u16 = 5 << 12;

const WEIGHTS: OptionSpec = OptionSpec {
    id: "weights",
    values: &["polyglot", "games", "score", "uniform"],
    default: "polyglot",
    doc: "how moves are weighted: 2 per win and 1 per draw of the side to move, the number of games, its score in percent, or all equally",
    reads: false,
};
const MAX_PLIES: OptionSpec = OptionSpec {
    id: "max_plies",
    values: &["all", "N"],
    default: "all",
    doc: "the number of half-moves from the start of each game to use",
    reads: false,
};
const MIN_GAMES: OptionSpec = OptionSpec {
    id: "min_games",
    values: &["N"],
    default: "1",
    doc: "leave out moves that were played in fewer games",
    reads: false,
};
const MIN_SCORE: OptionSpec = OptionSpec {
    id: "min_score",
    values: &["N"],
    default: "0",
    doc: "leave out moves with which the side to move scored less than this, in percent",
    reads: false,
};
const SIDE: OptionSpec = OptionSpec {
    id: "side",
    values: &["both", "white", "black"],
    default: "both",
    doc: "the side whose moves to use",
    reads: false,
};

/// Everything that a book leaves out of games, apart from tags that it uses.
pub(crate) const LACKS: Lacks = Lacks::ANNOTATION.and(Lacks::TAGS);

/// Every kind of book, in the order help and documentation show them.
#[rustfmt::skip]
pub(super) static ALL: &[BookFormat] = &[
    BookFormat {
        spec: FormatSpec {
            id: "polyglot", title: "Polyglot book", source: "Polyglot's opening book, one record per move of a position", extensions: &["bin"],
            media: "application/octet-stream", text: false, options: &[WEIGHTS, MAX_PLIES, MIN_GAMES, MIN_SCORE, SIDE],
            lacks: LACKS, losses: &[LossKind::IllegalMove, LossKind::NullMove, LossKind::Tail, LossKind::UnplayedGame],
            ..FormatSpec::EMPTY
        },
    },
];

/// What a book contains, from checked options.
pub(crate) fn options(given: &[(String, String)]) -> BookOptions {
    let number = |option: &OptionSpec| option.value(given).parse::<u32>().ok();
    BookOptions {
        weights: match WEIGHTS.value(given) {
            "games" => Weights::Games,
            "score" => Weights::Score,
            "uniform" => Weights::Uniform,
            _ => Weights::HalfPoints,
        },
        plies: number(&MAX_PLIES).unwrap_or(u32::MAX),
        min_games: number(&MIN_GAMES).map_or(1, u64::from),
        min_score: number(&MIN_SCORE).map_or(0, u64::from),
        side: match SIDE.value(given) {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        },
    }
}
