//! The columns of a batch as games need them. The program that wrote the file may have chosen large or viewed texts and
//! lists.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int8Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeListArray, LargeStringArray, ListArray,
    PrimitiveArray, RecordBatch, StringArray, StringViewArray, StructArray,
};
use std::ops::Range;

/// The column of this name.
pub(crate) fn column<'b>(batch: &'b RecordBatch, name: &str) -> Option<&'b ArrayRef> {
    batch.column_by_name(name)
}

/// A column of numbers, days or times.
pub(crate) fn numbers<'b, T: ArrowPrimitiveType>(batch: &'b RecordBatch, name: &str) -> Option<&'b PrimitiveArray<T>> {
    column(batch, name)?.as_primitive_opt()
}

/// The value in a row, if there is one.
pub(crate) fn at<T: ArrowPrimitiveType>(numbers: Option<&PrimitiveArray<T>>, row: usize) -> Option<T::Native> {
    numbers.filter(|numbers| row < numbers.len() && numbers.is_valid(row)).map(|numbers| numbers.value(row))
}

/// A column of texts.
#[derive(Clone, Copy)]
pub(crate) enum TextArrays<'b> {
    Small(&'b StringArray),
    Large(&'b LargeStringArray),
    View(&'b StringViewArray),
}

impl<'b> TextArrays<'b> {
    /// The column of this name.
    pub(crate) fn of(batch: &'b RecordBatch, name: &str) -> Option<TextArrays<'b>> {
        TextArrays::from(column(batch, name)?)
    }

    /// This array.
    pub(crate) fn from(array: &'b ArrayRef) -> Option<TextArrays<'b>> {
        let small = array.as_string_opt().map(TextArrays::Small);
        small
            .or_else(|| array.as_string_opt().map(TextArrays::Large))
            .or_else(|| array.as_string_view_opt().map(TextArrays::View))
    }

    /// The text in a row.
    pub(crate) fn get(&self, row: usize) -> Option<&'b str> {
        match self {
            TextArrays::Small(array) => there(*array, row).then(|| array.value(row)),
            TextArrays::Large(array) => there(*array, row).then(|| array.value(row)),
            TextArrays::View(array) => there(*array, row).then(|| array.value(row)),
        }
    }
}

fn there(array: &dyn Array, row: usize) -> bool {
    row < array.len() && array.is_valid(row)
}

/// A column of bytes.
pub(crate) enum Blobs<'b> {
    Small(&'b BinaryArray),
    Large(&'b LargeBinaryArray),
    View(&'b BinaryViewArray),
}

impl<'b> Blobs<'b> {
    /// This array.
    pub(crate) fn from(array: &'b ArrayRef) -> Option<Blobs<'b>> {
        let small = array.as_binary_opt().map(Blobs::Small);
        small
            .or_else(|| array.as_binary_opt().map(Blobs::Large))
            .or_else(|| array.as_binary_view_opt().map(Blobs::View))
    }

    /// The bytes in a row.
    pub(crate) fn get(&self, row: usize) -> Option<&'b [u8]> {
        match self {
            Blobs::Small(array) => there(*array, row).then(|| array.value(row)),
            Blobs::Large(array) => there(*array, row).then(|| array.value(row)),
            Blobs::View(array) => there(*array, row).then(|| array.value(row)),
        }
    }
}

/// A column of lists.
#[derive(Clone, Copy)]
pub(crate) enum ListArrays<'b> {
    Small(&'b ListArray),
    Large(&'b LargeListArray),
    Map(&'b arrow_array::MapArray),
}

impl<'b> ListArrays<'b> {
    /// The column of this name.
    pub(crate) fn of(batch: &'b RecordBatch, name: &str) -> Option<ListArrays<'b>> {
        let array = column(batch, name)?;
        let small = array.as_list_opt().map(ListArrays::Small);
        small.or_else(|| array.as_list_opt().map(ListArrays::Large)).or_else(|| array.as_map_opt().map(ListArrays::Map))
    }

    /// The elements of all lists, if they are numbers of this type.
    pub(crate) fn numbers<T: ArrowPrimitiveType>(&self) -> Option<&'b PrimitiveArray<T>> {
        match self {
            ListArrays::Small(lists) => lists.values().as_primitive_opt(),
            ListArrays::Large(lists) => lists.values().as_primitive_opt(),
            ListArrays::Map(_) => None,
        }
    }

    /// The elements of all lists, if they have fields.
    pub(crate) fn structs(&self) -> Option<&'b StructArray> {
        match self {
            ListArrays::Small(lists) => lists.values().as_struct_opt(),
            ListArrays::Large(lists) => lists.values().as_struct_opt(),
            ListArrays::Map(maps) => Some(maps.entries()),
        }
    }

    /// Whether there is a list in a row.
    pub(crate) fn has(&self, row: usize) -> bool {
        let array: &dyn Array = match self {
            ListArrays::Small(lists) => *lists,
            ListArrays::Large(lists) => *lists,
            ListArrays::Map(maps) => *maps,
        };
        there(array, row)
    }

    /// Which elements are those of a row.
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        let (array, bounds): (&dyn Array, Option<(i64, i64)>) = match self {
            ListArrays::Small(lists) => (*lists, bounds(lists.value_offsets(), row)),
            ListArrays::Large(lists) => (*lists, bounds(lists.value_offsets(), row)),
            ListArrays::Map(maps) => (*maps, bounds(maps.value_offsets(), row)),
        };
        let (start, end) = bounds.filter(|_| there(array, row)).unwrap_or_default();
        start as usize..end as usize
    }
}

fn bounds<T: Copy + Into<i64>>(offsets: &[T], row: usize) -> Option<(i64, i64)> {
    Some(((*offsets.get(row)?).into(), (*offsets.get(row + 1)?).into()))
}

/// A column of lists of small numbers.
pub(crate) struct SmallLists<'b> {
    lists: ListArrays<'b>,
    values: &'b [i8],
}

impl<'b> SmallLists<'b> {
    /// The column of this name.
    pub(crate) fn of(batch: &'b RecordBatch, name: &str) -> Option<SmallLists<'b>> {
        let lists = ListArrays::of(batch, name)?;
        Some(SmallLists { lists, values: lists.numbers::<Int8Type>()?.values() })
    }

    /// Whether there is a list in a row.
    pub(crate) fn has(&self, row: usize) -> bool {
        self.lists.has(row)
    }

    /// The list in a row; empty if it is NULL.
    pub(crate) fn get(&self, row: usize) -> &'b [i8] {
        self.values.get(self.lists.range(row)).unwrap_or_default()
    }
}
