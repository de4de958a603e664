//! What the descriptions leave open: a test for each decision.

use super::tools::{
    Converted, LAYOUTS, bits, code, faults_of, format, from, read, survives, tokens, told, v0, written, written_so,
};
use scoresheet_core::game::WriteOptions;
use scoresheet_core::game::cpgn::Layout;

const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n";

/// Whether a game's last code is one that ends it.
fn has_end(pgn: &str, layout: Layout) -> bool {
    told(pgn, layout).iter().any(|row| row.1.starts_with("end of the game: ") && !row.0.is_empty())
}

#[test]
fn g1_v0_always_ends_a_game_and_the_draft_if_its_result_is_not_implied() {
    for (pgn, in_draft) in [
        ("1. e4 *", false),
        ("1. e4 1-0", true),
        ("[Result \"1-0\"]\n\n1. e4 1-0", false),
        ("[Result \"1-0\"]\n\n1. e4 *", true),
        ("[Result \"1-0\"]\n\n1. e4 0-1", true),
        (MATE, false),
        ("1. f3 e5 2. g4 Qh4# 1-0", true),
    ] {
        assert!(has_end(pgn, Layout::V0), "{pgn}");
        assert_eq!(has_end(pgn, Layout::Draft), in_draft, "{pgn}");
    }
    assert_eq!(code("1. e4 1/2-1/2", Layout::Draft, "end of the game"), "1111010");
    assert_eq!(code("1. e4 1/2-1/2", Layout::V0, "end of the game"), "1111110");
    for pgn in [MATE, "1. f3 e5 2. g4 Qh4# 1-0\n\n", "[Result \"1-0\"]\n\n1. e4 *\n\n", "1. e4 *\n\n"] {
        survives(pgn);
    }
}

#[test]
fn g1_a_file_may_end_without_the_last_code() {
    let file = bits("00000000 'Result' '0-1' '' 0000 101 100 011 |");
    let Converted { faults, .. } = read(&file, "v0");
    assert_eq!(faults.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["cpgn-no-end"]);
    assert!(read(&file, "v0").text().ends_with("1. e4 0-1\n\n"));
    let mate = v0("101 101 010  101 100 100  101 110 011  001 111 011 |");
    assert!(read(&mate, "v0").text().ends_with("Qh4# 0-1\n\n"));
    // A draft that ends so is whole.
    let draft = bits("0000 'Result' '0-1' '' 101 100 011 |");
    assert!(read(&draft, "draft").sound().ends_with("1. e4 0-1\n\n"));
}

#[test]
fn g2_the_fourth_result_is_unknown() {
    assert_eq!(code("1. e4 *", Layout::V0, "end of the game"), "1111111");
    assert_eq!(code("[Result \"0-1\"]\n\n1. e4 *", Layout::Draft, "end of the game"), "1111011");
    assert_eq!(read(&v0("101 100 011 11111 11 |"), "v0").sound(), "1. e4 *\n\n");
}

#[test]
fn g3_games_follow_each_other_at_whole_bytes() {
    let pgn = "1. e4 1-0\n\n1. d4 *\n\n1. c4 *\n\n";
    let game = |mv: &str, end: &str| format!("{mv} {end} |");
    let v0 = [("101 100 011", "00"), ("101 011 011", "11"), ("101 010 011", "11")]
        .map(|(mv, result)| format!("'' 0000 {}", game(mv, &format!("11111 {result}"))));
    assert_eq!(written(pgn, Layout::V0).bytes, bits(&format!("00000000 {}", v0.join(" "))));
    // In the draft the last one needs no end, and the one before it does, with any result.
    let draft = ["101 100 011 11110 00 |", "101 011 011 11110 11 |", "101 010 011 |"];
    let draft = draft.map(|codes| format!("0000 '' {codes}"));
    assert_eq!(written(pgn, Layout::Draft).bytes, bits(&draft.join(" ")));
    survives(pgn);
}

#[test]
fn g4_a_zero_byte_in_a_comment_is_kept_and_one_in_a_tag_refuses_the_game() {
    let file = written("1. e4 {a\0b} *", Layout::V0);
    assert_eq!(file.bytes, v0("101 100 011  101 010 000 <a\0b> 11111 11 |"));
    survives("1. e4 {a\0b} *\n\n");
    for layout in LAYOUTS {
        let two = written("[White \"a\0b\"]\n\n1. e4 *\n\n1. d4 *\n\n", layout);
        assert_eq!(two.losses, [("cpgn-nul", 1)]);
        assert_eq!(read(&two.bytes, layout.id()).sound(), "1. d4 *\n\n");
        let unplayable = written("[White \"a\0b\"]\n[Variant \"Makruk\"]\n\n1. e4 *\n", layout);
        assert_eq!(
            unplayable.losses.iter().filter(|loss| loss.0 == "cpgn-nul").collect::<Vec<_>>(),
            [&("cpgn-nul", 1)]
        );
    }
}

#[test]
fn g5_a_comment_to_the_end_of_the_line_may_hold_a_brace() {
    survives("1. e4 ;a } b\n1... e5 *\n\n");
    assert_eq!(told("1. e4 ;a } b\n1... e5 *", Layout::V0)[4].1, "token `;a } b`");
}

#[test]
fn g6_flags_may_be_more_than_the_captures_that_a_game_can_have() {
    // Eight captures in a line, which each take two pawns, are as many as a board has.
    let fen = "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1";
    let moves = "1... b5 2. axb6 e.p. d5 3. cxd6 f5 4. exf6 h5 5. gxh6 e.p. Kd8 6. a4 bxa3 7. c4 dxc3 e.p. 8. e4 fxe3 9. g4 hxg3 *";
    let pgn = from(fen, moves);
    assert_eq!(code(&pgn, Layout::V0, "en-passant block"), "100010010100");
    survives(&pgn);
    // A block counts up to fifteen, and what is left over is noted.
    for count in 9..16 {
        let flags = format!("{count:04b}{}", "1".repeat(count));
        let file = bits(&format!("00000000 '' {flags} 101 100 011 11111 11 |"));
        let back = read(&file, "v0");
        assert_eq!((back.text(), &back.faults), ("1. e4 *\n\n", &vec![("cpgn-flags", Some(16))]));
    }
}

#[test]
fn g7_a_null_move_is_the_king_on_its_own_square() {
    assert_eq!(told("1. e4 -- 2. d4 *", Layout::V0)[4], ("000100111".into(), "move --".into()));
    survives("1. e4 -- 2. d4 *\n\n");
    let null = written("1. e4 -- 2. d4 *", Layout::V0).bytes;
    assert_eq!(faults_of(&null, Layout::V0), [("move-null", Some(29))]);
    // After a king that has moved, too.
    assert_eq!(told("1. e4 e5 2. Ke2 -- 3. -- *", Layout::V0)[7].0, "000100001");
}

#[test]
fn g8_marks_of_check_match_the_board_unless_spelled_otherwise() {
    let checked = "1. e4 f6 2. Qh5+ g6 3. Qxg6+ hxg6 *\n\n";
    assert!(told(checked, Layout::V0).iter().all(|row| !row.1.contains("spelled")));
    survives(checked);
    for odd in ["1. e4 f6 2. Qh5 *\n\n", "1. e4 f6 2. Qh5++ *\n\n", "1. e4+ *\n\n", "1. f3 e5 2. g4 Qh4+ *\n\n"] {
        assert!(told(odd, Layout::V0).iter().any(|row| row.1.contains("spelled")), "{odd}");
        survives(odd);
    }
}

#[test]
fn g9_other_spellings_and_signs_are_kept() {
    assert_eq!(written("1. Ng1f3! *", Layout::V0).bytes, v0("011 101 010 101 000 000 'Ng1f3' 101 000 111 11111 11 |"));
    for pgn in ["1. Ng1f3 *", "1. e2e4 *", "1. e4! e5?! 2. Nf3!! Nc6?? 3. Bb5!? a6? *", "1. e4!? $1 {c} *"] {
        survives(&format!("{pgn}\n\n"));
    }
    survives(&from("8/4P3/8/8/8/8/k7/6K1 w - - 0 1", "1. e8Q *"));
    for (place, sign) in ["!", "?", "!!", "??", "!?", "?!"].iter().enumerate() {
        assert_eq!(code(&format!("1. e4{sign} *"), Layout::Draft, "sign"), format!("101{place:03b}111"));
    }
}

#[test]
fn g10_a_fen_is_honoured_and_what_cannot_be_played_is_stored() {
    let fen = "4k3/8/8/8/8/8/4p3/K7 b - - 0 40";
    survives(&from(fen, "40... e1=Q+ 41. Ka2 *"));
    // Without SetUp, too.
    survives("[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n40... e1=Q+ *\n\n");
    // Of the castling rights and the square of an en passant capture, moves show.
    let passing = from("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", "1. exd6 Kf8 2. O-O+ *");
    assert_eq!(code(&passing, Layout::V0, "en-passant block"), "00010");
    survives(&passing);
    survives("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O-O *\n\n");
    for (pgn, rest) in [
        ("1. e4 e5 2. Ke3 Ke6 1-0\n\n", "Ke3 Ke6 "),
        ("[Variant \"Makruk\"]\n\n1. e4 e5 1-0\n\n", "1. e4 e5 "),
        ("[FEN \"nonsense\"]\n\n1. e4 e5 1-0\n\n", "1. e4 e5 "),
    ] {
        let rows = told(pgn, Layout::V0);
        assert!(rows.iter().any(|row| row.1 == format!("rest of the line `{rest}`")), "{rows:?}");
        for layout in LAYOUTS {
            let file = written(pgn, layout);
            assert_eq!(file.losses, [], "{pgn}");
            assert_eq!(tokens(read(&file.bytes, layout.id()).text()), tokens(pgn));
        }
    }
}

#[test]
fn g11_each_variation_has_flags_of_its_own() {
    let pgn = "1. e4 a6 2. e5 d5 3. exd6 (3. d4 c5 4. Nf3 c4 (4... f5 5. exf6 e.p.) 5. b4 cxb3) 3... cxd6 *\n\n";
    survives(pgn);
    for layout in LAYOUTS {
        let rows = told(pgn, layout);
        let blocks: Vec<&str> = rows
            .iter()
            .filter(|row| row.1.starts_with("en-passant block") || row.1.starts_with("start of a variation"))
            .map(|row| row.0.trim_start_matches("111011").trim_start_matches("11111"))
            .collect();
        assert_eq!(blocks, ["00010", "00010", "00011"], "{layout:?}");
    }
    // The line around continues with its own next flag.
    survives(&from("4k3/1p1p4/8/P1P5/8/8/8/4K3 b - - 0 1", "1... b5 2. axb6 (2. cxb6 e.p.) 2... d5 3. cxd6 e.p. *"));
}

#[test]
fn g12_text_before_the_tags_is_the_first_code() {
    let pgn = "{header note}\n[Event \"A\"]\n\n1. e4 1-0\n\n";
    let expected = "'Event' 'A' '' 0000 101 100 000 'X' 101 100 011 11111 00 |".replace('X', "{header note}");
    assert_eq!(written(pgn, Layout::V0).bytes, bits(&format!("00000000 {expected}")));
    survives(pgn);
}

#[test]
fn g14_zeros_fill_the_last_byte_and_nothing_else_may() {
    let sound = v0("101 100 011 11111 11 |");
    assert_eq!(written("1. e4 *", Layout::V0).bytes, sound);
    assert_eq!(8 * sound.len(), 40);
    // 36 bits are used.
    for bit in 36..40 {
        let mut wrong = sound.clone();
        wrong[4] |= 1 << (39 - bit);
        assert_eq!(faults_of(&wrong, Layout::V0), [("cpgn-fill", Some(36))], "{bit}");
    }
}

#[test]
fn g15_damage_is_only_reported() {
    for (codes, fault) in [
        ("1011", ("cpgn-truncated", 20)),
        ("011 100 100 1111 |", ("cpgn-move", 20)),
        ("101 110 000 11111 11 |", ("cpgn-reserved", 20)),
        ("111010 11111 11 |", ("cpgn-variation", 20)),
        ("101 100 011 11111 11 1 |", ("cpgn-fill", 36)),
        ("101 100 011 111011 0000 101 011 011 11111 11 |", ("cpgn-variation", 48)),
    ] {
        let faults = faults_of(&v0(codes), Layout::V0);
        assert_eq!(faults, [(fault.0, Some(fault.1))], "{codes}");
    }
    let index = bits("00000000 'FEN' '7k/8/8/8/R7/8/8/3R2K1 w - - 0 1' '' 0000 100 011 011 11 11111 11 |");
    assert_eq!(faults_of(&index, Layout::V0)[0].0, "cpgn-index");
    assert_eq!(faults_of(&bits("00000111 '' 0000 11111 11 |"), Layout::V0), [("cpgn-version", Some(0))]);
}

#[test]
fn what_is_written_by_default_is_v0() {
    assert_eq!(format("cpgn").header(&WriteOptions::default()), [0]);
    let plain = written_so("1. e4! *", Layout::V0, "no", "yes");
    // A sign is written as its number.
    assert_eq!(plain.bytes, v0("101 100 011 11110 00000001 11111 11 |"));
}
