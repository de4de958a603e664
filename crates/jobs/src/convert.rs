//! `convert`: any input to any output.

use crate::common::failure::Failure;
use crate::containers::SinkRequest;
use crate::duplicate_output::{CompleteDuplicates, Duplicates};
use crate::formats::{Format, Target, shown_name, url_schemes};
use crate::options::validation;
use crate::pipeline::compression_report::Comparing;
use crate::pipeline::fault_file::FaultFile;
use crate::pipeline::game_files::is_folder;
use crate::pipeline::host::{Caller, Host};
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::Aside;
use crate::pipeline::report::Report;
use crate::pipeline::sink::GameSink;
use crate::restore;
use crate::selection::first_pass::take_transformed;
use crate::settings::Settings;
use crate::sinks::open::format_of;
use crate::sinks::split::Template;
use scoresheet_files::{FileError, Input, Kind};
use std::path::{Path, PathBuf};

/// Converts games. Without an output, they go to standard output.
///
/// # Errors
/// If a request cannot be met, the output cannot be written, or the job is to stop at an error.
pub fn convert(
    inputs: &[Input],
    output: Option<&str>,
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<Report, Failure> {
    output.map_or(Ok(()), refuse_url)?;
    let to = format_of(output, &settings.write)?;
    if let (None, Target::File) | (None | Some("-"), Target::Database) = (output, to.target()) {
        let message = format!("`{}` is a binary format and needs an output", to.id());
        let hint = if to.is_database() { "name the database" } else { NO_TEXT };
        return Err(Failure::usage(message, hint));
    }
    validation::check(settings, inputs, Some(to))?;
    if restore::is_asked(settings, to) {
        return restore::restore(inputs, output, to, settings, caller.host);
    }
    if !to.spec().writes {
        let hint = "`scoresheet list formats` shows the formats that can be written";
        return Err(Failure::usage(format!("`{}` can only be read", to.id()), hint));
    }
    let template = Template::of(output, to, &settings.write)?;
    let place = template.as_ref().map(|template| template.folder.as_str()).or(output);
    let read = place.and_then(|place| Some((place, what_is_read(place, to, inputs)?)));
    // A database is not replaced at the end: rows to be emptied or replaced are gone before everything was read.
    let replaces = settings.write.force && !to.is_database();
    if let Some((output, what)) = read.as_ref().filter(|_| !replaces) {
        let hint = if to.is_database() { "name another output" } else { REPLACING };
        return Err(Failure::usage(format!("cannot write `{}`: it is {what}", shown_name(output)), hint));
    }
    // The inputs may be among the files of a folder.
    let holds = |folder: &str| {
        let folder = whole(Path::new(folder));
        inputs.iter().filter_map(Input::path).any(|path| whole(path).starts_with(&folder))
    };
    let holder = place.filter(|folder| settings.write.force && template.is_some() && holds(folder));
    let replaced = read.map(|(output, _)| output).or(holder);
    let faults = FaultFile::create(settings, inputs, output)?;
    let duplicates = Duplicates::asked(settings, inputs, output, caller.foreign)?;
    let aside = Aside::asked(&settings.run, inputs, output, settings.write.force)?;
    let opening = SinkRequest { output, inputs, settings, foreign: caller.foreign };
    let sink = opening.open(to)?;
    Converting { inputs, replaced, settings, host: caller.host, faults, aside, duplicates }.run(sink)
}

/// The options of formats that are for reading the inputs if this output is written: an option that the output's format has as
/// well is for the output.
///
/// # Errors
/// If the format of the output is not known.
pub fn read_choices(output: Option<&str>, settings: &Settings) -> Result<Vec<(String, String)>, Failure> {
    let to = format_of(output, &settings.write)?;
    let given = settings.write.choices.iter().filter(|(id, _)| to.option(id, false).is_none());
    Ok(settings.read.choices.iter().chain(given).cloned().collect())
}

/// Refuses an output at a URL from which files are only read.
fn refuse_url(output: &str) -> Result<(), Failure> {
    let refused = |place| {
        let message = format!("cannot write `{}`: files at URLs are only read", url_schemes::shown_url(output, place));
        Failure::usage(message, "write a file, and copy it there")
    };
    url_schemes::of_url(output).map_or(Ok(()), |place| Err(refused(place)))
}

/// The hint if a binary format has no named output.
const NO_TEXT: &str = "name a file as the output, or `-` for standard output";

/// The hint if the output is an input.
const REPLACING: &str = "name another output; `{force}` replaces it after reading it completely";

/// The input that the output would overwrite: a file that is one, or a folder that the user has named as one or that is
/// in such a folder. The next run would read what is written there.
fn what_is_read(output: &str, to: Format, inputs: &[Input]) -> Option<String> {
    let path = Path::new(output);
    if inputs.iter().any(|input| input.is_in(path) || input.elsewhere() == Some(output)) {
        return Some("an input".to_owned());
    }
    let is_split = to.target() == Target::Text || to.table().is_some();
    if !is_split || !is_folder(output) {
        return None;
    }
    let target = whole(path);
    let around = inputs.iter().filter_map(Input::folder).find(|folder| target.starts_with(whole(folder)))?;
    let same = whole(around) == target;
    Some(if same { "an input".to_owned() } else { format!("in the input `{}`", around.display()) })
}

/// The target of a path after following all links. The last part need not exist yet.
fn whole(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(beside).unwrap_or_else(|| path.to_owned())
}

/// The games of all inputs, being written to an output.
struct Converting<'c, 'h> {
    inputs: &'c [Input],
    /// The output, if it is also an input.
    replaced: Option<&'c str>,
    settings: &'c Settings,
    host: &'c mut (dyn Host + 'h),
    faults: Option<FaultFile>,
    aside: Option<Aside>,
    duplicates: Option<Duplicates<'c>>,
}

impl Converting<'_, '_> {
    fn run<'s>(self, sink: Box<dyn GameSink<'s> + 's>) -> Result<Report, Failure> {
        let mut pass = Pass::new(self.settings, sink.needs().depth, self.host);
        pass.report.write_faults_to(self.faults);
        pass.aside = self.aside;
        pass.comparing = Comparing::asked(self.settings)?;
        let complete = take_transformed(self.inputs, sink, &mut pass)?;
        if let Some(name) = self.replaced.filter(|_| pass.lacks_input()) {
            // The part that could not be read would be lost.
            let message = format!("cannot write `{name}`: it is an input, and not all of the inputs could be read");
            return Err(FileError::new(Kind::Write, name, message).into());
        }
        pass.end_comparison()?;
        let duplicates = self.duplicates.map(|duplicates| duplicates.write(&mut pass)).transpose()?;
        if !pass.report.reads_nothing() || complete.is_stream() {
            complete.commit()?;
        }
        duplicates.map_or(Ok(()), CompleteDuplicates::commit)?;
        pass.commit_aside()?;
        pass.report.commit_faults()?;
        Ok(pass.report.finish())
    }
}
