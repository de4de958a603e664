//! What the amendments decide, by their numbers. Tokens are in `tokens.rs`, errors and forgeries in `refused.rs`.

use super::tools::{LAYOUTS, Way, bits, code, format, read, read_strictly, survives, told, v0, written, written_so};
use scoresheet_core::game::cpgn::Layout;
use scoresheet_core::game::{FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;

/// The layout in which a file without one is read.
fn layout_of(file: &[u8]) -> Layout {
    let limits = Limits::default();
    let options = ReadOptions { limits: &limits, own: FormatOptions::NONE };
    let opening = format("cpgn").opening(file, true, &options).expect("all is known");
    if opening == 0 { Layout::Draft } else { Layout::V0 }
}

#[test]
fn a1_the_first_bytes_tell_the_layout() {
    assert_eq!((read(&[], "auto").games, read(&[0], "auto").games), (0, 0));
    assert_eq!(read(&[0], "auto").faults, []);
    assert_eq!(layout_of(&[0]), Layout::V0);
    assert_eq!(layout_of(&[0, 0]), Layout::Draft);
    assert_eq!(read(&[0, 0], "auto").sound(), "*\n\n");
    for first in 1..=255 {
        assert_eq!(layout_of(&[first, 0]), Layout::Draft);
        let expected = if first <= 0x0f { Layout::Draft } else { Layout::V0 };
        assert_eq!(layout_of(&[0, first]), expected, "{first:02x}");
        assert_eq!(layout_of(&[0, first, 0, 0]), expected, "{first:02x}");
    }
    assert_eq!(layout_of(&[0, 0, 1]), Layout::V0);
    assert_eq!(layout_of(&[0, 0, 0]), Layout::V0);
}

#[test]
fn a1_more_bytes_are_requested_if_they_may_decide() {
    let limits = Limits::default();
    let options = ReadOptions { limits: &limits, own: FormatOptions::NONE };
    let known = |head: &[u8]| format("cpgn").opening(head, false, &options);
    assert_eq!([known(&[]), known(&[0]), known(&[0, 0])], [None; 3]);
    assert_eq!(
        [known(&[0, 0x0b]), known(&[0, b'E']), known(&[0, 0, 0x0b]), known(&[4])],
        [Some(0), Some(1), Some(1), Some(0)]
    );
}

#[test]
fn a1_the_option_names_what_is_written() {
    for (from, to) in [(Layout::Draft, Layout::V0), (Layout::V0, Layout::Draft)] {
        let pgn = "[Event \"A\"]\n\n1. e4! ;x\n1... e5 1-0\n\n1. d4 *\n\n";
        let way = Way { from: "cpgn", reading: FormatOptions::default(), ..Way::new("pgn", "cpgn", to.id()) };
        assert_eq!(way.convert(&written(pgn, from).bytes).bytes, written(pgn, to).bytes);
    }
}

#[test]
fn a1_names_of_tags_are_printed_and_have_no_bracket_or_quote() {
    for name in ["A", "a-b", "~", "!", "0"] {
        let file = bits(&format!("00000000 '{name}' 'x' '' 0000 11111 11 |"));
        assert_eq!(read(&file, "v0").faults, [], "{name}");
    }
    for name in ["\"", "[", "]", " ", "a b", "é", "\u{7f}", "\n"] {
        let file = bits(&format!("00000000 '{name}' 'x' '' 0000 11111 11 |"));
        assert_eq!(read(&file, "v0").faults, [("cpgn-tag", Some(8))], "{name:?}");
    }
}

#[test]
fn a5_only_what_is_counted_is_another_in_the_end() {
    // A missing marker is the implied one; what is open is closed.
    for (pgn, text) in [
        ("1. e4", "1. e4 *\n\n"),
        ("[Result \"1-0\"]\n\n1. e4", "[Result \"1-0\"]\n\n1. e4 1-0\n\n"),
        ("1. e4 (1. d4 (1. c4", "1. e4 (1. d4 (1. c4)) *\n\n"),
        ("1. e4 {open", "1. e4 {open} *\n\n"),
    ] {
        for layout in LAYOUTS {
            assert_eq!(read(&written(pgn, layout).bytes, layout.id()).text(), text, "{pgn}");
        }
    }
}

#[test]
fn a5_text_after_the_marker_is_kept() {
    let pgn = "1. e4 * {behind}\n\n";
    for layout in LAYOUTS {
        let rows = told(pgn, layout);
        assert!(rows.iter().any(|row| row.1 == "after the result: `{behind}`"), "{rows:?}");
        // It makes the end mandatory.
        assert!(rows.iter().any(|row| row.1 == "end of the game: *"), "{rows:?}");
        let back = read(&written(pgn, layout).bytes, layout.id());
        assert_eq!(back.text().split_whitespace().collect::<Vec<_>>(), ["1.", "e4", "*", "{behind}"]);
    }
}

#[test]
fn a5_text_before_the_tags_is_only_in_the_first_game() {
    let rows = told("{a}\n[Event \"A\"]\n\n1. e4 *\n\n{b}\n[Event \"B\"]\n\n1. d4 *\n\n", Layout::V0);
    let odd: Vec<&str> = rows.iter().map(|row| row.1.as_str()).filter(|says| says.contains(": `{")).collect();
    assert_eq!(odd, ["before the tags: `{a}`", "after the result: `{b}`"]);
}

#[test]
fn a6_text_is_utf_8_and_values_are_as_they_stood() {
    // In Windows-1252, as PGN is read.
    let file = Way::new("pgn", "cpgn", "v0").convert(b"[White \"\xc9tienne\"]\n\n1. e4 {caf\xe9} *\n\n");
    assert_eq!(read(&file.bytes, "v0").sound(), "[White \"Étienne\"]\n\n1. e4 {café} *\n\n");
    // As it may occur in a file of another program.
    let mut foreign = b"\0White\0\xc9tienne\0\0".to_vec();
    foreign.extend_from_slice(&bits("0000 101 100 011 11111 11 |"));
    let back = read(&foreign, "v0");
    assert_eq!(back.text(), "[White \"Étienne\"]\n\n1. e4 *\n\n");
    assert_eq!(back.faults.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["encoding-cp1252"]);
    for raw in [r#"a\"b"#, r"a\\b", r"a\b", r"\\"] {
        let pgn = format!("[White \"{raw}\"]\n\n1. e4 *\n\n");
        assert!(told(&pgn, Layout::V0)[1].1.starts_with("tag `White`"));
        assert_eq!(
            written(&pgn, Layout::V0).bytes,
            bits(&format!("00000000 'White' '{raw}' '' 0000 101 100 011 11111 11 |"))
        );
        survives(&pgn);
    }
}

#[test]
fn a9_flags_that_do_not_fit_are_noted_and_refused_under_strict() {
    let unused = v0("101 100 011 11111 11 |");
    assert_eq!(read_strictly(&unused, Layout::V0), (1, 0));
    let unused = bits("00000000 '' 0001 1 101 100 011 11111 11 |");
    assert_eq!(read(&unused, "v0").faults, [("cpgn-flags", Some(16))]);
    assert_eq!(read_strictly(&unused, Layout::V0), (1, 1));
    let missing = v0("101 100 011 101 000 101 101 100 100 101 011 100 101 011 101 11111 11 |");
    assert_eq!(read(&missing, "v0").text(), "1. e4 a6 2. e5 d5 3. exd6 *\n\n");
    assert_eq!(read(&missing, "v0").faults, [("cpgn-flags", Some(16))]);
    assert_eq!(read_strictly(&missing, Layout::V0), (1, 1));
    // In a variation, at its own block.
    let inner = v0("101 100 011 111011 0010 11 101 011 011 111010 11111 11 |");
    assert_eq!(read(&inner, "v0").faults, [("cpgn-flags", Some(35))]);
    let unended = v0("101 100 011 |");
    assert_eq!(read(&unended, "v0").faults, [("cpgn-no-end", Some(29))]);
    assert_eq!(read_strictly(&unended, Layout::V0), (1, 1));
}

#[test]
fn a11_without_spelling_only_the_suffix_and_the_signs_stay() {
    let pgn = "1. Ng1f3! $1 a6?! *";
    let file = written_so(pgn, Layout::V0, "no", "yes");
    assert_eq!(read(&file.bytes, "v0").text(), "1. Nf3 $1 $1 a6 $6 *\n\n");
    // Signs are spelled otherwise, too.
    assert_eq!(file.losses, [("spelling", 3)]);
    for (word, flag) in [("exd6", '0'), ("exd6 e.p.", '1'), ("exd6ep", '1'), ("exd6 e.p", '1')] {
        let file = written_so(&format!("1. e4 a6 2. e5 d5 3. {word} *"), Layout::V0, "no", "yes");
        assert_eq!(file.bytes[2], if flag == '1' { 0b0001_1101 } else { 0b0001_0101 }, "{word}");
    }
}

#[test]
fn a11_spelling_is_kept_unless_the_option_drops_it() {
    let pgn = "1. Ng1f3! $1 a6?! 2. e2e4 *";
    for layout in LAYOUTS {
        let mut way = Way::new("pgn", "cpgn", layout.id());
        let file = way.convert(pgn.as_bytes());
        assert!(file.losses.is_empty());
        assert_eq!(read(&file.bytes, layout.id()).text(), format!("{pgn}\n\n"));
        // Whether other formats keep it makes no difference.
        way.writing.keep_spelling = false;
        assert_eq!(way.convert(pgn.as_bytes()), file);
        let usual = written_so(pgn, layout, "no", "yes");
        assert!(usual.bytes.len() < file.bytes.len());
        assert_eq!(usual.losses, [("spelling", 4)]);
    }
}

#[test]
fn a11_without_extensions_the_rest_is_lost_and_counted() {
    for (pgn, losses, text) in [
        ("1. Ng1f3 *", vec![("spelling", 1)], "1. Nf3 *\n\n"),
        ("1. e4! *", vec![("spelling", 1)], "1. e4 $1 *\n\n"),
        ("1. e4 {a\0b} *", vec![("nul", 1)], "1. e4 {a\u{fffd}b} *\n\n"),
        ("1. e4 $300 *", vec![("nag", 1)], "1. e4 *\n\n"),
        ("1. e4\n%x\n1... e5 *", vec![("escaped-line", 1)], "1. e4 e5 *\n\n"),
        ("1. e4 ;x\n1... e5 *", vec![], "1. e4 {x} 1... e5 *\n\n"),
    ] {
        for layout in LAYOUTS {
            let file = written_so(pgn, layout, "yes", "no");
            assert_eq!(read(&file.bytes, layout.id()).text(), text, "{pgn}");
            assert!(losses.iter().all(|loss| file.losses.contains(loss)), "{pgn}: {:?}", file.losses);
            // Only the original codes.
            let rows = scoresheet_core::game::cpgn::rows(&file.bytes, layout).expect("it can be read");
            assert!(rows.iter().all(|row| {
                !["spelled", "token", "sign", "rest", "behind the r", "before the t"]
                    .iter()
                    .any(|odd| row.says.contains(odd))
            }));
        }
    }
}

#[test]
fn a12_the_first_result_tag_implies_the_result_if_it_is_exactly_one() {
    for (tags, implied) in [
        ("", "*"),
        ("[Result \"1-0\"]\n", "1-0"),
        ("[Result \"1-0\"]\n[Result \"0-1\"]\n", "1-0"),
        ("[Result \"?\"]\n[Result \"0-1\"]\n", "*"),
        ("[Result \"1-0 \"]\n", "*"),
    ] {
        for result in ["1-0", "0-1", "1/2-1/2", "*"] {
            let rows = told(&format!("{tags}\n1. e4 {result}"), Layout::Draft);
            let says = rows.iter().any(|row| row.1.starts_with("end of the game: ") && row.0.starts_with("11110"));
            assert_eq!(says, result != implied, "{tags} {result}: {rows:?}");
        }
    }
}

#[test]
fn a12_the_first_fen_counts() {
    survives("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"nonsense\"]\n\n1. e3 *\n\n");
}

#[test]
fn a12_a_marker_after_a_game_is_a_separate_game() {
    // In the same paragraph it is not one.
    assert_eq!(written("1. e4 1-0 0-1\n\n", Layout::V0).games, 1);
    let file = written("1. e4 1-0\n\n0-1\n\n", Layout::V0);
    assert_eq!(file.games, 2);
    assert_eq!(read(&file.bytes, "v0").sound(), "1. e4 1-0\n\n0-1\n\n");
}

#[test]
fn a13_files_of_the_draft_do_not_concatenate() {
    // The end of one that was last is missing, so that what follows is read as more of it.
    let one = written("1. e4 *", Layout::Draft).bytes;
    let two = [&one[..], &one].concat();
    assert_ne!(read(&two, "draft").text(), "1. e4 *\n\n1. e4 *\n\n");
}

#[test]
fn a13_no_move_is_made_by_nobody_in_check() {
    let pgn = "1. e4 f6 2. Qh5+ -- 3. e5 *";
    assert!(told(pgn, Layout::V0).iter().any(|row| row.1 == "rest of the line `-- 3. e5 `"));
    let file = v0("101 100 011  101 101 101  001 111 100  000 100 111 11111 11 |");
    assert_eq!(read(&file, "v0").faults, [("cpgn-move", Some(47))]);
}

#[test]
fn a13_a_variation_needs_a_move_that_it_replaces() {
    let second = v0("101 100 011 111011 0000 111011 0000 101 011 011 111010 111010 11111 11 |");
    assert_eq!(read(&second, "v0").faults, [("cpgn-variation", Some(39))]);
    for pgn in ["(1. d4) 1. e4 *", "1. e4 ((1. c4) 1. d4) *"] {
        assert!(code(pgn, Layout::V0, "rest of the line").len() > 41, "{pgn}");
    }
}
