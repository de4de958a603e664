//! Opens outputs of every kind of format.

use crate::failure::Failure;
use crate::foreign::Foreign;
use crate::formats::Format;
use crate::outputs::archive::ArchiveFile;
use crate::outputs::boards::BoardFiles;
use crate::outputs::book::BookFile;
use crate::outputs::single::Single;
use crate::outputs::split::{SplitFiles, Template};
use crate::outputs::store::StoreLoad;
use crate::outputs::table::TableFile;
use crate::outputs::text::TextFile;
use crate::outputs::{Output, check_folder};
use crate::settings::Settings;
use scoresheet_files::{Input, Output as File};
use std::path::Path;

/// An output to open.
pub(crate) struct Opening<'o> {
    /// Its path; `None` means standard output.
    pub(crate) output: Option<&'o str>,
    /// The inputs of the job.
    pub(crate) inputs: &'o [Input],
    pub(crate) settings: &'o Settings,
    pub(crate) foreign: &'o dyn Foreign,
}

/// An action on an output of any kind.
pub(crate) trait WithOutput<'o> {
    /// Its result.
    type Done;
    /// Performs it.
    fn with<O: Output + 'o>(self, out: O) -> Self::Done;
}

impl<'o> Opening<'o> {
    /// Opens an output of this format and performs an action with it. Only this function knows how each kind of format
    /// is written.
    pub(crate) fn open<T>(
        &self,
        to: Format,
        job: impl WithOutput<'o, Done = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let Opening { output, inputs, settings, foreign } = *self;
        check_folder(output, to)?;
        let template = Template::of(output, to, settings)?;
        let create = || File::create(output.unwrap_or("-"), settings.force);
        match (to, template) {
            (Format::Text(format), Some(template)) => {
                job.with(SplitFiles::create(format, template, inputs, settings, foreign)?)
            }
            (Format::Text(format), None) => job.with(TextFile::new(format, create()?, settings, foreign)),
            (Format::Foreign(format), _) => {
                let out = Single::create(output, format, settings.force)?;
                job.with(BoardFiles { format, out, settings, foreign })
            }
            (Format::Store(format), _) => {
                job.with(StoreLoad::open(format, output.unwrap_or_default(), inputs, settings)?)
            }
            (Format::Book(format), _) => job.with(BookFile::create(format, create()?, settings, foreign)),
            (Format::Archive(format), _) => {
                let name = output.filter(|name| settings.append && Path::new(name).exists());
                job.with(match name {
                    Some(name) => ArchiveFile::append(format, name, settings, foreign)?,
                    None => ArchiveFile::create(format, create()?, settings, foreign)?,
                })
            }
            (Format::Columns(format), _) => job.with(TableFile::create(format, create()?, inputs, settings)?),
        }
    }
}
