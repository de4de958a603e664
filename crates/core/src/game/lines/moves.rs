//! A game a line: `[fen <FEN> moves ]m m m [marker]`. UCI's own `position startpos moves …` is read too.

use super::{Lines, add_tags, first_lines, word};
use crate::at::At;
use crate::error::Code;
use crate::game::{CommentForm, Dialect, Event, GameReader, GameWriter, Head, Item, Termination, What};
use crate::limits::Limits;
use crate::loss::{LossKind, Losses};
use crate::notation::{Last, MoveNotation, Named, Spec, Validation, san, uci};
use crate::position::fen;
use crate::rules::Position;
use crate::text::Encoding;
use alloc::vec::Vec;
use core::ops::Range;

/// The rules are said by how the castling rights are written.
const ABOUT_RULES: &str = "Variant";

/// What a line of moves cannot say, besides what its notation cannot.
pub(in crate::game) const MOVE_LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::EscapedLine,
    LossKind::Tag,
    LossKind::Result,
];

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
            queued: [None; 3],
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
        let tag = |name: &'static [u8], value| {
            Some(Item { start, what: What::Event(Event::TagValue { name, value, escaped: false }) })
        };
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
            return Event::Move(word);
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
        Item { start, what: What::Fault(code, b"") }
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
        self.queued = [None; 3];
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
            return Some(Item { start, what: What::Fault(Code::Stray, word) });
        }
        let event = match word[0] {
            b'0'..=b'9' | b'*' => match self.termination(word) {
                Some(termination) => {
                    self.ended = true;
                    Event::Termination(termination)
                }
                None => self.of_digits(start, word),
            },
            _ => Event::Move(word),
        };
        Some(Item { start, what: What::Event(event) })
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> &'static dyn MoveNotation {
        self.notation
    }

    fn dialect(&self) -> Dialect {
        Dialect::Pgn
    }

    fn encoding(&self) -> Option<Encoding> {
        None
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }
}

/// Writes games, a line each.
pub(in crate::game) struct MoveWriter {
    notation: &'static dyn MoveNotation,
    /// SAN's check mark is found when the move was played.
    is_san: bool,
    out: Vec<u8>,
    losses: Losses,
    place: At,
    /// Variations open; nothing of them is written.
    depth: usize,
    marked: bool,
}

impl MoveWriter {
    /// A writer of moves in this notation.
    pub(in crate::game) fn new(notation: &'static dyn MoveNotation) -> MoveWriter {
        MoveWriter {
            notation,
            is_san: notation.spec().id == "san",
            out: Vec::new(),
            losses: Losses::default(),
            place: At::default(),
            depth: 0,
            marked: false,
        }
    }

    fn lose(&mut self, kind: LossKind) {
        self.losses.add(kind, 1, self.place);
    }
}

impl GameWriter for MoveWriter {
    fn start_game(&mut self, place: At) {
        self.place = place;
        self.depth = 0;
    }

    fn head(&mut self, head: &Head<'_>) {
        let tags = head.tags.iter().map(|(name, value)| (&**name, &**value));
        let says_rules = !head.usual && head.start.castling() != 0;
        add_tags(&mut self.losses, tags, self.place, |name| says_rules && name == ABOUT_RULES);
        if !head.usual {
            self.out.extend_from_slice(b"fen ");
            let castling = if head.start.rules().free_castling { fen::Castling::Shredder } else { fen::Castling::XFen };
            fen::append(head.start, fen::Style { castling, ..fen::Style::default() }, &mut self.out);
            self.out.extend_from_slice(b" moves ");
        }
    }

    fn notation(&self) -> &'static Spec {
        self.notation.spec()
    }

    fn place(&mut self, place: At) {
        self.place = place;
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        if self.depth > 0 {
            return;
        }
        self.marked = spelled.is_none() && self.is_san;
        match spelled {
            Some(spelled) => self.out.extend_from_slice(spelled),
            None if self.is_san => san::write_body(before, named.mv, &mut self.out),
            // What it has no text for it is never asked to write.
            None => drop(self.notation.write(before, named.mv, Last::No, &mut self.out)),
        }
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        if self.depth > 0 {
            return;
        }
        if self.marked {
            self.out.extend_from_slice(san::mark(after));
        }
        self.out.push(b' ');
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
        let castling = self.notation.spec().id != "uci";
        if termination == Termination::BothLose && castling {
            // `0-0` would be read as castling.
            self.lose(LossKind::Result);
            return self.out.extend_from_slice(b"*");
        }
        self.out.extend_from_slice(termination.as_str().as_bytes());
    }

    fn end_game(&mut self) {
        self.out.push(b'\n');
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
