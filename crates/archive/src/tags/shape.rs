//! Shapes: the sequences of names that games have.

use super::char_model::{Letters, Out};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Number};

/// The place of a column that a shape does not have.
const ABSENT: u32 = u32::MAX;

/// The most names of a shape that a reader takes.
const MAX_TAGS: u64 = 1 << 24;

/// A sequence of names. The first names of a group are those of its columns.
#[derive(Clone, Debug, Default)]
pub(super) struct TagShape {
    pub(super) names: Box<[u32]>,
    /// Where each column is.
    places: Box<[u32]>,
    /// The places of names that are not columns, and of those that come again.
    pub(super) extras: Box<[u32]>,
}

impl TagShape {
    pub(super) fn new(names: &[u32], columns: usize) -> TagShape {
        let mut places = vec![ABSENT; columns];
        let mut extras = Vec::new();
        for (place, &name) in names.iter().enumerate() {
            match places.get_mut(name as usize) {
                Some(free) if *free == ABSENT => *free = place as u32,
                _ => extras.push(place as u32),
            }
        }
        TagShape { names: names.into(), places: places.into(), extras: extras.into() }
    }

    /// Where a column is in this shape.
    #[inline]
    pub(super) fn place(&self, column: usize) -> Option<usize> {
        self.places.get(column).filter(|&&place| place != ABSENT).map(|&place| place as usize)
    }
}

/// The model of the shapes of games.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeCoder {
    same: [Bit; 2],
    rank: Number,
    names: Number,
    letters: Letters,
}

impl Learns for ShapeCoder {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.same.each_bit(visit);
        self.rank.each_bit(visit);
        self.names.each_bit(visit);
        self.letters.each_bit(visit);
    }
}

/// What the coder of shapes knows at a place of a block.
#[derive(Debug, Default)]
pub(super) struct ShapeState {
    last: Option<u32>,
    same: bool,
}

impl ShapeCoder {
    /// Codes the shape of the next game: its number, or `None` if it is not one of `count` known ones.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        state: &mut ShapeState,
        (shape, count): (Option<u32>, usize),
    ) -> Option<u32> {
        let is_same = state.last.is_some() && shape == state.last;
        if state.last.is_some() && coder.bit(&mut self.same[usize::from(state.same)], is_same) {
            state.same = true;
            return state.last;
        }
        state.same = false;
        let rank = self.rank.code(coder, shape.map_or(0, |shape| u64::from(shape) + 1));
        let shape = rank.checked_sub(1).filter(|&shape| shape < count as u64).map(|shape| shape as u32);
        if shape.is_some() {
            state.last = shape;
        }
        shape
    }

    /// Codes the names of a shape that the group does not have.
    pub(super) fn code_names<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u32],
        table: &mut NameTable,
    ) -> Result<Vec<u32>, Damage> {
        let count = self.names.code(coder, given.len() as u64);
        if count > MAX_TAGS {
            return Err(Damage::Size);
        }
        let mut found = Vec::new();
        for place in 0..count as usize {
            let name = given.get(place).copied().unwrap_or_default();
            let is_new = name as usize >= table.known;
            let code = self.names.code(coder, if is_new { 0 } else { u64::from(name) + 1 });
            if code > table.known as u64 {
                return Err(Damage::Content);
            }
            found.push(match code.checked_sub(1) {
                Some(name) => name as u32,
                None => self.code_name(coder, table)?,
            });
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(found)
    }

    /// Codes a name that was not seen before.
    fn code_name<C: Coder>(&mut self, coder: &mut C, table: &mut NameTable) -> Result<u32, Damage> {
        let given = table.names.get(table.known).cloned().unwrap_or_default();
        let mut text = String::new();
        self.letters.code(coder, &given, &mut Out { text: &mut text, limit: table.limit })?;
        if C::READS {
            table.limit = table.limit.saturating_sub(text.len());
            table.names.push(text.into());
        }
        table.known += 1;
        Ok(table.known as u32 - 1)
    }
}

/// The names of a group, and after them those that only a block has.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    /// A writer has all of them from the start, in the order of their first use.
    pub(super) names: Vec<Box<str>>,
    /// How many were seen.
    pub(super) known: usize,
    /// How many bytes new names may have.
    pub(super) limit: usize,
}
