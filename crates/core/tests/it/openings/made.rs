//! Makes the table of openings from its sources. The example `make_openings` writes it; a test compares it with what is there.
#![allow(dead_code, reason = "the example and the test need different parts")]

use scoresheet_core::game::AnyGames;
use scoresheet_core::openings;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::{PackedMove, Position};
use scoresheet_core::step::{Sink, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The files that the library contains.
#[derive(PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) table: Vec<u8>,
    pub(crate) names: String,
    pub(crate) lines: Vec<u8>,
}

/// A row of the sources.
pub(crate) struct Row {
    pub(crate) eco: String,
    pub(crate) name: String,
    /// The positions from the start to the one that is named.
    pub(crate) positions: Vec<Position>,
    /// The moves between them.
    pub(crate) moves: Vec<PackedMove>,
}

impl Row {
    pub(crate) fn named(&self) -> &Position {
        self.positions.last().expect("every game has a start")
    }
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Every row of the sources.
pub(crate) fn rows() -> Vec<Row> {
    ["a", "b", "c", "d", "e"].iter().flat_map(|volume| rows_of(volume)).collect()
}

fn rows_of(volume: &str) -> Vec<Row> {
    let path = folder("openings").join(volume).with_extension("tsv");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("eco\tname\tpgn"), "{}", path.display());
    let row = |line: &str| match *line.split('\t').collect::<Vec<_>>() {
        [eco, name, moves] => {
            let (positions, moves) = played(moves);
            Row { eco: eco.into(), name: name.into(), positions, moves }
        }
        _ => panic!("not three fields: `{line}`"),
    };
    lines.map(row).collect()
}

/// The positions that these moves lead through, the start included, and the moves.
fn played(moves: &str) -> (Vec<Position>, Vec<PackedMove>) {
    struct Line(Vec<Position>, Vec<PackedMove>);
    impl Sink for Line {
        fn take(&mut self, step: Step<'_>) {
            match step {
                Step::Move { named, .. } => self.1.push(PackedMove::of(named.mv)),
                Step::Played(position) => self.0.push(position.clone()),
                _ => {}
            }
        }
    }
    let (text, settings) = (format!("{moves} *\n"), Settings { strict: true, ..Settings::default() });
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    let mut taken = Line(vec![Position::start()], Vec::new());
    assert!(games.next(&mut record, &mut taken) && record.first_error.is_none(), "`{moves}`");
    (taken.0, taken.1)
}

/// The files that these rows make.
pub(crate) fn files(rows: &[Row]) -> Files {
    let lines: BTreeSet<String> = rows.iter().map(|row| format!("{}\t{}\n", row.eco, row.name)).collect();
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    let mut names = String::new();
    for line in &lines {
        places.insert(line, u32::try_from(names.len()).expect("the names are few"));
        names.push_str(line);
    }
    let mut entries: BTreeMap<u64, u32> = BTreeMap::new();
    for row in rows {
        let place = places[format!("{}\t{}\n", row.eco, row.name).as_str()];
        let other = entries.insert(openings::key(row.named()), place);
        assert!(other.is_none(), "another row has the position or the key of `{}`", row.name);
    }
    let mut lines: Vec<(u32, Vec<u16>)> = Vec::new();
    for row in rows {
        let place = places[format!("{}\t{}\n", row.eco, row.name).as_str()];
        lines.push((place, row.moves.iter().map(|mv| mv.0).collect()));
    }
    Files { table: table(rows, &entries), lines: bytes_of(lines), names }
}

/// The lines in the order of the names, the shortest first.
fn bytes_of(mut lines: Vec<(u32, Vec<u16>)>) -> Vec<u8> {
    lines.sort_by_key(|(place, moves)| (*place, moves.len(), moves.clone()));
    let mut bytes = Vec::new();
    for (place, moves) in &lines {
        bytes.extend(place.to_le_bytes());
        bytes.push(u8::try_from(moves.len()).expect("lines are short"));
        bytes.extend(moves.iter().flat_map(|mv| mv.to_le_bytes()));
    }
    bytes
}

fn table(rows: &[Row], entries: &BTreeMap<u64, u32>) -> Vec<u8> {
    let short = |count: usize| u16::try_from(count).expect("the positions are few").to_le_bytes();
    let sets = fewest_pieces(rows);
    let mut table = [short(entries.len()), short(sets.len())].concat();
    table.extend(entries.keys().flat_map(|key| key.to_le_bytes()));
    table.extend(entries.values().flat_map(|place| place.to_le_bytes()));
    for (unmoved, pieces) in sets {
        table.extend(unmoved.to_le_bytes());
        table.push(pieces);
    }
    table
}

/// The fewest pieces in any position with each set of unmoved pawns.
fn fewest_pieces(rows: &[Row]) -> BTreeMap<u16, u8> {
    let mut sets = BTreeMap::new();
    for row in rows {
        let pieces = row.named().occupied().count_ones() as u8;
        let fewest = sets.entry(openings::unmoved_pawns(row.named())).or_insert(pieces);
        *fewest = pieces.min(*fewest);
    }
    sets
}

impl Files {
    /// The files as they are in the sources of the library.
    pub(crate) fn read() -> Files {
        let (table, names) = (folder("src/openings/table.bin"), folder("src/openings/names.txt"));
        Files {
            table: fs::read(table).expect("readable"),
            names: fs::read_to_string(names).expect("readable"),
            lines: fs::read(folder("src/openings/lines.bin")).expect("readable"),
        }
    }

    /// Replaces them.
    pub(crate) fn write(&self) {
        fs::write(folder("src/openings/table.bin"), &self.table).expect("writable");
        fs::write(folder("src/openings/names.txt"), &self.names).expect("writable");
        fs::write(folder("src/openings/lines.bin"), &self.lines).expect("writable");
    }
}
