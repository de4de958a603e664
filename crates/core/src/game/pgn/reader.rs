//! Tokens to events, game by game.
//!
//! Only the reader knows where a game ends. [`super::frame`] uses it, so that cutting a file and reading it agree.

use super::lexer::{
    LONGEST_PLAIN, LONGEST_PLAIN_COMMENT, PgnLexer, PgnTag, PgnToken, PlainCursor, PlainToken, TagForm,
    follows_empty_line, is_end_of_file, is_glued, is_unusual, last_certain_mark, next_mark, tags,
};
use super::parts::is_comments;
use crate::error::Code;
use crate::event::{self, Escapes, Event, Item, NearTag, TagStart, UsualTag};
use crate::game::number::Numeral;
use crate::limits::Limits;
use crate::notation::iccf::may_be_iccf;
use crate::notation::san::may_be_move;
use crate::read::Encoded;
use crate::result_text;
use crate::step::{GamePart, Termination};
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

/// No tag starts there.
const NOWHERE: usize = usize::MAX;

/// The part of a game that the reader has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PgnStage {
    /// Before anything but comments and escaped lines, which belong to the game whose start they precede.
    Prologue,
    /// In the tag section.
    Tags,
    /// In the moves.
    Moves,
    /// After the termination: comments still belong to the game.
    Finished,
    /// Everything was read; what is left to emit is in `last_words`.
    Over,
}

/// Reads the games of a block of text, each as a run of [`Item`]s.
///
/// The block starts where a game starts. The spans of its games tile it: white space between two games belongs to the first.
///
/// ```
/// use scoresheet_core::{event::What, game::pgn::PgnReader, limits::Limits};
/// let mut reader = PgnReader::new(b"[White \"A\"]\n\n1. e4 e5 *\n", &Limits::default());
/// while reader.next_game() {
///     while let Some(item) = reader.next_event() {
///         match item.what {
///             What::Event(event) => assert_ne!(event.to_string(), ""),
///             What::Fault(code, text) => panic!("{} {text:?}", code.id()),
///         }
///     }
///     assert_eq!(reader.span(), 0..24);
/// }
/// ```
#[derive(Clone)]
pub struct PgnReader<'a> {
    lexer: PgnLexer<'a>,
    limits: Limits,
    stage: PgnStage,
    /// Whether moves and numbers are events unchanged: no limit, stage or queued event interferes.
    plain_moves: bool,
    /// Whether the limits let every plain word and comment pass.
    is_wide: bool,
    /// Open variations.
    depth: u64,
    /// Comments before the first tag and between tags, which are read after the tags so that tags always come first.
    asides: Asides,
    /// What is said before the next token is read: an event whose note went first, and the like.
    queued: Option<Item<'a>>,
    /// Where the game starts and ends; the end is right once the game was read.
    start: usize,
    end: usize,
    /// No token may end beyond it.
    longest: usize,
    /// The names of the tags up to `names_to`, if they were needed.
    names: BTreeSet<&'a [u8]>,
    names_to: usize,
    /// The tag that starts here was noted for how it opens.
    noted_tag: usize,
    tags: u64,
    /// The content of the Result tag, if it needs a closer look: that both lost, or that one did not show up.
    odd_result: Option<Termination>,
    /// There is no move before it in this game.
    moves_from: usize,
    /// Where the marker at the end of the moves ends.
    tail: usize,
    /// Where the variation opened that is open longest.
    opened: usize,
    /// The termination that was in a variation, as long as no move followed it.
    held: Option<Termination>,
    /// The termination before the moves.
    early: Option<Termination>,
    /// The termination that is emitted after the variations that follow it.
    due: Option<Termination>,
    /// Whether the game ended because move number 1 starts another one.
    restarts: bool,
    /// Whether a tag ended with its line that might continue if more text followed.
    has_open_tag: bool,
    /// Whether each result is the end of a game, though no move may precede it.
    markers_are_games: bool,
    /// Up to where only brackets and comments were found before it, and whether a tag is there.
    brackets: (usize, bool),
    last_words: LastWords,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    odd: Option<OddByte>,
    /// How many variations are open around the text, if that is only a part of a game's moves.
    around: Option<u64>,
    /// The number of the next move as it will be written.
    pub(super) numeral: Numeral,
}

/// The place of the next byte that is not UTF-8.
#[derive(Clone, Copy, Debug)]
struct OddByte {
    /// Where it is, or the end of the text.
    at: usize,
    /// A game starts here for certain, and none before it has the byte.
    mark: usize,
}

impl OddByte {
    /// The first one at or after `start`.
    fn behind(text: &[u8], start: usize) -> OddByte {
        let rest = text.get(start..).unwrap_or_default();
        let length = core::str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
        OddByte { at: start + length, mark: start + last_certain_mark(rest, length).unwrap_or(0) }
    }
}

/// The parts of a game before and between its tags.
#[derive(Clone, Debug, Default)]
struct Asides {
    places: Vec<Range<usize>>,
    /// Which one is read, or is to be read next.
    next: usize,
    /// Where reading continues after them, while they are read.
    resumes_at: Option<usize>,
    /// Whether the first one precedes all tags and holds no words.
    has_prologue: bool,
}

impl Asides {
    /// Whether there are none.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.places.clear();
        self.next = 0;
        self.resumes_at = None;
        self.has_prologue = false;
    }

    #[cold]
    fn add(&mut self, place: Range<usize>) {
        self.places.push(place);
    }

    /// The one that is being read, or is to be read next.
    fn current(&self) -> Option<Range<usize>> {
        self.places.get(self.next).cloned()
    }
}

/// Whether only blanks precede a place in its line.
fn starts_line(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(before, None | Some(b'\n' | b'\r'))
}

/// Whether the next token is a move.
fn a_move_follows(mut ahead: PgnLexer<'_>) -> bool {
    match ahead.next() {
        Some((_, PgnToken::Move(word))) => may_be_move(word),
        next => matches!(next, Some((_, PgnToken::Zeros(_)))),
    }
}

/// Whether the next token is a comment.
fn a_comment_follows(mut ahead: PgnLexer<'_>) -> bool {
    matches!(ahead.next(), Some((_, PgnToken::Comment { .. })))
}

/// What is still to be said of a game whose text was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastWords {
    /// A variation is open, and no termination was read.
    Variation,
    /// A variation is open after the termination.
    VariationOnly,
    /// No termination was read.
    Termination,
    /// Something may follow the termination.
    Tail,
    Nothing,
}

impl<'a> PgnReader<'a> {
    /// Reads `block`, which starts where a game starts.
    pub fn new(block: &'a [u8], limits: &Limits) -> PgnReader<'a> {
        PgnReader {
            lexer: PgnLexer::new(block),
            limits: *limits,
            stage: PgnStage::Over,
            plain_moves: false,
            is_wide: limits.token >= LONGEST_PLAIN && limits.comment >= LONGEST_PLAIN_COMMENT,
            depth: 0,
            asides: Asides::default(),
            queued: None,
            start: 0,
            end: 0,
            longest: 0,
            names: BTreeSet::new(),
            names_to: 0,
            noted_tag: NOWHERE,
            tags: 0,
            odd_result: None,
            moves_from: 0,
            tail: 0,
            opened: 0,
            held: None,
            early: None,
            due: None,
            restarts: false,
            has_open_tag: false,
            markers_are_games: false,
            brackets: (0, false),
            last_words: LastWords::Nothing,
            cut_short: false,
            odd: None,
            around: None,
            numeral: Numeral::of(1),
        }
    }

    /// A reader for which each result ends a game, as the definition of VGN requires. Others read a second result in a
    /// paragraph as a repetition.
    pub(in crate::game) fn with_markers_as_games(self) -> PgnReader<'a> {
        PgnReader { markers_are_games: true, ..self }
    }

    /// Goes to the next game; what is left of the one before is skipped. `false` if there is none.
    pub fn next_game(&mut self) -> bool {
        self.skip();
        self.start = self.end;
        self.lexer.at = self.end;
        self.end = self.lexer.text.len();
        if self.lexer.at_end() {
            return false;
        }
        self.stage = PgnStage::Prologue;
        self.plain_moves = false;
        self.depth = 0;
        self.queued = None;
        let most = usize::try_from(self.limits.game).unwrap_or(usize::MAX);
        self.longest = self.start.saturating_add(most);
        if self.cut_short {
            self.longest = self.longest.min(self.last_whole());
        }
        self.tags = 0;
        self.odd_result = None;
        self.moves_from = self.start;
        self.held = None;
        self.early = None;
        self.due = None;
        self.restarts = false;
        self.has_open_tag = false;
        self.names.clear();
        self.names_to = self.start;
        self.last_words = LastWords::Nothing;
        self.asides.clear();
        if !self.lexer.at_bracket() {
            self.find_prologue();
        }
        true
    }

    /// Puts comments aside that precede the first tag, and words that are not moves.
    #[inline(never)]
    fn find_prologue(&mut self) {
        let start = self.lexer.at;
        let mut ahead = self.lexer;
        let mut has_words = false;
        while let Some((at, token)) = ahead.next() {
            match token {
                _ if self.passes_limit(at, ahead.at, &token) => return,
                PgnToken::Comment { .. } | PgnToken::Escape(_) | PgnToken::Nag { .. } => {}
                PgnToken::Skipped(_) | PgnToken::Close => {}
                PgnToken::Number { dots: 0, .. } => has_words = true,
                PgnToken::Move(word) if !may_be_move(word) => has_words = true,
                PgnToken::Tag(_) | PgnToken::Bracket(_) => {
                    if start < at {
                        self.asides.add(start..at);
                        self.asides.has_prologue = !has_words;
                        self.lexer.at = at;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// Whether a token from `start` to `end` is longer than a limit: it ends the game, so it is not put aside.
    fn passes_limit(&self, start: usize, end: usize, token: &PgnToken<'_>) -> bool {
        match token {
            PgnToken::Comment { text, .. } | PgnToken::Escape(text) => text.len() as u64 > self.limits.comment,
            PgnToken::Nag { .. } | PgnToken::Move(_) | PgnToken::Number { .. } => {
                (end - start) as u64 > self.limits.token
            }
            _ => false,
        }
    }

    /// Goes to what was put aside once the tags are read, and back once it is read too.
    #[inline(never)]
    fn turn_to_asides(&mut self) {
        if let Some(after) = self.asides.resumes_at {
            self.lexer.skip_space();
            let Some(aside) = self.asides.current() else { return };
            if self.lexer.at < aside.end {
                return;
            }
            if self.asides.has_prologue {
                self.asides.has_prologue = false;
                self.queued = self.part(GamePart::Prologue, aside);
            }
            self.asides.next += 1;
            match self.asides.current() {
                Some(aside) => self.lexer.at = aside.start,
                None => {
                    self.lexer.at = after;
                    self.asides.clear();
                }
            }
        } else if self.stage == PgnStage::Tags && !self.tags_go_on() {
            self.asides.resumes_at = Some(self.lexer.at);
            self.lexer.at = self.asides.current().map_or(self.lexer.at, |aside| aside.start);
            self.stage = PgnStage::Moves;
        }
    }

    /// Whether the next token is a tag of this section, or is among its tags.
    fn tags_go_on(&mut self) -> bool {
        let mut ahead = self.lexer;
        match ahead.next() {
            Some((at, PgnToken::Tag(tag))) => self.noted_tag == at || !self.opens_section(at, tag.name),
            Some((_, PgnToken::Bracket(_))) => true,
            Some(other) => self.section_goes_on(other, ahead).is_some(),
            None => false,
        }
    }

    /// The next event or fault of this game; `None` at its end.
    #[inline]
    pub fn next_event(&mut self) -> Option<Item<'a>> {
        match self.next_plain() {
            PlainToken::Move { start, word } => Some(Item::event(start, Event::Move(Cow::Borrowed(word)))),
            PlainToken::Number { start, value } => {
                Some(Item::event(start, Event::Number { value, dots: 1, half: false }))
            }
            PlainToken::Other => self.next_other(),
        }
    }

    /// The next event if it is a move or a number in plain spelling, as most events are. If it is something
    /// else, nothing is read.
    #[inline(always)]
    fn next_plain(&mut self) -> PlainToken<'a> {
        if !self.plain_moves {
            return PlainToken::Other;
        }
        let before = self.lexer.at;
        let plain = self.lexer.plain();
        if self.lexer.at > self.longest {
            self.lexer.at = before;
            return PlainToken::Other;
        }
        plain
    }

    /// A cursor over plain moves, if those are surely next. [`PgnReader::resume`] continues where it stopped.
    #[inline(always)]
    pub fn cursor(&self) -> Option<PlainCursor<'a>> {
        self.plain_moves.then(|| PlainCursor::new(self.lexer.text, self.lexer.at, self.longest))
    }

    /// Takes the next tag if it is on the next line and nothing is unusual about it, which is nearly always so:
    /// [`PgnReader::next_event`] reads the others. `expected` is how it opens in all likelihood, as [`NearTag::opening`]
    /// of another game showed it; or nothing.
    #[inline(always)]
    pub(crate) fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        if self.queued.is_some() || self.tags >= self.limits.tags {
            return None;
        }
        let mut lexer = self.lexer;
        match self.stage {
            PgnStage::Tags => {}
            // The first tag has no other before it, but mostly another game.
            PgnStage::Prologue if self.asides.is_empty() && lexer.at > 0 => lexer.at -= 1,
            _ => return None,
        }
        let tag = lexer.near_tag(expected)?;
        if lexer.at > self.longest || (lexer.at - tag.start) as u64 > self.limits.tag {
            return None;
        }
        self.lexer = lexer;
        self.stage = PgnStage::Tags;
        self.tags += 1;
        self.see_result(tag.name, tag.raw);
        Some(tag)
    }

    /// Goes past tags on the next lines that open as expected and do not decide how the game is read; returns how many. What
    /// [`PgnReader::take_tag`] would not take ends them.
    #[inline(always)]
    pub(crate) fn pass_tags(&mut self, expected: &[UsualTag<'_>]) -> usize {
        if self.stage != PgnStage::Tags || self.queued.is_some() {
            return 0;
        }
        let text = self.lexer.text.get(..self.longest).unwrap_or(self.lexer.text);
        let most = usize::try_from(self.limits.tags.saturating_sub(self.tags)).unwrap_or(usize::MAX);
        let (mut at, mut count) = (self.lexer.at, 0);
        for tag in expected.iter().take(most).take_while(|tag| !tag.decides) {
            let Some(end) = tags::usual_end(text, at, &tag.opening) else { break };
            if (end - at) as u64 > self.limits.tag {
                break;
            }
            (at, count) = (end, count + 1);
        }
        self.lexer.at = at;
        self.tags += count as u64;
        count
    }

    /// Goes to the first move of a game that starts as most do: an empty line follows the tags, and then `1.` and a word.
    #[inline]
    pub(crate) fn begin_moves(&mut self) -> bool {
        let at = self.lexer.at;
        let ahead = self.lexer.text.get(at..).and_then(|rest| rest.first_chunk());
        let Some(&[b'\n', b'\n', b'1', b'.', b' ', b'A'..=b'Z' | b'a'..=b'z']) = ahead else { return false };
        let is_due = self.queued.is_some() || self.held.is_some() || self.due.is_some() || !self.asides.is_empty();
        if self.stage != PgnStage::Tags || is_due || !self.is_wide || at + "\n\n1.".len() > self.longest {
            return false;
        }
        (self.stage, self.plain_moves) = (PgnStage::Moves, true);
        (self.moves_from, self.lexer.at) = (at + "\n\n".len(), at + "\n".len());
        true
    }

    /// Continues where a cursor stopped.
    #[inline(always)]
    pub fn resume(&mut self, cursor: PlainCursor<'a>) {
        self.lexer.at = cursor.at();
    }

    /// The next event or fault if it is not a plain move.
    #[inline(never)]
    fn next_other(&mut self) -> Option<Item<'a>> {
        let item = if self.plain_moves { self.next_of_moves() } else { self.next_of_any_kind() };
        let usual = self.stage == PgnStage::Moves
            && self.queued.is_none()
            && self.held.is_none()
            && self.due.is_none()
            && self.asides.is_empty();
        self.plain_moves = usual && self.is_wide;
        item
    }

    /// The next event or fault among the moves, if none is due before the next token.
    #[inline(always)]
    fn next_of_moves(&mut self) -> Option<Item<'a>> {
        if let Some(end) = self.plain_end() {
            return Some(end);
        }
        match self.next_token() {
            Ok((start, token)) => self.token_of_moves(start, token),
            Err(end) => end,
        }
    }

    /// The next event or fault of any kind.
    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Option<Item<'a>> {
        if self.queued.is_some() {
            return self.queued.take();
        }
        if self.stage == PgnStage::Over {
            return self.last_word();
        }
        if (self.due.is_some() || !self.asides.is_empty())
            && let Some(item) = self.next_before_token()
        {
            return Some(item);
        }
        if self.stage == PgnStage::Finished {
            if let Some(start) = self.lexer.at_tag() {
                return self.over(start);
            }
        } else if self.stage != PgnStage::Moves {
            let before = self.lexer.at;
            if let Some((start, tag)) = self.lexer.plain_tag() {
                if self.lexer.at <= self.longest {
                    return self.tag(start, tag);
                }
                self.lexer.at = before;
            }
        }
        let (start, token) = match self.next_token() {
            Ok(found) => found,
            Err(end) => return end,
        };
        match self.stage {
            // A number with a dot is surely one of the moves.
            PgnStage::Prologue | PgnStage::Tags if !matches!(token, PgnToken::Number { dots: 1.., .. }) => {
                if let Some(item) = self.among_tags(start, token) {
                    return Some(item);
                }
            }
            PgnStage::Finished => return self.behind_result(start, token),
            PgnStage::Prologue | PgnStage::Tags => {}
            PgnStage::Moves | PgnStage::Over => {
                let is_word = matches!(token, PgnToken::Move(_) | PgnToken::Number { .. } | PgnToken::Zeros(_));
                if is_word && self.asides.resumes_at.is_some() {
                    return self.strays(start);
                }
            }
        }
        if self.stage == PgnStage::Tags {
            self.moves_from = start;
        }
        self.token_of_moves(start, token)
    }

    /// The next token of this game; or, as the error, its end or the limit that was exceeded.
    #[inline(always)]
    fn next_token(&mut self) -> Result<(usize, PgnToken<'a>), Option<Item<'a>>> {
        let Some((start, token)) = self.lexer.next() else {
            return Err(self.end_of_block());
        };
        if self.lexer.at > self.longest && !self.starts_game(start, &token) {
            return Err(self.limit(Code::LimitGame, start));
        }
        Ok((start, token))
    }

    /// The event for a token among the moves, or as the first of them.
    #[inline(always)]
    fn token_of_moves(&mut self, start: usize, token: PgnToken<'a>) -> Option<Item<'a>> {
        let event = match token {
            PgnToken::Move(word) => Event::Move(Cow::Borrowed(word)),
            PgnToken::Number { value: 1, dots: 0 | 1, half: false } if self.restarts_at(start) => {
                return self.restart(start);
            }
            PgnToken::Number { value, dots, half } => Event::Number { value, dots, half },
            _ => return self.rare(start, token),
        };
        self.stage = PgnStage::Moves;
        if matches!(event, Event::Move(_)) {
            self.held = None;
        }
        if (self.lexer.at - start) as u64 > self.limits.token {
            return self.limit(Code::LimitToken, start);
        }
        self.event(start, event)
    }

    /// The result of a game that ends as most do: empty lines and the first tag of another game follow. Nothing else is left to
    /// be emitted then.
    fn plain_end(&mut self) -> Option<Item<'a>> {
        const NEXT: &[u8] = b"[Event \"";
        let start = self.lexer.at + 1;
        let (b' ' | b'\n', rest) = self.lexer.text.get(self.lexer.at..)?.split_first()? else { return None };
        let (termination, length) = match rest {
            [b'1', b'-', b'0', ..] => (Termination::WhiteWins, 3),
            [b'0', b'-', b'1', ..] => (Termination::BlackWins, 3),
            [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => (Termination::Draw, 7),
            [b'*', ..] => (Termination::Unknown, 1),
            _ => return None,
        };
        let end = start + length;
        let lines = rest[length..].iter().take_while(|&&byte| byte == b'\n').count();
        let is_next = lines > 1 && rest[length + lines..].starts_with(NEXT);
        if !is_next || self.depth > 0 || self.around.is_some() || end > self.longest {
            return None;
        }
        (self.stage, self.last_words) = (PgnStage::Over, LastWords::Nothing);
        (self.lexer.at, self.tail, self.end) = (end, end, end + lines);
        self.event(start, Event::Termination(termination))
    }

    /// What is emitted before the next token, if parts of the game are read out of order.
    #[cold]
    fn next_before_token(&mut self) -> Option<Item<'a>> {
        if !self.asides.is_empty() {
            self.turn_to_asides();
        }
        if self.queued.is_none() && self.due.is_some() {
            return self.due_termination();
        }
        self.queued.take()
    }

    /// Reads to the end of this game and throws the events away.
    pub fn skip(&mut self) {
        loop {
            if self.plain_moves {
                self.lexer.skip_plain(self.longest);
            }
            if self.next_other().is_none() {
                return;
            }
        }
    }

    /// Where the game's text is in the block; known once [`PgnReader::next_event`] returned `None`.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The text between two places.
    pub(in crate::game) fn text_at(&self, places: Range<usize>) -> Option<&'a [u8]> {
        self.lexer.text.get(places)
    }

    /// The game's text; known when everything of it was read.
    pub fn text(&self) -> &'a [u8] {
        self.lexer.text.get(self.span()).unwrap_or_default()
    }

    /// Where the last token of a block that is cut short can end: one that reaches the end may be the first part of a longer
    /// one, and so may the words of a tag without its closing quote.
    #[cold]
    fn last_whole(&self) -> usize {
        let text = self.lexer.text;
        let line = text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
        let is_open = text[line..].starts_with(b"[") && !text[line..].ends_with(b"]");
        if is_open { line } else { text.len().saturating_sub(1) }
    }

    /// The block ends within a game because that is longer than the limit.
    pub(super) fn end_is_cut(&mut self) {
        self.cut_short = true;
    }

    /// Whether the text of this game so far holds anything but comments and escaped lines.
    pub(super) fn in_prologue(&self) -> bool {
        self.stage == PgnStage::Prologue
    }

    /// Whether the last event precedes the tags.
    pub(super) fn is_before_tags(&self) -> bool {
        self.asides.resumes_at.is_some()
    }

    /// Whether the game holds a tag that might continue if more text followed, so that all after it is uncertain.
    pub(super) fn has_open_tag(&self) -> bool {
        self.has_open_tag
    }

    /// Whether the last game ended because move number 1 starts another one.
    pub(super) fn restarts_game(&self) -> bool {
        self.restarts
    }

    /// Whether everything of this game was read and emitted.
    #[inline(always)]
    pub(super) fn is_at_end(&self) -> bool {
        self.stage == PgnStage::Over && self.last_words == LastWords::Nothing && self.queued.is_none()
    }

    /// Where the next token is looked for.
    pub(super) fn at(&self) -> usize {
        self.lexer.at
    }

    /// Every token but a move and its number.
    #[inline(never)]
    fn rare(&mut self, start: usize, token: PgnToken<'a>) -> Option<Item<'a>> {
        match token {
            PgnToken::Tag(tag) => return self.rare_tag(start, tag),
            PgnToken::Termination { termination, standard } => return self.termination(start, termination, standard),
            PgnToken::Zeros(word) => return self.zeros(start, word),
            _ => {}
        }
        if self.stage == PgnStage::Tags {
            self.stage = PgnStage::Moves;
        }
        let event = match token {
            PgnToken::Bracket(_) if self.opens_game(start) => return self.over(start),
            PgnToken::Bracket(text) => return self.stray(start, text),
            PgnToken::Nag { value: Some(16 | 17), spelled } if self.is_forfeit(start, spelled) => {
                let told = result_text::at_start(spelled).map_or(Termination::Unknown, |found| found.result);
                return self.termination(start, told, false);
            }
            PgnToken::Open => return self.open(start),
            PgnToken::Close if self.depth == 0 => return self.skipped(start, Code::VariationUnopened),
            PgnToken::Close => {
                self.depth -= 1;
                self.held = None;
                Event::Close
            }
            // The dots of numbers are not kept, nor the characters that end a file.
            PgnToken::Skipped(code @ (Code::MoveNumber | Code::EndOfFile)) => return self.fault(start, code),
            PgnToken::Skipped(code) => return self.skipped(start, code),
            PgnToken::Comment { text, .. } | PgnToken::Escape(text) if text.len() as u64 > self.limits.comment => {
                return self.limit(Code::LimitComment, start);
            }
            PgnToken::Comment { text, form, closed } => {
                let event = Event::Comment { text: Cow::Borrowed(text), form };
                return if closed { self.event(start, event) } else { self.noted(start, Code::CommentUnclosed, event) };
            }
            PgnToken::Escape(text) => Event::Escape(Cow::Borrowed(text)),
            PgnToken::Nag { spelled, .. } if spelled.len() as u64 > self.limits.token => {
                return self.limit(Code::LimitToken, start);
            }
            PgnToken::Nag { value, spelled } if is_unusual(spelled) => {
                return self.noted(start, Code::NagSpelling, Event::Nag { value, spelled: Cow::Borrowed(spelled) });
            }
            PgnToken::Nag { value, spelled } => Event::Nag { value, spelled: Cow::Borrowed(spelled) },
            PgnToken::Move(_)
            | PgnToken::Number { .. }
            | PgnToken::Tag(_)
            | PgnToken::Termination { .. }
            | PgnToken::Zeros(_) => return None,
        };
        self.event(start, event)
    }

    #[inline(always)]
    fn tag(&mut self, start: usize, tag: PgnTag<'a>) -> Option<Item<'a>> {
        let PgnTag { name, raw, form, note } = tag;
        let is_own = match self.stage {
            PgnStage::Prologue => true,
            PgnStage::Tags => self.noted_tag == start || !self.opens_section(start, name),
            _ => false,
        };
        if !is_own {
            return self.over(start);
        }
        if let Some(code) = note.filter(|_| self.noted_tag != start) {
            return self.note_opening(start, code, name);
        }
        self.stage = PgnStage::Tags;
        self.tags += 1;
        if (self.lexer.at - start) as u64 > self.limits.tag {
            return self.limit(Code::LimitTag, start);
        }
        if self.tags > self.limits.tags {
            return self.limit(Code::LimitTags, start);
        }
        self.see_result(name, raw);
        let raw = if form == TagForm::Wrapped { tags::unwrapped(raw) } else { Cow::Borrowed(raw) };
        let event = Event::Tag(event::Tag { name: Cow::Borrowed(name), raw, escapes: Escapes::Some });
        match form {
            TagForm::Whole => self.event(start, event),
            TagForm::BareQuote => self.noted(start, Code::TagQuote, event),
            TagForm::Unclosed => {
                self.has_open_tag |= tags::may_go_on(self.lexer.text, self.lexer.at);
                self.noted(start, Code::TagUnclosed, event)
            }
            TagForm::Wrapped | TagForm::Cut => self.noted(start, Code::TagSyntax, event),
        }
    }

    /// Reports how a tag opens. The tag is read again and then emitted.
    #[cold]
    fn note_opening(&mut self, start: usize, code: Code, name: &'a [u8]) -> Option<Item<'a>> {
        self.noted_tag = start;
        self.lexer.at = start;
        Some(Item::fault(start, code, name))
    }

    /// A text in brackets among tags that is not a tag: an error, and a tag if only one can be meant.
    #[cold]
    fn bad_tag(&mut self, start: usize, text: &'a [u8]) -> Option<Item<'a>> {
        self.stage = PgnStage::Tags;
        self.tags += 1;
        if text.len() as u64 > self.limits.tag {
            return self.limit(Code::LimitTag, start);
        }
        if self.tags > self.limits.tags {
            return self.limit(Code::LimitTags, start);
        }
        if let Some((name, value)) = tags::meant(text) {
            self.see_result(name, value);
            self.queued = self.event(start, Event::Tag(event::Tag::plain(name, value)));
        }
        Some(Item::fault(start, Code::TagSyntax, text))
    }

    /// Looks whether a tag gives a result that is not one of the usual ones.
    #[inline(always)]
    fn see_result(&mut self, name: &[u8], raw: &[u8]) {
        // The length comes first because it is the same in most games.
        let is_odd = |raw: &[u8]| matches!(raw.first(), Some(b'0' | b'+' | b'-' | 0xe2)) && raw != b"0-1";
        if name.len() == "Result".len() && is_odd(raw) && name.eq_ignore_ascii_case(b"Result") {
            let said = result_text::at_start(raw).filter(|found| found.length == raw.len());
            self.odd_result = said.map(|found| found.result);
        }
    }

    /// A tag in an unusual place.
    #[inline(never)]
    fn rare_tag(&mut self, start: usize, tag: PgnTag<'a>) -> Option<Item<'a>> {
        self.tag(start, tag)
    }

    /// Whether a tag among tags belongs to another game: after an empty line, when there is one of its name or it is an
    /// Event.
    #[inline(always)]
    fn opens_section(&mut self, start: usize, name: &[u8]) -> bool {
        follows_empty_line(self.lexer.text, start) && self.repeats(start, name)
    }

    /// Whether a tag at `start` is an Event, or there is one of its name before it.
    #[cold]
    fn repeats(&mut self, start: usize, name: &[u8]) -> bool {
        if name == b"Event" {
            return true;
        }
        let mut before = PgnLexer::starting_at(self.lexer.text, self.names_to);
        while before.at < start
            && let Some((at, token)) = before.next()
        {
            match token {
                PgnToken::Tag(tag) if at < start => drop(self.names.insert(tag.name)),
                _ => {}
            }
        }
        self.names_to = start;
        self.names.contains(name)
    }

    fn termination(&mut self, start: usize, termination: Termination, standard: bool) -> Option<Item<'a>> {
        if self.depth > 0 {
            self.held = Some(termination);
            return self.skipped(start, Code::TerminationInVariation);
        }
        let among_tags = self.asides.resumes_at.is_some();
        if among_tags || self.stage == PgnStage::Tags && self.moves_follow(start) {
            self.early = Some(termination);
            return self.skipped(start, Code::TerminationEarly);
        }
        if self.a_variation_follows() {
            self.due = Some(termination);
            self.stage = PgnStage::Moves;
            return self.fault(start, Code::VariationLate);
        }
        self.stage = PgnStage::Finished;
        self.tail = self.lexer.at;
        let event = Event::Termination(termination);
        if standard && termination != Termination::Unknown && is_glued(self.lexer.text, start) {
            return self.noted(start, Code::TerminationGlued, event);
        }
        if standard { self.event(start, event) } else { self.noted(start, Code::TerminationSpelling, event) }
    }

    /// Whether the moves follow a result between them and the tags, without empty lines around it.
    #[cold]
    fn moves_follow(&self, start: usize) -> bool {
        let mut ahead = self.lexer;
        let Some((at, PgnToken::Number { value: 1, dots: 0 | 1, half: false })) = ahead.next() else { return false };
        let parted = |at| follows_empty_line(self.lexer.text, at);
        a_move_follows(ahead) && !(parted(start) && parted(at))
    }

    /// Whether the next token opens a variation.
    fn a_variation_follows(&self) -> bool {
        let mut ahead = self.lexer;
        ahead.skip_space();
        // Most games are followed by a tag, which need not be looked at here.
        ahead.text.get(ahead.at) == Some(&b'(') && matches!(ahead.next(), Some((_, PgnToken::Open)))
    }

    /// `0-0` is a termination if the Result tag agrees and nothing of this game follows.
    fn zeros(&mut self, start: usize, word: &'a [u8]) -> Option<Item<'a>> {
        if self.odd_result == Some(Termination::BothLose) && self.nothing_follows() {
            return self.termination(start, Termination::BothLose, true);
        }
        self.stage = PgnStage::Moves;
        self.held = None;
        self.event(start, Event::Move(Cow::Borrowed(word)))
    }

    /// Whether nothing of this game follows but comments and signs.
    fn nothing_follows(&self) -> bool {
        let mut ahead = self.lexer;
        loop {
            match ahead.next() {
                Some((_, PgnToken::Comment { .. } | PgnToken::Escape(_) | PgnToken::Nag { .. })) => {}
                Some((at, PgnToken::Number { value: 1, dots: 1, half: false })) => {
                    return follows_empty_line(self.lexer.text, at) && a_move_follows(ahead);
                }
                next => return matches!(next, None | Some((_, PgnToken::Tag(_)))),
            }
        }
    }

    /// Whether `+/-` or a similar sign at `start` means that one side did not show up: at the end of a game without
    /// moves, or of one whose Result tag means the same. Elsewhere they are evaluations.
    #[cold]
    fn is_forfeit(&self, start: usize, spelled: &[u8]) -> bool {
        let told = result_text::at_start(spelled).filter(|found| found.length == spelled.len());
        let Some(told) = told.filter(|_| self.depth == 0 && self.around.is_none()) else { return false };
        self.nothing_follows() && (self.odd_result == Some(told.result) || self.plies_before(start) == 0)
    }

    /// How many of the first two moves of the mainline are before `start`.
    #[cold]
    fn plies_before(&self, start: usize) -> usize {
        let mut before = PgnLexer::starting_at(self.lexer.text, self.moves_from);
        let (mut depth, mut plies) = (0u64, 0);
        while plies < 2
            && before.at < start
            && let Some((at, token)) = before.next()
        {
            match token {
                PgnToken::Open => depth += 1,
                PgnToken::Close => depth = depth.saturating_sub(1),
                PgnToken::Move(word) if depth == 0 && at < start && may_be_move(word) => plies += 1,
                PgnToken::Zeros(_) if depth == 0 && at < start => plies += 1,
                _ => {}
            }
        }
        plies
    }

    /// Whether move number 1, which was read at `start`, starts another game: at the start of a line, after a whole move, and
    /// with a move.
    #[cold]
    fn restarts_at(&self, start: usize) -> bool {
        self.stage == PgnStage::Moves
            && self.depth == 0
            && self.asides.is_empty()
            && starts_line(self.lexer.text, start)
            && a_move_follows(self.lexer)
            && self.plies_before(start) == 2
    }

    /// Ends the game when move number 1 starts another one.
    #[cold]
    fn restart(&mut self, start: usize) -> Option<Item<'a>> {
        let note = self.fault_until(start, self.lexer.at, Code::NumberRestart);
        self.restarts = true;
        self.queued = self.over(start);
        Some(note)
    }

    /// A token among tags, or before all of them, that is not a tag. `None` if it is one of the moves.
    #[cold]
    fn among_tags(&mut self, start: usize, token: PgnToken<'a>) -> Option<Item<'a>> {
        match token {
            PgnToken::Bracket(text) => return self.bad_tag(start, text),
            PgnToken::Tag(_) => return None,
            _ if self.stage == PgnStage::Prologue => return None,
            _ => {}
        }
        let (next, noted) = self.section_goes_on((start, token), self.lexer)?;
        self.asides.add(start..next);
        self.lexer.at = next;
        if let Some(comment) = noted {
            return Some(self.fault_until(comment, comment + 1, Code::TagComment));
        }
        match self.lexer.next()? {
            (at, PgnToken::Tag(tag)) => self.tag(at, tag),
            (at, PgnToken::Bracket(text)) => self.bad_tag(at, text),
            _ => None,
        }
    }

    /// Where the next tag of this section is, good or bad, after a token that does not belong to the moves and that
    /// ends at `ahead`; and where the first comment before it is. `None` if the section ends here.
    #[cold]
    fn section_goes_on(
        &mut self,
        token: (usize, PgnToken<'a>),
        mut ahead: PgnLexer<'a>,
    ) -> Option<(usize, Option<usize>)> {
        let (mut parted, mut ended) = (false, false);
        let mut comment = None;
        let mut next = Some(token);
        while let Some((at, token)) = next {
            parted |= follows_empty_line(self.lexer.text, at);
            match token {
                _ if self.passes_limit(at, ahead.at, &token) => return None,
                // A token that ends the game because of its length ends the section, whatever follows.
                token if ahead.at > self.longest && !matches!(token, PgnToken::Tag(_) | PgnToken::Bracket(_)) => {
                    return None;
                }
                PgnToken::Tag(tag) => {
                    let is_other = parted && ended || (parted || ended) && self.repeats(at, tag.name);
                    return (!is_other).then_some((at, comment));
                }
                PgnToken::Bracket(_) => return (!parted || !ended).then_some((at, comment)),
                PgnToken::Comment { closed: true, .. } => comment = comment.or(Some(at)),
                PgnToken::Termination { .. } => ended = true,
                PgnToken::Escape(_) | PgnToken::Skipped(_) | PgnToken::Number { dots: 0, .. } => {}
                PgnToken::Move(word) if !may_be_move(word) => {}
                _ => return None,
            }
            next = ahead.next();
        }
        None
    }

    /// Whether a text in brackets at `start` that is not a tag starts a game: after an empty line, and before a tag.
    #[cold]
    fn opens_game(&mut self, start: usize) -> bool {
        if self.depth > 0 || !follows_empty_line(self.lexer.text, start) {
            return false;
        }
        // What was looked through once is not looked through again.
        if start >= self.brackets.0 {
            let mut ahead = self.lexer;
            self.brackets = loop {
                match ahead.next() {
                    Some((_, PgnToken::Bracket(_) | PgnToken::Escape(_) | PgnToken::Comment { closed: true, .. })) => {}
                    next => break (next.map_or(ahead.at, |(at, _)| at), matches!(next, Some((_, PgnToken::Tag(_))))),
                }
            };
        }
        self.brackets.1
    }

    /// A token after the result. It belongs to the finished game, unless it starts the next one.
    #[inline(never)]
    fn behind_result(&mut self, start: usize, token: PgnToken<'a>) -> Option<Item<'a>> {
        if self.begins_game(start, &token) {
            return self.over(start);
        }
        match token {
            PgnToken::Termination { .. } if self.depth == 0 => self.skipped(start, Code::TerminationRepeated),
            PgnToken::Move(word) if is_end_of_file(word) => self.fault(start, Code::EndOfFile),
            PgnToken::Move(_) | PgnToken::Number { .. } | PgnToken::Zeros(_) => self.strays(start),
            token => self.rare(start, token),
        }
    }

    /// Whether a token after the result starts the next game: move number 1 with a move, and after an empty line also with a
    /// comment; moves or a result after an empty line; and a text in brackets before tags.
    fn begins_game(&mut self, start: usize, token: &PgnToken<'_>) -> bool {
        let (lexer, depth) = (self.lexer, self.depth);
        let parted = || follows_empty_line(lexer.text, start);
        let on_its_own = || {
            let mut ahead = lexer;
            !matches!(ahead.next(), Some((_, PgnToken::Move(word))) if !may_be_move(word))
        };
        depth == 0
            && match token {
                PgnToken::Tag(_) => true,
                PgnToken::Number { value: 1, dots: 0 | 1, half: false } => {
                    a_move_follows(self.lexer) || a_comment_follows(self.lexer) && parted()
                }
                PgnToken::Number { dots: 1.., .. } => parted() && a_move_follows(self.lexer),
                PgnToken::Number { value, dots: 0, half: false } if may_be_iccf(*value) => parted() && on_its_own(),
                PgnToken::Termination { .. } => self.markers_are_games || parted(),
                PgnToken::Move(word) => parted() && may_be_move(word) && on_its_own(),
                PgnToken::Zeros(_) => parted() && on_its_own(),
                PgnToken::Bracket(_) => self.opens_game(start),
                _ => false,
            }
    }

    /// Words without a meaning, up to the end of the line or to something else.
    #[cold]
    fn strays(&mut self, start: usize) -> Option<Item<'a>> {
        let mut end = self.lexer.at;
        let mut ahead = self.lexer;
        while let Some((at, token)) = ahead.next() {
            let between = self.lexer.text.get(end..at).unwrap_or_default();
            let is_word = matches!(token, PgnToken::Move(_) | PgnToken::Number { .. } | PgnToken::Zeros(_));
            let too_long = ahead.at > self.longest || (ahead.at - start) as u64 > self.limits.token;
            if !is_word || between.contains(&b'\n') || between.contains(&b'\r') || too_long {
                break;
            }
            end = ahead.at;
        }
        self.lexer.at = end;
        self.stray(start, self.lexer.text.get(start..end).unwrap_or_default())
    }

    /// A text that has no meaning in its place.
    #[cold]
    fn stray(&mut self, start: usize, text: &'a [u8]) -> Option<Item<'a>> {
        if text.len() as u64 > self.limits.token {
            return self.limit(Code::LimitToken, start);
        }
        self.noted(start, Code::Stray, Event::Stray(Cow::Borrowed(text)))
    }

    /// The termination that was read before variations, once these are over.
    #[cold]
    fn due_termination(&mut self) -> Option<Item<'a>> {
        if self.depth > 0 || self.a_variation_follows() {
            return None;
        }
        let termination = self.due.take()?;
        self.stage = PgnStage::Finished;
        self.tail = self.lexer.at;
        // Everything emitted until here precedes it.
        self.event(self.tail, Event::Termination(termination))
    }

    /// The text of a part of the game without the white space around it, if it has any.
    /// A tail with words in it is not emitted: a reader would take the words for strays again.
    fn part(&self, part: GamePart, span: Range<usize>) -> Option<Item<'a>> {
        let text = self.lexer.text.get(span.clone()).unwrap_or_default();
        if part == GamePart::Tail && !is_comments(text) {
            return None;
        }
        let blank = text.len() - text.trim_ascii_start().len();
        let text = text.trim_ascii();
        (!text.is_empty()).then(|| Item::event(span.start + blank, Event::Verbatim(part, Cow::Borrowed(text))))
    }

    fn open(&mut self, start: usize) -> Option<Item<'a>> {
        if self.stage == PgnStage::Prologue {
            self.stage = PgnStage::Moves;
        }
        if self.depth >= self.limits.nesting {
            return self.limit(Code::LimitNesting, start);
        }
        if self.depth == 0 {
            self.opened = start;
        }
        self.depth += 1;
        self.held = None;
        self.event(start, Event::Open)
    }

    fn event(&self, start: usize, event: Event<'a>) -> Option<Item<'a>> {
        Some(Item::event(start, event))
    }

    /// A fault about what was read from `start` on.
    fn fault(&self, start: usize, code: Code) -> Option<Item<'a>> {
        Some(self.fault_until(start, self.lexer.at, code))
    }

    fn fault_until(&self, start: usize, end: usize, code: Code) -> Item<'a> {
        Item::fault(start, code, self.lexer.text.get(start..end).unwrap_or_default())
    }

    /// A fault, then the event it is about.
    fn noted(&mut self, start: usize, code: Code, event: Event<'a>) -> Option<Item<'a>> {
        self.queued = self.event(start, event);
        self.fault(start, code)
    }

    /// A token that is skipped, after the note that reports it.
    fn skipped(&mut self, start: usize, code: Code) -> Option<Item<'a>> {
        let text = self.lexer.text.get(start..self.lexer.at).unwrap_or_default();
        self.noted(start, code, Event::Skipped(Cow::Borrowed(text)))
    }

    /// Whether `token` is one of the next game.
    #[inline(never)]
    fn starts_game(&mut self, start: usize, token: &PgnToken<'_>) -> bool {
        match (self.stage, token) {
            (PgnStage::Tags, PgnToken::Tag(tag)) => self.opens_section(start, tag.name),
            (stage, PgnToken::Tag(_)) => stage != PgnStage::Prologue,
            (PgnStage::Finished, token) => self.begins_game(start, token),
            (_, PgnToken::Number { value: 1, dots: 0 | 1, half: false }) => self.restarts_at(start),
            _ => false,
        }
    }

    /// Ends the game when a limit is exceeded; the rest is skipped up to a place where a game starts for certain.
    #[inline(never)]
    fn limit(&mut self, code: Code, start: usize) -> Option<Item<'a>> {
        let fault = self.fault(start, code);
        self.end = next_mark(self.lexer.text, start).unwrap_or(self.lexer.text.len());
        self.stage = PgnStage::Over;
        self.last_words = LastWords::Nothing;
        fault
    }

    #[inline(never)]
    fn end_of_block(&mut self) -> Option<Item<'a>> {
        if self.cut_short {
            return self.limit(Code::LimitGame, self.lexer.text.len());
        }
        self.over(self.lexer.text.len())
    }

    /// Ends the game at `end`.
    #[inline(never)]
    fn over(&mut self, end: usize) -> Option<Item<'a>> {
        self.end = end;
        self.last_words = match (self.depth, self.stage) {
            _ if self.around.is_some_and(|around| self.depth <= around) => LastWords::Nothing,
            _ if self.around.is_some() => LastWords::VariationOnly,
            (0, PgnStage::Finished) => LastWords::Tail,
            (0, _) => LastWords::Termination,
            (_, PgnStage::Finished) => LastWords::VariationOnly,
            _ => LastWords::Variation,
        };
        self.stage = PgnStage::Over;
        self.last_word()
    }

    /// What the end of a game shows to be missing.
    #[inline(never)]
    fn last_word(&mut self) -> Option<Item<'a>> {
        let words = core::mem::replace(&mut self.last_words, LastWords::Nothing);
        match words {
            LastWords::Nothing => return None,
            LastWords::Tail => return self.part(GamePart::Tail, self.tail..self.end),
            LastWords::Variation => self.last_words = LastWords::Termination,
            LastWords::VariationOnly => {}
            LastWords::Termination => return self.last_termination(),
        }
        Some(self.fault_until(self.opened, self.opened + 1, Code::VariationUnclosed))
    }

    /// The termination found before the end of the moves, or the note that it is missing.
    fn last_termination(&self) -> Option<Item<'a>> {
        let text = self.lexer.text.get(self.start..self.end).unwrap_or_default();
        let end = self.start + text.trim_ascii_end().len();
        if let Some(termination) = self.due.or(self.held).or(self.early) {
            return self.event(end, Event::Termination(termination));
        }
        Some(self.fault_until(end, end, Code::TerminationMissing))
    }
}

/// A part of a game's moves, read by itself.
impl<'a> PgnReader<'a> {
    /// Reads a text among the moves of a game, within this many variations.
    pub(in crate::game) fn within(text: &'a [u8], limits: &Limits, around: u64) -> PgnReader<'a> {
        let end = text.len();
        PgnReader {
            stage: PgnStage::Moves,
            depth: around,
            around: Some(around),
            end,
            longest: end,
            ..PgnReader::new(text, limits)
        }
    }

    /// Reads the moves of one game, which are in a part of `block`. That they lack a result is not noted.
    pub(in crate::game) fn of_moves(block: &'a [u8], place: Range<usize>, limits: &Limits) -> PgnReader<'a> {
        let text = block.get(..place.end).unwrap_or(block);
        PgnReader {
            lexer: PgnLexer::starting_at(text, place.start),
            start: place.start,
            moves_from: place.start,
            ..PgnReader::within(text, limits, 0)
        }
    }

    /// How many variations are open, those around the text among them.
    pub(in crate::game) fn depth(&self) -> u64 {
        self.depth
    }

    /// The same reader of the same text at another place in memory, or of none; `None` if something of its current text
    /// is still to be emitted.
    pub(in crate::game) fn moved_to<'b>(&self, text: &'b [u8]) -> Option<PgnReader<'b>> {
        self.queued.is_none().then(|| PgnReader {
            lexer: PgnLexer::starting_at(text, self.lexer.at),
            names: BTreeSet::new(),
            names_to: self.start,
            queued: None,
            limits: self.limits,
            stage: self.stage,
            plain_moves: self.plain_moves,
            is_wide: self.is_wide,
            depth: self.depth,
            asides: self.asides.clone(),
            start: self.start,
            end: self.end,
            longest: self.longest,
            noted_tag: self.noted_tag,
            tags: self.tags,
            odd_result: self.odd_result,
            moves_from: self.moves_from,
            tail: self.tail,
            opened: self.opened,
            held: self.held,
            early: self.early,
            due: self.due,
            restarts: self.restarts,
            has_open_tag: self.has_open_tag,
            markers_are_games: self.markers_are_games,
            brackets: self.brackets,
            last_words: self.last_words,
            cut_short: self.cut_short,
            odd: self.odd,
            around: self.around,
            numeral: self.numeral,
        })
    }
}

impl PgnReader<'_> {
    /// A reader whose next game is this one.
    #[cold]
    pub(super) fn at_start_of_game(&self) -> Self {
        let again = self.clone();
        let (stage, last_words) = (PgnStage::Over, LastWords::Nothing);
        PgnReader { stage, last_words, queued: None, plain_moves: false, end: self.start, ..again }
    }

    /// How the bytes of the game that starts here are to be read. The game is read ahead of time if it may have a byte
    /// that is not UTF-8.
    #[cold]
    pub(super) fn encoding_ahead(&mut self) -> Encoded {
        let odd = match self.odd {
            Some(odd) if self.start <= odd.at => odd,
            _ => *self.odd.insert(OddByte::behind(self.lexer.text, self.start)),
        };
        let mut odd_byte = None;
        if self.start >= odd.mark && odd.at < self.lexer.text.len() {
            let mut ahead = self.clone();
            ahead.skip();
            odd_byte = Some(odd.at).filter(|at| ahead.span().contains(at));
        }
        // How other encodings are read is decided for each tag and comment, because files are put together from others.
        Encoded { encoding: Encoding::Utf8, odd_byte }
    }
}
