//! The reference text of games: what the bytes of their source are compared with, so that only differences are stored.
//!
//! It looks like the PGN of most sources, but is not for readers. What counts is that a writer and every later reader
//! make the same bytes of the same games, so it must never change.

use crate::games::{GameHead, Games, Item, TextKind};
use scoresheet_core::notation::san;
use scoresheet_core::rules::{Color, Move, Position};

/// How many bytes of a source show how it is laid out.
const SAMPLE: usize = 64 << 10;
/// The signs of the first NAGs.
const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// How the text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// One bit for each habit that sources differ in.
    habits: u8,
    /// The most bytes of a line of moves; 0 if lines are not broken.
    width: u8,
}

impl Layout {
    /// Lines end with CR and LF.
    const CRLF: u8 = 1;
    /// Two empty lines follow a game.
    const TWO_LINES: u8 = 2;
    /// A blank follows move numbers.
    const SPACED_NUMBERS: u8 = 4;
    /// The first NAGs are signs after the move.
    const SIGNS: u8 = 8;
    /// Black's move has its number after a comment or a variation.
    const NUMBERED_REPLIES: u8 = 16;
    /// A line may end between a number and its move, without a blank between them.
    const SPLIT_NUMBERS: u8 = 32;
    /// A line does not end between a move of White and the reply.
    const WHOLE_PAIRS: u8 = 64;

    /// All habits that there are.
    const ALL: u8 = 127;

    /// The layout in two bytes; `None` if there is none.
    pub(crate) fn of_bytes([habits, width]: [u8; 2]) -> Option<Layout> {
        (habits <= Layout::ALL).then_some(Layout { habits, width })
    }

    /// It in two bytes.
    pub(crate) fn bytes(self) -> [u8; 2] {
        [self.habits, self.width]
    }

    /// The layout that a source seems to have.
    pub(crate) fn of_text(text: &[u8]) -> Layout {
        let sample = &text[..text.len().min(SAMPLE)];
        let has = |part: &[u8]| sample.windows(part.len()).any(|window| window == part);
        let lines = || sample.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"["));
        let numbers = |fits: fn(u8) -> bool| {
            let fits = |three: &&[u8]| three[0].is_ascii_digit() && three[1] == b'.' && fits(three[2]);
            lines().map(|line| line.windows(3).filter(fits).count()).sum::<usize>()
        };
        let habits = [
            (Layout::CRLF, has(b"\r\n")),
            (Layout::TWO_LINES, has(b"\n\n\n[") || has(b"\r\n\r\n\r\n[")),
            (Layout::SPACED_NUMBERS, numbers(|byte| byte == b' ') > numbers(|byte| byte.is_ascii_alphabetic())),
            (Layout::SIGNS, !has(b" $")),
            (Layout::NUMBERED_REPLIES, has(b"1...") || !has(b"} ")),
            (Layout::SPLIT_NUMBERS, lines().any(|line| line.trim_ascii_end().ends_with(b"."))),
            (
                Layout::WHOLE_PAIRS,
                !lines().any(|line| line.first().is_some_and(|byte| b"abcdefghKQRBNO".contains(byte))),
            ),
        ];
        let habits = habits.into_iter().filter(|(_, holds)| *holds).map(|(bit, _)| bit).sum();
        let mut lengths: Vec<_> = lines().map(|line| line.trim_ascii_end().len()).collect();
        lengths.sort_unstable();
        // Few lines are longer than all others: those with words that cannot be broken.
        let long = lengths.get((lengths.len() - lengths.len() / 50).saturating_sub(1)).copied();
        Layout { habits, width: long.and_then(|long| u8::try_from(long).ok()).unwrap_or(0) }
    }

    fn has(self, bit: u8) -> bool {
        self.habits & bit != 0
    }
}

/// The reference text of these games.
pub(crate) fn text_of(games: &Games, layout: Layout) -> Vec<u8> {
    let width = if layout.width == 0 { usize::MAX } else { usize::from(layout.width) };
    let mut page = Page { layout, width, out: Vec::new(), line: 0, is_glued: true, prefix: String::new() };
    (0..games.len()).for_each(|game| page.game(games, game));
    page.out
}

/// The text as far as it is written.
struct Page {
    layout: Layout,
    width: usize,
    out: Vec<u8>,
    /// The number of bytes since the last line end.
    line: usize,
    /// Whether the next word follows without a blank.
    is_glued: bool,
    /// The text before the next word that cannot be separated from it.
    prefix: String,
}

/// A line of moves up to its last one.
#[derive(Clone)]
struct ReferenceLine {
    before: Position,
    now: Position,
    has_moves: bool,
    /// Whether the next move of Black does not directly follow one of White.
    is_interrupted: bool,
}

impl Page {
    fn game(&mut self, games: &Games, game: usize) {
        for (name, value) in games.tags.game(game) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            self.push(format!("[{name} \"{value}\"]").as_bytes());
            self.end_line();
        }
        self.end_line();
        let head = &games.heads[game];
        if let Some(unplayed) = &head.unplayed {
            self.push(&unplayed.text);
        } else {
            self.moves(games, game, head);
        }
        let ends = if self.layout.has(Layout::TWO_LINES) { 3 } else { 2 };
        (0..ends).for_each(|_| self.end_line());
    }

    fn moves(&mut self, games: &Games, game: usize, head: &GameHead) {
        let start = head.start.as_deref().cloned().unwrap_or_else(Position::start);
        let mut level = ReferenceLine { before: start.clone(), now: start, has_moves: false, is_interrupted: true };
        let mut outer = Vec::new();
        for item in games.items(game) {
            if !matches!(item, Item::Move(_) | Item::Odd { .. }) {
                self.end_pair();
            }
            match *item {
                Item::Move(mv) => self.legal(&mut level, mv),
                Item::Odd { mv, .. } => self.odd(&mut level, mv),
                Item::Nag(value) => self.nag(value),
                Item::Comment(_, text) => {
                    self.comment(games.texts.get(text));
                    level.is_interrupted = true;
                }
                Item::Open => {
                    self.prefix.push('(');
                    let now = if level.has_moves { level.before.clone() } else { level.now.clone() };
                    let inner = ReferenceLine { before: now.clone(), now, has_moves: false, is_interrupted: true };
                    outer.push(std::mem::replace(&mut level, inner));
                }
                Item::Close => {
                    self.push(b")");
                    level = outer.pop().unwrap_or(level);
                    level.is_interrupted = true;
                }
                Item::Inner(marker) | Item::Termination(marker) => self.word(marker.as_str().as_bytes()),
                Item::Text(TextKind::Nag, text) => self.push(games.texts.get(text).as_bytes()),
                Item::Text(TextKind::Escape, text) => {
                    self.end_line();
                    self.push(b"%");
                    self.push(games.texts.get(text).as_bytes());
                    self.end_line();
                }
                Item::Text(_, text) => self.word(games.texts.get(text).as_bytes()),
            }
        }
        self.end_pair();
    }

    fn legal(&mut self, level: &mut ReferenceLine, mv: Move) {
        self.number(level);
        let mut word = Vec::with_capacity(8);
        san::write(&level.now, mv, &mut word);
        self.move_word(level, &word);
        level.play(mv);
    }

    fn odd(&mut self, level: &mut ReferenceLine, mv: Move) {
        self.number(level);
        self.move_word(level, format!("{}{}", mv.from, mv.to).as_bytes());
        level.play(mv);
    }

    fn number(&mut self, level: &ReferenceLine) {
        let dots = match level.now.turn() {
            Color::White => ".",
            Color::Black if level.is_interrupted && self.layout.has(Layout::NUMBERED_REPLIES) => "...",
            Color::Black => return,
        };
        let mut number = format!("{}{dots}", level.now.fullmove());
        if self.layout.has(Layout::WHOLE_PAIRS) {
            let blank = if self.layout.has(Layout::SPACED_NUMBERS) { " " } else { "" };
            number.push_str(blank);
            self.prefix.push_str(&number);
        } else if self.layout.has(Layout::SPACED_NUMBERS | Layout::SPLIT_NUMBERS) {
            self.word(number.as_bytes());
            self.is_glued = !self.layout.has(Layout::SPACED_NUMBERS);
        } else {
            self.prefix.push_str(&number);
        }
    }

    /// Writes a move, or keeps it until the reply comes.
    fn move_word(&mut self, level: &ReferenceLine, word: &[u8]) {
        if self.layout.has(Layout::WHOLE_PAIRS) && level.now.turn() == Color::White {
            self.prefix.push_str(&String::from_utf8_lossy(word));
            self.prefix.push(' ');
        } else {
            self.word(word);
        }
    }

    /// Writes a move of White to which no reply comes.
    fn end_pair(&mut self) {
        if self.prefix.ends_with(' ') {
            let pair = std::mem::take(&mut self.prefix);
            self.word(pair.trim_end().as_bytes());
        }
    }

    fn nag(&mut self, value: u8) {
        match SIGNS.get(usize::from(value)).filter(|sign| self.layout.has(Layout::SIGNS) && !sign.is_empty()) {
            Some(sign) => self.push(sign.as_bytes()),
            None => self.word(format!("${value}").as_bytes()),
        }
    }

    fn comment(&mut self, text: &str) {
        let text = format!("{{{text}}}");
        let mut lines = text.split('\n');
        lines.next().unwrap_or_default().split(' ').for_each(|word| self.word(word.as_bytes()));
        for line in lines {
            self.end_line();
            line.split(' ').for_each(|word| self.word(word.as_bytes()));
        }
    }

    /// Writes a word after a blank, or in the next line.
    fn word(&mut self, word: &[u8]) {
        if !self.prefix.is_empty() {
            let word = [std::mem::take(&mut self.prefix).as_bytes(), word].concat();
            return self.word(&word);
        }
        let is_glued = std::mem::take(&mut self.is_glued) || self.line == 0;
        if self.line > 0 && self.line + usize::from(!is_glued) + word.len() > self.width {
            self.end_line();
        } else if !is_glued {
            self.push(b" ");
        }
        self.push(word);
        self.is_glued = false;
    }

    fn push(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.line += bytes.len();
    }

    fn end_line(&mut self) {
        self.out.extend_from_slice(if self.layout.has(Layout::CRLF) { b"\r\n" } else { b"\n" });
        (self.line, self.is_glued) = (0, true);
    }
}

impl ReferenceLine {
    fn play(&mut self, mv: Move) {
        self.before.clone_from(&self.now);
        self.now.play_unchecked(mv);
        (self.has_moves, self.is_interrupted) = (true, false);
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    #[test]
    fn layouts_are_recognized() {
        let lichess = b"[White \"a\"]\n\n1. e4?! { [%eval 0.1] } 1... e5 2. Nf3 *\n\n";
        let habits = Layout::SPACED_NUMBERS | Layout::SIGNS | Layout::NUMBERED_REPLIES;
        assert_eq!(Layout::of_text(lichess).bytes(), [habits | Layout::WHOLE_PAIRS, 40]);
        let old = b"[White \"a\"]\r\n\r\n1.e4 $6 {good} e5 2.Nf3 *\r\n\r\n";
        assert_eq!(Layout::of_text(old).bytes(), [Layout::CRLF | Layout::WHOLE_PAIRS, 25]);
        assert_eq!(Layout::of_text(b"[White \"a\"]").width, 0);
        assert_eq!(Layout::of_bytes([128, 0]), None);
    }
}
