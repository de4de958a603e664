//! The place of a value in a document, as far as it determines how the value is written.

/// What a document has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BsonElement {
    Document,
    Bgn,
    Player,
    DateRange,
    Moves,
    Move,
    Notes,
    Note,
    Line,
    /// A day.
    Day,
    /// A day and a time.
    Time,
    /// A number that is always whole, so that a double can represent it, too.
    Whole,
    /// Anything else.
    Free,
}

impl BsonElement {
    /// The element that is the value of a key in an object of this kind.
    pub(super) fn member(self, key: &[u8]) -> BsonElement {
        match (self, key) {
            (BsonElement::Document, b"bgn") => BsonElement::Bgn,
            (BsonElement::Document | BsonElement::Line, b"moves") => BsonElement::Moves,
            (BsonElement::Document | BsonElement::Line | BsonElement::Move, b"unplayed") => BsonElement::Moves,
            (BsonElement::Bgn, b"eventDate") | (BsonElement::Note, b"date") => BsonElement::Day,
            (BsonElement::Bgn, b"dateRange") => BsonElement::DateRange,
            (BsonElement::Bgn, b"startTime") => BsonElement::Time,
            (BsonElement::Bgn, b"white" | b"black") => BsonElement::Player,
            (BsonElement::Bgn, b"a" | b"end") | (BsonElement::Move | BsonElement::Line, b"a") => BsonElement::Notes,
            (BsonElement::Bgn, b"version")
            | (BsonElement::Player, b"rating")
            | (BsonElement::Move, b"c")
            | (BsonElement::Note, b"nag") => BsonElement::Whole,
            (BsonElement::Note, b"alt") => BsonElement::Line,
            _ => BsonElement::Free,
        }
    }

    /// What is in an array that is here.
    pub(super) fn element(self) -> BsonElement {
        match self {
            BsonElement::Moves => BsonElement::Move,
            BsonElement::Notes => BsonElement::Note,
            BsonElement::DateRange => BsonElement::Day,
            _ => BsonElement::Free,
        }
    }
}
