//! Games in the usual layout are read by shortcuts: as the same games with more empty lines, which no shortcut takes.

use crate::seed::Seed;
use scoresheet_core::game::AnyGames;
use scoresheet_core::notation::san;
use scoresheet_core::position::fen;
use scoresheet_core::read::{KeepFaults, Record, Settings};
use scoresheet_core::rules::Position;

/// What is found in a text, except for the places.
fn read(text: &str, keep_tags: bool) -> Vec<String> {
    let settings = Settings { keep_tags, letters: None, keep_faults: KeepFaults::OfGame, ..Settings::default() };
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        let end = fen::write(&record.end, fen::Style::default());
        let faults: Vec<_> = record.faults.iter().map(|fault| (fault.code, &*fault.text, fault.at.ply)).collect();
        found.push(format!("{} {:?} {end} {:?} {faults:?}", record.ply_count, record.termination, record.ending));
    }
    found
}

/// The values of a tag of this name, one a game.
fn values(text: &str, name: &[u8]) -> Vec<String> {
    let settings = Settings::default();
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        let values = record.tags.iter().filter(|tag| *tag.name == *name);
        found.extend(values.map(|tag| String::from_utf8_lossy(&tag.raw).into_owned()));
    }
    found
}

/// Moves with their numbers, in lines.
fn moves(seed: &mut Seed, mut position: Position) -> String {
    let mut text = String::new();
    for _ in 0..seed.below(90) {
        let legal = position.legal_moves();
        let Some(mv) = legal.get(seed.below(legal.len().max(1))) else { break };
        let mut word = Vec::new();
        san::write(&position, *mv, &mut word);
        let space = if text.is_empty() { "" } else { [" ", " ", " ", "\n"][seed.below(4)] };
        text += space;
        if position.turn() as u8 == 0 {
            text += &format!("{}. ", position.fullmove());
        }
        text += &String::from_utf8(word).expect("ASCII");
        if seed.below(60) == 0 {
            text += ODD_ENDS[seed.below(ODD_ENDS.len())];
        }
        position = position.after(*mv);
    }
    text
}

/// What is rarely behind a word.
const ODD_ENDS: [&str; 9] = ["+", "#", "!", " e.p.", " ep", " {a comment}", " (1. d4)", "  ", " $1"];

fn game(seed: &mut Seed, value: &str) -> String {
    let result = *seed.pick(&["1-0", "0-1", "1/2-1/2", "*", "0-0", "1-0"]);
    let mut head = format!("[Event \"e\"]\n[White \"{value}\"]\n[Result \"{result}\"]");
    let mut start = Position::start();
    if seed.below(6) == 0 {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ";
        let board = format!("{board}{}", seed.pick(&[1, 2, 11]));
        start = fen::parse(&board).expect("right");
        head += &format!("\n[SetUp \"1\"]\n[FEN \"{board}\"]");
    }
    let gap = *seed.pick(&["\n\n", "\n\n", "\n\n", "\n\n{first} ", "\n\n1... ", "\n\n1. 1. ", "\n\n*\n\n"]);
    let moves = moves(seed, start);
    let end = *seed.pick(&[" ", " ", " ", "\n", "", "  ", " {last} ", " (1. d4) "]);
    let behind = *seed.pick(&["", "", "", "", " {behind}", " 1-0", " (1. d4)", "\n%escaped", " e4"]);
    format!("{head}{gap}{moves}{end}{result}{behind}\n\n")
}

#[test]
fn games_are_read_as_with_more_empty_lines() {
    let mut seed = Seed(29);
    let mut finished = 0;
    for _ in 0..600 {
        let names: Vec<String> = (0..4).map(|_| "abcdefgh".repeat(6)[..seed.below(40)].to_owned()).collect();
        let text: String = names.iter().map(|name| game(&mut seed, name)).collect();
        let apart = text.replace("\n\n1. ", "\n\n\n1. ").replace("\n\n[Event", "\n\n\n[Event");
        let expected = read(&apart, true);
        finished += expected.iter().filter(|game| game.contains("Some(") && game.ends_with(" []")).count();
        for (text, keep_tags) in [(&apart, false), (&text, true), (&text, false)] {
            assert_eq!(read(text, keep_tags), expected, "{text}");
        }
        assert_eq!(values(&text, b"White"), names, "{text}");
    }
    assert!(finished > 200, "{finished}");
}
