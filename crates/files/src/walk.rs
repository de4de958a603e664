//! The files below a folder: hidden ones skipped, each once however many links lead to it.

use crate::error::{FileError, Kind};
use crate::input::shown;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Below `root`, the files whose names are `wanted`, sorted by path; and the folders that cannot be read, as errors.
pub(crate) fn walk(root: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<Result<PathBuf, FileError>> {
    let mut walk = Walk { wanted, folders: Vec::new(), links: Vec::new(), seen: HashSet::new(), found: Vec::new() };
    walk.folder(root.to_owned(), real(root));
    // Links wait until everything that is really there is known, so that a file keeps its real name.
    loop {
        while let Some(folder) = walk.folders.pop() {
            if let Err(error) = walk.enter(&folder) {
                walk.failed(&folder.path, &error);
            }
        }
        walk.links.sort_unstable_by(|a, b| b.cmp(a));
        let Some(link) = walk.links.pop() else { break };
        walk.follow(link);
    }
    walk.found.sort_by(|a, b| a.0.cmp(&b.0));
    walk.found.into_iter().map(|(_, found)| found).collect()
}

struct Walk<'w> {
    wanted: &'w dyn Fn(&str) -> bool,
    /// Folders still to be read.
    folders: Vec<Folder>,
    /// Links still to be followed.
    links: Vec<PathBuf>,
    /// Where the files and folders met so far really are.
    seen: HashSet<PathBuf>,
    found: Vec<(PathBuf, Result<PathBuf, FileError>)>,
}

struct Folder {
    path: PathBuf,
    real: PathBuf,
}

/// Where `path` leads to; what cannot be resolved is no second way to something that can.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

impl Walk<'_> {
    /// A folder that is really at `real`, to be read unless it was met before.
    fn folder(&mut self, path: PathBuf, real: PathBuf) {
        if self.seen.insert(real.clone()) {
            self.folders.push(Folder { path, real });
        }
    }

    /// A file with a wanted name, the same.
    fn file(&mut self, path: PathBuf, real: PathBuf) {
        if self.seen.insert(real) {
            self.found.push((path.clone(), Ok(path)));
        }
    }

    fn failed(&mut self, path: &Path, error: &io::Error) {
        let error = FileError::reading(&shown(&path.to_string_lossy()), error);
        // Nobody named it, so that a link to nowhere is a defect of the folder and no wrong use.
        self.found.push((path.to_owned(), Err(FileError { kind: Kind::Unreadable, ..error })));
    }

    fn enter(&mut self, folder: &Folder) -> io::Result<()> {
        for entry in fs::read_dir(&folder.path)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // Where the folder is known, its entries are too; asking the system for each would take long in deep folders.
            let (path, real, kind) = (entry.path(), folder.real.join(&name), entry.file_type()?);
            if kind.is_symlink() {
                self.links.push(path);
            } else if kind.is_dir() {
                self.folder(path, real);
            } else if kind.is_file() && (self.wanted)(&name.to_string_lossy()) {
                self.file(path, real);
            }
        }
        Ok(())
    }

    fn follow(&mut self, link: PathBuf) {
        let is_wanted = (self.wanted)(&link.file_name().unwrap_or_default().to_string_lossy());
        let to = real(&link);
        match link.metadata() {
            Ok(about) if about.is_dir() => self.folder(link, to),
            Ok(about) if about.is_file() && is_wanted => self.file(link, to),
            Err(error) if is_wanted => self.failed(&link, &error),
            Ok(_) | Err(_) => {}
        }
    }
}
