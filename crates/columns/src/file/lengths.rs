//! Checks the lengths of the buffers of a batch against the types of its columns. The library checks most of them
//! itself, but panics if a buffer ends within a value.

use crate::Error;
use arrow_ipc::FieldNode;
use arrow_schema::{DataType, Schema};

/// The data for the remaining columns.
pub(super) struct Lengths<'b> {
    /// The columns and nested fields, in the order in which the library uses them.
    pub(super) nodes: &'b [FieldNode],
    /// The uncompressed length of each buffer.
    pub(super) buffers: &'b [u64],
}

/// The layout of columns of this type is unknown here. The library checks the rest.
struct Unknown;

impl Lengths<'_> {
    /// Checks the columns of a schema.
    ///
    /// # Errors
    /// A buffer is too short for its column, or ends within a value.
    pub(super) fn check(mut self, schema: &Schema) -> Result<(), Error> {
        for field in schema.fields() {
            match self.column(field.data_type()) {
                Ok(true) => {}
                Ok(false) => {
                    return Err(Error::damaged(format!(
                        "a buffer of the column `{}` has a wrong length",
                        field.name()
                    )));
                }
                Err(Unknown) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Whether the next column can have this type.
    fn column(&mut self, kind: &DataType) -> Result<bool, Unknown> {
        let Some((node, rest)) = self.nodes.split_first() else { return Ok(false) };
        self.nodes = rest;
        let rows = node.length().unsigned_abs();
        if *kind == DataType::Null {
            return Ok(true);
        }
        let validity = if node.null_count() > 0 { rows.div_ceil(8) } else { 0 };
        let valid = self.buffer(validity, 1);
        let own = match kind {
            DataType::Boolean => self.buffer(rows.div_ceil(8), 1),
            DataType::Utf8 | DataType::Binary => self.offsets(rows, 4) & self.buffer(0, 1),
            DataType::LargeUtf8 | DataType::LargeBinary => self.offsets(rows, 8) & self.buffer(0, 1),
            DataType::List(item) | DataType::Map(item, _) => self.offsets(rows, 4) & self.column(item.data_type())?,
            DataType::LargeList(item) => self.offsets(rows, 8) & self.column(item.data_type())?,
            DataType::FixedSizeList(item, _) => self.column(item.data_type())?,
            DataType::Struct(fields) => {
                let mut all = true;
                for field in fields {
                    all &= self.column(field.data_type())?;
                }
                all
            }
            DataType::Dictionary(keys, _) => self.numbers(rows, keys)?,
            other => self.numbers(rows, other)?,
        };
        Ok(valid && own)
    }

    fn numbers(&mut self, rows: u64, kind: &DataType) -> Result<bool, Unknown> {
        let width = kind.primitive_width().ok_or(Unknown)? as u64;
        Ok(self.buffer(rows.saturating_mul(width), width))
    }

    /// Whether the next buffer can hold the offsets of this many rows. It may be empty if there are none.
    fn offsets(&mut self, rows: u64, width: u64) -> bool {
        let least = if rows == 0 { 0 } else { rows.saturating_add(1).saturating_mul(width) };
        self.buffer(least, width)
    }

    /// Whether the next buffer has at least this many bytes, and none beyond the last value.
    fn buffer(&mut self, least: u64, width: u64) -> bool {
        let Some((bytes, rest)) = self.buffers.split_first() else { return false };
        self.buffers = rest;
        *bytes >= least && bytes.is_multiple_of(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_schema::Field;

    fn check(kind: DataType, nodes: &[(i64, i64)], buffers: &[u64]) -> bool {
        let schema = Schema::new(vec![Field::new("column", kind, true)]);
        let nodes: Vec<_> = nodes.iter().map(|(length, nulls)| FieldNode::new(*length, *nulls)).collect();
        Lengths { nodes: &nodes, buffers }.check(&schema).is_ok()
    }

    #[test]
    fn buffers_fit_their_columns() {
        assert!(check(DataType::Int32, &[(3, 0)], &[0, 12]));
        assert!(!check(DataType::Int32, &[(3, 0)], &[0, 8]));
        assert!(!check(DataType::Int32, &[(3, 0)], &[0, 13]));
        assert!(!check(DataType::Int32, &[(9, 1)], &[1, 36]));
        assert!(check(DataType::Utf8, &[(2, 0)], &[0, 12, 5]));
        assert!(check(DataType::Utf8, &[(0, 0)], &[0, 0, 0]));
        assert!(!check(DataType::Utf8, &[(2, 0)], &[0, 11, 5]));
        assert!(!check(DataType::Utf8, &[(2, 0)], &[0, 12]));
        let list = DataType::List(Field::new("item", DataType::Int8, false).into());
        assert!(check(list.clone(), &[(2, 0), (7, 0)], &[0, 12, 0, 7]));
        assert!(!check(list.clone(), &[(2, 0), (7, 0)], &[0, 12, 0, 6]));
        assert!(!check(list, &[(2, 0)], &[0, 12, 0, 7]));
    }
}
