//! Losses of games that are stored without being written step by step, such as rows of columns.

use super::Lacks;
use crate::command::{self, Command, CommandValue, CommentPart};
use crate::loss::LossKind;
use crate::step::{Sink, Step};
use alloc::vec::Vec;

/// A command that a storage without comments holds in another form, if it follows a move of the mainline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredCommand {
    /// `clk`, in milliseconds.
    Clock,
    /// `eval`, in hundredths of a pawn or moves to mate.
    Evaluation {
        /// Whether the depth of the search is held, too.
        with_depth: bool,
    },
}

impl StoredCommand {
    /// The name of the command.
    pub fn name(self) -> &'static str {
        match self {
            StoredCommand::Clock => "clk",
            StoredCommand::Evaluation { .. } => "eval",
        }
    }

    /// Whether the storage holds the whole value.
    fn holds(self, command: &Command<'_>) -> bool {
        match (self, command.meaning()) {
            (StoredCommand::Clock, Some(_)) => has_decimals(command.value, 3),
            (StoredCommand::Evaluation { with_depth }, Some(CommandValue::Evaluation(_, depth))) => {
                let (value, rest) = command.value.split_once(',').unwrap_or((command.value, ""));
                let is_whole =
                    rest.is_empty() || (with_depth && depth.is_some_and(|depth| i32::try_from(depth).is_ok()));
                is_whole && has_decimals(value, 2)
            }
            _ => false,
        }
    }
}

/// Detects the kinds of steps in a game that its storage cannot hold, each kind once per game. These are the kinds that
/// [`super::Filter`] counts for the same game.
///
/// It receives the text between the moves, and costs nothing if the storage can hold everything.
/// ```
/// use scoresheet_core::{game::AnyGames, read::{Record, Settings}, write::{Lacks, StorageLosses, StoredCommand}};
/// let mut left_out = StorageLosses::of(Lacks::ANNOTATION, &[StoredCommand::Clock]);
/// let mut games = AnyGames::new(b"1. e4 {[%clk 0:01:00]} e5 $1 (1... c5 $2) 1-0", &Settings::default());
/// assert!(games.next(&mut Record::new(), &mut left_out));
/// let kinds: Vec<_> = left_out.end_game().iter().map(|kind| kind.spec().id).collect();
/// assert_eq!(kinds, ["nag", "variation"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct StorageLosses {
    lacks: Lacks,
    kept: Vec<StoredCommand>,
    /// Which of them the last move of the mainline has already, one bit each: columns have room for one of a kind.
    told: u32,
    found: u64,
    /// The number of open variations.
    depth: u32,
    /// Whether the mainline has had a move.
    moved: bool,
    /// Within the words after a move that could not be played: the number of variations open in them.
    rest: Option<u32>,
}

impl StorageLosses {
    /// For a storage that lacks these steps, but stores these commands even if it lacks comments.
    pub fn of(lacks: Lacks, kept: &[StoredCommand]) -> StorageLosses {
        StorageLosses { lacks, kept: kept.to_vec(), ..StorageLosses::default() }
    }

    /// The kinds found in the game that ends here, in the order of the list of kinds.
    pub fn end_game(&mut self) -> Vec<LossKind> {
        let found = core::mem::take(&mut self.found);
        (self.told, self.depth, self.moved, self.rest) = (0, 0, false, None);
        if found == 0 {
            return Vec::new();
        }
        crate::loss::LOSSES.iter().map(|spec| spec.kind).filter(|kind| found & bit(*kind) != 0).collect()
    }

    fn lose(&mut self, kind: LossKind) {
        self.found |= bit(kind);
    }

    fn lose_if(&mut self, lacks: Lacks, kind: LossKind) {
        if self.lacks.has(lacks) {
            self.lose(kind);
        }
    }

    #[inline(never)]
    fn take_other(&mut self, step: Step<'_>) {
        if self.in_rest(&step) {
            return;
        }
        match step {
            Step::Nag { .. } => self.lose_if(Lacks::NAGS, LossKind::Nag),
            Step::Escape(_) => self.lose_if(Lacks::ESCAPES, LossKind::EscapedLine),
            Step::Annotation(_) => self.lose_if(Lacks::ATTRIBUTIONS, LossKind::Attribution),
            Step::Field(member) => self.lose_if(Lacks::FIELDS, LossKind::of_field(member)),
            Step::Comment { text, .. } if self.lacks.has(Lacks::COMMENTS) => self.comment(text),
            Step::Unplayed(_) => {
                self.rest = Some(0);
                self.lose_if(Lacks::COMMENTS, LossKind::Comment);
            }
            Step::Open => {
                self.depth += 1;
                self.lose_if(Lacks::VARIATIONS, LossKind::Variation);
            }
            Step::Close => self.depth = self.depth.saturating_sub(1),
            // Nothing else of such a game is stored, so nothing else is lost.
            Step::End(Some(_)) if self.is_listening() => self.found = bit(LossKind::UnplayedGame),
            _ => {}
        }
    }

    /// Whether the step belongs to the words after a move that could not be played, which writers keep as one comment.
    fn in_rest(&mut self, step: &Step<'_>) -> bool {
        let Some(open) = &mut self.rest else { return false };
        match step {
            Step::Open => *open += 1,
            Step::Close if *open > 0 => *open -= 1,
            Step::Close | Step::Termination(_) | Step::End(_) | Step::Head(_) => {
                self.rest = None;
                return false;
            }
            _ => {}
        }
        true
    }

    fn comment(&mut self, text: &str) {
        let [comment, command] = [LossKind::Comment, LossKind::Command].map(|kind| self.found & bit(kind) != 0);
        // In a game with clocks, nearly all comments are commands, so this check is enough for the next ones.
        if command && (comment || is_commands(text.as_bytes())) {
            return;
        }
        let mut any = false;
        for part in command::parts(text) {
            any = true;
            match part {
                CommentPart::Command(command, _) if self.keeps(&command) => {}
                CommentPart::Command(..) => self.lose(LossKind::Command),
                CommentPart::Text(text) if text.trim().is_empty() => {}
                CommentPart::Text(_) => self.lose(LossKind::Comment),
            }
        }
        if !any {
            self.lose(LossKind::Comment);
        }
    }

    fn keeps(&mut self, command: &Command<'_>) -> bool {
        if !self.moved || self.depth > 0 {
            return false;
        }
        let kept = self.kept.iter().enumerate().find(|(_, kept)| kept.name() == command.name);
        let Some((at, kept)) = kept else { return false };
        let is_first = self.told >> at & 1 == 0;
        self.told |= 1 << at;
        is_first && kept.holds(command)
    }
}

/// Whether a number has at most this many decimals, zeros at its end aside.
fn has_decimals(number: &str, most: usize) -> bool {
    number.split_once('.').is_none_or(|(_, decimals)| decimals.trim_end_matches('0').len() <= most)
}

/// Whether a comment consists only of commands and blanks between them.
fn is_commands(comment: &[u8]) -> bool {
    let mut rest = comment.trim_ascii_start();
    let mut any = false;
    loop {
        let Some(inner) = rest.strip_prefix(b"[%") else { return any && rest.is_empty() };
        let Some(end) = inner.iter().position(|&byte| byte == b']') else { return false };
        rest = inner.get(end + 1..).unwrap_or_default().trim_ascii_start();
        any = true;
    }
}

/// The bit of a kind in a set of them.
const fn bit(kind: LossKind) -> u64 {
    1 << kind as u64
}

impl Sink for StorageLosses {
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Move { named, .. } => {
                if self.depth == 0 {
                    (self.moved, self.told) = (true, 0);
                    if named.illegal && self.is_listening() {
                        self.lose(LossKind::IllegalMove);
                        self.lose(LossKind::Tail);
                    }
                }
            }
            Step::Played(_) => {}
            step => self.take_other(step),
        }
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.lacks != Lacks::NOTHING
    }

    fn wants_head(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, AnyGames, WriteOptions};
    use crate::read::{Record, Settings};
    use crate::write::Filter;

    /// What the filter counts before a writer of a list of moves, which lacks the same.
    fn of_filter(text: &str) -> Vec<LossKind> {
        let uci = game::find("uci").expect("it is listed");
        let mut filter = Filter::new(uci.writer(&WriteOptions::default()), false);
        AnyGames::of(game::vgn(), text.as_bytes(), &Settings::default()).next(&mut Record::new(), &mut filter);
        let mut kinds: Vec<_> = filter.losses().iter().map(|loss| loss.kind).collect();
        kinds.retain(|kind| *kind != LossKind::Tag);
        kinds.sort_by_key(|kind| *kind as usize);
        kinds
    }

    fn of(text: &str, kept: &[StoredCommand]) -> Vec<LossKind> {
        let mut left_out = StorageLosses::of(Lacks::ANNOTATION, kept);
        AnyGames::of(game::vgn(), text.as_bytes(), &Settings::default()).next(&mut Record::new(), &mut left_out);
        left_out.end_game()
    }

    #[test]
    fn the_kinds_match_the_filter() {
        for text in [
            "1. e4 e5 *",
            "{a} 1. e4 {b [%clk 0:00:01]} e5 $1 (1... c5 {c} (1... d5)) 2. Nf3 $1 $2 *",
            "1. e4 {[%clk 0:00:01]} e5 {[%clk 0:00:01]} *",
            "1. e4 {[%clk 0:00:01]} e5 {[%clk 0:00:01] x} *",
            "1. e4 {} *",
            "1. e4 {[%clk 0:00:01]} e5 {} *",
            "1. e4 {[%clk 0:00:01]} e5 { [%clk 0:00:01] [%eval 0.1] } 2. d4 {[%clk} *",
            "1. e4 Ke5 2. d4 $1 {x} (2. d3) *",
            "1. e4 (1. Ke5 d4) e5 {x} *",
            "1. e4\n% escaped\n e5 *",
            "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e5 e7e6 2. a2a3 *\n",
        ] {
            assert_eq!(of(text, &[]), of_filter(text), "{text}");
        }
    }

    const BOTH: [StoredCommand; 2] = [StoredCommand::Clock, StoredCommand::Evaluation { with_depth: false }];

    #[test]
    fn commands_that_are_held_are_not_lost() {
        let clocks = "1. e4 {[%clk 0:00:01]} e5 {[%clk 0:00:01] [%eval 0.1]} *";
        assert_eq!(of(clocks, &BOTH), []);
        assert_eq!(of(clocks, &BOTH[..1]), [LossKind::Command]);
        assert_eq!(of("{[%clk 0:00:01]} 1. e4 *", &BOTH[..1]), [LossKind::Command]);
        assert_eq!(of("1. e4 {[%clk soon]} *", &BOTH[..1]), [LossKind::Command]);
        for rounded in [
            "[%eval 0.123]",
            "[%eval 0.1,20]",
            "[%eval 0.1] [%eval 0.2]",
            "[%eval 0.1]} {[%eval 0.1]",
            "[%clk 0:00:01.2345]",
        ] {
            let text = ["1. e4 {", rounded, "} *"].concat();
            assert_eq!(of(&text, &BOTH), [LossKind::Command], "{rounded}");
        }
        assert_eq!(of("1. e4 {[%eval 0.120] [%clk 0:00:01.2000]} 1... e5 {[%eval 0.1]} *", &BOTH), []);
        assert_eq!(of("1. e4 (1. d4 {[%clk 0:00:01]}) *", &BOTH[..1]), [LossKind::Command, LossKind::Variation]);
        let with_depth = [StoredCommand::Evaluation { with_depth: true }];
        assert_eq!(of("1. e4 {[%eval 0.1,20]} 1... e5 {[%eval #-3,9]} *", &with_depth), []);
        for odd in ["[%eval 0.1,x]", "[%eval 0.1,-2]", "[%eval 0.123,20]", "[%eval 0.1,4294967296]", "[%eval 0.1,1,2]"]
        {
            assert_eq!(of(&["1. e4 {", odd, "} *"].concat(), &with_depth), [LossKind::Command], "{odd}");
        }
    }

    #[test]
    fn where_nothing_is_lacking_nothing_is_lost() {
        for text in ["1. e4 {x} $1 (1. d4) *", "[Variant \"None\"]\n\n1. e4 {x} Xx *"] {
            let mut left_out = StorageLosses::of(Lacks::NOTHING, &[]);
            AnyGames::new(text.as_bytes(), &Settings::default()).next(&mut Record::new(), &mut left_out);
            assert_eq!(left_out.end_game(), []);
        }
    }

    #[test]
    fn a_game_that_cannot_be_played_is_one_loss() {
        let text = "[Variant \"None\"]\n\n1. e4 {x} Xx $1 *";
        assert_eq!(of(text, &[]), [LossKind::UnplayedGame]);
        assert_eq!(of_filter(text), [LossKind::UnplayedGame]);
    }
}
