//! Texts that contain a part of a game, for formats that store such texts unchanged.

use super::lexer::{PgnLexer, PgnToken};
use super::reader::PgnReader;
use crate::event::{Event, What};
use crate::limits::Limits;
use crate::name::is_name;
use crate::notation::san::may_be_move;
use crate::read::is_remark;
use crate::step::{GamePart, Termination};
use crate::text::{self, Encoding, push_escaped, push_tag};
use alloc::string::String;
use alloc::vec::Vec;

/// The token that a text is, all of it; `None` if it is more or less than one.
fn only_token(text: &[u8]) -> Option<PgnToken<'_>> {
    let mut lexer = PgnLexer::new(text);
    let (start, token) = lexer.next()?;
    (start == 0 && lexer.at == text.len()).then_some(token)
}

/// Whether a text is read as one word in the place of a move.
pub(in crate::game) fn is_word(text: &[u8]) -> bool {
    matches!(only_token(text), Some(PgnToken::Move(_) | PgnToken::Zeros(_)))
}

/// Whether a text is one token that does not affect the moves: a sign, a comment or a line to the end of the line,
/// or one that is skipped. `nested` means that it is in a variation, where a marker is skipped and a `)` is not.
pub(in crate::game) fn is_aside(text: &[u8], nested: bool) -> bool {
    match only_token(text) {
        Some(PgnToken::Comment { closed, .. }) => closed && !text.starts_with(b"{"),
        Some(PgnToken::Escape(_) | PgnToken::Nag { .. } | PgnToken::Skipped(_)) => true,
        Some(PgnToken::Close) => !nested,
        Some(PgnToken::Termination { .. }) => nested,
        Some(PgnToken::Move(word)) => is_remark(word) || !may_be_move(word),
        Some(PgnToken::Number { dots: 0, .. } | PgnToken::Bracket(_)) => true,
        _ => false,
    }
}

/// Whether a text consists only of comments and `%` lines.
pub(in crate::game) fn is_comments(text: &[u8]) -> bool {
    let mut lexer = PgnLexer::new(text);
    core::iter::from_fn(|| lexer.next())
        .all(|(_, token)| matches!(token, PgnToken::Comment { closed: true, .. } | PgnToken::Escape(_)))
}

/// Whether a text can be the rest of a line: it has no tag and ends neither its line nor the game.
pub(in crate::game) fn is_rest(text: &[u8], limits: &Limits, around: u64) -> bool {
    let mut reader = PgnReader::within(text, limits, around);
    while let Some(item) = reader.next_event() {
        let ends = matches!(item.what, What::Event(Event::Termination(_) | Event::Tag(_)));
        if ends || reader.depth() < around {
            return false;
        }
    }
    reader.span().end == text.len()
}

/// A game in parts, for formats that store its moves as a text.
pub(in crate::game) struct GameParts<'t> {
    pub(in crate::game) tags: Vec<(String, String)>,
    /// Everything between the tags and the result.
    pub(in crate::game) moves: &'t str,
    pub(in crate::game) termination: Option<Termination>,
}

impl<'t> GameParts<'t> {
    /// The parts of a text that is one game; `None` if there is more, such as text before the tags or after the result.
    pub(in crate::game) fn of(text: &'t str) -> Option<GameParts<'t>> {
        let mut reader = PgnReader::new(text.as_bytes(), &Limits { nesting: u64::MAX, ..Limits::default() });
        if !reader.next_game() {
            return None;
        }
        let (mut tags, mut moves, mut end, mut termination) = (Vec::new(), None, text.len(), None);
        while let Some(item) = reader.next_event() {
            let What::Event(event) = item.what else { continue };
            match event {
                Event::Tag(tag) if moves.is_none() => {
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    tags.push((name, tag.value(Encoding::Utf8).into_owned()));
                }
                Event::Termination(marker) if termination.is_none() => {
                    (end, termination) = (item.start, Some(marker));
                }
                // The text around the game is emitted separately, and a line that was given up is one of the moves.
                Event::Tag(_) | Event::Verbatim(GamePart::Prologue | GamePart::Tail, _) => return None,
                Event::Verbatim(GamePart::Rest, _) => {}
                _ if termination.is_some() => return None,
                _ => {
                    moves.get_or_insert(item.start);
                }
            }
        }
        let start = moves.unwrap_or(end);
        let moves = text.get(start..end)?.trim();
        (reader.span().end == text.len()).then_some(GameParts { tags, moves, termination })
    }

    /// A text that has these parts; `None` if there is none. Moves that would be read as something else, such as tags or
    /// the next game, are comments to the ends of their lines. Tags whose names no reader accepts are left out: the filter
    /// before each writer counts them.
    pub(in crate::game) fn text(&self) -> Option<String> {
        let mut head = Vec::new();
        for (name, value) in self.tags.iter().filter(|(name, _)| is_name(name)) {
            push_tag(name.as_bytes(), &mut head, |out| push_escaped(&text::flowing(value), out));
        }
        let head = String::from_utf8(head).ok()?;
        let (moves, marker) = (self.moves.trim(), self.termination.map_or("", Termination::as_str));
        // A comment or an escaped line ends with its line. The marker of a game that ends within a variation is there.
        let bodies = [[moves, " ", marker].concat(), [moves, "\n", marker].concat(), String::from(moves)];
        let texts = bodies.iter().map(|body| [&*head, "\n", body.trim()].concat());
        texts.into_iter().find(|text| self.is_text(text, moves)).or_else(|| {
            let comments: String = moves.split(['\n', '\r']).map(|line| [";", line, "\n"].concat()).collect();
            let text = [&*head, "\n", &*comments, marker].concat();
            self.is_text(&text, comments.trim()).then_some(text)
        })
    }

    /// Whether a text has these parts, with these moves.
    fn is_text(&self, text: &str, moves: &str) -> bool {
        let named = self.tags.iter().map(|(name, _)| name).filter(|name| is_name(name));
        GameParts::of(text.trim()).is_some_and(|read| {
            read.moves == moves
                && read.termination == self.termination
                && read.tags.iter().map(|(name, _)| name).eq(named)
        })
    }
}

/// What the text of one game lacks so that the next game is not read as part of it: the ends of a comment and of variations, and
/// the marker that its tags imply. Empty if it lacks nothing, or if nothing helps.
pub(in crate::game) fn missing_end(text: &str) -> String {
    if is_apart(text) {
        return String::new();
    }
    let tags = GameParts::of(text).map(|parts| parts.tags).unwrap_or_default();
    let told = tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.as_str());
    let marker = Termination::of_result(told).as_str();
    let blanks = if text.ends_with(']') { ["\n\n", "\n"] } else { [" ", "\n"] };
    let closed = ["", "}"].map(|comment| {
        let open = open_variations(&[text, comment].concat());
        [comment, &*")".repeat(open)].concat()
    });
    let endings = closed.iter().flat_map(|closed| blanks.map(|blank| [closed, blank, marker].concat()));
    endings.into_iter().find(|ending| is_apart(&[text, ending].concat())).unwrap_or_default()
}

/// Whether any game that follows a text is read as another one, even one without tags and numbers.
fn is_apart(text: &str) -> bool {
    let both = [text, "\n\nd4 *"].concat();
    let mut reader = PgnReader::new(both.as_bytes(), &Limits { nesting: u64::MAX, ..Limits::default() });
    let mut games = 0;
    while reader.next_game() {
        games += 1;
        while reader.next_event().is_some() {}
    }
    games == 2
}

/// How many variations are open at the end of a text of one game.
fn open_variations(text: &str) -> usize {
    let mut reader = PgnReader::new(text.as_bytes(), &Limits { nesting: u64::MAX, ..Limits::default() });
    reader.next_game();
    while reader.next_event().is_some() {}
    usize::try_from(reader.depth()).unwrap_or_default()
}
