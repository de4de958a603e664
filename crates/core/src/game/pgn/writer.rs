//! Events to PGN: the export format of the standard, but for what [`WriteOptions`] say.

use crate::dialect::convert;
use crate::dialect::pgn::ROSTER;
use crate::game::format::WriteOptions;
use crate::loss::LossKind;
use crate::notation::{self, Last, MoveNotation, Named, san};
use crate::rules::{Color, Kind, Position};
use crate::step::{AsItStood, CommentForm, Dialect, Head, Step, Termination};
use crate::text::{self, push_escaped, push_number};
use crate::write::{GameWriter, Lacks, Page};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

mod from_vgn;

use from_vgn::FromVgn;

/// Columns of a line, counted in characters.
const WIDTH: usize = 79;

/// Writes games as PGN, in UTF-8. What a game needs is told call by call, in the order of the text.
///
/// ```
/// use scoresheet_core::{game::{WriteOptions, pgn::Writer}, step::Termination, write::GameWriter};
/// let mut writer = Writer::new(&WriteOptions::default(), "san");
/// writer.start_game();
/// writer.tag("White", "the \"King\"");
/// writer.play(1, false, b"e4");
/// writer.nag(Some(1), b"!");
/// writer.play(1, true, b"e5");
/// writer.termination(Termination::Unknown);
/// writer.end_game();
/// assert_eq!(writer.page().out, b"[White \"the \\\"King\\\"\"]\n\n1. e4 $1 e5 *\n\n");
/// ```
pub struct Writer {
    options: WriteOptions,
    page: Page,
    notation: &'static dyn MoveNotation,
    /// Whether that is SAN, whose check mark is found when the move was played.
    is_san: bool,
    /// The move being played: its number, whose it is, its text, whether a mark belongs to it.
    playing: (u32, bool),
    word: Vec<u8>,
    marked: bool,
    /// The tags of this game, until anything else comes.
    tags: Vec<(String, String)>,
    /// The game's head where it speaks VGN.
    from_vgn: FromVgn,
    in_tags: bool,
    /// Whether neither a tag nor a move of this game was written.
    bare: bool,
    /// Where in `out` stands the `*` of a Result tag that was added, until the termination is known.
    result: Option<usize>,
    /// Characters on the last line.
    column: usize,
    /// Where the last token starts in `out`; a `)` may still be glued to it.
    token: usize,
    /// Whether there is one since the line was last ended by force.
    is_token: bool,
    /// Whether a blank stands before it that may become a line end.
    is_apart: bool,
    /// Whether the token is a move that a sign may be glued to.
    is_move: bool,
    /// Whether the token goes to its line's end.
    ends_line: bool,
    /// `(` to be glued to the next token.
    opening: usize,
    depth: usize,
    /// Whether Black's next move needs its number.
    number_due: bool,
}

impl Writer {
    /// A writer with these options, and moves in the notation with this id.
    pub fn new(options: &WriteOptions, moves: &str) -> Writer {
        let notation = notation::find(moves).unwrap_or(notation::ALL[0]);
        Writer {
            options: options.clone(),
            page: Page::default(),
            notation,
            is_san: notation::other_than_san(notation).is_none(),
            playing: (0, false),
            word: Vec::with_capacity(16),
            marked: false,
            tags: Vec::new(),
            from_vgn: FromVgn::default(),
            in_tags: false,
            bare: false,
            result: None,
            column: 0,
            token: 0,
            is_token: false,
            is_apart: false,
            is_move: false,
            ends_line: false,
            opening: 0,
            depth: 0,
            number_due: false,
        }
    }

    /// Takes the loss into account.
    fn lose(&mut self, kind: LossKind) {
        self.page.lose(kind, 1);
    }

    /// Writes the tags once all of them are known.
    fn end_tags(&mut self) {
        if !self.in_tags {
            return;
        }
        self.in_tags = false;
        let mut tags = core::mem::take(&mut self.tags);
        if self.options.export || self.options.sort_tags {
            tags.sort_by_key(|(name, _)| ROSTER.iter().position(|(roster, _)| roster == name).unwrap_or(ROSTER.len()));
        }
        if self.options.sort_tags {
            let others = tags.partition_point(|(name, _)| ROSTER.iter().any(|(roster, _)| roster == name));
            tags[others..].sort_by(|a, b| a.0.cmp(&b.0));
        }
        if self.options.export {
            self.push_roster(&mut tags);
        }
        for (name, value) in &tags {
            self.push_tag(name, value);
        }
        if !tags.is_empty() || self.options.export {
            self.page.out.push(b'\n');
            self.bare = false;
        }
        tags.clear();
        self.tags = tags;
    }

    /// Writes the Seven Tag Roster and takes its tags out of `tags`.
    fn push_roster(&mut self, tags: &mut Vec<(String, String)>) {
        for (name, unknown) in ROSTER {
            match tags.iter().position(|tag| tag.0 == name) {
                Some(at) => {
                    let (name, value) = tags.remove(at);
                    self.push_tag(&name, &value);
                }
                None => {
                    self.push_tag(name, unknown);
                    if name == "Result" {
                        self.result = self.page.out.len().checked_sub(b"*\"]\n".len());
                    }
                }
            }
        }
    }

    fn push_tag(&mut self, name: &str, value: &str) {
        let value = self.one_line(value);
        self.page.out.push(b'[');
        self.page.out.extend_from_slice(name.as_bytes());
        self.page.out.extend_from_slice(b" \"");
        push_escaped(&value, &mut self.page.out);
        self.page.out.extend_from_slice(b"\"]\n");
    }

    /// A text without line ends: a tag or an escaped line cannot hold them.
    fn one_line<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if !text.contains(['\n', '\r']) {
            return Cow::Borrowed(text);
        }
        self.lose(LossKind::LineEnd);
        Cow::Owned(text.replace("\r\n", " ").replace(['\n', '\r'], " "))
    }

    /// Writes a token behind a blank, or on a new line where it does not fit.
    fn push(&mut self, token: &[u8]) {
        self.begin();
        self.page.out.extend_from_slice(token);
        self.end();
    }

    /// A token starts.
    #[inline]
    fn begin(&mut self) {
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

    /// The token is written: where it goes too far, the blank before it becomes a line end.
    #[inline]
    fn end(&mut self) {
        let width = characters(self.page.out.get(self.token..).unwrap_or_default());
        let column = self.column + usize::from(self.is_apart) + width;
        self.column = if self.is_apart && column > WIDTH { self.break_before(width) } else { column };
    }

    /// Adds to the last token.
    fn glue(&mut self, bytes: &[u8]) {
        self.page.out.extend_from_slice(bytes);
        self.column += bytes.len();
        if self.is_apart && self.column > WIDTH {
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

    /// A word that starts with `%` and is no escaped line, which it would be in column 1.
    #[cold]
    fn push_percent(&mut self, word: &[u8]) {
        let width = characters(word);
        if core::mem::take(&mut self.ends_line) || self.column > 0 && self.column + 1 + width > WIDTH {
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

    /// Ends the line after all there is.
    fn finish_line(&mut self) {
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

    /// A comment in braces, broken only at blanks. A line end counts as a blank; blanks and tabs in a row hold together, for
    /// a line end among them would read as one blank.
    fn braces(&mut self, text: &str) {
        if text.contains('}') {
            self.lose(LossKind::CommentBrace);
        }
        let text = text.replace('}', ")");
        let mut words = String::with_capacity(text.len() + 2);
        words.push('{');
        push_without_line_ends(&text, &mut words);
        words.push('}');
        let mut start = 0;
        let bytes = words.as_bytes();
        for at in 1..bytes.len() {
            if bytes[at] == b' ' && !is_blank(bytes[at - 1]) && !is_blank(bytes[at + 1]) {
                self.push(&bytes[start..at]);
                start = at + 1;
            }
        }
        self.push(&bytes[start..]);
    }
}

/// A game as it is told when its moves are texts already.
impl Writer {
    /// A tag. Tags come before everything else.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.into(), value.into()));
    }

    /// A move: its number, whether it is Black's, its text with check marks, in UTF-8.
    pub fn play(&mut self, number: u32, black: bool, text: &[u8]) {
        self.end_tags();
        if !black || self.number_due {
            self.begin();
            push_number(number, &mut self.page.out);
            self.page.out.extend_from_slice(if black { b"..." } else { b"." });
            self.end();
        }
        self.number_due = false;
        self.bare = false;
        match text {
            [] => {}
            [b'%', ..] => self.push_percent(text),
            _ => self.push(text),
        }
        self.is_move = true;
    }
}

/// A game, step by step.
impl Writer {
    /// A game starts.
    pub fn start_game(&mut self) {
        self.in_tags = true;
        self.bare = true;
        self.result = None;
        self.from_vgn.told = false;
        self.number_due = true;
    }

    fn head(&mut self, head: &Head<'_>) {
        if head.dialect == Dialect::Vgn {
            return self.vgn_head(head);
        }
        if !convert::tells_start(head) {
            self.write_told(head, Termination::Unknown);
            return;
        }
        if self.options.export || self.options.sort_tags {
            head.tags.iter().for_each(|(name, value)| self.tag(name, value));
            return;
        }
        self.in_tags = false;
        for (name, value) in head.tags {
            self.push_tag(name, value);
        }
        if !head.tags.is_empty() {
            self.page.out.push(b'\n');
            self.bare = false;
        }
    }

    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        self.playing = (before.fullmove(), before.turn() == Color::Black);
        self.word.clear();
        self.marked = spelled.is_none() && self.is_san;
        match spelled {
            Some(spelled) => self.word.extend_from_slice(spelled),
            None if self.is_san => san::write_body(before, named.mv, &mut self.word),
            // A null move of zeros would be a number here.
            None if named.mv.kind == Kind::Null => self.word.extend_from_slice(b"--"),
            // What it has no text for it is never asked to write.
            None => drop(self.notation.write(before, named.mv, Last::No, &mut self.word)),
        }
    }

    fn moved(&mut self, after: &Position) {
        let mut word = core::mem::take(&mut self.word);
        if self.marked {
            word.extend_from_slice(san::mark(after));
        }
        self.play(self.playing.0, self.playing.1, &word);
        self.word = word;
    }

    /// A NAG of the last move, and its spelling in the source.
    pub fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        self.end_tags();
        let Ok(simple) = self.simple_nag(value, spelled) else { return };
        // What was found for a composite one is not how it was spelled.
        let (value, spelled) = if simple == value { (value, spelled) } else { (simple, &b""[..]) };
        let suffix = matches!(spelled, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!");
        match value {
            Some(_) if self.options.keep_spelling && suffix && self.is_move => {
                self.glue(spelled);
            }
            // A sign of another encoding is no text here.
            Some(value) if !self.options.keep_spelling || !is_spelling(spelled) => {
                self.begin();
                self.page.out.push(b'$');
                push_number(u32::from(value), &mut self.page.out);
                self.end();
            }
            _ => self.push(spelled),
        }
    }

    /// A comment.
    pub fn comment(&mut self, text: &str, form: CommentForm) {
        self.end_tags();
        if self.bare {
            // Without tags before it, it would belong to the game before.
            self.play(1, false, b"");
        }
        self.number_due = true;
        if form == CommentForm::Line && self.options.keep_spelling {
            let text = self.one_line(text);
            self.begin();
            self.page.out.push(b';');
            self.page.out.extend_from_slice(text.as_bytes());
            self.end();
            self.ends_line = true;
            return;
        }
        self.braces(text);
    }

    /// A line that starts with `%`.
    pub fn escape(&mut self, text: &str) {
        self.end_tags();
        self.finish_line();
        let text = self.one_line(text);
        self.page.out.push(b'%');
        self.page.out.extend_from_slice(text.as_bytes());
        self.end_line();
    }

    /// A variation opens.
    pub fn open(&mut self) {
        self.end_tags();
        self.opening += 1;
        self.is_move = false;
        self.depth += 1;
        self.number_due = true;
    }

    /// It closes.
    pub fn close(&mut self) {
        if self.depth == 0 {
            return;
        }
        self.depth -= 1;
        self.number_due = true;
        if self.opening > 0 || self.ends_line || !self.is_token {
            self.push(b")");
        } else {
            self.glue(b")");
        }
    }

    /// The marker behind the moves.
    pub fn termination(&mut self, termination: Termination) {
        self.end_tags();
        while self.depth > 0 {
            self.close();
        }
        self.end_vgn_head(termination);
        self.push(termination.as_str().as_bytes());
        self.is_token = false;
        if let Some(at) = self.result.take() {
            self.page.out.splice(at..=at, termination.as_str().bytes());
        }
    }

    /// The game ends.
    pub fn end_game(&mut self) {
        self.end_tags();
        while self.depth > 0 {
            self.close();
        }
        self.finish_line();
        self.page.out.push(b'\n');
    }
}

impl GameWriter for Writer {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => {
                self.start_game();
                self.head(head);
            }
            Step::Move { before, named, spelled } => {
                let spelled = spelled.map(|spelled| spelled.text());
                self.moving(before, named, spelled.as_deref().map(str::as_bytes));
            }
            Step::Played(after) => self.moved(after),
            Step::Nag { value, spelled } => self.nag(value, spelled.as_bytes()),
            Step::Comment { text, form } => self.comment(text, form),
            Step::Escape(text) => self.escape(text),
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Termination(termination) => self.termination(termination),
            Step::End(_) => self.end_game(),
            Step::Place(_) | Step::Unplayed(_) | Step::Inner(_) => {}
        }
    }

    fn notation(&self) -> &'static notation::Spec {
        self.notation.spec()
    }

    fn lacks(&self) -> Lacks {
        super::SPEC.lacks
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        let text = text::decode(game.text, game.encoding);
        self.page.out.extend_from_slice(text.trim_start_matches('\u{feff}').trim().as_bytes());
        self.page.out.extend_from_slice(b"\n\n");
        dialect == Dialect::Pgn
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}

/// Whether a NAG may be written as it was spelled.
fn is_spelling(spelled: &[u8]) -> bool {
    !spelled.is_empty() && core::str::from_utf8(spelled).is_ok()
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

/// How many characters the UTF-8 `text` has.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&b| b & 0xc0 != 0x80).count()
}
