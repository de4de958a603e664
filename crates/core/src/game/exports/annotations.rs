//! The data of an export about moves: clocks and evaluations, each a list with an element for each move.

use super::leftovers::Leftovers;
use super::members::{ExportObject, integer};
use crate::error::Code;
use crate::event::{Event, Item};
use crate::json::{KeySet, Member, Members, ValueKind, elements, unescape, value};
use crate::step::CommentForm;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The name of a judgment with its NAG, and how PGN spells it.
const JUDGMENTS: [(&[u8], u8, &[u8]); 3] = [(b"Inaccuracy", 6, b"?!"), (b"Mistake", 2, b"?"), (b"Blunder", 4, b"??")];

/// The elements of both lists, one after the other.
#[derive(Debug, Default)]
pub(super) struct MoveLists {
    clocks: Option<ListCursor>,
    analysis: Option<ListCursor>,
}

/// The next element of a list that was read.
#[derive(Clone, Debug)]
struct ListCursor {
    at: usize,
    is_first: bool,
}

impl ListCursor {
    fn of(array: usize) -> ListCursor {
        ListCursor { at: array + 1, is_first: true }
    }

    /// The place of the next element.
    fn next(&mut self, text: &[u8]) -> Option<Range<usize>> {
        let at = elements(text, self.at, self.is_first).ok()?.ok()?;
        let found = value(text, at, u64::MAX).ok()?;
        (self.at, self.is_first) = (found.span.end, false);
        Some(found.span)
    }

    /// What the list has beyond this many elements, as a list.
    fn rest(&self, text: &[u8], elements: usize) -> Option<Vec<u8>> {
        let mut list = self.clone();
        for _ in 0..elements {
            list.next(text)?;
        }
        let start = list.next(text)?.start;
        while list.next(text).is_some() {}
        Some([b"[", &text[start..list.at], b"]"].concat())
    }
}

/// What is said about one move.
#[derive(Debug, Default)]
pub(super) struct ListedNotes {
    pub(super) items: Vec<Item<'static>>,
    /// The line that was better, a string.
    pub(super) variation: Option<Range<usize>>,
}

impl MoveLists {
    /// The lists of an object, if they are wanted.
    pub(super) fn of(clocks: Option<usize>, analysis: Option<usize>) -> MoveLists {
        MoveLists { clocks: clocks.map(ListCursor::of), analysis: analysis.map(ListCursor::of) }
    }

    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.clocks.is_none() && self.analysis.is_none()
    }

    /// The data about the next move. Unknown members go to the namespace.
    pub(super) fn next(&mut self, object: &mut ExportObject<'_>, namespace: &str) -> ListedNotes {
        let text = object.text;
        let mut notes = ListedNotes::default();
        let mut commands = String::new();
        let mut place = None;
        if let Some(element) = self.analysis.as_mut().and_then(|analysis| analysis.next(text)) {
            place = Some(element.start);
            let mut analysed = AnalysedMove { kept: Leftovers::new(namespace), ..AnalysedMove::default() };
            match text.get(element.start) {
                Some(b'{') => analysed.read(object, element.start),
                Some(b'n') => {}
                _ => object.refuse(element.clone()),
            }
            commands = analysed.evaluation();
            notes.variation = analysed.variation.take();
            notes.items = analysed.items(element.start);
        }
        if let Some(element) = self.clocks.as_mut().and_then(|clocks| clocks.next(text)) {
            match integer(&text[element.clone()]).and_then(|hundredths| u64::try_from(hundredths).ok()) {
                Some(hundredths) => {
                    if !commands.is_empty() {
                        commands.push(' ');
                    }
                    push_clock(hundredths, &mut commands);
                    place = place.or(Some(element.start));
                }
                None if text[element.clone()] == *b"null" => {}
                None => object.refuse(element),
            }
        }
        if let Some(place) = place.filter(|_| !commands.is_empty()) {
            notes.items.push(comment(place, commands.into_bytes()));
        }
        notes
    }

    /// Keeps what the lists have beyond this many moves.
    pub(super) fn keep_rest(&self, text: &[u8], moves: usize, kept: &mut Leftovers) {
        for (key, list) in [(&b"\"clocks\""[..], &self.clocks), (b"\"analysis\"", &self.analysis)] {
            if let Some(rest) = list.as_ref().and_then(|list| list.rest(text, moves)) {
                kept.add_value(key, &rest);
            }
        }
    }
}

/// The analysis of a move.
#[derive(Default)]
struct AnalysedMove {
    centipawns: Option<i64>,
    mate: Option<i64>,
    judgment: Option<(u8, &'static [u8])>,
    comment: Option<Vec<u8>>,
    variation: Option<Range<usize>>,
    kept: Leftovers,
}

impl AnalysedMove {
    /// Reads an object that was found to be JSON.
    fn read(&mut self, object: &mut ExportObject<'_>, start: usize) {
        let text = object.text;
        each_member(object, start, |object, name, key, found| {
            let kind = kind_of(text, &found);
            match (name, kind) {
                (b"eval", Some(ValueKind::Number)) => self.centipawns = number(object, &found),
                (b"mate", Some(ValueKind::Number)) => self.mate = number(object, &found),
                (b"variation", Some(ValueKind::String)) => self.variation = Some(found),
                (b"judgment", Some(ValueKind::Object)) => self.judge(object, key, found),
                (_, Some(ValueKind::Null)) => {}
                (b"eval" | b"mate" | b"variation" | b"judgment", _) => object.refuse(found),
                _ => self.kept.add(text, key, found),
            }
        });
    }

    /// Reads a judgment. It is kept if it holds more than is emitted.
    fn judge(&mut self, object: &mut ExportObject<'_>, key: Range<usize>, judgment: Range<usize>) {
        let text = object.text;
        let mut says_more = false;
        each_member(object, judgment.start, |_, name, _, found| {
            let said = said(text, &found);
            match (name, said) {
                (b"name", Some(said)) => {
                    self.judgment = JUDGMENTS.iter().find(|known| *known.0 == *said).map(|known| (known.1, known.2));
                    says_more |= self.judgment.is_none();
                }
                (b"comment", Some(said)) => self.comment = Some(said.into_owned()),
                _ => says_more = true,
            }
        });
        if says_more {
            self.kept.add(text, key, judgment);
        }
    }

    /// The command for the evaluation.
    fn evaluation(&self) -> String {
        match (self.mate, self.centipawns) {
            (Some(mate), _) => format!("[%eval #{mate}]"),
            (None, Some(centipawns)) => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let (pawns, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
                match rest % 10 {
                    0 => format!("[%eval {sign}{pawns}.{}]", rest / 10),
                    _ => format!("[%eval {sign}{pawns}.{rest:02}]"),
                }
            }
            (None, None) => String::new(),
        }
    }

    /// The items that are emitted before the evaluation.
    fn items(self, place: usize) -> Vec<Item<'static>> {
        let field = self.kept.field().map(|field| Item::event(place, Event::Field(Cow::Owned(field))));
        let nag = self
            .judgment
            .map(|(nag, sign)| Item::event(place, Event::Nag { value: Some(nag), spelled: Cow::Borrowed(sign) }));
        let comment = self.comment.map(|text| comment(place, text));
        field.into_iter().chain(nag).chain(comment).collect()
    }
}

fn comment(place: usize, text: Vec<u8>) -> Item<'static> {
    Item::event(place, Event::Comment { text: Cow::Owned(text), form: CommentForm::Braces })
}

/// A clock as a command: `[%clk 0:03:00]`, with as many digits after the seconds as there are.
fn push_clock(hundredths: u64, commands: &mut String) {
    let seconds = hundredths / 100;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = match (hundredths % 100, hundredths % 10) {
        (0, _) => String::new(),
        (rest, 0) => format!(".{}", rest / 10),
        (rest, _) => format!(".{rest:02}"),
    };
    commands.push_str(&format!("[%clk {hours}:{minutes:02}:{seconds:02}{fraction}]"));
}

/// Goes through the members of an object that was found to be JSON: the name, the key and the value of each.
fn each_member(
    object: &mut ExportObject<'_>,
    start: usize,
    mut found: impl FnMut(&mut ExportObject<'_>, &[u8], Range<usize>, Range<usize>),
) {
    let text = object.text;
    let (mut members, mut seen) = (Members::of(start), KeySet::default());
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        let Ok(whole) = value(text, at, u64::MAX) else { break };
        members.go_on(whole.span.end);
        let place = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        if seen.add(name.clone()) {
            found(object, &name, place, whole.span);
        } else {
            object.faults.push_back((place, Code::JsonDuplicate));
        }
    }
}

fn kind_of(text: &[u8], found: &Range<usize>) -> Option<ValueKind> {
    crate::json::kind(text, found.start).ok()
}

/// The text that a value is.
fn said<'t>(text: &'t [u8], found: &Range<usize>) -> Option<Cow<'t, [u8]>> {
    kind_of(text, found).filter(|kind| *kind == ValueKind::String)?;
    unescape(&text[found.start + 1..found.end - 1]).ok()
}

/// The whole number that a value is; another one is reported.
fn number(object: &mut ExportObject<'_>, found: &Range<usize>) -> Option<i64> {
    let number = integer(&object.text[found.clone()]);
    if number.is_none() {
        object.refuse(found.clone());
    }
    number
}
