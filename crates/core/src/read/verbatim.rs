//! What the source says as it stands there, for those who keep it: values of tags whose escapes are odd, and what follows in a
//! line that is given up.

use super::{GameReader, Games};
use crate::event::{Bytes, Escapes, Event, Tag};
use crate::step::{Part, Sink, Step};
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The rest of a line that was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct GivenUp {
    /// Where it starts.
    start: usize,
    /// How many variations are open around it.
    depth: usize,
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Tells a word that could not be played, or that stands behind one.
    #[cold]
    pub(super) fn unplayed<S: Sink>(&mut self, start: usize, word: &[u8], sink: &mut S) {
        let depth = self.player.replay.depth();
        self.given_up.get_or_insert(GivenUp { start, depth });
        self.player.unplayed(start, word, sink);
    }

    /// Gives the line up before an event that no step can tell in its place: a variation without a move that it could replace,
    /// or a token with a zero byte that is no comment.
    #[inline(never)]
    pub(super) fn give_up_at(&mut self, start: usize, event: &Event<'_>, sink: &mut impl Sink) {
        if !self.player.is_running() || self.reader.is_before_tags() {
            return;
        }
        let gives_up = match event {
            Event::Open => !self.player.replay.has_begun(),
            Event::Nag { value: None, spelled: text }
            | Event::Escape(text)
            | Event::Comment { text, form: crate::step::CommentForm::Line } => text.contains(&0),
            _ => false,
        };
        if gives_up {
            self.player.replay.stop();
            self.unplayed(start, b"", sink);
        }
    }

    /// Tells the text of what was given up, once an event at `end` ends it, or the game does.
    #[inline]
    pub(super) fn end_given_up<S: Sink>(&mut self, end: usize, event: Option<&Event<'_>>, sink: &mut S) {
        if self.given_up.is_some() {
            self.tell_given_up(end, event, sink);
        }
    }

    #[cold]
    fn tell_given_up<S: Sink>(&mut self, end: usize, event: Option<&Event<'_>>, sink: &mut S) {
        let Some(GivenUp { start, depth }) = self.given_up else { return };
        let ends = match event {
            Some(Event::Close) => self.player.replay.depth() == depth,
            Some(Event::Termination(_)) | None => true,
            Some(_) => false,
        };
        if !ends {
            return;
        }
        self.given_up = None;
        if !sink.wants_verbatim() {
            return;
        }
        if let Some(text) = self.reader.verbatim(start..end.max(start)) {
            let text = if event.is_none() { text.trim_ascii_end() } else { &text };
            sink.take(Step::Verbatim(Part::Rest, &text::decode(text, self.player.encoding())));
        }
    }
}

/// The values that the source escapes in another way than we do, by the tag's place, where they can be written so.
pub(super) fn odd_values(
    tags: &[Tag<'_>],
    values: &[(Cow<'_, str>, Cow<'_, str>)],
    encoding: Encoding,
) -> Vec<(usize, Cow<'static, str>)> {
    let mut odd = Vec::new();
    for (place, (tag, (_, value))) in tags.iter().zip(values).enumerate() {
        let odd_line = tag.raw.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        if tag.escapes != Escapes::Some || odd_line || !tag.raw.contains(&b'\\') || !is_quoted(&tag.raw) {
            continue;
        }
        let mut usual = Vec::new();
        text::push_escaped(value, &mut usual);
        let raw = text::decode(&tag.raw, encoding);
        if raw.as_bytes() != usual {
            odd.push((place, Cow::Owned(raw.into_owned())));
        }
    }
    odd
}

/// Whether a value can stand between quotes as it is: no quote in it is without a backslash, and none follows its last one.
pub(crate) fn is_quoted(raw: &Bytes<'_>) -> bool {
    let mut bytes = raw.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return false,
            b'\\' if bytes.next().is_none() => return false,
            _ => {}
        }
    }
    true
}
