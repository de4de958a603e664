//! The tags of a group: what its blocks share.

use super::Facts;
use super::letters::Letters;
use super::shape::{Shape, ShapeCoder};
use super::store::TagStore;
use super::unit::Unit;
use super::words::Words;
use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Bit, Decoder, Encoder};
use crate::damage::Damage;
use crate::packed::{push_packed, read_packed};
use crate::symbols::{Coder, Learns, code_start};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The most columns of a group; other names are extras.
pub(super) const MAX_COLUMNS: usize = 250;

/// The most shapes of a group.
pub(super) const MAX_SHAPES: usize = 1 << 12;

/// The most names in these shapes together, and names of a group.
pub(super) const MAX_NAMES: usize = 1 << 18;

/// As many bits as a well-known start counts, and as many as count in a block.
const SURE: u8 = 40;
const LIMIT: u8 = 100;

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

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index {
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
