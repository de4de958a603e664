//! Files that are open and read at any place, and archives in them.

use crate::common::spool;
use crate::formats::archives::ArchiveFormat;
use crate::formats::detect;
use crate::inputs::archive_bytes::{ArchiveBytes, RemoteBytes};
use crate::settings::ReadSettings;
use scoresheet_archive::{Archive, Damage, Error, Limits, ReadAt};
use scoresheet_columns::file::PositionedFile;
use scoresheet_files::{FileError, Input, Kind, Source};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;
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

/// The archive that an input is, which is copied to a temporary file if it cannot be read at any place, or if most of it
/// is read from a URL.
///
/// # Errors
/// If it cannot be read, or is not an archive.
pub(crate) fn open(
    input: &Input,
    source: Source,
    settings: &ReadSettings,
    is_read_mostly: impl FnOnce(&Archive<ArchiveBytes>) -> bool,
) -> Result<Archive<ArchiveBytes>, FileError> {
    // A part has no source of the whole.
    if let Some((_, archive)) = at_url(input, settings)?
        && (input.as_part().is_some() || !is_read_mostly(&archive))
    {
        return Ok(archive);
    }
    let file = spool::seekable(input, source, ArchiveFormat::starts)?;
    opened(file, input.name(), settings).map(|(_, archive)| archive)
}

/// The archive at a URL that an input is, if it can be read by ranges.
///
/// # Errors
/// If it cannot be read.
fn at_url(input: &Input, settings: &ReadSettings) -> Result<Option<(ArchiveBytes, Archive<ArchiveBytes>)>, FileError> {
    let Some(data) = input.data().filter(|data| data.path().is_none()) else { return Ok(None) };
    let found =
        RemoteBytes::of(data, ArchiveFormat::starts).map_err(|error| FileError::reading(input.name(), &error))?;
    let Some(remote) = found else { return Ok(None) };
    let bytes = ArchiveBytes::Remote(Arc::new(remote));
    let archive = Archive::open(bytes.clone(), limits(settings)).map_err(|error| unreadable(input.name(), &error))?;
    Ok(Some((bytes, archive)))
}

/// The archive that an input is, and its file, if it can be read at any place as it is and its end is not missing.
/// Any other fault is reported by the code that reads it in order.
pub(crate) fn in_place(input: &Input, settings: &ReadSettings) -> Option<(ArchiveBytes, Archive<ArchiveBytes>)> {
    let found = match file_of(input, settings) {
        Some(file) => opened(file, input.name(), settings).ok(),
        None if may_be_archive(input, settings) => at_url(input, settings).ok().flatten(),
        None => None,
    };
    found.filter(|(_, archive)| !archive.is_cut())
}

/// Whether an input is a file with an archive, of which only the first bytes are read.
pub(crate) fn is_archive(input: &Input, settings: &ReadSettings) -> bool {
    file_of(input, settings).is_some()
}

fn file_of(input: &Input, settings: &ReadSettings) -> Option<File> {
    let is_file = input.size().is_some() && input.as_part().is_none();
    if is_file && may_be_archive(input, settings) { spool::in_place(input, ArchiveFormat::starts) } else { None }
}

/// Whether nothing says that an input is of another format.
fn may_be_archive(input: &Input, settings: &ReadSettings) -> bool {
    let named = settings.from.or_else(|| detect::of_name(input.name()));
    input.as_part().is_none() && named.is_none_or(|format| format.archive().is_some())
}

/// The archive in an open file, and the file as it is now.
///
/// # Errors
/// If it cannot be read, or is not an archive.
pub(crate) fn opened(
    file: File,
    name: &str,
    settings: &ReadSettings,
) -> Result<(ArchiveBytes, Archive<ArchiveBytes>), FileError> {
    let file = FileAt::new(file).map_err(|error| unreadable(name, &Error::Io(error)))?;
    let bytes = ArchiveBytes::File(file);
    let archive = Archive::open(bytes.clone(), limits(settings)).map_err(|error| unreadable(name, &error))?;
    Ok((bytes, archive))
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
