//! FENs of rules other than those of chess: `vectors/variants/fens.tsv`, and how the positions of other tables are written.

use scoresheet_core::notation::Validation;
use scoresheet_core::position::PositionNotation;
use scoresheet_core::position::fen::{self, Fen, Style};
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
fn fens_are_read_and_written_as_the_table_says() {
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
