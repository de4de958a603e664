//! The tag section, in the original order or in that of the options.
//!
//! The tags of a VGN game are translated to those of PGN. They precede the moves, but Result and Termination depend on
//! how the moves end, so they are written for the ending that the tags imply, and written again if the game ends
//! differently.

use super::lines::one_line;
use crate::dialect::convert::{self, TagSink};
use crate::dialect::vgn::{is_composite, nags, result};
use crate::game::pending_game::PendingGame;
use crate::loss::LossKind;
use crate::roster::ROSTER;
use crate::step::{Dialect, Head, Termination};
use crate::text::{self, push_escaped};
use crate::write::Page;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The tag section of the game being written.
#[derive(Default)]
pub(super) struct PgnTagSection {
    /// The Seven Tag Roster first, in order and complete.
    export: bool,
    /// The other tags in ASCII order.
    sort: bool,
    /// The tags, until anything else comes.
    waiting: Vec<(String, String)>,
    /// Whether it is still open.
    open: bool,
    /// Whether any tag of this game was written.
    pub(super) has_any: bool,
    /// The place in `out` of the `*` of a Result tag that was added, until the termination is known.
    result: Option<usize>,
    /// Whether a tag announces composite NAGs.
    composite: bool,
    /// What is kept of a game that speaks VGN, until it ends.
    foreign: Foreign,
}

/// A game that speaks VGN.
#[derive(Default)]
struct Foreign {
    kept: PendingGame,
    /// Where its tags are, and for which end they were written.
    section: Range<usize>,
    expected: Option<Termination>,
    /// What they lost.
    lost: Vec<LossKind>,
    /// Whether there is such a game.
    told: bool,
}

/// Takes the tags as PGN has them, to be put in order or written at once.
struct Converted<'w> {
    section: &'w mut PgnTagSection,
    page: &'w mut Page,
    lost: Vec<LossKind>,
}

impl TagSink for Converted<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        if self.section.is_ordered() {
            self.section.add(name, value);
        } else {
            self.section.has_any = true;
            push_tag(name, value, self.page);
        }
    }
    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl PgnTagSection {
    /// The tag that announces composite NAGs.
    pub(super) const NAG_FORMAT: &str = "NAGFormat";

    /// The tags that matter if the lines of all tags are copied: the filter finds a missing marker in `Result`.
    pub(super) const LOOKED_FOR: &[&str] = &["Result", PgnTagSection::NAG_FORMAT];

    /// An empty one. `export`: the Seven Tag Roster first, in order and complete. `sort`: the other tags in ASCII order.
    pub(super) fn new(export: bool, sort: bool) -> PgnTagSection {
        PgnTagSection { export, sort, ..PgnTagSection::default() }
    }

    /// A game starts.
    pub(super) fn start(&mut self) {
        self.open = true;
        self.has_any = false;
        self.result = None;
        self.composite = false;
        self.foreign.told = false;
    }

    /// Whether the tags are written in another order than they came in.
    fn is_ordered(&self) -> bool {
        self.export || self.sort
    }

    /// Whether the tags are written in the order in which they come.
    pub(super) fn keeps_order(&self) -> bool {
        !self.is_ordered()
    }

    /// Writes the tags of a game at once: their lines as they are to be, without the last line end.
    pub(super) fn copy(&mut self, lines: &str, page: &mut Page) {
        self.open = false;
        self.has_any = true;
        page.out.extend_from_slice(lines.as_bytes());
        page.out.extend_from_slice(b"\n\n");
    }

    /// The value of the tag that announces composite NAGs.
    pub(super) fn set_nag_format(&mut self, value: Option<&str>) {
        self.composite = value.is_some_and(is_composite);
    }

    /// A tag that is written when all of them are known.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        self.waiting.push((name.into(), value.into()));
    }

    /// The tags of a game.
    pub(super) fn head(&mut self, head: &Head<'_>, page: &mut Page) {
        if head.dialect == Dialect::Vgn {
            return self.foreign_head(head, page);
        }
        self.set_nag_format(head.tag(PgnTagSection::NAG_FORMAT));
        if !convert::tells_start(head) {
            self.write_converted(head, Termination::Unknown, page);
            return;
        }
        if self.is_ordered() {
            head.tags.iter().for_each(|(name, value)| self.add(name, value));
            return;
        }
        if let Some(lines) = head.section {
            return self.copy(lines, page);
        }
        self.open = false;
        push_tags(head, page);
        if !head.tags.is_empty() {
            page.out.push(b'\n');
            self.has_any = true;
        }
    }

    /// Writes the tags once all of them are known.
    #[inline]
    pub(super) fn close(&mut self, page: &mut Page) {
        if self.open {
            self.write_waiting(page);
        }
    }

    fn write_waiting(&mut self, page: &mut Page) {
        self.open = false;
        let mut tags = core::mem::take(&mut self.waiting);
        if self.is_ordered() {
            tags.sort_by_key(|(name, _)| ROSTER.iter().position(|(roster, _)| roster == name).unwrap_or(ROSTER.len()));
        }
        if self.sort {
            let others = tags.partition_point(|(name, _)| ROSTER.iter().any(|(roster, _)| roster == name));
            tags[others..].sort_by(|a, b| a.0.cmp(&b.0));
        }
        if self.export {
            self.push_roster(&mut tags, page);
        }
        for (name, value) in &tags {
            push_tag(name, value, page);
        }
        if !tags.is_empty() || self.export {
            page.out.push(b'\n');
            self.has_any = true;
        }
        tags.clear();
        self.waiting = tags;
    }

    /// Writes the Seven Tag Roster and takes its tags out of `tags`.
    fn push_roster(&mut self, tags: &mut Vec<(String, String)>, page: &mut Page) {
        for (name, unknown) in ROSTER {
            match tags.iter().position(|tag| tag.0 == name) {
                Some(at) => {
                    let (name, value) = tags.remove(at);
                    push_tag(&name, &value, page);
                }
                None => {
                    push_tag(name, unknown, page);
                    if name == "Result" {
                        self.result = page.out.len().checked_sub(b"*\"]\n".len());
                    }
                }
            }
        }
    }

    /// Writes the tags of a game that speaks VGN.
    fn foreign_head(&mut self, head: &Head<'_>, page: &mut Page) {
        let expected = head.last_tag("Result").and_then(result::read).unwrap_or(Termination::Unknown);
        let start = page.out.len();
        let lost = self.write_converted(head, expected, page);
        let game = &mut self.foreign;
        game.kept.keep(head);
        game.section = start..page.out.len();
        game.expected = Some(expected);
        game.lost = lost;
        game.told = true;
    }

    /// Writes the tags as PGN has them; what that loses.
    fn write_converted(&mut self, head: &Head<'_>, marker: Termination, page: &mut Page) -> Vec<LossKind> {
        self.open = true;
        let mut converted = Converted { section: self, page, lost: Vec::new() };
        convert::to_pgn(head, marker, &mut converted);
        let lost = converted.lost;
        if self.is_ordered() {
            self.close(page);
        } else {
            self.open = false;
            if self.has_any {
                page.out.push(b'\n');
            }
        }
        lost
    }

    /// The game ended so. What is written may move.
    pub(super) fn end(&mut self, termination: Termination, page: &mut Page) {
        if !core::mem::take(&mut self.foreign.told) {
            return;
        }
        if Some(termination) != self.foreign.expected {
            self.write_again(termination, page);
        }
        for kind in core::mem::take(&mut self.foreign.lost) {
            page.lose(kind, 1);
        }
    }

    #[cold]
    fn write_again(&mut self, termination: Termination, page: &mut Page) {
        let Foreign { kept, section, .. } = core::mem::take(&mut self.foreign);
        // Losses of writing the same values again were counted before.
        let counted = page.losses.clone();
        let behind = page.out.split_off(section.end);
        page.out.truncate(section.start);
        self.has_any = false;
        let lost = kept.tell(|head| self.write_converted(head, termination, page));
        self.has_any = true;
        page.losses = counted;
        page.out.extend_from_slice(&behind);
        (self.foreign.kept, self.foreign.lost) = (kept, lost);
    }

    /// Whether a Result tag is still to be filled in.
    pub(super) fn fills_result(&self) -> bool {
        self.result.is_some()
    }

    /// Fills in the Result tag that was added before the end of the game was known.
    pub(super) fn fill_result(&mut self, termination: Termination, page: &mut Page) {
        if let Some(at) = self.result.take() {
            page.out.splice(at..=at, termination.as_str().bytes());
        }
    }

    /// The simple NAG with the meaning of a composite one that no tag announces; `Err` if there is none, and for texts
    /// that are not NAGs in PGN: these would be read as something else.
    pub(super) fn simple_nag(&self, value: Option<u8>, spelled: &[u8]) -> Result<Option<u8>, LossKind> {
        if value.is_none() && !is_nag(spelled) {
            return Err(LossKind::Nag);
        }
        if value.is_some() || self.composite || !spelled.contains(&b'.') {
            return Ok(value);
        }
        nags::as_simple(value, spelled).map(Some).ok_or(LossKind::NagComposite)
    }
}

/// Whether a text without a value is read as a NAG: a number that PGN does not define, or signs.
fn is_nag(spelled: &[u8]) -> bool {
    match spelled {
        [b'$', digits @ ..] => digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'),
        _ => {
            let is_dash_of_result = |byte: &u8| matches!(byte, b'-' | b'/');
            let is_sign = |byte: &u8| is_dash_of_result(byte) || matches!(byte, b'!' | b'?' | b'+' | b'=' | b'~');
            spelled.iter().all(is_sign) && !spelled.iter().all(is_dash_of_result)
        }
    }
}

/// Writes tags, those with odd escapes as the source has them.
fn push_tags(head: &Head<'_>, page: &mut Page) {
    let mut odd = head.odd_tags.iter().peekable();
    for (place, (name, value)) in head.tags.iter().enumerate() {
        match odd.next_if(|odd| odd.place == place) {
            Some(odd) => {
                text::push_tag(odd.name.as_bytes(), &mut page.out, |out| out.extend_from_slice(odd.raw.as_bytes()))
            }
            None => push_tag(name, value, page),
        }
    }
}

/// Writes a tag.
fn push_tag(name: &str, value: &str, page: &mut Page) {
    let value = one_line(value, page);
    text::push_tag(name.as_bytes(), &mut page.out, |out| push_escaped(&value, out));
}
