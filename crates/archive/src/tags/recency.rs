//! What was seen last with a key, within a block.

/// A key that is not used.
const FREE: u32 = u32::MAX;

/// The size at the start.
const FIRST: usize = 512;

/// Values by key. It grows with the number of keys.
#[derive(Clone, Debug)]
pub(super) struct Recent<V> {
    cells: Vec<(u32, V)>,
    used: usize,
}

/// Where a key is, until another one is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell(usize);

impl<V: Copy + Default> Default for Recent<V> {
    fn default() -> Recent<V> {
        Recent { cells: Vec::new(), used: 0 }
    }
}

impl<V: Copy + Default> Recent<V> {
    #[inline]
    fn place(&self, key: u32) -> usize {
        let mask = self.cells.len() - 1;
        let mut place = (key.wrapping_mul(0x9E37_79B1) >> 15) as usize & mask;
        while self.cells[place].0 != key && self.cells[place].0 != FREE {
            place = (place + 1) & mask;
        }
        place
    }

    /// The value of a key.
    #[inline]
    pub(super) fn get(&self, key: u32) -> Option<V> {
        if self.cells.is_empty() {
            return None;
        }
        let (found, value) = self.cells[self.place(key)];
        (found == key).then_some(value)
    }

    /// The cell of a key, and its value.
    #[inline]
    pub(super) fn find(&mut self, key: u32) -> (Cell, Option<V>) {
        if 2 * self.used >= self.cells.len() {
            self.grow();
        }
        let place = self.place(key);
        let (found, value) = self.cells[place];
        (Cell(place), (found == key).then_some(value))
    }

    /// Sets the value of the key that was found last.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, key: u32, value: V) {
        let cell = &mut self.cells[cell.0];
        self.used += usize::from(cell.0 == FREE);
        *cell = (key, value);
    }

    /// Sets the value of a key.
    #[inline]
    pub(super) fn set(&mut self, key: u32, value: V) {
        let (cell, _) = self.find(key);
        self.put(cell, key, value);
    }

    #[cold]
    fn grow(&mut self) {
        let size = (4 * self.cells.len()).max(FIRST);
        let old = std::mem::replace(&mut self.cells, vec![(FREE, V::default()); size]);
        for (key, value) in old {
            if key != FREE {
                let place = self.place(key);
                self.cells[place] = (key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn the_last_value_is_found() {
        let mut recent = Recent::default();
        assert_eq!(recent.get(3), None::<u32>);
        for round in 0..3 {
            (0..1000).for_each(|key| recent.set(key << 12, key + round));
        }
        assert!((0..1000).all(|key| recent.get(key << 12) == Some(key + 2)));
        assert_eq!(recent.get(1), None);
    }
}
