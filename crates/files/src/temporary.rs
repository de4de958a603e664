//! Files that are not complete yet: hidden, beside the file they will become.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// How their names end.
const ENDING: &str = ".scoresheet-part";
/// How many characters of the file's name are kept in theirs: file systems allow 255 bytes.
const NAME_KEPT: usize = 50;

/// A file that is removed unless it is given its name.
#[derive(Debug)]
pub(crate) struct Temporary {
    path: PathBuf,
    named: bool,
}

/// Whether a file with this name was left by a run that was killed.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(ENDING)
}

/// Something new in a folder, whose hidden name starts with `stem` and is nobody else's.
pub(crate) fn hidden<T>(
    folder: &Path,
    stem: &str,
    create: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let unique = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = folder.join(format!(".{stem}{unique}{ENDING}"));
        match create(&path) {
            Ok(made) => return Ok((path, made)),
            // Left by a process that had our number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

impl Temporary {
    /// A new file that will become `target`.
    pub(crate) fn beside(target: &Path) -> io::Result<(Temporary, File)> {
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let kept: String = name.chars().take(NAME_KEPT).collect();
        let new = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
        let (path, file) = hidden(target.parent().unwrap_or(Path::new("")), &format!("{kept}."), new)?;
        Ok((Temporary { path, named: false }, file))
    }

    /// Gives the file its name, over one that is there.
    pub(crate) fn replace(mut self, target: &Path) -> io::Result<()> {
        if let Ok(old) = target.metadata() {
            // A file that is written again keeps who may read it; where that cannot be kept, the new one's rights do.
            let _ = std::fs::set_permissions(&self.path, old.permissions());
        }
        std::fs::rename(&self.path, target)?;
        self.named = true;
        remember(target);
        Ok(())
    }

    /// Gives the file its name, unless there is one with it by now.
    pub(crate) fn name(self, target: &Path) -> io::Result<()> {
        match std::fs::hard_link(&self.path, target) {
            // The other name goes when this is dropped.
            Ok(()) => {
                remember(target);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Some file systems know no second names.
            Err(_) if target.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => self.replace(target),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.named {
            // It may be gone already; there is nobody to tell.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Makes the new name survive a power cut, where the system can do that.
fn remember(target: &Path) {
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
