//! Blocks: the shapes of games, then a stream for each unit.

use super::letters::Letters;
use super::model::TagsModel;
use super::shape::{NameTable, Shape, ShapeCoder, ShapeState};
use super::store::{Row, Span, TagStore};
use super::table::Table;
use super::unit::Unit;
use super::{Facts, Wanted};
use crate::bytes::{Cursor, push_number};
use crate::coder::{Decoder, Encoder};
use crate::damage::Damage;
use crate::symbols::Coder;
use std::collections::HashMap;
use std::ops::Range;

/// Bytes of a block for each tag that a reader's memory takes at least.
const TAG_SIZE: usize = 16;

impl TagsModel {
    /// Writes the tags of some games as a block. `facts` has an entry for each of these games.
    pub fn encode(&self, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<u8> {
        encode(self, store, games, facts)
    }

    /// Reads the tags of a block that has so many games.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn decode(&self, bytes: &[u8], games: usize, facts: &[Facts], wanted: Wanted<'_>) -> Result<TagStore, Damage> {
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
pub(super) struct Given<'a> {
    pub(super) table: Table<'a>,
    names: NameTable,
}

impl<'a> Given<'a> {
    /// Prepares games of a store.
    pub(super) fn new(model: &'a TagsModel, store: &'a TagStore, games: Range<usize>, facts: &'a [Facts]) -> Given<'a> {
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
                    own_shapes.push(Shape::new(&ids, model.columns));
                    (model.shapes.len() + own_shapes.len() - 1) as u32
                })
            });
            rows.push(Row { shape, first: row.first });
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
        Given { table, names }
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

/// Writes the tags of games, in streams behind their lengths.
pub(super) fn encode(model: &TagsModel, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<u8> {
    let streams = streams(model, store, games, facts);
    let mut out = Vec::new();
    streams.iter().for_each(|stream| push_number(stream.len() as u64, &mut out));
    streams.iter().for_each(|stream| out.extend_from_slice(stream));
    out
}

/// The streams of a block: shapes, units, extras.
pub(super) fn streams(model: &TagsModel, store: &TagStore, games: Range<usize>, facts: &[Facts]) -> Vec<Vec<u8>> {
    let mut given = Given::new(model, store, games, facts);
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
    bytes: &[u8],
    (games, facts): (usize, &[Facts]),
    wanted: Wanted<'_>,
) -> Result<TagStore, Damage> {
    let mut cursor = Cursor::new(bytes);
    let lengths =
        (0..model.units.len() + 2).map(|_| cursor.number_up_to(bytes.len())).collect::<Result<Vec<_>, _>>()?;
    let streams = lengths.into_iter().map(|length| cursor.take(length)).collect::<Result<Vec<_>, _>>()?;
    if !cursor.rest().is_empty() {
        return Err(Damage::Content);
    }
    let mut names = NameTable { names: model.names.clone(), known: model.names.len(), limit: model.limit };
    let mut table = Table {
        facts,
        rows: Vec::new(),
        shapes: &model.shapes,
        own_shapes: Vec::new(),
        meanings: vec![Vec::new(); model.columns],
        given: None,
        text: String::new(),
        values: Vec::new(),
        limit: model.limit,
    };
    decode_shapes(model, streams[0], games, (&mut table, &mut names))?;
    let is_kept: Vec<bool> = names.names.iter().map(|name| wanted.has(name)).collect();
    for (unit, stream) in needed(&model.units, &is_kept).into_iter().zip(&streams[1..]) {
        if let Some(unit) = unit {
            unit.clone().code(&mut Decoder::new(stream), &mut table)?;
        }
    }
    let has_extra = |shape: &Shape| shape.extras.iter().any(|&place| is_kept[shape.names[place as usize] as usize]);
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
                table.own_shapes.push(Shape::new(&found, model.columns));
                (model.shapes.len() + table.own_shapes.len() - 1) as u32
            }
        };
        table.rows.push(Row { shape, first });
        first += table.shape(shape).names.len();
        if decoder.is_exhausted() {
            return Err(Damage::Short);
        }
        if first > model.limit / TAG_SIZE {
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
        store.rows.push(Row { shape: id, first });
    }
    if all {
        store.values = table.values;
    }
    store.text = table.text;
    store
}
