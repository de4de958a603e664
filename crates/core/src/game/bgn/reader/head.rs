//! The part of a document before the moves: its tags, and the rest of the member `bgn`.

use crate::date::{Date, GameTime};
use crate::dialect;
use crate::error::Code;
use crate::event::{Bytes, Event, Item, Tag, What};
use crate::game::bgn::commands::namespace;
use crate::game::bgn::problems::text_of;
use crate::game::bgn::reader::{BgnReader, each_other};
use crate::game::bgn::source::Source;
use crate::game::bgn::tag_keys::{self, KnownTag};
use crate::game::bgn::tag_values::{self, About};
use crate::json::{
    JsonDate, JsonFlaw, JsonValue, KeySet, Member, Members, ValueKind, compact, elements, kind, unescape, value,
};
use crate::notation::Validation;
use crate::position::{PositionNotation, fen};
use crate::read::{known_part, range_of};
use crate::rules::Position;
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
const RATING: usize = 3;

/// The content of `bgn` that is emitted among or after the moves.
#[derive(Default)]
pub(super) struct Heading<'a> {
    /// The annotations before the first move, and those after the marker.
    pub(super) notes: Option<usize>,
    pub(super) end_notes: Option<usize>,
    pub(super) tail: Option<Range<usize>>,
    pub(super) termination: Option<Item<'a>>,
}

/// The tags that give the start of a game.
#[derive(Default)]
struct StartTags<'a> {
    /// Whether there is a FEN.
    fen: bool,
    /// The value of Variant, if there is one.
    rules: Option<Bytes<'a>>,
}

/// The values of a document's tags that `bgn` is compared with.
#[derive(Clone, Copy)]
struct TagSummary<'t> {
    start: &'t StartTags<'t>,
    told: tag_values::TagValues<'t>,
}

impl<'a> Heading<'a> {
    /// Reads the text before the moves, and emits the tags.
    pub(super) fn read(reader: &mut BgnReader<'a>, source: &Source<'a>) -> Heading<'a> {
        let mut heading = Heading::default();
        let mut tags = StartTags::default();
        if let Some(at) = reader.document.pgn
            && let Err(flaw) = read_tags(reader, source, at, &mut tags)
        {
            reader.tell_flaw(source, flaw);
        }
        if let Some(at) = reader.document.bgn {
            let values = told_tags(reader);
            let tags = TagSummary { start: &tags, told: tag_values::TagValues::of_tags(&values) };
            if let Err(flaw) = heading.read_bgn(reader, source, at, tags) {
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
        tags: TagSummary<'_>,
    ) -> Result<(), JsonFlaw> {
        let text = source.bytes();
        if kind(text, at)? != ValueKind::Object {
            let found = value(text, at, u64::MAX)?;
            reader.problems.add(found.span, Code::FieldValue);
            return Ok(());
        }
        let (mut kept, mut dates) = (ExtraMembers::default(), DateMembers::default());
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
            let taken = match part.known {
                Some(date @ 0..3) => {
                    dates.0[date] = Some(part.clone());
                    Ok(())
                }
                _ => self.take(reader, source, &part, &tags, &mut kept),
            };
            if let Err(code) = taken {
                reader.problems.add(part.span, code);
            }
        }
        dates.take(reader, source, &tags.told, &mut kept);
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
            (Some("white"), ValueKind::Object) => player(reader, source, part, &WHITE, &tags.told, kept),
            (Some("black"), ValueKind::Object) => player(reader, source, part, &BLACK, &tags.told, kept),
            (Some("sources"), ValueKind::Array) => sources(reader, source, part, kept)?,
            (Some("setup"), ValueKind::Object) => setup(reader, source, part, tags, kept)?,
            (Some("rules"), ValueKind::String) => {
                let said = said.unwrap_or_default();
                match &tags.start.rules {
                    Some(variant) if !is_same_variant(reader, variant, &said) => {
                        reader.problems.add(part.span.clone(), Code::BgnDiffers);
                        kept.add(part);
                    }
                    // The board that a tag gives may show by itself which rules apply.
                    None if !tags.start.fen || !is_same_variant(reader, b"", &said) => {
                        add_rules(reader, source, &part.span, &said);
                    }
                    _ => {}
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
#[derive(Clone)]
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

    fn json(&self) -> JsonValue {
        JsonValue { kind: self.kind, span: self.span.clone() }
    }

    fn said(&self) -> Option<Cow<'t, [u8]>> {
        text_of(self.text, &self.json())
    }
}

/// The content of `bgn` that no tag has: an object with these members.
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

    fn add_if(&mut self, when: bool, part: Option<&HeadMember<'_>>) {
        if let Some(part) = part.filter(|_| when) {
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

/// Whether a game whose tag Variant has this value is played by the rules of this name. A FEN may contain more than the
/// tag.
fn is_same_variant(reader: &BgnReader<'_>, variant: &[u8], name: &[u8]) -> bool {
    let rules = |name| core::str::from_utf8(name).ok().and_then(|name| dialect::variant(name).ok()?);
    let Some(named) = rules(name) else { return variant == name };
    rules(variant) == Some(named) || told_start(reader).is_some_and(|start| start.rules() == named)
}

/// Whether the FEN of the tags and another one are of the same board and side to move, however hands are written there.
fn is_same_board(reader: &BgnReader<'_>, fen: &[u8], other: &[u8]) -> bool {
    let usual = |position: &Position| fen::write(position, fen::Style::default());
    let same = |start: Position| {
        let other = fen::Fen.read(other, Some(start.rules()), Validation::Off);
        other.is_ok_and(|other| board(usual(&start).as_bytes()).eq(board(usual(&other.position).as_bytes())))
    };
    board(fen).eq(board(other)) || told_start(reader).is_some_and(same)
}

/// The starting position according to the tags that are about to be emitted.
fn told_start(reader: &BgnReader<'_>) -> Option<Position> {
    let tags = reader.queue.iter().filter_map(|item| match &item.what {
        What::Event(Event::Tag(tag)) => Some(tag.clone()),
        _ => None,
    });
    dialect::start_position(&tags.collect::<Vec<_>>(), &Position::start())
}

/// The members `eventDate`, `dateRange` and `startTime`.
#[derive(Default)]
struct DateMembers<'t>([Option<HeadMember<'t>>; 3]);

impl<'t> DateMembers<'t> {
    /// Takes them. They are kept unless the tags give exactly the same, all of them if the day is kept. If no tag gives
    /// the date, one is emitted.
    fn take<'a>(
        self,
        reader: &mut BgnReader<'a>,
        source: &Source<'a>,
        told: &tag_values::TagValues<'_>,
        kept: &mut ExtraMembers,
    ) {
        let [day, range, start] = self.0;
        let mut check = |part: Option<HeadMember<'t>>, is: fn(&HeadMember<'_>) -> bool| match part {
            Some(part) if !is(&part) => {
                reader.problems.add(part.span, Code::FieldValue);
                None
            }
            part => part,
        };
        let day = check(day, |part| part.date().is_some());
        let range = check(range, |part| part.range().is_some());
        let start = check(start, |part| part.kind == ValueKind::String || part.date().is_some());
        let said = day.as_ref().and_then(HeadMember::date).map(|day| day.day);
        let said_range = range.as_ref().and_then(HeadMember::range);
        let known = said.or(said_range.map(|[first, _]| first)).map(|day| known_part(day, said_range));
        let mut time = told.time();
        let is_told = told.get(KnownTag::Date).or(told.get(KnownTag::UtcDate)).is_some();
        if let Some(known) = known.filter(|_| !is_told) {
            let at = day.as_ref().or(range.as_ref()).map_or(0, |part| part.span.start);
            let text = tag_text(known);
            time = GameTime::of(None, Some(&text), None);
            let tag = Tag { raw: Cow::Owned(text.into_bytes()), ..Tag::plain(b"Date", b"") };
            reader.queue.push_back(Item::event(source.place(at), Event::Tag(tag)));
        }
        let keeps_day = day.as_ref().zip(said).is_some_and(|(part, said)| {
            if is_told && time.date.is_some_and(|date| date.days() != said.days()) {
                reader.problems.add(part.span.clone(), Code::BgnDiffers);
            }
            !part.says(time.date.map(Date::iso))
        });
        if keeps_day {
            reader.event_date = known;
        }
        kept.add_if(keeps_day, day.as_ref());
        let told_range = time.date.and_then(Date::range);
        let keeps_range = range.as_ref().zip(said_range).is_some_and(|(part, said)| {
            let differs = time.date.is_some() && told_range.is_none_or(|(first, last)| said != [first, last]);
            if is_told && differs && !keeps_day {
                reader.problems.add(part.span.clone(), Code::BgnDiffers);
            }
            differs || keeps_day || !part.are_strings() || told_range.is_none()
        });
        kept.add_if(keeps_range, range.as_ref());
        let told_start = tag_values::timestamp(&time);
        let keeps_start = start.as_ref().is_some_and(|part| {
            let is_same = part.date().is_some_and(|date| date.micros == time.start);
            if told_start.is_some() && !is_same && !part.says(told_start.clone()) {
                reader.problems.add(part.span.clone(), Code::BgnDiffers);
            }
            keeps_day || !part.says(told_start)
        });
        kept.add_if(keeps_start, start.as_ref());
    }
}

impl HeadMember<'_> {
    fn date(&self) -> Option<JsonDate> {
        JsonDate::of(self.text, &self.json())
    }

    /// The first and the last day of a range.
    fn range(&self) -> Option<[Date; 2]> {
        range_of(self.text, &self.json())
    }

    /// Whether the value is the string with this text.
    fn says(&self, text: Option<String>) -> bool {
        text.is_some_and(|text| self.said().is_some_and(|said| *said == *text.as_bytes()))
    }

    /// Whether the value is an array of strings.
    fn are_strings(&self) -> bool {
        !self.value().contains(&b'{')
    }
}

/// A date as the tag Date writes it.
fn tag_text(date: Date) -> String {
    match date.precision {
        1 => format!("{:04}.??.??", date.year),
        2 => format!("{:04}.{:02}.??", date.year, date.month),
        _ => date.dotted(),
    }
}

/// The tags of a player.
struct PlayerTags {
    name: KnownTag,
    elo: KnownTag,
    title: KnownTag,
}

const WHITE: PlayerTags = PlayerTags { name: KnownTag::White, elo: KnownTag::WhiteElo, title: KnownTag::WhiteTitle };
const BLACK: PlayerTags = PlayerTags { name: KnownTag::Black, elo: KnownTag::BlackElo, title: KnownTag::BlackTitle };

/// Takes a player. Data that no tag has becomes a tag; data that differs from the tags is kept.
fn player<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    part: &HeadMember<'_>,
    tags: &PlayerTags,
    told: &tag_values::TagValues<'_>,
    kept: &mut ExtraMembers,
) {
    let found = player_members(reader, part);
    let place = source.place(part.span.start);
    let said = |key: usize| found.iter().find(|member| member.known == Some(key)).map(|member| &*member.said);
    let name = match (said(0), said(1), said(2)) {
        (Some(last), Some(first), _) if !last.is_empty() && !first.is_empty() => Some(format!("{last}, {first}")),
        (last, first, nick) => {
            [last, first, nick].into_iter().flatten().find(|name| !name.is_empty()).map(String::from)
        }
    };
    let rating = said(RATING).filter(|rating| rating.bytes().all(|byte| byte.is_ascii_digit())).map(String::from);
    let mut tag = |known: KnownTag, text: Option<String>| match told.get(known) {
        Some(text) => Some(Cow::Borrowed(text)),
        None => text.map(|text| {
            let tag = Tag { raw: Cow::Owned(text.clone().into_bytes()), ..Tag::plain(known.name().as_bytes(), b"") };
            reader.queue.push_back(Item::event(place, Event::Tag(tag)));
            Cow::Owned(text)
        }),
    };
    let name = tag(tags.name, name);
    let rating = tag(tags.elo, rating);
    let title = tag(tags.title, said(4).filter(|title| !title.is_empty()).map(String::from));
    let about = tag_values::player(name.as_deref(), rating.as_deref(), title.as_deref());
    let is_told = |member: &PlayerMember| {
        about.iter().find_map(|about| match (about, member.known) {
            (About::Rating(rating), Some(RATING)) => Some(format!("{rating}") == *member.said),
            (About::Text(key, text), Some(known)) if key.as_bytes() == PLAYER_KEYS[known] => Some(*text == member.said),
            _ => None,
        })
    };
    // The parts of a name are kept together.
    let is_name = |member: &PlayerMember| matches!(member.known, Some(0 | 1));
    let keeps_name = found.iter().any(|member| is_name(member) && is_told(member) == Some(false));
    let mut object = Vec::new();
    for member in &found {
        let told = is_told(member);
        if told == Some(true) && !(keeps_name && is_name(member)) {
            continue;
        }
        if told == Some(false) {
            reader.problems.add(member.span.clone(), Code::BgnDiffers);
        }
        object.push(if object.is_empty() { b'{' } else { b',' });
        object.extend_from_slice(&compact(&part.text[member.key.clone()]));
        object.push(b':');
        object.extend_from_slice(&compact(&part.text[member.span.clone()]));
    }
    if !object.is_empty() {
        object.push(b'}');
        kept.push(&part.text[part.key.clone()], &object);
    }
}

/// A member of a player.
struct PlayerMember {
    /// Its place among the keys that are known.
    known: Option<usize>,
    key: Range<usize>,
    span: Range<usize>,
    /// The text of a string, or the digits of a number.
    said: String,
}

/// The members of a player that have a valid value.
fn player_members(reader: &mut BgnReader<'_>, part: &HeadMember<'_>) -> Vec<PlayerMember> {
    let text = part.text;
    let (mut found, mut members) = (Vec::new(), Members::of(part.span.start));
    let (mut met, mut seen) = (0u32, KeySet::default());
    while let Ok(Some(Member { key, value: at })) = members.next(text) {
        let Ok(value) = value(text, at, u64::MAX) else { break };
        members.go_on(value.span.end);
        let key_span = key.inside.start - 1..key.inside.end + 1;
        let name = unescape(&text[key.inside]).unwrap_or_default();
        let known = PLAYER_KEYS.iter().position(|known| **known == *name);
        let again = known.map_or_else(|| !seen.add(name), |known| met >> known & 1 == 1);
        met |= known.map_or(0, |known| 1 << known);
        if again {
            reader.problems.add(key_span, Code::JsonDuplicate);
            continue;
        }
        let said = match (known, value.kind) {
            (None, _) => Some(Cow::default()),
            (Some(RATING), ValueKind::Number) => Some(Cow::Borrowed(&text[value.span.clone()])),
            (Some(RATING), ValueKind::String) => {
                text_of(text, &value).filter(|rating| rating.iter().any(u8::is_ascii_digit))
            }
            (Some(_), ValueKind::String) => text_of(text, &value),
            _ => None,
        };
        match said {
            Some(said) => {
                let said = text::decode(&said, Encoding::Utf8).into_owned();
                found.push(PlayerMember { known, key: key_span, span: value.span, said });
            }
            None => reader.problems.add(value.span, Code::FieldValue),
        }
    }
    found
}

/// Takes the list of sources. It is kept if it does more than name the source of annotations without one.
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
    kept.add_if(more, Some(part));
    Ok(())
}

/// Takes the start of the game, if no tag has it.
fn setup<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    part: &HeadMember<'_>,
    tags: &TagSummary<'_>,
    kept: &mut ExtraMembers,
) -> Result<(), Code> {
    let text = part.text;
    let mut found = Vec::new();
    let doubles = each_other(text, part.span.start, &[], |key, value| found.push((key, value)));
    doubles.into_iter().for_each(|key| reader.problems.add(key, Code::JsonDuplicate));
    for (key, value) in found {
        match (&*compact(&text[key]), text[value.start]) {
            (b"\"fen\"", b'"') if tags.start.fen => {
                let said = reader.said(source, &value);
                let fen = tags.told.get(KnownTag::Fen).unwrap_or_default();
                if !is_same_board(reader, fen.as_bytes(), &said) {
                    reader.problems.add(value, Code::BgnDiffers);
                    kept.add(part);
                }
            }
            (b"\"fen\"", b'"') => {
                let place = source.place(part.span.start);
                reader.queue.push_back(Item::event(place, Event::Tag(Tag::plain(b"SetUp", b"1"))));
                add_tag(reader, source, b"FEN", &value);
            }
            (b"\"icn\"", b'"') => {
                reader.is_infinite = true;
                reader.problems.add(value, Code::Unplayable);
            }
            _ => reader.problems.add(value, Code::FieldValue),
        }
    }
    Ok(())
}

/// The tags that are about to be emitted.
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

/// Emits the tag of this name with the value in these quotes.
fn add_tag<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, name: &'static [u8], value: &Range<usize>) {
    let said = reader.said(source, value);
    let tag = Tag { raw: said, ..Tag::plain(name, b"") };
    reader.queue.push_back(Item::event(source.place(value.start), Event::Tag(tag)));
}

/// Emits the tag Variant of these rules, with their name in PGN; an unknown name is kept unchanged.
fn add_rules<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, value: &Range<usize>, name: &[u8]) {
    let known = core::str::from_utf8(name).ok().and_then(|name| dialect::variant(name).ok()?);
    let Some(rules) = known else { return add_tag(reader, source, b"Variant", value) };
    let start = told_start(reader).map_or_else(|| Position::start_of(rules), |start| start.with_rules(rules));
    let raw = Cow::Owned(dialect::variant_tag(&start).into_owned().into_bytes());
    let tag = Tag { raw, ..Tag::plain(b"Variant", b"") };
    reader.queue.push_back(Item::event(source.place(value.start), Event::Tag(tag)));
}

/// Emits the tags that are in `pgn`.
fn read_tags<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    at: usize,
    tags: &mut StartTags<'a>,
) -> Result<(), JsonFlaw> {
    let text = source.bytes();
    if kind(text, at)? != ValueKind::Object {
        let found = value(text, at, u64::MAX)?;
        reader.problems.add(found.span, Code::FieldValue);
        return Ok(());
    }
    let mut clues = CommandClues::default();
    let found = read_tags_of(reader, source, at, tags, &mut clues);
    // Also if the object breaks off: the tags before that are kept.
    let [site, link] =
        [&clues.site, &clues.link].map(|tag| tag.as_deref().map(|tag| text::decode(tag, Encoding::Utf8)));
    reader.namespace = namespace(site.as_deref(), link.as_deref());
    reader.control = clues.control;
    found
}

/// What tags say about the commands in comments: whose they are, and what their clocks are compared with.
#[derive(Default)]
struct CommandClues<'a> {
    site: Option<Bytes<'a>>,
    link: Option<Bytes<'a>>,
    control: Option<TimeControl>,
}

/// Emits the tags of the object at `at`.
fn read_tags_of<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    at: usize,
    tags: &mut StartTags<'a>,
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
            b"Variant" => tags.rules = Some(said.clone()),
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
