//! The tags of a game in the form of PGN, for writers that know no dialect.

use super::{Cursor, Tree};
use crate::at::At;
use crate::dialect::convert::{self, TagSink};
use crate::loss::LossKind;
use crate::step::Head;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Translated tags, and the losses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PgnTags {
    /// Names and values in order.
    pub tags: Vec<(String, String)>,
    /// The losses of tags that PGN cannot express.
    pub lost: Vec<LossKind>,
}

impl TagSink for PgnTags {
    fn tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.into(), value.into()));
    }

    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl Tree {
    /// The tags in the form of PGN. Those of a PGN game do not change; those of a VGN game are translated.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// let mut tree = Tree::new();
    /// tree.tags_mut().push("White", "A").unwrap();
    /// assert_eq!(tree.tags_in_pgn().tags, [("White".into(), "A".into())]);
    /// ```
    pub fn tags_in_pgn(&self) -> PgnTags {
        let tags: Vec<_> = self.tags().iter().map(|(name, value)| (Cow::from(name), Cow::from(value))).collect();
        let cursor = Cursor::new(self);
        let head = Head {
            place: At::default(),
            dialect: self.dialect,
            notation: self.notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: cursor.position(),
            usual: self.start.is_none(),
        };
        let mut told = PgnTags::default();
        convert::to_pgn(&head, self.result(), &mut told);
        told
    }
}
