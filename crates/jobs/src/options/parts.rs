//! The options of outputs that are split into parts.

use crate::options::Taker::{Analyse, Convert, Write};
use crate::options::{Kind, Opt, Works};

/// Every option about parts.
#[rustfmt::skip]
pub(super) static ALL: &[Opt] = &[
    Opt {
        name: "part_games", kind: Kind::Number,
        doc: "Split the output into parts of N games: `-o 'out/games-{part}.pgn'` or `-o out/`.",
        docstring: "how many games each part has if the output is split into parts: `\"out/games-{part}.pgn\"` or `\"out/\"`.",
        set: |settings, value| { settings.write.part_games = Some(value.number()?); Ok(()) },
        ..PART
    },
    Opt {
        name: "part_size", kind: Kind::Size,
        doc: "Split the output into parts of at most this size before compression. A game larger than that is a part of its \
            own.",
        docstring: "how many bytes each part has at most if the output is split into parts, before compression. A game \
            larger than that is a part of its own.",
        set: |settings, value| { settings.write.part_size = Some(value.number()?); Ok(()) },
        ..PART
    },
];

const PART: Opt =
    Opt { takers: &[Convert, Write, Analyse], works: Works::Write, decides: false, least: 1, ..Opt::EMPTY };
