//! Moves that PGN's writer takes as text are written as those that it takes one by one.

use crate::seed::Seed;
use scoresheet_core::game::{AnyGames, GameFormat, NamedOptions, WriteOptions, pgn::Pgn};
use scoresheet_core::notation::san;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::Position;
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::Filter;
use std::path::Path;

/// Takes moves one by one alone.
struct OneByOne(Filter);

impl Sink for OneByOne {
    fn take(&mut self, step: Step<'_>) {
        self.0.take(step);
    }
}

fn filter(width: &str) -> Filter {
    let own = [("width".to_owned(), width.to_owned())];
    let named = NamedOptions { own: &own, ..NamedOptions::default() };
    let options = WriteOptions { own: Pgn.write_options(&named), ..WriteOptions::default() };
    Filter::new(Pgn.writer(&options), false)
}

/// The games of a text, as they are written with lines of this width; moves are taken as text if `copied`.
fn written(text: &[u8], width: &str, copied: bool) -> String {
    let settings = Settings::default();
    let (mut games, mut record) = (AnyGames::new(text, &settings), Record::new());
    let mut sink = OneByOne(filter(width));
    while if copied { games.next(&mut record, &mut sink.0) } else { games.next(&mut record, &mut sink) } {}
    let losses = format!("{:?}", sink.0.losses().to_vec());
    String::from_utf8_lossy(sink.0.bytes()).into_owned() + &losses
}

fn check(text: &[u8]) {
    for width in ["80", "11", "0"] {
        assert_eq!(written(text, width, true), written(text, width, false), "{}", text.escape_ascii());
    }
}

/// Random moves with their numbers, written in usual and in unusual ways.
fn game(seed: &mut Seed) -> String {
    let (mut text, mut position) = (String::from("[White \"A\"]\n\n"), Position::start());
    // In some games nearly all is as usual, so that long stretches of them are.
    let oddity = [4, 40, 400][seed.below(3)];
    for _ in 0..seed.below(160) {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(seed.below(moves.len().max(1))) else { break };
        let (mut word, black) = (Vec::new(), position.turn() as u8 == 1);
        san::write(&position, *mv, &mut word);
        let mut word = String::from_utf8(word).expect("ASCII");
        let number = position.fullmove();
        let odd = if seed.below(oddity) == 0 { 1 + seed.below(9) } else { 0 };
        match (odd, black) {
            (1, _) => text += &format!("{number}."),
            (2, false) | (0 | 3.., true) => {}
            (2, true) => text += &format!("{number}... "),
            (_, false) => text += &format!("{number}. "),
        }
        match odd {
            3 => word = word.trim_end_matches(['+', '#']).to_owned(),
            4 => word = word.replace('#', "+"),
            5 => word = word.trim_end_matches(['+', '#']).to_owned() + ["+", "#"][seed.below(2)],
            6 => word = word.replace('x', ""),
            7 => word += ["!", " $3", " {best}", " {a comment in which there are some more words}"][seed.below(4)],
            8 => word += " (1. e4 e5 2. Nf3)",
            _ => {}
        }
        text += &word;
        text += if odd == 9 { ["  ", "\r\n", "\n\t"][seed.below(3)] } else { [" ", " ", " ", "\n"][seed.below(4)] };
        position.play_unchecked(*mv);
    }
    text + ["1-0\n\n", "*\n\n", "\n\n"][seed.below(3)]
}

#[test]
fn copied_moves_are_written_like_others() {
    let mut seed = Seed(0x5851_f42d_4c95_7f2d);
    for _ in 0..1_500 {
        check(game(&mut seed).as_bytes());
    }
}

#[test]
fn copied_moves_of_the_vectors_are_written_like_others() {
    for kind in ["good", "bad"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/game/pgn").join(kind);
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.extension().is_some_and(|extension| extension == "pgn") {
                check(&std::fs::read(path).expect("readable"));
            }
        }
    }
}
