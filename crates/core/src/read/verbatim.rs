//! What the source says as it is there, for those who keep it: values of tags whose escapes are odd, and what follows
//! in a line that is given up.

use super::given_up::GivenUp;
use super::{GameReader, Games, Record};
use crate::event::{Escapes, Event};
use crate::step::{CommentForm, OddTag, Part, Sink, Step};
use crate::text::{self, is_quoted};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// The tags that the source has in another way than they are written, where they can be written like this.
    pub(super) fn odd_tags(&self, record: &Record<'_>, tags: &[(Cow<'_, str>, Cow<'_, str>)]) -> Vec<OddTag> {
        let mut odd = Vec::new();
        for (place, (tag, (_, value))) in record.tags.iter().zip(tags).enumerate() {
            let renamed = self.renamed.iter().find(|(known, _)| *known == place);
            if renamed.is_none() && !tag.raw.contains(&b'\\') {
                continue;
            }
            let mut usual = Vec::new();
            text::push_escaped(value, &mut usual);
            let raw = text::decode(&tag.raw, record.encoding).into_owned();
            let fits = tag.escapes == Escapes::Some && is_quoted(&tag.raw) && !raw.contains(['\n', '\r']);
            if renamed.is_some() || fits && raw.as_bytes() != usual {
                let name = text::decode(renamed.map_or(&tag.name, |(_, name)| name), record.encoding).into_owned();
                let raw = if fits { raw } else { String::from_utf8(usual).unwrap_or_default() };
                odd.push(OddTag { place, name, raw });
            }
        }
        odd
    }

    /// Tells a word that could not be played, or that follows one.
    #[cold]
    pub(super) fn unplayed<S: Sink>(&mut self, start: usize, word: &[u8], sink: &mut S) {
        let depth = self.player.replay.depth();
        self.given_up.get_or_insert(GivenUp { start, depth });
        self.player.unplayed(start, word, sink);
    }

    /// Gives the line up before an event that no step can tell in its place: a variation without a move that it could
    /// replace, or a token with a zero byte that is not a comment.
    #[inline(never)]
    pub(super) fn give_up_at(&mut self, start: usize, event: &Event<'_>, sink: &mut impl Sink) {
        if !self.player.is_running() || self.reader.is_before_tags() {
            return;
        }
        let gives_up = match event {
            Event::Open => !self.player.replay.has_begun(),
            Event::Nag { value: None, spelled: text }
            | Event::Escape(text)
            | Event::Comment { text, form: CommentForm::Line } => text.contains(&0),
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
