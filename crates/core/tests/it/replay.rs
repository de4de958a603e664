//! Packed moves, and replaying them: the same positions as playing the moves, and no harm from other bits.

use crate::seed::{Seed, walk};
use scoresheet_core::position::fen;
use scoresheet_core::read::Ply;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, Move, MoveKind, PackedMove, PackedReplay, Position, Role, Square};

fn packed(position: &Position, mv: Move) -> PackedMove {
    let mut after = position.clone();
    let undo = after.play_unchecked(mv);
    Ply::played(&undo, &after).packed()
}

/// Every legal move, and the null move if it is legal.
fn moves(position: &Position) -> Vec<Move> {
    let null = Some(position.null_move()).filter(|null| position.is_legal(*null));
    position.legal_moves().into_iter().chain(null).collect()
}

fn same(found: &Position, expected: &Position) {
    assert_eq!(found, expected);
    assert_eq!((found.passed(), found.is_check()), (expected.passed(), expected.is_check()), "{expected:?}");
    assert_eq!(found.has_two_kings(), expected.has_two_kings());
}

#[test]
fn every_legal_move_is_packed_unpacked_and_replayed() {
    let mut count = 0;
    walk(1, 6, 120, |before| {
        for mv in moves(before) {
            let word = packed(before, mv);
            assert_eq!(word.unpack(before), Some(mv), "{mv:?} in {before:?}");
            let mut replay = PackedReplay::new(before);
            assert!(replay.play(word), "{mv:?} in {before:?}");
            let after = before.after(mv);
            same(&replay.position(), &after);
            assert_eq!(Key::of(before).play(replay.undo(), replay.board()), Key::of(&after), "{mv:?} in {before:?}");
            count += 1;
        }
    });
    assert!(count > 100_000, "{count}");
}

#[test]
fn whole_games_are_replayed() {
    let mut seed = Seed(7);
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        let start = fen::parse(text).expect("a FEN");
        let mut replay = PackedReplay::new(&Position::start());
        for _ in 0..40 {
            replay.restart(&start);
            let mut position = start.clone();
            for _ in 0..150 {
                let moves = moves(&position);
                if moves.is_empty() {
                    break;
                }
                let mv = *seed.pick(&moves);
                assert!(replay.play(packed(&position, mv)));
                position = position.after(mv);
                same(&replay.position(), &position);
            }
        }
    }
}

/// The pieces by square are those of the sets, and both kings are there.
fn is_sound(position: &Position) {
    for square in (0..64).map(Square::masked) {
        let piece = position.piece_at(square);
        let sides = [Color::White, Color::Black].map(|color| position.color(color) & square.bit() != 0);
        assert_eq!(sides, [Color::White, Color::Black].map(|color| piece.is_some_and(|piece| piece.color == color)));
        for role in (1..=6).filter_map(Role::from_number) {
            let stands = position.role(role) & square.bit() != 0;
            assert_eq!(stands, piece.is_some_and(|piece| piece.role == role), "{square} of {position:?}");
        }
    }
    assert!(position.has_two_kings(), "{position:?}");
}

#[test]
fn random_bits_do_no_harm() {
    let (mut seed, mut played) = (Seed(11), 0);
    for _ in 0..300 {
        let mut replay = PackedReplay::new(&Position::start());
        for _ in 0..2000 {
            let word = PackedMove(u16::from(seed.byte()) << 8 | u16::from(seed.byte()));
            let before = replay.board().clone();
            if replay.play(word) {
                played += 1;
            } else {
                assert!(before == *replay.board(), "a refused move changes nothing");
            }
        }
        is_sound(&replay.position());
    }
    assert!(played > 5_000, "{played}");
}

#[test]
fn words_that_no_piece_could_play_are_refused() {
    let start = Position::start();
    for (from, to, promotion, castles) in [
        (28, 36, 0, false), // an empty square
        (52, 36, 0, false), // Black's pawn
        (0, 8, 0, false),   // onto an own pawn
        (12, 28, 5, false), // a promotion on the fourth rank
        (12, 28, 7, false), // to no role
        (4, 6, 0, true),    // the rook's square is taken
        (12, 14, 0, true),  // a pawn does not castle
    ] {
        let word = PackedMove::new(Square::masked(from), Square::masked(to), promotion, castles);
        assert!(!PackedReplay::new(&start).play(word), "{word:?}");
    }
    assert_eq!(
        PackedMove::new(Square::masked(4), Square::masked(6), 0, true).unpack(&Position::empty(start.rules())),
        None
    );
    let every = (0..=u16::MAX).filter_map(|word| PackedMove(word).unpack(&start));
    for mv in every.filter(|mv| start.is_legal(*mv) && mv.kind != MoveKind::Null) {
        assert!(start.legal_moves().contains(&mv), "{mv:?}");
    }
}
