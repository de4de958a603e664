//! One game, read and replayed, in buffers that are reused for the next game.

use crate::date::Date;
use crate::error::Fault;
use crate::event::{Bytes, Tag};
use crate::rules::{Color, MoveKind, Outcome, PackedMove, Position, Rules, Square, Undo};
use crate::step::{Dialect, Termination};
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// How much work is done for a game. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The start and the end of the game.
    Frame,
    /// The tags.
    Tags,
    /// The words of the moves: comments and the marker, without rules.
    Moves,
    /// Every move is played, including those of variations.
    Positions,
}

impl Depth {
    /// Its name in file metadata and reports.
    pub fn id(self) -> &'static str {
        match self {
            Depth::Frame => "frame",
            Depth::Tags => "tags",
            Depth::Moves => "moves",
            Depth::Positions => "positions",
        }
    }
}

/// One ply of a mainline, in the numbers of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The square the piece left, 0 to 63.
    pub from: u8,
    /// The square it moved to; for castling, the king's destination.
    pub to: u8,
    /// The piece before the move: 1 to 6, 0 = a null move. The piece that is dropped.
    pub piece: u8,
    /// The captured piece: 1 to 6, 0 = none.
    pub captured: u8,
    /// The piece the pawn was promoted to: 2 to 6, 0 = none. The piece that is dropped, on the square that it moved to.
    pub promotion: u8,
    /// A set of the flags below.
    pub flags: u8,
}

impl Ply {
    /// The move gives check.
    pub const CHECK: u8 = 1;
    /// Castling on the king's side.
    pub const CASTLE_KING: u8 = 2;
    /// Castling on the queen's side.
    pub const CASTLE_QUEEN: u8 = 4;
    /// An en passant capture.
    pub const EN_PASSANT: u8 = 8;

    /// Describes a move from the result of playing it and the position after it.
    #[inline]
    pub fn played(undo: &Undo, after: &Position) -> Ply {
        let mv = undo.mv;
        let kind = match mv.kind {
            MoveKind::Plain | MoveKind::Null | MoveKind::Drop => 0,
            MoveKind::EnPassant => Ply::EN_PASSANT,
            MoveKind::Castle if mv.to > mv.from => Ply::CASTLE_KING,
            MoveKind::Castle => Ply::CASTLE_QUEEN,
        };
        Ply {
            from: mv.from.number(),
            to: mv.destination().number(),
            piece: undo.role_number(),
            captured: undo.captured_number(),
            promotion: mv.promotion.map_or(0, |role| role as u8),
            flags: kind | u8::from(after.is_check()),
        }
    }

    /// The move as 16 bits.
    #[inline]
    pub fn packed(self) -> PackedMove {
        let (from, to) = (Square::masked(self.from), Square::masked(self.to));
        PackedMove::new(from, to, self.promotion, self.castle() != 0)
    }

    /// Whether the move drops a piece.
    #[inline]
    pub fn is_drop(self) -> bool {
        self.from == self.to && self.promotion != 0
    }

    /// Whether the move gives check.
    #[inline]
    pub fn gives_check(self) -> bool {
        self.flags & Ply::CHECK != 0
    }

    /// 0 for no castling, 1 on the king's side, 2 on the queen's.
    #[inline]
    pub fn castle(self) -> u8 {
        self.flags >> 1 & 3
    }

    /// Whether the move is an en passant capture.
    #[inline]
    pub fn en_passant(self) -> bool {
        self.flags & Ply::EN_PASSANT != 0
    }
}

/// How the mainline ends on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// What has ended the game; `None` if it continues.
    pub outcome: Option<Outcome>,
    /// Who has won by that; `None` for a draw.
    pub winner: Option<Color>,
}

impl Ending {
    /// How a mainline that leads to this position ends.
    #[inline]
    pub fn of(position: &Position) -> Ending {
        let (outcome, winner) = position.end().unzip();
        Ending { outcome, winner: winner.flatten() }
    }

    /// Whether the side to move is checkmated.
    #[inline]
    pub fn is_mate(self) -> bool {
        self.outcome == Some(Outcome::Checkmate)
    }

    /// Whether the side to move has no move and is not in check. Who has won by that, if either, depends on the rules.
    #[inline]
    pub fn is_stalemate(self) -> bool {
        self.outcome == Some(Outcome::Stalemate)
    }

    /// The result that this implies.
    pub(crate) fn result(self) -> Option<Termination> {
        match (self.outcome, self.winner) {
            // When no side can win any more, players may continue, and results differ.
            (None | Some(Outcome::InsufficientMaterial), _) => None,
            (Some(_), Some(Color::White)) => Some(Termination::WhiteWins),
            (Some(_), Some(Color::Black)) => Some(Termination::BlackWins),
            (Some(_), None) => Some(Termination::Draw),
        }
    }
}

/// One game after reading.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The original bytes of the game.
    pub text: &'a [u8],
    /// Whether these bytes alone are a valid file of PGN or VGN.
    pub stands_alone: bool,
    /// The start of these bytes in the block.
    pub byte: u64,
    /// The game's number in the block, from 1.
    pub number: u64,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// The tags as written, including repeated ones.
    pub tags: Vec<Tag<'a>>,
    /// The values of these tags as text, if the source has them as text; otherwise empty.
    pub values: Vec<&'a str>,
    /// A number of the names of these tags: games with the same one have the same names in the same order. 0 if there is
    /// none.
    pub names: u64,
    /// The meaning of the tags.
    pub dialect: Dialect,
    /// The day on which the game was played according to data outside its tags: `bgn.eventDate` of a document.
    pub event_date: Option<Date>,
    /// Whether the tags do not describe the starting position as those of PGN do, so that only `start` has all of it.
    pub told_start: bool,
    /// The starting position of the mainline if it is not the usual one; otherwise unchanged. Below
    /// [`Depth::Positions`], it is known only if `told_start` is set.
    pub start: Position,
    /// Whether that is the standard start of the standard rules.
    pub standard_start: bool,
    /// Whether the moves were played at all. They are not below [`Depth::Positions`], nor from a FEN or rules that were
    /// refused.
    pub played: bool,
    /// The number of plies of the mainline that could be played.
    pub ply_count: u32,
    /// The number of plies before the first illegal one, if an illegal one was played.
    pub legal_plies: Option<u32>,
    /// The first illegal move of the mainline, if one was played. Kept only if `plies` are.
    pub first_illegal: Option<Fault>,
    /// The mainline up to the first move that could not be played or is not legal. Kept only if requested.
    pub plies: Vec<Ply>,
    /// The position after the last ply, or before the first illegal one.
    pub end: Position,
    /// The comments of the mainline, each with the number of plies before it. Kept only if requested.
    pub comments: Vec<(u32, Bytes<'a>)>,
    /// The marker after the moves.
    pub termination: Option<Termination>,
    /// How the mainline ends.
    pub ending: Ending,
    /// The first error by byte.
    pub first_error: Option<Fault>,
    /// The errors and notes, in the order of their places. Kept only if requested, up to a thousand.
    pub faults: Vec<Fault>,
    /// The number of faults beyond these.
    pub faults_left_out: u64,
}

impl<'a> Record<'a> {
    /// An empty record to read games into.
    pub fn new() -> Record<'a> {
        Record {
            text: b"",
            stands_alone: true,
            byte: 0,
            number: 0,
            encoding: Encoding::Utf8,
            tags: Vec::with_capacity(32),
            values: Vec::new(),
            names: 0,
            dialect: Dialect::Pgn,
            event_date: None,
            told_start: false,
            start: Position::start(),
            standard_start: true,
            played: false,
            ply_count: 0,
            legal_plies: None,
            first_illegal: None,
            plies: Vec::with_capacity(256),
            end: Position::start(),
            comments: Vec::new(),
            termination: None,
            ending: Ending::default(),
            first_error: None,
            faults: Vec::new(),
            faults_left_out: 0,
        }
    }

    /// The value of the first tag of this name, decoded and unescaped.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tags.iter().find(|tag| *tag.name == *name.as_bytes()).map(|tag| self.value(tag))
    }

    /// The value of a tag, decoded and unescaped.
    pub fn value<'t>(&self, tag: &'t Tag<'a>) -> Cow<'t, str> {
        tag.value(self.encoding)
    }

    /// The value of the tag at this index, decoded and unescaped.
    #[inline]
    pub fn value_at(&self, tag: usize) -> Option<Cow<'_, str>> {
        match self.values.get(tag) {
            Some(&text) => Some(Cow::Borrowed(text)),
            None => self.tags.get(tag).map(|tag| self.value(tag)),
        }
    }

    /// The rules that the game is played by.
    pub fn rules(&self) -> Rules {
        // Readers may leave the standard start out.
        if self.standard_start { Rules::STANDARD } else { self.start.rules() }
    }

    /// Empties the record for the game with this number.
    pub(super) fn clear(&mut self, number: u64) {
        self.number = number;
        self.encoding = Encoding::Utf8;
        self.tags.clear();
        self.values.clear();
        self.names = 0;
        self.plies.clear();
        self.ply_count = 0;
        self.legal_plies = None;
        self.first_illegal = None;
        self.comments.clear();
        self.termination = None;
        self.ending = Ending::default();
        self.dialect = Dialect::Pgn;
        self.event_date = None;
        self.told_start = false;
        self.standard_start = true;
        self.played = false;
        self.faults_left_out = 0;
    }
}

impl Default for Record<'_> {
    fn default() -> Self {
        Record::new()
    }
}
