//! Reads the documents of a block, each as the events of a game.

mod head;
mod moves;
mod notes;
mod properties;
use crate::date::Date;
use crate::elapsed::Elapsed;
use crate::error::Code;
use crate::event::{Bytes, Event, Item, What};
use crate::game::bgn::clock::Clock;
use crate::game::bgn::commands::NAMESPACES;
use crate::game::bgn::document::DocumentSpans;
use crate::game::bgn::fields::MoveFields;
use crate::game::bgn::frame::FRAME;
use crate::game::bgn::problems::Problems;
use crate::game::bgn::reader::head::Heading;
use crate::game::bgn::reader::moves::Explicit;
use crate::game::bgn::rendering::{Framing, Transcribe, Transcribed};
use crate::game::bgn::source::Source;
use crate::game::bgn::tag_values::DEFAULT_SOURCE;
use crate::game::bgn::tasks::{AnnotationArray, MoveArray, Task};
use crate::game::infinite::starts_infinite;
use crate::game::pgn::parts::GameParts;
use crate::json::{Brackets, JsonFlaw, KeySet, Member, Members, ValueKind, compact, elements, kind, unescape, value};
use crate::limits::Limits;
use crate::notation::MoveNotation;
use crate::read::{Encoded, GameReader, InfiniteDocument, Player, Record};
use crate::rules::{Color, Position};
use crate::step::Sink;
use crate::text::{self, Encoding};
use crate::time_control::TimeControl;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

impl<'a> GameReader<'a> for BgnReader<'a> {
    fn next_game(&mut self) -> bool {
        if !self.find_document() {
            return false;
        }
        self.opened = false;
        self.queue.clear();
        self.stack.clear();
        (self.depth, self.pending, self.held, self.opening) = (0, false, None, None);
        self.usual_source = Cow::Borrowed(DEFAULT_SOURCE.as_bytes());
        self.is_infinite = false;
        (self.namespace, self.control, self.event_date) = (NAMESPACES[0], None, None);
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
                Some(Task::Moves(moves)) => moves::next_move(self, moves),
                Some(Task::Notes(notes)) => notes::next_note(self, notes),
                Some(Task::Tail(source, span)) => self.tell_tail(&source, &span),
                Some(Task::Close(at)) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Item::event(at, Event::Close));
                }
                Some(Task::Say(item)) => return Some(item),
                None => self.tell_end()?,
            }
        }
    }

    fn span(&self) -> Range<usize> {
        self.place()
    }

    fn encoding(&mut self, utf8: bool) -> Encoded {
        self.is_utf8 = utf8;
        Encoded::default()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        Some(&Explicit)
    }

    fn event_date(&self) -> Option<Date> {
        self.event_date
    }

    fn is_refused(&self) -> bool {
        self.is_infinite
    }

    fn starts_at(&mut self, position: &Position) {
        self.clock.elapsed().restart(position.turn(), self.control);
        let Some((element, null)) = self.opening.clone() else { return };
        if null != (position.turn() == Color::Black) {
            let source = self.source();
            self.fault(&source, element, Code::FieldValue);
        }
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn give_up(&mut self) -> Option<Bytes<'a>> {
        moves::rest_of_line(self).map(Cow::Owned)
    }

    fn infinite(&mut self) -> Option<InfiniteDocument<'a>> {
        let bgn = self.document.bgn.filter(|_| self.document.flaw.is_none())?;
        match &mut self.told {
            None => starts_infinite(self.block, bgn).then(|| {
                let span = self.document.span.clone();
                InfiniteDocument { json: self.block[span.clone()].into(), span, places: None }
            }),
            Some(told) => starts_infinite(told.source.bytes(), bgn).then(|| {
                let (json, places) = told.source.take();
                self.opened = true;
                let places =
                    places.map(|places| -> Box<dyn Fn(usize) -> usize + Send> { Box::new(move |at| places.of(at)) });
                InfiniteDocument { json: json.into(), span: told.span.clone(), places }
            }),
        }
    }

    /// A document without moves, which is how a game is kept that could not be played, as PGN.
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        let source = self.source();
        if self.is_infinite {
            let span = self.document.span.clone();
            return source.bytes().get(span).map(|document| Cow::Owned(compact(document).into_owned()));
        }
        let mut again = BgnReader::new(source.bytes(), &self.limits);
        // What precedes this document in its block was read.
        again.document.span = 0..self.document.span.start;
        if !again.next_game() {
            return None;
        }
        let (mut tags, mut moves, mut termination) = (Vec::new(), None, None);
        while let Some(Item { what, .. }) = again.next_event() {
            match what {
                What::Event(Event::Tag(tag)) => {
                    let name = text::decode(&tag.name, Encoding::Utf8).into_owned();
                    tags.push((name, tag.value(Encoding::Utf8).into_owned()));
                }
                What::Event(Event::Unplayed(text)) if moves.is_none() => moves = Some(text),
                What::Event(Event::Termination(marker)) => termination = Some(marker),
                What::Event(Event::Begin) | What::Fault(..) => {}
                What::Event(_) => return None,
            }
        }
        let moves = text::decode(moves.as_deref().unwrap_or_default(), Encoding::Utf8);
        let game = GameParts { tags, moves: &moves, termination }.text()?;
        Some(Cow::Owned(game.into_bytes()))
    }

    /// A document is complete, unless it consists of nothing more than moves.
    fn has_marker(&self) -> bool {
        self.document.bgn.is_some()
    }

    fn cut_short(&mut self) {
        (self.cut_short, self.enclosing) = (true, None);
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &[u8])) {
        self.opened = true;
        self.queue.clear();
        self.stack.clear();
        self.document.flaw = None;
        self.told.iter_mut().for_each(|told| told.broken = None);
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        moves::play(self, player, record, sink);
    }
}

/// From how many open lines on the ends of all arrays and objects are found at once.
const DEEP: u64 = 16;

/// Reads documents, each as the events of a game.
pub struct BgnReader<'a> {
    block: &'a [u8],
    limits: Limits,
    /// The function that transcribes to JSON documents that are not JSON in the block, and the last document from it.
    transcribe: Option<Transcribe>,
    told: Option<Transcribed<'a>>,
    /// What encloses the documents and must end with the block, if anything does.
    enclosing: Option<&'static dyn Framing>,
    document: DocumentSpans,
    /// Where the document ends at the latest.
    latest: usize,
    cut_short: bool,
    /// Whether the whole block is known to be UTF-8.
    is_utf8: bool,
    /// Whether the head of the document was read.
    opened: bool,
    /// What is emitted next.
    queue: VecDeque<Item<'a>>,
    /// What is read next, the first one last.
    stack: Vec<Task<'a>>,
    /// How many lines are open.
    depth: u64,
    problems: Problems,
    /// Room for the fields of a move. Those of a move that was emitted stay until they are compared with the
    /// board.
    fields: MoveFields,
    pending: bool,
    /// The annotations of the move that was just played.
    held: Option<AnnotationArray<'a>>,
    /// The source of annotations that do not name their source, and all that the document lists, sorted.
    usual_source: Bytes<'a>,
    sources: Vec<Bytes<'a>>,
    brackets: OnceCell<(usize, Brackets)>,
    /// The namespace of the game's commands, and what its clocks are compared with.
    namespace: &'static str,
    /// The day in `bgn`, outside the tags.
    event_date: Option<Date>,
    /// Whether the game is on a board without edges, which is not played here.
    is_infinite: bool,
    control: Option<TimeControl>,
    clock: Clock,
    /// The first element of the moves, if there is one, and whether it is `null`.
    opening: Option<(Range<usize>, bool)>,
}

impl<'a> BgnReader<'a> {
    /// Reads `block`, which starts where a document starts, written in JSON.
    pub fn new(block: &'a [u8], limits: &Limits) -> BgnReader<'a> {
        BgnReader::transcribing(block, limits, None)
    }

    /// The same for documents that are transcribed to JSON in this way.
    pub(super) fn transcribing(block: &'a [u8], limits: &Limits, transcribe: Option<Transcribe>) -> BgnReader<'a> {
        BgnReader {
            block,
            transcribe,
            told: None,
            enclosing: None,
            limits: *limits,
            document: DocumentSpans::default(),
            latest: 0,
            cut_short: false,
            is_utf8: false,
            opened: true,
            queue: VecDeque::new(),
            stack: Vec::new(),
            depth: 0,
            problems: Problems::new(limits.depth),
            fields: MoveFields::default(),
            pending: false,
            held: None,
            usual_source: Cow::Borrowed(b"pgn"),
            sources: Vec::new(),
            brackets: OnceCell::new(),
            opening: None,
            namespace: NAMESPACES[0],
            control: None,
            event_date: None,
            is_infinite: false,
            clock: Clock::of(Elapsed::of(Color::White, None)),
        }
    }

    /// The same for the last documents of a source in which something encloses them.
    pub(super) fn enclosed_by(self, framing: &'static dyn Framing) -> BgnReader<'a> {
        BgnReader { enclosing: Some(framing), ..self }
    }

    /// Whether this many lines are open that the ends of all arrays and objects are to be found at once.
    #[inline(always)]
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= DEEP
    }

    /// The text of the document.
    pub(super) fn source(&self) -> Source<'a> {
        match &self.told {
            None => Source::Block(&self.block[..self.document.span.end]),
            Some(told) => told.source.clone(),
        }
    }

    /// Where the document is in the block.
    pub(super) fn place(&self) -> Range<usize> {
        self.told.as_ref().map_or_else(|| self.document.span.clone(), |told| told.span.clone())
    }

    /// Finds the next document of the block; `false` if there is none.
    pub(super) fn find_document(&mut self) -> bool {
        let behind = self.place().end;
        let Some(transcribe) = self.transcribe else {
            let start = FRAME.start(self.block, behind);
            if start >= self.block.len() {
                return false;
            }
            // A document on one line ends at the line end at the latest, which is searched for once.
            if start >= self.latest {
                self.latest = FRAME.latest_end(self.block, start);
            }
            self.document = DocumentSpans::find(core::mem::take(&mut self.document), &self.block[..self.latest], start);
            return true;
        };
        let Some(transcript) = transcribe(self.block, behind, &self.limits) else { return false };
        let told = Transcribed::of(transcript, self.block);
        self.document = DocumentSpans::find(core::mem::take(&mut self.document), told.source.bytes(), 0);
        self.told = Some(told);
        true
    }

    /// Reports a fault after all that could be read of the document; `None` if there is none.
    fn tell_end(&mut self) -> Option<()> {
        if let Some(flaw) = self.document.flaw.take() {
            self.tell_flaw(&self.source(), flaw);
        } else if let Some((part, code)) = self.told.as_mut().and_then(|told| told.broken.take()) {
            self.tell_left_out(part, code);
        } else {
            let rest = self.block.get(self.place().end..).unwrap_or_default();
            self.enclosing.take_if(|framing| framing.is_cut(rest))?;
            self.queue.push_back(Item::fault(self.block.trim_ascii_end().len(), Code::DataTruncated, b""));
        }
        Some(())
    }

    /// If the document extends to the end of the block, only its fault is reported for that end.
    fn forget_end(&mut self) {
        if self.place().end == self.block.len() {
            self.enclosing = None;
        }
    }

    /// Emits a part of the block that was left out when the document was transcribed.
    #[cold]
    pub(super) fn tell_left_out(&mut self, part: Range<usize>, code: Code) {
        self.forget_end();
        let at_end = code == Code::DataTruncated && self.cut_short;
        let code = if at_end { Code::LimitGame } else { code };
        self.queue.push_back(Item::fault(part.start, code, self.block.get(part).unwrap_or_default()));
    }

    /// Whether the document lists this source.
    pub(super) fn knows_source(&self, id: &[u8]) -> bool {
        self.sources.binary_search_by(|known| (**known).cmp(id)).is_ok()
    }

    /// Reports a fault of a part of a text.
    #[cold]
    pub(super) fn fault(&mut self, source: &Source<'a>, part: Range<usize>, code: Code) {
        self.queue.push_back(Item::fault(source.place(part.start), code, source.shown(part)));
    }

    /// Reports the faults of members that were read.
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
    pub(super) fn fail(&mut self, source: &Source<'a>, flaw: JsonFlaw) {
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

    /// Reports where the document is broken.
    #[cold]
    pub(super) fn tell_flaw(&mut self, source: &Source<'a>, flaw: JsonFlaw) {
        // The part of this that was seen while the parts were located need not be reported again.
        self.document.flaw = None;
        self.forget_end();
        let at_end = matches!(source, Source::Block(_)) && flaw.at >= self.block.len();
        let code = match flaw.code {
            Code::JsonSyntax if at_end && self.cut_short => Code::LimitGame,
            Code::JsonSyntax if at_end => Code::DataTruncated,
            code => code,
        };
        // What is missing at the end is missing after the last thing that is there.
        let text = source.bytes();
        let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
        let at = flaw.at.min(last);
        self.fault(source, at..(at + 1).min(last), code);
    }

    /// The content of the string between these quotes, to be kept. An invalid escape is reported, and the string stays
    /// as is.
    pub(super) fn said(&mut self, source: &Source<'a>, span: &Range<usize>) -> Bytes<'a> {
        match source.part(span.start + 1..span.end - 1) {
            Cow::Borrowed(raw) => unescape(raw).unwrap_or(Cow::Borrowed(raw)),
            Cow::Owned(raw) => Cow::Owned(unescape(&raw).map_or_else(|_| raw.clone(), Cow::into_owned)),
        }
    }

    /// Emits a member, which was read, unchanged except for blanks.
    pub(super) fn add_member(&mut self, source: &Source<'a>, member: Range<usize>) {
        let place = source.place(member.start);
        let text = match source.part(member) {
            Cow::Borrowed(text) => compact(text),
            Cow::Owned(text) => Cow::Owned(compact(&text).into_owned()),
        };
        self.queue.push_back(Item::event(place, Event::Field(text)));
    }

    /// Emits the unknown members of the object that was read last.
    #[cold]
    pub(super) fn add_others(&mut self, source: &Source<'a>) {
        for member in self.problems.take_others(source.bytes()) {
            self.add_member(source, member);
        }
        self.tell_problems(source);
    }

    /// Emits a text that could not be read as moves.
    pub(super) fn tell_tail(&mut self, source: &Source<'a>, span: &Range<usize>) {
        let said = self.said(source, span);
        if !said.trim_ascii().is_empty() {
            self.queue.push_back(Item::event(source.place(span.start), Event::Unplayed(said)));
        }
    }
}

/// Goes through the members of an object, which was read, that are not among these: the key with its quotes, and the
/// value. Returns the keys that occur twice.
pub(super) fn each_other(
    text: &[u8],
    start: usize,
    known: &[&[u8]],
    mut found: impl FnMut(Range<usize>, Range<usize>),
) -> Vec<Range<usize>> {
    let (mut members, mut seen, mut doubles) = (Members::of(start), KeySet::default(), Vec::new());
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

impl<'a> BgnReader<'a> {
    /// Reads the text before the moves, and finds the parts after it.
    pub(super) fn open(&mut self) {
        self.opened = true;
        let source = self.source();
        let span = self.place();
        if span.len() as u64 > self.limits.game {
            return self.queue.push_back(Item::fault(span.start, Code::LimitGame, b""));
        }
        match &mut self.told {
            None if self.is_utf8 => {}
            None => {
                if let Err(error) = core::str::from_utf8(&self.block[span.clone()]) {
                    let at = span.start + error.valid_up_to();
                    self.fault(&source, at..at + 1, Code::JsonEncoding);
                }
            }
            Some(told) => {
                for (part, code) in core::mem::take(&mut told.flaws) {
                    self.tell_left_out(part, code);
                }
            }
        }
        for key in core::mem::take(&mut self.document.doubles) {
            self.fault(&source, key, Code::JsonDuplicate);
        }
        let broken = self.document.flaw.is_some() || self.told.as_ref().is_some_and(|told| told.broken.is_some());
        let heading = Heading::read(self, &source);
        for member in core::mem::take(&mut self.document.others) {
            match value_of(source.bytes(), &member, self.limits.depth) {
                Ok(()) => self.add_member(&source, member),
                Err(flaw) => self.tell_flaw(&source, flaw),
            }
        }
        self.queue.push_back(Item::event(span.start, Event::Begin));
        self.plan(source, heading, broken);
    }

    /// Puts the parts to read on the stack. `broken` means that parts of the document could not be found.
    fn plan(&mut self, source: Source<'a>, heading: Heading<'a>, broken: bool) {
        if let Some(notes) = heading.end_notes {
            self.stack.push(Task::Notes(AnnotationArray::new(source.clone(), notes, [0; 2])));
        }
        self.stack.extend(heading.termination.map(Task::Say));
        if self.is_infinite {
            return;
        }
        if let Some(tail) = heading.tail {
            self.stack.push(Task::Tail(source.clone(), tail));
        }
        let text = source.bytes();
        match self.document.moves.map(|moves| (moves, kind(text, moves))) {
            Some((moves, Ok(ValueKind::Array))) => {
                self.opening = first_element(text, moves);
                let mut moves = MoveArray::main(source.clone(), moves);
                if let Some((element, true)) = &self.opening {
                    (moves.at, moves.first) = (element.end, false);
                }
                self.stack.push(Task::Moves(moves));
            }
            Some((moves, _)) => {
                let end = value(text, moves, u64::MAX).map_or(moves, |value| value.span.end);
                self.fault(&source, moves..end, Code::FieldValue);
            }
            None if !broken => {
                let start = self.document.span.start;
                self.fault(&source, start..start + 1, Code::FieldMissing);
            }
            None => {}
        }
        if let Some(notes) = heading.notes {
            self.stack.push(Task::Notes(AnnotationArray::new(source, notes, [0; 2])));
        }
    }
}

/// Whether the value of a member is valid JSON.
fn value_of(text: &[u8], member: &Range<usize>, deepest: u64) -> Result<(), JsonFlaw> {
    let mut members = Members::behind(member.start);
    let Some(Member { value: at, .. }) = members.next(text)? else { return Ok(()) };
    value(text, at, deepest).map(|_| ())
}

/// The first element of an array, and whether it is `null`.
fn first_element(text: &[u8], array: usize) -> Option<(Range<usize>, bool)> {
    let at = elements(text, array + 1, true).ok()?.ok()?;
    match kind(text, at).ok()? {
        ValueKind::Null => value(text, at, 0).ok().map(|value| (value.span, true)),
        _ => Some((at..at + 1, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rendering::Transcript;
    use crate::game::bgn::reader::*;
    use crate::read::{Games, Record, Settings};

    /// Documents with `'` instead of the quotes of JSON, `~` for a broken end, and `?` for what cannot be
    /// determined. Each ends with a line end.
    fn single_quotes(block: &[u8], at: usize, _limits: &Limits) -> Option<Transcript> {
        let length = block.get(at..)?.iter().position(|byte| *byte == b'\n')?;
        let mut told = Transcript { span: at..at + length + 1, ..Transcript::default() };
        for (at, &byte) in (at..).zip(&block[at..at + length]) {
            told.places.mark(told.json.len(), at);
            match byte {
                b'\'' => told.json.push(b'"'),
                b'?' => told.flaws.push((at..at + 1, Code::FieldValue)),
                b'~' => {
                    told.json.extend_from_slice(b"]}");
                    told.broken = Some((at..at + 1, Code::DataTruncated));
                }
                _ => told.json.push(byte),
            }
        }
        Some(told)
    }

    #[test]
    fn faults_of_a_transcript_are_reported_at_their_place_in_the_block() {
        let block = b"{'moves':[{'f':'e2','t':'e4','x':'N'},{'f':'e7','t':'ee'}]}\n?{'moves':[{'f':'e2','t':'e4'}~\n\
            {'pgn':{'event':5},'moves':[]}\n";
        let settings = Settings::default();
        let reader = BgnReader::transcribing(block, &settings.limits, Some(single_quotes));
        let (mut games, mut record, mut found) = (Games::reading(block, reader, &settings), Record::new(), Vec::new());
        while games.next(&mut record, &mut ()) {
            let error = record.first_error.as_ref().expect("each has one");
            let at = usize::try_from(error.at.byte).expect("it is a place");
            found.push((record.plies.len(), error.code, block[at], error.text.clone()));
        }
        let quoted = |text: &str| text.into();
        assert_eq!(
            found,
            [
                (1, Code::FieldDiffers, b'\'', quoted("\"N\"")),
                (1, Code::FieldValue, b'?', quoted("?")),
                (0, Code::FieldValue, b'5', quoted("5")),
            ]
        );
        assert_eq!(games.tally().count(Code::DataTruncated), 1);
    }
}
