//! Opening books as inputs: their lines are read as games, one per line of text.

use crate::common::failure::Failure;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::GameSink;
use crate::sources::{BookInput, Current, text};
use scoresheet_core::book::{BYTES, BookLines, BookRecord, MAX_PLIES};
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, GameFormat};
use scoresheet_core::notation::uci;
use scoresheet_files::{FileError, Kind, Source};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

/// The maximum size of a book that is read as games, because it has to fit in memory.
const MOST: usize = 1 << 30;

/// Takes the lines of one book to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: BookInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let Current { index, input, source, format } = current;
    let (name, kind, progress) = (source.name().to_owned(), format.spec.id, source.progress());
    pass.begin(&progress);
    let read = pass.all_bytes(source, MOST)?;
    pass.report_trailing_bytes(&progress, &name)?;
    let bytes = progress.read();
    match read.and_then(|(records, too_long)| checked(&name, records, too_long)) {
        Ok(Records { sorted: records, tail }) => {
            let ended = Arc::new(OnceLock::new());
            let text =
                BookText { lines: BookLines::new(records), line: Vec::new(), given: 0, ended: Arc::clone(&ended) };
            let source = Source::from_reader(&name, Box::new(text), &pass.settings.read.limits);
            text::take(pass, Current { index, input, source, format: lists() }, sink)?;
            pass.report.name_last_input(kind, bytes);
            report_tail(pass, &name, tail)?;
            ended.get().map_or(Ok(()), |ended| report(pass, &name, ended))
        }
        Err(error) => {
            pass.done(InputCount { name, kind, games: 0, bytes });
            pass.file_error(error)
        }
    }
}

/// The format of the lines.
fn lists() -> &'static dyn GameFormat {
    game::find("uci").unwrap_or(game::bgnl())
}

/// The records of a book.
struct Records {
    /// Those whose keys are in order.
    sorted: Vec<u8>,
    /// How many follow that are not, and where.
    tail: Option<Tail>,
}

/// The records at the end of a book that are not in order.
struct Tail {
    count: usize,
    byte: usize,
}

/// The records of a book whose keys are in order. A few at the end may be out of order, as in books that other programs
/// have added records to; more than those in order are not a tail, and the file is not a book.
fn checked(name: &str, mut records: Vec<u8>, too_long: bool) -> Result<Records, FileError> {
    if too_long {
        return Err(damaged(name, "it is larger than 1 GiB", MOST));
    }
    let (whole, rest) = records.as_chunks::<BYTES>();
    let keys = || whole.iter().map(|record| BookRecord::of_bytes(record).key);
    let sorted = keys().zip(keys().skip(1)).position(|(key, next)| next < key).map(|place| place + 1);
    let tail = sorted.map(|sorted| Tail { count: whole.len() - sorted, byte: sorted * BYTES });
    if let Some(tail) = tail.as_ref().filter(|tail| tail.count > whole.len() / 2) {
        return Err(damaged(name, "its keys are not in order", tail.byte));
    }
    if !rest.is_empty() {
        let why = format!("its last record has {} bytes instead of {BYTES}", rest.len());
        return Err(damaged(name, &why, whole.len() * BYTES));
    }
    if let Some(tail) = &tail {
        records.truncate(tail.byte);
    }
    Ok(Records { sorted: records, tail })
}

/// Reports the records at the end that are not in order.
fn report_tail(pass: &mut Pass<'_>, name: &str, tail: Option<Tail>) -> Result<(), Failure> {
    let Some(Tail { count, byte }) = tail else { return Ok(()) };
    let message = format!("the keys of the last {count} records are not in order");
    let fault = FileError::new(Kind::Damaged, name, message);
    pass.count_file_faults(FileError { code: Code::BookOrder, byte: Some(byte as u64), ..fault }, count as u64)
}

/// The failure to read a book.
fn damaged(name: &str, why: &str, byte: usize) -> FileError {
    let message = format!("`{name}` is not a Polyglot book, or is damaged: {why}");
    FileError { byte: Some(byte as u64), ..FileError::new(Kind::Damaged, name, message) }
}

/// Reports the records that are in no line.
fn report(pass: &mut Pass<'_>, name: &str, ended: &Ended) -> Result<(), Failure> {
    let Ended { records, unreached, unusable, first_unusable } = *ended;
    let fault = |code, count: u64, what: &str, byte| {
        let message = format!("{count} of the {records} records {what}");
        FileError { code, byte, ..FileError::new(Kind::Damaged, name, message) }
    };
    if unusable > 0 {
        let what = "have an illegal move, or repeat the move of another record";
        pass.count_file_faults(fault(Code::BookMove, unusable, what, first_unusable), unusable)?;
    }
    if unreached > 0 {
        let what = format!("are not on a line of up to {MAX_PLIES} plies from the usual starting position");
        pass.count_file_faults(fault(Code::BookUnreached, unreached, &what, None), unreached)?;
    }
    Ok(())
}

/// What was left when the last line had been read.
#[derive(Debug)]
struct Ended {
    records: usize,
    unreached: u64,
    unusable: u64,
    first_unusable: Option<u64>,
}

/// The lines of a book as text.
struct BookText {
    lines: BookLines,
    /// The line that is being read, and how many of its bytes have been.
    line: Vec<u8>,
    given: usize,
    ended: Arc<OnceLock<Ended>>,
}

impl BookText {
    /// Writes the next line. There is none at the end.
    fn advance(&mut self) {
        self.line.clear();
        self.given = 0;
        if let Some(moves) = self.lines.next_line() {
            for (before, mv) in moves {
                uci::write(before, mv, &mut self.line);
                self.line.push(b' ');
            }
            self.line.push(b'\n');
            return;
        }
        let unusable = self.lines.unusable();
        let (records, unreached) = (self.lines.records(), self.lines.unreached() as u64);
        let ended = Ended { records, unreached, unusable: unusable.count, first_unusable: unusable.byte };
        self.ended.get_or_init(|| ended);
    }
}

impl Read for BookText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            if self.given == self.line.len() {
                self.advance();
            }
            let taken = self.line.get(self.given..).unwrap_or_default().read(&mut buffer[filled..])?;
            if taken == 0 {
                break;
            }
            self.given += taken;
            filled += taken;
        }
        Ok(filled)
    }
}
