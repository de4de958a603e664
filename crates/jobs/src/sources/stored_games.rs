//! Stored games back to steps: counted, and given to any output.

use crate::common::failure::Failure;
use crate::formats::{refine, stores};
use crate::inputs::tables::not_rebuilt;
use crate::pipeline::excerpt::raised;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::{BadGame, Origin};
use crate::pipeline::sink::{GameEnd, GameSink, LocalSink, Needs, SinkFactory, with_steps};
use crate::pipeline::wanted_rows;
use crate::settings::{RunSettings, Settings, WantedGames};
use crate::sources::prefilter;
use arrow_array::{BooleanArray, RecordBatch};
use scoresheet_columns::stored_rows::{self, EmittedGame, Moves, Stored, StoredGame};
use scoresheet_core::error::Fault;
use scoresheet_core::game::{AnyGames, GameFormat};
use scoresheet_core::location;
use scoresheet_core::read::{self, Record, Recorder, Tally};
use scoresheet_core::tree::Tree;
use scoresheet_files::Input;
use scoresheet_parallel::map_chunks;
use std::ops::Range;
use std::sync::Arc;

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
}

/// How stored games are rebuilt for a sink.
pub(crate) struct Rebuilding<'r, 's> {
    /// How those are read that are stored as text.
    pub(crate) reading: &'r read::Settings,
    pub(crate) needs: &'r Needs<'s>,
    pub(crate) factory: &'r dyn SinkFactory<'s>,
}

impl StoredGames<'_> {
    /// Counts the games and takes them to an output. All threads rebuild them.
    ///
    /// # Errors
    /// If the batch holds no games, the output fails, and at an error in a game where everything is to stop at it.
    pub(crate) fn take(
        &self,
        pass: &mut Pass<'_>,
        how: &Rebuilding<'_, '_>,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<(), Failure> {
        let games = Stored::of(self.batch).map_err(|error| not_rebuilt(self.input, &error))?;
        let lacking = if sink.format().is_some() { games.lacking() } else { Vec::new() };
        let rows = self.rows_to_take(pass, &games, how.needs);
        let Rebuilding { reading, factory, needs: Needs { records, .. } } = *how;
        let settings = pass.settings;
        let chunks = map_chunks(&rows, settings.run.threads(), prefilter::WORTH, |rows| {
            let mut giving = StoredReplay {
                settings,
                reading,
                incomplete: !lacking.is_empty(),
                record: Record::new(),
                recorder: records.then(Recorder::new),
                sound: Tally::default(),
                bad: Vec::new(),
            };
            let mut local = factory.local(None);
            let odd = giving.give_all(&games, rows, &mut *local);
            (giving.sound, odd, local.finish())
        });
        let source = self.input.name();
        let base = location::Base { games: self.base, ..location::Base::default() };
        for (sound, odd, piece) in chunks {
            pass.report.add_rows(sound);
            odd.into_iter().try_for_each(|odd| self.count_odd(pass, odd))?;
            sink.combine(
                pass,
                piece,
                &BlockLocation { base, ..BlockLocation::start_of(self.index, source) },
                WantedGames::ALL,
            )?;
        }
        self.count_others(pass, &rows)?;
        let lost = if lacking.is_empty() { 0 } else { rows.len() as u64 };
        pass.report.add_loss("column-missing", lost, || format!("{source}: {}", lacking.join(", ")));
        Ok(())
    }

    /// The wanted rows, without those that cannot have the pattern that the output asks for.
    fn rows_to_take(&self, pass: &mut Pass<'_>, games: &Stored<'_>, needs: &Needs<'_>) -> Vec<usize> {
        let is_kept = |row: &usize| self.keep.as_ref().is_none_or(|keep| keep.value(*row));
        let rows: Vec<usize> = (0..self.batch.num_rows()).filter(is_kept).collect();
        match &needs.pattern {
            Some(pattern) => {
                let pattern = Arc::clone(pattern);
                // Where errors matter, every game that is found has to be rebuilt.
                let counts = needs.only_counts && pass.settings.only_counts_errors();
                prefilter::StoredSearch { games, pattern, counts }.narrow(pass, &rows)
            }
            None => rows,
        }
    }

    /// Counts a game that is not counted with the others.
    fn count_odd(&self, pass: &mut Pass<'_>, odd: Odd<'_>) -> Result<(), Failure> {
        let Odd { row, text, tally, fault, bad } = odd;
        let number = self.base + row as u64 + 1;
        let base = location::Base { games: number - 1, ..location::Base::default() };
        if let Some(fault) = fault.filter(|_| pass.settings.read.raises(true)) {
            return Err(raised(fault, &base, text, self.input.name()));
        }
        pass.report.add_game(tally, number, text, self.input.name());
        pass.set_aside(&bad, &Origin { file: self.input.name(), base: &base, block: text })
    }

    /// Counts the games that are not taken, by the columns that tell of it.
    fn count_others(&self, pass: &mut Pass<'_>, taken: &[usize]) -> Result<(), Failure> {
        if taken.len() < self.batch.num_rows() {
            let mut others = vec![true; self.batch.num_rows()];
            taken.iter().for_each(|row| others[*row] = false);
            let columns = stored_rows::counted_columns(self.batch);
            pass.report.add_rows(stored_rows::counted(&wanted_rows::filtered(&columns, &others.into())?));
        }
        Ok(())
    }
}

/// A game that is counted by itself, because it is stored as text or something is wrong with it.
struct Odd<'b> {
    /// Its row in the batch.
    row: usize,
    text: &'b [u8],
    tally: Tally,
    /// Its first error.
    fault: Option<Fault>,
    /// What is set aside of it.
    bad: Vec<BadGame>,
}

/// Gives stored games to a local sink.
struct StoredReplay<'g> {
    settings: &'g Settings,
    reading: &'g read::Settings,
    incomplete: bool,
    record: Record<'g>,
    /// Makes records of games that are recognized by their columns, where the sink uses these.
    recorder: Option<Recorder>,
    /// Counts the games that are not [`Odd`].
    sound: Tally,
    /// The row that was given last, if it is set aside.
    bad: Vec<BadGame>,
}

impl<'g> StoredReplay<'g> {
    /// Gives the games of these rows, up to the first error at which everything is to stop. Returns those that are to be
    /// counted by themselves.
    fn give_all(&mut self, games: &Stored<'g>, rows: &[usize], local: &mut dyn LocalSink) -> Vec<Odd<'g>> {
        let mut all = Vec::new();
        for row in rows.iter().copied() {
            all.extend(self.give(games.game(row), row, local));
            if all.last().is_some_and(|odd: &Odd<'_>| self.settings.read.raises(odd.fault.is_some())) {
                break;
            }
        }
        all
    }

    /// Gives the game of a row. Returns it if it is not counted yet.
    fn give(&mut self, game: StoredGame<'g>, row: usize, local: &mut dyn LocalSink) -> Option<Odd<'g>> {
        let number = row as u64 + 1;
        let (text, (tally, fault)) = match game {
            StoredGame::Text(text) => (text, self.give_text(refine::format_of(text), text, number, local)),
            StoredGame::Document(text) => (text, self.give_text(stores::documents(), text, number, local)),
            StoredGame::Moves(moves) => (&b""[..], self.give_moves(&moves, number, local)?),
        };
        Some(Odd { row, text, tally, fault, bad: std::mem::take(&mut self.bad) })
    }

    /// Gives what a row holds as text. Where that are several games, which were not stored by us, all of them are given.
    fn give_text(
        &mut self,
        format: &dyn GameFormat,
        text: &'g [u8],
        number: u64,
        local: &mut dyn LocalSink,
    ) -> (Tally, Option<Fault>) {
        let mut games = AnyGames::of(format, text, self.reading);
        let mut first_error = None;
        while with_steps!(local, |steps| games.next(&mut self.record, steps)) {
            let start = self.record.byte as usize;
            let text = start..start + self.record.text.len();
            self.bad.extend(bad_game(&self.record, Some(text), self.settings));
            self.end(number, local);
            if first_error.is_none() {
                first_error = self.record.first_error.take();
            }
        }
        let mut tally = games.into_tally();
        if tally.games == 0 {
            let place = location::Location { game: number, ..location::Location::default() };
            with_steps!(local, |steps| Tree::new().emit(place, steps));
            self.end(number, local);
        }
        // A row is one game, whatever its text holds: numbers and limits count rows.
        tally.games = 1;
        (tally, first_error)
    }

    /// Gives what the columns of a row tell. Returns what is not counted yet, and the first error.
    fn give_moves(
        &mut self,
        moves: &Moves<'_>,
        number: u64,
        local: &mut dyn LocalSink,
    ) -> Option<(Tally, Option<Fault>)> {
        let place = location::Location { game: number, ..location::Location::default() };
        let Some(mut recorder) = self.recorder.take() else {
            let given = with_steps!(local, |steps| moves.emit(place, steps));
            complete(&mut self.record, moves, given);
            self.record.number = number;
            let counted = count(&self.record, &mut self.sound, &self.settings.run);
            self.bad.extend(bad_game(&self.record, None, self.settings));
            local.end(self.ended(&self.record));
            return counted;
        };
        let given = with_steps!(local, |steps| moves.emit(place, &mut (&mut recorder, steps)));
        let mut record = recorder.record();
        complete(&mut record, moves, given);
        let counted = count(&record, &mut self.sound, &self.settings.run);
        self.bad.extend(bad_game(&record, None, self.settings));
        record.number = number;
        local.end(self.ended(&record));
        drop(record);
        self.recorder = Some(recorder);
        counted
    }

    fn end(&mut self, number: u64, local: &mut dyn LocalSink) {
        self.record.number = number;
        local.end(self.ended(&self.record));
    }

    fn ended<'e, 'r>(&self, record: &'e Record<'r>) -> GameEnd<'e, 'r> {
        GameEnd { incomplete: self.incomplete, ..GameEnd::of(record, self.settings) }
    }
}

/// Counts a game with the sound ones; if something is wrong with it, returns its own count and its first error.
fn count(record: &Record<'_>, sound: &mut Tally, settings: &RunSettings) -> Option<(Tally, Option<Fault>)> {
    if record.faults.is_empty() {
        sound.add_game(record);
        return None;
    }
    let mut tally = if settings.errors.is_some() { Tally::of_all() } else { Tally::default() };
    tally.add_game(record);
    record.first_error.iter().for_each(|fault| tally.add_fault(fault.clone()));
    Some((tally, record.first_error.clone()))
}

/// The game of a row, if it is set aside.
fn bad_game(record: &Record<'_>, text: Option<Range<usize>>, settings: &Settings) -> Option<BadGame> {
    settings.run.repair.as_ref()?;
    // The place of a row is its number, which is that of the text.
    BadGame::of(record, text, settings).map(|game| game.numbered(1))
}

/// Puts into a record what is known of a game that is told by its columns.
fn complete(record: &mut Record<'_>, moves: &Moves<'_>, given: EmittedGame) {
    (record.ply_count, record.ending) = (given.plies, given.ending);
    (record.termination, record.first_error) = (moves.termination, given.fault);
    record.faults = moves.error.iter().chain(&record.first_error).cloned().collect();
}
