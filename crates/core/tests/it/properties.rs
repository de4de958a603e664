//! What holds for every position of games played at random, in each variant and each notation of the registries.

use crate::naive;
use crate::seed::walk;
use scoresheet_core::error::Code;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{self, Claim, Last, MoveError, NoText, Validation};
use scoresheet_core::position::{self, fen};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Move, MoveKind, Position, Role, Square};
use std::collections::BTreeSet;

const GAMES: usize = 6;
const LONGEST: usize = 120;

fn moves_and_null(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.extend(Some(position.null_move()).filter(|null| position.is_legal(*null)));
    moves
}

#[test]
fn every_move_reads_back_and_no_two_share_a_text() {
    for notation in notation::ALL {
        let spec = notation.spec();
        walk(1, GAMES, LONGEST, |before| {
            let mut texts = BTreeSet::new();
            for mv in moves_and_null(before) {
                let mut text = Vec::new();
                if let Err(none) = notation.write(before, mv, Last::No, &mut text) {
                    assert!(spec.losses.contains(&none.0), "{}: no text for {mv:?} in {before:?}", spec.id);
                    continue;
                }
                let shown = String::from_utf8_lossy(&text).into_owned();
                let read = notation.read(before, &text, Validation::Full).map(|named| named.mv);
                let is_new = texts.insert(text);
                assert_eq!(read, Ok(mv), "{}: `{shown}` in {before:?}", spec.id);
                assert!(is_new, "{}: `{shown}` stands for two moves in {before:?}", spec.id);
            }
        });
    }
}

/// An unmarked text is what the notation writes, except for the end marks.
#[test]
fn unmarked_texts_match_those_that_are_written() {
    let mut count = 0;
    for notation in notation::ALL {
        let spec = notation.spec();
        walk(4, GAMES, LONGEST, |before| {
            let odd = odd_moves(before).into_iter().map(|mv| (mv, true));
            for (mv, illegal) in moves_and_null(before).into_iter().map(|mv| (mv, false)).chain(odd) {
                let Some(unmarked) = notation.unmarked(before, mv) else { continue };
                if notation::loss_of(spec, before, mv, illegal).is_some() {
                    continue;
                }
                let mut text = Vec::new();
                assert_eq!(notation.write(before, mv, Last::No, &mut text), Ok(()), "{}: {mv:?}", spec.id);
                let bytes = unmarked.bytes().to_le_bytes();
                let (body, marks) =
                    text.split_at_checked(unmarked.length()).expect("no shorter than the unmarked text");
                assert_eq!(bytes.get(..unmarked.length()), Some(body), "{}: {mv:?} in {before:?}", spec.id);
                assert!(marks.iter().all(|mark| b"+#".contains(mark)), "{}: {mv:?} in {before:?}", spec.id);
                count += 1;
            }
        });
    }
    assert!(count > 100_000, "{count}");
}

/// The moves of own pieces to any square, as they are on the board, that are not legal and take no king.
fn odd_moves(before: &Position) -> Vec<Move> {
    let us = before.turn();
    let own = (0..64).filter_map(Square::new).filter(|from| before.color(us) & from.bit() != 0);
    let pairs = own.flat_map(|from| (0..64).filter_map(Square::new).map(move |to| (from, to)));
    let odd = pairs.filter(|(from, to)| from != to && before.role(Role::King) & to.bit() == 0).map(|(from, to)| {
        let pawn = before.role(Role::Pawn) & from.bit() != 0;
        let arrives = pawn && to.rank() == us.other().back_rank();
        let steps = from.rank().abs_diff(to.rank()) == 1 && from.file().abs_diff(to.file()) == 1;
        let passes = pawn && before.passed() == Some(to) && steps && !arrives;
        let kind = if passes { MoveKind::EnPassant } else { MoveKind::Plain };
        Move { from, to, promotion: Some(Role::Knight).filter(|_| arrives), kind }
    });
    odd.filter(|mv| !before.is_legal(*mv)).collect()
}

#[test]
fn illegal_moves_read_back_if_they_have_a_text() {
    let mut read_back = 0;
    for notation in notation::ALL {
        let spec = notation.spec();
        walk(8, 2, 60, |before| {
            for mv in odd_moves(before) {
                let mut text = Vec::new();
                let written = notation.write(before, mv, Last::No, &mut text);
                if spec.losses.contains(&LossKind::IllegalMove) {
                    assert_eq!(written, Err(NoText(LossKind::IllegalMove)), "{}: {mv:?} in {before:?}", spec.id);
                    assert!(text.is_empty());
                    continue;
                }
                assert_eq!(written, Ok(()), "{}: {mv:?} in {before:?}", spec.id);
                let shown = notation.shown(&text);
                let told = || format!("{}: `{shown}` for {mv:?} in {before:?}", spec.id);
                assert!(notation.read(before, &text, Validation::Full).map(|named| named.mv) != Ok(mv), "{}", told());
                let named = notation.read(before, &text, Validation::Basic).unwrap_or_else(|_| panic!("{}", told()));
                // A king's move to where castling takes it is castling, as `limits` states.
                if named.mv.kind != MoveKind::Castle || spec.limits.is_none() {
                    assert_eq!((named.mv, named.illegal), (mv, true), "{}", told());
                    read_back += 1;
                }
            }
        });
    }
    assert!(read_back > 10_000, "{read_back}");
}

#[test]
fn a_null_move_and_a_taken_king_are_written_if_possible() {
    let before = fen::read_any(b"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", Position::start().rules()).expect("a board");
    let taking = Move::plain(Square::parse(b'e', b'7').expect("e7"), Square::parse(b'e', b'8').expect("e8"));
    for notation in notation::ALL {
        let spec = notation.spec();
        for (mv, kind) in [(before.null_move(), LossKind::NullMove), (taking, LossKind::KingCapture)] {
            let mut text = Vec::new();
            let written = notation.write(&before, mv, Last::No, &mut text);
            let expected = if spec.losses.contains(&kind) { Err(NoText(kind)) } else { Ok(()) };
            assert_eq!(written, expected, "{}: {kind:?}", spec.id);
            let loss = notation::loss_of(spec, &before, mv, !before.is_legal(mv));
            assert_eq!(loss, written.err().map(|none| none.0), "{}: {kind:?}", spec.id);
        }
    }
}

#[test]
fn ordinals_are_places_in_the_sorted_list_of_sans() {
    let (san, pgc) = (notation::find("san").expect("listed"), notation::find("pgc").expect("listed"));
    let check = |before: &Position| {
        let texts = before.legal_moves().into_iter().map(|mv| {
            let mut text = Vec::new();
            san.write(before, mv, Last::No, &mut text).expect("SAN says every legal move");
            (text, mv)
        });
        let mut sorted: Vec<_> = texts.collect();
        sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (place, (text, mv)) in sorted.iter().enumerate() {
            let mut ordinal = Vec::new();
            assert_eq!(pgc.write(before, *mv, Last::No, &mut ordinal), Ok(()));
            let shown = String::from_utf8_lossy(text);
            assert_eq!(ordinal, [u8::try_from(place).expect("no game has more")], "`{shown}` in {before:?}");
            let read = pgc.read(before, &ordinal, Validation::Full).map(|named| named.mv);
            assert_eq!(read, Ok(*mv), "`{shown}` in {before:?}");
        }
        let beyond = [u8::try_from(sorted.len()).expect("no game has more")];
        assert_eq!(pgc.read(before, &beyond, Validation::Full), Err(MoveError::Ordinal(sorted.len())));
    };
    walk(9, GAMES, LONGEST, check);
    // Several queens, knights and rooks that reach the same squares, and pawns that take and arrive.
    for board in [
        "q2qk2q/8/8/8/8/8/8/Q2QK2Q w - - 0 1",
        "2Q1Q1Q1/8/Q5Q1/8/Q5Q1/7k/2Q1Q1Q1/K7 w - - 0 1",
        "4k3/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1",
        "1R1R2k1/R7/8/R7/8/R6R/8/1R1RK3 w - - 0 1",
        "1n1n1n1k/P1P1P3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/2pPp3/3P4/8/8/4K3 w - c6 0 1",
    ] {
        check(&fen::read_any(board.as_bytes(), Position::start().rules()).expect("a test's FEN is right"));
    }
}

#[test]
fn proper_texts_need_no_leniency() {
    for notation in notation::ALL {
        walk(2, 2, LONGEST, |before| {
            for mv in before.legal_moves() {
                let mut text = Vec::new();
                let _ = notation.write(before, mv, Last::No, &mut text);
                let notes =
                    notation.read(before, &text, Validation::Full).map(|named| named.notes.iter().collect::<Vec<_>>());
                assert_eq!(
                    notes,
                    Ok(vec![]),
                    "{}: `{}` in {before:?}",
                    notation.spec().id,
                    String::from_utf8_lossy(&text)
                );
            }
        });
    }
}

#[test]
fn positions_read_back_in_every_style() {
    let en_passant = [fen::EnPassant::Legal, fen::EnPassant::Always];
    let castling = [fen::Castling::XFen, fen::Castling::Shredder];
    walk(3, GAMES, LONGEST, |position| {
        let with = |en_passant| move |castling| fen::Style { en_passant, castling, ..fen::Style::default() };
        for style in en_passant.into_iter().flat_map(|en_passant| castling.map(with(en_passant))) {
            let text = fen::write(position, style);
            let (read, notes) =
                fen::read(text.as_bytes(), Some(position.rules())).expect("what was written can be read");
            assert_eq!(notes, [], "{text}");
            assert_eq!(fen::write(&read, style), text);
            // A square on which no pawn can capture is left out in one style, and is then the only loss.
            if style.en_passant == fen::EnPassant::Always
                || position.has_legal_en_passant()
                || position.passed().is_none()
            {
                assert_eq!(read, *position, "{text}");
            }
            assert_eq!(read.legal_moves(), position.legal_moves(), "{text}");
        }
    });
}

#[test]
fn every_position_notation_writes_what_it_reads() {
    for notation in position::ALL {
        walk(4, 2, LONGEST, |position| {
            let (mut text, mut again) = (Vec::new(), Vec::new());
            notation.write(position, Claim::Any, &mut text);
            let read = notation.read(&text, None, Validation::Basic).expect("what was written can be read");
            notation.write(&read.position, Claim::Any, &mut again);
            assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&text));
            // A text does not name its rules, so rights that only Chess960 explains are an assumption; and one that does not
            // say who moves may be read as a position in which a king could be taken.
            let assumed = [Code::Chess960Assumed, Code::PositionIllegal];
            let mut notes = read.notes.iter().filter(|note| read.fields.turn.is_some() || **note != assumed[1]);
            assert_eq!(notes.find(|note| **note != assumed[0]), None, "{position:?}");
        });
    }
}

#[test]
fn a_position_notation_matches_the_board() {
    for notation in position::ALL {
        walk(8, 2, LONGEST, |position| {
            let mut text = Vec::new();
            notation.write(position, Claim::Any, &mut text);
            let read =
                notation.read(&text, Some(position.rules()), Validation::Basic).expect("what was written can be read");
            for square in (0..64).filter_map(Square::new) {
                assert_eq!(read.position.piece_at(square), position.piece_at(square));
            }
            assert_eq!(read.position.rules(), position.rules());
            if read.fields.turn.is_some() {
                assert_eq!(read.position.turn(), position.turn());
            }
            if read.fields.castling.is_some() {
                let same = read.position.castling() == position.castling();
                assert_eq!(same, notation.loss(position).is_none(), "{}: {position:?}", notation.spec().id);
                assert!(same || notation.spec().losses.contains(&LossKind::CastlingRook));
            }
            if read.fields.en_passant.is_some_and(|square| square != b"-") {
                assert_eq!(read.position.passed(), position.passed());
            }
        });
    }
}

#[test]
fn keys_and_positions_are_the_same_move_by_move_and_from_scratch() {
    walk(5, GAMES, LONGEST, |before| {
        let key = Key::of(before);
        let mut position = before.clone();
        for mv in moves_and_null(before) {
            let undo = position.play_unchecked(mv);
            assert_eq!(key.play(&undo, &position), Key::of(&position), "{mv:?} in {before:?}");
            assert_eq!(position, before.after(mv), "{mv:?} in {before:?}");
            position.take_back(&undo);
            assert_eq!(position, *before, "{mv:?} taken back");
            assert_eq!((position.is_check(), position.legal_moves()), (before.is_check(), before.legal_moves()));
        }
    });
}

#[test]
fn checks_and_moves_match_the_slow_rules() {
    walk(6, GAMES, LONGEST, |position| {
        let board = naive::board(position);
        assert_eq!(position.is_check(), naive::in_check(&board, position.turn()), "{position:?}");
        assert!(!naive::in_check(&board, position.turn().other()), "{position:?}: the move before was not legal");
        let all = position.legal_moves();
        let plain = |mv: &&Move| mv.kind == MoveKind::Plain;
        let mut found: Vec<String> = all.iter().filter(plain).map(|mv| format!("{mv:?}")).collect();
        let mut expected: Vec<String> = naive::plain_moves(position).iter().map(|mv| format!("{mv:?}")).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{position:?}");
        assert!(all.iter().all(|mv| position.is_legal(*mv)), "{position:?}");
        assert_eq!(position.has_legal_move(), !all.is_empty());
        assert_eq!(position.is_mate(), position.is_check() && all.is_empty());
        assert_eq!(position.is_stalemate(), !position.is_check() && all.is_empty());
    });
}

#[test]
fn a_move_is_legal_if_it_is_listed() {
    let squares: Vec<_> = (0..64).filter_map(scoresheet_core::rules::Square::new).collect();
    walk(7, 1, 60, |position| {
        let listed = position.legal_moves();
        let promotions = [None].into_iter().chain(scoresheet_core::rules::Role::ALL.map(Some));
        for promotion in promotions {
            for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (*from, *to))) {
                for kind in [MoveKind::Plain, MoveKind::Castle, MoveKind::EnPassant] {
                    let mv = Move { from, to, promotion, kind };
                    assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv:?} in {position:?}");
                }
            }
        }
    });
}
