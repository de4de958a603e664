//! PGC as it is written.

use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, GameFormat, NamedOptions, WriteOptions, pgc, pgn};
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::write::Filter;

type Losses = Vec<(&'static str, u64)>;

/// Games of one format written in another.
fn converted(bytes: &[u8], from: &dyn GameFormat, to: &dyn GameFormat, choices: &[(&str, &str)]) -> (Vec<u8>, Losses) {
    let choices: Vec<_> = choices.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let mut games = AnyGames::of(from, bytes, &Settings::default());
    let mut record = Record::new();
    let mut filter = Filter::new(
        to.writer(&WriteOptions {
            own: to.write_options(&NamedOptions { own: &choices, ..NamedOptions::default() }),
            ..WriteOptions::default()
        }),
        false,
    );
    while games.next(&mut record, &mut filter) {
        assert!(filter.is_written());
    }
    let losses = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    (filter.bytes().clone(), losses)
}

fn written(pgn: &str) -> (Vec<u8>, Losses) {
    converted(pgn.as_bytes(), &pgn::Pgn, &pgc::Pgc, &[])
}

const ROSTER: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n";

#[test]
fn the_roster_and_moves_are_a_reduced_record() {
    let head = b"\x01\x01?\x01?\x0a????.??.??\x01?\x01?\x01?\x031-0";
    let moves = b"\x07\x00\x0d\x0c\x02\x07\x13\x0b\x1c";
    let scholar = format!("{ROSTER}1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n");
    assert_eq!(written(&scholar), ([head.as_slice(), moves].concat(), vec![]));
    assert_eq!(written(&format!("{ROSTER}1-0")), ([head.as_slice(), b"\x00\x00"].concat(), vec![]));
    // Two games.
    let two = format!("{scholar}{scholar}");
    assert_eq!(written(&two).0, [head.as_slice(), moves, head, moves].concat());
    assert_eq!(converted(&written(&two).0, &pgc::Pgc, &pgn::Pgn, &[]), (two.clone().into_bytes(), vec![]));
    let long = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(100).join(" ");
    let record = written(&format!("{ROSTER}{long} 1-0")).0;
    assert_eq!(record[head.len()..][..2], [0x90, 0x01]);
    assert_eq!(record.len(), head.len() + 2 + 400);
}

#[test]
fn any_other_game_is_many_records() {
    for (pgn, records, losses) in [
        ("1. e4 *", b"\x05\x03\x01\x0d\x06".as_slice(), vec![]),
        ("1. e4 0-1", b"\x05\x02\x06Result\x030-1\x03\x01\x0d\x06", vec![]),
        (
            "[Result \"1-0\"]\n[White \"M\u{fc}ller\"]\n\n1. e4 1-0",
            b"\x05\x02\x05White\x06M\xfcller\x02\x06Result\x031-0\x03\x01\x0d\x06",
            vec![],
        ),
        (
            "[White \"\u{10d}\"]\n\n1. e4 $1 {c} (1. d4 $3) *",
            b"\x05\x02\x05White\x01?\x03\x01\x0d\x07\x01\x08\x03\x01\x0b\x07\x03\x09\x06",
            vec![("comment", 1), ("tag-text", 1)],
        ),
        ("%one\n1. e4 *\n", b"\x05\x0a\x03\x00one\x03\x01\x0d\x06", vec![]),
    ] {
        assert_eq!(written(pgn), (records.to_vec(), losses), "{pgn}");
    }
    let (bytes, losses) = converted(b"{a} 1. e4 *", &pgn::Pgn, &pgc::Pgc, &[("pgc_comments", "yes")]);
    assert_eq!((bytes.as_slice(), losses), (b"\x05\x0a\x03\x00{a}\x03\x01\x0d\x06".as_slice(), vec![]));
    let long = format!("[White \"{}\"]\n\n*", "a".repeat(300));
    let (bytes, losses) = written(&long);
    assert_eq!((bytes[8], bytes.len(), losses), (255, 1 + 1 + 6 + 1 + 255 + 1, vec![("tag-text", 1)]));
}

#[test]
fn starts_and_foreign_tags_are_written() {
    let vgn = b"[GameFormat \"VGN\"]\n[Result \"Black resigned\"]\n[SetUp \"4k3/8/8/8/8/8/4P3/4K3 w -\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 1-0\n";
    let (bytes, losses) = converted(vgn, game::vgn(), &pgc::Pgc, &[]);
    let tags = b"\x05\x02\x0bTermination\x0eBlack resigned\x02\x05SetUp\x011\x02\x03FEN\x1f4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\x02\x06Result\x031-0";
    assert!(bytes.starts_with(tags), "{}", String::from_utf8_lossy(&bytes));
    assert_eq!(losses, []);
}
