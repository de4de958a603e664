//! One board per line. Reading gives a game without moves for each; writing keeps the last board of a game, the one
//! after a number of plies, or all of them.

use super::{BlockLines, cut, first_lines, is_line_end, resync};
use crate::dialect::needs_variant;
use crate::error::Code;
use crate::event::{Event, Item, Tag};
use crate::find::Follower;
use crate::game::format::{
    Block, BoardSearch, FormatOptions, FormatSpec, GameFormat, NamedOptions, OptionSpec, ReadOptions, WriteOptions,
};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation, ParsedMove};
use crate::position::{BoardNote, PositionError};
use crate::read::GameReader;
use crate::rules::Position;
use crate::step::{Head, Spelling, Step, Termination};
use crate::write::{GameWriter, Lacks, Page, says_more};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

/// The option of formats that write boards.
pub(in crate::game) const PLY: OptionSpec = OptionSpec {
    id: "ply",
    values: &["last", "all", "N"],
    default: "last",
    doc: "the boards to write for each game: the last one, all, or the one after N plies; by default, those that a search has found",
    reads: false,
};

/// What every list of boards has in common.
pub(in crate::game) const LIST: FormatSpec = FormatSpec {
    options: &[PLY],
    lacks: Lacks::ANNOTATION,
    losses: &[
        LossKind::ResultSentence,
        LossKind::Tag,
        LossKind::TagText,
        LossKind::Move,
        LossKind::Board,
        LossKind::OddStart,
        LossKind::Result,
        LossKind::Variant,
    ],
    ..FormatSpec::EMPTY
};

/// Boards, one a line.
pub(in crate::game) struct BoardLines {
    pub(in crate::game) spec: &'static FormatSpec,
    pub(in crate::game) boards: &'static dyn Boards,
    /// Whether a first line like this one is surely a board.
    pub(in crate::game) is_board: fn(&[u8]) -> bool,
}

impl GameFormat for BoardLines {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detects(&self, head: &[u8]) -> bool {
        first_lines(head).find(|line| !is_comment(line)).is_some_and(self.is_board)
    }

    /// Comments belong to the board after them, so a block ends after a board; unless all of it is comments.
    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        let end = cut(bytes, last)?;
        let kept = if last { None } else { last_board(&bytes[..end]) };
        Some(kept.unwrap_or(end))
    }

    /// The line after the next board, because comments may precede a board.
    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        let mut at = resync(bytes)?;
        while let Some(rest) = bytes.get(at..) {
            let end = at + resync(rest).map_err(|_| bytes.len())?;
            let line = BlockLines::new(&bytes[at..end]).next();
            if line.is_some_and(|line| !is_comment(&bytes[at..end][line])) {
                return Ok(end);
            }
            at = end;
        }
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(BoardReader::new(block.bytes, self.boards, options.limits))
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(WrittenBoards::of(given.own))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        let wanted: Option<WrittenBoards> = options.own.get();
        let search = options.search.as_ref().filter(|_| wanted.is_none());
        Box::new(BoardWriter::new(self.boards, wanted.unwrap_or_default(), search))
    }
}

/// Whether a line in a list of boards is a comment: no board starts with `#`.
fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b"#")
}

/// Where the line after the last board starts; `None` without a board. `bytes` end with a line.
fn last_board(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while end > 0 {
        let start = bytes[..end - 1].iter().rposition(|byte| is_line_end(*byte)).map_or(0, |at| at + 1);
        let line = BlockLines::new(&bytes[start..end]).next();
        if line.is_some_and(|line| !is_comment(&bytes[start..end][line])) {
            // CR and LF end one line.
            let is_half = bytes[end - 1] == b'\r' && bytes.get(end) == Some(&b'\n');
            return Some(end + usize::from(is_half));
        }
        end = start;
    }
    None
}

/// What a format of boards makes of a line, and of a board.
pub(in crate::game) trait Boards: Sync {
    /// The tags of the game that starts from the board on this line.
    fn tags<'a>(&self, line: &'a [u8]) -> Vec<(&'static [u8], &'a [u8])>;
    /// The position on this line, if its FEN does not describe all of it.
    fn start(&self, line: &[u8]) -> Option<BoardResult>;
    /// Appends a board of the game with these tags; `false` if a text had to be changed for it.
    fn write(&self, position: &Position, tags: &[(String, String)], is_start: bool, out: &mut Vec<u8>) -> bool;
    /// Whether the text that is written for a game includes the tag of this name.
    fn keeps(&self, tag: &str, start_is_written: bool) -> bool;
}

/// The position of a line, and the leniencies it took; or why it has none.
pub(in crate::game) type BoardResult = Result<(Position, Vec<BoardNote>), PositionError>;

/// Reads the boards of a block.
pub(in crate::game) struct BoardReader<'a> {
    lines: BlockLines<'a>,
    boards: &'static dyn Boards,
    limits: Limits,
    line: Range<usize>,
    span: Range<usize>,
    /// What is still to be emitted, the next one last.
    items: Vec<Item<'a>>,
    cut_short: bool,
}

impl<'a> BoardReader<'a> {
    /// Reads `block`.
    pub(in crate::game) fn new(block: &'a [u8], boards: &'static dyn Boards, limits: &Limits) -> BoardReader<'a> {
        BoardReader {
            lines: BlockLines::new(block),
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
        self.items.clear();
        let line = loop {
            let Some(line) = self.lines.next() else { return false };
            let text = &self.lines.bytes()[line.clone()];
            if !is_comment(text) {
                break line;
            }
            self.items.push(Item::fault(line.start, Code::CommentLine, text));
        };
        self.items.reverse();
        self.span = line.start..self.lines.at();
        self.line = line;
        let start = self.line.start;
        if let Some(code) = self.limit() {
            self.line.end = start;
            self.items.push(Item::fault(start, code, b""));
            return true;
        }
        let tags = self.boards.tags(self.text());
        let item = |(name, value)| Item::event(start, Event::Tag(Tag::plain(name, value)));
        let tags = tags.into_iter().rev().map(item);
        self.items.splice(0..0, tags);
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        self.items.pop()
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        None
    }

    fn start(&self) -> Option<BoardResult> {
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) enum WrittenBoards {
    #[default]
    Last,
    All,
    After(u32),
}

impl WrittenBoards {
    /// The boards that an option requests by name; `None` if no option does.
    fn of(given: &[(String, String)]) -> Option<WrittenBoards> {
        PLY.given(given).map(|ply| match ply {
            "all" => WrittenBoards::All,
            ply => ply.parse().map_or(WrittenBoards::Last, WrittenBoards::After),
        })
    }
}

/// A search in the game that is being written.
struct Searching {
    follower: Follower,
    /// Whether all places are written rather than the first one of each game.
    all: bool,
}

/// Writes boards, a line each.
pub(in crate::game) struct BoardWriter {
    boards: &'static dyn Boards,
    wanted: WrittenBoards,
    /// The search whose places are written instead.
    search: Option<Searching>,
    page: Page,
    /// Half-moves up to here.
    ply: u32,
    /// The last board, if that is the one to write.
    last: Option<Position>,
    /// The tags of this game.
    tags: Vec<(String, String)>,
    /// Whether a board of this game was written, whether other rules than those of chess are played, and whether a board does
    /// not show by which.
    written: bool,
    is_other: bool,
    unruled: bool,
}

impl BoardWriter {
    /// A writer of these boards, or of those that a search finds.
    pub(in crate::game) fn new(
        boards: &'static dyn Boards,
        wanted: WrittenBoards,
        search: Option<&BoardSearch>,
    ) -> BoardWriter {
        let following = |search: &BoardSearch| Follower::new(Arc::clone(&search.pattern));
        let search = search.map(|search| Searching { follower: following(search), all: search.all });
        BoardWriter {
            boards,
            wanted,
            search,
            page: Page::default(),
            ply: 0,
            last: None,
            tags: Vec::new(),
            written: false,
            is_other: false,
            unruled: false,
        }
    }

    fn head(&mut self, head: &Head<'_>) {
        (self.ply, self.written, self.unruled, self.last) = (0, false, false, None);
        self.is_other = !head.start.rules().is_chess();
        self.tags.clear();
        self.tags.extend(head.tags.iter().map(|(name, value)| (name.clone().into_owned(), value.clone().into_owned())));
        self.take(&Step::Head(head), head.start);
    }

    /// Writes this board if it is wanted, or keeps it as long as it may be the last one.
    #[inline]
    fn take(&mut self, step: &Step<'_>, position: &Position) {
        if let Some(search) = &mut self.search {
            if search.follower.holds(step) && (search.all || !self.written) {
                self.push(position);
            }
            return;
        }
        match self.wanted {
            WrittenBoards::Last => match &mut self.last {
                Some(last) => last.clone_from(position),
                None => self.last = Some(position.clone()),
            },
            WrittenBoards::All => self.push(position),
            WrittenBoards::After(ply) if ply == self.ply => self.push(position),
            WrittenBoards::After(_) => {}
        }
    }

    /// Writes the last board if the end of its annotation shows that it is wanted.
    fn take_late(&mut self, step: &Step<'_>) {
        let Some(search) = self.search.as_mut().filter(|search| search.follower.asks_notes()) else { return };
        if search.follower.holds(step) && (search.all || !self.written) {
            let position = search.follower.position();
            self.push(&position);
        }
        match step {
            Step::Nag { .. } => self.page.lose(LossKind::Nag, 1),
            Step::Comment { text, .. } => self.page.lose_comment(text),
            _ => {}
        }
    }

    fn push(&mut self, position: &Position) {
        let as_it_was = self.boards.write(position, &self.tags, self.ply == 0, &mut self.page.out);
        self.page.out.push(b'\n');
        if !as_it_was && !self.written {
            self.page.lose(LossKind::TagText, 1);
        }
        self.written = true;
        self.unruled |= needs_variant(position);
    }

    fn end(&mut self) {
        if let Some(last) = self.last.take() {
            self.push(&last);
        }
        if !self.written {
            self.page.lose(LossKind::Board, 1);
        }
        self.page.lose(LossKind::Move, u64::from(self.ply));
        let start = self.ply == 0 || matches!(self.wanted, WrittenBoards::All | WrittenBoards::After(0));
        self.page.lose(LossKind::Variant, u64::from(self.unruled));
        // Boards that show the rules replace the tag; the others were counted.
        let is_about_rules = |name: &str| self.is_other && name == "Variant";
        let kept = |name: &str| self.written && (self.boards.keeps(name, start) || is_about_rules(name));
        let lost = self.tags.iter().filter(|(name, value)| says_more(name, value) && !kept(name)).count();
        self.page.lose(LossKind::Tag, lost as u64);
    }
}

impl GameWriter for BoardWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => return self.head(head),
            _ => self.take_late(step),
        }
        match *step {
            Step::Termination(Termination::Unknown) => {}
            Step::Termination(_) => self.page.lose(LossKind::Result, 1),
            Step::End(_) => self.end(),
            _ => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        let step = Step::Move { before, named, spelled };
        match &mut self.search {
            Some(search) if search.follower.asks_notes() => self.take_late(&step),
            Some(search) => _ = search.follower.holds(&step),
            None => {}
        }
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        self.ply += 1;
        self.take(&Step::Played(after), after);
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        notation::ALL[0].spec()
    }

    fn lacks(&self) -> Lacks {
        // What a search looks at has to come here, and is counted here.
        let asks_notes = self.search.as_ref().is_some_and(|search| search.follower.asks_notes());
        LIST.lacks.without(Lacks::COMMENTS.and(Lacks::NAGS).if_so(asks_notes))
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
