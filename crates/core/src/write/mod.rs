//! Steps on their way to bytes: one [`Filter`] for all formats, then a writer for each.

mod filter;
mod head;
mod left_out;
mod rest;
mod shares;

pub use filter::{Filter, says_more};
pub use left_out::LeftOut;
pub use rest::Rest;
pub use shares::Shares;

use crate::at::At;
use crate::loss::{LossKind, Losses};
use crate::notation::{self, MoveNotation, Named, Unmarked};
use crate::rules::Position;
use crate::step::{AsItStood, Dialect, Head, Spelling, Step};
use alloc::vec::Vec;

/// Writes games, step by step.
///
/// [`Filter`] precedes every writer: a writer is never given a step that its format [`Lacks`], nor a move that its
/// notation cannot express. So it has no code for these, and its losses are declared in one place.
pub trait GameWriter {
    /// Writes what a step says. Moves, of which there are so many more, have methods of their own.
    fn write(&mut self, step: &Step<'_>);
    /// Writes a move that is about to be played: what [`Step::Move`] says.
    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<Spelling<'_>>);
    /// The move was played, and this is the position after it: what [`Step::Played`] says.
    fn played(&mut self, after: &Position);
    /// The notation that this game's moves are written in: known once its head was written.
    fn notation(&self) -> &'static notation::Spec;
    /// The steps that this game's format has no form for: known once its head was written.
    fn lacks(&self) -> Lacks;
    /// Whether a tag is in what is written, though the format lacks tags in general.
    fn keeps_tag(&self, _head: &Head<'_>, _name: &str) -> bool {
        false
    }
    /// The notation in which it also takes moves as [`Unmarked`] texts, if it does: known once the game's head was written.
    fn takes_unmarked(&self) -> Option<&'static dyn MoveNotation> {
        None
    }
    /// Writes a move that is given as such a text and leads to this position. It is called in place of [`GameWriter::moving`]
    /// and [`GameWriter::played`], and only where [`GameWriter::takes_unmarked`] names a notation.
    fn write_unmarked(&mut self, _text: Unmarked, _after: &Position) {}
    /// Whether what is written of this game is bytes and not text: known once its head was written.
    fn is_binary(&self) -> bool {
        self.notation().binary
    }
    /// Whether it takes the tags of VGN as they are; else the filter tells them as PGN has them.
    fn takes_vgn(&self) -> bool {
        false
    }
    /// Whether its games can be read back where PGN allows no game to start, or do not say where they start.
    fn starts_anywhere(&self) -> bool {
        false
    }
    /// Whether it takes the words that could not be played as [`Step::Unplayed`], all of a line at once; else the filter tells
    /// them as a comment.
    fn takes_unplayed(&self) -> bool {
        false
    }
    /// Whether it wants to know how moves are spelled, though it may not write them so.
    fn wants_spelling(&self) -> bool {
        false
    }
    /// Whether it takes [`Step::Skipped`] and [`Step::Verbatim`].
    fn takes_verbatim(&self) -> bool {
        false
    }
    /// Whether a game may end without a marker; else the filter tells the one that its tags say.
    fn may_lack_marker(&self) -> bool {
        false
    }
    /// Writes a game whose moves could not be played, as it stood; `false` if this format cannot hold it so.
    fn copy(&mut self, _dialect: Dialect, _game: &AsItStood<'_>) -> bool {
        false
    }
    /// Writes the comments behind the last game.
    fn trailing(&mut self, _comments: &[&str]) {}
    /// How the bytes written last differ where no other game follows them in their file.
    fn closing(&self) -> Closing {
        Closing::default()
    }
    /// What the bits of the last game are spent on, where the writer knows.
    fn shares(&self) -> Option<Shares> {
        None
    }
    /// What was written, and what was lost.
    fn page(&mut self) -> &mut Page;
}

/// What is at the end of a file in place of the bytes that were written last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// How many bytes are left out: those that separate a game from the next one, and the one that changes.
    pub replaced: usize,
    /// What is there instead.
    pub by: Option<u8>,
}

impl Closing {
    /// These bytes only separate a game from the next one.
    pub fn gap(bytes: usize) -> Closing {
        Closing { replaced: bytes, by: None }
    }

    /// Ends a file with these bytes so.
    pub fn close(self, bytes: &mut Vec<u8>) {
        bytes.truncate(bytes.len().saturating_sub(self.replaced));
        bytes.extend(self.by);
    }
}

/// What a writer has written, and what it could not say.
#[derive(Debug, Default)]
pub struct Page {
    /// The bytes written since they were last taken away.
    pub out: Vec<u8>,
    /// What could not be said, all games together.
    pub losses: Losses,
    /// Where the step being written was in its source.
    pub place: At,
}

impl Page {
    /// Counts something that could not be said.
    #[cold]
    pub fn lose(&mut self, kind: LossKind, count: u64) {
        self.losses.add(kind, count, self.place);
    }

    /// Counts a comment that was left out: what it says, and each command in it.
    #[cold]
    pub fn lose_comment(&mut self, text: &str) {
        self.losses.add_comment(text, self.place);
    }
}

/// The kinds of steps that a format has no form for. The filter leaves them out and counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacks(u16);

impl Lacks {
    /// It has a form for everything.
    pub const NOTHING: Lacks = Lacks(0);
    /// Comments, and so the commands in them.
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
    /// Tags, but those that [`GameWriter::keeps_tag`] names.
    pub const TAGS: Lacks = Lacks(64);
    /// Markers at the end of variations.
    pub const INNER_MARKERS: Lacks = Lacks(128);
    /// Who wrote an annotation, when, and by which measure.
    pub const ATTRIBUTIONS: Lacks = Lacks(256);
    /// Members of BGN's objects that no other step says.
    pub const FIELDS: Lacks = Lacks(512);
    /// What only BGN has a form for.
    pub const BGN: Lacks = Lacks::ATTRIBUTIONS.and(Lacks::FIELDS);
    /// Everything but moves, tags and the result.
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

    /// These where `wanted`, else none.
    pub const fn if_so(self, wanted: bool) -> Lacks {
        if wanted { self } else { Lacks::NOTHING }
    }

    /// Whether all of these are among them.
    #[inline]
    pub const fn has(self, other: Lacks) -> bool {
        self.0 & other.0 == other.0
    }

    /// The losses that come of it.
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
