//! A partly written line, and the annotations of its last move.

use super::notes::MoveNotes;
use alloc::string::String;

/// The mainline, or a line in it.
#[derive(Default)]
pub(super) struct LineState {
    /// Where it starts in what is written.
    pub(super) start: usize,
    /// Whether one of its moves was written.
    pub(super) begun: bool,
    /// How many.
    pub(super) plies: usize,
    /// How many checks each side has given, and had before the last move.
    pub(super) checks: [u32; 2],
    pub(super) checks_before: [u32; 2],
    /// Where the fields end that the last move has of the board.
    pub(super) head_end: usize,
    pub(super) list: AnnotationState,
    pub(super) notes: MoveNotes,
    /// Whether the comment before its first move was written.
    pub(super) commented: bool,
    /// Its members that are not known here, a comma before each.
    pub(super) others: String,
    pub(super) tail: Option<String>,
}

/// The annotations of the last move, or of the text before the first one.
#[derive(Default)]
pub(super) struct AnnotationState {
    /// Where the list starts, if there is one.
    pub(super) at: Option<usize>,
    /// What the annotation has that was begun last.
    pub(super) open: Option<AnnotationStage>,
    /// The first members of an annotation that names its source.
    pub(super) head: Option<String>,
    /// The last members of the annotation that is open, a comma before each.
    pub(super) tail: String,
    /// Where the annotations start that precede the next move, and whether the list was begun before.
    pub(super) before: Option<(usize, Option<usize>)>,
}

/// How far an annotation has come. Its parts are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnnotationStage {
    Head,
    Nag,
    Comment,
    Line,
}
