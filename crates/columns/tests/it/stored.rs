//! Stored rows come back as the games they were.

use crate::hand::{Dice, batch, game, game_960, game_from, random_game, tag, tagged, tags};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use scoresheet_columns::stored_rows::{self, Moves, Stored, StoredGame};
use scoresheet_columns::{Batcher, Error, GameTexts, column};
use scoresheet_core::location::Base;
use scoresheet_core::read::{Ply, Record};
use scoresheet_core::step::Termination;

fn moves(batch: &RecordBatch, row: usize) -> Moves<'_> {
    match Stored::of(batch).unwrap().game(row) {
        StoredGame::Moves(moves) => *moves,
        _ => panic!("the batch has no game that can be played"),
    }
}

/// The plies of a game that came back.
fn replay(game: &Moves<'_>) -> Vec<Ply> {
    let mut position = game.start.clone();
    let play = |mv: &scoresheet_core::rules::Move| {
        let undo = position.play_unchecked(*mv);
        Ply::played(&undo, &position)
    };
    game.moves.iter().map(play).collect()
}

#[test]
fn moves_come_back_from_blobs_and_from_lists() {
    const KIWI: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const FREE: &str = "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1";
    const PASSING: &str = "4k3/P6p/8/3pP3/8/8/7p/4K1N1 w - d6 0 1";
    let mut dice = Dice(11);
    let mut records = vec![
        game("e2e4 -- d2d4"),
        game(""),
        tagged(game_from(KIWI, "e1c1 e8g8"), &[("FEN", KIWI)]),
        tagged(game_from(PASSING, "e5d6 h2g1n d6d7 e8f7 d7d8r"), &[("FEN", PASSING), ("SetUp", "1")]),
        tagged(game_960(FREE, "c1c1 c8g8"), &[("FEN", FREE), ("Variant", "chess 960")]),
    ];
    records.extend((0..40).map(|_| random_game(&mut dice, 120)));
    for family in ["packed", "moves"] {
        let batch = batch(&["tags", family], &records);
        for (row, record) in records.iter().enumerate() {
            let found = moves(&batch, row);
            assert_eq!(replay(&found), record.plies, "row {row} from {family}");
            assert_eq!(found.plies, record.plies.len());
        }
    }
}

#[test]
fn tags_come_back_with_their_text() {
    let roster = [
        ("Event", "e"),
        ("Site", "s"),
        ("Date", "1992.11.??"),
        ("Round", "r"),
        ("White", "a \\\"b\\\" \\\\c"),
        ("Black", ""),
        ("Result", "1-0"),
    ];
    let cases: [&[(&'static str, &'static str)]; 9] = [
        &roster,
        &[("UTCDate", "2013.01.01"), ("UTCTime", "10:20:30"), ("WhiteElo", "1500"), ("ECO", "C00")],
        &[("Date", "2013.01.02"), ("UTCDate", "2013.01.01"), ("UTCTime", "10:20:30")],
        &[("Date", "2013.01.02"), ("UTCDate", "2013.01.01")],
        &[("UTCDate", "2013.01.01")],
        &[("UTCDate", "x"), ("UTCTime", "y"), ("WhiteElo", "2400?"), ("BlackElo", "?")],
        &[("Date", "2013.01.02"), ("UTCTime", "10:20:30")],
        &[("White", "a"), ("Note", "1"), ("White", "b"), ("Note#2", "2"), ("Note", "3"), ("White#2", "c")],
        &[
            ("UTCDate", "2013.01.01"),
            ("UTCTime", "1:2:3.45"),
            ("FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ],
    ];
    for case in cases {
        let record = tags(case);
        let batch = batch(&["tags", "packed"], std::slice::from_ref(&record));
        let mut found: Vec<(String, String)> =
            moves(&batch, 0).tags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let mut expected: Vec<(String, String)> = record
            .tags
            .iter()
            .map(|tag| (String::from_utf8(tag.name.to_vec()).unwrap(), record.value(tag).into_owned()))
            .collect();
        if case == roster {
            assert_eq!(found, expected, "the roster keeps its order");
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn repeated_tags_keep_their_order() {
    let record = tags(&[("Note", "1"), ("White", "a"), ("Note", "2"), ("White", "b"), ("Note", "3")]);
    let batch = batch(&["tags", "moves"], &[record]);
    let found = moves(&batch, 0);
    let of =
        |name: &str| found.tags.iter().filter(|tag| tag.0 == name).map(|tag| tag.1.to_string()).collect::<Vec<_>>();
    assert_eq!((of("Note"), of("White")), (vec!["1".into(), "2".into(), "3".into()], vec!["a".into(), "b".into()]));
}

#[test]
fn markers_and_notes_come_back() {
    let mut record = tagged(game("e2e4 e7e5 g1f3"), &[]);
    record.termination = Some(Termination::BothLose);
    record.comments = vec![
        (1, b"[%eval 0.35] [%clk 0:03:00]"[..].into()),
        (2, b"[%clk 0:02:59.5]"[..].into()),
        (3, b"[%eval #-3] and words"[..].into()),
    ];
    let batch = batch(&["tags", "packed", "notes"], &[record]);
    let found = moves(&batch, 0);
    assert_eq!(found.termination, Some(Termination::BothLose));
    let texts: Vec<(u32, &str)> = found.comments.iter().map(|(after, text)| (*after, text.as_str())).collect();
    assert_eq!(texts, [(1, "[%eval 0.35] [%clk 0:03:00]"), (2, "[%clk 0:02:59.5]"), (3, "[%eval #-3]")]);
}

#[test]
fn the_text_comes_first() {
    let mut record = game("e2e4");
    record.text = b"1. e4 *";
    let batch = batch(&["packed", "text"], &[record]);
    let stored = Stored::of(&batch).unwrap();
    assert!(matches!(stored.game(0), StoredGame::Text(b"1. e4 *")));
    assert!(stored.lacking().is_empty());
}

#[test]
fn the_document_comes_after_the_text_and_before_the_moves() {
    let columns = column::resolve(&["packed", "documents"]).unwrap();
    let mut batcher = Batcher::new(&columns);
    let mut record = game("e2e4");
    record.tags = vec![tag(b"White", b"A"), tag(b"White", b"B")];
    batcher.append_with(&record, GameTexts { text: b"1. e4 *", doc: b"{\"moves\":[]}", annotated: b"" });
    let batch = batcher.finish(&Base::default(), "games.pgn");
    let stored = Stored::of(&batch).unwrap();
    assert!(matches!(stored.game(0), StoredGame::Document(b"{\"moves\":[]}")));
    assert!(stored.lacking().is_empty());
    let names = batch.column_by_name("tag_names").unwrap().as_list::<i32>().value(0);
    assert_eq!(names.as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["White", "White"]);
}

#[test]
fn what_is_missing_is_named() {
    let missing = |names: &[&str]| match Stored::of(&batch(names, &[game("e2e4")])) {
        Err(Error::Missing(families)) => families,
        Err(error) => panic!("{error}"),
        Ok(_) => Vec::new(),
    };
    assert_eq!(missing(&["tags", "summary"]), ["moves"]);
    assert_eq!(missing(&["packed"]), ["tags"]);
    assert_eq!(missing(&["white", "from_square", "to_square"]), ["tags", "moves"]);
    assert!(missing(&["fen", "packed"]).is_empty());
    let narrow = batch(&["fen", "packed", "white"], &[game("e2e4")]);
    let lacking = Stored::of(&narrow).unwrap().lacking();
    assert!(lacking.contains(&"black") && lacking.contains(&"other_tags") && !lacking.contains(&"white"));
}

/// A file may come from anywhere: what is not legal ends the game there.
#[test]
fn moves_that_are_not_legal_are_not_played() {
    let mut record = game("e2e4 e7e5 g1f3");
    record.plies[1].to = 20;
    for family in ["packed", "moves"] {
        let batch = batch(&["tags", family], &[record.clone()]);
        let found = moves(&batch, 0);
        assert_eq!((found.moves.len(), found.plies), (1, 3));
    }
}

#[test]
fn games_that_cannot_be_played_keep_their_tags_and_markers() {
    let refused = tagged(game("e2e4"), &[("White", "A"), ("FEN", "nonsense")]);
    let unplayed = Record { played: false, plies: Vec::new(), termination: Some(Termination::Draw), ..refused.clone() };
    let text = |families: &[&str], record: &Record<'static>| {
        let batch = batch(families, std::slice::from_ref(record));
        match Stored::of(&batch).expect("there is all of it").game(0) {
            StoredGame::Unplayed { text, .. } => text,
            _ => panic!("the game cannot be played"),
        }
    };
    for family in ["packed", "moves", "documents"] {
        assert_eq!(text(&["tags", family], &unplayed), "[White \"A\"]\n[FEN \"nonsense\"]\n\n1/2-1/2\n\n", "{family}");
    }
    // Files of earlier versions have an empty mainline.
    assert_eq!(text(&["tags", "packed"], &refused), "[White \"A\"]\n[FEN \"nonsense\"]\n\n*\n\n");
}

#[test]
fn the_columns_to_ask_for_are_there() {
    let names = stored_rows::columns();
    let batch = batch(&names, &[Record::new()]);
    assert_eq!(batch.num_columns(), names.len());
    assert!(names.contains(&"game_text") && names.contains(&"other_tags") && !names.contains(&"ply_count"));
}
