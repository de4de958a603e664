//! Annotations, alternate lines and fields of moves and lines.

use super::bgn::{Header, join, push_member, separate};
use super::line::{AnnotationStage, LineState};
use super::notes::First;
use super::times::{Time, Times};
use crate::command::commands;
use crate::game::bgn::commands::leave;
use crate::game::bgn::parts::members;
use crate::json::push_string;
use crate::loss::LossKind;
use crate::write::Page;
use alloc::string::String;
use alloc::vec::Vec;

/// The depth from which lines are written as text, because query engines limit the depth of JSON.
const AS_TEXT: usize = 13;

/// A document as far as it was written.
#[derive(Default)]
pub(super) struct DocumentWriter {
    pub(super) page: Page,
    /// Which part of it is being written.
    pub(super) part: DocumentPart,
    pub(super) bgn: Header,
    /// Whether what was written last is a move that only wants its brace.
    pub(super) follows: bool,
    /// The innermost line, and those that it interrupts.
    pub(super) line: LineState,
    pub(super) outer: Vec<LineState>,
    /// The text before a move that is about to be written.
    pub(super) held: Vec<u8>,
    pub(super) times: Times,
}

/// The parts of a document in the order in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DocumentPart {
    /// Before the first move.
    Start,
    Moves,
    /// After the marker.
    End,
    /// No game is being written.
    #[default]
    Over,
}

/// Annotations.
impl DocumentWriter {
    pub(super) fn nag(&mut self, value: Option<u8>, spelled: &str) {
        self.show_first();
        self.stage(AnnotationStage::Nag);
        let out = &mut self.page.out;
        out.extend_from_slice(b",\"nag\":");
        match value {
            Some(value) => crate::text::push_number(u32::from(value), out),
            None => push_string(spelled, out),
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        let LineState { begun, commented, list, .. } = &self.line;
        let in_line = !self.outer.is_empty();
        match self.part {
            DocumentPart::Over => {}
            DocumentPart::End => self.push_comment(text),
            _ if *begun && list.before.is_none() => self.comment_of_move(text),
            _ if in_line && !begun && !commented && list.head.is_none() => self.comment_of_line(text),
            _ => self.push_comment(text),
        }
    }

    fn push_comment(&mut self, text: &str) {
        self.stage(AnnotationStage::Comment);
        self.page.out.extend_from_slice(b",\"comment\":");
        push_string(text, &mut self.page.out);
    }

    /// The first comment before the first move of a line is a member of the line.
    fn comment_of_line(&mut self, text: &str) {
        self.line.commented = true;
        let mut member = Vec::from(b"\"comment\":");
        push_string(text, &mut member);
        let Some(at) = self.line.list.at else {
            separate(&mut self.page.out);
            return self.page.out.extend_from_slice(&member);
        };
        // It goes before what is there.
        if self.page.out.get(at) == Some(&b',') {
            member.insert(0, b',');
        } else {
            member.push(b',');
        }
        self.put_in(at, &member);
        self.line.list.at = Some(at + member.len());
        if let Some((before, _)) = &mut self.line.list.before {
            *before += member.len();
        }
    }

    /// The commands of a comment after a move become properties, and are removed from it if writing restores them.
    fn comment_of_move(&mut self, text: &str) {
        let is_first = core::mem::replace(&mut self.line.notes.only_nags, false);
        let stays = !is_first || self.line.notes.gives_otherwise(self.bgn.namespace, commands(text.as_bytes()));
        let left = leave(text).filter(|_| !stays);
        if self.line.notes.take_commands(commands(text.as_bytes()), left.is_some()) {
            // Another comment has a command of the same name, so none may leave the first.
            self.restore_first();
        } else {
            self.show_first();
        }
        match left {
            None => self.push_comment(text),
            Some((left, form)) => {
                self.line.notes.first = Some(First::new(text, left, form));
                if !left.is_empty() {
                    self.show(left);
                }
            }
        }
    }

    /// Shows the first comment of the move, all of whose commands have left it, because something follows it.
    fn show_first(&mut self) {
        if self.line.list.before.is_none() && self.line.notes.first.as_ref().is_some_and(|first| first.hidden) {
            self.show("");
        }
    }

    /// Gives the first comment of the move its commands back.
    fn restore_first(&mut self) {
        if let Some(first) = &mut self.line.notes.first {
            first.form = None;
            let original = first.original.clone();
            self.show(&original);
        }
    }

    /// Writes the first comment of the move with this text.
    fn show(&mut self, text: &str) {
        let Some(mut first) = self.line.notes.first.take() else { return };
        let mut member = Vec::from(b",\"comment\":");
        push_string(text, &mut member);
        match first.place.clone() {
            Some(place) => {
                let length = place.len();
                if first.alone {
                    first.alone = false;
                    let source = self.bgn.default_source();
                    member = [b"{\"id\":", source.as_bytes(), &member, b"},"].concat();
                }
                self.page.out.drain(place.clone());
                self.put_in(place.start, &member);
                if let Some((before, _)) = &mut self.line.list.before {
                    *before = *before + member.len() - length;
                }
                first.place = Some(place.start..place.start + member.len());
            }
            None => {
                self.stage(AnnotationStage::Comment);
                let start = self.page.out.len();
                self.page.out.extend_from_slice(&member);
                first.place = Some(start..start + member.len());
            }
        }
        first.hidden = false;
        self.line.notes.first = Some(first);
    }

    /// Remembers where to insert the first comment of the move if it is needed, because something else comes next.
    fn anchor_first(&mut self, alone: bool) {
        let at = self.page.out.len();
        if let Some(first) = &mut self.line.notes.first
            && first.hidden
            && first.place.is_none()
        {
            first.place = Some(at..at);
            first.alone = alone;
        }
    }

    /// An annotation begins that names its source.
    pub(super) fn annotation(&mut self, object: &str) {
        if self.part == DocumentPart::Over {
            return;
        }
        let (mut head, mut tail, mut source, mut before) = (String::new(), String::new(), None, false);
        for (key, value) in members(object) {
            match key {
                "\"id\"" => source = Some(value),
                "\"before\"" | "\"date\"" => head.extend([",", key, ":", value]),
                _ => tail.extend([",", key, ":", value]),
            }
            before |= key == "\"before\"" && value == "true";
        }
        self.line.list.head = Some(match source {
            Some(source) => {
                self.bgn.name_source(source);
                [source, &head].concat()
            }
            None => [self.bgn.default_source(), &head].concat(),
        });
        let hidden =
            self.line.notes.first.as_ref().is_some_and(|first| first.hidden && first.place.is_none()) && !before;
        let open = self.line.list.open.is_some();
        if hidden && open {
            self.anchor_first(false);
        }
        self.close_annotation();
        let at = self.page.out.len();
        let list = &mut self.line.list;
        if before && list.before.is_none() && self.part != DocumentPart::End {
            list.before = Some((at, list.at));
        } else if !before {
            // An annotation of the last move after one of the next: both go to the last move.
            list.before = None;
        }
        self.begin_annotation();
        self.line.list.tail = tail;
        if hidden && !open {
            self.anchor_before_annotation();
        }
    }

    /// The first comment of the move would be in an annotation of its own, before the one that was just begun.
    fn anchor_before_annotation(&mut self) {
        let opening = self.line.list.head.as_ref().map_or(0, String::len) + "{\"id\":".len();
        let at = self.page.out.len().saturating_sub(opening);
        if let Some(first) = &mut self.line.notes.first {
            (first.place, first.alone) = (Some(at..at), true);
        }
    }

    /// What comes next belongs to the last annotation if that has neither one of the kind yet, nor the text after it;
    /// else another annotation begins.
    fn stage(&mut self, stage: AnnotationStage) {
        if self.line.list.open.is_none_or(|open| open >= stage) {
            self.begin_annotation();
        }
        self.line.list.open = Some(stage);
    }

    fn begin_annotation(&mut self) {
        self.close_annotation();
        let DocumentWriter { page, line, bgn, part, .. } = self;
        let out = &mut page.out;
        if line.list.at.is_some() {
            out.push(b',');
        } else {
            line.list.at = Some(out.len());
            separate(out);
            out.extend_from_slice(if *part == DocumentPart::End { b"\"end\":[" } else { b"\"a\":[" });
        }
        out.extend_from_slice(b"{\"id\":");
        match &line.list.head {
            Some(head) => out.extend_from_slice(head.as_bytes()),
            None => out.extend_from_slice(bgn.default_source().as_bytes()),
        }
        line.list.open = Some(AnnotationStage::Head);
    }

    fn close_annotation(&mut self) {
        let list = &mut self.line.list;
        if list.open.take().is_some() {
            self.page.out.extend_from_slice(list.tail.as_bytes());
            self.page.out.push(b'}');
            list.tail.clear();
        }
    }

    /// The annotations of the last move, or those before the first one, are complete.
    pub(super) fn close_list(&mut self) {
        self.close_annotation();
        let list = &mut self.line.list;
        if list.at.take().is_some() {
            self.page.out.push(b']');
        }
        (list.head, list.before) = (None, None);
    }

    /// Puts something in at a place that only the innermost line has written after.
    fn put_in(&mut self, at: usize, text: &[u8]) {
        let behind = self.page.out.split_off(at.min(self.page.out.len()));
        self.page.out.extend_from_slice(text);
        self.page.out.extend_from_slice(&behind);
    }
}

/// The text before a move that carries it.
impl DocumentWriter {
    /// A move comes next: takes away the text before it, to be written after it.
    pub(super) fn hold_before(&mut self) {
        let Some((at, list)) = self.line.list.before.take() else { return };
        self.close_annotation();
        let text = self.page.out.split_off(at.min(self.page.out.len()));
        // All of the list, or more of a list that was there before.
        let opening =
            if list.is_some() { 1 } else { text.iter().position(|byte| *byte == b'[').map_or(0, |at| at + 1) };
        self.held = text.get(opening..).unwrap_or_default().to_vec();
        self.line.list.at = list;
    }

    /// Writes what was taken away, as the first annotations of the move that was just written.
    #[cold]
    pub(super) fn push_held(&mut self) {
        self.follows = false;
        self.line.list.at = Some(self.page.out.len());
        self.page.out.extend_from_slice(b",\"a\":[");
        self.page.out.append(&mut self.held);
    }
}

/// Lines.
impl DocumentWriter {
    pub(super) fn open(&mut self) {
        self.line.notes.only_nags = false;
        let joins = self.line.list.open.is_some_and(|open| open < AnnotationStage::Line);
        if joins || self.line.list.at.is_none() {
            self.stage(AnnotationStage::Line);
            self.anchor_first(false);
        } else {
            self.stage(AnnotationStage::Line);
        }
        let deep = self.outer.len() + 1 == AS_TEXT;
        self.page.out.extend_from_slice(if deep { b",\"altText\":" } else { b",\"alt\":" });
        let checks = if self.line.begun { self.line.checks_before } else { self.line.checks };
        let line = LineState { start: self.page.out.len(), checks, ..LineState::default() };
        self.page.out.push(b'{');
        self.outer.push(core::mem::replace(&mut self.line, line));
    }

    pub(super) fn close(&mut self) {
        if self.outer.is_empty() {
            return;
        }
        if !self.line.begun {
            self.begin_line();
        } else {
            self.finish_move();
            self.page.out.push(b'}');
        }
        self.page.out.push(b']');
        let Some(outer) = self.outer.pop() else { return };
        let line = core::mem::replace(&mut self.line, outer);
        if let Some(tail) = &line.tail {
            self.page.out.extend_from_slice(b",\"tail\":");
            push_string(tail, &mut self.page.out);
        }
        self.page.out.extend_from_slice(line.others.as_bytes());
        self.page.out.push(b'}');
        if self.outer.len() + 1 == AS_TEXT {
            let text = self.page.out.split_off(line.start);
            push_string(&String::from_utf8_lossy(&text), &mut self.page.out);
        }
    }

    /// The moves of a line begin.
    pub(super) fn begin_line(&mut self) {
        self.close_list();
        separate(&mut self.page.out);
        self.page.out.extend_from_slice(b"\"moves\":[");
    }

    /// Words that were not played.
    pub(super) fn tail(&mut self, text: &str) {
        if self.outer.is_empty() {
            self.bgn.tail(text);
        } else {
            join(&mut self.line.tail, text);
        }
    }

    /// Writes the text after the annotations of the last move.
    pub(super) fn finish_move(&mut self) {
        self.close_list();
        if self.outer.is_empty() {
            self.tell_time();
        }
        self.line.notes.finish(self.bgn.namespace, &mut self.page.out);
    }

    /// Remembers the times of the last move of the mainline.
    fn tell_time(&mut self) {
        let notes = &mut self.line.notes;
        let (given, clocks) = (notes.elapsed.take(), [notes.clock, notes.spent]);
        if given.is_some() || clocks.iter().any(Option::is_some) {
            let (ply, at) = (self.line.plies, self.line.head_end);
            self.times.add(ply, Time { at, ply: ply.saturating_sub(1), given }, clocks);
        }
    }

    /// A member of the last move, the line or the document that no other step expresses.
    pub(super) fn field(&mut self, key: &str, value: &str) {
        match self.part {
            DocumentPart::Over => {}
            DocumentPart::Start | DocumentPart::End if self.outer.is_empty() => {
                if key != "\"bgn\"" && has_other(&self.bgn.others, key) {
                    return self.page.lose(LossKind::Field, 1);
                }
                self.bgn.give(key, value);
            }
            _ if self.line.begun => self.field_of_move(key, value),
            _ if key == "\"name\"" && self.page.out.last() == Some(&b'{') => {
                push_member(key, value, &mut self.page.out)
            }
            _ => self.line.others.extend([",", key, ":", value]),
        }
    }

    fn field_of_move(&mut self, key: &str, value: &str) {
        let notes = &mut self.line.notes;
        match key {
            "\"properties\"" => notes.given.push(value.into()),
            "\"et\"" if self.outer.is_empty() => notes.elapsed = Some(value.into()),
            "\"et\"" if self.page.out.len() == self.line.head_end => push_member(key, value, &mut self.page.out),
            // Words that could not be played have no move of their own, and may have the same field.
            _ if has_other(&notes.others, key) => self.page.lose(LossKind::Field, 1),
            _ => notes.others.extend([",", key, ":", value]),
        }
    }
}

/// Whether members that are written one after the other, each after a comma, have this key.
fn has_other(others: &str, key: &str) -> bool {
    let object = ["{", others.get(1..).unwrap_or_default(), "}"].concat();
    !others.is_empty() && members(&object).any(|(known, _)| known == key)
}
