//! Random patterns on random games, against a plain reading of the grammar that keeps every ply of a game.

mod seed;

use scoresheet_core::find::{Facts, Matcher, Pattern};
use scoresheet_core::position::fen;
use scoresheet_core::read::Ply;
use scoresheet_core::rules::{Color, Kind, Move, PackedMove, Position, Role, Square};
use seed::Seed;

/// A game: its positions, and the moves between them.
struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
    packed: Vec<PackedMove>,
}

fn game(seed: &mut Seed) -> Game {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 5",
    ];
    let start: &&str = seed.pick(&starts);
    let start = fen::parse(start).expect("a FEN");
    let mut game = Game { positions: vec![start], moves: Vec::new(), packed: Vec::new() };
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
    match seed.below(13) {
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
        // So many pieces at least, told by pawns of White.
        Pieces(count) => format!("material at least {}vK", "P".repeat((*count as usize).min(16))),
        Attacked(role, square) => {
            let letter = role.letter() as char;
            format!("[{letter}{}] attacks {square}", letter.to_ascii_lowercase())
        }
        Exact(position) => format!("fen {}", fen::write(position, fen::Style::default())),
        Not(one) => format!("not ({})", text(one)),
        And(one, other) => format!("({}) and ({})", text(one), text(other)),
        Or(one, other) => format!("({}) or ({})", text(one), text(other)),
        Then(one, other, None) => format!("({}) then ({})", text(one), text(other)),
        Then(one, other, Some(within)) => format!("({}) then within {within} plies ({})", text(one), text(other)),
        For(one, plies) => format!("({}) for {plies} plies", text(one)),
    }
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
        Mate => every(&|_, position, _| position.is_mate()),
        White => every(&|_, position, _| position.turn() == Color::White),
        Plain::Ply(first, last) => every(&|ply, _, _| (*first..=*last).contains(&(ply as u32))),
        Plain::Move(number) => every(&|ply, _, mv| mv.is_some() && before(ply).fullmove() == *number),
        Capture => every(&|ply, position, mv| {
            mv.is_some() && position.occupied().count_ones() < before(ply).occupied().count_ones()
        }),
        Castles => every(&|_, _, mv| mv.is_some_and(|mv| mv.kind == Kind::Castle)),
        Promotes => every(&|_, _, mv| mv.is_some_and(|mv| mv.promotion.is_some())),
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
fn random_patterns_hold_where_a_plain_reading_says() {
    let mut seed = Seed(2026);
    let games: Vec<Game> = (0..40).map(|_| game(&mut seed)).collect();
    let (mut found, mut tried) = (0, 0);
    for number in 0..400 {
        let chosen = &games[number % games.len()];
        let depth = seed.below(4) as u32;
        let plain = plain(&mut seed, chosen, depth);
        let text = text(&plain);
        let pattern = Pattern::parse(&text).unwrap_or_else(|error| panic!("{text}: {error} at {:?}", error.at));
        let mut matcher = Matcher::new(pattern.into());
        for game in &games {
            let held = holds(&plain, game);
            let expected: Vec<u32> = (0..).zip(&held).filter(|(_, held)| **held).map(|(ply, _)| ply).collect();
            let packed = || game.packed.iter().copied();
            assert_eq!(matcher.all(&game.positions[0], &Facts::default(), packed()), expected, "{text}");
            assert_eq!(
                matcher.first(&game.positions[0], &Facts::default(), packed()),
                expected.first().copied(),
                "{text}"
            );
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
        assert_eq!(matcher.first(&start, &Facts::default(), []), expected.then_some(0), "{text}");
    }
}
