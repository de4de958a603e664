//! Tags in their original order: the lines of a source that writes them as PGN has them, which are taken apart when a tag is
//! needed, or two allocations regardless of their number.

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
#[derive(Clone, Debug, Default)]
pub struct TreeTags {
    /// The names and values, or their lines as [`TreeTags::lines`] returns them.
    text: String,
    /// The ends of each name and each value, alternating; none for lines.
    ends: Vec<u32>,
}

/// The same tags in the same order, regardless of how they are stored.
impl PartialEq for TreeTags {
    fn eq(&self, other: &TreeTags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for TreeTags {}

impl TreeTags {
    /// The number of tags, including repeated ones.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.text.is_empty()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut lines = self.lines().map(str::lines);
        let (mut start, mut ends) = (0, self.ends.chunks_exact(2));
        core::iter::from_fn(move || {
            if let Some(lines) = &mut lines {
                return lines.next().map(tag_of_line);
            }
            let ends = ends.next()?;
            let (name, value) = (ends[0] as usize, ends[1] as usize);
            let pair = (self.part(start, name), self.part(name, value));
            start = value;
            Some(pair)
        })
    }

    fn part(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The lines of the tags as PGN is written, without the last line end, if they are stored so: tags of a game that was
    /// read, without escapes, that were not changed.
    pub(crate) fn lines(&self) -> Option<&str> {
        let are_lines = self.ends.is_empty() && !self.text.is_empty();
        are_lines.then_some(self.text.as_str())
    }

    /// Takes such lines in place of all tags.
    pub(super) fn set_lines(&mut self, lines: &str) {
        self.clear();
        self.text.push_str(lines);
    }

    /// Stores names and values, so that they can be changed.
    fn take_apart(&mut self) {
        if self.lines().is_none() {
            return;
        }
        let lines = core::mem::take(self);
        for (name, value) in lines.iter() {
            // A copy is not larger than the original.
            let _ = self.push(name, value);
        }
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
        self.take_apart();
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

/// The name and the value in a line `[Name "value"]` without escapes.
fn tag_of_line(line: &str) -> (&str, &str) {
    let parts = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
    parts.and_then(|parts| parts.split_once(" \"")).unwrap_or_default()
}
