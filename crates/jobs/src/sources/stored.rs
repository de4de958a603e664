//! Stored games back to steps: counted, and given to any output.

use crate::aside::{BadGame, Origin};
use crate::chosen;
use crate::explain::raised;
use crate::failure::Failure;
use crate::formats::{refine, stores};
use crate::outputs::{Ended, Make, Maker, Output};
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use crate::sources::found;
use crate::tables::not_rebuilt;
use arrow_array::{BooleanArray, RecordBatch};
use scoresheet_columns::stored::{self, Game, Given, Moves, Stored};
use scoresheet_core::at;
use scoresheet_core::error::Fault;
use scoresheet_core::game::{GameFormat, Games};
use scoresheet_core::read::{self, Record, Recorder, Tally};
use scoresheet_core::tree::Tree;
use scoresheet_files::Input;
use std::ops::Range;

/// The stored games of a batch.
pub(crate) struct StoredGames<'b> {
    pub(crate) batch: &'b RecordBatch,
    /// Which of them are wanted; `None` if all are.
    pub(crate) keep: Option<BooleanArray>,
    /// How many games of the input precede them.
    pub(crate) base: u64,
    /// The place of the input among the others.
    pub(crate) index: usize,
    pub(crate) input: &'b Input,
    /// How those are read that are stored as text.
    pub(crate) reading: &'b read::Settings,
}

impl StoredGames<'_> {
    /// Counts the games and takes them to an output.
    ///
    /// # Errors
    /// If the batch holds no games, the output fails, and at an error in a game where everything is to stop at it.
    pub(crate) fn take<O: Output>(&self, pass: &mut Pass<'_>, out: &mut O) -> Result<(), Failure> {
        let games = Stored::of(self.batch).map_err(|error| not_rebuilt(self.input, &error))?;
        let lacking = if out.format().is_some() { games.lacking() } else { Vec::new() };
        let mut giving = Giving {
            settings: pass.settings,
            reading: self.reading,
            incomplete: !lacking.is_empty(),
            record: Record::new(),
            recorder: None,
            bad: Vec::new(),
        };
        let make = out.make();
        giving.recorder = make.wants_records().then(Recorder::new);
        let mut maker = make.start(None);
        let keep = self.rows_to_take(pass, &games, out);
        let is_kept = |row: usize| keep.as_ref().is_none_or(|keep| keep.value(row));
        let mut given = 0;
        for row in (0..self.batch.num_rows()).filter(|row| is_kept(*row)) {
            let (game, number) = (games.game(row), self.base + row as u64 + 1);
            let text = if let Game::Text(text) | Game::Document(text) = &game { *text } else { b"" };
            let (tally, fault) = giving.give(game, row as u64 + 1, &mut maker);
            if let Some(fault) = fault.filter(|_| giving.settings.raises(true)) {
                let base = at::Base { games: number - 1, ..at::Base::default() };
                return Err(raised(fault, &base, text, self.input.name()));
            }
            pass.report.add_game(tally, number, text, self.input.name());
            let base = at::Base { games: number - 1, ..at::Base::default() };
            pass.set_aside(&giving.bad, &Origin { file: self.input.name(), base: &base, block: text })?;
            giving.bad.clear();
            given += 1;
        }
        self.count_others(pass, keep.as_ref())?;
        let source = self.input.name();
        let lost = if lacking.is_empty() { 0 } else { given };
        pass.report.add_loss("column-missing", lost, || format!("{source}: {}", lacking.join(", ")));
        let base = at::Base { games: self.base, ..at::Base::default() };
        out.put(pass, maker.finish(), &At { base, ..At::start_of(self.index, source) }, Wanted::ALL)
    }

    /// The wanted rows, without those that cannot have the pattern that the output asks for; `None` for all.
    fn rows_to_take<O: Output>(&self, pass: &mut Pass<'_>, games: &Stored<'_>, out: &O) -> Option<BooleanArray> {
        let Some(pattern) = out.pattern() else { return self.keep.clone() };
        let all = || BooleanArray::from(vec![true; self.batch.num_rows()]);
        let keep = self.keep.clone().unwrap_or_else(all);
        Some(found::narrowed(pass, games, &keep, &pattern))
    }

    /// Counts the games that are not taken, by the columns that tell of it.
    fn count_others(&self, pass: &mut Pass<'_>, keep: Option<&BooleanArray>) -> Result<(), Failure> {
        if let Some(keep) = keep {
            let others = keep.iter().map(|keep| keep.map(|keep| !keep)).collect();
            pass.report.add_rows(stored::counted(&chosen::filtered(self.batch, &others)?));
        }
        Ok(())
    }
}

/// Gives stored games to a maker.
struct Giving<'g> {
    settings: &'g Settings,
    reading: &'g read::Settings,
    incomplete: bool,
    record: Record<'g>,
    /// Makes records of games that are recognized by their columns, where the maker goes by these.
    recorder: Option<Recorder>,
    /// The row that was given last, if it is set aside.
    bad: Vec<BadGame>,
}

impl<'g> Giving<'g> {
    /// Gives a game, which has this number in its batch. Returns what was counted, and the first error.
    fn give(&mut self, game: Game<'g>, number: u64, maker: &mut impl Maker) -> (Tally, Option<Fault>) {
        match game {
            Game::Text(text) => self.give_text(refine::format_of(text), text, number, maker),
            Game::Document(text) => self.give_text(stores::documents(), text, number, maker),
            Game::Moves(moves) => self.give_moves(&moves, number, maker),
        }
    }

    /// Gives what a row holds as text. Where that are several games, which were not stored by us, all of them are given.
    fn give_text(
        &mut self,
        format: &dyn GameFormat,
        text: &'g [u8],
        number: u64,
        maker: &mut impl Maker,
    ) -> (Tally, Option<Fault>) {
        let mut games = Games::of(format, text, self.reading);
        let mut first_error = None;
        while games.next(&mut self.record, maker.sink()) {
            let start = self.record.byte as usize;
            let text = start..start + self.record.text.len();
            self.bad.extend(bad_game(&self.record, Some(text), self.settings));
            self.end(number, maker);
            if first_error.is_none() {
                first_error = self.record.first_error.take();
            }
        }
        let mut tally = games.into_tally();
        if tally.games == 0 {
            Tree::new().give(at::At { game: number, ..at::At::default() }, maker.sink());
            self.end(number, maker);
        }
        // A row is one game, whatever its text holds: numbers and limits count rows.
        tally.games = 1;
        (tally, first_error)
    }

    /// Gives what the columns of a row tell.
    fn give_moves(&mut self, moves: &Moves<'_>, number: u64, maker: &mut impl Maker) -> (Tally, Option<Fault>) {
        let place = at::At { game: number, ..at::At::default() };
        let given = match &mut self.recorder {
            Some(recorder) => moves.give(place, &mut (recorder, maker.sink())),
            None => moves.give(place, maker.sink()),
        };
        let fault = given.fault.clone();
        let mut tally = if self.settings.errors.is_some() { Tally::of_all() } else { Tally::default() };
        match &self.recorder {
            Some(recorder) => {
                let mut record = recorder.record();
                complete(&mut record, moves, given);
                tally.add_game(&record);
                self.bad.extend(bad_game(&record, None, self.settings));
                record.number = number;
                maker.end(self.ended(&record));
            }
            None => {
                complete(&mut self.record, moves, given);
                tally.add_game(&self.record);
                self.bad.extend(bad_game(&self.record, None, self.settings));
                self.end(number, maker);
            }
        }
        fault.iter().for_each(|fault| tally.add_fault(fault.clone()));
        (tally, fault)
    }

    fn end(&mut self, number: u64, maker: &mut impl Maker) {
        self.record.number = number;
        maker.end(self.ended(&self.record));
    }

    fn ended<'e, 'r>(&self, record: &'e Record<'r>) -> Ended<'e, 'r> {
        Ended { incomplete: self.incomplete, ..Ended::of(record, self.settings) }
    }
}

/// The game of a row, if it is set aside.
fn bad_game(record: &Record<'_>, text: Option<Range<usize>>, settings: &Settings) -> Option<BadGame> {
    settings.repair.as_ref()?;
    // The place of a row is its number, which is that of the text.
    BadGame::of(record, text, settings).map(|game| game.numbered(1))
}

/// Puts into a record what is known of a game that is told by its columns.
fn complete(record: &mut Record<'_>, moves: &Moves<'_>, given: Given) {
    (record.ply_count, record.ending) = (given.plies, given.ending);
    (record.termination, record.first_error) = (moves.termination, given.fault);
    record.faults = moves.error.iter().chain(&record.first_error).cloned().collect();
}
