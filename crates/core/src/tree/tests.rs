use super::*;
use crate::game::AnyGames;
use crate::game::{GameFormat, WriteOptions, pgn::Pgn};
use crate::limits::Limits;
use crate::location::Location;
use crate::read::Record;
use crate::read::Settings;
use crate::rules::Square;
use crate::seed::Seed;
use crate::write::{Filter, GameWriter};
use alloc::string::{String, ToString};
use alloc::{format, vec};

fn settings() -> Settings {
    let limits = Limits { nesting: u64::MAX, ..Limits::default() };
    Settings { limits, keep_plies: false, ..Settings::default() }
}

fn trees(text: &str, spelling: bool) -> Vec<Tree> {
    let settings = settings();
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    let mut builder = Builder::new(Keep { spelling });
    let mut trees = Vec::new();
    while games.next(&mut record, &mut builder) {
        trees.push(builder.finish());
    }
    trees
}

fn tree(text: &str) -> Tree {
    trees(text, false).pop().expect("a game")
}

fn writer(keep_spelling: bool) -> Box<dyn GameWriter> {
    Pgn.writer(&WriteOptions { keep_spelling, ..WriteOptions::default() })
}

fn told(tree: &Tree) -> String {
    told_as(tree, false)
}

fn told_as(tree: &Tree, keep_spelling: bool) -> String {
    let mut filter = Filter::new(writer(keep_spelling), keep_spelling);
    tree.emit(Location::default(), &mut filter);
    String::from_utf8(core::mem::take(filter.bytes())).expect("UTF-8")
}

/// What is written when the text goes from the reader to the writer without a tree.
fn rewritten(text: &str, keep_spelling: bool) -> String {
    let settings = settings();
    let (mut games, mut record) = (AnyGames::new(text.as_bytes(), &settings), Record::new());
    let mut filter = Filter::new(writer(keep_spelling), keep_spelling);
    while games.next(&mut record, &mut filter) {}
    String::from_utf8(core::mem::take(filter.bytes())).expect("UTF-8")
}

fn san(tree: &Tree, node: NodeId) -> String {
    let mut cursor = Cursor::new(tree);
    let before = cursor.go(tree, tree.parent(node).expect("a move"));
    let mut text = Vec::new();
    crate::notation::san::write(before, tree.mv(node).expect("a move"), &mut text);
    String::from_utf8(text).expect("UTF-8")
}

fn words(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> String {
    nodes.map(|node| san(tree, node)).collect::<Vec<_>>().join(" ")
}

fn find(tree: &Tree, word: &str) -> NodeId {
    tree.walk().find(|node| san(tree, *node) == word).expect("a move of this name")
}

/// Every link has its counterpart, and no node occurs twice.
fn check(tree: &Tree) {
    let mut seen = vec![false; tree.slots.len()];
    for node in tree.preorder(NodeId::ROOT) {
        assert!(tree.holds(node) && !core::mem::replace(&mut seen[node.index()], true));
        let children: Vec<NodeId> = tree.children(node).collect();
        for (index, child) in children.iter().enumerate() {
            assert_eq!(tree.parent(*child), Some(node));
            assert_eq!(tree.ply(*child), tree.ply(node) + 1);
            assert_eq!(tree.slot(*child).previous, children[index.checked_sub(1).unwrap_or(children.len() - 1)]);
            assert_eq!(tree.is_first(*child), index == 0);
        }
    }
    assert_eq!(seen.iter().filter(|seen| **seen).count(), tree.len() + 1);
    assert_eq!(tree.walk().count(), tree.len());
    assert!(tree.last.is_none_or(|last| last == tree.end_of(NodeId::ROOT)));
    assert_eq!(tree.postorder(NodeId::ROOT).count(), tree.len() + 1);
}

#[test]
fn a_plain_move_costs_what_is_said() {
    assert_eq!((size_of::<Move>(), size_of::<Slot>()), (4, 32));
    let (line, tree) = (tree("1. e4 e5 2. Nf3 Nc6 *"), tree("1. e4 (1. d4) e5 2. Nf3 Nc6 *"));
    assert_eq!((line.slots.heap_size(), tree.slots.heap_size()), (4 * 4, 6 * 32));
}

/// The tree with a slot for each node, even if it is a single line.
fn unfolded(tree: &Tree) -> Tree {
    let mut unfolded = tree.clone();
    unfolded.slots.change(NodeId::ROOT, |_| ());
    unfolded
}

#[test]
fn a_single_line_is_a_tree_like_any_other() {
    let edits: [fn(&mut Tree); 9] = [
        |_| (),
        |tree| assert!(tree.add(NodeId::ROOT, Move::plain(Square::at(0, 1), Square::at(0, 2)), false).is_ok()),
        |tree| {
            let last = tree.last();
            assert!(tree.add(last, Move::plain(Square::at(7, 1), Square::at(7, 3)), true).is_ok());
            assert_eq!(tree.last(), tree.end_of(NodeId::ROOT));
        },
        |tree| assert!(tree.add_note(NodeId(1), Note::comment(NotePlace::After, "x")).is_ok()),
        |tree| assert!(tree.set_comments(NodeId::ROOT, NotePlace::After, ["y"]).is_ok()),
        |tree| assert!(tree.set_command(NodeId(1), "clk", Some("0:01:00")).is_ok()),
        |tree| _ = tree.delete(NodeId(2)),
        |tree| tree.strip(Strip::ALL),
        |tree| _ = tree.cut_after(1),
    ];
    for moves in ["*", "1. e4 e5 2. Nf3 *", "{a} 1. e4 {b} {c} e5 $1 {d} 2. Nf3 1-0 {e}"] {
        let read = tree(moves);
        for edit in edits {
            let (mut line, mut slots) = (read.clone(), unfolded(&read));
            edit(&mut line);
            edit(&mut slots);
            check(&line);
            assert_eq!((&line, told(&line), line.pack()), (&slots, told(&slots), slots.pack()), "{moves}");
            for number in 0..5 {
                let node = NodeId(number);
                assert_eq!(format!("{:?}", line.slot(node)), format!("{:?}", slots.slot(node)), "{moves} {number}");
                assert_eq!((line.holds(node), line.end_of(node)), (slots.holds(node), slots.end_of(node)));
            }
        }
    }
}

#[test]
fn notes_stay_in_their_places() {
    for moves in [
        "{ a } 1. e4 { b } ( { c } 1. d4 { d } 1... d5 ) { e } ( 1. c4 ) { f } 1... e5 $1 { g } $2 1-0",
        "1. e4 ( 1. d4 d5 ( 1... Nf6 ) { behind } 2. c4 ) *",
        "1. e4 Zz9 2. d4 { x } ( 2. d3 ) 1/2-1/2",
        "1. e4 ( 1. Zz9 d5 ) 1... e5 ( 1... Zz8 { q } ) 2. d4 *",
        "1. e4 ( 1. d4 Zz9 ( what ) more ) 1... e5 *",
        "1. e4 *",
        "{ a }\n% escaped\n1. e4\n% escaped again\n*",
        "*",
        "1. e4 e5 1-0 { afterwards }",
        "$1 1. e4 ( $2 1. d4 ) *",
    ] {
        let text = format!("[White \"A\"]\n\n{moves}\n");
        assert_eq!(told(&tree(&text)), rewritten(&text, false), "{moves}");
    }
}

#[test]
fn notes_stay_after_the_variations_in_the_first_move_of_a_variation() {
    // Such variations are alternatives to the one that contains them.
    let text = "1. e4 (1. d4 (1. c4 (1. b4) e5) d5) {a} (1. a4) {b} e5 *\n\n";
    let read = tree(text);
    assert_eq!(words(&read, read.children(NodeId::ROOT)), "e4 d4 c4 b4 a4");
    assert_eq!(told(&read), "1. e4 (1. d4 d5) (1. c4 e5) (1. b4) {a} (1. a4) {b} 1... e5 *\n\n");
    assert_eq!(tree(&told(&read)), read);
}

#[test]
fn an_empty_variation_stays() {
    for moves in ["1. e4 () 1... e5 *", "1. e4 (1. d4 () 1... d5) () 1... e5 () *", "1. e4 ( ) *"] {
        let told = told(&tree(moves));
        assert_eq!(told.trim_end(), moves.replace("( )", "()"));
        assert_eq!(tree(moves), tree(&moves.replace("() ", "").replace("( ) ", "")), "it says nothing");
        assert_eq!(self::told(&Tree::unpack(&tree(moves).pack()).unwrap()), told);
    }
}

#[test]
fn a_comment_alone_in_a_variation_is_one_on_the_move() {
    assert_eq!(told(&tree("1. e4 ( {only} ) 1... e5 *")), "1. e4 {only} 1... e5 *\n\n");
}

#[test]
fn games_that_cannot_be_played_are_unchanged() {
    let text = "[Variant \"Dice\"]\n\n1. e4 { x } e5 *\n";
    let tree = tree(text);
    assert!(tree.is_empty());
    assert_eq!(told(&tree), rewritten(text, false));
    assert_eq!(Tree::unpack(&tree.pack()), Ok(tree));
}

#[test]
fn walking_goes_in_the_order_of_the_text() {
    let tree = tree("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 (1... c5) 2. Nf3 *");
    check(&tree);
    assert_eq!(words(&tree, tree.walk()), "e4 d4 d5 Nf6 c4 c4 c4 e5 c5 Nf3");
    assert_eq!(words(&tree, tree.mainline()), "e4 e5 Nf3");
    let on: Vec<NodeId> = core::iter::successors(tree.walk_on(NodeId::ROOT), |node| tree.walk_on(*node)).collect();
    assert_eq!(on, tree.walk().collect::<Vec<_>>());
    let post: Vec<NodeId> = tree.postorder(NodeId::ROOT).collect();
    assert_eq!(post.last(), Some(&NodeId::ROOT));
    for (index, node) in post.iter().enumerate() {
        assert!(tree.children(*node).all(|child| post[..index].contains(&child)));
    }
}

#[test]
fn variations_change_places() {
    let mut tree = tree("1. e4 e5 (1... c5 2. Nf3 d6) (1... e6 2. d4) 2. Nc3 *");
    let french = find(&tree, "e6");
    let deep = find(&tree, "d4");
    assert!(tree.promote(deep), "the variation that it is in");
    check(&tree);
    assert_eq!(words(&tree, tree.children(tree.parent(french).unwrap())), "e5 e6 c5");
    assert!(tree.promote_to_mainline(deep));
    assert_eq!(words(&tree, tree.mainline()), "e4 e6 d4");
    assert!(!tree.promote(deep) && !tree.promote_to_mainline(deep));
    assert!(tree.demote(french) && tree.demote(french) && !tree.demote(french));
    check(&tree);
    assert_eq!(words(&tree, tree.children(tree.parent(french).unwrap())), "e5 c5 e6");
    assert!(!tree.promote(NodeId::ROOT) && !tree.demote(NodeId::ROOT));
}

#[test]
fn deleted_nodes_are_gone_with_all_after_them() {
    let mut tree = tree("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 (2. c3) d6) 2. Nc3 *");
    let sicilian = find(&tree, "c5");
    assert!(tree.delete(sicilian));
    assert!(!tree.holds(sicilian) && !tree.delete(sicilian) && !tree.delete(NodeId::ROOT));
    check(&tree);
    assert_eq!(words(&tree, tree.walk()), "e4 e5 Nc3");
    assert_eq!(tree.compact(), tree);
    assert_eq!(tree.compact().slots.len(), 4);
    let first = tree.first_child(NodeId::ROOT).unwrap();
    assert!(tree.delete(first) && tree.is_empty());
}

#[test]
fn cutting_keeps_what_is_between() {
    let mut tree = tree("{start} 1. e4 e5 {behind} (1... c5 2. Nf3 d6) 2. Nf3 (2. Nc3 Nf6) Nc6 3. Bb5 *");
    let e5 = find(&tree, "e5");
    let cut = tree.cut_before(e5).unwrap();
    check(&cut);
    assert_eq!(words(&cut, cut.walk()), "Nf3 Nc3 Nf6 Nc6 Bb5");
    assert_eq!(cut.comments(NodeId::ROOT, NotePlace::After).collect::<Vec<_>>(), ["behind"]);
    assert_eq!(cut.tags().get("FEN"), Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
    assert_eq!(told(&self::tree(&told(&cut))), told(&cut));
    assert_eq!(tree.cut_after(2), 3);
    check(&tree);
    assert_eq!(words(&tree, tree.walk()), "e4 e5 c5");
    assert_eq!(tree.cut_after(0), 1);
    assert!(tree.is_empty());
}

#[test]
fn another_start_keeps_the_moves_that_are_still_legal() {
    let mut tree = tree("1. e4 {a} d5 (1... e5 2. Nf3 Nc6 {b}) 2. e5 f5 3. exf6 (3. Nf3) *");
    let (e5, capture) = (find(&tree, "e5"), find(&tree, "exf6"));
    // Without the knights and the pawn on f7.
    let start = fen::parse("r1bqkb1r/ppppp1pp/8/5n2/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1").unwrap();
    assert_eq!(tree.restart(&start), 5);
    check(&tree);
    assert_eq!(words(&tree, tree.walk()), "e4 d5 e5 e5");
    assert!(tree.holds(e5) && !tree.holds(capture));
    assert_eq!(tree.start(), start);
    assert_eq!(tree.restart(&Position::start()), 0);
    assert!(tree.has_standard_start());
}

#[test]
fn cutting_keeps_words_that_could_not_be_played() {
    let tree = tree("1. e4 e5 2. Ke3 Nc6 *");
    let cut = tree.cut_before(find(&tree, "e5")).unwrap();
    assert_eq!(cut.rest(NodeId::ROOT), Some("Ke3 Nc6"));
    assert!(told(&cut).ends_with("\n\n{Ke3 Nc6} *\n\n"), "{}", told(&cut));
}

#[test]
fn merged_games_share_their_moves() {
    let mut one = tree("[White \"A\"]\n\n1. e4 {a} e5 $1 2. Nf3 1-0");
    let other = tree("[White \"B\"]\n\n1. e4 {b} {a} e5 $1 $2 (1... c5) 2. Nc3 0-1");
    one.merge(&other).unwrap();
    check(&one);
    assert_eq!(
        told(&one),
        "[White \"A\"]\n\n1. e4 { a } { b } 1... e5 $1 $2 ( 1... c5 ) 2. Nf3 ( 2. Nc3 ) 1-0\n\n"
            .replace("{ a }", "{a}")
            .replace("{ b }", "{b}")
            .replace("( ", "(")
            .replace(" )", ")")
    );
    let before = one.clone();
    one.merge(&other).unwrap();
    assert_eq!(one, before, "what is there is not added again");
    let elsewhere = tree("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    assert_eq!(one.merge(&elsewhere), Err(NotMerged::OtherStart));
}

/// What is counted at the node that a line of moves leads to.
fn counted(tree: &Tree, line: &str) -> Option<[u32; 4]> {
    let mut node = NodeId::ROOT;
    for word in line.split_whitespace() {
        let mut cursor = Cursor::new(tree);
        let before = cursor.go(tree, node);
        let named = crate::notation::san::read(before, word.as_bytes(), &crate::notation::language::ENGLISH).unwrap();
        node = tree.child(node, named.mv).unwrap();
    }
    tree.counts(node).map(|counts| [counts.games, counts.white, counts.draws, counts.black])
}

#[test]
fn merged_games_are_counted_along_their_moves() {
    let mut openings = Tree::new();
    assert_eq!(openings.counts(NodeId::ROOT), None);
    let mut merger = Merger::new(Merging { plies: 3, annotations: false, counts: true, ..Merging::default() });
    for text in [
        "1. e4 {a} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0",
        "1. e4 e5 2. Nf3 Nf6 1/2-1/2",
        "1. e4 c5 0-1",
        "1. d4 *",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nc3",
    ] {
        merger.add(&mut openings, &tree(text)).unwrap();
    }
    check(&openings);
    let wanted: &[(&str, [u32; 4])] = &[
        ("", [5, 2, 1, 1]),
        ("e4", [4, 2, 1, 1]),
        ("e4 e5", [3, 2, 1, 0]),
        ("e4 e5 Nf3", [2, 1, 1, 0]),
        ("e4 e5 Nc3", [1, 1, 0, 0]),
        ("e4 c5", [1, 0, 0, 1]),
        // Only a variation led there.
        ("e4 c5 Nf3", [0, 0, 0, 0]),
        ("d4", [1, 0, 0, 0]),
    ];
    for (line, counts) in wanted {
        assert_eq!(counted(&openings, line), Some(*counts), "{line}");
    }
    assert_eq!(openings.len(), 7, "what follows the third ply is left out");
    assert!(openings.walk().all(|node| openings.notes(node).next().is_none()));
    for copy in [Tree::unpack(&openings.pack()).unwrap(), openings.compact()] {
        for (line, counts) in wanted {
            assert_eq!(counted(&copy, line), Some(*counts), "{line}");
        }
    }
}

#[test]
fn many_moves_and_many_notes_are_merged_as_few_are() {
    // So many moves from one node that they are indexed: no rules allow these, and each is different.
    let line = |from: u8, to: u8| {
        let mut tree = Tree::new();
        let mv = Move::plain(Square::masked(from), Square::masked(to));
        let node = tree.add(NodeId::ROOT, mv, true).unwrap();
        tree.add_note(node, Note::comment(NotePlace::After, &format!("{from} {to}"))).unwrap();
        tree.add_note(node, Note::comment(NotePlace::After, "all")).unwrap();
        tree
    };
    let (mut one_by_one, mut together) = (Tree::new(), Tree::new());
    let mut merger = Merger::default();
    for _ in 0..2 {
        for to in 1..=200u8 {
            let game = line(to / 64, to % 64);
            one_by_one.merge(&game).unwrap();
            merger.add(&mut together, &game).unwrap();
        }
    }
    check(&together);
    assert!(together == one_by_one);
    assert_eq!(together.children(NodeId::ROOT).count(), 200);
    // As many comments on one move.
    let comments = (0..100).map(|number| tree(&format!("1. e4 {{{}}} *", number % 50)));
    let mut commented = Tree::new();
    let mut merger = Merger::default();
    comments.for_each(|game| merger.add(&mut commented, &game).unwrap());
    let e4 = find(&commented, "e4");
    let texts: Vec<_> = commented.comments(e4, NotePlace::After).collect();
    assert_eq!(texts, (0..50).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[test]
fn a_tree_may_change_while_games_are_merged() {
    let (e4, d4) = (tree("1. e4 {a} e5 *"), tree("1. d4 {a} *"));
    let mut merged = Tree::new();
    let mut merger = Merger::default();
    merger.add(&mut merged, &e4).unwrap();
    merger.add(&mut merged, &d4).unwrap();
    merged.delete(find(&merged, "e4"));
    let d4_node = find(&merged, "d4");
    merged.set_comments(d4_node, NotePlace::After, [] as [&str; 0]).unwrap();
    merger.add(&mut merged, &e4).unwrap();
    merger.add(&mut merged, &d4).unwrap();
    check(&merged);
    assert_eq!(told(&merged), "1. d4 {a} (1. e4 {a} 1... e5) *\n\n");
}

#[test]
fn stripping_takes_what_is_named() {
    let text = "1. e4 {[%clk 0:01:00] good [%eval 0.3]} $1 (1. d4 {x}) e5 {[%clk 0:00:59]} *";
    let stripped = |strip: Strip| {
        let mut tree = tree(text);
        tree.strip(strip);
        check(&tree);
        told(&tree).trim().to_string()
    };
    let none = Strip::default();
    assert_eq!(stripped(Strip { clocks: true, ..none }), "1. e4 {good [%eval 0.3]} $1 (1. d4 {x}) 1... e5 *");
    assert_eq!(stripped(Strip { commands: true, ..none }), "1. e4 {good} $1 (1. d4 {x}) 1... e5 *");
    assert_eq!(stripped(Strip { comments: true, nags: true, ..none }), "1. e4 (1. d4) 1... e5 *");
    assert_eq!(stripped(Strip { comments: true, nags: true, variations: true, ..none }), "1. e4 e5 *");
}

#[test]
fn stripping_takes_escaped_lines_only_if_they_are_named() {
    let mut tree = tree("1. e4 {a}\n% a line\ne5 *");
    tree.strip(Strip { escapes: true, ..Strip::default() });
    check(&tree);
    assert_eq!(told(&tree).trim(), "1. e4 {a} 1... e5 *");
    let mut tree = self::tree("1. e4 {a}\n% a line\ne5 *");
    tree.strip(Strip::ALL);
    assert_eq!(told(&tree).trim(), "1. e4\n% a line\ne5 *");
}

#[test]
fn notes_can_be_set() {
    let tags = "[White \"A\"]\n[NAGFormat \"CNAG\"]\n\n";
    let mut tree = tree(&format!("{tags}1. e4 {{a}} {{b}} $1 e5 *"));
    let told = |tree: &Tree| self::told(tree).replace(tags, "");
    let e4 = find(&tree, "e4");
    tree.set_comments(e4, NotePlace::After, ["c"]).unwrap();
    tree.set_comments(e4, NotePlace::Before, ["d", "e"]).unwrap();
    tree.set_nags(e4, [Nag { value: Some(3), spelled: "" }, Nag { value: None, spelled: "$5.1.2" }]).unwrap();
    assert_eq!(told(&tree), "{d} {e} 1. e4 $3 $5.1.2 {c} 1... e5 *\n\n");
    tree.set_comments(e4, NotePlace::Before, []).unwrap();
    tree.set_nags(e4, []).unwrap();
    assert_eq!(told(&tree), "1. e4 {c} 1... e5 *\n\n");
    // Room is made by removing what is no longer used.
    for number in 0..1000 {
        tree.set_comments(e4, NotePlace::After, [format!("{number}").as_str()]).unwrap();
    }
    assert!(tree.notes.heap_size() < 10_000);
    assert_eq!(told(&tree), "1. e4 {999} 1... e5 *\n\n");
}

#[test]
fn commands_can_be_set() {
    let mut tree = tree("[White \"A\"]\n\n1. e4 {good} {[%clk 0:01:00]} e5 *");
    let e4 = find(&tree, "e4");
    let comments = |tree: &Tree| tree.comments(e4, NotePlace::After).map(String::from).collect::<Vec<_>>();
    tree.set_command(e4, "clk", Some("0:00:59")).unwrap();
    tree.set_command(e4, "eval", Some("0.30")).unwrap();
    assert_eq!(comments(&tree), ["[%eval 0.30] good", "[%clk 0:00:59]"]);
    tree.set_command(e4, "clk", None).unwrap();
    tree.set_command(e4, "csl", None).unwrap();
    assert_eq!(comments(&tree), ["[%eval 0.30] good"]);
    let e5 = find(&tree, "e5");
    tree.set_command(e5, "mdl", Some("3")).unwrap();
    assert_eq!(tree.comments(e5, NotePlace::After).collect::<Vec<_>>(), ["[%mdl 3]"]);
}

#[test]
fn equality_is_of_what_is_said() {
    let text = "[White \"A\"]\n\n1. e4 {a} $1 (1. d4) e5 1-0";
    assert_eq!(tree(text), tree("[White \"A\"]\n\n1. e4 $1 {a} (1. d4) 1... e5 1-0"));
    for other in [
        "{a} $1 (1. d4) e5 0-1",
        "{b} $1 (1. d4) e5 1-0",
        "{a} $2 (1. d4) e5 1-0",
        "{a} $1 (1. c4) e5 1-0",
        "{a} $1 e5 1-0",
    ] {
        assert_ne!(tree(text), tree(&format!("[White \"A\"]\n\n1. e4 {other}")));
    }
    assert_ne!(tree(text), tree(&text.replace("\"A\"", "\"B\"")));
}

#[test]
fn packed_trees_come_back() {
    const NOTES: &str =
        "[White \"A\"]\n\n{ a } 1. e4! { b } ( { c } 1. d4 { d } 1... d5 ) 1... e5 $1 ( 1... Zz9 x ) 2. Nf3 1-0";
    const CHESS960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"nqrkbbnr/pppppppp/8/8/8/8/PPPPPPPP/NQRKBBNR w KQkq - 0 1\"]\n\n1. c4 c5 *";
    for tree in trees(NOTES, true).into_iter().chain(trees(CHESS960, false)) {
        let again = Tree::unpack(&tree.pack()).expect("not damaged");
        check(&again);
        assert_eq!(again, tree);
        assert_eq!(told_as(&again, true), told_as(&tree, true));
    }
}

#[test]
fn damaged_bytes_are_refused_or_make_a_tree() {
    let tree = tree("[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {x} $1 (1. e3 Kd7) Kd7 *");
    let bytes = tree.pack();
    for length in 0..bytes.len() {
        assert!(Tree::unpack(&bytes[..length]).is_err(), "cut at {length}");
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            if let Ok(tree) = Tree::unpack(&changed) {
                check(&tree);
                told(&tree);
            }
        }
    }
}

#[test]
fn depth_has_no_end() {
    const DEEP: usize = 200_000;
    let joined =
        |words: &[&str], between: &str| words.iter().cycle().copied().take(DEEP).collect::<Vec<_>>().join(between);
    for text in [
        joined(&["Nf3", "Nf6", "Ng1", "Ng8"], " "),
        joined(&["Nf3 (Nc3", "Nf6 (Nc6", "Nf3 (Nb1", "Nf6 (Nb8"], " ") + &")".repeat(DEEP),
        joined(&["Nf3", "Nc3"], "(") + &")".repeat(DEEP - 1),
        format!("e4 {}", "(d4) ".repeat(DEEP)),
        format!("e4 {}", "{x} ".repeat(DEEP)),
        format!("e4 {} e5", "$1 ".repeat(DEEP)),
        format!("e4 e5 d5 {}", "(e5".repeat(DEEP)),
    ] {
        let mut tree = tree(&text);
        assert!(told(&self::tree(&told(&tree))) == told(&tree), "{}", &text[..20]);
        let copy = tree.clone();
        assert!(copy == tree && Tree::unpack(&tree.pack()).as_ref() == Ok(&tree));
        check(&tree);
        assert!(tree.compact() == tree);
        tree.merge(&copy).unwrap();
        let last = tree.walk().last().unwrap();
        assert!(tree.cut_before(last).unwrap().is_empty());
        tree.promote_to_mainline(last);
        check(&tree);
        tree.strip(Strip::ALL);
        tree.cut_after(1);
        assert_eq!(tree.walk().count(), 1);
    }
}

#[test]
fn random_changes_keep_the_links() {
    let mut seed = Seed(88_172_645_463_325_252);
    for _ in 0..200 {
        let mut tree = Tree::new();
        for _ in 0..60 {
            let nodes: Vec<NodeId> = tree.preorder(NodeId::ROOT).collect();
            let node = nodes[seed.below(nodes.len())];
            match seed.below(8) {
                0..=3 => {
                    let mut cursor = Cursor::new(&tree);
                    let moves = cursor.go(&tree, node).legal_moves();
                    tree.add(node, moves[seed.below(moves.len())], false).unwrap();
                }
                4 if seed.below(2) == 0 => drop(tree.last()),
                4 => drop(tree.promote(node)),
                5 => drop(tree.demote(node)),
                6 => drop(tree.promote_to_mainline(node)),
                _ => drop(seed.below(3) == 0 && tree.delete(node)),
            }
            check(&tree);
        }
        assert_eq!(Tree::unpack(&tree.pack()), Ok(tree.compact()));
        assert_eq!(tree.compact(), tree);
        assert_eq!(self::tree(&told(&tree)).walk().count(), tree.len());
    }
}

#[test]
fn games_that_are_written_without_their_positions_are_known() {
    for (moves, is_known) in [
        ("1. e4 e5 2. Nf3 $1 Nc6 {c} 3. Bb5 a6 *", true),
        ("{c} 1. e4 d5 2. exd5 Qxd5 3. Nc3 1-0", true),
        ("1. e4 e5 (1... c5) 2. Nf3 *", false),
        ("1. Ng1f3 *", false),
        ("1. e4 Z0 *", false),
    ] {
        let tree = tree(&format!("[White \"A\"]\n\n{moves}\n"));
        assert_eq!(written::WrittenLine::of(&tree).is_some(), is_known, "{moves}");
    }
    assert!(written::WrittenLine::of(&tree("[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 *")).is_none());
}
