//! Family `summary`: counts and first plies, for queries that do not need the moves.

use super::fill::{NumberColumn, TextColumn, TruthColumn};
use super::{ColumnSpec, Type};
use crate::game_summary::GameSummary;
use arrow_array::types::{Int16Type, Int32Type};
use scoresheet_core::position::fen;
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::{Role, Rules, Square, Wing};
use std::borrow::Cow;

/// The first move in UCI notation: castling is the king's destination, in Chess960 the rook's square.
fn first_move(record: &Record<'_>) -> Option<String> {
    let ply = record.plies.first()?;
    if ply.piece == 0 {
        return Some("0000".to_owned());
    }
    let to = match ply.castle() {
        castle @ 1..=2 if !record.standard_start && record.start.rules().free_castling() => {
            let wing = if castle == 1 { Wing::King } else { Wing::Queen };
            record.start.castling_rook(record.start.turn(), wing).unwrap_or(Square::masked(ply.to))
        }
        _ => Square::masked(ply.to),
    };
    let mut out = String::with_capacity(5);
    if ply.is_drop() {
        out.extend(Role::from_number(ply.promotion).map(|role| char::from(role.letter())));
        out.extend(['@'].into_iter().chain(to.name().map(char::from)));
        return Some(out);
    }
    out.extend([Square::masked(ply.from), to].into_iter().flat_map(Square::name).map(char::from));
    out.extend(Role::from_number(ply.promotion).map(|role| char::from(role.letter().to_ascii_lowercase())));
    Some(out)
}

const FAMILY: &str = "summary";

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new(FAMILY, Depth::Positions, name, kind, doc).of_tags(&[])
}

/// A ply that may not exist: 0 becomes NULL.
macro_rules! first_ply {
    ($($column:ident $name:literal $doc:literal $of:expr;)*) => {
        $(#[doc = $doc]
        pub static $column: NumberColumn<Int32Type> = NumberColumn {
            spec: spec($name, Type::Int32, $doc).or_null().in_unit("plies"),
            of: |game| {
                let of: fn(&GameSummary) -> i32 = $of;
                Some(of(game.summary())).filter(|ply| *ply > 0)
            },
        };)*
    };
}

/// A count over the game.
macro_rules! count {
    ($($column:ident $name:literal $unit:literal $doc:literal $of:expr;)*) => {
        $(#[doc = $doc]
        pub static $column: NumberColumn<Int32Type> = NumberColumn {
            spec: spec($name, Type::Int32, $doc).in_unit($unit),
            of: |game| {
                let of: fn(&GameSummary) -> i32 = $of;
                Some(of(game.summary()))
            },
        };)*
    };
}

first_ply! {
    WHITE_CASTLE_PLY "white_castle_ply" "the ply at which White castled, from 1; NULL if never" |s| s.castle_ply[0];
    BLACK_CASTLE_PLY "black_castle_ply" "the ply at which Black castled, from 1; NULL if never" |s| s.castle_ply[1];
    FIRST_CAPTURE_PLY "first_capture_ply" "the ply of the first capture, from 1; NULL if never" |s| s.capture_ply;
    FIRST_QUEEN_TRADE_PLY "first_queen_trade_ply"
        "the first ply that captures a queen when the ply before captured one too; NULL if never" |s| s.queen_trade_ply;
    FIRST_PROMOTION_PLY "first_promotion_ply" "the ply of the first promotion, from 1; NULL if never" |s| s.promotion_ply;
}

count! {
    WHITE_CHECKS "white_checks" "checks" "the number of times White gave check" |s| s.checks[0];
    BLACK_CHECKS "black_checks" "checks" "the number of times Black gave check" |s| s.checks[1];
    CAPTURES "captures" "captures" "the number of captures" |s| s.captures;
    PROMOTIONS "promotions" "promotions" "the number of promotions" |s| s.promotions;
    UNDERPROMOTIONS "underpromotions" "promotions" "the number of promotions to a piece other than a queen" |s| s.underpromotions;
    EN_PASSANTS "en_passants" "captures" "the number of en passant captures" |s| s.en_passants;
}

/// The number of plies.
pub static PLY_COUNT: NumberColumn<Int32Type> = NumberColumn {
    spec: spec("ply_count", Type::Int32, "the number of plies played, up to the first error").in_unit("plies"),
    of: |game| Some(i32::try_from(game.record.plies.len()).unwrap_or(i32::MAX)),
};

/// The first move.
pub static FIRST_MOVE: TextColumn = TextColumn {
    spec: spec("first_move", Type::Text, "the first move in UCI notation; NULL if there is none").or_null(),
    of: |game| first_move(game.record).map(Cow::Owned),
};

/// White's castling side.
pub static WHITE_CASTLE: TextColumn = TextColumn {
    spec: spec("white_castle", Type::Text, "the side to which White castled, `K` or `Q`; NULL if never").or_null(),
    of: |game| wing(game.summary().castle[0]),
};

/// Black's castling side.
pub static BLACK_CASTLE: TextColumn = TextColumn {
    spec: spec("black_castle", Type::Text, "the side to which Black castled, `K` or `Q`; NULL if never").or_null(),
    of: |game| wing(game.summary().castle[1]),
};

fn wing(castle: u8) -> Option<Cow<'static, str>> {
    match castle {
        1 => Some(Cow::Borrowed("K")),
        2 => Some(Cow::Borrowed("Q")),
        _ => None,
    }
}

/// Least material.
pub static MIN_MATERIAL: NumberColumn<Int16Type> = NumberColumn {
    spec: spec(
        "min_material",
        Type::Int16,
        "the least material of either side in any position, including the start; 0 if the start could not be read",
    )
    .in_unit("pawns"),
    of: |game| Some(i16::try_from(game.summary().min_material).unwrap_or(i16::MAX)),
};

/// Material at the end.
pub static FINAL_MATERIAL: TextColumn = TextColumn {
    spec: spec("final_material", Type::Text, "the pieces at the end: `KRPPvKRP`; empty if the start could not be read"),
    of: |game| game.record.played.then(|| Cow::Owned(game.record.end.material())),
};

/// Mate.
pub static MATE: TruthColumn = TruthColumn {
    spec: spec("mate", Type::Bool, "whether the game ends in mate"),
    of: |game| game.record.ending.is_mate(),
};

/// Stalemate.
pub static STALEMATE: TruthColumn = TruthColumn {
    spec: spec("stalemate", Type::Bool, "whether the game ends in stalemate"),
    of: |game| game.record.ending.is_stalemate(),
};

/// What ended the game on the board.
pub static BOARD_END: TextColumn = TextColumn {
    spec: spec(
        "board_end",
        Type::Text,
        "what ended the game on the board: `checkmate`, `stalemate`, `dead` or an end of other rules; NULL if the game continues",
    )
    .or_null(),
    of: |game| game.record.ending.outcome.map(|outcome| Cow::Borrowed(outcome.end_id())),
};

/// The number of drops.
pub static DROPS: NumberColumn<Int32Type> = NumberColumn {
    spec: spec("drops", Type::Int32, "the number of drops; NULL under rules without drops").or_null().in_unit("drops"),
    of: |game| game.record.rules().has_drops().then_some(game.summary().drops),
};

/// The rules.
pub static RULES: TextColumn = TextColumn {
    spec: spec(
        "rules",
        Type::Text,
        "the rules that the game is played by: their id, or their code if they have no name; NULL for standard chess",
    )
    .or_null(),
    of: |game| Some(game.record.rules()).filter(|rules| *rules != Rules::STANDARD).map(Rules::id),
};

/// The FEN at the end.
pub static FINAL_FEN: TextColumn = TextColumn {
    spec: ColumnSpec {
        by_name_only: true,
        ..spec("final_fen", Type::Text, "the final position; only if requested by name").or_null()
    },
    of: |game| game.record.played.then(|| Cow::Owned(fen::write(&game.record.end, fen::Style::default()))),
};
