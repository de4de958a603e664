//! A summary of the mainline of one game: counts, first plies, material.

use scoresheet_core::read::{Ply, Record};
use scoresheet_core::rules::{Color, PackedReplay, Position, Role};

/// The summary of the mainline of one game. Plies count from 1; 0 means never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// The ply at which each side castled, White's first.
    pub castle_ply: [i32; 2],
    /// The side: 1 for the king's, 2 for the queen's.
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
    /// Promotions to a piece other than a queen.
    pub underpromotions: i32,
    /// En passant captures.
    pub en_passants: i32,
    /// Drops by both sides.
    pub drops: i32,
    /// The least material of either side over all positions.
    pub min_material: i32,
}

impl GameSummary {
    /// Summarizes the mainline of a game. A game that was not played has no counts.
    pub fn of(record: &Record<'_>) -> GameSummary {
        let mut summary = GameSummary::default();
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
        if record.rules().explodes() {
            summary.min_material = materials(record).flatten().min().unwrap_or(summary.min_material);
        }
        summary
    }

    /// Counts a ply with one of these events. `before` is the piece that the previous ply captured.
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
        if ply.is_drop() {
            self.drops += 1;
        } else if ply.promotion != 0 {
            self.promotions += 1;
            self.underpromotions += i32::from(ply.promotion != QUEEN);
            first(&mut self.promotion_ply, number);
        }
    }
}

/// Facts about the starting position.
pub(crate) struct Start {
    pub(crate) turn: Color,
    /// The material of each side, White's first.
    pub(crate) material: [i32; 2],
}

impl Start {
    pub(crate) fn of(record: &Record<'_>) -> Start {
        // Readers may leave the standard start out of records.
        if record.standard_start {
            return Start { turn: Color::White, material: [STANDARD_MATERIAL; 2] };
        }
        let material = [Color::White, Color::Black].map(|color| material_of(&record.start, color));
        Start { turn: record.start.turn(), material }
    }
}

/// The material of each side in the standard start.
const STANDARD_MATERIAL: i32 = 39;

const QUEEN: u8 = Role::Queen as u8;

fn first(ply: &mut i32, number: i32) {
    if *ply == 0 {
        *ply = number;
    }
}

/// The value of a piece by its number; 0 for none.
#[inline]
pub(crate) fn value(role: u8) -> i32 {
    [0, 1, 3, 3, 5, 9, 0, 0][usize::from(role & 7)]
}

/// What a ply adds to the material of the mover.
#[inline]
pub(crate) fn promoted(ply: Ply) -> i32 {
    match ply.promotion {
        0 => 0,
        role if ply.is_drop() => value(role),
        role => value(role) - value(ply.piece),
    }
}

/// The material of each side at the start and after each ply, White's first. It is counted on the boards, because plies
/// do not show what exploded.
pub(crate) fn materials(record: &Record<'_>) -> impl Iterator<Item = [i32; 2]> {
    let of = |board: &Position| [Color::White, Color::Black].map(|color| material_of(board, color));
    let mut replay = PackedReplay::new(&record.start);
    let after = move |ply: &Ply| replay.play(ply.packed()).then(|| of(replay.board()));
    [of(&record.start)].into_iter().chain(record.plies.iter().map_while(after))
}

/// The material of a side.
fn material_of(position: &Position, color: Color) -> i32 {
    Role::ALL.iter().map(|&role| role.value() * position.of(color, role).count_ones() as i32).sum()
}
