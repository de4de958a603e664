//! `check`: everything is read and replayed, nothing is written but a report.

use crate::call::call;
use crate::failure::Failure;
use crate::formats::Format;
use crate::host::{Caller, Host};
use crate::inputs;
use crate::options;
use crate::pass::{self, Pass, Worked};
use crate::report::Report;
use crate::settings::{OnError, Settings};
use crate::stored;
use crate::whole;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_columns::stored::columns;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::reading;
use scoresheet_core::record::{Depth, Record};
use scoresheet_files::{Block, Input};

/// How large blocks are: small enough for the caches, large enough that handing them over costs nothing.
const BLOCK: usize = 1 << 20;

/// Reads and replays the inputs; returns the report as a dict.
#[pyfunction]
#[pyo3(signature = (paths, options, progress=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    paths: Vec<String>,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let settings = Settings::of(options)?;
    let report = call(py, || run(&inputs::expand(&paths)?, &settings, &mut Caller(progress)))?;
    report.to_dict(py)
}

/// The job itself.
fn run(inputs: &[Input], settings: &Settings, host: &mut dyn Host) -> Result<Report, Failure> {
    options::check(settings, inputs, None)?;
    let mut pass = Pass::new(settings, Depth::Positions, host);
    pass.each(inputs, |pass, _, input, mut opened| match opened.format {
        Format::Games(format) => {
            let letters = opened.letters(settings)?;
            let reading = pass::replaying(settings, letters);
            pass.text(
                opened,
                (format, BLOCK),
                |block, most| replay((format, block), most, &reading, settings),
                |_, (), _| Ok(()),
            )
        }
        Format::Foreign(format) => {
            pass.foreign(opened, format, whole::reading(settings, settings.read_choice("profile")), |_, _, _| Ok(()))
        }
        Format::Columns(table) => {
            let reading = pass::replaying(settings, &ENGLISH);
            let before = pass.report.games();
            pass.rows(input, opened, table, Some(&columns()), |pass, batch| {
                let first = pass.report.games() - before + 1;
                let nowhere = game::ALL[0].writer(&WriteOptions::default());
                stored::tell(&batch, first, nowhere, pass, &reading, input).map(drop)
            })
        }
    })?;
    let mut report = pass.report.finish();
    if settings.on_error == OnError::Skip {
        report.skipped = report.faulty();
    }
    Ok(report)
}

/// Reads and replays at most so many games of a block.
fn replay(
    (format, block): (&dyn GameFormat, &Block),
    most: u64,
    reading: &reading::Settings,
    settings: &Settings,
) -> Worked<()> {
    let mut games = pass::games(format, block, reading, settings);
    let mut record = Record::new();
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut ()) {
        if first_error.is_none() {
            first_error = record.first_error.take();
        }
    }
    Worked::of(games, first_error, ())
}
