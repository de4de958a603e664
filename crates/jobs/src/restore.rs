//! Restores the inputs that archives have kept, byte by byte.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::archives::{ArchiveFormat, RESTORE};
use crate::inputs;
use crate::inputs::archive_file::{FileAt, open, unreadable};
use crate::pipeline::game_files::is_folder;
use crate::pipeline::host::Host;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::{InputCount, Report};
use crate::settings::{ReadSettings, Settings, WriteSettings};
use scoresheet_archive::{Archive, Exact, Proof, Restorer, Source};
use scoresheet_core::read::{Depth, Tally};
use scoresheet_files::{FileError, Folder, Input, Kind, Output};
use scoresheet_parallel::map;
use std::io::Write;
use std::ops::ControlFlow;

/// How many pieces each thread restores before they are written.
const PIECES_OF_THREAD: usize = 2;
/// The most bytes of a piece, unless a game may be longer.
const PIECE: usize = 256 << 20;

/// Whether this is asked for, if `to` is written.
pub(crate) fn is_asked(settings: &Settings, to: Format) -> bool {
    settings.read_choice(RESTORE.id, Some(to)) == Some("yes")
}

/// Restores what the archives among the inputs have kept: into a folder, or into a file if that is one input.
///
/// # Errors
/// If an input is no archive or has not kept what it was made of, or something is damaged or cannot be written.
pub(crate) fn restore(
    inputs: &[Input],
    output: Option<&str>,
    to: Format,
    settings: &Settings,
    host: &mut dyn Host,
) -> Result<Report, Failure> {
    let mut pass = Pass::new(settings, Depth::Tags, host);
    let archives = inputs.iter().map(|input| opened(input, &settings.read)).collect::<Result<Vec<_>, _>>()?;
    let kept = kept(&archives)?;
    let mut target = RestoreTarget::create(output, to, &settings.write, &kept)?;
    for (opened, sources) in archives.iter().zip(&kept) {
        let restorer =
            Restorer::new(&opened.archive, PIECE.max(usize::try_from(settings.read.limits.game).unwrap_or(PIECE)));
        for (source, exact) in sources {
            target.start(&source.name)?;
            let mut proof = Proof::default();
            for pieces in exact.pieces.chunks(settings.run.threads() * PIECES_OF_THREAD) {
                for piece in map(pieces, settings.run.threads(), |piece| restorer.piece(piece)) {
                    let piece = piece.map_err(|error| unreadable(&opened.name, &error))?;
                    proof.add(&piece);
                    target.write(&piece)?;
                }
                pass.tick_when_due()?;
            }
            if !proof.holds_for(exact) {
                return Err(differs(&opened.name, &source.name).into());
            }
        }
        let games = opened.archive.index().games();
        let (name, bytes) = (opened.name.clone(), opened.archive.length());
        let mut tally = Tally::default();
        tally.games = games;
        pass.report.add_rows(tally);
        pass.report.written += games;
        pass.done(InputCount { name, kind: opened.format.spec.id, games, bytes });
    }
    target.commit()?;
    Ok(pass.report.finish())
}

/// An open archive.
struct OpenArchive {
    name: String,
    format: &'static ArchiveFormat,
    archive: Archive<FileAt>,
}

fn opened(input: &Input, settings: &ReadSettings) -> Result<OpenArchive, Failure> {
    let inputs::OpenInput { source, format } = inputs::open(input, settings, || ControlFlow::Continue(()))?;
    let name = source.name().to_owned();
    let Some(format) = format.archive() else {
        let message = format!("`{name}` is not an archive, so there is nothing in it to restore");
        return Err(Failure::usage(message, "leave `exact=yes` out"));
    };
    let archive = open(input, source, settings)?;
    Ok(OpenArchive { name, format, archive })
}

/// What each archive has kept.
fn kept(archives: &[OpenArchive]) -> Result<Vec<Vec<(&Source, &Exact)>>, Failure> {
    archives.iter().map(kept_by).collect()
}

fn kept_by(opened: &OpenArchive) -> Result<Vec<(&Source, &Exact)>, Failure> {
    let lacks = |source: &Source| {
        let message = format!("`{}` has the games of `{}`, but not its bytes", opened.name, source.name);
        Failure::usage(message, "leave `exact=yes` out, or write the archive anew with it")
    };
    let sources = opened.archive.index().sources.iter();
    sources.map(|source| Ok((source, source.exact.as_ref().ok_or_else(|| lacks(source))?))).collect()
}

fn differs(archive: &str, source: &str) -> FileError {
    let message = format!("cannot restore `{source}` from `{archive}`: the result differs from what was kept");
    FileError::new(Kind::Damaged, archive, message)
}

/// Where inputs are restored to.
enum RestoreTarget {
    File(Output),
    Folder { folder: Folder, names: Vec<String> },
}

impl RestoreTarget {
    fn create(
        output: Option<&str>,
        to: Format,
        settings: &WriteSettings,
        kept: &[Vec<(&Source, &Exact)>],
    ) -> Result<RestoreTarget, Failure> {
        let output = output.unwrap_or("-");
        if is_folder(output) {
            return Ok(RestoreTarget::Folder { folder: Folder::create(output, settings.force)?, names: Vec::new() });
        }
        let all: Vec<_> = kept.iter().flatten().collect();
        let [(source, exact)] = all[..] else {
            let message = format!("{} inputs were kept, and a file has the bytes of one", all.len());
            return Err(Failure::usage(message, "name a folder as the output, as in `-o inputs/`"));
        };
        if exact.format != to.id() {
            let message = format!("`{}` was kept as `{}`, not as `{}`", source.name, exact.format, to.id());
            return Err(Failure::usage(message, "name an output of that format, or a folder"));
        }
        Ok(RestoreTarget::File(Output::create(output, settings.force)?))
    }

    /// Starts an input of this name, which need not be fit for a file.
    fn start(&mut self, source: &str) -> Result<(), Failure> {
        if let RestoreTarget::Folder { folder, names } = self {
            let mut name = file_name(source);
            if name.is_empty() || names.contains(&name) {
                name = format!("{}-{name}", names.len() + 1);
            }
            folder.start(&name)?;
            folder.append(&name, b"")?;
            names.push(name);
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            RestoreTarget::File(out) => out.write_all(bytes).map_err(|error| Failure::not_written(&error, out.name())),
            RestoreTarget::Folder { folder, names } => {
                let name = names.last().map(String::as_str).unwrap_or_default();
                Ok(folder.append(name, bytes)?)
            }
        }
    }

    fn commit(self) -> Result<(), Failure> {
        match self {
            RestoreTarget::File(out) => Ok(out.commit()?),
            RestoreTarget::Folder { folder, .. } => Ok(folder.commit()?),
        }
    }
}

/// The name of a source as that of a file in a folder, which an archive from anybody must not lead out of. May be empty.
fn file_name(source: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || "/\\:<>|?*\"".contains(letter);
    source.trim_start_matches('.').replace(is_odd, "-")
}

#[cfg(test)]
mod tests {
    use super::super::restore::file_name;

    #[test]
    fn names_of_sources_stay_in_the_folder() {
        let names = [("a.pgn", "a.pgn"), ("../../a b.pgn", "-..-a b.pgn"), ("..", ""), ("a.zip:b.pgn", "a.zip-b.pgn")];
        for (source, name) in names {
            assert_eq!(file_name(source), name);
        }
    }
}
