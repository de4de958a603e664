//! The kinds of columns, and the functions that fill them.

use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec};
use crate::game::Game;
use crate::game_tags::Slot;
use arrow_array::builder::{BinaryBuilder, BooleanBuilder, PrimitiveBuilder, StringBuilder};
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{ArrayRef, Int8Array, ListArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use std::borrow::Cow;
use std::sync::Arc;

/// A column of texts.
pub struct TextColumn {
    pub(super) spec: ColumnSpec,
    pub(super) of: for<'r, 'a> fn(&Game<'r, 'a>) -> Option<Cow<'r, str>>,
}

/// A column of the texts of a tag, unchanged.
pub struct TagColumn {
    pub(super) spec: ColumnSpec,
    pub(super) slot: Slot,
}

/// A column of numbers, dates or times.
pub struct NumberColumn<T: ArrowPrimitiveType> {
    pub(super) spec: ColumnSpec,
    pub(super) of: fn(&Game<'_, '_>) -> Option<T::Native>,
}

/// A column of booleans.
pub struct TruthColumn {
    pub(super) spec: ColumnSpec,
    pub(super) of: fn(&Game<'_, '_>) -> bool,
}

/// A column of bytes; `fill` adds those of one game.
pub struct BlobColumn {
    pub(super) spec: ColumnSpec,
    pub(super) fill: fn(&Game<'_, '_>, &mut Vec<u8>),
}

/// A column of lists of small numbers; `fill` adds those of one game.
pub struct ListColumn {
    pub(super) spec: ColumnSpec,
    pub(super) fill: fn(&Game<'_, '_>, &mut Vec<i8>),
}

impl Column for TextColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(TextFill { of: self.of, nullable: self.spec.nullable, values: Texts::default() })
    }
}

impl Column for TagColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(TagFill { slot: self.slot, values: Texts::default() })
    }
}

impl<T: ArrowPrimitiveType> Column for NumberColumn<T> {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(NumberFill::<T> {
            of: self.of,
            nullable: self.spec.nullable,
            nulls: 0,
            values: PrimitiveBuilder::new(),
        })
    }
}

impl Column for TruthColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(TruthFill { of: self.of, values: BooleanBuilder::new() })
    }
}

impl Column for BlobColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        let null_if_unplayed = self.spec.null_if_unplayed;
        Box::new(BlobFill { fill: self.fill, null_if_unplayed, one: Vec::new(), values: BinaryBuilder::new() })
    }
}

impl Column for ListColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        let played = self.spec.null_if_unplayed.then(|| NullBufferBuilder::new(0));
        Box::new(ListFill { fill: self.fill, values: Vec::new(), ends: Ends::default(), played })
    }
}

/// The texts of a column. NULLs are added together, because many columns have little else.
#[derive(Default)]
struct Texts {
    values: StringBuilder,
    /// How many of them follow the values.
    nulls: usize,
}

impl Texts {
    #[inline]
    fn push(&mut self, text: Option<Cow<'_, str>>) {
        let Some(text) = text else {
            self.nulls += 1;
            return;
        };
        if self.nulls > 0 {
            self.push_nulls();
        }
        self.values.append_value(&*text);
    }

    fn push_nulls(&mut self) {
        self.values.append_nulls(std::mem::take(&mut self.nulls));
    }

    fn finish(&mut self) -> ArrayRef {
        self.push_nulls();
        Arc::new(self.values.finish())
    }
}

struct TextFill {
    of: for<'r, 'a> fn(&Game<'r, 'a>) -> Option<Cow<'r, str>>,
    nullable: bool,
    values: Texts,
}

impl ColumnBuilder for TextFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        match (self.of)(game) {
            None if !self.nullable => self.values.push(Some(Cow::Borrowed(""))),
            text => self.values.push(text),
        }
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        self.values.finish()
    }
}

struct TagFill {
    slot: Slot,
    values: Texts,
}

impl ColumnBuilder for TagFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        self.values.push(game.tags.text(game.record, self.slot));
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        self.values.finish()
    }
}

struct NumberFill<T: ArrowPrimitiveType> {
    of: fn(&Game<'_, '_>) -> Option<T::Native>,
    nullable: bool,
    /// How many NULLs follow the values.
    nulls: usize,
    values: PrimitiveBuilder<T>,
}

impl<T: ArrowPrimitiveType> NumberFill<T> {
    fn push_nulls(&mut self) {
        self.values.append_nulls(std::mem::take(&mut self.nulls));
    }
}

impl<T: ArrowPrimitiveType> ColumnBuilder for NumberFill<T> {
    fn append(&mut self, game: &Game<'_, '_>) {
        let value = (self.of)(game);
        if value.is_none() && self.nullable {
            self.nulls += 1;
            return;
        }
        if self.nulls > 0 {
            self.push_nulls();
        }
        self.values.append_value(value.unwrap_or_default());
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        self.push_nulls();
        Arc::new(self.values.finish())
    }
}

struct TruthFill {
    of: fn(&Game<'_, '_>) -> bool,
    values: BooleanBuilder,
}

impl ColumnBuilder for TruthFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        self.values.append_value((self.of)(game));
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        Arc::new(self.values.finish())
    }
}

struct BlobFill {
    fill: fn(&Game<'_, '_>, &mut Vec<u8>),
    null_if_unplayed: bool,
    one: Vec<u8>,
    values: BinaryBuilder,
}

impl ColumnBuilder for BlobFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        if self.null_if_unplayed && !game.record.played {
            return self.values.append_null();
        }
        self.one.clear();
        (self.fill)(game, &mut self.one);
        self.values.append_value(&self.one);
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        Arc::new(self.values.finish())
    }
}

struct ListFill {
    fill: fn(&Game<'_, '_>, &mut Vec<i8>),
    values: Vec<i8>,
    ends: Ends,
    /// Which games were played, if the others are NULL.
    played: Option<NullBufferBuilder>,
}

impl ColumnBuilder for ListFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        let is_there = self.played.is_none() || game.record.played;
        if is_there {
            (self.fill)(game, &mut self.values);
        }
        self.ends.push(self.values.len());
        if let Some(played) = &mut self.played {
            played.append(is_there);
        }
    }
    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        // Batches that wait for sorting must not keep spare capacity.
        self.values.shrink_to_fit();
        let values = Int8Array::new(ScalarBuffer::from(std::mem::take(&mut self.values)), None);
        let item = Arc::new(Field::new("item", DataType::Int8, false));
        let played = self.played.as_mut().and_then(NullBufferBuilder::finish);
        Arc::new(ListArray::new(item, self.ends.finish(), Arc::new(values), played))
    }
}

/// The end of each list of a column.
#[derive(Default)]
pub(super) struct Ends(Vec<i32>);

impl Ends {
    /// Adds a list that ends at this element.
    pub(super) fn push(&mut self, end: usize) {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self.0.push(i32::try_from(end).expect("a batch has fewer than 2^31 elements in one column"));
    }

    /// Returns the offsets and removes the lists.
    pub(super) fn finish(&mut self) -> OffsetBuffer<i32> {
        if self.0.is_empty() {
            self.0.push(0);
        }
        OffsetBuffer::new(ScalarBuffer::from(std::mem::take(&mut self.0)))
    }
}
