//! Reads the documents of a block.

use super::commands::NAMESPACES;
use super::derived::DEFAULT_SOURCE;
use super::document::Document;
use super::explicit::Explicit;
use super::fields::Fields;
use super::frame;
use super::moves::{self, Moves};
use super::notes::Notes;
use super::problems::Problems;
use super::properties::Clock;
use super::source::Source;
use crate::elapsed::Elapsed;
use crate::error::Code;
use crate::event::{Bytes, Event, Item};
use crate::json::{Brackets, Flaw, Member, Members, Seen, compact, unescape, value};
use crate::limits::Limits;
use crate::notation::MoveNotation;
use crate::read::{GameReader, Player, Record};
use crate::rules::{Color, Position};
use crate::step::Sink;
use crate::time_control::TimeControl;
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

/// From how many open lines on the ends of all arrays and objects are found at once.
const DEEP: u64 = 16;

/// Reads documents, each as the events of a game.
pub struct Reader<'a> {
    pub(super) block: &'a [u8],
    pub(super) limits: Limits,
    pub(super) document: Document,
    cut_short: bool,
    /// Whether the head of the document was read.
    pub(super) opened: bool,
    /// What is told next.
    pub(super) queue: VecDeque<Item<'a>>,
    /// What is read next, the first one last.
    pub(super) stack: Vec<Task<'a>>,
    /// How many lines are open.
    pub(super) depth: u64,
    pub(super) problems: Problems,
    /// Room for the fields of a move. Those of one that was told as an event stay until they are held against the board.
    pub(super) fields: Fields,
    pub(super) pending: bool,
    /// The annotations of the move that was just played.
    pub(super) held: Option<Notes<'a>>,
    /// The source of annotations that do not say whose they are, and all that the document lists, sorted.
    pub(super) usual_source: Bytes<'a>,
    pub(super) sources: Vec<Bytes<'a>>,
    pub(super) brackets: OnceCell<(usize, Brackets)>,
    /// The namespace of the game's commands, and what its clocks are held against.
    pub(super) namespace: &'static str,
    pub(super) control: Option<TimeControl>,
    pub(super) clock: Clock,
    /// The first element of the moves, where there is one, and whether it is `null`.
    pub(super) opening: Option<(Range<usize>, bool)>,
}

/// Something that is still to be read.
#[derive(Clone, Debug)]
pub(super) enum Task<'a> {
    /// An array of moves.
    Moves(Moves<'a>),
    /// An array of annotations.
    Notes(Notes<'a>),
    /// What follows the moves that could be read, as a string.
    Tail(Source<'a>, Range<usize>),
    /// A line closes here.
    Close(usize),
    /// Something that is told when it is its turn.
    Say(Item<'a>),
}

impl<'a> Reader<'a> {
    /// Reads `block`, which starts where a document starts.
    pub fn new(block: &'a [u8], limits: &Limits) -> Reader<'a> {
        Reader {
            block,
            limits: *limits,
            document: Document::default(),
            cut_short: false,
            opened: true,
            queue: VecDeque::new(),
            stack: Vec::new(),
            depth: 0,
            problems: Problems::new(limits.depth),
            fields: Fields::default(),
            pending: false,
            held: None,
            usual_source: Cow::Borrowed(b"pgn"),
            sources: Vec::new(),
            brackets: OnceCell::new(),
            opening: None,
            namespace: NAMESPACES[0],
            control: None,
            clock: Clock::of(Elapsed::of(Color::White, None)),
        }
    }

    /// Whether so many lines are open that the ends of all arrays and objects are to be found at once.
    #[inline(always)]
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= DEEP
    }

    /// The text of the document.
    pub(super) fn source(&self) -> Source<'a> {
        Source::Block(&self.block[..self.document.span.end])
    }

    /// Whether the document lists this source.
    pub(super) fn knows_source(&self, id: &[u8]) -> bool {
        self.sources.binary_search_by(|known| (**known).cmp(id)).is_ok()
    }

    /// Tells something that is wrong with a part of a text.
    #[cold]
    pub(super) fn fault(&mut self, source: &Source<'a>, part: Range<usize>, code: Code) {
        self.queue.push_back(Item::fault(source.place(part.start), code, source.shown(part)));
    }

    /// Tells what is wrong with members that were read.
    #[inline(always)]
    pub(super) fn tell_problems(&mut self, source: &Source<'a>) {
        if !self.problems.is_empty() {
            for (part, code) in self.problems.take() {
                self.fault(source, part, code);
            }
        }
    }

    /// The document cannot be read beyond this place: what is open closes.
    #[cold]
    pub(super) fn fail(&mut self, source: &Source<'a>, flaw: Flaw) {
        self.tell_flaw(source, flaw);
        while let Some(task) = self.stack.pop() {
            match task {
                Task::Close(at) => self.queue.push_back(Item::event(at, Event::Close)),
                Task::Say(item) => self.queue.push_back(item),
                Task::Moves(_) | Task::Notes(_) | Task::Tail(..) => {}
            }
        }
        self.depth = 0;
    }

    /// Tells where the document is broken.
    #[cold]
    pub(super) fn tell_flaw(&mut self, source: &Source<'a>, flaw: Flaw) {
        // What was seen of this while the parts were looked for need not be told again.
        self.document.flaw = None;
        let at_end = matches!(source, Source::Block(_)) && flaw.at >= self.block.len();
        let code = match flaw.code {
            Code::JsonSyntax if at_end && self.cut_short => Code::LimitGame,
            Code::JsonSyntax if at_end => Code::DataTruncated,
            code => code,
        };
        // What is missing at the end is missing behind the last thing that stands there.
        let text = source.bytes();
        let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
        let at = flaw.at.min(last);
        self.fault(source, at..(at + 1).min(last), code);
    }

    /// What the string with these quotes says, to be kept. An escape that says nothing is told, and the string stays as it is.
    pub(super) fn said(&mut self, source: &Source<'a>, span: &Range<usize>) -> Bytes<'a> {
        match source.part(span.start + 1..span.end - 1) {
            Cow::Borrowed(raw) => unescape(raw).unwrap_or(Cow::Borrowed(raw)),
            Cow::Owned(raw) => Cow::Owned(unescape(&raw).map_or_else(|_| raw.clone(), Cow::into_owned)),
        }
    }

    /// Tells a member, which was read, as it stands but for blanks.
    pub(super) fn add_member(&mut self, source: &Source<'a>, member: Range<usize>) {
        let place = source.place(member.start);
        let text = match source.part(member) {
            Cow::Borrowed(text) => compact(text),
            Cow::Owned(text) => Cow::Owned(compact(&text).into_owned()),
        };
        self.queue.push_back(Item::event(place, Event::Field(text)));
    }

    /// Tells the members that are not known of the object that was read last.
    #[cold]
    pub(super) fn add_others(&mut self, source: &Source<'a>) {
        for member in self.problems.take_others(source.bytes()) {
            self.add_member(source, member);
        }
        self.tell_problems(source);
    }

    /// Tells a text of words that could not be read as moves.
    fn tell_tail(&mut self, source: &Source<'a>, span: &Range<usize>) {
        let place = source.place(span.start);
        let said = self.said(source, span);
        for word in said.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            self.queue.push_back(Item::event(place, Event::Move(Cow::Owned(Vec::from(word)))));
        }
    }
}

/// Goes through the members of an object, which was read, that are not among these: the key with its quotes, and the value.
/// Returns the keys that stand twice.
pub(super) fn each_other(
    text: &[u8],
    start: usize,
    known: &[&[u8]],
    mut found: impl FnMut(Range<usize>, Range<usize>),
) -> Vec<Range<usize>> {
    let (mut members, mut seen, mut doubles) = (Members::of(start), Seen::default(), Vec::new());
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        let Ok(value) = value(text, at, u64::MAX) else { break };
        members.go_on(value.span.end);
        let whole = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        if known.iter().any(|known| **known == *name) {
            continue;
        }
        if seen.add(name) {
            found(whole, value.span);
        } else {
            doubles.push(whole);
        }
    }
    doubles
}

impl<'a> GameReader<'a> for Reader<'a> {
    fn next_game(&mut self) -> bool {
        let start = frame::start(self.block, self.document.span.end);
        if start >= self.block.len() {
            return false;
        }
        let latest = frame::latest_end(self.block, start);
        self.document = Document::find(&self.block[..latest], start);
        self.opened = false;
        self.queue.clear();
        self.stack.clear();
        (self.depth, self.pending, self.held, self.opening) = (0, false, None, None);
        self.usual_source = Cow::Borrowed(DEFAULT_SOURCE.as_bytes());
        (self.namespace, self.control) = (NAMESPACES[0], None);
        self.clock.elapsed().restart(Color::White, None);
        self.sources.clear();
        self.brackets = OnceCell::new();
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        self.pending = false;
        loop {
            if let Some(item) = self.queue.pop_front() {
                return Some(item);
            }
            if !self.opened {
                self.open();
                continue;
            }
            match self.stack.pop() {
                Some(Task::Moves(moves)) => self.next_move(moves),
                Some(Task::Notes(notes)) => self.next_note(notes),
                Some(Task::Tail(source, span)) => self.tell_tail(&source, &span),
                Some(Task::Close(at)) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Item::event(at, Event::Close));
                }
                Some(Task::Say(item)) => return Some(item),
                None => {
                    let flaw = self.document.flaw.take()?;
                    self.tell_flaw(&self.source(), flaw);
                }
            }
        }
    }

    fn span(&self) -> Range<usize> {
        self.document.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        Some(&Explicit)
    }

    fn starts_at(&mut self, position: &Position) {
        self.clock.elapsed().restart(position.turn(), self.control);
        let Some((element, null)) = self.opening.clone() else { return };
        if null != (position.turn() == Color::Black) {
            let source = self.source();
            self.queue.push_back(Item::fault(element.start, Code::FieldValue, source.shown(element)));
        }
    }

    fn stands_alone(&self) -> bool {
        false
    }

    /// A document says all that there is to be said, unless somebody wrote no more than the moves.
    fn has_marker(&self) -> bool {
        self.document.bgn.is_some()
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &'a [u8])) {
        self.opened = true;
        self.queue.clear();
        self.stack.clear();
        self.document.flaw = None;
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        moves::play(self, player, record, sink);
    }
}
