//! Inputs that must be read from several places at once: those that cannot be are copied to a temporary file.

use scoresheet_files::{FileError, Input, Kind, Source};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek};
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// The input as a file: itself where it is known by its start as it stands, else a copy of what `source` gives, unpacked.
///
/// # Errors
/// When the input cannot be read, or the copy not be written.
pub(crate) fn seekable(input: &Input, mut source: Source, starts: fn(&[u8]) -> bool) -> Result<File, FileError> {
    if let Some(file) = input.path().and_then(|path| File::open(path).ok())
        && is_known(&file, starts)
    {
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

fn is_known(mut file: &File, starts: fn(&[u8]) -> bool) -> bool {
    let mut head = [0; 8];
    let is_file = file.metadata().is_ok_and(|about| about.is_file());
    is_file && file.read_exact(&mut head).is_ok() && starts(&head) && file.rewind().is_ok()
}

/// A temporary file that is gone when it is closed, however the program ends.
pub(crate) fn nameless() -> io::Result<File> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = || format!("scoresheet-{}-{}.spool", std::process::id(), NEXT.fetch_add(1, Relaxed));
    loop {
        let path = std::env::temp_dir().join(name());
        match create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other,
        }
    }
}

#[cfg(unix)]
fn create(path: &PathBuf) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

#[cfg(windows)]
fn create(path: &PathBuf) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    OpenOptions::new().read(true).write(true).create_new(true).custom_flags(DELETE_ON_CLOSE).open(path)
}
