//! Comments of any content come back as they were, and damaged bytes are never more than an error or another text.

use crate::seed::Seed;
use scoresheet_archive::comments::{BlockReader, BlockWriter, CommentPlace, CommentsModel, Learner, Trainer};
use scoresheet_archive::moves::{MoveModel, Tables};
use scoresheet_core::rules::{Move, Position};

fn moves() -> &'static MoveModel {
    Tables::find(1).and_then(Tables::model).unwrap()
}

/// The positions of a game of random moves.
fn positions(seed: u64, plies: usize) -> Vec<(Position, Position, Option<Move>)> {
    let (mut seeded, mut all) = (Seed(seed | 1), Vec::new());
    let mut position = Position::start();
    all.push((position.clone(), position.clone(), None));
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[seeded.below(moves.len())];
        let after = position.after(mv);
        all.push((position, after.clone(), Some(mv)));
        position = after;
    }
    all
}

type Games = Vec<Vec<String>>;

/// Calls `each` with each comment and its place, and `start` at each game.
fn walk<S>(games: &Games, state: &mut S, start: fn(&mut S), mut each: impl FnMut(&mut S, &str, &CommentPlace<'_>)) {
    for (number, game) in games.iter().enumerate() {
        start(state);
        let places = positions(number as u64 + 7, game.len());
        for (ply, text) in game.iter().enumerate() {
            let (before, position, last) = &places[ply % places.len()];
            let place = CommentPlace { ply: ply as u32, depth: 0, before, position, last: *last };
            each(state, text, &place);
        }
    }
}

struct Written {
    header: Vec<u8>,
    numbers: Vec<u8>,
    texts: Vec<u8>,
}

fn write(games: &Games, trains: bool) -> Written {
    let mut learner = Learner::new();
    walk(games, &mut learner, Learner::start_game, |learner, text, place| learner.comment(text, place));
    let mut model = learner.finish();
    if trains {
        let mut trainer = Trainer::new(&model, moves());
        walk(games, &mut trainer, Trainer::start_game, |trainer, text, place| trainer.comment(text, place));
        model = trainer.finish(&model);
    }
    let mut writer = BlockWriter::new(&model, moves());
    walk(games, &mut writer, BlockWriter::start_game, |writer, text, place| writer.comment(text, place));
    let (numbers, texts) = writer.finish();
    let mut header = Vec::new();
    model.write(&mut header);
    Written { header, numbers, texts }
}

fn comes_back(games: &Games) {
    for trains in [false, true] {
        let written = write(games, trains);
        let model = CommentsModel::read(&written.header).unwrap();
        let mut reader = BlockReader::new(&model, moves(), (&written.numbers, &written.texts));
        walk(games, &mut reader, BlockReader::start_game, |reader, text, place| {
            assert_eq!(reader.comment(place, usize::MAX), Ok(text));
        });
    }
}

/// The most bytes of a comment that may be damaged.
const MOST: usize = 1 << 20;

/// Reads what may be damaged, as long as there is no error.
fn read_damaged(games: &Games, written: &Written) {
    let Ok(model) = CommentsModel::read(&written.header) else { return };
    let mut reader = BlockReader::new(&model, moves(), (&written.numbers, &written.texts));
    let mut state = (&mut reader, true);
    walk(
        games,
        &mut state,
        |state| state.0.start_game(),
        |state, _, place| {
            state.1 &= state.1 && state.0.comment(place, MOST).is_ok();
        },
    );
}

fn clocks(count: usize) -> Games {
    let mut seeded = Seed(5);
    let mut game = |_| {
        let mut left = [180; 2];
        let each = |ply: usize| {
            left[ply % 2] = (left[ply % 2] - seeded.below(9) as i32 + 2).max(0);
            let (minutes, seconds) = (left[ply % 2] / 60, left[ply % 2] % 60);
            let eval = format!("{}.{:02}", seeded.below(3), seeded.below(100));
            format!("[%eval {eval}] [%clk 0:{minutes:02}:{seconds:02}]")
        };
        (0..40).map(each).collect()
    };
    (0..count).map(&mut game).collect()
}

/// Comments with lines that can be played.
fn lines(count: usize) -> Games {
    let game = |number: usize| {
        let places = positions(number as u64 + 7, 30);
        let each = |ply: usize| {
            let (before, ..) = &places[ply % places.len()];
            let (mut position, mut words) = (before.clone(), Vec::new());
            for mv in places[ply % places.len()..].iter().filter_map(|place| place.2).take(12) {
                let mut word = Vec::new();
                scoresheet_core::notation::san::write(&position, mv, &mut word);
                words.push(String::from_utf8(word).unwrap());
                position = position.after(mv);
            }
            format!("d={ply}, mt={}, s=12000, n={}, pv={}, mb=+0-1,", ply * 7, ply * 84, words.join(" "))
        };
        (0..30).map(each).collect()
    };
    (0..count).map(game).collect()
}

#[test]
fn odd_comments_come_back() {
    let odd = [
        "",
        " ",
        "\0",
        "\0\0\u{1}\u{1}\u{2}",
        "\u{3}12\u{1}",
        "Zürich ♔ 王 \u{10FFFF}",
        "}",
        "[%clk 0:00:00]",
        "[%clk 99:59:59.999]",
        "[%clk 0:60:00]",
        "[%eval #-3]",
        "[%eval -0.00]",
        "[%eval +0.5]",
        "[%eval 0.]",
        "--5",
        "+-+-1",
        "999999999999999",
        "9999999999999999",
        "123456789012345.123456789",
        "00000000000000000000",
        "1.0000000000",
        "-0",
        "-0.0",
        "-0:00",
        "e4 e5",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4",
        "O-O",
        "e4  e5",
        "Nf3+",
        "pv=e4, pv=e4",
        ",,,,",
        "; ]] ",
        "a\r\nb\tc",
        "[%emt 0:00:01] [%clk 1:00:00]",
        "M5",
        "-M5",
        "xM5",
        "1:2:3",
        "1:02:03:04",
        "12:34",
        "-12:34.5",
        "1-0",
        "1/2-1/2",
        "0.17/12 4s",
        "ä,ö;ü]",
    ];
    let long = [",".repeat(10_000), "1,".repeat(10_000), "x".repeat(1 << 20), "e4 e5 ".repeat(3000), "1 ".repeat(100)];
    let all: Vec<String> = odd.iter().map(|text| text.to_string()).chain(long).collect();
    comes_back(&vec![all.clone()]);
    comes_back(&vec![odd.iter().map(|text| text.to_string()).collect(); 5]);
    comes_back(&vec![]);
    comes_back(&vec![vec![], vec![String::new()], vec![]]);
}

#[test]
fn soups_come_back() {
    let words = [
        "[%clk ", "0:", "03:", "59", "]", " ", ",", ", ", "; ", "-", "+", ".", "1", "007", "e4", "Nf3", "O-O-O", "=",
        "#", "M", "pv=", "eval ", "ü", "\0", "\u{1}", "mt=5", "tl=", "s=3000, ", "n=77, ", "e5 Nf3", "\n",
    ];
    for seed in 1..40 {
        let mut seeded = Seed(seed * 77);
        let games = (0..6)
            .map(|_| {
                let text =
                    |seeded: &mut Seed| (0..seeded.below(12)).map(|_| words[seeded.below(words.len())]).collect();
                (0..40).map(|_| text(&mut seeded)).collect()
            })
            .collect();
        comes_back(&games);
    }
}

#[test]
fn usual_comments_come_back_in_few_bytes() {
    comes_back(&clocks(20));
    comes_back(&lines(12));
    let written = write(&clocks(20), false);
    assert!(
        written.texts.is_empty() && written.numbers.len() < 20 * 40 * 3,
        "{} {}",
        written.texts.len(),
        written.numbers.len()
    );
    let written = write(&lines(12), false);
    assert!(
        written.texts.is_empty() && written.numbers.len() < 12 * 30 * 8,
        "{} {}",
        written.texts.len(),
        written.numbers.len()
    );
}

#[test]
fn damage_is_an_error_or_another_text() {
    let mut prose: Games = vec![vec!["White is better.".into(), "Black resigned, as 12 Nf3 wins.".into()]; 4];
    prose.extend(clocks(2));
    for games in [prose, lines(2)] {
        let written = write(&games, true);
        let parts = [&written.header, &written.numbers, &written.texts];
        for (which, part) in parts.into_iter().enumerate() {
            let mut damaged: Vec<Vec<u8>> =
                (0..part.len()).step_by(1 + part.len() / 120).map(|cut| part[..cut].to_vec()).collect();
            damaged.extend((0..part.len()).step_by(1 + part.len() / 300).map(|at| {
                let mut flipped = part.clone();
                flipped[at] ^= 1 << (at % 8);
                flipped
            }));
            for bytes in damaged {
                let mut all = parts.map(Vec::clone);
                all[which] = bytes;
                let [header, numbers, texts] = all;
                read_damaged(&games, &Written { header, numbers, texts });
            }
        }
    }
}

#[test]
fn any_bytes_are_read() {
    let games = lines(3);
    for seed in 1..60 {
        let mut seeded = Seed(seed * 991);
        let mut written = write(&games[..1].to_vec(), false);
        for part in [&mut written.numbers, &mut written.texts] {
            *part = (0..seeded.below(400)).map(|_| seeded.below(256) as u8).collect();
        }
        read_damaged(&games, &written);
        let header: Vec<u8> = (0..seeded.below(90)).map(|_| seeded.below(256) as u8).collect();
        read_damaged(&games, &Written { header, ..written });
    }
}
