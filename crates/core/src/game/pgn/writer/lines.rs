//! The lines of a PGN text: tokens separated by a blank or a line end. No line is longer than the standard or the
//! requested limit allows, unless a single token is.

use crate::game::pgn::parts;
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::swar;
use crate::write::Page;
use alloc::borrow::Cow;
use alloc::string::String;

/// The last line of the text, and what may still be attached to it.
pub(super) struct LineWrap {
    pub(super) page: Page,
    /// The longest line in characters.
    width: usize,
    /// Characters on the last line.
    column: usize,
    /// Where the last token starts in `out`; a `)` may still be attached to it.
    token: usize,
    /// Whether there is one since the line was last ended by force.
    is_token: bool,
    /// Whether a blank precedes it that may become a line end.
    is_apart: bool,
    /// Whether the token is a move that a sign may be attached to.
    pub(super) is_move: bool,
    /// Whether the token goes to its line's end.
    ends_line: bool,
    /// `(` to be attached to the next token.
    opening: usize,
}

impl LineWrap {
    pub(super) fn new(width: usize) -> LineWrap {
        LineWrap {
            page: Page::default(),
            width,
            column: 0,
            token: 0,
            is_token: false,
            is_apart: false,
            is_move: false,
            ends_line: false,
            opening: 0,
        }
    }

    /// Writes a token after a blank, or on a new line if it does not fit.
    pub(super) fn push(&mut self, token: &[u8]) {
        self.begin();
        self.page.out.extend_from_slice(token);
        self.end();
    }

    /// The same for a token of ASCII that has at most eight bytes, as nearly all moves and their numbers have: of `bytes` the
    /// first `length`, the first one lowest.
    #[inline(always)]
    pub(super) fn push_short(&mut self, bytes: u64, length: usize) {
        let column = self.column + 1 + length;
        if self.column == 0 || column > self.width || self.ends_line || self.opening > 0 {
            return self.push_short_with_care(bytes, length);
        }
        let out = &mut self.page.out;
        out.push(b' ');
        self.token = out.len();
        swar::push(out, bytes, length);
        self.column = column;
        (self.is_token, self.is_apart, self.is_move) = (true, true, false);
    }

    /// The same if it may start a line.
    #[inline(never)]
    fn push_short_with_care(&mut self, bytes: u64, length: usize) {
        self.begin();
        swar::push(&mut self.page.out, bytes, length);
        self.end();
    }

    /// Moves and their numbers that follow another move, in ASCII, each after a blank or a line end, wherever line ends are to be
    /// now; and the mark of the last move.
    pub(super) fn push_moves(&mut self, moves: &[u8], mark: &[u8]) {
        let out = &mut self.page.out;
        let start = out.len();
        out.reserve(moves.len() + mark.len());
        out.extend_from_slice(moves);
        out.extend_from_slice(mark);
        let end = out.len();
        let text = out.get_mut(start..).unwrap_or_default();
        if moves.iter().fold(false, |found, &byte| found | (byte == b'\n')) {
            text.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
        }
        // Where the last line starts in the text, and how long it is without the text.
        let (mut line, mut column) = (0, self.column);
        while column + text.len() - line > self.width {
            // A token ends before a blank. One that is longer than a line has one of its own.
            let limit = line + self.width.saturating_sub(column) + 1;
            let blank = last_blank(text, line, limit).or_else(|| first_blank(text, line));
            let Some(blank) = blank else { break };
            text[blank] = b'\n';
            (line, column) = (blank + 1, 0);
        }
        self.column = column + text.len() - line;
        let blank = last_blank(text, line, text.len());
        self.token = end - text.len() + blank.map_or(line, |blank| blank + 1);
        (self.is_token, self.is_apart, self.is_move) = (true, blank.is_some(), true);
    }

    /// A token starts.
    #[inline]
    pub(super) fn begin(&mut self) {
        if core::mem::take(&mut self.ends_line) {
            self.end_line();
        }
        self.is_move = false;
        self.is_token = true;
        self.is_apart = self.column > 0;
        if self.is_apart {
            self.page.out.push(b' ');
        }
        self.token = self.page.out.len();
        for _ in 0..core::mem::take(&mut self.opening) {
            self.page.out.push(b'(');
        }
    }

    /// The token is written: if the line is too long now, the blank before it becomes a line end.
    #[inline]
    pub(super) fn end(&mut self) {
        self.end_token(characters(self.page.out.get(self.token..).unwrap_or_default()));
    }

    /// The same for a token of this many characters, which need not be the end of the text.
    #[inline]
    fn end_token(&mut self, width: usize) {
        let column = self.column + usize::from(self.is_apart) + width;
        self.column = if self.is_apart && column > self.width { self.break_before(width) } else { column };
    }

    /// Adds to the last token.
    pub(super) fn glue(&mut self, bytes: &[u8]) {
        self.page.out.extend_from_slice(bytes);
        self.column += bytes.len();
        if self.is_apart && self.column > self.width {
            let width = characters(self.page.out.get(self.token..).unwrap_or_default());
            self.column = self.break_before(width);
        }
        self.is_move = false;
    }

    fn break_before(&mut self, width: usize) -> usize {
        if let Some(blank) = self.token.checked_sub(1).and_then(|at| self.page.out.get_mut(at)) {
            *blank = b'\n';
        }
        self.is_apart = false;
        width
    }

    /// A word that starts with `%` and is not an escaped line, which it would be in column 1.
    #[cold]
    pub(super) fn push_percent(&mut self, word: &[u8]) {
        let width = characters(word);
        if core::mem::take(&mut self.ends_line) || self.column > 0 && self.column + 1 + width > self.width {
            self.end_line();
        }
        if self.column > 0 || self.opening > 0 {
            return self.push(word);
        }
        self.page.out.push(b' ');
        self.token = self.page.out.len();
        self.page.out.extend_from_slice(word);
        self.column = 1 + width;
        self.is_token = true;
        self.is_apart = false;
    }

    /// `(`, to be attached to the next token.
    pub(super) fn open(&mut self) {
        self.opening += 1;
        self.is_move = false;
    }

    /// `)`, attached to the last token if there is one.
    pub(super) fn close(&mut self) {
        if self.opening > 0 || self.ends_line || !self.is_token {
            self.push(b")");
        } else {
            self.glue(b")");
        }
    }

    /// A comment that goes to the end of its line.
    pub(super) fn line_comment(&mut self, text: &str) {
        let text = one_line(text, &mut self.page);
        self.begin();
        self.page.out.push(b';');
        self.page.out.extend_from_slice(text.as_bytes());
        self.end();
        self.ends_line = true;
    }

    /// A line of its own that starts with `%`.
    pub(super) fn escape(&mut self, text: &str) {
        self.finish_line();
        let text = one_line(text, &mut self.page);
        self.page.out.push(b'%');
        self.page.out.extend_from_slice(text.as_bytes());
        self.end_line();
    }

    /// The marker after the moves, to which nothing is glued.
    pub(super) fn push_last(&mut self, marker: &[u8]) {
        self.push(marker);
        self.is_token = false;
    }

    /// The text before the last line grew or shrank: the length of the text before and now.
    pub(super) fn shift(&mut self, before: usize, now: usize) {
        self.token = (self.token + now).saturating_sub(before);
    }

    /// Ends the line after all there is.
    pub(super) fn finish_line(&mut self) {
        if self.opening > 0 {
            self.push(b"");
        }
        if self.column > 0 {
            self.end_line();
        }
        self.ends_line = false;
        self.is_token = false;
        self.is_move = false;
    }

    fn end_line(&mut self) {
        self.page.out.push(b'\n');
        self.column = 0;
    }

    /// A comment in braces, unchanged, with its own line ends.
    pub(super) fn braces_as_they_are(&mut self, text: &str) {
        if text.contains('}') {
            return self.braces(text);
        }
        self.begin();
        self.page.out.push(b'{');
        self.page.out.extend_from_slice(text.as_bytes());
        self.page.out.push(b'}');
        self.end_of_text();
    }

    /// The rest of a line of moves, unchanged if it can be read in this many variations; else as a comment.
    pub(super) fn rest(&mut self, text: &str, depth: u64) {
        if !parts::is_rest(text.as_bytes(), &Limits::default(), depth) {
            return self.braces(text);
        }
        if text.starts_with('%') {
            self.finish_line();
        }
        self.begin();
        self.page.out.extend_from_slice(text.trim_end_matches([' ', '\t', '\r', '\n']).as_bytes());
        self.end_of_text();
        // A comment may extend to the end of the line.
        self.ends_line = text.contains([';', '%']);
    }

    /// A text is written that may have line ends of its own.
    fn end_of_text(&mut self) {
        let text = self.page.out.get(self.token..).unwrap_or_default();
        match text.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => self.column = characters(&text[end + 1..]),
            None => self.end(),
        }
    }

    /// A comment in braces, broken only at blanks. A line end counts as a blank; blanks and tabs in a row hold together, for
    /// a line end among them would read as one blank. Commands hold together too: tools search for `[%clk 0:00:30]`.
    pub(super) fn braces(&mut self, text: &str) {
        if !swar::holds(text.as_bytes(), [b'}', b'\n', b'\r']) {
            return self.proper_braces(text.as_bytes());
        }
        if text.contains('}') {
            self.page.lose(LossKind::CommentBrace, 1);
        }
        let text = text.replace('}', ")");
        let mut words = String::with_capacity(text.len());
        push_without_line_ends(&text, &mut words);
        self.proper_braces(words.as_bytes());
    }

    /// The same for a text without line ends and closing braces.
    fn proper_braces(&mut self, text: &[u8]) {
        self.begin();
        let brace = self.page.out.len();
        self.page.out.push(b'{');
        self.page.out.extend_from_slice(text);
        self.page.out.push(b'}');
        // What is not closed once is not closed later either.
        let (mut at, mut may_close) = (brace + 1, true);
        loop {
            at = swar::find(&self.page.out, at, [b' ', b'[']);
            let Some([before, byte, after, ..]) = self.page.out.get(at - 1..) else { break };
            if *byte == b' ' {
                if !is_blank(*before) && !is_blank(*after) {
                    self.end_before(at);
                }
            } else if may_close && *after == b'%' {
                let end = swar::find(&self.page.out, at, [b']']);
                may_close = end < self.page.out.len();
                at = if may_close { end } else { at };
            }
            at += 1;
        }
        self.end();
    }

    /// The token is written up to a blank, which may become a line end, and another one follows.
    fn end_before(&mut self, blank: usize) {
        self.end_token(characters(self.page.out.get(self.token..blank).unwrap_or_default()));
        (self.token, self.is_apart) = (blank + 1, true);
    }
}

/// A text without line ends: a tag, an escaped line and a comment in one line cannot hold them.
pub(super) fn one_line<'t>(text: &'t str, page: &mut Page) -> Cow<'t, str> {
    if !swar::holds(text.as_bytes(), [b'\n', b'\r']) {
        return Cow::Borrowed(text);
    }
    page.lose(LossKind::LineEnd, 1);
    Cow::Owned(text.replace("\r\n", " ").replace(['\n', '\r'], " "))
}

/// Appends `text` with one blank in place of white space that holds a line end.
fn push_without_line_ends(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        out.push_str(rest[..end].trim_end_matches([' ', '\t']));
        out.push(' ');
        rest = rest[end..].trim_start_matches(['\n', '\r', ' ', '\t']);
    }
    out.push_str(rest);
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The last blank in `text[from..to]`, which is ASCII. Mostly it is one of the last eight bytes, as moves are short.
fn last_blank(text: &[u8], from: usize, to: usize) -> Option<usize> {
    let start = to.checked_sub(8).filter(|start| *start >= from);
    if let Some(eight) = start.and_then(|start| text.get(start..)?.first_chunk()) {
        let differs = u64::from_le_bytes(*eight) ^ swar::repeat(b' ');
        // No byte is so large that this reaches the next one.
        let blanks = !((differs | swar::repeat(0x80)) - swar::repeat(1)) & swar::repeat(0x80);
        if blanks != 0 {
            return Some(to - 1 - blanks.leading_zeros() as usize / 8);
        }
    }
    text.get(from..to)?.iter().rposition(|byte| *byte == b' ').map(|blank| from + blank)
}

/// The first blank from `from` on.
#[cold]
fn first_blank(text: &[u8], from: usize) -> Option<usize> {
    Some(swar::find(text, from, [b' '])).filter(|blank| *blank < text.len())
}

/// How many characters the UTF-8 `text` has.
#[inline]
fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn moves_as_one_text_are_broken_like_single_tokens() {
        let moves = " Nf6 2. e4\nO-O-O 3. Qa1xb2+ 4. d4 Kxd8 5. c4 O-O 6. bxc8=Q";
        for (width, before) in (0..90).flat_map(|width| ["e5", "1. e5 e6"].map(|before| (width, before))) {
            let (mut whole, mut single) = (LineWrap::new(width), LineWrap::new(width));
            for lines in [&mut whole, &mut single] {
                before.split(' ').for_each(|token| lines.push(token.as_bytes()));
            }
            whole.push_moves(moves.as_bytes(), b"+");
            let mut tokens: Vec<_> = moves.split_ascii_whitespace().collect();
            let last = [tokens.pop().unwrap(), "+"].concat();
            tokens.into_iter().for_each(|token| single.push(token.as_bytes()));
            single.push(last.as_bytes());
            for lines in [&mut whole, &mut single] {
                lines.close();
                lines.push_short(u64::from_le_bytes(*b"7. Qxe4 "), 2);
                lines.push(b"e5");
            }
            assert_eq!(whole.page.out, single.page.out, "width {width} after {before}");
        }
    }
}
