//! FENs of rules other than those of chess: `vectors/variants/fens.tsv`, and how the positions of other tables are written.

use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{Claim, Validation};
use scoresheet_core::position::PositionNotation;
use scoresheet_core::position::epd::EPD;
use scoresheet_core::position::fen::{self, EnPassant, Fen, ReserveForm, Style};
use scoresheet_core::rules::{self, Rules};
use std::collections::HashMap;

/// A row of a table by the names of its columns.
type Row = HashMap<String, String>;

fn table(name: &str) -> Vec<Row> {
    let path = format!("{}/../../vectors/variants/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    let row =
        |line: &str| columns.iter().zip(line.split('\t')).map(|(name, cell)| ((*name).into(), cell.into())).collect();
    lines.map(row).collect()
}

/// The rules that a row names; `None` for no Variant tag.
fn rules_of(variant: &str) -> Option<Rules> {
    Some(variant).filter(|variant| !variant.is_empty()).map(|variant| rules::find(variant).expect(variant))
}

#[test]
fn fens_are_read_and_written_as_in_the_table() {
    let rows = table("fens");
    assert!(rows.len() >= 188);
    let mut wrong = Vec::new();
    for row in &rows {
        let rules = rules_of(&row["variant"]);
        let found = match Fen.read(row["text"].as_bytes(), rules, Validation::Full) {
            Ok(read) => {
                let mut notes: Vec<&str> = read.notes.iter().map(|code| code.spec().id).collect();
                notes.sort_unstable();
                let assumed = if rules.is_none() { read.position.rules().id() } else { "".into() };
                (fen::write(&read.position, Style::default()), assumed.into_owned(), notes.join(" "), "")
            }
            Err(error) => (String::new(), String::new(), String::new(), error.code.spec().id),
        };
        let mut notes: Vec<&str> = row["notes"].split(' ').collect();
        notes.sort_unstable();
        let due = (row["fen"].clone(), row["rules"].clone(), notes.join(" "), &*row["error"]);
        if found != due {
            wrong.push(format!(
                "{}: {} ({})\n  found {found:?}\n  due   {due:?}",
                row["id"], row["text"], row["variant"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// The rules of a row of moves, games or mixtures.
fn rules_of_game(row: &Row) -> Rules {
    if let Some(code) = row.get("rules").filter(|code| code.starts_with(['N', '0'])) {
        return scoresheet_core::dialect::variant(code).expect(code).expect("rules");
    }
    let free = row.get("chess960").is_some_and(|free| free == "true");
    rules::find(&format!("{}{}", row["variant"], if free { "960" } else { "" })).expect("a name")
}

#[test]
fn positions_of_all_tables_are_read_without_a_note_and_written_back() {
    let mut count = 0;
    for (name, columns) in [
        ("moves", &["fen", "after"][..]),
        ("perft", &["fen"]),
        ("combos", &["fen"]),
        ("ends", &["fen"]),
        ("games", &["start", "final"]),
    ] {
        for row in table(name) {
            let rules = rules_of_game(&row);
            for (column, text) in columns.iter().filter_map(|column| Some((*column, row.get(*column)?))) {
                let is_given = !matches!(column, "after" | "final");
                let read = Fen.read(text.as_bytes(), Some(rules), Validation::Basic);
                let read = read.unwrap_or_else(|error| panic!("{}: {text}: {error}", row["id"]));
                let notes: Vec<&str> = read.notes.iter().map(|code| code.spec().id).collect();
                // Some rows are about boards that no game reaches.
                let is_odd = notes == ["position-illegal"] && name != "games";
                assert!(notes.is_empty() || is_odd, "{}: {text}: {notes:?}", row["id"]);
                // Some boards are given with the square of a double step after which no pawn can capture.
                let written = [EnPassant::Legal, EnPassant::Always]
                    .map(|en_passant| fen::write(&read.position, Style { en_passant, ..Style::default() }));
                assert!(written[..if is_given { 2 } else { 1 }].contains(text), "{}: {text}: {written:?}", row["id"]);
                let lichess = fen::write(&read.position, Style { reserve: ReserveForm::Lichess, ..Style::default() });
                let again = Fen.read(lichess.as_bytes(), Some(rules), Validation::Basic).expect("a FEN");
                assert_eq!((again.position, again.notes), (read.position, read.notes), "{}: {lichess}", row["id"]);
                count += 1;
            }
        }
    }
    assert!(count > 6_000, "{count}");
}

#[test]
fn positions_after_moves_are_written_as_lichess_writes_them() {
    let mut count = 0;
    for row in table("moves").iter().filter(|row| !row["after_lichess"].is_empty()) {
        let rules = rules_of_game(row);
        let read = Fen.read(row["after"].as_bytes(), Some(rules), Validation::Basic).expect("a FEN");
        let written = fen::write(&read.position, Style { reserve: ReserveForm::Lichess, ..Style::default() });
        // Lichess keeps rights of kings that have exploded, and counts other things about castling and en passant.
        let fields = |text: &str| {
            let words: Vec<&str> = text.split(' ').collect();
            (words[..2].join(" "), words[4..].join(" "))
        };
        assert_eq!(fields(&written), fields(&row["after_lichess"]), "{}", row["id"]);
        count += 1;
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn epds_in_both_spellings() {
    for (variant, text, due) in [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qp] w - - bm Q@e7;", "4k3/8/8/8/8/8/8/4K3[Qp] w - -"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3/Qp w - -", "4k3/8/8/8/8/8/8/4K3[Qp] w - -"),
        ("", "4k3/8/8/8/8/8/8/4K3/Qp w - -", "4k3/8/8/8/8/8/8/4K3[Qp] w - -"),
        ("threecheck", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 id \"a\";", "4k3/8/8/8/8/8/8/4K3 w - - 2+3"),
        ("threecheck", "4k3/8/8/8/8/8/8/4K3 w - - +1+0;", "4k3/8/8/8/8/8/8/4K3 w - - 2+3"),
        ("", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0", "4k3/8/8/8/8/8/8/4K3 w - - 2+3"),
    ] {
        let read = EPD.read(text.as_bytes(), rules_of(variant), Validation::Full).expect(text);
        let mut written = Vec::new();
        EPD.write(&read.position, Claim::Any, &mut written);
        assert_eq!(String::from_utf8_lossy(&written), due, "{text}");
    }
}

#[test]
fn hands_that_are_written_elsewhere_or_twice() {
    const START: &str = "rnb1kbnr/pppp1ppp/8/8/8/8/PPPPPP1P/RNBQKB1R";
    let read = |text: &str| {
        let read = fen::read(text.as_bytes(), rules::find("crazyhouse"));
        read.map(|(position, notes)| {
            let ids: Vec<&str> = notes.iter().map(|code| code.spec().id).collect();
            (fen::write(&position, Style::default())[START.len()..].to_string(), ids.join(" "))
        })
        .map_err(|error| error.code.spec().id)
    };
    let form = |fields: &str| Ok((fields.to_string(), "fen-hand-form".to_string()));
    for behind in ["QPn", "[nPQ]", "[QnP]"] {
        assert_eq!(read(&format!("{START} w KQkq - 0 1 {behind}")), form("[QPn] w KQkq - 0 1"), "{behind}");
    }
    assert_eq!(read(&format!("{START} w KQkq - 0 1[QPn]")), form("[QPn] w KQkq - 0 1"));
    assert_eq!(read(&format!("{START} w KQkq - 0 1 -")), form("[] w KQkq - 0 1"));
    assert_eq!(read(&format!("{START}[-] w KQkq - 0 1")), Ok(("[] w KQkq - 0 1".into(), String::new())));
    for twice in
        ["[Q] w KQkq - 0 1 Q", "/Q w KQkq - 0 1 [Q]", "/Q[Q] w KQkq - 0 1", "[Q][Q] w KQkq - 0 1", "[[Q]] w - - 0 1"]
    {
        assert_eq!(read(&format!("{START}{twice}")), Err("fen-syntax"), "{twice}");
    }
    let many = |count: usize| format!("{START}[{}] w KQkq - 0 1", "Q".repeat(count));
    let bughouse =
        |text: String| fen::read(text.as_bytes(), rules::find("bughouse")).map_err(|error| error.code.spec().id);
    assert!(bughouse(many(63)).is_ok());
    assert_eq!(bughouse(many(64)).err(), Some("fen-hand"));
    assert!(read(&many(4)).is_ok());
    assert_eq!(read(&many(5)), Err("fen-too-many"));
}

#[test]
fn what_other_notations_lose() {
    let start = |text: &str, variant| fen::read(text.as_bytes(), rules::find(variant)).expect(text).0;
    for (text, variant, lost) in [
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "crazyhouse", false),
        ("4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", "crazyhouse", true),
        ("4k3/1Q~6/8/8/8/8/8/4K3[] w - - 0 1", "crazyhouse", true),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "threecheck", false),
        ("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "threecheck", true),
    ] {
        let position = start(text, variant);
        for notation in scoresheet_core::position::ALL {
            let has_place = matches!(notation.spec().id, "fen" | "epd");
            let found = notation.losses(&position).contains(&LossKind::Hand);
            assert_eq!(found, lost && !has_place, "{}: {text}", notation.spec().id);
        }
    }
}
