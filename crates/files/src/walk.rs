//! The files below a folder, without hidden ones, each once regardless of the number of links to it.

use crate::error::{FileError, Kind};
use crate::input::shown;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files below `root` whose names are `wanted`, sorted by path, and folders that cannot be read, as errors.
pub(crate) fn walk(root: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<Result<PathBuf, FileError>> {
    let mut walk = Walk { wanted, folders: Vec::new(), links: Vec::new(), seen: HashSet::new(), found: Vec::new() };
    walk.folder(root.to_owned(), real(root));
    // Links are followed after all real files are known, so that a file keeps its real name.
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
    /// Folders that have not been read yet.
    folders: Vec<WalkedFolder>,
    /// Links that have not been followed yet.
    links: Vec<PathBuf>,
    /// The real paths of the files and folders found so far.
    seen: HashSet<PathBuf>,
    found: Vec<(PathBuf, Result<PathBuf, FileError>)>,
}

struct WalkedFolder {
    path: PathBuf,
    real: PathBuf,
}

/// The target of `path`. A path that cannot be resolved is never a second path to another file.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

impl Walk<'_> {
    /// Adds a folder whose real path is `real`, unless it was found before.
    fn folder(&mut self, path: PathBuf, real: PathBuf) {
        if self.seen.insert(real.clone()) {
            self.folders.push(WalkedFolder { path, real });
        }
    }

    /// The same for a file with a wanted name.
    fn file(&mut self, path: PathBuf, real: PathBuf) {
        if self.seen.insert(real) {
            self.found.push((path.clone(), Ok(path)));
        }
    }

    fn failed(&mut self, path: &Path, error: &io::Error) {
        let error = FileError::reading(&shown(&path.to_string_lossy()), error);
        // The user did not name it, so a dangling link is a defect of the folder and not a usage error.
        self.found.push((path.to_owned(), Err(FileError { kind: Kind::Unreadable, ..error })));
    }

    fn enter(&mut self, folder: &WalkedFolder) -> io::Result<()> {
        for entry in fs::read_dir(&folder.path)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // The real paths of entries follow from that of their folder; asking the system for each would be slow in
            // deep folders.
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
