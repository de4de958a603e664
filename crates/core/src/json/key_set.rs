//! The keys of one object, to find duplicates.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Up to this number, keys are searched one at a time.
const FEW: usize = 16;

/// The keys of an object that were met.
#[derive(Default)]
pub(crate) struct KeySet<'t> {
    few: Vec<Cow<'t, [u8]>>,
    many: BTreeSet<Cow<'t, [u8]>>,
}

impl<'t> KeySet<'t> {
    /// Adds a key, its escapes undone; `false` if it was there.
    pub(crate) fn add(&mut self, key: Cow<'t, [u8]>) -> bool {
        if self.few.contains(&key) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(key);
            return true;
        }
        self.many.insert(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_again_however_many_there_are() {
        let mut seen = KeySet::default();
        for number in 0..40u8 {
            assert!(seen.add(Cow::Owned(Vec::from([number]))));
        }
        assert!((0..40).all(|number| !seen.add(Cow::Owned(Vec::from([number])))));
        assert!(seen.add(Cow::Owned(Vec::from([40]))));
    }
}
