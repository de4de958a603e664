//! Applies moves to positions: legal moves in, positions out, along a mainline and its variations.
//!
//! Only this code decides what happens at a bad move: it ends its variation, or the mainline, and reading continues.

use crate::notation::language::Letters;
use crate::notation::{Claim, Last, MoveError, MoveNotation, ParsedMove, Validation, san};
use crate::rules::zobrist::Key;
use crate::rules::{Position, Undo};
use alloc::vec::Vec;

/// A game being replayed. Variations are kept on a list, so their nesting is bounded by memory and not by the stack.
#[derive(Clone, Debug)]
pub struct GameReplay {
    current: Variation,
    /// The lines that the open variations interrupt.
    interrupted: Vec<Variation>,
}

/// One variation, or the mainline, up to the current move.
#[derive(Clone, Debug)]
struct Variation {
    position: Position,
    ply: u32,
    /// The last move played here, which a variation would replace; meaningless before the first one.
    undo: Undo,
    /// Whether a move was played here.
    begun: bool,
    /// The claim of the last move's mark that cannot be checked before the next move or the end.
    claim: Claim,
    /// Whether moves are still played.
    running: bool,
    /// Whether its moves, if any, are lost, because the mainline has no move that they could replace.
    lost: bool,
}

/// A move that was played.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// What is odd about it, of [`Played::WRONG_MARK`] and [`Played::LATE`].
    pub oddities: u8,
    /// Whether the move before it claimed that the game was over, which this move disproves.
    pub disproved_mate: bool,
}

impl Played {
    /// Its mark, or the lack of one, contradicts the board.
    pub const WRONG_MARK: u8 = 1;
    /// It is the first move after a rule had ended the game.
    pub const LATE: u8 = 2;
}

impl GameReplay {
    /// A replay that has not started.
    pub fn new() -> GameReplay {
        GameReplay { current: Variation::at(Position::start(), true), interrupted: Vec::new() }
    }

    /// Starts a game from `position`; `playable` is `false` if no move of it can be played.
    pub fn start(&mut self, position: &Position, playable: bool) {
        self.current = Variation::at(position.clone(), playable);
        self.interrupted.clear();
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.current.position
    }

    /// The last move; meaningless before the first one.
    #[inline]
    pub fn last(&self) -> &Undo {
        &self.current.undo
    }

    /// The number of plies played so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.current.ply
    }

    /// Restarts the count at 0: the next events belong to no ply.
    #[inline]
    pub(crate) fn forget_ply(&mut self) {
        self.current.ply = 0;
    }

    /// Whether moves are still played here.
    #[inline]
    pub(crate) fn is_running(&self) -> bool {
        self.current.running
    }

    /// The number of open variations.
    #[inline]
    pub fn depth(&self) -> usize {
        self.interrupted.len()
    }

    /// Finds the move that a word names.
    ///
    /// # Errors
    /// If the word is not a move here. The variation, or the mainline, then stops.
    #[inline]
    pub fn resolve(&mut self, word: &[u8], letters: &Letters) -> Result<ParsedMove, MoveError> {
        let named = san::read(&self.current.position, word, letters);
        self.current.running = named.is_ok();
        named
    }

    /// Continues playing here, after a word that turned out not to be a move.
    pub fn resume(&mut self) {
        self.current.running = true;
    }

    /// Finds the move that a text names in any notation.
    ///
    /// # Errors
    /// As [`GameReplay::resolve`].
    pub(crate) fn resolve_in(
        &mut self,
        notation: &dyn MoveNotation,
        text: &[u8],
        validation: Validation,
    ) -> Result<ParsedMove, MoveError> {
        let named = notation.read(&self.current.position, text, validation);
        self.current.running = named.is_ok();
        named
    }

    /// Stops playing here.
    pub fn stop(&mut self) {
        self.current.running = false;
    }

    /// Finds the move of a word in strict SAN. If there is none, the state does not change.
    #[inline(always)]
    pub(crate) fn resolve_strict(&self, word: san::Short, letters: &Letters) -> san::Proper {
        san::strict_short(&self.current.position, word, letters)
    }

    /// Plays a move found by [`GameReplay::resolve`].
    #[inline(always)]
    pub fn play(&mut self, named: ParsedMove) -> Played {
        let current = &mut self.current;
        let disproved_mate = current.claim.is_end();
        if named.illegal {
            current.position.play_odd_into(named.mv, &mut current.undo);
        } else {
            current.position.play_into(named.mv, &mut current.undo);
        }
        current.ply = current.ply.wrapping_add(1);
        current.begun = true;
        current.claim = named.claim;
        let oddities = if named.claim.may_differ(current.position.alarm()) { current.judge_mark() } else { 0 };
        Played { oddities, disproved_mate }
    }

    /// Whether a move was played in this variation, or in the mainline.
    #[inline]
    pub(crate) fn has_begun(&self) -> bool {
        self.current.begun
    }

    /// Whether the first move of the mainline is still to come.
    #[inline]
    pub(crate) fn is_before_first_move(&self) -> bool {
        !self.current.begun && self.current.running && self.interrupted.is_empty()
    }

    /// Opens a variation, which replaces the last move. If the current variation has no move yet, the new one replaces
    /// the same move as that variation, and this returns `false`; if the mainline has none, the moves of the variation
    /// are not played.
    pub fn open(&mut self) -> bool {
        let mut variation = self.current.clone();
        let nested = !self.interrupted.is_empty();
        if variation.begun {
            variation.position.take_back(&self.current.undo);
            variation.ply -= 1;
        } else if !nested {
            variation.lost = variation.running;
            variation.running = false;
        }
        variation.begun = false;
        variation.claim = Claim::Any;
        let begun = self.current.begun;
        let running = variation.running;
        self.interrupted.push(core::mem::replace(&mut self.current, variation));
        begun || !running
    }

    /// Whether this variation's moves are lost because the mainline has none. Returns true only once.
    pub(crate) fn loses_variation(&mut self) -> bool {
        core::mem::take(&mut self.current.lost)
    }

    /// Closes a variation and continues the line that it interrupted.
    pub fn close(&mut self) {
        if let Some(interrupted) = self.interrupted.pop() {
            self.current = interrupted;
        }
    }

    /// Returns to the mainline from any open variations.
    pub(crate) fn close_all(&mut self) {
        if let Some(mainline) = self.interrupted.drain(..).next() {
            self.current = mainline;
        }
    }

    /// At the end of a variation or of the mainline: whether the marks of its last move contradict the board.
    pub fn wrong_last_mark(&self) -> bool {
        self.current.running && !self.current.claim.fits_board(&self.current.position)
    }

    /// At the end of the game: whether the marks of the last move claim mate.
    pub(crate) fn ends_by_mate(&self) -> bool {
        self.current.running && self.current.claim == Claim::Mate
    }

    /// At the end of the game: whether the marks of the last move claim another ending than the marker. What the board
    /// shows may be marked in any game.
    pub(crate) fn wrong_end_mark(&self, last: Last) -> bool {
        let told_by_board = last == Last::Open && matches!(self.current.claim, Claim::Mate | Claim::Stalemate);
        self.current.running && !told_by_board && !self.current.claim.fits_end(last)
    }
}

impl Default for GameReplay {
    fn default() -> GameReplay {
        GameReplay::new()
    }
}

impl Variation {
    /// What is odd about the move that was just played, which may have another mark than it should.
    #[cold]
    fn judge_mark(&mut self) -> u8 {
        let is_wrong = !self.claim.fits_mark(&self.position);
        // What follows the end of a game disproves no mark.
        if is_wrong || self.position.is_over() {
            self.claim = Claim::Any;
        }
        let late = if self.position.is_late() { Played::LATE } else { 0 };
        if is_wrong { Played::WRONG_MARK | late } else { late }
    }

    fn at(position: Position, running: bool) -> Variation {
        let undo = Undo::none(&position);
        Variation { position, ply: 0, undo, begun: false, claim: Claim::Any, running, lost: false }
    }
}

/// Counts how often the positions of a sequence of moves occurred. Repetition is a property of the replay, not of a
/// position.
#[derive(Clone, Debug)]
pub struct Repetitions {
    key: Key,
    keys: Vec<u64>,
}

impl Repetitions {
    /// Starts counting at a position.
    pub fn starting(position: &Position) -> Repetitions {
        let key = Key::of(position);
        Repetitions { key, keys: Vec::from([key.repetition(position)]) }
    }

    /// The key of the last position.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Adds the position after a move; returns how often it has occurred, 1 for the first time.
    pub fn play(&mut self, undo: &Undo, after: &Position) -> usize {
        self.key = self.key.play(undo, after);
        let now = self.key.repetition(after);
        self.keys.push(now);
        // No position before a capture or a pawn move can occur again, unless pieces come back to the board.
        let comes_back = after.rules().has_drops();
        let since =
            usize::try_from(after.halfmove()).ok().filter(|_| !comes_back).map_or(usize::MAX, |plies| plies + 1);
        self.keys.iter().rev().take(since).filter(|key| **key == now).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::language::ENGLISH;

    fn play(replay: &mut GameReplay, word: &str) -> Played {
        let named = replay.resolve(word.as_bytes(), &ENGLISH).expect("legal");
        replay.play(named)
    }

    #[test]
    fn a_variation_replaces_the_last_move() {
        let mut replay = GameReplay::new();
        play(&mut replay, "e4");
        play(&mut replay, "e5");
        assert!(replay.open());
        play(&mut replay, "c5");
        assert_eq!(replay.ply(), 2);
        assert!(replay.open());
        play(&mut replay, "c6");
        replay.close();
        replay.close();
        play(&mut replay, "Nf3");
        assert_eq!(replay.ply(), 3);
    }

    #[test]
    fn marks_are_compared_when_they_can_be_known() {
        let mut replay = GameReplay::new();
        for word in ["f3", "e5", "g4"] {
            play(&mut replay, word);
        }
        assert_eq!(play(&mut replay, "Qh4+").oddities, 0);
        assert!(replay.wrong_last_mark());
    }

    #[test]
    fn repetitions_count_from_one() {
        let mut position = Position::start();
        let mut seen = Repetitions::starting(&position);
        let mut counts = Vec::new();
        for word in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
            let named = san::read(&position, word.as_bytes(), &ENGLISH).expect("legal");
            let undo = position.play_unchecked(named.mv);
            counts.push(seen.play(&undo, &position));
        }
        assert_eq!(counts, [1, 1, 1, 2, 2, 2, 2, 3]);
    }
}
