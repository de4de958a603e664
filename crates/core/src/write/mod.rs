//! Writing: one [`Filter`] for all formats, then a writer for each.

mod filter;
mod head;
mod rest;
mod shares;
mod storage_losses;

pub use filter::Filter;
pub(crate) use filter::says_more;
pub use rest::Rest;
pub use shares::Shares;
pub use storage_losses::{StorageLosses, StoredCommand};

use crate::location::Location;
use crate::loss::{LossKind, Losses};
use crate::notation::{self, MoveNotation, ParsedMove, ShortText};
use crate::rules::{Position, Rules};
use crate::step::{AsItStood, Dialect, Head, Spelling, Step, Termination};
use alloc::vec::Vec;

/// A game of one line from the standard start whose tags and moves are known as PGN has them, so that it can be written
/// without its positions.
pub trait WrittenGame {
    /// The lines of the tags, without the last line end.
    fn tag_lines(&self) -> &str;
    /// The value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;
    /// The number of moves.
    fn plies(&self) -> u32;
    /// The move of a ply in SAN, with its mark: its bytes, the first one lowest, and their number.
    fn san(&self, ply: u32) -> (u64, usize);
    /// Whether there are any comments and NAGs.
    fn has_notes(&self) -> bool;
    /// Passes on the comments and NAGs after the move of a ply; for ply 0, those before the first move.
    fn notes(&self, ply: u32, take: &mut dyn FnMut(&Step<'_>));
    /// The marker after the moves.
    fn termination(&self) -> Termination;
    /// Passes on the comments after the marker.
    fn closing(&self, take: &mut dyn FnMut(&Step<'_>));
}

/// Writes games, step by step.
///
/// [`Filter`] precedes every writer, so a writer never receives a step that its format [`Lacks`], or a move that its
/// notation cannot express. It therefore has no code for these, and its losses are declared in one place.
pub trait GameWriter {
    /// Writes a step. Moves have methods of their own, because there are so many.
    fn write(&mut self, step: &Step<'_>);
    /// Writes a move that is about to be played: [`Step::Move`].
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>);
    /// The move was played, and this is the position after it: [`Step::Played`].
    fn played(&mut self, after: &Position);
    /// The notation of the moves of this game. Known after its head was written.
    fn notation(&self) -> &'static notation::NotationSpec;
    /// The steps that the format cannot express for this game. Known after its head was written.
    fn lacks(&self) -> Lacks;
    /// Whether a tag is written although the format lacks tags in general.
    fn keeps_tag(&self, _head: &Head<'_>, _name: &str) -> bool {
        false
    }
    /// The notation in which the writer also accepts moves as [`ShortText`] texts, if any. Known after the head of the
    /// game was written.
    fn takes_short_text(&self) -> Option<&'static dyn MoveNotation> {
        None
    }
    /// Writes a move given as such a text, which leads to this position. Called instead of [`GameWriter::moving`] and
    /// [`GameWriter::played`], and only if [`GameWriter::takes_short_text`] names a notation.
    fn write_unmarked(&mut self, _text: ShortText, _after: &Position) {}
    /// Whether the writer also accepts the moves of this game as text, several at once. Known after its head was
    /// written.
    fn takes_movetext(&self) -> bool {
        false
    }
    /// Writes moves that follow a move, given as [`crate::step::Sink::take_movetext`] describes. Called only if
    /// [`GameWriter::takes_movetext`] holds.
    fn write_movetext(&mut self, _text: &[u8], _after: &Position) {}
    /// Whether this game is written as binary data rather than text. Known after its head was written.
    fn is_binary(&self) -> bool {
        self.notation().binary
    }
    /// Whether the writer accepts the tags of VGN; otherwise, the filter translates them to those of PGN.
    fn takes_vgn(&self) -> bool {
        false
    }
    /// Whether its games can be read back even if PGN allows no game to start there, or if they do not contain their
    /// start.
    fn starts_anywhere(&self) -> bool {
        false
    }
    /// Whether games by these rules can be written; otherwise, the filter leaves them out.
    fn takes_rules(&self, _rules: Rules) -> bool {
        true
    }
    /// Whether the writer accepts words that could not be played as [`Step::Unplayed`], all of a line at once;
    /// otherwise, the filter passes them as a comment.
    fn takes_unplayed(&self) -> bool {
        false
    }
    /// Whether the writer needs the spelling of moves, although it may not write it.
    fn wants_spelling(&self) -> bool {
        false
    }
    /// Whether the writer accepts [`Step::Skipped`] and [`Step::Verbatim`].
    fn takes_verbatim(&self) -> bool {
        false
    }
    /// The names of the tags that the writer and [`Filter`] look for in games whose tags it copies from [`Head::section`]; `None`
    /// if it does not.
    fn looks_for(&self) -> Option<&'static [&'static str]> {
        None
    }
    /// Whether a game may end without a marker; otherwise, the filter passes the one that its tags imply.
    fn may_lack_marker(&self) -> bool {
        false
    }
    /// Writes a whole game without playing its moves, if that is possible; otherwise writes nothing and returns `false`.
    /// No part of the game may be lost.
    fn write_whole(&mut self, _game: &dyn WrittenGame) -> bool {
        false
    }
    /// Writes the original text of a game whose moves could not be played; `false` if this format cannot contain it.
    fn copy(&mut self, _dialect: Dialect, _game: &AsItStood<'_>) -> bool {
        false
    }
    /// Writes the comments after the last game; they are lost in formats that have no place for them.
    fn trailing(&mut self, comments: &[&str]) {
        comments.iter().for_each(|text| self.page().lose_comment(text));
    }
    /// How the last bytes change if no other game follows them in their file.
    fn closing(&self) -> Closing {
        Closing::default()
    }
    /// How the last game uses its bits, if the writer counts them.
    fn shares(&self) -> Option<Shares> {
        None
    }
    /// The bytes written, and the losses.
    fn page(&mut self) -> &mut Page;
}

/// The end of a file, which replaces the bytes that were written last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// The number of bytes to remove: those that separate a game from the next one, and one that changes.
    pub replaced: usize,
    /// The byte to write instead.
    pub by: Option<u8>,
}

impl Closing {
    /// These bytes only separate a game from the next one.
    pub fn gap(bytes: usize) -> Closing {
        Closing { replaced: bytes, by: None }
    }

    /// Ends a file that has these bytes.
    pub fn close(self, bytes: &mut Vec<u8>) {
        bytes.truncate(bytes.len().saturating_sub(self.replaced));
        bytes.extend(self.by);
    }
}

/// The output of a writer, and its losses.
#[derive(Debug, Default)]
pub struct Page {
    /// The bytes written since the buffer was last emptied.
    pub out: Vec<u8>,
    /// The losses of all games.
    pub losses: Losses,
    /// The place in the source of the step being written.
    pub place: Location,
}

impl Page {
    /// Counts a loss.
    #[cold]
    pub fn lose(&mut self, kind: LossKind, count: u64) {
        self.losses.add(kind, count, self.place);
    }

    /// Counts a comment that was left out: its text, and each command in it.
    #[cold]
    pub(crate) fn lose_comment(&mut self, text: &str) {
        self.losses.add_comment(text, self.place);
    }
}

/// The kinds of steps that a format cannot express. The filter drops and counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacks(u16);

impl Lacks {
    /// It can express everything.
    pub const NOTHING: Lacks = Lacks(0);
    /// Comments, and therefore the commands in them.
    pub const COMMENTS: Lacks = Lacks(1);
    /// NAGs.
    pub const NAGS: Lacks = Lacks(2);
    /// NAGs that precede the first move of a variation.
    pub const BARE_NAGS: Lacks = Lacks(4);
    /// Variations.
    pub const VARIATIONS: Lacks = Lacks(8);
    /// Variations that precede the first move of the mainline or of another variation.
    pub const BARE_VARIATIONS: Lacks = Lacks(16);
    /// Escaped lines.
    pub const ESCAPES: Lacks = Lacks(32);
    /// Tags, except for those for which [`GameWriter::keeps_tag`] holds.
    pub const TAGS: Lacks = Lacks(64);
    /// Markers at the end of variations.
    pub const INNER_MARKERS: Lacks = Lacks(128);
    /// The source, the date and the measure of an annotation.
    pub const ATTRIBUTIONS: Lacks = Lacks(256);
    /// Members of BGN objects that no other step expresses.
    pub const FIELDS: Lacks = Lacks(512);
    /// What only BGN can express.
    pub const BGN: Lacks = Lacks::ATTRIBUTIONS.and(Lacks::FIELDS);
    /// Everything except moves, tags and the result.
    pub const ANNOTATION: Lacks = Lacks::COMMENTS
        .and(Lacks::NAGS)
        .and(Lacks::VARIATIONS)
        .and(Lacks::ESCAPES)
        .and(Lacks::INNER_MARKERS)
        .and(Lacks::BGN);

    /// Both.
    pub const fn and(self, other: Lacks) -> Lacks {
        Lacks(self.0 | other.0)
    }

    /// These except for the others.
    pub const fn without(self, others: Lacks) -> Lacks {
        Lacks(self.0 & !others.0)
    }

    /// These if `wanted`, else none.
    pub const fn if_so(self, wanted: bool) -> Lacks {
        if wanted { self } else { Lacks::NOTHING }
    }

    /// Whether it contains all of these.
    #[inline]
    pub const fn has(self, other: Lacks) -> bool {
        self.0 & other.0 == other.0
    }

    /// The corresponding kinds of loss.
    pub fn losses(self) -> impl Iterator<Item = LossKind> {
        use LossKind::{
            Attribution, Command, Comment, Elapsed, EscapedLine, Field, InnerResult, LineName, Nag, Property, Tag,
            Variation,
        };
        const KINDS: [(Lacks, &[LossKind]); 10] = [
            (Lacks::COMMENTS, &[Comment, Command]),
            (Lacks::NAGS, &[Nag]),
            (Lacks::BARE_NAGS, &[Nag]),
            (Lacks::VARIATIONS, &[Variation]),
            (Lacks::BARE_VARIATIONS, &[Variation]),
            (Lacks::ESCAPES, &[EscapedLine]),
            (Lacks::TAGS, &[Tag]),
            (Lacks::INNER_MARKERS, &[InnerResult]),
            (Lacks::ATTRIBUTIONS, &[Attribution]),
            (Lacks::FIELDS, &[LineName, Property, Elapsed, Field]),
        ];
        KINDS.into_iter().filter(move |(lack, _)| self.has(*lack)).flat_map(|(_, kinds)| kinds.iter().copied())
    }
}
