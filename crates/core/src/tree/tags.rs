//! Tags in their original order, in two allocations regardless of their number.

use crate::tree::Full;
use alloc::string::String;
use alloc::vec::Vec;

/// The tags of a game. A name may occur twice if it was read so; the first one counts.
///
/// ```
/// use scoresheet_core::tree::TreeTags;
/// let mut tags = TreeTags::default();
/// tags.push("White", "A").unwrap();
/// tags.set("White", "B").unwrap();
/// tags.set("Black", "C").unwrap();
/// assert_eq!(tags.iter().collect::<Vec<_>>(), [("White", "B"), ("Black", "C")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeTags {
    text: String,
    /// The ends of each name and each value, alternating.
    ends: Vec<u32>,
}

impl TreeTags {
    /// The number of tags, including repeated ones.
    pub fn len(&self) -> usize {
        self.ends.len() / 2
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.chunks_exact(2).map(move |ends| {
            let (name, value) = (ends[0] as usize, ends[1] as usize);
            let pair = (self.part(start, name), self.part(name, value));
            start = value;
            pair
        })
    }

    fn part(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.0 == name).map(|tag| tag.1)
    }

    /// Adds a tag at the end, even if its name exists.
    ///
    /// # Errors
    /// If there is no room.
    pub fn push(&mut self, name: &str, value: &str) -> Result<(), Full> {
        let end = u32::try_from(self.text.len() + name.len() + value.len()).map_err(|_| Full)?;
        self.text.push_str(name);
        self.ends.push(end - value.len() as u32);
        self.text.push_str(value);
        self.ends.push(end);
        Ok(())
    }

    /// Sets the first tag of this name and removes others of the name; adds the tag at the end if there is none.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Full> {
        let mut changed = TreeTags::default();
        let mut set = false;
        for tag in self.iter() {
            match tag.0 == name {
                false => changed.push(tag.0, tag.1)?,
                true if set => {}
                true => changed.push(name, value)?,
            }
            set |= tag.0 == name;
        }
        if !set {
            changed.push(name, value)?;
        }
        *self = changed;
        Ok(())
    }

    /// Removes every tag of this name; `false` if there is none.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.len();
        let mut kept = TreeTags::default();
        for tag in self.iter().filter(|tag| tag.0 != name) {
            // A copy is not larger than the original.
            let _ = kept.push(tag.0, tag.1);
        }
        *self = kept;
        self.len() < before
    }

    /// Removes all tags.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(super) fn heap_size(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}
