//! The documents of `vectors/bgn`, written from steps, and what only BGN has a form for.

use scoresheet_core::game::{self, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::notation::{self, MoveNotation, Validation};
use scoresheet_core::position::fen;
use scoresheet_core::rules::Position;
use scoresheet_core::step::{CommentForm, Dialect, Head, Sink, Step, Termination};
use scoresheet_core::write::Filter;
use std::borrow::Cow;

/// Gives the steps of a game: tags, a start, and a word or an object a step.
///
/// A `(` and a `)` are those of a line, `@{…}` is an annotation, `"…":…` a field, `{…}` a comment, `$n` a NAG, `1-0` and the like
/// a marker, and everything else a move.
fn written(tags: &[(&str, &str)], start: &Position, steps: &[&str]) -> String {
    let tags: Vec<_> = tags.iter().map(|(name, value)| (Cow::from(*name), Cow::from(*value))).collect();
    let mut filter = Filter::new(game::find("bgnl").expect("it is listed").writer(&WriteOptions::default()), false);
    let standard_start = *start == Position::start();
    let notation = notation::ALL[0].spec();
    let place = Location::default();
    filter.take(Step::Head(&Head {
        place,
        dialect: Dialect::Pgn,
        notation,
        tags: &tags,
        section: None,
        odd_tags: &[],
        start,
        standard_start,
    }));
    let (mut position, mut before, mut outer) = (start.clone(), start.clone(), Vec::new());
    for step in steps {
        match step.as_bytes() {
            b"(" => {
                filter.take(Step::Open);
                outer.push((position.clone(), before.clone()));
                position = before.clone();
            }
            b")" => {
                filter.take(Step::Close);
                (position, before) = outer.pop().expect("it is open");
            }
            [b'@', ..] => filter.take(Step::Annotation(&step[1..])),
            [b'"', ..] => filter.take(Step::Field(step)),
            [b'{', .., b'}'] => {
                filter.take(Step::Comment { text: &step[1..step.len() - 1], form: CommentForm::Braces });
            }
            [b'$', ..] => filter.take(Step::Nag { value: step[1..].parse().ok(), spelled: step }),
            _ => match Termination::find(step) {
                Some(marker) => filter.take(Step::Termination(marker)),
                None => {
                    let san: &dyn MoveNotation = notation::ALL[0];
                    let named = san.read(&position, step.as_bytes(), Validation::Full).expect(step);
                    before = position.clone();
                    filter.take(Step::Move { before: &before, named: &named, spelled: None });
                    position.play_unchecked(named.mv);
                    filter.take(Step::Played(&position));
                }
            },
        }
    }
    filter.take(Step::End(None));
    assert!(filter.losses().is_empty());
    String::from_utf8(std::mem::take(filter.bytes())).expect("it is text")
}

fn moves(steps: &[&str]) -> String {
    let document = written(&[], &Position::start(), steps);
    document
        .split_once("\"moves\":")
        .expect("there are moves")
        .1
        .trim_end()
        .strip_suffix('}')
        .expect("an object")
        .into()
}

#[test]
fn the_worked_document() {
    let tags = [
        ("Event", "Worked example"),
        ("Site", "?"),
        ("Date", "1972.??.??"),
        ("Round", "-"),
        ("White", "Roosevelt, Theodore"),
        ("Black", "Harding, Warren"),
        ("Result", "1-0"),
        ("Annotator", "Hoover"),
    ];
    let steps = [
        r#""bgn":{"white":{"nick":"Teddy"},"sources":[{"id":"AA2","info":{"name":{"last":"Hoover"},"rating":1000}},{"id":"AA3"},{"id":"AA7"}]}"#,
        r#"@{"id":"AA2"}"#,
        "{Every field once.}",
        "e4",
        r#""et":2"#,
        "d5",
        r#""et":9.5"#,
        "e5",
        r#""properties":{"lichess":{"eval":"-0.21","clk":"0:02:30"}}"#,
        "f5",
        r#""properties":{"myNamespace":{"eval":[-3,0.001,"foo"],"rushFactor":[11.023,0]}}"#,
        "exf6",
        r#"@{"id":"AA2"}"#,
        "$2",
        "{Greedy.}",
        r#"@{"id":"AA3"}"#,
        "(",
        r#""name":"Quiet""#,
        "{Development first.}",
        "Nf3",
        "Nc6",
        r#"@{"id":"AA3"}"#,
        "(",
        "e6",
        "d4",
        ")",
        "d4",
        ")",
        r#"@{"id":"AA7"}"#,
        "$0",
        r#"@{"id":"AA7","date":"2022-03-04","q":1}"#,
        "$4",
        "{yeah...}",
        "Nh6",
        "fxg7",
        "Nc6",
        "gxh8=Q",
        "Bg4",
        "Nf3",
        "Qd6",
        "Be2",
        "O-O-O",
        "O-O",
        r#"@{"id":"AA2","before":true}"#,
        "{Not 8... Qh2.}",
        "Nf5",
        "a3",
        "Nfd4",
        "a4",
        "Nxe2+",
        "Kh1",
        "Ng3+",
        "fxg3",
        "1-0",
    ];
    assert_eq!(written(&tags, &Position::start(), &steps), include_str!("../../../../vectors/bgn/worked.bgnl"));
}

#[test]
fn black_moves_first() {
    let fen_text = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1";
    let start = fen::parse(fen_text).expect("it is one");
    let document = written(&[("FEN", fen_text)], &start, &["O-O", "Kd2"]);
    assert_eq!(document, include_str!("../../../../vectors/bgn/black-first.bgnl"));
}

#[test]
fn annotations_with_a_source() {
    let e4 = r#"[{"p":"P","f":"e2","t":"e4""#;
    let aa = r#"@{"id":"A","date":"2022-03-04","q":0.50,"x":[1]}"#;
    for (steps, expected) in [
        (&[aa][..], r#"[{"id":"A","date":"2022-03-04","q":0.50,"x":[1]}]"#),
        // What does not fit into it goes into another one of the same source, which has no measure.
        (
            &[aa, "$1", "$2"],
            r#"[{"id":"A","date":"2022-03-04","nag":1,"q":0.50,"x":[1]},{"id":"A","date":"2022-03-04","nag":2}]"#,
        ),
        (&["$1", aa, "{x}"], r#"[{"id":"pgn","nag":1},{"id":"A","date":"2022-03-04","comment":"x","q":0.50,"x":[1]}]"#),
        (&[r#"@{"id":"A"}"#, r#"@{"id":"pgn"}"#, "$1"], r#"[{"id":"A"},{"id":"pgn","nag":1}]"#),
    ] {
        let steps = [&["e4"], steps].concat();
        assert_eq!(moves(&steps), format!("{e4},\"a\":{expected}}}]"), "{steps:?}");
    }
}

#[test]
fn annotations_before_a_move_are_with_it() {
    let (e4, e5) = (r#"{"p":"P","f":"e2","t":"e4""#, r#"{"p":"P","f":"e7","t":"e5""#);
    let before = r#"@{"id":"A","before":true}"#;
    let with = |more: &str| format!(r#","a":[{{"id":"A","before":true,"comment":"x"}}{more}]}}"#);
    assert_eq!(moves(&[before, "{x}", "e4"]), format!("[{e4}{}]", with("")));
    assert_eq!(moves(&["e4", before, "{x}", "e5", "$1"]), format!("[{e4}}},{e5}{}]", with(r#",{"id":"pgn","nag":1}"#)));
    // After what is said of the move before, and with commands that leave that one's comment.
    assert_eq!(
        moves(&["e4", "$1", "{[%clk 1]}", before, "{x}", "e5"]),
        format!(r#"[{e4},"a":[{{"id":"pgn","nag":1}}],"properties":{{"pgn":{{"clk":"1"}}}}}},{e5}{}]"#, with(""))
    );
    // In a line, and where no move comes.
    assert_eq!(
        moves(&["e4", "(", before, "{x}", "e4", ")"]),
        format!(r#"[{e4},"a":[{{"id":"pgn","alt":{{"moves":[{e4}{}]}}}}]}}]"#, with(""))
    );
    assert_eq!(moves(&["e4", before, "{x}"]), format!("[{e4}{}]", with("")));
}

#[test]
fn fields_are_in_their_places() {
    let e4 = r#"{"p":"P","f":"e2","t":"e4""#;
    let fields = [r#""new":{"a":[1]}"#, r#""properties":{"x":{"y":1}}"#, r#""et":7"#];
    let steps = [&["e4"], &fields[..], &["{[%clk 1] a}"]].concat();
    let expected =
        r#","et":7,"a":[{"id":"pgn","comment":"a"}],"properties":{"pgn":{"clk":"1"},"x":{"y":1}},"new":{"a":[1]}}]"#;
    assert_eq!(moves(&steps), format!("[{e4}{expected}"));
    // A namespace that has both.
    assert_eq!(
        moves(&["e4", r#""properties":{"pgn":{"y":1}}"#, "{[%clk 1]}"]),
        format!(r#"[{e4},"properties":{{"pgn":{{"clk":"1","y":1}}}}}}]"#)
    );
    // Of a line, and of a move in it.
    assert_eq!(
        moves(&["e4", "(", r#""name":"N""#, r#""new":1"#, "{c}", "e4", r#""et":7"#, ")"]),
        format!(r#"[{e4},"a":[{{"id":"pgn","alt":{{"name":"N","comment":"c","moves":[{e4},"et":7}}],"new":1}}}}]}}]"#)
    );
    // Of the game.
    let steps = [r#""bgn":{"version":1,"new":2,"black":{"nick":"B"}}"#, r#""other":[3]"#, "e4"];
    assert_eq!(
        written(&[("White", "A")], &Position::start(), &steps),
        format!(
            "{{\"pgn\":{{\"white\":\"A\"}},\"bgn\":{{\"white\":{{\"nick\":\"A\"}},\"black\":{{\"nick\":\"B\"}},\"version\":1,\"new\":2}},\"moves\":[{e4}}}],\"other\":[3]}}\n"
        )
    );
}

#[test]
fn a_comment_that_is_shown_again_comes_before_the_annotations_of_others() {
    let e4 = r#"{"p":"P","f":"e2","t":"e4""#;
    let clk = r#""properties":{"pgn":{"clk":"1"}}"#;
    assert_eq!(
        moves(&["e4", "{[%clk 1]}", r#"@{"id":"A"}"#, "$1"]),
        format!(r#"[{e4},"a":[{{"id":"pgn","comment":""}},{{"id":"A","nag":1}}],{clk}}}]"#)
    );
    assert_eq!(
        moves(&["e4", "$2", "{[%clk 1]}", r#"@{"id":"A"}"#, "{[%clk 2]}"]),
        format!(
            r#"[{e4},"a":[{{"id":"pgn","nag":2,"comment":"[%clk 1]"}},{{"id":"A","comment":"[%clk 2]"}}],{clk}}}]"#
        )
    );
    assert_eq!(
        moves(&["e4", "{[%clk 1]}", r#"@{"id":"A"}"#, "(", "d4", ")"]),
        format!(r#"[{e4},"a":[{{"id":"A","alt":{{"moves":[{{"p":"P","f":"d2","t":"d4"}}]}}}}],{clk}}}]"#)
    );
}
