//! Games as batches of columns, for columnar files and for consumers that pull them.

use crate::common::failure::Failure;
use crate::formats::{self, refine};
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{ForeignSupport, GameEnd, LocalSink, Needs, Piece, SinkFactory, StepSink};
use crate::pipeline::wanted_rows;
use crate::settings::{WantedGames, WriteSettings};
use arrow_array::RecordBatch;
use scoresheet_columns::column::{self, Column, documents, notes, text};
use scoresheet_columns::pg_copy::nuls;
use scoresheet_columns::{Batcher, GameTexts};
use scoresheet_core::game::bgn::is_infinite;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{self, Depth, Record};
use scoresheet_core::step::{AsItStood, Sink, Step};
use scoresheet_core::write::{Filter, StorageLosses};
use std::sync::Arc;

/// The size of blocks whose games stay together: two or three thousand games. Several blocks and their batches are in
/// memory at the same time, also in each of many processes that read parts.
const BLOCK: usize = 2 << 20;
/// The size of blocks whose games are collected in larger groups later, or are a transaction: about a thousand games,
/// so that no thread runs out of work long before the others, and not much is lost if a database fails.
const SMALL_BLOCK: usize = 1 << 20;
/// The approximate size in bytes of a game and of a ply in columns.
const GAME: usize = 256;
const PLY: usize = 8;

/// How documents are stored.
#[derive(Clone, Copy)]
pub(crate) struct DocumentColumns {
    /// Their format.
    pub(crate) format: &'static dyn GameFormat,
    /// Whether they cannot contain the character U+0000, which is then replaced.
    pub(crate) lack_nul: bool,
}

impl DocumentColumns {
    /// As lines of JSON.
    fn usual() -> DocumentColumns {
        DocumentColumns { format: game::bgnl(), lack_nul: false }
    }
}

/// Creates sinks that make batches of these columns.
#[derive(Clone)]
pub(crate) struct BatchFactory {
    columns: Arc<[&'static dyn Column]>,
    /// Detects what the columns leave out.
    left_out: StorageLosses,
    /// Whether a game that would lose something is rejected.
    refuses: bool,
    block: usize,
    documents: DocumentColumns,
}

impl BatchFactory {
    /// Batches for the caller that pulls them, which has chosen what they hold.
    pub(crate) fn pulled(columns: Arc<[&'static dyn Column]>) -> BatchFactory {
        BatchFactory {
            columns,
            left_out: StorageLosses::default(),
            refuses: false,
            block: BLOCK,
            documents: DocumentColumns::usual(),
        }
    }

    /// Batches of a file, in which games may have losses.
    pub(crate) fn of_file(columns: Arc<[&'static dyn Column]>, settings: &WriteSettings) -> BatchFactory {
        BatchFactory {
            left_out: left_out(&columns),
            columns,
            refuses: settings.refuses(true),
            block: BLOCK,
            documents: DocumentColumns::usual(),
        }
    }

    /// The same in smaller blocks.
    pub(crate) fn in_small_blocks(self) -> BatchFactory {
        BatchFactory { block: SMALL_BLOCK, ..self }
    }

    /// The same, with the losses of files that have fewer columns.
    pub(crate) fn leaving_out(self, left_out: StorageLosses) -> BatchFactory {
        BatchFactory { left_out, ..self }
    }

    /// The same, with documents stored this way.
    pub(crate) fn with_documents(self, documents: DocumentColumns) -> BatchFactory {
        BatchFactory { documents, ..self }
    }

    fn has(&self, column: &dyn Column) -> bool {
        column::has(&self.columns, column.spec().name)
    }

    /// The texts of games that must be written, if the games are read in this format.
    fn written(&self, from: Option<&dyn GameFormat>) -> RecordTexts {
        let stands_alone = from.is_some_and(refine::stands_alone);
        let stores_text = self.has(&text::GAME_TEXT);
        RecordTexts {
            text: (stores_text && !stands_alone).then(|| WrittenText::of(formats::usual())),
            doc: self.has(&documents::DOC).then(|| WrittenText::of(self.documents.format)),
            annotated: notes::read_document(&self.columns).then(|| WrittenText::of(DocumentColumns::usual().format)),
            lacks_nul: self.documents.lack_nul,
            text_says_all: stores_text,
        }
    }
}

/// Detects what a file with these columns leaves out of games.
pub(crate) fn left_out(columns: &[&'static dyn Column]) -> StorageLosses {
    StorageLosses::of(column::lacks(columns), &column::commands(columns))
}

impl BatchFactory {
    /// What batches need of games.
    pub(crate) fn needs<'s>(&self) -> Needs<'s> {
        Needs {
            tags: column::tags_of(&self.columns),
            records: true,
            ..Needs::steps(self.block, ForeignSupport::Refused)
        }
    }

    /// The settings for reading games of this format for batches.
    pub(crate) fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        let taken = self.taken(Some(from));
        read::Settings {
            // Text that is stored in another form must be written.
            depth: if taken.written.is_any() { Depth::Positions } else { column::depth(&self.columns) },
            keep_plies: true,
            // A sink that receives steps needs all tags.
            keep_tags: taken.is_listening() || column::wants_tags(&self.columns),
            keep_comments: column::wants_comments(&self.columns),
            ..reading
        }
    }

    /// Receives the steps of games that are read in this format.
    fn taken(&self, from: Option<&dyn GameFormat>) -> Taken {
        Taken { left_out: self.left_out.clone(), written: self.written(from) }
    }

    /// A sink for games that are read in this format.
    pub(crate) fn start(&self, from: Option<&dyn GameFormat>) -> LocalBatch {
        LocalBatch {
            taken: self.taken(from),
            refuses: self.refuses,
            filled: Filled {
                batcher: Batcher::new(&self.columns),
                skipped: 0,
                losses: Vec::new(),
                last: 0,
                numbers: Vec::new(),
            },
            last: 0,
            texts: 0,
        }
    }
}

impl<'s> SinkFactory<'s> for BatchFactory {
    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        BatchFactory::reading(self, reading, from)
    }

    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(self.start(from))
    }

    fn local_for_changed(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        // If their text is stored, it must be written.
        Box::new(self.start(None))
    }
}

/// The games of a block as columns.
pub(crate) struct Filled {
    pub(crate) batcher: Batcher,
    skipped: u64,
    /// The losses, by the number of the game in the block.
    losses: Vec<(u64, Lost)>,
    /// The number of the last game in the block, whether or not it has a row.
    pub(crate) last: u64,
    /// The numbers in the block of the games that have a row.
    numbers: Vec<u64>,
}

impl Filled {
    /// Counts the omissions and losses of the wanted games, and returns their rows; `source` is the name of the source
    /// in the rows.
    ///
    /// # Errors
    /// If the rows cannot be taken apart.
    pub(crate) fn rows(
        self,
        pass: &mut Pass<'_>,
        at: &BlockLocation<'_>,
        source: &str,
        wanted: WantedGames<'_>,
    ) -> Result<RecordBatch, Failure> {
        let number = |number: u64| at.base.games + number;
        pass.report.skipped += self.skipped;
        for (game, lost) in self.losses.iter().filter(|(game, _)| wanted.has(number(*game))) {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&at.game(number(*game))));
        }
        let Filled { mut batcher, mut numbers, .. } = self;
        numbers.iter_mut().for_each(|number| *number += at.base.games);
        wanted_rows::of_source(batcher.finish(&at.base, source), &numbers, wanted)
    }
}

/// Receives the steps of a game for columns, which are filled from its record.
pub(crate) struct Taken {
    left_out: StorageLosses,
    written: RecordTexts,
}

/// The texts of a game that are written in addition to its record, for columns that contain them.
struct RecordTexts {
    /// The text to store for a game whose original text cannot be stored.
    text: Option<WrittenText>,
    /// The document.
    doc: Option<WrittenText>,
    /// The document as JSON, from which annotations are taken. Its losses count only for the other texts.
    annotated: Option<WrittenText>,
    /// Whether the document and the tags cannot have the character U+0000.
    lacks_nul: bool,
    /// Whether the stored text preserves the whole game, so that the losses of its document do not count.
    text_says_all: bool,
}

/// Writes a game as the text of a column.
struct WrittenText(Box<Filter>);

impl WrittenText {
    /// In this format.
    fn of(format: &dyn GameFormat) -> WrittenText {
        WrittenText(Box::new(Filter::new(format.writer(&WriteOptions::default()), false)))
    }

    /// The text of the game, without the separator from the next one.
    fn text(&mut self) -> &[u8] {
        let end = self.0.bytes().len().saturating_sub(self.0.closing().replaced);
        self.0.bytes().get(..end).unwrap_or_default()
    }

    fn losses(&mut self) -> Vec<Lost> {
        self.0.losses_of_game().into_iter().map(|(kind, count)| Lost::of(kind, count)).collect()
    }
}

impl RecordTexts {
    fn is_any(&self) -> bool {
        self.text.is_some() || self.doc.is_some() || self.annotated.is_some()
    }

    fn each(&mut self) -> impl Iterator<Item = &mut WrittenText> {
        self.text.iter_mut().chain(&mut self.doc).chain(&mut self.annotated)
    }

    /// The losses of the game of this record, which ends here.
    fn losses(&mut self, record: &Record<'_>) -> Vec<Lost> {
        let text = self.text.as_mut().map(WrittenText::losses);
        let doc = self.doc.as_mut().map(WrittenText::losses).filter(|_| !self.text_says_all);
        let nuls = match &mut self.doc {
            _ if !self.lacks_nul => 0,
            Some(doc) => nuls(doc.text()),
            None => record.tags.iter().map(|tag| tag.raw.iter().filter(|byte| **byte == 0).count() as u64).sum(),
        };
        let nuls = (nuls > 0).then(|| Lost::of(LossKind::Nul, nuls));
        // Taken so that they do not count for the next game.
        self.annotated.as_mut().map(WrittenText::losses);
        text.into_iter().chain(doc).flatten().chain(nuls).collect()
    }

    /// Adds a game to a batch; returns the size of the texts that were written for it.
    fn append(&mut self, batcher: &mut Batcher, record: &Record<'_>) -> usize {
        let text = self.text.as_mut().map(WrittenText::text);
        // A document ends with a line end, which the column does not contain.
        let doc = self.doc.as_mut().map_or(&b""[..], WrittenText::text).trim_ascii_end();
        let annotated = self.annotated.as_mut().map_or(&b""[..], WrittenText::text).trim_ascii_end();
        batcher.append_with(record, GameTexts { text: text.unwrap_or(record.text), doc, annotated });
        text.map_or(0, <[u8]>::len) + doc.len() + annotated.len()
    }
}

impl Taken {
    /// The losses of the game of this record, which ends here.
    fn losses(&mut self, record: &Record<'_>) -> Vec<Lost> {
        let once = |kind: LossKind| Lost::of(kind, 1);
        let mut lost: Vec<_> = self.left_out.end_game().into_iter().map(once).collect();
        if self.written.is_any() || self.written.lacks_nul {
            lost.extend(self.written.losses(record));
        }
        lost
    }
}

impl Sink for Taken {
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        self.left_out.take(step);
        if let Some(text) = &mut self.written.text {
            text.0.take(step);
        }
        if let Some(doc) = &mut self.written.doc {
            doc.0.take(match step {
                // The column is NULL for games that cannot be played, so that no function finds moves in it that were
                // never made. Those on boards without edges have a document.
                Step::End(Some(game)) if !is_infinite(game.text) => Step::End(Some(AsItStood { alone: false, ..game })),
                step => step,
            });
        }
        if let Some(annotated) = &mut self.written.annotated {
            annotated.0.take(step);
        }
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.left_out.is_listening() || self.written.is_any()
    }

    #[inline]
    fn wants_head(&self) -> bool {
        self.written.is_any()
    }
}

/// Fills the columns of a block.
pub(crate) struct LocalBatch {
    taken: Taken,
    refuses: bool,
    filled: Filled,
    /// The number of the last game that has a row.
    last: u64,
    /// The size of the texts that were written for games.
    texts: usize,
}

impl LocalBatch {
    /// What receives the steps of the next game.
    #[inline]
    pub(crate) fn receiver(&mut self) -> &mut Taken {
        &mut self.taken
    }

    /// The batch.
    pub(crate) fn into_batch(self) -> Filled {
        self.filled
    }
}

impl LocalSink for LocalBatch {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.taken)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let number = game.record.number;
        self.filled.last = number;
        let losses = self.taken.losses(game.record);
        let has_losses = !(losses.is_empty() && game.lost.is_empty());
        let refused = self.refuses && has_losses;
        // A game that is left out for its error has no losses in the columns.
        if !game.skip && has_losses {
            self.filled.losses.extend(game.lost.into_iter().chain(losses).map(|lost| (number, lost)));
        }
        if game.skip || refused {
            self.filled.skipped += 1;
        } else {
            self.texts += self.taken.written.append(&mut self.filled.batcher, game.record);
            self.last = number;
            self.filled.numbers.push(number);
        }
        self.taken.written.each().for_each(|text| text.0.bytes().clear());
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.filled.losses.extend(lost.into_iter().map(|lost| (number, lost)));
        self.filled.skipped += 1;
        self.filled.last = number;
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        if !comments.is_empty() && self.last > 0 && self.taken.left_out.is_listening() {
            self.filled.losses.push((self.last, Lost::of(LossKind::Comment, 1)));
        }
    }

    fn held(&self) -> usize {
        let batcher = &self.filled.batcher;
        self.texts + batcher.len() * GAME + usize::try_from(batcher.plies()).unwrap_or(usize::MAX / PLY) * PLY
    }

    fn finish(self: Box<Self>) -> Piece {
        Box::new(self.into_batch())
    }
}
