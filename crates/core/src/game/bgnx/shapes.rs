//! The elements of a document and their JSON equivalents, in one table for reading and writing.

/// What an element holds, and what it is in JSON.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A text, which is a string.
    Text,
    /// A number, in the same spelling.
    Number,
    /// `true`.
    Flag,
    /// A NAG: a number where it is one up to 255, else a text.
    Nag,
    /// Any JSON.
    Json,
    /// Two dates, `<from>` and `<until>`, which are an array.
    Dates,
    /// Tags, `<tag name="…">`, which are the members of an object.
    Tags,
    /// An element for each member of an object.
    Object(&'static Object),
    /// An element for each element of an array.
    List(&'static List),
}

/// The members of an object that have elements of their own, each named as in JSON.
#[derive(Debug)]
pub(super) struct Object(&'static [(&'static str, Shape)]);

/// The elements of an array.
#[derive(Debug)]
pub(super) struct List {
    /// The name of an element that is an object, and its members.
    pub(super) name: &'static str,
    pub(super) object: &'static Object,
    /// Whether `null` may stand among them.
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
pub(super) static DOCUMENT: Object =
    Object(&[("pgn", Shape::Tags), ("bgn", Shape::Object(&BGN)), ("moves", Shape::List(&MOVES))]);

static BGN: Object = Object(&[
    ("eventDate", Shape::Text),
    ("dateRange", Shape::Dates),
    ("startTime", Shape::Text),
    ("white", Shape::Object(&PLAYER)),
    ("black", Shape::Object(&PLAYER)),
    ("sources", Shape::List(&SOURCES)),
    ("setup", Shape::Object(&SETUP)),
    ("rules", Shape::Text),
    ("termination", Shape::Text),
    ("a", Shape::List(&NOTES)),
    ("end", Shape::List(&NOTES)),
    ("tail", Shape::Text),
    ("version", Shape::Number),
]);

static PLAYER: Object = Object(&[
    ("last", Shape::Text),
    ("first", Shape::Text),
    ("nick", Shape::Text),
    ("rating", Shape::Number),
    ("title", Shape::Text),
]);

static SOURCES: List = List { name: "source", object: &SOURCE, has_null: false };

static SOURCE: Object = Object(&[("id", Shape::Text), ("info", Shape::Json)]);

static SETUP: Object = Object(&[("fen", Shape::Text), ("icn", Shape::Text)]);

static MOVES: List = List { name: MOVE, object: &OF_MOVE, has_null: true };

static OF_MOVE: Object = Object(&[
    ("p", Shape::Text),
    ("f", Shape::Text),
    ("t", Shape::Text),
    ("x", Shape::Text),
    ("ep", Shape::Flag),
    ("c", Shape::Number),
    ("castle", Shape::Text),
    ("promote", Shape::Text),
    ("mate", Shape::Flag),
    ("stalemate", Shape::Flag),
    ("et", Shape::Number),
    ("a", Shape::List(&NOTES)),
    ("properties", Shape::Json),
    ("drop", Shape::Flag),
    ("illegal", Shape::Flag),
    ("null", Shape::Flag),
]);

static NOTES: List = List { name: "annotation", object: &NOTE, has_null: false };

static NOTE: Object = Object(&[
    ("id", Shape::Text),
    ("before", Shape::Flag),
    ("date", Shape::Text),
    ("nag", Shape::Nag),
    ("comment", Shape::Text),
    ("alt", Shape::Object(&LINE)),
    ("altText", Shape::Text),
    ("q", Shape::Number),
]);

/// A line of moves.
static LINE: Object = Object(&[
    ("name", Shape::Text),
    ("comment", Shape::Text),
    ("a", Shape::List(&NOTES)),
    ("moves", Shape::List(&MOVES)),
    ("tail", Shape::Text),
]);

impl Object {
    /// What the member with this key is, where it has an element of its own.
    pub(super) fn member(&self, key: &[u8]) -> Option<(&'static str, Shape)> {
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
