//! Every game format keeps what the registry promises, PGN through the doors that others will use too.

use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::loss::LOSSES;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::write::Filter;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn each_format_is_listed_once_and_has_its_place() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game");
    let mut ids = BTreeSet::new();
    for format in game::ALL {
        let spec = format.spec();
        assert!(ids.insert(spec.id.to_owned()), "{} is listed twice", spec.id);
        assert!(!spec.extensions.is_empty() && !spec.title.is_empty() && !spec.source.is_empty(), "{}", spec.id);
    }
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let files = std::fs::read_dir(source).expect("the folder of formats").map(|entry| entry.expect("a file").path());
    let is_format = |path: &Path| {
        let file = if path.is_dir() { path.join("mod.rs") } else { path.to_owned() };
        let entry = stem(path).map(|stem| format!("id: \"{stem}\","));
        entry.is_some_and(|entry| std::fs::read_to_string(file).expect("its source").contains(&entry))
    };
    let files: BTreeSet<_> = files.filter(|path| is_format(path)).filter_map(|path| stem(&path)).collect();
    assert_eq!(ids, files, "each format is a file or folder of its name, and listed");
}

#[test]
fn losses_are_in_their_order() {
    for (at, loss) in LOSSES.iter().enumerate() {
        assert_eq!(loss.kind as usize, at);
        assert_eq!(loss.kind.spec().id, loss.id);
    }
}

#[test]
fn pgn_is_detected_by_its_start() {
    let pgn = game::ALL.iter().find(|format| format.spec().id == "pgn").expect("PGN is a format");
    for head in
        ["[Event \"x\"]", "\u{feff}\n[White\"x\"]", "1. e4", "1.e4", "{a comment} 1. e4", "% escaped\n; a line\n* "]
    {
        assert!(pgn.detects(head.as_bytes()), "{head}");
    }
    for head in [
        "",
        "\n",
        "PAR1",
        "ARROW1\0\0",
        "{\"game\": {\"white\": 1}}\n",
        "rnbqkbnr/pppppppp/8/8 w",
        "e2e4 e7e5",
        "12 e4",
        "[1, 2]",
    ] {
        assert!(!pgn.detects(head.as_bytes()), "{head}");
    }
}

#[test]
fn a_format_reads_what_it_writes_without_being_known_by_name() {
    let text = "[Event \"a \\\"b\\\"\"]\n\n1. e4 {c} 1... e5 $1 (1... c5) 1-0\n\n";
    for format in game::ALL.iter().filter(|format| format.spec().reads && format.spec().writes) {
        // Bare streams contain that a game is over, not how.
        let text = if format.spec().single { text.replace("1-0", "*") } else { text.to_owned() };
        let written = rewritten(&game::pgn::Pgn, text.as_bytes(), *format);
        let length = format.cut(&written, true, &Limits::default()).expect("a whole game");
        assert_eq!(length, written.len(), "{}", format.spec().id);
        assert_eq!(rewritten(*format, &written, *format), written, "{}", format.spec().id);
    }
    assert_eq!(rewritten(&game::pgn::Pgn, text.as_bytes(), &game::pgn::Pgn), text.as_bytes());
}

/// The games of a text in another format.
fn rewritten(from: &dyn GameFormat, text: &[u8], to: &dyn GameFormat) -> Vec<u8> {
    let settings = Settings::default();
    let mut games = AnyGames::of(from, text, &settings);
    let options = WriteOptions::default();
    let mut filter = Filter::new(to.writer(&options), false);
    filter.bytes().extend(to.header(&options));
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
        assert_eq!(record.first_error, None);
    }
    filter.bytes().extend(to.footer(&options));
    std::mem::take(filter.bytes())
}
