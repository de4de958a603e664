//! Where the descriptions contradict themselves or each other: a test for each decision.

use super::tools::{LAYOUTS, bits, code, from, same_code, survives, told, written};
use scoresheet_core::game::cpgn::Layout;

const EN_PASSANT: &str = "1. e4 a6 2. e5 d5 3. exd6 e.p. *\n\n";

/// A game of the draft's description, in which two pawns could be promoted to.
const PROMOTING: &str = "[Date \"Epoch: 01/01/1970\"]\n\n1. e4 e6 2. e5 d5 3. exd6 Qxd6 4. Qf3 Be7 5. d3 Nf6 6. Bg5 O-O \
    7. Nc3 Nd5 8. Bxe7 Nxe7 9. O-O-O a5 10. a3 a4 11. b4 axb3 12. Kd2 b2 13. Ra1 bxa1=Q *";

#[test]
fn c1_flags_are_counted_in_four_bits() {
    same_code(EN_PASSANT, "en-passant block", "0001 1");
    same_code("1. e4 *", "en-passant block", "0000");
}

#[test]
fn c2_the_block_is_before_the_tags_in_the_draft_and_after_them_in_v0() {
    let places = |layout| {
        let rows = told("[Event \"x\"]\n\n1. e4 *", layout);
        ["en-passant block", "tag ", "end of the tags"]
            .map(|says| rows.iter().position(|row| row.1.starts_with(says)).expect("it is there"))
    };
    assert_eq!(places(Layout::Draft), [0, 1, 2]);
    assert_eq!(places(Layout::V0), [3, 1, 2]);
}

#[test]
fn c3_tags_have_no_prefix_and_a_zero_byte_after_the_last() {
    let pgn = "[Date \"x\"]\n\n1. e4 1-0\n\n";
    assert_eq!(written(pgn, Layout::Draft).bytes, bits("0000 'Date' 'x' '' 101 100 011 11110 00 |"));
    assert_eq!(written(pgn, Layout::V0).bytes, bits("00000000 'Date' 'x' '' 0000 101 100 011 11111 00 |"));
}

#[test]
fn c4_a_zero_byte_follows_each_value_and_the_section() {
    let pgn = "[Event \"F/S Return Match\"]\n[Round \"29\"]\n\n*\n\n";
    assert_eq!(written(pgn, Layout::Draft).bytes, bits("0000 'Event' 'F/S Return Match' 'Round' '29' '' |"));
    survives(pgn);
}

#[test]
fn c5_candidates_are_ordered_by_file_and_then_by_rank() {
    let fen = "7k/8/8/8/R7/8/8/3R2K1 w - - 0 1";
    same_code(&from(fen, "1. Raa1 *"), "move Raa1", "100 000 000 0");
    same_code(&from(fen, "1. Rda1 *"), "move Rda1", "100 000 000 1");
    // The order by rank would be the other one.
    let fen = "7k/8/8/1N6/8/8/2N5/7K w - - 0 1";
    same_code(&from(fen, "1. Nba3 *"), "move Nba3", "011 000 010 00");
    let fen = "7k/8/1R6/8/8/2R5/8/7K w - - 0 1";
    same_code(&from(fen, "1. Rbc6 *"), "move Rbc6", "100 010 101 00");
    same_code(&from(fen, "1. Rcc6 *"), "move Rcc6", "100 010 101 01");
}

#[test]
fn c6_one_bit_distinguishes_two_pawns_that_can_take_on_a_square() {
    let fen = "4k3/8/8/4p3/3P1P2/8/8/4K3 w - - 0 1";
    same_code(&from(fen, "1. dxe5 *"), "move dxe5", "101 100 100 0");
    same_code(&from(fen, "1. fxe5 *"), "move fxe5", "101 100 100 1");
    let fen = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
    same_code(&from(fen, "1. dxe5 *"), "move dxe5", "101 100 100");
}

#[test]
fn c7_ranks_count_from_zero() {
    same_code(&from("k7/8/8/8/8/8/8/3R3K w - - 0 1", "1. Rd2 *"), "move Rd2", "100 011 001");
}

#[test]
fn c8_a_queen_is_zero_among_promotions() {
    let fen = "8/4P3/8/8/8/8/k7/6K1 w - - 0 1";
    for (piece, value) in [("Q", "00"), ("B", "01"), ("N", "10"), ("R", "11")] {
        let (pgn, says) = (from(fen, &format!("1. e8={piece} *")), format!("move e8={piece}"));
        assert_eq!(code(&pgn, Layout::Draft, &says), format!("1110{value}"));
        assert_eq!(code(&pgn, Layout::V0, &says), format!("1101{value}"));
    }
}

#[test]
fn c13_a_promotion_contains_the_destination_of_the_pawn() {
    assert_eq!(code(PROMOTING, Layout::V0, "move bxa1=Q"), "1101000");
    assert_eq!(code(PROMOTING, Layout::Draft, "move bxa1=Q"), "1110000");
}

#[test]
fn c15_what_counts_are_the_squares_that_a_pawn_can_reach() {
    for (fen, mv, index) in [
        // On any file.
        ("1n1r4/2P4k/8/8/8/8/8/6K1 w - - 0 1", "cxb8=Q", "00"),
        ("1n1r4/2P4k/8/8/8/8/8/6K1 w - - 0 1", "c8=Q", "01"),
        ("1n1r4/2P4k/8/8/8/8/8/6K1 w - - 0 1", "cxd8=Q", "10"),
        ("1nb5/2P4k/8/8/8/8/8/6K1 w - - 0 1", "cxb8=Q", ""),
        ("1n6/2P4k/8/8/8/8/8/6K1 w - - 0 1", "cxb8=Q", "0"),
        ("1n6/2P4k/8/8/8/8/8/6K1 w - - 0 1", "c8=Q", "1"),
        ("6n1/7P/8/k7/8/8/8/6K1 w - - 0 1", "hxg8=Q", "0"),
        ("6n1/7P/8/k7/8/8/8/6K1 w - - 0 1", "h8=Q", "1"),
    ] {
        let bits = code(&from(fen, &format!("1. {mv} *")), Layout::V0, &format!("move {mv}"));
        assert_eq!(bits, format!("110100{index}"), "{fen} {mv}");
    }
}

#[test]
fn c16_two_bits_tell_knights_apart_on_the_edge() {
    for (fen, mv, bits) in [
        ("7k/8/8/8/8/1N1N4/8/6K1 w - - 0 1", "Nbc1", "011 010 000 00"),
        ("7k/8/8/8/8/1N1N4/8/6K1 w - - 0 1", "Ndc1", "011 010 000 01"),
        ("7k/8/1N6/8/8/2N5/8/6K1 w - - 0 1", "Nba4", "011 000 011 00"),
        ("7k/8/1N6/8/8/2N5/8/6K1 w - - 0 1", "Nca4", "011 000 011 01"),
    ] {
        same_code(&from(fen, &format!("1. {mv} *")), &format!("move {mv}"), bits);
    }
}

#[test]
fn c17_a_bishop_in_a_corner_has_no_index() {
    // The further one is blocked, so that one can come at most.
    let pgn = from("8/8/6k1/8/8/2B5/8/B5K1 w - - 0 1", "1. Bh8 *");
    same_code(&pgn, "move Bh8", "010 111 111");
}

#[test]
fn c18_the_width_depends_on_the_square_and_not_on_how_many_could_go_there() {
    for (fen, mv, bits) in [
        ("7k/8/8/8/8/8/8/1N3NK1 w - - 0 1", "Nbd2", "011 011 001 000"),
        ("7k/8/8/8/8/5N2/8/1N3NK1 w - - 0 1", "N3d2", "011 011 001 010"),
        ("6k1/8/8/1Q6/8/8/8/3Q2K1 w - - 0 1", "Qbb1", "001 001 000 000"),
        ("7k/8/8/8/8/8/8/1R3RK1 w - - 0 1", "Rbd1", "100 011 000 00"),
    ] {
        same_code(&from(fen, &format!("1. {mv} *")), &format!("move {mv}"), bits);
    }
    for layout in LAYOUTS {
        assert_eq!(told("1. d4 d5 2. Nf3 Nf6 3. Nbd2 *", layout).iter().filter(|row| row.0.len() == 12).count(), 1);
    }
}
