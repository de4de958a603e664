//! Games as documents of BGN.

use crate::conversion::convert;
use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;

/// The games of a text in PGN as documents of a format, and what was lost.
fn converted(to: &str, text: &str) -> (String, Vec<&'static str>) {
    let format = game::find(to).expect("it is listed");
    let mut filter = Filter::new(format.writer(&WriteOptions::default()), false);
    let mut games = AnyGames::new(text.as_bytes(), &Settings::default());
    while games.next(&mut Record::new(), &mut filter) {}
    let losses = filter.losses().iter().map(|loss| loss.kind.spec().id).collect();
    (String::from_utf8(std::mem::take(filter.bytes())).expect("it is text"), losses)
}

/// One document, without the line end.
fn document(text: &str) -> String {
    let (out, losses) = converted("bgnl", text);
    assert_eq!(losses, Vec::<&str>::new(), "{text}");
    out.strip_suffix('\n').expect("a line").into()
}

/// The moves of a game, without the rest of its document.
fn moves(text: &str) -> String {
    let document = document(text);
    let (_, moves) = document.split_once("\"moves\":").expect("there are moves");
    moves.strip_suffix('}').expect("an object").into()
}

/// The member `bgn` of the document of a game.
fn bgn(text: &str) -> String {
    let document = document(text);
    let (start, _) = document.split_once(",\"moves\":").expect("there are moves");
    start.split_once(",\"bgn\":").expect("there is one").1.into()
}

#[test]
fn a_document_of_a_plain_game() {
    let text = "[Event \"A \\\"B\\\"\"]\n[Date \"1992.11.04\"]\n[White \"Fischer, Robert J.\"]\n[Black \"Spassky\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n[White \"Again\"]\n[Link \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    assert_eq!(
        document(text),
        concat!(
            r#"{"pgn":{"event":"A \"B\"","date":"1992.11.04","white":"Fischer, Robert J.","black":"Spassky","result":"1-0","#,
            r#""eco":"C20","white#2":"Again","Link":"x"},"#,
            r#""bgn":{"eventDate":"1992-11-04","white":{"last":"Fischer","first":"Robert J."},"black":{"nick":"Spassky"},"#,
            r#""termination":"1-0"},"#,
            r#""moves":[{"p":"P","f":"e2","t":"e4"},{"p":"P","f":"e7","t":"e5"},"#,
            r#"{"p":"N","f":"g1","t":"f3"},{"p":"N","f":"b8","t":"c6"}]}"#
        )
    );
}

#[test]
fn fields_of_moves() {
    assert_eq!(
        moves("1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Ke6 5. gxh8=Q a6 6. Qxg8+ Kd6 *"),
        concat!(
            r#"[{"p":"P","f":"e2","t":"e4"},{"p":"P","f":"d7","t":"d5"},{"p":"P","f":"e4","t":"e5"},"#,
            r#"{"p":"P","f":"f7","t":"f5"},{"p":"P","f":"e5","t":"f6","x":"P","ep":true},{"p":"K","f":"e8","t":"f7"},"#,
            r#"{"p":"P","f":"f6","t":"g7","x":"P"},{"p":"K","f":"f7","t":"e6"},"#,
            r#"{"p":"P","f":"g7","t":"h8","x":"R","promote":"Q"},{"p":"P","f":"a7","t":"a6"},"#,
            r#"{"p":"Q","f":"h8","t":"g8","x":"N","c":1},{"p":"K","f":"e6","t":"d6"}]"#
        )
    );
    let castling = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O-O 2. -- *";
    assert_eq!(
        moves(castling),
        concat!(
            r#"[{"p":"K","f":"e1","t":"g1","castle":"K"},{"p":"K","f":"e8","t":"c8","castle":"Q"},"#,
            r#"{"p":"K","f":"g1","t":"g1","null":true}]"#
        )
    );
    let mate = "1. f3 e5 2. g4 Qh4# 0-1";
    assert!(moves(mate).ends_with(r#"{"p":"Q","f":"d8","t":"h4","c":1,"mate":true}]"#));
    let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2";
    assert_eq!(moves(stalemate), r#"[{"p":"Q","f":"f1","t":"f7","stalemate":true}]"#);
}

#[test]
fn castling_in_chess960_writes_where_the_king_goes() {
    let text = "[Variant \"Chess960\"]\n[FEN \"1k5r/8/8/8/8/8/3P4/R5K1 w Ah - 0 1\"]\n\n1. O-O-O O-O *";
    assert_eq!(moves(text), r#"[{"p":"K","f":"g1","t":"c1","castle":"Q"},{"p":"K","f":"b8","t":"g8","castle":"K"}]"#);
    assert!(bgn(text).contains(r#""rules":"chess960""#));
}

#[test]
fn illegal_moves_are_marked() {
    let text = b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 e7e5 2. e4e6 $232 *\n";
    let mut filter = Filter::new(game::find("bgnl").unwrap().writer(&WriteOptions::default()), false);
    AnyGames::of(game::vgn(), text, &Settings::default()).next(&mut Record::new(), &mut filter);
    let out = String::from_utf8(std::mem::take(filter.bytes())).unwrap();
    assert!(out.contains(r#"{"p":"P","f":"e4","t":"e6","a":[{"id":"pgn","nag":232}],"illegal":true}"#), "{out}");
}

#[test]
fn checks_are_counted_by_side_and_on_the_way() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/QK5q w - - 0 1\"]\n\n1. Kb2+ Kd8 2. Qa5+ (2. Qxh1 Ke8 3. Qe1+ (3. Qh5+) Kd8 4. Qd1+) 2... Ke8 3. Qe5+ *";
    let counts: Vec<String> = moves(text)
        .split("\"c\":")
        .skip(1)
        .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect())
        .collect();
    // 1. Kb2 opens no line: it is the queens' that give check.
    assert_eq!(counts.join(" "), "1 1 1 2 2");
}

#[test]
fn the_first_place_is_empty_if_black_moves_first() {
    let text = "[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 1\"]\n\n1... O-O 2. Kd2 *";
    assert_eq!(moves(text), r#"[null,{"p":"K","f":"e8","t":"g8","castle":"K"},{"p":"K","f":"e1","t":"d2"}]"#);
    assert_eq!(bgn(text), r#"{"setup":{"fen":"4k2r/8/8/8/8/8/8/4K3 b k - 0 1"},"termination":"*"}"#);
    assert_eq!(moves("*"), "[]");
}

#[test]
fn annotations_are_grouped_by_the_order_of_their_parts() {
    let e4 = r#"{"p":"P","f":"e2","t":"e4","#;
    let d4 = r#"{"moves":[{"p":"P","f":"d2","t":"d4"}]}"#;
    for (text, annotations) in [
        ("1. e4 $1 *", r#"[{"id":"pgn","nag":1}]"#),
        ("1. e4 $300 *", r#"[{"id":"pgn","nag":"$300"}]"#),
        ("1. e4 { x } *", r#"[{"id":"pgn","comment":" x "}]"#),
        ("1. e4 $1 {x} {y} *", r#"[{"id":"pgn","nag":1,"comment":"x"},{"id":"pgn","comment":"y"}]"#),
        ("1. e4 {x} $1 *", r#"[{"id":"pgn","comment":"x"},{"id":"pgn","nag":1}]"#),
        (
            "1. e4 $2 $14 {x} (1. d4) {y} *",
            &[
                r#"[{"id":"pgn","nag":2},{"id":"pgn","nag":14,"comment":"x","alt":"#,
                d4,
                r#"},{"id":"pgn","comment":"y"}]"#,
            ]
            .concat(),
        ),
        ("1. e4 (1. d4) (1. d4) *", &[r#"[{"id":"pgn","alt":"#, d4, r#"},{"id":"pgn","alt":"#, d4, "}]"].concat()),
    ] {
        assert_eq!(moves(text), ["[", e4, "\"a\":", annotations, "}]"].concat(), "{text}");
        assert!(bgn(text).contains(r#""sources":[{"id":"pgn"}]"#), "{text}");
    }
    assert!(bgn("[Annotator \"A \\\"B\\\"\"]\n\n1. e4 $1 *").contains(r#""sources":[{"id":"A \"B\""}]"#));
}

#[test]
fn lines() {
    let e4 = r#"{"p":"P","f":"e2","t":"e4","a":[{"id":"pgn","alt":"#;
    let d4 = r#"{"p":"P","f":"d2","t":"d4"}"#;
    for (line, expected) in [
        ("({x} 1. d4)", [r#"{"comment":"x","moves":["#, d4, "]}"].concat()),
        ("({x} {y} 1. d4)", [r#"{"comment":"x","a":[{"id":"pgn","comment":"y"}],"moves":["#, d4, "]}"].concat()),
        ("($1 {x} 1. d4)", [r#"{"comment":"x","a":[{"id":"pgn","nag":1}],"moves":["#, d4, "]}"].concat()),
        ("({x})", r#"{"comment":"x","moves":[]}"#.into()),
        ("()", r#"{"moves":[]}"#.into()),
    ] {
        assert_eq!(moves(&format!("1. e4 {line} *")), ["[", e4, &expected, "}]}]"].concat(), "{line}");
    }
    // Words that were not played end a line, or the game.
    assert_eq!(
        moves("1. e4 (1. d4 Ke5 d5 ; x\n) *"),
        ["[", e4, r#"{"moves":["#, d4, r#"],"tail":"Ke5 d5 ; x"}}]}]"#].concat()
    );
    assert_eq!(bgn("1. d4 Ke5 (x) Nf3 1-0"), r#"{"termination":"1-0","tail":"Ke5 (x) Nf3"}"#);
}

#[test]
fn lines_nest_to_any_depth_and_are_text_below_twelve() {
    let nested = |depth: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let at = |depth: usize| moves(&nested(depth));
    assert!(!at(12).contains("altText"));
    assert!(at(13).contains(r#""altText":"{\"moves\":[{\"p\":\"P\",\"f\":\"d2\",\"t\":\"d4\"}]}""#));
    assert!(at(14).contains(r#"\"a\":[{\"id\":\"pgn\",\"alt\":{\"moves\":["#));
    assert_eq!(at(500).matches("\"altText\":").count(), 1);
}

#[test]
fn what_is_outside_the_moves() {
    assert_eq!(
        bgn("[Result \"1-0\"]\n\n{a} $1 1. e4 {b} 1-0 {c} {d}"),
        concat!(
            r#"{"sources":[{"id":"pgn"}],"termination":"1-0","a":[{"id":"pgn","comment":"a"},{"id":"pgn","nag":1}],"#,
            r#""end":[{"id":"pgn","comment":"c"},{"id":"pgn","comment":"d"}]}"#
        )
    );
    // Without a marker there is none, whatever the tag is; if it differs from the tag, the marker counts.
    assert_eq!(bgn("[Result \"1-0\"]\n\n1. e4\n"), "{}");
    assert_eq!(bgn("[Result \"1-0\"]\n\n1. e4 0-1\n"), r#"{"termination":"0-1"}"#);
    assert_eq!(bgn("[Result \"White won\"]\n\n1. e4 1-0\n"), r#"{"termination":"1-0"}"#);
}

#[test]
fn dates() {
    for (tags, expected) in [
        ("[Date \"1972.??.??\"]", r#""eventDate":"1972-01-01","dateRange":["1972-01-01","1972-12-31"]"#),
        ("[Date \"????.??.??\"][UTCDate \"1975.05.05\"]", r#""eventDate":"1975-05-05""#),
        (
            "[Date \"1974.05.05\"]\n[UTCDate \"1975.05.05\"]\n[UTCTime \"10:11:12\"]",
            r#""eventDate":"1975-05-05","startTime":"1975-05-05T10:11:12Z""#,
        ),
        ("[Date \"1970.02.31\"]", r#""eventDate":"1970-02-01","dateRange":["1970-02-01","1970-02-28"]"#),
    ] {
        assert_eq!(bgn(&format!("{tags}\n\n1. e4 *")), format!("{{{expected},\"termination\":\"*\"}}"), "{tags}");
    }
}

#[test]
fn commands_become_properties() {
    let e4 = r#"[{"p":"P","f":"e2","t":"e4""#;
    let a = |annotations: &str| format!("\"a\":[{annotations}],");
    let clk = r#""properties":{"pgn":{"clk":"1"}}"#;
    let both = r#""properties":{"pgn":{"eval":"2","clk":"1"}}"#;
    for (text, annotations, properties) in [
        ("{[%clk 1]}", String::new(), clk),
        ("{[%clk 1] x}", a(r#"{"id":"pgn","comment":"x"}"#), clk),
        ("{[%eval 2] [%clk 1]}", String::new(), both),
        ("$1 {[%clk 1]}", a(r#"{"id":"pgn","nag":1}"#), clk),
        // They stay if they could not be restored.
        ("{x [%clk 1]}", a(r#"{"id":"pgn","comment":"x [%clk 1]"}"#), clk),
        ("{x} {[%clk 1]}", a(r#"{"id":"pgn","comment":"x"},{"id":"pgn","comment":"[%clk 1]"}"#), clk),
        ("{[%clk 1] [%clk 2]}", a(r#"{"id":"pgn","comment":"[%clk 1] [%clk 2]"}"#), clk),
        ("{[%clk 1]} {[%clk 2]}", a(r#"{"id":"pgn","comment":"[%clk 1]"},{"id":"pgn","comment":"[%clk 2]"}"#), clk),
        ("{[%clk 1] x} {[%clk 2]}", a(r#"{"id":"pgn","comment":"[%clk 1] x"},{"id":"pgn","comment":"[%clk 2]"}"#), clk),
        // An empty comment stays if something follows it.
        ("{[%clk 1]} $1", a(r#"{"id":"pgn","comment":""},{"id":"pgn","nag":1}"#), clk),
        ("{[%clk 1]} {x}", a(r#"{"id":"pgn","comment":""},{"id":"pgn","comment":"x"}"#), clk),
        ("$1 {[%clk 1]} $2", a(r#"{"id":"pgn","nag":1,"comment":""},{"id":"pgn","nag":2}"#), clk),
        ("{[%clk 1]} (1. d4)", a(r#"{"id":"pgn","alt":{"moves":[{"p":"P","f":"d2","t":"d4"}]}}"#), clk),
        (
            "{[%clk 1]} (1. d4) {x}",
            a(r#"{"id":"pgn","comment":"","alt":{"moves":[{"p":"P","f":"d2","t":"d4"}]}},{"id":"pgn","comment":"x"}"#),
            clk,
        ),
        (
            "{[%clk 1]} (1. d4) {[%clk 2]}",
            a(
                r#"{"id":"pgn","comment":"[%clk 1]","alt":{"moves":[{"p":"P","f":"d2","t":"d4"}]}},{"id":"pgn","comment":"[%clk 2]"}"#,
            ),
            clk,
        ),
        (
            "{[%clk 1] x} (1. d4) {[%clk 2]}",
            a(
                r#"{"id":"pgn","comment":"[%clk 1] x","alt":{"moves":[{"p":"P","f":"d2","t":"d4"}]}},{"id":"pgn","comment":"[%clk 2]"}"#,
            ),
            clk,
        ),
        (
            "{[%clk 1]} (1. d4) {[%eval 2]}",
            a(
                r#"{"id":"pgn","comment":"","alt":{"moves":[{"p":"P","f":"d2","t":"d4"}]}},{"id":"pgn","comment":"[%eval 2]"}"#,
            ),
            r#""properties":{"pgn":{"clk":"1","eval":"2"}}"#,
        ),
    ] {
        assert_eq!(moves(&format!("1. e4 {text} *")), format!("{e4},{annotations}{properties}}}]"), "{text}");
    }
    // Commands in another form than the usual one leave their comment, too, and their form is remembered.
    for (text, rest) in [
        (
            r##"{[%clk "0:02:30"] [%eval #-3]}"##,
            r##""properties":{"pgn":{"clk":"0:02:30","eval":"#-3"}},"commands":"[%clk \"_\"] [%eval _]""##,
        ),
        ("{[%csl]}", r#""properties":{"pgn":{"csl":""}},"commands":"[%csl]""#),
        (
            "{[%clk 1] [%eval 2] x}",
            r#""a":[{"id":"pgn","comment":"x"}],"properties":{"pgn":{"clk":"1","eval":"2"}},"commands":"[%clk _] [%eval _]""#,
        ),
        (
            r#"{[%clk "1"]} {[%clk 2]}"#,
            r#""a":[{"id":"pgn","comment":"[%clk \"1\"]"},{"id":"pgn","comment":"[%clk 2]"}],"properties":{"pgn":{"clk":"1"}}"#,
        ),
    ] {
        assert_eq!(moves(&format!("1. e4 {text} *")), format!("{e4},{rest}}}]"), "{text}");
    }
    assert!(moves("[Site \"https://lichess.org/x\"]\n\n1. e4 {[%clk 1]} *").contains(r#"{"lichess":{"clk":"1"}}"#));
    // Those before a move are not about it.
    assert_eq!(
        bgn("{[%clk 1]} *"),
        r#"{"sources":[{"id":"pgn"}],"termination":"*","a":[{"id":"pgn","comment":"[%clk 1]"}]}"#
    );
}

#[test]
fn elapsed_time() {
    let times = |text: &str| -> Vec<String> {
        let moves = moves(text);
        let time = |rest: &str| rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        moves.split("\"et\":").skip(1).map(time).collect()
    };
    let clocks = "1. e4 {[%clk 0:00:58]} e5 {[%clk 0:00:52.5]} (1... c5 {[%clk 0:00:10]}) 2. Nf3 {x [%clk 0:00:50]} *";
    assert_eq!(times(&format!("[TimeControl \"60\"]\n\n{clocks}")), ["2", "9.5", "17.5"]);
    assert!(moves(&format!("[TimeControl \"60\"]\n\n{clocks}")).starts_with(
        r#"[{"p":"P","f":"e2","t":"e4","et":2,"properties":{"pgn":{"clk":"0:00:58"}}},{"p":"P","f":"e7","t":"e5","et":9.5,"a":[{"#
    ));
    assert!(times(clocks).is_empty());
    assert_eq!(times("1. e4 {[%emt 0:00:01]} e5 {[%emt 0:00:02.25]} 2. d4 d5 {[%emt 1]} *"), ["1", "3.25"]);
    // A clock that goes up more than the increment.
    assert!(times("[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:50]} e5 2. d4 {[%clk 0:00:55]} *").is_empty());
}

#[test]
fn documents_for_people_are_in_an_array() {
    let (out, _) = converted("bgn", "[White \"A\"]\n\n1. e4 {x} e5 *\n\n1. d4 *\n");
    assert_eq!(
        out,
        r#"{
  "pgn": {
    "white": "A"
  },
  "bgn": {
    "white": {"nick": "A"},
    "sources": [{"id": "pgn"}],
    "termination": "*"
  },
  "moves": [
    {"p": "P", "f": "e2", "t": "e4", "a": [{"id": "pgn", "comment": "x"}]},
    {"p": "P", "f": "e7", "t": "e5"}
  ]
},
{
  "pgn": {},
  "bgn": {
    "termination": "*"
  },
  "moves": [
    {"p": "P", "f": "d2", "t": "d4"}
  ]
},
"#
    );
}

#[test]
fn comments_after_the_last_game_belong_to_it() {
    for (to, end) in [("bgnl", "}]}\n"), ("bgn", "  ]\n}")] {
        let mut filter = Filter::new(game::find(to).unwrap().writer(&WriteOptions::default()), false);
        let mut games = AnyGames::new(b"1. e4 * {a} \n\n1. d4 *\n", &Settings::default());
        while games.next(&mut Record::new(), &mut filter) {}
        filter.trailing(&[b"x", b"y"]);
        assert_eq!(filter.losses().len(), 0);
        let out = String::from_utf8(std::mem::take(filter.bytes())).unwrap();
        let blanks = out.replace([' ', '\n'], "");
        let bgn = r#""bgn":{"sources":[{"id":"pgn"}],"termination":"*","end":[{"id":"pgn","comment":"x"},{"id":"pgn","comment":"y"}]}"#;
        assert!(blanks.ends_with(&format!(r#"{{"pgn":{{}},{bgn},"moves":[{{"p":"P","f":"d2","t":"d4"}}]}}"#)), "{out}");
        assert!(out.ends_with(end), "{out}");
    }
}

#[test]
fn a_document_does_not_depend_on_the_game_before_it() {
    let last = "[Event \"b\"]\n\n{said} 1. e4 $1 {[%clk 0:03:00]} ({x} 1. d4) e5 {[%clk 0:02:00] y} *\n";
    let alone = document(last);
    for first in [
        "( 1. f4",
        "( ( x",
        "{x} ( {y} 1. f4 {z}",
        "$1 {[%clk 0:01:00]}",
        "1. e4 ( 1. d4 {x}",
        "1. e4 {[%clk 0:01:00] x} {y} $1 Qh9",
        "1. Qh9 {x}",
        "{[%clk 0:01:00]} (d4",
    ] {
        let (both, _) = converted("bgnl", &format!("[Event \"a\"]\n\n{first} *\n\n{last}"));
        assert_eq!(both.lines().last(), Some(&*alone), "after {first}");
    }
}

/// A document is written again as its member `bgn` has it, and what is missing is filled in from the tags.
#[test]
fn bgn_is_written_as_it_was_read() {
    let again = |tags: &str, bgn: &str| {
        let text = format!(r#"{{"pgn":{{{tags}}},"bgn":{{{bgn}}},"moves":[]}}"#);
        let out = convert(text.as_bytes(), "bgnl", "bgnl").text();
        let (_, bgn) = out.split_once("\"bgn\":{").expect("it is there");
        bgn.split_once("},\"moves\"").expect("it is there").0.to_owned()
    };
    let tags = r#""date":"1992.11.??","white":"Fischer, Robert J.","whiteElo":"2785","utcTime":"10:00:00""#;
    for (given, written) in [
        (
            "",
            r#""eventDate":"1992-11-01","dateRange":["1992-11-01","1992-11-30"],"white":{"last":"Fischer","first":"Robert J.","rating":2785}"#,
        ),
        (
            r#""eventDate":"1992-11-04""#,
            r#""eventDate":"1992-11-04","white":{"last":"Fischer","first":"Robert J.","rating":2785}"#,
        ),
        (
            r#""dateRange":["1992-11-02","1992-11-05"],"white":{"rating":2700}"#,
            r#""eventDate":"1992-11-01","dateRange":["1992-11-02","1992-11-05"],"white":{"last":"Fischer","first":"Robert J.","rating":2700}"#,
        ),
        (
            r#""eventDate":{"$date":"1992-11-04T00:00:00Z"},"white":{"nick":"Bobby","club":"x"}"#,
            r#""eventDate":{"$date":"1992-11-04T00:00:00Z"},"white":{"last":"Fischer","first":"Robert J.","nick":"Bobby","rating":2785,"club":"x"}"#,
        ),
        (
            r#""eventDate":"1992-11-04","white":{"last":"Spassky"}"#,
            r#""eventDate":"1992-11-04","white":{"last":"Spassky","rating":2785}"#,
        ),
        (
            r#""eventDate":"1992-11-04","white":{"last":"Fischer","first":"Bobby"}"#,
            r#""eventDate":"1992-11-04","white":{"last":"Fischer","first":"Bobby","rating":2785}"#,
        ),
    ] {
        assert_eq!(again(tags, given), written, "{given}");
    }
}

/// What cannot be played keeps all that hangs on it, in JSON.
#[test]
fn moves_that_cannot_be_played_are_kept_as_they_are() {
    let rest = r#"{"f":"e5","t":"e4"},{"f":"g1","t":"f3","et":5,"properties":{"lichess":{"clk":"0:01:00"}},"a":[{"id":"elm","nag":1,"alt":{"moves":[{"f":"d2","t":"d4"}]}}]},{"x":1}"#;
    for played in ["", r#"{"p":"P","f":"c2","t":"c4"}"#] {
        let comma = if played.is_empty() { "" } else { "," };
        let text = format!(r#"{{"bgn":{{"sources":[{{"id":"elm"}}]}},"moves":[{played}{comma}{rest}]}}"#);
        let once = convert(text.as_bytes(), "bgnl", "bgnl").text();
        assert!(once.contains(&format!(r#""unplayed":[{rest}]"#)), "{once}");
        assert!(once.contains(r#""tail":"e5e4 g1f3"#), "{once}");
        for to in ["bgnl", "bgnx", "bson", "bgn"] {
            let other = convert(once.as_bytes(), "bgnl", to);
            assert_eq!(convert(&other.bytes, to, "bgnl").text(), once, "{to}");
        }
    }
}
