//! The words that start a test.

use super::PatternError;
use super::last_move::Moved;
use super::lexer::PatternLexer;
use super::lexer::Result;
use super::material::Material;
use super::notes::EvalTest;
use super::region::{FILE_A, square_of};
use super::span::Rated;
use super::squares::{ANYTHING, Choice, SquareTest, choice_of, only};
use super::structure::{Files, Openness, Pawns, Standing};
use super::test::{Exact, Sacrifice, Test};
use super::values::{next, plies, range, range_of, region_after, span};
use crate::find::program::Op;
use crate::position::{PositionNotation, fen};
use crate::rules::{Color, Piece, Role, Rules, Wing};
use crate::step::{MOVE_SIGNS, Termination};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

const MOVE: &str = "a move, such as `Nxf7`, or numbers of moves, such as `10-20`";

/// A word that starts a test.
pub(super) struct TestWord {
    pub(super) name: &'static str,
    /// The forms of the test, for documentation.
    pub(super) forms: &'static [TestForm],
    pub(super) parse: fn(&mut PatternLexer<'_>) -> Result<Vec<Op>>,
}

/// One form of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestForm {
    /// How it is written; `…` is a placeholder for a value.
    pub syntax: &'static str,
    /// When it holds.
    pub holds: &'static str,
    /// An example.
    pub example: &'static str,
}

const fn form(syntax: &'static str, holds: &'static str, example: &'static str) -> TestForm {
    TestForm { syntax, holds, example }
}

/// Every word that starts a test.
#[rustfmt::skip]
pub(super) const WORDS: &[TestWord] = &[
    TestWord { name: "any", parse: |_| test(Test::Any), forms: &[
        form("any", "at every ply", "ply 10 and any"),
    ] },
    TestWord { name: "fen", parse: exact, forms: &[
        form("fen FEN", "the position is this one; fields at the end and what is in hand can be omitted, and counters are ignored", "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"),
    ] },
    TestWord { name: "board", parse: board, forms: &[
        form("board RANKS", "the squares have these pieces; numbers skip squares", "board 8/8/p7/8/8/1B3N2/8/[.R]7"),
    ] },
    TestWord { name: "material", parse: material, forms: &[
        form("material PIECESvPIECES", "one side has exactly the first pieces, the other the second", "material KRPvKR"),
        form("material at least PIECESvPIECES", "the sides have these pieces, and perhaps others", "material at least QvRR"),
    ] },
    TestWord { name: "count", parse: count, forms: &[
        form("count PIECES [on SQUARES] COMPARISON", "the number of these pieces, on the board or on the squares, compares like this", "count [Pp] on 7 >= 3"),
    ] },
    TestWord { name: "imbalance", parse: imbalance, forms: &[
        form("imbalance COMPARISON", "White's material minus Black's, in pawns, compares like this", "imbalance >= 3"),
        form("imbalance PIECESvPIECES", "White has exactly the first pieces more than Black, and Black the second more than White", "imbalance BvN"),
    ] },
    TestWord { name: "opposite", parse: opposite, forms: &[
        form("opposite bishops", "each side has one bishop, on squares of different colours", "opposite bishops"),
    ] },
    TestWord { name: "isolated", parse: |lexer| pawns(lexer, Standing::Isolated), forms: &[
        form("isolated [PAWNS] [on SQUARES]", "a pawn has no pawn of its side on the neighbouring files", "isolated P on d"),
    ] },
    TestWord { name: "doubled", parse: |lexer| pawns(lexer, Standing::Doubled), forms: &[
        form("doubled [PAWNS] [on SQUARES]", "a pawn shares its file with another pawn of its side", "doubled p on c"),
    ] },
    TestWord { name: "passed", parse: |lexer| pawns(lexer, Standing::Passed), forms: &[
        form("passed [PAWNS] [on SQUARES]", "a pawn has no pawn of the other side before it on its file or the neighbouring files", "passed P on 6,7"),
    ] },
    TestWord { name: "file", parse: file, forms: &[
        form("file FILE open", "the file has no pawns", "file e open"),
        form("file FILE half-open", "the file has pawns of one side only", "file c half-open"),
        form("file FILE half-open to SIDE", "the file has pawns of the other side only; `any` is any file", "file any half-open to white"),
    ] },
    TestWord { name: "white", parse: |lexer| side(lexer, Color::White), forms: &[
        form("white to move", "White is to move", "white to move"),
        form("white move MOVE", "White has just made such a move", "white move Nxf7"),
        form("white elo COMPARISON", "the rating of White is known and compares like this", "white elo >= 1500"),
        form("white gives N for N plies", "after each of the last plies, White is down by at least this many pawns, compared with the two plies before them", "white gives 3 for 6 plies"),
    ] },
    TestWord { name: "black", parse: |lexer| side(lexer, Color::Black), forms: &[
        form("black …", "the same four forms for Black", "black move O-O"),
    ] },
    TestWord { name: "ply", parse: |lexer| test(Test::Plies(range(lexer)?)), forms: &[
        form("ply RANGE", "the number of plies played is in the range", "ply 20-40"),
    ] },
    TestWord { name: "move", parse: moved, forms: &[
        form("move RANGE", "the last move has this number", "move 10-"),
        form("move MOVE", "the last move is such a move; any part of its SAN can be omitted. Only a move with `@` is a drop", "move Nxf7"),
    ] },
    TestWord { name: "capture", parse: capture, forms: &[
        form("capture [PIECES]", "the last move is a capture, or a capture of such a piece", "capture [Qq]"),
    ] },
    TestWord { name: "en", parse: en_passant, forms: &[
        form("en passant", "the last move is a capture en passant", "en passant"),
    ] },
    TestWord { name: "promotes", parse: promotes, forms: &[
        form("promotes [ROLE]", "the last move is a promotion, or a promotion to this role", "promotes N"),
    ] },
    TestWord { name: "castles", parse: castles, forms: &[
        form("castles [short|long]", "the last move is castling", "castles long"),
    ] },
    TestWord { name: "drop", parse: dropped, forms: &[
        form("drop [PIECES] [on SQUARES]", "the last move is a drop, or a drop of such a piece on one of the squares", "drop N on f7"),
    ] },
    TestWord { name: "check", parse: |_| test(Test::Check), forms: &[
        form("check", "the side to move is in check", "check"),
    ] },
    TestWord { name: "mate", parse: |_| test(Test::Mate), forms: &[
        form("mate", "the side to move is checkmated; a win by the rules of a variant does not count", "mate"),
    ] },
    TestWord { name: "stalemate", parse: |_| test(Test::Stalemate), forms: &[
        form("stalemate", "the side to move is stalemated, even if a variant counts that as a win", "stalemate"),
    ] },
    TestWord { name: "pin", parse: |lexer| test(Test::Pin(optional(lexer)?)), forms: &[
        form("pin [PIECES]", "a piece, or such a piece, is pinned to its king", "pin n"),
    ] },
    TestWord { name: "fork", parse: |lexer| test(Test::Fork(optional(lexer)?)), forms: &[
        form("fork [PIECES]", "a piece, or such a piece, attacks two pieces of the other side, each of which is a king, worth more, or undefended; pawns are not counted", "fork N"),
    ] },
    TestWord { name: "eval", parse: eval, forms: &[
        form("eval COMPARISON", "the last move has an evaluation (`[%eval]`) that compares like this, in hundredths of a pawn from White's side; mates are beyond all numbers", "eval > 200"),
        form("eval mate", "the evaluation of the last move is a mate", "eval mate and not check"),
        form("eval drops N", "the last move has made the evaluation at least this many hundredths of a pawn worse for its side", "eval drops 300"),
    ] },
    TestWord { name: "nag", parse: nag, forms: &[
        form("nag NAG", "the last move has this NAG, as a number (`$4`) or as one of the signs `!`, `?`, `!!`, `??`, `!?` and `?!`", "nag ??"),
    ] },
    TestWord { name: "result", parse: result, forms: &[
        form("result MARKER", "the game has this result: `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`", "result 1-0"),
    ] },
    TestWord { name: "elo", parse: elo, forms: &[
        form("elo COMPARISON", "both ratings are known and compare like this", "elo >= 1400"),
        form("elo difference COMPARISON", "both ratings are known, and their difference compares like this", "elo difference >= 100"),
    ] },
];

fn test(test: Test) -> Result<Vec<Op>> {
    Ok(vec![Op::Test(test)])
}

/// `fen BOARD [w|b [CASTLING [EN PASSANT [CHECKS] [CLOCK [NUMBER]]]]]`: fields that are left out do not matter, and neither
/// does a hand; counters never do.
fn exact(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let token = next(lexer, "a FEN")?;
    // A quoted FEN has its fields in itself.
    let mut inner = PatternLexer::new(token.text);
    let mut fields = Vec::new();
    if token.quoted {
        while let Some(field) = inner.next()? {
            fields.push(field.text);
        }
    } else {
        fields.push(token.text);
        let is_right = |text: &str| text == "-" || text.bytes().all(|letter| b"KQkqABCDEFGHabcdefgh".contains(&letter));
        let is_square = |text: &str| text == "-" || square_of(text).is_some();
        // Counts of checks, too, are numbers with a plus.
        let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'+');
        let tests: [&dyn Fn(&str) -> bool; 6] =
            [&|text| matches!(text, "w" | "b"), &is_right, &is_square, &is_number, &is_number, &is_number];
        for test in tests {
            let Some(field) = lexer.take_if(test)? else { break };
            fields.push(field.text);
        }
    }
    let given = fields.len();
    let field = |place: usize, usual| fields.get(place).copied().unwrap_or(usual);
    let rest = fields.get(4..).filter(|rest| !rest.is_empty()).map_or_else(|| "0 1".into(), |rest| rest.join(" "));
    let text = format!("{} {} {} {} {rest}", field(0, ""), field(1, "w"), field(2, "-"), field(3, "-"));
    let read = fen::read_any(text.as_bytes(), Rules::STANDARD).and_then(|position| {
        let fields = fen::Fen.fields(text.as_bytes())?;
        Ok((position, fields.hand.map(|hand| (hand, fields.promoted)), fields.checks))
    });
    let (position, hand, checks) =
        read.map_err(|error| PatternError { at: token.at.clone(), message: error.message })?;
    Ok(vec![Op::Test(Test::Exact(Exact {
        hand,
        checks,
        squares: SquareTest::of(&position),
        turn: (given > 1).then(|| position.turn()),
        castling: (given > 2).then(|| position.castling()),
        passed: (given > 3).then(|| position.passed().filter(|_| position.has_legal_en_passant())),
    }))])
}

fn board(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let token = next(lexer, "a board, such as `8/8/8/3p4/8/8/8/8`")?;
    let start = token.at.start + usize::from(token.quoted);
    match SquareTest::parse(token.text) {
        Ok(squares) => Ok(vec![Op::Test(Test::Board(squares))]),
        Err((at, message)) => Err(PatternError { at: start + at..token.at.end.max(start + at), message }),
    }
}

/// `material [at least|exactly] KRPvKR`: for either side.
fn material(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "the pieces of both sides, such as `KRPvKR`";
    let at_least = lexer.take("at")?;
    if at_least && !lexer.take("least")? {
        return Err(lexer.unexpected("`least`"));
    }
    if !at_least {
        lexer.take("exactly")?;
    }
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let material = Material::parse(token.text, at_least).ok_or_else(|| before.unexpected(WANTED))?;
    let test = |material| Op::Test(Test::Material(material));
    let swapped = material.swapped();
    Ok(if swapped == material { vec![test(material)] } else { vec![test(material), test(swapped), Op::Or] })
}

fn opposite(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    if lexer.take("bishops")? { Ok(vec![Op::Test(Test::OppositeBishops)]) } else { Err(lexer.unexpected("`bishops`")) }
}

/// `white to move`, `white move Nf3`, `white elo >= 2500`, `white gives 3 for 6 plies`.
fn side(lexer: &mut PatternLexer<'_>, color: Color) -> Result<Vec<Op>> {
    if lexer.take("move")? {
        let before = lexer.clone();
        let token = next(lexer, MOVE)?;
        let moved = Moved::parse(token.text).ok_or_else(|| before.unexpected(MOVE))?;
        return test(Test::Moved(moved.by(color)));
    }
    if lexer.take("elo")? {
        return test(Test::Elo(Rated::Side(color), span(lexer)?));
    }
    if lexer.take("gives")? {
        return gives(lexer, color);
    }
    if !lexer.take("to")? {
        return Err(lexer.unexpected("`to move`, `move`, `elo` or `gives`"));
    }
    if lexer.take("move")? { test(Test::Turn(color)) } else { Err(lexer.unexpected("`move`")) }
}

/// Material in pawns, and for how many plies.
fn gives(lexer: &mut PatternLexer<'_>, color: Color) -> Result<Vec<Op>> {
    const WANTED: &str = "material in pawns, from 1 to 100";
    /// The plies that a test looks back.
    const LONGEST: u32 = 100;
    let before = lexer.clone();
    let worth = next(lexer, WANTED)?.text.parse::<i32>().ok().filter(|worth| (1..=100).contains(worth));
    let worth = worth.ok_or_else(|| before.unexpected(WANTED))?;
    if !lexer.take("for")? {
        return Err(lexer.unexpected("`for`"));
    }
    let before = lexer.clone();
    let plies = plies(lexer)?;
    if plies > LONGEST {
        return Err(before.unexpected("at most 100 plies"));
    }
    test(Test::Gives(Sacrifice { color, worth, plies }))
}

/// `move 10-20`, or `move Nxf7`.
fn moved(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let before = lexer.clone();
    let token = next(lexer, MOVE)?;
    let numbers = range_of(token.text).map(Test::Moves);
    let test = numbers.or_else(|| Moved::parse(token.text).map(Test::Moved));
    test.map(|test| vec![Op::Test(test)]).ok_or_else(|| before.unexpected(MOVE))
}

/// `capture`, or `capture q` for one of Black's queen.
fn capture(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let is_choice = |text: &str| choice_of(text).is_some_and(|choice| choice != ANYTHING);
    let taken = lexer.take_if(is_choice)?.and_then(|token| choice_of(token.text));
    Ok(vec![Op::Test(Test::Moved(taken.map_or_else(Moved::any_capture, Moved::capture)))])
}

/// `promotes`, or `promotes N`.
fn promotes(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let token = lexer.take_if(|text| matches!(text, "Q" | "R" | "B" | "N" | "K"))?;
    let role = token.and_then(|token| Role::from_letter(token.text.as_bytes()[0]));
    Ok(vec![Op::Test(Test::Moved(Moved::promotion(role)))])
}

/// `drop`, `drop N`, `drop on f7`, or `drop N on f7`.
fn dropped(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let pieces = optional(lexer)?;
    test(Test::Moved(Moved::drop(pieces, region_after(lexer, "on")?)))
}

/// `castles`, `castles short`, or `castles long`.
fn castles(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let wing = if lexer.take("short")? {
        Some(Wing::King)
    } else if lexer.take("long")? {
        Some(Wing::Queen)
    } else {
        None
    };
    Ok(vec![Op::Test(Test::Moved(Moved::castling(wing)))])
}

fn en_passant(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    if lexer.take("passant")? { test(Test::Moved(Moved::en_passant())) } else { Err(lexer.unexpected("`passant`")) }
}

/// The pieces that a test is about; any if none are named.
fn optional(lexer: &mut PatternLexer<'_>) -> Result<Choice> {
    let named = lexer.take_if(|text| choice_of(text).is_some_and(|choice| choice & !1 != 0))?;
    Ok(named.and_then(|token| choice_of(token.text)).unwrap_or(ANYTHING))
}

fn imbalance(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let pieces = lexer.take_if(|text| Material::parse(text, false).is_some())?;
    let pieces = pieces.and_then(|token| Material::parse(token.text, false));
    match pieces {
        Some(pieces) => test(Test::Difference(pieces)),
        None => test(Test::Imbalance(span(lexer)?)),
    }
}

fn count(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "pieces, such as `P` or `[RQ]`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let choice = choice_of(token.text).filter(|choice| choice & 1 == 0).ok_or_else(|| before.unexpected(WANTED))?;
    let squares = region_after(lexer, "on")?;
    test(Test::Count(choice, squares, span(lexer)?))
}

fn pawns(lexer: &mut PatternLexer<'_>, standing: Standing) -> Result<Vec<Op>> {
    let pawns = [Color::White, Color::Black].map(|color| only(Piece { color, role: Role::Pawn }));
    let both = pawns[0] | pawns[1];
    let is_pawn = |text: &str| choice_of(text).is_some_and(|choice| choice & both != 0 && choice & !both == 0);
    let named = lexer.take_if(is_pawn)?.and_then(|token| choice_of(token.text));
    let squares = region_after(lexer, "on")?;
    test(Test::Pawns(Pawns { standing, choice: named.unwrap_or(both), squares }))
}

/// `file e open`, `file any half-open to white`.
fn file(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "a file, such as `e`, or `any`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let squares = match token.text.as_bytes() {
        [file @ b'a'..=b'h'] => FILE_A << (file - b'a'),
        _ if token.is("any") => u64::MAX,
        _ => return Err(before.unexpected(WANTED)),
    };
    let openness = if lexer.take("open")? {
        Openness::Open
    } else if lexer.take("half-open")? {
        Openness::Half(if lexer.take("to")? { Some(color(lexer)?) } else { None })
    } else {
        return Err(lexer.unexpected("`open` or `half-open`"));
    };
    test(Test::Files(Files { squares, openness }))
}

fn color(lexer: &mut PatternLexer<'_>) -> Result<Color> {
    if lexer.take("white")? {
        Ok(Color::White)
    } else if lexer.take("black")? {
        Ok(Color::Black)
    } else {
        Err(lexer.unexpected("`white` or `black`"))
    }
}

fn result(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "a result, such as `1-0`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let found = Termination::ALL.into_iter().find(|result| result.as_str() == token.text);
    test(Test::Result(found.ok_or_else(|| before.unexpected(WANTED))?))
}

fn elo(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    let rated = if lexer.take("difference")? { Rated::Difference } else { Rated::Both };
    test(Test::Elo(rated, span(lexer)?))
}

/// `eval > 200`, `eval mate`, `eval drops 300`.
fn eval(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "a number of hundredths of a pawn, from 1 to 1000000";
    if lexer.take("mate")? {
        return test(Test::Eval(EvalTest::Mate));
    }
    if !lexer.take("drops")? {
        return test(Test::Eval(EvalTest::Among(span(lexer)?)));
    }
    let before = lexer.clone();
    let least = next(lexer, WANTED)?.text.parse::<i32>().ok().filter(|least| (1..=1_000_000).contains(least));
    test(Test::Eval(EvalTest::Drops(least.ok_or_else(|| before.unexpected(WANTED))?)))
}

/// The number of a NAG: `$4`, or a sign after a move.
fn nag_of(text: &str) -> Option<u8> {
    if let Some(place) = MOVE_SIGNS.iter().position(|sign| *sign == text) {
        return u8::try_from(place + 1).ok();
    }
    let digits = text.strip_prefix('$').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok()
}

/// `nag $4`, `nag ??`.
fn nag(lexer: &mut PatternLexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "a NAG, such as `$4` or `??`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    test(Test::Nag(nag_of(token.text).ok_or_else(|| before.unexpected(WANTED))?))
}
