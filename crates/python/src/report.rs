//! What a job counted, and the dict that Python gets of it.

use crate::explain::{Excerpt, explain};
use crate::failure::fill;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_columns::schema::Counts;
use scoresheet_core::at::{At, Base};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::Termination;
use scoresheet_core::record::Depth;
use scoresheet_core::tally::Tally;
use scoresheet_files::FileError;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What was counted while a job ran.
#[derive(Debug)]
pub(crate) struct Report {
    tally: Tally,
    /// The file and the report of the first fault of each code; the fault itself stands in the tally.
    firsts: BTreeMap<Code, First>,
    inputs: Vec<InputCount>,
    losses: BTreeMap<String, Loss>,
    pub(crate) written: u64,
    pub(crate) skipped: u64,
    /// The comments behind the last games of the inputs.
    pub(crate) trailing: Vec<String>,
    strict: bool,
    depth: Depth,
    started: Instant,
    seconds: Duration,
}

#[derive(Debug)]
struct First {
    file: String,
    report: String,
}

/// What one input gave.
#[derive(Clone, Debug)]
pub(crate) struct InputCount {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) games: u64,
    /// Bytes read of it as it stands on the disk.
    pub(crate) bytes: u64,
}

/// What an output could not say.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) count: u64,
    pub(crate) first: String,
}

impl Report {
    pub(crate) fn new(strict: bool, depth: Depth) -> Report {
        Report {
            tally: Tally::default(),
            firsts: BTreeMap::new(),
            inputs: Vec::new(),
            losses: BTreeMap::new(),
            written: 0,
            skipped: 0,
            trailing: Vec::new(),
            strict,
            depth,
            started: Instant::now(),
            seconds: Duration::ZERO,
        }
    }

    /// Games read so far.
    pub(crate) fn games(&self) -> u64 {
        self.tally.games
    }

    /// Games with an error so far.
    pub(crate) fn faulty(&self) -> u64 {
        self.tally.faulty
    }

    /// Whether a code counts as an error here.
    pub(crate) fn is_error(&self, code: Code) -> bool {
        self.strict || !code.is_note()
    }

    /// Adds what a block counted.
    pub(crate) fn add(&mut self, tally: Tally, base: &Base, block: &[u8], file: &str) {
        self.add_shown(tally, base, file, |fault| Excerpt::of(block, fault));
    }

    /// Adds a game that was read from the start of an input, and whose players and event are known.
    pub(crate) fn add_titled(&mut self, tally: Tally, text: &[u8], file: &str, title: &str) {
        self.add_shown(tally, &Base::default(), file, |fault| Excerpt::titled(text, fault, title.to_owned()));
    }

    fn add_shown(&mut self, tally: Tally, base: &Base, file: &str, shown: impl Fn(&Fault) -> Option<Excerpt>) {
        let new: Vec<_> = tally
            .codes()
            .filter(|(code, _)| self.tally.count(*code) == 0)
            .filter_map(|(_, count)| count.first.clone())
            .collect();
        self.tally.merge(tally, base);
        for mut fault in new {
            let excerpt = shown(&fault);
            fault.rebase(base);
            let report = explain(&fault, self.word(fault.code), Some(file), excerpt.as_ref());
            self.firsts.insert(fault.code, First { file: file.to_owned(), report });
        }
    }

    /// Adds a game that was stored; its place is its number. `text` is its text, where that was stored.
    pub(crate) fn add_stored(&mut self, tally: Tally, number: u64, text: &[u8], file: &str) {
        let base = Base { games: number.saturating_sub(1), ..Base::default() };
        self.add(tally, &base, text, file);
    }

    /// Adds rows that were read as they stand.
    pub(crate) fn add_rows(&mut self, games: u64, plies: u64) {
        self.tally.games += games;
        self.tally.plies += plies;
    }

    fn word(&self, code: Code) -> &'static str {
        if self.is_error(code) { "error" } else { "note" }
    }

    /// Adds an input that could not be read, or not to its end.
    pub(crate) fn add_file_error(&mut self, error: &FileError) {
        let at = At { byte: error.byte.unwrap_or(0), ..At::default() };
        let fault = Fault::new(error.code, at, error.message.clone(), String::new());
        if self.tally.count(error.code) == 0 {
            let report = explain(&fault, "error", Some(&error.path), None);
            self.firsts.insert(error.code, First { file: error.path.clone(), report });
        }
        self.tally.add_fault(fault);
    }

    /// Adds an input that was read.
    pub(crate) fn add_input(&mut self, input: InputCount) {
        self.inputs.push(input);
    }

    /// Adds what an output could not say; `first` tells where.
    pub(crate) fn add_loss(&mut self, kind: &str, count: u64, first: impl FnOnce() -> String) {
        if let Some(loss) = self.losses.get_mut(kind) {
            loss.count += count;
        } else if count > 0 {
            self.losses.insert(kind.to_owned(), Loss { count, first: first() });
        }
    }

    /// The counts that a file of columns carries.
    pub(crate) fn counts(&self) -> Counts {
        let errors = self.tally.codes().map(|(code, count)| (code, count.count)).collect();
        Counts { games: self.written, plies: self.tally.plies, errors }
    }

    /// Stops the clock.
    pub(crate) fn finish(mut self) -> Report {
        self.seconds = self.started.elapsed();
        self
    }

    /// What Python gets.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let (errors, notes): (Vec<_>, Vec<_>) = self.tally.codes().partition(|(code, _)| self.is_error(*code));
        dict.set_item("games", self.tally.games)?;
        dict.set_item("read", self.tally.games)?;
        dict.set_item("written", self.written)?;
        dict.set_item("skipped", self.skipped)?;
        dict.set_item("plies", self.tally.plies)?;
        dict.set_item("errors", self.codes(py, &errors)?)?;
        dict.set_item("notes", self.codes(py, &notes)?)?;
        dict.set_item("losses", self.losses(py)?)?;
        dict.set_item("trailing", &self.trailing)?;
        dict.set_item("seconds", self.seconds.as_secs_f64())?;
        dict.set_item("inputs", self.inputs(py)?)?;
        dict.set_item("depth", self.depth.id())?;
        dict.set_item("faulty", self.tally.faulty)?;
        dict.set_item("mates", self.tally.mates)?;
        dict.set_item("stalemates", self.tally.stalemates)?;
        dict.set_item("results", self.results(py)?)?;
        Ok(dict)
    }

    fn codes<'py>(
        &self,
        py: Python<'py>,
        codes: &[(Code, &scoresheet_core::tally::CodeCount)],
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (code, count) in codes {
            let row = PyDict::new(py);
            row.set_item("code", code.id())?;
            row.set_item("severity", self.word(*code))?;
            row.set_item("count", count.count)?;
            row.set_item("first", self.first(py, *code, count.first.as_ref())?)?;
            list.append(row)?;
        }
        Ok(list)
    }

    fn first<'py>(&self, py: Python<'py>, code: Code, fault: Option<&Fault>) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        if let Some(First { file, report }) = self.firsts.get(&code) {
            row.set_item("file", file)?;
            row.set_item("report", report)?;
        }
        if let Some(fault) = fault {
            row.set_item("message", &fault.message)?;
            fill(&row, fault)?;
        }
        Ok(row)
    }

    fn losses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (kind, loss) in &self.losses {
            let row = PyDict::new(py);
            row.set_item("kind", kind)?;
            row.set_item("count", loss.count)?;
            row.set_item("first", &loss.first)?;
            list.append(row)?;
        }
        Ok(list)
    }

    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for input in &self.inputs {
            let row = PyDict::new(py);
            row.set_item("name", &input.name)?;
            row.set_item("kind", input.kind)?;
            row.set_item("games", input.games)?;
            row.set_item("bytes", input.bytes)?;
            list.append(row)?;
        }
        Ok(list)
    }

    /// Games by the marker after their moves; `none` where there is no marker.
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};
        let names = [WhiteWins, BlackWins, Draw, BothLose, Unknown].map(Termination::as_str);
        let dict = PyDict::new(py);
        for (name, count) in names.into_iter().chain(["none"]).zip(self.tally.terminations) {
            if count > 0 {
                dict.set_item(name, count)?;
            }
        }
        Ok(dict)
    }
}
