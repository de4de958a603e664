//! Whether a source that cannot be distinguished from PGN otherwise may hold games at all: pictures, programs and logs
//! do not, and reading them would yield one game with an unhelpful error.
//!
//! What is odd but may be a game is never refused. It takes at least one word that cannot be read, and nothing that looks
//! like a tag, a move, a move number or a result.

use crate::formats::usual;
use scoresheet_core::error::Code;
use scoresheet_core::event::{Event, What};
use scoresheet_core::game::{Block, FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;

/// Of this many bytes of text, at most one is a control character.
const TEXT_PER_CONTROL: usize = 50;
/// Fewer bytes than this do not show what a file is made of.
const FEWEST_BYTES: usize = 256;
/// No game has as many moves.
const MOST_MOVES: u32 = 9999;

/// Whether these first bytes of a source may belong to games.
pub(crate) fn may_be_games(head: &[u8]) -> bool {
    let limits = Limits::default();
    let mut reader = usual().reader(Block::whole(head), &ReadOptions { limits: &limits, own: FormatOptions::NONE });
    // Among random bytes there are a move or a number sooner or later, but hardly a tag.
    let only_tags = is_binary(head);
    let mut unread = false;
    while reader.next_game() {
        let mut after_number = false;
        while let Some(item) = reader.next_event() {
            let was_number = std::mem::take(&mut after_number);
            let told = match item.what {
                What::Event(Event::Tag(_)) => return true,
                What::Event(Event::Number { value, dots, .. }) => {
                    after_number = dots > 0 && value <= MOST_MOVES;
                    false
                }
                What::Event(Event::Move(word)) => {
                    let named = was_number && word.first().is_some_and(|byte| byte.is_ascii_alphabetic());
                    let is_move = named || looks_like_move(&word);
                    unread |= !is_move;
                    is_move
                }
                // A lone `*` is a game, and the sign of many other things.
                What::Event(Event::Termination(end) | Event::Inner(end)) => end.as_str() != "*",
                What::Fault(code, _) => {
                    // What is unclosed or missing was begun as in a game.
                    unread |= code == Code::ControlByte;
                    false
                }
                What::Event(_) => false,
            };
            if told && !only_tags {
                return true;
            }
        }
    }
    !unread && !only_tags
}

/// Whether this number of control characters rules out text in any encoding.
fn is_binary(head: &[u8]) -> bool {
    let controls = head.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    head.len() >= FEWEST_BYTES && controls * TEXT_PER_CONTROL > head.len()
}

/// Whether a word is spelled like a move in any language, on any board.
fn looks_like_move(word: &[u8]) -> bool {
    let upper = word.to_ascii_uppercase();
    if [&b"O-O"[..], b"0-0", b"--", b"Z0", b"NULL", b"0000", b"@@@@"].iter().any(|start| upper.starts_with(start)) {
        return true;
    }
    let end = upper.windows(2).rposition(|pair| matches!(pair, [b'A'..=b'H', b'1'..=b'8']));
    let Some(end) = end else { return false };
    let (before, after) = (&upper[..end], &upper[end + 2..]);
    // A letter for the piece, in any script, and where it comes from.
    let letter = if word[0].is_ascii_uppercase() { 1 } else { word.iter().take_while(|byte| !byte.is_ascii()).count() };
    let from = before.get(letter.min(before.len())..).unwrap_or_default();
    let is_from = from.len() <= 4
        && from.iter().all(|byte| matches!(byte, b'A'..=b'H' | b'1'..=b'8' | b'X' | b':' | b'-' | b'@'));
    // A promotion, a check, a sign.
    is_from && after.len() <= 4 && after.iter().all(|byte| !byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_never_refused() {
        let games: [&[u8]; 20] = [
            b"",
            b"\n\n  \n",
            b"\xef\xbb\xbf",
            b"*",
            b"{ nothing was played }",
            b"{ a comment that never",
            b"; a comment",
            b"% an escaped line",
            b"[Event \"?\"]\n",
            b"[Event \"?\"]\n\nnonsense",
            b"e4 e5 Nf3",
            b"e2e4 e7e5",
            b"E4 E5 NF3",
            b"1. d4 nonsense",
            b"1. P-K4 P-K4 2. N-KB3",
            b"1.Sf3 Sf6",
            "1. \u{41a}f3".as_bytes(),
            "\u{2658}f3 \u{265e}f6".as_bytes(),
            b"My best game, of which I am proud\n\ne4 c5",
            b"It was a draw. 1/2-1/2",
        ];
        for game in games {
            assert!(may_be_games(game), "{}", String::from_utf8_lossy(game));
        }
    }

    #[test]
    fn what_holds_no_games_is_refused() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0\0\x01\0\x08\x02\0\0\0".to_vec();
        png.extend((0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8));
        png.extend(b" e4 1. e5 ");
        let log = b"2026-11-22 20:35:01.123 INFO  server: started 3 workers on port 8080 in 2.3 s\n\
            2026-11-22 20:35:02.001 WARN  cache: 17 of 1024 entries lost (disk full?) {retry}\n";
        for other in [png.as_slice(), log, b"hello world\n", b"name;age\nAnna;17\n", b"\x7fELF\x02\x01\x01"] {
            assert!(!may_be_games(other), "{}", String::from_utf8_lossy(&other[..other.len().min(40)]));
        }
    }

    #[test]
    fn a_damaged_game_is_still_one() {
        let mut game = b"[Event \"?\"]\n\n1. e4 ".to_vec();
        game.extend([0; 4000]);
        assert!(may_be_games(&game));
        assert!(may_be_games(b"1. e4 \0\0\0 e5"));
    }
}
