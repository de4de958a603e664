//! The remaining work on a document: arrays of moves and of annotations, and the events between them.

use super::commands::with_commands_as;
use super::source::Source;
use crate::event::Item;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Something that is still to be read.
#[derive(Clone, Debug)]
pub(super) enum Task<'a> {
    /// An array of moves.
    Moves(MoveArray<'a>),
    /// An array of annotations.
    Notes(AnnotationArray<'a>),
    /// What follows the moves that could be read, as a string.
    Tail(Source<'a>, Range<usize>),
    /// A line closes here.
    Close(usize),
    /// Something that is emitted when its turn comes.
    Say(Item<'a>),
}

/// An array of moves, as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct MoveArray<'a> {
    pub(super) source: Source<'a>,
    pub(super) at: usize,
    /// Whether no element was read.
    pub(super) first: bool,
    /// How many moves of the mainline were read; `None` in a line.
    pub(super) ply: Option<usize>,
    /// Whether the text before the next move was emitted.
    pub(super) told: bool,
    /// The checks that each side gave up to here, and before the last move.
    pub(super) checks: [u64; 2],
    pub(super) before: [u64; 2],
}

impl<'a> MoveArray<'a> {
    /// The array whose bracket is at `at`.
    pub(super) fn new(source: Source<'a>, at: usize, checks: [u64; 2]) -> MoveArray<'a> {
        MoveArray { source, at: at + 1, first: true, ply: None, told: false, checks, before: checks }
    }

    /// The moves of the mainline.
    pub(super) fn main(source: Source<'a>, at: usize) -> MoveArray<'a> {
        MoveArray { ply: Some(0), ..MoveArray::new(source, at, [0; 2]) }
    }

    /// A move was read.
    pub(super) fn pass(&mut self, end: usize) {
        (self.at, self.first, self.told) = (end, false, false);
        self.before = self.checks;
        self.ply = self.ply.map(|ply| ply + 1);
    }
}

/// An array of annotations, as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct AnnotationArray<'a> {
    pub(super) source: Source<'a>,
    pub(super) at: usize,
    pub(super) first: bool,
    /// Those of a move are read in two goes: which ones are read now.
    pub(super) only: Option<bool>,
    /// Whether the source of an annotation was emitted, so that the next ones must have one, too.
    pub(super) marked: bool,
    /// What came last in the annotation before, as a reader of PGN sees it.
    pub(super) rank: u8,
    /// Whether a reader of PGN would make something else of the first comment.
    pub(super) takes_comment: bool,
    /// The checks that each side gave before the move that lines replace.
    pub(super) checks: [u64; 2],
    /// How many annotations of this go were read, and what goes into a comment of one.
    pub(super) index: usize,
    pub(super) inserted: Option<Inserted>,
}

impl<'a> AnnotationArray<'a> {
    /// The array at `at`, which belongs to no move.
    pub(super) fn new(source: Source<'a>, at: usize, checks: [u64; 2]) -> AnnotationArray<'a> {
        AnnotationArray {
            source,
            at: at + 1,
            first: true,
            only: None,
            marked: false,
            rank: 0,
            takes_comment: false,
            checks,
            index: 0,
            inserted: None,
        }
    }

    /// That of a move: those that precede it, or those after.
    pub(super) fn of_move(source: Source<'a>, at: usize, before: bool, checks: [u64; 2]) -> AnnotationArray<'a> {
        AnnotationArray { only: Some(before), ..AnnotationArray::new(source, at, checks) }
    }

    /// The same with commands that go into a comment.
    pub(super) fn inserting(self, inserted: Option<Inserted>) -> AnnotationArray<'a> {
        AnnotationArray { inserted, ..self }
    }
}

/// A command that a property is.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: String,
}

/// The commands that go into a comment, and which comment that is.
#[derive(Clone, Debug)]
pub(super) struct Inserted {
    pub(super) commands: Vec<Property>,
    /// How they are written if that is not the usual way; else empty.
    pub(super) form: String,
    pub(super) place: CommandPlace,
    /// The comments in which commands have other values than the properties, by the index of their annotation, as they
    /// are with the values of these.
    pub(super) changed: Vec<(usize, String)>,
}

/// Where commands go in an array of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandPlace {
    /// Into the comment of this annotation, or before its line if it has none.
    In(usize),
    /// After all of them.
    End,
}

impl Inserted {
    /// The comment of the annotation at this index, if a property changes it.
    pub(super) fn changed(&self, index: usize) -> Option<&str> {
        self.changed.iter().find(|(changed, _)| *changed == index).map(|(_, comment)| comment.as_str())
    }

    /// A comment with the commands at its front.
    pub(super) fn with(&self, comment: &str) -> String {
        let commands: Vec<_> = self.commands.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
        with_commands_as(&self.form, comment, &commands).into_owned()
    }
}
