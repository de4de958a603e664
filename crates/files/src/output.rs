//! Outputs, which are compressed according to their extension and appear when they are complete.

use crate::append::{self, AppendFile, TruncateOnDrop};
use crate::compression::{self, Compression};
use crate::error::{FileError, Kind};
use crate::input::shown;
use crate::temporary::{Temporary, sweep};
use crate::terminal::Harmless;
use flate2::write::GzEncoder;
use scoresheet_core::base64::{self, Base64Encoder};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The level of bzip2 and xz; zstd and gzip use their own defaults.
const LEVEL: u32 = 6;
/// The maximum number of consecutive links to follow, the same as in systems.
const LONGEST_CHAIN: usize = 40;
/// How many bytes are written to the file at once.
const AT_ONCE: usize = 256 << 10;

/// An output. No file has its name until [`Output::commit`]; without it, no file remains.
///
/// ```
/// use scoresheet_files::Output;
/// use std::io::Write;
///
/// # let folder = std::env::temp_dir().join(format!("scoresheet-example-{}-o", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("x.pgn.zst").to_str().unwrap().to_owned();
/// let mut output = Output::create(&path, false)?;
/// output.write_all(b"1. e4 *")?;
/// assert_eq!(output.bytes(), 7);
/// output.commit()?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Failures of `write` are [`io::Error`]s that hold a [`FileError`]: see [`FileError::inside`].
pub struct Output {
    label: String,
    packer: Packer,
    destination: Destination,
    /// The number of bytes before compression.
    bytes: u64,
    /// What encodes them before that, if they are written in base64.
    base64: Option<Base64Encoder>,
    /// The file that is copied and extended, which is locked.
    extended: Option<File>,
}

/// The destination of the bytes.
enum Destination {
    /// Standard output, a device or a pipe, which cannot be undone.
    Stream,
    File {
        target: PathBuf,
        temporary: Temporary,
        force: bool,
    },
    /// A file that exists, with more after its end.
    Append(TruncateOnDrop),
}

type Sink = BufWriter<File>;

enum Packer {
    Plain(Sink),
    /// Shown to people, without compression.
    Terminal(Harmless<Sink>),
    Gzip(Box<GzEncoder<Sink>>),
    Bzip2(Box<bzip2::write::BzEncoder<Sink>>),
    Zstd(Box<zstd::Encoder<'static, Sink>>),
    Xz(Box<liblzma::write::XzEncoder<Sink>>),
}

impl Output {
    /// Opens `path` for writing, packed according to its ending (`.gz`, `.bz2`, `.zst`, `.xz`); `-` is standard output.
    /// A file that exists is refused unless `force`. What killed runs have left of the same output is removed. What goes to a terminal does not steer it: each character that would is
    /// replaced, as games come from anybody's files.
    ///
    /// # Errors
    /// If the file exists or nothing can be written there.
    pub fn create(path: &str, force: bool) -> Result<Output, FileError> {
        let target = end_of_links(Path::new(path)).unwrap_or_default();
        if let Some(folder) = target.parent().filter(|_| path != "-") {
            sweep(folder, Some(&target));
        }
        Output::create_swept(path, force)
    }

    /// The same, for one of many outputs in a folder that was swept once for all of them: see [`crate::sweep`].
    ///
    /// # Errors
    /// If the file exists or nothing can be written there.
    pub fn create_swept(path: &str, force: bool) -> Result<Output, FileError> {
        if path == "-" {
            let writing = |e| FileError::writing("-", &e);
            return Output::over("-", stdout().map_err(writing)?, Compression::Plain, Destination::Stream);
        }
        let label = shown(path);
        let spec = compression::of_name(path);
        if let Some(spec) = spec.filter(|spec| !compression::is_stream(spec.compression)) {
            let message = format!("cannot write `{label}`: writing {} archives is not supported", spec.id);
            let hint = "write separate files, or compress one with `.gz`, `.bz2`, `.zst` or `.xz`";
            return Err(FileError::new(Kind::Refused, &label, message).with_hint(hint));
        }
        let (file, destination) = open(Path::new(path), &label, force)?;
        Output::over(&label, file, spec.map_or(Compression::Plain, |spec| spec.compression), destination)
    }

    /// An output after the first `length` bytes of a file; what else there was is removed.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn append(to: AppendFile, length: u64) -> Result<Output, FileError> {
        let (label, file, guard) = to.cut(length)?;
        Output::over(&label, file, Compression::Plain, Destination::Append(guard))
    }

    /// An output that starts with the content of a file, as it is stored, and has more after it, as a compressed stream
    /// of its own if the file is compressed. It replaces the file when it is complete; until then, the file stays as
    /// it is, even if the process is killed.
    ///
    /// # Errors
    /// If the path is not a file, is being extended by another process, or nothing can be written there.
    pub fn extend(path: &str) -> Result<Output, FileError> {
        let label = shown(path);
        let writing = |e: io::Error| FileError::writing(&label, &e);
        let mut old = append::locked(path, &label)?;
        let (mut file, destination) = open(Path::new(path), &label, true)?;
        if matches!(destination, Destination::Stream) {
            return Err(append::refused(&label, "it is not a file", "name a file"));
        }
        io::copy(&mut old, &mut file).map_err(writing)?;
        let spec = compression::of_name(path);
        let output = Output::over(&label, file, spec.map_or(Compression::Plain, |spec| spec.compression), destination)?;
        Ok(Output { extended: Some(old), ..output })
    }

    fn over(label: &str, file: File, compression: Compression, destination: Destination) -> Result<Output, FileError> {
        let is_seen =
            matches!((compression, &destination), (Compression::Plain, Destination::Stream)) && file.is_terminal();
        let sink = BufWriter::with_capacity(AT_ONCE, file);
        let packer = if is_seen { Ok(Packer::Terminal(Harmless::new(sink))) } else { packer(sink, compression) };
        let packer = packer.map_err(|e| FileError::writing(label, &e))?;
        Ok(Output { label: label.to_owned(), packer, destination, bytes: 0, base64: None, extended: None })
    }

    /// The same output, which is a text: a prefix, and the bytes in base64 on the same line. Nothing may have been written.
    ///
    /// # Errors
    /// If the prefix cannot be written.
    pub fn in_base64(mut self) -> Result<Output, FileError> {
        let written = self.packer.writer().write_all(base64::PREFIX.as_bytes());
        written.map_err(|e| FileError::writing(&self.label, &e))?;
        self.base64 = Some(Base64Encoder::default());
        Ok(self)
    }

    /// Its name for users.
    pub fn name(&self) -> &str {
        &self.label
    }

    /// The number of bytes written to it, before they are encoded and compressed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the bytes are passed on at once, as to standard output, a device or a pipe.
    pub fn is_stream(&self) -> bool {
        matches!(self.destination, Destination::Stream)
    }

    /// Gives it the permissions of a file that its content comes from, so that no other user can read it.
    ///
    /// # Errors
    /// If the system refuses that.
    #[cfg(unix)]
    pub fn share_as(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let (Destination::File { .. }, Packer::Plain(sink)) = (&self.destination, &self.packer) else { return Ok(()) };
        let mut permissions = file.metadata()?.permissions();
        permissions.set_mode(permissions.mode() & 0o777 | 0o600);
        sink.get_ref().set_permissions(permissions)
    }

    /// Other systems have no such permissions: a file has those of its folder.
    ///
    /// # Errors
    /// None.
    #[cfg(not(unix))]
    pub fn share_as(&self, _file: &File) -> io::Result<()> {
        Ok(())
    }

    /// Has the system store what was written so far, so that what follows cannot be there without it.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match (&self.destination, &self.packer) {
            (Destination::Append(_), Packer::Plain(sink)) => {
                sink.get_ref().sync_data().map_err(|e| FileError::writing(&self.label, &e).into())
            }
            // These appear only when they are complete.
            _ => Ok(()),
        }
    }

    /// Completes the output and gives it its name.
    ///
    /// # Errors
    /// If the last bytes cannot be written, or a file of that name has come up meanwhile; then nothing is left.
    pub fn commit(self) -> Result<(), FileError> {
        let Output { label, mut packer, destination, base64, extended: _extended, .. } = self;
        let writing = |e: io::Error| FileError::writing(&label, &e);
        if let Some(encoder) = base64 {
            packer.writer().write_all(&encoder.ended()).map_err(writing)?;
        }
        let file = packer.finish().map_err(writing)?;
        let (target, temporary, force) = match destination {
            Destination::Stream => return Ok(()),
            Destination::Append(guard) => return guard.complete().map_err(writing),
            Destination::File { target, temporary, force } => (target, temporary, force),
        };
        file.sync_all().map_err(writing)?;
        drop(file);
        let named = if force { temporary.replace(&target) } else { temporary.name(&target) };
        named.map_err(|e| match e.kind() {
            io::ErrorKind::AlreadyExists => exists(&label),
            _ => writing(e),
        })
    }
}

/// The file to write to, and how it becomes the output.
fn open(path: &Path, label: &str, force: bool) -> Result<(File, Destination), FileError> {
    let writing = |e: io::Error| FileError::writing(label, &e);
    match path.metadata() {
        Ok(about) if about.is_dir() => {
            let message = format!("cannot write `{label}`: it is a folder");
            return Err(FileError::new(Kind::Refused, label, message).with_hint("name a file in it"));
        }
        // A device or a pipe must not be replaced by a file, so it is written to directly.
        Ok(about) if !about.is_file() => {
            return Ok((OpenOptions::new().write(true).open(path).map_err(writing)?, Destination::Stream));
        }
        Ok(_) if !force => return Err(exists(label)),
        _ => {}
    }
    // A link is kept and its target is written, even if that does not exist yet.
    let target = end_of_links(path).map_err(writing)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        let message = format!("cannot write `{label}`: there is no folder `{}`", shown(&folder.to_string_lossy()));
        return Err(FileError::new(Kind::Missing, label, message).with_hint("create the folder first"));
    }
    let (temporary, file) = Temporary::beside(&target).map_err(writing)?;
    Ok((file, Destination::File { target, temporary, force }))
}

/// The end of a chain of links, which need not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut end = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        if !end.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
            return Ok(end);
        }
        // The target of a link is relative to the folder of the link.
        end = end.parent().unwrap_or(Path::new("")).join(end.read_link()?);
    }
    Err(io::Error::other("the links form a loop"))
}

fn exists(label: &str) -> FileError {
    FileError::new(Kind::Exists, label, format!("cannot write `{label}`: it already exists"))
        .with_hint("`{force}` overwrites it")
}

fn packer(sink: Sink, compression: Compression) -> io::Result<Packer> {
    Ok(match compression {
        Compression::Gzip => Packer::Gzip(Box::new(GzEncoder::new(sink, flate2::Compression::default()))),
        Compression::Bzip2 => {
            Packer::Bzip2(Box::new(bzip2::write::BzEncoder::new(sink, bzip2::Compression::new(LEVEL))))
        }
        Compression::Zstd => {
            let mut encoder = zstd::Encoder::new(sink, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            encoder.include_checksum(true)?;
            Packer::Zstd(Box::new(encoder))
        }
        Compression::Xz => Packer::Xz(Box::new(liblzma::write::XzEncoder::new(sink, LEVEL))),
        Compression::Plain | Compression::Zip | Compression::Foreign => Packer::Plain(sink),
    })
}

/// Writes bytes to a file as a separate compressed stream.
pub(crate) fn write_packed(mut file: File, compression: Compression, bytes: &[u8]) -> io::Result<()> {
    if compression == Compression::Plain {
        return file.write_all(bytes);
    }
    let mut packer = packer(BufWriter::with_capacity(AT_ONCE, file), compression)?;
    packer.writer().write_all(bytes)?;
    packer.finish().map(drop)
}

impl Packer {
    /// Writes buffered data and returns the file.
    fn finish(self) -> io::Result<File> {
        let sink = match self {
            Packer::Plain(sink) => sink,
            Packer::Terminal(harmless) => harmless.finish()?,
            Packer::Gzip(packer) => packer.finish()?,
            Packer::Bzip2(packer) => packer.finish()?,
            Packer::Zstd(packer) => packer.finish()?,
            Packer::Xz(packer) => packer.finish()?,
        };
        sink.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Packer::Plain(sink) => sink,
            Packer::Terminal(harmless) => harmless,
            Packer::Gzip(packer) => packer,
            Packer::Bzip2(packer) => packer,
            Packer::Zstd(packer) => packer,
            Packer::Xz(packer) => packer,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.base64 {
            None => self.packer.writer().write(bytes),
            Some(encoder) => {
                let mut text = Vec::new();
                encoder.push(bytes, &mut text);
                self.packer.writer().write_all(&text).map(|()| bytes.len())
            }
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(written) => {
                self.bytes += written as u64;
                Ok(written)
            }
            Err(error) => Err(FileError::writing(&self.label, &error).into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.packer.writer().flush().map_err(|e| FileError::writing(&self.label, &e).into())
    }
}

/// Standard output without the line buffer of the standard library.
#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
