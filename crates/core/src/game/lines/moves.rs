//! A game a line: `[fen <FEN> moves ]m m m [marker]`. UCI's own `position startpos moves …` is read too.

use super::{Lines, cut, first_lines, may_be_moves, resync, word};
use crate::error::Code;
use crate::event::{Event, Item, Tag};
use crate::game::format::{Block, GameFormat, ReadOptions, Spec, WriteOptions};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, Last, MoveNotation, Named, Validation, san, uci};
use crate::position::fen;
use crate::read::GameReader;
use crate::rules::Position;
use crate::step::{Head, Step, Termination};
use crate::write::{GameWriter, Lacks, Page};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// The rules are said by how the castling rights are written.
const ABOUT_RULES: &str = "Variant";

/// Games of moves, one a line.
pub(in crate::game) struct MoveLines {
    pub(in crate::game) spec: &'static Spec,
    pub(in crate::game) notation: &'static dyn MoveNotation,
    /// Whether a list of such lines can be told from PGN.
    pub(in crate::game) is_list: fn(&[u8]) -> bool,
}

/// What every list of moves has in common.
pub(in crate::game) const LIST: Spec = Spec {
    starts: true,
    positions: &["fen"],
    lacks: Lacks::ANNOTATION.and(Lacks::TAGS),
    losses: &[LossKind::Result],
    ..Spec::EMPTY
};

impl GameFormat for MoveLines {
    fn spec(&self) -> &'static Spec {
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
        Box::new(MoveReader::new(block.bytes, self.notation, options.limits))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(MoveWriter::new(self.notation, self.spec.lacks))
    }
}

/// Whether a source that starts with `head` is surely a list of games in UCI moves. Its lines are games of their own, not
/// the lines of one game: so the second one must be no way to go on from the first.
pub(in crate::game) fn is_list(head: &[u8]) -> bool {
    let mut position = Position::start();
    let mut lines = first_lines(head);
    let Some(first) = lines.next() else { return false };
    if first.starts_with(b"position startpos") || first.starts_with(b"position fen ") {
        return true;
    }
    let played = |position: &mut Position, word: &[u8]| match uci::Uci.read(position, word, Validation::Full) {
        Ok(named) => {
            position.play_unchecked(named.mv);
            true
        }
        Err(_) => false,
    };
    let is_marker = |word: &[u8]| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
    let words = |line: &'_ [u8]| {
        line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut marked = false;
    for word in words(first) {
        if marked || !is_marker(&word) && !played(&mut position, &word) {
            return false;
        }
        marked = is_marker(&word);
    }
    let Some(second) = lines.next().map(words) else { return false };
    let mut other = Position::start();
    let goes_on = !marked && second.iter().all(|word| is_marker(word) || played(&mut position, word));
    !goes_on && second.iter().all(|word| is_marker(word) || played(&mut other, word))
}

/// Reads the games of a block.
pub(in crate::game) struct MoveReader<'a> {
    lines: Lines<'a>,
    notation: &'static dyn MoveNotation,
    limits: Limits,
    /// Where the game stands, and what is left of its line.
    span: Range<usize>,
    left: Range<usize>,
    /// What is told before anything else is read.
    queued: [Option<Item<'a>>; 3],
    /// Whether the marker was read.
    ended: bool,
    cut_short: bool,
}

impl<'a> MoveReader<'a> {
    /// Reads `block`, whose moves are in this notation.
    pub(in crate::game) fn new(
        block: &'a [u8],
        notation: &'static dyn MoveNotation,
        limits: &Limits,
    ) -> MoveReader<'a> {
        MoveReader {
            lines: Lines::new(block),
            notation,
            limits: *limits,
            span: 0..0,
            left: 0..0,
            queued: [const { None }; 3],
            ended: false,
            cut_short: false,
        }
    }

    /// The next word of this line.
    #[inline]
    fn word(&mut self) -> Option<(usize, &'a [u8])> {
        let bytes = self.lines.bytes();
        let found = word(bytes, self.left.start, self.left.end)?;
        self.left.start = found.end;
        Some((found.start, bytes.get(found)?))
    }

    /// Takes the next word where it is this one.
    fn takes(&mut self, wanted: &[u8]) -> bool {
        let before = self.left.start;
        let taken = self.word().is_some_and(|(_, word)| word.eq_ignore_ascii_case(wanted));
        if !taken {
            self.left.start = before;
        }
        taken
    }

    /// Reads what stands before the moves.
    fn open(&mut self) {
        self.takes(b"position");
        let told = if self.takes(b"fen") {
            self.fen();
            true
        } else {
            self.takes(b"startpos")
        };
        if told {
            self.takes(b"moves");
        }
    }

    /// Reads a FEN: up to `moves` or the line's end.
    fn fen(&mut self) {
        let from = self.left.start;
        let (mut start, mut end) = (from, from);
        let mut before = from;
        while let Some((at, word)) = self.word() {
            if word.eq_ignore_ascii_case(b"moves") {
                self.left.start = before;
                break;
            }
            if start == from {
                start = at;
            }
            end = self.left.start;
            before = end;
        }
        let value = self.lines.bytes().get(start..end).unwrap_or_default();
        let tag = |name: &'static [u8], value| Some(Item::event(start, Event::Tag(Tag::plain(name, value))));
        if value.len() as u64 > self.limits.tag {
            self.queued[0] = Some(self.limit(start, Code::LimitTag));
            return;
        }
        // Files for castling rights are how Chess960 writes them, also where its rooks stand on their usual squares.
        let rights = value.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).nth(2).unwrap_or_default();
        let chess960 = rights.iter().any(|letter| matches!(letter, b'A'..=b'H' | b'a'..=b'h'));
        self.queued = [
            tag(b"SetUp", b"1"),
            tag(b"FEN", value),
            if chess960 { tag(ABOUT_RULES.as_bytes(), b"Chess960") } else { None },
        ];
    }

    /// A word that starts with a digit: a number, or a marker, or a move that does.
    fn of_digits(&mut self, start: usize, word: &'a [u8]) -> Event<'a> {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        if dots == 0 {
            return Event::Move(Cow::Borrowed(word));
        }
        // A move may be glued to its number.
        self.left.start = start + digits + dots;
        let value = word[..digits]
            .iter()
            .fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        Event::Number { value, dots: u8::try_from(dots).unwrap_or(u8::MAX), half: false }
    }

    /// Nothing more of this line is read.
    fn limit(&mut self, start: usize, code: Code) -> Item<'a> {
        self.left.start = self.left.end;
        self.ended = true;
        Item::fault(start, code, b"")
    }

    /// Whether a word says how the game ended.
    fn termination(&self, word: &[u8]) -> Option<Termination> {
        match word {
            b"1-0" => Some(Termination::WhiteWins),
            b"0-1" => Some(Termination::BlackWins),
            b"1/2-1/2" => Some(Termination::Draw),
            b"*" => Some(Termination::Unknown),
            // In SAN these are castling, with zeros.
            b"0-0" if self.notation.spec().id == "uci" => Some(Termination::BothLose),
            _ => None,
        }
    }
}

impl<'a> GameReader<'a> for MoveReader<'a> {
    fn next_game(&mut self) -> bool {
        let Some(line) = self.lines.next() else { return false };
        self.span = line.start..self.lines.at();
        self.left = line;
        self.queued = [const { None }; 3];
        self.ended = false;
        if (self.span.len()) as u64 > self.limits.game {
            self.queued[0] = Some(self.limit(self.span.start, Code::LimitGame));
        } else {
            self.open();
        }
        true
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        if let Some(item) = self.queued.iter_mut().find_map(Option::take) {
            return Some(item);
        }
        let Some((start, word)) = self.word() else {
            let cut_short = self.cut_short && !self.ended && self.lines.at() >= self.lines.bytes().len();
            return cut_short.then(|| self.limit(self.left.end, Code::LimitGame));
        };
        if word.len() as u64 > self.limits.token {
            return Some(self.limit(start, Code::LimitToken));
        }
        if self.ended {
            return Some(Item::fault(start, Code::Stray, word));
        }
        let event = match word[0] {
            b'0'..=b'9' | b'*' => match self.termination(word) {
                Some(termination) => {
                    self.ended = true;
                    Event::Termination(termination)
                }
                None => self.of_digits(start, word),
            },
            _ => Event::Move(Cow::Borrowed(word)),
        };
        Some(Item::event(start, event))
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        notation::other_than_san(self.notation)
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }
}

/// Writes games, a line each.
struct MoveWriter {
    notation: &'static dyn MoveNotation,
    /// SAN's check mark is found when the move was played.
    is_san: bool,
    lacks: Lacks,
    page: Page,
    marked: bool,
}

impl MoveWriter {
    fn new(notation: &'static dyn MoveNotation, lacks: Lacks) -> MoveWriter {
        let is_san = notation::other_than_san(notation).is_none();
        MoveWriter { notation, is_san, lacks, page: Page::default(), marked: false }
    }

    fn head(&mut self, head: &Head<'_>) {
        if head.usual {
            return;
        }
        let out = &mut self.page.out;
        out.extend_from_slice(b"fen ");
        let castling = if head.start.rules().free_castling { fen::Castling::Shredder } else { fen::Castling::XFen };
        fen::append(head.start, fen::Style { castling, ..fen::Style::default() }, out);
        out.extend_from_slice(b" moves ");
    }

    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        let out = &mut self.page.out;
        self.marked = spelled.is_none() && self.is_san;
        match spelled {
            Some(spelled) => out.extend_from_slice(spelled),
            None if self.is_san => san::write_body(before, named.mv, out),
            // What it has no text for it is never asked to write.
            None => drop(self.notation.write(before, named.mv, Last::No, out)),
        }
    }

    fn played(&mut self, after: &Position) {
        if self.marked {
            self.page.out.extend_from_slice(san::mark(after));
        }
        self.page.out.push(b' ');
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
            Step::Move { before, named, spelled } => {
                let spelled = spelled.map(|spelled| spelled.text());
                self.moving(before, named, spelled.as_deref().map(str::as_bytes));
            }
            Step::Played(after) => self.played(after),
            Step::Termination(termination) => self.termination(termination),
            Step::End(_) => self.page.out.push(b'\n'),
            _ => {}
        }
    }

    fn notation(&self) -> &'static notation::Spec {
        self.notation.spec()
    }

    fn lacks(&self) -> Lacks {
        self.lacks
    }

    fn keeps_tag(&self, head: &Head<'_>, name: &str) -> bool {
        !head.usual && head.start.castling() != 0 && name == ABOUT_RULES
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
