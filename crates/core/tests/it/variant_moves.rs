//! Moves as text under rules other than those of chess: the golden rows of `vectors/variants`, and what holds for all moves.

use crate::variants::{Row, position, rules_of, table};
use regex::Regex;
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, WriteOptions};
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{self, Claim, Last, MoveNotation, ParsedMove, Validation, fcn, language, san};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::{self, Color, Move, Outcome, Position, Role, Square};
use scoresheet_core::write::Filter;
use std::collections::{BTreeMap, BTreeSet};

/// Tries every row and reports all that fail, so that one run shows the whole damage.
fn check_rows(name: &str, least: usize, check: impl Fn(&Row) -> Result<(), String>) {
    let rows = table(name);
    assert!(rows.len() >= least, "{} rows", rows.len());
    let wrong: Vec<String> =
        rows.iter().filter_map(|row| Some(format!("{}: {}", row["id"], check(row).err()?))).collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, not {expected:?}")) }
}

fn listed(id: &str) -> &'static dyn MoveNotation {
    notation::find(id).expect("listed")
}

fn written(id: &str, before: &Position, mv: Move) -> Result<String, String> {
    let mut out = Vec::new();
    listed(id).write(before, mv, Last::No, &mut out).map_err(|none| none.to_string())?;
    Ok(listed(id).shown(&out))
}

fn read(id: &str, before: &Position, text: &str) -> Result<ParsedMove, String> {
    listed(id).read(before, text.as_bytes(), Validation::Full).map_err(|error| format!("`{text}`: {error:?}"))
}

/// The notes on a spelling, those on its mark included.
fn notes(before: &Position, named: &ParsedMove) -> String {
    let after = before.after(named.mv);
    let mut notes: Vec<&str> = named.notes.iter().map(Code::id).collect();
    if !(named.claim.fits_mark(&after) && named.claim.fits_board(&after)) {
        notes.push(Code::CheckSign.id());
    }
    notes.join(" ")
}

#[test]
fn moves_are_legal_written_and_read_and_lead_to_the_right_board() {
    check_rows("moves", 2000, |row| {
        let rules = rules_of(row);
        let before = position(&row["fen"], rules);
        let mv = read("uci", &before, &row["uci"])?.mv;
        same("listed", before.legal_moves().contains(&mv), true)?;
        same("legal", before.is_legal(mv), true)?;
        same("UCI", written("uci", &before, mv)?, row["uci"].clone())?;
        same("SAN", written("san", &before, mv)?, row["san"].clone())?;
        let named = read("san", &before, &row["san"])?;
        same("SAN is read", (named.mv, notes(&before, &named)), (mv, String::new()))?;
        same("after", before.after(mv), position(&row["after"], rules))
    });
}

#[test]
fn spellings_are_read_with_their_notes() {
    check_rows("reads", 40, |row| {
        let before = position(&row["fen"], rules_of(row));
        let found = listed("san").read(&before, row["text"].as_bytes(), Validation::Full);
        let named = match found {
            Err(error) => return same("error", error.code().id(), &row["error"]),
            Ok(named) => named,
        };
        same("error", "", row["error"].as_str())?;
        same("move", written("uci", &before, named.mv)?, row["uci"].clone())?;
        same("SAN", written("san", &before, named.mv)?, row["san"].clone())?;
        same("notes", notes(&before, &named), row["notes"].clone())
    });
}

/// How a game ended on its board, as the rows have it, and its result.
fn status(end: &Position) -> (&'static str, &'static str) {
    let Some(outcome) = Outcome::on_board(end) else { return ("none", "*") };
    let result = match outcome.winner(end) {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let status = match outcome {
        Outcome::Checkmate => "mate",
        // Lichess calls a drawn race a stalemate.
        Outcome::Stalemate | Outcome::RaceDrawn if result == "1/2-1/2" => "stalemate",
        Outcome::InsufficientMaterial => "draw",
        _ => "variantEnd",
    };
    (status, result)
}

#[test]
fn games_are_replayed_from_either_spelling() {
    check_rows("games", 300, |row| {
        let rules = rules_of(row);
        let (mut by_uci, mut by_san) = (position(&row["start"], rules), position(&row["start"], rules));
        let moves: Vec<&str> = row["moves"].split(' ').collect();
        let sans: Vec<&str> = row["sans"].split(' ').collect();
        same("moves", moves.len(), sans.len())?;
        for (ply, (uci, text)) in moves.iter().zip(&sans).enumerate() {
            let mv = read("uci", &by_uci, uci)?.mv;
            let named = read("san", &by_san, text)?;
            same("SAN is read", (named.mv, notes(&by_san, &named)), (mv, String::new()))
                .map_err(|error| format!("{ply} {error}"))?;
            same("SAN", written("san", &by_san, mv)?, (*text).to_owned())?;
            by_uci.play_unchecked(mv);
            by_san.play_unchecked(named.mv);
        }
        same("final by UCI", &by_uci, &position(&row["final"], rules))?;
        same("final by SAN", &by_san, &by_uci)?;
        same("end", status(&by_uci), (&*row["status"], &*row["result"]))
    });
}

/// Boards of the rows, one of this many, each once.
fn boards(step: usize) -> impl Iterator<Item = Position> {
    let rows = table("moves").into_iter().step_by(step);
    let boards: BTreeMap<String, Row> = rows.map(|row| (format!("{} {}", row["variant"], row["fen"]), row)).collect();
    boards.into_values().map(|row| position(&row["fen"], rules_of(&row)))
}

#[test]
fn every_move_reads_back_if_it_can_be_written() {
    let mut lost: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut count = 0;
    let patterns: Vec<Regex> = notation::ALL
        .iter()
        .map(|notation| Regex::new(&format!(r"\A{}\z", notation.spec().pattern)).expect("the pattern is one"))
        .collect();
    for before in boards(9) {
        for (notation, pattern) in notation::ALL.iter().zip(&patterns) {
            let (spec, mut texts) = (notation.spec(), BTreeSet::new());
            for mv in before.legal_moves() {
                let told = || format!("{}: {mv:?} in {before:?}", spec.id);
                let mut text = Vec::new();
                let written = notation.write(&before, mv, Last::No, &mut text).map_err(|none| none.0);
                assert_eq!(written.err(), notation::loss_of(spec, &before, mv, false), "{}", told());
                if let Err(kind) = written {
                    assert!(spec.losses.contains(&kind) && text.is_empty(), "{}", told());
                    lost.entry(spec.id).or_default().insert(kind.spec().id);
                    continue;
                }
                let named = notation.read(&before, &text, Validation::Full);
                let named = named.unwrap_or_else(|error| panic!("{}: `{}` {error:?}", told(), notation.shown(&text)));
                assert_eq!((named.mv, notes(&before, &named)), (mv, String::new()), "{}", told());
                assert!(pattern.is_match(&notation.shown(&text)), "{}: `{}`", told(), notation.shown(&text));
                if let Some(unmarked) = notation.unmarked(&before, mv) {
                    let body = &unmarked.bytes().to_le_bytes()[..unmarked.length()];
                    assert!(text.starts_with(body) && text.len() <= body.len() + 3, "{}", told());
                }
                assert!(texts.insert(text), "{} stands for another move, too", told());
                count += 1;
            }
        }
    }
    assert!(count > 100_000, "{count}");
    let every = BTreeSet::from(["drop", "king-capture"]);
    let drops = BTreeSet::from(["drop"]);
    let expected = BTreeMap::from([
        ("bccf", &drops),
        ("bccf2", &drops),
        ("descriptive", &drops),
        ("fcn", &every),
        ("fcn2", &every),
        ("iccf", &drops),
        ("mcn", &drops),
        ("pgc", &drops),
    ]);
    assert_eq!(lost.iter().map(|(id, kinds)| (*id, kinds)).collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn ordinals_are_places_among_the_sans_of_all_moves_but_drops_and_promotions_to_king() {
    for before in boards(5) {
        let moves = before.legal_moves().into_iter().filter(|mv| !mv.is_drop() && mv.promotion != Some(Role::King));
        let mut sans: Vec<(String, Move)> =
            moves.map(|mv| (written("san", &before, mv).expect("a text"), mv)).collect();
        sans.sort_by(|(one, _), (other, _)| one.trim_end_matches(['+', '#']).cmp(other.trim_end_matches(['+', '#'])));
        for (place, (_, mv)) in sans.into_iter().enumerate() {
            assert_eq!(written("pgc", &before, mv), Ok(place.to_string()), "{mv:?} in {before:?}");
        }
    }
}

fn board(id: &str, fen: &str) -> Position {
    position(fen, rules::find(id).expect("a name"))
}

#[test]
fn drops_are_read_in_many_spellings() {
    let before = board("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[QRBNPp] w - - 0 1");
    for (id, text, uci, found) in [
        ("san", "♘@f3", "N@f3", "san-figurine"),
        ("san", "p@e4", "P@e4", "san-lower-case"),
        ("san", "b@b4", "B@b4", "san-lower-case"),
        ("san", "B@B4", "B@b4", "san-lower-case"),
        ("san", "Q*d4", "Q@d4", "san-drop"),
        ("san", "e4", "e2e4", ""),
        ("san-de", "S@f3", "N@f3", ""),
        ("san-de", "N@f3", "N@f3", "san-language"),
        ("san-de", "P@e4", "P@e4", ""),
        ("san-nl", "P@e4", "N@e4", ""),
        ("san-nl", "@e4", "P@e4", ""),
        ("san-figurine", "♙@e4", "P@e4", ""),
        ("lan", "N@f3", "N@f3", ""),
        ("lan", "P@e4", "P@e4", ""),
        ("lan", "@e4", "P@e4", "san-drop"),
        ("uci", "n@f3", "N@f3", ""),
        ("uci", "@e4", "P@e4", ""),
        ("uci", "p@e4", "P@e4", ""),
    ] {
        let named = read(id, &before, text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(written("uci", &before, named.mv).as_deref(), Ok(uci), "{id} {text}");
        assert_eq!(notes(&before, &named), found, "{id} {text}");
    }
    for (id, text, code) in [
        ("san", "P@e2", "move-illegal"),
        ("san", "K@e4", "move-illegal"),
        ("san", "*e4", "move-syntax"),
        ("san", "N@", "move-syntax"),
        ("san", "Nb@f3", "move-syntax"),
        ("uci", "k@e4", "move-syntax"),
        ("uci", "N@f3x", "move-syntax"),
        ("uci", "P@e8", "move-illegal"),
        ("uci", "e4e4", "move-illegal"),
    ] {
        let error = listed(id).read(&before, text.as_bytes(), Validation::Full).expect_err(text);
        assert_eq!(error.code().id(), code, "{id} {text}");
    }
    let without = board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert!(read("san", &without, "e4").is_err(), "a step is not read as a drop");
    let explained = |word: &str| {
        let error = san::read(&before, word.as_bytes(), &language::ENGLISH).expect_err(word);
        san::explain(&before, word, error, &language::ENGLISH)
    };
    assert_eq!(explained("K@e4"), "cannot play `K@e4`: no king can be dropped");
    assert!(
        explained("N@e2").starts_with("cannot play `N@e2`: legal knight drops are `N@a1`"),
        "{}",
        explained("N@e2")
    );
}

#[test]
fn drops_in_files_are_read_and_written() {
    for (drop, note) in [
        ("P@e4", None),
        ("@e4", Some("san-drop")),
        ("P*e4", Some("san-drop")),
        ("p@e4", Some("san-lower-case")),
        ("P@E4", Some("san-lower-case")),
        ("♙@e4", Some("san-figurine")),
    ] {
        let text = format!("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. {drop} Qxe4+ *\n");
        let format = game::find("pgn").expect("listed");
        let mut filter = Filter::new(format.writer(&WriteOptions::default()), false);
        let (settings, mut record) = (Settings::default(), Record::new());
        let mut games = AnyGames::of(format, text.as_bytes(), &settings);
        while games.next(&mut record, &mut filter) {}
        let noted: Vec<&str> = games.into_tally().codes().map(|(code, _)| code.id()).collect();
        assert_eq!(noted, note.into_iter().collect::<Vec<_>>(), "{drop}");
        let pgn = String::from_utf8_lossy(filter.bytes()).into_owned();
        assert!(pgn.contains("3. P@e4 Qxe4+ *"), "{pgn}");
    }
}

#[test]
fn pieces_from_another_board_are_dropped_with_any_hand() {
    let before = board("bughouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    for (text, uci) in [("Q@e7+", "Q@e7"), ("P@a2", "P@a2")] {
        let named = read("san", &before, text).expect("a move");
        assert_eq!((notes(&before, &named).as_str(), written("uci", &before, named.mv)), ("", Ok(uci.into())));
    }
    assert!(read("san", &before, "K@e4").is_err() && read("san", &before, "P@e8").is_err());
}

#[test]
fn only_rules_with_common_kings_have_promotions_to_king() {
    let before = board("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1");
    for (id, text, found) in
        [("san", "a8=K", ""), ("san", "a8K", "san-promotion"), ("lan", "a7-a8=K", ""), ("uci", "a7a8k", "")]
    {
        let named = read(id, &before, text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!((named.mv.promotion, notes(&before, &named).as_str()), (Some(Role::King), found), "{id}");
    }
    let chess = board("standard", "8/P7/8/8/8/k7/8/4K3 w - - 0 1");
    for (id, text) in [("san", "a8=K"), ("san", "a8K"), ("lan", "a7-a8=K"), ("uci", "a7a8k")] {
        let error = listed(id).read(&chess, text.as_bytes(), Validation::Full).expect_err(text);
        assert_eq!(error.code(), Code::MoveSyntax, "{id}");
    }
}

/// No piece may give check, so what a pawn becomes decides whether its move is legal.
#[test]
fn what_a_pawn_becomes_matters_where_no_move_may_give_check() {
    let rules = rules::Rules::of((1..=9).chain(15..=27).chain([56])).expect("small numbers");
    assert_eq!((rules.code().as_str(), rules.is_played()), ("N-A,B,C,D,E+1K", Ok(())));
    let before = position("7k/P7/8/8/8/8/8/K7 w - - 0 1", rules);
    let legal = |text: &str| read("san", &before, text).is_ok();
    assert_eq!(["a8=Q", "a8=R", "a8=B", "a8=N"].map(legal), [false, false, true, true]);
    let moves: Vec<String> =
        before.legal_moves().into_iter().map(|mv| written("pgc", &before, mv).expect("a text")).collect();
    assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), moves.len());
}

#[test]
fn moves_are_read_after_an_end() {
    let before = board("kingofthehill", "4k3/8/8/8/3K4/8/8/8 b - - 0 1");
    assert!(before.is_over() && before.legal_moves().is_empty());
    for (id, text) in [("san", "Kd7"), ("san", "kd7"), ("san", "Ke8-d7"), ("uci", "e8d7"), ("lan", "Ke8-d7")] {
        let named = read(id, &before, text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(written("uci", &before, named.mv).as_deref(), Ok("e8d7"), "{id}");
    }
}

#[test]
fn a_horde_has_no_king_and_black_may_castle() {
    let before = board("horde", "r3k2r/8/8/8/8/8/8/P7 b kq - 0 1");
    for (id, text) in [("san", "O-O"), ("mcn", "e8g8"), ("fcn", "KC"), ("uci", "e8g8"), ("lan", "O-O")] {
        let named = read(id, &before, text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(written("san", &before, named.mv).as_deref(), Ok("O-O"), "{id}");
        assert_eq!(written(id, &before, named.mv).as_deref(), Ok(text), "{id}");
    }
}

/// FCN marks mate and stalemate by the board alone; the result shows a win by another rule.
#[test]
fn ends_by_a_rule_are_won_but_not_by_mate_in_fcn() {
    let marks = |id: &str, fen: &str, san: &str, last: Last| {
        let before = board(id, fen);
        let mv = read("san", &before, san).expect("a move").mv;
        let mut text = Vec::new();
        fcn::FCN.write(&before, mv, last, &mut text).expect("a text");
        let named = fcn::FCN.read(&before, &text, Validation::Full).expect("a move");
        let after = before.after(mv);
        assert!(named.claim.fits_mark(&after) && named.claim.fits_board(&after) && named.claim.fits_end(last), "{san}");
        assert_eq!(Claim::of_board(&after, last), named.claim);
        let text = String::from_utf8(text).expect("ASCII");
        text.trim_start_matches(|c: char| !"+#".contains(c)).to_owned()
    };
    let hill = "4k3/8/8/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(marks("kingofthehill", hill, "Kd4#", Last::Won), "#+");
    assert_eq!(marks("kingofthehill", hill, "Kd4#", Last::Open), "");
    let third = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 1+3 2 3";
    assert_eq!(marks("threecheck", third, "Bxf7#", Last::Won), "+#+");
    let last_pawn = "8/8/8/3pP3/8/8/8/R7 w - d6 0 1";
    assert_eq!(marks("antichess", last_pawn, "exd6#", Last::Won), "#+");
    assert_eq!(marks("horde", "8/8/8/8/8/1q6/k7/P7 b - - 0 1", "Kxa1#", Last::Won), "#+");
}

#[test]
fn losses_of_moves_that_coordinates_cannot_say() {
    let drops = board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    let pawn = board("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1");
    let kings = board("antichess", "8/8/8/8/8/8/8/kK6 w - - 0 1");
    let square = |name: &[u8; 2]| Square::parse(name[0], name[1]).expect("a square");
    let drop = Move::drop(Role::Knight, square(b"f3"));
    let becomes = Move { promotion: Some(Role::King), ..Move::plain(square(b"a7"), square(b"a8")) };
    let takes = Move::plain(square(b"b1"), square(b"a1"));
    for (id, is_king_taken) in
        [("fcn", false), ("fcn2", false), ("mcn", true), ("bccf", true), ("bccf2", true), ("pgc", true), ("san", true)]
    {
        let none = if id == "san" { None } else { Some(LossKind::Drop) };
        let king = (!is_king_taken).then_some(LossKind::KingCapture);
        for (before, mv, kind) in [(&drops, drop, none), (&pawn, becomes, none), (&kings, takes, king)] {
            assert_eq!(notation::loss_of(listed(id).spec(), before, mv, false), kind, "{id} {mv:?}");
            let mut text = Vec::new();
            let written = listed(id).write(before, mv, Last::No, &mut text);
            assert!(written.is_ok() || written.err().map(|none| none.0) == kind, "{id} {mv:?}");
        }
    }
}
