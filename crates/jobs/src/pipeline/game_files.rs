//! Outputs of formats with one game per file: one file, or a folder of numbered files.

use crate::common::failure::Failure;
use crate::formats::foreign::ForeignFormat;
use scoresheet_files::{Folder, Output};
use std::io::Write;
use std::path::Path;

/// The destination of games with one game per file.
pub(crate) struct Single {
    format: &'static ForeignFormat,
    target: GameTarget,
    written: u64,
}

enum GameTarget {
    File(Output),
    Folder(Folder),
}

/// Whether an output of this name is a folder.
pub(crate) fn is_folder(name: &str) -> bool {
    name != "-" && (name.ends_with(std::path::is_separator) || Path::new(name).is_dir())
}

impl Single {
    /// Opens an output: a folder if its name ends as one or it is one, else a file; without a name, standard output.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub(crate) fn create(output: Option<&str>, format: &'static ForeignFormat, force: bool) -> Result<Single, Failure> {
        let name = output.unwrap_or("-");
        let target = if is_folder(name) {
            GameTarget::Folder(Folder::create(name, force)?)
        } else {
            GameTarget::File(Output::create(name, force)?)
        };
        Ok(Single { format, target, written: 0 })
    }

    /// Writes one game.
    ///
    /// # Errors
    /// If it is the second one of a file, or cannot be written.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.written += 1;
        match &mut self.target {
            GameTarget::File(_) if self.written > 1 => {
                let message = format!("a file of `{}` holds one game, but there are more", self.format.spec.id);
                Err(Failure::usage(message, "name a folder as the output, or take one game with `{limit=1}`"))
            }
            GameTarget::File(out) => out.write_all(text).map_err(|error| Failure::not_written(&error, out.name())),
            GameTarget::Folder(folder) => {
                let name = format!("{:04}.{}", self.written, self.format.spec.extensions[0]);
                Ok(folder.add(&name, text)?)
            }
        }
    }

    /// Makes all files visible under their names. Without any game, no file is created.
    ///
    /// # Errors
    /// If that cannot be.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self.target {
            GameTarget::File(_) if self.written == 0 => Ok(()),
            GameTarget::File(out) => Ok(out.commit()?),
            GameTarget::Folder(folder) => Ok(folder.commit()?),
        }
    }
}
