//! What the original program and its description get wrong, by the ids of `vectors/cpgn/quirks.jsonl`: each test asserts what is
//! decided instead.

use super::tools::{bits, code, faults_of, from, read, read_strictly, same_code, survives, told, v0, written};
use scoresheet_core::game::cpgn::Layout;

#[test]
fn q05_rook() {
    survives("1. a4 a5 2. Ra3 Ra6 *\n\n");
    survives("1. d4 d5 2. Qd3 Qd6 *\n\n");
    same_code("1. a4 a5 2. Ra3 *", "move Ra3", "100 000 010");
}

#[test]
fn q06_king() {
    let pgn = from("7k/6P1/8/8/8/8/8/K7 b - - 0 1", "1... Kxg7 2. Kb1 *");
    same_code(&pgn, "move Kxg7", "000 110 110");
    survives(&pgn);
}

#[test]
fn q07_comment() {
    let pgn = "1. e4 {one} e5 {two} 2. Nf3 {three} *\n\n";
    survives(pgn);
    let moves = |pgn: &str| -> Vec<String> {
        told(pgn, Layout::V0).into_iter().filter(|row| row.1.starts_with("move")).map(|row| row.0).collect()
    };
    assert_eq!(moves(pgn), moves("1. e4 e5 2. Nf3 *"));
}

#[test]
fn q08_nag_turn() {
    survives("1. e4 $1 e5 $1 $2 2. Nf3 $3 $4 $5 Nc6 *\n\n");
    assert_eq!(read(&v0("101 100 011 11110 00000001 101 100 100 11111 11 |"), "v0").sound(), "1. e4 $1 e5 *\n\n");
}

#[test]
fn q09_var_epblock() {
    assert_eq!(code("1. e4 (1. d4) *", Layout::V0, "start of a variation"), "1110110000");
    assert_eq!(code("1. e4 (1. d4) *", Layout::Draft, "start of a variation"), "111110000");
}

#[test]
fn q10_var_moves() {
    survives("1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. Bc4) 2... Nc6 3. Bb5 *\n\n");
}

#[test]
fn q11_stack() {
    survives("1. e4 e5 (1... c5 (1... e6 (1... e5 (1... d5 2. exd5)))) 2. Nf3 *\n\n");
}

#[test]
fn q12_prev_board() {
    survives("1. e4 $1 {c} (1. d4 $2 {d} (1. c4)) (1. f4) 1... e5 *\n\n");
    survives("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O $1 (4. Nc3 O-O {c} (4... d6)) 4... d6 *\n\n");
}

#[test]
fn q13_promotion() {
    // The pawns on the seventh rank count, those that are blocked too, and then the squares of the one that moves.
    let pgn = from("r1b3k1/1P1P4/8/8/3P4/8/8/6K1 w - - 0 1", "1. bxc8=N Kf8 2. d8=R+ *");
    same_code("*", "end of the tags", "00000000");
    assert_eq!(code(&pgn, Layout::V0, "move bxc8=N"), "1101 10 0 10".replace(' ', ""));
    assert_eq!(code(&pgn, Layout::Draft, "move d8=R"), "1110 11".replace(' ', ""));
    survives(&pgn);
    let blocked = from("1n6/1P2P3/8/8/8/8/k7/6K1 w - - 0 1", "1. e8=Q *");
    assert_eq!(code(&blocked, Layout::V0, "move e8=Q"), "1101001");
}

#[test]
fn q14_index_width() {
    same_code("1. d4 d5 2. Nf3 Nf6 3. Nbd2 *", "move Nbd2", "011 011 001 000");
    same_code("1. d4 d5 2. Nf3 Nf6 3. Nfd2 *", "move Nfd2", "011 011 001 001");
}

#[test]
fn q15_index_order() {
    let pgn = "1. Nf3 a6 2. Ne5 a5 3. Ng6 a4 4. Nc3 a3 5. Ne4 b6 6. Ng5 b5 7. Nxf7 b4 8. Nfxh8 *\n\n";
    same_code(pgn, "move Nfxh8", "011 111 111 0");
    same_code(&pgn.replace("Nfx", "Ngx"), "move Ngxh8", "011 111 111 1");
    survives(pgn);
}

#[test]
fn q16_index_range() {
    let file = |index: &str| {
        bits(&format!("00000000 'FEN' '7k/8/8/8/R7/8/8/3R2K1 w - - 0 1' '' 0000 100 011 011 {index} 11111 11 |"))
    };
    let codes = 8 * (1 + "FEN".len() + 1 + "7k/8/8/8/R7/8/8/3R2K1 w - - 0 1".len() + 1 + 1) + 4;
    assert_eq!(faults_of(&file("00"), Layout::V0), []);
    assert_eq!(faults_of(&file("01"), Layout::V0), []);
    for index in ["10", "11"] {
        assert_eq!(faults_of(&file(index), Layout::V0), [("cpgn-index", Some(codes as u64))]);
    }
}

#[test]
fn q17_pawn_black() {
    same_code("1. e4 d5 2. a3 dxe4 *", "move dxe4", "101 100 011");
    survives("1. e4 d5 2. a3 dxe4 3. a4 f5 4. a5 *\n\n");
}

#[test]
fn q18_pawn_double() {
    // e3 cannot step to e5.
    let file = v0("101 100 010  101 000 101  101 100 100 11111 11 |");
    assert_eq!(faults_of(&file, Layout::V0), [("cpgn-move", Some(38))]);
    // Nor can a pawn stay on its square.
    assert_eq!(faults_of(&v0("101 100 001 11111 11 |"), Layout::V0), [("cpgn-move", Some(20))]);
}

#[test]
fn q19_ep() {
    for suffix in ["", " e.p."] {
        let pgn = format!("1. e4 a6 2. e5 d5 3. exd6{suffix} *\n\n");
        survives(&pgn);
        same_code(&pgn, "move exd6", "101 011 101");
        same_code(&pgn, "en-passant block", if suffix.is_empty() { "00010" } else { "00011" });
    }
    // Only on the square that was just passed.
    let late = from("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "1. exd6 *");
    assert!(told(&late, Layout::V0).iter().any(|row| row.1 == "rest of the line `exd6 `"));
}

#[test]
fn q20_marks() {
    let pgn = "1. e4 f6 2. Qh5+ g6 3. Qxg6+ hxg6 *\n\n";
    assert!(told(pgn, Layout::V0).iter().all(|row| !row.1.contains("spelled")));
    survives(pgn);
    survives("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *\n\n");
    survives(&from("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "1. O-O+ *"));
}

#[test]
fn q21_tags_11() {
    let tags: String = (0..300).map(|number| format!("[T{number} \"{number}\"]\n")).collect();
    survives(&format!("{tags}\n1. e4 *\n\n"));
}

#[test]
fn q22_ep_count() {
    // Fifteen unused flags are a note.
    let file = bits("00000000 '' 1111 111111111111111 101 100 011 11111 11 |");
    let back = read(&file, "v0");
    assert_eq!((back.text(), &back.faults), ("1. e4 *\n\n", &vec![("cpgn-flags", Some(16))]));
}

#[test]
fn q23_version() {
    for version in 1..=255 {
        let mut file = v0("101 100 011 11111 11 |");
        file[0] = version;
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-version", Some(0))]);
    }
}

#[test]
fn q24_one_game() {
    let file = written("1. e4 1-0\n\n1. d4 0-1\n\n*\n\n", Layout::V0);
    assert_eq!((file.games, read(&file.bytes, "v0").games), (3, 3));
    survives("1. e4 1-0\n\n1. d4 0-1\n\n*\n\n");
}

#[test]
fn q25_result_11() {
    assert_eq!(read(&v0("101 100 011 11111 11 |"), "v0").sound(), "1. e4 *\n\n");
}

#[test]
fn q26_no_end() {
    let mate = "101 101 010  101 100 100  101 110 011  001 111 011";
    let file = v0(&format!("{mate} |"));
    let back = read(&file, "v0");
    assert_eq!((back.text(), &back.faults), ("1. f3 e5 2. g4 Qh4# 0-1\n\n", &vec![("cpgn-no-end", Some(56))]));
    // With eight zeros or more after it a code would have to follow.
    let longer = [&file[..], &[0]].concat();
    assert!(!faults_of(&longer, Layout::V0).is_empty());
}

#[test]
fn q27_exit_status() {
    let (games, faulty) = read_strictly(&v0("0110"), Layout::V0);
    assert_eq!((games, faulty), (1, 1));
    assert_eq!(faults_of(&v0("0110"), Layout::V0), [("cpgn-truncated", Some(20))]);
}

#[test]
fn q28_fen() {
    survives(&from("4k3/8/8/8/8/8/4p3/K7 b - - 0 40", "40... e1=Q+ 41. Ka2 *"));
}

/// The sample that the program comes with, as its PGN really is in bits.
#[test]
fn q32_sample_minimal() {
    let pgn = "[Date \"01/01/1970\"]\n\n1. e4 f6 2. h3 g5 3. Qh5# 1-0\n\n";
    let file = written(pgn, Layout::V0);
    assert!(file.bytes.ends_with(&[0x0b, 0x1d, 0xb6, 0xf5, 0x74, 0x3e, 0x7c]), "{:02x?}", file.bytes);
    survives(pgn);
    // What the file contains is read as it is: flags that no capture needs, and a draw in spite of the mate.
    let sample = bits(
        "00000000 'Date' '01/01/1970' '' 0100 1111 101 100 011 101 101 101 101 111 010 101 110 100 001 111 100 11111 10 |",
    );
    let back = read(&sample, "v0");
    assert!(back.text().ends_with("Qh5# 1/2-1/2\n\n"), "{}", back.text());
    assert!(back.faults.iter().any(|(code, bit)| *code == "cpgn-flags" && *bit == Some(8 * 18)), "{:?}", back.faults);
}

#[test]
fn q33_sample_example() {
    // Its variation has no block, so that a move comes of the wrong bits.
    let file = v0("101 100 011  101 100 101  111011 101 011 101 111010 11111 11 |");
    let faults = faults_of(&file, Layout::V0);
    assert!(faults[0].0.starts_with("cpgn-") && faults[0].1.is_some_and(|bit| bit >= 38), "{faults:?}");
}

#[test]
fn q35_readme_promo() {
    let pgn = from("6k1/8/8/8/8/8/1p6/R3K3 b - - 0 1", "1... bxa1=Q+ *");
    assert_eq!(code(&pgn, Layout::V0, "move bxa1=Q"), "1101000");
}

#[test]
fn q36_readme_mate_end() {
    let pgn = "1. f3 e5 2. g4 Qh4# 0-1\n\n";
    assert_eq!(code(pgn, Layout::V0, "end of the game"), "1111101");
    let file = v0("101 101 010  101 100 100  101 110 011  001 111 011 |");
    assert_eq!(faults_of(&file, Layout::V0), [("cpgn-no-end", Some(56))]);
}

#[test]
fn q37_readme_axb3() {
    same_code("1. b3 a5 2. b4 a4 3. h3 h6 4. h4 h5 5. Na3 Nf6 6. Nb5 a3 *", "move b3", "101 001 010");
    same_code(&from("4k3/8/8/8/p7/8/1P6/4K3 w - - 0 1", "1. b4 axb3 *"), "move axb3", "101 001 010");
}

#[test]
fn q38_pawn_two() {
    let fen = "4k3/8/8/4p3/3P1P2/8/8/4K3 w - - 0 1";
    same_code(&from(fen, "1. dxe5 *"), "move dxe5", "101 100 100 0");
    same_code(&from(fen, "1. fxe5 *"), "move fxe5", "101 100 100 1");
}
