//! Folders of files that belong together, which appear when all of them are complete.

use crate::append;
use crate::compression::{self, Compression};
use crate::error::{FileError, Kind};
use crate::input::shown;
use crate::output::write_packed;
use crate::temporary::{ENDING, ScratchFolder, name_new, sweep};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A folder to put files in. They have another place until [`Folder::commit`]; without it nothing is left.
///
/// ```
/// use scoresheet_files::Folder;
///
/// # let path = std::env::temp_dir().join(format!("scoresheet-example-{}-f", std::process::id()));
/// let mut folder = Folder::create(path.to_str().unwrap(), false)?;
/// folder.add("0001.icn", b"K1,1")?;
/// assert!(!path.join("0001.icn").exists());
/// folder.commit()?;
/// assert_eq!(std::fs::read(path.join("0001.icn"))?, b"K1,1");
/// # std::fs::remove_dir_all(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Folder {
    label: String,
    target: PathBuf,
    /// Hidden in the target if that exists, else next to it. Files that were not moved out of it are deleted with it.
    waiting: ScratchFolder,
    /// Whether the target existed before.
    existed: bool,
    names: Vec<String>,
    force: bool,
    /// Locked while files are added to it, if the system can lock folders.
    _extended: Option<File>,
}

impl Folder {
    /// Starts to fill a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// If it is not a folder, or nothing can be written there.
    pub fn create(path: &str, force: bool) -> Result<Folder, FileError> {
        let label = shown(path);
        let writing = |e: io::Error| FileError::writing(&label, &e);
        let trimmed = path.trim_end_matches(std::path::is_separator);
        let target = PathBuf::from(if trimmed.is_empty() { path } else { trimmed });
        let existed = target.is_dir();
        if target.exists() && !existed {
            let message = format!("cannot write `{label}`: it is a file");
            return Err(FileError::new(Kind::Refused, &label, message).with_hint("name a folder"));
        }
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !existed && !parent.is_dir() {
            let message = format!("cannot write `{label}`: there is no folder `{}`", shown(&parent.to_string_lossy()));
            return Err(FileError::new(Kind::Missing, &label, message).with_hint("create that folder first"));
        }
        // Hidden, so that programs that read folders skip it.
        let waiting = if existed {
            sweep(&target, None);
            ScratchFolder::inside(&target)
        } else {
            ScratchFolder::create(Some(&target))
        };
        let waiting = waiting.map_err(writing)?;
        Ok(Folder { label, target, waiting, existed, names: Vec::new(), force, _extended: None })
    }

    /// Starts to add files to a folder, which is created if it does not exist. No file in it changes.
    ///
    /// # Errors
    /// If it is not a folder, another process is adding files to it, or nothing can be written there.
    pub fn extend(path: &str) -> Result<Folder, FileError> {
        // Not every system opens folders, and not every file system has locks.
        let existing = File::open(path).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_dir()));
        if let Some(Err(TryLockError::WouldBlock)) = existing.as_ref().map(File::try_lock) {
            let why = "another process is adding files to it";
            return Err(append::refused(&shown(path), why, "wait until that has finished"));
        }
        Ok(Folder { _extended: existing, ..Folder::create(path, false)? })
    }

    /// The folder itself, which may not exist yet.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Adds a file.
    ///
    /// # Errors
    /// If a file of that name is there, unless `force`, or it cannot be written.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.start(name)?;
        self.append(name, bytes)
    }

    /// Announces a file, which [`Folder::append`] fills. The name may contain folders, separated by `/`.
    ///
    /// # Errors
    /// If a file of that name is there, unless `force`, or the folders in the name cannot be made.
    pub fn start(&mut self, name: &str) -> Result<(), FileError> {
        self.check(name)?;
        if let Some((folders, _)) = name.rsplit_once('/') {
            let made = fs::create_dir_all(self.waiting.path().join(folders));
            made.map_err(|error| FileError::writing(&self.label, &error))?;
        }
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Where a file waits. Patterns such as `**/*.parquet` find hidden folders in some programs, so that files in the target
    /// have an ending of their own.
    fn waiting(&self, name: &str) -> PathBuf {
        let ending = if self.existed { ENDING } else { "" };
        self.waiting.path().join(format!("{name}{ending}"))
    }

    /// Announces a file as [`Folder::start`] does, and opens it to be written.
    ///
    /// # Errors
    /// If a file of that name is there, unless `force`, or it cannot be made.
    pub fn open(&mut self, name: &str) -> Result<File, FileError> {
        self.start(name)?;
        let opened = File::create_new(self.waiting(name));
        opened.map_err(|error| FileError::writing(&self.label, &error))
    }

    /// Appends bytes to a file, compressed according to the extension of its name; each call writes a frame or member
    /// of its own. The file is open only during the call, so a folder may have more files than a process may open.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.waiting(name);
        let open = || File::options().append(true).create(true).open(path);
        let compression = compression::of_name(name).map_or(Compression::Plain, |spec| spec.compression);
        let written = open().and_then(|file| write_packed(file, compression, bytes));
        written.map_err(|error| FileError::writing(&self.label, &error))
    }

    fn check(&self, name: &str) -> Result<(), FileError> {
        let there = self.target.join(name);
        if self.existed && !self.force && there.symlink_metadata().is_ok() {
            return Err(exists(&there));
        }
        Ok(())
    }

    /// Moves the files to their final place: all at once if the folder is new, else one after another if none exists
    /// yet. If one cannot be moved, those before it are removed again, unless they have replaced others.
    ///
    /// # Errors
    /// If a file of one of the names has come up meanwhile, or they cannot be moved.
    pub fn commit(self) -> Result<(), FileError> {
        let writing = |e: io::Error| FileError::writing(&self.label, &e);
        if !self.existed {
            return fs::rename(self.waiting.path(), &self.target).map_err(writing);
        }
        self.names.iter().try_for_each(|name| self.check(name))?;
        for name in &self.names {
            if let Some((folders, _)) = name.rsplit_once('/') {
                fs::create_dir_all(self.target.join(folders)).map_err(writing)?;
            }
        }
        let mut moved = Vec::new();
        for name in &self.names {
            let (from, to) = (self.waiting(name), self.target.join(name));
            let named = if self.force { fs::rename(&from, &to) } else { name_new(&from, &to) };
            if let Err(error) = named {
                moved.iter().for_each(|done| _ = fs::remove_file(done));
                return Err(if error.kind() == io::ErrorKind::AlreadyExists { exists(&to) } else { writing(error) });
            }
            if !self.force {
                moved.push(to);
            }
        }
        Ok(())
    }
}

fn exists(path: &Path) -> FileError {
    let label = shown(&path.to_string_lossy());
    let message = format!("cannot write `{label}`: it already exists");
    FileError::new(Kind::Exists, &label, message).with_hint("`{force}` overwrites it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("scoresheet-folder-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder");
        path
    }

    fn names(path: &Path) -> Vec<String> {
        let entries = fs::read_dir(path).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_left_without_a_commit() {
        let path = place("dropped");
        for target in [path.join("new"), path.clone()] {
            let mut folder = Folder::create(target.to_str().expect("a name"), false).expect("a folder");
            folder.add("1", b"x").expect("a file");
            drop(folder);
            assert_eq!(names(&path), Vec::<String>::new());
        }
        fs::remove_dir_all(&path).expect("gone");
    }

    #[test]
    fn files_grow_in_folders_of_the_folder() {
        use crate::{Input, Kind};
        use scoresheet_core::limits::Limits;
        use std::io::Read;
        let path = place("grown");
        fs::create_dir(path.join("old")).expect("a folder");
        for target in [path.join("new"), path.join("old")] {
            let mut folder = Folder::create(target.to_str().expect("a name"), false).expect("a folder");
            for name in ["a/1.pgn", "b/1.pgn.gz", "b/2.pgn.bz2", "b/3.pgn.zst", "b/4.pgn.xz"] {
                folder.start(name).expect("a file");
                ["one ", "two"].iter().for_each(|text| folder.append(name, text.as_bytes()).expect("written"));
            }
            folder.commit().expect("done");
            for name in ["a/1.pgn", "b/1.pgn.gz", "b/2.pgn.bz2", "b/3.pgn.zst", "b/4.pgn.xz"] {
                let mut text = String::new();
                let input = Input::file(target.join(name));
                let mut source = input.open(&Limits::default()).expect("opened");
                source.read_to_string(&mut text).expect("read");
                assert_eq!(text, "one two", "{name}");
            }
            let mut again = Folder::create(target.to_str().expect("a name"), false).expect("a folder");
            assert_eq!(again.start("a/1.pgn").expect_err("there already").kind, Kind::Exists);
        }
        fs::remove_dir_all(&path).expect("gone");
    }

    #[test]
    fn files_are_added_by_one_process_at_a_time_and_replace_none() {
        let path = place("extended");
        let text = path.to_str().expect("a name").to_owned();
        fs::write(path.join("1"), "old").expect("a file");
        let mut folder = Folder::extend(&text).expect("a folder");
        if cfg!(unix) {
            assert_eq!(Folder::extend(&text).expect_err("busy").kind, Kind::Refused);
        }
        assert_eq!(folder.open("1").expect_err("there already").kind, Kind::Exists);
        for name in ["a/2", "3"] {
            io::Write::write_all(&mut folder.open(name).expect("a file"), b"new").expect("written");
        }
        let waiting: Vec<_> = names(folder.waiting.path()).into_iter().filter(|name| name.starts_with('3')).collect();
        assert_eq!(waiting, [format!("3{ENDING}")], "no pattern of names finds it");
        folder.commit().expect("done");
        assert_eq!(names(&path), ["1", "3", "a"]);
        let mut folder = Folder::extend(&text).expect("free again");
        folder.open("4").expect("a file");
        folder.open("5").expect("a file");
        fs::write(path.join("5"), "of another process").expect("a file");
        assert_eq!(folder.commit().expect_err("there meanwhile").kind, Kind::Exists);
        assert_eq!(names(&path), ["1", "3", "5", "a"]);
        assert_eq!(fs::read(path.join("5")).expect("a file"), b"of another process");
        fs::remove_dir_all(&path).expect("gone");
    }

    #[test]
    fn files_that_are_there_are_refused_unless_forced() {
        let path = place("refused");
        fs::write(path.join("2"), "old").expect("a file");
        let text = format!("{}/", path.to_str().expect("a name"));
        let mut folder = Folder::create(&text, false).expect("a folder");
        folder.add("1", b"x").expect("a file");
        assert_eq!(folder.add("2", b"x").expect_err("refused").kind, Kind::Exists);
        drop(folder);
        assert_eq!(names(&path), ["2"]);
        let mut folder = Folder::create(&text, true).expect("a folder");
        folder.add("2", b"new").expect("a file");
        folder.commit().expect("done");
        assert_eq!(fs::read(path.join("2")).expect("a file"), b"new");
        assert_eq!(names(&path), ["2"]);
        assert_eq!(Folder::create(&format!("{text}2"), true).expect_err("a file").kind, Kind::Refused);
        assert_eq!(Folder::create(&format!("{text}a/b"), true).expect_err("nowhere").kind, Kind::Missing);
        fs::remove_dir_all(&path).expect("gone");
    }
}
