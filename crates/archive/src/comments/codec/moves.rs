//! Lines of moves in comments.

use super::{Codec, MOST_MOVES_IN_ALL, Value};
use crate::comments::coding::{CommentCoder, Purpose};
use crate::comments::lines::{Line, MOST_RUN, any_move, packed};
use crate::comments::numbers::Wanted;
use crate::comments::place::Place;
use crate::comments::segments::MOST_MOVES;
use crate::damage::Damage;
use crate::moves;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Move, Position};
use std::ops::Range;

impl Codec<'_> {
    /// Codes a line of moves.
    pub(super) fn moves<C: CommentCoder>(
        &mut self,
        coder: &mut C,
        slot: u32,
        place: &Place<'_>,
        given: Option<(u8, Range<usize>)>,
    ) -> Result<(), Damage> {
        let side = place.mover() as usize;
        let (start, range) = given.unwrap_or((0, 0..0));
        let slot = slot as usize;
        coder.purpose(Purpose::Moves);
        let start = self.models.slots[slot].starts.code(coder, u32::from(start)) as u8;
        let model = &mut self.models.slots[slot].numbers;
        let count = self.numbers[slot].code(
            coder,
            model,
            Wanted { side, value: range.len() as i64, hint: None, trusts: false, place: self.kind },
        );
        let count = usize::try_from(count).ok().filter(|count| *count <= MOST_MOVES).ok_or(Damage::Size)?;
        if self.moves.len() + count > MOST_MOVES_IN_ALL {
            return Err(Damage::Size);
        }
        let from = match start {
            0 => place.before,
            1 => place.position,
            _ => self.earlier.as_ref().ok_or(Damage::Content)?,
        };
        self.line.clone_from(from);
        let hint = place.last.filter(|_| start == 0);
        let first = self.moves.len();
        self.play(coder, (side, place.ply, hint), (range, count))?;
        self.values.push(Value::Moves(start, first..self.moves.len()));
        Ok(())
    }

    fn play<C: CommentCoder>(
        &mut self,
        coder: &mut C,
        (side, ply, mut hint): (usize, u32, Option<Move>),
        (range, count): (Range<usize>, usize),
    ) -> Result<(), Damage> {
        let key = Key::of(&self.line);
        let mut unknown = Unknown { model: self.moves_model, start: self.line.clone(), line: None, known: 0 };
        let first = self.moves.len();
        let mut line = Line { side, position: &mut self.line, key, before: 0, run: 0, number: 0, ply };
        for number in 0..count {
            let mv = if C::READS { None } else { self.parsed.moves.get(range.start + number).copied() };
            let guessed = self.lines.guess(coder, &mut self.models.lines, &line, (hint.take(), mv));
            let mv = match guessed {
                Some(mv) => mv,
                None => unknown.code(coder, (line.position, &self.moves[first..]), mv).ok_or(Damage::Content)?,
            };
            self.lines.keep(&line, mv);
            self.moves.push(mv);
            let undo = line.position.play_unchecked(mv);
            line.key = line.key.play(&undo, line.position);
            line.before = line.before << 16 | packed(mv);
            line.run = if guessed.is_some() { (line.run + 1).min(MOST_RUN) } else { 0 };
            line.number += 1;
        }
        Ok(())
    }
}

/// Codes the moves that no earlier line knows. The model of moves starts at the first of them.
struct Unknown<'m> {
    model: &'m moves::Model,
    start: Position,
    line: Option<moves::Line>,
    /// How many moves of the line the model knows.
    known: usize,
}

impl Unknown<'_> {
    fn code(
        &mut self,
        coder: &mut impl CommentCoder,
        (position, before): (&Position, &[Move]),
        mv: Option<Move>,
    ) -> Option<Move> {
        if self.line.is_none() {
            self.line = moves::Line::new(&self.start);
        }
        let Some(line) = &mut self.line else { return any_move(coder, position, mv) };
        before[self.known..].iter().for_each(|mv| line.push(*mv));
        self.known = before.len() + 1;
        coder.legal(line, self.model, mv)
    }
}
