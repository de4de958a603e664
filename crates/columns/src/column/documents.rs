//! Family `documents`: the game as a BGN document, from which it can be restored without loss, and data that a database
//! needs in addition if it does not preserve the order of members.

use super::fill::{Ends, TextColumn};
use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec, Type};
use crate::game::Game;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, ListArray};
use arrow_schema::{DataType, Field};
use scoresheet_core::read::Depth;
use scoresheet_core::text;
use std::borrow::Cow;
use std::sync::Arc;

const FAMILY: &str = "documents";

/// The names of the tags.
pub static TAG_NAMES: TagNames = TagNames(ColumnSpec::new(
    FAMILY,
    Depth::Tags,
    "tag_names",
    Type::ListText,
    "the names of the tags in order, including repeated ones",
));

/// The document.
pub static DOC: TextColumn = TextColumn {
    spec: ColumnSpec::new(
        FAMILY,
        Depth::Positions,
        "doc",
        Type::Text,
        "the game as a BGN document in one line, with everything that BGN can express; NULL if the game cannot be played",
    )
    .null_if_unplayed(),
    of: |game| std::str::from_utf8(game.doc).ok().filter(|doc| !doc.is_empty()).map(Cow::from),
};

/// The column `tag_names`.
pub struct TagNames(ColumnSpec);

impl Column for TagNames {
    fn spec(&self) -> &ColumnSpec {
        &self.0
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(NamesFill::default())
    }
}

#[derive(Default)]
struct NamesFill {
    names: StringBuilder,
    elements: usize,
    ends: Ends,
}

impl ColumnBuilder for NamesFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        for tag in &game.record.tags {
            self.names.append_value(text::decode(&tag.name, game.record.encoding));
        }
        self.elements += game.record.tags.len();
        self.ends.push(self.elements);
    }

    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        self.elements = 0;
        let item = Arc::new(Field::new("item", DataType::Utf8, false));
        Arc::new(ListArray::new(item, self.ends.finish(), Arc::new(self.names.finish()), None))
    }
}
