//! The annotation of a ply, and the tests of it.

use super::span::Span;
use crate::command::{self, Evaluation};
use crate::rules::Color;

/// The evaluation of the position before the first move, in hundredths of a pawn, for games that give none.
const BEFORE_THE_FIRST_MOVE: i32 = 15;

/// The evaluation and the NAGs after a move.
///
/// ```
/// use scoresheet_core::find::PlyNotes;
/// let mut notes = PlyNotes::default();
/// notes.add_comment("a blunder [%eval -3.2]");
/// notes.add_nag(4);
/// assert_ne!(notes, PlyNotes::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyNotes {
    /// The evaluation, from White's side.
    eval: Option<Evaluation>,
    /// A bit for each NAG.
    nags: [u64; 4],
}

impl PlyNotes {
    /// Takes the evaluation of a comment. If there are several, the first one counts.
    pub fn add_comment(&mut self, text: &str) {
        let mut evals = command::commands(text.as_bytes()).filter(|command| command.name == "eval");
        self.eval = self.eval.or_else(|| evals.find_map(|command| command::evaluation(command.value)));
    }

    /// Takes a NAG.
    pub fn add_nag(&mut self, nag: u8) {
        self.nags[usize::from(nag >> 6)] |= 1 << (nag & 63);
    }

    pub(super) fn has_nag(&self, nag: u8) -> bool {
        self.nags[usize::from(nag >> 6)] >> (nag & 63) & 1 != 0
    }

    /// The evaluation as a number, in which a mate is beyond all others. A mate in 0 does not show who mates.
    pub(super) fn worth(&self) -> Option<i32> {
        match self.eval? {
            Evaluation::Centipawns(cp) => Some(cp.clamp(-MOST, MOST)),
            Evaluation::Mate(0) => None,
            Evaluation::Mate(moves) => Some(if moves > 0 { i32::MAX } else { -i32::MAX }),
        }
    }

    fn is_mate(&self) -> bool {
        matches!(self.eval, Some(Evaluation::Mate(_)))
    }
}

/// The largest evaluation that is not a mate.
const MOST: i32 = 1_000_000;

/// What was known before the first move.
pub(super) const START: Option<i32> = Some(BEFORE_THE_FIRST_MOVE);

/// A condition on the evaluation after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvalTest {
    /// It is among these numbers.
    Among(Span),
    /// It is a mate.
    Mate,
    /// It is so much worse for the side that moved than before the move.
    Drops(i32),
}

impl EvalTest {
    /// Whether it holds after a move of a side, before which the evaluation was `before`.
    pub(super) fn fit(self, notes: &PlyNotes, before: Option<i32>, mover: Color) -> bool {
        match self {
            EvalTest::Among(span) => notes.worth().is_some_and(|worth| span.contains(worth)),
            EvalTest::Mate => notes.is_mate(),
            EvalTest::Drops(least) => {
                let Some((before, after)) = before.zip(notes.worth()) else { return false };
                let lost = i64::from(before) - i64::from(after);
                (if mover == Color::White { lost } else { -lost }) >= i64::from(least)
            }
        }
    }

    pub(super) fn swapped(self) -> EvalTest {
        match self {
            EvalTest::Among(span) => EvalTest::Among(span.negated()),
            other => other,
        }
    }
}

/// The NAG that means for Black what this one means for White, or the other way round; the same if it is about neither.
pub(super) fn swapped_nag(nag: u8) -> u8 {
    if (14..=139).contains(&nag) { nag ^ 1 } else { nag }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(text: &str) -> PlyNotes {
        let mut notes = PlyNotes::default();
        notes.add_comment(&alloc::format!("[%eval {text}] [%eval 9.9]"));
        notes
    }

    #[test]
    fn mates_are_beyond_every_number() {
        let above = EvalTest::Among(Span { first: MOST, last: i32::MAX });
        assert!(above.fit(&eval("#3"), None, Color::White) && !above.fit(&eval("#-3"), None, Color::White));
        assert!(above.swapped().fit(&eval("#-3"), None, Color::White));
        for (text, mate, worth) in [("0.3", false, Some(30)), ("#1", true, Some(i32::MAX)), ("#0", true, None)] {
            assert_eq!((eval(text).is_mate(), eval(text).worth()), (mate, worth), "{text}");
        }
    }

    #[test]
    fn a_drop_is_one_of_the_side_that_moved() {
        let drops = EvalTest::Drops(300);
        for (before, after, white, black) in [
            (Some(100), "-2.0", true, false),
            (Some(100), "-1.99", false, false),
            (Some(-200), "1.0", false, true),
            (Some(i32::MAX), "20.0", true, false),
            (Some(i32::MAX), "#-1", true, false),
            (Some(-i32::MAX), "#1", false, true),
            (Some(i32::MAX), "#9", false, false),
            (None, "-9.0", false, false),
            (Some(0), "?", false, true),
        ] {
            let fits = [Color::White, Color::Black].map(|mover| drops.fit(&eval(after), before, mover));
            assert_eq!(fits, [white, black], "{before:?} {after}");
        }
    }

    #[test]
    fn nags_have_bits_of_their_own() {
        let mut notes = PlyNotes::default();
        [0, 4, 63, 64, 255].into_iter().for_each(|nag| notes.add_nag(nag));
        let found: alloc::vec::Vec<u8> = (0..=255).filter(|nag| notes.has_nag(*nag)).collect();
        assert_eq!(found, [0, 4, 63, 64, 255]);
        assert_eq!([4, 10, 13, 14, 19, 23, 139, 140].map(swapped_nag), [4, 10, 13, 15, 18, 22, 138, 140]);
    }
}
