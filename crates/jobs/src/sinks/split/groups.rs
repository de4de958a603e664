//! The groups of games that belong together, by what names their files.

use super::safe_names::is_missing;
use super::template::{Template, Values, begin, input_names};
use crate::common::failure::Failure;
use arrow_array::ArrayRef;
use scoresheet_columns::cells::{Cell, cell};
use scoresheet_columns::column::Column;
use scoresheet_files::Input;
use std::collections::HashMap;
use std::sync::Arc;

/// The file of games that come from no input.
const NO_INPUT: &str = "games";
/// The precision of a date whose month is known.
const MONTH_KNOWN: i64 = 2;

/// Groups of games, in the order in which the first game of each came.
pub(super) struct Groups {
    columns: Arc<[&'static dyn Column]>,
    /// How much of each column names a file.
    reaches: Vec<Option<usize>>,
    /// Whether each column is part of names, and not only the name of a player or the date of a month.
    names: Vec<bool>,
    /// What the inputs are called, if that names files.
    inputs: Option<Vec<String>>,
    /// The columns of both players, if each game goes to the files of both, and how much of them names a file.
    players: Option<[usize; 2]>,
    player_reach: Option<usize>,
    /// The columns of the date and its precision, if the month names files.
    month: Option<[usize; 2]>,
    /// What names the file of the game available, and what its values have in common with those of others.
    values: Values,
    key: String,
    /// The places of the groups, by what their games have in common.
    places: HashMap<String, usize>,
    /// What names the files of each group.
    all: Vec<Values>,
}

impl Groups {
    /// No groups yet, of games from these inputs.
    pub(super) fn new(template: &Template, inputs: &[Input]) -> Groups {
        let columns: Arc<[_]> = template.columns.clone().into();
        Groups {
            reaches: (0..columns.len()).map(|column| template.reach(column)).collect(),
            names: (0..columns.len()).map(|column| template.has_column(column)).collect(),
            inputs: template.has_inputs().then(|| input_names(inputs)),
            players: template.players(),
            player_reach: template.player_reach(),
            month: template.month(),
            columns,
            values: Values::default(),
            key: String::new(),
            places: HashMap::new(),
            all: Vec::new(),
        }
    }

    /// The columns that determine the group of a game.
    pub(super) fn columns(&self) -> &Arc<[&'static dyn Column]> {
        &self.columns
    }

    /// What names the files of a group.
    pub(super) fn values(&self, group: usize) -> &Values {
        &self.all[group]
    }

    /// Whether a game may belong to two groups.
    pub(super) fn are_of_players(&self) -> bool {
        self.players.is_some()
    }

    /// The groups that a game belongs to, by the row of its columns: one, or those of both players.
    pub(super) fn of(&mut self, columns: &[ArrayRef], row: usize, input: usize) -> Result<[Option<usize>; 2], Failure> {
        self.take_values(columns, row, input)?;
        let Some(players) = self.players else { return Ok([Some(self.group("")), None]) };
        let named = players.map(|at| begin(&self.values.columns[at], self.player_reach).to_owned());
        let groups = named.map(|name| {
            let key = if is_missing(&name) { "" } else { name.trim() }.to_owned();
            self.values.player = name;
            Some(self.group(&key))
        });
        // A player who plays against himself has one file.
        Ok(if groups[0] == groups[1] { [groups[0], None] } else { groups })
    }

    /// The group of the game whose values were taken, for this player.
    fn group(&mut self, player: &str) -> usize {
        let length = self.key.len();
        self.key.push('\0');
        self.key.push_str(player);
        let group = self.places.get(&self.key).copied().unwrap_or_else(|| {
            self.places.insert(self.key.clone(), self.all.len());
            self.all.push(self.values.clone());
            self.all.len() - 1
        });
        self.key.truncate(length);
        group
    }

    /// Takes the values by which the file of a game is named, and which it shares with others.
    fn take_values(&mut self, columns: &[ArrayRef], row: usize, input: usize) -> Result<(), Failure> {
        self.key.clear();
        self.values.columns.resize_with(columns.len(), String::new);
        for (((column, value), reach), names) in
            columns.iter().zip(&mut self.values.columns).zip(&self.reaches).zip(&self.names)
        {
            value.clear();
            match cell(column, row).map_err(|error| Failure::Internal(error.to_string()))? {
                Cell::Text(text) => value.push_str(begin(&text, *reach)),
                Cell::Int(number) => value.push_str(&number.to_string()),
                Cell::Bool(truth) => value.push_str(if truth { "true" } else { "false" }),
                Cell::Null | Cell::Bytes(_) => {}
            }
            if !names {
                continue;
            }
            // All missing values are the same value.
            self.key.push_str(if is_missing(value) { "" } else { value.trim() });
            self.key.push('\0');
        }
        if let Some([date, precision]) = self.month {
            let [date, precision] = [date, precision].map(|at| self.values.columns[at].as_str());
            let is_known = precision.parse::<i64>().is_ok_and(|precision| precision >= MONTH_KNOWN);
            // Years may have a sign, so the month is counted from the end.
            let month = date.rsplit('-').nth(1).filter(|_| is_known).unwrap_or_default();
            self.values.month = month.to_owned();
            self.key.push_str(month);
            self.key.push('\0');
        }
        if let Some(inputs) = &self.inputs {
            self.values.input.clear();
            self.values.input.push_str(inputs.get(input).map_or(NO_INPUT, String::as_str));
            self.key.push_str(&input.to_string());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Date32Array, Int8Array, Int16Array, StringArray};

    #[test]
    fn games_belong_together_by_year_and_known_month() {
        let template = Template::parse("year={year}/month={month}/{part}.parquet");
        let template = template.unwrap_or_else(|failure| panic!("{failure:?}"));
        let mut groups = Groups::new(&template, &[]);
        let names: Vec<_> = groups.columns().iter().map(|column| column.spec().name).collect();
        assert_eq!(names, ["year", "date", "date_precision"]);
        let columns: [ArrayRef; 3] = [
            Arc::new(Int16Array::from(vec![Some(2024), Some(2024), Some(2024), Some(2024), None])),
            // Days since 1970: 1 May 2024, 31 May 2024, 1 January 2024.
            Arc::new(Date32Array::from(vec![Some(19_844), Some(19_874), Some(19_723), Some(19_723), None])),
            Arc::new(Int8Array::from(vec![3, 3, 1, 2, 0])),
        ];
        let found: Vec<_> =
            (0..5).map(|row| groups.of(&columns, row, 0).unwrap_or_else(|failure| panic!("{failure:?}"))[0]).collect();
        assert_eq!(found, [Some(0), Some(0), Some(1), Some(2), Some(3)]);
        let months: Vec<_> = (0..4).map(|group| groups.values(group).month.as_str()).collect();
        assert_eq!(months, ["05", "", "01", ""]);
    }

    #[test]
    fn a_game_belongs_to_both_players() {
        let template = Template::parse("{player}.pgn").unwrap_or_else(|failure| panic!("{failure:?}"));
        let mut groups = Groups::new(&template, &[]);
        let names = |names: Vec<&str>| Arc::new(StringArray::from(names)) as ArrayRef;
        let columns = [names(vec!["A", "B", "?"]), names(vec!["B", "B", ""])];
        let found: Vec<_> =
            (0..3).map(|row| groups.of(&columns, row, 0).unwrap_or_else(|failure| panic!("{failure:?}"))).collect();
        assert_eq!(found, [[Some(0), Some(1)], [Some(1), None], [Some(2), None]]);
        assert_eq!((groups.values(1).player.as_str(), groups.are_of_players()), ("B", true));
    }
}
