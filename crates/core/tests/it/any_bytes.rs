//! Bytes at random: readers end, report what is wrong, and never fail. And games cut into blocks anywhere are the same
//! games.

use crate::seed::Seed;
use scoresheet_core::error::Code;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::pgn::frame;
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Base;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{self, Last, MoveError, Validation, language, san};
use scoresheet_core::position::{self, fen};
use scoresheet_core::read::Settings;
use scoresheet_core::read::Tally;
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::Position;
use std::path::Path;

const IN_MOVES: &[u8] = b"abcdefgh12345678NBRQKPOox:-+#=()/09@Znpsut. ";
const IN_FENS: &[u8] = b"rnbqkpRNBQKP12345678/ wb-KQkqabcdefgh0123456789";
const IN_GAMES: &[u8] = b"[]\"\\{}();%$*<>!?.,- \n\n\r\t1234567890abcdefghNBRQKDTSOx=+#-/AZ\x1a";

#[test]
fn any_text_is_a_move_or_none() {
    let mut seed = Seed(1);
    let boards = [
        Position::start(),
        fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").expect("right"),
        fen::parse("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1").expect("right"),
        fen::parse("1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb - 0 1").expect("right"),
    ];
    for _ in 0..60_000 {
        let (before, text) = (seed.pick(&boards).clone(), seed.bytes(8, IN_MOVES));
        for notation in notation::ALL {
            match notation.read(&before, &text, Validation::Full) {
                Ok(named) => assert!(before.is_legal(named.mv), "{text:?} in {before:?}"),
                Err(MoveError::Syntax { at, .. }) => assert!(at <= text.len(), "{text:?}"),
                Err(_) => {}
            }
        }
        let letters = seed.pick(language::ALL);
        if let Err(error) = san::read(&before, &text, letters) {
            let shown = String::from_utf8_lossy(&text);
            assert!(san::explain(&before, &shown, error, letters).contains(shown.as_ref()));
        }
    }
}

/// Levels that keep illegal moves: what is read can be played and taken back, and a text of it names it again.
#[test]
fn any_text_names_a_move_that_can_be_taken_back() {
    let mut seed = Seed(7);
    let boards = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
        "8/P1k5/8/8/8/8/p7/8 w - - 0 1",
    ];
    let boards = boards.map(|board| fen::read_any(board.as_bytes(), Position::start().rules()).expect("right"));
    let carrying = notation::ALL.iter().filter(|notation| !notation.spec().losses.contains(&LossKind::IllegalMove));
    let carrying: Vec<_> = carrying.copied().collect();
    let mut kept = 0;
    for _ in 0..60_000 {
        let (before, notation) = (seed.pick(&boards).clone(), *seed.pick(&carrying));
        let text = if notation.spec().binary {
            vec![seed.byte(), seed.byte()]
        } else {
            // Mostly something like a move, so that more than syntax is tried.
            let square = |seed: &mut Seed| [b"abcdefgh"[seed.below(8)], b"12345678"[seed.below(8)]];
            let (from, to) = (square(&mut seed), square(&mut seed));
            let tail = seed.bytes(3, b"QRBNxPen=+#q");
            match notation.spec().id {
                "mcn" => [&from[..], &to, &tail].concat(),
                _ => [&[*seed.pick(b"KQRBNP")][..], &from, b"-", &to, &tail].concat(),
            }
        };
        for (_, level) in Validation::ALL {
            let Ok(named) = notation.read(&before, &text, level) else { continue };
            assert_eq!(named.illegal, !before.is_legal(named.mv), "{text:?} in {before:?}");
            assert!(!named.illegal || level != Validation::Full, "{text:?} in {before:?}");
            let mut after = before.clone();
            let undo = after.play_unchecked(named.mv);
            after.take_back(&undo);
            assert_eq!(after, before, "{text:?}");
            let mut again = Vec::new();
            if notation.write(&before, named.mv, Last::No, &mut again).is_ok() {
                let read = notation.read(&before, &again, Validation::Off).map(|named| named.mv);
                assert_eq!(read, Ok(named.mv), "{text:?} in {before:?}");
            }
            kept += usize::from(named.illegal);
        }
    }
    assert!(kept > 1000, "{kept}");
}

#[test]
fn any_text_is_a_position_or_none() {
    let mut seed = Seed(2);
    let start = fen::write(&Position::start(), fen::Style::default()).into_bytes();
    for round in 0..60_000 {
        let mut text = if round % 2 == 0 { seed.bytes(90, IN_FENS) } else { start.clone() };
        for _ in 0..seed.below(4) {
            if !text.is_empty() {
                let at = seed.below(text.len());
                text[at] = *seed.pick(IN_FENS);
            }
        }
        for notation in position::ALL {
            match notation.read(&text, None, Validation::Full) {
                Ok(read) => assert!(read.position.legal_moves().len() < 300),
                Err(error) => assert!(error.at <= text.len() && !error.message.is_empty(), "{text:?}"),
            }
            let any = notation.read(&text, None, Validation::Basic);
            assert_eq!(any.is_ok(), notation.fields(&text).is_ok(), "{text:?}");
        }
        let _ = fen::read_any(&text, Position::start().rules());
    }
}

#[test]
fn long_words_take_no_longer_than_their_length() {
    let before = Position::start();
    for piece in ["N", "x", "O-", "=Q", "e4", "+", " ", "♘", "e.p.", "\u{fe0f}", "(", "1"] {
        let long = piece.repeat(100_000);
        for notation in notation::ALL {
            assert!(notation.read(&before, long.as_bytes(), Validation::Off).is_err(), "{piece}");
        }
        for notation in position::ALL {
            assert!(notation.read(long.as_bytes(), None, Validation::Off).is_err(), "{piece}");
        }
    }
}

/// What is compared of games: one line each, and the counts.
fn told(text: &[u8], settings: &Settings, base: &Base, lines: &mut Vec<String>) -> Tally {
    let mut games = AnyGames::new(text, settings);
    let mut record = Record::new();
    while games.next(&mut record, &mut ()) {
        let error = record.first_error.take().map(|mut fault| {
            fault.rebase(base);
            format!("{fault:?}")
        });
        lines.push(format!(
            "{} {}+{} {:?} {:?} {:?} {:?} {:?} {:?} {error:?}",
            record.number + base.games,
            record.byte + base.bytes,
            record.text.len(),
            record.plies,
            record.comments,
            Some(&record.start).filter(|_| !record.standard_start),
            record.end,
            record.termination,
            record.encoding,
        ));
    }
    games.into_tally()
}

fn whole(text: &[u8], settings: &Settings) -> Vec<String> {
    let mut lines = Vec::new();
    let tally = told(text, settings, &Base::default(), &mut lines);
    finish(lines, &tally)
}

fn finish(mut lines: Vec<String>, tally: &Tally) -> Vec<String> {
    lines.push(format!("{} games, {} plies, {} faulty", tally.games, tally.plies, tally.faulty));
    let told = tally.codes().map(|(code, found)| (code.id(), found.count, &found.first, found.game_byte));
    lines.extend(told.map(|code| format!("{code:?}")));
    lines
}

/// Reads as the feeder and the collector do together: blocks of whole games, counts put together in order.
fn in_blocks(text: &[u8], settings: &Settings, mut size: impl FnMut() -> usize) -> Vec<String> {
    let (mut lines, mut tally, mut base) = (Vec::new(), Tally::default(), Base::default());
    let (mut at, mut length) = (0, size());
    while at < text.len() {
        let end = (at + length).min(text.len());
        let Some(cut) = frame::cut(&text[at..end], end == text.len(), &settings.limits) else {
            length *= 2;
            continue;
        };
        let block = told(&text[at..at + cut], settings, &base, &mut lines);
        let games = block.games;
        tally.merge(block, &base);
        base.advance(&text[at..at + cut], games);
        (at, length) = (at + cut, size());
    }
    finish(lines, &tally)
}

/// The files of the golden cases, one after the other.
fn cases() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/game/pgn");
    let mut paths: Vec<_> = ["good", "bad"]
        .iter()
        .flat_map(|kind| {
            std::fs::read_dir(folder.join(kind)).expect("the cases").map(|entry| entry.expect("a file").path())
        })
        .filter(|path| path.extension().is_some_and(|ext| ext == "pgn"))
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read(path).expect("a case"));
    texts.flat_map(|text| [text, b"\n\n[Event \"between\"]\n\n1. e4 e5 *\n\n".to_vec()].concat()).collect()
}

#[track_caller]
pub(crate) fn same_in_blocks(text: &[u8], settings: &Settings, seed: &mut Seed, most: usize) {
    let (one, parts) = (whole(text, settings), in_blocks(text, settings, || 1 + seed.below(most)));
    for (one, part) in one.iter().zip(&parts) {
        assert_eq!(part, one, "in {:?}", String::from_utf8_lossy(text).chars().take(2000).collect::<String>());
    }
    assert_eq!(parts.len(), one.len());
}

#[test]
fn golden_cases_are_the_same_in_blocks_of_any_size() {
    let (text, mut seed) = (cases(), Seed(3));
    for strict in [false, true] {
        for depth in [Depth::Tags, Depth::Moves, Depth::Positions] {
            let settings = Settings { strict, depth, keep_comments: true, ..Settings::default() };
            for most in [1, 20, 100, 300, 1000, 5000, 50_000] {
                same_in_blocks(&text, &settings, &mut seed, most);
            }
        }
    }
}

#[test]
fn bytes_at_random_are_the_same_in_blocks_of_any_size() {
    let mut seed = Seed(4);
    for _ in 0..4000 {
        let text = seed.bytes(200, IN_GAMES);
        same_in_blocks(&text, &undecided(), &mut seed, 60);
    }
}

/// What is read with a note in files of other programs: signs after moves, glued results, letters of languages, names
/// of tags, variations that come too early, and what DOS puts at the end.
const LENIENT: &[u8] =
    "[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[A-b \"c\"]\n\n(1. e3 Kd8) 1. e4, Kd8 ((1... Ke7) 1... Kf8)\n\
    2. Kd2D Kd7‼ 3. Kd30-1\r\n\x1a[result \"1-0\"]\n\n1. e4 e5 2. Sf3 Sc6 TN 3. Lb5 a6. (3... Dh4#0-1)\n\n\
    [Result \"0-0\"]\n\n1. Nf3N Nf6 D 1/2-1/2 1. Cf3 Cf6 2. Rf1 Qd81-0\n\x1a\x1a"
        .as_bytes();

#[test]
fn leniencies_in_any_order_are_the_same_in_blocks() {
    let mut seed = Seed(8);
    for _ in 0..3000 {
        let mut mixed = Vec::new();
        for _ in 0..1 + seed.below(12) {
            let at = seed.below(LENIENT.len());
            let end = (at + seed.below(60)).min(LENIENT.len());
            mixed.extend_from_slice(&LENIENT[at..end]);
        }
        same_in_blocks(&mixed, &undecided(), &mut seed, 120);
    }
}

#[test]
fn values_of_several_lines_are_the_same_in_blocks() {
    let mut seed = Seed(9);
    let parts = [
        "[White \"A\n",
        "1. e4 \"x\"] ",
        "[Event \"C\"]\n",
        "\n1. d4 *\n",
        "of two\"]\n",
        "\n",
        "[Site \"B",
        "[\rDate \". g4 1-0\n\n",
        "[Round \"1\"]\n\n",
    ];
    for _ in 0..3000 {
        let mixed: Vec<u8> = (0..2 + seed.below(12)).flat_map(|_| seed.pick(&parts).bytes()).collect();
        same_in_blocks(&mixed, &undecided(), &mut seed, 60);
    }
}

/// How games with unknown letters are read.
fn undecided() -> Settings {
    Settings { letters: None, ..Settings::default() }
}

#[test]
fn parts_of_cases_in_any_order_are_the_same_in_blocks() {
    let (text, mut seed) = (cases(), Seed(5));
    for _ in 0..1500 {
        let mut mixed = Vec::new();
        for _ in 0..1 + seed.below(12) {
            let at = seed.below(text.len());
            let end = (at + seed.below(60)).min(text.len());
            mixed.extend_from_slice(&text[at..end]);
        }
        same_in_blocks(&mixed, &Settings::default(), &mut seed, 200);
    }
}

#[test]
fn nothing_is_lost_in_bytes_of_any_kind() {
    let mut seed = Seed(6);
    for _ in 0..300 {
        let text: Vec<u8> = (0..seed.below(3000)).map(|_| seed.byte()).collect();
        let limits = Limits::default();
        let settings = Settings { limits, ..Settings::default() };
        let mut games = AnyGames::new(&text, &settings);
        let (mut record, mut end) = (Record::new(), 0);
        while games.next(&mut record, &mut ()) {
            assert!(record.byte >= end, "games stand behind each other");
            end = record.byte + record.text.len() as u64;
        }
        let faults: u64 = games.tally().codes().filter(|(code, _)| !code.is_note()).map(|(_, count)| count.count).sum();
        let dense = text.len() > 100;
        assert!(!dense || faults > 0 || games.tally().count(Code::EncodingCp1252) > 0, "noise is told");
    }
}
