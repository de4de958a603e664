//! Games as comma-separated values: the golden tables, blocks cut anywhere, and hostile files.

use scoresheet_core::game::{
    self, AnyGames, Block, FormatOptions, GameFormat, NamedOptions, ReadOptions, WriteOptions,
};
use scoresheet_core::limits::Limits;
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn format(id: &str) -> &'static dyn GameFormat {
    game::find(id).expect("a format")
}

/// The cells of a table's rows by the names of their columns.
fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(root().join("vectors/game/csv").join(name)).expect("a table");
    let cells = |line: &str| line.split('\t').map(bytes_of).collect::<Vec<_>>();
    let mut lines = text.lines();
    let names = cells(lines.next().expect("a header"));
    lines.map(|line| names.iter().cloned().zip(cells(line)).collect()).collect()
}

/// The bytes that a cell means.
fn bytes_of(cell: &str) -> String {
    let mut out = String::new();
    let mut chars = cell.chars();
    while let Some(c) = chars.next() {
        out.push(match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('0') => '\0',
                other => other.expect("an escape"),
            },
            (c, false) => c,
        });
    }
    out
}

fn choices(cell: &str) -> Vec<(String, String)> {
    let given = cell.split_whitespace().filter_map(|choice| choice.split_once('='));
    given.map(|(name, value)| (name.into(), value.into())).collect()
}

/// Options of writing: those of a table, of which two are not the format's own.
fn writing(cell: &str) -> WriteOptions {
    let (mut options, mut moves, mut given) = (WriteOptions::default(), None, choices(cell));
    given.retain(|(name, value)| {
        match name.as_str() {
            "moves" => moves = Some(value.clone()),
            "spelling" => options.keep_spelling = true,
            _ => return true,
        }
        false
    });
    let given = NamedOptions { moves: moves.as_deref(), positions: None, own: &given };
    WriteOptions { own: format("csv").write_options(&given), ..options }
}

/// What came of games in another format.
#[derive(Debug, Default, PartialEq)]
struct Converted {
    text: String,
    codes: Vec<&'static str>,
    losses: Vec<&'static str>,
}

struct From<'f> {
    format: &'static dyn GameFormat,
    choices: &'f [(String, String)],
    limits: Limits,
}

impl From<'_> {
    fn csv(choices: &[(String, String)]) -> From<'_> {
        From { format: format("csv"), choices, limits: Limits::default() }
    }

    /// Writes the games of some blocks, each read by itself, to another format.
    fn convert(&self, blocks: &[Block<'_>], to: &dyn GameFormat, options: &WriteOptions) -> Converted {
        let mut filter = Filter::new(to.writer(options), options.keep_spelling);
        let mut converted = Converted::default();
        filter.bytes().extend(to.header(options));
        let settings = Settings { limits: self.limits, ..Settings::default() };
        for block in blocks {
            let own = self.format.read_options(self.choices);
            let reading = ReadOptions { limits: &self.limits, own: &own };
            let mut games = AnyGames::of_block(self.format, *block, &reading, &settings);
            let mut record = Record::new();
            while games.next(&mut record, &mut filter) {}
            converted.codes.extend(games.into_tally().codes().map(|(code, _)| code.id()));
        }
        for loss in filter.losses().iter() {
            let listed = to.spec().all_losses().contains(&loss.kind);
            assert!(listed || matches!(loss.kind, LossKind::UnplayedGame | LossKind::Tail), "{:?}", loss.kind);
        }
        converted.losses = filter.losses().iter().map(|loss| loss.kind.spec().id).collect();
        converted.text = String::from_utf8(std::mem::take(filter.bytes())).expect("text");
        converted
    }

    fn to_pgn(&self, text: &[u8]) -> Converted {
        self.convert(&[Block::whole(text)], format("pgn"), &WriteOptions::default())
    }
}

#[test]
fn files_are_read() {
    let mut wrong = Vec::new();
    for row in rows("read.tsv") {
        let choices = choices(&row["options"]);
        let found = From::csv(&choices).to_pgn(row["text"].as_bytes());
        let codes = found.codes.join(" ");
        if (found.text.as_str(), codes.as_str()) != (&row["pgn"], &row["codes"]) {
            wrong.push(format!("{}: {:?} {:?}, not {:?} {:?}", row["id"], found.text, codes, row["pgn"], row["codes"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_written_and_read_back() {
    let mut wrong = Vec::new();
    for row in rows("written.tsv") {
        let options = writing(&row["options"]);
        let from = From { format: format("pgn"), choices: &[], limits: Limits::default() };
        let found = from.convert(&[Block::whole(row["pgn"].as_bytes())], format("csv"), &options);
        let losses = found.losses.join(" ");
        if (found.text.as_str(), losses.as_str()) != (&row["text"], &row["losses"]) {
            wrong.push(format!(
                "{}: {:?} {:?}, not {:?} {:?}",
                row["id"], found.text, losses, row["text"], row["losses"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const MANY: &str = "\u{feff}\"White\",Event,Result,moves\r\n\"A, a\",\"two\r\nlines \"\"so\"\"\",1-0,e4 e5\r\n\r\n5\" x,,*,\"d4\nd5\"\r\n\
                    \"\",\"\"\"\",0-1,\"e4\"\n,,,\nB,C,1/2-1/2,c4";

#[test]
fn a_cut_anywhere_changes_nothing() {
    let (csv, text, limits) = (format("csv"), MANY.as_bytes(), Limits::default());
    let usual = ReadOptions { limits: &limits, own: FormatOptions::NONE };
    let from = From::csv(&[]);
    let whole = from.to_pgn(text);
    assert_eq!((whole.text.matches("\n\n").count(), &whole.codes), (9, &vec![]), "{}", whole.text);
    let opening = csv.opening(text, true, &usual).expect("a header");
    let mut cuts = 0;
    for end in 0..=text.len() {
        let known = csv.opening(&text[..end], false, &usual);
        assert_eq!(known, (end > opening).then_some(opening), "{end}");
        let Some(cut) = csv.cut(&text[..end], false, &limits) else { continue };
        let (first, second) = text.split_at(cut);
        let second = Block { bytes: second, opening: Some(&text[..opening]), last: true };
        assert_eq!(
            from.convert(&[Block::whole(first), second], format("pgn"), &WriteOptions::default()),
            whole,
            "{cut}"
        );
        cuts += 1;
    }
    assert!(cuts > 90, "{cuts}");
    assert_eq!(csv.cut(text, true, &limits), Some(text.len()));
}

#[test]
fn examples_survive() {
    for name in ["annotated.pgn", "chess960.pgn", "generated.pgn", "historic.pgn"] {
        let text = std::fs::read(root().join("examples").join(name)).expect("an example");
        let from = From { format: format("pgn"), choices: &[], limits: Limits::default() };
        for moves in (format("csv").spec().moves)() {
            // Every tag that a game of the file has is a column.
            let mut tags: Vec<&str> = std::str::from_utf8(&text).expect("UTF-8").lines().filter_map(tag).collect();
            tags.sort_unstable();
            tags.dedup();
            let options = writing(&format!("moves={moves} fields={}", tags.join(",")));
            let csv = from.convert(&[Block::whole(&text)], format("csv"), &options);
            assert!(!csv.losses.contains(&"tag") && csv.codes.is_empty(), "{name}: {:?} {:?}", csv.losses, csv.codes);
            let back = From::csv(&[]).to_pgn(csv.text.as_bytes());
            assert_eq!((&back.codes, &back.losses), (&vec![], &vec![]), "{name} by {moves}");
            let bare = format("uci");
            let options = WriteOptions::default();
            let before = from.convert(&[Block::whole(&text)], bare, &options).text;
            assert_eq!(from.convert(&[Block::whole(back.text.as_bytes())], bare, &options).text, before, "{name}");
            assert_eq!(tag_lines(&back.text), tag_lines(std::str::from_utf8(&text).expect("UTF-8")), "{name}");
        }
    }
}

/// The name of the tag on a line.
fn tag(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.split_once(" \"").map(|(name, _)| name)
}

/// The tags of each game in order of their names, except for `SetUp`, which only announces a FEN.
fn tag_lines(pgn: &str) -> Vec<Vec<&str>> {
    let games = pgn.split("\n\n").filter(|part| part.trim_start().starts_with('['));
    let sorted = games.map(|part| {
        let mut lines: Vec<&str> = part.lines().filter(|line| tag(line).is_some_and(|name| name != "SetUp")).collect();
        lines.sort_unstable();
        lines
    });
    sorted.collect()
}

#[test]
fn hostile_files_end() {
    let from = From::csv(&[]);
    let long = "x".repeat(10 << 20);
    for (text, code) in [
        (format!("White,moves\n{long},e4\n"), "limit-tag"),
        (format!("White,moves\n\"{long},e4\n"), "data-truncated"),
        (format!("White,moves\nA,{long}\n"), "limit-token"),
        (format!("White,moves\n{}\n", ",".repeat(1 << 20)), ""),
        (format!("White,moves\n{}\n", "a,".repeat(1 << 20)), "stray"),
        (format!("{}moves\n{},e4\n", "a,".repeat(20_000), "b,".repeat(20_000)), "limit-tags"),
        (format!("White,moves\n{}", "\"".repeat(1 << 20)), ""),
        (format!("White,moves\n{}", "\n".repeat(1 << 20)), ""),
    ] {
        let found = from.to_pgn(text.as_bytes());
        assert!(code.is_empty() || found.codes.contains(&code), "{code}: {:?}", found.codes);
    }
    let limits = Limits { game: 20, ..Limits::default() };
    let found = From { limits, ..From::csv(&[]) }.to_pgn(b"White,moves\nABCDEFGHIJKLMNOPQR,e4 e5\nB,d4\n");
    assert_eq!((found.text.as_str(), found.codes), ("*\n\n[White \"B\"]\n\n1. d4 *\n\n", vec!["limit-game"]));
}

#[test]
fn a_block_that_ends_within_a_game_is_reported() {
    let settings = Settings::default();
    let mut games = AnyGames::of(format("csv"), b"White,moves\nA,e4\nB,d4 d", &settings).cut_short();
    let (mut record, mut codes) = (Record::new(), Vec::new());
    while games.next(&mut record, &mut ()) {
        codes.push(record.first_error.take().map(|fault| fault.code.id()));
    }
    assert_eq!(codes, [None, Some("limit-game")]);
    assert_eq!(format("csv").resync(b"c d\"\nA,e4"), Ok(5));
}

#[test]
fn places_match_the_file() {
    let settings = Settings::default();
    let mut games = AnyGames::of(format("csv"), b"White,moves\n\"A\na\",\"e4 e5 Ke3\"\n", &settings);
    let mut record = Record::new();
    assert!(games.next(&mut record, &mut ()));
    let at = record.first_error.expect("an error").at;
    assert_eq!((at.byte, at.line, at.column, at.ply), (25, 3, 11, Some(3)));
    assert_eq!(record.byte, 12);
}

#[test]
fn texts_that_are_not_utf8_are_read() {
    assert_eq!(From::csv(&[]).to_pgn(b"White,moves\nM\xfcller,e4\n").text, "[White \"Müller\"]\n\n1. e4 *\n\n");
}

#[test]
fn headers_are_detected_by_their_column_of_moves() {
    let told = |head: &str| {
        let told = game::ALL.iter().filter(|format| format.detects(head.as_bytes()));
        told.map(|format| format.spec().id).collect::<Vec<_>>()
    };
    for head in [
        "White,Black,moves\n",
        "id;Moves\r\n1;e4\n",
        "\u{feff}\"White\"\t\"moves\"\n",
        "moves|opening name\n",
        "\n,rated,MOVES,victory_status\n",
    ] {
        assert_eq!(told(head), ["csv"], "{head}");
    }
    for head in [
        "White,Black,moves",
        "moves\ne4\n",
        "White,Black,steps\n",
        "[Event \"a,moves,b\"]\n\n1. e4 *\n",
        "1. e4 {a, moves, b} e5 *\n",
        "% a,moves,b\n1. e4 *\n",
        "; a\tmoves\n1. e4 *\n",
        "e4 e5\n",
        "",
        "\n",
    ] {
        assert!(!told(head).contains(&"csv"), "{head}");
    }
}
