//! The moves of a game by rules that the codes do not know, as the text that PGN has for them.

use crate::game::format::WriteOptions;
use crate::game::pgn::PgnWriter;
use crate::step::Step;
use crate::write::GameWriter;
use alloc::vec::Vec;

/// Writes moves, and what is said of them, as PGN without tags and without the marker.
pub(super) struct PgnMovetext {
    writer: PgnWriter,
    /// Where the moves start in what was written.
    start: usize,
}

impl PgnMovetext {
    /// An empty text.
    pub(super) fn new() -> PgnMovetext {
        // If spellings are not kept, text that is spelled differently never arrives here.
        let options = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
        let mut text = PgnMovetext { writer: PgnWriter::new(&options), start: 0 };
        text.restart();
        text
    }

    /// Forgets everything.
    pub(super) fn restart(&mut self) {
        self.writer.page().out.clear();
        self.writer.start_game();
        // Without one, a comment before the first move would need a move's number before it.
        self.writer.tag("Event", "?");
        self.writer.end_tags();
        self.start = self.writer.page().out.len();
    }

    /// What writes it, for moves.
    pub(super) fn writer(&mut self) -> &mut PgnWriter {
        &mut self.writer
    }

    /// Writes a step that is not a move.
    pub(super) fn add(&mut self, step: &Step<'_>) {
        self.writer.write(step);
    }

    /// The whole text; nothing can be added to it after that.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        self.writer.end_game();
        let text = self.writer.page().out.get(self.start..).unwrap_or_default();
        text.trim_ascii().to_vec()
    }
}
