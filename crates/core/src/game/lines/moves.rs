//! A game a line: `[fen <FEN> moves ]m m m [marker]`. UCI's own `position startpos moves …` is read too.

use super::{BlockLines, BoardRow, RowFormat, RowReader, cut, may_be_moves, resync};
use crate::dialect::{needs_variant, says_board};
use crate::error::Code;
use crate::event::Tag;
use crate::game::format::{Block, FormatSpec, GameFormat, ReadOptions, WriteOptions};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, Last, MoveNotation, ParsedMove, Validation, san, san_mark, uci};
use crate::position::{PositionNotation, fen};
use crate::read::GameReader;
use crate::rules::Position;
use crate::step::{Head, Spelling, Step, Termination};
use crate::write::{GameWriter, Lacks, Page};
use alloc::boxed::Box;
use core::ops::Range;

/// The rules are said by how the castling rights are written.
const ABOUT_RULES: &str = "Variant";

/// Games of moves, one a line.
pub(in crate::game) struct MoveLines {
    pub(in crate::game) spec: &'static FormatSpec,
    pub(in crate::game) notation: &'static dyn MoveNotation,
    /// Whether a list of such lines can be determined from PGN.
    pub(in crate::game) is_list: fn(&[u8]) -> bool,
}

/// What every list of moves has in common.
pub(in crate::game) const LIST: FormatSpec = FormatSpec {
    starts: true,
    positions: &["fen"],
    lacks: Lacks::ANNOTATION.and(Lacks::TAGS),
    losses: &[LossKind::ResultSentence, LossKind::TagText, LossKind::OddStart, LossKind::Result, LossKind::Variant],
    ..FormatSpec::EMPTY
};

impl GameFormat for MoveLines {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detects(&self, head: &[u8]) -> bool {
        (self.is_list)(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        may_be_moves(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        resync(bytes)
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        let rows = MoveRows(BlockLines::new(block.bytes));
        Box::new(RowReader::new(block.bytes, rows, self.notation, options.limits))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(MoveWriter::new(self.notation, self.spec.lacks))
    }
}

/// The lines of a block, each with a FEN before its moves or without one.
struct MoveRows<'a>(BlockLines<'a>);

impl<'a> RowFormat<'a> for MoveRows<'a> {
    fn next(&mut self) -> Option<(Range<usize>, usize)> {
        self.0.next().map(|line| (line, self.0.at()))
    }

    fn open(&mut self, line: Range<usize>, game: &mut BoardRow<'a>) {
        game.words.read(line);
        game.words.takes(b"position");
        let told = if game.words.takes(b"fen") {
            read_fen(game);
            true
        } else {
            game.words.takes(b"startpos")
        };
        if told {
            game.words.takes(b"moves");
        }
    }
}

/// Reads a FEN: up to `moves` or the line's end.
fn read_fen(game: &mut BoardRow<'_>) {
    let (start, value) = game.words.up_to(b"moves");
    if value.len() as u64 > game.limits.tag {
        return game.stop(start, Code::LimitTag);
    }
    // If a line announces a board, one must follow.
    if core::str::from_utf8(value).is_ok_and(|value| !says_board(value)) {
        return game.stop(start, Code::FenSyntax);
    }
    game.tag(start, Tag::plain(b"SetUp", b"1"));
    game.tag(start, Tag::plain(b"FEN", value));
    // Other rules that the FEN shows go together with such rights.
    let shows_others =
        |text| fen::Fen.read(text, None, Validation::Off).is_ok_and(|read| !read.position.rules().is_chess());
    // Chess960 writes castling rights as files, even if the rooks are on their usual squares.
    let rights = value.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).nth(2).unwrap_or_default();
    if rights.iter().any(|letter| matches!(letter, b'A'..=b'H' | b'a'..=b'h')) && !shows_others(value) {
        game.tag(start, Tag::plain(ABOUT_RULES.as_bytes(), b"Chess960"));
    }
}

/// Writes games, a line each.
pub(in crate::game) struct MoveWriter {
    notation: &'static dyn MoveNotation,
    /// SAN's check mark is found when the move was played.
    is_san: bool,
    lacks: Lacks,
    page: Page,
    marked: bool,
}

impl MoveWriter {
    pub(in crate::game) fn new(notation: &'static dyn MoveNotation, lacks: Lacks) -> MoveWriter {
        let is_san = notation::other_than_san(notation).is_none();
        MoveWriter { notation, is_san, lacks, page: Page::default(), marked: false }
    }

    fn head(&mut self, head: &Head<'_>) {
        if head.standard_start {
            return;
        }
        if needs_variant(head.start) {
            self.page.lose(LossKind::Variant, 1);
        }
        let out = &mut self.page.out;
        out.extend_from_slice(b"fen ");
        let castling = if head.start.rules().free_castling() { fen::Castling::Shredder } else { fen::Castling::XFen };
        fen::append(head.start, fen::Style { castling, ..fen::Style::default() }, out);
        out.extend_from_slice(b" moves ");
    }

    fn termination(&mut self, termination: Termination) {
        let castling = self.notation.spec().id != uci::Uci.spec().id;
        if termination == Termination::BothLose && castling {
            // `0-0` would be read as castling.
            self.page.lose(LossKind::Result, 1);
            return self.page.out.extend_from_slice(b"*");
        }
        self.page.out.extend_from_slice(termination.as_str().as_bytes());
    }
}

impl GameWriter for MoveWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => self.head(head),
            Step::Termination(termination) => self.termination(termination),
            Step::End(_) => self.page.out.push(b'\n'),
            _ => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        let out = &mut self.page.out;
        self.marked = spelled.is_none() && self.is_san;
        match spelled {
            Some(spelled) => out.extend_from_slice(spelled.text().as_bytes()),
            None if self.is_san => san::write_body(before, named.mv, out),
            // The filter drops moves that the notation cannot express.
            None => drop(self.notation.write(before, named.mv, Last::No, out)),
        }
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        if self.marked {
            self.page.out.extend_from_slice(san_mark(after));
        }
        self.page.out.push(b' ');
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        self.notation.spec()
    }

    fn lacks(&self) -> Lacks {
        self.lacks
    }

    fn keeps_tag(&self, head: &Head<'_>, name: &str) -> bool {
        // Other rules are shown by the FEN, or were counted as lost.
        let is_other = !head.start.rules().is_chess();
        !head.standard_start && (head.start.castling() != 0 || is_other) && name == ABOUT_RULES
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
