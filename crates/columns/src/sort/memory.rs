//! The memory use of rows.

use arrow_array::{Array, RecordBatch};
use std::collections::HashSet;

/// The number of bytes that a batch keeps from being freed. The columns of a batch of an Arrow file share one
/// allocation, which counts once.
pub(super) fn bytes(batch: &RecordBatch) -> usize {
    let (mut seen, mut bytes) = (HashSet::new(), 0);
    let mut arrays: Vec<_> = batch.columns().iter().map(Array::to_data).collect();
    while let Some(array) = arrays.pop() {
        for buffer in array.buffers().iter().chain(array.nulls().map(|nulls| nulls.buffer())) {
            if seen.insert(buffer.data_ptr()) {
                bytes += buffer.capacity();
            }
        }
        arrays.extend_from_slice(array.child_data());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, Int64Array};
    use arrow_buffer::{Buffer, ScalarBuffer};
    use std::sync::Arc;

    #[test]
    fn shared_memory_counts_once() {
        let shared = Buffer::from_vec((0..1000).collect::<Vec<i64>>());
        let column = |from| Arc::new(Int64Array::new(ScalarBuffer::new(shared.clone(), from, 500), None)) as ArrayRef;
        let batch = RecordBatch::try_from_iter([("first", column(0)), ("second", column(500))]).unwrap();
        assert_eq!(bytes(&batch), 8000);
        let own = Arc::new(Int64Array::from(vec![Some(1), None])) as ArrayRef;
        let other = Arc::new(Int64Array::from(vec![1, 2])) as ArrayRef;
        let apart = RecordBatch::try_from_iter([("own", own), ("other", other)]).unwrap();
        assert_eq!(bytes(&apart), apart.columns().iter().map(|c| c.get_buffer_memory_size()).sum::<usize>());
    }
}
