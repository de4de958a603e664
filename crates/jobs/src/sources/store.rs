//! Databases as inputs: their documents are read as text, and tables without documents as columns.

use crate::common::failure::Failure;
use crate::formats::store_drivers::{StoreAddress, StoreContent, StoreDocuments};
use crate::formats::stores::StoreFormat;
use crate::formats::{self, Format};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::GameSink;
use crate::settings::Settings;
use crate::sources::{Current, StoreInput, columns, text};
use scoresheet_core::error::Code;
use scoresheet_core::game::OptionSpec;
use scoresheet_files::{FileError, Input, Kind, Source};
use std::fs::File;
use std::io::Read;

/// Takes one database to an output.
///
/// # Errors
/// If games cannot be restored from it, the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: StoreInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let (settings, index, input) = (pass.settings, current.index, current.input);
    let Some(address) = address(&current, settings, sink.format()) else {
        let message = format!("cannot read `{}`: a database must be a separate file", input.name());
        let refused = FileError::new(Kind::Unreadable, input.name(), message);
        return pass.file_error(FileError { code: Code::FileKind, ..refused });
    };
    match settings.callers.stores(input.name())?.read(&address) {
        Ok(StoreContent::Documents(StoreDocuments { format, bytes })) => {
            let source = Source::from_reader(input.name(), bytes, &settings.read.limits);
            text::take(pass, Current { index, input, source, format }, sink)
        }
        Ok(StoreContent::Table(table)) => {
            let source = Source::from_bytes(input.name(), b"", &settings.read.limits);
            columns::take(pass, Current { index, input: &table, source, format: formats::table_in_memory() }, sink)
        }
        Err(Failure::File(error)) => pass.file_error(error),
        Err(failure) => Err(failure),
    }
}

/// Where the database is, with the options for reading it; `to` is the format that is written. None if no driver can
/// open it.
fn address<'i>(current: &StoreInput<'i>, settings: &Settings, to: Option<Format>) -> Option<StoreAddress<'i>> {
    let (input, format) = (current.input, current.format);
    let location = input.elsewhere().or_else(|| input.path()?.to_str()).filter(|_| is_whole(input, format))?;
    let options = format.spec.options.iter().filter(|option| option.reads);
    let chosen = |option: &OptionSpec| settings.read_choice(option.id, to).unwrap_or(option.default).to_owned();
    let choices = options.map(|option| (option.id.to_owned(), chosen(option))).collect();
    Some(StoreAddress { format, location, name: input.name().to_owned(), choices })
}

/// Whether a driver can open it: it is at a URL, or a file that is not packed.
fn is_whole(input: &Input, format: &StoreFormat) -> bool {
    if input.elsewhere().is_some() {
        return !format.is_file();
    }
    let mut head = [0; 16];
    let opened = input.path().filter(|path| path.is_file()).and_then(|path| File::open(path).ok());
    opened.is_some_and(|mut file| file.read_exact(&mut head).is_ok() && (format.starts)(&head))
}
