//! The place of a value in a document, as far as it determines how the value is written.

/// What a document has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
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
    /// A number that is always whole, so that a double stands for one, too.
    Whole,
    /// Anything else.
    Free,
}

impl Place {
    /// What stands under a key of an object that is here.
    pub(super) fn member(self, key: &[u8]) -> Place {
        match (self, key) {
            (Place::Document, b"bgn") => Place::Bgn,
            (Place::Document | Place::Line, b"moves") => Place::Moves,
            (Place::Bgn, b"eventDate") | (Place::Note, b"date") => Place::Day,
            (Place::Bgn, b"dateRange") => Place::DateRange,
            (Place::Bgn, b"startTime") => Place::Time,
            (Place::Bgn, b"white" | b"black") => Place::Player,
            (Place::Bgn, b"a" | b"end") | (Place::Move | Place::Line, b"a") => Place::Notes,
            (Place::Bgn, b"version") | (Place::Player, b"rating") | (Place::Move, b"c") | (Place::Note, b"nag") => {
                Place::Whole
            }
            (Place::Note, b"alt") => Place::Line,
            _ => Place::Free,
        }
    }

    /// What is in an array that is here.
    pub(super) fn element(self) -> Place {
        match self {
            Place::Moves => Place::Move,
            Place::Notes => Place::Note,
            Place::DateRange => Place::Day,
            _ => Place::Free,
        }
    }
}
