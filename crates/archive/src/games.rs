//! Games as they were collected from their steps, before they are written.

use crate::limits::BLOCK_PLIES;
use crate::tags::TagStore;
use crate::text_game::{TextGame, is_text};
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{NotationSpec, ParsedMove};
use scoresheet_core::rules::{Move, MoveKind, Position};
use scoresheet_core::step::{AsItStood, CommentForm, Dialect, GamePart, Head, Sink, Step, Termination};
use scoresheet_core::text::{self, Encoding};

/// Games in order. Their parts are in a few lists, so that a game costs little memory.
#[derive(Default)]
pub struct Games {
    pub(crate) heads: Vec<GameHead>,
    pub(crate) tags: TagStore,
    items: Vec<Item>,
    pub(crate) texts: TextBuffer,
}

/// Strings in one buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextBuffer {
    bytes: String,
    ends: Vec<usize>,
}

impl TextBuffer {
    fn push(&mut self, text: &str) -> TextId {
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        TextId(self.ends.len() as u32 - 1)
    }

    /// A string.
    pub(crate) fn get(&self, TextId(place): TextId) -> &str {
        let place = place as usize;
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(place).copied().unwrap_or(start);
        self.bytes.get(start..end).unwrap_or_default()
    }

    fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    fn append(&mut self, other: &TextBuffer) {
        let base = self.bytes.len();
        self.bytes.push_str(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| base + end));
    }
}

/// A string of [`TextBuffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextId(u32);

/// What is known of a game besides its tags and its moves.
pub(crate) struct GameHead {
    pub(crate) dialect: Dialect,
    pub(crate) notation: &'static NotationSpec,
    /// Where it starts, if that is not the standard position.
    pub(crate) start: Option<Box<Position>>,
    pub(crate) termination: Option<Termination>,
    /// The text of a game whose moves could not be played, or have no codes.
    pub(crate) unplayed: Option<Box<Unplayed>>,
    /// The end of its items.
    end: usize,
}

/// The text of a game whose moves could not be played, or have no codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unplayed {
    pub(crate) text: Vec<u8>,
    pub(crate) encoding: Encoding,
    pub(crate) alone: bool,
}

/// A part of a game after its head, in the order of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A legal move.
    Move(Move),
    /// A null move, or one that is not legal.
    Odd {
        mv: Move,
        illegal: bool,
    },
    Nag(u8),
    Comment(CommentForm, TextId),
    Open,
    Close,
    Inner(Termination),
    Termination(Termination),
    Text(TextKind, TextId),
}

impl Item {
    /// The same item whose text is among others.
    fn moved(self, from: &TextBuffer, to: &mut TextBuffer) -> Item {
        match self {
            Item::Comment(form, text) => Item::Comment(form, to.push(from.get(text))),
            Item::Text(kind, text) => Item::Text(kind, to.push(from.get(text))),
            other => other,
        }
    }
}

/// What a text is that is neither a comment nor a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// A NAG without a number of its own, as it was spelled.
    Nag,
    /// A NAG in words that could not be played: its number comes from its spelling.
    Unplayed,
    Escape,
    Annotation,
    Field,
    Skipped,
    Prologue,
    Rest,
    Tail,
}

impl Games {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Whether a game has members of a document that are not about its moves.
    pub(crate) fn has_fields(&self, game: usize) -> bool {
        self.items(game).iter().any(|item| matches!(item, Item::Text(TextKind::Field, _)))
    }

    /// Roughly how many bytes of memory they take.
    pub fn size(&self) -> usize {
        self.items.len() * size_of::<Item>() + self.texts.bytes.len() + self.tags.size() + self.heads.len() * 64
    }

    /// How many items a game has, and bytes of texts that are not tags.
    pub(crate) fn length(&self, game: usize) -> usize {
        let of = |item: &Item| match *item {
            Item::Comment(_, text) | Item::Text(_, text) => 1 + self.texts.get(text).len(),
            _ => 1,
        };
        self.items(game).iter().map(of).sum()
    }

    /// The items of a game.
    pub(crate) fn items(&self, game: usize) -> &[Item] {
        let start = game.checked_sub(1).map_or(0, |before| self.heads[before].end);
        &self.items[start..self.heads[game].end]
    }

    /// Keeps only the games for whose places `keep` holds.
    pub fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let all = std::mem::take(self);
        let mut start = 0;
        for (game, head) in all.heads.into_iter().enumerate() {
            let items = start..head.end;
            start = head.end;
            if keep(game) {
                self.tags.push_game(all.tags.game(game));
                let texts = &mut self.texts;
                self.items.extend(all.items[items].iter().map(|item| item.moved(&all.texts, texts)));
                self.heads.push(GameHead { end: self.items.len(), ..head });
            }
        }
    }

    /// Takes the games from this one on out.
    pub(crate) fn split_off(&mut self, first: usize) -> Games {
        let mut rest = Games::default();
        if first >= self.len() {
            return rest;
        }
        let start = first.checked_sub(1).map_or(0, |before| self.heads[before].end);
        for game in first..self.heads.len() {
            rest.tags.push_game(self.tags.game(game));
        }
        for head in self.heads.drain(first..) {
            rest.heads.push(GameHead { end: head.end - start, ..head });
        }
        for item in self.items.drain(start..) {
            rest.items.push(item.moved(&self.texts, &mut rest.texts));
        }
        self.tags.truncate(first);
        self.cut();
        rest
    }

    /// Removes items and texts after the last game.
    fn cut(&mut self) {
        self.items.truncate(self.heads.last().map_or(0, |head| head.end));
        let text = self.items.iter().rev().find_map(|item| match item {
            Item::Comment(_, TextId(place)) | Item::Text(_, TextId(place)) => Some(*place as usize + 1),
            _ => None,
        });
        self.texts.truncate(text.unwrap_or(0));
    }

    /// Adds games after these.
    pub fn append(&mut self, other: Games) {
        let (items, texts) = (self.items.len(), self.texts.ends.len() as u32);
        let moved = |TextId(place)| TextId(place + texts);
        self.items.extend(other.items.into_iter().map(|item| match item {
            Item::Comment(form, text) => Item::Comment(form, moved(text)),
            Item::Text(kind, text) => Item::Text(kind, moved(text)),
            other => other,
        }));
        self.texts.append(&other.texts);
        self.tags.append(&other.tags);
        self.heads.extend(other.heads.into_iter().map(|head| GameHead { end: head.end + items, ..head }));
    }
}

/// Collects games from their steps.
#[derive(Default)]
pub struct GameCollector {
    games: Games,
    /// The game that is being collected.
    head: Option<GameHead>,
    /// Whether the words of an unplayable line follow, which end at this depth of variations.
    rest: Option<u32>,
    depth: u32,
    /// The game, while it is one that is stored as text.
    text: Option<TextGame>,
    /// Whether the source gives the texts of games, and whether that of the last one is due.
    takes_texts: bool,
    is_due: bool,
    /// What the text of the last game does not contain.
    lost: Vec<(LossKind, u64)>,
}

impl GameCollector {
    /// Collects games whose texts [`GameCollector::keep_text`] gives after each.
    pub fn with_texts() -> GameCollector {
        GameCollector { takes_texts: true, ..GameCollector::default() }
    }

    /// The text of the last game. It is kept if the game is stored as text.
    pub fn keep_text(&mut self, game: &AsItStood<'_>) {
        if std::mem::take(&mut self.is_due)
            && let Some(last) = self.games.heads.last_mut()
        {
            last.unplayed = Some(Box::new(Unplayed::of(game)));
        }
    }

    /// What the last game has lost as a text.
    pub fn take_lost(&mut self) -> Vec<(LossKind, u64)> {
        std::mem::take(&mut self.lost)
    }

    /// Leaves out the last game.
    pub fn drop_game(&mut self) {
        if self.games.heads.pop().is_some() {
            self.games.tags.truncate(self.games.heads.len());
            self.games.cut();
        }
    }

    /// Whether the last game has more plies than a block may have, variations included.
    pub fn is_too_long(&self) -> bool {
        let last = self.games.len().checked_sub(1).map_or(&[][..], |last| self.games.items(last));
        let plies = || last.iter().filter(|item| matches!(item, Item::Move(_) | Item::Odd { .. })).count();
        // Few games have so many items that it is worth counting.
        last.len() as u64 > BLOCK_PLIES && plies() as u64 > BLOCK_PLIES
    }

    /// Roughly how many bytes of memory its games take.
    pub fn size(&self) -> usize {
        self.games.size()
    }

    /// The games.
    pub fn finish(self) -> Games {
        self.games
    }

    /// Adds comments after the end of the last game.
    pub fn trailing(&mut self, comments: &[&[u8]]) {
        if let Some(last) = self.games.heads.last_mut() {
            for comment in comments {
                let text = self.games.texts.push(&text::decode(comment, Encoding::Each));
                self.games.items.push(Item::Comment(CommentForm::Braces, text));
            }
            last.end = self.games.items.len();
        }
    }

    fn begin(&mut self, head: &Head<'_>) {
        if self.head.is_some() {
            // The same game again, from its start.
            self.games.tags.truncate(self.games.heads.len());
            self.games.cut();
        }
        self.games.tags.push_game(head.tags.iter().map(|(name, value)| (&**name, &**value)));
        self.is_due = false;
        self.text = is_text(head.start.rules()).then(|| TextGame::new(!self.takes_texts));
        let is_coded = self.text.is_none() && !head.standard_start;
        let start = is_coded.then(|| Box::new(head.start.clone()));
        let (dialect, notation) = (head.dialect, head.notation);
        self.head = Some(GameHead { dialect, notation, start, termination: None, unplayed: None, end: 0 });
        (self.rest, self.depth) = (None, 0);
    }

    /// A step of a game that is stored as text.
    #[cold]
    fn take_as_text(&mut self, step: Step<'_>) {
        let Step::End(unplayed) = step else {
            return self.text.iter_mut().for_each(|text| text.add(step));
        };
        let written = self.text.take().and_then(TextGame::finish);
        // The text of one that was stored so already, or could not be played, is there.
        match (unplayed, written) {
            (Some(game), _) => self.end(Some(Unplayed::of(&game))),
            (None, Some((written, lost))) => {
                self.lost = lost;
                self.end(Some(written));
            }
            (None, None) => {
                self.is_due = true;
                self.end(None);
            }
        }
    }

    fn end(&mut self, unplayed: Option<Unplayed>) {
        let Some(mut head) = self.head.take() else { return };
        head.unplayed = unplayed.map(Box::new);
        head.end = self.games.items.len();
        self.games.heads.push(head);
    }

    fn item(&mut self, item: Item) {
        self.games.items.push(item);
    }

    fn text(&mut self, kind: TextKind, text: &str) {
        let text = self.games.texts.push(text);
        self.item(Item::Text(kind, text));
    }

    fn moving(&mut self, named: &ParsedMove) {
        let ParsedMove { mv, illegal, .. } = *named;
        self.item(if illegal || mv.kind == MoveKind::Null { Item::Odd { mv, illegal } } else { Item::Move(mv) });
    }

    fn nag(&mut self, value: Option<u8>, spelled: &str) {
        match value {
            Some(value) if self.rest.is_none() => self.item(Item::Nag(value)),
            Some(_) => self.text(TextKind::Unplayed, spelled),
            None => self.text(TextKind::Nag, spelled),
        }
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.rest.is_some_and(|depth| self.depth < depth) {
            self.rest = None;
        }
        self.item(Item::Close);
    }
}

impl Sink for GameCollector {
    fn take(&mut self, step: Step<'_>) {
        if self.text.is_some() && !matches!(step, Step::Head(_)) {
            return self.take_as_text(step);
        }
        match step {
            Step::Move { named, .. } => self.moving(named),
            Step::Played(_) | Step::Place(_) => {}
            Step::Head(head) => {
                self.begin(head);
                if let Some(text) = &mut self.text {
                    text.add(step);
                }
            }
            Step::Nag { value, spelled } => self.nag(value, spelled),
            Step::Comment { text, form } => {
                let text = self.games.texts.push(text);
                self.item(Item::Comment(form, text));
            }
            Step::Open => {
                self.depth += 1;
                self.item(Item::Open);
            }
            Step::Close => self.close(),
            Step::Inner(marker) => self.item(Item::Inner(marker)),
            Step::Termination(marker) => {
                if let Some(head) = &mut self.head {
                    head.termination = Some(marker);
                }
                self.rest = None;
                self.item(Item::Termination(marker));
            }
            Step::Unplayed(word) => {
                self.rest.get_or_insert(self.depth);
                self.text(TextKind::Unplayed, word);
            }
            Step::Escape(text) => self.text(TextKind::Escape, text),
            Step::Annotation(text) => self.text(TextKind::Annotation, text),
            Step::Field(text) => self.text(TextKind::Field, text),
            Step::Skipped(text) => self.text(TextKind::Skipped, text),
            Step::Verbatim(GamePart::Prologue, text) => self.text(TextKind::Prologue, text),
            Step::Verbatim(GamePart::Rest, text) => self.text(TextKind::Rest, text),
            Step::Verbatim(GamePart::Tail, text) => self.text(TextKind::Tail, text),
            Step::End(unplayed) => self.end(unplayed.map(|game| Unplayed::of(&game))),
        }
    }
}
