//! Every set of rules that is played, named and mixed at random, compared with the naive rules move by move.

use crate::naive::{Chessboard, End};
use crate::seed::{Seed, any_played_rules};
use scoresheet_core::notation::{self, Last, Validation};
use scoresheet_core::position::fen;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{
    self, Color, Hand, Move, MoveKind, Outcome, PackedMove, PackedReplay, Piece, Position, PositionParts, Role, Rules,
    Square,
};
use std::collections::{BTreeMap, BTreeSet};

/// How much is tried.
struct Effort {
    /// Sets of rules beside the named ones.
    mixtures: usize,
    games: usize,
    longest: usize,
    boards: usize,
}

const USUAL: Effort = Effort { mixtures: 60, games: 2, longest: 50, boards: 24 };
const LONG: Effort = Effort { mixtures: 400, games: 4, longest: 100, boards: 100 };

/// What was seen, so that a test knows that it has tried something.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    moves: usize,
    kinds: BTreeMap<String, usize>,
    ends: BTreeMap<&'static str, usize>,
}

/// Mixtures in which one rule affects another.
const MIXED: [&str; 11] = [
    "N-A",
    "N-B+10",
    "N-I",
    "N+11,17",
    "N+12,18",
    "N+17,18",
    "N+17,19",
    "N+18,1H",
    "N-F,G+14",
    "N-L,M+13,16,17",
    "N-F,G,L,M+13,14,15,16",
];

/// The named rules, with Chess960 too, and mixtures.
fn sets(seed: &mut Seed, mixtures: usize) -> BTreeSet<String> {
    let free = rules::NAMED.iter().map(|named| named.rules.with_free_castling());
    let named = rules::NAMED.iter().map(|named| named.rules).chain(free.filter(|rules| rules.is_played().is_ok()));
    let mut sets: BTreeSet<String> = named.map(Rules::code).chain(MIXED.map(String::from)).collect();
    let least = sets.len() + mixtures;
    while sets.len() < least {
        sets.insert(any_played_rules(seed).code());
    }
    sets
}

fn has(rules: Rules, code: &str) -> bool {
    rules.has(u32::from_str_radix(code, 36).expect("a code is a number with 36 digits"))
}

fn rules_of(code: &str) -> Rules {
    let set = scoresheet_core::dialect::vgn::rules::RuleSet::read(code).expect("a code");
    Rules::played_of(set.numbers().collect::<Vec<_>>()).unwrap_or_else(|number| panic!("{code}: {number}"))
}

/// Where a game starts: as it usually does, or for Chess960 from an array that no rule has chosen.
fn start(seed: &mut Seed, rules: Rules) -> Position {
    let start = Position::start_of(rules);
    if !rules.free_castling() || rules.has_own_start() {
        return start;
    }
    let mut array = *b"QNNBBRKR";
    for place in 0..5 {
        array.swap(place, seed.below(8));
    }
    // King between rooks.
    let mut order = b"RKR".iter();
    for piece in array.iter_mut().filter(|piece| b"RK".contains(piece)) {
        *piece = *order.next().expect("three of them");
    }
    let mut parts = PositionParts { castling: start.castling(), ..PositionParts::empty(rules) };
    for square in (0..64).map(Square::masked) {
        parts.pieces[square.index()] = start.piece_at(square);
        if let Some(piece) = parts.pieces[square.index()].filter(|piece| piece.role != Role::Pawn) {
            let role = Role::from_letter(array[usize::from(square.file())]).expect("a piece");
            parts.pieces[square.index()] = Some(Piece { role, ..piece });
        }
    }
    let is_rook = |square: &Square| parts.pieces[square.index()].is_some_and(|piece| piece.role == Role::Rook);
    parts.castling = (0..64).map(Square::masked).filter(is_rook).fold(0, |set, square| set | square.bit());
    Position::assemble(&parts)
}

/// A random board that a game by the rules could have: the right number of kings, and no side in check that may not be.
fn any_board(seed: &mut Seed, rules: Rules) -> Option<Position> {
    let mut parts = PositionParts { turn: *seed.pick(&[Color::White, Color::Black]), ..PositionParts::empty(rules) };
    let common = has(rules, "14");
    let most = *seed.pick(&[6, 14, 40]);
    for _ in 0..seed.below(most) {
        let (square, color) = (Square::masked(seed.byte()), *seed.pick(&[Color::White, Color::Black]));
        let role = *seed.pick(if common { &Role::ALL } else { &Role::ALL[..5] });
        let first = if has(rules, "18") && color == Color::White { 0 } else { 1 };
        let is_out = role == Role::Pawn && (has(rules, "19") || square.rank() == 7 || square.rank() < first);
        parts.pieces[square.index()] = Some(Piece { color, role }).filter(|_| !is_out);
    }
    for color in [Color::White, Color::Black] {
        let needs = !common && (!has(rules, "18") || color == Color::Black);
        // On its own back rank it may castle.
        let home = Square::at(seed.byte(), color.back_rank());
        let at = if seed.below(3) == 0 { home } else { Square::masked(seed.byte()) };
        if needs {
            let free = (0..64)
                .map(|more| Square::masked(at.number() + more))
                .find(|at| parts.pieces[at.index()].is_none_or(|piece| piece.role != Role::King))?;
            parts.pieces[free.index()] = Some(Piece { color, role: Role::King });
            for file in [seed.below(8), seed.below(8)] {
                let rook = Square::at(file as u8, free.rank());
                let is_king = parts.pieces[rook.index()].is_some_and(|piece| piece.role == Role::King);
                if free.rank() == color.back_rank() && !is_king && seed.below(2) == 0 {
                    parts.pieces[rook.index()] = Some(Piece { color, role: Role::Rook });
                }
            }
        }
    }
    for color in [Color::White, Color::Black] {
        for role in Hand::ROLES.into_iter().filter(|role| *role != Role::Pawn || !has(rules, "19")) {
            parts.hand = parts.hand.with(Piece { color, role }, seed.below(3).saturating_sub(1) as u32);
        }
    }
    parts.promoted = (0..64).map(Square::masked).fold(0, |set, square| {
        let fits = parts.pieces[square.index()].is_some_and(|piece| !matches!(piece.role, Role::Pawn | Role::King));
        if fits && seed.below(4) == 0 { set | square.bit() } else { set }
    });
    parts.checks = [seed.below(3) as u8 + 1, seed.below(3) as u8 + 1];
    (parts.halfmove, parts.fullmove) = (seed.below(120) as u32, seed.below(200) as u32 + 1);
    let bare = Position::assemble(&parts);
    parts.castling = any_rights(seed, &bare);
    let passed: Vec<Square> = (0..64).map(Square::masked).filter(|to| may_have_passed(&bare, *to)).collect();
    if !passed.is_empty() && has(rules, "7") {
        parts.passed = Some(*seed.pick(&passed)).filter(|_| seed.below(4) > 0);
    }
    let position = Position::assemble(&parts);
    let board = Chessboard::of(&position);
    let (us, them) = (position.turn(), position.turn().other());
    let is_odd = board.is_check(them) || has(rules, "1K") && board.is_check(us);
    Some(position).filter(|_| !is_odd)
}

/// Rights with the rooks beside a king at home, at most one a side.
fn any_rights(seed: &mut Seed, bare: &Position) -> u64 {
    let mut rights = 0;
    for color in [Color::White, Color::Black] {
        let Some(king) = bare.king(color).filter(|king| king.rank() == color.back_rank()) else { continue };
        let on_rank = (0..8).map(|file| Square::at(file, color.back_rank()));
        let rook = Some(Piece { color, role: Role::Rook });
        let rooks = on_rank.filter(|at| bare.piece_at(*at) == rook && bare.promoted() & at.bit() == 0);
        let free = bare.rules().free_castling();
        let usual = |rook: &Square| king.file() == 4 && matches!(rook.file(), 0 | 7);
        let (right, left): (Vec<Square>, Vec<Square>) =
            rooks.filter(|rook| free || usual(rook)).partition(|rook| *rook > king);
        let kinds = [(right, "A"), (left, "B")].into_iter().filter(|(_, code)| has(bare.rules(), code));
        for (rooks, _) in kinds.filter(|(rooks, _)| !rooks.is_empty() && !has(bare.rules(), "14")) {
            rights |= if seed.below(4) > 0 { seed.pick(&rooks).bit() } else { 0 };
        }
    }
    rights
}

/// Whether the last move can have been a double step over a square.
fn may_have_passed(bare: &Position, to: Square) -> bool {
    let them = bare.turn().other();
    let (home, forward) = if them == Color::White { (1, 1i8) } else { (6, -1) };
    let beside = |ranks: i8| {
        to.rank().checked_add_signed(ranks).filter(|rank| *rank < 8).map(|rank| Square::at(to.file(), rank))
    };
    let (Some(from), Some(stands)) = (beside(-forward), beside(forward)) else { return false };
    let pawn = Piece { color: them, role: Role::Pawn };
    (from.rank() == home || has(bare.rules(), "1H"))
        && bare.piece_at(stands) == Some(pawn)
        && bare.piece_at(from).is_none()
        && bare.piece_at(to).is_none()
}

/// A unique value for each move, to compare sets.
fn told(moves: &[Move]) -> Vec<String> {
    let mut told: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    told.sort();
    told
}

fn shown(position: &Position) -> String {
    format!("{} {position:?}", position.rules().code())
}

/// Compares legal moves, check and end.
fn compare_position(position: &Position, board: &Chessboard, seen: &mut Seen) -> Vec<Move> {
    let moves = position.legal_moves();
    assert_eq!(told(&moves), told(&board.legal_moves()), "{}", shown(position));
    for color in [Color::White, Color::Black] {
        assert_eq!(position.king_attacked(color), board.is_check(color), "{}", shown(position));
    }
    assert_eq!(position.is_check(), board.is_check(position.turn()), "{}", shown(position));
    let end: Option<End> = board.end();
    assert_eq!(position.end(), end, "{}", shown(position));
    let by_outcome = Outcome::on_board(position).map(|outcome| (outcome, outcome.winner(position)));
    assert_eq!(by_outcome, end, "{}", shown(position));
    seen.positions += 1;
    if let Some((outcome, _)) = end {
        *seen.ends.entry(outcome.id()).or_default() += 1;
    }
    moves
}

/// All properties of a position.
fn every_bit(position: &Position) -> impl PartialEq + std::fmt::Debug {
    let alarms = (position.is_check(), position.is_over(), position.end(), position.has_two_kings());
    (Chessboard::of(position), position.bitboards(), position.letters(), alarms)
}

/// Plays each legal move and takes it back; packs, replays, writes and reads it.
fn compare_moves(position: &Position, board: &Chessboard, moves: &[Move], seen: &mut Seen) {
    let mut now = position.clone();
    for mv in moves {
        let place = || format!("{mv:?} in {}", shown(position));
        let undo = now.play_unchecked(*mv);
        assert_eq!(Chessboard::of(&now), board.after(*mv), "{}", place());
        assert_eq!(Key::of(position).play(&undo, &now), Key::of(&now), "{}", place());
        let packed = PackedMove::of(*mv);
        assert_eq!(packed.unpack(position), Some(*mv), "{}", place());
        let mut replay = PackedReplay::new(position);
        assert!(replay.play(packed), "{}", place());
        assert_eq!(every_bit(&replay.position()), every_bit(&now), "{}", place());
        now.take_back(&undo);
        assert_eq!(every_bit(&now), every_bit(position), "{}", place());
        let kind = if mv.kind == MoveKind::Plain && mv.promotion.is_some() { "Promotion" } else { "" };
        *seen.kinds.entry(format!("{:?}{kind}", mv.kind)).or_default() += 1;
        seen.moves += 1;
    }
}

/// Writes each move in SAN and UCI, and reads it back.
fn compare_texts(position: &Position, moves: &[Move]) {
    for id in ["san", "uci"] {
        let notation = notation::find(id).expect("listed");
        let mut texts = BTreeSet::new();
        for mv in moves {
            let mut text = Vec::new();
            notation.write(position, *mv, Last::No, &mut text).expect("every legal move has a text");
            let named = notation.read(position, &text, Validation::Full);
            let place = || format!("{id}: `{}` for {mv:?} in {}", notation.shown(&text), shown(position));
            let named = named.unwrap_or_else(|error| panic!("{}: {error:?}", place()));
            assert_eq!((named.mv, named.notes.iter().count()), (*mv, 0), "{}", place());
            let after = position.after(*mv);
            assert!(named.claim.fits_mark(&after) && named.claim.fits_board(&after), "{}", place());
            assert!(texts.insert(text.clone()), "{} stands for another move, too", place());
        }
    }
}

/// The FEN is that of the naive rules, and is read back.
fn compare_fen(position: &Position, board: &Chessboard) {
    let text = fen::write(position, fen::Style::default());
    assert_eq!(text, board.fen(), "{}", shown(position));
    let read = fen::read_any(text.as_bytes(), position.rules());
    let again = read.unwrap_or_else(|error| panic!("{error}: {}", shown(position)));
    assert_eq!(again, *position, "{}", shown(position));
    assert_eq!(again.legal_moves(), position.legal_moves(), "{}", shown(position));
}

/// Seen from the other side of the board, the same is legal.
fn compare_mirrored(position: &Position, moves: &[Move]) {
    if position.rules().has_own_start() {
        return;
    }
    let across = |square: Square| Square::masked(square.number() ^ 56);
    let mirrored: Vec<Move> = moves.iter().map(|mv| Move { from: across(mv.from), to: across(mv.to), ..*mv }).collect();
    assert_eq!(told(&position.mirror().legal_moves()), told(&mirrored), "{}", shown(position));
}

/// The results of [`Position::is_legal`] for any move at all. After an end they are as if there had been none.
fn compare_every_move(position: &Position, board: &Chessboard) {
    let squares = || (0..64).map(Square::masked);
    let mut expected = board.moves();
    expected.retain(|mv| !mv.is_drop());
    expected.extend(board.possible_drops());
    let expected: BTreeSet<String> = told(&expected).into_iter().collect();
    for promotion in [None].into_iter().chain(Role::ALL.map(Some)) {
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for kind in [MoveKind::Plain, MoveKind::Castle, MoveKind::EnPassant, MoveKind::Drop] {
                let mv = Move { from, to, promotion, kind };
                if position.is_legal(mv) || expected.contains(&format!("{mv:?}")) {
                    assert!(
                        position.is_legal(mv) && expected.contains(&format!("{mv:?}")),
                        "{mv:?} {}",
                        shown(position)
                    );
                }
            }
        }
    }
}

/// A game leads only to positions that are read without a word.
fn compare_strictly_read(position: &Position) {
    let text = fen::write(position, fen::Style::default());
    let read = fen::read(text.as_bytes(), Some(position.rules()));
    let (again, notes) = read.unwrap_or_else(|error| panic!("{error}: {}", shown(position)));
    assert_eq!((&again, &notes[..]), (position, &[][..]), "{}", shown(position));
}

fn compare(position: &Position, seen: &mut Seen) -> Vec<Move> {
    let board = Chessboard::of(position);
    let moves = compare_position(position, &board, seen);
    compare_moves(position, &board, &moves, seen);
    compare_texts(position, &moves);
    compare_fen(position, &board);
    compare_mirrored(position, &moves);
    moves
}

/// A move for a game that shall not only shuffle: captures and other special moves more often than by chance.
fn choose(seed: &mut Seed, position: &Position, moves: &[Move]) -> Move {
    let mut chosen = *seed.pick(moves);
    for _ in 0..seed.below(4) {
        let is_lively = position.is_capture(chosen) || chosen.promotion.is_some() || chosen.kind != MoveKind::Plain;
        chosen = if is_lively { chosen } else { *seed.pick(moves) };
    }
    chosen
}

fn compare_all(effort: &Effort) {
    let mut seed = Seed(20);
    let mut seen = Seen::default();
    let sets = sets(&mut seed, effort.mixtures);
    for code in &sets {
        let rules = rules_of(code);
        for _ in 0..effort.games {
            let mut position = start(&mut seed, rules);
            for _ in 0..effort.longest {
                let moves = compare(&position, &mut seen);
                compare_strictly_read(&position);
                if moves.is_empty() {
                    break;
                }
                let mv = choose(&mut seed, &position, &moves);
                position = position.after(mv);
            }
        }
        for round in 0..effort.boards {
            let Some(position) = any_board(&mut seed, rules) else { continue };
            compare(&position, &mut seen);
            if round % 8 == 0 {
                compare_every_move(&position, &Chessboard::of(&position));
            }
        }
    }
    println!("{} sets of rules, {seen:?}", sets.len());
    assert!(seen.moves > 1000 * sets.len(), "{seen:?}");
    let ends = Outcome::ON_BOARD.into_iter().filter(|end| !seen.ends.contains_key(end.id())).collect::<Vec<_>>();
    assert!(ends.is_empty(), "no game ended so: {ends:?}");
    for kind in ["Castle", "Drop", "EnPassant", "Plain", "PlainPromotion"] {
        assert!(seen.kinds.get(kind).is_some_and(|count| *count >= 20), "{seen:?}");
    }
}

#[test]
fn all_rules_match_the_naive_ones() {
    compare_all(&USUAL);
}

#[test]
#[ignore = "long: make test-long"]
fn all_rules_match_the_naive_ones_in_many_games() {
    compare_all(&LONG);
}
