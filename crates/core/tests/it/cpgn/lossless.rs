//! Games at random come back as they were: nested variations, comments of any bytes, signs, promotions, castling of Chess960, null
//! moves.

use super::tools::{Converted, LAYOUTS, Way, steps, tokens};
use crate::seed::Seed;
use scoresheet_core::game::cpgn::Layout;
use scoresheet_core::notation::san;
use scoresheet_core::position::fen;
use scoresheet_core::rules::Position;
use std::path::Path;

const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "nnnnnn1k/PPPPPP2/8/8/8/8/2pppppp/K1NNNNNN w - - 0 7",
    "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
    "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb - 0 1",
    "q2qk2q/8/8/8/8/8/8/Q2QK2Q w - - 3 30",
    "2n1kn2/8/2n3n1/8/8/1N3N2/8/1N2KN2 w - - 0 1",
];

/// A game of PGN at random.
struct Made {
    seed: Seed,
    out: Vec<u8>,
}

impl Made {
    fn game(&mut self) {
        let start = *self.seed.pick(&STARTS);
        let position = fen::parse(start).expect("a start's FEN is right");
        self.tags(start, &position);
        self.comments();
        self.line(&position, 0, 40);
        let result = *self.seed.pick(&["1-0", "0-1", "1/2-1/2", "*"]);
        self.out.extend_from_slice(result.as_bytes());
        self.out.extend_from_slice(b"\n\n");
    }

    fn tags(&mut self, start: &str, position: &Position) {
        for name in ["White", "Result", "Result", "X-y"] {
            let value = *self.seed.pick(&["", "1-0", "*", r"a\\b", r#"\""#, "M\u{fc}ller", "a  b"]);
            if self.seed.below(3) == 0 {
                self.out.extend_from_slice(format!("[{name} \"{value}\"]\n").as_bytes());
            }
        }
        if *position != Position::start() {
            let chess960 = position.rules() != Position::start().rules();
            let variant = if chess960 { "[Variant \"Chess960\"]\n" } else { "" };
            self.out.extend_from_slice(format!("{variant}[SetUp \"1\"]\n[FEN \"{start}\"]\n").as_bytes());
        }
        self.out.push(b'\n');
    }

    /// Moves from a position, each of which may have variations.
    fn line(&mut self, start: &Position, depth: usize, longest: usize) {
        let mut position = start.clone();
        for _ in 0..1 + self.seed.below(longest) {
            let mut moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Promotions and castling are rare, and en passant captures more so.
            let rare: Vec<_> = moves.iter().copied().filter(|mv| mv.promotion.is_some() || !is_plain(mv)).collect();
            if !rare.is_empty() && self.seed.below(2) == 0 {
                moves = rare;
            }
            let null = Some(position.null_move()).filter(|mv| position.is_legal(*mv) && self.seed.below(20) == 0);
            let mv = null.unwrap_or_else(|| *self.seed.pick(&moves));
            san::write(&position, mv, &mut self.out);
            let after = position.after(mv);
            let before = core::mem::replace(&mut position, after);
            self.behind_move(mv.kind == scoresheet_core::rules::MoveKind::EnPassant);
            while depth < 6 && self.seed.below(8) == 0 {
                self.out.extend_from_slice(b"( ");
                self.comments();
                self.line(&before, depth + 1, 6);
                self.out.extend_from_slice(b") ");
            }
        }
    }

    fn behind_move(&mut self, passing: bool) {
        if passing && self.seed.below(2) == 0 {
            self.out.extend_from_slice(b" e.p.");
        } else if self.seed.below(10) == 0 {
            let sign = *self.seed.pick(&["!", "?", "!!", "??", "!?", "?!"]);
            self.out.extend_from_slice(sign.as_bytes());
        }
        self.out.push(b' ');
        while self.seed.below(10) == 0 {
            let nag = format!("${} ", self.seed.below(256));
            self.out.extend_from_slice(nag.as_bytes());
        }
        self.comments();
    }

    fn comments(&mut self) {
        while self.seed.below(12) == 0 {
            let mut text = self.seed.bytes(30, b"abc {([<;%$\\\"0\n\t\xc3\xa9\xe9\0");
            text.retain(|byte| *byte != b'}');
            self.out.extend([&b"{"[..], &text, b"} "].concat());
        }
    }
}

fn is_plain(mv: &scoresheet_core::rules::Move) -> bool {
    mv.kind == scoresheet_core::rules::MoveKind::Plain
}

#[test]
fn games_at_random_come_back_as_they_were() {
    let (mut made, mut parts) = (Made { seed: Seed(11), out: Vec::new() }, [0; 4]);
    for round in 0..1500 {
        made.out.clear();
        // Several games in a file, now and then.
        (0..1 + round % 3).for_each(|_| made.game());
        let pgn = &made.out;
        let whole = Way::new("pgn", "pgn", "").convert(pgn);
        let shown = String::from_utf8_lossy(pgn);
        for (count, sign) in parts.iter_mut().zip(["(", "=", " e.p.", "-- "]) {
            *count += shown.matches(sign).count();
        }
        for layout in LAYOUTS {
            let file = Way::new("pgn", "cpgn", layout.id()).convert(pgn);
            assert_eq!(file.losses, [], "{shown}");
            let back = Way::new("cpgn", "pgn", layout.id()).convert(&file.bytes);
            assert_eq!(
                String::from_utf8_lossy(&back.bytes),
                String::from_utf8_lossy(&whole.bytes),
                "{layout:?}: {shown}"
            );
            assert!(back.faults.iter().all(|(code, _)| !code.starts_with("cpgn")), "{:?}: {shown}", back.faults);
            assert_eq!(steps("cpgn", &file.bytes, layout.id()), steps("pgn", pgn, ""), "{layout:?}: {shown}");
            let again = Way { from: "cpgn", ..Way::new("pgn", "cpgn", layout.id()) }.convert(&file.bytes);
            assert_eq!(again.bytes, file.bytes, "{layout:?}: {shown}");
        }
    }
    assert!(parts.iter().all(|count| *count > 100), "{parts:?}");
}

/// The golden files of PGN, good and bad ones.
fn cases() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/game/pgn");
    let mut paths: Vec<_> = ["good", "bad"]
        .iter()
        .flat_map(|kind| {
            std::fs::read_dir(folder.join(kind)).expect("the cases").map(|entry| entry.expect("a file").path())
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a case")).collect()
}

/// Writes a file as cpgn, whose reader must not refuse it: the same games, as PGN.
fn back_from(pgn: &[u8], layout: Layout) -> Converted {
    let file = Way::new("pgn", "cpgn", layout.id()).convert(pgn);
    let back = Way::new("cpgn", "pgn", layout.id()).convert(&file.bytes);
    // A game with a zero byte in a tag is not written.
    let refuses = file.losses.iter().any(|loss| loss.0 == "cpgn-nul");
    // Nor is one that cannot be played and has words among its tags.
    let unplayed: u64 = file.losses.iter().filter(|loss| loss.0 == "unplayed-game").map(|loss| loss.1).sum();
    let written = if refuses { back.games } else { file.games - unplayed as usize };
    let own = back.faults.iter().find(|(code, _)| code.starts_with("cpgn"));
    assert_eq!((own, back.games), (None, written), "{layout:?}: {:?}", String::from_utf8_lossy(pgn));
    Converted { losses: file.losses, ..back }
}

#[test]
fn golden_files_come_back_as_they_do_from_pgn() {
    for case in cases() {
        let whole = Way::new("pgn", "pgn", "").convert(&case);
        for layout in LAYOUTS {
            let back = back_from(&case, layout);
            // A second result is reported, and only PGN keeps it.
            let is_repeated = whole.faults.iter().any(|(code, _)| *code == "termination-repeated");
            if back.losses.is_empty() && !is_repeated {
                let tokens = |bytes: &[u8]| tokens(&String::from_utf8_lossy(bytes));
                assert_eq!(
                    tokens(&back.bytes),
                    tokens(&whole.bytes),
                    "{layout:?}: {:?}",
                    String::from_utf8_lossy(&case)
                );
            }
        }
    }
}

#[test]
fn parts_of_golden_files_in_any_order_are_written_so_that_they_can_be_read() {
    let (text, mut seed) = (cases().concat(), Seed(12));
    for _ in 0..5000 {
        let mut mixed = b"1. e4 ".to_vec();
        for _ in 0..1 + seed.below(8) {
            let at = seed.below(text.len());
            let end = (at + seed.below(40)).min(text.len());
            mixed.extend_from_slice(&text[at..end]);
        }
        for layout in LAYOUTS {
            back_from(&mixed, layout);
        }
    }
}

#[test]
fn what_follows_a_game_that_ends_as_text_is_kept_or_counted() {
    for (behind, losses) in [("{c}", vec![]), ("%c", vec![]), ("$1", vec![("nag", 1)])] {
        for layout in LAYOUTS {
            let back = back_from(format!("1. e4 Ke5 *\n{behind}\n").as_bytes(), layout);
            assert_eq!(back.losses, losses, "{behind}");
            assert!(back.text().starts_with("1. e4 Ke5 *"), "{}", back.text());
        }
    }
    // A variation after the result is one of the last move.
    for layout in LAYOUTS {
        let back = back_from(b"1. e4 Ke5 *\n(1. d4 d5)\n", layout);
        assert_eq!(back.losses, []);
        assert_eq!(back.text().trim_end(), "1. e4 {Ke5 *\n(1. d4 d5)} *");
    }
}
