//! Blocks that end within a game, because it is longer than the limit: at any place, that is the only fault.

use crate::seed::Seed;
use scoresheet_core::error::{Code, Severity};
use scoresheet_core::game::{self, AnyGames, Block, FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Record, Settings};

/// Games with everything that a cut may fall into, and moves whose first parts are moves as well.
const GAMES: &[(&str, &str)] = &[
    (
        "pgn",
        "[Event \"A \\\"B\\\"\"]\n[White \"C\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {a comment\nin two lines} $12 e5 (1... c5 2. Nf3 \
         ; to the end\n (2. c3)) 2. Nf3! Nc6 3. Bb5 a6 4. Bxc6+ dxc6 5. O-O f6 1/2-1/2\n",
    ),
    (
        "vgn",
        "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n[White \"C\"]\n\n1. e4 {a comment} e5 $1 (1.5 c5 2. Nf3) 2. Nf3 Nc6 \
         3. Bb5 a6 4. Bxc6 dxc6 1/2-1/2\n",
    ),
    ("uci", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 1/2-1/2\n"),
    ("san", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 1/2-1/2\n"),
];

/// The codes of the errors in a block that is cut short.
fn errors(format: &str, bytes: &[u8]) -> Vec<(Code, u64)> {
    let format = game::ALL.iter().copied().find(|known| known.spec().id == format).expect("a format");
    let options = ReadOptions { limits: &Limits::default(), own: FormatOptions::NONE };
    let block = Block { bytes, opening: None, last: true };
    let mut games = AnyGames::of_block(format, block, &options, &Settings::default()).cut_short();
    let mut record = Record::new();
    while games.next(&mut record, &mut ()) {}
    let codes = games.tally().codes().filter(|(code, _)| code.spec().severity == Severity::Error);
    codes.map(|(code, count)| (code, count.count)).collect()
}

#[test]
fn a_cut_anywhere_is_one_error() {
    let mut wrong = Vec::new();
    for (format, text) in GAMES {
        for length in 1..text.len() {
            let part = &text[..length];
            let found = errors(format, part.as_bytes());
            if found != [(Code::LimitGame, 1)] {
                wrong.push(format!("{format}, {found:?}: {part:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_part_of_a_move_is_played() {
    let text = GAMES[0].1;
    let end = text.find("xc6+").expect("a move") + 3;
    let part = &text.as_bytes()[..end];
    let mut games = AnyGames::new(part, &Settings::default()).cut_short();
    let mut record = Record::new();
    assert!(games.next(&mut record, &mut ()));
    // Without the last digit `Bxc` would be a move, and with it it might lack its `+`.
    assert_eq!(record.ply_count, 6);
}

/// What must hold for every block that is cut short: the fuzz target of this name checks the same for any bytes.
fn check(format: &'static dyn game::GameFormat, bytes: &[u8]) {
    let options = ReadOptions { limits: &Limits::default(), own: FormatOptions::NONE };
    let block = Block { bytes, opening: None, last: true };
    let mut games = AnyGames::of_block(format, block, &options, &Settings::default()).cut_short();
    let (mut record, mut end) = (Record::new(), 0);
    while games.next(&mut record, &mut ()) {
        assert!(record.byte >= end, "{}: {bytes:?}", format.spec().id);
        end = record.byte + record.text.len() as u64;
        assert!(end <= bytes.len() as u64, "{}: {bytes:?}", format.spec().id);
    }
    assert!(games.tally().count(Code::LimitGame) <= 1, "{}: {}", format.spec().id, String::from_utf8_lossy(bytes));
}

#[test]
fn damaged_games_that_are_cut_have_one_end() {
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for (_, text) in GAMES {
        for _ in 0..300 {
            let mut bytes = text.as_bytes()[..1 + seed.below(text.len() - 1)].to_vec();
            for _ in 0..seed.below(4) {
                let at = seed.below(bytes.len());
                bytes[at] = b"[]{}()\"\n ;*0\xff\x05"[seed.below(14)];
            }
            game::ALL.iter().for_each(|format| check(*format, &bytes));
        }
    }
}
