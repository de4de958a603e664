//! One tree of the moves of many games.

use crate::call::call;
use crate::failure::{Failure, IntoException};
use crate::game::object::Game;
use crate::host::Progress;
use crate::number::Number;
use crate::position::Position;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_columns::game_tree::{MOST_MOVES, MOST_PLIES, Orders, TreeOptions};
use scoresheet_core::rules::Color;
use scoresheet_jobs::plan::Plan;

/// The tree of the games of a plan. `asked` holds the arguments of `Games.tree` by name; a number that is None has no
/// limit.
pub(crate) fn tree(
    py: Python<'_>,
    plan: &Plan,
    (start, asked): (&Position, &Bound<'_, PyDict>),
    progress: Option<Py<PyAny>>,
) -> PyResult<Game> {
    let options = TreeArguments(asked).options(start)?.map_err(|failure| failure.into_exception(py))?;
    call(py, || plan.tree(options, &mut Progress(progress))).map(Game::of)
}

/// The arguments by name.
struct TreeArguments<'a, 'py>(&'a Bound<'py, PyDict>);

impl<'py> TreeArguments<'_, 'py> {
    fn options(&self, start: &Position) -> PyResult<Result<TreeOptions, Failure>> {
        let numbers = Numbers {
            plies: self.get("plies")?,
            min_games: self.get("min_games")?,
            top: self.get("top")?,
            examples: self.get("examples")?,
            moves: self.get("max_moves")?,
        };
        let (player, color): (Option<String>, Option<String>) = (self.get("player")?, self.get("color")?);
        let orders = if self.get("transpositions")? { Orders::Joined } else { Orders::Apart };
        Ok(numbers.options(start).and_then(|options| {
            let color = color.as_deref().map(|color| color_of(color, player.is_some())).transpose()?;
            Ok(TreeOptions { player, color, orders, ..options })
        }))
    }

    fn get<T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>>(&self, name: &'static str) -> PyResult<T> {
        let value = self.0.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name))?;
        value.extract().map_err(Into::into)
    }
}

/// The numbers among the arguments.
struct Numbers {
    plies: Number,
    min_games: Number,
    top: Option<Number>,
    examples: Number,
    moves: Number,
}

/// The maximum number of games that are named at a move.
const MOST_EXAMPLES: u32 = 20;

impl Numbers {
    fn options(&self, start: &Position) -> Result<TreeOptions, Failure> {
        let plies = within("plies", &self.plies, (1, u32::from(MOST_PLIES)))?;
        let top = self.top.as_ref().map(|top| within("top", top, (1, u32::MAX))).transpose()?;
        Ok(TreeOptions {
            start: start.0.clone(),
            plies: u16::try_from(plies).unwrap_or(MOST_PLIES),
            min_games: u64::from(within("min_games", &self.min_games, (1, u32::MAX))?),
            top: top.map_or(usize::MAX, |top| top as usize),
            examples: within("examples", &self.examples, (0, MOST_EXAMPLES))? as usize,
            moves: within("max_moves", &self.moves, (1, MOST_MOVES as u32))? as usize,
            player: None,
            color: None,
            orders: Orders::Joined,
        })
    }
}

/// A number that must be in a range.
fn within(name: &str, number: &Number, (least, most): (u32, u32)) -> Result<u32, Failure> {
    number.get().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let range = if most == u32::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
        Failure::usage(format!("`{name}` cannot be {number}"), format!("it is {range}"))
    })
}

/// The side of the player.
fn color_of(color: &str, has_player: bool) -> Result<Color, Failure> {
    if !has_player {
        return Err(Failure::usage("`color` is the side of a player", "name one with `player`"));
    }
    match color {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(Failure::usage(format!("`{other}` is not a side"), "use `white` or `black`")),
    }
}
