//! `convert`: any input to any output.

use crate::failure::Failure;
use crate::fault_file::FaultFile;
use crate::foreign::Foreign;
use crate::formats::{Format, shown_name};
use crate::gain::Comparing;
use crate::host::{Caller, Host};
use crate::options::fit;
use crate::outputs::boards::BoardFiles;
use crate::outputs::single::{Single, is_folder};
use crate::outputs::store::StoreLoad;
use crate::outputs::table::TableFile;
use crate::outputs::text::TextFile;
use crate::outputs::{Complete, Output, check_folder, format_of};
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::Settings;
use crate::sources::take_transformed;
use scoresheet_files::{FileError, Input, Kind, Output as File};
use std::path::{Path, PathBuf};

/// Rewrites games. Without an output, they go to standard output.
///
/// # Errors
/// When something that is asked for cannot be, the output cannot be written, or everything is to stop at an error.
pub fn convert(
    inputs: &[Input],
    output: Option<&str>,
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<Report, Failure> {
    let to = format_of(output, settings)?;
    if let (None, Format::Columns(_)) | (None | Some("-"), Format::Store(_)) = (output, to) {
        let message = format!("`{}` is a binary format and needs an output", to.id());
        let hint = if matches!(to, Format::Store(_)) { "name the database" } else { NO_TEXT };
        return Err(Failure::usage(message, hint));
    }
    fit::check(settings, inputs, Some(to))?;
    if !to.spec().writes {
        let hint = "`scoresheet list formats` shows the formats that can be written";
        return Err(Failure::usage(format!("`{}` can only be read", to.id()), hint));
    }
    let read = output.and_then(|output| Some((output, what_is_read(output, to, inputs)?)));
    // A database is not written anew: what is emptied or replaced there is gone before all of it was read.
    let replaces = settings.force && !matches!(to, Format::Store(_));
    if let Some((output, what)) = read.as_ref().filter(|_| !replaces) {
        let hint = if matches!(to, Format::Store(_)) { "name another output" } else { REPLACING };
        return Err(Failure::usage(format!("cannot write `{}`: it is {what}", shown_name(output)), hint));
    }
    let replaced = read.map(|(output, _)| output);
    let faults = FaultFile::create(settings, inputs, output)?;
    let opening = Opening { output, inputs, settings, foreign: caller.foreign };
    opening.open(to, Converting { inputs, replaced, settings, host: caller.host, faults })
}

/// What is said to those who have named no output of a format that is no text.
const NO_TEXT: &str = "name a file as the output, or `-` for standard output";

/// What is said to those who would overwrite what they read.
const REPLACING: &str = "name another output; `{force}` replaces it after reading it completely";

/// What of the inputs would be written to: a file that is one, or a folder that the user has named as one, or that lies
/// therein. What is written into that would be read by the next run.
fn what_is_read(output: &str, to: Format, inputs: &[Input]) -> Option<String> {
    let path = Path::new(output);
    if inputs.iter().any(|input| input.is_in(path) || input.elsewhere() == Some(output)) {
        return Some("an input".to_owned());
    }
    if !matches!(to, Format::Foreign(_)) || !is_folder(output) {
        return None;
    }
    let target = whole(path);
    let around = inputs.iter().filter_map(Input::folder).find(|folder| target.starts_with(whole(folder)))?;
    let same = whole(around) == target;
    Some(if same { "an input".to_owned() } else { format!("in the input `{}`", around.display()) })
}

/// Where a path leads to, over links of any kind. The last part of it need not be there yet.
fn whole(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// An output that is to be opened.
pub(crate) struct Opening<'o> {
    /// Its path; none stands for standard output.
    pub(crate) output: Option<&'o str>,
    /// What is written there.
    pub(crate) inputs: &'o [Input],
    pub(crate) settings: &'o Settings,
    pub(crate) foreign: &'o dyn Foreign,
}

/// Does something with an output of any kind.
pub(crate) trait WithOutput<'o> {
    /// What comes of it.
    type Done;
    /// Does it.
    fn with<O: Output + 'o>(self, out: O) -> Self::Done;
}

impl<'o> Opening<'o> {
    /// Opens an output of this format and does something with it: the one place that knows what each kind of format is
    /// written by.
    pub(crate) fn open<T>(
        &self,
        to: Format,
        job: impl WithOutput<'o, Done = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let Opening { output, inputs, settings, foreign } = *self;
        check_folder(output, to)?;
        let create = || File::create(output.unwrap_or("-"), settings.force);
        match to {
            Format::Text(format) => job.with(TextFile::new(format, create()?, settings, foreign)),
            Format::Foreign(format) => {
                let out = Single::create(output, format, settings.force)?;
                job.with(BoardFiles { format, out, settings, foreign })
            }
            Format::Store(format) => job.with(StoreLoad::open(format, output.unwrap_or_default(), inputs, settings)?),
            Format::Columns(format) => job.with(TableFile::create(format, create()?, inputs, settings)?),
        }
    }
}

/// The games of all inputs on their way to an output.
struct Converting<'c, 'h> {
    inputs: &'c [Input],
    /// The output, where it is an input as well.
    replaced: Option<&'c str>,
    settings: &'c Settings,
    host: &'c mut (dyn Host + 'h),
    faults: Option<FaultFile>,
}

impl<'o> WithOutput<'o> for Converting<'_, '_> {
    type Done = Result<Report, Failure>;

    fn with<O: Output + 'o>(self, out: O) -> Result<Report, Failure> {
        let mut pass = Pass::new(self.settings, out.depth(), self.host);
        pass.report.write_faults_to(self.faults);
        pass.comparing = Comparing::asked(self.settings)?;
        let complete: Complete = take_transformed(self.inputs, out, &mut pass)?;
        if let Some(name) = self.replaced.filter(|_| pass.lacks_input()) {
            // What could not be read would be gone for good.
            let message = format!("cannot write `{name}`: it is an input, and not all of the inputs could be read");
            return Err(FileError::new(Kind::Write, name, message).into());
        }
        pass.end_comparison()?;
        complete.commit()?;
        pass.report.commit_faults()?;
        Ok(pass.report.finish())
    }
}
