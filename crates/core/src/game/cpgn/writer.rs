//! Steps to bits.

mod codes;
mod movetext;
mod spelling;
mod tags;

use crate::event::{Event, Item, Tag, What};
use crate::game::cpgn::layout::RESULTS;
use crate::game::cpgn::layout::{Extension, GLYPHS, Layout};
use crate::game::cpgn::writer::codes::{Codes, Rollback};
use crate::game::cpgn::writer::movetext::PgnMovetext;
use crate::game::cpgn::writer::spelling::MoveSpelling;
use crate::game::cpgn::writer::tags::TagBuffer;
use crate::game::format::WriteOptions;
use crate::game::infinite::is_infinite;
use crate::game::pgn::{self, parts};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, ParsedMove};
use crate::rules::{Color, Position, Rules};
use crate::step::{AsItStood, CommentForm, Dialect, GamePart, Head, Spelling, Step, Termination};
use crate::text::{Encoding, is_quoted, push_escaped};
use crate::write::{Closing, GameWriter, Lacks, Page, Shares};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

/// Writes games of one layout.
pub(super) struct CpgnWriter {
    layout: Layout,
    /// Whether moves and signs come back as they were spelled.
    keep_spelling: bool,
    /// Whether there are codes beyond the original ones.
    extensions: bool,
    page: Page,
    tags: TagBuffer,
    codes: Codes,
    spelled: MoveSpelling,
    /// The moves of a game by rules that have no codes, as a text.
    text: Option<Box<PgnMovetext>>,
    /// The result according to the last board of the mainline.
    mate: Option<Termination>,
    termination: Option<Termination>,
    /// Whether it was counted that the game cannot be written.
    told_nul: bool,
    /// What was written before the text after the marker.
    tail: Rollback,
    /// The text after it, unchanged.
    tail_text: String,
    closing: Closing,
    shares: Shares,
}

impl CpgnWriter {
    pub(super) fn new(options: &WriteOptions) -> CpgnWriter {
        let super::CpgnWriting { layout, spelling, extensions } = options.own.get();
        CpgnWriter {
            layout,
            keep_spelling: spelling && extensions,
            extensions,
            page: Page::default(),
            tags: TagBuffer::default(),
            codes: Codes::new(layout),
            spelled: MoveSpelling::default(),
            text: None,
            mate: None,
            termination: None,
            told_nul: false,
            tail: Rollback::default(),
            tail_text: String::new(),
            closing: Closing::default(),
            shares: Shares::default(),
        }
    }

    fn head(&mut self, head: &Head<'_>) {
        self.start();
        self.told_nul = false;
        self.tags.fill(head, &mut self.page);
        if has_no_codes(head.start.rules()) {
            self.text = Some(Box::new(PgnMovetext::new()));
        }
    }

    /// A game starts.
    fn start(&mut self) {
        self.tags.clear();
        self.codes.clear();
        self.tail_text.clear();
        self.text = None;
        (self.mate, self.termination) = (None, None);
        (self.closing, self.shares) = (Closing::default(), Shares::default());
    }

    /// A token of PGN that no code expresses; `false` if none may keep it.
    fn raw(&mut self, text: &str) -> bool {
        let kept = self.extensions && !self.codes.is_stored() && !text.contains('\0');
        let fits = kept && parts::is_aside(text.as_bytes(), self.codes.depth() > 0);
        if fits {
            self.codes.text(Extension::Raw, text.as_bytes());
        }
        fits
    }

    /// A step of a game that is written as a text; `false` if codes express it there, too.
    #[cold]
    fn add_to_text(&mut self, step: &Step<'_>) -> bool {
        let Some(text) = self.text.as_mut().filter(|_| self.termination.is_none()) else { return false };
        match *step {
            Step::Nag { value: Some(value), spelled } if !self.keep_spelling => {
                let usual = spelled.is_empty() || *spelled == format!("${value}");
                self.page.lose(LossKind::Spelling, u64::from(!usual));
                text.add(&Step::Nag { value: Some(value), spelled: "" });
            }
            // A marker among tags does not end the game.
            Step::Skipped(token)
                if !(self.keep_spelling && parts::is_rest(token.as_bytes(), &Limits::default(), 0)) => {}
            Step::Nag { .. }
            | Step::Comment { .. }
            | Step::Escape(_)
            | Step::Open
            | Step::Close
            | Step::Skipped(_)
            | Step::Verbatim(GamePart::Rest, _) => text.add(step),
            Step::Verbatim(GamePart::Prologue, prologue) if parts::is_comments(prologue.as_bytes()) => {
                text.restart();
                return false;
            }
            _ => return false,
        }
        true
    }

    fn nag(&mut self, value: Option<u8>, spelled: &str) {
        if self.codes.is_stored() {
            // After a text that ends a line, there can only be comments.
            return self.page.lose(LossKind::Nag, 1);
        }
        let usual = value.map(|value| format!("${value}"));
        let keeps = value.is_none() || self.keep_spelling && !spelled.is_empty() && Some(spelled) != usual.as_deref();
        let glyph = GLYPHS.iter().position(|glyph| *glyph == spelled);
        match (value, glyph) {
            (Some(_), Some(place)) if keeps && self.codes.is_behind_move() => self.codes.glyph(place as u8),
            _ if keeps && self.raw(spelled) => {}
            (Some(value), _) => {
                // A sign is written as the number that it means.
                let normal = self.keep_spelling || spelled.is_empty() || Some(spelled) == usual.as_deref();
                self.page.lose(LossKind::Spelling, u64::from(!normal));
                self.codes.nag(value);
            }
            (None, _) => self.page.lose(if spelled.contains('.') { LossKind::NagComposite } else { LossKind::Nag }, 1),
        }
    }

    fn comment(&mut self, text: &str, form: CommentForm) {
        if self.termination.is_some() && self.tail_comment(text, form) {
            return;
        }
        if self.codes.is_stored() {
            return self.page.lose_comment(text);
        }
        if form == CommentForm::Line && !text.contains(['\n', '\r']) && self.raw(&format!(";{text}")) {
            return;
        }
        if !text.contains('\0') {
            return self.codes.comment(text.as_bytes());
        }
        if self.extensions {
            return self.codes.sized(Extension::Long, text.as_bytes());
        }
        self.page.lose(LossKind::Nul, text.matches('\0').count() as u64);
        self.codes.comment(text.replace('\0', "\u{fffd}").as_bytes());
    }

    /// Adds a comment to the text after the marker; `false` if it cannot be there.
    fn tail_comment(&mut self, text: &str, form: CommentForm) -> bool {
        let (opens, closes) = if form == CommentForm::Line { (';', '\n') } else { ('{', '}') };
        let fits = self.extensions && !text.contains([closes, '\0', '\r']);
        if fits {
            self.tail_text.push(opens);
            self.tail_text.push_str(text);
            self.tail_text.push(closes);
        }
        fits
    }

    fn escape(&mut self, text: &str) {
        if self.termination.is_some() && self.extensions && !text.contains(['\n', '\r', '\0']) {
            let start = if self.tail_text.ends_with(['\n']) || self.tail_text.is_empty() { "" } else { "\n" };
            self.tail_text.push_str(&format!("{start}%{text}\n"));
            return;
        }
        if text.contains(['\n', '\r']) || !self.raw(&format!("%{text}")) {
            self.page.lose(LossKind::EscapedLine, 1);
        }
    }

    /// The source's text of a part of the game, in place of what was written of that part.
    fn verbatim(&mut self, part: GamePart, text: &str) {
        let bytes = text.as_bytes();
        match part {
            // Of a variation that was left out.
            GamePart::Rest if self.codes.is_stored() => {}
            GamePart::Rest if parts::is_rest(bytes, &Limits::default(), self.codes.depth() as u64) => {
                self.codes.sized(Extension::Stored, bytes);
            }
            GamePart::Rest => self.comment(text, CommentForm::Braces),
            // What holds more than comments was written as codes.
            _ if !parts::is_comments(bytes) => {}
            GamePart::Prologue if bytes.contains(&0) => self.tags.refuse(),
            GamePart::Prologue => {
                self.codes.go_back(Rollback::default());
                self.codes.text(Extension::Pre, bytes);
            }
            GamePart::Tail if bytes.contains(&0) => {}
            GamePart::Tail => {
                self.codes.go_back(self.tail);
                self.tail_text.clear();
                self.tail_text.push_str(text);
            }
        }
    }

    /// The marker at the end of the moves.
    fn termination(&mut self, marker: Termination) {
        if !RESULTS.contains(&marker) {
            self.page.lose(LossKind::Result, 1);
        }
        self.termination = Some(marker);
        self.tail = self.codes.mark();
    }

    /// Writes the game once all of it is known.
    fn end(&mut self) {
        self.codes.close_all();
        if let Some(mut text) = self.text.take() {
            let text = text.finish();
            if !parts::is_rest(&text, &Limits { nesting: u64::MAX, ..Limits::default() }, 0) {
                return self.page.lose(LossKind::UnplayedGame, 1);
            }
            self.store(&text);
            self.tail = self.codes.mark();
        }
        if self.tags.is_refused() {
            // A game that cannot be played is written a second time, from its text.
            let count = u64::from(!core::mem::replace(&mut self.told_nul, true));
            return self.page.lose(LossKind::CpgnNul, count);
        }
        let implied = self.mate.or(self.tags.result()).unwrap_or(Termination::Unknown);
        let result = self.termination.unwrap_or(implied);
        let tail = core::mem::take(&mut self.tail_text);
        if !tail.is_empty() {
            self.codes.text(Extension::Tail, tail.as_bytes());
        }
        // A draft may end as its last game does, unless something must occur at its end.
        let silent = self.layout == Layout::Draft && result == implied && tail.is_empty() && !self.codes.is_stored();
        let start = self.page.out.len();
        self.closing = self.codes.finish(&self.tags, result, silent, &mut self.page.out);
        self.shares = self.codes.shares(&self.tags, self.page.out.len() - start);
    }
}

impl GameWriter for CpgnWriter {
    fn write(&mut self, step: &Step<'_>) {
        if self.text.is_some() && self.add_to_text(step) {
            return;
        }
        match *step {
            Step::Head(head) => self.head(head),
            Step::Nag { value, spelled } => self.nag(value, spelled),
            Step::Comment { text, form } => self.comment(text, form),
            Step::Escape(text) => self.escape(text),
            Step::Skipped(text) if self.keep_spelling => drop(self.raw(text)),
            Step::Verbatim(part, text) => self.verbatim(part, text),
            // After a text that ends a line, there can only be comments.
            Step::Open if self.codes.is_stored() => self.page.lose(LossKind::Variation, 1),
            Step::Open => self.codes.open(),
            Step::Close => self.codes.close(),
            Step::Termination(marker) => self.termination(marker),
            Step::End(_) => self.end(),
            Step::Move { .. }
            | Step::Played(_)
            | Step::Place(_)
            | Step::Unplayed(_)
            | Step::Skipped(_)
            | Step::Inner(_)
            | Step::Annotation(_)
            | Step::Field(_) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        if self.codes.is_stored() {
            return;
        }
        self.spelled.keep(before, named.mv, spelled);
        match &mut self.text {
            None => self.codes.mv(before, named.mv),
            Some(text) => text.writer().moving(before, named, spelled.filter(|_| self.keep_spelling)),
        }
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        if self.codes.is_stored() {
            return;
        }
        let mark = notation::san_mark(after);
        if let Some(text) = &mut self.text {
            text.writer().played(after);
            let lost = !self.keep_spelling && !self.spelled.judge(mark).usual;
            return self.page.lose(LossKind::Spelling, u64::from(lost));
        }
        if self.codes.depth() == 0 {
            let won = if after.turn() == Color::Black { Termination::WhiteWins } else { Termination::BlackWins };
            self.mate = (mark == b"#").then_some(won);
        }
        let verdict = self.spelled.judge(mark);
        if self.spelled.passing() {
            self.codes.flag(if self.keep_spelling { verdict.flagged } else { verdict.suffixed });
        }
        if verdict.usual {
            return;
        }
        if self.keep_spelling && !self.spelled.text().contains(&0) {
            self.codes.spell(self.spelled.text());
        } else if !(verdict.suffixed && verdict.only_suffix) {
            self.page.lose(LossKind::Spelling, 1);
        }
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        notation::ALL[0].spec()
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn lacks(&self) -> Lacks {
        super::SPEC.lacks
    }

    fn takes_rules(&self, rules: Rules) -> bool {
        self.extensions || !has_no_codes(rules)
    }

    fn wants_spelling(&self) -> bool {
        true
    }

    fn takes_verbatim(&self) -> bool {
        self.extensions
    }

    fn may_lack_marker(&self) -> bool {
        true
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        let text = crate::text::decode(game.text, game.encoding);
        dialect == Dialect::Pgn && self.extensions && !is_infinite(game.text) && self.copy_text(text.as_bytes())
    }

    fn trailing(&mut self, comments: &[&str]) {
        comments.iter().for_each(|text| self.page.lose_comment(text));
    }

    fn closing(&self) -> Closing {
        self.closing
    }

    fn shares(&self) -> Option<Shares> {
        Some(self.shares)
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}

/// Whether there are no codes for the moves of games by these rules.
fn has_no_codes(rules: Rules) -> bool {
    !rules.is_chess()
}

impl CpgnWriter {
    /// Writes a game of PGN from its text; `false` if that cannot be done.
    fn copy_text(&mut self, text: &[u8]) -> bool {
        self.start();
        let limits = Limits { nesting: u64::MAX, ..Limits::default() };
        let mut reader = pgn::PgnReader::new(text, &limits);
        if !reader.next_game() {
            return false;
        }
        // Where the tags start, the moves, and the marker after them.
        let (mut section, mut moves, mut marker) = (None, None, None);
        while let Some(Item { start, what }) = reader.next_event() {
            let What::Event(event) = what else { continue };
            match event {
                Event::Tag(tag) => {
                    section.get_or_insert(start);
                    self.copy_tag(&tag);
                }
                Event::Verbatim(GamePart::Rest, _) => {}
                Event::Verbatim(part, text) => self.verbatim(part, &String::from_utf8_lossy(&text)),
                Event::Termination(termination) => {
                    self.termination(termination);
                    marker = Some(start);
                }
                // The text before the tags is emitted after them.
                _ if section.is_some_and(|section| start < section) || marker.is_some() => {}
                _ => {
                    moves.get_or_insert(start);
                }
            }
        }
        self.tags.end();
        let start = moves.or(marker).unwrap_or(text.len());
        let rest = text.get(start..marker.unwrap_or(text.len())).unwrap_or_default();
        let rest = if marker.is_some() { rest } else { rest.trim_ascii_end() };
        let fits = parts::is_rest(rest, &limits, 0);
        if fits {
            self.store(rest);
            self.end();
        }
        fits
    }

    /// The moves, before the text after the marker.
    fn store(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.codes.sized(Extension::Stored, rest);
        }
    }

    fn copy_tag(&mut self, tag: &Tag<'_>) {
        let name = String::from_utf8_lossy(&tag.name);
        if is_quoted(&tag.raw) {
            self.tags.push(&name, |out| out.extend_from_slice(&tag.raw), &mut self.page);
        } else {
            self.tags.push(&name, |out| push_escaped(&tag.value(Encoding::Utf8), out), &mut self.page);
        }
    }
}
