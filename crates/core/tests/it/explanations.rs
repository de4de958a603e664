//! What is said of a move that could not be played: the words, and what would have been legal.

use scoresheet_core::notation::{language, san};
use scoresheet_core::position::fen;

fn said(fen: &str, text: &str) -> String {
    let before = fen::parse(fen).expect("a test's FEN is right");
    match san::read(&before, text.as_bytes(), &language::ENGLISH) {
        Ok(named) => format!("read as {:?}", named.mv),
        Err(error) => san::explain(&before, text, error, &language::ENGLISH),
    }
}

#[track_caller]
fn all_say(fen: &str, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(said(fen, text), *expected);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_illegal_move_is_answered_with_the_legal_ones_of_its_piece() {
    let knights = "legal knight moves are `Na3`, `Nc3`, `Nf3` and `Nh3`";
    for text in ["Nf4", "N:f4", "nf4", "Nb1f3", "b1f3", "Nxg", "NxR"] {
        assert_eq!(said(START, text), format!("cannot play `{text}`: {knights}"));
    }
    all_say(
        START,
        &[
            ("e5", "cannot play `e5`: legal pawn moves are `e3` and `e4`"),
            ("e2-e5", "cannot play `e2-e5`: legal pawn moves are `e3` and `e4`"),
            ("exd3", "cannot play `exd3`: legal pawn moves are `d3`, `d4`, `e3` and `e4`"),
            ("e8=Q", "cannot play `e8=Q`: legal pawn moves are `e3` and `e4`"),
            ("RxQ", "cannot play `RxQ`: no rook has a legal move"),
            ("rxq", "cannot play `rxq`: no rook has a legal move"),
            ("O-O", "cannot play `O-O`: the king has no legal move"),
            (
                "e3e5",
                "cannot play `e3e5`: legal moves are `Na3`, `Nc3`, `Nf3`, `Nh3`, `a3`, `a4`, `b3`, `b4`, `c3`, `c4`, `d3`, `d4` and 8 more",
            ),
        ],
    );
}

#[test]
fn a_pawn_elsewhere_is_named_where_none_is_near() {
    assert_eq!(said("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "g4"), "cannot play `g4`: legal pawn moves are `a3` and `a4`");
}

#[test]
fn one_legal_move_is_named_as_the_only_one() {
    assert_eq!(said("8/8/8/8/8/2k5/8/K6R w - - 0 1", "Kb2"), "cannot play `Kb2`: legal king moves are `Kb1` and `Ka2`");
    assert_eq!(said("8/8/8/8/2k5/1r6/8/K7 w - - 0 1", "Kb2"), "cannot play `Kb2`: the only legal king move is `Ka2`");
}

#[test]
fn in_check_only_what_ends_it_is_legal() {
    let checked = "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1";
    all_say(
        checked,
        &[
            ("O-O", "cannot play `O-O`: legal king moves are `Kd1`, `Kf1`, `Kd2` and `Kf2`"),
            ("Rh4", "cannot play `Rh4`: no rook has a legal move"),
            ("--", "cannot play `--`: legal moves are `Kd1`, `Kf1`, `Kd2` and `Kf2`"),
        ],
    );
}

#[test]
fn the_end_of_the_game_is_reported() {
    assert_eq!(said("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Kh8"), "cannot play `Kh8`: it is mate");
    assert_eq!(said("k7/2K5/1Q6/8/8/8/8/8 b - - 0 1", "Kb8"), "cannot play `Kb8`: it is stalemate");
}

#[test]
fn an_ambiguous_move_is_answered_with_those_it_could_be() {
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    all_say(
        knights,
        &[
            ("Nd2", "cannot play `Nd2`: could be `Nbd2` or `Nfd2`"),
            ("nd2", "cannot play `nd2`: could be `Nbd2` or `Nfd2`"),
        ],
    );
    for (fen, text, moves) in [
        ("4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", "xd5", "`cxd5` or `exd5`"),
        ("4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", "PxN", "`cxd5` or `exd5`"),
        ("4k3/3n4/8/8/8/8/n2R4/4K3 w - - 0 1", "RxN", "`Rxa2` or `Rxd7`"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e8", "`e8=Q`, `e8=R`, `e8=B` or `e8=N`"),
        ("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "exd", "`exd5` or `exd6`"),
    ] {
        assert_eq!(said(fen, text), format!("cannot play `{text}`: could be {moves}"));
    }
}

#[test]
fn an_invalid_word_is_reported_at_its_first_wrong_byte() {
    all_say(
        START,
        &[
            ("i4", "`i4` is not a move: expected one such as `Nf3`, `exd5` or `O-O`"),
            ("hello", "`hello` is not a move: expected a rank, `1` to `8` after `he`"),
            ("Nf", "`Nf` is not a move: expected a rank, `1` to `8` after `Nf`"),
            ("N", "`N` is not a move: expected a square, `a1` to `h8` after `N`"),
            ("P-J4", "`P-J4` is not a move: expected a square, `a1` to `h8` after `P-`"),
            ("e8=", "`e8=` is not a move: expected the piece promoted to, as in `e8=Q` after `e8=`"),
            ("Nf3zz", "`Nf3zz` is not a move: expected the end of the move after `Nf3`"),
            ("O-O-O-O", "`O-O-O-O` is not a move: expected the end of the move after `O-O-O`"),
        ],
    );
}
