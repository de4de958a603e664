//! The board of a game while its items pass, with the state of the move model.

use crate::comments::CommentPlace;
use crate::moves::MoveLine;
use scoresheet_core::rules::{Move, Position};

/// The innermost open line of a game, and those that it interrupts.
pub(crate) struct Walk {
    level: WalkedLine,
    outer: Vec<WalkedLine>,
    /// Whether variations may come, so that what was before the last move has to be kept.
    varies: bool,
}

/// A line up to its last move.
#[derive(Clone)]
struct WalkedLine {
    /// The position before the last move.
    before: Position,
    /// The position after it.
    now: Position,
    /// The move model at these positions; `None` if it cannot code moves.
    line_before: Option<MoveLine>,
    line: Option<MoveLine>,
    /// The last move of the line, if it has one of its own.
    last: Option<Move>,
    /// The number of plies before the current position.
    ply: u32,
}

impl Walk {
    /// At the start of a game.
    pub(crate) fn new(start: &Position, varies: bool) -> Walk {
        let line = MoveLine::new(start);
        let (before, now) = (start.clone(), start.clone());
        let level = WalkedLine { before, now, line_before: line.clone(), line, last: None, ply: 0 };
        Walk { level, outer: Vec::new(), varies }
    }

    /// At the start of another game.
    pub(crate) fn restart(&mut self, start: &Position, varies: bool) {
        self.outer.clear();
        let level = &mut self.level;
        level.before.clone_from(start);
        level.now.clone_from(start);
        level.line = MoveLine::new(start);
        level.line_before.clone_from(&level.line);
        (level.last, level.ply, self.varies) = (None, 0, varies);
    }

    /// The current position.
    pub(crate) fn now(&self) -> &Position {
        &self.level.now
    }

    /// The position before the last move of the line.
    pub(crate) fn before(&self) -> &Position {
        &self.level.before
    }

    /// The number of plies before the current position.
    pub(crate) fn ply(&self) -> u32 {
        self.level.ply
    }

    /// The place of the next comment.
    pub(crate) fn place(&self) -> CommentPlace<'_> {
        let WalkedLine { before, now, last, ply, .. } = &self.level;
        CommentPlace { ply: *ply, depth: self.depth() as u32, before, position: now, last: *last }
    }

    /// The last position of the mainline, and the number of plies before it.
    pub(crate) fn mainline(&self) -> (&Position, u32) {
        let level = self.outer.first().unwrap_or(&self.level);
        (&level.now, level.ply)
    }

    /// How many variations are open.
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Whether the line is a variation before the first move of the line around it.
    pub(crate) fn replaces_nothing(&self) -> bool {
        self.outer.last().is_some_and(|around| around.last.is_none())
    }

    /// The move model at the current position. The move that it codes next must be passed to [`Walk::advance`].
    pub(crate) fn line(&mut self) -> Option<&mut MoveLine> {
        let level = &mut self.level;
        if self.varies {
            level.line_before.clone_from(&level.line);
        }
        level.line.as_mut()
    }

    /// Plays a move that the model has coded.
    pub(crate) fn advance(&mut self, mv: Move) {
        let level = &mut self.level;
        level.before.clone_from(&level.now);
        level.now.play_unchecked(mv);
        level.last = Some(mv);
        level.ply += 1;
    }

    /// Plays a move that was stored in another way. The model starts again after it.
    pub(crate) fn advance_odd(&mut self, mv: Move) {
        self.level.line_before.clone_from(&self.level.line);
        self.advance(mv);
        self.level.line = MoveLine::new(&self.level.now);
    }

    /// Opens a variation: a line that replaces the last move.
    pub(crate) fn open(&mut self) {
        let level = &self.level;
        let inner = if level.last.is_some() {
            let (now, line) = (level.before.clone(), level.line_before.clone());
            WalkedLine { before: now.clone(), now, line_before: line.clone(), line, last: None, ply: level.ply - 1 }
        } else {
            level.clone()
        };
        self.outer.push(std::mem::replace(&mut self.level, inner));
    }

    /// Closes the innermost variation, if one is open.
    pub(crate) fn close(&mut self) {
        if let Some(level) = self.outer.pop() {
            self.level = level;
        }
    }
}
