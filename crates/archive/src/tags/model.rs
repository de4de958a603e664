//! The tags of a group: what its blocks share.

use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Bit, Decoder, Encoder, Limit};
use crate::damage::Damage;
use crate::packed_games::{push_packed, read_packed};
use crate::symbols::{Coder, Learns, Listener, code_start};
use crate::tags::char_model::Letters;
use crate::tags::choice::{Choice, ChoiceSpec};
use crate::tags::ids::{self, Ids};
use crate::tags::key::Key;
use crate::tags::numbers::{self, NumberColumn};
use crate::tags::players::Players;
use crate::tags::rating_baseline::Bases;
use crate::tags::ratings::Ratings;
use crate::tags::rules::{KeyName, RULES, Rule, UnitModel};
use crate::tags::shape::{NameTable, ShapeCoder, ShapeState, TagShape};
use crate::tags::store::{GameRow, Span, TagStore};
use crate::tags::table::Table;
use crate::tags::timestamps::{self, Moments};
use crate::tags::unit::Unit;
use crate::tags::words::{MAX_WORDS, NONE, Words};
use crate::tags::{Facts, TagSelection, names, rating_values};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most columns of a group; other names are extras.
pub(super) const MAX_COLUMNS: usize = 250;

/// The most shapes of a group.
pub(super) const MAX_SHAPES: usize = 1 << 12;

/// The most names in these shapes together, and names of a group.
pub(super) const MAX_NAMES: usize = 1 << 18;

/// The number of bits that a well-known start counts as.
const SURE: u8 = 40;

/// What the blocks of a group share, so that each block can be read with nothing else.
#[derive(Clone, Debug, Default)]
pub struct TagsModel {
    names: Vec<Box<str>>,
    /// The first names are those of columns.
    columns: usize,
    shapes: Vec<TagShape>,
    shape_coder: ShapeCoder,
    units: Vec<Unit>,
    extras: Letters,
    /// What it looks like in a file.
    bytes: Vec<u8>,
    index: OnceLock<NameIndex>,
}

/// Names and shapes, for writers.
#[derive(Clone, Debug)]
struct NameIndex {
    names: HashMap<Box<str>, u32>,
    shapes: HashMap<Box<[u32]>, u32>,
}

impl TagsModel {
    /// Learns from all games of a group. There is one entry of `facts` for each game.
    pub fn learn(store: &TagStore, facts: &[Facts]) -> TagsModel {
        let mut model = TagsModel::default();
        model.find_names(store);
        model.find_shapes(store);
        model.find_units(store);
        model.find_maps(store);
        model.find_bases(store);
        model.train(store, facts);
        model.finish();
        model
    }

    /// Appends the model to the header of a group.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
    }

    pub(super) fn name_id(&self, name: &str) -> Option<u32> {
        self.index().names.get(name).copied()
    }

    pub(super) fn shape_id(&self, names: &[u32]) -> Option<u32> {
        self.index().shapes.get(names).copied()
    }

    fn index(&self) -> &NameIndex {
        self.index.get_or_init(|| NameIndex {
            names: self.names.iter().cloned().zip(0..).collect(),
            shapes: self.shapes.iter().map(|shape| shape.names.clone()).zip(0..).collect(),
        })
    }

    /// Codes the maps, and what was learned.
    fn code_starts(&mut self, coder: &mut impl Coder) {
        let orders: Vec<Vec<u32>> = self.units.iter().map(|unit| self.order(unit)).collect();
        code_start(&mut self.shape_coder, coder);
        code_start(&mut self.extras, coder);
        for (unit, order) in self.units.iter_mut().zip(orders) {
            match unit {
                Unit::Choice(choice) => choice.code_map(coder, &order),
                Unit::Ratings(ratings) => ratings.code_bases(coder, &order),
                _ => {}
            }
            code_start(unit, coder);
        }
        self.shape_coder.each_bit(&mut at_start);
        self.extras.each_bit(&mut at_start);
        self.units.each_bit(&mut at_start);
    }

    /// The words of the column that a unit has values of in the group, in the order in which these are written.
    fn order(&self, unit: &Unit) -> Vec<u32> {
        let key = match unit {
            Unit::Choice(choice) => choice.map_key(),
            Unit::Ratings(ratings) => ratings.keys[0],
            _ => None,
        };
        match key.and_then(|key| self.words_of(key)) {
            Some(words) => words.sorted().to_vec(),
            None => Vec::new(),
        }
    }

    /// The dictionary of a column.
    pub(super) fn words_of(&self, column: usize) -> Option<&Words> {
        self.units.iter().find(|unit| unit.columns().contains(&column)).map(Unit::words)
    }

    /// Writes everything, and rounds what was learned to what a reader gets.
    fn finish(&mut self) {
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
            unit.words().write(&mut numbers, &mut text);
        }
        self.units.iter().for_each(|unit| unit.write(&mut numbers));
        let mut coder = Encoder::new();
        self.code_starts(&mut coder);
        let mut out = Vec::new();
        push_packed(&numbers, &mut out);
        push_packed(&text, &mut out);
        push_text(&coder.finish(), &mut out);
        self.bytes = out;
    }

    /// Reads a model from the header of a group, whose texts may have `limit` bytes.
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
        let mut model = TagsModel { bytes: bytes.to_vec(), ..TagsModel::default() };
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
        for words in &words {
            model.units.push(Unit::read(&mut numbers, model.columns, words)?);
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
            self.shapes.push(TagShape::new(&names, self.columns));
        }
        Ok(())
    }
}

/// How a block starts with a probability that was learned: it counts as much as this many bits of the block.
fn at_start(bit: &mut Bit) {
    *bit = match bit.seen() {
        0 => Bit::NEW,
        1..20 => Bit::known(bit.probability(), 6),
        _ => Bit::known(bit.probability(), SURE),
    }
    .with_limit(Limit::High);
}

/// Bytes of a block for each tag that a reader's memory takes at least.
pub(crate) const TAG_SIZE: usize = 16;

impl TagsModel {
    /// Writes the tags of some games as a block. `facts` has an entry for each of these games.
    pub fn encode(&self, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<u8> {
        encode(self, store, games, facts)
    }

    /// Reads the tags of a block with this number of games. Besides its bytes, it gets the number of bytes that the
    /// tags may have.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn decode(
        &self,
        bytes: (&[u8], usize),
        games: usize,
        facts: &[Facts],
        wanted: TagSelection<'_>,
    ) -> Result<TagStore, Damage> {
        decode(self, bytes, (games, facts), wanted)
    }

    /// How many bytes each unit of tags takes in a block, by the names of its tags.
    pub fn explain(&self, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<(String, usize)> {
        let streams = streams(self, store, games, facts);
        let units = self
            .units
            .iter()
            .map(|unit| unit.columns().iter().map(|&column| &*self.names[column]).collect::<Vec<_>>().join("+"));
        let titles = std::iter::once("(names)".to_owned()).chain(units).chain(["(rare)".to_owned()]);
        titles.zip(streams.iter().map(Vec::len)).collect()
    }
}

/// The games of a block that is written.
pub(super) struct BlockInput<'a> {
    table: Table<'a>,
    names: NameTable,
}

impl<'a> BlockInput<'a> {
    /// Prepares games of a store.
    pub(super) fn new(
        model: &'a TagsModel,
        store: &'a TagStore,
        games: Range<usize>,
        facts: &'a [Facts],
    ) -> BlockInput<'a> {
        let mut names = NameTable { names: model.names.clone(), known: model.names.len(), limit: usize::MAX };
        let mut own_ids: HashMap<&str, u32> = HashMap::new();
        let mut own_shapes = Vec::new();
        let mut shapes: HashMap<u32, u32> = HashMap::new();
        let mut rows = Vec::new();
        for row in &store.rows[games] {
            let shape = *shapes.entry(row.shape).or_insert_with(|| {
                let ids: Vec<u32> = store.shapes[row.shape as usize]
                    .iter()
                    .map(|&name| {
                        let name = &*store.names[name as usize];
                        model.name_id(name).unwrap_or_else(|| {
                            *own_ids.entry(name).or_insert_with(|| {
                                names.names.push(name.into());
                                names.names.len() as u32 - 1
                            })
                        })
                    })
                    .collect();
                model.shape_id(&ids).unwrap_or_else(|| {
                    own_shapes.push(TagShape::new(&ids, model.columns));
                    (model.shapes.len() + own_shapes.len() - 1) as u32
                })
            });
            rows.push(GameRow { shape, first: row.first });
        }
        let table = Table {
            facts,
            rows,
            shapes: &model.shapes,
            own_shapes,
            meanings: vec![Vec::new(); model.columns],
            given: Some(store),
            text: String::new(),
            values: Vec::new(),
            limit: usize::MAX,
        };
        BlockInput { table, names }
    }

    /// Codes the shapes.
    pub(super) fn code_shapes(&mut self, shapes: &mut ShapeCoder, coder: &mut impl Coder) {
        let known = self.table.shapes.len();
        let mut state = ShapeState::default();
        for row in &self.table.rows {
            let shape = Some(row.shape).filter(|&shape| (shape as usize) < known);
            if shapes.code(coder, &mut state, (shape, known)).is_none() {
                let names = &self.table.own_shapes[row.shape as usize - known].names;
                // A writer finds no damage.
                let _ = shapes.code_names(coder, names, &mut self.names);
            }
        }
    }

    /// Codes the values that no unit has.
    pub(super) fn code_extras(&mut self, letters: &mut Letters, coder: &mut impl Coder) {
        let _ = code_extras(&mut self.table, letters, coder);
    }
}

fn code_extras<C: Coder>(table: &mut Table<'_>, letters: &mut Letters, coder: &mut C) -> Result<(), Damage> {
    for game in 0..table.len() {
        let row = table.rows[game];
        for extra in 0..table.shape(row.shape).extras.len() {
            let place = row.first + table.shape(row.shape).extras[extra] as usize;
            table.code_letters(coder, letters, place)?;
        }
    }
    Ok(())
}

/// Writes the tags of games, in streams after their lengths.
pub(super) fn encode(model: &TagsModel, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<u8> {
    let streams = streams(model, store, games, facts);
    let mut out = Vec::new();
    streams.iter().for_each(|stream| push_number(stream.len() as u64, &mut out));
    streams.iter().for_each(|stream| out.extend_from_slice(stream));
    out
}

/// The streams of a block: shapes, units, extras.
pub(super) fn streams(model: &TagsModel, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<Vec<u8>> {
    let mut given = BlockInput::new(model, store, games, facts);
    let mut streams = Vec::new();
    let mut coder = Encoder::new();
    given.code_shapes(&mut model.shape_coder.clone(), &mut coder);
    streams.push(coder.finish());
    for unit in &model.units {
        let mut coder = Encoder::new();
        // A writer finds no damage.
        let _ = unit.clone().code(&mut coder, &mut given.table);
        streams.push(coder.finish());
    }
    let mut coder = Encoder::new();
    given.code_extras(&mut model.extras.clone(), &mut coder);
    streams.push(coder.finish());
    streams
}

/// Reads the tags of games.
pub(super) fn decode(
    model: &TagsModel,
    (bytes, limit): (&[u8], usize),
    (games, facts): (usize, &[Facts]),
    wanted: TagSelection<'_>,
) -> Result<TagStore, Damage> {
    let mut cursor = Cursor::new(bytes);
    let lengths =
        (0..model.units.len() + 2).map(|_| cursor.number_up_to(bytes.len())).collect::<Result<Vec<_>, _>>()?;
    let streams = lengths.into_iter().map(|length| cursor.take(length)).collect::<Result<Vec<_>, _>>()?;
    if !cursor.rest().is_empty() {
        return Err(Damage::Content);
    }
    let mut names = NameTable { names: model.names.clone(), known: model.names.len(), limit };
    let mut table = Table {
        facts,
        rows: Vec::new(),
        shapes: &model.shapes,
        own_shapes: Vec::new(),
        meanings: vec![Vec::new(); model.columns],
        given: None,
        text: String::new(),
        values: Vec::new(),
        limit,
    };
    decode_shapes(model, streams[0], games, (&mut table, &mut names))?;
    let is_kept: Vec<bool> = names.names.iter().map(|name| wanted.has(name)).collect();
    for (unit, stream) in needed(&model.units, &is_kept).into_iter().zip(&streams[1..]) {
        if let Some(unit) = unit {
            unit.clone().code(&mut Decoder::new(stream), &mut table)?;
        }
    }
    let has_extra = |shape: &TagShape| shape.extras.iter().any(|&place| is_kept[shape.names[place as usize] as usize]);
    if table.rows.iter().any(|row| has_extra(table.shape(row.shape))) {
        code_extras(&mut table, &mut model.extras.clone(), &mut Decoder::new(streams[streams.len() - 1]))?;
    }
    Ok(store(table, &names, &is_kept))
}

fn decode_shapes(
    model: &TagsModel,
    stream: &[u8],
    games: usize,
    (table, names): (&mut Table<'_>, &mut NameTable),
) -> Result<(), Damage> {
    let mut decoder = Decoder::new(stream);
    let mut coder = model.shape_coder.clone();
    let mut state = ShapeState::default();
    let mut first = 0;
    for _ in 0..games {
        let shape = match coder.code(&mut decoder, &mut state, (None, model.shapes.len())) {
            Some(shape) => shape,
            None => {
                let found = coder.code_names(&mut decoder, &[], names)?;
                table.own_shapes.push(TagShape::new(&found, model.columns));
                (model.shapes.len() + table.own_shapes.len() - 1) as u32
            }
        };
        table.rows.push(GameRow { shape, first });
        first += table.shape(shape).names.len();
        if decoder.is_exhausted() {
            return Err(Damage::Short);
        }
        if first > table.limit / TAG_SIZE {
            return Err(Damage::Size);
        }
    }
    table.values.resize(first, Span::default());
    Ok(())
}

/// The units that have kept columns, and those that they need.
fn needed<'m>(units: &'m [Unit], is_kept: &[bool]) -> Vec<Option<&'m Unit>> {
    let mut is_needed = is_kept.to_vec();
    let mut found = vec![None; units.len()];
    for (unit, found) in units.iter().zip(&mut found).rev() {
        if unit.columns().iter().any(|&column| is_needed[column]) {
            unit.needs().iter().for_each(|&column| is_needed[column] = true);
            *found = Some(unit);
        }
    }
    found
}

/// The tags that are kept.
fn store(table: Table<'_>, names: &NameTable, is_kept: &[bool]) -> TagStore {
    let mut store = TagStore::default();
    store.by_column = true;
    let all = is_kept.iter().all(|&kept| kept);
    let mut shapes: Vec<Option<u32>> = vec![None; table.shapes.len() + table.own_shapes.len()];
    let kept = |&name: &u32| is_kept[name as usize];
    for row in &table.rows {
        let shape = table.shape(row.shape);
        let id = *shapes[row.shape as usize].get_or_insert_with(|| {
            let ids = shape.names.iter().filter(|name| kept(name));
            let ids = ids.map(|&name| store.name_id(&names.names[name as usize])).collect();
            store.shape_id(ids)
        });
        let first = if all { row.first } else { store.values.len() };
        if !all {
            let places = shape.names.iter().enumerate().filter(|(_, name)| kept(name));
            store.values.extend(places.map(|(place, _)| table.values[row.first + place]));
        }
        store.rows.push(GameRow { shape: id, first });
    }
    if all {
        store.values = table.values;
    }
    store.text = table.text;
    store
}

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
            self.shapes.push(TagShape::new(&names, self.columns));
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
        let mut slow = |bit: &mut Bit| *bit = bit.with_limit(Limit::Highest);
        shapes.each_bit(&mut slow);
        units.each_bit(&mut slow);
        extras.each_bit(&mut slow);
        for start in (0..store.len()).step_by(CHUNK) {
            let games = start..store.len().min(start + CHUNK);
            let mut given = BlockInput::new(self, store, games.clone(), facts.get(games).unwrap_or_default());
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

/// How many values are looked at for names of players.
const SAMPLE: usize = 1 << 10;

/// What no rule names.
const REST: Rule = Rule { names: &[], model: UnitModel::Choice(&[]), has_map: false };

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
            UnitModel::Players => Unit::Players(Players::new([columns[0], columns[1]], words(|_| true))),
            UnitModel::Ratings => {
                let keys = ["White", "Black", "TimeControl"].map(|name| self.column(name));
                let columns = [columns[0], columns[1], columns[2], columns[3]];
                Unit::Ratings(Ratings::new(columns, keys, words(|value| !rating_values::is_usual(value))))
            }
            UnitModel::Moments(near) if mostly(values(), timestamps::is_usual) => {
                let near = near.map(|name| self.column(name));
                // A single column is a date or a time.
                let is_time = rule.names.len() == 1 && near[0].is_none() && rule.names[0].ends_with("Time");
                let columns = match *columns {
                    [time] if is_time => [None, time],
                    [date] => [date, None],
                    _ => [columns[0], columns[1]],
                };
                Unit::Moments(Moments::new(columns, near, words(|value| !timestamps::is_usual(value))))
            }
            UnitModel::Numbers | UnitModel::Plies if mostly(values(), has_number) => {
                Unit::Numbers(numbers_unit(all[0], &values().collect::<Vec<_>>(), rule.model == UnitModel::Plies))
            }
            UnitModel::Choice(_) if all.len() == 1 => {
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
                UnitModel::Choice(keys) => keys,
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
        let by_facts = rule.model == UnitModel::ByFacts;
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

fn numbers_unit(column: usize, values: &[&str], by_plies: bool) -> NumberColumn {
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
    NumberColumn::new(column, (two_digits, by_plies), Arc::new(Words::new(counts.collect())))
}
