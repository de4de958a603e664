//! Restores the inputs that archives have kept, byte by byte.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::archives::{ArchiveFormat, RESTORE};
use crate::inputs;
use crate::inputs::archive_bytes::ArchiveBytes;
use crate::inputs::archive_file::{open, unreadable};
use crate::pipeline::game_files::is_folder;
use crate::pipeline::host::Host;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::{InputCount, Report};
use crate::settings::{ReadSettings, Settings, WriteSettings};
use scoresheet_archive::{Archive, Exact, Proof, Restorer, Source};
use scoresheet_core::read::{Depth, Tally};
use scoresheet_files::{FileError, Folder, Input, Kind, Output, check_ratio, most_unpacked};
use scoresheet_parallel::map;
use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;

/// How many pieces each thread restores before they are written.
const PIECES_OF_THREAD: usize = 2;
/// The most bytes of a piece, unless a game may be longer.
const PIECE: u64 = 256 << 20;

/// Whether the settings request this for the output format `to`.
pub(crate) fn is_asked(settings: &Settings, to: Format) -> bool {
    settings.read_choice(RESTORE.id, Some(to)) == Some("yes")
}

/// Restores what the archives among the inputs have kept: into a folder, or into a file if that is one input.
///
/// # Errors
/// If an input is not an archive or has not kept what it was made of, or something is damaged or cannot be written.
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
        let limits = &settings.read.limits;
        let length = opened.archive.length();
        let most =
            usize::try_from(most_unpacked(length, limits.ratio).min(limits.game.max(PIECE))).unwrap_or(usize::MAX);
        let restorer = Restorer::new(&opened.archive, most);
        let mut restored = 0;
        for (source, exact) in sources {
            target.start()?;
            let mut proof = Proof::default();
            for pieces in exact.pieces.chunks(settings.run.threads() * PIECES_OF_THREAD) {
                for piece in map(pieces, settings.run.threads(), |piece| restorer.piece(piece)) {
                    let piece = piece.map_err(|error| unreadable(&opened.name, &error))?;
                    restored += piece.len() as u64;
                    check_ratio(&opened.name, length, restored, limits.ratio)?;
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
    archive: Archive<ArchiveBytes>,
}

fn opened(input: &Input, settings: &ReadSettings) -> Result<OpenArchive, Failure> {
    let inputs::OpenInput { source, format } = inputs::open(input, settings, || ControlFlow::Continue(()))?;
    let name = source.name().to_owned();
    let Some(format) = format.archive() else {
        let message = format!("`{name}` is not an archive, so there is nothing in it to restore");
        return Err(Failure::usage(message, "leave `exact=yes` out"));
    };
    let archive = open(input, source, settings, |_| true)?;
    Ok(OpenArchive { name, format, archive })
}

/// What each archive has kept.
fn kept(archives: &[OpenArchive]) -> Result<Vec<Vec<(&Source, &Exact)>>, Failure> {
    archives.iter().map(kept_by).collect()
}

fn kept_by(opened: &OpenArchive) -> Result<Vec<(&Source, &Exact)>, Failure> {
    let lacks = |source: &Source| {
        let message = format!("`{}` has the games of `{}`, but not its bytes", opened.name, source.name);
        Failure::usage(message, "leave `exact=yes` out, or write the archive again with it")
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
    Folder { folder: Folder, names: std::vec::IntoIter<String>, name: String },
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
            let sources: Vec<&str> = kept.iter().flatten().map(|(source, _)| source.name.as_str()).collect();
            let (folder, names) = (Folder::create(output, settings.force)?, file_names(&sources).into_iter());
            return Ok(RestoreTarget::Folder { folder, names, name: String::new() });
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

    /// Starts the next input.
    fn start(&mut self) -> Result<(), Failure> {
        if let RestoreTarget::Folder { folder, names, name } = self {
            *name = names.next().unwrap_or_default();
            folder.start(name)?;
            folder.append(name, b"")?;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            RestoreTarget::File(out) => out.write_all(bytes).map_err(|error| Failure::not_written(&error, out.name())),
            RestoreTarget::Folder { folder, name, .. } => Ok(folder.append(name, bytes)?),
        }
    }

    fn commit(self) -> Result<(), Failure> {
        match self {
            RestoreTarget::File(out) => Ok(out.commit()?),
            RestoreTarget::Folder { folder, .. } => Ok(folder.commit()?),
        }
    }
}

/// The longest name of a file in bytes, with room for the number before it and the ending of a file that is not complete. Most
/// file systems take 255.
const LONGEST: usize = 200;

/// The names of the files of sources, no two of which are equal. Some file systems ignore case.
fn file_names(sources: &[&str]) -> Vec<String> {
    let wanted: Vec<String> = sources.iter().map(|source| file_name(source)).collect();
    let own: HashSet<String> = wanted.iter().map(|name| name.to_lowercase()).collect();
    let mut taken = HashSet::new();
    let name_of = |(place, name): (usize, String)| {
        if !name.is_empty() && taken.insert(name.to_lowercase()) {
            return name;
        }
        let numbered = (place + 1..).map(|number| format!("{number}-{name}"));
        let is_free = |name: &String| !own.contains(&name.to_lowercase()) && taken.insert(name.to_lowercase());
        numbered.into_iter().find(is_free).unwrap_or_default()
    };
    wanted.into_iter().enumerate().map(name_of).collect()
}

/// The name of a source as that of a file in a folder, which no archive may lead out of. May be empty. Of a long
/// one, the start and the ending are used.
fn file_name(source: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || "/\\:<>|?*\"".contains(letter);
    let name = source.trim_start_matches('.').replace(is_odd, "-");
    if name.len() <= LONGEST {
        return name;
    }
    let ending = name.rfind('.').map(|dot| &name[dot..]).filter(|ending| ending.len() <= 20).unwrap_or_default();
    let end = (0..=LONGEST - ending.len()).rfind(|at| name.is_char_boundary(*at)).unwrap_or_default();
    format!("{}{ending}", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, file_name, file_names};

    #[test]
    fn names_of_sources_stay_in_the_folder() {
        let names = [("a.pgn", "a.pgn"), ("../../a b.pgn", "-..-a b.pgn"), ("..", ""), ("a.zip:b.pgn", "a.zip-b.pgn")];
        for (source, name) in names {
            assert_eq!(file_name(source), name);
        }
    }

    #[test]
    fn no_two_files_have_one_name() {
        for (sources, names) in [
            (&["3-games.pgn", "games.pgn", "games.pgn"][..], &["3-games.pgn", "games.pgn", "4-games.pgn"][..]),
            (&["games.pgn", "games.pgn", "2-games.pgn"], &["games.pgn", "3-games.pgn", "2-games.pgn"]),
            (&["a.pgn", "A.PGN", "a.pgn", ".", ".."], &["a.pgn", "2-A.PGN", "3-a.pgn", "4-", "5-"]),
        ] {
            assert_eq!(file_names(sources), names);
        }
    }

    #[test]
    fn long_names_are_shortened() {
        let (one, other) = (format!("{}a.pgn", "é".repeat(150)), format!("{}b.pgn", "é".repeat(150)));
        let names = file_names(&[&one, &other, &"x".repeat(300)]);
        assert_ne!(names[0], names[1]);
        assert!(names[..2].iter().all(|name| name.ends_with("é.pgn")), "{names:?}");
        assert!(names.iter().all(|name| name.len() <= LONGEST + 2), "{names:?}");
    }
}
