//! Rules other than those of chess: the golden rows of `vectors/variants`.

use scoresheet_core::dialect::vgn::rules::RuleSet;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{
    self, Color, Move, MoveKind, Outcome, Piece, Position, PositionParts, Role, Rules, Square,
};
use std::collections::HashMap;

/// A row of a table by the names of its columns.
pub(crate) type Row = HashMap<String, String>;

pub(crate) fn table(name: &str) -> Vec<Row> {
    let path = format!("{}/../../vectors/variants/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    lines
        .map(|line| columns.iter().zip(line.split('\t')).map(|(name, cell)| ((*name).into(), cell.into())).collect())
        .collect()
}

/// The rules of a row.
pub(crate) fn rules_of(row: &Row) -> Rules {
    match row.get("rules").filter(|code| !code.is_empty()) {
        Some(code) => Rules::of(RuleSet::read(code).expect("a code").numbers()).expect("small numbers"),
        None => {
            let id = format!(
                "{}{}",
                row["variant"],
                if row.get("chess960").is_some_and(|yes| yes == "true") { "960" } else { "" }
            );
            rules::find(&id).unwrap_or_else(|| panic!("no rules `{id}`"))
        }
    }
}

/// Reads a FEN in the spelling of the vectors without the product's own reader.
pub(crate) fn position(fen: &str, rules: Rules) -> Position {
    let words: Vec<&str> = fen.split(' ').collect();
    let (board, hand) = words[0].split_once('[').unwrap_or((words[0], "]"));
    let mut parts = PositionParts::empty(rules);
    for (row, text) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in text.bytes() {
            let square = Square::at(file, 7 - row as u8);
            match letter {
                b'1'..=b'8' => file += letter - b'0',
                b'~' => parts.promoted |= Square::at(file - 1, 7 - row as u8).bit(),
                letter => {
                    parts.pieces[square.index()] = Some(Piece::from_letter(letter).expect("a piece"));
                    file += 1;
                }
            }
        }
    }
    for letter in hand.trim_end_matches(']').bytes() {
        let piece = Piece::from_letter(letter).expect("a piece");
        parts.hand = parts.hand.with(piece, parts.hand.count(piece) + 1);
    }
    parts.turn = if words[1] == "w" { Color::White } else { Color::Black };
    let bare = Position::assemble(&parts);
    for letter in words[2].bytes().filter(|letter| *letter != b'-') {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = bare.king(color).expect("a king");
        let rooks: Vec<Square> = (0..8)
            .map(|file| Square::at(file, color.back_rank()))
            .filter(|square| bare.piece_at(*square) == Some(Piece { color, role: Role::Rook }))
            .collect();
        let rook = match letter.to_ascii_lowercase() {
            b'k' => rooks.iter().rfind(|rook| **rook > king),
            b'q' => rooks.iter().find(|rook| **rook < king),
            file => rooks.iter().find(|rook| rook.file() == file - b'a'),
        };
        parts.castling |= rook.expect("a rook").bit();
    }
    parts.passed = (words[3] != "-").then(|| Square::parse(words[3].as_bytes()[0], words[3].as_bytes()[1])).flatten();
    let mut rest = words[4..].to_vec();
    if let Some((white, black)) = rest[0].split_once('+') {
        parts.checks = [white, black].map(|left| left.parse().expect("a number"));
        rest.remove(0);
    }
    (parts.halfmove, parts.fullmove) = (rest[0].parse().expect("a number"), rest[1].parse().expect("a number"));
    Position::assemble(&parts)
}

/// The long run counts everything.
fn budget() -> u64 {
    std::env::var("SCORESHEET_PERFT_NODES").ok().and_then(|nodes| nodes.parse().ok()).unwrap_or(100_000)
}

fn count_all(name: &str, budget: u64) {
    let mut counted = 0;
    let mut wrong = Vec::new();
    for row in table(name) {
        let nodes: u64 = row["nodes"].parse().expect("a number");
        if nodes > budget {
            continue;
        }
        let position = position(&row["fen"], rules_of(&row));
        let found = rules::perft(&position, row["depth"].parse().expect("a number"));
        counted += 1;
        if found != nodes {
            wrong.push(format!("{}: {found} instead of {nodes}, {}", row["id"], row["fen"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {counted} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counted > 100, "{counted}");
}

#[test]
fn numbers_of_legal_move_sequences() {
    count_all("perft", budget());
}

#[test]
fn numbers_of_legal_move_sequences_of_mixed_rules() {
    count_all("combos", budget());
}

#[test]
#[ignore = "long"]
fn numbers_of_legal_move_sequences_deep() {
    count_all("perft", u64::MAX);
    count_all("combos", u64::MAX);
}

fn of_code(code: &str) -> Rules {
    Rules::of(RuleSet::read(code).expect("a code").numbers()).expect("small numbers")
}

#[test]
fn a_king_that_an_illegal_move_exposed_is_still_in_check_after_the_next_move() {
    for name in ["standard", "kingofthehill", "threecheck", "crazyhouse"] {
        let rules = rules::find(name).expect("a name");
        let mut board = fen::read_any(b"4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", rules).expect("a FEN");
        let move_of = |board: &Position, from: u8, to: u8| {
            let (from, to) = (Square::masked(from), Square::masked(to));
            board.find(from, to, None).unwrap_or(Move::plain(from, to))
        };
        let exposing = move_of(&board, 20, 35);
        assert!(!board.is_legal(exposing), "{name}");
        board.play_unchecked(exposing);
        let quiet = move_of(&board, 63, 55);
        board.play_unchecked(quiet);
        assert!(board.is_check(), "{name}");
    }
}

#[test]
fn no_capture_in_passing_is_legal_after_the_last_check() {
    let rules = rules::find("threecheck").expect("a name");
    let text = "k7/5p2/2p5/p1P3P1/P3K3/8/8/8 b - - 2+1 0 53";
    let (mut board, _) = fen::read(text.as_bytes(), Some(rules)).expect("a FEN");
    board.play_unchecked(Move::plain(Square::masked(53), Square::masked(37)));
    assert!(board.is_over() && board.passed().is_some());
    assert_eq!(fen::write(&board, fen::Style::default()), "k7/8/2p5/p1P2pP1/P3K3/8/8/8 w - - 2+0 0 54");
}

#[test]
fn only_kings_that_matter_castle_and_only_to_the_wings_that_the_rules_name() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (code, rights) in [("N", "KQkq"), ("N-A", "Qq"), ("N-B", "Kk"), ("N-A,B", "-"), ("N-F,G+14", "-")] {
        let rules = of_code(code);
        assert_eq!(rules.is_played(), Ok(()), "{code}");
        let board = position(both, rules);
        let castlings = board.legal_moves().iter().filter(|mv| mv.kind == MoveKind::Castle).count();
        assert_eq!(castlings, rights.trim_matches('-').len() / 2, "{code}");
        assert_eq!(fen::write(&board, fen::Style::default()).split(' ').nth(2), Some(rights), "{code}");
        assert_eq!(Position::start().with_rules(rules), Position::start_of(rules), "{code}");
        assert_eq!(position(both, Rules::STANDARD).with_rules(rules), board, "{code}");
    }
}

#[test]
fn dead_positions_are_drawn_only_by_rules_with_such_draws() {
    let kings = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    assert_eq!(position(kings, of_code("N")).end(), Some((Outcome::InsufficientMaterial, None)));
    assert_eq!(position(kings, of_code("N-I")).end(), None);
}

#[test]
fn a_horde_that_captures_explosively_never_had_a_king_to_lose() {
    let start = Position::start_of(of_code("N+17,18"));
    assert_eq!((start.end(), start.legal_moves().len()), (None, 8));
    let before = position("4k3/3q4/4P3/8/8/8/8/8 w - - 0 1", of_code("N+17,18"));
    let after = before.after(before.legal_moves().into_iter().find(|mv| before.is_capture(*mv)).expect("a capture"));
    assert_eq!(after.end(), Some((Outcome::Exploded, Some(Color::White))));
}

/// The name of a winner.
fn side(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

#[test]
fn ends_of_games() {
    let mut wrong = Vec::new();
    let rows = table("ends");
    assert!(rows.len() > 1000);
    for row in rows.iter().filter(|row| row["contrived"] != "true") {
        let position = position(&row["fen"], rules_of(row));
        let outcome = Outcome::of(&position, 1);
        let winner = outcome.and_then(|outcome| outcome.winner(&position)).map_or("", side);
        let end = match outcome {
            None => "none",
            Some(Outcome::Checkmate) => "checkmate",
            Some(Outcome::Stalemate) if winner.is_empty() => "stalemate",
            Some(Outcome::InsufficientMaterial) => "dead",
            Some(Outcome::RaceDrawn) => "race-drawn",
            Some(Outcome::FiftyMoves | Outcome::SeventyFiveMoves) => "fifty-moves",
            Some(_) => "variant",
        };
        if (end, winner) != (&row["end"], &row["winner"]) || position.is_check().to_string() != row["check"] {
            wrong.push(format!(
                "{}: {end} {winner} check {}, not {} {} {}: {}",
                row["id"],
                position.is_check(),
                row["end"],
                row["winner"],
                row["check"],
                row["fen"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
