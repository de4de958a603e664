//! The files below a folder: hidden ones skipped, each once however many links lead to it.

use crate::error::{FileError, Kind};
use crate::input::shown;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Below `root`, the files whose names are `wanted`, sorted by path; and the folders that cannot be read, as errors.
pub(crate) fn walk(root: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<Result<PathBuf, FileError>> {
    let mut walk =
        Walk { wanted, folders: vec![root.to_owned()], links: Vec::new(), seen: HashSet::new(), found: Vec::new() };
    walk.remember(root);
    // Links wait until everything that is really there is known, so that a file keeps its real name.
    loop {
        while let Some(folder) = walk.folders.pop() {
            if let Err(error) = walk.enter(&folder) {
                walk.failed(&folder, &error);
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
    folders: Vec<PathBuf>,
    links: Vec<PathBuf>,
    /// Where the files and folders met so far really are.
    seen: HashSet<PathBuf>,
    found: Vec<(PathBuf, Result<PathBuf, FileError>)>,
}

impl Walk<'_> {
    /// Notes where `path` really is; `false` if that was met before.
    fn remember(&mut self, path: &Path) -> bool {
        // What cannot be resolved cannot be a second way to something that can.
        fs::canonicalize(path).map_or(true, |real| self.seen.insert(real))
    }

    fn failed(&mut self, path: &Path, error: &io::Error) {
        let error = FileError::reading(&shown(&path.to_string_lossy()), error);
        // Nobody named it, so that a link to nowhere is a defect of the folder and no wrong use.
        self.found.push((path.to_owned(), Err(FileError { kind: Kind::Unreadable, ..error })));
    }

    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_symlink() {
                self.links.push(path);
            } else if kind.is_dir() {
                self.remember(&path);
                self.folders.push(path);
            } else if kind.is_file() && (self.wanted)(&name.to_string_lossy()) {
                self.remember(&path);
                self.found.push((path.clone(), Ok(path)));
            }
        }
        Ok(())
    }

    fn follow(&mut self, link: PathBuf) {
        let is_wanted = (self.wanted)(&link.file_name().unwrap_or_default().to_string_lossy());
        match link.metadata() {
            Ok(about) if about.is_dir() => {
                if self.remember(&link) {
                    self.folders.push(link);
                }
            }
            Ok(about) => {
                if about.is_file() && is_wanted && self.remember(&link) {
                    self.found.push((link.clone(), Ok(link)));
                }
            }
            Err(error) if is_wanted => self.failed(&link, &error),
            Err(_) => {}
        }
    }
}
