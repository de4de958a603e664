//! What a group teaches: names, shapes, maps and probabilities.

use super::bases::Bases;
use super::key::Key;
use super::model::{MAX_COLUMNS, MAX_NAMES, MAX_SHAPES, TagsModel};
use super::shape::Shape;
use super::store::TagStore;
use super::unit::Unit;
use super::words::{MAX_WORDS, NONE};
use super::{Facts, block};
use crate::coder::Bit;
use crate::symbols::{Learns, Listener};
use std::collections::HashMap;

/// How many games are learned from at a time, as if they were a block.
const CHUNK: usize = 256;

impl TagsModel {
    /// Finds the names, those of most games first.
    pub(super) fn find_names(&mut self, store: &TagStore) {
        let mut games = vec![0_u32; store.names.len()];
        for (shape, count) in shape_counts(store) {
            let mut names = store.shapes[shape].to_vec();
            names.sort_unstable();
            names.dedup();
            names.iter().for_each(|&name| games[name as usize] += count);
        }
        let least = if store.len() < 8 { 1 } else { 2 };
        let used = store.names.iter().cloned().zip(games).filter(|&(_, count)| count >= least);
        let mut names: Vec<(Box<str>, u32)> = used.collect();
        names.sort_unstable_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        names.truncate(MAX_NAMES);
        self.names = names.into_iter().map(|(name, _)| name).collect();
        self.columns = self.names.len().min(MAX_COLUMNS);
    }

    /// Finds the shapes, the most frequent ones first.
    pub(super) fn find_shapes(&mut self, store: &TagStore) {
        let ids: HashMap<&str, u32> = self.names.iter().map(|name| &**name).zip(0..).collect();
        let mut shapes: Vec<(u32, Vec<u32>)> = Vec::new();
        for (shape, count) in shape_counts(store) {
            let names = store.shapes[shape].iter().map(|&name| ids.get(&*store.names[name as usize]).copied());
            if let (Some(names), true) = (names.collect::<Option<Vec<u32>>>(), count > 1 || store.len() == 1) {
                shapes.push((count, names));
            }
        }
        shapes.sort_unstable_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
        shapes.truncate(MAX_SHAPES);
        let mut total = 0;
        for (_, names) in shapes {
            total += names.len();
            if total > MAX_NAMES {
                break;
            }
            self.shapes.push(Shape::new(&names, self.columns));
        }
    }

    /// The values of a column, with their games.
    pub(super) fn values<'s>(&self, store: &'s TagStore, column: usize) -> impl Iterator<Item = (usize, &'s str)> {
        let name = &self.names[column];
        let id = store.names.iter().position(|each| each == name);
        let place = |shape: &[u32]| id.and_then(|id| shape.iter().position(|&each| each as usize == id));
        let places: Vec<Option<usize>> = store.shapes.iter().map(|shape| place(shape)).collect();
        store
            .rows
            .iter()
            .enumerate()
            .filter_map(move |(game, row)| Some((game, store.value(row.first + places[row.shape as usize]?))))
    }

    /// Learns from the games, a chunk at a time.
    pub(super) fn train(&mut self, store: &TagStore, facts: &[Facts]) {
        let (mut shapes, mut units) = (std::mem::take(&mut self.shape_coder), std::mem::take(&mut self.units));
        let mut extras = std::mem::take(&mut self.extras);
        let mut slow = |bit: &mut Bit| *bit = bit.with_limit(250);
        shapes.each_bit(&mut slow);
        units.each_bit(&mut slow);
        extras.each_bit(&mut slow);
        for start in (0..store.len()).step_by(CHUNK) {
            let games = start..store.len().min(start + CHUNK);
            let mut given = block::Given::new(self, store, games.clone(), facts.get(games).unwrap_or_default());
            given.code_shapes(&mut shapes, &mut Listener);
            for unit in &mut units {
                // A writer finds no damage.
                let _ = unit.code(&mut Listener, &mut given.table);
            }
            given.code_extras(&mut extras, &mut Listener);
        }
        (self.shape_coder, self.units, self.extras) = (shapes, units, extras);
    }

    /// Finds for each word of a key which value it has most often.
    pub(super) fn find_maps(&mut self, store: &TagStore) {
        let maps: Vec<Option<Vec<u32>>> = self.units.iter().map(|unit| self.map(store, unit)).collect();
        for (unit, map) in self.units.iter_mut().zip(maps) {
            if let (Unit::Choice(choice), Some(map)) = (unit, map) {
                choice.set_map(map);
            }
        }
    }

    /// Finds the usual ratings of the players.
    pub(super) fn find_bases(&mut self, store: &TagStore) {
        let place = |unit: &Unit| matches!(unit, Unit::Ratings(_));
        let Some(place) = self.units.iter().position(place) else { return };
        let mut bases = Bases::default();
        if let Some(words) = self.column("White").and_then(|column| self.words_of(column)) {
            for game in 0..store.len() {
                let time_control = store.tag(game, "TimeControl").unwrap_or_default();
                for (player, rating) in [("White", "WhiteElo"), ("Black", "BlackElo")] {
                    let (player, rating) = (store.tag(game, player), store.tag(game, rating));
                    let symbol = player.map_or(NONE, |player| words.find(player));
                    if let (true, Some(rating)) = (symbol != NONE, rating) {
                        bases.add(symbol, time_control, rating);
                    }
                }
            }
        }
        if let Unit::Ratings(ratings) = &mut self.units[place] {
            ratings.set_bases(bases.finish());
        }
    }

    fn map(&self, store: &TagStore, unit: &Unit) -> Option<Vec<u32>> {
        let Unit::Choice(choice) = unit else { return None };
        choice.map_key()?;
        let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
        let mut size = 0;
        for (&column, keys) in choice.columns.iter().zip(&choice.spec.keys) {
            let Some(&Key::Column(key)) = keys.first() else { continue };
            let key_words = self.words_of(key)?;
            size = key_words.len();
            let mut key_values = self.values(store, key).peekable();
            for (game, value) in self.values(store, column) {
                while key_values.next_if(|&(other, _)| other < game).is_some() {}
                let Some(&(other, key_value)) = key_values.peek() else { break };
                let (symbol, value) = (key_words.find(key_value), choice.words().find(value));
                if other == game && (symbol as usize) < size && (value as usize) < MAX_WORDS {
                    *counts.entry((symbol, value)).or_default() += 1;
                }
            }
        }
        let mut best = vec![(0, 0, NONE); size];
        for ((key, value), count) in counts {
            let each = &mut best[key as usize];
            *each = (*each).max((count, u32::MAX - value, value));
        }
        // What came once teaches nothing.
        Some(best.into_iter().map(|(count, _, value)| if count > 1 { value } else { NONE }).collect())
    }
}

/// How many games have each shape.
fn shape_counts(store: &TagStore) -> impl Iterator<Item = (usize, u32)> {
    let mut counts = vec![0; store.shapes.len()];
    store.rows.iter().for_each(|row| counts[row.shape as usize] += 1);
    counts.into_iter().enumerate().filter(|&(_, count)| count > 0)
}
