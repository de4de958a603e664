//! `check`: reads and replays everything, and produces only a report.

use crate::failure::Failure;
use crate::fault_file::FaultFile;
use crate::host::Caller;
use crate::options::fit;
use crate::outputs::nothing::Nowhere;
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::Settings;
use crate::sources::take_all;
use scoresheet_core::read::Depth;
use scoresheet_files::Input;

/// Reads and replays the inputs.
///
/// # Errors
/// If an option does not fit, or everything is to stop at an error.
pub fn check(inputs: &[Input], settings: &Settings, caller: Caller<'_>) -> Result<Report, Failure> {
    fit::check(settings, inputs, None)?;
    let mut pass = Pass::new(settings, Depth::Positions, caller.host);
    pass.report.write_faults_to(FaultFile::create(settings, inputs, None)?.map(FaultFile::only_reading));
    pass.report.only_reads = true;
    take_all(inputs, Nowhere { foreign: caller.foreign, settings, depth: Depth::Positions }, &mut pass)?;
    pass.report.commit_faults()?;
    Ok(pass.report.finish())
}
