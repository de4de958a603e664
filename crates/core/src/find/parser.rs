//! Reads patterns.
//!
//! ```text
//! pattern  = alternative { "then" [ "within" N "plies" ] alternative }
//! alternative = both { "or" both }
//! both     = part { "and" part }
//! part     = "not" part | ( test | "(" pattern ")" ) { suffix }
//! suffix   = "for" N "plies" | "mirrored" | "colours swapped"
//! ```
//!
//! Operators that wait for their second operand are on a stack, so nesting costs no recursion.

use super::PatternError;
use super::lexer::{Lexer, Token};
use super::material::Material;
use super::moved::{Moved, square_of};
use super::op::Op;
use super::squares::{ANYTHING, Squares, choice_of};
use super::test::{Exact, Target, Test};
use crate::position::fen;
use crate::rules::{self, Color, Role, Wing};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

/// How many operations a pattern may have. Mirror images double those that they are of.
const MOST: usize = 10_000;

type Result<T> = core::result::Result<T, PatternError>;

/// A word that starts a test.
struct Word {
    name: &'static str,
    parse: fn(&mut Lexer<'_>) -> Result<Vec<Op>>,
}

/// Every word that starts a test.
const WORDS: &[Word] = &[
    Word { name: "fen", parse: exact },
    Word { name: "board", parse: board },
    Word { name: "material", parse: material },
    Word { name: "opposite", parse: opposite },
    Word { name: "white", parse: |lexer| turn(lexer, Color::White) },
    Word { name: "black", parse: |lexer| turn(lexer, Color::Black) },
    Word { name: "ply", parse: |lexer| Ok(vec![Op::Test(Test::Plies(range(lexer)?))]) },
    Word { name: "move", parse: moved },
    Word { name: "capture", parse: capture },
    Word { name: "promotes", parse: promotes },
    Word { name: "castles", parse: castles },
    Word { name: "check", parse: |_| Ok(vec![Op::Test(Test::Check)]) },
    Word { name: "mate", parse: |_| Ok(vec![Op::Test(Test::Mate)]) },
    Word { name: "stalemate", parse: |_| Ok(vec![Op::Test(Test::Stalemate)]) },
];

/// An operator that waits for its operand, or an open parenthesis.
enum Waiting {
    Open(Range<usize>),
    Op(Op),
}

/// How tightly an operator binds.
fn strength(op: &Op) -> u8 {
    match op {
        Op::Then(_) => 1,
        Op::Or => 2,
        Op::And => 3,
        Op::Test(_) | Op::Not | Op::For(_) => 4,
    }
}

/// What was read so far.
#[derive(Default)]
struct Parser {
    ops: Vec<Op>,
    /// Where the operations of each operand start.
    starts: Vec<usize>,
    waiting: Vec<Waiting>,
}

/// Reads a pattern as operations in postfix order.
pub(super) fn parse(text: &str) -> Result<Vec<Op>> {
    let (mut lexer, mut parser) = (Lexer::new(text), Parser::default());
    let mut wants_operand = true;
    loop {
        let before = lexer.clone();
        let token = match lexer.next()? {
            Some(token) => token,
            None if wants_operand => return Err(before.unexpected("a test")),
            None => return parser.end(text.len()),
        };
        if wants_operand {
            wants_operand = parser.operand(&token, &before, &mut lexer)?;
        } else {
            wants_operand = parser.operator(&token, &before, &mut lexer)?;
        }
        if parser.ops.len() > MOST {
            return Err(PatternError {
                at: 0..token.at.end,
                message: format!("the pattern has more than {MOST} parts"),
            });
        }
    }
}

impl Parser {
    /// Takes what may stand where an operand is expected. Returns whether one is still expected.
    fn operand(&mut self, token: &Token<'_>, before: &Lexer<'_>, lexer: &mut Lexer<'_>) -> Result<bool> {
        if token.is("(") {
            self.waiting.push(Waiting::Open(token.at.clone()));
            return Ok(true);
        }
        if token.is("not") {
            self.waiting.push(Waiting::Op(Op::Not));
            return Ok(true);
        }
        self.starts.push(self.ops.len());
        match WORDS.iter().find(|word| token.is(word.name)) {
            Some(word) => self.ops.extend((word.parse)(lexer)?),
            None => self.ops.push(attack(token, before, lexer)?),
        }
        Ok(false)
    }

    /// Takes what may stand after an operand. Returns whether another operand is expected.
    fn operator(&mut self, token: &Token<'_>, before: &Lexer<'_>, lexer: &mut Lexer<'_>) -> Result<bool> {
        let op = if token.is("and") {
            Op::And
        } else if token.is("or") {
            Op::Or
        } else if token.is("then") {
            Op::Then(if lexer.take("within")? { Some(plies(lexer)?) } else { None })
        } else {
            return self.suffix(token, before, lexer).map(|()| false);
        };
        self.apply_while(|waiting| strength(waiting) >= strength(&op));
        self.waiting.push(Waiting::Op(op));
        Ok(true)
    }

    fn suffix(&mut self, token: &Token<'_>, before: &Lexer<'_>, lexer: &mut Lexer<'_>) -> Result<()> {
        if token.is(")") {
            self.apply_while(|_| true);
            return match self.waiting.pop() {
                Some(_) => Ok(()),
                None => Err(PatternError { at: token.at.clone(), message: "the parenthesis was not opened".into() }),
            };
        }
        if token.is("for") {
            self.ops.push(Op::For(plies(lexer)?));
        } else if token.is("mirrored") {
            self.add_image(Test::mirrored);
        } else if token.is("colours") || token.is("colors") {
            if !lexer.take("swapped")? {
                return Err(lexer.unexpected("`swapped`"));
            }
            self.add_image(Test::swapped);
        } else {
            return Err(before.unexpected("`and`, `or`, `then`, or the end of the pattern"));
        }
        Ok(())
    }

    /// Makes the last operand hold, too, where its image does.
    fn add_image(&mut self, image: fn(&Test) -> Test) {
        let start = self.starts.last().copied().unwrap_or_default();
        let images =
            self.ops[start..].iter().map(|op| if let Op::Test(test) = op { Op::Test(image(test)) } else { op.clone() });
        let images: Vec<Op> = images.collect();
        self.ops.extend(images);
        self.ops.push(Op::Or);
    }

    /// Applies the operators that wait, the latest first, back to an open parenthesis.
    fn apply_while(&mut self, binds: impl Fn(&Op) -> bool) {
        while let Some(Waiting::Op(op)) = self.waiting.pop_if(|waiting| matches!(waiting, Waiting::Op(op) if binds(op)))
        {
            if op != Op::Not {
                self.starts.pop();
            }
            self.ops.push(op);
        }
    }

    fn end(mut self, length: usize) -> Result<Vec<Op>> {
        self.apply_while(|_| true);
        within_limit(&self.ops, length)?;
        match self.waiting.pop() {
            Some(Waiting::Open(at)) => Err(PatternError { at, message: "the parenthesis is never closed".into() }),
            _ => Ok(self.ops),
        }
    }
}

fn within_limit(ops: &[Op], end: usize) -> Result<()> {
    if ops.len() > MOST {
        return Err(PatternError { at: 0..end, message: format!("the pattern has more than {MOST} parts") });
    }
    Ok(())
}

/// The next token, which has to be there.
fn next<'t>(lexer: &mut Lexer<'t>, wanted: &str) -> Result<Token<'t>> {
    let before = lexer.clone();
    lexer.next()?.ok_or_else(|| before.unexpected(wanted))
}

/// A number of plies, or of moves, each of which is two plies.
fn plies(lexer: &mut Lexer<'_>) -> Result<u32> {
    const WANTED: &str = "a number of plies, such as `4 plies`";
    let before = lexer.clone();
    let number = next(lexer, WANTED)?.text.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number));
    let number = number.ok_or_else(|| before.unexpected(WANTED))?;
    for (word, times) in [("plies", 1), ("ply", 1), ("moves", 2), ("move", 2)] {
        if lexer.take(word)? {
            return Ok(number * times);
        }
    }
    Err(lexer.unexpected("`plies` or `moves`"))
}

/// `20`, `20-40`, or `20-`.
fn range(lexer: &mut Lexer<'_>) -> Result<RangeInclusive<u32>> {
    const WANTED: &str = "a number or a range, such as `20`, `20-40` or `20-`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    range_of(token.text).ok_or_else(|| before.unexpected(WANTED))
}

fn range_of(text: &str) -> Option<RangeInclusive<u32>> {
    let number = |text: &str| text.parse::<u32>().ok();
    match text.split_once('-') {
        None => number(text).map(|only| only..=only),
        Some((first, "")) => number(first).map(|first| first..=u32::MAX),
        Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
    }
}

/// `fen BOARD [w|b [CASTLING [EN PASSANT [CLOCK [NUMBER]]]]]`: fields that are left out do not matter, and counters never do.
fn exact(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    let token = next(lexer, "a FEN")?;
    // A quoted FEN has its fields in itself.
    let mut inner = Lexer::new(token.text);
    let mut fields = Vec::new();
    if token.quoted {
        while let Some(field) = inner.next()? {
            fields.push(field.text);
        }
    } else {
        fields.push(token.text);
        let is_right = |text: &str| text == "-" || text.bytes().all(|letter| b"KQkqABCDEFGHabcdefgh".contains(&letter));
        let is_square = |text: &str| text == "-" || square_of(text).is_some();
        let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
        let tests: [&dyn Fn(&str) -> bool; 5] =
            [&|text| matches!(text, "w" | "b"), &is_right, &is_square, &is_number, &is_number];
        for test in tests {
            let Some(field) = lexer.take_if(test)? else { break };
            fields.push(field.text);
        }
    }
    let given = fields.len();
    let field = |place: usize, usual| fields.get(place).copied().unwrap_or(usual);
    let text = format!("{} {} {} {} 0 1", field(0, ""), field(1, "w"), field(2, "-"), field(3, "-"));
    let position = fen::read_any(text.as_bytes(), rules::standard());
    let position = position.map_err(|error| PatternError { at: token.at.clone(), message: error.message })?;
    Ok(vec![Op::Test(Test::Exact(Exact {
        squares: Squares::of(&position),
        turn: (given > 1).then(|| position.turn()),
        castling: (given > 2).then(|| position.castling()),
        passed: (given > 3).then(|| position.passed().filter(|_| position.has_legal_en_passant())),
    }))])
}

fn board(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    let token = next(lexer, "a board, such as `8/8/8/3p4/8/8/8/8`")?;
    let start = token.at.start + usize::from(token.quoted);
    match Squares::parse(token.text) {
        Ok(squares) => Ok(vec![Op::Test(Test::Board(squares))]),
        Err((at, message)) => Err(PatternError { at: start + at..token.at.end.max(start + at), message }),
    }
}

/// `material [at least|exactly] KRPvKR`: for either side.
fn material(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
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

fn opposite(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    if lexer.take("bishops")? { Ok(vec![Op::Test(Test::OppositeBishops)]) } else { Err(lexer.unexpected("`bishops`")) }
}

fn turn(lexer: &mut Lexer<'_>, color: Color) -> Result<Vec<Op>> {
    if lexer.take("to")? && lexer.take("move")? {
        Ok(vec![Op::Test(Test::Turn(color))])
    } else {
        Err(lexer.unexpected("`to move`"))
    }
}

/// `move 10-20`, or `move Nxf7`.
fn moved(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    const WANTED: &str = "a move, such as `Nxf7`, or numbers of moves, such as `10-20`";
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let numbers = range_of(token.text).map(Test::Moves);
    let test = numbers.or_else(|| Moved::parse(token.text).map(Test::Moved));
    test.map(|test| vec![Op::Test(test)]).ok_or_else(|| before.unexpected(WANTED))
}

/// `capture`, or `capture q` for one of Black's queen.
fn capture(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    let is_choice = |text: &str| choice_of(text).is_some_and(|choice| choice != ANYTHING);
    let taken = lexer.take_if(is_choice)?.and_then(|token| choice_of(token.text));
    Ok(vec![Op::Test(Test::Moved(taken.map_or_else(Moved::any_capture, Moved::capture)))])
}

/// `promotes`, or `promotes N`.
fn promotes(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    let token = lexer.take_if(|text| matches!(text, "Q" | "R" | "B" | "N"))?;
    let role = token.and_then(|token| Role::from_letter(token.text.as_bytes()[0]));
    Ok(vec![Op::Test(Test::Moved(Moved::promotion(role)))])
}

/// `castles`, `castles short`, or `castles long`.
fn castles(lexer: &mut Lexer<'_>) -> Result<Vec<Op>> {
    let wing = if lexer.take("short")? {
        Some(Wing::King)
    } else if lexer.take("long")? {
        Some(Wing::Queen)
    } else {
        None
    };
    Ok(vec![Op::Test(Test::Moved(Moved::castling(wing)))])
}

/// `R attacks k`, `[RQ] attacks e5`.
fn attack(token: &Token<'_>, before: &Lexer<'_>, lexer: &mut Lexer<'_>) -> Result<Op> {
    const WANTED: &str = "a piece, such as `k`, or a square";
    let from = choice_of(token.text).filter(|_| !token.quoted).ok_or_else(|| before.unexpected("a test"))?;
    if !lexer.take("attacks")? {
        return Err(lexer.unexpected("`attacks`"));
    }
    let before = lexer.clone();
    let token = next(lexer, WANTED)?;
    let target = square_of(token.text).map(Target::Square);
    let target = target.or_else(|| choice_of(token.text).map(Target::Pieces));
    target.map(|target| Op::Test(Test::Attack(from, target))).ok_or_else(|| before.unexpected(WANTED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The operations in a short form: a letter for each test.
    fn shape(text: &str) -> String {
        let ops = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let shown = ops.iter().map(|op| match op {
            Op::Test(Test::Check) => "c".into(),
            Op::Test(Test::Mate) => "m".into(),
            Op::Test(Test::Stalemate) => "s".into(),
            Op::Test(_) => "t".into(),
            Op::Not => "!".into(),
            Op::And => "&".into(),
            Op::Or => "|".into(),
            Op::Then(None) => ">".into(),
            Op::Then(Some(plies)) => format!(">{plies}"),
            Op::For(plies) => format!("*{plies}"),
        });
        shown.collect::<Vec<_>>().join("")
    }

    #[test]
    fn operators_bind_as_documented() {
        for (text, expected) in [
            ("check", "c"),
            ("check and mate or stalemate", "cm&s|"),
            ("check or mate and stalemate", "cms&|"),
            ("check then mate or stalemate then check", "cms|>c>"),
            ("not check and mate", "c!m&"),
            ("not not check", "c!!"),
            ("not (check and mate)", "cm&!"),
            ("(check or mate) and stalemate", "cm|s&"),
            ("check for 3 plies and mate", "c*3m&"),
            ("not check for 2 moves", "c*4!"),
            ("check then within 4 plies mate", "cm>4"),
            ("(check and mate) mirrored", "cm&cm&|"),
            ("check and mate colours swapped", "cmm|&"),
            ("CHECK And Mate", "cm&"),
            ("material KRvK", "tt|"),
            ("material exactly KvK", "t"),
            ("R attacks k and [QR] attacks e5", "tt&"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1 and check", "tc&"),
            ("fen \"8/8/8/8/8/8/8/8 w\" or check", "tc|"),
            ("white to move and ply 3- and move 10-20 and move Nf3", "tt&t&t&"),
            ("capture and capture q and promotes N and castles long and opposite bishops", "tt&t&t&t&"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        for (text, at, message) in [
            ("", "", "expected a test, but the pattern ends here"),
            ("check and", "", "expected a test, but the pattern ends here"),
            ("check mate", "mate", "expected `and`, `or`, `then`, or the end of the pattern, not `mate`"),
            ("check and or mate", "or", "expected a test, not `or`"),
            ("(check", "(", "the parenthesis is never closed"),
            ("check)", ")", "the parenthesis was not opened"),
            ("()", ")", "expected a test, not `)`"),
            ("chek", "chek", "expected a test, not `chek`"),
            ("board 8/8", "", "the board ends on rank 7 after 8 squares"),
            ("board 8/8/8/8/8/8/8/7x", "x", "expected a piece, `A`, `a`, `.`, `?`, `[…]`, a number or `/`"),
            ("material KRP", "KRP", "expected the pieces of both sides, such as `KRPvKR`, not `KRP`"),
            ("move Zf3", "Zf3", "expected a move, such as `Nxf7`, or numbers of moves, such as `10-20`, not `Zf3`"),
            ("ply 5-3", "5-3", "expected a number or a range, such as `20`, `20-40` or `20-`, not `5-3`"),
            ("check for 0 plies", "0", "expected a number of plies, such as `4 plies`, not `0`"),
            ("check for 4", "", "expected `plies` or `moves`, but the pattern ends here"),
            ("R attacks", "", "expected a piece, such as `k`, or a square, but the pattern ends here"),
            ("white move", "move", "expected `to move`, not `move`"),
            ("fen 8/8", "8/8", "the board has only 2 of eight ranks"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((text.get(error.at.clone()), error.message.as_str()), (Some(at), message), "{text}");
        }
    }

    #[test]
    fn deep_and_large_patterns_do_no_harm() {
        let deep = format!("{}check{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(shape(&deep), "c");
        let doubled = format!("check{}", " mirrored".repeat(40));
        assert!(parse(&doubled).unwrap_err().message.contains("more than 10000 parts"));
        assert!(parse(&format!("{}check", "not ".repeat(20_000))).is_err());
        assert!(parse(&format!("{}check", "not ".repeat(9_000))).is_ok());
    }
}
