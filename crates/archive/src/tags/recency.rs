//! What was seen last with a key, within a block.

/// A key that is not used.
const FREE: u64 = u64::MAX;

/// Values by key. It grows with the number of keys.
#[derive(Clone, Debug)]
pub(super) struct Recent<V> {
    cells: Vec<(u64, V)>,
    used: usize,
}

impl<V: Copy + Default> Default for Recent<V> {
    fn default() -> Recent<V> {
        Recent { cells: Vec::new(), used: 0 }
    }
}

impl<V: Copy + Default> Recent<V> {
    fn place(&self, key: u64) -> usize {
        let mask = self.cells.len() - 1;
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.cells[place].0 != key && self.cells[place].0 != FREE {
            place = (place + 1) & mask;
        }
        place
    }

    /// The value of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<V> {
        if self.cells.is_empty() {
            return None;
        }
        let (found, value) = self.cells[self.place(key)];
        (found == key).then_some(value)
    }

    /// Sets the value of a key.
    #[inline]
    pub(super) fn set(&mut self, key: u64, value: V) {
        if 2 * self.used >= self.cells.len() {
            self.grow();
        }
        let place = self.place(key);
        self.used += usize::from(self.cells[place].0 == FREE);
        self.cells[place] = (key, value);
    }

    fn grow(&mut self) {
        let size = (4 * self.cells.len()).max(512);
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
            (0..1000).for_each(|key| recent.set(key << 20, key as u32 + round));
        }
        assert!((0..1000).all(|key| recent.get(key << 20) == Some(key as u32 + 2)));
        assert_eq!(recent.get(1), None);
    }
}
