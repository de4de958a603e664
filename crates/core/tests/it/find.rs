//! Random patterns on random games, against a plain reading of the grammar that keeps every ply of a game.

use crate::seed::Seed;
use scoresheet_core::find::{Library, Matcher, Pattern, PatternFacts};
use scoresheet_core::position::fen;
use scoresheet_core::read::Ply;
use scoresheet_core::rules::find as find_rules;
use scoresheet_core::rules::{Color, Move, MoveKind, PackedMove, Position, Role, Square};
use scoresheet_core::step::Termination;

/// A game: its positions, and the moves between them.
struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
    packed: Vec<PackedMove>,
    facts: PatternFacts,
}

fn facts(seed: &mut Seed) -> PatternFacts {
    let mut elo = || (seed.below(4) > 0).then(|| 1000 + seed.below(1000) as u16);
    let (white_elo, black_elo) = (elo(), elo());
    PatternFacts { result: Some(*seed.pick(&Termination::ALL)), white_elo, black_elo }
}

fn game(seed: &mut Seed) -> Game {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 5",
    ];
    let start: &&str = seed.pick(&starts);
    game_from(fen::parse(start).expect("a FEN"), seed)
}

/// A game by other rules than those of chess.
fn game_of_variant(seed: &mut Seed) -> Game {
    let starts = [
        ("crazyhouse", "r1bqk2r/pp2ppbp/2n3p1/8/3pP3/2N2N2/PPP2PPP/R1BQKB1R[Npp] w KQkq - 0 7"),
        ("bughouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QNqn] w KQkq - 0 1"),
        ("atomic", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        ("kingofthehill", "r3k2r/8/8/8/8/3K4/8/R6R w kq - 0 1"),
        ("threecheck", "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 1+2 4 4"),
        ("horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ];
    let (rules, start) = *seed.pick(&starts);
    game_from(fen::read(start.as_bytes(), find_rules(rules)).expect(rules).0, seed)
}

fn game_from(start: Position, seed: &mut Seed) -> Game {
    let mut game = Game { positions: vec![start], moves: Vec::new(), packed: Vec::new(), facts: facts(seed) };
    for _ in 0..120 {
        let before = &game.positions[game.positions.len() - 1];
        let moves = before.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *seed.pick(&moves);
        let mut after = before.clone();
        let undo = after.play_unchecked(mv);
        game.packed.push(Ply::played(&undo, &after).packed());
        game.positions.push(after);
        game.moves.push(mv);
    }
    game
}

/// What a pattern is made of, with its text.
enum Plain {
    Check,
    Mate,
    Stalemate,
    Drop,
    White,
    Ply(u32, u32),
    Move(u32),
    Capture,
    Castles,
    Promotes,
    Knight(Square),
    Stands(Square, Role, Color),
    Pieces(u32),
    Attacked(Role, Square),
    Exact(Box<Position>),
    On(Role, Color, u8),
    Count(Role, Color, u32),
    Imbalance(i32),
    Pawns(&'static str, Color),
    File(u8, &'static str),
    Pinned(Color),
    EnPassant,
    From(Role, u8),
    Gives(Color, i32, u32),
    Result(Termination),
    Elo(Color, u16),
    Difference(u16),
    Not(Box<Plain>),
    And(Box<Plain>, Box<Plain>),
    Or(Box<Plain>, Box<Plain>),
    Then(Box<Plain>, Box<Plain>, Option<u32>),
    For(Box<Plain>, u32),
}

use Plain::{
    And, Attacked, Capture, Castles, Check, Exact, For, Knight, Mate, Not, Or, Pieces, Promotes, Stands, Then, White,
};

fn leaf(seed: &mut Seed, game: &Game) -> Plain {
    let square = Square::masked(seed.below(64) as u8);
    let role = Role::from_number(1 + seed.below(6) as u8).expect("a role");
    let color = if seed.below(2) == 0 { Color::White } else { Color::Black };
    match seed.below(28) {
        0 => Check,
        1 => Mate,
        2 => White,
        3 => {
            let first = seed.below(60) as u32;
            Plain::Ply(first, first + seed.below(40) as u32)
        }
        4 => Plain::Move(1 + seed.below(40) as u32),
        5 => Capture,
        6 => Castles,
        7 => Promotes,
        8 => Knight(square),
        9 => Stands(square, role, if seed.below(2) == 0 { Color::White } else { Color::Black }),
        10 => Pieces(2 + seed.below(30) as u32),
        11 => Attacked(role, square),
        12 => Plain::On(role, color, square.rank()),
        13 => Plain::Count(role, color, seed.below(9) as u32),
        14 => Plain::Imbalance(seed.below(12) as i32 - 6),
        15 | 16 => Plain::Pawns(["isolated", "doubled", "passed"][seed.below(3)], color),
        17 => {
            Plain::File(square.file(), ["open", "half-open", "half-open to white", "half-open to black"][seed.below(4)])
        }
        18 => Plain::Pinned(color),
        19 => Plain::EnPassant,
        20 => Plain::From(role, square.rank()),
        21 => Plain::Gives(color, 1 + seed.below(4) as i32, 1 + seed.below(6) as u32),
        22 => Plain::Result(*seed.pick(&Termination::ALL)),
        23 => Plain::Elo(color, 1000 + seed.below(1000) as u16),
        24 => Plain::Difference(seed.below(600) as u16),
        25 => Plain::Stalemate,
        26 => Plain::Drop,
        // What a FEN contains about en passant captures and hands depends on the rules.
        _ if !game.positions[0].rules().plays_as_chess() => Check,
        _ => Exact(Box::new(seed.pick(&game.positions).clone())),
    }
}

fn plain(seed: &mut Seed, game: &Game, depth: u32) -> Plain {
    if depth == 0 {
        return leaf(seed, game);
    }
    let mut part = || Box::new(plain(seed, game, depth - 1));
    let (one, other) = (part(), part());
    match seed.below(7) {
        0 => *one,
        1 => Not(one),
        2 => And(one, other),
        3 => Or(one, other),
        4 => Then(one, other, None),
        5 => Then(one, other, Some(1 + seed.below(12) as u32)),
        _ => For(one, 1 + seed.below(5) as u32),
    }
}

fn text(plain: &Plain) -> String {
    match plain {
        Check => "check".into(),
        Mate => "mate".into(),
        Plain::Stalemate => "stalemate".into(),
        Plain::Drop => "drop".into(),
        White => "white to move".into(),
        Plain::Ply(first, last) => format!("ply {first}-{last}"),
        Plain::Move(number) => format!("move {number}"),
        Capture => "capture".into(),
        Castles => "castles".into(),
        Promotes => "promotes".into(),
        Knight(square) => format!("move N{square}"),
        Stands(square, role, color) => {
            let letter = role.letter() as char;
            let letter = if *color == Color::White { letter } else { letter.to_ascii_lowercase() };
            let rank = |rank: u8| {
                if rank != square.rank() {
                    return "8".to_owned();
                }
                let digit = |count: u8| if count == 0 { String::new() } else { count.to_string() };
                format!("{}{letter}{}", digit(square.file()), digit(7 - square.file()))
            };
            format!("board {}", (0..8).rev().map(rank).collect::<Vec<_>>().join("/"))
        }
        // At least this many pieces, written as White's pawns.
        Pieces(count) => format!("material at least {}vK", "P".repeat((*count as usize).min(16))),
        Attacked(role, square) => {
            let letter = role.letter() as char;
            format!("[{letter}{}] attacks {square}", letter.to_ascii_lowercase())
        }
        Exact(position) => format!("fen {}", fen::write(position, fen::Style::default())),
        Plain::On(role, color, rank) => format!("{} on {}", letter(*role, *color), rank + 1),
        Plain::Count(role, color, least) => format!("count {} >= {least}", letter(*role, *color)),
        Plain::Imbalance(least) => format!("imbalance >={least}"),
        Plain::Pawns(standing, color) => format!("{standing} {}", letter(Role::Pawn, *color)),
        Plain::File(file, openness) => format!("file {} {openness}", (b'a' + file) as char),
        Plain::Pinned(color) => format!("pin {}", if *color == Color::White { 'A' } else { 'a' }),
        Plain::EnPassant => "en passant".into(),
        Plain::From(role, rank) => {
            format!("[{}{}] moves from {}", letter(*role, Color::White), letter(*role, Color::Black), rank + 1)
        }
        Plain::Gives(color, worth, plies) => format!("{} gives {worth} for {plies} plies", name(*color)),
        Plain::Result(result) => format!("result {}", result.as_str()),
        Plain::Elo(color, least) => format!("{} elo >= {least}", name(*color)),
        Plain::Difference(most) => format!("elo difference <= {most}"),
        Not(one) => format!("not ({})", text(one)),
        And(one, other) => format!("({}) and ({})", text(one), text(other)),
        Or(one, other) => format!("({}) or ({})", text(one), text(other)),
        Then(one, other, None) => format!("({}) then ({})", text(one), text(other)),
        Then(one, other, Some(within)) => format!("({}) then within {within} plies ({})", text(one), text(other)),
        For(one, plies) => format!("({}) for {plies} plies", text(one)),
    }
}

fn letter(role: Role, color: Color) -> char {
    let letter = role.letter() as char;
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "white" } else { "black" }
}

/// The squares, by file and rank, of the pieces of a kind.
fn squares(position: &Position, color: Color, role: Role) -> Vec<(i32, i32)> {
    let all = (0..64).map(Square::masked);
    let wanted =
        |square: &Square| position.piece_at(*square).is_some_and(|piece| (piece.color, piece.role) == (color, role));
    all.filter(wanted).map(|square| (i32::from(square.file()), i32::from(square.rank()))).collect()
}

fn has_pawn(position: &Position, standing: &str, color: Color) -> bool {
    let (own, other) = (squares(position, color, Role::Pawn), squares(position, color.other(), Role::Pawn));
    let forward = if color == Color::White { 1 } else { -1 };
    own.iter().any(|&(file, rank)| match standing {
        "isolated" => !own.iter().any(|(near, _)| (near - file).abs() == 1),
        "doubled" => own.iter().any(|&(same, further)| same == file && further != rank),
        _ => !other.iter().any(|&(near, before)| (near - file).abs() <= 1 && (before - rank) * forward > 0),
    })
}

fn balance(position: &Position, color: Color) -> i32 {
    let worths = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let of =
        |color| worths.iter().map(|&(role, worth)| worth * squares(position, color, role).len() as i32).sum::<i32>();
    of(color) - of(color.other())
}

/// Whether a piece of a side is the only one between its king and a slider that would attack the king without it.
fn has_pinned(position: &Position, color: Color) -> bool {
    let Some(king) = position.king(color).filter(|_| position.has_royal_king(color)) else { return false };
    let attackers = |position: &Position| position.attackers(king, color.other(), position.occupied());
    (0..64).map(Square::masked).any(|square| {
        position.piece_at(square).is_some_and(|piece| piece.color == color && piece.role != Role::King)
            && attackers(&position.with_piece(square, None)) & !attackers(position) != 0
    })
}

/// Whether it holds after each ply.
fn holds(plain: &Plain, game: &Game) -> Vec<bool> {
    let every = |test: &dyn Fn(usize, &Position, Option<Move>) -> bool| {
        let moves = std::iter::once(None).chain(game.moves.iter().copied().map(Some));
        game.positions.iter().zip(moves).enumerate().map(|(ply, (position, mv))| test(ply, position, mv)).collect()
    };
    let before = |ply: usize| &game.positions[ply - 1];
    match plain {
        Check => every(&|_, position, _| position.is_check()),
        Mate => every(&|_, position, _| position.is_mate() && !position.is_over()),
        Plain::Stalemate => every(&|_, position, _| position.is_stalemate() && !position.is_over()),
        Plain::Drop => every(&|_, _, mv| mv.is_some_and(Move::is_drop)),
        White => every(&|_, position, _| position.turn() == Color::White),
        Plain::Ply(first, last) => every(&|ply, _, _| (*first..=*last).contains(&(ply as u32))),
        Plain::Move(number) => every(&|ply, _, mv| mv.is_some() && before(ply).fullmove() == *number),
        Capture => every(&|ply, position, mv| {
            mv.is_some() && position.occupied().count_ones() < before(ply).occupied().count_ones()
        }),
        Castles => every(&|_, _, mv| mv.is_some_and(|mv| mv.kind == MoveKind::Castle)),
        Promotes => every(&|_, _, mv| mv.is_some_and(|mv| mv.promotion.is_some() && !mv.is_drop())),
        Knight(square) => every(&|ply, _, mv| {
            let role = mv.and_then(|mv| before(ply).piece_at(mv.from)).map(|piece| piece.role);
            role == Some(Role::Knight) && mv.is_some_and(|mv| mv.to == *square)
        }),
        Stands(square, role, color) => every(&|_, position, _| {
            position.piece_at(*square).is_some_and(|piece| (piece.role, piece.color) == (*role, *color))
        }),
        Pieces(count) => every(&|_, position, _| {
            let pawns = |color| position.of(color, Role::Pawn).count_ones();
            pawns(Color::White) >= (*count).min(16) || pawns(Color::Black) >= (*count).min(16)
        }),
        Attacked(role, square) => every(&|_, position, _| {
            let by = |color| position.attackers(*square, color, position.occupied());
            (by(Color::White) | by(Color::Black)) & position.role(*role) != 0
        }),
        Exact(wanted) => {
            let fields = |position: &Position| {
                let text = fen::write(position, fen::Style::default());
                text.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>()
            };
            every(&|_, position, _| fields(position) == fields(wanted))
        }
        Plain::On(role, color, rank) => every(&|_, position, _| {
            squares(position, *color, *role).iter().any(|(_, found)| *found == i32::from(*rank))
        }),
        Plain::Count(role, color, least) => {
            every(&|_, position, _| squares(position, *color, *role).len() >= *least as usize)
        }
        Plain::Imbalance(least) => every(&|_, position, _| balance(position, Color::White) >= *least),
        Plain::Pawns(standing, color) => every(&|_, position, _| has_pawn(position, standing, *color)),
        Plain::File(file, openness) => every(&|_, position, _| {
            let has = |color| squares(position, color, Role::Pawn).iter().any(|(found, _)| *found == i32::from(*file));
            let (white, black) = (has(Color::White), has(Color::Black));
            match *openness {
                "open" => !white && !black,
                "half-open" => white != black,
                "half-open to white" => !white && black,
                _ => white && !black,
            }
        }),
        Plain::Pinned(color) => every(&|_, position, _| has_pinned(position, *color)),
        Plain::EnPassant => every(&|_, _, mv| mv.is_some_and(|mv| mv.kind == MoveKind::EnPassant)),
        Plain::From(role, rank) => every(&|ply, _, mv| {
            mv.is_some_and(|mv| {
                mv.from.rank() == *rank && before(ply).piece_at(mv.from).map(|piece| piece.role) == Some(*role)
            })
        }),
        Plain::Gives(color, worth, plies) => {
            let all: Vec<i32> = game.positions.iter().map(|position| balance(position, *color)).collect();
            let plies = *plies as usize;
            (0..all.len())
                .map(|ply| {
                    ply >= plies && {
                        let first = ply - plies;
                        let base = if first == 0 { all[0] } else { all[first].min(all[first - 1]) };
                        all[first + 1..=ply].iter().all(|after| base - after >= *worth)
                    }
                })
                .collect()
        }
        Plain::Result(result) => every(&|_, _, _| game.facts.result == Some(*result)),
        Plain::Elo(color, least) => every(&|_, _, _| {
            let elo = if *color == Color::White { game.facts.white_elo } else { game.facts.black_elo };
            elo.is_some_and(|elo| elo >= *least)
        }),
        Plain::Difference(most) => every(&|_, _, _| {
            game.facts.white_elo.zip(game.facts.black_elo).is_some_and(|(white, black)| white.abs_diff(black) <= *most)
        }),
        Not(one) => holds(one, game).into_iter().map(|held| !held).collect(),
        And(one, other) => holds(one, game).into_iter().zip(holds(other, game)).map(|(a, b)| a && b).collect(),
        Or(one, other) => holds(one, game).into_iter().zip(holds(other, game)).map(|(a, b)| a || b).collect(),
        Then(one, other, within) => {
            let (first, second) = (holds(one, game), holds(other, game));
            let within = within.map_or(usize::MAX, |within| within as usize);
            (0..second.len())
                .map(|ply| second[ply] && (0..ply).any(|early| first[early] && ply - early <= within))
                .collect()
        }
        For(one, plies) => {
            let held = holds(one, game);
            let plies = *plies as usize;
            (0..held.len())
                .map(|ply| ply + 1 >= plies && held[ply + 1 - plies..=ply].iter().all(|held| *held))
                .collect()
        }
    }
}

#[test]
fn random_patterns_agree_with_a_plain_reading() {
    let mut seed = Seed(2026);
    let games: Vec<Game> = (0..40).map(|_| game(&mut seed)).collect();
    compare(&games, 800, &mut seed);
}

#[test]
fn random_patterns_hold_in_games_of_other_rules_as_well() {
    let mut seed = Seed(2027);
    let games: Vec<Game> = (0..40).map(|_| game_of_variant(&mut seed)).collect();
    compare(&games, 800, &mut seed);
}

/// Compares the matches of this many random patterns in games with a plain reading of them.
fn compare(games: &[Game], patterns: usize, seed: &mut Seed) {
    let (mut found, mut tried) = (0, 0);
    for number in 0..patterns {
        let chosen = &games[number % games.len()];
        let depth = seed.below(4) as u32;
        let plain = plain(seed, chosen, depth);
        let text = text(&plain);
        let pattern = Pattern::parse(&text).unwrap_or_else(|error| panic!("{text}: {error} at {:?}", error.at));
        let mut matcher = Matcher::new(pattern.into());
        for game in games {
            let held = holds(&plain, game);
            let expected: Vec<u32> = (0..).zip(&held).filter(|(_, held)| **held).map(|(ply, _)| ply).collect();
            let packed = || game.packed.iter().copied();
            assert_eq!(matcher.all(&game.positions[0], &game.facts, packed()), expected, "{text}");
            assert_eq!(matcher.first(&game.positions[0], &game.facts, packed()), expected.first().copied(), "{text}");
            found += usize::from(!expected.is_empty());
            tried += 1;
        }
    }
    assert!(found > tried / 5 && found < tried * 4 / 5, "{found} of {tried}");
}

#[test]
fn images_hold_where_the_pattern_holds_on_the_image_of_the_board() {
    let start = fen::parse("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4").expect("a FEN");
    for (text, expected) in [
        ("board 8/8/8/8/2B5/8/8/8", true),
        ("board 8/8/8/2b5/8/8/8/8", false),
        ("board 8/8/8/2b5/8/8/8/8 colours swapped", true),
        ("board 8/8/8/8/5B2/8/8/8", false),
        ("board 8/8/8/8/5B2/8/8/8 mirrored", true),
        ("board 8/8/8/5b2/8/8/8/8 mirrored colours swapped", true),
        ("board 8/8/8/5b2/8/8/8/8 colours swapped", false),
        ("white to move colours swapped", true),
        ("n attacks f2 colours swapped", true),
        ("b attacks c2", false),
        ("B attacks p", true),
    ] {
        let mut matcher = Matcher::new(Pattern::parse(text).expect("a pattern").into());
        assert_eq!(matcher.first(&start, &PatternFacts::default(), []), expected.then_some(0), "{text}");
    }
}

#[test]
fn a_fen_contains_the_hand_and_the_remaining_checks() {
    let house = "4k3/8/8/8/8/8/Q~7/4K3[Pn] w - - 0 1";
    let checks = "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1";
    let chess = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (start, pattern, expected) in [
        (house, "fen 4k3/8/8/8/8/8/Q7/4K3", true),
        (house, "fen 4k3/8/8/8/8/8/Q~7/4K3[Pn] w", true),
        (house, "fen 4k3/8/8/8/8/8/Q~7/4K3[nP] w - - 0 1 and white to move", true),
        (house, "fen \"4k3/8/8/8/8/8/Q~7/4K3[Pn] w - - 0 1\"", true),
        (house, "fen 4k3/8/8/8/8/8/Q7/4K3[Pn] w", false),
        (house, "fen 4k3/8/8/8/8/8/Q~7/4K3[] w", false),
        (house, "fen 4k3/8/8/8/8/8/Q~7/4K3[pN] w", false),
        (house, "fen 4k3/q~7/8/8/8/8/8/4K3[pN] b colours swapped", true),
        (house, "fen 3k4/8/8/8/8/8/7Q~/3K4[Pn] w mirrored", true),
        (checks, "fen 4k3/8/8/8/8/8/8/4K3 w - - 2+3", true),
        (checks, "fen 4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1 and white to move", true),
        (checks, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        (checks, "fen 4k3/8/8/8/8/8/8/4K3 w - - 3+2", false),
        (checks, "fen 4k3/8/8/8/8/8/8/4K3 b - - 3+2 colours swapped", true),
        (chess, "fen 4k3/8/8/8/8/8/8/4K3 w - - 3+3", false),
        (chess, "fen 4k3/8/8/8/8/8/8/4K3[] w", true),
    ] {
        let (board, _) = fen::read(start.as_bytes(), None).expect("a FEN");
        let parsed = Pattern::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {}", error.message));
        let mut matcher = Matcher::new(parsed.into());
        let found = matcher.first(&board, &PatternFacts::default(), []);
        assert_eq!(found, expected.then_some(0), "{pattern} on {start}");
    }
    for (pattern, message) in [("fen 4k3/8/8/8/8/8/8/4K3[K]", "a king is in hand"), ("fen 8/8/8/8/8/8/8/8[P", "lack")] {
        let error = Pattern::parse(pattern).map(|_| ()).expect_err(pattern);
        assert!(error.message.contains(message), "{}", error.message);
    }
}

#[test]
fn facts_close_a_game_in_which_nothing_can_hold() {
    let facts = PatternFacts { result: Some(Termination::WhiteWins), white_elo: Some(2600), black_elo: None };
    for (text, is_open) in [
        ("result 1-0", true),
        ("result 0-1", false),
        ("result 0-1 colours swapped", true),
        ("not result 1-0 or check", true),
        ("not result 1-0 and check", false),
        ("check then black elo >= 0", false),
        ("white elo > 2599 and mate", true),
        ("elo difference < 10", false),
    ] {
        let mut matcher = Matcher::new(Pattern::parse(text).expect("a pattern").into());
        matcher.begin(&Position::start(), &facts);
        assert_eq!(matcher.is_open(), is_open, "{text}");
    }
}

#[test]
fn a_game_is_left_when_its_plies_are_over() {
    let mut matcher = Matcher::new(Pattern::parse("ply 1 and move e4").expect("a pattern").into());
    assert!(!matcher.begin(&Position::start(), &PatternFacts::default()));
    assert!(matcher.play(PackedMove(12 | 28 << 6)));
    matcher.play(PackedMove(52 | 36 << 6));
    assert!(!matcher.is_open());
}

#[test]
fn the_built_in_patterns_can_be_read_and_match_their_names() {
    let library = Library::parse("").expect("the shipped patterns");
    for name in library.names() {
        assert!(library.pattern(&name).is_ok(), "{name}");
    }
    for (name, board, expected) in [
        ("lucena", "3K4/3P1k2/8/8/8/8/2r5/4R3 w - - 0 1", true),
        ("lucena", "8/3P1k2/3K4/8/8/8/2r5/4R3 w - - 0 1", false),
        ("philidor", "4k3/8/r7/3KP3/8/8/8/7R w - - 0 1", true),
        ("iqp", "r1bq1rk1/pp3ppp/2n1pn2/8/3P4/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 1", true),
        ("iqp", "r1bq1rk1/pp3ppp/2n1pn2/8/3P4/2N1PN2/PP3PPP/R1BQ1RK1 w - - 0 1", false),
        ("carlsbad", "r1bq1rk1/pp3ppp/2p2n2/3p4/3P4/2N1PN2/PP3PPP/R1BQ1RK1 w - - 0 1", true),
        ("pawn-endgame", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", true),
        ("rook-endgame", "4k3/r7/8/8/8/8/R7/4K3 w - - 0 1", true),
        ("bishop-pair", "4kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", true),
        ("bishop-pair", "2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
    ] {
        let mut matcher = Matcher::new(library.pattern(name).expect("a pattern").into());
        let start = fen::parse(board).expect("a FEN");
        assert_eq!(matcher.begin(&start, &PatternFacts::default()), expected, "{name} {board}");
    }
}
