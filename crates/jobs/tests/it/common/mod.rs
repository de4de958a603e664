//! What the tests of jobs share: a host, a stub that knows foreign games, and the example games.

pub(crate) mod stores;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use scoresheet_core::edit::PlyRange;
use scoresheet_core::tree::Tree;
use scoresheet_jobs::foreign::{Facts, Foreign, ForeignGame, ForeignRead, ForeignText, ForeignWriting, Lost};
use scoresheet_jobs::game_set::GameSet;
use scoresheet_jobs::host::{Caller, Host};
use scoresheet_jobs::options::{OptionValue, Taker};
use scoresheet_jobs::{Failure, Report, Settings, check, convert, inputs::arguments};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `examples/` holds.
pub(crate) const GAMES: u64 = 282;
pub(crate) const PLIES: u64 = 28_968;
pub(crate) const MATES: u64 = 77;

/// Counts the reports of progress, and ends the job after a number of them.
#[derive(Default)]
pub(crate) struct Counting {
    pub ticks: u64,
    pub last: (u64, u64),
    pub most: Option<u64>,
}

impl Host for Counting {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        assert!(bytes >= self.last.0 && games >= self.last.1, "progress never goes back");
        (self.ticks, self.last) = (self.ticks + 1, (bytes, games));
        if self.most.is_some_and(|most| self.ticks > most) {
            Err(Failure::Interrupted(Some("enough".into())))
        } else {
            Ok(())
        }
    }
}

/// Writes each game as its number of plies, and reads a text as a game of this many plies as it has bytes.
pub(crate) struct Plies;

impl Foreign for Plies {
    fn read(&self, text: &ForeignText<'_>) -> Result<ForeignRead, Failure> {
        assert_eq!(text.choices, [("profile", Some("modern"))]);
        let plies = u32::try_from(text.bytes.len()).unwrap();
        let mut read = ForeignRead::default();
        (read.game, read.is_game) = (Some(ForeignGame::new(plies)), true);
        read.count(&Facts { plies, ..Facts::default() });
        Ok(read)
    }

    fn tree_of(&self, game: &ForeignGame) -> Result<(Option<Tree>, Vec<Lost>), Failure> {
        game.get::<u32>().map(|_| (Some(Tree::new()), Vec::new()))
    }

    fn same_tree(&self, game: &ForeignGame) -> Result<Option<Tree>, Failure> {
        self.tree_of(game).map(|(tree, _)| tree)
    }

    fn cut(&self, game: &ForeignGame, plies: PlyRange) -> Result<Option<ForeignGame>, Failure> {
        let kept = (*game.get::<u32>()?).min(plies.after).checked_sub(plies.before - 1);
        Ok(kept.map(ForeignGame::new))
    }

    fn document_of(&self, game: &ForeignGame) -> Result<(String, Vec<Lost>), Failure> {
        game.get::<u32>().map(|_| (r#"{"bgn":{"setup":{"icn":"w"}},"moves":[]}"#.to_owned(), Vec::new()))
    }

    fn game_of(&self, tree: &Tree) -> Result<(Option<ForeignGame>, Vec<Lost>), Failure> {
        Ok((Some(ForeignGame::new(u32::try_from(tree.mainline().count()).unwrap())), Vec::new()))
    }

    fn write(&self, game: &ForeignGame, _how: &ForeignWriting<'_>) -> Result<(Option<String>, Vec<Lost>), Failure> {
        Ok((Some(game.get::<u32>()?.to_string()), Vec::new()))
    }

    fn facts(&self, game: &ForeignGame) -> Result<Facts, Failure> {
        Ok(Facts { plies: *game.get()?, ..Facts::default() })
    }
}

/// A new empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn examples() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").to_str().unwrap().to_owned()
}

pub(crate) fn settings(taker: Taker, options: &[(&str, OptionValue)]) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    settings.open_stores_by(Arc::new(stores::Memory::default()));
    options.iter().try_for_each(|(name, value)| settings.set(taker, name, value.clone()))?;
    Ok(settings)
}

pub(crate) fn text(value: &str) -> OptionValue {
    OptionValue::Text(value.to_owned())
}

pub(crate) fn checked(path: &str, options: &[(&str, OptionValue)]) -> Result<Report, Failure> {
    let settings = settings(Taker::Check, options)?;
    let caller = Caller { host: &mut Counting::default(), foreign: &Plies };
    check(&arguments::expand(&[path.to_owned().into()], &settings)?, &settings, caller)
}

pub(crate) fn converted(from: &str, to: &Path, options: &[(&str, OptionValue)]) -> Result<Report, Failure> {
    let settings = settings(Taker::Convert, options)?;
    let caller = Caller { host: &mut Counting::default(), foreign: &Plies };
    convert(&arguments::expand(&[from.to_owned().into()], &settings)?, to.to_str(), &settings, caller)
}

/// The games of the first input that have these numbers.
pub(crate) fn of_first_input(numbers: &[i64]) -> GameSet {
    let inputs: ArrayRef = Arc::new(Int64Array::from(vec![0; numbers.len()]));
    let numbers: ArrayRef = Arc::new(Int64Array::from(numbers.to_vec()));
    let rows = RecordBatch::try_from_iter([("input", inputs), ("number", numbers)]).unwrap();
    GameSet::read(&rows.schema(), std::iter::once(rows)).unwrap()
}
