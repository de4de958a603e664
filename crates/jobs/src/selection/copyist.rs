//! Copies of games whose source has no text of them, or an incomplete one.

use crate::formats;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::step::{Dialect, Sink, Step};
use scoresheet_core::write::Filter;

/// Writes games as PGN that keeps how everything is spelled, or as documents. If they may come from anywhere, it writes both,
/// and each game is the one that has all of it: PGN has escaped lines and the form of comments, and a document has
/// annotations of others.
pub(crate) struct Copyist {
    pgn: Option<Filter>,
    document: Option<Filter>,
    needs_document: bool,
}

impl Copyist {
    /// For games of this format.
    pub(crate) fn new(from: Option<&dyn GameFormat>) -> Copyist {
        let documents = ["bgn", "bgnl", "bgnx", "bson"];
        let are_documents = from.is_some_and(|from| documents.contains(&from.spec().id));
        let pgn = || {
            let options = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
            Filter::new(formats::usual().writer(&options), true)
        };
        let document = || Filter::new(game::bgnl().writer(&WriteOptions::default()), false);
        Copyist {
            pgn: (!are_documents).then(pgn),
            document: (are_documents || from.is_none()).then(document),
            needs_document: are_documents,
        }
    }

    /// The copy of the last game.
    pub(crate) fn take_text(&mut self) -> Vec<u8> {
        let Copyist { pgn, document, needs_document } = self;
        let lost = pgn.as_mut().is_some_and(|pgn| !pgn.losses_of_game().is_empty());
        let [pgn, document] =
            [pgn, document].map(|filter| filter.as_mut().map(|filter| std::mem::take(filter.bytes())));
        match (pgn, document) {
            (Some(pgn), None) => pgn,
            (Some(pgn), Some(_)) if !*needs_document && !lost => pgn,
            (_, document) => document.unwrap_or_default(),
        }
    }
}

impl Sink for Copyist {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        match &step {
            Step::Head(head) => self.needs_document = self.pgn.is_none() || head.dialect != Dialect::Pgn,
            Step::Annotation(_) | Step::Field(_) => self.needs_document = true,
            _ => {}
        }
        for filter in [&mut self.pgn, &mut self.document].into_iter().flatten() {
            filter.take(step);
        }
    }
}
