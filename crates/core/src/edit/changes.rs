//! Counts of changes.

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A comment was taken out.
    Comment,
    /// A NAG was taken out.
    Nag,
    /// A variation was taken out, with everything in it.
    Variation,
    /// A command was taken out of a comment.
    Command,
    /// An escaped line was taken out.
    Escape,
    /// A comment of an engine became commands.
    EngineComment,
    /// A move of the mainline or of a variation that was kept was cut off.
    Move,
    /// A tag was set to another value, or added.
    TagSet,
    /// A tag was removed.
    TagRemoved,
    /// A tag got another name.
    TagRenamed,
    /// The result was filled in.
    Result,
    /// The opening was filled in.
    Opening,
    /// The number of plies was filled in.
    PlyCount,
    /// The final position was filled in.
    FinalFen,
    /// The name of a player, an event or a site was replaced.
    Name,
    /// A date was brought into the standard's form.
    Date,
    /// A date was left as it is, because it may be one of two.
    DateAmbiguous,
    /// A date was left as it is, because it could not be read.
    DateUnreadable,
    /// A result was brought into the standard's form.
    ResultSpelling,
    /// A game whose moves cannot be played kept what is not in its tags.
    Unplayed,
    /// A game was left out because it does not contain the requested pattern.
    Unmatched,
    /// A game was left out because it is equal to another one.
    Duplicate,
    /// The names of a game that was left out so are spelled in another way.
    DuplicateNames,
    /// Of the date of a game that was left out so, more or less is known.
    DuplicateDate,
    /// A game that was left out so is the beginning of the other one.
    DuplicateBeginning,
    /// A game that was left out so has more or fewer comments, NAGs and variations.
    DuplicateNotes,
    /// A game was left out because it is in another file already.
    Known,
    /// A game was written to a second file, that of its other player.
    WrittenTwice,
    /// A game of an earlier load of the same source was in the table, and was replaced.
    Replaced,
}

impl Change {
    /// Every kind, in the order in which reports show them.
    pub const ALL: [Change; 29] = [
        Change::Comment,
        Change::Nag,
        Change::Variation,
        Change::Command,
        Change::Escape,
        Change::EngineComment,
        Change::Move,
        Change::TagSet,
        Change::TagRemoved,
        Change::TagRenamed,
        Change::Result,
        Change::Opening,
        Change::PlyCount,
        Change::FinalFen,
        Change::Name,
        Change::Date,
        Change::DateAmbiguous,
        Change::DateUnreadable,
        Change::ResultSpelling,
        Change::Unplayed,
        Change::Unmatched,
        Change::Duplicate,
        Change::DuplicateNames,
        Change::DuplicateDate,
        Change::DuplicateBeginning,
        Change::DuplicateNotes,
        Change::Known,
        Change::WrittenTwice,
        Change::Replaced,
    ];

    /// Its name in reports.
    pub fn id(self) -> &'static str {
        match self {
            Change::Comment => "comments-stripped",
            Change::Nag => "nags-stripped",
            Change::Variation => "variations-stripped",
            Change::Command => "commands-stripped",
            Change::Escape => "escapes-stripped",
            Change::EngineComment => "engine-comments-read",
            Change::Move => "moves-cut",
            Change::TagSet => "tags-set",
            Change::TagRemoved => "tags-removed",
            Change::TagRenamed => "tags-renamed",
            Change::Result => "results-filled",
            Change::Opening => "openings-filled",
            Change::PlyCount => "ply-counts-filled",
            Change::FinalFen => "final-fens-filled",
            Change::Name => "names-replaced",
            Change::Date => "dates-normalized",
            Change::DateAmbiguous => "dates-ambiguous",
            Change::DateUnreadable => "dates-unreadable",
            Change::ResultSpelling => "results-normalized",
            Change::Unplayed => "games-kept-as-text",
            Change::Unmatched => "games-without-pattern",
            Change::Duplicate => "duplicates-dropped",
            Change::DuplicateNames => "duplicates-with-other-names",
            Change::DuplicateDate => "duplicates-with-other-dates",
            Change::DuplicateBeginning => "duplicates-that-are-beginnings",
            Change::DuplicateNotes => "duplicates-with-other-comments",
            Change::Known => "known-games-dropped",
            Change::WrittenTwice => "games-written-twice",
            Change::Replaced => "games-replaced",
        }
    }
}

/// How often each kind of change was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeCounts([u64; Change::ALL.len()]);

impl ChangeCounts {
    /// Counts changes.
    #[inline]
    pub fn count(&mut self, change: Change, times: u64) {
        self.0[change as usize] += times;
    }

    /// How often a kind of change was made.
    pub fn times(&self, change: Change) -> u64 {
        self.0[change as usize]
    }

    /// Adds those of others.
    pub fn add(&mut self, others: &ChangeCounts) {
        self.0.iter_mut().zip(others.0).for_each(|(count, other)| *count += other);
    }

    /// The kinds that occurred, and how often.
    pub fn iter(&self) -> impl Iterator<Item = (Change, u64)> {
        Change::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}
