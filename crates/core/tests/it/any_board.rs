//! Boards that no game has, under all rules: no king or many, pawns anywhere, rights, squares and hands at random. Nothing
//! fails on them.

use crate::seed::{Seed, any_played_rules};
use scoresheet_core::notation::{self, Claim, Last, Validation, language, san};
use scoresheet_core::position::{self, fen};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{
    Color, Hand, Move, MoveKind, PackedMove, PackedReplay, Piece, Position, PositionParts, Role, Square, perft,
};

/// A board with up to `most` pieces.
fn any_board(seed: &mut Seed, most: usize) -> Position {
    let mut pieces = [None; 64];
    for _ in 0..seed.below(most + 1) {
        let color = *seed.pick(&[Color::White, Color::Black]);
        pieces[seed.below(64)] = Some(Piece { color, role: *seed.pick(&Role::ALL) });
    }
    let castling = (0..seed.below(9)).fold(0, |rights, _| rights | any_square(seed).bit());
    Position::assemble(&PositionParts {
        pieces,
        turn: *seed.pick(&[Color::White, Color::Black]),
        castling,
        passed: Some(any_square(seed)).filter(|_| seed.below(2) == 0),
        halfmove: *seed.pick(&[0, 1, 99, 99_999, u32::MAX]),
        fullmove: *seed.pick(&[0, 1, 99_999, u32::MAX]),
        hand: any_hand(seed),
        promoted: (0..seed.below(9)).fold(0, |marks, _| marks | any_square(seed).bit()),
        checks: [seed.below(5) as u8, seed.below(5) as u8],
        rules: any_played_rules(seed),
    })
}

/// A few pieces, or as many as there can be. Rules without drops forget them.
fn any_hand(seed: &mut Seed) -> Hand {
    let mut hand = Hand::default();
    for role in Role::ALL {
        for color in [Color::White, Color::Black] {
            hand = hand.with(Piece { color, role }, *seed.pick(&[0, 0, 0, 1, 2, Hand::MOST, u32::MAX]));
        }
    }
    hand
}

fn any_square(seed: &mut Seed) -> Square {
    Square::masked(seed.byte())
}

/// A move, legal or not.
fn any_move(seed: &mut Seed) -> Move {
    Move {
        from: any_square(seed),
        to: any_square(seed),
        promotion: Some(*seed.pick(&Role::ALL)).filter(|_| seed.below(4) == 0),
        kind: *seed.pick(&[
            MoveKind::Plain,
            MoveKind::Plain,
            MoveKind::Castle,
            MoveKind::EnPassant,
            MoveKind::Null,
            MoveKind::Drop,
        ]),
    }
}

/// Boards nearly empty, half full and full.
fn boards(seed: u64, each: usize, mut see: impl FnMut(&Position, &mut Seed)) {
    let mut seed = Seed(seed);
    for most in [3, 8, 32, 64, 300] {
        for _ in 0..each {
            let board = any_board(&mut seed, most);
            see(&board, &mut seed);
        }
    }
}

/// Calls every method that works on any board.
fn ask(board: &Position) {
    let _ = (board.is_mate(), board.is_stalemate(), board.is_insufficient_material(), board.has_legal_en_passant());
    let _ = (Key::of(board).polyglot(), Key::of(board).repetition(board), board.end(), board.mirror(), board.flip());
    assert_eq!(board.is_check(), board.king_attacked(board.turn()));
}

#[test]
fn every_question_has_an_answer() {
    boards(1, 2000, |board, _| {
        ask(board);
        // If pieces come from another board, a drop may save a game that has no other move.
        let comes = board.rules().drops_from_elsewhere();
        let is_listed = !board.legal_moves().is_empty();
        assert!(if comes { board.has_legal_move() >= is_listed } else { board.has_legal_move() == is_listed });
        assert!(perft(board, 2) < 400_000);
    });
}

#[test]
fn legal_moves_are_played_and_taken_back() {
    boards(2, 500, |board, _| {
        for mv in board.legal_moves() {
            let mut after = board.clone();
            let undo = after.play_unchecked(mv);
            assert!(board.is_legal(mv), "{mv:?} in {board:?}");
            // A win by explosion has no other condition.
            assert!(after.is_over() || !after.king_attacked(board.turn()), "{mv:?} in {board:?}");
            assert_eq!(Key::of(board).play(&undo, &after), Key::of(&after), "{mv:?} in {board:?}");
            after.take_back(&undo);
            assert_eq!(after, *board, "{mv:?} taken back");
        }
    });
}

#[test]
fn moves_that_are_not_legal_can_be_played_too() {
    boards(3, 1000, |board, seed| {
        let mut position = board.clone();
        for _ in 0..20 {
            let mv = any_move(seed);
            if position.is_legal(mv) {
                // Moves continue after an end, and any piece may come from another board.
                let is_listed = mv.kind != MoveKind::Null
                    && !position.is_over()
                    && !(mv.is_drop() && position.rules().drops_from_elsewhere());
                assert!(!is_listed || position.legal_moves().contains(&mv), "{mv:?} in {position:?}");
            }
            let (key, before) = (Key::of(&position), position.clone());
            let undo = position.play_unchecked(mv);
            let _ = (undo.captured(), undo.role());
            assert_eq!(key.play(&undo, &position), Key::of(&position), "{mv:?} in {before:?}");
            ask(&position);
            let mut back = position.clone();
            back.take_back(&undo);
            assert_eq!(back, before, "{mv:?} taken back");
        }
    });
}

#[test]
fn any_bits_are_replayed_or_refused() {
    boards(6, 500, |board, seed| {
        let mut replay = PackedReplay::new(board);
        for _ in 0..100 {
            let packed = PackedMove(u16::from(seed.byte()) << 8 | u16::from(seed.byte()));
            let before = replay.position();
            if !replay.play(packed) {
                assert_eq!(replay.position(), before, "{packed:?} is refused in {before:?}");
            }
            ask(&replay.position());
        }
    });
}

#[test]
fn every_notation_writes_and_reads_there() {
    boards(4, 300, |board, seed| {
        let mut moves = board.legal_moves();
        moves.extend((0..4).map(|_| any_move(seed)));
        for notation in notation::ALL {
            for mv in &moves {
                let mut text = Vec::new();
                let _ = notation.write(board, *mv, Last::No, &mut text);
                if let Ok(named) = notation.read(board, &text, Validation::Full) {
                    assert!(board.is_legal(named.mv), "{:?} in {board:?}", named.mv);
                }
            }
        }
        for text in ["O-O", "Kg1", "e8", "exd6", "RxQ", "Nd2"] {
            if let Err(error) = san::read(board, text.as_bytes(), &language::ENGLISH) {
                assert!(san::explain(board, text, error, &language::ENGLISH).contains(text));
            }
        }
    });
}

#[test]
fn every_position_notation_writes_them_and_fen_reads_them_back() {
    boards(5, 2000, |board, _| {
        for notation in position::ALL {
            let mut text = Vec::new();
            notation.write(board, Claim::Any, &mut text);
            // No game continues when no checks remain.
            let checks = board.checks_remaining() != Some([0, 0]);
            let counts = (board.halfmove() <= 99_999 && checks, (1..=99_999).contains(&board.fullmove()));
            for validation in [Validation::Off, Validation::Basic] {
                let read = notation.read(&text, Some(board.rules()), validation);
                let squares =
                    |board: &Position| (0..64).map(|at| board.piece_at(Square::masked(at))).collect::<Vec<_>>();
                match read {
                    Ok(read) => assert_eq!(squares(&read.position), squares(board)),
                    Err(error) => assert_ne!(counts, (true, true), "{}: {error} in {board:?}", notation.spec().id),
                }
            }
            let _ = notation.read(&text, None, Validation::Full);
        }
        let style = fen::Style { castling: fen::Castling::Shredder, ..fen::Style::EXACT };
        let text = fen::write(board, style);
        let checks = board.checks_remaining() != Some([0, 0]);
        if board.halfmove() <= 99_999 && (1..=99_999).contains(&board.fullmove()) && checks {
            let read = fen::read_any(text.as_bytes(), board.rules()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, *board, "{text}");
        }
    });
}
