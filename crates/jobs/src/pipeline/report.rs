//! The report of a job.

use crate::common::failure::Failure;
use crate::options::hints::for_job;
use crate::pipeline::compression_report::Gain;
use crate::pipeline::excerpt::{Excerpt, explain};
use crate::pipeline::fault_file::FaultFile;
use crate::settings::{OnError, ReadSettings};
use scoresheet_columns::book::BookCounts;
use scoresheet_columns::game_tree::TreeCounts;
use scoresheet_columns::schema::RunCounts;
use scoresheet_core::edit::ChangeCounts;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::location::{Base, Location};
use scoresheet_core::read::{Depth, Tally};
use scoresheet_core::rules::Rules;
use scoresheet_core::step::Termination;
use scoresheet_files::FileError;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The counts of a job.
#[derive(Debug)]
pub struct Report {
    tally: Tally,
    /// The file and the report of the first fault of each code; the fault itself is in the tally.
    firsts: BTreeMap<Code, First>,
    inputs: Vec<InputCount>,
    losses: BTreeMap<String, LossCount>,
    pub(crate) written: u64,
    pub(crate) skipped: u64,
    /// How many games are in blocks of archives that were passed over.
    pub(crate) unread: u64,
    /// How many bad games were set aside, and how many of these were kept up to their error.
    pub(crate) set_aside: u64,
    pub(crate) repaired: u64,
    /// What was changed in games on their way.
    pub(crate) changes: ChangeCounts,
    /// The number of files that games were split into, and how many of them have a changed name.
    pub(crate) files: u64,
    pub(crate) renamed: u64,
    /// The gain of the output, if requested.
    pub(crate) gain: Option<Gain>,
    /// What the output contains, if it is a book.
    pub(crate) book: Option<BookCounts>,
    /// What was made of the games, if that is a tree.
    pub(crate) tree: Option<TreeCounts>,
    /// The comments after the last games of the inputs.
    pub(crate) trailing: Vec<String>,
    /// The file of all faults, if requested.
    faults: Option<FaultFile>,
    /// What the job does with bad games; `None` if it writes no games.
    pub(crate) on_error: Option<OnError>,
    strict: bool,
    depth: Depth,
    started: Instant,
    elapsed: Duration,
}

#[derive(Debug)]
struct First {
    file: String,
    report: String,
    hint: &'static str,
}

/// The counts for one input.
#[derive(Clone, Debug)]
pub struct InputCount {
    /// Its name.
    pub name: String,
    /// Its format.
    pub kind: &'static str,
    /// The number of games read.
    pub games: u64,
    /// The number of bytes read, before decompression.
    pub bytes: u64,
}

/// A loss in an output.
#[derive(Clone, Debug)]
pub struct LossCount {
    /// The number of times.
    pub count: u64,
    /// The first place.
    pub first: String,
}

/// An error or a note that occurred.
pub struct CodeReport<'r> {
    /// Its code.
    pub code: Code,
    /// Whether it counts as an error here.
    pub is_error: bool,
    /// How often it occurred.
    pub count: u64,
    /// The first one.
    pub fault: Option<&'r Fault>,
    /// The file that contains it.
    pub file: Option<&'r str>,
    /// The report for people, in several lines.
    pub report: Option<&'r str>,
    /// The advice; may be empty. Options are in braces.
    pub hint: &'static str,
}

impl CodeReport<'_> {
    /// `error` or `note`.
    pub fn severity(&self) -> &'static str {
        severity(self.is_error)
    }
}

fn severity(is_error: bool) -> &'static str {
    if is_error { "error" } else { "note" }
}

impl Report {
    pub(crate) fn new(read: &ReadSettings, depth: Depth) -> Report {
        Report {
            tally: Tally::default(),
            firsts: BTreeMap::new(),
            inputs: Vec::new(),
            losses: BTreeMap::new(),
            written: 0,
            skipped: 0,
            unread: 0,
            set_aside: 0,
            repaired: 0,
            changes: ChangeCounts::default(),
            files: 0,
            renamed: 0,
            gain: None,
            book: None,
            tree: None,
            trailing: Vec::new(),
            faults: None,
            on_error: Some(read.on_error),
            strict: read.strict,
            depth,
            started: Instant::now(),
            elapsed: Duration::ZERO,
        }
    }

    /// Games read.
    pub fn games(&self) -> u64 {
        self.tally.games
    }

    /// Games with an error.
    pub fn faulty(&self) -> u64 {
        self.tally.faulty
    }

    /// Whether nothing could be read because something was wrong. Then no output is replaced, and none appears.
    pub(crate) fn reads_nothing(&self) -> bool {
        self.tally.games == 0 && self.tally.codes().any(|(code, _)| self.is_error(code))
    }

    /// Whether a code counts as an error here.
    fn is_error(&self, code: Code) -> bool {
        self.strict || !code.is_note()
    }

    /// Adds the counts of a block.
    pub(crate) fn add(&mut self, tally: Tally, base: &Base, block: &[u8], file: &str) {
        self.add_shown(tally, base, file, |fault, game_byte| {
            let start = game_byte.and_then(|byte| usize::try_from(byte).ok());
            Excerpt::of_game(block, fault, start)
        });
    }

    /// Adds a game that was read from the start of an input, and whose players and event are known.
    pub(crate) fn add_titled(&mut self, tally: Tally, text: &[u8], file: &str, title: &str) {
        self.add_shown(tally, &Base::default(), file, |fault, _| Excerpt::titled(text, fault, title.to_owned()));
    }

    fn add_shown(
        &mut self,
        mut tally: Tally,
        base: &Base,
        file: &str,
        shown: impl Fn(&Fault, Option<u64>) -> Option<Excerpt>,
    ) {
        for mut fault in tally.all.take().unwrap_or_default() {
            fault.rebase(base);
            self.write_fault(file, &fault);
        }
        let new: Vec<_> = tally
            .codes()
            .filter(|(code, _)| self.tally.count(*code) == 0)
            .filter_map(|(_, count)| Some((count.first.clone()?, count.game_byte)))
            .collect();
        self.tally.merge(tally, base);
        for (mut fault, game_byte) in new {
            let excerpt = shown(&fault, game_byte);
            fault.rebase(base);
            let report = explain(&fault, severity(self.is_error(fault.code)), Some(file), excerpt.as_ref());
            self.firsts.insert(fault.code, First { file: file.to_owned(), report, hint: fault.hint() });
        }
    }

    /// Adds a game whose place is its number. `text` is its text, if it has one.
    pub(crate) fn add_game(&mut self, tally: Tally, number: u64, text: &[u8], file: &str) {
        let base = Base { games: number.saturating_sub(1), ..Base::default() };
        self.add(tally, &base, text, file);
    }

    /// Adds games without their errors, which have been or will be added by themselves.
    pub(crate) fn add_rows(&mut self, tally: Tally) {
        self.tally.merge(tally, &Base::default());
    }

    /// Adds a fault of an input as a file: it could not be read, or not to its end, or it has more bytes. Returns
    /// it as a fault.
    pub(crate) fn add_file_fault(&mut self, error: &FileError) -> Fault {
        self.add_file_faults(error, 1)
    }

    /// The same for several faults that one fault represents.
    pub(crate) fn add_file_faults(&mut self, error: &FileError, count: u64) -> Fault {
        let at = Location { byte: error.byte.unwrap_or(0), ..Location::default() };
        let fault = Fault::new(error.code, at, error.message.clone(), String::new());
        if self.tally.count(error.code) == 0 {
            let report = explain(&fault, severity(self.is_error(error.code)), Some(&error.path), None);
            self.firsts.insert(error.code, First { file: error.path.clone(), report, hint: error.hint() });
        }
        self.write_fault(&error.path, &fault);
        self.tally.add_faults(fault.clone(), count);
        fault
    }

    /// Adds the error of a game that could not be stored, or was stored with it.
    pub(crate) fn add_refused(&mut self, fault: Fault, file: &str) {
        if self.tally.count(fault.code) == 0 {
            let report = explain(&fault, severity(self.is_error(fault.code)), Some(file), None);
            self.firsts.insert(fault.code, First { file: file.to_owned(), report, hint: fault.hint() });
        }
        self.write_fault(file, &fault);
        self.tally.faulty += 1;
        self.tally.add_fault(fault);
    }

    /// Adds the error that a game had when it was stored.
    pub(crate) fn add_stored(&mut self, file: &str, game: u64, fault: &Fault) {
        let at = Location { game, ..fault.at };
        self.add_refused(Fault::new(fault.code, at, fault.message.clone(), fault.text.clone()), file);
    }

    /// Takes over what another report counted while reading.
    pub(crate) fn take_over(&mut self, read: Report) {
        self.tally = read.tally;
        self.firsts = read.firsts;
        self.inputs = read.inputs;
        self.unread = read.unread;
        (self.set_aside, self.repaired) = (read.set_aside, read.repaired);
        self.faults = read.faults;
    }

    /// The file of all faults.
    pub(crate) fn lend_faults(&mut self) -> Option<FaultFile> {
        self.faults.take()
    }

    /// Writes all faults to this file.
    pub(crate) fn write_faults_to(&mut self, file: Option<FaultFile>) {
        self.faults = file;
    }

    fn write_fault(&mut self, file: &str, fault: &Fault) {
        let severity = severity(self.is_error(fault.code));
        if let Some(faults) = &mut self.faults {
            faults.add(file, fault, severity);
        }
    }

    /// Checks whether the faults could be written so far.
    ///
    /// # Errors
    /// If they could not.
    pub(crate) fn check_faults(&mut self) -> Result<(), Failure> {
        self.faults.as_mut().map_or(Ok(()), FaultFile::check)
    }

    /// Makes the file of faults visible.
    ///
    /// # Errors
    /// If something of it could not be written.
    pub(crate) fn commit_faults(&mut self) -> Result<(), Failure> {
        self.faults.take().map_or(Ok(()), FaultFile::commit)
    }

    /// Adds an input that was read.
    pub(crate) fn add_input(&mut self, input: InputCount) {
        self.inputs.push(input);
    }

    /// Corrects the format and the size of the input that was added last: it was read as text that was made from it.
    pub(crate) fn name_last_input(&mut self, kind: &'static str, bytes: u64) {
        if let Some(last) = self.inputs.last_mut() {
            (last.kind, last.bytes) = (kind, bytes);
        }
    }

    /// Adds a loss in an output; `first` is its first place.
    pub(crate) fn add_loss(&mut self, kind: &str, count: u64, first: impl FnOnce() -> String) {
        if let Some(loss) = self.losses.get_mut(kind) {
            loss.count += count;
        } else if count > 0 {
            self.losses.insert(kind.to_owned(), LossCount { count, first: first() });
        }
    }

    /// Adds the losses of another output.
    pub(crate) fn add_losses(&mut self, other: Report) {
        for (kind, LossCount { count, first }) in other.losses {
            self.add_loss(&kind, count, || first);
        }
    }

    /// The counts that a columnar file contains.
    pub(crate) fn counts(&self) -> RunCounts {
        let errors = self.tally.codes().map(|(code, count)| (code, count.count)).collect();
        RunCounts { games: self.written, plies: self.tally.plies, errors }
    }

    /// Stops the clock.
    pub(crate) fn finish(mut self) -> Report {
        self.elapsed = self.started.elapsed();
        self
    }

    /// Plies read.
    pub fn plies(&self) -> u64 {
        self.tally.plies
    }

    /// Games whose mainline ends in mate.
    pub fn mates(&self) -> u64 {
        self.tally.mates
    }

    /// Games whose mainline ends in stalemate.
    pub fn stalemates(&self) -> u64 {
        self.tally.stalemates
    }

    /// Games that were played by other rules than those of standard chess, those of most games first.
    pub fn rules(&self) -> Vec<(Rules, u64)> {
        let mut rules = self.tally.rules.clone();
        rules.sort_by_key(|(rules, games)| (Reverse(*games), rules.bits()));
        rules
    }

    /// Games written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Games that were left out.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Games of archives that were not read, because no game of their block was wanted.
    pub fn unread(&self) -> u64 {
        self.unread
    }

    /// Bad games that were written to a file of their own.
    pub fn set_aside(&self) -> u64 {
        self.set_aside
    }

    /// How many of these were kept up to their error.
    pub fn repaired(&self) -> u64 {
        self.repaired
    }

    /// What was changed in games on their way: each kind of change, and how often it was made.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.changes.iter().map(|(change, count)| (change.id(), count))
    }

    /// The number of files that games were split into; 0 if there is one output.
    pub fn files(&self) -> u64 {
        self.files
    }

    /// How many of these have a changed name.
    pub fn renamed(&self) -> u64 {
        self.renamed
    }

    /// The gain of the output, if requested.
    pub fn gain(&self) -> Option<&Gain> {
        self.gain.as_ref()
    }

    /// What the output contains, if it is a book.
    pub fn book(&self) -> Option<&BookCounts> {
        self.book.as_ref()
    }

    /// What was made of the games, if that is a tree.
    pub fn tree(&self) -> Option<&TreeCounts> {
        self.tree.as_ref()
    }

    /// The comments after the last games of the inputs.
    pub fn trailing(&self) -> &[String] {
        &self.trailing
    }

    /// How long the job took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// How thoroughly the games were read.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The counts for each input.
    pub fn inputs(&self) -> &[InputCount] {
        &self.inputs
    }

    /// The losses in the output, by kind.
    pub fn losses(&self) -> impl Iterator<Item = (&str, &LossCount)> {
        self.losses.iter().map(|(kind, loss)| (kind.as_str(), loss))
    }

    /// The codes that occurred, errors and notes.
    pub fn codes(&self) -> impl Iterator<Item = CodeReport<'_>> {
        self.tally.codes().map(|(code, count)| {
            let first = self.firsts.get(&code);
            CodeReport {
                code,
                is_error: self.is_error(code),
                count: count.count,
                fault: count.first.as_ref(),
                file: first.map(|first| first.file.as_str()),
                report: first.map(|first| first.report.as_str()),
                hint: for_job(first.map_or(code.spec().hint, |first| first.hint), self.on_error),
            }
        })
    }

    /// Games by the marker after their moves, if there are any; `none` counts those without a marker.
    pub fn results(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names = Termination::ALL.map(Termination::as_str);
        names.into_iter().chain(["none"]).zip(self.tally.terminations).filter(|(_, count)| *count > 0)
    }
}
