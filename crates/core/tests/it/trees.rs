//! Trees of whole files: what was built of a game is written as the game itself, also after packing.

use scoresheet_core::game::{AnyGames, GameFormat, WriteOptions, pgn::Pgn};
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::Sink;
use scoresheet_core::tree::{Builder, Keep, Tree};
use scoresheet_core::write::Filter;

const ANNOTATED: &str = include_str!("../../../../examples/annotated.pgn");
const CHESS960: &str = include_str!("../../../../examples/chess960.pgn");
const FILES: [&str; 4] = [
    ANNOTATED,
    CHESS960,
    include_str!("../../../../examples/historic.pgn"),
    include_str!("../../../../examples/generated.pgn"),
];

/// Reads a file, and calls `each` after each game.
fn read<S: Sink>(text: &str, sink: &mut S, mut each: impl FnMut(&mut S)) {
    let limits = Limits { nesting: u64::MAX, ..Limits::default() };
    let settings = Settings { limits, keep_plies: false, ..Settings::default() };
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    while games.next(&mut record, sink) {
        each(sink);
    }
}

fn trees(text: &str, spelling: bool) -> Vec<Tree> {
    let mut trees = Vec::new();
    read(text, &mut Builder::new(Keep { spelling }), |builder| trees.push(builder.finish()));
    trees
}

fn writer(keep_spelling: bool) -> Filter {
    Filter::new(Pgn.writer(&WriteOptions { keep_spelling, ..WriteOptions::default() }), keep_spelling)
}

fn written(tree: &Tree, keep_spelling: bool) -> Vec<u8> {
    let mut filter = writer(keep_spelling);
    tree.emit(Location::default(), &mut filter);
    std::mem::take(filter.bytes())
}

#[test]
fn a_tree_emits_what_it_was_built_from() {
    for text in FILES {
        for keep in [false, true] {
            let told: Vec<u8> = trees(text, keep).iter().flat_map(|tree| written(tree, keep)).collect();
            let mut filter = writer(keep);
            read(text, &mut filter, |_| {});
            assert!(told == *filter.bytes(), "keep_spelling={keep}");
        }
    }
}

/// What is written of a tree, without its positions if that is possible.
fn written_whole(tree: &Tree) -> Vec<u8> {
    let mut filter = writer(false);
    tree.write(Location::default(), &mut filter);
    assert!(filter.is_written());
    std::mem::take(filter.bytes())
}

#[test]
fn a_game_is_written_without_its_positions_as_with_them() {
    for tree in FILES.into_iter().flat_map(|text| trees(text, false)) {
        assert_eq!(String::from_utf8(written_whole(&tree)), String::from_utf8(written(&tree, false)));
    }
}

#[test]
fn what_follows_from_the_moves_is_not_copied_from_the_source() {
    const TAG: &str = "[White \"A\"]\n\n";
    for (moves, written) in [
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 1-0", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"),
        ("1. f3+ e5 2. g4# Qh4+ 0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. Ng1f3 d5 2. e4 de4 *", "1. Nf3 d5 2. e4 dxe4 *"),
        ("1. e4 {a} {b} e5 $1 {c} 2. Nf3 ; d\n* {e}", "1. e4 {a} {b} 1... e5 $1 {c} 2. Nf3 { d} * {e}"),
    ] {
        let read = trees(&format!("{TAG}{moves}\n"), false);
        assert_eq!(String::from_utf8(written_whole(&read[0])).expect("UTF-8"), format!("{TAG}{written}\n\n"));
    }
}

#[test]
fn packed_trees_of_files_come_back() {
    for tree in trees(ANNOTATED, true).into_iter().chain(trees(CHESS960, false)) {
        let again = Tree::unpack(&tree.pack()).expect("not damaged");
        assert_eq!(again, tree);
        assert_eq!(written(&again, true), written(&tree, true));
    }
}
