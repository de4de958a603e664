//! Every column on games made by hand.

use crate::hand;
use crate::hand::{batch, game, game_960, game_from, tagged, tags};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use scoresheet_columns::{Batcher, column};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::event::Tag;
use scoresheet_core::location::{Base, Location};
use scoresheet_core::read::Record;
use scoresheet_core::step::Termination;
use scoresheet_core::text::Encoding;
use std::fmt::Write;

/// A value as a table shows it.
fn shown(array: &ArrayRef, row: usize) -> String {
    use arrow_schema::DataType;
    if array.is_null(row) {
        return "NULL".to_owned();
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Date32 => array.as_primitive::<Date32Type>().value(row).to_string(),
        DataType::Timestamp(..) => array.as_primitive::<TimestampMicrosecondType>().value(row).to_string(),
        DataType::Binary => format!("{:?}", array.as_binary::<i32>().value(row)),
        DataType::List(_) => listed(&array.as_list::<i32>().value(row)),
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let texts = |column: usize, at| shown(entries.column(column), at);
            (0..entries.len()).map(|at| format!("{}={}", texts(0, at), texts(1, at))).collect::<Vec<_>>().join(", ")
        }
        other => panic!("no column is {other}"),
    }
}

fn listed(list: &ArrayRef) -> String {
    (0..list.len()).map(|at| shown(list, at)).collect::<Vec<_>>().join(" ")
}

fn value(record: &Record<'_>, name: &str) -> String {
    shown(batch(&[name], std::slice::from_ref(record)).column(0), 0)
}

/// The columns of a record must have these values.
#[track_caller]
fn check(record: &Record<'_>, expected: &[(&str, &str)]) {
    for (name, expected) in expected {
        assert_eq!(value(record, name), *expected, "{name}");
    }
}

/// The schema, a line a column. Renaming a column or changing its type breaks its users: see `schema::SCHEMA`.
#[test]
fn the_schema_is_the_one_that_was_promised() {
    let mut found = String::new();
    for column in column::ALL {
        let spec = column.spec();
        let null = if spec.nullable { " NULL" } else { "" };
        let named = if spec.by_name_only { " (by name)" } else { "" };
        let _ = writeln!(found, "{} {} {}{null}, {}{named}", spec.family, spec.name, spec.kind.sql(), spec.depth.id());
    }
    assert_eq!(found, include_str!("schema.txt"), "{found}");
}

#[test]
fn every_builder_matches_its_spec() {
    for column in column::ALL {
        let spec = column.spec();
        let batch = batch(&[spec.name], &[game("e2e4"), Record::new(), game("")]);
        let (array, field) = (batch.column(0), spec.field());
        assert_eq!((array.len(), array.data_type()), (3, field.data_type()), "{}", spec.name);
        assert_eq!(batch.schema().field(0), &field);
        assert!(spec.nullable || array.null_count() == 0, "{}", spec.name);
    }
}

#[test]
fn tags_are_taken_as_they_stand() {
    let mut record = tags(&[
        ("Event", "F/S Return Match"),
        ("Site", "Belgrade, Serbia JUG"),
        ("Date", "1992.11.04"),
        ("Round", "29"),
        ("White", "Fischer, \\\"Bobby\\\" J."),
        ("Black", ""),
        ("Result", "1/2"),
        ("ECO", "C95"),
        ("Opening", "Ruy Lopez"),
        ("Variant", "Standard"),
        ("Annotator", "Schiller"),
        ("WhiteTitle", "GM"),
        ("BlackTitle", "BOT"),
        ("Termination", "Normal"),
        ("SetUp", "0"),
    ]);
    record.termination = Some(Termination::Draw);
    check(
        &record,
        &[
            ("event", "F/S Return Match"),
            ("site", "Belgrade, Serbia JUG"),
            ("round", "29"),
            ("white", "Fischer, \"Bobby\" J."),
            ("black", ""),
            ("result", "1/2"),
            ("eco", "C95"),
            ("opening", "Ruy Lopez"),
            ("variant", "Standard"),
            ("annotator", "Schiller"),
            ("white_title", "GM"),
            ("black_title", "BOT"),
            ("ended_by", "Normal"),
            ("termination", "1/2-1/2"),
            ("other_tags", "SetUp=0"),
            ("date_text", "1992.11.04"),
            ("date", "8343"),
            ("date_precision", "3"),
            ("year", "1992"),
            ("start_time", "NULL"),
            ("game", "1"),
            ("source", "hand.pgn"),
        ],
    );
    let none = tags(&[]);
    for name in
        ["event", "result", "variant", "date", "date_text", "year", "white_elo", "termination", "fen", "ended_by"]
    {
        assert_eq!(value(&none, name), "NULL", "{name}");
    }
    assert_eq!((value(&none, "date_precision"), value(&none, "other_tags")), ("0".to_owned(), String::new()));
}

#[test]
fn dates_and_times() {
    let both = [("Date", "2013.01.01"), ("UTCDate", "2012.12.31"), ("UTCTime", "23:59:59")];
    check(
        &tags(&both),
        &[
            ("date_text", "2012.12.31"),
            ("date", "15705"),
            ("start_time", "1356998399000000"),
            ("other_tags", "Date=2013.01.01"),
        ],
    );
    check(&tags(&both[1..]), &[("date_text", "2012.12.31"), ("other_tags", "")]);
    check(&tags(&both[1..2]), &[("date_text", "2012.12.31"), ("other_tags", "UTCDate=2012.12.31")]);
    check(
        &tags(&[("UTCDate", "2012.12.??"), ("UTCTime", "23:59:59")]),
        &[("date", "15675"), ("start_time", "NULL"), ("other_tags", "UTCDate=2012.12.??, UTCTime=23:59:59")],
    );
    check(
        &tags(&[("UTCDate", "2012.12.31"), ("UTCTime", "1:02:03.5")]),
        &[("start_time", "1356915723500000"), ("other_tags", "UTCTime=1:02:03.5")],
    );
    check(
        &tags(&[("UTCTime", "12:00:00"), ("Date", "2012.12.31")]),
        &[("start_time", "NULL"), ("other_tags", "UTCTime=12:00:00")],
    );
    for (text, date, precision) in [
        ("1992.02.30", "8066", "2"),
        ("1992.13.01", "8035", "1"),
        ("1992", "8035", "1"),
        ("????.??.??", "NULL", "0"),
        ("nonsense \u{e9}", "NULL", "0"),
        ("31.12.2014", "16435", "3"),
        ("03.05.2014", "16193", "3"),
        ("10/31/2000", "11261", "3"),
        ("4/5/1992", "NULL", "0"),
        ("4-5-1992", "NULL", "0"),
    ] {
        check(&tags(&[("Date", text)]), &[("date", date), ("date_precision", precision), ("date_text", text)]);
    }
}

#[test]
fn ratings_and_time_controls() {
    for (text, elo, others) in [
        ("2400", "2400", ""),
        ("2400?", "2400", "WhiteElo=2400?"),
        ("1500P", "1500", "WhiteElo=1500P"),
        ("(1800)", "1800", "WhiteElo=(1800)"),
        ("02400", "2400", "WhiteElo=02400"),
        ("?", "NULL", "WhiteElo=?"),
        ("", "NULL", "WhiteElo="),
        ("40000", "NULL", "WhiteElo=40000"),
    ] {
        check(&tags(&[("WhiteElo", text)]), &[("white_elo", elo), ("other_tags", others), ("black_elo", "NULL")]);
    }
    for (text, base, increment, speed) in [
        ("600+5", "600", "5", "rapid"),
        ("300", "300", "0", "blitz"),
        ("40/7200:3600", "7200", "0", "classical"),
        ("*180", "180", "NULL", "blitz"),
        ("1/86400", "86400", "NULL", "correspondence"),
        ("60+0.6", "60", "NULL", "bullet"),
        ("-", "NULL", "NULL", "NULL"),
        ("90 min", "NULL", "NULL", "NULL"),
    ] {
        let typed = [("base_seconds", base), ("increment_seconds", increment), ("speed", speed)];
        check(&tags(&[("TimeControl", text)]), &[&[("time_control", text), ("other_tags", "")], &typed[..]].concat());
    }
}

#[test]
fn boards_in_rounds() {
    for (text, board) in
        [("2.1", "1"), ("2.10", "10"), ("2", "NULL"), ("2.1.3", "NULL"), ("?", "NULL"), ("a.1", "NULL")]
    {
        check(&tags(&[("Round", text)]), &[("round", text), ("board_number", board)]);
    }
}

#[test]
fn repeated_tags_have_keys_of_their_own() {
    let record = tags(&[
        ("White", "first"),
        ("Note", "a"),
        ("White", "second"),
        ("Note", "b"),
        ("White#2", "odd"),
        ("White", "third"),
        ("WhiteElo", "?"),
        ("WhiteElo", "2000"),
    ]);
    let others = "Note=a, White#2=second, Note#2=b, White#2#1=odd, White#3=third, WhiteElo=?, WhiteElo#2=2000";
    check(&record, &[("white", "first"), ("white_elo", "NULL"), ("other_tags", others)]);
}

#[test]
fn ten_thousand_tags_all_differ_in_the_map() {
    let mut record = game("");
    record.tags = (0..10_000).map(|at| hand::tag([&b"Note"[..], b"White", b"Site"][at % 3], b"x")).collect();
    let found = batch(&["tags"], &[record]);
    let entries = found.column_by_name("other_tags").unwrap().as_map().value(0);
    let keys: std::collections::HashSet<&str> = entries.column(0).as_string::<i32>().iter().flatten().collect();
    assert_eq!((entries.len(), keys.len()), (9998, 9998));
    assert!(keys.contains("Note") && keys.contains("Note#3334") && keys.contains("White#3333"));
    assert!(!keys.contains("White") && !keys.contains("White#1"));
}

#[test]
fn names_and_values_that_are_not_utf_8() {
    let mut record = game("");
    record.encoding = Encoding::Cp1252;
    record.tags = vec![hand::tag(b"White", b"Ca\xf1o"), hand::tag(b"Gr\xfc\xdfe", b"\x80")];
    check(&record, &[("white", "Ca\u{f1}o"), ("other_tags", "Gr\u{fc}\u{df}e=\u{20ac}")]);
}

#[test]
fn the_usual_start_has_no_fen() {
    const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(&tags(&[("FEN", USUAL)]), &[("fen", "NULL"), ("other_tags", &format!("FEN={USUAL}"))]);
    check(
        &tags(&[("FEN", "8/8/8/8/8/8/8/K1k5 b - - 0 1")]),
        &[("fen", "8/8/8/8/8/8/8/K1k5 b - - 0 1"), ("other_tags", "")],
    );
}

/// 1. e4 d5 2. exd5 Qxd5 3. Qf3 Qxf3 4. Nxf3: castling, a trade of queens, checks, all by hand.
#[test]
fn a_game_from_the_usual_start() {
    let record = game("e2e4 d7d5 e4d5 d8d5 d1f3 d5f3 g1f3 b8c6 f1b5 c8d7 e1g1 e8c8 b5c6 d7c6 f3e5 d8d2 c1d2 c6g2");
    check(
        &record,
        &[
            ("ply_count", "18"),
            ("first_move", "e2e4"),
            ("white_castle_ply", "11"),
            ("black_castle_ply", "12"),
            ("white_castle", "K"),
            ("black_castle", "Q"),
            ("first_capture_ply", "3"),
            ("first_queen_trade_ply", "7"),
            ("first_promotion_ply", "NULL"),
            ("captures", "9"),
            ("promotions", "0"),
            ("underpromotions", "0"),
            ("en_passants", "0"),
            ("white_checks", "0"),
            ("black_checks", "0"),
            ("min_material", "21"),
            ("final_material", "KRRBNNPPPPPvKRBBNPPPPPPP"),
            ("mate", "false"),
            ("stalemate", "false"),
            ("piece", "1 1 1 5 5 5 2 2 3 3 6 6 3 3 2 4 3 3"),
            ("from_square", "12 51 28 59 3 35 6 57 5 58 4 60 33 51 21 59 2 42"),
            ("to_square", "28 35 35 35 21 21 21 42 33 51 6 58 42 42 36 11 11 14"),
            ("captured", "0 0 1 1 0 5 5 0 0 0 0 0 2 3 0 1 4 1"),
            ("castle", "0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 0"),
            ("promotion", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
            ("gives_check", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
            ("imbalance", "0 0 1 0 0 -9 0 0 0 0 0 0 3 0 0 -1 4 3"),
        ],
    );
}

#[test]
fn checks_mate_and_the_side_that_gives_them() {
    let mate = game("f2f3 e7e5 g2g4 d8h4");
    check(&mate, &[("mate", "true"), ("black_checks", "1"), ("white_checks", "0"), ("gives_check", "0 0 0 1")]);
    let black_first = game_from("4k3/8/8/8/8/8/q7/4K3 b - - 0 1", "a2a1 e1d2 a1b2 d2d3");
    check(&black_first, &[("black_checks", "2"), ("white_checks", "0"), ("ply_count", "4"), ("first_move", "a2a1")]);
    let stalemate = game_from("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "f7g6");
    check(&stalemate, &[("stalemate", "true"), ("mate", "false"), ("final_fen", "7k/8/6Q1/8/8/8/8/K7 b - - 1 1")]);
}

#[test]
fn a_start_with_black_to_move() {
    let record = game_from("r3k2r/pppppppp/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8 e1g1 d8e8 a1d1");
    check(
        &record,
        &[
            ("black_castle_ply", "1"),
            ("white_castle_ply", "2"),
            ("black_castle", "Q"),
            ("white_castle", "K"),
            ("first_capture_ply", "NULL"),
            ("imbalance", "-8 -8 -8 -8"),
        ],
    );
}

#[test]
fn en_passant_and_promotions() {
    let record = game_from("4k3/P6p/8/3pP3/8/8/7p/4K1N1 w - d6 0 1", "e5d6 h2g1n d6d7 e8f7 d7d8r f7g7 a7a8q");
    check(
        &record,
        &[
            ("piece", "1 1 1 6 1 6 1"),
            ("captured", "1 2 0 0 0 0 0"),
            ("promotion", "0 2 0 0 4 0 5"),
            ("en_passants", "1"),
            ("captures", "2"),
            ("promotions", "3"),
            ("underpromotions", "2"),
            ("first_promotion_ply", "2"),
            ("min_material", "2"),
            ("imbalance", "3 -2 -2 -2 2 2 10"),
            ("final_material", "KQRvKNP"),
        ],
    );
    let packed = batch(&["packed"], &[record]);
    let words = packed.column(0).as_binary::<i32>().value(0);
    assert_eq!(words.len(), 14);
    assert_eq!(u16::from_le_bytes([words[2], words[3]]), 15 | 6 << 6 | 2 << 12);
}

#[test]
fn a_null_move_is_the_kings_square_twice() {
    let record = game("e2e4 -- d2d4");
    check(
        &record,
        &[
            ("piece", "1 0 1"),
            ("from_square", "12 60 11"),
            ("to_square", "28 60 27"),
            (
                "packed_moves",
                &format!("{:?}", [12 | 28 << 6, 60 | 60 << 6, 11 | 27 << 6_u16].map(u16::to_le_bytes).concat()),
            ),
        ],
    );
    check(&game("--"), &[("first_move", "0000"), ("castle", "0")]);
}

#[test]
fn the_opening_belongs_to_the_last_named_position() {
    let najdorf = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6";
    let opening = |eco, name, ply| [("eco_found", eco), ("opening_found", name), ("opening_ply", ply)];
    check(&game(najdorf), &opening("B90", "Sicilian Defense: Najdorf Variation", "10"));
    check(&game(&format!("{najdorf} a2a3 h7h5")), &opening("B90", "Sicilian Defense: Najdorf Variation", "10"));
    let castled = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4";
    check(&game(castled), &opening("C80", "Ruy Lopez: Open", "10"));
    check(&game(""), &opening("NULL", "NULL", "NULL"));
    // The tags differ, which does not matter.
    check(&tagged(game("e2e4"), &[("ECO", "A00"), ("Opening", "Hers")]), &opening("B00", "King's Pawn Game", "1"));
}

#[test]
fn a_game_from_another_start_has_an_opening_only_by_the_standard_rules() {
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check(&game_from(sicilian, "f2f3"), &[("opening_found", "Sicilian Defense"), ("opening_ply", "0")]);
    check(&game_960(sicilian, "f2f3"), &[("opening_found", "NULL"), ("opening_ply", "NULL")]);
    let unplayed = Record { played: false, ..game("e2e4") };
    check(&unplayed, &[("eco_found", "NULL"), ("opening_found", "NULL"), ("opening_ply", "NULL")]);
}

#[test]
fn castling_in_chess960_is_the_kings_destination() {
    let record = game_960("1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1", "c1c1 c8g8");
    check(
        &record,
        &[
            ("from_square", "2 58"),
            ("to_square", "2 62"),
            ("castle", "2 1"),
            ("white_castle", "Q"),
            ("black_castle", "K"),
            ("first_move", "c1b1"),
        ],
    );
    let packed = batch(&["packed"], &[record]);
    assert_eq!(packed.column(0).as_binary::<i32>().value(0)[..2], (2_u16 | 2 << 6 | 1 << 15).to_le_bytes());
}

#[test]
fn an_empty_game_and_one_that_was_not_played() {
    let nothing = [("ply_count", "0"), ("first_move", "NULL"), ("white_castle_ply", "NULL")];
    check(&game(""), &nothing);
    check(&game(""), &[("piece", ""), ("imbalance", ""), ("packed_moves", "[]")]);
    check(&game(""), &[("min_material", "39"), ("final_material", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP")]);
    let refused = Record::new();
    check(&refused, &nothing);
    check(&refused, &[("min_material", "0"), ("final_material", ""), ("final_fen", "NULL")]);
    check(&refused, &[("piece", "NULL"), ("imbalance", "NULL"), ("packed_moves", "NULL"), ("doc", "NULL")]);
}

#[test]
fn a_record_used_again_may_keep_an_old_start() {
    let mut record = game("e2e4 e7e5");
    record.start = game_from("8/8/8/8/8/8/8/K1k5 b - - 0 1", "").start;
    check(&record, &[("min_material", "39"), ("imbalance", "0 0"), ("white_checks", "0")]);
}

#[test]
fn material_is_clamped() {
    let record = game_from("QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K1k5 b - - 0 1", "");
    assert_eq!(value(&record, "min_material"), "0");
    let mut record = record;
    record.plies = game("e2e4").plies;
    assert_eq!(value(&record, "imbalance"), "127");
}

#[test]
fn clocks_and_evaluations() {
    let mut record = tagged(game("e2e4 e7e5 g1f3 b8c6"), &[("TimeControl", "180+2")]);
    record.comments = vec![
        (0, b"[%clk 9:09:09]"[..].into()),
        (1, b"[%eval 0.35,22] [%clk 0:03:00]"[..].into()),
        (2, b"good"[..].into()),
        (2, b"[%clk 0:02:59.5] [%clk 0:00:01]"[..].into()),
        (3, b"[%eval #-3][%clk 0:03:01]"[..].into()),
        (4, b"[%eval -400] [%clk 0:02:58.25]"[..].into()),
    ];
    check(
        &record,
        &[
            ("clock_ms", "180000 179500 181000 178250"),
            ("eval_cp", "35 NULL NULL -40000"),
            ("eval_mate", "NULL NULL -3 NULL"),
            ("eval_depth", "22 NULL NULL NULL"),
            ("best", "NULL"),
            ("elapsed_ms", "0 500 1500 4750"),
            ("annotations", "NULL"),
        ],
    );
    check(&game("e2e4"), &[("clock_ms", "NULL"), ("eval_cp", "NULL"), ("eval_mate", "NULL"), ("elapsed_ms", "NULL")]);
}

#[test]
fn time_since_the_start() {
    let elapsed = |control: &'static str, comments: &[&'static str]| {
        let mut record = tagged(game("e2e4 e7e5 g1f3 b8c6"), &[("TimeControl", control)]);
        record.comments = comments.iter().zip(1..).map(|(text, ply)| (ply, text.as_bytes().into())).collect();
        value(&record, "elapsed_ms")
    };
    // A first clock above the base has its increment already.
    assert_eq!(
        elapsed("60+1", &["[%clk 0:01:00.5]", "[%clk 0:00:59]", "[%clk 0:01:01]", "[%clk 0:00:59]"]),
        "500 1500 2000 3000"
    );
    // A clock that rises by more than is possible.
    assert_eq!(elapsed("60", &["[%clk 0:00:50]", "[%clk 0:00:50]", "[%clk 0:00:55]"]), "NULL");
    assert_eq!(elapsed("60", &["[%clk 0:00:50]", "", "[%clk 0:00:45]", "[%clk 0:00:45]"]), "10000 NULL NULL 30000");
    assert_eq!(elapsed("-", &["[%clk 0:00:50]"]), "NULL");
    assert_eq!(elapsed("-", &["[%emt 0:00:01.5]", "[%emt 2]", "", "[%emt 1]"]), "1500 3500 NULL NULL");
}

#[test]
fn errors_and_places_count_from_the_start_of_the_source() {
    let at = Location { byte: 40, bit: None, game: 2, ply: Some(3), number: Some((2, false)), line: 5, column: 7 };
    let mut bad = game("e2e4 e7e5");
    bad.number = 2;
    bad.first_error = Some(Fault::new(Code::MoveIllegal, at, "cannot play `Qh8`".to_owned(), "Qh8".to_owned()));
    let mut batcher = Batcher::new(&column::resolve(&["game", "errors", "source"]).unwrap());
    batcher.append(&game(""));
    batcher.append(&bad);
    let base = Base { bytes: 1000, games: 10, lines: 100, columns: 0 };
    let found = batcher.finish(&base, "a.zip:b.pgn");
    let row = |row| found.columns().iter().map(|array| shown(array, row)).collect::<Vec<_>>();
    assert_eq!(row(0), ["11", "NULL", "NULL", "NULL", "NULL", "a.zip:b.pgn"]);
    let error = "cannot play `Qh8` (game 12, move 2., line 105, column 7, byte 1040)";
    assert_eq!(row(1), ["12", "move-illegal", error, "3", "1040", "a.zip:b.pgn"]);
    assert_eq!(batcher.len(), 0);
}

#[test]
fn a_batcher_starts_afresh() {
    let mut batcher = Batcher::new(&column::resolve(&["tags", "summary", "moves", "notes", "errors"]).unwrap());
    let records = [tagged(game("e2e4"), &[("White", "A"), ("Odd", "x")]), game("")];
    let mut fill = || {
        records.iter().for_each(|record| batcher.append(record));
        batcher.finish(&Base::default(), "x")
    };
    let first: RecordBatch = fill();
    assert_eq!(fill(), first);
    assert_eq!(batcher.finish(&Base::default(), "x").num_rows(), 0);
}

#[test]
fn the_text_is_the_bytes() {
    let mut record = game("");
    record.text = b"[White \"\xff\"]\r\n\r\n*\r\n";
    assert_eq!(batch(&["text"], &[record.clone()]).column(0).as_binary::<i32>().value(0), record.text);
}

/// What is kept from one game for the next ones must not show.
#[test]
fn tags_do_not_depend_on_the_games_before() {
    const NAMES: &[&[&str]] = &[
        &["Event", "White", "Black", "UTCDate", "UTCTime", "WhiteElo", "BlackElo", "TimeControl", "WhiteRatingDiff"],
        &["Event", "White", "Black", "UTCDate", "UTCTime", "WhiteElo", "BlackElo", "TimeControl", "BlackRatingDiff"],
        &["UTCDate", "Date", "UTCTime", "TimeControl", "x", "x", "y", "x#2", "", "WhiteElo", "WhiteElo"],
        &["y", "x", "Zürich", "Round", "TimeControl", "BlackElo", "Date", "UTCTime"],
        &[],
    ];
    const VALUES: &[&str] = &["", "?", "2013.01.01", "2013.01.02", "2013.??.??", "Zürich", "23:59:59", "1:02:03", "7"];
    const CONTROLS: &[&str] =
        &["60+0", "180+2", "-", "", "40/7200", "1/86400", "é", "300", "10+0", "20+0", "30+0", "40"];
    const RATINGS: &[&str] = &["1500", "01500", "?", "2000", "", "-5", "99999"];
    let mut dice = hand::Dice(7);
    let mut games: Vec<(usize, Vec<(&str, &str)>)> = Vec::new();
    for _ in 0..400 {
        let shape = dice.roll(NAMES.len() as u64) as usize;
        let mut value = |name: &str| {
            let values = match name {
                "TimeControl" => CONTROLS,
                "WhiteElo" | "BlackElo" => RATINGS,
                _ => VALUES,
            };
            values[dice.roll(values.len() as u64) as usize]
        };
        games.push((shape, NAMES[shape].iter().map(|&name| (name, value(name))).collect()));
    }
    let plain = |number: usize| {
        let mut record = Record { number: number as u64 + 1, ..Record::new() };
        let tag = |&(name, value): &(&'static str, &'static str)| Tag::plain(name.as_bytes(), value.as_bytes());
        record.tags = games[number].1.iter().map(tag).collect();
        record
    };
    let as_text = |number: usize| {
        let mut record = plain(number);
        record.values = games[number].1.iter().map(|&(_, value)| value).collect();
        record.names = games[number].0 as u64 + 1;
        record
    };
    let rows = |records: &[Record<'_>]| {
        let batch = batch(&["tags"], records);
        let row = |row| batch.columns().iter().map(|column| shown(column, row)).collect::<Vec<_>>();
        (0..batch.num_rows()).map(row).collect::<Vec<_>>()
    };
    let expected: Vec<_> = (0..games.len()).flat_map(|number| rows(&[plain(number)])).collect();
    assert_eq!(rows(&(0..games.len()).map(plain).collect::<Vec<_>>()), expected);
    assert_eq!(rows(&(0..games.len()).map(as_text).collect::<Vec<_>>()), expected);
}
