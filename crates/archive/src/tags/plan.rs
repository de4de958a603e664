//! Which columns are coded together, and with which model.

use super::choice::{Choice, ChoiceSpec};
use super::ids::{self, Ids};
use super::key::Key;
use super::model::TagsModel;
use super::moments::{self, Moments};
use super::names;
use super::numbers::{self, Numbers};
use super::players::Players;
use super::rating_values;
use super::ratings::Ratings;
use super::rules::{KeyName, Model, RULES, Rule};
use super::store::TagStore;
use super::unit::Unit;
use super::words::Words;
use std::collections::HashMap;
use std::sync::Arc;

/// How many values are looked at for names of players.
const SAMPLE: usize = 1 << 10;

/// What no rule names.
const REST: Rule = Rule { names: &[], model: Model::Choice(&[]), has_map: false };

impl TagsModel {
    /// Finds the units, and their dictionaries.
    pub(super) fn find_units(&mut self, store: &TagStore) {
        let mut is_free = vec![true; self.columns];
        for rule in RULES {
            let columns: Vec<Option<usize>> = rule.names.iter().map(|name| self.column(name)).collect();
            if columns.iter().any(Option::is_some) {
                columns.iter().flatten().for_each(|&column| is_free[column] = false);
                let unit = self.unit(store, &columns, rule);
                self.units.push(unit);
            }
        }
        for column in (0..self.columns).filter(|&column| is_free[column]) {
            let unit = self.unit(store, &[Some(column)], &REST);
            self.units.push(unit);
        }
    }

    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.names[..self.columns].iter().position(|each| **each == *name)
    }

    /// The unit of a rule.
    fn unit(&self, store: &TagStore, columns: &[Option<usize>], rule: &Rule) -> Unit {
        let all: Vec<usize> = columns.iter().flatten().copied().collect();
        let values = || all.iter().flat_map(|&column| self.values(store, column)).map(|(_, value)| value);
        let words = |odd: fn(&str) -> bool| Arc::new(words(values().filter(|value| odd(value))));
        match rule.model {
            Model::Players => Unit::Players(Players::new([columns[0], columns[1]], words(|_| true))),
            Model::Ratings => {
                let keys = ["White", "Black", "TimeControl"].map(|name| self.column(name));
                let columns = [columns[0], columns[1], columns[2], columns[3]];
                Unit::Ratings(Ratings::new(columns, keys, words(|value| !rating_values::is_usual(value))))
            }
            Model::Moments(near) if mostly(values(), moments::is_usual) => {
                let near = near.map(|name| self.column(name));
                // A single column is a date or a time.
                let is_time = rule.names.len() == 1 && near[0].is_none() && rule.names[0].ends_with("Time");
                let columns = match *columns {
                    [time] if is_time => [None, time],
                    [date] => [date, None],
                    _ => [columns[0], columns[1]],
                };
                Unit::Moments(Moments::new(columns, near, words(|value| !moments::is_usual(value))))
            }
            Model::Numbers | Model::Plies if mostly(values(), has_number) => {
                Unit::Numbers(numbers_unit(all[0], &values().collect::<Vec<_>>(), rule.model == Model::Plies))
            }
            Model::Choice(_) if all.len() == 1 => {
                self.find_unit(store, all[0]).unwrap_or_else(|| self.choice(store, &all, rule))
            }
            _ => self.choice(store, &all, rule),
        }
    }

    /// The unit of a column whose values are mostly different.
    fn find_unit(&self, store: &TagStore, column: usize) -> Option<Unit> {
        let values: Vec<&str> = self.values(store, column).map(|(_, value)| value).collect();
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        let has_names = self.names_in(store, &[column]).is_some();
        if 2 * different.len() < values.len() || values.len() < 8 || has_names {
            return None;
        }
        if let Some(form) = ids::form(values.iter().copied()) {
            let like = self.units.iter().find_map(|unit| match unit {
                Unit::Ids(ids) => Some(ids.column),
                _ => None,
            });
            let empty = Ids::new(column, like, form.clone(), Arc::default());
            let starts = words(values.iter().filter_map(|value| Some(empty.split(value)?.0)));
            return Some(Unit::Ids(Ids::new(column, like, form, Arc::new(starts))));
        }
        mostly(values.iter().copied(), has_number).then(|| Unit::Numbers(numbers_unit(column, &values, false)))
    }

    fn choice(&self, store: &TagStore, columns: &[usize], rule: &Rule) -> Unit {
        let keys = |column: usize| {
            let names = match rule.model {
                Model::Choice(keys) => keys,
                _ => &[],
            };
            let player = if self.names[column].starts_with("Black") { "Black" } else { "White" };
            let find = |key: &KeyName| match key {
                KeyName::Facts => Some(Key::Facts),
                KeyName::Tag(name) => self.column(name).map(Key::Column),
                KeyName::Player => self.column(player).map(Key::Column),
            };
            names.iter().filter_map(find).collect::<Vec<Key>>()
        };
        let keys: Vec<Vec<Key>> = columns.iter().map(|&column| keys(column)).collect();
        let has_map = rule.has_map && keys.iter().any(|keys| matches!(keys.first(), Some(Key::Column(_))));
        let by_facts = rule.model == Model::ByFacts;
        let names = self.names_in(store, columns);
        let spec = ChoiceSpec { keys, by_facts, has_candidates: !by_facts, names, has_map };
        let words = match names {
            Some(_) => words(self.patterns(store, columns[0]).iter().map(|pattern| &**pattern)),
            None => words(columns.iter().flat_map(|&column| self.values(store, column)).map(|(_, value)| value)),
        };
        Unit::Choice(Choice::new(columns.to_vec(), spec, Arc::new(words)))
    }

    /// The columns of the players, if a part of the values of a column has their names in them.
    fn names_in(&self, store: &TagStore, columns: &[usize]) -> Option<[usize; 2]> {
        let [column] = *columns else { return None };
        let players = [self.column("White")?, self.column("Black")?];
        let (mut found, mut all) = (0, 0);
        let step = (store.len() / SAMPLE).max(1);
        for (game, value) in self.values(store, column).filter(|(game, _)| game % step == 0) {
            all += 1;
            found += usize::from(names::has_name(value, self.players(store, game)));
        }
        (4 * found > all).then_some(players)
    }

    /// The names of the players of a game.
    fn players<'s>(&self, store: &'s TagStore, game: usize) -> [&'s str; 2] {
        ["White", "Black"].map(|name| store.tag(game, name).unwrap_or_default())
    }

    /// The values of a column with marks for names of players.
    fn patterns(&self, store: &TagStore, column: usize) -> Vec<String> {
        let pattern = |(game, value)| {
            let mut pattern = String::new();
            names::replace(value, self.players(store, game), &mut pattern);
            pattern
        };
        self.values(store, column).map(pattern).collect()
    }
}

/// The words that occur more than once.
fn words<'v>(values: impl Iterator<Item = &'v str>) -> Words {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    Words::new(counts.into_iter().filter(|&(_, count)| count > 1).collect())
}

/// Whether more than half of the values are like that.
fn mostly<'v>(values: impl Iterator<Item = &'v str>, is: fn(&str) -> bool) -> bool {
    let (mut yes, mut all) = (0, 0);
    for value in values {
        all += 1;
        yes += usize::from(is(value));
    }
    2 * yes > all
}

fn has_number(value: &str) -> bool {
    numbers::parse(value, true, &mut String::new()).is_some_and(|(_, count)| count > 0)
}

/// Whether a value has two digits, of which the first is a zero.
fn has_padding(value: &str) -> bool {
    let mut pattern = String::new();
    numbers::parse(value, false, &mut pattern).is_some() && pattern.contains("\u{2}2")
}

fn numbers_unit(column: usize, values: &[&str], by_plies: bool) -> Numbers {
    let two_digits = values.iter().any(|value| has_padding(value));
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut pattern = String::new();
    for value in values {
        if numbers::parse(value, two_digits, &mut pattern).is_some() {
            match counts.get_mut(&pattern) {
                Some(count) => *count += 1,
                None => drop(counts.insert(pattern.clone(), 1)),
            }
        }
    }
    let counts = counts.iter().filter(|&(_, &count)| count > 1).map(|(pattern, &count)| (&**pattern, count));
    Numbers::new(column, (two_digits, by_plies), Arc::new(Words::new(counts.collect())))
}
