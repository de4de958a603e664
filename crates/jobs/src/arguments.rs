//! Turns the names that a user gives into inputs: opens folders and archives, and divides files of which only a part is
//! wanted.

use crate::dividing::one_of_each;
use crate::failure::Failure;
use crate::formats::{self, shown_name};
use crate::settings::Settings;
use scoresheet_files::Input;

/// An input as the caller names it.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A path, the URL of a database, or `-`.
    Named(String),
    /// Data that the caller holds.
    Given(Input),
}

impl From<String> for Argument {
    fn from(named: String) -> Argument {
        Argument::Named(named)
    }
}

/// The inputs for these arguments, with folders and archives expanded, and with the shown names for temporary files.
///
/// # Errors
/// If one is not there, a folder holds no games, or what the caller holds was read already and cannot be read again.
pub fn expand(arguments: &[Argument], settings: &Settings) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Given(input) if input.is_spent() => return Err(Failure::Consumed(input.name().to_owned())),
            Argument::Given(input) => inputs.push(input.clone()),
            Argument::Named(url) if formats::is_url(url) => inputs.push(Input::at_url(url, &shown_name(url))),
            Argument::Named(path) => {
                inputs.extend(scoresheet_files::expand(std::slice::from_ref(path), &formats::extensions())?);
            }
        }
    }
    let inputs = renamed(inputs, &settings.shown_names);
    match settings.part {
        Some((number, count)) => one_of_each(inputs, settings, number, count),
        None => Ok(inputs),
    }
}

fn renamed(inputs: Vec<Input>, names: &[(String, String)]) -> Vec<Input> {
    let rename = |input: Input| {
        let rest =
            |(file, name): &(String, String)| Some(format!("{name}{}", input.name().strip_prefix(file.as_str())?));
        match names.iter().find_map(rest) {
            Some(name) => input.known_as(name),
            None => input,
        }
    };
    inputs.into_iter().map(rename).collect()
}
