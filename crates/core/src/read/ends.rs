//! Determines how a game ends, from its marker, its tags and its last board.

use super::record::{Ending, Record};
use super::{GameReader, Games};
use crate::dialect::Deciding;
use crate::error::Code;
use crate::event::Bytes;
use crate::notation::Last;
use crate::rules::{Color, Position};
use crate::step::{Dialect, Sink, Step, Termination};

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// The whole game was read.
    pub(super) fn finish<S: Sink>(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>, sink: &mut S) {
        self.player.end_variation();
        self.player.replay.close_all();
        record.ply_count = self.player.replay.ply();
        let position = self.player.position();
        record.ending = Ending::of(position);
        if record.legal_plies.is_none() {
            record.end.clone_from(position);
        }
        self.settle_result(deciding, record, sink);
        self.player.replay.forget_ply();
    }

    /// Compares the different statements about the end of the game. If there is no marker after the moves, the tags and
    /// the last board determine the ending.
    fn settle_result<S: Sink>(&mut self, deciding: &Deciding<'a>, record: &mut Record<'a>, sink: &mut S) {
        let (marked, dialect) = (self.reader.has_marker(), self.reader.dialect());
        let said = deciding.result().map(|found| dialect.result(&found.tag, record.encoding));
        let by_board = |games: &Self| result_on_board(record.ending, games.player.position());
        if !marked && record.termination.is_none() {
            let termination = said.flatten().or_else(|| by_board(self)).unwrap_or(Termination::Unknown);
            record.termination = Some(termination);
            sink.take(Step::Termination(termination));
        }
        let Some(termination) = record.termination else { return };
        if let (Some(found), Some(Some(said))) = (deciding.result(), said)
            && said != termination
        {
            let raw: &Bytes<'a> = &found.tag.raw;
            self.player.fault(found.byte, Code::ResultMismatch, raw);
        }
        let tells_winner = dialect == Dialect::Vgn && self.player.replay.ends_by_mate();
        let other_board = (!marked || tells_winner) && by_board(self).is_some_and(|result| result != termination);
        let wrong_mark = dialect == Dialect::Vgn && self.player.replay.wrong_end_mark(last(termination));
        if other_board || wrong_mark {
            let last = self.player.last;
            let word = self.player.word(last);
            self.player.fault(last.byte, Code::EndMarks, word);
        }
    }
}

impl Ending {
    /// How a mainline that leads to this position ends.
    #[inline]
    pub fn of(position: &Position) -> Ending {
        if position.has_legal_move() {
            return Ending::default();
        }
        let mate = position.is_check();
        Ending { mate, stalemate: !mate }
    }
}

/// The result that mate or stalemate on the last board implies.
pub(crate) fn result_on_board(ending: Ending, last: &Position) -> Option<Termination> {
    match (ending.mate, ending.stalemate, last.turn()) {
        (true, _, Color::Black) => Some(Termination::WhiteWins),
        (true, _, Color::White) => Some(Termination::BlackWins),
        (_, true, _) => Some(Termination::Draw),
        _ => None,
    }
}

/// How a game with this marker ended, in the terms of end marks.
fn last(termination: Termination) -> Last {
    match termination {
        Termination::WhiteWins | Termination::BlackWins => Last::Won,
        Termination::Draw => Last::Drawn,
        Termination::BothLose | Termination::Unknown => Last::Open,
    }
}
