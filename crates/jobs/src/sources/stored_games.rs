//! Stored games back to steps: counted, and given to any output.

use crate::common::failure::Failure;
use crate::formats::{refine, stores};
use crate::inputs::tables::{not_rebuilt, not_searched};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{GameSink, LocalSink, Needs, SinkFactory, with_steps};
use crate::pipeline::wanted_rows;
use crate::settings::{Settings, WantedGames};
use crate::sources::odd_game::{OddGame, StoredTexts};
use crate::sources::prefilter;
use arrow_array::{BooleanArray, RecordBatch};
use scoresheet_columns::stored_rows::{self, EmittedGame, Moves, Stored, StoredGame};
use scoresheet_core::game;
use scoresheet_core::location;
use scoresheet_core::read::{self, Record, Recorder, Tally};
use scoresheet_core::rules::Rules;
use scoresheet_files::Input;
use scoresheet_parallel::map_chunks;
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
    /// The names of all columns of the input.
    pub(crate) names: &'b [String],
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
    /// If the batch holds no games, the output fails, or a game has an error that is to stop everything.
    pub(crate) fn take(
        &self,
        pass: &mut Pass<'_>,
        how: &Rebuilding<'_, '_>,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<(), Failure> {
        let games = Stored::of(self.batch).map_err(|error| not_rebuilt(self.input, self.names, &error))?;
        for pattern in pass.settings.transforms.patterns().chain(&how.needs.pattern) {
            games.has_notes_for(pattern).map_err(|error| not_searched(self.input, self.names, &error))?;
        }
        let lacking = if sink.format().is_some() { games.lacking() } else { Vec::new() };
        let rows = self.rows_to_take(pass, &games, how.needs);
        let Rebuilding { reading, factory, needs: Needs { records, .. } } = *how;
        let settings = pass.settings;
        let chunks = map_chunks(&rows, settings.run.threads(), prefilter::WORTH, |rows| {
            let mut giving = StoredReplay {
                texts: StoredTexts { settings, reading, incomplete: !lacking.is_empty() },
                record: Record::new(),
                recorder: records.then(Recorder::new),
                sound: Tally::default(),
            };
            let mut local = factory.local(None);
            let odd = giving.give_all(&games, rows, &mut *local);
            (giving.sound, odd, local.finish())
        });
        let source = self.input.name();
        let base = location::Base { games: self.base, ..location::Base::default() };
        for (sound, odd, piece) in chunks {
            pass.report.add_rows(sound);
            odd.into_iter().try_for_each(|odd| odd.count(pass, self.base, source))?;
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

    /// The wanted rows, without those that cannot match the pattern of the output.
    fn rows_to_take(&self, pass: &mut Pass<'_>, games: &Stored<'_>, needs: &Needs<'_>) -> Vec<usize> {
        let is_kept = |row: &usize| self.keep.as_ref().is_none_or(|keep| keep.value(*row));
        let rows: Vec<usize> = (0..self.batch.num_rows()).filter(is_kept).collect();
        match &needs.pattern {
            Some(pattern) => {
                let pattern = Arc::clone(pattern);
                // If errors matter, every game that is found has to be rebuilt.
                let counts = needs.only_counts && pass.settings.only_counts_errors();
                prefilter::StoredSearch { games, pattern, counts }.narrow(pass, &rows)
            }
            None => rows,
        }
    }

    /// Counts the games that are not taken, from their columns.
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

/// Gives the stored games of rows to a local sink, without counting them. If the sink uses records, a recorder makes them.
pub(crate) fn rebuilt(
    games: &Stored<'_>,
    rows: &[usize],
    (settings, reading): (&Settings, &read::Settings),
    recorder: Option<Recorder>,
    local: &mut dyn LocalSink,
) {
    let mut giving = StoredReplay {
        texts: StoredTexts { settings, reading, incomplete: false },
        record: Record::new(),
        recorder,
        sound: Tally::default(),
    };
    giving.give_all(games, rows, local);
}

/// Gives stored games to a local sink.
struct StoredReplay<'g> {
    texts: StoredTexts<'g>,
    record: Record<'g>,
    /// Makes records of games that are recognized by their columns, if the sink uses these.
    recorder: Option<Recorder>,
    /// Counts the games that are not odd.
    sound: Tally,
}

impl<'g> StoredReplay<'g> {
    /// Gives the games of these rows, up to the first error at which everything is to stop. Returns those that are to be
    /// counted by themselves.
    fn give_all(&mut self, games: &Stored<'g>, rows: &[usize], local: &mut dyn LocalSink) -> Vec<OddGame<'g>> {
        let (mut all, mut left) = (Vec::new(), rows);
        while let Some((row, others)) = left.split_first() {
            let odd = match games.texts(left) {
                Some((count, texts)) => {
                    left = &left[count..];
                    Some(self.texts.give_all((texts, count), *row as u64 + 1, &mut self.record, local))
                }
                None => {
                    left = others;
                    self.give(games.game(*row), *row, local)
                }
            };
            all.extend(odd);
            if all.last().is_some_and(|odd: &OddGame<'_>| self.texts.settings.read.raises(odd.fault.is_some())) {
                break;
            }
        }
        all
    }

    /// Gives the game of a row. Returns it if it is not counted yet.
    fn give(&mut self, game: StoredGame<'g>, row: usize, local: &mut dyn LocalSink) -> Option<OddGame<'g>> {
        let number = row as u64 + 1;
        match game {
            StoredGame::Text(text) => {
                Some(self.texts.give((refine::format_of(text), text), number, &mut self.record, local))
            }
            StoredGame::Row(text) => Some(self.texts.give((game::csv(), text), number, &mut self.record, local)),
            StoredGame::Document(text) => {
                Some(self.texts.give((stores::documents(), text), number, &mut self.record, local))
            }
            StoredGame::Moves(moves) => self.give_moves(&moves, number, local),
            StoredGame::Unplayed { text, error } => {
                let text = text.as_bytes();
                let mut odd = self.texts.give((refine::format_of(text), text), number, &mut Record::new(), local);
                if let (None, Some(error)) = (&odd.fault, error) {
                    odd.tally.faulty = 1;
                    odd.tally.add_fault(error);
                }
                Some(odd.without_source().into_owned())
            }
        }
    }

    /// Passes on what the columns of a row contain. Returns what is not counted yet.
    fn give_moves(&mut self, moves: &Moves<'_>, number: u64, local: &mut dyn LocalSink) -> Option<OddGame<'g>> {
        let place = location::Location { game: number, ..location::Location::default() };
        let Some(mut recorder) = self.recorder.take() else {
            let given = with_steps!(local, |steps| moves.emit(place, steps));
            self.record.standard_start = true;
            complete(&mut self.record, moves, given);
            let odd = OddGame::of(&self.record, number, &mut self.sound, self.texts.settings);
            self.texts.end(&mut self.record, number, local);
            return odd;
        };
        let given = with_steps!(local, |steps| moves.emit(place, &mut (&mut recorder, steps)));
        let mut record = recorder.record();
        complete(&mut record, moves, given);
        let odd = OddGame::of(&record, number, &mut self.sound, self.texts.settings);
        self.texts.end(&mut record, number, local);
        drop(record);
        self.recorder = Some(recorder);
        odd
    }
}

/// Completes a record with what is known of a game that was restored from its columns.
fn complete(record: &mut Record<'_>, moves: &Moves<'_>, given: EmittedGame) {
    (record.ply_count, record.ending) = (given.plies, given.ending);
    (record.termination, record.first_error) = (moves.termination, given.fault);
    if moves.start.rules() != Rules::STANDARD {
        record.start.clone_from(&moves.start);
        record.standard_start = false;
    }
    record.faults = moves.error.iter().chain(&record.first_error).cloned().collect();
}
