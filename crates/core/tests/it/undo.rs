//! Moves taken back by their texts alone.

use crate::seed::{Seed, any_rules, walk};
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::fcn::{FCN, FCN_1_0, Fcn};
use scoresheet_core::notation::{self, Earlier, Last, MoveError, MoveNotation, NoText, ReversibleNotation, Validation};
use scoresheet_core::position::fen::{self, Style};
use scoresheet_core::rules::{
    Color, Move, MoveKind, Piece, Position, PositionParts, Role, Rules, Square, king_destination, rook_destination,
};

const LASTS: [Last; 4] = [Last::No, Last::Open, Last::Won, Last::Drawn];

fn any_square(seed: &mut Seed) -> Square {
    Square::masked(seed.byte())
}

/// A move of the board's pieces, legal or not: most of them by what is to move.
fn any_move(seed: &mut Seed, before: &Position) -> Move {
    let mut from = any_square(seed);
    for _ in 0..seed.below(40) {
        if before.color(before.turn()) & from.bit() != 0 {
            break;
        }
        from = any_square(seed);
    }
    let to = before.passed().filter(|_| seed.below(4) == 0).unwrap_or_else(|| any_square(seed));
    let promotion = Some(*seed.pick(&Role::PROMOTIONS)).filter(|_| seed.below(6) == 0);
    Move { from, to, promotion, kind: MoveKind::Plain }
}

/// What the text of a move does not show of the pieces before it.
fn untold(before: &Position, mv: Move) -> Vec<(Square, Option<Piece>)> {
    let stands = |square: Square| (square, before.piece_at(square));
    match mv.kind {
        MoveKind::Castle => {
            let ends = [king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to)];
            [mv.from, mv.to].into_iter().chain(ends).map(stands).filter(|(_, piece)| piece.is_some()).collect()
        }
        // Own pieces are not distinguished from those of the other side.
        MoveKind::Plain => {
            let of = |square| before.piece_at(square).map(|piece| piece.color);
            if of(mv.to) == of(mv.from) { Vec::from([stands(mv.to)]) } else { Vec::new() }
        }
        MoveKind::EnPassant | MoveKind::Null | MoveKind::Drop => Vec::new(),
    }
}

/// Takes a move back by its text; `false` if the notation has no text for it.
fn comes_back(fcn: &Fcn, before: &Position, asked: Move, last: Last) -> bool {
    let mut text = Vec::new();
    let written = fcn.write(before, asked, last, &mut text);
    let Ok(named) = written.map(|()| fcn.read(before, &text, Validation::Off)) else { return false };
    // Without what makes it one, castling or capturing en passant is another move or none.
    let Some(mv) = named.ok().map(|named| named.mv) else { return false };
    let mut again = Vec::new();
    if fcn.write(before, mv, last, &mut again).is_err() || again != text {
        return false;
    }
    let after = before.after(mv);
    let shown = format!("`{}` in {before:?}", String::from_utf8_lossy(&text));
    let pieces = untold(before, mv);
    let earlier = Earlier {
        castling: Some(before.castling()),
        passed: before.passed(),
        halfmove: Some(before.halfmove()),
        pieces: &pieces,
    };
    let back = fcn.undo(&after, &text, &earlier, Validation::Off).unwrap_or_else(|error| panic!("{error:?}: {shown}"));
    assert_eq!(back, *before, "{shown}");
    assert_eq!((back.passed(), back.letters()), (before.passed(), before.letters()), "{shown}");
    if !before.is_legal(mv) {
        return true;
    }
    // The text of a legal move alone gives the board, except for where king and rook castled from in Chess960.
    let told =
        if before.rules().free_castling() && mv.kind == MoveKind::Castle { &earlier } else { &Earlier::default() };
    let back = fcn.undo(&after, &text, told, Validation::Full).unwrap_or_else(|error| panic!("{error:?}: {shown}"));
    assert_eq!(back.letters(), before.letters(), "{shown}");
    assert_eq!((back.turn(), back.fullmove()), (before.turn(), before.fullmove()), "{shown}");
    assert_eq!(back.castling() & after.castling(), after.castling(), "{shown}");
    assert_eq!(back.castling() & !before.castling(), 0, "{shown}");
    assert!(mv.kind != MoveKind::Castle || back.castling() & mv.to.bit() != 0, "{shown}");
    assert!(mv.kind != MoveKind::EnPassant || back.passed() == Some(mv.to), "{shown}");
    assert!(after.halfmove() == 0 || back.halfmove() == before.halfmove(), "{shown}");
    true
}

#[test]
fn a_hundred_thousand_moves_come_back() {
    let (mut legal, mut odd, mut of_each) = (0, 0, [0; 3]);
    walk(5, 4, 120, |before| {
        let mut seed = Seed(u64::from(before.fullmove()) << 32 | before.occupied() >> 32);
        let moves = before.legal_moves();
        for (index, mv) in moves.iter().enumerate() {
            let last = LASTS[index % LASTS.len()];
            let fcn = if seed.below(4) == 0 { &FCN_1_0 } else { &FCN };
            assert!(comes_back(fcn, before, *mv, last), "{mv:?} in {before:?}");
            legal += 1;
            of_each[0] += u32::from(mv.kind == MoveKind::Castle);
            of_each[1] += u32::from(mv.kind == MoveKind::EnPassant);
            of_each[2] += u32::from(mv.promotion.is_some() && before.is_capture(*mv));
        }
        for _ in 0..16 {
            let mv = any_move(&mut seed, before);
            let last = *seed.pick(&LASTS);
            odd += u32::from(!before.is_legal(mv) && comes_back(&FCN, before, mv, last));
        }
        // Castling without the right to, and through any pieces.
        for (wing, file) in [(0, 0), (1, 7)] {
            let king = before.king(before.turn());
            let rook = Square::at(file, before.turn().back_rank());
            let castles = king.map(|from| Move { from, to: rook, promotion: None, kind: MoveKind::Castle });
            let last = LASTS[wing];
            odd += u32::from(castles.is_some_and(|mv| !before.is_legal(mv) && comes_back(&FCN, before, mv, last)));
        }
    });
    assert!(legal > 100_000 && odd > 50_000, "{legal} legal moves, {odd} others");
    assert!(of_each.iter().all(|count| *count > 10), "{of_each:?}");
}

#[test]
fn moves_on_boards_that_no_game_has_come_back() {
    let (mut seed, mut count) = (Seed(11), 0);
    for round in 0..4000 {
        let mut pieces = [None; 64];
        for _ in 0..seed.below([4, 16, 48, 200][round % 4]) {
            let color = *seed.pick(&[Color::White, Color::Black]);
            pieces[seed.below(64)] = Some(Piece { color, role: *seed.pick(&Role::ALL) });
        }
        let before = Position::assemble(&PositionParts {
            pieces,
            turn: *seed.pick(&[Color::White, Color::Black]),
            castling: u64::MAX,
            passed: Some(any_square(&mut seed)).filter(|_| seed.below(2) == 0),
            halfmove: *seed.pick(&[0, 1, 99]),
            fullmove: *seed.pick(&[1, 99]),
            ..PositionParts::empty(any_rules(&mut seed))
        });
        for _ in 0..20 {
            let mv = any_move(&mut seed, &before);
            let last = *seed.pick(&LASTS);
            count += u32::from(comes_back(&FCN, &before, mv, last));
        }
    }
    assert!(count > 20_000, "{count}");
}

#[test]
fn what_has_no_text_cannot_be_taken_back() {
    let start = Position::start();
    let mut text = Vec::new();
    assert_eq!(FCN.write(&start, start.null_move(), Last::No, &mut text), Err(NoText(LossKind::NullMove)));
    let reversible: Vec<_> =
        notation::ALL.iter().filter(|notation| notation.reversible().is_some()).map(|n| n.spec().id).collect();
    assert_eq!(reversible, ["fcn", "fcn2"]);
}

fn undone(after: &str, text: &str, validation: Validation) -> Result<String, MoveError> {
    let after = fen::read_any(after.as_bytes(), Rules::STANDARD).expect("a FEN");
    let back = FCN.undo(&after, text.as_bytes(), &Earlier::default(), validation);
    back.map(|back| fen::write(&back, Style::EXACT))
}

#[test]
fn what_the_text_contains_is_restored() {
    for (after, text, before) in [
        ("Q3k3/8/8/8/8/8/8/4K3 b - - 0 9", "Ra1-a8xQ", Err("another piece is on its target square")),
        ("R3k3/8/8/8/8/8/8/4K3 b - - 0 9", "Ra1-a8xQ", Ok("q3k3/8/8/8/8/8/8/R3K3 w - - 0 9")),
        ("R3k3/8/8/8/8/8/8/4K3 b - - 7 9", "Ra1-a8+", Ok("4k3/8/8/8/8/8/8/R3K3 w - - 6 9")),
        ("4k3/8/3P4/8/8/8/8/4K3 b - - 0 9", "Pe5-d6en", Ok("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9")),
        ("1N2k3/8/8/8/8/8/8/4K3 b - - 0 9", "Pa7-b8xR=N", Ok("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 9")),
        ("2kr4/8/8/8/8/8/8/4K3 w - - 3 10", "QC#", Ok("r3k3/8/8/8/8/8/8/4K3 b q - 2 9")),
        ("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1", "kc", Ok("4k3/8/8/8/8/8/8/R3K2R w K - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1 1", "Ke7-e8", Ok("8/4k3/8/8/8/8/8/4K3 b - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K3 b - - 1 1", "KC", Err("king and rook are not where castling on that side puts them")),
        ("4k3/8/8/8/8/8/8/4BRK1 b - - 1 1", "KC", Err("king and rook cannot have castled from there")),
        ("4k3/8/8/8/8/8/8/4K3 b - - 1 1", "Ra1-a8", Err("there is no piece on its target square")),
        ("R3k3/8/8/8/8/8/8/B3K3 b - - 1 1", "Ra1-a8", Err("a piece is on its starting square")),
        ("4k3/8/8/8/8/8/8/4K3 b - - 1 1", "Kd8-e8", Err("it moves a piece of the opponent")),
        ("Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "Pa6-a8=Q", Err("illegal")),
        ("4k3/8/8/8/8/8/8/P3K3 b - - 0 1", "Pa2-a1=Q", Err("another piece is on its target square")),
        ("4k3/8/8/8/8/8/8/P3K3 b - - 0 1", "Pa2-a1", Err("illegal")),
        ("4k3/8/3P4/3n4/8/8/8/4K3 b - - 0 9", "Pe5-d6en", Err("a piece is where it captured en passant")),
        ("4k3/8/3P4/8/8/8/8/4K3 b - - 0 9", "Pd5-d6en", Err("there is no pawn to capture en passant")),
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 9", "Pa2-a3", Err("there is no piece on its target square")),
        ("P3k3/8/8/8/8/8/8/4K3 b - - 0 9", "Pa7-a8", Err("it does not name the promotion piece")),
        ("4k3/8/8/8/Q7/8/8/4K3 b - - 0 9", "Pa3-a4=Q", Err("only a pawn on its last rank is promoted")),
        ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 9", "e4", Err("syntax")),
    ] {
        let found = undone(after, text, Validation::Full).map_err(|error| match error {
            MoveError::Forbidden(why) => why,
            MoveError::Syntax { .. } => "syntax",
            _ => "illegal",
        });
        assert_eq!(found, before.map(str::to_owned), "{text} before {after}");
    }
}

#[test]
fn what_it_does_not_contain_is_required() {
    let read = |fen: &str| fen::read_any(fen.as_bytes(), Rules::CHESS960).expect("a FEN");
    let piece = |letter: u8| Piece::from_letter(letter);
    let square = |name: &[u8; 2]| Square::parse(name[0], name[1]).expect("a square");
    let after = read("4k3/8/8/8/8/8/8/5RK1 b - - 1 9");
    // In Chess960, king and rook were on other squares.
    let pieces = [(square(b"b1"), piece(b'K'))];
    let earlier = Earlier { castling: Some(square(b"g1").bit()), pieces: &pieces, ..Earlier::default() };
    let back = FCN.undo(&after, b"KC", &earlier, Validation::Full).expect("it was legal");
    assert_eq!(back, read("4k3/8/8/8/8/8/8/1K4R1 w G - 0 9"));
    let unknown = MoveError::Forbidden("in Chess960 it does not say from where king and rook castled");
    for earlier in [Earlier::default(), Earlier { pieces: &pieces, ..Earlier::default() }] {
        assert_eq!(FCN.undo(&after, b"KC", &earlier, Validation::Full), Err(unknown));
    }
    // An own piece was captured.
    let after = read("4k3/8/8/8/8/8/R7/4K3 b - - 0 9");
    let pieces = [(square(b"a2"), piece(b'P'))];
    let earlier = Earlier { pieces: &pieces, ..Earlier::default() };
    let back = FCN.undo(&after, b"Ra1-a2xP", &earlier, Validation::Basic).expect("it can be played");
    assert_eq!(back, read("4k3/8/8/8/8/8/P7/R3K3 w - - 0 9"));
    let refused = |earlier: Earlier<'_>| FCN.undo(&after, b"Ra1-a2xP", &earlier, Validation::Basic).map(|_| ());
    let nowhere = MoveError::Forbidden("a castling right is of no rook that could castle");
    assert_eq!(refused(Earlier { castling: Some(square(b"h1").bit()), ..Earlier::default() }), Err(nowhere));
    assert_eq!(refused(Earlier { castling: Some(square(b"a1").bit()), ..Earlier::default() }), Ok(()));
    let elsewhere = [(square(b"h5"), piece(b'P'))];
    let other = MoveError::Forbidden("it does not lead to this position");
    assert_eq!(refused(Earlier { pieces: &elsewhere, ..Earlier::default() }), Err(other));
}
