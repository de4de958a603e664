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
            return self.push(bytes.to_le_bytes().get(..length).unwrap_or_default());
        }
        let out = &mut self.page.out;
        out.push(b' ');
        self.token = out.len();
        swar::push(out, bytes, length);
        self.column = column;
        (self.is_token, self.is_apart, self.is_move) = (true, true, false);
    }

    /// Tokens of ASCII that follow another one, each after a blank or a line end, wherever these are to be now.
    pub(super) fn push_tokens(&mut self, tokens: &[u8]) {
        let mut rest = tokens;
        loop {
            let fitting = self.width.saturating_sub(self.column);
            let mut end = rest.len();
            if end > fitting {
                // Each token ends before a blank, or with the text.
                end = rest[..=fitting].iter().rposition(|byte| is_separator(*byte)).unwrap_or(0);
                if end == 0 && self.column == 0 {
                    end = rest.iter().position(|byte| is_separator(*byte)).unwrap_or(rest.len());
                }
            }
            let (line, behind) = rest.split_at(end);
            self.page.out.extend(line.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }));
            self.column += end;
            rest = behind.get(1..).unwrap_or_default();
            if rest.is_empty() {
                return;
            }
            self.end_line();
        }
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
        let width = characters(self.page.out.get(self.token..).unwrap_or_default());
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
        if text.contains('}') {
            self.page.lose(LossKind::CommentBrace, 1);
        }
        let text = text.replace('}', ")");
        let mut words = String::with_capacity(text.len() + 2);
        words.push('{');
        push_without_line_ends(&text, &mut words);
        words.push('}');
        let bytes = words.as_bytes();
        let (mut start, mut at) = (0, 1);
        // What is not closed once is not closed later either.
        let mut may_close = true;
        while at < bytes.len() {
            if bytes[at] == b' ' && !is_blank(bytes[at - 1]) && !is_blank(bytes[at + 1]) {
                self.push(&bytes[start..at]);
                start = at + 1;
            } else if may_close && bytes[at] == b'[' && bytes[at + 1] == b'%' {
                match bytes[at..].iter().position(|byte| *byte == b']') {
                    Some(end) => at += end,
                    None => may_close = false,
                }
            }
            at += 1;
        }
        self.push(&bytes[start..]);
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

fn is_separator(byte: u8) -> bool {
    byte == b' ' || byte == b'\n'
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// How many characters the UTF-8 `text` has.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}
