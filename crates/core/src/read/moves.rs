//! Reads the part after the tags: moves and their annotations.

use super::player::WrittenMove;
use super::record::Record;
use super::{GameReader, Games};
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::notation::{MoveError, MoveNotation, Named, Validation};
use crate::rules::Kind;
use crate::step::Sink;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// NAGs that mark a move as illegal, or as ending its turn in check.
const ILLEGAL: u8 = 232;
const ENDED_IN_CHECK: u8 = 231;

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Reads the moves as words: comments and the marker, without rules.
    pub(super) fn read_words(&mut self, first: Option<Item<'a>>, record: &mut Record<'a>) {
        let (mut next, mut depth, mut words) = (first, 0u64, 0u32);
        while let Some(Item { start, what }) = next {
            match what {
                What::Event(Event::Move(_)) if depth == 0 => words = words.saturating_add(1),
                What::Event(Event::Open) => depth += 1,
                What::Event(Event::Close) => depth = depth.saturating_sub(1),
                What::Event(Event::Comment { text, .. }) if depth == 0 && self.settings.keep_comments => {
                    record.comments.push((words, text));
                }
                What::Event(Event::Termination(termination)) => record.termination = Some(termination),
                What::Event(_) => {}
                What::Fault(code, text) => self.player.fault(start, code, &text),
            }
            next = self.next_item();
        }
    }

    /// Reads the moves and plays them, including those of variations. Stops early if these letters cannot read the
    /// game.
    pub(super) fn read_moves<S: Sink>(
        &mut self,
        first: Option<Item<'a>>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let mut next = first;
        // Whether the last event was a number, followed by nothing or another number.
        let mut numbered = false;
        loop {
            let Some(Item { start, what }) = next else {
                let end = self.reader.span().end;
                self.end_given_up(self.reader.place_of(end), None, sink);
                return ControlFlow::Continue(());
            };
            let doubled = numbered;
            numbered = matches!(what, What::Event(Event::Number { .. })) && self.number_follows(start);
            match what {
                What::Event(Event::Move(word)) => {
                    if self.player.is_running() {
                        self.play_word(WrittenMove { start, word: &word }, record, sink)?;
                    } else {
                        self.unplayed(start, &word, sink);
                    }
                }
                What::Event(Event::Number { value, .. }) if doubled && self.player.is_running() => {
                    self.player.wrong_number(start, value, true);
                }
                What::Event(event) => {
                    if sink.gives_lines_up() {
                        self.give_up_at(start, &event, sink);
                    }
                    if matches!(event, Event::Open) && self.holds_variations() {
                        self.hold_variation(start);
                    } else {
                        self.end_given_up(start, Some(&event), sink);
                        self.player.other(start, event, record, sink);
                    }
                }
                What::Fault(code, text) => self.player.fault(start, code, &text),
            }
            next = if numbered { self.next_item() } else { self.next_after(record, sink) };
        }
    }

    /// Whether another number seems to follow the one at `start`, which the fast path for moves would miss. Events that
    /// were read ahead come first.
    #[inline(never)]
    fn number_follows(&self, start: usize) -> bool {
        if self.reader.places_are_bits() {
            return false;
        }
        let behind = |at: usize, skip: fn(u8) -> bool| {
            at + self.block.get(at..).unwrap_or_default().iter().take_while(|&&byte| skip(byte)).count()
        };
        let number = behind(start, |byte| byte.is_ascii_digit());
        let next = behind(behind(number, |byte| byte == b'.'), |byte| byte.is_ascii_whitespace());
        let end = behind(next, |byte| byte.is_ascii_digit());
        end > next && self.block.get(end) == Some(&b'.') && self.ahead.is_empty() && self.early.is_empty()
    }

    /// The event after those that were read and after the plain moves that follow them, which are played.
    #[inline(always)]
    fn next_after<S: Sink>(&mut self, record: &mut Record<'a>, sink: &mut S) -> Option<Item<'a>> {
        if !self.ahead.is_empty() {
            return self.ahead.pop();
        }
        if !self.early.is_empty() {
            return self.next_before_first_move();
        }
        self.reader.play_plain(&mut self.player, record, sink);
        self.next_item()
    }

    /// Reads a word that may be a move in any spelling.
    #[inline(never)]
    fn play_word<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        let WrittenMove { start, word } = written;
        let read = match self.player.notation {
            None => self.player.replay.resolve(word, self.player.letters),
            Some(notation) if self.repeats_start(notation, word) => {
                self.player.fault(start, Code::RowRepeated, b"");
                return ControlFlow::Continue(());
            }
            Some(notation) => self.resolve_in(notation, word),
        };
        if core::mem::take(&mut self.player.over) {
            self.player.fault(start, Code::SetupOver, word);
        }
        match read {
            Ok(Named { mv, illegal: true, .. }) if self.player.passing && mv.kind == Kind::Null => {
                self.player.play(written, Named::plainly(mv), record, sink);
            }
            Ok(named) => self.player.play(written, named, record, sink),
            Err(error) => self.look_again(written, error, record, sink)?,
        }
        self.release_variations();
        ControlFlow::Continue(())
    }

    /// Tries again to read a word that is not a move as written: a sign may be attached to it, or its letters may be
    /// those of another language.
    #[cold]
    fn look_again<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        error: MoveError,
        record: &mut Record<'a>,
        sink: &mut S,
    ) -> ControlFlow<()> {
        if self.player.notation.is_none() {
            if self.take_remark(written, record, sink) {
                return ControlFlow::Continue(());
            }
            self.try_other_letters(written.start)?;
        }
        self.player.bad_move(written.start, written.word, error);
        self.unplayed(written.start, written.word, sink);
        ControlFlow::Continue(())
    }

    /// Finds the move that a text names in a notation other than SAN.
    fn resolve_in(&mut self, notation: &'static dyn MoveNotation, word: &[u8]) -> Result<Named, MoveError> {
        let validation = self.player.validation;
        match self.player.replay.resolve_in(notation, word, validation) {
            Err(MoveError::Illegal) if validation == Validation::Full => self.resolve_confessed(notation, word),
            read => read,
        }
    }

    /// Finds an illegal move that is marked as such, which is valid even if every move must be legal: `$232`, or `$231`
    /// if its only fault is that the turn ends in check.
    #[cold]
    fn resolve_confessed(&mut self, notation: &'static dyn MoveNotation, word: &[u8]) -> Result<Named, MoveError> {
        let (mut illegal, mut in_check) = (false, false);
        let mut nags = Vec::new();
        while let Some(item) = self.next_item() {
            let nag = if let What::Event(Event::Nag { value, .. }) = item.what { Some(value) } else { None };
            nags.push(item);
            let Some(value) = nag else { break };
            illegal |= value == Some(ILLEGAL);
            in_check |= value == Some(ENDED_IN_CHECK);
        }
        nags.reverse();
        self.ahead = nags;
        if !illegal && !in_check {
            return Err(MoveError::Illegal);
        }
        let replay = &mut self.player.replay;
        let named = replay.resolve_in(notation, word, Validation::Basic)?;
        if illegal || replay.position().is_legal_but_for_check(named.mv) {
            return Ok(named);
        }
        replay.stop();
        Err(MoveError::Illegal)
    }

    /// Whether this is the starting board before the first move, which some programs write first.
    #[inline]
    fn repeats_start(&self, notation: &dyn MoveNotation, word: &[u8]) -> bool {
        let replay = &self.player.replay;
        replay.ply() == 0 && replay.depth() == 0 && notation.repeats(replay.position(), word)
    }
}
