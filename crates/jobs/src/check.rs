//! `check`: reads and replays everything, and produces only a report.

use crate::common::failure::Failure;
use crate::containers::take_all;
use crate::options::validation;
use crate::pipeline::fault_file::FaultFile;
use crate::pipeline::foreign::Foreign;
use crate::pipeline::host::{Caller, Host};
use crate::pipeline::pass::Pass;
use crate::pipeline::report::Report;
use crate::settings::Settings;
use crate::sinks::count::CountOnly;
use scoresheet_core::read::Depth;
use scoresheet_files::Input;

/// Reads and replays the inputs.
///
/// # Errors
/// If an option does not fit, or everything is to stop at an error.
pub fn check(inputs: &[Input], settings: &Settings, caller: Caller<'_>) -> Result<Report, Failure> {
    validation::check(settings, inputs, None)?;
    let faults = FaultFile::create(settings, inputs, None)?;
    replay(inputs, settings, (caller.host, Some(caller.foreign)), faults)
}

/// Reads and replays inputs whose options were checked. Their faults go to `faults`.
///
/// # Errors
/// If everything is to stop at an error, or the faults cannot be written.
pub(crate) fn replay(
    inputs: &[Input],
    settings: &Settings,
    (host, foreign): (&mut dyn Host, Option<&dyn Foreign>),
    faults: Option<FaultFile>,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Positions, host);
    pass.report.write_faults_to(faults.map(FaultFile::only_reading));
    pass.report.on_error = None;
    take_all(inputs, Box::new(CountOnly { foreign, settings, depth: Depth::Positions }), &mut pass)?;
    pass.report.commit_faults()?;
    Ok(pass.report.finish())
}
