//! Texts that contain a part of a game, for formats that store such texts unchanged.

use super::lexer::{PgnLexer, PgnToken};
use super::reader::PgnReader;
use crate::event::{Event, What};
use crate::limits::Limits;
use crate::notation::san::may_be_move;
use crate::read::is_remark;

/// The token that a text is, all of it; `None` if it is more or less than one.
fn only_token(text: &[u8]) -> Option<PgnToken<'_>> {
    let mut lexer = PgnLexer::new(text);
    let (start, token) = lexer.next()?;
    (start == 0 && lexer.at == text.len()).then_some(token)
}

/// Whether a text is one word where a move is expected.
pub(in crate::game) fn is_word(text: &[u8]) -> bool {
    matches!(only_token(text), Some(PgnToken::Move(_) | PgnToken::Zeros(_)))
}

/// Whether a text is one token that says nothing of what is played: a sign, a comment or a line to the end of the line,
/// or one that is skipped. `nested` says that it is in a variation, where a marker is skipped and a `)` is not.
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

/// Whether a text is nothing but comments and `%` lines.
pub(in crate::game) fn is_comments(text: &[u8]) -> bool {
    let mut lexer = PgnLexer::new(text);
    core::iter::from_fn(|| lexer.next())
        .all(|(_, token)| matches!(token, PgnToken::Comment { closed: true, .. } | PgnToken::Escape(_)))
}

/// Whether a text can stand as the rest of a line: no tag is in it, it does not end the line that it is in, nor the
/// game.
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
