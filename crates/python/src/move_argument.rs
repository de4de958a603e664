//! A move as callers pass it: a `Move`, or its text.

use crate::failure::Failure;
use crate::failure::expected;
use crate::moves::Move;
use crate::notation::{self, MoveReading, MoveText};
use pyo3::prelude::*;
use scoresheet_core::notation::{Validation, uci};
use scoresheet_core::rules::{self, MoveKind};

/// A move as a caller names it.
pub(crate) struct MoveArgument<'w> {
    mv: Result<Move, MoveText<'w>>,
    notation: &'w str,
    illegal: bool,
}

impl MoveArgument<'_> {
    /// The move for a game, and whether it is not legal. A game may contain null moves that the rules do not allow.
    pub(crate) fn find(&self, before: &rules::Position) -> Result<(rules::Move, bool), Failure> {
        match &self.mv {
            Ok(mv) if mv.mv.kind == MoveKind::Null => Ok((mv.mv, false)),
            _ => self.play(before),
        }
    }

    /// The move as it is played in a position, and whether it is not legal.
    pub(crate) fn play(&self, before: &rules::Position) -> Result<(rules::Move, bool), Failure> {
        match &self.mv {
            Ok(mv) => self.moved(before, mv.within(before)),
            Err(text) => {
                let validation = if self.illegal { Validation::Basic } else { Validation::Full };
                let how = MoveReading { notation: self.notation, language: None, validation, strict: false };
                let named = notation::named(before, text, &how).map(|named| (named.mv, named.illegal));
                // SAN reads UCI's texts too, but no illegal move; UCI's squares can express those.
                match (&named, text) {
                    (Err(_), MoveText::Shown(text)) if self.illegal && self.notation == "san" => {
                        uci::squares(text.as_bytes())
                            .map_or(named, |mv| self.moved(before, Move::bare(mv).within(before)))
                    }
                    _ => named,
                }
            }
        }
    }

    fn moved(&self, before: &rules::Position, mv: rules::Move) -> Result<(rules::Move, bool), Failure> {
        match notation::legal(before, mv) {
            Err(_) if self.illegal => notation::playable(before, mv).map(|mv| (mv, true)),
            legal => legal.map(|mv| (mv, false)),
        }
    }
}

/// The move, or its text, that was handed over.
pub(crate) fn move_argument<'w>(
    given: &'w Bound<'_, PyAny>,
    notation: &'w str,
    illegal: bool,
) -> PyResult<MoveArgument<'w>> {
    let mv = match given.cast::<Move>() {
        Ok(mv) => Ok(*mv.get()),
        Err(_) => Err(MoveText::of(given).map_err(|_| expected("a `Move` or its text", given))?),
    };
    Ok(MoveArgument { mv, notation, illegal })
}
