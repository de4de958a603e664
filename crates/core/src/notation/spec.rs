//! The registry entry of a notation, and the moves that it has no text for.

use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Piece, Position, Role};
use core::fmt;

/// The description of a notation for help and documentation.
#[derive(Debug)]
pub struct NotationSpec {
    /// Its id: the file's name, the vectors' folder, the name on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// One example.
    pub example: &'static str,
    /// The version of its description, if it has one: `1.1`.
    pub version: &'static str,
    /// A regular expression that fits every text it writes, as a whole; of binary ones, of their lower-case hex. It is in the
    /// dialect of [`crate::pattern`], without anchors.
    pub pattern: &'static str,
    /// Whether its texts are bytes of any value, which people are shown as hex.
    pub binary: bool,
    /// Where its texts may occur among other words.
    pub words: WordUse,
    /// What it cannot express, by kind. Tests check this.
    pub losses: &'static [LossKind],
    /// Other peculiarities; `None` if it writes each thing in one way and reads it back.
    pub limits: Option<&'static str>,
}

/// Where the texts of a notation may occur as words among others. Formats of text offer every notation that may occur
/// in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordUse {
    /// Between the numbers, comments and variations of PGN, where they are read as a spelling of SAN.
    pub in_pgn: bool,
    /// Where there are only moves: in a column of a table.
    pub in_lines: bool,
}

impl WordUse {
    /// Neither: they are bytes or boards, or a spelling of coordinates that is used only in VGN.
    pub const NOWHERE: WordUse = WordUse { in_pgn: false, in_lines: false };
    /// Only in PGN, whose readers detect the language of the letters.
    pub(crate) const IN_PGN: WordUse = WordUse { in_pgn: true, in_lines: false };
    /// In PGN and in lists of moves.
    pub(crate) const ANYWHERE: WordUse = WordUse { in_pgn: true, in_lines: true };
}

/// The reason why a notation cannot express this move; `None` if it can. `illegal` means that the move is not legal in
/// `before`, which the caller must determine.
#[inline]
pub fn loss_of(spec: &NotationSpec, before: &Position, mv: Move, illegal: bool) -> Option<LossKind> {
    let takes_king = mv.kind == MoveKind::Plain && before.role(Role::King) & mv.to.bit() != 0;
    let is_odd = matches!(mv.kind, MoveKind::Null | MoveKind::Drop) || mv.promotion == Some(Role::King);
    if !is_odd && !takes_king && !illegal { None } else { loss_of_odd(spec, before, mv, illegal) }
}

/// The same for a move that some notations cannot express.
#[cold]
fn loss_of_odd(spec: &NotationSpec, before: &Position, mv: Move, illegal: bool) -> Option<LossKind> {
    let stands = before.piece_at(mv.to);
    // A notation for every legal move can express this one if it is legal, because kings are ordinary pieces there.
    let is_said = !illegal && spec.losses.contains(&LossKind::IllegalMove);
    let takes_king = mv.kind == MoveKind::Plain && stands.is_some_and(|piece| piece.role == Role::King) && !is_said;
    let arrives = before.piece_at(mv.from).map(|piece| Piece { role: mv.promotion.unwrap_or(piece.role), ..piece });
    let takes_alike = mv.kind == MoveKind::Plain && stands.is_some() && stands == arrives;
    let kinds = [
        (mv.kind == MoveKind::Null, LossKind::NullMove),
        (mv.is_drop() || mv.promotion == Some(Role::King), LossKind::Drop),
        (takes_king, LossKind::KingCapture),
        (takes_alike, LossKind::OwnCapture),
        (illegal, LossKind::IllegalMove),
    ];
    kinds.into_iter().find(|(is, kind)| *is && spec.losses.contains(kind)).map(|(_, kind)| kind)
}

/// The same as an error, for notations that express legal moves only.
pub(super) fn refuse(spec: &NotationSpec, before: &Position, mv: Move) -> Result<(), NoText> {
    loss_of(spec, before, mv, !before.is_legal(mv)).map_or(Ok(()), |kind| Err(NoText(kind)))
}

/// The same for notations that express illegal moves, too.
#[inline]
pub(super) fn refuse_odd(spec: &NotationSpec, before: &Position, mv: Move) -> Result<(), NoText> {
    loss_of(spec, before, mv, false).map_or(Ok(()), |kind| Err(NoText(kind)))
}

/// The notation has no text for this move, because of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoText(pub LossKind);

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            LossKind::IllegalMove => "the notation has no text for illegal moves",
            LossKind::KingCapture => "the notation has no text for the capture of a king",
            LossKind::OwnCapture => "the notation has no text for the capture of an identical piece",
            LossKind::NullMove => "the notation has no text for null moves",
            LossKind::Drop => "the notation has no text for drops and promotions to king",
            _ => "the notation has no text for this move",
        })
    }
}

impl core::error::Error for NoText {}
