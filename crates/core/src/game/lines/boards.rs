//! A board a line. Read, each is a game without moves that starts there; written, a game leaves its last board, the one
//! after so many plies, or all.

use super::{Lines, add_tags};
use crate::at::At;
use crate::error::Code;
use crate::game::{CommentForm, Dialect, Event, GameReader, GameWriter, Head, Item, OptionSpec, Termination, What};
use crate::limits::Limits;
use crate::loss::{LossKind, Losses};
use crate::notation::{self, MoveNotation, Named, Spec};
use crate::rules::Position;
use crate::text::Encoding;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The option of formats that write boards.
pub(in crate::game) const PLY: OptionSpec = OptionSpec {
    id: "ply",
    values: &["last", "all", "N"],
    default: "last",
    doc: "which boards of a game are written: the last one, all, or the one after N plies",
    reads: false,
};

/// What lines of boards cannot say.
pub(in crate::game) const BOARD_LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::EscapedLine,
    LossKind::Tag,
    LossKind::TagText,
    LossKind::Move,
    LossKind::Board,
    LossKind::Result,
];

/// What a format of boards makes of a line, and of a board.
pub(in crate::game) trait Boards: Sync {
    /// The tags of the game that starts from the board on this line.
    fn tags<'a>(&self, line: &'a [u8]) -> Vec<(&'static [u8], &'a [u8])>;
    /// The position on this line, where its FEN does not say all of it.
    fn start(&self, line: &[u8]) -> Option<Outcome>;
    /// Appends a board of the game with these tags; `false` where a text had to be changed for it.
    fn write(&self, position: &Position, tags: &[(String, String)], is_start: bool, out: &mut Vec<u8>) -> bool;
    /// Whether what is written of a game says the tag of this name.
    fn keeps(&self, tag: &str, start_is_written: bool) -> bool;
}

/// A position that a line says, and the leniencies it took; or why it says none.
pub(in crate::game) type Outcome = Result<(Position, Vec<Code>), crate::position::PositionError>;

/// Reads the boards of a block.
pub(in crate::game) struct BoardReader<'a> {
    lines: Lines<'a>,
    boards: &'static dyn Boards,
    limits: Limits,
    line: Range<usize>,
    span: Range<usize>,
    /// What is still to be told, the next one last.
    items: Vec<Item<'a>>,
    cut_short: bool,
}

impl<'a> BoardReader<'a> {
    /// Reads `block`.
    pub(in crate::game) fn new(block: &'a [u8], boards: &'static dyn Boards, limits: &Limits) -> BoardReader<'a> {
        BoardReader {
            lines: Lines::new(block),
            boards,
            limits: *limits,
            line: 0..0,
            span: 0..0,
            items: Vec::new(),
            cut_short: false,
        }
    }

    /// The limit that this line passes.
    fn limit(&self) -> Option<Code> {
        let ends_block = self.lines.at() >= self.lines.bytes().len();
        if self.span.len() as u64 > self.limits.game || self.cut_short && ends_block {
            Some(Code::LimitGame)
        } else {
            (self.line.len() as u64 > self.limits.tag).then_some(Code::LimitTag)
        }
    }

    fn text(&self) -> &'a [u8] {
        self.lines.bytes().get(self.line.clone()).unwrap_or_default()
    }
}

impl<'a> GameReader<'a> for BoardReader<'a> {
    fn next_game(&mut self) -> bool {
        let Some(line) = self.lines.next() else { return false };
        self.span = line.start..self.lines.at();
        self.line = line;
        self.items.clear();
        let start = self.line.start;
        if let Some(code) = self.limit() {
            self.line.end = start;
            self.items.push(Item { start, what: What::Fault(code, b"") });
            return true;
        }
        let tags = self.boards.tags(self.text());
        let item = |(name, value)| Item { start, what: What::Event(Event::TagValue { name, value, escaped: false }) };
        self.items.extend(tags.into_iter().rev().map(item));
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        self.items.pop()
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> &'static dyn MoveNotation {
        notation::ALL[0]
    }

    fn dialect(&self) -> Dialect {
        Dialect::Pgn
    }

    fn encoding(&self) -> Option<Encoding> {
        None
    }

    fn start(&self) -> Option<Outcome> {
        if self.line.is_empty() { None } else { self.boards.start(self.text()) }
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn has_marker(&self) -> bool {
        false
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }
}

/// Which boards of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Last,
    All,
    After(u32),
}

/// Writes boards, a line each.
pub(in crate::game) struct BoardWriter {
    boards: &'static dyn Boards,
    wanted: Wanted,
    out: Vec<u8>,
    losses: Losses,
    place: At,
    /// Variations open; nothing of them is written.
    depth: usize,
    ply: u32,
    /// The last board, where that is the one to write.
    last: Option<Position>,
    /// The tags of this game.
    tags: Vec<(String, String)>,
    /// Whether a board of this game was written.
    written: bool,
    moves: u64,
}

impl BoardWriter {
    /// A writer of these boards.
    pub(in crate::game) fn new(boards: &'static dyn Boards, ply: &str) -> BoardWriter {
        let wanted = match ply {
            "all" => Wanted::All,
            ply => ply.parse().map_or(Wanted::Last, Wanted::After),
        };
        BoardWriter {
            boards,
            wanted,
            out: Vec::new(),
            losses: Losses::default(),
            place: At::default(),
            depth: 0,
            ply: 0,
            last: None,
            tags: Vec::new(),
            written: false,
            moves: 0,
        }
    }

    fn lose(&mut self, kind: LossKind) {
        self.losses.add(kind, 1, self.place);
    }

    /// Writes this board where it is wanted, or keeps it as long as it may be the last one.
    #[inline]
    fn take(&mut self, position: &Position) {
        match self.wanted {
            Wanted::Last => match &mut self.last {
                Some(last) => last.clone_from(position),
                None => self.last = Some(position.clone()),
            },
            Wanted::All => self.push(position),
            Wanted::After(ply) if ply == self.ply => self.push(position),
            Wanted::After(_) => {}
        }
    }

    fn push(&mut self, position: &Position) {
        let as_it_was = self.boards.write(position, &self.tags, self.ply == 0, &mut self.out);
        self.out.push(b'\n');
        if !as_it_was && !self.written {
            self.lose(LossKind::TagText);
        }
        self.written = true;
    }
}

impl GameWriter for BoardWriter {
    fn start_game(&mut self, place: At) {
        self.place = place;
        (self.depth, self.ply, self.moves) = (0, 0, 0);
        self.written = false;
        self.last = None;
    }

    fn head(&mut self, head: &Head<'_>) {
        self.tags.clear();
        self.tags.extend(head.tags.iter().map(|(name, value)| (name.clone().into_owned(), value.clone().into_owned())));
        self.take(head.start);
    }

    fn notation(&self) -> &'static Spec {
        notation::ALL[0].spec()
    }

    fn place(&mut self, place: At) {
        self.place = place;
    }

    #[inline]
    fn moving(&mut self, _before: &Position, _named: &Named, _spelled: Option<&[u8]>) {}

    #[inline]
    fn moved(&mut self, after: &Position) {
        if self.depth == 0 {
            self.ply += 1;
            self.moves += 1;
            self.take(after);
        }
    }

    fn nag(&mut self, value: Option<u8>, _spelled: &[u8]) {
        self.lose(if value.is_some() { LossKind::Nag } else { LossKind::NagComposite });
    }

    fn comment(&mut self, text: &str, _form: CommentForm) {
        self.losses.add_comment(text, self.place);
    }

    fn escape(&mut self, _text: &str) {
        self.lose(LossKind::EscapedLine);
    }

    fn open(&mut self) {
        self.depth += 1;
        self.lose(LossKind::Variation);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn termination(&mut self, termination: Termination) {
        if termination != Termination::Unknown {
            self.lose(LossKind::Result);
        }
    }

    fn end_game(&mut self) {
        if let Some(last) = self.last.take() {
            self.push(&last);
        }
        if !self.written {
            self.lose(LossKind::Board);
        }
        self.losses.add(LossKind::Move, self.moves, self.place);
        let start = self.ply == 0 || matches!(self.wanted, Wanted::All | Wanted::After(0));
        let written = self.written;
        let boards = self.boards;
        let tags = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        add_tags(&mut self.losses, tags, self.place, |name| written && boards.keeps(name, start));
    }

    fn trailing(&mut self, comments: &[&str]) {
        for text in comments {
            self.losses.add_comment(text, self.place);
        }
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn losses(&mut self) -> &mut Losses {
        &mut self.losses
    }
}
