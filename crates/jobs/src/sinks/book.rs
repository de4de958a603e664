//! Opening books, made from the moves of games.

use super::table::sort_options;
use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::books::{self, BookFormat, LACKS};
use crate::inputs::tables;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, ForeignSupport, GameEnd, GameSink, LocalSink, Needs, Piece, SinkFactory, StepSink, content,
};
use crate::settings::{Settings, WantedGames};
use scoresheet_columns::book::{BookBuilder, BookOptions, Plays, PlaysOf};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read;
use scoresheet_files::{Output as File, ScratchFolder};
use scoresheet_parallel::Cancel;

/// The size of blocks.
const BLOCK: usize = 1 << 20;
/// How many moves make a piece if games come one at a time.
const MOVES: usize = 1 << 14;

/// A book that is being made.
pub(crate) struct BookFile<'b> {
    settings: &'b Settings,
    foreign: &'b dyn Foreign,
    format: &'static BookFormat,
    options: BookOptions,
    builder: BookBuilder,
    out: File,
}

impl<'b> BookFile<'b> {
    /// An empty book.
    pub(crate) fn create(
        format: &'static BookFormat,
        out: File,
        settings: &'b Settings,
        foreign: &'b dyn Foreign,
    ) -> BookFile<'b> {
        let options = books::options(&settings.write.choices);
        // Runs that were killed may have left more than this one needs.
        ScratchFolder::sweep();
        let builder = BookBuilder::new(options, &sort_options(&settings.run));
        BookFile { settings, foreign, format, options, builder, out }
    }
}

impl<'b> GameSink<'b> for BookFile<'b> {
    fn needs(&self) -> Needs<'b> {
        Needs::steps(BLOCK, ForeignSupport::Trees(self.foreign))
    }

    fn factory(&self) -> Box<dyn SinkFactory<'b> + 'b> {
        Box::new(PlayFactory { options: self.options, refuses: self.settings.write.refuses(true) })
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let made: BlockPlays = content(piece)?;
        let number = |number: u64| at.base.games + number;
        pass.report.skipped += made.skipped;
        for (game, lost) in made.losses.iter().filter(|(game, _)| wanted.has(number(*game))) {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&at.game(number(*game))));
        }
        let name = self.out.name().to_owned();
        let builder = &mut self.builder;
        let added = builder.add(&made.plays, |game| wanted.has(number(game)));
        pass.report.written += added.map_err(|error| tables::not_written(error, &name))?;
        if builder.is_full() {
            let settled = in_background(&Cancel::default(), || builder.settle(), || pass.tick_when_due())?;
            settled.map_err(|error| tables::not_written(error, &name))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let BookFile { builder, out, settings, .. } = *self;
        let (name, cancel) = (out.name().to_owned(), Cancel::default());
        let finished =
            in_background(&cancel, || builder.finish(out, settings.run.threads(), &cancel), || pass.tick_when_due())?;
        let (out, counts) = finished.map_err(|error| tables::not_written(error, &name))?;
        pass.report.book = Some(counts);
        Ok(Complete::File(out))
    }
}

/// Creates sinks that collect the moves of blocks.
struct PlayFactory {
    options: BookOptions,
    /// Whether a game that would lose something is rejected.
    refuses: bool,
}

impl<'b> SinkFactory<'b> for PlayFactory {
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_plies: false, ..reading }
    }

    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 'b> {
        let plays = PlaysOf::new(self.options.plies, self.options.side, LACKS);
        Box::new(LocalPlays { plays, refuses: self.refuses, losses: Vec::new(), skipped: 0 })
    }
}

/// Collects the moves of a block.
struct LocalPlays {
    plays: PlaysOf,
    refuses: bool,
    losses: Vec<(u64, Lost)>,
    skipped: u64,
}

/// The moves of a block.
struct BlockPlays {
    plays: Plays,
    /// The losses, by the number of the game in the block.
    losses: Vec<(u64, Lost)>,
    skipped: u64,
}

impl LocalSink for LocalPlays {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.plays)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let number = game.record.number;
        let losses: Vec<Lost> = self.plays.losses().into_iter().map(|(kind, count)| Lost::of(kind, count)).collect();
        let refused = self.refuses && !(losses.is_empty() && game.lost.is_empty());
        // A game that is left out for its error loses nothing in the book.
        if !game.skip {
            self.losses.extend(game.lost.into_iter().chain(losses).map(|lost| (number, lost)));
        }
        if game.skip || refused || self.plays.is_refused() {
            self.skipped += 1;
            self.plays.drop_game();
        } else {
            self.plays.end(number);
        }
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.skipped += 1;
        self.losses.extend(lost.into_iter().map(|lost| (number, lost)));
    }

    fn is_full(&self) -> bool {
        self.plays.moves() >= MOVES
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalPlays { plays, losses, skipped, .. } = *self;
        Box::new(BlockPlays { plays: plays.finish(), losses, skipped })
    }
}
