//! Plans parts of inputs for other processes, and restores them there.

use crate::arguments::{Argument, expand};
use crate::dividing::{Cuts, Divided, Planned, edges_of, undivided};
use crate::failure::Failure;
use crate::formats::{self, Format};
use crate::settings::Settings;
use scoresheet_files::{Input, OnDisk, Part};
use std::sync::Arc;

/// Divides inputs. With `numbers`, the games, lines and bytes before each part are counted, so that numbers of games and
/// places of errors are those of the whole file.
///
/// # Errors
/// If an input is not there, or cannot be read.
pub fn plan(arguments: &[Argument], settings: &Settings, cuts: Cuts, numbers: bool) -> Result<Vec<Planned>, Failure> {
    if settings.part.is_some() {
        return Err(Failure::usage("`{part}` does not apply to parts", "leave it out: all parts are planned"));
    }
    let mut planned: Vec<Planned> = Vec::new();
    for input in expand(arguments, settings)? {
        let Some(divided) = Divided::of(&input, settings) else {
            let whole = undivided(input, settings)?;
            // All members of an archive are one part.
            if planned.last().is_none_or(|last| last.part.is_some() || last.path != whole.path) {
                planned.push(whole);
            }
            continue;
        };
        let mut parts = divided.parts(&input, cuts);
        if numbers {
            divided.number(&mut parts, settings)?;
        }
        planned.extend(parts);
    }
    Ok(planned)
}

/// A part of a file, as [`plan`] has told of it: its path, the name for users, and the part, whose way to find games is
/// that of its format.
///
/// # Errors
/// If files of the format are not read in parts.
pub fn restore(path: &str, name: &str, mut part: Part) -> Result<Input, Failure> {
    let found = formats::find(part.format)?;
    let marks = match found {
        Format::Text(format) => format.marks(),
        _ => None,
    };
    let Some(marks) = marks else {
        return Err(Failure::usage(format!("files of `{}` are not read in parts", part.format), ""));
    };
    part.edges = edges_of(marks);
    Ok(Input::file(path).known_as(name.to_owned()).part(Arc::new(OnDisk(path.into())), part))
}
