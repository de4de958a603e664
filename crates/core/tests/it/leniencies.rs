//! What is in real files beside the standard: read, and noted.

use crate::seed::Seed;
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;

/// What came of a text: the games as PGN, each fault's code and how often it was met.
struct Outcome {
    pgn: String,
    faults: Vec<(&'static str, u64)>,
}

fn read_as(format: &str, text: &[u8]) -> Outcome {
    let mut filter = Filter::new(game::find("pgn").expect("listed").writer(&WriteOptions::default()), false);
    let (settings, mut record) = (Settings { letters: None, ..Settings::default() }, Record::new());
    let mut games = AnyGames::of(game::find(format).expect("listed"), text, &settings);
    while games.next(&mut record, &mut filter) {}
    let tally = games.into_tally();
    let faults = tally.codes().map(|(code, count)| (code.id(), count.count)).collect();
    Outcome { pgn: String::from_utf8_lossy(filter.bytes()).trim_end().replace('\n', " "), faults }
}

/// Checks that a text becomes this PGN, with one note of this code and nothing else.
fn noted(text: &str, pgn: &str, code: Code) {
    let outcome = read_as("pgn", text.as_bytes());
    assert_eq!(outcome.pgn, pgn, "{text}");
    assert_eq!(outcome.faults, [(code.id(), 1)], "{text}");
}

#[test]
fn punctuation_after_a_move() {
    noted("1. e4 f5. *", "1. e4 f5 *", Code::Punctuation);
    noted("1. e4 d5 2. Bb5+, c6 *", "1. e4 d5 2. Bb5+ c6 *", Code::Punctuation);
    noted("1. e4, e5 *", "1. e4 e5 *", Code::Punctuation);
}

#[test]
fn a_result_glued_to_the_last_move() {
    for (mv, result) in [("Qh5", "1-0"), ("Qh5", "0-1"), ("Qh5", "1/2-1/2"), ("Nf3", "1-0"), ("a3", "1/2-1/2")] {
        noted(&format!("1. e4 e5 2. {mv}{result}\n"), &format!("1. e4 e5 2. {mv} {result}"), Code::TerminationGlued);
    }
    noted("1. f3 e5 2. g4 Qh4#0-1", "1. f3 e5 2. g4 Qh4# 0-1", Code::TerminationGlued);
    noted(
        "[FEN \"4k3/8/8/8/8/8/6n1/R3K2R w KQ - 0 1\"]\n\n1. Kf2 Kf8 2. Kxg21-0",
        "[FEN \"4k3/8/8/8/8/8/6n1/R3K2R w KQ - 0 1\"]  1. Kf2 Kf8 2. Kxg2 1-0",
        Code::TerminationGlued,
    );
    noted(
        "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O1-0",
        "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]  1. O-O 1-0",
        Code::TerminationGlued,
    );
    // The game after it is another one.
    let outcome = read_as("pgn", b"1. e4 e5 2. Qh51-0 1. d4 d5 *");
    assert_eq!(outcome.pgn, "1. e4 e5 2. Qh5 1-0  1. d4 d5 *");
    // What no move precedes is what it was.
    assert_eq!(read_as("pgn", b"1. e4 x1-0 *").faults, [("move-syntax", 1)]);
}

#[test]
fn signs_of_annotation_in_one_character() {
    for (sign, nag) in [("‼", 3), ("⁇", 4), ("⁉", 5), ("⁈", 6)] {
        noted(&format!("1. Nf3{sign} e5 *"), &format!("1. Nf3 ${nag} e5 *"), Code::NagSpelling);
        noted(&format!("1. Nf3 {sign} e5 *"), &format!("1. Nf3 ${nag} e5 *"), Code::NagSpelling);
    }
}

#[test]
fn signs_of_diagrams_and_novelties() {
    for (sign, nag) in [("D", 220), ("N", 146), ("TN", 146)] {
        noted(&format!("1. e4 Nf6{sign} 2. e5 *"), &format!("1. e4 Nf6 ${nag} 2. e5 *"), Code::Remark);
        noted(&format!("1. e4 Nf6 {sign} 2. e5 *"), &format!("1. e4 Nf6 ${nag} 2. e5 *"), Code::Remark);
        noted(
            &format!("1. e4 (1. d4{sign} d5) 1... e5 *"),
            &format!("1. e4 (1. d4 ${nag} d5) 1... e5 *"),
            Code::Remark,
        );
    }
    noted("1. e4 d5 2. Bb5+N c6 *", "1. e4 d5 2. Bb5+ $146 c6 *", Code::Remark);
    // If a move fits, it is read as one.
    let promoted = read_as("pgn", b"[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8N *");
    assert!(promoted.pgn.ends_with("1. a8=N *"), "{}", promoted.pgn);
    // Without a move before it such a sign has no meaning.
    assert_eq!(read_as("pgn", b"D 1. e4 *").faults, [("stray", 1)]);
    // German queens are not diagrams.
    assert_eq!(read_as("pgn", b"1. e4 e5 2. Dh5 Sc6 *").faults, [("san-language", 2)]);
}

#[test]
fn the_end_of_a_file_of_dos() {
    for text in ["1. e4 1-0\r\n\u{1a}", "1. e4 1-0\u{1a}", "1. e4 1-0\n\u{1a}\u{1a}\u{1a}\n"] {
        noted(text, "1. e4 1-0", Code::EndOfFile);
    }
    let outcome = read_as("pgn", b"1. e4\n\x1a");
    assert_eq!(outcome.faults, [("termination-missing", 1), ("end-of-file", 1)]);
    // Files were put together.
    let two = read_as("pgn", b"1. e4 1-0\n\x1a[A \"b\"]\n\n1. d4 *\n\x1a");
    assert_eq!((&*two.pgn, &*two.faults), ("1. e4 1-0  [A \"b\"]  1. d4 *", &[("end-of-file", 2)][..]));
    // Elsewhere it is what every control byte is.
    assert_eq!(read_as("pgn", b"1. e4 \x1a e5 *").faults, [("control-byte", 1)]);
}

#[test]
fn names_of_tags_that_decide_in_any_case() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for name in ["fen", "Fen", "FeN"] {
        noted(&format!("[{name} \"{fen}\"]\n\n1. e4 *"), &format!("[FEN \"{fen}\"]  1. e4 *"), Code::TagCase);
    }
    noted("[result \"1-0\"]\n\n1. e4 1-0", "[Result \"1-0\"]  1. e4 1-0", Code::TagCase);
    assert_eq!(read_as("pgn", b"[RESULT \"1-0\"]\n\n1. e4 0-1").faults, [("tag-case", 1), ("result-mismatch", 1)]);
    let chess960 = |name: &str| read_as("pgn", format!("[{name} \"chess960\"]\n\n1. e4 *").as_bytes()).pgn;
    assert_eq!(chess960("VARIANT"), chess960("Variant"));
    assert_eq!(
        read_as("pgn", b"[variant \"Makruk\"]\n\n1. e4 *").faults,
        [("variant-unsupported", 1), ("tag-case", 1)]
    );
    let flag = read_as("pgn", format!("[setup \"1\"]\n[fen \"{fen}\"]\n\n1. e4 *").as_bytes());
    assert_eq!(flag.pgn, format!("[SetUp \"1\"] [FEN \"{fen}\"]  1. e4 *"));
    // The exact spelling counts, in any place.
    for tags in [format!("[fen \"x\"]\n[FEN \"{fen}\"]"), format!("[FEN \"{fen}\"]\n[fen \"x\"]")] {
        noted(&format!("{tags}\n\n1. e4 *"), &format!("{}  1. e4 *", tags.replace('\n', " ")), Code::TagCase);
    }
    // Others may be called as they like.
    assert_eq!(read_as("pgn", b"[white \"a\"][Format \"b\"]\n\n1. e4 *").faults, []);
}

#[test]
fn variations_before_the_first_move_of_their_line() {
    noted("1. e4 e5 ((1... c6) 1... c5) *", "1. e4 e5 (1... c6) (1... c5) *", Code::VariationEmpty);
    noted("1. e4 e5 ((1... c6 2. d4)) 2. Nf3 *", "1. e4 e5 (1... c6 2. d4) 2. Nf3 *", Code::VariationEmpty);
    noted("1. e4 e5 ({a} (1... c6) 1... c5) *", "1. e4 e5 ({a} (1... c6) 1... c5) *", Code::VariationEmpty);
    noted("(1. d4 d5) 1. e4 e5 *", "1. e4 (1. d4 d5) 1... e5 *", Code::VariationEmpty);
    noted(
        "{a} (1. d4 {b} (1. c4)) 1. e4 $1 {c} e5 *",
        "1. {a} 1. e4 $1 (1. d4 {b} (1. c4)) {c} 1... e5 *",
        Code::VariationEmpty,
    );
    let two = read_as("pgn", b"(1. d4) (1. c4 c5) 1. e4 *");
    assert_eq!((&*two.pgn, &*two.faults), ("1. e4 (1. d4) (1. c4 c5) *", &[("variation-empty", 2)][..]));
    // A bad move in one is an error, as everywhere.
    assert_eq!(read_as("pgn", b"1. e4 e5 ((1... c9) 1... c5) *").faults, [("move-syntax", 1), ("variation-empty", 1)]);
}

#[test]
fn variations_of_a_game_without_moves_are_an_error() {
    for text in ["(1. d4 d5) *", "{a} ((1. d4) 1. c4) *", "(1. d4 d5)\n\n[A \"b\"]\n\n*"] {
        let outcome = read_as("pgn", text.as_bytes());
        assert!(outcome.faults.iter().any(|(code, _)| *code == "variation-unplayed"), "{text}: {:?}", outcome.faults);
        assert!(outcome.pgn.contains("d4"), "{text}: {}", outcome.pgn);
    }
    // Nothing is lost if it is empty.
    assert_eq!(read_as("pgn", b"() *").faults, [("variation-empty", 1)]);
}

#[test]
fn marks_that_give_the_game_to_the_side_that_was_mated() {
    let game = |marker| {
        format!("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pf2-f3 Pe7-e5 2. Pg2-g4 Qd8-h4+# {marker}\n")
    };
    assert_eq!(read_as("vgn", game("0-1").as_bytes()).faults, []);
    assert_eq!(read_as("vgn", game("1-0").as_bytes()).faults, [("end-marks", 1)]);
    assert_eq!(read_as("vgn", game("1/2-1/2").as_bytes()).faults, [("end-marks", 1)]);
}

#[test]
fn moves_after_a_setup_that_is_over() {
    let setup = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n[SetUp \"4k3/8/8/8/8/8/8/4K2R w - - #+\"]\n\n";
    assert_eq!(read_as("vgn", format!("{setup}1-0\n").as_bytes()).faults, []);
    for moves in ["1. h1h2 e8e7 2. h2h3 *", "h1h2 e8e7 *"] {
        assert_eq!(read_as("vgn", format!("{setup}{moves}\n").as_bytes()).faults, [("setup-over", 1)], "{moves}");
    }
}

/// Pieces of all this in any order: reading ends, and what was written needs none of these leniencies.
#[test]
fn leniencies_in_any_order() {
    const PIECES: [&str; 40] = [
        "1. ",
        "2. ",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "Sf3",
        "Sc6",
        "Cf3",
        "Pf3",
        "Kf1",
        "O-O",
        " ",
        " ",
        " ",
        "\n",
        "D",
        " D ",
        "TN",
        " N ",
        ".",
        ",",
        "‼",
        "⁉",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "\u{1a}",
        "(",
        ")",
        "{a}",
        "\n\n[fen \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n",
        "\n\n[A-b \"c\"]\n",
        "\n[Result \"1-0\"]\n",
        "\n[result \"0-0\"]\n",
        "0-0",
        "e.p.",
    ];
    let mut seed = Seed(11);
    for _ in 0..30_000 {
        let count = 1 + seed.below(24);
        let text: String = (0..count).map(|_| *seed.pick(&PIECES)).collect();
        let written = read_as("pgn", text.as_bytes());
        let again = read_as("pgn", written.pgn.as_bytes());
        let odd = ["san-language", "end-of-file", "san-punctuation", "san-remark", "nag-spelling", "termination-glued"];
        for (code, count) in again.faults {
            assert!(!odd.contains(&code), "{code} {count}: {text:?} gives {:?}", written.pgn);
        }
    }
}

#[test]
fn a_number_after_another() {
    noted("1. 1. e4 e5 *", "1. e4 e5 *", Code::MoveNumber);
    noted("1.1.e4 e5 *", "1. e4 e5 *", Code::MoveNumber);
    noted("1. 2. e4 e5 *", "1. e4 e5 *", Code::MoveNumber);
    noted("1. e4 1... 1... e5 *", "1. e4 e5 *", Code::MoveNumber);
    noted("1. e4 (1. 1. d4) e5 *", "1. e4 (1. d4) 1... e5 *", Code::MoveNumber);
    noted("1. e4 e5 2.\n2. Nf3 *", "1. e4 e5 2. Nf3 *", Code::MoveNumber);
    noted("[GameFormat \"VGN\"]\n\n1. 1. e4 *", "[GameFormat \"VGN\"]  1. e4 *", Code::MoveNumber);
    for fine in ["1. e4 e5 2. 1-0", "1. e4 {1. 1.} e5 *", "1. e4 1... e5 *", "1. e4 (1. d4) 1... e5 *"] {
        assert_eq!(read_as("pgn", fine.as_bytes()).faults, [], "{fine}");
    }
}

#[test]
fn a_half_number_that_is_not_that_of_the_next_move_is_a_stray() {
    for (text, pgn) in [
        ("1. e4 e5 3.5 2. Nf3 *", "1. e4 e5 {3.5} 2. Nf3 *"),
        ("1. e4 12.5 e5 *", "1. e4 {12.5} 1... e5 *"),
        ("1. e4 0.5 e5 *", "1. e4 {0.5} 1... e5 *"),
    ] {
        let outcome = read_as("pgn", text.as_bytes());
        assert_eq!(outcome.pgn, pgn);
        assert_eq!(outcome.faults, [("stray", 1)], "{text}");
    }
    assert_eq!(read_as("pgn", b"1. e4 1.5 e5 *").faults, []);
}

#[test]
fn moves_of_correspondence_chess_after_an_empty_line_are_another_game() {
    let outcome = read_as("pgn", b"3234 5755 *\n\n5254 1-0\n");
    assert_eq!(outcome.pgn, "1. c4 e5 *  1. e4 1-0");
    let words = read_as("pgn", b"1. c4 e5 *\n\n1998 was the year, and 1234 words followed\n");
    assert_eq!(words.pgn, "1. c4 e5 * {1998 was the year, and 1234 words followed}");
}

#[test]
fn a_result_that_is_only_in_a_tag_is_read_in_every_spelling() {
    for (spelled, result) in [("1:0", "1-0"), ("½-½", "1/2-1/2"), ("draw", "1/2-1/2"), ("1-0", "1-0"), ("?", "*")] {
        let outcome = read_as("pgn", format!("[Result \"{spelled}\"]\n\n1. c4 e5\n").as_bytes());
        assert_eq!(outcome.pgn, format!("[Result \"{spelled}\"]  1. c4 e5 {result}"));
    }
}

#[test]
fn a_result_against_the_board_is_noted_in_vgn_without_marks_too() {
    let text = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. f2f3 e7e5 2. g2g4 d8h4";
    assert_eq!(read_as("vgn", format!("{text} 1-0\n").as_bytes()).faults, [("result-differs", 1)]);
    assert_eq!(read_as("vgn", format!("{text} 0-1\n").as_bytes()).faults, []);
}
