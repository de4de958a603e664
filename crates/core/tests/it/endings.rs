//! How games end or could: material, repetition, mate and stalemate, and what null moves and en passant do to them.

use scoresheet_core::notation::{language, san};
use scoresheet_core::position::fen;
use scoresheet_core::read::Repetitions;
use scoresheet_core::rules::Position;

fn board(fen: &str) -> Position {
    fen::parse(fen).expect("a test's FEN is right")
}

#[test]
fn material_that_cannot_mate() {
    for pieces in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/4K3", "4kb2/8/8/8/8/8/8/2B1K3"] {
        assert!(board(&format!("{pieces} w - - 0 1")).is_insufficient_material(), "{pieces}");
    }
    // Bishops on both colours, two knights, a knight against a bishop: mate can be thought of.
    for pieces in [
        "4kb2/8/8/8/8/8/8/4KB2",
        "4k3/8/8/8/8/8/8/2B1KB2",
        "4k3/8/8/8/8/8/8/1N2KN2",
        "4kb2/8/8/8/8/8/8/4KN2",
        "4k3/8/8/8/8/8/4P3/4K3",
        "4k3/8/8/8/8/8/8/4KR2",
        "4k3/8/8/8/8/8/8/4KQ2",
    ] {
        assert!(!board(&format!("{pieces} w - - 0 1")).is_insufficient_material(), "{pieces}");
    }
}

#[test]
fn many_bishops_on_one_colour_cannot_mate() {
    assert!(board("b1b1k3/8/8/8/8/8/8/4KB1B w - - 0 1").is_insufficient_material());
    assert!(!board("b1b1k3/8/8/8/8/8/8/4KBB1 w - - 0 1").is_insufficient_material());
}

#[test]
fn mate_and_stalemate_are_distinguished() {
    let mate = board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let stalemate = board("k7/2K5/1Q6/8/8/8/8/8 b - - 0 1");
    assert_eq!((mate.is_mate(), mate.is_stalemate()), (true, false));
    assert_eq!((stalemate.is_mate(), stalemate.is_stalemate()), (false, true));
}

/// How often each position of a line of play had occurred when it was reached.
fn occurrences(start: &str, moves: &str) -> Vec<usize> {
    let mut position = board(start);
    let mut seen = Repetitions::starting(&position);
    let mut counts = Vec::new();
    for word in moves.split_whitespace() {
        let named = san::read(&position, word.as_bytes(), &language::ENGLISH).expect("legal");
        let undo = position.play_unchecked(named.mv);
        counts.push(seen.play(&undo, &position));
    }
    counts
}

const SHUFFLE: &str = "Ke7 Kf1 Ke8 Ke1";

#[test]
fn a_square_passed_over_counts_only_if_it_can_be_used() {
    // After e4 no pawn can capture, so the position comes back as it was.
    let nobody = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(occurrences(nobody, &format!("e4 {SHUFFLE}")), [1, 1, 1, 1, 2]);
    // Black could have taken on e3 once, and cannot when the position comes back.
    let can_take = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(occurrences(can_take, &format!("e4 {SHUFFLE} {SHUFFLE}")), [1, 1, 1, 1, 1, 2, 2, 2, 2]);
    // The pawn that could take is pinned, so taking was never legal.
    let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    assert_eq!(occurrences(pinned, "e4 Kc8 Kf1 Kd8 Ke1"), [1, 1, 1, 1, 2]);
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let start = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1";
    assert_eq!(occurrences(start, "Rg8 Kd1 Rh8 Ke1 Rg8 Kd1 Rh8 Ke1"), [1, 1, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn counting_starts_again_after_a_pawn_s_move() {
    let counts = occurrences("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Kd1 Kd8 Ke1 Ke8 e3 Kd8 Kd1 Ke8 Ke1");
    assert_eq!(counts, [1, 1, 1, 2, 1, 1, 1, 1, 2]);
}

#[test]
fn null_moves_are_legal_unless_in_check() {
    let quiet = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 4 9");
    assert!(quiet.is_legal(quiet.null_move()));
    let after = quiet.after(quiet.null_move());
    assert_eq!(fen::write(&after, fen::Style::default()), "4k3/8/8/3pP3/8/8/8/4K3 b - - 5 9");
    let checked = board("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
    assert!(!checked.is_legal(checked.null_move()));
}
