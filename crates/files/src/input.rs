//! One input: standard input, a file, a member of an archive, or data that a caller holds.

use crate::error::FileError;
use crate::parts::{FilePart, OnDisk, Ranged};
use crate::progress::Progress;
use crate::raw::{Pipe, Raw};
use crate::source::Source;
use crate::zip::Member;
use scoresheet_core::limits::Limits;
use scoresheet_core::text::printable;
use std::any::Any;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An input. Contains what is needed to open it, not an open file, so it can be opened repeatedly.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    origin: Origin,
    /// The folder that contains it, if the user named that.
    folder: Option<Arc<Path>>,
    /// An object that must live as long as the input: a temporary file.
    #[expect(dead_code, reason = "held for what happens when it is dropped")]
    kept: Option<KeepAlive>,
}

/// Lives as long as the inputs that hold it.
#[derive(Clone)]
struct KeepAlive(#[expect(dead_code, reason = "likewise")] Arc<dyn Any + Send + Sync>);

impl std::fmt::Debug for KeepAlive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeepAlive")
    }
}

#[derive(Clone, Debug)]
enum Origin {
    Stdin,
    File(PathBuf),
    Member(PathBuf, Member),
    /// At a URL, which only the caller can open.
    Elsewhere(String),
    /// At a URL, and read by ranges.
    Remote(String, Arc<dyn Ranged>),
    /// At a URL, and read while it is sent, once.
    Streamed(String, Arc<dyn CallerInput>),
    /// Held by the caller.
    CallerInput(Arc<dyn CallerInput>),
    /// A part of a file.
    Part(Arc<dyn Ranged>, FilePart),
    /// Found, but unreadable; reported when it is opened, so that the others are still read.
    Broken(FileError),
}

impl Input {
    /// Standard input, known as `-`.
    pub fn stdin() -> Input {
        Input::of("-".to_owned(), Origin::Stdin)
    }

    /// A file. Its content and not its name determines how it is decompressed.
    pub fn file(path: impl Into<PathBuf>) -> Input {
        let path = path.into();
        Input::of(shown(&path.to_string_lossy()), Origin::File(path))
    }

    /// The data at a URL, which is not opened here; `name` is shown to users.
    pub fn at_url(url: &str, name: &str) -> Input {
        Input::of(shown(name), Origin::Elsewhere(url.to_owned()))
    }

    /// The data at a URL, which is read by ranges; `name` is shown to users.
    pub fn remote(url: &str, name: &str, data: Arc<dyn Ranged>) -> Input {
        Input::of(shown(name), Origin::Remote(url.to_owned(), data))
    }

    /// The data at a URL, which is read while it is sent, once; `name` is shown to users.
    pub fn streamed(url: &str, name: &str, data: Arc<dyn CallerInput>) -> Input {
        Input::of(shown(name), Origin::Streamed(url.to_owned(), data))
    }

    /// Data that a caller holds; `name` is shown to users.
    pub fn from_caller(name: &str, caller_input: Arc<dyn CallerInput>) -> Input {
        Input::of(shown(name), Origin::CallerInput(caller_input))
    }

    /// A part of the input, which is this data.
    #[must_use]
    pub fn part(&self, data: Arc<dyn Ranged>, part: FilePart) -> Input {
        Input { origin: Origin::Part(data, part), ..self.clone() }
    }

    pub(crate) fn member(archive: &Path, member: Member) -> Input {
        let name = format!("{}:{}", shown(&archive.to_string_lossy()), shown(&member.name));
        Input::of(name, Origin::Member(archive.to_owned(), member))
    }

    pub(crate) fn broken(error: FileError) -> Input {
        Input::of(error.path.clone(), Origin::Broken(error))
    }

    fn of(name: String, origin: Origin) -> Input {
        Input { name, origin, folder: None, kept: None }
    }

    /// Records the folder that the user named and that contains the input.
    pub(crate) fn found_in(&mut self, folder: &Arc<Path>) {
        self.folder = Some(Arc::clone(folder));
    }

    /// The folder that the user named, if it was found in one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The same input with another name, such as that of a pipe of which it is a copy.
    #[must_use]
    pub fn known_as(self, name: String) -> Input {
        Input { name, ..self }
    }

    /// The same input, which keeps an object from being dropped as long as it lives, such as the guard of a temporary
    /// file.
    #[must_use]
    pub fn keeping(self, kept: Arc<dyn Any + Send + Sync>) -> Input {
        Input { kept: Some(KeepAlive(kept)), ..self }
    }

    /// Whether it can be read only once: standard input, a pipe, or a stream that a caller cannot rewind.
    pub fn is_once(&self) -> bool {
        match &self.origin {
            Origin::Stdin => true,
            Origin::File(path) => path.metadata().is_ok_and(|about| !about.is_file()),
            Origin::CallerInput(caller_input) | Origin::Streamed(_, caller_input) => caller_input.is_once(),
            Origin::Member(..) | Origin::Part(..) | Origin::Remote(..) | Origin::Elsewhere(_) | Origin::Broken(_) => {
                false
            }
        }
    }

    /// The part of a file that it is, with the counts of everything before it.
    pub fn as_part(&self) -> Option<&FilePart> {
        match &self.origin {
            Origin::Part(_, part) => Some(part),
            _ => None,
        }
    }

    /// Whether a caller holds it, it can be read only once, and it has already been read.
    pub fn is_spent(&self) -> bool {
        match &self.origin {
            Origin::CallerInput(caller_input) | Origin::Streamed(_, caller_input) => caller_input.is_spent(),
            _ => false,
        }
    }

    /// Whether a caller holds it, or fetches it.
    pub fn is_given(&self) -> bool {
        match &self.origin {
            Origin::CallerInput(_) | Origin::Remote(..) | Origin::Streamed(..) => true,
            Origin::Part(data, _) => data.path().is_none(),
            _ => false,
        }
    }

    /// What a caller holds, if that is not bytes.
    pub fn object(&self) -> Option<&(dyn Any + Send + Sync)> {
        match &self.origin {
            Origin::CallerInput(caller_input) => caller_input.object(),
            _ => None,
        }
    }

    /// Its stored data, if that can be read from any offset. The data of a part is that of the whole file.
    pub fn data(&self) -> Option<Arc<dyn Ranged>> {
        match &self.origin {
            Origin::File(path) => Some(Arc::new(OnDisk(path.clone()))),
            Origin::Remote(_, data) | Origin::Part(data, _) => Some(Arc::clone(data)),
            _ => None,
        }
    }

    /// Its name for users: `games.pgn`, `-`, `a.zip:member.pgn`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file, if the input is one or a part of one, for formats that are read from several places at once.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Part(data, _) => data.path(),
            _ => None,
        }
    }

    /// The file that it is read from: itself, or the archive that contains it.
    pub fn container(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Member(path, _) => Some(path),
            _ => self.path(),
        }
    }

    /// The URL of what the caller fetches. It may contain a password.
    pub fn remote_url(&self) -> Option<&str> {
        match &self.origin {
            Origin::Remote(url, _) | Origin::Streamed(url, _) => Some(url),
            _ => None,
        }
    }

    /// The URL that only the caller can open, if the user named one. It may contain a password.
    pub fn elsewhere(&self) -> Option<&str> {
        match &self.origin {
            Origin::Elsewhere(url) => Some(url),
            _ => None,
        }
    }

    /// The name without its folders or archive.
    pub fn base_name(&self) -> &str {
        let folders = match &self.origin {
            Origin::File(path) | Origin::Member(path, _) => path.parent().map_or(0, |folder| folder.as_os_str().len()),
            Origin::Remote(..) | Origin::Streamed(..) => self.name.rfind('/').unwrap_or(0),
            Origin::Stdin | Origin::Broken(_) | Origin::Elsewhere(_) | Origin::CallerInput(_) | Origin::Part(..) => 0,
        };
        self.name.get(folders..).unwrap_or(&self.name).trim_start_matches(std::path::is_separator)
    }

    /// Whether it is read from the file at `path`, under any name.
    pub fn is_in(&self, path: &Path) -> bool {
        match &self.origin {
            Origin::File(file) | Origin::Member(file, _) => is_same_file(file, path),
            Origin::Part(data, _) => data.path().is_some_and(|file| is_same_file(file, path)),
            Origin::Stdin
            | Origin::Broken(_)
            | Origin::Elsewhere(_)
            | Origin::Remote(..)
            | Origin::Streamed(..)
            | Origin::CallerInput(_) => false,
        }
    }

    /// Its size on disk; `None` if unknown before it is read.
    pub fn size(&self) -> Option<u64> {
        match &self.origin {
            Origin::File(path) => path.metadata().ok().filter(|m| m.is_file()).map(|m| m.len()),
            Origin::Member(_, member) => Some(member.packed),
            Origin::CallerInput(caller_input) => caller_input.size(),
            Origin::Part(_, part) => Some(part.length()),
            Origin::Remote(_, data) => data.stamp().ok().map(|stamp| stamp.size),
            // Data that is sent only once must not be examined in advance, even if its server reports its size.
            Origin::Stdin | Origin::Broken(_) | Origin::Elsewhere(_) | Origin::Streamed(..) => None,
        }
    }

    /// Opens it without reading yet.
    ///
    /// # Errors
    /// If it is not there or must not be read.
    pub fn open(&self, limits: &Limits) -> Result<Source, FileError> {
        match &self.origin {
            Origin::Broken(error) => Err(error.clone()),
            Origin::Part(data, part) => part.open(&self.name, data, limits),
            Origin::Remote(_, data) => self.remote_source(data, limits).map_err(|e| FileError::reading(&self.name, &e)),
            Origin::Elsewhere(_) => Err(FileError::unknown(&self.name, "only the caller can open it")),
            Origin::Stdin => self.stdin_source(limits).map_err(|e| FileError::reading(&self.name, &e)),
            Origin::CallerInput(caller_input) | Origin::Streamed(_, caller_input) => {
                self.caller_source(caller_input, limits).map_err(|e| FileError::reading(&self.name, &e))
            }
            Origin::File(path) => self.file_source(path, limits).map_err(|e| FileError::reading(&self.name, &e)),
            Origin::Member(path, member) => {
                let progress = Progress::of(Some(member.packed));
                let bytes = member.open(path, &self.name, &progress, limits)?;
                Ok(Source::counted(&self.name, bytes, progress, limits, member.is_packed()))
            }
        }
    }

    fn stdin_source(&self, limits: &Limits) -> io::Result<Source> {
        let file = stdin()?;
        let about = file.metadata()?;
        if about.is_file() {
            Ok(self.whole(file, about.len(), limits))
        } else {
            Ok(self.pipe(move || Ok(file), limits))
        }
    }

    fn file_source(&self, path: &Path, limits: &Limits) -> io::Result<Source> {
        let about = path.metadata()?;
        if about.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if about.is_file() {
            return Ok(self.whole(File::open(path)?, about.len(), limits));
        }
        let path = path.to_owned();
        Ok(self.pipe(move || File::open(path), limits))
    }

    fn caller_source(&self, caller_input: &Arc<dyn CallerInput>, limits: &Limits) -> io::Result<Source> {
        let from = caller_input.open()?;
        if caller_input.is_once() {
            return Ok(self.pipe(move || Ok(from), limits));
        }
        let progress = Progress::of(caller_input.size());
        Ok(Source::new(Raw::new(&self.name, from, Arc::clone(&progress)), progress, limits))
    }

    fn remote_source(&self, data: &Arc<dyn Ranged>, limits: &Limits) -> io::Result<Source> {
        let progress = Progress::of(Some(data.stamp()?.size));
        Ok(Source::new(Raw::new(&self.name, data.open_at(0, None)?, Arc::clone(&progress)), progress, limits))
    }

    fn whole(&self, file: File, size: u64, limits: &Limits) -> Source {
        let progress = Progress::of(Some(size));
        Source::new(Raw::new(&self.name, Box::new(file), Arc::clone(&progress)), progress, limits).local()
    }

    fn pipe<R: Read>(&self, open: impl FnOnce() -> io::Result<R> + Send + 'static, limits: &Limits) -> Source {
        let progress = Progress::of(None);
        let pipe = Pipe::new(open, Arc::clone(&progress));
        let raw = Raw::new(&self.name, Box::new(pipe), Arc::clone(&progress));
        Source::new(raw, progress, limits).waiting()
    }
}

/// Whether two paths lead to the same file, after following all links.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(one), Ok(other)) = (one.metadata(), other.metadata()) else { return false };
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// A name that can be printed: names of files and archive members may contain control characters.
pub(crate) fn shown(name: &str) -> String {
    printable(name).into_owned()
}

/// Standard input without the small buffer of the standard library.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}

/// What a caller holds. Any thread may call the methods.
pub trait CallerInput: Debug + Send + Sync {
    /// Starts to read it from its beginning.
    ///
    /// # Errors
    /// If it cannot be read, or was read already and cannot be read again.
    fn open(&self) -> io::Result<Box<dyn Read + Send>>;

    /// Its size in bytes, if known before it is read.
    fn size(&self) -> Option<u64>;

    /// Whether it can be read only once. Reading such an input may have to wait for its sender.
    fn is_once(&self) -> bool;

    /// Whether it can be read only once, and has been.
    fn is_spent(&self) -> bool;

    /// Its type, if it is not bytes, for readers that know the type. It is not opened as bytes.
    fn object(&self) -> Option<&(dyn Any + Send + Sync)> {
        None
    }
}

/// Bytes in memory that a caller holds. A copy of `B` shares them.
#[derive(Clone, Debug)]
pub struct CallerBytes<B>(pub B);

impl<B: AsRef<[u8]> + Clone + Debug + Send + Sync + 'static> CallerInput for CallerBytes<B> {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(self.0.clone())))
    }

    fn size(&self) -> Option<u64> {
        Some(self.0.as_ref().len() as u64)
    }

    fn is_once(&self) -> bool {
        false
    }

    fn is_spent(&self) -> bool {
        false
    }
}
