//! How the games of each kind of format are read from inputs and written to outputs: one implementation of [`Container`]
//! for each kind.

mod archive;
mod book;
mod foreign;
mod store;
mod table;
mod text;

use crate::common::failure::Failure;
use crate::formats::{Format, entry_of};
use crate::pipeline::foreign::{Foreign, ForeignGame, Lost};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, EndOfInput, GameSink};
use crate::settings::{Settings, WriteSettings};
use crate::sinks::open::{check_append, check_folder};
use crate::sinks::split::Template;
use crate::sinks::trees::ReadTree;
use crate::sources::Current;
use scoresheet_core::game::FormatSpec;
use scoresheet_core::tree::Tree;
use scoresheet_files::{FileError, Input, Output, Source};

/// A kind of format, as it is read and written.
pub(crate) trait Container {
    /// Takes the games of an input to an output.
    ///
    /// # Errors
    /// If the job is to stop, or the output fails.
    fn take(&self, pass: &mut Pass<'_>, input: JobInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure>;

    /// Opens an output.
    ///
    /// # Errors
    /// If nothing can be written there.
    fn open<'o>(&self, request: &SinkRequest<'o>) -> Result<Box<dyn GameSink<'o> + 'o>, Failure>;

    /// The only game in a text.
    ///
    /// # Errors
    /// If there is none or more than one, an option does not fit, or the job is to stop at an error.
    fn parse(&self, bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure>;

    /// Writes one game in memory.
    ///
    /// # Errors
    /// If the caller who writes it fails.
    fn write(&self, tree: &Tree, settings: &WriteSettings, foreign: &dyn Foreign) -> Result<Alone, Failure>;
}

/// How a format is read and written.
pub(crate) fn of(format: &Format) -> &dyn Container {
    entry_of!(format)
}

/// An open input among those of its job.
pub(crate) struct JobInput<'i> {
    inputs: &'i [Input],
    index: usize,
    input: &'i Input,
    source: Source,
}

impl<'i> JobInput<'i> {
    fn of<F>(self, format: F) -> Current<'i, F> {
        Current { index: self.index, input: self.input, source: self.source, format }
    }
}

/// Takes the games of all inputs, one input after another, to an output. Its file is complete then, and may appear.
///
/// # Errors
/// If the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_all<'s>(
    inputs: &[Input],
    mut sink: Box<dyn GameSink<'s> + 's>,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    pass.each(inputs, |pass, index, input, opened| {
        let source = opened.source;
        let (games, failures) = (pass.report.games(), pass.failures());
        pass.check_aside(opened.format, source.name())?;
        if opened.format.text().is_none() {
            // Others pack text only, and all of the games or none.
            pass.comparing = None;
        }
        sink.begin_input(source.name(), opened.format)?;
        of(&opened.format).take(pass, JobInput { inputs, index, input, source }, &mut *sink)?;
        let end = EndOfInput { games: pass.report.games() - games, whole: pass.failures() == failures };
        sink.end_input(pass, index, end)
    })?;
    sink.finish(pass)
}

/// An output to open.
pub(crate) struct SinkRequest<'o> {
    /// Its path; `None` means standard output.
    pub(crate) output: Option<&'o str>,
    /// The inputs of the job.
    pub(crate) inputs: &'o [Input],
    pub(crate) settings: &'o Settings,
    pub(crate) foreign: &'o dyn Foreign,
}

impl<'o> SinkRequest<'o> {
    /// Opens an output of this format.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn open(&self, to: Format) -> Result<Box<dyn GameSink<'o> + 'o>, Failure> {
        check_folder(self.output, to)?;
        // Formats that are not split refuse a template.
        let template = Template::of(self.output, to, &self.settings.write)?;
        if self.settings.write.append {
            check_append(template.as_ref(), to, &self.settings.write)?;
        }
        of(&to).open(self)
    }

    /// Creates the only file of the output, which is of this format.
    fn create(&self, format: &FormatSpec) -> Result<Output, FileError> {
        let settings = &self.settings.write;
        let out = Output::create(self.output.unwrap_or("-"), settings.force)?;
        if settings.in_base64(format) { out.in_base64() } else { Ok(out) }
    }
}

/// A game that was parsed.
pub enum ParsedGame {
    /// A tree with its faults.
    Tree(Box<ReadTree>),
    /// A game of the caller.
    Foreign(ForeignGame),
}

/// One game written in memory.
pub struct Alone {
    /// Its text or bytes, without the separator from another game; `None` if this format cannot express it at all.
    pub text: Option<Vec<u8>>,
    /// Whether the moves are binary.
    pub binary: bool,
    /// Each loss, with its place in the game.
    pub losses: Vec<(Lost, String)>,
}

/// What is lost of a game in a format that has no form for one game.
fn only_losses(losses: impl Iterator<Item = Lost>) -> Alone {
    let losses = losses.map(|lost| (lost, "the game".to_owned())).collect();
    Alone { text: None, binary: true, losses }
}

/// The failure if bytes that are to hold one game are of a format that has no form for one: a book, a file or a table.
fn not_one_game(id: &str, what: &str) -> Failure {
    let message = format!("`{id}` data is a {what}, not the text of one game");
    Failure::usage(message, "`scoresheet.read` takes such bytes")
}
