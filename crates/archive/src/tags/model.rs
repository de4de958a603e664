//! The tags of a group: what its blocks share.

use super::choice::{Choice, ChoiceSpec};
use super::letters::Letters;
use super::packed::{push_packed, read_packed};
use super::rules::{KeyName, Model, RULES, Rule};
use super::shape::{Shape, ShapeCoder};
use super::store::TagStore;
use super::unit::{Key, Unit};
use super::words::{MAX_WORDS, Words};
use super::{Facts, Wanted, block};
use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Bit, Decoder, Encoder};
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Listener, code_start};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most columns of a group; other names are extras.
const MAX_COLUMNS: usize = 250;

/// The most shapes of a group.
const MAX_SHAPES: usize = 1 << 12;

/// The most names in these shapes together, and names of a group.
const MAX_NAMES: usize = 1 << 18;

/// As many bits as a well-known start counts, and as many as count in a block.
const SURE: u8 = 60;
const LIMIT: u8 = 160;

/// How many games are learned from at a time, as if they were a block.
const CHUNK: usize = 256;

/// What the blocks of a group share, so that each block can be read with nothing else.
#[derive(Clone, Debug, Default)]
pub struct TagsModel {
    pub(super) names: Vec<Box<str>>,
    /// The first names are those of columns.
    pub(super) columns: usize,
    pub(super) shapes: Vec<Shape>,
    pub(super) shape_coder: ShapeCoder,
    pub(super) units: Vec<Unit>,
    pub(super) extras: Letters,
    /// The most bytes of text that a block may have.
    pub(super) limit: usize,
    /// What it looks like in a file.
    bytes: Vec<u8>,
    index: OnceLock<Index>,
}

/// Names and shapes, for writers.
#[derive(Clone, Debug)]
struct Index {
    names: HashMap<Box<str>, u32>,
    shapes: HashMap<Box<[u32]>, u32>,
}

impl TagsModel {
    /// Learns from all games of a group. There is one entry of `facts` for each game.
    pub fn learn(store: &TagStore, facts: &[Facts]) -> TagsModel {
        let mut model = TagsModel { limit: usize::MAX, ..TagsModel::default() };
        model.find_names(store);
        model.find_shapes(store);
        model.find_units(store);
        model.train(store, facts);
        model.bytes = model.to_bytes();
        model
    }

    /// Appends the model to the header of a group.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
    }

    /// Writes the tags of some games as a block. `facts` has an entry for each of these games.
    pub fn encode(&self, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<u8> {
        block::encode(self, store, games, facts)
    }

    /// Reads the tags of a block that has so many games.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn decode(&self, bytes: &[u8], games: usize, facts: &[Facts], wanted: Wanted<'_>) -> Result<TagStore, Damage> {
        block::decode(self, bytes, (games, facts), wanted)
    }

    /// How many bytes each unit of tags takes in a block, by the names of its tags.
    pub fn explain(&self, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<(String, usize)> {
        let streams = block::streams(self, store, games, facts);
        let units = self
            .units
            .iter()
            .map(|unit| unit.columns().iter().map(|&column| &*self.names[column]).collect::<Vec<_>>().join("+"));
        let titles = std::iter::once("(names)".to_owned()).chain(units).chain(["(rare)".to_owned()]);
        titles.zip(streams.iter().map(Vec::len)).collect()
    }

    pub(super) fn name_id(&self, name: &str) -> Option<u32> {
        self.index().names.get(name).copied()
    }

    pub(super) fn shape_id(&self, names: &[u32]) -> Option<u32> {
        self.index().shapes.get(names).copied()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index {
            names: self.names.iter().cloned().zip(0..).collect(),
            shapes: self.shapes.iter().map(|shape| shape.names.clone()).zip(0..).collect(),
        })
    }

    /// Finds the names, those of most games first.
    fn find_names(&mut self, store: &TagStore) {
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
    fn find_shapes(&mut self, store: &TagStore) {
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

    /// Finds the units, and their dictionaries.
    fn find_units(&mut self, store: &TagStore) {
        let mut is_free = vec![true; self.columns];
        let mut planned: Vec<(Vec<usize>, Rule)> = Vec::new();
        for rule in RULES {
            let columns: Vec<usize> = rule.names.iter().filter_map(|name| self.column(name)).collect();
            if !columns.is_empty() {
                columns.iter().for_each(|&column| is_free[column] = false);
                planned.push((columns, *rule));
            }
        }
        let rest = Rule { names: &[], model: Model::Choice(&[]), has_map: false };
        planned.extend((0..self.columns).filter(|&column| is_free[column]).map(|column| (vec![column], rest)));
        for (number, (columns, rule)) in planned.into_iter().enumerate() {
            let words = Arc::new(self.words(store, &columns));
            let unit = Unit::Choice(Choice::new(columns.clone(), self.choice_spec(&columns, &rule), number, words));
            self.units.push(unit);
        }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.names[..self.columns].iter().position(|each| **each == *name)
    }

    fn choice_spec(&self, columns: &[usize], rule: &Rule) -> ChoiceSpec {
        let keys = |column: usize| {
            let names = match rule.model {
                Model::Choice(keys) => keys,
                Model::ByFacts => &[],
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
        ChoiceSpec { keys, by_facts, has_candidates: !by_facts, has_map }
    }

    /// The words of columns that occur more than once.
    fn words(&self, store: &TagStore, columns: &[usize]) -> Words {
        let mut counts: HashMap<&str, u32> = HashMap::new();
        for &column in columns {
            self.values(store, column).for_each(|(_, value)| *counts.entry(value).or_default() += 1);
        }
        Words::new(counts.into_iter().filter(|&(_, count)| count > 1).collect())
    }

    /// The values of a column, with their games.
    fn values<'s>(&self, store: &'s TagStore, column: usize) -> impl Iterator<Item = (usize, &'s str)> {
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
    fn train(&mut self, store: &TagStore, facts: &[Facts]) {
        self.find_maps(store);
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
    fn find_maps(&mut self, store: &TagStore) {
        let maps: Vec<Option<Vec<u32>>> = self.units.iter().map(|unit| self.map(store, unit)).collect();
        for (unit, map) in self.units.iter_mut().zip(maps) {
            let Unit::Choice(choice) = unit;
            if let Some(map) = map {
                choice.set_map(map);
            }
        }
    }

    fn map(&self, store: &TagStore, unit: &Unit) -> Option<Vec<u32>> {
        let Unit::Choice(choice) = unit;
        if !choice.spec.has_map {
            return None;
        }
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
        let mut best = vec![(0, 0, super::words::NONE); size];
        for ((key, value), count) in counts {
            let each = &mut best[key as usize];
            *each = (*each).max((count, u32::MAX - value, value));
        }
        // What came once teaches nothing.
        Some(best.into_iter().map(|(count, _, value)| if count > 1 { value } else { super::words::NONE }).collect())
    }

    fn words_of(&self, column: usize) -> Option<&Words> {
        self.units.iter().find(|unit| unit.columns().contains(&column)).and_then(Unit::words)
    }

    /// Codes the maps, and what was learned.
    fn code_starts(&mut self, coder: &mut impl Coder) {
        let orders: Vec<Vec<u32>> = self.units.iter().map(|unit| self.order(unit)).collect();
        code_start(&mut self.shape_coder, coder);
        code_start(&mut self.extras, coder);
        for (unit, order) in self.units.iter_mut().zip(orders) {
            let Unit::Choice(choice) = unit;
            choice.code_map(coder, &order);
            code_start(unit, coder);
        }
        self.shape_coder.each_bit(&mut at_start);
        self.extras.each_bit(&mut at_start);
        self.units.each_bit(&mut at_start);
    }

    /// The words of a unit's first key, in the order in which the map has them.
    fn order(&self, unit: &Unit) -> Vec<u32> {
        let Unit::Choice(choice) = unit;
        let key = choice.spec.keys.iter().find_map(|keys| keys.first());
        match key {
            Some(&Key::Column(key)) if choice.spec.has_map => {
                self.words_of(key).map_or_else(Vec::new, |words| words.sorted().to_vec())
            }
            _ => Vec::new(),
        }
    }

    fn to_bytes(&mut self) -> Vec<u8> {
        let (mut numbers, mut text) = (Vec::new(), Vec::new());
        push_number(self.names.len() as u64, &mut numbers);
        push_number(self.columns as u64, &mut numbers);
        for name in &self.names {
            push_number(name.len() as u64, &mut numbers);
            text.extend_from_slice(name.as_bytes());
        }
        push_number(self.shapes.len() as u64, &mut numbers);
        for shape in &self.shapes {
            push_number(shape.names.len() as u64, &mut numbers);
            shape.names.iter().for_each(|&name| push_number(u64::from(name), &mut numbers));
        }
        push_number(self.units.len() as u64, &mut numbers);
        for unit in &self.units {
            if let Some(words) = unit.words() {
                words.write(&mut numbers, &mut text);
            }
        }
        self.units.iter().for_each(|unit| unit.write(&mut numbers));
        let mut coder = Encoder::new();
        self.code_starts(&mut coder);
        let mut out = Vec::new();
        push_packed(&numbers, &mut out);
        push_packed(&text, &mut out);
        push_text(&coder.finish(), &mut out);
        out
    }

    /// Reads a model from the header of a group. The texts of the header, and those of each block that is read with it,
    /// may have `limit` bytes.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn read(bytes: &[u8], limit: usize) -> Result<TagsModel, Damage> {
        let mut cursor = Cursor::new(bytes);
        let (numbers, text) = (read_packed(&mut cursor, limit)?, read_packed(&mut cursor, limit)?);
        let starts = cursor.text()?;
        if !cursor.rest().is_empty() {
            return Err(Damage::Content);
        }
        let mut model = TagsModel { limit, bytes: bytes.to_vec(), ..TagsModel::default() };
        let (mut numbers, mut text) = (Cursor::new(&numbers), Cursor::new(&text));
        model.read_names(&mut numbers, &mut text)?;
        let units = numbers.number_up_to(numbers.rest().len())?;
        let mut words: Vec<Arc<Words>> = Vec::new();
        let mut left = limit;
        for _ in 0..units {
            let read = Words::read(&mut numbers, &mut text, left)?;
            left -= read.size();
            words.push(Arc::new(read));
        }
        for _ in 0..units {
            model.units.push(Unit::read(&mut numbers, model.columns, &words)?);
        }
        if !numbers.rest().is_empty() || !text.rest().is_empty() {
            return Err(Damage::Content);
        }
        model.code_starts(&mut Decoder::new(starts));
        Ok(model)
    }

    fn read_names(&mut self, numbers: &mut Cursor<'_>, text: &mut Cursor<'_>) -> Result<(), Damage> {
        let count = numbers.number_up_to(MAX_NAMES.min(numbers.rest().len()))?;
        self.columns = numbers.number_up_to(count.min(MAX_COLUMNS))?;
        for _ in 0..count {
            let length = numbers.number_up_to(text.rest().len())?;
            let name = std::str::from_utf8(text.take(length)?).map_err(|_| Damage::Content)?;
            self.names.push(name.into());
        }
        for _ in 0..numbers.number_up_to(MAX_SHAPES)? {
            let length = numbers.number_up_to(numbers.rest().len())?;
            let last = count.saturating_sub(1);
            let names = (0..length).map(|_| Ok(numbers.number_up_to(last)? as u32)).collect::<Result<Vec<_>, _>>()?;
            if count == 0 && !names.is_empty() {
                return Err(Damage::Content);
            }
            self.shapes.push(Shape::new(&names, self.columns));
        }
        Ok(())
    }
}

/// How a block starts with a probability that was learned: it counts as much as so many bits of the block.
fn at_start(bit: &mut Bit) {
    *bit = match bit.seen() {
        0 => Bit::NEW,
        1..20 => Bit::known(bit.probability(), 6),
        _ => Bit::known(bit.probability(), SURE),
    }
    .with_limit(LIMIT);
}

/// How many games have each shape.
fn shape_counts(store: &TagStore) -> impl Iterator<Item = (usize, u32)> {
    let mut counts = vec![0; store.shapes.len()];
    store.rows.iter().for_each(|row| counts[row.shape as usize] += 1);
    counts.into_iter().enumerate().filter(|&(_, count)| count > 0)
}
