//! Turns the names that a user gives into inputs: opens folders and archives, and divides files of which only a part is
//! wanted.

use crate::common::failure::Failure;
use crate::formats::remotes::{RemoteData, RemoteFile};
use crate::formats::{base64_text, extensions, is_store_url, shown_name, url_schemes};
use crate::inputs::split::one_of_each;
use crate::settings::{Callers, Settings};
use scoresheet_files::{Fetched, FileError, Input, has_extension};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// An input as the caller names it.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A path, a URL, or `-`.
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
    check_headers(arguments, &settings.callers)?;
    let mut inputs = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Given(input) if input.is_spent() => return Err(Failure::Consumed(input.name().to_owned())),
            Argument::Given(input) => inputs.push(input.clone()),
            Argument::Named(text) if base64_text::starts(text.as_bytes()) => inputs.extend(base64_text::argument(text)),
            Argument::Named(url) if is_store_url(url) => inputs.push(Input::at_url(url, &shown_name(url))),
            Argument::Named(url) if url_schemes::of_url(url).is_some() => {
                inputs.extend(remote(url, &settings.callers)?)
            }
            Argument::Named(path) => {
                inputs.extend(scoresheet_files::expand(std::slice::from_ref(path), &extensions())?);
            }
        }
    }
    let inputs = renamed(inputs, &settings.callers.shown_names);
    match settings.read.part {
        Some((number, count)) => one_of_each(inputs, settings, number, count),
        None => Ok(inputs),
    }
}

/// Refuses headers that would not be sent.
fn check_headers(arguments: &[Argument], settings: &Callers) -> Result<(), Failure> {
    let may_be_sent = |argument: &Argument| match argument {
        Argument::Named(text) => url_schemes::is_web(text),
        Argument::Given(input) => input.as_part().is_some(),
    };
    if settings.headers.is_empty() || arguments.is_empty() || arguments.iter().any(may_be_sent) {
        return Ok(());
    }
    Err(Failure::usage("headers are for web servers, and no input is at the URL of one", "leave `{headers}` out"))
}

/// The inputs at a URL.
fn remote(url: &str, settings: &Callers) -> Result<Vec<Input>, Failure> {
    let remotes = settings.remotes(url)?;
    let RemoteFile { is_folder, files } = remotes.find(url, &settings.headers)?;
    let known = extensions();
    let wanted = files.into_iter().filter(|(url, _)| !is_folder || has_extension(url, &known));
    let input = |(url, data): (String, RemoteData)| match data {
        RemoteData::Ranged(data, stamp) => {
            Input::remote(&url, &shown_name(&url), Arc::new(Fetched::new(data, Some(stamp))))
        }
        RemoteData::Streamed(data) => Input::streamed(&url, &shown_name(&url), data),
    };
    let inputs: Vec<Input> = wanted.map(input).collect();
    if inputs.is_empty() { Err(FileError::empty(&shown_name(url), &known).into()) } else { Ok(inputs) }
}

/// Copies what is at a URL to a new file, if its server sends it only once, as a whole. Returns whether it did.
///
/// # Errors
/// If it cannot be read, or the file cannot be written.
pub fn copy_streamed(url: &str, target: &Path, settings: &Settings) -> Result<bool, Failure> {
    let inputs = expand(&[Argument::Named(url.to_owned())], settings)?;
    let [input] = inputs.as_slice() else { return Ok(false) };
    if !input.is_once() {
        return Ok(false);
    }
    let mut source = input.open(&settings.read.limits)?;
    let copied = File::create_new(target).and_then(|mut copy| io::copy(&mut source, &mut copy));
    copied.map_err(|error| Failure::not_written(&error, &target.to_string_lossy()))?;
    Ok(true)
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
