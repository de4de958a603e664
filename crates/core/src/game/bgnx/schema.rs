//! The elements of a document and their JSON equivalents, in one table for reading and writing.

/// What an element holds, and its form in JSON.
#[derive(Clone, Copy, Debug)]
pub(super) enum ElementSchema {
    /// A text, which is a string.
    Text,
    /// A number, in the same spelling.
    Number,
    /// `true`.
    Flag,
    /// A NAG: a number if it is at most 255, else a text.
    Nag,
    /// Any JSON.
    Json,
    /// Two dates, `<from>` and `<until>`, which are an array.
    Dates,
    /// Tags, `<tag name="…">`, which are the members of an object.
    Tags,
    /// An element for each member of an object.
    Object(&'static ObjectSchema),
    /// An element for each element of an array.
    List(&'static ListSchema),
}

/// The members of an object that have elements of their own, each named as in JSON.
#[derive(Debug)]
pub(super) struct ObjectSchema(&'static [(&'static str, ElementSchema)]);

/// The elements of an array.
#[derive(Debug)]
pub(super) struct ListSchema {
    /// The name of an element that is an object, and its members.
    pub(super) name: &'static str,
    pub(super) object: &'static ObjectSchema,
    /// Whether they may include `null`.
    pub(super) has_null: bool,
}

/// The element of a document, and of a file of some.
pub(super) const GAME: &str = "game";
pub(super) const GAMES: &str = "games";
/// The element of a member that has none of its own. Its attribute `name` is the key, and it holds JSON.
pub(super) const OTHER: &str = "other";
/// The element of a tag.
pub(super) const TAG: &str = "tag";
/// The element of a move.
pub(super) const MOVE: &str = "move";
/// The element of a `null`.
pub(super) const NONE: &str = "none";
/// The two dates of a range.
pub(super) const DATES: [&str; 2] = ["from", "until"];

/// A document.
pub(super) static DOCUMENT: ObjectSchema = ObjectSchema(&[
    ("pgn", ElementSchema::Tags),
    ("bgn", ElementSchema::Object(&BGN)),
    ("moves", ElementSchema::List(&MOVES)),
    ("unplayed", ElementSchema::List(&MOVES)),
]);

static BGN: ObjectSchema = ObjectSchema(&[
    ("eventDate", ElementSchema::Text),
    ("dateRange", ElementSchema::Dates),
    ("startTime", ElementSchema::Text),
    ("white", ElementSchema::Object(&PLAYER)),
    ("black", ElementSchema::Object(&PLAYER)),
    ("sources", ElementSchema::List(&SOURCES)),
    ("setup", ElementSchema::Object(&SETUP)),
    ("rules", ElementSchema::Text),
    ("termination", ElementSchema::Text),
    ("a", ElementSchema::List(&NOTES)),
    ("end", ElementSchema::List(&NOTES)),
    ("tail", ElementSchema::Text),
    ("version", ElementSchema::Number),
]);

static PLAYER: ObjectSchema = ObjectSchema(&[
    ("last", ElementSchema::Text),
    ("first", ElementSchema::Text),
    ("nick", ElementSchema::Text),
    ("rating", ElementSchema::Number),
    ("title", ElementSchema::Text),
]);

static SOURCES: ListSchema = ListSchema { name: "source", object: &SOURCE, has_null: false };

static SOURCE: ObjectSchema = ObjectSchema(&[("id", ElementSchema::Text), ("info", ElementSchema::Json)]);

static SETUP: ObjectSchema = ObjectSchema(&[("fen", ElementSchema::Text), ("icn", ElementSchema::Text)]);

static MOVES: ListSchema = ListSchema { name: MOVE, object: &OF_MOVE, has_null: true };

static OF_MOVE: ObjectSchema = ObjectSchema(&[
    ("p", ElementSchema::Text),
    ("f", ElementSchema::Text),
    ("t", ElementSchema::Text),
    ("x", ElementSchema::Text),
    ("ep", ElementSchema::Flag),
    ("gone", ElementSchema::Json),
    ("c", ElementSchema::Number),
    ("castle", ElementSchema::Text),
    ("promote", ElementSchema::Text),
    ("mate", ElementSchema::Flag),
    ("stalemate", ElementSchema::Flag),
    ("et", ElementSchema::Number),
    ("a", ElementSchema::List(&NOTES)),
    ("properties", ElementSchema::Json),
    ("commands", ElementSchema::Text),
    ("drop", ElementSchema::Flag),
    ("illegal", ElementSchema::Flag),
    ("null", ElementSchema::Flag),
    ("unplayed", ElementSchema::List(&MOVES)),
]);

static NOTES: ListSchema = ListSchema { name: "annotation", object: &NOTE, has_null: false };

static NOTE: ObjectSchema = ObjectSchema(&[
    ("id", ElementSchema::Text),
    ("before", ElementSchema::Flag),
    ("date", ElementSchema::Text),
    ("nag", ElementSchema::Nag),
    ("comment", ElementSchema::Text),
    ("alt", ElementSchema::Object(&LINE)),
    ("altText", ElementSchema::Text),
    ("q", ElementSchema::Number),
]);

/// A line of moves.
static LINE: ObjectSchema = ObjectSchema(&[
    ("name", ElementSchema::Text),
    ("comment", ElementSchema::Text),
    ("a", ElementSchema::List(&NOTES)),
    ("moves", ElementSchema::List(&MOVES)),
    ("tail", ElementSchema::Text),
    ("unplayed", ElementSchema::List(&MOVES)),
]);

impl ObjectSchema {
    /// The kind of the member with this key, if it has its own element.
    pub(super) fn member(&self, key: &[u8]) -> Option<(&'static str, ElementSchema)> {
        self.0.iter().find(|(name, _)| name.as_bytes() == key).copied()
    }

    /// Whether it is a line of moves: these nest.
    pub(super) fn is_line(&self) -> bool {
        core::ptr::eq(self, &LINE)
    }
}

/// Whether a text is a number that a NAG can have.
pub(super) fn is_nag(text: &[u8]) -> bool {
    let number = core::str::from_utf8(text).ok().and_then(|text| text.parse::<u8>().ok());
    // Another spelling of the number would not be kept.
    number.is_some() && text.first().is_some_and(u8::is_ascii_digit) && (text.len() == 1 || text[0] != b'0')
}
