//! Plans parts of inputs for other processes, and restores them there.

use crate::common::failure::Failure;
use crate::formats::{self, url_schemes};
use crate::inputs::arguments::{Argument, expand};
use crate::inputs::part_sizes::Sizes;
use crate::inputs::split::plan::{Cuts, PlannedPart};
use crate::inputs::split::{Counter, Divided, archive, edges_of, undivided};
use crate::settings::Settings;
use scoresheet_core::game::{GameFormat, Marks};
use scoresheet_core::location::Base;
use scoresheet_files::{Edges, Fetched, FilePart, Framing, Input, OnDisk, Ranged};
use std::sync::Arc;

/// Divides inputs. With `numbers`, the games, lines and bytes before each part are counted, so that numbers of games and
/// places of errors are those of the whole file.
///
/// # Errors
/// If an input is not there, or cannot be read.
pub fn plan(
    arguments: &[Argument],
    settings: &Settings,
    sizes: Sizes,
    numbers: bool,
) -> Result<Vec<PlannedPart>, Failure> {
    if settings.read.part.is_some() {
        return Err(Failure::usage("`{part}` does not apply to parts", "leave it out: all parts are planned"));
    }
    let inputs: Vec<_> = expand(arguments, settings)?
        .into_iter()
        .map(|input| {
            let divided = Divided::of(&input, &settings.read);
            (input, divided)
        })
        .collect();
    let divided = inputs.iter().filter_map(|(_, divided)| divided.as_ref());
    let sizes = sizes.for_files(divided.map(Divided::measure));
    let mut planned: Vec<PlannedPart> = Vec::new();
    for (input, divided) in inputs {
        let Some(divided) = divided else {
            let whole = undivided(input, &settings.read)?;
            // All members of an archive are one part.
            if planned.last().is_none_or(|last| last.part.is_some() || last.path != whole.path) {
                planned.push(whole);
            }
            continue;
        };
        let mut parts = divided.parts(&input, Cuts::Size(sizes.of(divided.measure().0)));
        if numbers {
            divided.number(&mut parts, settings)?;
        }
        planned.extend(parts);
    }
    Ok(planned)
}

/// A part of a file, as [`plan`] returned it: its path, the name for users, and the part, which finds games in the way
/// of its format.
///
/// # Errors
/// If files of the format are not read in parts.
pub fn restore(path: &str, name: &str, mut part: FilePart, settings: &Settings) -> Result<Input, Failure> {
    if part.format == archive::FORMAT && part.framing == Framing::Bytes {
        part.edges = Edges::NONE;
    } else {
        part.edges = edges_of(divisible(part.format)?.1);
    }
    let data: Arc<dyn Ranged> = match url_schemes::of_url(path) {
        Some(_) => Arc::new(Fetched::new(settings.callers.remotes(path)?.file(path, &settings.callers.headers), None)),
        None => Arc::new(OnDisk(path.into())),
    };
    Ok(Input::file(path).known_as(name.to_owned()).part(data, part))
}

/// The format with this id, and how the places of its games are found.
fn divisible(id: &str) -> Result<(&'static dyn GameFormat, &'static Marks), Failure> {
    let found = formats::find(id)?.text().and_then(|format| Some((format, format.marks()?)));
    found.ok_or_else(|| Failure::usage(format!("files of `{id}` are not read in parts"), ""))
}

/// How many games, bytes and lines a part has, and how many characters follow its last line.
///
/// # Errors
/// If it is not a part, or cannot be read.
pub fn extent(part: &Input, settings: &Settings) -> Result<Base, Failure> {
    let Some(about) = part.as_part() else {
        return Err(Failure::usage(format!("`{}` is not a part of a file", part.name()), ""));
    };
    if about.format == archive::FORMAT {
        let games = archive::games_of(part, about, &settings.read)?;
        return Ok(Base { games, ..Base::default() });
    }
    let (format, marks) = divisible(about.format)?;
    Counter { format, marks, settings }.count(part, Base::default())
}
