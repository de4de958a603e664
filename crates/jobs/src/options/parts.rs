//! The options of outputs that are split into parts.

use crate::options::Taker::{Analyse, Convert, Write};
use crate::options::{Group, Kind, Opt, Works};

/// Every option about parts.
#[rustfmt::skip]
pub(super) static ALL: &[Opt] = &[
    Opt {
        name: "part_games", kind: Kind::Number,
        group: Group::Output, is_common: true,
        doc: "Split the output into parts of N games: `-o 'out/games-{part}.pgn'` or `-o out/`.",
        docstring: "the number of games in each part if the output is split into parts: `\"out/games-{part}.pgn\"` or `\"out/\"`.",
        set: |settings, value| { settings.write.part_games = Some(value.number()?); Ok(()) },
        ..PART
    },
    Opt {
        name: "part_size", kind: Kind::Size,
        group: Group::Output,
        doc: "Split the output into parts of at most this size before compression. A larger game gets its own part.",
        docstring: "the maximum size of each part in bytes, before compression, if the output is split into parts. A larger \
            game gets its own part.",
        set: |settings, value| { settings.write.part_size = Some(value.number()?); Ok(()) },
        ..PART
    },
];

const PART: Opt =
    Opt { takers: &[Convert, Write, Analyse], works: Works::Write, decides: false, least: 1, ..Opt::EMPTY };
