//! Family `summary`: counts and first plies, computed once so that questions need not touch the moves.

use super::fill::{Number, Text, Truth};
use super::{ColumnSpec, Type};
use arrow_array::types::{Int16Type, Int32Type};
use scoresheet_core::position::fen;
use scoresheet_core::read::{Depth, Ply, Record};
use scoresheet_core::rules::{Color, Position, Role, Square, Wing};
use std::borrow::Cow;

/// What the mainline of one game comes to. Plies count from 1; 0 is never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The ply at which each side castled, White's first.
    pub castle_ply: [i32; 2],
    /// To which wing: 1 the king's, 2 the queen's.
    pub castle: [u8; 2],
    /// The first capture.
    pub capture_ply: i32,
    /// The first capture of a queen right after the capture of a queen.
    pub queen_trade_ply: i32,
    /// The first promotion.
    pub promotion_ply: i32,
    /// Checks given by each side.
    pub checks: [i32; 2],
    /// Captures by both sides.
    pub captures: i32,
    /// Promotions by both sides.
    pub promotions: i32,
    /// Those of them not to a queen.
    pub underpromotions: i32,
    /// Captures in passing.
    pub en_passants: i32,
    /// The least material of either side over all positions.
    pub min_material: i32,
}

impl Summary {
    /// Counts the mainline of a game. A game that was not played counts nothing.
    pub fn of(record: &Record<'_>) -> Summary {
        let mut summary = Summary::default();
        if !record.played {
            return summary;
        }
        let Start { turn, mut material } = Start::of(record);
        summary.min_material = material[0].min(material[1]);
        let (mut side, mut before) = (turn as usize, 0);
        for (ply, number) in record.plies.iter().zip(1..) {
            summary.checks[side & 1] += i32::from(ply.gives_check());
            if ply.captured | ply.promotion | ply.castle() != 0 {
                summary.count(*ply, number, side & 1, before);
                material[side & 1] += promoted(*ply);
                material[(side & 1) ^ 1] -= value(ply.captured);
                summary.min_material = summary.min_material.min(material[(side & 1) ^ 1]);
            }
            before = ply.captured;
            side ^= 1;
        }
        summary
    }

    /// Counts a ply at which something happened. `before` is what the ply before captured.
    fn count(&mut self, ply: Ply, number: i32, side: usize, before: u8) {
        if ply.castle() != 0 && self.castle_ply[side] == 0 {
            (self.castle_ply[side], self.castle[side]) = (number, ply.castle());
        }
        if ply.captured != 0 {
            self.captures += 1;
            self.en_passants += i32::from(ply.en_passant());
            first(&mut self.capture_ply, number);
            if ply.captured == QUEEN && before == QUEEN {
                first(&mut self.queen_trade_ply, number);
            }
        }
        if ply.promotion != 0 {
            self.promotions += 1;
            self.underpromotions += i32::from(ply.promotion != QUEEN);
            first(&mut self.promotion_ply, number);
        }
    }
}

/// What has to be known of the start position.
pub(super) struct Start {
    pub(super) turn: Color,
    /// The material of each side, White's first.
    pub(super) material: [i32; 2],
}

impl Start {
    pub(super) fn of(record: &Record<'_>) -> Start {
        // A reader need not write the usual start into every record.
        if record.usual_start {
            return Start { turn: Color::White, material: [USUAL_MATERIAL; 2] };
        }
        let material = [Color::White, Color::Black].map(|color| material_of(&record.start, color));
        Start { turn: record.start.turn(), material }
    }
}

/// The material of each side in the usual start.
const USUAL_MATERIAL: i32 = 39;

const QUEEN: u8 = Role::Queen as u8;

fn first(ply: &mut i32, number: i32) {
    if *ply == 0 {
        *ply = number;
    }
}

/// The material of a role's number; 0 for none.
#[inline]
pub(super) fn value(role: u8) -> i32 {
    [0, 1, 3, 3, 5, 9, 0, 0][usize::from(role & 7)]
}

/// What a ply adds to the mover's material.
#[inline]
pub(super) fn promoted(ply: Ply) -> i32 {
    if ply.promotion == 0 { 0 } else { value(ply.promotion) - value(ply.piece) }
}

/// The material of a side.
fn material_of(position: &Position, color: Color) -> i32 {
    Role::ALL.iter().map(|&role| role.value() * position.of(color, role).count_ones() as i32).sum()
}

/// `KRPPvKRP`: White first, each side from king to pawn.
fn material_text(position: &Position) -> String {
    let mut out = String::with_capacity(40);
    for color in [Color::White, Color::Black] {
        if color == Color::Black {
            out.push('v');
        }
        for role in Role::ALL.into_iter().rev() {
            for _ in 0..position.of(color, role).count_ones() {
                out.push(char::from(role.letter()));
            }
        }
    }
    out
}

/// The first move as UCI writes it: castling is the king's destination, in Chess960 the rook's square.
fn first_move(record: &Record<'_>) -> Option<String> {
    let ply = record.plies.first()?;
    if ply.piece == 0 {
        return Some("0000".to_owned());
    }
    let to = match ply.castle() {
        castle @ 1..=2 if !record.usual_start && record.start.rules().free_castling => {
            let wing = if castle == 1 { Wing::King } else { Wing::Queen };
            record.start.castling_rook(record.start.turn(), wing).unwrap_or(Square::masked(ply.to))
        }
        _ => Square::masked(ply.to),
    };
    let mut out = String::with_capacity(5);
    out.extend([Square::masked(ply.from), to].into_iter().flat_map(Square::name).map(char::from));
    out.extend(Role::from_number(ply.promotion).map(|role| char::from(role.letter().to_ascii_lowercase())));
    Some(out)
}

const FAMILY: &str = "summary";

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new(FAMILY, Depth::Positions, name, kind, doc)
}

/// A ply that may never come: 0 becomes NULL.
macro_rules! first_ply {
    ($($column:ident $name:literal $doc:literal $of:expr;)*) => {
        $(#[doc = $doc]
        pub static $column: Number<Int32Type> = Number {
            spec: spec($name, Type::Int32, $doc).or_null().in_unit("plies"),
            of: |game| {
                let of: fn(&Summary) -> i32 = $of;
                Some(of(game.summary)).filter(|ply| *ply > 0)
            },
        };)*
    };
}

/// A count over the game.
macro_rules! count {
    ($($column:ident $name:literal $unit:literal $doc:literal $of:expr;)*) => {
        $(#[doc = $doc]
        pub static $column: Number<Int32Type> = Number {
            spec: spec($name, Type::Int32, $doc).in_unit($unit),
            of: |game| {
                let of: fn(&Summary) -> i32 = $of;
                Some(of(game.summary))
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
    WHITE_CHECKS "white_checks" "checks" "how often White gave check" |s| s.checks[0];
    BLACK_CHECKS "black_checks" "checks" "how often Black gave check" |s| s.checks[1];
    CAPTURES "captures" "captures" "how many plies capture" |s| s.captures;
    PROMOTIONS "promotions" "promotions" "how many plies promote" |s| s.promotions;
    UNDERPROMOTIONS "underpromotions" "promotions" "how many plies promote to another piece than a queen" |s| s.underpromotions;
    EN_PASSANTS "en_passants" "captures" "how many plies capture in passing" |s| s.en_passants;
}

/// How many plies.
pub static PLY_COUNT: Number<Int32Type> = Number {
    spec: spec("ply_count", Type::Int32, "how many plies were played; with an error, up to it").in_unit("plies"),
    of: |game| Some(i32::try_from(game.record.plies.len()).unwrap_or(i32::MAX)),
};

/// The first move.
pub static FIRST_MOVE: Text = Text {
    spec: spec("first_move", Type::Text, "the first move as UCI writes it; NULL when there is none").or_null(),
    of: |game| first_move(game.record).map(Cow::Owned),
};

/// White's wing.
pub static WHITE_CASTLE: Text = Text {
    spec: spec("white_castle", Type::Text, "`K` or `Q`: to which wing White castled; NULL if never").or_null(),
    of: |game| wing(game.summary.castle[0]),
};

/// Black's wing.
pub static BLACK_CASTLE: Text = Text {
    spec: spec("black_castle", Type::Text, "`K` or `Q`: to which wing Black castled; NULL if never").or_null(),
    of: |game| wing(game.summary.castle[1]),
};

fn wing(castle: u8) -> Option<Cow<'static, str>> {
    match castle {
        1 => Some(Cow::Borrowed("K")),
        2 => Some(Cow::Borrowed("Q")),
        _ => None,
    }
}

/// Least material.
pub static MIN_MATERIAL: Number<Int16Type> = Number {
    spec: spec(
        "min_material",
        Type::Int16,
        "the least material of either side over all positions, the start included; 0 where the start could not be read",
    )
    .in_unit("pawns"),
    of: |game| Some(i16::try_from(game.summary.min_material).unwrap_or(i16::MAX)),
};

/// Material at the end.
pub static FINAL_MATERIAL: Text = Text {
    spec: spec(
        "final_material",
        Type::Text,
        "the pieces at the end: `KRPPvKRP`; empty where the start could not be read",
    ),
    of: |game| game.record.played.then(|| Cow::Owned(material_text(&game.record.end))),
};

/// Mate.
pub static MATE: Truth =
    Truth { spec: spec("mate", Type::Bool, "whether the game ends in mate"), of: |game| game.record.ending.mate };

/// Stalemate.
pub static STALEMATE: Truth = Truth {
    spec: spec("stalemate", Type::Bool, "whether the game ends in stalemate"),
    of: |game| game.record.ending.stalemate,
};

/// The FEN at the end.
pub static FINAL_FEN: Text = Text {
    spec: ColumnSpec {
        by_name_only: true,
        ..spec("final_fen", Type::Text, "the position at the end; only when asked for by name").or_null()
    },
    of: |game| game.record.played.then(|| Cow::Owned(fen::write(&game.record.end, fen::Style::default()))),
};
