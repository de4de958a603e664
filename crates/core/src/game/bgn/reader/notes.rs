//! Annotations, and the lines in them.
//!
//! A reader of PGN adds the parts it finds to the last annotation as long as they come in the order NAG, comment, line.
//! The source of an annotation is emitted if it requires a new one.

use super::{moves, properties};
use crate::error::Code;
use crate::event::{Bytes, Event, Item};
use crate::game::bgn::problems::{flag, set};
use crate::game::bgn::reader::BgnReader;
use crate::game::bgn::source::Source;
use crate::game::bgn::tasks::{AnnotationArray, CommandPlace, Task};
use crate::json::{
    JsonDate, JsonFlaw, Member, Members, ValueKind, behind_blanks, compact, elements, kind, unescape, value,
};
use crate::step::CommentForm;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// The members of an annotation that other steps express, or that are emitted in their order.
const KEYS: [&[u8]; 8] = [b"id", b"before", b"date", b"nag", b"comment", b"alt", b"altText", b"q"];
/// The members of a line.
const LINE_KEYS: [&[u8]; 5] = [b"name", b"comment", b"a", b"moves", b"tail"];

/// The content of an annotation: the value of each member.
#[derive(Default)]
struct AnnotationSpans {
    id: Option<Range<usize>>,
    before: bool,
    date: Option<Range<usize>>,
    measure: Option<Range<usize>>,
    nag: Option<Range<usize>>,
    comment: Option<Range<usize>>,
    line: Option<usize>,
    line_text: Option<Range<usize>>,
    others: bool,
}

impl AnnotationSpans {
    /// What comes first in it, and last, in the order of a reader of PGN: 0 for nothing.
    fn ranks(&self) -> (u8, u8) {
        let there = [self.nag.is_some(), self.comment.is_some(), self.line.is_some() || self.line_text.is_some()];
        let rank = |at: Option<usize>| at.map_or(0, |at| at as u8 + 1);
        (rank(there.iter().position(|is| *is)), rank(there.iter().rposition(|is| *is)))
    }
}

/// Emits the next annotation of an array.
pub(super) fn next_note<'a>(reader: &mut BgnReader<'a>, mut notes: AnnotationArray<'a>) {
    let source = notes.source.clone();
    let start = match elements(source.bytes(), notes.at, notes.first) {
        Ok(Ok(start)) => start,
        Ok(Err(end)) => {
            return notes
                .inserted
                .iter()
                .for_each(|inserted| properties::tell_commands(reader, source.place(end), inserted));
        }
        Err(flaw) => return reader.fail(&source, flaw),
    };
    notes.first = false;
    match read_note(reader, &source, start) {
        Ok((note, end)) => {
            notes.at = end;
            let Some(note) = note else {
                reader.fault(&source, start..end, Code::FieldValue);
                return reader.stack.push(Task::Notes(notes));
            };
            if notes.only.is_some_and(|before| before != note.before) {
                reader.problems.clear();
                return reader.stack.push(Task::Notes(notes));
            }
            reader.tell_problems(&source);
            tell_note(reader, &source, start, &note, notes);
        }
        Err(flaw) => {
            reader.problems.clear();
            reader.fail(&source, flaw);
        }
    }
}

/// Looks at the next annotation after a move without emitting it: its comment, and whether it has a line.
pub(super) fn look_at_note<'a>(
    reader: &mut BgnReader<'a>,
    notes: &mut AnnotationArray<'a>,
) -> Option<(Option<Bytes<'a>>, bool)> {
    let source = notes.source.clone();
    loop {
        let start = elements(source.bytes(), notes.at, notes.first).ok()?.ok()?;
        let kept = reader.problems.take();
        let read = read_note(reader, &source, start);
        reader.problems.put_back(kept);
        let (note, end) = read.ok()?;
        (notes.at, notes.first) = (end, false);
        let Some(note) = note.filter(|note| !note.before) else { continue };
        let comment = note.comment.as_ref().map(|comment| reader.said(&source, comment));
        return Some((comment, note.line.is_some() || note.line_text.is_some()));
    }
}

/// Reads an annotation, and where it ends; `None` if it is not an object.
fn read_note<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    start: usize,
) -> Result<(Option<AnnotationSpans>, usize), JsonFlaw> {
    let text = source.bytes();
    if kind(text, start)? != ValueKind::Object {
        return Ok((None, value(text, start, u64::MAX)?.span.end));
    }
    let (mut note, mut members) = (AnnotationSpans::default(), Members::of(start));
    let mut met = 0u32;
    while let Some(Member { key, value: at }) = members.next(text)? {
        let name = unescape(&text[key.inside.clone()])?;
        let known = KEYS.iter().position(|known| **known == *name);
        let again = known.is_some_and(|known| met >> known & 1 == 1);
        met |= known.map_or(0, |known| 1 << known);
        let end = match known {
            Some(5) if kind(text, at)? == ValueKind::Object => {
                let end = source.end_of(at, reader.is_deep(), &reader.brackets).ok_or(JsonFlaw::syntax(text.len()))?;
                if !again {
                    note.line = Some(at);
                }
                end
            }
            _ => {
                let found = value(text, at, if known.is_some() { u64::MAX } else { reader.limits.depth })?;
                let span = found.span.clone();
                let right = match (known, found.kind) {
                    _ if again => Ok(()),
                    (None, _) => {
                        note.others = true;
                        reader.problems.add_other(key.inside.start - 1..span.end);
                        Ok(())
                    }
                    (Some(0), ValueKind::String) => set(&mut note.id, Some(span.clone())),
                    (Some(1), kind) => flag(kind).map(|()| note.before = true),
                    (Some(2), _) if JsonDate::of(text, &found).is_some() => set(&mut note.date, Some(span.clone())),
                    (Some(3), ValueKind::String | ValueKind::Number) => {
                        nag(reader, text, &span).map(|()| note.nag = Some(span.clone()))
                    }
                    (Some(4), ValueKind::String) if span.len() as u64 - 2 > reader.limits.comment => {
                        Err(Code::LimitComment)
                    }
                    (Some(4), ValueKind::String) => set(&mut note.comment, Some(span.clone())),
                    (Some(6), ValueKind::String) => set(&mut note.line_text, Some(span.clone())),
                    (Some(7), ValueKind::Number) => set(&mut note.measure, Some(span.clone())),
                    _ => Err(Code::FieldValue),
                };
                if let Err(code) = right {
                    reader.problems.add(span.clone(), code);
                }
                span.end
            }
        };
        if again {
            reader.problems.add(key.inside.start - 1..key.inside.end + 1, Code::JsonDuplicate);
        }
        members.go_on(end);
    }
    if note.id.is_none() {
        reader.problems.add(start..members.end(), Code::FieldMissing);
    }
    Ok((Some(note), members.end()))
}

/// Whether a NAG is one: a number up to 255, or a text.
fn nag(reader: &BgnReader<'_>, text: &[u8], span: &Range<usize>) -> Result<(), Code> {
    match text[span.start] {
        b'"' if span.len() as u64 > reader.limits.token => Err(Code::LimitToken),
        b'"' => Ok(()),
        _ => number(&text[span.clone()]).map(|_| ()).ok_or(Code::FieldValue),
    }
}

/// Emits an annotation that was read.
fn tell_note<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    start: usize,
    note: &AnnotationSpans,
    mut notes: AnnotationArray<'a>,
) {
    let place = source.place(start);
    let (first, last) = note.ranks();
    let is_usual = is_usual_source(reader, source, note);
    let joins = notes.rank > 0 && first > notes.rank;
    let taken = notes.takes_comment && note.comment.is_some();
    let more = note.before || note.date.is_some() || note.measure.is_some() || note.others;
    if notes.marked || !is_usual || first == 0 || joins || taken || more {
        notes.marked = true;
        let object = object(reader, source, note);
        reader.queue.push_back(Item::event(place, Event::Annotation(Cow::Owned(object))));
    }
    notes.rank = last;
    if let Some(nag) = &note.nag {
        tell_nag(reader, source, nag);
    }
    match (&note.comment, &mut notes.inserted) {
        (Some(comment), None) => tell_comment(reader, source, comment),
        (Some(comment), Some(inserted)) => {
            let said = reader.said(source, comment);
            let said = inserted.changed(notes.index).map_or_else(|| text::decode(&said, Encoding::Utf8), Cow::Borrowed);
            let here = inserted.place == CommandPlace::In(notes.index);
            let text = if here { inserted.with(&said) } else { said.into_owned() };
            let text = Cow::Owned(text.into_bytes());
            let comment = Item::event(source.place(comment.start), Event::Comment { text, form: CommentForm::Braces });
            reader.queue.push_back(comment);
            if here {
                inserted.commands.clear();
            }
        }
        (None, Some(inserted)) if inserted.place == CommandPlace::In(notes.index) => {
            properties::tell_commands(reader, place, inserted);
            inserted.commands.clear();
        }
        (None, _) => {}
    }
    notes.index += 1;
    let checks = notes.checks;
    reader.stack.push(Task::Notes(notes));
    if let Some(line) = note.line {
        open_line(reader, source.clone(), line, checks);
    }
    if let Some(line) = &note.line_text {
        open_text(reader, source, line.clone(), checks);
    }
}

/// Whether an annotation belongs to the source that applies if none is named. Sources that are not in the list of
/// sources are reported.
fn is_usual_source<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, note: &AnnotationSpans) -> bool {
    let Some(span) = note.id.clone() else { return true };
    let id = unescape(&source.bytes()[span.start + 1..span.end - 1]).unwrap_or_default();
    if !reader.knows_source(&id) {
        reader.fault(source, span, Code::SourceUnknown);
    }
    *id == *reader.usual_source
}

/// The object with the parts of an annotation that nothing else expresses.
fn object<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, note: &AnnotationSpans) -> Vec<u8> {
    let text = source.bytes();
    let mut out = Vec::from(b"{");
    let mut push = |parts: [&[u8]; 2]| {
        if out.len() > 1 {
            out.push(b',');
        }
        parts.iter().for_each(|part| out.extend_from_slice(part));
    };
    if let Some(id) = &note.id {
        push([b"\"id\":", &compact(&text[id.clone()])]);
    }
    if note.before {
        push([b"\"before\":", b"true"]);
    }
    for (key, value) in [(&b"\"date\":"[..], &note.date), (b"\"q\":", &note.measure)] {
        if let Some(value) = value {
            push([key, &compact(&text[value.clone()])]);
        }
    }
    if note.others {
        for member in reader.problems.take_others(text) {
            push([&compact(&text[member]), b""]);
        }
        reader.tell_problems(source);
    }
    out.push(b'}');
    out
}

fn tell_nag<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, span: &Range<usize>) {
    let text = &source.bytes()[span.clone()];
    let place = source.place(span.start);
    let event = match number(text) {
        Some(value) => Event::Nag { value: Some(value), spelled: Cow::Borrowed(b"") },
        None => {
            let said = unescape(&text[1..text.len() - 1]).unwrap_or_default();
            let mut spelled = Vec::with_capacity(said.len() + 1);
            if said.first().is_some_and(u8::is_ascii_digit) {
                spelled.push(b'$');
            }
            spelled.extend_from_slice(&said);
            Event::Nag { value: None, spelled: Cow::Owned(spelled) }
        }
    };
    reader.queue.push_back(Item::event(place, event));
}

fn tell_comment<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, span: &Range<usize>) {
    let text = reader.said(source, span);
    let comment = Event::Comment { text, form: CommentForm::Braces };
    reader.queue.push_back(Item::event(source.place(span.start), comment));
}

/// Opens a line that is stored as text.
fn open_text<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, span: Range<usize>, checks: [u64; 2]) {
    let said = reader.said(source, &span).into_owned();
    let start = behind_blanks(&said, 0);
    if said.get(start) != Some(&b'{') {
        return reader.fault(source, span, Code::FieldValue);
    }
    let line = Source::text(said, source.place(span.start));
    open_line(reader, line, start, checks);
}

/// Opens the line whose object is at `start`.
fn open_line<'a>(reader: &mut BgnReader<'a>, source: Source<'a>, start: usize, checks: [u64; 2]) {
    let place = source.place(start);
    if reader.depth >= reader.limits.nesting {
        return reader.fail(&source, JsonFlaw { at: start, code: Code::LimitNesting });
    }
    let line = match read_line(reader, &source, start) {
        Ok(line) => line,
        Err(flaw) => {
            reader.problems.clear();
            return reader.fail(&source, flaw);
        }
    };
    reader.queue.push_back(Item::event(place, Event::Open));
    reader.depth += 1;
    reader.stack.push(Task::Close(source.place(line.end)));
    reader.tell_problems(&source);
    if let Some(name) = line.name {
        reader.add_member(&source, name);
    }
    if line.others {
        reader.add_others(&source);
    }
    if let Some(comment) = &line.comment {
        tell_comment(reader, &source, comment);
    }
    if let Some(tail) = line.tail {
        reader.stack.push(Task::Tail(source.clone(), tail));
    }
    if let Some(moves) = line.moves {
        moves::read_moves_of(reader, source.clone(), moves, checks);
    }
    if let Some(notes) = line.notes {
        let takes_comment = line.comment.is_none();
        reader
            .stack
            .push(Task::Notes(AnnotationArray { takes_comment, ..AnnotationArray::new(source, notes, checks) }));
    }
}

fn read_line<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, start: usize) -> Result<LineSpans, JsonFlaw> {
    let text = source.bytes();
    let (mut line, mut members, mut met) = (LineSpans::default(), Members::of(start), 0u32);
    while let Some(Member { key, value: at }) = members.next(text)? {
        let name = unescape(&text[key.inside.clone()])?;
        let known = LINE_KEYS.iter().position(|known| **known == *name);
        let again = known.is_some_and(|known| met >> known & 1 == 1);
        met |= known.map_or(0, |known| 1 << known);
        let kind = kind(text, at)?;
        let end = match (known, kind) {
            (Some(2 | 3), ValueKind::Array) => {
                source.end_of(at, reader.is_deep(), &reader.brackets).ok_or(JsonFlaw::syntax(text.len()))?
            }
            (None, _) => value(text, at, reader.limits.depth)?.span.end,
            _ => value(text, at, u64::MAX)?.span.end,
        };
        match (known, kind) {
            _ if again => reader.problems.add(key.inside.start - 1..key.inside.end + 1, Code::JsonDuplicate),
            (None, _) => {
                line.others = true;
                reader.problems.add_other(key.inside.start - 1..end);
            }
            (Some(0), ValueKind::String) => line.name = Some(key.inside.start - 1..end),
            (Some(1), ValueKind::String) if (end - at) as u64 - 2 > reader.limits.comment => {
                reader.problems.add(at..end, Code::LimitComment);
            }
            (Some(1), ValueKind::String) => line.comment = Some(at..end),
            (Some(2), ValueKind::Array) => line.notes = Some(at),
            (Some(3), ValueKind::Array) => line.moves = Some(at),
            (Some(4), ValueKind::String) => line.tail = Some(at..end),
            _ => reader.problems.add(at..end, Code::FieldValue),
        }
        members.go_on(end);
    }
    line.end = members.end() - 1;
    Ok(line)
}

/// The content of a line.
#[derive(Default)]
struct LineSpans {
    /// The name with its key, and the values of the other members.
    name: Option<Range<usize>>,
    comment: Option<Range<usize>>,
    notes: Option<usize>,
    moves: Option<usize>,
    tail: Option<Range<usize>>,
    others: bool,
    end: usize,
}

/// The number of a NAG.
fn number(text: &[u8]) -> Option<u8> {
    core::str::from_utf8(text).ok()?.parse().ok()
}
