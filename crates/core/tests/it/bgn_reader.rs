//! Documents of BGN as they are read: the vectors, documents written by hand, and hostile ones.

use crate::conversion::convert;
use crate::seed::Seed;
use scoresheet_core::game::{bgn, find};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Depth, Games, KeepFaults, Record, Settings};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::Filter;
use std::fmt::Write;

/// Notes each step but positions, in few words.
#[derive(Default)]
struct Steps(String);

impl Sink for Steps {
    fn take(&mut self, step: Step<'_>) {
        let out = &mut self.0;
        let _ = match step {
            Step::Head(head) => {
                head.tags.iter().for_each(|(name, value)| write!(out, "[{name} {value:?}] ").expect("it fits"));
                Ok(())
            }
            Step::Move { spelled, .. } => write!(out, "{} ", spelled.expect("it is spelled").text()),
            Step::Unplayed(word) => write!(out, "?{word} "),
            Step::Nag { value: Some(value), .. } => write!(out, "${value} "),
            Step::Nag { spelled, .. } => write!(out, "nag:{spelled} "),
            Step::Comment { text, .. } => write!(out, "{{{text}}} "),
            Step::Annotation(object) => write!(out, "@{object} "),
            Step::Field(member) => write!(out, "#{member} "),
            Step::Open => write!(out, "( "),
            Step::Close => write!(out, ") "),
            Step::Termination(termination) => write!(out, "{} ", termination.as_str()),
            Step::End(_) => writeln!(out),
            Step::Skipped(_) | Step::Verbatim(..) => Ok(()),
            Step::Escape(_) | Step::Place(_) | Step::Played(_) | Step::Inner(_) => Ok(()),
        };
    }
}

/// The steps of each game, and what is wrong: code, byte, ply, text.
struct Found {
    games: Vec<String>,
    faults: Vec<(&'static str, u64, Option<u32>, String)>,
    messages: Vec<String>,
}

fn read_with(bytes: &[u8], limits: Limits) -> Found {
    let settings = Settings { limits, keep_faults: KeepFaults::All, ..Settings::default() };
    let mut games = Games::reading(bytes, bgn::BgnReader::new(bytes, &limits), &settings);
    let mut steps = Steps::default();
    while games.next(&mut Record::new(), &mut steps) {}
    let told: Vec<_> = games.into_tally().all.expect("all are kept").into_iter().collect();
    let messages = told.iter().map(|fault| fault.message.clone()).collect();
    let faults = told.into_iter().map(|fault| (fault.code.id(), fault.at.byte, fault.at.ply, fault.text.clone()));
    Found { faults: faults.collect(), games: steps.0.lines().map(|line| line.trim_end().into()).collect(), messages }
}

fn read(text: &str) -> Found {
    read_with(text.as_bytes(), Limits::default())
}

/// The one game of a text in which nothing is wrong.
fn game(text: &str) -> String {
    let found = read(text);
    assert_eq!(found.faults, [], "{text}");
    assert_eq!(found.games.len(), 1, "{text}");
    found.games[0].clone()
}

/// What is wrong with a text: codes and the texts they are about.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    read(text)
        .faults
        .into_iter()
        .map(|(code, byte, _, shown)| {
            let there = text.as_bytes().get(byte as usize..).is_some_and(|rest| rest.starts_with(shown.as_bytes()));
            assert!(
                there || code.contains("move") || shown.len() > 60 || shown.contains('\u{fffd}'),
                "{code} at {byte}: {shown} in {text}"
            );
            (code, shown)
        })
        .collect()
}

/// A document of these moves.
fn with_moves(moves: &str) -> String {
    format!("{{\"moves\":[{moves}]}}")
}

const E4: &str = r#"{"p":"P","f":"e2","t":"e4"}"#;
const E5: &str = r#"{"f":"e7","t":"e5"}"#;

#[test]
fn the_worked_document_is_read_whole() {
    let text = include_str!("../../../../vectors/bgn/worked.json");
    let expected = concat!(
        "[Event \"Worked example\"] [Site \"?\"] [Date \"1972.??.??\"] [Round \"-\"] [White \"Roosevelt, Theodore\"] ",
        "[Black \"Harding, Warren\"] [Result \"1-0\"] [Annotator \"Hoover\"] ",
        r##"#"bgn":{"white":{"nick":"Teddy"},"sources":[{"id":"AA2","info":{"name":{"last":"Hoover"},"rating":1000}},"##,
        r##"{"id":"AA3"},{"id":"AA7"}]} @{"id":"AA2"} {Every field once.} "##,
        r##"e2e4 #"et":2 d7d5 #"et":9.5 e4e5 #"properties":{"lichess":{"eval":"-0.21","clk":"0:02:30"}} {[%eval -0.21] [%clk 0:02:30]} "##,
        r##"f7f5 #"properties":{"myNamespace":{"eval":[-3,0.001,"foo"],"rushFactor":[11.023,0]}} "##,
        r##"e5f6 @{"id":"AA2"} $2 {Greedy.} @{"id":"AA3"} ( #"name":"Quiet" {Development first.} g1f3 "##,
        r##"b8c6 @{"id":"AA3"} ( e7e6 d2d4 ) d2d4 ) @{"id":"AA7"} $0 "##,
        r##"@{"id":"AA7","date":"2022-03-04","q":1} $4 {yeah...} "##,
        r##"g8h6 f6g7 b8c6 g7h8q c8g4 g1f3 d8d6 f1e2 e8c8 e1g1 @{"id":"AA2","before":true} {Not 8... Qh2.} "##,
        "h6f5 a2a3 f5d4 a3a4 d4e2 g1h1 e2g3 f2g3 1-0",
    );
    assert_eq!(game(text), expected);
    // White space means nothing.
    let spread = text.replace(": ", "\n :\r\n\t").replace("{\"p\"", "{ \"p\"");
    assert_eq!(game(&spread), expected);
}

#[test]
fn a_game_that_black_starts() {
    let text = include_str!("../../../../vectors/bgn/black-first.json");
    assert_eq!(game(text), "[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 1\"] e8g8 e1d2");
    assert_eq!(faults(&text.replace("null, ", "")), [("field-value", "{".into())]);
    assert_eq!(faults(&with_moves("null")), [("field-value", "null".into())]);
    assert_eq!(faults(&with_moves(&format!("{E4},null,{E5}"))), [("field-value", "null".into())]);
}

#[test]
fn tags_keep_their_order_and_get_their_names_back() {
    let text = r##"{"moves":[],"pgn":{"white":"A","eco":"C20","white#2":"B","Link":"x\ny","#event":"","utcDate":"","whiteUSCF":"1","white":"again"}}"##;
    let found = read(text);
    assert_eq!(
        found.games,
        [r#"[White "A"] [ECO "C20"] [White "B"] [Link "x\ny"] [event ""] [UTCDate ""] [WhiteUSCF "1"] *"#]
    );
    let codes: Vec<_> = found.faults.iter().map(|fault| fault.0).collect();
    assert_eq!(codes, ["tag-repeated", "json-duplicate"]);
}

#[test]
fn what_a_replay_can_supply_may_be_missing() {
    for (moves, played) in [
        (r#"{"f":"e2","t":"e4"}"#, "e2e4 *"),
        (r#"{"t":"e4","f":"e2","p":"P"},{"t":"d5","f":"d7"},{"f":"e4","t":"d5"}"#, "e2e4 d7d5 e4d5 *"),
        (
            r#"{"f":"g1","t":"f3"},{"f":"e7","t":"e5"},{"f":"g2","t":"g3"},{"f":"e5","t":"e4"},{"f":"f1","t":"g2"},{"f":"e4","t":"f3"},{"castle":"K"}"#,
            "g1f3 e7e5 g2g3 e5e4 f1g2 e4f3 e1g1 *",
        ),
        (r#"{"null":true},{"f":"e7","t":"e5"}"#, "0000 e7e5 *"),
    ] {
        assert_eq!(game(&with_moves(moves)), played, "{moves}");
    }
    let promotion =
        r#"{"bgn":{"setup":{"fen":"7k/P7/8/8/8/8/8/K7 w - - 0 1"}},"moves":[{"f":"a7","t":"a8","promote":"N"}]}"#;
    assert_eq!(game(promotion), r#"[SetUp "1"] [FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"] a7a8n"#);
    // Without `bgn` the tag determines how the game ended.
    assert_eq!(game(r#"{"pgn":{"result":"1-0"},"moves":[]}"#), r#"[Result "1-0"] 1-0"#);
    assert_eq!(game(r#"{"pgn":{"result":"1-0"},"bgn":{},"moves":[]}"#), r#"[Result "1-0"]"#);
}

#[test]
fn each_field_is_held_against_the_board() {
    let after = |moves: &str, last: &str| faults(&with_moves(&format!("{moves}{last}")));
    let start = |field: &str| after("", &format!(r#"{{"f":"e2","t":"e4",{field}}}"#));
    let second = |field: &str| after(&format!("{E4},"), &format!(r#"{{"f":"e7","t":"e5",{field}}}"#));
    for (field, value) in [
        (r#""p":"N""#, "\"N\""),
        (r#""p":"pawn""#, "\"pawn\""),
        (r#""x":"P""#, "\"P\""),
        (r#""c":1"#, "1"),
        (r#""castle":"K""#, "\"K\""),
        (r#""ep":true"#, "true"),
        (r#""mate":true"#, "true"),
        (r#""stalemate":true"#, "true"),
        (r#""illegal":true"#, "true"),
        (r#""promote":"Q""#, "\"Q\""),
        (r#""gone":{"d8":"q"}"#, r#"{"d8":"q"}"#),
    ] {
        assert_eq!(start(field), [("field-differs", value.to_owned())], "{field}");
        assert_eq!(second(field), [("field-differs", value.to_owned())], "{field}");
    }
    let found = read(&with_moves(r#"{"p":"P","f":"e2","t":"e4","x":"N"},{"p":"N","f":"e7","t":"e5"}"#));
    assert_eq!(
        found.messages,
        [
            "the field `x` is `\"N\"`, but this move cannot have it",
            "the field `p` is `\"N\"`, but the board gives `\"P\"`",
        ]
    );
    assert_eq!(found.faults.iter().map(|fault| fault.2).collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert_eq!(found.games, ["e2e4 e7e5 *"]);
}

#[test]
fn drops_and_explosions_are_held_against_the_board() {
    let crazyhouse = |moves: &str| {
        let setup = r#""setup":{"fen":"4k3/8/8/8/8/8/8/4K3[NPn] w - - 0 1"},"rules":"crazyhouse""#;
        read(&format!(r#"{{"bgn":{{{setup}}},"moves":[{moves}]}}"#))
    };
    let faults = |found: Found| found.faults.into_iter().map(|fault| (fault.0, fault.3)).collect::<Vec<_>>();
    let found =
        crazyhouse(r#"{"p":"N","t":"f6","c":1,"drop":true},{"f":"e8","t":"e7"},{"drop":true,"t":"a2","p":"P"}"#);
    assert_eq!(
        found.games,
        [r#"[SetUp "1"] [FEN "4k3/8/8/8/8/8/8/4K3[NPn] w - - 0 1"] [Variant "Crazyhouse"] N@f6 e8e7 P@a2"#]
    );
    assert_eq!(faults(found), []);
    for (mv, expected) in [
        // What is dropped comes from no square and becomes nothing.
        (r#"{"p":"N","f":"b1","t":"c3","drop":true}"#, vec![("field-differs", "\"b1\"".into())]),
        (r#"{"p":"N","t":"c3","drop":true,"promote":"N"}"#, vec![("field-differs", "\"N\"".into())]),
        (r#"{"f":"e1","t":"e2","drop":true}"#, vec![("move-syntax", r#"{"f":"e1","t":"e2","drop":true}"#.into())]),
        (r#"{"t":"e2","drop":true}"#, vec![("move-syntax", r#"{"t":"e2","drop":true}"#.into())]),
        (r#"{"p":"P","f":"e1","t":"e2"}"#, vec![("field-differs", "\"P\"".into())]),
        (r#"{"p":"Q","t":"e2","drop":true}"#, vec![("illegal-move", "Q@e2".into()), ("field-missing", "Q@e2".into())]),
        (r#"{"p":"Q","t":"e2","drop":true,"illegal":true}"#, vec![("illegal-move", "Q@e2".into())]),
        (r#"{"p":"N","t":"e8","drop":true}"#, vec![("move-illegal", "N@e8".into())]),
    ] {
        assert_eq!(faults(crazyhouse(mv)), expected, "{mv}");
    }
    assert_eq!(faults(read(r#"{"moves":[{"p":"N","t":"e4","drop":true}]}"#)), [("move-illegal", "N@e4".into())]);

    let atomic = |last: &str| {
        let moves = r#"{"f":"g1","t":"f3"},{"f":"a7","t":"a6"},{"f":"f3","t":"g5"},{"f":"a6","t":"a5"}"#;
        faults(read(&format!(r#"{{"bgn":{{"rules":"N+17"}},"moves":[{moves},{last}]}}"#)))
    };
    for (gone, is_right) in [
        (r#"{"e8":"k","f8":"b","g8":"n"}"#, true),
        (r#"{"g8":"n","e8":"k","f8":"b"}"#, true),
        (r#"{"e8":"k","f8":"b"}"#, false),
        (r#"{"e8":"k","f8":"b","g8":"N"}"#, false),
        (r#"{"e8":"k","f8":"b","g8":"n","e7":"p"}"#, false),
    ] {
        let expected = if is_right { vec![] } else { vec![("field-differs", gone.to_owned())] };
        assert_eq!(atomic(&format!(r#"{{"f":"g5","t":"f7","gone":{gone}}}"#)), expected, "{gone}");
    }
    for gone in ["[]", "{}", r#"{"e9":"k"}"#, r#"{"e8":"king"}"#, r#"{"e8":"k","e8":"k"}"#, r#"{"e8":1}"#] {
        let mv = format!(r#"{{"f":"g5","t":"f7","gone":{gone}}}"#);
        assert_eq!(atomic(&mv), [("field-value", gone.to_owned())], "{gone}");
    }
    assert_eq!(atomic(r#"{"f":"g5","t":"f7","mate":true}"#), [("field-differs", "true".to_owned())]);
}

#[test]
fn checks_are_counted_along_each_line() {
    let text = |second: u32, inner: u32| {
        format!(
            r#"{{"bgn":{{"setup":{{"fen":"7k/8/8/8/8/8/R7/K7 w - - 0 1"}}}},"moves":[
            {{"f":"a2","t":"h2","c":1}},{{"f":"h8","t":"g8"}},{{"f":"h2","t":"g2","c":{second},"a":[
            {{"id":"pgn","alt":{{"moves":[{{"f":"h2","t":"h8"}}]}}}},
            {{"id":"pgn","alt":{{"moves":[{{"f":"h2","t":"g2","c":{inner}}}]}}}}]}}]}}"#
        )
    };
    let differs = |text: String| {
        let found = read(&text).faults;
        found.into_iter().filter(|fault| fault.0 == "field-differs").map(|fault| fault.3).collect::<Vec<_>>()
    };
    assert_eq!(differs(text(2, 2)), Vec::<String>::new());
    assert_eq!(differs(text(1, 2)), ["1"]);
    assert_eq!(differs(text(2, 3)), ["3"]);
}

#[test]
fn a_move_that_cannot_be_played_ends_its_line() {
    let found = read(&with_moves(&format!(
        r#"{E4},{{"f":"e6","t":"e4"}},{{"p":"N","f":"g1","t":"f3"}},{{"drop":true,"p":"N","t":"f3"}},{{"castle":"Q"}},{{"x":1}}"#
    )));
    let unplayed =
        r#"{"f":"e6","t":"e4"},{"p":"N","f":"g1","t":"f3"},{"drop":true,"p":"N","t":"f3"},{"castle":"Q"},{"x":1}"#;
    assert_eq!(found.games, [format!(r##"e2e4 #"unplayed":[{unplayed}] ?e6e4 ?g1f3 ?N@f3 ?O-O-O ?{{"x":1}} *"##)]);
    let codes: Vec<_> = found.faults.iter().map(|fault| (fault.0, fault.2)).collect();
    assert_eq!(codes, [("move-illegal", Some(2)), ("field-value", Some(1))]);
    // The rest of the game continues.
    let line = format!(
        r#"{E4},{{"f":"e7","t":"e5","a":[{{"id":"pgn","alt":{{"moves":[{{"f":"d5","t":"d4"}}]}}}}]}},{{"f":"g1","t":"f3"}}"#
    );
    let expected = r##"e2e4 e7e5 ( #"unplayed":[{"f":"d5","t":"d4"}] ?d5d4 ) g1f3 *"##;
    assert_eq!(read(&with_moves(&line)).games, [expected]);
}

#[test]
fn moves_that_are_marked_as_illegal_are_played() {
    let illegal =
        with_moves(&format!(r#"{E4},{{"p":"P","f":"e7","t":"e4","x":"P","illegal":true}},{{"f":"g1","t":"f3"}}"#));
    let found = read(&illegal);
    assert_eq!(found.games, ["e2e4 e7e4 g1f3 *"]);
    assert_eq!(found.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), ["illegal-move"]);
    assert_eq!(faults(&with_moves(r#"{"f":"e2","t":"e5","illegal":true}"#))[0].0, "illegal-move");
    // One that is not marked is played as well, and is an error.
    for (moves, word) in [(r#"{"f":"e2","t":"e5"}"#, "e2e5"), (r#"{"f":"e2","t":"e4"},{"f":"e8","t":"e2"}"#, "e8e2")] {
        let found = read(&with_moves(&format!(r#"{moves},{{"f":"b8","t":"c6"}}"#)));
        assert!(found.games[0].contains(word), "{moves}");
        let codes: Vec<_> = found.faults.iter().map(|fault| (fault.0, fault.3.as_str())).collect();
        assert_eq!(codes[..2], [("illegal-move", word), ("field-missing", word)], "{moves}");
    }
    // But for moves of the other side.
    assert_eq!(faults(&with_moves(r#"{"f":"e7","t":"e5"}"#))[0].0, "move-illegal");
}

#[test]
fn castling_in_chess960_is_distinguished_from_the_kings_step() {
    let fen = "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1";
    let text = |moves: &str| format!(r#"{{"pgn":{{"Variant":"Chess960","fen":"{fen}"}},"moves":[{moves}]}}"#);
    let game = read(&text(r#"{"p":"K","f":"c1","t":"c1","castle":"Q"}"#));
    assert_eq!(game.games[0].split_whitespace().last(), Some("*"));
    // The rook is on d1, the king's square is c1: castling is not legal before the way is free.
    assert!(game.faults.iter().all(|fault| fault.0 != "field-differs"), "{:?}", game.faults);
}

#[test]
fn annotations_are_marked_if_readers_of_pgn_would_make_others() {
    let told = |annotator: &str, notes: &str| {
        let text = format!(
            r#"{{"pgn":{{{annotator}}},"bgn":{{"sources":[{{"id":"pgn"}},{{"id":"A"}},{{"id":"B"}}]}},"moves":[{{"f":"e2","t":"e4","a":[{notes}]}}]}}"#
        );
        let game = game(&text);
        game.split_once("e2e4").expect("a move").1.trim().to_owned()
    };
    let line = r#"{"moves":[{"f":"d2","t":"d4"}]}"#;
    // One, and several by the rule of order.
    assert_eq!(told("", &format!(r#"{{"id":"pgn","nag":1,"comment":"x","alt":{line}}}"#)), "$1 {x} ( d2d4 )");
    assert_eq!(
        told("", r#"{"id":"pgn","nag":2},{"id":"pgn","nag":14,"comment":"x"},{"id":"pgn","comment":"y"}"#),
        "$2 $14 {x} {y}"
    );
    // The second one would join the first one.
    assert_eq!(told("", r#"{"id":"pgn","nag":2},{"id":"pgn","comment":"x"}"#), r#"$2 @{"id":"pgn"} {x}"#);
    assert_eq!(told(r#""annotator":"A""#, r#"{"id":"A","nag":2}"#), "$2");
    assert_eq!(
        told("", r#"{"id":"A","nag":2},{"id":"pgn","nag":3},{"id":"B","new": [1, 2],"q":1.50}"#),
        r#"@{"id":"A"} $2 @{"id":"pgn"} $3 @{"id":"B","q":1.50,"new":[1,2]}"#
    );
    // NAGs that are not numbers up to 255 are as in PGN.
    let odd = r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","nag":"300"},{"id":"pgn","nag":"$5.1.2"}]}]}"#;
    assert_eq!(read(odd).games, ["e2e4 nag:$300 nag:$5.1.2 *"]);
}

#[test]
fn lines_may_be_text_too() {
    let inner = r#"{"comment":"a \"quoted\" word","moves":[{"f":"d2","t":"d4"},{"f":"d7","t":"d5","a":[{"id":"pgn","alt":{"moves":[{"f":"g8","t":"f6"}],"tail":"Zz9 x"}}]}]}"#;
    let notes = |member: &str| with_moves(&format!(r#"{{"f":"e2","t":"e4","a":[{{"id":"pgn",{member}}}]}}"#));
    let as_text = format!("{inner:?}").replace("\\'", "'");
    let (line, text) = (read(&notes(&format!("\"alt\":{inner}"))), read(&notes(&format!("\"altText\":{as_text}"))));
    assert_eq!(line.games, ["e2e4 ( {a \"quoted\" word} d2d4 d7d5 ( g8f6 ?Zz9 x ) ) *"]);
    assert_eq!(text.games, line.games);
    assert_eq!(
        text.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(),
        line.faults.iter().map(|fault| fault.0).collect::<Vec<_>>()
    );
}

/// A game whose lines nest this deep.
fn nested(depth: usize) -> String {
    let mut moves = String::from(r#"{"f":"e2","t":"e4"}"#);
    moves.insert_str(moves.len() - 1, &r#","a":[{"id":"pgn","alt":{"moves":[{"f":"e2","t":"e4""#.repeat(depth));
    moves.push_str(&"]}}]}".repeat(depth));
    with_moves(&format!("{moves},{E5}"))
}

#[test]
fn lines_nest_to_the_limit() {
    let deep = nested(10_000);
    let found = read(&deep);
    let codes: Vec<_> = found.faults.iter().filter(|fault| fault.0 != "source-unknown").map(|fault| fault.0).collect();
    assert_eq!(codes, Vec::<&str>::new());
    assert_eq!(found.games[0].matches('(').count(), 10_000);
    assert!(found.games[0].ends_with(") e7e5 *"));
    let found = read(&format!("{}\n{}", nested(100_000), with_moves(E4)));
    let codes: Vec<_> = found.faults.iter().filter(|fault| fault.0 != "source-unknown").map(|fault| fault.0).collect();
    assert_eq!(codes, ["limit-nesting"]);
    assert_eq!(found.games.len(), 2);
    assert_eq!(found.games[1], "e2e4 *");
}

#[test]
fn unknown_members_are_kept() {
    let text =
        r#"{"_id" : {"$oid": "1"},"moves":[{"f":"e2","t":"e4","new":[1, 2.0],"x y":null}],"bgn":{"more": true},"z":1}"#;
    assert_eq!(game(text), r##"#"bgn":{"more":true} #"_id":{"$oid":"1"} #"z":1 e2e4 #"new":[1,2.0] #"x y":null"##);
}

#[test]
fn wrong_values_are_errors_in_their_places() {
    for value in ["1", "null", "false", "\"\"", "[]", "{}", "[{}]", "-1e400", "\"x\"", "true"] {
        for (document, free) in [
            (r#"{"pgn":@,"moves":[]}"#, "{}"),
            (r#"{"bgn":@,"moves":[]}"#, "{}"),
            (r#"{"moves":@}"#, "[] [{}]"),
            (r#"{"pgn":{"white":@},"moves":[]}"#, "\"\" \"x\""),
            (r#"{"bgn":{"eventDate":@},"moves":[]}"#, ""),
            (r#"{"bgn":{"dateRange":@},"moves":[]}"#, ""),
            (r#"{"bgn":{"white":@},"moves":[]}"#, "{}"),
            (r#"{"bgn":{"white":{"last":@}},"moves":[]}"#, "\"\" \"x\""),
            (r#"{"bgn":{"sources":@},"moves":[]}"#, "[] [{}]"),
            (r#"{"bgn":{"setup":@},"moves":[]}"#, "{}"),
            (r#"{"bgn":{"termination":@},"moves":[]}"#, ""),
            (r#"{"bgn":{"version":@},"moves":[]}"#, "1"),
            (r#"{"bgn":{"tail":@},"moves":[]}"#, "\"\" \"x\""),
            (r#"{"bgn":{"a":@},"moves":[]}"#, "[] [{}]"),
            (r#"{"bgn":{"end":@},"moves":[]}"#, "[] [{}]"),
            (r#"{"moves":[@]}"#, "{}"),
            (r#"{"moves":[{"f":"e2","t":"e4","p":@}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":@,"t":"e4","p":"P"}]}"#, ""),
            (r#"{"moves":[{"f":"e2","t":"e4","x":@}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","c":@}]}"#, "1"),
            (r#"{"moves":[{"f":"e2","t":"e4","ep":@}]}"#, "true"),
            (r#"{"moves":[{"f":"e2","t":"e4","mate":@}]}"#, "true"),
            (r#"{"moves":[{"f":"e2","t":"e4","castle":@}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","et":@}]}"#, "1 -1e400"),
            (r#"{"moves":[{"f":"e2","t":"e4","properties":@}]}"#, "{}"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":@}]}"#, "[] [{}]"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[@]}]}"#, "{}"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":@}]}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","before":@}]}]}"#, "true"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","date":@}]}]}"#, ""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","nag":@}]}]}"#, "1 \"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","comment":@}]}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","q":@}]}]}"#, "1 -1e400"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","alt":@}]}]}"#, "{}"),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","altText":@}]}]}"#, ""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","alt":{"name":@}}]}]}"#, "\"\" \"x\""),
            (r#"{"moves":[{"f":"e2","t":"e4","a":[{"id":"pgn","alt":{"moves":@}}]}]}"#, "[] [{}]"),
        ] {
            let text = document.replace('@', value);
            let place = document.find('@').expect("a place") as u64;
            let second = format!("{text}\n{}", with_moves(E4));
            let found = read(&second);
            let wrong = found.faults.iter().any(|fault| fault.0 == "field-value" && fault.1 == place);
            assert_eq!(wrong, !free.split(' ').any(|free| free == value), "{text}: {:?}", found.faults);
            assert_eq!(found.games.last().map(String::as_str), Some("e2e4 *"), "{text}");
        }
    }
}

#[test]
fn broken_documents_harm_no_others() {
    for (broken, code) in [
        (r#"{"pgn":{"event":"open"#, "json-syntax"),
        (r#"{"moves":[{"f":"e2","t":"e4"},{"f"#, "json-syntax"),
        (r#"{"moves":[{"f":"e2","t":"e4"}"#, "json-syntax"),
        (r#"{"moves":[{"f":"e2","t":"e4"}]"#, "json-syntax"),
        (r#"{"moves":[}]"#, "json-syntax"),
        (r#"garbage"#, "json-syntax"),
        (r#"42"#, "json-syntax"),
        (r#"{"moves":[],"moves":[]}"#, "json-duplicate"),
        (r#"{"a":1,"a":2,"moves":[]}"#, "json-duplicate"),
        (r#"{"moves":[{"f":"e2","f":"e2","t":"e4"}]}"#, "json-duplicate"),
        (r#"{"moves":[{"f":"e2","t":"e4","y":1,"y":2}]}"#, "json-duplicate"),
        (r#"{"bgn":{"u":1,"u":2},"moves":[]}"#, "json-duplicate"),
        (
            r#"{"bgn":{"sources":[{"id":"x"}]},"moves":[{"f":"e2","t":"e4","a":[{"id":"x","id":"x"}]}]}"#,
            "json-duplicate",
        ),
        (r#"{"pgn":{"white":"\ud83d"},"moves":[]}"#, "json-encoding"),
        (r#"{"pgn":{"white":"\x"},"moves":[]}"#, "json-syntax"),
        ("{\"pgn\":{\"white\":\"a\tb\"},\"moves\":[]}", "json-syntax"),
        (r#"{"pgn":{}}"#, "field-missing"),
    ] {
        for text in [format!("{E4_LINE}\n{broken}\n{E4_LINE}\n"), format!("{broken}\n{E4_LINE}")] {
            let found = read(&text);
            let codes: Vec<_> = found.faults.iter().map(|fault| fault.0).collect();
            assert_eq!(codes, [code], "{text}");
            assert_eq!(found.games.last().map(String::as_str), Some("e2e4 *"), "{text}");
            let from = text[..text.len() - E4_LINE.len()].rfind(broken).expect("it is there") as u64;
            let byte = found.faults[0].1;
            assert!((from..=from + broken.len() as u64 + 1).contains(&byte), "{text}: {byte}");
        }
    }
    let found = read_with(
        b"{\"pgn\":{\"white\":\"\xff\"},\"moves\":[]}\n{\"moves\":[{\"f\":\"e2\",\"t\":\"e4\"}]}",
        Limits::default(),
    );
    assert_eq!(found.faults.iter().map(|fault| (fault.0, fault.1)).collect::<Vec<_>>(), [("json-encoding", 17)]);
    assert_eq!(found.games[1], "e2e4 *");
}

const E4_LINE: &str = r#"{"moves":[{"f":"e2","t":"e4"}]}"#;

#[test]
fn huge_strings_are_errors_or_texts() {
    let huge = "x".repeat(10 << 20);
    let code = |document: String| {
        let found = read(&format!("{document}\n{E4_LINE}"));
        assert_eq!(found.games.last().map(String::as_str), Some("e2e4 *"));
        found.faults.iter().map(|fault| fault.0).collect::<Vec<_>>()
    };
    assert_eq!(code(format!(r#"{{"pgn":{{"white":"{huge}"}},"moves":[]}}"#)), ["limit-tag"]);
    assert_eq!(code(format!(r#"{{"pgn":{{"{huge}":""}},"moves":[]}}"#)), ["limit-tag"]);
    assert_eq!(code(format!(r#"{{"moves":[{{"f":"e2","t":"e4","p":"{huge}"}}]}}"#)), ["field-differs"]);
    assert_eq!(
        code(format!(r#"{{"moves":[{{"f":"{huge}","t":"e4"}}]}}"#))
            .iter()
            .filter(|code| **code == "field-value")
            .count(),
        1
    );
    assert_eq!(
        code(format!(r#"{{"bgn":{{"sources":[{{"id":"pgn"}}],"a":[{{"id":"pgn","comment":"{huge}"}}]}},"moves":[]}}"#)),
        [""; 0]
    );
    assert_eq!(
        code(format!(
            r#"{{"bgn":{{"sources":[{{"id":"pgn"}}],"a":[{{"id":"pgn","comment":"{huge}{huge}"}}]}},"moves":[]}}"#
        )),
        ["limit-comment"]
    );
}

#[test]
fn arrays_and_lines_are_the_same_games() {
    let one = with_moves(E4);
    for text in [
        format!("{one}\n{one}\n"),
        format!("[{one},{one}]"),
        format!("[\n  {one},\n  {one}\n]\n"),
        format!("\u{feff} [ {one} , {one} ] "),
        format!("{one}{one}"),
        format!("{one}\r\n\r\n{one}"),
    ] {
        let found = read(&text);
        assert_eq!((found.games, found.faults), (vec!["e2e4 *".to_owned(); 2], vec![]), "{text}");
    }
    for text in ["", " \n", "[]", "\u{feff}[\n]\n"] {
        assert_eq!(read(text).games, Vec::<String>::new());
    }
}

/// Cut anywhere, a source gives the same games and faults as whole.
#[test]
fn cuts_change_nothing() {
    let worked = include_str!("../../../../vectors/bgn/worked.json");
    let text =
        format!("[{worked},\n{worked}]\n{E4_LINE}\n{{\"moves\":[{{\n{E4_LINE}\n42\n[{E4_LINE},{E4_LINE}]\n{worked}");
    let whole = read(&text);
    let bytes = text.as_bytes();
    for size in [1, 7, 64, 1000, 5000] {
        let (mut start, mut end, mut games, mut faults) = (0, 0, Vec::new(), 0);
        while start < bytes.len() {
            end = (end + size).min(bytes.len());
            let Some(length) = bgn::frame::cut(&bytes[start..end], end == bytes.len()) else { continue };
            let found = read(&text[start..start + length]);
            games.extend(found.games);
            faults += found.faults.len();
            start += length;
        }
        assert_eq!(games, whole.games, "{size}");
        assert_eq!(faults, whole.faults.len(), "{size}");
    }
}

/// After any change to a document, nothing panics, and the text ends.
#[test]
fn any_bytes_are_read() {
    let worked = include_str!("../../../../vectors/bgn/worked.json").as_bytes();
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let text = seed.damaged(worked, b"{}[]\",:\\n0tfe\xff\0");
        for depth in [Depth::Frame, Depth::Tags, Depth::Moves, Depth::Positions] {
            let settings = Settings { depth, ..Settings::default() };
            let mut games = Games::reading(&text, bgn::BgnReader::new(&text, &settings.limits), &settings);
            let mut steps = Steps::default();
            let mut record = Record::new();
            while games.next(&mut record, &mut steps) {}
            assert!(steps.0.matches("( ").count() >= steps.0.matches(") ").count());
        }
    }
}

/// What is read can be written as PGN.
#[test]
fn documents_become_pgn() {
    let text = include_bytes!("../../../../vectors/bgn/worked.json");
    let settings = Settings::default();
    let mut games = Games::reading(text, bgn::BgnReader::new(text, &settings.limits), &settings);
    let pgn = find("pgn").expect("it is listed");
    let mut filter = Filter::new(pgn.writer(&Default::default()), false);
    while games.next(&mut Record::new(), &mut filter) {}
    let out = String::from_utf8(std::mem::take(filter.bytes())).expect("text");
    let out = out.replace('\n', " ");
    assert!(
        out.replace('\n', " ")
            .contains("3. exf6 $2 {Greedy.} ({Development first.} 3. Nf3 Nc6 (3... e6 4. d4) 4. d4) $0 $4"),
        "{out}"
    );
    assert!(out.contains("7. Be2 O-O-O 8. O-O {Not 8... Qh2.} 8... Nf5"), "{out}");
}

/// The games of a text, read as `from`, in another format.
fn converted(text: &str, from: &str, to: &str) -> String {
    convert(text.as_bytes(), from, to).text()
}

#[test]
fn documents_are_written_as_they_were_read() {
    for text in [
        include_str!("../../../../vectors/bgn/worked.json"),
        include_str!("../../../../vectors/bgn/black-first.json"),
        include_str!("../../../../vectors/bgn/crazyhouse.json"),
        include_str!("../../../../vectors/bgn/atomic.json"),
    ] {
        let line = converted(text, "bgn", "bgnl");
        assert_eq!(converted(&line, "bgnl", "bgnl"), line);
        assert_eq!(game(&line), game(text), "{line}");
        assert_eq!(game(&converted(text, "bgn", "bgn")), game(text));
    }
}

/// A text without what means nothing: line ends, and blanks at the ends of comments.
fn plainly(pgn: &str) -> String {
    pgn.replace('\n', " ").replace("{ ", "{").replace(" }", "}")
}

#[test]
fn games_of_pgn_come_back() {
    let clocks = "[Event \"E\"]\n[Site \"https://lichess.org/x\"]\n[TimeControl \"60+1\"]\n\n";
    for pgn in [
        "1. e4 { [%eval 0.1] [%clk 0:01:00] } 1... e5 { [%clk 0:00:59] good } 2. Nf3 $1 { [%clk 0:00:58] } (2. f4 { x [%clk 1] } 2... d5) *",
        "1. e4 { x } { [%clk 0:01:00] } 1... e5 $2 $14 { x } (1... c5) { y } *",
        "1. e4 { [%clk 1] [%eval 1] } 1... e5 { [%csl] } 2. Nf3 { [%clk 0:00:58] } $1 *",
        "1. e4 { [%clk 0:01:00] } (1. d4) (1. c4 { [%clk 9] }) 1... e5 { a } { b } 2. f4 1-0",
        "{ before } 1. e4 (1. d4 { [%cal Ga1b2] }) 1... c5 { [%emt 2] } { [%emt 3] } 2. -- *",
        "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 1/2-1/2",
    ] {
        let pgn = format!("{clocks}{pgn}\n");
        let usual = converted(&pgn, "pgn", "pgn");
        for format in ["bgn", "bgnl"] {
            let document = converted(&pgn, "pgn", format);
            assert_eq!(read(&document).faults, [], "{document}");
            assert_eq!(plainly(&converted(&document, format, "pgn")), plainly(&usual), "{document}");
            assert_eq!(converted(&document, format, format), document);
        }
    }
}

#[test]
fn properties_become_commands_in_the_first_comment() {
    let told = |rest: &str| {
        let found = read(&format!(
            r#"{{"pgn":{{"site":"https://lichess.org/x","timeControl":"60+1"}},"bgn":{{"sources":[{{"id":"pgn"}}]}},"moves":[{{"f":"e2","t":"e4",{rest}}}]}}"#
        ));
        let steps = found.games[0].split_once("e2e4").expect("a move").1.trim().to_owned();
        (steps, found.faults.iter().map(|fault| fault.0).collect::<Vec<_>>())
    };
    let line = r#"{"moves":[{"f":"d2","t":"d4"}]}"#;
    let clock = r#""properties":{"lichess":{"clk":"0:01:00"}}"#;
    for (rest, steps, faults) in [
        (clock.to_owned(), "{[%clk 0:01:00]}", vec![]),
        (format!(r#"{clock},"a":[{{"id":"pgn","comment":"x"}}]"#), "{[%clk 0:01:00] x}", vec![]),
        (format!(r#"{clock},"a":[{{"id":"pgn","nag":1}}]"#), "$1 {[%clk 0:01:00]}", vec![]),
        (
            format!(r#"{clock},"a":[{{"id":"pgn","alt":{line}}},{{"id":"pgn","comment":"x"}}]"#),
            "{[%clk 0:01:00]} ( d2d4 ) {x}",
            vec![],
        ),
        (format!(r#"{clock},"a":[{{"id":"pgn","comment":"x [%clk 0:01:00]"}}]"#), "{x [%clk 0:01:00]}", vec![]),
        (
            format!(r#"{clock},"a":[{{"id":"pgn","comment":"x [%clk \"0:02:00\"]"}}]"#),
            r#"{x [%clk "0:01:00"]}"#,
            vec![],
        ),
        (
            r#""properties":{"lichess":{"clk":"1","eval":"2"}},"commands":"[%clk \"_\"] [%eval _]","a":[{"id":"pgn","comment":"x"},{"id":"pgn","comment":"[%clk 3] y"}]"#.into(),
            r#"{[%eval 2] x} {[%clk 1] y}"#,
            vec![],
        ),
        (
            r##""properties":{"lichess":{"eval":"#-3","clk":"1"}},"commands":"[%clk \"_\"] [%eval _]""##.into(),
            r##"{[%clk "1"] [%eval #-3]}"##,
            vec![],
        ),
        (r#""properties":{"lichess":{"clk":"1"}},"commands":"[%clk 1]""#.into(), "{[%clk 1]}", vec!["field-value"]),
        (
            r#""properties":{"lichess":{"clk":1,"eval":"0.1"},"mine":{"a":[]}}"#.into(),
            r##"#"properties":{"lichess":{"clk":1},"mine":{"a":[]}} {[%eval 0.1]}"##,
            vec![],
        ),
        (
            r#""properties":{"lichess":{"a b":"x","c":"]"}}"#.into(),
            r##"#"properties":{"lichess":{"a b":"x","c":"]"}}"##,
            vec![],
        ),
        (r#""properties":{"a":{},"a":{}}"#.into(), r##"#"properties":{"a":{}}"##, vec!["json-duplicate"]),
        (format!(r#"{clock},"et":0"#), "{[%clk 0:01:00]}", vec!["-"]),
    ] {
        let found = told(&rest);
        if faults == ["-"] {
            // The other side has not moved yet, but its clock is known to have run for no time.
            assert!(found.0.ends_with(steps) && found.1.is_empty(), "{rest}: {found:?}");
            continue;
        }
        assert_eq!(found, (steps.to_owned(), faults), "{rest}");
    }
}

/// The tags and the member `bgn` of a document when it is read, and the notes on them.
fn head(tags: &str, bgn: &str) -> (String, String, Vec<(&'static str, String)>) {
    let found = read(&format!(r#"{{"pgn":{{{tags}}},"bgn":{{{bgn}}},"moves":[]}}"#));
    let (tags, field) = found.games[0].split_once('#').unwrap_or((&found.games[0], ""));
    let faults = found.faults.iter().map(|fault| (fault.0, fault.3.clone())).collect();
    (tags.trim().trim_end_matches('*').trim().to_owned(), field.trim_end_matches('*').trim().to_owned(), faults)
}

#[test]
fn bgn_is_kept_if_the_tags_differ() {
    let tags = r#""date":"1992.11.??","white":"Fischer, Robert J.","whiteElo":"2785","black":"Boris","Variant":"Standard","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1""#;
    let told = |bgn: &str| {
        let (_, field, faults) = head(tags, bgn);
        (field, faults)
    };
    for right in [
        r#""eventDate":"1992-11-01","dateRange":["1992-11-01","1992-11-30"]"#,
        r#""white":{"last":"Fischer","first":"Robert J.","rating":2785},"black":{"nick":"Boris"}"#,
        r#""setup":{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
        r#""rules":"standard""#,
    ] {
        assert_eq!(told(right), (String::new(), vec![]), "{right}");
    }
    for (other, value) in [
        (r#""eventDate":"1992-11-04""#, "\"1992-11-04\""),
        (r#""eventDate":"1992-11-04T18:30:00Z""#, "\"1992-11-04T18:30:00Z\""),
        (r#""eventDate":{"$date":"1992-11-04T18:30:00Z"}"#, r#"{"$date":"1992-11-04T18:30:00Z"}"#),
        (r#""dateRange":["1992-11-01","1992-11-29"]"#, r#"["1992-11-01","1992-11-29"]"#),
        (r#""white":{"last":"Spassky"}"#, "\"Spassky\""),
        (r#""white":{"rating":2784}"#, "2784"),
        (r#""white":{"rating":"2785?"}"#, "\"2785?\""),
        (r#""setup":{"fen":"4k3/8/8/8/8/8/8/4K1R1 w - - 0 1"}"#, "\"4k3/8/8/8/8/8/8/4K1R1 w - - 0 1\""),
        (r#""rules":"chess960""#, "\"chess960\""),
    ] {
        let kept = format!("\"bgn\":{{{other}}}");
        assert_eq!(told(other), (kept, vec![("bgn-differs", value.to_owned())]), "{other}");
    }
    // The same day in other words, and what no tag contains, are kept without a note.
    for more in [
        r#""eventDate":"1992-11-01T18:30:00Z""#,
        r#""eventDate":{"$date":{"$numberLong":"720579600000"}}"#,
        r#""startTime":"1992-11-04T10:00:00Z""#,
        r#""white":{"nick":"Bobby"}"#,
    ] {
        assert_eq!(told(more), (format!("\"bgn\":{{{more}}}"), vec![]), "{more}");
    }
    assert_eq!(
        told(r#""white":{"nick":"Bobby","title":"GM","last":"Fischer"}"#),
        (r#""bgn":{"white":{"nick":"Bobby"}}"#.to_owned(), vec![])
    );
    // A day that is kept keeps the range beside it, which no tag contains any more then.
    let dates = r#""eventDate":"1992-11-04","dateRange":["1992-11-01","1992-11-30"]"#;
    assert_eq!(told(dates).0, format!("\"bgn\":{{{dates}}}"));
}

#[test]
fn missing_tags_are_taken_from_bgn() {
    for (bgn, tags, field) in [
        (r#""white":{"last":"Fischer","first":"Robert J."}"#, r#"[White "Fischer, Robert J."]"#, ""),
        (
            r#""black":{"nick":"Boris","rating":2660,"title":"GM"}"#,
            r#"[Black "Boris"] [BlackElo "2660"] [BlackTitle "GM"]"#,
            "",
        ),
        (r#""white":{"last":"Fischer"}"#, r#"[White "Fischer"]"#, r#""bgn":{"white":{"last":"Fischer"}}"#),
        (r#""white":{"rating":2785.5}"#, "", r#""bgn":{"white":{"rating":2785.5}}"#),
        (r#""eventDate":"1992-11-04""#, r#"[Date "1992.11.04"]"#, ""),
        (r#""eventDate":"1992-11-01","dateRange":["1992-11-01","1992-11-30"]"#, r#"[Date "1992.11.??"]"#, ""),
        (r#""eventDate":"1992-01-01","dateRange":["1992-01-01","1992-12-31"]"#, r#"[Date "1992.??.??"]"#, ""),
        (
            r#""eventDate":"1992-11-04","dateRange":["1992-11-04","1992-11-09"]"#,
            r#"[Date "1992.11.??"]"#,
            r#""bgn":{"eventDate":"1992-11-04","dateRange":["1992-11-04","1992-11-09"]}"#,
        ),
        (
            r#""eventDate":{"$date":"1992-11-04T00:00:00Z"}"#,
            r#"[Date "1992.11.04"]"#,
            r#""bgn":{"eventDate":{"$date":"1992-11-04T00:00:00Z"}}"#,
        ),
    ] {
        assert_eq!(head("", bgn), (tags.to_owned(), field.to_owned(), vec![]), "{bgn}");
    }
}
