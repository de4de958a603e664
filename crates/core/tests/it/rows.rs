//! Boards as move texts: the move between two boards is found, whether or not it is legal.

use crate::seed::{Seed, walk};
use scoresheet_core::error::Code;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{Claim, Last, MoveError, MoveNotation, ParsedMove, Validation};
use scoresheet_core::position::{self, PositionNotation, fen, rows};
use scoresheet_core::rules::{Move, MoveKind, Position, Role, Square};

fn board(fen: &str) -> Position {
    fen::read_any(fen.as_bytes(), scoresheet_core::rules::Rules::STANDARD).expect("a test's FEN is right")
}

fn written(rows: &rows::BoardRows, before: &Position, mv: Move, last: Last) -> Vec<u8> {
    let mut text = Vec::new();
    rows.write(before, mv, last, &mut text).expect("a text");
    text
}

fn read(rows: &rows::BoardRows, before: &str, row: &str, validation: Validation) -> Result<ParsedMove, MoveError> {
    rows.read(&board(before), row.as_bytes(), validation)
}

fn notes(named: &ParsedMove) -> Vec<&'static str> {
    named.notes.iter().map(Code::id).collect()
}

#[test]
fn every_legal_move_of_games_at_random_is_found() {
    for rows in rows::ALL {
        walk(11, 2, 120, |before| {
            for mv in before.legal_moves() {
                let text = written(rows, before, mv, Last::No);
                let named = rows.read(before, &text, Validation::Full);
                let named = named.unwrap_or_else(|error| panic!("{}: {mv:?} in {before:?}: {error:?}", rows.spec().id));
                assert_eq!((named.mv, named.illegal), (mv, false), "{} in {before:?}", rows.spec().id);
                assert_eq!(notes(&named), [""; 0], "{mv:?} in {before:?}");
                let after = before.after(mv);
                assert!(
                    named.claim.fits_check(after.is_check()) && named.claim.fits_board(&after),
                    "{mv:?} {before:?}"
                );
                assert!(!rows.repeats(before, &text));
            }
        });
    }
}

#[test]
fn the_squares_that_differ_find_what_trying_every_move_finds() {
    let mut seed = Seed(12);
    walk(13, 1, 60, |before| {
        let same = |one: &Position, other: &Position| {
            (0..64).all(|at| {
                let at = Square::masked(at);
                one.piece_at(at) == other.piece_at(at)
            })
        };
        // One move on, two moves on, and one that was not legal.
        let moves = before.legal_moves();
        if moves.is_empty() {
            return;
        }
        let next = before.after(*seed.pick(&moves));
        let further = next.legal_moves();
        let mut boards = vec![next.clone()];
        boards.extend(further.first().map(|mv| next.after(*mv)));
        let (from, to) = (Square::masked(seed.byte()), Square::masked(seed.byte()));
        boards.push(before.after(Move::plain(from, to)));
        for after in boards {
            let tried: Vec<Move> = moves.iter().copied().filter(|mv| same(&before.after(*mv), &after)).collect();
            let mut text = Vec::new();
            position::bcfen::BCFEN.write(&after, Claim::Any, &mut text);
            let found = rows::BCFEN.read(before, &text, Validation::Full).ok().map(|named| named.mv);
            assert!(tried.len() < 2, "{tried:?} in {before:?}");
            assert_eq!(found, tried.first().copied(), "{before:?} to {after:?}");
        }
    });
}

#[test]
fn illegal_moves_of_games_at_random_are_found_and_flagged() {
    let mut seed = Seed(14);
    for rows in rows::ALL {
        walk(15, 1, 60, |before| {
            let own: Vec<Square> =
                (0..64).map(Square::masked).filter(|at| before.color(before.turn()) & at.bit() != 0).collect();
            for _ in 0..8 {
                let (from, to) = (*seed.pick(&own), Square::masked(seed.byte()));
                let mv = Move::plain(from, to);
                let piece = before.piece_at(from);
                let last = piece.is_some_and(|piece| piece.role == Role::Pawn) && [0, 7].contains(&to.rank());
                if from == to || last || before.piece_at(to) == piece || before.is_legal(mv) {
                    continue;
                }
                let text = written(rows, before, mv, Last::No);
                let named = rows.read(before, &text, Validation::Basic).expect("a move");
                // In Chess960 a king or rook may land where castling would have put it.
                if named.mv.kind == MoveKind::Plain {
                    assert_eq!((named.mv, named.illegal), (mv, true), "{} in {before:?}", rows.spec().id);
                }
                assert!(rows.read(before, &text, Validation::Full).is_err() || !named.illegal);
            }
        });
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn null_moves_show_by_the_turn() {
    let row = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq";
    let named = read(&rows::SFEN, START, row, Validation::Full).expect("a null move");
    assert_eq!((named.mv.kind, named.illegal, notes(&named)), (MoveKind::Null, false, vec!["move-null"]));
    for same in ["", " w KQkq", " w"] {
        let row = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{same}");
        assert!(matches!(read(&rows::SFEN, START, &row, Validation::Off), Err(MoveError::Forbidden(_))), "{row}");
        assert!(rows::SFEN.repeats(&board(START), row.as_bytes()));
    }
    assert!(!rows::SFEN.repeats(&board(START), row.as_bytes()));
    let check = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1";
    let row = "4k3/8/8/8/4r3/8/8/4K3 b -";
    assert_eq!(read(&rows::SFEN, check, row, Validation::Full), Err(MoveError::Illegal));
    assert!(read(&rows::SFEN, check, row, Validation::Basic).expect("a flagged move").illegal);
}

#[test]
fn a_null_move_is_written_where_the_turn_is() {
    let start = Position::start();
    let null = start.null_move();
    let text = written(&rows::SFEN, &start, null, Last::No);
    assert_eq!(text, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq");
    assert_eq!(rows::SFEN.read(&start, &text, Validation::Basic).map(|named| named.mv), Ok(null));
    for rows in [&rows::BCFEN, &rows::BCFEN_1_0] {
        let refused = rows.write(&start, null, Last::No, &mut Vec::new()).expect_err("no text");
        assert_eq!(refused.0, LossKind::NullMove);
    }
}

#[test]
fn fields_that_are_not_so_are_noted_and_those_missing_derived() {
    let fits = |row: &str| notes(&read(&rows::SFEN, START, row, Validation::Full).expect("a move")).is_empty();
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for right in ["", " b", " b KQkq", " b KQkq e3", " b KQkq -", " KQkq"] {
        assert!(fits(&format!("{e4}{right}")), "{right}");
    }
    for wrong in [" w", " b KQk", " b -", " b KQkq e6", " b KQkq d3"] {
        assert!(!fits(&format!("{e4}{wrong}")), "{wrong}");
    }
    let fen = |row: &str| notes(&read(&rows::FEN, START, row, Validation::Full).expect("a move"));
    assert_eq!(fen(&format!("{e4} b KQkq e3 0 1")), [""; 0]);
    assert_eq!(fen(&format!("{e4} b KQkq - 0 1")), [""; 0]);
    assert_eq!(fen(&format!("{e4} b KQkq e3")), [""; 0]);
    assert_eq!(fen(&format!("{e4} b KQkq e3 1 1")), ["row-fields"]);
    assert_eq!(fen(&format!("{e4} b KQkq e3 0 2")), ["row-fields"]);
}

#[test]
fn a_dash_is_noted_where_the_pawn_could_be_taken() {
    let before = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let row = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(notes(&read(&rows::FEN, before, row, Validation::Full).expect("a move")), ["row-fields"]);
}

#[test]
fn illegal_moves_of_every_shape() {
    let named = |before: &str, row: &str| {
        read(&rows::SFEN, before, row, Validation::Basic).map(|named| (format!("{:?}", named.mv), named.illegal))
    };
    let flagged = |text: &str| Ok((text.to_owned(), true));
    // A queen through a pawn, a promotion through a rook, capturing en passant too late, castling
    // through pieces and out of check.
    assert_eq!(named(START, "rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR b"), flagged("d1d4"));
    assert_eq!(named("4k2r/7P/8/8/8/8/8/4K3 w - - 0 1", "4k2Q/8/8/8/8/8/8/4K3"), flagged("h7h8Q"));
    assert_eq!(named("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/3P4/8/8/8/8/4K3"), flagged("e5d6 EnPassant"));
    assert_eq!(named(START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1"), flagged("e1h1 Castle"));
    assert_eq!(named("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "4r1k1/8/8/8/8/8/8/2KR4"), flagged("e1a1 Castle"));
    assert_eq!(named("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/5RK1"), flagged("e1h1 Castle"));
}

#[test]
fn invalid_moves_are_refused() {
    let refused = |before: &str, row: &str| read(&rows::SFEN, before, row, Validation::Basic).expect_err(row);
    // Two moves at once, a piece gone, a piece come, two swapped, another colour, a king from a pawn, the other side's piece.
    for row in [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR",
        "rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR",
        "rnbqkbnr/pppppppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/4K3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
    ] {
        assert!(matches!(refused(START, row), MoveError::Forbidden(_)), "{row}");
    }
    let promoting = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    assert!(matches!(refused(promoting, "P7/4k3/8/8/8/8/8/4K3"), MoveError::Forbidden(_)));
    assert!(matches!(refused("8/4k3/P7/8/8/8/8/4K3 w - - 0 1", "8/Q3k3/8/8/8/8/8/4K3"), MoveError::Forbidden(_)));
    assert!(matches!(refused(START, "rnbqkbnr/pppppppp/8/8"), MoveError::Syntax { .. }));
    // Without validation all that a board can express of one move is a move.
    for (before, row) in [(START, "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR"), (promoting, "P7/4k3/8/8/8/8/8/4K3")]
    {
        assert!(read(&rows::SFEN, before, row, Validation::Off).expect(row).illegal);
    }
    let full = read(&rows::SFEN, START, "rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR", Validation::Full);
    assert_eq!(full, Err(MoveError::Illegal));
}

#[test]
fn the_end_of_a_game_is_marked() {
    let fools = board("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    let mate = fools.legal_moves().into_iter().find(|mv| fools.after(*mv).is_mate()).expect("a mate");
    let text = |rows, before, mv, last| String::from_utf8(written(rows, before, mv, last)).expect("text");
    let after = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq";
    for last in [Last::No, Last::Open, Last::Won, Last::Drawn] {
        assert_eq!(text(&rows::SFEN, &fools, mate, last), format!("{after} +#"));
        assert_eq!(text(&rows::FEN, &fools, mate, last), format!("{after} - 1 3"));
    }
    let start = Position::start();
    let a3 = Move::plain(Square::masked(8), Square::masked(16));
    let after = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq";
    for (last, marks, first) in
        [(Last::No, "", ""), (Last::Open, "", ""), (Last::Won, " #+", ""), (Last::Drawn, " ##", "")]
    {
        assert_eq!(text(&rows::SFEN, &start, a3, last), format!("{after}{marks}"));
        assert_eq!(text(&rows::SFEN_1_0, &start, a3, last), format!("{after}{first}"));
    }
    let named = read(&rows::SFEN, START, &format!("{after} ##"), Validation::Full).expect("a move");
    assert_eq!(named.claim, Claim::Drawn);
    let bare = rows::FEN.read(&start, format!("{after} - 0 1").as_bytes(), Validation::Full).expect("a move");
    assert_eq!(bare.claim, Claim::Any);
}

#[test]
fn boards_with_unused_numbers_are_noted() {
    let mut text =
        written(&rows::BCFEN, &Position::start(), Move::plain(Square::masked(12), Square::masked(28)), Last::No);
    text[8] = 0x70;
    let named = rows::BCFEN.read(&Position::start(), &text, Validation::Full).expect("a move");
    assert_eq!(notes(&named), ["bcfen-unused"]);
}
