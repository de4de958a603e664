//! Games by rules that the models of moves do not know: they are stored as text, which readers play.

use crate::games::Unplayed;
use scoresheet_core::game::WriteOptions;
use scoresheet_core::game::pgn::PgnWriter;
use scoresheet_core::loss::LossKind;
use scoresheet_core::rules::Rules;
use scoresheet_core::step::{AsItStood, Sink, Step};
use scoresheet_core::text::Encoding;
use scoresheet_core::write::Filter;

/// Whether games by these rules are stored as text.
pub(crate) fn is_text(rules: Rules) -> bool {
    !rules.is_chess()
}

/// A game that is stored as text.
pub(crate) struct TextGame {
    /// Writes it as PGN; `None` where the source gives its own text.
    filter: Option<Filter>,
    has_marker: bool,
}

impl TextGame {
    /// A game whose head comes next.
    pub(crate) fn new(writes: bool) -> TextGame {
        let options = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
        let filter = writes.then(|| Filter::new(Box::new(PgnWriter::new(&options)), true));
        TextGame { filter, has_marker: false }
    }

    /// Writes a step.
    pub(crate) fn add(&mut self, step: Step<'_>) {
        self.has_marker |= matches!(step, Step::Termination(_));
        if let Some(filter) = &mut self.filter {
            filter.take(step);
        }
    }

    /// The text of the game, and what PGN does not say of it. `None` where the source is going to give the text.
    pub(crate) fn finish(self) -> Option<(Unplayed, Vec<(LossKind, u64)>)> {
        let mut filter = self.filter?;
        filter.take(Step::End(None));
        let lost = filter.losses_of_game();
        let mut text = std::mem::take(filter.bytes());
        text.truncate(text.trim_ascii_end().len());
        if !self.has_marker {
            // PGN was given the one that its tags imply.
            let words = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
            text.truncate(words);
        }
        text.push(b'\n');
        Some((Unplayed { text, encoding: Encoding::Utf8, alone: true }, lost))
    }
}

impl Unplayed {
    /// The text that a source has of a game.
    pub(crate) fn of(game: &AsItStood<'_>) -> Unplayed {
        Unplayed { text: game.text.to_vec(), encoding: game.encoding, alone: game.alone }
    }
}
