//! Outputs of formats that hold one game a file: one file, or a folder of numbered ones.

use crate::convert::not_written;
use crate::failure::Failure;
use crate::formats::Foreign;
use scoresheet_files::{Folder, Output};
use std::io::Write;
use std::path::Path;

/// Where games go, one a file.
pub(crate) struct Single {
    format: &'static Foreign,
    place: Place,
    written: u64,
}

enum Place {
    File(Output),
    Folder(Folder),
}

impl Single {
    /// Opens an output: a folder where its name ends as one or it is one, else a file; none is standard output.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(crate) fn create(output: Option<&str>, format: &'static Foreign, force: bool) -> Result<Single, Failure> {
        let name = output.unwrap_or("-");
        let place = if name != "-" && (name.ends_with(std::path::is_separator) || Path::new(name).is_dir()) {
            Place::Folder(Folder::create(name, force)?)
        } else {
            Place::File(Output::create(name, force)?)
        };
        Ok(Single { format, place, written: 0 })
    }

    /// Writes one game.
    ///
    /// # Errors
    /// When it is the second one of a file, or cannot be written.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.written += 1;
        match &mut self.place {
            Place::File(_) if self.written > 1 => {
                let message = format!("a file of `{}` holds one game, and there are more", self.format.id);
                Err(Failure::usage(message, "write a folder of them with `-o DIR/`, or take one with `--limit 1`"))
            }
            Place::File(out) => out.write_all(text).map_err(|error| not_written(&error, out.name())),
            Place::Folder(folder) => {
                let name = format!("{:04}.{}", self.written, self.format.extensions[0]);
                Ok(folder.add(&name, text)?)
            }
        }
    }

    /// Gives everything its name. Without any game no file is left.
    ///
    /// # Errors
    /// When that cannot be.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self.place {
            Place::File(_) if self.written == 0 => Ok(()),
            Place::File(out) => Ok(out.commit()?),
            Place::Folder(folder) => Ok(folder.commit()?),
        }
    }
}
