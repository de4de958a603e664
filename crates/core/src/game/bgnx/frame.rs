//! The start and end of the games of a file, so that it can be cut into blocks and a broken game does not affect
//! others.
//!
//! A game ends with its end tag, and in any case before the start tag of another one, because games do not nest. Text
//! in a comment, a CDATA section or similar is not a tag, unless the comment or section never ends.

use super::schema::{GAME, GAMES};
use crate::swar;
use crate::xml::{Hidden, aside_end, behind_blanks, hidden, is_blank};

/// A tag of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameTag {
    /// A start tag, which starts here.
    Starts(usize),
    /// An end tag, which ends here.
    Ends(usize),
    /// What starts here hides what follows, or is not whole, as far as can be seen.
    Hides(usize),
}

/// The next tag of a game from a place on.
pub(super) fn next_mark(bytes: &[u8], mut at: usize) -> Option<GameTag> {
    loop {
        at = swar::find(bytes, at, [b'<']);
        match bytes.get(at + 1)? {
            b'!' | b'?' => match hidden(bytes, at) {
                Hidden::To(end) => at = end,
                Hidden::Open => return Some(GameTag::Hides(at)),
                Hidden::Nothing => at += 1,
            },
            b'/' => match tag_end(bytes, at + 2, GAME) {
                Some(end) => {
                    let closes = behind_blanks(bytes, end);
                    return Some(match bytes.get(closes) {
                        Some(b'>') => GameTag::Ends(closes + 1),
                        Some(_) => GameTag::Ends(end),
                        None => GameTag::Hides(at),
                    });
                }
                None => at += 1,
            },
            b'g' if tag_end(bytes, at + 1, GAME).is_some() => return Some(GameTag::Starts(at)),
            _ => at += 1,
        }
    }
}

/// Where a tag's name ends, if it is this one.
fn tag_end(bytes: &[u8], at: usize, name: &str) -> Option<usize> {
    let rest = bytes.get(at..)?.strip_prefix(name.as_bytes())?;
    rest.first().is_some_and(|byte| is_blank(*byte) || matches!(byte, b'>' | b'/')).then_some(at + name.len())
}

/// Where the next game starts, if no comment or section is left open.
pub(super) fn next_start(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match next_mark(bytes, at)? {
            GameTag::Starts(start) => return Some(start),
            GameTag::Ends(end) => at = end,
            GameTag::Hides(start) => at = start + 1,
        }
    }
}

/// Where the game that starts at a place ends at the latest.
pub(super) fn latest_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        match next_mark(bytes, at) {
            None => return bytes.len(),
            Some(GameTag::Starts(end) | GameTag::Ends(end)) => return end,
            Some(GameTag::Hides(start)) => at = start + 1,
        }
    }
}

/// The length of the leading part of `bytes` that is whole games, as [`crate::game::GameFormat::cut`] describes.
pub(super) fn cut(bytes: &[u8], last: bool) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let (mut at, mut behind, mut whole) = (0, None, None);
    loop {
        match next_mark(bytes, at) {
            None | Some(GameTag::Hides(_)) => return whole,
            // What follows the last game of the source stays with it.
            Some(GameTag::Starts(start)) => (at, whole) = (start + 1, behind),
            Some(GameTag::Ends(end)) => (at, behind) = (end, Some(end)),
        }
    }
}

/// Where the next game starts in `bytes`, which start within one that is too long to be read.
///
/// # Errors
/// The number of leading bytes that surely belong to that game, if no other one starts.
pub(super) fn resync(bytes: &[u8]) -> Result<usize, usize> {
    let mut at = 0;
    loop {
        at = swar::find(bytes, at, [b'<']);
        if at >= bytes.len() {
            return Err(bytes.len());
        }
        if tag_end(bytes, at + 1, GAME).is_some() {
            return Ok(at);
        }
        if bytes.len() - at <= GAME.len() + 1 {
            return Err(at);
        }
        at += 1;
    }
}

/// Whether a source that starts with `head` is surely of games: its first element is theirs.
pub(super) fn detects(head: &[u8]) -> bool {
    first_element(head).is_some()
}

/// The first element of a source that starts with `head`, if it is a game or the root of games.
pub(super) fn first_element(head: &[u8]) -> Option<&'static str> {
    let mut at = first(head);
    while let Some(end) = aside_end(head, at) {
        at = behind_blanks(head, end);
    }
    let is_first = |name: &&str| head.get(at) == Some(&b'<') && tag_end(head, at + 1, name).is_some();
    [GAME, GAMES].into_iter().find(is_first)
}

/// How many leading bytes precede the first game; `None` if more bytes are needed.
pub(super) fn opening(bytes: &[u8], last: bool) -> Option<usize> {
    let mut at = 0;
    loop {
        match next_mark(bytes, at) {
            Some(GameTag::Starts(start)) => return Some(start),
            Some(GameTag::Ends(end)) => at = end,
            None | Some(GameTag::Hides(_)) => return last.then(|| next_start(bytes, 0).unwrap_or(bytes.len())),
        }
    }
}

/// Whether neither a game nor the end tag of the root is in the text after a game.
pub(super) fn is_cut(rest: &[u8]) -> bool {
    let mut at = 0;
    loop {
        at = swar::find(rest, at, [b'<']);
        let is_end = match rest.get(at + 1) {
            None => return true,
            Some(b'!' | b'?') => {
                at = if let Hidden::To(end) = hidden(rest, at) { end } else { at + 1 };
                continue;
            }
            Some(b'/') => tag_end(rest, at + 2, GAMES).is_some(),
            Some(_) => tag_end(rest, at + 1, GAME).is_some(),
        };
        if is_end {
            return false;
        }
        at += 1;
    }
}

/// Whether a source may be of games: it starts as XML does.
pub(super) fn claims(head: &[u8]) -> bool {
    head.get(first(head)) == Some(&b'<')
}

/// Where the first byte is that is not part of blanks or a byte order mark.
fn first(head: &[u8]) -> usize {
    behind_blanks(head, if head.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 })
}

/// The mark that may precede the first character of a file.
pub(super) use crate::text::BOM_UTF8 as BYTE_ORDER_MARK;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_at_their_end_tags_or_before_the_next_one() {
        let text =
            b"<games><game><move/></game >\n<game>open<game a='b'><!-- </game> --><![CDATA[<game>]]></game></games>";
        let starts = |from: usize| next_start(text, from).expect("there is one");
        let second = starts(10);
        let third = starts(second + 1);
        assert_eq!((starts(0), second, third), (7, 29, 39));
        assert_eq!(latest_end(text, 7), 28);
        assert_eq!(latest_end(text, second), third);
        assert_eq!(latest_end(text, third), text.len() - b"</games>".len());
        assert_eq!(next_start(text, third + 1), None);
    }

    #[test]
    fn what_never_ends_hides_nothing_in_the_end() {
        let text = b"<game><!-- </game><game></game>";
        assert_eq!(cut(text, false), None);
        assert_eq!(latest_end(text, 0), 18);
        assert_eq!(next_start(text, 18), Some(18));
    }

    #[test]
    fn a_cut_needs_the_start_of_the_next_game_and_no_more() {
        let text = b"<games><game></game >\n<game/><game></game>";
        for end in 0..=text.len() {
            let expected = if end < 28 { None } else { Some(21) };
            assert_eq!(cut(&text[..end], false), expected, "{end}");
        }
        assert_eq!(resync(&text[1..]), Ok(6));
        assert_eq!(resync(b"x</game><gam"), Err(8));
        assert_eq!(resync(b"no tag"), Err(6));
    }

    #[test]
    fn heads_tell_what_they_are() {
        for head in [
            "<games>",
            "<game><pgn>",
            "\u{feff} <?xml version=\"1.0\"?>\n<!-- a --><games\n>",
            "<!DOCTYPE games [<!ENTITY a 'b'>]><game>",
            "<game/>",
        ] {
            assert!(detects(head.as_bytes()) && claims(head.as_bytes()), "{head}");
        }
        for head in ["", "<", "<gam", "<gamest>", "<svg>", "<?xml version=\"1.0\"?><svg><game>", "{\"pgn\"", "[Event"] {
            assert!(!detects(head.as_bytes()), "{head}");
        }
    }
}
