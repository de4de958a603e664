//! What is written reads as what was read, and is written the same again.

use scoresheet_core::event::{Event, What};
use scoresheet_core::game::pgn::{Pgn, PgnReader, PgnWriter};
use scoresheet_core::game::{AnyGames, GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{CommentForm, Dialect, Head, Step, Termination};
use scoresheet_core::text::{Encoding, decode};
use scoresheet_core::write::{Filter, GameWriter};

fn as_read() -> WriteOptions {
    WriteOptions::default()
}

fn keeping() -> WriteOptions {
    WriteOptions { keep_spelling: true, ..as_read() }
}

/// Writes what is read of `text`, with White to move at each game's start.
fn rewrite(text: impl AsRef<[u8]>, options: WriteOptions) -> PgnWriter {
    let text = text.as_ref();
    let encoding = Encoding::of(text);
    let mut writer = PgnWriter::new(&options);
    let mut reader = PgnReader::new(text, &Limits::default());
    let mut number = 0;
    while reader.next_game() {
        number += 1;
        writer.start_game();
        // The plies played in this line and in those around it.
        let mut plies = vec![0u32];
        while let Some(item) = reader.next_event() {
            let What::Event(event) = item.what else { continue };
            writer.page().place = Location { game: number, byte: item.start as u64, ..Location::default() };
            match event {
                Event::Tag(tag) => writer.tag(&decode(&tag.name, encoding), &tag.value(encoding)),
                Event::Move(word) => {
                    let ply = plies.last_mut().expect("the mainline is never closed");
                    writer.play(*ply / 2 + 1, *ply % 2 == 1, decode(&word, encoding).as_bytes());
                    *ply += 1;
                }
                Event::Nag { value, spelled } => writer.nag(value, &spelled),
                Event::Comment { text, form } => writer.comment(&decode(&text, encoding), form),
                Event::Escape(text) => writer.escape(&decode(&text, encoding)),
                Event::Open => {
                    plies.push(plies.last().map_or(0, |ply| ply.saturating_sub(1)));
                    writer.open();
                }
                Event::Close => {
                    plies.pop();
                    writer.close();
                }
                Event::Termination(termination) => writer.termination(termination),
                Event::Begin
                | Event::Skipped(_)
                | Event::Stray(_)
                | Event::Unplayed(_)
                | Event::Verbatim(..)
                | Event::Inner(_)
                | Event::Number { .. }
                | Event::Annotation(_)
                | Event::Field(_) => {}
            }
        }
        writer.end_game();
    }
    writer
}

fn written(text: impl AsRef<[u8]>, options: WriteOptions) -> String {
    String::from_utf8(rewrite(text, options).page().out.clone()).expect("output is UTF-8")
}

/// The events of a text except for what writing changes: move numbers, the spelling of NAGs, line ends in comments.
fn events(text: &[u8]) -> Vec<String> {
    let mut reader = PgnReader::new(text, &Limits::default());
    let mut lines = Vec::new();
    while reader.next_game() {
        lines.push("game".into());
        while let Some(item) = reader.next_event() {
            match item.what {
                What::Event(Event::Number { .. } | Event::Skipped(_) | Event::Verbatim(..)) | What::Fault(..) => {}
                What::Event(Event::Nag { value: Some(value), .. }) => lines.push(format!("nag {value}")),
                What::Event(Event::Comment { text, .. }) => {
                    let text = String::from_utf8_lossy(&text).replace('}', ")");
                    let joined: Vec<_> = text.split(['\n', '\r']).map(|part| part.trim_matches([' ', '\t'])).collect();
                    let joined = joined.join(" ");
                    lines.push(format!("comment {}", joined.split_whitespace().collect::<Vec<_>>().join(" ")));
                }
                What::Event(event) => lines.push(event.to_string()),
            }
        }
    }
    lines
}

#[test]
fn the_export_format() {
    let text = "% made\n[Site \"?\"][Event \"a \\\"b\\\"\"] 1.e4! {good} e5 2. Nf3 $1 Nc6?? (2...d6 ;also\n3. d4 (3. c4)) {x} (2... f5) 3. Bb5 1-0 {end} $3";
    let expected = "[Site \"?\"]\n[Event \"a \\\"b\\\"\"]\n\n% made\n1. e4 $1 {good} 1... e5 2. Nf3 $1 Nc6 $4 (2... d6 {also} 3. d4 (3. c4)) {x}\n(2... f5) 3. Bb5 1-0 {end} $3\n\n";
    assert_eq!(written(text, as_read()), expected);
    let kept = "[Site \"?\"]\n[Event \"a \\\"b\\\"\"]\n\n% made\n1. e4! {good} 1... e5 2. Nf3 $1 Nc6?? (2... d6 ;also\n3. d4 (3. c4)) {x} (2... f5) 3. Bb5 1-0 {end} $3\n\n";
    assert_eq!(written(text, keeping()), kept);
}

#[test]
fn the_seven_tag_roster() {
    let text = "[Zeta \"z\"][Black \"b\"][White \"w\"][Alpha \"a\"][White \"twice\"] e4 1/2";
    let export = WriteOptions { export: true, ..as_read() };
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n";
    let moves = "\n1. e4 1/2-1/2\n\n";
    let rest = "[White \"twice\"]\n[Zeta \"z\"]\n[Alpha \"a\"]\n";
    assert_eq!(written(text, export.clone()), format!("{roster}{rest}{moves}"));
    let both = WriteOptions { sort_tags: true, ..export.clone() };
    let rest = "[White \"twice\"]\n[Alpha \"a\"]\n[Zeta \"z\"]\n";
    assert_eq!(written(text, both), format!("{roster}{rest}{moves}"));
    let sorted = WriteOptions { sort_tags: true, ..as_read() };
    let tags = "[White \"w\"]\n[White \"twice\"]\n[Black \"b\"]\n[Alpha \"a\"]\n[Zeta \"z\"]\n";
    assert_eq!(written(text, sorted), format!("{tags}{moves}"));
    assert_eq!(written("1. e4 *", as_read()), "1. e4 *\n\n");
    assert_eq!(written("*", export).lines().count(), 10);
}

#[test]
fn lines_are_filled_and_break_at_blanks() {
    let text = format!("1. e4 {{{}}} (1. d4) *", "word or two ".repeat(20));
    let pgn = written(&text, as_read());
    let lines: Vec<_> = pgn.trim_end().lines().collect();
    for (line, next) in lines.iter().zip(&lines[1..]) {
        let width = line.chars().count();
        let word = next.split(' ').next().map_or(0, str::len);
        assert!(width <= 79 && width + 1 + word > 79, "{line}");
    }
    // Two blanks hold together.
    let pairs = written(format!("{{{}}} *", "two  words ".repeat(20)), as_read());
    assert_eq!(pairs.matches("two  words").count(), 20);
    let wide = written(format!("[A \"b\"]\n\n{{{}}} *", "ööööööööö ".repeat(9)), as_read());
    assert_eq!(wide.lines().nth(2).map(|line| line.chars().count()), Some(70));
    let long = "x".repeat(100);
    assert_eq!(written(format!("e4 {{{long} y}} *"), as_read()), format!("1. e4\n{{{long}\ny}} *\n\n"));
}

#[test]
fn commands_are_never_broken() {
    let commands = ["[%clk 0:09:58]", "[%eval 0.05]", "[%cal Ga1b2,Rc3d4]", "[%x a b c d e f]"];
    for words in 0..30 {
        let text = format!("1. e4 {{{} {} [%not closed}} *", "ab ".repeat(words), commands.join(" and "));
        let pgn = written(&text, as_read());
        for command in commands {
            assert!(pgn.contains(command), "{pgn}");
        }
        assert!(pgn.lines().all(|line| line.len() <= 79), "{pgn}");
        assert_eq!(written(&pgn, as_read()), pgn);
    }
    // A line end in a command is a blank.
    assert_eq!(written("e4 {[%clk\n0:01]} *", as_read()), "1. e4 {[%clk 0:01]} *\n\n");
    // What is never closed is text.
    let open = written(format!("e4 {{{}}} *", "[% x ".repeat(40)), as_read());
    assert!(open.lines().all(|line| line.len() <= 79), "{open}");
}

#[test]
fn lines_are_as_long_as_requested() {
    let wide = |width: &str| {
        let own = [("width".to_owned(), width.to_owned())];
        let given = NamedOptions { own: &own, ..NamedOptions::default() };
        WriteOptions { own: Pgn.write_options(&given), ..as_read() }
    };
    let text = format!("1. e4 {{{}}} (1. d4) e5 2. Nf3 *", "word or two ".repeat(20));
    assert_eq!(written(&text, wide("0")).trim_end().lines().count(), 1);
    assert_eq!(written(&text, wide("79")), written(&text, as_read()));
    for width in [1, 20, 255] {
        let pgn = written(&text, wide(&width.to_string()));
        assert!(pgn.lines().all(|line| line.len() <= width || !line.contains(' ')), "{pgn}");
        assert_eq!(written(&pgn, as_read()), written(&text, as_read()));
    }
}

#[test]
fn what_cannot_be_said_is_counted_with_its_first_place() {
    let mut writer = rewrite("e4 *\n\ne5 ; a } b\n { {} ; }\n*", as_read());
    assert_eq!(String::from_utf8_lossy(&writer.page().out), "1. e4 *\n\n1. e5 { a ) b} { {} { )} *\n\n");
    let [loss] = writer.page().losses[..] else { panic!("one kind of loss") };
    assert_eq!((loss.kind.spec().id, loss.count, loss.first.game, loss.first.byte), ("comment-brace", 2, 2, 9));
    let mut writer = PgnWriter::new(&keeping());
    writer.start_game();
    writer.tag("A", "two\r\nlines");
    writer.escape("x\ny");
    writer.comment("m\nn", CommentForm::Line);
    writer.end_game();
    assert_eq!(String::from_utf8_lossy(&writer.page().out), "[A \"two lines\"]\n\n%x y\n;m n\n\n");
    assert_eq!(writer.page().losses[0].count, 3);
}

#[test]
fn open_variations_are_closed() {
    assert_eq!(written("e4 (d4 (c4 ; x\n", keeping()), "1. e4 (1. d4 (1. c4 ; x\n))\n\n");
    assert_eq!(written("e4 ( ( ) *", as_read()), "1. e4 (()) *\n\n");
}

#[test]
fn a_word_never_becomes_an_escaped_line() {
    let text = format!("1. e4 {{{}}} %b %c", "x".repeat(80));
    let once = written(format!("{text} %d {{{}}} %e *", "x".repeat(72)), as_read());
    assert!(!once.contains("\n%") && once.contains("\n %e"), "{once}");
    assert_eq!(written(&once, as_read()), once);
}

#[test]
fn other_encodings_become_utf8() {
    assert_eq!(
        written(b"[White \"M\xfcller\"] e4\xb1 {\x80} *", keeping()),
        "[White \"Müller\"]\n\n1. e4 $16 {€} *\n\n"
    );
    assert_eq!(written("e4± d5⩲ *", keeping()), "1. e4 ± d5 ⩲ *\n\n");
}

/// Games with everything in them, put together at random.
fn random_game(seed: &mut u64) -> String {
    const PIECES: [&str; 25] = [
        "e4",
        "Nf3+",
        "exd6 e.p.",
        "O-O",
        "f8(Q)",
        "e8=Q+",
        "!",
        "?!",
        "$7",
        "$300",
        "+-",
        "□",
        "{}",
        "{ [%clk 0:01:02] }",
        "{a  b\n\n c}",
        "{a longer comment that goes over the end of the line, as they do}",
        "; to the end }\n",
        "\n% escaped\n",
        "(",
        "(",
        ")",
        ")",
        "<",
        "{\u{e4}\u{f6} \t }",
        "--",
    ];
    let mut next = |below: usize| {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize % below
    };
    let mut text = String::from("[Event \"x\"]\n[White \"\\\"\\\\ \"]\n\n");
    let mut depth = 0;
    for _ in 0..next(60) {
        let piece = PIECES[next(PIECES.len())];
        match piece {
            ")" if depth == 0 => continue,
            ")" => depth -= 1,
            "(" => depth += 1,
            _ => {}
        }
        text.push_str(piece);
        text.push(' ');
    }
    text + &")".repeat(depth) + "1/2-1/2\n\n"
}

#[test]
fn writing_keeps_the_events_and_writing_again_the_bytes() {
    let mut seed = 8;
    for _ in 0..5000 {
        let text = random_game(&mut seed);
        for options in [as_read(), keeping()] {
            let once = written(&text, options.clone());
            assert_eq!(events(once.as_bytes()), events(text.as_bytes()), "{text}\n{once}");
            assert_eq!(written(&once, options), once, "{text}");
        }
    }
}

#[test]
fn a_start_that_is_not_in_the_tags_is_written() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let start = scoresheet_core::position::fen::parse(fen).expect("a FEN");
    let write = |tags: &[(&'static str, String)]| {
        let tags: Vec<_> = tags.iter().map(|(name, value)| ((*name).into(), value.as_str().into())).collect();
        let mut writer = PgnWriter::new(&as_read());
        let notation = scoresheet_core::notation::ALL[0].spec();
        let (place, dialect, standard_start) = (Location::default(), Dialect::Pgn, false);
        writer.write(&Step::Head(&Head {
            place,
            dialect,
            notation,
            tags: &tags,
            section: None,
            odd_tags: &[],
            start: &start,
            standard_start,
        }));
        writer.termination(Termination::Unknown);
        writer.end_game();
        String::from_utf8(writer.page().out.clone()).expect("text")
    };
    let told = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n\n");
    assert_eq!(write(&[]), told);
    assert_eq!(write(&[("FEN", fen.replace("4K3", "3K4"))]), told);
    assert_eq!(
        write(&[("FEN", fen.into()), ("White", "A".into())]),
        format!("[FEN \"{fen}\"]\n[White \"A\"]\n\n*\n\n")
    );
}

#[test]
fn tags_in_their_written_form_are_copied_and_others_are_not() {
    for (tags, again) in [
        ("[A \"1\"]\n[B \"2\"]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"]\n\n[B \"2\"]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A  \"1\"]\n[B \"2\"]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"]\n[B\t\"2\"]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"]\n[B \"2\" ]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"] [B \"2\"]\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\\\"\"]\n[B \"\\2\"]\n", "[A \"1\\\"\"]\n[B \"\\\\2\"]\n"),
        ("[A \"1\"]\r\n[B \"2\"]\r\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"]\n[B \"2\n", "[A \"1\"]\n[B \"2\"]\n"),
        ("[A \"1\"]\n[fen \"8/8/8/8/8/8/K6k/8 w - - 0 1\"]\n", "[A \"1\"]\n[FEN \"8/8/8/8/8/8/K6k/8 w - - 0 1\"]\n"),
    ] {
        // The second game is read as the first one was: as one whose tags are expected.
        let text = format!("{tags}\n*\n\n").repeat(3);
        let mut filter = Filter::new(Pgn.writer(&as_read()), false);
        let mut games = AnyGames::new(text.as_bytes(), &Settings::default());
        while games.next(&mut Record::new(), &mut filter) {}
        let out = core::str::from_utf8(filter.bytes()).expect("text");
        assert_eq!(out, format!("{again}\n*\n\n").repeat(3), "{tags:?}");
    }
}
