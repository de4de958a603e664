//! Properties of moves. Those that are commands of comments return to the comments, as programs that write PGN have
//! them.

use super::notes;
use crate::command;
use crate::error::Code;
use crate::event::{Event, Item};
use crate::game::bgn::commands::{NAMESPACES, with_value};
use crate::game::bgn::fields::MoveFields;
use crate::game::bgn::problems::text_of;
use crate::game::bgn::reader::BgnReader;
use crate::game::bgn::source::Source;
use crate::game::bgn::tasks::{AnnotationArray, CommandPlace, Inserted, Property};
use crate::json::{KeySet, Member, Members, ValueKind, compact, unescape, value};
use crate::step::CommentForm;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

/// Takes the properties of a move and its time. What goes into comments is returned with its place in the annotations;
/// all others are emitted. `ply` is that of a move of the mainline.
pub(super) fn take_properties<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    fields: &MoveFields,
    ply: Option<usize>,
) -> Option<Inserted> {
    let properties = match &fields.properties {
        Some(span) => commands_in(reader, source, span.clone()),
        None => Vec::new(),
    };
    if let Some(span) = &fields.elapsed {
        let text = source.bytes();
        let said =
            core::str::from_utf8(&text[fields.place(crate::game::bgn::fields::ET)..span.end]).unwrap_or_default();
        let value = |name: &str| properties.iter().find(|one| one.name == name).map(|one| one.value.as_str());
        let times = ["clk", "emt"].map(|name| value(name).and_then(command::duration_ms));
        if !ply.is_some_and(|ply| reader.clock.tells(ply, times, said)) {
            reader.add_member(source, span.clone());
        }
    }
    if properties.is_empty() {
        return None;
    }
    let mut inserted = Inserted {
        commands: properties,
        form: fields.commands.clone().unwrap_or_default(),
        place: CommandPlace::End,
        changed: Vec::new(),
    };
    if let Some(notes) = &fields.notes {
        place_commands(reader, source, notes.start, &mut inserted);
    }
    (!inserted.commands.is_empty() || !inserted.changed.is_empty()).then_some(inserted)
}

/// The properties that are commands of comments; the others are emitted.
fn commands_in<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, span: Range<usize>) -> Vec<Property> {
    let text = source.bytes();
    let mut found: Vec<(usize, Property)> = Vec::new();
    // Each namespace that has members other than commands, with these members.
    let mut others: Vec<u8> = Vec::new();
    let mut outer = Members::behind(span.start);
    let Ok(Some(Member { value: object, .. })) = outer.next(text) else { return Vec::new() };
    let (mut outer, mut seen) = (Members::of(object), KeySet::default());
    while let Ok(Some(Member { key, value: at })) = outer.next(text) {
        let Ok(whole) = value(text, at, u64::MAX) else { break };
        outer.go_on(whole.span.end);
        let place = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        let known = NAMESPACES.iter().position(|known| *known.as_bytes() == *name);
        if !seen.add(name) {
            reader.problems.add(place, Code::JsonDuplicate);
            continue;
        }
        let object = known.filter(|_| whole.kind == ValueKind::Object);
        let kept = match object {
            Some(known) => {
                let own = NAMESPACES[known] == reader.namespace;
                commands_of(reader, text, at, own, |property| found.push((known, property)))
            }
            None => Some(compact(&text[whole.span.clone()]).into_owned()),
        };
        if whole.kind != ValueKind::Object {
            reader.problems.add(whole.span, Code::FieldValue);
        } else if let Some(kept) = kept {
            others.extend_from_slice(if others.is_empty() { b"\"properties\":{" } else { b"," });
            others.extend_from_slice(&compact(&text[place]));
            others.push(b':');
            others.extend_from_slice(&kept);
        }
    }
    if !others.is_empty() {
        others.push(b'}');
        reader.queue.push_back(Item::event(source.place(span.start), Event::Field(Cow::Owned(others))));
    }
    found.sort_by_key(|found| found.0);
    let mut properties: Vec<Property> = Vec::with_capacity(found.len());
    for (_, property) in found {
        if properties.iter().all(|known| known.name != property.name) {
            properties.push(property);
        }
    }
    properties
}

/// Finds the commands in a namespace; returns the object of the other members. PGN has one namespace for a game, and
/// members of other ones are kept separately.
fn commands_of(
    reader: &mut BgnReader<'_>,
    text: &[u8],
    object: usize,
    own: bool,
    mut found: impl FnMut(Property),
) -> Option<Vec<u8>> {
    let mut kept = Vec::new();
    let (mut members, mut seen, mut any) = (Members::of(object), KeySet::default(), false);
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        let Ok(value) = value(text, at, u64::MAX) else { break };
        members.go_on(value.span.end);
        any = true;
        let place = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        let property = property(&name, text_of(text, &value).as_deref());
        if !seen.add(name) {
            reader.problems.add(place, Code::JsonDuplicate);
            continue;
        }
        if property.is_none() || !own {
            kept.extend_from_slice(if kept.is_empty() { b"{" } else { b"," });
            kept.extend_from_slice(&compact(&text[place]));
            kept.push(b':');
            kept.extend_from_slice(&compact(&text[value.span.clone()]));
        }
        property.into_iter().for_each(&mut found);
    }
    if !any {
        return Some(Vec::from(b"{}"));
    }
    if kept.is_empty() {
        return None;
    }
    kept.push(b'}');
    Some(kept)
}

/// Finds the comment into which commands go: the first one before any line. Those that are in a comment stay there, with
/// the values of the properties.
fn place_commands<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, notes: usize, inserted: &mut Inserted) {
    let (mut index, mut place) = (0, None);
    let mut looked = AnnotationArray::of_move(source.clone(), notes, false, [0; 2]);
    while let Some((comment, line)) = notes::look_at_note(reader, &mut looked) {
        if place.is_none() && (comment.is_some() || line) {
            place = Some(CommandPlace::In(index));
        }
        if let Some(comment) = comment {
            let comment = text::decode(&comment, Encoding::Utf8);
            let mut changed = None;
            inserted.commands.retain(|property| {
                let said = changed.as_deref().unwrap_or(&*comment);
                let Some(found) = command::commands(said.as_bytes()).find(|command| command.name == property.name)
                else {
                    return true;
                };
                if found.value != property.value.trim() {
                    changed = with_value(said, &property.name, &property.value).or(changed.take());
                }
                false
            });
            inserted.changed.extend(changed.map(|changed| (index, changed)));
        }
        index += 1;
    }
    inserted.place = place.unwrap_or(CommandPlace::End);
}

/// Emits a comment that holds only the commands, if there are any.
pub(super) fn tell_commands(reader: &mut BgnReader<'_>, place: usize, inserted: &Inserted) {
    if inserted.commands.is_empty() {
        return;
    }
    let text = Cow::Owned(inserted.with("").into_bytes());
    reader.queue.push_back(Item::event(place, Event::Comment { text, form: CommentForm::Braces }));
}

/// The command that a property represents, if it can be one: read as a comment, it is the same again.
fn property(name: &[u8], value: Option<&[u8]>) -> Option<Property> {
    // As texts that are not UTF-8 are decoded, so that they are the same when they were written.
    let (name, value) = (&*text::decode(name, Encoding::Utf8), &*text::decode(value?, Encoding::Utf8));
    let written = if value.is_empty() { format!("[%{name}]") } else { format!("[%{name} {value}]") };
    let mut read = command::commands(written.as_bytes());
    let same = read
        .next()
        .is_some_and(|found| found.name == name && found.value == value && found.range == (0..written.len()));
    (same && !name.is_empty()).then(|| Property { name: name.to_string(), value: value.to_string() })
}
