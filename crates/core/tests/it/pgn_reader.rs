//! PGN text in, events out: one line an event, games apart by a line of dashes.

use scoresheet_core::event::{Event, What};
use scoresheet_core::game::pgn::PgnReader;
use scoresheet_core::limits::Limits;
use scoresheet_core::read::GameReader;

/// The events of the reader for `text`: one line an event; a fault as its code, its byte and its text. Events that are only
/// for sinks that keep the source unchanged are left out.
fn events(text: impl AsRef<[u8]>) -> String {
    events_within(text, &Limits::default())
}

fn events_within(text: impl AsRef<[u8]>, limits: &Limits) -> String {
    let mut reader = PgnReader::new(text.as_ref(), limits);
    let mut lines = Vec::new();
    while reader.next_game() {
        lines.push("---".to_owned());
        while let Some(item) = reader.next_event() {
            if matches!(item.what, What::Event(Event::Skipped(_) | Event::Verbatim(..))) {
                continue;
            }
            lines.push(match item.what {
                What::Event(event) => event.to_string(),
                What::Fault(code, text) => {
                    let shown: String = String::from_utf8_lossy(&text).chars().take(20).collect();
                    let shown = shown.replace('\n', "\\n").replace('\r', "\\r");
                    format!("! {} {} {shown}", code.id(), item.start).trim_end().to_owned()
                }
            });
        }
    }
    lines.join("\n").trim_start_matches("---\n").to_owned()
}

/// Asserts that the moves `text`, ended by `*`, read as these events, given on one line with `, ` between.
#[track_caller]
fn moves(text: &str, expected: &str) {
    let read = events(format!("{text} *")).replace('\n', ", ");
    assert_eq!(read, format!("{expected}, termination *"), "{text}");
}

/// Asserts that `text` reads as these events, given on one line with `, ` between.
#[track_caller]
fn games(text: impl AsRef<[u8]>, expected: &str) {
    let text = text.as_ref();
    assert_eq!(events(text).replace('\n', ", "), expected, "{}", String::from_utf8_lossy(text));
}

#[test]
fn a_game_as_the_standard_has_it() {
    let text =
        "[Event \"Club\"]\n[White \"A \\\"b\\\" \\\\\"]\n\n1. e4 $1 {best} e5 2. Nf3 (2. f4 exf4) 2... Nc6 1/2-1/2\n";
    let expected = "tag Event Club\ntag White A \\\"b\\\" \\\\\nnumber 1.\nmove e4\nnag 1 $1\ncomment best\nmove e5\n\
        number 2.\nmove Nf3\nopen\nnumber 2.\nmove f4\nmove exf4\nclose\nnumber 2...\nmove Nc6\ntermination 1/2-1/2";
    assert_eq!(events(text), expected);
}

#[test]
fn move_numbers() {
    moves("1.e4", "number 1., move e4");
    moves("1e4", "number 1, move e4");
    moves("1 e4", "number 1, move e4");
    moves("12...Nf6", "number 12..., move Nf6");
    moves("1. ... e5", "number 1...., move e5");
    moves("1. . . e5", "number 1..., move e5");
    moves("12.5 e5", "number 12.5, move e5");
    moves("12.5... e5", "number 12.5..., move e5");
    moves("99999999999. e4", "number 4294967295., move e4");
    moves("... e5", "! move-number 0 ..., move e5");
    moves("5254", "number 5254");
}

#[test]
fn moves_of_all_kinds() {
    for word in [
        "e4",
        "Nf3+",
        "Qa6xb7#",
        "f8=Q",
        "f8=Q+",
        "f8/Q",
        "f8(Q)",
        "f8(Q)+",
        "O-O-O",
        "0-0-0",
        "0-0",
        "0-0+",
        "OO",
        "o-o",
        "e2-e4",
        "e2e4",
        "a7a8q",
        "RxNa2",
        "♘f3",
        "♞f6",
        "Кf3",
        "--",
        "Z0",
        "@@@@",
        "null",
        "pass",
        "Q@f7",
        "Bb5++",
        "Bb5†",
        "Nf3mate",
        "exd6e.p.",
        "exd6 e.p.",
        "exd6 ep",
        "exd6+ e.p.",
        "exd6 e.p",
        "xyz",
        "-",
        "%",
        "a\"b",
        "e4,",
        "\u{1}",
        "e4\u{0}",
        "\u{7f}e4",
        "~=",
        "1-1",
        "Řf3",
        "½f3",
    ] {
        moves(&format!("e4 {word} e5"), &format!("move e4, move {word}, move e5"));
    }
    moves("e4 # e5", "move e4, ! san-check 3 #, move e5");
    for (sign, nag) in [("+–", 18), ("–/+", 17), ("+--", 20), ("--+", 21), ("~", 13)] {
        moves(&format!("e4 {sign} e5"), &format!("move e4, ! nag-spelling 3 {sign}, nag {nag} {sign}, move e5"));
        moves(&format!("e4{sign} e5"), &format!("move e4, ! nag-spelling 2 {sign}, nag {nag} {sign}, move e5"));
    }
    games("[x *", "! tag-syntax 0 [x *, ! termination-missing 4");
    moves("e4] e5", "move e4, ! stray 2 ], stray ], move e5");
    moves("Ne5 e.p.", "move Ne5, move e.p.");
    moves("exd6 e.p.x", "move exd6, move e.p.x");
    moves("e4 e5", "move e4, move e5");
    moves("f4(Q)", "move f4, open, move Q, close");
    moves("f8(Qx)", "move f8, open, move Qx, close");
}

#[test]
fn signs_after_a_move() {
    moves("Qh5+", "move Qh5+");
    moves("Qh5++", "move Qh5++");
    moves("Qh5+-", "move Qh5, nag 18 +-");
    moves("Qh5-+", "move Qh5, nag 19 -+");
    moves("Qh5++-", "move Qh5+, nag 18 +-");
    moves("Qh5+++-", "move Qh5++, nag 18 +-");
    moves("Qh5+-+", "move Qh5+, nag 19 -+");
    moves("Qh5+=", "move Qh5+, nag 10 =");
    moves("Qh5++=", "move Qh5+, ! nag-spelling 4 +=, nag 14 +=");
    moves("Qh5+/=", "move Qh5, nag 14 +/=");
    moves("Qh5=/+", "move Qh5, nag 15 =/+");
    moves("Qh5+=/+", "move Qh5+, nag 15 =/+");
    moves("Qh5+/-", "move Qh5, nag 16 +/-");
    moves("Qh5-/+", "move Qh5, nag 17 -/+");
    moves("Qh5#+-", "move Qh5#, nag 18 +-");
    moves("Qh5 +-", "move Qh5, nag 18 +-");
    moves("Qh5 + e5 ++", "move Qh5, ! san-check 4 +, move e5, ! san-check 9 ++");
    moves("e4=", "move e4, nag 10 =");
    moves("e8=Q=", "move e8=Q, nag 10 =");
    moves("O-O+-", "move O-O, nag 18 +-");
    moves("0-0-+", "move 0-0, nag 19 -+");
    moves("Qh5==", "move Qh5==");
    moves("e4!", "move e4, nag 1 !");
    moves("e4+!?", "move e4+, nag 5 !?");
    moves("e4?! e5??", "move e4, nag 6 ?!, move e5, nag 4 ??");
    moves("e4!!! e5?", "move e4, nag 3 !!, nag 1 !, move e5, nag 2 ?");
    moves(
        "e4□ e5∞ d4⩲ d5⩱ c4± c5∓",
        "move e4, nag 7 □, move e5, nag 13 ∞, move d4, nag 14 ⩲, move d5, nag 15 ⩱, move c4, nag 16 ±, move c5, nag 17 ∓",
    );
    games(b"c4\xb1 \xb1 *", "move c4, nag 16 \u{fffd}, nag 16 \u{fffd}, termination *");
    games(b"\xd1\xb1f3 *", "move ѱf3, termination *");
}

#[test]
fn nags() {
    moves("e4 $255 e5$0", "move e4, nag 255 $255, move e5, nag 0 $0");
    moves("e4 $256 $5.1.2.1.1 $", "move e4, nag $256, nag $5.1.2.1.1, ! nag-syntax 19 $");
    moves("e4 $1.", "move e4, nag 1 $1, ! move-number 5 .");
}

#[test]
fn comments_and_escapes() {
    moves("e4 { a { b } c", "move e4, comment  a { b , move c");
    moves("e4 {a\r\nb} e5", "move e4, comment a\\r\\nb, move e5");
    moves("e4;to the end\n; x\r e5", "move e4, line-comment to the end, line-comment  x, move e5");
    moves("e4\n% seen\n %e5", "move e4, escape  seen, move %e5");
    moves("e4 } <e5>", "move e4, ! comment-unopened 3 }, ! reserved 5 <e5>");
    moves("e4 < e5 >", "move e4, ! reserved 3 <, move e5, ! reserved 8 >");
    moves("% first\n{second} e4", "escape  first, comment second, move e4");
    games("e4 {open", "move e4, ! comment-unclosed 3 {open, comment open, ! termination-missing 8");
    games("{", "! comment-unclosed 0 {, comment , ! termination-missing 1");
}

#[test]
fn variations() {
    moves(
        "e4 (d4 (c4) f4)) e5",
        "move e4, open, move d4, open, move c4, close, move f4, close, ! variation-unopened 15 ), move e5",
    );
    games(
        "e4 (d4 (c4) f4",
        "move e4, open, move d4, open, move c4, close, move f4, ! variation-unclosed 3 (, ! termination-missing 14",
    );
    games(
        "e4 (d4 1-0) e5 *",
        "move e4, open, move d4, ! termination-in-variation 7 1-0, close, move e5, termination *",
    );
    games(
        "e4 (d4 1-0 {x}\n\n",
        "move e4, open, move d4, ! termination-in-variation 7 1-0, comment x, ! variation-unclosed 3 (, termination 1-0",
    );
    games("e4 (d4 1-0)", "move e4, open, move d4, ! termination-in-variation 7 1-0, close, ! termination-missing 11");
    games(
        "e4 * (d4) 1-0",
        "move e4, ! variation-late 3 *, open, move d4, close, termination *, ! termination-repeated 10 1-0",
    );
    games(
        "e4 * (d4 1-0",
        "move e4, ! variation-late 3 *, open, move d4, ! termination-in-variation 9 1-0, ! variation-unclosed 5 (, \
         termination *",
    );
}

#[test]
fn terminations() {
    games("e4 1-0", "move e4, termination 1-0");
    games("e4 0-1", "move e4, termination 0-1");
    games("e4*", "move e4, termination *");
    games("e4 1/2", "move e4, ! termination-spelling 3 1/2, termination 1/2-1/2");
    games("e4 ½-½", "move e4, ! termination-spelling 3 ½-½, termination 1/2-1/2");
    games(b"e4 \xbd-\xbd", "move e4, ! termination-spelling 3 \u{fffd}-\u{fffd}, termination 1/2-1/2");
    games("e4 1–0", "move e4, ! termination-spelling 3 1–0, termination 1-0");
    games("e4", "move e4, ! termination-missing 2");
    games("[Result \"0-0\"]\n0-0 e5 0-0 {both}", "tag Result 0-0, move 0-0, move e5, termination 0-0, comment both");
    games("[Result \"0-0\"]\n0-0\n[A \"\"]*", "tag Result 0-0, termination 0-0, ---, tag A , termination *");
    games("[Result \"1-0\"]\n0-0", "tag Result 1-0, move 0-0, ! termination-missing 18");
}

#[test]
fn where_a_game_ends() {
    games(
        "* {of the first} $1\n% too\n1. e4 *",
        "termination *, comment of the first, nag 1 $1, escape  too, ---, number 1., move e4, termination *",
    );
    games("* 1-0", "termination *, ! termination-repeated 2 1-0");
    games("*\n\n1-0", "termination *, ---, termination 1-0");
    games("e4 * e5 *", "move e4, termination *, ! stray 5 e5, stray e5, ! termination-repeated 8 *");
    games("e4 *\n\ne5 *", "move e4, termination *, ---, move e5, termination *");
    games("e4 [A \"\"] *", "move e4, ! termination-missing 2, ---, tag A , termination *");
    games(
        "[A \"\"]\n\n[B \"\"]\n[A \"\"]\n\n\n[A \"2\"] *",
        "tag A , tag B , tag A , ! termination-missing 21, ---, tag A 2, termination *",
    );
    games("[A \"\"]\n \r\n[Event \"\"] *", "tag A , ! termination-missing 6, ---, tag Event , termination *");
    games("[A \"\"]\n[Event \"\"] *", "tag A , tag Event , termination *");
    games("[A \"\"] {x} [B \"\"] *", "tag A , ! tag-comment 7 {, tag B , comment x, termination *");
    games(
        "% 1\n{2}) ; 3\n[B \"\"]\n\n[C \"\"] 1. e4 *",
        "tag B , tag C , escape  1, comment 2, ! variation-unopened 7 ), line-comment  3, number 1., move e4, termination *",
    );
    games("{x} [B \"\"]\n\n[B \"\"] *", "tag B , comment x, ! termination-missing 10, ---, tag B , termination *");
    games("{x} [B \"\"] *", "tag B , comment x, termination *");
}

#[test]
fn an_empty_line_and_a_tag_end_a_game_anywhere() {
    games(
        "e4 {x\n\n[A \"\"] *",
        "move e4, ! comment-unclosed 3 {x\\n\\n, comment x\\n\\n, ! termination-missing 5, ---, tag A , termination *",
    );
    games(
        "e4 {x\n\t\n\u{feff}[A \"\"] *",
        "move e4, ! comment-unclosed 3 {x\\n\t\\n\u{feff}, comment x\\n\t\\n\u{feff}, ! termination-missing 11, ---, tag A , termination *",
    );
    games("{x\n\n[A \"\"] *", "tag A , ! comment-unclosed 0 {x\\n\\n, comment x\\n\\n, termination *");
    games(
        "e4 {a\n[A \"\"]\n\n[%clk \"\"]\n\n[A\"\"]} *",
        "move e4, comment a\\n[A \"\"]\\n\\n[%clk \"\"]\\n\\n[A\"\"], termination *",
    );
    games(
        "e4 (d4\n\n[A \"\"] *",
        "move e4, open, move d4, ! variation-unclosed 3 (, ! termination-missing 6, ---, tag A , termination *",
    );
}

#[test]
fn tags_of_all_kinds() {
    games("[A \"1\"][B  \"2\" ] [ C\"3\" ]*", "tag A 1, tag B 2, tag C 3, termination *");
    games("[A \"a ]b\"]*", "tag A a ]b, termination *");
    games("[A \"C \"The King\"\"]*", "! tag-quote 0 [A \"C \"The King\"\"], tag A C \"The King\", termination *");
    for unclosed in ["[A \"x", "[A \"x\"", "[A \"x]", "[A \"x\"\r", "[A \"x]  "] {
        let read = events(format!("{unclosed}\n[B \"y\"] *"));
        assert!(read.starts_with("! tag-unclosed 0 "), "{unclosed}");
        assert!(read.ends_with("\ntag A x\ntag B y\ntermination *"), "{unclosed}");
    }
    games("[A \"x\n*", "! tag-unclosed 0 [A \"x, tag A x, termination *");
    games("[A \"C:\\\"]\n*", "! tag-unclosed 0 [A \"C:\\\"], tag A C:\\, termination *");
    games("[Ärger \"x\"]*", "tag Ärger x, termination *");
    games("[A-b \"x\"][C_d \"y\"]*", "! tag-name 0 A-b, tag A-b x, tag C_d y, termination *");
    games(
        "[A-b \"x\"]\n*\n\n[A-b \"y\"]\n*",
        "! tag-name 0 A-b, tag A-b x, termination *, ---, ! tag-name 13 A-b, tag A-b y, termination *",
    );
}

#[test]
fn line_ends_and_marks_of_order() {
    for end in ["\n", "\r\n", "\r"] {
        let text = "\u{feff}[A \"1\"]\n\n1. e4 ; x\n%y\n*\n\n[A \"2\"]\n\n*".replace('\n', end);
        games(
            text,
            "tag A 1, number 1., move e4, line-comment  x, escape y, termination *, ---, tag A 2, termination *",
        );
    }
    games(
        "\u{feff}% x\n*\u{feff}\n\n\u{feff}[A \"2\"] *",
        "escape  x, termination *, ! space-spelling 8 \u{feff}, ! space-spelling 13 \u{feff}, ---, tag A 2, termination *",
    );
    for nothing in ["", "\n", " \t\r\n ", "\u{feff}", "\u{feff}\n"] {
        games(nothing, "");
    }
}

#[test]
fn spans_tile_the_block() {
    let text = "\n\n[A \"1\"]\n\n1. e4 *\n\n* e4\n\n\n[A \"2\"]\n(\n\n[A \"2\"]\n \n";
    let mut reader = PgnReader::new(text.as_bytes(), &Limits::default());
    let mut at = 0;
    let mut games = 0;
    while reader.next_game() {
        reader.skip();
        assert_eq!(reader.span().start, at);
        at = reader.span().end;
        games += 1;
    }
    assert_eq!((at, games), (text.len(), 4));
}

#[test]
fn each_limit_has_its_error_and_ends_the_game() {
    let limits = |name: &str, value| {
        let mut limits = Limits::default();
        assert!(limits.set(name, value));
        limits
    };
    let next = "\n\n[B \"\"]*";
    let after = "---\ntag B \ntermination *";
    for (name, value, text, expected) in [
        ("nesting", 2, "e4 (((d4)))", "move e4\nopen\nopen\n! limit-nesting 5 ("),
        ("tag", 8, "[A \"\"][A \"012345\"] e4", "tag A \n! limit-tag 6 [A \"012345\"]"),
        ("tags", 2, "[A \"\"][A \"\"][A \"\"] *", "tag A \ntag A \n! limit-tags 12 [A \"\"]"),
        ("token", 4, "Nf3+ Qa1xa8", "move Nf3+\n! limit-token 5 Qa1xa8"),
        ("token", 4, "Nf3+ 123456", "move Nf3+\n! limit-token 5 123456"),
        ("token", 4, "Nf3+ $12345", "move Nf3+\n! limit-token 5 $12345"),
        ("comment", 4, "e4 {1234} {12345} e5", "move e4\ncomment 1234\n! limit-comment 10 {12345}"),
        ("comment", 4, "e4 ;12345\ne5", "move e4\n! limit-comment 3 ;12345"),
        ("game", 10, "1. e4 e5 2. d4", "number 1.\nmove e4\nmove e5\n! limit-game 9 2."),
    ] {
        assert_eq!(
            events_within(format!("{text} (( {{ {next}"), &limits(name, value)),
            format!("{expected}\n{after}"),
            "{text}"
        );
    }
    // A game that ends at the limit is no longer than the limit, whatever follows it.
    assert_eq!(
        events_within("1. e4 e5 *\n\ne4 *", &limits("game", 10)),
        "number 1.\nmove e4\nmove e5\ntermination *\n---\nmove e4\ntermination *"
    );
    let mut reader = PgnReader::new(b"1. e4 ", &Limits::default());
    reader.cut_short();
    assert!(reader.next_game());
    let last = std::iter::from_fn(|| reader.next_event()).last().map(|item| item.what);
    assert!(matches!(last, Some(What::Fault(code, _)) if code.id() == "limit-game"));
}

/// The events of the reader for `text` for sinks that keep the source unchanged.
fn kept(text: &str) -> Vec<String> {
    let mut reader = PgnReader::new(text.as_bytes(), &Limits::default());
    let mut kept = Vec::new();
    while reader.next_game() {
        while let Some(item) = reader.next_event() {
            if let What::Event(event @ (Event::Skipped(_) | Event::Verbatim(..))) = item.what {
                kept.push(event.to_string());
            }
        }
    }
    kept
}

#[test]
fn tokens_that_are_skipped_are_emitted() {
    assert_eq!(kept("1. e4 < e5 > *"), ["skipped <", "skipped >"]);
    assert_eq!(kept("1. e4 ) e5 } *"), ["skipped )", "skipped }"]);
    assert_eq!(kept("1. e4 (1. d4 1-0) e5 *"), ["skipped 1-0"]);
    assert_eq!(kept("1. Qh5 + ... e5 *"), ["skipped +"]);
}

#[test]
fn text_around_a_game_is_emitted_unchanged() {
    let text = " {a}\n\n%b\n[White \"A\"]\n\n1. e4 * {c}  ;d\n\n[White \"B\"]\n\n* \n";
    assert_eq!(kept(text), ["verbatim Prologue {a}\\n\\n%b", "verbatim Tail {c}  ;d"]);
    assert_eq!(kept("1. e4 *\n\n1. d4 *\n"), Vec::<String>::new());
}

#[test]
fn a_misplaced_suffix_of_a_capture_in_passing_belongs_to_its_move() {
    moves("d5 e.p.", "move d5 e.p.");
    moves("d5+ ep e5", "move d5+ ep, move e5");
    moves("Nd5 e.p.", "move Nd5, move e.p.");
    for space in [" ", "  ", "\n", "\r\n", ""] {
        assert_eq!(
            events(format!("exd6{space}e.p. *")),
            format!("move exd6{}e.p.\ntermination *", space.replace('\n', "\\n").replace('\r', "\\r"))
        );
    }
}

#[test]
fn a_tag_may_open_in_the_line_before_its_name() {
    games("[\n A \"1\"][B \"2\"] *", "! tag-syntax 0 A, tag A 1, tag B 2, termination *");
    games("[\n\n A \"1\"] *", "! tag-syntax 0 [, ! tag-syntax 9 ], ! stray 4 A \"1\", stray A \"1\", termination *");
}

#[test]
fn words_of_people_are_signs_dashes_and_spaces() {
    moves("1. e4 Bb5 ch c6", "number 1., move e4, move Bb5, ! san-check 10 ch, move c6");
    moves(
        "c4+− e6−+ Nc3+/−",
        "move c4, ! nag-spelling 2 +−, nag 18 +−, move e6, ! nag-spelling 9 −+, nag 19 −+, move Nc3, ! nag-spelling 17 +/−, nag 16 +/−",
    );
    moves("O−O --- O‑O", "move O−O, move ---, move O‑O");
    games("[White\u{a0}\"A\"]\n[Ä\"B\"]*", "! space-spelling 0 White, tag White A, tag Ä B, termination *");
    games("[White \"A\"]\n[Black\u{a0}\"B\"]*", "tag White A, ! space-spelling 12 Black, tag Black B, termination *");
    games(
        "[Event: \"Cup\"]\n[White \"A\"]\n\n1. Nf3 *",
        "! tag-syntax 0 [Event: \"Cup\"], tag Event Cup, tag White A, number 1., move Nf3, termination *",
    );
}

#[test]
fn a_forfeit_precedes_a_game_without_tags_too() {
    games(
        "[Result \"+/-\"]\n\n1. e4 e5 +/-\n\n1. d4 *\n",
        "tag Result +/-, number 1., move e4, move e5, ! termination-spelling 25 +/-, termination 1-0, ---, number 1., \
         move d4, termination *",
    );
    // An evaluation, with a move after it.
    games(
        "[Result \"+/-\"]\n\n1. e4 +/-\n1. d4 *\n",
        "tag Result +/-, number 1., move e4, nag 16 +/-, number 1., move d4, termination *",
    );
}
