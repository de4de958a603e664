//! VGN as it is written: whole files byte for byte, every part in its place, and the losses.

use crate::seed::Seed;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::vgn_file::Vgn;
use scoresheet_core::game::{self, GameFormat, NamedOptions, WriteOptions, pgn};
use scoresheet_core::location::Location;
use scoresheet_core::notation::{self, Validation, san};
use scoresheet_core::position::fen;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::rules::{Color, Position};
use scoresheet_core::step::{CommentForm, Dialect, Head, Sink, Step, Termination};
use scoresheet_core::write::Filter;
use std::borrow::Cow;

fn options<'m>(moves: impl Into<Option<&'m str>>, choices: &[(&str, &str)]) -> WriteOptions {
    let choices: Vec<_> = choices.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let given = NamedOptions { moves: moves.into(), positions: None, own: &choices };
    WriteOptions { own: game::vgn().write_options(&given), ..WriteOptions::default() }
}

fn filter(options: &WriteOptions) -> Filter {
    Filter::new(Vgn.writer(options), options.keep_spelling)
}

fn head<'h>(dialect: Dialect, tags: &'h [(Cow<'h, str>, Cow<'h, str>)], start: &'h Position) -> Head<'h> {
    let (place, notation, standard_start) = (Location::default(), notation::ALL[0].spec(), *start == Position::start());
    Head { place, dialect, notation, tags, section: None, odd_tags: &[], start, standard_start }
}

fn marker(text: &str) -> Termination {
    use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};
    let all = [WhiteWins, BlackWins, Draw, Unknown, BothLose];
    all.into_iter().find(|marker| marker.as_str() == text).expect(text)
}

/// The games of a PGN as VGN, and what that loses: the kinds with their numbers.
fn converted(pgn: &str, options: &WriteOptions) -> (Vec<u8>, Vec<(&'static str, u64)>) {
    let mut games = AnyGames::new(pgn.as_bytes(), &Settings::default());
    let mut record = Record::new();
    let mut filter = filter(options);
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
    }
    let gap = filter.closing().replaced;
    let mut bytes = filter.bytes().clone();
    bytes.truncate(bytes.len() - gap);
    let losses = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    (bytes, losses)
}

/// The text of the moves of a game, and what it loses.
fn moves(pgn: &str, format: &str, choices: &[(&str, &str)]) -> (String, Vec<(&'static str, u64)>) {
    let (bytes, losses) = converted(pgn, &options(format, choices));
    let text = String::from_utf8(bytes).expect("text");
    let (_, moves) = text.split_once("\n\n").expect("tags end with an empty line");
    (moves.to_string(), losses)
}

#[test]
fn whole_files_byte_for_byte() {
    for row in include_str!("../../../../vectors/game/vgn/written.tsv").lines().skip(1) {
        let [id, tags, start, moves, end, hex] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let tag = |tag: &'static str| tag.split_once('=').map(|(name, value)| (Cow::from(name), Cow::from(value)));
        let tags: Vec<_> = tags.split('|').filter_map(tag).collect();
        let start = fen::read(start.as_bytes(), None).expect(id).0;
        let options = WriteOptions::default();
        let mut filter = filter(&options);
        filter.take(Step::Head(&head(Dialect::Vgn, &tags, &start)));
        let (uci, mut position) = (notation::find("uci").expect("a notation"), start);
        for word in moves.split_whitespace() {
            let named = uci.read(&position, word.as_bytes(), Validation::Full).expect(word);
            filter.take(Step::Move { before: &position, named: &named, spelled: None });
            position.play_unchecked(named.mv);
            filter.take(Step::Played(&position));
        }
        filter.take(Step::Termination(marker(end)));
        filter.take(Step::End(None));
        let gap = filter.closing().replaced;
        let bytes = filter.bytes();
        bytes.truncate(bytes.len() - gap);
        let wanted: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex")).collect();
        assert_eq!(String::from_utf8_lossy(bytes), String::from_utf8_lossy(&wanted), "{id}");
        assert_eq!(*bytes, wanted, "{id}");
        assert!(filter.losses().is_empty(), "{id}");
    }
}

#[test]
fn comments_and_variations_are_paired() {
    let pgn = "1. e4 {w} (1. d4 {x} d5 {y}) {z} 1... e5 {b} (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 $1 {last} *";
    let (text, losses) = moves(pgn, "mcn", &[]);
    assert_eq!(
        text,
        "1. e2e4 e7e5 {w}\n( 1. d2d4 d7d5 {x} {y} )\n{z} {b}\n( 1.5 c7c5\n2. g1f3 d7d6\n( 2. c2c3 ) )\n2. g1f3 $1 {last} *\n"
    );
    assert_eq!(losses, [("comment-place", 3), ("variation-place", 2)]);
    let (anchored, losses) = moves(pgn, "mcn", &[("anchors", "yes")]);
    assert_eq!(
        anchored,
        "1. e2e4 e7e5 {[%at 1.] w}\n( 1. d2d4 d7d5 {[%at 1.] x} {y} )\n{[%at 1.] z} {b}\n( 1.5 c7c5\n2. g1f3 d7d6\n( 2. c2c3 ) )\n2. g1f3 $1 {last} *\n"
    );
    assert_eq!(losses, []);
}

#[test]
fn comments_and_variations_are_in_place() {
    let pgn = "{first} 1. e4 {w} (1. d4 {x} d5 {y}) 1... e5 {b} (1... c5) 2. Nf3 $1 {last} 2... Nc6 *";
    let (text, losses) = moves(pgn, "mcn", &[("comments", "inplace")]);
    assert_eq!(
        text,
        "{first}\n1. e2e4 {w}\n( 1. d2d4 {x} 1.5 d7d5 {y} )\n1.5 e7e5 {b}\n( 1.5 c7c5 )\n2. g1f3 $1 {last} 2.5 b8c6\n*\n"
    );
    assert_eq!(losses, []);
}

#[test]
fn rows_have_lines_of_their_own() {
    let pgn = "1. e4 {w} (1. d4) 1... e5 $1 *";
    let (text, losses) = moves(pgn, "sfen", &[]);
    assert_eq!(
        text,
        "1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3\n\
         1.5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 $1 {w}\n\
         ( 1. rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 )\n*\n"
    );
    assert_eq!(losses, [("comment-place", 1), ("variation-place", 1)]);
}

#[test]
fn a_game_that_black_starts() {
    let pgn = "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 17\"]\n\n{c} 17... e5 {d} 18. Nf3 1-0";
    let (bytes, losses) = converted(pgn, &options("fcn", &[]));
    assert_eq!(
        String::from_utf8(bytes).expect("text"),
        "[GameFormat \"VGN\"]\n[SetUp \"FEN:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 17\"]\n\
         [MoveFormat \"FCN\"]\n\n{c} 17.5 Pe7-e5 {d}\n18. Ng1-f3#+ 1-0\n"
    );
    assert_eq!(losses, []);
}

#[test]
fn end_marks() {
    for (pgn, format, last) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", "fcn", "Qd8-h4+#\n0-1\n"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "fcn", "Qd8-h4+#\n1-0\n"),
        ("1. e4 $2 e5 $1 $3 1/2-1/2", "fcn", "1. Pe2-e4 $2 Pe7-e5## $1 $3\n1/2-1/2\n"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ (3. Qxe5+) 1-0", "fcn", "Qh5-f7xP+#+\n( 3. Qh5-e5xP+ )\n1-0\n"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ (3. Qxe5+) 1-0", "fcn2", "Qh5-f7xP+\n( 3. Qh5-e5xP+ )\n1-0\n"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *", "fcn", "Qh5-f7xP+ *\n"),
        ("1. e4 0-1", "sfen", "b KQkq e3 #+\n0-1\n"),
        ("1. e4 0-1", "sfen2", "b KQkq e3\n0-1\n"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ 1/2-1/2", "sfen", "b KQkq +##\n1/2-1/2\n"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ 1/2-1/2", "san", "3. Qxf7+ 1/2-1/2\n"),
    ] {
        let (text, _) = moves(pgn, format, &[]);
        assert!(text.ends_with(last), "{pgn} {format}: {text}");
    }
}

#[test]
fn comments_that_braces_cannot_hold() {
    let keeping = WriteOptions { keep_spelling: true, ..options("mcn", &[]) };
    let pgn = "1. e4 e5 ;a } b\n2. d4 ;c\nd5 {\nline {} *";
    let (bytes, losses) = converted(pgn, &keeping);
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.ends_with("1. e2e4 e7e5 ;a } b\n2. d2d4 d7d5 ;c\n{\nline {}\n*\n"), "{text}");
    assert_eq!(losses, [("comment-place", 1)]);
    // Both cannot come from PGN.
    let mut filter = filter(&options("mcn", &[]));
    filter.take(Step::Head(&head(Dialect::Pgn, &[], &Position::start())));
    filter.take(Step::Comment { text: "a\n}", form: CommentForm::Braces });
    filter.take(Step::Comment { text: "b }", form: CommentForm::Braces });
    filter.take(Step::End(None));
    assert!(filter.bytes().ends_with(b"\n\n{a\n)} ;b }\n*\n\n"));
    assert_eq!(filter.losses()[0].kind.spec().id, "tag-text");
}

#[test]
fn comments_after_the_marker_come_before_it() {
    let pgn = "1. e4 e5 1-0 {a} {b}\n\n[White \"A\"]\n\n1. d4 * ;c\n";
    let (bytes, losses) = converted(pgn, &options("fcn", &[]));
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.contains("1. Pe2-e4 Pe7-e5#+ {a} {b}\n1-0\n") && text.ends_with("1. Pd2-d4 {c} *\n"), "{text}");
    assert_eq!(losses, []);
    assert_eq!(converted(pgn, &options("bccf", &[])).1, [("comment", 3)]);
    assert_eq!(converted(pgn, &options("pgc", &[])).1, [("comment", 3)]);
}

#[test]
fn variations_without_moves() {
    let text = |pgn, choices| moves(pgn, "mcn", choices).0;
    assert_eq!(text("1. e4 () e5 2. d4 (()) 2... d5 *", &[]), "1. e2e4 e7e5\n2. d2d4 d7d5\n*\n");
    assert_eq!(text("1. e4 () e5 *", &[("comments", "inplace")]), "1. e2e4 e7e5\n*\n");
    assert_eq!(text("1. e4 {a} () {b} e5 () *", &[]), "1. e2e4 e7e5 {a} {b}\n*\n");
    assert_eq!(text("1. e4 ({a} 1. d4 ({b})) {b} e5 *", &[]), "1. e2e4 e7e5\n( {a}\n1. d2d4\n( {b} ) )\n{b}\n*\n");
}

#[test]
fn what_no_number_brings_back() {
    let pgn = "1. e4 ({a}) (1. d4) e5 ({b}) *";
    let anchored = moves(pgn, "mcn", &[("anchors", "yes")]);
    assert_eq!(anchored.0, "1. e2e4 e7e5\n( {a} )\n( 1. d2d4 )\n( {b} )\n*\n");
    assert_eq!(anchored.1, [("variation-place", 1)]);
    assert_eq!(moves(pgn, "mcn", &[]).1, [("variation-place", 2)]);
    assert_eq!(converted(pgn, &options("pgc", &[])).1, [("comment", 2), ("variation", 2)]);
    assert_eq!(converted("1. e4 () e5 *", &options("pgc", &[])).1, [("variation", 1)]);
    assert_eq!(moves("1. e4 () e5 *", "mcn", &[]).1, [("variation", 1)]);
}

#[test]
fn what_is_nested_deep_is_written_in_order() {
    let depth = 3000;
    let mut pgn = String::from("1. e4 ");
    for _ in 0..depth {
        pgn.push_str("(1. d4 {c} ");
    }
    for _ in 0..depth {
        pgn.push_str("1... d5) ");
    }
    pgn.push_str("e5 *");
    let (text, losses) = moves(&pgn, "mcn", &[]);
    assert_eq!(losses, [("comment-place", depth), ("variation-place", depth)]);
    let start =
        "1. e2e4 e7e5\n".to_owned() + &"( 1. d2d4 d7d5 {c}\n".repeat(depth as usize - 1) + "( 1. d2d4 d7d5 {c} )";
    assert_eq!(text, start + &" )".repeat(depth as usize - 1) + "\n*\n");
}

#[test]
fn nags() {
    let pgn = "1. e4 ! e5 $26 $240 {c} $7 *";
    assert_eq!(moves(pgn, "mcn", &[]).0, "1. e2e4 $1 e7e5 $26 $240 $7 {c}\n*\n");
    let composite = "1. e2e4 $2.1 e7e5 $5.1.2.1.1 $240 $3.1 {c}\n*\n";
    assert_eq!(moves(pgn, "mcn", &[("nags", "composite")]).0, composite);
    let told = |choices: &[(&str, &str)]| {
        let mut filter = filter(&options("san", choices));
        let mut position = Position::start();
        filter.take(Step::Head(&head(Dialect::Pgn, &[], &position)));
        filter.take(Step::Nag { value: Some(1), spelled: "$1" });
        let named = notation::ALL[0].read(&position, b"e4", Validation::Full).expect("a move");
        filter.take(Step::Move { before: &position, named: &named, spelled: None });
        position.play_unchecked(named.mv);
        filter.take(Step::Played(&position));
        filter.take(Step::Nag { value: None, spelled: "$5.1.2.1.1" });
        filter.take(Step::Nag { value: None, spelled: "$1.1.300.20" });
        filter.take(Step::Nag { value: None, spelled: "$300" });
        filter.take(Step::End(None));
        let losses: Vec<_> = filter.losses().iter().map(|loss| loss.kind.spec().id).collect();
        (String::from_utf8(filter.bytes().clone()).expect("text"), losses)
    };
    let (text, losses) = told(&[]);
    assert!(text.ends_with("1. e4 $26 $300 *\n\n"), "{text}");
    assert_eq!(losses, ["nag", "nag-composite"]);
    let (text, losses) = told(&[("nags", "composite")]);
    assert!(text.contains("[NAGFormat \"CNAG:Composite NAG\"]"));
    assert!(text.ends_with("1. e4 $5.1.2.1.1 $1.1.300.20 $300 *\n\n"), "{text}");
    assert_eq!(losses, ["nag"]);
}

#[test]
fn nags_that_repeat_the_board() {
    let pgn = "[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/1R6 b - - 0 1\"]\n\n1... Kg8 $230 2. Rb8# 1-0";
    assert_eq!(moves(pgn, "mcn", &[("flag_nags", "yes")]).0, "1.5 h8g8 $230\n2. b1b8 1-0\n");
    let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e5 e7e6\n2. d1h5 f7f6 *\n";
    let text = rewritten(vgn.as_bytes(), &options(None, &[("flag_nags", "yes")]));
    assert!(text.ends_with("1. e2e5 $232 e7e6\n2. d1h5 f7f6 $231 $232\n*\n"), "{text}");
    // What is there already is not added again.
    assert_eq!(rewritten(text.as_bytes(), &options(None, &[("flag_nags", "yes")])), text);
}

#[test]
fn what_binary_moves_lose() {
    let pgn = "[Result \"1-0\"]\n\n{a} 1. e4 $1 (1. d4 {b [%clk 0:01:00]} (1. c4)) e5 {[%eval 1.0]} 1-0";
    let (bytes, losses) = converted(pgn, &options("bccf", &[]));
    assert_eq!(
        bytes,
        b"[GameFormat \"VGN\"]\n[Result \"White wins\"]\n[MoveFormat \"BCCF\"]\x86\x30\x9a\x41".as_slice()
    );
    assert_eq!(losses, [("comment", 2), ("nag", 1), ("variation", 2), ("command", 2)]);
    let (bytes, losses) = converted(pgn, &options("pgc", &[]));
    let data = b"\x05\x02\x06Result\x031-0\x03\x01\x0d\x07\x01\x08\x03\x01\x0b\x08\x03\x01\x09\x09\x09\x03\x01\x0c\x06";
    assert!(bytes.ends_with(data), "{bytes:x?}");
    assert_eq!(losses, [("comment", 2), ("command", 2)]);
    let (bytes, losses) = converted("{a} 1. e4 *", &options("pgc", &[("pgc_comments", "yes")]));
    assert!(bytes.ends_with(b"\x05\x02\x06Result\x01*\x0a\x03\x00{a}\x03\x01\x0d\x06"));
    assert_eq!(losses, []);
}

#[test]
fn long_sequences_of_moves() {
    let plies = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let pgn = |count: usize| plies.iter().cycle().take(count).copied().collect::<Vec<_>>().join(" ") + " *";
    let data = |count: usize| {
        let bytes = converted(&pgn(count), &options("pgc", &[])).0;
        let at = bytes.windows(7).position(|window| window == b"Result\x01").expect("a record") + 8;
        bytes[at..].to_vec()
    };
    assert_eq!(data(255)[..2], [3, 255]);
    assert_eq!(data(255).len(), 2 + 255 + 1);
    assert_eq!(data(256)[..3], [4, 0, 1]);
    assert_eq!(data(256).len(), 3 + 256 + 1);
    let long = data(65_536 + 4);
    assert_eq!(long[..3], [4, 255, 255]);
    assert_eq!(long[3 + 65_535..][..2], [3, 5]);
    assert_eq!(long.len(), 3 + 65_535 + 2 + 5 + 1);
}

#[test]
fn what_comes_between_games() {
    let pgn = "1. e4 *\n\n1. d4 *\n";
    let (bytes, _) = converted(pgn, &options("mcn", &[]));
    let one = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *\n";
    assert_eq!(String::from_utf8(bytes).expect("text"), format!("{one}\n{}", one.replace("e2e4", "d2d4")));
    let (bytes, _) = converted(pgn, &options("bccf", &[]));
    let head = b"[GameFormat \"VGN\"]\n[Result \"Unfinished\"]\n[MoveFormat \"BCCF\"]";
    let wanted = [head.as_slice(), b"\x86\x31\n\n", head, b"\x64\x31"].concat();
    assert_eq!(bytes.len(), wanted.len());
    assert!(bytes.starts_with(&wanted[..wanted.len() - 2]));
}

#[test]
fn the_result_in_words() {
    let result = |pgn: &str, format: &str| {
        let (bytes, losses) = converted(pgn, &options(format, &[]));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let value = text.split("[Result \"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        (value, losses)
    };
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 1-0", "fcn"), (said("White wins"), vec![]));
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 0-1", "fcn"), (said("Black wins"), vec![]));
    assert_eq!(result("1. e4 1-0", "fcn"), (None, vec![]));
    assert_eq!(result("1. e4 1/2-1/2", "bccf"), (said("Draw"), vec![]));
    assert_eq!(result("1. e4 1/2-1/2", "pgc"), (said("Draw"), vec![]));
    let resigned = "[Result \"1-0\"]\n[Termination \"Black resigned\"]\n\n1. e4 1-0";
    assert_eq!(result(resigned, "bcfen"), (said("Black resigned"), vec![]));
    let vgn = "[GameFormat \"VGN\"]\n[Result \"Ding won in style\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 1-0\n";
    assert_eq!(rewritten(vgn.as_bytes(), &WriteOptions::default()), vgn);
    assert_eq!(lost(vgn.as_bytes(), "bccf"), [("result-sentence", 1)]);
    assert_eq!(lost(vgn.as_bytes(), "pgc"), [("result-sentence", 1)]);
    let other = vgn.replace("Ding won in style", "White resigned");
    assert_eq!(lost(other.as_bytes(), "mcn"), [("result-sentence", 1)]);
    assert_eq!(lost(other.replace("1-0", "0-1").as_bytes(), "bccf"), []);
    // VGN has no marker for a game that both sides lose.
    for (format, losses) in [("fcn", 1), ("bccf", 0)] {
        let mut filter = filter(&options(format, &[]));
        filter.take(Step::Head(&head(Dialect::Pgn, &[], &Position::start())));
        filter.take(Step::Termination(Termination::BothLose));
        filter.take(Step::End(None));
        assert_eq!(filter.losses().len(), losses, "{format}");
    }
}

/// Games read as VGN, or PGN, and written again.
fn rewritten(bytes: &[u8], options: &WriteOptions) -> String {
    let mut games = AnyGames::of(scoresheet_core::game::vgn(), bytes, &Settings::default());
    let mut record = Record::new();
    let mut filter = filter(options);
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
    }
    let gap = filter.closing().replaced;
    filter.trailing(games.trailing());
    let mut bytes = filter.bytes().clone();
    if games.trailing().is_empty() {
        bytes.truncate(bytes.len() - gap);
    }
    String::from_utf8(bytes).expect("text")
}

#[test]
fn games_of_vgn_keep_their_format() {
    let vgn = "[GameFormat \"VGN:Variable\"]\n[White \"A\"]\n[MoveFormat \"FCN2:friendly: one\"]\n\n1. Pe2-e4 {c} 1-0\n\n\
               [GameFormat \"VGN\"]\n[NAGFormat \"CNAG:mine\"]\n[SetUp \"8/8/8/4k3/8/8/4P3/4K3 w -\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 $5.1.2.1.1 $1\n*\n";
    assert_eq!(rewritten(vgn.as_bytes(), &WriteOptions::default()), vgn.replace("$1\n*", "$1 *"));
    let sorted = rewritten(vgn.as_bytes(), &options("san", &[]));
    assert!(sorted.contains("[MoveFormat \"SAN\"]") && sorted.contains("1. e4 {c} 1-0"), "{sorted}");
    let trailing = format!("{}\n{{t}} {{u}}\n", vgn.replace("$1\n*", "$1 *"));
    assert_eq!(rewritten(trailing.as_bytes(), &WriteOptions::default()), trailing);
}

#[test]
fn tags_of_vgn_get_its_spelling_beside_any_others() {
    let moves = "\n1. e4 *\n";
    for (tags, written) in [
        ("[GameFormat \"VGN\"]\n[date \"x\"]\n", "[Date \"x\"]\n"),
        ("[GameFormat \"VGN\"]\n[DATE \"x\"]\n[White \"w\"]\n", "[Date \"x\"]\n[White \"w\"]\n"),
        ("[date \"x\"]\n[gameformat \"VGN\"]\n[A \"b\"]\n", "[Date \"x\"]\n[A \"b\"]\n"),
        ("[GameFormat \"VGN\"]\n[Date \"x\"]\n[daTe \"y\"]\n", "[Date \"x\"]\n[Date \"y\"]\n"),
        ("[GameFormat \"VGN\"]\n[Date \"x\"]\n[Date \"y\"]\n", "[Date \"x\"]\n[Date \"y\"]\n"),
        ("[GameFormat \"VGN\"]\n[white \"w\"]\n[White \"v\"]\n", "[White \"v\"]\n[white \"w\"]\n"),
    ] {
        let text = rewritten(format!("{tags}{moves}").as_bytes(), &WriteOptions::default());
        let expected = format!("[GameFormat \"VGN\"]\n{written}[MoveFormat \"SAN\"]\n{moves}");
        assert_eq!(text, expected, "{tags}");
    }
}

/// Games read as VGN and written as PGN, and what that loses.
fn as_pgn(bytes: &[u8]) -> (String, Vec<(&'static str, u64)>) {
    let mut games = AnyGames::of(scoresheet_core::game::vgn(), bytes, &Settings::default());
    let mut record = Record::new();
    let mut filter = Filter::new(pgn::Pgn.writer(&WriteOptions::default()), false);
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
    }
    let losses = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    (String::from_utf8(filter.bytes().clone()).expect("text"), losses)
}

/// A game of PGN as it is written: tags, comments and NAGs everywhere, variations of both sides, nested.
const GAME: &str = "[Event \"a \\\"b\\\" \\\\\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n\
    {first} 1. e4 $1 {w} (1. d4 {x} 1... d5 (1... Nf6 {deep} 2. c4) 2. c4) {z} 1... e5 {b}\n\
    (1... c5 2. Nf3 (2. c3 d5) (2. d4) 2... d6) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4\n\
    (4. Bxc6 $10 {[%clk 0:01:00]} 4... dxc6) 4... Nf6 5. O-O {last} 1-0\n\n";

#[test]
fn what_is_read_back() {
    let game = as_pgn(GAME.as_bytes()).0;
    for format in ["san", "mcn", "fcn", "fcn2", "sfen", "sfen2", "fen"] {
        for choices in [&[("comments", "inplace")][..], &[("anchors", "yes")]] {
            let (vgn, losses) = converted(GAME, &options(format, choices));
            assert_eq!(losses, [], "{format}");
            let (back, losses) = as_pgn(&vgn);
            assert_eq!((&back, losses), (&game, vec![]), "{format}: {}", String::from_utf8_lossy(&vgn));
        }
        // Comments on White's moves stay after Black's unless they hold commands, variations find their place.
        let (vgn, losses) = converted(GAME, &options(format, &[]));
        assert_eq!(losses, [("comment-place", 3), ("variation-place", 4)], "{format}");
        let moved = GAME.replace("$1 {w} (1.", "$1 (1.").replace(" {z} 1... e5 {b}", " 1... e5 {w} {z} {b}");
        let moved = moved.replace("d4 {x} 1... d5", "d4 d5");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        assert_eq!(words(&as_pgn(&vgn).0), words(&moved).replace("d5 (1... Nf6", "d5 {x} (1... Nf6"), "{format}");
    }
    for (format, choices, kept) in [
        ("bccf", &[][..], "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0"),
        ("bcfen", &[], "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0"),
        (
            "pgc",
            &[],
            "1. e4 $1 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4) \
             2... d6) (1... e6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 (4. Bxc6 $10 dxc6) 4... Nf6 5. O-O 1-0",
        ),
    ] {
        let (back, losses) = as_pgn(&converted(GAME, &options(format, choices)).0);
        let (tags, moves) = back.split_once("\n\n").expect("tags");
        assert_eq!(tags, GAME.split_once("\n\n").expect("tags").0, "{format}");
        assert_eq!(moves.split_whitespace().collect::<Vec<_>>().join(" "), kept, "{format}");
        assert_eq!(losses, [], "{format}");
    }
    let (back, _) = as_pgn(&converted(GAME, &options("pgc", &[("pgc_comments", "yes")])).0);
    assert_eq!(back, game);
}

#[test]
fn what_pgn_keeps_of_vgn() {
    let vgn = "[GameFormat \"VGN\"]\n[Result \"Black resigned\"]\n[NAGFormat \"CNAG\"]\n[SetUp \"4k3/8/8/8/8/8/4P3/4K3 w -\"]\n\
               [MoveFormat \"MCN\"]\n\n1. e2e4 $5.1.2.1.1 $1.1.300.20 1-0\n";
    let (pgn, losses) = as_pgn(vgn.as_bytes());
    assert_eq!(
        pgn,
        "[Result \"1-0\"]\n[Termination \"Black resigned\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
         1. e4 $26 {[%clk 0:05:00.02]} 1-0\n\n"
    );
    assert_eq!(losses, []);
    // It is not the clock of the side that has moved, and a longer fraction than there are.
    for other in ["$1.0.300.20", "$1.1.300.1020"] {
        let (pgn, losses) = as_pgn(vgn.replace("$1.1.300.20", other).as_bytes());
        assert!(pgn.ends_with("1. e4 $26 1-0\n\n"), "{pgn}");
        assert_eq!(losses, [("nag-composite", 1)]);
    }
    // The sentence is wrong.
    let (pgn, losses) = as_pgn(vgn.replace(" 1-0\n", " 0-1\n").as_bytes());
    assert!(pgn.starts_with("[Result \"0-1\"]\n[SetUp") && pgn.ends_with("$26 {[%clk 0:05:00.02]} 0-1\n\n"), "{pgn}");
    assert_eq!(losses, [("result-sentence", 1)]);
}

#[test]
fn games_that_are_not_played_are_unchanged() {
    let pieces = "[GameFormat \"VGN\"]\n[Pieces \"N +=A/BN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4   a7a5\n2. e4e5 *";
    let fen = "[White \"A\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 1-0";
    let usual = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *";
    let binary = "[GameFormat \"VGN\"]\n[Pieces \"N +=A/BN\"]\n[MoveFormat \"BCCF\"]\u{64}\u{31}";
    let file = [pieces, fen, usual, binary, usual].join("\n\n") + "\n";
    assert_eq!(rewritten(file.as_bytes(), &WriteOptions::default()), file);
}

#[test]
fn games_of_pgn_in_files_of_vgn_stay_such() {
    let pgn = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {c} 1... e5 $1 1-0";
    let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *";
    let said = "[GameFormat \"PGN\"]\n\n1. d4 *";
    let file = [pgn, vgn, said, pgn].join("\n\n") + "\n";
    let keeping = WriteOptions { keep_format: true, ..WriteOptions::default() };
    assert_eq!(rewritten(file.as_bytes(), &keeping), file);
    let text = rewritten(file.as_bytes(), &WriteOptions::default());
    assert!(text.contains("1. Pe2-e4 Pe7-e5#+ $1 {c}\n1-0\n\n[GameFormat \"VGN\"]"), "{text}");
    assert!(text.contains("\n\n[GameFormat \"PGN\"]\n\n1. d4 *\n\n[GameFormat \"VGN\"]"), "{text}");
    let text = rewritten(file.as_bytes(), &WriteOptions { keep_format: true, ..options("san", &[]) });
    assert_eq!(text.matches("[GameFormat \"VGN\"]").count(), 4);
}

#[test]
fn moves_stay_as_they_were_spelled() {
    let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. PE2-E4 pe7-e5 $1\n2. Ng1-f3 {c} *\n";
    let keeping = WriteOptions { keep_spelling: true, ..WriteOptions::default() };
    assert_eq!(rewritten(vgn.as_bytes(), &keeping), vgn);
    assert!(rewritten(vgn.as_bytes(), &WriteOptions::default()).contains("1. Pe2-e4 Pe7-e5 $1"));
    assert!(rewritten(vgn.as_bytes(), &WriteOptions { keep_spelling: true, ..options("mcn", &[]) }).contains("e2e4"));
}

/// Games read as VGN, or PGN, and what writing their moves in this format loses.
fn lost(bytes: &[u8], format: &str) -> Vec<(&'static str, u64)> {
    let mut games = AnyGames::of(scoresheet_core::game::vgn(), bytes, &Settings::default());
    let mut record = Record::new();
    let mut filter = filter(&options(format, &[]));
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
    }
    filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect()
}

#[test]
fn moves_that_a_format_cannot_express_end_the_game() {
    let null = b"1. e4 -- 2. d4 d5 *";
    let illegal = b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e5 e7e6 *";
    let king = b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 f7f6 2. d1h5 a7a6 3. h5e8 *";
    for (format, nulls, illegals, kings) in [
        ("san", 0, 1, 1),
        ("mcn", 1, 0, 0),
        ("fcn", 1, 0, 1),
        ("fcn2", 1, 0, 1),
        ("sfen", 0, 0, 0),
        ("sfen2", 0, 0, 0),
        ("fen", 0, 0, 0),
        ("bccf", 1, 0, 0),
        ("bcfen", 1, 0, 0),
        ("pgc", 1, 1, 1),
    ] {
        let wanted = |kind: &'static str, lost: u64, tail: u64| {
            if lost > 0 { vec![(kind, lost), ("tail", tail)] } else { vec![] }
        };
        assert_eq!(lost(null, format), wanted("null-move", nulls, 3), "{format}");
        assert_eq!(lost(illegal, format), wanted("illegal-move", illegals, 2), "{format}");
        let kind = if matches!(format, "san" | "pgc") { "illegal-move" } else { "king-capture" };
        // Because the check is not answered, the game ends here for formats without illegal moves.
        let tail = if kind == "illegal-move" { 2 } else { 1 };
        assert_eq!(lost(king, format), wanted(kind, kings, tail), "{format}");
    }
    let inner = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1rrk3r/8/8/8/8/8/8/1RRK3R w CHch - 0 1\"]\n\n1. Rb5 Rb6 2. Rbb1 *";
    assert_eq!(lost(inner.as_bytes(), "sfen"), [("castling-rook", 2)]);
    assert_eq!(lost(inner.as_bytes(), "fen"), []);
}

#[test]
fn variations_have_results_of_their_own() {
    let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 e7e5\n( 1. d2d4 d7d5 {c} 1/2-1/2 )\n2. g1f3 *\n";
    assert_eq!(rewritten(vgn.as_bytes(), &WriteOptions::default()), vgn);
}

/// Appends some moves with comments, NAGs and variations, all of them legal: a variation replaces the move before it.
fn add_moves(seed: &mut Seed, start: &Position, depth: usize, pgn: &mut String) {
    let (mut position, mut first) = (start.clone(), true);
    for _ in 0..1 + seed.below(7) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let dots = if position.turn() == Color::White { "." } else { "..." };
        let mut word = Vec::new();
        let mv = *seed.pick(&moves);
        san::write(&position, mv, &mut word);
        // A comment before the first move of a variation.
        if first && depth > 0 && seed.below(6) == 0 {
            pgn.push_str("{before} ");
        }
        *pgn += &format!("{}{dots} {} ", position.fullmove(), String::from_utf8(word).expect("text"));
        for _ in 0..seed.below(4).saturating_sub(2) {
            *pgn += &format!("${} ", 1 + seed.below(200));
        }
        for _ in 0..seed.below(5).saturating_sub(2) {
            match seed.below(3) {
                0 if depth < 4 => {
                    pgn.push_str("( ");
                    add_moves(seed, &position, depth + 1, pgn);
                    pgn.push_str(") ");
                }
                1 => *pgn += &format!("{{comment {}}} ", seed.below(100)),
                _ => pgn.push_str("{[%clk 0:01:00]} "),
            }
        }
        position.play_unchecked(mv);
        first = false;
    }
}

#[test]
fn any_game_comes_back() {
    let mut seed = Seed(5);
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 3 40",
        "bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1",
    ];
    for round in 0..400 {
        let fen = fens[round % fens.len()];
        let start = fen::read(fen.as_bytes(), None).expect(fen).0;
        let mut pgn = format!("[White \"A\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
        add_moves(&mut seed, &start, 0, &mut pgn);
        pgn.push_str(seed.pick::<&str>(&["1-0\n", "0-1\n", "1/2-1/2\n", "*\n"]));
        let wanted = as_pgn(pgn.as_bytes()).0;
        for format in ["san", "mcn", "fcn", "fcn2", "sfen", "sfen2", "fen"] {
            for choice in [("comments", "inplace"), ("anchors", "yes")] {
                let (vgn, losses) = converted(&pgn, &options(format, &[choice]));
                assert_eq!(losses, [], "{format} {choice:?}: {pgn}");
                let shown = String::from_utf8_lossy(&vgn);
                let tags = |text: &str| text.replace("[Variant \"Chess960\"]\n", "");
                assert_eq!(tags(&as_pgn(&vgn).0), wanted, "{format} {choice:?}: {pgn}\n{shown}");
            }
        }
        // What is moved is counted, and nothing else is lost: without comments the moves are the same.
        let (vgn, losses) = converted(&pgn, &options("mcn", &[]));
        assert!(losses.iter().all(|(kind, _)| kind.ends_with("-place")), "{losses:?}");
        let moves = |text: &str| {
            let words = text.split_inclusive('}').map(|part| part.split('{').next().unwrap_or_default());
            let words = words.collect::<String>().replace('(', " ( ").replace(')', " ) ");
            words.split_whitespace().filter(|word| !word.ends_with('.')).collect::<Vec<_>>().join(" ")
        };
        let body = |text: &str| moves(text.split_once("\n\n").expect("tags").1);
        assert_eq!(body(&as_pgn(&vgn).0), body(&wanted), "{pgn}");
        for format in ["bccf", "bcfen", "pgc"] {
            let (vgn, _) = converted(&pgn, &options(format, &[]));
            let mut games = AnyGames::of(scoresheet_core::game::vgn(), &vgn, &Settings::default());
            let mut record = Record::new();
            assert!(games.next(&mut record, &mut ()) && record.first_error.is_none(), "{format}: {pgn}");
            let mut same = Record::new();
            AnyGames::new(pgn.as_bytes(), &Settings::default()).next(&mut same, &mut ());
            assert_eq!((&record.end, &record.plies, record.termination), (&same.end, &same.plies, same.termination));
        }
    }
}

#[test]
fn clocks_are_composite_nags_where_these_are_announced() {
    let pgn = "1. e4 $1 {[%clk 0:03:00]} e5 {[%clk 0:02:59.5]} (1... c5 {[%clk 0:02:58]}) 2. d4 {fine} {[%clk 0:02:00]} \
               2... d5 {[%clk 2:00]} 3. a3 {[%clk 0:01:00] quick} *\n\n";
    let composite = options("mcn", &[("nags", "composite")]);
    let (vgn, losses) = converted(pgn, &composite);
    let text = String::from_utf8_lossy(&vgn);
    assert!(
        text.ends_with(
            "1. e2e4 $2.1 $1.1.180.0 e7e5 $1.0.179.500\n( 1.5 c7c5 $1.0.178.0 )\n2. d2d4 d7d5 {[%at 2.] fine} {[%at 2.] [%clk \
             0:02:00]} {[%clk 2:00]}\n3. a2a3 {[%clk 0:01:00] quick} *\n"
        ),
        "{text}"
    );
    assert_eq!(losses, []);
    let (back, losses) = as_pgn(&vgn);
    assert!(
        back.starts_with("1. e4 $1 {[%clk 0:03:00]} 1... e5 {[%clk 0:02:59.5]} (1... c5 {[%clk 0:02:58]})"),
        "{back}"
    );
    assert_eq!(losses, []);
    assert_eq!(
        back.split_whitespace().collect::<Vec<_>>(),
        as_pgn(pgn.as_bytes()).0.split_whitespace().collect::<Vec<_>>()
    );
    // The same again from VGN, and as PGN's numbers.
    assert_eq!(rewritten(&vgn, &options("mcn", &[])), text);
    let numbers = rewritten(&vgn, &options("mcn", &[("nags", "pgn")]));
    assert!(numbers.contains("1. e2e4 $1 e7e5 {[%at 1.] [%clk 0:03:00]} {[%clk 0:02:59.5]}"), "{numbers}");
}

#[test]
fn the_board_shows_stalemate() {
    let stalemate =
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6";
    for (tags, moves, sentence) in [
        ("[Result \"1/2-1/2\"]\n", stalemate, "Stalemate"),
        ("[Result \"1/2-1/2\"]\n[Termination \"Draw agreed\"]\n", stalemate, "Draw agreed"),
        ("[Result \"1/2-1/2\"]\n[Termination \"Normal\"]\n", stalemate, "Stalemate"),
        ("[Result \"1/2-1/2\"]\n", "1. e3 a5", "Draw"),
        ("[Result \"1/2-1/2\"]\n", &format!("1. e4 ({stalemate}) e5")[..], "Draw"),
        ("[Result \"?\"]\n", stalemate, "Stalemate"),
    ] {
        for format in ["fcn", "mcn", "san", "sfen", "fen", "pgc", "bccf", "bcfen"] {
            let pgn = format!("{tags}\n{moves} 1/2-1/2\n\n");
            let (vgn, _) = converted(&pgn, &options(format, &[]));
            let text = String::from_utf8_lossy(&vgn);
            assert!(text.contains(&format!("\n[Result \"{sentence}\"]\n")), "{format}: {text}");
            let (back, losses) = as_pgn(&vgn);
            assert!(
                back.starts_with(&tags.replace('?', "1/2-1/2")) && losses.is_empty(),
                "{format}: {back} {losses:?}"
            );
        }
    }
    // What the source contains stays.
    let vgn = format!("[GameFormat \"VGN\"]\n[Result \"Draw\"]\n[MoveFormat \"SAN\"]\n\n{stalemate} 1/2-1/2\n");
    assert!(rewritten(vgn.as_bytes(), &options("san", &[])).starts_with("[GameFormat \"VGN\"]\n[Result \"Draw\"]\n"));
}

#[test]
fn comments_that_start_like_one_with_an_anchor_stay_as_they_are() {
    for (pgn, place) in [
        ("1. e4 {[%at 1.] x} *\n\n", "{[%at 1.] [%at 1.] x}"),
        ("1. e4 {[%at 1.5] x} 1... e5 *\n\n", "e7e5 {[%at 1.] [%at 1.5] x}"),
        ("1. e4 e5 {[%at 1.] x} *\n\n", "{[%at 1.5] [%at 1.] x}"),
        ("1. e4 e5 {[%at 1.5]} 2. d4 *\n\n", "{[%at 1.5] [%at 1.5]}"),
        ("[White \"A\"]\n\n{[%at 1.] x} 1. e4 *\n\n", "{[%at 1.] x}"),
    ] {
        for comments in ["paired", "inplace"] {
            let (vgn, losses) = converted(pgn, &options("mcn", &[("comments", comments)]));
            let text = String::from_utf8_lossy(&vgn);
            assert!(comments == "inplace" || text.contains(place), "{text}");
            assert_eq!((as_pgn(&vgn).0.as_str(), &*losses), (pgn, &[][..]), "{comments}: {text}");
        }
    }
}
