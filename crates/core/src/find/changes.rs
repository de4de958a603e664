//! What a move changes, and which tests therefore must be evaluated again.

use super::sight::Target;
use super::test::Test;
use crate::rules::variant::EXPLOSIONS;
use crate::rules::{MoveKind, Role, Rules, Undo};

/// What a move has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardChanges {
    /// The squares that have other pieces now.
    squares: u64,
    /// A bit for each kind of change.
    kinds: u8,
}

/// Another number of pieces, or other pieces.
const MATERIAL: u8 = 1;
/// A pawn has moved or is gone.
const PAWNS: u8 = 2;
/// Anything else: the turn, the move, the number of the ply.
const PLY: u8 = 4;
/// A game has begun, or a move was not a plain one. Every test must be evaluated again.
const EVERYTHING: u8 = 8;

/// The changes after which a test must be evaluated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    squares: u64,
    kinds: u8,
}

impl BoardChanges {
    /// Everything has changed.
    pub(super) const ALL: BoardChanges = BoardChanges { squares: u64::MAX, kinds: MATERIAL | PAWNS | PLY | EVERYTHING };

    /// What a move by these rules has changed.
    #[inline(always)]
    pub(super) fn of(undo: &Undo, rules: Rules) -> BoardChanges {
        let mv = undo.mv;
        // What explodes beside the captured piece is gone as if it were captured, too.
        let explodes = undo.captured_number() != 0 && rules.has(EXPLOSIONS);
        if mv.kind != MoveKind::Plain || mv.promotion.is_some() || explodes {
            return BoardChanges::ALL;
        }
        let pawns = (undo.role_number() == Role::Pawn as u8) | (undo.captured_number() == Role::Pawn as u8);
        let captures = undo.captured_number() != 0;
        let kinds = PLY | if captures { MATERIAL } else { 0 } | if pawns { PAWNS } else { 0 };
        BoardChanges { squares: mv.from.bit() | mv.to.bit(), kinds }
    }

    /// Whether there are fewer pieces or pawns, or they have moved, so that a game can lack what a pattern needs.
    #[inline(always)]
    pub(super) fn can_lack(self) -> bool {
        self.kinds & (MATERIAL | PAWNS) != 0
    }

    /// Whether there are other pieces.
    #[inline(always)]
    pub(super) fn is_of_material(self) -> bool {
        self.kinds & MATERIAL != 0
    }
}

impl Watch {
    /// Of what gives the same at every ply.
    pub(super) const START: Watch = Watch { squares: 0, kinds: EVERYTHING };

    /// Of a test that must be evaluated at every ply.
    const ALWAYS: Watch = Watch { squares: 0, kinds: PLY | EVERYTHING };

    pub(super) fn of(test: &Test) -> Watch {
        let squares = |squares| Watch { squares, kinds: EVERYTHING };
        let kinds = |kinds| Watch { squares: 0, kinds: kinds | EVERYTHING };
        match test {
            Test::Any | Test::Result(_) | Test::Elo(..) => Watch::START,
            Test::Board(board) => squares(board.watched()),
            Test::On(_, on) => squares(*on),
            Test::Count(_, u64::MAX, _) | Test::Material(_) | Test::Imbalance(_) | Test::Difference(_) => {
                kinds(MATERIAL)
            }
            Test::Count(_, on, _) => squares(*on),
            Test::Pawns(_) | Test::Files(_) => kinds(PAWNS),
            // A pin, a fork or an attack depends on squares that are not known in advance.
            Test::Attack(_, Target::Pieces(_) | Target::Square(_)) | Test::Pin(_) | Test::Fork(_) => Watch::ALWAYS,
            Test::Exact(_) | Test::OppositeBishops | Test::Turn(_) | Test::Plies(_) | Test::Moves(_) => Watch::ALWAYS,
            Test::Check | Test::Mate | Test::Stalemate | Test::Moved(_) | Test::Gives(_) => Watch::ALWAYS,
            Test::Eval(_) | Test::Nag(_) => Watch::ALWAYS,
        }
    }

    /// Whether a change can change what the test gives.
    #[inline(always)]
    pub(super) fn sees(self, changes: BoardChanges) -> bool {
        self.squares & changes.squares | u64::from(self.kinds & changes.kinds) != 0
    }
}
