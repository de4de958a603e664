//! The arguments of a call.

use crate::kind::Kind;
use libduckdb_sys as sys;
use quack_rs::data_chunk::DataChunk;
use quack_rs::vector::VectorReader;
use quack_rs::vector::complex::ListVector;
use std::marker::PhantomData;
use std::slice;

/// The arguments of a function for some rows, valid while the function runs.
pub(crate) struct Chunk<'c> {
    columns: Vec<Column>,
    pub(crate) rows: usize,
    lives: PhantomData<&'c ()>,
}

/// A column of arguments.
struct Column {
    kind: Kind,
    reader: VectorReader,
    data: *const u8,
    /// The elements of lists, with their number.
    elements: Option<(*const u8, usize)>,
    element_validity: Option<VectorReader>,
}

impl<'c> Chunk<'c> {
    /// # Safety
    /// The columns of the chunk have these types.
    pub(super) unsafe fn of(input: sys::duckdb_data_chunk, kinds: &[Kind]) -> Chunk<'c> {
        // SAFETY: the caller's chunk lives while the function runs.
        unsafe {
            let chunk = DataChunk::from_raw(input);
            let rows = chunk.size();
            let column = |(at, &kind): (usize, &Kind)| {
                let vector = chunk.vector(at);
                let is_list = matches!(kind, Kind::SmallList | Kind::LongList);
                let elements = is_list.then(|| {
                    let child = ListVector::get_child(vector);
                    (sys::duckdb_vector_get_data(child).cast::<u8>().cast_const(), ListVector::get_size(vector))
                });
                let element_validity =
                    elements.map(|(_, count)| VectorReader::from_vector(ListVector::get_child(vector), count));
                Column {
                    kind,
                    reader: chunk.reader(at),
                    data: sys::duckdb_vector_get_data(vector).cast::<u8>().cast_const(),
                    elements,
                    element_validity,
                }
            };
            Chunk { columns: kinds.iter().enumerate().map(column).collect(), rows, lives: PhantomData }
        }
    }

    /// The column, if it has one of these types and a value in the row.
    #[inline]
    fn column(&self, column: usize, row: usize, kind: Kind) -> Option<&Column> {
        let found = self.columns.get(column).filter(|column| column.kind == kind && row < self.rows)?;
        // SAFETY: the row is one of the chunk's.
        unsafe { found.reader.is_valid(row) }.then_some(found)
    }

    /// Whether there is such a column.
    pub(crate) fn has(&self, column: usize) -> bool {
        column < self.columns.len()
    }

    /// Whether a column has this type.
    pub(crate) fn is(&self, column: usize, kind: Kind) -> bool {
        self.columns.get(column).is_some_and(|column| column.kind == kind)
    }

    /// The bytes in a row; `None` for NULL, as for the others.
    #[inline]
    pub(crate) fn blob(&self, column: usize, row: usize) -> Option<&'c [u8]> {
        let column = self.column(column, row, Kind::Blob)?;
        // SAFETY: the column holds blobs, and the row is valid.
        Some(unsafe { quack_rs::vector::string::read_duck_blob(column.data, row) })
    }

    /// The text in a row.
    #[inline]
    pub(crate) fn text(&self, column: usize, row: usize) -> Option<&'c str> {
        let column = self.column(column, row, Kind::Text).or_else(|| self.column(column, row, Kind::Rules))?;
        // SAFETY: the column holds texts, and the row is valid.
        Some(unsafe { quack_rs::vector::string::read_duck_string(column.data, row) })
    }

    /// The number in a row.
    #[inline]
    pub(crate) fn number(&self, column: usize, row: usize) -> Option<i64> {
        let column = self.column(column, row, Kind::Long)?;
        // SAFETY: the column holds numbers of 64 bits, and the row is valid.
        Some(unsafe { column.reader.read_i64(row) })
    }

    /// The list of small numbers in a row. Elements that are NULL have any value: check [`Chunk::has_null_element`]
    /// first.
    #[inline]
    pub(crate) fn small_list(&self, column: usize, row: usize) -> Option<&'c [i8]> {
        let column = self.column(column, row, Kind::SmallList)?;
        let (offset, length) = column.entry(row)?;
        let (data, _) = column.elements?;
        // SAFETY: the entry is within the elements, which have one byte each.
        Some(unsafe { slice::from_raw_parts(data.add(offset).cast(), length) })
    }

    /// Whether an element of the list of small numbers in a row is NULL.
    pub(crate) fn has_null_element(&self, column: usize, row: usize) -> bool {
        let found = self.column(column, row, Kind::SmallList);
        let list = found.and_then(|column| column.entry(row).zip(column.element_validity.as_ref()));
        // SAFETY: the entry is within the elements.
        list.is_some_and(|((at, length), elements)| (at..at + length).any(|at| unsafe { !elements.is_valid(at) }))
    }

    /// The list of numbers in a row; NULL elements are `None`.
    pub(crate) fn long_list(&self, column: usize, row: usize) -> Option<Vec<Option<i64>>> {
        let column = self.column(column, row, Kind::LongList)?;
        let (offset, length) = column.entry(row)?;
        let elements = column.element_validity.as_ref()?;
        // SAFETY: the entry is within the elements, which are numbers of 64 bits.
        let element = |at: usize| unsafe { elements.is_valid(at).then(|| elements.read_i64(at)) };
        Some((offset..offset + length).map(element).collect())
    }
}

impl Column {
    /// The place and the length of the list in a row.
    #[inline]
    fn entry(&self, row: usize) -> Option<(usize, usize)> {
        let (_, count) = self.elements?;
        // SAFETY: the data of a list are its entries, one for each row.
        let entry = unsafe { *self.data.cast::<sys::duckdb_list_entry>().add(row) };
        let (offset, length) = (entry.offset as usize, entry.length as usize);
        (offset.checked_add(length)? <= count).then_some((offset, length))
    }
}
