//! Games by rules that the models of moves do not know: they are stored as text, which readers play.

use crate::games::Unplayed;
use scoresheet_core::game::bgn;
use scoresheet_core::game::pgn::PgnWriter;
use scoresheet_core::game::{self, WriteOptions};
use scoresheet_core::loss::LossKind;
use scoresheet_core::rules::Rules;
use scoresheet_core::step::{AsItStood, Sink, Step};
use scoresheet_core::text::Encoding;
use scoresheet_core::write::Filter;

/// Whether games by these rules are stored as text.
pub(crate) fn is_text(rules: Rules) -> bool {
    !rules.is_chess()
}

/// Whether the text of a stored game is a document of BGN in one line; all others are PGN or VGN.
pub fn is_document(text: &[u8]) -> bool {
    // In PGN, a brace opens a comment, and a game that consists only of a comment has a marker after it.
    let is_played = text.starts_with(b"{\"pgn\":{") && text.ends_with(b"}\n");
    (is_played || is_infinite(text)) && !text.trim_ascii_end().contains(&b'\n')
}

/// Whether the text of a stored game is a document of a game on a board without edges.
pub fn is_infinite(text: &[u8]) -> bool {
    text.starts_with(b"{\"") && text.trim_ascii_end().ends_with(b"}") && bgn::is_infinite(text)
}

/// A game that is stored as text.
pub(crate) struct TextGame {
    /// Writes it as PGN, and as a document, which has what only BGN can express; `None` if the source gives its own
    /// text.
    filters: Option<[Filter; 2]>,
    has_marker: bool,
    needs_document: bool,
}

impl TextGame {
    /// A game whose head comes next.
    pub(crate) fn new(writes: bool) -> TextGame {
        let options = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
        let document = game::find("bgnl").filter(|_| writes).map(|format| format.writer(&WriteOptions::default()));
        let filters = document
            .map(|document| [Filter::new(Box::new(PgnWriter::new(&options)), true), Filter::new(document, false)]);
        TextGame { filters, has_marker: false, needs_document: false }
    }

    /// Writes a step.
    pub(crate) fn add(&mut self, step: Step<'_>) {
        self.has_marker |= matches!(step, Step::Termination(_));
        self.needs_document |= matches!(step, Step::Annotation(_) | Step::Field(_));
        for filter in self.filters.iter_mut().flatten() {
            filter.take(step);
        }
    }

    /// The text of the game, and what the text does not express. `None` if the source is going to provide the text.
    pub(crate) fn finish(self) -> Option<(Unplayed, Vec<(LossKind, u64)>)> {
        let [mut pgn, mut document] = self.filters?;
        let filter = if self.needs_document { &mut document } else { &mut pgn };
        filter.take(Step::End(None));
        let lost = filter.losses_of_game();
        let mut text = std::mem::take(filter.bytes());
        text.truncate(text.trim_ascii_end().len());
        if !self.has_marker && !self.needs_document {
            // PGN received the marker that its tags imply.
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
