//! What holds for every position of games played at random, in each variant and each notation of the registries.

mod naive;
mod seed;

use scoresheet_core::error::Code;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{self, Claim, Last, Validation};
use scoresheet_core::position::{self, fen};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Kind, Move, Position, Square};
use seed::walk;
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
                if spec.limits.is_none() {
                    assert_eq!(read, Ok(mv), "{}: `{shown}` in {before:?}", spec.id);
                    assert!(is_new, "{}: `{shown}` stands for two moves in {before:?}", spec.id);
                }
            }
        });
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
        for style in
            en_passant.into_iter().flat_map(|en_passant| castling.map(|castling| fen::Style { en_passant, castling }))
        {
            let text = fen::write(position, style);
            let (read, notes) =
                fen::read(text.as_bytes(), Some(position.rules())).expect("what was written can be read");
            assert_eq!(notes, [], "{text}");
            assert_eq!(fen::write(&read, style), text);
            // The square that nobody can take on is left out in one style, and is then all that is lost.
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
            let notes = read.notes.iter().filter(|note| read.fields.turn.is_some() || **note != assumed[1]);
            assert_eq!(notes.filter(|note| **note != assumed[0]).next(), None, "{position:?}");
        });
    }
}

#[test]
fn what_a_position_notation_says_is_what_stands_there() {
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
fn checks_and_moves_are_those_of_the_slow_rules() {
    walk(6, GAMES, LONGEST, |position| {
        let board = naive::board(position);
        assert_eq!(position.is_check(), naive::in_check(&board, position.turn()), "{position:?}");
        assert!(!naive::in_check(&board, position.turn().other()), "{position:?}: the move before was not legal");
        let all = position.legal_moves();
        let plain = |mv: &&Move| mv.kind == Kind::Plain;
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
fn a_move_is_legal_where_it_is_listed() {
    let squares: Vec<_> = (0..64).filter_map(scoresheet_core::rules::Square::new).collect();
    walk(7, 1, 60, |position| {
        let listed = position.legal_moves();
        let promotions = [None].into_iter().chain(scoresheet_core::rules::Role::ALL.map(Some));
        for promotion in promotions {
            for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (*from, *to))) {
                for kind in [Kind::Plain, Kind::Castle, Kind::EnPassant] {
                    let mv = Move { from, to, promotion, kind };
                    assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv:?} in {position:?}");
                }
            }
        }
    });
}
