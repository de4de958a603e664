//! Games with words, tags, results and blanks put in at random: none is lost, none appears without a note, the report does
//! not depend on blocks, and what is written of them is read as the same games.

use crate::any_bytes::same_in_blocks;
use crate::conversion::{Converted, convert};
use crate::seed::Seed;
use scoresheet_core::error::Code;
use scoresheet_core::read::Settings;
use std::path::Path;

/// How many games are changed.
const GAMES: usize = 100_000;

/// What is inserted: words that are moves, may be moves or are not, signs, numbers, tags whole and torn, results in all
/// spellings, and blanks of many kinds.
const INSERTED: &[&str] = &[
    " e4 ",
    " Nf3 ",
    " Qxd8# ",
    " O-O ",
    " Nf ",
    " Bx ",
    " e9 ",
    " -- ",
    " Z0 ",
    " 0000 ",
    " e.p. ",
    " N ",
    " mate ",
    " ch ",
    " white wins ",
    " (D) ",
    " TN ",
    " adjourned ",
    "x",
    "=Q",
    "+",
    "#",
    "!",
    "?!",
    "+-",
    "±",
    "\u{2212}+",
    "∞",
    " $7 ",
    " $ ",
    " 1. ",
    " 1 ",
    " 17... ",
    " 64 ",
    " 5254 ",
    " 0.25 ",
    "...",
    "…",
    ".",
    "[Event \"in between\"]",
    "\n[Round \"3\"]\n",
    "[White]",
    "[Round 3]",
    "[White Elo \"2100\"]",
    "[Black \"",
    "\"]",
    "[",
    "]",
    "<br>",
    "1-0",
    " 0-1 ",
    " 1/2-1/2 ",
    " * ",
    " 1:0 ",
    " ½ ",
    " 0-0 ",
    " 0:0 ",
    " 1/2 ",
    " O-1 ",
    " 1-0. ",
    " +/- ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "  ",
    "\u{a0}",
    "\u{200b}",
    "\u{ad}",
    "\u{feff}",
    "\n%",
    "\n; said\n",
];

/// The games of the examples that are PGN, each on its own.
fn games() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let texts = ["annotated", "chess960", "generated", "historic"].map(|name| {
        let text = std::fs::read_to_string(folder.join(name).with_extension("pgn"));
        text.expect("an example").trim().replace("\n\n[", "\n\n\u{1}[")
    });
    let games = texts.iter().flat_map(|text| text.split('\u{1}').map(|game| format!("{}\n\n", game.trim())));
    games.filter(|game| game.len() < 1500).collect()
}

/// The text with a few insertions.
fn mutated(text: &str, seed: &mut Seed) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    for _ in 0..=seed.below(4) {
        let at = seed.below(text.len() + 1);
        text.splice(at..at, seed.pick(INSERTED).bytes());
    }
    text
}

#[track_caller]
fn is_told(before: usize, text: &[u8], read: &Converted) {
    let shown = || String::from_utf8_lossy(text).into_owned();
    assert!(read.games >= before as u64, "{} of {before} games are left:\n{}", read.games, shown());
    let is_noted = read.games == before as u64 || !read.faults.is_empty();
    assert!(is_noted, "{} games, which were {before}, and no note:\n{}", read.games, shown());
}

#[test]
fn mutated_games_are_all_there() {
    let (games, mut seed) = (games(), Seed(37));
    let mut changed = 0;
    while changed < GAMES {
        let before = 2 + seed.below(4);
        let text: String = (0..before).map(|_| seed.pick(&games).as_str()).collect();
        let text = mutated(&text, &mut seed);
        let once = convert(&text, "pgn", "pgn");
        is_told(before, &text, &once);
        same_in_blocks(&text, &Settings::default(), &mut seed, 400);
        let twice = convert(&once.bytes, "pgn", "pgn");
        let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        assert_eq!(shown(&twice.bytes), shown(&once.bytes), "written of\n{}", shown(&text));
        assert_eq!(twice.games, once.games, "{}", shown(&text));
        changed += before;
    }
}

/// What earlier mutations showed.
#[test]
fn what_is_written_is_read_as_the_same_games() {
    for (text, written) in [
        // A comment of a game without tags and moves follows the result of the game before it.
        ("1. d4 *\n\n1. {said} 0-1\n", "1. d4 *\n\n1. {said} 0-1\n\n"),
        ("0-1\"]\n\n1. e4 *\n", "0-1 {\"} {]}\n\n1. e4 *\n\n"),
        // A game that cannot be played has no result.
        ("[FEN \"bad\"]\n\n1. e4 e5\n\n1. d4 *\n", "[FEN \"bad\"]\n\n1. e4 e5 *\n\n1. d4 *\n\n"),
        ("[FEN \"bad\"]\n\n[Event \"?\"]\n\n*\n", "[FEN \"bad\"]\n\n*\n\n[Event \"?\"]\n\n*\n\n"),
        // Without a tag, `0-0` is castling.
        ("1. e4 e5 0:0\n", "1. e4 e5 0:0\n\n"),
        ("[Result \"0-0\"]\n\n1. e4 e5 0-0\n", "[Result \"0-0\"]\n\n1. e4 e5 0-0\n\n"),
        // A result between tags and moves, or among tags, counts if no other follows.
        ("[A \"x\"]\n1-0\n[B \"y\"]\n\n1. e4 0-1\n", "[A \"x\"]\n[B \"y\"]\n\n1. e4 0-1\n\n"),
        ("[A \"x\"]\n1-0\n\n1. e4\n", "[A \"x\"]\n\n1. e4 1-0\n\n"),
        ("[A \"x\"]\n\n1-0\n\n1. e4 *\n", "[A \"x\"]\n\n1-0\n\n1. e4 *\n\n"),
        ("[A \"x\"]\n1-0\n\n[B \"y\"]\n*\n", "[A \"x\"]\n\n1-0\n\n[B \"y\"]\n\n*\n\n"),
        ("[A \"x\"]\n1-0\n[A \"y\"]\n*\n", "[A \"x\"]\n\n1-0\n\n[A \"y\"]\n\n*\n\n"),
        // Variations after the result of a game without moves.
        ("d20-1\n5()0", "1. {d2} 0-1 {5} () {0}\n\n"),
    ] {
        let once = convert(text.as_bytes(), "pgn", "pgn");
        assert_eq!(String::from_utf8_lossy(&once.bytes), written);
        assert_eq!(String::from_utf8_lossy(&convert(&once.bytes, "pgn", "pgn").bytes), written);
    }
}

#[test]
fn blanks_in_tags_are_none_of_their_names() {
    let game = "[ Event \"x\"]\n[  Site \"y\"]\n[Date  \"?\"]\n[Round\t\"1\"]\n\n*\n\n";
    let written = "[Event \"x\"]\n[Site \"y\"]\n[Date \"?\"]\n[Round \"1\"]\n\n*\n\n";
    assert_eq!(String::from_utf8_lossy(&convert(game.repeat(3).as_bytes(), "pgn", "pgn").bytes), written.repeat(3));
    // Blanks of Windows-1252, which is decided for each name.
    let text = b"[Event\xa0\"x\"]\n[\xadSite \"y\"]\n\n*\n";
    let read = convert(text, "pgn", "pgn");
    assert_eq!(read.bytes, b"[Event \"x\"]\n[Site \"y\"]\n\n*\n\n");
    assert!(read.faults.iter().any(|fault| fault.code == Code::SpaceSpelling));
    let torn = convert(b"[Event \"x\"]\n[Round\xad\x84 \"?\"]\n\n*\n", "pgn", "pgn");
    assert!(torn.faults.iter().any(|fault| fault.code == Code::TagSyntax));
    assert_eq!(torn.bytes, b"[Event \"x\"]\n\n*\n\n");
}

/// Files are put together from others: a name in UTF-8, one in Windows-1252, and comments of both kinds.
#[test]
fn encodings_are_decided_for_each_text() {
    let text =
        b"[White \"\xc5\xbdofie L\xc3\xadpa\"]\n[Black \"J\xf6rg\"]\n\n1. c4 {sch\xc3\xb6n} 1... e5 {f\xfcr} *\n";
    let written = "[White \"Žofie Lípa\"]\n[Black \"Jörg\"]\n\n1. c4 {schön} 1... e5 {für} *\n\n";
    let read = convert(text, "pgn", "pgn");
    assert_eq!(String::from_utf8_lossy(&read.bytes), written);
    assert_eq!(read.faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::EncodingCp1252]);
}
