//! Games by other rules than those of chess and Chess960: no code expresses their moves, so they are stored as text.

use super::tools::{LAYOUTS, bits, faults_of, read, written, written_so};
use scoresheet_core::game::cpgn::Layout;

/// Games of several rules: what no move of chess does, and what else a game of PGN may hold.
const GAMES: [&str; 5] = [
    "[Variant \"Crazyhouse\"]\n\n{ first } 1. e4 d5 2. exd5 Qxd5 ( 2... Nf6 3. @e4 $3 ) 3. P@e6! { good } 3... Bxe6 *\n\n",
    "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. Nf3 a6 2. Ng5 b6 3. Nxf7# 1-0 { after it }\n\n",
    "[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 ; a line\nNa6 $301 *\n\n",
    "[Variant \"Three-check\"]\n\n% escaped\n1. e4 e5 2. Qh5 Qxh5?? -- 3. Ke3 *\n\n",
    "[Variant \"King of the Hill\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n\n",
];

#[test]
fn games_come_back_as_they_were() {
    let all = GAMES.concat();
    for text in GAMES.into_iter().chain([all.as_str(), "[White \"A\"]\n\n1. e4 *\n\n"]) {
        for layout in LAYOUTS {
            let there = written(text, layout);
            assert_eq!(there.losses, [], "{text}");
            let back = read(&there.bytes, layout.id());
            // What PGN makes of its own text.
            let usual = super::tools::Way::new("pgn", "pgn", layout.id()).convert(text.as_bytes());
            assert_eq!(back.text(), usual.text(), "{text}");
            assert_eq!(back.losses, [], "{text}");
        }
    }
}

#[test]
fn they_are_played_when_they_are_read() {
    let there = written("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. N@e4 *\n\n", Layout::V0);
    let faults = read(&there.bytes, "v0").faults;
    assert_eq!(faults.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["move-illegal"]);
}

#[test]
fn codes_of_moves_are_refused_under_other_rules() {
    let game = "00000000 'Variant' 'Atomic' '' 0000 101 100 011 11111 11 |";
    let faults = faults_of(&bits(game), Layout::V0);
    assert_eq!(faults.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["cpgn-move"]);
}

#[test]
fn without_extensions_they_are_left_out_and_counted_once() {
    let all = [GAMES.concat().as_str(), "[White \"A\"]\n\n1. e4 { here } *\n\n"].concat();
    let there = written_so(&all, Layout::V0, "yes", "no");
    assert_eq!(there.losses, [("unplayed-game", GAMES.len() as u64)]);
    assert_eq!(read(&there.bytes, "v0").text(), "[White \"A\"]\n\n1. e4 { here } *\n\n");
}

#[test]
fn spellings_are_counted_if_they_are_not_kept() {
    let text = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e6! Bxe6+ *\n\n";
    let there = written_so(text, Layout::V0, "no", "yes");
    assert_eq!(there.losses, [("spelling", 3)]);
    assert_eq!(
        read(&there.bytes, "v0").text(),
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 $1 Bxe6 *\n\n"
    );
}
