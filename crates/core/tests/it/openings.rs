//! Openings are found by position, exactly where the sources of the table have that position.

pub(crate) mod made;

use made::{Files, Row};
use scoresheet_core::game::AnyGames;
use scoresheet_core::openings::{Namer, Opening, find, lines};
use scoresheet_core::position::fen;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::{Position, Rules};
use scoresheet_core::step::{Sink, Step};
use std::collections::HashMap;

use crate::seed::Seed;

#[test]
fn the_table_is_made_from_its_sources() {
    let made = made::files(&made::rows());
    assert!(made == Files::read(), "run `cargo run --release -p scoresheet-core --example make_openings`");
}

#[test]
fn every_row_of_the_sources_is_found() {
    for row in made::rows() {
        let found = find(row.named()).unwrap_or_else(|| panic!("`{}` is missing", row.name));
        assert_eq!((found.eco(), found.whole()), (row.eco.as_str(), row.name.as_str()));
    }
}

#[test]
fn every_row_of_the_sources_has_its_line() {
    let moves = |row: &Row| row.moves.clone();
    let mut expected: Vec<_> = made::rows().iter().map(|row| (row.eco.clone(), row.name.clone(), moves(row))).collect();
    expected.sort_by_key(|(eco, name, moves)| {
        (eco.clone(), name.clone(), moves.len(), moves.iter().map(|mv| mv.0).collect::<Vec<_>>())
    });
    let found = lines()
        .map(|line| (line.opening.eco().to_owned(), line.opening.whole().to_owned(), line.moves().collect::<Vec<_>>()));
    assert!(found.eq(expected));
}

/// What a FEN contains of a position besides its counters. Only a legal en passant capture is written there.
fn epd(position: &Position) -> String {
    fen::write(position, fen::Style::default()).split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn by_epd(rows: &[Row]) -> HashMap<String, (&str, &str)> {
    rows.iter().map(|row| (epd(row.named()), (row.eco.as_str(), row.name.as_str()))).collect()
}

fn said(opening: Opening) -> (&'static str, &'static str) {
    (opening.eco(), opening.whole())
}

#[test]
fn games_that_leave_the_lines_at_random_are_named_as_by_comparing_texts() {
    let rows = made::rows();
    let (known, mut seed) = (by_epd(&rows), Seed(20_261));
    let (mut hits, mut misses) = (0, 0);
    for row in &rows {
        // Leaving a line early and playing on makes positions near those of the table, transpositions among them.
        let mut position = row.positions[seed.below(row.positions.len())].clone();
        for _ in 0..24 {
            let expected = known.get(&epd(&position)).copied();
            assert_eq!(find(&position).map(said), expected, "{position:?}");
            *if expected.is_some() { &mut hits } else { &mut misses } += 1;
            match position.legal_moves() {
                moves if moves.is_empty() => break,
                moves => position = position.after(*seed.pick(&moves)),
            }
        }
    }
    assert!(hits > 1000 && misses > 1000, "{hits} {misses}");
}

/// Names each game by its mainline.
#[derive(Default)]
struct Names {
    namer: Namer,
    depth: usize,
    found: Vec<Option<(&'static str, u32)>>,
}

impl Sink for Names {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                self.namer = Namer::new();
                self.namer.see(head.start);
            }
            Step::Played(position) if self.depth == 0 => self.namer.see(position),
            Step::Open => self.depth += 1,
            Step::Close => self.depth -= 1,
            Step::End(_) => self.found.push(self.namer.found().map(|opening| (opening.whole(), self.namer.ply()))),
            _ => {}
        }
    }
}

fn named(text: &str) -> Option<(&'static str, u32)> {
    let (mut games, mut record, mut names) =
        (AnyGames::new(text.as_bytes(), &Settings::default()), Record::new(), Names::default());
    while games.next(&mut record, &mut names) {}
    assert_eq!(names.found.len(), 1, "{text}");
    names.found[0]
}

#[test]
fn the_last_named_position_counts() {
    assert_eq!(
        named("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. a3 h5 *"),
        Some(("Sicilian Defense: Najdorf Variation", 10))
    );
    assert_eq!(named("1. a3 a6 *"), Some(("Anderssen's Opening", 1)));
    assert_eq!(named("*"), None);
}

#[test]
fn the_order_of_the_moves_does_not_matter() {
    let queens_gambit = named("1. d4 d5 2. c4 e6 3. Nc3 Nf6 *");
    assert_eq!(named("1. c4 e6 2. Nc3 d5 3. d4 Nf6 *"), queens_gambit);
    // A game that loses moves on the way gets there later.
    let late = named("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 *");
    assert_eq!(late, Some(("Sicilian Defense", 6)));
}

#[test]
fn variations_do_not_name_a_game() {
    assert_eq!(named("1. a3 (1. e4 c5) a6 *"), Some(("Anderssen's Opening", 1)));
}

#[test]
fn a_game_may_start_at_a_named_position_or_before_one() {
    let game = |fen: &str, moves: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(named(&game(sicilian, "")), Some(("Sicilian Defense", 0)));
    assert_eq!(named(&game(sicilian, "2. f3")), Some(("Sicilian Defense", 0)));
    let before = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(named(&game(before, "1... c5 2. f3")), Some(("Sicilian Defense", 1)));
}

fn name_of(text: &str) -> Option<&'static str> {
    find(&fen::parse(text).unwrap()).map(Opening::whole)
}

#[test]
fn rights_and_side_to_move_count_and_counters_do_not() {
    let board = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(name_of(&format!("{board} w KQkq - 0 2")), Some("Sicilian Defense"));
    assert_eq!(name_of(&format!("{board} w KQkq - 31 77")), Some("Sicilian Defense"));
    assert_eq!(name_of(&format!("{board} w KQk - 0 2")), None);
    assert_eq!(name_of(&format!("{board} b KQkq - 0 2")), None);
}

#[test]
fn an_en_passant_capture_counts_only_if_it_is_legal() {
    // No pawn can capture on c6, so the double step leaves no trace.
    assert_eq!(name_of("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"), Some("Sicilian Defense"));
    // Here White can take on d6: without that right, it is another position.
    let greco = "r1bqk2r/ppp2ppp/2n2n2/2bpP3/2Bp4/2P2N2/PP3PPP/RNBQK2R w KQkq";
    let modern = "Italian Game: Classical Variation, Greco Gambit, Modern Line";
    assert_eq!(name_of(&format!("{greco} d6 0 7")), Some(modern));
    assert_eq!(name_of(&format!("{greco} - 0 7")), None);
}

#[test]
fn other_rules_have_no_openings() {
    let start = fen::parse("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
    assert!(find(&start).is_some());
    assert_eq!(find(&start.with_rules(Rules::CHESS960)), None);
}

#[test]
fn names_have_a_family_and_may_have_a_variation() {
    let opening = |fen: &str| find(&fen::parse(fen).unwrap()).unwrap();
    let najdorf = opening("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6");
    assert_eq!(
        (najdorf.eco(), najdorf.family(), najdorf.variation()),
        ("B90", "Sicilian Defense", Some("Najdorf Variation"))
    );
    let sicilian = opening("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(
        (sicilian.whole(), sicilian.family(), sicilian.variation()),
        ("Sicilian Defense", "Sicilian Defense", None)
    );
    for row in made::rows() {
        let opening = find(row.named()).unwrap();
        let joined = [Some(opening.family()), opening.variation()].into_iter().flatten().collect::<Vec<_>>().join(": ");
        assert_eq!(joined, opening.whole());
    }
}
