//! Events to PGN in the export format of the standard, with the changes that [`WriteOptions`] request.

mod lines;
mod tags;
mod whole;

use super::PgnWriting;
use super::parts::missing_end;
use crate::game::format::WriteOptions;
use crate::game::infinite::is_infinite;
use crate::game::number::{MoveNumber, Numeral};
use crate::game::text_output::TextOutput;
use crate::notation::{self, Last, MoveNotation, ParsedMove, ShortText, san, san_mark};
use crate::rules::{MoveKind, Position};
use crate::step::{AsItStood, CommentForm, Dialect, GamePart, Spelling, Step, Termination};
use crate::text::{self, push_number};
use crate::write::{GameWriter, Lacks, Page, WrittenGame};
use alloc::vec::Vec;
use lines::LineWrap;
use tags::PgnTagSection;

/// Writes games as PGN, in UTF-8. The parts of a game are passed call by call, in the order of the text.
///
/// ```
/// use scoresheet_core::{game::{WriteOptions, pgn::PgnWriter}, step::Termination, write::GameWriter};
/// let mut writer = PgnWriter::new(&WriteOptions::default());
/// writer.start_game();
/// writer.tag("White", "the \"King\"");
/// writer.play(1, false, b"e4");
/// writer.nag(Some(1), b"!");
/// writer.play(1, true, b"e5");
/// writer.termination(Termination::Unknown);
/// writer.end_game();
/// assert_eq!(writer.page().out, b"[White \"the \\\"King\\\"\"]\n\n1. e4 $1 e5 *\n\n");
/// ```
pub struct PgnWriter {
    /// Signs of annotation and comments as they were spelled.
    keep_spelling: bool,
    lines: LineWrap,
    tags: PgnTagSection,
    notation: &'static dyn MoveNotation,
    /// Whether that is SAN, whose check mark is found when the move was played.
    is_san: bool,
    /// The move being played: its number, its text, whether a mark belongs to it.
    playing: MoveNumber,
    word: Vec<u8>,
    marked: bool,
    /// The number written last.
    numeral: Numeral,
    /// Where the game starts in what was written.
    start: usize,
    /// How text is encoded.
    text: TextOutput,
    /// Whether a move of this game, or its end, was written.
    moved: bool,
    depth: usize,
    /// Whether Black's next move needs its number.
    number_due: bool,
}

impl PgnWriter {
    /// A writer with these options. Moves are SAN and lines as long as the standard allows if the options are another
    /// format's.
    pub fn new(options: &WriteOptions) -> PgnWriter {
        let PgnWriting { notation, width, text } = options.own.get();
        PgnWriter {
            keep_spelling: options.keep_spelling,
            lines: LineWrap::new(width),
            tags: PgnTagSection::new(options.export, options.sort_tags),
            notation,
            is_san: notation::other_than_san(notation).is_none(),
            playing: MoveNumber::FIRST,
            word: Vec::with_capacity(16),
            marked: false,
            numeral: Numeral::of(1),
            start: 0,
            text,
            moved: false,
            depth: 0,
            number_due: false,
        }
    }

    /// Writes the tags once all of them are known.
    #[inline]
    pub(in crate::game) fn end_tags(&mut self) {
        self.tags.close(&mut self.lines.page);
    }
}

/// The calls for a game whose moves are texts already.
impl PgnWriter {
    /// A tag. Tags come before everything else.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.tags.add(name, value);
    }

    /// A move: its number, whether it is Black's, its text with check marks, in UTF-8.
    pub fn play(&mut self, number: u32, black: bool, text: &[u8]) {
        self.begin_move(number, black);
        match text {
            [] => {}
            [b'%', ..] => self.lines.push_percent(text),
            _ => self.lines.push(text),
        }
        self.lines.is_move = true;
    }
}

/// A game, step by step.
impl PgnWriter {
    /// A game starts.
    pub fn start_game(&mut self) {
        self.tags.start();
        self.start = self.lines.page.out.len();
        self.moved = false;
        self.number_due = true;
    }

    /// Writes the text before a move: its number, if one is due.
    #[inline(always)]
    fn begin_move(&mut self, number: u32, black: bool) {
        self.end_tags();
        if !black || self.number_due {
            self.push_number(number, black);
        }
        (self.number_due, self.moved) = (false, true);
    }

    #[inline(always)]
    fn push_number(&mut self, number: u32, black: bool) {
        self.numeral.turn_to(number);
        match self.numeral.bytes() {
            Some((bytes, length)) if !black => self.lines.push_short(bytes, length),
            _ => self.push_long_number(number, black),
        }
    }

    #[cold]
    fn push_long_number(&mut self, number: u32, black: bool) {
        self.lines.begin();
        push_number(number, &mut self.lines.page.out);
        self.lines.page.out.extend_from_slice(if black { b"..." } else { b"." });
        self.lines.end();
    }

    #[inline]
    fn write_move(&mut self, before: &Position, named: &ParsedMove, spelled: Option<&[u8]>) {
        self.playing = MoveNumber::next_in(before);
        self.word.clear();
        self.marked = spelled.is_none() && self.is_san;
        match spelled {
            Some(spelled) => self.word.extend_from_slice(spelled),
            None if self.is_san => san::write_body(before, named.mv, &mut self.word),
            // A null move of zeros would be a number here.
            None if named.mv.kind == MoveKind::Null => self.word.extend_from_slice(b"--"),
            // The filter drops moves that the notation cannot express.
            None => drop(self.notation.write(before, named.mv, Last::No, &mut self.word)),
        }
    }

    #[inline]
    fn end_move(&mut self, after: &Position) {
        let mut word = core::mem::take(&mut self.word);
        if self.marked {
            word.extend_from_slice(san_mark(after));
        }
        self.play(self.playing.value, self.playing.black, &word);
        self.word = word;
    }

    /// A NAG of the last move, and its spelling in the source.
    pub fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        self.end_tags();
        let simple = match self.tags.simple_nag(value, spelled) {
            Ok(simple) => simple,
            Err(loss) => return self.lines.page.lose(loss, 1),
        };
        // What was found for a composite one is not how it was spelled.
        let (value, spelled) = if simple == value { (value, spelled) } else { (simple, &b""[..]) };
        let suffix = matches!(spelled, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!");
        match value {
            Some(_) if self.keep_spelling && suffix && self.lines.is_move => self.lines.glue(spelled),
            // A sign of another encoding is not text here.
            Some(value) if !self.keep_spelling || !is_spelling(spelled) => {
                self.lines.begin();
                self.lines.page.out.push(b'$');
                push_number(u32::from(value), &mut self.lines.page.out);
                self.lines.end();
            }
            _ => self.lines.push(spelled),
        }
    }

    /// A comment.
    pub fn comment(&mut self, text: &str, form: CommentForm) {
        self.end_tags();
        if !self.tags.has_any && !self.moved {
            // Without tags before it, it would belong to the game before.
            self.play(1, false, b"");
        }
        self.number_due = true;
        if form == CommentForm::Line && self.keep_spelling {
            self.lines.line_comment(text);
        } else if self.keep_spelling {
            self.lines.braces_as_they_are(text);
        } else {
            self.lines.braces(text);
        }
    }

    /// The rest of a line after a token that could not be played, unchanged.
    fn rest(&mut self, text: &str) {
        self.end_tags();
        self.lines.rest(text, self.depth as u64);
        self.number_due = true;
    }

    /// A token that was skipped.
    fn skipped(&mut self, text: &str) {
        self.end_tags();
        self.lines.push(text.as_bytes());
    }

    /// A line that starts with `%`.
    pub fn escape(&mut self, text: &str) {
        self.end_tags();
        self.lines.escape(text);
    }

    /// A variation opens.
    pub fn open(&mut self) {
        self.end_tags();
        self.lines.open();
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
        self.lines.close();
    }

    /// The marker after the moves.
    pub fn termination(&mut self, termination: Termination) {
        self.end_tags();
        while self.depth > 0 {
            self.close();
        }
        let before = self.lines.page.out.len();
        self.tags.end(termination, &mut self.lines.page);
        self.lines.shift(before, self.lines.page.out.len());
        self.lines.push_last(self.marker(termination).as_bytes());
        self.moved = true;
        self.tags.fill_result(termination, &mut self.lines.page);
    }

    /// How readers distinguish a termination from moves: `0-0` is castling unless it is also the Result tag.
    #[inline]
    fn marker(&self, termination: Termination) -> &'static str {
        if termination == Termination::BothLose && !self.says_both_lose() { "0:0" } else { termination.as_str() }
    }

    #[cold]
    fn says_both_lose(&self) -> bool {
        let game = self.lines.page.out.get(self.start..).unwrap_or_default();
        self.tags.fills_result() || game.windows(BOTH_LOSE.len()).any(|window| window == BOTH_LOSE)
    }

    /// The game ends.
    pub fn end_game(&mut self) {
        self.end_tags();
        while self.depth > 0 {
            self.close();
        }
        self.lines.finish_line();
        self.lines.page.out.push(b'\n');
        self.text.encode(self.start, &mut self.lines.page);
    }
}

impl GameWriter for PgnWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => {
                self.start_game();
                self.tags.head(head, &mut self.lines.page);
            }
            Step::Nag { value, spelled } => self.nag(value, spelled.as_bytes()),
            Step::Comment { text, form } => self.comment(text, form),
            Step::Escape(text) => self.escape(text),
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Termination(termination) => self.termination(termination),
            Step::End(_) => self.end_game(),
            Step::Verbatim(GamePart::Rest, text) if self.keep_spelling => self.rest(text),
            Step::Skipped(text) if self.keep_spelling => self.skipped(text),
            Step::Move { .. }
            | Step::Played(_)
            | Step::Place(_)
            | Step::Unplayed(_)
            | Step::Inner(_)
            | Step::Annotation(_)
            | Step::Field(_)
            | Step::Skipped(_)
            | Step::Verbatim(..) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        match spelled {
            Some(spelled) => self.write_move(before, named, Some(spelled.text().as_bytes())),
            None => self.write_move(before, named, None),
        }
    }

    fn takes_short_text(&self) -> Option<&'static dyn MoveNotation> {
        self.is_san.then_some(self.notation)
    }

    fn write_unmarked(&mut self, text: ShortText, after: &Position) {
        let MoveNumber { value, black } = MoveNumber::last_before(after);
        let (bytes, length) = text.marked(san_mark(after));
        self.begin_move(value, black);
        self.lines.push_short(bytes, length);
        self.lines.is_move = true;
    }

    fn takes_movetext(&self) -> bool {
        self.is_san
    }

    fn write_movetext(&mut self, text: &[u8], after: &Position) {
        self.lines.push_moves(text, san_mark(after));
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        self.end_move(after);
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        self.notation.spec()
    }

    fn lacks(&self) -> Lacks {
        super::SPEC.lacks
    }

    fn write_whole(&mut self, game: &dyn WrittenGame) -> bool {
        whole::write(self, game)
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        if is_infinite(game.text) {
            return false;
        }
        let text = text::decode(game.text, game.encoding);
        let text = text.trim_start_matches('\u{feff}').trim();
        let out = &mut self.lines.page.out;
        let start = out.len();
        out.extend_from_slice(text.as_bytes());
        if dialect == Dialect::Pgn {
            out.extend_from_slice(missing_end(text).as_bytes());
        }
        out.extend_from_slice(b"\n\n");
        self.text.encode(start, &mut self.lines.page);
        dialect == Dialect::Pgn
    }

    fn takes_verbatim(&self) -> bool {
        self.keep_spelling
    }

    fn looks_for(&self) -> Option<&'static [&'static str]> {
        self.tags.keeps_order().then_some(PgnTagSection::LOOKED_FOR)
    }

    fn trailing(&mut self, comments: &[&str]) {
        if comments.is_empty() {
            return;
        }
        // They follow a game, and the first bytes of a block may not.
        if self.lines.page.out.is_empty() {
            return comments.iter().for_each(|text| self.lines.page.lose_comment(text));
        }
        self.start = self.lines.page.out.len();
        self.moved = true;
        comments.iter().for_each(|text| self.comment(text, CommentForm::Braces));
        self.end_game();
    }

    fn takes_vgn(&self) -> bool {
        true
    }

    fn page(&mut self) -> &mut Page {
        &mut self.lines.page
    }
}

/// The tag that makes `0-0` a result.
const BOTH_LOSE: &[u8] = b"[Result \"0-0\"]\n";

/// Whether a NAG may be written as it was spelled.
fn is_spelling(spelled: &[u8]) -> bool {
    !spelled.is_empty() && core::str::from_utf8(spelled).is_ok()
}
