//! The tags of a game in the form of PGN, for writers that know no dialect.

use super::{Cursor, Tree};
use crate::dialect::convert::{self, TagSink};
use crate::location::Location;
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

impl PgnTags {
    /// The tags of a game; see [`Tree::tags_in_pgn`].
    pub(super) fn of(tree: &Tree) -> PgnTags {
        let tags: Vec<_> = tree.tags().iter().map(|(name, value)| (Cow::from(name), Cow::from(value))).collect();
        let cursor = Cursor::new(tree);
        let head = Head {
            place: Location::default(),
            dialect: tree.dialect,
            notation: tree.notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: cursor.position(),
            standard_start: tree.start.is_none(),
        };
        let mut pgn = PgnTags::default();
        convert::to_pgn(&head, tree.result(), &mut pgn);
        pgn
    }
}
