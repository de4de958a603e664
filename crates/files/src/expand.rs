//! Expands the names that a user gives into a list of inputs: files, the contents of folders, and members of archives.

use crate::compression::{self, Compression, MAGIC};
use crate::error::FileError;
use crate::input::{Input, shown};
use crate::walk;
use crate::zip::{self, ZipMember};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// Turns arguments into inputs, in order. `-` is standard input; a folder gives every file below it whose name ends in
/// one of the `known` endings, packed or not, sorted by path; a zip archive gives its members with such names. A file
/// that is named itself is taken with any name.
///
/// Files that are found in folders but cannot be read become inputs that fail when they are opened, so that one of them
/// does not keep the others from being read; so do archives in archives.
///
/// ```
/// use scoresheet_files::expand;
///
/// # let folder = std::env::temp_dir().join(format!("scoresheet-example-{}-i", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("club.pgn"), "1. e4 *")?;
/// let inputs = expand(&[folder.display().to_string(), "-".to_owned()], &["pgn"])?;
/// assert_eq!(inputs[0].path(), Some(folder.join("club.pgn").as_path()));
/// assert_eq!(inputs[1].name(), "-");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a path is not there, or a folder or archive holds nothing that looks like games.
pub fn expand(args: &[String], known: &[&str]) -> Result<Vec<Input>, FileError> {
    let mut inputs = Vec::new();
    for arg in args {
        if arg == "-" {
            inputs.push(Input::stdin());
            continue;
        }
        let path = Path::new(arg);
        let label = shown(arg);
        let about = path.metadata().map_err(|e| FileError::reading(&label, &e))?;
        let before = inputs.len();
        if about.is_dir() {
            folder(path, known, &mut inputs);
            let named = Arc::from(path);
            inputs[before..].iter_mut().for_each(|input| input.found_in(&named));
        } else if about.is_file() {
            file(path, known, &mut inputs);
        } else {
            inputs.push(Input::file(path));
        }
        if inputs.len() == before {
            return Err(FileError::empty(&label, known));
        }
    }
    Ok(inputs)
}

fn folder(path: &Path, known: &[&str], inputs: &mut Vec<Input>) {
    for found in walk::walk(path, &|name| compression::is_known(name, known) || is_zip_name(name)) {
        match found {
            Ok(path) if path.to_str().is_some_and(is_zip_name) => file(&path, known, inputs),
            Ok(path) => inputs.push(Input::file(path)),
            Err(error) => inputs.push(Input::broken(error)),
        }
    }
}

fn is_zip_name(name: &str) -> bool {
    compression::of_name(name).is_some_and(|spec| spec.compression == Compression::Zip)
}

/// One file, or its members if it is an archive, regardless of its name.
fn file(path: &Path, known: &[&str], inputs: &mut Vec<Input>) {
    // If it cannot be opened here, it cannot be opened later either, which is reported then.
    let is_zip =
        head(path).is_ok_and(|head| compression::of_bytes(&head).is_some_and(|s| s.compression == Compression::Zip));
    if !is_zip {
        inputs.push(Input::file(path));
        return;
    }
    match zip::members(path, &shown(&path.to_string_lossy()), known) {
        Ok(found) => inputs.extend(found.into_iter().map(|found| match found {
            ZipMember::Games(member) => Input::member(path, member),
            ZipMember::Archive(error) => Input::broken(error),
        })),
        Err(error) => inputs.push(Input::broken(error)),
    }
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(MAGIC);
    File::open(path)?.take(MAGIC as u64).read_to_end(&mut head)?;
    Ok(head)
}
