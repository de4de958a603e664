//! However a text is cut, the same games are read at the same places; and no input makes the reader panic or loop
//! forever.

use crate::seed::Seed;
use crate::soup::soup;
use scoresheet_core::event::{Event, What};
use scoresheet_core::game::pgn::{Numeral, PgnReader, PlainCursor, frame};
use scoresheet_core::limits::Limits;
use scoresheet_core::step::CommentForm;

/// One line an item, with its place in the whole text.
fn items(text: &[u8], base: usize, limits: &Limits, lines: &mut Vec<String>) {
    let mut reader = PgnReader::new(text, limits);
    while reader.next_game() {
        while let Some(item) = reader.next_event() {
            let start = base + item.start;
            lines.push(match item.what {
                What::Event(event) => format!("{start} {event}"),
                What::Fault(code, text) => format!("{start} ! {} {}", code.id(), text.len()),
            });
        }
        let span = reader.span();
        lines.push(format!("game {}..{}", base + span.start, base + span.end));
    }
}

/// Reads `text` as a feeder does whose buffer holds `size` bytes, and grows when no game fits.
fn in_blocks(text: &[u8], size: usize, limits: &Limits) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut at, mut grown) = (0, size);
    while at < text.len() {
        let end = (at + grown).min(text.len());
        match frame::cut(&text[at..end], end == text.len(), limits) {
            Some(length) => {
                assert!(length > 0, "an empty block at {at}");
                items(&text[at..at + length], at, limits, &mut lines);
                at += length;
                grown = size;
            }
            None => grown += 1 + grown / 2,
        }
    }
    lines
}

fn whole(text: &[u8], limits: &Limits) -> Vec<String> {
    let mut lines = Vec::new();
    items(text, 0, limits, &mut lines);
    lines
}

#[track_caller]
fn same_in_blocks(text: &[u8], limits: &Limits) {
    let expected = whole(text, limits);
    for size in 1..=text.len() {
        assert_eq!(in_blocks(text, size, limits), expected, "blocks of {size}: {:?}", String::from_utf8_lossy(text));
    }
}

const ARCHIVE: &str = "\u{feff}% made by hand\n[Event \"a\"]\n[Result \"0-0\"]\n\n1. e4 {c [x \"y\"]\n\n[%clk 0:01]} e5 (1... c5 (1... d6)) 0-0\n\n\
    [Event \"b\"]\r\n\r\n[White \"w\"]\r\n\r\n1. d4+- $5.1 ±; rest\r\n% line\r\n1/2 {of b}\r\n\r\n[Event \"only tags\"]\n\n[Event \"c\"]\n\ne4 exd6 e.p. (f8(Q) 1-0\n\n\
    [Event \"d\"] [Site \"x\" \"y\"]\n1. {unclosed [A\n\n \n\u{feff}[Event \"e\"]\n*\n* 1. e4\n 0-1 {after} $3 2. f4 *\n\n[Odd \"\n\n\nNf3 ½-½ ½ \n";

#[test]
fn blocks_of_every_size_give_the_same_games() {
    same_in_blocks(ARCHIVE.as_bytes(), &Limits::default());
}

/// A tag after an empty line, where the line before it looks like the end of a game's moves but is among tags. The fuzz
/// target `games` found the first one.
const AMONG_TAGS: &[&[u8]] = &[
    b"[Even/t\"\n]A \"B\" *]\n\n\n[R\xe5sult \"*\"]\n1. et \"* *\n",
    b"[A \"a\"]\n* [!]\n\n[B \"b\"]\n\n1. e4 *\n",
    b"[A \"a\"]\n* [C: \"c\" ]\n\n[B \"b\"]\n\n1. e4 *\n",
    b"[A \"a\"]\n[! } 1. ]\n\n[B \"b\"]\n\n1. e4 *\n",
    b"[A \"a\"]\n<a } 1-0 >\n\n[B \"b\"]\n\n1. e4 *\n",
    b"[A \"a\"]\n1... [C \"c\n\n\n[B \"b\"]\n\n1. e4 *\n",
    b"[\xa0\nA \"a *\n\n[B \"b\"]\n\n1. e4 *\n",
];

#[test]
fn blocks_of_every_size_give_the_same_games_where_results_are_among_tags() {
    for text in AMONG_TAGS {
        let lines = whole(text, &Limits::default());
        assert!(!lines.iter().any(|line| line.starts_with("game") && line.ends_with(&format!("..{}", mark(text)))));
        same_in_blocks(text, &Limits::default());
    }
}

/// Where the tag after an empty line starts.
fn mark(text: &[u8]) -> usize {
    text.windows(3).position(|bytes| bytes == b"\n\n[").expect("an empty line") + 2
}

/// The text after the place where a game becomes too long does not affect the report about it.
#[test]
fn what_passes_the_longest_game_ends_its_tags() {
    let limits = Limits { game: 18, ..Limits::default() };
    let text = b"[A \"a\"]\nword [!]\n% line\n\n[B \"b\"]\n\n1. e4 *\n";
    let lines = whole(text, &limits);
    assert!(lines.contains(&"8 stray word".to_string()), "{lines:?}");
    same_in_blocks(text, &limits);
}

/// A game whose first tag is noted for how it opens, after a comment that nothing closes and that holds a game's end.
#[test]
fn no_cut_parts_a_game_from_the_comment_before_it() {
    for name in ["Even+", "A\u{a0}", "A"] {
        let text = format!("{{a\n1. e4 *\n\n[{name} \"a\"]\n\n1. e4 *\n");
        assert_eq!(whole(text.as_bytes(), &Limits::default()).last(), Some(&format!("game 0..{}", text.len())));
        same_in_blocks(text.as_bytes(), &Limits::default());
    }
}

#[test]
fn what_passes_a_limit_is_not_put_aside() {
    let limits = Limits { token: 5, comment: 8, ..Limits::default() };
    for aside in ["; a comment", "{a comment}", "%a comment", "strays", "123456", "$123456"] {
        let text = format!("[A \"a\"]\n{aside}\n\n[B \"b\"]\n\n1. e4 *\n");
        let lines = whole(text.as_bytes(), &limits);
        assert_eq!(lines[2], format!("game 0..{}", mark(text.as_bytes())), "{lines:?}");
        same_in_blocks(text.as_bytes(), &limits);
    }
}

#[test]
fn blocks_of_every_size_give_the_same_games_in_soup() {
    let mut seed = Seed(3);
    for _ in 0..3000 {
        let length = 1 + seed.below(24);
        same_in_blocks(&soup(&mut seed, length), &Limits::default());
    }
}

#[test]
fn blocks_of_every_size_give_the_same_games_where_limits_end_them() {
    let mut seed = Seed(4);
    let mut limits = Limits { nesting: 1, tag: 14, tags: 3, token: 5, comment: 8, game: 40, ..Limits::default() };
    for round in 0..3000 {
        limits.game = [40, 1000][round % 2];
        let length = 1 + seed.below(24);
        same_in_blocks(&soup(&mut seed, length), &limits);
    }
}

/// Reads as a replay does: words that are known to be moves are taken before anybody looks at them closely.
fn by_words(text: &[u8], limits: &Limits) -> Vec<String> {
    let known: [&[u8]; 3] = [b"e4", b"Nf3+", b"exd6"];
    let mut lines = Vec::new();
    let mut reader = PgnReader::new(text, limits);
    while reader.next_game() {
        loop {
            if let Some(mut cursor) = reader.cursor() {
                loop {
                    if let Some(comment) = cursor.take_comment() {
                        let start = comment.as_ptr() as usize - text.as_ptr() as usize - 1;
                        let event = Event::Comment { text: comment.into(), form: CommentForm::Braces };
                        lines.push(format!("{start} {event}"));
                        continue;
                    }
                    let mut numbers = [1, 2, 12, 345].map(Numeral::of).into_iter();
                    let Some(ahead) = cursor.ahead() else { break };
                    let peek = |number: &Numeral| PlainCursor::peek(ahead, number, false);
                    let peeked = numbers.find_map(|number| peek(&number).filter(|peeked| peeked.numbered));
                    match peeked.or_else(|| peek(&Numeral::of(0))) {
                        Some(peeked) if known.contains(&peeked.word) && !cursor.suffix_follows(&peeked) => {
                            if peeked.numbered {
                                let number = text[..cursor.start(&peeked)].trim_ascii_end();
                                let at = number.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
                                lines.push(format!("{at} number {}", String::from_utf8_lossy(&number[at..])));
                            }
                            lines.push(format!(
                                "{} move {}",
                                cursor.start(&peeked),
                                String::from_utf8_lossy(peeked.word)
                            ));
                            cursor.accept(&peeked);
                        }
                        _ => break,
                    }
                }
                reader.resume(cursor);
            }
            let Some(item) = reader.next_event() else { break };
            lines.push(match item.what {
                What::Event(event) => format!("{} {event}", item.start),
                What::Fault(code, text) => format!("{} ! {} {}", item.start, code.id(), text.len()),
            });
        }
        let span = reader.span();
        lines.push(format!("game {}..{}", span.start, span.end));
    }
    lines
}

#[test]
fn taking_words_gives_the_same_events() {
    let mut seed = Seed(7);
    let mut limits = Limits::default();
    for round in 0..20_000 {
        limits.game = [30, 1000][round % 2];
        let length = seed.below(40);
        let text = soup(&mut seed, length);
        assert_eq!(by_words(&text, &limits), whole(&text, &limits), "{:?}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn skipping_ends_where_reading_ends() {
    let mut seed = Seed(5);
    for _ in 0..2000 {
        let length = seed.below(60);
        let text = soup(&mut seed, length);
        let limits = Limits::default();
        let (mut read, mut skipped) = (PgnReader::new(&text, &limits), PgnReader::new(&text, &limits));
        while read.next_game() {
            assert!(skipped.next_game());
            for _ in 0..seed.below(4) {
                skipped.next_event();
            }
            skipped.skip();
            while read.next_event().is_some() {}
            assert_eq!(read.span(), skipped.span());
        }
        assert!(!skipped.next_game());
        assert_eq!(read.span().end, text.len());
    }
}

#[test]
fn random_bytes_are_read_to_their_end() {
    let mut seed = Seed(6);
    let text: Vec<u8> = (0..1_000_000).map(|_| seed.below(256) as u8).collect();
    let items = whole(&text, &Limits::default());
    assert!(items.last().is_some_and(|last| last.ends_with("..1000000")));
}

/// The text as a whole and the number of its items, and what the last one but the game is.
fn summary(text: &[u8]) -> (usize, String) {
    let items = whole(text, &Limits::default());
    (items.len(), items[items.len() - 2].clone())
}

#[test]
fn hostile_texts() {
    let nested = "(".repeat(200_000);
    assert_eq!(summary(nested.as_bytes()), (10_002, "10000 ! limit-nesting 1".into()));
    let closed = format!("e4 {}{} *", nested, ")".repeat(200_000));
    assert_eq!(summary(closed.as_bytes()), (10_003, "10003 ! limit-nesting 1".into()));
    let token = format!("e4 {} e5 *", "N".repeat(100_000));
    assert_eq!(summary(token.as_bytes()), (3, "3 ! limit-token 100000".into()));
    let comment = format!("e4 {{{}}} *", "c\n".repeat(10_000_000));
    assert_eq!(summary(comment.as_bytes()), (3, "3 ! limit-comment 20000002".into()));
    assert_eq!(summary(&comment.as_bytes()[..20_000_000]), (3, "3 ! limit-comment 19999997".into()));
    let tag = format!("[A \"{}", "x".repeat(5_000_000));
    assert_eq!(summary(tag.as_bytes()), (2, "0 ! limit-tag 5000004".into()));
    let tags = "[A \"\"]\n".repeat(1_000_000);
    assert_eq!(summary(tags.as_bytes()), (10_002, "70000 ! limit-tags 6".into()));
    let empty_lines = format!("{{{}", "\n \n".repeat(1_000_000));
    assert_eq!(summary(empty_lines.as_bytes()).0, 4);
    let brackets = "[[a ".repeat(1_000_000);
    assert_eq!(summary(brackets.as_bytes()), (2, "0 ! limit-tag 4000000".into()));
}

#[test]
fn cutting_hostile_texts_needs_no_more_than_their_length() {
    for text in ["\n\n[a", "\n\n[a \"", "[A \"\"]\n\n", "{\n\n", "(", "[", "\n", "* "] {
        let long = text.repeat(200_000);
        let cut = frame::cut(long.as_bytes(), false, &Limits::default());
        assert!(cut.is_none_or(|length| length > 0 && length <= long.len()), "{text:?}");
    }
}

/// A game that is too long is skipped in steps: to the same place with steps of any size.
#[test]
fn the_next_game_after_one_that_is_too_long() {
    let text = "{ e4 [A \"x\"]\n[B \"y\"]\n\n[%clk\n \r\n\r\n[\n\n\u{feff}[Event \"found\"] e4\n";
    let place = text.find("[Event").expect("is there");
    assert_eq!(frame::resync(text.as_bytes()), Ok(place));
    for size in 1..text.len() {
        let (mut start, mut end) = (0, size);
        let found = loop {
            match frame::resync(&text.as_bytes()[start..end.min(text.len())]) {
                Ok(at) => break start + at,
                Err(gone) => {
                    assert!(end < text.len(), "not found in steps of {size}");
                    start += gone;
                    end += size;
                }
            }
        };
        assert_eq!(found, place, "steps of {size}");
    }
    assert_eq!(frame::resync("no [game \"here".repeat(1000).as_bytes()), Err(14_000));
}
