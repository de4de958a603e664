//! The results of a function, before they go to DuckDB.

use crate::kind::Kind;

/// The results for a chunk of rows. Each row is ended by [`Output::end`], after its value, or after its elements if it is a
/// list, or by [`Output::null`].
pub(crate) struct Output {
    pub(crate) values: Values,
    /// The number of elements after each row.
    pub(crate) ends: Vec<usize>,
    /// The rows that are NULL.
    pub(crate) nulls: Vec<usize>,
    is_list: bool,
}

/// Values of one type.
pub(crate) enum Values {
    Integers(Vec<i32>),
    Hashes(Vec<u64>),
    Flags(Vec<bool>),
    Longs(Vec<i64>, Vec<usize>),
    Texts(Texts),
    Played(Vec<i32>, Vec<Option<u16>>, Texts),
}

impl Values {
    fn truncate(&mut self, length: usize) {
        match self {
            Values::Integers(values) => values.truncate(length),
            Values::Hashes(values) => values.truncate(length),
            Values::Flags(values) => values.truncate(length),
            Values::Longs(values, nulls) => {
                values.truncate(length);
                nulls.retain(|place| *place < length);
            }
            Values::Texts(texts) => texts.truncate(length),
            Values::Played(plies, moves, sans) => {
                plies.truncate(length);
                moves.truncate(length);
                sans.truncate(length);
            }
        }
    }
}

/// Texts one after the other.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ends: Vec<usize>,
}

impl Texts {
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    /// Adds what `write` appends.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    fn truncate(&mut self, length: usize) {
        self.ends.truncate(length);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The texts, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bytes[start..end])
    }
}

impl Output {
    pub(crate) fn new(kind: Kind, rows: usize) -> Output {
        let values = match kind {
            Kind::Integer | Kind::IntegerList => Values::Integers(Vec::with_capacity(rows)),
            Kind::Hash | Kind::HashList => Values::Hashes(Vec::with_capacity(rows)),
            Kind::Boolean => Values::Flags(Vec::with_capacity(rows)),
            Kind::Long | Kind::LongList => Values::Longs(Vec::new(), Vec::new()),
            Kind::Played => Values::Played(Vec::new(), Vec::new(), Texts::default()),
            Kind::Text | Kind::Rules | Kind::TextList | Kind::Blob | Kind::SmallList => Values::Texts(Texts::default()),
        };
        let is_list = matches!(kind, Kind::IntegerList | Kind::HashList | Kind::TextList | Kind::LongList);
        Output { values, ends: Vec::with_capacity(rows), nulls: Vec::new(), is_list }
    }

    #[inline]
    pub(crate) fn integer(&mut self, value: i32) {
        if let Values::Integers(values) = &mut self.values {
            values.push(value);
        }
    }

    #[inline]
    pub(crate) fn hash(&mut self, value: u64) {
        if let Values::Hashes(values) = &mut self.values {
            values.push(value);
        }
    }

    pub(crate) fn flag(&mut self, value: bool) {
        if let Values::Flags(values) = &mut self.values {
            values.push(value);
        }
    }

    /// A number, or NULL as an element of a list.
    pub(crate) fn long(&mut self, value: Option<i64>) {
        if let Values::Longs(values, nulls) = &mut self.values {
            if value.is_none() {
                nulls.push(values.len());
            }
            values.push(value.unwrap_or_default());
        }
    }

    /// The text that `write` appends.
    #[inline]
    pub(crate) fn text(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if let Values::Texts(texts) = &mut self.values {
            texts.write(write);
        }
    }

    pub(crate) fn played(&mut self, ply: u32, packed: Option<u16>, san: &[u8]) {
        if let Values::Played(plies, moves, sans) = &mut self.values {
            plies.push(ply as i32);
            moves.push(packed);
            sans.push(san);
        }
    }

    /// Whether each row is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.is_list
    }

    /// Ends a row.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.ends.push(self.len());
    }

    /// A row that is NULL; if it is a list, its elements so far are dropped. A row that is not a list has a value nevertheless,
    /// so that values and rows have the same places.
    pub(crate) fn null(&mut self) {
        self.nulls.push(self.ends.len());
        if self.is_list {
            self.values.truncate(self.ends.last().copied().unwrap_or(0));
        } else {
            match &mut self.values {
                Values::Integers(values) => values.push(0),
                Values::Hashes(values) => values.push(0),
                Values::Flags(values) => values.push(false),
                Values::Longs(values, _) => values.push(0),
                Values::Texts(texts) => texts.push(b""),
                Values::Played(..) => self.played(0, None, b""),
            }
        }
        self.end();
    }

    /// The number of elements so far.
    pub(crate) fn len(&self) -> usize {
        match &self.values {
            Values::Integers(values) => values.len(),
            Values::Hashes(values) => values.len(),
            Values::Flags(values) => values.len(),
            Values::Longs(values, _) => values.len(),
            Values::Texts(texts) => texts.ends.len(),
            Values::Played(plies, ..) => plies.len(),
        }
    }
}
