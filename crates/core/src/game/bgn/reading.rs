//! The state of a reader of documents, and what it tells whatever it reads just now.

use super::clock::Clock;
use super::commands::NAMESPACES;
use super::document::Document;
use super::fields::Fields;
use super::problems::Problems;
use super::source::Source;
use super::tasks::{Notes, Task};
use crate::elapsed::Elapsed;
use crate::error::Code;
use crate::event::{Bytes, Event, Item};
use crate::json::{Brackets, Flaw, Member, Members, Seen, compact, unescape, value};
use crate::limits::Limits;
use crate::rules::Color;
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
    pub(super) cut_short: bool,
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
    pub(super) fn tell_tail(&mut self, source: &Source<'a>, span: &Range<usize>) {
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
