//! Bytes to tokens. Only this file and the one below know the syntax of VGN.
//!
//! The text is first cut at white space and at brackets, braces, parentheses, `;` and `$`; the text between is matched
//! as a whole. A token points into the text: nothing is allocated, no line is counted. The reader determines the
//! meaning of a token: its game, whether a parenthesis is open, and the move of a word.

mod pattern;
pub(super) mod tags;

pub(super) use pattern::game as pattern;
pub use tags::{TagNotes, VgnTag, unescape};

use crate::dialect::vgn::codes::MovesCode;
use crate::error::Code;
use crate::step::{CommentForm, Termination};
use crate::swar::{above_letters, below, find};
use crate::text::{BOM_UTF8 as BOM, line_ends};

/// What is at one place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VgnToken<'a> {
    /// `[Name "value"]`.
    Tag(VgnTag<'a>),
    /// A move number.
    Number {
        /// The number; `u32::MAX` if it is larger.
        value: u32,
        /// How many dots follow: one in `12.` and `12.5`, three in `12...`.
        dots: u8,
        /// Whether it is `12.5`: Black's move.
        half: bool,
    },
    /// A word that can only be a move, or a whole row of words if moves are rows.
    Move(&'a [u8]),
    /// `$n`; `None` in `value` is a number above 255, or a composite NAG, which is whole in `spelled`.
    Nag {
        /// 0 to 255.
        value: Option<u8>,
        /// As written: `$1`, `$5.1.2`.
        spelled: &'a [u8],
    },
    /// `{…}` or `; …`, without its signs.
    Comment {
        /// What is in it.
        text: &'a [u8],
        /// Braces, or a semicolon.
        form: CommentForm,
    },
    /// A line that starts with `%`, without the sign.
    Escape(&'a [u8]),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// The marker at the end of the moves.
    Termination(Termination),
    /// An error or a note, and the text it is about. After a note that same text follows as its token; after an error
    /// it is after the lexer, except for a comment that is never closed.
    Fault(Code, &'a [u8]),
}

/// Reads tokens from the front of a text.
///
/// Tags may come first, read by [`VgnLexer::next_tag`]; once it returns `None`, [`VgnLexer::next`] reads the moves.
///
/// ```
/// use scoresheet_core::game::vgn::lexer::{VgnLexer, VgnToken};
/// let mut lexer = VgnLexer::new(b"[MoveFormat \"MCN\"]\n1. e2e4 *", 0);
/// let Some((0, VgnToken::Tag(tag))) = lexer.next_tag() else { panic!("a tag") };
/// assert_eq!((tag.name, tag.raw), (&b"MoveFormat"[..], &b"MCN"[..]));
/// assert_eq!(lexer.next_tag(), None);
/// assert_eq!(lexer.next(), Some((19, VgnToken::Number { value: 1, dots: 1, half: false })));
/// assert_eq!(lexer.next(), Some((22, VgnToken::Move(b"e2e4"))));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VgnLexer<'a> {
    text: &'a [u8],
    /// Where the next token is looked for.
    at: usize,
    moves: MovesCode,
    /// Where the token starts about which a note was just returned.
    noted: usize,
}

// What a byte can start. `ENDS` is set for the bytes that end every word.
const WORD: u8 = 0;
const DIGIT: u8 = 1;
const DOT: u8 = 2;
const PERCENT: u8 = 3;
const ENDS: u8 = 0x80;
const SPACE: u8 = ENDS;
const BRACE: u8 = 1 | ENDS;
const SEMICOLON: u8 = 2 | ENDS;
const OPEN: u8 = 3 | ENDS;
const CLOSE: u8 = 4 | ENDS;
const DOLLAR: u8 = 5 | ENDS;
const BRACKET: u8 = 6 | ENDS;
const STRAY: u8 = 7 | ENDS;

static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [WORD; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => SPACE,
            b'0'..=b'9' => DIGIT,
            b'.' => DOT,
            b'%' => PERCENT,
            b'{' => BRACE,
            b';' => SEMICOLON,
            b'(' => OPEN,
            b')' => CLOSE,
            b'$' => DOLLAR,
            b'[' => BRACKET,
            b'}' | b']' => STRAY,
            _ => WORD,
        };
        byte += 1;
    }
    table
}

/// No token starts there.
const NOWHERE: usize = usize::MAX;

impl<'a> VgnLexer<'a> {
    /// Reads `text` from `at` on. A byte order mark at its start is white space.
    pub fn new(text: &'a [u8], at: usize) -> VgnLexer<'a> {
        let at = if at == 0 && text.starts_with(BOM) { BOM.len() } else { at };
        VgnLexer { text, at, moves: MovesCode::Words, noted: NOWHERE }
    }

    /// Where the next token is looked for: after the last one, so after a tag it is where binary moves start.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Continues from here.
    #[inline(always)]
    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Sets the notation of the moves that come now.
    #[inline(always)]
    pub fn set_moves(&mut self, moves: MovesCode) {
        self.moves = moves;
    }

    /// The next tag, or anything else among tags: a comment, an escaped line, a fault. `None` if the moves start, or
    /// the text ends; nothing is read then.
    #[inline]
    pub fn next_tag(&mut self) -> Option<(usize, VgnToken<'a>)> {
        let start = self.skip_space();
        let token = match CLASS[usize::from(*self.text.get(start)?)] {
            BRACKET => self.bracket(start),
            BRACE => self.comment(start),
            SEMICOLON => self.line_comment(start),
            PERCENT if self.starts_line(start) => self.escape(start),
            _ => return None,
        };
        Some((start, token))
    }

    /// Where the next tag seems to start; `Some(None)` if [`VgnLexer::next_tag`] would return that there is none, and
    /// `None` if it would return something else.
    #[inline]
    pub(super) fn next_plain_tag(&mut self) -> Option<Option<usize>> {
        let start = self.skip_space();
        match self.text.get(start).map(|&byte| CLASS[usize::from(byte)]) {
            Some(BRACKET) => Some(Some(start)),
            Some(BRACE | SEMICOLON | PERCENT) => None,
            _ => Some(None),
        }
    }

    /// The next token and where it starts; `None` at the end. Always moves forward, except for a note about the token
    /// that follows it.
    // Not an iterator: code that reads moves stops at a marker and sets the lexer again.
    #[expect(clippy::should_implement_trait, reason = "the lexer is set anew between tokens")]
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, VgnToken<'a>)> {
        let start = self.skip_space();
        let token = match CLASS[usize::from(*self.text.get(start)?)] {
            WORD if self.moves == MovesCode::Words => {
                self.at = word_end(self.text, start + 1);
                match self.since(start) {
                    b"*" => VgnToken::Termination(Termination::Unknown),
                    word => VgnToken::Move(word),
                }
            }
            DIGIT if self.moves == MovesCode::Words => match self.plain_number(start) {
                Some(token) => token,
                None => self.digits(start),
            },
            class => self.rare(class, start),
        };
        Some((start, token))
    }

    /// Moves to the first byte of the next token, or to the end, and returns that place.
    #[inline(always)]
    pub(crate) fn skip_space(&mut self) -> usize {
        while let Some(&b) = self.text.get(self.at)
            && CLASS[usize::from(b)] == SPACE
        {
            self.at += 1;
        }
        self.at
    }

    /// The start of the next line that starts with `[`, at or after `from`: where the text is surely that of another game when
    /// one could not be read.
    pub(crate) fn next_bracket_line(text: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at = find(text, at, [b'[', b'[']);
            match (at.checked_sub(1).and_then(|before| text.get(before)), text.get(at)) {
                (_, None) => return None,
                (None | Some(b'\n' | b'\r'), _) => return Some(at),
                _ => at += 1,
            }
        }
    }

    /// The start of the next tag after an empty line, at or after `from`: that of another game, whatever precedes it.
    pub(crate) fn next_section(text: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at = VgnLexer::next_bracket_line(text, at)?;
            let blank = &text[text[..at].trim_ascii_end().len()..at];
            if line_ends(blank) > 1 && text.get(at + 1)?.is_ascii_alphabetic() {
                return Some(at);
            }
            at += 1;
        }
    }

    /// A number as nearly all are: up to three digits, one dot, a blank.
    #[inline(always)]
    fn plain_number(&mut self, start: usize) -> Option<VgnToken<'a>> {
        let mut value = 0;
        for (digits, &byte) in self.text.get(start..)?.iter().take(4).enumerate() {
            match byte {
                b'0'..=b'9' => value = value * 10 + u32::from(byte - b'0'),
                b'.' => {
                    let end = start + digits + 1;
                    return match self.text.get(end) {
                        Some(b' ' | b'\n') => {
                            self.at = end;
                            Some(VgnToken::Number { value, dots: 1, half: false })
                        }
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// What starts with a digit: a number, a marker, or a word.
    #[inline(never)]
    fn digits(&mut self, start: usize) -> VgnToken<'a> {
        let end = word_end(self.text, start + 1);
        let word = self.text.get(start..end).unwrap_or_default();
        if let Some(termination) = termination(word) {
            self.at = end;
            return VgnToken::Termination(termination);
        }
        let Some(NumberToken { value, dots, half, length }) = number(word) else {
            self.at = end;
            return VgnToken::Move(word);
        };
        if start + length < end && self.noted != start {
            self.noted = start;
            return VgnToken::Fault(Code::NumberGlued, word);
        }
        self.at = start + length;
        VgnToken::Number { value, dots, half }
    }

    /// Everything but a plain word or number.
    #[inline(never)]
    fn rare(&mut self, class: u8, start: usize) -> VgnToken<'a> {
        self.at = start + 1;
        match class {
            OPEN => VgnToken::Open,
            CLOSE => VgnToken::Close,
            BRACE => self.comment(start),
            SEMICOLON => self.line_comment(start),
            DOLLAR => self.nag(start),
            BRACKET => self.bracket(start),
            STRAY => VgnToken::Fault(Code::Stray, self.since(start)),
            PERCENT if self.starts_line(start) => self.escape(start),
            _ if self.moves == MovesCode::Rows => self.row(start),
            _ => {
                self.at = word_end(self.text, start);
                VgnToken::Move(self.since(start))
            }
        }
    }

    /// A row, or anything else in the place of one.
    fn row(&mut self, start: usize) -> VgnToken<'a> {
        self.at = word_end(self.text, start);
        let word = self.since(start);
        if let Some(token) = not_a_field(word) {
            return token;
        }
        if !opens_row(word) {
            return VgnToken::Move(word);
        }
        // What follows are its fields, up to what cannot be one.
        let mut ahead = *self;
        loop {
            let next = ahead.skip_space();
            match self.text.get(next).map(|&b| CLASS[usize::from(b)]) {
                None => break,
                Some(PERCENT) if self.starts_line(next) => break,
                Some(class) if class & ENDS != 0 => break,
                Some(_) => {}
            }
            ahead.at = word_end(self.text, next);
            let field = ahead.since(next);
            if not_a_field(field).is_some() || opens_row(field) {
                break;
            }
            self.at = ahead.at;
        }
        VgnToken::Move(self.since(start))
    }

    /// `$n`, and a composite like `$5.1.2`.
    fn nag(&mut self, start: usize) -> VgnToken<'a> {
        self.at = word_end(self.text, start + 1);
        let spelled = self.since(start);
        let digits = spelled.get(1..).unwrap_or_default();
        if !digits.split(|&b| b == b'.').all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit)) {
            return VgnToken::Fault(Code::NagSyntax, spelled);
        }
        let value = digits.iter().try_fold(0u8, |value, digit| match digit {
            b'0'..=b'9' => value.checked_mul(10)?.checked_add(digit - b'0'),
            _ => None,
        });
        VgnToken::Nag { value, spelled }
    }

    /// A comment in braces. It ends at the first closing brace, regardless of its content.
    #[inline(never)]
    fn comment(&mut self, start: usize) -> VgnToken<'a> {
        let end = find(self.text, start + 1, [b'}', b'}']);
        if end >= self.text.len() && self.noted != start {
            self.noted = start;
            self.at = start;
            return VgnToken::Fault(Code::CommentUnclosed, self.text.get(start..).unwrap_or_default());
        }
        self.at = self.text.len().min(end + 1);
        VgnToken::Comment { text: self.text.get(start + 1..end).unwrap_or_default(), form: CommentForm::Braces }
    }

    /// A comment to the end of its line.
    #[inline(never)]
    fn line_comment(&mut self, start: usize) -> VgnToken<'a> {
        self.at = find(self.text, start, [b'\n', b'\r']);
        VgnToken::Comment { text: self.since(start + 1), form: CommentForm::Line }
    }

    /// An escaped line, which VGN does not know.
    #[inline(never)]
    fn escape(&mut self, start: usize) -> VgnToken<'a> {
        let end = find(self.text, start, [b'\n', b'\r']);
        if self.noted != start {
            self.noted = start;
            self.at = start;
            return VgnToken::Fault(Code::EscapedLine, self.text.get(start..end).unwrap_or_default());
        }
        self.at = end;
        VgnToken::Escape(self.since(start + 1))
    }

    /// A tag, and the notes about it before it.
    #[inline(always)]
    fn bracket(&mut self, start: usize) -> VgnToken<'a> {
        match tags::tag(self.text, start) {
            Ok((tag, end)) => {
                self.at = end;
                VgnToken::Tag(tag)
            }
            Err(end) => {
                self.at = end;
                VgnToken::Fault(Code::TagSyntax, self.since(start))
            }
        }
    }

    /// The bytes from `start` up to where the lexer is.
    #[inline(always)]
    fn since(&self, start: usize) -> &'a [u8] {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn starts_line(&self, at: usize) -> bool {
        match at.checked_sub(1).and_then(|before| self.text.get(before)) {
            Some(b'\n' | b'\r') | None => true,
            Some(_) => at == BOM.len() && self.text.starts_with(BOM),
        }
    }
}

/// The first place from `at` that ends a word.
#[inline(always)]
fn word_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        // Among the bytes that end a word and a few others: those up to `)`, and those like `;`, `[` and `{`.
        let stops = below(word, b'*') | above_letters(word) << 2;
        if stops == 0 {
            at += 8;
            continue;
        }
        at += (stops.trailing_zeros() / 8) as usize;
        match text.get(at) {
            Some(&b) if CLASS[usize::from(b)] & ENDS == 0 => at += 1,
            _ => return at,
        }
    }
    while text.get(at).is_some_and(|&b| CLASS[usize::from(b)] & ENDS == 0) {
        at += 1;
    }
    at
}

/// Whether a word is the first of a row.
fn opens_row(word: &[u8]) -> bool {
    word.iter().filter(|&&b| b == b'/').count() >= 7
}

/// The number or marker that `word` is as a whole.
fn not_a_field<'a>(word: &[u8]) -> Option<VgnToken<'a>> {
    if let Some(termination) = termination(word) {
        return Some(VgnToken::Termination(termination));
    }
    let NumberToken { value, dots, half, .. } = number(word).filter(|number| number.length == word.len())?;
    Some(VgnToken::Number { value, dots, half })
}

/// The marker that `word` is.
fn termination(word: &[u8]) -> Option<Termination> {
    TERMINATIONS.into_iter().find(|(marker, _)| marker.as_bytes() == word).map(|(_, termination)| termination)
}

/// The markers; PGN's `0-0` is not among them.
const TERMINATIONS: [(&str, Termination); 4] = [
    ("1-0", Termination::WhiteWins),
    ("0-1", Termination::BlackWins),
    ("1/2-1/2", Termination::Draw),
    ("*", Termination::Unknown),
];

/// A move number at the start of a word.
struct NumberToken {
    value: u32,
    dots: u8,
    half: bool,
    /// How many bytes of the word it takes.
    length: usize,
}

fn number(word: &[u8]) -> Option<NumberToken> {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = word.split_at_checked(digits).filter(|_| digits > 0)?;
    let value =
        number.iter().fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
    let dots = rest.iter().take_while(|&&b| b == b'.').count();
    let half = dots == 1 && matches!(rest, [_, b'5', behind @ ..] if !behind.first().is_some_and(u8::is_ascii_digit));
    let length = digits + dots + usize::from(half);
    (dots > 0).then(|| NumberToken { value, dots: u8::try_from(dots).unwrap_or(u8::MAX), half, length })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn shown(text: &[u8]) -> String {
        String::from_utf8_lossy(text).replace('\n', "\\n")
    }

    /// The tokens of a text, each as words: `number 1`, `move e2e4`.
    fn tokens(text: &str, moves: MovesCode) -> Vec<String> {
        let mut lexer = VgnLexer::new(text.as_bytes(), 0);
        lexer.set_moves(moves);
        let mut all = Vec::new();
        while let Some((start, token)) = lexer.next() {
            assert!(text.is_char_boundary(start) && lexer.at() >= start && lexer.at() <= text.len(), "{text}");
            all.push(match token {
                VgnToken::Tag(tag) => format!("tag {} {}", shown(tag.name), shown(tag.raw)),
                VgnToken::Number { value, half: true, .. } => format!("number {value}.5"),
                VgnToken::Number { value, dots, .. } => format!("number {value}{}", ".".repeat(dots.into())),
                VgnToken::Move(word) => format!("move {}", shown(word)),
                VgnToken::Nag { value, spelled } => format!("nag {value:?} {}", shown(spelled)),
                VgnToken::Comment { text, form: CommentForm::Braces } => format!("comment {}", shown(text)),
                VgnToken::Comment { text, form: CommentForm::Line } => format!("line {}", shown(text)),
                VgnToken::Escape(text) => format!("escape {}", shown(text)),
                VgnToken::Open => "(".to_string(),
                VgnToken::Close => ")".to_string(),
                VgnToken::Termination(termination) => termination.as_str().to_string(),
                VgnToken::Fault(code, text) => format!("{} {}", code.id(), shown(text)),
            });
        }
        all
    }

    #[test]
    fn moves_numbers_and_markers() {
        for (text, told) in [
            ("1. e2e4 e7e5\n2. g1f3 *", "number 1.,move e2e4,move e7e5,number 2.,move g1f3,*"),
            ("1.e2e4 1.5e7e5", "number-glued 1.e2e4,number 1.,move e2e4,number-glued 1.5e7e5,number 1.5,move e7e5"),
            ("1...e7e5 0-1", "number-glued 1...e7e5,number 1...,move e7e5,0-1"),
            ("12.5 QC+# 1/2-1/2", "number 12.5,move QC+#,1/2-1/2"),
            ("1.\te2e4\r\n1.5\x0be7e5\x0c1-0", "number 1.,move e2e4,number 1.5,move e7e5,1-0"),
            ("1.55 12 0-0 1/2", "number-glued 1.55,number 1.,move 55,move 12,move 0-0,move 1/2"),
            ("1. ... e7e5", "number 1.,move ...,move e7e5"),
            ("99999999999. a2a3", "number 4294967295.,move a2a3"),
            ("Pa7-b8xR=q+#+ Pa7-b8=Q", "move Pa7-b8xR=q+#+,move Pa7-b8=Q"),
            ("e2e4(1. d2d4)e7e5*", "move e2e4,(,number 1.,move d2d4,),move e7e5*"),
            ("*[A \"b\"]", "*,tag A b"),
            ("\u{feff}1. e4", "number 1.,move e4"),
        ] {
            assert_eq!(tokens(text, MovesCode::Words).join(","), told, "{text}");
        }
    }

    #[test]
    fn nags_comments_and_strays() {
        for (text, told) in [
            ("a2a3 $1$14 $255)$256", "move a2a3,nag Some(1) $1,nag Some(14) $14,nag Some(255) $255,),nag None $256"),
            ("$5.1.2.1.1 $ $a $1. $.1", "nag None $5.1.2.1.1,nag-syntax $,nag-syntax $a,nag-syntax $1.,nag-syntax $.1"),
            ("{a{b;\nc}e4;d}\re5;f", "comment a{b;\\nc,move e4,line d},move e5,line f"),
            ("a {b", "move a,comment-unclosed {b,comment b"),
            ("{", "comment-unclosed {,comment "),
            ("{}", "comment "),
            ("a } ] b", "move a,stray },stray ],move b"),
            ("%x\n %y\n%z", "escaped-line %x,escape x,move %y,escaped-line %z,escape z"),
            ("((a)", "(,(,move a,)"),
        ] {
            assert_eq!(tokens(text, MovesCode::Words).join(","), told, "{text}");
        }
    }

    #[test]
    fn rows_take_their_fields() {
        let board = "4k3/8/8/8/8/8/8/4K3";
        for (text, told) in [
            ("1. B w - 1.5 B b *", "number 1.,move B w -,number 1.5,move B b,*"),
            ("B w - b1k5/8/8/8/8/8/8/4K3", "move B w -,move b1k5/8/8/8/8/8/8/4K3"),
            ("B w KQ e3 0 12 13. B", "move B w KQ e3 0 12,number 13.,move B"),
            (
                "B w\n-\n+# $1 B{c}B(B)B;d",
                "move B w\\n-\\n+#,nag Some(1) $1,move B,comment c,move B,(,move B,),move B,line d",
            ),
            ("e2e4 B 1/2-1/2", "move e2e4,move B,1/2-1/2"),
            ("1.B", "move 1.B"),
            ("B\n%x", "move B,escaped-line %x,escape x"),
        ] {
            let (text, told) = (text.replace('B', board), told.replace('B', board));
            assert_eq!(tokens(&text, MovesCode::Rows).join(","), told, "{text}");
        }
    }

    #[test]
    fn what_is_among_tags() {
        let text = b"{a}[GameFormat \"VGN\"];b\n%c\n [Date]\n1. e4";
        let mut lexer = VgnLexer::new(text, 0);
        let mut told = Vec::new();
        while let Some((_, token)) = lexer.next_tag() {
            told.push(match token {
                VgnToken::Tag(tag) => shown(tag.name),
                VgnToken::Comment { text, .. } | VgnToken::Escape(text) => shown(text),
                VgnToken::Fault(code, _) => code.id().into(),
                _ => panic!("{token:?}"),
            });
        }
        assert_eq!(told, ["a", "GameFormat", "b", "escaped-line", "c", "tag-syntax"]);
        assert_eq!(lexer.at(), text.len() - "1. e4".len());
    }

    #[test]
    fn any_bytes_are_read_to_their_end() {
        const ALPHABET: &[u8] = b"[]{}()$;%.*/5 \n\"\\e4+#\x00\xff\xef\xbb\xbf-1";
        let mut seed = 1u32;
        for _ in 0..2000 {
            let mut text = [0; 40];
            for byte in &mut text {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = ALPHABET[(seed >> 16) as usize % ALPHABET.len()];
            }
            for moves in [MovesCode::Words, MovesCode::Rows] {
                let mut lexer = VgnLexer::new(&text, 0);
                lexer.set_moves(moves);
                let (mut before, mut faults) = (0, 0);
                while lexer.next().is_some() {
                    faults = if lexer.at() == before { faults + 1 } else { 0 };
                    assert!(lexer.at() >= before && faults < 2, "{}", text.escape_ascii());
                    before = lexer.at();
                }
                assert_eq!(lexer.at(), text.len());
            }
        }
    }

    #[test]
    fn a_bracket_in_the_first_column() {
        assert_eq!(VgnLexer::next_bracket_line(b"a [b\n[c", 0), Some(5));
        assert_eq!(VgnLexer::next_bracket_line(b"[c", 0), Some(0));
        assert_eq!(VgnLexer::next_bracket_line(b"[c", 1), None);
    }
}
