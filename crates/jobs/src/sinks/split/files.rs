//! The files that games are split into. What is to be written waits in memory, and goes to its file in large pieces: no file
//! stays open, however many there are.

use super::file_names::FileNames;
use super::template::{Template, Values};
use crate::common::failure::Failure;
use crate::pipeline::pass::Pass;
use crate::settings::WriteSettings;
use crate::sinks::text_layout::Joined;
use scoresheet_core::base64::{Base64Encoder, PREFIX};
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::write::Closing;
use scoresheet_files::Folder;
use std::borrow::Cow;

/// How many bytes wait before the largest pieces are written.
const MEMORY: usize = 64 << 20;

/// Files of a folder, which appear together.
pub(super) struct Files<'t> {
    format: &'static dyn GameFormat,
    settings: &'t WriteSettings,
    pub(super) options: WriteOptions,
    folder: Folder,
    names: FileNames,
    /// The files of each group of games.
    groups: Vec<FileGroup>,
    /// How many bytes wait, and how many may.
    held: usize,
    most: usize,
    /// How many bytes were given, before they are packed.
    bytes: u64,
}

/// Games that go to one file, or to parts of it one after another.
struct FileGroup {
    file: GameFile,
    part: u64,
}

/// A file that is being written.
struct GameFile {
    name: String,
    joined: Joined,
    /// What waits to be written.
    waiting: Vec<u8>,
    /// What encodes it then, if the file is written in base64.
    base64: Option<Base64Encoder>,
    games: u64,
    /// How many bytes the games have.
    bytes: u64,
}

impl GameFile {
    /// The next bytes of the file, as they are in it.
    fn as_written<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let Some(encoder) = &mut self.base64 else { return Cow::Borrowed(bytes) };
        let mut text = Vec::new();
        encoder.push(bytes, &mut text);
        Cow::Owned(text)
    }
}

/// A game on its way to its file.
pub(super) struct RoutedGame<'g> {
    pub(super) text: &'g [u8],
    pub(super) closing: Closing,
}

impl<'t> Files<'t> {
    pub(super) fn create(
        format: &'static dyn GameFormat,
        template: Template,
        settings: &'t WriteSettings,
    ) -> Result<Files<'t>, Failure> {
        let (folder, names) = opened(template, settings)?;
        Ok(Files {
            format,
            settings,
            options: settings.options(format),
            folder,
            names,
            groups: Vec::new(),
            held: 0,
            most: MEMORY,
            bytes: 0,
        })
    }

    pub(super) fn names(&self) -> &FileNames {
        &self.names
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins the first file of a group, unless that was done before. New groups have the next number.
    pub(super) fn start(&mut self, group: usize, values: &Values) -> Result<(), Failure> {
        if group == self.groups.len() {
            let first = self.names.first_part(values);
            let started = self.open(values, first)?;
            self.groups.push(started);
        }
        Ok(())
    }

    fn open(&mut self, values: &Values, part: u64) -> Result<FileGroup, Failure> {
        let (name, part) = self.names.next(values, part);
        self.folder.start(&name)?;
        let base64 = self.settings.in_base64(self.format.spec()).then(Base64Encoder::default);
        if base64.is_some() {
            self.folder.append(&name, PREFIX.as_bytes())?;
        }
        let joined = Joined::new(self.format, &self.options);
        Ok(FileGroup { file: GameFile { name, joined, waiting: Vec::new(), base64, games: 0, bytes: 0 }, part })
    }

    /// Whether another game of this many bytes begins a new part of its group.
    pub(super) fn is_full(&self, group: usize, bytes: usize) -> bool {
        let GameFile { games, bytes: held, .. } = self.groups[group].file;
        let WriteSettings { part_games, part_size, .. } = *self.settings;
        let too_large = part_size.is_some_and(|most| held + bytes as u64 > most);
        games > 0 && (part_games.is_some_and(|most| games >= most) || too_large)
    }

    /// Begins a new part of a group.
    pub(super) fn next_part(&mut self, group: usize, values: &Values) -> Result<(), Failure> {
        let next = self.open(values, self.groups[group].part + 1)?;
        let done = std::mem::replace(&mut self.groups[group], next);
        self.held -= done.file.waiting.len();
        self.end(done.file)
    }

    /// Adds a game to the file of its group.
    pub(super) fn add(&mut self, group: usize, game: &RoutedGame<'_>) -> Result<(), Failure> {
        let file = &mut self.groups[group].file;
        if self.format.spec().single && file.games > 0 {
            let message =
                format!("a file of `{}` holds one game, but `{}` would get more", self.format.spec().id, file.name);
            return Err(Failure::usage(message, "name a file for each game with `{{part}}` and `{part_games=1}`"));
        }
        let before = file.waiting.len();
        let added = file.joined.add(game.text, game.closing, &mut file.waiting);
        added.map_err(|error| Failure::not_written(&error, &file.name))?;
        file.games += 1;
        file.bytes += game.text.len() as u64;
        self.held += file.waiting.len() - before;
        if self.held > self.most { self.write_largest() } else { Ok(()) }
    }

    /// Adds the text after the last game of a text to the file that has that.
    pub(super) fn add_trailing(&mut self, group: usize, text: &[u8]) -> Result<(), Failure> {
        let file = &mut self.groups[group].file;
        let before = file.waiting.len();
        let added = file.joined.add_trailing(text, &mut file.waiting);
        self.held += file.waiting.len() - before;
        added.map_err(|error| Failure::not_written(&error, &file.name))
    }

    /// Writes what waits for the files that most waits for: half of all bytes at least, in few pieces.
    fn write_largest(&mut self) -> Result<(), Failure> {
        let enough = self.held / self.groups.len() / 2;
        for FileGroup { file, .. } in self.groups.iter_mut().filter(|group| group.file.waiting.len() >= enough.max(1)) {
            let waiting = std::mem::take(&mut file.waiting);
            self.held -= waiting.len();
            self.bytes += waiting.len() as u64;
            let written = file.as_written(&waiting);
            self.folder.append(&file.name, &written)?;
        }
        Ok(())
    }

    fn end(&mut self, mut file: GameFile) -> Result<(), Failure> {
        let ended = file.joined.end(self.format, &self.options, true, &mut file.waiting);
        ended.map_err(|error| Failure::not_written(&error, &file.name))?;
        self.bytes += file.waiting.len() as u64;
        let waiting = std::mem::take(&mut file.waiting);
        let mut last = file.as_written(&waiting).into_owned();
        last.extend(file.base64.take().map(Base64Encoder::ended).unwrap_or_default());
        // A format may have nothing to write, and the file is there nevertheless.
        Ok(self.folder.append(&file.name, &last)?)
    }

    /// Writes what is left, and gives the folder, which appears when it is committed.
    pub(super) fn complete(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        for group in std::mem::take(&mut self.groups) {
            pass.tick_when_due()?;
            self.end(group.file)?;
        }
        Ok(())
    }

    pub(super) fn into_folder(self) -> Folder {
        self.folder
    }

    #[cfg(test)]
    pub(super) fn holding(self, most: usize) -> Files<'t> {
        Files { most, ..self }
    }
}

/// The folder of a split, and the names of its files.
pub(super) fn opened(template: Template, settings: &WriteSettings) -> Result<(Folder, FileNames), Failure> {
    if settings.append {
        let folder = Folder::extend(&template.folder)?;
        let names = FileNames::new(template).extending(folder.path());
        return Ok((folder, names));
    }
    Ok((Folder::create(&template.folder, settings.force)?, FileNames::new(template)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn values(white: &str) -> Values {
        Values { columns: vec![white.to_owned()], ..Values::default() }
    }

    fn files(name: &str, settings: &WriteSettings, players: &[&str], most: usize) -> Vec<(String, String)> {
        let path = std::env::temp_dir().join(format!("scoresheet-split-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        let output = format!("{}/{{white}}-{{part}}.pgn", path.display());
        let pgn = formats::usual();
        let template =
            Template::of(Some(&output), pgn.into(), settings).unwrap_or_else(|failure| panic!("{failure:?}"));
        let Some(template) = template else { panic!("a template") };
        let made = Files::create(pgn, template, settings).map(|files| files.holding(most));
        let mut files = made.unwrap_or_else(|failure| panic!("{failure:?}"));
        let mut known = Vec::new();
        for (number, white) in players.iter().enumerate() {
            let text = format!("{number}\n\n");
            let game = RoutedGame { text: text.as_bytes(), closing: Closing::gap(1) };
            let group = known.iter().position(|known| known == white).unwrap_or_else(|| {
                known.push(*white);
                known.len() - 1
            });
            files.start(group, &values(white)).unwrap_or_else(|failure| panic!("{failure:?}"));
            if files.is_full(group, text.len()) {
                assert!(files.next_part(group, &values(white)).is_ok());
            }
            assert!(files.add(group, &game).is_ok());
        }
        for group in std::mem::take(&mut files.groups) {
            assert!(files.end(group.file).is_ok());
        }
        let folder = files.into_folder();
        folder.commit().unwrap_or_else(|error| panic!("{error:?}"));
        let mut found: Vec<_> = std::fs::read_dir(&path)
            .expect("a folder")
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, std::fs::read_to_string(path).expect("text"))
            })
            .collect();
        found.sort();
        std::fs::remove_dir_all(&path).expect("gone");
        found
    }

    #[test]
    fn files_do_not_depend_on_what_waits_in_memory() {
        let settings = WriteSettings { part_games: Some(2), ..WriteSettings::default() };
        let players = ["A", "B", "A", "A", "a", "a/b", "a_b", "A", "A"];
        let expected = files("much", &settings, &players, usize::MAX);
        let names: Vec<_> = expected.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["A-001.pgn", "A-002.pgn", "A-003.pgn", "B-001.pgn", "a-001~2.pgn", "a_b-001.pgn", "a_b-001~2.pgn"]
        );
        assert_eq!(expected[0].1, "0\n\n2\n");
        for most in [0, 1, 5, 8] {
            assert_eq!(files(&format!("{most}"), &settings, &players, most), expected);
        }
    }
}
