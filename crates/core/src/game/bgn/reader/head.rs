//! The part of a document before the moves: its tags, and the rest of the member `bgn`.

use crate::date::Date;
use crate::error::Code;
use crate::event::{Bytes, Event, Item, Tag, What};
use crate::game::bgn::commands::namespace;
use crate::game::bgn::problems::{is_date, text_of};
use crate::game::bgn::reader::{BgnReader, each_other};
use crate::game::bgn::source::Source;
use crate::game::bgn::tag_keys::{self, KnownTag};
use crate::game::bgn::tag_values::{self, About};
use crate::json::{JsonFlaw, KeySet, Member, Members, ValueKind, compact, elements, kind, unescape, value};
use crate::step::Termination;
use crate::text::{self, Encoding};
use crate::time_control::TimeControl;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The version of documents that is read here.
const VERSION: u64 = 1;

/// The members of `bgn`.
const KEYS: [&[u8]; 14] = [
    b"eventDate",
    b"dateRange",
    b"startTime",
    b"white",
    b"black",
    b"sources",
    b"setup",
    b"rules",
    b"termination",
    b"a",
    b"end",
    b"tail",
    b"version",
    b"",
];

/// The members of a player.
const PLAYER_KEYS: [&[u8]; 5] = [b"last", b"first", b"nick", b"rating", b"title"];

/// What `bgn` says that is told among or after the moves.
#[derive(Default)]
pub(super) struct Heading<'a> {
    /// The annotations before the first move, and those after the marker.
    pub(super) notes: Option<usize>,
    pub(super) end_notes: Option<usize>,
    pub(super) tail: Option<Range<usize>>,
    pub(super) termination: Option<Item<'a>>,
}

/// What the tags of a document say that `bgn` is compared with.
struct TagSummary<'t> {
    /// Whether there is a FEN, and a Variant.
    fen: bool,
    rules: bool,
    told: tag_values::TagValues<'t>,
}

impl TagSummary<'_> {
    /// Holds a member against what the tags tell; where they tell nothing, it is kept.
    fn hold(&self, told: Option<String>, part: &HeadMember<'_>, kept: &mut ExtraMembers) -> Result<(), Code> {
        match told {
            None => kept.add(part),
            Some(told) if part.said().is_some_and(|said| *said == *told.as_bytes()) => {}
            Some(_) => return Err(Code::FieldDiffers),
        }
        Ok(())
    }
}

impl<'a> Heading<'a> {
    /// Reads the text before the moves, and tells the tags.
    pub(super) fn read(reader: &mut BgnReader<'a>, source: &Source<'a>) -> Heading<'a> {
        let mut heading = Heading::default();
        let mut tags = TagSummary { fen: false, rules: false, told: tag_values::TagValues::of_tags(&[]) };
        if let Some(at) = reader.document.pgn
            && let Err(flaw) = read_tags(reader, source, at, &mut tags)
        {
            reader.tell_flaw(source, flaw);
        }
        if let Some(at) = reader.document.bgn {
            let values = told_tags(reader);
            tags.told = tag_values::TagValues::of_tags(&values);
            if let Err(flaw) = heading.read_bgn(reader, source, at, &tags) {
                reader.tell_flaw(source, flaw);
            }
        }
        reader.tell_problems(source);
        heading
    }

    fn read_bgn(
        &mut self,
        reader: &mut BgnReader<'a>,
        source: &Source<'a>,
        at: usize,
        tags: &TagSummary<'_>,
    ) -> Result<(), JsonFlaw> {
        let text = source.bytes();
        if kind(text, at)? != ValueKind::Object {
            let found = value(text, at, u64::MAX)?;
            reader.problems.add(found.span, Code::FieldValue);
            return Ok(());
        }
        let mut kept = ExtraMembers::default();
        let (start, mut unknown) = (at, 0);
        let (mut members, mut met) = (Members::of(at), 0u32);
        while let Some(Member { key, value: at }) = members.next(text)? {
            let name = unescape(&text[key.inside.clone()])?;
            let whole = key.inside.start - 1..key.inside.end + 1;
            let known = KEYS.iter().position(|known| **known == *name);
            let found = value(text, at, if known.is_some() { u64::MAX } else { reader.limits.depth })?;
            members.go_on(found.span.end);
            let again = known.is_some_and(|known| met >> known & 1 == 1);
            met |= known.map_or(0, |known| 1 << known);
            unknown += u32::from(known.is_none());
            if again {
                reader.problems.add(whole, Code::JsonDuplicate);
                continue;
            }
            let part = HeadMember { text, known, kind: found.kind, key: whole, span: found.span };
            if let Err(code) = self.take(reader, source, &part, tags, &mut kept) {
                reader.problems.add(part.span, code);
            }
        }
        if unknown > 1 {
            let doubles = each_other(text, start, &KEYS, |_, _| {});
            doubles.into_iter().for_each(|key| reader.problems.add(key, Code::JsonDuplicate));
        }
        if let Some(field) = kept.finish() {
            reader.queue.push_back(Item::event(source.place(start), Event::Field(field)));
        }
        Ok(())
    }

    /// Takes a member of `bgn`.
    fn take(
        &mut self,
        reader: &mut BgnReader<'a>,
        source: &Source<'a>,
        part: &HeadMember<'_>,
        tags: &TagSummary<'_>,
        kept: &mut ExtraMembers,
    ) -> Result<(), Code> {
        let said = part.said();
        let wrong = Err(Code::FieldValue);
        match (part.known.and_then(|known| core::str::from_utf8(KEYS[known]).ok()), part.kind) {
            (None | Some(""), _) => kept.add(part),
            (Some("eventDate"), _) if said.as_ref().is_some_and(|said| is_date(said)) => {
                tags.hold(tags.told.time().date.map(Date::iso), part, kept)?;
            }
            (Some("dateRange"), ValueKind::Array) if dates(part.text, part.span.start).is_some() => {
                let date = tags.told.time().date;
                match date.map(|date| date.range().map(|(first, last)| [first.iso(), last.iso()])) {
                    None => kept.add(part),
                    Some(Some(range)) if dates(part.text, part.span.start) == Some(range.clone()) => {}
                    Some(_) => return Err(Code::FieldDiffers),
                }
            }
            (Some("startTime"), ValueKind::String) => {
                tags.hold(tag_values::timestamp(&tags.told.time()), part, kept)?
            }
            (Some("white"), ValueKind::Object) => return player(reader, part, tags.told.white(), kept),
            (Some("black"), ValueKind::Object) => return player(reader, part, tags.told.black(), kept),
            (Some("sources"), ValueKind::Array) => sources(reader, source, part, kept)?,
            (Some("setup"), ValueKind::Object) => setup(reader, source, part, tags)?,
            (Some("rules"), ValueKind::String) => {
                // A board that a tag gives tells by itself by which rules it is played.
                if !tags.rules && !tags.fen {
                    add_tag(reader, source, b"Variant", &part.span);
                }
            }
            (Some("termination"), ValueKind::String) => {
                let marker = said.and_then(|said| Termination::find(core::str::from_utf8(&said).ok()?));
                let marker = marker.ok_or(Code::FieldValue)?;
                self.termination = Some(Item::event(source.place(part.span.start), Event::Termination(marker)));
            }
            (Some("a"), ValueKind::Array) => self.notes = Some(part.span.start),
            (Some("end"), ValueKind::Array) => self.end_notes = Some(part.span.start),
            (Some("tail"), ValueKind::String) => self.tail = Some(part.span.clone()),
            (Some("version"), ValueKind::Number) => {
                let version = core::str::from_utf8(part.value()).ok().and_then(|version| version.parse::<u64>().ok());
                match version {
                    Some(1..=VERSION) => {}
                    Some(2..) => {
                        reader.problems.add(part.span.clone(), Code::DocumentVersion);
                        kept.add(part);
                    }
                    _ => return wrong,
                }
            }
            _ => return wrong,
        }
        Ok(())
    }
}

/// A member of `bgn`.
struct HeadMember<'t> {
    text: &'t [u8],
    known: Option<usize>,
    kind: ValueKind,
    key: Range<usize>,
    span: Range<usize>,
}

impl<'t> HeadMember<'t> {
    fn value(&self) -> &'t [u8] {
        &self.text[self.span.clone()]
    }

    fn said(&self) -> Option<Cow<'t, [u8]>> {
        text_of(self.text, &crate::json::JsonValue { kind: self.kind, span: self.span.clone() })
    }
}

/// What `bgn` says that no tag says: an object with these members.
#[derive(Default)]
struct ExtraMembers(Vec<u8>);

impl ExtraMembers {
    fn push(&mut self, key: &[u8], value: &[u8]) {
        self.0.extend_from_slice(if self.0.is_empty() { b"\"bgn\":{" } else { b"," });
        self.0.extend_from_slice(&compact(key));
        self.0.push(b':');
        self.0.extend_from_slice(value);
    }

    fn add(&mut self, part: &HeadMember<'_>) {
        self.push(&part.text[part.key.clone()], &compact(part.value()));
    }

    fn add_if(&mut self, when: bool, part: &HeadMember<'_>) {
        if when {
            self.add(part);
        }
    }

    fn finish(mut self) -> Option<Bytes<'static>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.push(b'}');
        Some(Cow::Owned(self.0))
    }
}

/// The name of a tag whose key is not one of those with names of their own.
fn tag_name(key: Bytes<'_>) -> Bytes<'_> {
    match key {
        Cow::Borrowed(key) => {
            Cow::Borrowed(core::str::from_utf8(key).map_or(key, |key| tag_keys::tag(key).0.as_bytes()))
        }
        Cow::Owned(key) => {
            Cow::Owned(core::str::from_utf8(&key).map_or(key.clone(), |key| tag_keys::tag(key).0.as_bytes().to_vec()))
        }
    }
}

/// The pieces of a FEN, square by square, and the side to move.
fn board(fen: &[u8]) -> impl Iterator<Item = u8> {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let squares = fields.next().unwrap_or_default().iter().filter(|byte| **byte != b'/');
    let squares = squares.flat_map(|&byte| match byte {
        b'1'..=b'8' => core::iter::repeat_n(b'.', usize::from(byte - b'0')),
        piece => core::iter::repeat_n(piece, 1),
    });
    squares.chain(fields.next().unwrap_or_default().iter().copied())
}

/// The first and the last date that an array holds.
fn dates(text: &[u8], array: usize) -> Option<[String; 2]> {
    let (mut at, mut dates) = (array + 1, Vec::new());
    while let Ok(Ok(start)) = elements(text, at, dates.is_empty()) {
        let found = value(text, start, 0).ok()?;
        at = found.span.end;
        let date = text_of(text, &found).filter(|date| is_date(date) && dates.len() < 2)?;
        dates.push(String::from_utf8(date.into_owned()).ok()?);
    }
    dates.try_into().ok()
}

/// Takes a player. Each member is compared with what the tags tell, and kept where they tell nothing of the kind: a
/// nickname beside a name is more than a tag says.
fn player(
    reader: &mut BgnReader<'_>,
    part: &HeadMember<'_>,
    told: Vec<About<'_>>,
    kept: &mut ExtraMembers,
) -> Result<(), Code> {
    let text = part.text;
    let mut more = Vec::new();
    let mut members = Members::of(part.span.start);
    let (mut met, mut seen) = (0u32, KeySet::default());
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        let Ok(found) = value(text, at, u64::MAX) else { break };
        members.go_on(found.span.end);
        let whole = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        let known = PLAYER_KEYS.iter().position(|known| **known == *name);
        let again = known.map_or_else(|| !seen.add(name), |known| met >> known & 1 == 1);
        met |= known.map_or(0, |known| 1 << known);
        if again {
            reader.problems.add(whole, Code::JsonDuplicate);
            continue;
        }
        let right = match (known, found.kind) {
            (None, _) => None,
            (Some(3), ValueKind::Number) => told.iter().find_map(|about| match about {
                About::Rating(rating) => Some(format!("{rating}").as_bytes() == &text[found.span.clone()]),
                About::Text(..) => None,
            }),
            (Some(known @ (0 | 1 | 2 | 4)), ValueKind::String) => told.iter().find_map(|about| match about {
                About::Text(key, value) if key.as_bytes() == PLAYER_KEYS[known] => {
                    Some(text_of(text, &found).is_some_and(|said| *said == *value.as_bytes()))
                }
                _ => None,
            }),
            _ => {
                reader.problems.add(found.span, Code::FieldValue);
                continue;
            }
        };
        match right {
            None => more.push((whole, found.span)),
            Some(false) => reader.problems.add(found.span, Code::FieldDiffers),
            Some(true) => {}
        }
    }
    if more.is_empty() {
        return Ok(());
    }
    let mut object = Vec::from(b"{");
    for (key, value) in more {
        if object.len() > 1 {
            object.push(b',');
        }
        object.extend_from_slice(&compact(&text[key]));
        object.push(b':');
        object.extend_from_slice(&compact(&text[value]));
    }
    object.push(b'}');
    kept.push(&text[part.key.clone()], &object);
    Ok(())
}

/// Takes the list of sources. It is kept where it says more than whose the annotations are that do not say so themselves.
fn sources<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    part: &HeadMember<'_>,
    kept: &mut ExtraMembers,
) -> Result<(), Code> {
    let text = part.text;
    let (mut at, mut first, mut more) = (part.span.start + 1, true, false);
    while let Ok(Ok(start)) = elements(text, at, first) {
        first = false;
        let Ok(found) = value(text, start, u64::MAX) else { break };
        at = found.span.end;
        if found.kind != ValueKind::Object {
            reader.problems.add(found.span, Code::FieldValue);
            continue;
        }
        let mut id = None;
        let doubles = each_other(text, start, &[], |key, value| {
            if *compact(&text[key]) == *b"\"id\"" {
                id = Some(value);
            } else {
                more = true;
            }
        });
        doubles.into_iter().for_each(|key| reader.problems.add(key, Code::JsonDuplicate));
        match id {
            None => reader.problems.add(found.span, Code::FieldMissing),
            Some(id) if text[id.start] == b'"' => {
                let id = reader.said(source, &id);
                more |= *id != *reader.usual_source;
                reader.sources.push(id);
            }
            Some(id) => reader.problems.add(id, Code::FieldValue),
        }
    }
    reader.sources.sort_unstable();
    kept.add_if(more, part);
    Ok(())
}

/// Takes where the game starts, where no tag says it.
fn setup<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    part: &HeadMember<'_>,
    tags: &TagSummary<'_>,
) -> Result<(), Code> {
    let text = part.text;
    let mut found = Vec::new();
    let doubles = each_other(text, part.span.start, &[], |key, value| found.push((key, value)));
    doubles.into_iter().for_each(|key| reader.problems.add(key, Code::JsonDuplicate));
    for (key, value) in found {
        match (&*compact(&text[key]), text[value.start]) {
            (b"\"fen\"", b'"') if tags.fen => {
                let said = reader.said(source, &value);
                let fen = tags.told.get(KnownTag::Fen).unwrap_or_default();
                if !board(&said).eq(board(fen.as_bytes())) {
                    reader.problems.add(value, Code::FieldDiffers);
                }
            }
            (b"\"fen\"", b'"') => {
                let place = source.place(part.span.start);
                reader.queue.push_back(Item::event(place, Event::Tag(Tag::plain(b"SetUp", b"1"))));
                add_tag(reader, source, b"FEN", &value);
            }
            // Infinite boards are not played here.
            (b"\"icn\"", b'"') => reader.problems.add(value, Code::Unplayable),
            _ => reader.problems.add(value, Code::FieldValue),
        }
    }
    Ok(())
}

/// The tags that are about to be told.
fn told_tags<'a>(reader: &BgnReader<'a>) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    let text = |bytes: &Bytes<'a>| match bytes {
        Cow::Borrowed(bytes) => text::decode(bytes, Encoding::Utf8),
        Cow::Owned(bytes) => Cow::Owned(text::decode(bytes, Encoding::Utf8).into_owned()),
    };
    let tags = reader.queue.iter().filter_map(|item| match &item.what {
        What::Event(Event::Tag(tag)) => Some((text(&tag.name), text(&tag.raw))),
        _ => None,
    });
    tags.collect()
}

/// Tells the tag of this name with the value that is in these quotes.
fn add_tag<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, name: &'static [u8], value: &Range<usize>) {
    let said = reader.said(source, value);
    let tag = Tag { raw: said, ..Tag::plain(name, b"") };
    reader.queue.push_back(Item::event(source.place(value.start), Event::Tag(tag)));
}

/// Tells the tags that are in `pgn`.
fn read_tags<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    at: usize,
    tags: &mut TagSummary<'_>,
) -> Result<(), JsonFlaw> {
    let text = source.bytes();
    if kind(text, at)? != ValueKind::Object {
        let found = value(text, at, u64::MAX)?;
        reader.problems.add(found.span, Code::FieldValue);
        return Ok(());
    }
    let mut clues = CommandClues::default();
    let found = read_tags_of(reader, source, at, tags, &mut clues);
    // Also where the object breaks off: the tags before that are kept.
    let [site, link] =
        [&clues.site, &clues.link].map(|tag| tag.as_deref().map(|tag| text::decode(tag, Encoding::Utf8)));
    reader.namespace = namespace(site.as_deref(), link.as_deref());
    reader.control = clues.control;
    found
}

/// What tags say of the commands in comments: whose they are, and what their clocks are compared with.
#[derive(Default)]
struct CommandClues<'a> {
    site: Option<Bytes<'a>>,
    link: Option<Bytes<'a>>,
    control: Option<TimeControl>,
}

/// Tells the tags of the object at `at`.
fn read_tags_of<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    at: usize,
    tags: &mut TagSummary<'_>,
    clues: &mut CommandClues<'a>,
) -> Result<(), JsonFlaw> {
    let text = source.bytes();
    let (mut members, mut met, mut count) = (Members::of(at), 0u64, 0);
    let mut seen = KeySet::default();
    while let Some(Member { key, value: at }) = members.next(text)? {
        let found = value(text, at, u64::MAX)?;
        members.go_on(found.span.end);
        let whole = key.inside.start - 1..key.inside.end + 1;
        let raw = if key.escaped { reader.said(source, &whole) } else { source.part(key.inside) };
        let (name, again) = match core::str::from_utf8(&raw).ok().and_then(KnownTag::of_key) {
            Some(known) => {
                let again = met >> known as usize & 1 == 1;
                met |= 1 << known as usize;
                (Cow::Borrowed(known.name().as_bytes()), again)
            }
            None => (tag_name(raw.clone()), !seen.add(raw)),
        };
        count += 1;
        let length = (whole.len() + found.span.len()) as u64;
        let problem = if again {
            Some((whole, Code::JsonDuplicate))
        } else if count > reader.limits.tags {
            reader.problems.add(whole, Code::LimitTags);
            break;
        } else if length > reader.limits.tag {
            Some((whole, Code::LimitTag))
        } else if found.kind != ValueKind::String {
            Some((found.span.clone(), Code::FieldValue))
        } else {
            None
        };
        if let Some((part, code)) = problem {
            reader.problems.add(part, code);
            continue;
        }
        let said = reader.said(source, &found.span);
        match &*name {
            b"FEN" => tags.fen = true,
            b"Variant" => tags.rules = true,
            b"Site" => clues.site = Some(said.clone()),
            b"Link" => clues.link = Some(said.clone()),
            b"TimeControl" => clues.control = core::str::from_utf8(&said).ok().and_then(TimeControl::parse),
            b"Annotator" if !said.is_empty() => reader.usual_source = said.clone(),
            _ => {}
        }
        let tag = Tag { name, raw: said, ..Tag::plain(b"", b"") };
        reader.queue.push_back(Item::event(source.place(at), Event::Tag(tag)));
    }
    Ok(())
}
