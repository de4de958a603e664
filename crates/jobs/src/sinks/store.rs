//! Databases that games are loaded into, as rows like those of columnar files, which the caller passes to a driver.

use super::batches::{BatchFactory, DocumentColumns, Filled};
use super::table::with_errors;
use crate::common::failure::Failure;
use crate::formats::store_drivers::{Begun, Load, Loading, Refused, StoreAddress};
use crate::formats::stores::{DOC, StoreFormat};
use crate::formats::{Format, shown_name};
use crate::inputs::tables;
use crate::pipeline::foreign::Foreign;
use crate::pipeline::location::{BlockLocation, SOURCE};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, EndOfInput, ForeignSupport, GameSink, Needs, Piece, SinkFactory, content};
use crate::pipeline::wanted_rows;
use crate::settings::{Settings, WantedGames, WriteSettings};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use scoresheet_columns::column::documents::{DOC as DOC_COLUMN, TAG_NAMES};
use scoresheet_columns::column::{self, Column};
use scoresheet_core::edit::Change;
use scoresheet_core::error::Fault;
use scoresheet_core::game;
use scoresheet_core::location::Location as Place;
use scoresheet_files::Input;
use std::collections::HashMap;
use std::sync::Arc;

/// How many blocks each thread may be ahead. A database takes rows in bursts, and does other work between them.
const AHEAD: usize = 6;

/// The values of the option for documents: not stored, and stored as `jsonb`.
const NONE: &str = "none";
const JSON: &str = "json";

/// A database that games are loaded into.
pub(crate) struct StoreLoad<'s> {
    settings: &'s Settings,
    foreign: &'s dyn Foreign,
    format: &'static StoreFormat,
    columns: Arc<[&'static dyn Column]>,
    documents: DocumentColumns,
    load: Box<dyn Load>,
    /// The names of the sources in the database, by the indexes of their inputs.
    sources: Vec<String>,
    /// Whether the sources are inputs, which are the same each time. Games passed by a program may differ.
    resumes: bool,
    /// The source that is being loaded.
    current: Option<Loaded>,
}

/// The progress of a source.
struct Loaded {
    input: usize,
    source: String,
    /// The last game that was already loaded.
    there: u64,
    /// The last game that was received.
    last: u64,
}

impl<'s> StoreLoad<'s> {
    /// Opens a database for the columns that the settings choose.
    ///
    /// # Errors
    /// For a column that is not known, when two inputs cannot be distinguished, and when the database cannot be opened
    /// or holds games that were loaded in another way.
    pub(crate) fn open(
        format: &'static StoreFormat,
        location: &str,
        inputs: &[Input],
        settings: &'s Settings,
        foreign: &'s dyn Foreign,
    ) -> Result<StoreLoad<'s>, Failure> {
        format.check_location(location)?;
        let own = format.spec.options.iter().filter(|option| !option.reads);
        let given =
            |id: &str| settings.write.choices.iter().rev().find(|(name, _)| name == id).map(|(_, value)| value.clone());
        let choices: Vec<_> =
            own.map(|option| (option.id.to_owned(), given(option.id).unwrap_or(option.default.to_owned()))).collect();
        let kept = choices.iter().find(|(id, _)| id == DOC).map(|(_, value)| value.clone());
        let columns = columns(&settings.write, format, (kept.as_deref(), given(DOC).is_some()))?;
        let address = StoreAddress { format, location, name: shown_name(location), choices };
        let mut options = settings.callers.deciding.clone();
        options.retain(|(name, _)| Format::from(format).option(name, false).is_none());
        options.sort();
        // A caller who has read the games that it passes knows where they come from.
        let told = settings.callers.shown_names.iter().find(|(name, _)| name == SOURCE);
        let sources = match inputs {
            [] => vec![told.map_or(SOURCE, |(_, name)| name).to_owned()],
            inputs => names(inputs)?,
        };
        let loading = Loading { address, sources: &sources, columns: &columns, options, force: settings.write.force };
        let load = settings.callers.stores(&loading.address.name)?.load(&loading)?;
        let resumes = !inputs.is_empty();
        let documents = documents(kept.as_deref());
        Ok(StoreLoad {
            settings,
            foreign,
            format,
            columns: columns.into(),
            documents,
            load,
            sources,
            resumes,
            current: None,
        })
    }

    fn batches(&self) -> BatchFactory {
        BatchFactory::of_file(Arc::clone(&self.columns), &self.settings.write)
            .in_small_blocks()
            .with_documents(self.documents)
    }

    /// Starts with the source at this index, unless it is the current one.
    fn enter(&mut self, pass: &mut Pass<'_>, input: usize) -> Result<&mut Loaded, Failure> {
        if self.current.as_ref().is_none_or(|current| current.input != input) {
            let source = self.sources.get(input).cloned().unwrap_or_default();
            let Begun { there, replaced } = self.load.begin(&source, self.resumes)?;
            pass.report.changes.count(Change::Replaced, replaced);
            self.current = Some(Loaded { input, source, there, last: 0 });
        }
        self.current.as_mut().ok_or_else(|| Failure::Internal("no source is being loaded".to_owned()))
    }
}

impl<'s> GameSink<'s> for StoreLoad<'s> {
    fn needs(&self) -> Needs<'s> {
        let has_documents = column::has(&self.columns, DOC_COLUMN.spec().name);
        let foreign = if has_documents { ForeignSupport::Documents(self.foreign) } else { ForeignSupport::Refused };
        Needs { ahead: AHEAD, depth: column::depth(&self.columns), foreign, ..self.batches().needs() }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's> {
        Box::new(self.batches())
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
        let made: Filled = content(piece)?;
        let last = at.base.games + made.last;
        let current = self.enter(pass, at.input)?;
        current.last = last;
        let (there, source) = (current.there, current.source.clone());
        let rows = made.rows(pass, at, &source, wanted)?;
        if last <= there {
            return Ok(());
        }
        let rows = beyond(&rows, there);
        let (given, refused) = (rows.num_rows() as u64, self.load.put(&source, rows, last)?);
        pass.report.written += given.saturating_sub(refused.len() as u64);
        refused.into_iter().try_for_each(|Refused { game, code, message }| {
            pass.refuse(Fault::new(code, Place { game, ..Place::default() }, message, String::new()), at.source)
        })
    }

    fn end_input(&mut self, pass: &mut Pass<'_>, input: usize, end: EndOfInput) -> Result<(), Failure> {
        let source = self.enter(pass, input)?.source.clone();
        self.load.end(&source, end.whole.then_some(end.games))
    }

    fn finish(mut self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        if !self.resumes {
            let Loaded { source, last, .. } = self.enter(pass, 0)?;
            let (source, last) = (source.clone(), *last);
            self.load.end(&source, Some(last))?;
        }
        self.load.complete(pass.report.reads_nothing())?;
        Ok(Complete::Nothing)
    }
}

/// The rows of games after the one of this number; rows are ordered by number.
fn beyond(rows: &RecordBatch, there: u64) -> RecordBatch {
    let numbers = rows.column_by_name(wanted_rows::KEYS[1]).and_then(|games| games.as_primitive_opt::<Int64Type>());
    let first = numbers.map_or(0, |games| games.values().partition_point(|game| game.unsigned_abs() <= there));
    rows.slice(first, rows.num_rows() - first)
}

/// The columns to load: those chosen, else the default ones of the database; in addition, those for errors and those
/// that identify games. The option `kept` of documents, with whether it was given, may omit the document, or add it.
fn columns(
    settings: &WriteSettings,
    format: &StoreFormat,
    (kept, is_given): (Option<&str>, bool),
) -> Result<Vec<&'static dyn Column>, Failure> {
    let mut chosen = if settings.columns.is_empty() {
        let with_documents = is_given.then_some(TAG_NAMES.spec().family);
        let families = format.families.iter().copied().chain(with_documents);
        tables::resolve(&families.map(str::to_owned).collect::<Vec<_>>())?
    } else {
        tables::resolve(&settings.columns)?
    };
    let has = |column: &dyn Column, chosen: &[&'static dyn Column]| column::has(chosen, column.spec().name);
    if kept == Some(NONE) {
        chosen.retain(|column| column.spec().family != TAG_NAMES.spec().family);
    } else if kept == Some(JSON) && has(&DOC_COLUMN, &chosen) && !has(&TAG_NAMES, &chosen) {
        // `jsonb` does not preserve the order of the tags.
        chosen.push(&TAG_NAMES);
    }
    let keys =
        ["source", "game"].into_iter().filter_map(column::find).filter(|key| !column::has(&chosen, key.spec().name));
    let columns = keys.chain(chosen.iter().copied()).collect();
    Ok(with_errors(columns))
}

/// How documents are stored, according to the option. `jsonb`, which `json` selects, cannot contain U+0000.
fn documents(kept: Option<&str>) -> DocumentColumns {
    let format = if kept == Some("xml") { game::find("bgnx") } else { None };
    DocumentColumns { format: format.unwrap_or(game::bgnl()), lack_nul: kept == Some(JSON) }
}

/// The names of the sources: the last part of each name, or all of it if several inputs share that part.
fn names(inputs: &[Input]) -> Result<Vec<String>, Failure> {
    let mut shared: HashMap<&str, u32> = HashMap::new();
    inputs.iter().for_each(|input| *shared.entry(input.base_name()).or_default() += 1);
    let name = |input: &Input| if shared[input.base_name()] > 1 { input.name() } else { input.base_name() }.to_owned();
    let names: Vec<String> = inputs.iter().map(name).collect();
    let mut seen = std::collections::HashSet::new();
    match names.iter().find(|name| !seen.insert(name.as_str())) {
        Some(twice) => Err(Failure::usage(
            format!("`{twice}` is given twice"),
            "a database holds the games of each input only once",
        )),
        None => Ok(names),
    }
}
