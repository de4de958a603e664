//! Where parts of a PGN source start: at the same games that reading from its start finds, whichever bytes are looked at.

use crate::seed::Seed;
use crate::soup::soup;
use scoresheet_core::game::pgn::PgnReader;
use scoresheet_core::game::{self, Marks};
use scoresheet_core::limits::Limits;
use std::path::{Path, PathBuf};

fn marks() -> &'static Marks {
    game::find("pgn").and_then(|pgn| pgn.marks()).expect("PGN is read in parts")
}

/// The places at which games start.
fn starts(text: &[u8]) -> Vec<usize> {
    let limits = Limits::default();
    let mut reader = PgnReader::new(text, &limits);
    let mut found = Vec::new();
    while reader.next_game() {
        reader.skip();
        found.push(reader.span().start);
    }
    found
}

/// Checks one cut: the place it leads to is the start of a game. Returns that place.
fn check(text: &[u8], offset: usize, starts: &[usize], what: &str) -> Option<usize> {
    let place = offset + (marks().first)(&text[offset..])?;
    assert!(starts.binary_search(&place).is_ok(), "{what}: from {offset}, {place} is no start of a game");
    Some(place)
}

/// Checks cuts at these offsets after the prologue, and that the counts of the parts are those of the whole.
fn check_all(text: &[u8], offsets: impl Iterator<Item = usize>, what: &str) -> usize {
    let Some(prologue) = (marks().prologue)(text, &Limits::default()) else { return 0 };
    let starts = starts(text);
    let mut cuts = 0;
    for offset in offsets.filter(|&offset| offset >= prologue) {
        cuts += 1;
        if let Some(place) = check(text, offset, &starts, what) {
            let count = |part: &[u8]| (marks().count)(part, &Limits::default());
            if cuts % 16 == 1 {
                assert_eq!(
                    count(&text[..place]) + count(&text[place..]),
                    starts.len() as u64,
                    "{what}: cut at {place}"
                );
            }
        }
    }
    cuts
}

#[test]
fn every_cut_of_soup_leads_to_a_game() {
    let mut seed = Seed(11);
    let mut cuts = 0;
    while cuts < 50_000 {
        let length = 20 + seed.below(200);
        let text = soup(&mut seed, length);
        cuts += check_all(&text, 0..text.len(), "soup");
    }
}

/// Texts of soup between true games, where cuts find places.
#[test]
fn cuts_between_games_and_soup_find_the_games() {
    let mut seed = Seed(12);
    let mut found = 0;
    for _ in 0..400 {
        let mut text = Vec::new();
        for number in 0..4 {
            let length = seed.below(30);
            text.extend_from_slice(format!("[Event \"{number}\"]\n\n1. e4 e5 ").as_bytes());
            text.extend(soup(&mut seed, length));
            text.extend_from_slice(b"\nNf3 1-0\n\n");
        }
        let starts = starts(&text);
        let prologue = (marks().prologue)(&text, &Limits::default()).unwrap_or(text.len());
        found += (prologue..text.len()).filter(|&offset| check(&text, offset, &starts, "soup").is_some()).count();
    }
    assert!(found > 10_000, "only {found} cuts lead anywhere");
}

#[test]
fn neighbours_find_the_same_place_in_pieces_of_any_size() {
    let reach = marks().reach;
    let game = |comment: usize| format!("[Event \"x\"]\n\n1. e4 {{{}}}\nNf3 1-0\n\n", "word ".repeat(comment));
    let long_line = format!("[Event \"y\"]\n\n1. e4 {{{}}} 1-0\n\n", "z".repeat(2 * reach));
    let spaced = format!("[Event \"s\"]\n\n1. e4 1-0\n{}", "\n".repeat(2 * reach));
    let text = [game(10), long_line, game(3), spaced, game(10_000), game(0), game(1)].concat().into_bytes();
    let whole: Vec<usize> = (0..text.len()).step_by(997).collect();
    for offset in whole {
        let expected = (marks().first)(&text[offset..]).map(|at| at + offset);
        for size in [4 * reach, 5 * reach + 13] {
            let mut start = offset;
            let found = loop {
                let end = (start + size).min(text.len());
                match (marks().first)(&text[start..end]) {
                    Some(at) => break Some(start + at),
                    None if end == text.len() => break None,
                    None => start = end - 2 * reach,
                }
            };
            assert_eq!(found, expected, "from {offset} in pieces of {size}");
        }
    }
}

#[test]
fn a_line_that_is_far_away_proves_nothing() {
    let reach = marks().reach;
    let text = format!("x\n1. e4 1-0\n{}[Event \"a\"]\n", "\n".repeat(reach));
    assert_eq!((marks().first)(text.as_bytes()), None);
    let text = format!("x\n1. e4 1-0\n{}[Event \"a\"]\n", "\n".repeat(reach - 40));
    assert_eq!((marks().first)(text.as_bytes()), Some(text.find("[Event").expect("it is there")));
}

#[test]
fn a_place_needs_a_whole_line_of_moves_before_it() {
    let first = |text: &str| (marks().first)(text.as_bytes());
    assert_eq!(first("1. e4 1-0\n\n[Event \"a\"]"), None); // the line may have begun as a tag
    assert_eq!(first("\n1. e4 1-0\n\n[Event \"a\"]"), None); // as may one before it
    assert_eq!(first("x[\n\n1. e4 1-0\n\n[Event \"a\"]"), None);
    assert_eq!(first("x\n1. e4 1-0\n\n[Event \"a\"]"), Some(13));
    assert_eq!(first("x\n\n1. e4 1-0\r\n\r\n[Event \"a\"]"), Some(16));
    assert_eq!(first("x\n1. e4 1-0\n[Event \"a\"]"), None);
    assert_eq!(first("x\n[White \"b\"]\n\n[Event \"a\"]"), None);
    assert_eq!(first("x\n1. e4 {[x} 1-0\n\n[Event \"a\"]"), Some(18));
    assert_eq!(first("x\n[x 1. e4} 1-0\n\n[Event \"a\"]"), None); // all of the line may be in the bracket
    assert_eq!(first("x\n1-0 [x]\n\n[Event \"a\"]"), None); // the result may be among tags
    assert_eq!(first(""), None);
}

/// All files with PGN below a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = folder.read_dir() else { continue };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn check_files(folder: &Path) -> (usize, usize) {
    let mut seed = Seed(13);
    let (mut read, mut cuts) = (0, 0);
    for path in files(folder) {
        let Ok(text) = std::fs::read(&path) else { continue };
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") || text.len() > 3_000_000 {
            continue;
        }
        let what = path.display().to_string();
        read += 1;
        cuts += if text.len() <= 3000 {
            check_all(&text, 0..text.len(), &what)
        } else {
            let random: Vec<usize> =
                (0..(3_000_000 / text.len()).clamp(6, 300)).map(|_| seed.below(text.len())).collect();
            check_all(&text, random.into_iter(), &what)
        };
    }
    (read, cuts)
}

#[test]
fn every_cut_of_the_examples_leads_to_a_game() {
    let (read, cuts) = check_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
    assert!(read >= 4 && cuts > 100, "{read} files, {cuts} cuts");
}

#[test]
#[ignore = "long: it reads all games in the folders of SCORESHEET_PGN"]
fn every_cut_of_real_games_leads_to_a_game() {
    let Some(folders) = std::env::var_os("SCORESHEET_PGN") else {
        return println!("skipped: SCORESHEET_PGN is not set");
    };
    let each = std::env::split_paths(&folders).map(|folder| check_files(&folder));
    let (read, cuts) = each.fold((0, 0), |sum, found| (sum.0 + found.0, sum.1 + found.1));
    println!("{read} files, {cuts} cuts");
    assert!(cuts > 0);
}
