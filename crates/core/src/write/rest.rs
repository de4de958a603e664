//! The text after a move that could not be played: it is kept as text and never becomes moves.

use crate::step::{GamePart, Step};
use alloc::string::String;

/// The words from a bad move to the end of its variation, or of the mainline.
#[derive(Debug, Default)]
pub struct Rest {
    text: String,
    /// The original text, if the source passed it on.
    verbatim: Option<String>,
    /// The number of variations open in it.
    open: u32,
}

impl Rest {
    /// The words as one text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The original text, if the source passed it on.
    pub(crate) fn verbatim(&self) -> Option<&str> {
        self.verbatim.as_deref()
    }

    /// Adds a word.
    pub fn push(&mut self, word: &str) {
        let glued = self.text.is_empty() || self.text.ends_with('(') || matches!(word, "" | ")");
        if !glued {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Adds the text of a step; `false` if the step ends the rest and is not part of it.
    pub fn add(&mut self, step: &Step<'_>) -> bool {
        match step {
            Step::Open => self.open += 1,
            Step::Close if self.open == 0 => return false,
            Step::Close => self.open -= 1,
            Step::Termination(_) | Step::End(_) | Step::Head(_) => return false,
            Step::Verbatim(GamePart::Rest, text) => {
                self.verbatim = Some((*text).into());
                return true;
            }
            _ => {}
        }
        self.push(match *step {
            Step::Open => "(",
            Step::Close => ")",
            Step::Nag { spelled, .. } => spelled,
            Step::Comment { text, .. } | Step::Escape(text) | Step::Unplayed(text) => text,
            _ => "",
        });
        true
    }
}
