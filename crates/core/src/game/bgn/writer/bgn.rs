//! The member `bgn` of a document: the content of tags in another form, sources, and everything outside the moves.

use crate::game::bgn::parts::{elements, member, members};
use crate::game::bgn::tag_values::{self, About, TagValues};
use crate::json::push_string;
use crate::step::{Head, Termination};
use crate::text::push_number;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// The members in the order in which they are written.
const ORDER: [&str; 13] = [
    "\"eventDate\"",
    "\"dateRange\"",
    "\"startTime\"",
    "\"white\"",
    "\"black\"",
    "\"sources\"",
    "\"setup\"",
    "\"rules\"",
    "\"termination\"",
    "\"a\"",
    "\"end\"",
    "\"tail\"",
    "\"version\"",
];

/// The members of a player in the order in which they are written.
const OF_PLAYER: [&str; 5] = ["\"last\"", "\"first\"", "\"nick\"", "\"rating\"", "\"title\""];

/// The member `bgn` of the document that is being written.
#[derive(Default)]
pub(super) struct Header {
    /// Where it starts, where the content of the tags ends, and where the annotations before the first move end.
    at: usize,
    derived_end: usize,
    pub(super) start_end: usize,
    /// Where the annotations after the marker start.
    pub(super) end_at: usize,
    /// The marker that the tags imply, and the one after the moves.
    told: Option<Termination>,
    marker: Option<Termination>,
    /// The source of annotations that name none, as a JSON string, whether there are any, and the namespace of
    /// commands.
    source: String,
    source_named: bool,
    pub(super) namespace: &'static str,
    /// The sources that were named, as JSON strings, in the order in which they came.
    sources: Vec<String>,
    named: BTreeSet<String>,
    /// The members of the game's source that have no other place.
    given: Vec<String>,
    /// The members of the document that are not known here, a comma before each.
    pub(super) others: String,
    tail: Option<String>,
}

impl Header {
    /// Writes the content of the tags.
    pub(super) fn start(&mut self, head: &Head<'_>, tags: &TagValues<'_>, out: &mut Vec<u8>) {
        self.at = out.len();
        out.push(b'{');
        push_time(tags, out);
        for (key, about) in ["white", "black"].into_iter().zip(tags.players()) {
            push_player(key, &about, out);
        }
        if let Some(fen) = tag_values::setup(head.start, head.standard_start) {
            open(out, "setup");
            out.extend_from_slice(b"{\"fen\":");
            push_string(&fen, out);
            out.push(b'}');
        }
        if let Some(rules) = tag_values::variant(head.start) {
            push_text("rules", &rules, out);
        }
        self.told = tags.result();
        if let Some(marker) = self.told {
            push_text("termination", marker.as_str(), out);
        }
        (self.derived_end, self.start_end, self.end_at) = (out.len(), out.len(), out.len());
        self.marker = None;
        self.source = quoted(tags.source());
        self.source_named = false;
        self.namespace = tags.namespace();
        self.sources.clear();
        self.named.clear();
        self.given.clear();
        self.others.clear();
        self.tail = None;
    }

    /// The moves have ended with this marker, and the document with them except for the text after the marker.
    pub(super) fn end_moves(&mut self, marker: Option<Termination>, at: usize) {
        (self.marker, self.end_at) = (marker, at);
    }

    /// The source of annotations that name none. It is among the sources then.
    pub(super) fn default_source(&mut self) -> &str {
        if !core::mem::replace(&mut self.source_named, true) && self.named.insert(self.source.clone()) {
            self.sources.push(self.source.clone());
        }
        &self.source
    }

    /// An annotation is of this source, which is a JSON string.
    pub(super) fn name_source(&mut self, source: &str) {
        if self.named.insert(source.into()) {
            self.sources.push(source.into());
        }
    }

    /// A member that the game's source gives of the document.
    pub(super) fn give(&mut self, key: &str, value: &str) {
        if key == "\"bgn\"" {
            self.given.push(value.into());
        } else {
            self.others.extend([",", key, ":", value]);
        }
    }

    /// Words that were not played.
    pub(super) fn tail(&mut self, text: &str) {
        join(&mut self.tail, text);
    }

    /// Writes all of it again, if more is known than at the start. `end` are the annotations after the marker.
    pub(super) fn finish(&self, end: &[u8], out: &mut Vec<u8>) {
        let annotated = self.start_end > self.derived_end || !self.sources.is_empty() || !end.is_empty();
        if annotated || self.marker != self.told || !self.given.is_empty() || self.tail.is_some() {
            self.finish_anew(end, out);
        }
    }

    #[inline(never)]
    fn finish_anew(&self, end: &[u8], out: &mut Vec<u8>) {
        let text = |from: usize, to: usize| String::from_utf8_lossy(out.get(from..to).unwrap_or_default()).into_owned();
        let derived = text(self.at, self.derived_end) + "}";
        let start = text(self.derived_end, self.start_end);
        let end = String::from_utf8_lossy(end);
        let array = |text: &'_ str| member(text.trim_start_matches(',')).map(|(_, array)| String::from(array));
        let mut new = Vec::with_capacity(derived.len() + start.len() + end.len() + 64);
        new.push(b'{');
        for key in ORDER {
            let value = match key {
                "\"sources\"" => self.all_sources(),
                "\"termination\"" => self.marker.map(|marker| quoted(marker.as_str())),
                "\"a\"" => array(&start),
                "\"end\"" => array(&end),
                "\"tail\"" => self.tail.as_deref().map(quoted),
                "\"white\"" | "\"black\"" => self.player(&derived, key),
                _ => self.own(&derived, key),
            };
            if let Some(value) = value {
                push_member(key, &value, &mut new);
            }
        }
        for (key, value) in self.given().filter(|(key, _)| !ORDER.contains(key)) {
            push_member(key, value, &mut new);
        }
        let behind = out.split_off(self.start_end);
        out.truncate(self.at);
        out.extend_from_slice(&new);
        out.extend_from_slice(&behind);
    }

    fn given(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().flat_map(|given| members(given))
    }

    /// A member as it is given, or else derived from the tags.
    fn own(&self, derived: &str, key: &str) -> Option<String> {
        let given = |wanted: &str| self.given().find(|(known, _)| *known == wanted).map(|(_, value)| value);
        let is_of_day = matches!(key, "\"dateRange\"" | "\"startTime\"");
        let derived = || {
            let found = members(derived).find(|(known, _)| *known == key).map(|(_, value)| value);
            found.filter(|_| !is_of_day || given("\"eventDate\"").is_none())
        };
        given(key).or_else(derived).map(String::from)
    }

    /// A player as given, and what only the tags contain about them. A name is given as a whole: its parts are taken
    /// from the tags where they contradict none that is given.
    fn player(&self, derived: &str, key: &str) -> Option<String> {
        let of = |object: Option<&'_ str>| object.map(String::from).unwrap_or_default();
        let told = of(members(derived).find(|(known, _)| *known == key).map(|(_, value)| value));
        let given = of(self.given().find(|(known, _)| *known == key).map(|(_, value)| value));
        let mut all: Vec<_> = members(&given).collect();
        let find = |wanted: &str| members(&given).find(|(known, _)| *known == wanted).map(|(_, value)| value);
        let [last, first, nick] = ["\"last\"", "\"first\"", "\"nick\""].map(find);
        let contradicts = members(&told).any(|(key, value)| {
            matches!(key, "\"last\"" | "\"first\"") && find(key).is_some_and(|given| given != value)
        });
        all.extend(members(&told).filter(|(key, _)| match *key {
            "\"last\"" => last.is_none() && !contradicts,
            "\"first\"" => first.is_none() && !contradicts,
            "\"nick\"" => last.or(first).or(nick).is_none(),
            key => find(key).is_none(),
        }));
        let order = |key: &str| OF_PLAYER.iter().position(|known| *known == key).unwrap_or(OF_PLAYER.len());
        all.sort_by_key(|(key, _)| order(key));
        (!all.is_empty() || !given.is_empty()).then(|| object(&all))
    }

    /// The sources that are given, then the others that were named.
    fn all_sources(&self) -> Option<String> {
        let given: Vec<&str> =
            self.given().filter(|(key, _)| *key == "\"sources\"").flat_map(|(_, array)| elements(array)).collect();
        let ids: BTreeSet<&str> = given
            .iter()
            .flat_map(|source| members(source))
            .filter(|(key, _)| *key == "\"id\"")
            .map(|(_, id)| id)
            .collect();
        if given.is_empty() && self.sources.is_empty() {
            return None;
        }
        let mut all: Vec<Cow<'_, str>> = given.into_iter().map(Cow::Borrowed).collect();
        let others = self.sources.iter().filter(|id| !ids.contains(id.as_str()));
        all.extend(others.map(|id| Cow::Owned(["{\"id\":", id, "}"].concat())));
        Some(["[", &all.join(","), "]"].concat())
    }
}

/// A document with these comments after its marker, all of them annotations of this source, which is a JSON string.
pub(super) fn with_end(document: &str, comments: &[&str], source: &str) -> Vec<u8> {
    let mut out = Vec::from(b"{");
    for (key, value) in members(document) {
        if key == "\"bgn\"" {
            push_member(key, &with_comments(value, comments, source), &mut out);
        } else {
            push_member(key, value, &mut out);
        }
    }
    out.push(b'}');
    out
}

fn with_comments(bgn: &str, comments: &[&str], source: &str) -> String {
    let held = |wanted: &str| members(bgn).find(|(key, _)| *key == wanted).map_or("[]", |(_, array)| array);
    let own = ["{\"id\":", source, "}"].concat();
    let mut sources: Vec<&str> = elements(held("\"sources\"")).collect();
    if !sources.iter().any(|held| members(held).any(|member| member == ("\"id\"", source))) {
        sources.push(&own);
    }
    let annotation = |comment: &&str| ["{\"id\":", source, ",\"comment\":", &quoted(comment), "}"].concat();
    let mut end: Vec<String> = elements(held("\"end\"")).map(String::from).collect();
    end.extend(comments.iter().map(annotation));
    let (sources, end) = (sources.join(","), end.join(","));
    let [sources, end] = [sources, end].map(|list| ["[", &list, "]"].concat());
    let mut all: Vec<(&str, &str)> =
        members(bgn).filter(|(key, _)| !matches!(*key, "\"sources\"" | "\"end\"")).collect();
    all.extend([("\"sources\"", &*sources), ("\"end\"", &*end)]);
    all.sort_by_key(|(key, _)| ORDER.iter().position(|known| known == key).unwrap_or(ORDER.len()));
    object(&all)
}

/// An object of these members.
fn object(members: &[(&str, &str)]) -> String {
    let mut out = Vec::from(b"{");
    members.iter().for_each(|(key, value)| push_member(key, value, &mut out));
    out.push(b'}');
    String::from_utf8_lossy(&out).into_owned()
}

/// Adds words to those that were not played.
pub(super) fn join(tail: &mut Option<String>, text: &str) {
    match tail {
        Some(tail) => tail.extend([" ", text]),
        None => *tail = Some(text.into()),
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    push_string(text, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// A comma, unless the object or array is empty so far.
pub(super) fn separate(out: &mut Vec<u8>) {
    if !matches!(out.last(), Some(b'{' | b'[')) {
        out.push(b',');
    }
}

/// A member: its key with its quotes, and its value unchanged.
pub(super) fn push_member(key: &str, value: &str, out: &mut Vec<u8>) {
    separate(out);
    out.extend_from_slice(key.as_bytes());
    out.push(b':');
    out.extend_from_slice(value.as_bytes());
}

/// Everything of a member but its value.
fn open(out: &mut Vec<u8>, key: &str) {
    separate(out);
    out.push(b'"');
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b"\":");
}

fn push_text(key: &str, text: &str, out: &mut Vec<u8>) {
    open(out, key);
    push_string(text, out);
}

fn push_time(tags: &TagValues<'_>, out: &mut Vec<u8>) {
    let time = tags.time();
    let Some(date) = time.date else { return };
    push_text("eventDate", &date.iso(), out);
    if let Some((first, last)) = date.range() {
        open(out, "dateRange");
        out.push(b'[');
        push_string(&first.iso(), out);
        out.push(b',');
        push_string(&last.iso(), out);
        out.push(b']');
    }
    if let Some(start) = tag_values::timestamp(&time) {
        push_text("startTime", &start, out);
    }
}

fn push_player(key: &str, about: &[About<'_>], out: &mut Vec<u8>) {
    if about.is_empty() {
        return;
    }
    open(out, key);
    out.push(b'{');
    for about in about {
        match about {
            About::Text(key, text) => push_text(key, text, out),
            About::Rating(rating) => {
                open(out, "rating");
                push_number(u32::try_from(*rating).unwrap_or_default(), out);
            }
        }
    }
    out.push(b'}');
}
