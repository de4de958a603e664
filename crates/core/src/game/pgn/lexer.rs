//! Bytes to tokens. Only here and in the files below is known how PGN looks.
//!
//! A token is a small value that points into the text: nothing is allocated, no line is counted. What a token means (which
//! game it belongs to, whether a parenthesis is open) is decided in [`super::reader`].

mod classes;
mod cursor;
mod marks;
mod pattern;
mod signs;
pub(super) mod tags;
mod token_pattern;

pub(super) use cursor::LONGEST_PLAIN_COMMENT;
pub use cursor::{Ahead, Peeked, PlainCursor};
pub(super) use marks::{
    MARK_REACH, first_certain_mark, follows_empty_line, last_certain_mark, next_mark, unfinished_mark,
};
pub(super) use pattern::game as pattern;
pub(super) use tags::{PgnTag, TagForm};
pub(super) use token_pattern::tokens;

use crate::error::Code;
use crate::event::{NearTag, TagStart};
use crate::result_text::{self, ResultForm, ResultText};
use crate::step::{CommentForm, Termination};
use crate::swar::{above_letters, below, find, repeat};
use crate::text;
use classes::{
    BOM, BRACE, BRACKET, CLASS, CLOSE, CTRL_Z, DIGIT, DOLLAR, DOT, ENDS, EOF, HIGH, HIGH_LOOK, LOOK, MARK, OPEN,
    PERCENT, SEMICOLON, SIGN, SKIPPED, SPACE, STAR, WORD,
};
use cursor::starts_suffix;
use marks::{line_end, mark_after_empty_line};
use signs::{check_marks, glued_result, high_sign, is_check_word, sign_at};
pub(super) use signs::{is_glued, is_unusual};
use tags::tag_opening;

/// What is at one place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PgnToken<'a> {
    Tag(PgnTag<'a>),
    Number {
        value: u32,
        dots: u8,
        half: bool,
    },
    Move(&'a [u8]),
    /// `0-0`: castling, or both lose. Only the reader can decide.
    Zeros(&'a [u8]),
    Nag {
        value: Option<u8>,
        spelled: &'a [u8],
    },
    Comment {
        text: &'a [u8],
        form: CommentForm,
        closed: bool,
    },
    Escape(&'a [u8]),
    Open,
    Close,
    Termination {
        termination: Termination,
        standard: bool,
    },
    /// A text in brackets that is not a tag, up to the closing bracket or the end of the line.
    Bracket(&'a [u8]),
    /// A skipped text, and the fault that reports it.
    Skipped(Code),
}

/// A move or a number in plain spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainToken<'a> {
    Move {
        start: usize,
        word: &'a [u8],
    },
    /// With one dot.
    Number {
        start: usize,
        value: u32,
    },
    /// Something else, which was not read.
    Other,
}

/// Bytes between white space. A move in proper SAN is a word; code that does not recognize it as one calls
/// [`NearWord::needs_care`].
#[derive(Clone, Copy)]
pub(super) struct NearWord<'a> {
    word: &'a [u8],
    /// The word's bytes, those after them, and which are the word's.
    eight: u64,
    inside: u64,
}

impl NearWord<'_> {
    /// Whether these bytes may be more or less than one word.
    #[inline(always)]
    fn needs_care(&self) -> bool {
        // What may occur in a word are bytes from `+` on. Among them those whose lowest five bits are above Z's are
        // `;<=>?`, brackets and braces.
        let letters = (self.eight & self.inside) | (repeat(b'a') & !self.inside);
        let unusual = below(letters, b'+') | above_letters(letters) | letters & repeat(0x80);
        // A word that ends with a sign needs a closer look unless that is one check mark.
        let signs = match *self.word {
            [.., before, last] => last < b'0' && (last != b'+' || before < b'0'),
            _ => true,
        };
        // A result may be attached to the word: `Qg20-1`. And `ch` is a check mark, but no move ends like it.
        let other = matches!(*self.word, [.., b'-', b'0' | b'1'] | [.., b'a'..=b'z']);
        unusual != 0 || signs || other
    }
}

/// How long a [`PlainToken`] token may be at most.
pub(super) const LONGEST_PLAIN: u64 = 10;

/// Reads tokens from the front of a text.
#[derive(Clone, Copy)]
pub(super) struct PgnLexer<'a> {
    pub(super) text: &'a [u8],
    /// Where the next token is looked for.
    pub(super) at: usize,
}

impl<'a> PgnLexer<'a> {
    pub(super) fn new(text: &'a [u8]) -> PgnLexer<'a> {
        PgnLexer { text, at: 0 }
    }

    pub(super) fn starting_at(text: &'a [u8], at: usize) -> PgnLexer<'a> {
        PgnLexer { text, at }
    }

    /// Where the next token starts and ends.
    pub(super) fn span(&mut self) -> Option<(usize, usize)> {
        self.next().map(|(start, _)| (start, self.at))
    }

    /// The next token if it is a move or a number in plain spelling and plain surroundings, as nearly all are; else
    /// nothing is read, and [`PgnLexer::next`] returns the next token.
    #[inline(always)]
    pub(super) fn plain(&mut self) -> PlainToken<'a> {
        let mut start = self.at;
        while let Some(b' ' | b'\n') = self.text.get(start) {
            start += 1;
        }
        match self.text.get(start).map_or(SPACE, |&first| CLASS[usize::from(first)]) {
            WORD => match self.near_word(start) {
                Some(near) if !near.needs_care() && !self.suffix_follows(start + near.word.len()) => {
                    self.at = start + near.word.len();
                    PlainToken::Move { start, word: near.word }
                }
                _ => PlainToken::Other,
            },
            DIGIT => match self.near_number(start) {
                // Move number 1 may start another game.
                Some((value, end)) if value != 1 => {
                    self.at = end;
                    PlainToken::Number { start, value }
                }
                _ => PlainToken::Other,
            },
            _ => PlainToken::Other,
        }
    }

    /// Whether `e.p.` follows the word that ends at `at`: it is part of it.
    #[inline(always)]
    fn suffix_follows(&self, at: usize) -> bool {
        starts_suffix(self.rest(at))
    }

    /// Goes past all that [`PgnLexer::plain`] reads up to `longest`.
    #[inline(always)]
    pub(super) fn skip_plain(&mut self, longest: usize) {
        // A copy can stay in registers.
        let mut ahead = *self;
        while ahead.plain() != PlainToken::Other && ahead.at <= longest {
            self.at = ahead.at;
        }
    }

    /// The bytes up to the next white space if that is near. Eight bytes are looked at as one number, and not what they
    /// are: the lengths of words are what a processor cannot foresee.
    #[inline(always)]
    pub(super) fn near_word(&self, start: usize) -> Option<NearWord<'a>> {
        let known = self.text.get(start..)?.first_chunk::<12>()?;
        let eight = u64::from_le_bytes(*known.first_chunk()?);
        let space = below(eight, 0x21);
        if space == 0 {
            return None;
        }
        let len = (space.trailing_zeros() / 8) as usize & 7;
        // A control byte is part of a word.
        if CLASS[usize::from(known[len])] != SPACE {
            return None;
        }
        let inside = (space ^ (space - 1)) >> 8;
        Some(NearWord { word: self.text.get(start..start + len)?, eight, inside })
    }

    /// The value and the end of a number of up to three digits with one dot, as nearly all are: `12.`. The digits are
    /// looked at together, for how many they are changes.
    #[inline(always)]
    pub(super) fn near_number(&self, start: usize) -> Option<(u32, usize)> {
        let eight = u64::from_le_bytes(*self.text.get(start..)?.first_chunk::<8>()?);
        if eight as u8 > b'9' {
            return None;
        }
        let dots = below(eight ^ repeat(b'.'), 1);
        let count = dots.trailing_zeros() / 8;
        if !(1..=3).contains(&count) {
            return None;
        }
        // Three bytes, the last digit highest, padded with zeros.
        let digits = (eight << (64 - 8 * count)) >> 40;
        let present = 0x30_3030 << (24 - 8 * count) & 0xff_ffff;
        if digits & 0xf0_f0f0 != present || ((digits & 0x0f_0f0f) + 0x06_0606) & 0x10_1010 != 0 {
            return None;
        }
        let [_, next, after, ..] = (eight >> (8 * count)).to_le_bytes();
        // A digit may be castling, a decimal or VGN's `.5`.
        if matches!((next, after), (b'.' | b'0'..=b'9' | 0x80.., _) | (b' ', b'.')) {
            return None;
        }
        let value = (digits >> 16 & 15) + (digits >> 8 & 15) * 10 + (digits & 15) * 100;
        Some((value as u32, start + count as usize + 1))
    }

    /// The next token and where it starts; `None` at the end. Always moves forward.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, PgnToken<'a>)> {
        self.skip_space();
        let start = self.at;
        let token = match CLASS[usize::from(*self.text.get(start)?)] {
            WORD => self.word(start),
            DIGIT => self.number_or_word(start),
            class => self.rare(class, start),
        };
        Some((start, token))
    }

    /// The next token if it is a tag as plain as [`PgnLexer::plain`] requires of moves.
    #[inline(always)]
    pub(super) fn plain_tag(&mut self) -> Option<(usize, PgnTag<'a>)> {
        let mut start = self.at;
        while let Some(b' ' | b'\n' | b'\r') = self.text.get(start) {
            start += 1;
        }
        Some((start, self.tag(start)?))
    }

    /// The tag on the next line, if nothing is unusual about it; else nothing is read. `expected` is how
    /// it opens in all likelihood, for that is quicker to compare than to find out.
    #[inline(always)]
    pub(super) fn near_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        let (tag, end) = tags::near_tag(self.text, self.at, expected)?;
        self.at = end;
        Some(tag)
    }

    /// The tag that starts at `start`. If there is none, nothing is read.
    #[inline(always)]
    fn tag(&mut self, start: usize) -> Option<PgnTag<'a>> {
        let (tag, end) = tags::tag(self.text, start)?;
        self.at = end;
        Some(tag)
    }

    /// Where the next token starts, if it is a tag. What the tag holds is not looked at.
    #[inline]
    pub(super) fn at_tag(&mut self) -> Option<usize> {
        (self.at_bracket() && tag_opening(self.text, self.at).is_some()).then_some(self.at)
    }

    /// Whether the next token starts with a bracket.
    #[inline]
    pub(super) fn at_bracket(&mut self) -> bool {
        self.skip_space();
        self.text.get(self.at) == Some(&b'[')
    }

    /// Whether only white space is left.
    pub(super) fn at_end(&self) -> bool {
        let mut ahead = *self;
        ahead.skip_space();
        ahead.at == ahead.text.len()
    }

    /// Moves to the first byte of the next token, or to the end.
    #[inline]
    pub(super) fn skip_space(&mut self) {
        loop {
            let rest = self.rest(self.at);
            match rest.first() {
                Some(&b) if CLASS[usize::from(b)] == SPACE => self.at += 1,
                // Elsewhere it is reported. Only the first game of a source starts with one.
                Some(0xef) if self.at == 0 && rest.starts_with(BOM) => self.at = BOM.len(),
                _ => return,
            }
        }
    }

    fn rest(&self, from: usize) -> &'a [u8] {
        self.text.get(from..).unwrap_or_default()
    }

    /// The bytes from `start` up to where the lexer is.
    fn since(&self, start: usize) -> &'a [u8] {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Everything that is neither white space nor an ordinary move or number.
    fn rare(&mut self, class: u8, start: usize) -> PgnToken<'a> {
        self.at = start + 1;
        match class {
            BRACE => self.comment(start + 1),
            SEMICOLON => PgnToken::Comment { text: self.line(start + 1), form: CommentForm::Line, closed: true },
            PERCENT if self.starts_line(start) => PgnToken::Escape(self.line(start + 1)),
            BRACKET => self.bracket(start),
            OPEN => self.open(start),
            CLOSE => PgnToken::Close,
            MARK => self.mark(start),
            DOLLAR => self.dollar(start),
            STAR => PgnToken::Termination { termination: Termination::Unknown, standard: true },
            SKIPPED if self.text.get(start) == Some(&b'}') => PgnToken::Skipped(Code::CommentUnopened),
            SKIPPED => self.reserved(start),
            CTRL_Z => self.end_of_file(start),
            SIGN => self.sign(start),
            DOT => self.dots(start),
            HIGH | HIGH_LOOK => self.high(start),
            _ => self.word(start),
        }
    }

    /// `word` reads a move, or other text in the place of one.
    fn word(&mut self, start: usize) -> PgnToken<'a> {
        self.at = self.word_end(start + 1);
        match self.text.get(self.at) {
            // The plain case: white space follows a letter or digit, or one check sign.
            Some(b' ' | b'\n' | b'\r')
                if self.since(start).last().is_none_or(|&b| CLASS[usize::from(b)] != SIGN && b < 0x80) => {}
            _ => self.word_tail(start),
        }
        if starts_suffix(self.rest(self.at)) {
            self.en_passant(start);
        }
        // `O-1`, with the letter.
        if let [b'O' | b'o' | 0xd0, ..] = self.since(start)
            && let Some(result) = self.result(start)
        {
            return result;
        }
        match self.since(start) {
            [.., b'-', b'0' | b'1'] | [.., b'/', b'2'] => self.at -= glued_result(self.since(start)),
            [b'A'..=b'Z', ..] => {}
            word if is_check_word(word) => return PgnToken::Skipped(Code::CheckSign),
            _ => {}
        }
        PgnToken::Move(self.since(start))
    }

    /// The end of the run of word bytes at `at`.
    fn word_end(&self, mut at: usize) -> usize {
        while let Some(&b) = self.text.get(at) {
            let class = CLASS[usize::from(b)];
            if class & (ENDS | LOOK) != 0 && (class & ENDS != 0 || self.sign_ends_word(at)) {
                break;
            }
            at += 1;
        }
        at
    }

    /// Corrects the end of a word: `f8(Q)`, `f8=(Q)` and `N*f3` are one word, and signs of annotation at its end are not part of
    /// it.
    fn word_tail(&mut self, start: usize) {
        let word = self.since(start);
        if let [.., b'a'..=b'h', b'1' | b'8'] = word.strip_suffix(b"=").unwrap_or(word)
            && let [b'(', piece, b')', ..] = self.rest(self.at).strip_prefix(b"=").unwrap_or(self.rest(self.at))
            && piece.is_ascii_alphabetic()
        {
            let sign = usize::from(self.rest(self.at).starts_with(b"="));
            self.at = self.word_end(self.at + sign + 3);
        }
        if let [letter] = word
            && letter.is_ascii_alphabetic()
            && let [b'*', b'a'..=b'h', b'1'..=b'8', ..] = self.rest(self.at)
        {
            self.at = self.word_end(self.at + 3);
        }
        let word = self.since(start);
        let plain = signs_at_end(word);
        if plain > 0 {
            self.at = start + plain + check_marks(&word[plain..], self.rest(start + plain));
        }
    }

    /// Takes `e.p.` after a pawn's move into the word that started at `start`: it is misplaced if that is not a
    /// capture.
    #[inline(never)]
    fn en_passant(&mut self, start: usize) {
        let rest = self.rest(self.at);
        let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let Some(suffix) = [&b"e.p."[..], b"e.p", b"ep"].into_iter().find(|s| rest[blanks..].starts_with(s)) else {
            return;
        };
        let end = self.at + blanks + suffix.len();
        let word = self.since(start);
        let unmarked = word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#")).unwrap_or(word);
        let of_pawn = matches!(unmarked, [b'a'..=b'h', .., b'1'..=b'8']);
        if of_pawn && self.word_end(end) == end {
            self.at = end;
        }
    }

    /// A word that starts with a digit: a move number, a result, castling with zeros, a null move or a decimal.
    fn number_or_word(&mut self, start: usize) -> PgnToken<'a> {
        let mut value = 0u32;
        let mut at = start;
        while let Some(digit @ b'0'..=b'9') = self.text.get(at) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            at += 1;
        }
        if let Some(b' ' | b'\t') = self.text.get(at)
            && value < 2
            && let Some(result) = self.result(start)
        {
            return result;
        }
        match self.text.get(at) {
            Some(b'.') => self.dotted(start, value, at),
            Some(b'-' | b'/' | b':' | b',' | 0x80..) => self.digits_word(start, at, value),
            _ if value == 0 && at - start == 4 => {
                self.at = at;
                PgnToken::Move(self.since(start))
            }
            _ => {
                self.at = at;
                PgnToken::Number { value, dots: 0, half: false }
            }
        }
    }

    /// Takes the result that starts at `start`. `0-0` is not a result here: it may be castling.
    fn result(&mut self, start: usize) -> Option<PgnToken<'a>> {
        let ResultText { result, form, length } =
            result_text::at_start(self.rest(start)).filter(|found| is_told(*found))?;
        self.at = start + length;
        Some(PgnToken::Termination { termination: result, standard: form == ResultForm::Standard })
    }

    /// A number with dots after it, the first at `at`.
    fn dotted(&mut self, start: usize, value: u32, at: usize) -> PgnToken<'a> {
        match (self.text.get(at + 1), self.text.get(at + 2)) {
            (Some(b'0'..=b'9'), _) => self.fraction(start, value, at),
            (Some(b' '), Some(b'.')) | (Some(b'.' | 0xe2), _) => self.many_dots(value, at),
            _ => {
                self.at = at + 1;
                PgnToken::Number { value, dots: 1, half: false }
            }
        }
    }

    /// A number, a dot and a digit: VGN's `12.5`, a decimal, or a number with a move attached that starts with a digit, as
    /// castling with zeros and the moves of correspondence chess do.
    #[inline(never)]
    fn fraction(&mut self, start: usize, value: u32, at: usize) -> PgnToken<'a> {
        if value < 2
            && let Some(result) = self.result(start)
        {
            return result;
        }
        let digits = self.rest(at + 1).iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_half = value > 0 && digits == 1 && self.text.get(at + 1) == Some(&b'5');
        match self.text.get(at + 1 + digits) {
            Some(b'-' | b'/' | b':' | 0x80..) => {}
            _ if is_half => return self.many_dots(value, at),
            behind if digits < 4 && behind.is_none_or(|&byte| CLASS[usize::from(byte)] & ENDS != 0) => {
                self.at = at + 1 + digits;
                return PgnToken::Move(self.since(start));
            }
            _ => {}
        }
        self.at = at + 1;
        PgnToken::Number { value, dots: 1, half: false }
    }

    /// `12...`, `12. ...`, `12…` and VGN's `12.5`, from the first dot.
    #[inline(never)]
    fn many_dots(&mut self, value: u32, at: usize) -> PgnToken<'a> {
        self.at = at;
        let mut dots = self.take_dots();
        let half = self.text.get(self.at) == Some(&b'5') && dots == 1;
        if half {
            self.at += 1;
            dots = dots.saturating_add(self.take_dots());
        }
        PgnToken::Number { value, dots, half }
    }

    /// Goes past dots, which blanks may separate, and returns their number: an ellipsis is three.
    fn take_dots(&mut self) -> u8 {
        let mut dots = 0u8;
        loop {
            while self.text.get(self.at) == Some(&b'.') {
                self.at += 1;
                dots = dots.saturating_add(1);
            }
            if !matches!(self.text.get(self.at), Some(b' ' | 0xe2)) {
                return dots;
            }
            let blanks = self.rest(self.at).iter().take_while(|&&byte| byte == b' ').count();
            let rest = self.rest(self.at + blanks);
            let (count, length) = match rest.first() {
                Some(b'.') => (1, 1),
                _ if rest.starts_with(ELLIPSIS) => (3, ELLIPSIS.len()),
                _ => return dots,
            };
            self.at += blanks + length;
            dots = dots.saturating_add(count);
        }
    }

    /// A word of digits and signs: a result, castling, or a number that something is attached to, which ends at
    /// `end`.
    #[inline(never)]
    fn digits_word(&mut self, start: usize, end: usize, value: u32) -> PgnToken<'a> {
        if let Some(result) = self.result(start) {
            return result;
        }
        if self.rest(end).starts_with(ELLIPSIS) {
            return self.many_dots(value, end);
        }
        self.at = self.word_end(end);
        let is_castling = value == 0 && end == start + 1 && text::dash(self.rest(end)) > 0;
        if !is_castling && self.text.get(end).is_some_and(|&byte| byte >= 0x80 || byte == b':') {
            self.at = end;
            return PgnToken::Number { value, dots: 0, half: false };
        }
        self.word_tail(start);
        match self.since(start) {
            zeros @ b"0-0" => PgnToken::Zeros(zeros),
            word => PgnToken::Move(word),
        }
    }

    /// `^Z`, once or more often: the end of a DOS file, if nothing follows on its line or the tags of another game do,
    /// for files were put together, too. Elsewhere it is a control byte like others, unless the game is over.
    #[cold]
    fn end_of_file(&mut self, start: usize) -> PgnToken<'a> {
        while let Some(&EOF) = self.text.get(self.at) {
            self.at += 1;
        }
        match self.text.get(tags::skip_blanks(self.text, self.at)) {
            None | Some(b'[' | b'\n' | b'\r') => PgnToken::Skipped(Code::EndOfFile),
            Some(_) => PgnToken::Move(self.since(start)),
        }
    }

    /// A word that starts with a sign: a sign of annotation, a forfeit, or a null move `--`.
    fn sign(&mut self, start: usize) -> PgnToken<'a> {
        self.at = self.word_end(start);
        let word = self.since(start);
        if is_check_word(word) {
            // `Nxd3 +`: a separate check mark.
            return PgnToken::Skipped(Code::CheckSign);
        }
        if self.text.get(self.at) == Some(&b'>') && word.iter().all(|byte| matches!(byte, b'-' | b'=')) {
            self.at += 1;
            return PgnToken::Skipped(Code::Reserved);
        }
        match sign_at(self.rest(start)) {
            Some(sign) if sign.length >= word.len() => {
                self.at = start + sign.length;
                PgnToken::Nag { value: Some(sign.nag), spelled: self.since(start) }
            }
            _ if word.contains(&b':') => self.result(start).unwrap_or(PgnToken::Move(word)),
            _ => PgnToken::Move(word),
        }
    }

    /// Something that starts with a byte beyond ASCII.
    fn high(&mut self, start: usize) -> PgnToken<'a> {
        let rest = self.rest(start);
        let blank = self.space_length(start);
        if blank > 0 {
            self.at = start + blank;
            return PgnToken::Skipped(Code::SpaceSpelling);
        }
        if rest.starts_with(ELLIPSIS) {
            return self.dots(start);
        }
        if let Some(sign) = sign_at(rest) {
            self.at = start + sign.length;
            return PgnToken::Nag { value: Some(sign.nag), spelled: self.since(start) };
        }
        match self.result(start) {
            Some(result) => result,
            None => self.word(start),
        }
    }

    /// The length of the space at `at` if it is outside ASCII; 0 if there is none. A lone A0 or AD is one of
    /// Windows-1252: in UTF-8 they never follow ASCII.
    fn space_length(&self, at: usize) -> usize {
        let continues = || at.checked_sub(1).and_then(|before| self.text.get(before)).is_some_and(|&byte| byte >= 0x80);
        match self.text.get(at) {
            Some(&byte) if text::is_other_space(byte) && !continues() => 1,
            _ => text::other_space(self.rest(at)),
        }
    }

    /// Whether a character beyond ASCII ends the word at `at`: a sign, a space or an ellipsis. A lone B1 is Windows-1252's `±`:
    /// in UTF-8 it never follows ASCII.
    #[inline(never)]
    fn sign_ends_word(&self, at: usize) -> bool {
        let rest = self.rest(at);
        let continues = rest.first() == Some(&0xb1) && self.text.get(at - 1).is_some_and(|&b| b >= 0x80);
        !continues && high_sign(rest).is_some() || rest.starts_with(ELLIPSIS) || self.space_length(at) > 0
    }

    /// `!`, `?` and their pairs.
    fn mark(&mut self, start: usize) -> PgnToken<'a> {
        let value = match self.rest(start) {
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', b'?', ..] => 5,
            [b'?', b'!', ..] => 6,
            [b'!', ..] => 1,
            _ => 2,
        };
        self.at = start + if value > 2 { 2 } else { 1 };
        PgnToken::Nag { value: Some(value), spelled: self.since(start) }
    }

    /// `$n`, and a composite like `$5.1.2`, which has no value.
    fn dollar(&mut self, start: usize) -> PgnToken<'a> {
        let mut value = Some(0u8);
        let mut digits = 0;
        loop {
            match self.rest(self.at) {
                [digit @ b'0'..=b'9', ..] => {
                    value = value.and_then(|v| v.checked_mul(10)?.checked_add(digit - b'0'));
                    digits += 1;
                }
                [b'.', b'0'..=b'9', ..] if digits > 0 => value = None,
                _ => break,
            }
            self.at += 1;
        }
        if digits == 0 {
            return PgnToken::Skipped(Code::NagSyntax);
        }
        PgnToken::Nag { value, spelled: self.since(start) }
    }

    /// Dots without a number.
    fn dots(&mut self, start: usize) -> PgnToken<'a> {
        self.at = start;
        self.take_dots();
        PgnToken::Skipped(Code::MoveNumber)
    }

    /// `<` or `>`, or a whole tag of HTML.
    fn reserved(&mut self, start: usize) -> PgnToken<'a> {
        const LONGEST: usize = 64;
        let line = &self.rest(start)[..self.rest(start).len().min(LONGEST)];
        let is_html =
            matches!(line, [b'<', b'/', b'a'..=b'z' | b'A'..=b'Z', ..] | [b'<', b'a'..=b'z' | b'A'..=b'Z', ..]);
        if is_html
            && let Some(end) = line.iter().position(|&byte| matches!(byte, b'>' | b'\n' | b'\r' | b'"' | b'{'))
            && line[end] == b'>'
        {
            self.at = start + end + 1;
        }
        PgnToken::Skipped(Code::Reserved)
    }

    /// `(`, or a decimal in parentheses, which is not a variation.
    fn open(&mut self, start: usize) -> PgnToken<'a> {
        let may_be_decimal = match self.rest(self.at) {
            [b'0'..=b'9', b'.' | b',', after, ..] | [b'0'..=b'9', b'0'..=b'9', b'.' | b',', after, ..] => {
                after.is_ascii_digit()
            }
            [first, ..] => matches!(first, b'0'..=b'9' | b'+' | b'-' | b'=' | b' ' | b'.' | b','),
            [] => false,
        };
        if may_be_decimal && let Some(end) = self.decimal_end(self.at) {
            self.at = end;
            return PgnToken::Move(self.since(start));
        }
        PgnToken::Open
    }

    /// Where a decimal and the parenthesis after it end, if one starts at `start`.
    #[cold]
    fn decimal_end(&self, start: usize) -> Option<usize> {
        let inner = self.rest(start);
        let signs = inner.iter().take_while(|byte| matches!(byte, b'+' | b'-' | b' ' | b'=')).count();
        let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',');
        let number = inner[signs..].iter().take_while(|byte| is_number(byte)).count();
        let digits = &inner[signs..signs + number];
        let blanks = inner[signs + number..].iter().take_while(|&&byte| byte == b' ').count();
        let is_decimal =
            matches!(digits, [b'0'..=b'9', .., b'0'..=b'9']) && digits.iter().any(|byte| !byte.is_ascii_digit());
        let end = signs + number + blanks;
        (is_decimal && inner.get(end) == Some(&b')')).then_some(start + end + 1)
    }

    /// The rest of the line from `from`.
    fn line(&mut self, from: usize) -> &'a [u8] {
        self.at = line_end(self.text, from);
        self.since(from)
    }

    fn starts_line(&self, at: usize) -> bool {
        match at.checked_sub(1).and_then(|before| self.text.get(before)) {
            Some(b'\n' | b'\r') | None => true,
            Some(_) => at == BOM.len() && self.text.starts_with(BOM),
        }
    }

    /// A comment whose text starts at `from`. One that nothing closes ends where [`mark_after_empty_line`] finds a game.
    #[inline(never)]
    fn comment(&mut self, from: usize) -> PgnToken<'a> {
        let mut at = from;
        let mut ended = |end: usize, next: usize, closed: bool| {
            self.at = next;
            let text = self.text.get(from..end).unwrap_or_default();
            PgnToken::Comment { text, form: CommentForm::Braces, closed }
        };
        loop {
            at = find(self.text, at, [b'}', b'\n', b'\r']);
            match self.text[at..] {
                [] => return ended(at, at, false),
                [b'}', ..] => return ended(at, at + 1, true),
                // No line is empty here.
                [b'\n', b'!'..=b'~', ..] => at += 1,
                [b'\r', b'\n', b'!'..=b'~', ..] => at += 2,
                _ => match mark_after_empty_line(self.text, at) {
                    Ok(mark) => return ended(mark, mark, false),
                    Err(next) => at = next,
                },
            }
        }
    }

    /// A tag, or a text in brackets that is not one.
    fn bracket(&mut self, start: usize) -> PgnToken<'a> {
        if let Some(tag) = self.tag(start) {
            return PgnToken::Tag(tag);
        }
        if self.text.get(start) == Some(&b'[') {
            self.at = tags::bracket_end(self.text, start);
        }
        PgnToken::Bracket(self.since(start))
    }
}

/// An ellipsis, which means three dots.
const ELLIPSIS: &[u8] = "…".as_bytes();

/// Where the signs at the end of a word start.
fn signs_at_end(word: &[u8]) -> usize {
    let mut end = word.len();
    loop {
        end = match &word[..end] {
            [.., byte] if CLASS[usize::from(*byte)] == SIGN => end - 1,
            [.., a, b, c] if text::dash(&[*a, *b, *c]) == 3 => end - 3,
            _ => return end,
        };
    }
}

/// Whether a result is recognized among moves: `0-0` may be castling, and `+/-` an evaluation.
fn is_told(found: ResultText) -> bool {
    let is_castling = found.result == Termination::BothLose && found.form == ResultForm::Standard;
    !is_castling && found.form != ResultForm::SlashedForfeit
}

/// Whether a word consists only of `^Z`.
pub(super) fn is_end_of_file(word: &[u8]) -> bool {
    word.iter().all(|byte| *byte == EOF)
}

/// Whether a source that starts with `head` looks like PGN: except for comments and escaped lines it starts with a tag,
/// the first move number or a termination.
pub(super) fn looks_like_games(head: &[u8]) -> bool {
    let mut lexer = PgnLexer::new(head);
    loop {
        match lexer.next() {
            Some((_, PgnToken::Comment { .. } | PgnToken::Escape(_))) => {}
            Some((_, PgnToken::Number { value: 1, dots, .. })) => return dots > 0,
            token => return matches!(token, Some((_, PgnToken::Tag(_) | PgnToken::Termination { .. }))),
        }
    }
}
