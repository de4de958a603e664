//! Games as batches of columns, for files of columns and for whoever pulls them.

//! Games as batches of columns, for files of columns and for whoever pulls them.

use super::{Ended, Make, Maker};
use crate::foreign::Lost;
use crate::formats::{self, refine};
use crate::settings::Settings;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column, text};
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{self, Depth};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::{Filter, LeftOut};
use std::sync::Arc;

/// How large blocks are whose games stay together: some thousand games.
const BLOCK: usize = 4 << 20;
/// How large blocks are whose games are gathered into larger groups later: a thousand games, so that no thread has nothing left
/// to do long before the others.
const SMALL_BLOCK: usize = 1 << 20;
/// About how many bytes a game and a ply take in columns.
const GAME: usize = 256;
const PLY: usize = 8;

/// Makes batches of these columns.
#[derive(Clone)]
pub(crate) struct MakeBatches {
    columns: Arc<[&'static dyn Column]>,
    /// Notices what the columns leave out.
    left_out: LeftOut,
    /// Whether a game that would lose something is refused.
    refuses: bool,
    block: usize,
}

impl MakeBatches {
    /// Batches for whoever pulls them, who has chosen what they hold.
    pub(crate) fn pulled(columns: Arc<[&'static dyn Column]>) -> MakeBatches {
        MakeBatches { columns, left_out: LeftOut::default(), refuses: false, block: BLOCK }
    }

    /// Batches of a file, in which games may lose something.
    pub(crate) fn of_file(columns: Arc<[&'static dyn Column]>, settings: &Settings) -> MakeBatches {
        MakeBatches { left_out: left_out(&columns), columns, refuses: settings.refuses(true), block: BLOCK }
    }

    /// The same where the games of several batches are put together again.
    pub(crate) fn gathered(self) -> MakeBatches {
        MakeBatches { block: SMALL_BLOCK, ..self }
    }

    fn stores_text(&self) -> bool {
        column::has(&self.columns, text::GAME_TEXT.spec().name)
    }
}

/// Notices what is left out of games in a file of these columns.
pub(crate) fn left_out(columns: &[&'static dyn Column]) -> LeftOut {
    LeftOut::of(column::lacks(columns), &column::commands(columns))
}

impl Make for MakeBatches {
    type Maker = BatchMaker;

    fn block(&self) -> usize {
        self.block
    }

    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        // What is stored as another text has to be written.
        let writes = self.stores_text() && !refine::stands_alone(from);
        read::Settings {
            depth: if writes { Depth::Positions } else { column::depth(&self.columns) },
            keep_plies: true,
            keep_comments: column::wants_comments(&self.columns),
            ..reading
        }
    }

    fn wants_records(&self) -> bool {
        true
    }

    fn start(&self, from: Option<&dyn GameFormat>) -> BatchMaker {
        let writes = self.stores_text() && !from.is_some_and(refine::stands_alone);
        let writer = || formats::usual().writer(&WriteOptions::default());
        let text = writes.then(|| Box::new(Filter::new(writer(), false)));
        BatchMaker {
            taken: Taken { left_out: self.left_out.clone(), text },
            refuses: self.refuses,
            filled: Filled { batcher: Batcher::new(&self.columns), skipped: 0, losses: Vec::new() },
            last: 0,
            texts: 0,
        }
    }
}

/// The games of a block as columns.
pub(crate) struct Filled {
    pub(crate) batcher: Batcher,
    pub(crate) skipped: u64,
    /// What was lost, by the number of the game in the block.
    pub(crate) losses: Vec<(u64, Lost)>,
}

/// What columns take of the steps of a game, whose records they go by.
pub(crate) struct Taken {
    left_out: LeftOut,
    /// Writes the text that is stored of a game whose own cannot be.
    text: Option<Box<Filter>>,
}

impl Taken {
    /// What the game has lost that ends here.
    fn losses(&mut self) -> Vec<Lost> {
        let once = |kind: LossKind| Lost::of(kind, 1);
        let mut lost: Vec<_> = self.left_out.end_game().into_iter().map(once).collect();
        if let Some(text) = &mut self.text {
            lost.extend(text.losses_of_game().into_iter().map(|(kind, count)| Lost::of(kind, count)));
        }
        lost
    }
}

impl Sink for Taken {
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        self.left_out.take(step);
        if let Some(text) = &mut self.text {
            text.take(step);
        }
    }

    #[inline]
    fn is_listening(&self) -> bool {
        self.left_out.is_listening() || self.text.is_some()
    }

    #[inline]
    fn wants_head(&self) -> bool {
        self.text.is_some()
    }
}

/// Fills the columns of a block.
pub(crate) struct BatchMaker {
    taken: Taken,
    refuses: bool,
    filled: Filled,
    /// The number of the last game that has a row.
    last: u64,
    /// How many bytes the texts have that were written for games.
    texts: usize,
}

impl Maker for BatchMaker {
    type Sink = Taken;
    type Made = Filled;

    #[inline]
    fn sink(&mut self) -> &mut Taken {
        &mut self.taken
    }

    fn end(&mut self, game: Ended<'_, '_>) {
        let number = game.record.number;
        let losses = self.taken.losses();
        let refused = self.refuses && !(losses.is_empty() && game.lost.is_empty());
        // A game that is left out for its error loses nothing to the columns.
        if !game.skip {
            self.filled.losses.extend(game.lost.into_iter().chain(losses).map(|lost| (number, lost)));
        }
        if game.skip || refused {
            self.filled.skipped += 1;
        } else if let Some(filter) = &mut self.taken.text {
            let end = filter.bytes().len().saturating_sub(filter.gap());
            self.filled.batcher.append_as(game.record, filter.bytes().get(..end).unwrap_or_default());
            self.texts += end;
            self.last = number;
        } else {
            self.filled.batcher.append(game.record);
            self.last = number;
        }
        if let Some(filter) = &mut self.taken.text {
            filter.bytes().clear();
        }
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.filled.losses.extend(lost.into_iter().map(|lost| (number, lost)));
        self.filled.skipped += 1;
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

    fn finish(self) -> Filled {
        self.filled
    }
}
