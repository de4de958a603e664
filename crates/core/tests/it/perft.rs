//! Numbers of legal move sequences, counted and compared with the known ones.
//!
//! The ordinary run counts the small numbers of `vectors/perft`. The long one (`--include-ignored`) counts all of them,
//! and the suites in the folder `SCORESHEET_POSITIONS` if it is set. `SCORESHEET_PERFT_NODES` sets the largest
//! number that is counted, so that a machine with time can go deeper and one without can stop sooner.

use scoresheet_core::error::Code;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{self, Position, Rules, perft};
use std::path::{Path, PathBuf};

/// The suites from outside that are about the rules known here: how the file's name ends, the rules, and the largest
/// number counted unless set otherwise. Counted whole, the last two would take an hour and half a day.
const OUTSIDE: [(&str, &str, u64); 4] = [
    ("standard.epd", "standard", u64::MAX),
    ("perft.epd", "standard", u64::MAX),
    ("fischer.epd", "chess960", 10_000_000),
    ("random.perft", "standard", 5_000_000),
];

/// A position and its known numbers, each with its depth.
struct Case {
    id: String,
    epd: String,
    counts: Vec<(u32, u64)>,
}

/// A file of positions. `budget`: the largest number the ordinary run counts; suites from outside name none.
struct Suite {
    budget: u64,
    cases: Vec<Case>,
}

impl Suite {
    fn read(path: &Path) -> Suite {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut suite = Suite { budget: 0, cases: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(' ') {
                Some(("id", id)) => suite.cases.push(Case { id: id.into(), epd: String::new(), counts: Vec::new() }),
                Some(("epd", epd)) => suite.last().epd = epd.into(),
                Some(("perft", numbers)) => suite.last().counts.push(depth_and_number(numbers)),
                Some(("budget", nodes)) => suite.budget = nodes.parse().expect("a number"),
                _ if line.contains(';') => suite.cases.push(Case::of_one_line(line)),
                _ => assert!(line.trim().is_empty(), "{}: `{line}`", path.display()),
            }
        }
        assert!(!suite.cases.is_empty(), "{} holds no position", path.display());
        suite
    }

    fn last(&mut self) -> &mut Case {
        self.cases.last_mut().expect("an id comes first")
    }

    /// Counts every number up to `most`; returns how many, and how many sequences, and prints what differs.
    fn check(&self, rules: Rules, most: u64) -> (usize, u64) {
        let (mut counted, mut nodes, mut wrong) = (0, 0, Vec::new());
        for case in &self.cases {
            let Some(position) = case.position(rules) else { continue };
            for &(depth, known) in case.counts.iter().filter(|(_, known)| *known <= most) {
                let found = perft(&position, depth);
                (counted, nodes) = (counted + 1, nodes + found);
                if found != known {
                    wrong.push(format!("{} ({}): depth {depth}: {found}, not {known}", case.id, case.epd));
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {counted} differ:\n{}", wrong.len(), wrong.join("\n"));
        assert!(counted > 0, "the budget {most} leaves nothing to count");
        (counted, nodes)
    }
}

impl Case {
    /// `FEN ;D1 20 ;D2 400`.
    fn of_one_line(line: &str) -> Case {
        let mut parts = line.split(';').map(str::trim);
        let epd = parts.next().unwrap_or_default().to_owned();
        let counts = parts.map(|part| depth_and_number(part.trim_start_matches('D'))).collect();
        Case { id: epd.clone(), epd, counts }
    }

    /// The position; `None` for one that no game leads to, because a king could be taken. Such a capture is not a move here,
    /// and other programs count it.
    fn position(&self, rules: Rules) -> Option<Position> {
        match fen::read(self.epd.as_bytes(), Some(rules)) {
            Ok((position, notes)) => {
                // A right or a square that was dropped would make the numbers those of another position.
                assert!(notes.iter().all(|note| *note == Code::FenCounters), "{}: {notes:?}", self.id);
                Some(position)
            }
            Err(error) if error.code == Code::FenOpponentInCheck => None,
            Err(error) => panic!("{}: {error}", self.id),
        }
    }
}

fn depth_and_number(text: &str) -> (u32, u64) {
    let (depth, number) = text.split_once(' ').expect("a depth and a number");
    (depth.parse().expect("a depth"), number.trim().parse().expect("a number"))
}

fn named(id: &str) -> Rules {
    rules::find(id).unwrap_or_else(|| panic!("no rules are called {id}"))
}

/// The suites of the repository, each with the rules of its name.
fn own_suites() -> Vec<(PathBuf, Rules)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/perft");
    let files = std::fs::read_dir(folder).expect("the vectors").map(|entry| entry.expect("a file").path());
    let mut suites: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "perft")).collect();
    suites.sort();
    suites.into_iter().map(|path| (path.clone(), named(&path.file_stem().expect("a name").to_string_lossy()))).collect()
}

fn asked_budget() -> Option<u64> {
    std::env::var("SCORESHEET_PERFT_NODES").ok().map(|nodes| nodes.parse().expect("SCORESHEET_PERFT_NODES is a number"))
}

#[test]
fn the_small_numbers() {
    for (path, rules) in own_suites() {
        let suite = Suite::read(&path);
        let (counted, nodes) = suite.check(rules, asked_budget().unwrap_or(suite.budget));
        println!("{}: {} positions, {counted} numbers, {nodes} sequences", path.display(), suite.cases.len());
    }
}

#[test]
fn every_variant_has_a_suite() {
    let suites: Vec<Rules> = own_suites().into_iter().map(|(_, rules)| rules).collect();
    // Those of other rules are in `vectors/variants`.
    for named in rules::NAMED.iter().filter(|named| named.rules.is_chess()) {
        assert!(suites.contains(&named.rules), "vectors/perft/{}.perft is missing", named.id);
    }
}

#[test]
#[ignore = "long: make test-long"]
fn all_numbers() {
    for (path, rules) in own_suites() {
        Suite::read(&path).check(rules, asked_budget().unwrap_or(u64::MAX));
    }
}

#[test]
#[ignore = "long: make test-long, with SCORESHEET_POSITIONS naming the folder of the suites"]
fn suites_from_outside() {
    let Some(folder) = std::env::var_os("SCORESHEET_POSITIONS") else {
        println!("skipped: SCORESHEET_POSITIONS is not set");
        return;
    };
    let files = || {
        std::fs::read_dir(&folder).expect("SCORESHEET_POSITIONS is a folder").map(|entry| entry.expect("a file").path())
    };
    for (name, rules, most) in OUTSIDE {
        let is_named = |path: &PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().ends_with(name));
        let found = files().find(|path| is_named(path)).unwrap_or_else(|| panic!("{name} is not there"));
        let suite = Suite::read(&found);
        let (counted, nodes) = suite.check(named(rules), asked_budget().unwrap_or(most));
        println!("{name}: {} positions, {counted} numbers, {nodes} sequences, 0 differences", suite.cases.len());
    }
}
