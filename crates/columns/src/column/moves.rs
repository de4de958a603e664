//! Family `moves`: parallel lists with one element per ply, all the same length. They are NULL for games that cannot be
//! played, so that nothing plays such games from the usual start.

use super::fill::ListColumn;
use super::{ColumnSpec, Type};
use crate::game_summary::{Start, materials, promoted, value};
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::Color;

/// The lists from which moves are rebuilt.
pub const LISTS: [&str; 4] = ["from_square", "to_square", "promotion", "castle"];

/// A list with one element per ply, computed from the ply alone.
macro_rules! plies {
    ($($column:ident $name:literal $doc:literal $of:expr;)*) => {
        $(#[doc = $doc]
        pub static $column: ListColumn = ListColumn {
            spec: spec($name, $doc),
            fill: |game, out| out.extend(game.record.plies.iter().map($of)),
        };)*
    };
}

const fn spec(name: &'static str, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new("moves", Depth::Positions, name, Type::ListInt8, doc).of_tags(&[]).null_if_unplayed()
}

plies! {
    PIECE "piece" "the piece that moves or is dropped, before any promotion: 1 to 6 = P N B R Q K; 0 = a null move" |ply| ply.piece as i8;
    FROM_SQUARE "from_square" "the square it leaves: 0 to 63, a1 = 0, b1 = 1; for a drop, the square it is dropped on" |ply| ply.from as i8;
    TO_SQUARE "to_square" "the square it moves to: 0 to 63; for castling, the king's destination" |ply| ply.to as i8;
    CAPTURED "captured" "the captured piece: 1 to 6, 0 = none; en passant captures a pawn; not what explodes with it" |ply| ply.captured as i8;
    GIVES_CHECK "gives_check" "1 if it gives check, else 0" |ply| i8::from(ply.gives_check());
    CASTLE "castle" "0 = no castling, 1 = king's side, 2 = queen's side" |ply| ply.castle() as i8;
    PROMOTION "promotion" "the piece that the pawn promotes to: 2 to 5, 0 = none; 6 under rules by which pawns become kings; for a drop, the piece" |ply| ply.promotion as i8;
}

/// Material balance.
pub static IMBALANCE: ListColumn = ListColumn {
    spec: ColumnSpec {
        unit: "pawns",
        ..spec("imbalance", "material after the ply, White minus Black; clamped to -127 and 127")
    },
    fill: |game, out| imbalance(game.record, out),
};

fn imbalance(record: &Record<'_>, out: &mut Vec<i8>) {
    if record.rules().explodes() {
        out.extend(materials(record).skip(1).map(|[white, black]| clamped(white - black)));
        return;
    }
    let Start { turn, material: [white, black] } = Start::of(record);
    let mut balance = white - black;
    let mut sign = if turn == Color::White { 1 } else { -1 };
    out.extend(record.plies.iter().map(|ply| {
        balance += sign * (value(ply.captured) + promoted(*ply));
        sign = -sign;
        clamped(balance)
    }));
}

fn clamped(balance: i32) -> i8 {
    balance.clamp(-127, 127) as i8
}
