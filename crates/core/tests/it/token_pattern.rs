//! The pattern of tokens against the reader: in every game that the strict reader accepts both find the same tokens, and
//! in any text no character is left out but white space and byte order marks.

use crate::patterns::{Verdict, all_games, changed, texts};
use crate::seed::Seed;
use regex::{Captures, Regex};
use scoresheet_core::event::{Event, What};
use scoresheet_core::game::GameFormat;
use scoresheet_core::game::pgn::{Pgn, PgnReader};
use scoresheet_core::limits::Limits;
use scoresheet_core::step::{CommentForm, Termination};

/// A check mark and an evaluation that starts as another check mark does. An expression cannot look ahead, so it takes the
/// first two signs for a check mark.
const NOT_TOLD_APART: [&str; 2] = ["++/", "++-"];

/// The pattern of tokens of PGN.
fn pattern() -> Regex {
    Regex::new(&Pgn.spec().tokens.expect("a pattern")().text).expect("the pattern is one")
}

/// A kind of token and its text.
type Token = (&'static str, String);

/// What the pattern finds, move numbers left out: there the reader joins what spaces part.
fn found(pattern: &Regex, text: &str) -> Vec<Token> {
    pattern.captures_iter(text).flat_map(|captures| tokens_of(&captures)).collect()
}

/// The token of a match, and the signs that touch a move as tokens of their own.
fn tokens_of(captures: &Captures<'_>) -> Vec<Token> {
    let text = |name: &str| captures.name(name).map(|found| found.as_str().to_owned());
    if let Some(mv) = text("move") {
        let signs = ["evaluation", "sign"].into_iter().filter_map(text).map(|sign| ("nag", sign));
        let mv = mv + &text("check").unwrap_or_default();
        return [("move", mv)].into_iter().chain(signs).collect();
    }
    if text("tag").is_some() {
        return vec![("tag", format!("{} {}", text("name").unwrap_or_default(), text("value").unwrap_or_default()))];
    }
    if text("number").is_some() {
        return Vec::new();
    }
    let kinds = ["comment", "line_comment", "escape", "result", "nag", "open", "close", "other"];
    let mut kinds = kinds.into_iter().filter_map(|kind| Some((kind, text(kind)?)));
    vec![kinds.next().expect("a match has a group")]
}

/// What the reader finds, in the order of the text.
fn read(text: &str) -> Vec<Token> {
    let limits = Limits::default();
    let mut reader = PgnReader::new(text.as_bytes(), &limits);
    let mut tokens: Vec<(usize, Token)> = Vec::new();
    while reader.next_game() {
        while let Some(item) = reader.next_event() {
            if let What::Event(event) = item.what {
                tokens.extend(token_of(event).map(|token| (item.start, token)));
            }
        }
    }
    // Comments before the tags are emitted after them.
    tokens.sort_by_key(|(start, _)| *start);
    tokens.into_iter().map(|(_, token)| token).collect()
}

fn token_of(event: Event<'_>) -> Option<Token> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(match event {
        Event::Tag(tag) => ("tag", format!("{} {}", text(&tag.name), text(&tag.raw))),
        Event::Move(word) => ("move", text(&word)),
        Event::Nag { spelled, .. } => ("nag", text(&spelled)),
        Event::Comment { text: comment, form: CommentForm::Braces } => ("comment", text(&comment)),
        Event::Comment { text: comment, form: CommentForm::Line } => ("line_comment", text(&comment)),
        Event::Escape(line) => ("escape", text(&line)),
        Event::Open => ("open", "(".into()),
        Event::Close => ("close", ")".into()),
        Event::Termination(Termination::BothLose) | Event::Inner(Termination::BothLose) => ("move", "0-0".into()),
        Event::Termination(result) | Event::Inner(result) => ("result", result.as_str().into()),
        _ => return None,
    })
}

/// Whether the strict reader accepts each game of a text.
fn is_strict(text: &str) -> bool {
    let verdict = Verdict::of(&Pgn, text.as_bytes());
    verdict.games > 0 && verdict.codes.is_empty()
}

#[test]
fn a_match_has_the_parts_of_a_move() {
    let pattern = pattern();
    let parts = |text: &str| {
        let captures = pattern.captures(text).expect("a match");
        assert_eq!(captures.get(0).map(|whole| whole.as_str()), Some(text));
        let names = pattern.capture_names().flatten().filter(|name| !matches!(*name, "move" | "tag"));
        let named = names.filter_map(|name| Some(format!("{name} {}", captures.name(name)?.as_str())));
        named.collect::<Vec<_>>().join(", ")
    };
    for (text, expected) in [
        ("e4", "to e4"),
        ("Nbd7", "piece N, from_file b, to d7"),
        ("R1xa3+!?", "piece R, from_rank 1, capture x, to a3, check +, sign !?"),
        ("exd8=Q#", "from_file e, capture x, to d8, promotion Q, check #"),
        ("d1(Q)", "to d1, promotion (Q)"),
        ("Ng1-f3", "piece N, from_file g, from_rank 1, to f3"),
        ("e7e8q", "from_file e, from_rank 7, to e8, promotion q"),
        ("Qd5+-", "piece Q, to d5, evaluation +-"),
        ("Qd5+/-", "piece Q, to d5, evaluation +/-"),
        ("Крf1±", "piece Кр, to f1, evaluation ±"),
        ("♘f3", "piece ♘, to f3"),
        ("P@e4+", "piece P, drop @, to e4, check +"),
        ("@e4", "drop @, to e4"),
        ("a8=K", "to a8, promotion K"),
        ("O-O-O+", "castling O-O-O, check +"),
        ("0-0!", "castling 0-0, sign !"),
        ("--", "null --"),
        ("12...", "number 12..."),
        ("0000", "null 0000"),
        ("0007.", "number 0007."),
        ("$14", "nag $14"),
        ("0-1", "result 0-1"),
        ("[White \"A \\\"B\\\"\"]", "name White, value A \\\"B\\\""),
        ("[White \"A \"B\" C\"]", "name White, value A \"B\" C"),
        ("[White \"A \"B\"\"]", "name White, value A \"B\""),
        ("{[%clk 0:01]}", "comment [%clk 0:01]"),
        ("{to the end", "comment to the end"),
        ("; a line", "line_comment  a line"),
        ("%x y", "escape x y"),
        ("[Round 4]", "other [Round 4]"),
    ] {
        assert_eq!(parts(text), expected, "{text}");
    }
}

#[test]
fn strict_games_have_the_same_tokens() {
    let (pattern, mut strict) = (pattern(), 0);
    for text in texts("pgn").into_iter().chain(all_games(&Pgn)).filter_map(|text| String::from_utf8(text).ok()) {
        nothing_is_left_out(&pattern, &text);
        if is_strict(&text) {
            assert_eq!(found(&pattern, &text), read(&text), "{text}");
            strict += 1;
        }
    }
    assert!(strict > 100, "{strict}");
}

#[test]
fn changed_games_that_are_strict_have_the_same_tokens() {
    let (pattern, mut seed, mut strict) = (pattern(), Seed(21), 0);
    let mut games = all_games(&Pgn);
    games.retain(|game| game.len() < 3000);
    games.sort_by_key(Vec::len);
    let mut unexplained = Vec::new();
    for _ in 0..100_000 {
        let most = seed.below(games.len()) + 1;
        let game = seed.below(most);
        let Ok(text) = String::from_utf8(changed(&games[game], &games, &mut seed)) else { continue };
        nothing_is_left_out(&pattern, &text);
        if is_strict(&text) && !NOT_TOLD_APART.iter().any(|signs| text.contains(signs)) {
            strict += 1;
            let (found, read) = (found(&pattern, &text), read(&text));
            if found != read && unexplained.len() < 20 {
                unexplained.push(format!("{text:?}\n{found:?}\n{read:?}"));
            }
        }
    }
    println!("{strict} strict texts");
    assert_eq!(unexplained, Vec::<String>::new());
    assert!(strict > 3_000, "{strict}");
}

/// Asserts that the text between the matches is white space.
#[track_caller]
fn nothing_is_left_out(pattern: &Regex, text: &str) {
    let rest = pattern.replace_all(text, "");
    assert!(rest.chars().all(|c| " \t\n\r\u{feff}".contains(c)), "{rest:?} of {text:?}");
}
