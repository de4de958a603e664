//! Removes annotations from games.

use super::changes::{Change, ChangeCounts};
use crate::command;
use crate::step::Step;
use alloc::borrow::Cow;
use alloc::string::String;

/// What is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments, with the commands in them.
    pub comments: bool,
    /// NAGs.
    pub nags: bool,
    /// Every variation.
    pub variations: bool,
    /// Every command in a comment: `[%name …]`.
    pub commands: bool,
    /// Commands with a time: `clk`, `emt`, `egt`, `mct`.
    pub clocks: bool,
    /// Commands with an evaluation: `eval`.
    pub evals: bool,
    /// Escaped lines, which start with `%`.
    pub escapes: bool,
}

/// The commands for times.
const CLOCKS: [&str; 4] = ["clk", "emt", "egt", "mct"];
/// The commands for evaluations.
const EVALS: [&str; 1] = ["eval"];

impl Strip {
    /// All annotation. Escaped lines do not count as annotation.
    pub const ALL: Strip = Strip {
        comments: true,
        nags: true,
        variations: true,
        commands: true,
        clocks: true,
        evals: true,
        escapes: false,
    };

    /// Whether some commands are removed from comments that are kept.
    pub(crate) fn rewords(self) -> bool {
        self.commands || self.clocks || self.evals
    }

    /// Whether the command of this name is removed.
    pub fn drops(self, name: &str) -> bool {
        self.commands || self.clocks && CLOCKS.contains(&name) || self.evals && EVALS.contains(&name)
    }

    /// What is left of a comment that is kept; `None` if nothing is.
    pub(crate) fn reworded(self, text: &str) -> Option<Cow<'_, str>> {
        command::remainder(text, |command| self.drops(command.name))
    }
}

/// What becomes of a step.
pub(super) enum StepVerdict {
    /// It is handed on.
    Keep,
    /// It is left out.
    Drop,
    /// It is a comment of which this is left.
    Reword(String),
}

/// How far a game is that is stripped.
pub(super) struct Stripping {
    strip: Strip,
    /// In a variation that is left out: how many are open, itself included.
    left_out: u32,
    /// Within words that could not be played, which end with their line: how many variations are open in them.
    rest: Option<u32>,
}

impl Stripping {
    pub(super) fn new(strip: Strip) -> Stripping {
        Stripping { strip, left_out: 0, rest: None }
    }

    pub(super) fn begin(&mut self) {
        (self.left_out, self.rest) = (0, None);
    }

    /// Whether moves are kept now.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.left_out == 0
    }

    pub(super) fn judge(&mut self, step: &Step<'_>, changes: &mut ChangeCounts) -> StepVerdict {
        if self.is_left_out(step) {
            return StepVerdict::Drop;
        }
        if self.is_rest(step) {
            return kept_if(!self.strip.comments);
        }
        let strip = self.strip;
        match step {
            Step::Open if strip.variations => {
                changes.count(Change::Variation, 1);
                self.left_out = 1;
                StepVerdict::Drop
            }
            Step::Unplayed(_) => {
                self.rest = Some(0);
                changes.count(Change::Comment, u64::from(strip.comments));
                kept_if(!strip.comments)
            }
            Step::Comment { .. } if strip.comments => {
                changes.count(Change::Comment, 1);
                StepVerdict::Drop
            }
            Step::Comment { text, .. } if strip.rewords() && text.contains("[%") => self.reword(text, changes),
            Step::Nag { .. } if strip.nags => {
                changes.count(Change::Nag, 1);
                StepVerdict::Drop
            }
            Step::Escape(_) if strip.escapes => {
                changes.count(Change::Escape, 1);
                StepVerdict::Drop
            }
            Step::Annotation(_) => kept_if(!(strip.comments && strip.nags)),
            _ => StepVerdict::Keep,
        }
    }

    fn reword(&self, text: &str, changes: &mut ChangeCounts) -> StepVerdict {
        let dropped = command::commands(text.as_bytes()).filter(|command| self.strip.drops(command.name)).count();
        changes.count(Change::Command, dropped as u64);
        match self.strip.reworded(text) {
            None => StepVerdict::Drop,
            Some(Cow::Borrowed(_)) => StepVerdict::Keep,
            Some(Cow::Owned(kept)) => StepVerdict::Reword(kept),
        }
    }

    /// Whether a step is in a variation that is left out, or closes it.
    fn is_left_out(&mut self, step: &Step<'_>) -> bool {
        match step {
            _ if self.left_out == 0 => return false,
            Step::Open => self.left_out += 1,
            Step::Close => self.left_out -= 1,
            Step::Termination(_) | Step::End(_) => {
                self.left_out = 0;
                return false;
            }
            _ => {}
        }
        true
    }

    /// Whether a step is one of the words that could not be played.
    fn is_rest(&mut self, step: &Step<'_>) -> bool {
        let Some(open) = &mut self.rest else { return false };
        match step {
            Step::Open => *open += 1,
            Step::Close if *open > 0 => *open -= 1,
            Step::Close | Step::Termination(_) | Step::End(_) => {
                self.rest = None;
                return false;
            }
            _ => {}
        }
        true
    }
}

fn kept_if(kept: bool) -> StepVerdict {
    if kept { StepVerdict::Keep } else { StepVerdict::Drop }
}
