//! Games as text on their way to a file.

use crate::failure::Failure;
use crate::foreign::Lost;
use crate::report::Report;
use crate::settings::Wanted;
use crate::sources::At;
use scoresheet_core::at;
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::loss::Loss;
use scoresheet_core::rewrite::Rewriter;
use scoresheet_core::teller::Teller;
use scoresheet_core::tree::Tree;
use scoresheet_files::Output;
use std::io::Write;
use std::ops::Range;

/// The games of a block as text.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) games: Vec<Written>,
    /// What was lost, by the place of the game in the block.
    pub(crate) losses: Vec<(usize, Lost)>,
    /// The columns that would have told more of the games.
    pub(crate) lacking: Vec<&'static str>,
}

/// What became of a game.
pub(crate) struct Written {
    /// Where its text ends.
    end: usize,
    /// How many bytes before that only part it from the next game.
    gap: usize,
    /// Whether it was left out.
    skipped: bool,
}

/// What is known of a game that has just been written.
pub(crate) struct Verdict {
    /// Whether it is left out for its error.
    pub(crate) skip: bool,
    /// Whether it is left out where it loses something.
    pub(crate) strict: bool,
    /// Whether it could not be written at all.
    pub(crate) unwritten: bool,
}

impl Text {
    /// One game.
    pub(crate) fn of(bytes: Vec<u8>, lost: Vec<Lost>, gap: usize, skipped: bool) -> Text {
        let games = vec![Written { end: bytes.len(), gap, skipped }];
        Text { bytes, games, losses: lost.into_iter().map(|lost| (0, lost)).collect(), lacking: Vec::new() }
    }

    /// A game that was left out, with what it would have lost.
    pub(crate) fn skipped(lost: Vec<Lost>) -> Text {
        Text::of(Vec::new(), lost, 0, true)
    }

    /// Adds the game that the rewriter has just written, or takes it back.
    pub(crate) fn add(&mut self, rewriter: &mut Rewriter<'_>, verdict: Verdict) {
        let Verdict { skip, strict, unwritten } = verdict;
        let (index, losses) = (self.games.len(), rewriter.losses());
        let refused = strict && (!self.lacking.is_empty() || !losses.is_empty());
        // What is left out for its error loses nothing to the format.
        if !skip {
            self.losses.extend(losses.into_iter().map(|(kind, count)| (index, Lost::of(kind, count))));
        }
        if skip || refused {
            rewriter.take_back();
        }
        let skipped = skip || refused || unwritten;
        let gap = if skipped { 0 } else { rewriter.gap() };
        self.games.push(Written { end: rewriter.bytes().len(), gap, skipped });
    }
}

/// A file of games as text.
pub(crate) struct TextFile {
    out: Output,
    /// What parts the last game written from one behind it: kept until one comes.
    gap: Vec<u8>,
}

impl TextFile {
    pub(crate) fn new(out: Output) -> TextFile {
        TextFile { out, gap: Vec::new() }
    }

    /// Writes the games that are wanted and counts them.
    pub(crate) fn write(
        &mut self,
        text: &Text,
        at: &At<'_>,
        report: &mut Report,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        let number = |index: usize| at.base.games + index as u64 + 1;
        // Games that stand one behind the other are written in one piece.
        let (mut start, mut run, mut last) = (0, 0..0, 0);
        for (index, game) in text.games.iter().enumerate() {
            if wanted.has(number(index)) {
                report.written += u64::from(!game.skipped);
                report.skipped += u64::from(game.skipped);
                if run.end != start {
                    self.put(text, std::mem::replace(&mut run, start..start), last)?;
                }
                if game.end > start {
                    (run.end, last) = (game.end, game.gap);
                }
            }
            start = game.end;
        }
        self.put(text, run, last)?;
        // Comments behind the last game.
        if matches!(wanted, Wanted::All) {
            self.put(text, start..text.bytes.len(), 0)?;
        }
        for (index, lost) in text.losses.iter().filter(|(index, _)| wanted.has(number(*index))) {
            let place = || lost.at(&format!("{}, game {}", at.source, number(*index)));
            report.add_loss(lost.kind.spec().id, lost.count, place);
        }
        Ok(())
    }

    /// Writes a stretch of a text, whose last bytes only part it from what comes next.
    fn put(&mut self, text: &Text, stretch: Range<usize>, last: usize) -> Result<(), Failure> {
        if stretch.is_empty() {
            return Ok(());
        }
        let (games, after) = text.bytes[stretch.start..stretch.end].split_at(stretch.len() - last);
        let written = self.out.write_all(&self.gap).and_then(|()| self.out.write_all(games));
        self.gap.clear();
        self.gap.extend_from_slice(after);
        written.map_err(|error| Failure::not_written(&error, self.out.name()))
    }

    /// Gives the file its name.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        Ok(self.out.commit()?)
    }
}

/// A tree as text.
pub(crate) struct Told {
    pub(crate) bytes: Vec<u8>,
    /// How many last bytes only part it from another game.
    pub(crate) gap: usize,
    /// Whether it could be written at all.
    pub(crate) written: bool,
    /// Whether the moves are bytes and not text.
    pub(crate) binary: bool,
    pub(crate) losses: Vec<Loss>,
}

/// Writes one tree.
pub(crate) fn told(tree: &Tree, format: &dyn GameFormat, options: &WriteOptions) -> Told {
    let mut teller = Teller::new(format.writer(options));
    let written = tree.tell(at::At { game: 1, ..at::At::default() }, &mut teller, options.keep_spelling);
    let (binary, gap) = (teller.writer().notation().binary, teller.writer().gap());
    Told { binary, gap, written, losses: teller.losses().to_vec(), bytes: std::mem::take(teller.bytes()) }
}
