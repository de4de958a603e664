//! Games and boards a line each: `uci`, `san`, `lan`, `fen`, `epd`.

use scoresheet_core::error::Code;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::write::Filter;

const FORMATS: [&str; 5] = ["uci", "san", "lan", "fen", "epd"];

fn format(id: &str) -> &'static dyn GameFormat {
    game::ALL.iter().copied().find(|format| format.spec().id == id).expect("a format")
}

/// What came of a text in another format.
struct Converted {
    text: String,
    losses: Vec<(&'static str, u64)>,
    codes: Vec<(&'static str, u64)>,
    plies: u64,
}

fn convert_with(from: &str, text: &[u8], to: &str, options: &WriteOptions, settings: &Settings) -> Converted {
    let mut games = AnyGames::of(format(from), text, settings);
    let mut filter = Filter::new(format(to).writer(options), options.keep_spelling);
    let mut record = Record::new();
    let mut losses: Vec<(&'static str, u64)> = Vec::new();
    while games.next(&mut record, &mut filter) {
        for (kind, count) in filter.losses_of_game() {
            match losses.iter_mut().find(|(id, _)| *id == kind.spec().id) {
                Some((_, total)) => *total += count,
                None => losses.push((kind.spec().id, count)),
            }
            let spec = format(to).spec();
            let listed = spec.all_losses().contains(&kind) || matches!(kind, LossKind::Tail | LossKind::UnplayedGame);
            assert!(listed, "{}: {kind:?} is not listed", spec.id);
        }
    }
    let tally = games.into_tally();
    let codes = tally.codes().map(|(code, count)| (code.id(), count.count)).collect();
    let text = String::from_utf8(std::mem::take(filter.bytes())).expect("text");
    Converted { text, losses, codes, plies: tally.plies }
}

fn convert(from: &str, text: &str, to: &str) -> Converted {
    convert_with(from, text.as_bytes(), to, &WriteOptions::default(), &Settings::default())
}

fn ply(value: &str) -> WriteOptions {
    let own = game::find("epd")
        .expect("it is listed")
        .write_options(&NamedOptions { own: &[("ply".into(), value.into())], ..NamedOptions::default() });
    WriteOptions { own, ..WriteOptions::default() }
}

const GAME: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {good [%clk 0:01:00]} e5 $1 (1... c5 {x} (1... d5)) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";

#[test]
fn a_game_is_a_line() {
    for (to, expected) in [
        ("uci", "e2e4 e7e5 d1h5 e8e7 h5e5 1-0\n"),
        ("san", "e4 e5 Qh5 Ke7 Qxe5# 1-0\n"),
        ("lan", "e2-e4 e7-e5 Qd1-h5 Ke8-e7 Qh5xe5# 1-0\n"),
    ] {
        let converted = convert("pgn", GAME, to);
        assert_eq!(converted.text, expected);
        let losses = [("tag", 1), ("comment", 2), ("command", 1), ("nag", 1), ("variation", 2)];
        for loss in losses {
            assert!(converted.losses.contains(&loss), "{to}: {loss:?} in {:?}", converted.losses);
        }
        assert_eq!(converted.losses.len(), losses.len());
        // And back.
        let back = convert(to, &converted.text, "pgn");
        assert_eq!(back.text, "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n");
        assert_eq!((back.codes, back.losses), (vec![], vec![]));
        for other in ["uci", "san", "lan"] {
            assert_eq!(convert(to, &converted.text, other).text, convert("pgn", GAME, other).text, "{to} to {other}");
        }
    }
}

#[test]
fn another_start_comes_first() {
    let pgn = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 17\"]\n\n17. O-O-O Kf7 *\n\n";
    for (to, expected) in [
        ("uci", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 3 17 moves e1c1 e8f7 *\n"),
        ("san", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 3 17 moves O-O-O Kf7 *\n"),
        ("lan", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 3 17 moves O-O-O Ke8-f7 *\n"),
    ] {
        let converted = convert("pgn", pgn, to);
        assert_eq!((converted.text.as_str(), converted.losses), (expected, vec![]));
        let back = convert(to, expected, "pgn").text;
        assert_eq!(back, pgn);
    }
}

#[test]
fn chess960_survives_a_list() {
    // The usual squares, but castling is the king's move onto its rook.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
    ] {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Variant \"Chess960\"]\n\n1. a3 a6 *\n");
        let list = convert("pgn", &pgn, "uci");
        assert_eq!(list.losses, []);
        assert!(list.text.starts_with(&format!("fen {fen} moves a2a3")), "{}", list.text);
        let (mut record, settings) = (Record::new(), Settings::default());
        let mut games = AnyGames::of(format("uci"), list.text.as_bytes(), &settings);
        assert!(games.next(&mut record, &mut ()));
        assert!(record.start.rules().free_castling(), "{}", list.text);
    }
    let pgn = "[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O *\n";
    assert_eq!(convert("pgn", pgn, "uci").text, "fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1 *\n");
}

#[test]
fn lists_are_read_leniently() {
    for (from, line) in [
        ("uci", "position startpos moves e2e4 e7e5"),
        ("uci", "startpos moves e2e4 e7e5 *"),
        ("uci", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5"),
        ("uci", "1. e2e4 e7e5"),
        ("uci", "1.e2e4 1...e7e5 *"),
        ("uci", "\u{feff}  e2e4\t e7e5  \r\n\r\n"),
        ("san", "1. e4 e5"),
        ("san", "1.e4 e5 *"),
        ("lan", "e2-e4 e7-e5"),
    ] {
        let converted = convert(from, line, "san");
        let moves = converted.text.rsplit("moves ").next().expect("a part");
        assert_eq!(moves, "e4 e5 *\n", "{from}: {line}");
    }
}

#[test]
fn games_without_moves_are_games() {
    let pgn = "[White \"A\"]\n\n1-0\n\n*\n\n";
    let list = convert("pgn", pgn, "uci");
    assert_eq!(list.text, "1-0\n*\n");
    assert_eq!(convert("uci", &list.text, "san").text, "1-0\n*\n");
    let lone = "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(convert("uci", lone, "uci").text, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves *\n");
}

#[test]
fn faults_are_reported_with_their_place() {
    for (from, text, code, place) in [
        ("uci", "e2e4 e7e5 e1e3 a7a6\ne2e4 *\n", Code::MoveIllegal, (10, 1, Some(3), 1, 11)),
        ("uci", "e2e4\nnonsense\n", Code::MoveSyntax, (5, 2, Some(1), 2, 1)),
        ("uci", "e2e4 e7\0e5\n", Code::ControlByte, (5, 1, Some(2), 1, 6)),
        ("san", "e4 e5\r\ne4 Qh5 e6\r\n", Code::MoveIllegal, (10, 2, Some(2), 2, 4)),
        ("uci", "e2e4 * e7e5\n", Code::Stray, (7, 1, Some(1), 1, 8)),
        ("uci", "fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4\n", Code::FenKings, (4, 1, Some(0), 1, 5)),
        ("fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\nnot a board\n", Code::FenSyntax, (30, 2, Some(0), 2, 1)),
    ] {
        let settings = Settings::default();
        let mut games = AnyGames::of(format(from), text.as_bytes(), &settings);
        let (mut record, mut first) = (Record::new(), None);
        while games.next(&mut record, &mut ()) {
            first = first.or(record.first_error.take());
        }
        let fault = first.expect("an error");
        let at = fault.at;
        assert_eq!((fault.code, (at.byte, at.game, at.ply, at.line, at.column)), (code, place), "{from}: {text}");
    }
    // The rest of a broken game is lost, and counted.
    let converted = convert("uci", "e2e4 e7e5 e1e3 a7a6\ne2e4 *\n", "san");
    assert_eq!(converted.text, "e4 e5 *\ne4 *\n");
    assert_eq!((converted.codes, converted.plies), (vec![("move-illegal", 1)], 3));
    assert_eq!(converted.losses, [("comment", 1)]);
}

#[test]
fn illegal_moves_end_a_line_that_cannot_express_them() {
    // A null move has a text in each.
    for (to, expected) in [("uci", "e2e4 0000 d2d4 *\n"), ("san", "e4 -- d4 *\n"), ("lan", "e2-e4 -- d2-d4 *\n")] {
        assert_eq!(convert("pgn", "1. e4 -- 2. d4 *", to).text, expected);
        assert_eq!(convert(to, expected, "san").text, "e4 -- d4 *\n");
    }
}

#[test]
fn both_may_lose() {
    let pgn = "[Result \"0-0\"]\n\n1. e4 0-0\n\n";
    let uci = convert("pgn", pgn, "uci");
    assert_eq!((uci.text.as_str(), uci.losses), ("e2e4 0-0\n", vec![]));
    assert_eq!(convert("uci", &uci.text, "pgn").text, "1. e4 0:0\n\n");
    let san = convert("pgn", pgn, "san");
    assert_eq!((san.text.as_str(), san.losses), ("e4 *\n", vec![("result", 1)]));
}

#[test]
fn a_spelling_is_kept_if_it_is_wanted() {
    let options = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
    let text = b"1. e2e4 e7-e5 2. Ng1f3 0-1";
    assert_eq!(convert_with("pgn", text, "san", &options, &Settings::default()).text, "e2e4 e7-e5 Ng1f3 0-1\n");
    assert_eq!(convert_with("pgn", text, "uci", &options, &Settings::default()).text, "e2e4 e7e5 g1f3 0-1\n");
}

#[test]
fn boards_are_the_last_all_or_one() {
    let pgn = "[White \"A\"]\n\n1. e4 e5 {c} (1... c5) 1-0\n\n1. d4 *\n";
    let settings = Settings::default();
    let written = |value: &str| convert_with("pgn", pgn.as_bytes(), "fen", &ply(value), &settings);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    let e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    let d4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    assert_eq!(written("last").text, [e5, d4].concat());
    assert_eq!(written("all").text, [start, e4, e5, start, d4].concat());
    assert_eq!(written("0").text, [start, start].concat());
    assert_eq!(written("1").text, [e4, d4].concat());
    let second = written("2");
    assert_eq!(second.text, e5);
    let losses = second.losses;
    for loss in [("tag", 1), ("move", 3), ("comment", 1), ("variation", 1), ("result", 1), ("board", 1)] {
        assert!(losses.contains(&loss), "{loss:?} in {losses:?}");
    }
    // Read, each is a game without moves.
    let read = convert("fen", e5, "pgn");
    assert_eq!(read.text, format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n*\n\n", e5.trim()));
    assert_eq!(convert("fen", &written("all").text, "fen").text, written("all").text);
    assert_eq!(convert("fen", e5, "uci").text, format!("fen {} moves *\n", e5.trim()));
}

#[test]
fn operations_are_kept() {
    let line =
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - hmvc 3; bm Qd1+; c0 \"a; b\"; id \"BK.01\"; xyz 1 2;\n";
    assert_eq!(convert("epd", line, "epd").text, line);
    let pgn = convert("epd", line, "pgn");
    assert_eq!((pgn.codes, pgn.losses), (vec![], vec![]));
    let expected = "[Event \"BK.01\"]\n[SetUp \"1\"]\n[FEN \"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 3 1\"]\n[EPD \"hmvc 3; bm Qd1+; c0 \\\"a; b\\\"; id \\\"BK.01\\\"; xyz 1 2;\"]\n\n*\n\n";
    assert_eq!(pgn.text, expected);
    assert_eq!(convert("pgn", expected, "epd").text, line);
    // The operations are about the start, the name is about the game.
    let played = expected.replace("\n\n*", "\n\n1... Qd1+ *");
    let epd = convert("pgn", &played, "epd");
    assert_eq!(epd.text, "1k1r4/pp1b1R2/6pp/4p3/2B5/4Q3/PPP2B2/2Kq4 w - - hmvc 4; fmvn 2; id \"BK.01\";\n");
    assert_eq!(epd.losses, [("move", 1), ("tag", 1)]);
    let quoted = convert("pgn", "[Event \"a \\\"b\\\"\"]\n\n1. e4 *", "epd");
    assert_eq!(quoted.text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"a 'b'\";\n");
    assert_eq!(quoted.losses, [("tag-text", 1), ("move", 1)]);
}

#[test]
fn a_bad_board_is_reported() {
    let converted = convert("epd", "8/8/8 w - -\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd3;\n", "pgn");
    assert_eq!(converted.codes.iter().map(|code| code.0).collect::<Vec<_>>(), ["epd-syntax", "epd-operand"]);
    assert_eq!(converted.losses, [("unplayed-game", 1)]);
    assert!(converted.text.starts_with("[SetUp"), "{}", converted.text);
}

#[test]
fn a_line_without_a_board_is_an_error() {
    for (format, text) in [("fen", "-\n"), ("fen", "?\n"), ("epd", "-\n"), ("uci", "fen\n"), ("uci", "fen ?\n")] {
        let converted = convert(format, text, "pgn");
        let codes: Vec<_> = converted.codes.iter().map(|code| code.0).collect();
        assert!(codes.iter().any(|code| code.ends_with("-syntax")), "{format} {text:?}: {codes:?}");
    }
}

#[test]
fn a_game_from_a_position_of_the_caller() {
    let position = scoresheet_core::position::fen::parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("a position");
    let settings = Settings::default();
    let mut games = AnyGames::of(format("uci"), b"e1g1\nfen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1\n", &settings)
        .starting(&position);
    let mut filter = Filter::new(format("pgn").writer(&WriteOptions::default()), false);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    let text = String::from_utf8(std::mem::take(filter.bytes())).expect("text");
    let first = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O *\n\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("R3K3 w Q - 0 1\"]\n\n1. O-O-O *"), "{text}");
}

#[test]
fn limits_hold() {
    let long = "e2e4 ".repeat(100);
    for (limits, text, code) in [
        (Limits { token: 3, ..Limits::default() }, "e2e4 e7e5", Code::LimitToken),
        (Limits { game: 100, ..Limits::default() }, long.as_str(), Code::LimitGame),
        (Limits { tag: 10, ..Limits::default() }, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", Code::LimitTag),
    ] {
        for from in FORMATS {
            let settings = Settings { limits, ..Settings::default() };
            let converted = convert_with(from, text.as_bytes(), "uci", &WriteOptions::default(), &settings);
            if from == "uci" {
                assert_eq!(converted.codes.iter().map(|code| code.0).collect::<Vec<_>>(), [code.id()], "{text}");
            }
        }
    }
    let settings = Settings::default();
    let mut games = AnyGames::of(format("uci"), b"e2e4\ne2e4 e7e5 g1", &settings).cut_short();
    let mut record = Record::new();
    let mut errors = Vec::new();
    while games.next(&mut record, &mut ()) {
        errors.push(record.first_error.take().map(|fault| fault.code));
    }
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[0], None);
    assert!(errors[1].is_some());
}

#[test]
fn any_bytes_are_read_and_a_cut_changes_nothing() {
    let texts: [&[u8]; 6] = [
        b"e2e4 e7e5 1-0\r\nfen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2\rd2d4 d7d5 \0 *\n\n\n\xef\xbb\xbfe4 e5\n",
        b"\0\0\0\n\xff\xfe\n{ ( ) } $1 ; \r\r\n1. 1.. 1-0 1/2-1/2",
        b"fen\nfen moves\nposition\nposition fen\nstartpos\nmoves moves moves",
        b"99999999999999999999.e4 e5 2.5 .5 ....",
        b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n\t \r8/8/8/8/8/8/8/8\n",
        b"\n\r\n\r",
    ];
    let places = |from: &str, text: &[u8], base: u64| {
        let settings = Settings::default();
        let mut games = AnyGames::of(format(from), text, &settings);
        let (mut record, mut found) = (Record::new(), Vec::new());
        while games.next(&mut record, &mut ()) {
            found.push((
                base + record.byte,
                record.ply_count,
                record.termination,
                record.first_error.take().map(|fault| fault.code),
            ));
        }
        found
    };
    for from in FORMATS {
        for text in texts {
            let whole = places(from, text, 0);
            for end in 0..=text.len() {
                let Some(cut) = format(from).cut(&text[..end], false, &Limits::default()) else { continue };
                let mut parts = places(from, &text[..cut], 0);
                parts.extend(places(from, &text[cut..], cut as u64));
                assert_eq!(parts, whole, "{from}: {:?} cut at {cut}", String::from_utf8_lossy(text));
            }
        }
    }
}

#[test]
fn lists_are_detected_by_their_start_only_if_it_is_certain() {
    let told = |head: &str| {
        game::ALL
            .iter()
            .filter(|format| format.detects(head.as_bytes()))
            .map(|format| format.spec().id)
            .collect::<Vec<_>>()
    };
    for (head, expected) in [
        ("e2e4 e7e5 g1f3 1-0\nd2d4 d7d5 *\n", vec!["uci"]),
        ("e2e4 e7e5\ne2e4 c7c5\n", vec!["uci"]),
        ("position startpos moves e2e4\n", vec!["uci"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", vec!["fen"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"x\";\n", vec!["epd"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n", vec!["epd"]),
        // One game over two lines, perhaps.
        ("e2e4 e7e5\ng1f3 b8c6\n", vec![]),
        ("e2e4 e7e5\n", vec![]),
        ("e2e4 e7e5 1-0\n", vec![]),
        ("e4 e5\nd4 d5\n", vec![]),
        ("1. e2e4 e7e5\n1. d2d4 d7d5\n", vec!["pgn"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n", vec![]),
        ("[White \"A\"]\n\n1. e4 *\n", vec!["pgn"]),
    ] {
        assert_eq!(told(head), expected, "{head}");
    }
}
