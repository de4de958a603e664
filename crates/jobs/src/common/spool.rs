//! Temporary files without names, and copies of inputs in them that must be read from several places at once but cannot be.

use scoresheet_files::{FileError, Input, Kind, Source, nameless};
use scoresheet_spill::TemporaryFiles;
use std::fs::File;
use std::io::{self, Read, Seek};

/// Temporary files that are gone when the program is, however it ends.
pub(crate) fn temporary_files() -> TemporaryFiles {
    TemporaryFiles::new(nameless)
}

/// The input as a file: itself if it can be recognized by its start, else a decompressed copy of the data of `source`.
///
/// # Errors
/// If the input cannot be read, or the copy not be written.
pub(crate) fn seekable(input: &Input, mut source: Source, starts: fn(&[u8]) -> bool) -> Result<File, FileError> {
    if let Some(file) = in_place(input, starts) {
        return Ok(file);
    }
    let copied = nameless().and_then(|mut copy| {
        io::copy(&mut source, &mut copy)?;
        copy.rewind()?;
        Ok(copy)
    });
    copied.map_err(|error| {
        let message = format!("cannot keep `{}` in a temporary file: {error}", input.name());
        FileError::inside(&error).cloned().unwrap_or_else(|| FileError::new(Kind::Unreadable, input.name(), message))
    })
}

/// The input as a file, if it is one that can be recognized by its start.
pub(crate) fn in_place(input: &Input, starts: fn(&[u8]) -> bool) -> Option<File> {
    // Only files are opened here: a pipe would wait for another writer.
    let path = input.path().filter(|path| path.is_file());
    let file = path.and_then(|path| File::open(path).ok());
    file.filter(|file| is_known(file, starts))
}

fn is_known(mut file: &File, starts: fn(&[u8]) -> bool) -> bool {
    let mut head = [0; 8];
    let is_file = file.metadata().is_ok_and(|about| about.is_file());
    is_file && file.read_exact(&mut head).is_ok() && starts(&head) && file.rewind().is_ok()
}
