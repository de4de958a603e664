//! Which rules the tags of a game name, and how they are written in PGN and in VGN.

use crate::conversion::convert;
use scoresheet_core::error::Severity;

/// What came of games of one format written in another: the text in one line, and the ids of notes and losses.
fn told(text: &str, from: &str, to: &str) -> (String, Vec<&'static str>) {
    let converted = convert(text.as_bytes(), from, to);
    let faults = converted.faults.iter().map(|fault| {
        assert_eq!(fault.code.spec().severity, Severity::Note, "{text}: {fault}");
        fault.code.spec().id
    });
    let odd = faults.chain(converted.losses.iter().map(|(id, _)| *id)).collect();
    (converted.text().split_whitespace().collect::<Vec<_>>().join(" "), odd)
}

const RACING: &str = "[SetUp \"1\"] [FEN \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"]";
const HORDE: &str =
    "[SetUp \"1\"] [FEN \"rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\"]";
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FREE: &str = "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1";

#[test]
fn games_of_pgn_start_where_their_rules_do() {
    for (tags, written, notes) in [
        // Only the tag is needed if rules start from the usual board.
        ("[Variant \"Crazyhouse\"]", "[Variant \"Crazyhouse\"]".to_string(), &[][..]),
        ("[Variant \"zh\"]", "[Variant \"zh\"]".into(), &[]),
        ("[Variant \"N+11,12\"]", "[Variant \"N+11,12\"]".into(), &[]),
        ("[Variant \"Racing Kings\"]", format!("[Variant \"Racing Kings\"] {RACING}"), &[]),
        ("[Variant \"horde\"]", format!("[Variant \"horde\"] {HORDE}"), &[]),
        (
            &format!("[Variant \"Racing Kings\"] [FEN \"{CHESS}\"]"),
            format!("[Variant \"Racing Kings\"] {RACING}"),
            &["fen-start"],
        ),
        (&format!("[Variant \"Horde\"] [FEN \"{CHESS}\"]"), format!("[Variant \"Horde\"] {HORDE}"), &["fen-start"]),
        // The FEN shows the rules.
        (HORDE, HORDE.to_string(), &["rules-assumed"]),
        (RACING, RACING.to_string(), &["rules-assumed"]),
        // What Lichess writes stays.
        (
            "[Variant \"Three-check\"] [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1+0\"]",
            "[Variant \"Three-check\"] [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1+0\"]".into(),
            &[],
        ),
        (&format!("[Variant \"Atomic\"] [FEN \"{FREE}\"]"), format!("[Variant \"Atomic\"] [FEN \"{FREE}\"]"), &[]),
    ] {
        assert_eq!(told(&format!("{tags}\n\n*\n"), "pgn", "pgn"), (format!("{written} *"), notes.to_vec()), "{tags}");
    }
}

#[test]
fn rules_go_to_vgn_and_back() {
    for (tags, rules, notes) in [
        ("[Variant \"Crazyhouse\"]", "[Rules \"N-L,M+16\"]", &[][..]),
        ("[Variant \"N+11,12\"]", "[Rules \"N+11,12\"]", &[]),
        (&format!("[Variant \"Racing Kings\"] {RACING}"), "[Rules \"N-A,B,C,D,E+19,1K\"]", &[]),
        (&format!("[Variant \"Horde\"] {HORDE}"), "[Rules \"N+18\"]", &[]),
        (&format!("[Variant \"Atomic\"] [SetUp \"1\"] [FEN \"{FREE}\"]"), "[Rules \"N+10,17\"]", &[]),
        (
            &format!("[Variant \"Antichess960\"] [SetUp \"1\"] [FEN \"{}\"]", FREE.replace("KQkq", "-")),
            "[Rules \"N-A,B,C,D,E,F,G,H+10,13,14,15,1B\"]",
            &[],
        ),
        (HORDE, "[Rules \"N+18:Horde, as the FEN shows\"]", &["rules-assumed"]),
        (
            "[SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1\"]",
            "[Rules \"N-L,M+16:Crazyhouse, as the FEN shows\"]",
            &["rules-assumed"],
        ),
        (
            "[Variant \"Three-check\"] [SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1\"]",
            "[SetUp \"FEN:4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1\"]",
            &[],
        ),
    ] {
        let pgn = format!("{tags}\n\n*\n");
        let (vgn, (_, found)) = (convert(pgn.as_bytes(), "pgn", "vgn").text(), told(&pgn, "pgn", "vgn"));
        assert!(vgn.contains(rules), "{tags}: {vgn}");
        assert_eq!(found, notes, "{tags}");
        let (pgn, found) = told(&vgn, "vgn", "pgn");
        let bare = |text: &str| {
            let text = text.trim_end_matches('*');
            let mut tags: Vec<String> = text.split("\"]").map(|tag| tag.trim().to_string()).collect();
            tags.sort();
            tags
        };
        assert_eq!(bare(&pgn), bare(tags), "{vgn}");
        assert_eq!(found, Vec::<&str>::new(), "{vgn}");
    }
}

#[test]
fn rules_of_vgn_win() {
    let vgn = |tags: &str| format!("[GameFormat \"VGN\"]\n{tags}\n[MoveFormat \"SAN\"]\n\n*\n");
    for (tags, pgn, odd) in [
        ("[Rules \"N+17\"]\n[Variant \"Atomic\"]", "[Variant \"Atomic\"] *".to_string(), &[][..]),
        ("[Rules \"N+17\"]\n[Variant \"Horde\"]", "[Variant \"Atomic\"] *".into(), &["tag-differs", "tag-text"]),
        (
            "[Rules \"N\"]\n[Variant \"Atomic\"]",
            "[Rules \"N\"] [Variant \"Standard\"] *".into(),
            &["tag-differs", "tag-text"],
        ),
        ("[Variant \"Horde\"]", format!("[Variant \"Horde\"] {HORDE} *"), &[]),
        ("[Rules \"N+18\"]", format!("[Variant \"Horde\"] {HORDE} *"), &[]),
        ("[Rules \"N+18\"]\n[SetUp \"0\"]", format!("[Variant \"Horde\"] {HORDE} *"), &["setup-flag"]),
        (
            "[Rules \"N-A,B,C,D,E,F,G,H+13,14,15,1B\"]\n[Pieces \"N +=K\"]",
            "[Pieces \"N +=K\"] [Variant \"Antichess\"] *".into(),
            &[],
        ),
        ("[Rules \"N+17:mine\"]", "[Rules \"N+17:mine\"] [Variant \"Atomic\"] *".into(), &[]),
    ] {
        assert_eq!(told(&vgn(tags), "vgn", "pgn"), (pgn, odd.to_vec()), "{tags}");
    }
}

#[test]
fn the_first_number_that_does_not_fit_is_named() {
    for (tag, message) in [
        ("N+11,1G", "rule `1G` is not supported"),
        ("N-1", "rule `1` is not supported"),
        ("N+16,18", "rule `16` is not supported"),
        ("N+15", "rule `15` is not supported"),
    ] {
        let converted = convert(format!("[Variant \"{tag}\"]\n\n1. e4 *\n").as_bytes(), "pgn", "pgn");
        let found: Vec<_> =
            converted.faults.iter().map(|fault| (fault.code.spec().id, fault.message.to_string())).collect();
        assert_eq!(found, [("variant-unsupported", message.to_string())], "{tag}");
        assert!(converted.text().contains("1. e4 *"), "{tag}");
    }
}
