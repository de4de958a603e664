//! Finding out which games are chosen, and in which order: the games are gone through once before they go to the output.

use super::copyist::Copyist;
use super::duplicates::Dropped;
use super::identity::{Identity, SeenSteps};
use super::rows::{GamePlace, Row, SelectionRows};
use super::{known_games, natural_order, operators};
use crate::common::failure::Failure;
use crate::common::number_set::{Ranges, Selection};
use crate::common::spool::temporary_files;
use crate::formats::refine;
use crate::inputs::archive_file;
use crate::inputs::tables::resolve;
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, GameEnd, GameSink, LocalSink, Needs, Piece, SinkFactory, StepSink, content};
use crate::selection::copy_source::Arranged;
use crate::selection::second_pass::{SecondPass, Selected, take_from};
use crate::settings::select::{Select, SortKey};
use crate::settings::stages::stages;
use crate::settings::transforms::Stage;
use crate::settings::{OnError, RunSettings, SelectionSettings, Settings, WantedGames};
use crate::sinks::batches::{BatchFactory, Filled, LocalBatch, Taken};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_row::{RowConverter, SortField};
use arrow_schema::SortOptions;
use scoresheet_columns::column::{Column, tags};
use scoresheet_core::edit::Edits;
use scoresheet_core::game::GameFormat;
use scoresheet_core::location::Base;
use scoresheet_core::read::{self, Depth, KeepFaults, Record};
use scoresheet_core::step::{Sink, Step};
use scoresheet_files::Input;
use scoresheet_spill::{Pool, Sorter};
use std::io;
use std::sync::Arc;

/// Passes the games of all inputs to an output, transformed according to the settings.
///
/// # Errors
/// If the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_transformed<'s>(
    inputs: &[Input],
    sink: Box<dyn GameSink<'s> + 's>,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    let planned = plan(inputs, sink.needs().block, pass)?;
    take_from(inputs, sink, planned, pass)
}

/// Makes the choices that the settings request. `block` is how large the blocks of the output are.
///
/// # Errors
/// If the inputs cannot be read, or games cannot be chosen in the requested way.
fn plan(inputs: &[Input], block: usize, pass: &mut Pass<'_>) -> Result<SecondPass, Failure> {
    let stages = stages(pass.settings);
    let selects = stages.iter().filter(|stage| matches!(stage, Stage::Select(_))).count();
    let edits = |from: usize| stages[from..].iter().filter_map(Stage::edits).collect::<Arc<[_]>>();
    let leaves_out = |stage: &Stage| stage.edits().is_some_and(|edits| edits.leave_out());
    let mut before_limit = stages.iter().take_while(|stage| stage.limit().is_none());
    // The limit counts the games that are left.
    let counts_all = selects == 1 && !before_limit.any(leaves_out);
    if let Some(most) = stages.iter().find_map(Stage::limit).filter(|_| counts_all) {
        return Ok(SecondPass { games: Selected::First(most), edits: edits(0) });
    }
    let (mut games, mut made, mut at) = (Selected::All, 0, 0);
    while let Some(first) = (at..stages.len()).find(|at| matches!(stages[*at], Stage::Select(_))) {
        let behind = (first..stages.len()).find(|at| !matches!(stages[*at], Stage::Select(_))).unwrap_or(stages.len());
        let selects: Vec<_> = stages[first..behind].iter().filter_map(Stage::select).collect();
        let before: Arc<[_]> = stages[made..first].iter().filter_map(Stage::edits).collect();
        if let ([Select::Games(ranges)], Selected::All) = (selects.as_slice(), &games)
            && !stages[..first].iter().any(leaves_out)
            && let Some(counted) = counted(inputs, ranges, pass.settings)
        {
            (games, at) = (Selected::These(counted), behind);
            continue;
        }
        games = ChoiceChain { inputs, block, games, edits: before, selects: &selects }.run(pass)?;
        if matches!(games, Selected::Arranged(_)) {
            // The copies are of the games as they have become.
            made = first;
        }
        at = behind;
    }
    Ok(SecondPass { games, edits: edits(made) })
}

/// The games of these numbers, if all inputs are archives at URLs, whose indexes show how many games they have: then only
/// the blocks with these games are fetched.
fn counted(inputs: &[Input], ranges: &Ranges, settings: &Settings) -> Option<Arc<[Selection]>> {
    let SelectionSettings { games, period, .. } = &settings.selection;
    // Which games are left out for their errors shows only when they are read.
    let takes_all = settings.read.on_error != OnError::Skip && settings.run.repair.is_none();
    let is_at_url = |input: &Input| input.data().is_some_and(|data| data.path().is_none());
    if !takes_all || games.is_some() || period.is_some() || !inputs.iter().all(is_at_url) {
        return None;
    }
    let (mut before, mut found) = (0, Vec::new());
    for input in inputs {
        let mut selection = Selection::default();
        if before < ranges.last() {
            let (_, archive) = archive_file::in_place(input, &settings.read)?;
            let games = archive.index().games();
            let numbers = (1..=games).filter(|number| ranges.has(before + number));
            numbers.for_each(|number| selection.numbers.add(number));
            before += games;
        }
        found.push(selection);
    }
    Some(found.into())
}

/// Choices that follow each other.
struct ChoiceChain<'p> {
    inputs: &'p [Input],
    block: usize,
    games: Selected,
    /// How the games are edited before.
    edits: Arc<[Arc<Edits>]>,
    selects: &'p [&'p Select],
}

impl ChoiceChain<'_> {
    fn run(self, pass: &mut Pass<'_>) -> Result<Selected, Failure> {
        let ChoiceChain { inputs, block, games, edits, selects } = self;
        // What can be read only once is read here, and then from a copy.
        let once = inputs.iter().any(Input::is_once);
        let reorders = selects.iter().any(|select| select.reorders());
        let copies = once || reorders || matches!(games, Selected::Arranged(_));
        // Copies are read here for the only time, if they were not copied before.
        let reports = copies && !matches!(games, Selected::Arranged(_));
        let leaves_out = edits.iter().any(|edits| edits.leave_out());
        let settings = planning_settings(pass.settings, selects, Reporting { reports, leaves_out });
        let out = Planning::new(&settings.run, selects, How { copies, block })?;
        let faults = if reports { pass.report.lend_faults() } else { None };
        let mut found = None;
        let aside = pass.aside.take_if(|_| reports);
        let mut planning = Pass::new(&settings, Depth::Positions, &mut *pass.host);
        planning.aside = aside;
        planning.report.write_faults_to(faults);
        take_from(inputs, Box::new(out.into(&mut found)), SecondPass { games, edits }, &mut planning)?;
        let seen = planning.settle();
        pass.adopt(seen, reports);
        let Some(CollectedRows { rows, copies, blocks }) = found else {
            return Err(Failure::Internal("no games were found".to_owned()));
        };
        let mut chosen = rows;
        let mut dropped = Dropped::new(pass.dropped.take());
        for select in selects {
            chosen = match select {
                Select::Against(against) => known_games::leave_out(chosen, against, pass, &mut dropped)?,
                _ => operators::apply(select, chosen, settings.run.sort_memory, &mut dropped)
                    .map_err(|error| unsorted(&error))?,
            };
        }
        pass.report.changes.add(&dropped.changes);
        pass.dropped = dropped.into_list();
        match copies {
            Some(copies) => Ok(Selected::Arranged(Arranged::new(copies, chosen))),
            None => selections(chosen, blocks, inputs.len()).map(Selected::These).map_err(|error| unsorted(&error)),
        }
    }
}

/// How many bytes of copies are held in memory.
const COPIES: u64 = 64 << 20;

/// How games are read for choices.
#[derive(Clone, Copy)]
struct Reporting {
    /// Whether their errors are reported.
    reports: bool,
    /// Whether some are left out before they are chosen.
    leaves_out: bool,
}

/// How the games are read for choices. Unless that is reported, errors end nothing: the games may not be chosen.
fn planning_settings(settings: &Settings, selects: &[&Select], how: Reporting) -> Settings {
    let Reporting { reports, leaves_out } = how;
    let limit = match selects {
        // How many games must be read is not known.
        _ if leaves_out => None,
        [Select::Games(ranges), ..] => Some(ranges.last()),
        [Select::Places(places), ..] => Some(places.last()),
        [Select::Limit(most), ..] => Some(*most),
        _ => None,
    };
    let mut planning = settings.clone();
    if !reports {
        planning.run.errors = None;
        if planning.read.on_error == OnError::Raise {
            planning.read.on_error = OnError::Keep;
        }
    }
    (planning.write.explain, planning.run.duplicates) = (false, None);
    planning.selection.limit = limit;
    planning
}

/// What is known of the games of an input that others are compared with: identities, and the keys of the comparison.
///
/// # Errors
/// If the input cannot be read as a whole.
pub(super) fn known_rows(input: &Input, pass: &mut Pass<'_>) -> Result<SelectionRows, Failure> {
    let inputs = std::slice::from_ref(input);
    let mut found = None;
    let out = Planning::new(&pass.settings.run, &[], How { copies: false, block: BLOCK })?;
    let sink = Box::new(out.identified_by(Identity::Known).into(&mut found));
    take_from(inputs, sink, SecondPass { games: Selected::All, edits: Arc::default() }, pass)?;
    if let Some(error) = pass.unannounced() {
        return Err(error.into());
    }
    found.map(|found| found.rows).ok_or_else(|| Failure::Internal("no games were found".to_owned()))
}

/// How large the blocks of such an input are.
const BLOCK: usize = 1 << 20;

/// The failure to keep the keys of games in temporary files.
pub(super) fn unsorted(error: &io::Error) -> Failure {
    Failure::not_written(error, "a temporary file")
}

/// The games that were selected, input by input.
fn selections(rows: SelectionRows, blocks: Vec<(usize, Base)>, inputs: usize) -> io::Result<Arc<[Selection]>> {
    let mut selections = vec![Selection::default(); inputs];
    for (input, base) in blocks {
        if let Some(selection) = selections.get_mut(input) {
            selection.blocks.insert(base.bytes, base.games);
        }
    }
    for row in rows {
        let place = row?.place;
        if let Some(selection) = selections.get_mut(place.input as usize) {
            selection.numbers.add(place.number);
        }
    }
    Ok(selections.into())
}

/// How games are planned, besides what choices go by.
struct How {
    /// Whether they are copied.
    copies: bool,
    /// How large blocks are.
    block: usize,
}

/// What was found of all games.
struct CollectedRows {
    rows: SelectionRows,
    /// Their copies, if they are wanted.
    copies: Option<Pool>,
    /// Where the blocks of each input start.
    blocks: Vec<(usize, Base)>,
}

/// An output that keeps of each game what choices go by.
struct Planning<'p> {
    factory: PlanFactory,
    /// The stages that go by a key, and for sorting what makes it.
    keys: Vec<Option<SortedBy>>,
    rows: Sorter,
    copies: Option<Pool>,
    blocks: Vec<(usize, Base)>,
    found: Option<&'p mut Option<CollectedRows>>,
}

/// What makes a key of columns.
struct SortedBy {
    converter: RowConverter,
    /// The places of the columns in a batch, and whether they are sorted in the natural order.
    columns: Vec<(usize, bool)>,
}

impl<'p> Planning<'p> {
    fn new(settings: &RunSettings, selects: &[&Select], how: How) -> Result<Planning<'p>, Failure> {
        let How { copies, block } = how;
        let mut columns: Vec<&'static dyn Column> = Vec::new();
        let mut keys = Vec::new();
        let mut identities = Vec::new();
        for select in selects {
            match select {
                Select::Sort(by) => keys.push(Some(SortedBy::of(by, &mut columns)?)),
                Select::Dedupe(how) => {
                    identities.push(Identity::Among(*how));
                    keys.push(None);
                }
                Select::Against(_) => {
                    identities.push(Identity::Known);
                    keys.push(None);
                }
                _ => {}
            }
        }
        let batches = BatchFactory::pulled(columns.into());
        let factory = PlanFactory { batches, identities: identities.into(), copies, block };
        Ok(Planning {
            factory,
            keys,
            rows: Sorter::new(settings.sort_memory, &temporary_files()),
            copies: copies.then(|| Pool::new(COPIES, &temporary_files())),
            blocks: Vec::new(),
            found: None,
        })
    }

    /// The same, which keeps the identity of each game.
    fn identified_by(mut self, identity: Identity) -> Planning<'p> {
        self.factory.identities = Arc::new([identity]);
        self.keys = vec![None];
        self
    }

    /// The same, which returns what it found.
    fn into(self, found: &'p mut Option<CollectedRows>) -> Planning<'p> {
        Planning { found: Some(found), ..self }
    }

    /// Keeps the games of a block.
    fn keep(&mut self, made: MadePlan, at: &BlockLocation<'_>, wanted: WantedGames<'_>) -> io::Result<()> {
        let MadePlan { filled, games, texts } = made;
        self.blocks.push((at.input, at.base));
        let mut batcher = filled.batcher;
        let batch = batcher.finish(&at.base, at.source);
        let mut sorted = Vec::new();
        for by in &mut self.keys {
            sorted.push(by.as_mut().map(|by| by.keys(batch.columns())).transpose()?);
        }
        let mut start = 0;
        let mut bytes = Vec::new();
        for (row, game) in games.into_iter().enumerate() {
            let text = &texts[start..game.text_end];
            start = game.text_end;
            let number = at.base.games + game.number;
            if !wanted.has(number) {
                continue;
            }
            let length = u32::try_from(text.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
            let input = u32::try_from(at.input).unwrap_or(u32::MAX);
            let start = self.copies.as_mut().map_or(Ok(0), |copies| copies.append(text))?;
            let place = GamePlace { input, number, start, length, clean: game.clean };
            let mut identities = game.identities.into_iter();
            let key = |sorted: &Option<arrow_row::Rows>| match sorted {
                Some(sorted) => sorted.row(row).as_ref().to_vec(),
                None => identities.next().unwrap_or_default(),
            };
            let keys = sorted.iter().map(key).collect();
            bytes.clear();
            Row { place, keys, merged: Vec::new() }.write(&mut bytes);
            self.rows.push(&[], &bytes)?;
        }
        Ok(())
    }
}

impl SortedBy {
    fn of(by: &[SortKey], columns: &mut Vec<&'static dyn Column>) -> Result<SortedBy, Failure> {
        let (mut fields, mut places) = (Vec::new(), Vec::new());
        for key in by {
            let named = resolve(std::slice::from_ref(&key.column))?;
            let [column] = named.as_slice() else {
                let message = format!("`{}` is a family of columns; games are sorted by single columns", key.column);
                return Err(Failure::usage(message, "`scoresheet list columns` shows the columns of each family"));
            };
            let place = columns.iter().position(|known| known.spec().name == column.spec().name);
            let is_natural = column.spec().name == tags::ROUND.spec().name;
            places.push((place.unwrap_or(columns.len()), is_natural));
            if place.is_none() {
                columns.push(*column);
            }
            let options = SortOptions { descending: key.descending, nulls_first: false };
            fields.push(SortField::new_with_options(column.spec().kind.arrow(), options));
        }
        let converter = RowConverter::new(fields).map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(SortedBy { converter, columns: places })
    }

    fn keys(&mut self, batch: &[ArrayRef]) -> io::Result<arrow_row::Rows> {
        let column = |(place, is_natural): &(usize, bool)| match batch[*place].as_string_opt::<i32>() {
            Some(texts) if *is_natural => Arc::new(natural_order::keys(texts)),
            _ => Arc::clone(&batch[*place]),
        };
        let columns: Vec<ArrayRef> = self.columns.iter().map(column).collect();
        debug_assert!(columns.iter().all(|column| column.len() == columns[0].len()));
        self.converter.convert_columns(&columns).map_err(io::Error::other)
    }
}

impl<'s> GameSink<'s> for Planning<'_> {
    fn needs(&self) -> Needs<'s> {
        // Only a game without any fault is copied among others.
        let faults = if self.factory.copies { KeepFaults::OfGame } else { KeepFaults::Firsts };
        Needs { block: self.factory.block, depth: Depth::Frame, faults, ..self.factory.batches.needs() }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's> {
        Box::new(self.factory.clone())
    }

    fn combine(
        &mut self,
        _pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        self.keep(content(piece)?, at, wanted).map_err(|error| unsorted(&error))
    }

    fn finish(mut self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let rows = self.rows.finish().map_err(|error| unsorted(&error))?;
        if let Some(found) = self.found.take() {
            let rows = Box::new(rows.map(|entry| Row::read(entry?.value())));
            *found = Some(CollectedRows { rows, copies: self.copies, blocks: self.blocks });
        }
        Ok(Complete::Nothing)
    }
}

/// Creates sinks that keep of each game what choices go by.
#[derive(Clone)]
struct PlanFactory {
    batches: BatchFactory,
    identities: Arc<[Identity]>,
    /// Whether the games are copied.
    copies: bool,
    /// How large blocks are.
    block: usize,
}

impl<'s> SinkFactory<'s> for PlanFactory {
    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        let reading = self.batches.reading(reading, from);
        // Games that are copied are read here for the only time.
        let whole = !self.identities.is_empty() || self.copies;
        if whole { read::Settings { depth: Depth::Positions, keep_tags: true, ..reading } } else { reading }
    }

    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        let writer = if from.is_some_and(refine::stands_alone) { None } else { Some(Copyist::new(from)) };
        Box::new(self.start(from, writer))
    }

    fn local_for_changed(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(self.start(None, Some(Copyist::new(from))))
    }
}

impl PlanFactory {
    /// `writer` writes the texts of games from sources without complete ones.
    fn start(&self, from: Option<&dyn GameFormat>, writer: Option<Copyist>) -> LocalPlan {
        let is_written = writer.is_some();
        LocalPlan {
            seen: PlannedSteps {
                taken: self.batches.start(from),
                writer: writer.filter(|_| self.copies || self.identities.iter().any(|each| each.measures_text())),
                looks: !self.identities.is_empty()
                    && (is_written || self.identities.iter().any(|each| each.counts_notes())),
                said: SeenSteps::new(),
            },
            identities: Arc::clone(&self.identities),
            copies: self.copies,
            games: Vec::new(),
            texts: Vec::new(),
        }
    }
}

/// Keeps of each game of a block what choices go by.
struct LocalPlan {
    seen: PlannedSteps,
    identities: Arc<[Identity]>,
    copies: bool,
    games: Vec<PlannedGame>,
    /// The copies of the games.
    texts: Vec<u8>,
}

/// What takes the steps of a game that is planned.
struct PlannedSteps {
    taken: LocalBatch,
    /// Writes a copy of a game whose own text is incomplete.
    writer: Option<Copyist>,
    /// Whether the steps matter, and what they say.
    looks: bool,
    said: SeenSteps,
}

/// What is known of a game.
struct PlannedGame {
    number: u64,
    /// The keys by which games are equal, followed by what decides which is kept: for each time that duplicates are dropped.
    identities: Vec<Vec<u8>>,
    text_end: usize,
    clean: bool,
}

/// What was found of the games of a block.
struct MadePlan {
    filled: Filled,
    games: Vec<PlannedGame>,
    texts: Vec<u8>,
}

impl Sink for PlannedSteps {
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        let batch: &mut Taken = self.taken.receiver();
        batch.take(step);
        if let Some(writer) = &mut self.writer {
            writer.take(step);
        }
        if self.looks {
            self.said.take(step);
        }
    }

    fn is_listening(&self) -> bool {
        self.writer.is_some() || self.looks
    }
}

impl LocalSink for LocalPlan {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.seen)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let (record, skip) = (game.record, game.skip);
        self.seen.taken.end(game);
        let written = self.seen.writer.as_mut().map(Copyist::take_text);
        if skip {
            return;
        }
        let text = written.as_deref().unwrap_or(record.text);
        let identities = self.identities.iter().map(|identity| identity.of(record, text, &self.seen.said)).collect();
        if self.copies {
            self.texts.extend_from_slice(text);
        }
        let clean = written.is_none() && is_clean(record);
        self.games.push(PlannedGame { number: record.number, identities, text_end: self.texts.len(), clean });
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.seen.taken.leave_out(number, lost);
    }

    fn held(&self) -> usize {
        self.seen.taken.held() + self.texts.len()
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalPlan { seen, games, texts, .. } = *self;
        Box::new(MadePlan { filled: seen.taken.into_batch(), games, texts })
    }
}

/// Whether a game stays one game with any text before and after it.
fn is_clean(record: &Record<'_>) -> bool {
    let text = record.text;
    let marked = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|marker| text.trim_ascii_end().ends_with(marker));
    text.starts_with(b"[")
        && marked
        && record.faults.is_empty()
        && record.first_error.is_none()
        && record.termination.is_some()
}
