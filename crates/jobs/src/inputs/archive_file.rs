//! Files that are open and read at any place, and archives in them.

use crate::common::spool;
use crate::formats::archives::ArchiveFormat;
use crate::formats::detect;
use crate::settings::ReadSettings;
use scoresheet_archive::{Archive, Damage, Error, Limits, ReadAt};
use scoresheet_columns::file::PositionedFile;
use scoresheet_files::{FileError, Input, Kind, Source};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A file, as it was when it was opened.
#[derive(Clone)]
pub(crate) struct FileAt {
    file: PositionedFile,
    modified: Option<SystemTime>,
}

impl FileAt {
    pub(crate) fn new(file: File) -> io::Result<FileAt> {
        let modified = file.metadata()?.modified().ok();
        Ok(FileAt { file: PositionedFile::new(file)?, modified })
    }

    pub(crate) fn positioned(&self) -> &PositionedFile {
        &self.file
    }

    /// Refuses a file whose content was written since. One that was replaced can still be read.
    ///
    /// # Errors
    /// If it was written, or cannot be looked at.
    pub(crate) fn check(&self, name: &str) -> Result<(), FileError> {
        let about = self.file.file().metadata().map_err(|error| unreadable(name, &Error::Io(error)))?;
        if self.was(&about) {
            return Ok(());
        }
        let message = format!("cannot read `{name}`: it has changed since its games were numbered");
        Err(FileError { hint: "open it again", ..FileError::new(Kind::Unreadable, name, message) })
    }

    /// Whether the file at a path is still this one, unchanged.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        path.metadata().is_ok_and(|about| self.was(&about))
    }

    fn was(&self, about: &Metadata) -> bool {
        (about.len(), about.modified().ok()) == (self.file.length(), self.modified)
    }
}

impl ReadAt for FileAt {
    fn length(&self) -> u64 {
        self.file.length()
    }

    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(byte, into)
    }
}

/// The archive that an input is, which is copied to a temporary file if it cannot be read at any place.
///
/// # Errors
/// If it cannot be read, or is not an archive.
pub(crate) fn open(input: &Input, source: Source, settings: &ReadSettings) -> Result<Archive<FileAt>, FileError> {
    let file = spool::seekable(input, source, ArchiveFormat::starts)?;
    opened(file, input.name(), settings).map(|(_, archive)| archive)
}

/// The archive that an input is, and its file, if it can be read at any place as it is and its end is not missing.
/// Any other fault is reported by the code that reads it in order.
pub(crate) fn in_place(input: &Input, settings: &ReadSettings) -> Option<(FileAt, Archive<FileAt>)> {
    let file = file_of(input, settings)?;
    opened(file, input.name(), settings).ok().filter(|(_, archive)| !archive.is_cut())
}

/// Whether an input is a file with an archive, of which only the first bytes are read.
pub(crate) fn is_archive(input: &Input, settings: &ReadSettings) -> bool {
    file_of(input, settings).is_some()
}

fn file_of(input: &Input, settings: &ReadSettings) -> Option<File> {
    let named = settings.from.or_else(|| detect::of_name(input.name()));
    let may_be_one = named.is_none_or(|format| format.archive().is_some());
    let is_file = input.size().is_some() && input.as_part().is_none();
    if may_be_one && is_file { spool::in_place(input, ArchiveFormat::starts) } else { None }
}

/// The archive in an open file, and the file as it is now.
///
/// # Errors
/// If it cannot be read, or is not an archive.
pub(crate) fn opened(file: File, name: &str, settings: &ReadSettings) -> Result<(FileAt, Archive<FileAt>), FileError> {
    let file = FileAt::new(file).map_err(|error| unreadable(name, &Error::Io(error)))?;
    let archive = Archive::open(file.clone(), limits(settings)).map_err(|error| unreadable(name, &error))?;
    Ok((file, archive))
}

/// What to do with archives one after another.
const JOINED: &str =
    "split the file at this byte, and merge the archives: `scoresheet convert a.scz b.scz -o games.scz`";

fn limits(settings: &ReadSettings) -> Limits {
    let number = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
    let usual = Limits::default();
    let game = number(settings.limits.game);
    // A section of texts, or a block, is that of one game at least, whose bytes UTF-8 may double.
    let (texts, content) = (usual.texts.max(game), usual.content.max(game.saturating_mul(2)));
    Limits { nesting: number(settings.limits.nesting), texts, content }
}

/// The failure to read a part of the archive of this name.
pub(crate) fn unreadable(name: &str, error: &Error) -> FileError {
    let (kind, byte) = match error {
        Error::Io(_) => (Kind::Unreadable, None),
        Error::Damaged { byte, .. } => (Kind::Damaged, Some(*byte)),
    };
    let failed = FileError { byte, ..FileError::new(kind, name, format!("cannot read `{name}`: {error}")) };
    match error {
        Error::Damaged { damage: Damage::Joined, .. } => FileError { hint: JOINED, ..failed },
        _ => failed,
    }
}
