//! The golden vectors of moves, positions, piece letters and keys, each row through the registry it belongs to.

use scoresheet_core::error::Code;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{
    self, Claim, Last, MoveError, MoveNotation, NotationSpec, ParsedMove, Validation, language, san,
};
use scoresheet_core::position::epd::Epd;
use scoresheet_core::position::{self, PositionNotation, fen};
use scoresheet_core::read::GameReplay;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{self, Move, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// One row of a table, its cells by the names of their columns.
struct Row(BTreeMap<String, String>);

impl Row {
    fn cell(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column `{column}`"))
    }

    fn before(&self) -> Position {
        fen::parse(self.cell("fen")).unwrap_or_else(|error| panic!("{}: {error}", self.cell("id")))
    }

    /// The move that the `uci` column names.
    fn mv(&self, before: &Position) -> Result<Move, String> {
        let uci = notation::find("uci").expect("UCI is listed");
        uci.read(before, self.cell("uci").as_bytes(), Validation::Full)
            .map(|named| named.mv)
            .map_err(|error| format!("uci: {error:?}"))
    }
}

fn rows(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    let cells = |line: &str| {
        assert_eq!(line.split('\t').count(), columns.len(), "{}: `{line}`", path.display());
        columns.iter().zip(line.split('\t')).map(|(column, cell)| ((*column).into(), cell.into())).collect()
    };
    lines.map(|line| Row(cells(line))).collect()
}

/// Tries every row and reports all that fail by their ids, so that one run shows the whole damage.
fn check_rows(path: &Path, check: impl Fn(&Row) -> Result<(), String>) {
    let (mut ids, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in rows(path) {
        let id = row.cell("id").to_owned();
        if let Err(why) = check(&row) {
            wrong.push(format!("{id}: {why}"));
        }
        assert!(ids.insert(id.clone()), "{}: `{id}` stands twice", path.display());
    }
    assert!(!ids.is_empty(), "{} has no rows", path.display());
    assert!(wrong.is_empty(), "{}: {} of {}:\n{}", path.display(), wrong.len(), ids.len(), wrong.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) }
}

/// A move's text as it is shown: of binary notations hex or a number.
fn written(notation: &dyn MoveNotation, before: &Position, mv: Move) -> Result<String, String> {
    let mut out = Vec::new();
    notation.write(before, mv, Last::No, &mut out).map_err(|error| error.to_string())?;
    Ok(notation.shown(&out))
}

/// Reads a text as it is shown.
fn read(
    notation: &dyn MoveNotation,
    before: &Position,
    text: &str,
    level: Validation,
) -> Result<ParsedMove, MoveError> {
    notation.bytes(text).and_then(|bytes| notation.read(before, &bytes, level))
}

/// The notes that a game with this move alone would count, those on its mark included.
fn notes(before: &Position, text: &str) -> Result<Vec<&'static str>, String> {
    let mut replay = GameReplay::new();
    replay.start(before, true);
    let named = replay.resolve(text.as_bytes(), &language::ENGLISH).map_err(|error| format!("{error:?}"))?;
    let mut notes: Vec<_> = named.notes.iter().map(Code::id).collect();
    if replay.play(named).oddities != 0 || replay.wrong_last_mark() {
        notes.push(Code::CheckSign.id());
    }
    Ok(notes)
}

fn for_each_move_table(name: &str, check: impl Fn(&dyn MoveNotation, &Row) -> Result<(), String>) {
    for notation in notation::ALL {
        let path = vectors().join("move").join(notation.spec().id).join(name);
        check_rows(&path, |row| check(*notation, row));
    }
}

#[test]
fn moves_are_written_and_read_back() {
    for_each_move_table("roundtrip.tsv", |notation, row| {
        let before = row.before();
        let mv = row.mv(&before)?;
        same("written", written(notation, &before, mv)?.as_str(), row.cell("text"))?;
        let named =
            read(notation, &before, row.cell("text"), Validation::Full).map_err(|error| format!("{error:?}"))?;
        same("read", named.mv, mv)?;
        // A null move is always reported.
        same("noted", named.notes.iter().find(|note| *note != Code::Null), None)
    });
}

#[test]
fn other_spellings_are_read() {
    for_each_move_table("accept.tsv", |notation, row| {
        let (before, text) = (row.before(), row.cell("text"));
        let mv = row.mv(&before)?;
        let named = read(notation, &before, text, Validation::Full).map_err(|error| format!("{error:?}"))?;
        same("read", named.mv, mv)?;
        if written(notation, &before, mv)? == text {
            return Err("this is how it is written".into());
        }
        match row.0.get("note") {
            Some(expected) => {
                let found = notes(&before, text)?;
                let listed: Vec<&str> = expected.split(' ').collect();
                same("notes", found, listed)
            }
            None => Ok(()),
        }
    });
}

#[test]
fn invalid_moves_are_refused() {
    for_each_move_table("reject.tsv", |notation, row| {
        match read(notation, &row.before(), row.cell("text"), Validation::Full) {
            Ok(named) => Err(format!("read as {:?}", named.mv)),
            Err(error) => {
                let at = if let MoveError::Syntax { at, .. } = error { at } else { 0 };
                same("refused", (error.code().id(), at.to_string().as_str()), (row.cell("code"), row.cell("at")))
            }
        }
    });
}

#[test]
fn levels_of_validation_keep_what_they_should() {
    for notation in notation::ALL.iter().filter(|notation| !notation.spec().losses.contains(&LossKind::IllegalMove)) {
        let path = vectors().join("move").join(notation.spec().id).join("levels.tsv");
        check_rows(&path, |row| {
            let before = Position::clone(&any_board(row.cell("fen")));
            let mut after = "-".to_owned();
            for (name, level) in Validation::ALL {
                let found = read(*notation, &before, row.cell("text"), level);
                let told = match found {
                    Ok(named) if named.illegal => "illegal",
                    Ok(_) => "legal",
                    Err(error) => error.code().id(),
                };
                same(name, told, row.cell(name))?;
                if let (Ok(named), "-") = (found, after.as_str()) {
                    after = fen::write(&before.after(named.mv), fen::Style::EXACT);
                }
            }
            same("after", after.as_str(), row.cell("after"))
        });
    }
}

/// A board without a king, too.
fn any_board(text: &str) -> Position {
    fen::read_any(text.as_bytes(), Position::start().rules()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_twelve_usual_rows_are_there() {
    // The twelve that every notation of moves starts with.
    let twelve = [
        "castle-short",
        "castle-long-check",
        "en-passant",
        "promote-take-mate",
        "by-file",
        "by-rank",
        "by-square",
        "pinned-twin",
        "black-move",
        "capture",
        "check",
        "castle-long",
    ];
    for notation in notation::ALL {
        let table = rows(&vectors().join("move").join(notation.spec().id).join("roundtrip.tsv"));
        for id in twelve {
            assert!(table.iter().any(|row| row.cell("id") == id), "{}: `{id}` is missing", notation.spec().id);
        }
    }
}

/// A text as tables hold it: bytes of binary notations are hex.
fn bytes(spec: &NotationSpec, cell: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&cell[at..at + 2], 16).expect("hex");
    if spec.binary { (0..cell.len()).step_by(2).map(byte).collect() } else { cell.into() }
}

fn in_a_table(spec: &NotationSpec, text: &[u8]) -> String {
    if spec.binary {
        text.iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        String::from_utf8_lossy(text).into_owned()
    }
}

#[test]
fn positions_are_read_and_written() {
    for notation in position::ALL {
        let spec = notation.spec();
        let folder = vectors().join("position").join(spec.id);
        let check = |row: &Row| {
            let text = bytes(spec, row.cell("text"));
            let read = notation.read(&text, None, notation.usual_validation()).map_err(|error| error.to_string())?;
            let mut out = Vec::new();
            notation.write(&read.position, Claim::Any, &mut out);
            same("written", in_a_table(spec, &out).as_str(), row.cell("written"))?;
            let expected: Vec<&str> = row.0.get("note").map(|note| note.split(' ').collect()).unwrap_or_default();
            same("notes", read.notes.iter().map(|note| note.id()).collect(), expected)
        };
        check_rows(&folder.join("accept.tsv"), check);
        check_rows(&folder.join("note.tsv"), check);
    }
}

#[test]
fn invalid_positions_are_refused() {
    for notation in position::ALL {
        let spec = notation.spec();
        check_rows(&vectors().join("position").join(spec.id).join("reject.tsv"), |row| {
            match notation.read(&bytes(spec, row.cell("text")), None, notation.usual_validation()) {
                Ok(read) => Err(format!("read as {:?}", read.position)),
                Err(error) => same("refused", error.code.id(), row.cell("code")),
            }
        });
    }
}

#[test]
fn operations_are_read_and_written() {
    check_rows(&vectors().join("position/epd/operations.tsv"), |row| {
        let (epd, notes) = Epd::read(row.cell("text").as_bytes(), None, Validation::Full).map_err(|e| e.message)?;
        let mut out = Vec::new();
        epd.write(&mut out);
        same("written", String::from_utf8_lossy(&out).as_ref(), row.cell("written"))?;
        let notes: Vec<&str> = notes.iter().map(|note| note.code.id()).collect();
        same("notes", if notes.is_empty() { "-".to_owned() } else { notes.join(" ") }.as_str(), row.cell("note"))?;
        let (again, _) = Epd::read(&out, None, Validation::Full).map_err(|error| error.message)?;
        same("again", again, epd)
    });
}

#[test]
fn keys_match_polyglot() {
    check_rows(&vectors().join("hash/polyglot.tsv"), |row| {
        same("key", format!("{:016x}", Key::of(&row.before()).polyglot()).as_str(), row.cell("key"))
    });
}

#[test]
fn keys_under_other_rules_match_their_definition() {
    check_rows(&vectors().join("hash/variants.tsv"), |row| {
        let rules = rules::find(row.cell("variant"));
        let read = fen::Fen.read(row.cell("fen").as_bytes(), rules, Validation::Basic);
        let position = read.map_err(|error| error.message)?.position;
        same("key", format!("{:016x}", Key::of(&position).polyglot()).as_str(), row.cell("key"))
    });
}

#[test]
fn letters_of_all_languages_are_read() {
    let path = vectors().join("language/letters.tsv");
    check_rows(&path, |row| {
        let letters = language::find(row.cell("language")).ok_or("not listed")?;
        let before = row.before();
        let named = san::read(&before, row.cell("text").as_bytes(), letters).map_err(|error| format!("{error:?}"))?;
        same("read", named.mv, row.mv(&before)?)?;
        let mut english = Vec::new();
        san::write(&before, named.mv, &mut english);
        let foreign = row.cell("text").as_bytes() != english;
        same("notes", named.notes.iter().collect(), Vec::from_iter(foreign.then_some(Code::ForeignLetter)))
    });
    let tested: BTreeSet<String> = rows(&path).iter().map(|row| row.cell("language").to_owned()).collect();
    let listed: BTreeSet<String> = language::ALL.iter().map(|letters| letters.id.to_owned()).collect();
    assert_eq!(
        tested,
        listed.into_iter().filter(|id| id != language::ENGLISH.id).collect(),
        "each language but English has rows"
    );
}

/// The names of the files in a folder, without extensions.
fn names(folder: &Path, keep: impl Fn(&Path) -> bool) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = files.map(|entry| entry.expect("a file").path()).filter(|path| keep(path));
    files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

/// A notation is a file that implements the trait; the other files of its folder serve it. So a notation that was
/// written but not listed is found, and one that was listed without its vectors.
#[track_caller]
fn listed_where_they_are(kind: &str, source: &str, of: &str, ids: BTreeSet<String>) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(source);
    let implements =
        |path: &Path| std::fs::read_to_string(path).is_ok_and(|text| text.contains(&format!("\nimpl {of} for ")));
    let files = names(&source, implements);
    // `san-figurine` is the file `san` with a parameter, `sfen2` the file `sfen` with another version.
    let file_of = |id: &String| {
        id.split('-').next().unwrap_or_default().trim_end_matches(|last: char| last.is_ascii_digit()).to_owned()
    };
    assert_eq!(
        ids.iter().map(file_of).collect::<BTreeSet<_>>(),
        files,
        "files in {} and ids in the list",
        source.display()
    );
    let folder = vectors().join(kind);
    assert_eq!(names(&folder, Path::is_dir), ids, "folders in {} and ids in the list", folder.display());
    for id in &ids {
        assert!(folder.join(id).join("README.md").is_file(), "{kind}/{id}: a README says where its rows come from");
    }
}

#[test]
fn notations_are_listed_and_have_vectors() {
    let moves: Vec<String> = notation::ALL.iter().map(|notation| notation.spec().id.to_owned()).collect();
    let positions: Vec<String> = position::ALL.iter().map(|notation| notation.spec().id.to_owned()).collect();
    for ids in [&moves, &positions] {
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id is listed twice: {ids:?}");
    }
    listed_where_they_are("move", "notation", "MoveNotation", moves.into_iter().collect());
    listed_where_they_are("position", "position", "PositionNotation", positions.into_iter().collect());
}

#[test]
fn examples_are_read() {
    for notation in notation::ALL {
        let spec = notation.spec();
        assert!(
            read(*notation, &Position::start(), spec.example, Validation::Full).is_ok(),
            "{}: {}",
            spec.id,
            spec.example
        );
    }
    for notation in position::ALL {
        let spec = notation.spec();
        let example = bytes(spec, spec.example);
        assert!(notation.read(&example, None, Validation::Full).is_ok(), "{}: {}", spec.id, spec.example);
    }
}
