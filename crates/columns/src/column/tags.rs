//! Family `tags`: the values of the tags, typed.

use super::fill::{NumberColumn, TagColumn, TextColumn};
use super::spec::map_fields;
use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec, Type};
use crate::game::Game;
use crate::game_tags::{Slot, is_unnamed_vgn, key, start_fen};
use arrow_array::builder::StringBuilder;
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, TimestampMicrosecondType};
use arrow_array::{ArrayRef, Int64Array, MapArray, StringArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use scoresheet_core::date::Date;
use scoresheet_core::position::epd;
use scoresheet_core::read::Depth;
use scoresheet_core::text;
use scoresheet_core::time_control::Speed;
use std::borrow::Cow;
use std::sync::Arc;

const FAMILY: &str = "tags";

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new(FAMILY, Depth::Tags, name, kind, doc)
}

/// The tags for the start time of a game.
const DATES: &[Slot] = &[Slot::UtcDate, Slot::Date, Slot::UtcTime];

/// Columns that hold the text of a tag unchanged, and the list of them.
macro_rules! tag_text {
    ($($column:ident $name:literal $slot:ident $doc:literal;)*) => {
        $(#[doc = $doc]
        pub static $column: TagColumn =
            TagColumn { spec: spec($name, Type::Text, $doc).or_null().of_tags(&[Slot::$slot]), slot: Slot::$slot };)*

        /// The columns that hold the text of a tag unchanged.
        pub(crate) const TEXTS: &[(Slot, &str)] = &[$((Slot::$slot, $name),)*];
    };
}

tag_text! {
    EVENT "event" Event "the Event tag";
    SITE "site" Site "the Site tag";
    ROUND "round" Round "the Round tag";
    WHITE "white" White "the White tag: the player of the white pieces";
    BLACK "black" Black "the Black tag: the player of the black pieces";
    RESULT "result" Result "the Result tag, unchanged";
    ECO "eco" Eco "the ECO tag: the opening's code";
    OPENING "opening" Opening "the Opening tag";
    VARIANT "variant" Variant "the Variant tag";
    ANNOTATOR "annotator" Annotator "the Annotator tag";
    WHITE_TITLE "white_title" WhiteTitle "the WhiteTitle tag";
    BLACK_TITLE "black_title" BlackTitle "the BlackTitle tag";
    TIME_CONTROL "time_control" TimeControl "the TimeControl tag, unchanged";
    ENDED_BY "ended_by" Termination "the Termination tag: how the game ended";
}

/// Game number.
pub static GAME: GameNumber = GameNumber(
    ColumnSpec::new(
        FAMILY,
        Depth::Frame,
        "game",
        Type::Int64,
        "the number of the game in its source, from 1, including skipped games",
    )
    .of_tags(&[]),
);

/// Source.
pub static SOURCE: SourceColumn = SourceColumn(
    ColumnSpec::new(
        FAMILY,
        Depth::Frame,
        "source",
        Type::Text,
        "the file, or the archive and member: `a.zip:member.pgn`",
    )
    .of_tags(&[]),
);

/// Board.
pub static BOARD_NUMBER: NumberColumn<Int32Type> = NumberColumn {
    spec: spec("board_number", Type::Int32, "the board number in the Round tag: 1 in `2.1`; NULL if it has none")
        .or_null()
        .of_tags(&[Slot::Round]),
    of: |game| game.tags.board,
};

/// Date as text.
pub static DATE_TEXT: TextColumn = TextColumn {
    spec: spec("date_text", Type::Text, "the UTCDate tag if there is one, else the Date tag, unchanged")
        .or_null()
        .of_tags(DATES),
    of: |game| {
        let slot = if game.tags.has(Slot::UtcDate) { Slot::UtcDate } else { Slot::Date };
        game.tags.text(game.record, slot)
    },
};

/// Date.
pub static DATE: NumberColumn<Date32Type> = NumberColumn {
    spec: spec("date", Type::Date, "the date; an unknown or impossible month or day counts as 1; NULL without a year")
        .or_null()
        .of_tags(DATES),
    of: |game| game.tags.date.map(Date::days),
};

/// How much of the date is known.
pub static DATE_PRECISION: NumberColumn<Int8Type> = NumberColumn {
    spec: spec("date_precision", Type::Int8, "the precision of the date: 0 = unknown, 1 = year, 2 = month, 3 = day")
        .of_tags(DATES),
    of: |game| Some(game.tags.date.map_or(0, |date| date.precision)),
};

/// Year.
pub static YEAR: NumberColumn<Int16Type> = NumberColumn {
    spec: spec("year", Type::Int16, "the year of the date").or_null().of_tags(DATES),
    of: |game| game.tags.date.map(|date| date.year),
};

/// When the game began.
pub static START_TIME: NumberColumn<TimestampMicrosecondType> = NumberColumn {
    spec: spec("start_time", Type::Timestamp, "the start of the game in UTC, from the UTCDate and UTCTime tags")
        .or_null()
        .of_tags(DATES),
    of: |game| game.tags.start_time,
};

/// White's rating.
pub static WHITE_ELO: NumberColumn<Int16Type> = NumberColumn {
    spec: spec("white_elo", Type::Int16, "White's rating; NULL if the WhiteElo tag is not a number")
        .or_null()
        .of_tags(&[Slot::WhiteElo]),
    of: |game| game.tags.elo[0],
};

/// Black's rating.
pub static BLACK_ELO: NumberColumn<Int16Type> = NumberColumn {
    spec: spec("black_elo", Type::Int16, "Black's rating; NULL if the BlackElo tag is not a number")
        .or_null()
        .of_tags(&[Slot::BlackElo]),
    of: |game| game.tags.elo[1],
};

/// Base time.
pub static BASE_SECONDS: NumberColumn<Int32Type> = NumberColumn {
    spec: spec(
        "base_seconds",
        Type::Int32,
        "the time of the first period of TimeControl; NULL if it is unknown or has a fraction",
    )
    .or_null()
    .of_tags(&[Slot::TimeControl])
    .in_unit("seconds"),
    of: |game| game.tags.period.and_then(|period| period.base_seconds()),
};

/// Increment.
pub static INCREMENT_SECONDS: NumberColumn<Int32Type> = NumberColumn {
    spec: spec(
        "increment_seconds",
        Type::Int32,
        "the increment per move in the first period of TimeControl, 0 if it has none; NULL if it is unknown or has a fraction",
    )
    .or_null()
    .of_tags(&[Slot::TimeControl])
    .in_unit("seconds"),
    of: |game| game.tags.period.and_then(|period| period.increment_seconds()),
};

/// Speed.
pub static SPEED: TextColumn = TextColumn {
    spec: spec(
        "speed",
        Type::Text,
        "`bullet`, `blitz`, `rapid`, `classical` or `correspondence`, from TimeControl as Lichess does; NULL if unknown",
    )
    .or_null()
    .of_tags(&[Slot::TimeControl]),
    of: |game| game.tags.period.map(|period| Cow::Borrowed(Speed::of(period).id())),
};

/// Marker.
pub static TERMINATION: TextColumn = TextColumn {
    spec: spec(
        "termination",
        Type::Text,
        "the marker after the moves: `1-0`, `0-1`, `1/2-1/2`, `*` or `0-0`; NULL if missing",
    )
    .or_null()
    .of_tags(&[])
    .at(Depth::Moves),
    of: |game| game.record.termination.map(|marker| Cow::Borrowed(marker.as_str())),
};

/// Start position.
pub static FEN: TextColumn = TextColumn {
    spec: spec(
        "fen",
        Type::Text,
        "the starting position: the FEN tag unchanged, or a FEN made from other data; NULL for the standard position",
    )
    .or_null()
    .of_tags(&[Slot::Fen]),
    of: |game| start_fen(game.record, game.tags),
};

/// Every other tag.
pub static OTHER_TAGS: OtherTags = OtherTags(spec(
    "other_tags",
    Type::TextMap,
    "the other tags, and those that their column cannot restore; the second tag of a name has the key `Name#2`",
));

/// What a line of EPD states about its board.
pub static OPERATIONS: Operations = Operations(
    ColumnSpec {
        by_name_only: true,
        ..spec(
            "operations",
            Type::TextMap,
            "the operations of EPD by their opcodes, texts without quotes; the first one of each; NULL if there are none",
        )
    }
    .or_null(),
);

/// The column `game`.
pub struct GameNumber(ColumnSpec);

impl Column for GameNumber {
    fn spec(&self) -> &ColumnSpec {
        &self.0
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(Numbers(Vec::new()))
    }
}

struct Numbers(Vec<i64>);

impl ColumnBuilder for Numbers {
    fn append(&mut self, game: &Game<'_, '_>) {
        self.0.push(i64::try_from(game.record.number).unwrap_or(i64::MAX));
    }
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef {
        let before = i64::try_from(place.base.games).unwrap_or(i64::MAX);
        let mut numbers = std::mem::take(&mut self.0);
        numbers.iter_mut().for_each(|number| *number = number.saturating_add(before));
        Arc::new(Int64Array::from(numbers))
    }
}

/// The column `source`.
pub struct SourceColumn(ColumnSpec);

impl Column for SourceColumn {
    fn spec(&self) -> &ColumnSpec {
        &self.0
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(SourceFill)
    }
}

struct SourceFill;

impl ColumnBuilder for SourceFill {
    fn append(&mut self, _: &Game<'_, '_>) {}
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(std::iter::repeat_n(place.source, place.games)))
    }
}

/// The column `other_tags`.
pub struct OtherTags(ColumnSpec);

impl Column for OtherTags {
    fn spec(&self) -> &ColumnSpec {
        &self.0
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(MapFill::default())
    }
}

#[derive(Default)]
struct MapFill {
    keys: StringBuilder,
    values: StringBuilder,
    entries: usize,
    ends: super::fill::Ends,
    /// Names in ASCII that are their own keys, by where they were in the last maps.
    known: Vec<String>,
}

/// How many names are known.
const KNOWN: usize = 16;

impl MapFill {
    /// Adds an entry to the map of this game.
    fn push(&mut self, key: &str, value: &str) {
        self.keys.append_value(key);
        self.values.append_value(value);
        self.entries += 1;
    }

    /// Adds an entry whose key was not in this place of the map before.
    fn push_unknown(&mut self, at: usize, key: &str, value: &str) {
        self.push(key, value);
        if at < KNOWN && key.is_ascii() && !key.contains('#') {
            self.known.resize_with(self.known.len().max(at + 1), String::new);
            self.known[at].replace_range(.., key);
        }
    }

    /// Ends the map of this game.
    fn end(&mut self) {
        self.ends.push(self.entries);
    }

    /// Returns the maps and removes them.
    fn take(&mut self, known: Option<NullBuffer>) -> MapArray {
        self.entries = 0;
        let columns: Vec<ArrayRef> = vec![Arc::new(self.keys.finish()), Arc::new(self.values.finish())];
        let entries = StructArray::new(map_fields(), columns, None);
        let field = Arc::new(Field::new("entries", DataType::Struct(map_fields()), false));
        MapArray::new(field, self.ends.finish(), entries, known, false)
    }
}

impl ColumnBuilder for MapFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        for (at, other) in game.tags.others.iter().enumerate() {
            let Some(tag) = game.record.tags.get(other.tag as usize) else { continue };
            let value = game.record.value_at(other.tag as usize).unwrap_or_default();
            match self.known.get(at) {
                // Most games have the same other tags as the one before.
                Some(known) if other.nth == 1 && *known.as_bytes() == *tag.name => {
                    self.keys.append_value(known);
                    self.values.append_value(&value);
                    self.entries += 1;
                }
                _ => self.push_unknown(at, &key(&text::decode(&tag.name, game.record.encoding), other.nth), &value),
            }
        }
        if is_unnamed_vgn(game.record) {
            self.push("GameFormat", "VGN");
        }
        self.end();
    }

    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        Arc::new(self.take(None))
    }
}

/// The column `operations`.
pub struct Operations(ColumnSpec);

impl Column for Operations {
    fn spec(&self) -> &ColumnSpec {
        &self.0
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(OperationsFill::default())
    }
}

#[derive(Default)]
struct OperationsFill {
    map: MapFill,
    known: Vec<bool>,
}

impl ColumnBuilder for OperationsFill {
    fn append(&mut self, game: &Game<'_, '_>) {
        let said = game.record.tag(epd::TAG).unwrap_or_default();
        let mut opcodes: Vec<&str> = Vec::new();
        for (opcode, operands) in epd::operations(&said) {
            if !opcodes.contains(&opcode) {
                self.map.push(opcode, &operands);
                opcodes.push(opcode);
            }
        }
        self.map.end();
        self.known.push(!opcodes.is_empty());
    }

    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        let known = std::mem::take(&mut self.known);
        Arc::new(self.map.take(Some(NullBuffer::from(known))))
    }
}
